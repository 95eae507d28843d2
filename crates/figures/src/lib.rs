//! Figures: tallies in whole numbers that merge exactly, estimates with intervals, and the catalogue that says what each
//! figure is.
//!
//! Knows no game, no bot and no play.

// The derives name this crate, or the one that hands all of it on.
extern crate self as ludometer_figures;
extern crate self as ludometer_stats;

mod asymptotic;
pub mod catalogue;
mod estimate;
mod figure;
mod holm;
mod intervals;
mod layout;
mod merge;
mod turn_time;
mod report;
mod row;
mod sequential;
mod table;
mod target_length;

pub use asymptotic::{MIN_UNITS, Sample, half_width, normal_below, normal_quantile, observations_until};
pub use estimate::{Bounded, Estimate, Mean, Ratio, Share, off_by_one};
pub use figure::{
    Chances, EstimateKind, Figure, Figures, Limit, Measure, Member, Metric, Reading, Tolerance, measure,
    mover,
};
pub use holm::holm;
pub use intervals::{Z_95, normal, of_extremes, student_point, widening, wilson, wilson_of};
pub use layout::TallyLayout;
pub use ludometer_macros::{Figures, Row};
pub use merge::Merge;
pub use report::{MetricRow, Report, SummaryRow, rows_of};
pub use row::{Cells, Column, JsonRows, Row, RowError, RowField, read_rows};
pub use sequential::ConfidenceSequence;
pub use table::{Cell, Table};
pub use target_length::{LengthUnit, TargetLength};
pub use turn_time::{TurnTime, action_figure};
