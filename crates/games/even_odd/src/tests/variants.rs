//! Optional rules, options that the rulebook also allows, and the toggles on readings, both ways.

use super::*;

const CLOTHING: &str = "clothing.enabled=true";

#[test]
fn eo_76_clothing_is_sold_to_the_vault() {
    let mut t = table("A 1000 0; B 1000 1", &[CLOTHING]);
    t.asks("A", &["SellClothing", "Roll"]);
    t.play("A", "SellClothing");
    assert_eq!((t.money(), t.vault()), (vec![1500, 1000], 14_500));
    assert_eq!(t.state.table.clothing.first(2), [3, 4]);
    t.draw("nothing");
    t.asks("A", &["SellClothing", "EndTurn"]);
    // Off by default.
    table("A 1000 0; B 1000 1", &[]).asks("A", &["Roll"]);
}

#[test]
fn eo_77_an_item_is_worth_500_and_never_comes_back() {
    let mut t = table("A 1000 0; B 1000 1", &[CLOTHING, "clothing.items=1"]);
    t.play("A", "SellClothing");
    t.asks("A", &["Roll"]);
    t.end();
    t.end();
    assert_eq!(t.state.table.clothing.first(2), [0, 1]);
    // The Vault must have the price.
    table("A 8000 0; B 8600 1", &[CLOTHING]).asks("A", &["Roll"]);
    let mut t = table("A 8000 0; B 8600 1", &[CLOTHING, "clothing.price=300"]);
    t.play("A", "SellClothing");
    assert_eq!((t.money(), t.vault()), (vec![8300, 8600], 100));
}

#[test]
fn any_debtor_may_sell_clothing() {
    let mut t = table("A 1000 1; B 300 0; C 1000 1", &[CLOTHING]);
    t.draw("corner");
    t.play("A", "Client(1)");
    t.asks("B", &["SellClothing", "Pay"]);
    t.play("B", "SellClothing");
    assert_eq!((t.money(), t.alive("B")), (vec![1500, 300, 1000], true));
    // A shoe sale cannot be refused while short, but clothing may come first.
    let mut t = table("A 1000 1; B 300 1; C 1000 1", &[CLOTHING]);
    t.draw("corner");
    t.play("A", "Client(1)");
    t.asks("B", &["SellShoe", "SellClothing"]);
    // Items do not keep a player in who paid without them.
    let mut t = table("A 1000 1; B 300 0; C 1000 1", &[CLOTHING]);
    t.draw("corner");
    t.play("A", "Client(1)");
    t.play("B", "Pay");
    assert!(!t.alive("B"));
}

#[test]
fn eo_79_a_card_prints_its_own_clothing_price() {
    let mut t = table("A 1000 1; B 1000 1", &[CLOTHING]);
    t.draw("burn_300_clothing");
    // Offered though there is money enough; then it is that or paying.
    t.asks("A", &["SellClothingCard", "Pay"]);
    t.play("A", "SellClothingCard");
    assert_eq!((t.money(), t.phase()), (vec![1400, 1000], "Main"));
    let mut t = table("A 1000 1; B 1000 1", &[CLOTHING]);
    t.draw("burn_300_clothing");
    t.play("A", "Pay");
    assert_eq!((t.money(), t.state.table.clothing[seat("A")]), (vec![700, 1000], 4));
    // Once in that payment, and one more way when short.
    let mut t = table("A 100 1; B 1000 1", &[CLOTHING, "card.burn_300_clothing.clothing=100"]);
    t.draw("burn_300_clothing");
    t.asks("A", &["SellShoe", "SellClothing", "SellClothingCard"]);
    t.play("A", "SellClothingCard");
    assert_eq!(t.money(), [200, 1000]);
    t.asks("A", &["SellShoe", "SellClothing"]);
    // Other Burns don't offer it; without the variant this one doesn't either.
    let mut t = table("A 1000 1; B 1000 1", &[CLOTHING]);
    t.draw("burn_300");
    assert_eq!(t.money(), [700, 1000]);
    let mut t = table("A 1000 1; B 1000 1", &[]);
    t.draw("burn_300_clothing");
    assert_eq!(t.money(), [700, 1000]);
}

