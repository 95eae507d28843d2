//! Worker names in actions, events and states, which know no rule set.
//!
//! Worker ids come from the rule file, so they can't be words of an enum. The list of a board's
//! Workers is kept once per process, whatever the number of rule sets that use it, and a
//! [`Worker`] refers to its place in such a list: small to copy, and readable wherever it is shown.

use std::convert::identity;
use std::fmt;
use std::sync::{PoisonError, RwLock};

use ludometer_model::bit_set;
use serde::{Serialize, Serializer};

/// The most Workers that a board can have: one bit each in a set.
pub(super) const MAX_WORKERS: usize = 64;

/// All lists of Workers that rule sets of this process have named.
static ROSTERS: RwLock<Vec<&'static [String]>> = RwLock::new(Vec::new());

/// A list of Worker ids, by its number in this process.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Roster(u32);

impl Roster {
    /// Returns the number of this list; equal lists have one number.
    pub fn of(names: &[String]) -> Self {
        let mut rosters = ROSTERS.write().unwrap_or_else(PoisonError::into_inner);
        let known = rosters.iter().position(|list| *list == names);
        Self(known.unwrap_or_else(|| {
            // Kept for the life of the process: a designer tries few sets of Workers.
            rosters.push(Box::leak(names.to_vec().into_boxed_slice()));
            rosters.len() - 1
        }) as u32)
    }

    /// Returns the ids in the order of the board.
    pub fn names(self) -> &'static [String] {
        let rosters = ROSTERS.read().unwrap_or_else(PoisonError::into_inner);
        rosters.get(self.0 as usize).copied().unwrap_or(&[])
    }

    /// Returns the Worker with this number.
    #[inline]
    pub const fn worker(self, number: usize) -> Worker {
        Worker { roster: self, number: number as u8 }
    }
}

/// A Worker of a board, shown by her id.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Worker {
    roster: Roster,
    number: u8,
}

impl Worker {
    /// Returns the Worker's number: her place in the order of the board.
    #[inline]
    pub const fn number(self) -> usize {
        self.number as usize
    }

    /// Returns the Worker's id.
    pub fn name(self) -> &'static str {
        self.roster.names().get(self.number()).map_or("(none)", String::as_str)
    }
}

impl fmt::Display for Worker {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl fmt::Debug for Worker {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl Serialize for Worker {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

bit_set! {
    /// Holds any Workers, by their numbers.
    pub struct Workers(u64) of usize where index = identity, new = identity;
}
