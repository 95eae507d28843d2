//! How bots are named on the command line: `name` or `name:key=value,key=value`, where the name of
//! a strategy file is its path.

use std::borrow::Cow;
use std::fmt::Write as _;
use std::sync::Arc;

use serde_json::Value as Json;
use thiserror::Error;

use super::file::{self, Content, StrategyFile, StrategyFileError};
use super::flat::{FlatSettings, LookaheadSettings};
use super::kind::{BotKind, KINDS};
use super::mcts::SearchSettings;
use super::parse_error::ParseError;
use super::preset::Preset;
use super::restricted::{Restriction, Rule};
use ludometer_model::{RuleSet, did_you_mean, nearest};
use ludometer_playable::{Design, Setting};

/// What becomes of a play in which a bot fails: it crashes, answers too late or with what isn't legal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
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
    /// The rule set of the game, for those bots of files that are told of it.
    pub rules: Option<Arc<Json>>,
    /// What becomes of a play in which it fails.
    pub on_error: OnBotError,
    /// True for a program that is confined ([`confine`](super::confine_check)).
    pub confined: bool,
}

/// A bot that can't be built.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum BotError {
    /// No such bot.
    #[error("there is no bot `{name}`{hint}; there are: {known}")]
    Unknown {
        /// As it was given.
        name: String,
        /// ` (did you mean ...?)` or nothing.
        hint: String,
        /// All names.
        known: String,
    },
    /// No such setting.
    #[error("`{bot}` has no setting `{key}`{hint}; it has: {known}")]
    UnknownSetting {
        /// The bot.
        bot: String,
        /// As it was given.
        key: String,
        /// ` (did you mean ...?)`, or how bots and settings are separated, or nothing.
        hint: String,
        /// All settings.
        known: String,
    },
    /// A value outside its range.
    #[error("`{key}` of `{bot}` is {value}, but must be {allowed}")]
    OutOfRange {
        /// The bot.
        bot: String,
        /// The setting.
        key: String,
        /// As it was given.
        value: String,
        /// What is allowed.
        allowed: String,
    },
    /// A setting without a value.
    #[error("`{setting}` in `{text}` is no setting: write bot:key=value,key=value")]
    NoValue {
        /// The part that isn't one.
        setting: String,
        /// The whole text.
        text: String,
    },
    /// Something is wrong with a strategy file.
    #[error(transparent)]
    File(#[from] StrategyFileError),
}

/// Returns the settings of a kind of bot in this game design, with the design's own defaults.
pub fn kind_settings(kind: BotKind, design: &Design) -> Vec<Setting> {
    let list = match kind {
        BotKind::Greedy => &design.heuristic_weights,
        BotKind::Lookahead => LookaheadSettings::LIST,
        BotKind::FlatMc => FlatSettings::LIST,
        BotKind::Mcts => SearchSettings::LIST,
        // Of scripts and processes their files tell.
        BotKind::Random | BotKind::Script | BotKind::Process => &[],
    };
    let mut settings = list.to_vec();
    for default in design.bot_defaults.iter().filter(|default| default.bot == kind.name()) {
        for setting in settings.iter_mut().filter(|setting| setting.name == default.setting) {
            setting.default = default.value;
        }
    }
    settings
}

/// The built-in bot with this name.
fn kind(name: &str) -> Result<BotKind, BotError> {
    let names: Vec<&str> = KINDS.iter().map(|k| k.1).collect();
    let found = KINDS.iter().find(|k| k.1 == name).map(|k| k.0);
    found.ok_or_else(|| {
        let path = file::meant(name);
        let hint = did_you_mean(path.as_deref().or_else(|| nearest(name, names.iter().copied())));
        BotError::Unknown { name: name.to_owned(), hint, known: names.join(", ") }
    })
}

/// Reads `key=value,key=value` over the values of these settings. `bot` is named in errors, and
/// `text` is what was typed.
fn read_settings(
    bot: &str,
    settings: &[Setting],
    rest: &str,
    text: &str,
    values: &mut [f64],
) -> Result<(), BotError> {
    for part in rest.split(',').filter(|part| !part.trim().is_empty()) {
        let Some((key, value)) = part.split_once('=') else {
            return Err(BotError::NoValue { setting: part.to_owned(), text: text.to_owned() });
        };
        read_setting(bot, settings, key.trim(), value.trim(), values)?;
    }
    Ok(())
}

