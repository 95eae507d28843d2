//! `trace`: one play of a run, event by event.

use super::args::TraceArgs;
use super::error::CliError;
use super::input::InputError;
use super::output::{Stdout, warn};
use super::plan::TablePlan;
use crate::run::TraceOptions;

pub(super) fn trace(args: &TraceArgs) -> Result<(), CliError> {
    if let Some(games) = args.of_run.games.filter(|&games| args.index >= games) {
        return Err(InputError::NoSuchPlay { index: args.index, games }.into());
    }
    let table = TablePlan::check(&args.table)?;
    if !args.quiet {
        warn(&table.game.warnings());
    }
    let options = TraceOptions {
        seed: table.seed,
        play: args.index,
        seating: table.seats.seating(),
        jsonl: args.jsonl,
        views: args.check_view,
    };
    let mut out = Stdout::new();
    table.game.trace(&table.bots, options, &mut out)?;
    out.finish()?;
    Ok(())
}
