//! What a card does, caused and observed.
//!
//! - `one_more`, `one_less`: the deck with one copy more or less, play against play with the same
//!   seed and coupled draws, as in a comparison: the copy disturbs as little as it can. The effect is
//!   the mean difference of the plays' turns (`on` = `turns`) and of the lead of the first over the
//!   second (`on` = `final_gap`).
//! - `blank`: one copy replaced by a card that does nothing, in games that have one.
//! - `dealt`: the win share of a seat that is dealt the card less that of one that isn't (`on` =
//!   `win_share`). The deal is chance, as in a controlled trial, so nothing else makes the difference.
//!
//! Beside them stands what is merely observed: seats that drew the card in the course of the play
//! against seats that did not. It differs because who is in the play longer draws more, and because
//! what one draws depends on how one plays.
//!
//! `adjusted` intervals hold for all rows at once with 95 % (Bonferroni); the verdict in `reading`
//! is theirs.

use rayon::prelude::*;

use super::super::batch::{Hooks, Plan, RunError};
use super::super::chance::SplitChance;
use super::super::play::{self, PlayError};
use super::super::threads::pool;
use super::Work;
use crate::bots::BotSpec;
use crate::games::Playable;
use crate::model::{Origin, RuleSet, Streams, Value};
use crate::stats::{Cell, Mean, Report, Table, normal_quantile};

/// Plays of a pair: a tenth of the batch, at least and at most.
const PLAYS: (u64, u64) = (200, 2000);

/// An effect with its 95 % interval.
struct Effect {
    card: String,
    change: &'static str,
    on: &'static str,
    value: f64,
    low: f64,
    high: f64,
    plays: u64,
}

/// Turns and the winner's lead, play by play.
type Lengths = Vec<[i64; 2]>;

fn play<G: Playable>(
    game: &G,
    bots: &[BotSpec],
    plan: &Plan,
    pool: &rayon::ThreadPool,
    hooks: Hooks<'_>,
) -> Result<Lengths, RunError> {
    let one = |table: &mut play::Table<'_, G>, play: u64| {
        let chance = SplitChance::new(Streams::new(plan.seed, play), true);
        let played = table.play_with(play, &mut (), hooks.stop, None, chance)?;
        (hooks.progress)(1);
        // Without places, or after a forfeit, nobody leads.
        Ok([i64::from(played.outcome.turns), played.outcome.leader_gap().unwrap_or(0)])
    };
    let table = || play::Table::new(game, bots, plan.seating, plan.seed);
    let plays = plan.plays.clone().into_par_iter().map_init(table, one);
    let lengths: Result<Lengths, PlayError> = pool.install(|| plays.collect());
    Ok(lengths?)
}

/// A deck that differs by one copy.
struct Variant<G> {
    card: String,
    change: &'static str,
    game: G,
    rules: RuleSet,
}

/// All decks that differ from the game's by one copy of a card and can be played.
fn variants<G: Playable>(game: &G, rules: &RuleSet) -> Vec<Variant<G>> {
    let cards = game.cards();
    let blank = G::BLANK.and_then(|name| {
        let copies = cards.iter().find(|card| card.name == name)?.copies;
        Some((name, G::copies_key(name)?, copies))
    });
    let part = |key: &str| key.rsplit_once('.').map(|(part, _)| part.to_owned());
    let mut variants = Vec::new();
    for card in &cards {
        let Some(key) = G::copies_key(&card.name) else { continue };
        // A blank stands in for cards of its own deck only.
        let filler =
            blank.as_ref().filter(|(name, other, _)| *name != card.name && part(other) == part(&key));
        let changes = [
            ("one_more", 1, None),
            ("one_less", -1, None),
            ("blank", -1, filler.map(|(_, key, copies)| (key.as_str(), *copies))),
        ];
        for (change, by, filler) in changes {
            if (by < 0 && card.copies == 0) || (change == "blank" && filler.is_none()) {
                continue;
            }
            // A deck that can't be played has no effect to measure.
            let Some(rules) = with_copies(rules, &key, card.copies, by, filler) else { continue };
            if let Ok(game) = G::new(game.seats(), &rules) {
                variants.push(Variant { card: card.name.clone(), change, game, rules });
            }
        }
    }
    variants
}

/// The settings that change a card's number by `by`, and by what it is replaced.
fn with_copies(
    rules: &RuleSet,
    key: &str,
    copies: u64,
    by: i64,
    filler: Option<(&str, u64)>,
) -> Option<RuleSet> {
    let mut changed = rules.clone();
    let mut set = |key: &str, copies: i64| {
        changed.set(key, &Value::Int(copies), Origin::Option("the card values".to_owned())).is_ok()
    };
    let first = set(key, copies as i64 + by);
    let second = filler.is_none_or(|(key, copies)| set(key, copies as i64 - by));
    (first && second).then_some(changed)
}

