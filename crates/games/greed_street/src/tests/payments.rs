//! Payments, claims and bribes (GS-46, GS-65 to GS-75).

use super::scene::{scene, scene_of};

#[test]
fn gs_46_gs_67_a_noticed_claim_is_paid_in_full() {
    let mut s = scene(&[], &["", "+tina"]);
    for _ in 0..50 {
        let start = s.state.clone();
        s.roll(2, 4);
        assert_eq!((s.phase(), s.legal()), ("PayChoice", vec!["PayFull".to_owned()]), "always noticed");
        s.state = start.clone();
    }
    s.roll(2, 4).act("PayFull");
    assert_eq!((s.money(0), s.money(1)), (950, 1050));
}

#[test]
fn gs_48_gs_71_a_fight_only_after_the_payment_and_only_if_wanted() {
    let mut s = scene(&[], &["", "+tina"]);
    s.roll(2, 4);
    assert_eq!(s.legal(), ["PayFull"], "no fight instead of paying");
    s.act("PayFull");
    assert_eq!(s.legal(), ["EndTurn", "Fight"]);
    s.act("EndTurn");
    assert_eq!(s.active(), 1);
}

#[test]
fn gs_65_gs_66_a_missed_claim_is_gone_with_the_next_roll() {
    let mut s = scene(&["attention.notice_prob=0"], &["", "+tina", ""]);
    s.roll(2, 4);
    assert_eq!(s.phase(), "SilenceChoice");
    s.act("StaySilent");
    assert_eq!(
        (s.active(), s.money(0), s.money(1)),
        (1, 1000, 1000),
        "no bribe when nothing can be claimed late"
    );
    assert!(s.events.iter().any(|e| matches!(e, super::Event::Missed { price: 50, .. })));
}

#[test]
fn gs_66_a_late_claim_is_paid() {
    let sets = ["attention.notice_prob=0", "attention.late_prob=1", "bribe.enabled=false"];
    let mut s = scene(&sets, &["", "+tina", ""]);
    s.roll(2, 4).act("StaySilent");
    assert_eq!(s.legal(), ["PayFull"]);
    s.acts(&["PayFull", "Fight"]);
    assert_eq!(s.phase(), "WeaponCards");
}

#[test]
fn gs_68_nobody_to_bribe_but_the_owner() {
    // The next roller is the owner, or everybody between skips.
    let sets = ["attention.notice_prob=0", "attention.late_prob=0.5"];
    let mut s = scene(&sets, &["", "+tina", ""]);
    s.roll(2, 4).act("StaySilent");
    assert_ne!(s.phase(), "BribeChoice");
    let mut s = scene(&sets, &["", "skip", "+tina"]);
    s.roll(2, 4).act("StaySilent");
    assert_ne!(s.phase(), "BribeChoice");
    let mut s = scene(&sets, &["", "skip", "", "+tina"]);
    s.roll(2, 4).act("StaySilent");
    assert_eq!(s.legal(), ["Bribe", "NoBribe"]);
    s.act("Bribe");
    assert_eq!(s.mover(), 2, "the first seat that doesn't skip");
    s.act("Refuse");
    assert_eq!((s.money(0) + s.money(3), s.money(2)), (2000, 1000));
    let mut s = scene(&sets, &["$10", "", "+tina"]);
    s.roll(2, 4).act("StaySilent");
    assert_ne!(s.phase(), "BribeChoice", "no money for a bribe");
}

#[test]
fn gs_68_an_accepted_bribe_lowers_the_chance_of_a_late_claim() {
    for (factor, claimed) in [("0", false), ("1", true)] {
        let factor = format!("bribe.late_factor={factor}");
        let sets = ["attention.notice_prob=0", "attention.late_prob=1", &factor];
        let mut s = scene(&sets, &["", "", "+tina"]);
        s.roll(2, 4).acts(&["StaySilent", "Bribe", "Accept"]);
        assert_eq!(s.phase() == "PayChoice", claimed, "{factor}");
        assert_eq!((s.money(0), s.money(1)), (980, 1020));
    }
}

#[test]
fn attention_is_the_owners() {
    let sets = ["attention.notice_prob=[0, 1, 0]"];
    let mut s = scene(&sets, &["", "+tina", "+donna"]);
    s.roll(2, 4);
    assert_eq!(s.phase(), "PayChoice");
    let mut s = scene(&sets, &["", "+donna", "+tina"]);
    s.roll(2, 4);
    assert_eq!(s.phase(), "SilenceChoice");
}

#[test]
fn gs_73_no_fight_after_a_part_payment() {
    let mut s = scene_of(&[], &["+tina", "$30 +donna"], 1);
    s.roll(2, 4).act("PayAllAndStiff");
    assert_eq!((s.active(), s.money(1), s.money(0)), (0, 0, 1030));
}

#[test]
fn gs_74_gs_75_without_money_nothing_is_owed_and_nothing_sold() {
    let mut s = scene_of(&["trade.enabled=false"], &["+tina", "$0 +donna gift_1"], 1);
    s.roll(2, 4);
    assert_eq!(s.legal(), ["PayAllAndStiff"]);
    s.act("PayAllAndStiff");
    assert_eq!((s.money(1), s.money(0), s.owned(1), s.hand(1)), (0, 1000, vec!["donna"], vec!["gift_1"]));
    assert!(s.events.iter().any(|e| matches!(e, super::Event::Forgiven { amount: 50, .. })));
}
