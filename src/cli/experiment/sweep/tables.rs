//! The tables that a sweep leaves, and what it prints.

use std::io;

use super::{Done, Point, SweepPlan};
use crate::cli::experiment::{figure, range};
use crate::cli::job::Ended;
use ludometer_experiment::{Axis, Metric, Played, Responses, effects, elasticities};
use ludometer_report::{
    AxisRecord, Identity, Slope, SweepRecord, Swept, SweptRow, TextTable, before_value, fairer_reading,
    names_table, swept_reading, thousands, write_records,
};
use ludometer_stats::{Cell, Row, Table};

/// Returns the tables, and the bytes of `sweep.csv`.
pub(super) fn tables(plan: &SweepPlan, done: &Done) -> io::Result<(Vec<Table>, Vec<u8>)> {
    let metrics = metric_names(done);
    let mut tables = vec![names_table(plan.base.game.names())];
    // What the values of the parameters make takes all rule sets.
    if !done.is_empty() && plan.shards.is_none() {
        let responses = responses(plan, done, &metrics);
        tables.extend([effects(&responses), elasticities(&responses)]);
    }
    let mut csv = Vec::new();
    let (header, rows) = rows(plan, done, &metrics);
    write_records(&header, &rows, &mut csv)?;
    Ok((tables, csv))
}

/// Returns what the sweep's folder says of it.
pub(super) fn record(plan: &SweepPlan, done: &Done, ended: &Ended<'_>) -> SweepRecord {
    let Identity { spec, rules, strategy_files, script, .. } = plan.identity.clone();
    let axis = |axis: &Axis| AxisRecord { name: axis.name.clone(), values: axis.values.clone() };
    let are_bots_varied = plan.axes.iter().any(|axis| axis.name == "bots");
    let bots = || plan.base.bots.iter().map(|bot| bot.name.clone()).collect();
    let mut rules = rules.into_iter().next().unwrap_or_default();
    if let Some(rules) = rules.as_object_mut() {
        // What is varied is no part of what is common.
        rules.retain(|key, _| plan.axes.iter().all(|axis| axis.name != *key));
    }
    let mut head = ended.head(spec.clone(), plan.minutes);
    if let Some(shards) = plan.shards {
        head.command += &format!(" --shard {shards}");
    }
    SweepRecord {
        rules,
        strategy_files,
        axes: plan.axes.iter().map(axis).collect(),
        seed: spec.table.seed,
        rule_sets: plan.points.len(),
        script,
        settings: spec.table.rules.settings.clone(),
        players: plan.base.bots.len(),
        bots: (!are_bots_varied).then(bots),
        metrics: spec.metrics.clone(),
        shard: plan.shards.map(|shards| shards.to_string()),
        time_is_up: ended.time_is_up,
        go_on: ended.time_is_up.then(|| ended.go_on.to_owned()),
        present: plan.present().into_iter().collect(),
        played: done.len(),
        games_done: done.values().map(|p| p.plays).sum(),
        head,
    }
}

/// Returns the figures of all rule sets, in order of first appearance.
fn metric_names(done: &Done) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for figure in done.values().flat_map(|played| &played.figures) {
        if !names.contains(&figure.metric) {
            names.push(figure.metric.clone());
        }
    }
    names
}

fn responses(plan: &SweepPlan, done: &Done, metrics: &[String]) -> Responses {
    let figures = |played: &Played| {
        let value = |name: &String| played.figures.iter().find(|f| f.metric == *name).and_then(|f| f.value);
        metrics.iter().map(value).collect()
    };
    let parts = |played: &Played| {
        let of = |name: &String| {
            let found = played.figures.iter().find(|f| f.metric == *name);
            found.map_or_else(Vec::new, |f| f.parts.clone())
        };
        (played.part, metrics.iter().map(of).collect())
    };
    Responses {
        parts: done.values().map(parts).collect(),
        parameters: plan.axes.iter().map(|axis| axis.name.clone()).collect(),
        values: plan.axes.iter().map(|axis| axis.values.clone()).collect(),
        metrics: metrics.to_vec(),
        rows: done.iter().map(|(&i, played)| (plan.points[i].at.clone(), figures(played))).collect(),
    }
}

