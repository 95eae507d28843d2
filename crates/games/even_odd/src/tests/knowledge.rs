//! Knowledge that a seat has for certain (section 4), also once a stock was rebuilt: the view shows it,
//! determinized states respect it. Who was asked and passed is kept from the others, also from a person at
//! the table.

use std::sync::atomic::AtomicBool;

use serde_json::Value as Json;
use serde_json::Value::Null;

use super::*;
use crate::{cards, entry};
use ludometer_model::{Notice, Silent};
use ludometer_run::{Answer, InteractiveOptions, Person, Question, VisibleMove, play_interactive};

/// Many states determinized by a player.
fn worlds(t: &Table, viewer: &str, n: u64) -> impl Iterator<Item = State> {
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

/// Returns what the next player notices of this action.
fn notice(t: &Table, action: Action) -> Notice {
    let mover = t.game.to_move(&t.state).unwrap();
    t.game.notice(&t.state, action, mover.next(t.game.seats()))
}

/// The player may pass (or pay) and nobody notices.
fn passes_unnoticed(t: &Table, player: &str, pass: Action) -> bool {
    assert!(t.legal(player).contains(&pass.to_string()), "{:?}", t.legal(player));
    notice(t, pass) == Notice::Nothing
}

#[test]
fn a_pass_is_noticed_where_all_can_see_that_there_is_a_question() {
    let pass = Action::Pass;
    // All ranks of a service; a played card is seen.
    let mut t = table(
        "A 1000 1 service_bonus_100 second_service_less_200; B 1000 1 discount_200 service_declined pld_special_void; \
         C 1000 1",
        &[],
    );
    t.draw("corner");
    t.play("A", "Client(1)");
    for player in ["B", "B", "B", "A", "A"] {
        assert!(passes_unnoticed(&t, player, pass), "{}", t.phase());
        assert_eq!(notice(&t, Action::PlayDeclined), Notice::Action);
        t.play(player, "Pass");
    }
    assert_eq!(t.phase(), "Main");
    let mut t = table("A 1000 1; B 1000 1 pld_vault_200", &[]);
    t.draw("burn_100");
    assert!(passes_unnoticed(&t, "B", pass));
    // A debt that only a GetPaid could help with; that a shoe or clothing could be sold is seen.
    for (player, settings, unnoticed) in [
        ("A 100 0 get_paid_100", &[][..], true),
        ("A 200 1 get_paid_100", &[], false),
        ("A 100 0 get_paid_100", &["clothing.enabled=true"], false),
    ] {
        let mut t = table(&format!("{player}; B 1000 1"), settings);
        t.draw("burn_200");
        assert_eq!(passes_unnoticed(&t, "A", Action::Pay), unnoticed, "{player} {settings:?}");
    }
    // C has the 500 of the first bid. A has not, and is asked for the GetPaid.
    let mut t = table("A 200 1 get_paid_300; B 300 1; C 600 1", &[]);
    t.draw("corner");
    t.play("A", "Client(1)");
    t.play("B", "SellShoe");
    assert!(!passes_unnoticed(&t, "C", pass));
    t.play("C", "Pass");
    assert!(passes_unnoticed(&t, "A", pass));
    // Who owns a shoe is seen.
    let mut t = table("A 1000 1; B 1000 1", &["sales.window=every_turn"]);
    t.draw("nothing");
    t.play("A", "EndTurn");
    assert!(!passes_unnoticed(&t, "A", pass));
}

const ME: Seat = Seat::new(0);

/// Takes the first choice and keeps what it was shown.
#[derive(Default)]
struct Listener(Vec<VisibleMove>);

impl Person for Listener {
    fn choose(&mut self, question: &Question) -> Answer {
        if question.no_undo == Some("another seat has chosen since") {
            let reported = question.news.iter().any(|news| news.seat != ME);
            assert!(reported, "a choice without news: {:?}", question.news);
        }
        self.0.extend(question.news.iter().cloned());
        Answer::Take(0)
    }

    fn over(&mut self, _: &Outcome, _: Seat, news: &[VisibleMove], _: &Json) {
        self.0.extend(news.iter().cloned());
    }
}

/// Returns whether a decision of a trace is another seat's that only its cards gave a choice.
fn for_cards_only(decision: &Json) -> bool {
    let chosen = decision["chosen"].as_str().unwrap();
    let mut others = decision["legal"].as_array().unwrap().iter().filter(|&action| *action != *chosen);
    decision["seat"] != ME.index()
        && ["Pass", "Pay"].contains(&chosen)
        && others.all(|action| action.as_str().unwrap().starts_with("Play"))
}

#[test]
fn a_person_does_not_learn_who_was_asked_and_passed() {
    let game = entry().load(4, RuleSet::defaults(entry().schema())).unwrap();
    let bots = vec![game.bot("random").unwrap(); 4];
    let stop = AtomicBool::new(false);
    let mut kept = 0;
    for seed in 0..8 {
        let mut listener = Listener::default();
        let sat = play_interactive(
            &*game,
            &bots,
            InteractiveOptions { seats: &[ME], earlier: &[], seed, play: 0, stop: &stop },
            &mut listener,
        );
        assert!(sat.over, "seed {seed}");
        let decisions: Vec<&Json> = sat.trace.iter().filter(|line| line["event"] == "decision").collect();
        let seen: Vec<&Json> = decisions.iter().copied().filter(|line| !for_cards_only(line)).collect();
        kept += decisions.len() - seen.len();
        assert_eq!(listener.0.len(), seen.len(), "seed {seed}");
        for (VisibleMove { seat, action, .. }, line) in listener.0.iter().zip(seen) {
            assert_eq!(line["seat"], seat.index(), "seed {seed}");
            let reported = action.as_deref().unwrap_or("...");
            assert!(reported.ends_with("...") || line["chosen"] == reported, "{reported}: {line}");
        }
    }
    assert!(kept > 20, "{kept} choices are too few to tell");
}

/// Returns a table whose Even stock is rebuilt by A's roll from 24 known cards: `GetPaid` of 100 to 300, and Nothing.
fn rebuilt(players: &str) -> Table {
    let mut t = table(players, &["die.faces=[2]", "hand.limit=20"]);
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

#[test]
fn a_second_rebuild_leaves_what_was_certain_of_the_first() {
    // B keeps all cards, A and C play what money they draw, until the stock has been drawn once more.
    let mut t = rebuilt(
        "A 1000 1; B 1000 1 quickie_200 quickie_200 quickie_300 quickie_300 service_declined service_declined \
         service_declined service_declined service_declined service_declined discount_200 discount_200; \
         C 1000 1 quickie_400 discount_300",
    );
    let new = ["get_paid_100", "get_paid_200", "get_paid_300", "nothing"];
    while t.state.table.earlier[0].draws().is_empty() {
        let mover = t.mover();
        let legal = t.legal(mover);
        let plays = |word: &&String| mover != "B" && word.starts_with("PlayGetPaid");
        let on = |word: &&String| matches!(word.as_str(), "Roll" | "EndTurn" | "Pass");
        let action = legal.iter().find(plays).or_else(|| legal.iter().find(on)).unwrap().clone();
        t.play(mover, &action);
    }
    let drawn = new.iter().map(|name| t.holds("B", name)).sum::<u8>();
    assert_eq!((t.state.table.earlier[0].draws()[0][seat("B")], drawn), (8, 8));
    assert!(t.holds("C", "nothing") > 0, "it has cards that B might be imagined with");
    for viewer in ["A", "C"] {
        for world in worlds(&t, viewer, 500) {
            let held = world.hands[seat("B")].counts;
            let since = new.iter().map(|name| held[card(name).index()]).sum::<u8>();
            assert!(
                since <= 8,
                "{viewer}: B drew 8 cards since the first rebuild, and has {since} of its stock"
            );
        }
    }
    let json = serde_json::to_value(t.game.view(&t.state, seat("A"))).unwrap();
    let longer = &json["even_held_longer"][0];
    assert_eq!(longer["drawn_since"][1], 8);
    assert_eq!(
        (&longer["others_at_most"]["quickie_200"], longer["others_at_most"].get("nothing")),
        (&2.into(), None)
    );
}

/// A rebuild, recorded by itself: what was in the hands then, and what was drawn since.
struct Rebuild {
    deck: Deck,
    was: [cards::Counts; 8],
    got: [cards::Counts; 8],
}

#[test]
fn imagined_states_respect_rebuilds_in_random_plays() {
    let settings = ["setup.jewels=30", "win.shoes=0", "hand.limit=3"];
    let (mut rebuilds, mut repeated) = (0, 0);
    for play in 0..25 {
        let game = game(3 + play as usize % 3, &settings);
        let mut rng = Streams::new(play, 3).chance();
        let mut state = game.new_state();
        let mut world = game.new_state();
        let mut log: Vec<Event> = Vec::new();
        let mut record: Vec<Rebuild> = Vec::new();
        game.deal(&mut state, &mut rng, &mut log);
        let mut legal = Vec::new();
        let mut before = state.clone();
        while let Some(mover) = game.to_move(&state) {
            for event in log.drain(..) {
                match event {
                    Event::Shuffle { deck, .. } if state.table.turn > 1 => {
                        let was = std::array::from_fn(|seat| before.hands[Seat::new(seat)].counts);
                        record.push(Rebuild { deck, was, got: [[0; KINDS]; 8] });
                    }
                    Event::Draw { seat, card, .. } if card.is(Kinds::HAND) => {
                        for rebuild in record.iter_mut().filter(|rebuild| rebuild.deck == card.deck()) {
                            rebuild.got[seat.index()][card.index()] += 1;
                        }
                    }
                    _ => {}
                }
            }
            let view = game.view(&state, mover);
            game.determinize(&view, &mut rng, &mut world);
            check_world(&game, &record, &world, mover);
            legal.clear();
            game.legal(&state, &mut legal);
            let action = legal[rng.index(legal.len())];
            before.clone_from(&state);
            game.apply(&mut state, action, &mut rng, &mut log);
        }
        rebuilds += record.len();
        repeated += record.len().saturating_sub(2);
    }
    assert!(rebuilds > 30 && repeated > 10, "{rebuilds} rebuilds, {repeated} again, are too few to tell");
}

fn check_world(game: &EvenOdd, record: &[Rebuild], world: &State, viewer: Seat) {
    let t = &world.table;
    for (i, Rebuild { deck, was, got }) in record.iter().enumerate() {
        // What the other hands held together at the rebuild.
        let mut old = [0_u8; KINDS];
        for seat in viewer.others(game.seats()) {
            for kind in deck.kinds() {
                old[kind] += was[seat.index()][kind];
            }
        }
        if record[i + 1..].iter().all(|later| later.deck != *deck) {
            for kind in deck.kinds() {
                let drawn = got[viewer.index()][kind];
                assert!(
                    world.stock[kind] + drawn <= t.rebuilt[kind],
                    "too much {} in the stock",
                    NAMES[kind]
                );
            }
        }
        for seat in t.alive.iter().filter(|&seat| seat != viewer) {
            let held = world.hands[seat].counts;
            let new: u8 = deck.kinds().map(|kind| held[kind].saturating_sub(old[kind])).sum();
            let drawn: u8 = got[seat.index()].iter().sum();
            assert!(new <= drawn, "{seat:?} holds {new} cards of the stock of rebuild {i}, and drew {drawn}");
        }
    }
}
