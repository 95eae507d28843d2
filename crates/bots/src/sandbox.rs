//! Where scripts run: a Luau state that has no way out and an end to everything.
//!
//! A script gets the names on a list and nothing else: no files, no network, no clock, no loading
//! of code, no way to other scripts. Its work is counted in steps, which is the same on every machine; its
//! memory has a limit; its random numbers come from the stream of its seat.
//! Every play has fresh globals.

mod budget;
mod loops;
#[cfg(test)]
mod mutations;
#[cfg(test)]
mod tests;

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, OnceLock};

use mlua::chunk::{ChunkMode, Compiler};
use mlua::{Error, Function, IntoLuaMulti, Lua, LuaOptions, MultiValue, StdLib, Table, Value, VmState};

use self::budget::{Budget, lock};
pub use self::budget::{MAX_TIME, Watch};
use super::lexer::plain;
use super::parse_error::ParseError;
use ludometer_model::{Rng, is_hidden};

/// Bytes that a script may hold.
const MAX_MEMORY: usize = 64 << 20;

/// Lines that scripts may print to standard error, all together.
const MAX_LINES: usize = 200;

/// Characters of a line that a script prints, and of a message about it.
const MAX_SHOWN: usize = 500;

/// The name of `library.luau` in messages, before the line.
const LIBRARY: &str = "library";

/// The names that a script finds, besides `math`, `print` and those of `library.luau`.
const NAMES: &[&str] = &[
    "assert",
    "getmetatable",
    "ipairs",
    "rawequal",
    "rawget",
    "rawlen",
    "rawset",
    "select",
    "type",
    "typeof",
    "_VERSION",
    "bit32",
    "buffer",
    "string",
    "table",
    "utf8",
    "vector",
];

/// Returns a script's text as the machine takes it, or what is wrong with it.
pub(crate) fn compile(source: &str, name: &str) -> Result<Vec<u8>, ParseError> {
    let plain = plain(source).map_err(|found| ParseError::new(found.line, found.to_string()))?;
    // Once as it stands, for its faults to be named in its own words.
    Compiler::new().compile(source).map_err(|error| located(&error, name))?;
    Compiler::new().compile(loops::with_checked_loops(&plain)?).map_err(|error| located(&error, name))
}

/// A Luau state for one bot, play after play.
pub(crate) struct Machine {
    lua: Lua,
    /// The script's name in messages.
    name: String,
    library: Table,
    budget: Arc<Budget>,
    rng: Arc<Mutex<Rng>>,
    /// A table that only takes up room ([`Machine::shift`]).
    room: Option<Table>,
}

impl Machine {
    /// Returns a machine for the script of this name.
    pub(crate) fn new(name: &str) -> Result<Self, String> {
        Self::make(name).map_err(|error| format!("no Luau state could be made: {error}"))
    }

    fn make(name: &str) -> mlua::Result<Self> {
        let libraries = StdLib::TABLE
            | StdLib::STRING
            | StdLib::MATH
            | StdLib::UTF8
            | StdLib::BIT
            | StdLib::BUFFER
            | StdLib::VECTOR;
        let lua = Lua::new_with(libraries, LuaOptions::default())?;
        // Steps are counted where the interpreter counts them, on all machines.
        #[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
        lua.enable_jit(false);
        let rng = Arc::new(Mutex::new(Rng::from_words([0, 0, 0])));
        let library = lua.create_table()?;
        let globals = lua.globals();
        for name in NAMES {
            library.raw_set(*name, globals.raw_get::<Value>(*name)?)?;
        }
        let budget = Arc::new(Budget::new());
        for pair in priced(&lua, &budget)?.pairs::<String, Value>() {
            let (name, value) = pair?;
            library.raw_set(name, value)?;
        }
        library.raw_set("math", math(&lua, &globals.raw_get("math")?, &rng)?)?;
        library.raw_set("print", print(&lua, name)?)?;
        let (pcall, xpcall) = protected_calls(&lua, &budget)?;
        library.raw_set("pcall", pcall)?;
        library.raw_set("xpcall", xpcall)?;
        // Makes the libraries and the methods of strings read-only.
        lua.sandbox(true)?;
        library.set_readonly(true);
        let watch = Arc::clone(&budget);
        lua.set_interrupt(move |_| watch.step().map(|()| VmState::Continue));
        lua.set_memory_limit(MAX_MEMORY)?;
        Ok(Self { lua, name: name.to_owned(), library, budget, rng, room: None })
    }

