//! `check`: balance gates for a designer's continuous integration.

use std::fmt::Write as _;
use std::io;

use serde_json::Value as Json;

use super::args::CheckArgs;
use super::{
    Wanted, as_json, bound_options, catalog, folder_of, in_units, meter_plan, most_plays, open_share,
};
use crate::cli::error::CliError;
use crate::cli::input::InputError;
use crate::cli::job::{Contents, End, Ended, Job, JobPlan, Means, Played, Session, perform};
use crate::cli::plan::TablePlan;
use crate::registry::Games;
use ludometer_experiment::{Answer, Bound, Check, Checked, Control, Gates, LOWER_LIMIT};
use ludometer_model::counted;
use ludometer_report::{
    CHECK_FILES, CheckRecord, CheckRow, Identity, TextTable, early_stop, names_table, number, thousands,
};
use ludometer_run::{AnyGame, Hooks, MeterPlan, Start};
use ludometer_spec::{CheckSpec, Minutes, Spec as _};
use ludometer_stats::{MIN_UNITS, Table};

/// A check of gates, checked.
pub(in crate::cli) struct CheckPlan {
    table: TablePlan,
    /// The gates as they were asked for: their text is kept as it is.
    asked: CheckSpec,
    gates: Vec<Bound>,
    wanted: Wanted,
    confidence: f64,
    max_games: u64,
    minutes: Option<Minutes>,
    meter: MeterPlan,
}

