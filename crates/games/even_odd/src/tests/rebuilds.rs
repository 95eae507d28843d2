//! Certain knowledge once a stock was rebuilt (section 4), also of the rebuilds before the last one.

use super::knowledge::worlds;
use super::*;

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
