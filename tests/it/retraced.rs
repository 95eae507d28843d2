//! Traces a game again by the choices that were made in it.

use std::io;

use serde_json::Value as Json;

use ludometer::cli::watch_choices;
use ludometer::model::{RuleSet, Seat};
use ludometer::registry::GAMES;
use ludometer::run::{Follower, Position, Seating, TraceOptions, retrace, trace};

/// The lines of a trace, and what was chosen.
#[derive(Default)]
struct Notes {
    lines: Vec<Json>,
    chosen: Vec<usize>,
}

impl Follower for Notes {
    fn line(&mut self, line: &Json) -> io::Result<()> {
        self.lines.push(line.clone());
        Ok(())
    }

    fn decided(&mut self, _: &dyn Position, chosen: usize) {
        self.chosen.push(chosen);
    }
}

#[test]
fn the_same_choices_tell_the_same_game() {
    for entry in GAMES.iter() {
        let rules = RuleSet::defaults(entry.schema());
        let game = entry.load(entry.schema().usual_seats, rules).unwrap();
        let bots = vec![game.bot("random").unwrap(); game.seats()];
        let options = TraceOptions {
            seed: 11,
            play: 4,
            seating: Seating::Fixed,
            split: false,
            labels: true,
            views: false,
            branch: None,
        };
        let mut first = Notes::default();
        trace(&*game, &bots, options, &mut first).unwrap();
        let who = vec!["random"; game.seats()];
        let mut again = Notes::default();
        retrace(&*game, &who, (11, 4), &first.chosen, &mut again).unwrap();
        assert_eq!(again.lines.len(), first.lines.len(), "{}", entry.id());
        for (again, first) in again.lines.iter().zip(&first.lines).skip(1) {
            assert_eq!(again, first, "{}", entry.id());
        }
        // Half of them: the next decision is open.
        let half = &first.chosen[..first.chosen.len() / 2];
        let mut open = Notes::default();
        retrace(&*game, &who, (11, 4), half, &mut open).unwrap();
        let [.., decision, pause] = &open.lines[..] else { panic!("too few lines") };
        assert_eq!((&pause["event"], &decision["chosen"]), (&"pause".into(), &Json::Null));
        assert!(decision["legal"].as_array().is_some_and(|legal| !legal.is_empty()));
        let page = watch_choices(entry, &*game, &who, (11, 4), half, Some(Seat::new(0))).unwrap();
        assert!(page.contains("as Player A knows it") && !page.contains("seed 11"), "{}", entry.id());
        let wrong = [half, &[usize::MAX]].concat();
        let error = retrace(&*game, &who, (11, 4), &wrong, &mut open).unwrap_err();
        assert!(error.to_string().contains("legal ones"), "{error}");
    }
}
