//! The tables of the game's own.

use super::{STRIDE, Stats, UNIT};
use ludometer_stats::{Cell, Estimate, Report, Table, TallyLayout};

/// Returns a figure with its interval, as cells.
fn cells(estimate: &Estimate) -> [Cell; 3] {
    let [low, high] = estimate.bounds();
    [estimate.value.into(), low, high]
}

impl Stats {
    pub(super) fn write_tables(&self, counted: &TallyLayout, out: &mut Report) {
        out.tables.push(self.kinds(counted));
        out.tables.push(self.places("eo_seats", "seat", &self.by_seat));
        out.tables.push(self.places("eo_order", "order", &self.by_order));
        out.tables.push(self.vault());
        out.tables.push(self.prices());
    }

    /// Returns each kind: how those fare who are dealt it, and what it moves.
    fn kinds(&self, counted: &TallyLayout) -> Table {
        let columns = [
            "card",
            "dealt_seats",
            "win_rate_dealt",
            "ci_low",
            "ci_high",
            "win_rate_not_dealt",
            "used_per_game",
            "dollars_moved_per_use",
            "over_limit_per_game",
        ];
        let mut table = Table::new("eo_kinds", &columns);
        let plays = self.plays as f64;
        let seats = self.plays * counted.seats as u64;
        let won: i128 = self.by_seat.iter().map(|place| place.wins.part()).sum();
        let over = |part: f64, whole: f64| (whole > 0.0).then(|| part / whole);
        for ((name, _), kind) in counted.cards.iter().zip(&self.kinds) {
            let [rate, low, high] = cells(&kind.dealt.estimate_in(UNIT).of_share());
            let others = (seats - kind.dealt.whole()) as f64;
            let others_won = (won - kind.dealt.part()) as f64 * UNIT;
            table.row(vec![
                Cell::Text(name.clone()),
                kind.dealt.whole().into(),
                rate,
                low,
                high,
                over(others_won, others).into(),
                over(kind.used as f64, plays).into(),
                over(kind.moved as f64, kind.used as f64).into(),
                over(kind.over_limit as f64, plays).into(),
            ]);
        }
        table
    }

    /// Places at the table or in the order of play: wins, going out, the pot.
    fn places(&self, name: &'static str, by: &'static str, places: &[super::Place]) -> Table {
        let columns = [
            by,
            "games",
            "win_rate",
            "ci_low",
            "ci_high",
            "out_rate",
            "out_ci_low",
            "out_ci_high",
            "out_turn",
            "out_turn_ci_low",
            "out_turn_ci_high",
            "payoff",
        ];
        let mut table = Table::new(name, &columns);
        for (i, place) in places.iter().enumerate() {
            let mut row = vec![Cell::Count(i as u64), self.plays.into()];
            row.extend(cells(&place.wins.estimate_in(UNIT).of_share()));
            row.extend(cells(&place.out.estimate()));
            row.extend(cells(&place.out_turn.estimate()));
            row.push(place.payoff.estimate().value.into());
            table.row(row);
        }
        table
    }

    /// Returns the money in the Vault at the end of every tenth turn, in the plays that came so far.
    fn vault(&self) -> Table {
        let mut table = Table::new("eo_vault", &["turn", "games", "vault", "ci_low", "ci_high"]);
        for (i, look) in self.vault.iter().enumerate().filter(|(_, look)| look.plays() > 0) {
            let mut row = vec![Cell::Count((i as u64 + 1) * u64::from(STRIDE)), look.plays().into()];
            row.extend(cells(&look.estimate()));
            table.row(row);
        }
        table
    }

    /// Returns what shoes were sold for.
    fn prices(&self) -> Table {
        let mut table = Table::new("eo_prices", &["price", "auctions", "per_game"]);
        let plays = self.plays as f64;
        for (i, &n) in self.prices.iter().enumerate().filter(|&(_, &n)| n > 0) {
            let per_game = (plays > 0.0).then(|| n as f64 / plays);
            table.row(vec![(i as u64 * 100).into(), n.into(), per_game.into()]);
        }
        table
    }
}
