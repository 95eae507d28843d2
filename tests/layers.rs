//! The order of the modules, as `src/lib.rs` states it: each knows only those above it, and a game
//! knows no other game.

use std::fs;
use std::path::{Path, PathBuf};

/// From the one that knows nothing to the one that knows all.
const ORDER: [&str; 10] =
    ["model", "stats", "rating", "games", "bots", "run", "experiment", "report", "registry", "cli"];

/// Every mention of a module from the crate's root in this text: line number, path after `crate::`.
fn mentions(text: &str) -> Vec<(usize, Vec<String>)> {
    let mut found = Vec::new();
    let code: Vec<char> = without_comments(text).chars().collect();
    let mut line = 1;
    let mut at = 0;
    let word = "crate::";
    while at < code.len() {
        line += usize::from(code[at] == '\n');
        let here = code[at..].iter().take(word.len()).copied().eq(word.chars());
        let whole = at == 0 || !(code[at - 1].is_alphanumeric() || code[at - 1] == '_');
        if here && whole {
            let mut paths = Vec::new();
            read_tree(&code, at + word.len(), &mut Vec::new(), &mut paths);
            found.extend(paths.into_iter().map(|path| (line, path)));
        }
        at += 1;
    }
    found
}

/// Reads a path or a tree of paths (`a::{b, c::d}`) that begins here; gives where it ends.
fn read_tree(code: &[char], from: usize, path: &mut Vec<String>, into: &mut Vec<Vec<String>>) -> usize {
    let depth = path.len();
    let space = |mut at: usize| {
        while code.get(at).is_some_and(|c| c.is_whitespace()) {
            at += 1;
        }
        at
    };
    let mut at = space(from);
    loop {
        if code.get(at) == Some(&'{') {
            at = space(at + 1);
            while code.get(at).is_some_and(|c| *c != '}') {
                let next = space(read_tree(code, at, path, into));
                // Whatever stands between two paths, go on: `,`, and ` as name` word by word.
                at = if code.get(next) == Some(&',') || next == at { space(next + 1) } else { next };
            }
            path.truncate(depth);
            return at + 1;
        }
        let begin = at;
        while code.get(at).is_some_and(|c| c.is_alphanumeric() || *c == '_') {
            at += 1;
        }
        path.push(code[begin..at].iter().collect());
        if code.get(at) == Some(&':') && code.get(at + 1) == Some(&':') {
            at = space(at + 2);
            if code.get(at).is_some_and(|c| c.is_alphanumeric() || *c == '_' || *c == '{') {
                continue;
            }
        }
        into.push(path.clone());
        path.truncate(depth);
        return at;
    }
}

