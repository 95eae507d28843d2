//! Games to watch: one self-contained page with the table, the log, win chances and what else could have been chosen.

use maud::{DOCTYPE, Markup, PreEscaped, html};
use serde::Serialize;

use ludometer_model::{Program, capital};

use crate::policy::policy;

/// A game that was recorded for the viewer.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Film {
    /// The title of the game design.
    #[serde(skip)]
    pub title: String,
    /// Which game it is, and for whom it is narrated.
    pub about: String,
    /// What choices are weighed by, of one player and of several: `win chance`, `win chances`.
    pub aim: [&'static str; 2],
    /// How choices and win chances were valued; empty if they were not.
    #[serde(skip)]
    pub method: String,
    /// The command that makes this page; none where it would tell what a player can't know.
    #[serde(skip)]
    pub command: Option<String>,
    /// The command that weighs a choice, up to its number; none where it would tell what a player can't know.
    pub weigh: Option<String>,
    /// The players, in the order of seats.
    pub players: Vec<FilmPlayer>,
    /// The areas of the table.
    pub places: Vec<FilmPlace>,
    /// The game step by step: at least one.
    pub frames: Vec<Frame>,
    /// Each seat's win chance, 0 to 1, at the beginning of turns.
    pub chances: Vec<TurnChances>,
}

/// A player of a film.
#[derive(Clone, Debug, Serialize)]
pub struct FilmPlayer {
    /// The name that people use for it, shortly: `A`.
    pub letter: String,
    /// Its bot.
    pub bot: String,
}

/// An area of the table.
#[derive(Clone, Debug, Serialize)]
pub struct FilmPlace {
    /// The name that people use for it.
    pub label: String,
    /// Whose it is, if it is a player's.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub owner: Option<usize>,
    /// The width of a board, in cells; 0 if it is none.
    pub columns: usize,
}

/// Cards with their numbers, those that lie face down, and what is no card.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FilmContents(pub Vec<(String, u64)>, pub u64, pub String);

/// A step of a game: what was chosen, what came of it, and the table afterwards.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Frame {
    /// The turn.
    pub turn: u32,
    /// The seat that chose; none in the set-up.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub who: Option<usize>,
    /// The events, a sentence each.
    #[serde(skip)]
    pub sentences: Vec<String>,
    /// The possible choices.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub choices: Vec<FilmChoice>,
    /// How good the choice was, if it was a mistake or worse.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mark: Option<&'static str>,
    /// The share of the win that a mistake lost, 0 to 1.
    #[serde(skip)]
    pub loss: f64,
    /// The mark in a sentence.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub verdict: Option<String>,
    /// The number of the choice in its game, where the viewer may know it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub decision: Option<u32>,
    /// The places on the table that changed, with what lies there.
    pub table: Vec<(usize, FilmContents)>,
}

/// A possible choice.
#[derive(Clone, Debug, Serialize)]
pub struct FilmChoice {
    /// The action in words.
    pub action: String,
    /// True if it was chosen.
    pub chosen: bool,
    /// The win chance after it, and what it brings more than the chosen one with its interval, as people read them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<(String, String)>,
}

/// Win chances at the beginning of a turn.
#[derive(Clone, Debug, Serialize)]
pub struct TurnChances {
    /// The first step of the turn.
    pub frame: usize,
    /// By seat, 0 to 1; none where it isn't known.
    pub seats: Vec<Option<f64>>,
}

/// The style and the script of pages.
pub(crate) const STYLE: &str = include_str!("viewer.css");
pub(crate) const SCRIPT: &str = include_str!("viewer.js");

