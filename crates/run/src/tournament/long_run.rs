//! Each bot's share in the long run, and how far deals drawn anew agree on it.

use ludometer_model::Rng;
use ludometer_rating::{Meeting, alpha_rank};

/// Deals are drawn anew in at most so many blocks of consecutive ones: enough for the quantiles, and few
/// enough for 64 bots and any number of deals.
const BLOCKS: usize = 200;

/// How often they are drawn.
const DRAWS: usize = 400;

/// A share is reported where the draws lie no further apart than this.
const AGREED: f64 = 0.1;

/// The stream of these draws, which belongs to no play.
const STREAM: u64 = 2500;

/// The results of each pair of bots, by blocks of deals.
pub(super) struct Blocks {
    bots: usize,
    deals: usize,
    /// For each block its pairs, those of bot 0 first.
    sums: Vec<Vec<Meeting>>,
}

/// A bot's share by alpha-rank, and the shares of deals drawn anew, which are far apart where a pair may be
/// either way round.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LongRun {
    /// From the differences that were observed.
    pub share: f64,
    /// The least and the greatest share of all draws.
    pub range: (f64, f64),
}

impl LongRun {
    /// Tells the share where all draws agree on it within 10 points. A population goes by who wins more,
    /// however little, so where that is not known the share may be anything: nine draws in ten are no
    /// answer, of several bots one is soon ahead in so many by luck.
    pub fn agreed(&self) -> Option<f64> {
        let (low, high) = self.range;
        (high - low <= AGREED).then_some(self.share)
    }
}

impl Blocks {
    /// Returns a start for so many bots and deals.
    pub(super) fn new(bots: usize, deals: usize) -> Self {
        let pairs = bots * bots.saturating_sub(1) / 2;
        Self { bots, deals, sums: vec![vec![Meeting::default(); pairs]; deals.min(BLOCKS)] }
    }

    /// Adds a deal: `met[i][j]` for i < j.
    pub(super) fn add(&mut self, deal: usize, met: &[Vec<Meeting>]) {
        let block = deal * self.sums.len() / self.deals.max(1);
        let Some(sums) = self.sums.get_mut(block) else { return };
        let pairs = met.iter().enumerate().flat_map(|(i, row)| row.iter().skip(i + 1));
        for (sum, meeting) in sums.iter_mut().zip(pairs) {
            sum.first += meeting.first;
            sum.second += meeting.second;
            sum.plays += meeting.plays;
        }
    }

    /// Returns the shares of all bots.
    ///
    /// Each draw takes as many blocks as there are, with replacement, and two deals more for each pair,
    /// each won by one of the two, as the intervals of pairs have them (see
    /// [`Versus::payoff`](ludometer_rating::Versus::payoff)): few deals that all went one way prove little.
    pub(super) fn shares(&self) -> Vec<LongRun> {
        let whole: Vec<Meeting> = (0..self.pairs()).map(|pair| self.sum(pair, 0..self.sums.len())).collect();
        let observed: Vec<f64> = whole.iter().map(|sum| sum.difference().unwrap_or(0.0)).collect();
        let observed = alpha_rank(&self.matrix(&observed));
        let mut rng = Rng::from_words([self.deals as u64, self.bots as u64, STREAM]);
        let mut drawn: Vec<Vec<f64>> = vec![Vec::with_capacity(DRAWS); self.bots];
        for _ in 0..DRAWS {
            for (list, share) in drawn.iter_mut().zip(alpha_rank(&self.matrix(&self.draw(&whole, &mut rng))))
            {
                list.push(share);
            }
        }
        let long_run = |(share, list): (f64, Vec<f64>)| {
            let range = list.iter().fold((share, share), |(low, high), &x| (low.min(x), high.max(x)));
            LongRun { share, range }
        };
        observed.into_iter().zip(drawn).map(long_run).collect()
    }

    fn pairs(&self) -> usize {
        self.bots * self.bots.saturating_sub(1) / 2
    }

    fn sum(&self, pair: usize, blocks: impl Iterator<Item = usize>) -> Meeting {
        let mut sum = Meeting::default();
        for block in blocks {
            let meeting = &self.sums[block][pair];
            sum.first += meeting.first;
            sum.second += meeting.second;
            sum.plays += meeting.plays;
        }
        sum
    }

    /// Returns what each pair's first bot wins more a play, in deals drawn anew.
    fn draw(&self, whole: &[Meeting], rng: &mut Rng) -> Vec<f64> {
        let blocks = self.sums.len();
        let picks: Vec<usize> = (0..blocks + 2).map(|_| rng.index(blocks + 2)).collect();
        let more = picks.iter().filter(|&&pick| pick >= blocks).count();
        let lead = |(pair, whole): (usize, &Meeting)| {
            let sum = self.sum(pair, picks.iter().copied().filter(|&pick| pick < blocks));
            // A deal of the usual number of plays; either of the two may have won it.
            let usual = if whole.plays > 0 { whole.plays as f64 / self.deals as f64 } else { 1.0 };
            let won: f64 = (0..more).map(|_| if rng.chance(0.5) { usual } else { -usual }).sum();
            let lead = (sum.first as f64 - sum.second as f64) / Meeting::UNIT as f64 + won;
            // Neither a block of theirs nor one of the deals more: nothing is known.
            let plays = sum.plays as f64 + more as f64 * usual;
            if plays > 0.0 { lead / plays } else { 0.0 }
        };
        whole.iter().enumerate().map(lead).collect()
    }

