//! Where the differences between outcomes come from: who plays, the seat, the deal, draws and dice, and what
//! is left.
//!
//! Deals are played again and again, in a balanced design ([`Design`]): by levels of the
//! [ladder of skill](super::skill), three of them where it has more, and by the run's own line-up. Each two levels make a line-up, with one bot of
//! the stronger level and the weaker one in the other seats: a bot that always wins explains all there. The ladder's
//! parts are the sums of those of its line-ups. Between bots that are all alike none explains anything; what
//! is left then is their own random numbers. Intervals: percentiles of a bootstrap over deals.

use crate::analysis::Work;
use crate::batch::{Hooks, Plan, RunError};
use crate::play::{self, PlayError, Seating, SplitChance};
use crate::threads::{in_order, pool};
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

impl VarianceRow {
    /// What stands in `among` for the line-up of the run itself.
    pub const OWN: &'static str = "this run";
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
    rows(VarianceRow::OWN, &[&own], plan.seed, &mut table);
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
                let units = table.contest.seat_units(&played.outcome);
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

/// The sources in the order of [`Parts`], by their names in the table:
///
/// - `bot`: which bot sits in the seat (between-bot variance, against the whole the between-bot R²);
/// - `seat`: the seat;
/// - `deal`: the deal, whoever plays it;
/// - `draws`: draws and dice after it;
/// - `interplay`: how bots, their order, deal and draws meet: what their sum does not explain, though it
///   happens again with the same bots, deal and draws;
/// - `ties`: the bots' own random numbers, with which they choose among actions that they hold to be
///   equally good (`random`: among all), and all that follows from these choices.
const SOURCES: [&str; 6] = ["bot", "seat", "deal", "draws", "interplay", "ties"];

/// A part of the variance for each of the [`SOURCES`]; below 0 where chance made it so.
type Parts = [f64; SOURCES.len()];

/// A figure for each seat, or for each bot.
type Shares = [f64; MAX_SEATS];

/// How many plays of each kind a deal has.
///
/// The plays of a deal form a balanced design: each deal is played with several streams of draws and
/// dice, each of these with the bots in several seatings in which every bot has every seat equally
/// often, and each of these several times with other random numbers for the bots. A mixed analysis of
/// variance (S. R. Searle, G. Casella, C. E. `McCulloch`, *Variance Components*, 1992, chapters 3 and
/// 4) takes each source's part out of it: bots and seats are fixed, deals and streams are drawn. A mean
/// of estimated means varies by chance too; that part is taken off, by the spread between deals.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Design {
    pub seats: usize,
    /// Streams of draws and dice, at least 2.
    pub streams: usize,
    /// Seatings a stream, at least 1.
    pub seatings: usize,
    /// Plays a seating that differ in the bots' own random numbers alone, at least 2.
    pub repeats: usize,
}

impl Design {
    /// Returns the plays of a deal.
    pub(super) const fn plays(&self) -> usize {
        self.streams * self.seatings * self.repeats
    }
}

/// A play: each seat's share of the win, and the number of the bot in each seat.
#[derive(Clone, Copy, Debug)]
struct Replay {
    pub shares: Shares,
    pub bots: [usize; MAX_SEATS],
}

impl Replay {
    /// Returns each seat's share less an even part of what was won, which is nothing where nobody won.
    fn above_even(&self, seats: usize) -> Shares {
        let even = self.shares[..seats].iter().sum::<f64>() / seats as f64;
        std::array::from_fn(|seat| if seat < seats { self.shares[seat] - even } else { 0.0 })
    }
}

/// The figures from the plays of one deal, of shares above an even part of what was won.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Deal {
    /// The mean share of each seat.
    seat: Shares,
    /// The mean share of each bot.
    bot: Shares,
    /// The part of the seats that each bot holds.
    weight: Shares,
    /// The variance between the means of the streams.
    streams: f64,
    /// The variance between repeats.
    ties: f64,
    /// The mean squared distance of a seat's share from an even one.
    total: f64,
}

/// Returns the mean of some figures.
fn mean(values: impl Iterator<Item = f64>) -> f64 {
    let (mut sum, mut n) = (0.0, 0.0_f64);
    for value in values {
        sum += value;
        n += 1.0;
    }
    sum / n.max(1.0)
}

/// Returns the variance between rows of figures by seat, a seat's on average; the mean of each seat.
fn variance_between(rows: &[Shares], seats: usize) -> (f64, Shares) {
    let mut means = [0.0; MAX_SEATS];
    for (seat, of_seat) in means.iter_mut().enumerate().take(seats) {
        *of_seat = mean(rows.iter().map(|row| row[seat]));
    }
    let squares = |row: &Shares| row.iter().zip(&means).map(|(x, mean)| (x - mean).powi(2)).sum::<f64>();
    let apart: f64 = rows.iter().map(squares).sum();
    (apart / (rows.len().max(2) - 1) as f64 / seats as f64, means)
}

