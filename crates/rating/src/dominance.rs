//! Dominance among players: who lasts when all imitate who does better (alpha-rank), and who beat each other in a circle.

use std::collections::{BTreeSet, VecDeque};

/// The number of individuals in the determinized population; the authors' choice.
const POPULATION: f64 = 50.0;

/// How strongly individuals go by success; the authors' choice for a clear answer.
const SELECTION: f64 = 100.0;

/// The least chance that a worse player takes over. It only keeps sums above zero.
const LEAST: f64 = 1e-20;

/// Returns each player's share of the time in the long run: their sum is 1.
///
/// `advantage[i][j]` is what i wins more than j where they meet, from -1 to 1, antisymmetric. In a
/// population that plays i, a single j appears; it takes over with a probability that grows with
/// its advantage. The shares are the stationary distribution of this chain. Where one player beats
/// all others it has nearly all; players that beat each other in a circle share it.
///
/// Source: Omidshafiei et al., "alpha-Rank: Multi-Agent Evaluation by Evolution", Scientific Reports
/// 9, 2019 (one population, m = 50, alpha = 100). The stationary distribution is found without
/// subtractions (Grassmann, Taksar and Heyman, Operations Research 33, 1985), so that tiny shares
/// are right and nothing is divided by zero.
pub fn alpha_rank(advantage: &[Vec<f64>]) -> Vec<f64> {
    let n = advantage.len();
    if n == 0 {
        return Vec::new();
    }
    let mut rate: Vec<Vec<f64>> = (0..n)
        .map(|i| (0..n).map(|j| if i == j { 0.0 } else { takes_over(advantage[j][i]) }).collect())
        .collect();
    // Takes the states out one by one, the last first, ...
    for last in (1..n).rev() {
        let out: f64 = rate[last][..last].iter().sum();
        for i in 0..last {
            rate[i][last] /= out;
            for j in 0..last {
                if i != j {
                    rate[i][j] += rate[i][last] * rate[last][j];
                }
            }
        }
    }
    // ... and puts them back with their share.
    let mut share = vec![1.0; n];
    for k in 1..n {
        share[k] = (0..k).map(|i| share[i] * rate[i][k]).sum();
        // Shares may span hundreds of orders of magnitude.
        let most = share[..=k].iter().fold(0.0_f64, |a, &b| a.max(b));
        share[..=k].iter_mut().for_each(|s| *s /= most);
    }
    let total: f64 = share.iter().sum();
    share.iter().map(|s| s / total).collect()
}

/// Returns the chance that one individual with this advantage takes over the population.
fn takes_over(advantage: f64) -> f64 {
    let x = SELECTION * advantage;
    let chance = if x == 0.0 { 1.0 / POPULATION } else { (-x).exp_m1() / (-POPULATION * x).exp_m1() };
    // The quotient of two infinities: the greater one is below.
    if chance.is_nan() { LEAST } else { chance.max(LEAST) }
}

/// Returns, for every player that is part of a circle "a beats b beats c beats a", a shortest one through
/// it. Each begins with its lowest number; circles that several players share are reported once.
pub fn cycles(players: usize, beats: impl Fn(usize, usize) -> bool) -> Vec<Vec<usize>> {
    let found: BTreeSet<Vec<usize>> =
        (0..players).filter_map(|start| through(start, players, &beats)).collect();
    found.into_iter().collect()
}

