//! The alternate rules (GS-76 to GS-84, spec 8).

use super::super::event::Event;
use super::scene::{Scene, scene, scene_of};

#[test]
fn gs_76_the_alternate_rules_are_off_by_default() {
    let mut s = scene(&[], &["@12", "@18 +tina donuts"]);
    s.pass();
    assert_eq!(s.phase(), "MoveRoll", "no theft");
    s.roll(2, 4);
    assert_eq!((s.at(0), s.hand(0).len(), s.active()), (18, 1, 1), "a card, no fight over the square");
    let mut s = scene(&[], &["", "+tina @6"]);
    s.roll(2, 4);
    assert_eq!(s.legal(), ["PayFull"], "no haggling, no fight over the square");
}

#[test]
fn gs_77_workers_and_cards_may_be_stolen() {
    let sets = ["variant.legal_theft=true", "theft.notice_prob=0", "trade.enabled=false"];
    let mut s = scene(&sets, &["", "+tina +donna gift_1 $250", "$0"]);
    assert_eq!(s.legal(), ["NoTheft", "Target(1)"], "seat 2 has nothing");
    s.act("Target(1)");
    assert_eq!(s.legal(), ["Worker", "ScoreCard", "Cash"]);
    let start = s.state.clone();
    s.act("Worker");
    assert_eq!(s.legal(), ["TheftWorker(tina)", "TheftWorker(donna)"]);
    s.act("TheftWorker(donna)");
    assert_eq!((s.owned(0), s.owned(1), s.phase()), (vec!["donna"], vec!["tina"], "MoveRoll"));
    s.state = start.clone();
    s.act("ScoreCard");
    assert_eq!((s.hand(0), s.known(0), s.hand(1).len()), (vec!["gift_1"], vec!["gift_1"], 0));
    s.state = start.clone();
    s.act("Cash");
    assert_eq!((s.money(0), s.money(1)), (1100, 150), "at most theft.cash_max");
}

#[test]
fn gs_77_attempts_and_skipped_turns() {
    let sets = ["variant.legal_theft=true", "theft.notice_prob=1", "theft.attempts_per_turn=2"];
    let mut s = scene(&sets, &["", "$50"]);
    s.acts(&["Target(1)", "Cash"]);
    assert_eq!(
        (s.phase(), s.money(1)),
        ("TheftTarget", 50),
        "noticed: nothing is taken, one attempt is left"
    );
    s.acts(&["Target(1)", "Cash"]);
    assert_eq!(s.phase(), "MoveRoll");
    let mut s = scene(&sets, &["$0", "$0"]);
    assert_eq!(s.legal(), ["NoTheft"], "asked even if there is nothing");
    s.act("NoTheft");
    assert_eq!(s.phase(), "MoveRoll");
    let mut s = scene(&["variant.legal_theft=true"], &["@61", "skip", ""]);
    assert_eq!(s.phase(), "TheftTarget", "retired players may steal");
    s.acts(&["NoTheft", "Pass"]);
    assert_eq!((s.active(), s.phase()), (2, "TheftTarget"), "not when skipped");
    let s = scene(&["variant.legal_theft=true"], &["", "@61"]);
    assert_eq!(s.legal(), ["NoTheft", "Target(1)"], "and be robbed");
}

/// Returns what a view shows of the part of the price that is offered: the part, and its place in the list.
fn haggled(s: &Scene) -> (f64, u64) {
    let json = serde_json::to_value(s.view(0)).unwrap();
    (json["haggle_fraction"].as_f64().unwrap(), json["haggle_place"].as_u64().unwrap())
}

#[test]
fn gs_80_gs_81_every_payment_may_be_bargained() {
    let mut s = scene_of(&["variant.price_bartering=true"], &["+uma", "@34 +donna"], 1);
    s.roll(3, 4);
    assert_eq!(s.legal(), ["PayFull", "Haggle"]);
    s.act("Haggle");
    assert_eq!(s.legal(), ["HaggleOffer(0.25)", "HaggleOffer(0.5)", "HaggleOffer(0.75)"]);
    s.act("HaggleOffer(0.25)");
    assert_eq!(s.legal(), ["Accept", "Refuse", "Counter(0.5)", "Counter(0.75)"]);
    assert_eq!(haggled(&s), (0.25, 0));
    let start = s.state.clone();
    s.act("Counter(0.75)");
    assert_eq!((s.mover(), s.legal()), (1, vec!["Accept".to_owned(), "Refuse".to_owned()]));
    assert_eq!(haggled(&s), (0.75, 2));
    s.act("Accept");
    assert_eq!((s.money(1), s.money(0), s.active()), (780, 1220, 0), "GS-81: no fight");
    assert_eq!(s.seen("uma"), [0, 1]);
    s.state = start.clone();
    s.act("Refuse");
    assert_eq!(s.legal(), ["PayFull"], "once per landing");
    s.act("PayFull");
    assert_eq!(s.legal(), ["EndTurn", "Fight"], "paying in full still opens the fight");
}

