//! Where the differences between outcomes come from: the deal, later draws and dice, or choices.
//!
//! Deals are played again and again: each with several streams of chance after set-up, and each of
//! those with the line-up moved on by one seat at a time and new random numbers for the bots. A
//! nested analysis of variance with random effects (S. R. Searle, G. Casella, C. E. `McCulloch`,
//! *Variance Components*, 1992, section 3.6) on the seats' shares of the win splits their variance
//! into parts; estimates below 0 count as 0. The part `choices` holds all that changes when other
//! bots sit in the seats, and what the bots' own random numbers do. Seats' long-run means are taken
//! off first. Intervals: percentiles of a bootstrap over deals.

use rayon::prelude::*;

use super::super::batch::{Hooks, Plan, RunError};
use super::super::play::PlayError;
use super::super::threads::pool;
use super::Work;
use super::players::Players;
use crate::bots::BotSpec;
use crate::games::Playable;
use crate::model::{Decision, MAX_SEATS, Rng, SHARE_UNITS, Seat, Silent, Streams};
use crate::stats::{Cell, Table};

/// Deals, at most.
const DEALS: u64 = 300;

/// Streams of chance a deal.
const CHANCES: usize = 4;

/// Resamples of the bootstrap.
const RESAMPLES: usize = 1000;

/// Each seat's share of the win.
type Shares = [f64; MAX_SEATS];

/// One deal's part of the sums of squares.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Deal {
    /// Mean share of each seat.
    mean: Shares,
    /// Sum over streams and seats of the squared distance of the stream's mean from the deal's.
    between: f64,
    /// Sum over plays and seats of the squared distance from the stream's mean.
    within: f64,
}

impl Deal {
    /// `plays` are those of one stream after another, `repeats` each.
    fn of(plays: &[Shares], repeats: usize) -> Self {
        let mean_of = |plays: &[Shares]| {
            let mut mean = [0.0; MAX_SEATS];
            for (seat, mean) in mean.iter_mut().enumerate() {
                *mean = plays.iter().map(|shares| shares[seat]).sum::<f64>() / plays.len() as f64;
            }
            mean
        };
        let apart = |a: &Shares, b: &Shares| a.iter().zip(b).map(|(a, b)| (a - b).powi(2)).sum::<f64>();
        let mean = mean_of(plays);
        let (mut between, mut within) = (0.0, 0.0);
        for stream in plays.chunks(repeats) {
            let centre = mean_of(stream);
            between += apart(&centre, &mean);
            within += stream.iter().map(|play| apart(play, &centre)).sum::<f64>();
        }
        Self { mean, between, within }
    }
}

/// The shares of deal, draws and choices in the variance.
fn components(deals: &[&Deal], streams: usize, repeats: usize) -> [f64; 3] {
    let (d, c, k) = (deals.len() as f64, streams as f64, repeats as f64);
    let mut spread = 0.0;
    for seat in 0..MAX_SEATS {
        let sum: f64 = deals.iter().map(|deal| deal.mean[seat]).sum();
        let squares: f64 = deals.iter().map(|deal| deal.mean[seat].powi(2)).sum();
        spread += squares - sum * sum / d;
    }
    let deal = c * k * spread / (d - 1.0);
    let draw = k * deals.iter().map(|deal| deal.between).sum::<f64>() / (d * (c - 1.0));
    let rest = deals.iter().map(|deal| deal.within).sum::<f64>() / (d * c * (k - 1.0));
    let parts = [((deal - draw) / (c * k)).max(0.0), ((draw - rest) / k).max(0.0), rest.max(0.0)];
    let sum: f64 = parts.iter().sum();
    if sum > 0.0 { parts.map(|part| part / sum) } else { [0.0; 3] }
}

/// Greedy and random bots by turns: a line-up in which it matters who chooses.
fn mixed<G: Playable>(game: &G) -> Option<Vec<BotSpec>> {
    let bot = |seat: Seat| BotSpec::parse::<G>(["greedy", "random"][seat.index() % 2]).ok();
    Seat::all(game.seats()).map(bot).collect()
}

/// The table `variance`: for the run's line-up and, if all its bots are alike, for a mixed one too,
/// since between equal bots `choices` are only choices among what they hold to be equally good.
///
/// # Errors
/// A bot's failure, an interruption, or threads that can't be started.
pub(super) fn variance<G: Playable>(
    game: &G,
    bots: &[BotSpec],
    plan: &Plan,
    work: Work<'_>,
) -> Result<Table, RunError> {
    let mut table = Table::new("variance", &["source", "share", "ci_low", "ci_high", "deals", "bots"]);
    rows(game, bots, "", plan, work, &mut table)?;
    let alike = bots.iter().all(|bot| bot.name == bots[0].name);
    if let Some(bots) = mixed(game).filter(|_| alike) {
        rows(game, &bots, " (bots of two strengths)", plan, work, &mut table)?;
    }
    Ok(table)
}

