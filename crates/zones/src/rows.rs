//! Rows of knowledge: for each bag that not all see, one for an onlooker and one for each seat.
//!
//! A row holds how many cards are known (2 bytes), flags, the known copies of each kind, and as bits the kinds that are surely
//! not among the cards that are not known. The row of a seat that sees the bag means nothing.

use crate::bytes::{set_card, set_u16};
use crate::layout::Zone;
use crate::table::Table;

/// Flags of a row: some kind lacks; the seat may know more than the bag's owner can tell; it knows all cards, and everybody
/// knows that; what it knows beyond what all know lay there before any card of a batch came.
pub(crate) const LACKS: u8 = 1;
pub(crate) const MORE: u8 = 2;
pub(crate) const FULL: u8 = 4;
pub(crate) const BEFORE: u8 = 8;

impl Table<'_> {
    /// Returns where the row begins of what a seat, from 1, or an onlooker for 0, knows of a zone.
    #[inline]
    pub(crate) fn row(&self, zone: &Zone, who: usize) -> usize {
        zone.know + self.layout.row * who
    }

    /// Returns where the known copies of kind 0, of which there are none, would stand.
    #[inline]
    pub(crate) const fn known_base(row: usize) -> usize {
        row + 3
    }

    /// Returns where the bits begin of the kinds that lack.
    #[inline]
    fn bits(&self, row: usize) -> usize {
        row + 3 + self.layout.size_of_card * (self.layout.width + 1)
    }

    /// Returns the bytes of a set of kinds.
    pub(crate) fn bytes_of_bits(&self) -> usize {
        self.layout.width / 8 + 1
    }

    /// Returns the known copies of a kind, from 1.
    #[inline]
    pub(crate) fn known_copies(&self, row: usize, kind: usize) -> usize {
        self.copies_at(Self::known_base(row), kind)
    }

    pub(crate) fn set_known_copies(&mut self, row: usize, kind: usize, copies: usize) {
        let size = self.layout.size_of_card;
        set_card(self.bytes, Self::known_base(row) + size * kind, size, copies);
    }

    /// Adds to a number of two bytes, which does not fall below 0.
    pub(crate) fn add_at(&mut self, at: usize, n: isize) {
        let sum = self.number_at(at).saturating_add_signed(n);
        set_u16(self.bytes, at, sum as u16);
    }

    pub(crate) fn lacks_nothing(&mut self, row: usize) {
        self.bytes[row + 2] &= !LACKS;
        let (from, bytes) = (self.bits(row), self.bytes_of_bits());
        self.bytes[from..from + bytes].fill(0);
    }

    /// Says that a seat knows all cards of a zone.
    pub(crate) fn learn_all(&mut self, zone: &Zone, who: usize) {
        if zone.know == 0 || Self::sees(zone, who) {
            return;
        }
        let (row, size) = (self.row(zone, who), zone.size_of_card);
        let from = zone.copies_base() + size;
        self.bytes.copy_within(from..from + size * zone.width, Self::known_base(row) + size);
        self.bytes.copy_within(zone.off..zone.off + 2, row);
        // None of the cards that are not known is of any kind, as there are none.
        self.bytes[row + 2] = LACKS + FULL;
        let (bits, bytes) = (self.bits(row), self.bytes_of_bits());
        self.bytes[bits..bits + bytes].fill(255);
    }

    /// Returns true if a kind is surely not among the cards that are not known.
    pub(crate) fn is_lacked(&self, row: usize, kind: usize) -> bool {
        self.bytes[self.bits(row) + kind / 8] >> (kind % 8) & 1 == 1
    }

    pub(crate) fn set_lacked(&mut self, row: usize, kind: usize, lacks: bool) {
        let at = self.bits(row) + kind / 8;
        if lacks {
            self.bytes[at] |= 1 << (kind % 8);
            self.bytes[row + 2] |= LACKS;
        } else {
            self.bytes[at] &= !(1 << (kind % 8));
        }
    }

    /// Forgets all that is known of a zone.
    pub(crate) fn forget(&mut self, zone: &Zone) {
        if zone.know > 0 {
            let bytes = self.layout.bytes_of_knowledge();
            self.bytes[zone.know..zone.know + bytes].fill(0);
        }
    }

    pub(crate) fn row_leaves(&mut self, row: usize, kind: usize) {
        let known = self.known_copies(row, kind);
        if known > 0 {
            self.set_known_copies(row, kind, known - 1);
            self.add_at(row, -1);
        }
    }

    /// A card of a kind has left, and nobody knows anything of it any more.
    pub(crate) fn rows_leave(&mut self, zone: usize, kind: usize) {
        let layout = self.layout;
        for who in 0..=layout.seats {
            self.row_leaves(self.row(&layout.zones[zone], who), kind);
        }
    }

    pub(crate) fn row_leaves_unseen(&mut self, row: usize, width: usize) {
        let mut total = self.number_at(row);
        if total == 0 {
            return;
        }
        self.bytes[row + 2] &= !FULL;
        for kind in 1..=width {
            let known = self.known_copies(row, kind);
            if known > 0 && self.is_claimed(kind) {
                self.set_known_copies(row, kind, known - 1);
                total -= 1;
                // What was known and is still there is among the others now.
                if self.is_lacked(row, kind) {
                    self.set_lacked(row, kind, false);
                }
            }
        }
        set_u16(self.bytes, row, total as u16);
    }

    pub(crate) fn row_gains(&mut self, row: usize, kind: usize) {
        let known = self.known_copies(row, kind);
        self.set_known_copies(row, kind, known + 1);
        self.add_at(row, 1);
    }

    /// A card has come unseen that is of none of the `barred` kinds: what neither it nor those that were there can be still
    /// lacks.
    pub(crate) fn row_gains_unseen(&mut self, row: usize, zone: &Zone, barred: &[usize]) {
        let is_alone = zone.size(self.bytes) == self.number_at(row) + 1;
        let mut still = std::mem::take(&mut self.run.still);
        still.clear();
        still.extend(barred.iter().filter(|&&kind| is_alone || self.is_lacked(row, kind)));
        if self.bytes[row + 2] & LACKS != 0 {
            if self.run.claim.is_empty() {
                self.lacks_nothing(row);
            }
            for place in 0..self.run.claim.len() {
                self.set_lacked(row, self.run.claim[place], false);
            }
        }
        self.bytes[row + 2] &= !FULL;
        for &kind in &still {
            self.set_lacked(row, kind, true);
        }
        self.run.still = still;
    }
}
