//! One play: the table and the loop of all batches. [`trace`](super::trace) and
//! [`person`](super::person) have loops of their own, which stop to tell or to ask.

use std::cell::Cell;
use std::hint::black_box;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

pub use crate::seating::Seating;
use ludometer_bots::{Bot, BotSpec, OnBotError, Random, Strategy, build, choose, no_such_action};
use ludometer_model::{
    BySeat, Contest, Decision, Outcome, Purpose, Rng, Seat, SeatSet, Streams, WithoutKnowledge,
};
use ludometer_playable::Playable;
use ludometer_stats::{GameEnd, HANDS_EVERY, MILLION, Observer, ObserverSink, Step, TurnSnapshot};
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// The most failures that a table keeps to be reported one by one.
const MAX_FORFEITS: usize = 64;

/// Why a play did not come to its end.
#[derive(Clone, Debug, PartialEq, Eq, Error, Serialize, Deserialize)]
#[non_exhaustive]
pub enum PlayError {
    /// The user stopped the work.
    #[error("interrupted")]
    Stopped,
    /// The rules failed, which are a script's.
    #[error("game {play}: {reason}")]
    Rules {
        /// The play's number.
        play: u64,
        /// The mistake in the rules.
        reason: String,
    },
    /// A bot could not choose.
    #[error("bot `{bot}` in seat {seat}, decision {decision} of game {play}: {reason}")]
    Forfeit {
        /// The bot's name.
        bot: String,
        /// Its seat.
        seat: Seat,
        /// The decision's number in the play, from 0.
        decision: u32,
        /// The play's number.
        play: u64,
        /// Its own message, or one about it.
        reason: String,
    },
}

/// A play that came to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Played {
    /// How it ended.
    pub outcome: Outcome,
    /// Which of the batch's bots sat in each seat.
    pub bots: BySeat<u8>,
    /// Decisions taken.
    pub decisions: u32,
    /// Those with one legal action.
    pub forced: u32,
}

/// Receives the time of each decision: (observer, bot's number, nanoseconds).
type Clock<'a, O> = &'a mut dyn FnMut(&mut O, usize, u64);

/// A table with its bots and buffers, for many plays one after another.
pub struct Table<'a, G: Playable> {
    game: &'a G,
    pub(crate) contest: Contest,
    line_up: Vec<Bot<G>>,
    /// For each place in the line-up, the number of its bot among the different bots.
    identity: Vec<u8>,
    names: Vec<String>,
    /// In a tournament, the number that each place's bot had at first.
    entries: Option<Vec<u8>>,
    state: G::State,
    legal: Vec<G::Action>,
    seating: Seating,
    seed: u64,
    /// The handling of a play in which the bot of a place fails.
    on_error: Vec<OnBotError>,
    /// Bots that failed in the play at hand, by place; the next play has them back.
    failed_bots: Vec<(usize, Bot<G>)>,
    forfeits: Vec<PlayError>,
}

/// Returns the different names of a line-up, in order of first appearance, and which of them each place
/// has.
pub(super) fn identities(bots: &[BotSpec]) -> (Vec<String>, Vec<u8>) {
    let mut different: Vec<&BotSpec> = Vec::new();
    let places = bots.iter().map(|bot| {
        let known = different.iter().position(|other| other.is_same(bot));
        known.unwrap_or_else(|| {
            different.push(bot);
            different.len() - 1
        }) as u8
    });
    let places = places.collect();
    let name = |bot: &&BotSpec| match &bot.file {
        // Two files of one name: their hashes tell them apart.
        Some(file) if different.iter().any(|other| other.name == bot.name && !other.is_same(bot)) => {
            format!("{}@{}", bot.name, file.hash)
        }
        _ => bot.name.clone(),
    };
    let names = different.iter().map(name).collect();
    (names, places)
}

/// Returns the action in this place.
///
/// # Errors
/// The mistake of a bot that chose it.
#[inline]
pub(super) fn checked<A: Copy>(place: usize, legal: &[A]) -> Result<A, String> {
    legal.get(place).copied().ok_or_else(|| no_such_action(place, legal.len()))
}

/// Returns the different names of a line-up, in the order in which [`Played::bots`] counts them.
pub fn bot_names(bots: &[BotSpec]) -> Vec<String> {
    identities(bots).0
}

