//! Answers whether beginners have another game than experts: the learned bot at its levels in all seats.

use super::LOWER_LEVELS;
use super::answers::{SEAT, off};
use super::changes::difference;
use super::facts::{Facts, Measured, Size};
use super::question::{Answer, Question, State};
use super::together::won_by_players;
use super::words::{self, capital};
use ludometer_bots::LEVELS;

/// Games whose lengths differ by less than this part of an expert's game are as long.
const AS_LONG: f64 = 0.1;

/// The knowledge of the length of beginners' games beside those of experts.
struct Longer {
    /// In a sentence, with the interval.
    text: String,
    /// In a few words.
    short: &'static str,
    /// How many times as many games would tell, where it isn't known.
    times: Option<f64>,
}

fn longer(beginners: Measured, experts: Measured) -> Longer {
    let apart = difference(beginners, experts);
    let margin = AS_LONG * experts.value;
    let (a, b) = (apart.low.abs().min(apart.high.abs()), apart.at_most());
    let said =
        |way: &str| format!("Games of beginners are {:.1} turns {way} ({a:.1} to {b:.1})", apart.value.abs());
    if apart.low > 0.0 {
        Longer { text: said("longer"), short: "longer", times: None }
    } else if apart.high < 0.0 {
        Longer { text: said("shorter"), short: "shorter", times: None }
    } else if b <= margin {
        let text = format!("Games of beginners are as long, within {b:.1} turns");
        Longer { text, short: "as long", times: None }
    } else {
        let text = format!(
            "Not known yet whether games of beginners are as long: they may be {:.1} turns shorter to {:.1} turns longer",
            -apart.low, apart.high
        );
        Longer { text, short: "not known yet", times: Some(apart.times_to(margin / 2.0)) }
    }
}

/// Returns a seat that is certainly off its fair share at one of so many levels, in words, with what it is off by.
fn unfair(level: usize, size: &Size, levels: usize) -> Option<String> {
    let bias = size.bias().into_iter().map(|bias| bias.among(levels)).enumerate();
    let sure = bias.filter(|(_, bias)| bias.low > SEAT || bias.high < -SEAT);
    let (seat, bias) = sure.max_by(|a, b| a.1.value.abs().total_cmp(&b.1.value.abs()))?;
    Some(format!("at level {level} {}", off(seat, bias)))
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
        "{}; {} and {} were played. Among learned players of level {} (beginners) to {LEVELS} (experts) half of the games \
         take at most {} turns",
        longer.text,
        words::games(mean.games),
        ludometer_model::thousands(best.games),
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
            capital(longer.short),
            turns(beginners),
            turns(experts)
        )
    };
    let state = match longer.times {
        _ if is_new => State::Problem,
        Some(_) => State::Open,
        None => State::Fact,
    };
    let mut answer = Answer::new(Question::Levels, state, text + ".", Some(mean)).briefly(short);
    answer.holds_for = "learned, level 2 to 5";
    answer.times = longer.times.filter(|_| state == State::Open);
    Some(answer)
}
