//! Outputs that fail, and what a run prints.

use std::fs;
use std::io::{BufRead as _, BufReader, Read as _};
use std::process::{Command, Stdio};

use crate::{files, json, prints, rows, temporary_folder};

fn program() -> String {
    assert_cmd::cargo::cargo_bin!("ludometer").display().to_string()
}

#[test]
fn a_full_disk_leaves_nothing_that_looks_complete() {
    // The ignored signal is inherited: writes beyond the limit fail, as on a full disk.
    for (limit, options) in [("8", "--per-game --games 20000"), ("1", "--games 500")] {
        let folder = temporary_folder();
        let line = format!("trap '' XFSZ; ulimit -f {limit}; exec {} run pure-profit {options}", program());
        let output = Command::new("sh")
            .env(crate::WIDE.0, crate::WIDE.1)
            .current_dir(folder.path())
            .args(["-c", &line])
            .output()
            .unwrap();
        let text = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(1), "{text}");
        assert!(text.starts_with("ludometer: writing reports/pure-profit-0/"), "{text}");
        assert!(text.contains("File too large") && text.lines().count() == 1, "{text}");
        assert!(text.contains("; none of the games done could be kept"), "{text}");
        assert!(output.stdout.is_empty());
        assert!(files(folder.path()).is_empty(), "something is left");
    }
}

#[test]
fn a_full_disk_leaves_a_former_run_alone() {
    let folder = temporary_folder();
    prints(folder.path(), &["run", "pure-profit", "--games", "100", "--per-game", "--out", "out"]);
    let before = files(&folder.path().join("out"));
    let options = "run pure-profit --games 20000 --per-game --out out --force";
    let line = format!("trap '' XFSZ; ulimit -f 8; exec {} {options}", program());
    let status = Command::new("sh")
        .env(crate::WIDE.0, crate::WIDE.1)
        .current_dir(folder.path())
        .args(["-c", &line])
        .output()
        .unwrap()
        .status;
    assert_eq!(status.code(), Some(1));
    assert_eq!(files(&folder.path().join("out")), before);
}

#[cfg(target_os = "linux")]
#[test]
fn results_that_cannot_be_written_leave_the_plays_to_go_on_with() {
    let folder = temporary_folder();
    let run = "run pure-profit --games 64 --per-game --quiet --out";
    // Whatever is open here isn't counted there. The tables are begun side by side, so the last have no room.
    let close = "exec 3>&- 4>&- 5>&- 6>&- 7>&- 8>&- 9>&-";
    let line = format!("{close}; ulimit -n 8; exec {} {run} out", program());
    let output = Command::new("sh")
        .env(crate::WIDE.0, crate::WIDE.1)
        .current_dir(folder.path())
        .args(["-c", &line])
        .output()
        .unwrap();
    let text = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1), "{text}");
    assert!(text.starts_with("ludometer: writing out/") && text.contains("Too many open files"), "{text}");
    assert!(text.contains("; the first 64 games are kept; go on with: ludometer run "), "{text}");
    let words = |out| [&run.split(' ').collect::<Vec<_>>()[..], &[out]].concat();
    prints(folder.path(), &[&words("out")[..], &["--resume"]].concat());
    prints(folder.path(), &words("whole"));
    let [out, whole] = ["out", "whole"].map(|name| crate::csv_files(&folder.path().join(name)));
    assert!(out.contains_key("games.csv") && out == whole);
}

#[test]
fn standard_output_that_is_full() {
    let trace = ["trace", "pure-profit", "--game", "0"];
    for arguments in
        [&trace[..], &["games"], &["rules", "pure-profit"], &["--help"], &["completions", "bash"]]
    {
        let full = fs::File::options().write(true).open("/dev/full").unwrap();
        let output = Command::new(program())
            .env(crate::WIDE.0, crate::WIDE.1)
            .args(arguments)
            .stdout(full)
            .output()
            .unwrap();
        let text = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(1), "{arguments:?}: {text}");
        assert!(text.starts_with("ludometer: writing to standard output failed: No space left"), "{text}");
        assert_eq!(text.lines().count(), 1);
    }
}

