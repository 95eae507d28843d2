//! Steals (PP-36 to PP-42, PP-44).

use std::collections::BTreeMap;

use serde_json::json;

use super::scene::{Scene, scene};
use crate::card::Action;
use crate::event::PlayEvent;
use ludometer_model::{Game, Rng, Seat};

#[test]
fn pp_36_pp_37_steal_one_takes_one_card_and_ends_the_turn() {
    let mut s = scene(3, &[]).hand(0, "2 3 4 5 6 S1").hand(1, "9 10").hand(2, "8 8").discard("7").start();
    s.act("discard steal_one");
    assert_eq!(s.pile(), "7 S1");
    assert_eq!(s.legal(), ["steal from 1", "steal from 2", "steal stop"]);
    s.act("steal from 1");
    assert_eq!(s.legal(), ["take 9", "take 10"]);
    s.act("take 10");
    assert_eq!((s.hand_of(0).as_str(), s.to_move()), ("2 3 4 5 6 10", Some(1)));
}

#[test]
fn pp_38_steal_two_takes_from_one_or_two_seats() {
    let table = || scene(3, &[]).hand(0, "2 3 4 5 6 S2").hand(1, "9 9 10").hand(2, "8 8").start();
    let mut s = table();
    s.act("discard steal_two").act("steal from 1").act("take 9").act("steal from 1").act("take 9");
    assert_eq!((s.hand_of(0).as_str(), s.hand_of(1).as_str()), ("2 3 4 5 6 9 9", "10"));
    let mut s = table();
    s.act("discard steal_two").act("steal from 1").act("take 9").act("steal from 2").act("take 8");
    assert_eq!((s.hand_of(0).as_str(), s.to_move()), ("2 3 4 5 6 8 9", Some(1)));
}

#[test]
fn pp_39_pp_40_pp_42_e13_last_cards_are_safe() {
    let mut s = scene(3, &[]).hand(0, "1 1 1 1 1 S3").hand(1, "6 9").hand(2, "8").start();
    s.act("discard steal_three");
    assert_eq!(s.legal(), ["steal from 1", "steal stop"]);
    s.act("steal from 1").act("take 9");
    assert_eq!(s.legal(), ["steal stop"]);
    s.act("steal stop");
    assert_eq!((s.hand_of(0).as_str(), s.to_move()), ("1 1 1 1 1 9", Some(1)));
}

#[test]
fn pp_42_the_number_of_protected_cards_can_be_set() {
    for (protected, victims) in [(0, 2), (1, 1), (2, 0)] {
        let setting = format!("steal.protected_cards={protected}");
        let mut s = scene(3, &[&setting]).hand(0, "1 1 1 1 1 S3").hand(1, "6 9").hand(2, "8").start();
        s.act("discard steal_three");
        assert_eq!(s.legal().len(), victims + 1, "{protected} protected");
    }
}

#[test]
fn pp_40_fewer_cards_may_be_taken_even_none() {
    let mut s = scene(3, &[]).hand(0, "1 1 1 1 1 S3").start();
    s.act("discard steal_three").act("steal stop");
    assert_eq!((s.hand_of(0).as_str(), s.to_move()), ("1 1 1 1 1", Some(1)));
}

#[test]
fn pp_38_everybody_is_shown_the_victim_and_what_may_still_be_taken() {
    let shown = |s: &Scene| serde_json::to_value(s.view(2)).unwrap();
    let mut s = scene(3, &[]).hand(0, "1 1 1 1 1 S2").hand(1, "4 5 6").start();
    s.act("discard steal_two");
    assert_eq!((&shown(&s)["phase"], &shown(&s)["takes_left"]), (&json!("steal"), &json!(2)));
    assert_eq!(shown(&s).get("victim"), None);
    s.act("steal from 1");
    assert_eq!((&shown(&s)["phase"], &shown(&s)["takes_left"]), (&json!("steal"), &json!(2)));
    assert_eq!(shown(&s)["victim"], json!(1));
    assert_eq!(serde_json::to_value(&s.state).unwrap()["phase"], json!("steal"));
    s.act("take 4");
    assert_eq!((shown(&s).get("victim"), &shown(&s)["takes_left"]), (None, &json!(1)));
    // Nothing may be taken once the thief has stopped.
    s.act("steal stop");
    assert_eq!((&shown(&s)["phase"], &shown(&s)["takes_left"]), (&json!("draw"), &json!(0)));
}

#[test]
fn pp_41_the_thief_chooses_among_all_kinds_of_cards() {
    let mut s = scene(2, &[]).hand(0, "1 1 1 1 1 S1").hand(1, "4 4 BL S2").start();
    s.act("discard steal_one").act("steal from 1");
    assert_eq!(s.legal(), ["take 4", "take bankrupt_lowest", "take steal_two"]);
    s.act("take bankrupt_lowest");
    assert_eq!(s.hand_of(0), "1 1 1 1 1 BL");
    // The thief must resolve it on its next own turn.
    s.draw("2").draw("2").draw("2").act("discard 2");
    assert_eq!(s.legal(), ["resolve lowest"]);
}

#[test]
fn pp_41_e19_blind_theft_takes_each_copy_with_equal_probability() {
    let settings = ["steal.cards=blind"];
    let mut s = scene(2, &settings).hand(0, "1 1 1 1 1 S1").hand(1, "5 5 5 9").start();
    s.act("discard steal_one");
    let mut taken = BTreeMap::new();
    for luck in 0..20_000 {
        let mut state = s.state.clone();
        let mut events = Vec::new();
        let mut rng = Rng::from_words([4, 4, luck]);
        s.game.apply(&mut state, Action::StealFrom(Seat::new(1)), &mut rng, &mut events);
        let Some(PlayEvent::Steal { card, .. }) = events.first() else { panic!("no card was taken") };
        *taken.entry(card.to_string()).or_insert(0_u32) += 1;
        // No `take` is asked: the turn is over.
        assert_eq!(s.game.to_move(&state), Some(Seat::new(1)));
    }
    // Standard deviation 61.
    assert!(taken["5"].abs_diff(15_000) < 400, "{taken:?}");
    assert_eq!(taken.len(), 2);
}

#[test]
fn pp_44_a_discarded_steal_is_of_no_use_to_others() {
    let mut s = scene(2, &[]).hand(0, "1 1 1 1 1 S1").hand(1, "4 4 4 4").start();
    s.act("discard steal_one").act("steal stop");
    assert_eq!(s.legal(), ["draw stock"]);
}
