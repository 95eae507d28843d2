//! Counts of the play in progress.

use crate::cards::{Card, KINDS, Kinds};
use crate::reason::Win;
use ludometer_model::small_table::BySeat;
use ludometer_model::{Seat, SeatSet};

/// How services end, in the order of the report: as [`Close`], then cut short by the end of the
/// play.
pub(super) const ENDS: usize = 6;

/// The kinds of `ServiceBonus`: the first of them, and how many.
pub(super) const FIRST_BONUS: usize = Kinds::BONUS.bits().trailing_zeros() as usize;
pub(super) const BONUSES: usize = Kinds::BONUS.len() as usize;

/// A player with less money than this at the end of a turn is nearly out.
const LOW: u32 = 300;

/// The role in which a kind of card is counted where it is played or shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub(super) enum Role {
    GetPaid,
    Burn,
    Second,
    Quickie,
    Corner,
    Other,
}

impl Role {
    /// How many there are.
    pub(super) const COUNT: usize = Self::Other as usize + 1;

    const fn of(card: Card) -> Self {
        if card.is(Kinds::GET_PAID) {
            Self::GetPaid
        } else if card.is(Kinds::BURN) {
            Self::Burn
        } else if card.is(Kinds::SECOND) {
            Self::Second
        } else if card.is(Kinds::QUICKIE) {
            Self::Quickie
        } else if card.index() == Card::CORNER.index() {
            Self::Corner
        } else {
            Self::Other
        }
    }
}

/// The role of each kind.
pub(super) static ROLES: [Role; KINDS] = {
    let mut roles = [Role::Other; KINDS];
    let mut kind = 0;
    while kind < KINDS {
        roles[kind] = Role::of(Card::new(kind));
        kind += 1;
    }
    roles
};

/// One play's counts.
#[derive(Clone, Copy, Debug)]
pub(super) struct Now {
    pub(super) seats: usize,
    pub(super) first: Seat,
    pub(super) turn: u32,
    /// Turns that began.
    pub(super) turns: u64,
    pub(super) money: BySeat<u32>,
    pub(super) vault: u32,
    pub(super) lowest: u32,
    pub(super) into_vault: u64,
    pub(super) from_vault: u64,
    pub(super) get_paid: u64,
    pub(super) short_turns: u64,
    pub(super) short_seen: bool,
    /// Cards played or shown, and the last of them, by [`Role`].
    pub(super) used: [u64; Role::COUNT],
    pub(super) last: [usize; Role::COUNT],
    pub(super) services: u64,
    pub(super) ends: [u64; ENDS],
    pub(super) open: bool,
    pub(super) choices: u64,
    pub(super) declines: u64,
    pub(super) legs: u64,
    pub(super) second_legs: u64,
    pub(super) discounted: u64,
    pub(super) reversed: u64,
    pub(super) leg_price: i64,
    pub(super) leg_money: u64,
    /// Dollars that each kind of `ServiceBonus` added to the price for the Client chosen last.
    pub(super) bonuses: [u64; BONUSES],
    /// The price in progress was enforced.
    pub(super) enforced: bool,
    pub(super) auctions: u64,
    pub(super) again: u64,
    pub(super) sold: u64,
    pub(super) sold_for: u64,
    pub(super) forced: u64,
    pub(super) free: u64,
    pub(super) outs: u64,
    pub(super) out_turn: BySeat<u32>,
    /// Players with less than [`LOW`] now, and at the end of any turn so far.
    pub(super) below: SeatSet,
    pub(super) low: SeatSet,
    pub(super) slots: u64,
    pub(super) nothing: u64,
    /// Cards in all hands, and those of them that are Nothing.
    pub(super) held: u64,
    pub(super) held_nothing: u64,
    pub(super) over_limit: u64,
    pub(super) over_limit_idle: u64,
    pub(super) dealt: BySeat<Kinds>,
    /// The ordinary `PoorLifeDecision` played last.
    pub(super) pld_card: usize,
    pub(super) leg: u8,
    pub(super) starter: usize,
    pub(super) win: Option<Win>,
    pub(super) payoffs: BySeat<i64>,
}

impl Default for Now {
    fn default() -> Self {
        Self {
            seats: 0,
            first: Seat::new(0),
            turn: 0,
            turns: 0,
            money: BySeat::all(0),
            vault: 0,
            lowest: 0,
            into_vault: 0,
            from_vault: 0,
            get_paid: 0,
            short_turns: 0,
            short_seen: false,
            used: [0; Role::COUNT],
            last: [0; Role::COUNT],
            services: 0,
            ends: [0; ENDS],
            open: false,
            choices: 0,
            declines: 0,
            legs: 0,
            second_legs: 0,
            discounted: 0,
            reversed: 0,
            leg_price: 0,
            leg_money: 0,
            bonuses: [0; BONUSES],
            enforced: false,
            auctions: 0,
            again: 0,
            sold: 0,
            sold_for: 0,
            forced: 0,
            free: 0,
            outs: 0,
            out_turn: BySeat::all(0),
            below: SeatSet::EMPTY,
            low: SeatSet::EMPTY,
            slots: 0,
            nothing: 0,
            held: 0,
            held_nothing: 0,
            over_limit: 0,
            over_limit_idle: 0,
            dealt: BySeat::all(Kinds::EMPTY),
            pld_card: 0,
            leg: 0,
            starter: 0,
            win: None,
            payoffs: BySeat::all(0),
        }
    }
}

impl Now {
    /// Looks at a player's money after it changed.
    #[inline]
    pub(super) fn see(&mut self, seat: Seat) {
        self.below.set(seat, self.money[seat] < LOW);
    }
}
