//! Debts, forced sales, the auction after a sale, going out and winning as the last one.

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

#[test]
fn eo_26_a_sold_shoe_is_auctioned_at_once_from_500() {
    let mut t = table("A 1000 1; B 1000 1; C 1000 1", &[]);
    t.play("A", "SellShoe");
    assert_eq!(t.phase(), "Auction");
    // From the seller's left; the seller is not asked.
    t.asks("B", &["Pass", "Bid(1)"]);
    t.play("B", "Bid(1)");
    assert!(t.log.contains(&Event::Bid { seat: seat("B"), amount: 500 }));
    t.play("C", "Pass");
    assert_eq!((t.mover(), t.money(), t.shoes()), ("A", vec![1500, 500, 1000], vec![0, 2, 1]));
}

#[test]
fn eo_27_bids_rise_by_one_increment() {
    let mut t = table("A 1000 1; B 1000 1; C 1000 1", &[]);
    t.play("A", "SellShoe");
    let mut prices = Vec::new();
    for bidder in ["B", "C", "B", "C", "B", "C"] {
        t.asks(bidder, &["Pass", "Bid(1)"]);
        t.play(bidder, "Bid(1)");
        prices.push(t.game.dollars(t.state.table.auction.bid));
    }
    // After 1,000 nobody can bid: C has it.
    assert_eq!(prices, [500, 600, 700, 800, 900, 0]);
    assert_eq!((t.money(), t.shoes()), (vec![1500, 1000, 0], vec![0, 1, 2]));
    assert!(t.alive("C"), "a player at $0 who just bought a shoe is in");
}

#[test]
fn eo_28_the_highest_bid_gets_the_shoe_and_no_bid_none() {
    let mut t = table("A 1000 1; B 1000 1; C 400 1", &[]);
    t.play("A", "SellShoe");
    t.play("B", "Pass");
    // C can't afford the opening and is not asked.
    assert_eq!((t.mover(), t.shoes(), t.state.table.vault_shoes), ("A", vec![0, 1, 1], 1));
    assert!(t.log.contains(&Event::Unsold));
}

#[test]
fn eo_30_three_shoes_win_at_once() {
    let mut t = table("A 1000 1; B 1000 2; C 900 1", &[]);
    t.play("A", "SellShoe");
    t.play("B", "Bid(1)");
    t.play("C", "Pass");
    assert_eq!(t.winner(), Some("B"));
    // Off, or more of them.
    for setting in ["win.shoes=0", "win.shoes=4"] {
        let mut t = table("A 1000 1; B 1000 2; C 900 1", &[setting]);
        t.play("A", "SellShoe");
        t.play("B", "Bid(1)");
        t.play("C", "Pass");
        assert_eq!((t.mover(), t.shoes()), ("A", vec![0, 3, 1]));
    }
}

#[test]
fn a_pass_is_final() {
    let mut t = table("A 1000 1; B 1000 1; C 1000 1; D 1000 1", &[]);
    t.play("A", "SellShoe");
    t.play("B", "Pass");
    t.play("C", "Bid(1)");
    t.play("D", "Bid(1)");
    t.play("C", "Bid(1)");
    t.play("D", "Pass");
    assert_eq!((t.money(), t.shoes()), (vec![1500, 1000, 300, 1000], vec![0, 1, 2, 1]));
}

#[test]
fn jump_bids_are_a_toggle() {
    let mut t = table("A 1000 1; B 1000 1; C 1000 1", &["auction.raise_steps=[3, 1, 2]"]);
    t.play("A", "SellShoe");
    t.asks("B", &["Pass", "Bid(1)", "Bid(2)", "Bid(3)"]);
    t.play("B", "Bid(3)");
    assert_eq!(t.game.dollars(t.state.table.auction.bid), 700);
    t.asks("C", &["Pass", "Bid(1)", "Bid(2)", "Bid(3)"]);
    t.play("C", "Bid(2)");
    // Only what can be paid: from 1,000.
    t.asks("B", &["Pass", "Bid(1)"]);
    // Without the single step the lowest bid is higher: 600 opens.
    let mut t = table("A 1000 1; B 500 1; C 600 1", &["auction.raise_steps=[2]"]);
    t.play("A", "SellShoe");
    t.asks("C", &["Pass", "Bid(2)"]);
    t.play("C", "Bid(2)");
    assert_eq!((t.money(), t.shoes()), (vec![1500, 500, 0], vec![0, 1, 2]));
}

