//! The worked examples of the spec's section 12.

use super::*;

const FOUR: &str = "A 1000 1; B 1000 1; C 1000 1; D 1000 1";

#[test]
fn x1_declines() {
    let mut t = table("A 1000 1; B 1000 1 service_declined; C 1000 1 service_declined; D 1000 1", &[]);
    t.draw("corner");
    t.play("A", "Client(1)");
    t.play("B", "PlayDeclined");
    t.asks("A", &["Client(2)", "Client(3)"]);
    t.play("A", "Client(2)");
    t.play("C", "PlayDeclined");
    t.asks("A", &["Client(1)", "Client(3)"]);
    t.play("A", "Client(1)");
    assert_eq!(t.money(), [1500, 500, 1000, 1000]);
    assert_eq!(t.discarded("service_declined"), 2);
}

#[test]
fn x2_a_shield_until_a_turn_was_completed() {
    let players = "A 1000 1 pld_vault_200; B 1000 1 pld_vault_200; C 1000 1; D 1000 1 pld_vault_300";
    for (setting, in_turn_8) in [("pld.shield=full_turn", false), ("pld.shield=current_turn", true)] {
        let mut t = table(players, &[setting]);
        t.state.table.turn = 7;
        t.draw("nothing");
        t.play("B", "Pass");
        t.play("D", "Pass");
        t.plays("A", "PlayPld(pld_vault_200) Target(2)");
        assert_eq!(t.money(), [1000, 1000, 800, 1000]);
        t.play("A", "EndTurn");
        let target_c = |t: &Table| {
            let mut asked = t.state.clone();
            let play = t.legal(t.mover()).iter().position(|a| a.starts_with("PlayPld")).unwrap();
            let mut legal = Vec::new();
            t.game.legal(&asked, &mut legal);
            t.game.apply(&mut asked, legal[play], &mut t.rng.clone(), &mut ludometer_model::Silent);
            legal.clear();
            t.game.legal(&asked, &mut legal);
            legal.contains(&Action::Target(seat("C")))
        };
        // Turn 8: D's window as it starts, then B's own menus, then D's window after the draw.
        assert_eq!((t.mover(), t.state.table.turn), ("D", 8));
        assert_eq!(target_c(&t), in_turn_8);
        t.play("D", "Pass");
        assert_eq!(target_c(&t), in_turn_8);
        t.draw("nothing");
        assert_eq!((t.mover(), target_c(&t)), ("D", in_turn_8));
        t.play("D", "Pass");
        assert_eq!((t.mover(), target_c(&t)), ("B", in_turn_8));
        t.play("B", "EndTurn");
        assert_eq!((t.mover(), t.phase(), t.state.table.turn), ("D", "PldWindow(turn_start)", 9));
        t.plays("D", "PlayPld(pld_vault_300) Target(2)");
        assert_eq!(t.money(), [1000, 1000, 500, 1000]);
    }
}

#[test]
fn x3_burn_and_get_paid() {
    let mut t = table("A 200 1 get_paid_300 get_paid_100; B 1000 1; C 1000 1; D 1000 1", &[]);
    let vault = t.vault();
    t.draw("burn_300");
    t.asks("A", &["PlayGetPaid(get_paid_100)", "PlayGetPaid(get_paid_300)", "SellShoe"]);
    t.play("A", "PlayGetPaid(get_paid_300)");
    assert_eq!((t.money()[0], t.shoes()[0], t.vault()), (200, 1, vault));
    t.asks("A", &["SellShoe", "EndTurn"]);
}

#[test]
fn x4_get_paid_already_used() {
    let mut t = table("A 200 1 get_paid_100 get_paid_300; B 1000 1; C 1000 1; D 1000 1", &[]);
    t.play("A", "PlayGetPaid(get_paid_100)");
    assert_eq!(t.money()[0], 300);
    t.draw("burn_500");
    t.asks("A", &["SellShoe"]);
    t.play("A", "SellShoe");
    assert_eq!((t.money()[0], t.phase()), (800, "Auction"));
    for bidder in ["B", "C", "D"] {
        t.asks(bidder, &["Pass", "Bid(1)"]);
        t.play(bidder, "Pass");
    }
    assert_eq!((t.money()[0], t.shoes(), t.state.table.vault_shoes), (300, vec![0, 1, 1, 1], 1));
    assert!(t.alive("A"));
}

