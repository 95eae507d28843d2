//! Loading a script into a Luau state that has no way out: no files, no clock, no chance but what the engine gives it, a
//! limit of memory, of steps and, as a last resort, of processor time.

use std::sync::{Mutex, PoisonError};

use mlua::chunk::Compiler;
use mlua::{Function, Lua, LuaString, MultiValue, StdLib, Table, Value};

use ludometer_bots::luau::{self, ENGINE, Watch, library, too_late, too_many_steps};
use ludometer_model::{did_you_mean, nearest};

use crate::file::Declared;
use crate::layout::{Figures, MAX_KINDS};
use crate::prelude;
use crate::prelude::Numbers;
use crate::sheets::{self, Sheet};
use crate::source::{MATH, Scan};
use crate::text;

/// Bytes that a script may hold.
pub(crate) const MAX_MEMORY: usize = 128 << 20;
/// Bytes that there must be for a script and its native code before it is loaded.
const ROOM: usize = 64 << 20;
/// Steps (calls, passes of loops, work of the library) that a script may take for one decision.
const MAX_STEPS: u32 = 2_000_000;
/// So many of them lie between two looks at the clock.
pub(crate) const CLOCK_STEPS: u32 = 1024;
/// The bytes of a state at most, in small games and in large ones: those that need more, or two bytes for a card.
const STATE_ROOM: [usize; 2] = [1 << 16, 1 << 22];
/// The actions of one decision at most.
const LIST_ROOM: usize = 8192;
/// The events of one action at most.
const EVENT_ROOM: usize = 8192;

/// Functions and libraries of Luau that scripts find besides the engine's names. All that reading the text refuses is
/// missing here, too.
const BASE: &[&str] = &[
    "assert", "bit32", "error", "ipairs", "math", "next", "pairs", "select", "table", "tonumber", "type",
    "unpack",
];

/// Builtins that Luau carries out by itself where it reads a name in the text, whether the script has a function of that name
/// or not. For scripts it must look the function up: these are missing, or stand behind one that takes steps.
const BUILTINS: &[(&str, &str)] = &[
    ("", "getmetatable rawequal rawget rawlen rawset setmetatable tonumber tostring typeof unpack"),
    (
        "buffer",
        "readf32 readi16 readi32 readi8 readinteger readu16 readu32 readu8 writef32 writei16 writei32 \
         writei8 writeinteger writeu16 writeu32 writeu8",
    ),
    (
        "integer",
        "add band bnot bor bswap btest bxor clamp countlz countrz create div extract ge gt idiv le \
         lrotate lshift lt max min mod mul neg rem rrotate rshift arshift sub tonumber udiv uge ugt ule \
         ult urem",
    ),
    (
        "math",
        "acos asin atan atan2 cos cosh deg exp frexp isfinite isinf isnan ldexp lerp log log10 pow rad \
         sin sinh tan tanh",
    ),
    ("string", "byte char len sub"),
    ("table", "unpack"),
    ("vector", "abs ceil clamp create cross dot floor lerp magnitude max min normalize sign"),
];

/// Returns the compiler of scripts.
pub(crate) fn script_compiler() -> Compiler {
    let named = BUILTINS.iter().flat_map(|(library, names)| {
        let named = move |name| if library.is_empty() { name } else { format!("{library}.{name}") };
        names.split(' ').map(str::to_owned).map(named)
    });
    prelude::compiler().set_disabled_builtins(named)
}

/// The data that a script is given when it is loaded.
pub(crate) struct Load<'a> {
    /// The file's name in messages.
    pub(crate) file: &'a str,
    pub(crate) scan: &'a Scan,
    pub(crate) sheets: &'a [Sheet],
    /// The compiled text.
    pub(crate) code: &'a [u8],
    pub(crate) seats: usize,
    /// The values of the parameters; none when it is asked which there are.
    pub(crate) rules: Option<&'a [(String, ludometer_model::Value)]>,
    /// The parameters that the script declares; none while they are not known.
    pub(crate) params: &'a [Declared],
    /// True if Luau may make native code.
    pub(crate) native: bool,
    /// True for a large game: see [`run`].
    pub(crate) large: bool,
}

