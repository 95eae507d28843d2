//! The files of a run.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use assert_cmd::Command;

use crate::{csv_files, files, header, json, ludometer, prints, rows, temporary_folder};

/// Two kinds of bots, one with a comma in its name, three seats, rows of plays.
const OPTIONS: [&str; 13] = [
    "run",
    "pure-profit",
    "--players",
    "3",
    "--bots",
    "greedy",
    "random",
    "greedy:pile=0.5,deny=2",
    "--games",
    "2000",
    "--seed",
    "42",
    "--per-game",
];

fn run(folder: &Path, out: &str, more: &[&str]) {
    ludometer(folder, &OPTIONS).args(["--out", out]).args(more).assert().success();
}

fn number(row: &BTreeMap<String, String>, column: &str) -> f64 {
    row[column].parse().unwrap_or_else(|e| panic!("{column} of {row:?}: {e}"))
}

#[test]
fn a_second_run_has_a_folder_of_its_own() {
    let folder = temporary_folder();
    let run = |more: &[&str]| {
        let words = ["run", "pure-profit", "--players", "2", "--bots", "random", "--quiet"];
        ludometer(folder.path(), &words).args(more).output().unwrap()
    };
    let games = |name: &str| {
        let record = fs::read_to_string(folder.path().join("reports").join(name).join("run.json")).unwrap();
        json(&record)["games_done"].as_u64().unwrap()
    };
    let printed = |more: &[&str]| String::from_utf8(run(more).stdout).unwrap();
    assert!(printed(&["--games", "10"]).ends_with("reports/pure-profit-0\n"));
    assert!(printed(&["--games", "20"]).ends_with("reports/pure-profit-0-2\n"));
    assert!(printed(&["--games", "30"]).ends_with("reports/pure-profit-0-3\n"));
    assert_eq!(["pure-profit-0", "pure-profit-0-2", "pure-profit-0-3"].map(games), [10, 20, 30]);
    // The last one is meant by what replaces results.
    assert!(printed(&["--games", "40", "--force"]).ends_with("reports/pure-profit-0-3\n"));
    assert_eq!(["pure-profit-0-2", "pure-profit-0-3"].map(games), [20, 40]);
    // What was left unfinished is to be gone on with, or replaced.
    fs::write(folder.path().join("reports/pure-profit-0-3/checkpoint.bin"), "").unwrap();
    let refused = run(&["--games", "50"]);
    let text = String::from_utf8(refused.stderr).unwrap();
    assert_eq!(refused.status.code(), Some(2), "{text}");
    assert!(text.contains("reports/pure-profit-0-3") && text.contains("--resume"), "{text}");
    // So is a folder that is named.
    assert_eq!(run(&["--games", "10", "--out", "reports/pure-profit-0"]).status.code(), Some(2));
}

#[test]
fn files_are_listed_where_it_is_asked_for() {
    let folder = temporary_folder();
    let words = ["run", "pure-profit", "--games", "40", "--quiet", "--force", "--out", "x"];
    assert!(prints(folder.path(), &words).ends_with("files        x\n"));
    let listed = prints(folder.path(), &[&words[..], &["--verbose"]].concat());
    assert!(listed.contains("files        x: summary.csv, strategies.csv, "), "{listed}");
}

#[test]
fn every_file_has_the_columns_of_the_contract() {
    let folder = temporary_folder();
    run(folder.path(), "out", &[]);
    let out = folder.path().join("out");
    let columns = [
        ("summary.csv", "metric,value,ci_low,ci_high,games"),
        (
            "strategies.csv",
            "strategy,games,wins,win_rate,ci_low,ci_high,expected_rate,mean_rank,mean_score,decisions,\
             mean_decision_us",
        ),
        ("seats.csv", "seat,games,wins,win_rate,ci_low,ci_high,mean_rank,mean_score"),
        (
            "matchups.csv",
            "strategy,opponent,games,better,equal,worse,rate,ci_low,ci_high,ahead,ahead_low,ahead_high",
        ),
        (
            "cards.csv",
            "card,copies,games,drawn_per_game,played_per_game,win_rate_drawn,win_rate_not_drawn,delta,\
             ci_low,ci_high",
        ),
        ("lengths.csv", "turns,games"),
        ("names.csv", "kind,id,name"),
        (
            "games.csv",
            "game,seed,turns,rounds,decisions,winner_seats,winner_strategies,unfinished,\
             strategy_0,score_0,rank_0,strategy_1,score_1,rank_1,strategy_2,score_2,rank_2",
        ),
    ];
    for (name, expected) in columns {
        assert_eq!(header(&out.join(name)), expected, "{name}");
    }
    let names: Vec<String> = files(&out).into_keys().collect();
    assert_eq!(names.len(), columns.len() + 1, "{names:?}");
    assert!(names.contains(&"run.json".to_owned()));
}