/// Returns the page that shows films of one game design, one at a time.
pub fn viewer(films: &[Film]) -> String {
    let Some(first) = films.first() else { return String::new() };
    let title = match films.len() {
        1 => format!("{}: {}", first.title, first.about),
        n => format!("{}: {n} games", first.title),
    };
    html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta http-equiv="Content-Security-Policy" content=(policy(&[STYLE], &[SCRIPT]));
                title { (title) }
                style { (PreEscaped(STYLE)) }
            }
            body {
                header {
                    h1 { (first.title) }
                    p class="about" id="about" { (if films.len() > 1 { &title } else { &first.about }) }
                    p id="result" { @if films.len() == 1 { (result(first)) } }
                }
                main {
                    (controls(films))
                    section id="chances" aria-label=(capital(first.aim[1])) hidden {}
                    div id="now" aria-live="polite" {}
                    section id="choice" aria-label="What could be chosen" hidden {}
                    section id="table" aria-label="The table" hidden {}
                    @for (number, film) in films.iter().enumerate() {
                        (mistakes(film, number))
                        (log(film, number, films.len() > 1))
                    }
                    (notes(first))
                }
                script id="film" type="application/json" { (PreEscaped(data(films))) }
                script { (PreEscaped(SCRIPT)) }
            }
        }
    }
    .into_string()
}

/// Returns the buttons and the line of steps; without scripts they would do nothing and stay hidden.
fn controls(films: &[Film]) -> Markup {
    let button = |id: &str, label: &str, sign: &str| {
        html! { button type="button" id=(id) aria-label=(label) title=(label) { (sign) } }
    };
    html! {
        nav id="controls" aria-label="Steps" hidden {
            @if films.len() > 1 {
                label class="which" { "Game "
                    select id="film-number" {
                        @for (number, film) in films.iter().enumerate() {
                            option value=(number) { (number + 1) ": " (film.about) }
                        }
                    }
                }
            }
            (button("first", "To the beginning (Home)", "|◀"))
            (button("turn-back", "One turn back (Page Up)", "◀◀"))
            (button("back", "One step back (left arrow)", "◀"))
            (button("on", "One step on (right arrow)", "▶"))
            (button("turn-on", "One turn on (Page Down)", "▶▶"))
            (button("last", "To the end (End)", "▶|"))
            @if films.iter().flat_map(|film| &film.frames).any(|frame| frame.mark.is_some()) {
                (button("mistake", "To the next mistake (M)", "next mistake"))
            }
            label { "Step "
                input type="range" id="step" min="0" max=(films[0].frames.len().saturating_sub(1)) value="0";
                output id="where" for="step" {}
            }
        }
    }
}

/// Returns how the game ended.
fn result(film: &Film) -> String {
    let end = film.frames.last().filter(|frame| frame.who.is_none() && film.frames.len() > 1);
    end.map(|frame| frame.sentences.join(" ")).unwrap_or_default()
}

/// Returns the mistakes, the costliest first, each with a link to its step.
fn mistakes(film: &Film, number: usize) -> Markup {
    let mut marked: Vec<(usize, &Frame)> =
        film.frames.iter().enumerate().filter(|(_, frame)| frame.mark.is_some()).collect();
    marked.sort_by(|(_, a), (_, b)| b.loss.total_cmp(&a.loss));
    html! {
        @if !marked.is_empty() {
            section class="mistakes" data-film=(number) {
                details open[marked.len() <= 3] {
                    summary { "The mistakes, the costliest first" }
                    ol { @for (step, frame) in marked {
                        li {
                            a href={ "#" (number + 1) "-" (step + 1) } {
                                "Turn " (frame.turn)
                                @if let Some(player) = frame.who.and_then(|seat| film.players.get(seat)) { ", Player " (player.letter) }
                            }
                            ": " (frame.verdict.as_deref().unwrap_or_default())
                        }
                    } }
                }
            }
        }
    }
}

