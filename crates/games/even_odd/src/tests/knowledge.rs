//! Knowledge that a seat has for certain (section 4): the view shows it, determinized states respect it.

use serde_json::Value::Null;

use super::*;
use ludometer_model::Silent;

/// Many states determinized by a player.
pub(super) fn worlds(t: &Table, viewer: &str, n: u64) -> impl Iterator<Item = State> {
    let view = t.game.view(&t.state, seat(viewer));
    let game = t.game.clone();
    (0..n).map(move |i| {
        let mut world = game.new_state();
        game.determinize(&view, &mut Rng::from_words([i, 8, 8]), &mut world);
        game.audit(&world).unwrap();
        world
    })
}

#[test]
fn odd_backs_in_a_hand_are_plds_and_even_backs_are_not() {
    let t = table("A 1000 1; B 1000 1 pld_vault_200 pld_special_void nothing; C 1000 1", &[]);
    for world in worlds(&t, "A", 2000) {
        let hand = &world.hands[seat("B")];
        assert_eq!(cards::total(&hand.counts, Deck::Even), 1);
        let odd: u8 = Kinds::PLD.or(Kinds::SPECIAL).iter().map(|c| hand.counts[c.index()]).sum();
        assert_eq!(odd, 2);
    }
}

#[test]
fn cards_that_were_seen_are_not_imagined_elsewhere() {
    // A holds the one pld_vault_500 and plays the one service_bonus_500.
    let mut t = table(
        "A 1000 1 pld_vault_500 service_bonus_500; B 1000 1 pld_vault_200 nothing; C 2000 1 nothing",
        &[],
    );
    t.draw("corner");
    t.plays("A", "Client(2) PlayBonus(service_bonus_500) SellShoe");
    for (viewer, world) in ["A", "B"].iter().flat_map(|v| worlds(&t, v, 500).map(move |w| (v, w))) {
        for player in ["A", "B", "C"] {
            let hand = &world.hands[seat(player)];
            assert_eq!(hand.counts[card("service_bonus_500").index()], 0);
            let five = hand.counts[card("pld_vault_500").index()];
            assert!(*viewer != "A" || five == u8::from(player == "A"), "{viewer} gives {five} to {player}");
        }
    }
}

#[test]
fn unseen_cards_are_dealt_uniformly() {
    let t = table("A 1000 1 service_declined; B 1000 1 nothing nothing nothing nothing; C 1000 1", &[]);
    let mut sum = 0_u32;
    for world in worlds(&t, "A", 20_000) {
        sum += u32::from(world.hands[seat("B")].counts[Card::DECLINED.index()]);
    }
    // 4 of 89 unseen cards, 13 of them ServiceDeclined: 11,685 expected, standard deviation 100.
    assert!(sum.abs_diff(11_685) < 500, "{sum}");
}

#[test]
fn a_pass_proves_nothing() {
    let start = |cards: &str| {
        let mut t = table(&format!("A 1000 1 nothing; B 1000 1 {cards}; C 1000 1 nothing"), &[]);
        t.draw("corner");
        t.play("A", "Client(1)");
        t
    };
    let with = {
        let mut t = start("service_declined discount_200 pld_special_void");
        for _ in 0..3 {
            t.play("B", "Pass");
        }
        t
    };
    let without = start("nothing nothing pld_vault_200");
    for player in ["A", "C"] {
        let view = |t: &Table| t.game.view(&t.state, seat(player));
        assert_eq!(view(&with), view(&without));
    }
    // Windows likewise.
    let window = |card: &str, asked: bool| {
        let mut t = table(&format!("A 1000 1; B 1000 1 {card}"), &[]);
        t.draw("burn_100");
        if asked {
            t.play("B", "Pass");
        }
        t
    };
    let (a, b) = (window("pld_vault_200", true), window("pld_special_void", false));
    assert_eq!(a.game.view(&a.state, seat("A")), b.game.view(&b.state, seat("A")));
}

