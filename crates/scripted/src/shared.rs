//! A script that is loaded with one rule set at one table size: what all threads share of it, and their machines.

use std::cell::RefCell;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError, Weak};

use ludometer_model::{EventSink, MAX_SEATS, Standing, Value};
use ludometer_playable::Design;

use crate::ScriptState;
use crate::compiled::{Compiled, Runner};
use crate::error::ScriptError;
use crate::event::{EventReader, ScriptEvent};
use crate::file::{Declared, ScriptFile};
use crate::layout::{self, Declarations};
use crate::layout::{Layout, head, u16_at};
use crate::machine::{Keep, Machine};
use crate::playable::{design, event_kinds};

/// Machines that a thread keeps.
const MAX_MACHINES: usize = 8;

/// The call of a machine from which on it runs native code. Making it takes as long as some thousand calls
/// save, which short runs, and the many rule sets of a sweep, never make.
const NATIVE_FROM: u32 = 2_000;

/// The different mistakes that a game remembers.
const MAX_FAULTS: usize = 64;

/// A game design written as a script, with one rule set at one table size.
#[derive(Clone, Debug)]
pub struct ScriptGame {
    pub(crate) shared: Arc<Shared>,
}

/// Data of a game that all threads share.
#[derive(Debug)]
pub(crate) struct Shared {
    pub(crate) file: Arc<ScriptFile>,
    pub(crate) design: Arc<Design>,
    /// What the numbers of events mean.
    pub(crate) events: EventReader,
    pub(crate) seats: usize,
    values: Vec<(String, Value)>,
    /// Defaults that follow from other settings, by key.
    pub(crate) derived: Vec<(String, Value)>,
    pub(crate) declared: Declarations,
    pub(crate) ways: Ways,
    /// The script counts its rounds.
    pub(crate) counts_rounds: bool,
    /// The script as a program, unless Luau is to run it or must.
    pub(crate) compiled: Result<Arc<Compiled>, ScriptError>,
    /// Errors in plays.
    faults: Mutex<Vec<(ScriptError, u64)>>,
    /// By step, the deals that were imagined in vain, as a seat could do nothing with them.
    dead_ends: Vec<AtomicU64>,
    /// Something went wrong where no state could show it: all games end.
    pub(crate) broken: AtomicBool,
    /// Machines of threads that ended, for those that begin.
    idle: Mutex<Vec<Worker>>,
}

/// A machine, and how often it was called until it got native code.
#[derive(Debug)]
struct Worker {
    machine: Machine,
    calls: u32,
}

/// A game's machine on one thread. When the thread ends, the machine goes back to its game.
struct Kept {
    game: Weak<Shared>,
    /// There until the end.
    worker: Option<Worker>,
}

impl Drop for Kept {
    fn drop(&mut self) {
        if let (Some(game), Some(worker)) = (self.game.upgrade(), self.worker.take()) {
            let mut idle = game.idle.lock().unwrap_or_else(PoisonError::into_inner);
            if idle.len() < MAX_MACHINES {
                idle.push(worker);
            }
        }
    }
}

/// How a script is run.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ways {
    /// Every list of actions is held against what its seat sees.
    pub(crate) checked: bool,
    /// The call of a machine from which on it runs native code.
    native_from: u32,
    /// Luau runs it, whether it can be a program or not.
    luau: bool,
}

impl Ways {
    /// Returns how many answers lie between two that are asked of a second machine.
    const fn distance(self) -> u32 {
        // No small numbers divide it, so it falls on all kinds of answers.
        if self.checked { 7 } else { 4001 }
    }
}

thread_local! {
    static MACHINES: RefCell<Vec<Kept>> = const { RefCell::new(Vec::new()) };
}

impl ScriptGame {
    /// Loads a script with these values of its parameters; those that are left out have their defaults.
    ///
    /// # Errors
    /// An error in the script, or in the values.
    pub fn load(
        file: &Arc<ScriptFile>,
        seats: usize,
        values: &[(String, Value)],
    ) -> Result<Self, ScriptError> {
        let design = Arc::new(design(file, &file.id));
        Self::with(
            file,
            &design,
            seats,
            values,
            Ways { checked: false, native_from: NATIVE_FROM, luau: false },
        )
    }

