//! The answers of a study about games in which the players win or lose together, or one plays alone.

use super::facts::{Duel, Facts, Measured, Size};
use super::question::{Answer, Question, State};
use super::words::{self, all, percent, points, range};
use ludometer_stats::wilson;

/// A game that is won more often than this is hardly ever lost, and the other way round.
const SURE: f64 = 0.99;

/// The skill of players makes this difference to the games won, at least, where skill matters.
const SKILL: f64 = 0.05;

/// Returns the share of the games that the players win with one other bot among them.
fn won_with(duel: &Duel, size: &Size) -> Measured {
    let value = (duel.share.value * size.seats as f64).min(1.0);
    let (low, high) = wilson(value, duel.share.games).unwrap_or((0.0, 1.0));
    Measured { value, low, high, games: duel.share.games }
}

fn figure(won: Measured) -> String {
    format!("{} of the games ({})", percent(won.value), range(won))
}

/// Returns how often the players win.
pub(super) fn won(facts: &Facts) -> Option<Answer> {
    let main = facts.main.as_ref()?;
    let won = main.together?;
    let text = if main.seats == 1 {
        format!("A greedy player alone wins {}", figure(won))
    } else {
        format!("The players win or lose together: greedy players win {}", figure(won))
    };
    let (state, verdict) = if won.low > SURE {
        (State::Problem, ", so there is hardly anything to lose.")
    } else if won.high < 1.0 - SURE {
        (State::Problem, ", so there is hardly anything to win.")
    } else {
        (State::Fact, ".")
    };
    let short = format!("{} of the games", percent(won.value));
    Some(Answer::new(Question::Together, state, text + verdict, Some(won)).briefly(short))
}

/// Returns whether one weaker, or stronger, bot among the others makes a difference.
pub(super) fn skill(facts: &Facts) -> Option<Answer> {
    let main = facts.main.as_ref().filter(|main| main.seats > 1)?;
    let (won, duel) = (main.together?, facts.duel.as_ref()?);
    let random = won_with(duel, main);
    let text =
        format!("greedy players win {}, one of them among random ones {}", figure(won), figure(random));
    // A greedy player that is a random one says nothing of skill.
    if facts.greedy_is_random {
        let text = "Not known yet how much skill matters: greedy players choose at random here.".to_owned();
        return Some(Answer::new(Question::Skill, State::Open, text, None));
    }
    let apart = (won.high - random.low).abs().max((won.low - random.high).abs());
    let (state, verdict, short) = if won.low - random.high > 0.0 {
        (State::Fact, "Skill matters".to_owned(), "Skill: greedy players win more")
    } else if apart < SKILL {
        let short = "Luck: greedy players win no more than random ones";
        let games = words::games(random.games.min(won.games));
        (State::Problem, format!("Luck decides, within {} in {games}", points(apart)), short)
    } else {
        (State::Open, "Not known yet how much skill matters".to_owned(), "Not known yet")
    };
    let mut answer =
        Answer::new(Question::Skill, state, format!("{verdict}: {text}."), Some(random)).briefly(short);
    answer.holds_for = "random and greedy";
    answer.times = (state == State::Open).then_some(4.0);
    Some(answer)
}

/// Returns whether a search among greedy players helps them.
pub(super) fn best(facts: &Facts) -> Option<Answer> {
    let main = facts.main.as_ref()?;
    let (won, duel) = (main.together?, facts.search_duel.as_ref()?);
    let search = won_with(duel, main);
    let said = format!("with one the players win {}, greedy ones {}", figure(search), figure(won));
    let answer = if search.low > won.high {
        Answer::new(Question::Best, State::Fact, format!("A search plays better: {said}."), Some(search))
            .briefly("The search")
    } else if search.high < won.low {
        Answer::new(
            Question::Best,
            State::Fact,
            format!("Greedy plays better than a search: {said}."),
            Some(search),
        )
        .briefly("Greedy")
    } else {
        let text = format!("Not known yet whether a search plays better: {said}.");
        Answer::open(Question::Best, text, search, SKILL)
    };
    Some(Answer { holds_for: "greedy and search", ..answer })
}

/// Returns how often they win with each number of players: `6.5, 99.0 and 100.0 %`.
pub(super) fn won_by_players(sizes: &[&Size]) -> Option<String> {
    let won: Option<Vec<String>> =
        sizes.iter().map(|size| Some(format!("{:.1}", size.together?.value * 100.0))).collect();
    Some(format!("{} %", all(&won?)))
}
