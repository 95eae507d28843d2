//! Sentences about the end of a game, by how it is won.

use ludometer_model::{Contest, Kind, MAX_SEATS, Outcome, Seat, SeatSet, counted, side_name};
use serde_json::Value as Json;

use crate::words::letter;

/// The end of a game: who won, who lost, and the scores.
#[derive(Clone, Debug, Default)]
pub struct Ending {
    turns: u64,
    unfinished: bool,
    winners: SeatSet,
    losers: SeatSet,
    /// Each seat's side from 1, where sides are drawn.
    sides: Vec<u64>,
    scores: Vec<i64>,
}

impl Ending {
    /// Reads the last line of a trace.
    pub fn of_line(line: &Json) -> Self {
        let list = |key: &str| line[key].as_array().into_iter().flatten();
        let seats = |key: &str| {
            let seats = list(key).filter_map(Json::as_u64).filter_map(|seat| usize::try_from(seat).ok());
            seats.filter(|&seat| seat < MAX_SEATS).map(Seat::new).collect()
        };
        Self {
            turns: line["turns"].as_u64().unwrap_or(0),
            unfinished: line["unfinished"] == true,
            winners: seats("winners"),
            losers: seats("losers"),
            sides: list("sides").filter_map(Json::as_u64).collect(),
            scores: list("scores").filter_map(Json::as_i64).collect(),
        }
    }

    /// Reads an outcome.
    pub fn of_outcome(outcome: &Outcome) -> Self {
        Self {
            turns: outcome.turns.into(),
            unfinished: outcome.unfinished,
            winners: outcome.winners().collect(),
            losers: outcome.losers,
            sides: outcome.sides.first(outcome.seats).iter().map(|&side| side.into()).collect(),
            scores: outcome.scores.first(outcome.seats).to_vec(),
        }
    }

    /// Returns the sentences: how the game ended, and the scores.
    pub fn sentences(&self, contest: &Contest) -> Vec<String> {
        let over =
            format!("The game is over after {}: {}.", counted(self.turns, "turn"), self.result(contest));
        let scores = if !contest.ends.have_scores {
            None
        } else if contest.is_contest() {
            let scores = self.scores.iter().enumerate();
            let scores: Vec<String> =
                scores.map(|(seat, score)| format!("{} {score}", letter(seat))).collect();
            Some(format!("Scores: {}.", scores.join(", ")))
        } else {
            // All have the same score, which the result names where nothing is won.
            let is_named = !contest.ends.are_won && !self.unfinished;
            self.scores.first().filter(|_| !is_named).map(|score| format!("Score: {score}."))
        };
        [over].into_iter().chain(scores).collect()
    }

    /// Returns who wins or loses, or what is scored, as the rest of a sentence.
    pub fn result(&self, contest: &Contest) -> String {
        if self.unfinished {
            let without = if contest.ends.are_won { " without a winner" } else { "" };
            return format!("it came to its limit{without}");
        }
        if !contest.is_contest() {
            let who = if contest.kind == Kind::Solo { letter(0) } else { "the table".to_owned() };
            return match self.scores.first() {
                Some(score) if !contest.ends.are_won => format!("{who} scores {score}"),
                _ if self.winners.is_empty() => format!("{who} loses"),
                _ => format!("{who} wins"),
            };
        }
        let spared = self.winners.iter().chain(self.losers.iter()).collect::<SeatSet>();
        if !self.losers.is_empty() && spared.len() as usize == self.scores.len() {
            return format!(
                "{} {}",
                side_name(self.losers),
                if self.losers.len() > 1 { "lose" } else { "loses" }
            );
        }
        if self.winners.is_empty() {
            return "nobody wins".to_owned();
        }
        match &self.winning_sides(contest)[..] {
            [] if self.winners.len() == 1 => format!("{} wins", side_name(self.winners)),
            [] => format!("{} share the win", side_name(self.winners)),
            [side] => format!("{side} wins"),
            sides => format!("{} tie", sides.join(" and ")),
        }
    }

    /// Returns the sides that win; none where each seat plays for itself.
    fn winning_sides(&self, contest: &Contest) -> Vec<String> {
        let seats_of =
            |is_of: &dyn Fn(Seat) -> bool| self.winners.iter().filter(|&seat| is_of(seat)).collect();
        if !contest.drawn.is_empty() {
            let side_of = |seat: Seat| self.sides.get(seat.index()).copied().unwrap_or(0);
            return (1..)
                .zip(&contest.drawn)
                .map(|(number, name)| (name, seats_of(&|seat| side_of(seat) == number)))
                .filter(|(_, seats): &(_, SeatSet)| !seats.is_empty())
                .map(|(name, seats)| format!("the side \u{201c}{name}\u{201d} ({})", side_name(seats)))
                .collect();
        }
        if !contest.has_sides() {
            return Vec::new();
        }
        let wins = |party: &&SeatSet| party.iter().any(|seat| self.winners.contains(seat));
        contest
            .parties
            .iter()
            .filter(wins)
            .map(|&party| format!("the side of {}", side_name(party)))
            .collect()
    }

