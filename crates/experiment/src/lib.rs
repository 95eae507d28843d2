//! Experiments with rule sets: what a change does, whether a design passes its gates, how figures
//! answer to the settings, which settings meet a designer's targets, and which settings of a bot
//! win more.
//!
//! Knows games as [`AnyGame`](ludometer_run::AnyGame) only; reads and writes no files.

mod metric;
mod wording;
mod series;
mod early;
mod compare;
mod bounds;
mod check;
mod design;
mod effects;
mod exploit;
mod sweep;
mod targets;
mod tune;
mod memory;
mod train;
pub mod study;

pub use bounds::{Bound, BoundError, Gates};
pub use check::{Answer, Check, Checked, LOWER_LIMIT, Unseen, check, prove};
pub use compare::{
    About, CompareLimits, Compared, Comparison, Distance, Statement, Verdict, compare, statements, strength,
    verdict_text,
};
pub use design::{Axis, Design, DesignError};
pub use effects::{EffectRow, ElasticityRow, Responses, effects, elasticities};
pub use exploit::{CandidateResult, Exploit, Exploited};
pub use memory::{Memory, Task};
pub use metric::{Catalog, Metric, MetricError, short_names};
pub use series::Control;
pub use sweep::{Allotment, Figure, Played, SweepState, measure, play};
pub use targets::{Move, Targets};
pub use train::{
    Arena, Course, CurvePoint, Learned, LearnedNetwork, Lesson, Level, Player, School, SolvePoint, Solved,
    Training, Variation, VaryError, learn_values, solve,
};
pub use tune::{
    Measurement, Objective, PassedOver, Search, Tried, TuneAbout, Tuned, tune, tune_statements, unplayable,
};
