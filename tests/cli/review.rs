//! Reviews: what choices were worth.

use crate::{json, ludometer, prints, rows, temporary_folder};

#[test]
fn a_review_marks_choices_and_names_better_ones() {
    let folder = temporary_folder();
    let review = |options: &[&str]| {
        let arguments = ["review", "pure-profit", "--game", "0", "--worlds", "60"];
        prints(folder.path(), &[&arguments, options].concat())
    };
    let text = review(&[]);
    assert!(
        text.starts_with("Pure Profit, 4 players, game 0 of seed 0\nWin chances if all play on"),
        "{text}"
    );
    assert!(text.contains("Player D") && text.contains("The costliest choices"), "{text}");
    assert!(
        text.contains(" chose to ")
            && text.contains("points of win chance lost (")
            && text.contains("Better: "),
        "{text}"
    );
    let (_, command) = text.split_once("Play on from there with other bots: ludometer ").unwrap();
    let command: Vec<&str> = command.split_whitespace().collect();
    assert!(prints(folder.path(), &command).contains("on other bots play. A mcts, B mcts"), "{command:?}");
    let out = ["--out", "out", "--threads", "1"];
    assert_eq!(review(&out), text, "on any number of threads");
    let decisions = rows(&folder.path().join("out/decisions.csv"));
    let actions = rows(&folder.path().join("out/actions.csv"));
    for decision in &decisions {
        let of = actions.iter().filter(|action| action["decision"] == decision["decision"]);
        let chosen: Vec<_> = of.clone().filter(|action| action["chosen"] == "1").collect();
        match decision["mark"].as_str() {
            "forced" => assert_eq!((of.count(), decision["loss"].as_str()), (0, "")),
            "best" | "fine" | "mistake" | "blunder" => {
                assert_eq!(chosen.len(), 1, "{decision:?}");
                assert_eq!(chosen[0]["value"], decision["win_chance"]);
            }
            other => panic!("{other}"),
        }
    }
    assert!(decisions.iter().any(|decision| decision["mark"] == "blunder"));
    for name in ["habits", "openings", "stakes", "calibration"] {
        assert!(!rows(&folder.path().join(format!("out/{name}.csv"))).is_empty(), "{name}");
    }
    // The folder is not empty any more.
    let again = ["review", "pure-profit", "--game", "0", "--worlds", "60", "--out", "out"];
    crate::ludometer(folder.path(), &again).assert().code(2).stdout("");
    // Of one player alone.
    let of_b = json(&review(&["--seat", "B", "--json"]));
    let decisions = of_b["decisions"].as_array().unwrap();
    assert!(decisions.iter().all(|one| (one["seat"] == 1) != one["mark"].is_null()), "{of_b}");
    let text = review(&["--seat", "B"]);
    assert!(text.contains("\nPlayer B ") && !text.contains("\nPlayer A "), "{text}");
}

/// What a player is said to have lost is the sum of its listed losses, whatever chance shows elsewhere.
#[test]
fn losses_add_up_to_those_that_are_listed() {
    let folder = temporary_folder();
    let game = ["review", "even-odd", "--seed", "0", "--worlds", "40"];
    let text = prints(folder.path(), &game).replace("\n  ", " ");
    let before = |line: &str, what: &str| -> Option<f64> {
        line.split_once(what)?.0.rsplit(' ').next()?.replace('\u{2212}', "-").parse().ok()
    };
    let mut seen = 0;
    for player in ["A", "B", "C", "D"] {
        let row = text.lines().find(|line| line.starts_with(&format!("Player {player}"))).unwrap();
        let lost = before(row, " points").unwrap();
        let own = format!(", {player} chose to ");
        let listed: Vec<f64> = text
            .split(" Turn ")
            .filter(|one| one.contains(&own))
            .filter_map(|one| before(one, " points of win chance lost"))
            .collect();
        assert!(
            (listed.iter().sum::<f64>() - lost).abs() < 0.06 * (1 + listed.len()) as f64,
            "{player}: {text}"
        );
        seen += listed.len();
    }
    assert!(seen > 1, "{text}");
}

