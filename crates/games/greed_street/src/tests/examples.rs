//! The worked examples of the spec (12).

use super::{drawn, scene, scene_of};
use ludometer_model::{Game, SHARE_UNITS, Seat};

#[test]
fn e1_gs_57_recruiting_with_gifts() {
    let mut s = scene(&[], &["gift_1 gift_1", ""]);
    s.roll(2, 4);
    assert_eq!((s.at(0), s.phase()), (6, "RecruitCards"), "no window: nobody else has a card");
    assert_eq!(s.legal(), ["Place(gift_1)", "Done"]);
    s.acts(&["Place(gift_1)", "Place(gift_1)"]);
    assert_eq!(s.legal(), ["Done"]);
    s.act("Done");
    assert_eq!(s.legal(), ["Roll"]);
    s.roll(2, 3).pass();
    assert_eq!((s.owned(0), s.money(0), s.hand(0)), (vec!["tina"], 1050, vec![]));
    assert_eq!((s.bottom(), s.active()), (vec!["gift_1", "gift_1"], 1));
}

#[test]
fn e2_gs_14_gs_49_gs_55_gs_58_a_fight_with_a_tie() {
    let mut s = scene_of(&[], &["$1050 +tina weapon_1", "$1200 +donna"], 1);
    s.roll(2, 4).pass();
    assert_eq!((s.at(1), s.legal()), (6, vec!["PayFull".to_owned()]));
    assert_eq!(s.seen("tina"), [0], "GS-47: unseen before the payment");
    s.act("PayFull");
    assert_eq!((s.money(1), s.money(0), s.seen("tina")), (1150, 1100, vec![0, 1]));
    assert_eq!(s.legal(), ["EndTurn", "Fight"]);
    s.act("Fight").pass();
    assert_eq!((s.mover(), s.legal()), (1, vec!["Done".to_owned()]));
    s.act("Done").roll(4, 6).pass();
    assert_eq!((s.mover(), s.legal()), (0, vec!["Place(weapon_1)".to_owned(), "Done".to_owned()]));
    s.acts(&["Place(weapon_1)", "Done"]).roll(4, 5);
    assert_eq!(s.compared(), Some((10, 10)), "GS-55: a tie, both fight again");
    assert_eq!((s.mover(), s.phase()), (1, "WeaponCards"));
    s.act("Done").roll(2, 4);
    assert_eq!(s.mover(), 0);
    s.act("Done").roll(1, 3);
    assert_eq!(s.compared(), Some((6, 5)), "GS-56: the Weapon stays in play");
    s.pass();
    assert_eq!((s.owned(1), s.owned(0).len()), (vec!["tina", "donna"], 0));
    assert_eq!((s.bottom(), s.money(1), s.money(0), s.active()), (vec!["weapon_1"], 1150, 1100, 0));
}

#[test]
fn e3_gs_53_gs_62_gs_63_a_retired_defender_wins() {
    let mut s = scene_of(&[], &["@61 $900 +wanda", "@40 $500 +tina +vera"], 1);
    s.roll(3, 4).act("PayFull");
    assert_eq!((s.at(1), s.money(1), s.money(0)), (47, 150, 1250));
    s.acts(&["Fight", "Done"]).roll(2, 3).act("Done").roll(4, 5);
    assert_eq!((s.compared(), s.mover()), (Some((5, 9)), 0));
    assert_eq!(s.legal(), ["LootChoice(tina)", "LootChoice(vera)"]);
    s.act("LootChoice(vera)");
    assert_eq!((s.owned(0), s.owned(1), s.at(0)), (vec!["vera", "wanda"], vec!["tina"], 61));
}