    /// Lets all that the script makes lie elsewhere in memory, in another order, and be given up at other times: where
    /// its choices depend on such things, they come out differently.
    pub(crate) fn shift(&mut self) -> Result<(), String> {
        let fill = "local kept = {} \
                    for i = 1, 3000 do \
                        local made = { table.create(i % 7), function() return i end, buffer.create(i % 97), 'x' .. i } \
                        if i % 3 == 0 then kept[#kept + 1] = made end \
                    end \
                    return kept";
        let room = self.lua.load(fill).eval::<Table>();
        self.room = Some(room.map_err(|error| format!("no room could be taken up: {error}"))?);
        Ok(())
    }

    /// Returns the state, to make values in.
    pub(crate) const fn lua(&self) -> &Lua {
        &self.lua
    }

    /// Runs a script's text from its top with fresh globals, and gives those back.
    pub(crate) fn load(&self, code: &[u8], rng: &mut Rng) -> Result<Table, ParseError> {
        // What earlier plays left behind goes: memory depends on this play alone.
        self.lua.gc_collect().map_err(|error| located(&error, &self.name))?;
        let mut run = || {
            let globals = self.lua.create_table()?;
            let meta = self.lua.create_table()?;
            meta.raw_set("__index", &self.library)?;
            meta.raw_set("__metatable", false)?;
            globals.set_metatable(Some(meta))?;
            globals.raw_set("_G", &globals)?;
            let chunk = self.lua.load(code).set_name(format!("={}", self.name)).set_mode(ChunkMode::Binary);
            let top = chunk.set_environment(globals.clone()).into_function()?;
            self.limited(&top, (), rng).map(|_: Value| globals)
        };
        let loaded = run();
        if let Some(spent) = self.budget.spent() {
            return Err(ParseError::new(None, spent));
        }
        loaded.map_err(|error| located(&error, &self.name))
    }

    /// Calls a function of the script; what went wrong is reported with the script's line.
    pub(crate) fn call(
        &self,
        function: &Function,
        arguments: impl IntoLuaMulti,
        rng: &mut Rng,
    ) -> Result<Value, String> {
        let result = self.limited(function, arguments, rng);
        match self.budget.spent() {
            Some(spent) => Err(spent),
            None => result.map_err(|error| tell(&error, &self.name)),
        }
    }

    /// Returns a call within the limits, with the seat's random numbers.
    fn limited(
        &self,
        function: &Function,
        arguments: impl IntoLuaMulti,
        rng: &mut Rng,
    ) -> mlua::Result<Value> {
        self.budget.refill();
        std::mem::swap(&mut *lock(&self.rng), rng);
        let result = function.call(arguments);
        std::mem::swap(&mut *lock(&self.rng), rng);
        result
    }
}

/// Returns the library's functions for a bot ([`library`]), which take the steps of this budget.
fn priced(lua: &Lua, budget: &Arc<Budget>) -> mlua::Result<Table> {
    let taken = Arc::clone(budget);
    let charge = lua.create_function(move |_, steps: f64| taken.take(steps.ceil() as i64))?;
    let taken = Arc::clone(budget);
    let weighed =
        lua.create_function(move |_, (weight, function, values): (f64, Function, MultiValue)| {
            taken.weighed(weight as i64, || function.call::<MultiValue>(values))
        })?;
    library(lua, LIBRARY, &charge, &weighed)
}

