//! The finishing move (PP-6, PP-24, PP-45 to PP-48, PP-56, PP-57).

use super::scene::scene;
use crate::event::{Ending, PlayEvent};
use ludometer_model::Seat;

fn ended_by_finish(missing: u8) -> PlayEvent {
    PlayEvent::GameEnd { game: 0, ending: Ending::Finish, winner: Some(Seat::new(0)), missing, turns: 1 }
}

#[test]
fn pp_3_pp_24_pp_45_pp_46_pp_47_pp_48_e2_finishing_move() {
    let mut s = scene(2, &[]).hand(0, "4 7 7 8 9").bank(0, "1 2 3 4 5 6").discard("3").start();
    s.draw("10").act("finish");
    assert_eq!(s.bank_of(0), "1 2 3 4 5 6 7 7 8 9 10");
    assert_eq!((s.pile().as_str(), s.hand_of(0).as_str()), ("3 4", ""));
    assert!(s.over() && s.said(&ended_by_finish(4)));
}

#[test]
fn pp_57_e3_finishing_move() {
    let mut s = scene(2, &[]).hand(0, "5 8 8 9 9").bank(0, "1 2 3 4 5 6 7").discard("2").start();
    s.draw("10");
    assert!(s.legal().contains(&"finish".to_owned()));
    s.act("finish");
    assert_eq!(s.bank_of(0), "1 2 3 4 5 6 7 8 8 9 9 10");
    assert_eq!(s.pile(), "2 5");
    assert!(s.said(&ended_by_finish(3)));
    // Before the 10 came it was not legal.
    let s = scene(2, &[]).hand(0, "5 8 8 9 9 9").bank(0, "1 2 3 4 5 6 7").start();
    assert!(!s.legal().contains(&"finish".to_owned()));
}

#[test]
fn pp_6_pp_56_e4_no_card_below_the_top() {
    let mut s = scene(2, &[]).hand(0, "5 6 7 8 9 10").bank(0, "1 2 3 4 5 6").discard("3").start();
    s.act("finish");
    assert_eq!((s.bank_of(0).as_str(), s.pile().as_str()), ("1 2 3 4 5 6 6 7 8 9 10", "3 5"));
    for missing in ["6 7 8 9", "7 8 9 10", "6 8 9 10", "6 7 9 10"] {
        let s = scene(2, &[]).hand(0, &format!("1 1 {missing}")).bank(0, "1 2 3 4 5").start();
        assert!(!s.legal().contains(&"finish".to_owned()), "{missing} do not finish from 5");
    }
}

#[test]
fn pp_46_e16_leftovers() {
    let table = |leftover: &str| {
        let setting = format!("finish.leftover={leftover}");
        scene(2, &[&setting]).hand(0, "2 3 5 9 10 S1").bank(0, "1 2 3 4 5 6 7 8").discard("4").start()
    };
    let mut s = table("any");
    s.act("finish");
    assert_eq!((s.pile().as_str(), s.hand_of(0).as_str()), ("4 2", "3 5 S1"));
    for leftover in ["at_most_one", "exactly_one"] {
        let s = table(leftover);
        assert!(!s.legal().contains(&"finish".to_owned()));
        assert!(s.legal().contains(&"bank 9".to_owned()));
    }
}

#[test]
fn pp_46_e17_nothing_left_to_discard() {
    let table = |leftover: &str| {
        let setting = format!("finish.leftover={leftover}");
        scene(2, &[&setting]).hand(0, "5 6 7 8 9 10").bank(0, "1 2 3 4").discard("2").start()
    };
    for leftover in ["any", "at_most_one"] {
        let mut s = table(leftover);
        s.act("finish");
        assert_eq!((s.pile().as_str(), s.bank_of(0).as_str()), ("2", "1 2 3 4 5 6 7 8 9 10"));
    }
    assert!(!table("exactly_one").legal().contains(&"finish".to_owned()));
}

#[test]
fn pp_46_exactly_one_spares_the_lowest_double_when_all_could_be_placed() {
    let settings = ["finish.leftover=exactly_one"];
    // A copy of the top is spared first.
    let mut s = scene(2, &settings).hand(0, "6 7 7 8 9 10").bank(0, "1 2 3 4 5 6").discard("2").start();
    s.act("finish");
    assert_eq!((s.bank_of(0).as_str(), s.pile().as_str()), ("1 2 3 4 5 6 7 7 8 9 10", "2 6"));
    // Else a second copy of a missing value.
    let mut s = scene(2, &settings).hand(0, "7 8 8 9 9 10").bank(0, "1 2 3 4 5 6").discard("2").start();
    s.act("finish");
    assert_eq!((s.bank_of(0).as_str(), s.pile().as_str()), ("1 2 3 4 5 6 7 8 9 9 10", "2 8"));
    // One card that can't be placed is the one left over.
    let mut s = scene(2, &settings).hand(0, "7 8 8 9 10 S2").bank(0, "1 2 3 4 5 6").discard("2").start();
    s.act("finish");
    assert_eq!((s.bank_of(0).as_str(), s.pile().as_str()), ("1 2 3 4 5 6 7 8 8 9 10", "2 S2"));
}

#[test]
fn pp_46_a_leftover_steal_is_the_smallest_and_takes_nothing() {
    let mut s = scene(2, &[]).hand(0, "8 9 10 S3 S1 S1").bank(0, "1 2 3 4 5 6 7").discard("2").start();
    s.act("finish");
    assert_eq!((s.pile().as_str(), s.hand_of(0).as_str()), ("2 S1", "S1 S3"));
    assert!(s.over());
}

#[test]
fn pp_45_one_missing_value_is_banked_and_finishing_can_be_switched_off() {
    let s = scene(2, &[]).hand(0, "1 1 1 1 1 10").bank(0, "1 2 3 4 5 6 7 8 9").start();
    assert_eq!(s.legal(), ["bank 10", "discard 1", "discard 10"]);
    let s = scene(2, &["finish.allowed=false"]).hand(0, "5 6 7 8 9 10").bank(0, "1 2 3 4").start();
    assert!(!s.legal().contains(&"finish".to_owned()));
}

#[test]
fn pp_45_an_empty_bank_can_be_finished_too() {
    let mut s = scene(2, &[]).hand(0, "1 2 3 4 5 6 7 8 9 10 10").discard("2").start();
    s.act("finish");
    assert_eq!(s.bank_of(0), "1 2 3 4 5 6 7 8 9 10 10");
    assert!(s.said(&ended_by_finish(10)));
}

#[test]
fn pp_45_with_a_lower_goal_higher_cards_are_left_over() {
    let mut s = scene(2, &["bank.goal=5"]).hand(0, "3 4 5 7 9 9").bank(0, "1 2").discard("2").start();
    s.act("finish");
    assert_eq!(
        (s.bank_of(0).as_str(), s.pile().as_str(), s.hand_of(0).as_str()),
        ("1 2 3 4 5", "2 7", "9 9")
    );
}
