//! The page of a strategy that was learned: how strong it became, and how sure that is.

use maud::{Markup, html};

use super::figure::command;
use super::page::frame;
use super::plot::{Line, Lines};
use super::words::{Unit, figure, sentence, thousands, unbroken};
use ludometer_model::Program;

/// A figure of what was learned so far.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LearningPoint {
    /// Games or rounds so far.
    pub at: u64,
    /// Its strength then.
    pub value: f64,
    /// Its 95 % interval, if it was measured in games.
    pub interval: Option<(f64, f64)>,
}

/// The measure of strength in the course of learning.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Strength<'a> {
    /// The share of the win in one seat, where this share is fair.
    WinShare {
        /// One part of as many as there are seats.
        fair: f64,
        /// The name of the bot in all other seats.
        other: &'a str,
    },
    /// How much can be won against it, in a unit with this name.
    Exploitability(&'static str),
}

/// The contents of the page of a learned strategy.
#[derive(Clone, Debug, PartialEq)]
pub struct Learning<'a> {
    /// The game's title.
    pub title: &'a str,
    /// Facts with their names: seats, games, seconds.
    pub facts: Vec<(&'static str, String)>,
    /// The verdict, in a sentence without its full stop.
    pub verdict: String,
    /// How strong it is elsewhere, in sentences without their full stops.
    pub more: Vec<String>,
    /// The unit that the points are counted in: `games` or `rounds`.
    pub counted: &'static str,
    /// The measure of strength.
    pub strength: Strength<'a>,
    /// From the beginning on.
    pub points: Vec<LearningPoint>,
    /// The command that learns the same.
    pub command: String,
    /// The arguments that follow `run` in the command that lets it play.
    pub run: String,
}

