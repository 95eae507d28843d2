//! Visible and hidden parts of views, and what determinized states respect (spec 4).

use std::collections::BTreeSet;

use super::{Scene, scene, scene_of};
use crate::cards::{Counts, Kind};
use ludometer_model::Seat;

/// Exchanges hidden cards of two places: a state that differs in nothing that seat 0 can see.
#[test]
fn states_that_differ_in_hidden_cards_look_alike() {
    let s = scene(&[], &["gift_1", "donuts weapon_1", "free_pass"]);
    let other = scene(&[], &["gift_1", "bling_3 gift_2", "weapon_4"]);
    assert_eq!(s.view(0), other.view(0));
    assert_ne!(s.view(1), other.view(1));
    assert_eq!(s.view(0).hand, s.state.hands[Seat::new(0)]);
    let json = serde_json::to_value(s.view(0)).unwrap().to_string();
    for hidden in ["donuts", "weapon_1", "free_pass"] {
        assert!(!json.contains(hidden), "{json}");
    }
}

/// Returns the kinds that determinized states have in a seat's hand.
fn imagined_kinds(s: &Scene, viewer: usize, seat: usize) -> BTreeSet<&'static str> {
    s.determinized(viewer)
        .flat_map(|state| state.hands[Seat::new(seat)].cards().map(Kind::name).collect::<Vec<_>>())
        .collect()
}

#[test]
fn unknown_hands_can_be_anything_that_is_left() {
    let s = scene(&[], &["weapon_4 weapon_4", "donuts donuts", ""]);
    let kinds = imagined_kinds(&s, 0, 1);
    assert!(
        kinds.len() == 11 && !kinds.contains("weapon_4"),
        "both Tasers are in the viewer's hand: {kinds:?}"
    );
    assert!(s.determinized(0).all(|state| state.hands[Seat::new(2)] == Counts::NONE));
}

#[test]
fn imagined_hands_are_uniform() {
    // Of the 47 cards unseen, 6 are Weapon 1: about 13 % of determinized single-card hands.
    let s = scene(&[], &["donuts", "gift_1"]);
    let view = s.view(0);
    let mut state = s.state.clone();
    let hits = (0..20_000)
        .filter(|&i| {
            ludometer_model::Game::determinize(
                &s.game,
                &view,
                &mut ludometer_model::Rng::from_words([i, 8, 8]),
                &mut state,
            );
            state.hands[Seat::new(1)].has(Kind::named("weapon_1").unwrap())
        })
        .count();
    let expected = 20_000.0 * 6.0 / 47.0;
    assert!((hits as f64 - expected).abs() < 6.0 * expected.sqrt(), "{hits} of {expected}");
}

#[test]
fn bling_taken_back_is_known() {
    let mut s = scene(&[], &["bling_2 gift_1", "", ""]);
    s.roll(2, 4).acts(&["Place(bling_2)", "Done"]).roll(3, 4);
    assert_eq!(s.known(0), ["bling_2"]);
    for viewer in [1, 2] {
        assert_eq!(s.view(viewer).public.known[Seat::new(0)].total(), 1);
        for state in s.determinized(viewer) {
            assert!(state.hands[Seat::new(0)].has(Kind::named("bling_2").unwrap()));
        }
    }
    // Spent again it is shown again, and known again: never twice.
    let mut s = scene(&[], &["bling_2", "@60"]);
    s.roll(2, 4).acts(&["Place(bling_2)", "Done"]).roll(1, 2).roll(1, 2);
    assert_eq!(s.at(1), 61);
    s.roll(1, 4).acts(&["Place(bling_2)", "Done"]);
    assert_eq!(s.known(0), ["bling_2"], "face down it may be another card");
    s.roll(1, 2);
    assert_eq!((s.known(0), s.hand(0)), (vec!["bling_2"], vec!["bling_2"]));
}

