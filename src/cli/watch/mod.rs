//! `watch`: a page on which games are followed step by step.

mod film;

use std::path::PathBuf;

use super::args::{ReplayArgs, WatchArgs};
use super::error::CliError;
use super::input::InputError;
use super::output::{print, warn};
use super::progress::Progress;
use super::repeat::replayed;
use super::replay::ReplayPlan;
use super::report::open;
use super::review::{Reviewer, which};
use super::trace::seat_at;
use film::{Camera, Cut};
use ludometer_model::Seat;
use ludometer_narration::letter;
use ludometer_report::{viewer, writable, write_file};

/// Seconds that the values of a game take by default, at most and about.
const SECONDS: f64 = 10.0;

pub(super) fn watch(args: &WatchArgs) -> Result<(), CliError> {
    let ReplayPlan { table, split, warning, .. } = ReplayPlan::check(&args.replay, None, &[], None)?;
    let numbers: Vec<u64> = [&[args.replay.index][..], &args.also].concat();
    let replays: Vec<ReplayArgs> =
        numbers.iter().map(|&index| ReplayArgs { index, ..args.replay.clone() }).collect();
    for replay in &replays[1..] {
        ReplayPlan::check(replay, None, &[], None)?;
    }
    let game = &*table.game;
    let seat = args.seat.map(|seat| seat_at(seat, game.seats())).transpose()?;
    let path = args.out.clone().unwrap_or_else(|| {
        let file = table.entry.file_name();
        PathBuf::from(match seat {
            Some(seat) => format!("{file}-as-{}.html", letter(seat)),
            None => format!("{file}-{}-game-{}.html", table.seed, args.replay.index),
        })
    });
    if path.is_file() && !args.force {
        return Err(InputError::NotAllowed {
            option: "--out",
            value: path.display().to_string(),
            allowed: "a file that is not there yet (or allow it to be replaced with --force)",
        }
        .into());
    }
    writable(&path).map_err(|source| InputError::Output { source })?;
    let reviewer = Reviewer::new((&table, split), args.policy, which(seat.map(Seat::new)), args.threads)?;
    if !args.replay.quiet {
        warn(&table.warnings());
        warn(warning.as_slice());
    }
    let worlds = match args.worlds {
        Some(worlds) => worlds,
        None => reviewer.worlds_within(SECONDS / numbers.len() as f64, args.replay.index)?,
    };
    let command = |name, replay| replayed(name, "--bots", &table, replay);
    let made_by = match seat {
        // What one player knows has neither seed nor number.
        Some(_) => None,
        None => Some(
            command("watch", &args.replay).list("--also", &args.also).option("--worlds", worlds).finish(),
        ),
    };
    let mut films = Vec::new();
    for replay in &replays {
        let mut camera = Camera::new(game, seat)?;
        let reviewed = if worlds == 0 {
            reviewer.replay(replay.index, &mut camera)?;
            None
        } else {
            let progress = Progress::counting(0, "choices", args.replay.quiet);
            let reviewed = reviewer.review(replay.index, worlds, &progress, &mut camera)?;
            progress.clear();
            Some(reviewed)
        };
        let which_game = match seat {
            Some(seat) => format!("as Player {} knows it", letter(seat)),
            None => format!("game {} of seed {}", replay.index, table.seed),
        };
        let cut = Cut {
            title: table.entry.title().to_owned(),
            about: format!("{} players, {which_game}", game.seats()),
            method: reviewed.as_ref().map_or_else(String::new, |_| reviewer.method(worlds)),
            command: made_by.clone(),
            weigh: seat.is_none().then(|| format!("{} --decision", command("review", replay).finish())),
        };
        films.push(camera.film(cut, reviewed.as_ref())?);
    }
    write_file(&path, viewer(&films).as_bytes())?;
    let steps: usize = films.iter().map(|film| film.frames.len()).sum();
    print(&format!("{}: {steps} steps\n", path.display()))?;
    if args.open { open(&path) } else { Ok(()) }
}
