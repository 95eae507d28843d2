//! What a statistic is.

pub use ludometer_macros::Merge;
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::estimate::Estimate;
use super::figure::{Figure, Member, Metric};
use super::table::Table;
use ludometer_model::{BySeat, EventKind, Game, Outcome, Seat, SeatSet};

/// Joins what two observers counted. Order and grouping make no difference, to the bit.
///
/// Derive it (`#[derive(Merge)]`), or write it by destructuring `other`, so that the compiler names a forgotten field.
pub trait Merge {
    /// Adds what the other counted.
    fn merge(&mut self, other: Self);
}

impl<T: Merge> Merge for Vec<T> {
    fn merge(&mut self, other: Self) {
        debug_assert_eq!(self.len(), other.len(), "tallies of one batch have one shape");
        for (mine, theirs) in self.iter_mut().zip(other) {
            mine.merge(theirs);
        }
    }
}

impl<T: Merge, const N: usize> Merge for [T; N] {
    fn merge(&mut self, other: Self) {
        for (mine, theirs) in self.iter_mut().zip(other) {
            mine.merge(theirs);
        }
    }
}

/// Whole numbers are added.
macro_rules! merge_by_adding {
    ($($number:ty),*) => {
        $(impl Merge for $number {
            fn merge(&mut self, other: Self) {
                *self += other;
            }
        })*
    };
}

merge_by_adding!(u32, u64, u128, i64, i128, usize);

/// One decision, as observers see it.
#[derive(Clone, Copy, Debug)]
pub struct Step<G: Game> {
    /// Who chose.
    pub seat: Seat,
    /// What was chosen.
    pub action: G::Action,
    /// Its number in the game's list of first words.
    pub word: usize,
    /// How many actions were legal.
    pub choices: usize,
}

/// The end of a play, as observers see it.
#[derive(Clone, Copy, Debug)]
pub struct GameEnd<'a> {
    /// Places, scores, length.
    pub outcome: &'a Outcome,
    /// Which of the batch's bots sat in each seat.
    pub bots: &'a BySeat<u8>,
    /// Decisions taken, forced ones included.
    pub decisions: u32,
    /// Decisions with one legal action.
    pub forced: u32,
}

/// The table at the beginning of a turn, or at the end of the play, in figures.
#[derive(Clone, Copy, Debug)]
pub struct TurnSnapshot {
    /// Whose decision comes next; `None` at the end.
    pub mover: Option<Seat>,
    /// Each seat's estimated share of the win, in millionths ([`MILLION`]). Unset at the end.
    pub chances: BySeat<u32>,
    /// How far each seat is, in the game's own unit, more being better; all 0 in games without.
    pub standing: BySeat<i64>,
    /// The seats that are out of the play, as bits.
    pub out: SeatSet,
}

/// The unit of [`TurnSnapshot::chances`].
pub const MILLION: u32 = 1_000_000;

/// Every how many turns hands are reported: they are large and change slowly.
pub const HANDS_EVERY: usize = 8;

/// Watches plays. None is shown the state.
pub trait Observer<G: Game> {
    /// True for an observer of the course of plays, be it a game's own statistic. Only then are
    /// [`Observer::begin`], [`Observer::scene`], [`Observer::held`] and [`Observer::phase`] called, at some
    /// cost.
    const WANTS_TIMELINE: bool = false;

    /// True for an observer of how cards are drawn. Only then is [`Observer::raced`] called.
    const WANTS_RACES: bool = false;

    /// Learns that the play with this number begins.
    #[inline]
    fn begin(&mut self, _play: u64) {}

    /// Learns that a turn begins, or the play is over.
    #[inline]
    fn scene(&mut self, _scene: &TurnSnapshot) {}

    /// Learns that in the scene just reported the seat holds this many cards of a kind. Reported once in
    /// [`HANDS_EVERY`] turns and at the end.
    #[inline]
    fn held(&mut self, _seat: Seat, _kind: usize, _copies: u32) {}

    /// Learns that the next decision belongs to this phase of the game's list.
    #[inline]
    fn phase(&mut self, _phase: usize) {}

    /// Learns that a play begins; the events of its deal follow.
    #[inline]
    fn start(&mut self) {}

    /// Learns of a decision that was taken; the events that follow are its consequences.
    #[inline]
    fn step(&mut self, _step: &Step<G>) {}

    /// Learns of an event.
    #[inline]
    fn event(&mut self, _event: &G::Event) {}

    /// Learns how many cards the action just told of drew from coupled numbers, after its events.
    #[inline]
    fn raced(&mut self, _races: u32) {}

    /// Learns that a seat's bot failed: someone else chooses for it from here on, the decision at hand included.
    #[inline]
    fn forfeit(&mut self, _seat: Seat) {}

    /// Learns that the play is over.
    #[inline]
    fn finish(&mut self, _finish: &GameEnd<'_>) {}
}

/// What is counted: the shape that a batch's tallies have.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TallyLayout {
    /// The number of seats.
    pub seats: usize,
    /// First words of actions.
    pub words: Vec<String>,
    /// Card kinds with their numbers of copies.
    pub cards: Vec<(String, u64)>,
    /// The bots of the batch, as they are named.
    pub bots: Vec<String>,
    /// All that the rules can announce.
    pub event_kinds: Vec<EventKind>,
    /// The ways in which one seat can act against another.
    pub interactions: Vec<String>,
    /// Whether all seats win or lose together, so that no share of the wins is a fair one.
    pub cooperative: bool,
    /// The turns at which a game is broken off as unfinished, if there is a limit.
    pub most_turns: Option<u64>,
}

