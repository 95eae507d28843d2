//! `sweep`: rows, invalid settings, precision, resumption, errors.

use std::fs;
use std::path::Path;

use ludometer::report::{seal, unseal};

use super::bad_input::paragraph;
use super::going_on::{interrupt, type_in};
use super::{csv_files, files, json, ludometer, prints, rows, temporary_folder};

fn sweep<'a>(more: &[&'a str]) -> Vec<&'a str> {
    let mut all =
        vec!["sweep", "pure-profit", "--bots", "random", "--players", "2", "--games", "320", "--quiet"];
    all.extend(more);
    all
}

const GRID: [&str; 4] = ["--vary", "bank.goal=5..7", "--vary", "deck.steal_one=2,4"];

#[test]
fn a_row_holds_what_a_run_counts() {
    let folder = temporary_folder();
    prints(folder.path(), &sweep(&[&GRID[..], &["--out", "s", "--threads", "2"]].concat()));
    let table = rows(&folder.path().join("s/sweep.csv"));
    assert_eq!(table.len(), 6);
    assert_eq!((table[3]["bank.goal"].as_str(), table[3]["deck.steal_one"].as_str()), ("6", "4"));
    let run = ["run", "pure-profit", "--bots", "random", "--players", "2", "--games", "320", "--out", "r"];
    let set = ["--set", "bank.goal=6", "--set", "deck.steal_one=4", "--quiet"];
    prints(folder.path(), &[&run[..], &set].concat());
    let summary = rows(&folder.path().join("r/summary.csv"));
    for metric in summary {
        let name = metric["metric"].as_str();
        assert_eq!(table[3][name], metric["value"], "{name}");
        if name != "seat_spread" {
            assert_eq!(table[3][&format!("{name}_ci_low")], metric["ci_low"], "{name}");
        }
    }
    let slopes = rows(&folder.path().join("s/elasticities.csv"));
    let turns = slopes.iter().find(|r| r["metric"] == "turns" && r["parameter"] == "bank.goal").unwrap();
    assert!(turns["ci_low"].parse::<f64>().unwrap() > 0.0, "a higher goal takes longer: {turns:?}");
    let names: Vec<String> = files(&folder.path().join("s")).into_keys().collect();
    assert_eq!(names, ["effects.csv", "elasticities.csv", "sweep.csv", "sweep.json"]);
}

#[test]
fn the_page_says_what_the_terminal_says() {
    let folder = temporary_folder();
    for (out, vary) in [("one", &["--vary", "bank.goal=5,8,6"][..]), ("two", &GRID[..])] {
        let text = prints(folder.path(), &sweep(&[vary, &["--out", out]].concat()));
        prints(folder.path(), &["report", out]);
        let page = fs::read_to_string(folder.path().join(out).join("report.html")).unwrap();
        let page = page.replace('\u{a0}', " ");
        let is_reading = |line: &&str| {
            line.contains(" is lowest ") || line.contains("no clear change") || line.starts_with("From ")
        };
        let readings: Vec<&str> = text.lines().filter(is_reading).collect();
        assert!(readings.len() >= 2 && readings.iter().any(|line| line.contains("urns")), "{text}");
        for reading in readings {
            assert!(page.contains(reading), "{reading}");
        }
    }
}

#[test]
fn settings_that_can_not_be_played_are_rows_that_say_why() {
    let folder = temporary_folder();
    prints(folder.path(), &sweep(&["--vary", "players=2,9", "--vary", "bots=random,greedy", "--out", "s"]));
    let table = rows(&folder.path().join("s/sweep.csv"));
    let status: Vec<&str> = table.iter().map(|row| row["status"].as_str()).collect();
    assert_eq!(status, ["played", "played", "invalid", "invalid"]);
    assert!(table[2]["reason"].contains('9') && table[2]["games"].is_empty(), "{:?}", table[2]);
}

