//! `learned`: the networks that come along.

use std::collections::BTreeMap;
use std::fs;

use tempfile::TempDir;

use super::{ludometer, prints, rows};

const GAMES: [&str; 5] = ["pure-profit", "even-odd", "greed-street", "film-rummy", "im-the-boss"];

#[test]
fn a_network_comes_along_and_plays_at_every_level() {
    let folder = TempDir::new().unwrap();
    for game in GAMES {
        let listed = prints(folder.path(), &["strategies", game]);
        assert!(listed.contains("\nlearned: ") && listed.contains("  level "), "{listed}");
        let bots = ["learned", "learned:level=3", "learned:bot=mcts,iterations=10", "greedy"];
        let words = ["run", game, "--games", "8", "--out", game, "--bots"];
        let done = ludometer(folder.path(), &[&words[..], &bots].concat()).assert().success();
        // It knows the usual rules and tables.
        assert_eq!(String::from_utf8_lossy(&done.get_output().stderr), "", "{game}");
        let played = rows(&folder.path().join(game).join("strategies.csv"));
        assert_eq!(played.iter().map(|row| row["strategy"].as_str()).collect::<Vec<_>>(), bots);
        // A run with it can be narrated again.
        let reported = prints(
            folder.path(),
            &["trace", game, "--game", "3", "--bots", bots[0], bots[1], bots[2], bots[3]],
        );
        assert!(reported.lines().count() > 5, "{reported}");
        // The file beside it is the same bot.
        let path =
            format!("{}/strategies/learned_{}.toml", env!("CARGO_MANIFEST_DIR"), game.replace('-', "_"));
        assert!(fs::read_to_string(&path).unwrap().contains("levels = [inf, "));
        let turns = |bot: &str, out: &str| {
            prints(folder.path(), &["run", game, "--games", "6", "--out", out, "--quiet", "--bots", bot]);
            fs::read_to_string(folder.path().join(out).join("lengths.csv")).unwrap()
        };
        assert_eq!(turns("learned", &format!("{game}-a")), turns(&path, &format!("{game}-b")));
    }
    let script = format!("{}/games/river_race.luau", env!("CARGO_MANIFEST_DIR"));
    let refused = ludometer(folder.path(), &["run", &script, "--bots", "learned"]).assert().code(2);
    let error = String::from_utf8(refused.get_output().stderr.clone()).unwrap();
    assert!(error.contains("has no network for ") && error.contains("--method value"), "{error}");
}

#[test]
fn a_search_takes_the_network_as_leaf_as_prior_and_as_model_of_the_others() {
    let folder = TempDir::new().unwrap();
    let played = |bot: &str| {
        let bots = ["--bots", bot, "greedy", "greedy"];
        let words = ["trace", "even-odd", "--players", "3", "--seed", "3", "--game", "2"];
        prints(folder.path(), &[&words[..], &bots].concat())
    };
    // Two spellings of one bot; in a preset, a third.
    let preset = "bot = \"mcts\"\n[settings]\niterations = 10\n";
    fs::write(folder.path().join("plain.toml"), preset).unwrap();
    fs::write(folder.path().join("preset.toml"), format!("{preset}leaf = \"learned\"\n")).unwrap();
    let by_leaf = played("mcts:leaf=learned,iterations=10");
    let choices = |reported: &str| {
        reported.lines().skip_while(|line| !line.is_empty()).map(str::to_owned).collect::<Vec<_>>()
    };
    for same in [
        "learned:bot=mcts,iterations=10",
        "preset.toml",
        "plain.toml:leaf=learned",
        "mcts:leaf=learned,iterations=10,exploration=0.1,tree=self",
    ] {
        assert!(choices(&played(same)) == choices(&by_leaf), "{same}");
    }
    // Each part of the search that the network can take makes another player of it, and none of them peeks.
    for (bot, with) in [
        ("mcts:iterations=10", "leaf=learned"),
        ("flat-mc:iterations=60,length=1", "leaf=learned"),
        ("lookahead:samples=2", "leaf=learned"),
    ] {
        let learned = format!("{bot},{with}");
        assert!(choices(&played(bot)) != choices(&played(&learned)), "{learned}");
        let words = ["audit", "even-odd", "--players", "3", "--positions", "30", "--quiet", "--bots"];
        prints(folder.path(), &[&words[..], &[&learned, "greedy", "greedy"]].concat());
    }
    let script = format!("{}/games/river_race.luau", env!("CARGO_MANIFEST_DIR"));
    let words = ["run", &script, "--players", "2", "--bots", "mcts:leaf=learned", "greedy"];
    let refused = ludometer(folder.path(), &words).assert().code(2).get_output().stderr.clone();
    let refused = String::from_utf8(refused).unwrap();
    assert!(refused.contains("FILE.toml:bot=mcts"), "{refused}");
}

