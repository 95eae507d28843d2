//! Playing: one play, batches over many threads, traces, and the checks that every game and bot
//! must pass.
//!
//! Knows games and bots through their traits only, and writes no files.

mod threads;
mod seating;
mod play;
mod recorder;
mod batch;
mod meter;
mod challenge;
mod check;
mod bench;
mod analysis;
mod tournament;
mod environment;
mod lessons;
mod game_tree;
mod position;
mod advice;
mod any;
mod loaded;
mod entry;
mod trace;
mod repeats;
mod review;
mod audit;
mod person;
#[cfg(test)]
mod planted;
#[cfg(test)]
mod test_game;

pub use advice::{Advice, Consequence, Reasons};
pub use analysis::{
    AnalysisPlan, CardChange, CardEffect, CardHoldingRow, CardPrecision, CardValueRow, Depth, FindingRow,
    RestrictedKind, RestrictedRow, Severity, SkillRow, Stage, VarianceRow, Work, pilot,
};
pub use any::{AnyGame, GameInfo, Learning, Probes, StoredTallies, Timed, Tools, WholeGame};
pub use audit::{Audit, AuditError, Influenced, Peek, Unstable, audit};
pub use batch::{Batch, Hooks, Plan, RowSink, RunError};
pub use bench::{BenchRow, Floor, Part, SplitRow, floor};
pub use challenge::{Challenge, KindUse};
pub use check::{ContractViolation, check, check_playable};
pub use entry::{BotInfo, Entry, FileBot};
pub use environment::{EnvironmentError, Environments, StepRows};
pub use game_tree::{KnownSet, WholeError};
pub use lessons::{Company, LessonPlan, lessons};
pub use loaded::Loaded;
pub use meter::{Measured, Meter, MeterPlan, Reader, unit_of};
pub use person::{
    Answer, InteractiveGame, InteractiveOptions, Person, Question, Taken, VisibleMove, play_interactive,
};
pub use play::{PlayError, PlayId, Played, Seating, Table, UnderWay, bot_names};
pub use position::{Position, SeatedBot};
pub use recorder::{Recorder, Start, Tallies, TallyError};
pub use review::{
    ActionRow, ActionValue, Asked, AskedRow, ChanceRow, DecisionRow, Difference, DifferenceRow, Habit,
    HabitOf, HabitRow, Instead, Loss, Mark, Opening, OpeningRow, ReviewPlan, ReviewedDecision, ReviewedGame,
    Reviews, SecondLook, Situation, StakeRow, Valuation, Valued, Which, marks, review, second_look,
};
pub use threads::pool;
pub use tournament::{
    BotRow, Copies, DealResults, Deals, Design, Form, LongRun, PlayedDeals, Scope, Standings, TablePlay,
    meetings,
};
pub use trace::{Branch, Follower, TraceError, TraceOptions, retrace, trace};
