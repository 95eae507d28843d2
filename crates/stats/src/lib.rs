//! Counting what happens in plays: observers that read events, and the statistics of every game.
//!
//! Knows no particular game and no bot. What is counted and reported is of [`ludometer_figures`], which is handed on: a
//! statistic needs both.

// The derives name this crate from outside.
extern crate self as ludometer_stats;

mod observer;
mod length;
mod actions;
mod seats;
mod strategies;
mod matchups;
mod cards;
mod played;
mod standard;
mod analysis;
#[cfg(test)]
mod tests;

pub use analysis::{Analysed, Analysis, Curve, Subject};
pub use ludometer_figures::*;
pub use observer::{GameEnd, HANDS_EVERY, MILLION, Observer, Statistic, Step, TurnSnapshot};
pub use played::CardsPlayed;
pub use standard::{ObserverSink, Standard, Tally};
