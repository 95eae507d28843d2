//! Every number of the rule set does what it says: points, values, prices, amounts, grids, chances.

use ludometer_model::{Game, Seat};

use super::super::cards::NAMES;
use super::super::event::{Event, Loot};
use super::scene::{Scene, game, scene, scene_of};

/// Returns a scene with these settings besides.
fn scene_with(sets: &[String], seats: &[&str], active: usize) -> Scene {
    let sets: Vec<&str> = sets.iter().map(String::as_str).collect();
    scene_of(&sets, seats, active)
}

#[test]
fn points_of_each_kind() {
    // From 10 for gift_1 down to 1 for weapon_4: none has its default.
    let points = |place: usize| 10 - place as i64;
    let kinds = &NAMES[..10];
    let sets: Vec<String> =
        kinds.iter().enumerate().map(|(i, kind)| format!("points.{kind}={}", points(i))).collect();
    for (place, kind) in kinds.iter().enumerate() {
        let lay = format!("Place({kind})");
        let total = if kind.starts_with("weapon") {
            let mut s = scene_with(&sets, &[kind, "+tina"], 0);
            s.roll(2, 4).acts(&["PayFull", "Fight", &lay, "Done"]).roll(1, 2).act("Done").roll(6, 5);
            s.compared().map(|(instigator, _)| instigator)
        } else {
            let mut s = scene_with(&sets, &[kind, ""], 0);
            s.roll(2, 4).acts(&[&lay, "Done"]).roll(1, 2);
            s.events.iter().find_map(|event| match event {
                Event::Recruit { total, .. } => Some(*total),
                _ => None,
            })
        };
        assert_eq!(total, Some(3 + points(place)), "{kind}");
    }
}

/// Returns the total at the end of a retired seat that has this.
fn total_with(sets: &[String], what: &str) -> i64 {
    let mut s = scene_with(sets, &[&format!("@61 {what}"), "@60"], 1);
    s.roll(1, 2);
    assert_eq!(s.phase(), "Over");
    s.game.outcome(&s.state).scores[Seat::new(0)]
}

#[test]
fn value_of_each_kind() {
    let sets: Vec<String> =
        NAMES.iter().enumerate().map(|(i, kind)| format!("value.{kind}={}", 500 + i)).collect();
    for (place, kind) in NAMES.iter().enumerate() {
        assert_eq!(total_with(&sets, kind), 1500 + place as i64, "{kind}");
    }
}

#[test]
fn price_of_each_worker() {
    let names = game(2, &[]).params().roster.names();
    let sets: Vec<String> =
        names.iter().enumerate().map(|(i, name)| format!("worker.{name}={}", 1000 + 10 * i)).collect();
    for (number, name) in names.iter().enumerate() {
        assert_eq!(total_with(&sets, &format!("+{name}")), 2000 + 10 * number as i64, "{name}");
    }
    let mut s = scene(&["worker.tina=70"], &["", ""]);
    s.roll(2, 4).act("Done").roll(3, 4);
    assert_eq!(s.money(0), 1070, "GS-43");
    s.roll(2, 4).act("PayFull");
    assert_eq!((s.money(1), s.money(0)), (930, 1140), "GS-46");
}

#[test]
fn copies_of_each_kind() {
    let sets: Vec<String> =
        NAMES.iter().enumerate().map(|(i, kind)| format!("deck.{kind}={}", 30 - i)).collect();
    let s = scene_with(&sets, &["", ""], 0);
    let copies = |kind: &str| s.state.unknown.cards().filter(|card| card.name() == kind).count();
    assert_eq!(NAMES.map(copies), std::array::from_fn(|i| 30 - i));
}

