//! Recruiting and the card types (GS-13, GS-17 to GS-19, GS-38 to GS-44).

use super::scene::{scene, scene_of};

#[test]
fn gs_13_gs_42_seven_or_better_wins_her() {
    for (dice, won) in [((3, 4), true), ((2, 4), false), ((6, 5), true)] {
        let mut s = scene(&[], &["", ""]);
        s.roll(2, 4).act("Done").roll(dice.0, dice.1);
        assert_eq!(!s.is_open("tina"), won, "{dice:?}");
        assert_eq!(s.money(0), if won { 1050 } else { 1000 });
        assert_eq!(s.active(), 1);
    }
}

#[test]
fn gs_17_gs_18_each_type_has_its_place() {
    let hand = "gift_1 bling_1 weapon_1 donuts free_pass";
    let mut s = scene(&["trade.enabled=false"], &[hand, ""]);
    s.roll(2, 4);
    assert_eq!(s.legal(), ["Place(gift_1)", "Place(bling_1)", "Done"]);
    let mut s = scene(&["trade.enabled=false"], &[hand, "+tina gift_1 weapon_4 weapon_2"]);
    s.roll(2, 4).acts(&["PayFull", "Fight"]);
    assert_eq!(s.legal(), ["Place(weapon_1)", "Done"]);
    s.act("Done").roll(3, 4);
    assert_eq!(s.legal(), ["Place(weapon_2)", "Place(weapon_4)", "Done"]);
}

#[test]
fn gs_19_gs_24_wild_cards_only_at_their_squares() {
    let mut s = scene(&["trade.enabled=false"], &["donuts free_pass +tina", ""]);
    assert_eq!(s.legal(), ["Roll"]);
    s.roll(2, 4);
    assert_eq!(s.active(), 1, "one's own Worker asks for nothing (R13)");
    let mut s = scene(&["trade.enabled=false"], &["donuts free_pass", ""]);
    s.roll(2, 4);
    assert_eq!(s.legal(), ["Done"], "no free pass for an open Worker");
    let mut s = scene(&["trade.enabled=false"], &["donuts free_pass", "+tina"]);
    s.roll(2, 4);
    assert_eq!(s.legal(), ["PayFull", "PlayFreePass"]);
}

#[test]
fn gs_38_the_recruit_roll_is_compulsory() {
    let mut s = scene(&[], &["", ""]);
    s.roll(2, 4);
    assert_eq!(s.legal(), ["Done"]);
    s.act("Done");
    assert_eq!(s.legal(), ["Roll"]);
}

#[test]
fn gs_39_cards_are_placed_in_kind_order_and_add_up() {
    let mut s = scene(&["trade.enabled=false"], &["gift_1 gift_3 bling_2", ""]);
    s.roll(2, 4).act("Place(gift_3)");
    assert_eq!(s.legal(), ["Place(bling_2)", "Done"], "kinds never fall");
    s.acts(&["Place(bling_2)", "Done"]).roll(1, 1);
    assert!(s.events.iter().any(|e| matches!(e, super::Event::Recruit { total: 7, won: true, .. })));
}

#[test]
fn gs_40_a_gift_works_once_win_or_lose() {
    for dice in [(5, 6), (1, 2)] {
        let mut s = scene(&[], &["gift_1", ""]);
        s.roll(2, 4).acts(&["Place(gift_1)", "Done"]).roll(dice.0, dice.1);
        assert_eq!((s.hand(0).len(), s.bottom()), (0, vec!["gift_1"]));
    }
}

#[test]
fn gs_43_her_price_comes_from_the_bank() {
    let mut s = scene(&[], &["@51", ""]);
    let before = s.state.public.bank;
    s.roll(3, 4).act("Done").roll(3, 4);
    assert_eq!((s.money(0), s.state.public.bank - before), (1600, -600));
}

#[test]
fn gs_44_gs_47_the_face_is_seen_by_owners_and_payers() {
    let mut s = scene(&[], &["", ""]);
    assert_eq!(s.seen("tina"), Vec::<usize>::new());
    s.roll(2, 4).act("Done").roll(3, 4);
    assert_eq!(s.seen("tina"), [0]);
    s.roll(2, 4).act("PayFull");
    assert_eq!(s.seen("tina"), [0, 1]);
}

#[test]
fn gs_45_below_seven_the_turn_is_over() {
    let mut s = scene_of(&[], &["", ""], 1);
    s.roll(2, 4).act("Done").roll(1, 5);
    assert_eq!((s.active(), s.phase()), (0, "MoveRoll"));
    assert!(s.is_open("tina"));
}
