//! Where scripts run: a Luau state that has no way out and an end to everything.
//!
//! A script gets the names on a list and nothing else: no files, no network, no clock, no loading
//! of code, no way to other scripts. Its work is counted in steps (calls and passes of loops),
//! which is the same on every machine; its memory has a limit; its random numbers come from the
//! stream of its seat. Every play has fresh globals.

use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use mlua::chunk::{ChunkMode, Compiler};
use mlua::{Error, Function, IntoLuaMulti, Lua, LuaOptions, StdLib, Table, Value, VmState};

use super::file::TextFault;
use crate::model::Rng;

/// Steps (calls and passes of loops) that a script may take for one decision.
pub(super) const MAX_STEPS: u64 = 5_000_000;

/// Bytes that a script may hold.
pub(super) const MAX_MEMORY: usize = 64 << 20;

/// The last resort against work that takes no steps.
const MAX_TIME: Duration = Duration::from_secs(20);

/// How many steps lie between two looks at the clock.
const CLOCK_STEPS: u64 = 1 << 14;

/// Lines that scripts may print to standard error, all together.
const MAX_LINES: usize = 200;

/// The names that a script finds.
const NAMES: &[&str] = &[
    "assert",
    "error",
    "getmetatable",
    "ipairs",
    "next",
    "pairs",
    "pcall",
    "rawequal",
    "rawget",
    "rawlen",
    "rawset",
    "select",
    "setmetatable",
    "tonumber",
    "type",
    "typeof",
    "unpack",
    "xpcall",
    "_VERSION",
    "bit32",
    "buffer",
    "string",
    "table",
    "utf8",
    "vector",
];

/// What is left of a decision's allowance.
struct Budget {
    steps: AtomicU64,
    late: AtomicBool,
    begun: Mutex<Instant>,
}

impl Budget {
    fn refill(&self) {
        *lock(&self.begun) = Instant::now();
        self.late.store(false, Ordering::Relaxed);
        self.steps.store(MAX_STEPS, Ordering::Relaxed);
    }

    /// Takes one step.
    fn step(&self) -> Result<(), Error> {
        let left = self.steps.load(Ordering::Relaxed);
        if left == 0 {
            return Err(Error::runtime("out of steps"));
        }
        self.steps.store(left - 1, Ordering::Relaxed);
        if left.is_multiple_of(CLOCK_STEPS) && lock(&self.begun).elapsed() > MAX_TIME {
            self.late.store(true, Ordering::Relaxed);
            self.steps.store(0, Ordering::Relaxed);
        }
        Ok(())
    }