/// Returns a shortest circle through this player, by breadth-first search.
fn through(start: usize, players: usize, beats: &impl Fn(usize, usize) -> bool) -> Option<Vec<usize>> {
    let mut from = vec![None; players];
    let mut waiting = VecDeque::from([start]);
    while let Some(a) = waiting.pop_front() {
        if a != start && beats(a, start) {
            let mut circle = vec![a];
            while let Some(before) = circle.last().and_then(|&last| from[last]) {
                circle.push(before);
            }
            circle.reverse();
            let lowest = (0..circle.len()).min_by_key(|&i| circle[i])?;
            circle.rotate_left(lowest);
            return Some(circle);
        }
        for b in (0..players).filter(|&b| b != a && beats(a, b)) {
            if b != start && from[b].is_none() {
                from[b] = Some(a);
                waiting.push_back(b);
            }
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(found: &[f64], expected: &[f64]) {
        assert_eq!(found.len(), expected.len());
        for (a, b) in found.iter().zip(expected) {
            assert!((a - b).abs() < 1e-9, "{found:?} is not {expected:?}");
        }
    }

    /// Returns an antisymmetric matrix from its upper half.
    fn matrix(n: usize, upper: &[f64]) -> Vec<Vec<f64>> {
        let mut all = vec![vec![0.0; n]; n];
        let mut values = upper.iter();
        for i in 0..n {
            for j in i + 1..n {
                all[i][j] = *values.next().unwrap();
                all[j][i] = -all[i][j];
            }
        }
        all
    }

    #[test]
    fn rock_paper_scissors_share_equally() {
        let third = 1.0 / 3.0;
        close(&alpha_rank(&matrix(3, &[-1.0, 1.0, -1.0])), &[third; 3]);
        close(&alpha_rank(&matrix(3, &[-0.1, 0.1, -0.1])), &[third; 3]);
        // A fourth that loses to all three gets nothing.
        close(&alpha_rank(&matrix(4, &[-1.0, 1.0, 0.5, -1.0, 0.5, 0.5])), &[third, third, third, 0.0]);
    }

    #[test]
    fn who_beats_all_has_all() {
        close(&alpha_rank(&matrix(3, &[1.0, 1.0, 1.0])), &[1.0, 0.0, 0.0]);
        close(&alpha_rank(&matrix(3, &[-0.2, 0.3, 0.9])), &[0.0, 1.0, 0.0]);
        close(&alpha_rank(&matrix(2, &[0.0])), &[0.5, 0.5]);
        close(&alpha_rank(&matrix(1, &[])), &[1.0]);
        assert!(alpha_rank(&[]).is_empty());
        // Many, each beaten by all before it.
        let most = alpha_rank(&matrix(30, &[1.0; 435]));
        assert!(most.iter().all(|s| s.is_finite()) && most[0] > 0.999, "{most:?}");
    }

    #[test]
    fn two_states_by_hand() {
        // In a chain of two, shares are in the ratio of the chances to take over:
        // for a = alpha x advantage, rho(a) / rho(-a) = e^((m - 1) a).
        let found = alpha_rank(&matrix(2, &[1e-3]));
        let odds = (49.0 * 100.0 * 1e-3_f64).exp();
        close(&found, &[odds / (1.0 + odds), 1.0 / (1.0 + odds)]);
    }

    #[test]
    fn it_is_the_fixed_point_of_the_chain() {
        let advantage = matrix(4, &[0.01, -0.02, 0.005, 0.01, -0.01, 0.002]);
        let found = alpha_rank(&advantage);
        let mut next = vec![0.0; 4];
        for i in 0..4 {
            let mut stays = 1.0;
            for j in (0..4).filter(|&j| j != i) {
                let moves = takes_over(advantage[j][i]) / 3.0;
                stays -= moves;
                next[j] += found[i] * moves;
            }
            next[i] += found[i] * stays;
        }
        close(&next, &found);
    }

    fn of(players: usize, edges: &[(usize, usize)]) -> Vec<Vec<usize>> {
        cycles(players, |a, b| edges.contains(&(a, b)))
    }

    #[test]
    fn circles_are_reported_once() {
        assert_eq!(of(4, &[(2, 1), (1, 0), (0, 2), (0, 3), (1, 3)]), [vec![0, 2, 1]]);
        assert_eq!(of(4, &[(0, 1), (1, 2), (2, 3), (3, 0)]), [vec![0, 1, 2, 3]]);
        let two = [(0, 1), (1, 2), (2, 0), (3, 4), (4, 5), (5, 3), (0, 3)];
        assert_eq!(of(6, &two), [vec![0, 1, 2], vec![3, 4, 5]]);
    }

    #[test]
    fn an_order_has_none() {
        assert!(of(4, &[(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)]).is_empty());
        assert!(of(3, &[(0, 0)]).is_empty());
        assert!(of(0, &[]).is_empty());
    }
}
