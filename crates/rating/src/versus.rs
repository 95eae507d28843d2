//! Two players who meet at tables of any size: who wins more, and how sure that is.

use ludometer_model::SHARE_UNITS;
use ludometer_stats::{Estimate, Merge, Z_95, normal_below};

/// The results of two players in the plays of one deal in which both sat.
///
/// A player that holds several seats counts with the mean of its seats, so that all players have the
/// same chance. `wins` are whole numbers in units of [`Meeting::UNIT`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Meeting {
    /// The first one's wins.
    pub first: u64,
    /// The second one's wins.
    pub second: u64,
    /// Plays.
    pub plays: u64,
}

impl Meeting {
    /// One win of one play: shares of seats and of joint wins are whole numbers of its parts.
    pub const UNIT: u64 = SHARE_UNITS * SHARE_UNITS;

    /// Returns the mean difference of wins a play, from -1 to 1, or `None` if they didn't meet.
    pub fn difference(&self) -> Option<f64> {
        let lead = self.first as f64 - self.second as f64;
        (self.plays > 0).then(|| lead / (self.plays * Self::UNIT) as f64)
    }
}

/// The sums over deals that all figures about two players come from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Merge)]
pub struct Versus {
    deals: u64,
    /// Wins of the first and of the second, and plays in the same unit.
    sums: [u128; 3],
    /// Sums of the products first², first x second, second², first x plays, second x plays, plays².
    products: [u128; 6],
}

impl Versus {
    /// Counts one deal. One in which they didn't meet says nothing.
    pub fn add(&mut self, meeting: Meeting) {
        if meeting.plays == 0 {
            return;
        }
        let [a, b, m] = [meeting.first, meeting.second, meeting.plays * Meeting::UNIT].map(u128::from);
        self.deals += 1;
        for (sum, x) in self.sums.iter_mut().zip([a, b, m]) {
            *sum += x;
        }
        for (sum, x) in self.products.iter_mut().zip([a * a, a * b, b * b, a * m, b * m, m * m]) {
            *sum += x;
        }
    }

    /// Deals in which they met.
    pub const fn deals(&self) -> u64 {
        self.deals
    }

    /// Plays in which they met.
    pub const fn plays(&self) -> u64 {
        (self.sums[2] / Meeting::UNIT as u128) as u64
    }

    /// Returns the wins of the first and of the second a play.
    pub fn wins(&self) -> Option<(f64, f64)> {
        let [a, b, m] = self.sums.map(|sum| sum as f64);
        (self.deals > 0).then(|| (a / m, b / m))
    }

    /// Returns the share that the first one won of the plays that one of the two won.
    ///
    /// The interval is that of a ratio with deals as clusters (Cochran 1977, section 6.3), after
    /// adding two deals, one won by each. This is what Agresti and Coull 1998 do for shares: it is
    /// right where few deals were played and where one of the two won all.
    pub fn payoff(&self) -> Estimate {
        let [a, b, _] = self.sums.map(|sum| sum as f64);
        let value = (a + b > 0.0).then(|| a / (a + b));
        let Some(Sums { deals, a, b, m: _, aa, ab, bb, .. }) = self.with_two_more() else {
            return Estimate::default();
        };
        let ratio = a / (a + b);
        let (first, second) = (1.0 - ratio, ratio);
        let residuals = first * first * aa - 2.0 * first * second * ab + second * second * bb;
        let variance = residuals.max(0.0) * deals / (deals - 1.0) / (a + b).powi(2);
        let half = Z_95 * variance.sqrt();
        let (low, high) = ((ratio - half).max(0.0), (ratio + half).min(1.0));
        let interval = value.map(|value| (low.min(value), high.max(value)));
        Estimate { value, interval, games: self.plays() }
    }

