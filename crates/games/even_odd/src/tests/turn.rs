//! The steps of a turn.

use super::*;

#[test]
fn eo_5_get_paid_comes_before_the_roll_or_after() {
    let mut t = table("A 1000 1 get_paid_100; B 1000 1", &[]);
    t.asks("A", &["PlayGetPaid(get_paid_100)", "SellShoe", "Roll"]);
    t.play("A", "PlayGetPaid(get_paid_100)");
    assert_eq!(t.money(), [1100, 1000]);
    t.asks("A", &["SellShoe", "Roll"]);
    let mut t = table("A 1000 1 get_paid_100; B 1000 1", &[]);
    t.draw("nothing");
    t.asks("A", &["PlayGetPaid(get_paid_100)", "SellShoe", "EndTurn"]);
}

#[test]
fn eo_7_an_even_card_goes_to_the_hand() {
    let mut t = table("A 1000 1; B 1000 1", &[]);
    t.draw("discount_200");
    assert_eq!(t.holds("A", "discount_200"), 1);
    assert_eq!(t.state.table.backs[0][seat("A")], 1);
    t.end();
    assert_eq!(t.holds("A", "discount_200"), 1);
}

#[test]
fn eo_8_get_paid_after_the_draw_if_none_was_played_yet() {
    let mut t = table("A 1000 1 get_paid_100 get_paid_200; B 1000 1", &[]);
    t.play("A", "PlayGetPaid(get_paid_100)");
    t.draw("get_paid_300");
    t.asks("A", &["SellShoe", "EndTurn"]);
}

#[test]
fn eo_9_a_quickie_goes_with_a_get_paid() {
    let mut t = table("A 1000 1 get_paid_100 quickie_200; B 1000 1", &[]);
    t.draw("nothing");
    t.play("A", "PlayGetPaid(get_paid_100)");
    t.asks("A", &["PlayQuickie(quickie_200)", "SellShoe", "EndTurn"]);
    t.plays("A", "PlayQuickie(quickie_200) Client(1)");
    assert_eq!(t.money(), [1300, 800]);
}

#[test]
fn eo_10_the_turn_may_always_be_ended() {
    let mut t = table("A 1000 1 get_paid_100 quickie_200; B 1000 1", &[]);
    t.draw("nothing");
    assert!(t.legal("A").contains(&"EndTurn".to_owned()));
    t.play("A", "EndTurn");
    assert_eq!((t.mover(), t.phase()), ("B", "PreRoll"));
}

#[test]
fn eo_11_a_burn_takes_effect_at_once() {
    let mut t = table("A 1000 1; B 1000 1", &[]);
    t.draw("burn_500");
    assert_eq!(t.money(), [500, 1000]);
    assert_eq!((t.state.table.backs[1][seat("A")], t.discarded("burn_500")), (0, 1));
    assert_eq!(t.phase(), "Main");
}

#[test]
fn eo_12_a_get_paid_may_come_before_the_burn() {
    let mut t = table("A 200 1 get_paid_300; B 1000 1", &[]);
    t.draw("burn_300");
    t.asks("A", &["PlayGetPaid(get_paid_300)", "SellShoe"]);
    // With more money than owed there is nothing to decide.
    let mut t = table("A 400 1 get_paid_300; B 1000 1", &[]);
    t.draw("burn_300");
    assert_eq!((t.phase(), t.money()), ("Main", vec![100, 1000]));
}

#[test]
fn eo_13_the_get_paid_does_not_stop_the_burn() {
    let mut t = table("A 200 1 get_paid_300; B 1000 1", &[]);
    t.draw("burn_300");
    t.play("A", "PlayGetPaid(get_paid_300)");
    assert_eq!((t.money(), t.vault()), (vec![200, 1000], 15_800));
}

#[test]
fn eo_14_a_pld_goes_to_the_hand() {
    let mut t = table("A 1000 1; B 1000 1", &[]);
    t.draw("pld_vault_500");
    assert_eq!((t.holds("A", "pld_vault_500"), t.state.table.backs[1][seat("A")]), (1, 1));
    assert_eq!(t.discarded("pld_vault_500"), 0);
}

#[test]
fn eo_16_a_corner_is_played_at_once() {
    // D holds a PLD, but no window opens, and A has no menu before the choice.
    let mut t = table("A 1000 1 get_paid_100; B 1000 1; C 1000 1; D 1000 1 pld_vault_200", &[]);
    t.draw("corner");
    t.asks("A", &["Client(1)", "Client(2)", "Client(3)"]);
    assert_eq!(t.discarded("corner"), 1);
}

