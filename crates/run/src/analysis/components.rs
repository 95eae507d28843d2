//! Splits the variance of the seats' shares of the win by its sources.
//!
//! The plays of a deal form a balanced design: each deal is played with several streams of draws and
//! dice, each of these with the bots in several seatings in which every bot has every seat equally
//! often, and each of these several times with other random numbers for the bots. A mixed analysis of
//! variance (S. R. Searle, G. Casella, C. E. `McCulloch`, *Variance Components*, 1992, chapters 3 and
//! 4) takes each source's part out of it: bots and seats are fixed, deals and streams are drawn. A mean
//! of estimated means varies by chance too; that part is taken off, by the spread between deals.

use ludometer_model::MAX_SEATS;

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
pub(super) const SOURCES: [&str; 6] = ["bot", "seat", "deal", "draws", "interplay", "ties"];

/// A part of the variance for each of the [`SOURCES`]; below 0 where chance made it so.
pub(super) type Parts = [f64; SOURCES.len()];

/// A figure for each seat, or for each bot.
pub(super) type Shares = [f64; MAX_SEATS];

/// How many plays of each kind a deal has.
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
pub(super) struct Replay {
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
pub(super) struct Deal {
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
fn variance(rows: &[Shares], seats: usize) -> (f64, Shares) {
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
        let ties = mean(shares.chunks(repeats).map(|cell| variance(cell, seats).0));
        let of_stream = |stream: &[Shares]| variance(stream, seats).1;
        let means: Vec<Shares> = shares.chunks(seatings * repeats).map(of_stream).collect();
        let (streams, seat) = variance(&means, seats);
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
pub(super) fn parts(deals: &[&Deal], design: Design) -> Parts {
    let Design { seats, streams, seatings, repeats } = design;
    let even = 1.0 / seats as f64;
    let bot = fixed(deals, |deal, at| (deal.bot[at], deal.weight[at]));
    let seat_weight = |at: usize| if at < seats { even } else { 0.0 };
    let seat = fixed(deals, |deal, at| (deal.seat[at], seat_weight(at)));
    let ties = mean(deals.iter().map(|deal| deal.ties));
    let between_streams = mean(deals.iter().map(|deal| deal.streams));
    let draws = between_streams - ties / (seatings * repeats) as f64;
    let seats_of: Vec<Shares> = deals.iter().map(|deal| deal.seat).collect();
    let deal = variance(&seats_of, seats).0 - between_streams / streams as f64;
    let total = mean(deals.iter().map(|deal| deal.total));
    [bot, seat, deal, draws, total - bot - seat - deal - draws - ties, ties]
}

/// Returns the parts as shares of their sum, the whole variance.
pub(super) fn unbounded(parts: Parts) -> Parts {
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
    use ludometer_model::Rng;

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
