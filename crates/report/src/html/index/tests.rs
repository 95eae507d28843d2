//! Indexes of hand-made folders.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::json;
use tempfile::TempDir;

use super::super::terms::as_read;
use super::{Indexed, KnownDesign, folders_of_results, index};

fn known(id: &str) -> Option<KnownDesign> {
    (id == "snatch").then(|| KnownDesign {
        title: "Snatch".to_owned(),
        printed: json!({ "deck.bomb": 2, "bank.goal": 10, "who.starts": "lot" }),
    })
}

/// A run with this number of bombs, so many turns, finished on that day of May.
fn run(root: &TempDir, path: &str, bombs: u64, turns: f64, day: u32) {
    let folder = root.path().join(path);
    fs::create_dir_all(&folder).unwrap();
    let rules = json!({ "deck.bomb": bombs, "bank.goal": 10, "who.starts": "lot", "players": 2 });
    let record = json!({
        "version": "0.2.0", "command": "ludometer run snatch --bots greedy", "game": "snatch", "players": 2,
        "rules_hash": format!("hash{bombs}"), "rules": rules, "bots": ["greedy", "greedy"], "seed": 7, "games": 1000,
        "games_done": 1000, "complete": true, "finished": format!("2026-05-{day:02}T08:09:10Z"),
    });
    fs::write(folder.join("run.json"), record.to_string()).unwrap();
    let (low, high) = (turns - 0.5, turns + 0.5);
    let summary = format!(
        "metric,value,ci_low,ci_high,games\nturns,{turns},{low},{high},1000\nseat_spread,0.05,0.01,0.09,1000\n"
    );
    fs::write(folder.join("summary.csv"), summary).unwrap();
    fs::write(folder.join("names.csv"), "kind,id,name\ncard,bomb,Big Bomb\n").unwrap();
    let seats = "seat,games,wins,win_rate,ci_low,ci_high,mean_rank,mean_score\n\
                 0,1000,600,0.6,0.57,0.63,1.4,12\n1,1000,400,0.4,0.37,0.43,1.6,9\n";
    fs::write(folder.join("seats.csv"), seats).unwrap();
}

fn check(root: &TempDir, path: &str, bombs: u64, day: u32) {
    let folder = root.path().join(path);
    fs::create_dir_all(&folder).unwrap();
    let record = json!({
        "game": "snatch", "command": "ludometer check snatch", "rules_hash": format!("hash{bombs}"), "result": "failed",
        "finished": format!("2026-05-{day:02}T08:09:10Z"), "bots": ["greedy", "greedy"], "players": 2,
    });
    fs::write(folder.join("check.json"), record.to_string()).unwrap();
    let table = "metric,value,ci_low,ci_high,min,max,result,games\nturns,30,29,31,20,25,failed,9\nunfinished,0,0,0.1,0,0.2,passed,9\n";
    fs::write(folder.join("check.csv"), table).unwrap();
}

fn made(root: &TempDir) -> String {
    let (mut read, mut unread) = (Vec::new(), Vec::new());
    for path in folders_of_results(root.path()).unwrap() {
        match Indexed::read(&root.path().join(&path), &path, Some(&path.join("report.html"))) {
            Ok(indexed) => read.push(indexed),
            Err(error) => unread.push((path.display().to_string(), error.to_string())),
        }
    }
    as_read(&index(&read, &unread, &known))
}

#[test]
fn folders_are_found_at_any_depth_and_in_order() {
    let root = tempfile::tempdir().unwrap();
    for path in ["b", "a/deep/er", "a", ".hidden"] {
        run(&root, path, 2, 30.0, 1);
    }
    fs::create_dir_all(root.path().join("empty/plots")).unwrap();
    let found = folders_of_results(root.path()).unwrap();
    assert_eq!(found, ["a", "a/deep/er", "b"].map(PathBuf::from));
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink(root.path(), root.path().join("loop")).unwrap();
        assert_eq!(folders_of_results(root.path()).unwrap().len(), 3, "links are left out");
    }
    assert!(folders_of_results(&root.path().join("nowhere")).is_err());
}

#[test]
fn versions_stand_beside_each_other_in_the_order_of_their_time() {
    let root = tempfile::tempdir().unwrap();
    run(&root, "a-later", 4, 36.0, 9);
    run(&root, "b first", 2, 30.0, 3);
    check(&root, "c", 2, 4);
    let page = made(&root);
    let text = page.replace('\u{a0}', " ");
    for part in [
        "<h1>3 results of 1 game design</h1>",
        "From version 1 to version 2, the mean number of turns in a game grew from 30 to 36.",
        "shows no clear change from version 1 to version 2: 5.0 % and 5.0 %.",
        "1: as printed",
        "2: Big Bomb 4",
        "href=\"b%20first/report.html\"",
        "Failed: turns.",
        "<td>not checked</td>",
        "Big Bomb 4 instead of 2; 2 players: greedy; 1,000 games; seed 7; 2026-05-09 08:09.",
        "The newest run. Big Bomb 4 instead of 2.",
        "Oldest</dt><dd>2026-05-03 08:09</dd>",
    ] {
        assert!(text.contains(part), "{part}");
    }
    let (newest, oldest) = (page.find("a-later/report.html"), page.find("b%20first/report.html"));
    assert!(newest < oldest, "the newest result comes first");
    assert_eq!(made(&root), page, "the same bytes");
}

#[test]
fn what_is_damaged_is_named_and_the_rest_shown() {
    let root = tempfile::tempdir().unwrap();
    run(&root, "good", 2, 30.0, 3);
    run(&root, "no-column", 2, 30.0, 3);
    fs::write(root.path().join("no-column/summary.csv"), "a\n1\n").unwrap();
    fs::create_dir(root.path().join("<i>")).unwrap();
    fs::write(root.path().join("<i>/run.json"), "{").unwrap();
    let page = made(&root);
    assert!(page.contains("What could not be read"), "{page}");
    assert!(page.contains("there is no column `metric`") && page.contains("<code>&lt;i&gt;</code>: "));
    assert!(page.contains("<h1>1 result of 1 game design</h1>"));
    assert!(!page.contains("<figure"), "one version has no history");
}

#[test]
fn an_unknown_design_and_a_record_without_a_time_are_shown_as_they_are() {
    let root = tempfile::tempdir().unwrap();
    run(&root, "a", 4, 30.0, 3);
    let record = fs::read_to_string(root.path().join("a/run.json")).unwrap();
    let record = record.replace("\"game\":\"snatch\"", "\"game\":\"games/my-game.luau\"");
    let record = record
        .replace("\"rules\":", "\"settings\":[\"deck.bomb=4\"],\"rules\":")
        .replace("finished", "unknown");
    fs::write(root.path().join("a/run.json"), record).unwrap();
    let read = Indexed::read(&root.path().join("a"), Path::new("a"), None).unwrap();
    let page = as_read(&index(&[read], &[], &known));
    assert!(page.contains("<h2>My game</h2>"), "{page}");
    assert!(page.contains("Big Bomb 4; 2 players: greedy; 1,000 games; seed 7."), "{page}");
    assert!(page.contains("<code>a</code>"), "without a page there is no link");
}