/// Who goes left sells gold in the next turn and wins; who goes right has but a stone.
pub(crate) const TWO_ROADS: &str = r#"
game.title, game.seats = "Two roads", { 2, 2 }
local road = numbers(0)
function game.setup() start(1) end
function game.turn(me) if road[me] == 0 then go.road(me) else go.sell(me) end end
function step.road() may.go_left() may.go_right() end
function act.go_left(me) road[me] = 1 end_turn() end
function act.go_right(me) road[me] = 2 end_turn() end
function step.sell(me) if road[me] == 1 then may.sell_gold() else may.sell_stone() end end
function act.sell_gold(me) win(me) end
function act.sell_stone(me) if me == 2 then game_over() else end_turn() end end
"#;

#[test]
fn a_review_tells_what_a_better_choice_leads_to() {
    let folder = temporary_folder();
    std::fs::write(folder.path().join("roads.luau"), TWO_ROADS).unwrap();
    let review = |game: &str| {
        let arguments = ["review", "roads.luau", "--bots", "random", "--game", game, "--worlds", "60"];
        prints(folder.path(), &arguments)
    };
    let texts = ["0", "1", "2", "3", "4", "5"].map(review);
    let reported: Vec<&str> = texts
        .iter()
        .flat_map(|text| text.lines())
        .filter(|line| line.contains("A chose to go right."))
        .collect();
    assert!(!reported.is_empty(), "{texts:?}");
    let after = "Better: go left (100 % instead of";
    let then = "A would then sell gold (100 % instead of 0 %); A would no longer sell stone (0 % instead of 100 %). A search (mcts) would choose the better one, too.";
    assert!(reported.iter().all(|line| line.contains(after) && line.ends_with(then)), "{reported:?}");
}

/// Who sells what was taken wins; who keeps it loses.
const TAKE_IT: &str = r#"
game.title, game.seats = "Take it", { 2, 2 }
function game.setup() start(1) end
function game.turn(me) go.take(me) end
function step.take() may.take_ore() may.take_coal() end
function act.take_ore(me) go.what(me) end
function act.take_coal(me) go.what(me) end
function step.what() may.sell_it() may.keep_it() end
function act.sell_it(me) win(me) end
function act.keep_it(me) win(3 - me) end
"#;

#[test]
fn a_review_says_what_it_is() {
    let folder = temporary_folder();
    std::fs::write(folder.path().join("it.luau"), TAKE_IT).unwrap();
    let review = |game: u64| {
        let game = game.to_string();
        prints(folder.path(), &["review", "it.luau", "--bots", "random", "--game", &game, "--worlds", "60"])
    };
    let texts: Vec<String> = (0..8).map(review).collect();
    let kept: Vec<&String> = texts.iter().filter(|text| text.contains("keep it. Blunder")).collect();
    assert!(!kept.is_empty(), "{texts:?}");
    let says =
        ["A chose to take ore, then to keep it. Blunder", "A chose to take coal, then to keep it. Blunder"];
    assert!(kept.iter().all(|text| says.iter().any(|says| text.contains(says))), "{kept:?}");
    assert!(
        kept.iter().all(|text| text.contains("A search (mcts) would choose the better one, too.")),
        "{kept:?}"
    );
}

#[test]
fn any_bot_plays_on() {
    let folder = temporary_folder();
    std::fs::write(folder.path().join("roads.luau"), TWO_ROADS).unwrap();
    let left = "function choose(view, legal) return 1 end";
    std::fs::write(folder.path().join("left.luau"), left).unwrap();
    let weighed = |policy: &str| {
        let options =
            ["--bots", "random", "--game", "0", "--decision", "0", "--worlds", "40", "--policy", policy];
        prints(folder.path(), &[&["review", "roads.luau"], &options[..]].concat())
    };
    // Who goes right loses to a player who always goes left, and to one in two who goes anywhere.
    let against_left = weighed("left.luau");
    assert!(against_left.contains("Win chances if all play on as left,"), "{against_left}");
    let row = |text: &str, action: &str| {
        let line = text.lines().find(|line| line.starts_with(action)).unwrap();
        line.replace(" (chosen)", "").split_whitespace().nth(2).unwrap().parse::<u32>().unwrap()
    };
    assert_eq!((row(&against_left, "go left"), row(&against_left, "go right")), (100, 0), "{against_left}");
    let anywhere = weighed("mcts:iterations=1");
    assert_eq!(row(&anywhere, "go left"), 100, "{anywhere}");
    assert!((1..50).contains(&row(&anywhere, "go right")), "{anywhere}");
    let wrong = ["review", "roads.luau", "--policy", "nobody"];
    let error = ludometer(folder.path(), &wrong).assert().code(2).get_output().clone();
    let error = String::from_utf8(error.stderr).unwrap();
    assert!(error.contains("there is no bot `nobody`") && error.contains("(--policy nobody)"), "{error}");
}