/// Returns `pcall` and `xpcall` that catch all errors of a script but the one that its memory is used up.
fn protected_calls(lua: &Lua, budget: &Arc<Budget>) -> mlua::Result<(Function, Function)> {
    let taken = Arc::clone(budget);
    let caught = lua.create_function(move |_, error: Value| {
        if is_caught_full(&error) {
            taken.end_full();
        }
        Ok(())
    })?;
    let code = "local pcall, xpcall, caught, error = ... \
                local function seen(ok, what, ...) \
                    if not ok then caught(what) end \
                    return ok, what, ... \
                end \
                return function(f, ...) return seen(pcall(f, ...)) end, \
                    function(f, handler, ...) \
                        return seen(xpcall(f, function(what) \
                            caught(what) \
                            local ok, result = seen(pcall(handler, what)) \
                            if not ok then error(result, 0) end \
                            return result \
                        end, ...)) \
                    end";
    let globals = lua.globals();
    let usual = |name: &str| globals.raw_get::<Function>(name);
    lua.load(code).set_name(format!("={LIBRARY}")).call((
        usual("pcall")?,
        usual("xpcall")?,
        caught,
        usual("error")?,
    ))
}

/// Returns true for the error of used-up memory.
pub fn is_full(error: &Error) -> bool {
    match error {
        Error::MemoryError(_) => true,
        Error::CallbackError { cause, .. } => is_full(cause),
        _ => false,
    }
}

/// Returns true for the error of used-up memory, as a script catches it.
fn is_caught_full(error: &Value) -> bool {
    match error {
        Value::String(text) => text.as_bytes() == b"not enough memory",
        Value::Error(error) => is_full(error),
        _ => false,
    }
}

/// Puts the library of all scripts, bots and games, in the place of Luau's own: its functions take steps in proportion to
/// their work, and nothing in it shows an address or depends on one. Those of `string`, `table`, `utf8` and `buffer` are
/// replaced in place, those among the globals given back.
///
/// `name` stands before its lines in messages. `charge` takes a number of steps; `weighed` calls a function with its
/// arguments, each step in which counts for a number of steps.
///
/// # Errors
/// Luau's error, where one of the four libraries is missing.
pub fn library(lua: &Lua, name: &str, charge: &Function, weighed: &Function) -> mlua::Result<Table> {
    static CODE: OnceLock<mlua::Result<Vec<u8>>> = OnceLock::new();
    let compiled = || Compiler::new().set_optimization_level(2).compile(include_str!("sandbox/library.luau"));
    let code = CODE.get_or_init(compiled).as_ref().map_err(Clone::clone)?;
    let chunk = lua.load(code.as_slice()).set_name(format!("={name}")).set_mode(ChunkMode::Binary);
    let shown = to_string(lua, lua.globals().raw_get("tostring")?)?;
    chunk.call((charge, weighed, shown))
}

/// Returns `math` with the seat's random numbers.
fn math(lua: &Lua, usual: &Table, rng: &Arc<Mutex<Rng>>) -> mlua::Result<Table> {
    let math = lua.create_table()?;
    for pair in usual.pairs::<String, Value>() {
        let (key, value) = pair?;
        if key != "randomseed" {
            math.raw_set(key, value)?;
        }
    }
    let rng = Arc::clone(rng);
    let random = move |_: &Lua, (low, high): (Option<i64>, Option<i64>)| {
        let mut rng = lock(&rng);
        let (low, high) = match (low, high) {
            (None, _) => return Ok(Value::Number(rng.unit())),
            (Some(high), None) => (1, high),
            (Some(low), Some(high)) => (low, high),
        };
        let count = high.checked_sub(low).and_then(|n| n.checked_add(1));
        match count.and_then(|n| u32::try_from(n).ok()).filter(|n| *n > 0) {
            Some(count) => Ok(Value::Number((low + i64::from(rng.below(count))) as f64)),
            None => Err(Error::runtime(format!("math.random: there is no number from {low} to {high}"))),
        }
    };
    math.raw_set("random", lua.create_function(random)?)?;
    math.set_readonly(true);
    Ok(math)
}

/// Returns a `print` that writes to standard error, and not for ever.
fn print(lua: &Lua, name: &str) -> mlua::Result<Function> {
    static LINES: AtomicUsize = AtomicUsize::new(0);
    let name = name.to_owned();
    lua.create_function(move |_, values: mlua::Variadic<Value>| {
        let line = LINES.fetch_add(1, Ordering::Relaxed);
        if line < MAX_LINES {
            let shown: Vec<String> = values.iter().map(show).collect();
            eprint(&format!("{name}: {}", cut(&shown.join(" "))));
        } else if line == MAX_LINES {
            eprint(&format!("{name}: more than {MAX_LINES} lines are not shown"));
        }
        Ok(())
    })
}