#[test]
fn e4_gs_68_a_missed_claim_and_a_bribe() {
    let sets = ["attention.notice_prob=0", "attention.late_prob=0.5"];
    let mut s = scene_of(&sets, &["+donna", "@16 $700", "", ""], 1);
    s.roll(3, 4);
    assert_eq!((s.at(1), s.legal()), (23, vec!["StaySilent".to_owned(), "Volunteer".to_owned()]));
    s.act("StaySilent");
    assert_eq!(s.legal(), ["Bribe", "NoBribe"]);
    s.act("Bribe");
    assert_eq!((s.mover(), s.legal()), (2, vec!["Accept".to_owned(), "Refuse".to_owned()]));
    s.act("Accept");
    assert_eq!((s.money(1), s.money(2), s.money(0), s.active()), (680, 1020, 1000, 2));
}

#[test]
fn e5_gs_15_gs_36_gs_70_doubles_and_a_score_square() {
    let mut s = scene(&[], &["", ""]);
    s.act_if("Roll", |events| super::dice(events) == Some([2, 2]));
    assert_eq!((s.at(0), drawn(&s.events).len(), s.hand(0).len()), (4, 2, 2));
    assert_eq!(s.active(), 1, "GS-70: no second move");
}

#[test]
fn e6a_gs_41_gs_40_gs_45_a_failed_recruit_roll_with_bling() {
    let mut s = scene(&[], &["@20 gift_2 bling_2", ""]);
    s.roll(3, 4).acts(&["Place(gift_2)", "Place(bling_2)", "Done"]).roll_draw(1, "weapon_3").pass();
    assert!(s.is_open("mona"));
    assert_eq!((s.bottom(), s.hand(0)), (vec!["gift_2"], vec!["bling_2", "weapon_3"]));
    assert_eq!((s.known(0), s.active()), (vec!["bling_2"], 1));
}

#[test]
fn e6b_the_defenders_doubles_come_too_late_for_this_round() {
    let mut s = scene_of(&[], &["+tina", "+donna"], 1);
    s.roll(2, 4).acts(&["PayFull", "Fight", "Done"]).roll(3, 4).act("Done").roll_draw(4, "weapon_3");
    assert_eq!(s.compared(), Some((7, 8)));
    s.act("LootChoice(donna)");
    assert_eq!((s.hand(0), s.owned(0)), (vec!["weapon_3"], vec!["tina", "donna"]));
}

#[test]
fn e6c_but_in_time_for_the_next() {
    let mut s = scene_of(&[], &["+tina", "+donna"], 1);
    s.roll(2, 4).acts(&["PayFull", "Fight", "Done"]).roll(3, 5).act("Done").roll_draw(4, "weapon_3");
    assert_eq!((s.compared(), s.mover()), (Some((8, 8)), 1));
    s.act("Done").roll(1, 2);
    assert_eq!(s.legal(), ["Place(weapon_3)", "Done"]);
    s.acts(&["Place(weapon_3)", "Done"]).roll(1, 2);
    assert_eq!(s.compared(), Some((3, 6)));
}

#[test]
fn e7_gs_23_gs_25_gs_26_gs_27_free_pass() {
    let mut s = scene_of(&[], &["+delia", "@51 $80 free_pass"], 1);
    s.roll(3, 4).pass();
    assert_eq!((s.at(1), s.legal()), (58, vec!["PayAllAndStiff".to_owned(), "PlayFreePass".to_owned()]));
    s.act("PlayFreePass");
    assert_eq!((s.money(0), s.money(1), s.bottom(), s.active()), (1000, 80, vec!["free_pass"], 0));
    assert_eq!(s.seen("delia"), [0, 1]);
}

#[test]
fn e8_gs_20_gs_22_gs_30_donuts() {
    let mut s = scene(&[], &["@34 donuts", "", ""]);
    s.roll(2, 3).pass();
    assert_eq!((s.at(0), s.legal()), (39, vec!["Comply".to_owned(), "PlayDonuts".to_owned()]));
    let start = s.state.clone();
    s.act("PlayDonuts");
    assert_eq!((s.at(0), s.bottom(), s.active()), (39, vec!["donuts"], 1));
    s.state = start.clone();
    s.act("Comply");
    assert_eq!((s.legal(), s.phase()), (vec!["Roll".to_owned()], "ActionEffect"));
    s.roll(5, 6);
    assert_eq!((s.at(0), s.money(0), s.money(1), s.money(2)), (28, 1040, 980, 980));
}

