//! Runs the commands of the pages.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use tempfile::TempDir;

use super::commands::printed;
use super::markdown::{Block, blocks};
use super::{pages, read, root};

/// Words that begin a line of a `sh` block that isn't run here: tools that build, install or need a cluster.
const NOT_RUN: [&str; 8] = ["cargo", "just", "pip", "git", "scripts/", "ray", "sbatch", "mdbook"];

/// An option and its value here.
type Budget = (&'static str, &'static str);

/// Commands, each with words that a line may have, and the budgets that lines with these words have here (the first row
/// that fits is a line's): the least that go through all that the command does. Experiments whose intervals hold at
/// every look need a least number of games.
const BUDGETS: &[(&str, &str, &[Budget])] = &[
    ("run", "--skill", &[("--games", "8"), ("--players", "2"), ("--set", "bank.goal=4")]),
    ("run", "mcts", &[("--games", "8")]),
    ("run", "", &[("--games", "128")]),
    ("compare", "mcts", &[("--games", "256")]),
    ("compare", "", &[("--games", "2304")]),
    ("sweep", "", &[("--games", "64")]),
    ("tune", "", &[("--games", "40_960")]),
    ("check", "", &[("--games", "2048")]),
    ("tournament", "--minutes", &[("--games", "24"), ("--bots", "random greedy")]),
    ("tournament", "mcts", &[("--games", "24")]),
    ("tournament", "", &[("--games", "120")]),
    ("study", "", &[("--minutes", "0.02")]),
    ("review", "--games", &[("--games", "2"), ("--worlds", "20")]),
    ("review", "", &[("--worlds", "20")]),
    ("exploit", "--exact", &[]),
    ("exploit", "--players 2", &[("--games", "1680")]),
    ("exploit", "", &[("--games", "6500")]),
    ("watch", "", &[("--worlds", "20")]),
    ("audit", "", &[("--positions", "20")]),
    ("train", "--teacher", &[("--games", "16"), ("--worlds", "1"), ("--players", "3")]),
    ("train", "--method value", &[("--games", "64"), ("--worlds", "1"), ("--players", "3")]),
    ("train", "--method regret", &[]),
    ("train", "", &[("--games", "3072")]),
];

/// Bots that think, and with how little they do it here.
const THINKING: &[(&str, &str)] = &[("mcts", "mcts:iterations=4"), ("learned", "learned:worlds=1")];

/// Commands that build the program and run it.
const BUILT: [&str; 2] = ["cargo run --release -- ", "cargo run --profile quick --no-default-features -- "];

/// Returns whether a line of a `sh` block runs the program.
fn is_ours(line: &str) -> bool {
    line.contains("ludometer ") || BUILT.iter().any(|command| line.starts_with(command))
}

/// Returns whether a budget that a page gives is no more than another one.
fn is_at_most(given: &str, other: &str) -> bool {
    let number = |text: &str| text.replace('_', "").parse::<f64>().ok();
    number(given).zip(number(other)).is_some_and(|(given, other)| given <= other)
}

