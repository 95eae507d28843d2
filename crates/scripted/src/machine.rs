//! One Luau state with the prelude and a script: what plays games on one thread.
//!
//! It knows which state lies in its bytes, so that a state is copied in only when it is another one.

use std::cell::Cell;
use std::fmt;
use std::io::{Read, Seek, SeekFrom};
use std::sync::atomic::{AtomicU64, Ordering};

use mlua::{Buffer, Function, Lua, Table};

use ludometer_bots::luau::is_full;
use ludometer_model::{MAX_SEATS, Rng};

use crate::compiled::Runner;
use crate::error::ScriptError;
use crate::sandbox::{self, Load};
use crate::view::Pool;

/// A place in a buffer from which bytes are read.
trait ReadSeek: Read + Seek + Send {}
impl<T: Read + Seek + Send> ReadSeek for T {}

/// A Luau state with a script.
pub(crate) struct Machine {
    pub(crate) file: String,
    /// The state, and behind it what a call leads to.
    buffer: Buffer,
    reader: Box<dyn ReadSeek>,
    deal: Function,
    apply: Function,
    list: Function,
    list_checked: Function,
    score: Function,
    weigh: Function,
    scores: Function,
    estimates: Function,
    say: Function,
    said: Function,
    hold: Function,
    lead_on: Function,
    /// The stamp of the state that lies in the buffer; 0: none.
    live: u64,
    /// The stamp of the state whose mover's actions stand at the end of `raw`; 0: none.
    listed: u64,
    /// The place in `raw` where they begin.
    actions_at: usize,
    /// The weights that were set last.
    weights: Vec<f64>,
    /// The data read last: a state, its events, its actions.
    raw: Vec<u8>,
    /// The data that scores are asked with: a state and actions.
    asked: Vec<u8>,
    /// The numbers before an action, for the events of those that change.
    pub(crate) before: Vec<u8>,
    /// Actions of a decision, for those who want one.
    pub(crate) scratch: Vec<crate::ScriptAction>,
    /// Cards to deal, for determinized states.
    pub(crate) pool: Pool,
    /// How many answers it has given since one was asked of another machine as well.
    answers: u32,
    /// What runs the script in place of Luau, where it can be a program.
    pub(crate) runner: Option<Runner>,
    /// A machine of the same script that knows nothing but the bytes it is given: what this one is held against.
    pub(crate) witness: Option<Box<Machine>>,
    // Last, so that it outlives what it made.
    lua: Lua,
}

impl fmt::Debug for Machine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Machine").field("file", &self.file).finish_non_exhaustive()
    }
}

/// The results that a call of the rules is to keep.
#[derive(Clone, Copy)]
pub(crate) struct Keep {
    /// The knowledge of seats.
    pub(crate) knowledge: bool,
    /// Events.
    pub(crate) events: bool,
    /// The actions of the next decision, listed in the same call.
    pub(crate) actions: bool,
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
    /// An error in the script.
    pub(crate) fn load(load: &Load<'_>) -> Outcome<(Self, Table)> {
        let loaded = || -> mlua::Result<(Self, Table)> {
            let (lua, host) = sandbox::load(load)?;
            Ok((Self::of(lua, &host, load.file)?, host))
        };
        loaded().map_err(|error| ScriptError::of_luau(load.file, &error).with_hint())
    }

    fn of(lua: Lua, host: &Table, file: &str) -> mlua::Result<Self> {
        let functions: Table = host.get("functions")?;
        let buffer: Buffer = host.get("buffer")?;
        Ok(Self {
            file: file.to_owned(),
            reader: Box::new(buffer.clone().cursor()),
            buffer,
            deal: functions.get("deal")?,
            apply: functions.get("apply")?,
            list: functions.get("list")?,
            list_checked: functions.get("list_checked")?,
            score: functions.get("score")?,
            weigh: functions.get("weigh")?,
            scores: functions.get("scores")?,
            estimates: functions.get("estimates")?,
            say: functions.get("say")?,
            said: functions.get("said")?,
            hold: functions.get("hold")?,
            lead_on: functions.get("lead_on")?,
            live: 0,
            listed: 0,
            actions_at: 0,
            weights: Vec::new(),
            raw: Vec::new(),
            asked: Vec::new(),
            before: Vec::new(),
            scratch: Vec::new(),
            pool: Pool::default(),
            answers: 0,
            runner: None,
            witness: None,
            lua,
        })
    }

