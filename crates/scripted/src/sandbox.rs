//! Loading a script into a Luau state that has no way out: no files, no clock, no chance but what the engine gives it, a
//! limit of memory and of steps.

use mlua::chunk::ChunkMode;
use mlua::{Function, Lua, LuaOptions, LuaString, MultiValue, StdLib, Table, Value};

use ludometer_model::{did_you_mean, nearest};

use crate::declared::Figures;
use crate::numbers::Numbers;
use crate::prelude;
use crate::source::{MATH, Scan};

/// Bytes that a script may hold.
const MAX_MEMORY: usize = 128 << 20;
/// Steps (calls, passes of loops) that a script may take for one decision.
const MAX_STEPS: u32 = 2_000_000;
/// The bytes of a state at most.
const STATE_ROOM: usize = 1 << 16;
/// The actions of one decision at most.
const LIST_ROOM: usize = 8192;
/// The events of one action at most.
const EVENT_ROOM: usize = 8192;

/// Functions of Luau that scripts have besides the engine's.
const BASE: &[&str] = &[
    "assert",
    "bit32",
    "buffer",
    "error",
    "ipairs",
    "math",
    "next",
    "pairs",
    "rawget",
    "rawset",
    "select",
    "setmetatable",
    "string",
    "table",
    "tonumber",
    "type",
    "unpack",
];

/// What a script is given when it is loaded.
pub(crate) struct Load<'a> {
    /// The file's name in messages.
    pub(crate) file: &'a str,
    pub(crate) scan: &'a Scan,
    /// The compiled text.
    pub(crate) code: &'a [u8],
    pub(crate) seats: usize,
    /// The values of the parameters; none when it is asked which there are.
    pub(crate) rules: Option<&'a [(String, ludometer_model::Value)]>,
    /// Whether Luau may make native code.
    pub(crate) native: bool,
}

/// Makes a Luau state in which nothing but calculating is possible.
pub(crate) fn sandbox(load: &Load<'_>) -> mlua::Result<Lua> {
    let libraries =
        StdLib::TABLE | StdLib::STRING | StdLib::MATH | StdLib::BIT | StdLib::BUFFER | StdLib::DEBUG;
    let lua = Lua::new_with(libraries, LuaOptions::default())?;
    #[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
    lua.enable_jit(load.native);
    lua.set_memory_limit(MAX_MEMORY)?;
    Ok(lua)
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

/// Runs the prelude and the script from the top, and returns what both declare.
pub(crate) fn run(lua: &Lua, load: &Load<'_>) -> mlua::Result<Table> {
    let base = lua.globals();
    let host = lua.create_table()?;
    let text = lua.create_table()?;
    let strings: Table = base.raw_get("string")?;
    for name in ["find", "gmatch", "split", "match"] {
        text.raw_set(name, strings.raw_get::<Value>(name)?)?;
    }
    text.raw_set("info", base.raw_get::<Table>("debug")?.raw_get::<Value>("info")?)?;
    host.raw_set("text", text)?;
    only(&base, BASE)?;
    // Texts with `{expressions}` are made with it.
    only(&strings, &["format"])?;
    only(&base.raw_get("math")?, MATH)?;
    host.raw_set("seats", load.seats)?;
    host.raw_set("state_room", STATE_ROOM)?;
    host.raw_set("list_room", LIST_ROOM)?;
    host.raw_set("event_room", EVENT_ROOM)?;
    host.raw_set("most_steps", MAX_STEPS)?;
    host.raw_set("acts", names(lua, load.scan.acts.iter().map(|act| act.name.as_str()))?)?;
    host.raw_set("steps", names(lua, load.scan.steps.iter().map(|step| step.name.as_str()))?)?;
    host.raw_set("together", names(lua, load.scan.together.iter().map(String::as_str))?)?;
    host.raw_set("metrics", names(lua, load.scan.metrics.iter().map(String::as_str))?)?;
    host.raw_set("notes", names(lua, load.scan.notes.iter().map(String::as_str))?)?;
    host.raw_set("sealed", !load.scan.together.is_empty())?;
    for (key, by_line) in [("names", &load.scan.zones), ("tables", &load.scan.tables_of_zones)] {
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
    }
    let near = |_: &Lua, (word, list): (String, Vec<String>)| {
        Ok(did_you_mean(nearest(&word, list.iter().map(String::as_str))))
    };
    host.raw_set("near", lua.create_function(near)?)?;
    // Makes the libraries read-only, and puts a table in front for what is added.
    lua.sandbox(true)?;
    let globals = lua.globals();
    let own = globals.clone();
    host.raw_set("globals", lua.create_function(move |_, ()| Ok(own.clone()))?)?;
    globals.set_safeenv(true);
    let code = prelude::code().map_err(mlua::Error::runtime)?;
    let engine = lua.load(code).set_name(format!("={}", prelude::NAME)).set_mode(ChunkMode::Binary);
    engine.call::<()>(&host)?;
    for pair in host.get::<Table>("api")?.pairs::<String, Value>() {
        let (name, value) = pair?;
        globals.raw_set(name, value)?;
    }
    for (name, value) in [("__keep", "keep"), ("__steps", "counter"), ("__endless", "endless")] {
        globals.raw_set(name, host.get::<Value>(value)?)?;
    }
    globals.raw_set("__most", MAX_STEPS)?;
    globals.set_safeenv(true);
    let script = lua.load(load.code).set_name(format!("={}", load.file)).set_mode(ChunkMode::Binary);
    script.exec()?;
    let functions = host.get::<Table>("functions")?;
    functions.get::<Function>("finish_load")?.call::<()>(())?;
    write_numbers(lua, &host, load.seats, functions.get::<Function>("figures")?.call::<Figures>(())?.2)?;
    Ok(host)
}

/// Writes the code for the numbers of the script, the first of which stands in this place of a state.
fn write_numbers(lua: &Lua, host: &Table, seats: usize, first: usize) -> mlua::Result<()> {
    let names: Vec<LuaString> = host.get("vnames")?;
    let names = names.iter().map(|name| name.as_bytes().to_vec()).collect();
    let numbers = Numbers { names, lists: host.get::<Table>("seatv")?.raw_len(), seats, first };
    let code = prelude::compiler().compile(numbers.text())?;
    let chunk = lua.load(code).set_name(format!("={}", prelude::NAME)).set_mode(ChunkMode::Binary);
    let given = host.get::<Function>("of_numbers")?.call::<MultiValue>(())?;
    let (write, read) = chunk.call::<(Function, Function)>(given)?;
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
        ludometer_model::Value::List(_) => Value::Nil,
    })
}
