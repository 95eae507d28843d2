//! Figures over several plays, and what single events count as for all games' figures.

use std::collections::BTreeSet;

use super::contract::TOGGLED;
use super::metrics::Counter;
use super::*;
use ludometer_model::{CardMove, Interaction};

#[test]
fn figures_are_those_of_all_plays_together() {
    let settings = ["win.shoes=2", "stake.amount=5"];
    // C goes first in both. A goes out in turn 2, C wins in turn 3.
    let mut one = table("A 900 0 quickie_300; B 900 1; C 900 1 quickie_300", &settings).begun_by("C");
    let mut counter = Counter::new(&one);
    one.draw("corner");
    one.plays("C", "Client(0) EndTurn");
    one.draw("burn_500");
    one.play("B", "SellShoe");
    one.play("C", "Bid(1)");
    assert_eq!((one.winner(), one.money(), one.vault()), (Some("C"), vec![0, 1400, 900], 14_700));
    counter.finish(&one);
    // Nobody goes out, one shoe stays unsold, A wins in turn 4.
    let players = "A 900 1; B 900 1 quickie_300 discount_200; C 900 1 quickie_300";
    let mut two = table(players, &settings).begun_by("C");
    counter.begin(&two);
    two.draw("corner");
    two.play("C", "Client(1)");
    two.play("B", "PlayDiscount(discount_200)");
    two.play("C", "EndTurn");
    two.end_of("A", "B");
    two.draw("nothing");
    two.plays("B", "PlayQuickie(quickie_300) Client(2) SellShoe");
    two.play("C", "Pass");
    two.play("A", "Pass");
    two.play("B", "EndTurn");
    two.draw("burn_500");
    two.play("C", "SellShoe");
    two.play("A", "Bid(1)");
    two.play("B", "Bid(1)");
    two.play("A", "Bid(1)");
    two.play("B", "Pass");
    assert_eq!((two.winner(), two.money(), two.vault()), (Some("A"), vec![200, 1400, 900], 14_500));
    let f = counter.report(&two);
    f.are(&[
        ("win_shoes", 1.0),
        ("shoe_wins_without_out", 0.5),
        ("outs", 0.5),
        // Of the play where somebody went out.
        ("first_out_turn", 2.0),
        ("turns_out", 0.5),
        ("first_wins", 0.5),
        // 3 and 4 turns.
        ("corners_per_turn", 2.0 / 7.0),
        ("quickies_per_turn", 1.0 / 7.0),
        ("services", 1.5),
        ("services_per_turn", 3.0 / 7.0),
        ("legs", 1.5),
        ("legs_discounted", 1.0 / 3.0),
        // 500; 300, 300.
        ("leg_price", 1100.0 / 3.0),
        // 400 and 500; 500 and 700.
        ("vault_in_per_turn", 2100.0 / 7.0),
        ("vault_out_per_turn", 1500.0 / 7.0),
        // 14,200 and 13,800, when a shoe had been sold.
        ("vault_lowest", 14_000.0),
        ("sales_free", 1.5),
        ("auctions", 1.5),
        ("auction_price", 600.0),
        ("auctions_unsold", 1.0 / 3.0),
        // As turns end: none of 2 and 1; 0 of 2, 1 of 3, 2 of 3.
        ("nothing_in_hand", 3.0 / 11.0),
    ]);
    // Of four seats with a Quickie C won once; of the two others A once.
    let dealt = |name| ["dealt_seats", "win_rate_dealt", "win_rate_not_dealt"].map(|c| f.kind(name, c));
    assert_eq!(dealt("quickie_300"), [4.0, 0.25, 0.5]);
    assert_eq!(dealt("discount_200"), [1.0, 0.0, 0.4]);
    let moved = |name| ["used_per_game", "dollars_moved_per_use"].map(|c| f.kind(name, c));
    assert_eq!((moved("quickie_300"), moved("burn_500")), ([0.5, 300.0], [1.0, 450.0]));
    // By seat A, B, C; in the order of play C, A, B.
    let column = |table, column| [0, 1, 2].map(|row| f.cell(table, row, column));
    for (name, by_seat) in
        [("win_rate", [0.5, 0.0, 0.5]), ("out_rate", [0.5, 0.0, 0.0]), ("payoff", [2.5, -5.0, 2.5])]
    {
        assert_eq!(column("eo_seats", name), by_seat, "{name}");
        let [a, b, c] = by_seat;
        assert_eq!(column("eo_order", name), [c, a, b], "{name}");
    }
    assert_eq!((f.cell("eo_seats", 0, "out_turn"), f.cell("eo_order", 1, "out_turn")), (2.0, 2.0));
    let prices = ["price", "auctions", "per_game"];
    assert_eq!(prices.map(|c| f.cell("eo_prices", 0, c)), [500.0, 1.0, 0.5]);
    assert_eq!(prices.map(|c| f.cell("eo_prices", 1, c)), [700.0, 1.0, 0.5]);
}

