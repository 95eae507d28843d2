//! `review`: what the choices of a game, or of many, were worth, and what would have been better.

mod text;

use std::time::Instant;

use serde_json::json;

use super::args::{Policy, ReviewArgs};
use super::error::CliError;
use super::input::InputError;
use super::output::{print, print_json, warn};
use super::plan::threads;
use super::progress::Progress;
use super::replay::ReplayPlan;
use super::stop::Stop;
use super::trace::seat_at;
use ludometer_bots::Rollout;
use ludometer_model::Seat;
use ludometer_report::{Folder, write_table};
use ludometer_run::{
    Hooks, PlayError, ReviewedGame, Reviews, TraceError, TraceOptions, Valuation, pool, review as review_game,
};

/// Seconds that a single game takes by default, at most and about.
const SECONDS: f64 = 15.0;
/// What `--out` writes.
const REVIEW_FILES: &[&str] = &["actions.csv", "decisions.csv", "habits.csv", "calibration.csv"];

/// Worlds a decision that tell how long a review takes.
const PILOT: u32 = 20;
/// Worlds a decision where many games are reviewed.
const OF_MANY: u32 = 100;
/// The most worlds that are chosen by time.
const MOST: u32 = 2_000;

pub(super) fn review(args: &ReviewArgs) -> Result<(), CliError> {
    let ReplayPlan { table, split, warning, .. } = ReplayPlan::check(&args.replay, None, &[], None)?;
    let game = &*table.game;
    let only = args.seat.map(|seat| seat_at(seat, game.seats())).transpose()?.map(Seat::new);
    if args.games == 0 {
        let (value, allowed) = ("0".to_owned(), "a whole number from 1");
        return Err(InputError::NotAllowed { option: "--games", value, allowed }.into());
    }
    // Made and locked before anything is played.
    let out = args.out.as_deref().map(|path| Folder::prepare_anew(path, args.force)).transpose();
    let out = out.map_err(InputError::from)?;
    let pool = pool(threads(args.threads)?)?;
    let stop = Stop::listen()?;
    if !args.replay.quiet {
        warn(game.warnings());
        warn(warning.as_slice());
    }
    let policy = match args.policy {
        Policy::Greedy => Rollout::Greedy { noise: 0.0 },
        Policy::Random => Rollout::Random,
    };
    let options = |play| TraceOptions {
        seed: table.seed,
        play,
        seating: table.seats.seating(),
        split,
        labels: true,
        views: false,
        branch: None,
    };
    let one = |play: u64, worlds: u32, progress: &Progress| -> Result<ReviewedGame, CliError> {
        let hooks = Hooks { stop: stop.flag(), progress: &|decisions| progress.add(decisions) };
        let plan = (Valuation { worlds, policy }, only);
        review_game(game, &table.bots, options(play), plan, &pool, hooks).map_err(|error| match error {
            TraceError::Play(PlayError::Stopped) => {
                CliError::Interrupted("interrupted: the review is not complete".to_owned())
            }
            error => error.into(),
        })
    };
    let first = args.replay.index;
    let worlds = match args.worlds {
        Some(worlds) => worlds,
        None if args.games > 1 => OF_MANY,
        None => {
            let begun = Instant::now();
            one(first, PILOT, &Progress::counting(0, "choices", true))?;
            worlds_in_time(begun.elapsed().as_secs_f64())
        }
    };
    let mut reviews = Reviews::default();
    let mut last = None;
    let progress = Progress::new(args.games, args.replay.quiet);
    for play in first..first.saturating_add(args.games) {
        let quiet = Progress::counting(0, "choices", true);
        let reviewed = one(play, worlds, &quiet)?;
        reviews.add(play, &reviewed);
        progress.add(1);
        last = Some(reviewed);
    }
    progress.clear();
    if let Some(folder) = out {
        let mut drafts = Vec::new();
        for table in reviews.tables() {
            let mut bytes = Vec::new();
            write_table(&table, &mut bytes).map_err(CliError::Output)?;
            drafts.push(folder.draft(&format!("{}.csv", table.name), &bytes)?);
        }
        folder.publish(drafts, REVIEW_FILES, &[])?;
    }
    let plan = text::About { args, table: &table, worlds };
    match last {
        Some(reviewed) if args.games == 1 && !args.json => print(&plan.of_one(&reviewed)?),
        _ if args.json => print_json(&json!({
            "game": table.entry.id(),
            "players": game.seats(),
            "seed": table.seed,
            "first_game": first,
            "games": args.games,
            "worlds": worlds,
            "policy": args.policy.name(),
            "bots": text::bots_json(&reviews),
            "decisions": text::table_json(&reviews.tables()[1]),
        })),
        _ => print(&plan.of_many(&reviews)),
    }?;
    Ok(())
}

/// As many worlds as fit in the time of a review, if so many took this long; two digits, so that they can be typed.
fn worlds_in_time(pilot_seconds: f64) -> u32 {
    let worlds = f64::from(PILOT) * SECONDS / pilot_seconds.max(1e-3);
    let digits = 10_f64.powf(worlds.log10().floor() - 1.0);
    ((worlds / digits).floor() * digits).clamp(f64::from(2 * PILOT), f64::from(MOST)) as u32
}
