//! Folders and files of somebody else: what they name isn't started, and what they are isn't trusted.

#![cfg(unix)]

use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;

use crate::bad_input::paragraph;
use crate::{files, prints, temporary_folder};

/// Returns a folder with a program that plays and leaves the file `s/started` where it is started.
fn folder_with_program() -> tempfile::TempDir {
    let folder = temporary_folder();
    fs::create_dir(folder.path().join("s")).unwrap();
    let program = "touch started\nwhile read -r line; do case \"$line\" in *hello*) echo '{\"ready\": true}';; \
                   *decide*) echo '{\"choose\": 0}';; esac; done\n";
    fs::write(folder.path().join("s/bot.sh"), program).unwrap();
    fs::write(folder.path().join("s/p.toml"), "command = [\"sh\", \"bot.sh\"]\n").unwrap();
    folder
}

/// Returns true if the program was started since the last time.
fn was_started(folder: &Path) -> bool {
    fs::remove_file(folder.join("s/started")).is_ok()
}

#[test]
fn no_record_starts_a_program_without_trust() {
    let folder = folder_with_program();
    let run = [
        "run",
        "pure-profit",
        "--games",
        "2",
        "--analyze",
        "--players",
        "2",
        "--set",
        "bank.goal=2",
        "--quiet",
        "--bots",
        "s/p.toml",
        "random",
    ];
    for (out, shard) in [("whole", None), ("a", Some("1/2")), ("b", Some("2/2"))] {
        let shard: Vec<&str> = shard.iter().flat_map(|shard| ["--shard", shard]).collect();
        prints(folder.path(), &[&run[..], &["--out", out], &shard].concat());
        assert!(was_started(folder.path()));
    }
    let trace = ["trace", "--run", "whole", "--game", "1"];
    let said = paragraph(folder.path(), &trace, 2);
    assert!(said.contains("s/p.toml") && said.contains("--trust") && said.contains("--sandbox"), "{said}");
    prints(folder.path(), &["report", "whole"]);
    prints(folder.path(), &["report", "a"]);
    prints(folder.path(), &["merge", "a", "b", "--out", "both", "--quiet"]);
    prints(folder.path(), &["strategies", "pure-profit"]);
    let resume = [&run[..], &["--out", "whole", "--resume"]].concat();
    assert!(prints(folder.path(), &resume).contains("is finished"));
    assert!(!was_started(folder.path()), "nobody asked for it");
    prints(folder.path(), &[&trace[..], &["--trust"]].concat());
    assert!(was_started(folder.path()));
    // One side of a comparison is a record as well.
    let compare = ["compare", "pure-profit", "--a", "s/p.toml", "--b", "random", "--bots", "random"];
    let short = ["--games", "256", "--set", "bank.goal=2", "--players", "2"];
    prints(folder.path(), &[&compare[..], &short, &["--out", "c", "--quiet"]].concat());
    assert!(was_started(folder.path()));
    let said = paragraph(folder.path(), &["trace", "--run", "c", "--side", "a", "--game", "0"], 2);
    assert!(said.contains("--trust") && !was_started(folder.path()), "{said}");
    // A sweep's shards hold the command of a sweep.
    let sweep = [
        "sweep",
        "pure-profit",
        "--vary",
        "deck.steal_one=4,5",
        "--set",
        "bank.goal=2",
        "--games",
        "2",
        "--bots",
        "s/p.toml",
        "--quiet",
    ];
    for (out, shard) in [("x", "1/2"), ("y", "2/2")] {
        prints(folder.path(), &[&sweep[..], &["--out", out, "--shard", shard]].concat());
    }
    assert!(was_started(folder.path()));
    prints(folder.path(), &["merge", "x", "y", "--out", "z", "--quiet"]);
    assert!(!was_started(folder.path()));
}

