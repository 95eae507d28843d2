//! Counting what happens in plays: observers that read events, tallies in whole numbers that merge
//! exactly, and the estimates with intervals that come of them at the very end.
//!
//! Knows no particular game and no bot.

// The derive names this crate from outside.
extern crate self as ludometer_stats;

mod estimate;
mod figure;
pub mod figures;
mod holm;
mod intervals;
mod sequential;
mod observer;
mod table;
mod length;
mod actions;
mod seats;
mod strategies;
mod matchups;
mod cards;
mod played;
mod asymptotic;
mod standard;
mod analysis;
#[cfg(test)]
mod tests;

pub use analysis::{Analysed, Analysis, Curve, LengthUnit, Subject, TargetLength};
pub use asymptotic::{MIN_UNITS, Sample, half_width, normal_below, normal_quantile, observations_until};
pub use estimate::{Estimate, Mean, Ratio, Share};
pub use figure::{
    Chances, EstimateKind, Figure, Figures, Limit, Measure, Member, Metric, Reading, Tolerance, measure,
};
pub use holm::holm;
pub use intervals::{student_point, widening, wilson};
pub use length::Lengths;
pub use ludometer_macros::Figures;
pub use observer::{
    GameEnd, HANDS_EVERY, MILLION, Merge, Observer, Report, Statistic, Step, TallyLayout, TurnSnapshot,
};
pub use played::CardsPlayed;
pub use sequential::ConfidenceSequence;
pub use standard::{ObserverSink, Standard, Tally};
pub use table::{Cell, Table};
