//! Games narrated in sentences: every event has one that fits, and none tells a player what it can't know.

#![expect(clippy::unwrap_used, reason = "a failed step fails its test")]

use ludometer::model::{Notice, Rng, Seat, Streams};
use ludometer::registry::{Entry, GAMES};
use ludometer::run::{AnyGame, Position};
use ludometer_narration::{Layout, Narrator};
use serde_json::Value as Json;

fn usual(entry: &Entry) -> Box<dyn AnyGame> {
    let rules = ludometer::model::RuleSet::defaults(entry.schema());
    entry.load(entry.schema().usual_seats, rules).unwrap()
}

/// Plays a game at random and shows each choice: the position before, the number of the action, its events, the
/// position after, and the numbers that chance drew.
fn random_game(
    game: &dyn AnyGame,
    number: u64,
    mut seen: impl FnMut(&dyn Position, usize, &[Json], &dyn Position, &Rng),
) -> Vec<Json> {
    let streams = Streams::new(11, number);
    let (mut chance, mut choices) = (streams.chance(), streams.seat(Seat::new(0)));
    let mut at = game.position();
    let deal = at.deal(&mut chance);
    while at.to_move().is_some() {
        let (before, drawn) = (at.copy(), chance.clone());
        let chosen = choices.index(at.choices());
        let events = at.apply(chosen, &mut chance);
        seen(&*before, chosen, &events, &*at, &drawn);
    }
    deal
}

#[test]
fn every_event_has_a_sentence_with_fields_that_it_has() {
    for entry in GAMES.iter() {
        let game = usual(entry);
        let narrator = Narrator::new(game.names(), None).unwrap();
        let check = |events: &[Json]| {
            for event in events {
                assert!(narrator.has_template(event), "{}: no sentence for {event}", entry.id());
                let missing = narrator.missing_fields(event);
                assert!(missing.is_empty(), "{}: {missing:?} of {event}", entry.id());
            }
        };
        for number in 0..20 {
            check(&random_game(&*game, number, |_, _, events, _, _| check(events)));
        }
    }
}

/// Returns the sentences by which a player learns of these events.
fn reported(narrator: &Narrator, events: &[Json]) -> Vec<String> {
    events.iter().filter_map(|event| Some(narrator.tell(event)?.text())).collect()
}

/// In positions that a watcher can't tell apart, the same choice and the same chance are reported in the same words if they
/// lead to the same view: what differs is hidden from the watcher.
#[test]
fn a_player_is_shown_no_more_than_its_view_shows() {
    for entry in GAMES.iter() {
        let game = usual(entry);
        let seats = game.seats();
        let narrators: Vec<_> =
            (0..seats).map(|seat| Narrator::new(game.names(), Some(seat)).unwrap()).collect();
        let mut side = Rng::from_words([5, 6, 7]);
        let mut compared = 0;
        for number in 0..6 {
            random_game(&*game, number, |before, chosen, events, after, drawn| {
                let mover = before.to_move().unwrap();
                let watcher = Seat::new((mover.index() + 1 + number as usize) % seats);
                // At the end hands are shown and counted; cards that are turned over are seen by all, though a view need
                // not remember which of a player's known cards they were.
                let shows = events.iter().any(|event| event["event"] == "reveal");
                if shows
                    || after.to_move().is_none()
                    || watcher == mover
                    || before.notice(chosen, watcher) != Notice::Action
                {
                    return;
                }
                let narrator = &narrators[watcher.index()];
                let really = reported(narrator, events);
                for _ in 0..4 {
                    let world = before.determinized(watcher, &mut side);
                    if world.to_move() != Some(mover) {
                        continue;
                    }
                    let text = before.action_text(chosen);
                    for other in (0..world.choices()).filter(|&other| world.action_text(other) == text) {
                        let mut there = world.copy();
                        let events = there.apply(other, &mut drawn.clone());
                        if there.looks_like(after, watcher) {
                            compared += 1;
                            let here = reported(narrator, &events);
                            assert_eq!(here, really, "{}, {watcher} watches {mover}", entry.id());
                        }
                    }
                }
            });
        }
        assert!(compared > 100, "{}: {compared}", entry.id());
    }
}

/// What a design says of its table is there in its views, and a player's own hand is reported in full.
#[test]
fn every_area_of_a_table_is_found_in_views() {
    for entry in GAMES.iter() {
        let game = usual(entry);
        let names = game.names();
        assert!(!names.areas.is_empty(), "{}", entry.id());
        let mut filled = vec![false; names.areas.len()];
        for seed in 0..20 {
            // Some games at least, and more while an area is empty.
            if seed >= 3 && filled.iter().all(|filled| *filled) {
                break;
            }
            let streams = Streams::new(seed, 0);
            let (mut rng, mut choices) = (streams.chance(), Rng::from_words([seed, 2, 3]));
            let mut at = game.position();
            at.deal(&mut rng);
            let layout = Layout::new(names, game.seats(), &at.view(Seat::new(0)));
            while let Some(seat) = at.to_move() {
                let view = at.view(seat);
                let contents = layout.read(&view, seat.index());
                for (place, contents) in layout.places().iter().zip(&contents) {
                    let area = names.areas.iter().position(|area| area.label == place.label).unwrap();
                    filled[area] |= !contents.is_empty();
                    if place.owner == Some(seat.index()) {
                        assert_eq!(contents.down, 0, "{}: {}", entry.id(), place.label);
                    }
                }
                at.apply_silently(choices.index(at.choices()), &mut rng);
            }
        }
        for (area, filled) in names.areas.iter().zip(filled) {
            assert!(filled, "{}: there is never anything at `{}`", entry.id(), area.label);
        }
    }
}
