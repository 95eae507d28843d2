//! A game recorded for the viewer: sentences, what lies on the table after each step, and what choices were worth.

use std::io;

use serde_json::Value as Json;

use crate::cli::error::CliError;
use crate::cli::review::{valued, verdict};
use ludometer_model::Seat;
use ludometer_narration::{
    Choices, Contents, Ending, Layout, Narrator, Place, Step, StepKind, Steps, letter,
};
use ludometer_report::{Film, FilmChoice, FilmContents, FilmPlace, FilmPlayer, Frame, TurnChances};
use ludometer_run::{ActionValue, AnyGame, Follower, Mark, Position, ReviewedDecision, ReviewedGame};

/// The texts beside the game.
pub(super) struct Cut {
    pub(super) title: String,
    pub(super) about: String,
    pub(super) method: String,
    pub(super) command: Option<String>,
    /// The command that weighs a choice, up to its number.
    pub(super) weigh: Option<String>,
}

/// Records a game as it is replayed.
pub(super) struct Camera<'a> {
    game: &'a dyn AnyGame,
    viewer: Option<usize>,
    steps: Steps,
    layout: Option<Layout>,
    /// The table as it is now.
    table: Vec<Contents>,
    /// The steps, each with the table after it.
    shots: Vec<(Step, Vec<Contents>)>,
    /// The steps that ended since the last look, by their places: the next one shows the table after them.
    unseen: Vec<usize>,
    players: Vec<FilmPlayer>,
    last: Option<Json>,
}

impl<'a> Camera<'a> {
    /// Returns a camera that sees what this seat knows, or everything.
    pub(super) fn new(game: &'a dyn AnyGame, viewer: Option<usize>) -> Result<Self, CliError> {
        let steps = Steps::new(Narrator::new(game.names(), viewer)?);
        let (table, shots, unseen, players) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        Ok(Self { game, viewer, steps, layout: None, table, shots, unseen, players, last: None })
    }

    fn look(&mut self, at: &dyn Position) {
        self.see(at);
        for place in self.unseen.drain(..) {
            self.shots[place].1.clone_from(&self.table);
        }
    }

    fn see(&mut self, at: &dyn Position) {
        let seats = self.game.seats();
        let view = |seat: usize| at.view(Seat::new(seat));
        let layout = self
            .layout
            .get_or_insert_with(|| Layout::new(self.game.names(), seats, &view(self.viewer.unwrap_or(0))));
        if let Some(seat) = self.viewer {
            self.table = layout.read(&view(seat), seat);
            return;
        }
        // Each player's own is what that player sees of it.
        let mut all: Vec<Vec<Contents>> = (0..seats).map(|seat| layout.read(&view(seat), seat)).collect();
        let places = layout.places().iter().enumerate();
        let owned = |(i, place): (usize, &Place)| std::mem::take(&mut all[place.owner.unwrap_or(0)][i]);
        self.table = places.map(owned).collect();
    }

    /// Returns the film, with the values of a review if there was one.
    pub(super) fn film(self, cut: Cut, reviewed: Option<&ReviewedGame>) -> Result<Film, CliError> {
        let words = Choices::new(self.game.names())?;
        let (shown, places) = self.shown_places();
        let mut film = Film {
            title: cut.title,
            about: cut.about,
            aim: self.game.contest().aim(),
            method: cut.method,
            command: cut.command,
            weigh: cut.weigh,
            players: self.players,
            places,
            ..Film::default()
        };
        let mut before: Vec<Option<FilmContents>> = vec![None; shown.len()];
        let mut number = 0_usize;
        for (step, table) in &self.shots {
            let decision = match &step.kind {
                StepKind::Choice(_) => {
                    number += 1;
                    reviewed.and_then(|reviewed| reviewed.decisions.get(number - 1))
                }
                _ => None,
            };
            if let Some(decision) = decision.filter(|decision| !decision.chances.is_empty()) {
                let seats = decision.chances.iter().map(|chance| chance.is_finite().then_some(*chance));
                // The next step that is shown; several turns of which none is shown have the last one's.
                let (frame, seats) = (film.frames.len(), seats.collect());
                film.chances.retain(|turn| turn.frame != frame);
                film.chances.push(TurnChances { frame, seats });
            }
            // What a mistake costs shows in the curve of the player who makes it.
            if let Some((decision, second)) =
                decision.and_then(|decision| Some((decision, decision.mistake()?)))
            {
                for value in second.values {
                    let mut seats = vec![None; film.players.len()];
                    seats[decision.seat.index()] = Some(value);
                    film.chances.push(TurnChances { frame: film.frames.len(), seats });
                }
            }
            let mut frame = framed(step, decision, &words, film.aim[0]);
            if frame.sentences.is_empty() && frame.choices.len() < 2 {
                continue;
            }
            if film.weigh.is_some() && frame.choices.len() > 1 {
                frame.decision = u32::try_from(number - 1).ok();
            }
            for (place, &i) in shown.iter().enumerate() {
                let contents = table.get(i).cloned().unwrap_or_default();
                let contents = FilmContents(contents.cards, contents.down, with_minus(&contents.text));
                if before[place].as_ref() != Some(&contents) {
                    frame.table.push((place, contents.clone()));
                    before[place] = Some(contents);
                }
            }
            film.frames.push(frame);
        }
        if let Some(line) = &self.last {
            let turn = film.frames.last().map_or(0, |frame| frame.turn);
            let (ending, contest) = (Ending::of_line(line), self.game.contest());
            // The worth of a score is not in the line.
            if !film.chances.is_empty() && !contest.is_worth() {
                let seats = ending.shares(contest, film.players.len()).into_iter().map(Some).collect();
                film.chances.push(TurnChances { frame: film.frames.len(), seats });
            }
            film.frames.push(Frame { turn, sentences: ending.sentences(contest), ..Frame::default() });
        }
        Ok(film)
    }