#[test]
fn who_is_asked_now_is_imagined_with_an_answer() {
    let mut t = table(
        "A 1000 1 service_bonus_100 second_service_less_200; B 1000 1 discount_200 service_declined pld_special_void; \
         C 1000 1 pld_vault_200",
        &[],
    );
    t.draw("nothing");
    let asked = |t: &Table, viewer: &str, set: Kinds| {
        let mover = t.game.to_move(&t.state).unwrap();
        for world in worlds(t, viewer, 100) {
            assert!(!world.hands[mover].kinds.and(set).is_empty(), "{}", t.phase());
        }
    };
    asked(&t, "A", Kinds::PLD);
    t.play("C", "Pass");
    t.end();
    t.play("B", "Roll");
    // A fresh table for the ranks.
    let mut t = table(
        "A 1000 1 service_bonus_100 second_service_less_200; B 1000 1 discount_200 service_declined pld_special_void; \
         C 1000 1 nothing",
        &[],
    );
    t.draw("corner");
    t.play("A", "Client(1)");
    for (player, set) in [
        ("B", Kinds::one(Card::VOID)),
        ("B", Kinds::DECLINED),
        ("B", Kinds::DISCOUNT),
        ("A", Kinds::BONUS),
        ("A", Kinds::SECOND),
    ] {
        assert_eq!(t.mover(), player);
        asked(&t, "C", set);
        t.play(player, "Pass");
    }
    // A debtor with no other way, and a bidder short of every bid, hold a GetPaid.
    let mut t = table("A 100 0 get_paid_100; B 1000 1", &[]);
    t.draw("burn_200");
    asked(&t, "B", Kinds::GET_PAID);
    let mut t = table("A 200 1 get_paid_300; B 300 1; C 300 1", &[]);
    t.draw("corner");
    t.play("A", "Client(1)");
    t.play("B", "SellShoe");
    for world in worlds(&t, "C", 200) {
        let held = world.hands[seat("A")].kinds.and(Kinds::GET_PAID);
        assert!(held.iter().any(|card| t.game.params.amount(card) >= 3), "{held:?}");
    }
}

#[test]
fn a_view_shows_all_that_is_public() {
    let mut t = table("A 1000 1 pld_vault_200; B 700 2; C 1000 1 nothing", &["clothing.enabled=true"]);
    t.plays("A", "PlayPld(pld_vault_200) Target(2)");
    t.draw("corner");
    let view = t.game.view(&t.state, seat("B"));
    assert_eq!(view.table, t.state.table);
    assert_eq!(view.hand, t.state.hands[seat("B")]);
    let json = serde_json::to_value(&view).unwrap();
    for (key, value) in [
        ("viewer", "1"),
        ("turn", "1"),
        ("phase", "\"ChooseClient\""),
        ("jewels", "[10,7,8]"),
        ("shoes", "[1,2,1]"),
        ("clothing", "[4,4,4]"),
        ("vault_jewels", "145"),
        ("shield_until_turn", "[null,null,2]"),
        ("corner_drawn", "true"),
        ("even_in_hand", "[0,0,1]"),
        ("odd_in_hand", "[0,0,0]"),
        ("odd_discard", "{\"corner\":1,\"pld_vault_200\":1}"),
        ("hand", "[]"),
    ] {
        assert_eq!(json[key].to_string(), value, "{key}");
    }
    assert!(json.get("hands").is_none() && json.get("even_stock").is_none());
    let state = serde_json::to_value(&t.state).unwrap();
    assert_eq!(state["hands"].to_string(), "[[],[],[\"nothing\"]]");
    assert_eq!(state["even_stock"]["nothing"], 7);
}

#[test]
fn eo_46_eo_74_a_view_shows_nothing_of_an_earlier_choice_of_client() {
    let service =
        |t: &Table| serde_json::to_value(t.game.view(&t.state, seat("B"))).unwrap()["service"].clone();
    let mut t = table(
        "A 1000 1 service_bonus_200 second_service_less_200; B 2000 1 service_declined pld_special_enforce; \
         C 1000 1; D 1000 1 service_declined",
        &["second_service.allow_bonus=true"],
    );
    t.draw("corner");
    let start = service(&t);
    assert_eq!((&start["client"], &start["price_jewels"]), (&Null, &Null));
    // Declined: all is as it was but whom the Provider may not choose.
    t.play("A", "Client(1)");
    assert_eq!(service(&t)["price_jewels"], Null, "nothing is settled");
    t.play("B", "PlayDeclined");
    let mut declined = service(&t);
    assert_eq!(declined["declined"], 1);
    declined["declined"] = Null;
    assert_eq!(declined, start);
    // Served with a bonus: its amount stays, its count doesn't.
    t.plays("A", "Client(2)");
    t.plays("B", "Pass");
    t.plays("D", "Pass");
    t.plays("A", "PlayBonus(service_bonus_200)");
    let served = service(&t);
    assert_eq!(
        (&served["client"], &served["price_jewels"], &served["bonuses"]),
        (&2.into(), &7.into(), &1.into())
    );
    t.plays("A", "PlaySecond(second_service_less_200)");
    let second = service(&t);
    for field in ["client", "price_jewels"] {
        assert_eq!(second[field], Null, "{field}");
    }
    assert_eq!(
        (&second["bonuses"], &second["bonus_jewels"], &second["carried_jewels"]),
        (&0.into(), &0.into(), &2.into())
    );
}