fn read_setting(
    bot: &str,
    settings: &[Setting],
    key: &str,
    value: &str,
    values: &mut [f64],
) -> Result<(), BotError> {
    let Some(i) = settings.iter().position(|s| s.name == key) else {
        let keys: Vec<&str> = settings.iter().map(|s| &*s.name).collect();
        let known = if keys.is_empty() { "none".to_owned() } else { keys.join(", ") };
        let hint = if key.contains(':') {
            " (settings are separated by commas, bots by spaces)".to_owned()
        } else {
            did_you_mean(nearest(key, keys.iter().copied()))
        };
        return Err(BotError::UnknownSetting { bot: bot.to_owned(), key: key.to_owned(), hint, known });
    };
    values[i] = settings[i].choices.read(value).ok_or_else(|| BotError::OutOfRange {
        bot: bot.to_owned(),
        key: key.to_owned(),
        value: value.to_owned(),
        allowed: settings[i].choices.allowed(),
    })?;
    Ok(())
}

/// The name with the values that differ from the defaults.
fn full_name(name: &str, settings: &[Setting], values: &[f64], defaults: &[f64]) -> String {
    let mut full = name.to_owned();
    let mut separator = ':';
    for ((setting, value), default) in settings.iter().zip(values).zip(defaults) {
        if value != default {
            let _ = write!(full, "{separator}{}={}", setting.name, setting.choices.show(*value));
            separator = ',';
        }
    }
    full
}

/// Takes the restrictions (`without=kind`, `always=kind`) off a bot's text, whatever bot it is.
fn split_restrictions(text: &str) -> (String, Vec<(&'static str, Rule, &str)>) {
    let restriction = |part: &'_ str| {
        let (key, _) = part.split_once('=')?;
        Rule::WORDS.into_iter().find(|(word, _)| *word == key.trim())
    };
    let (mut left, mut found) = (String::new(), Vec::new());
    // The first part ends with the bot's name and a colon.
    for (i, part) in text.split(',').enumerate() {
        let (before, own) = match part.rsplit_once(':').filter(|_| i == 0) {
            Some((name, own)) => (&part[..=name.len()], own),
            None => ("", part),
        };
        if let Some((word, rule)) = restriction(own) {
            let value = own.split_once('=').map_or("", |(_, value)| value.trim());
            found.push((word, rule, value));
            left += before;
        } else {
            if i > 0 && !left.ends_with(':') {
                left.push(',');
            }
            left += part;
        }
    }
    (left.trim_end_matches(':').to_owned(), found)
}

impl BotSpec {
    fn new(kind: BotKind, name: String, values: Vec<f64>, file: Option<Arc<StrategyFile>>) -> Self {
        Self {
            kind,
            values,
            name,
            file,
            restrictions: Vec::new(),
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
        let (text, restricted) = split_restrictions(text);
        let mut spec = Self::unrestricted(&text, design)?;
        for (word, rule, value) in restricted {
            let kinds = || design.action_kinds.iter().map(String::as_str);
            let Some(kind) = kinds().position(|kind| kind == value) else {
                let hint = did_you_mean(nearest(value, kinds()));
                let known = kinds().collect::<Vec<_>>().join(", ");
                let allowed = format!("a kind of action of {}{hint}: {known}", design.title);
                let (bot, key, value) = (spec.name, word.to_owned(), value.to_owned());
                return Err(BotError::OutOfRange { bot, key, value, allowed });
            };
            spec.restrict(rule, kind, design);
        }
        Ok(spec)
    }

    /// Returns this bot as it plays without ever choosing this kind of action, by its index in the design's list.
    #[must_use]
    pub fn without(&self, kind: usize, design: &Design) -> Self {
        let mut spec = self.clone();
        spec.restrict(Rule::Never, kind, design);
        spec
    }

    fn restrict(&mut self, rule: Rule, kind: usize, design: &Design) {
        let separator = if self.name.contains(':') { ',' } else { ':' };
        let word = rule.word();
        let _ = write!(self.name, "{separator}{word}={}", design.action_kinds[kind]);
        self.restrictions.push(Restriction { rule, kind });
    }

    fn unrestricted(text: &str, design: &Design) -> Result<Self, BotError> {
        if let Some((path, rest)) = file::split(text) {
            let file = StrategyFile::read(path)?;
            return Self::of_file(&Arc::new(file), rest, text, design);
        }
        let (name, rest) = text.split_once(':').unwrap_or((text, ""));
        let kind = kind(name)?;
        let settings = kind_settings(kind, design);
        let defaults: Vec<f64> = settings.iter().map(|s| s.default).collect();
        let mut values = defaults.clone();
        read_settings(name, &settings, rest, text, &mut values)?;
        Ok(Self::new(kind, full_name(name, &settings, &values, &defaults), values, None))
    }

    /// The bot that a strategy file describes in this game, with the settings `key=value,...` on
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
        match &file.content {
            Content::Preset(preset) => Self::of_preset(file, preset, rest, text, design),
            Content::Script(script) => Self::of_own(file, BotKind::Script, &script.settings, rest, text),
            Content::Process(program) => Self::of_own(file, BotKind::Process, &program.settings, rest, text),
        }
    }

