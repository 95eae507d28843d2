//! States and views, rows of bytes; and actions, in 64 bits.

use ludometer_model::Seat;

/// One choice: a word, and up to three numbers. The word stands highest and the first number next, so that the order of
/// the bits is that of words and arguments. The highest bit marks a choice that others don't see.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct ScriptAction(u64);

const SEALED: u64 = 1 << 63;

/// The word of the choice that is given where the script fails: what it leads to ends the game.
const FAULT: u64 = 0x7fff;

impl ScriptAction {
    /// Returns the action with these bits, sealed or not.
    pub(crate) const fn new(bits: u64, sealed: bool) -> Self {
        Self(if sealed { bits | SEALED } else { bits })
    }

    /// Returns the action that stands for a fault with this number.
    pub(crate) const fn fault(number: u16) -> Self {
        Self(FAULT << 48 | number as u64)
    }

    /// Returns the number of the fault that the action stands for, if it does.
    pub(crate) const fn as_fault(self) -> Option<u16> {
        if self.0 >> 48 == FAULT { Some(self.0 as u16) } else { None }
    }

    /// Returns true if the others don't see this choice yet.
    pub(crate) const fn is_sealed(self) -> bool {
        self.0 & SEALED != 0
    }

    /// Returns the bits without the mark.
    pub(crate) const fn bits(self) -> u64 {
        self.0 & !SEALED
    }

    /// Returns the place of the word in the list of words.
    pub(crate) const fn word(self) -> usize {
        (self.bits() >> 48).saturating_sub(1) as usize
    }

    /// Returns the arguments.
    pub(crate) const fn arguments(self) -> [u16; 3] {
        [(self.0 >> 32) as u16, (self.0 >> 16) as u16, self.0 as u16]
    }
}

/// All there is to know of a game of a script.
#[derive(Debug)]
pub struct ScriptState {
    pub(crate) bytes: Vec<u8>,
    /// Which contents these are: two states with the same stamp have the same bytes. 0 says nothing.
    pub(crate) stamp: u64,
}

impl Clone for ScriptState {
    fn clone(&self) -> Self {
        Self { bytes: self.bytes.clone(), stamp: self.stamp }
    }

    fn clone_from(&mut self, other: &Self) {
        self.bytes.clone_from(&other.bytes);
        self.stamp = other.stamp;
    }
}

impl PartialEq for ScriptState {
    fn eq(&self, other: &Self) -> bool {
        self.bytes == other.bytes
    }
}

/// The knowledge of one seat: the bytes of the state in which stands what it knows instead of what it doesn't see.
#[derive(Clone, Debug, PartialEq)]
pub struct ScriptView {
    pub(crate) seat: Seat,
    pub(crate) bytes: Vec<u8>,
}
