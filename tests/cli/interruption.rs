//! Ctrl-C and the request to terminate.

use std::io::{Read as _, Write as _};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use crate::{csv_files, files, json, ludometer, rows, temporary_folder};

/// Returns a run in `folder` that has begun to play.
fn begun(folder: &Path, options: &[&str]) -> Child {
    let child = Command::new(assert_cmd::cargo::cargo_bin!("ludometer"))
        .current_dir(folder)
        .env(crate::WIDE.0, crate::WIDE.1)
        .args(["run", "pure-profit", "--out", "a/out", "--per-game"])
        .args(options)
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let out = folder.join("a/out");
    let patience = Instant::now();
    // Its claim on the folder and the file of plays.
    while !out.is_dir() || std::fs::read_dir(&out).unwrap().count() < 2 {
        assert!(patience.elapsed() < Duration::from_secs(30), "it does not begin");
        sleep(Duration::from_millis(10));
    }
    sleep(Duration::from_millis(500));
    child
}

fn signal(child: &Child, name: &str) {
    let status = Command::new("kill").args([name, &child.id().to_string()]).status().unwrap();
    assert!(status.success());
}

/// Exit status, standard error and the time it took to end.
fn ended(mut child: Child) -> (Option<i32>, String, Duration) {
    let begun = Instant::now();
    let status = child.wait().unwrap();
    let took = begun.elapsed();
    let mut text = String::new();
    child.stderr.take().unwrap().read_to_string(&mut text).unwrap();
    (status.code(), text, took)
}

#[test]
fn an_interrupted_run_keeps_the_plays_done() {
    for name in ["-INT", "-TERM"] {
        let folder = temporary_folder();
        let child = begun(folder.path(), &["--games", "1e9"]);
        // Twice at once, as `timeout` does: the process and then its group.
        let line = format!("kill {name} {0}; kill {name} {0}; true", child.id());
        assert!(Command::new("sh").args(["-c", &line]).status().unwrap().success());
        let (status, text, took) = ended(child);
        assert_eq!(status, Some(130), "{text}");
        // About a second is meant; the machine may be busy.
        assert!(took < Duration::from_secs(5), "{took:?}");
        let out = folder.path().join("a/out");
        let record = json(&std::fs::read_to_string(out.join("run.json")).unwrap());
        let done = record["games_done"].as_u64().unwrap();
        assert!(done > 0);
        assert_eq!((&record["complete"], &record["games"]), (&false.into(), &1_000_000_000.into()));
        assert_eq!(rows(&out.join("games.csv")).len() as u64, done);
        assert!(text.starts_with("ludometer: interrupted after "), "{text}");
        assert!(text.contains("of 1,000,000,000 games") && text.contains("a/out"), "{text}");
        assert_eq!(text.lines().count(), 1);
        assert!(files(&out).keys().all(|name| !name.contains("tmp")));
        // What is there is what a run of so many plays makes.
        let again = ["run", "pure-profit", "--per-game", "--out", "again", "--games"];
        ludometer(folder.path(), &again).arg(done.to_string()).assert().success();
        assert!(csv_files(&out) == csv_files(&folder.path().join("again")), "{name}");
    }
}

