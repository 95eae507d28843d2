//! Progress of long work, as events: for a bar in the terminal, a notebook, a page.

use std::time::{Duration, Instant};

use serde::Serialize;

use ludometer_report::{AnswerRecord, CompareRow};
use ludometer_run::Stage;

/// What happens while long work goes on.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum Event<'a> {
    /// The work begins: so many units (games, deals, rounds) are expected. Work of which only the time is limited expects
    /// none.
    Started {
        /// The number of units.
        expected: u64,
        /// Their name, in the plural.
        unit: &'a str,
        /// The time that there is for it, if that is limited.
        time: Option<Duration>,
        /// True if nothing but the time limits it.
        in_time: bool,
    },
    /// So many units were done in an earlier process.
    Resumed {
        /// The number of units.
        done: u64,
    },
    /// So many more units are done.
    Advanced {
        /// The number of units.
        by: u64,
    },
    /// A look at what is known by now: so many units will probably do, those done included.
    Snapshot {
        /// The number of units.
        expected: u64,
    },
    /// Something else is done by now, in pieces of its own.
    Stage {
        /// What is done.
        name: &'a str,
        /// How many pieces it has.
        pieces: u64,
        /// Their name, in the plural.
        unit: &'a str,
    },
    /// Something is known on the way.
    Note {
        /// It, in a sentence.
        text: &'a str,
    },
    /// All is played.
    Done,
}

/// What a comparison found so far.
#[derive(Clone, Debug)]
pub struct Look {
    /// Games on each side.
    pub games: u64,
    /// The answers in sentences, the verdict first.
    pub answers: Vec<AnswerRecord>,
    /// The figures that are compared.
    pub metrics: Vec<CompareRow>,
    /// The figures beside them.
    pub beside: Vec<CompareRow>,
}

/// A listener to what a comparison finds on the way.
pub trait Looks: Sync {
    /// Takes what is found at a look.
    fn look(&self, found: Look);
}

/// A listener to the events of long work, from any of its threads.
pub trait Events: Sync {
    /// Takes an event.
    fn take(&self, event: Event<'_>);

    /// Returns the listener to what a comparison finds on the way: for nobody it isn't worked out.
    fn looks(&self) -> Option<&dyn Looks> {
        None
    }

    /// Reports the begin of work of so many units, or as many as can be done until then.
    fn begin(&self, expected: u64, unit: &str, deadline: Option<Instant>) {
        self.take(Event::Started { expected, unit, time: deadline.map(left_until), in_time: false });
    }

    /// Reports the begin of work that nothing but the time limits.
    fn begin_in_time(&self, unit: &str, deadline: Instant) {
        self.take(Event::Started { expected: 0, unit, time: Some(left_until(deadline)), in_time: true });
    }

    /// Reports units that were done in an earlier process.
    fn begin_at(&self, done: u64) {
        self.take(Event::Resumed { done });
    }

    /// Reports units that are done.
    fn add(&self, by: u64) {
        self.take(Event::Advanced { by });
    }

    /// Reports how many units will probably do.
    fn expect(&self, expected: u64) {
        self.take(Event::Snapshot { expected });
    }

    /// Reports a stage.
    fn stage(&self, stage: &Stage<'_>) {
        self.take(Event::Stage { name: stage.name, pieces: stage.pieces, unit: stage.unit });
    }

    /// Reports that all is played.
    fn end(&self) {
        self.take(Event::Done);
    }
}

impl<F: Fn(Event<'_>) + Sync> Events for F {
    fn take(&self, event: Event<'_>) {
        self(event);
    }
}

fn left_until(deadline: Instant) -> Duration {
    deadline.saturating_duration_since(Instant::now())
}
