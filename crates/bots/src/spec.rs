//! How bots are named on the command line: `name` or `name:key=value,key=value`, where the name of
//! a strategy file is its path.

use std::borrow::Cow;
use std::fmt::Write as _;
use std::sync::Arc;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::error::BotError;
use super::error::ParseError;
use super::file::{self, Content, NameError, StrategyFile};
use super::kind::{BotKind, LEARNED};
use super::kind::{Named, named};
use super::kind::{defaults, full_name, kind_settings, read_setting, read_settings};
use super::learned::LEVELS;
use super::network::{
    asks_for_network, beside, network_kind, network_settings, own_file, own_network, read_values,
};
use super::restricted::{Restriction, Rule, Subject, split_restrictions};
use super::tabular::PolicyTable;
use super::toml_file::{NetworkFile, Preset};
use ludometer_model::{RuleSet, did_you_mean, nearest};
use ludometer_playable::{CustomBot, Design, Setting};

/// Handling of a play in which a bot fails: it crashes, answers too late or with what isn't legal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum OnBotError {
    /// The batch stops before that play.
    #[default]
    Stop,
    /// The seat's remaining choices are made at random, from the seat's own stream, and it is
    /// ranked last.
    Forfeit,
}

/// A bot as it was asked for: which, and the values of all its settings.
#[derive(Clone, Debug, PartialEq)]
pub struct BotSpec {
    /// Which bot.
    pub kind: BotKind,
    /// The values of its settings, in order.
    pub values: Vec<f64>,
    /// Its name in reports: the settings that differ from the game's defaults included, in their
    /// order, so that equal bots have equal names. Of a strategy file: its name without folder and
    /// ending, and the settings that differ from the file's.
    pub name: String,
    /// The strategy file that it comes from, as it was when it was read.
    pub file: Option<Arc<StrategyFile>>,
    /// The kinds of actions that it never chooses, or always does.
    pub restrictions: Vec<Restriction>,
    /// The network that it plays by, or that helps it to search, if there is one.
    pub(super) network: Option<Arc<NetworkFile>>,
    /// The program's own bot that it names, if it does.
    pub custom: Option<CustomBot>,
    /// The rule set of the game. [`BotSpec::for_rules`] sets it, for bots with a strategy file or a network and those that the
    /// program adds.
    pub rules: Option<Arc<RuleSet>>,
    /// Handling of a play in which it fails.
    pub on_error: OnBotError,
    /// True for a program that is confined ([`confine`](super::confine_check)).
    pub confined: bool,
}

impl BotSpec {
    fn new(kind: BotKind, name: String, values: Vec<f64>, file: Option<Arc<StrategyFile>>) -> Self {
        Self {
            kind,
            values,
            name,
            file,
            restrictions: Vec::new(),
            network: None,
            custom: None,
            rules: None,
            on_error: OnBotError::Stop,
            confined: false,
        }
    }

    /// Reads `name` or `name:key=value,key=value` for this game design; the name may be a strategy file's
    /// path, and the file is read and checked at once.
    ///
    /// # Errors
    /// An unknown bot or setting, with the nearest known one; a value outside its range; what is
    /// wrong with a strategy file.
    pub fn parse(text: &str, design: &Design) -> Result<Self, BotError> {
        Self::parse_with(text, design, &Vec::new)
    }

    /// Reads a bot as [`BotSpec::parse`] does; restrictions may also name one of these cards, by its id.
    ///
    /// # Errors
    /// As [`BotSpec::parse`].
    pub fn parse_with(
        text: &str,
        design: &Design,
        cards: &dyn Fn() -> Vec<String>,
    ) -> Result<Self, BotError> {
        let (text, restricted) = split_restrictions(text);
        let mut spec = Self::unrestricted(&text, design)?;
        for (word, rule, value) in restricted {
            let kinds = || design.action_kinds.iter().map(String::as_str);
            if let Some(kind) = kinds().position(|kind| kind == value) {
                spec.restrict(rule, Subject::Kind(kind), value);
                continue;
            }
            let cards = cards();
            if !cards.iter().any(|card| card == value) {
                let known = || kinds().chain(cards.iter().map(String::as_str));
                let hint = did_you_mean(nearest(value, known()));
                let listed = known().collect::<Vec<_>>().join(", ");
                let allowed = format!("a kind of action or a card of {}{hint}: {listed}", design.title);
                let (bot, key, value) = (spec.name, word.to_owned(), value.to_owned());
                return Err(BotError::OutOfRange { bot, key, value, allowed });
            }
            spec.restrict(rule, Subject::Card(value.to_owned()), value);
        }
        Ok(spec)
    }

    /// Returns this bot as it plays without ever choosing this kind of action, by its index in the design's list.
    #[must_use]
    pub fn without(&self, kind: usize, design: &Design) -> Self {
        self.restricted(Rule::Never, Subject::Kind(kind), &design.action_kinds[kind])
    }

    /// Returns this bot as it plays when it always chooses this kind of action where it can.
    #[must_use]
    pub fn always(&self, kind: usize, design: &Design) -> Self {
        self.restricted(Rule::Always, Subject::Kind(kind), &design.action_kinds[kind])
    }

