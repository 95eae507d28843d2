//! `tune`: what is found, its files, errors.

use std::fs;

use super::{files, json, ludometer, prints, rows, temporary_folder};

const TUNE: [&str; 11] = [
    "tune",
    "pure-profit",
    "--bots",
    "random",
    "--players",
    "2",
    "--quiet",
    "--target",
    "t.toml",
    "--out",
    "o",
];

fn targets(body: &str) -> tempfile::TempDir {
    let folder = temporary_folder();
    fs::write(folder.path().join("t.toml"), body).unwrap();
    folder
}

const GOAL: &str = "[[move]]\nkey = \"bank.goal\"\nmin = 2\nmax = 10\n";

#[test]
fn what_is_found_meets_its_targets_in_another_run() {
    // Random play of two to a goal of 10 takes some 250 turns; half of that needs a lower goal.
    let body = "budget = 400_000\n[[target]]\nmetric = \"turns\"\nmin = 90\nmax = 150\n".to_owned() + GOAL;
    let folder = targets(&body);
    let out = prints(folder.path(), &TUNE);
    assert!(out.contains("bank.goal=") && out.contains("(from 10)"), "{out}");
    let run = ["run", "pure-profit", "--bots", "random", "--players", "2", "--quiet", "--seed", "99"];
    prints(folder.path(), &[&run[..], &["--games", "5000", "--rules", "o/best.toml", "--out", "r"]].concat());
    let turns: f64 = rows(&folder.path().join("r/summary.csv"))[0]["value"].parse().unwrap();
    assert!((90.0..=150.0).contains(&turns), "{turns}");
    let record = json(&fs::read_to_string(folder.path().join("o/tune.json")).unwrap());
    assert_eq!(record["found"], true);
    assert!(record["games"].as_u64().unwrap() <= 400_000);
    let tried = rows(&folder.path().join("o/tune.csv"));
    assert_eq!(tried.iter().filter(|row| row["result"] == "confirmed").count(), 1);
    let names: Vec<String> = files(&folder.path().join("o")).into_keys().collect();
    assert_eq!(names, ["best.toml", "names.csv", "targets.toml", "tune.csv", "tune.json"]);
    // The same again, with other threads.
    prints(folder.path(), &[&TUNE[..10], &["p", "--threads", "3"]].concat());
    let tables = ["o", "p"].map(|out| fs::read(folder.path().join(out).join("tune.csv")).unwrap());
    assert!(tables[0] == tables[1], "any number of threads");
}

#[test]
fn its_command_does_the_same_search_from_anywhere() {
    let body = "games = 200_000\n[[target]]\nmetric = \"turns\"\nmin = 90\nmax = 150\nweight = 2\n\
                [[target]]\nmetric = \"seat_bias[*]\"\nmax = 0.1\n"
        .to_owned()
        + GOAL;
    let folder = targets(&body);
    prints(folder.path(), &TUNE);
    let record = json(&fs::read_to_string(folder.path().join("o/tune.json")).unwrap());
    let command = record["command"].as_str().unwrap();
    let words = shlex::split(command).unwrap();
    let words: Vec<&str> =
        words.iter().skip(1).map(String::as_str).chain(["--quiet", "-o", "again"]).collect();
    let elsewhere = temporary_folder();
    prints(elsewhere.path(), &words);
    let tables = [folder.path().join("o"), elsewhere.path().join("again")];
    let tables = tables.map(|folder| fs::read(folder.join("tune.csv")).unwrap());
    assert!(tables[0] == tables[1], "{command}");
}