/// Makes a Luau state in which nothing but calculating is possible.
fn sandbox(load: &Load<'_>) -> mlua::Result<Lua> {
    // What Luau needs for native code it can't do without: it would end the process. Asked for and given back.
    if Vec::<u8>::new().try_reserve_exact(ROOM).is_err() {
        let mebibytes = ROOM >> 20;
        return Err(mlua::Error::runtime(format!(
            "too little memory: a game script takes {mebibytes} MiB a thread"
        )));
    }
    luau::state(StdLib::DEBUG, MAX_MEMORY, load.native)
}

/// Returns Luau's own globals, with libraries of their own.
fn own_globals(lua: &Lua, base: &Table) -> mlua::Result<Table> {
    let own = lua.create_table()?;
    for pair in base.pairs::<String, Value>() {
        let (name, value) = pair?;
        let Value::Table(library) = &value else {
            own.raw_set(name, value)?;
            continue;
        };
        let copy = lua.create_table()?;
        for pair in library.pairs::<Value, Value>() {
            let (key, value) = pair?;
            copy.raw_set(key, value)?;
        }
        own.raw_set(name, copy)?;
    }
    own.set_safeenv(true);
    Ok(own)
}

/// Returns what tells, when steps have been counted for a while, that a decision takes too long; the first call of a
/// decision begins its time.
fn is_late(lua: &Lua) -> mlua::Result<Function> {
    let watch = Mutex::new(Watch::begin());
    lua.create_function(move |_, is_first: bool| {
        let mut watch = watch.lock().unwrap_or_else(PoisonError::into_inner);
        if is_first {
            *watch = Watch::begin();
        }
        Ok(watch.is_late())
    })
}

/// Removes all names but these.
fn only(table: &Table, names: &[&str]) -> mlua::Result<()> {
    let keys: Vec<String> =
        table.pairs::<String, Value>().map(|pair| Ok(pair?.0)).collect::<mlua::Result<_>>()?;
    for key in keys.iter().filter(|key| !names.contains(&key.as_str())) {
        table.raw_set(key.as_str(), Value::Nil)?;
    }
    Ok(())
}

/// Loads a script, as a large game if it is one, and returns what it declares beside its Luau state.
pub(crate) fn load(load: &Load<'_>) -> mlua::Result<(Lua, Table)> {
    let mut lua = sandbox(load)?;
    let mut host = run(&lua, load)?;
    if host.is_none() {
        let load = Load { large: true, ..*load };
        lua = sandbox(&load)?;
        host = run(&lua, &load)?;
    }
    Ok((lua, host.ok_or_else(|| mlua::Error::runtime("the game is too large"))?))
}

