//! What is kept of a search while it goes on, and going on from it.

use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};
use serde_json::{Value as Json, json};

use super::TunePlan;
use crate::cli::error::CliError;
use crate::cli::input::InputError;
use crate::cli::output::warn_of_beginning;
use crate::cli::repeat::seating;
use crate::cli::stop::Stop;
use ludometer_bots::BotSpec;
use ludometer_experiment::Memory;
use ludometer_model::Program;
use ludometer_report::{
    CHECKPOINT, CheckpointHeader, Folder, Options, Resume, ResumeError, SealError, StrategyFileRecord, look,
    strategy_files, write_sealed,
};
use ludometer_run::RunError;

/// A checkpoint must have been worth this many times the time that it took to write.
const WORTH: u32 = 100;

/// All that decides what the files of a search hold.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct TuneOptions {
    version: String,
    game: String,
    players: usize,
    rules: Json,
    bots: Vec<String>,
    strategy_files: Vec<StrategyFileRecord>,
    seating: String,
    seed: u64,
    targets: Json,
    moves: Json,
    cards: Json,
    budget: u64,
    confidence: f64,
    allow_warnings: bool,
}

impl Options for TuneOptions {
    const RECORD: &'static str = "tune.json";
    const KIND: &'static str = "tune";
}

impl TuneOptions {
    pub(super) fn of(plan: &TunePlan) -> Self {
        let (table, asked) = (&plan.table, &plan.targets);
        let target = |t: &ludometer_experiment::Bound| json!([t.metric.name(), t.min, t.max, t.weight]);
        let moved = |m: &ludometer_experiment::Move| json!([m.key, m.start, m.min, m.max, m.step]);
        Self {
            version: Program::release().to_owned(),
            game: table.entry.id().to_owned(),
            players: table.bots.len(),
            rules: table.game.rules().to_json(),
            bots: table.bots.iter().map(BotSpec::to_arg).collect(),
            strategy_files: strategy_files(&table.bots),
            seating: seating(table.seats).to_owned(),
            seed: table.seed,
            targets: asked.targets.iter().map(target).collect(),
            moves: asked.moves.iter().map(moved).collect(),
            cards: json!(asked.cards),
            budget: plan.budget,
            confidence: plan.confidence,
            allow_warnings: plan.allow_warnings,
        }
    }
}

/// What was played, and how it is written down.
pub(super) struct Keep<'a> {
    pub(super) memory: Memory,
    pub(super) writer: Writer<'a>,
}

/// Writes down how far the search is, every few seconds and when it is stopped.
pub(super) struct Writer<'a> {
    folder: &'a Folder,
    stop: &'a Stop,
    kept: CheckpointHeader<TuneOptions>,
    every: Duration,
    begun: Instant,
    /// Milliseconds spent before this process.
    spent: u64,
    last: Instant,
    pause: Duration,
    stored: Option<u64>,
}

impl Writer<'_> {
    /// Keeps what there is to remember with so many plays of the task under way, if it is time to.
    pub(super) fn note(
        &mut self,
        plays: u64,
        memory: &dyn Fn() -> Result<Memory, RunError>,
    ) -> Result<(), RunError> {
        if self.last.elapsed() < self.pause && !self.stop.asked() {
            return Ok(());
        }
        let begun = Instant::now();
        let memory = memory()?;
        let done = memory.plays() + plays;
        if done == 0 {
            return Ok(());
        }
        let path = self.folder.path().join(CHECKPOINT);
        let failed = |what| RunError::File { path: path.clone(), source: std::io::Error::other(what) };
        let bytes = memory.to_bytes().map_err(failed)?;
        (self.kept.done, self.kept.milliseconds) = (done, self.milliseconds());
        write_sealed(&path, TuneOptions::KIND, &self.kept, &bytes)?;
        if self.stored.replace(done).is_none() {
            self.stop.remove_on_abort(self.folder.leftovers());
        }
        self.last = Instant::now();
        self.pause = match self.every {
            Duration::ZERO => Duration::ZERO,
            every => every.max(begun.elapsed().saturating_mul(WORTH)),
        };
        Ok(())
    }

    /// The time that was spent on the search, also by processes before.
    pub(super) fn milliseconds(&self) -> u64 {
        self.spent.saturating_add(u64::try_from(self.begun.elapsed().as_millis()).unwrap_or(u64::MAX))
    }

    /// The plays that a checkpoint keeps, if there is one.
    pub(super) const fn stored(&self) -> Option<u64> {
        self.stored
    }

    /// The command that goes on.
    pub(super) fn resume(&self) -> String {
        self.kept.resume(self.folder.path())
    }
}

/// Where the search begins or goes on; `None` if all of it is done.
pub(super) fn begin<'a>(
    plan: &TunePlan,
    folder: &'a Folder,
    stop: &'a Stop,
) -> Result<Option<Keep<'a>>, CliError> {
    let options = TuneOptions::of(plan);
    let found = if plan.resume {
        look(folder.path(), &options, None).map_err(InputError::from)?
    } else {
        Resume::Nothing
    };
    let (kept, memory) = match found {
        Resume::Finished => return Ok(None),
        Resume::Part(kept, start) => {
            let damaged = |reason| {
                let path = folder.path().join(CHECKPOINT);
                InputError::from(ResumeError::from(SealError::Damaged { path, reason }))
            };
            (*kept, Memory::from_bytes(&start.tallies).map_err(damaged)?)
        }
        Resume::Nothing => {
            if plan.resume && !plan.out.quiet {
                warn_of_beginning("search", folder.path());
            }
            // What a former search left to go on with is replaced with it.
            folder.remove(CHECKPOINT)?;
            let (hash, command) = (options.hash(), plan.command_here());
            let kept = CheckpointHeader {
                hash,
                options,
                command,
                shards: None,
                done: 0,
                milliseconds: 0,
                rows: None,
            };
            (kept, Memory::default())
        }
    };
    let now = Instant::now();
    let writer = Writer {
        folder,
        stop,
        every: plan.every,
        begun: now,
        spent: kept.milliseconds,
        last: now,
        pause: plan.every,
        stored: (kept.done > 0).then_some(kept.done),
        kept,
    };
    Ok(Some(Keep { memory, writer }))
}
