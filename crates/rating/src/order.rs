//! Is the order of all players settled? A question that may be asked after every deal.

use super::versus::Meeting;
use ludometer_stats::ConfidenceSequence;

/// The verdict about two players.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The first one wins more.
    Better,
    /// The second one wins more.
    Worse,
    /// They differ by no more than the margin.
    Equal,
    /// Nothing yet.
    Open,
}

/// Watches all pairs of players until each is settled.
///
/// For each pair it keeps a confidence sequence of the difference of their wins a play, from -1 to
/// 1, at error alpha / number of pairs (Bonferroni). So the probability that any verdict about any
/// pair is ever wrong, whenever one looks and whenever one stops, is at most alpha.
#[derive(Clone, Debug)]
pub struct Order {
    players: usize,
    margin: f64,
    /// For each pair (i, j) with i < j, by i and then j.
    pairs: Vec<ConfidenceSequence>,
}

impl Order {
    /// Begins to compare so many players, at error `alpha` over all pairs. Players that differ by no more than
    /// `margin` wins a play count as equal; with a margin of 0 equal players stay open for ever.
    pub fn new(players: usize, alpha: f64, margin: f64) -> Self {
        let pairs = players * players.saturating_sub(1) / 2;
        let each = ConfidenceSequence::new(-1.0, 1.0, alpha / pairs.max(1) as f64);
        Self { players, margin, pairs: vec![each; pairs] }
    }

    /// Takes the next deal: `meeting(i, j)` for each pair with i < j.
    pub fn add(&mut self, meeting: impl Fn(usize, usize) -> Meeting) {
        let pairs = (0..self.players).flat_map(|i| (i + 1..self.players).map(move |j| (i, j)));
        for ((i, j), sequence) in pairs.zip(&mut self.pairs) {
            if let Some(difference) = meeting(i, j).difference() {
                sequence.add(difference);
            }
        }
    }

    /// Returns the interval of the difference between i and j (i is not j) that holds at all times.
    pub fn interval(&self, i: usize, j: usize) -> (f64, f64) {
        let (first, second) = (i.min(j), i.max(j));
        // Pairs before those of `first`, then those of `first` before this one.
        let at = first * self.players - first * (first + 1) / 2 + (second - first - 1);
        let (low, high) = self.pairs.get(at).map_or((-1.0, 1.0), ConfidenceSequence::interval);
        if i < j { (low, high) } else { (-high, -low) }
    }

    /// Returns the verdict on i against j.
    pub fn verdict(&self, i: usize, j: usize) -> Verdict {
        let (low, high) = self.interval(i, j);
        if low > 0.0 {
            Verdict::Better
        } else if high < 0.0 {
            Verdict::Worse
        } else if self.margin > 0.0 && -self.margin <= low && high <= self.margin {
            Verdict::Equal
        } else {
            Verdict::Open
        }
    }

    /// Returns true if no pair is open.
    pub fn settled(&self) -> bool {
        (0..self.players).all(|i| (0..i).all(|j| self.verdict(i, j) != Verdict::Open))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ludometer_model::Rng;

    /// Returns one deal of two plays between each pair: i wins a play against j with this probability.
    fn deal(rng: &mut Rng, players: usize, wins: impl Fn(usize, usize) -> f64) -> Vec<Vec<Meeting>> {
        let mut all = vec![vec![Meeting::default(); players]; players];
        for i in 0..players {
            for j in i + 1..players {
                let first = u64::from(rng.chance(wins(i, j))) + u64::from(rng.chance(wins(i, j)));
                let unit = Meeting::UNIT;
                all[i][j] = Meeting { first: first * unit, second: (2 - first) * unit, plays: 2 };
            }
        }
        all
    }

    #[test]
    fn equal_players_are_seldom_called_different() {
        // Looked at after every deal; at most one run in ten may ever have a wrong verdict. 46 of
        // 300 are three standard deviations above that.
        let mut rng = Rng::from_words([21, 0, 0]);
        let mut alarms = 0;
        for _ in 0..300 {
            let mut order = Order::new(4, 0.1, 0.0);
            let wrong = (0..300).any(|_| {
                let meetings = deal(&mut rng, 4, |_, _| 0.5);
                order.add(|i, j| meetings[i][j]);
                (0..4).any(|i| (0..i).any(|j| order.verdict(i, j) != Verdict::Open))
            });
            alarms += u32::from(wrong);
        }
        assert!(alarms < 46, "{alarms} of 300");
    }

    #[test]
    fn a_clear_order_is_settled_and_reported_both_ways() {
        let mut rng = Rng::from_words([22, 0, 0]);
        let mut order = Order::new(3, 0.05, 0.0);
        let mut deals = 0;
        while !order.settled() && deals < 5000 {
            let meetings = deal(&mut rng, 3, |i, j| if i < j { 0.7 } else { 0.3 });
            order.add(|i, j| meetings[i][j]);
            deals += 1;
        }
        assert!((10..500).contains(&deals), "{deals}");
        for i in 0..3 {
            for j in (0..3).filter(|&j| j != i) {
                let expected = if i < j { Verdict::Better } else { Verdict::Worse };
                assert_eq!(order.verdict(i, j), expected, "{i} {j}");
                let ((low, high), (other_low, other_high)) = (order.interval(i, j), order.interval(j, i));
                assert_eq!((low, high), (-other_high, -other_low));
            }
        }
    }

    #[test]
    fn equal_players_are_settled_by_a_margin() {
        let mut rng = Rng::from_words([23, 0, 0]);
        let mut order = Order::new(2, 0.05, 0.1);
        for _ in 0..6000 {
            let meetings = deal(&mut rng, 2, |_, _| 0.5);
            order.add(|i, j| meetings[i][j]);
        }
        assert_eq!(order.verdict(0, 1), Verdict::Equal, "{:?}", order.interval(0, 1));
        assert!(order.settled());
        assert!(Order::new(1, 0.05, 0.0).settled(), "one player has no rival");
    }
}
