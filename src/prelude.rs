//! The items that a crate with a game, a bot or a metric of its own needs: `use ludometer::prelude::*;`.

pub use crate::cli::{App, Program, main_with};
pub use crate::stats::{
    EstimateKind, Figure, Figures, GameEnd, Mean, Member, Merge, Metric, Observer, Ratio, Report, Share,
    Statistic, Step, Table, TallyLayout, catalogue,
};
pub use ludometer_bots::{
    AnyDecision, AnyStrategy, BotSpec, Forfeit, Strategy, custom_bot, custom_bot_for_all,
};
pub use ludometer_model::{
    BySeat, CardMove, Contradiction, Decision, Event, EventSink, Game, Interaction, KindSet, LazySchema,
    MenuReader, Outcome, Pile, Places, Rng, RuleError, RuleSet, SHARE_UNITS, Schema, Seat, Silent, Stock,
    described_by_its_types,
};
pub use ludometer_playable::{
    CardKind, Choices, Compiled, CustomBot, Design, Playable, Scores, Setting, Settings, defined_by_its_type,
    names, settings,
};
pub use ludometer_run::{AnyGame, Batch, Entry, Hooks, Loaded, Plan, Seating, audit, check};
