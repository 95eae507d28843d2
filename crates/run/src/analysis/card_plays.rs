//! Plays with changed decks, as many of each as it takes to know what the change does.
//!
//! Each deck is played on the same deals as the deck as it is, with coupled draws. What they have in common is
//! taken off by regression (a control variate: S. S. Lavenberg and P. D. Welch, "A perspective on the use of control
//! variables to increase the efficiency of Monte Carlo simulations", *Management Science* 27, 1981): plays of the
//! two decks run apart after a while, and a plain difference of two plays would count both plays' chance in full.
//! The deck as it is has more plays than any other, since all are compared with it.
//!
//! Plays are added in rounds of equal parts, to the decks whose interval is still too wide, the widest first, until
//! each is as narrow as is wanted or the budget is spent. It is the width alone that is looked at, never on which side
//! of 0 an interval lies, so that the intervals hold (Y. S. Chow and H. Robbins, "On the asymptotic theory of
//! fixed-width sequential confidence intervals for the mean", *Annals of Mathematical Statistics* 36, 1965). All
//! that is decided follows from whole numbers, the same on any number of threads.

use std::ops::Range;

use super::card_values::CardEffect;
use ludometer_stats::{normal_quantile, off_by_one};

/// The figures compared play by play: turns, and the lead of the first over the second.
pub(super) const ON: [CardEffect; 2] = [CardEffect::Turns, CardEffect::FinalGap];

/// The figures of some plays.
pub(super) type Lengths = Vec<[i64; ON.len()]>;

/// Plays of the deck as it is for each of the deck that has most.
const AHEAD: u64 = 3;

/// How many plays there are to give.
#[derive(Clone, Copy, Debug)]
pub(super) struct Budget {
    /// Plays of one deck a round.
    pub part: u64,
    /// All plays of all decks.
    pub plays: u64,
}

/// Sums over the plays of two decks on the same deals: `y` of the changed one, `x` of the one as it is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Pairs {
    n: i128,
    y: i128,
    x: i128,
    yy: i128,
    xx: i128,
    xy: i128,
}

impl Pairs {
    fn add(&mut self, y: i64, x: i64) {
        let (y, x) = (i128::from(y), i128::from(x));
        self.n += 1;
        self.y += y;
        self.x += x;
        self.yy += y * y;
        self.xx += x * x;
        self.xy += x * y;
    }

    /// Returns n times the sum of the products about the means, of these sums.
    fn about(&self, products: i128, a: i128, b: i128) -> f64 {
        (self.n * products - a * b) as f64
    }
}

/// A mean difference.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Difference {
    pub value: f64,
    /// Half the width of its 95 % interval.
    pub half: f64,
    /// Plays of the changed deck.
    pub plays: u64,
}

impl Difference {
    /// Returns the interval. Where all plays differ by as much, some that were not seen may differ by one more or less.
    pub(super) fn interval(&self) -> (f64, f64) {
        let half = if self.half > 0.0 { self.half } else { off_by_one(self.plays) };
        (self.value - half, self.value + half)
    }
}

/// Returns the difference that a changed deck makes, given its plays and all those of the deck as it is (as pairs with
/// themselves).
fn difference(pairs: &Pairs, all: &Pairs) -> Option<Difference> {
    let (n, m) = (pairs.n as f64, all.n as f64);
    if pairs.n < 3 {
        return None;
    }
    let own = pairs.about(pairs.xx, pairs.x, pairs.x);
    let slope = if own > 0.0 { pairs.about(pairs.xy, pairs.x, pairs.y) / own } else { 0.0 };
    let (mean_y, mean_x, mean_all) = (pairs.y as f64 / n, pairs.x as f64 / n, all.x as f64 / m);
    let value = mean_y - mean_all - slope * (mean_x - mean_all);
    let rest = pairs.about(pairs.yy, pairs.y, pairs.y) - slope * slope * own;
    let of_plays = rest.max(0.0) / n / (n - 2.0) / n;
    let of_all = (1.0 - slope).powi(2) * all.about(all.xx, all.x, all.x) / m / (m - 1.0) / m;
    let half = normal_quantile(0.975) * (of_plays + of_all).sqrt();
    Some(Difference { value, half, plays: pairs.n as u64 })
}

