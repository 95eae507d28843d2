//! The page of all commands is what `--help` prints.

use std::path::Path;

use super::{read, root};

/// Returns what the program prints for these arguments.
pub(super) fn printed(arguments: &[&str]) -> String {
    let output = assert_cmd::cargo::cargo_bin_cmd!("ludometer")
        .args(arguments)
        .env("COLUMNS", "100")
        .assert()
        .success()
        .get_output()
        .clone();
    String::from_utf8(output.stdout).expect("UTF-8")
}

/// Returns the names of all commands, as the program's own help lists them.
fn names() -> Vec<String> {
    let help = printed(&["--help"]);
    // They stand in groups between the usage and the options.
    let list =
        help.split_once("Usage:").and_then(|(_, rest)| rest.split_once("\nOptions:")).expect("a list").0;
    let entries = list.lines().filter(|line| line.starts_with("  "));
    let name = |line: &str| line.split_whitespace().next().map(str::to_owned);
    entries.filter_map(name).filter(|name| name != "help").collect()
}

/// Returns a help text as a block of a page.
fn block(arguments: &[&str]) -> String {
    let help = printed(arguments);
    let help: Vec<&str> = help.lines().map(str::trim_end).collect();
    format!("```text\n{}\n```\n", help.join("\n").trim_end())
}

fn page() -> String {
    let mut page = String::from(
        "# Commands\n\nThis page is what `ludometer --help` and `ludometer COMMAND --help` print. A test holds it to the program.\n\n",
    );
    page += &block(&["--help"]);
    for name in names() {
        page += &format!("\n## {name}\n\n{}", block(&[&name, "--help"]));
    }
    page
}

#[test]
fn the_page_of_commands_is_the_programs_help() {
    let path = root().join("docs/reference/commands.md");
    let page = page();
    if std::env::var_os("UPDATE").is_some() {
        std::fs::write(&path, &page).expect("the page can be written");
    }
    let stored = read(&path);
    let differs = stored.lines().zip(page.lines()).find(|(a, b)| a != b);
    assert!(
        stored == page,
        "docs/reference/commands.md is not what the program prints (UPDATE=1 cargo test --test it book): {differs:?}"
    );
}

#[test]
fn every_command_has_an_example() {
    for name in names() {
        assert!(
            printed(&[&name, "--help"]).contains("Examples:\n  ludometer"),
            "`{name} --help` has no example"
        );
    }
}

/// Returns whether the figure is that of the page, where `*` stands for some letters and digits.
fn is_figure(pattern: &str, name: &str) -> bool {
    match pattern.split_once('*') {
        None => pattern == name,
        Some((before, after)) => name
            .strip_prefix(before)
            .is_some_and(|rest| rest.strip_suffix(after).is_some_and(|some| !some.is_empty())),
    }
}

/// Returns the names in the first column of a table of results.
fn names_in(table: &Path) -> Vec<String> {
    let text = read(table);
    text.lines().skip(1).filter_map(|line| line.split(',').next()).map(str::to_owned).collect()
}

/// Returns what a page of the reference shows as code.
fn shown(page: &str) -> Vec<String> {
    let page = read(&root().join("docs/reference").join(page));
    page.split('`').skip(1).step_by(2).map(str::to_owned).collect()
}

#[test]
fn every_metric_and_figure_of_the_games_is_on_the_pages() {
    let (own, metrics, general) = (shown("game-metrics.md"), shown("metrics.md"), shown("files.md"));
    let is_on = |page: &[String], name: &str| page.iter().any(|pattern| is_figure(pattern, name));
    let folder = tempfile::TempDir::new().expect("a temporary folder");
    let games: serde_json::Value = serde_json::from_str(&printed(&["games", "--json"])).expect("JSON");
    for game in games.as_array().expect("a list") {
        let id = game["id"].as_str().expect("an id");
        let out = folder.path().join(id);
        let to = out.to_str().expect("UTF-8");
        let more = ["--analyze", "--target-length", "20..40", "--quiet", "--out", to];
        printed(&[&["run", id, "--games", "8"][..], &more].concat());
        let mut of_game = 0;
        for name in names_in(&out.join("summary.csv")) {
            if name.as_bytes().get(2) == Some(&b'_') {
                of_game += 1;
                assert!(is_on(&own, &name), "{name} is not on the page of figures");
            } else {
                assert!(is_on(&general, &name) || is_on(&metrics, &name), "{name} is on no page");
            }
        }
        assert!(of_game > 20, "{id} has only {of_game} figures of its own");
        let measured = names_in(&out.join("metrics.csv"));
        assert!(measured.len() > 30, "{id} has only {} metrics", measured.len());
        for name in measured {
            assert!(is_on(&metrics, &name), "{name} is not on the page of metrics");
        }
    }
}
