//! What cards tell: who holds a card of some kinds knows how many cards of some kinds lie in each other hand.

use crate::layout::Zone;
use crate::moves::tag;
use crate::table::{Fault, Outcome, Table};

impl Table<'_> {
    /// Returns how many cards of these kinds, from 1, lie in a bag.
    fn cards_of(&self, zone: &Zone, kinds: &[usize]) -> usize {
        let can_lie = kinds.iter().filter(|&&kind| kind <= zone.width);
        can_lie.map(|&kind| zone.copies(self.bytes, kind - 1)).sum()
    }

    /// A seat knows how many cards of these kinds lie in a hand. Returns true if it has just learned that some do.
    fn learn_kinds(&mut self, zone: &Zone, who: usize, kinds: &[usize]) -> Outcome<bool> {
        let (row, size) = (self.row(zone, who), zone.size(self.bytes));
        if self.number_at(row) == size {
            return Ok(false);
        }
        let there = self.cards_of(zone, kinds);
        if let &[kind] = kinds {
            let more = there as isize - self.known_copies(row, kind) as isize;
            self.set_known_copies(row, kind, there);
            self.add_at(row, more);
            self.set_lacked(row, kind, true);
            return Ok(more > 0);
        }
        if there > 0 && there < size {
            return Err(Fault::new(format!(
                "sees tells how many cards of several kinds lie in {} only where it holds one card: name each kind in a line of \
                 its own",
                zone.title()
            )));
        }
        let mut is_new = false;
        for kind in 1..=zone.width {
            if (there > 0) != kinds.contains(&kind) && !self.is_lacked(row, kind) {
                self.set_lacked(row, kind, true);
                is_new = there > 0;
            }
        }
        Ok(is_new)
    }

    /// Tells seats what their cards do: as turns begin and after each action.
    pub(crate) fn tell_roles(&mut self) -> Outcome<()> {
        let layout = self.layout;
        if !self.run.tracks {
            return Ok(());
        }
        for (number, role) in layout.roles.iter().enumerate() {
            for who in 1..=layout.seats {
                if self.cards_of(&layout.zones[role.zones[who - 1]], &role.holders) == 0 {
                    continue;
                }
                for other in (1..=layout.seats).filter(|&other| other != who) {
                    let zone = role.zones[other - 1];
                    if self.learn_kinds(&layout.zones[zone], who, &role.seen)? && self.run.listens {
                        self.announce(tag::SEES, 0, [number + 1, who, zone + 1])?;
                    }
                }
            }
        }
        Ok(())
    }
}
