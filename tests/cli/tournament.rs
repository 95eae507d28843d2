//! `tournament`.

use std::fs;

use crate::{csv_files, files, json, ludometer, prints, rows, temporary_folder};

const SMALL: [&str; 9] =
    ["tournament", "pure-profit", "--bots", "random", "greedy", "random", "--deals", "6", "--quiet"];

#[test]
fn any_number_of_threads_gives_the_same_files() {
    let folder = temporary_folder();
    let run = |out: &str, threads: &str| {
        let arguments =
            [&SMALL[..], &["--players", "2,3", "--out", out, "--threads", threads, "--seed", "5"]].concat();
        prints(folder.path(), &arguments)
    };
    let text = run("one", "1");
    run("three", "3");
    let one = csv_files(&folder.path().join("one"));
    assert_eq!(one, csv_files(&folder.path().join("three")));
    let names: Vec<&String> = one.keys().collect();
    assert_eq!(names, ["pairs.csv", "payoff.csv", "ratings.csv"]);
    assert!(text.contains("Pure Profit, 2 and 3 players, seed 5: 6 deals, 54 games"), "{text}");
    assert!(text.contains("random#2") && text.contains("all together"), "{text}");
    let record = json(&fs::read_to_string(folder.path().join("one/tournament.json")).unwrap());
    assert_eq!(record["games_per_deal"], serde_json::json!([6, 3]));
    assert_eq!((&record["complete"], &record["deals_done"]), (&true.into(), &6.into()));
    // The recorded command makes the same files again.
    let command = record["command"].as_str().unwrap();
    let words: Vec<&str> = command.split(' ').skip(1).chain(["--out", "again", "--quiet"]).collect();
    prints(folder.path(), &words);
    assert_eq!(one, csv_files(&folder.path().join("again")), "{command}");
}

#[test]
fn payoffs_are_those_of_the_plays_and_sum_up() {
    let folder = temporary_folder();
    let arguments = [&SMALL[..5], &["--deals", "40", "--quiet", "--json", "--players", "2"]].concat();
    let summary = json(&prints(folder.path(), &arguments));
    let number = |row: &serde_json::Value, key: &str| row[key].as_f64().unwrap();
    let payoff = summary["payoff"].as_array().unwrap();
    assert_eq!(payoff.len(), 2);
    assert!((number(&payoff[0], "payoff") + number(&payoff[1], "payoff") - 1.0).abs() < 1e-9);
    assert_eq!(payoff[0]["games"], 80);
    assert_eq!((&payoff[0]["strategy"], &payoff[1]["strategy"]), (&"greedy".into(), &"random".into()));
    for row in payoff {
        assert!(
            number(row, "ci_low") <= number(row, "payoff") && number(row, "payoff") <= number(row, "ci_high")
        );
    }
    let ratings = summary["ratings"].as_array().unwrap();
    assert!((number(&ratings[0], "rating") + number(&ratings[1], "rating") - 2000.0).abs() < 1e-6);
    assert!((number(&ratings[0], "win_rate") - number(&payoff[0], "payoff")).abs() < 1e-9);
}

#[test]
fn the_shares_of_a_pair_stand_with_their_bots() {
    let folder = temporary_folder();
    prints(
        folder.path(),
        &[&SMALL[..5], &["--deals", "40", "--quiet", "--players", "2", "--out", "t"]].concat(),
    );
    let pairs = rows(&folder.path().join("t/pairs.csv"));
    assert_eq!(pairs.len(), 2);
    for row in pairs {
        let number = |column: &str| row[column].parse::<f64>().unwrap();
        let (own, other) = (number("win_share"), number("opponent_win_share"));
        assert_eq!(own > other, row["strategy"] == "greedy", "{row:?}");
        assert!((own - other - number("difference")).abs() < 1e-6, "{row:?}");
    }
}

