//! The trace of one play of a run.

use serde_json::Value;

use crate::{json, prints, rows, temporary_folder};

const BOTS: [&str; 6] = ["--bots", "greedy", "random", "greedy:pile=0.5", "--seed", "5"];

fn trace(options: &[&str]) -> Vec<Value> {
    let folder = temporary_folder();
    let arguments = [&["trace", "pure-profit", "--jsonl"], options].concat();
    prints(folder.path(), &arguments).lines().map(json).collect()
}

#[test]
fn play_123_is_the_one_in_row_123() {
    for seats in ["rotate", "fixed"] {
        let folder = temporary_folder();
        let run = ["run", "pure-profit", "--games", "200", "--per-game", "--seats", seats, "--out", "out"];
        prints(folder.path(), &[&run[..], &BOTS].concat());
        let row = &rows(&folder.path().join("out/games.csv"))[123];
        assert_eq!(row["game"], "123");
        let lines = trace(&[&["--game", "123", "--seats", seats], &BOTS[..]].concat());
        let (start, end) = (&lines[0], lines.last().unwrap());
        assert_eq!(end["turns"].to_string(), row["turns"]);
        assert_eq!(end["unfinished"].to_string(), row["unfinished"]);
        let winners: Vec<String> = end["winners"].as_array().unwrap().iter().map(Value::to_string).collect();
        assert_eq!(winners.join(";"), row["winner_seats"]);
        let decisions = lines.iter().filter(|line| line["event"] == "decision").count();
        assert_eq!(decisions.to_string(), row["decisions"]);
        for seat in 0..3 {
            assert_eq!(start["strategies"][seat], row[&format!("strategy_{seat}")].as_str());
            assert_eq!(end["scores"][seat].to_string(), row[&format!("score_{seat}")]);
            assert_eq!(end["ranks"][seat].to_string(), row[&format!("rank_{seat}")]);
        }
    }
}

#[test]
fn the_first_game_is_reported_if_none_is_named() {
    assert_eq!(trace(&BOTS), trace(&[&["--game", "0"], &BOTS[..]].concat()));
}

#[test]
fn it_begins_and_ends_as_the_contract_says() {
    let lines = trace(&[&["--game", "7", "--set", "bank.goal=8"], &BOTS[..]].concat());
    let start = &lines[0];
    assert_eq!(start["event"], "start");
    assert_eq!(start["game"], "pure-profit");
    assert_eq!(start["version"], env!("CARGO_PKG_VERSION"));
    assert_eq!(start["rules"]["bank.goal"], 8);
    assert_eq!((&start["players"], &start["seed"], &start["index"]), (&3.into(), &5.into(), &7.into()));
    assert!(start["state"].is_object());
    let end = lines.last().unwrap();
    assert_eq!(end["event"], "end");
    assert!(end["state"].is_object());
    for decision in lines.iter().filter(|line| line["event"] == "decision") {
        let legal = decision["legal"].as_array().unwrap();
        assert!(legal.contains(&decision["chosen"]), "{decision}");
        assert!(decision.get("view").is_none(), "views come only when asked for");
    }
}

#[test]
fn views_come_when_asked_for() {
    let lines = trace(&["--game", "0", "--check-view"]);
    let mut decisions = lines.iter().filter(|line| line["event"] == "decision").peekable();
    assert!(decisions.peek().is_some());
    assert!(decisions.all(|line| line["view"].is_object()));
}

#[test]
fn the_options_of_the_run_may_be_repeated() {
    let plain = trace(&["--game", "3"]);
    let repeated = trace(&[
        "--game",
        "3",
        "--games",
        "1e6",
        "--threads",
        "2",
        "--per-game",
        "--out",
        "x",
        "--force",
        "--timing",
        "--quiet",
    ]);
    assert_eq!(plain, repeated);
    assert_ne!(plain, trace(&["--game", "4"]));
}

