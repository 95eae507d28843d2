//! Players that beat each other in a circle.

use std::collections::{BTreeSet, VecDeque};

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