#[test]
fn a_clear_order_is_settled_long_before_the_last_deal() {
    let folder = temporary_folder();
    let arguments = [
        "tournament",
        "pure-profit",
        "--bots",
        "random",
        "greedy",
        "--players",
        "2",
        "--until",
        "settled",
        "--anchor",
        "random",
        "--json",
        "--quiet",
    ];
    let summary = json(&prints(folder.path(), &arguments));
    assert_eq!((&summary["settled"], &summary["complete"]), (&true.into(), &true.into()));
    let done = summary["deals_done"].as_u64().unwrap();
    assert!((5..5000).contains(&done), "{done}");
    let rows = summary["pairs"].as_array().unwrap();
    let verdicts: Vec<&str> = rows.iter().map(|row| row["verdict"].as_str().unwrap()).collect();
    assert_eq!(verdicts, ["better", "worse"]);
    let anchor =
        summary["ratings"].as_array().unwrap().iter().find(|row| row["strategy"] == "random").unwrap();
    assert_eq!(anchor["rating"], 1000.0);
}

#[test]
fn the_page_says_what_the_terminal_says() {
    let folder = temporary_folder();
    // Two that are all but equal beside one that is clearly worse.
    let bots = ["--bots", "random", "greedy:deny=1.0001", "greedy:deny=1.0002"];
    let arguments =
        [&["tournament", "pure-profit", "--players", "3", "--deals", "60", "--out", "t"], &bots[..]];
    let text = prints(folder.path(), &[&arguments.concat()[..], &["--quiet"]].concat());
    let verdict = text.lines().find_map(|line| line.strip_prefix("pairs: ")).unwrap();
    assert!(verdict.contains("wins more than random") && verdict.contains("it is open between"), "{verdict}");
    prints(folder.path(), &["report", "t"]);
    let page = fs::read_to_string(folder.path().join("t/report.html")).unwrap();
    assert!(page.contains(verdict), "{verdict}");
    // What may be either way round has no share in the long run, which goes by who wins more.
    let (ratings, names) = (rows(&folder.path().join("t/ratings.csv")), &bots[2..]);
    for row in ratings {
        let equal = names.contains(&row["strategy"].as_str());
        assert_eq!(row["alpha_rank"].is_empty(), equal, "{row:?}");
        assert_eq!(row["alpha_rank_high"].parse::<f64>().unwrap() > 0.9, equal, "{row:?}");
    }
    assert!(text.contains("no alpha-rank: greedy:deny=1.000"), "{text}");
}

#[test]
fn styles_of_a_game_meet_at_several_numbers_of_players() {
    let folder = temporary_folder();
    let words = ["tournament", "film-rummy", "--players", "2,3", "--deals", "2", "--out", "t", "--quiet"];
    let text = prints(folder.path(), &words);
    let bots = |name: &str| {
        let record = json(&fs::read_to_string(folder.path().join(name).join("tournament.json")).unwrap());
        let command = record["command"].as_str().unwrap().to_owned();
        let list = record["bots"].as_array().unwrap().iter().map(|bot| bot.as_str().unwrap().to_owned());
        (list.collect::<Vec<String>>(), command)
    };
    let (styles, command) = bots("t");
    assert_eq!(styles[..3], ["greedy", "lookahead", "learned"]);
    assert!(styles.len() > 4 && styles[3..].iter().all(|bot| bot.starts_with("greedy:")), "{styles:?}");
    assert!(command.contains("--bots greedy lookahead learned greedy:"), "{command}");
    assert!(text.contains("2 players\n") && text.contains("3 players\n"), "{text}");

    // Who is the best at each number of players, in the terminal and on the page.
    let words = ["tournament", "film-rummy", "--players", "2,3", "--deals", "60", "--out", "v", "--quiet"];
    let text = prints(folder.path(), &[&words[..], &["--bots", "random", "greedy"]].concat());
    let best = "greedy is the best at each number of players.";
    assert!(text.lines().nth(2).is_some_and(|line| line.ends_with(best)), "{text}");
    prints(folder.path(), &["report", "v"]);
    let page = fs::read_to_string(folder.path().join("v/report.html")).unwrap();
    assert!(page.replace('\u{a0}', " ").contains(best));

    // Together with others, each once; the anchor may be one of them.
    let words = ["tournament", "film-rummy", "--players", "2", "--deals", "2", "--quiet", "--out", "u"];
    let more = ["--bots", "random", "styles", "lookahead", "--anchor", "lookahead"];
    prints(folder.path(), &[&words[..], &more].concat());
    let (all, _) = bots("u");
    assert_eq!(all[..3], ["random", "greedy", "learned"]);
    assert_eq!((all.len(), all.last().unwrap().as_str()), (styles.len() + 1, "lookahead"));
}

