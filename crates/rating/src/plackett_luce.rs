//! Strengths of players from the rankings of many plays with any number of seats: the model of
//! Plackett and Luce.
//!
//! The model: the winner is drawn with probabilities in proportion to the strengths of those at the
//! table, the second from the rest in the same way, and so on (Luce 1959, Plackett 1975). With two
//! players it is that of Bradley and Terry, which Elo ratings rest on. The likelihood and why it
//! has one maximum: Hunter, "MM algorithms for generalized Bradley-Terry models", Annals of
//! Statistics 32, 2004. All rankings are fitted at once, so that their order makes no difference
//! (ratings that are updated play by play depend on it).

use std::collections::BTreeMap;

use ludometer_stats::Z_95;

/// One player's place in one ranking: (player, place). Equal places are ties.
pub type Place = (u8, u8);

/// Rankings, grouped by the deal they belong to.
#[derive(Clone, Debug, Default)]
pub struct Rankings {
    players: usize,
    /// The different rankings; places are counted 0, 1, 2 without gaps.
    patterns: BTreeMap<Vec<Place>, u32>,
    /// For each deal: (ranking, how often).
    deals: Vec<Vec<(u32, u32)>>,
}

/// Strengths that fit rankings best.
#[derive(Clone, Debug, PartialEq)]
pub struct Strengths {
    /// The natural logarithm of each player's strength.
    pub log: Vec<f64>,
    /// Their covariance, with deals as the unit; `None` with fewer than two deals.
    pub covariance: Option<Vec<Vec<f64>>>,
    /// True if the first player has ended ahead of the second or level with it, or of one that has, and so on. The
    /// rankings bound how much stronger the second can be only where it is so.
    pub reaches: Vec<Vec<bool>>,
}

/// Elo points for a factor e of strength: 400 points are odds of ten to one.
const ELO: f64 = 400.0 / std::f64::consts::LN_10;

impl Rankings {
    /// Returns the model without any rankings of so many players (at most 256).
    pub fn new(players: usize) -> Self {
        Self { players, ..Self::default() }
    }

    /// Counts the rankings that follow as those of the next deal.
    pub fn next_deal(&mut self) {
        self.deals.push(Vec::new());
    }

    /// Adds a ranking of the deal, which counts `times`. A player may hold several places.
    pub fn add(&mut self, ranking: impl IntoIterator<Item = Place>, times: u32) {
        let mut places: Vec<Place> = ranking.into_iter().collect();
        places.sort_by_key(|&(player, place)| (place, player));
        let mut before = None;
        let mut number = 0;
        for (_, place) in &mut places {
            if before.is_some_and(|before| before != *place) {
                number += 1;
            }
            before = Some(*place);
            *place = number;
        }
        let next = self.patterns.len() as u32;
        let pattern = *self.patterns.entry(places).or_insert(next);
        if self.deals.is_empty() {
            self.next_deal();
        }
        if let Some(deal) = self.deals.last_mut() {
            match deal.iter_mut().find(|(known, _)| *known == pattern) {
                Some((_, count)) => *count += times,
                None => deal.push((pattern, times)),
            }
        }
    }

    /// Returns the strengths of greatest likelihood.
    ///
    /// `prior` drawn plays against a player of strength 1 are added for each player. With more than
    /// 0 of them all strengths are finite, even of players that won or lost everything.
    ///
    /// A tie counts as all of its orders, each with the same weight. The covariance is the sandwich
    /// of Huber and White with deals as clusters; the added plays count as data.
    pub fn fit(&self, prior: f64) -> Strengths {
        let mut counts = vec![0.0; self.patterns.len()];
        for &(pattern, times) in self.deals.iter().flatten() {
            counts[pattern as usize] += f64::from(times);
        }
        let mut log = vec![0.0; self.players];
        let mut point = self.at(&log, &counts, prior);
        for _ in 0..200 {
            let mut step = [point.gradient.clone()];
            if !solve(&point.curvature, &mut step) {
                break;
            }
            let largest = step[0].iter().fold(0.0_f64, |most, s| most.max(s.abs()));
            if largest < 1e-12 {
                break;
            }
            // A step that is too long is halved until the likelihood rises.
            let mut length = (3.0 / largest).min(1.0);
            loop {
                let next: Vec<f64> = log.iter().zip(&step[0]).map(|(x, s)| x + length * s).collect();
                let there = self.at(&next, &counts, prior);
                if there.likelihood >= point.likelihood {
                    (log, point) = (next, there);
                    break;
                }
                length /= 2.0;
                if length < 1e-6 {
                    // As near as numbers allow.
                    return self.strengths(log, &point, prior);
                }
            }
        }
        self.strengths(log, &point, prior)
    }

