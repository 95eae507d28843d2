//! A script as a typed program: what its top level has left is handed over, and its functions are typed with it.

use std::collections::HashMap;
use std::ffi::c_void;
use std::sync::OnceLock;

use mlua::{Function, Lua, Table, Value};

use ludometer_model::Value as Setting;
use ludometer_program::constants::{Constant, Constants, Object};
use ludometer_program::declared::Declarations;
use ludometer_program::infer::{Report, infer};
use ludometer_program::parse::parse;

use crate::entry::EDITOR_TYPES;
use crate::error::ScriptError;
use crate::file::{Allowed, ScriptFile};
use crate::sandbox;

/// So many entries of tables are handed over; where there are more, nothing is typed.
const MOST_ENTRIES: usize = 300_000;

/// So many settings of words and truth values are looked at beside the defaults.
const MOST_SETTINGS: usize = 60;

/// What the text of a script shows to be wrong, each with its line.
#[derive(Default)]
pub(crate) struct Shown {
    /// What fails whenever a game comes there.
    pub(crate) mistakes: Vec<ScriptError>,
    /// What seems to be a slip.
    pub(crate) slips: Vec<ScriptError>,
}

/// Returns what the text of a script shows at these numbers of seats, and with each other word that a parameter can have. A
/// setting that can't be played shows nothing.
pub(crate) fn shown(file: &ScriptFile, sizes: &[usize]) -> Shown {
    let mut shown = Shown::default();
    for &seats in sizes {
        if let Ok(report) = typed(file, seats, None) {
            shown.add(file, report, "");
        }
    }
    let Some(&seats) = sizes.iter().find(|seats| **seats == file.facts.seats.2).or(sizes.first()) else {
        return shown;
    };
    for (key, value) in settings(file).into_iter().take(MOST_SETTINGS) {
        let rules = file.facts.params.iter().map(|param| {
            (param.key.clone(), if param.key == key { value.clone() } else { param.default.clone() })
        });
        if let Ok(report) = typed(file, seats, Some(&rules.collect::<Vec<_>>())) {
            shown.add(file, report, &format!(" (with {key}={value})"));
        }
    }
    shown.mistakes.sort_by_key(|error| error.line);
    shown.slips.sort_by_key(|error| error.line);
    shown
}

impl Shown {
    /// Adds what is not there yet, with the setting in which it is so.
    fn add(&mut self, file: &ScriptFile, report: Report, setting: &str) {
        for (list, found) in [(&mut self.mistakes, report.mistakes), (&mut self.slips, report.slips)] {
            for finding in found {
                if !list.iter().any(|known| known.line == Some(finding.line)) {
                    let what = format!("{}{setting}", finding.what);
                    list.push(ScriptError::new(&file.name, finding.line, what));
                }
            }
        }
    }
}

/// Returns each word and truth value that a parameter can have beside its default.
fn settings(file: &ScriptFile) -> Vec<(String, Setting)> {
    let mut settings = Vec::new();
    for param in &file.facts.params {
        let values: Vec<Setting> = match &param.allowed {
            Allowed::Range(..) | Allowed::List(..) => Vec::new(),
            Allowed::Flag => [false, true].map(Setting::Bool).to_vec(),
            Allowed::Choice(numbers, words) => {
                let numbers = numbers.iter().copied().map(Setting::Int);
                numbers.chain(words.iter().cloned().map(Setting::Text)).collect()
            }
        };
        let others = values.into_iter().filter(|value| *value != param.default);
        settings.extend(others.map(|value| (param.key.clone(), value)));
    }
    settings
}

/// Types what a game at so many seats can reach of a script, with the defaults of all parameters or these values.
///
/// # Errors
/// An error in the script as it is loaded, or a text that is nested too deeply.
pub(crate) fn typed(
    file: &ScriptFile,
    seats: usize,
    rules: Option<&[(String, Setting)]>,
) -> Result<Report, ScriptError> {
    let script =
        parse(&file.text).map_err(|unread| ScriptError::new(&file.name, unread.line, unread.message))?;
    let (lua, host) = sandbox::load(&file.loaded_with(seats, rules, false))
        .map_err(|error| ScriptError::of_luau(&file.name, &error))?;
    let constants =
        constants(&lua, &host, file, seats).map_err(|error| ScriptError::of_luau(&file.name, &error))?;
    Ok(infer(&script, &constants, declarations()))
}

/// Returns the engine's names with their types, as editors read them.
pub(crate) fn declarations() -> &'static Declarations {
    static READ: OnceLock<Declarations> = OnceLock::new();
    // A test holds that it can be read.
    READ.get_or_init(|| Declarations::read(EDITOR_TYPES).unwrap_or_default())
}

