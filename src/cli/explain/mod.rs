//! `explain`: what a word means that a page, a file or a message shows: figures, columns, clauses, cards, actions, keys,
//! bots and the words of the glossary.

mod design;
mod options;
mod pages;

use std::ffi::OsString;

use serde_json::{Value as Json, json};

use super::args::{self, ExplainArgs};
use super::error::CliError;
use super::input::{InputError, find_game};
use super::output::{print, print_json};
use crate::registry::Games;
use ludometer_model::{capital, did_you_mean, nearest};
use ludometer_run::Entry;

/// The most explanations that are printed of one word.
const MOST: usize = 8;

/// One explanation of one thing.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Thing {
    /// The kind of thing it is: `card`, `clause` ...
    kind: String,
    /// The names that it has in files and options, or among people: all that it is found by. A `*` stands for any
    /// text.
    names: Vec<String>,
    /// The game design, if it is of one.
    game: Option<String>,
    /// The texts about it: what each is, and the text itself.
    says: Vec<(String, String)>,
    /// Where more stands.
    page: String,
}

/// Returns how a word is compared: without case, spaces, hyphens, and signs that only set it off.
fn plain(word: &str) -> String {
    let is_kept = |sign: &char| sign.is_alphanumeric() || ".:*[]%$/+#=".contains(*sign);
    word.chars()
        .filter(is_kept)
        .flat_map(char::to_lowercase)
        .collect::<String>()
        .trim_end_matches('.')
        .to_owned()
}

/// Returns a compared word in the singular.
fn singular(plain: &str) -> &str {
    plain.strip_suffix('s').filter(|short| short.len() > 2 && !short.ends_with('s')).unwrap_or(plain)
}

/// Returns whether two compared words are the same but for their number.
fn is_same(one: &str, other: &str) -> bool {
    one == other || singular(one) == singular(other)
}

/// Returns whether a name with at most one `*` is this compared word.
fn is_named(name: &str, word: &str) -> bool {
    let name = plain(name);
    match name.split_once('*') {
        Some((before, after)) if before.len() + after.len() > 2 => {
            word.len() > before.len() + after.len() && word.starts_with(before) && word.ends_with(after)
        }
        _ => is_same(&name, word),
    }
}

impl Thing {
    fn is_called(&self, word: &str) -> bool {
        self.names.iter().any(|name| is_named(name, word))
    }

    /// Returns true if the word is its very name, and no `*` stands for it.
    fn is_exactly(&self, word: &str) -> bool {
        self.names.iter().any(|name| is_same(&plain(name), word))
    }

    fn json(&self) -> Json {
        let says: serde_json::Map<String, Json> =
            self.says.iter().map(|(what, text)| (what.clone(), text.as_str().into())).collect();
        json!({ "kind": self.kind, "names": self.names, "game": self.game, "says": says, "page": self.page })
    }

    fn text(&self) -> String {
        let of = self.game.as_ref().map_or_else(String::new, |game| format!(" of {game}"));
        let mut text = format!("{} ({}{of})\n", self.names.join(", "), self.kind);
        for (what, said) in &self.says {
            let line = if what.is_empty() { capital(said) } else { format!("{}: {said}", capital(what)) };
            text += &format!("  {line}\n");
        }
        if !self.page.is_empty() {
            text += &format!("  See {}.\n", self.page);
        }
        text
    }
}

/// Returns all that these game designs and the pages explain; of the pages of game designs those of these.
fn things(games: &Games, entries: &[Entry]) -> Vec<Thing> {
    let is_meant = |thing: &Thing| {
        thing.game.as_ref().is_none_or(|title| entries.iter().any(|entry| entry.title() == title))
    };
    let pages = pages::things().into_iter().filter(is_meant);
    let mut things: Vec<Thing> = Vec::new();
    let own = entries.iter().flat_map(design::things);
    for thing in
        own.chain(design::common_figures()).chain(pages).chain(options::things(&args::command(games)))
    {
        // What several game designs have alike is reported once.
        let same = |other: &&mut Thing| {
            (&other.kind, &other.names, &other.says) == (&thing.kind, &thing.names, &thing.says)
        };
        match things.iter_mut().find(same) {
            Some(other) => (other.game, other.page) = (None, String::new()),
            None => things.push(thing),
        }
    }
    let place = |thing: &Thing| ORDER.iter().position(|kind| *kind == thing.kind).unwrap_or(ORDER.len());
    things.sort_by_key(|thing| (thing.game.is_some() && thing.kind == "word", place(thing)));
    things
}

