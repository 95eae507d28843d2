//! Tests of Film Rummy: each is named for its clause, worked example or reading.

mod clauses;
mod examples;
mod knowledge;
mod metrics;
mod random_play;
mod scene;
mod settings;
mod toggles;