#[test]
fn the_full_text_tells_the_same_decisions() {
    let folder = temporary_folder();
    let text = prints(folder.path(), &["trace", "pure-profit", "--game", "3", "--full"]);
    let chosen: Vec<String> = trace(&["--game", "3"])
        .iter()
        .filter_map(|line| line["chosen"].as_str().map(str::to_owned))
        .collect();
    let lines: Vec<&str> = text.lines().filter(|line| line.starts_with("turn ")).collect();
    assert_eq!(lines.len(), chosen.len());
    assert!(lines.iter().zip(&chosen).all(|(line, action)| line.contains(action.as_str())));
}

#[test]
fn a_game_is_reported_in_sentences() {
    let folder = temporary_folder();
    let reported = |options: &[&str]| {
        prints(folder.path(), &[&["trace", "pure-profit", "--game", "0"], options].concat())
    };
    let whole = reported(&[]);
    assert!(whole.starts_with("Pure Profit, 4 players, game 0 of seed 0\nA greedy, B greedy"), "{whole}");
    assert!(
        whole.contains("\nSet-up\n") && whole.contains("\nTurn 1\n") && !whole.contains("Turn 0"),
        "{whole}"
    );
    // The number of the last turn is that of all turns.
    let last = whole.lines().rev().find_map(|line| line.strip_prefix("Turn ")).unwrap();
    assert!(whole.contains(&format!("\nThe game is over after {last} turns")), "{whole}");
    assert!(whole.contains("is turned up onto the discard pile."), "{whole}");
    assert!(whole.contains(" from the stock.  (or: draw from the discard pile)"), "{whole}");
    assert!(whole.contains("\nThe game is over after "), "{whole}");
    assert!(!whole.contains('{') && !whole.contains('['), "no name of a field is left: {whole}");
    // A part of it, without the set-up.
    let part = reported(&["--from", "3", "--to", "4"]);
    assert!(!part.contains("Set-up") && !part.contains("Turn 2") && !part.contains("Turn 5"), "{part}");
    assert!(whole.contains(&part[part.find("Turn 3").unwrap()..part.find("The game is").unwrap()]), "{part}");
}

#[test]
fn a_player_is_shown_only_what_it_knows() {
    let folder = temporary_folder();
    let reported = |seat: &str| {
        prints(folder.path(), &["trace", "pure-profit", "--game", "0", "--seat", seat, "--to", "8"])
    };
    let by_b = reported("B");
    assert_eq!(by_b, reported("1"));
    assert!(by_b.starts_with("Pure Profit, 4 players, as player B knows it\n"), "{by_b}");
    assert!(!by_b.contains("seed") && by_b.contains("A is dealt a card (5 times)."), "{by_b}");
    assert!(!by_b.contains("B is dealt a card"), "{by_b}");
    let choices = by_b.lines().filter(|line| line.contains("(or: "));
    assert!(
        choices.clone().count() > 0 && choices.into_iter().all(|line| line.starts_with("  B ")),
        "{by_b}"
    );
    let refused = ["trace", "pure-profit", "--game", "0", "--seat", "E"];
    let output = crate::ludometer(folder.path(), &refused).assert().code(2).get_output().clone();
    let text = String::from_utf8(output.stderr).unwrap();
    assert!(text.contains("must be a seat of the table, from 0 to 3"), "{text}");
}

/// Returns the number of lines before the branch, and the lines after it.
fn branch(lines: &[Value]) -> (usize, &[Value]) {
    let at = lines.iter().position(|line| line["event"] == "branch").expect("a branch");
    (at, &lines[at + 1..])
}