/// The plays so far, and what they tell.
pub(super) struct Known {
    base: Lengths,
    all: [Pairs; ON.len()],
    decks: Vec<[Pairs; ON.len()]>,
}

impl Known {
    /// Returns what the deck of this number makes of one of the figures.
    pub(super) fn difference(&self, deck: usize, on: usize) -> Option<Difference> {
        difference(&self.decks[deck][on], &self.all[on])
    }

    /// Returns the mean of a figure with the deck as it is.
    pub(super) fn mean(&self, on: usize) -> f64 {
        self.all[on].x as f64 / (self.all[on].n.max(1)) as f64
    }

    /// Returns all plays of all decks.
    pub(super) fn spent(&self) -> u64 {
        let plays = |deck: &[Pairs; ON.len()]| deck[0].n as u64;
        self.base.len() as u64 + self.decks.iter().map(plays).sum::<u64>()
    }

    /// Returns how many times wider than is wanted the interval of a deck's turns is; `wanted` is half a width, in
    /// parts of their mean.
    fn excess(&self, deck: usize, wanted: f64) -> f64 {
        self.difference(deck, 0).map_or(f64::INFINITY, |found| found.half / (wanted * self.mean(0)))
    }
}

/// Plays so many `decks` until half the interval of each one's turns is at most `wanted`, in parts of the mean of the
/// deck as it is, or the budget is spent. `play` plays a deck (none: the one as it is) from one number to another.
///
/// # Errors
/// Those of `play`.
pub(super) fn allot<E>(
    decks: usize,
    wanted: f64,
    budget: Budget,
    mut play: impl FnMut(Option<usize>, Range<u64>) -> Result<Lengths, E>,
) -> Result<Known, E> {
    let empty = [Pairs::default(); ON.len()];
    let mut known = Known { base: Vec::new(), all: empty, decks: vec![empty; decks] };
    loop {
        let mut open: Vec<(usize, f64)> =
            (0..decks).map(|deck| (deck, known.excess(deck, wanted))).filter(|(_, x)| *x > 1.0).collect();
        // A stable sort: of two that are as wide the first.
        open.sort_by(|a, b| b.1.total_cmp(&a.1));
        let mut played = false;
        for (deck, _) in open {
            let from = known.decks[deck][0].n as u64;
            let to = from + budget.part;
            let base = known.base.len() as u64..(AHEAD * to).max(known.base.len() as u64);
            if known.spent() + (base.end - base.start) + budget.part > budget.plays {
                continue;
            }
            if !base.is_empty() {
                for figures in play(None, base)? {
                    for (sums, x) in known.all.iter_mut().zip(figures) {
                        sums.add(x, x);
                    }
                    known.base.push(figures);
                }
            }
            let lengths = play(Some(deck), from..to)?;
            for (figures, base) in lengths.iter().zip(&known.base[from as usize..]) {
                for ((sums, y), x) in known.decks[deck].iter_mut().zip(figures).zip(base) {
                    sums.add(*y, *x);
                }
            }
            played = true;
        }
        if !played {
            return Ok(known);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ludometer_model::Rng;

    #[test]
    fn a_difference_by_hand() {
        let (mut pairs, mut all) = (Pairs::default(), Pairs::default());
        for (y, x) in [(3, 1), (4, 2), (8, 3), (9, 4)] {
            pairs.add(y, x);
        }
        for x in [1, 2, 3, 4, 6, 8] {
            all.add(x, x);
        }
        // Means 6, 2.5 and 4. About the means: xx 5, xy 11, yy 26; slope 2.2. So 6 - 4 - 2.2 (2.5 - 4) = 5.3.
        // Residuals 26 - 2.2² 5 = 1.8; over (4 - 2) and 4: 0.225. All: 34 / 5 / 6 times 1.2²: 1.632.
        let found = difference(&pairs, &all).unwrap();
        assert!((found.value - 5.3).abs() < 1e-12, "{found:?}");
        assert!((found.half - 1.959_963_985 * 1.857_f64.sqrt()).abs() < 1e-8, "{found:?}");
        // A deck that plays as the one as it is makes no difference, and that is certain.
        let same = difference(&all, &all).unwrap();
        assert_eq!((same.value, same.half), (0.0, 0.0));
        // One that always takes two turns more is not certain to.
        let mut later = Pairs::default();
        for x in [1, 2, 3, 4, 6, 8] {
            later.add(x + 2, x);
        }
        let later = difference(&later, &all).unwrap();
        let off = ludometer_stats::wilson(0.0, 6).unwrap().1;
        assert_eq!((later.value, later.half, later.interval()), (2.0, 0.0, (2.0 - off, 2.0 + off)));
        assert_eq!(found.interval(), (found.value - found.half, found.value + found.half));
    }

    /// Returns a play of a deck: its deal's number and something of its own.
    fn lengths(deck: Option<usize>, plays: Range<u64>, shift: i64, noise: f64) -> Lengths {
        let of = |purpose, play| Rng::from_words([7, play, purpose]).unit();
        let one = |play| {
            let own = of(2 + deck.map_or(0, |deck| deck as u64 + 1), play);
            let turns = 1000.0 * (1.0 + of(1, play)) + noise * (own - 0.5);
            [turns as i64 + shift, 0]
        };
        plays.map(one).collect()
    }

    #[test]
    fn plays_go_where_the_interval_is_wide() {
        // Deck 0 differs by 30 with hardly any noise, deck 1 by -20 with much.
        let play = |deck: Option<usize>, plays| match deck {
            Some(0) => Ok::<_, ()>(lengths(deck, plays, 30, 10.0)),
            Some(_) => Ok(lengths(deck, plays, -20, 2000.0)),
            None => Ok(lengths(deck, plays, 0, 10.0)),
        };
        let known = allot(2, 0.01, Budget { part: 100, plays: 100_000 }, play).unwrap();
        let of = |deck| known.difference(deck, 0).unwrap();
        assert_eq!(of(0).plays, 100);
        assert!(of(1).plays > 4000 && of(1).half <= 0.01 * known.mean(0), "{:?}", of(1));
        assert!((of(0).value - 30.0).abs() < 1.5 && (of(1).value + 20.0).abs() < 20.0);
        // With too small a budget all of it is spent, and some intervals stay too wide.
        let known = allot(2, 0.01, Budget { part: 100, plays: 5000 }, play).unwrap();
        assert!(known.spent() <= 5000 && known.spent() > 4500, "{}", known.spent());
        assert!(known.difference(1, 0).unwrap().half > 0.01 * known.mean(0));
    }

    #[test]
    fn intervals_that_stop_at_a_width_hold() {
        // 300 times, with a true difference of 25: at 95 % at least 270 should hold it (5 standard deviations off).
        let held = |seed: &u64| {
            let first = seed * 1_000_000;
            let play = |deck: Option<usize>, plays: Range<u64>| {
                let shift = if deck.is_some() { 25 } else { 0 };
                Ok::<_, ()>(lengths(deck, first + plays.start..first + plays.end, shift, 1000.0))
            };
            let known = allot(1, 0.02, Budget { part: 50, plays: 100_000 }, play).unwrap();
            let found = known.difference(0, 0).unwrap();
            (found.value - 25.0).abs() <= found.half
        };
        let count = (0..300).filter(held).count();
        assert!(count >= 270, "{count}");
    }
}
