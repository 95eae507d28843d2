//! A script as a file: read and checked once, then loaded for each table size and rule set.

use std::path::Path;
use std::sync::OnceLock;

use mlua::{LuaString, Table};
use sha2::{Digest as _, Sha256};

use ludometer_bots::luau::{self, too_late};
use ludometer_model::{Kind, MAX_SEATS, Names, Value, did_you_mean, hex, nearest, read_text};

use crate::compiled::Programs;
use crate::error::ScriptError;
use crate::layout;
use crate::machine::Machine;
use crate::pace::Pace;
use crate::playable::own_defaults;
use crate::sandbox::{Load, script_compiler};
use crate::sheets::{self, Sheet};
use crate::source::{Scan, scan};
use crate::text::{self, NoteMeanings, Words, cleaned};

/// A parameter as the script declares it.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Declared {
    pub(crate) key: String,
    pub(crate) default: Value,
    /// Whole numbers from .. to, or the values to choose from.
    pub(crate) allowed: Allowed,
    /// Where the default comes from, in the script's words.
    pub(crate) origin: String,
    pub(crate) line: usize,
}

/// The values that a parameter may have.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Allowed {
    Range(i64, i64),
    /// A list of so many whole numbers, each in a range.
    List(usize, i64, i64),
    Flag,
    /// Whole numbers and words.
    Choice(Vec<i64>, Vec<String>),
}

/// A weight of the script's appeals.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Weight {
    pub(crate) name: String,
    pub(crate) default: f64,
    pub(crate) low: f64,
    pub(crate) high: f64,
}

/// The facts of a game at the usual table, as its script tells them.
#[derive(Clone, Debug)]
pub(crate) struct Facts {
    pub(crate) title: String,
    pub(crate) names: Names,
    /// The lists of words that actions and notes are told with.
    pub(crate) words: Vec<Words>,
    /// The meanings of the numbers of each note.
    pub(crate) notes: NoteMeanings,
    /// The fewest and most seats, and the usual number.
    pub(crate) seats: (usize, usize, usize),
    pub(crate) params: Vec<Declared>,
    pub(crate) weights: Vec<Weight>,
    /// How the game is won.
    pub(crate) kind: Kind,
    /// The script's own defaults of bots: bot, setting, value as it is typed.
    pub(crate) bots: Vec<(String, String, String)>,
    /// True if there is a score, a standing or an estimate, by which a game that is not over can be valued.
    pub(crate) has_values: bool,
    /// True if there are appeals.
    pub(crate) has_appeals: bool,
}

/// A game script that was read and found in order.
#[derive(Clone, Debug)]
pub struct ScriptFile {
    /// The file's name without its folder.
    pub(crate) name: String,
    /// The name without its ending.
    pub(crate) id: String,
    /// The hash of the text and of the files that it reads, in hexadecimal digits.
    pub(crate) hash: String,
    /// The text without comments, as it is run.
    pub(crate) text: String,
    pub(crate) scan: Scan,
    /// The files that it reads.
    pub(crate) sheets: Vec<Sheet>,
    pub(crate) code: Vec<u8>,
    pub(crate) facts: Facts,
    /// The pace of its games, once that was measured.
    pub(crate) pace: OnceLock<Pace>,
    /// What it was compiled to last.
    pub(crate) programs: Programs,
}

/// The most bytes of a script.
pub(crate) const MAX_BYTES: u64 = 1 << 20;

/// The table sizes at which a script is loaded until one of them is right.
const SIZES: [usize; MAX_SEATS] = [4, 2, 3, 5, 6, 1, 7, 8, 9, 10, 11, 12];

impl ScriptFile {
    /// Reads a script.
    ///
    /// # Errors
    /// An error in the script, with its line.
    pub fn open(path: &Path) -> Result<Self, ScriptError> {
        let shown = path.to_string_lossy();
        let text =
            read_text(path, MAX_BYTES).map_err(|error| ScriptError::new(&shown, None, error.to_string()))?;
        let name = path.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
        Self::read(&name, &text, path.parent(), false)
    }

    /// Reads a script with the text of its scenes behind it, to play them.
    ///
    /// # Errors
    /// An error in one of the texts, with its line.
    pub(crate) fn with_scenes(name: &str, text: &str, folder: Option<&Path>) -> Result<Self, ScriptError> {
        Self::read(name, text, folder, true)
    }

