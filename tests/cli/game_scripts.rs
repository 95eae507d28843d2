//! Game designs as scripts: every command takes the script's path where a game's id stands.

use std::fs;
use std::path::Path;
use std::time::Duration;

use crate::bad_input::paragraph;
use crate::going_on::{kill_again, kill_on_the_way};
use crate::{csv_files, json, ludometer, prints, temporary_folder};

/// Returns the path of a script of the gallery.
fn gallery(name: &str) -> String {
    format!("{}/games/{name}.luau", env!("CARGO_MANIFEST_DIR"))
}

const SMALL: &str = r#"game.title, game.seats = "Small", { 2, 2 }
local COPIES = param("deck.card", 4, 3, 9, "assumed: copies of the card")
local CARD = card("card", COPIES)
local deck, hand = stock(), hands()
function game.setup() fill(deck); draw(deck, hand[1]); draw(deck, hand[2]); start(1) end
function game.turn(me) go.play(me) end
function step.play(me) may.play(CARD) end
function act.play(me, c: card) move(c, hand[me], deck); win(me) end
"#;

/// Returns a folder with this script, changed.
fn folder_with(change: (&str, &str)) -> tempfile::TempDir {
    let folder = temporary_folder();
    assert!(SMALL.contains(change.0));
    fs::write(folder.path().join("small.luau"), SMALL.replace(change.0, change.1)).unwrap();
    folder
}

#[test]
fn runs_are_the_same_on_any_number_of_threads() {
    let folder = temporary_folder();
    let script = gallery("love_letter");
    let run = |threads: &str, out: &str| {
        let options = ["--bots", "random", "greedy", "greedy", "--games", "60", "--seed", "5", "--quiet"];
        let arguments: Vec<&str> =
            ["run", &script].into_iter().chain(options).chain(["--threads", threads, "--out", out]).collect();
        prints(folder.path(), &arguments);
        csv_files(&folder.path().join(out))
    };
    let one = run("1", "one");
    assert!(one.contains_key("summary.csv"));
    for threads in ["2", "7"] {
        assert!(run(threads, threads) == one, "other files on {threads} threads");
    }
}

#[test]
fn twelve_players_play_and_thirteen_are_refused() {
    let folder = folder_with(("{ 2, 2 }", "{ 2, 12 }"));
    let options = ["--games", "240", "--seed", "5", "--quiet"];
    prints(
        folder.path(),
        &[&["run", "small.luau", "--players", "12", "--out", "run"], &options[..]].concat(),
    );
    let seats = String::from_utf8(csv_files(&folder.path().join("run"))["seats.csv"].clone()).unwrap();
    let rates: Vec<f64> =
        seats.lines().skip(1).map(|row| row.split(',').nth(3).unwrap().parse().unwrap()).collect();
    // The first to move wins.
    assert_eq!(rates, [&[1.0][..], &[0.0; 11]].concat(), "{seats}");
    let bots =
        ["tournament", "small.luau", "--players", "12", "--bots", "random", "greedy", "--out", "meeting"];
    prints(folder.path(), &[&bots[..], &options].concat());
    let folder = folder_with(("{ 2, 2 }", "{ 2, 13 }"));
    let error = paragraph(folder.path(), &["run", "small.luau"], 2);
    assert!(error.contains("needs two numbers from 1 to 12"), "{error}");
}

