//! Where the differences between outcomes come from: who plays, the seat, the deal, draws and dice, and what
//! is left.
//!
//! Deals are played again and again, in the design of [`components`](super::components): by levels of the
//! [ladder of skill](super::skill), three of them where it has more, and by the run's own line-up. Each two levels make a line-up, with one bot of
//! the stronger level and the weaker one in the other seats: a bot that always wins explains all there. The ladder's
//! parts are the sums of those of its line-ups. Between bots that are all alike none explains anything; what
//! is left then is their own random numbers. Intervals: percentiles of a bootstrap over deals.

use super::super::batch::{Hooks, Plan, RunError};
use super::super::chance::SplitChance;
use super::super::play::{self, PlayError, Seating};
use super::super::threads::{in_order, pool};
use super::Work;
use super::components::{Deal, Design, Parts, Replay, SOURCES, parts, shares, unbounded};
use ludometer_bots::BotSpec;
use ludometer_model::{MAX_SEATS, Rng, SHARE_UNITS, Seat, Streams};
use ludometer_playable::Playable;
use ludometer_stats::{Bounded, Row, Table};

/// Deals of a line-up: a tenth of the plays of the batch, at least and at most.
const DEALS: (u64, u64) = (30, 300);

/// Plays of a line-up of the ladder with a bot that thinks, about, and its deals at least.
const THINKING: (u64, u64) = (480, 15);

/// Streams of draws and dice a deal.
const STREAMS: usize = 2;

/// Plays that differ in the bots' own random numbers alone.
const REPEATS: usize = 2;

/// Resamples of the bootstrap.
const RESAMPLES: usize = 1000;

/// The constants that keep the numbers of draws and of bots apart from those of the batch's plays.
const DRAWS: u64 = 0x64_72_61_77_73;
const OWN: u64 = 0x6f_77_6e;

/// A row of `variance.csv`: a source of variance among some bots.
#[derive(Clone, Debug, PartialEq, Row)]
#[row(table = "variance")]
pub struct VarianceRow {
    /// Bots: `ladder`, `this run`, or a line-up of the ladder.
    pub among: String,
    /// Source of variance.
    pub source: String,
    /// Share of the variance of the outcome.
    #[row("share", "ci_low", "ci_high")]
    pub share: Bounded,
    /// Deals.
    pub deals: u64,
    /// Line-ups.
    pub bots: String,
}

/// Some bots and the deals that they played.
struct Played {
    bots: String,
    design: Design,
    deals: Vec<Deal>,
}

impl Played {
    fn parts(&self, deals: &[&Deal]) -> Parts {
        parts(deals, self.design)
    }

    fn all(&self) -> Vec<&Deal> {
        self.deals.iter().collect()
    }

    fn resampled(&self, rng: &mut Rng) -> Vec<&Deal> {
        self.deals.iter().map(|_| &self.deals[rng.index(self.deals.len())]).collect()
    }
}

/// Returns the table `variance`: for these bots of a ladder, weakest first, for each of its line-ups, and for the
/// run's own.
///
/// # Errors
/// A bot's failure, an interruption, or threads that can't be started.
pub(crate) fn variance<G: Playable>(
    game: &G,
    bots: &[BotSpec],
    ladder: &[BotSpec],
    plan: &Plan,
    work: Work<'_>,
) -> Result<Table, RunError> {
    let mut table = Vec::new();
    if game.seats() < 2 {
        return Ok(Table::of(table));
    }
    let deals = (plan.plays.end / 10).clamp(DEALS.0, DEALS.1);
    let mut all = Vec::new();
    for (at, strong) in ladder.iter().enumerate() {
        for weak in &ladder[..at] {
            let mut line_up = vec![weak.clone(); game.seats()];
            line_up[0] = strong.clone();
            let design = design(&line_up);
            let few = (THINKING.0 / design.plays() as u64).max(THINKING.1);
            let deals = if line_up.iter().any(BotSpec::is_search) { few.min(deals) } else { deals };
            // Deals of its own for each.
            let first = all.len() as u64 * DEALS.1;
            all.push(replayed(game, &line_up, design, plan, first..first + deals, work)?);
        }
    }
    let own = replayed(game, bots, design(bots), plan, 0..deals, work)?;
    rows("ladder", &all.iter().collect::<Vec<_>>(), plan.seed, &mut table);
    for line_up in &all {
        rows(&line_up.bots, &[line_up], plan.seed, &mut table);
    }
    rows("this run", &[&own], plan.seed, &mut table);
    Ok(Table::of(table))
}

/// Returns the design: bots that are all alike need no seatings, but more repeats.
fn design(bots: &[BotSpec]) -> Design {
    let alike = bots.iter().all(|bot| bot.is_same(&bots[0]));
    let seats = bots.len();
    let (seatings, repeats) = if alike { (1, 2 * REPEATS) } else { (seats, REPEATS) };
    Design { seats, streams: STREAMS, seatings, repeats }
}

/// Returns `a against 3 of b`, or the bots one by one.
fn line_up(bots: &[BotSpec]) -> String {
    let names: Vec<&str> = bots.iter().map(|bot| bot.name.as_str()).collect();
    match names[..] {
        [first, second, ..] if names[2..].iter().all(|name| *name == second) => {
            if first == second {
                format!("{} of {first}", names.len())
            } else {
                format!("{first} among {second}")
            }
        }
        _ => names.join(" "),
    }
}

