//! Playing: one play, batches over many threads, traces, and the checks that every game and bot
//! must pass.
//!
//! Knows games and bots through their traits only, and writes no files.

mod course;
mod chance;
mod threads;
mod in_progress;
mod seating;
mod play;
mod keep;
mod chunks;
mod batch;
mod meter;
mod challenge;
mod check;
mod bench;
mod parts;
mod analysis;
mod tournament;
mod environment;
mod lessons;
mod whole;
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
mod alone;
mod audit;
mod noticed;
mod person;
#[cfg(test)]
mod planted;
#[cfg(test)]
mod test_game;

pub use advice::{Advice, Reasons};
pub use alone::Influenced;
pub use analysis::pilot;
pub use analysis::{AnalysisPlan, CardPrecision, Depth, Stage, Work};
pub use any::{AnyGame, GameInfo, Learning, Probes, StoredTallies, Timed, Tools, WholeGame};
pub use audit::{Audit, AuditError, Peek, Unstable, audit};
pub use batch::{Batch, Hooks, Plan, RowSink, RunError};
pub use bench::{BenchRow, Floor, SplitRow, floor};
pub use challenge::{Challenge, KindUse};
pub use check::{ContractViolation, check, check_playable};
pub use entry::{BotInfo, Entry, FileBot};
pub use environment::{EnvironmentError, Environments, StepRows};
pub use in_progress::{PlayId, UnderWay};
pub use keep::{Recorder, Start, Tallies, TallyError};
pub use lessons::{Company, LessonPlan, lessons};
pub use loaded::Loaded;
pub use meter::{Measured, Meter, MeterPlan, Reader, unit_of};
pub use parts::Part;
pub use person::{
    Answer, InteractiveGame, InteractiveOptions, Person, Question, VisibleMove, play_interactive,
};
pub use play::{PlayError, Played, Seating, Table, bot_names};
pub use position::{Position, SeatedBot};
pub use review::{
    ActionValue, Asked, Consequence, Difference, Habit, HabitOf, Instead, Loss, Mark, Opening, ReviewPlan,
    ReviewedDecision, ReviewedGame, Reviews, SecondLook, Situation, Stake, Valuation, Valued, Which, marks,
    review, second_look,
};
pub use threads::pool;
pub use tournament::{
    BotRow, Copies, DealResults, Deals, Design, LongRun, PlayedDeals, Scope, Standings, TablePlay, meetings,
};
pub use trace::{Branch, Follower, TraceError, TraceOptions, retrace, trace};
pub use whole::{KnownSet, WholeError};