impl Learning<'_> {
    fn up(&self) -> String {
        match self.strength {
            Strength::WinShare { other, .. } => format!("win share in one seat among {other}"),
            Strength::Exploitability(unit) => format!("exploitability, {unit} a game"),
        }
    }

    fn number(&self, x: f64) -> String {
        match self.strength {
            Strength::WinShare { .. } => Unit::Share.text(x),
            Strength::Exploitability(_) => figure(x),
        }
    }

    /// Returns the sentence that reads the curve.
    fn reading(&self) -> String {
        let (Some(first), Some(last)) = (self.points.first(), self.points.last()) else {
            return "It was never looked at.".to_owned();
        };
        let (from, to) = (self.number(first.value), self.number(last.value));
        let of = match self.strength {
            Strength::WinShare { fair, .. } => format!(", where {} is fair", self.number(fair)),
            Strength::Exploitability(_) => String::new(),
        };
        format!(
            "After {} {} it stands at {to}{of}; the first look, after {}, found {from}.",
            thousands(last.at as f64),
            self.counted,
            thousands(first.at as f64)
        )
    }

    fn plot(&self) -> Markup {
        let points = self.points.iter().map(|point| (point.at as f64, point.value, point.interval)).collect();
        let mut curves = vec![Line { name: "the strategy".to_owned(), points }];
        let mut unit = Unit::Plain;
        if let Strength::WinShare { fair, .. } = self.strength {
            unit = Unit::Share;
            let ends = [self.points.first(), self.points.last()].into_iter().flatten();
            let points = ends.map(|point| (point.at as f64, fair, None)).collect();
            curves.push(Line { name: "fair".to_owned(), points });
        }
        let lines = Lines {
            curves,
            unit,
            across: (self.counted.to_owned(), Unit::Plain),
            up: self.up(),
            diagonal: false,
            now: None,
        };
        lines.draw().element(&format!("Strength in the course of learning. {}", self.reading()))
    }

    fn table(&self) -> Markup {
        let measured = self.points.iter().any(|point| point.interval.is_some());
        html! {
            div class="scroll" tabindex="0" role="region" aria-label="Table of the curve" {
                table {
                    thead { tr {
                        th scope="col" class="n" { (sentence(self.counted)) }
                        th scope="col" class="n" { (sentence(&self.up())) }
                        @if measured { th scope="col" class="n" { "95 % interval" } }
                    } }
                    tbody {
                        @for point in &self.points {
                            tr {
                                td class="n" { (thousands(point.at as f64)) }
                                td class="n" { (self.number(point.value)) }
                                @if measured {
                                    td class="n" {
                                        @if let Some((low, high)) = point.interval { (self.number(low)) " to " (self.number(high)) }
                                    }
                                }
                            }
                        }
                    }
                }
            }
        }
    }

    /// Returns the page, which stands alone. The same figures give the same bytes.
    pub fn page(&self) -> String {
        let definition = match self.strength {
            Strength::WinShare { .. } => {
                "At each look it played games of its own in one seat, with the other bot in the others. The band is the 95 % interval \
                 of a look; games of the verdict are others."
            }
            Strength::Exploitability(_) => {
                "What the best answer to it gains on average over the seats: 0 in an equilibrium. It is calculated, not sampled."
            }
        };
        let head = html! {
            p class="kind" { "Training report" }
            h1 { (self.title) }
            dl class="facts" { @for (name, value) in &self.facts { div { dt { (name) } dd { (value) } } } }
        };
        let main = html! {
            section id="findings" {
                h2 { "What was learned" }
                ul class="findings" { li { p { (unbroken(&sentence(&self.verdict))) "." } } }
            }
            section class="part" {
                h2 { "Strength in the course of learning" }
                figure {
                    p class="reading" { (unbroken(&self.reading())) }
                    div class="drawing" tabindex="0" role="group" aria-label="Plot: strength in the course of learning" { (self.plot()) }
                    figcaption { (definition) }
                    details { summary { "The numbers" } (self.table()) }
                }
            }
            @if !self.more.is_empty() {
                section class="part" {
                    h2 { "At other tables, and at its levels" }
                    ul { @for text in &self.more { li { (unbroken(&sentence(text))) "." } } }
                }
            }
            section class="part" {
                h2 { "How to use it, and how it was made" }
                p class="note" { "Let it play: " (command(&format!("{} run {}", Program::current().name, self.run))) }
                p class="note" { "Made by: " (command(&self.command)) }
            }
        };
        frame(&format!("{}: training report", self.title), &head, &main)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn learning(strength: Strength<'static>) -> Learning<'static> {
        let point =
            |at, value: f64| LearningPoint { at, value, interval: Some((value - 0.05, value + 0.05)) };
        Learning {
            title: "A <game>",
            facts: vec![("Seats", "4".to_owned())],
            verdict: "wins 40.00 % of 1,000 games".to_owned(),
            more: vec!["2 players: 60 %".to_owned()],
            counted: "games",
            strength,
            points: vec![point(1000, 0.2), point(20_000, 0.4)],
            command: "ludometer train x".to_owned(),
            run: "x --bots x.toml greedy".to_owned(),
        }
    }

    #[test]
    fn a_page_tells_the_first_and_last_look_and_escapes_names() {
        let page = learning(Strength::WinShare { fair: 0.25, other: "greedy" }).page();
        let plain = page.replace('\u{a0}', " ");
        for text in [
            "After 20,000 games it stands at 40.0 %, where 25.0 % is fair; the first look, after 1,000, found 20.0 %.",
            "A &lt;game&gt;",
            "Wins 40.00 % of 1,000 games.",
            "35.0 % to 45.0 %",
            "ludometer train x",
        ] {
            assert!(plain.contains(text), "{text}");
        }
        assert!(!page.contains("A <game>"));
    }

    #[test]
    fn exploitability_is_reported_in_its_unit() {
        let page = learning(Strength::Exploitability("chips")).page();
        assert!(page.contains("exploitability, chips a game") && !page.contains("is fair"), "{page}");
    }
}
