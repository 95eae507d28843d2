//! Certain knowledge K1 to K9 in views and in determinized states, and what views hide.

use super::{Scene, card, scene};
use crate::State;
use ludometer_model::{Game, Rng, Seat, Streams};
use ludometer_playable::Playable;

/// Copies of a card that `observer` knows in the hand of `seat`.
fn known(s: &Scene, observer: usize, seat: usize, word: &str) -> u8 {
    s.view(observer).facts[Seat::new(seat)].known[card(word).index()]
}

/// Imagines many states from the view of `observer` and checks each.
fn determinize(s: &Scene, observer: usize, mut check: impl FnMut(&State)) {
    let view = s.view(observer);
    let mut world = s.game.new_state();
    let mut rng = Rng::from_words([9, 9, 9]);
    for _ in 0..300 {
        s.game.determinize(&view, &mut rng, &mut world);
        s.game.audit(&world).unwrap();
        assert_eq!(s.game.view(&world, Seat::new(observer)), view);
        check(&world);
    }
}

fn held(world: &State, seat: usize, word: &str) -> u8 {
    world.hands.first(8)[seat].count(card(word))
}

#[test]
fn k1_a_card_drawn_from_the_pile_is_known_until_it_leaves() {
    let mut s = scene(3, &[]).hand(0, "2 2 2 2 2").discard("9").start();
    s.act("draw discard");
    for observer in [1, 2] {
        assert_eq!(known(&s, observer, 0, "9"), 1);
        determinize(&s, observer, |world| assert!(held(world, 0, "9") >= 1));
    }
    s.act("discard 9");
    assert_eq!(known(&s, 1, 0, "9"), 0);
}

#[test]
fn k1_another_copy_that_leaves_ends_the_certainty() {
    let mut s = scene(3, &[]).hand(0, "2 2 2 2 9").discard("9").start();
    s.act("draw discard").act("discard 9");
    assert_eq!(known(&s, 1, 0, "9"), 0);
}

#[test]
fn k2_thief_and_victim_know_the_card_and_nobody_else() {
    let mut s = scene(3, &[]).hand(0, "1 1 1 1 1 S1").hand(1, "4 5 6 7").hand(2, "8 8 8 8").start();
    s.act("discard steal_one").act("steal from 1").act("take 5");
    assert_eq!(known(&s, 1, 0, "5"), 1);
    assert_eq!(known(&s, 2, 0, "5"), 0);
    determinize(&s, 1, |world| assert!(held(world, 0, "5") >= 1));
    let mut without = 0;
    determinize(&s, 2, |world| without += u32::from(held(world, 0, "5") == 0));
    assert!(without > 0);
}

#[test]
fn k3_an_open_thief_knows_what_remains_card_by_card() {
    let mut s = scene(3, &[]).hand(0, "1 1 1 1 1 S1").hand(1, "4 5 6 7").hand(2, "8 8 8 8").start();
    s.act("discard steal_one").act("steal from 1").act("take 5");
    for word in ["4", "6", "7"] {
        assert_eq!(known(&s, 0, 1, word), 1);
    }
    determinize(&s, 0, |world| assert_eq!(world.hands.first(2)[1], s.state.hands.first(2)[1]));
    // Already when the hand is shown.
    let mut s = scene(3, &[]).hand(0, "1 1 1 1 1 S1").hand(1, "4 5 6 7").start();
    s.act("discard steal_one").act("steal from 1");
    determinize(&s, 0, |world| assert_eq!(world.hands.first(2)[1], s.state.hands.first(2)[1]));
}

#[test]
fn k3_a_blind_thief_learns_only_the_card_it_took() {
    let settings = ["steal.cards=blind"];
    let mut s = scene(3, &settings).hand(0, "1 1 1 1 1 S1").hand(1, "4 4 4 4").start();
    s.act("discard steal_one").act("steal from 1");
    assert_eq!(known(&s, 0, 1, "4"), 0);
    assert_eq!(known(&s, 1, 0, "4"), 1);
}

