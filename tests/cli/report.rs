//! The page of a run's folder.

use std::fs;

use ludometer::registry::GAMES;

use crate::bad_input::paragraph;
use crate::{files, json, ludometer, prints, temporary_folder};

#[test]
fn every_game_has_a_page() {
    let folder = temporary_folder();
    for entry in GAMES.iter() {
        let game = entry.id();
        let others = vec!["random"; entry.schema().usual_seats - 1];
        let run = [
            &["run", game, "--games", "40", "--seed", "3", "--per-game", "--quiet", "--out", game][..],
            &["--bots", "greedy"],
            &others,
        ];
        prints(folder.path(), &run.concat());
        let said = prints(folder.path(), &["report", game]);
        assert!(said.starts_with(&format!("{game}/report.html: ")), "{said}");
        let page = fs::read_to_string(folder.path().join(game).join("report.html")).unwrap();
        let plots = files(&folder.path().join(game).join("plots"));
        assert!(plots.len() >= 6, "{game}: {:?}", plots.keys());
        for id in
            ["wins-by-seat", "wins-by-bot", "who-ranks-ahead-of-whom", "length-in-turns", "actions-in-a-game"]
        {
            assert!(plots.contains_key(&format!("{id}.svg")), "{game}: {id}");
            assert!(page.contains(&format!("<figure id=\"{id}\"")), "{game}: {id}");
        }
        // The same bytes again, also where there is a page already.
        prints(folder.path(), &["report", game]);
        assert_eq!(fs::read_to_string(folder.path().join(game).join("report.html")).unwrap(), page);
        assert!(!page.split("<script>").next().unwrap().contains("NaN"), "{game}");
    }
}

#[test]
fn the_games_and_commands_on_the_page_work() {
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
    assert!(folder.path().join("page-plots/wins-by-seat.svg").is_file(), "beside the page");
    let page = fs::read_to_string(folder.path().join("page.html")).unwrap();
    let (page, games) = page.split_once("<iframe").unwrap();
    let commands: Vec<&str> = page
        .split("<code class=\"command\">ludometer trace ")
        .skip(1)
        .map(|rest| rest.split('<').next().unwrap())
        .collect();
    for command in &commands {
        let arguments: Vec<&str> = std::iter::once("trace").chain(command.split(' ')).collect();
        let text = prints(folder.path(), &arguments);
        assert!(text.lines().next().unwrap().ends_with(" of seed 3"), "{command}: {text}");
    }
    // The games are in the page, each with the log of what happened in it.
    let (viewer, page) = games.split_once("</iframe>").unwrap();
    let watched: Vec<&str> =
        page.split("data-film=\"").skip(1).map(|rest| rest.split('"').next().unwrap()).collect();
    assert!(watched.len() > 5, "{watched:?}");
    let log = |film: &str| {
        viewer
            .split(&format!("<section class=\"log\" data-film=\"{film}\""))
            .nth(1)
            .unwrap()
            .split("</section>")
            .next()
            .unwrap()
    };
    assert!(watched.iter().all(|film| log(film).contains(" of seed 3")), "{viewer}");
    let longest =
        page.split("Longest</button> (").nth(1).or_else(|| page.split("<li>Longest (").nth(1)).unwrap();
    let turns = longest.split(" turns)").next().unwrap();
    let film = longest.split("data-film=\"").nth(1).unwrap().split('"').next().unwrap();
    assert!(log(film).contains(&format!("over after {turns} turns")), "{turns}");
}

#[test]
fn a_page_that_cannot_be_written_is_refused_before_anything_is() {
    let folder = temporary_folder();
    prints(folder.path(), &["run", "pure-profit", "--games", "9", "--out", "out", "--quiet"]);
    fs::create_dir_all(folder.path().join("there/page.html")).unwrap();
    fs::create_dir(folder.path().join("file")).unwrap();
    fs::write(folder.path().join("file/page-plots"), "").unwrap();
    for output in ["there/page.html", "file/page.html"] {
        let said = paragraph(folder.path(), &["report", "out", "-o", output], 2);
        assert!(said.contains("choose another one with -o"), "{said}");
    }
    assert_eq!(fs::read_dir(folder.path().join("there")).unwrap().count(), 1, "no plots");
    assert_eq!(files(&folder.path().join("file")).len(), 1);
}

#[cfg(unix)]
#[test]
fn a_page_for_a_pipe_has_no_plots_beside_it() {
    let folder = temporary_folder();
    prints(folder.path(), &["run", "pure-profit", "--games", "9", "--out", "out", "--quiet"]);
    let pipe = folder.path().join("pipe");
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let reader = std::thread::spawn(move || fs::read_to_string(pipe).unwrap());
    ludometer(folder.path(), &["report", "out", "-o", "pipe"]).assert().success().stdout("");
    assert!(reader.join().unwrap().ends_with("</html>\n"));
    assert!(!folder.path().join("plots").exists() && !folder.path().join("pipe-plots").exists());
}

