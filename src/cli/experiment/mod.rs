//! Experiments on the command line: what their commands share.

mod args;
mod inline;
mod compare;
mod check;
mod sweep;
mod tune;

use std::fmt::Write as _;
use std::path::PathBuf;
use std::sync::Arc;

use args::OutArgs;
pub(super) use args::{CheckArgs, CompareArgs, SweepArgs, TuneArgs};
pub(super) use check::check;
pub(super) use compare::compare;
use inline::{Wanted, bound_options, move_options};
pub(super) use sweep::{SweepOptions, merge_sweeps, sweep};
pub(super) use tune::tune;

use super::args::{Minutes, Seats};
use super::input::InputError;
use super::plan::{TablePlan, threads};
use super::repeat::sandbox_option;
use super::replaced::replaced;
use super::run::enough_time;
use ludometer_experiment::{Catalog, Metric};
use ludometer_model::{Program, RuleSet, Value};
use ludometer_report::{FileError, Folder, shell_word as quoted, write_table};
use ludometer_run::{AnyGame, MeterPlan, Seating, pool, unit_of};
use ludometer_stats::Table;

/// Where results go and how it is done, checked.
struct OutPlan {
    path: PathBuf,
    force: bool,
    threads: usize,
    quiet: bool,
    json: bool,
}

impl OutPlan {
    fn check(args: &OutArgs, command: &str, table: &TablePlan) -> Result<Self, InputError> {
        let default =
            || PathBuf::from("reports").join(format!("{}-{command}-{}", table.entry.id(), table.seed));
        Ok(Self {
            path: args.out.clone().unwrap_or_else(default),
            force: args.force,
            threads: threads(args.threads)?,
            quiet: args.quiet,
            json: args.json,
        })
    }

    /// How to play at these tables.
    fn meter(&self, tables: &[&TablePlan], split: bool) -> Result<MeterPlan, ludometer_run::RunError> {
        let bots: Vec<_> = tables.iter().flat_map(|t| t.bots.iter().cloned()).collect();
        let seats: Vec<usize> = tables.iter().map(|t| t.bots.len()).collect();
        let (seed, seating) = tables.first().map_or((0, Seating::Rotate), |t| (t.seed, t.seats.seating()));
        Ok(MeterPlan {
            seed,
            seating,
            unit: unit_of(&bots, &seats),
            split,
            pool: Arc::new(pool(self.threads)?),
        })
    }
}

/// Plays where neither a file nor an option says how many, and where only the time is limited: then as many as
/// memory bears.
const MAX_GAMES: u64 = 1_000_000;
const MAX_GAMES_IN_TIME: u64 = 100_000_000;

/// The most plays of an experiment that stops when its answer is known.
fn most_plays(asked: Option<u64>, minutes: Option<Minutes>) -> u64 {
    asked.unwrap_or(if minutes.is_some() { MAX_GAMES_IN_TIME } else { MAX_GAMES })
}

/// A share between 0 and 1, both excluded.
fn open_share(option: &'static str, value: f64) -> Result<f64, InputError> {
    if value > 0.0 && value < 1.0 {
        return Ok(value);
    }
    Err(InputError::NotAllowed { option, value: value.to_string(), allowed: "a number between 0 and 1" })
}

/// The figures that this table has.
fn catalog(table: &TablePlan, plan: &MeterPlan) -> Catalog {
    Catalog::of(&table.game.meter(&table.bots, plan.clone()).report())
}

/// Reads `name` or `name=number`.
fn metric_with_number(catalog: &Catalog, text: &str) -> Result<(Vec<Metric>, Option<f64>), InputError> {
    let (name, number) = match text.split_once('=') {
        None => (text, None),
        Some((name, number)) => {
            let good = number.trim().parse::<f64>().ok().filter(|x| *x > 0.0 && x.is_finite());
            let bad = || InputError::NotAllowed {
                option: "--metrics",
                value: text.to_owned(),
                allowed: "a metric, or metric=precision with a number above 0",
            };
            (name.trim(), Some(good.ok_or_else(bad)?))
        }
    };
    Ok((catalog.find(name)?, number))
}

/// As [`publish_with`], with texts.
fn publish(
    folder: Folder,
    tables: &[Table],
    files: &[(&str, String)],
    known: &[&str],
) -> Result<Vec<String>, FileError> {
    let files: Vec<(&str, Vec<u8>)> =
        files.iter().map(|(name, text)| (*name, text.clone().into_bytes())).collect();
    publish_with(folder, tables, &files, known, &[])
}

/// Writes all files; they appear together, the last one last, in place of what was `kept` to go on with.
/// Returns their names.
fn publish_with(
    folder: Folder,
    tables: &[Table],
    files: &[(&str, Vec<u8>)],
    known: &[&str],
    kept: &[PathBuf],
) -> Result<Vec<String>, FileError> {
    let mut names = Vec::new();
    let mut drafts = Vec::new();
    for table in tables {
        let name = format!("{}.csv", table.name);
        let mut draft = folder.begin(&name)?;
        write_table(table, &mut draft).map_err(|e| draft.failed(e))?;
        names.push(name);
        drafts.push(draft);
    }
    for (name, text) in files {
        drafts.push(folder.draft(name, text)?);
        names.push((*name).to_owned());
    }
    let replaced = replaced(folder.path(), known);
    folder.publish_instead(drafts, &replaced, kept)?;
    Ok(names)
}

/// The keys in which a rule set differs from another, with its values.
fn changes(rules: &RuleSet, from: &RuleSet) -> Vec<(String, Value)> {
    let changed = rules.entries().into_iter().filter(|(key, value)| from.get(key) != Some(value));
    changed.map(|(key, value)| (key.to_owned(), value.clone())).collect()
}

/// The options that make these rules of the defaults, with this word before each.
fn settings(game: &dyn AnyGame, option: &str) -> String {
    let rules = game.rules();
    let schema = rules.schema();
    let mut text = String::new();
    for (key, value) in changes(rules, &RuleSet::defaults(schema.clone())) {
        if schema.seats_key.as_deref() != Some(key.as_str()) {
            let _ = write!(text, " {option} {}", quoted(&format!("{key}={value}")));
        }
    }
    text
}

/// The command that plays at this table, up to the options of its own.
fn repeat(table: &TablePlan, command: &str) -> String {
    let mut text = format!(
        "{} {command} {} --players {} --bots",
        Program::current().name,
        table.entry.id(),
        table.bots.len()
    );
    let all_alike = table.bots.iter().all(|bot| bot.is_same(&table.bots[0]));
    for bot in &table.bots[..if all_alike { 1 } else { table.bots.len() }] {
        let _ = write!(text, " {}", quoted(&bot.to_arg()));
    }
    let _ = write!(text, " --seed {}", table.seed);
    if table.seats == Seats::Fixed {
        text += " --seats fixed";
    }
    text += sandbox_option(&table.bots);
    text + &settings(&*table.game, "--set")
}

/// A figure for people.
fn figure(x: f64) -> String {
    // Adding zero turns -0 into 0.
    if x.is_finite() { format!("{:.4}", (x * 1e4).round() / 1e4 + 0.0) } else { "-".to_owned() }
}

/// An interval for people.
fn range(interval: Option<(f64, f64)>) -> String {
    interval.map_or_else(|| "-".to_owned(), |(low, high)| format!("{} to {}", figure(low), figure(high)))
}
