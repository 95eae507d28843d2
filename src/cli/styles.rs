//! The styles of play of a game: strategies that differ in what they do, for a league of them.

use std::sync::atomic::AtomicBool;

use super::error::CliError;
use super::exploit::LEAST;
use super::plan::read_bot;
use ludometer_bots::{BotSpec, Rule, Subject};
use ludometer_playable::{CardKind, Design};
use ludometer_run::{AnyGame, Challenge, Hooks, KindUse, RunError};

/// The name of all styles together among the bots of a tournament.
pub(super) const STYLES: &str = "styles";

/// Bots that are quick and no beginners.
const PLAIN: [&str; 3] = ["greedy", "lookahead", "learned"];

/// How many restricted styles there are at most: those that win most.
const MOST: usize = 5;

/// Kinds of cards that restrictions may name.
const MOST_CARDS: usize = 24;

/// Games in which a style shows how strong it is, and those in which it shows what it does otherwise.
const GAMES: u64 = 400;
const ASKED: u64 = 40;

/// The seed of these games: the styles of a game and a rule set are always the same.
const SEED: u64 = 0x7374_796C;

/// Returns what plays as this bot does, but never chooses one kind of action, or always does.
pub(super) fn restrictions(bot: &BotSpec, design: &Design) -> Vec<BotSpec> {
    let kinds = 0..design.action_kinds.len();
    kinds.flat_map(|kind| [bot.without(kind, design), bot.always(kind, design)]).collect()
}

/// Returns what plays as this bot does, but never chooses an action that names one kind of card, or always does; of so
/// many kinds, each of which decides little, none.
pub(super) fn card_restrictions(bot: &BotSpec, game: &dyn AnyGame) -> Vec<BotSpec> {
    let cards: Vec<&CardKind> = game.cards().iter().filter(|card| card.copies > 0).collect();
    if cards.len() > MOST_CARDS {
        return Vec::new();
    }
    cards
        .iter()
        .flat_map(|card| {
            [Rule::Never, Rule::Always]
                .map(|rule| bot.restricted(rule, Subject::Card(card.name.clone()), &card.name))
        })
        .collect()
}

/// Returns the styles: the plain bots, and greedy with the restrictions under which it still wins most, as far as they change
/// what it does.
///
/// # Errors
/// If a game can't be played.
pub(super) fn styles(game: &dyn AnyGame, threads: usize) -> Result<Vec<BotSpec>, CliError> {
    let design = game.design();
    let greedy = read_bot(game, "", PLAIN[0])?;
    let never = AtomicBool::new(false);
    let hooks = Hooks { stop: &never, progress: &|_| {} };
    let mut restricted = Vec::new();
    for bot in restrictions(&greedy, design) {
        let challenge = Challenge { challenger: &bot, others: &greedy, seed: SEED, threads };
        let wins = challenge.wins(game, 0..GAMES, hooks)?.unwrap_or_default();
        // What wins less than half of its share is a mistake and no style.
        if 2.0 * wins * game.seats() as f64 >= GAMES as f64 {
            restricted.push((wins, bot));
        }
    }
    // Stable: of equally strong ones the first stays.
    restricted.sort_by(|(one, _), (other, _)| other.total_cmp(one));
    let mut found: Vec<BotSpec> = PLAIN.iter().filter_map(|name| game.bot(name).ok()).collect();
    let plain = found.len();
    for (_, bot) in restricted {
        if found.len() == plain + MOST {
            break;
        }
        let challenge = Challenge { challenger: &bot, others: &greedy, seed: SEED, threads };
        let uses = challenge.differences(game, ASKED, hooks).map_err(RunError::from)?;
        // What it does otherwise must come up, not only once in many games.
        let differs = |kind: &KindUse| {
            kind.difference().abs() >= LEAST && 2 * kind.chosen.abs_diff(kind.usual) >= ASKED
        };
        if uses.iter().any(differs) {
            found.push(bot);
        }
    }
    Ok(found)
}