/// Left wins for certain where the next player goes left, and right loses: so the bot that goes left gains 100 points
/// wherever the other road was chosen, and the bot that goes right loses as much.
#[test]
fn other_bots_are_asked_at_the_same_choices() {
    let folder = temporary_folder();
    std::fs::write(folder.path().join("roads.luau"), TWO_ROADS).unwrap();
    for (name, choice) in [("left", 1), ("right", 2)] {
        let text = format!("function choose(view, legal) return math.min({choice}, #legal) end");
        std::fs::write(folder.path().join(format!("{name}.luau")), text).unwrap();
    }
    let options =
        ["--bots", "random", "--games", "12", "--worlds", "20", "--seat", "A", "--policy", "left.luau"];
    let asked = ["--ask", "left.luau", "right.luau"];
    let all = [&["review", "roads.luau"], &options[..], &asked, &["--json", "--out", "out"]].concat();
    let found = json(&prints(folder.path(), &all));
    let [left, right] = [&found["asked"][0], &found["asked"][1]];
    let same = |of: &serde_json::Value| of["same"].as_u64().unwrap();
    assert_eq!((left["bot"].as_str(), right["bot"].as_str()), (Some("left"), Some("right")));
    assert!(same(left) > 0 && same(right) > 0 && same(left) + same(right) == 12, "{found}");
    let gain = |of: &serde_json::Value| of["mean_gain"].as_f64().unwrap() * 12.0;
    assert!((gain(left) - 100.0 * same(right) as f64).abs() < 1e-6, "{found}");
    assert!((gain(right) + 100.0 * same(left) as f64).abs() < 1e-6, "{found}");
    let differences = found["differences"].as_array().unwrap();
    assert!(
        differences.iter().any(|row| row["instead"] == "go_left" && row["kind"] == "go_right"),
        "{found}"
    );
    assert_eq!(rows(&folder.path().join("out/asked.csv")).len(), 24);

    // What others would choose changes nothing else.
    let alone = [&["review", "roads.luau"], &options[..], &["--json"]].concat();
    let alone = json(&prints(folder.path(), &alone));
    assert_eq!((&alone["decisions"], &alone["asked"]), (&found["decisions"], &serde_json::json!([])));

    let one = ["--bots", "right.luau", "--decision", "0", "--worlds", "20", "--policy", "left.luau"];
    let reported = prints(folder.path(), &[&["review", "roads.luau"], &one[..], &asked].concat());
    assert!(
        reported.contains("go left (left)") && reported.contains("go right (chosen, right)"),
        "{reported}"
    );
    let game = ["--bots", "right.luau", "--worlds", "20", "--policy", "left.luau"];
    let reported = prints(folder.path(), &[&["review", "roads.luau"], &game[..], &asked].concat());
    assert!(reported.contains("This is what left would choose."), "{reported}");
}

#[test]
fn games_are_reviewed_together_and_from_a_folder() {
    let folder = temporary_folder();
    let run = ["run", "pure-profit", "--games", "9", "--out", "out", "--quiet", "--bots", "random", "greedy"];
    prints(folder.path(), &run);
    let many = ["review", "--run", "out", "--game", "2", "--games", "3", "--worlds", "20"];
    let text = prints(folder.path(), &many);
    assert!(text.starts_with("Pure Profit, 2 players, games 2 to 4 of seed 0\n"), "{text}");
    assert!(text.contains("Where games are decided"), "{text}");
    assert!(
        text.contains("\nrandom ")
            && text.contains("what to draw")
            && text.contains("to draw a")
            && text.contains("card"),
        "{text}"
    );
    let late = ["review", "--run", "out", "--game", "9"];
    crate::ludometer(folder.path(), &late).assert().code(2).stdout("");
    let none = ["review", "pure-profit", "--game", "0", "--games", "0"];
    crate::ludometer(folder.path(), &none).assert().code(2).stdout("");
}