/// Returns `sweep.csv`: a row a rule set.
fn rows(plan: &SweepPlan, done: &Done, metrics: &[String]) -> (Vec<String>, Vec<Vec<Cell>>) {
    let mut header = vec!["rule_set".to_owned()];
    header.extend(plan.axes.iter().map(|axis| axis.name.clone()));
    header.extend(SweptRow::columns().iter().map(|column| column.name.to_owned()));
    for metric in metrics {
        header.extend([metric.clone(), format!("{metric}_ci_low"), format!("{metric}_ci_high")]);
    }
    let row = |(i, point): (usize, &Point)| {
        let mut row = vec![Cell::Count(i as u64)];
        row.extend(plan.axes.iter().zip(&point.at).map(|(axis, &at)| Cell::Text(axis.values[at].clone())));
        let played = done.get(&i);
        let (status, reason) = match (&point.table, played) {
            (Err(reason), _) => ("invalid", reason.as_str()),
            (Ok(_), None) => ("not played", ""),
            (Ok(_), Some(played)) if !played.precise => {
                ("imprecise", "the precision asked for was not reached")
            }
            (Ok(_), Some(_)) => ("played", ""),
        };
        let fixed = SweptRow {
            status: status.to_owned(),
            reason: reason.to_owned(),
            warnings: point.warnings().join("; "),
            rules_hash: point.table.as_ref().ok().map(|table| table.game.rules().hash()),
            games: played.map(|played| played.plays),
        };
        row.extend(fixed.into_cells());
        for metric in metrics {
            let figure = played.and_then(|played| played.figures.iter().find(|f| f.metric == *metric));
            row.push(figure.and_then(|f| f.value).into());
            row.push(figure.and_then(|f| f.interval).map(|i| i.0).into());
            row.push(figure.and_then(|f| f.interval).map(|i| i.1).into());
        }
        row
    };
    let rows = plan.part().map(|i| row((i, &plan.points[i]))).collect();
    (header, rows)
}

/// The figures that are shown where nothing is asked for.
const SHOWN: &[&str] = &["turns", "table_score", "leader_gap", "seat_spread", "unfinished"];

/// The most rule sets whose figures are printed.
const ROWS: usize = 20;

/// Returns the figures of the first rule sets.
fn values(plan: &SweepPlan, done: &Done, shown: &[&str]) -> String {
    let found = |i: usize, metric: &str| done.get(&i)?.figures.iter().find(|f| f.metric == metric);
    // Where nothing is asked for, what is 0 in all of them tells nothing.
    let tells = |metric: &&&str| {
        let mut values = done.keys().filter_map(|&i| found(i, metric)?.value);
        !plan.asked.is_empty() || values.any(|value| value != 0.0)
    };
    let metrics: Vec<&str> = shown.iter().filter(tells).copied().collect();
    let mut header: Vec<&str> = plan.axes.iter().map(|axis| axis.name.as_str()).collect();
    header.push("games");
    header.extend(metrics.iter().flat_map(|metric| [*metric, "95 % interval"]));
    let mut text = TextTable::new(plan.axes.len(), &header);
    for (&i, played) in done.iter().take(ROWS) {
        let at = plan.axes.iter().zip(&plan.points[i].at);
        let mut row: Vec<String> = at.map(|(axis, &at)| axis.values[at].clone()).collect();
        if let Some(last) = row.last_mut().filter(|_| plan.is_present(i)) {
            *last += " (now)";
        }
        row.push(thousands(played.plays));
        for metric in &metrics {
            let found = found(i, metric);
            row.push(found.and_then(|f| f.value).map_or_else(|| "-".to_owned(), figure));
            row.push(range(found.and_then(|f| f.interval)));
        }
        text.row(row);
    }
    match done.len().saturating_sub(ROWS) {
        0 => format!("{text}\n"),
        more => format!("{text}... and {more} more in sweep.csv\n\n"),
    }
}

/// Returns what one more of each setting adds to a figure.
fn slopes(plan: &SweepPlan, done: &Done, metric: &str) -> Vec<Slope> {
    let table = elasticities(&responses(plan, done, &[metric.to_owned()]));
    let number = |row: usize, column: &str| match table.cell(row, column) {
        Some(Cell::Real(number)) => Some(*number),
        _ => None,
    };
    let slope = |row: usize| {
        let key = table.cell(row, "parameter").map(Cell::to_string)?;
        Some(Slope {
            before: before_value(plan.base.game.names(), &key),
            slope: number(row, "slope")?,
            interval: number(row, "ci_low").zip(number(row, "ci_high")),
        })
    };
    (0..table.rows.len()).filter_map(slope).collect()
}