#[test]
fn k4_a_card_taken_unseen_lowers_every_kind_by_one() {
    // Seat 1 draws a 9 and an 8 from the pile, then loses a card to seat 2.
    let mut s = scene(3, &[])
        .hand(0, "1 1 1 1 1 1")
        .hand(1, "3 3 3 4")
        .hand(2, "2 2 2 2 S1 S1")
        .discard("8 9")
        .start();
    s.act("discard 1");
    let mut s = {
        // The 1 lies on top now; take it and the two below.
        s.act("draw discard").act("draw discard").act("discard 3");
        s
    };
    assert_eq!((known(&s, 0, 1, "9"), known(&s, 0, 1, "1")), (1, 1));
    s.act("discard steal_one").act("steal from 1").act("take 4");
    // Seat 0 does not know what went.
    assert_eq!((known(&s, 0, 1, "9"), known(&s, 0, 1, "1")), (0, 0));
    // The thief and the victim do.
    assert_eq!((known(&s, 2, 1, "9"), known(&s, 1, 2, "4")), (1, 1));
}

#[test]
fn k5_a_seat_that_played_a_card_holds_no_bankrupt() {
    let mut s = scene(3, &["draw.may_stop=true"]).hand(0, "1 2 3 4 5").hand(1, "7 7 7 7 7 7");
    s = s.hand(2, "8 8 8 8 8 8").start();
    s.act("draw stop").act("bank 1");
    let held = |s: &Scene, observer| {
        let mut most = 0;
        determinize(s, observer, |world| most = most.max(world.hands.first(1)[0].bankrupts()));
        most
    };
    assert_eq!((held(&s, 1), held(&s, 2)), (0, 0));
    s.act("discard 7").act("discard 8");
    assert_eq!((held(&s, 1), held(&s, 2)), (0, 0));
    // Until its next draw: with five cards in hand another is due.
    s.draw("9");
    assert_eq!((s.to_move(), s.hand_of(0).as_str()), (Some(0), "2 3 4 5 9"));
    assert!(held(&s, 1) > 0 && held(&s, 2) > 0);
}

#[test]
fn k5_a_card_stolen_from_a_clean_hand_is_no_bankrupt_either() {
    // Seat 0 plays a card; seat 1 then steals from it: both hands are clean to seat 2.
    let mut s = scene(3, &[]).hand(0, "1 2 3 4 5 6").hand(1, "3 4 5 6 7 S1").hand(2, "8 8 8 8 8 8").start();
    s.act("bank 1").act("discard steal_one").act("steal from 0").act("take 6");
    determinize(&s, 2, |world| {
        assert_eq!(world.hands.first(2)[0].bankrupts() + world.hands.first(2)[1].bankrupts(), 0);
    });
    // From a hand that may hold one, the thief's one new card may be it, and no more.
    let mut s = scene(3, &[]).hand(0, "1 2 3 4 5 S1").hand(1, "3 4 5 6 7 BL").hand(2, "8 8 8 8 8 8").start();
    s.act("discard steal_one").act("steal from 1").act("take 7");
    let mut most = 0;
    determinize(&s, 2, |world| most = most.max(world.hands.first(1)[0].bankrupts()));
    assert_eq!(most, 1);
}

#[test]
fn k6_held_bankrupts_and_steals_are_counted() {
    // Shortage: one Bankrupt is held beside three Steals.
    let mut s = scene(3, &[]).hand(0, "BL BH 4 S1 S1 S2").hand(1, "7 7 7 7 7 7").start();
    s.act("resolve lowest");
    determinize(&s, 1, |world| {
        let hand = &world.hands.first(1)[0];
        assert_eq!((hand.bankrupts(), hand.steals(), hand.values()), (1, 3, 0));
    });
    // After its next draw at least one Bankrupt remains.
    s.act("discard 7");
    while s.to_move() == Some(2) {
        let act = s.legal().iter().find(|a| !a.contains("steal")).unwrap().clone();
        s.act(&act);
    }
    s.draw("9");
    determinize(&s, 1, |world| assert!(world.hands.first(1)[0].bankrupts() >= 1));
}

#[test]
fn k6_relief_is_announced_and_cards_taken_then_are_apart() {
    let mut s = scene(3, &[]).hand(0, "BL BL BH S1 S1 S2").hand(1, "1 5 7 7 10").hand(2, "8 8 8 8 8").start();
    s.act("discard steal_two").act("steal from 1").act("take 10").act("steal stop");
    determinize(&s, 2, |world| {
        let hand = &world.hands.first(1)[0];
        // The card taken from seat 1 may be anything, even a fourth Bankrupt.
        assert!((3..=4).contains(&hand.bankrupts()));
        assert!(hand.values() <= 1 && hand.steals() >= 2);
    });
    determinize(&s, 1, |world| {
        let hand = &world.hands.first(1)[0];
        assert_eq!((hand.bankrupts(), hand.steals(), held(world, 0, "10")), (3, 2, 1));
    });
}