#[test]
fn cards_that_change_hands_openly_are_known() {
    let mut s =
        scene(&["variant.legal_theft=true", "theft.notice_prob=0"], &["", "gift_1 gift_1 gift_1", ""]);
    s.acts(&["Target(1)", "ScoreCard"]);
    assert_eq!((s.known(0), s.known(1)), (vec!["gift_1"], vec![]));
    s.acts(&["Sell", "TradePartner(2)", "TradeGive(gift_1)", "TradeCash(10)", "Accept"]);
    assert_eq!((s.known(0), s.known(2)), (vec![], vec!["gift_1"]));
    for state in s.determinized(1) {
        assert_eq!(state.hands[Seat::new(2)].cards().map(Kind::name).collect::<Vec<_>>(), ["gift_1"]);
    }
}

#[test]
fn shown_cards_leave_the_certain_knowledge() {
    let mut s = scene(&[], &["free_pass donuts", "+tina"]);
    s.state.public.known[Seat::new(0)].add(Kind::FREE_PASS);
    s.roll(2, 4).act("PlayFreePass");
    assert_eq!(s.known(0), Vec::<&str>::new());
    let mut s = scene(&[], &["weapon_1 weapon_1", "+tina"]);
    s.state.public.known[Seat::new(0)].add(Kind::named("weapon_1").unwrap());
    s.roll(2, 4).acts(&["PayFull", "Fight", "Place(weapon_1)", "Done"]).roll(1, 2);
    assert_eq!(s.known(0), Vec::<&str>::new());
}

#[test]
fn an_offer_proves_a_card_and_a_refusal_nothing() {
    let mut s = scene(&[], &["gift_1", "donuts gift_2", ""]);
    s.acts(&["Swap", "TradePartner(1)", "TradeGive(gift_1)", "TradeGet(donuts)", "TradeCash(0)"]);
    assert_eq!((s.known(0), s.known(1)), (vec!["gift_1"], vec![]));
    let start = s.state.clone();
    s.act("Refuse");
    assert_eq!((s.known(0), s.known(1)), (vec!["gift_1"], vec![]));
    s.state = start.clone();
    s.act("Counter(20)");
    assert_eq!(s.known(1), ["donuts"], "whoever bargains has it");
    for viewer in [0, 2] {
        for state in s.determinized(viewer) {
            assert!(state.hands[Seat::new(1)].has(Kind::DONUTS));
        }
    }
}

#[test]
fn the_partners_answers_follow_from_its_own_hand() {
    let mut s = scene(&[], &["", "donuts", ""]);
    s.acts(&["Buy", "TradePartner(1)", "TradeGet(donuts)", "TradeCash(10)"]);
    let legal = s.legal();
    for state in s.determinized(1) {
        let mut again = Vec::new();
        ludometer_model::Game::legal(&s.game, &state, &mut again);
        assert_eq!(again.iter().map(ToString::to_string).collect::<Vec<_>>(), legal);
    }
    let holds = s.determinized(0).filter(|state| state.hands[Seat::new(1)].has(Kind::DONUTS)).count();
    assert!((1..200).contains(&holds), "the proposer doesn't know: {holds}");
}

#[test]
fn face_down_cards_are_hidden_and_of_the_right_kinds() {
    let mut s = scene(&["trade.enabled=false"], &["gift_2 bling_1 weapon_1", ""]);
    s.roll(2, 4).act("Place(gift_2)");
    assert_eq!(s.view(1).public.down, [1, 0]);
    assert!(!serde_json::to_value(s.view(1)).unwrap().to_string().contains("gift_2"));
    assert_eq!(s.view(0).placed.cards().map(Kind::name).collect::<Vec<_>>(), ["gift_2"]);
    let placed: BTreeSet<&str> = s
        .determinized(1)
        .flat_map(|state| state.down[0].cards().map(Kind::name).collect::<Vec<_>>())
        .collect();
    assert_eq!(placed, BTreeSet::from(["gift_1", "gift_2", "gift_3", "bling_1", "bling_2", "bling_3"]));
    // A known Gift may be the one that was placed, or not.
    s.state.public.known[Seat::new(0)].add(Kind::named("bling_1").unwrap());
    let in_hand = s
        .determinized(1)
        .filter(|state| state.hands[Seat::new(0)].has(Kind::named("bling_1").unwrap()))
        .count();
    assert!((20..200).contains(&in_hand), "{in_hand}");
}

