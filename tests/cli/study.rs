//! `study`: all questions in one command.

use std::fs;

use tempfile::TempDir;

use super::{json, ludometer, prints};

const STUDY: &[&str] =
    &["study", "pure-profit", "--games", "512", "--search-games", "8", "--players", "3", "--again", "2"];

/// Returns the texts of the answers to a question.
fn answers(record: &serde_json::Value, question: &str) -> Vec<(String, String)> {
    let list = record["answers"].as_array().unwrap().iter();
    let own = list.filter(|answer| answer["question"] == question);
    own.map(|answer| {
        (answer["state"].as_str().unwrap().to_owned(), answer["text"].as_str().unwrap().to_owned())
    })
    .collect()
}

#[test]
fn a_study_answers_all_questions_and_makes_a_page() {
    let folder = TempDir::new().unwrap();
    let text = prints(folder.path(), &[STUDY, &["--out", "s"]].concat());
    for question in
        ["Are the seats fair?", "Luck or skill?", "Which card is strongest?", "What could be tried?"]
    {
        assert!(text.contains(question), "{question}: {text}");
    }
    let record = fs::read_to_string(folder.path().join("s/study.json")).unwrap();
    let record = json(&record);
    for question in [
        "seats",
        "length",
        "skill",
        "strongest_card",
        "dead_card",
        "actions",
        "leader",
        "endless_games",
        "best_bot",
        "players",
        "levels",
    ] {
        assert_eq!(answers(&record, question).len(), 1, "{question}");
    }
    // Greedy players are known to use these, and a seat that may not steal is known to suffer.
    assert!(answers(&record, "actions")[0].1.contains("\u{201c}"), "{:?}", answers(&record, "actions"));
    let page = fs::read_to_string(folder.path().join("s/report.html")).unwrap();
    // The verdicts stand beside the questions, on the terminal and on the page.
    let seats =
        record["answers"].as_array().unwrap().iter().find(|answer| answer["question"] == "seats").unwrap();
    let short = seats["short"].as_str().unwrap();
    assert!(words(&text).contains(&format!("Are the seats fair? {short}")), "{text}");
    let answer =
        format!("<summary><h3>Are the seats fair?</h3> <strong>{}</strong>", short.replace(" %", "\u{a0}%"));
    assert!(page.contains(&answer), "{page}");
    assert!(page.contains("The answers") && page.contains("Worth of a card that is drawn"));
    assert!(page.contains("If a player never does it") && page.contains("Turns by number of players"));
    assert!(page.contains("Turns by level"));
    // The command of the record repeats it, on other threads.
    let command = record["command"].as_str().unwrap();
    let mut again: Vec<&str> = command.split_whitespace().skip(1).collect();
    again.extend(["--threads", "1", "--out", "again"]);
    prints(folder.path(), &again);
    for file in ["answers.csv", "card_holding.csv", "restricted_play.csv", "table_sizes.csv", "levels.csv"] {
        let bytes = |name: &str| fs::read(folder.path().join(name).join(file)).unwrap();
        assert_eq!(bytes("s"), bytes("again"), "{file}");
    }
}

/// Each answer names games of its own, and the commands show these games.
#[test]
fn the_games_of_an_answer_are_those_that_were_played() {
    let folder = TempDir::new().unwrap();
    prints(folder.path(), &[STUDY, &["--set", "bank.goal=5", "--quiet", "--out", "s"]].concat());
    let rows = super::rows(&folder.path().join("s/answer_games.csv"));
    let turns = |what: &str| {
        let notable = super::rows(&folder.path().join("s/notable.csv"));
        notable.iter().find(|row| row["what"] == what).unwrap()["value"].clone()
    };
    let mut drawn = 0;
    for row in &rows {
        let words = shlex::split(&row["command"]).unwrap();
        assert_eq!(words[1], "watch");
        let line: Vec<&str> = words[2..].iter().map(String::as_str).collect();
        let trace = prints(folder.path(), &[&["trace"][..], &line, &["--json"]].concat());
        let end = json(trace.lines().last().unwrap());
        let what = row["what"].as_str();
        match what {
            "shortest" | "median" | "longest" => assert_eq!(end["turns"].to_string(), turns(what), "{what}"),
            "2 players" => assert_eq!(end["ranks"].as_array().unwrap().len(), 2),
            "one searching player among greedy ones" => assert!(row["command"].contains(" mcts:"), "{row:?}"),
            "the printed rules" => assert!(!row["command"].contains("--set"), "{row:?}"),
            _ => {}
        }
        if let Some(value) = what.strip_prefix("the first in which Value ") {
            let card = format!("\"card\":\"{}\"", value.strip_suffix(" is drawn").unwrap());
            assert!(
                trace.lines().any(|line| line.contains("\"event\":\"draw\"") && line.contains(&card)),
                "{row:?}"
            );
            drawn += 1;
        }
    }
    assert!(drawn > 0, "{rows:?}");
    let asked = |question: &str| rows.iter().filter(|row| row["question"] == question).count();
    for question in
        ["seats", "length", "skill", "leader", "endless_games", "best_bot", "players", "changed_rules"]
    {
        assert!(asked(question) > 0, "{question}: {rows:?}");
    }
    let page = fs::read_to_string(folder.path().join("s/report.html")).unwrap();
    // The plot of an answer stands in it, before all details.
    let (answers_of_page, _) = page.split_once("id=\"details\"").unwrap();
    assert!(answers_of_page.contains("<figure id=\"turns-by-rules\""), "{page}");
    assert!(page.contains("Games to watch") && page.contains("The printed rules, game 0"), "{rows:?}");
    // A changed rule is reported beside the printed ones.
    let record = json(&fs::read_to_string(folder.path().join("s/study.json")).unwrap());
    let changed = answers(&record, "changed_rules");
    assert!(changed[0].1.contains("turns shorter"), "{changed:?}");
}