    /// Returns the same game as Luau runs it.
    #[cfg(test)]
    pub(crate) fn in_luau(&self) -> Result<Self, ScriptError> {
        self.in_other_ways(Ways { luau: true, ..self.shared.ways })
    }

    /// Returns the same game in which every list of actions is held against what its seat sees: a step that reads what
    /// its seat can't see, or changes something, is a mistake. Slower.
    ///
    /// # Errors
    /// An error in the script.
    pub fn checked(&self) -> Result<Self, ScriptError> {
        self.in_other_ways(Ways { checked: true, native_from: NATIVE_FROM, luau: false })
    }

    /// Returns the same game whose machines run native code from this call on (1: from the first; 0: never).
    ///
    /// # Errors
    /// An error in the script.
    pub fn native_from(&self, call: u32) -> Result<Self, ScriptError> {
        self.in_other_ways(Ways { checked: false, native_from: call, luau: true })
    }

    /// Holds what the script says to hold in every state.
    ///
    /// # Errors
    /// The first fact that doesn't hold, with its line.
    pub(crate) fn hold(&self, state: &ScriptState) -> Result<(), ScriptError> {
        if self.shared.declared.invariants == 0 || self.fault_of(state).is_some() {
            return Ok(());
        }
        self.with_machine(|machine| machine.hold(&state.bytes, state.stamp))
    }

    /// Returns the same game for scenes, whose machines stay what they are, as they were told what chance brings.
    ///
    /// # Errors
    /// An error in the script.
    pub(crate) fn staged(&self) -> Result<Self, ScriptError> {
        self.in_other_ways(Ways { checked: true, native_from: 0, luau: true })
    }

    fn in_other_ways(&self, ways: Ways) -> Result<Self, ScriptError> {
        Self::with(&self.shared.file, &self.shared.design, self.shared.seats, &self.shared.values, ways)
    }

    /// Loads a game as [`ScriptGame::load`] does, for a design that has an id of its own.
    pub(crate) fn with_design(
        file: &Arc<ScriptFile>,
        design: &Arc<Design>,
        seats: usize,
        values: &[(String, Value)],
    ) -> Result<Self, ScriptError> {
        Self::with(
            file,
            design,
            seats,
            values,
            Ways { checked: false, native_from: NATIVE_FROM, luau: false },
        )
    }

    fn with(
        file: &Arc<ScriptFile>,
        design: &Arc<Design>,
        seats: usize,
        values: &[(String, Value)],
        ways: Ways,
    ) -> Result<Self, ScriptError> {
        let (mut machine, host) = file.load(seats, Some(values), false)?;
        let read = || Ok((ScriptFile::declared(&host)?, layout::read(&host, seats)?));
        let (own, declared) = read().map_err(|error| ScriptError::of_luau(&file.name, &error))?;
        let derived = file.derived_defaults(seats, values, &own)?;
        let given = |key: &str| values.iter().find(|(other, _)| other == key).map(|(_, value)| value.clone());
        let value = |param: &Declared| given(&param.key).unwrap_or_else(|| param.default.clone());
        let values: Vec<(String, Value)> =
            own.iter().map(|param| (param.key.clone(), value(param))).collect();
        let compiled = if ways.luau {
            Err(ScriptError::new(&file.name, None, "is run by Luau".to_owned()))
        } else {
            file.programs.get(seats, &values, || Compiled::of(machine.lua(), &host, file, seats, &declared))
        };
        machine.runner = compiled.as_ref().ok().map(|compiled| Runner::new(Arc::clone(compiled)));
        let shared = Arc::new(Shared {
            compiled,
            counts_rounds: file.scan.calls.contains("round"),
            file: Arc::clone(file),
            design: Arc::clone(design),
            events: EventReader::new(&event_kinds(file).0, file, &declared.layout),
            seats,
            values,
            derived,
            declared,
            ways,
            faults: Mutex::new(Vec::new()),
            dead_ends: file.scan.steps.iter().map(|_| AtomicU64::new(0)).collect(),
            broken: AtomicBool::new(false),
            idle: Mutex::new(vec![Worker { machine, calls: 0 }]),
        });
        Ok(Self { shared })
    }

