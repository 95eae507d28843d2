//! Bots written in Luau.
//!
//! `choose(view, legal, info)` gives one of the legal actions: its place in the list, from 1, or its text. `begin(info)`, if
//! there is one, is called before a play's first choice. The globals `about`, `games` and `settings` describe the bot.

use std::sync::Arc;

use mlua::serde::ser::Options as SerializeOptions;
use mlua::{Function, LuaSerdeExt as _, Table, Value};

use super::error::ParseError;
use super::file::{Content, StrategyFile};
use super::sandbox::{Machine, compile};
use super::spec::BotSpec;
use super::strategy::{Forfeit, Strategy, named};
use super::toml_file::Declared;
use ludometer_model::{Decision, Rng, RuleSet, is_hidden};
use ludometer_playable::{Playable, Setting};

/// A bot that a script plays.
pub struct Script {
    file: Option<Arc<StrategyFile>>,
    values: Vec<f64>,
    rules: Option<serde_json::Value>,
    /// Made at the first decision.
    machine: Option<Machine>,
    /// True if what it makes is to lie elsewhere in memory than it would.
    pub(super) shifted: bool,
    /// The script's `choose` with the globals of this play.
    choose: Option<Function>,
    /// Choices made in this play.
    decisions: u32,
}

impl Script {
    /// Returns the bot of a specification that comes from a script.
    pub(super) fn new(spec: &BotSpec) -> Self {
        Self {
            file: spec.file.clone(),
            values: spec.values.clone(),
            rules: spec.rules.as_deref().map(RuleSet::to_json),
            machine: None,
            shifted: false,
            choose: None,
            decisions: 0,
        }
    }

    /// Runs the script from its top and calls its `begin`.
    fn start<G: Playable>(&mut self, decision: &Decision<'_, G>, rng: &mut Rng) -> Result<(), String> {
        let Some(Content::Script(script)) = self.file.as_ref().map(|file| &file.content) else {
            return Err("it has no script".to_owned());
        };
        if self.machine.is_none() {
            let mut machine = Machine::new(&script.name)?;
            if self.shifted {
                machine.shift()?;
            }
            self.machine = Some(machine);
        }
        let Some(machine) = &self.machine else { return Err("it has no machine".to_owned()) };
        let globals = machine.load(&script.code, rng).map_err(|fault| fault.in_file(&script.name))?;
        let lua = machine.lua();
        let prepare = || -> mlua::Result<(Function, Option<Function>, Table)> {
            let settings = lua.create_table()?;
            for (knob, value) in script.settings.iter().zip(&self.values) {
                settings.raw_set(&*knob.name, *value)?;
            }
            globals.raw_set("settings", settings)?;
            let info = lua.create_table()?;
            info.raw_set("game", decision.game().design().id.as_str())?;
            info.raw_set("seat", decision.seat().index())?;
            info.raw_set("players", decision.game().seats())?;
            if let Some(rules) = &self.rules {
                info.raw_set("rules", lua.to_value_with(rules, plain())?)?;
            }
            Ok((globals.raw_get("choose")?, globals.raw_get("begin")?, info))
        };
        let (choose, begin, info) = prepare().map_err(|error| format!("it can't be started: {error}"))?;
        if let Some(begin) = begin {
            machine.call(&begin, info, rng)?;
        }
        self.choose = Some(choose);
        self.decisions = 0;
        Ok(())
    }

    fn ask<G: Playable>(&mut self, decision: &Decision<'_, G>, rng: &mut Rng) -> Result<usize, String> {
        if self.choose.is_none() {
            self.start(decision, rng)?;
        }
        let (Some(machine), Some(choose)) = (&self.machine, &self.choose) else {
            return Err("it was not started".to_owned());
        };
        let lua = machine.lua();
        let legal: Vec<String> =
            decision.legal().iter().map(|&action| decision.game().action_text(action)).collect();
        let shown = || -> mlua::Result<(Value, Table, Table)> {
            let view = lua.to_value_with(&decision.game().view_json(&decision.view()), plain())?;
            let list = lua.create_sequence_from(legal.iter().map(String::as_str))?;
            let info = lua.create_table()?;
            info.raw_set("game", decision.game().design().id.as_str())?;
            info.raw_set("seat", decision.seat().index())?;
            info.raw_set("players", decision.game().seats())?;
            info.raw_set("turn", decision.turn())?;
            info.raw_set("phase", decision.game().phase_name(decision.phase()))?;
            info.raw_set("decision", self.decisions)?;
            Ok((view, list, info))
        };
        let arguments = shown().map_err(|error| format!("the view can't be shown to it: {error}"))?;
        let chosen = machine.call(choose, arguments, rng)?;
        self.decisions += 1;
        place(&chosen, &legal)
    }
}

