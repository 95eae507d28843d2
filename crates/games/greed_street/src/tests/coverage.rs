//! Which clause each event is counted for.

use std::collections::BTreeSet;

use ludometer_model::{Event as GameEvent, Game, Streams};

use super::super::coverage::EVENT_KINDS;
use super::random_play::ALL;
use super::scene::{Scene, game, scene};

/// Returns the clauses of the last action's events that begin with this word, in order.
fn clauses(s: &Scene, word: &str) -> Vec<&'static str> {
    let reported = s.events.iter().filter_map(GameEvent::event_kind).map(|place| &EVENT_KINDS[place]);
    reported
        .filter(|reported| reported.name.split(' ').next() == Some(word))
        .map(|reported| &*reported.clause)
        .collect()
}

#[test]
fn gs_20_gs_23_each_wild_card_has_a_clause() {
    let mut s = scene(&[], &["@7 donuts", ""]);
    s.roll(2, 4).act("PlayDonuts");
    assert_eq!(clauses(&s, "move_card"), ["GS-20"]);
    let mut s = scene(&[], &["free_pass", "+tina"]);
    s.roll(2, 4).act("PlayFreePass");
    assert_eq!(clauses(&s, "move_card"), ["GS-23"]);
}

#[test]
fn gs_33_a_square_is_not_obeyed_after_a_direction_roll() {
    let mut s = scene(&["land.after_direction=false"], &["@3", ""]);
    s.roll(3, 4).roll(1, 2);
    assert_eq!((s.at(0), clauses(&s, "not_obeyed")), (13, vec!["GS-33"]));
}

#[test]
fn gs_52_gs_53_whoever_wins_a_fight_has_a_clause() {
    for (defends, clause) in [([1, 3], "GS-52"), ([5, 6], "GS-53")] {
        let mut s = scene(&["trade.enabled=false"], &["+donna", "+tina"]);
        s.roll(2, 4).acts(&["PayFull", "Fight"]);
        assert_eq!(clauses(&s, "fight_start"), ["GS-48"]);
        s.act("Done").roll(2, 4).act("Done").roll(defends[0], defends[1]);
        assert_eq!(clauses(&s, "fight_end"), [clause]);
    }
}

#[test]
fn gs_82_gs_84_fights_over_a_square_have_their_own() {
    for defends in [[1, 3], [5, 6]] {
        let mut s = scene(&["variant.proximity_fighting=true"], &["@11 +donna", "@18 +tina"]);
        s.roll(3, 4).act("Challenge(1)");
        assert_eq!(clauses(&s, "fight_start"), ["GS-82"]);
        s.act("Done").roll(2, 4).act("Done").roll(defends[0], defends[1]);
        assert_eq!(clauses(&s, "fight_end"), ["GS-84"]);
    }
}

#[test]
fn every_event_is_counted_under_its_own_name_and_all_names_occur() {
    let short = ["land.after_direction=false", "fight.max_rounds=1", "fight.requires_own_worker=false"];
    let deck = super::super::cards::NAMES[1..].iter().map(|name| format!("deck.{name}=0"));
    let few: Vec<String> =
        deck.chain(["deck.gift_1=1".to_owned(), "limits.max_turns=30".to_owned()]).collect();
    let few: Vec<&str> = few.iter().map(String::as_str).collect();
    let mut missing: BTreeSet<&str> = EVENT_KINDS.iter().map(|reported| &*reported.name).collect();
    for (sets, plays) in [([ALL, &short].concat(), 30), (few, 1)] {
        let game = game(3, &sets);
        for play in 0..plays {
            let (mut chance, mut rng) = (Streams::new(3, play).chance(), Streams::new(4, play).chance());
            let (mut state, mut events, mut legal) = (game.new_state(), Vec::new(), Vec::new());
            game.deal(&mut state, &mut chance, &mut events);
            while game.to_move(&state).is_some() {
                legal.clear();
                game.legal(&state, &mut legal);
                game.apply(&mut state, legal[rng.index(legal.len())], &mut chance, &mut events);
            }
            for event in &events {
                let reported = &*EVENT_KINDS[event.event_kind().unwrap()].name;
                if missing.remove(reported) {
                    let json = serde_json::to_value(event).unwrap();
                    let (word, detail) = reported.split_once(' ').unwrap_or((reported, ""));
                    assert_eq!(json["event"], word);
                    let of =
                        ["purpose", "reason"].map(|key| &json[key]).into_iter().find(|of| of.is_string());
                    let of = of.map(|of| if of == "wild" { &json["card"] } else { of });
                    assert!(of.is_none_or(|of| detail.is_empty() || of == detail), "{reported}: {json}");
                }
            }
        }
    }
    assert_eq!(missing, BTreeSet::new());
}
