//! `explain`: what a word means that a page, a file or a message shows: figures, columns, clauses, cards, actions, keys,
//! bots and the words of the glossary.

mod design;
mod pages;

use serde_json::{Value as Json, json};

use super::args::ExplainArgs;
use super::error::CliError;
use super::input::{InputError, find_game};
use super::output::{print, print_json};
use super::terminal::wrapped;
use crate::registry::Games;
use ludometer_model::{capital, did_you_mean, nearest};
use ludometer_run::Entry;

/// The most explanations that are printed of one word.
const MOST: usize = 8;

/// The width of lines.
const WIDTH: usize = 100;

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

/// Returns how a word is compared: without case, and signs that only set it off.
fn plain(word: &str) -> String {
    word.trim().trim_matches(['`', '"', '\u{201c}', '\u{201d}']).to_lowercase()
}

/// Returns whether a name with at most one `*` is this word.
fn is_named(name: &str, word: &str) -> bool {
    let name = plain(name);
    match name.split_once('*') {
        Some((before, after)) if before.len() + after.len() > 2 => {
            word.len() > before.len() + after.len() && word.starts_with(before) && word.ends_with(after)
        }
        _ => name == word,
    }
}

impl Thing {
    fn is_called(&self, word: &str) -> bool {
        self.names.iter().any(|name| is_named(name, word))
    }

    /// Returns true if the word is its very name, and no `*` stands for it.
    fn is_exactly(&self, word: &str) -> bool {
        self.names.iter().any(|name| plain(name) == word)
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
            text += &wrapped(&line, [2, 2], WIDTH);
        }
        if !self.page.is_empty() {
            text += &format!("  See {}.\n", self.page);
        }
        text
    }
}

/// Returns all that these game designs and the pages explain; of the pages of game designs those of these.
fn things(entries: &[Entry]) -> Vec<Thing> {
    let is_meant = |thing: &Thing| {
        thing.game.as_ref().is_none_or(|title| entries.iter().any(|entry| entry.title() == title))
    };
    let pages = pages::things().into_iter().filter(is_meant);
    let mut things: Vec<Thing> = Vec::new();
    let own = entries.iter().flat_map(design::things);
    for thing in own.chain(design::common_figures()).chain(pages) {
        // What several game designs have alike is reported once.
        let same = |other: &&mut Thing| {
            (&other.kind, &other.names, &other.says) == (&thing.kind, &thing.names, &thing.says)
        };
        match things.iter_mut().find(same) {
            Some(other) => (other.game, other.page) = (None, String::new()),
            None => things.push(thing),
        }
    }
    things
}

/// Returns all names that are explained, for shells.
pub(super) fn names(games: &Games) -> Vec<String> {
    things(games.all()).into_iter().flat_map(|thing| thing.names).filter(|name| !name.contains('*')).collect()
}

pub(super) fn explain(games: &Games, args: &ExplainArgs) -> Result<(), CliError> {
    let entries: Vec<Entry> = match &args.of {
        Some(game) => vec![find_game(games, game)?],
        None => games.all().to_vec(),
    };
    let things = things(&entries);
    let asked = args.words.join(" ");
    let found = find(&things, &asked);
    if found.is_empty() {
        let elsewhere = self::things(games.all());
        if let Some(thing) = find(&elsewhere, &asked).first() {
            let of = thing.game.as_deref().unwrap_or("other game designs");
            return Err(
                InputError::new(format!("`{asked}` is a {} of {of}: leave out --of", thing.kind)).into()
            );
        }
        let names = things.iter().flat_map(|thing| &thing.names).map(|name| plain(name)).collect::<Vec<_>>();
        let near = nearest(&plain(&asked), names.iter().map(String::as_str));
        return Err(InputError::new(format!(
            "nothing is called `{asked}`{hint}; a figure (`turns`), a file (`cards.csv`) or its column, a clause \
             (`PP-17`), a card, an action, a key of the rules (`deck.steal_one`), a bot, or a word of the glossary can \
             be explained; those of a game script with --of FILE",
            hint = did_you_mean(near),
        )).into());
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
/// family of figures: `seat_win_rate[0]`.
fn find<'a>(things: &'a [Thing], asked: &str) -> Vec<&'a Thing> {
    let word = plain(asked);
    let family = word.split_once('[').map_or(word.as_str(), |(family, _)| family);
    let of = |word: &str| -> Vec<&Thing> {
        let (exact, by_family): (Vec<&Thing>, Vec<&Thing>) =
            things.iter().filter(|thing| thing.is_called(word)).partition(|thing| thing.is_exactly(word));
        if exact.is_empty() { by_family } else { exact }
    };
    let found = of(&word);
    if found.is_empty() { of(family) } else { found }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(word: &str) -> Vec<String> {
        let things = things(Games::default().all());
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
            ("seat_win_rate[0]", "figure", "win"),
            ("4", "exit status", "undecided"),
        ] {
            let all = said(word);
            let of_kind: Vec<&String> =
                all.iter().filter(|text| text.contains(&format!("({kind}"))).collect();
            assert!(of_kind.iter().any(|text| text.contains(part)), "{word}: {all:#?}");
        }
        assert!(said("no such thing").is_empty());
    }

    #[test]
    fn every_figure_clause_card_and_key_is_explained() {
        let things = things(Games::default().all());
        for (_, figures) in ludometer_stats::catalogue::CHAPTERS {
            for figure in *figures {
                assert!(things.iter().any(|thing| thing.is_exactly(figure.id)), "{}", figure.id);
            }
        }
        for name in ludometer_experiment::short_names() {
            assert!(things.iter().any(|thing| thing.is_exactly(name)), "{name}");
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

    #[test]
    fn a_star_stands_for_a_part_of_a_name() {
        assert!(is_named("action_*", "action_bank") && !is_named("action_*", "action_"));
        assert!(is_named("pp_win_*_lowest", "pp_win_after_lowest") && !is_named("*", "anything"));
    }
}
