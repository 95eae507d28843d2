//! One Luau state with the prelude and a script: what plays games on one thread.
//!
//! It knows which state lies in its bytes, so that a state is copied in only when it is another one.

use std::cell::Cell;
use std::io::{Read, Seek, SeekFrom};
use std::sync::atomic::{AtomicU64, Ordering};

use mlua::{Buffer, Function, Lua, Table};

use ludometer_model::Rng;

use crate::error::ScriptError;
use crate::fault::located;
use crate::sandbox::{Load, run, sandbox};

/// A place in a buffer from which bytes are read.
trait ReadSeek: Read + Seek {}
impl<T: Read + Seek> ReadSeek for T {}

/// A Luau state with a script.
pub(crate) struct Machine {
    pub(crate) file: String,
    state: Buffer,
    actions: Buffer,
    read_state: Box<dyn ReadSeek>,
    read_actions: Box<dyn ReadSeek>,
    read_events: Box<dyn ReadSeek>,
    figures: Buffer,
    deal: Function,
    apply: Function,
    list: Function,
    list_checked: Function,
    read_numbers: Function,
    score: Function,
    weigh: Function,
    scores: Function,
    estimates: Function,
    /// The stamp of the state that lies in the buffer; 0: none.
    live: u64,
    /// The weights that were set last.
    weights: Vec<f64>,
    /// What bytes are read into.
    raw: Vec<u8>,
    /// The numbers before an action, for the events of those that change.
    pub(crate) before: Vec<u8>,
    /// Actions of a decision, for those who want one.
    pub(crate) scratch: Vec<crate::ScriptAction>,
    /// Cards to deal, for determinized states.
    pub(crate) pool: Vec<u8>,
    // Last, so that it outlives what it made.
    _lua: Lua,
}

/// What a call of the rules is to keep.
#[derive(Clone, Copy)]
pub(crate) struct Keep {
    /// What seats know.
    pub(crate) knowledge: bool,
    /// Events.
    pub(crate) events: bool,
}

/// A mistake of the script, in words.
pub(crate) type Outcome<T> = Result<T, ScriptError>;

/// Returns a stamp that no state has had.
pub(crate) fn new_stamp() -> u64 {
    static THREADS: AtomicU64 = AtomicU64::new(1);
    thread_local! {
        static NEXT: Cell<u64> = Cell::new(THREADS.fetch_add(1, Ordering::Relaxed) << 44);
    }
    NEXT.with(|next| {
        let stamp = next.get() + 1;
        next.set(stamp);
        stamp
    })
}

impl Machine {
    /// Loads a script, and returns what it declares beside the machine.
    ///
    /// # Errors
    /// What is wrong with it.
    pub(crate) fn load(load: &Load<'_>) -> Outcome<(Self, Table)> {
        let lua = sandbox(load).map_err(|error| located(&error, load.file))?;
        let host = run(&lua, load).map_err(|error| located(&error, load.file))?;
        let machine = Self::of(lua, &host, load.file).map_err(|error| located(&error, load.file))?;
        Ok((machine, host))
    }

    fn of(lua: Lua, host: &Table, file: &str) -> mlua::Result<Self> {
        let functions: Table = host.get("functions")?;
        let buffers: Table = host.get("buffers")?;
        let buffer = |name: &str| buffers.get::<Buffer>(name);
        Ok(Self {
            file: file.to_owned(),
            state: buffer("S")?,
            actions: buffer("L")?,
            read_state: Box::new(buffer("S")?.cursor()),
            read_actions: Box::new(buffer("L")?.cursor()),
            read_events: Box::new(buffer("E")?.cursor()),
            figures: buffer("W")?,
            deal: functions.get("deal")?,
            apply: functions.get("apply")?,
            list: functions.get("list")?,
            list_checked: functions.get("list_checked")?,
            read_numbers: functions.get("read_numbers")?,
            score: functions.get("score")?,
            weigh: functions.get("weigh")?,
            scores: functions.get("scores")?,
            estimates: functions.get("estimates")?,
            live: 0,
            weights: Vec::new(),
            raw: Vec::new(),
            before: Vec::new(),
            scratch: Vec::new(),
            pool: Vec::new(),
            _lua: lua,
        })
    }

    /// Lets these bytes be the state in the buffer.
    fn enter(&mut self, bytes: &[u8], stamp: u64) -> Outcome<()> {
        if stamp == 0 || stamp != self.live {
            self.live = 0;
            self.state.write_bytes(0, bytes);
            let read = self.read_numbers.call::<()>(());
            self.told(read)?;
            self.live = stamp;
        }
        Ok(())
    }

    /// Turns an error of Luau into one of the script. The state in the buffer is no state any more.
    fn told<T>(&mut self, result: mlua::Result<T>) -> Outcome<T> {
        result.map_err(|error| {
            self.live = 0;
            located(&error, &self.file)
        })
    }

