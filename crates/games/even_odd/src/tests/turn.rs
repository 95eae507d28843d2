//! The deal, the components, the steps of a turn, `PoorLifeDecisions` with their windows and shields.

use super::*;
use crate::{cards, heuristic};
use ludometer_model::{EventSink, Silent};

fn dealt(seats: usize, settings: &[&str], play: u64) -> (EvenOdd, State) {
    let game = game(seats, settings);
    let mut state = game.new_state();
    game.deal(&mut state, &mut Streams::new(3, play).chance(), &mut Silent);
    (game, state)
}

#[test]
fn eo_1_five_even_cards_are_dealt() {
    for seats in 2..=8 {
        let (_, state) = dealt(seats, &[], 0);
        for seat in Seat::all(seats) {
            assert_eq!((state.table.backs[0][seat], state.table.backs[1][seat]), (5, 0));
        }
        assert_eq!(state.table.stock, [90 - 5 * seats as u16, 72]);
    }
    assert_eq!(dealt(4, &["setup.hand_size=0"], 0).1.table.stock, [90, 72]);
    let (_, state) = dealt(4, &["setup.hand_size=3"], 0);
    assert_eq!((state.table.backs[0].first(4), state.table.stock), (&[3; 4][..], [78, 72]));
}

#[test]
fn eo_2_each_player_takes_a_shoe() {
    for seats in 2..=8 {
        let (_, state) = dealt(seats, &[], 0);
        assert_eq!(state.table.shoes.first(seats), vec![1; seats]);
        assert_eq!((state.table.box_shoes, state.table.vault_shoes), (8 - seats as u8, 0));
    }
    let (_, state) = dealt(4, &["shoes.unpicked=vault"], 0);
    assert_eq!((state.table.box_shoes, state.table.vault_shoes), (0, 4));
    let (_, state) = dealt(4, &["setup.shoes=2", "shoes.total=10"], 0);
    assert_eq!((state.table.shoes.first(4), state.table.box_shoes), (&[2; 4][..], 2));
}

#[test]
fn eo_3_ten_jewels_each_are_a_thousand_dollars() {
    for seats in 2..=8 {
        let (game, state) = dealt(seats, &[], 0);
        for seat in Seat::all(seats) {
            assert_eq!(game.dollars(state.table.jewels[seat]), 1000);
        }
        assert_eq!(game.dollars(state.table.vault), 17_000 - 1000 * seats as u32);
    }
}

#[test]
fn eo_4_each_seat_starts_equally_often() {
    let mut starts = [0_u32; 4];
    for play in 0..4000 {
        starts[dealt(4, &[], play).1.table.first.index()] += 1;
    }
    // Standard deviation 27: five of them.
    assert!(starts.iter().all(|n| n.abs_diff(1000) < 137), "{starts:?}");
    let (_, state) = dealt(4, &["setup.first_player=2"], 0);
    assert_eq!((state.table.first, state.table.active), (Seat::new(2), Seat::new(2)));
}

#[test]
fn eo_32_all_jewels_are_in_the_vault_or_with_players() {
    let (_, state) = dealt(5, &["vault.jewels_total=60", "setup.jewels=12"], 0);
    assert_eq!(state.table.vault, 0);
    assert_eq!(state.table.jewels.first(5), [12; 5]);
}

#[test]
fn eo_33_eight_shoes_one_die_two_decks() {
    let game = game(4, &[]);
    assert_eq!(game.params.shoes_total, 8);
    assert_eq!(game.params.faces, [1, 2, 3, 4, 5, 6]);
}

#[test]
fn eo_36_ninety_even_and_seventy_two_odd_cards() {
    let game = game(4, &[]);
    let copies = game.params.copies;
    assert_eq!((cards::total(&copies, Deck::Even), cards::total(&copies, Deck::Odd)), (90, 72));
    let listed: u64 = game.cards().iter().map(|c| c.copies).sum();
    assert_eq!(listed, 162);
    assert!(game.warnings().is_empty(), "{:?}", game.warnings());
}

