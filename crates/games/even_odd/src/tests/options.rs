//! Options that the rulebook also allows: each beside the default.

use super::*;

const CLOTHING: &str = "clothing.enabled=true";

#[test]
fn eo_81_eo_43_the_provider_too_may_play_declined_if_so_set() {
    let chosen = |settings: &[&str]| {
        let mut t = table("A 1000 1 service_declined; B 1000 1; C 1000 1", settings);
        t.draw("corner");
        t.play("A", "Client(1)");
        t
    };
    // By default the Provider is not asked: B has paid.
    assert_eq!(chosen(&[]).money(), [1500, 500, 1000]);
    let mut t = chosen(&["service.declined_by=anyone"]);
    assert_eq!(t.phase(), "Declined");
    t.asks("A", &["Pass", "PlayDeclined"]);
    t.play("A", "PlayDeclined");
    // The choice failed as by any other player's card: only B is barred.
    t.asks("A", &["Client(2)"]);
    t.play("A", "Client(2)");
    assert_eq!((t.money(), t.holds("A", "service_declined")), (vec![1500, 1000, 500], 0));
    let mut t = chosen(&["service.declined_by=anyone"]);
    t.play("A", "Pass");
    assert_eq!(t.money(), [1500, 500, 1000]);
}

#[test]
fn eo_82_without_jewels_a_player_is_out_whatever_shoes_there_are_if_so_set() {
    let jewels = &["elimination.rule=jewels"];
    let paid = |settings: &[&str]| {
        let mut t = table("A 1000 1; B 500 1; C 1000 1", settings);
        t.draw("corner");
        t.play("A", "Client(1)");
        t.asks("B", &["SellShoe", "Pay"]);
        t.play("B", "Pay");
        t
    };
    assert!(paid(&[]).alive("B"), "at $0 with a shoe one is in by default");
    let t = paid(jewels);
    assert_eq!((t.alive("B"), t.money(), t.shoes()), (false, vec![1500, 0, 1000], vec![1, 0, 1]));
    assert_eq!(t.state.table.vault_shoes, 1, "the shoe falls to the Vault, unsold");
    assert!(t.log.contains(&Event::Out { seat: seat("B"), turn: 1, shoes: 1 }));
    // Who sells the shoe in time keeps jewels.
    let mut t = table("A 1000 1; B 500 1; C 1000 1", jewels);
    t.draw("corner");
    t.play("A", "Client(1)");
    t.play("B", "SellShoe");
    t.play("C", "Pass");
    t.play("A", "Pass");
    assert_eq!((t.alive("B"), t.money()), (true, vec![1500, 500, 1000]));
    // A bid is no debt: who pays it with the last jewel stays until the next debt.
    let mut t = table("A 1000 1; B 500 1; C 1000 1", jewels);
    t.play("A", "SellShoe");
    t.play("B", "Bid(1)");
    t.play("C", "Pass");
    assert_eq!((t.alive("B"), t.money()[1], t.shoes()[1]), (true, 0, 2));
    let mut t = table("A 1000 1; B 500 1", jewels);
    t.draw("corner");
    t.play("A", "Client(1)");
    t.play("B", "Pay");
    assert_eq!(t.winner(), Some("A"));
}

#[test]
fn eo_83_clothing_may_be_sold_for_a_bid_if_so_set() {
    let offered = |settings: &[&str]| {
        let mut t = table("A 1000 1; B 300 0; C 1000 1", settings);
        t.play("A", "SellShoe");
        t
    };
    assert_eq!(offered(&[CLOTHING]).mover(), "C", "B can't afford the opening");
    let mut t = offered(&[CLOTHING, "auction.funding=sales"]);
    t.asks("B", &["Pass", "SellClothing"]);
    t.play("B", "SellClothing");
    t.asks("B", &["Pass", "Bid(1)"]);
    t.play("B", "Bid(1)");
    t.play("C", "Bid(1)");
    // What is left, $800, reaches the next bid: nothing need be sold for it.
    t.asks("B", &["Pass", "Bid(1)"]);
    t.play("B", "Bid(1)");
    t.play("C", "Bid(1)");
    t.asks("B", &["Pass", "SellClothing"]);
    t.play("B", "Pass");
    assert_eq!((t.money(), t.shoes()), (vec![1500, 800, 200], vec![0, 0, 2]));
}

#[test]
fn eo_83_eo_24_one_shoe_a_turn_may_be_sold_for_a_bid_and_is_offered_next() {
    let mut t = table("A 1000 2; B 300 1; C 1000 1", &[]);
    t.play("A", "SellShoe");
    assert_eq!(t.mover(), "C");
    let mut t = table("A 1000 2; B 300 1; C 1000 1", &["auction.funding=sales"]);
    t.play("A", "SellShoe");
    t.asks("B", &["Pass", "SellShoe"]);
    t.play("B", "SellShoe");
    assert_eq!((t.money(), t.shoes(), t.state.table.vault_shoes), (vec![1500, 800, 1000], vec![1, 0, 1], 2));
    t.play("B", "Bid(1)");
    t.play("C", "Pass");
    // The shoe of A is sold; that of B is on offer, from B's left, without B.
    assert_eq!((t.money(), t.shoes()), (vec![1500, 300, 1000], vec![1, 1, 1]));
    assert_eq!(t.log.last(), Some(&Event::Auction { seller: seat("B"), again: false }));
    t.play("C", "Bid(1)");
    t.play("A", "Pass");
    assert_eq!((t.mover(), t.money(), t.shoes()), ("A", vec![1500, 300, 500], vec![1, 1, 2]));
    // B has sold for a bid this turn.
    t.play("A", "SellShoe");
    assert_eq!(t.mover(), "C");
}

#[test]
fn eo_84_eo_11_a_burn_bites_before_any_window_if_so_set() {
    let drawn = |settings: &[&str], money: u32| {
        let players = format!("A {money} 1; B 1000 1 pld_vault_200; C 1000 1");
        let mut t = table(&players, settings);
        t.draw("burn_300");
        t
    };
    let t = drawn(&[], 1000);
    assert_eq!((t.mover(), t.money()[0]), ("B", 1000), "the window of the draw comes first");
    let mut t = drawn(&["burn.timing=at_once"], 1000);
    assert_eq!((t.mover(), t.phase(), t.money()[0]), ("B", "PldWindow(after_draw)", 700));
    t.play("B", "PlayPld(pld_vault_200)");
    t.play("B", "Target(0)");
    assert_eq!((t.mover(), t.phase(), t.money()[0]), ("A", "Main", 500));
    // What the Burn forces comes before it, too.
    let mut t = drawn(&["burn.timing=at_once"], 200);
    t.asks("A", &["SellShoe"]);
    t.play("A", "SellShoe");
    t.play("B", "Pass");
    t.play("C", "Pass");
    assert_eq!((t.mover(), t.phase(), t.money()[0]), ("B", "PldWindow(after_draw)", 400));
}
