//! Pages on which a game is watched.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use crate::{json, ludometer, prints, temporary_folder};

/// Returns what the script of a page shows.
fn film(page: &str) -> serde_json::Value {
    let data = page.split("<script id=\"film\" type=\"application/json\">").nth(1).unwrap();
    json(data.split("</script>").next().unwrap())[0].clone()
}

fn watched(folder: &Path, arguments: &[&str]) -> String {
    prints(folder, &[&["watch"], arguments, &["--quiet", "--force", "--out", "page.html"]].concat());
    fs::read_to_string(folder.join("page.html")).unwrap()
}

#[test]
fn a_page_shows_several_games() {
    let folder = temporary_folder();
    let game = ["pure-profit", "--players", "2", "--worlds", "0", "--game"];
    let page = watched(folder.path(), &[&game[..], &["3", "--also", "5", "8"]].concat());
    assert!(page.contains("<title>Pure Profit: 3 games</title>"), "{page}");
    for number in ["3", "5", "8"] {
        let alone = watched(folder.path(), &[&game[..], &[number]].concat());
        let log = |page: &str| {
            page.split("<div class=\"scroll\"").nth(1).unwrap().split("</section>").next().unwrap().to_owned()
        };
        assert!(page.contains(&log(&alone)), "the log of game {number} is the one of its own page");
        assert!(page.contains(&format!("2 players, game {number} of seed 0</option>")));
    }
    assert!(page.contains("--game 3 --also 5 8 --worlds 0</code>"));
    let run = ["run", "pure-profit", "--games", "9", "--out", "out", "--quiet"];
    prints(folder.path(), &run);
    let late = ["watch", "--run", "out", "--game", "2", "--also", "9", "--out", "late.html"];
    ludometer(folder.path(), &late).assert().code(2).stdout("");
}

#[test]
fn a_page_shows_a_game_step_by_step() {
    let folder = temporary_folder();
    let page = watched(folder.path(), &["pure-profit", "--game", "0", "--worlds", "40"]);
    let shown = film(&page);
    let frames = shown["frames"].as_array().unwrap();
    let reported = prints(folder.path(), &["trace", "pure-profit", "--game", "0"]);
    let log = page.split("<section class=\"log\"").nth(1).unwrap();
    for line in reported.lines().filter(|line| line.starts_with("  ")) {
        let sentence = line.trim().split("  (or: ").next().unwrap();
        assert!(log.contains(&format!("<span>{sentence}</span>")), "{sentence}");
    }
    assert!(log.contains("The game is over after "));
    // From the changes the whole table of the last step: hands are as many cards as they are at the end.
    let places = shown["places"].as_array().unwrap();
    assert!(places.iter().any(|place| place["label"] == "Bank" && place["owner"] == 3), "{places:?}");
    let lines: Vec<serde_json::Value> =
        prints(folder.path(), &["trace", "pure-profit", "--game", "0", "--jsonl"])
            .lines()
            .map(json)
            .collect();
    let state = &lines.last().unwrap()["state"];
    for (i, place) in places.iter().enumerate().filter(|(_, place)| place["label"] == "Hand") {
        let mut changes = frames.iter().flat_map(|frame| frame["table"].as_array().unwrap());
        let last = changes.rfind(|change| change[0] == i).unwrap();
        let cards = last[1][0].as_array().unwrap().iter().map(|card| card[1].as_u64().unwrap()).sum::<u64>();
        let seat = place["owner"].as_u64().unwrap() as usize;
        let hand = state["hands"][seat].as_array().unwrap().len() as u64;
        // The last choice may have moved cards after the last step that was shown.
        assert!(cards.abs_diff(hand) <= 1, "{place}: {cards}, {hand}");
    }
    let chances = shown["chances"].as_array().unwrap();
    let all: f64 =
        chances[0]["seats"].as_array().unwrap().iter().map(|chance| chance.as_f64().unwrap()).sum();
    assert!((all - 1.0).abs() < 0.4, "{all}: each is estimated from a view of its own");
    let valued = frames.iter().filter(|frame| frame["choices"][0]["value"].is_array()).count();
    assert!(valued > 50, "{valued}");
    // The command of a choice weighs it.
    let frame = frames.iter().find(|frame| frame["decision"].is_u64()).unwrap();
    let command: Vec<&str> = shown["weigh"].as_str().unwrap().split_whitespace().skip(1).collect();
    let number = frame["decision"].to_string();
    let weighed = prints(folder.path(), &[&command[..], &[&number, "--worlds", "40"]].concat());
    let chosen = frame["choices"].as_array().unwrap().iter().find(|choice| choice["chosen"] == true).unwrap();
    let chosen = chosen["action"].as_str().unwrap();
    // The words behind its name may stand on the next line.
    let mut lines = weighed.lines().skip_while(|line| !line.starts_with(chosen));
    assert!(lines.by_ref().take(2).any(|line| line.contains("(chosen)")), "{weighed}");
}