/// Runs the prelude and the script from the top, and returns what both declare; nothing for a large game that was taken for a
/// small one.
fn run(lua: &Lua, load: &Load<'_>) -> mlua::Result<Option<Table>> {
    let base = lua.globals();
    let host = lua.create_table()?;
    // The engine has Luau's own library, scripts that of all scripts.
    let own = own_globals(lua, &base)?;
    let text = lua.create_table()?;
    let strings: Table = base.raw_get("string")?;
    for name in ["find", "sub"] {
        text.raw_set(name, strings.raw_get::<Value>(name)?)?;
    }
    text.raw_set("info", base.raw_get::<Table>("debug")?.raw_get::<Value>("info")?)?;
    host.raw_set("text", text)?;
    host.raw_set("seats", load.seats)?;
    host.raw_set("large", load.large)?;
    host.raw_set("state_room", STATE_ROOM[usize::from(load.large)])?;
    host.raw_set("most_kinds", MAX_KINDS)?;
    host.raw_set("list_room", LIST_ROOM)?;
    host.raw_set("event_room", EVENT_ROOM)?;
    host.raw_set("most_steps", MAX_STEPS)?;
    host.raw_set("clock_steps", CLOCK_STEPS)?;
    host.raw_set("too_many_steps", too_many_steps(MAX_STEPS))?;
    host.raw_set("too_late", too_late())?;
    host.raw_set("is_late", is_late(lua)?)?;
    host.raw_set("file", load.file)?;
    let ends = lua.create_table()?;
    for call in ["win", "lose", "game_over", "everyone_wins", "everyone_loses"] {
        ends.raw_set(call, load.scan.calls.contains(call))?;
    }
    ends.raw_set("jointly", load.scan.wins_jointly)?;
    host.raw_set("ends", ends)?;
    host.raw_set("acts", names(lua, load.scan.acts.iter().map(|act| act.name.as_str()))?)?;
    host.raw_set("steps", names(lua, load.scan.steps.iter().map(|step| step.name.as_str()))?)?;
    host.raw_set("together", names(lua, load.scan.together.iter().map(String::as_str))?)?;
    host.raw_set("secretly", names(lua, load.scan.secretly.iter().map(String::as_str))?)?;
    host.raw_set("metrics", names(lua, load.scan.metrics.iter().map(|own| own.word.as_str()))?)?;
    host.raw_set("interactions", names(lua, load.scan.interactions.iter().map(String::as_str))?)?;
    host.raw_set("notes", names(lua, load.scan.notes.iter().map(String::as_str))?)?;
    host.raw_set("around", names(lua, load.scan.around.iter().map(String::as_str))?)?;
    host.raw_set("resumes", names(lua, load.scan.resumes.iter().map(String::as_str))?)?;
    host.raw_set("inserts", load.scan.calls.contains("insert"))?;
    let mixes = ["insert", "shuffle", "reshuffle"].iter().any(|call| load.scan.calls.contains(*call));
    host.raw_set("mixes", mixes)?;
    host.raw_set("bounds", ["holds", "lacks", "only"].iter().any(|call| load.scan.calls.contains(*call)))?;
    host.raw_set("shows_secretly", load.scan.shows_secretly)?;
    host.raw_set("sealed", !load.scan.together.is_empty())?;
    let calls = ["call", "interrupt", "later", "around"].iter().any(|name| load.scan.calls.contains(*name));
    host.raw_set("calls", calls)?;
    host.raw_set("staged", load.scan.staged)?;
    for (key, by_line) in [
        ("names", &load.scan.zones),
        ("tables", &load.scan.tables_of_zones),
        ("keys", &load.scan.keys_of_zones),
    ] {
        let lists = lua.create_table()?;
        for (line, list) in by_line {
            lists.raw_set(*line, names(lua, list.iter().map(String::as_str))?)?;
        }
        host.raw_set(key, lists)?;
    }
    if let Some(rules) = load.rules {
        let table = lua.create_table()?;
        for (key, value) in rules {
            table.raw_set(key.as_str(), rule_value(lua, value)?)?;
        }
        host.raw_set("rules", table)?;
        let declared = lua.create_table()?;
        for param in load.params {
            declared.raw_set(param.key.as_str(), true)?;
        }
        host.raw_set("declared", declared)?;
    }
    let near = |_: &Lua, (word, list): (String, Vec<String>)| {
        Ok(did_you_mean(nearest(&word, list.iter().map(String::as_str))))
    };
    host.raw_set("near", lua.create_function(near)?)?;
    let plain = |_: &Lua, text: LuaString| Ok(text.to_str().is_ok_and(|text| text::is_name(&text)));
    host.raw_set("is_plain", lua.create_function(plain)?)?;
    host.raw_set("sheets", sheets::tables(lua, load.sheets)?)?;
    // The table of cards in a text, or what is wrong with it.
    let read_cards = |lua: &Lua, text: LuaString| match sheets::inline(lua, &text.to_string_lossy())? {
        Ok(table) => Ok((Some(table), None)),
        Err(error) => Ok((None, Some(error.to_string()))),
    };
    host.raw_set("read_cards", lua.create_function(read_cards)?)?;
    // Weights change between calls, but never by the script.
    let lock = |_: &Lua, (table, on): (Table, bool)| {
        table.set_readonly(on);
        Ok(())
    };
    host.raw_set("lock", lua.create_function(lock)?)?;
    // Luau looks up the functions that a text names when it loads it, in these globals, if they are called safe.
    base.set_safeenv(true);
    let code = prelude::code(load.large).map_err(mlua::Error::runtime)?;
    let engine = luau::chunk(lua, code, ENGINE);
    engine.set_environment(own.clone()).call::<()>(&host)?;
    let given = library(lua, &host.get("charge")?, &host.get("weighed")?)?;
    for pair in given.pairs::<String, Value>() {
        let (name, value) = pair?;
        // No key is written that these would have to refuse.
        if !matches!(name.as_str(), "next" | "pairs") {
            base.raw_set(name, value)?;
        }
    }
    let tables: Table = base.raw_get("table")?;
    let clone: Function = tables.raw_get("clone")?;
    // A copy of a zone could be written.
    let clone_of_own = move |_: &Lua, list: Table| match list.raw_get::<Value>("_off")? {
        Value::Nil => clone.call::<Value>(list),
        _ => Err(mlua::Error::runtime("a zone can't be copied")),
    };
    tables.raw_set("clone", lua.create_function(clone_of_own)?)?;
    only(&base, BASE)?;
    only(&base.raw_get("math")?, MATH)?;
    // Texts with `{expressions}` are made with it.
    only(&strings, &["format"])?;
    strings.set_readonly(true);
    // Makes the libraries read-only, and puts a table in front for what is added.
    lua.sandbox(true)?;
    let globals = lua.globals();
    for pair in host.get::<Table>("api")?.pairs::<String, Value>() {
        let (name, value) = pair?;
        globals.raw_set(name, value)?;
    }
    for (name, value) in [
        ("__keep", "keep"),
        ("__steps", "counter"),
        ("__endless", "endless"),
        ("__maker", "maker"),
        ("__key", "key"),
    ] {
        globals.raw_set(name, host.get::<Value>(value)?)?;
    }
    globals.raw_set("buffer", own.raw_get::<Value>("buffer")?)?;
    let script_globals = globals.clone();
    let ready = move |_: &Lua, ()| script_globals.raw_set("buffer", Value::Nil);
    globals.raw_set("__ready", lua.create_function(ready)?)?;
    let script_globals = globals.clone();
    host.raw_set("globals", lua.create_function(move |_, ()| Ok(script_globals.clone()))?)?;
    globals.set_safeenv(true);
    let script = luau::chunk(lua, load.code, load.file);
    script.exec()?;
    let functions = host.get::<Table>("functions")?;
    if functions.get::<Function>("finish_load")?.call::<bool>(())? {
        return Ok(None);
    }
    write_numbers(
        lua,
        &host,
        &own,
        load.seats,
        functions.get::<Function>("figures")?.call::<Figures>(())?.3,
    )?;
    Ok(Some(host))
}

