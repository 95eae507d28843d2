//! The results of a comparison: a table, a record, and the verdicts in words.

use std::fmt::Write as _;

use super::{ComparePlan, Done};
use crate::cli::experiment::{answers, answers_text, figure, range, target_record};
use crate::cli::job::{Ended, Job as _};
use ludometer_bots::BotSpec;
use ludometer_experiment::study::Measured;
use ludometer_experiment::{Bound, Compared, Comparison, Distance, verdict_text};
use ludometer_model::counted;
use ludometer_report::{
    CompareRecord, CompareRow, Corrected, RateRecord, SideRecord, StrengthRecord, TargetRecord, TextTable,
    early_stop, percent, strategy_files, thousands,
};
use ludometer_stats::Table;

pub(super) fn table(result: &Comparison) -> Table {
    Table::of(result.metrics.iter().map(|metric| row(metric, result)))
}

pub(super) fn row(m: &Compared, found: &Comparison) -> CompareRow {
    CompareRow {
        metric: m.metric.clone(),
        a: m.a,
        b: m.b,
        difference: m.difference(),
        interval: m.interval,
        precision: Some(m.precision),
        verdict: verdict_text(found, m).to_owned(),
        games: Some(found.plays),
        settled_at: m.settled,
        correlation: m.correlation,
        fixed_games: m.fixed,
        fixed_games_for_found: m.fixed_for_found,
        corrected: m.corrected,
    }
}

/// Returns the bots of a side as they are named on the command line.
fn line_up(plan: &ComparePlan, number: usize) -> Vec<String> {
    let mut line_up: Vec<String> = plan.sides[number].bots.iter().map(BotSpec::to_arg).collect();
    if let Some(bots) = &plan.bots {
        let seats = plan.sides[number].bots.iter().zip(&mut line_up);
        for (_, name) in seats.filter(|(bot, _)| bot.name == super::SUBJECT) {
            name.clone_from(&bots[number]);
        }
    }
    line_up
}

/// Returns everything needed to repeat it, and the result.
pub(super) fn record(plan: &ComparePlan, done: &Done, ended: &Ended<'_>) -> CompareRecord {
    let result = &done.found;
    let first = &plan.sides[0];
    let [a, b] = [0, 1].map(|number| {
        let side = &plan.sides[number];
        SideRecord {
            game: plan.new_game.clone().filter(|_| number == 1),
            rules_hash: side.game.rules().hash(),
            warnings: side.game.warnings().to_vec(),
            rules: side.game.rules().to_json(),
            bots: line_up(plan, number),
            strategy_files: strategy_files(&side.bots),
            seed: plan.seeds()[number],
        }
    });
    let target = |target: &Bound| {
        let distance = result.find(target.metric.name()).map(|one| Distance::of(target, one).id().to_owned());
        TargetRecord { distance, ..target_record(target) }
    };
    let rate =
        |one: &Measured| RateRecord { rate: one.value, ci_low: one.low, ci_high: one.high, games: one.games };
    let strength = |(bots, [a, b]): &([String; 2], [Measured; 2])| StrengthRecord {
        bots: bots.clone(),
        a: rate(a),
        b: rate(b),
    };
    CompareRecord {
        head: ended.head(plan.spec(), plan.minutes),
        players: first.bots.len(),
        subjects: plan.bots.clone(),
        a,
        b,
        seating: first.seats,
        seed: first.seed,
        paired: !plan.unpaired,
        confidence: super::confidence(plan.limits.alpha) / 100.0,
        time_is_up: result.time_is_up,
        games: result.plays,
        games_per_unit: result.unit,
        settled: result.settled(),
        stopped_early: stopped_early(plan, result),
        answers: answers(&done.statements),
        strength: done.strength.as_ref().map(strength),
        targets: plan.targets.iter().map(target).collect(),
        metrics: result.metrics.iter().map(|metric| row(metric, result)).collect(),
        beside: result.beside.iter().map(|metric| row(metric, result)).collect(),
    }
}

pub(super) fn text(plan: &ComparePlan, done: &Done, seconds: f64, files: &str) -> String {
    let [a, b] = plan.sides_text();
    let (table, result) = (&plan.sides[0], &done.found);
    let mut out = format!(
        "{}, {}, seed {}: {} games on each side in {seconds:.2} s\n  A: {a}\n  B: {b}\n\n",
        table.entry.title(),
        counted(table.bots.len() as u64, "player"),
        table.seed,
        thousands(result.plays),
    );
    out += &super::super::whole_units(plan.limits.max_plays, plan.meter.unit, result.plays);
    let interval = format!("{} % interval", super::confidence(plan.limits.alpha));
    let header = ["metric", "A", "B", "B - A", &interval, "precision", "on B", "after"];
    let mut rows = TextTable::new(1, &header);
    for m in &result.metrics {
        rows.row(vec![
            m.metric.clone(),
            figure(m.a),
            figure(m.b),
            figure(m.difference()),
            range(m.interval),
            figure(m.precision),
            verdict_text(result, m).to_owned(),
            m.settled.map_or_else(|| "-".to_owned(), thousands),
        ]);
    }
    let _ = writeln!(out, "{rows}");
    if stopped_early(plan, result) {
        let corrected = |m: &Compared| {
            let name = format!("B - A of {}", m.metric);
            Some(Corrected { name, found: figure(m.difference()), value: figure(m.corrected?) })
        };
        let corrected: Vec<_> = result.metrics.iter().filter_map(corrected).collect();
        let _ = writeln!(out, "{}\n", early_stop(&corrected));
    }
    if let Some(saved) = savings(result) {
        let _ = writeln!(out, "{saved}\n");
    }
    let _ = writeln!(out, "files  {files}");
    out + &answers_text(&done.statements, seconds)
}

/// Returns true if a difference was found and the games ended for that, before as many were played as are allowed.
fn stopped_early(plan: &ComparePlan, result: &Comparison) -> bool {
    result.settled()
        && result.metrics.iter().any(|m| m.verdict.is_difference())
        && result.plays + result.unit <= plan.limits.max_plays
}

/// Returns what pairing and early stopping saved, against games for the differences that were found.
fn savings(result: &Comparison) -> Option<String> {
    let of = |m: &Compared| Some((m.fixed_for_found.filter(|_| m.verdict.is_difference())?, m.settled?));
    let (fixed, took) = result.metrics.iter().filter_map(of).max().filter(|_| result.settled())?;
    let share = 1.0 - took as f64 / fixed as f64;
    let reported = if share >= 0.0 {
        format!("{} fewer", percent(share))
    } else {
        format!("{:.1} times as many", took as f64 / fixed as f64)
    };
    Some(format!(
        "The smallest difference was known after {} games a side. A plan without pairs of games and without looks in between \
         would need {} to find one of this size nine times in ten: {reported} were played.",
        thousands(took),
        thousands(fixed),
    ))
}