#[test]
fn eo_37_seven_even_types_and_three_odd_types() {
    let game = game(4, &[]);
    let copies = |set: Kinds| -> u32 { set.iter().map(|c| u32::from(game.params.copies[c.index()])).sum() };
    let even =
        [Kinds::GET_PAID, Kinds::QUICKIE, Kinds::DECLINED, Kinds::DISCOUNT, Kinds::BONUS, Kinds::SECOND];
    assert_eq!(even.map(copies), [20, 12, 14, 14, 14, 8]);
    assert_eq!(copies(Kinds::one(Card::NOTHING)), 8);
    assert_eq!([Kinds::BURN, Kinds::PLD, Kinds::SPECIAL].map(copies), [28, 14, 6]);
    assert_eq!(copies(Kinds::one(Card::CORNER)), 24);
    let all = even.iter().fold(Kinds::BURN.or(Kinds::PLD).or(Kinds::SPECIAL), |a, b| a.or(*b));
    assert_eq!(all.iter().count() + 2, KINDS);
}

#[test]
fn eo_6_the_parity_of_the_roll_picks_the_deck() {
    let mut seen = [0; 7];
    for attempt in 0..300 {
        let mut t = table("A 1000 1; B 1000 1", &[]);
        t.rng = Streams::new(attempt, 1).chance();
        t.play("A", "Roll");
        let Some(Event::Roll { dice, .. }) = t.log.first().copied() else { panic!("{:?}", t.log) };
        let Some(Event::Draw { from, card, .. }) = t.log.get(1).copied() else { panic!("{:?}", t.log) };
        assert_eq!(from == Deck::Even, dice % 2 == 0);
        assert_eq!(card.deck(), from);
        seen[dice as usize] += 1;
    }
    // Each face comes 50 times, standard deviation 6.5.
    assert!(seen[1..].iter().all(|n| (20..80).contains(n)), "{seen:?}");
    let t = table("A 1000 1; B 1000 1", &["die.faces=[7]"]);
    let mut log: Vec<Event> = Vec::new();
    let mut state = t.state.clone();
    t.game.apply(&mut state, Action::Roll, &mut Rng::from_words([1, 1, 1]), &mut log);
    assert!(matches!(log[0], Event::Roll { dice: 7, .. }));
    assert!(matches!(log[1], Event::Draw { from: Deck::Odd, .. }));
}

#[test]
fn an_empty_stock_is_rebuilt_from_its_discard_pile() {
    let mut t = table("A 1000 1; B 1000 1", &["die.faces=[2]"]);
    // All Even cards but one lie on the discard pile.
    let mut left = 1;
    for kind in Deck::Even.kinds() {
        let keep = t.state.stock[kind].min(left);
        left -= keep;
        t.state.table.discard[kind] = t.state.stock[kind] - keep;
        t.state.stock[kind] = keep;
    }
    t.state.table.stock[0] = 1;
    t.play("A", "Roll");
    t.end();
    t.play("B", "Roll");
    assert!(t.log.iter().any(|e| matches!(e, Event::Shuffle { deck: Deck::Even, cards: 89 })));
    assert_eq!(t.state.table.stock[0], 88);
    assert_eq!(t.state.table.backs[0].first(2), [1, 1]);
}

#[test]
fn with_both_piles_empty_nothing_is_drawn_and_no_quickie_played() {
    let settings = ["die.faces=[2]", "setup.hand_size=0"];
    let mut t = table("A 1000 1 quickie_200; B 1000 1", &settings);
    // The other Even cards are all in B's hand, as far as this test goes.
    for kind in Deck::Even.kinds() {
        let n = t.state.stock[kind].min(60);
        t.game.params.copies[kind] -= n;
        t.state.stock[kind] = 0;
        t.state.table.rebuilt[kind] = t.game.params.copies[kind];
    }
    t.state.table.stock[0] = 0;
    t.play("A", "Roll");
    assert!(t.log.contains(&Event::NoCard { seat: seat("A"), from: Deck::Even }));
    t.asks("A", &["SellShoe", "EndTurn"]);
}

#[test]
fn eo_34_backs_are_public_and_faces_are_not() {
    let a = table("A 1000 1; B 1000 1 quickie_200 pld_vault_200 nothing; C 1000 1", &[]);
    let b = table("A 1000 1; B 1000 1 get_paid_500 pld_special_void quickie_300; C 1000 1", &[]);
    for player in ["A", "C"] {
        let view = a.game.view(&a.state, seat(player));
        assert_eq!(view, b.game.view(&b.state, seat(player)));
        assert_eq!((view.table.backs[0][seat("B")], view.table.backs[1][seat("B")]), (2, 1));
    }
    assert_ne!(a.game.view(&a.state, seat("B")), b.game.view(&b.state, seat("B")));
}