impl<'a, G: Playable> Table<'a, G> {
    /// Returns a table for this game. `bots` has one bot a seat, or more for `arrange`.
    pub fn new(game: &'a G, bots: &[BotSpec], seating: Seating, seed: u64) -> Self {
        debug_assert!(bots.len() >= game.seats(), "one bot a seat");
        let (names, identity) = identities(bots);
        Self {
            game,
            contest: game.contest(),
            line_up: bots.iter().map(|spec| build(spec, game)).collect(),
            identity,
            names,
            entries: None,
            state: game.new_state(),
            legal: Vec::with_capacity(64),
            seating,
            seed,
            on_error: bots.iter().map(|bot| bot.on_error).collect(),
            failed_bots: Vec::new(),
            forfeits: Vec::new(),
        }
    }

    /// Seats bots by their numbers in the line-up, which may have more of them than there are seats,
    /// at a table with fixed seating. From then on a bot's random numbers are its own and not its
    /// seat's, so that bots of one kind don't play alike when they change seats.
    pub(super) fn arrange(&mut self, seated: &[u8]) {
        // Bots that failed are known by their places: back before these change.
        self.unbench();
        let count = self.line_up.len() as u8;
        let entries = self.entries.get_or_insert_with(|| (0..count).collect());
        for (seat, wanted) in seated.iter().enumerate() {
            if let Some(at) = entries.iter().position(|entry| entry == wanted) {
                entries.swap(seat, at);
                self.line_up.swap(seat, at);
                self.identity.swap(seat, at);
                self.on_error.swap(seat, at);
            }
        }
    }

    /// Gives bots that failed their places back.
    fn unbench(&mut self) {
        for (place, bot) in self.failed_bots.drain(..) {
            self.line_up[place] = bot;
        }
    }

    /// Returns the failures of the plays since this was last asked, in order; none unless bots forfeit.
    pub fn take_forfeits(&mut self) -> Vec<PlayError> {
        std::mem::take(&mut self.forfeits)
    }

    /// Plays play number `play` to its end, watched by `observer`.
    ///
    /// The course of the play depends on (version, rules, bots, seed, play) alone. With `clock`, the time of
    /// each decision is reported to it: (bot's number, nanoseconds).
    ///
    /// # Errors
    /// [`PlayError`] if the user stopped it or a bot failed.
    #[inline]
    pub fn play<O: Observer<G>>(
        &mut self,
        play: u64,
        observer: &mut O,
        stop: &AtomicBool,
        clock: Option<Clock<'_, O>>,
    ) -> Result<Played, PlayError> {
        let chance = Streams::new(self.seed, play).chance();
        // Bots that failed in the last play are back before it is asked who plays.
        self.unbench();
        if !O::WANTS_TIMELINE
            && clock.is_none()
            && self.line_up.iter().all(|bot| matches!(bot, Bot::Random(_)))
        {
            return self.play_on::<_, _, true>(play, observer, stop, None, chance);
        }
        self.play_on::<_, _, false>(play, observer, stop, clock, chance)
    }

    /// Plays as [`Table::play`] does, with chance taken from this source.
    ///
    /// # Errors
    /// As [`Table::play`].
    #[inline]
    pub(super) fn play_with<O: Observer<G>, C: Chance>(
        &mut self,
        play: u64,
        observer: &mut O,
        stop: &AtomicBool,
        clock: Option<Clock<'_, O>>,
        chance: C,
    ) -> Result<Played, PlayError> {
        self.play_on::<O, C, false>(play, observer, stop, clock, chance)
    }

