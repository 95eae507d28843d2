//! What a run is, in a line and to the bit: the command that repeats it, and its options.

use std::fmt::Write as _;

use super::args::Seats;
use super::plan::RunPlan;
use ludometer_bots::{BotSpec, OnBotError};
use ludometer_model::{Program, RuleSet};
use ludometer_report::{PlaysFormat, RunOptions, shell_word as quoted, strategy_files};
use ludometer_run::{AnalysisPlan, CardPrecision, Depth, bot_names};

/// A command that repeats the run, whatever became of its rule file.
pub(super) fn command(plan: &RunPlan) -> String {
    let table = &plan.table;
    let mut text =
        format!("{} run {} --players {} --bots", Program::current().name, table.entry.id(), table.bots.len());
    let all_alike = table.bots.iter().all(|bot| bot.is_same(&table.bots[0]));
    for bot in &table.bots[..if all_alike { 1 } else { table.bots.len() }] {
        let _ = write!(text, " {}", quoted(&bot.to_arg()));
    }
    let _ = write!(text, " --games {} --seed {}", plan.games, table.seed);
    if table.seats == Seats::Fixed {
        text += " --seats fixed";
    }
    if on_bot_error(&table.bots) == FORFEIT {
        text += " --on-bot-error forfeit";
    }
    text += sandbox_option(&table.bots);
    text += &rule_options(table.game.rules());
    if let Some(analysis) = plan.analysis {
        text += match analysis.depth {
            Depth::Basic => " --analyze",
            Depth::Deep => " --analyze=deep",
        };
        if analysis.skill {
            text += " --skill";
        }
        if let Some(precision) = analysis.card_values {
            text += " --card-values";
            if precision != CardPrecision::DEFAULT {
                let _ = write!(text, " --card-precision {precision}");
            }
        }
        if let Some(target) = analysis.target {
            let _ = write!(text, " --target-length {target}");
        }
    }
    if let Some(format) = plan.per_game {
        text += " --per-game";
        if format != PlaysFormat::Csv {
            let _ = write!(text, " --format {}", format.name());
        }
    }
    if plan.plan.timing {
        text += " --timing";
    }
    text
}

/// The `--set` options that make these rules out of the defaults; the number of seats is none of
/// them.
pub(super) fn rule_options(rules: &RuleSet) -> String {
    let schema = rules.schema();
    let defaults = RuleSet::defaults(schema.clone());
    let mut text = String::new();
    for (key, value) in rules.entries() {
        if defaults.get(key) != Some(value) && schema.seats_key.as_deref() != Some(key) {
            let _ = write!(text, " --set {}", quoted(&format!("{key}={value}")));
        }
    }
    text
}

/// The option that confines the programs among these bots, if they are.
pub(super) fn sandbox_option(bots: &[BotSpec]) -> &'static str {
    if bots.iter().any(|bot| bot.confined) { " --sandbox" } else { "" }
}

/// Who sits where, as files tell it.
pub(super) const fn seating(seats: Seats) -> &'static str {
    match seats {
        Seats::Rotate => "rotate",
        Seats::Fixed => "fixed",
    }
}

/// How files tell that bots that fail give up their play, instead of ending the run.
pub(super) const FORFEIT: &str = "forfeit";

/// What becomes of a play in which a bot fails, as files tell it.
pub(super) fn on_bot_error(bots: &[BotSpec]) -> &'static str {
    if bots.iter().any(|bot| bot.on_error == OnBotError::Forfeit) { FORFEIT } else { "stop" }
}

/// What an analysis holds, in words.
fn analysis(plan: AnalysisPlan) -> String {
    let depth = match plan.depth {
        Depth::Basic => "basic",
        Depth::Deep => "deep",
    };
    let skill = if plan.skill { " skill" } else { "" };
    let card_values =
        plan.card_values.map(|precision| format!(" card-values {precision} %")).unwrap_or_default();
    let target = plan.target.map(|target| format!(" {target}")).unwrap_or_default();
    [depth, skill, &card_values, &target].concat()
}

/// All that decides what the files of the run hold.
pub(super) fn options(plan: &RunPlan) -> RunOptions {
    let table = &plan.table;
    RunOptions {
        version: Program::release().to_owned(),
        game: table.entry.id().to_owned(),
        players: table.bots.len(),
        rules: table.game.rules().to_json(),
        bots: table.bots.iter().map(BotSpec::to_arg).collect(),
        names: bot_names(&table.bots),
        strategy_files: strategy_files(&table.bots),
        seating: seating(table.seats).to_owned(),
        seed: table.seed,
        plays: plan.games,
        per_game: plan.per_game.map(|format| format.name().to_owned()),
        analysis: plan.analysis.map(analysis),
        on_bot_error: on_bot_error(&table.bots).to_owned(),
        timing: plan.plan.timing,
        counted: table.game.stored().shape(&bot_names(&table.bots)),
    }
}