impl Job for CheckPlan {
    type Spec = CheckSpec;
    type Done = Check;
    type Record = CheckRecord;
    const WORK: &'static str = "check";
    const UNIT: &'static str = "games";
    const FILES: &'static [&'static str] = CHECK_FILES;
    // In continuous integration the answer is all that is wanted: files only where asked for.
    const WRITES: bool = false;

    fn check(asked: &CheckSpec, means: &Means) -> Result<Self, CliError> {
        let table = TablePlan::check(&means.games, &asked.table)?;
        let wanted = match &asked.gates {
            Some(path) => Wanted::file(path)?,
            None => Wanted::gates(&asked.gate)?,
        };
        let meter = meter_plan(means.threads, &[&table], false)?;
        let gates =
            Gates::read(&wanted.text, &wanted.name, &catalog(&table, &meter)).map_err(InputError::from)?;
        let confidence = open_share("--confidence", asked.confidence.or(gates.confidence).unwrap_or(0.95))?;
        let of_file = gates.max_games.filter(|_| means.minutes.is_none());
        let max_games = most_plays(asked.games.or(of_file), means.minutes);
        let meter = in_units(meter, table.bots.len(), max_games, 1)?;
        table.without_copies(max_games, "")?;
        let (asked, gates, minutes) = (asked.clone(), gates.gates, means.minutes);
        Ok(Self { table, asked, gates, wanted, confidence, max_games, minutes, meter })
    }

    fn folder(&self) -> String {
        folder_of(Self::Spec::COMMAND, &self.table)
    }

    fn spec(&self) -> CheckSpec {
        CheckSpec {
            table: self.table.spec(),
            gates: None,
            gate: bound_options(&self.gates),
            confidence: Some(self.confidence),
            games: Some(self.max_games),
        }
    }

    fn identity(&self) -> Identity<CheckSpec> {
        Identity::new(self.spec(), &[&*self.table.game], &self.table.bots)
    }

    fn command(&self) -> String {
        let CheckSpec { gates, gate, .. } = self.asked.clone();
        CheckSpec { gates, gate, ..self.spec() }.command()
    }

    fn games(&self) -> Vec<&dyn AnyGame> {
        vec![&*self.table.game]
    }

    fn table(&self) -> Option<&TablePlan> {
        Some(&self.table)
    }

    fn warnings(&self) -> Vec<String> {
        self.table.warnings()
    }

    fn play(
        &self,
        session: &mut Session<'_, CheckSpec>,
        start: Option<&Start>,
    ) -> Result<Played<Check>, CliError> {
        let stop = session.stop;
        let progress = session.events;
        progress.begin(MIN_UNITS * self.meter.unit, "games", stop.deadline());
        let some_done = |plays| {
            progress.add(plays);
            stop.look_at_clock();
        };
        let hooks = Hooks { stop: stop.flag(), progress: &some_done };
        let control = Control {
            expect: &|plays| progress.expect(plays),
            start: start.map(|start| &start.tallies[..]),
            ..Control::new(hooks, &mut session.writer)
        };
        let meter = self.table.game.meter(&self.table.bots, self.meter.clone());
        let alpha = 1.0 - self.confidence;
        let result = ludometer_experiment::check(meter, &self.gates, alpha, self.max_games, control);
        progress.end();
        let done = result?;
        // The time may have been up just when all was decided: then the result is that of so many games all the same.
        let end = if stop.time_is_up() { End::TimeIsUp } else { End::of(done.interrupted, stop) };
        Ok(Played { count: done.plays, done, end })
    }

    fn limit(&mut self, _: &Check, plays: u64) {
        self.max_games = plays;
    }

    fn record(&self, done: &Check, ended: &Ended<'_>) -> CheckRecord {
        record(self, done, ended)
    }

    fn contents(&self, done: &mut Check) -> io::Result<Contents> {
        let rules = self.table.game.rules().to_toml().into_bytes();
        let files = vec![("rules.toml", rules), ("gates.toml", self.wanted.text.clone().into_bytes())];
        Ok(Contents {
            tables: vec![Table::of(rows(done)), names_table(self.table.game.names())],
            files,
            ..Contents::default()
        })
    }

    fn shown(
        &self,
        done: &Check,
        record: &CheckRecord,
        ended: &Ended<'_>,
        plan: &JobPlan,
        _: &[String],
    ) -> String {
        if plan.json { as_json(record) } else { text(self, done, ended.seconds) }
    }

    fn nothing(&self) -> String {
        "any unit of games was done".to_owned()
    }

    fn progress(&self, done: &Check, _: &Ended<'_>) -> String {
        format!("{} games, before every gate was decided", thousands(done.plays))
    }

    /// Ends with the exit status: passed, failed, undecided, interrupted.
    fn verdict(&self, done: &Check, error: Option<CliError>) -> Result<(), CliError> {
        // `2 of 6 gates` with their names behind; a single gate needs no number.
        let count = |answer, what: &str| {
            let named = done.gates.iter().filter(|g| g.answer == answer).map(|g| g.gate.metric.name());
            let named: Vec<&str> = named.collect();
            let gates = match done.gates.len() {
                1 => "the gate".to_owned(),
                all => format!("{} of {all} gates", named.len()),
            };
            format!("{gates} {what}: {}", named.join(", "))
        };
        match (done.answer(), error) {
            (Answer::Passed, _) => Ok(()),
            (Answer::Failed, _) => Err(CliError::GatesFailed(count(Answer::Failed, "failed"))),
            (Answer::Undecided, Some(interrupted)) => Err(interrupted),
            (Answer::Undecided, None) => Err(CliError::GatesUndecided(format!(
                "{}; allow more with --games or --minutes, or leave more room around the figures",
                count(Answer::Undecided, &format!("could not be decided in {} games", thousands(done.plays)))
            ))),
        }
    }

    /// Ends with the exit status that the check had.
    fn finished(&self, record: &Json) -> Result<(), CliError> {
        let text = |what| format!("the finished check {what}: see its gates in {}", CheckSpec::RECORD);
        match record["result"].as_str() {
            Some("failed") => Err(CliError::GatesFailed(text("failed"))),
            Some("undecided") => Err(CliError::GatesUndecided(text("came to no decision"))),
            _ => Ok(()),
        }
    }
}

pub(in crate::cli) fn check(games: &Games, args: &CheckArgs) -> Result<(), CliError> {
    perform::<CheckPlan>(games, &args.spec, args.minutes, None, &args.job).map(drop)
}

fn rows(result: &Check) -> impl Iterator<Item = CheckRow> {
    result.gates.iter().map(|checked| CheckRow {
        metric: checked.gate.metric.name().to_owned(),
        value: checked.value,
        interval: checked.interval,
        min: checked.gate.min,
        max: checked.gate.max,
        result: checked.answer.text().to_owned(),
        games: Some(result.plays),
        corrected: checked.corrected,
    })
}

