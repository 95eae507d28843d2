//! Whom interaction cards were played on.

use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

use super::board::{MAX_PLAYERS, NEVER};
use super::card::Face;
use ludometer_model::Seat;

/// The interaction cards that a seat played in its last slot with any, and their targets: the choice of a
/// target is public (FR-60 to FR-64).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Aimed {
    /// The slot, or `NEVER`.
    slot: u32,
    /// The targets of each of [`Aimed::CARDS`], a bit for each seat.
    targets: [u8; 3],
}

impl Aimed {
    /// No interaction card yet.
    pub(super) const NONE: Self = Self { slot: NEVER, targets: [0; 3] };

    /// The cards, by their names in rule files.
    const CARDS: [&'static str; 3] = ["spy", "thief", "technical_defect"];

    /// Counts that this card was played in this slot.
    pub(super) const fn add(&mut self, slot: u32, face: Face, target: Seat) {
        if self.slot != slot {
            *self = Self { slot, targets: [0; 3] };
        }
        let card = match face {
            Face::Thief => 1,
            Face::Defect => 2,
            _ => 0,
        };
        self.targets[card] |= 1 << target.index();
    }
}

impl Serialize for Aimed {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.slot == NEVER {
            return serializer.serialize_none();
        }
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("slot_no", &self.slot)?;
        for (card, targets) in Self::CARDS.iter().zip(self.targets).filter(|(_, targets)| *targets != 0) {
            let seats: Vec<Seat> = Seat::all(MAX_PLAYERS).filter(|s| targets >> s.index() & 1 != 0).collect();
            map.serialize_entry(card, &seats)?;
        }
        map.end()
    }
}
