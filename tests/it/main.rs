//! Tests of the library as a whole, and of README and book. One program holds them all: each that links the library takes
//! seconds to link. Apart stand `allocations`, which has an allocator of its own, `fuzz`, which is no part of the package,
//! and `cli`.

mod book;
mod card_worth;
mod clauses;
mod estimates;
mod findings;
mod games;
mod narration;
mod new_crate;
mod person;
mod resume;
mod retraced;
mod review;

// The files of a new crate find each other at its root.
use new_crate::game;
