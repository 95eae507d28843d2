//! Legal choices as bits: each question has a place for every action it can ever allow, in the order
//! in which the spec names them.

use super::action::{Action, Class, Kind};
use super::card::{Card, Colour, FACES, MAX_COLOURS, face};
use super::params::PLAYERS;
use ludometer_model::Seat;

/// Most seats at a table.
pub(super) const SEATS: usize = PLAYERS.1;

/// TURN: the types of the round's colour and the wild card to be played, disks, and the types that can be
/// discarded: minus cards, and those from the Reverse on.
pub(super) mod turn {
    use super::{FACES, face};

    pub(crate) const WILD: usize = FACES;
    pub(crate) const PASS: usize = WILD + 1;
    pub(crate) const DOUBLE_PASS: usize = PASS + 1;
    const DISCARD_MINUS: usize = DOUBLE_PASS + 1;
    const DISCARD_REVERSE: usize = DISCARD_MINUS + face::POTA - face::MINUS;

    /// Returns the places of discards of these types.
    #[inline]
    pub(crate) const fn discards(faces: u16) -> u32 {
        let minus = faces as u32 >> face::MINUS & 0xF;
        minus << DISCARD_MINUS | (faces as u32 >> face::REVERSE) << DISCARD_REVERSE
    }
}

/// The action in each place of TURN, by the round's colour.
pub(super) static TURN: [[Action; 32]; 8] = {
    // More places than colours, so that none needs a check.
    let mut all = [[Action::Pass; 32]; 8];
    let mut colour = 0;
    while colour < MAX_COLOURS {
        let actions = &mut all[colour];
        let mut face = 0;
        while face < FACES {
            let card = Card::new(face, Colour(colour as u8));
            actions[face] = Action::Play(card);
            let discard = turn::discards(1 << face);
            if discard != 0 {
                actions[discard.trailing_zeros() as usize] = Action::Discard(card);
            }
            face += 1;
        }
        actions[turn::WILD] = Action::Play(Card::WILD);
        actions[turn::DOUBLE_PASS] = Action::DoublePass;
        colour += 1;
    }
    all
};

/// LEAD: the valued cards by their rank, or the colours.
pub(super) const NAMES: usize = face::POTA * MAX_COLOURS;

/// DROP: cards by their rank, the last of them, the wild card and the end behind the 64 first.
pub(super) mod drop {
    pub(crate) const LAST_RANK: u64 = 1;
    pub(crate) const WILD: u64 = 2;
    pub(crate) const STOP: u64 = 4;
}

/// The action in each place of DROP.
pub(super) static DROP: [Action; 72] = {
    let mut actions = [Action::DropStop; 72];
    let mut rank = 0;
    while rank < FACES * MAX_COLOURS {
        actions[rank] = Action::Drop(Card::from_rank(rank));
        rank += 1;
    }
    actions[64 + drop::WILD.trailing_zeros() as usize] = Action::Drop(Card::WILD);
    actions
};

/// The Boss's answer: seats from his left on, twice, and three ends.
pub(super) mod answer {
    use super::SEATS;

    pub(crate) const ASK: usize = SEATS;
    pub(crate) const CLOSE: usize = ASK + SEATS;
    pub(crate) const HOLD: usize = CLOSE + 1;
    pub(crate) const END: usize = HOLD + 1;
}

/// The Boss's answer by place, with seats by their numbers instead of by steps from his left.
pub(super) static ANSWERS: [Action; 16] = {
    let mut all = [Action::End; 16];
    let mut seat = 0;
    while seat < SEATS {
        all[seat] = Action::Accept(Seat::new(seat));
        all[answer::ASK + seat] = Action::AskSeat(Seat::new(seat));
        seat += 1;
    }
    all[answer::CLOSE] = Action::Close;
    all[answer::HOLD] = Action::Hold;
    all
};

/// Sets of kinds of promises: a bit for each, in the order of the spec's table.
pub(super) mod kinds {
    use super::SEATS;