#[test]
fn without_values_and_over_a_file_that_is_there() {
    let folder = temporary_folder();
    let watch = ["watch", "even-odd", "--game", "1", "--worlds", "0"];
    let said = prints(folder.path(), &watch);
    assert!(said.starts_with("even-odd-0-game-1.html: "), "{said}");
    let shown = film(&fs::read_to_string(folder.path().join("even-odd-0-game-1.html")).unwrap());
    assert!(shown["chances"].as_array().unwrap().is_empty());
    let output = ludometer(folder.path(), &watch).assert().code(2).stdout("").get_output().clone();
    assert!(String::from_utf8(output.stderr).unwrap().contains("--force"));
}

/// With a seat, games that this seat can't tell apart make the same page, byte for byte: here games of Kuhn's poker that
/// ended without a showdown, in which only the other player's card differs.
#[test]
fn a_page_for_a_player_holds_nothing_else() {
    let folder = temporary_folder();
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/games/kuhn_poker.luau");
    let mut pages: BTreeMap<String, Vec<(String, String)>> = BTreeMap::new();
    // Pairs of games of which this is so.
    for game in ["29", "59", "51", "11", "18", "23", "15", "39", "13", "37"] {
        let of = [script, "--players", "2", "--bots", "random", "--game", game];
        let trace = prints(folder.path(), &[&["trace"], &of[..], &["--jsonl"]].concat());
        let lines: Vec<serde_json::Value> = trace.lines().map(json).collect();
        let choices: Vec<&str> = lines.iter().filter_map(|line| line["chosen"].as_str()).collect();
        assert!(choices.contains(&"fold"), "{game}: {choices:?}");
        let hand = |seat: usize| lines[0]["state"]["hand"][seat].to_string();
        let known = format!("{} {choices:?}", hand(0));
        let page = watched(folder.path(), &[&of[..], &["--seat", "A", "--worlds", "40"]].concat());
        assert!(!page.contains("seed"), "{page}");
        pages.entry(known).or_default().push((hand(1), page));
    }
    let mut distinguished = 0;
    for (known, pages) in &pages {
        let (first, page) = &pages[0];
        for (hidden, other) in pages {
            assert!(page == other, "{known}: {first}, {hidden}");
            distinguished += usize::from(hidden != first);
        }
    }
    assert!(distinguished > 3, "{distinguished}");
}

#[test]
fn the_table_beside_a_step_is_the_one_after_it_where_turns_begin_between_choices() {
    let folder = temporary_folder();
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("games/connect_four.luau");
    let page = watched(folder.path(), &[script.to_str().unwrap(), "--bots", "random", "--worlds", "0"]);
    let shown = film(&page);
    let discs =
        shown["places"].as_array().unwrap().iter().position(|place| place["label"] == "Discs").unwrap();
    let choices: Vec<_> =
        shown["frames"].as_array().unwrap().iter().filter(|frame| frame["who"].is_u64()).collect();
    assert!(choices.len() > 6, "{shown}");
    for (i, frame) in choices.iter().enumerate() {
        let change = frame["table"].as_array().unwrap().iter().find(|change| change[0] == discs).unwrap();
        assert_eq!(change[1][2], (i + 1).to_string(), "{frame}");
    }
}
