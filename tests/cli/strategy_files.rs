//! Strategy files as their users meet them.

use std::fs;
use std::path::Path;

use super::strategy_scripts::FIRST;
use crate::bad_input::paragraph;
use crate::{csv_files, files, json, ludometer, temporary_folder};

/// Returns a folder with these files.
pub(super) fn folder_with(texts: &[(&str, &str)]) -> tempfile::TempDir {
    let folder = temporary_folder();
    for (path, text) in texts {
        let path = folder.path().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    folder
}

/// What a run with this bot says when it refuses it. Nothing is written.
pub(super) fn refused(folder: &Path, bot: &str, words: &[&str]) {
    let before = files(&folder.join("s"));
    let text = paragraph(folder, &["run", "pure-profit", "--games", "10", "--out", "out", "--bots", bot], 2);
    for word in words {
        assert!(text.contains(word), "{bot} says {text:?}, not {word:?}");
    }
    assert!(!folder.join("out").exists());
    assert!(files(&folder.join("s")) == before);
}

const PRESET: &str = "about = \"x\"\nbot = \"greedy\"\n[pure-profit]\nsteal = 0.3\ndeny = 4\n";

#[test]
fn a_preset_plays_as_the_bot_with_these_settings() {
    let folder = folder_with(&[("s/keeper.toml", PRESET)]);
    let run = |bot: &str, out: &str| {
        let options = ["run", "pure-profit", "--games", "500", "--players", "3", "--out", out, "--bots", bot];
        ludometer(folder.path(), &options).assert().success();
        csv_files(&folder.path().join(out))
    };
    let (preset, named) = (run("s/keeper.toml", "a"), run("greedy:steal=0.3,deny=4", "b"));
    let mut named_alike = named.clone();
    for bytes in named_alike.values_mut() {
        // `"greedy:steal=0.3,deny=4"` in quotes, for its comma.
        let text = String::from_utf8(bytes.clone()).unwrap();
        *bytes = text.replace("\"greedy:steal=0.3,deny=4\"", "keeper").into_bytes();
    }
    assert!(preset == named_alike);
    let over = run("s/keeper.toml:steal=1,deny=1", "c");
    assert!(over["lengths.csv"] != preset["lengths.csv"]);
    assert!(over["lengths.csv"] == run("greedy", "d")["lengths.csv"]);
    let record = json(&fs::read_to_string(folder.path().join("c/run.json")).unwrap());
    assert_eq!(record["bots"][0], "s/keeper.toml:steal=1,deny=1");
    assert_eq!(record["strategy_files"][0]["path"], "s/keeper.toml");
    assert_eq!(record["strategy_files"][0]["hash"].as_str().unwrap().len(), 16);
    assert!(record["command"].as_str().unwrap().contains("--bots s/keeper.toml:steal=1,deny=1 "));
}

#[test]
fn two_files_of_one_name_are_two_bots() {
    let other = PRESET.replace("0.3", "3");
    let folder = folder_with(&[("s/x.toml", PRESET), ("t/x.toml", &other)]);
    let options = ["run", "pure-profit", "--games", "10", "--out", "out", "--bots", "s/x.toml", "t/x.toml"];
    ludometer(folder.path(), &options).assert().success();
    let rows = crate::rows(&folder.path().join("out/strategies.csv"));
    assert_eq!(rows.len(), 2);
    assert!(rows.iter().all(|row| row["strategy"].starts_with("x@")), "{rows:?}");
    // The same file twice is one bot.
    let options = ["run", "pure-profit", "--games", "10", "--out", "two", "--bots", "s/x.toml", "./s/x.toml"];
    ludometer(folder.path(), &options).assert().success();
    assert_eq!(crate::rows(&folder.path().join("two/strategies.csv")).len(), 1);
}

#[test]
fn presets_that_are_wrong_are_named_with_the_line() {
    let cases = [
        ("bot = \"gredy\"\n", &["s/x.toml, line 1", "did you mean `greedy`?"][..]),
        ("bot = \"greedy\"\n[pure-profit]\nsteel = 1\n", &["line 3", "did you mean `steal`?"]),
        ("bot = \"greedy\"\n[pure-profit]\nsteal = 11\n", &["line 3", "a number from 0 to 10"]),
        ("bot = \"greedy\"\n[even-odd]\nshoe = 1\n", &["it is for even-odd, not for pure-profit"]),
        ("bot = \"greedy\"\n[settings\n", &["line 2", "no valid TOML"]),
        ("abuot = \"greedy\"\n", &["line 1", "did you mean `about`?"]),
        ("about = \"none\"\n", &["names no bot"]),
    ];
    for (text, words) in cases {
        let folder = folder_with(&[("s/x.toml", text)]);
        refused(folder.path(), "s/x.toml", words);
    }
}

#[test]
fn files_that_are_not_there_or_of_another_kind() {
    let folder = folder_with(&[("s/keeper.toml", PRESET), ("s/greedy.toml", PRESET), ("s/x.py", "")]);
    refused(
        folder.path(),
        "s/kepeer.toml",
        &["s/kepeer.toml", "No such file", "did you mean `s/keeper.toml`?"],
    );
    refused(folder.path(), "s/x.py", &["its name must end in .toml or .luau or .lua"]);
    refused(folder.path(), "s/greedy.toml", &["there is a built-in bot `greedy`"]);
    refused(folder.path(), "s/keeper.toml:steel=1", &["`keeper` has no setting `steel`", "`steal`"]);
    refused(folder.path(), "s/none/", &["its name must end in"]);
    fs::rename(folder.path().join("s"), folder.path().join("strategies")).unwrap();
    fs::create_dir(folder.path().join("s")).unwrap();
    refused(folder.path(), "keeper", &["no bot `keeper`", "did you mean `strategies/keeper.toml`?"]);
}

#[test]
fn strategies_lists_files_and_names_broken_ones() {
    let script =
        format!("about = 'the first'\nsettings = {{ a = {{ default = 1, min = 0, max = 2 }} }}\n{FIRST}");
    let folder = folder_with(&[
        ("strategies/keeper.toml", PRESET),
        ("strategies/first.luau", &script),
        ("strategies/broken.luau", "x ="),
        ("strategies/other.toml", "bot = \"greedy\"\ngame = \"chess\"\n"),
        ("strategies/notes.txt", ""),
    ]);
    let text = crate::prints(folder.path(), &["strategies", "pure-profit"]);
    for words in [
        "strategies/keeper.toml: x\n  in pure-profit: greedy:steal=0.3,deny=4\n",
        "strategies/first.luau: the first\n  script for pure-profit\n",
        "strategies/broken.luau: can't be used\n  strategy file strategies/broken.luau, line 1",
        "there is no game design `chess`",
        "a number from 0 to 2",
    ] {
        assert!(text.contains(words), "{words} in {text}");
    }
    let list = json(&crate::prints(folder.path(), &["strategies", "--json"]));
    let of = |path: &str| list.as_array().unwrap().iter().filter(|bot| bot["path"] == path).count();
    assert_eq!(
        (of("strategies/keeper.toml"), of("strategies/first.luau"), of("strategies/broken.luau")),
        (1, 5, 1)
    );
}

/// Returns a figure of the summary of a run in which this file of `strategies/` plays all seats.
fn figure(folder: &Path, game: &str, preset: &str, metric: &str) -> f64 {
    let path = format!("{}/strategies/{preset}.toml", env!("CARGO_MANIFEST_DIR"));
    let out = format!("{game}-{preset}");
    if !folder.join(&out).exists() {
        let options = ["run", game, "--games", "100", "--players", "4", "--out", &out, "--bots", &path];
        ludometer(folder, &options).assert().success();
    }
    let rows = crate::rows(&folder.join(&out).join("summary.csv"));
    let row = rows.iter().find(|row| row["metric"] == metric).unwrap();
    row["value"].parse().unwrap()
}

#[test]
fn the_presets_play_in_ways_that_can_be_distinguished() {
    let folder = temporary_folder();
    // The figures of 1,000 plays stand in the README; the bounds are far from them.
    let more = |game, metric, much: &str, little: &str, times: f64| {
        let (much, little) =
            (figure(folder.path(), game, much, metric), figure(folder.path(), game, little, metric));
        assert!(much > times * little, "{game}, {metric}: {much} and {little}");
    };
    more("pure-profit", "turns", "cautious", "aggressor", 1.15);
    more("pure-profit", "action_steal", "cautious", "hoarder", 1.25);
    more("even-odd", "action_Bid", "aggressor", "cautious", 3.0);
    more("even-odd", "action_Bid", "cautious", "hoarder", 3.0);
    more("greed-street", "action_TradeCash", "aggressor", "cautious", 4.0);
    more("greed-street", "action_TradeCash", "cautious", "hoarder", 4.0);
    more("film-rummy", "action_play_negative", "aggressor", "cautious", 2.0);
    more("film-rummy", "action_draw_pile", "hoarder", "cautious", 10.0);
    more("im-the-boss", "action_pass", "aggressor", "cautious", 1.3);
    more("im-the-boss", "action_pass", "hoarder", "cautious", 1.2);
}

#[test]
fn a_changed_file_is_reported_when_its_run_is_replayed() {
    let folder = folder_with(&[("s/keeper.toml", PRESET)]);
    let options = ["run", "pure-profit", "--games", "5", "--out", "out", "--bots", "s/keeper.toml"];
    ludometer(folder.path(), &options).assert().success();
    let warned = || {
        let output = ludometer(folder.path(), &["trace", "--run", "out", "--game", "1"]).output().unwrap();
        assert!(output.status.success(), "{output:?}");
        String::from_utf8(output.stderr).unwrap()
    };
    assert_eq!(warned(), "");
    fs::write(folder.path().join("s/keeper.toml"), PRESET.replace("0.3", "0.4")).unwrap();
    assert!(warned().contains("s/keeper.toml has changed since the run"), "{}", warned());
}
