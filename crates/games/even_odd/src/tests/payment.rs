//! Debts, forced sales, going out and winning as the last one.

use super::*;

#[test]
fn eo_25_a_debt_makes_its_debtor_sell() {
    let mut t = table("A 1000 1; B 300 1; C 400 1", &[]);
    t.draw("corner");
    t.play("A", "Client(1)");
    t.asks("B", &["SellShoe"]);
    assert_eq!(t.phase(), "Payment");
    t.play("B", "SellShoe");
    // C can't afford a bid and is not asked; A bids in the own turn.
    t.play("A", "Pass");
    assert_eq!((t.money(), t.shoes()), (vec![1500, 300, 400], vec![1, 0, 1]));
}

#[test]
fn eo_29_the_last_with_jewels_wins() {
    let mut t = table("A 300 0; B 500 0", &[]);
    t.draw("corner");
    t.play("A", "Client(1)");
    assert_eq!(t.winner(), Some("A"));
    assert!(t.log.contains(&Event::Won { seat: seat("A"), how: Win::LastStanding }));
    // A Burn of the active player ends it as well.
    let mut t = table("A 300 0; B 500 0", &[]);
    t.draw("burn_500");
    assert_eq!((t.winner(), t.money()), (Some("B"), vec![0, 500]));
}

#[test]
fn a_debt_that_leaves_nothing_but_a_shoe_puts_nobody_out() {
    let mut t = table("A 1000 1; B 500 1", &[]);
    t.draw("corner");
    t.play("A", "Client(1)");
    t.asks("B", &["SellShoe", "Pay"]);
    t.play("B", "Pay");
    assert_eq!((t.money(), t.alive("B")), (vec![1500, 0], true));
    // A player at $0 with a shoe may be chosen again, and must then sell.
    t.play("A", "EndTurn");
    t.end_of("B", "A");
    t.draw("corner");
    t.asks("A", &["Client(1)"]);
    t.play("A", "Client(1)");
    t.asks("B", &["SellShoe"]);
}

#[test]
fn with_an_empty_vault_no_shoe_is_sold_for_less() {
    let mut t = table("A 13000 1; B 200 1; C 3500 1", &[]);
    assert_eq!(t.vault(), 300);
    t.draw("corner");
    t.play("A", "Client(1)");
    assert_eq!((t.money(), t.shoes(), t.alive("B")), (vec![13_200, 0, 3500], vec![1, 1, 1], true));
    assert!(t.log.contains(&Event::Lapse { seat: seat("B"), amount: 300 }));
    assert!(t.log.iter().any(|e| matches!(e, Event::Shortage { why: Why::Shoe, .. })));
}

#[test]
fn two_shoes_are_sold_one_after_the_other() {
    let mut t = table("A 100 2; B 300 1; C 300 1", &["card.burn_500.amount=800"]);
    t.draw("burn_500");
    t.asks("A", &["SellShoe"]);
    t.play("A", "SellShoe");
    t.asks("A", &["SellShoe"]);
    t.play("A", "SellShoe");
    assert_eq!((t.money()[0], t.shoes()[0], t.state.table.vault_shoes), (300, 0, 2));
}

#[test]
fn creditors_are_paid_in_order_until_the_money_is_gone() {
    let mut t = table("A 400 0; B 1000 1; C 1000 1; D 1000 1", &["card.burn_each.amount=300"]);
    t.draw("burn_each");
    assert_eq!((t.money(), t.alive("A")), (vec![0, 1300, 1100, 1000], false));
    assert!(t.log.contains(&Event::Lapse { seat: seat("A"), amount: 500 }));
}

#[test]
fn only_the_active_player_plays_get_paid_in_a_debt() {
    let mut t = table("A 1000 1; B 500 0 get_paid_500; C 900 1", &[]);
    t.draw("corner");
    t.play("A", "Client(1)");
    assert_eq!((t.alive("B"), t.discarded("get_paid_500")), (false, 1));
}

#[test]
fn eo_78_an_out_player_keeps_a_place_and_loses_the_hand() {
    let mut t = table("A 1000 1; B 300 0 quickie_200 pld_vault_200; C 900 1", &[]);
    t.draw("corner");
    t.play("A", "Client(1)");
    assert_eq!((t.discarded("quickie_200"), t.discarded("pld_vault_200")), (1, 1));
    assert_eq!(t.state.table.backs[0][seat("B")] + t.state.table.backs[1][seat("B")], 0);
    let out = |e: &&Event| matches!(e, Event::MoveCard { cause: Cause::Out, .. });
    assert_eq!(t.log.iter().filter(out).count(), 2);
    t.end();
    // No turn for B.
    assert_eq!(t.mover(), "C");
    t.state.table.turn = 2000;
    t.draw("nothing");
    t.play("C", "EndTurn");
    assert_eq!(t.game.outcome(&t.state).ranks.first(3), [1, 3, 2]);
}

#[test]
fn equal_worth_shares_the_better_place() {
    let mut t = table("A 1000 1; B 1000 1; C 500 0; D out", &["limits.max_turns=1"]);
    t.draw("nothing");
    t.play("A", "EndTurn");
    assert_eq!(t.game.outcome(&t.state).ranks.first(4), [1, 1, 3, 4]);
}

#[test]
fn insolvent_players_stay_until_a_debt_goes_unpaid() {
    let settings = &["elimination.rule=insolvent"];
    let mut t = table("A 1000 1; B 500 0; C 900 1", settings);
    t.draw("corner");
    t.play("A", "Client(1)");
    assert_eq!((t.money(), t.alive("B")), (vec![1500, 0, 900], true));
    t.end();
    // B may recover, or go out at the next debt.
    let mut again = table("A 1000 1; B 0 0; C 900 1", settings);
    again.draw("corner");
    again.play("A", "Client(1)");
    assert_eq!((again.alive("B"), again.money()), (false, vec![1000, 0, 900]));
    // Under the default rule B would be out at once.
    let mut t = table("A 1000 1; B 500 0; C 900 1", &[]);
    t.draw("corner");
    t.play("A", "Client(1)");
    assert!(!t.alive("B"));
}

#[test]
fn insolvent_the_only_player_with_anything_wins() {
    let mut t = table("A 1000 1; B 500 0; C 0 0", &["elimination.rule=insolvent"]);
    t.draw("corner");
    t.play("A", "Client(1)");
    assert_eq!(t.winner(), Some("A"));
    assert_eq!(t.game.outcome(&t.state).ranks.first(3), [1, 2, 2]);
}

#[test]
fn a_debt_of_nothing_asks_nobody() {
    let mut t = table("A 1000 1; B 1000 1", &["card.burn_100.amount=0"]);
    t.draw("burn_100");
    assert_eq!((t.phase(), t.money()), ("Main", vec![1000, 1000]));
    assert!(!t.log.iter().any(|e| matches!(e, Event::Debt { .. } | Event::Pay { .. })));
}
