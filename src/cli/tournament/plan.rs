//! A tournament as it was asked for, checked.

use std::fmt::Write as _;

use crate::cli::command_line::{on_bot_error, settings};
use crate::cli::error::CliError;
use crate::cli::input::{InputError, find_game};
use crate::cli::job::Means;
use crate::cli::plan::{BOTS, confine, load_with, read_bot, set_on_bot_error};
use crate::cli::styles::{STYLES, styles};
use crate::registry::Entry;
use ludometer_bots::BotSpec;
use ludometer_rating::Order;
use ludometer_report::Until;
use ludometer_run::{AnyGame, Design};
use ludometer_spec::{Minutes, RuleSpec, TournamentSpec};

/// The most bots.
const MAX_BOTS: usize = 64;

/// The most plays: all are kept until the end.
const MAX_PLAYS: u64 = 20_000_000;

/// Deals, unless others are asked for.
const DEALS: u64 = 1000;

/// The most deals of a tournament that goes on until its order is settled.
const MOST_DEALS: u64 = 100_000;

/// The error probability of the verdicts of a tournament that has none of its own.
const ALPHA: f64 = 0.05;

/// A tournament, checked.
pub(in crate::cli) struct Plan {
    pub(super) entry: Entry,
    /// One for each number of players.
    pub(super) games: Vec<Box<dyn AnyGame>>,
    pub(super) bots: Vec<BotSpec>,
    /// As they are named on the command line.
    typed: Vec<String>,
    pub(super) anchor: Option<usize>,
    pub(super) until: Option<Until>,
    pub(super) deals: u64,
    pub(super) minutes: Option<Minutes>,
    pub(super) seed: u64,
}

impl Plan {
    pub(super) fn new(asked: &TournamentSpec, means: &Means) -> Result<Self, CliError> {
        let until = asked.until.as_deref().map(until).transpose()?;
        let entry = find_game(&means.games, &asked.game)?;
        let mut players: Vec<Option<u64>> = asked.players.iter().copied().map(Some).collect();
        players.sort_unstable();
        players.dedup();
        if players.is_empty() {
            players.push(None);
        }
        let games = players.iter().map(|&players| load_with(&entry, &asked.rules, players));
        let games = games.collect::<Result<Vec<_>, _>>()?;
        let (named, mut bots): (Vec<String>, Vec<BotSpec>) =
            bots_of(&*games[0], asked, means.threads)?.into_iter().unzip();
        set_on_bot_error(&mut bots, asked.on_bot_error);
        confine(&mut bots, asked.sandbox)?;
        if !(2..=MAX_BOTS).contains(&bots.len()) {
            let allowed = "two bots at least, and 64 at most";
            return Err(InputError::not_allowed("--bots", asked.bots.join(" "), allowed).into());
        }
        let typed: Vec<String> = bots.iter().map(BotSpec::to_arg).collect();
        tell_apart(&mut bots);
        let anchor = asked.anchor.as_ref().map(|anchor| {
            let same = |bot: &BotSpec| bot.name == *anchor;
            let place = bots.iter().position(same).or_else(|| named.iter().position(|bot| bot == anchor));
            let allowed = "one of the bots of --bots";
            place.ok_or_else(|| InputError::not_allowed("--anchor", anchor, allowed))
        });
        let per_deal: u64 =
            games.iter().map(|game| Design::new(bots.len(), game.contest().parties.len()).plays()).sum();
        let most = MAX_PLAYS / per_deal;
        let deals = match (asked.deals, asked.games) {
            (Some(deals), _) => deals,
            (None, Some(plays)) => plays / per_deal,
            (None, None) if means.minutes.is_some() => most,
            (None, None) => if until.is_some() { MOST_DEALS } else { DEALS }.min(most),
        };
        if !(1..=most).contains(&deals) {
            let (option, number) = match asked.games {
                Some(plays) => ("--games", plays),
                None => ("--deals", deals),
            };
            let value = format!("{number} (each deal has {per_deal} games)");
            let allowed = "at least one deal, and 20 million games in all at most";
            return Err(InputError::not_allowed(option, value, allowed).into());
        }
        let (anchor, seed, minutes) = (anchor.transpose()?, asked.seed, means.minutes);
        Ok(Self { entry, games, bots, typed, anchor, until, deals, minutes, seed })
    }

    /// Returns the verdicts, before the first deal.
    pub(super) fn order(&self) -> Order {
        let (alpha, margin) = self.until.map_or((ALPHA, 0.0), |until| (until.alpha, until.margin));
        Order::new(self.bots.len(), alpha, margin)
    }

