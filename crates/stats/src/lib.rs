//! Counting what happens in plays: observers that read events, and the statistics of every game.
//!
//! Knows no particular game and no bot. What is counted and reported is of [`ludometer_figures`], which is handed on: a
//! statistic needs both.

// The derives name this crate from outside.
extern crate self as ludometer_stats;

mod observer;
mod length;
mod own;
mod parties;
mod results;
mod cards;
mod standard;
mod analysis;
#[cfg(test)]
mod tests;

pub use analysis::{
    Analysed, Analysis, CalibrationRow, CardDealRow, CardUseRow, CoverageKind, CoverageRow, Curve, CurveRow,
    Evidence, HistogramRow, InteractionRow, Notability, NotableRow, Subject,
};
pub use cards::{CardPlayedRow, CardRow, CardsPlayed};
pub use length::LengthRow;
pub use ludometer_figures::*;
pub use observer::{GameEnd, HANDS_EVERY, MILLION, Observer, Statistic, Step, TurnSnapshot};
pub use own::{OwnCardRow, OwnValueRow};
pub use parties::{LossRow, ScoreRow, SideRow, score_quantiles};
pub use results::{MatchupRow, SeatRow, StrategyRow, decided};
pub use standard::{ObserverSink, Standard, Tally};