impl Deal {
    /// Returns the components. `plays` are in the order of streams, then seatings, then repeats.
    pub(super) fn of(plays: &[Replay], design: Design) -> Self {
        let Design { seats, seatings, repeats, .. } = design;
        let shares: Vec<Shares> = plays.iter().map(|play| play.above_even(seats)).collect();
        let ties = mean(shares.chunks(repeats).map(|cell| variance_between(cell, seats).0));
        let of_stream = |stream: &[Shares]| variance_between(stream, seats).1;
        let means: Vec<Shares> = shares.chunks(seatings * repeats).map(of_stream).collect();
        let (streams, seat) = variance_between(&means, seats);
        let total = mean(shares.iter().flat_map(|row| row[..seats].iter().map(|x| x.powi(2))));
        let (mut bot, mut weight) = ([0.0; MAX_SEATS], [0.0; MAX_SEATS]);
        for (play, shares) in plays.iter().zip(&shares) {
            for (share, &at) in shares[..seats].iter().zip(&play.bots) {
                bot[at] += share;
                weight[at] += 1.0;
            }
        }
        for (of_bot, count) in bot.iter_mut().zip(&mut weight) {
            *of_bot /= f64::max(*count, 1.0);
            *count /= (plays.len() * seats).max(1) as f64;
        }
        Self { seat, bot, weight, streams, ties, total }
    }
}

/// Returns how far long-run means lie from 0: the mean squared distance, by weight, less what chance adds to it.
fn fixed(deals: &[&Deal], of: impl Fn(&Deal, usize) -> (f64, f64)) -> f64 {
    let d = deals.len() as f64;
    let one = |at: usize| {
        let weight = deals.first().map_or(0.0, |deal| of(deal, at).1);
        let centre = mean(deals.iter().map(|deal| of(deal, at).0));
        let spread: f64 = deals.iter().map(|deal| (of(deal, at).0 - centre).powi(2)).sum();
        weight * (centre.powi(2) - spread / (d * (d - 1.0).max(1.0)))
    };
    (0..MAX_SEATS).map(one).sum()
}

/// Returns the parts of the variance that these deals tell, of which there must be two.
fn parts(deals: &[&Deal], design: Design) -> Parts {
    let Design { seats, streams, seatings, repeats } = design;
    let even = 1.0 / seats as f64;
    let bot = fixed(deals, |deal, at| (deal.bot[at], deal.weight[at]));
    let seat_weight = |at: usize| if at < seats { even } else { 0.0 };
    let seat = fixed(deals, |deal, at| (deal.seat[at], seat_weight(at)));
    let ties = mean(deals.iter().map(|deal| deal.ties));
    let between_streams = mean(deals.iter().map(|deal| deal.streams));
    let draws = between_streams - ties / (seatings * repeats) as f64;
    let seats_of: Vec<Shares> = deals.iter().map(|deal| deal.seat).collect();
    let deal = variance_between(&seats_of, seats).0 - between_streams / streams as f64;
    let total = mean(deals.iter().map(|deal| deal.total));
    [bot, seat, deal, draws, total - bot - seat - deal - draws - ties, ties]
}

/// Returns the parts as shares of their sum, the whole variance.
fn unbounded(parts: Parts) -> Parts {
    let sum: f64 = parts.iter().sum();
    if sum > 0.0 { parts.map(|part| part / sum) } else { [0.0; SOURCES.len()] }
}

/// The largest difference that rounding makes between equal variances.
const ROUNDING: f64 = 1e-15;

