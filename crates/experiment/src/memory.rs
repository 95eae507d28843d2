//! What a search has played, task by task: enough to go on as if nothing had happened.
//!
//! A search asks for the next task by what came of those before. So one that is begun anew and told the
//! same results asks for the same tasks, and goes on where the memory ends. The task under way is
//! remembered unit by unit.

use serde::{Deserialize, Serialize};

use super::check::{Answer, Check, Checked};
use super::tune::{Measurement, Search};
use ludometer_run::{Hooks, Measured, Meter, Reader, RunError};
use ludometer_stats::Report;

/// Units between two looks at whether it is time to write down how far it is.
const STEP: u64 = 64;

/// What a search asks for.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Task {
    /// The settings.
    pub point: Vec<i64>,
    /// The plays that it may take.
    pub plays: u64,
    /// Which visit of these settings it is; none for a confirmation.
    pub visit: Option<u64>,
}

/// What is remembered of a gate: figure, interval, answer.
type Gate = (f64, Option<(f64, f64)>, Answer);

/// What came of a task.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
enum Came {
    Measured(Vec<Measurement>),
    Confirmed { plays: u64, gates: Vec<Gate> },
}

/// The task under way: its units' figures, and the tallies of all of them.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Current {
    task: Task,
    rows: Vec<Vec<f64>>,
    tallies: Vec<u8>,
}

/// What a search has played.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Memory {
    done: Vec<(Task, Came)>,
    current: Option<Current>,
    /// Tasks that were asked for again.
    #[serde(skip)]
    asked: usize,
}

/// Told after every few units: the plays of the task so far, and what there is to remember by then.
pub type Note<'a> =
    &'a mut (dyn FnMut(u64, &dyn Fn() -> Result<Memory, RunError>) -> Result<(), RunError> + Send);

impl Memory {
    /// All of it as bytes.
    ///
    /// # Errors
    /// Why there are none.
    pub fn to_bytes(&self) -> Result<Vec<u8>, String> {
        postcard::to_allocvec(self).map_err(|error| error.to_string())
    }

    /// A memory from its bytes.
    ///
    /// # Errors
    /// What is wrong with them.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, String> {
        match postcard::take_from_bytes(bytes) {
            Ok((memory, [])) => Ok(memory),
            Ok(_) => Err("there is something behind it".to_owned()),
            Err(error) => Err(error.to_string()),
        }
    }

    /// The plays of all tasks that are finished.
    pub fn plays(&self) -> u64 {
        let plays = |(task, came): &(Task, Came)| match came {
            Came::Measured(_) => task.plays,
            Came::Confirmed { plays, .. } => *plays,
        };
        self.done.iter().map(plays).sum()
    }

    /// What came of this task, if it is the next one that is remembered.
    fn next(&mut self, task: &Task) -> Option<Came> {
        let (_, came) = self.done.get(self.asked).filter(|(done, _)| done == task)?;
        self.asked += 1;
        Some(came.clone())
    }

    fn add(&mut self, task: Task, came: Came) {
        // What was remembered beyond was not asked for: another search's.
        self.done.truncate(self.asked);
        self.done.push((task, came));
        self.asked = self.done.len();
        self.current = None;
    }

    /// The figures of this task, if they are remembered.
    pub fn measured(&mut self, task: &Task) -> Option<Vec<Measurement>> {
        match self.next(task)? {
            Came::Measured(figures) => Some(figures),
            Came::Confirmed { .. } => None,
        }
    }

    /// The confirmation that this task was, if it is remembered; but for the figures beside its gates'.
    pub fn confirmed(&mut self, task: &Task, search: &Search<'_>) -> Option<Check> {
        let Came::Confirmed { plays, gates } = self.next(task)? else { return None };
        let gate = |(gate, &(value, interval, answer))| Checked { gate, value, interval, answer };
        let gates = search.targets.iter().cloned().zip(&gates).map(gate).collect();
        Some(Check { gates, plays, report: Report::default(), interrupted: false })
    }

    /// Remembers the figures of a task.
    pub fn add_measured(&mut self, task: Task, figures: &[Measurement]) {
        self.add(task, Came::Measured(figures.to_vec()));
    }

    /// Remembers a confirmation.
    pub fn add_confirmed(&mut self, task: Task, check: &Check) {
        let gates = check.gates.iter().map(|gate| (gate.value, gate.interval, gate.answer)).collect();
        self.add(task, Came::Confirmed { plays: check.plays, gates });
    }

    /// A meter for this task that goes on where the memory ends and tells how far it is.
    ///
    /// # Errors
    /// [`RunError`] if what is remembered isn't the meter's.
    pub fn meter<'a>(
        &self,
        task: &Task,
        mut meter: Box<dyn Meter + 'a>,
        note: Note<'a>,
    ) -> Result<Box<dyn Meter + 'a>, RunError> {
        let mut past = Self { current: None, ..self.clone() };
        past.done.truncate(self.asked);
        let mut rows = Vec::new();
        if let Some(current) =
            self.current.as_ref().filter(|c| c.task == *task && self.asked == self.done.len())
        {
            meter.restore(current.rows.len() as u64, &current.tallies)?;
            rows.clone_from(&current.rows);
        }
        Ok(Box::new(Remembering { meter, task: task.clone(), past, rows, given: 0, note }))
    }
}

