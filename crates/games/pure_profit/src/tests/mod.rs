//! Tests by clause, worked examples, invariants, knowledge, metrics and yardsticks.

mod scene;
mod draws;
mod bankrupts;
mod banks;
mod steals;
mod finishing;
mod matches;
mod setup;
mod knowledge;
mod settings;
mod random_play;
mod metrics;
mod yardsticks;