    /// Reads a script from its text; `name` is that of its file. It can read no files.
    ///
    /// # Errors
    /// An error in the script, with its line.
    pub fn from_text(name: &str, text: &str) -> Result<Self, ScriptError> {
        Self::read(name, text, None, false)
    }

    fn read(name: &str, text: &str, folder: Option<&Path>, staged: bool) -> Result<Self, ScriptError> {
        let fault = |fault| ScriptError::of(name, fault);
        let compiler = script_compiler();
        let plain = luau::checked(text, name, &compiler).map_err(fault)?;
        let scan = scan(name, &plain, staged)?;
        let code = luau::compile(&compiler, &scan.code, name).map_err(fault)?;
        let id = name.strip_suffix(".luau").unwrap_or(name).to_owned();
        let sheets = sheets::read(name, folder, &scan.files)?;
        let mut hash = Sha256::new_with_prefix(text.as_bytes());
        for sheet in &sheets {
            sheet.hash_into(&mut hash);
        }
        let hash = hex(&hash.finalize());
        let (params, weights) = (Vec::new(), Vec::new());
        let title = String::new();
        let facts = Facts {
            title,
            names: Names::default(),
            words: Vec::new(),
            notes: Vec::new(),
            seats: (0, 0, 0),
            params,
            weights,
            kind: Kind::default(),
            bots: Vec::new(),
            has_values: false,
            has_appeals: false,
        };
        let mut file = Self {
            name: name.to_owned(),
            id,
            hash,
            text: plain,
            scan,
            sheets,
            code,
            facts,
            pace: OnceLock::new(),
            programs: Programs::default(),
        };
        file.facts = file.find_facts()?;
        own_defaults(&file)?;
        Ok(file)
    }

    /// Loads the script at table sizes until it says that one of them is right.
    fn find_facts(&self) -> Result<Facts, ScriptError> {
        let mut first = None;
        let mut sizes = SIZES.to_vec();
        let mut tried = 0;
        while let Some(&seats) = sizes.get(tried) {
            tried += 1;
            // Nothing is played by this machine, so native code would cost more than all else.
            match self.load(seats, None, false) {
                Ok((_, host)) => {
                    let facts = self.facts(&host)?;
                    if facts.seats.2 == seats {
                        return Ok(facts);
                    }
                    // What it declares at its usual table counts.
                    sizes.insert(tried, facts.seats.2);
                }
                // At another table it would take as long.
                Err(error) if error.message.contains(&too_late()) => return Err(error),
                Err(error) => first = first.or(Some(error)),
            }
        }
        Err(first.unwrap_or_else(|| ScriptError::new(&self.name, None, "can be loaded at no table size")))
    }

    /// Loads the script into a machine of its own.
    pub(crate) fn load(
        &self,
        seats: usize,
        rules: Option<&[(String, Value)]>,
        native: bool,
    ) -> Result<(Machine, Table), ScriptError> {
        Machine::load(&self.loaded_with(seats, rules, native))
    }