    /// Returns the difference of their wins a play, from -1 to 1, with an interval of the same kind.
    pub fn difference(&self) -> Estimate {
        let [a, b, m] = self.sums.map(|sum| sum as f64);
        let Some((centre, error)) = self.centre() else { return Estimate::default() };
        let value = (a - b) / m;
        let (low, high) = ((centre - Z_95 * error).max(-1.0), (centre + Z_95 * error).min(1.0));
        Estimate {
            value: Some(value),
            interval: Some((low.min(value), high.max(value))),
            games: self.plays(),
        }
    }

    /// Returns the probability that the first one is the better, judged by these deals alone (with every
    /// difference equally likely before): the normal distribution function of the difference over
    /// its standard error.
    pub fn superiority(&self) -> Option<f64> {
        let (centre, error) = self.centre()?;
        Some(normal_below(centre / error))
    }

    /// Returns the difference with two deals more, and its standard error, which is above 0.
    fn centre(&self) -> Option<(f64, f64)> {
        let Sums { deals, a, b, m, aa, ab, bb, am, bm, mm } = self.with_two_more()?;
        let centre = (a - b) / m;
        let squares = aa - 2.0 * ab + bb - 2.0 * centre * (am - bm) + centre * centre * mm;
        let variance = squares.max(0.0) * deals / (deals - 1.0) / (m * m);
        (variance > 0.0).then(|| (centre, variance.sqrt()))
    }

    fn with_two_more(&self) -> Option<Sums> {
        if self.deals == 0 {
            return None;
        }
        let [a, b, m] = self.sums.map(|sum| sum as f64);
        let [aa, ab, bb, am, bm, mm] = self.products.map(|sum| sum as f64);
        let deals = self.deals as f64;
        // A deal of the usual number of plays.
        let usual = m / deals;
        let square = usual * usual;
        Some(Sums {
            deals: deals + 2.0,
            a: a + usual,
            b: b + usual,
            m: m + 2.0 * usual,
            aa: aa + square,
            ab,
            bb: bb + square,
            am: am + square,
            bm: bm + square,
            mm: mm + 2.0 * square,
        })
    }
}

/// Sums with two deals more.
struct Sums {
    deals: f64,
    a: f64,
    b: f64,
    m: f64,
    aa: f64,
    ab: f64,
    bb: f64,
    am: f64,
    bm: f64,
    mm: f64,
}

#[cfg(test)]
mod tests {
    use super::*;
    use ludometer_model::Rng;

    const U: u64 = Meeting::UNIT;

    fn versus(meetings: &[(u64, u64, u64)]) -> Versus {
        let mut all = Versus::default();
        for &(first, second, plays) in meetings {
            all.add(Meeting { first: first * U, second: second * U, plays });
        }
        all
    }

    fn close(a: f64, b: f64) {
        assert!((a - b).abs() < 1e-9, "{a} is not {b}");
    }

    #[test]
    fn figures_by_hand() {
        // Three deals of two plays: 2 to 0, 1 to 1, 1 to 0 (a third player won the other).
        let all = versus(&[(2, 0, 2), (1, 1, 2), (1, 0, 2)]);
        assert_eq!((all.deals(), all.plays()), (3, 6));
        assert_eq!(all.wins(), Some((4.0 / 6.0, 1.0 / 6.0)));
        close(all.payoff().value.unwrap(), 0.8);
        close(all.difference().value.unwrap(), 0.5);
        // With two deals more, 2 to 0 and 0 to 2: differences a play 1, 0, 1/2, 1, -1; mean 0.3,
        // squares about it 0.49 + 0.09 + 0.04 + 0.49 + 1.69 = 2.8.
        let error = (2.8 / 4.0 / 5.0_f64).sqrt();
        let (low, high) = all.difference().interval.unwrap();
        close(low, 0.3 - Z_95 * error);
        close(high, 1.0_f64.min(0.3 + Z_95 * error));
        close(all.superiority().unwrap(), normal_below(0.3 / error));
        // The ratio is then 6 of 9: residuals a - 2/3 (a + b) are 2/3, -1/3, 1/3, 2/3, -4/3.
        let error = (26.0 / 9.0 * 5.0 / 4.0_f64).sqrt() / 9.0;
        let (low, high) = all.payoff().interval.unwrap();
        close(low, 2.0 / 3.0 - Z_95 * error);
        close(high, 1.0_f64.min(2.0 / 3.0 + Z_95 * error));
    }