    pub(super) fn per_deal(&self) -> Vec<u64> {
        self.games
            .iter()
            .map(|game| Design::new(self.bots.len(), game.contest().parties.len()).plays())
            .collect()
    }

    /// Returns the tables of a deal at all numbers of players together.
    pub(super) fn tables(&self) -> u64 {
        self.games
            .iter()
            .map(|game| Design::new(self.bots.len(), game.contest().parties.len()).tables() as u64)
            .sum()
    }

    /// Returns true if that was the last of so many deals.
    pub(super) fn is_over(&self, order: &Order, deals: u64) -> bool {
        deals >= self.deals || (self.until.is_some() && order.settled())
    }

    /// Returns what does the same tournament from anywhere.
    pub(super) fn complete_spec(&self) -> TournamentSpec {
        let until = |Until { alpha, margin }| format!("settled:alpha={alpha},margin={margin}");
        TournamentSpec {
            game: self.entry.id().to_owned(),
            bots: self.typed.clone(),
            players: self.games.iter().map(|game| game.seats() as u64).collect(),
            games: Some(self.per_deal().iter().sum::<u64>() * self.deals),
            deals: None,
            until: self.until.map(until),
            on_bot_error: on_bot_error(&self.bots),
            sandbox: self.bots.iter().any(|bot| bot.confined),
            anchor: self.anchor.map(|anchor| self.bots[anchor].name.clone()),
            seed: self.seed,
            rules: RuleSpec { rule_file: None, settings: settings(self.games[0].rules()) },
        }
    }
}

/// Returns the bots as they were named, each with the text that names it; styles that were also named are there once.
fn bots_of(
    game: &dyn AnyGame,
    asked: &TournamentSpec,
    threads: usize,
) -> Result<Vec<(String, BotSpec)>, CliError> {
    let mut named = Vec::new();
    for text in asked.bots.iter().filter(|text| *text != STYLES) {
        named.push((text.clone(), read_bot(game, BOTS, text)?));
    }
    if let Some(place) = asked.bots.iter().position(|text| text == STYLES) {
        let mut styles = styles(game, threads)?;
        styles.retain(|style| !named.iter().any(|(_, bot)| bot.is_same(style)));
        named.splice(place..place, styles.into_iter().map(|style| (style.to_arg(), style)));
    }
    Ok(named)
}

/// Reads `settled` or `settled:alpha=0.05,margin=0.02`.
fn until(text: &str) -> Result<Until, InputError> {
    let wrong = || {
        InputError::not_allowed(
            "--until",
            text,
            "settled, or settled:alpha=0.05,margin=0.02 (alpha above 0 and below 1, margin from 0 to 1)",
        )
    };
    let (word, rest) = text.split_once(':').unwrap_or((text, ""));
    let mut until = Until { alpha: ALPHA, margin: 0.0 };
    for setting in rest.split(',').filter(|setting| !setting.trim().is_empty()) {
        let (key, value) = setting.split_once('=').ok_or_else(wrong)?;
        let value: f64 = value.trim().parse().map_err(|_| wrong())?;
        match key.trim() {
            "alpha" if value > 0.0 && value < 1.0 => until.alpha = value,
            "margin" if (0.0..=1.0).contains(&value) => until.margin = value,
            _ => return Err(wrong()),
        }
    }
    if word == "settled" { Ok(until) } else { Err(wrong()) }
}

/// Gives bots that are named twice names of their own: `greedy`, `greedy#2`.
fn tell_apart(bots: &mut [BotSpec]) {
    let names: Vec<String> = bots.iter().map(|bot| bot.name.clone()).collect();
    for (i, bot) in bots.iter_mut().enumerate() {
        let before = names[..i].iter().filter(|name| **name == bot.name).count();
        if before > 0 {
            let _ = write!(bot.name, "#{}", before + 1);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn until_is_read_and_refused() {
        assert_eq!(until("settled").unwrap(), Until { alpha: 0.05, margin: 0.0 });
        let given = until("settled:margin=0.02, alpha=0.01").unwrap();
        assert_eq!(given, Until { alpha: 0.01, margin: 0.02 });
        for text in [
            "",
            "done",
            "settled:alpha",
            "settled:alpha=0",
            "settled:alpha=1",
            "settled:margin=2",
            "settled:x=1",
        ] {
            assert!(until(text).is_err(), "{text}");
        }
    }
}