fn rows<G: Playable>(
    game: &G,
    bots: &[BotSpec],
    of: &str,
    plan: &Plan,
    work: Work<'_>,
    table: &mut Table,
) -> Result<(), RunError> {
    let seats = game.seats();
    if seats < 2 {
        return Ok(());
    }
    let deals = (plan.plays.end / 10).clamp(30, DEALS);
    let pool = pool(plan.threads)?;
    let hooks = work.begin("deals again", deals, "deals");
    let deals: Result<Vec<Deal>, PlayError> = pool.install(|| {
        let one = |deal| {
            let plays = replays(game, bots, plan.seed, deal, hooks);
            (hooks.progress)(1);
            plays.map(|plays| Deal::of(&plays, seats))
        };
        (0..deals).into_par_iter().map(one).collect()
    });
    let deals = deals?;
    let all: Vec<&Deal> = deals.iter().collect();
    let shares = components(&all, CHANCES, seats);
    let mut rng = Rng::from_words([plan.seed, 0, 2000]);
    let mut resampled: [Vec<f64>; 3] = Default::default();
    for _ in 0..RESAMPLES {
        let sample: Vec<&Deal> = deals.iter().map(|_| &deals[rng.index(deals.len())]).collect();
        for (list, share) in resampled.iter_mut().zip(components(&sample, CHANCES, seats)) {
            list.push(share);
        }
    }
    let names: Vec<&str> = bots.iter().map(|bot| bot.name.as_str()).collect();
    for ((source, share), list) in ["deal", "draws", "choices"].iter().zip(shares).zip(&mut resampled) {
        list.sort_by(f64::total_cmp);
        let at = |q: f64| list.get((q * RESAMPLES as f64) as usize).copied();
        let row = [Some(share), at(0.025), at(0.975)];
        let mut cells = vec![Cell::Text(format!("{source}{of}"))];
        cells.extend(row.map(Into::into));
        cells.push((deals.len() as u64).into());
        cells.push(Cell::Text(names.join(" ")));
        table.row(cells);
    }
    Ok(())
}

/// All plays of one deal: for each stream of chance the line-up in each of its turns.
fn replays<G: Playable>(
    game: &G,
    bots: &[BotSpec],
    seed: u64,
    deal: u64,
    hooks: Hooks<'_>,
) -> Result<Vec<Shares>, PlayError> {
    let seats = game.seats();
    let streams = Streams::new(seed, deal);
    let mut dealt = game.blank();
    game.deal(&mut dealt, &mut streams.chance(), &mut Silent);
    let mut state = game.blank();
    let mut legal = Vec::new();
    let mut players = Players::new(game, bots);
    let mut plays = Vec::with_capacity(CHANCES * seats);
    for stream in 0..CHANCES {
        for turn in 0..seats {
            state.clone_from(&dealt);
            let mut chance = streams.aside(100 + stream as u64);
            let own = |seat: usize| 1000 + ((stream * seats + turn) * seats + seat) as u64;
            let mut rngs: Vec<Rng> = (0..seats).map(|seat| streams.aside(own(seat))).collect();
            players.begin(deal);
            while let Some(seat) = game.to_move(&state) {
                if hooks.stop.load(std::sync::atomic::Ordering::Relaxed) {
                    return Err(PlayError::Stopped);
                }
                legal.clear();
                game.legal(&state, &mut legal);
                let bot = (seat.index() + turn) % seats;
                let shown = Decision::new(game, &state, seat, &legal);
                let action = players.choose(bot, &shown, &mut rngs[seat.index()])?;
                game.apply(&mut state, action, &mut chance, &mut Silent);
            }
            let units = game.outcome(&state).with_forfeits(players.forfeited).win_units();
            let mut shares = [0.0; MAX_SEATS];
            for (share, units) in shares.iter_mut().zip(units.first(seats)) {
                *share = *units as f64 / SHARE_UNITS as f64;
            }
            plays.push(shares);
        }
    }
    Ok(plays)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two deals, two streams each, two plays each; the share of seat 0.
    fn shares(plays: [f64; 8]) -> [f64; 3] {
        let plays = plays.map(|x| {
            let mut shares = [0.0; MAX_SEATS];
            shares[0] = x;
            shares
        });
        let deals = [Deal::of(&plays[..4], 2), Deal::of(&plays[4..], 2)];
        components(&deals.iter().collect::<Vec<_>>(), 2, 2)
    }

    #[test]
    fn components_by_hand() {
        assert_eq!(shares([1.0, 1.0, 1.0, 1.0, 0.0, 0.0, 0.0, 0.0]), [1.0, 0.0, 0.0], "all from the deal");
        assert_eq!(shares([1.0, 1.0, 0.0, 0.0, 1.0, 1.0, 0.0, 0.0]), [0.0, 1.0, 0.0], "all from the draws");
        assert_eq!(shares([1.0, 0.0, 1.0, 0.0, 0.0, 1.0, 0.0, 1.0]), [0.0, 0.0, 1.0], "all from the choices");
        // Means of the deals 3/4 and 1/4: mean squares 4 * 0.125 = 1/2 between deals; between
        // streams 2 * (4 * 1/16) / 2 = 1/4; within 2 * 1/2 / 4 = 1/4. So 1/16, 0 and 1/4.
        let mixed = shares([1.0, 1.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0]);
        assert!(
            (mixed[0] - 0.2).abs() < 1e-12 && mixed[1] == 0.0 && (mixed[2] - 0.8).abs() < 1e-12,
            "{mixed:?}"
        );
    }
}
