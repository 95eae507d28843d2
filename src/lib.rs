//! Ludometer: a headless self-play simulator and strategy analyzer for tabletop games.
//!
//! Modules stand in the order in which they know each other: each knows only those above it
//! (`tests/layers.rs` holds it). See `ARCHITECTURE.md` for the picture.

pub mod model;
pub mod stats;
pub mod rating;
pub mod games;
pub mod bots;
pub mod run;
pub mod experiment;
pub mod report;
pub mod registry;
pub mod cli;
