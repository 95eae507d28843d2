//! Trading (spec 6.1).

use super::scene::{scene, scene_of};

#[test]
fn gs_28_buying_tells_nothing_of_those_who_refuse() {
    let mut s = scene(&[], &["", "donuts", "gift_1"]);
    assert_eq!(s.legal(), ["NoTrade", "Buy"], "nothing to sell or swap");
    s.acts(&["Buy", "TradePartner(1)"]);
    assert_eq!(s.legal().len(), 12, "any kind of the deck");
    s.acts(&["TradeGet(gift_1)", "TradeCash(50)"]);
    assert_eq!((s.mover(), s.legal()), (1, vec!["Refuse".to_owned()]), "without the card only a refusal");
    s.act("Refuse");
    assert_eq!((s.known(1).len(), s.money(0), s.phase()), (0, 1000, "MoveRoll"));
}

#[test]
fn gs_28_a_purchase() {
    let mut s = scene(&[], &["", "donuts", "gift_1"]);
    s.acts(&["Buy", "TradePartner(1)", "TradeGet(donuts)", "TradeCash(50)", "Accept"]);
    assert_eq!((s.hand(0), s.hand(1).len(), s.known(0)), (vec!["donuts"], 0, vec!["donuts"]));
    assert_eq!((s.money(0), s.money(1)), (950, 1050));
}

#[test]
fn gs_28_a_swap_with_cash_from_the_partner() {
    let mut s = scene(&[], &["bling_3", "donuts $60"]);
    s.acts(&["Swap", "TradePartner(1)", "TradeGive(bling_3)"]);
    assert!(!s.legal().contains(&"TradeGet(bling_3)".to_owned()), "two kinds that differ");
    assert_eq!(s.known(0), ["bling_3"], "an offered card is known");
    s.act("TradeGet(donuts)");
    let cash = ["0", "20", "-20", "50", "-50", "100"].map(|c| format!("TradeCash({c})"));
    assert_eq!(s.legal(), cash, "the partner hasn't got 100");
    s.acts(&["TradeCash(-20)", "Counter(0)"]);
    assert_eq!(s.known(1), ["donuts"], "whoever names other cash has the card");
    s.act("Accept");
    assert_eq!(
        (s.hand(0), s.hand(1), s.known(0), s.known(1)),
        (vec!["donuts"], vec!["bling_3"], vec!["donuts"], vec!["bling_3"])
    );
    assert_eq!(s.money(0), 1000);
    let mut s = scene(&[], &["bling_3", "donuts $60"]);
    s.acts(&[
        "Swap",
        "TradePartner(1)",
        "TradeGive(bling_3)",
        "TradeGet(donuts)",
        "TradeCash(-20)",
        "Accept",
    ]);
    assert_eq!((s.money(0), s.money(1)), (1020, 40));
}

#[test]
fn gs_28_a_refused_counter_offer_changes_nothing() {
    let mut s = scene(&[], &["gift_1", ""]);
    s.acts(&["Sell", "TradePartner(1)", "TradeGive(gift_1)", "TradeCash(50)", "Counter(20)", "Refuse"]);
    assert_eq!((s.hand(0), s.money(0), s.known(0)), (vec!["gift_1"], 1000, vec!["gift_1"]));
}

#[test]
fn windows_ask_for_what_matters_there() {
    let phase_and_gets = |s: &mut super::scene::Scene| {
        s.acts(&["Buy", "TradePartner(1)"]);
        s.legal()
    };
    let mut s = scene(&[], &["@7", "weapon_1"]);
    s.roll(2, 4);
    assert_eq!(s.legal(), ["NoTrade", "Buy"]);
    assert_eq!(phase_and_gets(&mut s), ["TradeGet(donuts)"]);
    let mut s = scene(&[], &["", "weapon_1"]);
    s.roll(2, 4);
    assert_eq!(phase_and_gets(&mut s).len(), 6);
    let mut s = scene(&[], &["", "weapon_1 +tina"]);
    s.roll(2, 4);
    assert_eq!(phase_and_gets(&mut s), ["TradeGet(free_pass)"]);
    let mut s = scene(&[], &["", "weapon_1 +tina"]);
    s.roll(2, 4).acts(&["PayFull", "Fight"]);
    assert_eq!(s.legal(), ["NoTrade", "Buy"], "the partner may be the opponent");
    assert_eq!(phase_and_gets(&mut s).len(), 4);
}

#[test]
fn a_bought_wild_card_helps_at_once() {
    let mut s = scene(&[], &["", "free_pass +tina"]);
    s.roll(2, 4).acts(&["Buy", "TradePartner(1)", "TradeGet(free_pass)", "TradeCash(20)", "Accept"]);
    assert_eq!((s.phase(), s.legal()), ("PayChoice", vec!["PayFull".to_owned(), "PlayFreePass".to_owned()]));
}

#[test]
fn a_window_without_an_offer_is_not_opened() {
    let s = scene(&[], &["", ""]);
    assert_eq!(s.phase(), "MoveRoll");
    let s = scene(&[], &["gift_1", "$0"]);
    assert_eq!(s.phase(), "MoveRoll", "nobody can pay");
    let s = scene(&[], &["$0", "gift_1"]);
    assert_eq!(s.phase(), "MoveRoll");
    let s = scene(&[], &["$0 gift_2", "gift_1 $0"]);
    assert_eq!(s.legal(), ["NoTrade", "Swap"]);
    // A swap for the only kind that may be asked for needs another kind to give.
    let mut s = scene(&[], &["@7 $0 donuts", "gift_1 $0"]);
    s.roll(2, 4);
    assert_eq!(s.phase(), "CopChoice");
}

#[test]
fn several_offers_in_a_window() {
    let mut s = scene(&["trade.offers_per_window=2"], &["gift_1", "donuts"]);
    s.acts(&["Buy", "TradePartner(1)", "TradeGet(gift_2)", "TradeCash(10)", "Refuse"]);
    assert_eq!(s.phase(), "TradeKind");
    s.acts(&["Buy", "TradePartner(1)", "TradeGet(gift_2)", "TradeCash(10)", "Refuse"]);
    assert_eq!(s.phase(), "MoveRoll");
    let s = scene(&["trade.offers_per_window=0"], &["gift_1", "donuts"]);
    assert_eq!(s.phase(), "MoveRoll");
}

#[test]
fn every_seat_may_propose_with_all_initiators() {
    let mut s = scene_of(&["trade.initiators=all"], &["gift_1", "donuts", "donuts"], 1);
    let mut order = Vec::new();
    while s.phase() == "TradeKind" {
        order.push(s.mover());
        s.act("NoTrade");
    }
    assert_eq!((order, s.mover(), s.phase()), (vec![1, 2, 0], 1, "MoveRoll"));
    let mut s = scene_of(&[], &["gift_1", "donuts", "donuts"], 1);
    s.act("NoTrade");
    assert_eq!(s.phase(), "MoveRoll", "default: the active seat alone");
}

#[test]
fn retired_players_trade_at_their_turns() {
    let mut s = scene(&[], &["@61 gift_1", ""]);
    assert_eq!(s.legal(), ["NoTrade", "Sell"]);
    s.acts(&["Sell", "TradePartner(1)", "TradeGive(gift_1)", "TradeCash(20)", "Accept"]);
    assert_eq!((s.hand(1), s.phase()), (vec!["gift_1"], "RetireRoll"));
}
