//! The effects of changed rules, in words.

use super::examples::with_deck;
use super::facts::{Change, Decks, Facts, Measured, Size};
use super::question::{Answer, Question, State};
use super::words::{self, capital, player, points};
use ludometer_model::counted;

/// Returns the difference of two figures of games that were played apart.
pub(crate) fn difference(new: Measured, old: Measured) -> Measured {
    let value = new.value - old.value;
    let half = |m: Measured| (m.high - m.low) / 2.0;
    let half = half(new).hypot(half(old));
    Measured { value, low: value - half, high: value + half, games: new.games.min(old.games) }
}

/// Returns how the seats differ, in words.
fn seats_beside(new: &Size, old: &Size) -> String {
    let seats = new.shares.iter().zip(&old.shares);
    let changes: Vec<Measured> =
        seats.map(|(a, b)| difference(*a, *b).among_answers(old.shares.len())).collect();
    let sure = changes.iter().enumerate().filter(|(_, change)| change.low > 0.0 || change.high < 0.0);
    if let Some((seat, change)) = sure.max_by(|a, b| a.1.value.abs().total_cmp(&b.1.value.abs())) {
        let way = if change.value > 0.0 { "more" } else { "fewer" };
        let (a, b) = (change.low.abs().min(change.high.abs()), change.low.abs().max(change.high.abs()));
        return format!(
            "{} wins {} {way} of the games ({:.1} to {:.1})",
            player(seat),
            points(change.value),
            a * 100.0,
            b * 100.0
        );
    }
    let fewest = changes.iter().map(|change| change.games).min().unwrap_or(0);
    let at_most = changes.into_iter().map(Measured::at_most).fold(0.0, f64::max);
    format!("no seat is seen to gain or lose in {} (at most {})", words::games(fewest), points(at_most))
}

pub(super) fn changed(facts: &Facts) -> Option<Answer> {
    let (main, printed) = (facts.main.as_ref()?, facts.printed.as_ref()?);
    let turns = difference(main.mean?, printed.mean?).among_answers(1);
    let length = if turns.low > 0.0 || turns.high < 0.0 {
        let way = if turns.value > 0.0 { "longer" } else { "shorter" };
        let (a, b) = (turns.low.abs().min(turns.high.abs()), turns.low.abs().max(turns.high.abs()));
        format!("games are {:.1} turns {way} ({a:.1} to {b:.1})", turns.value.abs())
    } else {
        format!("games are as long, within {:.1} turns", turns.at_most())
    };
    let text = format!(
        "Beside the printed rules {length}; {}; {} were played with each.",
        seats_beside(main, printed),
        words::games(turns.games)
    );
    Some(Answer::new(Question::Changed, State::Fact, text, Some(turns)).briefly(capital(&length)))
}

pub(super) fn advice(change: &Change, facts: &Facts) -> Answer {
    let Change { turns, size, .. } = change;
    let way = if turns.value > 0.0 { "longer" } else { "shorter" };
    let (a, b) = (turns.low.abs().min(turns.high.abs()), turns.low.abs().max(turns.high.abs()));
    let what = capital(&change.what());
    let mut text =
        format!("{what} in the deck makes a game {:.1} turns {way} ({a:.1} to {b:.1})", turns.value.abs());
    if let (Some(new), Some(old)) = (size, &facts.main) {
        text += &format!("; {}", seats_beside(new, old));
    }
    let short = format!("{what}: {:.1} turns {way}", turns.value.abs());
    let answer = Answer::new(Question::Try, State::Fact, text + ".", Some(*turns)).briefly(short);
    Answer { examples: vec![with_deck(change)], ..answer }
}

/// A change of the length by less than this part of it is none that a designer would look for.
const LENGTH: f64 = 0.02;

/// Returns what to try where no card is known to make games shorter or longer.
pub(super) fn no_advice(facts: &Facts) -> Option<Answer> {
    let mean = facts.main.as_ref()?.mean?.value;
    match facts.decks {
        Decks::Known(_) if !facts.changes.is_empty() => None,
        Decks::None => {
            let text = "Nothing was tried: no setting of this game design is the number of copies of a card.";
            let answer = Answer::new(Question::Try, State::Fact, text.to_owned(), None);
            Some(answer.briefly("Nothing: no setting counts copies of a card"))
        }
        Decks::Few(times) => {
            let text = "Not known yet what one copy of a card more or less does.".to_owned();
            Some(Answer::unknown(Question::Try, text, times))
        }
        Decks::Known(most) if most.at_most() <= LENGTH * mean => {
            let text = format!(
                "One copy more or less of any card changes the length by at most {:.1} turns, in {} with each.",
                most.at_most(),
                counted(most.games, "deal")
            );
            let short = "No single card changes the length much";
            Some(Answer::new(Question::Try, State::Fact, text, Some(most)).briefly(short))
        }
        Decks::Known(most) => {
            let text = format!(
                "Not known yet which card makes games shorter or longer: one copy may do so by {:.1} turns.",
                most.at_most()
            );
            Some(Answer::open(Question::Try, text, most, LENGTH * mean / 2.0))
        }
    }
}
