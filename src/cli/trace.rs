//! `trace`: one play of a run, event by event; from a turn on by other bots, if wanted.

use super::args::TraceArgs;
use super::error::CliError;
use super::output::{Stdout, warn};
use super::replay::ReplayPlan;
use ludometer_run::{Branch, TraceOptions, trace as trace_game};

pub(super) fn trace(args: &TraceArgs) -> Result<(), CliError> {
    let ReplayPlan { table, split, branch, warning } = ReplayPlan::check(args)?;
    if !args.quiet {
        warn(table.game.warnings());
        warn(warning.as_slice());
    }
    let options = TraceOptions {
        seed: table.seed,
        play: args.index,
        seating: table.seats.seating(),
        split,
        jsonl: args.jsonl,
        views: args.check_view,
        branch: branch.as_ref().map(|(from, bots)| Branch { from: *from, bots }),
    };
    let mut out = Stdout::new();
    trace_game(&*table.game, &table.bots, options, &mut out)?;
    out.finish()?;
    Ok(())
}