/// Comments may name any module: links in the documentation go both ways.
fn without_comments(text: &str) -> String {
    let lines = text.lines().map(|line| match line.find("//") {
        // An address in a string is no comment.
        Some(at) if !line[..at].ends_with(':') => &line[..at],
        _ => line,
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// What in this file breaks the order. `file` is its path below `src/`.
fn violations(file: &str, text: &str) -> Vec<String> {
    let mut parts = file.trim_end_matches(".rs").split('/');
    let module = parts.next().unwrap_or_default();
    let inner = parts.next().unwrap_or_default();
    let Some(rank) = ORDER.iter().position(|m| *m == module) else {
        // The roots know all: they only list the modules and start the command line.
        let root = ["lib", "main"].contains(&module);
        return if root {
            Vec::new()
        } else {
            vec![format!("src/{file}: `{module}` has no place in the order")]
        };
    };
    // A folder of its own in games/, or a file beside the trait, is a game.
    let game = |name: &str| !["", "mod", "playable"].contains(&name) && name.starts_with(char::is_lowercase);
    let mut found = Vec::new();
    let tests = first_test_line(file, text);
    for (line, path) in mentions(text) {
        let other = path[0].as_str();
        let place = format!("src/{file}:{line}");
        match ORDER.iter().position(|m| *m == other) {
            // Tests may play the game they test; that they know no other game is held below.
            Some(theirs) if theirs > rank && line < tests => {
                found.push(format!("{place}: `{module}` knows `{other}`, which stands below it"));
            }
            Some(_) => {}
            None => found.push(format!("{place}: `{other}` has no place in the order")),
        }
        if other == "games" && path.len() > 1 {
            let theirs = path[1].as_str();
            let own = module == "games" && (theirs == inner || inner == "mod");
            // The registry lists the games; nothing else may know one by name.
            if game(theirs) && !own && module != "registry" {
                found.push(format!("{place}: `{module}/{inner}` knows the game `{theirs}`"));
            }
        }
    }
    // A game could reach another one by `super::super` or `super`, from the depth of its file.
    if module == "games" && game(inner) {
        let depth = file.matches('/').count() - usize::from(file.ends_with("/mod.rs"));
        for (i, line) in without_comments(text).lines().enumerate() {
            let up = "super::".repeat(depth.max(1));
            // Deeper modules inside the file (such as `mod tests`) have one `super` more.
            for (at, _) in line.match_indices(&up) {
                let rest = line[at + up.len()..].trim_start_matches("super::");
                let name: String = rest.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
                if games().contains(&name) && name != inner {
                    found.push(format!("src/{file}:{}: `games/{inner}` knows the game `{name}`", i + 1));
                }
            }
        }
    }
    // One line may name a module several times.
    found.dedup();
    found
}

/// The first line of the tests in this file: all of it in a file of tests.
fn first_test_line(file: &str, text: &str) -> usize {
    if file.contains("/tests/") || file.ends_with("/tests.rs") {
        return 0;
    }
    let lines: Vec<&str> = text.lines().collect();
    let begins = |pair: &[&str]| pair[0].trim() == "#[cfg(test)]" && pair[1].trim() == "mod tests {";
    lines.windows(2).position(begins).map_or(usize::MAX, |i| i + 1)
}

fn source() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src")
}

/// The folders in `src/games/`.
fn games() -> Vec<String> {
    let entries = fs::read_dir(source().join("games")).expect("the games have a folder");
    let folders = entries.map(|entry| entry.expect("the folder can be read").path()).filter(|p| p.is_dir());
    folders.filter_map(|path| Some(path.file_name()?.to_str()?.to_owned())).collect()
}

fn files(folder: &Path, into: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("the sources can be read") {
        let path = entry.expect("the sources can be read").path();
        if path.is_dir() {
            files(&path, into);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            into.push(path);
        }
    }
}

#[test]
fn a_module_knows_only_those_above_it() {
    let mut paths = Vec::new();
    files(&source(), &mut paths);
    paths.sort();
    assert!(paths.len() > 30, "{} files", paths.len());
    let mut found = Vec::new();
    let mut seen = 0;
    for path in &paths {
        let text = fs::read_to_string(path).expect("sources are text");
        let below = path.strip_prefix(source()).expect("it was found there");
        let file = below.to_str().expect("file names are plain").replace('\\', "/");
        seen += mentions(&text).len();
        found.extend(violations(&file, &text));
    }
    assert!(seen > 50, "{seen} paths");
    assert!(found.is_empty(), "\n{}", found.join("\n"));
}

#[test]
fn the_order_is_that_of_the_library() {
    let text = fs::read_to_string(source().join("lib.rs")).expect("the library has a root");
    let listed = text.lines().filter_map(|line| line.strip_prefix("pub mod ")?.strip_suffix(';'));
    let listed: Vec<&str> = listed.collect();
    let expected: Vec<&str> = ORDER.into_iter().filter(|module| listed.contains(module)).collect();
    assert_eq!(listed, expected);
}

#[test]
fn a_violation_is_caught_and_named() {
    let text = "//! See crate::cli.\nuse crate::model::Seat;\nuse crate::{\n    stats::Mean,\n    run::{Plan, check},\n};\n";
    assert_eq!(
        violations("games/snatch/rules.rs", text),
        ["src/games/snatch/rules.rs:3: `games` knows `run`, which stands below it"]
    );
    assert_eq!(
        violations("model/seat.rs", "\nfn f() -> crate::games::CardKind {}"),
        ["src/model/seat.rs:2: `model` knows `games`, which stands below it"]
    );
    assert_eq!(
        violations("games/snatch/mod.rs", "use crate::games::{Playable, other::Card, snatch::Rules};"),
        ["src/games/snatch/mod.rs:1: `games/snatch` knows the game `other`"]
    );
    assert_eq!(
        violations("bots/mcts.rs", "use crate::games::snatch::Rules;"),
        ["src/bots/mcts.rs:1: `bots/mcts` knows the game `snatch`"]
    );
    assert_eq!(
        violations("stats/mean.rs", "use crate::tools::x;"),
        ["src/stats/mean.rs:1: `tools` has no place in the order"]
    );
    assert_eq!(violations("extra.rs", ""), ["src/extra.rs: `extra` has no place in the order"]);
    assert!(violations("registry.rs", "use crate::games::snatch::Snatch;").is_empty());
    // Tests may play, but know no other game either.
    let text = "use crate::run::check;\nuse crate::games::other::Card;\n";
    let other = "src/games/snatch/tests.rs:2: `games/snatch` knows the game `other`";
    assert_eq!(violations("games/snatch/tests.rs", text), [other]);
    let inside = "use crate::bots::Random;\n#[cfg(test)]\nmod tests {\n    use crate::run::check;\n}\n";
    let above = "src/model/seat.rs:1: `model` knows `bots`, which stands below it";
    assert_eq!(violations("model/seat.rs", inside), [above]);
    // A real game's name, reached by `super`.
    if let [first, ..] = &games()[..] {
        let text = format!("use super::super::{first}::Card;");
        assert_eq!(violations("games/snatch/rules.rs", &text).len(), 1, "{text}");
        assert!(violations(&format!("games/{first}/rules.rs"), &text).is_empty());
    }
}
