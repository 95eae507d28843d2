//! What changed rules do, in words.

use super::facts::{Change, Facts, Measured, Size};
use super::question::{Answer, Question, State};
use super::words::{player, points};

/// The difference of two figures of games that were played apart.
pub(crate) fn difference(new: Measured, old: Measured) -> Measured {
    let value = new.value - old.value;
    let half = |m: Measured| (m.high - m.low) / 2.0;
    let half = half(new).hypot(half(old));
    Measured { value, low: value - half, high: value + half, games: new.games.min(old.games) }
}

/// How the seats differ, in words.
fn seats_beside(new: &Size, old: &Size) -> String {
    let seats = new.shares.iter().zip(&old.shares);
    let changes: Vec<Measured> = seats.map(|(a, b)| difference(*a, *b).among(old.shares.len())).collect();
    let sure = changes.iter().enumerate().filter(|(_, change)| change.low > 0.0 || change.high < 0.0);
    if let Some((seat, change)) = sure.max_by(|a, b| a.1.value.abs().total_cmp(&b.1.value.abs())) {
        let way = if change.value > 0.0 { "more" } else { "fewer" };
        return format!("{} wins {} {way} of the games", player(seat), points(change.value));
    }
    let at_most = changes.into_iter().map(Measured::at_most).fold(0.0, f64::max);
    format!("no seat is seen to gain or lose (at most {})", points(at_most))
}

pub(super) fn changed(facts: &Facts) -> Option<Answer> {
    let (main, printed) = (facts.main.as_ref()?, facts.printed.as_ref()?);
    let turns = difference(main.mean?, printed.mean?);
    let length = if turns.low > 0.0 || turns.high < 0.0 {
        let way = if turns.value > 0.0 { "longer" } else { "shorter" };
        let (a, b) = (turns.low.abs().min(turns.high.abs()), turns.low.abs().max(turns.high.abs()));
        format!("games are {:.1} turns {way} ({a:.1} to {b:.1})", turns.value.abs())
    } else {
        format!("games are as long, within {:.1} turns", turns.at_most())
    };
    let text = format!("Beside the printed rules {length}; {}.", seats_beside(main, printed));
    Some(Answer::new(Question::Changed, State::Fact, text, Some(turns)))
}

pub(super) fn advice(change: &Change, facts: &Facts) -> Answer {
    let Change { card, more, turns, size } = change;
    let way = if turns.value > 0.0 { "longer" } else { "shorter" };
    let (a, b) = (turns.low.abs().min(turns.high.abs()), turns.low.abs().max(turns.high.abs()));
    let copy = if *more { "more" } else { "less" };
    let mut text = format!(
        "One {} {copy} in the deck makes a game {:.1} turns {way} ({a:.1} to {b:.1})",
        card,
        turns.value.abs()
    );
    if let (Some(new), Some(old)) = (size, &facts.main) {
        text += &format!("; {}", seats_beside(new, old));
    }
    Answer::new(Question::Try, State::Fact, text + ".", Some(*turns))
}