/// What the time allowed is written down as numbers of games, which another machine repeats.
#[test]
fn the_command_of_a_study_in_time_repeats_it() {
    let folder = TempDir::new().unwrap();
    prints(folder.path(), &["study", "pure-profit", "--minutes", "0.01", "--quiet", "--out", "timed"]);
    let record = json(&fs::read_to_string(folder.path().join("timed/study.json")).unwrap());
    let command = record["command"].as_str().unwrap();
    assert!(command.contains(" --games ") && command.contains(" --search-games "), "{command}");
    let words: Vec<&str> = command.split_whitespace().skip(1).collect();
    prints(folder.path(), &[&words[..], &["--quiet", "--out", "again"]].concat());
    for file in ["answers.csv", "summary.csv", "card_holding.csv", "restricted_play.csv", "table_sizes.csv"] {
        let bytes = |name: &str| fs::read(folder.path().join(name).join(file)).unwrap();
        assert_eq!(bytes("timed"), bytes("again"), "{file}");
    }
}

/// So both are one study: it is finished.
#[test]
fn a_study_in_time_is_the_same_work_as_its_command() {
    let folder = TempDir::new().unwrap();
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/games/kuhn_poker.luau");
    prints(folder.path(), &["study", script, "--minutes", "0.01", "--quiet", "--out", "timed"]);
    let record = |out: &str| json(&fs::read_to_string(folder.path().join(out).join("study.json")).unwrap());
    let timed = record("timed");
    assert_eq!((&timed["complete"], &timed["minutes"]), (&true.into(), &0.01.into()));
    let words: Vec<&str> = timed["command"].as_str().unwrap().split_whitespace().skip(1).collect();
    prints(folder.path(), &[&words[..], &["--quiet", "--out", "again"]].concat());
    assert_eq!(timed["options_hash"], record("again")["options_hash"]);
    let reported = prints(folder.path(), &[&words[..], &["--quiet", "--out", "timed", "--resume"]].concat());
    assert!(reported.contains("is finished"), "{reported}");
}

/// What is open after a first pass is played again, and nothing else.
#[test]
fn the_second_pass_goes_to_open_questions() {
    let folder = TempDir::new().unwrap();
    let study = ["study", "pure-profit", "--games", "512", "--search-games", "0", "--quiet"];
    prints(folder.path(), &[&study[..], &["--out", "once"]].concat());
    prints(folder.path(), &[&study[..], &["--again", "8", "--out", "again"]].concat());
    let games = |name: &str, question: &str| {
        let rows = super::rows(&folder.path().join(name).join("answers.csv"));
        let row = rows.iter().find(|row| row["question"] == question).unwrap();
        (row["state"].clone(), row["games"].parse::<u64>().unwrap_or(0))
    };
    let (state, first) = games("once", "seats");
    assert_eq!((state.as_str(), first), ("open", 512));
    let (state, second) = games("again", "seats");
    assert!(state != "open" || second == 8 * 512, "{state} after {second} games");
    assert!(second > 2 * first, "{second}");
    let (state, first) = games("once", "who_plays");
    assert_eq!((state.as_str(), games("again", "who_plays").1), ("fact", first));
}

#[test]
fn an_interrupted_study_goes_on_to_the_same_files() {
    let folder = TempDir::new().unwrap();
    // As many games as open the question of the deck, for which cards more and less are tried.
    let study = ["study", "pure-profit", "--games", "1024", "--search-games", "8", "--again", "3"];
    let study = [&study[..], &["--players", "3"]].concat();
    prints(folder.path(), &[&study[..], &["--out", "whole"]].concat());
    let words = [&study[..], &["--out", "part", "--checkpoint", "0", "--quiet"]].concat();
    for (killed, milliseconds) in [200, 500, 900].into_iter().enumerate() {
        let resume: &[&str] = if killed > 0 { &["--resume"] } else { &["--force"] };
        let mut child = std::process::Command::new(env!("CARGO_BIN_EXE_ludometer"))
            .current_dir(folder.path())
            .args(&words)
            .args(resume)
            .spawn()
            .unwrap();
        std::thread::sleep(std::time::Duration::from_millis(milliseconds));
        if child.try_wait().unwrap().is_none() {
            child.kill().unwrap();
        }
        child.wait().unwrap();
    }
    prints(folder.path(), &[&words[..], &["--resume"]].concat());
    for file in [
        "answers.csv",
        "card_holding.csv",
        "card_values.csv",
        "table_sizes.csv",
        "restricted_play.csv",
        "summary.csv",
    ] {
        let bytes = |name: &str| fs::read(folder.path().join(name).join(file)).unwrap();
        assert_eq!(bytes("whole"), bytes("part"), "{file}");
    }
}

