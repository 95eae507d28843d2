//! `run` with an analysis.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use crate::{csv_files, ludometer, prints, rows, temporary_folder};

const TABLES: &[&str] = &[
    "calibration",
    "card_deals",
    "card_use",
    "coverage",
    "curves",
    "findings",
    "histograms",
    "interaction",
    "metrics",
    "notable",
];

#[test]
fn an_analysis_is_the_same_for_any_number_of_threads() {
    let folder = temporary_folder();
    let run = |out: &str, threads: &str| {
        let options = ["--games", "300", "--seed", "3", "--quiet", "--threads", threads, "--out", out];
        prints(folder.path(), &[&["run", "even-odd", "--analyze"], &options[..]].concat());
        csv_files(&folder.path().join(out))
    };
    let one = run("one", "1");
    for table in TABLES {
        assert!(one.contains_key(&format!("{table}.csv")), "{table}");
    }
    assert!(run("three", "3") == one, "other bytes with three threads");
}

#[test]
fn the_chances_of_greed_street_come_true_from_the_smallest_to_the_largest() {
    let folder = temporary_folder();
    prints(
        folder.path(),
        &["run", "greed-street", "--games", "20_000", "--analyze", "--quiet", "--out", "o"],
    );
    for bin in rows(&folder.path().join("o/calibration.csv")) {
        let number = |column: &str| bin[column].parse::<f64>().unwrap();
        let error = |of: &str| (number(&format!("{of}_high")) - number(&format!("{of}_low"))) / 2.0 / 1.96;
        // As the game estimates them, the smallest chances are off by six errors of the batch, four of both.
        let apart = (number("observed") - number("predicted")) / error("ci").hypot(error("predicted"));
        assert!(apart.abs() < 3.5, "{bin:?} is off by {apart} errors");
    }
}

/// Returns the rows of a file, each with its interval.
fn intervals(path: &Path) -> Vec<(Vec<String>, [f64; 2])> {
    let bound = |row: &BTreeMap<String, String>, name: &str| row.get(name)?.parse::<f64>().ok();
    let interval = |row: BTreeMap<String, String>| {
        let bounds = [bound(&row, "ci_low")?, bound(&row, "ci_high")?];
        Some((row.into_values().collect(), bounds))
    };
    rows(path).into_iter().filter_map(interval).collect()
}

/// Of 40 games of good bots no bank is ever short; of this script's games each lead stays as it is.
#[test]
fn what_has_not_varied_is_not_certain() {
    let folder = temporary_folder();
    let script = "game.title, game.seats = 'Stay', { 2, 2 }
local points = numbers(0)
number('n', 0)
function game.setup() start(1) end
function game.turn(me) go.move(me) end
function step.move(me) may.pass() may.wait() end
local function done()
    v.n += 1
    if v.n == 1 and below(2) == 0 then points[1 + below(2)] = 10 end
    if v.n < 10 then return end_turn() end
    for s = 1, 2 do if points[s] > 0 then return win(s) end end
    win(1 + below(2))
end
function act.pass(me) done() end
function act.wait(me) done() end
function game.score(seat) return points[seat] end
";
    fs::write(folder.path().join("stay.luau"), script).unwrap();
    for game in ["im-the-boss", "stay.luau"] {
        let run = ["run", game, "--bots", "greedy", "--games", "40", "--analyze", "--quiet", "--out"];
        prints(folder.path(), &[&run[..], &[game.split('.').next().unwrap()]].concat());
    }
    let mut flat = 0;
    for file in ["im-the-boss/summary.csv", "im-the-boss/metrics.csv", "stay/metrics.csv"] {
        for (row, [low, high]) in intervals(&folder.path().join(file)) {
            assert!(low < high, "{file}: {row:?}");
            flat += usize::from(low == 0.0);
        }
    }
    assert!(flat > 2, "the test must be able to tell");
    let runaway = rows(&folder.path().join("stay/metrics.csv"));
    let runaway = runaway.iter().find(|row| row["metric"] == "runaway_slope").unwrap();
    let number = |column: &str| runaway[column].parse::<f64>().unwrap();
    assert_eq!(number("value"), 0.0);
    assert!(number("ci_low") < 0.0 && number("ci_low") == -number("ci_high"), "{runaway:?}");
}