/// Returns the line with its budget cut down to what a test can play. All else is as it stands.
fn small(line: &str) -> String {
    let line = BUILT.iter().fold(line.to_owned(), |line, built| line.replace(built, "ludometer "));
    let mut words: Vec<&str> = line.split(' ').collect();
    let Some(at) = words.iter().position(|word| *word == "ludometer") else { return line };
    let row =
        |(command, with, _): &&(&str, &str, _)| words.get(at + 1) == Some(command) && line.contains(with);
    let budgets = BUDGETS.iter().find(row).map_or(&[][..], |(.., budgets)| budgets);
    for (option, least) in budgets {
        if let Some(found) = words.iter().position(|word| word == option) {
            let given = words.get_mut(found + 1).unwrap_or_else(|| panic!("a budget is missing in `{line}`"));
            if !is_at_most(given, least) {
                *given = least;
            }
            continue;
        }
        // A minute is as long with the least to do: games in its place.
        if let Some(minutes) = words.iter().position(|word| *word == "--minutes") {
            words.drain(minutes..(minutes + 2).min(words.len()));
        }
        // Behind the game.
        let end = if words.get(at + 2).is_some_and(|word| !word.starts_with('-')) { at + 3 } else { at + 2 };
        words.splice(end..end, [*option, *least]);
    }
    for word in &mut words {
        let bot = word.split_once(":iterations=").map_or(*word, |(bot, _)| bot);
        *word = THINKING.iter().find(|(name, _)| *name == bot).map_or(*word, |(_, quick)| quick);
    }
    words.join(" ")
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
            if !is_ours(line) {
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

/// Tries all commands of a page, one after another.
fn try_page(name: &str) {
    let mut page = Page { name: name.to_owned(), folder: folder(), wrong: Vec::new(), ran: 0 };
    for block in blocks(&read(&root().join(name))) {
        page.try_block(&block);
    }
    assert!(page.wrong.is_empty(), "{}", page.wrong.join("\n\n"));
    assert!(page.ran > 0, "no command of {name} ran");
}

/// A test for each page with commands: its name and the page.
macro_rules! pages {
    ($($name:ident: $page:literal;)*) => {
        const WITH_COMMANDS: &[&str] = &[$($page),*];
        $(
            #[test]
            fn $name() {
                try_page($page);
            }
        )*
    };
}

pages! {
    readme: "README.md";
    cases_first_player: "docs/cases/first-player.md";
    cases_long_evenings: "docs/cases/long-evenings.md";
    cases_lunch_break: "docs/cases/lunch-break.md";
    distributed: "docs/distributed.md";
    guide_analyse: "docs/guide/analyse.md";
    guide_bots: "docs/guide/bots.md";
    guide_change_the_rules: "docs/guide/change-the-rules.md";
    guide_compare: "docs/guide/compare.md";
    guide_find_settings: "docs/guide/find-settings.md";
    guide_first_answer: "docs/guide/first-answer.md";
    guide_from_a_sheet: "docs/guide/from-a-sheet.md";
    guide_gates: "docs/guide/gates.md";
    guide_install: "docs/guide/install.md";
    guide_long_runs: "docs/guide/long-runs.md";
    guide_own_bot: "docs/guide/own-bot.md";
    guide_play: "docs/guide/play.md";
    guide_quick_scripts: "docs/guide/quick-scripts.md";
    guide_replay: "docs/guide/replay.md";
    guide_report_pages: "docs/guide/report-pages.md";
    guide_study: "docs/guide/study.md";
    guide_train: "docs/guide/train.md";
    guide_your_own_game: "docs/guide/your-own-game.md";
    reference_scripts: "docs/reference/scripts.md";
    tutorials_first_bot: "docs/tutorials/first-bot.md";
    tutorials_first_study: "docs/tutorials/first-study.md";
    tutorials_many_machines: "docs/tutorials/many-machines.md";
}

#[test]
fn every_page_with_commands_has_a_test() {
    let has_commands = |page: &PathBuf| {
        let commands = |block: &Block| match block.language.as_str() {
            "sh" => block.text.lines().any(is_ours),
            "console" => true,
            _ => false,
        };
        blocks(&read(page)).iter().any(commands)
    };
    let pages = pages().into_iter().filter(has_commands);
    let names: Vec<String> =
        pages.map(|page| page.strip_prefix(root()).unwrap_or(&page).display().to_string()).collect();
    assert_eq!(names, WITH_COMMANDS, "list the pages above");
}

/// Returns the options of each call of the program in a line, with the command that they are given to.
fn options(line: &str) -> Vec<(&str, &str)> {
    let mut found = Vec::new();
    for call in line.split("ludometer ").skip(1) {
        let call = call.split(['|', ';', '&', '#', '>', ')']).next().unwrap_or_default();
        let mut words = call.split_whitespace();
        let Some(command) = words.next() else { continue };
        let option = |word: &'_ str| word.starts_with("--") && word.len() > 2;
        let names = words.filter(|word| option(word)).map(|word| word.split('=').next().unwrap_or(word));
        found.extend(names.map(|name| (command, name)));
    }
    found
}

/// Returns the options that a help text lists, and not those that it merely names.
fn declared(help: &str) -> impl Iterator<Item = &str> {
    let lines = help.lines().map(str::trim_start).filter(|line| line.starts_with('-'));
    lines.filter_map(|line| line.split([' ', '[', '<', '=']).find(|word| word.starts_with("--")))
}

/// A budget that is cut takes `--minutes` out of a line, so that the program doesn't see it.
#[test]
fn every_option_of_a_command_is_the_programs() {
    let (mut asked, mut unknown) = (0, Vec::new());
    for path in pages() {
        for block in blocks(&read(&path)).iter().filter(|block| block.language == "sh") {
            for (command, name) in block.text.lines().filter(|line| is_ours(line)).flat_map(options) {
                let help = printed(&[command, "--help"]);
                asked += 1;
                if !declared(&help).any(|option| option == name) {
                    unknown.push(format!("{}:{}: {command} {name}", path.display(), block.line));
                }
            }
        }
    }
    assert!(unknown.is_empty(), "{}", unknown.join("\n"));
    assert!(asked > 100, "{asked}");
}

#[test]
fn options_of_a_line_by_hand() {
    let line = "seq 4 | ludometer run x --out=y --set a=1 && ludometer report y --open";
    assert_eq!(options(line), [("run", "--out"), ("run", "--set"), ("report", "--open")]);
}

#[test]
fn budgets_are_cut_and_nothing_else() {
    assert_eq!(small("ludometer run x --games 1e6 --out y"), "ludometer run x --games 128 --out y");
    assert_eq!(small("ludometer run x --games 1m --out y"), "ludometer run x --games 128 --out y");
    assert_eq!(small("ludometer run x --games 20 --out y"), "ludometer run x --games 20 --out y");
    assert_eq!(small("ludometer run x --out y"), "ludometer run x --games 128 --out y");
    let least = "ludometer run x --games 8 --bots mcts:iterations=4 greedy";
    assert_eq!(small("ludometer run x --bots mcts greedy"), least);
    assert_eq!(small("ludometer run x --bots mcts:iterations=200 greedy"), least);
    assert_eq!(small("ludometer run x --minutes 2 --out y"), "ludometer run x --games 128 --out y");
    assert_eq!(small("ludometer review --run x"), "ludometer review --worlds 20 --run x");
    let both = "ludometer sweep x --games 64 --minutes 10";
    assert_eq!(small(both), both);
    assert_eq!(small("ludometer study x"), "ludometer study x --minutes 0.02");
    assert_eq!(small("cargo run --release -- run x"), "ludometer run x --games 128");
    assert_eq!(
        small("cargo run --profile quick --no-default-features -- run x"),
        "ludometer run x --games 128"
    );
    assert_eq!(small("ludometer report y"), "ludometer report y");
    let regret = "ludometer train x --method regret --rounds 1000";
    assert_eq!(small(regret), regret);
}

#[test]
fn elisions_match_what_they_stand_for() {
    assert!(same_lines(&["a", "...", "z"], &["a", "b", "c", "z"]));
    assert!(same_lines(&["a", "..."], &["a"]));
    assert!(!same_lines(&["a"], &["a", "b"]));
    assert!(same_line("x [..] y", "x 1.5 y") && !same_line("x [..] y", "x 1.5 z") && !same_line("x", "xy"));
}
