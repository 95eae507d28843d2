//! `run`: the main job.

use std::io;

use super::args::RunArgs;
use super::command_line::on_bot_error;
use super::error::CliError;
use super::input::InputError;
use super::job::{Contents, End, Ended, Job, JobPlan, Means, Played, Session, before_it, perform};
use super::plan::{RunPlan, TablePlan, suffix, table_spec, weak_appeals};
use crate::registry::Games;
use ludometer_bots::{BotKind, BotSpec};
use ludometer_report::{
    AtomicFile, CheckpointHeader, Folder, Identity, RUN_FILES, ResumeError, Rows, RowsOf, RunRecord,
    RunRecorder, Shards, names_table, run_tables, summary_json, summary_text, thousands,
};
use ludometer_run::{AnyGame, Batch, Depth, Entry, Hooks, Plan, RunError, Stage, Start, Work, bot_names};
use ludometer_spec::{Minutes, RunSpec, Spec as _};

pub(super) fn run(games: &Games, args: &RunArgs) -> Result<(), CliError> {
    let folder = perform::<RunPlan>(games, &args.spec, args.minutes, args.shard.as_ref(), &args.job)?;
    if args.open { super::report::write(games, &folder, true) } else { Ok(()) }
}

/// The results of a run.
pub(super) struct Done {
    batch: Batch,
    /// The table of games.
    rows: Option<AtomicFile>,
    /// The tallies, if all games are done.
    tallies: Option<Vec<u8>>,
}

impl RunPlan {
    /// Begins the table of games, or goes on with it.
    fn rows(&self, folder: Option<&Folder>, header: &CheckpointHeader) -> Result<Option<Rows>, CliError> {
        let (Some(format), Some(folder)) = (self.spec.rows(), folder) else { return Ok(None) };
        let table = &self.table;
        let of = RowsOf {
            seats: table.bots.len(),
            seed: table.seed,
            names: bot_names(&table.bots),
            own: table.game.columns(),
            are_won: table.game.contest().ends.are_won,
        };
        match header.rows {
            None => Ok(Some(Rows::begin(folder, format, &of)?)),
            Some(sum) => match Rows::go_on(folder, format, &of, sum)? {
                Some(rows) => Ok(Some(rows)),
                None => Err(InputError::from(ResumeError::Rows { path: folder.path().to_owned() }).into()),
            },
        }
    }

    /// Returns the number of games of this part.
    const fn plays(&self) -> u64 {
        self.plan.plays.end - self.plan.plays.start
    }
}

