//! Cards that may be banked and discarded (PP-3 to PP-9, PP-18, PP-20 to PP-27, PP-47, PP-52).

use super::scene::scene;
use crate::event::{Ending, PlayEvent};
use ludometer_model::Seat;
use ludometer_playable::Playable;

#[test]
fn pp_4_pp_5_pp_18_pp_20_pp_22_pp_23_pp_25_pp_26_e5_what_may_be_banked() {
    // Six cards in hand: no draw is due.
    let s = scene(2, &[]).hand(0, "1 2 3 4 5 10").bank(0, "1 2 2 3").start();
    let discards = ["discard 1", "discard 2", "discard 3", "discard 4", "discard 5", "discard 10"];
    assert_eq!(s.legal(), [&["bank 3", "bank 4"][..], &discards].concat());
    // An empty bank begins with a 1 and nothing else; and nothing must be banked.
    let s = scene(2, &[]).hand(0, "1 2 3 4 5 10").start();
    assert_eq!(s.legal(), [&["bank 1"][..], &discards].concat());
}

#[test]
fn pp_21_pp_23_the_same_value_may_be_banked_again_without_limit() {
    let mut s = scene(2, &[]).hand(0, "3 3 3 5 6 7").hand(1, "9 9 9 9 9 9").bank(0, "1 2 3 3 3").start();
    s.act("bank 3").act("discard 9");
    assert_eq!(s.bank_of(0), "1 2 3 3 3 3");
    s.draw("1");
    assert!(s.legal().contains(&"bank 3".to_owned()));
}

#[test]
fn pp_7_pp_22_a_card_below_the_top_is_never_banked() {
    let s = scene(2, &[]).hand(0, "1 2 3 4 5 6").bank(0, "1 2 3 4 5 6 7").start();
    assert!(s.legal().iter().all(|a| !a.starts_with("bank")));
    assert_eq!(s.legal().len(), 6);
}

#[test]
fn pp_6_pp_25_no_value_may_be_skipped() {
    for top in 0..8_u8 {
        let bank: Vec<String> = (1..=top).map(|v| v.to_string()).collect();
        let skip = top + 2;
        let hand = format!("{skip} {skip} {skip} {skip} {skip} {skip}");
        let s = scene(2, &[]).hand(0, &hand).bank(0, &bank.join(" ")).start();
        assert_eq!(s.legal(), [format!("discard {skip}")], "bank up to {top}");
    }
}

#[test]
fn pp_18_pp_24_pp_52_one_card_a_turn_and_only_on_the_own_turn() {
    let mut s = scene(3, &[]).hand(0, "1 2 3 4 5 6").start();
    s.act("bank 1");
    assert_eq!((s.bank_of(0).as_str(), s.to_move()), ("1", Some(1)));
    let mut s = scene(3, &[]).hand(0, "1 2 3 4 5 6").start();
    s.act("discard 6");
    assert_eq!((s.bank_of(0).as_str(), s.to_move()), ("", Some(1)));
}

#[test]
fn pp_3_pp_8_pp_9_e15_a_single_card_wins_at_once() {
    let mut s = scene(3, &[])
        .hand(0, "2 2 3 10 S1 S2")
        .bank(0, "1 2 3 4 5 6 7 8 9")
        .bank(1, "1 2 3 4")
        .bank(2, "1 2 3 4 4")
        .discard("7")
        .start();
    assert!(!s.legal().contains(&"finish".to_owned()));
    s.act("bank 10");
    assert!(s.over());
    assert_eq!((s.hand_of(0).as_str(), s.pile().as_str()), ("2 2 3 S1 S2", "7"));
    let outcome = s.outcome();
    assert_eq!(outcome.ranks.first(3), [1, 2, 2]);
    assert_eq!(outcome.scores.first(3), [10, 4, 4]);
    assert_eq!(s.game.progress(&s.state).first(3), [10, 4, 4]);
    assert_eq!(outcome.winners().collect::<Vec<_>>(), [Seat::new(0)]);
    let end = PlayEvent::GameEnd {
        game: 0,
        ending: Ending::Single,
        winner: Some(Seat::new(0)),
        missing: 1,
        turns: 1,
    };
    assert!(s.said(&end));
}

#[test]
fn pp_3_a_lower_goal_ends_the_game_sooner() {
    let mut s = scene(2, &["bank.goal=4"]).hand(0, "4 5 5 6 6 7").bank(0, "1 2 3").start();
    assert_eq!(s.legal(), ["bank 4", "discard 4", "discard 5", "discard 6", "discard 7"]);
    s.act("bank 4");
    assert!(s.over());
}

#[test]
fn pp_27_banked_cards_are_out_of_reach_of_steals_and_bankrupts() {
    let mut s = scene(2, &[]).hand(0, "3 4 5 6 7 S3").hand(1, "8 9 9").bank(1, "1 2 3").discard("1").start();
    s.act("discard steal_three").act("steal from 1");
    assert_eq!(s.legal(), ["take 8", "take 9"]);
    let mut s = scene(2, &[]).hand(0, "3 4 5 6 BL BH").bank(0, "1 2").start();
    s.act("resolve lowest").act("resolve highest");
    assert_eq!((s.bank_of(0).as_str(), s.hand_of(0).as_str()), ("1 2", "4 5"));
}