    fn strengths(&self, log: Vec<f64>, point: &Point, prior: f64) -> Strengths {
        let covariance = self.covariance(&log, point, prior);
        Strengths { log, covariance, reaches: self.reaches() }
    }

    /// Returns who has ended ahead of whom or level, directly or over others. Where everybody has of everybody, the strengths of
    /// greatest likelihood are finite without any prior (Ford 1957; Hunter 2004, assumption 1).
    fn reaches(&self) -> Vec<Vec<bool>> {
        let n = self.players;
        let mut reaches: Vec<Vec<bool>> = (0..n).map(|i| (0..n).map(|j| i == j).collect()).collect();
        for places in self.patterns.keys() {
            for &(ahead, place) in places {
                let behind = places.iter().filter(|(_, other)| *other >= place);
                behind.for_each(|&(other, _)| reaches[usize::from(ahead)][usize::from(other)] = true);
            }
        }
        for over in 0..n {
            let onward = reaches[over].clone();
            for from in reaches.iter_mut().filter(|from| from[over]) {
                from.iter_mut().zip(&onward).for_each(|(to, on)| *to |= on);
            }
        }
        reaches
    }

    /// Returns likelihood, gradient and curvature at these logarithms of strengths.
    fn at(&self, log: &[f64], counts: &[f64], prior: f64) -> Point {
        let n = self.players;
        let mut point = Point { likelihood: 0.0, gradient: vec![0.0; n], curvature: vec![vec![0.0; n]; n] };
        let strength: Vec<f64> = log.iter().map(|x| x.exp()).collect();
        for (places, &pattern) in &self.patterns {
            let weight = counts[pattern as usize];
            if weight > 0.0 {
                ranking(places, |term| point.add(term, weight, log, &strength));
            }
        }
        for i in 0..n {
            let p = share_of_win(log[i]);
            // Half of ln p + ln (1 - p), without overflow.
            let far = log[i].abs();
            point.likelihood -= prior * (far / 2.0 + (-far).exp().ln_1p());
            point.gradient[i] += prior * (0.5 - p);
            point.curvature[i][i] += prior * p * (1.0 - p);
        }
        point
    }

    fn covariance(&self, log: &[f64], point: &Point, prior: f64) -> Option<Vec<Vec<f64>>> {
        let n = self.players;
        let deals = self.deals.iter().filter(|deal| !deal.is_empty()).count();
        if deals < 2 {
            return None;
        }
        let strength: Vec<f64> = log.iter().map(|x| x.exp()).collect();
        let mut scores = vec![vec![0.0; n]; self.patterns.len()];
        for (places, &pattern) in &self.patterns {
            let score = &mut scores[pattern as usize];
            ranking(places, |term| term.score(score, 1.0, &strength));
        }
        // What varies between deals, and what the added plays would vary.
        let mut sum = vec![0.0; n];
        let mut spread = vec![vec![0.0; n]; n];
        for deal in &self.deals {
            let mut score = vec![0.0; n];
            for &(pattern, times) in deal {
                for (to, from) in score.iter_mut().zip(&scores[pattern as usize]) {
                    *to += f64::from(times) * from;
                }
            }
            for i in 0..n {
                sum[i] += score[i];
                for j in 0..n {
                    spread[i][j] += score[i] * score[j];
                }
            }
        }
        let count = deals as f64;
        for i in 0..n {
            for j in 0..n {
                spread[i][j] = (spread[i][j] - sum[i] * sum[j] / count) * count / (count - 1.0);
            }
            let p = share_of_win(log[i]);
            spread[i][i] += prior * (p * p + (1.0 - p) * (1.0 - p)) / 2.0;
        }
        // curvature⁻¹ spread curvature⁻¹, both symmetric.
        if !solve(&point.curvature, &mut spread) {
            return None;
        }
        let mut turned: Vec<Vec<f64>> = (0..n).map(|i| (0..n).map(|j| spread[j][i]).collect()).collect();
        solve(&point.curvature, &mut turned).then_some(turned)
    }
}