    /// A bot whose file declares the settings.
    fn of_own(
        file: &Arc<StrategyFile>,
        kind: BotKind,
        settings: &[Setting],
        rest: &str,
        text: &str,
    ) -> Result<Self, BotError> {
        let defaults: Vec<f64> = settings.iter().map(|s| s.default).collect();
        let mut values = defaults.clone();
        read_settings(&file.stem, settings, rest, text, &mut values)?;
        let name = full_name(&file.stem, settings, &values, &defaults);
        Ok(Self::new(kind, name, values, Some(Arc::clone(file))))
    }

    /// These bots, those of strategy files told of the rule set they play under.
    pub fn told<'a>(bots: &'a [Self], rules: &RuleSet) -> Cow<'a, [Self]> {
        if bots.iter().all(|bot| bot.file.is_none()) {
            return Cow::Borrowed(bots);
        }
        let rules = Arc::new(rules.to_json());
        let tell = |bot: &Self| {
            let rules = bot.file.is_some().then(|| Arc::clone(&rules));
            Self { rules, ..bot.clone() }
        };
        bots.iter().map(tell).collect()
    }

    /// Its settings; the defaults are those of the strategy file, if it comes from one.
    pub fn settings(&self, design: &Design) -> Vec<Setting> {
        let Some(file) = &self.file else { return kind_settings(self.kind, design) };
        match &file.content {
            Content::Script(script) => script.settings.clone(),
            Content::Process(program) => program.settings.clone(),
            Content::Preset(_) => {
                let plain = Self::of_file(file, "", "", design);
                let defaults = plain.map_or_else(|_| self.values.clone(), |spec| spec.values);
                let with = |(knob, default)| Setting { default, ..knob };
                kind_settings(self.kind, design).into_iter().zip(defaults).map(with).collect()
            }
        }
    }

    fn of_preset(
        file: &Arc<StrategyFile>,
        preset: &Preset,
        rest: &str,
        text: &str,
        design: &Design,
    ) -> Result<Self, BotError> {
        let fault = |line, error: BotError| file.fault(ParseError::new(line, error.to_string()));
        let (bot, line, entries) = preset.resolve(&design.id).map_err(|e| file.fault(e))?;
        let kind = kind(bot).map_err(|e| fault(line, e))?;
        let settings = kind_settings(kind, design);
        let mut defaults: Vec<f64> = settings.iter().map(|s| s.default).collect();
        for entry in entries {
            read_setting(bot, &settings, &entry.key, &entry.value, &mut defaults)
                .map_err(|e| fault(entry.line, e))?;
        }
        let mut values = defaults.clone();
        read_settings(&file.stem, &settings, rest, text, &mut values)?;
        let name = full_name(&file.stem, &settings, &values, &defaults);
        Ok(Self::new(kind, name, values, Some(Arc::clone(file))))
    }

    /// What plays: a built-in bot with all settings that differ from the game's defaults, or `script`
    /// or `process`.
    pub fn plays(&self, design: &Design) -> String {
        // Scripts and processes have none that the game knows of.
        let settings = kind_settings(self.kind, design);
        let defaults: Vec<f64> = settings.iter().map(|s| s.default).collect();
        full_name(self.kind.name(), &settings, &self.values, &defaults)
    }

    /// True for bots that think: their plays are handed to threads one by one.
    pub const fn is_search(&self) -> bool {
        !matches!(self.kind, BotKind::Random | BotKind::Greedy)
    }

    /// What to write after `--bots` to get this bot again.
    pub fn to_arg(&self) -> String {
        match &self.file {
            None => self.name.clone(),
            Some(file) => format!("{}{}", file.path, self.name.strip_prefix(&file.stem).unwrap_or_default()),
        }
    }

    /// True if both are the same bot: of the same name, and from files with the same text.
    pub fn is_same(&self, other: &Self) -> bool {
        let hash = |spec: &Self| spec.file.as_ref().map(|file| file.hash.clone());
        self.name == other.name && hash(self) == hash(other)
    }
}
