//! Records of commands: each file that is written is what its type, and so its JSON Schema, says.

use std::path::Path;

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value as Json;

use ludometer::cli::{Means, execute_json};
use ludometer::spec::RunSpec;
use ludometer_report::{
    CheckRecord, CompareRecord, RunRecord, StudyRecord, SweepRecord, TournamentRecord, TuneRecord,
    write_table,
};

use crate::{json, ludometer, temporary_folder};

fn comes_back<R: Serialize + DeserializeOwned>(record: &Json) {
    assert!(record["finished"].is_string());
    let read: R = serde_json::from_value(record.clone()).unwrap();
    assert_eq!(serde_json::to_value(read).unwrap(), *record);
}

#[test]
fn every_record_is_what_its_type_says() {
    let folder = temporary_folder();
    let of = |name: &str, words: &[&str]| {
        let all = [words, &["--quiet", "--out", name]].concat();
        let status = ludometer(folder.path(), &all).output().unwrap().status.code();
        assert!([Some(0), Some(3), Some(4)].contains(&status), "{words:?}: {status:?}");
        let path = folder.path().join(name).join(format!("{}.json", words[0]));
        json(&std::fs::read_to_string(path).unwrap())
    };
    let game = "pure-profit";
    comes_back::<RunRecord>(&of(
        "run",
        &["run", game, "--games", "100", "--analyze", "--target-length", "20..40"],
    ));
    comes_back::<RunRecord>(&of(
        "shard",
        &["run", game, "--games", "100", "--shard", "2/3", "--set", "bank.goal=8"],
    ));
    comes_back::<CompareRecord>(&of(
        "rules",
        &["compare", game, "--set-b", "bank.goal=9", "--games", "2048", "--target", "turns=20..30"],
    ));
    comes_back::<CompareRecord>(&of(
        "bots",
        &["compare", game, "--a", "greedy", "--b", "random", "--games", "512", "--players", "2"],
    ));
    comes_back::<CheckRecord>(&of("check", &["check", game, "--gate", "turns=20..60", "--games", "512"]));
    comes_back::<SweepRecord>(&of("sweep", &["sweep", game, "--vary", "bank.goal=8..9", "--games", "64"]));
    comes_back::<SweepRecord>(&of(
        "sweep2",
        &["sweep", game, "--vary", "bots=greedy,random", "--games", "64"],
    ));
    let tune = ["tune", game, "--target", "turns=30..60", "--move", "bank.goal=8..10", "--games", "10240"];
    comes_back::<TuneRecord>(&of("tune", &tune));
    comes_back::<TournamentRecord>(&of(
        "tournament",
        &["tournament", game, "--bots", "greedy", "random", "--games", "200", "--until", "settled"],
    ));
    comes_back::<StudyRecord>(&of("study", &["study", game, "--games", "512", "--search-games", "32"]));
}

/// Does in this process what a record says was asked for, and holds the tables and files to those in its folder.
fn is_repeated_as_values(folder: &Path, command: &str) {
    let record = json(&std::fs::read_to_string(folder.join(format!("{command}.json"))).unwrap());
    let spec = match command {
        "run" => serde_json::to_value(serde_json::from_value::<RunSpec>(record.clone()).unwrap()).unwrap(),
        _ => record["spec"].clone(),
    };
    let events = std::sync::atomic::AtomicU64::new(0);
    let count = |_: ludometer::cli::Event<'_>| {
        events.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
    };
    let done = execute_json(command, spec, &Means::all_cores(), &count, std::sync::Arc::default()).unwrap();
    assert!(done.complete && events.into_inner() > 2);
    assert_eq!(done.record["options_hash"], record["options_hash"], "{command}");
    assert!(!done.tables.is_empty() || !done.files.is_empty());
    for table in &done.tables {
        let mut bytes = Vec::new();
        write_table(table, &mut bytes).unwrap();
        let stored = std::fs::read(folder.join(format!("{}.csv", table.name))).unwrap();
        assert!(bytes == stored, "{command}: {}", table.name);
    }
    // The text of gates and targets is another one: they were asked for by their names, and are repeated by their values.
    for (name, bytes) in
        done.files.iter().filter(|(name, _)| !["gates.toml", "targets.toml"].contains(&name.as_str()))
    {
        assert!(*bytes == std::fs::read(folder.join(name)).unwrap(), "{command}: {name}");
    }
}

#[test]
fn what_a_record_asks_for_is_repeated_as_values_without_a_folder() {
    let folder = temporary_folder();
    let game = "pure-profit";
    for words in [
        &["run", game, "--games", "300", "--players", "3", "--analyze", "--set", "bank.goal=9"][..],
        &["compare", game, "--set-b", "bank.goal=9", "--metrics", "turns=0.05", "--games", "1024"],
        &["check", game, "--gate", "turns=20..60", "--games", "512"],
        &["sweep", game, "--vary", "bank.goal=8..9", "--games", "64"],
        &["tune", game, "--target", "turns=30..60", "--move", "bank.goal=8..10", "--games", "10240"],
        &["tournament", game, "--bots", "greedy", "random", "greedy", "--players", "2,3", "--games", "200"],
        &["study", game, "--games", "512", "--search-games", "0", "--players", "2"],
    ] {
        let all = [words, &["--quiet", "--out", words[0]]].concat();
        let status = ludometer(folder.path(), &all).output().unwrap().status.code();
        assert!([Some(0), Some(3), Some(4)].contains(&status), "{words:?}: {status:?}");
        is_repeated_as_values(&folder.path().join(words[0]), words[0]);
    }
}

#[test]
fn what_is_learned_and_searched_is_repeated_as_values_without_a_file() {
    let folder = temporary_folder();
    let kuhn = concat!(env!("CARGO_MANIFEST_DIR"), "/games/kuhn_poker.luau");
    for (words, spec) in [
        (&["train", "pure-profit", "--games", "3072"][..], serde_json::json!({"games": 3072})),
        (
            &["train", kuhn, "--method", "value", "--games", "64"],
            serde_json::json!({"method": "value", "games": 64}),
        ),
        (&["train", kuhn, "--method", "regret"], serde_json::json!({"method": "regret"})),
        (&["exploit", kuhn, "--against", "random"], serde_json::json!({"against": "random"})),
        (&["exploit", kuhn, "--exact"], serde_json::json!({"exact": true})),
        (&["review", kuhn, "--games", "3", "--worlds", "20"], serde_json::json!({"games": 3, "worlds": 20})),
        (
            &["review", kuhn, "--game", "2", "--decision", "1"],
            serde_json::json!({"first_game": 2, "decision": 1}),
        ),
    ] {
        let written: &[&str] = if words[0] == "train" { &["-o", "learned.toml", "--force"] } else { &[] };
        let all = [words, &["--quiet", "--json"], written].concat();
        let printed = ludometer(folder.path(), &all).output().unwrap();
        let printed = json(std::str::from_utf8(&printed.stdout).unwrap());
        let mut spec = spec;
        spec["game"] = words[1].into();
        let events = &|_: ludometer::cli::Event<'_>| ();
        let done = execute_json(words[0], spec, &Means::all_cores(), events, std::sync::Arc::default());
        let done = done.unwrap();
        assert!(done.complete && done.record == printed, "{words:?}: {} {printed}", done.record);
        assert_eq!(done.files.is_empty(), written.is_empty(), "{words:?}");
        // A page tells how long it took.
        for (name, bytes) in done.files.iter().filter(|(name, _)| !name.contains(".html")) {
            assert!(*bytes == std::fs::read(folder.path().join(name)).unwrap(), "{words:?}: {name}");
        }
    }
}
