//! Checkpoints of every game: whatever the moment of an interruption, the clock and the number of
//! threads, a run that goes on makes the same bytes.

#![expect(clippy::unwrap_used, reason = "a failed step fails its test")]

use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use ludometer::bots::BotSpec;
use ludometer::model::RuleSet;
use ludometer::registry::{Entry, GAMES};
use ludometer::run::{AnyGame, Batch, Hooks, Plan, RunError, Seating, Start, Work, bot_names};
use ludometer_report::{
    CHECKPOINT, CheckpointHeader, CheckpointWriter, Folder, Identity, Pace, Rows, RowsOf, RunRecorder,
    read_sealed, run_tables, write_table,
};
use ludometer_spec::{PlaysFormat, RunSpec, TableSpec};

/// So many that no number of threads has them all under way before it is asked to stop.
const PLAYS: u64 = 4_096;

struct Run {
    game: Box<dyn AnyGame>,
    bots: Vec<BotSpec>,
}

impl Run {
    fn of(entry: &Entry) -> Self {
        let rules = RuleSet::defaults(entry.schema());
        let game = entry.load(entry.seats_allowed(&rules).0.max(3), rules).unwrap();
        let bots = (0..game.seats()).map(|i| game.bot(["greedy", "random"][i % 2]).unwrap()).collect();
        Self { game, bots }
    }

    fn plan(threads: usize) -> Plan {
        Plan { seed: 11, plays: 0..PLAYS, seating: Seating::Rotate, threads, timing: false, stall: None }
    }

    fn of_rows(&self) -> RowsOf {
        let (names, own) = (bot_names(&self.bots), self.game.columns());
        RowsOf { seats: self.game.seats(), seed: 11, names, own, are_won: true }
    }

    fn kept(&self) -> CheckpointHeader {
        let mut spec = RunSpec::of(TableSpec::of("test"));
        (spec.table.seed, spec.games, spec.per_game) = (11, Some(PLAYS), true);
        let identity = Identity::new(spec, &[&*self.game], &[]).with_tallies(&*self.game, &self.bots);
        CheckpointHeader::new(identity, "test".to_owned(), None)
    }
}

/// Returns all tables of a run as one text, that of the games included.
fn text(batch: &Batch, games: &Path) -> Vec<u8> {
    let mut out = fs::read(games).unwrap();
    for table in run_tables(&batch.report) {
        write_table(&table, &mut out).unwrap();
    }
    out
}

/// Plays until `stop_after` checkpoints were due (for ever: `u64::MAX`), from the checkpoint that
/// is there, if there is one.
fn leg(
    run: &Run,
    path: &Path,
    threads: usize,
    stop_after: u64,
    clock: &(dyn Fn() -> Duration + Sync),
) -> Batch {
    let folder = Folder::reopen(path).unwrap();
    let stop = AtomicBool::new(false);
    let left = AtomicU64::new(stop_after);
    let ticking = || {
        // The clock is asked once for every chunk, before the checkpoint that it makes due.
        if left.fetch_sub(1, Ordering::Relaxed) == 0 {
            stop.store(true, Ordering::Relaxed);
        }
        clock()
    };
    let pace = Pace { every: Duration::ZERO, clock: &ticking, first: &|| folder.keep() };
    let (kept, start) = if path.join(CHECKPOINT).exists() {
        folder.keep();
        let (kept, tallies): (CheckpointHeader, _) =
            read_sealed(&path.join(CHECKPOINT), "checkpoint").unwrap();
        let start = Start { plays: kept.done, tallies };
        (kept, Some(start))
    } else {
        (run.kept(), None)
    };
    let rows = match kept.rows {
        Some(sum) => Rows::go_on(&folder, PlaysFormat::Csv, &run.of_rows(), sum).unwrap().unwrap(),
        None => Rows::begin(&folder, PlaysFormat::Csv, &run.of_rows()).unwrap(),
    };
    let mut writer = CheckpointWriter::new(Some(path), kept, pace);
    let mut recorder = RunRecorder::new(&mut writer, Some(rows));
    let hooks = Hooks { stop: &stop, progress: &|_| {} };
    let batch = run.game.simulate_from(
        &run.bots,
        &Run::plan(threads),
        Work { hooks, stage: &|_| {} },
        None,
        start.as_ref(),
        &mut recorder,
    );
    let batch = batch.unwrap();
    recorder.finish().0.unwrap().finish(&folder, 0, false, &AtomicBool::new(false)).unwrap();
    batch
}