/// Other machines have the script in other folders: its rules are the same ones, and so are its games.
#[test]
fn a_script_may_lie_in_another_folder() {
    let folder = temporary_folder();
    for name in ["here", "there"] {
        fs::create_dir(folder.path().join(name)).unwrap();
        fs::write(folder.path().join(name).join("small.luau"), SMALL).unwrap();
    }
    let run = |script: &str, more: &[&str]| {
        prints(folder.path(), &[&["run", script, "--games", "90", "--quiet"], more].concat())
    };
    run("here/small.luau", &["--out", "whole"]);
    run("here/small.luau", &["--shard", "1/2", "--out", "1"]);
    run("there/small.luau", &["--shard", "2/2", "--out", "2"]);
    prints(folder.path(), &["merge", "1", "2", "--out", "merged"]);
    assert!(csv_files(&folder.path().join("merged")) == csv_files(&folder.path().join("whole")));
    let hash = |out: &str| {
        let record = fs::read_to_string(folder.path().join(out).join("run.json")).unwrap();
        json(&record)["rules_hash"].as_str().unwrap().to_owned()
    };
    assert_eq!(hash("1"), hash("2"));
    // A sweep over games without chance would be refused.
    let by_chance = SMALL.replace("win(me)", "if below(2) == 0 then win(me) else win(3 - me) end");
    for name in ["here", "there"] {
        fs::write(folder.path().join(name).join("small.luau"), &by_chance).unwrap();
    }
    let sweep = |script: &str, more: &[&str]| {
        let words = ["sweep", script, "--vary", "deck.card=3,4", "--games", "30", "--quiet"];
        prints(folder.path(), &[&words[..], more].concat())
    };
    sweep("here/small.luau", &["--shard", "1/2", "--out", "s1"]);
    sweep("there/small.luau", &["--shard", "2/2", "--out", "s2"]);
    prints(folder.path(), &["merge", "s1", "s2", "--out", "swept"]);
    // Another text is another game, whatever its name.
    fs::write(folder.path().join("there/small.luau"), SMALL.replace("4, 3, 9", "5, 3, 9")).unwrap();
    run("there/small.luau", &["--shard", "2/2", "--out", "3"]);
    let refused = ludometer(folder.path(), &["merge", "1", "3", "--out", "no"]).assert().code(2);
    let error = String::from_utf8(refused.get_output().stderr.clone()).unwrap();
    assert!(error.contains("don't belong to one run"), "{error}");
}

#[test]
fn shards_of_a_script_merge_into_the_bytes_of_one_run() {
    let folder = temporary_folder();
    let script = gallery("gin_rummy");
    let run = |more: &[&str]| {
        let options =
            ["run", &script, "--bots", "greedy", "random", "--games", "41", "--per-game", "--quiet"];
        prints(folder.path(), &[&options[..], more].concat());
    };
    let shards = ["1/3", "2/3", "3/3"].map(|shard| {
        let out = format!("shard {}", &shard[..1]);
        run(&["--shard", shard, "--out", &out]);
        out
    });
    run(&["--out", "whole"]);
    prints(folder.path(), &["merge", &shards[2], &shards[0], &shards[1], "--out", "merged"]);
    assert!(csv_files(&folder.path().join("merged")) == csv_files(&folder.path().join("whole")));
}

#[test]
fn a_script_that_is_killed_goes_on_to_the_same_bytes() {
    let folder = temporary_folder();
    let path = folder.path();
    let script = gallery("liars_dice");
    let run = |out: &str, more: &[&str]| {
        let words = ["run", &script, "--bots", "greedy", "random", "--games", "3000", "--per-game"];
        let words = [&words[..], &["--checkpoint", "0", "--quiet", "--out", out], more].concat();
        words.into_iter().map(str::to_owned).collect::<Vec<String>>()
    };
    // `scripts/kill_resume.py` does it twenty times.
    for (threads, after) in [("1", 0), ("2", 11), ("3", 23)] {
        let again = run("out", &["--resume", "--threads", threads]);
        kill_again(path, &again, "out/checkpoint.bin", true, Duration::from_millis(after));
    }
    ludometer(path, &[]).args(run("out", &["--resume", "--threads", "2"])).assert().success();
    ludometer(path, &[]).args(run("whole", &[])).assert().success();
    assert!(csv_files(&path.join("out")) == csv_files(&path.join("whole")), "other files after three kills");
}

#[test]
fn a_run_of_a_script_goes_on_and_its_page_has_the_title() {
    let folder = temporary_folder();
    let script = gallery("leduc_poker");
    prints(folder.path(), &["run", &script, "--bots", "random", "--games", "500", "--analyze", "--quiet"]);
    let out = folder.path().join("reports/leduc_poker-0");
    let record = json(&fs::read_to_string(out.join("run.json")).unwrap());
    assert_eq!(record["game"].as_str(), Some(script.as_str()));
    prints(folder.path(), &["report", "reports/leduc_poker-0"]);
    assert!(fs::read_to_string(out.join("report.html")).unwrap().contains("Leduc poker"));
    let traced = prints(
        folder.path(),
        &["trace", &script, "--bots", "random", "--game", "3", "--jsonl", "--check-view"],
    );
    let decision = traced.lines().map(json).find(|line| line["event"] == "decision").unwrap();
    assert_eq!(decision["view"]["hand"][1]["size"], 1, "{decision}");
}