#[test]
fn gs_68_the_bribe_and_what_it_brings() {
    let sets =
        ["attention.notice_prob=0", "attention.late_prob=0.5", "bribe.amount=50", "bribe.late_factor=1"];
    let mut s = scene(&sets, &["$50", "", "+tina"]);
    s.roll(2, 4).acts(&["StaySilent", "Bribe"]);
    let start = s.state.clone();
    // Once in two: the factor multiplies the chance, it doesn't replace it.
    s.act_if("Accept", |events| events.iter().any(|e| matches!(e, Event::Missed { .. })));
    assert_eq!((s.money(0), s.money(1), s.money(2)), (0, 1050, 1000));
    s.state = start;
    s.act_if("Accept", |events| events.iter().any(|e| matches!(e, Event::Claim { late: true, .. })));
    let mut s = scene(&sets, &["$40", "", "+tina"]);
    s.roll(2, 4).act("StaySilent");
    assert_ne!(s.phase(), "BribeChoice", "too little for this bribe");
    let mut s = scene(&[&sets[..], &["bribe.enabled=false"]].concat(), &["", "", "+tina"]);
    s.roll(2, 4).act("StaySilent");
    assert_ne!(s.phase(), "BribeChoice", "no bribes");
}

#[test]
fn gs_66_late_claims_are_the_owners() {
    let sets = ["attention.notice_prob=0", "attention.late_prob=[0, 1, 0]", "bribe.enabled=false"];
    for (seats, phase) in [(["", "+tina", ""], "PayChoice"), (["", "", "+tina"], "MoveRoll")] {
        let mut s = scene(&sets, &seats);
        s.roll(2, 4).act("StaySilent");
        assert_eq!(s.phase(), phase, "{seats:?}");
    }
}

#[test]
fn gs_77_thefts_are_the_victims_to_notice_and_limited() {
    let sets = ["variant.legal_theft=true", "theft.notice_prob=[0, 1, 0]", "theft.cash_max=30"];
    for (thief, victim, stolen) in [(0, 1, 0), (1, 0, 30), (2, 1, 0), (1, 2, 30)] {
        for _ in 0..20 {
            let mut s = scene_of(&sets, &["", "", ""], thief);
            s.acts(&[&format!("Target({victim})"), "Cash"]);
            assert_eq!((s.money(thief), s.money(victim)), (1000 + stolen, 1000 - stolen));
            let tried = |e: &Event| matches!(e, Event::Theft { what: Loot::Cash, noticed, .. } if *noticed == (stolen == 0));
            assert!(s.events.iter().any(tried));
        }
    }
}

#[test]
fn prices_and_swap_cash_of_a_trade() {
    let sets = ["trade.price_grid=[30, 70]", "trade.swap_cash_grid=[0, 40]"];
    let mut s = scene(&sets, &["gift_1", "donuts $60", "$20"]);
    let start = s.state.clone();
    s.act("Sell");
    assert_eq!(s.legal(), ["TradePartner(1)"], "seat 2 hasn't got the lowest price");
    s.acts(&["TradePartner(1)", "TradeGive(gift_1)"]);
    assert_eq!(s.legal(), ["TradeCash(30)"]);
    s.state = start.clone();
    s.acts(&["Buy", "TradePartner(1)", "TradeGet(donuts)"]);
    assert_eq!(s.legal(), ["TradeCash(30)", "TradeCash(70)"]);
    s.act("TradeCash(70)");
    assert_eq!(s.legal(), ["Refuse", "Accept", "Counter(30)"]);
    s.state = start;
    s.acts(&["Swap", "TradePartner(1)", "TradeGive(gift_1)", "TradeGet(donuts)"]);
    assert_eq!(s.legal(), ["TradeCash(0)", "TradeCash(40)", "TradeCash(-40)"]);
}

#[test]
fn gs_80_parts_of_a_price_and_the_unit() {
    for (unit, left, paid) in [("1", 973, 27), ("5", 975, 25), ("10", 980, 20)] {
        let sets =
            ["variant.price_bartering=true", "barter.fractions=[0.01, 0.54]", &format!("money.unit={unit}")];
        let mut s = scene(&sets, &["", "+tina"]);
        s.roll(2, 4).act("Haggle");
        // A hundredth of 50 is nothing; 0.54 of it is 27.
        assert_eq!(s.legal(), ["HaggleOffer(0.54)"]);
        s.acts(&["HaggleOffer(0.54)", "Accept"]);
        assert_eq!((s.money(0), s.money(1)), (left, 1000 + paid), "unit {unit}");
    }
}
