//! The course of the play so far.

use super::super::card::{Card, Counts, VALUES};
use ludometer_model::small_table::BySeat;
use ludometer_model::{Seat, SeatSet, small_table};

/// No turn.
pub(super) const NEVER: u32 = u32::MAX;

/// The course of the play so far.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Now {
    /// The bank top that wins.
    pub(super) goal: usize,
    /// Copies of each kind in hand, and which are there at all (bit k for kind k).
    pub(super) hands: BySeat<Counts>,
    pub(super) held: BySeat<u16>,
    pub(super) tops: BySeat<u8>,
    /// The turn of this game, and of earlier games.
    pub(super) turn: u32,
    pub(super) turn_seat: Seat,
    pub(super) turns_before: u32,
    /// The turn at which each seat's bank got its top.
    pub(super) top_since: BySeat<u32>,
    /// The turn since which each seat lacks at most one value, [`NEVER`] if it does not.
    pub(super) one_short: BySeat<u32>,
    /// The leaders by bank top in this game, and since which turn: every change.
    pub(super) leaders: Vec<(u32, SeatSet)>,
    /// Copies of each value in banks.
    pub(super) banked: [u16; VALUES],
    /// The Bankrupt that takes the next card.
    pub(super) lowest_strikes: bool,
    pub(super) lost_turns: u64,
    pub(super) last_lost: Option<(u32, u32)>,
    pub(super) lost_cards: u64,
    pub(super) needed_cards: u64,
    pub(super) lowest: (u64, u64),
    pub(super) highest: (u64, u64),
    /// Turns with more Bankrupts than value cards in hand.
    pub(super) shortages: u64,
    pub(super) reliefs: u64,
    pub(super) shuffles: u64,
    pub(super) stolen: u64,
    pub(super) steals_played: u64,
    /// Draws from the stock while the pile was closed, from the stock while it was open, from the pile.
    pub(super) draws: [u64; 3],
    /// Decisions to stop drawing while the pile was closed, and while it was open.
    pub(super) stops: [u64; 2],
    pub(super) hit_lowest: SeatSet,
    pub(super) hit_highest: SeatSet,
    pub(super) played_steal: [SeatSet; 3],
    pub(super) waiting: [u64; VALUES],
    pub(super) lead_changes: u64,
    pub(super) games: BySeat<u32>,
    pub(super) unfinished: u64,
    pub(super) losers: u64,
    pub(super) empty_losers: u64,
    pub(super) loser_tops: u64,
    pub(super) shut_out: u64,
}

impl Now {
    #[inline]
    pub(super) fn gain(&mut self, seat: Seat, card: Card) {
        let kind = card.kind() & 15;
        self.hands[seat][usize::from(kind)] += 1;
        self.held[seat] |= 1 << kind;
    }

    #[inline]
    pub(super) fn drop_card(&mut self, seat: Seat, card: Card) {
        let kind = card.kind() & 15;
        let copies = &mut self.hands[seat][usize::from(kind)];
        *copies -= 1;
        self.held[seat] &= !(u16::from(*copies == 0) << kind);
    }

    /// Returns true if the seat's bank and hand lack at most one value.
    #[inline]
    pub(super) fn one_short(&self, seat: Seat) -> bool {
        let wanted = (1_u16 << self.goal) - (1 << self.tops[seat]);
        let lacking = wanted & !self.held[seat];
        lacking & lacking.wrapping_sub(1) == 0
    }

    pub(super) fn bank(&mut self, seats: usize, seat: Seat, value: u8) {
        let top = self.tops[seat];
        self.banked[usize::from(value) - 1] += 1;
        if value != top {
            self.waiting[usize::from(top)] += u64::from(self.turn - self.top_since[seat]);
            self.top_since[seat] = self.turn;
            self.tops[seat] = value;
            self.new_leaders(seats);
        }
    }

    pub(super) fn new_leaders(&mut self, seats: usize) {
        let tops = self.tops.first(seats);
        let best = tops.iter().copied().max().unwrap_or(0);
        let leaders: SeatSet = Seat::all(seats).filter(|&seat| self.tops[seat] == best).collect();
        // A change of lead: a single leader who is not the last single leader.
        if !leaders.has_several() {
            let last = self.leaders.iter().rev().find(|(_, before)| !before.has_several());
            self.lead_changes += u64::from(last.is_some_and(|&(_, before)| before != leaders));
        }
        self.leaders.push((self.turn, leaders));
    }

    /// Returns the leaders at the end of a turn: all seats before the first card is banked.
    pub(super) fn leaders_after(&self, turn: u32) -> SeatSet {
        let last = self.leaders.iter().rev().find(|(since, _)| *since <= turn);
        last.map_or(SeatSet::of_table(small_table::MAX_SEATS), |&(_, leaders)| leaders)
    }

    pub(super) fn lost(&mut self, turn: (u32, u32)) {
        if self.last_lost != Some(turn) {
            self.lost_turns += 1;
            self.last_lost = Some(turn);
        }
    }
}
