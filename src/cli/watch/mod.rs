//! `watch`: a page on which a game is followed step by step.

mod film;

use std::path::PathBuf;

use super::args::WatchArgs;
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
    let game = &*table.game;
    let viewer_seat = args.seat.map(|seat| seat_at(seat, game.seats())).transpose()?;
    let play = args.replay.index;
    let path = args.out.clone().unwrap_or_else(|| {
        let file = table.entry.file_name();
        PathBuf::from(match viewer_seat {
            Some(seat) => format!("{file}-as-{}.html", letter(seat)),
            None => format!("{file}-{}-game-{play}.html", table.seed),
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
    let which = which(viewer_seat.map(Seat::new));
    let reviewer = Reviewer::new((&table, split), args.policy, which, args.threads)?;
    if !args.replay.quiet {
        warn(game.warnings());
        warn(warning.as_slice());
    }
    let worlds = match args.worlds {
        Some(worlds) => worlds,
        None => reviewer.worlds_within(SECONDS, play)?,
    };
    let mut camera = Camera::new(game, viewer_seat)?;
    let reviewed = if worlds == 0 {
        reviewer.replay(play, &mut camera)?;
        None
    } else {
        let progress = Progress::counting(0, "choices", args.replay.quiet);
        let reviewed = reviewer.review(play, worlds, &progress, &mut camera)?;
        progress.clear();
        Some(reviewed)
    };
    let which_game = match viewer_seat {
        // What one player knows has neither seed nor number.
        Some(seat) => format!("as Player {} knows it", letter(seat)),
        None => format!("game {play} of seed {}", table.seed),
    };
    let line = |command| replayed(command, "--bots", &table, &args.replay);
    let cut = Cut {
        title: table.entry.title().to_owned(),
        about: format!("{} players, {which_game}", game.seats()),
        method: reviewed.as_ref().map_or_else(String::new, |_| reviewer.method(worlds)),
        command: match viewer_seat {
            Some(_) => None,
            None => Some(line("watch").option("--worlds", worlds).finish()),
        },
        weigh: viewer_seat.is_none().then(|| format!("{} --decision", line("review").finish())),
    };
    let film = camera.film(cut, reviewed.as_ref())?;
    let steps = film.frames.len();
    write_file(&path, viewer(&film).as_bytes())?;
    print(&format!("{}: {steps} steps\n", path.display()))?;
    if args.open { open(&path) } else { Ok(()) }
}