    /// Returns what a Luau state of the script is given.
    pub(crate) fn loaded_with<'a>(
        &'a self,
        seats: usize,
        rules: Option<&'a [(String, Value)]>,
        native: bool,
    ) -> Load<'a> {
        let (file, scan, sheets, code) = (&self.name, &self.scan, &self.sheets, &self.code);
        let params = &self.facts.params;
        Load { file, scan, sheets, code, seats, rules, params, native, large: false }
    }

    fn facts(&self, host: &Table) -> Result<Facts, ScriptError> {
        let fault = |message: &str| ScriptError::new(&self.name, None, message);
        let read = || -> mlua::Result<(Option<LuaString>, mlua::Value)> {
            let game: Table = host.get::<Table>("api")?.get("game")?;
            Ok((game.get("title")?, game.get("seats")?))
        };
        let (title, seats) = read().map_err(|error| ScriptError::of_luau(&self.name, &error))?;
        let seats = match seats {
            mlua::Value::Table(seats) => seats,
            mlua::Value::Nil => return Err(fault("`game.seats = { fewest, most }` is missing")),
            mlua::Value::Integer(n) => {
                return Err(fault(&format!(
                    "`game.seats` has two numbers, fewest and most: write {{ {n}, {n} }}"
                )));
            }
            _ => return Err(fault("`game.seats` has two numbers, fewest and most: write { 2, 4 }")),
        };
        let (low, high): (Option<usize>, Option<usize>) =
            (seats.get(1).ok().flatten(), seats.get(2).ok().flatten());
        let usual: Option<usize> = seats.get("usual").ok().flatten();
        let seats = match (low, high) {
            (Some(low), Some(high)) if 1 <= low && low <= high && high <= MAX_SEATS => {
                let usual = usual.unwrap_or(if low <= 4 && 4 <= high { 4 } else { high });
                if usual < low || usual > high {
                    return Err(fault("`game.seats`: the usual number of seats lies outside the others"));
                }
                (low, high, usual)
            }
            (Some(low), Some(high)) if high < low => {
                let message =
                    format!("`game.seats = {{ {low}, {high} }}`: the fewest come first, then the most");
                return Err(fault(&message));
            }
            _ => {
                let message =
                    format!("`game.seats = {{ fewest, most }}` needs two numbers from 1 to {MAX_SEATS}");
                return Err(fault(&message));
            }
        };
        let params = Self::declared(host).map_err(|error| ScriptError::of_luau(&self.name, &error))?;
        let weights = weights(host).map_err(|error| ScriptError::of_luau(&self.name, &error))?;
        let values = || -> mlua::Result<(bool, bool)> {
            let api: Table = host.get("api")?;
            let (game, appeals): (Table, Table) = (api.get("game")?, api.get("appeal")?);
            let values = ["score", "standing", "estimate"].map(|name| game.contains_key(name));
            let has_values = values.into_iter().collect::<mlua::Result<Vec<bool>>>()?.contains(&true);
            Ok((has_values, !appeals.is_empty()))
        };
        let (has_values, has_appeals) = values().map_err(|error| ScriptError::of_luau(&self.name, &error))?;
        self.check_fills(host)?;
        let title = title.map(|title| cleaned(&title.to_string_lossy())).filter(|title| !title.is_empty());
        let title = title.unwrap_or_else(|| self.id.clone());
        let text::Texts { names, words, notes } =
            text::texts(host, &self.scan).map_err(|error| ScriptError::of_luau(&self.name, &error))?;
        let kind = layout::read_kind(host).map_err(|error| ScriptError::of_luau(&self.name, &error))?;
        let bots = bots(host).map_err(|error| ScriptError::of_luau(&self.name, &error))?;
        Ok(Facts { title, names, words, notes, seats, params, weights, kind, bots, has_values, has_appeals })
    }

    /// Refuses a `fill` with a deck that no card has and nothing else in the script names. A deck that is named elsewhere
    /// may be one of other tables or settings.
    fn check_fills(&self, host: &Table) -> Result<(), ScriptError> {
        let decks: Vec<String> =
            host.get("decks").map_err(|error| ScriptError::of_luau(&self.name, &error))?;
        let times = |deck: &str| self.scan.texts.iter().filter(|text| *text == deck).count();
        let filled = |deck: &str| self.scan.fills.iter().filter(|(other, _)| other == deck).count();
        let wrong = |deck: &str| !deck.is_empty() && !decks.iter().any(|known| known == deck);
        let mut fills = self.scan.fills.iter();
        let Some((deck, line)) = fills.find(|(deck, _)| wrong(deck) && times(deck) == filled(deck)) else {
            return Ok(());
        };
        let near =
            did_you_mean(nearest(deck, decks.iter().map(String::as_str).filter(|deck| !deck.is_empty())));
        let message = format!("fill takes the deck \"{deck}\", of which there are no cards{near}");
        Err(ScriptError::new(&self.name, *line, message))
    }

    /// Returns the defaults that follow from these settings and differ from those without any; `own` is what the script declares
    /// with them at a table of so many seats.
    ///
    /// # Errors
    /// A range that depends on settings or seats, or a default that depends on seats.
    pub(crate) fn derived_defaults(
        &self,
        seats: usize,
        settings: &[(String, Value)],
        own: &[Declared],
    ) -> Result<Vec<(String, Value)>, ScriptError> {
        let known = |param: &Declared| self.facts.params.iter().find(|known| known.key == param.key);
        let refused = |param: &Declared, what: &str| {
            let message = format!("the parameter `{}` {what}", param.key);
            Err(ScriptError::new(&self.name, param.line, message))
        };
        let mut derived = Vec::new();
        for param in own {
            match known(param) {
                Some(known) if known == param => {}
                Some(known) if Declared { default: known.default.clone(), ..param.clone() } == *known => {
                    derived.push((param.key.clone(), param.default.clone()));
                }
                _ => {
                    let what = "depends on the number of seats or on other parameters: its range must be the same at every \
                                table";
                    return refused(param, what);
                }
            }
        }
        // They are part of the rules, which are the same at every table.
        if !derived.is_empty() && seats != self.facts.seats.2 {
            let (_machine, host) = self.load(self.facts.seats.2, Some(settings), false)?;
            let usual = Self::declared(&host).map_err(|error| ScriptError::of_luau(&self.name, &error))?;
            if let Some(param) = own.iter().find(|param| !usual.contains(param)) {
                let what = "depends on the number of seats: its default must be the same at every table";
                return refused(param, what);
            }
        }
        Ok(derived)
    }

    /// Returns the parameters that the script declares.
    pub(crate) fn declared(host: &Table) -> mlua::Result<Vec<Declared>> {
        let list: Table = host.get("params")?;
        let mut params = Vec::new();
        for entry in list.sequence_values::<Table>() {
            let entry = entry?;
            let words: Option<Table> = entry.get("words")?;
            let allowed = match words {
                None => match entry.get::<Option<usize>>("len")? {
                    Some(len) => Allowed::List(len, entry.get("low")?, entry.get("high")?),
                    None => Allowed::Range(entry.get("low")?, entry.get("high")?),
                },
                Some(words) => {
                    let values: Vec<mlua::Value> = words.sequence_values().collect::<mlua::Result<_>>()?;
                    if values.iter().all(mlua::Value::is_boolean) {
                        Allowed::Flag
                    } else {
                        let (mut numbers, mut words) = (Vec::new(), Vec::new());
                        for value in values {
                            match value_of(value)? {
                                Value::Int(number) => numbers.push(number),
                                Value::Text(word) => words.push(word),
                                _ => {
                                    let key: String = entry.get("key")?;
                                    let what =
                                        format!("choice({key}): whole numbers and words, or true and false");
                                    return Err(mlua::Error::runtime(what));
                                }
                            }
                        }
                        numbers.sort_unstable();
                        Allowed::Choice(numbers, words)
                    }
                }
            };
            params.push(Declared {
                key: entry.get("key")?,
                default: value_of(entry.get("default")?)?,
                allowed,
                origin: cleaned(&entry.get::<LuaString>("origin")?.to_string_lossy()),
                line: entry.get("line")?,
            });
        }
        Ok(params)
    }
}