#[test]
fn what_is_no_file_or_too_long_is_not_read() {
    let folder = temporary_folder();
    prints(folder.path(), &["run", "pure-profit", "--games", "9", "--out", "good", "--quiet", "--per-game"]);
    prints(
        folder.path(),
        &["run", "pure-profit", "--games", "9", "--shard", "1/2", "--out", "part", "--quiet"],
    );
    let refused = |arguments: &[&str], words: &str| {
        let said = paragraph(folder.path(), arguments, 2);
        assert!(said.contains(words), "{arguments:?}: {said}");
    };
    for device in ["/dev/zero", "/dev/full"] {
        let no_file = "a pipe or a device, not a file";
        let run = ["run", "pure-profit", "--games", "1", "--out", "out"];
        refused(&[&run[..], &["--rules", device]].concat(), no_file);
        refused(&["check", "pure-profit", "--gates", device], no_file);
        refused(&["tune", "pure-profit", "--target", device, "--out", "out"], no_file);
        for ending in ["toml", "luau"] {
            let bot = format!("bot.{ending}");
            let _ = fs::remove_file(folder.path().join(&bot));
            symlink(device, folder.path().join(&bot)).unwrap();
            refused(&[&run[..], &["--bots", &bot]].concat(), no_file);
        }
        // Files of a folder of results.
        for (name, of, command) in [
            ("run.json", "good", &["report", "bad"][..]),
            ("run.json", "good", &["trace", "--run", "bad", "--game", "0"]),
            ("summary.csv", "good", &["report", "bad"]),
            ("games.csv", "good", &["report", "bad"]),
            ("shard.bin", "part", &["merge", "bad", "--partial", "--out", "out"]),
            (
                "checkpoint.bin",
                "good",
                &["run", "pure-profit", "--games", "8", "--out", "bad", "--resume", "--quiet"],
            ),
        ] {
            let bad = folder.path().join("bad");
            let _ = fs::remove_dir_all(&bad);
            fs::create_dir(&bad).unwrap();
            for (name, bytes) in files(&folder.path().join(of)) {
                fs::write(bad.join(name), bytes).unwrap();
            }
            let _ = fs::remove_file(bad.join(name));
            symlink(device, bad.join(name)).unwrap();
            refused(command, no_file);
        }
    }
    fs::write(folder.path().join("long.toml"), "#".repeat((1 << 20) + 1)).unwrap();
    refused(&["run", "pure-profit", "--rules", "long.toml"], "longer than 1048576 bytes (1 MiB)");
    refused(&["check", "pure-profit", "--gates", "long.toml"], "longer than 1048576 bytes (1 MiB)");
    fs::copy(folder.path().join("long.toml"), folder.path().join("long.luau")).unwrap();
    refused(&["run", "pure-profit", "--bots", "long.luau"], "longer than 1048576 bytes (1 MiB)");
    // A table of choices may be longer.
    fs::write(folder.path().join("long.toml"), "#".repeat((1 << 24) + 1)).unwrap();
    refused(&["run", "pure-profit", "--bots", "long.toml"], "longer than 16777216 bytes (16 MiB)");
    assert!(!folder.path().join("out").exists());
}

#[test]
fn links_in_a_folder_of_results_are_not_followed() {
    let folder = temporary_folder();
    fs::write(folder.path().join("mine.txt"), "mine").unwrap();
    fs::create_dir_all(folder.path().join("out")).unwrap();
    let run = ["run", "pure-profit", "--games", "9", "--per-game", "--out", "out", "--force", "--quiet"];
    let lock = folder.path().join("out/.ludometer-lock");
    symlink("../mine.txt", &lock).unwrap();
    let said = paragraph(folder.path(), &run, 2);
    assert!(said.contains("`.ludometer-lock` in it is a link or no file: remove it"), "{said}");
    fs::remove_file(lock).unwrap();
    // What a killed run leaves is removed: the link, not what it leads to.
    symlink("../mine.txt", folder.path().join("out/.ludometer-games.csv.part")).unwrap();
    prints(folder.path(), &run);
    assert_eq!(fs::read_to_string(folder.path().join("mine.txt")).unwrap(), "mine");
    fs::create_dir(folder.path().join("elsewhere")).unwrap();
    symlink("../elsewhere", folder.path().join("out/plots")).unwrap();
    let said = paragraph(folder.path(), &["report", "out"], 2);
    assert!(said.contains("plots") && said.contains("it is a link"), "{said}");
    assert!(files(&folder.path().join("elsewhere")).is_empty());
}
