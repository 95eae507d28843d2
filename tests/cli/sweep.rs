//! `sweep`: rows, invalid settings, precision, resumption, errors.

use std::fs;
use std::thread::sleep;
use std::time::Duration;

use super::bad_input::paragraph;
use super::going_on::{interrupt, kept, kill_again, kill_on_the_way, started, type_in};
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
    assert_eq!(names, ["effects.csv", "elasticities.csv", "names.csv", "sweep.csv", "sweep.json"]);
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

/// Returns a sweep with checkpoints all the time, to be killed.
fn often(out: &str, games: &str, more: &[&str]) -> Vec<String> {
    let sweep = ["sweep", "pure-profit", "--players", "2", "--quiet", "--checkpoint", "0"];
    let own = ["--games", games, "--out", out];
    [&sweep[..], &GRID, &own, more].concat().into_iter().map(str::to_owned).collect()
}

#[cfg(unix)]
#[test]
fn a_killed_sweep_goes_on_where_it_was() {
    let folder = temporary_folder();
    let path = folder.path();
    // More games than there are at first: in the midst of a rule set, too, what was seen decides how many.
    let more = ["--metrics", "turns", "--precision", "0.002", "--max-games", "12_800"];
    for kill in 0..8_u64 {
        let threads = ["1", "2", "3"][kill as usize % 3];
        let again = often("killed", "6_400", &[&more[..], &["--resume", "--threads", threads]].concat());
        let after = Duration::from_millis(kill * 11 % 30);
        kill_again(path, &again, "killed/checkpoint.bin", kill % 4 != 3, after);
    }
    ludometer(path, &[])
        .args(often("killed", "6_400", &[&more[..], &["--resume"]].concat()))
        .assert()
        .success();
    ludometer(path, &[]).args(often("whole", "6_400", &more)).assert().success();
    assert!(
        csv_files(&path.join("killed")) == csv_files(&path.join("whole")),
        "as if it had never been killed"
    );
    let names: Vec<String> = files(&path.join("killed")).into_keys().collect();
    assert_eq!(names, ["effects.csv", "elasticities.csv", "names.csv", "sweep.csv", "sweep.json"]);
}

#[test]
fn a_sweep_does_not_go_on_from_another_or_from_a_damaged_one() {
    let folder = temporary_folder();
    let path = folder.path();
    kill_on_the_way(path, &often("s", "1e9", &[]), "s/checkpoint.bin");
    let refused = |more: &[&str], wanted: &str| {
        let words = often("s", "1e9", &[&["--resume"], more].concat());
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let text = paragraph(path, &words, 2);
        assert!(text.contains(wanted), "{text}");
    };
    refused(&["--seed", "3"], "unfinished run in s is another one");
    refused(&["--shard", "1/2"], "shard is the whole run instead of 1/2");
    let checkpoint = path.join("s/checkpoint.bin");
    let mut bytes = fs::read(&checkpoint).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    fs::write(&checkpoint, bytes).unwrap();
    refused(&[], "s/checkpoint.bin is damaged: its checksum is wrong");
}

#[cfg(unix)]
#[test]
fn an_interrupted_sweep_goes_on_by_the_command_that_it_prints() {
    let folder = temporary_folder();
    let path = folder.path();
    let command = interrupt(path, &often("o ut", "20_000", &[]), "o ut/checkpoint.bin");
    type_in(path, &command);
    ludometer(path, &[]).args(often("straight", "20_000", &[])).assert().success();
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
    // With some that were finished before there is something to tell.
    let mut child = started(path, &words("o ut", &["--checkpoint", "0"]));
    while !path.join("o ut/checkpoint.bin").exists() || kept(&path.join("o ut/checkpoint.bin")) < 40_000 {
        assert!(child.try_wait().unwrap().is_none(), "it was over before it could be killed");
        sleep(Duration::from_millis(1));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    let reported = |more: &[&str]| {
        let output = ludometer(path, &[]).args(timed("o ut", more)).assert().success().get_output().clone();
        String::from_utf8(output.stdout).unwrap()
    };
    let record = json(&reported(&["--resume", "--json"]));
    assert_eq!((&record["time_is_up"], &record["complete"]), (&true.into(), &false.into()));
    let played = record["played"].as_u64().unwrap();
    assert!((1..6).contains(&played), "{record}");
    let text = reported(&["--resume"]);
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
        error.contains("no sweep to go on with in s (it holds `notes.txt`, but no checkpoint.bin)"),
        "{error}"
    );
}

