//! `train --method value` and `policy`: networks.

use std::fs;
#[cfg(unix)]
use std::process::{Command, Stdio};
#[cfg(unix)]
use std::time::Duration;

use super::{json, ludometer, prints, temporary_folder};

/// Few lessons of short games, and few worlds for each choice: the exams play more games than the lessons.
const NETWORK: &[&str] = &[
    "train",
    "pure-profit",
    "--method",
    "value",
    "--players",
    "2",
    "--set",
    "bank.goal=2",
    "--games",
    "900",
    "--worlds",
    "2",
    "--quiet",
];

#[test]
fn a_network_is_learned_and_the_same_for_any_number_of_threads() {
    let folder = temporary_folder();
    let run = |file: &str, more: &[&str]| {
        let said = prints(folder.path(), &[NETWORK, &["-o", file], more].concat());
        let read = |name: String| fs::read_to_string(folder.path().join(name)).unwrap().replace(file, "F");
        (read(file.to_owned()), read(file.replace(".toml", ".curve.csv")), said)
    };
    let (one, curve, said) = run("one.toml", &["--threads", "1"]);
    let (two, same_curve, result) = run("two.toml", &["--threads", "2", "--json"]);
    assert_eq!((&one, &curve), (&two, &same_curve));
    assert!(
        one.starts_with("# By ludometer")
            && one.contains("players = [2]\nvaried = { \"deck.bankrupt_highest\" = \"4..12\", "),
        "{one}"
    );
    assert!(said.contains("fresh games with greedy") && said.contains("one.curve.csv"), "{said}");
    assert!(curve.starts_with("games,positions,loss,win_rate,ci_low,ci_high,exam_games\n"), "{curve}");
    let page = fs::read_to_string(folder.path().join("one.curve.html")).unwrap();
    assert!(
        page.contains("Training report") && page.contains("win share in one seat among greedy"),
        "{page}"
    );
    let result = json(&result);
    assert_eq!((result["method"].as_str(), result["complete"].as_bool()), (Some("value"), Some(true)));
    let (low, high) = (result["ci_low"].as_f64().unwrap(), result["ci_high"].as_f64().unwrap());
    assert!(low < result["win_rate"].as_f64().unwrap() && high < 1.0 && low > 0.0, "{result}");
    assert_ne!(one, run("three.toml", &["--seed", "1"]).0);

    // It plays where it learned, and honestly; elsewhere it plays with a warning, and not at all in another game.
    let here = ["pure-profit", "--set", "bank.goal=2", "--bots", "one.toml", "greedy"];
    let play = |seat: &str| {
        let words = ["--games", "20", "--out", seat, "--threads", "1"];
        let done = ludometer(folder.path(), &[&["run"], &here[..], &words].concat()).assert().success();
        String::from_utf8(done.get_output().stderr.clone()).unwrap()
    };
    assert_eq!(play("r"), "");
    prints(folder.path(), &[&["audit"], &here[..], &["--positions", "40", "--quiet"]].concat());
    let three =
        ["run", "pure-profit", "--bots", "one.toml", "greedy", "greedy", "--games", "9", "--out", "three"];
    let warned = ludometer(folder.path(), &three).assert().success().get_output().stderr.clone();
    let warned = String::from_utf8(warned).unwrap();
    assert!(warned.contains("one has not learned this rule set"), "{warned}");
    let cards = |count: &str| {
        let set = format!("deck.steal_one={count}");
        let words = ["--set", &set, "--games", "9", "--out", count];
        let done = ludometer(folder.path(), &[&["run"], &here[..], &words].concat()).assert().success();
        String::from_utf8(done.get_output().stderr.clone()).unwrap()
    };
    assert!(!cards("6").contains("learned"));
    assert!(
        cards("7").contains("one has not learned `deck.steal_one` 7 (it learned 2..6)"),
        "{}",
        cards("7")
    );
    // Searches play by it too.
    for bot in ["mcts,iterations=20", "lookahead", "flat-mc,iterations=20"] {
        let bot = format!("one.toml:bot={bot}");
        let words = ["--set", "bank.goal=2", "--bots", &bot, "greedy"];
        let played = [&["run", "pure-profit"], &words[..], &["--games", "4", "--quiet", "--out", &bot[13..]]];
        let said = prints(folder.path(), &played.concat());
        assert!(said.contains(&bot.replace(".toml", "")), "{said}");
    }
    let audited = [
        "audit",
        "pure-profit",
        "--set",
        "bank.goal=2",
        "--bots",
        "one.toml:bot=mcts,iterations=20",
        "greedy",
    ];
    prints(folder.path(), &[&audited[..], &["--positions", "40", "--quiet"]].concat());
    let other = one.replace("[\"pure-profit\"]", "[\"even-odd\"]");
    fs::write(folder.path().join("other.toml"), other).unwrap();
    let foreign =
        ["run", "even-odd", "--bots", "other.toml", "greedy", "greedy", "greedy", "--quiet", "--out", "o"];
    let refused = ludometer(folder.path(), &foreign).assert().failure().get_output().stderr.clone();
    let refused = String::from_utf8(refused).unwrap();
    assert!(refused.contains("its network reads other features than this game tells"), "{refused}");
}

