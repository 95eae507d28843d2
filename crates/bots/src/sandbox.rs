//! Where scripts of bots run: a Luau state that has no way out and an end to everything.
//!
//! A script gets the names on a list and nothing else: no files, no network, no clock, no loading of code, no way to other
//! scripts. Its work is counted in steps, its memory has a limit, its random numbers come from the stream of its seat.
//!
//! A call and a pass of a loop are a step each; functions of the library whose work grows with what they are given take more
//! (`library.luau`). So the end comes at the same point on every machine. What is not counted (operators on very long texts,
//! tables with very many emptied places) ends by its time, as a last resort.
//!
//! Every play has fresh globals.

mod loops;
#[cfg(test)]
mod tests;

use std::sync::atomic::{AtomicBool, AtomicI64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use mlua::chunk::Compiler;
use mlua::{Error, Function, IntoLuaMulti, Lua, MultiValue, StdLib, Table, Value, VmState};

use super::error::ParseError;
use super::luau::{
    self, LIBRARY, MAX_SHOWN, Watch, cut, is_full, library, located, too_late, too_many_steps,
    too_much_memory,
};
use ludometer_model::Rng;

/// Bytes that a script may hold.
const MAX_MEMORY: usize = 64 << 20;

/// Steps that a script may take for one decision.
const MAX_STEPS: u32 = 5_000_000;

/// How many steps lie between two looks at the clock: few, as one of them may join texts of many megabytes.
const CLOCK_STEPS: i64 = 64;

/// Lines that scripts may print to standard error, all together.
const MAX_LINES: usize = 200;

/// The names that a script finds, besides `math`, `print` and those of `library.luau`.
const NAMES: &str = "assert getmetatable ipairs rawequal rawget rawlen rawset select type typeof _VERSION bit32 \
    buffer string table utf8 vector";

/// Returns a script's text as the machine takes it, or what is wrong with it.
pub(crate) fn compile(source: &str, name: &str) -> Result<Vec<u8>, ParseError> {
    let compiler = Compiler::new();
    let plain = luau::checked(source, name, &compiler)?;
    luau::compile(&compiler, &loops::with_checked_loops(&plain)?, name)
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
        // Steps are counted where the interpreter counts them, on all machines.
        let lua = luau::state(StdLib::VECTOR, MAX_MEMORY, false)?;
        let rng = Arc::new(Mutex::new(Rng::from_words([0, 0, 0])));
        let library = lua.create_table()?;
        let globals = lua.globals();
        for name in NAMES.split(' ') {
            library.raw_set(name, globals.raw_get::<Value>(name)?)?;
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
            let chunk = luau::chunk(&self.lua, code, &self.name);
            let top = chunk.set_environment(globals.clone()).into_function()?;
            self.limited(&top, (), rng).map(|_: Value| globals)
        };
        self.checked(run())
    }

    /// Calls a function of the script; what went wrong is reported with the script's line.
    pub(crate) fn call(
        &self,
        function: &Function,
        arguments: impl IntoLuaMulti,
        rng: &mut Rng,
    ) -> Result<Value, String> {
        self.checked(self.limited(function, arguments, rng)).map_err(|fault| fault.in_file(&self.name))
    }

    /// Returns what came of a call, if the limits were kept: even if the script caught the error.
    fn checked<T>(&self, called: mlua::Result<T>) -> Result<T, ParseError> {
        if called.as_ref().is_err_and(is_full) {
            self.budget.end_full();
        }
        match self.budget.spent() {
            Some(spent) => Err(ParseError::new(None, spent)),
            None => called.map_err(|error| located(&error, &self.name)),
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

/// Counts the steps that a decision may still take.
struct Budget {
    /// Below zero once it is used up.
    steps: AtomicI64,
    /// The weight of each step: more than one while a long pattern is tried, place by place.
    weight: AtomicI64,
    late: AtomicBool,
    /// True if the memory was used up, and the script caught that.
    full: AtomicBool,
    watch: Mutex<Watch>,
}

/// Returns the value behind this lock, whoever panicked with it.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Budget {
    /// Returns a full allowance.
    fn new() -> Self {
        Self {
            steps: AtomicI64::new(MAX_STEPS.into()),
            weight: AtomicI64::new(1),
            late: AtomicBool::new(false),
            full: AtomicBool::new(false),
            watch: Mutex::new(Watch::begin()),
        }
    }

    /// Fills it up for the next decision.
    fn refill(&self) {
        *lock(&self.watch) = Watch::begin();
        self.late.store(false, Ordering::Relaxed);
        self.full.store(false, Ordering::Relaxed);
        self.weight.store(1, Ordering::Relaxed);
        self.steps.store(MAX_STEPS.into(), Ordering::Relaxed);
    }

    /// Takes one step.
    fn step(&self) -> Result<(), Error> {
        self.take(self.weight.load(Ordering::Relaxed))
    }

    /// Takes so many steps at once.
    fn take(&self, count: i64) -> Result<(), Error> {
        let before = self.steps.load(Ordering::Relaxed);
        let left = before.saturating_sub(count).max(-1);
        self.steps.store(left, Ordering::Relaxed);
        if left < 0 {
            return Err(Error::runtime("out of steps"));
        }
        if before / CLOCK_STEPS != left / CLOCK_STEPS && lock(&self.watch).is_late() {
            self.late.store(true, Ordering::Relaxed);
            self.steps.store(-1, Ordering::Relaxed);
        }
        Ok(())
    }

    /// Takes all steps, as the memory was used up: when that is depends on the time at which Luau collects garbage, so no
    /// choice may follow from it.
    fn end_full(&self) {
        self.full.store(true, Ordering::Relaxed);
        self.steps.store(-1, Ordering::Relaxed);
    }

    /// Lets each step count for so many until `work` is done.
    fn weighed<T>(&self, weight: i64, work: impl FnOnce() -> T) -> T {
        let before = self.weight.swap(weight.max(1), Ordering::Relaxed);
        let done = work();
        self.weight.store(before, Ordering::Relaxed);
        done
    }

    /// Returns why the allowance is used up, if it is: even if the script caught the error.
    fn spent(&self) -> Option<String> {
        if self.late.load(Ordering::Relaxed) {
            return Some(too_late());
        }
        if self.full.load(Ordering::Relaxed) {
            return Some(too_much_memory(MAX_MEMORY));
        }
        (self.steps.load(Ordering::Relaxed) < 0).then(|| too_many_steps(MAX_STEPS))
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
    library(lua, &charge, &weighed)
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

/// Returns true for the error of used-up memory, as a script catches it.
fn is_caught_full(error: &Value) -> bool {
    match error {
        Value::String(text) => text.as_bytes() == b"not enough memory",
        Value::Error(error) => is_full(error),
        _ => false,
    }
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
