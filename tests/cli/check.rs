//! `check`: exit status, table, files, errors.

use std::fs;

use predicates::prelude::PredicateBooleanExt as _;

use super::{files, json, ludometer, rows, temporary_folder};

const TABLE: [&str; 9] =
    ["check", "pure-profit", "--bots", "random", "--players", "2", "--quiet", "--gates", "g.toml"];

fn gates(body: &str) -> tempfile::TempDir {
    let folder = temporary_folder();
    fs::write(folder.path().join("g.toml"), body).unwrap();
    folder
}

fn gate(metric: &str, bounds: &str) -> String {
    format!("[[gate]]\nmetric = \"{metric}\"\n{bounds}\n")
}

#[test]
fn passed_failed_and_undecided_have_their_exit_status() {
    // Random play of two takes hundreds of turns.
    let cases = [
        (gate("turns", "min = 20"), 0, "passed"),
        (gate("turns", "max = 20"), 3, "the gate failed: turns"),
        (
            gate("turns", "max = 20") + &gate("seat_win_rate[0]", "max = 0.5000001"),
            3,
            "1 of 2 gates failed: turns",
        ),
        (
            gate("seat_bias[0]", "min = -0.0000001\nmax = 0.0000001"),
            4,
            "the gate could not be decided in 4,096 games: seat_bias[0]; allow more",
        ),
    ];
    for (body, status, text) in cases {
        let folder = gates(&format!("max_games = 4096\n{body}"));
        let output = ludometer(folder.path(), &TABLE).assert().code(status).get_output().clone();
        let all = String::from_utf8(output.stdout).unwrap() + &String::from_utf8(output.stderr).unwrap();
        assert!(all.contains(text), "{all}");
        assert_eq!(files(folder.path()).len(), 1, "nothing is written where no folder is named");
    }
}

#[test]
fn its_figures_are_those_of_a_run_of_as_many_plays() {
    let folder = gates(&(gate("turns", "min = 20") + &gate("action_draw", "min = 0.5")));
    let output = ludometer(folder.path(), &[&TABLE[..], &["--json", "--out", "c"]].concat());
    let output = { output }.assert().success().get_output().clone();
    let record = json(std::str::from_utf8(&output.stdout).unwrap());
    let plays = record["games"].to_string();
    let run = ["run", "pure-profit", "--bots", "random", "--players", "2", "--games", &plays, "--out", "r"];
    ludometer(folder.path(), &run).assert().success();
    let summary = rows(&folder.path().join("r/summary.csv"));
    for row in rows(&folder.path().join("c/check.csv")) {
        let same = summary.iter().find(|s| s["metric"] == row["metric"]).unwrap();
        assert_eq!(row["value"], same["value"], "{}", row["metric"]);
        assert_eq!(row["result"], "passed");
    }
    let names: Vec<String> = files(&folder.path().join("c")).into_keys().collect();
    assert_eq!(names, ["check.csv", "check.json", "gates.toml", "names.csv", "rules.toml"]);
}

#[test]
fn gates_that_make_no_sense_are_refused_before_anything_is_played() {
    let cases = [
        (gate("turn", "min = 20"), "did you mean `turns`?"),
        (gate("turns", "min = 20\nmax = 10"), "min 20 is above max 10"),
        (
            gate("turns", "min = 20") + &gate("turns", "max = 10"),
            "with the others on it, min 20 is above max 10",
        ),
        (gate("seat_win_rate[*]", "min = 0.51"), "add up to 1.02"),
        ("gate = 3".to_owned(), "g.toml, line 1"),
        (String::new(), "there is none: write [[gate]]"),
        ("confidence = 2\n".to_owned() + &gate("turns", "min = 20"), "between 0 and 1"),
        ("max_games = 10\n".to_owned() + &gate("turns", "min = 20"), "need at least 128 games"),
    ];
    for (body, text) in cases {
        let folder = gates(&body);
        let output = ludometer(folder.path(), &TABLE).assert().code(2).get_output().clone();
        let error = String::from_utf8(output.stderr).unwrap();
        assert!(error.contains(text) && error.lines().count() == 1 && output.stdout.is_empty(), "{error}");
    }
    let folder = temporary_folder();
    ludometer(folder.path(), &TABLE)
        .assert()
        .code(2)
        .stderr(predicates::str::contains("reading g.toml failed"));
}

#[test]
fn the_example_gates_are_valid() {
    let folder = temporary_folder();
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/gates.toml");
    // Status 4: there are gates, and this few plays decide nothing.
    let few = ["check", "pure-profit", "--gates", path, "--max-games", "2048", "--confidence", "0.999999"];
    ludometer(folder.path(), &few).assert().code(predicates::ord::eq(4).or(predicates::ord::eq(0)));
}

