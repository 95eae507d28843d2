//! Certain knowledge of each seat (spec, section 4), and knowledge of everybody.
//!
//! All of it are lower bounds: "this hand holds at least these", "the stock holds at least those".

use super::card::MAX_KINDS;
use super::hand::Hand;
use super::params::Params;
use super::state::MAX_PLAYERS;
use ludometer_model::Seat;

/// A row of counts, by kind number.
pub type Counts = [u8; MAX_KINDS];

/// The observer who sees only what all see.
pub(super) const EVERYONE: usize = MAX_PLAYERS;

/// No kind has more copies than this.
const MOST_COPIES: u8 = 30;

/// Cards that are in the stock for certain.
///
/// An unseen draw takes one of every kind's certainty away. Those draws are only counted; the rows
/// are lowered when somebody looks or a card is added, so that no count exceeds the copies of a kind.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct StockFacts {
    counts: Counts,
    less: u8,
    any: bool,
}

impl StockFacts {
    const NONE: Self = Self { counts: [0; MAX_KINDS], less: 0, any: false };

    pub(super) fn set(&mut self, counts: &Counts) {
        *self = Self { counts: *counts, less: 0, any: true };
    }

    /// Notes one card less of every kind, at worst.
    #[inline]
    fn unseen_draw(&mut self) {
        if self.any {
            self.less += 1;
            if self.less > MOST_COPIES {
                *self = Self::NONE;
            }
        }
    }

    #[inline]
    fn remove(&mut self, kind: u8) {
        let count = &mut self.counts[usize::from(kind)];
        if self.any && *count > self.less {
            *count -= 1;
        }
    }

    fn add(&mut self, kind: u8) {
        self.set(&self.now());
        self.counts[usize::from(kind)] += 1;
    }

    /// Returns the cards that are certain now.
    pub(super) fn now(&self) -> Counts {
        if !self.any {
            return [0; MAX_KINDS];
        }
        self.counts.map(|count| count.saturating_sub(self.less))
    }
}

/// Everything that seats know for certain beyond what lies open.
///
/// Most seats know of most hands just what everybody knows: that is kept once, and only what
/// differs from it by observer.
#[derive(Clone, Copy, Debug)]
pub(super) struct Knowledge {
    /// The knowledge of everybody, by holder.
    open: [Hand; MAX_PLAYERS],
    /// By observer, by holder: what counts where `differs` has the observer's bit.
    private: [[Hand; MAX_PLAYERS]; MAX_PLAYERS],
    /// By holder, a bit for each observer who knows something else than everybody.
    differs: [u8; MAX_PLAYERS],
    /// By observer.
    pub(super) stock: [StockFacts; MAX_PLAYERS + 1],
    /// Held by the other players together, by observer.
    pub(super) outside: [Counts; MAX_PLAYERS],
}

impl PartialEq for Knowledge {
    fn eq(&self, other: &Self) -> bool {
        let known = |k: &Self| -> [[Hand; MAX_PLAYERS]; MAX_PLAYERS + 1] { std::array::from_fn(|o| k.of(o)) };
        self.stock == other.stock && self.outside == other.outside && known(self) == known(other)
    }
}

impl Eq for Knowledge {}

impl Knowledge {
    pub(super) const NONE: Self = Self {
        open: [Hand::NONE; MAX_PLAYERS],
        private: [[Hand::NONE; MAX_PLAYERS]; MAX_PLAYERS],
        differs: [0; MAX_PLAYERS],
        stock: [StockFacts::NONE; MAX_PLAYERS + 1],
        outside: [[0; MAX_KINDS]; MAX_PLAYERS],
    };

    /// Returns all observers but this seat.
    #[inline]
    fn others(seats: usize, holder: Seat) -> impl Iterator<Item = usize> {
        (0..seats).filter(move |o| *o != holder.index()).chain([EVERYONE])
    }

    /// Returns what the observer knows of a hand; of its own, nothing is kept here.
    #[inline]
    pub(super) fn known(&self, observer: usize, holder: usize) -> &Hand {
        if observer == holder {
            &Hand::NONE
        } else if observer != EVERYONE && self.differs[holder] >> observer & 1 != 0 {
            &self.private[observer][holder]
        } else {
            &self.open[holder]
        }
    }

    /// Returns what the observer knows of all hands.
    pub(super) fn of(&self, observer: usize) -> [Hand; MAX_PLAYERS] {
        std::array::from_fn(|holder| *self.known(observer, holder))
    }

    /// Forgets what seats know of hands but for what everybody knows.
    pub(super) fn set_open(&mut self, open: &[Hand; MAX_PLAYERS]) {
        self.open = *open;
        self.differs = [0; MAX_PLAYERS];
    }

    /// Sets what one seat knows of another's hand.
    pub(super) fn set(&mut self, observer: usize, holder: usize, hand: &Hand) {
        if *self.known(observer, holder) != *hand {
            *self.own(observer, holder) = *hand;
        }
    }