/// A script has no network in the program: one of its own shows its levels, and the command names it.
#[test]
fn a_network_of_ones_own_shows_its_levels() {
    let folder = TempDir::new().unwrap();
    let game = format!("{}/games/kuhn_poker.luau", env!("CARGO_MANIFEST_DIR"));
    let train = ["train", &game, "--method", "value", "--games", "300", "--quiet", "-o", "own.toml"];
    prints(folder.path(), &train);
    let study = ["study", &game, "--games", "128", "--search-games", "0", "--quiet"];
    let text = prints(folder.path(), &[&study[..], &["--learned", "own.toml", "--out", "s"]].concat());
    assert!(text.contains("Does it play differently for beginners?"), "{text}");
    let record = json(&fs::read_to_string(folder.path().join("s/study.json")).unwrap());
    assert!(record["command"].as_str().unwrap().contains("--learned own.toml"), "{}", record["command"]);
    let bots = ["own:level=2", "own:level=3", "own:level=4", "own"];
    assert_eq!(record["levels"].as_array().unwrap()[2..], bots.map(serde_json::Value::from));
    let levels = fs::read_to_string(folder.path().join("s/levels.csv")).unwrap();
    assert_eq!(levels.lines().count(), 5, "{levels}");
    prints(folder.path(), &[&study[..], &["--out", "without"]].concat());
    let without = fs::read_to_string(folder.path().join("without/levels.csv")).unwrap();
    assert_eq!(without.lines().count(), 1, "{without}");
}

#[test]
fn what_a_study_can_not_be_is_refused() {
    let folder = TempDir::new().unwrap();
    let refused = |arguments: &[&str]| {
        let output = ludometer(folder.path(), arguments).assert().code(2).get_output().clone();
        String::from_utf8(output.stderr).unwrap()
    };
    assert!(refused(&["study", "pure-profit", "--games", "10"]).contains("64"));
    assert!(refused(&["study", "pure-profit", "--search-games", "100"]).contains("--games"));
    assert!(refused(&["study", "pure-proft"]).contains("pure-profit"));
    let learned = |bot: &str, set: &str| refused(&["study", "pure-profit", "--learned", bot, "--set", set]);
    assert!(learned("greedy", "bank.goal=9").contains("train GAME --method value"));
    assert!(learned("learned", "bank.goal=5").contains("that was trained for these rules"));
    assert!(learned("nowhere.toml", "bank.goal=9").contains("nowhere.toml"));
}

#[test]
fn a_restricted_bot_does_without_and_an_unknown_kind_is_refused() {
    let folder = TempDir::new().unwrap();
    let run = ["run", "pure-profit", "--games", "300", "--out", "r", "--json", "--bots", "greedy", "greedy"];
    let record = json(&prints(folder.path(), &[&run[..], &["greedy:without=bank"]].concat()));
    assert_eq!(record["bots"][2], "greedy:without=bank");
    // Who never banks a card wins no game by its bank.
    let strategies = fs::read_to_string(folder.path().join("r/strategies.csv")).unwrap();
    let wins = strategies.lines().find_map(|line| line.strip_prefix("greedy:without=bank,")).unwrap();
    let share: f64 = wins.split(',').nth(2).unwrap().parse().unwrap();
    assert!(share < 0.1, "{strategies}");
    let output = ludometer(folder.path(), &[&run[..], &["greedy:without=bnak"]].concat()).assert().code(2);
    let reported = String::from_utf8(output.get_output().stderr.clone()).unwrap();
    assert!(reported.contains("without") && reported.contains("did you mean `bank`"), "{reported}");
}

/// A game in which all win or lose: no seat is called unfair, and it is said how often it is won.
#[test]
fn a_study_of_a_cooperative_game_tells_how_often_it_is_won() {
    let folder = TempDir::new().unwrap();
    let game = format!("{}/games/lighthouse.luau", env!("CARGO_MANIFEST_DIR"));
    let options = ["--games", "64", "--search-games", "0", "--quiet", "--out", "s"];
    let text = prints(folder.path(), &[&["study", &game][..], &options].concat());
    assert!(words(&text).contains("How often is it won? 100.0 % of the games"), "{text}");
    assert!(text.contains("The players win or lose together: greedy players win"), "{text}");
    assert!(text.contains("% of them are won"), "{text}");
    assert!(!text.contains("Are the seats fair?") && !text.contains("too seldom"), "{text}");
}

/// Returns a text with one blank between words, as columns have more.
fn words(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
