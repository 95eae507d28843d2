//! The definition of a statistic.

use serde::Serialize;
use serde::de::DeserializeOwned;

use ludometer_figures::{Merge, Report, TallyLayout};
use ludometer_model::{BySeat, Game, Outcome, Seat, SeatSet};

/// One decision, as observers see it.
#[derive(Clone, Copy, Debug)]
pub struct Step<G: Game> {
    /// The seat that chose.
    pub seat: Seat,
    /// The chosen action.
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
    /// Whoever took the first decision.
    pub first: Seat,
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

/// An observer whose counts are whole numbers, can be stored, merged and reported.
pub trait Statistic<G: Game>: Observer<G> + Merge + Clone + Send + Serialize + DeserializeOwned {
    /// Returns tallies of nothing.
    fn new(counted: &TallyLayout) -> Self;

    /// Turns the counts into figures.
    fn report(&self, counted: &TallyLayout, out: &mut Report);

    /// Names the numbers that it has of each game, as the columns that they are in the table of games.
    fn columns(_counted: &TallyLayout) -> Vec<String> {
        Vec::new()
    }

    /// Appends these numbers of the game that was played last.
    fn of_last_game(&self, _out: &mut Vec<i64>) {}
}

/// A game that counts nothing of its own.
impl<G: Game> Observer<G> for () {}

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

    #[inline(always)]
    fn step(&mut self, step: &Step<G>) {
        self.0.step(step);
        self.1.step(step);
    }

    #[inline(always)]
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

impl<G: Game, A: Statistic<G>, B: Statistic<G>> Statistic<G> for (A, B) {
    fn new(counted: &TallyLayout) -> Self {
        (A::new(counted), B::new(counted))
    }

    fn report(&self, counted: &TallyLayout, out: &mut Report) {
        self.0.report(counted, out);
        self.1.report(counted, out);
    }

    fn columns(counted: &TallyLayout) -> Vec<String> {
        let mut columns = A::columns(counted);
        columns.extend(B::columns(counted));
        columns
    }

    fn of_last_game(&self, out: &mut Vec<i64>) {
        self.0.of_last_game(out);
        self.1.of_last_game(out);
    }
}
