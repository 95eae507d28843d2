//! Which clause each event is counted for.

use crate::model::Event as GameEvent;

use super::super::event::Event;
use super::scene::{Scene, scene};

/// The clauses of the last action's events that begin with this word, in order.
fn clauses(s: &Scene, word: &str) -> Vec<&'static str> {
    let told = s.events.iter().filter_map(GameEvent::happening).map(|place| Event::HAPPENINGS[place]);
    told.filter(|told| told.name.split(' ').next() == Some(word)).map(|told| told.clause).collect()
}

#[test]
fn gs_20_gs_23_each_wild_card_has_a_clause() {
    let mut s = scene(&[], &["@7 donuts", ""]);
    s.roll(2, 4).act("PlayDonuts");
    assert_eq!(clauses(&s, "move_card"), ["GS-20"]);
    let mut s = scene(&[], &["free_pass", "+tina"]);
    s.roll(2, 4).act("PlayFreePass");
    assert_eq!(clauses(&s, "move_card"), ["GS-23"]);
}

#[test]
fn gs_33_a_square_is_not_obeyed_after_a_direction_roll() {
    let mut s = scene(&["land.after_direction=false"], &["@3", ""]);
    s.roll(3, 4).roll(1, 2);
    assert_eq!((s.at(0), clauses(&s, "not_obeyed")), (13, vec!["GS-33"]));
}

#[test]
fn gs_52_gs_53_whoever_wins_a_fight_has_a_clause() {
    for (defends, clause) in [([1, 3], "GS-52"), ([5, 6], "GS-53")] {
        let mut s = scene(&["trade.enabled=false"], &["+donna", "+tina"]);
        s.roll(2, 4).acts(&["PayFull", "Fight"]);
        assert_eq!(clauses(&s, "fight_start"), ["GS-48"]);
        s.act("Done").roll(2, 4).act("Done").roll(defends[0], defends[1]);
        assert_eq!(clauses(&s, "fight_end"), [clause]);
    }
}

#[test]
fn gs_82_gs_84_fights_over_a_square_have_their_own() {
    for defends in [[1, 3], [5, 6]] {
        let mut s = scene(&["variant.proximity_fighting=true"], &["@11 +donna", "@18 +tina"]);
        s.roll(3, 4).act("Challenge(1)");
        assert_eq!(clauses(&s, "fight_start"), ["GS-82"]);
        s.act("Done").roll(2, 4).act("Done").roll(defends[0], defends[1]);
        assert_eq!(clauses(&s, "fight_end"), ["GS-84"]);
    }
}
