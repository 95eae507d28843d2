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

pub use analysis::{
    Analysed, Analysis, CalibrationRow, CardDealRow, CardUseRow, CoverageKind, CoverageRow, Curve, CurveRow,
    Evidence, HistogramRow, InteractionRow, Notability, NotableRow, Subject,
};
pub use cards::CardRow;
pub use length::LengthRow;
pub use ludometer_figures::*;
pub use matchups::MatchupRow;
pub use observer::{GameEnd, HANDS_EVERY, MILLION, Observer, Statistic, Step, TurnSnapshot};
pub use played::{CardPlayedRow, CardsPlayed};
pub use seats::SeatRow;
pub use standard::{ObserverSink, Standard, Tally};
pub use strategies::StrategyRow;