impl TallyLayout {
    /// Returns whether seats compete, so that a fair share of the wins means something.
    pub const fn is_contest(&self) -> bool {
        self.seats > 1 && !self.cooperative
    }
}

/// Where statistics put their figures.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Report {
    /// Rows of the summary, in order.
    pub metrics: Vec<Metric>,
    /// Rows of the analysis, in order; none without one.
    pub analysis: Vec<Metric>,
    /// Further tables.
    pub tables: Vec<Table>,
    /// The turns at which a game is broken off as unfinished, if there is a limit.
    pub most_turns: Option<u64>,
}

impl Report {
    /// Returns the table with this name.
    pub fn table(&self, name: &str) -> Option<&Table> {
        self.tables.iter().find(|table| table.name == name)
    }

    /// Returns a figure of the summary. Of a family this is the first member.
    pub fn metric(&self, figure: &Figure) -> Option<Estimate> {
        self.metrics.iter().find(|metric| metric.figure == figure).map(|metric| metric.estimate)
    }

    /// Returns this member of a figure of the summary.
    pub fn member(&self, figure: &Figure, member: &Member) -> Option<Estimate> {
        let is_it = |metric: &&Metric| metric.figure == figure && metric.member == *member;
        self.metrics.iter().find(is_it).map(|metric| metric.estimate)
    }

    /// Returns the figure that has this name in `summary.csv`.
    pub fn named(&self, name: &str) -> Option<Estimate> {
        self.metrics.iter().find(|metric| metric.name() == name).map(|metric| metric.estimate)
    }

    /// Returns all members of a figure of the analysis.
    pub fn analysed(&self, figure: &'static Figure) -> impl Iterator<Item = &Metric> {
        self.analysis.iter().filter(move |metric| metric.figure == figure)
    }
}

/// An observer whose counts are whole numbers, can be stored, merged and reported.
pub trait Statistic<G: Game>: Observer<G> + Merge + Clone + Send + Serialize + DeserializeOwned {
    /// Returns tallies of nothing.
    fn new(counted: &TallyLayout) -> Self;

    /// Turns the counts into figures.
    fn report(&self, counted: &TallyLayout, out: &mut Report);
}

/// A game that counts nothing of its own.
impl<G: Game> Observer<G> for () {}

impl Merge for () {
    fn merge(&mut self, (): Self) {}
}

impl<G: Game> Statistic<G> for () {
    fn new(_: &TallyLayout) -> Self {}
    fn report(&self, _: &TallyLayout, _: &mut Report) {}
}

/// Two statistics of one batch, side by side: a program's own beside those of a game.
impl<G: Game, A: Observer<G>, B: Observer<G>> Observer<G> for (A, B) {
    const WANTS_TIMELINE: bool = A::WANTS_TIMELINE || B::WANTS_TIMELINE;
    const WANTS_RACES: bool = A::WANTS_RACES || B::WANTS_RACES;

    #[inline]
    fn begin(&mut self, play: u64) {
        self.0.begin(play);
        self.1.begin(play);
    }

    #[inline]
    fn scene(&mut self, scene: &TurnSnapshot) {
        self.0.scene(scene);
        self.1.scene(scene);
    }

    #[inline]
    fn held(&mut self, seat: Seat, kind: usize, copies: u32) {
        self.0.held(seat, kind, copies);
        self.1.held(seat, kind, copies);
    }

    #[inline]
    fn phase(&mut self, phase: usize) {
        self.0.phase(phase);
        self.1.phase(phase);
    }

    #[inline]
    fn start(&mut self) {
        self.0.start();
        self.1.start();
    }

    #[inline]
    fn step(&mut self, step: &Step<G>) {
        self.0.step(step);
        self.1.step(step);
    }

    #[inline]
    fn event(&mut self, event: &G::Event) {
        self.0.event(event);
        self.1.event(event);
    }

    #[inline]
    fn raced(&mut self, races: u32) {
        self.0.raced(races);
        self.1.raced(races);
    }

    #[inline]
    fn forfeit(&mut self, seat: Seat) {
        self.0.forfeit(seat);
        self.1.forfeit(seat);
    }

    #[inline]
    fn finish(&mut self, finish: &GameEnd<'_>) {
        self.0.finish(finish);
        self.1.finish(finish);
    }
}

impl<A: Merge, B: Merge> Merge for (A, B) {
    fn merge(&mut self, (a, b): Self) {
        self.0.merge(a);
        self.1.merge(b);
    }
}

impl<G: Game, A: Statistic<G>, B: Statistic<G>> Statistic<G> for (A, B) {
    fn new(counted: &TallyLayout) -> Self {
        (A::new(counted), B::new(counted))
    }

    fn report(&self, counted: &TallyLayout, out: &mut Report) {
        self.0.report(counted, out);
        self.1.report(counted, out);
    }
}
