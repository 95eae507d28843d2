//! Solving a small game by regret, with its exploitability in the course of the rounds.

use ludometer_learn::{GameTree, Policy, Regrets, exploitability};

/// How well a strategy does after so many rounds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SolvePoint {
    /// Rounds so far.
    pub rounds: u32,
    /// Its [`exploitability`], in rewards of the tree.
    pub exploitability: f64,
}

/// A strategy for all seats of a small game.
#[derive(Clone, Debug, PartialEq)]
pub struct Solved {
    /// How likely each action is, in each information set.
    pub policy: Policy,
    /// Its exploitability in the course of the rounds; the last one is that of the strategy.
    pub curve: Vec<SolvePoint>,
    /// The mean reward of each seat, if all play by it.
    pub value: Vec<f64>,
}

/// Returns true after 1, 2, 5, 10, 20, 50 ... rounds: then it is looked how well the strategy does.
fn is_exam(rounds: u32) -> bool {
    let mut power = rounds;
    while power >= 10 && power.is_multiple_of(10) {
        power /= 10;
    }
    matches!(power, 1 | 2 | 5)
}

/// Learns for this number of rounds, at least one. `go_on` receives the number of rounds so far after each of them; where it
/// returns false, learning stops.
pub fn solve(tree: &GameTree, rounds: u32, go_on: &mut dyn FnMut(u32) -> bool) -> Solved {
    let mut regrets = Regrets::new(tree);
    let mut curve = Vec::new();
    let point = |regrets: &Regrets, policy: &Policy| SolvePoint {
        rounds: regrets.rounds(),
        exploitability: exploitability(tree, policy),
    };
    loop {
        regrets.round(tree);
        let done = regrets.rounds();
        if !go_on(done) || done >= rounds {
            break;
        }
        if is_exam(done) {
            curve.push(point(&regrets, &regrets.average()));
        }
    }
    let policy = regrets.average();
    curve.push(point(&regrets, &policy));
    let value = tree.value(&policy);
    Solved { policy, curve, value }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ludometer_learn::{Node, SetInfo};

    /// Returns two doors, behind one of which is a prize.
    fn doors() -> GameTree {
        GameTree {
            seats: 1,
            nodes: vec![
                Node::Choice { set: 0, memory: 0, edges: 0..2 },
                Node::End { rewards: 0 },
                Node::End { rewards: 1 },
            ],
            next: vec![1, 2],
            chances: vec![1.0; 2],
            rewards: vec![0.0, 1.0],
            sets: vec![SetInfo { seat: 0, actions: 2 }],
            memories: 1,
        }
    }

    #[test]
    fn the_course_is_reported_until_the_end() {
        let solved = solve(&doors(), 12, &mut |_| true);
        let rounds: Vec<u32> = solved.curve.iter().map(|point| point.rounds).collect();
        assert_eq!(rounds, [1, 2, 5, 10, 12]);
        // Round t counts t times, and only the first one is spent at both doors.
        assert!((solved.value[0] - (1.0 - 0.5 / 78.0)).abs() < 1e-12, "{:?}", solved.value);
        assert!((solved.curve[4].exploitability - 0.5 / 78.0).abs() < 1e-12);
    }

    #[test]
    fn it_stops_when_it_is_asked_to() {
        let solved = solve(&doors(), 1000, &mut |rounds| rounds < 3);
        assert_eq!(solved.curve.last().map(|point| point.rounds), Some(3));
    }
}
