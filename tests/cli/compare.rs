//! `compare`: verdicts, files, errors.

use std::fs;

use super::bad_input::paragraph;
use super::{csv_files, files, json, ludometer, prints, rows, temporary_folder};

const SHORT: [&str; 8] = ["--bots", "random", "--players", "2", "--max-games", "4096", "--quiet", "--force"];

fn compare<'a>(more: &[&'a str]) -> Vec<&'a str> {
    let mut all = vec!["compare", "pure-profit"];
    all.extend(SHORT);
    all.extend(more);
    all
}

#[test]
fn a_shorter_goal_makes_shorter_plays() {
    let folder = temporary_folder();
    let out = prints(
        folder.path(),
        &compare(&["--set-b", "bank.goal=5", "--metrics", "turns", "unfinished", "--out", "o"]),
    );
    let verdict = out.lines().find(|line| line.starts_with("With ")).unwrap_or_default();
    assert!(verdict.starts_with("With bank.goal = 5 instead of 10 a game takes "), "{out}");
    assert!(
        verdict.contains(" fewer turns (") && verdict.contains("; no seat gains or loses more than "),
        "{verdict}"
    );
    let table = rows(&folder.path().join("o/compare.csv"));
    assert_eq!(table[0]["metric"], "turns");
    assert_eq!(table[0]["verdict"], "smaller");
    assert_eq!(table[0]["settled_at"], "2048", "64 units of 32 games");
    let number = |column: &str| table[0][column].parse::<f64>().unwrap();
    assert!(number("ci_low") <= number("difference") && number("difference") <= number("ci_high"));
    assert!((number("b") - number("a") - number("difference")).abs() < 1e-9);
    let names: Vec<String> = files(&folder.path().join("o")).into_keys().collect();
    assert_eq!(names, ["a.toml", "b.toml", "compare.csv", "compare.json", "names.csv"]);
}

#[test]
fn two_scripts_are_two_versions_of_a_game() {
    let folder = temporary_folder();
    let script = include_str!("../../games/river_race.luau");
    let longer = script.replace("\"track.length\", 30", "\"track.length\", 60");
    fs::write(folder.path().join("old.luau"), script).unwrap();
    fs::write(folder.path().join("new.luau"), longer).unwrap();
    let words =
        ["compare", "old.luau", "new.luau", "--players", "2", "--games", "2048", "--metrics", "decisions"];
    let out = prints(folder.path(), &[&words[..], &["--quiet", "--out", "o"]].concat());
    assert!(out.contains("\n  A: old.luau\n  B: new.luau\n"), "{out}");
    let table = rows(&folder.path().join("o/compare.csv"));
    assert_eq!((&*table[0]["metric"], &*table[0]["verdict"]), ("decisions", "larger"), "{out}");
    // Its games are those of each script, also when one is played once more.
    let of_side = |side: &str| {
        let trace = ["trace", "--run", "o", "--side", side, "--game", "3", "--jsonl"];
        json(prints(folder.path(), &trace).lines().next().unwrap())["rules"]["track.length"].clone()
    };
    assert_eq!([of_side("a"), of_side("b")], [30, 60]);
    let record = json(&fs::read_to_string(folder.path().join("o/compare.json")).unwrap());
    let command = record["command"].as_str().unwrap().to_owned();
    let again: Vec<&str> = command.split(' ').skip(1).chain(["--quiet", "--out", "again"]).collect();
    prints(folder.path(), &again);
    let [first, second] = ["o", "again"].map(|name| csv_files(&folder.path().join(name)));
    assert!(first == second);
    let refused = |new: &str, part: &str| {
        let text = paragraph(folder.path(), &["compare", "old.luau", new], 2);
        assert!(text.contains(part), "{text}");
    };
    refused("old.luau", "both sides are the same");
    refused("pure-profit", "`pure-profit` is no game script");
    refused("nwe.luau", "did you mean `./new.luau`?");
}

#[test]
fn its_figures_are_those_of_the_rules_for_any_number_of_threads() {
    let folder = temporary_folder();
    let with = |threads, out| {
        let more = ["--set-b", "deck.steal_one=9", "--threads", threads, "--out", out];
        prints(folder.path(), &compare(&more));
        csv_files(&folder.path().join(out))
    };
    assert_eq!(with("1", "one"), with("3", "three"));
}