#[test]
fn up_to_the_branch_it_is_the_play_of_the_run() {
    let run_bots = [&["--run-bots"], &BOTS[1..]].concat();
    let original = trace(&[&["--game", "7"], &BOTS[..]].concat());
    let options =
        [&["--game", "7", "--from", "7", "--bots", "greedy", "mcts:iterations=20", "random"], &run_bots[..]];
    let lines = trace(&options.concat());
    let (at, after) = branch(&lines);
    assert_eq!(lines[..at], original[..at]);
    assert_eq!(lines, trace(&options.concat()), "the same each time");
    let event = &lines[at];
    assert_eq!((&event["from"], &event["turn"]), (&6.into(), &6.into()));
    // Play 7 of three seats: everyone has moved on by one seat.
    assert_eq!(event["strategies"], serde_json::json!(["mcts:iterations=20", "random", "greedy"]));
    let decisions =
        |lines: &[Value]| lines.iter().filter(|line| line["event"] == "decision").cloned().collect();
    let turns = |lines: &[Value]| -> Vec<u64> {
        let decisions: Vec<Value> = decisions(lines);
        decisions.iter().filter_map(|line| line["turn"].as_u64()).collect()
    };
    assert!(turns(&lines[..at]).iter().all(|&turn| turn < 6));
    assert_eq!(turns(after)[0], 6, "the first decision of the turn");
    assert_ne!(after, &original[at..], "other bots choose otherwise");
    assert_eq!(after.last().unwrap()["event"], "end");
}

#[test]
fn a_branch_with_the_same_bots_changes_nothing() {
    let bots = ["--bots", "random", "mcts:iterations=20", "greedy"];
    let run_bots = [&["--run-bots"], &bots[1..]].concat();
    let original = trace(&[&["--game", "2"], &bots[..]].concat());
    for from in ["0", "1", "2", "9"] {
        let lines = trace(&[&["--game", "2", "--from", from], &bots[..], &run_bots].concat());
        let (at, after) = branch(&lines);
        assert_eq!([&lines[..at], after].concat(), original, "from {from}");
    }
}

#[test]
fn the_folder_of_a_run_tells_its_options() {
    let folder = temporary_folder();
    let options = ["--seats", "fixed", "--set", "bank.goal=8", "--set", "deck.steal_one=6"];
    let run =
        [&["run", "pure-profit", "--games", "9", "--out", "out", "--quiet"], &BOTS[..], &options].concat();
    prints(folder.path(), &run);
    let prints = |arguments: &[&str]| crate::prints(folder.path(), arguments);
    let reported = prints(&[&["trace", "pure-profit", "--game", "8"], &BOTS[..], &options].concat());
    assert_eq!(prints(&["trace", "--run", "out", "--game", "8"]), reported);
    assert_eq!(prints(&["trace", "pure-profit", "--run", "out/run.json", "--game", "8"]), reported);
    let branched =
        prints(&["trace", "--run", "out", "--game", "8", "--from", "3", "--bots", "random", "--jsonl"]);
    let lines: Vec<Value> = branched.lines().map(json).collect();
    assert_eq!(lines[0]["strategies"], serde_json::json!(["greedy", "random", "greedy:pile=0.5"]));
    let (at, _) = branch(&lines);
    assert_eq!(lines[at]["strategies"], serde_json::json!(["random", "random", "random"]));
}

