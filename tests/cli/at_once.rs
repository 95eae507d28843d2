//! Choices that all make at once, none of which shows before all are made; those who tie choose again.

use std::fs;

use crate::{json, prints, temporary_folder};

const REBID: [&str; 4] = ["--set", "rule.rebid=true", "--set", "cards.each=8"];

fn folder() -> tempfile::TempDir {
    let folder = temporary_folder();
    fs::write(folder.path().join("prizes.luau"), include_str!("prizes.luau")).unwrap();
    folder
}

#[test]
fn no_choice_shows_before_all_are_made() {
    let folder = folder();
    let audit =
        ["audit", "prizes.luau", "--bots", "random", "--players", "4", "--positions", "400", "--json"];
    let audited = json(&prints(folder.path(), &[&audit[..], &REBID].concat()));
    // With other hidden choices the bots chose the same.
    assert!(audited["different"].as_u64().unwrap() > 100, "{audited}");
    // The seat that chooses first is told of its own choice alone until all are carried out.
    let trace = ["trace", "prizes.luau", "--players", "3", "--bots", "random", "--seat", "A"];
    let told = prints(folder.path(), &trace);
    let first = told.split("\n\nTurn ").nth(1).unwrap();
    let (before, carried_out) = first.split_once("A carries out the choice").unwrap();
    assert!(before.contains("A chooses to bid") && !before.contains("B "), "{first}");
    assert!(carried_out.contains("B carries out what was chosen."), "{first}");
}

#[test]
fn who_ties_bids_again() {
    let folder = folder();
    let lines = prints(
        folder.path(),
        &[&["trace", "prizes.luau", "--players", "4", "--bots", "random", "--jsonl"][..], &REBID].concat(),
    );
    let lines: Vec<_> = lines.lines().map(json).collect();
    let again: Vec<_> = lines.iter().filter(|line| line["phase"] == "again").collect();
    assert!(!again.is_empty(), "nobody bids again in this game");
    // Only those who tied for the best bid are asked again, in the turn of the bid.
    let end = &lines[lines.len() - 1];
    let rebids = end["state"]["rebids"].as_u64().unwrap();
    assert!(rebids > 0 && (again.len() as u64) < 4 * rebids, "{rebids} times, {} bids", again.len());
    let validated = prints(folder.path(), &["validate", "prizes.luau", "--games", "60"]);
    assert!(validated.contains("In `bid` all who are asked choose at once"), "{validated}");
}

#[test]
fn the_small_game_is_solved() {
    let folder = folder();
    let train = ["train", "prizes.luau", "--method", "regret", "--rounds", "300", "-o", "r.toml", "--quiet"];
    let said = prints(folder.path(), &train);
    assert!(said.contains("wins at most 0.0"), "{said}");
}
