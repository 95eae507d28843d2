//! The dollars that each kind of card moves (section 14, question 5).

use super::metrics::Counter;
use super::*;

#[test]
fn money_is_counted_apart_by_the_card_that_moves_it() {
    // A Burn waits for a PLD in the window; a GetPaid is played in its debt.
    let mut t = table("A 500 0 get_paid_300; B 500 0 pld_vault_200; C 500 0", &["limits.max_turns=1"]);
    let counter = Counter::new(&t);
    t.draw("burn_500");
    t.plays("B", "PlayPld(pld_vault_200) Target(0)");
    t.plays("A", "PlayGetPaid(get_paid_300) EndTurn");
    assert_eq!(t.money(), [100, 500, 500]);
    let f = counter.report(&t);
    for (card, moved) in [("get_paid_300", 300.0), ("burn_500", 500.0), ("pld_vault_200", 200.0)] {
        assert_eq!(f.kind(card, "dollars_moved_per_use"), moved, "{card}");
    }
}

#[test]
fn a_cancelled_bonus_has_moved_nothing() {
    let settings = ["service.counters=ranked", "service.max_bonus=2", "limits.max_turns=1"];
    let mut t = table(
        "A 1000 1 service_bonus_100 service_bonus_200; B 1000 1 discount_200; C 1000 1 service_declined",
        &settings,
    );
    let counter = Counter::new(&t);
    t.draw("corner");
    t.play("A", "Client(1)");
    t.play("C", "Pass");
    t.play("B", "Pass");
    t.plays("A", "PlayBonus(service_bonus_100) PlayBonus(service_bonus_200)");
    // Both leave the price of 800 again, which falls from 500 to 300.
    t.play("C", "Pass");
    t.play("B", "PlayDiscount(discount_200)");
    t.play("A", "EndTurn");
    assert_eq!(t.money(), [1300, 700, 1000]);
    let f = counter.report(&t);
    for (card, moved) in
        [("service_bonus_100", 0.0), ("service_bonus_200", 0.0), ("discount_200", 200.0), ("corner", 300.0)]
    {
        assert_eq!(f.kind(card, "dollars_moved_per_use"), moved, "{card}");
        assert_eq!(f.kind(card, "used_per_game"), 1.0, "{card}");
    }
}

#[test]
fn a_bonus_for_the_next_client_is_not_cancelled() {
    let mut t = table(
        "A 1000 1 service_bonus_100 service_bonus_100; B 1000 1; C 1000 1 service_declined",
        &["service.counters=ranked", "limits.max_turns=1"],
    );
    let counter = Counter::new(&t);
    t.draw("corner");
    t.play("A", "Client(1)");
    t.play("C", "Pass");
    t.play("A", "PlayBonus(service_bonus_100)");
    t.play("C", "PlayDeclined");
    t.plays("A", "Client(2) PlayBonus(service_bonus_100) EndTurn");
    assert_eq!(t.money(), [1600, 1000, 400]);
    let f = counter.report(&t);
    // Of two that were played one moved its 100.
    assert_eq!(f.kind("service_bonus_100", "used_per_game"), 2.0);
    assert_eq!(f.kind("service_bonus_100", "dollars_moved_per_use"), 50.0);
    assert_eq!(f.kind("service_declined", "dollars_moved_per_use"), 500.0);
}