    #[test]
    fn the_normal_distribution_function_is_right() {
        // Three deals 1 to 0 and 0 to 1 in turn have a centre of 0.
        close(versus(&[(1, 0, 1), (0, 1, 1)]).superiority().unwrap(), 0.5);
        // Abramowitz and Stegun, table 26.1: P(1.96) = 0.97500 21049.
        close(normal_below(1.96), 0.975_002_104_9);
    }

    #[test]
    fn who_wins_everything_is_not_certain_to_be_better() {
        let one = versus(&[(2, 0, 2)]);
        assert_eq!(one.payoff().value, Some(1.0));
        let (low, high) = one.payoff().interval.unwrap();
        assert!(low < 0.5 && high == 1.0, "one deal proves nothing: {low}");
        let p = one.superiority().unwrap();
        assert!(p > 0.5 && p < 0.95, "{p}");
        let many = versus(&[(2, 0, 2); 100]);
        let (low, high) = many.payoff().interval.unwrap();
        assert!(low > 0.94 && low < 1.0 && high == 1.0, "{low}");
        assert!(many.superiority().unwrap() > 0.999_999);
    }

    #[test]
    fn nothing_played_and_nothing_won() {
        let none = versus(&[(0, 0, 0)]);
        assert_eq!((none.deals(), none.payoff(), none.superiority()), (0, Estimate::default(), None));
        let unfinished = versus(&[(0, 0, 2); 5]);
        assert_eq!(unfinished.payoff().value, None);
        assert_eq!(unfinished.difference().value, Some(0.0));
        close(unfinished.superiority().unwrap(), 0.5);
    }

    #[test]
    fn merged_parts_equal_one_count() {
        let deals = [(2, 0, 2), (1, 1, 2), (0, 0, 2), (1, 3, 4)];
        let whole = versus(&deals);
        for cut in 0..=deals.len() {
            let mut part = versus(&deals[cut..]);
            part.merge(versus(&deals[..cut]));
            assert_eq!(part, whole);
        }
    }

    #[test]
    fn intervals_cover_at_every_number_of_deals() {
        // A deal is played twice with the seats exchanged; luck of the deal makes one seat win both
        // with probability 0.6, else the first player wins each with 0.7.
        let mut rng = Rng::from_words([8, 8, 8]);
        for deals in [10, 40, 200] {
            let (mut payoff, mut difference, mut sure) = (0, 0, 0);
            for _ in 0..1000 {
                let mut all = Versus::default();
                for _ in 0..deals {
                    let first = if rng.chance(0.6) {
                        1
                    } else {
                        u64::from(rng.chance(0.7)) + u64::from(rng.chance(0.7))
                    };
                    all.add(Meeting { first: first * U, second: (2 - first) * U, plays: 2 });
                }
                let truth = 0.6 * 0.5 + 0.4 * 0.7;
                let outside = |e: Estimate, x: f64| e.interval.is_none_or(|(low, high)| x < low || high < x);
                payoff += u32::from(outside(all.payoff(), truth));
                difference += u32::from(outside(all.difference(), 2.0 * truth - 1.0));
                sure += u32::from(all.superiority().unwrap() < 0.025);
            }
            // 50 expected, standard deviation 7; a little fewer with few deals.
            assert!((4..92).contains(&payoff) && (4..92).contains(&difference), "{payoff} {difference}");
            assert!(sure <= 25, "the worse is called better {sure} times");
        }
    }
}
