//! Parameters of scripts: lists, numbers beside words, steps, defaults that follow from others, checks and warnings.

use std::fs;

use tempfile::TempDir;

use crate::{json, ludometer, prints, rows, temporary_folder};

const SCRIPT: &str = r#"game.title, game.seats = "Pay", { 2, 4, usual = 2 }
local HAND = param("hand.size", 3, 1, 9, "assumed: cards to draw")
local DECK = param("deck.cards", 2 * HAND, 1, 20, "assumed: cards in the deck")
local PAY = param("pay.table", { 1, 2, 4 }, 0, 20, "assumed: what the third card pays")
local LIMIT = choice("hand.limit", 7, { 5, 7, 10, "none" }, "assumed: what is paid at the end")
local MONEY = choice("money.start", 100, steps(0, 500, 25), "assumed: money at the start")
check(PAY[1] <= PAY[2], "the second card pays less than the first")
check(PAY[2] <= PAY[3], "the third card pays less than the second")
warn(HAND < 5, "hands of five and more are long")
card("coin", DECK)
local deck, hand, gold = stock(), hands(), numbers(MONEY)
function game.setup() fill(deck) start(1) end
function game.turn(me) go.take(me) end
function step.take(me) may.take() may.pass() end
function act.take(me)
	if deck:size() > 0 then draw(deck, hand[me]) end
	gold[me] += PAY[1 + below(3)]
	if deck:size() > 0 then return end_turn() end
	if LIMIT ~= "none" then gold[1] += 1000 * LIMIT end
	game_over()
end
function act.pass(me) act.take(me) end
function game.score(seat) return gold[seat] end
"#;

fn folder() -> TempDir {
    let folder = temporary_folder();
    fs::write(folder.path().join("pay.luau"), SCRIPT).unwrap();
    folder
}

/// Returns what is said where the command fails.
fn refused(arguments: &[&str]) -> String {
    let folder = folder();
    let output = ludometer(folder.path(), arguments).assert().code(2).get_output().clone();
    String::from_utf8(output.stderr).unwrap()
}

#[test]
fn lists_words_beside_numbers_and_steps_are_set() {
    let folder = folder();
    let rules = prints(
        folder.path(),
        &[
            "rules",
            "pay.luau",
            "--set",
            "pay.table=0,0,9",
            "--set",
            "hand.limit=none",
            "--set",
            "money.start=475",
        ],
    );
    for line in [
        "table = [0, 0, 9]",
        "# Allowed: a list of 3, with commas between, of: 0..20. Default from: assumed.",
        "limit = \"none\"",
        "# Allowed: 5, 7, 10, none. Default from: assumed.",
        "start = 475",
        "# Allowed: 0..500 in steps of 25. Default from: assumed.",
    ] {
        assert!(rules.lines().any(|known| known == line), "{line}: {rules}");
    }
    // The file is read again, and played.
    fs::write(folder.path().join("rules.toml"), rules).unwrap();
    prints(
        folder.path(),
        &["run", "pay.luau", "--rules", "rules.toml", "--bots", "random", "--games", "300", "--out", "r"],
    );
    let seats = rows(&folder.path().join("r/seats.csv"));
    let means: Vec<f64> = seats.iter().map(|row| row["mean_score"].parse().unwrap()).collect();
    // Three cards each, of which one in three pays 9.
    assert!(means.iter().all(|mean| (mean - 484.0).abs() < 2.0), "{means:?}");
}

#[test]
fn what_a_parameter_cant_be_is_said_with_what_it_can() {
    for (setting, said) in [
        ("pay.table=3,2", "`pay.table` is [3, 2], but must be a list of 3, with commas between, of: 0..20"),
        (
            "pay.table=1,2,30",
            "`pay.table` is [1, 2, 30], but must be a list of 3, with commas between, of: 0..20",
        ),
        ("pay.table=4", "`pay.table` is 4, but must be a list of 3, with commas between, of: 0..20"),
        ("hand.limit=6", "`hand.limit` is 6, but must be 5, 7, 10, none"),
        ("hand.limit=non", "must be 5, 7, 10, none; did you mean `none`?"),
        ("money.start=30", "`money.start` is 30, but must be 0..500 in steps of 25"),
    ] {
        let text = refused(&["run", "pay.luau", "--games", "1", "--set", setting]);
        assert!(text.contains(said), "{text}");
    }
    let both = refused(&["run", "pay.luau", "--games", "1", "--set", "pay.table=3,2,1"]);
    assert!(both.contains("the second card pays less than the first; the third card pays less"), "{both}");
    let moved = refused(&["tune", "pay.luau", "--move", "pay.table=0..5", "--target", "turns=5..6"]);
    assert!(moved.contains("`pay.table` is a list: only whole numbers can move"), "{moved}");
    assert!(moved.contains("--vary 'pay.table=[1, 2, 4],["), "{moved}");
}

