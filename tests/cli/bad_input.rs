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
fn no_command() {
    refused(&[], &["requires a subcommand", "games, rules, strategies, explain, run, "]);
}

#[test]
fn an_unknown_command_near_a_known_one() {
    refused(&["rnu"], &["'rnu'", "did you mean 'run'?"]);
    refused(&["strategy"], &["'strategy'", "'strategies'"]);
    refused(&["simulate"], &["'simulate'", "there are: games, rules"]);
}

#[test]
fn a_command_that_is_an_option_leads_to_it() {
    for typed in ["analyze", "anlyze", "analyse"] {
        refused(
            &[typed, "pure-profit"],
            &[typed, "`ludometer run GAME --analyze`", "there are: games, rules"],
        );
    }
    refused(&["resume"], &["`ludometer run GAME --resume`"]);
}

#[test]
fn set_on_both_sides_of_a_comparison_leads_to_one_side() {
    let both = ["compare", "pure-profit", "--set", "bank.goal=8"];
    refused(&both, &["both sides are the same", "for side B alone write --set-b bank.goal=8"]);
}

#[test]
fn ranges_and_targets_that_are_none_say_how_they_are_written() {
    refused(&["sweep", "pure-profit", "--vary", "bank.goal=8-5"], &["key=2..8"]);
    refused(&["run", "pure-profit", "--target-length", "long"], &["20..40"]);
    refused(&["run", "pure-profit", "--games", "10x"], &["'10x'", "10k"]);
    refused(&["run", "pure-profit", "--minutes", "0"], &["--minutes", "above 0 is needed, such as 5 or 0.5"]);
    refused(
        &["run", "pure-profit", "--minutes", "1", "--skill"],
        &["`--minutes 1` with `--analyze`", "--games"],
    );
    refused(&["check", "pure-profit"], &["--gates"]);
    refused(&["check", "pure-profit", "--gate", "turns"], &["METRIC=MIN..MAX, such as turns=35..60"]);
    refused(&["tune", "pure-profit", "--target", "turns=1..2"], &["nothing may move"]);
}

#[test]
fn an_unknown_game_near_a_known_one() {
    for command in [&["run"][..], &["trace", "--game", "0"], &["rules"], &["strategies"], &["bench"]] {
        let arguments = [command, &["pure-prfit"]].concat();
        refused(&arguments, &["no game design `pure-prfit`", "did you mean `pure-profit`?"]);
    }
    refused(&["run", "Pure_Profit"], &["did you mean `pure-profit`?"]);
    refused(&["run", "chess"], &["no game design `chess`; there are: ", "pure-profit"]);
}

#[test]
fn an_unknown_option_near_a_known_one() {
    refused(&["run", "pure-profit", "--gmaes", "5"], &["'--gmaes'", "'--games'"]);
    refused(&["trace", "pure-profit", "--game", "1", "--json-lines"], &["'--json-lines'"]);
}

#[test]
fn an_unknown_key_near_a_known_one() {
    for key in ["deck.valu_7", "value_7"] {
        let setting = format!("{key}=3");
        let near = ["unknown key", "did you mean `deck.value_7`?", "(--set"];
        refused(&["run", "pure-profit", "--set", &setting], &near);
        refused(&["rules", "pure-profit", "--set", &setting], &near);
    }
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
fn all_faults_of_several_settings_are_reported() {
    let arguments = ["run", "pure-profit", "--set", "bank.goal=99", "--set", "hand.limt=3"];
    refused(&arguments, &["bank.goal = 99", "did you mean `hand.limit`?"]);
}

#[test]
fn a_deck_in_which_no_game_could_be_won() {
    let message = "deck.value_7 = 0: no bank can pass 6, so no game could be won";
    refused(&["run", "pure-profit", "--set", "deck.value_7=0"], &[message]);
    refused(&["rules", "pure-profit", "--set", "deck.value_7=0"], &[message]);
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
    refused(&["run", "pure-profit", "--players", "9"], &["9 seats: allowed are 2..6 (--players 9)"]);
    refused(&["run", "pure-profit", "--players", "7"], &["7 seats: allowed are 2..6 (--players 7)"]);
    refused(&["run", "pure-profit", "--players", "1"], &["1 seats: allowed are 2..6"]);
    refused(&["run", "pure-profit", "--players", "0"], &["0 seats: allowed are 2..6"]);
    refused(&["run", "pure-profit", "--players", "18446744073709551615"], &["allowed are 2..6"]);
    refused(&["run", "pure-profit", "--players", "two"], &["'two'", "--players", "whole number"]);
    let nine = ["run", "pure-profit", "--bots", "r", "r", "r", "r", "r", "r", "r", "r", "r"];
    refused(&nine, &["9 seats: allowed are 2..6 (--bots with 9 bots)"]);
}

#[test]
fn bots_that_are_not_there_or_too_few() {
    refused(&["run", "pure-profit", "--bots", "gredy"], &["no bot `gredy`", "did you mean `greedy`?"]);
    refused(&["run", "pure-profit", "--bots", "mcts:iteration=5"], &["did you mean `iterations`?"]);
    refused(&["run", "pure-profit", "--bots", "mcts:iterations=5,mcts:iterations=9"], &["bots by spaces"]);
    refused(&["run", "pure-profit", "--bots", "mcts:iterations=0"], &["`iterations`", "from 1 to"]);
    let few = ["run", "pure-profit", "--players", "3", "--bots", "greedy", "random"];
    refused(&few, &["2 bots are named for 3 seats"]);
    refused(&["run", "pure-profit", "--bots", "greedy,random"], &["leave spaces between bots"]);
    // The option takes several values: a game after it is taken for one of them.
    refused(&["run", "--bots", "greedy", "pure-profit"], &["name the game before"]);
    refused(&["bench", "--bots", "random", "pure-profit"], &["name the game before --bots"]);
}

#[test]
fn numbers_that_are_none() {
    refused(&["run", "pure-profit", "--games", "0"], &["`--games 0`", "from 1"]);
    refused(&["run", "pure-profit", "--games", "-5"], &["'-5'", "--games", "1e6"]);
    refused(&["run", "pure-profit", "--games", "1.5"], &["'1.5'", "--games"]);
    let range = "a whole number from 0 to 18446744073709551615";
    refused(&["run", "pure-profit", "--seed", "18446744073709551616"], &["--seed", range]);
    refused(&["run", "pure-profit", "--games", "1e30"], &["--games", range]);
    refused(&["run", "pure-profit", "--threads", "0"], &["`--threads 0`", "from 1 to 1024"]);
    refused(&["run", "pure-profit", "--out", ""], &["--out", "a value is required"]);
    refused(&["bench", "--time", "0"], &["`--time 0`"]);
    refused(&["bench", "--split", "--bots", "random", "greedy"], &["`--bots random greedy`", "`mcts`"]);
    refused(&["trace", "pure-profit", "--game", "3", "--games", "3"], &["the games 0 to 2"]);
}

#[test]
fn more_plays_than_a_parquet_file_holds() {
    let many = ["run", "pure-profit", "--format", "parquet", "--games", "1e12"];
    refused(&many, &["`--format parquet`", "at most 4294967296 games"]);
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