#[test]
fn its_command_and_its_rule_files_repeat_it() {
    let folder = temporary_folder();
    let set = ["--set-a", "bank.goal=7", "--set-b", "bank.goal=8"];
    prints(folder.path(), &compare(&[&set[..], &["--metrics", "turns=0.5", "--out", "first"]].concat()));
    let record = json(&fs::read_to_string(folder.path().join("first/compare.json")).unwrap());
    let command = record["command"].as_str().unwrap().to_owned();
    let words: Vec<&str> = command.split(' ').skip(1).chain(["--quiet", "--out", "second"]).collect();
    prints(folder.path(), &words);
    let files = ["--a", "first/a.toml", "--b", "first/b.toml", "--metrics", "turns=0.5", "--out", "third"];
    prints(folder.path(), &compare(&files));
    let first = csv_files(&folder.path().join("first"));
    assert_eq!(first, csv_files(&folder.path().join("second")), "{command}");
    assert_eq!(first, csv_files(&folder.path().join("third")));
}

#[test]
fn bots_are_compared_in_the_same_place() {
    let folder = temporary_folder();
    let out = prints(folder.path(), &compare(&["--a", "random", "--b", "greedy", "--json", "--out", "o"]));
    let record = json(&out);
    assert_eq!(record["subjects"], serde_json::json!(["random", "greedy"]));
    assert_eq!(record["metrics"][0]["metric"], "strategy_win_rate[subject]");
    assert_eq!(record["metrics"][0]["verdict"], "larger");
}

#[test]
fn what_can_not_be_compared_is_refused_before_anything_is_played() {
    let folder = temporary_folder();
    let refused = |more: &[&str], why: &str| {
        let out = ludometer(folder.path(), &compare(more)).assert().code(2).get_output().clone();
        let text = String::from_utf8(out.stderr).unwrap();
        assert!(text.contains(why) && text.lines().count() == 1, "{text}");
    };
    refused(&[], "both sides are the same");
    refused(&["--b", "greedy"], "`greedy` is a bot, but the other side names none");
    refused(&["--set-b", "bank.goal=5", "--metrics", "turn"], "did you mean `turns`?");
    refused(&["--set-b", "bank.goal=5", "--metrics", "turns=0"], "metric=precision");
    refused(&["--set-b", "bank.goal=5", "--precision", "-1"], "a number above 0");
    refused(&["--set-b", "bank.goal=5", "--confidence", "1"], "between 0 and 1");
    refused(&["--set-b", "bank.gaol=5"], "did you mean `bank.goal`?");
    refused(&["--set-b", "bank.goal=77"], "(--set-b bank.goal=77)");
    refused(&["--a", "random", "--b", "nope"], "(--b nope)");
    // With several bots in the other places, too.
    refused(&["--bots", "greedy", "--a", "nope", "--b", "greedy"], "(--a nope)");
    assert!(files(folder.path()).is_empty());
    fs::write(folder.path().join("notes.txt"), "mine").unwrap();
    let into = ["compare", "pure-profit", "--set-b", "bank.goal=5", "--out", "."];
    let text = paragraph(folder.path(), &into, 2);
    assert!(text.contains("replace the results in it with --force, or go on"), "{text}");
}

#[test]
fn too_few_plays_for_any_look_are_refused() {
    let folder = temporary_folder();
    ludometer(folder.path(), &["compare", "pure-profit", "--set-b", "bank.goal=5", "--max-games", "100"])
        .assert()
        .code(2)
        .stderr(predicates::str::contains("need at least 256 games"));
}

