//! A game as a list of games holds it: its types are erased here and not before.

use std::sync::Arc;

use ludometer_bots::{BotError, BotSpec, KINDS, kind_settings};
use ludometer_model::{RuleError, RuleSet, Schema};
use ludometer_playable::{Compiled, Design, Playable, Setting};

use super::any::{AnyGame, Loaded};

/// A built-in bot with its settings in one game.
#[derive(Clone, Debug, PartialEq)]
pub struct BotInfo {
    /// Its name.
    pub name: &'static str,
    /// One line about it.
    pub about: &'static str,
    /// Its settings.
    pub settings: Vec<Setting>,
}

/// A strategy file as one game has it.
#[derive(Clone, Debug, PartialEq)]
pub struct FileBot {
    /// The bot's name in reports.
    pub name: String,
    /// What plays: a built-in bot with settings, `script` or `process`.
    pub plays: String,
    /// Its settings.
    pub settings: Vec<Setting>,
}

type Seats = dyn Fn(&RuleSet) -> (usize, usize) + Send + Sync;
type Load = dyn Fn(usize, RuleSet, &Arc<Design>) -> Result<Box<dyn AnyGame>, RuleError> + Send + Sync;

/// A game design as the command line knows it. Cheap to clone.
#[derive(Clone)]
pub struct Entry {
    design: Arc<Design>,
    schema: Arc<dyn Fn() -> Arc<Schema> + Send + Sync>,
    seats_allowed: Arc<Seats>,
    load: Arc<Load>,
}

impl Entry {
    /// Returns the entry of a game that is part of the program.
    pub fn of<G: Compiled>() -> Self {
        Self {
            design: Arc::new(G::definition().clone()),
            schema: Arc::new(G::schema),
            seats_allowed: Arc::new(G::seats_allowed),
            load: Arc::new(|seats, rules, design| {
                let game = G::new(seats, &rules)?;
                Ok(Box::new(Loaded::of(game, rules, Arc::clone(design))))
            }),
        }
    }

    /// Returns the entry of a game design that is a value: `seats_allowed` gives the fewest and most seats of a rule
    /// set, `make` the game.
    pub fn new<G: Playable>(
        design: Design,
        schema: Arc<Schema>,
        seats_allowed: impl Fn(&RuleSet) -> (usize, usize) + Send + Sync + 'static,
        make: impl Fn(usize, &RuleSet) -> Result<G, RuleError> + Send + Sync + 'static,
    ) -> Self {
        Self {
            design: Arc::new(design),
            schema: Arc::new(move || Arc::clone(&schema)),
            seats_allowed: Arc::new(seats_allowed),
            load: Arc::new(move |seats, rules, design| {
                let game = make(seats, &rules)?;
                Ok(Box::new(Loaded::of(game, rules, Arc::clone(design))))
            }),
        }
    }

    /// Returns the game's id.
    pub fn id(&self) -> &str {
        &self.design.id
    }

    /// Returns the game's id as the name of a file: of a script's path, the last part without its ending.
    pub fn file_name(&self) -> &str {
        let id = self.id();
        let last = id.rsplit(['/', '\\']).next().unwrap_or(id);
        last.strip_suffix(".luau").unwrap_or(last)
    }

    /// Returns the game's title.
    pub fn title(&self) -> &str {
        &self.design.title
    }

    /// Returns its names and lists.
    pub fn design(&self) -> &Design {
        &self.design
    }

    /// Returns the game's parameters.
    pub fn schema(&self) -> Arc<Schema> {
        (self.schema)()
    }

    /// Returns the fewest and most seats that a rule set allows.
    pub fn seats_allowed(&self, rules: &RuleSet) -> (usize, usize) {
        (self.seats_allowed)(rules)
    }

    /// Returns the game with this number of seats and rule set.
    ///
    /// # Errors
    /// Settings that can't be played, worded as the spec words them.
    pub fn load(&self, seats: usize, rules: RuleSet) -> Result<Box<dyn AnyGame>, RuleError> {
        (self.load)(seats, rules, &self.design)
    }

    /// Returns the bot that the strategy file with this path is in this game.
    ///
    /// # Errors
    /// What is wrong with the file.
    pub fn file_bot(&self, path: &str) -> Result<FileBot, BotError> {
        let spec = BotSpec::parse(path, &self.design)?;
        let (plays, settings) = (spec.plays(&self.design), spec.settings(&self.design));
        Ok(FileBot { plays, settings, name: spec.name })
    }

    /// Returns the built-in bots with their settings in this game.
    pub fn bots(&self) -> Vec<BotInfo> {
        let info =
            |&(kind, name, about)| BotInfo { name, about, settings: kind_settings(kind, &self.design) };
        KINDS.iter().map(info).collect()
    }
}