    /// Why the allowance is used up, if it is: even if the script caught the error.
    fn spent(&self) -> Option<String> {
        if self.late.load(Ordering::Relaxed) {
            return Some(format!("worked for more than {} s", MAX_TIME.as_secs()));
        }
        let spent = self.steps.load(Ordering::Relaxed) == 0;
        spent.then(|| format!("took more than {MAX_STEPS} steps (calls and passes of loops)"))
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A script's text as the machine takes it, or what is wrong with it.
pub(super) fn compile(source: &str, name: &str) -> Result<Vec<u8>, TextFault> {
    Compiler::new().compile(source).map_err(|error| located(&error, name))
}

/// A Luau state for one bot, play after play.
pub(super) struct Machine {
    lua: Lua,
    /// The script's name in messages.
    name: String,
    library: Table,
    budget: Arc<Budget>,
    rng: Arc<Mutex<Rng>>,
}

impl Machine {
    /// A machine for the script of this name.
    pub(super) fn new(name: &str) -> Result<Self, String> {
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
        let rng = Arc::new(Mutex::new(Rng::from_words([0, 0, 0])));
        let library = lua.create_table()?;
        let globals = lua.globals();
        for name in NAMES {
            library.raw_set(*name, globals.raw_get::<Value>(*name)?)?;
        }
        library.raw_set("math", math(&lua, &globals.raw_get("math")?, &rng)?)?;
        library.raw_set("print", print(&lua, name)?)?;
        library.raw_set("tostring", to_string(&lua, globals.raw_get("tostring")?)?)?;
        // Makes the libraries and the methods of strings read-only.
        lua.sandbox(true)?;
        library.set_readonly(true);
        let budget = Arc::new(Budget {
            steps: AtomicU64::new(MAX_STEPS),
            late: AtomicBool::new(false),
            begun: Mutex::new(Instant::now()),
        });
        let watch = Arc::clone(&budget);
        lua.set_interrupt(move |_| watch.step().map(|()| VmState::Continue));
        lua.set_memory_limit(MAX_MEMORY)?;
        Ok(Self { lua, name: name.to_owned(), library, budget, rng })
    }

    /// The state, to make values in.
    pub(super) const fn lua(&self) -> &Lua {
        &self.lua
    }

    /// Runs a script's text from its top with fresh globals, and gives those back.
    pub(super) fn load(&self, code: &[u8], rng: &mut Rng) -> Result<Table, TextFault> {
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
            return Err(TextFault::new(None, spent));
        }
        loaded.map_err(|error| located(&error, &self.name))
    }

    /// Calls a function of the script; what went wrong is told with the script's line.
    pub(super) fn call(
        &self,
        function: &Function,
        arguments: impl IntoLuaMulti,
        rng: &mut Rng,
    ) -> Result<Value, String> {
        let result = self.limited(function, arguments, rng);
        match self.budget.spent() {
            Some(spent) => Err(spent),
            None => result.map_err(|error| tell(&error)),
        }
    }

    /// A call within the limits, with the seat's random numbers.
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

/// `math` with the seat's random numbers.
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

/// `print` writes to standard error, and not for ever.
fn print(lua: &Lua, name: &str) -> mlua::Result<Function> {
    static LINES: AtomicUsize = AtomicUsize::new(0);
    let name = name.to_owned();
    lua.create_function(move |_, values: mlua::Variadic<Value>| {
        let line = LINES.fetch_add(1, Ordering::Relaxed);
        if line < MAX_LINES {
            let shown: Vec<String> = values.iter().map(show).collect();
            let text: String = shown.join(" ").chars().filter(|c| !c.is_control()).take(500).collect();
            eprint(&format!("{name}: {text}"));
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

/// A value in words. Addresses differ from run to run: a script must not see them.
fn show(value: &Value) -> String {
    match value {
        Value::String(text) => text.to_string_lossy(),
        Value::Integer(n) => n.to_string(),
        Value::Number(x) => x.to_string(),
        Value::Boolean(yes) => yes.to_string(),
        Value::Nil => "nil".to_owned(),
        other => other.type_name().to_owned(),
    }
}

/// `tostring`, where things that are shown by their address have only their type shown.
fn to_string(lua: &Lua, usual: Function) -> mlua::Result<Function> {
    lua.create_function(move |lua, value: Value| match &value {
        Value::Table(table) if table.metatable().is_some() => usual.call(value),
        Value::Nil | Value::Boolean(_) | Value::Integer(_) | Value::Number(_) | Value::String(_) => {
            usual.call(value)
        }
        Value::Vector(_) => usual.call(value),
        other => lua.create_string(other.type_name()),
    })
}

/// What went wrong, in one line without the traceback.
fn tell(error: &Error) -> String {
    match error {
        Error::CallbackError { cause, .. } => tell(cause),
        Error::MemoryError(_) => format!("used more than {} MiB of memory", MAX_MEMORY >> 20),
        Error::RuntimeError(message) | Error::SyntaxError { message, .. } => {
            message.lines().next().unwrap_or_default().to_owned()
        }
        other => other.to_string().lines().next().unwrap_or_default().to_owned(),
    }
}

/// What went wrong, with the script's line taken out of the message.
fn located(error: &Error, name: &str) -> TextFault {
    let told = tell(error);
    let rest = told.strip_prefix(name).and_then(|rest| rest.strip_prefix(':'));
    // The compiler's messages begin with the line alone.
    let parts = rest.unwrap_or_else(|| told.strip_prefix(':').unwrap_or(&told)).split_once(':');
    match parts.and_then(|(line, message)| Some((line.parse::<usize>().ok()?, message))) {
        Some((line, message)) => TextFault::new(line, message.trim()),
        None => TextFault::new(None, told),
    }
}
