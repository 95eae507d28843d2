//! What a seat knows for certain (section 4): the view shows it, imagined states respect it.

use serde_json::Value::Null;

use super::*;
use crate::model::Silent;

/// Many states imagined by a player.
fn worlds(t: &Table, viewer: &str, n: u64) -> impl Iterator<Item = State> {
    let view = t.game.view(&t.state, seat(viewer));
    let game = t.game.clone();
    (0..n).map(move |i| {
        let mut world = game.blank();
        game.redeal(&view, &mut Rng::from_words([i, 8, 8]), &mut world);
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

/// A table whose Even stock is rebuilt by A's roll from 20 known cards.
fn rebuilt(players: &str) -> Table {
    let mut t = table(players, &["die.faces=[2]"]);
    let mut rest = t.state.stock;
    for kind in Deck::Even.kinds() {
        // All that is left of these four kinds lies on the discard pile; the other kinds are not
        // in this play.
        let pile = [0, 1, 2, 19].contains(&kind);
        t.state.stock[kind] = 0;
        if pile {
            t.state.table.discard[kind] = rest[kind];
        } else {
            t.game.params.copies[kind] -= rest[kind];
            rest[kind] = 0;
        }
        t.state.table.rebuilt[kind] = t.game.params.copies[kind];
    }
    t.state.table.stock[0] = 0;
    t.play("A", "Roll");
    assert!(t.state.table.reshuffled[0]);
    t
}

#[test]
fn after_a_rebuild_two_players_know_each_others_even_cards() {
    let t = rebuilt("A 1000 1 nothing; B 1000 1 quickie_200 service_declined service_declined discount_200");
    for world in worlds(&t, "A", 200) {
        assert_eq!(world.hands[seat("B")].counts, t.state.hands[seat("B")].counts);
        assert_eq!(world.stock, t.state.stock);
    }
    // B knows A's hand but for the card drawn since.
    let mut drawn = std::collections::BTreeSet::new();
    for world in worlds(&t, "B", 500) {
        let hand = world.hands[seat("A")].counts;
        assert!(hand[Card::NOTHING.index()] >= 1);
        assert_eq!(cards::total(&hand, Deck::Even), 2);
        for kind in Deck::Even.kinds() {
            assert!(world.stock[kind] <= world.table.rebuilt[kind]);
            if world.stock[kind] < world.table.rebuilt[kind] {
                drawn.insert(kind);
            }
        }
    }
    assert_eq!(drawn.into_iter().collect::<Vec<_>>(), [0, 1, 2, 19]);
}

#[test]
fn after_a_rebuild_old_cards_stay_in_the_hands_together() {
    let t = rebuilt("A 1000 1; B 1000 1 quickie_200 quickie_300; C 1000 1 quickie_400 discount_300");
    let old = ["quickie_200", "quickie_300", "quickie_400", "discount_300"].map(card);
    let mut with_b = [0; 4];
    for world in worlds(&t, "A", 4000) {
        for (i, card) in old.iter().enumerate() {
            let (b, c) = (&world.hands[seat("B")].counts, &world.hands[seat("C")].counts);
            assert_eq!(b[card.index()] + c[card.index()], 1);
            with_b[i] += u32::from(b[card.index()]);
        }
    }
    // Each of the four is with B half of the time; standard deviation 32.
    assert!(with_b.iter().all(|n| n.abs_diff(2000) < 200), "{with_b:?}");
}

#[test]
fn what_was_played_since_a_rebuild_is_known_to_be_gone() {
    let mut t = rebuilt("A 1000 1; B 1000 1 quickie_200 discount_300; C 1000 1 quickie_400 get_paid_300");
    t.play("A", "EndTurn");
    t.play("B", "Roll");
    t.plays("B", "PlayQuickie(quickie_200) Client(2) EndTurn");
    for world in worlds(&t, "A", 500) {
        let hands = ["B", "C"].map(|p| world.hands[seat(p)].counts);
        let held = |name: &str| hands[0][card(name).index()] + hands[1][card(name).index()];
        assert_eq!((held("quickie_200"), held("quickie_400"), held("discount_300")), (0, 1, 1));
        // C drew nothing: both cards are of those four.
        let c = [card("discount_300"), card("quickie_400"), card("get_paid_300")];
        assert_eq!(c.iter().map(|k| hands[1][k.index()]).sum::<u8>(), 2);
    }
}

/// Independent record of a play: what was in the hands at the last rebuild and drawn since.
#[derive(Clone)]
struct Record {
    was: [cards::Counts; 8],
    got: [cards::Counts; 8],
    rebuilds: usize,
}

#[test]
fn imagined_states_respect_rebuilds_in_random_plays() {
    let settings = ["setup.jewels=30", "win.shoes=0", "hand.limit=3"];
    let mut rebuilds = 0;
    for play in 0..25 {
        let game = game(3 + play as usize % 3, &settings);
        let mut rng = Streams::new(play, 3).chance();
        let mut state = game.blank();
        let mut world = game.blank();
        let mut log: Vec<Event> = Vec::new();
        let mut record = Record { was: [[0; KINDS]; 8], got: [[0; KINDS]; 8], rebuilds: 0 };
        game.deal(&mut state, &mut rng, &mut log);
        let mut legal = Vec::new();
        let mut before = state.clone();
        while let Some(mover) = game.to_move(&state) {
            for event in log.drain(..) {
                match event {
                    Event::Shuffle { deck, .. } if state.table.turn > 1 => {
                        record.rebuilds += 1;
                        for seat in Seat::all(game.seats()) {
                            for kind in deck.kinds() {
                                record.was[seat.index()][kind] = before.hands[seat].counts[kind];
                                record.got[seat.index()][kind] = 0;
                            }
                        }
                    }
                    Event::Draw { seat, card, .. } => record.got[seat.index()][card.index()] += 1,
                    _ => {}
                }
            }
            let view = game.view(&state, mover);
            game.redeal(&view, &mut rng, &mut world);
            check_world(&game, &record, &world, mover);
            legal.clear();
            game.legal(&state, &mut legal);
            let action = legal[rng.index(legal.len())];
            before.clone_from(&state);
            game.apply(&mut state, action, &mut rng, &mut log);
        }
        rebuilds += record.rebuilds;
    }
    assert!(rebuilds > 30, "{rebuilds} rebuilds are too few to tell");
}

fn check_world(game: &EvenOdd, record: &Record, world: &State, viewer: Seat) {
    let t = &world.table;
    for deck in [Deck::Even, Deck::Odd].into_iter().filter(|d| t.reshuffled[d.index()]) {
        // What the other hands held together at the rebuild.
        let mut old = [0_u8; KINDS];
        for seat in Seat::all(game.seats()).filter(|&seat| seat != viewer) {
            for kind in deck.kinds() {
                old[kind] += record.was[seat.index()][kind];
            }
        }
        for kind in deck.kinds() {
            let drawn = record.got[viewer.index()][kind];
            assert!(world.stock[kind] + drawn <= t.rebuilt[kind], "too much {} in the stock", NAMES[kind]);
        }
        for seat in t.alive.iter().filter(|&seat| seat != viewer) {
            let held = world.hands[seat].counts;
            let new: u8 = deck.kinds().map(|kind| held[kind].saturating_sub(old[kind])).sum();
            assert!(new <= t.draws[deck.index()][seat], "{seat:?} holds {new} cards of the stock");
        }
    }
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
    let mut state = game.blank();
    game.deal(&mut state, &mut Streams::new(1, 1).chance(), &mut Silent);
    let view = game.view(&state, Seat::new(0));
    let mut worlds: Vec<State> = Vec::new();
    for i in 0..10 {
        let mut world = game.blank();
        game.redeal(&view, &mut Rng::from_words([i, i, i]), &mut world);
        assert!(!worlds.contains(&world));
        worlds.push(world);
    }
}
