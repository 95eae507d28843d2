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

use super::matrix::solve;
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

#[cfg(test)]
mod tests;