    /// Returns the state of Luau.
    pub(crate) fn lua(&self) -> &Lua {
        &self.lua
    }

    /// Counts an answer, and returns true for each of those with this distance.
    pub(crate) fn is_sampled(&mut self, every: u32) -> bool {
        self.answers += 1;
        let is_sampled = self.answers >= every;
        if is_sampled {
            self.answers = 0;
        }
        is_sampled
    }

    /// Writes a state to the buffer unless it is there already; returns true if it was written, which the next call
    /// must be checked.
    fn enter(&mut self, bytes: &[u8], stamp: u64) -> bool {
        let other = stamp == 0 || stamp != self.live;
        if other {
            self.buffer.write_bytes(0, bytes);
            self.live = stamp;
        }
        other
    }

    /// Returns what was called, or what it gives `again` where the memory was full: when Luau gives up what nothing holds
    /// depends on the time, so all of it goes before.
    fn unless_full<T>(
        &self,
        called: mlua::Result<T>,
        again: impl FnOnce() -> mlua::Result<T>,
    ) -> mlua::Result<T> {
        match called {
            Err(error) if is_full(&error) => {
                self.lua.gc_collect()?;
                again()
            }
            called => called,
        }
    }

    /// Turns an error of Luau into one of the script. The state in the buffer is no state any more.
    fn checked<T>(&mut self, result: mlua::Result<T>) -> Outcome<T> {
        result.map_err(|error| {
            self.live = 0;
            ScriptError::of_luau(&self.file, &error)
        })
    }

    /// Reads so many bytes from the front of the buffer into `raw`.
    fn read(&mut self, from: usize, bytes: usize) {
        self.raw.resize(bytes, 0);
        // Reading from memory can't fail.
        let _ = self.reader.seek(SeekFrom::Start(from as u64));
        let _ = self.reader.read_exact(&mut self.raw);
    }

    /// Takes over what was carried out: the state gets its new bytes, of which there are `changed` in front, and a new
    /// stamp. Returns the number of events.
    fn leave(
        &mut self,
        called: mlua::Result<u32>,
        bytes: &mut [u8],
        changed: usize,
        stamp: &mut u64,
        keep: Keep,
    ) -> Outcome<u32> {
        let failed = called.is_err();
        let counts = match self.checked(called) {
            Ok(counts) => counts,
            // A step that fails behind an action that was carried out fails again where it is asked for.
            Err(error) => self.carried_out().ok_or(error)?,
        };
        let (events, actions) = (counts % 65536, counts / 65536);
        self.actions_at = bytes.len() + 8 * events as usize;
        self.read(0, self.actions_at + 8 * actions as usize);
        bytes[..changed].copy_from_slice(&self.raw[..changed]);
        *stamp = new_stamp();
        (self.live, self.listed) = match (failed, keep.actions) {
            (true, _) => (0, 0),
            (false, true) => (*stamp, *stamp),
            (false, false) => (*stamp, 0),
        };
        Ok(events)
    }

    /// Returns the number of events of the last action, if it was carried out although the call failed.
    fn carried_out(&self) -> Option<u32> {
        let done = self.buffer.read_bytes::<4>(self.buffer.len() - 4);
        u32::from_le_bytes(done).checked_sub(1)
    }

    /// Tells a counted generator how many ways the draws of the last call could go, and a coupled one how many cards were
    /// drawn.
    fn count(&self, rng: &mut Rng) {
        let counted = || u32::from_le_bytes(self.buffer.read_bytes(self.buffer.len() - 8));
        if rng.left().is_some() {
            rng.drawn_elsewhere(counted());
        } else if rng.is_coupled() {
            rng.raced_elsewhere(counted());
        }
    }