#[test]
fn eo_21_cards_go_to_the_pile_of_their_own_deck() {
    let mut t = table("A 1000 1 get_paid_100 pld_vault_200; B 1000 1", &[]);
    t.plays("A", "PlayGetPaid(get_paid_100) PlayPld(pld_vault_200) Target(1)");
    let piles: Vec<(Card, Deck)> = t
        .log
        .iter()
        .filter_map(|e| match *e {
            Event::MoveCard { card, to, .. } => Some((card, to)),
            _ => None,
        })
        .collect();
    assert_eq!(piles, [(card("get_paid_100"), Deck::Even), (card("pld_vault_200"), Deck::Odd)]);
}

#[test]
fn eo_22_a_hand_is_cut_to_seven_cards_as_the_turn_ends() {
    let seven = "nothing nothing nothing quickie_200 quickie_200 service_declined service_bonus_100";
    let mut t = table(&format!("A 1000 1 {seven}; B 1000 1"), &[]);
    t.draw("pld_vault_200");
    t.play("A", "EndTurn");
    assert_eq!(t.phase(), "Discard");
    t.asks(
        "A",
        &[
            "Discard(quickie_200)",
            "Discard(service_declined)",
            "Discard(service_bonus_100)",
            "Discard(nothing)",
            "Discard(pld_vault_200)",
        ],
    );
    t.play("A", "Discard(nothing)");
    assert_eq!((t.phase(), t.discarded("nothing")), ("PldWindow(turn_start)", 1));
    // Others may hold more: only the own turn's end counts.
    let t = table("A 1000 1; B 1000 1 nothing nothing nothing nothing nothing nothing nothing nothing", &[]);
    assert_eq!(t.mover(), "A");
}

#[test]
fn greedy_keeps_what_is_worth_most() {
    use ludometer_playable::{Playable as _, Scores};

    let seven = "nothing quickie_200 quickie_300 quickie_300 service_declined service_bonus_500 get_paid_500";
    let mut t = table(&format!("A 1000 1 {seven}; B 1000 1"), &["hand.limit=1"]);
    t.draw("pld_vault_200");
    t.play("A", "EndTurn");
    let mut thrown = Vec::new();
    while t.phase() == "Discard" {
        let (mut legal, mut scores) = (Vec::new(), Scores::of_all());
        t.game.legal(&t.state, &mut legal);
        let view = t.game.view(&t.state, seat("A"));
        t.game.score_actions(&view, &legal, &heuristic::Weights::default(), &mut scores);
        let best = (0..legal.len()).max_by(|&a, &b| scores.values[a].total_cmp(&scores.values[b])).unwrap();
        thrown.push(legal[best].to_string());
        t.play("A", &thrown[thrown.len() - 1]);
    }
    assert_eq!((thrown.len(), thrown[0].as_str()), (7, "Discard(nothing)"));
    assert_eq!(t.holds("A", "get_paid_500"), 1, "{thrown:?}");
}

#[test]
fn one_kind_to_discard_is_still_asked() {
    let mut t = table("A 1000 1; B 1000 1", &["hand.limit=0"]);
    t.draw("nothing");
    t.play("A", "EndTurn");
    t.asks("A", &["Discard(nothing)"]);
}

#[test]
fn eo_23_the_next_player_clockwise_follows_and_out_players_are_skipped() {
    let mut t = table("A 1000 1; B out; C 1000 1; D 1000 1", &[]);
    t.end_of("A", "C");
    t.end_of("C", "D");
    t.end_of("D", "A");
    assert_eq!(t.state.table.turn, 4);
}

#[test]
fn eo_24_a_shoe_is_sold_to_the_vault_for_500() {
    let mut t = table("A 1000 1; B 400 1", &[]);
    t.play("A", "SellShoe");
    assert_eq!((t.money(), t.vault(), t.shoes()), (vec![1500, 400], 15_100, vec![0, 1]));
    assert_eq!(t.state.table.vault_shoes, 1);
    // After the draw too; without a shoe, or with less than its price in the Vault, not at all.
    let mut t = table("A 1000 1; B 400 1", &[]);
    t.draw("nothing");
    assert!(t.legal("A").contains(&"SellShoe".to_owned()));
    table("A 1000 0; B 400 1", &[]).asks("A", &["Roll"]);
    table("A 12000 1; B 4600 1", &[]).asks("A", &["Roll"]);
    table("A 12000 1; B 4500 1", &[]).asks("A", &["SellShoe", "Roll"]);
    // The price is a parameter; a debt of 300 and no bid leave 500 of it.
    let seven = &["shoe.price=700"];
    table("A 12000 1; B 4400 1", seven).asks("A", &["Roll"]);
    let mut t = table("A 100 1; B 400 1", seven);
    t.draw("burn_300");
    t.play("A", "SellShoe");
    assert_eq!((t.money(), t.vault(), t.shoes()), (vec![500, 400], 16_100, vec![0, 1]));
}