    /// Returns the places that are used before the game ends, by their numbers in the layout.
    fn shown_places(&self) -> (Vec<usize>, Vec<FilmPlace>) {
        let all: &[Place] = self.layout.as_ref().map_or(&[], Layout::places);
        let is_used = |label: &str| {
            let same = all.iter().enumerate().filter(|(_, place)| place.label == label);
            let idle = |contents: &Contents| {
                contents.is_empty()
                    || contents.cards.is_empty() && ["0", "no"].contains(&contents.text.as_str())
            };
            let course = &self.shots[..self.shots.len().saturating_sub(1)];
            same.into_iter().any(|(i, _)| {
                course.iter().any(|(_, table)| table.get(i).is_some_and(|contents| !idle(contents)))
            })
        };
        let shown: Vec<usize> = (0..all.len()).filter(|&i| is_used(&all[i].label)).collect();
        let of = |&i: &usize| FilmPlace {
            label: all[i].label.clone(),
            owner: all[i].owner,
            columns: all[i].columns,
        };
        let places = shown.iter().map(of).collect();
        (shown, places)
    }
}

impl Follower for Camera<'_> {
    fn line(&mut self, line: &Json) -> io::Result<()> {
        if let Some(step) = self.steps.push(line) {
            // A turn that begins ends the step before it, and what came of that is seen at the next choice.
            if !matches!(line["event"].as_str(), Some("decision" | "end" | "pause")) {
                self.unseen.push(self.shots.len());
            }
            self.shots.push((step, self.table.clone()));
        }
        match line["event"].as_str() {
            Some("start" | "branch") => {
                let bots = line["strategies"].as_array().into_iter().flatten().enumerate();
                self.players = bots
                    .map(|(seat, bot)| FilmPlayer {
                        letter: letter(seat),
                        bot: bot.as_str().unwrap_or_default().to_owned(),
                    })
                    .collect();
            }
            Some("end") => self.last = Some(line.clone()),
            _ => {}
        }
        Ok(())
    }

    fn viewer(&self) -> Option<Seat> {
        self.viewer.map(Seat::new)
    }

    fn decided(&mut self, at: &dyn Position, _chosen: usize) {
        self.look(at);
    }

    fn ended(&mut self, at: &dyn Position) {
        self.look(at);
    }
}

/// Returns a text in which what stands before a number below zero is a minus sign.
fn with_minus(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut before = ' ';
    let mut signs = text.chars().peekable();
    while let Some(sign) = signs.next() {
        let is_minus =
            sign == '-' && !before.is_alphanumeric() && signs.peek().is_some_and(char::is_ascii_digit);
        out.push(if is_minus { '\u{2212}' } else { sign });
        before = sign;
    }
    out
}

/// Returns a step as the viewer shows it.
fn framed(step: &Step, decision: Option<&ReviewedDecision>, words: &Choices, aim: &str) -> Frame {
    let mut frame = Frame { turn: step.turn, sentences: step.all_sentences(), ..Frame::default() };
    let StepKind::Choice(choice) = &step.kind else { return frame };
    frame.who = Some(choice.seat);
    let values = decision.map(|decision| &decision.valued);
    // Of equal words the chosen one is where the review says, or the first.
    let chosen = values.map_or_else(
        || choice.legal.iter().position(|action| choice.chosen.as_ref() == Some(action)),
        |values| Some(values.chosen),
    );
    let mut legal: Vec<(usize, &String)> = choice.legal.iter().enumerate().collect();
    // The best first; what was not tried to the end stands last.
    if let Some(decision) = decision {
        let worth = |i: usize| match decision.mistake() {
            Some(second) if i == second.better => Some(second.values[0]),
            Some(second) => (i == decision.valued.chosen).then_some(second.values[1]),
            None => decision.valued.actions.get(i).and_then(ActionValue::value),
        };
        let worth = |i: usize| worth(i).unwrap_or(f64::NEG_INFINITY);
        legal.sort_by(|(a, _), (b, _)| worth(*b).total_cmp(&worth(*a)));
    }
    frame.choices = legal
        .into_iter()
        .map(|(i, action)| FilmChoice {
            action: action.clone(),
            chosen: chosen == Some(i),
            value: decision.and_then(|decision| valued(decision, i)).map(|[value, gain]| (value, gain)),
        })
        .collect();
    if frame.choices.is_empty() {
        return frame;
    }
    if let Some(decision) = decision {
        frame.mark = decision.mistake().and(decision.mark).map(Mark::word);
        frame.loss = decision.second.map_or(0.0, |second| second.gain);
        frame.verdict = verdict(decision, words, aim);
    }
    frame
}