#[test]
fn a_run_that_goes_on_makes_the_same_bytes() {
    for entry in GAMES.iter() {
        let run = Run::of(entry);
        let root = tempfile::tempdir().unwrap();
        let still = || Duration::ZERO;
        let whole = root.path().join("whole");
        let batch = leg(&run, &whole, 2, u64::MAX, &still);
        let part = |path: &Path| path.join(".ludometer-games.csv.part");
        let expected = text(&batch, &part(&whole));
        for threads in [1, 3] {
            let path = root.path().join(threads.to_string());
            let mut legs = 0;
            let mut done = 0;
            loop {
                let batch = leg(&run, &path, threads, 4, &still);
                assert!(batch.plays > done, "{}: nothing was kept", entry.id());
                done = batch.plays;
                legs += 1;
                if !batch.interrupted {
                    assert!(text(&batch, &part(&path)) == expected, "{}, {threads} threads", entry.id());
                    break;
                }
                // Rows of plays after the checkpoint, as a killed process leaves them.
                let mut bytes = fs::read(part(&path)).unwrap();
                bytes.extend(b"9999,half a row");
                fs::write(part(&path), bytes).unwrap();
            }
            assert!(legs > 1, "{}: it was never interrupted", entry.id());
        }
    }
}

#[test]
fn a_clock_that_jumps_changes_nothing() {
    let run = Run::of(&GAMES[0]);
    let root = tempfile::tempdir().unwrap();
    let texts: Vec<_> = (0..3)
        .map(|kind| {
            let asked = AtomicU64::new(0);
            let clock = move || {
                let n = asked.fetch_add(1, Ordering::Relaxed);
                Duration::from_secs(match kind {
                    0 => 0,
                    // Back by a day, forth by a year, and back to the beginning of time.
                    1 => [86_400 * 400, 86_400 * 399, 86_400 * 765, 0][n as usize % 4],
                    _ => u64::MAX - n,
                })
            };
            let path = root.path().join(kind.to_string());
            let batch = leg(&run, &path, 2, u64::MAX, &clock);
            text(&batch, &path.join(".ludometer-games.csv.part"))
        })
        .collect();
    assert!(texts[0] == texts[1] && texts[0] == texts[2]);
}

#[test]
fn tallies_of_another_batch_are_refused() {
    let run = Run::of(&GAMES[0]);
    let refused = |start: &Start| {
        struct Nothing;
        impl ludometer::run::Recorder for Nothing {}
        run.game.simulate_from(&run.bots, &Run::plan(1), Work::unwatched(), None, Some(start), &mut Nothing)
    };
    let root = tempfile::tempdir().unwrap();
    let batch = leg(&run, root.path(), 1, 1, &|| Duration::ZERO);
    let (_, tallies): (CheckpointHeader, _) =
        read_sealed(&root.path().join(CHECKPOINT), "checkpoint").unwrap();
    let start = |plays, tallies: &[u8]| Start { plays, tallies: tallies.to_vec() };
    assert!(refused(&start(batch.plays, &tallies)).is_ok());
    let more = [&tallies[..], &[0]].concat();
    for wrong in [
        start(batch.plays + 1, &tallies),
        start(batch.plays, &tallies[..tallies.len() - 1]),
        start(batch.plays, &more),
        start(batch.plays, &[]),
    ] {
        assert!(matches!(refused(&wrong), Err(RunError::Tallies(_))), "{} bytes", wrong.tallies.len());
    }
}
