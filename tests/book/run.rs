//! Runs the commands of the pages.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::Mutex;

use tempfile::TempDir;

use super::markdown::{Block, blocks};
use super::{pages, read, root};

/// Words that begin a line of a `sh` block that isn't run here: tools that build, install or need a cluster.
const NOT_RUN: [&str; 8] = ["cargo", "just", "pip", "git", "scripts/", "ray", "sbatch", "mdbook"];

/// The most that a page's command plays here, by command: the option, with quick bots, with bots that think. Experiments
/// whose intervals hold at every look need a least number of games.
const BUDGETS: [(&str, &str, u32, u32); 9] = [
    ("run", "--games", 240, 8),
    ("compare", "--games", 2304, 256),
    ("sweep", "--games", 64, 8),
    ("tune", "--games", 81_920, 81_920),
    ("check", "--games", 2048, 256),
    ("tournament", "--games", 120, 24),
    ("train", "--games", 6400, 6400),
    ("audit", "--positions", 20, 10),
    ("bench", "--time", 1, 1),
];

/// Returns the line with its budget cut down to what a test can play. All else is as it stands.
fn small(line: &str) -> String {
    let line = line
        .replace("cargo run --release -- ", "ludometer ")
        .replace("cargo run --profile quick -- ", "ludometer ");
    let words: Vec<&str> = line.split(' ').collect();
    let Some(start) = words.iter().position(|word| *word == "ludometer") else { return line };
    let Some(&(command, option, quick, slow)) =
        BUDGETS.iter().find(|(command, ..)| words.get(start + 1) == Some(command))
    else {
        return line;
    };
    let thinks = ["mcts", "flat-mc", "lookahead", "--skill", "--card-values"];
    let is_slow = thinks.iter().any(|word| line.contains(word)) || words.contains(&"deep");
    let most = if is_slow { slow } else { quick };
    let most = if command == "bench" { "0.02".to_owned() } else { most.to_string() };
    // A slow machine finishes something in it, even with all of the checks that an unoptimized program makes.
    let minutes = "0.2".to_owned();
    let budgets = ["--games", "--max-games", "--budget", "--deals", "--positions", "--time", "--minutes"];
    let mut small: Vec<String> = Vec::new();
    let mut cut = false;
    let mut rest = words.iter();
    while let Some(word) = rest.next() {
        small.push((*word).to_owned());
        // Rounds of a small game take no time.
        cut |= *word == "--rounds";
        if budgets.contains(word) {
            let value = rest.next().copied().unwrap_or_default();
            small.push(if *word == "--minutes" { minutes.clone() } else { most.clone() });
            assert!(!value.is_empty(), "a budget is missing in `{line}`");
            cut = true;
        }
    }
    if !cut {
        let at = start + 2;
        small.splice(at..at, [option.to_owned(), most]);
        // The name of the game stands first.
        small.swap(at, at + 2);
        small.swap(at + 1, at + 2);
    }
    small.join(" ")
}

/// Returns a folder to run a page in: the repository's examples, strategies and scripts, and nothing else.
fn folder() -> TempDir {
    let folder = TempDir::new().expect("a temporary folder");
    for name in ["examples", "strategies", "games"] {
        let to = folder.path().join(name);
        fs::create_dir(&to).expect("a folder");
        for entry in fs::read_dir(root().join(name)).expect("a folder of the repository") {
            let from = entry.expect("an entry").path();
            if from.is_file() {
                fs::copy(&from, to.join(from.file_name().unwrap_or_default())).expect("a copy");
            }
        }
    }
    folder
}

fn shell(folder: &Path, line: &str) -> Output {
    let program = PathBuf::from(assert_cmd::cargo::cargo_bin!("ludometer"));
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders = program.parent().map(Path::to_path_buf).into_iter().chain(std::env::split_paths(&path));
    let mut command = Command::new("bash");
    command
        .current_dir(folder)
        .args(["-c", line])
        .env("PATH", std::env::join_paths(folders).expect("a path"));
    command.env("COLUMNS", "100").output().unwrap_or_else(|e| panic!("{line}: {e}"))
}

/// A page while it is tried.
struct Page {
    name: String,
    folder: TempDir,
    wrong: Vec<String>,
    ran: usize,
}

impl Page {
    fn try_block(&mut self, block: &Block) {
        if let Some(file) = &block.file {
            let own = root().join(file);
            if own.exists() {
                if read(&own) != block.text {
                    self.wrong
                        .push(format!("{}:{}: {file} is not what the page shows", self.name, block.line));
                }
                return;
            }
            let path = self.folder.path().join(file);
            fs::create_dir_all(path.parent().unwrap_or(Path::new("."))).expect("a folder");
            let before = if block.goes_on { read(&path) + "\n" } else { String::new() };
            fs::write(path, before + &block.text).expect("a file");
        }
        match block.language.as_str() {
            "sh" => self.try_lines(block),
            "console" => self.try_console(block),
            _ => {}
        }
    }

