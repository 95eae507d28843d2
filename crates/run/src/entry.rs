//! A game as a list of games holds it: its types are erased here and not before.

use ludometer_bots::BotError;
use ludometer_model::{RuleError, RuleSet, Schema};
use ludometer_playable::Playable;

use super::any::{AnyGame, BotInfo, FileBot, Loaded, bots_of, file_bot};

/// A game as the command line knows it.
#[derive(Clone, Copy)]
pub struct Entry {
    /// The game's id.
    pub id: &'static str,
    /// The game's title.
    pub title: &'static str,
    /// The tables that only this game's runs have, by name.
    pub tables: &'static [&'static str],
    schema: fn() -> &'static Schema,
    seats_allowed: fn(&RuleSet) -> (usize, usize),
    load: fn(usize, RuleSet) -> Result<Box<dyn AnyGame>, RuleError>,
    bots: fn() -> Vec<BotInfo>,
    file_bot: fn(&str) -> Result<FileBot, BotError>,
}

impl Entry {
    /// The entry of a game.
    pub const fn of<G: Playable>() -> Self {
        Self {
            id: G::ID,
            title: G::TITLE,
            tables: G::TABLES,
            schema: G::schema,
            seats_allowed: G::seats_allowed,
            load: |seats, rules| Ok(Box::new(Loaded::<G>::new(seats, rules)?)),
            bots: bots_of::<G>,
            file_bot: file_bot::<G>,
        }
    }

    /// The game's parameters.
    pub fn schema(&self) -> &'static Schema {
        (self.schema)()
    }

    /// The fewest and most seats that a rule set allows.
    pub fn seats_allowed(&self, rules: &RuleSet) -> (usize, usize) {
        (self.seats_allowed)(rules)
    }

    /// The game with this number of seats and rule set.
    ///
    /// # Errors
    /// Settings that can't be played, worded as the spec words them.
    pub fn load(&self, seats: usize, rules: RuleSet) -> Result<Box<dyn AnyGame>, RuleError> {
        (self.load)(seats, rules)
    }

    /// The bot that the strategy file with this path is in this game.
    ///
    /// # Errors
    /// What is wrong with the file.
    pub fn file_bot(&self, path: &str) -> Result<FileBot, BotError> {
        (self.file_bot)(path)
    }

    /// The built-in bots with their settings in this game.
    pub fn bots(&self) -> Vec<BotInfo> {
        (self.bots)()
    }
}
