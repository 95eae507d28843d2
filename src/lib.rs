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
//! let plan = Plan { plays: 0..300, seed: 1, threads: 2, seating: Seating::Rotate, timing: false, stall: None };
//! let batch = game.simulate(&bots, &plan, Hooks::none(), None)?;
//! println!("{}", batch.report.table("strategies").ok_or("every batch has it")?);
//! let turns = batch.report.metric(&catalogue::TURNS).ok_or("every batch counts turns")?;
//! assert!(turns.value > Some(10.0) && turns.games == 300);
//! # Ok(())
//! # }
//! ```
//!
//! One game of a batch again, decision by decision, as JSON lines:
//!
//! ```
//! use ludometer::games::pure_profit;
//! use ludometer::model::Json;
//! use ludometer::prelude::*;
//! use ludometer::run::{TraceOptions, trace};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let entry = pure_profit::entry();
//! let game = entry.load(2, RuleSet::defaults(entry.schema()))?;
//! let bots = [game.bot("greedy")?, game.bot("random")?];
//! let seating = Seating::Rotate;
//! let game_7 = TraceOptions { seed: 1, play: 7, seating, split: false, labels: true, views: false, branch: None };
//! let mut lines: Vec<Json> = Vec::new();
//! trace(&*game, &bots, game_7, &mut |line: &Json| {
//!     lines.push(line.clone());
//!     Ok(())
//! })?;
//! assert!(lines.len() > 20);
//! # Ok(())
//! # }
//! ```
//!
//! A bot of your own, which is given what its seat knows and nothing else:
//!
//! ```
//! use ludometer::games::pure_profit;
//! use ludometer::prelude::*;
//!
//! /// Takes the last legal action.
//! struct Last;
//!
//! impl<G: Playable> Strategy<G> for Last {
//!     fn decide(&mut self, decision: &Decision<'_, G>, _: &mut Rng) -> Result<usize, Forfeit> {
//!         Ok(decision.legal().len() - 1)
//!     }
//! }
//!
//! fn last<G: Playable>() -> CustomBot {
//!     custom_bot("last", "takes the last legal action", Vec::new(), |_: &G, _| Last)
//! }
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let entry = pure_profit::entry().with_bot(last::<pure_profit::PureProfit>());
//! let game = entry.load(2, RuleSet::defaults(entry.schema()))?;
//! assert_eq!(game.bot("last")?.to_arg(), "last");
//! # Ok(())
//! # }
//! ```
//!
//! A check whether bots peek: hidden cards are dealt anew, and the choice must stay the same:
//!
//! ```
//! use ludometer::games::even_odd;
//! use ludometer::prelude::*;
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let entry = even_odd::entry();
//! let game = entry.load(3, RuleSet::defaults(entry.schema()))?;
//! let bots = vec![game.bot("greedy")?; 3];
//! let checked = audit(&*game, &bots, 100, 1, Hooks::none())?;
//! assert!(checked.different > 0);
//! # Ok(())
//! # }
//! ```
//!
//! A game, bot or metric of your own begins with `ludometer new NAME --rust`, which writes a crate that has each of
//! them; its `main` is [`main_with`](cli::main_with) or an [`App`](cli::App). All that it takes is in the [`prelude`].
//!
//! The items named here are the interface; the layers behind it are crates of their own (`ludometer-model`, `ludometer-run`
//! and so on), which say more and promise less: see `ARCHITECTURE.md` for the picture.

// What is derived names this crate from outside.
extern crate self as ludometer;

/// The parts of a game: rules, seats, cards, chance, outcomes.
pub mod model {
    pub use ludometer_model::{
        BySeat, CardMove, Contradiction, Decision, Event, EventClass, EventKind, EventSink, FeatureSink,
        Game, Interaction, Json, KindSet, LazySchema, MAX_SEATS, MenuReader, Notice, Outcome, Pile, Places,
        Rng, RuleError, RuleIssue, RuleSet, SHARE_UNITS, Schema, Seat, SeatSet, Silent, Slots, Stock,
        Streams, Value, WithoutKnowledge, action_kinds, bit_set, deal_hidden, described_by_its_types,
        event_kinds, phases, whole_number,
    };
}

/// Counting what happens in games, with a `derive(Merge)` and a `derive(Figures)` for crates that depend on `ludometer` alone.
pub mod stats {
    pub use ludometer_macros::{FiguresOfProgram as Figures, MergeOfProgram as Merge};
    pub use ludometer_stats::*;
}

pub mod games;

/// Bots: those of the program, and what bots of other crates need.
pub mod bots {
    pub use ludometer_bots::{
        AnyDecision, AnyStrategy, Bot, BotError, BotKind, BotSpec, Flat, Forfeit, Greedy, KINDS, Learned,
        Mcts, OnBotError, Playout, Random, Rollout, SearchSettings, Strategy, build, custom_bot,
        custom_bot_for_all, file_keys, kind_settings,
    };
}

/// Playing: batches, traces, positions, and what holds a game to its contract.
pub mod run {
    pub use ludometer_run::{
        AnalysisPlan, Answer, AnyGame, AuditError, Batch, BotInfo, CardHoldingRow, CardPrecision,
        ContractViolation, Depth, Entry, FindingRow, Follower, Hooks, InteractiveGame, InteractiveOptions,
        Loaded, Loss, Mark, MeterPlan, Person, Plan, PlayError, Played, Position, Question, Recorder,
        ReviewPlan, RunError, Seating, SecondLook, Severity, Stage, Start, Table, Taken, TraceError,
        TraceOptions, Valuation, VisibleMove, Which, Work, audit, bot_names, check, marks, play_interactive,
        pool, retrace, second_look, trace,
    };
}

/// Specifications of commands: what is asked for, as values.
pub mod spec {
    pub use ludometer_spec::*;
}

#[cfg(feature = "workbench")]
mod workbench;
pub mod registry;
pub mod cli;
pub mod prelude;