/// The table `card_values`. `report` is that of the batch, with its analysis.
///
/// # Errors
/// As for a batch.
pub(super) fn card_values<G: Playable>(
    game: &G,
    rules: &RuleSet,
    bots: &[BotSpec],
    plan: &Plan,
    work: Work<'_>,
    report: &Report,
) -> Result<Table, RunError> {
    let plays = (plan.plays.end / 10).clamp(PLAYS.0, PLAYS.1).min(plan.plays.end);
    let side = Plan { plays: 0..plays, timing: false, ..plan.clone() };
    let variants = variants(game, rules);
    let hooks = work.begin("card values", plays * (variants.len() as u64 + 1), "plays");
    let pool = pool(plan.threads)?;
    let base = play(game, bots, &side, &pool, hooks)?;
    let mut effects = Vec::new();
    let mut variants = variants.into_iter().peekable();
    for card in game.cards() {
        while let Some(Variant { change, game, rules, .. }) =
            variants.next_if(|variant| variant.card == card.name)
        {
            let lengths = play(&game, &BotSpec::told(bots, &rules), &side, &pool, hooks)?;
            for (at, on) in ["turns", "final_gap"].into_iter().enumerate() {
                let mut mean = Mean::default();
                for (with, without) in lengths.iter().zip(&base) {
                    mean.add(with[at] - without[at]);
                }
                let estimate = mean.estimate();
                let (Some(value), Some((low, high))) = (estimate.value, estimate.interval) else { continue };
                // In a game whose scores only tell who won, the lead never changes.
                if value == 0.0 && low == high {
                    continue;
                }
                let card = card.name.clone();
                effects.push(Effect { card, change, on, value, low, high, plays: estimate.games });
            }
        }
        effects.extend(dealt(report, &card.name).filter(|_| G::copies_key(&card.name).is_some()));
    }
    Ok(table(&effects, report))
}

/// The number in the row of this card.
fn number(report: &Report, table: &str, card: &str, column: &str) -> Option<f64> {
    let table = report.table(table)?;
    let is_card = |row: &usize| matches!(table.cell(*row, "card"), Some(Cell::Text(name)) if name == card);
    table.cell((0..table.rows.len()).find(is_card)?, column)?.number()
}

fn dealt(report: &Report, card: &str) -> Option<Effect> {
    let number = |column| number(report, "card_deals", card, column);
    Some(Effect {
        card: card.to_owned(),
        change: "dealt",
        on: "win_share",
        value: number("delta")?,
        low: number("ci_low")?,
        high: number("ci_high")?,
        plays: number("games")? as u64,
    })
}

fn table(effects: &[Effect], report: &Report) -> Table {
    let columns = [
        "card",
        "change",
        "effect",
        "ci_low",
        "ci_high",
        "adjusted_low",
        "adjusted_high",
        "deals",
        "observed_delta",
        "observed_low",
        "observed_high",
        "reading",
        "on",
    ];
    let mut table = Table::new("card_values", &columns);
    // The two-sided point of the normal distribution at 5 % divided by the number of rows.
    let wide = normal_quantile(1.0 - 0.025 / effects.len().max(1) as f64) / normal_quantile(0.975);
    for effect in effects {
        let half = (effect.high - effect.low) / 2.0 * wide;
        let (low, high) = (effect.value - half, effect.value + half);
        let observed = |column| number(report, "cards", &effect.card, column);
        table.row(vec![
            Cell::Text(effect.card.clone()),
            effect.change.into(),
            Some(effect.value).into(),
            Some(effect.low).into(),
            Some(effect.high).into(),
            Some(low).into(),
            Some(high).into(),
            effect.plays.into(),
            observed("delta").into(),
            observed("ci_low").into(),
            observed("ci_high").into(),
            Cell::Text(reading(effect, low, high, observed("delta"))),
            effect.on.into(),
        ]);
    }
    table
}

fn reading(effect: &Effect, low: f64, high: f64, observed: Option<f64>) -> String {
    let what = match effect.change {
        "one_more" => "one copy more in the deck",
        "one_less" => "one copy less in the deck",
        "blank" => "a blank in place of one copy",
        _ => "being dealt it",
    };
    if low <= 0.0 && high >= 0.0 {
        return format!("{what} shows no certain effect");
    }
    let size = effect.value.abs();
    let less = effect.value < 0.0;
    match effect.on {
        "turns" => format!("{what} makes a play {size:.2} turns {}", if less { "shorter" } else { "longer" }),
        "final_gap" => {
            format!("{what} makes the winner's lead {size:.2} {}", if less { "smaller" } else { "larger" })
        }
        _ => {
            let way = if less { "costs" } else { "brings" };
            let mut text = format!("{what} {way} {:.1} points of win share", size * 100.0);
            if let Some(observed) = observed {
                text += &format!(
                    "; seats that drew it won {:+.1} points, which also counts that long plays draw more",
                    observed * 100.0
                );
            }
            text
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn adjusted_intervals_are_wider_and_decide() {
        let effect = |value: f64| Effect {
            card: "ace".to_owned(),
            change: "one_more",
            on: "turns",
            value,
            low: value - 1.0,
            high: value + 1.0,
            plays: 100,
        };
        // Ten rows: 2.807 instead of 1.960 standard errors, so 1.2 is not certain and 2 is.
        let effects: Vec<Effect> = (0..9).map(|_| effect(1.2)).chain([effect(2.0)]).collect();
        let table = table(&effects, &Report::default());
        let low = table.cell(0, "adjusted_low").and_then(Cell::number);
        assert!((low.unwrap_or(0.0) - (1.2 - 2.807_034 / 1.959_964)).abs() < 1e-5, "{low:?}");
        let reading = |row| table.cell(row, "reading").map(ToString::to_string).unwrap_or_default();
        assert_eq!(reading(0), "one copy more in the deck shows no certain effect");
        assert_eq!(reading(9), "one copy more in the deck makes a play 2.00 turns longer");
    }
}