#[test]
fn k6_a_bankrupt_seen_to_leave_lowers_the_number() {
    let mut s = scene(3, &[]).hand(0, "BL BL BL BH BH BH").hand(1, "2 2 2 2 2 2").start();
    determinize(&s, 1, |world| assert_eq!(world.hands.first(1)[0].bankrupts(), 6));
    s.act("dump bankrupt_lowest");
    determinize(&s, 1, |world| {
        assert_eq!((world.hands.first(1)[0].bankrupts(), world.hands.first(1)[0].size), (5, 5));
    });
}

#[test]
fn k6_a_card_taken_unseen_lowers_the_at_least_alone() {
    // Seat 0 holds two Bankrupts and three Steals; seat 1 takes one of them, unseen by seat 2.
    let mut s = scene(3, &["hand.limit=5"])
        .hand(0, "BL BL BH 4 S1 S1 S2")
        .hand(1, "7 7 7 7 7 S1")
        .hand(2, "8 8 8 8 8 8")
        .start();
    s.act("resolve lowest").act("discard steal_one").act("steal from 0").act("take steal_one");
    let mut seen = std::collections::BTreeSet::new();
    determinize(&s, 2, |world| {
        let hand = &world.hands.first(1)[0];
        assert_eq!(hand.values(), 0);
        seen.insert(hand.bankrupts());
    });
    assert_eq!(seen.into_iter().collect::<Vec<_>>(), [1, 2]);
    // The thief saw the hand, the victim sees its own.
    determinize(&s, 1, |world| assert_eq!(world.hands.first(1)[0].bankrupts(), 2));
}

#[test]
fn k7_no_value_card_is_below_the_one_a_bankrupt_took() {
    let mut s = scene(3, &[]).hand(0, "4 5 9 9 9 BL").hand(1, "7 7 7 7 7 7").start();
    s.act("resolve lowest");
    determinize(&s, 1, |world| {
        for low in ["1", "2", "3"] {
            assert_eq!(held(world, 0, low), 0);
        }
        assert_eq!(world.hands.first(1)[0].bankrupts(), 0);
    });
    let mut s = scene(3, &[]).hand(0, "2 3 5 6 BL BH").hand(1, "7 7 7 7 7 7").start();
    s.act("resolve highest").act("resolve lowest");
    determinize(&s, 2, |world| {
        for out in ["1", "7", "8", "9", "10"] {
            assert_eq!(held(world, 0, out), 0);
        }
    });
}

#[test]
fn k8_two_seats_and_no_stock_know_each_other() {
    let mut s =
        scene(2, &[]).hand(0, "1 2 3 4 5").hand(1, "6 7 8 9 10").discard("2 3 5").start_with_stock("9");
    s.act("draw stock");
    for (observer, other) in [(0, 1), (1, 0)] {
        let view = s.view(observer);
        assert_eq!(view.facts[Seat::new(other)].known_cards(), s.state.hands.first(2)[other].size);
        determinize(&s, observer, |world| assert_eq!(world.hands.first(2), s.state.hands.first(2)));
    }
    // A reshuffle later the certainty is still there, but for the card just drawn.
    s.act("discard 9").act("draw stock");
    assert_eq!(s.view(0).facts[Seat::new(1)].known_cards(), 5);
    determinize(&s, 0, |world| {
        for word in ["6", "7", "8", "9", "10"] {
            assert!(held(world, 1, word) >= 1);
        }
    });
}

#[test]
fn k8_it_does_not_matter_who_draws_the_last_card() {
    let mut s =
        scene(2, &[]).hand(0, "1 2 3 4 5").hand(1, "6 7 8 9 10").discard("2 3 5").start_with_stock("9 8");
    s.draw("9").act("discard 9").draw("8");
    assert_eq!(s.to_move(), Some(1));
    for (observer, other) in [(0, 1), (1, 0)] {
        let view = s.view(observer);
        assert_eq!(view.facts[Seat::new(other)].known_cards(), s.state.hands.first(2)[other].size);
        determinize(&s, observer, |world| assert_eq!(world.hands.first(2), s.state.hands.first(2)));
    }
}

