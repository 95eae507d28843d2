//! Tournaments that go on: after being killed, after Ctrl-C; and what is refused.

use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use crate::bad_input::paragraph;
use crate::going_on::{interrupt, kill_again, kill_on_the_way, type_in};
use crate::{csv_files, files, json, ludometer, prints, temporary_folder};

const TOURNAMENT: [&str; 11] = [
    "tournament",
    "pure-profit",
    "--bots",
    "random",
    "greedy",
    "random",
    "--players",
    "2,3",
    "--checkpoint",
    "0",
    "--quiet",
];

fn words(out: &str, more: &[&str]) -> Vec<String> {
    [&TOURNAMENT[..], more, &["--out", out]].concat().into_iter().map(str::to_owned).collect()
}

fn succeeds(folder: &Path, words: &[String]) {
    ludometer(folder, &[]).args(words).assert().success();
}

#[test]
fn killed_again_and_again_it_loses_and_doubles_nothing() {
    let folder = temporary_folder();
    let path = folder.path();
    let resume = |threads: &str| words("out", &["--deals", "3000", "--resume", "--threads", threads]);
    for kill in 0..6_u64 {
        let again = resume(["1", "2", "3"][kill as usize % 3]);
        kill_again(path, &again, "out/checkpoint.bin", kill % 3 != 2, Duration::from_millis(kill * 7 % 20));
    }
    succeeds(path, &resume("2"));
    succeeds(path, &words("whole", &["--deals", "3000"]));
    assert!(csv_files(&path.join("out")) == csv_files(&path.join("whole")));
    let names: Vec<String> = files(&path.join("out")).into_keys().collect();
    assert_eq!(names, ["pairs.csv", "payoff.csv", "ratings.csv", "tournament.json"]);
    let record = json(&fs::read_to_string(path.join("out/tournament.json")).unwrap());
    assert_eq!((&record["complete"], &record["deals_done"]), (&true.into(), &3000.into()));
}

#[test]
fn an_interrupted_tournament_goes_on_by_the_command_that_it_prints() {
    let folder = temporary_folder();
    let path = folder.path();
    // Settled somewhere, whether interrupted or not; forfeits are part of what is repeated.
    let more = ["--until", "settled:margin=0.01", "--deals", "4_000", "--on-bot-error", "forfeit"];
    let command = interrupt(path, &words("o ut", &more), "o ut/checkpoint.bin");
    let record = json(&fs::read_to_string(path.join("o ut/tournament.json")).unwrap());
    assert_eq!(record["complete"], false);
    type_in(path, &command);
    succeeds(path, &words("straight", &more));
    assert!(csv_files(&path.join("o ut")) == csv_files(&path.join("straight")));
    let before = files(&path.join("o ut"));
    type_in(path, &command);
    assert!(files(&path.join("o ut")) == before, "a finished tournament was changed");
}

#[test]
fn what_does_not_belong_together_or_is_damaged_is_refused() {
    let folder = temporary_folder();
    let path = folder.path();
    let checkpoint = path.join("out/checkpoint.bin");
    kill_on_the_way(path, &words("out", &["--deals", "100_000"]), "out/checkpoint.bin");
    let refused = |more: &[&str], wanted: &str| {
        let words = words("out", &[more, &["--resume"]].concat());
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let text = paragraph(path, &words, 2);
        assert!(text.contains(wanted), "{text}");
    };
    refused(&["--deals", "100_000", "--seed", "3"], "`seed` is 0 instead of 3");
    refused(&["--deals", "99_999"], "`games` is 900000 instead of 899991");
    refused(&["--deals", "100_000", "--on-bot-error", "forfeit"], "`on_bot_error` is \"stop\"");
    refused(&["--deals", "100_000", "--set", "bank.goal=5"], "`bank.goal` is");
    let bytes = fs::read(&checkpoint).unwrap();
    for at in [0, bytes.len() / 2, bytes.len() - 1] {
        let mut damaged = bytes.clone();
        damaged[at] ^= 2;
        fs::write(&checkpoint, damaged).unwrap();
        refused(&["--deals", "100_000"], "out/checkpoint.bin");
    }
    fs::write(&checkpoint, bytes).unwrap();
    let part = path.join("out/.ludometer-deals.part");
    let mut deals = fs::read(&part).unwrap();
    deals[10] ^= 1;
    fs::write(&part, deals).unwrap();
    refused(&["--deals", "100_000"], "table of games in out is missing or damaged");
    // A run does not go on from it either.
    let text = paragraph(path, &["run", "pure-profit", "--out", "out", "--resume"], 2);
    assert!(text.contains("out/checkpoint.bin is no checkpoint of ludometer"), "{text}");
    let anew = words("out", &["--deals", "10", "--force"]);
    succeeds(path, &anew);
    assert!(!checkpoint.exists() && !part.exists());
    let text = prints(
        path,
        &[
            "tournament",
            "pure-profit",
            "--bots",
            "random",
            "greedy",
            "--deals",
            "3",
            "--out",
            "new",
            "--resume",
        ],
    );
    assert!(text.contains("3 deals"), "{text}");
}

#[cfg(unix)]
#[test]
fn a_full_disk_is_named_and_the_tournament_goes_on_when_there_is_room() {
    let folder = temporary_folder();
    let path = folder.path();
    let program = assert_cmd::cargo::cargo_bin!("ludometer");
    let more = ["--deals", "2_000"];
    let line =
        format!("trap '' XFSZ; ulimit -f 64; exec {} {}", program.display(), words("out", &more).join(" "));
    let output = Command::new("sh")
        .env(crate::WIDE.0, crate::WIDE.1)
        .current_dir(path)
        .args(["-c", &line])
        .output()
        .unwrap();
    let text = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1), "{text}");
    assert!(text.starts_with("ludometer: writing out/deals failed: "), "{text}");
    assert!(text.contains("deals are kept; go on with: ludometer tournament "), "{text}");
    succeeds(path, &words("out", &[&more[..], &["--resume"]].concat()));
    succeeds(path, &words("whole", &more));
    assert!(csv_files(&path.join("out")) == csv_files(&path.join("whole")));
}
