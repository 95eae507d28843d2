//! From counts to figures.

use ludometer_stats::{Bounded, Cell, EstimateKind, Member, Metric, Ratio, Report, Row, Table};

use super::counts::{Count, FIRST_PER_SEAT, Own, PER_SEAT, Rate, Wins};
use super::{Tally, WorkerTally};

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

fn mean(sum: u64, plays: u64) -> Option<f64> {
    (plays > 0).then(|| sum as f64 / plays as f64)
}

fn per_game(tally: &Tally, sum: u64) -> Option<f64> {
    mean(sum, tally.plays)
}

/// A row of `workers.csv`: a Worker.
#[derive(Clone, Debug, PartialEq, Row)]
#[row(table = "workers")]
pub struct WorkerRow {
    /// Name of the Worker.
    pub worker: String,
    /// Games.
    pub games: u64,
    /// Times that she is recruited, mean per game.
    pub recruits_per_game: Option<f64>,
    /// Payments for her, mean per game.
    pub payments_per_game: Option<f64>,
    /// Dollars of these payments, mean per game.
    pub rent_per_game: Option<f64>,
    /// Changes of her owner, mean per game.
    pub changes_per_game: Option<f64>,
    /// Share of the games that end with nobody as her owner.
    #[row("open_rate", "open_ci_low", "open_ci_high")]
    pub open_rate: Bounded,
    /// Win rate of her owner at the end.
    #[row("owner_win_rate", "ci_low", "ci_high")]
    pub owner_win_rate: Bounded,
}

fn workers(tally: &Tally) -> Table {
    let row = |(name, worker): (&String, &WorkerTally)| WorkerRow {
        worker: name.clone(),
        games: tally.plays,
        recruits_per_game: per_game(tally, worker.recruits),
        payments_per_game: per_game(tally, worker.payments),
        rent_per_game: per_game(tally, worker.dollars),
        changes_per_game: per_game(tally, worker.changes),
        open_rate: worker.open.estimate().into(),
        owner_win_rate: worker.owner.share().into(),
    };
    Table::of(tally.names.iter().zip(&tally.workers).map(row))
}

/// Returns a row per seat: what it does and gets, per game; when it arrives, per game in which it does.
fn players(tally: &Tally) -> Table {
    let mut columns = vec!["seat", "games"];
    columns.extend(PER_SEAT);
    let mut table = Table::new("players", &columns);
    for (seat, sums) in tally.per_seat.chunks(PER_SEAT.len()).enumerate() {
        let mut row: Vec<Cell> = vec![(seat as u64).into(), tally.plays.into()];
        row.extend(sums.iter().map(|&sum| Cell::from(per_game(tally, sum))));
        row[2 + Own::ArrivalTurns as usize] =
            mean(sums[Own::ArrivalTurns as usize], tally.arrived[seat]).into();
        table.row(row);
    }
    table
}
