//! Playing: one play, batches over many threads, traces, and the checks that every game and bot
//! must pass.
//!
//! Knows games and bots through their traits only, and writes no files.

mod timeline;
mod chance;
mod threads;
mod in_progress;
mod seating;
mod play;
mod recorder;
mod chunks;
mod batch;
mod meter;
mod challenge;
mod check;
mod bench;
mod bench_pieces;
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
mod lines;
mod trace;
mod repeats;
mod review;
mod asked;
mod audit_alone;
mod audit;
mod noticed;
mod person;
#[cfg(test)]
mod planted;
#[cfg(test)]
mod test_game;

pub use advice::{Advice, Reasons};
pub use analysis::pilot;
pub use analysis::{
    AnalysisPlan, CardChange, CardEffect, CardHoldingRow, CardPrecision, CardValueRow, Depth, FindingRow,
    RestrictedKind, RestrictedRow, Severity, SkillRow, Stage, VarianceRow, Work,
};
pub use any::{AnyGame, GameInfo, Learning, Probes, StoredTallies, Timed, Tools, WholeGame};
pub use audit::{Audit, AuditError, Peek, Unstable, audit};
pub use audit_alone::Influenced;
pub use batch::{Batch, Hooks, Plan, RowSink, RunError};
pub use bench::{BenchRow, Floor, SplitRow, floor};
pub use bench_pieces::Part;
pub use challenge::{Challenge, KindUse};
pub use check::{ContractViolation, check, check_playable};
pub use entry::{BotInfo, Entry, FileBot};
pub use environment::{EnvironmentError, Environments, StepRows};
pub use game_tree::{KnownSet, WholeError};
pub use in_progress::{PlayId, UnderWay};
pub use lessons::{Company, LessonPlan, lessons};
pub use loaded::Loaded;
pub use meter::{Measured, Meter, MeterPlan, Reader, unit_of};
pub use person::{
    Answer, InteractiveGame, InteractiveOptions, Person, Question, VisibleMove, play_interactive,
};
pub use play::{PlayError, Played, Seating, Table, bot_names};
pub use position::{Position, SeatedBot};
pub use recorder::{Recorder, Start, Tallies, TallyError};
pub use review::{
    ActionRow, ActionValue, Asked, AskedRow, ChanceRow, Consequence, DecisionRow, Difference, DifferenceRow,
    Habit, HabitOf, HabitRow, Instead, Loss, Mark, Opening, OpeningRow, ReviewPlan, ReviewedDecision,
    ReviewedGame, Reviews, SecondLook, Situation, StakeRow, Valuation, Valued, Which, marks, review,
    second_look,
};
pub use threads::pool;
pub use tournament::{
    BotRow, Copies, DealResults, Deals, Design, LongRun, PlayedDeals, Scope, Standings, TablePlay, meetings,
};
pub use trace::{Branch, Follower, TraceError, TraceOptions, retrace, trace};