/// Returns options by which Rust's `None` and `()` are `nil`, and lists plain tables.
fn plain() -> SerializeOptions {
    SerializeOptions::new()
        .set_array_metatable(false)
        .serialize_none_to_null(false)
        .serialize_unit_to_null(false)
}

/// Returns the index of what `choose` returned.
fn place(chosen: &Value, legal: &[String]) -> Result<usize, String> {
    let number = match chosen {
        Value::Integer(n) => Some(*n as f64),
        Value::Number(x) => Some(*x),
        _ => None,
    };
    if let Some(number) = number {
        let whole = number.fract() == 0.0 && (1.0..=legal.len() as f64).contains(&number);
        return if whole {
            Ok(number as usize - 1)
        } else {
            Err(format!("chose action {number} of {} legal ones (they are numbered from 1)", legal.len()))
        };
    }
    match chosen {
        Value::String(text) => named(&text.to_string_lossy(), legal),
        other => Err(format!(
            "`choose` returned {} instead of an action's number or text",
            match other {
                Value::Nil => "nothing",
                other => other.type_name(),
            }
        )),
    }
}

impl<G: Playable> Strategy<G> for Script {
    fn decide(&mut self, decision: &Decision<'_, G>, rng: &mut Rng) -> Result<usize, Forfeit> {
        // There is nothing to choose: it isn't asked.
        if decision.legal().len() == 1 {
            return Ok(0);
        }
        self.ask(decision, rng).map_err(|reason| Forfeit { reason })
    }

    fn begin(&mut self) {
        self.choose = None;
    }
}

/// The most characters of what a script says about itself.
const MAX_ABOUT: usize = 500;

/// A script that was compiled, run once and found to be a bot.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct ScriptFile {
    pub(super) about: String,
    pub(super) games: Vec<String>,
    pub(super) settings: Vec<Setting>,
    pub(super) code: Vec<u8>,
    /// The file's name in messages.
    pub(super) name: String,
}

impl ScriptFile {
    /// Reads a script's text. `name` is the file's.
    pub(super) fn read(text: &str, name: &str) -> Result<Self, ParseError> {
        let code = compile(text, name)?;
        let machine = Machine::new(name).map_err(|message| ParseError::new(None, message))?;
        let globals = machine.load(&code, &mut Rng::from_words([0, 0, 0]))?;
        let value = |key: &str| globals.raw_get::<Value>(key).unwrap_or(Value::Nil);
        if !matches!(value("choose"), Value::Function(_)) {
            return Err(ParseError::new(None, "it has no function `choose(view, legal, info)`"));
        }
        let about = match value("about") {
            Value::Nil => String::new(),
            Value::String(text) => {
                text.to_string_lossy().chars().filter(|c| !is_hidden(*c)).take(MAX_ABOUT).collect()
            }
            _ => return Err(ParseError::new(None, "`about` must be a text")),
        };
        let games = match value("games") {
            Value::Nil => Vec::new(),
            Value::Table(list) => {
                list.sequence_values().collect::<Result<Vec<String>, _>>().map_err(|_| games_fault())?
            }
            _ => return Err(games_fault()),
        };
        let settings = match value("settings") {
            Value::Nil => Vec::new(),
            Value::Table(table) => declared(&table)?,
            _ => return Err(ParseError::new(None, "`settings` must be a table")),
        };
        Ok(Self { about, games, settings, code, name: name.to_owned() })
    }
}

fn games_fault() -> ParseError {
    ParseError::new(None, "`games` must be a list of texts: games = {\"...\"}")
}

/// Returns the settings that a script declares: `name = { default = 1, min = 0, max = 2, about = "..." }`.
fn declared(table: &Table) -> Result<Vec<Setting>, ParseError> {
    let mut knobs = Vec::new();
    for pair in table.pairs::<String, Table>() {
        let (name, fields) = pair.map_err(|_| {
            let right = "settings = { name = { default = 1, min = 0, max = 2, about = \"...\" } }";
            ParseError::new(None, format!("`settings` must have a table for each setting: {right}"))
        })?;
        let number = |key: &str| fields.raw_get::<Option<f64>>(key);
        let read = || -> mlua::Result<Declared> {
            Ok(Declared {
                about: fields.raw_get::<Option<String>>("about")?.unwrap_or_default(),
                default: number("default")?,
                min: number("min")?,
                max: number("max")?,
                whole: fields.raw_get::<Option<bool>>("whole")?.unwrap_or(false),
            })
        };
        let declared = read().map_err(|_| {
            let message = "needs numbers for default, min and max, a text for about, true or false for whole";
            ParseError::new(None, format!("the setting `{name}` {message}"))
        })?;
        knobs.push(declared.check(name, None)?);
    }
    // The order of a table is nobody's choice.
    knobs.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(knobs)
}