#[test]
fn a_closed_pipe_ends_it_quietly() {
    let arguments = ["trace", "pure-profit", "--game", "0", "--bots", "random", "--jsonl", "--check-view"];
    let mut child = Command::new(program())
        .env(crate::WIDE.0, crate::WIDE.1)
        .args(arguments)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut line = String::new();
    BufReader::with_capacity(64, child.stdout.take().unwrap()).read_line(&mut line).unwrap();
    assert!(line.starts_with("{\"event\":\"start\""), "{line}");
    let mut errors = String::new();
    child.stderr.take().unwrap().read_to_string(&mut errors).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(0));
    assert_eq!(errors, "");
}

#[test]
fn a_closed_pipe_hides_no_failure() {
    let folder = temporary_folder();
    let fails = "function choose(view, legal, info)\n\tif info.seat == 1 then error('not here') end\n\treturn 1\nend\n";
    fs::write(folder.path().join("x.luau"), fails).unwrap();
    let gates = "max_games = 4096\n[[gate]]\nmetric = \"turns\"\nmax = 20\n";
    fs::write(folder.path().join("g.toml"), gates).unwrap();
    let check = "check pure-profit --bots random --players 2 --quiet --gates g.toml";
    let run = "run pure-profit --bots x.luau random --players 2 --games 4 --quiet --out out";
    let cases = [
        (check.to_owned(), 3, "failed: turns"),
        (format!("{check} --json"), 3, "failed: turns"),
        (run.to_owned(), 1, "not here"),
        (format!("{run} --force --json"), 1, "--resume"),
    ];
    for (line, status, words) in cases {
        let mut child = Command::new(program())
            .env(crate::WIDE.0, crate::WIDE.1)
            .current_dir(folder.path())
            .args(line.split(' '))
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        drop(child.stdout.take());
        let output = child.wait_with_output().unwrap();
        let text = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(status), "{line}: {text}");
        assert!(text.contains(words), "{line}: {text}");
    }
}

/// Equal but for what reading JSON loses in the last digit.
fn near(printed: &serde_json::Value, written: &str) {
    let (printed, written) = (printed.as_f64().unwrap(), written.parse::<f64>().unwrap());
    assert!((printed - written).abs() <= 1e-12 * written.abs(), "{printed} is not {written}");
}

#[test]
fn the_printed_json_agrees_with_the_files() {
    let folder = temporary_folder();
    let options = ["run", "pure-profit", "--bots", "greedy", "random", "--games", "1_000", "--json"];
    let summary = json(&prints(folder.path(), &options));
    let out = folder.path().join("reports/pure-profit-0");
    assert_eq!(summary["folder"], "reports/pure-profit-0");
    assert_eq!(summary["games_done"], 1000);
    assert_eq!(summary["files"].as_array().unwrap().len(), files(&out).len());
    for (name, file) in [("strategies", "strategies.csv"), ("seats", "seats.csv")] {
        let printed = summary[name].as_array().unwrap();
        for (printed, row) in printed.iter().zip(rows(&out.join(file))) {
            for column in ["win_rate", "ci_low", "ci_high", "mean_score"] {
                near(&printed[column], &row[column]);
            }
        }
    }
    let turns = &rows(&out.join("summary.csv"))[0];
    near(&summary["turns"]["value"], &turns["value"]);
    // The 5 % quantile is the first length that the share of the games reaches.
    let mut seen = 0;
    let least = rows(&out.join("lengths.csv")).into_iter().find(|row| {
        seen += row["games"].parse::<u64>().unwrap();
        seen >= 50
    });
    assert_eq!(summary["turns"]["p5"].to_string(), least.unwrap()["turns"]);
}

#[test]
fn warnings_go_to_standard_error_unless_quiet() {
    let folder = temporary_folder();
    let options = ["run", "pure-profit", "--games", "20", "--set", "deck.value_3=3", "--force"];
    let loud = crate::ludometer(folder.path(), &options).output().unwrap();
    let text = String::from_utf8(loud.stderr).unwrap();
    assert!(
        text.lines().all(|line| line.starts_with("warning: ")) && text.contains("deck.value_3"),
        "{text}"
    );
    let quiet = crate::ludometer(folder.path(), &options).arg("--quiet").output().unwrap();
    assert_eq!(String::from_utf8(quiet.stderr).unwrap(), "");
    assert!(quiet.status.success() && !quiet.stdout.is_empty());
}
