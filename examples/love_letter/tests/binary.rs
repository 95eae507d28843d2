//! The program itself: its commands, and what its records and texts call it.

#![expect(clippy::unwrap_used, reason = "a failed step fails its test")]

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

/// Runs the program in this folder.
fn letter(folder: &Path, arguments: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_love-letter"));
    command.current_dir(folder).args(arguments.split(' ')).output().unwrap()
}

fn prints(folder: &Path, arguments: &str) -> String {
    let output = letter(folder, arguments);
    assert!(output.status.success(), "{arguments}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn version_and_help_are_the_program_s_own() {
    let folder = tempfile::tempdir().unwrap();
    let version = prints(folder.path(), "--version");
    assert!(
        version.starts_with(concat!("love-letter ", env!("CARGO_PKG_VERSION"), " (ludometer ")),
        "{version}"
    );
    let mut examples = 0;
    for command in ["", "run", "trace", "play", "tournament", "audit", "bench", "compare", "sweep", "rules"] {
        let help = prints(folder.path(), format!("{command} --help").trim());
        assert!(help.contains("Usage: love-letter") && !help.contains("ludometer"), "{help}");
        assert!(!help.contains("pure-profit") && !help.contains("deck.steal"), "{help}");
        examples += help.matches("\n  love-letter ").count();
    }
    assert!(examples > 15, "{examples}");
    let error = letter(folder.path(), "run pure-profit");
    assert_eq!(error.status.code(), Some(2));
    let text = String::from_utf8(error.stderr).unwrap();
    assert!(
        text.starts_with("love-letter: there is no game design `pure-profit`; there are: love-letter"),
        "{text}"
    );
}

#[test]
fn a_run_names_the_program_and_can_be_traced_and_repeated() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    let text = prints(here, "run love-letter --games 300 --seed 4 --analyze --out one");
    assert!(text.contains("Love Letter"), "{text}");
    let record: serde_json::Value =
        serde_json::from_str(&fs::read_to_string(here.join("one/run.json")).unwrap()).unwrap();
    let command = record["command"].as_str().unwrap();
    assert_eq!(
        command,
        "love-letter run love-letter --players 4 --bots greedy --seed 4 --games 300 --analyze=basic"
    );
    let version: serde_json::Value = serde_json::from_str(&prints(here, "--version --json")).unwrap();
    assert_eq!((&version["name"], &version["version"]), (&"love-letter".into(), &record["version"]));
    let rules = (&record["game"], &record["rules_hash"]);
    assert_eq!((&version["rule_sets"][0]["game"], &version["rule_sets"][0]["rules_hash"]), rules);
    let summary = fs::read_to_string(here.join("one/summary.csv")).unwrap();
    assert!(summary.contains("action_countess,"), "{summary}");
    // What the record says repeats it.
    prints(here, &format!("{} --out two", command.strip_prefix("love-letter ").unwrap()));
    assert_eq!(fs::read_to_string(here.join("two/summary.csv")).unwrap(), summary);
    assert!(prints(here, "trace --run one --game 7").contains("token"));
    prints(here, "report one");
    let page = fs::read_to_string(here.join("one/report.html")).unwrap();
    assert!(page.contains("love-letter trace love-letter --game") && page.contains("Made by love-letter "));
    // Another version's run is replayed with a warning.
    let older = record.to_string().replace("love-letter 0.1.0 (", "love-letter 0.0.9 (");
    fs::write(here.join("one/run.json"), older).unwrap();
    let warned = String::from_utf8(letter(here, "trace --run one --game 7").stderr).unwrap();
    assert!(warned.contains("the run was played by version love-letter 0.0.9 ("), "{warned}");
}

#[test]
fn the_other_commands_work() {
    let folder = tempfile::tempdir().unwrap();
    for (arguments, shown) in [
        ("games", "Love Letter"),
        ("strategies", "weight of a Handmaid"),
        ("rules love-letter", "love-letter run love-letter --rules"),
        ("audit love-letter --bots mcts:iterations=20 --positions 60", "mcts"),
        ("tournament love-letter --bots random greedy --games 400 --out t", "greedy"),
        ("sweep love-letter --vary deck.guard=3..5 --games 300 --out s", "deck.guard"),
        ("compare love-letter --set-b deck.guard=4 --games 3000 --out c", "turns"),
        ("completions bash", "love-letter"),
    ] {
        let text = prints(folder.path(), arguments);
        assert!(text.contains(shown), "{arguments}: {text}");
    }
    let record = fs::read_to_string(folder.path().join("t/tournament.json")).unwrap();
    assert!(record.contains("\"love-letter tournament love-letter "), "{record}");
}