    /// Returns this bot under a restriction, whose kind of action or card has this id.
    #[must_use]
    pub fn restricted(&self, rule: Rule, subject: Subject, id: &str) -> Self {
        let mut spec = self.clone();
        spec.restrict(rule, subject, id);
        spec
    }

    fn restrict(&mut self, rule: Rule, subject: Subject, named: &str) {
        let separator = if self.name.contains(':') { ',' } else { ':' };
        let word = rule.word();
        let _ = write!(self.name, "{separator}{word}={named}");
        self.restrictions.push(Restriction { rule, subject });
    }

    fn unrestricted(text: &str, design: &Design) -> Result<Self, BotError> {
        if let Some((path, rest)) = file::split(text) {
            let file = StrategyFile::read(path)?;
            return Self::of_file(&Arc::new(file), rest, text, design);
        }
        let (name, rest) = text.split_once(':').unwrap_or((text, ""));
        if name == LEARNED.0 {
            return Self::of_file(&Arc::new(own_file(design)?), rest, text, design);
        }
        let Named { kind, custom, settings } = named(name, design)?;
        let read =
            |settings: &[Setting], values: &mut [f64]| read_settings(name, settings, rest, text, values);
        let (settings, values) = read_values(settings, read)?;
        let full = full_name(name, &settings, &values, &defaults(&settings));
        let mut spec = Self { custom, ..Self::new(kind, full, values, None) };
        spec.take_network(None, &settings, design)?;
        Ok(spec)
    }

    /// Takes the network that the values of these settings ask for: that of its file, or the program's own for the game.
    fn take_network(
        &mut self,
        of_file: Option<&Arc<NetworkFile>>,
        settings: &[Setting],
        design: &Design,
    ) -> Result<(), BotError> {
        if self.kind == BotKind::Learned || asks_for_network(settings, &self.values) {
            let network = of_file.map_or_else(|| own_network(design), |network| Ok(Arc::clone(network)))?;
            self.network = Some(network);
        }
        Ok(())
    }

    /// Returns the bot that a strategy file describes in this game, with the settings `key=value,...` on
    /// top. `text` is what was typed.
    ///
    /// # Errors
    /// As [`BotSpec::parse`].
    pub fn of_file(
        file: &Arc<StrategyFile>,
        rest: &str,
        text: &str,
        design: &Design,
    ) -> Result<Self, BotError> {
        file.admit(&design.id)?;
        if design.custom_bots.iter().any(|bot| bot.name() == file.stem) {
            let error = NameError::BuiltIn(file.stem.clone());
            return Err(file.fault(ParseError::new(None, error.to_string())).into());
        }
        match &file.content {
            Content::Preset(preset) => Self::of_preset(file, preset, rest, text, design),
            Content::Network(network) => {
                let (kind, rest) = network_kind(&file.stem, rest)?;
                let settings = network_settings(file, network, kind, design)?;
                let read = |settings: &[Setting], values: &mut [f64]| {
                    read_settings(&file.stem, settings, rest, text, values)
                };
                let (settings, values) = read_values(settings, read)?;
                let name = full_name(&file.stem, &settings, &values, &defaults(&settings));
                let mut spec = Self::new(kind, name, values, Some(Arc::clone(file)));
                spec.take_network(Some(network), &settings, design)?;
                if kind != BotKind::Learned {
                    let own = spec.name.split_off(file.stem.len()).replacen(':', ",", 1);
                    let _ = write!(spec.name, ":bot={}{own}", kind.name());
                }
                Ok(spec)
            }
            Content::Policy(_) => Self::of_own(file, BotKind::Tabular, &[], rest, text),
            #[cfg(feature = "luau")]
            Content::Script(script) => Self::of_own(file, BotKind::Script, &script.settings, rest, text),
            Content::Process(program) => Self::of_own(file, BotKind::Process, &program.settings, rest, text),
        }
    }

    /// Returns a bot whose file declares the settings.
    fn of_own(
        file: &Arc<StrategyFile>,
        kind: BotKind,
        settings: &[Setting],
        rest: &str,
        text: &str,
    ) -> Result<Self, BotError> {
        let defaults = defaults(settings);
        let mut values = defaults.clone();
        read_settings(&file.stem, settings, rest, text, &mut values)?;
        let name = full_name(&file.stem, settings, &values, &defaults);
        Ok(Self::new(kind, name, values, Some(Arc::clone(file))))
    }