/// A meter whose first units may have been played before.
struct Remembering<'a> {
    meter: Box<dyn Meter + 'a>,
    task: Task,
    past: Memory,
    /// The units played.
    rows: Vec<Vec<f64>>,
    /// The units handed out.
    given: usize,
    note: Note<'a>,
}

impl Meter for Remembering<'_> {
    fn unit(&self) -> u64 {
        self.meter.unit()
    }

    fn plays(&self) -> u64 {
        self.given as u64 * self.unit()
    }

    fn extend(&mut self, units: u64, hooks: Hooks<'_>, read: Reader<'_>) -> Result<Measured, RunError> {
        let end = self.given + units as usize;
        let mut measured = Measured { units: Vec::with_capacity(units as usize), interrupted: false };
        let before = &self.rows[self.given..end.min(self.rows.len())];
        (hooks.progress)(before.len() as u64 * self.meter.unit());
        measured.units.extend_from_slice(before);
        self.given += before.len();
        while self.given < end && !measured.interrupted {
            let more = self.meter.extend(((end - self.given) as u64).min(STEP), hooks, read)?;
            measured.interrupted = more.interrupted;
            self.rows.extend_from_slice(&more.units);
            measured.units.extend(more.units);
            self.given = self.rows.len();
            let Self { meter, task, past, rows, note, .. } = self;
            let memory = || {
                let (task, rows, tallies) = (task.clone(), rows.clone(), meter.tallies()?);
                Ok(Memory { current: Some(Current { task, rows, tallies }), ..past.clone() })
            };
            note(rows.len() as u64 * meter.unit(), &memory)?;
        }
        Ok(measured)
    }

    fn ahead(&self) -> bool {
        self.given < self.rows.len()
    }

    fn report(&self) -> Report {
        self.meter.report()
    }

    fn tallies(&self) -> Result<Vec<u8>, RunError> {
        self.meter.tallies()
    }

    fn restore(&mut self, units: u64, tallies: &[u8]) -> Result<(), RunError> {
        self.meter.restore(units, tallies)
    }
}

#[cfg(test)]
mod tests {
    use super::super::bounds::Bound;
    use super::super::check::prove;
    use super::super::metric::Catalog;
    use super::super::metric::tests::report;
    use super::super::sweep::measure;
    use super::*;

    /// Units whose turns follow from their number, up to a number at which the user stops it.
    struct Fake {
        units: u64,
        turns: f64,
        end: u64,
    }

    impl Meter for Fake {
        fn unit(&self) -> u64 {
            10
        }

        fn plays(&self) -> u64 {
            self.units * 10
        }

        fn extend(&mut self, units: u64, _: Hooks<'_>, read: Reader<'_>) -> Result<Measured, RunError> {
            let mut rows = Vec::new();
            for _ in 0..units {
                if self.units == self.end {
                    return Ok(Measured { units: rows, interrupted: true });
                }
                let turns = 30.0 + (self.units * 7919 % 101) as f64 / 10.0;
                (self.units, self.turns) = (self.units + 1, self.turns + turns);
                rows.push(read(&report(turns, [0.5, 0.5])));
            }
            Ok(Measured { units: rows, interrupted: false })
        }

