//! Games that are one and the same, since neither the rules nor the bots leave anything to chance.
//!
//! A game that is played again is no evidence: of copies there are figures, and no intervals.

use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::sync::atomic::AtomicBool;

use super::batch::{Batch, Plan};
use super::play::{Table, identities};
use ludometer_bots::{BotKind, BotSpec};
use ludometer_model::{BySeat, Contest, Game};
use ludometer_playable::Playable;
use ludometer_stats::{Cell, GameEnd, Observer, Report, Step, Tally};

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

/// The games seen, by seating: who sat where, and the game that came of it.
#[derive(Default)]
pub(super) struct Seen(BTreeMap<Vec<u8>, u64>);

impl Seen {
    /// Returns false if these bots have played another game before.
    pub(super) fn agrees(&mut self, bots: &BySeat<u8>, seats: usize, course: u64) -> bool {
        *self.0.entry(bots.first(seats).to_vec()).or_insert(course) == course
    }
}

/// Takes the intervals out of a whole batch, and notes how many games differ, one for each seating, if all others are
/// copies of these: no number of copies makes a figure more certain.
///
/// Where chance has a part, no game is a copy, though it may look the same: two of three throws of a coin do. So games are
/// looked at closely only where the tally has no more lengths than there are seatings.
pub(super) fn rest_on_copies<G: Playable, T: Tally<G>>(
    game: &G,
    bots: &[BotSpec],
    plan: &Plan,
    total: &T,
    stop: &AtomicBool,
    batch: &mut Batch,
) {
    let Some(seatings) = Seatings::of(bots, plan, game) else { return };
    if total.lengths().counts().nth(seatings.distinct as usize).is_none() {
        batch.distinct = seatings.all_copies(game, bots, plan, stop);
    }
    if batch.distinct.is_some() {
        without_intervals(&mut batch.report);
    }
}

/// Returns how many games of a batch will differ, if all others will be copies of these.
pub(super) fn will_be_copies<G: Playable>(
    game: &G,
    bots: &[BotSpec],
    plan: &Plan,
    stop: &AtomicBool,
) -> Option<u64> {
    Seatings::of(bots, plan, game)?.all_copies(game, bots, plan, stop)
}

/// The seatings of a batch.
struct Seatings {
    /// Which bots are the same one.
    identity: Vec<u8>,
    seats: usize,
    contest: Contest,
    /// So many of the first games have all seatings.
    first: u64,
    distinct: u64,
}

impl Seatings {
    /// Returns the seatings of a batch in which some come again. Programs are not asked beside the batch: what chance they
    /// have is their own, and nobody may start them but who plays.
    fn of<G: Playable>(bots: &[BotSpec], plan: &Plan, game: &G) -> Option<Self> {
        if bots.iter().any(|bot| bot.kind == BotKind::Process) {
            return None;
        }
        let (_, identity) = identities(bots);
        let (seats, contest) = (game.seats(), game.contest());
        let mut found = Self { identity, seats, contest, first: 0, distinct: 0 };
        let mut seen = Seen::default();
        for play in 0..plan.plays.end.min(MOST_SEATINGS) {
            if seen.0.insert(found.at(plan, play).first(seats).to_vec(), 0).is_none() {
                (found.first, found.distinct) = (play + 1, found.distinct + 1);
            }
        }
        (plan.plays.end > found.first).then_some(found)
    }

    fn at(&self, plan: &Plan, play: u64) -> BySeat<u8> {
        let places = plan.seating.seated(play, self.seats, &self.contest);
        BySeat::from_fn(|seat| self.identity.get(usize::from(places[seat])).copied().unwrap_or_default())
    }

    /// Returns how many games differ, if those that are looked at closely do only where the seating does.
    fn all_copies<G: Playable>(
        &self,
        game: &G,
        bots: &[BotSpec],
        plan: &Plan,
        stop: &AtomicBool,
    ) -> Option<u64> {
        let plays = plan.plays.end;
        let mut table = Table::new(game, bots, plan.seating, plan.seed);
        let mut seen = Seen::default();
        let mut agrees = |play: u64| {
            let mut course = Course::new(game);
            table.play(play, &mut course, stop, None).ok()?;
            seen.agrees(&self.at(plan, play), self.seats, course.finish()).then_some(())
        };
        // Mostly the first game that has the seating of game 0 again is another one.
        let is_first =
            |play: &u64| self.at(plan, *play).first(self.seats) == self.at(plan, 0).first(self.seats);
        let again = (1..plays.min(MOST_SEATINGS)).find(is_first);
        agrees(0)?;
        again.map_or(Some(()), &mut agrees)?;
        // The first that differs ends it: only copies take so long.
        for play in 1..plays.min(self.first + CLOSE.max(self.first)) {
            agrees(play)?;
        }
        Some(self.distinct)
    }
}

fn without_intervals(report: &mut Report) {
    for metric in report.metrics.iter_mut().chain(&mut report.analysis) {
        metric.estimate.interval = None;
    }
    for table in &mut report.tables {
        let is_bound = |column: &str| column.ends_with("_low") || column.ends_with("_high");
        let bounds: Vec<usize> = (0..table.columns.len()).filter(|&at| is_bound(table.columns[at])).collect();
        for row in &mut table.rows {
            for &at in &bounds {
                row[at] = Cell::Empty;
            }
        }
    }
}