impl Job for RunPlan {
    type Spec = RunSpec;
    type Done = Done;
    type Record = RunRecord;
    const WORK: &'static str = "run";
    const UNIT: &'static str = "games";
    const FILES: &'static [&'static str] = RUN_FILES;

    fn check(spec: &RunSpec, means: &Means) -> Result<Self, CliError> {
        Ok(Self::new(spec, means)?)
    }

    fn folder(&self) -> String {
        format!("{}-{}{}", self.table.entry.file_name(), self.table.seed, suffix(self.shards))
    }

    fn spec(&self) -> RunSpec {
        self.spec.clone()
    }

    fn identity(&self) -> Identity<RunSpec> {
        let TablePlan { game, bots, .. } = &self.table;
        Identity::new(self.spec.clone(), &[&**game], bots).with_tallies(&**game, bots)
    }

    fn shards(&self) -> Option<Shards> {
        self.shards
    }

    fn games(&self) -> Vec<&dyn AnyGame> {
        vec![&*self.table.game]
    }

    fn table(&self) -> Option<&TablePlan> {
        Some(&self.table)
    }

    fn warnings(&self) -> Vec<String> {
        let is_greedy = self.table.bots.iter().any(|bot| bot.kind == BotKind::Greedy);
        let weak = if is_greedy { weak_appeals(&self.table) } else { None };
        weak.into_iter().chain(self.table.warnings()).collect()
    }

    fn parts(&self) -> Vec<&'static str> {
        self.spec.rows().iter().map(|format| format.file()).collect()
    }

    fn play(
        &self,
        session: &mut Session<'_, RunSpec>,
        start: Option<&Start>,
    ) -> Result<Played<Done>, CliError> {
        let (stop, folder, progress) = (session.stop, session.folder, session.events);
        let rows = self.rows(folder, session.writer.header())?;
        let mut recorder = RunRecorder::new(&mut session.writer, rows);
        match stop.deadline() {
            Some(deadline) if self.in_time => progress.begin_in_time("games", deadline),
            deadline => progress.begin(self.plays(), "games", deadline),
        }
        let before = start.map_or(0, |start| start.plays);
        progress.begin_at(before);
        let some_done = |plays| {
            progress.add(plays);
            stop.look_at_clock();
        };
        let hooks = Hooks { stop: stop.flag(), progress: &some_done };
        let stage = |stage: &Stage<'_>| {
            progress.stage(stage);
            if stage.is_batch {
                progress.begin_at(before);
            }
        };
        let work = Work { hooks, stage: &stage };
        let analysis = self.spec.analysis().zip(self.spec.games);
        let table = &self.table;
        let batch = table.game.simulate_from(&table.bots, &self.plan, work, analysis, start, &mut recorder);
        progress.end();
        let (mut batch, failure) = match batch {
            Ok(batch) => (batch, None),
            Err(RunError::Bot { failure, batch }) => (*batch, Some(failure)),
            Err(error) => return Err(error.into()),
        };
        // What there was time for is a whole run: its tables are finished in peace.
        batch.interrupted &= !stop.time_is_up();
        stop.go_on_after_time();
        if let Some(pace) = &self.spec.seconds_a_turn {
            pace.add_to(&mut batch.report);
        }
        let (rows, tallies) = recorder.finish();
        let first = self.plan.plays.start;
        let rows = rows
            .zip(folder)
            .map(|(rows, folder)| rows.finish(folder, first, !batch.interrupted, stop.flag()))
            .transpose()?;
        let rows = match rows {
            // Stopped while the table was made: only its draft is there.
            Some(None) => {
                batch.interrupted = true;
                None
            }
            Some(Some((draft, sum))) => {
                let done = session.writer.header().done;
                session.writer.update(done, Some(sum));
                Some(draft)
            }
            None => None,
        };
        let end = match failure {
            Some(failure) => End::BotFailed(failure),
            None if batch.interrupted => End::Interrupted,
            None if stop.time_is_up() => End::TimeIsUp,
            None => End::Complete,
        };
        Ok(Played { count: batch.plays, end, done: Done { batch, rows, tallies } })
    }

    fn limit(&mut self, _: &Done, plays: u64) {
        self.spec.games = Some(plays);
        self.plan.plays = 0..plays;
    }

    fn last_state<'d>(&self, done: &'d Done) -> Option<&'d [u8]> {
        done.tallies.as_deref()
    }

    fn record(&self, done: &Done, ended: &Ended<'_>) -> RunRecord {
        let (hash, command) = (ended.hash.to_owned(), ended.command.to_owned());
        let (identity, shards) = (self.identity(), self.shards);
        let header =
            CheckpointHeader { hash, identity, command, shards, done: 0, milliseconds: 0, rows: None };
        let mut record = record_of(&*self.table.game, &header, &done.batch, ended.seconds);
        if let Some(shard) = &record.shard {
            record.command += &format!(" --shard {shard}");
        }
        RunRecord { minutes: self.minutes.map(Minutes::number), complete: ended.complete, ..record }
    }

    fn contents(&self, done: &mut Done) -> io::Result<Contents> {
        let (rows, shard) = (done.rows.take(), done.tallies.clone());
        let mut tables = run_tables(&done.batch.report);
        tables.push(names_table(self.table.game.names()));
        Ok(Contents { tables, rows, shard, ..Contents::default() })
    }

    fn shown(
        &self,
        done: &Done,
        record: &RunRecord,
        _: &Ended<'_>,
        plan: &JobPlan,
        files: &[String],
    ) -> String {
        let folder = plan.path.display().to_string();
        if plan.json {
            return format!("{:#}\n", summary_json(record, &done.batch, &folder, files));
        }
        summary_text(record, self.table.entry.title(), &done.batch, &plan.files(files))
    }

    fn failures(&self, done: &Done) -> Vec<String> {
        failures(&done.batch)
    }

    fn nothing(&self) -> String {
        format!("any of {} games was done", thousands(self.plays()))
    }

    fn progress(&self, done: &Done, _: &Ended<'_>) -> String {
        format!("{} of {} games", thousands(done.batch.plays), thousands(self.plays()))
    }

    fn before_failure(&self, plays: u64) -> String {
        let done = thousands(plays);
        if plays == self.plays() {
            format!("in a game beside the run, for the analysis; the {done} games of the run are")
        } else {
            before_it(plays, Self::UNIT)
        }
    }
}

/// Returns the record of a batch that a program which embeds this one played, analysed or not, in so many seconds.
pub fn run_record(
    entry: &Entry,
    game: &dyn AnyGame,
    bots: &[BotSpec],
    plan: &Plan,
    analyzed: bool,
    (batch, seconds): (&Batch, f64),
) -> RunRecord {
    let spec = RunSpec {
        games: Some(plan.plays.end),
        on_bot_error: on_bot_error(bots),
        analyze: analyzed.then_some(Depth::Basic),
        ..RunSpec::of(table_spec(entry, game, bots, plan.seating, plan.seed))
    };
    let command = spec.command();
    let identity = Identity::new(spec, &[game], bots).with_tallies(game, bots);
    let header = CheckpointHeader::new(identity, command, None);
    let complete = batch.plays == plan.plays.end;
    RunRecord { complete, ..record_of(game, &header, batch, seconds) }
}

/// Returns the record of a complete run, or of shards of it, by its header.
pub(super) fn record_of(
    game: &dyn AnyGame,
    header: &CheckpointHeader,
    batch: &Batch,
    seconds: f64,
) -> RunRecord {
    let Identity { version, mut spec, strategy_files, .. } = header.identity.clone();
    let games = spec.games.unwrap_or(0);
    let plays = header.shards.map_or(0..games, |shards| shards.plays(games));
    spec.games = Some(plays.end - plays.start);
    let per_second = |n: u64| if seconds > 0.0 { n as f64 / seconds } else { 0.0 };
    // How often each bot failed, those that did.
    let forfeits = batch.counted.bots.iter().cloned().zip(batch.forfeits.iter().copied());
    RunRecord {
        version,
        command: header.command.clone(),
        spec,
        rules_hash: game.rules().hash(),
        rules: game.rules().to_json(),
        warnings: game.warnings().to_vec(),
        strategy_files,
        options_hash: header.hash.clone(),
        shard: header.shards.map(|shards| shards.to_string()),
        first_game: plays.start,
        minutes: None,
        games_done: batch.plays,
        complete: true,
        distinct_games: batch.distinct,
        forfeits: forfeits.filter(|(_, count)| *count > 0).collect(),
        first_failures: failures(batch),
        wall_seconds: seconds,
        games_per_second: per_second(batch.plays),
        decisions_per_second: per_second(batch.decisions),
        finished: None,
    }
}

fn failures(batch: &Batch) -> Vec<String> {
    batch.first_forfeits.iter().map(ToString::to_string).collect()
}