/// Returns the value of a parameter that a script holds.
fn value_of(value: mlua::Value) -> mlua::Result<Value> {
    Ok(match value {
        mlua::Value::Boolean(yes) => Value::Bool(yes),
        mlua::Value::String(text) => Value::Text(text.to_string_lossy()),
        mlua::Value::Integer(whole) => Value::Int(whole),
        mlua::Value::Table(list) => {
            let values = list.sequence_values().map(|value| value_of(value?));
            Value::List(values.collect::<mlua::Result<_>>()?)
        }
        other => Value::Int(other.as_number().unwrap_or_default() as i64),
    })
}

/// Returns what `game.bots` says, in order of names.
fn bots(host: &Table) -> mlua::Result<Vec<(String, String, String)>> {
    let game: Table = host.get::<Table>("api")?.get("game")?;
    let mut all = Vec::new();
    let wrong = || {
        mlua::Error::runtime(
            "`game.bots = { mcts = { iterations = 400 } }`: for each bot a table of its settings",
        )
    };
    let Some(bots) = game.get::<Option<mlua::Value>>("bots")? else { return Ok(all) };
    for pair in bots.as_table().ok_or_else(wrong)?.pairs::<String, mlua::Value>() {
        let (bot, settings) = pair?;
        for pair in settings.as_table().ok_or_else(wrong)?.pairs::<String, mlua::Value>() {
            let (setting, value) = pair?;
            all.push((bot.clone(), setting, value.to_string()?));
        }
    }
    all.sort();
    Ok(all)
}

fn weights(host: &Table) -> mlua::Result<Vec<Weight>> {
    let list: Table = host.get("weights")?;
    let read = |entry: mlua::Result<Table>| {
        let entry = entry?;
        let number = |name: &str| entry.get::<f64>(name);
        Ok(Weight {
            name: entry.get("name")?,
            default: number("default")?,
            low: number("low")?,
            high: number("high")?,
        })
    };
    list.sequence_values::<Table>().map(read).collect()
}
