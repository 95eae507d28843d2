//! The other commands.

use std::fs;

use crate::{json, ludometer, prints, temporary_folder};

const COMMANDS: [&str; 9] =
    ["games", "rules", "strategies", "run", "trace", "bench", "completions", "tournament", "play"];

#[test]
fn strategies_are_listed_with_ranges_and_defaults() {
    let folder = temporary_folder();
    for arguments in [&["strategies"][..], &["strategies", "pure-profit"]] {
        let text = prints(folder.path(), arguments);
        assert!(
            ["random:", "greedy:", "lookahead:", "flat-mc:", "mcts:"].iter().all(|bot| text.contains(bot)),
            "{text}"
        );
        let line = text.lines().find(|line| line.trim_start().starts_with("iterations")).unwrap();
        assert!(line.contains("a whole number from 1 to"), "{line}");
        assert!(text.contains("100000000"), "{text}");
    }
    let list = json(&prints(folder.path(), &["strategies", "pure-profit", "--json"]));
    let names: Vec<&str> = list.as_array().unwrap().iter().map(|bot| bot["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["random", "greedy", "lookahead", "flat-mc", "mcts", "learned"]);
    let settings = list[4]["settings"].as_array().unwrap();
    let rollout = settings.iter().find(|setting| setting["name"] == "rollout").unwrap();
    assert_eq!(rollout["words"], serde_json::json!(["random", "greedy"]));
    assert!(rollout["default"].is_string());
    let iterations = settings.iter().find(|setting| setting["name"] == "iterations").unwrap();
    assert_eq!((&iterations["min"], &iterations["max"]), (&1.into(), &100_000_000.into()));
}

/// Returns the hash of the rules that a run was played by.
fn hash(folder: &std::path::Path, options: &[&str]) -> String {
    let run = ["run", "pure-profit", "--games", "5", "--json", "--force", "--quiet"];
    let summary = json(&prints(folder, &[&run[..], options].concat()));
    summary["rules_hash"].as_str().unwrap().to_owned()
}

#[test]
fn written_rules_read_back_are_the_same_rules() {
    let folder = temporary_folder();
    let path = folder.path();
    let set = ["--set", "bank.goal=8", "--set", "steal.cards=blind", "--set", "deck.steal_three=9"];
    for (options, file) in [(&[][..], "plain.toml"), (&set, "set.toml")] {
        let arguments = [&["rules", "pure-profit"], options].concat();
        let printed = prints(path, &arguments);
        assert_eq!(prints(path, &[&arguments[..], &["-o", file]].concat()), "");
        assert_eq!(fs::read_to_string(path.join(file)).unwrap(), printed);
        let direct = hash(path, options);
        assert_eq!(hash(path, &["--rules", file]), direct);
        assert!(printed.contains(&direct), "the head comment names the rule set");
        // Written once more, it is the same text.
        assert_eq!(prints(path, &["rules", "pure-profit", "--rules", file]), printed);
    }
    assert_ne!(hash(path, &[]), hash(path, &set));
    assert_eq!(
        hash(path, &["--set", "bank.goal=7", "--set", "bank.goal=9"]),
        hash(path, &["--set", "bank.goal=9"])
    );
    // A single setting goes before the file.
    assert_eq!(hash(path, &["--rules", "set.toml", "--set", "bank.goal=9"]), {
        hash(path, &[&set[2..], &["--set", "bank.goal=9"]].concat())
    });
}

#[test]
fn the_rules_tell_every_key_with_meaning_range_and_origin() {
    let folder = temporary_folder();
    let text = prints(folder.path(), &["rules", "pure-profit"]);
    let entry = ludometer::registry::GAMES.iter().find(|entry| entry.id() == "pure-profit").unwrap();
    for param in &entry.schema().params {
        let name = param.key.rsplit('.').next().unwrap();
        let comment = format!("# Allowed: {}. Default from: {}.\n", param.range_text(), param.from);
        let entry = format!("# {}\n{comment}{name} = ", param.about);
        assert!(text.contains(&entry), "{entry} is not in the rules");
    }
}

#[test]
fn bench_splits_the_time_of_a_search() {
    let folder = temporary_folder();
    let bots = ["--bots", "random", "mcts:iterations=50"];
    let options = [&["bench", "pure-profit", "--split", "--time", "0.02"][..], &bots].concat();
    let json = json(&prints(folder.path(), &[&options[..], &["--json"]].concat()));
    let rows = json["games"][0]["split"].as_array().unwrap();
    assert_eq!(rows.len(), 1, "a bot that doesn't search has no row");
    let row = &rows[0];
    assert_eq!(row["bot"], "mcts:iterations=50");
    assert!(
        row["iterations"].as_u64().unwrap().is_multiple_of(50)
            && row["ns_per_iteration"].as_f64().unwrap() > 0.0
    );
    for part in ["imagine", "select", "rollout", "back_up"] {
        assert!(row["parts_ns"][part].as_f64().unwrap() >= 0.0, "{part}");
    }
    let text = prints(folder.path(), &options);
    assert!(text.contains("Pure Profit (pure-profit), 4 players\n"), "{text}");
}

#[test]
fn bench_measures_every_bot_on_every_number_of_threads() {
    let folder = temporary_folder();
    let options =
        ["bench", "pure-profit", "--bots", "random", "greedy", "--time", "0.02", "--threads", "1", "2"];
    let json = json(&prints(folder.path(), &[&options[..], &["--json"]].concat()));
    let game = &json["games"][0];
    assert_eq!(
        (&game["game"], &game["players"], &game["floor"]["deck"]),
        (&"pure-profit".into(), &4.into(), &108.into())
    );
    assert!(game["floor"]["shuffle_ns"].as_f64() > game["floor"]["bounded_random_number_ns"].as_f64());
    let rows = game["rows"].as_array().unwrap();
    let who: Vec<(&str, u64)> =
        rows.iter().map(|row| (row["bot"].as_str().unwrap(), row["threads"].as_u64().unwrap())).collect();
    assert_eq!(who, [("random", 1), ("random", 2), ("greedy", 1), ("greedy", 2)]);
    for row in rows {
        let number = |key: &str| row[key].as_f64().unwrap();
        let per_second = number("decisions") / number("seconds");
        assert!((number("decisions_per_second") / per_second - 1.0).abs() < 1e-9);
        let ns = number("threads") * 1e9 / per_second;
        assert!((number("ns_per_decision") / ns - 1.0).abs() < 1e-6);
        assert!(number("times_floor") > 1.0 && number("floor_ns") > 0.0);
        for key in ["speed_up", "machine_speed_up"] {
            assert_eq!(row[key].is_null(), row["threads"] == 1, "{key}");
        }
    }
    let text = prints(folder.path(), &options);
    assert!(text.contains("Pure Profit (pure-profit), 4 players. Floor: "), "{text}");
    assert!(text.lines().filter(|line| line.starts_with("greedy ")).count() == 2, "{text}");
}

#[test]
fn completions_are_offered_to_every_shell() {
    let folder = temporary_folder();
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let script = prints(folder.path(), &["completions", shell]);
        assert!(script.contains("LUDOMETER_COMPLETE") && script.contains("ludometer"), "{shell}: {script}");
    }
    ludometer(folder.path(), &["completions", "cmd"]).assert().code(2);
}

#[test]
fn completions_know_commands_games_bots_and_keys() {
    let folder = temporary_folder();
    // As the scripts ask: the words so far after `--`, and which of them is being typed.
    let offered = |words: &[&str]| {
        let mut command = ludometer(folder.path(), &["--", "ludometer"]);
        command.args(words).env("LUDOMETER_COMPLETE", "bash");
        let output = command.env("_CLAP_COMPLETE_INDEX", words.len().to_string()).assert().success();
        String::from_utf8(output.get_output().stdout.clone()).unwrap()
    };
    let commands = offered(&[""]);
    assert!(COMMANDS.iter().all(|command| commands.contains(command)), "{commands}");
    for (words, wanted) in [
        (&["run", "film"][..], "film-rummy"),
        (&["run", "pure-profit", "--bots", "gre"], "greedy"),
        (&["run", "pure-profit", "--set", "bank.g"], "bank.goal="),
        (&["run", "pure-profit", "--set", "finish.allowed=f"], "finish.allowed=false"),
    ] {
        assert!(offered(words).lines().any(|line| line == wanted), "{words:?}: {}", offered(words));
    }
}