    /// Returns these bots with the rule set that they play under, where they come from strategy files or the program adds them.
    pub fn for_rules<'a>(bots: &'a [Self], rules: &RuleSet) -> Cow<'a, [Self]> {
        let asks = |bot: &Self| bot.file.is_some() || bot.custom.is_some() || bot.network.is_some();
        if !bots.iter().any(asks) {
            return Cow::Borrowed(bots);
        }
        let rules = Arc::new(rules.clone());
        let tell = |bot: &Self| {
            let rules = asks(bot).then(|| Arc::clone(&rules));
            Self { rules, ..bot.clone() }
        };
        bots.iter().map(tell).collect()
    }

    /// Returns its settings; the defaults are those of the strategy file, if it comes from one.
    pub fn settings(&self, design: &Design) -> Vec<Setting> {
        let Some(file) = &self.file else { return self.settings_of_kind(design) };
        match &file.content {
            #[cfg(feature = "luau")]
            Content::Script(script) => script.settings.clone(),
            Content::Policy(_) => Vec::new(),
            Content::Process(program) => program.settings.clone(),
            Content::Network(network) => {
                let settings = network_settings(file, network, self.kind, design);
                settings
                    .map_or_else(|_| self.settings_of_kind(design), |settings| beside(settings, &self.values))
            }
            Content::Preset(_) => {
                let plain = Self::of_file(file, "", "", design);
                let defaults = plain.map_or_else(|_| self.values.clone(), |spec| spec.values);
                let with = |(knob, default)| Setting { default, ..knob };
                self.settings_of_kind(design).into_iter().zip(defaults).map(with).collect()
            }
        }
    }

    /// Returns the settings of what plays, without a strategy file's.
    fn settings_of_kind(&self, design: &Design) -> Vec<Setting> {
        let own = || beside(kind_settings(self.kind, design), &self.values);
        self.custom.as_ref().map_or_else(own, |bot| bot.settings().to_vec())
    }

    fn of_preset(
        file: &Arc<StrategyFile>,
        preset: &Preset,
        rest: &str,
        text: &str,
        design: &Design,
    ) -> Result<Self, BotError> {
        let fault = |line, error: BotError| file.fault(ParseError::new(line, error.to_string()));
        let (bot, entries) = preset.resolve(&design.id).map_err(|e| file.fault(e))?;
        let (bot, line) = (bot.value.as_str(), bot.line);
        let Named { kind, custom, settings } = named(bot, design).map_err(|e| fault(line, e))?;
        let of_file = |settings: &[Setting], values: &mut [f64]| -> Result<(), BotError> {
            entries.iter().try_for_each(|entry| {
                read_setting(bot, settings, &entry.key, &entry.value, values)
                    .map_err(|e| fault(entry.line, e).into())
            })
        };
        let (settings, values) = read_values(settings, |settings, values| {
            of_file(settings, values)?;
            read_settings(&file.stem, settings, rest, text, values)
        })?;
        let mut defaults = defaults(&settings);
        of_file(&settings, &mut defaults)?;
        let name = full_name(&file.stem, &settings, &values, &defaults);
        let mut spec = Self { custom, ..Self::new(kind, name, values, Some(Arc::clone(file))) };
        spec.take_network(None, &settings, design)?;
        Ok(spec)
    }

    /// Returns the table that it plays by, if it is such a bot.
    pub(super) fn policy(&self) -> Option<&Arc<PolicyTable>> {
        match &self.file.as_ref()?.content {
            Content::Policy(file) => Some(&file.table),
            _ => None,
        }
    }

    /// Returns the temperatures of a learned bot's levels, the weakest first.
    pub(super) fn levels(&self) -> [f64; LEVELS] {
        self.network.as_ref().and_then(|network| network.levels).unwrap_or_default()
    }

    /// Returns what a person should know who lets it play under these rules at a table of this size: a network knows
    /// what it was trained on.
    pub fn warning(&self, rules: &RuleSet, players: usize) -> Option<String> {
        let (scope, method) = match (&self.network, &self.file.as_ref().map(|file| &file.content)) {
            (Some(network), _) => (&network.scope, "value"),
            (None, Some(Content::Policy(file))) => (&file.scope, "regret"),
            (None, _) => return None,
        };
        let unknown = scope.unknown(rules, players)?;
        Some(format!(
            "{} has not learned {unknown}: it may play badly here; `ludometer train --method {method}` with these rules and players makes one that does",
            self.name
        ))
    }

    /// Returns what plays: a built-in bot with all settings that differ from the game's defaults, or `script`
    /// or `process`.
    pub fn plays(&self, design: &Design) -> String {
        // Scripts and processes have none that the game knows of.
        let settings = self.settings_of_kind(design);
        let name = self.custom.as_ref().map_or_else(|| self.kind.name(), CustomBot::name);
        full_name(name, &settings, &self.values, &defaults(&settings))
    }

    /// Returns true for bots that think: their plays are handed to threads one by one.
    pub const fn is_search(&self) -> bool {
        !matches!(self.kind, BotKind::Random | BotKind::Greedy | BotKind::Tabular)
    }

    /// Returns what to write after `--bots` to get this bot again.
    pub fn to_arg(&self) -> String {
        match &self.file {
            None => self.name.clone(),
            Some(file) => format!("{}{}", file.path, self.name.strip_prefix(&file.stem).unwrap_or_default()),
        }
    }

    /// Returns true if both are the same bot: of the same name, and from files with the same text.
    pub fn is_same(&self, other: &Self) -> bool {
        let hash = |spec: &Self| spec.file.as_ref().map(|file| file.hash.clone());
        self.name == other.name && hash(self) == hash(other)
    }
}