#[test]
fn eo_80_the_winner_takes_the_pot() {
    let mut t = table("A 300 0; B 500 0; C out", &["stake.amount=7"]);
    t.draw("corner");
    t.play("A", "Client(1)");
    let pot: Vec<i64> = t
        .log
        .iter()
        .filter_map(|e| match e {
            Event::Payoff { amount, .. } => Some(*amount),
            _ => None,
        })
        .collect();
    assert_eq!(pot, [14, -7, -7]);
    assert_eq!(t.game.outcome(&t.state).scores.first(3), [1, 0, 0]);
    // Unfinished: nobody pays. Without a stake nothing is said.
    let mut t = table("A 300 0; B 500 0", &["stake.amount=7", "limits.max_turns=1"]);
    t.draw("nothing");
    t.play("A", "EndTurn");
    assert_eq!(t.log.iter().filter(|e| matches!(e, Event::Payoff { amount: 0, .. })).count(), 2);
    let mut t = table("A 300 0; B 500 0", &[]);
    t.draw("corner");
    t.play("A", "Client(1)");
    assert!(!t.log.iter().any(|e| matches!(e, Event::Payoff { .. })));
}

/// Lets A choose B as Client of a Corner.
fn served(players: &str, settings: &[&str]) -> Table {
    let mut t = table(players, settings);
    t.draw("corner");
    t.play("A", "Client(1)");
    t
}

const RANKED: &str = "service.counters=ranked";

#[test]
fn ranked_a_special_answers_a_declined() {
    let players = "A 1000 1 pld_special_enforce; B 1000 1 service_declined; C 1000 1";
    let mut t = served(players, &[RANKED]);
    t.play("A", "Pass");
    t.play("B", "PlayDeclined");
    assert_eq!((t.mover(), t.phase()), ("A", "Special"));
    t.play("A", "PlaySpecial(pld_special_enforce)");
    assert_eq!((t.money(), t.discarded("service_declined")), (vec![1500, 500, 1000], 1));
    assert!(t.shielded("B"));
    // Passed again, the decline takes effect.
    let mut t = served(players, &[RANKED]);
    t.play("A", "Pass");
    t.play("B", "PlayDeclined");
    t.play("A", "Pass");
    t.asks("A", &["Client(2)"]);
    // Strict: each rank is asked once.
    let mut t = served(players, &[]);
    t.play("A", "Pass");
    t.play("B", "PlayDeclined");
    t.asks("A", &["Client(2)"]);
}

#[test]
fn ranked_a_bonus_is_answered_by_void_declined_or_discount() {
    let bonus = "A 1000 1 service_bonus_300 pld_special_enforce second_service_less_200";
    let players = format!("{bonus}; B 1000 1 discount_200; C 1000 1 service_declined pld_special_void");
    let laid = || {
        let mut t = served(&players, &[RANKED]);
        for player in ["C", "A", "C", "B"] {
            t.play(player, "Pass");
        }
        t.play("A", "PlayBonus(service_bonus_300)");
        t
    };
    // Void only: the Provider's enforce is not asked for.
    let mut t = laid();
    t.asks("C", &["Pass", "PlaySpecial(pld_special_void)"]);
    t.play("C", "PlaySpecial(pld_special_void)");
    assert_eq!((t.phase(), t.money()), ("Main", vec![1000; 3]));
    // A decline cancels the bonus and opens the choice again.
    let mut t = laid();
    t.play("C", "Pass");
    t.asks("C", &["Pass", "PlayDeclined"]);
    t.play("C", "PlayDeclined");
    t.asks("A", &["Client(2)"]);
    assert_eq!((t.state.table.service.carried, t.discarded("service_bonus_300")), (0, 1));
    assert!(t.log.contains(&Event::Cancel { amount: 300 }));
    // A Discount cancels it too, and the bonus question is not asked again.
    let mut t = laid();
    t.play("C", "Pass");
    t.play("C", "Pass");
    t.asks("B", &["Pass", "PlayDiscount(discount_200)"]);
    t.play("B", "PlayDiscount(discount_200)");
    assert_eq!((t.phase(), t.money()), ("SecondService", vec![1300, 700, 1000]));
    // All pass: the bonus stands.
    let mut t = laid();
    t.play("C", "Pass");
    t.play("C", "Pass");
    t.play("B", "Pass");
    assert_eq!(t.money(), [1800, 200, 1000]);
}

#[test]
fn ranked_a_card_laid_against_a_bonus_is_not_answered() {
    let players = "A 1000 1 service_bonus_100 pld_special_enforce; B 1000 1; C 1000 1 service_declined";
    let mut t = served(players, &[RANKED]);
    t.play("A", "Pass");
    t.play("C", "Pass");
    t.play("A", "PlayBonus(service_bonus_100)");
    t.play("C", "PlayDeclined");
    t.asks("A", &["Client(2)"]);
}