/// Any number of games is taken from 64 a seat on, at each number of seats.
#[test]
fn so_few_games_are_taken_at_each_number_of_seats() {
    let folder = temporary_folder();
    for (players, games, played) in [("2", "2000", "1,980"), ("3", "2000", "1,980"), ("5", "400", "400")] {
        let words = [
            "compare",
            "pure-profit",
            "--set-b",
            "bank.goal=5",
            "--metrics",
            "shared_wins=0.0001",
            "--quiet",
            "--force",
        ];
        let text = prints(
            folder.path(),
            &[&words[..], &["--players", players, "--games", games, "--out", "c"]].concat(),
        );
        assert!(text.contains(&format!("{played} games on each side")), "{text}");
        let sentence =
            format!("Of the {} games asked for {played} were played: they come in blocks of ", "2,000");
        assert_eq!(text.contains(&sentence), games == "2000", "{text}");
    }
    let few = ["compare", "pure-profit", "--set-b", "bank.goal=5", "--players", "3", "--games", "191"];
    let refused = ludometer(folder.path(), &few).assert().code(2).get_output().clone();
    assert!(String::from_utf8(refused.stderr).unwrap().contains("need at least 192 games"));
}

#[test]
fn its_plays_can_be_traced() {
    let folder = temporary_folder();
    let short =
        ["compare", "pure-profit", "--players", "2", "--bots", "random", "--quiet", "--max-games", "2048"];
    let change = ["--metrics", "turns", "--set-b", "bank.goal=5"];
    for (more, out) in [(&["--seed", "8"][..], "paired"), (&["--unpaired"], "own")] {
        prints(folder.path(), &[&short[..], &change, more, &["--out", out]].concat());
        let start = |side: &str| {
            let arguments = ["trace", "--run", out, "--side", side, "--game", "2047", "--jsonl"];
            json(prints(folder.path(), &arguments).lines().next().unwrap())
        };
        let [a, b] = ["a", "b"].map(start);
        assert_eq!([&a["rules"]["bank.goal"], &b["rules"]["bank.goal"]], [10, 5]);
        let hands = [&a, &b].map(|side| side["state"]["hands"].clone());
        assert_eq!(hands[0] == hands[1], out == "paired", "the same deck is dealt alike in pairs only");
    }
    let refused = |arguments: &[&str], text: &str| {
        let all = [&["trace", "--game", "2048"], arguments].concat();
        let output = ludometer(folder.path(), &all).assert().code(2).get_output().clone();
        let error = String::from_utf8(output.stderr).unwrap();
        assert!(error.contains(text), "{error}");
    };
    refused(&["--run", "paired"], "it is that of a comparison: add --side a or --side b");
    refused(&["--run", "paired", "--side", "a"], "2048");
    prints(folder.path(), &["run", "pure-profit", "--games", "2", "--quiet", "--out", "run"]);
    refused(&["--run", "run", "--side", "a"], "--side is for the folder of a comparison");
    // Bots are compared in the first place, whatever they are called there.
    let bots = ["--a", "greedy:pile=0.5", "--b", "greedy", "--seats", "fixed", "--out", "bots"];
    prints(folder.path(), &[&short[..], &bots].concat());
    let reported =
        prints(folder.path(), &["trace", "--run", "bots", "--side", "a", "--game", "7", "--jsonl"]);
    assert_eq!(
        json(reported.lines().next().unwrap())["strategies"],
        serde_json::json!(["greedy:pile=0.5", "random"])
    );
}

#[test]
fn a_budget_in_time_ends_it_and_its_command_repeats_what_was_done() {
    let folder = temporary_folder();
    // No time at all: it is over after the first units of both sides.
    let compare =
        ["compare", "pure-profit", "--players", "2", "--bots", "random", "--threads", "2", "--quiet"];
    let asked = ["--set-b", "bank.goal=9", "--metrics", "turns", "--minutes", "0.000001", "-o", "first"];
    prints(folder.path(), &[&compare[..], &asked].concat());
    let record = json(&fs::read_to_string(folder.path().join("first/compare.json")).unwrap());
    assert_eq!((&record["time_is_up"], &record["complete"]), (&true.into(), &true.into()));
    assert_eq!(record["games"], 64, "two units of 32");
    assert_eq!(record["metrics"][0]["verdict"], "too few games");
    assert!(record["command"].as_str().unwrap().contains("--games 64"), "{record}");
    // A game warns of a side's rules in the record.
    let asked = ["--set-b", "deck.value_1=1", "--metrics", "turns", "--games", "2048", "-o", "warned"];
    prints(folder.path(), &[&compare[..], &asked].concat());
    let record = json(&fs::read_to_string(folder.path().join("warned/compare.json")).unwrap());
    assert_eq!(record["a"]["warnings"], serde_json::json!([]));
    assert!(record["b"]["warnings"][0].as_str().unwrap().contains("shut out"), "{record}");
    prints(folder.path(), &["report", "warned"]);
    let page = fs::read_to_string(folder.path().join("warned/report.html")).unwrap();
    assert!(page.contains("The game design warns of the rules of side B: deck.value_1 = 1"));
}

