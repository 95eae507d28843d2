//! A game as a list of games holds it: its types are erased here and not before.

use std::sync::Arc;

use ludometer_bots::{BotError, BotSpec, CustomBotError, KINDS, LEARNED, check_custom_bots, kind_settings};
use ludometer_model::{RuleError, RuleSet, Schema};
use ludometer_playable::{Compiled, CustomBot, Design, Playable, Setting};
use ludometer_stats::Statistic;

use super::any::AnyGame;
use super::loaded::Loaded;

/// A bot of the program, built in or its own, with its settings in one game.
#[derive(Clone, Debug, PartialEq)]
pub struct BotInfo {
    /// Its name.
    pub name: String,
    /// One line about it.
    pub about: String,
    /// Its settings.
    pub settings: Vec<Setting>,
}

/// A strategy file as one game has it.
#[derive(Clone, Debug, PartialEq)]
pub struct FileBot {
    /// The bot's name in reports.
    pub name: String,
    /// The player: a built-in bot with settings, `script` or `process`.
    pub plays: String,
    /// Its settings.
    pub settings: Vec<Setting>,
}

type Seats = dyn Fn(&RuleSet) -> (usize, usize) + Send + Sync;
type CheckBots = dyn Fn(&Design) -> Result<(), CustomBotError> + Send + Sync;
type Load = dyn Fn(usize, RuleSet, &Arc<Design>) -> Result<Box<dyn AnyGame>, RuleError> + Send + Sync;

/// A game design as the command line knows it. Cheap to clone.
#[derive(Clone)]
pub struct Entry {
    design: Arc<Design>,
    schema: Arc<dyn Fn() -> Arc<Schema> + Send + Sync>,
    seats_allowed: Arc<Seats>,
    check_bots: Arc<CheckBots>,
    load: Arc<Load>,
}

impl Entry {
    /// Returns the entry of a game that is part of the program.
    pub fn of<G: Compiled>() -> Self {
        Self::counting::<G, G::Stats>()
    }

    /// Returns the entry of a game that is part of the program, with another statistic beside its own: a metric of
    /// the program's. Several make a pair: `(A, B)`. If it writes tables, name them by [`Entry::with_tables`].
    pub fn with_metric<G: Compiled, S: Statistic<G> + Sync + 'static>() -> Self {
        Self::counting::<G, (G::Stats, S)>()
    }

    fn counting<G: Compiled, S: Statistic<G> + Sync + 'static>() -> Self {
        Self {
            design: Arc::new(G::definition().clone()),
            schema: Arc::new(G::schema),
            seats_allowed: Arc::new(G::seats_allowed),
            check_bots: Arc::new(check_custom_bots::<G>),
            load: Arc::new(|seats, rules, design| {
                let game = G::new(seats, &rules)?;
                Ok(Box::new(Loaded::<G, S>::of(game, rules, Arc::clone(design))))
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
            check_bots: Arc::new(check_custom_bots::<G>),
            load: Arc::new(move |seats, rules, design| {
                let game = make(seats, &rules)?;
                Ok(Box::new(Loaded::<G>::of(game, rules, Arc::clone(design))))
            }),
        }
    }

    /// Returns this entry with one bot more, of the program's own: see [`ludometer_bots::custom_bot`].
    #[must_use]
    pub fn with_bot(mut self, bot: CustomBot) -> Self {
        Arc::make_mut(&mut self.design).custom_bots.push(bot);
        self
    }

    /// Returns this entry with the text of the strategy file by which its bot `learned` plays: what `train --method value`
    /// wrote.
    #[must_use]
    pub fn with_network(mut self, text: &'static str) -> Self {
        Arc::make_mut(&mut self.design).network = Some(text.into());
        self
    }

    /// Returns this entry with these names of tables, which a metric of the program's own writes.
    #[must_use]
    pub fn with_tables(mut self, names: &[&str]) -> Self {
        Arc::make_mut(&mut self.design).tables.extend(names.iter().map(|&name| name.to_owned()));
        self
    }

    /// Checks the bots that the program adds to this game.
    ///
    /// # Errors
    /// The first [`CustomBotError`].
    pub fn check_bots(&self) -> Result<(), CustomBotError> {
        (self.check_bots)(&self.design)
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
    /// The mistake in the file.
    pub fn file_bot(&self, path: &str) -> Result<FileBot, BotError> {
        let spec = BotSpec::parse(path, &self.design)?;
        let (plays, settings) = (spec.plays(&self.design), spec.settings(&self.design));
        Ok(FileBot { plays, settings, name: spec.name })
    }

    /// Returns the bots of the program with their settings in this game: the built-in ones, and its own.
    pub fn bots(&self) -> Vec<BotInfo> {
        let built_in = KINDS.iter().map(|&(kind, name, about)| BotInfo {
            name: name.to_owned(),
            about: about.to_owned(),
            settings: kind_settings(kind, &self.design),
        });
        let learned = self.design.network.as_ref().and_then(|_| {
            let spec = BotSpec::parse(LEARNED.0, &self.design).ok()?;
            let (name, about) = (LEARNED.0.to_owned(), LEARNED.1.to_owned());
            Some(BotInfo { name, about, settings: spec.settings(&self.design) })
        });
        let own = self.design.custom_bots.iter().map(|bot| BotInfo {
            name: bot.name().to_owned(),
            about: bot.about().to_owned(),
            settings: bot.settings().to_vec(),
        });
        built_in.chain(learned).chain(own).collect()
    }
}
