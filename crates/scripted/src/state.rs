//! States and views: rows of bytes.

use ludometer_model::Seat;

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
