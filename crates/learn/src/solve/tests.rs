use super::{Answer, GameTree, Node, Regrets, SetInfo, exploitability};

/// Makes the tree of matching pennies with unequal payments: seat 0 gets 3 for two heads, 1 for two tails and 0 otherwise, and
/// seat 1 gets the rest of 3. Computed by hand: in equilibrium both show heads with probability 1/4, and seat 0 gets 3/4.
fn pennies() -> GameTree {
    let end = |rewards| Node::End { rewards };
    GameTree {
        seats: 2,
        nodes: vec![
            Node::Choice { set: 0, memory: 0, edges: 0..2 },
            Node::Choice { set: 1, memory: 1, edges: 2..4 },
            Node::Choice { set: 1, memory: 1, edges: 4..6 },
            end(0),
            end(2),
            end(2),
            end(4),
        ],
        next: vec![1, 2, 3, 4, 5, 6],
        chances: vec![1.0; 6],
        rewards: vec![3.0, 0.0, 0.0, 3.0, 1.0, 2.0],
        sets: vec![SetInfo { seat: 0, actions: 2 }, SetInfo { seat: 1, actions: 2 }],
        memories: 2,
    }
}

#[test]
fn values_and_answers_are_those_computed_by_hand() {
    let tree = pennies();
    let even = tree.uniform();
    assert_eq!(tree.value(&even), [1.0, 2.0]);
    // Against even coins seat 0 shows heads for 3/2, and seat 1 tails for 3/2 + 1.
    assert_eq!((Answer::new(&tree, &even, 0).value, Answer::new(&tree, &even, 1).value), (1.5, 2.5));
    assert_eq!(exploitability(&tree, &even), 0.5);
    let mut choices = Vec::new();
    Answer::new(&tree, &even, 1).each_choice(&tree, |reach, set, action| choices.push((reach, set, action)));
    assert_eq!(choices, [(0.5, 1, 1), (0.5, 1, 1)]);
    let best = vec![vec![0.25, 0.75]; 2];
    assert!(exploitability(&tree, &best).abs() < 1e-12);
    assert_eq!(tree.value(&best), [0.75, 2.25]);
}

#[test]
fn regrets_come_to_the_equilibrium() {
    let tree = pennies();
    let mut regrets = Regrets::new(&tree);
    assert_eq!(regrets.average(), tree.uniform());
    for _ in 0..2000 {
        regrets.round(&tree);
    }
    let found = regrets.average();
    assert!((found[0][0] - 0.25).abs() < 0.01 && (found[1][0] - 0.25).abs() < 0.01, "{found:?}");
    assert!(exploitability(&tree, &found) < 0.01, "{}", exploitability(&tree, &found));
}

#[test]
fn a_seat_that_forgets_is_answered_by_one_that_remembers() {
    // Chance shows seat 0 one of two cards and takes it back; then it must name the card, not seeing it any more.
    let tree = GameTree {
        seats: 1,
        nodes: vec![
            Node::Chance { edges: 0..2 },
            Node::Choice { set: 0, memory: 0, edges: 2..4 },
            Node::End { rewards: 1 },
            Node::End { rewards: 0 },
            Node::Choice { set: 0, memory: 1, edges: 4..6 },
            Node::End { rewards: 0 },
            Node::End { rewards: 1 },
        ],
        next: vec![1, 4, 2, 3, 5, 6],
        chances: vec![0.25, 0.75, 1.0, 1.0, 1.0, 1.0],
        rewards: vec![0.0, 1.0],
        sets: vec![SetInfo { seat: 0, actions: 2 }],
        memories: 2,
    };
    let mut regrets = Regrets::new(&tree);
    for _ in 0..100 {
        regrets.round(&tree);
    }
    let found = regrets.average();
    assert!(found[0][1] > 0.99, "{found:?}");
    assert!((exploitability(&tree, &found) - 0.25).abs() < 0.01);
}