#[test]
fn eo_38_get_paid_takes_from_the_vault() {
    let mut t = table("A 1000 1 get_paid_500; B 1000 1", &[]);
    t.play("A", "PlayGetPaid(get_paid_500)");
    assert_eq!((t.money(), t.vault()), (vec![1500, 1000], 14_500));
    // An almost empty Vault pays what it has, an empty one nothing.
    let mut t = table("A 8400 1 get_paid_500; B 8400 1", &[]);
    t.play("A", "PlayGetPaid(get_paid_500)");
    assert_eq!((t.money(), t.vault()), (vec![8600, 8400], 0));
    let mut t = table("A 8500 1 get_paid_500; B 8500 1", &[]);
    t.play("A", "PlayGetPaid(get_paid_500)");
    assert_eq!((t.money(), t.vault()), (vec![8500, 8500], 0));
}

#[test]
fn eo_39_one_get_paid_a_turn() {
    let mut t = table("A 1000 1 get_paid_100 get_paid_200; B 1000 1", &[]);
    t.play("A", "PlayGetPaid(get_paid_100)");
    assert!(!t.legal("A").iter().any(|a| a.starts_with("PlayGetPaid")));
    t.draw("nothing");
    assert!(!t.legal("A").iter().any(|a| a.starts_with("PlayGetPaid")));
    t.end();
    t.end();
    assert!(t.legal("A").iter().any(|a| a == "PlayGetPaid(get_paid_200)"));
    // The limit is a parameter; with 0 the cards are dead.
    let mut t = table("A 1000 1 get_paid_100 get_paid_200; B 1000 1", &["get_paid.max_per_turn=2"]);
    t.plays("A", "PlayGetPaid(get_paid_100) PlayGetPaid(get_paid_200)");
    table("A 1000 0 get_paid_100; B 1000 1", &["get_paid.max_per_turn=0"]).asks("A", &["Roll"]);
}

#[test]
fn eo_40_a_quickie_only_after_drawing() {
    let mut t = table("A 1000 0 quickie_200; B 1000 1", &[]);
    t.asks("A", &["Roll"]);
    t.draw("nothing");
    t.asks("A", &["PlayQuickie(quickie_200)", "EndTurn"]);
}

#[test]
fn eo_55_nothing_has_no_use() {
    let mut t = table("A 1000 0 nothing; B 1000 1", &[]);
    t.asks("A", &["Roll"]);
    t.draw("nothing");
    t.asks("A", &["EndTurn"]);
}

#[test]
fn eo_57_burns_cost_money_and_say_whom_they_pay() {
    for (burn, money) in [
        ("burn_100", [900, 1000, 1000, 1000]),
        ("burn_200", [800, 1000, 1000, 1000]),
        ("burn_300", [700, 1000, 1000, 1000]),
        ("burn_300_clothing", [700, 1000, 1000, 1000]),
        ("burn_left", [800, 1200, 1000, 1000]),
        ("burn_each", [700, 1100, 1100, 1100]),
    ] {
        let mut t = table("A 1000 1; B 1000 1; C 1000 1; D 1000 1", &[]);
        t.draw(burn);
        assert_eq!(t.money(), money, "{burn}");
    }
    // The next alive player is meant.
    let mut t = table("A 1000 1; B out; C 1000 1; D 1000 1", &[]);
    t.draw("burn_left");
    assert_eq!(t.money(), [800, 0, 1200, 1000]);
}

#[test]
fn the_turn_limit_ends_the_play_without_a_winner() {
    let mut t = table("A 1000 1; B 900 2; C out", &["limits.max_turns=1"]);
    t.draw("nothing");
    t.play("A", "EndTurn");
    assert_eq!(t.winner(), None);
    let outcome = t.game.outcome(&t.state);
    assert!(outcome.unfinished);
    // A third of a round: C began too.
    assert_eq!((outcome.turns, outcome.round_units), (1, Outcome::rounds_of_turns(1, 3)));
    assert_eq!((outcome.ranks.first(3), outcome.scores.first(3)), (&[2, 1, 3][..], &[0, 0, 0][..]));
    // A search values it by the share of all net worth: 1,500 and 1,900 of 3,400.
    let reward = t.game.reward(&t.state);
    assert!((reward[seat("A")] - 15.0 / 34.0).abs() < 1e-12, "{reward:?}");
    assert!((reward[seat("B")] - 19.0 / 34.0).abs() < 1e-12, "{reward:?}");
    assert_eq!(reward[seat("C")], 0.0);
}