#[test]
fn the_summary_begins_with_the_metrics_of_the_contract() {
    let folder = temporary_folder();
    run(folder.path(), "out", &[]);
    let metrics: Vec<String> = rows(&folder.path().join("out/summary.csv"))
        .into_iter()
        .map(|mut r| r.remove("metric").unwrap())
        .collect();
    let first = [
        "turns",
        "rounds",
        "decisions",
        "forced_decisions",
        "unfinished",
        "won",
        "shared_wins",
        "seat_spread",
        "leader_gap",
        "first_mover_advantage",
    ];
    assert_eq!(metrics[..10], first);
    let (actions, own) =
        metrics[10..].split_at(metrics[10..].iter().take_while(|m| m.starts_with("action_")).count());
    assert!(actions.contains(&"action_draw".to_owned()), "{actions:?}");
    assert!(own.iter().all(|m| m.starts_with("pp_")) && !own.is_empty(), "{own:?}");
}

#[test]
fn lines_end_as_rfc_4180_says() {
    let folder = temporary_folder();
    run(folder.path(), "out", &[]);
    for (name, bytes) in csv_files(&folder.path().join("out")) {
        let text = String::from_utf8(bytes).unwrap();
        assert!(text.ends_with("\r\n"), "{name}");
        assert_eq!(text.matches('\n').count(), text.matches("\r\n").count(), "{name}");
    }
}

#[test]
fn the_same_bytes_for_any_number_of_threads_and_others_for_another_seed() {
    let folder = temporary_folder();
    let path = folder.path();
    for threads in ["1", "2", "7"] {
        run(path, threads, &["--threads", threads]);
    }
    let one = csv_files(&path.join("1"));
    assert_eq!(one.len(), 8);
    assert!(one == csv_files(&path.join("2")), "two threads make other files");
    assert!(one == csv_files(&path.join("7")), "seven threads make other files");
    let other: Vec<&str> = OPTIONS.iter().map(|&o| if o == "42" { "43" } else { o }).collect();
    ludometer(path, &other).args(["--out", "other"]).assert().success();
    let other = csv_files(&path.join("other"));
    for name in ["summary.csv", "strategies.csv", "seats.csv", "cards.csv", "games.csv"] {
        assert!(one[name] != other[name], "{name} does not depend on the seed");
    }
}

#[test]
fn search_bots_play_the_same_on_any_number_of_threads() {
    let folder = temporary_folder();
    for threads in ["1", "3"] {
        let options = ["run", "pure-profit", "--bots", "mcts:iterations=5", "random", "--games", "12"];
        let more = ["--per-game", "--threads", threads, "--out", threads];
        ludometer(folder.path(), &options).args(more).assert().success();
    }
    assert!(csv_files(&folder.path().join("1")) == csv_files(&folder.path().join("3")));
}

