//! `review`: what the choices of a game, or of many, were worth, and what would have been better.

mod asked;
mod checkpoint;
mod reviewer;
mod text;

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use serde_json::{Value as Json, json};

use super::args::ReviewArgs;
use super::error::CliError;
use super::events::{Event, Events};
use super::input::InputError;
use super::job::{Execute, Means, Outcome};
use super::output::{print, print_json, warn, warn_of_beginning};
use super::plan::{TablePlan, imagined_faults, threads};
use super::progress::Progress;
use super::replay::ReplayPlan;
use super::stop::Stop;
use super::trace::seat_at;
use crate::registry::Games;
use ludometer_model::{Program, Seat};
use ludometer_report::{Folder, write_table};
use ludometer_run::{ReviewedGame, Reviews, Which};
use ludometer_spec::{ReviewSpec, ReviewedSpec, Spec as _};

use self::checkpoint::{CHECKPOINT, Keeper};
pub(super) use reviewer::{Others, Reviewer, interrupted, options, which};
pub(super) use text::{following, valued, verdict};

/// Seconds that a single game takes by default, at most and about.
const SECONDS: f64 = 15.0;
/// The files that `--out` writes.
const REVIEW_FILES: &[&str] = &[
    "actions.csv",
    "decisions.csv",
    "habits.csv",
    "openings.csv",
    "stakes.csv",
    "calibration.csv",
    "asked.csv",
    "differences.csv",
];

/// Worlds a decision where many games are reviewed.
const OF_MANY: u32 = 100;
/// Worlds where a single decision is reviewed.
const OF_ONE: u32 = 1_000;

pub(super) fn review(games: &Games, args: &ReviewArgs) -> Result<(), CliError> {
    let ReplayPlan { table, split, warning, .. } = ReplayPlan::check(games, &args.replay, None, &[], None)?;
    let (first, asked) = (args.replay.index, &args.reviewed);
    let work = Work { table: &table, paired: split, first, asked };
    work.check()?;
    // Made and locked before anything is played.
    let prepared = |path: &Path| {
        if args.resume { Folder::reopen(path) } else { Folder::prepare(path, args.force) }
    };
    let out = args.out.as_deref().map(prepared).transpose().map_err(InputError::from)?;
    let reviewer = work.reviewer(args.replay.sandbox, threads(args.threads)?, Stop::listen()?)?;
    if !args.replay.quiet {
        warn(&table.warnings());
        warn(&reviewer.warnings());
        warn(warning.as_slice());
    }
    let worlds = work.worlds(&reviewer)?;
    // One game takes seconds; many are kept as they are done.
    let of_many = out.as_ref().filter(|_| work.games() > 1 && asked.decision.is_none());
    let mut keeper = of_many.map(|folder| Keeper::new(folder.path(), work.identity(worlds)));
    let mut begun = (first, Reviews::default());
    if let (Some(keeper), true, Some(folder)) = (&keeper, args.resume, &out) {
        match keeper.read()? {
            Some(kept) => begun = kept,
            None => warn_of_beginning("review", folder.path()),
        }
    }
    let mut keep = |next: u64, reviews: &Reviews, has_to: bool| match &mut keeper {
        Some(keeper) => keeper.keep(next, reviews, has_to),
        None => Ok(()),
    };
    let progress = Progress::new(args.replay.quiet);
    let done = work.play(&reviewer, worlds, begun, &progress, &mut keep)?;
    // Without a folder there is nothing to go on from.
    let left = done.left.filter(|_| out.is_some());
    if done.left.is_some() && left.is_none() {
        return Err(interrupted());
    }
    let tables = done.reviews.tables();
    if let Some(folder) = out {
        let mut drafts = Vec::new();
        for table in &tables {
            let mut bytes = Vec::new();
            write_table(table, &mut bytes).map_err(CliError::Output)?;
            drafts.push(folder.draft(&format!("{}.csv", table.name), &bytes)?);
        }
        let checkpoint = folder.path().join(CHECKPOINT);
        let kept = if left.is_none() && checkpoint.exists() { vec![checkpoint] } else { Vec::new() };
        folder.publish(drafts, REVIEW_FILES, &kept)?;
    }
    if let Some(next) = left {
        return Err(CliError::Interrupted(format!(
            "interrupted: the files have the {} reviewed games; the same command with --resume in place of --force goes on with the {} others",
            next - first,
            work.end() - next
        )));
    }
    let about = text::About { args, table: &table, method: reviewer.method(worlds) };
    let Done { reviews, last, .. } = done;
    let asked_bots = asked::reported(&reviews.asked, table.game.names(), table.game.contest());
    match (last, asked.decision) {
        _ if args.json => print_json(&work.record(&reviews, worlds)),
        (Some(reviewed), Some(number)) => print(&about.of_decision(&reviewed, number)?),
        _ if asked.first => print(&about.of_openings(&reviews)?),
        (Some(reviewed), None) if work.games() == 1 => print(&(about.of_one(&reviewed)? + &asked_bots)),
        _ => print(&(about.of_many(&reviews) + &asked_bots)),
    }?;
    imagined_faults(&*table.game, None).map_or(Ok(()), Err)
}

impl Execute for ReviewSpec {
    type Record = Json;

    fn execute(
        &self,
        means: &Means,
        events: &dyn Events,
        cancel: Arc<AtomicBool>,
    ) -> Result<Outcome<Json>, CliError> {
        let table = TablePlan::check(&means.games, &self.table)?;
        let work = Work { table: &table, paired: self.paired, first: self.first_game, asked: &self.reviewed };
        work.check()?;
        let reviewer = work.reviewer(self.table.sandbox, means.threads, Stop::by(cancel))?;
        let warnings = [table.warnings(), reviewer.warnings()].concat();
        let worlds = work.worlds(&reviewer)?;
        let begun = (self.first_game, Reviews::default());
        let Done { reviews, left, .. } =
            work.play(&reviewer, worlds, begun, events, &mut |_, _, _| Ok(()))?;
        let record = work.record(&reviews, worlds);
        let (tables, complete) = (reviews.tables(), left.is_none());
        Ok(Outcome { record, tables, files: Vec::new(), warnings, complete })
    }
}