#[test]
fn x5_exactly_enough() {
    let mut t = table("A 200 0 get_paid_100; B 1000 1; C 1000 1; D 1000 1", &[]);
    t.draw("burn_200");
    t.asks("A", &["PlayGetPaid(get_paid_100)", "Pay"]);
    t.play("A", "PlayGetPaid(get_paid_100)");
    assert_eq!((t.money()[0], t.alive("A")), (100, true));
    let mut t = table("A 200 0 get_paid_100; B 1000 1; C 1000 1; D 1000 1", &[]);
    t.draw("burn_200");
    t.play("A", "Pay");
    assert_eq!((t.money()[0], t.alive("A"), t.discarded("get_paid_100")), (0, false, 1));
    assert_eq!((t.mover(), t.state.table.turn), ("B", 2));
}

#[test]
fn x6_discount() {
    let mut t = table(
        "A 1000 1 service_bonus_300 second_service_less_200; B 1000 1; C 1000 1 discount_200; D 1000 1",
        &[],
    );
    t.draw("corner");
    t.play("A", "Client(2)");
    t.play("C", "PlayDiscount(discount_200)");
    assert_eq!(t.money(), [1300, 1000, 700, 1000]);
    t.play("A", "PlaySecond(second_service_less_200)");
    assert_eq!(t.game.dollars(t.state.table.service.base), 300);
    t.asks("A", &["Client(1)", "Client(3)"]);
    t.play("A", "Client(1)");
    assert_eq!(t.money(), [1600, 700, 700, 1000]);
    assert_eq!((t.phase(), t.holds("A", "service_bonus_300")), ("Main", 1));
}

#[test]
fn x7_bonus_kept() {
    let second = "second_service_less_200 second_service_less_300";
    let mut t = table(
        &format!("A 1000 1 service_bonus_200 {second}; B 1000 1; C 1000 1 discount_300; D 1000 1"),
        &[],
    );
    t.draw("corner");
    t.plays("A", "Client(1) PlayBonus(service_bonus_200)");
    assert_eq!(t.money(), [1700, 300, 1000, 1000]);
    t.play("A", "PlaySecond(second_service_less_200)");
    let service = t.state.table.service;
    assert_eq!((service.base, service.carried), (3, 2));
    t.asks("A", &["Client(2)", "Client(3)"]);
    t.play("A", "Client(2)");
    t.play("C", "PlayDiscount(discount_300)");
    assert_eq!(t.money(), [1900, 300, 800, 1000]);
    assert_eq!(t.phase(), "Main");
}

#[test]
fn x8_reversed_price() {
    let mut t = table("A 200 0 get_paid_100; B 1000 1 discount_reverse; C 1000 1; D 1000 1", &[]);
    t.draw("corner");
    t.play("A", "Client(1)");
    t.play("B", "PlayDiscount(discount_reverse)");
    t.asks("A", &["PlayGetPaid(get_paid_100)", "Pay"]);
    t.play("A", "PlayGetPaid(get_paid_100)");
    assert_eq!(t.money()[..2], [100, 1200]);
    // Paying without it puts the Provider out: the service and the turn end.
    let mut t = table("A 200 0 get_paid_100; B 1000 1 discount_reverse; C 1000 1; D 1000 1", &[]);
    t.draw("corner");
    t.play("A", "Client(1)");
    t.play("B", "PlayDiscount(discount_reverse)");
    t.play("A", "Pay");
    assert_eq!((t.mover(), t.state.table.turn, t.money()), ("B", 2, vec![0, 1200, 1000, 1000]));
    assert!(t.log.iter().any(|e| matches!(e, Event::ServiceEnd { how: Close::ProviderOut, .. })));
}

