//! Findings of the program's own games whose rules were spoilt.

#![expect(clippy::unwrap_used, reason = "a failed step fails its test")]

use ludometer::model::RuleSet;
use ludometer::run::{AnalysisPlan, Depth, FindingRow, Plan, Seating, Severity, Work};

/// Returns the findings of a game of the program's own that are more than notes and doubts: topic and text.
fn found_in(game: &str, setting: &str) -> Vec<(String, String)> {
    let entry = ludometer::registry::GAMES.iter().find(|entry| entry.id() == game).unwrap();
    let mut rules = RuleSet::defaults(entry.schema());
    rules.set_text(setting).unwrap();
    let game = entry.load(4, rules).unwrap();
    let bots = vec![game.bot("greedy").unwrap(); 4];
    let plan =
        Plan { seed: 1, plays: 0..2000, seating: Seating::Rotate, threads: 2, timing: false, stall: None };
    let analysis = AnalysisPlan { depth: Depth::Basic, skill: false, card_values: None, target: None };
    let batch = game.analyse(&bots, &plan, Work::unwatched(), None, analysis).unwrap();
    let sure = batch.report.rows().into_iter().filter(|row: &FindingRow| row.severity < Severity::Note);
    sure.map(|row| (row.topic, row.text)).collect()
}

#[test]
fn a_defect_of_all_seats_is_one_finding() {
    // With one jewel each, seats are soon out, all alike.
    let found = found_in("even-odd", "setup.jewels=1");
    let out: Vec<_> = found.iter().filter(|(topic, _)| topic == "elimination").collect();
    assert!(matches!(out[..], [(_, text)] if text.starts_with("a player is out of the game")), "{found:?}");
}

#[test]
fn stealing_in_nearly_every_turn_is_found() {
    let found = found_in("pure-profit", "deck.steal_three=24");
    let steals = |(topic, text): &(String, String)| topic == "interaction" && text.contains("steal a card");
    assert!(found.iter().any(steals), "{found:?}");
    assert!(!found_in("pure-profit", "deck.steal_three=4").iter().any(steals), "as many as usual");
}
