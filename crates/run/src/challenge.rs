//! One bot at a table of others: how much it wins, and where it chooses otherwise than they would.

use std::ops::Range;
use std::sync::atomic::Ordering;

use super::any::AnyGame;
use super::batch::{Hooks, Plan, RunError};
use super::play::PlayError;
use super::position::Position;
use super::seating::Seating;
use ludometer_bots::BotSpec;
use ludometer_model::{Seat, SeatSet, Streams};
use ludometer_stats::{StrategyRow, catalogue};

/// A bot in one seat, or on one side where sides play, and another one in all other seats.
#[derive(Clone, Copy, Debug)]
pub struct Challenge<'a> {
    /// The bot of the one seat or side, which changes from game to game.
    pub challenger: &'a BotSpec,
    /// The bot of the other seats.
    pub others: &'a BotSpec,
    /// The seed of the games.
    pub seed: u64,
    /// Threads, at least 1.
    pub threads: usize,
}

impl Challenge<'_> {
    /// Returns the wins of the challenger in games of these numbers, a win that k seats share being 1/k, and how many of
    /// these games somebody won. `None` if it was interrupted.
    ///
    /// # Errors
    /// [`RunError`].
    pub fn wins_of_won(
        &self,
        game: &dyn AnyGame,
        games: Range<u64>,
        hooks: Hooks<'_>,
    ) -> Result<Option<[f64; 2]>, RunError> {
        let bots = game.contest().one_among(self.challenger.clone(), self.others, game.seats());
        let expected = games.end - games.start;
        let (seed, threads) = (self.seed, self.threads);
        let plan = Plan { seed, plays: games, seating: Seating::Rotate, threads, timing: false, stall: None };
        let batch = game.simulate(&bots, &plan, hooks, None)?;
        if batch.plays < expected {
            return Ok(None);
        }
        let won = batch.report.metric(&catalogue::WON).and_then(|won| won.value).unwrap_or(0.0);
        let wins = batch.report.rows().into_iter().next().map(|row: StrategyRow| row.wins);
        // If all bots are the same one, its row has the wins of all seats.
        let share = if self.challenger.is_same(self.others) {
            1.0 / game.contest().parties.len() as f64
        } else {
            1.0
        };
        Ok(wins.map(|wins| [wins * share, won * expected as f64]))
    }

    /// Returns the wins of the challenger alone.
    ///
    /// # Errors
    /// [`RunError`].
    pub fn wins(
        &self,
        game: &dyn AnyGame,
        games: Range<u64>,
        hooks: Hooks<'_>,
    ) -> Result<Option<f64>, RunError> {
        Ok(self.wins_of_won(game, games, hooks)?.map(|[wins, _]| wins))
    }

    /// Plays games and asks at each choice of the challenger among several kinds of actions what one of the others would
    /// have chosen from the same view. Returns a row for each kind of action that was ever legal there.
    ///
    /// # Errors
    /// [`PlayError`].
    pub fn differences(
        &self,
        game: &dyn AnyGame,
        games: u64,
        hooks: Hooks<'_>,
    ) -> Result<Vec<KindUse>, PlayError> {
        let mut uses: Vec<KindUse> =
            game.design().action_kinds.iter().map(|kind| KindUse::new(kind)).collect();
        self.ask(game, games, hooks, Lots::Own, &mut |at, chosen, usual| {
            note(&mut uses, &|choice| at.action_kind(choice), at.choices(), chosen, usual);
            true
        })?;
        uses.retain(|kind| kind.legal > 0);
        Ok(uses)
    }

    /// Returns true if the challenger chooses in each decision of so many games what one of the others would have chosen
    /// with the same random numbers.
    ///
    /// # Errors
    /// [`PlayError`].
    pub fn is_copy(&self, game: &dyn AnyGame, games: u64, hooks: Hooks<'_>) -> Result<bool, PlayError> {
        let mut differs = false;
        self.ask(game, games, hooks, Lots::Same, &mut |_, chosen, usual| {
            differs = chosen != usual;
            !differs
        })?;
        Ok(!differs)
    }

    /// Plays games and asks at each decision of the challenger what one of the others would have chosen from the same view,
    /// until `each`, which hears of both choices, returns false.
    fn ask(
        &self,
        game: &dyn AnyGame,
        games: u64,
        hooks: Hooks<'_>,
        of_shadow: Lots,
        each: &mut dyn FnMut(&dyn Position, usize, usize) -> bool,
    ) -> Result<(), PlayError> {
        let specs = [self.challenger.clone(), self.others.clone()];
        let specs = BotSpec::for_rules(&specs, game.rules());
        let [challenger, other] = &*specs else { return Ok(()) };
        let mut at = game.position();
        let seats = game.seats();
        let sides = Some(&game.contest().parties).filter(|_| game.contest().has_sides());
        let of_all = |spec: &BotSpec| -> Vec<_> { (0..seats).map(|_| at.seat_bot(spec, false)).collect() };
        let (mut firsts, mut shadows, mut table) = (of_all(challenger), of_all(other), of_all(other));
        for play in 0..games {
            let streams = Streams::new(self.seed, play);
            let mut chance = streams.chance();
            let mut own_lots = streams.side_stream(SHADOW);
            let mut rngs: Vec<_> = Seat::all(seats).map(|seat| streams.seat(seat)).collect();
            let own = match sides {
                Some(sides) => sides[(play % sides.len() as u64) as usize],
                None => SeatSet::one(Seat::new((play % seats as u64) as usize)),
            };
            for bot in firsts.iter_mut().chain(&mut shadows).chain(&mut table) {
                bot.begin();
            }
            at.deal(&mut chance);
            let mut decision = 0;
            while let Some(seat) = at.to_move() {
                if hooks.stop.load(Ordering::Relaxed) {
                    return Err(PlayError::Stopped);
                }
                let failed = |spec: &BotSpec, reason: String| {
                    // A search that was called off has no choice to give.
                    if hooks.stop.load(Ordering::Relaxed) {
                        return PlayError::Stopped;
                    }
                    let bot = spec.name.clone();
                    PlayError::Forfeit { bot, seat, decision, play, reason }
                };
                let rng = &mut rngs[seat.index()];
                let choice = if own.contains(seat) {
                    let (first, shadow) = (&mut firsts[seat.index()], &mut shadows[seat.index()]);
                    let mut same_lots = rng.clone();
                    let lots = match of_shadow {
                        Lots::Own => &mut own_lots,
                        Lots::Same => &mut same_lots,
                    };
                    let chosen = first.decide(&*at, rng, hooks.stop);
                    let chosen = chosen.map_err(|reason| failed(challenger, reason))?;
                    let usual = shadow.decide(&*at, lots, hooks.stop);
                    let usual = usual.map_err(|reason| failed(other, reason))?;
                    if !each(&*at, chosen, usual) {
                        return Ok(());
                    }
                    chosen
                } else {
                    let chosen = table[seat.index()].decide(&*at, rng, hooks.stop);
                    chosen.map_err(|reason| failed(other, reason))?
                };
                at.apply_silently(choice, &mut chance);
                decision += 1;
            }
            if let Some(reason) = at.fault() {
                return Err(PlayError::Rules { play, reason });
            }
            (hooks.progress)(1);
        }
        Ok(())
    }
}

