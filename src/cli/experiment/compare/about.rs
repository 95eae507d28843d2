//! The facts that the verdict in words needs beside the figures that were asked for.

use super::ComparePlan;
use crate::cli::command_line::changes;
use crate::cli::events::Events;
use crate::cli::plan::{TablePlan, read_bot};
use crate::cli::stop::Stop;
use ludometer_experiment::study::{LEVELS, Measured};
use ludometer_experiment::{About, Catalog, Metric, strength};
use ludometer_model::{Names, Value};
use ludometer_run::{Hooks, Plan, Seating, Work};

/// A part of the games of a side is enough to see whether a better bot still wins as often; fewer than the fewest say
/// nothing.
const PART: u64 = 8;
const GAMES: (u64, u64) = (128, 1 << 14);

/// Returns the keys in which the sides differ, with the values of both.
fn differences([a, b]: &[TablePlan; 2]) -> Vec<(String, Value, Value)> {
    let (a, b) = (a.game.rules(), b.game.rules());
    let changed = changes(b, a).into_iter().filter(|(key, _)| b.schema().seats_key.as_deref() != Some(key));
    changed
        .filter_map(|(key, after)| Some((a.get(&key)?.clone(), key, after)))
        .map(|(a, key, b)| (key, a, b))
        .collect()
}

/// Returns the cards of which a side has more copies, by the key that holds them.
fn changed_cards(sides: &[TablePlan; 2]) -> Vec<(String, String, i64, i64)> {
    let game = &sides[1].game;
    let of_key: Vec<(String, String)> = (game.cards().iter())
        .filter_map(|card| Some((game.probes().copies_key(&card.name)?, card.name.clone())))
        .collect();
    let card = |(key, a, b): (String, Value, Value)| {
        let (_, card) = of_key.iter().find(|(known, _)| *known == key)?;
        match (a, b) {
            (Value::Int(a), Value::Int(b)) => Some((key, card.clone(), a, b)),
            _ => None,
        }
    };
    differences(sides).into_iter().filter_map(card).collect()
}

/// Figures of those who win, or score, otherwise than each seat for itself.
pub(super) const OF_WINNERS: &[&str] = &["table_score", "won", "side_win_rate[*]", "seat_loss_rate[*]"];

/// Returns true if all players win or lose together.
pub(super) fn is_together(sides: &[TablePlan; 2]) -> bool {
    !sides[0].game.contest().is_contest()
}

/// Returns the figures beside the metrics: length, each seat, and how often the changed cards are drawn and played.
pub(super) fn beside(sides: &[TablePlan; 2], catalog: &Catalog) -> Vec<Metric> {
    let of_winners = OF_WINNERS.iter().copied().filter(|name| *name != "won" || is_together(sides));
    let mut names: Vec<String> =
        ["turns", "seat_win_rate[*]"].into_iter().chain(of_winners).map(str::to_owned).collect();
    for (_, card, ..) in changed_cards(sides) {
        names.extend(["card_drawn", "card_played"].map(|stem| format!("{stem}[{card}]")));
    }
    names.iter().filter_map(|name| catalog.find(name).ok()).flatten().collect()
}

impl ComparePlan {
    /// Returns what people call things: both sides are one game design, and a card that only one side has is called what
    /// that side calls it.
    pub(super) fn names(&self) -> Names {
        let mut names = self.sides[0].game.names().clone();
        names.cards.extend(self.sides[1].game.names().cards.clone());
        names
    }

    /// Returns what the sentences need to know.
    pub(super) fn about(&self, strength: Option<([String; 2], [Measured; 2])>) -> About<'_> {
        let cards = changed_cards(&self.sides);
        let settings = differences(&self.sides).into_iter();
        let settings = settings.filter(|(key, ..)| cards.iter().all(|(of_card, ..)| of_card != key));
        About {
            names: self.names(),
            bots: self.bots.clone(),
            settings: settings.map(|(key, a, b)| [key, a.to_string(), b.to_string()]).collect(),
            cards: cards.into_iter().map(|(_, card, a, b)| (card, a, b)).collect(),
            seats: self.sides.iter().map(|side| side.bots.len()).max().unwrap_or(0),
            contest: self.sides[0].game.contest().clone(),
            targets: &self.targets,
            strength,
            precision: self.limits.precision,
        }
    }

    /// Returns how many games show whether the bot of the table still beats a weaker one, after so many of the
    /// comparison; none where there is no such bot.
    pub(super) fn games_of_strength(&self, plays: u64) -> Option<u64> {
        let [a, b] = &self.sides;
        let first = a.bots.first().filter(|bot| bot.to_arg() != LEVELS[0])?;
        let is_alike = a.bots.iter().chain(&b.bots).all(|bot| bot.is_same(first));
        let games = (plays / PART).min(GAMES.1);
        // Where all win or lose together, nobody finishes ahead of another.
        let is_contest = !is_together(&self.sides);
        (is_contest
            && self.bots.is_none()
            && is_alike
            && a.bots.len() > 1
            && b.bots.len() > 1
            && games >= GAMES.0)
            .then_some(games)
    }

    /// Plays the bot of the table among random ones on both sides. It is no part of the comparison: whatever goes wrong
    /// leaves the sentence out.
    pub(super) fn strength(
        &self,
        plays: u64,
        stop: &Stop,
        threads: usize,
        progress: &dyn Events,
    ) -> Option<([String; 2], [Measured; 2])> {
        let games = self.games_of_strength(plays)?;
        let some_done = |plays| progress.add(plays);
        let stage = |stage: &ludometer_run::Stage<'_>| progress.stage(stage);
        let work = Work { hooks: Hooks { stop: stop.flag(), progress: &some_done }, stage: &stage };
        let mut found = Vec::new();
        for side in &self.sides {
            let weak = read_bot(&*side.game, "--bots ", LEVELS[0]).ok()?;
            let plan = Plan {
                seed: side.seed,
                plays: 0..games,
                seating: Seating::Rotate,
                threads,
                timing: false,
                stall: None,
            };
            found.push(strength(&*side.game, [&side.bots[0], &weak], &plan, work).ok()??);
        }
        let names = [self.sides[0].bots[0].name.clone(), LEVELS[0].to_owned()];
        Some((names, found.try_into().ok()?))
    }
}
