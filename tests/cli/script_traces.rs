//! Traces and `play` of a script: what was chosen, by whom, at whom, in words.

use std::fs;
use std::path::Path;

use crate::{json, ludometer, prints, temporary_folder};

/// Returns a folder with the script.
fn folder() -> tempfile::TempDir {
    let folder = temporary_folder();
    fs::write(folder.path().join("claims.luau"), include_str!("claims.luau")).unwrap();
    folder
}

fn traced(folder: &Path, options: &[&str]) -> String {
    let trace = ["trace", "claims.luau", "--bots", "random", "--game", "0"];
    prints(folder, &[&trace[..], options].concat())
}

#[test]
fn every_choice_is_told_with_what_it_is_about() {
    let told = traced(folder().path(), &[]);
    let sentences = [
        "A chooses to claim the Red Knight.",
        "B chooses to tell C about 5s.",
        "C hears of 5, a Captain.",
        "The bank is at \u{2212}75.",
        "C chooses to look at nobody.",
        "Looked: 0.",
        "A chooses to bet nobody 7.",
        "B chooses to skip.",
        "C chooses to point at A.",
        "C carries out the choice to point at A.",
    ];
    let mut rest = told.as_str();
    for sentence in sentences {
        let at = rest.find(sentence).unwrap_or_else(|| panic!("no `{sentence}` in order in {told}"));
        rest = &rest[at + sentence.len()..];
    }
}

#[test]
fn a_player_is_told_what_the_others_chose_as_far_as_it_can_know_it() {
    let told = traced(folder().path(), &["--seat", "1"]);
    for sentence in ["A chooses to claim the Red Knight.", "B chooses to tell C about 5s."] {
        assert!(told.contains(sentence), "{told}");
    }
    // The vote is sealed: what A pointed at shows in a number, and A's choice is A's own.
    assert!(!told.contains("A chooses to point at"), "{told}");
    for sentence in ["A carries out what was chosen.", "B carries out the choice to point at C."] {
        assert!(told.contains(sentence), "{told}");
    }
}

#[test]
fn files_have_ids_seats_from_0_and_none() {
    let lines: Vec<_> = traced(folder().path(), &["--jsonl"]).lines().map(json).collect();
    let chosen = lines.iter().filter(|line| line["event"] == "decision").map(|line| line["chosen"].clone());
    let chosen: Vec<String> = chosen.map(|chosen| chosen.as_str().unwrap().to_owned()).collect();
    let expected = [
        "claim Red_Knight",
        "tell 2 5",
        "look none",
        "bet none 7",
        "skip",
        "point_at 1",
        "point_at 2",
        "point_at 0",
    ];
    assert_eq!(chosen, expected);
    let of = |event: &str| lines.iter().filter(|line| line["event"] == event).cloned().collect::<Vec<_>>();
    let notes = of("note");
    assert_eq!(notes[0]["with"], serde_json::json!([3, 5, 1]));
    assert_eq!(
        (&notes[0]["first"], &notes[0]["third"]),
        (&serde_json::json!(2), &serde_json::json!("Captain"))
    );
    assert_eq!(notes[1]["with"], serde_json::json!([-75]));
    assert_eq!(notes[2]["with"], serde_json::json!([0]));
    let carried: Vec<_> = of("choose").iter().map(|line| line["chosen"].clone()).collect();
    assert_eq!(carried, ["point_at 1", "point_at 2", "point_at 0"]);
}

#[test]
fn a_person_is_told_what_the_others_chose() {
    let folder = folder();
    let play = ["play", "claims.luau", "--bots", "random", "--seat", "1", "--seed", "4"];
    let played = ludometer(folder.path(), &play).write_stdin("1\n".repeat(20)).assert().success();
    let text = String::from_utf8(played.get_output().stdout.clone()).unwrap();
    assert!(text.contains("A chooses to claim the Red Knight."), "{text}");
}

#[test]
fn a_card_that_nobody_saw_is_not_told_where_the_act_shows_what_chance_brought() {
    let folder = temporary_folder();
    let script = "game.title, game.seats = \"Change\", { 3, 3 }
for n = 1, 60 do card(`v_{n}`, 1) end
local deck, hand, box, open = stack(), hands(), stock(), piles()
function game.setup()
	fill(deck)
	for s = 1, seats do for _ = 1, 3 do draw(deck, hand[s]) end end
	start(3)
end
function game.turn(me) go.change(me) end
function step.change(me) for _, c in hand[me]:kinds() do may.change(c) may.lay(c) end end
function act.change(me, c: card)
	move(c, hand[me], box)
	for _ = 1, 3 do draw(deck, open[me]) end
	game_over()
end
function act.lay(me, c: card)
	move(c, hand[me], open[me])
	for _ = 1, 3 do draw(deck, open[me]) end
	game_over()
end
function game.score(s) return s end
";
    fs::write(folder.path().join("change.luau"), script).unwrap();
    for game in 0..20 {
        let game = game.to_string();
        let trace = ["trace", "change.luau", "--bots", "random", "--game", &game, "--seat", "A"];
        let told = prints(folder.path(), &trace);
        let chosen = told.lines().find(|line| line.contains("chooses to")).unwrap();
        // A card that is laid open is told.
        let hides = chosen.ends_with("C chooses to change ...");
        assert!(hides || chosen.contains("C chooses to lay V "), "{chosen}");
    }
}
