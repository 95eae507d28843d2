//! `audit`: does a bot's choice depend on what it can't see?

use serde_json::json;

use super::args::AuditArgs;
use super::error::CliError;
use super::events::Events as _;
use super::input::InputError;
use super::output::{print, print_json, warn};
use super::plan::{TablePlan, imagined_faults};
use super::progress::Progress;
use super::stop::Stop;
use crate::registry::Games;
use ludometer_model::{counted, thousands};
use ludometer_run::{AuditError, Hooks, PlayError, audit as audit_bots, bot_names};

pub(super) fn audit(games: &Games, args: &AuditArgs) -> Result<(), CliError> {
    if args.positions == 0 {
        return Err(InputError::not_allowed("--positions", "0", "a whole number from 1").into());
    }
    let table = TablePlan::check(games, &args.table)?;
    let stop = Stop::listen()?;
    if !args.quiet {
        warn(&table.warnings());
    }
    let progress = Progress::counting(args.positions, "positions", args.quiet);
    let hooks = Hooks { stop: stop.flag(), progress: &|positions| progress.add(positions) };
    let result = audit_bots(&*table.game, &table.bots, args.positions, table.seed, hooks);
    progress.end();
    let audit = match result {
        Ok(audit) => audit,
        Err(AuditError::Play(PlayError::Stopped)) => {
            return Err(CliError::Interrupted("interrupted: the audit is not complete".to_owned()));
        }
        Err(error) => return Err(CliError::Audit(error)),
    };
    let bots = bot_names(&table.bots);
    if args.json {
        print_json(&json!({
            "game": table.entry.id(),
            "bots": bots,
            "seed": table.seed,
            "positions": audit.positions,
            "different": audit.different,
            "games": audit.plays,
            "alone": audit.alone,
            "clean": true,
        }))?;
    } else {
        print(&format!(
            "{}, {}: {} chose in {} of {}, and chose the same with the hidden cards \
             re-dealt (in {} of the positions they came out differently){}\n",
            table.entry.title(),
            counted(table.bots.len() as u64, "player"),
            bots.join(", "),
            counted(audit.positions, "position"),
            counted(audit.plays, "game"),
            thousands(audit.different),
            alone(audit.alone),
        ))?;
    }
    imagined_faults(&*table.game, None).map_or(Ok(()), Err)
}

/// Returns what was found when each bot from a file was asked alone.
fn alone(choices: u64) -> String {
    if choices == 0 {
        return String::new();
    }
    format!(
        "; asked alone, the last game first, bots from files made the same {} choices",
        thousands(choices)
    )
}