/// Returns shares as [`unbounded`] does, but what chance put below 0 counts as 0.
pub(super) fn shares(parts: Parts) -> Parts {
    unbounded(parts.map(|part| if part > ROUNDING { part } else { 0.0 }))
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

    /// Two seats, two streams, two seatings, two repeats.
    const TWO: Design = Design { seats: 2, streams: 2, seatings: 2, repeats: 2 };

    /// Shares of seat 0, play by play; the bots change places from one seating to the next.
    fn deal(of_seat_0: [f64; 8]) -> Deal {
        let replay = |(play, x): (usize, f64)| {
            let (mut shares, mut bots) = ([0.0; MAX_SEATS], [0; MAX_SEATS]);
            shares[..2].copy_from_slice(&[x, 1.0 - x]);
            bots[(play / 2 + 1) % 2] = 1;
            Replay { shares, bots }
        };
        let plays: Vec<Replay> = of_seat_0.into_iter().enumerate().map(replay).collect();
        Deal::of(&plays, TWO)
    }

    fn of(deals: &[[f64; 8]]) -> Parts {
        let deals: Vec<Deal> = deals.iter().map(|plays| deal(*plays)).collect();
        parts(&deals.iter().collect::<Vec<_>>(), TWO)
    }

    fn close(parts: Parts, expected: Parts) {
        assert!(parts.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-12), "{parts:?} {expected:?}");
    }

    #[test]
    fn one_source_alone_explains_all() {
        // Bot 0 wins wherever it sits; seat 0 wins; two deals of either seat; a stream for either seat.
        let swapped = [1.0, 1.0, 0.0, 0.0, 1.0, 1.0, 0.0, 0.0];
        close(shares(of(&[swapped; 3])), [1.0, 0.0, 0.0, 0.0, 0.0, 0.0]);
        close(shares(of(&[[1.0; 8]; 3])), [0.0, 1.0, 0.0, 0.0, 0.0, 0.0]);
        close(shares(of(&[[1.0; 8], [0.0; 8]])), [0.0, 0.0, 1.0, 0.0, 0.0, 0.0]);
        let streams = [1.0, 1.0, 1.0, 1.0, 0.0, 0.0, 0.0, 0.0];
        close(shares(of(&[streams; 3])), [0.0, 0.0, 0.0, 1.0, 0.0, 0.0]);
        // The bot that wins is another one in the other stream: neither bot nor draws, but both together.
        let crossed = [1.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 1.0];
        close(shares(of(&[crossed; 3])), [0.0, 0.0, 0.0, 0.0, 1.0, 0.0]);
        close(shares(of(&[[1.0, 0.0, 1.0, 0.0, 1.0, 0.0, 1.0, 0.0]; 3])), [0.0, 0.0, 0.0, 0.0, 0.0, 1.0]);
    }

    #[test]
    fn parts_by_hand() {
        // Seat 0 of deal 1 wins 5 of 8: streams 3/4 and 1/2, repeats differ in three of four cells; bot 0, in
        // seat 0 in the first and third cell, wins (1, 1), (0, 1), (0, 1), (1, 0) of its eight: 5/8.
        // Deal 2: seat 0 wins 1 of 8: streams 1/4 and 0; bot 0 wins 1, 0 and then 1, 1, 0, 0, 1, 1: 5/8.
        let parts = of(&[[1.0, 1.0, 1.0, 0.0, 0.0, 1.0, 0.0, 1.0], [1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0]]);
        // Each bot is 1/8 from fair in both deals: 1/64, no chance. Ties: cells that differ have 1/2, four of eight
        // do: 1/4. Between streams 1/32 and 1/32: draws 1/32 - (1/4)/4 = -1/32. Deals 5/8 and 1/8: 1/8, less
        // (1/32)/2: 7/64. Seats 3/8 and 5/8: 1/64 less (1/8)/2 of chance: -3/64. All 1/4.
        let ties = 0.25;
        let (bot, seat, deal, draws) = (1.0 / 64.0, -3.0 / 64.0, 7.0 / 64.0, -1.0 / 32.0);
        close(parts, [bot, seat, deal, draws, 0.25 - bot - seat - deal - draws - ties, ties]);
    }

    #[test]
    fn known_parts_are_estimated_without_bias() {
        // Of 4 seats one has the better bot, which wins three plays in ten in its own right; else the deal decides
        // with 0.2, the stream with 0.1, a lot with 0.4. Shares of the win's variance of sums of indicators: with one
        // winner in all cases a part that wins with probability p explains ((4 q - 1) / 3)² of the variance for
        // a bot that wins q; deal, draws: p² as the chance that two plays have it in common.
        let design = Design { seats: 4, streams: 2, seatings: 4, repeats: 2 };
        let mut rng = Rng::from_words([3, 1, 4]);
        let mut deals = Vec::new();
        for _ in 0..4000 {
            let by_deal = rng.index(4);
            let mut plays = Vec::new();
            for _ in 0..2 {
                let by_draws = rng.index(4);
                for seating in 0..4 {
                    for _ in 0..2 {
                        let winner = match rng.unit() {
                            x if x < 0.3 => seating,
                            x if x < 0.5 => by_deal,
                            x if x < 0.6 => by_draws,
                            _ => rng.index(4),
                        };
                        let (mut shares, mut bots) = ([0.0; MAX_SEATS], [1; MAX_SEATS]);
                        shares[winner] = 1.0;
                        bots[seating] = 0;
                        plays.push(Replay { shares, bots });
                    }
                }
            }
            deals.push(Deal::of(&plays, design));
        }
        let found = shares(parts(&deals.iter().collect::<Vec<_>>(), design));
        // The bot wins 0.3 + 0.7 / 4 = 0.475: (0.9 / 3)² = 0.09. What is left is the lot of each play.
        let expected = [0.09, 0.0, 0.04, 0.01, 0.0, 0.86];
        for ((name, found), expected) in SOURCES.iter().zip(found).zip(expected) {
            assert!((found - expected).abs() < 0.01, "{name}: {found}, not {expected}");
        }
    }
}