fn record(plan: &CheckPlan, result: &Check, ended: &Ended<'_>) -> CheckRecord {
    CheckRecord {
        head: ended.head(plan.spec(), plan.minutes),
        table: plan.table.record(),
        confidence: plan.confidence,
        games: result.plays,
        result: result.answer().text().to_owned(),
        stopped_early: stopped_early(plan, result),
        gates: rows(result).collect(),
        time_is_up: ended.time_is_up,
    }
}

fn text(plan: &CheckPlan, result: &Check, seconds: f64) -> String {
    let table = &plan.table;
    let mut out = format!(
        "{}, {}, rules {}, seed {}: {} games in {seconds:.2} s\n\n",
        table.entry.title(),
        counted(table.bots.len() as u64, "player"),
        table.game.rules().hash(),
        table.seed,
        thousands(result.plays),
    );
    out += &super::whole_units(plan.max_games, plan.meter.unit, result.plays);
    let interval = format!("{} % interval", number(plan.confidence * 100.0));
    let mut rows = TextTable::new(1, &["gate", "asked for", "value", &interval, "result"]);
    for Checked { gate, value, interval, answer, .. } in &result.gates {
        rows.row(vec![
            gate.metric.name().to_owned(),
            gate.range_text(),
            super::figure(*value),
            super::range(*interval),
            answer.text().to_owned(),
        ]);
    }
    let _ = write!(out, "{rows}\n{}{}", unseen(result), at_the_bound(result));
    if stopped_early(plan, result) {
        let _ = writeln!(out, "{}\n", early_stop(&super::corrected(&result.gates)));
    }
    out + result.answer().text() + "\n"
}

/// Names the gates that are passed although their intervals reach beyond a bound: the figure is the bound itself.
fn at_the_bound(result: &Check) -> String {
    let beyond = |row: &&Checked| {
        let (low, high) = row.interval.unwrap_or((0.0, 0.0));
        row.gate.min.is_some_and(|min| low < min) || row.gate.max.is_some_and(|max| high > max)
    };
    let passed = result.gates.iter().filter(|row| row.answer == Answer::Passed).filter(beyond);
    let says = |row: &Checked| {
        let value = super::figure(row.value);
        let games = thousands(result.plays);
        format!(
            "{} is {value} in each of {games} games: the bound itself, which is allowed.\n\n",
            row.gate.metric.name()
        )
    };
    passed.map(says).collect()
}

/// Returns true if the games ended because all gates were decided, before as many were played as are allowed.
fn stopped_early(plan: &CheckPlan, result: &Check) -> bool {
    result.gates.iter().all(|gate| gate.answer != Answer::Undecided)
        && result.plays + plan.meter.unit <= plan.max_games
}

/// Says what the games that were played can't have shown, where an answer rests on it.
fn unseen(result: &Check) -> String {
    let gates = || result.gates.iter().filter_map(|gate| Some((gate.gate.metric.name(), gate.unseen?)));
    let played = thousands(result.plays);
    let mut out = String::new();
    for (metric, turns, one_in) in
        gates().filter_map(|(metric, unseen)| Some((metric, unseen.turns?, unseen.one_in)))
    {
        let _ = writeln!(
            out,
            "{metric} keeps to its bounds in the games that were played, but one game in {} may run on to the limit of {} \
             turns without being seen in {played}, and would break them. {LOWER_LIMIT}",
            thousands(one_in),
            thousands(turns)
        );
    }
    let unbounded = || gates().filter(|(_, unseen)| unseen.turns.is_none());
    if let Some((_, unseen)) = unbounded().next() {
        let names: Vec<&str> = unbounded().map(|(metric, _)| metric).collect();
        let _ = writeln!(
            out,
            "What comes up in fewer than one of {} games can't be seen in {played}. Nothing bounds {}: rare large values would \
             move it.",
            thousands(unseen.one_in),
            names.join(", ")
        );
    }
    if out.is_empty() { out } else { out + "\n" }
}