#[test]
fn haggling_is_offered_only_where_it_can_lead_somewhere() {
    // A quarter of 50 is 10 after rounding down; with $0 no part can be paid.
    let mut s = scene_of(&["variant.price_bartering=true"], &["+tina", "$0"], 1);
    s.roll(2, 4);
    assert_eq!(s.legal(), ["PayAllAndStiff"]);
    let mut s = scene_of(&["barter.when_short=true"], &["+tina", "$60"], 1);
    s.roll(2, 4);
    assert_eq!(s.legal(), ["PayFull"], "not short");
}

#[test]
fn gs_82_on_every_landing_of_the_turn() {
    let sets = ["variant.proximity_fighting=true", "trade.enabled=false"];
    let mut s = scene(&sets, &["@3", "@10", "@16"]);
    s.roll(3, 4);
    assert_eq!(s.legal(), ["Ignore", "Challenge(1)"]);
    s.act("Ignore");
    assert_eq!((s.phase(), s.at(0)), ("ActionEffect", 10));
    s.roll(2, 4);
    assert_eq!((s.at(0), s.legal()), (16, vec!["Ignore".to_owned(), "Challenge(2)".to_owned()]));
    s.act("Ignore");
    assert_eq!(s.money(0), 1100);
}

#[test]
fn gs_84_a_loser_without_workers_loses_nothing() {
    let sets = ["variant.proximity_fighting=true", "fight.no_worker_penalty=pay_price_again"];
    let mut s = scene(&sets, &["@11", "@18 +tina"]);
    s.roll(3, 4).acts(&["Challenge(1)", "Done"]).roll(1, 2).act("Done").roll(2, 3);
    assert_eq!((s.owned(1), s.money(0), s.active()), (vec!["tina"], 1000, 1));
    let mut s = scene(&sets, &["@11 +donna", "@18 +tina"]);
    s.roll(3, 4).acts(&["Challenge(1)", "Done"]).roll(1, 2).act("Done").roll(2, 3);
    assert_eq!((s.mover(), s.legal()), (1, vec!["LootChoice(donna)".to_owned()]), "either side may win");
    assert!(s.events.iter().any(|e| matches!(e, Event::FightEnd { winner: Some(w), .. } if w.index() == 1)));
}

#[test]
fn proximity_needs_a_worker_where_fights_do() {
    let sets = ["variant.proximity_fighting=true", "fight.requires_own_worker=true"];
    let mut s = scene(&sets, &["@11", "@18 +tina"]);
    s.roll(3, 4);
    assert_eq!(s.legal(), ["Ignore"]);
    let mut s = scene(&sets, &["@11 +donna", "@18 +tina"]);
    s.roll(3, 4);
    assert_eq!(s.legal(), ["Ignore", "Challenge(1)"]);
}

#[test]
fn proximity_on_circles() {
    let on = ["variant.proximity_fighting=true", "proximity.in_finish=true"];
    let mut s = scene(&on, &["@58", "@61 +tina", ""]);
    s.roll(2, 4);
    assert_eq!(s.legal(), ["Ignore", "Challenge(1)"]);
    s.acts(&["Challenge(1)", "Done"]).roll(6, 5).act("Done").roll(1, 2);
    s.act("LootChoice(tina)");
    assert_eq!((s.owned(0), s.active()), (vec!["tina"], 1));
    let mut s = scene(&on, &["@58", "@61 +tina"]);
    s.roll(2, 4);
    assert_eq!(s.phase(), "Over", "never for the last to arrive");
    let mut s = scene(&on[..1], &["@58", "@61 +tina", ""]);
    s.roll(2, 4);
    assert_eq!((s.active(), s.at(0)), (1, 61), "off by default");
}