#[test]
fn settings_are_the_scripts_parameters() {
    let folder = folder_with(("win(me)", "win(me)"));
    let rules = prints(folder.path(), &["rules", "small.luau", "--set", "deck.card=7"]);
    assert!(rules.contains("card = 7") && rules.contains("copies of the card"), "{rules}");
    let said = paragraph(folder.path(), &["rules", "small.luau", "--set", "deck.crad=7"], 2);
    assert!(said.contains("did you mean `deck.card`?"), "{said}");
    // Another text is another game.
    let hash = |folder: &Path| {
        let out =
            prints(folder, &["run", "small.luau", "--bots", "random", "--games", "10", "--json", "--quiet"]);
        json(&out)["rules_hash"].clone()
    };
    let other = folder_with(("\"Small\"", "\"Other\""));
    assert_ne!(hash(folder.path()), hash(other.path()));
}

#[test]
fn mistakes_are_named_with_their_line() {
    for (change, status, words) in [
        (("start(1)", "strat(1)"), 2, "small.luau:5: `strat` is no name here (did you mean `start`?)"),
        (("win(me)", "while true do end"), 2, "small.luau:8: took more than 2000000 steps"),
        (
            ("may.play(CARD)", "if hand[3 - me]:has(CARD) then may.play(CARD) end"),
            2,
            "small.luau:7: seat 1 can't see hand[2]",
        ),
        (("move(c, hand[me], deck)", "move(c, deck, deck)"), 2, "small.luau:8: "),
        (("go.play(me) end\nfunction step", "end\nfunction step"), 2, "nobody is to move"),
        (("= stock(), hands()", "= stock(, hands()"), 2, "small.luau:4: "),
    ] {
        let folder = folder_with(change);
        let said =
            paragraph(folder.path(), &["run", "small.luau", "--bots", "random", "--games", "10"], status);
        assert!(said.contains(words), "{said}");
    }
}

#[test]
fn what_happens_in_one_game_of_many_is_named_with_that_game() {
    let folder = folder_with(("win(me)", "if below(40) == 0 then draw(hand[3], deck) end win(me)"));
    let command = ["validate", "small.luau", "--games", "300"];
    let output = crate::ludometer(folder.path(), &command).assert().code(1).get_output().clone();
    let said = String::from_utf8(output.stdout).unwrap();
    assert!(said.contains("small.luau:8: there is no hand[3]: seats are 1 to 2"), "{said}");
    assert!(said.contains("of seed 0 with 2 players, decision "), "{said}");
}

#[test]
fn what_was_played_by_another_text_of_the_script_does_not_go_on() {
    // Of games without chance a check would be refused.
    let folder = folder_with(("win(me)", "if below(2) == 0 then win(me) else win(3 - me) end"));
    let path = folder.path();
    let bots = ["small.luau", "--bots", "random", "--quiet", "--out", "out", "--checkpoint", "0"];
    let commands: [&[&str]; 4] = [
        &["run", "--games", "100_000_000"],
        &["check", "--games", "100_000_000", "--gate", "turns=..1"],
        &[
            "compare",
            "--games",
            "100_000_000",
            "--unpaired",
            "--metrics",
            "seat_spread",
            "--precision",
            "1e-9",
        ],
        &["sweep", "--games", "100_000_000", "--vary", "deck.card=4,5"],
    ];
    for command in commands {
        let words: Vec<&str> = command[..1].iter().chain(&bots).chain(&command[1..]).copied().collect();
        let owned: Vec<String> = words.iter().map(|&word| word.to_owned()).collect();
        kill_on_the_way(path, &owned, "out/checkpoint.bin");
        let script = fs::read_to_string(path.join("small.luau")).unwrap();
        fs::write(path.join("small.luau"), format!("{script}\n-- changed\n")).unwrap();
        let text = paragraph(path, &[&words[..], &["--resume"]].concat(), 2);
        assert!(text.contains("`script` is "), "{command:?}: {text}");
        fs::remove_dir_all(path.join("out")).unwrap();
    }
}

#[test]
fn a_mistake_in_one_game_of_many_ends_the_run_and_its_trace_shows_it() {
    let folder = folder_with(("win(me)", "if below(60) == 0 then v.x = 1 end win(me)"));
    let said = paragraph(folder.path(), &["run", "small.luau", "--bots", "random", "--games", "1000"], 1);
    let (_, game) = said.split_once("game ").unwrap();
    let game = game.split(':').next().unwrap();
    assert!(said.contains("small.luau:8: there is no number `x`"), "{said}");
    let traced = paragraph(folder.path(), &["trace", "small.luau", "--bots", "random", "--game", game], 1);
    assert!(traced.contains("small.luau:8: there is no number `x`"), "{traced}");
}