#[test]
fn e9_gs_31_gs_32_gs_33_gs_35_a_chain() {
    let mut s = scene(&[], &["@3", ""]);
    s.roll(3, 4).roll(1, 2).pass();
    assert_eq!((s.at(0), s.legal()), (13, vec!["Comply".to_owned()]));
    s.act("Comply");
    assert_eq!(s.money(0), 800);
    let mut s = scene(&[], &["@15", ""]);
    s.roll(3, 4).roll(2, 4);
    assert_eq!((s.at(0), s.money(0)), (16, 1100));
}

#[test]
fn e10_gs_28_a_sale_with_a_counter_offer() {
    let mut s = scene(&[], &["weapon_2", "", "$130"]);
    assert_eq!(s.legal(), ["NoTrade", "Sell"]);
    s.act("Sell");
    assert_eq!(s.legal(), ["TradePartner(1)", "TradePartner(2)"]);
    s.acts(&["TradePartner(2)", "TradeGive(weapon_2)"]);
    assert_eq!(s.legal(), ["TradeCash(10)", "TradeCash(20)", "TradeCash(50)", "TradeCash(100)"]);
    s.act("TradeCash(100)");
    assert_eq!(s.mover(), 2);
    assert_eq!(s.legal(), ["Refuse", "Accept", "Counter(10)", "Counter(20)", "Counter(50)"]);
    s.act("Counter(50)");
    assert_eq!((s.mover(), s.legal()), (0, vec!["Accept".to_owned(), "Refuse".to_owned()]));
    s.act("Accept");
    assert_eq!((s.money(0), s.money(2), s.known(2), s.known(0).len()), (1050, 80, vec!["weapon_2"], 0));
    assert_eq!((s.hand(0).len(), s.phase()), (0, "MoveRoll"), "one offer a window");
}

#[test]
fn e11_gs_34_gs_43_a_lost_worker_is_recruited_again() {
    let mut s = scene(&[], &["@13 +tina +donna", "@3"]);
    s.roll(3, 4);
    assert_eq!(
        (s.at(0), s.legal()),
        (20, vec!["LoseWorkerChoice(tina)".to_owned(), "LoseWorkerChoice(donna)".to_owned()])
    );
    s.act("LoseWorkerChoice(tina)");
    assert!(s.is_open("tina"));
    assert_eq!((s.owned(0), s.active()), (vec!["donna"], 1));
    s.roll(1, 2).act("Done").roll(3, 4);
    assert_eq!((s.owned(1), s.money(1)), (vec!["tina"], 1050));
}

fn end(money: &str) -> super::Scene {
    scene(&[], &["@61 $1300 donuts +tina", &format!("@58 ${money} gift_1 +gina")])
}

#[test]
fn e12_gs_1_gs_2_gs_3_gs_60_gs_61_the_end() {
    let mut s = end("1200");
    s.pass();
    assert_eq!(s.legal(), ["Roll", "Pass"], "GS-60");
    s.roll_draw(5, "bling_1");
    assert_eq!(s.at(0), 61, "GS-61");
    s.pass();
    s.roll_draw(2, "free_pass");
    assert_eq!((s.at(1), s.game.to_move(&s.state), s.phase()), (61, None, "Over"));
    let outcome = s.game.outcome(&s.state);
    assert_eq!((outcome.scores.first(2), outcome.ranks.first(2)), (&[1450, 1440][..], &[1, 2][..]));
    assert!(!outcome.unfinished);
    assert_eq!(outcome.turns, 2, "the turn of the last arrival counts");
}

#[test]
fn e12_gs_3_equal_totals_share_the_win() {
    let mut s = end("1210");
    s.pass().roll_draw(5, "bling_1").pass().roll_draw(2, "free_pass");
    let outcome = s.game.outcome(&s.state);
    assert_eq!(
        (outcome.ranks.first(2), outcome.win_units().first(2)),
        (&[1, 1][..], &[SHARE_UNITS / 2; 2][..])
    );
}

