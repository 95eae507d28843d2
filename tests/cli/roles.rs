//! Situation 5 of those that people report (`situations.rs`), secret roles: wolves who know each other, a seer who looks in secret, and what nobody else is told of it.

use std::fs;
use std::path::Path;

use crate::{json, prints, temporary_folder};

fn folder() -> tempfile::TempDir {
    let folder = temporary_folder();
    fs::write(folder.path().join("wolves.luau"), include_str!("wolves.luau")).unwrap();
    folder
}

/// Returns a figure of a run's summary.
fn figure(folder: &Path, name: &str) -> f64 {
    let summary = fs::read_to_string(folder.join("out/summary.csv")).unwrap();
    let row = summary.lines().find_map(|line| line.strip_prefix(&format!("{name},"))).unwrap();
    row.split(',').next().unwrap().parse().unwrap()
}

#[test]
fn situation_05_the_village_wins_as_often_and_as_soon_as_counted_by_hand() {
    let folder = folder();
    prints(folder.path(), &["validate", "wolves.luau", "--games", "4"]);
    let run = ["run", "wolves.luau", "--bots", "random", "--games", "4000", "--quiet", "--out", "out"];
    let told = prints(folder.path(), &run);
    // By day any of those who live is voted out, as likely as any other: 2 wolves of 8 at first, then of 6 and 4. The village
    // wins with 1/4 (1/6 + 5/6 1/4) + 3/4 1/3 1/4 = 5/32, of these on the second day with 1/4 1/6.
    assert!((figure(folder.path(), "own_village_wins") - 5.0 / 32.0).abs() < 0.025, "{told}");
    let side = told.lines().find(|line| line.starts_with("village ")).unwrap();
    assert!(side.contains("15.") || side.contains("16."), "{side}");
    let values = fs::read_to_string(folder.path().join("out/own_values.csv")).unwrap();
    let games = |what: &str| -> f64 {
        values.lines().find_map(|line| line.strip_prefix(what)).map_or(0.0, |games| games.parse().unwrap())
    };
    assert_eq!(games("village_day,games,1,") + games("wolves_day,games,2,"), 0.0);
    let soon = games("village_day,games,2,") / 4000.0;
    assert!((soon - 1.0 / 24.0).abs() < 0.015, "{values}");
}

#[test]
fn situation_05_more_wolves_win_more() {
    let folder = folder();
    let sweep = ["sweep", "wolves.luau", "--vary", "role.wolves=1..3", "--bots", "random", "--games", "400"];
    let told = prints(
        folder.path(),
        &[&sweep[..], &["--metrics", "own_village_wins", "--quiet", "--out", "s"]].concat(),
    );
    assert!(told.contains("own village wins falls"), "{told}");
}

/// A villager's trace tells of the night that it took place, and no more; the seer is told what it saw, and wolves who are
/// with them.
#[test]
fn situation_05_nobody_is_told_what_happens_at_night_but_who_takes_part() {
    let folder = folder();
    let trace = ["trace", "wolves.luau", "--players", "7", "--bots", "random", "--game", "0"];
    let lines: Vec<_> =
        prints(folder.path(), &[&trace[..], &["--jsonl"]].concat()).lines().map(json).collect();
    assert!(lines.iter().any(|line| line["event"] == "show" && line["secret"] == true));
    let roles = lines[0]["state"]["role"].as_array().unwrap();
    // What the night leads to begins with the first death.
    let night = |told: &str| told.split("All see").next().unwrap().to_owned();
    let mut told_villagers = Vec::new();
    for (seat, role) in roles.iter().enumerate() {
        let told = prints(folder.path(), &[&trace[..], &["--seat", &seat.to_string()]].concat());
        let (knows, looks) = (told.contains("can tell that"), night(&told).contains("in secret"));
        assert_eq!(knows, role["wolf"] == 1, "{told}");
        assert!(!looks || role["seer"] == 1, "{told}");
        if role["villager"] == 1 {
            let me = char::from(b'A' + u8::try_from(seat).unwrap());
            let own =
                |line: &&str| line.starts_with(&format!("  {me} ")) || line.contains(&format!("{me}'s role"));
            let others: Vec<String> =
                night(&told).lines().skip(1).filter(|line| !own(line)).map(str::to_owned).collect();
            let rest = others.join("\n").replace(&format!("{me}'s role: Villager"), "");
            for word in ["ill", "look", "sleep", "olf", "eer"] {
                assert!(!rest.contains(word), "{word}: {rest}");
            }
            // Of another who chooses, all villagers are told the same.
            let chosen: Vec<String> = (0..7)
                .map(|other| format!("{} carries out what was chosen.", char::from(b'A' + other)))
                .collect();
            assert_eq!(chosen.iter().filter(|line| rest.contains(*line)).count(), 6, "{rest}");
            told_villagers.push(seat);
        }
    }
    assert!(told_villagers.len() > 3);
}

#[test]
fn situation_05_searching_bots_play_it_without_a_mistake() {
    let folder = folder();
    let bots = ["mcts:iterations=20", "greedy", "greedy", "greedy", "greedy", "greedy", "greedy"];
    let run = ["run", "wolves.luau", "--games", "6", "--quiet", "--out", "out", "--bots"];
    prints(folder.path(), &[&run[..], &bots].concat());
    assert!(figure(folder.path(), "turns") >= 1.0);
}