    /// Leaves what cards are to be drawn anew by where the script's part looks for it.
    fn turn_cards(&self, rng: &Rng) {
        if rng.turned_by() > 0 {
            self.buffer.write_bytes(self.buffer.len() - 8, &rng.turned_by().to_le_bytes());
        }
    }

    /// Sets up a game, and returns the number of its events.
    pub(crate) fn deal(
        &mut self,
        bytes: &mut [u8],
        stamp: &mut u64,
        rng: &mut Rng,
        keep: Keep,
    ) -> Outcome<u32> {
        if let Some(runner) = &mut self.runner {
            *stamp = new_stamp();
            return runner.deal(&self.file, bytes, rng, keep);
        }
        let ([a, b, c], flags) = (seed(rng), flags(rng, keep));
        let deal = || self.deal.call::<u32>((a, b, c, flags));
        let dealt = self.unless_full(deal(), deal);
        self.count(rng);
        let changed = bytes.len();
        self.leave(dealt, bytes, changed, stamp, keep)
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
        if let Some(runner) = &mut self.runner {
            *stamp = new_stamp();
            return runner.apply(&self.file, bytes, action, rng, keep);
        }
        let ([a, b, c], flags) = (seed(rng), flags(rng, keep));
        let other = self.enter(bytes, *stamp);
        self.turn_cards(rng);
        let apply =
            |other| self.apply.call::<u32>((action as u32, (action >> 32) as u32, a, b, c, flags, other));
        let applied = self.unless_full(apply(other), || {
            self.buffer.write_bytes(0, bytes);
            self.turn_cards(rng);
            apply(true)
        });
        self.count(rng);
        let changed = if keep.knowledge { bytes.len() } else { plain };
        self.leave(applied, bytes, changed, stamp, keep)
    }

    /// Gives each action that the seat may choose to `into`, in the order of the script. `is_mover` says that it is the
    /// seat to move.
    pub(crate) fn list(
        &mut self,
        bytes: &[u8],
        stamp: u64,
        (seat, is_mover): (usize, bool),
        checked: bool,
        into: impl FnMut(u64),
    ) -> Outcome<()> {
        if let Some(runner) = &mut self.runner {
            return runner.list(&self.file, bytes, seat, checked, into);
        }
        if checked || !is_mover || stamp == 0 || stamp != self.listed {
            let other = self.enter(bytes, stamp);
            let list = if checked { &self.list_checked } else { &self.list };
            let list = |other| list.call::<u32>((seat + 1, other));
            let listed = self.unless_full(list(other), || {
                self.buffer.write_bytes(0, bytes);
                list(true)
            });
            let count = self.checked(listed)? as usize;
            self.read(bytes.len(), 8 * count);
            self.actions_at = 0;
            self.listed = if is_mover { stamp } else { 0 };
        }
        let actions = self.raw[self.actions_at..].as_chunks::<8>().0;
        actions.iter().map(|bytes| u64::from_le_bytes(*bytes)).for_each(into);
        Ok(())
    }