/// Returns all that happened, turn by turn: it can be read without scripts, too.
fn log(film: &Film, number: usize, is_one_of_many: bool) -> Markup {
    let mut turns: Vec<(String, Vec<usize>)> = Vec::new();
    for (i, frame) in film.frames.iter().enumerate() {
        let heading = match frame.who {
            None if i == 0 => "Set-up".to_owned(),
            _ => format!("Turn {}", frame.turn),
        };
        match turns.last_mut().filter(|(last, _)| *last == heading) {
            Some((_, frames)) => frames.push(i),
            None => turns.push((heading, vec![i])),
        }
    }
    html! {
        section class="log" data-film=(number) aria-label="What happened" {
            h2 { "What happened" @if is_one_of_many { ": " (film.about) } }
            div class="scroll" tabindex="0" {
                @for (heading, frames) in &turns {
                    h3 { (heading) }
                    ol {
                        @for &i in frames {
                            @let frame = &film.frames[i];
                            li data-step=(i) class=[frame.mark] {
                                @for sentence in &frame.sentences { span { (sentence) } " " }
                                @if let Some(verdict) = &frame.verdict { em { (verdict) } }
                            }
                        }
                    }
                }
            }
        }
    }
}

fn notes(film: &Film) -> Markup {
    html! {
        footer {
            @if !film.method.is_empty() { p { (film.method) } }
            @if let Some(command) = &film.command { p { "Made by " code { (command) } } }
            @else { p { "Made by " (Program::current().name) " " (Program::release()) } }
        }
    }
}

/// Returns the films as JSON that can stand in a page: no text of them ends the element.
fn data(films: &[Film]) -> String {
    serde_json::to_string(films).map(|text| text.replace('<', "\\u003c")).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn film() -> Film {
        let frame = |who: Option<usize>, sentence: &str| Frame {
            turn: 0,
            who,
            sentences: vec![sentence.to_owned()],
            ..Frame::default()
        };
        Film {
            title: "Snatch".to_owned(),
            about: "2 players".to_owned(),
            players: ["A", "B"]
                .map(|letter| FilmPlayer { letter: letter.to_owned(), bot: "x".to_owned() })
                .to_vec(),
            frames: vec![frame(None, "A is dealt </script><b>."), frame(Some(0), "A passes.")],
            ..Film::default()
        }
    }

    #[test]
    fn a_film_is_a_page_that_no_text_breaks() {
        let page = viewer(&[film()]);
        assert_eq!(page.matches("</script>").count(), 2, "{page}");
        for part in ["<h3>Set-up</h3>", "<h3>Turn 0</h3>", "A passes.", "&lt;b&gt;", "max=\"1\""] {
            assert!(page.contains(part), "{part}: {page}");
        }
        assert!(!page.contains("src=") && !page.contains("href="), "nothing from elsewhere");
        assert!(page.contains("<p id=\"result\"></p>"), "it has no end: {page}");
        assert!(!page.contains("id=\"mistake\""), "{page}");
    }

    #[test]
    fn several_games_have_a_log_each_and_a_list_to_choose_from() {
        let mut other = film();
        other.about = "another game".to_owned();
        let page = viewer(&[film(), other]);
        for part in ["Snatch: 2 games", "data-film=\"1\"", "What happened: another game", "<select"] {
            assert!(page.contains(part), "{part}: {page}");
        }
    }

    #[test]
    fn a_mistake_has_a_button_and_stands_in_the_log() {
        let mut film = film();
        for (loss, mark) in [(0.04, "mistake"), (0.2, "blunder")] {
            let verdict = Some(format!("{mark}: {loss} lost."));
            let who = Some(1);
            film.frames.push(Frame { turn: 3, who, mark: Some(mark), loss, verdict, ..Frame::default() });
        }
        film.frames[1].mark = Some("mistake");
        film.frames[1].verdict = Some("Mistake: 4 points lost.".to_owned());
        film.frames.push(Frame {
            turn: 4,
            sentences: vec!["B wins, 5 to 3.".to_owned()],
            ..Frame::default()
        });
        let page = viewer(&[film]);
        let worst = "<ol><li><a href=\"#1-4\">Turn 3, Player B</a>: blunder: 0.2 lost.</li><li><a href=\"#1-3\">Turn 3, Player B</a>";
        assert!(page.contains(worst), "{page}");
        assert!(page.contains("<p id=\"result\">B wins, 5 to 3.</p>"), "{page}");
        assert!(
            page.contains("class=\"mistake\"") && page.contains("<em>Mistake: 4 points lost.</em>"),
            "{page}"
        );
        assert!(page.contains("id=\"mistake\""));
    }
}
