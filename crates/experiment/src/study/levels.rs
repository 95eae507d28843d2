//! Answers whether beginners have another game than experts: the learned bot at its levels in all seats.

use super::LOWER_LEVELS;
use super::answers::SEAT;
use super::facts::{Facts, Measured, Size};
use super::question::{Answer, Question, State};
use super::together::won_by_players;
use super::words::{self, capital, player, points};
use ludometer_bots::LEVELS;

/// Returns which games are longer, as far as it is certain.
fn longer(beginners: Measured, experts: Measured) -> &'static str {
    // Two intervals of 95 % that are apart are so by chance in less than one of a hundred.
    if beginners.low > experts.high {
        "longer"
    } else if beginners.high < experts.low {
        "shorter"
    } else {
        "about as long"
    }
}

/// Returns a seat that is certainly off its fair share at one of so many levels, in words, with what it is off by.
fn unfair(level: usize, size: &Size, levels: usize) -> Option<String> {
    let bias = size.bias().into_iter().map(|bias| bias.among(levels)).enumerate();
    let sure = bias.filter(|(_, bias)| bias.low > SEAT || bias.high < -SEAT);
    let (seat, bias) = sure.max_by(|a, b| a.1.value.abs().total_cmp(&b.1.value.abs()))?;
    let way = if bias.value > 0.0 { "too often" } else { "too seldom" };
    Some(format!("at level {level} {} wins {} {way}", player(seat), points(bias.value)))
}

/// Returns whether beginners have another game than experts.
pub(super) fn levels(facts: &Facts) -> Option<Answer> {
    let (_, beginners) = facts.lower.first()?;
    let experts = facts.learned.as_ref()?;
    let all: Vec<(usize, &Size)> =
        facts.lower.iter().map(|(level, size)| (*level, size)).chain([(LEVELS, experts)]).collect();
    let (mean, best) = (beginners.mean?, experts.mean?);
    let longer = longer(mean, best);
    let medians: Vec<String> = all.iter().map(|(_, size)| size.turns[1].to_string()).collect();
    let mut text = format!(
        "Games of beginners are {longer}: among learned players of level {} (beginners) to {LEVELS} (experts) half of \
         the games take at most {} turns",
        LOWER_LEVELS.start(),
        words::all(&medians)
    );
    let sizes: Vec<&Size> = all.iter().map(|(_, size)| *size).collect();
    if let Some(won) = won_by_players(&sizes) {
        text += &format!(", and {won} of them are won");
    }
    let unfair: Vec<String> =
        all.iter().filter_map(|(level, size)| unfair(*level, size, all.len())).collect();
    if !unfair.is_empty() {
        text += &format!("; {}", words::all(&unfair));
    }
    // What is unfair among greedy players as well is said of the seats.
    let is_new = !unfair.is_empty() && facts.main.as_ref()?.favoured(SEAT).is_none();
    let short = if is_new {
        "Yes: seats are unfair at some levels".to_owned()
    } else {
        let turns = |size: &Size| size.turns[1];
        format!(
            "{}: half at most {} turns, for experts {}",
            capital(longer),
            turns(beginners),
            turns(experts)
        )
    };
    let state = if is_new { State::Problem } else { State::Fact };
    let mut answer = Answer::new(Question::Levels, state, text + ".", Some(mean)).briefly(short);
    answer.holds_for = "learned, level 2 to 5";
    Some(answer)
}
