//! Ludometer: a headless self-play simulator and strategy analyzer for tabletop games.
//!
//! The layers are crates, each of which knows only those above it; they are named here as one reads them. See
//! `ARCHITECTURE.md` for the picture.

pub use ludometer_model as model;
pub use ludometer_rating as rating;
pub use ludometer_stats as stats;
pub mod games;
pub use ludometer_bots as bots;
pub use ludometer_experiment as experiment;
pub use ludometer_report as report;
pub use ludometer_run as run;
pub mod registry;
pub mod cli;