#[test]
fn k9_the_unseen_cards_are_spread_over_stock_and_hands() {
    let mut s = scene(4, &[]).hand(0, "1 2 3 4 5").bank(2, "1 2 3").discard("9 BL").start();
    s.draw("S1");
    let mut stocks = std::collections::BTreeSet::new();
    determinize(&s, 1, |world| {
        for seat in 0..4 {
            assert_eq!(world.hands.first(4)[seat].size, s.state.hands.first(4)[seat].size);
        }
        assert_eq!(world.stock.len(), s.state.stock.len());
        assert_eq!(world.hands.first(4)[1], s.state.hands.first(4)[1]);
        stocks.insert(format!("{:?}", world.hands.first(4)[0].counts));
    });
    assert!(stocks.len() > 200, "imagined hands vary");
}

#[test]
fn imagined_hands_are_uniform_when_nothing_is_known() {
    // Seat 1 has one card out of a pool of four: two 3s, a 4 and a 5.
    let s = scene(2, &[]).hand(0, "1 1 1 1 1 1").hand(1, "3").discard("9").start_with_stock("3 4 5");
    let view = s.view(0);
    let mut world = s.game.new_state();
    let mut rng = Rng::from_words([8, 8, 8]);
    let mut counts = [0_u32; 3];
    for _ in 0..12_000 {
        s.game.determinize(&view, &mut rng, &mut world);
        for (count, word) in counts.iter_mut().zip(["3", "4", "5"]) {
            *count += u32::from(held(&world, 1, word));
        }
    }
    // Half, a quarter, a quarter; standard deviations 55 and 47.
    for (count, expected) in counts.into_iter().zip([6000, 3000, 3000]) {
        assert!(count.abs_diff(expected) < 330, "{counts:?}");
    }
}

#[test]
fn states_that_differ_in_hidden_cards_give_equal_views() {
    let table = |hidden: &str, stock: &str| {
        scene(3, &[]).hand(0, "1 2 3").hand(1, hidden).hand(2, "9 9").discard("7").start_with_stock(stock)
    };
    let a = table("4 5 BL", "S1 6 8");
    let b = table("S1 6 8", "4 5 BL");
    assert_ne!(a.state, b.state);
    assert_eq!(a.view(0), b.view(0));
    assert_eq!(a.view(2), b.view(2));
    assert_ne!(a.view(1), b.view(1));
    // What is shown of a view names no hidden card.
    let shown = serde_json::to_string(&a.view(0)).unwrap();
    assert_eq!(shown, serde_json::to_string(&b.view(0)).unwrap());
}

#[test]
fn each_of_eight_players_is_observed() {
    let game = super::rules_with(8, &["players.max=8"]);
    let (mut state, mut legal) = (game.new_state(), Vec::new());
    let streams = Streams::new(4, 0);
    let (mut chance, mut choices) = (streams.chance(), streams.side_stream(0));
    game.deal(&mut state, &mut chance, &mut ludometer_model::Silent);
    let mut seen = [false; 8];
    while let Some(mover) = game.to_move(&state).filter(|_| seen.contains(&false)) {
        for viewer in Seat::all(8) {
            let (mut names, mut row): (Vec<String>, Vec<f32>) = (Vec::new(), Vec::new());
            let view = game.view(&state, viewer);
            game.observe(&view, &mut names);
            game.observe(&view, &mut row);
            let marked = |begin: &str| {
                let marked = names
                    .iter()
                    .zip(&row)
                    .filter(|&(name, &number)| name.starts_with(begin) && number == 1.0);
                marked.filter_map(|(name, _)| name[begin.len()..].parse().ok()).collect::<Vec<usize>>()
            };
            assert_eq!(marked("seats."), [6]);
            assert_eq!(marked("active."), [(mover.index() + 8 - viewer.index()) % 8]);
        }
        seen[mover.index()] = true;
        legal.clear();
        game.legal(&state, &mut legal);
        let action = legal[choices.index(legal.len())];
        game.apply(&mut state, action, &mut chance, &mut ludometer_model::Silent);
    }
    assert_eq!(seen, [true; 8]);
}
