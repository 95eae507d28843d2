//! The page of a run's folder.

use std::fs;

use crate::{files, ludometer, prints, temporary_folder};

#[test]
fn every_game_has_a_page() {
    let folder = temporary_folder();
    for game in ["pure-profit", "even-odd", "greed-street", "film-rummy", "im-the-boss"] {
        let bots = ["--players", "3", "--bots", "greedy", "random", "random"];
        let run = [
            &["run", game, "--games", "40", "--seed", "3", "--per-game", "--quiet", "--out", game],
            &bots[..],
        ];
        prints(folder.path(), &run.concat());
        let said = prints(folder.path(), &["report", game]);
        assert!(said.starts_with(&format!("{game}/report.html: ")), "{said}");
        let page = fs::read_to_string(folder.path().join(game).join("report.html")).unwrap();
        let plots = files(&folder.path().join(game).join("plots"));
        assert!(plots.len() >= 6, "{game}: {:?}", plots.keys());
        for id in
            ["wins-by-seat", "wins-by-bot", "who-ranks-ahead-of-whom", "length-in-turns", "actions-in-a-play"]
        {
            assert!(plots.contains_key(&format!("{id}.svg")), "{game}: {id}");
            assert!(page.contains(&format!("<figure id=\"{id}\">")), "{game}: {id}");
        }
        // The same bytes again, also where there is a page already.
        prints(folder.path(), &["report", game]);
        assert_eq!(fs::read_to_string(folder.path().join(game).join("report.html")).unwrap(), page);
        assert!(!page.split("<script>").next().unwrap().contains("NaN"), "{game}");
    }
}

#[test]
fn the_commands_on_the_page_work() {
    let folder = temporary_folder();
    let run = [
        "run",
        "pure-profit",
        "--games",
        "30",
        "--seed",
        "3",
        "--quiet",
        "--per-game",
        "--set",
        "bank.goal=8",
        "--seats",
        "fixed",
    ];
    prints(folder.path(), &[&run[..], &["--out", "out", "--bots", "random", "greedy:pile=0.5"]].concat());
    prints(folder.path(), &["report", "out", "-o", "page.html"]);
    assert!(folder.path().join("plots/wins-by-seat.svg").is_file(), "beside the page");
    let page = fs::read_to_string(folder.path().join("page.html")).unwrap();
    let commands: Vec<&str> = page
        .split("<code class=\"command\">ludometer trace ")
        .skip(1)
        .map(|rest| rest.split('<').next().unwrap())
        .collect();
    assert!(commands.len() > 5, "{commands:?}");
    for command in &commands {
        let arguments: Vec<&str> = std::iter::once("trace").chain(command.split(' ')).collect();
        let text = prints(folder.path(), &arguments);
        assert!(text.contains("seed         3"), "{command}");
    }
    let longest = page.split("<li>Longest (turns ").nth(1).unwrap();
    let turns = longest.split(')').next().unwrap();
    let command = longest.split("ludometer trace ").nth(1).unwrap().split('<').next().unwrap();
    let arguments: Vec<&str> = std::iter::once("trace").chain(command.split(' ')).collect();
    assert!(prints(folder.path(), &arguments).contains(&format!("turns        {turns}\n")), "{turns}");
}

#[test]
fn a_folder_without_results_is_refused() {
    let folder = temporary_folder();
    let refused = |arguments: &[&str], text: &str| {
        let output = ludometer(folder.path(), arguments).assert().code(2).stdout("").get_output().clone();
        let error = String::from_utf8(output.stderr).unwrap();
        assert!(error.contains(text), "{error}");
        assert_eq!(error.lines().count(), 1, "{error}");
    };
    refused(&["report", "nowhere"], "reading nowhere failed");
    refused(&["report", "."], "holds no results of a run");
    prints(folder.path(), &["run", "pure-profit", "--games", "9", "--out", "out", "--quiet"]);
    refused(&["report", "out", "-o", "missing/page.html"], "there is no folder missing");
    let path = folder.path().join("out/cards.csv");
    let text = fs::read_to_string(&path).unwrap();
    fs::write(&path, &text[..text.len() - 30]).unwrap();
    refused(&["report", "out"], "out/cards.csv, line 16: ");
    assert!(!folder.path().join("out/report.html").exists() && !folder.path().join("out/plots").exists());
}