/// The kinds of things in the order in which they explain a word; others come last.
const ORDER: &[&str] =
    &["word", "question", "figure", "clause", "card", "command", "option", "column", "file"];

/// The kinds of things that people have no words for, only names in files.
const IN_FILES: &[&str] = &["key", "setting", "game script", "strategy file", "target or gate"];

/// Returns the name that may be meant by a word that is none: of things as people call them, unless it looks like one of those
/// in files.
fn meant<'a>(things: &'a [Thing], asked: &str) -> Option<&'a str> {
    let is_of_files = asked.contains(['.', ':', '_']);
    let word = plain(asked);
    let names = || {
        let named = things.iter().filter(|thing| is_of_files || !IN_FILES.contains(&thing.kind.as_str()));
        named.flat_map(|thing| thing.names.iter().map(String::as_str))
    };
    let distance = |name: &str| strsim::osa_distance(&plain(name), &word);
    let near = names()
        .filter(|name| distance(name) <= word.len().div_ceil(4))
        // Of several the one that is written as this is.
        .min_by_key(|name| {
            (distance(name), strsim::osa_distance(&name.to_lowercase(), &asked.to_lowercase()))
        });
    near.or_else(|| nearest(&asked.to_lowercase(), names()).filter(|_| is_of_files))
}

/// Returns all names that are explained, for shells.
pub(super) fn names(games: &Games) -> Vec<String> {
    things(games, games.all())
        .into_iter()
        .flat_map(|thing| thing.names)
        .filter(|name| !name.contains('*'))
        .collect()
}

/// Returns the arguments of `explain` so that options can be asked for, as in `explain --games`; others as they are.
pub(super) fn with_options_as_words(arguments: Vec<OsString>) -> Vec<OsString> {
    let is_own = |word: &OsString| {
        let word = word.to_string_lossy();
        ["--json", "--help", "-h", "--of"].contains(&&*word) || word.starts_with("--of=")
    };
    let is_asked = |word: &OsString| word.to_string_lossy().starts_with("--") && !is_own(word);
    let of_explain = arguments.get(1).is_some_and(|word| word == "explain");
    if !of_explain || !arguments.iter().any(is_asked) || arguments.iter().any(|word| word == "--") {
        return arguments;
    }
    let (mut own, mut words) = (Vec::new(), Vec::new());
    let mut rest = arguments.into_iter();
    own.extend(rest.by_ref().take(2));
    while let Some(word) = rest.next() {
        let names_game = word == "--of";
        if is_own(&word) {
            own.push(word);
        } else {
            words.push(word);
        }
        own.extend(rest.by_ref().take(usize::from(names_game)));
    }
    own.push("--".into());
    own.extend(words);
    own
}

pub(super) fn explain(games: &Games, args: &ExplainArgs) -> Result<(), CliError> {
    let entries: Vec<Entry> = match &args.of {
        Some(game) => vec![find_game(games, game)?],
        None => games.all().to_vec(),
    };
    let things = things(games, &entries);
    let asked = args.words.join(" ");
    let found = find(&things, &asked);
    if found.is_empty() {
        let elsewhere = self::things(games, games.all());
        if let Some(thing) = find(&elsewhere, &asked).first() {
            let of = thing.game.as_deref().unwrap_or("other game designs");
            return Err(
                InputError::new(format!("`{asked}` is a {} of {of}: leave out --of", thing.kind)).into()
            );
        }
        return Err(InputError::new(format!(
            "nothing is called `{asked}`{hint}; words of pages, tables, messages and options can be explained, clauses \
             (`PP-17`), cards, actions, figures (`turns`), files and keys of the rules (`deck.steal_one`); those of a game \
             script with --of FILE",
            hint = did_you_mean(meant(&things, &asked)),
        ))
        .into());
    }
    if args.json {
        return Ok(print_json(&found.iter().map(|thing| thing.json()).collect())?);
    }
    let shown: Vec<String> = found.iter().take(MOST).map(|thing| thing.text()).collect();
    let mut text = shown.join("\n");
    if found.len() > MOST {
        text +=
            &format!("\nand {} more: name a game with --of, or see all with --json\n", found.len() - MOST);
    }
    Ok(print(&text)?)
}