#[test]
fn who_acts_against_whom() {
    let mut t = table("A 1000 1; B 1000 0 pld_player_200 discount_reverse; C 1000 1", &[]);
    t.draw("burn_left");
    t.plays("B", "PlayPld(pld_player_200) Target(0)");
    t.play("A", "EndTurn");
    t.draw("corner");
    t.plays("B", "Client(2) EndTurn");
    t.draw("corner");
    t.play("C", "Client(1)");
    t.play("B", "PlayDiscount(discount_reverse)");
    // What the Vault pays and gets harms nobody.
    t.play("C", "SellShoe");
    t.play("A", "Pass");
    t.play("B", "Bid(1)");
    let harm = |Interaction { actor, target, kind }| (actor.unwrap(), target, coverage::INTERACTIONS[kind]);
    let harms: Vec<_> = t.log.iter().filter_map(|e| e.interaction().map(harm)).collect();
    let expected = [
        ("B", "A", "poor life decision"),
        ("B", "A", "made to pay"),
        // The Burn.
        ("B", "A", "made to pay"),
        ("B", "C", "chosen as client"),
        ("B", "C", "made to pay"),
        ("C", "B", "chosen as client"),
        // The reversed price.
        ("B", "C", "made to pay"),
    ];
    assert_eq!(harms, expected.map(|(by, target, how)| (seat(by), seat(target), how)));
}

#[test]
fn cards_that_are_drawn_played_and_used() {
    let mut t = table("A 1000 1; B 300 0 quickie_200; C 1000 1 get_paid_100", &["hand.limit=0"]);
    t.draw("corner");
    t.plays("A", "Client(1) EndTurn");
    t.draw("nothing");
    t.plays("C", "PlayGetPaid(get_paid_100) EndTurn Discard(nothing)");
    let [corner, nothing, paid] = ["corner", "nothing", "get_paid_100"].map(|name| card(name).index());
    let (a, c) = (seat("A"), seat("C"));
    // The Quickie of B, who goes out, counts as neither.
    assert_eq!(
        t.log.iter().filter_map(ludometer_model::Event::card).collect::<Vec<_>>(),
        [
            CardMove::Drawn { seat: a, kind: corner },
            CardMove::Drawn { seat: c, kind: nothing },
            CardMove::Played { seat: c, kind: paid },
            CardMove::Played { seat: c, kind: nothing },
        ]
    );
    assert_eq!(t.log.iter().filter_map(ludometer_model::Event::used).collect::<Vec<_>>(), [corner, paid]);
}

#[test]
fn each_event_counts_as_the_happening_of_its_name() {
    let mut seen = BTreeSet::new();
    let mut hear = |event: &Event| {
        let place = event.event_kind().unwrap();
        let json = serde_json::to_value(event).unwrap();
        let words: Vec<&str> = json.as_object().unwrap().values().filter_map(|v| v.as_str()).collect();
        let name = &*coverage::EVENT_KINDS[place].name;
        assert!(name.split(' ').all(|word| words.contains(&word)), "{json} as {name}");
        seen.insert(name);
    };
    // An almost empty Vault, bonuses to cancel, dear reversed prices and no shoe to sell for them: all but
    // an empty deck happens.
    let rare = [
        "vault.jewels_total=90",
        "deck.even.service_bonus_100=20",
        "deck.even.discount_reverse=20",
        "card.discount_reverse.amount=1000",
        "setup.shoes=0",
    ];
    let toggled = [TOGGLED, &rare].concat();
    for number in 0..40 {
        let seats = 2 + number as usize % 7;
        let settings = if number % 2 == 0 { &["limits.max_turns=60"][..] } else { &toggled };
        follow::play(&game(seats, settings), number, &mut hear);
    }
    let never = coverage::EVENT_KINDS.iter().map(|h| &*h.name).filter(|name| !seen.contains(name));
    assert_eq!(never.collect::<Vec<_>>(), ["no_card"]);
}
