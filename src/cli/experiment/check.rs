//! `check`: balance gates for a designer's continuous integration.

use std::fmt::Write as _;
use std::time::Instant;

use serde_json::{Value as Json, json};

use super::args::CheckArgs;
use super::{OutPlan, Wanted, bound_options, catalog, enough_time, most_plays, open_share, publish, repeat};
use crate::cli::args::Minutes;
use crate::cli::error::CliError;
use crate::cli::input::InputError;
use crate::cli::output::{print, print_json, warn};
use crate::cli::plan::TablePlan;
use crate::cli::progress::Progress;
use crate::cli::stop::Stop;
use ludometer_experiment::{Answer, Check, Checked, Gates};
use ludometer_model::Program;
use ludometer_report::{CHECK_FILES, Folder, TextTable, number, thousands};
use ludometer_run::Hooks;
use ludometer_stats::{MIN_UNITS, Table};

pub(in crate::cli) fn check(args: &CheckArgs) -> Result<(), CliError> {
    let table = TablePlan::check(&args.table)?;
    let out = OutPlan::check(&args.out, "check", &table)?;
    let Wanted { text, name, .. } = match &args.gates {
        Some(path) => Wanted::file(path)?,
        None => Wanted::gates(&args.gate)?,
    };
    let meter = out.meter(&[&table], false)?;
    let gates = Gates::read(&text, &name, &catalog(&table, &meter)).map_err(InputError::from)?;
    let confidence = open_share("--confidence", args.confidence.or(gates.confidence).unwrap_or(0.95))?;
    let of_file = gates.max_games.filter(|_| args.minutes.is_none());
    let max_games = most_plays(args.games.or(of_file), args.minutes);
    let least = MIN_UNITS * meter.unit;
    if max_games < least {
        return Err(InputError::TooFewPlays { option: "--games", plays: max_games, least }.into());
    }
    let stop = Stop::listen()?.within(args.minutes.map(Minutes::duration));
    // In continuous integration the answer is all that is wanted: files only where asked for.
    let folder = args.out.out.as_ref().map(|path| Folder::prepare_anew(path, out.force)).transpose();
    let folder = folder.map_err(InputError::from)?;
    stop.remove_on_abort(folder.iter().flat_map(Folder::leftovers).collect());
    if !out.quiet {
        warn(table.game.warnings());
    }
    let begun = Instant::now();
    let progress = Progress::toward_answer(least, stop.deadline(), out.quiet);
    let done = |plays| {
        progress.add(plays);
        stop.look_at_clock();
    };
    let hooks = Hooks { stop: stop.flag(), progress: &done };
    let meter = table.game.meter(&table.bots, meter);
    let result =
        ludometer_experiment::check(meter, &gates.gates, 1.0 - confidence, max_games, hooks, &|plays| {
            progress.expect(plays);
        });
    progress.clear();
    let mut result = result?;
    if stop.time_is_up() {
        enough_time(result.plays, args.minutes)?;
        // All that there was time for is done.
        result.interrupted = false;
    }
    let seconds = begun.elapsed().as_secs_f64();
    // What the clock stopped goes as far without it.
    let games = if stop.time_is_up() { result.plays } else { max_games };
    let command = format!(
        "{}{} --confidence {} --games {games}",
        repeat(&table, "check"),
        bound_options("--gate", &gates.gates),
        number(confidence)
    );
    let mut record = record(&table, &result, confidence, &command, seconds);
    record["minutes"] = args.minutes.map(Minutes::number).into();
    record["time_is_up"] = stop.time_is_up().into();
    if let Some(folder) = folder {
        let json = serde_json::to_string_pretty(&record).expect("numbers and texts have JSON") + "\n";
        let files =
            [("rules.toml", table.game.rules().to_toml()), ("gates.toml", text), ("check.json", json)];
        publish(folder, &[csv(&result)], &files, CHECK_FILES)?;
    }
    let printed =
        if out.json { print_json(&record) } else { print(&shown(&table, &result, confidence, seconds)) };
    // The verdict counts even if nobody reads the figures.
    ended(&result)?;
    Ok(printed?)
}

/// The exit status: passed, failed, undecided, interrupted.
fn ended(result: &Check) -> Result<(), CliError> {
    let named = |answer| {
        let names = result.gates.iter().filter(|g| g.answer == answer).map(|g| g.gate.metric.name());
        names.collect::<Vec<_>>().join(", ")
    };
    let all = result.gates.len();
    let plays = thousands(result.plays);
    match result.answer() {
        Answer::Passed => Ok(()),
        Answer::Failed => Err(CliError::GatesFailed(format!(
            "not all of the {all} gates were passed; failed: {}",
            named(Answer::Failed)
        ))),
        Answer::Undecided if result.interrupted => Err(CliError::Interrupted(format!(
            "interrupted after {plays} games, before every gate was decided"
        ))),
        Answer::Undecided => Err(CliError::GatesUndecided(format!(
            "not all of the {all} gates could be decided in {plays} games; undecided: {}; allow more with \
             --games or --minutes, or leave more room around the figures",
            named(Answer::Undecided)
        ))),
    }
}

fn csv(result: &Check) -> Table {
    let columns = ["metric", "value", "ci_low", "ci_high", "min", "max", "result", "games"];
    let mut table = Table::new("check", &columns);
    for Checked { gate, value, interval, answer } in &result.gates {
        table.row(vec![
            gate.metric.name().into(),
            Some(*value).into(),
            interval.map(|i| i.0).into(),
            interval.map(|i| i.1).into(),
            gate.min.into(),
            gate.max.into(),
            answer.text().into(),
            result.plays.into(),
        ]);
    }
    table
}

fn record(table: &TablePlan, result: &Check, confidence: f64, command: &str, seconds: f64) -> Json {
    let gate = |g: &Checked| {
        json!({
            "metric": g.gate.metric.name(), "value": g.value,
            "ci_low": g.interval.map(|i| i.0), "ci_high": g.interval.map(|i| i.1),
            "min": g.gate.min, "max": g.gate.max, "result": g.answer.text(),
        })
    };
    json!({
        "version": Program::release(),
        "experiment": "check",
        "command": command,
        "game": table.entry.id(),
        "players": table.bots.len(),
        "rules_hash": table.game.rules().hash(),
        "rules": table.game.rules().to_json(),
        "warnings": table.game.warnings(),
        "bots": table.bots.iter().map(|bot| bot.name.clone()).collect::<Vec<_>>(),
        "seed": table.seed,
        "confidence": confidence,
        "plays": result.plays,
        "complete": !result.interrupted,
        "result": result.answer().text(),
        "gates": result.gates.iter().map(gate).collect::<Vec<_>>(),
        "wall_seconds": seconds,
    })
}

fn shown(table: &TablePlan, result: &Check, confidence: f64, seconds: f64) -> String {
    let mut out = format!(
        "{}, {} players, rules {}, seed {}: {} games in {seconds:.2} s\n\n",
        table.entry.title(),
        table.bots.len(),
        table.game.rules().hash(),
        table.seed,
        thousands(result.plays),
    );
    let interval = format!("{} % interval", number(confidence * 100.0));
    let mut rows = TextTable::new(1, &["gate", "asked for", "value", &interval, "result"]);
    for Checked { gate, value, interval, answer } in &result.gates {
        rows.row(vec![
            gate.metric.name().to_owned(),
            gate.range_text(),
            super::figure(*value),
            super::range(*interval),
            answer.text().to_owned(),
        ]);
    }
    let _ = write!(out, "{rows}\n{}\n", result.answer().text());
    out
}