    /// Returns all pairs both ways.
    fn matrix(&self, leads: &[f64]) -> Vec<Vec<f64>> {
        let mut matrix = vec![vec![0.0; self.bots]; self.bots];
        let pairs = (0..self.bots).flat_map(|i| (i + 1..self.bots).map(move |j| (i, j)));
        for ((i, j), lead) in pairs.zip(leads) {
            (matrix[i][j], matrix[j][i]) = (*lead, -lead);
        }
        matrix
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const U: u64 = Meeting::UNIT;

    /// Returns the shares after so many deals of two plays a pair: `wins(deal, i, j)` of them go to i, the rest to j.
    fn shares(bots: usize, deals: usize, mut wins: impl FnMut(usize, usize, usize) -> u64) -> Vec<LongRun> {
        let mut blocks = Blocks::new(bots, deals);
        for deal in 0..deals {
            let mut met = vec![vec![Meeting::default(); bots]; bots];
            for (i, row) in met.iter_mut().enumerate() {
                for (j, meeting) in row.iter_mut().enumerate().skip(i + 1) {
                    let first = wins(deal, i, j);
                    *meeting = Meeting { first: first * U, second: (2 - first) * U, plays: 2 };
                }
            }
            blocks.add(deal, &met);
        }
        blocks.shares()
    }

    fn reported(shares: &[LongRun]) -> Vec<Option<f64>> {
        shares.iter().map(LongRun::agreed).collect()
    }

    #[test]
    fn equal_bots_have_no_share_that_is_reported() {
        let mut rng = Rng::from_words([31, 0, 0]);
        for deals in [1, 10, 100, 3000] {
            let found = shares(3, deals, |_, _, _| u64::from(rng.chance(0.5)) + u64::from(rng.chance(0.5)));
            assert_eq!(reported(&found), [None; 3], "{deals} deals: {found:?}");
        }
    }

    #[test]
    fn who_beats_all_or_goes_round_in_a_circle_has_a_share() {
        let mut rng = Rng::from_words([32, 0, 0]);
        let mut often = |p: f64| u64::from(rng.chance(p)) + u64::from(rng.chance(p));
        let first = shares(3, 500, |_, _, _| often(0.7));
        assert_eq!(
            reported(&first).iter().map(|x| x.map(f64::round)).collect::<Vec<_>>(),
            [Some(1.0), Some(0.0), Some(0.0)]
        );
        // 0 beats 1 beats 2 beats 0.
        let circle = shares(3, 500, |_, i, j| often(if (i, j) == (0, 2) { 0.3 } else { 0.7 }));
        for share in reported(&circle) {
            assert!((share.unwrap() - 1.0 / 3.0).abs() < 0.02, "{circle:?}");
        }
    }

    #[test]
    fn one_pair_that_may_be_either_way_takes_the_shares_of_its_two_bots_alone() {
        let mut rng = Rng::from_words([33, 0, 0]);
        let mut often = |p: f64| u64::from(rng.chance(p)) + u64::from(rng.chance(p));
        let found = shares(3, 400, |_, i, j| often(if (i, j) == (0, 1) { 0.5 } else { 0.8 }));
        assert_eq!(reported(&found)[..2], [None; 2]);
        assert!(found[..2].iter().all(|share| share.range.0 < 0.01 && share.range.1 > 0.99), "{found:?}");
        assert!(reported(&found)[2].unwrap() < 1e-6);
    }

    #[test]
    fn few_deals_prove_little() {
        // One bot wins both plays of every deal.
        assert_eq!(reported(&shares(2, 1, |_, _, _| 2)), [None; 2]);
        assert_eq!(reported(&shares(2, 3, |_, _, _| 2)), [None; 2]);
        let many = reported(&shares(2, 50, |_, _, _| 2));
        assert!(many[0] == Some(1.0) && many[1].is_some_and(|share| share < 1e-9), "{many:?}");
    }

    #[test]
    fn blocks_hold_all_deals_once_and_nothing_is_no_error() {
        let mut blocks = Blocks::new(2, 1234);
        let met = |first| {
            vec![
                vec![Meeting::default(), Meeting { first, second: 0, plays: 1 }],
                vec![Meeting::default(); 2],
            ]
        };
        for deal in 0..1234 {
            blocks.add(deal, &met(deal as u64));
        }
        assert_eq!(blocks.sums.len(), BLOCKS);
        let all = blocks.sum(0, 0..BLOCKS);
        assert_eq!((all.first, all.plays), (1233 * 1234 / 2, 1234));
        assert!(blocks.sums.iter().all(|sums| (6..=7).contains(&sums[0].plays)));
        assert_eq!(reported(&shares(2, 0, |_, _, _| 0)), [None; 2]);
        assert_eq!(reported(&shares(1, 5, |_, _, _| 0)), [Some(1.0)]);
        assert!(Blocks::new(0, 5).shares().is_empty());
    }
}