/// Writes the code for the numbers of the script, the first of which stands in this place of a state.
fn write_numbers(lua: &Lua, host: &Table, own: &Table, seats: usize, first: usize) -> mlua::Result<()> {
    let names: Vec<LuaString> = host.get("vnames")?;
    let names = names.iter().map(|name| name.as_bytes().to_vec()).collect();
    let numbers = Numbers { names, lists: host.get::<Table>("seatv")?.raw_len(), seats, first };
    let code = prelude::compiler().compile(numbers.text())?;
    let chunk = luau::chunk(lua, &code, ENGINE);
    let given = host.get::<Function>("of_numbers")?.call::<MultiValue>(())?;
    let (write, read) = chunk.set_environment(own.clone()).call::<(Function, Function)>(given)?;
    host.get::<Function>("set_numbers")?.call::<()>((write, read))
}

fn names<'a>(lua: &Lua, names: impl Iterator<Item = &'a str>) -> mlua::Result<Table> {
    lua.create_sequence_from(names)
}

fn rule_value(lua: &Lua, value: &ludometer_model::Value) -> mlua::Result<Value> {
    Ok(match value {
        ludometer_model::Value::Int(i) => Value::Number(*i as f64),
        ludometer_model::Value::Real(x) => Value::Number(*x),
        ludometer_model::Value::Bool(yes) => Value::Boolean(*yes),
        ludometer_model::Value::Text(text) => Value::String(lua.create_string(text)?),
        ludometer_model::Value::List(list) => {
            let values: Vec<Value> =
                list.iter().map(|value| rule_value(lua, value)).collect::<mlua::Result<_>>()?;
            Value::Table(lua.create_sequence_from(values)?)
        }
    })
}
