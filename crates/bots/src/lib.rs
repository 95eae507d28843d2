//! Strategies: what chooses an action from a decision.
//!
//! Knows the traits of games, no particular game, and nothing of batches or reports. A bot receives
//! a [`Decision`](ludometer_model::Decision), which gives a view and never the state.

mod strategy;
mod custom;
mod error;
mod kind;
mod estimator;
mod file;
mod toml_file;
mod spec;
mod greedy;
mod playout;
mod flat;
mod learned;
mod network;
#[cfg(feature = "luau")]
pub mod luau;
mod tabular;
mod mcts;
#[cfg(feature = "luau")]
mod sandbox;
#[cfg(feature = "luau")]
mod script;
#[cfg(unix)]
mod child;
mod confine;
mod process;
mod restricted;
mod roster;

pub use confine::{ConfineError, WORD as CONFINED_BOT, check as confine_check, enter as confine_enter};
pub use custom::{
    AnyDecision, AnyStrategy, CustomBotError, check_custom_bots, custom_bot, custom_bot_for_all,
};
pub use error::{BotError, StrategyFileError};
pub use estimator::{NetworkValue, encode, encoded_names, encoded_rules, layout_hash};
pub use file::{NameError, StrategyFile, TOML_ENDING, bot_name};
pub use flat::{Flat, FlatSettings, LookaheadSettings};
pub use greedy::Greedy;
pub use kind::{BotKind, KINDS, LEARNED, kind_settings};
pub use learned::{Choice, LEVELS, Learned, LearnedSettings};
pub use mcts::{Leaf, Mcts, Phase, PhaseTimer, PhaseTimes, SearchSettings, Selection};
pub use network::Scope;
pub use playout::{Playout, Rollout, Turns};
pub use process::{Process, kill_processes, place};
pub use restricted::{Restricted, Restriction, Rule, Subject};
pub use roster::{Bot, build, known_policy, search_of};
#[cfg(feature = "luau")]
pub use script::Script;
pub use spec::{BotSpec, OnBotError};
pub use strategy::{Forfeit, Random, Strategy, choose, no_such_action};
pub use tabular::{PolicyTable, PolicyTableError, Recall, Tabular, view_key};
pub use toml_file::file_keys;
