//! What all Luau scripts share, bots and games: how a state is made, the library with its prices, the reader of their texts,
//! the clock that ends what takes no steps, and the words for their errors.
//!
//! Two things are each one's own. The names that a script finds: a bot has fresh globals in each game and may catch errors, a
//! game has those of its engine. And the count of steps: a bot's are taken by Luau's interrupt, a call of Rust for each step;
//! a game's by code written into its text, which Luau makes native, since a search lists and applies actions by the thousand
//! for each decision of a bot.

#[cfg(test)]
mod mutations;

use std::sync::OnceLock;
use std::time::{Duration, Instant};

use mlua::chunk::{Chunk, ChunkMode, Compiler};
use mlua::{Error, Function, Lua, LuaOptions, StdLib, Table, Value};
#[cfg(target_os = "linux")]
use nix::sys::time::TimeValLike as _;

pub use super::error::ParseError;
use ludometer_model::is_hidden;
use ludometer_program::lexer;

/// The name of `library.luau` in messages, before the line.
pub(crate) const LIBRARY: &str = "library";

/// The name of the engine of games in messages, before the line.
pub const ENGINE: &str = "engine";

/// Characters of a line that a script prints, and of a message about it.
pub(crate) const MAX_SHOWN: usize = 500;

/// The last resort against work that takes no steps: processor time, so that a busy machine ends nothing.
pub const MAX_TIME: Duration = Duration::from_secs(20);

/// How long a decision takes before its processor time is looked at, which costs more than the clock.
const GRACE: Duration = Duration::from_secs(1);

/// Returns a Luau state that can only calculate: with the libraries that all scripts have and `more`, and so many bytes of
/// memory. `native` lets Luau make native code, where it can.
///
/// # Errors
/// Luau's error, where there is too little memory.
pub fn state(more: StdLib, memory: usize, native: bool) -> mlua::Result<Lua> {
    let all = StdLib::TABLE | StdLib::STRING | StdLib::MATH | StdLib::UTF8 | StdLib::BIT | StdLib::BUFFER;
    let lua = Lua::new_with(all | more, LuaOptions::default())?;
    #[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
    lua.enable_jit(native);
    #[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
    let _ = native;
    lua.set_memory_limit(memory)?;
    Ok(lua)
}

/// Returns the script's text written anew from its tokens, once the compiler has accepted it as it stands: so its faults are
/// named in its own words.
///
/// # Errors
/// A control character, or what the compiler says.
pub fn checked(text: &str, name: &str, compiler: &Compiler) -> Result<String, ParseError> {
    let plain = lexer::plain(text).map_err(|found| ParseError::new(found.line, found.to_string()))?;
    compile(compiler, text, name)?;
    Ok(plain)
}

/// Returns the compiled text of the script of this name.
///
/// # Errors
/// What the compiler says, with the line.
pub fn compile(compiler: &Compiler, text: &str, name: &str) -> Result<Vec<u8>, ParseError> {
    compiler.compile(text).map_err(|error| located(&error, name))
}

/// Returns compiled code, to be run, whose lines stand behind this name in messages.
pub fn chunk<'a>(lua: &Lua, code: &'a [u8], name: &str) -> Chunk<'a> {
    lua.load(code).set_name(format!("={name}")).set_mode(ChunkMode::Binary)
}

