//! `review`: what the choices of a game, or of many, were worth, and what would have been better.

mod asked;
mod checkpoint;
mod reviewer;
mod text;

use std::path::Path;

use serde_json::{Value as Json, json};

use super::args::ReviewArgs;
use super::command_line::replayed;
use super::error::CliError;
use super::events::Events as _;
use super::input::InputError;
use super::output::{print, print_json, warn, warn_of_beginning};
use super::plan::{TablePlan, imagined_faults};
use super::progress::Progress;
use super::replay::ReplayPlan;
use super::trace::seat_at;
use crate::registry::Games;
use ludometer_model::{Program, Seat};
use ludometer_report::{Folder, write_table};
use ludometer_run::{Reviews, Which};

use self::checkpoint::{CHECKPOINT, Keeper};
pub(super) use reviewer::{Others, Reviewer, which};
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
    let game = &*table.game;
    let only = args.seat.map(|seat| seat_at(seat, game.seats())).transpose()?.map(Seat::new);
    if args.games == 0 {
        let (value, allowed) = ("0".to_owned(), "a whole number from 1");
        return Err(InputError::not_allowed("--games", value, allowed).into());
    }
    table.without_copies(args.games, "")?;
    // Made and locked before anything is played.
    let prepared = |path: &Path| {
        if args.resume { Folder::reopen(path) } else { Folder::prepare(path, args.force) }
    };
    let out = args.out.as_deref().map(prepared).transpose().map_err(InputError::from)?;
    let which = match args.decision {
        Some(number) => Which::One(number),
        None if args.first => Which::First,
        None => which(only),
    };
    let others = Others { policy: &args.policy, asked: &args.ask, sandbox: args.replay.sandbox };
    let reviewer = Reviewer::new((&table, split), others, which, args.threads)?;
    if !args.replay.quiet {
        warn(&table.warnings());
        warn(&reviewer.warnings());
        warn(warning.as_slice());
    }
    let first = args.replay.index;
    let worlds = match args.worlds {
        Some(worlds) => worlds,
        None if args.decision.is_some() => OF_ONE,
        None if args.games > 1 || args.first => OF_MANY,
        None => reviewer.worlds_within(SECONDS, first)?,
    };
    let mut reviews = Reviews::default();
    let (mut last, mut left) = (None, None);
    let end = first.saturating_add(args.games);
    // One game takes seconds; many are kept as they are done.
    let of_many = out.as_ref().filter(|_| args.games > 1 && args.decision.is_none());
    let mut keeper = of_many.map(|folder| Keeper::new(folder.path(), options(args, &table, worlds)));
    let mut begin = first;
    if let (Some(keeper), true, Some(folder)) = (&keeper, args.resume, &out) {
        match keeper.read()? {
            Some((next, kept)) => (begin, reviews) = (next, kept),
            None => warn_of_beginning("review", folder.path()),
        }
    }
    // Of one game the choices are counted, of many the games.
    let is_one = args.games == 1;
    let progress = Progress::counting(args.games, "games", args.replay.quiet || is_one);
    progress.begin_at(begin - first);
    let choices = Progress::counting(0, "choices", args.replay.quiet || !is_one);
    for play in begin..end {
        match reviewer.review(play, worlds, &choices, &mut |_: &Json| Ok(())) {
            Ok(reviewed) => {
                reviews.add(play, &reviewed);
                progress.add(1);
                last = Some(reviewed);
                if let Some(keeper) = keeper.as_mut().filter(|_| play + 1 < end) {
                    keeper.keep(play + 1, &reviews, false)?;
                }
            }
            // The games before it are kept.
            Err(CliError::Interrupted(_)) if play > first && out.is_some() => {
                if let Some(keeper) = &mut keeper {
                    keeper.keep(play, &reviews, true)?;
                }
                left = Some(play);
                break;
            }
            Err(error) => return Err(error),
        }
    }
    progress.end();
    choices.end();
    if let (Some(number), Some(reviewed)) = (args.decision, &last) {
        let decisions = reviewed.decisions.len();
        if usize::try_from(number).is_ok_and(|number| number >= decisions) {
            return Err(InputError::new(format!(
                "game {first} has {decisions} choices, from 0: there is no choice {number} (`review` without \
                     --decision lists mistakes)"
            ))
            .into());
        }
    }
    let tables = reviews.tables();
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
            end - next
        )));
    }
    let about = text::About { args, table: &table, method: reviewer.method(worlds) };
    match (last, args.decision) {
        _ if args.json => print_json(&json!({
            "game": table.entry.id(),
            "players": game.seats(),
            "seed": table.seed,
            "first_game": first,
            "games": args.games,
            "worlds": worlds,
            "policy": &args.policy,
            "bots": text::bots_json(&reviews),
            "decisions": text::table_json(&tables, "decisions"),
            "openings": text::table_json(&tables, "openings"),
            "stakes": text::table_json(&tables, "stakes"),
            "asked": asked::bots_json(&reviews.asked),
            "differences": text::table_json(&tables, "differences"),
        })),
        (Some(reviewed), Some(number)) => print(&about.of_decision(&reviewed, number)?),
        _ if args.first => print(&about.of_openings(&reviews)?),
        (Some(reviewed), None) if args.games == 1 => {
            print(&(about.of_one(&reviewed)? + &asked::reported(&reviews.asked, table.game.names())))
        }
        _ => print(&(about.of_many(&reviews) + &asked::reported(&reviews.asked, table.game.names()))),
    }?;
    imagined_faults(game, None).map_or(Ok(()), Err)
}

/// Returns all that decides what the files of a review hold, as a line.
fn options(args: &ReviewArgs, table: &TablePlan, worlds: u32) -> String {
    let line = replayed("review", "--bots", table, &args.replay);
    let line = line.option("--games", args.games).option("--worlds", worlds);
    let line = line.option("--policy", &args.policy).flag("--first", args.first).each("--seat", args.seat);
    let line = line.each("--ask", &args.ask);
    format!("{} {}: {}", Program::current().name, Program::release(), line.finish())
}