#[test]
fn a_trace_of_a_run_says_that_its_script_has_changed() {
    let folder = folder_with(("\"Small\"", "\"Small\""));
    let path = folder.path();
    prints(path, &["run", "small.luau", "--bots", "random", "--games", "10", "--out", "out", "--quiet"]);
    let warned = || {
        let output = crate::ludometer(path, &["trace", "--run", "out", "--game", "3"])
            .assert()
            .success()
            .get_output()
            .clone();
        String::from_utf8(output.stderr).unwrap()
    };
    assert_eq!(warned(), "");
    let script = fs::read_to_string(path.join("small.luau")).unwrap();
    fs::write(path.join("small.luau"), format!("{script}-- changed\n")).unwrap();
    let said = warned();
    assert!(said.contains("the script small.luau has changed since this run (hash "), "{said}");
}

#[test]
fn a_second_script_is_no_side_of_a_comparison() {
    let folder = folder_with(("\"Small\"", "\"Small\""));
    let path = folder.path();
    fs::copy(path.join("small.luau"), path.join("other.luau")).unwrap();
    let said = paragraph(path, &["compare", "small.luau", "--bots", "random", "--b", "other.luau"], 2);
    assert!(said.contains("`--b other.luau` is a game") && said.contains("--set-b rule.name=new"), "{said}");
}

#[test]
fn a_trained_strategy_stays_with_a_script_that_moves() {
    let folder = folder_with((
        "local deck,",
        "weight('like', 1, 0, 9)\nfunction appeal.play() return w.like end\nlocal deck,",
    ));
    let path = folder.path();
    prints(path, &["train", "small.luau", "--games", "1600", "--quiet", "-o", "learned.toml"]);
    let text = fs::read_to_string(path.join("learned.toml")).unwrap();
    assert!(
        text.contains("games = [\"small.luau\"]") && text.contains("[\"small.luau\"]\nlike = "),
        "{text}"
    );
    for (new, known) in [("moved/small.luau", true), ("moved/other.luau", false)] {
        fs::create_dir_all(path.join("moved")).unwrap();
        fs::copy(path.join("small.luau"), path.join(new)).unwrap();
        let run = ["run", new, "--bots", "learned.toml", "--games", "10", "--quiet", "--json", "--force"];
        if known {
            assert!(prints(path, &run).contains("\"learned\""));
            // Neither is a file that was written before, with the script's path.
            fs::write(path.join("learned.toml"), text.replace("small.luau", "games/small.luau")).unwrap();
            assert!(prints(path, &run).contains("\"learned\""));
        } else {
            let said = paragraph(path, &run, 2);
            assert!(said.contains("it is for games/small.luau, not for other.luau"), "{said}");
            assert!(said.contains("write the new name there"), "{said}");
        }
    }
    // In the list of bots it is one for the script, wherever that lies.
    fs::create_dir(path.join("strategies")).unwrap();
    fs::rename(path.join("learned.toml"), path.join("strategies/learned.toml")).unwrap();
    let listed = prints(path, &["strategies", "moved/small.luau"]);
    assert!(listed.contains("in moved/small.luau: greedy"), "{listed}");
    assert!(!prints(path, &["strategies"]).contains("can't be used"));
}

#[test]
fn a_script_without_weights_has_nothing_to_learn() {
    let folder = folder_with(("\"Small\"", "\"Small\""));
    let train = ["train", "small.luau", "--games", "1600", "-o", "learned.toml"];
    let said = paragraph(folder.path(), &train, 2);
    assert!(said.contains("small.luau: `greedy` has no settings here") && said.contains("weight("), "{said}");
    assert!(!folder.path().join("learned.toml").exists());
}

#[test]
fn a_slot_is_reported_with_the_card_that_lies_there() {
    let folder = temporary_folder();
    let script = gallery("ember_market");
    let played = ludometer(folder.path(), &["play", &script, "--bots", "random", "--seed", "4"])
        .write_stdin("visit 2\n".to_owned() + &"rest\n".repeat(100))
        .assert()
        .success();
    let text = String::from_utf8(played.get_output().stdout.clone()).unwrap();
    let market = text.split("Market: ").nth(1).unwrap().split("   ").next().unwrap();
    // Equal cards side by side are reported once, with their number.
    let cards = market.trim().split(", ").flat_map(|card| match card.split_once(" x ") {
        Some((count, name)) => vec![name; count.parse().unwrap()],
        None => vec![card],
    });
    let name = cards.collect::<Vec<_>>()[1];
    // Files have the id.
    let second = name.to_lowercase();
    assert!(text.contains(&format!("   2  visit 2 ({name})")), "{text}");
    assert!(text.contains(&format!("A chooses to visit 2 ({name}).")), "{text}");
    let trace = ["trace", &script, "--bots", "random", "--seed", "4", "--game", "0"];
    let reported = prints(folder.path(), &[&trace[..], &["--full"]].concat());
    let decision = reported.lines().find(|line| line.starts_with("turn ")).unwrap();
    assert!(decision.contains(&format!("visit 2 ({second})")), "{decision}");
    // The lines for programs have the action as bots write it.
    let lines = prints(folder.path(), &[&trace[..], &["--jsonl"]].concat());
    let decision = lines.lines().map(json).find(|line| line["event"] == "decision").unwrap();
    assert!(decision["legal"].as_array().unwrap().iter().any(|action| action == "visit 2"), "{decision}");
}