    /// Returns the loop. `BLIND` is for tables where all bots choose at random: nobody is shown anything there, so
    /// that the rules keep no knowledge of seats and list no actions (with both, Film Rummy took three
    /// times as long). The plays are the same.
    #[inline]
    fn play_on<O: Observer<G>, C: Chance, const BLIND: bool>(
        &mut self,
        play: u64,
        observer: &mut O,
        stop: &AtomicBool,
        mut clock: Option<Clock<'_, O>>,
        mut chance: C,
    ) -> Result<Played, PlayError> {
        let game = self.game;
        let _under_way = UnderWay::begin(self.seed, play);
        let streams = Streams::new(self.seed, play);
        let mut rngs: BySeat<Rng> = BySeat::from_fn(|seat| {
            let entry = self.entries.as_ref().and_then(|entries| entries.get(seat.index()));
            entry.map_or_else(|| streams.seat(seat), |&entry| streams.bot(usize::from(entry)))
        });
        let places = self.seating.seated(play, game.seats(), &self.contest);
        let bots = BySeat::from_fn(|seat| self.identity[usize::from(places[seat])]);
        self.unbench();
        for bot in &mut self.line_up {
            bot.begin();
        }
        let mut forfeited = SeatSet::EMPTY;
        let mut course = Timeline::default();
        if O::WANTS_TIMELINE {
            observer.begin(play);
        }
        observer.start();
        if BLIND {
            game.deal(&mut self.state, chance.of_deal(), &mut WithoutKnowledge(ObserverSink::new(observer)));
        } else {
            game.deal(&mut self.state, chance.of_deal(), &mut ObserverSink::new(observer));
        }
        let first = game.to_move(&self.state).unwrap_or_default();
        let mut decisions = 0_u32;
        let mut forced = 0_u32;
        while let Some(seat) = game.to_move(&self.state) {
            if stop.load(Ordering::Relaxed) {
                return Err(PlayError::Stopped);
            }
            let (action, choices) = if BLIND {
                let rng = chance.of_choice(&mut rngs[seat], seat, || game.turn(&self.state));
                game.pick(&self.state, &mut self.legal, |choices| choose(choices, rng))
            } else {
                self.legal.clear();
                game.legal(&self.state, &mut self.legal);
                // The length is read by itself: read together with the pointer, right after `legal` wrote
                // it, it stalls the processor (a failed store forwarding; 7 of 39 ns a decision).
                let choices = black_box(self.legal.len());
                let legal = &self.legal[..choices];
                if O::WANTS_TIMELINE {
                    course.ask(game, &self.state, seat, observer);
                }
                let decision = Decision::new(game, &self.state, seat, legal).with_stop(stop);
                let bot = &mut self.line_up[usize::from(places[seat])];
                let begun = clock.is_some().then(Instant::now);
                let rng = chance.of_choice(&mut rngs[seat], seat, || game.turn(&self.state));
                let chosen = bot.decide(&decision, rng);
                // Neither a failure nor what someone else decides after it is a decision of the bot's.
                let is_own = chosen.is_ok() && !forfeited.contains(seat);
                if let (Some(clock), Some(begun), true) = (&mut clock, begun, is_own) {
                    clock(observer, usize::from(bots[seat]), begun.elapsed().as_nanos() as u64);
                }
                match chosen.map_err(|forfeit| forfeit.reason).and_then(|i| checked(i, legal)) {
                    Ok(action) => (action, choices),
                    // A search that was called off has no choice to give.
                    Err(_) if stop.load(Ordering::Relaxed) => return Err(PlayError::Stopped),
                    Err(reason) => {
                        let bot = self.names[usize::from(bots[seat])].clone();
                        let error = PlayError::Forfeit { bot, seat, decision: decisions, play, reason };
                        let place = usize::from(places[seat]);
                        if self.on_error[place] == OnBotError::Stop {
                            return Err(error);
                        }
                        // Not every caller asks for them.
                        if self.forfeits.len() < MAX_FORFEITS {
                            self.forfeits.push(error);
                        }
                        forfeited.insert(seat);
                        observer.forfeit(seat);
                        // Someone who chooses at random takes its place: so no decision has to ask who failed.
                        let failed = std::mem::replace(&mut self.line_up[place], Bot::Random(Random));
                        self.failed_bots.push((place, failed));
                        (legal[rngs[seat].index(choices)], choices)
                    }
                }
            };
            decisions += 1;
            forced += u32::from(choices == 1);
            observer.step(&Step { seat, action, word: game.action_kind(action), choices });
            let rng = chance.of_action(seat, || game.turn(&self.state));
            if BLIND {
                game.apply(&mut self.state, action, rng, &mut WithoutKnowledge(ObserverSink::new(observer)));
            } else {
                game.apply(&mut self.state, action, rng, &mut ObserverSink::new(observer));
            }
            if O::WANTS_RACES {
                observer.raced(rng.races());
            }
        }
        if let Some(reason) = game.fault(&self.state, &[]) {
            return Err(PlayError::Rules { play, reason });
        }
        if O::WANTS_TIMELINE {
            course.end(game, &self.state, observer);
        }
        let mut outcome = game.outcome(&self.state);
        if !forfeited.is_empty() {
            outcome = outcome.with_forfeits(forfeited);
        }
        for bot in &mut self.line_up {
            bot.end(&outcome);
        }
        observer.finish(&GameEnd { outcome: &outcome, first, bots: &bots, decisions, forced });
        Ok(Played { outcome, bots, decisions, forced })
    }
}

