//! Tests by clause, worked examples, settings, knowledge, invariants, metrics and yardsticks.

mod scene;
mod examples;
mod squares;
mod cards;
mod payments;
mod fights;
mod trades;
mod bargains;
mod variants;
mod toggles;
mod numbers;
mod settings;
mod knowledge;
mod ledger;
mod random_play;
mod metrics;
mod upset;
mod seats;
mod coverage;
mod yardsticks;

use super::event::Event;