#[test]
fn x9_forced_sale() {
    let mut t = table("A 1000 1 service_bonus_200; B 300 1; C 900 1; D 1000 1", &[]);
    t.draw("corner");
    t.plays("A", "Client(1) PlayBonus(service_bonus_200)");
    t.asks("B", &["SellShoe"]);
    t.play("B", "SellShoe");
    assert_eq!(t.money()[1], 800);
    t.play("C", "Bid(1)");
    t.play("D", "Pass");
    t.asks("A", &["Pass", "Bid(1)"]);
    t.play("A", "Bid(1)");
    t.play("C", "Pass");
    assert_eq!(t.money(), [1100, 100, 900, 1000]);
    assert_eq!((t.vault(), t.shoes()), (13_900, vec![2, 0, 1, 1]));
    let sold = t.log.iter().position(|e| matches!(e, Event::Sold { amount: 600, .. }));
    let paid = t.log.iter().position(|e| matches!(e, Event::Pay { amount: 700, .. }));
    assert!(sold.unwrap() < paid.unwrap());
}

#[test]
fn x10_unpaid_rest() {
    let mut t = table("A 800 1 second_service_less_200; B 200 0; C 1000 1; D 1000 1", &[]);
    t.draw("corner");
    t.play("A", "Client(1)");
    assert_eq!((t.money(), t.alive("B")), (vec![1000, 0, 1000, 1000], false));
    assert!(t.log.contains(&Event::Lapse { seat: seat("B"), amount: 300 }));
    t.play("A", "PlaySecond(second_service_less_200)");
    t.asks("A", &["Client(2)", "Client(3)"]);
    let mut t = table("A 800 1; B 200 0; C out; D out", &[]);
    t.draw("corner");
    t.play("A", "Client(1)");
    assert_eq!(t.winner(), Some("A"));
    assert_eq!(t.game.outcome(&t.state).ranks.first(4), [1, 2, 4, 3]);
}

#[test]
fn x11_third_shoe() {
    let mut t = table("A 1200 2; B 100 1; C 600 1; D out", &[]);
    t.draw("corner");
    t.play("A", "Client(1)");
    t.play("B", "SellShoe");
    assert_eq!(t.money()[1], 600);
    t.play("C", "Bid(1)");
    t.play("A", "Bid(1)");
    assert_eq!(t.winner(), Some("A"));
    assert_eq!((t.money(), t.vault()), (vec![600, 600, 600, 0], 15_200));
    let outcome = t.game.outcome(&t.state);
    assert_eq!(outcome.ranks.first(4), [1, 3, 2, 4]);
    assert_eq!(outcome.scores.first(4), [1, 0, 0, 0]);
    assert_eq!(outcome.turns, 1);
    assert!(t.log.contains(&Event::Won { seat: seat("A"), how: Win::Shoes }));
}

#[test]
fn x12_no_bid() {
    for (setting, again) in [("auction.unsold=stay", false), ("auction.unsold=reoffer", true)] {
        let mut t = table("A 1000 2; B 1000 1; C 1000 1; D 1000 1", &[setting, "win.shoes=0"]);
        let vault = t.vault();
        t.play("A", "SellShoe");
        for bidder in ["B", "C", "D"] {
            t.play(bidder, "Pass");
        }
        assert_eq!((t.money()[0], t.vault(), t.state.table.vault_shoes), (1500, vault - 500, 1));
        assert!(t.alive("A"));
        // The next new sale.
        t.play("A", "SellShoe");
        t.play("B", "Bid(1)");
        t.play("C", "Pass");
        t.play("D", "Pass");
        if again {
            // The shoe that was there before is offered to the same bidders.
            assert_eq!((t.mover(), t.phase()), ("B", "Auction"));
            t.play("B", "Pass");
            t.play("C", "Bid(1)");
            t.play("D", "Pass");
            assert_eq!(t.shoes(), [0, 2, 2, 1]);
        } else {
            assert_eq!(t.shoes(), [0, 2, 1, 1]);
        }
        assert_eq!((t.mover(), t.state.table.vault_shoes), ("A", u8::from(!again)));
    }
}