/// Follows one play.
#[derive(Default)]
struct Timeline {
    /// The turn of the last scene.
    turn: Option<u32>,
    scenes: usize,
}

impl Timeline {
    /// Notes that the seat is about to decide.
    #[inline]
    pub(super) fn ask<G: Playable, O: Observer<G>>(
        &mut self,
        game: &G,
        state: &G::State,
        seat: Seat,
        observer: &mut O,
    ) {
        let turn = game.turn(state);
        if self.turn != Some(turn) {
            self.turn = Some(turn);
            let shares = game.chances(state);
            let mut chances = BySeat::all(0);
            for seat in Seat::all(game.seats()) {
                chances[seat] = millionths(shares[seat]);
            }
            self.tell(game, state, Some(seat), chances, observer);
        }
        if !game.phases().is_empty() {
            observer.phase(game.phase(state));
        }
    }

    /// Ends the play.
    pub(super) fn end<G: Playable, O: Observer<G>>(&mut self, game: &G, state: &G::State, observer: &mut O) {
        self.scenes = 0;
        self.tell(game, state, None, BySeat::all(0), observer);
    }

    fn tell<G: Playable, O: Observer<G>>(
        &mut self,
        game: &G,
        state: &G::State,
        mover: Option<Seat>,
        chances: BySeat<u32>,
        observer: &mut O,
    ) {
        let seats = game.seats();
        let out = Seat::all(seats).filter(|&seat| game.is_eliminated(state, seat)).collect();
        observer.scene(&TurnSnapshot { mover, chances, standing: game.progress(state), out });
        if self.scenes.is_multiple_of(HANDS_EVERY) {
            for seat in Seat::all(seats) {
                game.hand_contents(state, seat, &mut |kind, copies| observer.held(seat, kind, copies));
            }
        }
        self.scenes += 1;
    }
}

/// Returns a share as whole millionths: tallies hold whole numbers only.
fn millionths(share: f64) -> u32 {
    // A game's estimate that is no number counts as no chance.
    // Half a unit and a cast: `round` is a call.
    (share.clamp(0.0, 1.0) * f64::from(MILLION) + 0.5) as u32
}

thread_local! {
    static PLAY: Cell<Option<PlayId>> = const { Cell::new(None) };
}

/// The identity of a play, beside rules and bots.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlayId {
    /// The seed of the batch.
    pub seed: u64,
    /// The number of the game in the batch.
    pub play: u64,
}

/// This thread is at a play until this is dropped.
pub struct UnderWay;

impl UnderWay {
    /// Notes that this thread begins a game.
    pub fn begin(seed: u64, play: u64) -> Self {
        PLAY.set(Some(PlayId { seed, play }));
        Self
    }

    /// Returns the play that this thread is at.
    pub fn here() -> Option<PlayId> {
        // A thread may panic while its own values go.
        PLAY.try_with(Cell::get).ok().flatten()
    }
}

impl Drop for UnderWay {
    fn drop(&mut self) {
        PLAY.set(None);
    }
}

/// Where a play's chance comes from. Turns are asked for only where they matter.
pub(super) trait Chance {
    /// Returns the numbers of the deal.
    fn of_deal(&mut self) -> &mut Rng;

    /// Returns the numbers for what comes of the next action, which is this seat's.
    fn of_action(&mut self, seat: Seat, turn: impl FnOnce() -> u32) -> &mut Rng;

    /// Returns the numbers for the choice of the bot in this seat, whose own stream is given.
    fn of_choice<'a>(&'a mut self, own: &'a mut Rng, seat: Seat, turn: impl FnOnce() -> u32) -> &'a mut Rng;
}

/// One stream for all: what `run` plays and `trace` replays.
impl Chance for Rng {
    #[inline(always)]
    fn of_deal(&mut self) -> &mut Rng {
        self
    }

    #[inline(always)]
    fn of_action(&mut self, _: Seat, _: impl FnOnce() -> u32) -> &mut Rng {
        self
    }

    #[inline(always)]
    fn of_choice<'a>(&'a mut self, own: &'a mut Rng, _: Seat, _: impl FnOnce() -> u32) -> &'a mut Rng {
        own
    }
}

