//! The memory of what a search has played, task by task: enough to go on as if nothing had happened.
//!
//! A search asks for the next task by what came of those before. So one that is begun anew and given the
//! same results asks for the same tasks, and goes on where the memory ends. The task under way is
//! remembered unit by unit.

use serde::{Deserialize, Serialize};

use super::check::{Answer, Check, Checked, Unseen};
use super::series::{PartRecorder, from_bytes, to_bytes};
use super::tune::{Measurement, Search};
use ludometer_run::{Recorder, RunError};
use ludometer_stats::Report;

/// A task that a search asks for.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Task {
    /// The settings.
    pub point: Vec<i64>,
    /// The plays that it may take.
    pub plays: u64,
    /// Which visit of these settings it is; none for a confirmation.
    pub visit: Option<u64>,
}

/// The memory of a gate: figure, corrected figure, interval, answer, and what the answer rests on unseen.
type Gate = (Option<f64>, Option<f64>, Option<(f64, f64)>, Answer, Option<Unseen>);

/// The result of a task.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
enum Came {
    Measured(Vec<Measurement>),
    Confirmed { plays: u64, gates: Vec<Gate> },
}

/// The task under way, and the state that it goes on from.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Current {
    task: Task,
    state: Vec<u8>,
}

/// The memory of what a search has played.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Memory {
    done: Vec<(Task, Came)>,
    current: Option<Current>,
    /// Tasks that were asked for again.
    #[serde(skip)]
    asked: usize,
}

impl Memory {
    /// Returns all of it as bytes.
    ///
    /// # Errors
    /// Why there are none.
    pub fn to_bytes(&self) -> Result<Vec<u8>, RunError> {
        to_bytes(self)
    }

