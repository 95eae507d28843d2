//! The counts as figures: rows of the summary and tables of their own.

use super::{STRIDE, Stats, UNIT};
use ludometer_stats::{Cell, Estimate, Metric, Report, Table, TallyLayout};

/// The shares of services by how they end, as they are counted.
const ENDS: [&str; super::ENDS] = [
    "eo_services_served",
    "eo_services_no_client",
    "eo_services_enforced",
    "eo_services_voided",
    "eo_services_provider_out",
    "eo_services_cut_short",
];

/// A figure with its interval, as cells.
fn cells(estimate: &Estimate) -> [Cell; 3] {
    let [low, high] = estimate.bounds();
    [estimate.value.into(), low, high]
}

impl Stats {
    pub(super) fn write(&self, counted: &TallyLayout, out: &mut Report) {
        let rows = [
            // How plays end.
            ("eo_win_shoes", self.win_shoes.estimate()),
            ("eo_win_last", self.win_last.estimate()),
            ("eo_shoe_wins_without_out", self.shoe_wins_without_out.share()),
            ("eo_outs", self.outs.estimate()),
            ("eo_first_out_turn", self.first_out.estimate()),
            ("eo_turns_out", self.turns_out.estimate()),
            ("eo_comebacks", self.comebacks.share()),
            ("eo_first_wins", self.first_wins.estimate_in(UNIT).of_share()),
            // Services.
            ("eo_corners_per_turn", self.corners_per_turn.estimate()),
            ("eo_quickies_per_turn", self.quickies_per_turn.estimate()),
            ("eo_services", self.services.estimate()),
            ("eo_services_per_turn", self.services_per_turn.estimate()),
        ];
        out.metrics.extend(rows.map(|(name, estimate)| Metric::new(name, estimate)));
        for (name, tally) in ENDS.iter().zip(&self.ends) {
            out.metrics.push(Metric::new(*name, tally.share()));
        }
        let rows = [
            ("eo_choices_declined", self.declines.share()),
            ("eo_legs", self.legs.estimate()),
            ("eo_legs_second", self.second_legs.share()),
            ("eo_legs_discounted", self.discounted.share()),
            ("eo_legs_reversed", self.reversed.share()),
            ("eo_leg_price", self.leg_price.estimate()),
            // The Vault.
            ("eo_vault_in_per_turn", self.into_vault.estimate()),
            ("eo_vault_out_per_turn", self.from_vault.estimate()),
            ("eo_get_paid_per_turn", self.get_paid.estimate()),
            ("eo_vault_lowest", self.lowest.estimate()),
            ("eo_shortage_turns", self.short_turns.share()),
            // Shoes.
            ("eo_sales_forced", self.forced.estimate()),
            ("eo_sales_free", self.free.estimate()),
            ("eo_auctions", self.auctions.estimate()),
            ("eo_auctions_again", self.again.estimate()),
            ("eo_auction_price", self.price.estimate()),
            ("eo_auctions_unsold", self.unsold.share()),
            // Dead cards.
            ("eo_nothing_in_hand", self.nothing.share()),
            ("eo_over_limit", self.over_limit.estimate()),
            ("eo_over_limit_bonus_second", self.over_limit_idle.share()),
        ];
        out.metrics.extend(rows.map(|(name, estimate)| Metric::new(name, estimate)));
        out.tables.push(self.kinds(counted));
        out.tables.push(self.places("eo_seats", "seat", &self.by_seat));
        out.tables.push(self.places("eo_order", "order", &self.by_order));
        out.tables.push(self.vault());
        out.tables.push(self.prices());
    }

    /// Each kind: how those fare who are dealt it, and what it moves.
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
        let won: u64 = self.by_seat.iter().map(|place| place.wins.part()).sum();
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

    /// The money in the Vault at the end of every tenth turn, in the plays that came so far.
    fn vault(&self) -> Table {
        let mut table = Table::new("eo_vault", &["turn", "games", "vault", "ci_low", "ci_high"]);
        for (i, look) in self.vault.iter().enumerate().filter(|(_, look)| look.plays() > 0) {
            let mut row = vec![Cell::Count((i as u64 + 1) * u64::from(STRIDE)), look.plays().into()];
            row.extend(cells(&look.estimate()));
            table.row(row);
        }
        table
    }

    /// What shoes were sold for.
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