#[test]
fn the_active_player_may_add_a_get_paid_to_the_bid() {
    let mut t = table("A 400 1 get_paid_100 get_paid_200; B 300 1; C 300 0", &[]);
    t.draw("corner");
    t.play("A", "Client(1)");
    t.play("B", "SellShoe");
    // Short of 500, but the best card reaches it: every GetPaid held is offered.
    t.asks("A", &["Pass", "PlayGetPaid(get_paid_100)", "PlayGetPaid(get_paid_200)"]);
    t.play("A", "PlayGetPaid(get_paid_200)");
    t.asks("A", &["Pass", "Bid(1)"]);
    t.play("A", "Bid(1)");
    assert_eq!((t.money(), t.shoes()), (vec![600, 300, 300], vec![2, 0, 0]));
    // Out of reach, or used already, or too little in the Vault: not asked.
    let mut t = table("A 200 1 get_paid_200; B 300 1; C 300 0", &[]);
    t.draw("corner");
    t.play("A", "Client(1)");
    t.play("B", "SellShoe");
    assert_eq!((t.mover(), t.phase()), ("A", "Main"));
    let mut t = table("A 400 1 get_paid_100; B 300 1; C 15800 0", &[]);
    assert_eq!(t.vault(), 500);
    t.draw("corner");
    t.play("A", "Client(1)");
    t.play("B", "SellShoe");
    t.play("C", "Pass");
    assert_eq!((t.mover(), t.phase()), ("A", "Main"), "the Vault is empty");
}

#[test]
fn a_rich_active_bidder_may_play_a_get_paid_too() {
    let mut t = table("A 900 1 get_paid_100; B 300 1; C 300 0", &[]);
    t.draw("corner");
    t.play("A", "Client(1)");
    t.play("B", "SellShoe");
    t.asks("A", &["Pass", "Bid(1)", "PlayGetPaid(get_paid_100)"]);
}

#[test]
fn the_seller_bids_last_and_buys_back_once_a_turn() {
    let mut t = table("A 1000 1; B 1000 1; C 400 1", &["auction.seller_may_bid=true"]);
    t.play("A", "SellShoe");
    t.play("B", "Pass");
    t.asks("A", &["Pass", "Bid(1)"]);
    t.play("A", "Bid(1)");
    assert_eq!((t.money(), t.shoes()), (vec![1000, 1000, 400], vec![1, 1, 1]));
    // A second sale in the same turn: no bid of one's own.
    t.play("A", "SellShoe");
    t.play("B", "Pass");
    assert_eq!((t.mover(), t.phase(), t.shoes()), ("A", "PreRoll", vec![0, 1, 1]));
    // By default never.
    let mut t = table("A 1000 1; B 1000 1; C 400 1", &[]);
    t.play("A", "SellShoe");
    t.play("B", "Pass");
    assert_eq!(t.phase(), "PreRoll");
}

#[test]
fn unpicked_shoes_in_the_vault_are_offered_with_reoffer() {
    let settings = ["shoes.unpicked=vault", "auction.unsold=reoffer"];
    let mut t = table("A 3000 1; B 3000 1; C 400 1", &settings);
    assert_eq!((t.state.table.vault_shoes, t.state.table.box_shoes), (5, 0));
    t.play("A", "SellShoe");
    t.play("B", "Bid(1)");
    assert_eq!((t.shoes(), t.phase()), (vec![0, 2, 1], "Auction"));
    t.play("B", "Bid(1)");
    assert_eq!(t.winner(), Some("B"));
    // Without reoffer they stay where they are.
    let mut t = table("A 3000 1; B 3000 1; C 400 1", &settings[..1]);
    t.play("A", "SellShoe");
    t.play("B", "Bid(1)");
    assert_eq!((t.phase(), t.state.table.vault_shoes), ("PreRoll", 5));
}

#[test]
fn opening_and_increment_are_parameters() {
    let settings = ["auction.opening=200", "auction.increment=300"];
    let mut t = table("A 1000 1; B 1000 1; C 1000 1", &settings);
    t.play("A", "SellShoe");
    t.play("B", "Bid(1)");
    t.play("C", "Bid(1)");
    assert_eq!(t.game.dollars(t.state.table.auction.bid), 500);
}