#[test]
fn a_promised_weapon_is_in_the_hand_not_on_the_table() {
    let sets = ["fight.reveal=after_both"];
    let mut s = scene_of(&sets, &["+tina $900", "weapon_1 weapon_1"], 1);
    s.roll(2, 4).acts(&["PayFull", "Fight", "Place(weapon_1)", "Done"]).roll(1, 2);
    assert_eq!((s.mover(), s.phase()), (0, "TradeKind"));
    s.acts(&["Buy", "TradePartner(1)", "TradeGet(weapon_1)", "TradeCash(10)", "Counter(20)"]);
    for state in s.determinized(0) {
        assert!(state.hands[Seat::new(1)].has(Kind::named("weapon_1").unwrap()));
        assert_eq!(state.down[0].total(), 1);
    }
}

#[test]
fn a_swap_in_a_narrow_window_proves_another_card() {
    let mut s = scene_of(&[], &["gift_1 +tina", "donuts $30", ""], 1);
    s.roll(2, 4).act("Swap");
    assert_eq!(s.phase(), "TradePartner");
    let kinds = imagined_kinds(&s, 0, 1);
    assert!(!kinds.contains("free_pass") && kinds.len() > 8, "{kinds:?}");
}

#[test]
fn the_deck_bottom_is_known_in_order_and_drawn_last() {
    let none: Vec<String> = crate::cards::NAMES[2..].iter().map(|n| format!("deck.{n}=0")).collect();
    let mut sets: Vec<&str> = none.iter().map(String::as_str).collect();
    sets.extend(["deck.gift_1=1", "deck.gift_2=1", "trade.enabled=false"]);
    let mut s = scene(&sets, &["gift_1 gift_2", "@61", ""]);
    s.roll(2, 4).acts(&["Place(gift_1)", "Place(gift_2)", "Done"]).roll(1, 2);
    assert_eq!((s.bottom(), s.state.public.unknown), (vec!["gift_1", "gift_2"], 0));
    let json = serde_json::to_value(s.view(2)).unwrap();
    assert_eq!(json["deck_bottom"], serde_json::json!(["gift_1", "gift_2"]));
    s.roll_draw(3, "gift_1");
    assert_eq!((s.known(1), s.bottom()), (vec!["gift_1"], vec!["gift_2"]), "everybody knows what was drawn");
}

#[test]
fn draws_come_from_the_unknown_part_first() {
    let mut s = scene(&[], &["donuts @7", ""]);
    s.roll(2, 4).act("PlayDonuts");
    assert_eq!(s.bottom(), ["donuts"]);
    s.roll(1, 3);
    assert_eq!((s.bottom(), s.hand(1).len(), s.known(1).len()), (vec!["donuts"], 1, 0));
}

#[test]
fn everything_else_is_public() {
    let s = scene(&[], &["$900 gift_1", "@20 +tina skip", "@61 donuts"]);
    let json = serde_json::to_value(s.view(0)).unwrap();
    assert_eq!(json["money"], serde_json::json!([900, 1000, 1000]));
    assert_eq!(json["positions"], serde_json::json!([0, 20, 61]));
    assert_eq!(json["retired"], serde_json::json!([2]));
    assert_eq!(json["skip"], serde_json::json!([1]));
    assert_eq!(json["hand_sizes"], serde_json::json!([1, 0, 1]));
    assert_eq!(json["workers"]["tina"]["face_seen"], serde_json::json!([1]));
    assert_eq!(json["deck_unknown"], 46);
    assert_eq!(json["to_move"], 0);
}
