//! The games, and what the command line needs of each beside its rules.
//!
//! A game knows no other game and no bot.

mod playable;

pub use playable::{CardKind, Choices, Playable, Setting};

pub mod pure_profit;
pub mod even_odd;
pub mod greed_street;
pub mod film_rummy;
pub mod im_the_boss;