#[test]
fn all_files_tell_the_same_story() {
    let folder = temporary_folder();
    run(folder.path(), "out", &[]);
    let out = folder.path().join("out");
    let plays = rows(&out.join("games.csv"));
    assert_eq!(plays.len(), 2000);
    let mut turns: BTreeMap<u64, u64> = BTreeMap::new();
    let mut by_seat = [[0.0; 3]; 3];
    let mut by_bot: BTreeMap<String, [f64; 3]> = BTreeMap::new();
    for (i, play) in plays.iter().enumerate() {
        assert_eq!(play["game"], i.to_string());
        assert_eq!(play["seed"], "42");
        assert_eq!(number(play, "rounds"), number(play, "turns") / 3.0);
        *turns.entry(play["turns"].parse().unwrap()).or_default() += 1;
        let winners: Vec<&str> = play["winner_seats"].split(';').filter(|w| !w.is_empty()).collect();
        assert_eq!(play["unfinished"], winners.is_empty().to_string());
        let names: Vec<&str> = winners.iter().map(|w| play[&format!("strategy_{w}")].as_str()).collect();
        assert_eq!(play["winner_strategies"], names.join(";"));
        for (seat, sums) in by_seat.iter_mut().enumerate() {
            let won = winners.contains(&seat.to_string().as_str());
            assert_eq!(won, number(play, &format!("rank_{seat}")) == 1.0 && !winners.is_empty());
            let share = if won { 1.0 / winners.len() as f64 } else { 0.0 };
            let mine = [share, number(play, &format!("rank_{seat}")), number(play, &format!("score_{seat}"))];
            let bot = by_bot.entry(play[&format!("strategy_{seat}")].clone()).or_default();
            for (k, x) in mine.into_iter().enumerate() {
                sums[k] += x;
                bot[k] += x;
            }
        }
    }
    let near = |a: f64, b: f64, what: &str| assert!((a - b).abs() < 1e-9, "{what}: {a} is not {b}");
    for (seat, row) in rows(&out.join("seats.csv")).iter().enumerate() {
        near(number(row, "wins"), by_seat[seat][0], "wins of a seat");
        near(number(row, "win_rate"), by_seat[seat][0] / 2000.0, "win rate of a seat");
        near(number(row, "mean_rank"), by_seat[seat][1] / 2000.0, "mean rank of a seat");
        near(number(row, "mean_score"), by_seat[seat][2] / 2000.0, "mean score of a seat");
        assert!(
            number(row, "ci_low") < number(row, "win_rate")
                && number(row, "win_rate") < number(row, "ci_high")
        );
    }
    let bots = rows(&out.join("strategies.csv"));
    let names: Vec<&str> = bots.iter().map(|row| row["strategy"].as_str()).collect();
    assert_eq!(names, ["greedy", "random", "greedy:pile=0.5,deny=2"]);
    for row in &bots {
        let [wins, ranks, scores] = by_bot[&row["strategy"]];
        near(number(row, "wins"), wins, "wins of a bot");
        near(number(row, "mean_rank"), ranks / 2000.0, "mean rank of a bot");
        near(number(row, "mean_score"), scores / 2000.0, "mean score of a bot");
        near(number(row, "expected_rate"), 1.0 / 3.0, "fair share of a bot");
        assert_eq!(row["mean_decision_us"], "", "times are not measured unless asked for");
    }
    let lengths: BTreeMap<u64, u64> = rows(&out.join("lengths.csv"))
        .iter()
        .map(|row| (row["turns"].parse().unwrap(), row["games"].parse().unwrap()))
        .collect();
    assert_eq!(lengths, turns);
    let summary = rows(&out.join("summary.csv"));
    let mean = |column: &str| plays.iter().map(|play| number(play, column)).sum::<f64>() / 2000.0;
    for (i, metric) in ["turns", "rounds", "decisions"].into_iter().enumerate() {
        assert_eq!(summary[i]["metric"], metric);
        near(number(&summary[i], "value"), mean(metric), metric);
    }
    let decisions: f64 = bots.iter().map(|row| number(row, "decisions")).sum();
    near(decisions, mean("decisions") * 2000.0, "decisions of all bots");
}

#[test]
fn bots_rotate_unless_their_seats_are_fixed() {
    let folder = temporary_folder();
    run(folder.path(), "rotate", &[]);
    run(folder.path(), "fixed", &["--seats", "fixed"]);
    let holders = |out: &str| -> Vec<String> {
        let plays = rows(&folder.path().join(out).join("games.csv"));
        plays.iter().take(4).map(|play| play["strategy_0"].clone()).collect()
    };
    assert_eq!(holders("rotate"), ["greedy", "random", "greedy:pile=0.5,deny=2", "greedy"]);
    assert_eq!(holders("fixed"), ["greedy"; 4]);
}

#[test]
fn times_are_measured_where_asked_for() {
    let folder = temporary_folder();
    run(folder.path(), "out", &["--timing"]);
    for row in rows(&folder.path().join("out/strategies.csv")) {
        assert!(number(&row, "mean_decision_us") > 0.0);
    }
}

