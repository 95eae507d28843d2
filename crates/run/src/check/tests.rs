//! Each kind of mistake is found, and named for who has to mend it.

use super::super::test_game::{Mistake, Toy};
use super::super::trace::trace;
use super::*;
use ludometer_model::Game as _;
use ludometer_playable::{Compiled, names};
use ludometer_stats::{Estimate, Metric, Report, Table};

/// Returns the message of the check for a game with this mistake.
fn reported(mistake: Mistake) -> String {
    check_up_to(&Toy(mistake), 20, 3, 100).map(drop).unwrap_err().to_string()
}

fn tells(mistake: Mistake, words: &[&str]) {
    let text = reported(mistake);
    for word in words {
        assert!(text.contains(word), "{mistake:?}: {text}");
    }
}

#[test]
fn a_sound_game_passes() {
    check(&Toy(Mistake::None), 20, 3).unwrap();
}

#[test]
fn a_view_that_holds_the_whole_state_is_found() {
    tells(Mistake::HoldsAll, &["imagined states none differs", "`has_hidden_information` should say"]);
    // Too little was seen to say so.
    check(&Toy(Mistake::HoldsAll), FEW_PLAYS - 1, 3).unwrap();
}

#[test]
fn a_view_that_is_not_kept_is_shown_where_it_differs() {
    tells(Mistake::Shows, &["looks different: `", "other: Some(", "(viewed from seat "]);
    let view = (0..50).collect::<Vec<u32>>();
    let other: Vec<u32> = view.iter().map(|&n| if n == 40 { 99 } else { n }).collect();
    let text = determinized::difference(&view, &other);
    assert!(text.contains("38, 39, 40, 41") && text.contains("38, 39, 99, 41"), "{text}");
    assert!(!text.contains(" 3, 4, 5"), "{text}");
}

#[test]
fn legal_actions_that_tell_hidden_numbers_are_found() {
    tells(Mistake::Hints, &["legal actions depend on what it can't see"]);
}

#[test]
fn draws_that_are_not_coupled_are_found() {
    let reported = check(&Toy(Mistake::Uncoupled), 20, 3).unwrap_err().to_string();
    assert!(reported.contains(" draws are the same with coupled random numbers as without"), "{reported}");
    check_playable(&Toy(Mistake::Uncoupled), 20, 3).unwrap();
}

#[test]
fn a_schema_with_another_id_is_found() {
    let reported = check_schema(&ludometer_playable::Design::default(), &Toy::schema()).unwrap_err();
    assert_eq!(reported, "the design's id is ``, but `rules.toml` says `game = \"toy\"`");
}

#[test]
fn a_play_that_never_ends_is_found() {
    tells(Mistake::Endless, &["game 0, decision 100: the game goes on after 100 decisions"]);
}

#[test]
fn a_turn_that_falls_is_found() {
    tells(Mistake::CountsDown, &["game 0, decision 1: turn 11 comes after turn 12"]);
}

#[test]
fn a_name_of_the_program_is_refused_for_an_event() {
    tells(Mistake::TakesName, &["End is called `end`"]);
}

#[test]
fn a_flaw_of_an_imagined_play_is_reported_as_one() {
    tells(Mistake::Imagined, &["in a state imagined from seat", "'s view, after `", "`: no legal action"]);
}

#[test]
fn a_panic_is_reported_with_its_play() {
    let words = "game 0, decision 0: in a state imagined from seat 0's view, the rules panic: turn 3";
    tells(Mistake::Panics, &[words]);
}

#[test]
fn the_command_that_shows_the_play_is_named() {
    tells(
        Mistake::Panics,
        &["`ludometer trace toy --players 2 --bots random --seed 3 --game 0` shows the game"],
    );
}

#[test]
fn names_of_tables_and_metrics_must_differ_from_those_of_all_games() {
    let table = |name| Table::new(name, &["what", "much"]);
    let turns = || Metric::new(&ludometer_stats::catalogue::TURNS, Estimate::default());
    let general = Report { metrics: vec![turns()], tables: vec![table("seats")], ..Report::default() };
    let found = |own: Report| {
        let mut all = general.clone();
        all.metrics.extend(own.metrics.clone());
        all.tables.extend(own.tables.clone());
        figures::check_report(&own, &all, &names(&["seats", "guesses"]))
    };
    let tables = |names: &[&'static str]| Report {
        tables: names.iter().copied().map(table).collect(),
        ..Report::default()
    };
    assert_eq!(found(tables(&["guesses"])), Ok(()));
    assert_eq!(found(tables(&["seats"])), Err("two tables are called `seats`".to_owned()));
    let unnamed = "the table `prices` is not among the design's tables";
    assert_eq!(found(tables(&["prices"])), Err(unnamed.to_owned()));
    let metrics = Report { metrics: vec![turns()], ..Report::default() };
    assert_eq!(found(metrics), Err("two metrics are called `turns`".to_owned()));
}

/// The plays are those of a batch in which `random` sits in all seats.
#[test]
fn a_trace_shows_the_play_that_was_checked() {
    use crate::{AnyGame as _, Loaded, Seating, TraceOptions};
    let game = Loaded::<Toy>::new(2, ludometer_model::RuleSet::defaults(Toy::schema())).unwrap();
    let bots = vec![game.bot("random").unwrap(); 2];
    let mut last = serde_json::Value::Null;
    let options = TraceOptions {
        seed: 3,
        play: 2,
        seating: Seating::Rotate,
        split: false,
        labels: false,
        views: false,
        branch: None,
    };
    let mut sink = |line: &serde_json::Value| {
        last = line.clone();
        Ok(())
    };
    trace(&game, &bots, options, &mut sink).unwrap();
    let test_game = Toy(Mistake::None);
    let mut check = Check::new(&test_game, 100);
    check.play(3, 2, &Place::default()).unwrap();
    assert_eq!(last["state"], test_game.state_json(&check.state));
}
