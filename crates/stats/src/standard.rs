//! The statistics that are counted in every game, that of kinds of actions among them.

use super::parties::Parties;
use super::results::{Matchups, Seats, Strategies};
use crate::cards::Cards;
use crate::length::Lengths;
use crate::observer::{GameEnd, Observer, Statistic, Step, TurnSnapshot};
use ludometer_figures::{Mean, Member, Merge, Metric, Report, TallyLayout, catalogue};
use ludometer_model::{EventSink, Game, Seat};
use serde::{Deserialize, Serialize};

/// All statistics of a batch: those of every game, and the game's own.
#[derive(Clone, Debug, Merge, Serialize, Deserialize)]
pub struct Standard<S> {
    lengths: Lengths,
    actions: Actions,
    seats: Seats,
    strategies: Strategies,
    matchups: Matchups,
    parties: Parties,
    cards: Cards,
    own: S,
}

impl<S> Standard<S> {
    /// Lengths and ends of plays.
    pub const fn lengths(&self) -> &Lengths {
        &self.lengths
    }

    /// Adds the time that a bot's decisions took.
    pub fn add_time(&mut self, bot: usize, nanoseconds: u64) {
        self.strategies.add_time(bot, nanoseconds);
    }
}

/// A statistic that can be that of a whole batch.
pub trait Tally<G: Game>: Statistic<G> + Sync {
    /// Lengths and ends of plays.
    fn lengths(&self) -> &Lengths;

    /// Returns how often each bot failed, one for each of its seats in each play.
    fn forfeits(&self) -> &[u64];

    /// Adds the time that a bot's decisions took.
    fn add_time(&mut self, bot: usize, nanoseconds: u64);
}

impl<G: Game, S: Statistic<G> + Sync> Tally<G> for Standard<S> {
    fn lengths(&self) -> &Lengths {
        Self::lengths(self)
    }

    fn forfeits(&self) -> &[u64] {
        self.strategies.forfeits()
    }

    fn add_time(&mut self, bot: usize, nanoseconds: u64) {
        Self::add_time(self, bot, nanoseconds);
    }
}

/// The standard statistics with another one beside them.
impl<G: Game, S: Statistic<G> + Sync, B: Statistic<G> + Sync> Tally<G> for (Standard<S>, B) {
    fn lengths(&self) -> &Lengths {
        self.0.lengths()
    }

    fn forfeits(&self) -> &[u64] {
        self.0.strategies.forfeits()
    }

    fn add_time(&mut self, bot: usize, nanoseconds: u64) {
        self.0.add_time(bot, nanoseconds);
    }
}

impl<G: Game, S: Observer<G>> Observer<G> for Standard<S> {
    const WANTS_TIMELINE: bool = S::WANTS_TIMELINE;
    const WANTS_RACES: bool = S::WANTS_RACES;

    #[inline]
    fn begin(&mut self, play: u64) {
        self.own.begin(play);
    }

    #[inline]
    fn scene(&mut self, scene: &TurnSnapshot) {
        self.own.scene(scene);
    }

    #[inline]
    fn held(&mut self, seat: Seat, kind: usize, copies: u32) {
        self.own.held(seat, kind, copies);
    }

    #[inline]
    fn phase(&mut self, phase: usize) {
        self.own.phase(phase);
    }

    #[inline]
    fn raced(&mut self, races: u32) {
        self.own.raced(races);
    }

    #[inline]
    fn start(&mut self) {
        self.own.start();
    }

    #[inline(always)]
    fn step(&mut self, step: &Step<G>) {
        Observer::<G>::step(&mut self.actions, step);
        Observer::<G>::step(&mut self.strategies, step);
        self.own.step(step);
    }

    #[inline(always)]
    fn event(&mut self, event: &G::Event) {
        Observer::<G>::event(&mut self.cards, event);
        self.own.event(event);
    }

    fn forfeit(&mut self, seat: Seat) {
        Observer::<G>::forfeit(&mut self.strategies, seat);
        self.own.forfeit(seat);
    }