#[test]
fn plays_go_in_whole_units_as_the_help_says() {
    let folder = temporary_folder();
    let few = ["sweep", "pure-profit", "--bots", "random", "--players", "3", "--games", "3", "--out", "s"];
    let out = prints(folder.path(), &[&few[..], &["--vary", "bank.goal=5,6", "--quiet"]].concat());
    assert!(out.contains("2 rule sets, 2 played, 0 invalid, 66 games"), "{out}");
    // The figures themselves are printed, as they stand in the file.
    let lines: Vec<Vec<&str>> = out.lines().map(|line| line.split_whitespace().collect()).collect();
    assert!(lines.iter().any(|line| line.starts_with(&["bank.goal", "games", "turns", "95", "%"])), "{out}");
    for row in rows(&folder.path().join("s/sweep.csv")) {
        let turns = format!("{:.4}", row["turns"].parse::<f64>().unwrap());
        let start = [row["bank.goal"].as_str(), "33", &turns];
        assert!(lines.iter().any(|line| line.starts_with(&start)), "{turns}: {out}");
    }
    let help = prints(folder.path(), &["sweep", "--help"]);
    assert!(
        help.split_whitespace().collect::<Vec<_>>().join(" ").contains("whole units: 32 games"),
        "{help}"
    );
}

#[test]
fn a_precision_is_played_for_where_it_is_missing() {
    let folder = temporary_folder();
    let asked = ["--metrics", "turns", "--precision", "0.02", "--max-games", "32_000", "--out", "s"];
    prints(folder.path(), &sweep(&[&["--vary", "bank.goal=2,9"][..], &asked].concat()));
    for row in rows(&folder.path().join("s/sweep.csv")) {
        let number = |column: &str| row[column].parse::<f64>().unwrap();
        assert!(number("games") > 320.0, "so few games are not enough");
        let half = (number("turns_ci_high") - number("turns_ci_low")) / 2.0;
        assert_eq!(row["status"], "played", "32,000 games are enough: {row:?}");
        assert!(half <= 0.02 * number("turns"), "{row:?}");
    }
}

/// Undoes the end of a sweep as if it had been killed when only these rule sets were done.
fn kill(folder: &Path, cells: &[(String, Vec<u8>)]) {
    for name in ["sweep.csv", "effects.csv", "elasticities.csv"] {
        let _ = fs::remove_file(folder.join(name));
    }
    let record = fs::read_to_string(folder.join("sweep.json")).unwrap();
    fs::write(folder.join("sweep.json"), record.replace("\"complete\": true", "\"complete\": false"))
        .unwrap();
    fs::create_dir_all(folder.join("cells")).unwrap();
    for (name, bytes) in cells {
        fs::write(folder.join("cells").join(name), bytes).unwrap();
    }
}

