//! The questions of a designer, and what an answer to one is made of.

use super::examples::Example;
use super::facts::Measured;

/// A question of a designer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Question {
    /// The players: are greedy ones what they seem?
    Who,
    /// Are the seats fair?
    Seats,
    /// How often do players win who win or lose together?
    Together,
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
            Self::Together => "won",
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

    /// Returns the question as it is asked.
    pub const fn text(self) -> &'static str {
        match self {
            Self::Who => "Who plays?",
            Self::Seats => "Are the seats fair?",
            Self::Together => "How often is it won?",
            Self::Length => "How long is a game?",
            Self::Skill => "Luck or skill?",
            Self::Strongest => "Which card is strongest?",
            Self::Dead => "Is a card dead?",
            Self::Actions => "Is an action unused or useless?",
            Self::Leader => "Does the leader run away?",
            Self::Loops => "Does every game end?",
            Self::Best => "Which bot plays best?",
            Self::Players => "Does the number of players matter?",
            Self::Levels => "Is it another game for beginners?",
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
        Self { question, state, short, text, figure, holds_for: "greedy", times: None, examples: Vec::new() }
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