/// The random numbers of the bot that is asked what it would have chosen.
#[derive(Clone, Copy)]
enum Lots {
    /// Those of a stream of its own.
    Own,
    /// The same that the challenger has.
    Same,
}

/// The side stream of the bot that is asked what it would have chosen.
const SHADOW: u64 = 0x7368_6164;

/// How often a kind of action was chosen where it was legal beside others.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct KindUse {
    /// The kind, as the game names it.
    pub kind: String,
    /// Choices of the challenger in which it was legal, and another kind too.
    pub legal: u64,
    /// Those in which the challenger chose it.
    pub chosen: u64,
    /// Those in which one of the others would have chosen it.
    pub usual: u64,
}

impl KindUse {
    fn new(kind: &str) -> Self {
        Self { kind: kind.to_owned(), ..Self::default() }
    }

    /// Returns the share of the choices in which the challenger chose it, less that in which the others would have.
    pub fn difference(&self) -> f64 {
        (self.chosen as f64 - self.usual as f64) / self.legal.max(1) as f64
    }
}

/// Counts a choice, if it was one between kinds.
fn note<'a>(
    uses: &mut [KindUse],
    kind: &dyn Fn(usize) -> &'a str,
    choices: usize,
    chosen: usize,
    usual: usize,
) {
    let mut legal: Vec<&str> = (0..choices).map(kind).collect();
    legal.sort_unstable();
    legal.dedup();
    if legal.len() < 2 {
        return;
    }
    for row in uses.iter_mut().filter(|row| legal.binary_search(&row.kind.as_str()).is_ok()) {
        row.legal += 1;
        row.chosen += u64::from(kind(chosen) == row.kind);
        row.usual += u64::from(kind(usual) == row.kind);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn choices_between_kinds_are_counted_by_hand() {
        let mut uses = ["draw", "play", "pass"].map(KindUse::new);
        let kinds = ["play", "play", "draw"];
        note(&mut uses, &|choice| kinds[choice], 3, 0, 2);
        note(&mut uses, &|choice| kinds[choice], 3, 1, 0);
        // No choice between kinds.
        note(&mut uses, &|choice| kinds[choice], 2, 1, 0);
        let counts = uses.clone().map(|row| (row.legal, row.chosen, row.usual));
        assert_eq!(counts, [(2, 0, 1), (2, 2, 1), (0, 0, 0)]);
        assert_eq!(uses.map(|row| row.difference()), [-0.5, 0.5, 0.0]);
    }
}
