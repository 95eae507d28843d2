//! Actions that a seat can choose, in 64 bits.

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