/// Chance from one stream, or from one an action (see [`Streams::in_turn`]) with coupled draws, and
/// then the bots' as well.
pub(super) struct SplitChance {
    streams: Streams,
    now: Rng,
    choice: Rng,
    /// The turn of each seat's last action, and how many it had in it.
    last: BySeat<(u32, u32)>,
    split: bool,
    /// Numbers of the bots that depend on their seats alone.
    own: Option<BySeat<Rng>>,
    /// How many actions come before the one whose cards are drawn anew, and what they are turned by.
    anew: Option<(u32, u32)>,
}

impl SplitChance {
    pub(super) fn new(streams: Streams, split: bool) -> Self {
        let chance = streams.chance();
        let now = if split { chance.coupled() } else { chance };
        let last = BySeat::all((0, 0));
        Self { streams, choice: now.clone(), now, last, split, own: None, anew: None }
    }

    /// Returns chance of plays of one deal: the deal comes from `deal`; draws and dice from `draws`, an action's part
    /// from a stream of its own (so that one choice more leaves those of other seats and turns as they were); the bots'
    /// numbers from `own`.
    pub(super) fn of_one_deal(deal: Streams, draws: Streams, own: Streams) -> Self {
        let own = Some(BySeat::from_fn(|seat| own.seat(seat)));
        Self { now: deal.chance().coupled(), own, ..Self::new(draws, true) }
    }

    /// Returns chance in which the action of this number, from 0, draws its cards anew ([`Rng::with_cards_anew`]); all else
    /// that it leaves to chance, and all that comes after it, is the same as without.
    pub(super) fn with_cards_anew(streams: Streams, action: u32, turn: u32) -> Self {
        Self { anew: Some((action, turn)), ..Self::new(streams, true) }
    }

    /// Returns how many actions the seat has had in this turn.
    fn actions_in(&self, seat: Seat, turn: u32) -> u32 {
        let (last, actions) = self.last[seat];
        if last == turn { actions } else { 0 }
    }
}

impl Chance for SplitChance {
    fn of_deal(&mut self) -> &mut Rng {
        &mut self.now
    }

    #[inline]
    fn of_action(&mut self, seat: Seat, turn: impl FnOnce() -> u32) -> &mut Rng {
        if self.split {
            let turn = turn();
            let action = self.actions_in(seat, turn);
            self.last[seat] = (turn, action + 1);
            self.now = self.streams.in_turn(Purpose::Chance, turn, seat, action).coupled();
            if let Some((0, turn)) = self.anew {
                self.now = self.now.clone().with_cards_anew(turn);
            }
            self.anew = self.anew.and_then(|(before, turn)| Some((before.checked_sub(1)?, turn)));
        }
        &mut self.now
    }

    #[inline]
    fn of_choice<'a>(&'a mut self, own: &'a mut Rng, seat: Seat, turn: impl FnOnce() -> u32) -> &'a mut Rng {
        if self.split && self.own.is_none() {
            let turn = turn();
            self.choice = self.streams.in_turn(Purpose::Choice, turn, seat, self.actions_in(seat, turn));
            return &mut self.choice;
        }
        match &mut self.own {
            Some(own) => &mut own[seat],
            None => own,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_game::{Mistake, Toy};
    use ludometer_playable::Compiled as _;

    /// The knowledge of the play at each decision.
    #[derive(Default)]
    struct Seen(Vec<Option<PlayId>>);

    impl Observer<Toy> for Seen {
        fn step(&mut self, _: &Step<Toy>) {
            self.0.push(UnderWay::here());
        }
    }

    #[test]
    fn it_is_known_as_long_as_the_play_lasts() {
        assert_eq!(UnderWay::here(), None);
        let play = UnderWay::begin(7, 5);
        assert_eq!(UnderWay::here(), Some(PlayId { seed: 7, play: 5 }));
        drop(play);
        assert_eq!(UnderWay::here(), None);
    }

    #[test]
    fn every_play_at_a_table_says_which_it_is() {
        let bots = ["random"; 2].map(|bot| BotSpec::parse(bot, Toy::definition()).unwrap());
        let mut table = Table::new(&Toy(Mistake::None), &bots, Seating::Rotate, 7);
        let mut seen = Seen::default();
        table.play(5, &mut seen, &AtomicBool::new(false), None).unwrap();
        assert!(!seen.0.is_empty());
        assert!(seen.0.iter().all(|&at| at == Some(PlayId { seed: 7, play: 5 })), "{:?}", seen.0);
        assert_eq!(UnderWay::here(), None);
    }
}