/// Games to review.
struct Work<'a> {
    table: &'a TablePlan,
    /// True for games of a paired comparison.
    paired: bool,
    /// The first game.
    first: u64,
    asked: &'a ReviewedSpec,
}

/// Reviews of all games, or of those before an interruption.
struct Done {
    reviews: Reviews,
    /// The last game.
    last: Option<ReviewedGame>,
    /// The first game that was left, after an interruption.
    left: Option<u64>,
}

impl<'a> Work<'a> {
    fn games(&self) -> u64 {
        self.asked.games.unwrap_or(1)
    }

    /// Returns the first game that is not reviewed.
    fn end(&self) -> u64 {
        self.first.saturating_add(self.games())
    }

    fn check(&self) -> Result<(), CliError> {
        self.which()?;
        if self.games() == 0 {
            return Err(InputError::not_allowed("--games", "0", "a whole number from 1").into());
        }
        Ok(self.table.without_copies(self.games(), "")?)
    }

    fn which(&self) -> Result<Which, InputError> {
        let seats = self.table.game.seats();
        let only = self.asked.seat.map(|seat| seat_at(seat, seats)).transpose()?;
        Ok(match self.asked.decision {
            Some(number) => Which::One(number),
            None if self.asked.first => Which::First,
            None => which(only.map(Seat::new)),
        })
    }

    fn reviewer(&self, sandbox: bool, threads: usize, stop: Stop) -> Result<Reviewer<'a>, CliError> {
        let others = Others { policy: &self.asked.policy, asked: &self.asked.ask, sandbox };
        Reviewer::new((self.table, self.paired), others, self.which()?, threads, stop)
    }

    /// Returns the worlds a decision: as asked for, or as many as there is time for.
    fn worlds(&self, reviewer: &Reviewer<'_>) -> Result<u32, CliError> {
        match self.asked.worlds {
            Some(worlds) => Ok(worlds),
            None if self.asked.decision.is_some() => Ok(OF_ONE),
            None if self.games() > 1 || self.asked.first => Ok(OF_MANY),
            None => reviewer.worlds_within(SECONDS, self.first),
        }
    }

    /// Returns all that decides what the files hold: the program, and the command that asks for it.
    fn identity(&self, worlds: u32) -> String {
        let reviewed = ReviewedSpec { worlds: Some(worlds), ..self.asked.clone() };
        let (table, first_game, paired) = (self.table.spec(), self.first, self.paired);
        let command = ReviewSpec { table, first_game, paired, reviewed }.command();
        format!("{} {}: {command}", Program::current().name, Program::release())
    }

    /// Reviews the games from those on that are reviewed already; `keep` takes the first game that is not in what it keeps,
    /// and whether it has to.
    fn play(
        &self,
        reviewer: &Reviewer<'_>,
        worlds: u32,
        (next, mut reviews): (u64, Reviews),
        events: &dyn Events,
        keep: &mut dyn FnMut(u64, &Reviews, bool) -> Result<(), CliError>,
    ) -> Result<Done, CliError> {
        let (mut last, mut left) = (None, None);
        // Of one game the choices are counted, of many the games.
        let is_one = self.games() == 1;
        let silent = |_: Event<'_>| ();
        let (of_games, of_choices): (&dyn Events, &dyn Events) =
            if is_one { (&silent, events) } else { (events, &silent) };
        of_choices.begin(0, "choices", None);
        of_games.begin(self.games(), "games", None);
        of_games.begin_at(next - self.first);
        for game in next..self.end() {
            match reviewer.review(game, worlds, of_choices, &mut |_: &Json| Ok(())) {
                Ok(reviewed) => {
                    reviews.add(game, &reviewed);
                    of_games.add(1);
                    last = Some(reviewed);
                    if game + 1 < self.end() {
                        keep(game + 1, &reviews, false)?;
                    }
                }
                // The games before it are kept.
                Err(CliError::Interrupted(_)) if game > self.first => {
                    keep(game, &reviews, true)?;
                    left = Some(game);
                    break;
                }
                Err(error) => return Err(error),
            }
        }
        events.end();
        if let (Some(number), Some(reviewed)) = (self.asked.decision, &last) {
            let decisions = reviewed.decisions.len();
            if usize::try_from(number).is_ok_and(|number| number >= decisions) {
                return Err(InputError::new(format!(
                    "game {first} has {decisions} choices, from 0: there is no choice {number} (`review` without \
                     --decision lists mistakes)",
                    first = self.first
                ))
                .into());
            }
        }
        Ok(Done { reviews, last, left })
    }

    /// Returns the reviews as JSON.
    fn record(&self, reviews: &Reviews, worlds: u32) -> Json {
        let tables = reviews.tables();
        json!({
            "game": self.table.entry.id(),
            "players": self.table.game.seats(),
            "seed": self.table.seed,
            "first_game": self.first,
            "games": self.games(),
            "worlds": worlds,
            "policy": &self.asked.policy,
            "bots": text::bots_json(reviews),
            "decisions": text::table_json(&tables, "decisions"),
            "openings": text::table_json(&tables, "openings"),
            "stakes": text::table_json(&tables, "stakes"),
            "asked": asked::bots_json(&reviews.asked),
            "differences": text::table_json(&tables, "differences"),
        })
    }
}
