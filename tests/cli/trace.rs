//! The trace of one play of a run.

use serde_json::Value;

use crate::{json, prints, rows, temporary_folder};

const BOTS: [&str; 6] = ["--bots", "greedy", "random", "greedy:pile=0.5", "--seed", "5"];

fn trace(options: &[&str]) -> Vec<Value> {
    let folder = temporary_folder();
    let arguments = [&["trace", "pure-profit", "--jsonl"], options].concat();
    prints(folder.path(), &arguments).lines().map(json).collect()
}

#[test]
fn play_123_is_the_one_in_row_123() {
    for seats in ["rotate", "fixed"] {
        let folder = temporary_folder();
        let run = ["run", "pure-profit", "--games", "200", "--per-game", "--seats", seats, "--out", "out"];
        prints(folder.path(), &[&run[..], &BOTS].concat());
        let row = &rows(&folder.path().join("out/games.csv"))[123];
        assert_eq!(row["game"], "123");
        let lines = trace(&[&["--game", "123", "--seats", seats], &BOTS[..]].concat());
        let (start, end) = (&lines[0], lines.last().unwrap());
        assert_eq!(end["turns"].to_string(), row["turns"]);
        assert_eq!(end["unfinished"].to_string(), row["unfinished"]);
        let winners: Vec<String> = end["winners"].as_array().unwrap().iter().map(Value::to_string).collect();
        assert_eq!(winners.join(";"), row["winner_seats"]);
        let decisions = lines.iter().filter(|line| line["event"] == "decision").count();
        assert_eq!(decisions.to_string(), row["decisions"]);
        for seat in 0..3 {
            assert_eq!(start["strategies"][seat], row[&format!("strategy_{seat}")].as_str());
            assert_eq!(end["scores"][seat].to_string(), row[&format!("score_{seat}")]);
            assert_eq!(end["ranks"][seat].to_string(), row[&format!("rank_{seat}")]);
        }
    }
}

#[test]
fn it_begins_and_ends_as_the_contract_says() {
    let lines = trace(&[&["--game", "7", "--set", "bank.goal=8"], &BOTS[..]].concat());
    let start = &lines[0];
    assert_eq!(start["event"], "start");
    assert_eq!(start["game"], "pure-profit");
    assert_eq!(start["version"], env!("CARGO_PKG_VERSION"));
    assert_eq!(start["rules"]["bank.goal"], 8);
    assert_eq!((&start["players"], &start["seed"], &start["index"]), (&3.into(), &5.into(), &7.into()));
    assert!(start["state"].is_object());
    let end = lines.last().unwrap();
    assert_eq!(end["event"], "end");
    assert!(end["state"].is_object());
    for decision in lines.iter().filter(|line| line["event"] == "decision") {
        let legal = decision["legal"].as_array().unwrap();
        assert!(legal.contains(&decision["chosen"]), "{decision}");
        assert!(decision.get("view").is_none(), "views come only when asked for");
    }
}

#[test]
fn views_come_when_asked_for() {
    let lines = trace(&["--game", "0", "--check-view"]);
    let mut decisions = lines.iter().filter(|line| line["event"] == "decision").peekable();
    assert!(decisions.peek().is_some());
    assert!(decisions.all(|line| line["view"].is_object()));
}

#[test]
fn the_options_of_the_run_may_be_repeated() {
    let plain = trace(&["--game", "3"]);
    let repeated = trace(&[
        "--game",
        "3",
        "--games",
        "1e6",
        "--threads",
        "2",
        "--per-game",
        "--out",
        "x",
        "--force",
        "--timing",
        "--quiet",
    ]);
    assert_eq!(plain, repeated);
    assert_ne!(plain, trace(&["--game", "4"]));
}

#[test]
fn text_for_people_tells_the_same_decisions() {
    let folder = temporary_folder();
    let text = prints(folder.path(), &["trace", "pure-profit", "--game", "3"]);
    let chosen: Vec<String> = trace(&["--game", "3"])
        .iter()
        .filter_map(|line| line["chosen"].as_str().map(str::to_owned))
        .collect();
    let lines: Vec<&str> = text.lines().filter(|line| line.starts_with("turn ")).collect();
    assert_eq!(lines.len(), chosen.len());
    assert!(lines.iter().zip(&chosen).all(|(line, action)| line.contains(action.as_str())));
}