    fn finish(&mut self, finish: &GameEnd<'_>) {
        Observer::<G>::finish(&mut self.lengths, finish);
        Observer::<G>::finish(&mut self.actions, finish);
        Observer::<G>::finish(&mut self.seats, finish);
        Observer::<G>::finish(&mut self.strategies, finish);
        Observer::<G>::finish(&mut self.matchups, finish);
        Observer::<G>::finish(&mut self.parties, finish);
        Observer::<G>::finish(&mut self.cards, finish);
        self.own.finish(finish);
    }
}

impl<G: Game, S: Statistic<G>> Statistic<G> for Standard<S> {
    fn new(counted: &TallyLayout) -> Self {
        Self {
            lengths: <Lengths as Statistic<G>>::new(counted),
            actions: <Actions as Statistic<G>>::new(counted),
            seats: <Seats as Statistic<G>>::new(counted),
            strategies: <Strategies as Statistic<G>>::new(counted),
            matchups: <Matchups as Statistic<G>>::new(counted),
            parties: <Parties as Statistic<G>>::new(counted),
            cards: <Cards as Statistic<G>>::new(counted),
            own: S::new(counted),
        }
    }

    /// Reports the summary, whose rows come in the order of the interface: length and ends, seat spread, leader
    /// gap, the first mover, actions, the game's own.
    fn report(&self, counted: &TallyLayout, out: &mut Report) {
        out.most_turns = counted.most_turns;
        out.contest = counted.contest.clone();
        self.lengths.metrics(&counted.contest, out);
        out.metrics.push(self.seats.spread(&counted.contest));
        out.metrics.push(self.lengths.gap(&counted.contest));
        out.metrics.push(self.seats.first_mover_advantage(&counted.contest));
        Statistic::<G>::report(&self.actions, counted, out);
        Statistic::<G>::report(&self.strategies, counted, out);
        Statistic::<G>::report(&self.seats, counted, out);
        Statistic::<G>::report(&self.matchups, counted, out);
        Statistic::<G>::report(&self.cards, counted, out);
        Statistic::<G>::report(&self.lengths, counted, out);
        Statistic::<G>::report(&self.parties, counted, out);
        self.own.report(counted, out);
    }

    fn columns(counted: &TallyLayout) -> Vec<String> {
        S::columns(counted)
    }

    fn of_last_game(&self, out: &mut Vec<i64>) {
        self.own.of_last_game(out);
    }
}

/// Hands the rules' events straight to an observer.
pub struct ObserverSink<'a, G, O> {
    observer: &'a mut O,
    game: std::marker::PhantomData<fn(&G)>,
}

impl<'a, G, O> ObserverSink<'a, G, O> {
    /// Returns a log that hands on all that it gets.
    pub const fn new(observer: &'a mut O) -> Self {
        Self { observer, game: std::marker::PhantomData }
    }
}

impl<G: Game, O: Observer<G>> EventSink<G::Event> for ObserverSink<'_, G, O> {
    #[inline(always)]
    fn emit(&mut self, event: G::Event) {
        self.observer.event(&event);
    }
}

/// Mean count a play of each action's first word.
#[derive(Clone, Debug, PartialEq, Eq, Merge, Serialize, Deserialize)]
struct Actions {
    means: Vec<Mean>,
    /// This play's counts.
    #[merge(skip)]
    now: Vec<u32>,
}

impl<G: Game> Observer<G> for Actions {
    #[inline(always)]
    fn step(&mut self, step: &Step<G>) {
        if let Some(count) = self.now.get_mut(step.word) {
            *count += 1;
        }
    }

    fn finish(&mut self, _: &GameEnd<'_>) {
        for (mean, count) in self.means.iter_mut().zip(&mut self.now) {
            mean.add(i64::from(*count));
            *count = 0;
        }
    }
}

impl<G: Game> Statistic<G> for Actions {
    fn new(counted: &TallyLayout) -> Self {
        let words = counted.words.len();
        Self { means: vec![Mean::default(); words], now: vec![0; words] }
    }

    fn report(&self, counted: &TallyLayout, out: &mut Report) {
        for (word, mean) in counted.words.iter().zip(&self.means) {
            out.metrics.push(Metric::of(&catalogue::ACTION, Member::Named(word.clone()), mean.estimate()));
        }
    }
}