#[test]
fn the_same_view_leads_to_different_worlds() {
    let game = game(4, &[]);
    let mut state = game.new_state();
    game.deal(&mut state, &mut Streams::new(1, 1).chance(), &mut Silent);
    let view = game.view(&state, Seat::new(0));
    let mut worlds: Vec<State> = Vec::new();
    for i in 0..10 {
        let mut world = game.new_state();
        game.determinize(&view, &mut Rng::from_words([i, i, i]), &mut world);
        assert!(!worlds.contains(&world));
        worlds.push(world);
    }
}

#[test]
fn what_lies_before_each_player_is_observed_as_it_is() {
    let t = table(
        "A 1000 1; B 700 2 nothing nothing nothing pld_vault_200; C 300 0 quickie_200 pld_vault_200 pld_vault_500",
        &[],
    );
    let (mut names, mut row): (Vec<String>, Vec<f32>) = (Vec::new(), Vec::new());
    let view = t.game.view(&t.state, seat("B"));
    t.game.observe(&view, &mut names);
    t.game.observe(&view, &mut row);
    let told = |name: &str| row[names.iter().position(|n| n == name).unwrap_or_else(|| panic!("{name}"))];
    // From the viewer on, and on its left C and A.
    let all = |name: &str| [0, 1, 2].map(|place| told(&format!("{name}.{place}")));
    let [even, odd, jewels] = [all("even"), all("odd"), all("jewels")];
    let times = |row: [f32; 3], unit: f32| row.map(|number| (number * unit).round() as u8);
    assert_eq!((times(even, 5.0), times(odd, 3.0), times(jewels, 50.0)), ([3, 1, 0], [1, 2, 0], [7, 3, 10]));
    let shoes = |place: u8| (0..4).find(|n| told(&format!("shoes.{place}.{n}")) == 1.0);
    assert_eq!([0, 1, 2].map(shoes), [Some(2), Some(0), Some(1)]);
}

#[test]
fn each_of_eight_players_is_observed() {
    let game = game(8, &[]);
    let (mut state, mut legal) = (game.new_state(), Vec::new());
    let streams = Streams::new(4, 0);
    let (mut chance, mut choices) = (streams.chance(), streams.side_stream(0));
    game.deal(&mut state, &mut chance, &mut ludometer_model::Silent);
    let mut seen = [false; 8];
    while let Some(mover) = game.to_move(&state).filter(|_| seen.contains(&false)) {
        for viewer in Seat::all(8) {
            let (mut names, mut row): (Vec<String>, Vec<f32>) = (Vec::new(), Vec::new());
            let view = game.view(&state, viewer);
            game.observe(&view, &mut names);
            game.observe(&view, &mut row);
            let marked = |begin: &str| {
                let marked = names
                    .iter()
                    .zip(&row)
                    .filter(|&(name, &number)| name.starts_with(begin) && number == 1.0);
                marked.filter_map(|(name, _)| name[begin.len()..].parse().ok()).collect::<Vec<usize>>()
            };
            assert_eq!(marked("seats."), [6]);
            assert_eq!(marked("mover."), [(mover.index() + 8 - viewer.index()) % 8]);
        }
        seen[mover.index()] = true;
        legal.clear();
        game.legal(&state, &mut legal);
        let action = legal[choices.index(legal.len())];
        game.apply(&mut state, action, &mut chance, &mut ludometer_model::Silent);
    }
    assert_eq!(seen, [true; 8]);
}