#[test]
fn rule_sets_that_the_game_warns_of_are_left_out_unless_allowed() {
    // Fewer cards of value 1 than seats shut a seat out; 12 or more turns less need that.
    let search = ["tune", "pure-profit", "--bots", "random", "--players", "2", "--quiet", "--games", "150k"];
    let wanted = ["--target", "turns=..600", "--move", "deck.value_1=0-3", "--out"];
    let folder = temporary_folder();
    prints(folder.path(), &[&search[..], &wanted, &["o"]].concat());
    let tried = rows(&folder.path().join("o/tune.csv"));
    assert!(!tried.is_empty() && tried.iter().all(|row| row["deck.value_1"].parse::<u32>().unwrap() >= 2));
    let record = json(&fs::read_to_string(folder.path().join("o/tune.json")).unwrap());
    assert!(record["left_out_for_warnings"].as_u64().unwrap() > 0, "{record}");
    prints(folder.path(), &[&search[..], &wanted, &["p", "--allow-warnings"]].concat());
    let tried = rows(&folder.path().join("p/tune.csv"));
    let warned = tried.iter().find(|row| row["deck.value_1"] == "1").expect("now it is tried");
    assert!(warned["warnings"].contains("shut out from the start"), "{warned:?}");
    // Where the game warns of all of them, it says so before anything is played.
    let only = ["--target", "turns=..600", "--move", "deck.value_1=0..1", "--out", "none"];
    let text = super::bad_input::paragraph(folder.path(), &[&search[..], &only].concat(), 2);
    assert!(text.contains("shut out from the start") && text.contains("--allow-warnings"), "{text}");
}

#[test]
fn where_nothing_meets_the_targets_the_nearest_is_reported() {
    let body = "budget = 200_000\n[[target]]\nmetric = \"turns\"\nmax = 3\n".to_owned() + GOAL;
    let folder = targets(&body);
    let out = prints(folder.path(), &TUNE);
    assert!(out.contains("No rule set was found"), "{out}");
    assert!(folder.path().join("o/nearest.toml").exists() && !folder.path().join("o/best.toml").exists());
}

#[test]
fn targets_that_make_no_sense_are_refused_before_anything_is_played() {
    let target = "[[target]]\nmetric = \"turns\"\nmin = 90\nmax = 150\n";
    let moving = |body: &str| format!("{target}[[move]]\n{body}\n");
    let cases = [
        (GOAL.to_owned(), "there is none: write [[target]]"),
        (target.to_owned(), "nothing may move"),
        (moving("key = \"bank.gaol\"\nmin = 2\nmax = 5"), "did you mean `bank.goal`?"),
        (moving("key = \"bank.goal\"\nmin = 5\nmax = 2"), "min 5 is above max 2"),
        (moving("key = \"bank.goal\"\nmin = 2\nmax = 5_000"), "move 1 (`bank.goal`)"),
        (moving("key = \"draw.may_stop\"\nmin = 0\nmax = 1"), "move 1 (`draw.may_stop`)"),
        (format!("{target}{GOAL}{GOAL}"), "stands there twice"),
        (moving("key = \"bank.goal\"\nmin = 2\nmax = 5\nstep = 0"), "must be at least 1"),
        (moving("key = \"bank.goal\"\nmin = 2\nmax = 5\nsteps = 2"), "unknown field `steps`"),
        (format!("budgt = 5000\n{target}{GOAL}"), "unknown field `budgt`"),
        (
            moving("key = \"deck.steal_one\"\nmin = 2\nmax = 10\nstep = 8")
                .replace("[[target]]", "cards = 109\n[[target]]"),
            "can't be reached: what may move makes 106 or 114, and nothing between",
        ),
        (
            format!(
                "[[target]]\nmetric = \"seat_bias[*]\"\nmax = 0.1\n[[target]]\nmetric = \"seat_win_rate[1]\"\nmin = 0.7\n{GOAL}"
            ),
            "all targets together: seat 1 has to win at least 0.7000 and at most 0.6000",
        ),
        (
            format!(
                "[[target]]\nmetric = \"turns\"\nmin = 9\n[[target]]\nmetric = \"turns\"\nmax = 8\n{GOAL}"
            ),
            "with the others on it, min 9 is above max 8",
        ),
        (
            format!("cards = 300\n{target}{GOAL}"),
            "a deck of 300 cards can't be reached: what may move makes 108 to 108",
        ),
        (format!("[[target]]\nmetric = \"turn\"\nmax = 5\n{GOAL}"), "did you mean `turns`?"),
        (format!("budget = 100\n{target}{GOAL}"), "--games 100"),
    ];
    for (body, text) in cases {
        let folder = targets(&body);
        let output = ludometer(folder.path(), &TUNE).assert().code(2).get_output().clone();
        let error = String::from_utf8(output.stderr).unwrap();
        assert!(error.contains(text) && error.lines().count() == 1, "{error}");
        assert_eq!(files(folder.path()).len(), 1);
    }
}

