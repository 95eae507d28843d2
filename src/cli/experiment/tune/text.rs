//! The results of a search, in words.

use std::fmt::Write as _;

use super::{Done, TunePlan};
use crate::cli::experiment::{answers_text, corrected, figure, range};
use ludometer_experiment::{Answer, Checked, PassedOver, Tried, Tuned};
use ludometer_model::counted;
use ludometer_report::{TextTable, early_stop, number, thousands};

fn settings_of(plan: &TunePlan, tried: &Tried) -> Vec<String> {
    let moved = plan.targets.moves.iter().zip(&tried.point).filter(|(m, x)| m.start != **x);
    moved.map(|(m, x)| format!("{}={x} (from {})", m.key, m.start)).collect()
}

/// Returns how far the targets are missed: a little is not as nothing.
fn miss(miss: f64) -> String {
    if miss > 0.0 && miss < 0.005 { "< 0.01".to_owned() } else { format!("{miss:.2}") }
}

/// Returns why the settings in this place were passed over for a larger edit, if they were.
pub(super) fn why_passed_over(plan: &TunePlan, tuned: &Tuned, place: usize) -> Option<String> {
    let targets = &plan.targets.targets;
    Some(match tuned.passed_over(place, targets)? {
        PassedOver::Refused(Checked { gate, value, interval, answer, .. }, plays) => format!(
            "not confirmed: {} {} ({}) in {} fresh games {}, asked for {}",
            gate.metric.name(),
            figure(*value),
            range(*interval),
            thousands(plays),
            if *answer == Answer::Failed { "misses its target" } else { "is not shown to meet its target" },
            gate.range_text()
        ),
        PassedOver::Unlikely { target, figure: (value, half), plays } => {
            let target = &targets[target];
            format!(
                "not played afresh: {} {} ({}) in {} games is too near to its bound to be shown, asked for {}",
                target.metric.name(),
                figure(value),
                range(Some(target.metric.within_range((value - half, value + half)))),
                thousands(plays),
                target.range_text()
            )
        }
    })
}

/// The most smaller edits that are printed.
const PASSED_OVER: usize = 6;

/// Returns the smaller edits that look as good as what was confirmed, and why they were passed over.
fn passed_over(plan: &TunePlan, tuned: &Tuned, reported: impl Fn(&Tried) -> String) -> String {
    let mut found: Vec<(&Tried, String)> = (tuned.tried.iter().enumerate())
        .filter_map(|(place, tried)| Some((tried, why_passed_over(plan, tuned, place)?)))
        .collect();
    found.sort_by_key(|(tried, _)| tried.edit);
    let mut out = String::new();
    for (i, (tried, why)) in found.iter().take(PASSED_OVER).enumerate() {
        if i == 0 {
            out += match tuned.confirmed {
                Some(_) => "Smaller edits that look as good were passed over:\n",
                None => "What looks as if it met all targets was not confirmed:\n",
            };
        }
        let _ = writeln!(out, "  {} ({} steps): {why}", reported(tried), tried.edit);
    }
    match found.len() {
        0 => {}
        n if n > PASSED_OVER => {
            let _ = writeln!(out, "  ... and {} more in tune.csv\n", n - PASSED_OVER);
        }
        _ => out.push('\n'),
    }
    out
}

/// Returns the summary for the terminal.
pub(super) fn text(plan: &TunePlan, done: &Done, seconds: f64, files: &str) -> String {
    let tuned = &done.tuned;
    let table = &plan.table;
    let mut out = format!(
        "{}, {}, seed {}: {} rule sets tried, {} games in {seconds:.2} s\n\n",
        table.entry.title(),
        counted(table.bots.len() as u64, "player"),
        table.seed,
        tuned.tried.len(),
        thousands(tuned.plays),
    );
    let reported = |tried: &Tried| match &settings_of(plan, tried)[..] {
        [] => "the rules as they are".to_owned(),
        settings => settings.join(", "),
    };
    if let Some((place, check)) = &tuned.confirmed {
        let tried = &tuned.tried[*place];
        let _ = writeln!(
            out,
            "The smallest edit that was confirmed to meet all targets, in {} fresh games with {} % confidence:\n  {}\n",
            thousands(check.plays),
            number((plan.confidence * 1e8).round() / 1e6),
            reported(tried)
        );
        let mut rows = TextTable::new(1, &["target", "asked for", "value", "interval"]);
        for Checked { gate, value, interval, .. } in &check.gates {
            rows.row(vec![
                gate.metric.name().to_owned(),
                gate.range_text(),
                figure(*value),
                range(*interval),
            ]);
        }
        let _ = writeln!(out, "{rows}");
        let corrected = corrected(&check.gates);
        if !corrected.is_empty() {
            let _ = writeln!(out, "{}\n", early_stop(&corrected));
        }
    } else {
        let tried = &tuned.tried[tuned.nearest];
        let _ = writeln!(
            out,
            "No rule set was found that meets all targets with the confidence asked for. {}\n  {}\n",
            if tuned.is_nearer || tuned.start == Some(tuned.nearest) {
                "The nearest:"
            } else {
                "None is nearer than the rules as they are by more than chance; the nearest by its figures:"
            },
            reported(tried)
        );
        let start = tuned.start.filter(|&start| start != tuned.nearest).map(|start| &tuned.tried[start]);
        let mut header = vec!["target", "asked for", "value", "95 % interval"];
        header.extend(start.iter().flat_map(|_| ["as it is", "95 % interval"]));
        let mut rows = TextTable::new(1, &header);
        for (i, target) in plan.targets.targets.iter().enumerate() {
            let mut row = vec![target.metric.name().to_owned(), target.range_text()];
            for tried in [Some(tried), start].into_iter().flatten() {
                let known = tried.figures[i];
                let interval =
                    known.map(|(value, half)| target.metric.within_range((value - half, value + half)));
                row.extend([figure(known.map(|(value, _)| value)), range(interval)]);
            }
            rows.row(row);
        }
        let plays = |tried: &Tried| thousands(tried.plays);
        let _ = match start {
            Some(start) => writeln!(out, "{rows}by {} games, and {} as it is\n", plays(tried), plays(start)),
            None => writeln!(out, "{rows}by {} games\n", plays(tried)),
        };
    }
    let chosen = tuned.confirmed.as_ref().map_or(tuned.nearest, |(place, _)| *place);
    for warning in plan.warnings(&tuned.tried[chosen].point) {
        let _ = writeln!(out, "warning: {warning}");
    }
    out += &passed_over(plan, tuned, reported);
    if tuned.left_out > 0 {
        let _ = writeln!(
            out,
            "{} more were not tried, because the game design warns of them (--allow-warnings tries them too).\n",
            thousands(tuned.left_out)
        );
    }
    let mut rows = TextTable::new(1, &["best trade-offs", "edit", "miss"]);
    let mut pareto: Vec<&Tried> = tuned.pareto.iter().map(|&i| &tuned.tried[i]).collect();
    pareto.sort_by_key(|tried| tried.edit);
    for tried in pareto.into_iter().take(12) {
        rows.row(vec![reported(tried), tried.edit.to_string(), miss(tried.miss())]);
    }
    let _ = writeln!(
        out,
        "{rows}edit: by how many steps the rules are changed; miss: by what part of its size the target is missed, in percent\n\n\
         files  {files}"
    );
    out + &answers_text(&done.statements, seconds)
}
