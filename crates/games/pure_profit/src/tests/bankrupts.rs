//! Bankrupts, shortages and relief (PP-28 to PP-35, PP-51, PP-54, PP-55).

use super::scene::scene;
use crate::event::{Cause, PlayEvent};
use ludometer_model::Seat;

#[test]
fn pp_28_pp_30_pp_33_pp_35_pp_51_e1_bankrupt_highest() {
    let mut s = scene(2, &[]).hand(0, "3 4 5 9 BH").discard("7").start();
    s.draw("2");
    assert_eq!(s.legal(), ["resolve highest"]);
    s.act("resolve highest");
    assert_eq!(s.pile(), "7 BH 9");
    assert_eq!((s.hand_of(0).as_str(), s.bank_of(0).as_str(), s.to_move()), ("2 3 4 5", "", Some(1)));
    // The 9 may be drawn; below it the Bankrupt closes the pile.
    let mut s = scene(2, &[]).hand(0, "3 4 5 9 BH").hand(1, "6 6 6 6").discard("7").start();
    s.draw("2").act("resolve highest").act("draw discard");
    assert_eq!(s.legal(), ["draw stock"]);
    s.draw("8").act("discard 8");
    // Seat 0 has four cards: two draws are due.
    s.draw("1");
    assert!(s.legal().iter().any(|a| a.starts_with("draw")));
    s.draw("1");
    assert!(s.legal().iter().all(|a| !a.starts_with("draw")));
}

#[test]
fn pp_30_bankrupt_lowest_takes_the_lowest() {
    let mut s = scene(2, &[]).hand(0, "3 4 5 9 9 BL").discard("7").start();
    s.act("resolve lowest");
    assert_eq!((s.pile().as_str(), s.hand_of(0).as_str()), ("7 BL 3", "4 5 9 9"));
}

#[test]
fn a_lost_card_is_needed_if_the_bank_lacks_it_and_the_hand_has_no_second() {
    let cases = [
        (10, "4 5 9 9 9 BL", "resolve lowest", &[true][..]),
        // A second copy stays; then that one goes as well.
        (10, "4 4 5 9 9 BL", "resolve lowest", &[false]),
        (10, "4 4 5 9 BL BL", "resolve lowest", &[false, true]),
        // The bank's top and what is below.
        (10, "3 5 9 9 9 BL", "resolve lowest", &[false]),
        (10, "2 5 9 9 9 BL", "resolve lowest", &[false]),
        // The goal and what is above.
        (9, "4 5 6 7 9 BH", "resolve highest", &[true]),
        (8, "4 5 6 7 9 BH", "resolve highest", &[false]),
    ];
    for (goal, hand, resolve, expected) in cases {
        let mut s = scene(2, &[&format!("bank.goal={goal}")]).hand(0, hand).bank(0, "1 2 3").start();
        while s.to_move() == Some(0) {
            s.act(resolve);
        }
        let needed = s.events.iter().filter_map(|e| match *e {
            PlayEvent::MoveCard { cause: Cause::Lost, needed, .. } => Some(needed),
            _ => None,
        });
        assert_eq!(needed.collect::<Vec<_>>(), expected, "{hand} with a goal of {goal}");
    }
}

#[test]
fn pp_31_pp_33_several_bankrupts_all_go_in_any_order() {
    let hand = || scene(2, &[]).hand(0, "3 4 9 BL BH S1").discard("7").start();
    let mut s = hand();
    assert_eq!(s.legal(), ["resolve lowest", "resolve highest"]);
    s.act("resolve lowest").act("resolve highest");
    assert_eq!((s.pile().as_str(), s.hand_of(0).as_str(), s.to_move()), ("7 BL 3 BH 9", "4 S1", Some(1)));
    let mut s = hand();
    s.act("resolve highest").act("resolve lowest");
    assert_eq!((s.pile().as_str(), s.hand_of(0).as_str()), ("7 BH 9 BL 3", "4 S1"));
}

#[test]
fn pp_29_pp_31_pp_32_pp_54_pp_55_e10_shortage() {
    let hand = || scene(2, &[]).hand(0, "BL BH 4 S1 S1").hand(1, "2 2 2 2 2 2").discard("3").start();
    let mut s = hand();
    s.draw("S2");
    assert_eq!(s.legal(), ["resolve lowest", "resolve highest"]);
    s.act("resolve lowest");
    assert_eq!((s.pile().as_str(), s.hand_of(0).as_str()), ("3 BL 4", "BH S1 S1 S2"));
    assert!(s.said(&PlayEvent::Hold { seat: Seat::new(0), bankrupts: 1 }));
    assert_eq!(s.to_move(), Some(1));
    s.act("discard 2").draw("6").draw("9");
    assert_eq!(s.legal(), ["resolve highest"]);
    s.act("resolve highest");
    assert_eq!((s.hand_of(0).as_str(), s.pile().as_str()), ("6 S1 S1 S2", "3 BL 4 2 BH 9"));
    let mut s = hand();
    s.draw("S2").act("resolve highest");
    assert_eq!((s.pile().as_str(), s.hand_of(0).as_str()), ("3 BH 4", "BL S1 S1 S2"));
}