    fn try_lines(&mut self, block: &Block) {
        for line in block.text.lines().filter(|line| !line.trim().is_empty() && !line.starts_with('#')) {
            let built = ["cargo run --release -- ", "cargo run --profile quick -- "];
            let is_ours =
                line.contains("ludometer ") || built.iter().any(|command| line.starts_with(command));
            if !is_ours {
                let known = NOT_RUN.iter().any(|word| line.starts_with(word));
                if !known {
                    self.wrong.push(format!("{}:{}: is `{line}` to be run?", self.name, block.line));
                }
                continue;
            }
            let line = small(line);
            let output = shell(self.folder.path(), &line);
            self.ran += 1;
            let status = output.status.code();
            let fine = matches!(status, Some(0))
                || (line.contains("ludometer check") && matches!(status, Some(3 | 4)));
            if !fine {
                let error = String::from_utf8_lossy(&output.stderr);
                self.wrong
                    .push(format!("{}:{}: `{line}` ends with {status:?}: {error}", self.name, block.line));
            }
            // With so few plays a search may confirm nothing; the pages go on with the file it would write.
            let tuned = self.folder.path().join("tuned");
            if tuned.join("nearest.toml").exists() && !tuned.join("best.toml").exists() {
                fs::copy(tuned.join("nearest.toml"), tuned.join("best.toml")).expect("a copy");
            }
        }
    }

    /// `$ command` lines with what they print; `...` stands for any lines, `[..]` for anything within one.
    fn try_console(&mut self, block: &Block) {
        let commands = format!("\n{}", block.text);
        for part in commands.split("\n$ ").filter(|part| !part.trim().is_empty()) {
            let (line, wanted) = part.split_once('\n').unwrap_or((part, ""));
            let output = shell(self.folder.path(), line);
            self.ran += 1;
            let both = [output.stdout, output.stderr].concat();
            let printed = String::from_utf8_lossy(&both);
            let wanted: Vec<&str> = wanted.trim_end().lines().map(str::trim_end).collect();
            let lines: Vec<&str> = printed.trim_end().lines().map(str::trim_end).collect();
            if !same_lines(&wanted, &lines) {
                self.wrong.push(format!("{}:{}: `{line}` prints\n{printed}", self.name, block.line));
            }
        }
    }
}

/// Returns whether the lines are those wanted, `...` standing for any number of them.
fn same_lines(wanted: &[&str], lines: &[&str]) -> bool {
    match wanted.split_first() {
        None => lines.is_empty(),
        Some((&"...", rest)) => (0..=lines.len()).any(|skipped| same_lines(rest, &lines[skipped..])),
        Some((first, rest)) => {
            lines.split_first().is_some_and(|(line, lines)| same_line(first, line) && same_lines(rest, lines))
        }
    }
}

/// Returns whether the line is the one wanted, `[..]` standing for any characters.
fn same_line(wanted: &str, line: &str) -> bool {
    let mut parts = wanted.split("[..]");
    let Some(mut rest) = line.strip_prefix(parts.next().unwrap_or_default()) else { return false };
    let parts: Vec<&str> = parts.collect();
    let Some((last, middle)) = parts.split_last() else { return rest.is_empty() };
    for part in middle {
        let Some(at) = rest.find(part) else { return false };
        rest = &rest[at + part.len()..];
    }
    rest.ends_with(last)
}

#[test]
fn every_command_of_readme_and_book_runs() {
    let queue = Mutex::new(pages());
    let results = Mutex::new((0, Vec::new()));
    let work = || {
        loop {
            let Some(path) = queue.lock().expect("no worker panics with it").pop() else { return };
            let name = path.strip_prefix(root()).unwrap_or(&path).display().to_string();
            let mut page = Page { name, folder: folder(), wrong: Vec::new(), ran: 0 };
            for block in blocks(&read(&path)) {
                page.try_block(&block);
            }
            let mut results = results.lock().expect("no worker panics with it");
            results.0 += page.ran;
            results.1.append(&mut page.wrong);
        }
    };
    std::thread::scope(|scope| {
        scope.spawn(work);
        scope.spawn(work);
    });
    let (ran, wrong) = results.into_inner().expect("no worker panicked");
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
    assert!(ran > 50, "only {ran} commands ran");
}

#[test]
fn budgets_are_cut_and_nothing_else() {
    assert_eq!(small("ludometer run x --games 1e6 --out y"), "ludometer run x --games 240 --out y");
    assert_eq!(small("ludometer run x --out y"), "ludometer run x --games 240 --out y");
    assert_eq!(small("ludometer run x --bots mcts"), "ludometer run x --games 8 --bots mcts");
    assert_eq!(small("cargo run --release -- run x"), "ludometer run x --games 240");
    assert_eq!(small("cargo run --profile quick -- run x"), "ludometer run x --games 240");
    assert_eq!(small("ludometer report y"), "ludometer report y");
    assert_eq!(small("ludometer train x --rounds 1000"), "ludometer train x --rounds 1000");
}

#[test]
fn elisions_match_what_they_stand_for() {
    assert!(same_lines(&["a", "...", "z"], &["a", "b", "c", "z"]));
    assert!(same_lines(&["a", "..."], &["a"]));
    assert!(!same_lines(&["a"], &["a", "b"]));
    assert!(same_line("x [..] y", "x 1.5 y") && !same_line("x [..] y", "x 1.5 z") && !same_line("x", "xy"));
}
