//! Ludometer: a headless self-play simulator and strategy analyzer for tabletop games.
//!
//! A batch of games, and who wins how often:
//!
//! ```
//! use ludometer::games::pure_profit;
//! use ludometer::prelude::*;
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let entry = pure_profit::entry();
//! let mut rules = RuleSet::defaults(entry.schema());
//! rules.set_text("deck.steal_one=6").map_err(RuleError::from)?;
//! let game = entry.load(3, rules)?;
//! let bots = [game.bot("greedy")?, game.bot("random")?, game.bot("random")?];
//! let plan = Plan { plays: 0..300, seed: 1, threads: 2, seating: Seating::Rotate, timing: false };
//! let batch = game.simulate(&bots, &plan, Hooks::none(), None)?;
//! println!("{}", batch.report.table("strategies").ok_or("every batch has it")?);
//! assert!(batch.report.named("turns").and_then(|turns| turns.value) > Some(10.0));
//! # Ok(())
//! # }
//! ```
//!
//! A game, bot or metric of your own begins with `ludometer new NAME --rust`, which writes a crate that has each of
//! them; its `main` is [`main_with`](cli::main_with) or an [`App`](cli::App). All that it takes is in the [`prelude`].
//!
//! The layers are crates, each of which knows only those above it; they are named here as one reads them. See
//! `ARCHITECTURE.md` for the picture.

// What is derived names this crate from outside.
extern crate self as ludometer;

pub use ludometer_learn as learn;
pub use ludometer_model as model;
pub use ludometer_narration as narration;
pub use ludometer_rating as rating;

/// Counting what happens in games: `ludometer_stats`, with a `derive(Merge)` for crates that depend on `ludometer` alone.
pub mod stats {
    pub use ludometer_macros::MergeOfProgram as Merge;
    pub use ludometer_stats::*;
}

pub mod games;
pub use ludometer_bots as bots;
pub use ludometer_experiment as experiment;
pub use ludometer_report as report;
pub use ludometer_run as run;
pub mod registry;
pub mod cli;
pub mod prelude;