#[test]
fn the_length_that_is_wanted_is_held_against_that_of_the_plays() {
    let folder = temporary_folder();
    let run = ["run", "pure-profit", "--games", "200", "--quiet", "--per-game", "--out", "out"];
    prints(folder.path(), &[&run[..], &["--target-length", "rounds=8..10"]].concat());
    let read = |name: &str| fs::read_to_string(folder.path().join("out").join(name)).unwrap();
    // What `games.csv` says of each play, counted anew.
    let plays = read("games.csv");
    let rounds = plays.lines().skip(1).map(|line| line.split(',').nth(3).unwrap().parse::<f64>().unwrap());
    let distances: Vec<f64> = rounds.map(|rounds| (8.0 - rounds).max(rounds - 10.0).max(0.0)).collect();
    let within = distances.iter().filter(|&&distance| distance == 0.0).count() as f64 / 200.0;
    let mean = distances.iter().sum::<f64>() / 200.0;
    assert!(within > 0.0 && within < 1.0 && mean > 0.0, "the test must be able to tell: {within} {mean}");
    let metrics = read("metrics.csv");
    let value = |metric: &str| {
        let begin = format!("{metric},rounds=8..10,");
        let line = metrics.lines().find(|line| line.starts_with(&begin)).unwrap();
        line[begin.len()..].split(',').next().unwrap().parse::<f64>().unwrap()
    };
    assert!((value("within_target_length") - within).abs() < 1e-9);
    assert!((value("target_length_distance") - mean).abs() < 1e-4);
    assert!(
        read("run.json").contains("--analyze=basic --target-length rounds=8..10"),
        "the command repeats it"
    );
}

#[test]
fn minutes_follow_from_turns_and_actions() {
    let folder = temporary_folder();
    let run = ["run", "pure-profit", "--games", "200", "--quiet", "--seconds-a-turn", "20,steal=10"];
    let printed = prints(folder.path(), &[&run[..], &["--out", "whole"]].concat());
    let summary = fs::read_to_string(folder.path().join("whole/summary.csv")).unwrap();
    let value = |metric: &str| {
        let line = summary.lines().find(|line| line.starts_with(&format!("{metric},"))).unwrap();
        line.split(',').nth(1).unwrap().parse::<f64>().unwrap()
    };
    let minutes = (20.0 * value("turns") + 10.0 * value("action_steal")) / 60.0;
    assert!(value("action_steal") > 1.0 && (value("minutes") - minutes).abs() < 1e-4, "{summary}");
    let says = format!("{minutes:.1} on average at 20 seconds a turn and 10 for each \u{201c}steal\u{201d}");
    assert!(printed.contains(&says), "{printed}");
    // Shards say the same together.
    for shard in ["1/2", "2/2"] {
        prints(folder.path(), &[&run[..], &["--shard", shard, "--out", &shard.replace('/', "of")]].concat());
    }
    prints(folder.path(), &["merge", "1of2", "2of2", "--out", "merged"]);
    assert_eq!(fs::read_to_string(folder.path().join("merged/summary.csv")).unwrap(), summary);
    // Each pace is a figure of its own for comparisons, gates and targets.
    let check = ["check", "pure-profit", "--games", "6400", "--gate", "minutes[20,steal=10]=15..30"];
    assert!(prints(folder.path(), &check).contains("minutes"), "it has such a figure");
    let mut refused = ludometer(folder.path(), &["run", "pure-profit", "--seconds-a-turn", "20,steel=10"]);
    let error = String::from_utf8_lossy(&refused.assert().code(2).get_output().stderr).into_owned();
    assert!(error.contains("has no action `steel` (did you mean `steal`?)"), "{error}");
}

#[test]
fn a_target_that_is_no_range_is_refused() {
    for target in ["20", "40..20", "hours=1..2"] {
        let folder = temporary_folder();
        let reported =
            ludometer(folder.path(), &["run", "pure-profit", "--target-length", target]).assert().code(2);
        let error = String::from_utf8_lossy(&reported.get_output().stderr).into_owned();
        assert!(error.contains("--target-length") && error.contains(target), "{error}");
    }
}
