//! Sentences for a person who plays: the choices of others, the values of the person's own choices, the result.

use crate::cli::review::following;
use ludometer_model::{Contest, Kind, Names, Outcome, Seat, capital, player};
use ludometer_narration::{Choices, Ending, chooses, letter};
use ludometer_run::{ActionValue, Advice, Reasons, VisibleMove};

/// The words of a game for those who play it.
pub(crate) struct Words<'a> {
    pub(crate) choices: Choices,
    pub(crate) names: &'a Names,
    pub(crate) contest: &'a Contest,
}

impl Words<'_> {
    /// Returns these choices in words.
    pub(crate) fn shown(&self, legal: &[String]) -> Vec<String> {
        legal.iter().map(|action| self.choices.tell(action)).collect()
    }

    /// Returns a choice that was made, and what came of it.
    pub(crate) fn news(&self, one: &VisibleMove) -> String {
        let reported = one.sentences.join(" ");
        match &one.action {
            Some(_) if !reported.is_empty() && !self.names.tells_choices => reported,
            Some(action) => {
                let chosen = chooses(one.seat.index(), &self.choices.tell(action));
                format!("{chosen} {reported}").trim_end().to_owned()
            }
            None => {
                let who = letter(one.seat.index());
                format!("{who} makes a hidden choice. {reported}").trim_end().to_owned()
            }
        }
    }

    /// Returns what the values of choices are of.
    pub(crate) fn aim(&self) -> String {
        let [aim, _] = self.contest.aim();
        format!("If all play on as greedy, your {aim} in worlds that fit what you know:")
    }

    /// Returns why one of these choices is better than another; they are as they were shown.
    pub(crate) fn reasons(&self, reasons: Option<&Reasons>, shown: &[String]) -> String {
        let Some(reasons) = reasons else { return "there is nothing to say about these choices".to_owned() };
        let reported = |i: usize| {
            let value = reasons.values.actions.get(i).and_then(ActionValue::value).unwrap_or(0.0);
            format!("{} ({:.0} %)", shown.get(i).map_or("", String::as_str), value * 100.0)
        };
        let follows = following(&reasons.consequences, &self.choices);
        let follows = if follows.is_empty() {
            " What is chosen next is much the same after both: the difference comes later.".to_owned()
        } else {
            follows
        };
        format!(
            "{} rather than {}, if all play on as greedy.{follows}",
            capital(&reported(reasons.better)),
            reported(reasons.other)
        )
    }

    /// Returns a line for each player of how the game ended for it; these seats are `you`.
    pub(crate) fn places(&self, outcome: &Outcome, you: &[Seat]) -> Vec<String> {
        let line = |seat: Seat| {
            // Of sides the result says who wins.
            let place = match outcome.ranks[seat] {
                _ if self.contest.kind != Kind::Competitive || outcome.nobody_wins => None,
                0 => Some("no place".to_owned()),
                rank => Some(format!("place {rank}")),
            };
            let score = self.contest.ends.have_scores.then(|| format!("score {}", outcome.scores[seat]));
            let all: Vec<String> = place.into_iter().chain(score).collect();
            let you = if you.contains(&seat) { " (you)" } else { "" };
            (!all.is_empty()).then(|| format!("{}{you}: {}", player(seat.index()), all.join(", ")))
        };
        Seat::all(outcome.seats).filter_map(line).collect()
    }

    /// Returns who wins, told to the person in this seat, or to all at the screen.
    pub(crate) fn result(&self, outcome: &Outcome, you: Option<Seat>) -> String {
        let winners: Vec<Seat> = outcome.winners().collect();
        let together = self.contest.kind != Kind::Competitive || !outcome.losers.is_empty();
        match (&winners[..], you) {
            ([], _) if outcome.unfinished => "nobody wins: the game came to its limit".to_owned(),
            // Who wins or loses together, or is the only one to lose, is said as it is of all.
            ([], _) | (_, None) => Ending::of_outcome(outcome).result(self.contest),
            _ if together => Ending::of_outcome(outcome).result(self.contest),
            ([seat], Some(you)) if *seat == you => "you win".to_owned(),
            (seats, Some(you)) if seats.contains(&you) => "you share the win".to_owned(),
            _ => "you don't win".to_owned(),
        }
    }
}

/// Returns the values of these choices as far as they are known, the best first, each with its number.
pub(crate) fn ranked(advice: &Advice) -> Vec<(f64, usize)> {
    let values = advice.values.actions.iter().enumerate();
    let mut ranked: Vec<(f64, usize)> = values.filter_map(|(i, action)| Some((action.value()?, i))).collect();
    ranked.sort_by(|a, b| b.0.total_cmp(&a.0));
    ranked
}
