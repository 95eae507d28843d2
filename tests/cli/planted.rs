//! Games with a defect that was put in on purpose: a study names it in its first three sentences.

use std::fs;
use std::path::Path;

use tempfile::TempDir;

use super::{json, prints};

/// A defect of `planted.luau`, the question that finds it, and what the answer says.
const DEFECTS: &[(&str, &str, &str)] = &[
    ("seat", "seats", "Player A (who moves first) wins"),
    ("dead_card", "dead_card", "Relic (100.0 % of the copies drawn find no use)"),
    ("winning_card", "strongest_card", "Crown is the strongest card to draw"),
    ("action", "actions", "A greedy player wins more without \u{201c}sell\u{201d}"),
    ("leader", "leader", "The leader runs away"),
    ("loop", "endless_games", "of the games do not end"),
];

/// One of the first three sentences of this study answers the question with a problem, and says so.
fn assert_named(study: &Path, question: &str, says: &str) {
    let record = json(&fs::read_to_string(study.join("study.json")).unwrap());
    let first: Vec<_> = record["answers"].as_array().unwrap().iter().take(3).collect();
    let found = first.iter().any(|answer| {
        let text = answer["text"].as_str().unwrap();
        answer["question"] == question && answer["state"] == "problem" && text.contains(says)
    });
    assert!(found, "{says}: {first:#?}");
}

#[test]
fn a_study_names_a_planted_defect_in_its_first_three_sentences() {
    let folder = TempDir::new().unwrap();
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/cli/planted.luau");
    for (defect, question, says) in DEFECTS {
        let setting = format!("planted.defect={defect}");
        let few = ["--games", "2048", "--search-games", "0", "--quiet", "--out", defect];
        prints(folder.path(), &[&["study", script, "--set", &setting][..], &few].concat());
        assert_named(&folder.path().join(defect), question, says);
    }
}

/// Settings that spoil a printed game, as many games as show it, the question that finds it, and what the answer says.
const SPOILT: &[(&str, &str, &[&str], &str, &str)] = &[
    // Only player A notices who lands on a Worker and owes her price.
    (
        "greed-street",
        "16384",
        &["attention.notice_prob=[1,0,0,0]"],
        "seats",
        "Player A (in the first seat) wins",
    ),
    // Banks end at 3, and no Bankrupt asks for other values.
    (
        "pure-profit",
        "1024",
        &["bank.goal=3", "deck.bankrupt_lowest=0", "deck.bankrupt_highest=0"],
        "dead_card",
        "Value 9 (",
    ),
    // Jewels flow so freely that some games go round for ever.
    ("even-odd", "3072", &["card.get_paid_500.amount=2000"], "endless_games", "of the games do not end"),
];

#[test]
fn a_study_names_a_defect_planted_in_a_printed_game() {
    let folder = TempDir::new().unwrap();
    for (game, games, settings, question, says) in SPOILT {
        let few = ["--games", games, "--search-games", "0", "--quiet", "--force", "--out", "s"];
        let set = settings.iter().flat_map(|setting| ["--set", setting]);
        prints(folder.path(), &["study", game].into_iter().chain(set).chain(few).collect::<Vec<_>>());
        assert_named(&folder.path().join("s"), question, says);
    }
}

#[test]
fn a_sound_game_has_no_problems() {
    let folder = TempDir::new().unwrap();
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/cli/planted.luau");
    prints(
        folder.path(),
        &["study", script, "--games", "2048", "--search-games", "32", "--quiet", "--out", "s"],
    );
    let record = json(&fs::read_to_string(folder.path().join("s/study.json")).unwrap());
    let problems = record["answers"].as_array().unwrap().iter().filter(|answer| answer["state"] == "problem");
    assert_eq!(problems.collect::<Vec<_>>(), Vec::<&serde_json::Value>::new());
}

/// A card that goes with winning, as who wins draws many cards, though drawing it costs.
#[test]
fn a_card_that_goes_with_winning_is_distinguished_from_one_that_causes_it() {
    let folder = TempDir::new().unwrap();
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/cli/planted.luau");
    let few = ["--games", "16384", "--search-games", "0", "--quiet", "--out", "s"];
    prints(folder.path(), &[&["study", script, "--set", "planted.defect=sign"][..], &few].concat());
    let anchor = |file: &str, column: &str| -> f64 {
        let rows = super::rows(&folder.path().join("s").join(file));
        rows.iter().find(|row| row["card"] == "anchor").unwrap()[column].parse().unwrap()
    };
    assert!(anchor("cards.csv", "ci_low") > 0.2, "players who drew it win far more often");
    assert!(anchor("card_holding.csv", "adjusted_high") < 0.0, "drawing it costs");
    let record = json(&fs::read_to_string(folder.path().join("s/study.json")).unwrap());
    let first: Vec<_> = record["answers"].as_array().unwrap().iter().take(3).collect();
    let found = first.iter().find(|answer| answer["question"] == "strongest_card").expect("it is said first");
    let text = found["text"].as_str().unwrap();
    assert_eq!(found["state"], "problem", "{found}");
    assert!(text.starts_with("Do not trust win rates of Anchor: players who draw it win "), "{text}");
    assert!(text.contains("yet drawing it costs ") && text.contains("; drawing Anchor costs "), "{text}");
}