impl Strengths {
    /// Returns each player's rating in Elo points with its 95 % interval: `anchor` has 1000 points, or,
    /// without one, all have 1000 on average. The anchor's points are set, so that it has no interval.
    ///
    /// Where nobody has ever ended level with a player, no number of points is too many for it: then the upper end is
    /// infinite, and that of who never ended level with anybody below. The value is that of the added plays.
    pub fn elo(&self, anchor: Option<usize>) -> Vec<(f64, Option<(f64, f64)>)> {
        let n = self.log.len();
        let weight = |i: usize| match anchor {
            Some(anchor) => f64::from(u8::from(i == anchor)),
            None => 1.0 / n as f64,
        };
        let base: f64 = (0..n).map(|i| weight(i) * self.log[i]).sum();
        let rate = |i: usize| {
            let value = 1000.0 + ELO * (self.log[i] - base);
            let covariance = self.covariance.as_ref().filter(|_| anchor != Some(i));
            let interval = covariance.map(|covariance| {
                let part = |k: usize| f64::from(u8::from(k == i)) - weight(k);
                let variance: f64 = (0..n)
                    .flat_map(|k| (0..n).map(move |l| (k, l)))
                    .map(|(k, l)| part(k) * part(l) * covariance[k][l])
                    .sum();
                let half = Z_95 * ELO * variance.max(0.0).sqrt();
                let base = || (0..n).filter(|&j| weight(j) > 0.0);
                let low = if base().all(|j| self.reaches[i][j]) { value - half } else { f64::NEG_INFINITY };
                let high = if base().all(|j| self.reaches[j][i]) { value + half } else { f64::INFINITY };
                (low, high)
            });
            (value, interval)
        };
        (0..n).map(rate).collect()
    }
}

/// Returns the chance to win against a player of strength 1.
fn share_of_win(log: f64) -> f64 {
    1.0 / (1.0 + (-log).exp())
}

struct Point {
    likelihood: f64,
    gradient: Vec<f64>,
    /// Minus the second derivatives.
    curvature: Vec<Vec<f64>>,
}

/// One term of a ranking's likelihood.
enum Term<'a> {
    /// This player is drawn.
    Drawn(usize),
    /// A draw from these players (one entry a place) happens with this weight.
    From(&'a [u8], f64),
}

impl Term<'_> {
    /// Adds the term's first derivatives.
    fn score(&self, into: &mut [f64], weight: f64, strength: &[f64]) {
        match self {
            Term::Drawn(player) => into[*player] += weight,
            Term::From(players, part) => {
                let sum: f64 = players.iter().map(|&p| strength[usize::from(p)]).sum();
                for &player in *players {
                    let player = usize::from(player);
                    into[player] -= weight * part * strength[player] / sum;
                }
            }
        }
    }
}

impl Point {
    fn add(&mut self, term: &Term<'_>, weight: f64, log: &[f64], strength: &[f64]) {
        term.score(&mut self.gradient, weight, strength);
        match term {
            Term::Drawn(player) => self.likelihood += weight * log[*player],
            Term::From(players, part) => {
                let sum: f64 = players.iter().map(|&p| strength[usize::from(p)]).sum();
                let weight = weight * part;
                self.likelihood -= weight * sum.ln();
                for &i in *players {
                    let i = usize::from(i);
                    let share = weight * strength[i] / sum;
                    self.curvature[i][i] += share;
                    for &j in *players {
                        let j = usize::from(j);
                        self.curvature[i][j] -= share * strength[j] / sum;
                    }
                }
            }
        }
    }
}

