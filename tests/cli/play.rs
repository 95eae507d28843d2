//! `play`: a person in the terminal, here from a pipe.

use std::fs;

use ludometer::registry::GAMES;

use crate::bad_input::paragraph;
use crate::review::TWO_ROADS;
use crate::{files, json, ludometer, temporary_folder};

/// Returns the output after these lines are typed.
fn typed(folder: &std::path::Path, arguments: &[&str], lines: &str) -> String {
    let output = ludometer(folder, arguments).write_stdin(lines).assert().success().get_output().clone();
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn every_game_can_be_played_to_its_end() {
    let folder = temporary_folder();
    let answers = "1\n".repeat(20_000);
    for entry in GAMES.iter() {
        let file = format!("{}.jsonl", entry.id());
        let arguments = ["play", entry.id(), "--bots", "random", "--seed", "3", "--trace", &file];
        let text = typed(folder.path(), &arguments, &answers);
        assert!(
            text.contains("the game is over after ") && text.contains("Player A (you): place "),
            "{}: {text}",
            entry.id()
        );
        assert!(text.ends_with(&format!("the trace of the game is in {file}\n")), "{text}");
        let trace = fs::read_to_string(folder.path().join(&file)).unwrap();
        let events: Vec<_> = trace.lines().map(json).collect();
        let first = &events[0];
        assert_eq!((&first["event"], &first["game"]), (&"start".into(), &entry.id().into()));
        assert_eq!(first["strategies"][0], "person");
        assert_eq!(events.last().unwrap()["event"], "end");
        // Every own choice was the first of the list.
        let own = events.iter().filter(|e| e["event"] == "decision" && e["seat"] == 0);
        assert!(own.clone().count() > 0);
        assert!(own.into_iter().all(|e| e["chosen"] == e["legal"][0]), "{}", entry.id());
    }
}

/// What the others drew from the stock stands in the trace, and not in the sentences for a person who didn't see it.
#[test]
fn news_is_reported_in_sentences_as_far_as_the_person_sees_it() {
    let folder = temporary_folder();
    let arguments = ["play", "pure-profit", "--bots", "random", "--seed", "3", "--trace", "t.jsonl"];
    let text = typed(folder.path(), &arguments, &"1\n".repeat(20_000));
    // Without the breaks of lines.
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let drawn = |who: &str| {
        let begin = format!(" {who} draws ");
        text.split(&begin)
            .skip(1)
            .filter_map(|rest| rest.split_once(" from the stock."))
            .map(|(card, _)| card)
            .filter(|card| !card.contains('.'))
            .map(str::to_owned)
            .collect::<Vec<_>>()
    };
    let own = drawn("A");
    assert!(own.len() > 10 && own.iter().all(|card| card != "a card"), "{own:?}");
    for who in ["B", "C", "D"] {
        let others = drawn(who);
        assert!(others.len() > 10 && others.iter().all(|card| card == "a card"), "{others:?}");
    }
}

#[test]
#[cfg(unix)]
fn a_program_learns_how_a_play_with_a_person_ended() {
    let folder = temporary_folder();
    let bot = "#!/bin/sh\nwhile read -r line; do\n  case \"$line\" in\n  *'\"type\":\"end\"'*) echo \"$line\" > end.json ;;\n  \
               *'\"type\":\"hello\"'*) echo '{\"ready\": true}' ;;\n  \
               *'\"type\":\"decide\"'*) echo '{\"choose\": 0}' ;;\n  esac\ndone\n";
    fs::write(folder.path().join("bot.sh"), bot).unwrap();
    fs::write(folder.path().join("p.toml"), "command = [\"sh\", \"bot.sh\"]\n").unwrap();
    let arguments = ["play", "greed-street", "--bots", "p.toml", "--players", "2", "--trace", "t.jsonl"];
    let text = typed(folder.path(), &arguments, &"1\n".repeat(20_000));
    assert!(text.contains("the game is over after "), "{text}");
    let reported = json(&fs::read_to_string(folder.path().join("end.json")).unwrap());
    let trace = fs::read_to_string(folder.path().join("t.jsonl")).unwrap();
    let end = json(trace.lines().last().unwrap());
    assert_eq!((&reported["type"], &reported["scores"]), (&"end".into(), &end["scores"]));
}

#[test]
fn wrong_answers_are_explained_and_asked_again() {
    let folder = temporary_folder();
    let arguments = ["play", "pure-profit", "--bots", "random", "--players", "2"];
    let text = typed(folder.path(), &arguments, "help\n99\nbnak 1\n\nview\nundo\nquit\n");
    assert!(text.contains("take back your last choice"), "{text}");
    assert!(text.contains("there is no choice 99: they are 1 to "), "{text}");
    assert!(text.contains("`bnak 1` is no choice here"), "{text}");
    assert!(text.contains("Can't undo: you have not chosen anything yet"), "{text}");
    assert!(
        text.ends_with(
            "the trace of the game so far is in pure-profit-0.jsonl; --resume with this file goes on\n"
        ),
        "{text}"
    );
    // A second play doesn't write over the first one's trace, and with --force it does.
    let text = typed(folder.path(), &arguments, "quit\n");
    assert!(
        text.ends_with(
            "the trace of the game so far is in pure-profit-0-2.jsonl; --resume with this file goes on\n"
        ),
        "{text}"
    );
    let text = typed(folder.path(), &[&arguments[..], &["--force"]].concat(), "quit\n");
    assert!(
        text.ends_with(
            "the trace of the game so far is in pure-profit-0.jsonl; --resume with this file goes on\n"
        ),
        "{text}"
    );
    let named = ["--trace", "pure-profit-0.jsonl"];
    ludometer(folder.path(), &[&arguments[..], &named].concat()).write_stdin("quit\n").assert().code(2);
}

#[test]
fn the_table_is_shown_and_a_hint_tells_what_choices_are_worth() {
    let folder = temporary_folder();
    let arguments = ["play", "pure-profit", "--bots", "random", "--players", "2"];
    let text = typed(folder.path(), &arguments, "hint\n1\nquit\n");
    assert!(
        text.contains("\n  You (A)   Hand: ") && text.contains("\n  Player B   Hand: 5 face down\n"),
        "{text}"
    );
    let hint = text.split("If all play on as greedy, ").nth(1).unwrap();
    assert!(hint.contains(" %  draw from the stock\n"), "{text}");
    // After the choice only what is new, with a star.
    assert!(hint.contains("\n* You (A)   Hand: "), "{text}");
}

/// Who goes right has stone to sell, and loses to a player who goes left.
#[test]
fn a_person_is_shown_what_bots_would_do_and_why() {
    let folder = temporary_folder();
    fs::write(folder.path().join("roads.luau"), TWO_ROADS).unwrap();
    let left = "function choose(view, legal) return 1 end";
    fs::write(folder.path().join("left.luau"), left).unwrap();
    let arguments = ["play", "roads.luau", "--bots", "left.luau", "--trace", "t.jsonl"];
    let text = typed(folder.path(), &arguments, "hint\nwhy\nwhy go right\nwhy 3\nquit\n");
    assert!(text.contains("\n  left would go left\n"), "{text}");
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let why = "Go left (100 %) rather than go right (";
    let leads = "if all play on as greedy. A would then sell gold (100 % instead of 0 %); A would no longer sell stone (0 %";
    assert_eq!((text.matches(why).count(), text.matches(leads).count()), (2, 2), "{text}");
    assert!(text.contains("there is no choice 3: they are 1 to 2"), "{text}");
}

#[test]
fn the_end_of_the_input_ends_the_play() {
    let folder = temporary_folder();
    let text = typed(folder.path(), &["play", "even-odd", "--trace", "x.jsonl"], "1\n");
    assert!(
        text.ends_with("the input is at its end; the trace of the game so far is in x.jsonl; --resume with this file goes on\n"),
        "{text}"
    );
    let trace = fs::read_to_string(folder.path().join("x.jsonl")).unwrap();
    assert!(trace.lines().all(|line| json(line)["event"] != "end"));
}

#[test]
fn what_was_played_before_a_bot_failed_is_kept() {
    let folder = temporary_folder();
    let text =
        "function choose(view, legal, info)\n\tif info.turn > 5 then error('no more') end\n\treturn 1\nend\n";
    fs::create_dir(folder.path().join("s")).unwrap();
    fs::write(folder.path().join("s/x.luau"), text).unwrap();
    let arguments = ["play", "pure-profit", "--players", "2", "--bots", "s/x.luau", "--trace", "t.jsonl"];
    let output = ludometer(folder.path(), &arguments).write_stdin("1\n".repeat(2000)).assert().code(1);
    let error = String::from_utf8(output.get_output().stderr.clone()).unwrap();
    assert!(error.contains("no more; the trace of the game so far is in t.jsonl"), "{error}");
    let trace = fs::read_to_string(folder.path().join("t.jsonl")).unwrap();
    let events: Vec<_> = trace.lines().map(json).collect();
    assert!(events.iter().filter(|event| event["event"] == "decision").count() > 2);
    assert_ne!(events.last().unwrap()["event"], "end");
}

#[test]
fn a_trace_that_cannot_be_written_is_refused_before_the_first_choice() {
    let folder = temporary_folder();
    fs::create_dir(folder.path().join("there")).unwrap();
    for options in [&["--trace", "missing/t.jsonl"][..], &["--trace", "there", "--force"]] {
        let said = paragraph(folder.path(), &[&["play", "pure-profit"], options].concat(), 2);
        assert!(said.contains(&format!("writing {} failed: ", options[1])), "{said}");
        assert!(said.contains("choose another one with --trace"), "{said}");
    }
}

#[test]
fn bad_input_is_named_and_nothing_is_written() {
    let folder = temporary_folder();
    for (options, expected) in [
        (&["--seat", "4"][..], "a seat of the table, from 0 to 3"),
        (&["--bots", "gredy"], "did you mean `greedy`?"),
        (&["--players", "4", "--bots", "greedy", "random"], "one bot for all other seats"),
    ] {
        let output = ludometer(folder.path(), &[&["play", "pure-profit"], options].concat()).assert().code(2);
        let text = String::from_utf8(output.get_output().stderr.clone()).unwrap();
        assert!(text.contains(expected) && text.lines().count() == 1, "{text}");
    }
    assert!(files(folder.path()).is_empty());
}

/// A game that was left and resumed is the game that is played through: the same lines, the same end.
#[test]
fn a_game_that_was_left_goes_on() {
    let folder = temporary_folder();
    let play = ["play", "pure-profit", "--bots", "greedy", "--players", "3", "--seat", "B", "--seed", "5"];
    let answers = |count: usize| "1\n".repeat(count);
    typed(folder.path(), &[&play[..], &["--trace", "whole.jsonl"]].concat(), &answers(400));
    typed(folder.path(), &[&play[..], &["--trace", "left.jsonl"]].concat(), &(answers(4) + "quit\n"));
    let left = fs::read_to_string(folder.path().join("left.jsonl")).unwrap();
    let resume = [&play[..], &["--resume", "left.jsonl"]].concat();
    let text = typed(folder.path(), &resume, &answers(400));
    assert!(text.contains("the trace of the game is in left.jsonl\n"), "{text}");
    let read = |name: &str| fs::read_to_string(folder.path().join(name)).unwrap();
    assert_eq!(read("left.jsonl"), read("whole.jsonl"));
    assert!(read("whole.jsonl").starts_with(&left));
    // Over, or of another game: refused, and nothing is written.
    let refused = |arguments: &[&str]| {
        let output =
            ludometer(folder.path(), arguments).write_stdin("").assert().code(2).get_output().clone();
        String::from_utf8(output.stderr).unwrap()
    };
    assert!(refused(&resume).contains("that game is over"));
    fs::write(folder.path().join("left.jsonl"), &left).unwrap();
    let seed = [&resume[..], &["--set", "bank.goal=8"]].concat();
    assert!(refused(&seed).contains("`rules` is not that of this command"), "{}", refused(&seed));
    assert_eq!(read("left.jsonl"), left);
}