/// Puts the library of all scripts in the place of Luau's own: its functions take steps in proportion to their work, and
/// nothing in it shows an address or depends on one. Those of `string`, `table`, `utf8` and `buffer` are replaced in place,
/// those among the globals given back.
///
/// `charge` takes a number of steps; `weighed` calls a function with its arguments, each step in which counts for a number
/// of steps.
///
/// # Errors
/// Luau's error, where one of the four libraries is missing.
pub fn library(lua: &Lua, charge: &Function, weighed: &Function) -> mlua::Result<Table> {
    static CODE: OnceLock<mlua::Result<Vec<u8>>> = OnceLock::new();
    let compiled = || Compiler::new().set_optimization_level(2).compile(include_str!("library.luau"));
    let code = CODE.get_or_init(compiled).as_ref().map_err(Clone::clone)?;
    let shown = to_string(lua, lua.globals().raw_get("tostring")?)?;
    chunk(lua, code, LIBRARY).call((charge, weighed, shown))
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

/// The time of a decision.
#[derive(Debug)]
pub struct Watch {
    begun: Instant,
    /// The thread's processor time when it was first looked at.
    first: Option<Duration>,
}

impl Watch {
    /// Begins now.
    #[must_use]
    pub fn begin() -> Self {
        Self { begun: Instant::now(), first: None }
    }

    /// Returns true if the decision took more than [`MAX_TIME`] of processor time.
    pub fn is_late(&mut self) -> bool {
        let passed = self.begun.elapsed();
        if passed < GRACE {
            return false;
        }
        let spent = processor_time().unwrap_or(passed);
        spent.saturating_sub(*self.first.get_or_insert(spent)) > MAX_TIME
    }
}

/// Returns the processor time of this thread, where the system tells it.
#[cfg(target_os = "linux")]
fn processor_time() -> Option<Duration> {
    use nix::sys::resource::{UsageWho, getrusage};
    let used = getrusage(UsageWho::RUSAGE_THREAD).ok()?;
    let both = used.user_time() + used.system_time();
    Some(Duration::from_micros(both.num_microseconds().try_into().ok()?))
}

#[cfg(not(target_os = "linux"))]
const fn processor_time() -> Option<Duration> {
    None
}

/// Words the error of a script that took more than so many steps.
pub fn too_many_steps(most: u32) -> String {
    format!(
        "took more than {most} steps (calls, passes of loops, work of the library): it seems to never end"
    )
}

/// Words the error of a script that took more than [`MAX_TIME`].
pub fn too_late() -> String {
    format!("took more than {} s of processor time", MAX_TIME.as_secs())
}

/// Words the error of a script that used up so many bytes.
pub fn too_much_memory(most: usize) -> String {
    format!("used more than {} MiB of memory", most >> 20)
}

/// Returns true for the error of used-up memory.
pub fn is_full(error: &Error) -> bool {
    match error {
        Error::MemoryError(_) => true,
        Error::CallbackError { cause, .. } => is_full(cause),
        _ => false,
    }
}

/// Returns what went wrong in the script of this name, in one line, and the line of the script that led to it.
pub fn located(error: &Error, name: &str) -> ParseError {
    match error {
        Error::CallbackError { cause, traceback } => {
            let inner = located(cause, name);
            ParseError::new(inner.line.or_else(|| line_in(traceback.lines(), name)), inner.message)
        }
        Error::RuntimeError(text) | Error::SyntaxError { message: text, .. } => in_words(text, name),
        other => ParseError::new(None, shown(other.to_string().lines().next().unwrap_or_default())),
    }
}

/// Returns the message in the first line, and the line of the script that it or the trace of calls behind it names.
fn in_words(text: &str, name: &str) -> ParseError {
    let mut lines = text.lines();
    let first = lines.next().unwrap_or_default();
    let own = [LIBRARY, ENGINE].iter().find_map(|own| first.strip_prefix(own)?.strip_prefix(':'));
    let of_script = first.strip_prefix(name).and_then(|rest| rest.strip_prefix(':'));
    // The compiler's messages begin with the line alone.
    let placed = own.or(of_script).unwrap_or_else(|| first.strip_prefix(':').unwrap_or(first));
    let split = placed.split_once(": ").and_then(|(line, message)| Some((line.parse().ok()?, message)));
    let (line, message) = split.map_or((None, first), |(line, message)| (Some(line), message));
    let line = line.filter(|_| own.is_none()).or_else(|| line_in(lines, name));
    ParseError::new(line, shown(message))
}

/// Returns the first line of the script that these lines of a trace of calls name.
fn line_in<'a>(mut frames: impl Iterator<Item = &'a str>, name: &str) -> Option<usize> {
    frames.find_map(|frame| {
        let rest = frame.trim().strip_prefix(name)?.strip_prefix(':')?;
        rest.split(|c: char| !c.is_ascii_digit()).next()?.parse().ok()
    })
}

/// Luau's words for values that have no text of their own, in front of their address.
const ADDRESSED: [(&str, &str); 3] = [
    ("table: 0x", "a table (such as a zone)"),
    ("function: 0x", "a function (without brackets behind it)"),
    ("buffer: 0x", "a buffer"),
];

/// Returns a message as it is shown: without addresses, which say nothing and differ from run to run.
fn shown(message: &str) -> String {
    // What was thrown is no text: shown by its type and address.
    if let Some((kind, address)) = message.split_once(": 0x")
        && kind.bytes().all(|b| b.is_ascii_lowercase())
        && address.bytes().all(|b| b.is_ascii_hexdigit())
    {
        return format!("threw a {kind} instead of a text");
    }
    // No more of it than can be shown: each address moves all that stands behind it.
    let mut text: String = message.chars().take(4 * MAX_SHOWN).collect();
    for (begin, words) in ADDRESSED {
        while let Some(at) = text.find(begin) {
            let digits = text[at + begin.len()..].bytes().take_while(u8::is_ascii_hexdigit).count();
            text.replace_range(at..at + begin.len() + digits, words);
        }
    }
    cut(&text)
}

/// Returns a text without characters that steer or aren't seen, and not for ever.
pub(crate) fn cut(text: &str) -> String {
    let mut shown: String = text.chars().filter(|c| !is_hidden(*c)).take(MAX_SHOWN + 1).collect();
    if let Some((end, _)) = shown.char_indices().nth(MAX_SHOWN) {
        shown.truncate(end);
        shown.push_str("...");
    }
    shown
}
