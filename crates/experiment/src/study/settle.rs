//! The second pass of a study: parts whose questions are open are played again, with more games.
//!
//! An open answer says how many times as many games would probably tell. Each part that it rests on is played again
//! with so many times its games, but at most with [`Sizes::again`] times as many. So the second pass
//! follows from the first one and a single number. By time that number is the largest with which the second pass
//! takes no longer than what is left, by how long the same parts took in the first pass.

use super::actions::times_of_action;
use super::answers::{answers, times_of_size};
use super::facts::Facts;
use super::question::{Question, State};
use super::{Sizes, Step, Study, Subject};

/// A part is played again with at most so many times its games.
const MOST: u64 = 256;

/// A part to play again: its place among the parts, and with how many times its games.
pub(super) type Again = (usize, u64);

/// Returns the parts on which open answers rest, and how many times as many games they need.
fn unsettled(facts: &Facts) -> Vec<(Step, f64)> {
    let mut parts: Vec<(Step, f64)> = Vec::new();
    for answer in answers(facts).iter().filter(|answer| answer.state == State::Open) {
        let times = answer.times.unwrap_or(2.0);
        match answer.question {
            Question::Seats | Question::Dead | Question::Leader | Question::Loops => {
                parts.push((Step::Main, times));
            }
            Question::Levels => {
                parts.extend([Step::LevelTable(0), Step::LearnedTable].map(|step| (step, times)));
            }
            Question::Skill => {
                parts.extend([Step::Duel, Step::SearchDuel, Step::LearnedDuel].map(|step| (step, times)));
            }
            Question::Strongest => parts.push((Step::Holding, times)),
            Question::Best => {
                parts.extend([Step::SearchDuel, Step::LearnedDuel].map(|step| (step, times)));
            }
            Question::Try => parts.push((Step::Deck, times)),
            Question::Actions => {
                let times = facts.actions.iter().filter_map(times_of_action);
                parts.extend(times.map(|times| (Step::Restricted, times)));
            }
            Question::Players => {
                let sizes = facts.sizes.iter().enumerate();
                parts.extend(sizes.filter_map(|(at, size)| Some((Step::Size(at), times_of_size(size)?))));
            }
            Question::Who | Question::Together | Question::Length | Question::Changed => {}
        }
    }
    parts
}

impl Subject<'_> {
    /// Returns how many games a step has the second time.
    pub(super) fn games_again(&self, step: &Step, sizes: Sizes, times: u64) -> u64 {
        match self.games(step, sizes) {
            // Decks had too few games and were left out.
            0 => self.games(step, Sizes { games: times * sizes.games, ..sizes }),
            games => times * games,
        }
    }

    /// Returns how many seconds a step takes the second time, about.
    fn seconds_again(&self, study: &Study, place: usize, times: u64) -> f64 {
        let (step, done) = &study.done[place];
        if done.games > 0 {
            return times as f64 * done.seconds;
        }
        // Decks that were left out, or nothing to be tried; the main batch tells how long a game takes.
        let decks = if *step == Step::Deck { self.counts().decks } else { 1 };
        let games = decks * self.games_again(step, study.sizes, times);
        let main = study.get(&Step::Main).map_or(0.0, |main| main.seconds / main.games.max(1) as f64);
        main * games as f64
    }

    /// Lists what the second pass plays: with at most `again` times the games, in the order of the parts.
    fn open_parts(&self, study: &Study, again: u64) -> Vec<Again> {
        let unsettled = unsettled(&Facts::of(self, study));
        let times = |step: &Step| {
            let own = unsettled.iter().filter(|(part, _)| part == step).map(|(_, times)| times.ceil() as u64);
            own.max().unwrap_or(1).clamp(1, again)
        };
        let mut parts: Vec<Again> =
            study.done.iter().enumerate().map(|(place, (step, _))| (place, times(step))).collect();
        // What is to be tried follows from the decks.
        let is_deck = |&(place, times): &Again| study.done[place].0 == Step::Deck && times > 1;
        let with_decks = parts.iter().any(is_deck);
        let follows = |place: usize| with_decks && matches!(study.done[place].0, Step::Change(_));
        parts.retain(|&(place, times)| {
            follows(place) || times > 1 && self.games_again(&study.done[place].0, study.sizes, times) > 0
        });
        parts
    }

    /// Lists the second pass that takes at most so many seconds, and with how many times the games at most.
    pub(super) fn in_time(&self, study: &Study, seconds: f64) -> (u64, Vec<Again>) {
        let takes = |parts: &[Again]| -> f64 {
            parts.iter().map(|&(place, times)| self.seconds_again(study, place, times)).sum()
        };
        let all = self.open_parts(study, MOST);
        let fits = |again: &u64| {
            let parts: Vec<Again> = all.iter().map(|&(place, times)| (place, times.min(*again))).collect();
            takes(&parts) <= seconds
        };
        let again = (2..=MOST).rev().find(fits).unwrap_or(1);
        (again, self.again(study, again))
    }

    /// Lists the second pass with at most so many times the games.
    pub(super) fn again(&self, study: &Study, again: u64) -> Vec<Again> {
        if again < 2 { Vec::new() } else { self.open_parts(study, again) }
    }
}