#[test]
fn it_learns_to_beat_another_bot_and_from_a_search() {
    let folder = temporary_folder();
    fs::write(folder.path().join("careful.toml"), "bot = \"greedy\"\n").unwrap();
    let run = |file: &str, more: &[&str]| {
        let words = ["--vary", "none", "-o", file];
        let said = prints(folder.path(), &[NETWORK, &words, more].concat());
        (fs::read_to_string(folder.path().join(file)).unwrap().replace(file, "F"), said)
    };
    let plain = run("plain.toml", &[]).0;
    let others = ["--against", "careful.toml", "--teacher", "mcts:iterations=8"];
    let (taught, said) = run("taught.toml", &[&others[..], &["--threads", "1"]].concat());
    assert!(said.contains("fresh games with careful in the other seats"), "{said}");
    assert!(taught.contains("--against careful.toml --teacher mcts:iterations=8"), "{taught}");
    let (same, result) = run("same.toml", &[&others[..], &["--threads", "2", "--json"]].concat());
    assert_eq!(taught, same);
    let result = json(&result);
    let names = (result["against"].as_str(), result["teacher"].as_str());
    assert_eq!(names, (Some("careful"), Some("mcts:iterations=8")));
    let page = fs::read_to_string(folder.path().join("taught.curve.html")).unwrap();
    assert!(page.contains("win share in one seat among careful"), "{page}");

    // The other bot plays as greedy does, so what differs is what the search says.
    let weights = |text: &str| text.split_once("weights = ").unwrap().1.to_owned();
    let (against, _) = run("against.toml", &["--against", "careful.toml"]);
    assert_eq!(weights(&against), weights(&plain));
    assert_ne!(weights(&taught), weights(&plain));
}

#[test]
fn a_network_begins_with_the_weights_of_another_greedy() {
    let folder = temporary_folder();
    let words = ["--vary", "none", "--from", "greedy:bank=2,steal=0", "-o", "from.toml"];
    prints(folder.path(), &[NETWORK, &words].concat());
    let file = fs::read_to_string(folder.path().join("from.toml")).unwrap();
    assert!(file.contains("--from greedy:steal=0,bank=2 --worlds 2 "), "{file}");
    assert!(file.contains("[settings]\nworlds = 2\n"), "{file}");
    assert!(file.contains("\"greedy.steal\" = 0\n\"greedy.bank\" = 2\n"), "{file}");
    let plays = |bot: &str| {
        let words =
            ["run", "pure-profit", "--bots", bot, "random", "--games", "40", "--seed", "3", "--force"];
        prints(folder.path(), &[&words[..], &["-o", "played", "--quiet"]].concat());
        fs::read_to_string(folder.path().join("played/summary.csv")).unwrap()
    };
    // Where one action is tried alone, its weights alone choose.
    let alone = plays("from.toml:candidates=1");
    assert_eq!(alone, plays("from.toml:candidates=1,greedy.steal=0,greedy.bank=2"));
    assert_ne!(alone, plays("from.toml:candidates=1,greedy.steal=1,greedy.bank=1"));
}

