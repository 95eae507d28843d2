//! The reference of files and columns is what commands write: each file has its row, with the columns of its header.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use super::{read, root};
use ludometer::bots::file_keys;
use ludometer::cli::EXIT_STATUSES;
use ludometer_report::COMMAND_FILES;

/// Commands with small budgets that write every table there is, each into a folder of its own.
const COMMANDS: [&str; 15] = [
    "run games/kuhn_poker.luau --games 8 --per-game --analyze --skill --card-values",
    "run even-odd --games 8",
    "run greed-street --games 8",
    "run film-rummy --games 8",
    "run im-the-boss --games 8",
    "run tests/it/book/own_figures.luau --games 8",
    "study pure-profit --games 4096 --search-games 0",
    "compare pure-profit --set-b deck.steal_one=6 --metrics turns --games 2_048",
    "sweep pure-profit --vary deck.steal_one=4,6 --games 64",
    "tune pure-profit --target turns=1..100 --move deck.steal_one=3..5 --games 81_920",
    "check pure-profit --gates examples/gates.toml --games 2_048",
    "tournament pure-profit --bots random greedy --players 2 --games 24",
    "review pure-profit --game 0 --games 2 --worlds 20",
    "train games/kuhn_poker.luau --method regret --rounds 2",
    "train games/kuhn_poker.luau --method value --games 512",
];

/// Files whose columns depend on what was asked for: a part of their headers stands in the reference.
const OPEN: [&str; 3] = ["games.csv", "sweep.csv", "tune.csv"];

/// A row of a table of files: its line, the files' names and the columns that stand in it.
struct Row<'a> {
    line: &'a str,
    files: Vec<&'a str>,
    columns: Option<&'a str>,
}

/// Returns what stands as code in a cell.
fn spans(cell: &str) -> Vec<&str> {
    cell.split('`').skip(1).step_by(2).collect()
}

/// Returns the rows that name files, of tables with the columns `file` and `columns`.
fn rows(page: &str) -> Vec<Row<'_>> {
    let mut found = Vec::new();
    let mut head: Option<Vec<&str>> = None;
    for line in page.lines() {
        let Some(inner) = line.strip_prefix('|') else {
            head = None;
            continue;
        };
        let cells: Vec<&str> = inner.split('|').map(str::trim).collect();
        let Some(head) = &head else {
            head = Some(cells);
            continue;
        };
        let place = |name: &str| head.iter().position(|cell| *cell == name);
        let Some(files) = place("file").map(|at| spans(cells[at])) else { continue };
        let columns = place("columns").and_then(|at| spans(cells[at]).first().copied());
        found.push(Row { line, files, columns });
    }
    found
}

/// Runs the commands in a folder and returns the header of each CSV file by the name of the file, and the names of all
/// files.
fn written(folder: &Path) -> (BTreeMap<String, BTreeSet<String>>, BTreeSet<String>) {
    let (mut headers, mut names) = (BTreeMap::<_, BTreeSet<String>>::new(), BTreeSet::new());
    for (number, command) in COMMANDS.iter().enumerate() {
        let out = folder.join(number.to_string());
        let is_train = command.starts_with("train");
        if is_train {
            std::fs::create_dir(&out).expect("a folder");
        }
        let to = if is_train { out.join("FILE.toml") } else { out.clone() };
        assert_cmd::cargo::cargo_bin_cmd!("ludometer")
            .current_dir(root())
            .args(command.split(' '))
            .args(["--quiet", "--out"])
            .arg(to)
            .assert()
            // A check of few games is undecided.
            .code(if command.starts_with("check") { 4 } else { 0 });
        for entry in std::fs::read_dir(&out).expect("a folder of results") {
            let path = entry.expect("an entry").path();
            let name = path.file_name().expect("a name").to_string_lossy().into_owned();
            if path.extension().is_some_and(|extension| extension == "csv") {
                let text = read(&path);
                let header = text.lines().next().unwrap_or_default().replace(',', ", ");
                headers.entry(name.clone()).or_default().insert(header);
            }
            if path.is_file() {
                names.insert(name);
            }
        }
    }
    (headers, names)
}

/// Returns the page with the columns that the headers have.
fn renewed(page: &str, headers: &BTreeMap<String, BTreeSet<String>>) -> String {
    let mut page = page.to_owned();
    for row in rows(&page.clone()) {
        let [file] = row.files[..] else { continue };
        let (Some(columns), Some(of_file)) = (row.columns, headers.get(file)) else { continue };
        // Two commands write tables of one name: each has its own row.
        if OPEN.contains(&file) || of_file.contains(columns) {
            continue;
        }
        let unnamed = of_file.iter().find(|header| !page.contains(&format!("`{header}`")));
        let header = unnamed.unwrap_or_else(|| panic!("{file} has no header `{columns}`"));
        let line = row.line.replacen(&format!("`{columns}`"), &format!("`{header}`"), 1);
        page = page.replacen(row.line, &line, 1);
    }
    page
}