/// Returns what the top level of a script has left.
pub(crate) fn constants(lua: &Lua, host: &Table, file: &ScriptFile, seats: usize) -> mlua::Result<Constants> {
    let api: Table = host.get("api")?;
    let mut reader = Reader::default();
    reader.know_engine(lua, host, &api)?;
    let mut locals = HashMap::new();
    for pair in host.get::<Table>("locals")?.pairs::<String, Value>() {
        let (name, value) = pair?;
        locals.insert(name, reader.constant(&value)?);
    }
    let mut globals = HashMap::new();
    for pair in host.get::<Function>("globals")?.call::<Table>(())?.pairs::<String, Value>() {
        let (name, value) = pair?;
        if !name.starts_with("__") && !api.contains_key(name.as_str())? {
            globals.insert(name, reader.constant(&value)?);
        }
    }
    let mut routines = Vec::new();
    for table in ["game", "step", "act", "after", "resume", "appeal"] {
        let mut found = Vec::new();
        for pair in api.get::<Table>(table)?.pairs::<String, Value>() {
            let (name, value) = pair?;
            if value.is_function() {
                found.push((format!("{table}.{name}"), reader.constant(&value)?));
            }
        }
        found.sort_by(|a, b| a.0.cmp(&b.0));
        routines.extend(found);
    }
    let names = |routines: &[crate::source::Routine]| routines.iter().map(|one| one.name.clone()).collect();
    let weights = host.get::<Vec<Table>>("weights")?;
    Ok(Constants {
        seats,
        objects: reader.objects,
        locals,
        globals,
        routines,
        numbers: host.get("vnames")?,
        weights: weights.iter().map(|weight| weight.get("name")).collect::<mlua::Result<_>>()?,
        acts: names(&file.scan.acts),
        steps: names(&file.scan.steps),
        together: file.scan.together.clone(),
    })
}

/// Reads values of Luau, each object once.
#[derive(Default)]
struct Reader {
    objects: Vec<Object>,
    known: HashMap<*const c_void, usize>,
    entries: usize,
}

impl Reader {
    fn add(&mut self, value: &Value, object: Object) -> usize {
        self.known.insert(value.to_pointer(), self.objects.len());
        self.objects.push(object);
        self.objects.len() - 1
    }

    /// Notes the zones and numbers of the script, and the engine's and Luau's functions.
    fn know_engine(&mut self, lua: &Lua, host: &Table, api: &Table) -> mlua::Result<()> {
        for zone in host.get::<Vec<Table>>("zones")? {
            let object = Object::Zone { is_ordered: zone.get::<u8>("kind")? > 1 };
            self.add(&Value::Table(zone), object);
        }
        for list in host.get::<Vec<Table>>("seatv")? {
            self.add(&list.get("values")?, Object::Numbers);
        }
        for zones in host.get::<Vec<Table>>("each")? {
            let entries = self.entries(&zones)?;
            self.add(&Value::Table(zones), Object::Table { entries, by_seat: true });
        }
        for entry in host.get::<Vec<Table>>("secrets")? {
            self.add(&entry.get("handle")?, Object::Secrets);
        }
        for entry in host.get::<Vec<Table>>("cells")? {
            let handle: Table = entry.get("handle")?;
            let is_board = handle.contains_key("width")?;
            self.add(&Value::Table(handle), Object::Cells { is_board });
        }
        for pair in api.pairs::<String, Value>() {
            let (name, value) = pair?;
            self.know(&name, &value)?;
        }
        let globals = lua.globals();
        for name in ["math", "bit32", "table"] {
            self.know(name, &globals.get(name)?)?;
        }
        Ok(())
    }

    /// Notes a function of the engine, or a table of them.
    fn know(&mut self, path: &str, value: &Value) -> mlua::Result<()> {
        // The script's own functions lie in these.
        let is_own = matches!(path, "game" | "step" | "act" | "after" | "resume" | "appeal");
        match value {
            Value::Function(_) => {
                self.add(value, Object::Given(path.to_owned()));
            }
            Value::Table(table) if !path.contains('.') => {
                self.add(value, Object::Given(path.to_owned()));
                for pair in table.pairs::<Value, Value>() {
                    let (name, value) = pair?;
                    if let (Value::String(name), false) = (name, is_own) {
                        self.know(&format!("{path}.{}", name.to_string_lossy()), &value)?;
                    }
                }
            }
            _ => {}
        }
        Ok(())
    }

    fn constant(&mut self, value: &Value) -> mlua::Result<Constant> {
        Ok(match value {
            Value::Nil => Constant::Nil,
            Value::Boolean(yes) => Constant::Truth(*yes),
            Value::Integer(n) => Constant::Number(*n as f64),
            Value::Number(n) => Constant::Number(*n),
            Value::String(text) => Constant::Word(text.to_string_lossy()),
            _ => match self.known.get(&value.to_pointer()) {
                Some(&known) => Constant::Object(known),
                None => Constant::Object(self.object(value)?),
            },
        })
    }

    fn object(&mut self, value: &Value) -> mlua::Result<usize> {
        Ok(match value {
            Value::Table(table) => {
                // It may hold itself.
                let number = self.add(value, Object::Table { entries: Vec::new(), by_seat: false });
                let entries = self.entries(table)?;
                self.objects[number] = Object::Table { entries, by_seat: false };
                number
            }
            Value::Function(function) => {
                let info = function.info();
                let (line, name) = (info.line_defined.unwrap_or_default(), info.name.unwrap_or_default());
                self.add(value, Object::Function { line, name })
            }
            _ => self.add(value, Object::Given(String::new())),
        })
    }

    fn entries(&mut self, table: &Table) -> mlua::Result<Vec<(Constant, Constant)>> {
        let mut entries = Vec::new();
        for pair in table.pairs::<Value, Value>() {
            let (key, value) = pair?;
            self.entries += 1;
            if self.entries > MOST_ENTRIES {
                return Err(mlua::Error::runtime("its tables are too large to be typed"));
            }
            entries.push((self.constant(&key)?, self.constant(&value)?));
        }
        Ok(entries)
    }
}