#[test]
#[cfg(unix)]
fn lessons_that_were_interrupted_are_gone_on_with_to_the_same_bytes() {
    let folder = temporary_folder();
    let games = format!("{}/games/kuhn_poker.luau", env!("CARGO_MANIFEST_DIR"));
    let words = |file: &str| -> Vec<String> {
        let words =
            ["train", &games, "--method", "value", "--games", "1200", "--seed", "3", "--threads", "1"];
        words.into_iter().chain(["--quiet", "-o", file]).map(str::to_owned).collect()
    };
    let borrowed = |words: &[String], more: &[&str]| -> Vec<String> {
        words.iter().cloned().chain(more.iter().map(|&word| word.to_owned())).collect()
    };
    let prints = |words: &[String]| {
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        ludometer(folder.path(), &words).assert()
    };
    prints(&words("whole.toml")).success();
    let path = |name: &str| folder.path().join(name);
    assert!(!path("whole.checkpoint").exists());

    // Interrupted as soon as something is kept.
    let mut child = Command::new(assert_cmd::cargo::cargo_bin!("ludometer"))
        .env(crate::WIDE.0, crate::WIDE.1)
        .current_dir(folder.path())
        .args(words("part.toml"))
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    while !path("part.checkpoint").exists() {
        assert!(child.try_wait().unwrap().is_none(), "it was through before it was interrupted");
        std::thread::sleep(Duration::from_millis(2));
    }
    let id = nix::unistd::Pid::from_raw(i32::try_from(child.id()).unwrap());
    nix::sys::signal::kill(id, nix::sys::signal::Signal::SIGINT).unwrap();
    let out = child.wait_with_output().unwrap();
    let reported = String::from_utf8(out.stderr).unwrap();
    assert_eq!(out.status.code(), Some(130), "{reported}");
    assert!(reported.contains("--resume"), "{reported}");

    // With other options, and damaged.
    let other = prints(&borrowed(&words("part.toml"), &["--resume", "--vary", "none"])).code(2);
    let other = String::from_utf8(other.get_output().stderr.clone()).unwrap();
    assert!(other.contains("were begun by `ludometer"), "{other}");
    let kept = fs::read(path("part.checkpoint")).unwrap();
    let mut damaged = kept.clone();
    let middle = damaged.len() / 2;
    damaged[middle] ^= 1;
    fs::write(path("part.checkpoint"), &damaged).unwrap();
    let refused = prints(&borrowed(&words("part.toml"), &["--resume"])).code(2);
    let refused = String::from_utf8(refused.get_output().stderr.clone()).unwrap();
    assert!(refused.contains("can't be gone on with"), "{refused}");
    fs::write(path("part.checkpoint"), &kept).unwrap();

    prints(&borrowed(&words("part.toml"), &["--resume"])).success();
    let read = |name: &str| fs::read_to_string(path(name)).unwrap();
    assert_eq!(read("part.toml").replace("part.toml", "whole.toml"), read("whole.toml"));
    assert_eq!(read("part.curve.csv"), read("whole.curve.csv"));
    assert!(!path("part.checkpoint").exists());
    let nothing = prints(&borrowed(&words("part.toml"), &["--resume"])).code(2);
    let nothing = String::from_utf8(nothing.get_output().stderr.clone()).unwrap();
    assert!(nothing.contains("there are no lessons to go on with"), "{nothing}");
}