    /// Returns the events of the last action.
    pub(crate) fn events(&self, count: u32) -> &[[u8; 8]] {
        if let Some(runner) = &self.runner {
            return runner.events();
        }
        let first = self.actions_at - 8 * count as usize;
        self.raw[first..self.actions_at].as_chunks().0
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
        if let Some(runner) = &mut self.runner {
            return runner.score(&self.file, bytes, seat, actions, weights, scores);
        }
        if self.weights != weights {
            for (place, weight) in weights.iter().enumerate() {
                let set = self.weigh.call::<()>((place + 1, *weight));
                self.checked(set)?;
            }
            self.weights.clear();
            self.weights.extend_from_slice(weights);
        }
        self.asked.clear();
        self.asked.extend_from_slice(bytes);
        for action in actions {
            self.asked.extend_from_slice(&action.to_le_bytes());
        }
        self.buffer.write_bytes(0, &self.asked);
        self.live = 0;
        let score = || self.score.call::<()>((seat + 1, (self.asked.len() - bytes.len()) / 8));
        let scored = self.unless_full(score(), || {
            self.buffer.write_bytes(0, &self.asked);
            score()
        });
        self.checked(scored)?;
        // What is listed stays listed: the scores are read into another place.
        let given = &mut self.asked[bytes.len()..];
        let _ = self.reader.seek(SeekFrom::Start(bytes.len() as u64));
        let _ = self.reader.read_exact(given);
        scores.extend(given.as_chunks::<8>().0.iter().map(|bytes| f64::from_le_bytes(*bytes)));
        Ok(())
    }

    /// Holds what the script says to hold in every state.
    pub(crate) fn hold(&mut self, bytes: &[u8], stamp: u64) -> Outcome<()> {
        let other = self.enter(bytes, stamp);
        let held = self.hold.call(other);
        self.checked(held)
    }

    /// Returns the step, from 1, in which a seat that chooses in secret is asked after its last choice; 0 where it has finished.
    pub(crate) fn lead_on(&mut self, bytes: &[u8], stamp: u64, seat: usize) -> Outcome<u8> {
        if let Some(runner) = &mut self.runner {
            self.asked.clear();
            self.asked.extend_from_slice(bytes);
            return runner.lead_on(&self.file, &mut self.asked, seat);
        }
        let other = self.enter(bytes, stamp);
        let called = self.lead_on.call((seat + 1, other));
        // The script's part has noted the step in the state that it holds.
        self.live = 0;
        self.checked(called)
    }

    /// Says what chance brings next: kinds of cards, from 1, and what dice show.
    pub(crate) fn say(&mut self, cards: &[u32], numbers: &[u32]) -> Outcome<()> {
        let said = self.say.call((cards.to_vec(), numbers.to_vec()));
        self.checked(said)
    }

    /// Returns how many of the cards and numbers that were said were drawn, and true if something else was left to chance.
    pub(crate) fn said(&mut self) -> Outcome<(usize, usize, bool)> {
        let said = self.said.call(());
        self.checked(said)
    }

    /// Returns a figure of each seat: its score so far, or its estimate.
    pub(crate) fn figures(&mut self, bytes: &[u8], stamp: u64, estimate: bool) -> Outcome<[f64; MAX_SEATS]> {
        if let Some(runner) = &mut self.runner {
            return runner.figures(&self.file, bytes, estimate);
        }
        let other = self.enter(bytes, stamp);
        let function = if estimate { &self.estimates } else { &self.scores };
        let called = self.unless_full(function.call::<()>(other), || {
            self.buffer.write_bytes(0, bytes);
            function.call::<()>(true)
        });
        self.checked(called)?;
        let raw = self.buffer.read_bytes::<{ 8 * MAX_SEATS }>(bytes.len());
        let mut figures = [0.0; MAX_SEATS];
        for (figure, bytes) in figures.iter_mut().zip(raw.as_chunks::<8>().0) {
            *figure = f64::from_le_bytes(*bytes);
        }
        Ok(figures)
    }
}

/// Returns the three numbers below 2^32 that seed the script's generator; for a counted generator, the quotient of its way.
fn seed(rng: &mut Rng) -> [u32; 3] {
    if let Some(left) = rng.left() {
        return [left, 0, 0];
    }
    std::array::from_fn(|_| rng.below(u32::MAX))
}

fn flags(rng: &Rng, keep: Keep) -> u32 {
    u32::from(keep.knowledge)
        | u32::from(keep.events) << 1
        | u32::from(rng.is_coupled()) << 2
        | u32::from(keep.actions) << 3
        | u32::from(rng.left().is_some()) << 4
        | u32::from(rng.turned_by() > 0) << 5
}
