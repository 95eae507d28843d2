//! The results that a search leaves in its folder.

use super::text::why_passed_over;
use super::{Done, TunePlan};
use crate::cli::experiment::{answers, target_record};
use crate::cli::job::{Ended, Job as _};
use ludometer_experiment::{Check, Checked, Move, Tried, Tuned};
use ludometer_report::{ConfirmedRecord, MoveRecord, ProvenRow, TriedRecord, TriedRow, TuneRecord};
use ludometer_stats::{Cell, Row};

/// Returns `tune.csv`: a row for each rule set that was tried.
pub(super) fn rows(plan: &TunePlan, tuned: &Tuned) -> (Vec<String>, Vec<Vec<Cell>>) {
    let mut header: Vec<String> = plan.targets.moves.iter().map(|m| m.key.clone()).collect();
    header.extend(TriedRow::columns().iter().map(|column| column.name.to_owned()));
    for target in &plan.targets.targets {
        let name = target.metric.name();
        header.extend([name.to_owned(), format!("{name}_ci_low"), format!("{name}_ci_high")]);
    }
    let row = |(i, tried): (usize, &Tried)| {
        let mut row: Vec<Cell> = tried.point.iter().map(|x| Cell::Real(*x as f64)).collect();
        let result = match &tuned.confirmed {
            Some((place, _)) if *place == i => "confirmed",
            None if tuned.nearest == i => "nearest",
            _ => "",
        };
        let fixed = TriedRow {
            edit: tried.edit,
            miss: Some(tried.miss()),
            pareto: if tuned.pareto.contains(&i) { "yes" } else { "no" }.to_owned(),
            result: result.to_owned(),
            passed_over: why_passed_over(plan, tuned, i).unwrap_or_default(),
            warnings: plan.warnings(&tried.point).join("; "),
            games: tried.plays,
        };
        row.extend(fixed.into_cells());
        for (figure, target) in tried.figures.iter().zip(&plan.targets.targets) {
            let bounds = figure.map(|(value, half)| {
                let (low, high) = target.metric.within_range((value - half, value + half));
                [value, low, high]
            });
            row.extend([0, 1, 2].map(|i| Cell::from(bounds.map(|bounds| bounds[i]))));
        }
        row
    };
    (header, tuned.tried.iter().enumerate().map(row).collect())
}

pub(super) fn record(plan: &TunePlan, done: &Done, ended: &Ended<'_>) -> TuneRecord {
    let tuned = &done.tuned;
    let tried = |place: usize| {
        let tried = &tuned.tried[place];
        let settings = plan.targets.moves.iter().zip(&tried.point);
        TriedRecord {
            settings: settings.map(|(m, x)| (m.key.clone(), (*x).into())).collect(),
            edit: tried.edit,
            miss: tried.miss(),
            games: tried.plays,
            warnings: plan.warnings(&tried.point),
        }
    };
    let proven = |g: &Checked| ProvenRow {
        metric: g.gate.metric.name().to_owned(),
        value: g.value,
        min: g.gate.min,
        max: g.gate.max,
        interval: g.interval,
        corrected: g.corrected,
    };
    let fresh = |(place, check): &(usize, Check)| ConfirmedRecord {
        tried: tried(*place),
        fresh_games: check.plays,
        stopped_early: check.gates.iter().any(|gate| gate.corrected.is_some()),
        targets: check.gates.iter().map(proven).collect(),
    };
    let moved =
        |m: &Move| MoveRecord { key: m.key.clone(), start: m.start, min: m.min, max: m.max, step: m.step };
    TuneRecord {
        head: ended.head(plan.spec(), plan.minutes),
        table: plan.table.record(),
        confidence: plan.confidence,
        budget: plan.budget,
        games: tuned.plays,
        answers: answers(&done.statements),
        found: tuned.confirmed.is_some(),
        targets: plan.targets.targets.iter().map(target_record).collect(),
        moves: plan.targets.moves.iter().map(moved).collect(),
        confirmed: tuned.confirmed.as_ref().map(fresh),
        not_confirmed: tuned.refused.iter().map(fresh).collect(),
        larger_confirmed: tuned.larger.iter().map(fresh).collect(),
        left_out_for_warnings: tuned.left_out,
        nearest: tried(tuned.nearest),
        start: tuned.start.map(tried),
        is_nearer: tuned.is_nearer,
        rule_sets: tuned.tried.len(),
    }
}