#[test]
fn what_no_network_can_do_is_refused() {
    let folder = temporary_folder();
    for (words, said) in [
        (&["--from", "greedy:without=bank"][..], "greedy, with settings if you like"),
        (&["--from", "random"], "greedy, with settings if you like"),
        (&["--minutes", "1"], "cannot be used with"),
        (&["-o", "x.csv"], ".toml"),
        (&["--set", "bank.goal=99"], "bank.goal"),
        (&["--vary", "deck.steal_on=2..6"], "did you mean `deck.steal_one`?"),
        (&["--vary", "deck.steal_one=2..60"], "deck.steal_one"),
        (&["--vary", "deck.steal_one"], "there is no `=`"),
        (&["--teacher", "greedy"], "a search: mcts"),
        (&["--teacher", "mcts:without=bank"], "a search: mcts"),
        (&["--against", "gredy"], "did you mean `greedy`?"),
    ] {
        let named = if words.contains(&"-o") { &[][..] } else { &["-o", "x.toml"] };
        let refused = ludometer(folder.path(), &[NETWORK, named, words].concat()).assert().code(2);
        let error = String::from_utf8(refused.get_output().stderr.clone()).unwrap();
        assert!(error.contains(said), "{words:?}: {error}");
    }
    let no_worlds = ["train", "pure-profit", "--method", "value", "--worlds", "0", "-o", "x.toml"];
    let refused = ludometer(folder.path(), &no_worlds).assert().code(2).get_output().stderr.clone();
    let refused = String::from_utf8(refused).unwrap();
    assert!(refused.contains("from 1 to 10,000"), "{refused}");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
    let script = |name: &str| format!("{}/games/{name}.luau", env!("CARGO_MANIFEST_DIR"));
    let words = |game: &str, more: &[&str]| {
        let all = [&["train", game, "--method", "value", "-o", "x.toml", "--quiet"], more].concat();
        let refused = ludometer(folder.path(), &all).assert().failure();
        String::from_utf8(refused.get_output().stderr.clone()).unwrap()
    };
    // The message names the rules that fail in a game, and no file is written.
    let text = fs::read_to_string(script("tic_tac_toe")).unwrap();
    let broken = text.replacen(
        "me, cell: number)",
        "me, cell: number)\n  if grid:count(0) < 6 then error(\"no more\") end",
        1,
    );
    fs::write(folder.path().join("broken.luau"), broken).unwrap();
    let failed = words("broken.luau", &["--games", "600"]);
    assert!(failed.contains("no more"), "{failed}");
    assert!(!folder.path().join("x.toml").exists());
}

/// A game in which each player has a zone of their own: its features are others at each size of table.
const OWN_PILES: &str = r#"game.title, game.seats = "Own piles", { 2, 3, usual = 2 }
local ONE = card("one", 12)
local deck, own = tableau(), {}
for s = 1, seats do own[s] = tableau() end
number("left", 0)
function game.setup()
	fill(deck)
	v.left = 3 * seats
	start(1)
end
function game.turn(me) go.pick(me) end
local function after()
	v.left -= 1
	if v.left == 0 then game_over() else end_turn() end
end
function step.pick(me)
	if deck:has(ONE) then may.keep() end
	may.pass()
end
function act.keep(me)
	move(ONE, deck, own[me])
	after()
end
function act.pass(me) after() end
function game.score(seat) return own[seat]:count(ONE) end
"#;

#[test]
fn a_script_with_zones_for_each_seat_is_learned_at_one_table() {
    let folder = temporary_folder();
    fs::write(folder.path().join("own_piles.luau"), OWN_PILES).unwrap();
    let learn =
        ["train", "own_piles.luau", "--method", "value", "--games", "300", "--quiet", "-o", "own.toml"];
    prints(folder.path(), &learn);
    let file = fs::read_to_string(folder.path().join("own.toml")).unwrap();
    assert!(file.contains("\nplayers = [2]\n"), "{}", &file[..600]);
    let play =
        ["run", "own_piles.luau", "--bots", "own.toml", "random", "--games", "20", "--quiet", "--out", "o"];
    prints(folder.path(), &play);
}
