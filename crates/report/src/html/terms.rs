//! Terms of the glossary on a page: a tap on one shows what it means, without a script.

use std::collections::BTreeSet;

use maud::{Markup, PreEscaped, html};

use super::words::slug;
use crate::glossary::{Word, glossary};

/// Names that sentences use as everybody does; as the heads of tables and titles of plots they are explained, too.
const EVERYDAY: &[&str] = &[
    "action",
    "afresh",
    "after",
    "allowed",
    "balanced",
    "batch",
    "beginner",
    "best",
    "card or rule",
    "chance",
    "choice",
    "clause",
    "clear",
    "compared with",
    "copies",
    "dead",
    "deal",
    "decided",
    "decision",
    "default",
    "difference",
    "dominates",
    "draws",
    "edit",
    "effect",
    "equal",
    "expert",
    "figure",
    "finding",
    "fine",
    "first played",
    "first player",
    "forced",
    "game",
    "game design",
    "games won",
    "gates",
    "habit",
    "held",
    "hint",
    "in full",
    "in short",
    "interaction",
    "kind",
    "known",
    "length",
    "level",
    "line",
    "loop",
    "loss",
    "lost",
    "luck",
    "market",
    "meaning",
    "miss",
    "mistake",
    "note",
    "of the time",
    "on B",
    "open",
    "opening",
    "order",
    "pair",
    "paired",
    "part of all",
    "player",
    "points",
    "printed",
    "problem",
    "rank",
    "rate",
    "result",
    "round",
    "score",
    "search",
    "seat",
    "side",
    "skill",
    "speed",
    "strategy",
    "targets",
    "team",
    "the answers",
    "the rules",
    "the versions",
    "tied",
    "title",
    "turn",
    "undo",
    "usual",
    "view",
    "waiting",
    "what happened",
    "what was found",
    "who played",
    "why",
    "wins",
    "words",
    "world",
];

/// Elements whose text has no terms to tap: drawings, what is to be clicked itself, names and numbers in tables.
const WITHOUT: &[&str] = &["svg", "a", "button", "code", "summary", "h1", "h2", "td", "select"];

/// The glossary, with the words that the page has.
struct Terms {
    words: Vec<Word>,
    /// Names as they are searched in sentences, the longest first, with the number of their word.
    names: Vec<(String, usize)>,
    shown: BTreeSet<usize>,
}

/// Returns a page with its terms to tap, the list of them, and what they show.
pub(super) fn explained(page: &str) -> (Markup, Markup, Markup) {
    let words = glossary();
    let mut names: Vec<(String, usize)> = Vec::new();
    for (number, word) in words.iter().enumerate().filter(|(_, word)| !word.is_question) {
        let own = word.names.iter().map(|name| name.to_lowercase());
        // Texts of the page keep a number and its sign on one line.
        let own = own.filter(|name| !EVERYDAY.contains(&&**name)).map(|name| name.replace(" %", "\u{a0}%"));
        names.extend(own.map(|name| (name, number)));
    }
    names.sort_by_key(|(name, _)| std::cmp::Reverse(name.len()));
    let mut terms = Terms { words, names, shown: BTreeSet::new() };
    let text = terms.mark(page);
    let shown = || terms.shown.iter().map(|&number| &terms.words[number]);
    let list = html! {
        @for word in shown().filter(|word| !word.is_question) { (button(word, &word.names[0])) " " }
    };
    let notes = html! {
        @for word in shown() {
            div popover id=(id(word)) class="meaning" {
                strong { (word.names.join(", ")) }
                p { (word.meaning) }
                @if let Some(example) = &word.example { p class="note" { "Example: " (example) } }
            }
        }
    };
    (PreEscaped(text), list, notes)
}

/// What is tapped for the meaning of a question.
const ASK: &str = "What this means";

fn id(word: &Word) -> String {
    format!("word-{}", slug(&word.names[0]))
}

/// Returns what is tapped for a word, with this text on it.
fn button(word: &Word, text: &str) -> Markup {
    html! { button type="button" class="term" popovertarget=(id(word)) { (PreEscaped(text)) } }
}

impl Terms {
    fn mark(&mut self, page: &str) -> String {
        let mut out = String::with_capacity(page.len() * 2);
        let mut rest = page;
        // The element without terms that the text is in, and how many of its name are open.
        let mut without: Option<(&str, usize)> = None;
        let mut seen: BTreeSet<usize> = BTreeSet::new();
        let mut element = "";
        let mut asked = None;
        while let Some((text, tagged)) = rest.split_once('<') {
            let (tag, after) = tagged.split_once('>').unwrap_or((tagged, ""));
            match (element, without) {
                ("h4" | "th", _) => {
                    out += text;
                    if let Some(number) = self.called(text) {
                        self.shown.insert(number);
                        out += &button(&self.words[number], "?").0;
                    }
                }
                (_, None) => self.mark_sentence(text, &mut seen, &mut out),
                (_, Some(_)) => {
                    if without.is_some_and(|(name, _)| name == "summary") {
                        asked = asked.or(self.called(text));
                    }
                    out += text;
                }
            }
            out.push('<');
            out += tag;
            out.push('>');
            element = tag.split([' ', '/']).next().unwrap_or_default();
            if ["details", "section", "figure"].contains(&element) {
                seen.clear();
            }
            let closed = tag.strip_prefix('/');
            without = match (without, closed) {
                (Some((name, 1)), Some(end)) if name == end => None,
                (Some((name, open)), Some(end)) if name == end => Some((name, open - 1)),
                (Some((name, open)), None) if name == element => Some((name, open + 1)),
                (None, None) => WITHOUT.iter().find(|name| **name == element).map(|name| (*name, 1)),
                (without, _) => without,
            };
            if let Some(number) = asked.filter(|_| closed == Some("summary")) {
                self.shown.insert(number);
                out += &html! { p class="note ask" { (button(&self.words[number], ASK)) } }.0;
                asked = None;
            }
            rest = after;
        }
        out + rest
    }