#[test]
fn the_command_in_run_json_repeats_the_run() {
    let folder = temporary_folder();
    let path = folder.path();
    fs::write(path.join("short.toml"), "[bank]\ngoal = 8\n").unwrap();
    run(path, "first", &["--rules", "short.toml", "--set", "steal.cards=blind", "--seats", "fixed"]);
    let record = json(&fs::read_to_string(path.join("first/run.json")).unwrap());
    let command = record["command"].as_str().unwrap();
    let words = command.strip_prefix("ludometer ").unwrap();
    let program = assert_cmd::cargo::cargo_bin!("ludometer");
    let again = format!("{} {words} --out again", program.display());
    Command::new("sh").current_dir(path).args(["-c", &again]).assert().success();
    assert!(csv_files(&path.join("first")) == csv_files(&path.join("again")), "{command}");
}

#[test]
fn run_json_tells_what_was_played() {
    let folder = temporary_folder();
    run(folder.path(), "out", &["--set", "bank.goal=8"]);
    let record = json(&fs::read_to_string(folder.path().join("out/run.json")).unwrap());
    let expected = [
        ("version", env!("CARGO_PKG_VERSION").into()),
        ("game", "pure-profit".into()),
        ("players", 3.into()),
        ("bots", serde_json::json!(["greedy", "random", "greedy:pile=0.5,deny=2"])),
        ("seating", "rotate".into()),
        ("seed", 42.into()),
        ("shard", serde_json::Value::Null),
        ("games", 2000.into()),
        ("games_done", 2000.into()),
        ("complete", true.into()),
    ];
    for (key, value) in expected {
        assert_eq!(record[key], value, "{key}");
    }
    assert_eq!(record["rules"]["bank.goal"], 8);
    assert!(record["rules"].as_object().unwrap().len() > 20, "all keys, not only those that were set");
    for key in ["wall_seconds", "games_per_second", "decisions_per_second"] {
        assert!(record[key].as_f64().unwrap() > 0.0, "{key}");
    }
}

#[test]
fn force_replaces_a_former_run_and_nothing_else() {
    let folder = temporary_folder();
    let out = folder.path().join("out");
    run(folder.path(), "out", &[]);
    fs::write(out.join("notes.txt"), "mine").unwrap();
    let before = files(&out);
    let again = ["run", "pure-profit", "--games", "50", "--out", "out", "--force"];
    ludometer(folder.path(), &again).assert().success();
    let after = files(&out);
    assert!(!after.contains_key("games.csv"), "the rows of the former run are left");
    assert_eq!(after["notes.txt"], b"mine");
    assert_ne!(before["summary.csv"], after["summary.csv"]);
    assert_eq!(json(std::str::from_utf8(&after["run.json"]).unwrap())["games_done"], 50);
    assert!(after.keys().all(|name| !name.contains("tmp")), "{:?}", after.keys());
}

#[test]
fn force_removes_the_tables_of_another_game() {
    let folder = temporary_folder();
    let play =
        |game| prints(folder.path(), &["run", game, "--games", "20", "--out", "out", "--force", "--quiet"]);
    play("im-the-boss");
    assert!(files(&folder.path().join("out")).contains_key("ib_rounds.csv"));
    play("greed-street");
    let left: Vec<String> = files(&folder.path().join("out")).into_keys().collect();
    assert!(left.iter().all(|name| !name.starts_with("ib_")), "{left:?}");
    assert!(left.iter().any(|name| name == "workers.csv"), "{left:?}");
}

#[test]
fn force_removes_what_another_command_left() {
    let folder = temporary_folder();
    let tournament =
        ["tournament", "pure-profit", "--bots", "random", "greedy", "--deals", "2", "--out", "out"];
    let play = ["run", "pure-profit", "--games", "20", "--out", "out"];
    let forced = |words: &[&str]| prints(folder.path(), &[words, &["--force", "--quiet"]].concat());
    let there = |name| folder.path().join("out").join(name).exists();
    forced(&tournament);
    assert!(there("ratings.csv") && there("tournament.json"));
    forced(&play);
    assert!(there("run.json") && !there("ratings.csv") && !there("tournament.json"));
    forced(&tournament);
    assert!(there("tournament.json") && !there("summary.csv") && !there("run.json"));
}