    pub(crate) fn layout(&self) -> &Layout {
        &self.shared.declared.layout
    }

    /// Runs work with this thread's machine.
    pub(crate) fn with_machine<T>(
        &self,
        work: impl FnOnce(&mut Machine) -> Result<T, ScriptError>,
    ) -> Result<T, ScriptError> {
        MACHINES.with_borrow_mut(|machines| {
            let wanted = Arc::as_ptr(&self.shared);
            let place = match machines.iter().position(|kept| std::ptr::eq(kept.game.as_ptr(), wanted)) {
                Some(place) => place,
                None => insert(machines, &self.shared, self.shared.worker()?),
            };
            let worker = machines[place].worker.as_mut();
            let worker =
                worker.ok_or_else(|| ScriptError::new(&self.shared.file.name, None, "has no machine"))?;
            if self.shared.compiled.is_err() && worker.calls < self.shared.ways.native_from {
                worker.calls += 1;
                if worker.calls == self.shared.ways.native_from {
                    worker.machine = self.shared.load(true)?;
                }
            }
            work(&mut worker.machine)
        })
    }

    /// Remembers what went wrong, and returns its number from 1.
    pub(crate) fn fault(&self, error: &ScriptError) -> u16 {
        let mut faults = self.shared.faults.lock().unwrap_or_else(PoisonError::into_inner);
        let known = faults.iter().position(|(other, _)| other == error);
        let place = known.unwrap_or_else(|| {
            if faults.len() < MAX_FAULTS {
                faults.push((error.clone(), 0));
            }
            faults.len() - 1
        });
        faults[place].1 += 1;
        place as u16 + 1
    }

    /// Counts a deal that was imagined in vain: the seat that is asked in this step, from 0, could do nothing.
    pub(crate) fn count_dead_end(&self, step: usize) {
        if let Some(times) = self.shared.dead_ends.get(step) {
            times.fetch_add(1, Ordering::Relaxed);
        }
    }

    /// Returns the steps in which a seat could do nothing with imagined cards, each with its place and how often.
    pub(crate) fn dead_ends(&self) -> Vec<(String, u64)> {
        let file = &self.shared.file;
        let times = self.shared.dead_ends.iter().map(|times| times.load(Ordering::Relaxed));
        let steps = file.scan.steps.iter().zip(times).filter(|(_, times)| *times > 0);
        steps
            .map(|(step, times)| (format!("step.{} ({}:{})", step.name, file.name, step.line), times))
            .collect()
    }

    /// Returns what went wrong in the game of this state, if anything did.
    pub fn fault_of(&self, state: &ScriptState) -> Option<ScriptError> {
        self.fault_numbered(u16_at(&state.bytes, head::FAULT))
    }

    /// Returns the mistake with this number; there is none with number 0.
    pub(crate) fn fault_numbered(&self, number: u16) -> Option<ScriptError> {
        let faults = self.shared.faults.lock().unwrap_or_else(PoisonError::into_inner);
        faults.get(usize::from(number).checked_sub(1)?).map(|(error, _)| error.clone())
    }

    /// Lets all games end because of a mistake in a place where no state can show it.
    pub(crate) fn give_up(&self, error: &ScriptError) {
        self.fault(error);
        self.shared.broken.store(true, Ordering::Relaxed);
    }

    /// Returns the mistake that so many games, all there were, ended without a decision.
    pub(crate) fn without_decisions(&self, games: u64) -> ScriptError {
        let what =
            format!("nobody decides anything: {games} of {games} games ended before the first decision");
        ScriptError::new(&self.shared.file.name, self.shared.declared.setup_line, what)
    }

