//! The worker: plays what was asked for last, and shows what is known of it.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use super::bench::{Asked, Bench, Task, compare_words};
use super::page;
use super::targets::{self, Cost, Movable};
use crate::cli::{CliError, Event, Events, ExecuteInto as _, InputError, Look, Looks, Means, write_page};
use ludometer_spec::{CompareSpec, Spec, StudySpec, TuneSpec};

/// The least time between two messages to the window.
const PACE: Duration = Duration::from_millis(200);

/// Does one work after the other, until all is over.
pub(super) fn work_on(bench: &Bench) {
    while let Some(task) = bench.next() {
        let live = Live { bench, task: &task, begun: Instant::now(), known: Mutex::default() };
        // A mistake of the program ends this work, and not the window.
        let done = catch_unwind(AssertUnwindSafe(|| live.done()));
        match done {
            Ok(Ok(())) => {}
            Ok(Err(CliError::Interrupted(_))) => bench.show(&task, page::stopped(&task.asked)),
            Ok(Err(error)) => live.failed(&error.paragraph().unwrap_or_default()),
            Err(_) => live.failed("this is a bug: the work ended in a panic"),
        }
    }
}

/// What is known of the work that goes on.
#[derive(Default)]
pub(super) struct Progress {
    /// Units done, and those that will do, if that is known.
    pub(super) done: u64,
    pub(super) expected: u64,
    /// The part of a study that is played.
    pub(super) stage: Option<(String, String)>,
    pub(super) look: Option<Look>,
    sent: Option<Instant>,
}

/// A work that goes on, and those who look at it.
struct Live<'a> {
    bench: &'a Bench,
    task: &'a Task,
    begun: Instant,
    known: Mutex<Progress>,
}

impl Live<'_> {
    fn done(&self) -> Result<(), CliError> {
        let Task { words, hand, folder, cancel, .. } = self.task;
        let means = self.bench.means();
        match &self.task.asked {
            Asked::Compare => {
                let spec: CompareSpec = spec(words)?;
                let folder = folder.join(CompareSpec::COMMAND);
                let outcome = spec.execute_into(&means, self, cancel.clone(), &folder)?;
                if outcome.complete {
                    self.bench.left(self.task, outcome.record.head.command.clone());
                }
                let parts = page::compared(&outcome, hand, self.begun.elapsed());
                self.bench.show(self.task, parts);
            }
            Asked::Study(_) => {
                let spec: StudySpec = spec(words)?;
                let folder = folder.join(StudySpec::COMMAND);
                let outcome = spec.execute_into(&means, self, cancel.clone(), &folder)?;
                if outcome.complete {
                    write_page(&self.bench.games, &folder)?;
                    self.bench.studied(self.task);
                }
                self.bench.show(self.task, page::studied(outcome.complete, self.task.change));
            }
            Asked::Find(moving) => self.find(&means, moving)?,
        }
        Ok(())
    }

    /// Searches, and then compares each proposal with the version that the search began with.
    fn find(&self, means: &Means, moving: &[Movable]) -> Result<(), CliError> {
        let Task { words, hand, folder, cancel, .. } = self.task;
        let search: TuneSpec = spec(words)?;
        let outcome = search.execute_into(means, self, cancel.clone(), &folder.join(TuneSpec::COMMAND))?;
        let mut proposals = targets::proposals(&outcome.record, moving, hand);
        for number in 0..proposals.len() {
            self.bench.propose(self.task, &proposals);
            self.bench.show(self.task, targets::found(&outcome, &proposals, None));
            if proposals[number].is_same || cancel.load(Ordering::Relaxed) {
                continue;
            }
            let stage = format!("comparing proposal {} with the version in hand", number + 1);
            *self.known() = Progress { stage: Some((stage, "games".to_owned())), ..Progress::default() };
            let before = outcome.record.head.spec.table.rules.settings.clone();
            let changes = proposals[number].settings.clone();
            let words = compare_words(&search.table.game, hand, before, changes, self.bench.limit);
            let spec: CompareSpec = spec(&words)?;
            let compared = spec.execute_into(means, self, cancel.clone(), &proposal_folder(folder, number));
            let compared = match compared {
                Err(CliError::Interrupted(_)) => continue,
                compared => compared?,
            };
            let is_settled = compared.complete && compared.record.settled;
            let before = if is_settled { "" } else { "So far: " };
            let sentence = compared.record.answers.first().map(|answer| format!("{before}{}", answer.text));
            let command = compared.complete.then_some(compared.record.head.command);
            proposals[number].cost = sentence.map(|sentence| Cost { sentence, command });
        }
        self.bench.propose(self.task, &proposals);
        self.bench.show(self.task, targets::found(&outcome, &proposals, Some(self.begun.elapsed())));
        Ok(())
    }

    fn failed(&self, text: &str) {
        self.bench.show(self.task, page::failed(&self.task.asked, text));
    }

    fn known(&self) -> MutexGuard<'_, Progress> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Shows what is known, unless that was done just now.
    fn show(&self, known: &mut Progress) {
        if known.sent.is_some_and(|sent| sent.elapsed() < PACE) {
            return;
        }
        known.sent = Some(Instant::now());
        let Task { words, hand, asked, .. } = self.task;
        let parts = match asked {
            Asked::Compare => page::comparing(known, words, hand),
            Asked::Study(minutes) => page::studying(known, words, minutes, self.begun.elapsed()),
            Asked::Find(_) => targets::finding(known, words, self.begun.elapsed()),
        };
        self.bench.show(self.task, parts);
    }
}

impl Events for Live<'_> {
    fn take(&self, event: Event<'_>) {
        let mut known = self.known();
        match event {
            Event::Started { expected, .. } | Event::Snapshot { expected } => known.expected = expected,
            Event::Advanced { by } => known.done += by,
            Event::Stage { name, unit, .. } => known.stage = Some((name.to_owned(), unit.to_owned())),
            Event::Resumed { .. } | Event::Note { .. } | Event::Done => return,
        }
        self.show(&mut known);
    }

    fn looks(&self) -> Option<&dyn Looks> {
        Some(self)
    }
}

impl Looks for Live<'_> {
    fn look(&self, found: Look) {
        let mut known = self.known();
        if known.look.is_none() {
            // The first figures are worth more than an even pace.
            known.sent = None;
        }
        known.look = Some(found);
        self.show(&mut known);
    }
}

/// Returns the folder with the comparison of a proposal, by its number from 0.
pub(super) fn proposal_folder(folder: &Path, number: usize) -> PathBuf {
    folder.join(format!("proposal-{}", number + 1))
}

/// Reads the words of a command as its specification.
pub(super) fn spec<S: Spec>(words: &[String]) -> Result<S, CliError> {
    let command = S::augment_args(clap::Command::new(S::COMMAND)).no_binary_name(true);
    let read = command.try_get_matches_from(words).and_then(|typed| S::from_arg_matches(&typed));
    Ok(read.map_err(|error| InputError::new(error.to_string()))?)
}