#[test]
fn nothing_is_written_outside_of_the_folder_of_results() {
    let folder = temporary_folder();
    let place = |name: &str| folder.path().join(name);
    for name in ["work", "home", "tmp"] {
        fs::create_dir(place(name)).unwrap();
    }
    let there = |name: &str| {
        let names = fs::read_dir(place(name)).unwrap();
        names.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect::<Vec<_>>()
    };
    let two_bots = ["--bots", "random", "greedy", "--players", "2"];
    let play = ["run", "pure-profit", "--games", "20", "--per-game"];
    let tournament = ["tournament", "pure-profit", "--deals", "2"];
    let compare = ["compare", "pure-profit", "--set-b", "bank.goal=5", "--games", "1024"];
    let check = ["check", "pure-profit", "--gate", "turns=1..999", "--games", "1024"];
    let review = ["review", "pure-profit", "--games", "1", "--ask", "mcts:iterations=2"];
    for words in [&play[..], &tournament, &compare, &check, &review] {
        let mut command = ludometer(&place("work"), words);
        let command = command.args(two_bots).args(["--quiet", "--force", "--out", "results"]);
        command.env("HOME", place("home")).env("TMPDIR", place("tmp")).assert().success();
        assert_eq!(there("work"), ["results"], "{words:?}");
        assert!(there("home").is_empty() && there("tmp").is_empty(), "{words:?}");
    }
}

#[test]
fn the_default_folder_is_named_for_game_and_seed() {
    let folder = temporary_folder();
    prints(folder.path(), &["run", "pure-profit", "--games", "1e2", "--seed", "7"]);
    let out = folder.path().join("reports/pure-profit-7");
    let names: Vec<String> = files(&out).into_keys().collect();
    let expected = [
        "cards.csv",
        "lengths.csv",
        "matchups.csv",
        "names.csv",
        "run.json",
        "seats.csv",
        "strategies.csv",
        "summary.csv",
    ];
    assert_eq!(names, expected);
    assert_eq!(rows(&out.join("seats.csv"))[0]["games"], "100");
}

#[cfg(unix)]
#[test]
fn files_can_be_read_by_whom_the_umask_lets() {
    use std::os::unix::fs::PermissionsExt as _;
    let folder = temporary_folder();
    let program = assert_cmd::cargo::cargo_bin!("ludometer");
    let line = format!("umask 022; {} run pure-profit --games 10 --out out", program.display());
    Command::new("sh").current_dir(folder.path()).args(["-c", &line]).assert().success();
    for name in files(&folder.path().join("out")).into_keys() {
        let mode = fs::metadata(folder.path().join("out").join(&name)).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o644, "{name}");
    }
}

#[test]
fn a_budget_in_time_makes_a_whole_run_of_the_plays_done() {
    let folder = temporary_folder();
    let run = ["run", "pure-profit", "--per-game", "--quiet"];
    prints(folder.path(), &[&run[..], &["--minutes", "0.01", "-o", "first"]].concat());
    let record = json(&fs::read_to_string(folder.path().join("first/run.json")).unwrap());
    let plays = record["games"].as_u64().unwrap();
    assert!(plays > 0 && record["games_done"] == plays && record["complete"] == true, "{record}");
    assert_eq!(record["minutes"], 0.01);
    let command = record["command"].as_str().unwrap();
    let words: Vec<&str> = command.split(' ').skip(1).chain(["--quiet", "--out", "again"]).collect();
    prints(folder.path(), &words);
    assert_eq!(csv_files(&folder.path().join("first")), csv_files(&folder.path().join("again")), "{command}");
    // Both are one run: it is finished.
    let reported = prints(folder.path(), &[&words[..words.len() - 1], &["first", "--resume"]].concat());
    assert!(reported.contains("is finished"), "{reported}");
    let parquet = ["--minutes", "0.01", "--format", "parquet", "-o", "parquet"];
    prints(folder.path(), &[&run[..], &parquet].concat());
    assert!(folder.path().join("parquet/games.parquet").exists());
}

#[test]
fn what_the_game_warns_of_stands_in_the_record_and_on_the_page() {
    let folder = temporary_folder();
    let run = ["run", "pure-profit", "--bots", "random", "--games", "100", "--quiet", "--out"];
    prints(folder.path(), &[&run[..], &["plain"]].concat());
    prints(folder.path(), &[&run[..], &["warned", "--set", "deck.value_1=1"]].concat());
    let warnings = |out: &str| {
        let text = fs::read_to_string(folder.path().join(out).join("run.json")).unwrap();
        json(&text)["warnings"].as_array().unwrap().len()
    };
    assert_eq!((warnings("plain"), warnings("warned")), (0, 2));
    prints(folder.path(), &["report", "warned"]);
    let page = fs::read_to_string(folder.path().join("warned/report.html")).unwrap();
    assert!(page.contains("The game design warns of these rules: deck.value_1 = 1"));
}