#[test]
fn a_trace_counts_turns_alike_and_names_nobody_where_a_number_is_of_all() {
    let folder = temporary_folder();
    let trace =
        ["trace", &gallery("river_race"), "--bots", "random", "--game", "1", "--jsonl", "--check-view"];
    let lines: Vec<_> = prints(folder.path(), &trace).lines().map(json).collect();
    assert_eq!(lines[0]["state"]["turn"], 0);
    let decisions: Vec<_> = lines.iter().filter(|line| line["event"] == "decision").collect();
    assert!(decisions.iter().any(|line| line["turn"] == 3));
    assert!(decisions.iter().all(|line| line["turn"] == line["view"]["turn"]));
    let numbers = |name: &str| {
        let of = lines.iter().filter(|line| line["number"] == name).map(|line| line.get("of").cloned());
        of.collect::<Vec<_>>()
    };
    assert!(!numbers("way").is_empty() && numbers("way").iter().all(Option::is_none));
    assert!(
        !numbers("at").is_empty()
            && numbers("at").iter().all(|of| of.as_ref().is_some_and(serde_json::Value::is_u64))
    );
}

/// Words of commands that are printed or recorded come out of a shell as what they were.
#[cfg(unix)]
#[test]
fn a_name_of_a_script_is_no_command_of_a_shell() {
    let names =
        ["a$(touch X)b.luau", "My Game.luau", "it's; touch X #.luau", "`touch X`.luau", "a&touch X&.luau"];
    for name in names {
        let folder = temporary_folder();
        fs::write(folder.path().join(name), SMALL).unwrap();
        prints(folder.path(), &["run", name, "--bots", "random", "--games", "3", "--out", "out", "--quiet"]);
        let record = json(&fs::read_to_string(folder.path().join("out/run.json")).unwrap());
        let command = record["command"].as_str().unwrap();
        assert_eq!(shlex::split(command).unwrap()[2], name, "{command}");
        let rules = prints(folder.path(), &["rules", name]);
        let line = rules.lines().find(|line| line.contains(" run ")).unwrap();
        let typed = line.split(" run ").nth(1).unwrap().split(" --rules").next().unwrap();
        assert_eq!(shlex::split(typed).unwrap(), [name], "{line}");
        let new = prints(folder.path(), &["new", &format!("new {name}")]);
        let line = new.lines().find(|line| line.contains(" validate ")).unwrap();
        assert!(shlex::split(line).unwrap().contains(&format!("new {name}")), "{line}");
        let echoed = std::process::Command::new("sh")
            .current_dir(folder.path())
            .args(["-c", &command.replacen("ludometer", "printf '%s\\n'", 1)])
            .output()
            .unwrap();
        assert!(String::from_utf8(echoed.stdout).unwrap().contains(name));
        assert!(!folder.path().join("X").exists(), "{name} is a command");
    }
}

/// A script that keeps hidden cards in a function that another one made, and one that plays otherwise after many games.
#[test]
fn what_a_script_keeps_aside_is_refused_by_every_command() {
    let folder = folder_with((
        "function game.setup()",
        "local function counter() local t = { 0 } return function() t[1] += 1 return t[1] end end\nlocal count = counter()\nfunction game.setup() if count() > 9000 then draw(deck, hand[1]) end",
    ));
    for command in ["validate", "run", "audit", "rules", "trace"] {
        let output =
            ludometer(folder.path(), &[command, "small.luau"]).assert().failure().get_output().clone();
        let text = String::from_utf8([output.stdout, output.stderr].concat()).unwrap();
        assert!(
            text.contains("small.luau:5: a function that makes functions can't be called"),
            "{command}: {text}"
        );
    }
}
