//! The questions of a designer, the parts of an answer, and the games to watch that show what it says.

use crate::study::Step;
use crate::study::facts::{Change, Facts, Measured, Size};
use crate::wording::quoted;
use ludometer_model::counted;
use ludometer_stats::Notability;

/// A question of a designer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Question {
    /// How strong are the players?
    Who,
    /// Are the seats, or the fixed sides, fair?
    Seats,
    /// Which of the sides that are drawn wins?
    Sides,
    /// How often do players win who win or lose together?
    Together,
    /// What do players score who play together?
    Score,
    /// How long is a game?
    Length,
    /// Is it luck or skill?
    Skill,
    /// Which card is the strongest?
    Strongest,
    /// Is a card dead?
    Dead,
    /// Is an action never used, useless or harmful?
    Actions,
    /// Does a lead run away?
    Leader,
    /// Are there games without an end?
    Loops,
    /// Which bot plays best?
    Best,
    /// Does the number of players change it?
    Players,
    /// Is it another game for beginners than for experts?
    Levels,
    /// Which effects do the changed rules have?
    Changed,
    /// Which changes could be tried?
    Try,
}

impl Question {
    /// Returns its id in files.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Who => "who_plays",
            Self::Seats => "seats",
            Self::Sides => "sides",
            Self::Together => "won",
            Self::Score => "score",
            Self::Length => "length",
            Self::Skill => "skill",
            Self::Strongest => "strongest_card",
            Self::Dead => "dead_card",
            Self::Actions => "actions",
            Self::Leader => "leader",
            Self::Loops => "endless_games",
            Self::Best => "best_bot",
            Self::Players => "players",
            Self::Levels => "levels",
            Self::Changed => "changed_rules",
            Self::Try => "what_to_try",
        }
    }

    /// Returns the question as it is asked of this table.
    pub fn text(self, table: Option<&Size>) -> &'static str {
        match self {
            Self::Seats if table.is_some_and(|table| !table.parties.sides.is_empty()) => {
                "Are the sides fair?"
            }
            Self::Seats if table.is_some_and(|table| !table.order.apart().is_empty()) => {
                "Are seats and order of play fair?"
            }
            Self::Score if table.is_some_and(|table| table.seats == 1) => "What is scored?",
            Self::Who => "Who plays?",
            Self::Seats => "Are the seats fair?",
            Self::Sides => "Which side wins?",
            Self::Together => "How often is it won?",
            Self::Score => "What is scored together?",
            Self::Length => "How long is a game?",
            Self::Skill => "Luck or skill?",
            Self::Strongest => "Which card is strongest?",
            Self::Dead => "Is a card dead?",
            Self::Actions => "Is an action unused or useless?",
            Self::Leader => "Does the leader run away?",
            Self::Loops => "Does every game end?",
            Self::Best => "Which bot plays best?",
            Self::Players => "Does the number of players matter?",
            Self::Levels => "Does it play differently for beginners?",
            Self::Changed => "What do the changed rules do?",
            Self::Try => "What could be tried?",
        }
    }
}

/// The meaning of an answer to a designer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum State {
    /// Something that most designers would want to change.
    Problem,
    /// As it should be.
    Fine,
    /// Neither good nor bad.
    Fact,
    /// Too few games to tell.
    Open,
}

impl State {
    /// Returns its name in files.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Problem => "problem",
            Self::Fine => "fine",
            Self::Fact => "fact",
            Self::Open => "open",
        }
    }
}

/// An answer.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    /// The question.
    pub question: Question,
    /// The question as it is asked of the usual table.
    pub asked: &'static str,
    /// Its meaning.
    pub state: State,
    /// The verdict in a few words, without intervals.
    pub short: String,
    /// The answer in plain words.
    pub text: String,
    /// The figure that it rests on most.
    pub figure: Option<Measured>,
    /// The bots for which it holds.
    pub holds_for: &'static str,
    /// How many times as many games would probably tell, where it is open.
    pub times: Option<f64>,
    /// Games that show it, the most telling first.
    pub examples: Vec<Example>,
}

impl Answer {
    pub(super) fn new(question: Question, state: State, text: String, figure: Option<Measured>) -> Self {
        let short = "Not known yet".to_owned();
        let asked = question.text(None);
        let holds_for = "greedy";
        Self { question, asked, state, short, text, figure, holds_for, times: None, examples: Vec::new() }
    }

    /// Returns the verdict in a few words; what is open is not known yet, if nothing else is said.
    #[must_use]
    pub(super) fn briefly(self, short: impl Into<String>) -> Self {
        Self { short: short.into(), ..self }
    }

    pub(super) fn open(question: Question, text: String, figure: Measured, wanted: f64) -> Self {
        let times = Some(figure.times_to(wanted));
        Self { times, ..Self::new(question, State::Open, text, Some(figure)) }
    }

    /// Returns what nothing is known of, and how many times as many games would probably tell.
    pub(super) fn unknown(question: Question, text: String, times: f64) -> Self {
        Self { times: Some(times.max(2.0).ceil()), ..Self::new(question, State::Open, text, None) }
    }
}

