//! Games that are one and the same, since neither the rules nor the bots leave anything to chance.
//!
//! A game that is played again is no evidence.

use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::sync::atomic::AtomicBool;

use super::batch::Plan;
use super::play::{Table, identities};
use ludometer_bots::BotSpec;
use ludometer_model::{BySeat, Game};
use ludometer_playable::Playable;
use ludometer_stats::{GameEnd, Observer, Step, Tally};

/// Games beyond the first of each seating that are looked at closely, at most.
const CLOSE: u64 = 30;

/// Seatings beyond these are not looked for: of so many bots few play alike.
const MOST_SEATINGS: u64 = 240;

/// All that happens in a game, as a number.
pub(super) struct Course<'a, G> {
    game: &'a G,
    hash: DefaultHasher,
}

impl<'a, G: Game> Course<'a, G> {
    pub(super) fn new(game: &'a G) -> Self {
        Self { game, hash: DefaultHasher::new() }
    }

    /// Returns the number of the game that was watched.
    pub(super) fn finish(self) -> u64 {
        self.hash.finish()
    }
}

impl<G: Game> Observer<G> for Course<'_, G> {
    fn step(&mut self, step: &Step<G>) {
        (step.seat.index(), step.choices, self.game.action_text(step.action)).hash(&mut self.hash);
    }

    fn event(&mut self, event: &G::Event) {
        self.game.event_json(event).to_string().hash(&mut self.hash);
    }

    fn finish(&mut self, end: &GameEnd<'_>) {
        let outcome = end.outcome;
        let scores = outcome.scores.first(outcome.seats);
        (scores, outcome.ranks.first(outcome.seats), outcome.turns).hash(&mut self.hash);
    }
}

/// What was seen of each seating: who sat where, and the game that came of it.
#[derive(Default)]
pub(super) struct Seen(BTreeMap<Vec<u8>, u64>);

impl Seen {
    /// Returns false if these bots have played another game before.
    pub(super) fn agrees(&mut self, bots: &BySeat<u8>, seats: usize, course: u64) -> bool {
        *self.0.entry(bots.first(seats).to_vec()).or_insert(course) == course
    }
}

/// Returns how many games of a batch differ, one for each seating, if all others are copies of these.
///
/// Where chance has a part, no game is a copy, though it may look the same: two of three throws of a coin do. So games are
/// looked at closely only where the tally has no more lengths than there are seatings.
pub(super) fn distinct_games<G: Playable, T: Tally<G>>(
    game: &G,
    bots: &[BotSpec],
    plan: &Plan,
    total: &T,
    stop: &AtomicBool,
) -> Option<u64> {
    let (seats, plays) = (game.seats(), plan.plays.end);
    let (_, identity) = identities(bots);
    let seated = |play: u64| {
        let places = plan.seating.places(play, seats);
        BySeat::from_fn(|seat| identity[usize::from(places[seat])])
    };
    let mut seen = Seen::default();
    // So many of the first games have all seatings.
    let (mut first, mut distinct) = (0, 0);
    for play in 0..plays.min(MOST_SEATINGS) {
        if seen.0.insert(seated(play).first(seats).to_vec(), 0).is_none() {
            (first, distinct) = (play + 1, distinct + 1);
        }
    }
    if plays <= first || total.lengths().counts().nth(distinct as usize).is_some() {
        return None;
    }
    let mut table = Table::new(game, bots, plan.seating, plan.seed);
    let mut seen = Seen::default();
    for play in 0..plays.min(first + CLOSE.min(plays / 10).max(first)) {
        let mut course = Course::new(game);
        table.play(play, &mut course, stop, None).ok()?;
        if !seen.agrees(&seated(play), seats, course.finish()) {
            return None;
        }
    }
    Some(distinct)
}