#[test]
fn pp_32_e11_relief_with_a_steal() {
    let mut s = scene(2, &[]).hand(0, "BL BL BH S1 S2").hand(1, "1 5 7 7 10").discard("3").start();
    s.draw("S1");
    assert!(s.said(&PlayEvent::Relief { seat: Seat::new(0), bankrupts: 3 }));
    assert_eq!(s.legal(), ["discard steal_one", "discard steal_two"]);
    s.act("discard steal_two").act("steal from 1").act("take 10").act("steal from 1").act("take 7");
    assert_eq!((s.hand_of(0).as_str(), s.to_move()), ("7 10 BL BL BH S1 S1", Some(1)));
    // Seat 1 has three cards left and fills up.
    s.draw("2").draw("2").draw("2").act("discard 2");
    assert_eq!(s.to_move(), Some(0));
    assert_eq!(s.legal(), ["resolve lowest", "resolve highest"]);
    s.act("resolve lowest");
    assert_eq!(s.legal(), ["resolve lowest", "resolve highest"]);
    s.act("resolve highest");
    assert!(s.said(&PlayEvent::Hold { seat: Seat::new(0), bankrupts: 1 }));
    assert_eq!(s.hand_of(0), "BL S1 S1");
}

#[test]
fn pp_32_e12_relief_without_a_steal() {
    let mut s = scene(2, &[]).hand(0, "BL BL BL BH BH BH").hand(1, "2 2 2 2 2 2").discard("3").start();
    assert!(s.said(&PlayEvent::Relief { seat: Seat::new(0), bankrupts: 6 }));
    assert_eq!(s.legal(), ["dump bankrupt_lowest", "dump bankrupt_highest"]);
    s.act("dump bankrupt_lowest");
    assert_eq!((s.hand_of(0).as_str(), s.pile().as_str()), ("BL BL BH BH BH", "3 BL"));
    s.act("discard 2").draw("9");
    assert_eq!(s.legal(), ["resolve lowest", "resolve highest"]);
    s.act("resolve highest");
    assert!(s.said(&PlayEvent::Hold { seat: Seat::new(0), bankrupts: 4 }));
}

#[test]
fn pp_32_with_wait_a_seat_without_values_only_holds() {
    let settings = ["bankrupt.no_values=wait"];
    let mut s = scene(2, &settings).hand(0, "BL BL BH S1 S2 S2").discard("3").start();
    assert_eq!(s.legal(), ["hold"]);
    s.act("hold");
    assert!(s.said(&PlayEvent::Hold { seat: Seat::new(0), bankrupts: 3 }));
    assert!(!s.events.iter().any(|e| matches!(e, PlayEvent::Relief { .. })));
    assert_eq!((s.hand_of(0).as_str(), s.to_move()), ("BL BL BH S1 S2 S2", Some(1)));
}

#[test]
fn pp_28_pp_29_e21_at_once_a_bankrupt_ends_the_drawing() {
    let settings = ["bankrupt.timing=at_once"];
    let mut s = scene(2, &settings).hand(0, "BL 3 6 8 9").discard("2").start();
    assert_eq!(s.legal(), ["resolve lowest"]);
    s.act("resolve lowest");
    assert_eq!(s.hand_of(0), "6 8 9");
    // One value card is no match for two Bankrupts: the drawing goes on.
    let mut s = scene(2, &settings).hand(0, "BL BH 3 S1").discard("2").start();
    assert_eq!(s.legal(), ["draw stock", "draw discard"]);
    // With a second one it ends, though only five cards are in hand.
    s.draw("5");
    assert_eq!(s.legal(), ["resolve lowest", "resolve highest"]);
    // With the default a card is drawn first, and a drawn 1 is lost in place of the 3.
    let mut s = scene(2, &[]).hand(0, "BL 3 6 8 9").discard("2").start();
    assert_eq!(s.legal(), ["draw stock", "draw discard"]);
    s.draw("1").act("resolve lowest");
    assert_eq!(s.hand_of(0), "3 6 8 9");
}

#[test]
fn pp_28_pp_55_e20_a_bankrupt_comes_before_the_finish() {
    let hand = || scene(2, &[]).hand(0, "6 7 8 9 10").bank(0, "1 2 3 4 5").discard("2").start();
    let mut s = hand();
    assert_eq!(s.legal(), ["draw stock", "draw discard"]);
    s.act("draw discard").act("finish");
    assert!(s.over());
    assert_eq!(s.pile(), "2");
    let mut s = hand();
    s.draw("BL");
    assert_eq!(s.legal(), ["resolve lowest"]);
    s.act("resolve lowest");
    assert_eq!((s.hand_of(0).as_str(), s.pile().as_str(), s.to_move()), ("7 8 9 10", "2 BL 6", Some(1)));
}