    /// Returns a memory from its bytes.
    ///
    /// # Errors
    /// The fault in them.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, RunError> {
        from_bytes(bytes)
    }

    /// Returns the plays of all tasks that are finished.
    pub fn plays(&self) -> u64 {
        let plays = |(task, came): &(Task, Came)| match came {
            Came::Measured(_) => task.plays,
            Came::Confirmed { plays, .. } => *plays,
        };
        self.done.iter().map(plays).sum()
    }

    /// Returns what came of this task, if it is the next one that is remembered.
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

    /// Returns the figures of this task, if they are remembered.
    pub fn measured(&mut self, task: &Task) -> Option<Vec<Measurement>> {
        match self.next(task)? {
            Came::Measured(figures) => Some(figures),
            Came::Confirmed { .. } => None,
        }
    }

    /// Returns the confirmation that this task was, if it is remembered; but for the figures beside its gates'.
    pub fn confirmed(&mut self, task: &Task, search: &Search<'_>) -> Option<Check> {
        let Came::Confirmed { plays, gates } = self.next(task)? else { return None };
        let gate = |(gate, &(value, corrected, interval, answer, unseen))| Checked {
            gate,
            value,
            corrected,
            interval,
            answer,
            unseen,
        };
        let gates = search.targets.iter().cloned().zip(&gates).map(gate).collect();
        Some(Check { gates, plays, report: Report::default(), interrupted: false })
    }

    /// Remembers the figures of a task.
    pub fn add_measured(&mut self, task: Task, figures: &[Measurement]) {
        self.add(task, Came::Measured(figures.to_vec()));
    }

    /// Remembers a confirmation.
    pub fn add_confirmed(&mut self, task: Task, check: &Check) {
        let gates = check
            .gates
            .iter()
            .map(|gate| (gate.value, gate.corrected, gate.interval, gate.answer, gate.unseen))
            .collect();
        self.add(task, Came::Confirmed { plays: check.plays, gates });
    }

    /// Returns the state that this task goes on from, if it is the one that was under way.
    pub fn start(&self, task: &Task) -> Option<&[u8]> {
        let current = self.current.as_ref().filter(|c| c.task == *task && self.asked == self.done.len());
        current.map(|current| &current.state[..])
    }

    /// Returns a recorder of this task that hands on the whole memory.
    pub fn recorder<'a>(&self, task: &Task, recorder: &'a mut dyn Recorder) -> impl Recorder + use<'a> {
        let mut past = Self { current: None, ..self.clone() };
        past.done.truncate(self.asked);
        let task = task.clone();
        let before = past.plays();
        let whole = move |state| {
            let current = Some(Current { task: task.clone(), state });
            Self { current, ..past.clone() }.to_bytes()
        };
        PartRecorder { before, whole, recorder }
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::super::bounds::Bound;
    use super::super::check::prove;
    use super::super::metric::Catalog;
    use super::super::metric::tests::report;
    use super::super::series::Control;
    use super::super::sweep::measure;
    use super::*;
    use ludometer_run::{Hooks, Measured, Meter, Reader, Tallies};

    /// Units whose turns follow from their number, up to a number at which the user stops it.
    pub(in super::super) struct Fake {
        units: u64,
        turns: f64,
        step: u64,
        end: u64,
    }

    impl Fake {
        pub(in super::super) fn boxed(step: u64, end: u64) -> Box<dyn Meter> {
            Box::new(Self { units: 0, turns: 0.0, step, end })
        }
    }

    impl Meter for Fake {
        fn unit(&self) -> u64 {
            10
        }

        fn extend(&mut self, units: u64, _: Hooks<'_>, read: Reader<'_>) -> Result<Measured, RunError> {
            let mut rows = Vec::new();
            for _ in 0..units {
                if self.units == self.end {
                    return Ok(Measured { units: rows, interrupted: true });
                }
                let turns = 30.0 + (self.units * self.step % 101) as f64 / 10.0;
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

    /// Keeps the last state.
    #[derive(Default)]
    pub(in super::super) struct Last(pub(in super::super) Option<Vec<u8>>);

    impl Recorder for Last {
        fn counted(&mut self, _: u64, state: Tallies<'_>) -> Result<(), RunError> {
            self.0 = Some(state()?);
            Ok(())
        }

        fn stopped(&mut self, plays: u64, state: Tallies<'_>) -> Result<(), RunError> {
            self.counted(plays, state)
        }
    }

    /// Returns what `work` makes of a task if its meter is stopped after each of these numbers of units, and it
    /// goes on from the bytes of the last memory.
    fn in_legs<T>(ends: &[u64], work: impl Fn(Box<dyn Meter>, Control<'_>) -> Option<T>) -> T {
        let task = Task { point: vec![1, -2], plays: 7, visit: Some(3) };
        let mut memory = Memory::default();
        for &end in ends.iter().chain([&u64::MAX]) {
            let mut last = Last::default();
            let start = memory.start(&task).map(<[u8]>::to_vec);
            let mut recorder = memory.recorder(&task, &mut last);
            let control = Control { start: start.as_deref(), ..Control::new(Hooks::none(), &mut recorder) };
            if let Some(result) = work(Fake::boxed(7919, end), control) {
                return result;
            }
            drop(recorder);
            memory = last.0.map_or(memory, |bytes| Memory::from_bytes(&bytes).unwrap());
        }
        panic!("it came to no end");
    }

    #[test]
    fn a_task_that_is_stopped_anywhere_ends_as_one_that_is_not() {
        let metrics = Catalog::of(&report(0.0, [0.0, 0.0])).find("turns").unwrap();
        let gates = [Bound { metric: metrics[0].clone(), min: Some(34.8), max: Some(35.3), weight: 1.0 }];
        let measured = |ends: &[u64]| {
            in_legs(ends, |meter, control| measure(meter, &metrics, 9000, false, control).unwrap())
        };
        let proved = |ends: &[u64]| {
            in_legs(ends, |meter, control| {
                let check = prove(meter, &gates, 0.05, 200_000, control).unwrap();
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
    fn what_was_done_is_reported_again_in_its_order_and_nothing_else() {
        let task = |x| Task { point: vec![x], plays: 30, visit: Some(0) };
        let mut memory = Memory::default();
        memory.add_measured(task(1), &[None, Some((4.0, f64::INFINITY))]);
        memory.add_measured(task(2), &[Some((0.1 + 0.2, -0.0))]);
        assert_eq!(memory.plays(), 60);
        let again = || Memory::from_bytes(&memory.to_bytes().unwrap()).unwrap();
        let mut memory = again();
        assert!(memory.measured(&task(2)).is_none(), "out of order");
        assert_eq!(memory.measured(&task(1)), Some(vec![None, Some((4.0, f64::INFINITY))]));
        assert_eq!(memory.measured(&task(2)), Some(vec![Some((0.1 + 0.2, -0.0))]));
        assert!(memory.measured(&task(2)).is_none(), "only once");
        let mut other = again();
        other.add_measured(task(3), &[]);
        assert_eq!(other.plays(), 30, "another search forgets what it didn't ask for");
        assert!(Memory::from_bytes(&[1, 2, 3]).is_err());
    }
}