/// Reports the terms of a ranking's likelihood, averaged over all orders of tied players.
///
/// In a random order of t tied players, each set of j of them is the one drawn first with the same
/// probability: so the average over the t! orders is a sum over the 2^t sets.
fn ranking(places: &[Place], mut tell: impl FnMut(&Term<'_>)) {
    let mut begin = 0;
    let mut left: Vec<u8> = Vec::with_capacity(places.len());
    while begin < places.len() {
        let place = places[begin].1;
        let tied = places[begin..].iter().take_while(|p| p.1 == place).count();
        for &(player, _) in &places[begin..begin + tied] {
            tell(&Term::Drawn(usize::from(player)));
        }
        for drawn in 0..(1_u32 << tied) - 1 {
            left.clear();
            let still = (0..tied).filter(|i| drawn & (1 << i) == 0);
            left.extend(still.map(|i| places[begin + i].0));
            left.extend(places[begin + tied..].iter().map(|p| p.0));
            tell(&Term::From(&left, 1.0 / choose(tied, drawn.count_ones() as usize)));
        }
        begin += tied;
    }
}

fn choose(n: usize, k: usize) -> f64 {
    (0..k).map(|i| (n - i) as f64 / (i + 1) as f64).product()
}

/// Solves `matrix` x = `right` for every column of `right`, in place, by Cholesky's method; `matrix`
/// is symmetric and positive definite, of which the lower half is read. False if it is not.
fn solve(matrix: &[Vec<f64>], right: &mut [Vec<f64>]) -> bool {
    let n = matrix.len();
    let mut factor = vec![vec![0.0; n]; n];
    for i in 0..n {
        for j in 0..=i {
            let sum: f64 = (0..j).map(|k| factor[i][k] * factor[j][k]).sum();
            let rest = matrix[i][j] - sum;
            if i == j {
                if rest <= 0.0 || !rest.is_finite() {
                    return false;
                }
                factor[i][i] = rest.sqrt();
            } else {
                factor[i][j] = rest / factor[j][j];
            }
        }
    }
    for column in right {
        for i in 0..n {
            let sum: f64 = (0..i).map(|k| factor[i][k] * column[k]).sum();
            column[i] = (column[i] - sum) / factor[i][i];
        }
        for i in (0..n).rev() {
            let sum: f64 = (i + 1..n).map(|k| factor[k][i] * column[k]).sum();
            column[i] = (column[i] - sum) / factor[i][i];
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;
    use ludometer_model::Rng;

    fn fit(players: usize, rankings: &[(&[Place], u32)], prior: f64) -> Strengths {
        let mut all = Rankings::new(players);
        for (ranking, times) in rankings {
            for _ in 0..*times {
                all.next_deal();
                all.add(ranking.iter().copied(), 1);
            }
        }
        all.fit(prior)
    }

    fn close(a: f64, b: f64, by: f64) {
        assert!((a - b).abs() < by, "{a} is not {b}");
    }

    #[test]
    fn with_two_players_it_is_the_logarithm_of_the_odds() {
        let found =
            fit(2, &[(&[(0, 1), (1, 2)], 70), (&[(1, 1), (0, 2)], 20), (&[(0, 1), (1, 1)], 10)], 1e-9);
        // 70 wins and 10 draws against 20 wins and 10 draws.
        close(found.log[0] - found.log[1], (75.0_f64 / 25.0).ln(), 1e-6);
        // Known variance: that of a share of 3/4 in 100 plays with values 0, 1/2, 1 is
        // (70 + 2.5) / 100 - 9/16 = 0.1625, times 100/99; by the delta method / (n p²(1-p)²).
        let c = found.covariance.clone().unwrap();
        let variance = c[0][0] + c[1][1] - 2.0 * c[0][1];
        close(variance, 0.1625 * 100.0 / 99.0 / (100.0 * (0.75_f64 * 0.25).powi(2)), 1e-6);
        let elo = found.elo(Some(1));
        close(elo[0].0, 1000.0 + 400.0 * 3.0_f64.log10(), 1e-3);
        assert_eq!(elo[1], (1000.0, None), "what is set is not measured");
        let mean = found.elo(None);
        close(mean[0].0 + mean[1].0, 2000.0, 1e-9);
        let half = |r: (f64, Option<(f64, f64)>)| r.1.map(|(low, high)| (high - low) / 2.0).unwrap();
        close(half(mean[0]), half(elo[0]) / 2.0, 1e-6);
    }

    #[test]
    fn probabilities_of_all_orders_give_back_the_strengths() {
        // Every order of three players as often as the model says (4 : 2 : 1, in 210ths): the
        // likelihood's maximum is then at these strengths exactly.
        let strength = [4.0, 2.0, 1.0];
        let mut all = Rankings::new(3);
        let mut total = 0;
        for order in [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
            let rest = 7.0 - strength[order[0]];
            let p = strength[order[0]] / 7.0 * strength[order[1]] / rest;
            let times = (p * 210.0_f64).round() as u32;
            close(f64::from(times), p * 210.0, 1e-9);
            total += times;
            let places = order.iter().zip(1..).map(|(&player, place)| (player as u8, place));
            all.add(places, times);
        }
        assert_eq!(total, 210);
        let found = all.fit(1e-9);
        close(found.log[0] - found.log[1], 2.0_f64.ln(), 1e-6);
        close(found.log[1] - found.log[2], 2.0_f64.ln(), 1e-6);
        assert_eq!(found.covariance, None, "one deal");
    }

    /// Hunter's MM iteration, equation (30), written out: an independent way to the same maximum.
    fn by_minorization(players: usize, orders: &[Vec<usize>]) -> Vec<f64> {
        let mut strength = vec![1.0; players];
        for _ in 0..20_000 {
            let mut wins = vec![0.0; players];
            let mut below = vec![0.0; players];
            for order in orders {
                for stage in 0..order.len() - 1 {
                    wins[order[stage]] += 1.0;
                    let sum: f64 = order[stage..].iter().map(|&p| strength[p]).sum();
                    order[stage..].iter().for_each(|&p| below[p] += 1.0 / sum);
                }
            }
            for i in 0..players {
                strength[i] = wins[i] / below[i];
            }
        }
        strength
    }

    #[test]
    fn it_finds_the_maximum_that_minorization_finds() {
        let mut rng = Rng::from_words([5, 5, 5]);
        let mut orders = Vec::new();
        let mut all = Rankings::new(5);
        for _ in 0..60 {
            let mut order = vec![0, 1, 2, 3, 4];
            rng.shuffle(&mut order);
            order.truncate(4);
            // Low numbers tend to the front.
            if rng.chance(0.5) {
                order.sort_unstable();
            }
            all.next_deal();
            all.add(order.iter().zip(0..).map(|(&p, place)| (p as u8, place)), 1);
            orders.push(order);
        }
        let expected = by_minorization(5, &orders);
        let found = all.fit(1e-9);
        for i in 1..5 {
            close(found.log[i] - found.log[0], (expected[i] / expected[0]).ln(), 1e-5);
        }
    }

    #[test]
    fn a_tie_is_the_average_of_its_orders() {
        // 1 before 0 = 2, against both orders half as often each.
        let others: [(&[Place], u32); 2] = [(&[(0, 1), (1, 2), (2, 3)], 8), (&[(2, 1), (1, 2), (0, 3)], 6)];
        let tied = fit(3, &[(&[(1, 1), (0, 2), (2, 2)], 6), others[0], others[1]], 0.5);
        let apart = fit(
            3,
            &[(&[(1, 1), (0, 2), (2, 3)], 3), (&[(1, 1), (2, 2), (0, 3)], 3), others[0], others[1]],
            0.5,
        );
        for (a, b) in tied.log.iter().zip(&apart.log) {
            close(*a, *b, 1e-9);
        }
        // All equal says nothing.
        let equal = fit(3, &[(&[(0, 1), (1, 1), (2, 1)], 9)], 1.0);
        assert!(equal.log.iter().all(|x| x.abs() < 1e-9), "{equal:?}");
    }

    #[test]
    fn who_wins_everything_has_a_rating_and_a_wide_interval() {
        let found = fit(3, &[(&[(0, 1), (1, 2), (2, 3)], 200)], 1.0);
        let elo = found.elo(None);
        assert!(elo[0].0 > elo[1].0 + 300.0 && elo[1].0 > elo[2].0 + 300.0, "{elo:?}");
        let ends = elo.iter().map(|(_, interval)| interval.unwrap()).collect::<Vec<_>>();
        assert!(elo.iter().all(|(value, _)| value.is_finite()));
        // 0 is above all, 2 below all, and how far 1 is from either nobody knows.
        assert!(
            ends[0].0 > elo[0].0 - 1500.0 && ends[0].0 < elo[0].0 - 100.0 && ends[0].1.is_infinite(),
            "{ends:?}"
        );
        assert!(ends[1].0.is_infinite() && ends[1].1.is_infinite(), "{ends:?}");
        assert!(ends[2].0.is_infinite() && ends[2].1.is_finite(), "{ends:?}");
        assert_eq!(Rankings::new(2).fit(1.0).log, [0.0, 0.0], "nothing was played");
        assert!(fit(2, &[(&[(0, 1), (0, 2), (1, 3)], 50)], 1.0).log[0] > 1.0, "two seats, one player");
    }

    #[test]
    fn intervals_cover_the_true_difference_also_where_plays_of_a_deal_depend_on_each_other() {
        // Each deal is ranked by the model and then counted one to three times over.
        let strength = [1.0, 2.0, 0.5];
        let mut rng = Rng::from_words([6, 6, 6]);
        let mut misses = 0;
        for _ in 0..400 {
            let mut all = Rankings::new(3);
            for _ in 0..80 {
                let mut left = vec![0, 1, 2];
                let mut order = Vec::new();
                while !left.is_empty() {
                    let total: f64 = left.iter().map(|&p| strength[p]).sum();
                    let mut mark = rng.unit() * total;
                    let at = left.iter().position(|&p| {
                        mark -= strength[p];
                        mark < 0.0
                    });
                    order.push(left.remove(at.unwrap_or(left.len() - 1)));
                }
                all.next_deal();
                let times = 1 + rng.below(3);
                all.add(order.iter().zip(0..).map(|(&p, place)| (p as u8, place)), times);
            }
            let (_, interval) = all.fit(1.0).elo(Some(0))[1];
            let truth = 1000.0 + 400.0 * 2.0_f64.log10();
            misses += u32::from(interval.is_none_or(|(low, high)| truth < low || high < truth));
        }
        // 20 expected; five standard deviations are 22. If plays were taken as independent it would be about 60.
        assert!((4..42).contains(&misses), "{misses} of 400");
    }

    #[test]
    fn who_won_all_has_no_upper_end_and_who_lost_all_no_lower_one() {
        let ends = |found: &Strengths, anchor| -> Vec<(bool, bool)> {
            let finite = |(_, interval): (f64, Option<(f64, f64)>)| {
                // The anchor's is set.
                interval.map_or((true, true), |(low, high)| (low.is_finite(), high.is_finite()))
            };
            found.elo(anchor).into_iter().map(finite).collect()
        };
        // 0 wins all of 1, and 1 and 2 win some of each other.
        let games: &[(&[Place], u32)] = &[
            (&[(0, 1), (1, 2)], 50),
            (&[(1, 1), (2, 2)], 30),
            (&[(2, 1), (1, 2)], 20),
            (&[(0, 1), (2, 2)], 5),
        ];
        let found = fit(3, games, 1.0);
        // Against the mean of all, those below who has no end have none either.
        assert_eq!(ends(&found, None), [(true, false), (false, true), (false, true)]);
        assert_eq!(ends(&found, Some(1)), [(true, false), (true, true), (true, true)]);
        // One game that ended level, and all have ends.
        let level = [games, &[(&[(0, 1), (2, 1)], 1)]].concat();
        assert_eq!(ends(&fit(3, &level, 1.0), None), [(true, true); 3]);
        // What 100 wins show of a player that loses one game in 1000 must hold: its rating is 1200 points above.
        let low = fit(2, &[(&[(0, 1), (1, 2)], 100)], 1.0).elo(Some(1))[0].1.unwrap().0;
        assert!(low > 1200.0 && low < 2200.0, "{low}");
    }

    #[test]
    fn a_system_by_hand() {
        // 4x + 2y = 10, 2x + 3y = 9: x = 3/2, y = 2.
        let mut right = [vec![10.0, 9.0], vec![4.0, 2.0]];
        assert!(solve(&[vec![4.0, 2.0], vec![2.0, 3.0]], &mut right));
        for (found, expected) in right.iter().flatten().zip([1.5, 2.0, 1.0, 0.0]) {
            assert!((found - expected).abs() < 1e-12);
        }
        assert!(!solve(&[vec![1.0, 2.0], vec![2.0, 1.0]], &mut right), "not positive definite");
    }
}