#[test]
fn first_choices_are_ranked() {
    let folder = temporary_folder();
    let first = [
        "review",
        "pure-profit",
        "--players",
        "2",
        "--game",
        "0",
        "--games",
        "12",
        "--worlds",
        "60",
        "--first",
    ];
    let text = prints(folder.path(), &first);
    assert!(text.starts_with("Pure Profit, 2 players, first choices in games 0 to 11 of seed 0\n"), "{text}");
    let one = ["review", "pure-profit", "--players", "2", "--game", "0", "--worlds", "20", "--first"];
    assert!(prints(folder.path(), &one).contains("--games 50 ranks more"));
    let reported = json(&prints(folder.path(), &[&first[..], &["--json"]].concat()));
    let openings = reported["openings"].as_array().unwrap();
    let [offered, chosen]: [u64; 2] =
        ["offered", "chosen"].map(|name| openings.iter().map(|one| one[name].as_u64().unwrap()).sum());
    // Each of two players has at most one first choice in each of four phases, with at least two actions.
    assert!((48..=96).contains(&chosen) && offered >= 2 * chosen, "{reported}");
    assert!(text.contains("\n\nWhat to bank or discard\n\nfirst choice"), "{text}");
    // Of each decision the advantages add up to nothing.
    let sum: f64 = openings
        .iter()
        .map(|one| one["advantage"].as_f64().unwrap() * one["offered"].as_f64().unwrap())
        .sum();
    assert!(sum.abs() < 1e-2, "{sum}");
    let valued = reported["decisions"].as_array().unwrap().iter().filter(|one| !one["loss"].is_null());
    assert_eq!(valued.count() as u64, chosen);
}

#[test]
fn a_single_choice_is_weighed() {
    let folder = temporary_folder();
    let review = ["review", "pure-profit", "--game", "0", "--worlds", "60", "--decision"];
    let text = prints(folder.path(), &[&review[..], &["0"]].concat());
    assert!(text.starts_with("Pure Profit, game 0 of seed 0, choice 0: turn 1, Player A"), "{text}");
    assert!(text.contains("(chosen)") && text.contains("draw from the stock"), "{text}");
    let output = crate::ludometer(folder.path(), &[&review[..], &["9999"]].concat())
        .assert()
        .code(2)
        .get_output()
        .clone();
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.contains("there is no choice 9999"), "{said}");
}

/// A review of many games goes on after Ctrl-C, to the same bytes.
#[cfg(unix)]
#[test]
fn an_interrupted_review_goes_on_to_the_same_files() {
    use std::process::{Command, Stdio};
    use std::time::Duration;

    let folder = temporary_folder();
    let words = |out: &'static str| {
        let game = [
            "review",
            "pure-profit",
            "--players",
            "2",
            "--game",
            "3",
            "--games",
            "12",
            "--worlds",
            "20",
            "--ask",
            "random",
        ];
        [&game[..], &["--threads", "1", "--quiet", "--out", out]].concat()
    };
    let whole = prints(folder.path(), &words("whole"));
    let mut child = Command::new(assert_cmd::cargo::cargo_bin!("ludometer"))
        .current_dir(folder.path())
        .args(words("part"))
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let checkpoint = folder.path().join("part/review.checkpoint");
    while !checkpoint.exists() {
        assert!(child.try_wait().unwrap().is_none(), "it was through before it was interrupted");
        std::thread::sleep(Duration::from_millis(2));
    }
    let id = nix::unistd::Pid::from_raw(i32::try_from(child.id()).unwrap());
    nix::sys::signal::kill(id, nix::sys::signal::Signal::SIGINT).unwrap();
    let done = child.wait_with_output().unwrap();
    let reported = String::from_utf8(done.stderr).unwrap();
    assert!(done.status.code() == Some(130) && reported.contains("--resume"), "{reported}");
    let part = rows(&folder.path().join("part/decisions.csv"));
    assert!(part.len() < rows(&folder.path().join("whole/decisions.csv")).len());

    // Asked for otherwise, it is refused.
    let other = [&words("part")[..], &["--resume", "--policy", "random"]].concat();
    let refused = ludometer(folder.path(), &other).assert().code(2);
    let reported = String::from_utf8_lossy(&refused.get_output().stderr).into_owned();
    assert!(reported.contains("was begun by") && reported.contains("--worlds 20"), "{reported}");

    let resumed = prints(folder.path(), &[&words("part")[..], &["--resume"]].concat());
    assert_eq!(resumed, whole);
    assert!(!checkpoint.exists());
    for file in
        ["actions", "decisions", "habits", "openings", "stakes", "calibration", "asked", "differences"]
    {
        let bytes = |out: &str| std::fs::read(folder.path().join(out).join(format!("{file}.csv"))).unwrap();
        assert_eq!(bytes("part"), bytes("whole"), "{file}");
    }
}