#[test]
fn a_record_that_is_none_is_refused() {
    let folder = temporary_folder();
    prints(folder.path(), &["run", "pure-profit", "--games", "9", "--out", "out", "--quiet"]);
    let text = std::fs::read_to_string(folder.path().join("out/run.json")).unwrap();
    let write = |name: &str, from: &str, to: &str| {
        assert!(text.contains(from), "{from}");
        std::fs::write(folder.path().join(name), text.replacen(from, to, 1)).unwrap();
    };
    std::fs::create_dir(folder.path().join("empty")).unwrap();
    write("broken.json", "\"game\"", "\"gam");
    write("seating.json", "rotate", "random");
    write("seed.json", "\"seed\": 0", "\"seed\": \"x\"");
    write("rules.json", "\"bank.goal\": ", "\"bank.goal\": 1000");
    write("key.json", "\"bank.goal\"", "\"bank.gaol\"");
    write("null.json", "\"bank.goal\": ", "\"bank.goal\": null, \"deck\": ");
    for key in ["players", "bots", "seed", "seating"] {
        let mut record: serde_json::Value = serde_json::from_str(&text).unwrap();
        record.as_object_mut().unwrap().remove(key);
        std::fs::write(folder.path().join(format!("no_{key}.json")), record.to_string()).unwrap();
    }
    // The rules tell it in full.
    write("settings.json", "\"settings\": []", "\"settings\": null");
    prints(folder.path(), &["trace", "--game", "0", "--run", "settings.json"]);
    let refused: [(&[&str], &str); 16] = [
        (&["--run", "no_players.json"], "missing field `players`"),
        (&["--run", "no_bots.json"], "missing field `bots`"),
        (&["--run", "no_seed.json"], "missing field `seed`"),
        (&["--run", "no_seating.json"], "missing field `seating`"),
        (&["--run", "nowhere"], "reading the record of the run nowhere failed"),
        (&["--run", "empty"], "empty/run.json failed"),
        (&["--run", "broken.json"], "broken.json is no record of a run: "),
        (&["--run", "seating.json"], "`seating`: unknown variant `random`, expected `rotate` or `fixed`"),
        (&["--run", "seed.json"], "`seed`: invalid type: string"),
        (&["--run", "rules.json"], "bank.goal"),
        (&["--run", "key.json"], "did you mean `bank.goal`?"),
        (&["--run", "null.json"], "`bank.goal` is null"),
        (
            &["--run", "out", "even-odd"],
            "`even-odd`, but out/run.json is the record of a run of `pure-profit`",
        ),
        (&["--run", "out", "--bots", "mcts"], "`--bots mcts` beside `--run`"),
        (&["--run", "out", "--seed", "3"], "'--run <DIR>' cannot be used with"),
        (&["--run", "out", "--bots", "mcts", "--from", "500"], "there is no turn 500 to play on from"),
    ];
    for (arguments, error) in refused {
        let arguments = [&["trace", "--game", "0"], arguments].concat();
        let output =
            crate::ludometer(folder.path(), &arguments).assert().code(2).stdout("").get_output().clone();
        let text = String::from_utf8(output.stderr).unwrap();
        assert!(text.contains(error), "{arguments:?}: {text}");
    }
    let late = ["trace", "--run", "out", "--game", "9"];
    crate::ludometer(folder.path(), &late).assert().code(2).stdout("");
    // Played by another version: reported, and replayed all the same.
    write("old.json", env!("CARGO_PKG_VERSION"), "0.0.1");
    let old = ["trace", "--run", "old.json", "--game", "0"];
    let output = crate::ludometer(folder.path(), &old).assert().success().get_output().clone();
    assert!(
        String::from_utf8(output.stderr).unwrap().starts_with("warning: the run was played by version 0.0.1")
    );
}

/// A bot without a card names it only where every legal action does, and one that always plays it wherever it can.
#[test]
fn a_bot_can_do_without_a_card_or_always_use_it() {
    let folder = temporary_folder();
    let chosen = |rule: &str| -> Vec<bool> {
        let bot = format!("greedy:{rule}=steal_three");
        let trace = |game: &str| {
            let line =
                ["trace", "pure-profit", "--bots", &bot, "greedy", "greedy", "greedy", "--jsonl", "--game"];
            prints(folder.path(), &[&line[..], &[game]].concat())
        };
        let names = |action: &Value| action.as_str().unwrap().split(' ').any(|word| word == "steal_three");
        let all: String = ["0", "1", "2"].map(trace).concat();
        let own = all.lines().map(json).filter(|line| line["event"] == "decision" && line["seat"] == 0);
        own.filter_map(|line| {
            let legal = line["legal"].as_array().unwrap();
            let naming = legal.iter().filter(|action| names(action)).count();
            (naming > 0 && naming < legal.len()).then(|| names(&line["chosen"]))
        })
        .collect()
    };
    let (without, always) = (chosen("without"), chosen("always"));
    assert!(!without.is_empty() && without.iter().all(|named| !named), "{without:?}");
    assert!(!always.is_empty() && always.iter().all(|named| *named), "{always:?}");
}
