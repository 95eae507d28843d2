//! The results that a search leaves in its folder.

use serde_json::{Value as Json, json};

use super::text::why_passed_over;
use super::{Done, TunePlan};
use crate::cli::command_line::settings;
use crate::cli::experiment::answers;
use crate::cli::job::Ended;
use ludometer_experiment::{Check, Checked, Tried, Tuned};
use ludometer_model::Program;
use ludometer_report::{TriedRow, strategy_files};
use ludometer_spec::{Minutes, Spec as _};
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

pub(super) fn record(plan: &TunePlan, done: &Done, ended: &Ended<'_>) -> Json {
    let tuned = &done.tuned;
    let table = &plan.table;
    let tried = |place: usize| {
        let tried = &tuned.tried[place];
        let settings = plan.targets.moves.iter().zip(&tried.point);
        json!({
            "settings": settings.map(|(m, x)| (m.key.clone(), json!(x))).collect::<serde_json::Map<_, _>>(),
            "edit": tried.edit,
            "miss": tried.miss(),
            "games": tried.plays,
            "warnings": plan.warnings(&tried.point),
        })
    };
    let fresh = |(place, check): &(usize, Check)| {
        let gate = |g: &Checked| {
            json!({
                "metric": g.gate.metric.name(), "value": g.value, "min": g.gate.min, "max": g.gate.max,
                "ci_low": g.interval.map(|i| i.0), "ci_high": g.interval.map(|i| i.1), "corrected": g.corrected,
            })
        };
        let mut json = tried(*place);
        json["fresh_games"] = check.plays.into();
        json["stopped_early"] = check.gates.iter().any(|gate| gate.corrected.is_some()).into();
        json["targets"] = check.gates.iter().map(gate).collect();
        json
    };
    let confirmed = tuned.confirmed.as_ref().map(fresh);
    let [refused, larger] =
        [&tuned.refused, &tuned.larger].map(|list| list.iter().map(fresh).collect::<Vec<_>>());
    let targets = plan
        .targets
        .targets
        .iter()
        .map(|t| json!({"metric": t.metric.name(), "min": t.min, "max": t.max, "weight": t.weight}));
    let moves = plan
        .targets
        .moves
        .iter()
        .map(|m| json!({"key": m.key, "start": m.start, "min": m.min, "max": m.max, "step": m.step}));
    json!({
        "version": Program::release(),
        "experiment": "tune",
        "command": plan.spec().command(),
        "spec": plan.spec(),
        "game": table.entry.id(),
        "players": table.bots.len(),
        "rules_hash": table.game.rules().hash(),
        "rules": table.game.rules().to_json(),
        "settings": settings(table.game.rules()),
        "warnings": table.game.warnings(),
        "bots": table.bots.iter().map(|bot| bot.name.clone()).collect::<Vec<_>>(),
        "strategy_files": strategy_files(&table.bots),
        "seed": table.seed,
        "confidence": plan.confidence,
        "budget": plan.budget,
        "games": tuned.plays,
        "options_hash": ended.hash,
        "complete": ended.complete,
        "minutes": plan.minutes.map(Minutes::number),
        "answers": answers(&done.statements),
        "found": tuned.confirmed.is_some(),
        "targets": targets.collect::<Vec<_>>(),
        "moves": moves.collect::<Vec<_>>(),
        "confirmed": confirmed,
        "not_confirmed": refused,
        "larger_confirmed": larger,
        "left_out_for_warnings": tuned.left_out,
        "nearest": tried(tuned.nearest),
        "start": tuned.start.map(tried),
        "is_nearer": tuned.is_nearer,
        "rule_sets": tuned.tried.len(),
        "wall_seconds": ended.seconds,
    })
}