#[test]
fn a_hyphen_is_a_range_too_and_warnings_are_reported() {
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
    ludometer(folder.path(), &other).assert().code(2).stderr(predicates::str::contains("is another one"));
    // The same one is there already.
    let out = prints(folder.path(), &sweep(&["--vary", "bank.goal=5,6", "--out", "s", "--resume"]));
    assert_eq!(out, "the sweep in s is finished: there is nothing to go on with\n");
    let out = prints(folder.path(), &sweep(&["--vary", "bank.goal=5,6", "--out", "s", "--resume", "--json"]));
    let reported = json(&out);
    assert_eq!(
        (&reported["complete"], &reported["resumed"], &reported["folder"]),
        (&true.into(), &false.into(), &"s".into())
    );
    assert_eq!((&reported["played"], &reported["games_done"]), (&2.into(), &640.into()));
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
    refused(&["--vary", "bank.goal=7", "--metrics", "turn"], "did you mean `turns`?");
    refused(&["--vary", "players=9"], "none of the rule sets can be played");
    refused(&["--vary", "bank.goal=7", "--precision", "0"], "a number above 0");
    assert!(files(folder.path()).is_empty());
}

/// What the rules say of a varied key is the present value, and other keys may depend on it.
#[test]
fn the_command_of_a_record_repeats_a_sweep_of_a_rule_file_that_sets_what_is_varied() {
    let folder = temporary_folder();
    let path = folder.path();
    fs::write(path.join("jewels.toml"), "[setup]\njewels = 40\n[vault]\njewels_total = 400\n").unwrap();
    let words = ["sweep", "even-odd", "--rules", "jewels.toml", "--players", "8", "--games", "64", "--quiet"];
    let vary = ["--vary", "vault.jewels_total=350,400"];
    prints(path, &[&words[..], &vary, &["--out", "whole"]].concat());
    let record = |out: &str| json(&fs::read_to_string(path.join(out).join("sweep.json")).unwrap());
    let again = |out: &str, to: &str| {
        let command = record(out)["command"].as_str().unwrap().to_owned();
        let words = shlex::split(&command).unwrap();
        let words: Vec<&str> = words.iter().skip(1).map(String::as_str).collect();
        prints(path, &[&words[..], &["--quiet", "--out", to]].concat());
        assert!(csv_files(&path.join(out)) == csv_files(&path.join(to)), "{command}");
        assert_eq!(record(out)["options_hash"], record(to)["options_hash"]);
    };
    again("whole", "again");
    assert_eq!(record("again")["present"], serde_json::json!({ "vault.jewels_total": "400" }));
    for shard in ["1/2", "2/2"] {
        prints(path, &[&words[..], &vary, &["--shard", shard, "--out", &shard[..1]]].concat());
    }
    again("2", "second");
    prints(path, &["merge", "1", "2", "--out", "merged", "--quiet"]);
    assert!(csv_files(&path.join("merged")) == csv_files(&path.join("whole")));
    assert_eq!(record("merged")["present"], record("whole")["present"]);
    // Another rule file is another sweep.
    fs::write(path.join("jewels.toml"), "[setup]\njewels = 40\n[vault]\njewels_total = 390\n").unwrap();
    prints(path, &[&words[..], &vary, &["--shard", "2/2", "--out", "other"]].concat());
    let text = paragraph(path, &["merge", "1", "other", "--out", "no"], 2);
    assert!(text.contains("`vault.jewels_total` is 390 instead of 400"), "{text}");
}