/// Plays some deals again and again.
fn replayed<G: Playable>(
    game: &G,
    bots: &[BotSpec],
    design: Design,
    plan: &Plan,
    deals: std::ops::Range<u64>,
    work: Work<'_>,
) -> Result<Played, RunError> {
    let pool = pool(plan.threads)?;
    let hooks = work.begin(&format!("deals again, {}", line_up(bots)), deals.end - deals.start, "deals");
    let table = || play::Table::new(game, bots, Seating::Rotate, plan.seed);
    let one = |table: &mut play::Table<'_, G>, deal| {
        let plays = replays(table, design, plan.seed, deal, hooks)?;
        (hooks.progress)(1);
        Ok::<_, PlayError>(Deal::of(&plays, design))
    };
    Ok(Played { bots: line_up(bots), design, deals: in_order(&pool, deals, table, one)? })
}

/// Returns all plays of one deal, in the order of the design.
fn replays<G: Playable>(
    table: &mut play::Table<'_, G>,
    design: Design,
    seed: u64,
    deal: u64,
    hooks: Hooks<'_>,
) -> Result<Vec<Replay>, PlayError> {
    let Design { seats, streams, seatings, repeats } = design;
    let mut plays = Vec::with_capacity(design.plays());
    for stream in 0..streams as u64 {
        let draws = deal * streams as u64 + stream;
        for seating in 0..seatings as u64 {
            // As many plays in a row as there are seats have every bot in every seat.
            let seated = draws * seats as u64 + seating;
            for repeat in 0..repeats as u64 {
                let own = Streams::new(seed ^ OWN, seated * repeats as u64 + repeat);
                let (deal, draws) = (Streams::new(seed, deal), Streams::new(seed ^ DRAWS, draws));
                let chance = SplitChance::of_one_deal(deal, draws, own);
                let played = table.play_with(seated, &mut (), hooks.stop, None, chance)?;
                let units = played.outcome.win_units();
                let mut replay = Replay { shares: [0.0; MAX_SEATS], bots: [0; MAX_SEATS] };
                for seat in Seat::all(seats) {
                    replay.shares[seat.index()] = units[seat] as f64 / SHARE_UNITS as f64;
                    replay.bots[seat.index()] = usize::from(played.bots[seat]);
                }
                plays.push(replay);
            }
        }
    }
    Ok(plays)
}

/// Adds the rows of some line-ups taken together, all those that one of them can tell.
fn rows(among: &str, line_ups: &[&Played], seed: u64, table: &mut Vec<VarianceRow>) {
    let together = |of: &mut dyn FnMut(&Played) -> Parts| {
        let mut sum = [0.0; SOURCES.len()];
        for line_up in line_ups {
            for (sum, part) in sum.iter_mut().zip(of(line_up)) {
                *sum += part;
            }
        }
        sum
    };
    if line_ups.is_empty() {
        return;
    }
    let parts = together(&mut |line_up| line_up.parts(&line_up.all()));
    let (found, before) = (shares(parts), unbounded(parts));
    let mut rng = Rng::from_words([seed, 0, 2000]);
    let mut resampled: [Vec<f64>; SOURCES.len()] = Default::default();
    for _ in 0..RESAMPLES {
        let sample = unbounded(together(&mut |line_up| {
            let deals = line_up.resampled(&mut rng);
            line_up.parts(&deals)
        }));
        for (list, share) in resampled.iter_mut().zip(sample) {
            list.push(share);
        }
    }
    let deals: u64 = line_ups.iter().map(|line_up| line_up.deals.len() as u64).sum();
    let bots: Vec<&str> = line_ups.iter().map(|line_up| line_up.bots.as_str()).collect();
    // Bots that are all alike never change places: nothing can come of it.
    let alike = line_ups.iter().all(|line_up| line_up.design.seatings == 1);
    for (((source, share), before), list) in SOURCES.iter().zip(found).zip(before).zip(&mut resampled) {
        if alike && ["bot", "interplay"].contains(source) {
            continue;
        }
        list.sort_by(f64::total_cmp);
        let end = |q: f64| (list[(q * RESAMPLES as f64) as usize] + share - before).clamp(0.0, 1.0);
        table.push(VarianceRow {
            among: among.to_owned(),
            source: (*source).to_owned(),
            share: Bounded { value: Some(share), interval: Some((end(0.025), end(0.975))) },
            deals,
            bots: bots.join(", "),
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn as_many_plays_in_a_row_as_seats_have_every_bot_in_every_seat() {
        for seats in 2..=MAX_SEATS {
            for first in (0..50).map(|block| block * seats as u64) {
                for seat in Seat::all(seats) {
                    let bot = |play| Seating::Rotate.places(play, seats)[seat];
                    let mut bots: Vec<u8> = (first..first + seats as u64).map(bot).collect();
                    bots.sort_unstable();
                    assert!(bots.into_iter().eq(0..seats as u8), "{seats} seats, plays from {first}");
                }
            }
        }
    }
}
