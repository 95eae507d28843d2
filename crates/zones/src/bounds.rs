//! Bounds: how many cards of some kinds a bag holds, as all can tell who don't see it.
//!
//! Each bound is the fewest cards (2 bytes), the most and one (2 bytes; 0 says nothing), how many cards came unseen since, of
//! which the bound says nothing (2 bytes), and a set of kinds as bits. They stand behind the rows of the bag.

use crate::bytes::set_u16;
use crate::layout::Zone;
use crate::table::Table;

/// The bounds that are kept of a zone.
pub(crate) const BOUNDS: usize = 4;

/// Where the set of kinds of a bound begins.
const KINDS: usize = 6;

impl Table<'_> {
    fn bound(&self, zone: &Zone, place: usize) -> usize {
        zone.know + self.layout.row * (self.layout.seats + 1) + place * self.layout.bound
    }

    fn is_bound(&self, at: usize) -> bool {
        self.bytes[at..at + 4] != [0; 4]
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
        let (before, upper) = (self.number_at(at), self.number_at(at + 2));
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
    fn counts(&self, at: usize, kind: usize, known: bool) -> (bool, bool) {
        if known {
            let counts = self.bounds_kind(at, kind);
            return (counts, !counts);
        }
        let claim = &self.run.claim;
        if claim.is_empty() {
            return (false, false);
        }
        let of = claim.iter().filter(|&&kind| self.bounds_kind(at, kind)).count();
        (of == claim.len(), of == 0)
    }

    /// All find out that a card of a kind lies in a bag: where what was said of the others bars it, it came since.
    pub(crate) fn bounds_found(&mut self, kind: usize, zone: &Zone) {
        for place in 0..BOUNDS {
            let at = self.bound(zone, place);
            if self.number_at(at + 4) > 0 && self.number_at(at + 2) == 1 && self.bounds_kind(at, kind) {
                self.add_at(at + 4, -1);
            }
        }
    }

    /// A card has left a bag; `known` says that all know which.
    pub(crate) fn bounds_leave(&mut self, kind: usize, zone: &Zone, known: bool) {
        for place in 0..BOUNDS {
            let at = self.bound(zone, place);
            if !self.is_bound(at) {
                continue;
            }
            self.spread_bound(at);
            let (is_sure, is_none) = self.counts(at, kind, known);
            if is_none {
                continue;
            }
            let (least, most) = (self.number_at(at), self.number_at(at + 2));
            set_u16(self.bytes, at, least.saturating_sub(1) as u16);
            if is_sure && most > 0 {
                set_u16(self.bytes, at + 2, (most - 1).max(1) as u16);
            }
        }
    }

    /// A card has come to a bag; `known` says that all know which.
    pub(crate) fn bounds_come(&mut self, kind: usize, zone: &Zone, known: bool) {
        for place in 0..BOUNDS {
            let at = self.bound(zone, place);
            if !self.is_bound(at) {
                continue;
            }
            let (is_sure, is_none) = self.counts(at, kind, known);
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
            if is_sure {
                set_u16(self.bytes, at, least as u16 + 1);
            }
            if most > 0 {
                set_u16(self.bytes, at + 2, most as u16 + 1);
            }
        }
    }
}