#[test]
fn the_example_targets_are_valid() {
    let folder = temporary_folder();
    for (game, file) in [("pure-profit", "targets.toml"), ("even-odd", "targets-even-odd.toml")] {
        let path = format!("{}/examples/{file}", env!("CARGO_MANIFEST_DIR"));
        // Refused for its budget alone, after all else was read.
        ludometer(folder.path(), &["tune", game, "--target", &path, "--budget", "10"])
            .assert()
            .code(2)
            .stderr(predicates::str::contains("--games 10"));
    }
}

#[test]
fn the_example_targets_are_met_by_what_the_documented_command_finds() {
    let text = fs::read_to_string(format!("{}/examples/targets.toml", env!("CARGO_MANIFEST_DIR"))).unwrap();
    let bounds = ["\"turns\"\nmin = 60\nmax = 75", "\"seat_bias[*]\"\nmin = -0.03\nmax = 0.03"];
    assert!(bounds.iter().all(|bounds| text.contains(bounds)), "{text}");
    // reports/experiments.md has the whole output.
    let found = ["deck.value_1=5", "deck.bankrupt_highest=10", "deck.steal_two=1", "deck.steal_three=0"];
    let set = found.iter().flat_map(|setting| ["--set", setting]);
    let run = ["run", "pure-profit", "--games", "20_000", "--seed", "1", "--quiet", "--out", "r"];
    let folder = temporary_folder();
    prints(folder.path(), &run.into_iter().chain(set).collect::<Vec<_>>());
    let summary = rows(&folder.path().join("r/summary.csv"));
    let turns: f64 = summary[0]["value"].parse().unwrap();
    assert!((60.0..=75.0).contains(&turns), "{turns}");
    for seat in rows(&folder.path().join("r/seats.csv")) {
        let bias = seat["win_rate"].parse::<f64>().unwrap() - 0.25;
        assert!(bias.abs() <= 0.03, "{seat:?}");
    }
}

#[test]
fn nothing_is_confirmed_that_a_game_too_rare_to_be_seen_would_break() {
    // The mean is 6.04: one game in 50,000 goes on to the limit. 20,000 games hardly ever have one.
    const RARE: &str = "game.title, game.seats = \"Rare\", { 2, 2 }
turn_limit(2000)
local NEED = param(\"game.need\", 6, 5, 9, \"assumed: turns of a game\")
number(\"stuck\", 0)
number(\"n\", 0)
local function done()
    v.n += 1
    if v.stuck == 0 and v.n >= NEED then win(1 + below(2)) else end_turn() end
end
function game.setup() if below(50000) == 0 then v.stuck = 1 end start(1) end
function game.turn(me) go.move(me) end
function step.move(me) may.up() may.down() end
function act.up(me) done() end
function act.down(me) done() end
function game.score(seat) return 0 end
";
    let folder = temporary_folder();
    fs::write(folder.path().join("rare.luau"), RARE).unwrap();
    let tune =
        ["tune", "rare.luau", "--bots", "random", "--move", "game.need=6..7", "--games", "20_000", "--quiet"];
    let out = prints(folder.path(), &[&tune[..], &["--target", "turns=..6.02", "--out", "o"]].concat());
    assert!(out.contains("is not shown to meet its target, asked for at most 6.02"), "{out}");
    assert_eq!(json(&fs::read_to_string(folder.path().join("o/tune.json")).unwrap())["found"], false);
    // What bounds allow for such a game is confirmed.
    let out = prints(folder.path(), &[&tune[..], &["--target", "turns=..9", "--out", "p"]].concat());
    assert!(out.contains("was confirmed to meet all targets"), "{out}");
}