/// Says where a figure is lowest and highest, as the page says it: of one setting or two. Where more vary, means and
/// slopes tell more.
fn reading(plan: &SweepPlan, done: &Done, metric: &str) -> Option<String> {
    let varied: Vec<usize> = (0..plan.axes.len()).filter(|&axis| plan.axes[axis].values.len() > 1).collect();
    let value = |at: &[usize], axis: usize| plan.axes[axis].values[at[axis]].clone();
    let before = |axis: usize| before_value(plan.base.game.names(), &plan.axes[axis].name);
    let place = |at: &[usize]| {
        if let [axis] = varied[..] {
            return value(at, axis);
        }
        let set = |&axis: &usize| before(axis) + &value(at, axis);
        varied.iter().map(set).collect::<Vec<_>>().join(", ")
    };
    let mut played: Vec<(&[usize], &Played, bool)> =
        done.iter().map(|(&i, played)| (plan.points[i].at.as_slice(), played, plan.is_present(i))).collect();
    if varied.len() == 2 {
        played.sort_by_key(|(at, ..)| *at);
    }
    let known = played.iter().filter_map(|&(at, played, is_present)| {
        let figure = played.figures.iter().find(|figure| figure.metric == metric)?;
        Some(Swept { place: place(at), value: figure.value?, interval: figure.interval, is_present })
    });
    let known: Vec<Swept> = known.collect();
    // As on the page: what never changes is shown only if it was asked for.
    let first = known.first().map(|swept| swept.value);
    let changes = known.iter().any(|swept| Some(swept.value) != first);
    if !changes && plan.asked.iter().all(|asked| asked.name() != metric) {
        return None;
    }
    match varied[..] {
        [axis] => {
            let mut reading =
                swept_reading(metric, Some(&before(axis)), &known, &slopes(plan, done, metric))?;
            let who = if plan.base.game.contest().has_sides() { "side" } else { "seat" };
            if let Some(fairer) = fairer_reading(&known, who).filter(|_| metric == "seat_spread") {
                reading += &format!("\n{fairer}");
            }
            Some(reading)
        }
        [_, _] => swept_reading(metric, None, &known, &slopes(plan, done, metric)),
        _ => None,
    }
}

/// Returns the summary for the terminal.
pub(super) fn summary(plan: &SweepPlan, done: &Done, seconds: f64, files: &str) -> String {
    let responses = responses(plan, done, &metric_names(done));
    let invalid = plan.part().filter(|&i| plan.points[i].table.is_err()).count();
    let plays: u64 = done.values().map(|p| p.plays).sum();
    let mut out = format!(
        "{}, seed {}: {} rule sets, {} played, {invalid} invalid, {} games in {seconds:.2} s\n\n",
        plan.base.entry.title(),
        plan.base.seed,
        plan.part().len(),
        done.len(),
        thousands(plays),
    );
    let names = metric_names(done);
    let of_winners = |name: &&str| {
        ["side_win_rate[", "seat_loss_rate["].iter().any(|stem| name.starts_with(stem))
            || *name == "won" && !plan.base.game.contest().is_contest()
    };
    let shown: Vec<&str> = match &plan.asked[..] {
        [] => SHOWN.iter().copied().chain(names.iter().map(String::as_str).filter(of_winners)).collect(),
        asked => asked.iter().map(Metric::name).collect(),
    };
    let readings: Vec<String> = shown.iter().filter_map(|metric| reading(plan, done, metric)).collect();
    if !readings.is_empty() {
        out += &format!("{}\n\n", readings.join("\n"));
    }
    out += &values(plan, done, &shown);
    let warned = plan.part().filter(|&i| !plan.points[i].warnings().is_empty()).count();
    if warned > 0 {
        out += &format!(
            "The game design warns of {warned} of the rule sets: see the column `warnings` of sweep.csv.\n\n"
        );
    }
    let table = elasticities(&responses);
    let mut text = TextTable::new(2, &["parameter", "metric", "slope", "95 % interval", "elasticity"]);
    let mut any = false;
    for (i, row) in table.rows.iter().enumerate() {
        let word = |column: &str| table.cell(i, column).map(Cell::to_string).unwrap_or_default();
        if shown.contains(&word("metric").as_str()) && row.len() == table.columns.len() {
            any = true;
            let interval = match (word("ci_low"), word("ci_high")) {
                (low, _) if low == "-" || low.is_empty() => "-".to_owned(),
                (low, high) => format!("{low} to {high}"),
            };
            text.row(vec![word("parameter"), word("metric"), word("slope"), interval, word("elasticity")]);
        }
    }
    if any {
        out += &format!("{text}\n");
    }
    out + &format!("files  {files}\n")
}
