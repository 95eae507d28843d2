//! The holders of cards that are asked for around the table.

use super::cards::{Card, KINDS, Kinds};
use ludometer_model::Seat;
use ludometer_model::SeatSet;

/// Kinds that are asked for around the table, in groups.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Group {
    /// An ordinary `PoorLifeDecision`.
    Pld,
    /// A special `PoorLifeDecision`.
    Special,
    /// A `ServiceDeclined`.
    Declined,
    /// Any other card.
    Other,
}

impl Group {
    /// How many there are.
    const COUNT: usize = Self::Other as usize + 1;

    /// The kinds of each.
    const KINDS: [Kinds; Self::COUNT] = {
        let asked = Kinds::PLD.or(Kinds::SPECIAL).or(Kinds::DECLINED);
        [Kinds::PLD, Kinds::SPECIAL, Kinds::DECLINED, Kinds::HAND.without(asked)]
    };
}

/// The group of each kind.
static GROUPS: [u8; KINDS] = {
    let mut groups = [Group::Other as u8; KINDS];
    let mut kind = 0;
    while kind < KINDS {
        let mut group = 0;
        while group < Group::COUNT {
            if Card::new(kind).is(Group::KINDS[group]) {
                groups[kind] = group as u8;
            }
            group += 1;
        }
        kind += 1;
    }
    groups
};

/// The holders of a card of each group: kept as cards come and go, since a look into all hands at every question
/// was a sixth of the steps of a turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Holders([SeatSet; Group::COUNT]);

impl Holders {
    /// Nobody holds anything.
    pub(super) const NONE: Self = Self([SeatSet::EMPTY; Group::COUNT]);

    /// Returns the players who hold a card of this group.
    #[inline(always)]
    pub const fn of(&self, group: Group) -> SeatSet {
        self.0[group as usize]
    }

    /// Looks at what this player holds after it changed by this card.
    #[inline(always)]
    pub(super) const fn see(&mut self, seat: Seat, card: Card, held: Kinds) {
        let group = GROUPS[card.index()] as usize % Group::COUNT;
        self.0[group].set(seat, !held.and(Group::KINDS[group]).is_empty());
    }

    /// Looks at a whole hand.
    pub(super) fn see_all(&mut self, seat: Seat, held: Kinds) {
        for (holders, kinds) in self.0.iter_mut().zip(Group::KINDS) {
            holders.set(seat, !held.and(kinds).is_empty());
        }
    }
}
