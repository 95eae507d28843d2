//! Estimates, outcomes, and the names of figures.

use std::collections::HashSet;

use super::super::batch::counted_of;
use ludometer_model::{BySeat, Decision, Game, Seat};
use ludometer_playable::{Playable, Scores};
use ludometer_stats::{Metric, Report, Standard, Statistic};

/// Checks that cards, tables and metrics can be distinguished by number or name.
pub(super) fn check_names<G: Playable, S: Statistic<G>>(game: &G, tables: &[String]) -> Result<(), String> {
    if game.cards().len() > 256 {
        return Err("more than 256 kinds of cards".to_owned());
    }
    // The report of no plays has all names.
    let counted = counted_of(game, vec!["random".to_owned()]);
    let [mut own, mut all] = [Report::default(), Report::default()];
    S::new(&counted).report(&counted, &mut own);
    <Standard<S> as Statistic<G>>::new(&counted).report(&counted, &mut all);
    check_report(&own, &all, tables)
}

/// Checks the report of a game's own statistic, and of all: each table is a file, each metric a row.
pub(super) fn check_report(own: &Report, all: &Report, named: &[String]) -> Result<(), String> {
    if let Some(table) = own.tables.iter().find(|table| !named.iter().any(|name| *name == table.name)) {
        return Err(format!("the table `{}` is not among the design's tables", table.name));
    }
    let mut seen = HashSet::new();
    if let Some(table) = all.tables.iter().find(|table| !seen.insert(table.name)) {
        return Err(format!("two tables are called `{}`", table.name));
    }
    let mut seen = HashSet::new();
    match all.metrics.iter().map(Metric::name).find(|name| !seen.insert(name.clone())) {
        Some(name) => Err(format!("two metrics are called `{name}`")),
        None => Ok(()),
    }
}

pub(super) fn check_judgement<G: Playable>(
    game: &G,
    state: &G::State,
    seat: Seat,
    legal: &[G::Action],
) -> Result<(), String> {
    let decision = Decision::new(game, state, seat, legal);
    for mut scores in [Scores::of_all(), Scores::of_best()] {
        game.score_actions(&decision.view(), legal, &game.default_weights(), &mut scores);
        let Scores { values, plans, .. } = scores;
        if values.len() != legal.len() || values.iter().any(|s| s.is_nan()) {
            return Err(format!("the heuristic scores of {} actions are {values:?}", legal.len()));
        }
        if !plans.is_empty() && plans.len() != legal.len() {
            return Err(format!("the plans after {} actions are {plans:?}", legal.len()));
        }
    }
    // Where scores count, each seat has its own, and they need not sum to anything.
    check_shares(&game.evaluate(state), game.seats(), game.payoff().is_none())
}

fn check_shares(shares: &BySeat<f64>, seats: usize, are_parts: bool) -> Result<(), String> {
    let shares = shares.first(seats);
    let sum: f64 = shares.iter().sum();
    let is_whole = !are_parts || (sum - 1.0).abs().le(&1e-6);
    if shares.iter().any(|s| !(-1e-9..=1.0 + 1e-9).contains(s)) || !is_whole {
        return Err(format!("the estimate of the win shares is {shares:?}"));
    }
    Ok(())
}

pub(super) fn check_outcome<G: Game>(game: &G, state: &G::State) -> Result<(), String> {
    let outcome = game.outcome(state);
    let seats = game.seats();
    let ranks = outcome.ranks.first(seats);
    // Standard competition ranking: a rank is one more than the number of better seats.
    let sound = ranks.iter().all(|&r| usize::from(r) == 1 + ranks.iter().filter(|&&other| other < r).count());
    let sound = sound || outcome.unfinished && !outcome.has_places();
    if outcome.seats != seats || !sound {
        return Err(format!("the places are {ranks:?} at {} seats", outcome.seats));
    }
    if game.state_json(state).is_null() { Err("the final state has no JSON".to_owned()) } else { Ok(()) }
}
