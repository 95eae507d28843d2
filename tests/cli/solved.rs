//! `train --method regret` and `exploit --exact`: a small game as a whole.

use std::fs;
use std::path::Path;

use serde_json::Value as Json;
use tempfile::TempDir;

use super::{json, ludometer, prints};

fn script(name: &str) -> String {
    format!("{}/games/{name}.luau", env!("CARGO_MANIFEST_DIR"))
}

/// Returns the most that a bot can be beaten by, and what is reported beside.
fn exact(folder: &Path, game: &str, more: &[&str]) -> (f64, Json) {
    let said = json(&prints(folder, &[&["exploit", game, "--exact", "--quiet", "--json"], more].concat()));
    (said["exploitability"].as_f64().unwrap(), said)
}

#[test]
fn a_solved_game_is_a_bot_that_hardly_loses() {
    let folder = TempDir::new().unwrap();
    let game = script("leduc_poker");
    let train =
        ["train", &game, "--method", "regret", "--rounds", "200", "-o", "leduc.toml", "--quiet", "--json"];
    let reported = json(&prints(folder.path(), &train));
    assert_eq!(
        (&reported["information_sets"], &reported["rounds"], &reported["unit"]),
        (&288.into(), &200.into(), &"score".into())
    );
    let (solved, _) = exact(folder.path(), &game, &["--against", "leduc.toml"]);
    // The file has ten-thousandths.
    assert!(
        (solved - reported["exploitability"].as_f64().unwrap()).abs() < 0.001 && solved < 0.15,
        "{solved}"
    );
    // By OpenSpiel: 2.373611 of the uniform policy.
    let (random, said) = exact(folder.path(), &game, &["--against", "random"]);
    assert!((random - 2.373_611).abs() < 1e-5, "{random}");
    let raise = said["differences"].as_array().unwrap().iter().find(|row| row["action"] == "raise").unwrap();
    assert!(raise["chosen"].as_f64() > raise["usual"].as_f64(), "{said}");
    let (searching, _) = exact(folder.path(), &game, &["--against", "mcts:iterations=30", "--times", "20"]);
    assert!(solved < searching && searching < random, "{solved} {searching} {random}");

    let curve = fs::read_to_string(folder.path().join("leduc.curve.csv")).unwrap();
    let page = fs::read_to_string(folder.path().join("leduc.curve.html")).unwrap();
    assert!(page.contains("Training report") && page.contains("exploitability, score a game"), "{page}");
    assert!(curve.starts_with("rounds,exploitability\r\n1,") && curve.lines().count() == 9, "{curve}");
    let policy = fs::read_to_string(folder.path().join("leduc.policy.csv")).unwrap();
    assert!(
        policy.starts_with("set,seat,after_set,after_action,view,action,probability\r\n"),
        "{policy:.80}"
    );
    // The same again, and a bot that plays games and passes the audit.
    let again = [&train[..], &["--force"]].concat();
    let before = fs::read(folder.path().join("leduc.toml")).unwrap();
    prints(folder.path(), &again);
    assert_eq!(before, fs::read(folder.path().join("leduc.toml")).unwrap());
    let run = ["run", &game, "--bots", "leduc.toml", "random", "--games", "4000", "--quiet", "--json"];
    let run = json(&prints(folder.path(), &run));
    // It wins chips, and not more often.
    let row = run["strategies"].as_array().unwrap().iter().find(|row| row["strategy"] == "leduc").unwrap();
    assert!(row["mean_score"].as_f64().unwrap() > 0.4, "{run}");
    let audit = ["audit", &game, "--bots", "leduc.toml", "leduc.toml", "--positions", "300", "--quiet"];
    prints(folder.path(), &audit);
}

#[test]
fn a_solved_game_warns_where_it_knows_nothing() {
    let folder = TempDir::new().unwrap();
    let game = script("leduc_poker");
    prints(
        folder.path(),
        &["train", &game, "--method", "regret", "--rounds", "20", "-o", "poker.toml", "--quiet"],
    );
    let longer = ["run", &game, "--bots", "poker.toml", "--games", "10", "--set", "bets.most=3"];
    let out = ludometer(folder.path(), &longer).assert().success();
    let warned = String::from_utf8(out.get_output().stderr.clone()).unwrap();
    assert!(
        warned.contains("poker has not learned this rule set") && warned.contains("--method regret"),
        "{warned}"
    );
}

#[test]
fn what_can_not_be_solved_is_refused() {
    let folder = TempDir::new().unwrap();
    let (small, large) = (script("kuhn_poker"), script("workshop"));
    let train = ["train", "--method", "regret", "-o", "x.toml", "--quiet"];
    for (words, said) in [
        ([&train[..], &[&large]].concat(), "too large to be looked at as a whole"),
        ([&train[..], &["pure-profit"]].concat(), "`train --method value`"),
        ([&train[..], &[&small, "--games", "100"]].concat(), "--rounds"),
        ([&train[..], &[&small, "--rounds", "0"]].concat(), "--rounds"),
        ([&train[..], &[&small, "--vary", "none"]].concat(), "one rule set"),
        ([&train[..], &[&small, "--from", "random"]].concat(), "begins with nothing"),
        (vec!["train", &small, "--rounds", "5", "-o", "x.toml"], "--method regret"),
        (vec!["exploit", &large, "--exact"], "too large to be looked at as a whole"),
        (vec!["exploit", &small, "--exact", "--try", "random"], "cannot be used with"),
        (vec!["exploit", &small, "--times", "5"], "--exact"),
    ] {
        let refused = ludometer(folder.path(), &words).assert().code(2);
        let error = String::from_utf8(refused.get_output().stderr.clone()).unwrap();
        assert!(error.contains(said), "{words:?}: {error}");
    }
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
}