    /// Copies the state out of the buffer, with a new stamp. Of `bytes` only the front is given where the rest has not
    /// changed.
    fn leave(&mut self, bytes: &mut [u8], stamp: &mut u64) {
        // Reading from memory can't fail.
        let _ = self.read_state.seek(SeekFrom::Start(0));
        let _ = self.read_state.read_exact(bytes);
        *stamp = new_stamp();
        self.live = *stamp;
    }

    /// Sets up a game, and returns the number of its events.
    pub(crate) fn deal(
        &mut self,
        bytes: &mut [u8],
        stamp: &mut u64,
        rng: &mut Rng,
        keep: Keep,
    ) -> Outcome<u32> {
        let ([a, b, c], flags) = (seed(rng), flags(rng, keep));
        let dealt = self.deal.call::<u32>((a, b, c, flags));
        let events = self.told(dealt)?;
        self.leave(bytes, stamp);
        Ok(events)
    }

    /// Carries out an action, and returns the number of events. `plain` is the number of bytes in front of what seats know.
    pub(crate) fn apply(
        &mut self,
        bytes: &mut [u8],
        stamp: &mut u64,
        plain: usize,
        action: u64,
        rng: &mut Rng,
        keep: Keep,
    ) -> Outcome<u32> {
        let ([a, b, c], flags) = (seed(rng), flags(rng, keep));
        self.enter(bytes, *stamp)?;
        let applied = self.apply.call::<u32>((action as u32, (action >> 32) as u32, a, b, c, flags));
        let events = self.told(applied)?;
        let changed = if keep.knowledge { bytes.len() } else { plain };
        self.leave(&mut bytes[..changed], stamp);
        Ok(events)
    }

    /// Gives each action that the seat may choose to `into`, in the order of the script.
    pub(crate) fn list(
        &mut self,
        bytes: &[u8],
        stamp: u64,
        seat: usize,
        checked: bool,
        mut into: impl FnMut(u64),
    ) -> Outcome<()> {
        self.enter(bytes, stamp)?;
        let list = if checked { &self.list_checked } else { &self.list };
        let listed = list.call::<u32>(seat + 1);
        let count = self.told(listed)? as usize;
        self.raw.resize(8 * count, 0);
        let _ = self.read_actions.seek(SeekFrom::Start(0));
        let _ = self.read_actions.read_exact(&mut self.raw);
        for bytes in self.raw.as_chunks::<8>().0 {
            into(u64::from_le_bytes(*bytes));
        }
        Ok(())
    }

    /// Gives the events of the last call to `into`, as eight bytes each.
    pub(crate) fn events(&mut self, count: u32, mut into: impl FnMut([u8; 8])) {
        self.raw.resize(8 * count as usize, 0);
        let _ = self.read_events.seek(SeekFrom::Start(0));
        let _ = self.read_events.read_exact(&mut self.raw);
        for bytes in self.raw.as_chunks::<8>().0 {
            into(*bytes);
        }
    }

    /// Appends the appeal of these actions to a seat whose knowledge the bytes hold.
    pub(crate) fn score(
        &mut self,
        bytes: &[u8],
        seat: usize,
        actions: impl Iterator<Item = u64>,
        weights: &[f64],
        scores: &mut Vec<f64>,
    ) -> Outcome<()> {
        self.enter(bytes, 0)?;
        if self.weights != weights {
            for (place, weight) in weights.iter().enumerate() {
                let set = self.weigh.call::<()>((place + 1, *weight));
                self.told(set)?;
            }
            self.weights.clear();
            self.weights.extend_from_slice(weights);
        }
        self.raw.clear();
        for action in actions {
            self.raw.extend_from_slice(&action.to_le_bytes());
        }
        let count = self.raw.len() / 8;
        self.actions.write_bytes(0, &self.raw);
        let scored = self.score.call::<()>((seat + 1, count));
        self.told(scored)?;
        let _ = self.read_actions.seek(SeekFrom::Start(0));
        let _ = self.read_actions.read_exact(&mut self.raw);
        scores.extend(self.raw.as_chunks::<8>().0.iter().map(|bytes| f64::from_le_bytes(*bytes)));
        Ok(())
    }

    /// Returns a figure of each seat: its score so far, or its estimate.
    pub(crate) fn figures(&mut self, bytes: &[u8], stamp: u64, estimate: bool) -> Outcome<[f64; 8]> {
        self.enter(bytes, stamp)?;
        let function = if estimate { &self.estimates } else { &self.scores };
        let called = function.call::<()>(());
        self.told(called)?;
        let raw = self.figures.read_bytes::<64>(0);
        let mut figures = [0.0; 8];
        for (figure, bytes) in figures.iter_mut().zip(raw.as_chunks::<8>().0) {
            *figure = f64::from_le_bytes(*bytes);
        }
        Ok(figures)
    }
}

/// Three numbers from the stream, each below 2^32.
fn seed(rng: &mut Rng) -> [u32; 3] {
    std::array::from_fn(|_| rng.below(u32::MAX))
}

fn flags(rng: &Rng, keep: Keep) -> u32 {
    u32::from(keep.knowledge) | u32::from(keep.events) << 1 | u32::from(rng.is_coupled()) << 2
}
