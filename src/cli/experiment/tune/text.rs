//! What came of a search, in words.

use std::fmt::Write as _;

use super::TunePlan;
use crate::cli::experiment::{figure, range};
use crate::experiment::{Checked, Tried, Tuned};
use crate::report::{TextTable, number, thousands};

fn settings_of(plan: &TunePlan, tried: &Tried) -> Vec<String> {
    let moved = plan.targets.moves.iter().zip(&tried.point).filter(|(m, x)| m.start != **x);
    moved.map(|(m, x)| format!("{}={x} (from {})", m.key, m.start)).collect()
}

/// The summary for the terminal.
pub(super) fn text(plan: &TunePlan, tuned: &Tuned, seconds: f64, files: &str) -> String {
    let table = &plan.table;
    let mut out = format!(
        "{}, {} players, seed {}: {} rule sets tried, {} plays in {seconds:.2} s\n\n",
        table.entry.title,
        table.bots.len(),
        table.seed,
        tuned.tried.len(),
        thousands(tuned.plays),
    );
    let told = |tried: &Tried| match &settings_of(plan, tried)[..] {
        [] => "the rules as they are".to_owned(),
        settings => settings.join(", "),
    };
    if let Some((place, check)) = &tuned.confirmed {
        let tried = &tuned.tried[*place];
        let _ = writeln!(
            out,
            "The smallest edit found that meets all targets, confirmed in {} fresh plays with {} % confidence:\n  {}\n",
            thousands(check.plays),
            number((plan.confidence * 1e8).round() / 1e6),
            told(tried)
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
            told(tried)
        );
        let start = tuned.start.filter(|&start| start != tuned.nearest).map(|start| &tuned.tried[start]);
        let mut header = vec!["target", "asked for", "value", "95 % interval"];
        header.extend(start.iter().flat_map(|_| ["as it is", "95 % interval"]));
        let mut rows = TextTable::new(1, &header);
        for (i, target) in plan.targets.targets.iter().enumerate() {
            let mut row = vec![target.metric.name().to_owned(), target.range_text()];
            for tried in [Some(tried), start].into_iter().flatten() {
                let (value, half) = tried.figures[i];
                row.extend([figure(value), range(Some((value - half, value + half)))]);
            }
            rows.row(row);
        }
        let plays = |tried: &Tried| thousands(tried.plays);
        let _ = match start {
            Some(start) => writeln!(out, "{rows}by {} plays, and {} as it is\n", plays(tried), plays(start)),
            None => writeln!(out, "{rows}by {} plays\n", plays(tried)),
        };
    }
    let mut rows = TextTable::new(1, &["no other is better in all", "edit", "miss"]);
    let mut pareto: Vec<&Tried> = tuned.pareto.iter().map(|&i| &tuned.tried[i]).collect();
    pareto.sort_by_key(|tried| tried.edit);
    for tried in pareto.into_iter().take(12) {
        rows.row(vec![told(tried), tried.edit.to_string(), format!("{:.2}", tried.miss())]);
    }
    let _ = writeln!(out, "{rows}\nfiles  {files}");
    out
}
