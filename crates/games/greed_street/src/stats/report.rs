//! From counts to figures.

use ludometer_stats::{Cell, EstimateKind, Member, Metric, Ratio, Report, Table};

use super::Tally;
use super::counts::{Count, FIRST_PER_SEAT, Own, PER_SEAT, Rate, Wins};

/// Rows of the summary, and the tables `workers` and `players`.
pub(super) fn report(tally: &Tally, out: &mut Report) {
    let per_seat = 1.0 / tally.seats as f64;
    for (i, (figure, mean)) in Count::FIGURES.iter().zip(&tally.means).enumerate() {
        let unit = if i >= FIRST_PER_SEAT { per_seat } else { 1.0 };
        out.metrics.push(Metric::new(figure, mean.estimate_in(unit)));
    }
    for (figure, ratio) in Rate::FIGURES.iter().zip(&tally.ratios) {
        let share = figure.kind == EstimateKind::Share;
        out.metrics.push(Metric::new(figure, if share { ratio.share() } else { ratio.estimate() }));
    }
    let [upset, order, arrival] = Wins::FIGURES else { return };
    out.metrics.push(Metric::new(upset, tally.upset.estimate()));
    for (figure, ratios) in [(order, &tally.order), (arrival, &tally.arrival)] {
        let rows = (1..).zip(ratios);
        let row = |(place, ratio): (usize, &Ratio)| {
            Metric::of(figure, Member::Named(place.to_string()), ratio.share())
        };
        out.metrics.extend(rows.map(row));
    }
    out.tables.push(workers(tally));
    out.tables.push(players(tally));
}

fn mean(sum: u64, plays: u64) -> Cell {
    (plays > 0).then(|| sum as f64 / plays as f64).into()
}

fn per_game(tally: &Tally, sum: u64) -> Cell {
    mean(sum, tally.plays)
}

/// Returns a row per Worker: how often she is recruited, paid for, fought over, and how her owner fares.
fn workers(tally: &Tally) -> Table {
    let columns = [
        "worker",
        "games",
        "recruits_per_game",
        "payments_per_game",
        "rent_per_game",
        "changes_per_game",
        "open_rate",
        "open_ci_low",
        "open_ci_high",
        "owner_win_rate",
        "ci_low",
        "ci_high",
    ];
    let mut table = Table::new("workers", &columns);
    for (name, worker) in tally.names.iter().zip(&tally.workers) {
        let (open, owner) = (worker.open.estimate(), worker.owner.share());
        let [open_low, open_high] = open.bounds();
        let [low, high] = owner.bounds();
        table.row(vec![
            Cell::Text(name.clone()),
            tally.plays.into(),
            per_game(tally, worker.recruits),
            per_game(tally, worker.payments),
            per_game(tally, worker.dollars),
            per_game(tally, worker.changes),
            open.value.into(),
            open_low,
            open_high,
            owner.value.into(),
            low,
            high,
        ]);
    }
    table
}

/// Returns a row per seat: what it does and gets, per game; when it arrives, per game in which it does.
fn players(tally: &Tally) -> Table {
    let mut columns = vec!["seat", "games"];
    columns.extend(PER_SEAT);
    let mut table = Table::new("players", &columns);
    for (seat, sums) in tally.per_seat.chunks(PER_SEAT.len()).enumerate() {
        let mut row: Vec<Cell> = vec![(seat as u64).into(), tally.plays.into()];
        row.extend(sums.iter().map(|&sum| per_game(tally, sum)));
        row[2 + Own::ArrivalTurns as usize] = mean(sums[Own::ArrivalTurns as usize], tally.arrived[seat]);
        table.row(row);
    }
    table
}