/// Returns the things that this may mean, those of just this name first. What stands in brackets names a member of a
/// family of figures: `seat_win_rate[0]`. What begins as an option is one.
fn find<'a>(things: &'a [Thing], asked: &str) -> Vec<&'a Thing> {
    let word = plain(asked);
    let family = word.split_once('[').map_or(word.as_str(), |(family, _)| family);
    let of = |word: &str| -> Vec<&Thing> {
        let (exact, by_family): (Vec<&Thing>, Vec<&Thing>) =
            things.iter().filter(|thing| thing.is_called(word)).partition(|thing| thing.is_exactly(word));
        if exact.is_empty() { by_family } else { exact }
    };
    let mut found = of(&word);
    if found.is_empty() {
        found = of(family);
    }
    // `level 2` is one of the levels.
    if let Some((kind, number)) = asked.trim().rsplit_once(' ').filter(|_| found.is_empty())
        && number.parse::<u32>().is_ok()
    {
        return find(things, kind);
    }
    // `mcts:iterations=100` is a setting with a value.
    if let Some((setting, _)) = asked.split_once('=').filter(|_| found.is_empty()) {
        return find(things, setting);
    }
    if found.is_empty() && word.len() > 3 {
        // A word of a term: `costliest` of the costliest choices.
        let has = |name: &String| name.split_whitespace().any(|part| is_same(&plain(part), &word));
        let terms = things
            .iter()
            .filter(|thing| thing.game.is_none() && ["word", "question"].contains(&&*thing.kind));
        found = terms.filter(|thing| thing.names.iter().any(has)).collect();
    }
    if asked.trim().starts_with("--") && found.iter().any(|thing| thing.kind == options::OPTION) {
        found.retain(|thing| thing.kind == options::OPTION);
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(word: &str) -> Vec<String> {
        let things = things(&Games::default(), Games::default().all());
        find(&things, word).iter().map(|thing| thing.text()).collect()
    }

    #[test]
    fn all_kinds_of_words_are_explained() {
        for (word, kind, part) in [
            ("turns", "figure", "Mean number of turns"),
            ("action_bank", "figure", "How often an action of this kind is taken"),
            ("PP-17", "clause", "total of six"),
            ("ib-93", "clause", "Tied winners"),
            ("steal_three", "card", "deck.steal_three"),
            ("Steal Three", "card", "4 copies"),
            ("deck.steal_one", "key", "0..40"),
            ("reverse:blue", "card", "deck.blue.reverse"),
            ("ci_low", "column", "95 % interval"),
            ("precision", "column", "matters"),
            ("settled_at", "column", "compare.csv"),
            ("passed_over", "column", "not recommended"),
            ("answers.csv", "file", "problems first"),
            ("greedy", "bot", ""),
            ("determinization", "word", "agrees with a view"),
            ("pp_reshuffles", "figure", "shuffled anew"),
            ("mcts:iterations", "setting", ""),
            ("cushion", "setting", ""),
            ("level 2", "word", "How strong the learned bot plays"),
            ("order 1", "word", "Who acts first"),
            ("searching players", "word", "before it chooses"),
            ("too few games", "word", "Not known yet"),
            ("expert", "word", "learned bot"),
            ("greedy:always", "word", "kind of action"),
            ("share of the win", "word", ""),
            ("ready", "word", "no problem"),
            ("half time", "word", "middle of a game"),
            ("leads for good", "word", "nobody gets ahead"),
            ("finishes ahead", "word", "better place"),
            ("level with greedy", "word", "55 of 100"),
            ("by chance", "word", "equally good"),
            ("interplay", "word", "combinations"),
            ("what the bots choose by chance", "word", "equally good"),
            ("fact", "word", "neither good nor bad"),
            ("nearest", "word", "no recommendation"),
            ("corrected for that", "word", "a little larger"),
            ("copies of greedy games", "word", "choice by choice"),
            ("usual number", "word", "nothing else is asked"),
            ("suits", "word", "fair share"),
            ("mcts:iterations=100", "setting", ""),
            ("times", "word", "would probably tell"),
            ("broken", "word", "pointless"),
            ("seat_win_rate[0]", "figure", "win"),
            ("4", "exit status", "undecided"),
        ] {
            let all = said(word);
            let of_kind: Vec<&String> =
                all.iter().filter(|text| text.contains(&format!("({kind}"))).collect();
            assert!(of_kind.iter().any(|text| text.contains(part)), "{word}: {all:#?}");
        }
        assert!(said("no such thing").is_empty() && said("no such thing 2").is_empty());
        assert!(said("no such thing=2").is_empty());
    }

    #[test]
    fn every_figure_clause_card_and_key_is_explained() {
        let things = things(&Games::default(), Games::default().all());
        for (_, figures) in ludometer_stats::catalogue::CHAPTERS {
            for figure in *figures {
                assert!(things.iter().any(|thing| thing.is_exactly(&plain(figure.id))), "{}", figure.id);
            }
        }
        for name in ludometer_experiment::short_names() {
            assert!(things.iter().any(|thing| thing.is_exactly(&plain(name))), "{name}");
        }
        for entry in Games::default().all() {
            let clauses = entry.design().event_kinds.iter().map(|event| &*event.clause);
            let clauses: Vec<&str> = clauses.filter(|clause| !clause.is_empty()).collect();
            assert!(!clauses.is_empty());
            for clause in clauses {
                assert!(!find(&things, clause).is_empty(), "{clause}");
            }
        }
    }

    /// Returns the texts in quotes that follow a mark in a source file.
    fn quoted_after<'a>(source: &'a str, mark: &str) -> Vec<&'a str> {
        let begins = source.match_indices(mark).map(|(at, _)| source[at + mark.len()..].trim_start());
        begins.filter_map(|rest| rest.strip_prefix('"')?.split('"').next()).collect()
    }

    /// Returns the texts of a list that follows a mark in a source file.
    fn listed_after<'a>(source: &'a str, mark: &str) -> Vec<&'a str> {
        let lists =
            source.match_indices(mark).filter_map(|(at, _)| source[at + mark.len()..].split(']').next());
        lists.flat_map(|list| list.split('"').skip(1).step_by(2)).collect()
    }

    /// Collects what pages and tables show: headings, titles of plots, heads of columns, and questions.
    fn shown() -> std::collections::BTreeSet<String> {
        let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
        let mut folders: Vec<std::path::PathBuf> =
            ["src/cli", "src/workbench", "crates/report/src", "crates/experiment/src"]
                .iter()
                .map(|part| root.join(part))
                .collect();
        let mut words = std::collections::BTreeSet::new();
        while let Some(folder) = folders.pop() {
            for entry in std::fs::read_dir(folder).expect("sources") {
                let path = entry.expect("an entry").path();
                let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
                if path.is_dir() {
                    folders.extend((!["tests", "crate"].contains(&&*name)).then_some(path));
                    continue;
                }
                if path.extension().is_none_or(|ending| ending != "rs") || name.contains("tests") {
                    continue;
                }
                let text = std::fs::read_to_string(&path).expect("a source");
                let text = text.split("#[cfg(test)]").next().unwrap_or_default();
                let code: String = text.split_whitespace().collect::<Vec<_>>().join(" ");
                for mark in [
                    "Section::new(",
                    "Figure::new(",
                    "Top { title:",
                    "h2 {",
                    "h3 {",
                    "th scope=\"col\" {",
                    "th scope=\"col\" class=\"n\" {",
                ] {
                    words.extend(quoted_after(&code, mark).into_iter().map(str::to_owned));
                }
                if name != "explain.rs" && !path.ends_with("explain/mod.rs") {
                    for mark in [
                        "TextTable::new(1, &[",
                        "TextTable::new(2, &[",
                        "TextTable::new(0, &[",
                        "let header = [",
                        "for head in [",
                        "let own = [",
                    ] {
                        words.extend(listed_after(&code, mark).into_iter().map(str::to_owned));
                    }
                }
                let is_question = |text: &&str| {
                    text.ends_with('?')
                        && text.len() > 8
                        && text.starts_with(|c: char| c.is_ascii_uppercase())
                };
                words.extend(code.split('"').filter(is_question).map(str::to_owned));
            }
        }
        let findings =
            std::fs::read_to_string(root.join("crates/run/src/analysis/checks.rs")).expect("a source");
        let findings: String = findings.split_whitespace().collect::<Vec<_>>().join(" ");
        let findings = findings.split("#[cfg(test)]").next().unwrap_or_default();
        let topics = findings.split("ask(&catalogue::").skip(1).filter_map(|rest| rest.split('"').nth(1));
        words.extend(topics.map(str::to_owned));
        for mark in ["topic:", "[(", "), ("] {
            words.extend(quoted_after(findings, mark).into_iter().map(str::to_owned));
        }
        words.retain(|word| !word.contains(['{', '\\']) && !word.is_empty());
        words
    }

    #[test]
    fn every_word_that_pages_tables_and_questions_show_is_explained() {
        let things = things(&Games::default(), Games::default().all());
        let shown = shown();
        for known in [
            "Is a card dead?",
            "What are the cards worth?",
            "Length in turns",
            "shared wins",
            "In short",
            "kingmaking",
            "seat balance",
        ] {
            assert!(shown.contains(known), "{known} is not collected: {shown:?}");
        }
        let unknown: Vec<&String> = shown.iter().filter(|word| find(&things, word).is_empty()).collect();
        assert!(unknown.is_empty(), "not in docs/glossary.md: {unknown:#?}");
    }

    #[test]
    fn every_option_command_and_column_is_explained_in_words() {
        let games = Games::default();
        let things = things(&games, games.all());
        let says_it =
            |thing: &&Thing| thing.says.iter().any(|(what, text)| what.is_empty() && !text.is_empty());
        for command in args::command(&games).get_subcommands() {
            let options =
                command.get_arguments().filter(|arg| !arg.is_hide_set()).filter_map(clap::Arg::get_long);
            let asked = options.map(|long| format!("--{long}")).chain([command.get_name().to_owned()]);
            for word in asked.filter(|word| word != "--help") {
                assert!(find(&things, &word).iter().any(says_it), "{word} of {}", command.get_name());
            }
        }
        let columns = things.iter().filter(|thing| thing.kind == "column");
        let silent: Vec<_> = columns.filter(|thing| !says_it(thing)).map(|thing| &thing.names).collect();
        assert!(silent.is_empty(), "not in docs/reference/files.md: {silent:?}");
        for thing in things.iter().filter(|thing| thing.page == "docs/glossary.md") {
            assert!(thing.says.iter().any(|(what, _)| what == "example"), "{:?} has no example", thing.names);
        }
    }

    #[test]
    fn words_are_found_however_they_are_written() {
        let things = things(&Games::default(), Games::default().all());
        let first = |asked: &str| find(&things, asked).first().map(|thing| thing.names[0].clone());
        for (asked, name) in [
            ("alpha-rank", "Alpha-rank"),
            ("ALPHA RANK", "Alpha-rank"),
            ("alpha_ranks", "Alpha-rank"),
            ("is a card dead", "Is a card dead?"),
            ("Luck or skill?", "Skill"),
            ("dead cards", "Dead"),
            ("seat_spread", "Seat spread"),
            ("costliest", "Costliest choices"),
            ("--set-b", "--set-b"),
        ] {
            assert_eq!(first(asked).as_deref(), Some(name), "{asked}");
        }
        assert_eq!(meant(&things, "blundr"), Some("Blunder"));
        assert_eq!(meant(&things, "deck.steal_on"), Some("deck.steal_one"));
        assert_eq!(meant(&things, "gat"), Some("Gate"), "and not a key of a rule file");
    }

    #[test]
    fn options_can_be_asked_for() {
        let typed = |line: &str| line.split(' ').map(OsString::from).collect::<Vec<_>>();
        let read = |line: &str| with_options_as_words(typed(line));
        assert_eq!(read("ludometer explain --games --json"), typed("ludometer explain --json -- --games"));
        assert_eq!(
            read("ludometer explain --of x.luau --set"),
            typed("ludometer explain --of x.luau -- --set")
        );
        for line in ["ludometer explain turns --json", "ludometer run --games 5"] {
            assert_eq!(read(line), typed(line));
        }
    }

    #[test]
    fn a_star_stands_for_a_part_of_a_name() {
        assert!(is_named("action_*", &plain("action_bank")) && !is_named("action_*", &plain("action_")));
        assert!(is_named("pp_win_*_lowest", &plain("pp_win_after_lowest")) && !is_named("*", "anything"));
    }
}