#[test]
fn sweeps_and_searches_take_them() {
    let folder = folder();
    let vary = [
        "--vary",
        "pay.table=[1,2,4],[0,0,9]",
        "--vary",
        "hand.limit=5,none",
        "--metrics",
        "seat_mean_score[1]",
    ];
    let sweep = ["sweep", "pay.luau", "--bots", "random", "--games", "200", "--out", "s"];
    prints(folder.path(), &[&sweep[..], &vary[..]].concat());
    let swept = rows(&folder.path().join("s/sweep.csv"));
    assert_eq!(swept.len(), 4);
    assert!(
        swept.iter().any(|row| row["pay.table"] == "[0,0,9]" && row["hand.limit"] == "none"),
        "{swept:?}"
    );
    let tuned = prints(
        folder.path(),
        &[
            "tune",
            "pay.luau",
            "--bots",
            "random",
            "--games",
            "30000",
            "--move",
            "money.start=0..500:25",
            "--target",
            "seat_mean_score[1]=200..225",
            "--out",
            "t",
        ],
    );
    assert!(tuned.contains("200 instead of 100 for money.start"), "{tuned}");
}

#[test]
fn a_default_follows_from_another_parameter() {
    let folder = folder();
    let run = |settings: &[&str]| {
        let base = ["run", "pay.luau", "--bots", "random", "--games", "100", "--force", "--out", "r"];
        prints(folder.path(), &[&base[..], settings].concat());
        let record = json(&fs::read_to_string(folder.path().join("r/run.json")).unwrap());
        let turns = rows(&folder.path().join("r/lengths.csv"))[0]["turns"].clone();
        (record["rules"]["deck.cards"].clone(), record["settings"].clone(), turns)
    };
    let (deck, settings, turns) = run(&["--set", "hand.size=4"]);
    assert_eq!((deck, turns.as_str()), (8.into(), "8"));
    assert_eq!(settings, serde_json::json!(["hand.size=4"]));
    // What is set itself stays, be it the default of other settings, and its record repeats it.
    let (deck, settings, turns) = run(&["--set", "hand.size=4", "--set", "deck.cards=6"]);
    assert_eq!((deck, turns.as_str()), (6.into(), "6"));
    assert_eq!(settings, serde_json::json!(["hand.size=4", "deck.cards=6"]));
    let sweep =
        ["sweep", "pay.luau", "--bots", "random", "--games", "64", "--vary", "hand.size=2..4", "--out", "s"];
    prints(folder.path(), &sweep);
    let turns: Vec<String> =
        rows(&folder.path().join("s/sweep.csv")).iter().map(|row| row["turns"].clone()).collect();
    assert_eq!(turns, ["4", "6", "8"]);
    // By the number of seats a default can't differ: rules are the same at every table.
    let by_seats = SCRIPT.replace("2 * HAND", "seats * HAND");
    fs::write(folder.path().join("seats.luau"), by_seats).unwrap();
    let arguments = ["run", "seats.luau", "--players", "3", "--games", "1"];
    let output = ludometer(folder.path(), &arguments).assert().code(2).get_output().clone();
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(
        said.contains("seats.luau:3: the parameter `deck.cards` depends on the number of seats"),
        "{said}"
    );
}

#[test]
fn warnings_are_said_by_every_command() {
    let folder = folder();
    let commands: [&[&str]; 3] = [
        &["run", "pay.luau", "--bots", "random", "--games", "20"],
        &["study", "pay.luau", "--games", "64", "--search-games", "0"],
        &["sweep", "pay.luau", "--bots", "random", "--games", "64", "--vary", "hand.limit=5,none"],
    ];
    for command in commands {
        for (hand, warned) in [("hand.size=4", false), ("hand.size=5", true)] {
            let all = [command, &["--set", hand, "--force", "--out", "o"][..]].concat();
            let output = ludometer(folder.path(), &all).assert().success().get_output().clone();
            let said = String::from_utf8(output.stderr).unwrap();
            assert_eq!(said.contains("hands of five and more are long"), warned, "{all:?}: {said}");
        }
    }
}

#[test]
fn compare_warns_once_of_what_is_so_on_both_sides() {
    let folder = folder();
    let said = |more: &[&str]| {
        let compare = [
            "compare",
            "pay.luau",
            "--bots",
            "random",
            "--max-games",
            "256",
            "--metrics",
            "turns",
            "--force",
        ];
        let output = ludometer(folder.path(), &[&compare[..], more].concat()).output().unwrap();
        String::from_utf8(output.stderr).unwrap()
    };
    let count = |said: &str| said.matches("hands of five and more are long").count();
    let both = said(&["--set-a", "hand.size=5", "--set-b", "hand.size=6"]);
    assert_eq!(count(&both), 1, "{both}");
    let one = said(&["--set-b", "hand.size=6"]);
    assert_eq!(count(&one), 1, "{one}");
    let none = said(&["--set-b", "hand.size=4"]);
    assert_eq!(count(&none), 0, "{none}");
}