fn eprint(line: &str) {
    use std::io::Write as _;
    // What can't be printed stops nothing.
    let _ = writeln!(std::io::stderr().lock(), "{line}");
}

/// Returns a value in words. Addresses differ from run to run: a script must not see them.
fn show(value: &Value) -> String {
    match value {
        // No more of it than can be shown.
        Value::String(text) => {
            let bytes = text.as_bytes();
            String::from_utf8_lossy(&bytes[..bytes.len().min(4 * MAX_SHOWN)]).into_owned()
        }
        Value::Integer(n) => n.to_string(),
        Value::Number(x) => x.to_string(),
        Value::Boolean(yes) => yes.to_string(),
        Value::Nil => "nil".to_owned(),
        other => other.type_name().to_owned(),
    }
}

/// Returns `tostring` of what Luau shows by its address: by its own `__tostring`, or only its type.
fn to_string(lua: &Lua, usual: Function) -> mlua::Result<Function> {
    lua.create_function(move |lua, value: Value| {
        if let Value::Table(table) = &value {
            let meta = table.metatable();
            if meta.is_some_and(|meta| !meta.raw_get::<Value>("__tostring").unwrap_or(Value::Nil).is_nil()) {
                return usual.call(value);
            }
        }
        lua.create_string(value.type_name())
    })
}

/// Returns a text as it is shown: without characters that steer or aren't seen, and not for ever.
fn cut(text: &str) -> String {
    let mut shown: String = text.chars().filter(|c| !is_hidden(*c)).take(MAX_SHOWN + 1).collect();
    if let Some((end, _)) = shown.char_indices().nth(MAX_SHOWN) {
        shown.truncate(end);
        shown.push_str("...");
    }
    shown
}

/// Returns what went wrong in the script of this name, in one line without the traceback.
fn tell(error: &Error, name: &str) -> String {
    match error {
        Error::CallbackError { cause, traceback } => reported(&tell(cause, name), traceback.lines(), name),
        Error::MemoryError(_) => format!("used more than {} MiB of memory", MAX_MEMORY >> 20),
        Error::RuntimeError(message) | Error::SyntaxError { message, .. } => {
            let mut lines = message.lines();
            reported(lines.next().unwrap_or_default(), lines, name)
        }
        other => cut(other.to_string().lines().next().unwrap_or_default()),
    }
}

/// Returns a message, with the script's line where it has that of the library, and without addresses.
fn reported<'a>(message: &str, mut traceback: impl Iterator<Item = &'a str>, name: &str) -> String {
    // What was thrown is no text: shown by its type and address.
    if let Some((kind, address)) = message.split_once(": 0x")
        && kind.bytes().all(|b| b.is_ascii_lowercase())
        && address.bytes().all(|b| b.is_ascii_hexdigit())
    {
        return format!("threw a {kind} instead of a text");
    }
    let of_library = message.strip_prefix(LIBRARY).and_then(|rest| rest.strip_prefix(':'));
    let Some((_, message)) = of_library.and_then(|rest| rest.split_once(": ")) else { return cut(message) };
    let line = traceback.find_map(|frame| {
        let rest = frame.trim().strip_prefix(name)?.strip_prefix(':')?;
        rest.split(|c: char| !c.is_ascii_digit()).next().filter(|line| !line.is_empty())
    });
    cut(&line.map_or_else(|| message.to_owned(), |line| format!("{name}:{line}: {message}")))
}

/// Returns what went wrong, with the script's line taken out of the message.
fn located(error: &Error, name: &str) -> ParseError {
    let reported = tell(error, name);
    let rest = reported.strip_prefix(name).and_then(|rest| rest.strip_prefix(':'));
    // The compiler's messages begin with the line alone.
    let parts = rest.unwrap_or_else(|| reported.strip_prefix(':').unwrap_or(&reported)).split_once(':');
    match parts.and_then(|(line, message)| Some((line.parse::<usize>().ok()?, message))) {
        Some((line, message)) => ParseError::new(line, message.trim()),
        None => ParseError::new(None, reported),
    }
}