    /// Returns the word that is called exactly so.
    fn called(&self, text: &str) -> Option<usize> {
        let text = text.trim().replace('\u{a0}', " ").to_lowercase();
        let is_called = |word: &Word| word.names.iter().any(|name| name.to_lowercase() == text);
        self.words.iter().position(is_called).filter(|_| !text.is_empty())
    }

    /// Appends a text with the terms in it that were not seen yet.
    fn mark_sentence(&mut self, text: &str, seen: &mut BTreeSet<usize>, out: &mut String) {
        // Letters outside ASCII stay as long as they are.
        let lower = text.to_ascii_lowercase();
        let is_letter = |c: char| c.is_alphanumeric() || c == '-' || c == '_';
        let is_apart = |from: usize, to: usize| {
            !lower[..from].ends_with(is_letter) && !lower[to..].trim_start_matches('s').starts_with(is_letter)
        };
        let mut marks: Vec<(usize, usize, usize)> = Vec::new();
        for (name, number) in &self.names {
            if seen.contains(number) {
                continue;
            }
            let found = lower.match_indices(name.as_str()).map(|(at, name)| (at, at + name.len()));
            let is_free = |&(from, to): &(usize, usize)| {
                is_apart(from, to) && marks.iter().all(|mark| to <= mark.0 || mark.1 <= from)
            };
            let mut found = found.filter(is_free);
            if let Some((from, to)) = found.next() {
                drop(found);
                marks.push((from, to, *number));
                seen.insert(*number);
            }
        }
        marks.sort_unstable();
        let mut done = 0;
        for (from, to, number) in marks {
            self.shown.insert(number);
            out.push_str(&text[done..from]);
            out.push_str(&button(&self.words[number], &text[from..to]).0);
            done = to;
        }
        out.push_str(&text[done..]);
    }
}

/// Returns a page as it reads before anything is tapped: without the marks of terms, and without their list.
#[cfg(test)]
pub(super) fn as_read(page: &str) -> String {
    let (shown, end) = page.split_once("<section id=\"words\">").unwrap_or((page, ""));
    let script = end.find("<script>").map_or("", |at| &end[at..]);
    let mut out = String::new();
    let mut parts = shown.split("<button type=\"button\" class=\"term\"");
    out += parts.next().unwrap_or_default();
    for part in parts {
        let (button, after) = part.split_once("</button>").unwrap_or((part, ""));
        let text = button.split_once('>').map_or("", |(_, text)| text);
        out += if ["?", ASK].contains(&text) { "" } else { text };
        out += after;
    }
    out.replace("<p class=\"note ask\"></p>", "") + script
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_term_is_marked_once_a_part_and_in_no_link_or_drawing() {
        let (page, list, notes) = explained(
            "<section><p>The seat bias is clearly large. A seat bias again.</p><a href=\"#x\">seat bias</a>\
             <svg><text>seat bias</text></svg></section><section><p>No seat bias, no biased seats.</p></section>",
        );
        assert_eq!(page.0.matches("popovertarget=\"word-seat-bias\"").count(), 2, "{}", page.0);
        assert!(page.0.contains("popovertarget=\"word-clearly\">clearly</button> large"), "{}", page.0);
        assert!(page.0.contains("<a href=\"#x\">seat bias</a><svg><text>seat bias</text></svg>"));
        assert!(list.0.contains("word-clearly") && !list.0.contains("word-tension"));
        assert_eq!(notes.0.matches("<div popover").count(), 2);
        assert!(notes.0.contains("By more than luck explains."), "{}", notes.0);
    }

    #[test]
    fn titles_heads_and_questions_are_explained_whatever_their_words() {
        let (page, ..) = explained(
            "<details id=\"a\"><summary><span>Is a card dead?</span></summary><h4>Wins by seat</h4><table><tr><th>games</th>\
             <th>rate</th></tr><tr><td>tension</td></tr></table></details>",
        );
        let marked = [
            "</summary><p class=\"note ask\"><button type=\"button\" class=\"term\" popovertarget=\"word-is-a-card-dead\">What",
            "<h4>Wins by seat<button type=\"button\" class=\"term\" popovertarget=\"word-wins-by-bot\">?</button></h4>",
            "<th>rate<button",
            "<td>tension</td>",
        ];
        for part in marked {
            assert!(page.0.contains(part), "{part}: {}", page.0);
        }
    }
}
