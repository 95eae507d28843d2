//! Bad usage and bad input: exit status 2, one paragraph that helps, nothing played or written.

use std::fs;
use std::path::Path;

use crate::{files, ludometer, temporary_folder};

/// Runs it, expects this exit status and gives back the paragraph on standard error.
pub(crate) fn paragraph(folder: &Path, arguments: &[&str], status: i32) -> String {
    let output = ludometer(folder, arguments).output().unwrap();
    let text = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(status), "{arguments:?}: {text}");
    assert!(text.starts_with("ludometer: "), "{arguments:?}: {text}");
    assert!(text.ends_with('\n') && text.lines().count() == 1, "{arguments:?} is no one paragraph: {text}");
    assert!(!text.contains("panicked") && !text.contains("RUST_BACKTRACE"), "{text}");
    text
}

/// As bad input must end: with these words in the paragraph, and nothing in the folder.
fn refused(arguments: &[&str], words: &[&str]) {
    let folder = temporary_folder();
    let text = paragraph(folder.path(), arguments, 2);
    for word in words {
        assert!(text.contains(word), "{arguments:?} says {text:?}, not {word:?}");
    }
    assert!(files(folder.path()).is_empty(), "{arguments:?} wrote something");
}

#[test]
fn a_value_of_the_wrong_type_or_outside_its_range() {
    let cases = [
        ("deck.value_7=many", "deck.value_7 = many: allowed are 0..40 (--set deck.value_7=many)"),
        ("bank.goal=8.5", "bank.goal = 8.5: allowed are 2..10"),
        ("bank.goal=99", "bank.goal = 99: allowed are 2..10"),
        ("finish.allowed=perhaps", "finish.allowed = perhaps: allowed are true, false"),
        ("match.tiebreak=shard", "match.tiebreak = shard: allowed are shared, games_won"),
    ];
    for (setting, message) in cases {
        refused(&["run", "pure-profit", "--set", setting], &[message]);
    }
    for none in ["bank.goal", "=3"] {
        let message = format!("`{none}` is no setting: write key=value");
        refused(&["run", "pure-profit", "--set", none], &[&message]);
    }
}

#[test]
fn a_rule_file_is_blamed_with_its_line() {
    let folder = temporary_folder();
    let cases = [
        ("[deck]\nvalue_1 = 3\n\nvalue_7 = \"x\"\nvalu_8 = 1\n", &["line 4", "line 5", "`deck.value_8`"][..]),
        ("[deck\n", &["no valid TOML", "rules.toml, line 1"]),
        ("[deck]\nvalue_7 = many\n", &["no valid TOML", "`deck.value_7` may be: 0..40", "line 2"]),
        ("deck.value_7 = 0\n", &["no bank can pass 6", "rules.toml, line 1"]),
    ];
    for (text, words) in cases {
        fs::write(folder.path().join("rules.toml"), text).unwrap();
        let said = paragraph(folder.path(), &["run", "pure-profit", "--rules", "rules.toml"], 2);
        for word in words {
            assert!(said.contains(word), "{said}");
        }
        assert_eq!(files(folder.path()).len(), 1, "{text}");
    }
    refused(&["run", "pure-profit", "--rules", "none.toml"], &["none.toml", "No such file"]);
}

#[test]
fn seats_that_the_game_has_not() {
    refused(
        &["run", "pure-profit", "--players", "9"],
        &["Pure Profit is for 2 to 6 players, not 9 (--players 9)"],
    );
    refused(&["run", "pure-profit", "--players", "7"], &["for 2 to 6 players, not 7 (--players 7)"]);
    refused(&["run", "pure-profit", "--players", "1"], &["for 2 to 6 players, not 1"]);
    refused(&["run", "pure-profit", "--players", "0"], &["for 2 to 6 players, not 0"]);
    refused(
        &["run", "pure-profit", "--players", "18446744073709551615"],
        &["for 2 to 6 players, not 18446744073709551615"],
    );
    refused(&["run", "pure-profit", "--players", "two"], &["'two'", "--players", "whole number"]);
    let nine = ["run", "pure-profit", "--bots", "r", "r", "r", "r", "r", "r", "r", "r", "r"];
    refused(&nine, &["for 2 to 6 players, not 9 (--bots with 9 bots)"]);
}

#[test]
fn a_folder_that_cannot_be_written() {
    let folder = temporary_folder();
    fs::write(folder.path().join("file"), "x").unwrap();
    for out in ["file/below", "/proc/ludometer/below"] {
        let text = paragraph(folder.path(), &["run", "pure-profit", "--out", out], 2);
        assert!(text.contains(out) && text.contains("--out"), "{text}");
    }
    let text = paragraph(folder.path(), &["run", "pure-profit", "--out", "file"], 2);
    assert!(text.contains("file is no folder"), "{text}");
    let text = paragraph(folder.path(), &["rules", "pure-profit", "-o", "none/rules.toml"], 2);
    assert!(text.contains("none/rules.toml") && text.contains("-o"), "{text}");
    assert_eq!(files(folder.path()).len(), 1);
}

#[test]
fn a_folder_that_is_not_empty() {
    let folder = temporary_folder();
    let out = folder.path().join("out");
    fs::create_dir(&out).unwrap();
    fs::write(out.join("notes.txt"), "mine").unwrap();
    let text = paragraph(folder.path(), &["run", "pure-profit", "--out", "out"], 2);
    assert!(text.contains("out is not empty") && text.contains("--force"), "{text}");
    assert_eq!(files(&out).len(), 1);
    // An empty one will do.
    fs::remove_file(out.join("notes.txt")).unwrap();
    ludometer(folder.path(), &["run", "pure-profit", "--out", "out", "--games", "10"]).assert().success();
}