#[test]
fn its_verdict_tells_of_cards_skill_and_targets_and_stands_first_on_its_page() {
    let folder = temporary_folder();
    let asked = [
        "compare",
        "pure-profit",
        "--players",
        "2",
        "--bots",
        "greedy",
        "--quiet",
        "--set-b",
        "deck.steal_one=9",
    ];
    let more = [
        "--metrics",
        "turns",
        "--max-games",
        "8192",
        "--precision",
        "0.0001",
        "--target",
        "turns=90..",
        "-o",
        "o",
    ];
    let out = prints(folder.path(), &[&asked[..], &more].concat());
    let verdict = out.lines().find(|line| line.starts_with("With five copies more of Steal One ")).unwrap();
    assert!(verdict.contains("Steal One is drawn ") && verdict.contains(" % more often"), "{verdict}");
    assert!(verdict.contains("greedy finishes ahead of random in "), "{verdict}");
    let record = json(&fs::read_to_string(folder.path().join("o/compare.json")).unwrap());
    let games = record["games"].as_u64().unwrap();
    assert_eq!(record["strength"]["a"]["games"], games / 8, "an eighth of {games}");
    assert_eq!(record["targets"][0]["distance"], "nearer");
    assert!(record["command"].as_str().unwrap().contains("--target turns=90.."), "{record}");
    let table = rows(&folder.path().join("o/compare.csv"));
    assert_eq!(table.len(), 1, "what is looked at beside is no row");
    prints(folder.path(), &["report", "o"]);
    let page = fs::read_to_string(folder.path().join("o/report.html")).unwrap();
    let answer = page.find("<p class=\"verdict\">With five copies more of Steal One ").unwrap();
    assert!(answer < page.find("<svg").unwrap(), "first");
    assert!(page.contains("<g class=\"near\">"), "the colour is that of the target");
}

#[test]
fn who_ends_level_is_not_ahead() {
    // A greedy player makes the good choice, a random one in half of its games; equal choices are equal places.
    const TIES: &str = "game.title, game.seats = \"Ties\", { 2, 2 }
local ROUNDS = param(\"game.rounds\", 1, 1, 2, \"assumed: choices of each player, of which one good one is enough\")
local good = numbers(0)
number(\"n\", 0)
function game.setup() start(1 + below(2)) end
function game.turn(me) go.move(me) end
function step.move(me) may.good() may.bad() end
local function done()
    v.n += 1
    if v.n < 2 * ROUNDS then end_turn() return end
    if good[1] > good[2] then win(1) elseif good[2] > good[1] then win(2) else win(1, 2) end
end
function act.good(me) good[me] = 1 done() end
function act.bad(me) done() end
function appeal.good() return 1 end
function game.score(seat) return good[seat] end
";
    let folder = temporary_folder();
    fs::write(folder.path().join("ties.luau"), TIES).unwrap();
    let words = ["ties.luau", "--set-b", "game.rounds=2", "--metrics", "turns"];
    let out = prints(
        folder.path(),
        &[&["compare"], &words[..], &["--games", "4096", "--quiet", "--out", "o"]].concat(),
    );
    let said = out.split("finishes ahead of random in ").nth(1).unwrap_or_default();
    let ahead = |text: &str| -> f64 {
        text.split(|c: char| !c.is_ascii_digit()).next().unwrap_or_default().parse().unwrap()
    };
    let before = said.split("instead of ").nth(1).unwrap_or_default();
    // One good choice of two is made in three of four games. With places that are level as half it would be 63 and 75.
    assert!((20.0..=30.0).contains(&ahead(said)) && (44.0..=56.0).contains(&ahead(before)), "{out}");
}