#[test]
fn e13_gs_72_gs_73_gs_74_gs_75_short_of_money() {
    let seats = ["+uma", "@34 $200 gift_1 gift_2 gift_3"];
    let mut s = scene_of(&[], &seats, 1);
    s.roll(3, 4).pass();
    assert_eq!((s.at(1), s.legal()), (41, vec!["PayAllAndStiff".to_owned()]));
    s.act("PayAllAndStiff").pass();
    assert_eq!((s.money(1), s.money(0), s.hand(1).len(), s.active()), (0, 1200, 3, 0));
    assert_eq!(s.seen("uma"), [0], "R17: who doesn't pay in full doesn't see her");
    let mut s = scene_of(&["barter.when_short=true"], &seats, 1);
    s.roll(3, 4).pass();
    assert_eq!(s.legal(), ["PayAllAndStiff", "Haggle"]);
    s.act("Haggle");
    assert_eq!(s.legal(), ["HaggleOffer(0.25)", "HaggleOffer(0.5)"]);
    s.act("HaggleOffer(0.5)");
    assert_eq!((s.mover(), s.legal()), (0, vec!["Accept".to_owned(), "Refuse".to_owned()]));
    s.act("Accept");
    assert_eq!((s.money(1), s.money(0), s.active()), (50, 1150, 0));
}

#[test]
fn e13_a_quarter_is_rounded_down() {
    let mut s = scene_of(&["barter.when_short=true"], &["+uma", "@34 $200"], 1);
    s.roll(3, 4).acts(&["Haggle", "HaggleOffer(0.25)"]);
    assert_eq!(s.legal(), ["Accept", "Refuse", "Counter(0.5)"], "0.75 is more than the payer has");
    s.act("Accept");
    assert_eq!((s.money(1), s.money(0)), (130, 1070));
}

#[test]
fn e14_gs_77_gs_78_theft() {
    let mut s = scene(&["variant.legal_theft=true"], &["", "$60"]);
    assert_eq!((s.phase(), s.legal()), ("TheftTarget", vec!["NoTheft".to_owned(), "Target(1)".to_owned()]));
    s.act("Target(1)");
    assert_eq!(s.legal(), ["Cash"]);
    let start = s.state.clone();
    s.act_if("Cash", |events| events.iter().any(|e| matches!(e, super::Event::Theft { noticed: false, .. })));
    assert_eq!((s.money(0), s.money(1), s.phase()), (1060, 0, "MoveRoll"));
    s.state = start.clone();
    s.act_if("Cash", |events| events.iter().any(|e| matches!(e, super::Event::Theft { noticed: true, .. })));
    assert_eq!((s.money(0), s.money(1), s.phase()), (1000, 60, "MoveRoll"));
}

#[test]
fn e15_gs_82_gs_83_gs_84_a_fight_over_a_square() {
    let mut s = scene(&["variant.proximity_fighting=true"], &["@11 +tina", "@18 +donna +abby"]);
    s.roll(3, 4);
    assert_eq!((s.at(0), s.legal()), (18, vec!["Ignore".to_owned(), "Challenge(1)".to_owned()]));
    s.acts(&["Challenge(1)", "Done"]).roll(4, 5).act("Done").roll(2, 3);
    assert_eq!(
        (s.mover(), s.legal()),
        (0, vec!["LootChoice(abby)".to_owned(), "LootChoice(donna)".to_owned()])
    );
    s.act("LootChoice(donna)");
    assert_eq!((s.owned(0), s.owned(1)), (vec!["tina", "donna"], vec!["abby"]));
    assert_eq!((s.money(0), s.hand(0).len(), s.active()), (1000, 0, 1), "no card, no payment, turn over");
    assert_eq!(s.state.hands[Seat::new(0)].total(), 0);
}