#[test]
fn the_reference_of_files_is_what_commands_write() {
    let folder = tempfile::TempDir::new().expect("a temporary folder");
    let (headers, mut names) = written(folder.path());
    let path = root().join("docs/reference/files.md");
    let stored = read(&path);
    let page = renewed(&stored, &headers);
    if std::env::var_os("UPDATE").is_some() {
        std::fs::write(&path, &page).expect("the page can be written");
    } else {
        let differs = stored.lines().zip(page.lines()).find(|(a, b)| a != b);
        assert!(
            stored == page,
            "files.md is not what is written (UPDATE=1 cargo test --test it book): {differs:?}"
        );
    }
    let rows = rows(&page);
    for (file, of_file) in &headers {
        let reported: BTreeSet<String> = rows
            .iter()
            .filter(|row| row.files == [file.as_str()])
            .filter_map(|row| row.columns)
            .map(str::to_owned)
            .collect();
        if OPEN.contains(&file.as_str()) {
            let header = of_file.first().expect("a header");
            let has = |column: &str| header.split(", ").any(|name| name == column);
            assert!(
                reported.iter().flat_map(|reported| reported.split(", ")).all(has),
                "{file}: {reported:?} are not in {header}"
            );
            assert!(!reported.is_empty(), "{file} has no row");
        } else {
            assert_eq!(&reported, of_file, "the columns of {file}");
        }
    }
    names.extend(COMMAND_FILES.into_iter().flatten().map(|name| (*name).to_owned()));
    let reported: BTreeSet<&str> = rows.iter().flat_map(|row| row.files.iter().copied()).collect();
    let missing: Vec<&String> = names.iter().filter(|name| !reported.contains(name.as_str())).collect();
    assert!(missing.is_empty(), "files without a row: {missing:?}");
    let unknown: Vec<&&str> = reported.iter().filter(|name| !names.contains(**name)).collect();
    assert!(unknown.is_empty(), "rows of files that nothing writes: {unknown:?}");
}

/// Returns the text of a chapter whose heading begins with these words.
fn chapter<'a>(page: &'a str, heading: &str) -> &'a str {
    let begin = page.find(&format!("\n## {heading}")).unwrap_or_else(|| panic!("no chapter {heading}"));
    let chapter = &page[begin + 1..];
    chapter.find("\n## ").map_or(chapter, |end| &chapter[..end])
}

#[test]
fn the_reference_has_all_exit_statuses() {
    let page = read(&root().join("docs/reference/files.md"));
    let mut wanted = "| status | meaning |\n|---|---|\n".to_owned();
    for (status, meaning) in EXIT_STATUSES {
        wanted += &format!("| {status} | {meaning} |\n");
    }
    assert!(chapter(&page, "Exit status").contains(&wanted), "{wanted}");
}

#[test]
fn the_reference_has_all_keys_of_strategy_files() {
    let page = read(&root().join("docs/reference/strategy-files.md"));
    for (kind, keys) in file_keys() {
        let chapter = chapter(&page, kind);
        let first =
            |line: &str| line.strip_prefix("| ").and_then(|line| line.split(" | ").next()).map(str::to_owned);
        let reported: Vec<String> = chapter.lines().filter_map(first).collect();
        for key in keys {
            let is_reported = reported
                .iter()
                .any(|cell| spans(cell).iter().any(|span| span.trim_matches(['[', ']']) == key));
            assert!(is_reported, "`{key}` of a {kind} is in no table");
        }
    }
}

/// Says that it is ready, takes the first action each time, and notes what it reads.
#[cfg(unix)]
const NOTES: &str = r#"while read -r line; do
    echo "$line" >>"$1"
    case "$line" in
    *'"type":"hello"'*) echo '{"ready": true}' ;;
    *'"type":"decide"'*) echo '{"choose": 0}' ;;
    esac
done
"#;

#[cfg(unix)]
#[test]
fn the_reference_of_the_protocol_is_what_programs_read() {
    let page = read(&root().join("docs/reference/strategy-files.md"));
    let rows = chapter(&page, "Program").lines().filter_map(|line| line.strip_prefix("| `{\"type\":\""));
    // Words in quotation marks before a colon are keys.
    let keys = |text: &str| -> BTreeSet<String> {
        let parts: Vec<&str> = text.split('"').collect();
        let is_key = |at: &usize| parts.get(at + 1).is_some_and(|next| next.starts_with(':'));
        (1..parts.len()).step_by(2).filter(is_key).map(|at| parts[at].to_owned()).collect()
    };
    let mut reported: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for row in rows {
        let message = row.split('`').next().unwrap_or_default();
        let kind = message.split('"').next().unwrap_or_default();
        reported.insert(kind.to_owned(), keys(&format!("{{\"type\":\"{message}")));
    }
    let folder = tempfile::TempDir::new().expect("a temporary folder");
    let [bot, log] = ["bot.sh", "log"].map(|name| folder.path().join(name));
    std::fs::write(bot, NOTES).expect("a file");
    let file = format!("command = [\"sh\", \"bot.sh\", '{}']\n", log.display());
    std::fs::write(folder.path().join("notes.toml"), file).expect("a file");
    assert_cmd::cargo::cargo_bin_cmd!("ludometer")
        .current_dir(folder.path())
        .args(["run", "pure-profit", "--players", "2", "--games", "1", "--threads", "1", "--quiet"])
        .args(["--bots", "notes.toml", "random", "--out", "out"])
        .assert()
        .success();
    let mut read_by_program: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for line in read(&log).lines() {
        let message: serde_json::Value = serde_json::from_str(line).expect("a JSON object a line");
        let keys = message.as_object().expect("an object").keys().cloned().collect();
        read_by_program.insert(message["type"].as_str().expect("a type").to_owned(), keys);
    }
    assert_eq!(reported, read_by_program);
}