#[cfg(unix)]
#[test]
fn a_killed_sweep_goes_on_where_it_was() {
    let folder = temporary_folder();
    prints(folder.path(), &sweep(&[&GRID[..], &["--out", "whole"]].concat()));
    // Large enough to be killed in the middle.
    let slow = |more: &[&'static str]| {
        let mut all: Vec<&str> = sweep(&GRID);
        all.extend(["--bots", "greedy", "--out", "killed"]);
        let at = all.iter().position(|w| *w == "320").unwrap();
        all[at] = "6400";
        let bots = all.iter().position(|w| *w == "--bots").unwrap();
        all.drain(bots..bots + 2);
        all.extend(more);
        all
    };
    let program = assert_cmd::cargo::cargo_bin!("ludometer");
    let mut child =
        std::process::Command::new(program).args(slow(&[])).current_dir(folder.path()).spawn().unwrap();
    let cells = folder.path().join("killed/cells");
    let mut kept = Vec::new();
    for _ in 0..6000 {
        if let Ok(entries) = fs::read_dir(&cells) {
            let done = entries.flatten().filter(|e| e.path().extension().is_some_and(|x| x == "bin")).count();
            if done >= 2 || child.try_wait().unwrap().is_some() {
                break;
            }
        }
        std::thread::sleep(std::time::Duration::from_millis(2));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    for (name, bytes) in files(&cells) {
        if name.starts_with('0') {
            kept.push((name, bytes));
        }
    }
    assert!(!kept.is_empty() && kept.len() < 6, "{} of 6 were done", kept.len());
    // A half-written file is no result.
    fs::write(cells.join("000005.bin"), &kept[0].1[..kept[0].1.len() / 2]).unwrap();
    let before: Vec<_> =
        kept.iter().map(|(name, _)| fs::metadata(cells.join(name)).unwrap().modified()).collect();
    assert!(before.iter().all(Result::is_ok));
    let out = prints(folder.path(), &slow(&["--resume", "--json"]));
    assert_eq!(json(&out)["played"], 6);
    let first = csv_files(&folder.path().join("killed"));
    prints(folder.path(), &slow(&["--force"]));
    assert_eq!(first, csv_files(&folder.path().join("killed")), "as if it had never been killed");
    // What is stored is what is read: a changed figure shows in the row, so nothing was played again.
    let (mut told, _): (serde_json::Value, _) =
        unseal(Path::new(&kept[0].0), "rule-set", &kept[0].1).unwrap();
    told["plays"] = 77.into();
    let changed = seal("rule-set", &told, &[]).unwrap();
    kill(&folder.path().join("killed"), &[(kept[0].0.clone(), changed.clone())]);
    prints(folder.path(), &slow(&["--resume"]));
    assert_eq!(rows(&folder.path().join("killed/sweep.csv"))[0]["games"], "77");
    // Unless it isn't what was stored, or of another sweep.
    told["sweep"] = "0".into();
    let foreign = seal("rule-set", &told, &[]).unwrap();
    let mut damaged = changed;
    let middle = damaged.len() / 2;
    damaged[middle] ^= 1;
    for bytes in [foreign, damaged] {
        kill(&folder.path().join("killed"), &[(kept[0].0.clone(), bytes)]);
        prints(folder.path(), &slow(&["--resume"]));
        assert_eq!(first, csv_files(&folder.path().join("killed")));
    }
}

#[cfg(unix)]
#[test]
fn an_interrupted_sweep_goes_on_by_the_command_that_it_prints() {
    let folder = temporary_folder();
    let path = folder.path();
    let words = ["sweep", "pure-profit", "--players", "2", "--games", "20_000", "--out", "o ut", "--quiet"];
    let words: Vec<String> = [&words[..], &GRID].concat().into_iter().map(str::to_owned).collect();
    let command = interrupt(path, &words, "o ut/cells/000000.bin");
    type_in(path, &command);
    let straight: Vec<&str> = words.iter().map(|w| if w == "o ut" { "straight" } else { w }).collect();
    prints(path, &straight);
    assert!(csv_files(&path.join("o ut")) == csv_files(&path.join("straight")));
}

#[cfg(unix)]
#[test]
fn a_budget_in_time_ends_a_sweep_that_goes_on_by_the_command_that_it_prints() {
    let folder = temporary_folder();
    let path = folder.path();
    let words = |out: &str, more: &[&str]| -> Vec<String> {
        let sweep = ["sweep", "pure-profit", "--players", "2", "--games", "20_000", "--quiet", "--out", out];
        [&sweep[..], &GRID, more].concat().into_iter().map(str::to_owned).collect()
    };
    let timed = |out, more: &[&str]| words(out, &[more, &["--minutes", "0.0000001"]].concat());
    // No time at all: it is over before a rule set is finished, and that is no result.
    let none = timed("none", &[]);
    let text = paragraph(path, &none.iter().map(String::as_str).collect::<Vec<_>>(), 1);
    assert!(text.contains("nothing was finished within --minutes 0.0000001"), "{text}");
    assert!(!path.join("none/sweep.csv").exists());
    // With one that was finished before there is something to tell.
    interrupt(path, &words("o ut", &[]), "o ut/cells/000000.bin");
    let told = |more: &[&str]| {
        let output = ludometer(path, &[]).args(timed("o ut", more)).assert().success().get_output().clone();
        String::from_utf8(output.stdout).unwrap()
    };
    let record = json(&told(&["--resume", "--json"]));
    assert_eq!((&record["time_is_up"], &record["complete"]), (&true.into(), &false.into()));
    let played = record["played"].as_u64().unwrap();
    assert!((1..6).contains(&played), "{record}");
    let text = told(&["--resume"]);
    let line = text.lines().last().unwrap();
    let (up, command) = line.split_once("; go on with: ludometer ").unwrap_or_else(|| panic!("{text}"));
    assert_eq!(up, format!("The time is up after {played} of 6 rule sets"));
    type_in(path, command);
    ludometer(path, &[]).args(words("straight", &[])).assert().success();
    assert!(csv_files(&path.join("o ut")) == csv_files(&path.join("straight")));
}

#[test]
fn a_folder_without_a_sweep_is_not_resumed() {
    let folder = temporary_folder();
    fs::create_dir(folder.path().join("s")).unwrap();
    fs::write(folder.path().join("s/notes.txt"), "mine").unwrap();
    let error = ludometer(folder.path(), &sweep(&["--vary", "bank.goal=5,6", "--out", "s", "--resume"]));
    let error = { error }.assert().code(2).get_output().clone();
    let error = String::from_utf8(error.stderr).unwrap();
    assert!(
        error.contains("no sweep to go on with in s (it holds `notes.txt`, but no sweep.json)"),
        "{error}"
    );
}

#[test]
fn a_hyphen_is_a_range_too_and_warnings_are_told() {
    let folder = temporary_folder();
    let few = ["sweep", "pure-profit", "--bots", "random", "--budget", "32", "-o", "s"];
    let out = prints(folder.path(), &[&few[..], &["--vary", "deck.value_1=3-4"]].concat());
    assert!(out.contains("The game design warns of 2 of the rule sets"), "{out}");
    let table = rows(&folder.path().join("s/sweep.csv"));
    let values: Vec<&str> = table.iter().map(|row| row["deck.value_1"].as_str()).collect();
    assert_eq!(values, ["3", "4"]);
    assert!(table[0]["warnings"].contains("below the number of seats"), "{:?}", table[0]);
    assert!(!table[1]["warnings"].contains("below the number of seats"), "{:?}", table[1]);
    prints(folder.path(), &["report", "s"]);
    let page = fs::read_to_string(folder.path().join("s/report.html")).unwrap();
    assert!(page.contains("The game design warns of 2 of the rule sets"));
}

#[test]
fn another_sweep_is_not_resumed() {
    let folder = temporary_folder();
    prints(folder.path(), &sweep(&["--vary", "bank.goal=5,6", "--out", "s"]));
    let other = sweep(&["--vary", "bank.goal=5..7", "--out", "s", "--resume"]);
    ludometer(folder.path(), &other).assert().code(2).stderr(predicates::str::contains("can't be resumed"));
    // The same one is there already.
    let out = prints(folder.path(), &sweep(&["--vary", "bank.goal=5,6", "--out", "s", "--resume"]));
    assert_eq!(out, "the sweep in s is finished: there is nothing to go on with\n");
    let out = prints(folder.path(), &sweep(&["--vary", "bank.goal=5,6", "--out", "s", "--resume", "--json"]));
    let told = json(&out);
    assert_eq!(
        (&told["complete"], &told["resumed"], &told["folder"]),
        (&true.into(), &false.into(), &"s".into())
    );
    assert_eq!((&told["played"], &told["plays"]), (&2.into(), &640.into()));
}

#[test]
fn a_sample_is_a_part_of_the_grid() {
    let folder = temporary_folder();
    let vary = ["--vary", "bank.goal=5..12", "--vary", "deck.steal_one=1..8", "--samples", "4", "--out", "s"];
    prints(folder.path(), &sweep(&vary));
    assert_eq!(rows(&folder.path().join("s/sweep.csv")).len(), 4);
}

#[test]
fn what_makes_no_sense_is_refused_before_anything_is_played() {
    let folder = temporary_folder();
    let refused = |more: &[&str], why: &str| {
        let out = ludometer(folder.path(), &sweep(more)).assert().code(2).get_output().clone();
        let text = String::from_utf8(out.stderr).unwrap();
        assert!(text.contains(why) && text.lines().count() == 1, "{text}");
    };
    refused(&["--vary", "bank.gaol=5"], "did you mean `bank.goal`?");
    refused(&["--vary", "foo=1..2"], "(--vary foo=1..2)");
    refused(&["--vary", "bank.goal=77"], "(--vary bank.goal=77)");
    refused(&["--vary", "players=9"], "(--vary players=9)");
    refused(&["--vary", "bots=nope"], "(--vary bots=nope)");
    refused(&["--vary", "bank.goal=7..5"], "a range goes from a number up");
    refused(&["--vary", "bank.goal=7", "--vary", "bank.goal=8"], "varied twice");
    refused(&["--vary", "bank.goal=7,8", "--set", "bank.goal=9"], "varied with --vary and set with --set");
    refused(&["--vary", "bank.goal=7", "--metrics", "turn"], "did you mean `turns`?");
    refused(&["--vary", "players=9"], "none of the rule sets can be played");
    refused(&["--vary", "bank.goal=7", "--precision", "0"], "a number above 0");
    assert!(files(folder.path()).is_empty());
}
