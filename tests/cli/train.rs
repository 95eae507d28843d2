//! `train`: a strategy learned by self-play.

use std::fs;

use super::{json, ludometer, prints, temporary_folder};

/// Few plays that are over quickly.
const QUICK: &[&str] =
    &["train", "pure-profit", "--players", "2", "--set", "bank.goal=2", "--games", "3200", "--quiet"];

#[test]
fn the_file_is_a_bot_and_the_same_for_any_number_of_threads() {
    let folder = temporary_folder();
    let run = |file: &str, more: &[&str]| {
        let said = prints(folder.path(), &[QUICK, &["-o", file], more].concat());
        // The command in the file names it.
        (fs::read_to_string(folder.path().join(file)).unwrap().replace(file, "F"), said)
    };
    let (one, said) = run("one.toml", &["--threads", "1"]);
    let (two, result) = run("two.toml", &["--threads", "2", "--json"]);
    assert_eq!(one, two);
    assert!(
        one.starts_with("# By ludometer") && one.contains("bot = \"greedy\"\n\n[pure-profit]\n"),
        "{one}"
    );
    assert!(said.contains("generations") && said.contains("one.toml"), "{said}");
    let result = json(&result);
    assert_eq!((result["game"].as_str(), result["complete"].as_bool()), (Some("pure-profit"), Some(true)));
    assert!(
        result["games"].as_u64().unwrap() <= 3200 && result["generations"].as_u64().unwrap() > 0,
        "{result}"
    );
    let settings = result["settings"].as_object().unwrap();
    for (key, value) in settings {
        assert!(
            one.contains(&format!("{key} = {value}")) || value.as_f64().unwrap().fract() == 0.0,
            "{key} {value}"
        );
    }
    let (other, _) = run("three.toml", &["--seed", "1"]);
    assert_ne!(one, other);
    let play =
        ["run", "pure-profit", "--bots", "one.toml", "greedy", "--games", "20", "--quiet", "--out", "r"];
    prints(folder.path(), &play);
    run("next.toml", &["--from", "one.toml", "--seed", "5"]);
}

#[test]
fn what_cannot_be_done_is_refused_before_anything_is_played() {
    let folder = temporary_folder();
    fs::write(folder.path().join("there.toml"), "mine").unwrap();
    fs::write(folder.path().join("mine.toml"), "bot = \"greedy\"\n").unwrap();
    let mine = folder.path().join("mine.toml");
    let mine = mine.to_str().unwrap();
    for (words, said) in [
        (&["-o", "there.toml"][..], "--force"),
        (&["-o", "x.csv"], ".toml"),
        (&["-o", "a bot.toml"], "no spaces"),
        (&["-o", "greedy.toml"], "there is a built-in bot `greedy`"),
        (&["-o", "flat-mc.toml"], "there is a built-in bot `flat-mc`"),
        (&["-o", "nowhere/x.toml"], "choose another one with -o"),
        (&["-o", "x.toml", "--from", "random"], "--from"),
        (&["-o", "x.toml", "--teacher", "mcts"], "used with --method value"),
        (&["-o", "x.toml", "--worlds", "8"], "used with --method value"),
        (&["-o", "x.toml", "--method", "weight"], "possible values: weights, value, regret"),
        (&["-o", "x.toml", "--games", "100"], "--games"),
        (&["-o", "x.toml", "--vary", "deck.steal_one=2..6"], "used with --method value"),
        (&["-o", "x.toml", "--from", "gredy"], "did you mean `greedy`"),
        (&["-o", "x.toml", "--from", "gredy"], "(--from gredy)"),
        (&["-o", "mine.toml", "--force", "--from", "mine.toml"], "another file than that of --from"),
        (&["-o", "./mine.toml", "--force", "--from", "mine.toml"], "another file than that of --from"),
        (&["-o", mine, "--force", "--from", "mine.toml"], "another file than that of --from"),
        (&[], "--out"),
    ] {
        let refused =
            ludometer(folder.path(), &[QUICK, words].concat()).assert().code(2).get_output().clone();
        let error = String::from_utf8(refused.stderr).unwrap();
        assert!(error.contains(said), "{words:?}: {error}");
    }
    assert_eq!(fs::read_to_string(folder.path().join("there.toml")).unwrap(), "mine");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2);
    prints(folder.path(), &[QUICK, &["-o", "there.toml", "--force"]].concat());
}