#[test]
fn an_interrupted_play_of_a_person_keeps_what_was_played() {
    let folder = temporary_folder();
    let mut child = Command::new(assert_cmd::cargo::cargo_bin!("ludometer"))
        .current_dir(folder.path())
        .env(crate::WIDE.0, crate::WIDE.1)
        .args(["play", "pure-profit", "--trace", "t.jsonl"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // Open until the end: the end of the input would end the play as well.
    let mut input = child.stdin.take().unwrap();
    input.write_all(b"1\n").unwrap();
    let mut shown = child.stdout.take().unwrap();
    let (mut asked, mut last) = (0, [0]);
    while asked < 2 {
        let mut byte = [0];
        shown.read_exact(&mut byte).unwrap();
        asked += u32::from([last, byte] == [*b"\n", *b">"]);
        last = byte;
    }
    signal(&child, "-INT");
    let (status, text, _) = ended(child);
    assert_eq!(status, Some(130), "{text}");
    assert_eq!(
        text,
        "ludometer: interrupted; the trace of the game so far is in t.jsonl; --resume with this file goes on\n"
    );
    let trace = std::fs::read_to_string(folder.path().join("t.jsonl")).unwrap();
    assert!(trace.lines().any(|line| json(line)["event"] == "decision"));
}

#[test]
fn nothing_is_written_if_no_play_was_done() {
    let folder = temporary_folder();
    // A single decision of these takes hours.
    let child = begun(folder.path(), &["--bots", "mcts:iterations=100_000_000", "flat-mc:iterations=1e8"]);
    signal(&child, "-INT");
    let (status, text, took) = ended(child);
    assert_eq!(status, Some(130), "{text}");
    assert!(took < Duration::from_secs(5), "{took:?}");
    assert_eq!(text, "ludometer: interrupted before any of 100,000 games was done\n");
    assert!(files(folder.path()).is_empty());
}

/// `nohup`, and work that a script puts into the background.
#[cfg(target_os = "linux")]
#[test]
fn what_is_ignored_from_the_beginning_stays_ignored() {
    let folder = temporary_folder();
    let program = assert_cmd::cargo::cargo_bin!("ludometer");
    let line = format!(
        "trap '' HUP INT; exec '{}' run pure-profit --games 1e9 --out out --per-game",
        program.display()
    );
    let mut child = Command::new("sh")
        .current_dir(folder.path())
        .args(["-c", &line])
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let patience = Instant::now();
    let out = folder.path().join("out");
    while !out.is_dir() || std::fs::read_dir(&out).unwrap().count() < 2 {
        assert!(patience.elapsed() < Duration::from_secs(30), "it does not begin");
        sleep(Duration::from_millis(10));
    }
    for name in ["-HUP", "-INT"] {
        signal(&child, name);
        sleep(Duration::from_millis(700));
        assert!(child.try_wait().unwrap().is_none(), "{name} ended it");
    }
    // What it was not started to ignore still ends it.
    signal(&child, "-TERM");
    let (status, text, _) = ended(child);
    assert_eq!(status, Some(130), "{text}");
    assert!(text.starts_with("ludometer: interrupted after "), "{text}");
}

/// A limit of file sizes is an error of writing, not the silent end of the process.
#[cfg(unix)]
#[test]
fn a_file_beyond_the_limit_is_told() {
    let folder = temporary_folder();
    let program = assert_cmd::cargo::cargo_bin!("ludometer");
    let line = format!(
        "ulimit -f 8; exec '{}' run pure-profit --games 20000 --out out --per-game",
        program.display()
    );
    let output = Command::new("sh").current_dir(folder.path()).args(["-c", &line]).output().unwrap();
    let text = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1), "{text}");
    assert!(text.contains("File too large"), "{text}");
}

#[test]
fn a_second_interruption_ends_it_at_once() {
    let folder = temporary_folder();
    // Whether the search gives up before the second or not.
    let child = begun(folder.path(), &["--bots", "mcts:iterations=100000000"]);
    signal(&child, "-INT");
    sleep(Duration::from_millis(300));
    signal(&child, "-INT");
    let (status, text, took) = ended(child);
    assert_eq!(status, Some(130), "{text}");
    assert!(took < Duration::from_secs(3), "{took:?}");
    assert!(files(folder.path()).is_empty(), "temporary files are left");
}

#[test]
fn a_table_of_games_that_is_removed_ends_the_run_at_once() {
    for (format, name) in [("csv", "games.csv"), ("parquet", "games.parquet")] {
        let folder = temporary_folder();
        let child = begun(folder.path(), &["--games", "1e9", "--format", format, "--checkpoint", "0"]);
        let out = folder.path().join("a/out");
        let drafts = std::fs::read_dir(&out).unwrap().map(|entry| entry.unwrap().path());
        let drafts: Vec<_> = drafts.filter(|path| path.to_string_lossy().contains(name)).collect();
        assert_eq!(drafts.len(), 1, "{drafts:?}");
        std::fs::remove_file(&drafts[0]).unwrap();
        let (status, text, took) = ended(child);
        assert_eq!(status, Some(1), "{text}");
        assert!(took < Duration::from_secs(5), "{took:?}");
        assert!(
            text.contains(&format!("{name} failed: somebody has removed what was written of it")),
            "{text}"
        );
        assert!(
            text.contains("none of the games done could be kept") && !text.contains("--resume"),
            "{text}"
        );
    }
}