#[test]
fn more_bonuses_for_one_client() {
    let players = "A 1000 1 service_bonus_100 service_bonus_200; B 1000 1; C 1000 1";
    let mut t = served(players, &["service.max_bonus=2"]);
    t.play("A", "PlayBonus(service_bonus_100)");
    t.asks("A", &["Pass", "PlayBonus(service_bonus_200)"]);
    t.play("A", "PlayBonus(service_bonus_200)");
    assert_eq!(t.money(), [1800, 200, 1000]);
    let mut t = served(players, &[]);
    t.play("A", "PlayBonus(service_bonus_100)");
    assert_eq!(t.money(), [1600, 400, 1000]);
}

#[test]
fn a_bonus_in_the_second_leg() {
    let players = "A 1000 1 service_bonus_100 second_service_less_200; B 1000 1; C 1000 1";
    let mut t = served(players, &["second_service.allow_bonus=true"]);
    t.plays("A", "Pass PlaySecond(second_service_less_200) Client(2)");
    t.asks("A", &["Pass", "PlayBonus(service_bonus_100)"]);
    t.play("A", "PlayBonus(service_bonus_100)");
    assert_eq!(t.money(), [1900, 500, 600]);
    let mut t = served(players, &[]);
    t.plays("A", "Pass PlaySecond(second_service_less_200) Client(2)");
    assert_eq!(t.money(), [1800, 500, 700]);
}

#[test]
fn more_second_services_or_none() {
    let players = "A 1000 1 second_service_less_200 second_service_less_300; B 1000 1; C 1000 1; D 1000 1";
    let mut t = served(players, &["second_service.max=2", "second_service.min_price=0"]);
    t.plays("A", "PlaySecond(second_service_less_200) Client(2)");
    t.asks("A", &["Pass", "PlaySecond(second_service_less_300)"]);
    t.play("A", "PlaySecond(second_service_less_300)");
    t.asks("A", &["Client(3)"]);
    t.play("A", "Client(3)");
    // 500, 300, then 0: nothing moves.
    assert_eq!(t.money(), [1800, 500, 700, 1000]);
    assert_eq!(served(players, &["second_service.max=0"]).phase(), "Main");
}

#[test]
fn quickies_a_turn() {
    let players = "A 1000 0 quickie_200 quickie_300; B 1000 1";
    let mut t = table(players, &["quickie.max_per_turn=2"]);
    t.draw("nothing");
    t.plays("A", "PlayQuickie(quickie_200) Client(1) PlayQuickie(quickie_300) Client(1)");
    assert_eq!(t.money(), [1500, 500]);
    let mut t = table(players, &["quickie.max_per_turn=0"]);
    t.draw("nothing");
    t.asks("A", &["EndTurn"]);
}

#[test]
fn everybody_may_sell_as_a_turn_starts() {
    let mut t = table("A 1000 1; B 400 1; C 400 0; D 400 1", &["sales.window=every_turn", CLOTHING]);
    t.draw("nothing");
    t.play("A", "EndTurn");
    // B's turn: the others clockwise from B's left, again after each sale.
    assert_eq!((t.mover(), t.phase()), ("C", "SalesWindow"));
    t.asks("C", &["Pass", "SellClothing"]);
    t.play("C", "SellClothing");
    t.asks("C", &["Pass", "SellClothing"]);
    t.play("C", "Pass");
    t.asks("D", &["Pass", "SellShoe", "SellClothing"]);
    t.play("D", "SellShoe");
    // The auction comes at once: A, then C can pay.
    t.play("A", "Pass");
    t.play("C", "Bid(1)");
    t.asks("D", &["Pass", "SellClothing"]);
    t.play("D", "Pass");
    t.asks("A", &["Pass", "SellShoe", "SellClothing"]);
    t.play("A", "Pass");
    assert_eq!((t.mover(), t.phase(), t.shoes()), ("B", "PreRoll", vec![1, 1, 1, 0]));
    // Only the own turn otherwise.
    let mut t = table("A 1000 1; B 400 1", &[]);
    t.draw("nothing");
    t.play("A", "EndTurn");
    assert_eq!((t.mover(), t.phase()), ("B", "PreRoll"));
}

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