#[test]
fn a_preset_can_name_the_learned_bot() {
    let folder = TempDir::new().unwrap();
    fs::write(folder.path().join("beginner.toml"), "bot = \"learned\"\n[settings]\nlevel = 3\n").unwrap();
    let turns = |bot: &str, out: &str| {
        let words = ["run", "film-rummy", "--games", "20", "--out", out, "--quiet", "--bots", bot];
        prints(folder.path(), &words);
        fs::read_to_string(folder.path().join(out).join("lengths.csv")).unwrap()
    };
    let [preset, level, best] = ["beginner.toml", "learned:level=3", "beginner.toml:level=5"]
        .map(|bot| turns(bot, &bot[bot.len() - 5..]));
    assert!(preset == level && preset != best && best == turns("learned", "best"));
}

#[test]
fn a_higher_level_wins_more() {
    let folder = TempDir::new().unwrap();
    let wins = |level: &str, out: &str| {
        let bot = format!("learned:level={level}");
        let words = ["run", "even-odd", "--games", "400", "--quiet", "--out", out, "--bots", &bot];
        prints(folder.path(), &[&words[..], &["greedy"; 3]].concat());
        rows(&folder.path().join(out).join("strategies.csv"))[0]["win_rate"].parse::<f64>().unwrap()
    };
    let [one, three, five] = ["1", "3", "5"].map(|level| wins(level, level));
    assert!(one < 0.13 && one + 0.04 < three && three + 0.1 < five && five > 0.3, "{one} {three} {five}");
    // Where the rules are others than it learned, it says so.
    let other =
        ["run", "pure-profit", "--set", "bank.goal=4", "--bots", "learned", "greedy", "greedy", "greedy"];
    let words = ["--games", "4", "--out", "other"];
    let warned = ludometer(folder.path(), &[&other[..], &words].concat()).assert().success();
    let warned = String::from_utf8(warned.get_output().stderr.clone()).unwrap();
    assert!(warned.contains("learned has not learned this rule set"), "{warned}");
}

#[test]
fn experiments_beyond_what_was_learned_offer_to_learn_all_their_rule_sets() {
    let folder = TempDir::new().unwrap();
    let warned = |words: &[&str]| {
        let bots = ["--bots", "learned", "greedy", "greedy", "greedy"];
        let done = ludometer(folder.path(), &[words, &bots].concat()).assert().success();
        String::from_utf8(done.get_output().stderr.clone()).unwrap()
    };
    let offer = |set: &str| {
        format!(
            "`ludometer train pure-profit --method value --players 4 --vary deck.steal_one={set} -o FILE.toml`"
        )
    };
    let compare = |count: &str, out: &str| {
        let set = format!("deck.steal_one={count}");
        warned(&["compare", "pure-profit", "--set-b", &set, "--games", "260", "--out", out])
    };
    let far = compare("9", "far");
    assert!(
        far.contains("learned has not learned all of these rule sets") && far.contains(&offer("4..9")),
        "{far}"
    );
    let near = compare("6", "near");
    assert!(!near.contains("learned"), "{near}");
    let swept = warned(&[
        "sweep",
        "pure-profit",
        "--vary",
        "deck.steal_one=2..10:4",
        "--games",
        "8",
        "--out",
        "sweep",
    ]);
    assert!(swept.contains(&offer("2..10")), "{swept}");
}

#[test]
fn the_ladder_of_skill_is_that_of_the_levels() {
    let folder = TempDir::new().unwrap();
    let steps = |game: &str, out: &str, more: &[&str]| {
        let words = ["run", game, "--players", "2", "--games", "8", "--skill", "--quiet", "--out", out];
        prints(folder.path(), &[&words[..], more].concat());
        let steps = rows(&folder.path().join(out).join("skill.csv"));
        let name = |row: &BTreeMap<String, String>| format!("{} {}", row["strategy"], row["opponent"]);
        let variance = rows(&folder.path().join(out).join("variance.csv"));
        let mut among: Vec<String> = variance.iter().map(|row| row["among"].clone()).collect();
        among.dedup();
        (steps.iter().map(name).collect::<Vec<_>>(), among)
    };
    let level = |level: u8| format!("learned:level={level}");
    let (found, among) = steps("even-odd", "known", &[]);
    let expected = [
        format!("{} {}", level(2), level(1)),
        format!("{} {}", level(3), level(2)),
        format!("{} {}", level(4), level(3)),
        format!("learned {}", level(4)),
    ];
    assert_eq!(found, expected);
    let pairs = [
        "ladder",
        "learned:level=3 among learned:level=1",
        "learned among learned:level=1",
        "learned among learned:level=3",
        "this run",
    ];
    assert_eq!(among, pairs);
    // These rules it has not learned.
    let (found, _) = steps("pure-profit", "unknown", &["--set", "bank.goal=2"]);
    assert_eq!(found, ["greedy random", "mcts:iterations=100 greedy"]);
}
