//! Bounds: how many cards of some kinds a bag holds, as all can tell who don't see it.
//!
//! Each bound is the fewest cards (2 bytes), the most and one (2 bytes; 0 says nothing), how many cards came unseen since, of
//! which the bound says nothing (2 bytes), the batches of which all cards in the bag came since, so that it says nothing of them
//! (4 bytes, as bits), and a set of kinds as bits. They stand behind the rows of the bag.

use crate::batches::{LABELS, label};
use crate::bytes::{i32_at, set_i32, set_u16};
use crate::layout::Zone;
use crate::table::Table;

/// The bounds that are kept of a zone.
pub(crate) const BOUNDS: usize = 4;

/// Where the set of kinds of a bound begins.
const KINDS: usize = 10;

impl Table<'_> {
    fn bound(&self, zone: &Zone, place: usize) -> usize {
        zone.know + self.layout.row * (self.layout.seats + 1) + place * self.layout.bound
    }

    fn is_bound(&self, at: usize) -> bool {
        self.bytes[at..at + 4] != [0; 4]
    }

    /// Returns the batches (bits) of which a bound says nothing.
    fn apart(&self, at: usize) -> u32 {
        i32_at(self.bytes, at + 6) as u32
    }

    fn set_apart(&mut self, at: usize, labels: u32) {
        set_i32(self.bytes, at + 6, labels as i32);
    }

    /// Returns where the bounds in use of a bag begin that not all see.
    fn bounds_of(&self, zone: &Zone) -> impl Iterator<Item = usize> + use<> {
        let places = if self.layout.bound > 0 && zone.know > 0 { BOUNDS } else { 0 };
        let all: [usize; BOUNDS] = std::array::from_fn(|place| self.bound(zone, place));
        let used: [bool; BOUNDS] = std::array::from_fn(|place| place < places && self.is_bound(all[place]));
        (0..places).filter(move |&place| used[place]).map(move |place| all[place])
    }

    fn bounds_kind(&self, at: usize, kind: usize) -> bool {
        self.bytes[at + KINDS + kind / 8] >> (kind % 8) & 1 == 1
    }

    /// The bound is one of all cards of the bag: of those that came since nobody can tell any more which they are.
    fn spread_bound(&mut self, at: usize) {
        let (most, since) = (self.number_at(at + 2), self.number_at(at + 4));
        if since > 0 {
            set_u16(self.bytes, at + 2, if most > 0 { most + since } else { 0 } as u16);
            set_u16(self.bytes, at + 4, 0);
        }
    }

    /// Says that a bag holds none of some kinds, from 1, for when cards come to it; other bounds keep their places.
    pub(crate) fn set_lacking(&mut self, zone: &Zone, kinds: &[i64]) {
        let is_known = zone.size(self.bytes) == self.number_at(self.row(zone, 0));
        let is_free = (0..BOUNDS).any(|place| !self.is_bound(self.bound(zone, place)));
        if is_free && !is_known {
            self.set_bound(zone, kinds, 0, Some(0));
        }
    }

    /// Says that a bag holds so many cards of some kinds, from 1.
    pub(crate) fn set_bound(&mut self, zone: &Zone, kinds: &[i64], least: usize, most: Option<usize>) {
        let bytes = self.bytes_of_bits();
        let is_in = |kind: usize| kinds.contains(&(kind as i64));
        let is_same =
            |table: &Self, at: usize| (0..8 * bytes).all(|kind| table.bounds_kind(at, kind) == is_in(kind));
        // The same set again, a free place, or the first.
        let mut at = self.bound(zone, 0);
        for place in (0..BOUNDS).rev() {
            if !self.is_bound(self.bound(zone, place)) {
                at = self.bound(zone, place);
            }
        }
        for place in 0..BOUNDS {
            let other = self.bound(zone, place);
            if self.is_bound(other) && is_same(self, other) {
                at = other;
            }
        }
        let same = self.is_bound(at) && is_same(self, at);
        if same {
            self.spread_bound(at);
        }
        set_u16(self.bytes, at + 4, 0);
        let (before, mut upper) = (self.number_at(at), self.number_at(at + 2));
        if self.apart(at) != 0 {
            upper = 0;
        }
        self.set_apart(at, 0);
        self.bytes[at + KINDS..at + KINDS + bytes].fill(0);
        for &kind in kinds {
            self.bytes[at + KINDS + kind as usize / 8] |= 1 << (kind % 8);
        }
        set_u16(self.bytes, at, if same { before.max(least) } else { least } as u16);
        let now = most.map_or(0, |most| most + 1);
        let upper = match (same && upper > 0, now > 0) {
            (true, true) => upper.min(now),
            (true, false) => upper,
            (false, _) => now,
        };
        set_u16(self.bytes, at + 2, upper as u16);
    }

    /// Says of a card that moves whether it surely counts, and whether it surely doesn't: neither where nobody can tell.
    fn counts(&self, at: usize, kind: usize, known: bool, (zone, barred): (&Zone, &[usize])) -> (bool, bool) {
        if known {
            let counts = self.bounds_kind(at, kind);
            return (counts, !counts);
        }
        if self.run.claim.is_empty() && barred.is_empty() {
            return (false, false);
        }
        let (mut all, mut none) = (true, true);
        for kind in (1..=zone.width).filter(|kind| self.is_claimed(*kind) && !barred.contains(kind)) {
            let counts = self.bounds_kind(at, kind);
            (all, none) = (all && counts, none && !counts);
        }
        (all, none)
    }

    /// All find out that a card of a kind lies in a bag: where what was said of the others bars it, it came since.
    pub(crate) fn bounds_found(&mut self, kind: usize, zone: &Zone) {
        for at in self.bounds_of(zone) {
            let (labels, apart) = (self.run.labels, self.apart(at));
            if labels & apart != 0 {
                // Now that it is known, it counts.
                if self.bounds_kind(at, kind) {
                    self.bound_gains(at, usize::from(labels & !apart == 0), 1);
                }
            } else if self.number_at(at + 4) > 0 && self.number_at(at + 2) == 1 && self.bounds_kind(at, kind)
            {
                self.add_at(at + 4, -1);
            }
        }
    }

    /// A card has left a bag; `known` says that all know which.
    pub(crate) fn bounds_leave(&mut self, kind: usize, zone: &Zone, known: bool, barred: &[usize]) {
        for at in self.bounds_of(zone) {
            let (labels, apart) = (self.run.labels, self.apart(at));
            if labels != 0 && labels & !apart == 0 {
                continue;
            }
            self.spread_bound(at);
            let (is_sure, is_none) = self.counts(at, kind, known, (zone, barred));
            if is_none {
                continue;
            }
            let (least, most) = (self.number_at(at), self.number_at(at + 2));
            set_u16(self.bytes, at, least.saturating_sub(1) as u16);
            if is_sure && most > 0 && labels & apart == 0 {
                set_u16(self.bytes, at + 2, (most - 1).max(1) as u16);
            }
        }
    }

    /// A card has come to a bag; `known` says that all know which.
    pub(crate) fn bounds_come(&mut self, kind: usize, zone: &Zone, known: bool, barred: &[usize]) {
        for at in self.bounds_of(zone) {
            // It says nothing of batches of which no card was there.
            if !known && self.run.labels != 0 {
                let apart = self.apart(at) | self.run.fresh;
                self.set_apart(at, apart);
                if self.run.labels & !apart == 0 {
                    continue;
                }
            }
            let (is_sure, is_none) = self.counts(at, kind, known, (zone, barred));
            if is_none {
                continue;
            }
            let (least, most, since) = (self.number_at(at), self.number_at(at + 2), self.number_at(at + 4));
            if !is_sure && !known && self.run.claim.is_empty() {
                if least == 0 && most + since >= zone.size(self.bytes) {
                    self.bytes[at..at + self.layout.bound].fill(0);
                } else {
                    set_u16(self.bytes, at + 4, since as u16 + 1);
                }
                continue;
            }
            let counts = known || self.run.labels & self.apart(at) == 0;
            self.bound_gains(at, usize::from(is_sure && counts), 1);
        }
    }

    /// So many more cards count for a bound: at least, and at most.
    fn bound_gains(&mut self, at: usize, least: usize, most: usize) {
        self.add_at(at, least as isize);
        if self.number_at(at + 2) > 0 {
            self.add_at(at + 2, most as isize);
        }
    }

    /// Cards of a batch are known to lie in a bag: now they count.
    pub(crate) fn bounds_placed(&mut self, batch: usize, kind: usize, copies: usize, zone: &Zone) {
        for at in self.bounds_of(zone) {
            if self.apart(at) & label(batch) != 0 && self.bounds_kind(at, kind) {
                self.bound_gains(at, copies, copies);
            }
        }
    }

    /// A batch begins: what was said before says as much of its cards as of those that all know.
    pub(crate) fn bounds_begin(&mut self, batch: usize) {
        let layout = self.layout;
        for &zone in &layout.hidden {
            for at in self.bounds_of(&layout.zones[zone]) {
                self.set_apart(at, self.apart(at) & !label(batch));
            }
        }
    }

    /// So many cards of a kind are of a batch now of which nobody can tell whether they count in a bag.
    pub(crate) fn bounds_blur(&mut self, batch: usize, kind: usize, copies: usize, zone: &Zone) {
        for at in self.bounds_of(zone) {
            if !self.bounds_kind(at, kind) {
                continue;
            }
            let apart = self.apart(at);
            if self.run.labels & !apart != 0 {
                self.add_at(at, -(copies as isize));
            }
            if label(batch) & LABELS != 0 {
                self.set_apart(at, apart | label(batch));
            } else {
                self.bound_gains(at, 0, copies);
            }
        }
    }

    /// Forgets what was said of a bag but says nothing of some of these batches (bits).
    pub(crate) fn forget_bounds(&mut self, labels: u32, zone: &Zone) {
        for at in self.bounds_of(zone) {
            if self.apart(at) & labels != 0 {
                self.bytes[at..at + self.layout.bound].fill(0);
            }
        }
    }

    /// Returns true if what was said of a bag bars a kind from its cards of a batch.
    pub(crate) fn bounds_bar(&self, batch: usize, kind: usize, zone: &Zone) -> bool {
        self.bounds_of(zone).any(|at| {
            let is_none = self.number_at(at + 2) == 1 && self.number_at(at + 4) == 0;
            is_none && self.bounds_kind(at, kind) && self.apart(at) & label(batch) == 0
        })
    }
}