#[test]
fn pages_in_one_folder_have_plots_of_their_own() {
    let folder = temporary_folder();
    fs::create_dir(folder.path().join("pages")).unwrap();
    for (game, page) in [("pure-profit", "a"), ("even-odd", "b")] {
        prints(folder.path(), &["run", game, "--games", "9", "--out", game, "--quiet"]);
        prints(folder.path(), &["report", game, "-o", &format!("pages/{page}.html")]);
    }
    for page in ["a", "b"] {
        let text = fs::read_to_string(folder.path().join(format!("pages/{page}.html"))).unwrap();
        let links: Vec<&str> = text.split("href=\"").skip(1).filter(|link| !link.starts_with('#')).collect();
        assert!(links.is_empty(), "a page that is sent alone has no link to a file: {links:?}");
        assert!(folder.path().join(format!("pages/{page}-plots/wins-by-seat.svg")).is_file(), "{page}");
    }
}

#[test]
fn plays_worth_watching_are_found_in_either_format() {
    let folder = temporary_folder();
    for format in ["csv", "parquet"] {
        let run = [
            "run",
            "pure-profit",
            "--games",
            "40",
            "--per-game",
            "--format",
            format,
            "--quiet",
            "--out",
            format,
        ];
        prints(folder.path(), &run);
        prints(folder.path(), &["report", format]);
    }
    let plays = |format: &str| {
        let page = fs::read_to_string(folder.path().join(format).join("report.html")).unwrap();
        page.split("<ul class=\"plays\">").nth(1).unwrap().split("</ul>").next().unwrap().to_owned()
    };
    assert!(plays("csv").contains("Longest ("), "{}", plays("csv"));
    assert_eq!(plays("csv"), plays("parquet"));
}

#[test]
fn the_page_of_replaced_results_goes_with_its_plots() {
    let folder = temporary_folder();
    let run = ["run", "pure-profit", "--games", "9", "--out", "out", "--quiet"];
    prints(folder.path(), &run);
    prints(folder.path(), &["report", "out"]);
    let there = |name: &str| folder.path().join("out").join(name).exists();
    assert!(there("report.html") && there("plots/wins-by-seat.svg"));
    prints(folder.path(), &[&run[..], &["--force"]].concat());
    assert!(!there("report.html") && !there("plots"));
    // What the user has put there stays.
    prints(folder.path(), &["report", "out"]);
    fs::write(folder.path().join("out/plots/mine.svg"), "").unwrap();
    prints(folder.path(), &[&run[..], &["--force"]].concat());
    let left = files(&folder.path().join("out/plots"));
    assert_eq!(left.keys().collect::<Vec<_>>(), ["mine.svg"]);
}

#[test]
fn a_folder_of_results_gets_an_index() {
    let folder = temporary_folder();
    let run = |game: &str, out: &str, more: &[&str]| {
        let words = ["run", game, "--games", "60", "--seed", "3", "--quiet", "--out", out];
        prints(folder.path(), &[&words[..], more].concat());
    };
    run("pure-profit", "all/one", &[]);
    run("pure-profit", "all/deep er/two", &["--set", "deck.steal_one=8"]);
    run("even-odd", "all/other", &[]);
    let record = json(&fs::read_to_string(folder.path().join("all/one/run.json")).unwrap());
    let finished = record["finished"].as_str().unwrap();
    assert!(finished.len() == 20 && finished.starts_with("20") && finished.ends_with('Z'), "{finished}");
    assert_eq!(prints(folder.path(), &["report", "all"]), "all/index.html: 3 results\n");
    let index = fs::read_to_string(folder.path().join("all/index.html")).unwrap();
    for part in [
        "3 results of 2 game designs",
        "Pure Profit",
        "Steal One 8 instead of 4",
        "href=\"deep%20er/two/report.html\"",
        "turns a game",
    ] {
        assert!(index.contains(part), "{part}");
    }
    assert!(
        folder.path().join("all/deep er/two/report.html").is_file(),
        "pages that are missing are written"
    );
    // The same bytes again, and from elsewhere with other links.
    prints(folder.path(), &["report", "all"]);
    assert_eq!(fs::read_to_string(folder.path().join("all/index.html")).unwrap(), index);
    fs::create_dir(folder.path().join("site")).unwrap();
    prints(folder.path(), &["report", "all", "-o", "site/x.html"]);
    let elsewhere = fs::read_to_string(folder.path().join("site/x.html")).unwrap();
    assert!(elsewhere.contains("href=\"../all/one/report.html\""), "{elsewhere}");
    // What is damaged is named; a page of somebody else's stays.
    fs::write(folder.path().join("all/other/run.json"), "{").unwrap();
    assert_eq!(
        prints(folder.path(), &["report", "all"]),
        "all/index.html: 2 results; 1 more could not be read\n"
    );
    fs::write(folder.path().join("all/index.html"), "mine").unwrap();
    let said = paragraph(folder.path(), &["report", "all"], 2);
    assert!(said.contains("is not an index of this program's"), "{said}");
    assert_eq!(fs::read_to_string(folder.path().join("all/index.html")).unwrap(), "mine");
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