#[test]
fn x13_quickie() {
    let mut t = table("A 1000 0 quickie_200 quickie_300; B 1000 1; C 1000 1; D 1000 1", &[]);
    t.asks("A", &["Roll"]);
    t.draw("burn_100");
    t.asks("A", &["PlayQuickie(quickie_200)", "PlayQuickie(quickie_300)", "EndTurn"]);
    t.plays("A", "PlayQuickie(quickie_300) Client(1)");
    t.asks("A", &["EndTurn"]);
    let mut t = table("A 1000 0 quickie_200 quickie_300; B 1000 1; C 1000 1; D 1000 1", &[]);
    t.draw("corner");
    t.play("A", "Client(1)");
    t.asks("A", &["EndTurn"]);
}

#[test]
fn x14_special() {
    let players = |special: &str| {
        format!("A 1000 1; B 1000 1 service_declined discount_free; C 1000 1; D 1000 1 {special}")
    };
    let mut t = table(&players("pld_special_enforce"), &[]);
    t.draw("corner");
    t.play("A", "Client(1)");
    assert_eq!((t.mover(), t.phase()), ("D", "Special"));
    t.play("D", "PlaySpecial(pld_special_enforce)");
    assert_eq!((t.money(), t.phase()), (vec![1500, 500, 1000, 1000], "Main"));
    assert!(t.shielded("B"));
    assert!(t.log.contains(&Event::Shield { seat: seat("B"), until: 2 }));
    assert_eq!((t.holds("B", "service_declined"), t.holds("B", "discount_free")), (1, 1));
    let mut t = table(&players("pld_special_void"), &[]);
    t.draw("corner");
    t.play("A", "Client(1)");
    t.play("D", "PlaySpecial(pld_special_void)");
    assert_eq!((t.money(), t.phase()), (vec![1000; 4], "Main"));
    assert!(t.shielded("A") && !t.shielded("B"));
}

#[test]
fn x15_hand_limit() {
    let seven = "get_paid_100 nothing nothing nothing nothing nothing nothing";
    let start = || {
        let mut t = table(&format!("A 1000 1 {seven}; B 1000 1"), &[]);
        t.draw("quickie_200");
        t
    };
    let mut t = start();
    assert_eq!(t.state.table.backs[0][seat("A")], 8);
    t.plays("A", "PlayGetPaid(get_paid_100) EndTurn");
    assert_eq!((t.mover(), t.phase()), ("B", "PreRoll"));
    let mut t = start();
    t.play("A", "EndTurn");
    t.asks("A", &["Discard(get_paid_100)", "Discard(quickie_200)", "Discard(nothing)"]);
    t.play("A", "Discard(nothing)");
    assert_eq!((t.mover(), t.phase()), ("B", "PreRoll"));
}

#[test]
fn x16_leg_2_without_anyone() {
    let mut t = table("A 1000 1 second_service_less_200; B 1000 1; C 1000 1 service_declined", &[]);
    t.draw("corner");
    t.play("A", "Client(1)");
    t.play("C", "Pass");
    t.play("A", "PlaySecond(second_service_less_200)");
    t.asks("A", &["Client(2)"]);
    t.play("A", "Client(2)");
    t.play("C", "PlayDeclined");
    assert_eq!((t.phase(), t.money()), ("Main", vec![1500, 500, 1000]));
    let mut t = table("A 1000 1; B 1000 1 service_declined", &[]);
    t.draw("corner");
    t.play("A", "Client(1)");
    t.play("B", "PlayDeclined");
    assert_eq!((t.phase(), t.money()), ("Main", vec![1000, 1000]));
}

#[test]
fn four_players_have_the_vault_of_the_examples() {
    assert_eq!(table(FOUR, &[]).vault(), 13_000);
}