    /// Returns each seat's share of the win, 0 to 1: all of it for each seat of a side that wins.
    pub fn shares(&self, contest: &Contest, seats: usize) -> Vec<f64> {
        let winners = self.winners.len().max(1);
        let share = |seat: Seat| {
            if self.winners.contains(seat) {
                contest.whole_share(seat, 1.0 / f64::from(winners))
            } else {
                0.0
            }
        };
        Seat::all(seats).map(share).collect()
    }
}

#[cfg(test)]
mod tests {
    use ludometer_model::Ends;
    use serde_json::json;

    use super::*;

    /// Returns the sentences of an end at a table of four, and the seats' shares.
    fn told(contest: &Contest, winners: &[usize], rest: &Json) -> (Vec<String>, Vec<f64>) {
        let mut line =
            json!({ "turns": 12, "winners": winners, "scores": [7, 3, 7, 3], "unfinished": false });
        for (key, value) in rest.as_object().into_iter().flatten() {
            line[key] = value.clone();
        }
        let ending = Ending::of_line(&line);
        let mut sentences = ending.sentences(contest);
        sentences[0] = sentences[0].replace("The game is over after 12 turns: ", "");
        (sentences, ending.shares(contest, 4))
    }

    fn result(contest: &Contest, winners: &[usize], rest: &Json) -> String {
        told(contest, winners, rest).0.swap_remove(0)
    }

    #[test]
    fn who_plays_for_itself_wins_alone_or_shares_the_win() {
        let contest = Contest::new(Kind::Competitive, 4);
        let (sentences, shares) = told(&contest, &[0, 2], &Json::Null);
        assert_eq!(sentences, ["A and C share the win.", "Scores: A 7, B 3, C 7, D 3."]);
        assert_eq!(shares, [0.5, 0.0, 0.5, 0.0]);
        assert_eq!(result(&contest, &[0, 1, 3], &Json::Null), "A, B and D share the win.");
        assert_eq!(result(&contest, &[1], &Json::Null), "B wins.");
        assert_eq!(result(&contest, &[], &Json::Null), "nobody wins.");
        let limit = json!({ "unfinished": true, "turns": 1 });
        assert_eq!(
            result(&contest, &[], &limit),
            "The game is over after 1 turn: it came to its limit without a winner."
        );
    }

    #[test]
    fn who_loses_is_named_where_that_is_what_counts() {
        let ends = Ends { have_losers: true, ..Ends::default() };
        let contest = Contest { ends, ..Contest::new(Kind::Competitive, 4) };
        let losers = |losers: &[usize]| json!({ "losers": losers });
        assert_eq!(result(&contest, &[0, 1, 3], &losers(&[2])), "C loses.");
        assert_eq!(result(&contest, &[0, 3], &losers(&[1, 2])), "B and C lose.");
        assert_eq!(result(&contest, &[0], &losers(&[])), "A wins.");
    }

    #[test]
    fn a_side_wins_as_one_and_sides_tie() {
        let side = |seats: [usize; 2]| seats.into_iter().map(Seat::new).collect();
        let fixed = Contest::of_sides(vec![side([0, 2]), side([1, 3])]);
        let (sentences, shares) = told(&fixed, &[1, 3], &Json::Null);
        assert_eq!((sentences[0].as_str(), shares), ("the side of B and D wins.", vec![0.0, 1.0, 0.0, 1.0]));
        let (sentences, shares) = told(&fixed, &[0, 1, 2, 3], &Json::Null);
        let tie = "the side of A and C and the side of B and D tie.";
        assert_eq!((sentences[0].as_str(), shares), (tie, vec![0.5; 4]));
        let drawn = ["wolves", "village"].map(str::to_owned).to_vec();
        let drawn = Contest { drawn, ..Contest::new(Kind::Teams, 4) };
        let sides = json!({ "sides": [2, 1, 2, 2] });
        assert_eq!(result(&drawn, &[1], &sides), "the side \u{201c}wolves\u{201d} (B) wins.");
        assert_eq!(result(&drawn, &[0, 2, 3], &sides), "the side \u{201c}village\u{201d} (A, C and D) wins.");
    }

    #[test]
    fn who_plays_together_wins_loses_or_has_a_score() {
        let scored = Ends { are_won: false, are_scored: true, ..Ends::default() };
        let table = Contest::new(Kind::Cooperative, 4);
        assert_eq!(told(&table, &[0, 1, 2, 3], &Json::Null).0, ["the table wins.", "Score: 7."]);
        assert_eq!(result(&table, &[], &Json::Null), "the table loses.");
        let score_of_all = told(&Contest { ends: scored, ..table }, &[0, 1, 2, 3], &Json::Null).0;
        assert_eq!(score_of_all, ["the table scores 7."]);
        let alone = Contest::new(Kind::Solo, 1);
        assert_eq!(result(&alone, &[0], &Json::Null), "A wins.");
        assert_eq!(result(&Contest { ends: scored, ..alone }, &[0], &Json::Null), "A scores 7.");
    }
}