    /// Returns what one seat knows of another's hand, from now on kept apart.
    fn own(&mut self, observer: usize, holder: usize) -> &mut Hand {
        if self.differs[holder] >> observer & 1 == 0 {
            self.differs[holder] |= 1 << observer;
            self.private[observer][holder] = self.open[holder];
        }
        &mut self.private[observer][holder]
    }

    /// Changes what all know of a hand.
    #[inline]
    fn each(&mut self, holder: usize, mut change: impl FnMut(&mut Hand)) {
        change(&mut self.open[holder]);
        let mut differs = self.differs[holder];
        while differs != 0 {
            change(&mut self.private[differs.trailing_zeros() as usize][holder]);
            differs &= differs - 1;
        }
    }

    /// Notes that everybody saw this card come into the hand.
    #[inline]
    pub(super) fn gained(&mut self, holder: Seat, kind: u8) {
        self.each(holder.index(), |known| known.add(kind));
    }

    /// Notes that everybody saw this card leave the hand.
    #[inline]
    pub(super) fn left(&mut self, seats: usize, holder: Seat, kind: u8) {
        self.each(holder.index(), |known| {
            known.remove(kind);
        });
        for (o, outside) in self.outside[..seats].iter_mut().enumerate() {
            let count = &mut outside[usize::from(kind)];
            *count = count.saturating_sub(u8::from(o != holder.index()));
        }
    }

    /// Notes that one seat saw the whole hand.
    pub(super) fn looked(&mut self, viewer: Seat, holder: Seat, hand: &Hand) {
        self.set(viewer.index(), holder.index(), hand);
    }

    /// Notes that a card went from hand to hand; only these two saw it.
    pub(super) fn stolen(&mut self, thief: Seat, target: Seat, kind: u8) {
        let (from, to) = (target.index(), thief.index());
        let mut seen = *self.known(to, from);
        seen.remove(kind);
        self.each(from, |known| known.less(1));
        self.set(to, from, &seen);
        let count = &mut self.outside[to][usize::from(kind)];
        *count = count.saturating_sub(1);
        self.own(from, to).add(kind);
    }

    /// Notes that cards went from a hand into the stock; only their holder saw which.
    pub(super) fn gave(&mut self, seats: usize, holder: Seat, cards: &Hand) {
        self.each(holder.index(), |known| known.less(cards.size()));
        for o in (0..seats).filter(|&o| o != holder.index()) {
            self.outside[o] = [0; MAX_KINDS];
        }
        cards.iter().for_each(|&kind| self.stock[holder.index()].add(kind));
    }

    /// Notes that a card was drawn from the stock; only its holder saw it.
    #[inline]
    pub(super) fn drew(&mut self, seats: usize, holder: Seat, kind: u8) {
        for o in Self::others(seats, holder) {
            self.stock[o].unseen_draw();
        }
        self.stock[holder.index()].remove(kind);
    }

    /// Notes that the pile, which all had seen, became the stock. What is in no open place is in a hand.
    pub(super) fn refilled(&mut self, params: &Params, stock: &[u8], hands: &[Hand; MAX_PLAYERS]) {
        let mut counts = [0; MAX_KINDS];
        for &kind in stock {
            counts[usize::from(kind)] += 1;
        }
        let mut held: Counts = [0; MAX_KINDS];
        hands.iter().flat_map(|h| h.iter()).for_each(|&kind| held[usize::from(kind)] += 1);
        for o in (0..params.seats).chain([EVERYONE]) {
            self.stock[o].set(&counts);
            if o != EVERYONE {
                self.outside[o] = held;
                hands[o].iter().for_each(|&kind| self.outside[o][usize::from(kind)] -= 1);
            }
        }
    }

    /// Checks that every entry is true.
    pub(super) fn audit(
        &self,
        params: &Params,
        stock: &[u8],
        hands: &[Hand; MAX_PLAYERS],
    ) -> Result<(), String> {
        let name = |kind: usize| params.naming.name(kind as u8);
        let mut there = [0_u16; MAX_KINDS];
        for &kind in stock {
            there[usize::from(kind)] += 1;
        }
        let mut held = [0_u16; MAX_KINDS];
        hands.iter().flat_map(|h| h.iter()).for_each(|&kind| held[usize::from(kind)] += 1);
        for o in (0..params.seats).chain([EVERYONE]) {
            for p in (0..params.seats).filter(|p| *p != o) {
                if !hands[p].holds(self.known(o, p)) {
                    return Err(format!("observer {o} thinks to know more than seat {p} holds"));
                }
                if o != EVERYONE && !self.known(o, p).holds(self.known(EVERYONE, p)) {
                    return Err(format!("seat {o} doesn't know what everybody knows of seat {p}"));
                }
            }
            let facts = self.stock[o].now();
            for kind in 0..params.kinds() {
                if u16::from(facts[kind]) > there[kind] {
                    return Err(format!("observer {o} thinks to know too many {} in the stock", name(kind)));
                }
                if o != EVERYONE && self.outside[o][kind] > 0 {
                    let own = hands[o].copies(kind as u8) as u16;
                    if u16::from(self.outside[o][kind]) > held[kind] - own {
                        return Err(format!("seat {o} thinks to know too many {} in hands", name(kind)));
                    }
                }
            }
        }
        Ok(())
    }
}
