//! Searches that go on: after being killed, after Ctrl-C; and what is refused.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::thread::sleep;
use std::time::{Duration, Instant};

use crate::bad_input::paragraph;
use crate::going_on::{interrupt, kept, kill_on_the_way, started, type_in};
use crate::{files, json, ludometer, temporary_folder};

/// A search that tries much and confirms it in many plays.
const TARGETS: &str = "budget = 300_000\n[[target]]\nmetric = \"turns\"\nmin = 90\nmax = 150\n\
                       [[target]]\nmetric = \"seat_bias[*]\"\nmin = -0.2\nmax = 0.2\n\
                       [[move]]\nkey = \"bank.goal\"\nmin = 2\nmax = 10\n\
                       [[move]]\nkey = \"deck.steal_one\"\nmin = 2\nmax = 10\n";

fn words(out: &str, more: &[&str]) -> Vec<String> {
    let tune = ["tune", "pure-profit", "--bots", "random", "--players", "2", "--quiet", "--checkpoint", "0"];
    [&tune[..], more, &["--target", "t.toml", "--out", out]].concat().into_iter().map(str::to_owned).collect()
}

fn folder_with_targets() -> tempfile::TempDir {
    let folder = temporary_folder();
    fs::write(folder.path().join("t.toml"), TARGETS).unwrap();
    folder
}

/// Returns the files in a folder; of the record, what doesn't tell the time.
fn results(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut files = files(folder);
    let record = files.remove("tune.json").expect("tune.json");
    let mut record = json(&String::from_utf8(record).unwrap());
    record["wall_seconds"] = 0.into();
    record["finished"] = 0.into();
    files.insert("tune.json".to_owned(), record.to_string().into_bytes());
    files
}

#[test]
fn killed_again_and_again_it_finds_the_same() {
    let folder = folder_with_targets();
    let path = folder.path();
    let checkpoint = path.join("out/checkpoint.bin");
    // At its begin, while it explores, while it moves back, and as often as may be while it confirms.
    let mut kills = 0;
    for until in (0..60).map(|k| k * 5_000) {
        let threads = ["1", "2", "3"][kills % 3];
        let mut child = started(path, &words("out", &["--resume", "--threads", threads]));
        let patience = Instant::now();
        while child.try_wait().unwrap().is_none() && kept(&checkpoint) <= until {
            assert!(patience.elapsed() < Duration::from_secs(300), "it does not go on");
            sleep(Duration::from_millis(1));
        }
        if child.try_wait().unwrap().is_some() {
            break;
        }
        child.kill().unwrap();
        child.wait().unwrap();
        kills += 1;
    }
    assert!(kills > 10, "{kills}");
    ludometer(path, &[]).args(words("out", &["--resume"])).assert().success();
    ludometer(path, &[]).args(words("whole", &["--threads", "1"])).assert().success();
    let (mine, whole) = (results(&path.join("out")), results(&path.join("whole")));
    assert_eq!(mine.keys().collect::<Vec<_>>(), whole.keys().collect::<Vec<_>>());
    assert!(!whole.contains_key("checkpoint.bin") && whole.len() == 5, "{:?}", whole.keys());
    for (name, bytes) in mine {
        assert!(bytes == whole[&name], "{name} differs");
    }
}

#[test]
fn an_interrupted_search_goes_on_by_the_command_that_it_prints() {
    let folder = folder_with_targets();
    let path = folder.path();
    let words_of = |out| words(out, &["--set", "deck.steal_two=5"]);
    let command = interrupt(path, &words_of("o ut"), "o ut/checkpoint.bin");
    type_in(path, &command);
    ludometer(path, &[]).args(words_of("whole")).assert().success();
    assert!(results(&path.join("o ut")) == results(&path.join("whole")));
    let before = files(&path.join("o ut"));
    type_in(path, &command);
    assert!(files(&path.join("o ut")) == before, "a finished search was changed");
}

#[test]
fn a_budget_in_time_ends_a_search_that_goes_on_by_the_command_that_it_prints() {
    let folder = folder_with_targets();
    let path = folder.path();
    let timed = |out, more: &[&str]| words(out, &[more, &["--minutes", "0.0000001"]].concat());
    // No time at all: it is over before any rule set is tried, and that is no result.
    let none = timed("none", &[]);
    let text = paragraph(path, &none.iter().map(String::as_str).collect::<Vec<_>>(), 1);
    assert!(text.contains("nothing was finished within --minutes 0.0000001"), "{text}");
    // With some that were tried before there is something to tell.
    let checkpoint = path.join("o ut/checkpoint.bin");
    let mut child = started(path, &words("o ut", &[]));
    while child.try_wait().unwrap().is_none() && kept(&checkpoint) < 60_000 {
        sleep(Duration::from_millis(1));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    let reported = |more: &[&str]| {
        let output = ludometer(path, &[]).args(timed("o ut", more)).assert().success().get_output().clone();
        String::from_utf8(output.stdout).unwrap()
    };
    let record = json(&reported(&["--resume", "--json"]));
    assert_eq!((&record["time_is_up"], &record["complete"]), (&true.into(), &false.into()), "{record}");
    assert!(path.join("o ut/nearest.toml").exists());
    let text = reported(&["--resume"]);
    let line = text.lines().last().unwrap();
    let (up, command) = line.split_once("; go on with: ludometer ").unwrap_or_else(|| panic!("{text}"));
    assert!(up.starts_with("The time is up after ") && up.ends_with(" of 300,000 games"), "{up}");
    let count = up.trim_start_matches("The time is up after ").split(' ').next().unwrap();
    assert!(text.lines().next().unwrap().contains(&format!(" tried, {count} games in ")), "{text}");
    type_in(path, command);
    ludometer(path, &[]).args(words("whole", &[])).assert().success();
    assert!(results(&path.join("o ut")) == results(&path.join("whole")));
}

#[test]
fn what_is_another_search_or_damaged_is_refused() {
    let folder = folder_with_targets();
    let path = folder.path();
    let checkpoint = path.join("out/checkpoint.bin");
    kill_on_the_way(path, &words("out", &["--budget", "100_000_000"]), "out/checkpoint.bin");
    let refused = |more: &[&str], wanted: &str| {
        let words = words("out", &[&["--budget", "100_000_000"], more].concat());
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let text = paragraph(path, &words, 2);
        assert!(text.contains(wanted), "{text}");
    };
    refused(&["--resume", "--seed", "3"], "`seed` is 0 instead of 3");
    refused(&["--resume", "--seats", "fixed"], "`seating` is \"rotate\" instead of \"fixed\"");
    refused(&[], "is not empty");
    fs::write(path.join("t.toml"), TARGETS.replace("max = 150", "max = 151")).unwrap();
    refused(&["--resume"], "`target` is ");
    fs::write(path.join("t.toml"), TARGETS).unwrap();
    let mut bytes = fs::read(&checkpoint).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    fs::write(&checkpoint, bytes).unwrap();
    refused(&["--resume"], "is damaged: its checksum is wrong");
}