        fn report(&self) -> Report {
            report(self.turns / self.units.max(1) as f64, [0.5, 0.5])
        }

        fn tallies(&self) -> Result<Vec<u8>, RunError> {
            Ok([self.units.to_le_bytes(), self.turns.to_le_bytes()].concat())
        }

        fn restore(&mut self, units: u64, tallies: &[u8]) -> Result<(), RunError> {
            let word = |at: usize| <[u8; 8]>::try_from(&tallies[at..at + 8]).unwrap();
            assert_eq!(u64::from_le_bytes(word(0)), units);
            (self.units, self.turns) = (units, f64::from_le_bytes(word(8)));
            Ok(())
        }
    }

    /// What `work` makes of a task's meter if it is stopped after each of these numbers of units, and
    /// goes on from the bytes of the last memory.
    fn in_legs<T>(ends: &[u64], work: impl Fn(Box<dyn Meter + '_>) -> Option<T>) -> T {
        let task = Task { point: vec![1, -2], plays: 7, visit: Some(3) };
        let mut memory = Memory::default();
        for &end in ends.iter().chain([&u64::MAX]) {
            let mut last = memory.clone();
            let mut note = |_: u64, made: &dyn Fn() -> Result<Memory, RunError>| {
                last = made()?;
                Ok(())
            };
            let fake = Box::new(Fake { units: 0, turns: 0.0, end });
            if let Some(result) = work(memory.meter(&task, fake, &mut note).unwrap()) {
                return result;
            }
            memory = Memory::from_bytes(&last.to_bytes().unwrap()).unwrap();
        }
        panic!("it came to no end");
    }

    #[test]
    fn a_task_that_is_stopped_anywhere_ends_as_one_that_is_not() {
        let metrics = Catalog::of(&report(0.0, [0.0, 0.0])).find("turns").unwrap();
        let gates = [Bound { metric: metrics[0].clone(), min: Some(34.8), max: Some(35.3), weight: 1.0 }];
        let measured =
            |ends: &[u64]| in_legs(ends, |meter| measure(meter, &metrics, 9000, Hooks::none()).unwrap());
        let proved = |ends: &[u64]| {
            in_legs(ends, |meter| {
                let check = prove(meter, &gates, 0.05, 200_000, Hooks::none()).unwrap();
                (!check.interrupted).then_some(check)
            })
        };
        let whole = (measured(&[]), proved(&[]));
        assert!(whole.1.plays > 2000 && whole.1.plays < 200_000, "{whole:?}");
        for ends in
            [&[0, 1, 2][..], &[63, 64, 65, 200], &[19, 20, 21, 22, 23, 24], &[899], &[100, 101, 500, 501]]
        {
            assert!((measured(ends), proved(ends)) == whole, "{ends:?}");
        }
    }

    #[test]
    fn what_was_done_is_told_again_in_its_order_and_nothing_else() {
        let task = |x| Task { point: vec![x], plays: 30, visit: Some(0) };
        let mut memory = Memory::default();
        memory.add_measured(task(1), &[(f64::NAN, f64::INFINITY)]);
        memory.add_measured(task(2), &[(0.1 + 0.2, -0.0)]);
        assert_eq!(memory.plays(), 60);
        let again = || Memory::from_bytes(&memory.to_bytes().unwrap()).unwrap();
        let mut memory = again();
        assert!(memory.measured(&task(2)).is_none(), "out of order");
        assert!(memory.measured(&task(1)).unwrap()[0].0.is_nan());
        assert_eq!(memory.measured(&task(2)), Some(vec![(0.1 + 0.2, -0.0)]));
        assert!(memory.measured(&task(2)).is_none(), "only once");
        let mut other = again();
        other.add_measured(task(3), &[]);
        assert_eq!(other.plays(), 30, "another search forgets what it didn't ask for");
        assert!(Memory::from_bytes(&[1, 2, 3]).is_err());
    }
}