#[test]
fn gates_can_be_options_and_the_command_repeats_them_from_anywhere() {
    let folder = temporary_folder();
    let check = ["check", "pure-profit", "--bots", "random", "--players", "2", "--quiet"];
    let gates = ["--gate", "turns=20..", "--gate", "seat_bias[*]=-0.2..0.2", "--json"];
    let record = |words: &[&str]| {
        let output = ludometer(folder.path(), words).assert().success().get_output().clone();
        json(std::str::from_utf8(&output.stdout).unwrap())
    };
    let first = record(&[&check[..], &gates].concat());
    let words = shlex::split(first["command"].as_str().unwrap()).unwrap();
    let again: Vec<&str> = words.iter().skip(1).map(String::as_str).chain(["--quiet", "--json"]).collect();
    assert_eq!(first["gates"], record(&again)["gates"]);
    assert_eq!(first["gates"].as_array().unwrap().len(), 3);
    // A budget in time: some plays are done, and they are the limit of the command.
    let bound = ["--gate", "turns=..1000000", "--minutes", "0.0003", "--json"];
    let output =
        ludometer(folder.path(), &[&check[..], &bound].concat()).assert().code(4).get_output().clone();
    let record = json(std::str::from_utf8(&output.stdout).unwrap());
    let plays = record["games"].as_u64().unwrap();
    assert!(plays > 0 && record["time_is_up"] == true && record["complete"] == true, "{record}");
    assert!(record["command"].as_str().unwrap().ends_with(&format!("--games {plays}")), "{record}");
}

#[test]
fn figures_at_an_early_stop_are_called_so_on_the_terminal_and_on_the_page() {
    const SAID: &str = "The games stopped as soon as the answer was known. At that moment a difference, from the other side or from \
                        a bound, looks larger than it is, on average; the intervals hold all the same.";
    const CORRECTED: &str = " Corrected for that: ";
    let folder = temporary_folder();
    let table = ["pure-profit", "--bots", "random", "--players", "2", "--quiet", "--force", "--out", "o"];
    let goal = ["--set-b", "bank.goal=5", "--metrics", "turns"];
    let same = ["--set-b", "bank.goal=10", "--metrics", "turns=1000"];
    // Each is known after 2,048 games, if it ever is.
    let cases: [(&str, &[&str], &str, [bool; 2]); 8] = [
        ("check", &["--gate", "turns=268.."], "4096", [true, true]),
        // Far from its bound a figure is not off by what could be seen.
        ("check", &["--gate", "turns=20.."], "4096", [true, false]),
        ("check", &["--gate", "turns=..20"], "4096", [true, false]),
        ("check", &["--gate", "turns=20.."], "2048", [false, false]),
        (
            "check",
            &["--gate", "turns=20..", "--gate", "seat_bias[0]=-0.000001..0.000001"],
            "4096",
            [false; 2],
        ),
        ("compare", &goal, "4096", [true, false]),
        ("compare", &goal, "2048", [false, false]),
        ("compare", &same, "4096", [false, false]),
    ];
    for (command, words, games, [is_early, is_corrected]) in cases {
        let words = [&[command], &table[..], words, &["--games", games]].concat();
        let output = ludometer(folder.path(), &words).output().unwrap();
        let text = String::from_utf8(output.stdout).unwrap();
        assert_eq!(text.matches(SAID).count(), usize::from(is_early), "{words:?}: {text}");
        assert_eq!(text.contains(CORRECTED), is_corrected, "{words:?}: {text}");
        ludometer(folder.path(), &["report", "o"]).assert().success();
        let page = fs::read_to_string(folder.path().join("o/report.html")).unwrap();
        assert_eq!([SAID, CORRECTED].map(|said| page.contains(said)), [is_early, is_corrected], "{words:?}");
    }
}

/// One game in 5,000 takes 2,000 turns, the others 6: 6.4 on average.
const RARE_LOOP: &str = include_str!("rare_loop.luau");

#[test]
fn a_mean_is_within_its_bounds_only_where_no_rare_game_can_move_it_out() {
    let folder = temporary_folder();
    fs::write(folder.path().join("loop.luau"), RARE_LOOP).unwrap();
    let check = |gate: &str, games: &str, rest: &[&str]| {
        let all = ["check", "loop.luau", "--bots", "random", "--gate", gate, "--games", games, "--quiet"];
        ludometer(folder.path(), &[&all[..], rest].concat()).output().unwrap()
    };
    let mut seeds_without_one = 0;
    for seed in ["0", "1", "2", "3", "4", "5"] {
        let output = check("turns=..6.2", "4096", &["--seed", seed]);
        assert_eq!(output.status.code(), Some(4), "seed {seed}: {output:?}");
        let text = String::from_utf8(output.stdout).unwrap();
        seeds_without_one +=
            u32::from(text.contains("may run on to the limit of 2,000 turns without being seen"));
    }
    assert!(seeds_without_one >= 1, "most batches of 4,096 games lack it in two of five");
    // Enough games show that none is as frequent as that, and a bound that every game has exactly is kept.
    for (gate, games) in [("turns=..7", "20000"), ("turns=..6", "20000")] {
        let output = check(gate, games, &["--set", "loop.on=false"]);
        assert_eq!(output.status.code(), Some(0), "{gate}: {output:?}");
    }
}

#[test]
fn no_difference_is_not_said_where_a_rare_game_makes_one() {
    let folder = temporary_folder();
    fs::write(folder.path().join("loop.luau"), RARE_LOOP).unwrap();
    for seed in ["0", "1", "2", "3"] {
        let all =
            ["compare", "loop.luau", "--set-b", "loop.on=false", "--metrics", "turns", "--games", "4096"];
        let rest = ["--bots", "random", "--seed", seed, "--out", "c", "--force", "--quiet"];
        ludometer(folder.path(), &[&all[..], &rest].concat()).assert().success();
        let row = &rows(&folder.path().join("c/compare.csv"))[0];
        assert_eq!(row["verdict"], "too few games", "seed {seed}: {row:?}");
    }
}