#[test]
fn bad_input_is_named_and_nothing_is_written() {
    let folder = temporary_folder();
    let cases: [(&[&str], &str); 7] = [
        (&["--bots", "random"], "two bots at least"),
        (&["--bots", "random", "gredy"], "did you mean `greedy`?"),
        (&["--bots", "random", "greedy", "--anchor", "mcts"], "one of the bots of --bots"),
        (&["--bots", "random", "greedy", "--until", "sure"], "settled:alpha=0.05"),
        (&["--bots", "random", "greedy", "--players", "2,9"], "9"),
        (&["--bots", "random", "greedy", "--deals", "0"], "at least one deal"),
        (&["--bots", "random", "greedy", "--games", "1e12"], "20 million games"),
    ];
    for (options, expected) in cases {
        let arguments = [&["tournament", "pure-profit"], options].concat();
        let output = ludometer(folder.path(), &arguments).assert().code(2).get_output().clone();
        let text = String::from_utf8(output.stderr).unwrap();
        assert!(text.contains(expected) && text.lines().count() == 1, "{options:?}: {text}");
    }
    assert!(files(folder.path()).is_empty());
}

#[test]
fn the_deals_before_a_bot_fails_are_kept() {
    let text = "function choose(view, legal, info)\n\
        \tif math.random(2000) == 1 then error('enough') end\n\treturn math.random(#legal)\nend\n";
    let folder = temporary_folder();
    fs::write(folder.path().join("x.luau"), text).unwrap();
    let bots = ["--bots", "./x.luau", "random", "--players", "2", "--quiet"];
    let options = [&["tournament", "pure-profit", "--set", "bank.goal=2"], &bots[..]].concat();
    let mut seen = Vec::new();
    for threads in ["1", "3"] {
        let more = ["--deals", "500", "--threads", threads, "--out", threads];
        let ended = ludometer(folder.path(), &[&options[..], &more].concat()).assert().code(1);
        let said = String::from_utf8(ended.get_output().stderr.clone()).unwrap();
        assert!(said.contains("bot `x` in seat ") && said.contains("x.luau:2: enough"), "{said}");
        let record = json(&fs::read_to_string(folder.path().join(threads).join("tournament.json")).unwrap());
        let done = record["deals_done"].as_u64().unwrap();
        assert!((1..500).contains(&done) && said.contains(&format!("(the {done} deals before it")), "{said}");
        assert_eq!(record["complete"], false);
        seen.push((
            said.replace(" kept in 3", " kept in 1").replace("--out 3 ", "--out 1 "),
            csv_files(&folder.path().join(threads)),
        ));
    }
    assert!(seen[0] == seen[1], "another failure with another number of threads");
    // Whoever forfeits plays on.
    let more = ["--deals", "20", "--on-bot-error", "forfeit", "--out", "whole"];
    prints(folder.path(), &[&options[..], &more].concat());
}

#[test]
fn a_budget_in_time_makes_a_whole_tournament_of_the_deals_done() {
    let folder = temporary_folder();
    let tournament = ["tournament", "pure-profit", "--bots", "random", "greedy", "--players", "2", "--quiet"];
    prints(folder.path(), &[&tournament[..], &["--minutes", "0.01", "-o", "first"]].concat());
    let record = json(&fs::read_to_string(folder.path().join("first/tournament.json")).unwrap());
    assert!(record["deals"].as_u64().unwrap() > 0 && record["complete"] == true, "{record}");
    assert_eq!(record["deals"], record["deals_done"]);
    let command = record["command"].as_str().unwrap();
    let words: Vec<&str> = command.split(' ').skip(1).chain(["--quiet", "-o", "again"]).collect();
    prints(folder.path(), &words);
    assert_eq!(csv_files(&folder.path().join("first")), csv_files(&folder.path().join("again")), "{command}");
}
