//! The statistics that are counted in every game.

use serde::{Deserialize, Serialize};

use super::actions::Actions;
use super::cards::Cards;
use super::length::Lengths;
use super::matchups::Matchups;
use super::observer::{GameEnd, Merge, Observer, Report, Statistic, Step, TallyLayout, TurnSnapshot};
use super::seats::Seats;
use super::strategies::Strategies;
use ludometer_model::{EventSink, Game, Seat};

/// All statistics of a batch: those of every game, and the game's own.
#[derive(Clone, Debug, Merge, Serialize, Deserialize)]
pub struct Standard<S> {
    lengths: Lengths,
    actions: Actions,
    seats: Seats,
    strategies: Strategies,
    matchups: Matchups,
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

    /// How often each bot failed, one for each of its seats in each play.
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

/// The course of plays is told to the game's own statistic alone, if it asks for it.
impl<G: Game, S: Observer<G>> Observer<G> for Standard<S> {
    const WANTS_TIMELINE: bool = S::WANTS_TIMELINE;

    #[inline]
    fn begin(&mut self, play: u64) {
        if S::WANTS_TIMELINE {
            self.own.begin(play);
        }
    }

    #[inline]
    fn scene(&mut self, scene: &TurnSnapshot) {
        if S::WANTS_TIMELINE {
            self.own.scene(scene);
        }
    }

    #[inline]
    fn held(&mut self, seat: Seat, kind: usize, copies: u32) {
        if S::WANTS_TIMELINE {
            self.own.held(seat, kind, copies);
        }
    }

    #[inline]
    fn phase(&mut self, phase: usize) {
        if S::WANTS_TIMELINE {
            self.own.phase(phase);
        }
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

    #[inline(always)]
    fn event_times(&mut self, event: &G::Event, times: u8) {
        Observer::<G>::event_times(&mut self.cards, event, times);
        self.own.event_times(event, times);
    }

    fn finish(&mut self, finish: &GameEnd<'_>) {
        Observer::<G>::finish(&mut self.lengths, finish);
        Observer::<G>::finish(&mut self.actions, finish);
        Observer::<G>::finish(&mut self.seats, finish);
        Observer::<G>::finish(&mut self.strategies, finish);
        Observer::<G>::finish(&mut self.matchups, finish);
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
            cards: <Cards as Statistic<G>>::new(counted),
            own: S::new(counted),
        }
    }

    /// The summary's rows come in the order of the interface: length and ends, seat spread, leader
    /// gap, actions, the game's own.
    fn report(&self, counted: &TallyLayout, out: &mut Report) {
        self.lengths.metrics(out);
        out.metrics.push(self.seats.spread());
        out.metrics.push(self.lengths.gap());
        Statistic::<G>::report(&self.actions, counted, out);
        Statistic::<G>::report(&self.strategies, counted, out);
        Statistic::<G>::report(&self.seats, counted, out);
        Statistic::<G>::report(&self.matchups, counted, out);
        Statistic::<G>::report(&self.cards, counted, out);
        Statistic::<G>::report(&self.lengths, counted, out);
        self.own.report(counted, out);
    }
}

/// Hands the rules' events straight to an observer.
pub struct ObserverSink<'a, G, O> {
    observer: &'a mut O,
    game: std::marker::PhantomData<fn(&G)>,
}

impl<'a, G, O> ObserverSink<'a, G, O> {
    /// A log that hands on all it is told.
    pub const fn new(observer: &'a mut O) -> Self {
        Self { observer, game: std::marker::PhantomData }
    }
}

impl<G: Game, O: Observer<G>> EventSink<G::Event> for ObserverSink<'_, G, O> {
    #[inline(always)]
    fn emit(&mut self, event: G::Event) {
        self.observer.event(&event);
    }

    #[inline(always)]
    fn emit_times(&mut self, event: G::Event, times: u8) {
        self.observer.event_times(&event, times);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::{Unplayed, counted};
    use ludometer_model::BySeat;

    /// A game's own statistic that asks for the course of plays.
    #[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
    struct Follower<const ASKS: bool> {
        told: Vec<u64>,
    }

    impl<const ASKS: bool> Observer<Unplayed> for Follower<ASKS> {
        const WANTS_TIMELINE: bool = ASKS;

        fn begin(&mut self, play: u64) {
            self.told.push(play);
        }
        fn scene(&mut self, scene: &TurnSnapshot) {
            self.told.push(scene.out.into());
        }
        fn held(&mut self, seat: Seat, kind: usize, copies: u32) {
            self.told.extend([seat.index() as u64, kind as u64, copies.into()]);
        }
        fn phase(&mut self, phase: usize) {
            self.told.push(phase as u64);
        }
    }

    impl<const ASKS: bool> Merge for Follower<ASKS> {
        fn merge(&mut self, Self { told }: Self) {
            self.told.extend(told);
        }
    }

    impl<const ASKS: bool> Statistic<Unplayed> for Follower<ASKS> {
        fn new(_: &TallyLayout) -> Self {
            Self::default()
        }
        fn report(&self, _: &TallyLayout, _: &mut Report) {}
    }

    #[test]
    fn a_games_own_statistic_is_told_the_course_of_plays_if_it_asks() {
        fn told<const ASKS: bool>() -> Vec<u64> {
            let mut all = <Standard<Follower<ASKS>> as Statistic<Unplayed>>::new(&counted());
            assert_eq!(<Standard<Follower<ASKS>> as Observer<Unplayed>>::WANTS_TIMELINE, ASKS);
            let (chances, standing) = (BySeat::all(0), BySeat::all(0));
            all.begin(70);
            all.scene(&TurnSnapshot { mover: None, chances, standing, out: 5 });
            all.held(Seat::new(1), 2, 3);
            all.phase(4);
            all.own.told
        }
        assert_eq!(told::<true>(), [70, 5, 1, 2, 3, 4]);
        assert!(told::<false>().is_empty());
    }
}
