//! The tables of the game's own.

use super::{Kind, Place, STRIDE, Stats, UNIT};
use ludometer_stats::{Bounded, Mean, Report, Row, Table, TallyLayout};

/// A row of `eo_kinds.csv`: a kind of card.
#[derive(Clone, Debug, PartialEq, Row)]
#[row(table = "eo_kinds")]
pub struct KindRow {
    /// Id of the card.
    pub card: String,
    /// Seats that are dealt the card, in all games.
    pub dealt_seats: u64,
    /// Win rate of these seats.
    #[row("win_rate_dealt", "ci_low", "ci_high")]
    pub win_rate_dealt: Bounded,
    /// Win rate of all other seats.
    pub win_rate_not_dealt: Option<f64>,
    /// Uses, mean per game; draws of Corner and Burns.
    pub used_per_game: Option<f64>,
    /// Dollars moved by a use, mean.
    pub dollars_moved_per_use: Option<f64>,
    /// Copies discarded over the hand limit, mean per game.
    pub over_limit_per_game: Option<f64>,
}

/// A row of `eo_seats.csv`: a seat. `eo_order.csv` has the same for the places in the order of play.
#[derive(Clone, Debug, PartialEq, Row)]
#[row(table = "eo_seats")]
pub struct PlaceRow {
    /// Seat, from 0.
    pub seat: u64,
    /// Games.
    pub games: u64,
    /// Win rate.
    #[row("win_rate", "ci_low", "ci_high")]
    pub win_rate: Bounded,
    /// Share of the games in which the seat is eliminated.
    #[row("out_rate", "out_ci_low", "out_ci_high")]
    pub out_rate: Bounded,
    /// Mean turn of the elimination.
    #[row("out_turn", "out_turn_ci_low", "out_turn_ci_high")]
    pub out_turn: Bounded,
    /// Mean payoff.
    pub payoff: Option<f64>,
}

/// A row of `eo_vault.csv`: a turn, each tenth.
#[derive(Clone, Debug, PartialEq, Row)]
#[row(table = "eo_vault")]
pub struct VaultRow {
    /// Turn.
    pub turn: u64,
    /// Games that last so long.
    pub games: u64,
    /// Dollars in the Vault at the end of the turn, mean of these games.
    #[row("vault", "ci_low", "ci_high")]
    pub vault: Bounded,
}

/// A row of `eo_prices.csv`: a price of an auction.
#[derive(Clone, Debug, PartialEq, Row)]
#[row(table = "eo_prices")]
pub struct PriceRow {
    /// Price in dollars.
    pub price: u64,
    /// Auctions with this price.
    pub auctions: u64,
    /// These auctions, mean per game.
    pub per_game: Option<f64>,
}

impl Stats {
    pub(super) fn write_tables(&self, counted: &TallyLayout, out: &mut Report) {
        out.tables.push(self.kinds(counted));
        out.tables.push(self.places(&self.by_seat));
        let mut order = self.places(&self.by_order);
        (order.name, order.columns[0]) = ("eo_order", "order");
        out.tables.push(order);
        out.tables.push(self.vault());
        out.tables.push(self.prices());
    }

    fn kinds(&self, counted: &TallyLayout) -> Table {
        let plays = self.plays as f64;
        let seats = self.plays * counted.seats as u64;
        let won: i128 = self.by_seat.iter().map(|place| place.wins.part()).sum();
        let over = |part: f64, whole: f64| (whole > 0.0).then(|| part / whole);
        let row = |((name, _), kind): (&(String, u64), &Kind)| {
            let others = (seats - kind.dealt.whole()) as f64;
            let others_won = (won - kind.dealt.part()) as f64 * UNIT;
            KindRow {
                card: name.clone(),
                dealt_seats: kind.dealt.whole(),
                win_rate_dealt: kind.dealt.estimate_in(UNIT).of_share().into(),
                win_rate_not_dealt: over(others_won, others),
                used_per_game: over(kind.used as f64, plays),
                dollars_moved_per_use: over(kind.moved as f64, kind.used as f64),
                over_limit_per_game: over(kind.over_limit as f64, plays),
            }
        };
        Table::of(counted.cards.iter().zip(&self.kinds).map(row))
    }

    /// Places at the table or in the order of play: wins, going out, the pot.
    fn places(&self, places: &[Place]) -> Table {
        let row = |(seat, place): (u64, &Place)| PlaceRow {
            seat,
            games: self.plays,
            win_rate: place.wins.estimate_in(UNIT).of_share().into(),
            out_rate: place.out.estimate().into(),
            out_turn: place.out_turn.estimate().into(),
            payoff: place.payoff.estimate().value,
        };
        Table::of((0..).zip(places).map(row))
    }

    fn vault(&self) -> Table {
        let row = |(tenth, look): (u64, &Mean)| VaultRow {
            turn: tenth * u64::from(STRIDE),
            games: look.plays(),
            vault: look.estimate().into(),
        };
        Table::of((1..).zip(&self.vault).filter(|(_, look)| look.plays() > 0).map(row))
    }

    /// Returns what shoes were sold for.
    fn prices(&self) -> Table {
        let plays = self.plays as f64;
        let row = |(hundreds, &auctions): (u64, &u64)| PriceRow {
            price: hundreds * 100,
            auctions,
            per_game: (plays > 0.0).then(|| auctions as f64 / plays),
        };
        Table::of((0..).zip(&self.prices).filter(|(_, auctions)| **auctions > 0).map(row))
    }
}