#[test]
fn standings_are_dollars_of_money_and_shoes() {
    // Two shoes at 500 each; clothing is no part of the net worth (section 10).
    let t = table("A 700 2; B 300 0; C out", &["clothing.enabled=true"]);
    assert_eq!(t.game.progress(&t.state).first(4), [1700, 300, 0, 0]);
    let t = table("A 700 2; B 300 0; C out", &["shoe.price=900"]);
    assert_eq!(t.game.progress(&t.state).first(3), [2500, 300, 0]);
}

/// A log that only counts.
#[derive(Default)]
struct Counter(usize);

impl EventSink<Event> for Counter {
    fn emit(&mut self, event: Event) {
        self.0 += usize::from(event.card().is_some());
    }
}

#[test]
fn the_deal_announces_every_card() {
    let game = game(6, &[]);
    let mut counter = Counter::default();
    game.deal(&mut game.new_state(), &mut Streams::new(1, 1).chance(), &mut counter);
    assert_eq!(counter.0, 30);
}

#[test]
fn actions_and_states_stay_small() {
    assert!(size_of::<Action>() <= 2);
    assert!(size_of::<Event>() <= 24, "{}", size_of::<Event>());
    assert!(size_of::<State>() <= 1800, "{}", size_of::<State>());
}

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

#[test]
fn eo_15_its_player_names_an_alive_unshielded_other() {
    let mut t = table("A 1000 1 pld_vault_200 pld_vault_300; B 1000 1; C out; D 1000 1", &[]);
    t.play("A", "PlayPld(pld_vault_200)");
    t.asks("A", &["Target(1)", "Target(3)"]);
    assert_eq!(t.phase(), "ChoosePldTarget");
    t.play("A", "Target(1)");
    assert_eq!(t.money(), [1000, 800, 0, 1000]);
    t.play("A", "PlayPld(pld_vault_300)");
    // One legal target is asked for all the same.
    t.asks("A", &["Target(3)"]);
    t.play("A", "Target(3)");
    assert_eq!(t.vault(), 17_000 - 1000 - 800 - 700);
}

#[test]
fn a_pld_to_its_player_pays_that_player() {
    let mut t = table("A 1000 1; B 1000 1 pld_player_300; C 1000 1", &[]);
    t.draw("nothing");
    t.plays("B", "PlayPld(pld_player_300) Target(2)");
    assert_eq!(t.money(), [1000, 1300, 700]);
}

#[test]
fn eo_58_a_pld_is_played_in_anothers_turn() {
    let mut t =
        table("A 1000 1; B 1000 1; C 1000 1 pld_vault_200 pld_vault_300; D 1000 1 pld_vault_500", &[]);
    t.draw("nothing");
    // Clockwise from the active player's left; after a play the same player is asked again.
    assert_eq!(t.phase(), "PldWindow(after_draw)");
    t.asks("C", &["Pass", "PlayPld(pld_vault_200)", "PlayPld(pld_vault_300)"]);
    t.plays("C", "PlayPld(pld_vault_200) Target(0)");
    t.asks("C", &["Pass", "PlayPld(pld_vault_300)"]);
    t.play("C", "Pass");
    t.asks("D", &["Pass", "PlayPld(pld_vault_500)"]);
    t.play("D", "Pass");
    assert_eq!((t.mover(), t.phase()), ("A", "Main"));
    t.play("A", "EndTurn");
    // As the next turn starts, too.
    assert_eq!((t.mover(), t.phase()), ("C", "PldWindow(turn_start)"));
}

#[test]
fn who_has_no_legal_target_is_not_asked() {
    let mut t = table("A 1000 1 pld_vault_200; B 1000 1 pld_vault_200; C out", &[]);
    t.state.table.set_shield(seat("A"), 2);
    t.state.table.set_shield(seat("B"), 2);
    t.asks("A", &["SellShoe", "Roll"]);
    t.draw("nothing");
    t.asks("A", &["SellShoe", "EndTurn"]);
}