/// A game that shows what an answer says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Example {
    /// The step that played it.
    pub step: Step,
    /// Its number among the games of this step, from 0.
    pub game: u64,
    /// The description of what it shows.
    pub what: String,
}

impl Example {
    fn of_main(game: u64, what: String) -> Self {
        Self { step: Step::Main, game, what }
    }

    /// Returns the first game of a step.
    fn first(step: Step, what: impl Into<String>) -> Self {
        Self { step, game: 0, what: what.into() }
    }
}

/// Lists the games that show an answer, the most telling first.
pub(super) fn examples(answer: &Answer, facts: &Facts) -> Vec<Example> {
    let notable = |whats: &[Notability]| -> Vec<Example> {
        let found = whats.iter().filter_map(|what| facts.notable.iter().find(|(name, _)| name == what));
        found.map(|(what, game)| Example::of_main(*game, what.word().to_owned())).collect()
    };
    match answer.question {
        Question::Who | Question::Seats | Question::Sides | Question::Together | Question::Score => {
            notable(&[Notability::Median, Notability::Closest])
        }
        // Where there is advice, it has games of its own.
        Question::Try => notable(&[Notability::Median]),
        Question::Length => notable(&[Notability::Shortest, Notability::Median, Notability::Longest]),
        Question::Leader => {
            notable(&[Notability::BiggestRunaway, Notability::GreatestComeback, Notability::MostLeadChanges])
        }
        Question::Loops => {
            let unfinished = notable(&[Notability::Unfinished]);
            if unfinished.is_empty() { notable(&[Notability::Longest]) } else { unfinished }
        }
        Question::Strongest | Question::Dead | Question::Actions => named(answer, facts),
        Question::Skill => {
            let is_alone = facts.main.as_ref().is_some_and(|main| main.seats == 1);
            let duel = if is_alone { "a random player" } else { "one greedy player among random ones" };
            [Example::first(Step::Duel, duel)].into_iter().chain(thinkers(facts)).collect()
        }
        Question::Best => thinkers(facts),
        Question::Players => facts
            .sizes
            .iter()
            .enumerate()
            .map(|(at, size)| Example::first(Step::Size(at), counted(size.seats as u64, "player")))
            .collect(),
        Question::Levels => {
            let lower = facts.lower.iter().enumerate();
            let lower =
                lower.map(|(at, (level, _))| (Step::LevelTable(at), format!("players of level {level}")));
            let best = (Step::LearnedTable, "the best players".to_owned());
            lower.chain([best]).map(|(step, what)| Example::first(step, what)).collect()
        }
        Question::Changed => {
            let mut list = notable(&[Notability::Median]);
            list.push(Example::first(Step::Printed, "the printed rules"));
            list
        }
    }
}

/// Returns a game with a change.
pub(super) fn with_change(change: &Change) -> Example {
    Example::first(change.step.clone(), change.what.clone())
}

/// Returns one better player among greedy ones.
fn thinkers(facts: &Facts) -> Vec<Example> {
    let is_alone = facts.main.as_ref().is_some_and(|main| main.seats == 1);
    let [searching, learned] = if is_alone {
        ["a searching player", "a learned player"]
    } else {
        ["one searching player among greedy ones", "one learned player among greedy ones"]
    };
    let is_searched = facts.search_duel.is_some() || facts.won_of_search.is_some();
    let search = is_searched.then_some((Step::SearchDuel, searching));
    let learned = facts.learned_duel.as_ref().map(|_| (Step::LearnedDuel, learned));
    [search, learned].into_iter().flatten().map(|(step, what)| Example::first(step, what)).collect()
}

/// The most cards and actions of an answer that get a game.
const NAMED: usize = 3;

/// Returns the first games in which the cards and actions that the answer names come up, in the order in which it
/// names them.
fn named(answer: &Answer, facts: &Facts) -> Vec<Example> {
    let cards = facts.cards.iter().map(|card| (card.name.clone(), card.first_drawn, "drawn"));
    let actions = facts.actions.iter().map(|one| (quoted(&one.name), one.first_chosen, "chosen"));
    let mut found: Vec<(usize, Example)> = cards
        .chain(actions)
        .filter_map(|(name, game, is)| {
            let place = place_of(&name, &answer.text)?;
            Some((place, Example::of_main(game?, format!("the first in which {name} is {is}"))))
        })
        .collect();
    found.sort_by_key(|(place, _)| *place);
    found.into_iter().take(NAMED).map(|(_, example)| example).collect()
}

/// Returns where a text has a name as words of their own: "Clubs 1" is not in "Clubs 10".
fn place_of(name: &str, text: &str) -> Option<usize> {
    let is_word = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
    text.match_indices(name).map(|(place, _)| place).find(|&place| {
        let (before, after) = (&text[..place], &text[place + name.len()..]);
        !is_word(before.chars().next_back()) && !is_word(after.chars().next())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_found_where_it_stands_alone() {
        assert_eq!(place_of("Clubs 1", "Clubs 10 and Clubs 1."), Some(13));
        assert_eq!(place_of("Burn", "Burning, Overburn"), None);
        assert_eq!(place_of("Übung", "Die Übung"), Some(4));
        assert_eq!(place_of("", "any"), None);
    }
}
