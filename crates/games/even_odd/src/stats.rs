//! Figures that a designer asks of this game (section 14 of the spec), counted from its events. Money is in
//! dollars.

use serde::{Deserialize, Serialize};

use super::EvenOdd;
use super::cards::KINDS;
use ludometer_model::SHARE_UNITS;
use ludometer_model::small_table::MAX_SEATS;
use ludometer_stats::{Figures, Mean, Member, Merge, Ratio, Report, Share, Statistic, TallyLayout};

mod end;
mod now;
mod report;
mod watch;

pub use self::report::{KindRow, PlaceRow, PriceRow, VaultRow};

use now::{ENDS, Now};

/// Turns between two looks into the Vault.
const STRIDE: u32 = 10;

/// Looks into the Vault that are kept apart; later ones are not counted.
const LOOKS: usize = 100;

/// Prices of shoes are counted apart up to this many hundred dollars.
const PRICES: usize = 200;

/// The win rate that a ratio of units stands for.
const UNIT: f64 = 1.0 / SHARE_UNITS as f64;

/// One kind of card over all plays.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Merge, Serialize, Deserialize)]
struct Kind {
    /// Units won by seats that were dealt the kind, of such seats.
    dealt: Ratio,
    /// Times played; for Corner and Burns, times drawn.
    used: u64,
    /// Dollars that it moved then.
    moved: u64,
    /// Times discarded over the limit.
    over_limit: u64,
}

/// One place, either at the table or in the order from the first player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Merge, Serialize, Deserialize)]
struct Place {
    /// Units won, of plays.
    wins: Ratio,
    out: Share,
    out_turn: Mean,
    payoff: Mean,
}

/// The ways in which services end, as their figures are named.
const SERVICE_ENDS: [&str; ENDS] = ["served", "no_client", "enforced", "voided", "provider_out", "cut_short"];

/// The game's own statistics.
#[derive(Clone, Debug, Default, Figures, Merge, Serialize, Deserialize)]
pub struct Stats {
    // How games end.
    /// Games won by shoes / games.
    #[figure("eo_win_shoes", "share of games")]
    win_shoes: Share,
    /// Games won by the last seat standing / games.
    #[figure("eo_win_last", "share of games")]
    win_last: Share,
    /// Of the wins by shoes, those without any elimination.
    #[figure("eo_shoe_wins_without_out", "share of wins by shoes", share)]
    shoe_wins_without_out: Ratio,
    /// Eliminations.
    #[figure("eo_outs", "per game")]
    outs: Mean,
    /// Turn of the first elimination.
    #[figure("eo_first_out_turn", "turn")]
    first_out: Mean,
    /// Turns that seats spent out of the game.
    #[figure("eo_turns_out", "per game")]
    turns_out: Mean,
    /// Of the players that were below $300 at the end of a turn, those that won.
    #[figure("eo_comebacks", "share of players", share)]
    comebacks: Ratio,
    /// Win rate of the first player.
    #[figure("eo_first_wins", "share of games", share, by = |wins| wins.estimate_in(UNIT).of_share())]
    first_wins: Ratio,
    // Services.
    /// Corners drawn.
    #[figure("eo_corners_per_turn", "per turn")]
    corners_per_turn: Ratio,
    /// Quickies played.
    #[figure("eo_quickies_per_turn", "per turn")]
    quickies_per_turn: Ratio,
    /// Services.
    #[figure("eo_services", "per game")]
    services: Mean,
    /// Services.
    #[figure("eo_services_per_turn", "per turn")]
    services_per_turn: Ratio,
    /// Services by how they ended: served, without a Client, enforced, voided, the Provider went out, the game ended.
    #[figure("eo_services_*", "share of services", share, each = SERVICE_ENDS)]
    ends: Vec<Ratio>,
    /// Choices of a Client that were answered with Declined / choices.
    #[figure("eo_choices_declined", "share of choices", share)]
    declines: Ratio,
    /// Payments of services.
    #[figure("eo_legs", "per game")]
    legs: Mean,
    /// Of the payments, those of second services.
    #[figure("eo_legs_second", "share of payments", share)]
    second_legs: Ratio,
    /// Of the payments, discounted ones.
    #[figure("eo_legs_discounted", "share of payments", share)]
    discounted: Ratio,
    /// Of the payments, reversed ones.
    #[figure("eo_legs_reversed", "share of payments", share)]
    reversed: Ratio,
    /// Price of a payment.
    #[figure("eo_leg_price", "dollars")]
    leg_price: Ratio,
    // The Vault.
    /// Money into the Vault.
    #[figure("eo_vault_in_per_turn", "dollars per turn")]
    into_vault: Ratio,
    /// Money out of the Vault.
    #[figure("eo_vault_out_per_turn", "dollars per turn")]
    from_vault: Ratio,
    /// Money out of the Vault by `GetPaid`.
    #[figure("eo_get_paid_per_turn", "dollars per turn")]
    get_paid: Ratio,
    /// Lowest level of the Vault in a game.
    #[figure("eo_vault_lowest", "dollars")]
    lowest: Mean,
    /// Turns in which the Vault could not pay all / turns.
    #[figure("eo_shortage_turns", "share of turns", share)]
    short_turns: Ratio,
    // Shoes.
    /// Shoes sold to stay in the game.
    #[figure("eo_sales_forced", "per game")]
    forced: Mean,
    /// Shoes sold by choice.
    #[figure("eo_sales_free", "per game")]
    free: Mean,
    /// Auctions.
    #[figure("eo_auctions", "per game")]
    auctions: Mean,
    /// Auctions that were held again.
    #[figure("eo_auctions_again", "per game")]
    again: Mean,
    /// Price of a sold shoe.
    #[figure("eo_auction_price", "dollars")]
    price: Ratio,
    /// Auctions without a buyer / auctions.
    #[figure("eo_auctions_unsold", "share of auctions", share)]
    unsold: Ratio,
    // Dead cards.
    /// Hand cards that are Nothing / hand cards.
    #[figure("eo_nothing_in_hand", "share of cards", share)]
    nothing: Ratio,
    /// Cards discarded over the hand limit.
    #[figure("eo_over_limit", "per game")]
    over_limit: Mean,
    /// Of the cards discarded over the hand limit, Bonus and `SecondService`.
    #[figure("eo_over_limit_bonus_second", "share of cards", share)]
    over_limit_idle: Ratio,
    plays: u64,
    kinds: Vec<Kind>,
    by_seat: Vec<Place>,
    by_order: Vec<Place>,
    vault: Vec<Mean>,
    prices: Vec<u64>,
    #[serde(skip)]
    #[merge(skip)]
    now: Now,
}

impl Statistic<EvenOdd> for Stats {
    fn new(counted: &TallyLayout) -> Self {
        debug_assert!(counted.seats <= MAX_SEATS, "seats are few");
        Self {
            ends: vec![Ratio::default(); ENDS],
            kinds: vec![Kind::default(); KINDS],
            by_seat: vec![Place::default(); counted.seats],
            by_order: vec![Place::default(); counted.seats],
            vault: vec![Mean::default(); LOOKS],
            prices: vec![0; PRICES],
            ..Self::default()
        }
    }

    fn report(&self, counted: &TallyLayout, out: &mut Report) {
        self.write_figures(&Member::Whole, counted, &mut out.metrics);
        self.write_tables(counted, out);
    }
}