    pub(crate) const PLAIN: u32 = 1;
    pub(crate) const RAISE_AT: usize = 1;
    pub(crate) const LOWER_AT: usize = 5;
    pub(crate) const LOWER: u32 = 1 << LOWER_AT;
    pub(crate) const POTA_BOSS_AT: usize = 6;
    pub(crate) const POTA_BOSS: u32 = 1 << POTA_BOSS_AT;
    pub(crate) const REVERSE_AT: usize = 7;
    pub(crate) const REVERSES: u32 = ((1 << SEATS) - 1) << REVERSE_AT;
    pub(crate) const CLEAR_AT: usize = REVERSE_AT + SEATS;
    pub(crate) const CLEAR_REVERSE_AT: usize = CLEAR_AT + 1;
    pub(crate) const CLEAR_NEGATIVE: u32 = 1 << CLEAR_AT;
    pub(crate) const CLEAR_REVERSE: u32 = CLEAR_NEGATIVE << 1;
    pub(crate) const DISCARD_AT: usize = CLEAR_AT + 2;
    pub(crate) const DISCARD_MINUS_AT: usize = DISCARD_AT + 1;
    pub(crate) const DISCARD_MOVE_AT: usize = DISCARD_AT + 2;
    pub(crate) const DISCARD_REVERSE: u32 = 1 << DISCARD_AT;
    pub(crate) const DISCARD_MINUS: u32 = DISCARD_REVERSE << 1;
    pub(crate) const DISCARD_MOVE: u32 = DISCARD_REVERSE << 2;
    /// Those for which no card is needed.
    pub(crate) const OF_NO_CARD: u32 = PLAIN | 0xF << PASS_OUT_AT;
    pub(crate) const PASS_OUT_AT: usize = DISCARD_AT + 3;
    pub(crate) const NO_REVERSE_AT: usize = PASS_OUT_AT + 1;
    pub(crate) const NO_NEGATIVE_AT: usize = PASS_OUT_AT + 2;
    pub(crate) const NO_MOVE_AT: usize = PASS_OUT_AT + 3;
    pub(crate) const ALL: u32 = (1 << (PASS_OUT_AT + 4)) - 1;
}

impl Kind {
    /// Returns its place among [`KINDS`]: a jump that nothing foresees where kinds come one after the other.
    #[inline]
    pub(super) const fn place(self) -> usize {
        match self {
            Self::Plain => 0,
            Self::Raise(value) => kinds::RAISE_AT - 1 + value as usize,
            Self::Lower => kinds::LOWER_AT,
            Self::PotaBoss => kinds::POTA_BOSS_AT,
            Self::ReverseOn(seat) => kinds::REVERSE_AT + seat.index(),
            Self::ClearNegative => kinds::CLEAR_AT,
            Self::ClearReverse => kinds::CLEAR_REVERSE_AT,
            Self::Discard(class) => kinds::DISCARD_AT + class as usize,
            Self::PassOut => kinds::PASS_OUT_AT,
            Self::NoReverse => kinds::NO_REVERSE_AT,
            Self::NoNegative => kinds::NO_NEGATIVE_AT,
            Self::NoMove => kinds::NO_MOVE_AT,
        }
    }
}

/// The places of a set of kinds, in order.
pub(super) struct Places(pub(super) u32);

impl Iterator for Places {
    type Item = usize;

    #[inline(always)]
    fn next(&mut self) -> Option<usize> {
        let place = self.0.trailing_zeros() as usize;
        self.0 &= self.0.wrapping_sub(1);
        (place < KINDS.len()).then_some(place)
    }
}

/// The kind in each place.
pub(super) static KINDS: [Kind; 32] = {
    let mut all = [Kind::Plain; 32];
    let mut value = 0;
    while value < 4 {
        all[kinds::RAISE_AT + value] = Kind::Raise(value as u8 + 1);
        value += 1;
    }
    all[kinds::LOWER.trailing_zeros() as usize] = Kind::Lower;
    all[kinds::POTA_BOSS.trailing_zeros() as usize] = Kind::PotaBoss;
    let mut seat = 0;
    while seat < SEATS {
        all[kinds::REVERSE_AT + seat] = Kind::ReverseOn(Seat::new(seat));
        seat += 1;
    }
    all[kinds::CLEAR_AT] = Kind::ClearNegative;
    all[kinds::CLEAR_REVERSE_AT] = Kind::ClearReverse;
    all[kinds::DISCARD_AT] = Kind::Discard(Class::Reverse);
    all[kinds::DISCARD_MINUS_AT] = Kind::Discard(Class::Minus);
    all[kinds::DISCARD_MOVE_AT] = Kind::Discard(Class::Move);
    all[kinds::PASS_OUT_AT] = Kind::PassOut;
    all[kinds::NO_REVERSE_AT] = Kind::NoReverse;
    all[kinds::NO_NEGATIVE_AT] = Kind::NoNegative;
    all[kinds::NO_MOVE_AT] = Kind::NoMove;
    all
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_stands_in_its_place() {
        let places: Vec<usize> = Places(kinds::ALL).collect();
        assert_eq!(places.len(), KINDS.iter().filter(|&&kind| kind != Kind::Plain).count() + 1);
        for place in places {
            assert_eq!(KINDS[place].place(), place, "{}", KINDS[place]);
        }
    }
}
