//! The answers of a study about actions, and about players who never choose one or always do.

use super::facts::{Action, Facts, Measured, Restricted};
use super::question::{Answer, Question, State};
use super::words::{self, capital, list, points, quoted, range_of_points};

/// Doing without an action costs nothing if it costs less than this.
pub(super) const ACTION: f64 = 0.01;

/// Half the interval of what nobody needs to know better.
const ACTION_KNOWN: f64 = 0.005;

/// Returns whether an action is never used, useless, harmful, or too strong.
pub(super) fn used(facts: &Facts) -> Option<Answer> {
    let actions = &facts.actions;
    if actions.len() < 2 {
        return None;
    }
    let names = |of: &dyn Fn(&Action) -> bool| -> Vec<String> {
        actions.iter().filter(|one| of(one)).map(|one| quoted(&one.name)).collect()
    };
    let never = names(&|one| one.used == 0.0);
    let harmful = names(&|one| one.restricted.without.is_some_and(harms));
    let useless = names(&|one| one.restricted.without.is_some_and(costs_nothing));
    let gain = |one: Restricted| one.always.filter(|loss| harms(*loss)).map(negative);
    let named = |one: &Action| quoted(&one.name);
    let dominating = actions.iter().filter_map(|one| Some((named(one), gain(one.restricted)?)));
    let cards = facts.cards.iter().filter_map(|card| Some((card.name.clone(), gain(card.restricted)?)));
    let dominating = dominating.chain(cards).max_by(|a, b| a.1.value.total_cmp(&b.1.value));
    let most = actions
        .iter()
        .filter_map(|one| Some((one, one.restricted.without?)))
        .filter(|(_, loss)| loss.low > 0.0)
        .max_by(|a, b| a.1.value.total_cmp(&b.1.value));
    let card = facts
        .cards
        .iter()
        .filter_map(|card| Some((&card.name, card.restricted.without?)))
        .filter(|(_, loss)| loss.low > 0.0)
        .max_by(|a, b| a.1.value.total_cmp(&b.1.value));
    let unclear: Vec<(&Action, f64)> =
        actions.iter().filter_map(|one| Some((one, times_of_action(one)?))).collect();
    let open: Vec<String> = unclear.iter().map(|(one, _)| quoted(&one.name)).collect();
    let mut parts = Vec::new();
    if !harmful.is_empty() {
        parts.push(format!("A greedy player wins more without {}", list(&harmful)));
    }
    if let Some((name, gain)) = &dominating {
        parts.push(format!(
            "Who always chooses {} where possible wins {} more than greedy players ({}): it is too strong, or they choose it \
             too seldom",
            name,
            points(gain.value),
            range_of_points(*gain)
        ));
    }
    if let Some((one, loss)) = most {
        parts.push(format!(
            "Doing without {} costs {} of winning ({}), the most",
            quoted(&one.name),
            points(loss.value),
            range_of_points(loss)
        ));
    }
    if let Some((name, loss)) = card {
        parts.push(format!(
            "Of all cards, never choosing {name} costs most: {} ({})",
            points(loss.value),
            range_of_points(loss)
        ));
    }
    if !useless.is_empty() {
        let losses =
            actions.iter().filter_map(|one| one.restricted.without).filter(|loss| costs_nothing(*loss));
        let fewest = losses.map(|loss| loss.games).min().unwrap_or(0);
        parts.push(format!(
            "Doing without {} costs at most {}, in {}",
            list(&useless),
            points(ACTION),
            words::games(fewest)
        ));
    }
    if !never.is_empty() {
        parts.push(format!("Greedy players never choose {}, so nothing here speaks of it", list(&never)));
    }
    if !unclear.is_empty() {
        parts.push(format!("Not known yet what doing without {} costs", list(&open)));
    }
    if parts.is_empty() {
        parts.push("Every action is used".to_owned());
    }
    let state = match (harmful.is_empty() && dominating.is_none(), unclear.is_empty()) {
        (false, _) => State::Problem,
        (true, false) => State::Open,
        (true, true) => State::Fact,
    };
    let short = if let [one, ..] = &harmful[..] {
        format!("Yes: greedy players win more without {one}")
    } else if let Some((name, _)) = &dominating {
        format!("Yes: who always chooses {name} wins more")
    } else {
        let also = |names: &[String], what: &str| match names {
            [] => None,
            [one] => Some(format!("{one} {what}")),
            many => Some(format!("{} kinds {what}", many.len())),
        };
        let parts = [also(&never, "never used"), also(&useless, "useless"), also(&open, "not known yet")];
        let parts: Vec<String> = parts.into_iter().flatten().collect();
        if parts.is_empty() { "No: every action is used".to_owned() } else { capital(&parts.join(", ")) }
    };
    let figure = most.map(|(_, loss)| loss);
    let times = unclear.iter().map(|(_, times)| *times).reduce(f64::max).filter(|_| state == State::Open);
    let answer = Answer::new(Question::Actions, state, parts.join(". ") + ".", figure).briefly(short);
    Some(Answer { times, ..answer })
}

/// Returns whether a restriction gains.
pub(super) fn harms(loss: Measured) -> bool {
    loss.high < -ACTION
}

/// Returns whether a restriction surely costs as good as nothing.
pub(super) fn costs_nothing(loss: Measured) -> bool {
    let is_known = loss.low >= -ACTION || loss.high - loss.low <= 2.0 * ACTION_KNOWN;
    loss.high <= ACTION && loss.low <= 0.0 && is_known && !harms(loss)
}

/// Returns the gain where this is the loss.
pub(super) fn negative(loss: Measured) -> Measured {
    Measured { value: -loss.value, low: -loss.high, high: -loss.low, ..loss }
}

/// Returns how many times as many games would tell what doing without an action costs, where it isn't known whether it
/// costs something, nothing, or less than nothing.
pub(super) fn times_of_action(one: &Action) -> Option<f64> {
    let loss = one.restricted.without?;
    let is_known = loss.low > 0.0 || harms(loss) || costs_nothing(loss);
    (!is_known).then(|| loss.times_to(ACTION_KNOWN))
}
