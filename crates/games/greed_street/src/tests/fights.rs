//! Fights (GS-48 to GS-56).

use super::scene::{scene, scene_of};

#[test]
fn gs_50_gs_56_weapons_add_points_over_all_rounds() {
    let mut s = scene_of(&["trade.enabled=false"], &["+tina", "weapon_1 weapon_2 weapon_2"], 1);
    s.roll(2, 4).acts(&["PayFull", "Fight", "Place(weapon_2)"]);
    assert_eq!(s.legal(), ["Place(weapon_2)", "Done"], "kind order within the round");
    s.act("Done").roll(1, 2).act("Done").roll(1, 4);
    assert_eq!(s.compared(), Some((5, 5)));
    assert_eq!(s.legal(), ["Place(weapon_1)", "Place(weapon_2)", "Done"], "the order starts anew");
    s.acts(&["Place(weapon_1)", "Done"]).roll(1, 2).act("Done").roll(1, 4);
    assert_eq!(s.compared(), Some((6, 5)));
    assert_eq!(s.owned(1), ["tina"]);
    assert_eq!(s.bottom(), ["weapon_2", "weapon_1"], "R8: as placed");
}

#[test]
fn gs_51_weapons_of_both_go_under_the_deck() {
    let mut s = scene_of(&["trade.enabled=false"], &["+tina weapon_3", "weapon_4"], 1);
    s.roll(2, 4).acts(&["PayFull", "Fight", "Place(weapon_4)", "Done"]).roll(1, 2);
    s.acts(&["Place(weapon_3)", "Done"]).roll(4, 6);
    assert_eq!((s.compared(), s.bottom()), (Some((7, 13)), vec!["weapon_4", "weapon_3"]));
    assert_eq!((s.hand(0).len(), s.hand(1).len(), s.owned(0)), (0, 0, vec!["tina"]));
}

#[test]
fn gs_52_the_winner_takes_the_worker_paid_for_without_a_refund() {
    let mut s = scene_of(&[], &["+tina +delia", ""], 1);
    s.roll(2, 4).acts(&["PayFull", "Fight", "Done"]).roll(6, 5).act("Done").roll(1, 2);
    assert_eq!((s.owned(1), s.owned(0), s.money(1)), (vec!["tina"], vec!["delia"], 950));
}

#[test]
fn a_beaten_instigator_without_workers_loses_nothing() {
    let mut s = scene_of(&[], &["+tina", ""], 1);
    s.roll(2, 4).acts(&["PayFull", "Fight", "Done"]).roll(1, 2).act("Done").roll(6, 5);
    assert_eq!((s.owned(0), s.money(1), s.active()), (vec!["tina"], 950, 0));
}

#[test]
fn a_fight_ends_without_a_winner_after_the_last_round() {
    let mut s = scene_of(&["fight.max_rounds=1"], &["+tina weapon_1", "+donna"], 1);
    s.roll(2, 4).acts(&["PayFull", "Fight", "Done"]).roll(2, 4).acts(&["Place(weapon_1)", "Done"]).roll(2, 3);
    assert_eq!((s.compared(), s.owned(0), s.owned(1)), (Some((6, 6)), vec!["tina"], vec!["donna"]));
    assert_eq!((s.active(), s.bottom()), (0, vec!["weapon_1"]));
}

#[test]
fn weapons_turn_up_after_the_owners_roll() {
    let mut s = scene_of(&["trade.enabled=false"], &["+tina weapon_1", "weapon_4"], 1);
    s.roll(2, 4).acts(&["PayFull", "Fight", "Place(weapon_4)"]);
    assert_eq!((s.view(0).public.down, s.view(0).public.fight.up[0].len()), ([1, 0], 0));
    s.act("Done").roll(1, 2);
    assert_eq!((s.view(0).public.down, s.view(0).public.fight.up[0].len()), ([0, 0], 1));
}

#[test]
fn gs_49_gs_55_a_view_shows_the_dice_of_this_round_only() {
    let mut s = scene_of(&["trade.enabled=false"], &["+tina +delia", ""], 1);
    let dice = |s: &super::scene::Scene| s.view(0).public.fight.dice;
    s.roll(2, 4).acts(&["PayFull", "Fight", "Done"]);
    assert_eq!(dice(&s), [0, 0]);
    s.roll(2, 4);
    assert_eq!(dice(&s), [6, 0]);
    // A tie: nobody has rolled in the next round.
    s.act("Done").roll(1, 5);
    assert_eq!((s.phase(), dice(&s)), ("WeaponCards", [0, 0]));
    s.act("Done").roll(1, 2);
    assert_eq!(dice(&s), [3, 0]);
}

#[test]
fn no_window_in_later_rounds() {
    let mut s = scene(&[], &["weapon_1", "+tina weapon_1"]);
    s.roll(2, 4).acts(&["PayFull", "Fight"]);
    assert_eq!((s.phase(), s.mover()), ("TradeKind", 0));
    s.act("Done").roll(2, 4);
    assert_eq!((s.phase(), s.mover()), ("TradeKind", 1));
    s.act("Done").roll(1, 5);
    assert_eq!((s.phase(), s.mover()), ("WeaponCards", 0));
}