#[test]
fn eo_59_one_pld_for_a_target_until_its_shield_lapses() {
    let mut t = table("A 1000 1 pld_vault_200 pld_player_200; B 1000 1; C 1000 1", &[]);
    t.plays("A", "PlayPld(pld_vault_200) Target(1)");
    assert!(t.shielded("B"));
    assert!(t.log.contains(&Event::Shield { seat: seat("B"), until: 2 }));
    t.play("A", "PlayPld(pld_player_200)");
    t.asks("A", &["Target(2)"]);
}

/// Player B is hit in A's turn 1; the turns until B can be hit again.
fn shield_lasts(settings: &[&str]) -> u32 {
    let mut t = table("A 1000 1 pld_vault_200; B 1000 1; C 1000 1", settings);
    t.plays("A", "PlayPld(pld_vault_200) Target(1)");
    while t.shielded("B") {
        t.end();
    }
    assert!(t.log.contains(&Event::ShieldLapse { seat: seat("B") }));
    t.state.table.turn - 1
}

#[test]
fn eo_60_a_shield_lasts_until_a_turn_was_started_and_completed() {
    assert_eq!(shield_lasts(&[]), 2);
    assert_eq!(shield_lasts(&["pld.shield=current_turn"]), 1);
}

#[test]
fn eo_61_specials_are_no_ordinary_plds() {
    let special = "pld_special_enforce pld_special_void";
    let mut t = table(&format!("A 1000 1 {special}; B 1000 1 {special}"), &[]);
    t.asks("A", &["SellShoe", "Roll"]);
    t.draw("nothing");
    t.asks("A", &["SellShoe", "EndTurn"]);
    t.play("A", "EndTurn");
    assert_eq!((t.mover(), t.phase()), ("B", "PreRoll"));
}

#[test]
fn windows_can_be_closed_and_opened_one_by_one() {
    let windows = |setting: &str| -> Vec<&'static str> {
        let mut t = table("A 1000 1; B 1000 1 pld_vault_200; C 1000 1", &[&format!("pld.windows={setting}")]);
        let mut seen = Vec::new();
        t.draw("nothing");
        loop {
            if t.mover() == "B" && t.phase() == "PreRoll" {
                return seen;
            }
            if t.phase().starts_with("PldWindow") {
                seen.push(t.phase());
            }
            t.play(t.mover(), if t.phase() == "Main" { "EndTurn" } else { "Pass" });
        }
    };
    assert_eq!(windows("[]"), [""; 0]);
    assert_eq!(windows("[\"after_draw\"]"), ["PldWindow(after_draw)"]);
    assert_eq!(windows("[\"turn_end\"]"), ["PldWindow(turn_end)"]);
    // The window as B's own turn starts is not B's.
    assert_eq!(windows("[\"turn_start\", \"turn_end\"]"), ["PldWindow(turn_end)"]);
}

#[test]
fn a_burn_waits_for_the_window_and_lapses_with_its_drawer() {
    let mut t = table("A 200 0; B 1000 1 pld_vault_200; C 1000 1", &[]);
    t.draw("burn_500");
    assert_eq!(t.money()[0], 200);
    // The only way for A would be a GetPaid: with none, A pays and is out; the window ends.
    t.plays("B", "PlayPld(pld_vault_200) Target(0)");
    assert!(!t.alive("A"));
    assert_eq!((t.mover(), t.phase(), t.vault()), ("B", "PreRoll", 15_000));
    assert!(!t.log.iter().any(|e| matches!(e, Event::Debt { why: Why::Burn, .. })));
}

#[test]
fn the_window_ends_when_the_active_player_goes_out() {
    let mut t = table("A 200 0; B 1000 1 pld_vault_200 pld_vault_300; C 1000 1 pld_vault_500", &[]);
    t.draw("nothing");
    t.plays("B", "PlayPld(pld_vault_200) Target(0)");
    assert_eq!((t.mover(), t.phase(), t.state.table.turn), ("C", "PldWindow(turn_start)", 2));
}

#[test]
fn a_target_that_goes_out_does_not_end_the_window() {
    let mut t = table("A 1000 1; B 1000 1 pld_vault_200 pld_vault_300; C 200 0; D 900 1", &[]);
    t.draw("nothing");
    t.plays("B", "PlayPld(pld_vault_200) Target(2)");
    assert!(!t.alive("C"));
    t.asks("B", &["Pass", "PlayPld(pld_vault_300)"]);
}