    /// Returns a figure of each seat in a state.
    pub(crate) fn figures(&self, state: &ScriptState, estimate: bool) -> Option<[f64; MAX_SEATS]> {
        let figures = self.with_machine(|machine| {
            let figures = machine.figures(&state.bytes, state.stamp, estimate)?;
            let what = if estimate {
                "estimate"
            } else if self.shared.declared.contest.standing == Standing::Own {
                "standing"
            } else {
                "score"
            };
            let seats = self.shared.seats;
            self.witnessed(machine, what, |witness| {
                Ok(witness.figures(&state.bytes, 0, estimate)?[..seats] == figures[..seats])
            })?;
            Ok(figures)
        });
        figures.map_err(|error| self.give_up(&error)).ok()
    }

    /// Holds, now and then, that a machine which is given only the bytes of a state gives the same answer: `agrees` asks
    /// it.
    pub(crate) fn witnessed(
        &self,
        machine: &mut Machine,
        what: &str,
        agrees: impl FnOnce(&mut Machine) -> Result<bool, ScriptError>,
    ) -> Result<(), ScriptError> {
        // A program has nothing but the bytes of a state.
        if machine.runner.is_some() || !machine.is_sampled(self.shared.ways.distance()) {
            return Ok(());
        }
        let mut witness = match machine.witness.take() {
            Some(witness) => witness,
            None => Box::new(self.shared.load(false)?),
        };
        let same = agrees(&mut witness)?;
        machine.witness = Some(witness);
        if same {
            return Ok(());
        }
        let what = format!(
            "the script keeps something outside of its zones and numbers: of the same position a second machine gives \
             another {what}"
        );
        Err(ScriptError::new(&self.shared.file.name, None, what))
    }

    /// Returns what a call of the rules is to keep for this log. What a list is held against must be kept as well.
    pub(crate) fn keep<L: EventSink<ScriptEvent>>(&self) -> Keep {
        let checked = self.shared.ways.checked;
        Keep { knowledge: L::TRACK_KNOWLEDGE || checked, events: L::LISTENS, actions: !checked }
    }

    /// Ends the game of this state because of a mistake of the script.
    pub(crate) fn fail(state: &mut ScriptState, number: u16) {
        state.bytes[head::MOVER] = 0;
        state.bytes[head::FLAGS] |= head::OVER | head::UNFINISHED;
        state.bytes[head::FAULT..head::FAULT + 2].copy_from_slice(&number.to_le_bytes());
        state.bytes[head::PLACES..head::PLACES + 8].fill(1);
        state.stamp = 0;
    }
}

impl Shared {
    /// Returns all mistakes, each with how often it was found, in an order that no thread decides.
    pub(crate) fn all_faults(&self) -> Vec<(String, u64)> {
        let faults = self.faults.lock().unwrap_or_else(PoisonError::into_inner);
        let mut all: Vec<(String, u64)> =
            faults.iter().map(|(error, times)| (error.to_string(), *times)).collect();
        all.sort();
        all
    }

    /// Returns a machine that no thread uses, or a new one.
    fn worker(&self) -> Result<Worker, ScriptError> {
        let idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner).pop();
        match idle {
            Some(worker) => Ok(worker),
            None => Ok(Worker { machine: self.load(false)?, calls: 0 }),
        }
    }

    fn load(&self, native: bool) -> Result<Machine, ScriptError> {
        let (mut machine, _) = self.file.load(self.seats, Some(&self.values), native)?;
        machine.runner = self.compiled.as_ref().ok().map(|compiled| Runner::new(Arc::clone(compiled)));
        Ok(machine)
    }
}

/// Adds a machine, in place of one whose game is gone or of the oldest, and returns its place.
fn insert(machines: &mut Vec<Kept>, game: &Arc<Shared>, worker: Worker) -> usize {
    machines.retain(|kept| kept.game.strong_count() > 0);
    if machines.len() >= MAX_MACHINES {
        machines.remove(0);
    }
    machines.push(Kept { game: Arc::downgrade(game), worker: Some(worker) });
    machines.len() - 1
}
