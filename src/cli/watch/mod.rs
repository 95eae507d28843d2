//! `watch`: a page on which games are followed step by step.

mod recording;

use std::path::PathBuf;

use clap::{Args as _, FromArgMatches as _};

use super::args::{ReplayArgs, WatchArgs};
use super::command_line::replayed;
use super::error::CliError;
use super::events::Events as _;
use super::input::InputError;
use super::output::{print, warn};
use super::plan::{TablePlan, threads};
use super::progress::Progress;
use super::replay::ReplayPlan;
use super::report::open;
use super::review::{Others, Reviewer, options, which};
use super::stop::Stop;
use super::trace::seat_at;
use crate::registry::Games;
use ludometer_bots::{BotKind, BotSpec};
use ludometer_experiment::study::LEVELS;
use ludometer_model::{Seat, counted};
use ludometer_narration::letter;
use ludometer_report::{Film, Films, Results, viewer, writable, write_file};
use ludometer_run::{AnyGame, Entry, retrace, trace};
use ludometer_spec::Side;
use recording::{Camera, Cut};

/// Returns the page on which a game is followed whose choices were made elsewhere, by their indices among the legal actions
/// in order, with the players called `who`: as the seat knows it, or open. It ends where the choices do. For programs that
/// embed this one.
///
/// # Errors
/// [`CliError`] if a choice is not legal, or the rules fail.
pub fn watch_choices(
    entry: &Entry,
    game: &dyn AnyGame,
    who: &[&str],
    (seed, play): (u64, u64),
    choices: &[usize],
    seat: Option<Seat>,
) -> Result<String, CliError> {
    let mut camera = Camera::new(game, seat.map(Seat::index))?;
    retrace(game, who, (seed, play), choices, &mut camera)?;
    let cut = Cut {
        title: entry.title().to_owned(),
        about: about(game, seat.map(Seat::index), (seed, play), None),
        method: String::new(),
        command: None,
        weigh: None,
    };
    Ok(viewer(&[camera.film(cut, None)?]))
}

/// Returns results with the games that their page shows itself. For programs that embed this one.
///
/// # Errors
/// A table of the results that can't be read, or rules that fail.
pub fn with_films(results: Results) -> Result<Results, CliError> {
    let films = films(&Games::default(), &results)?;
    Ok(results.with_films(films))
}

/// The most steps of all games of a page of results: more than a megabyte.
const MOST_STEPS: usize = 2_000;

/// Returns the games that the page of results names, as far as they play again in a moment and as they were played.
pub(super) fn films(games: &Games, results: &Results) -> Result<Films, CliError> {
    let mut films = Films::default();
    let mut known: Vec<String> = Vec::new();
    let mut steps = 0;
    for command in results.watched().map_err(InputError::from)? {
        let words = shlex::split(&command).unwrap_or_default();
        let typed =
            WatchArgs::augment_args(clap::Command::new("watch")).try_get_matches_from(words.iter().skip(1));
        // What can't be read or played is left to the command.
        let Ok(WatchArgs { replay, .. }) = typed.and_then(|typed| WatchArgs::from_arg_matches(&typed)) else {
            continue;
        };
        let which = format!("{replay:?}");
        if let Some(number) = known.iter().position(|other| *other == which) {
            films.of.insert(command, number);
            continue;
        }
        if steps >= MOST_STEPS {
            continue;
        }
        let Ok(ReplayPlan { table, split, .. }) = ReplayPlan::check(games, &replay, None, &[], None) else {
            continue;
        };
        let game = &*table.game;
        // The first games are those of the results' own table, whose rules may have changed since.
        if films.films.is_empty() && !results.is_of(&game.rules().hash()) {
            return Ok(films);
        }
        let is_quick = |bot: &BotSpec| match bot.kind {
            BotKind::Mcts => LEVELS.contains(&&*bot.name),
            kind => ![BotKind::FlatMc, BotKind::Process, BotKind::Custom].contains(&kind),
        };
        if !table.bots.iter().all(is_quick) {
            continue;
        }
        let film = film(&table, split, &replay)?;
        steps += film.frames.len();
        films.of.insert(command, known.len());
        known.push(which);
        films.films.push(film);
    }
    Ok(films)
}

/// Returns a game as it was played, without the values of choices.
fn film(table: &TablePlan, split: bool, replay: &ReplayArgs) -> Result<Film, CliError> {
    let game = &*table.game;
    let mut camera = Camera::new(game, None)?;
    trace(game, &table.bots, options(table, split, replay.index), &mut camera)?;
    let weigh = format!("{} --decision", replayed("review", "--bots", table, replay).finish());
    let cut = Cut {
        title: table.entry.title().to_owned(),
        about: about(game, None, (table.seed, replay.index), replay.side),
        method: String::new(),
        command: None,
        weigh: Some(weigh),
    };
    camera.film(cut, None)
}

/// Returns the page of the game that this command of `watch` names, without the values of choices.
#[cfg(feature = "workbench")]
pub(crate) fn watched(games: &Games, words: &[String]) -> Result<String, CliError> {
    let command = WatchArgs::augment_args(clap::Command::new("watch")).no_binary_name(true);
    let typed = command.try_get_matches_from(words).and_then(|typed| WatchArgs::from_arg_matches(&typed));
    let WatchArgs { replay, .. } = typed.map_err(|error| InputError::new(error.to_string()))?;
    let ReplayPlan { table, split, .. } = ReplayPlan::check(games, &replay, None, &[], None)?;
    Ok(viewer(&[film(&table, split, &replay)?]))
}

/// Returns which game it is, of which side of a comparison, and who is shown it.
fn about(game: &dyn AnyGame, seat: Option<usize>, (seed, play): (u64, u64), side: Option<Side>) -> String {
    let which_game = match seat {
        Some(seat) => format!("as Player {} knows it", letter(seat)),
        None => format!("game {play} of seed {seed}"),
    };
    let side = match side {
        Some(Side::A) => ", before the change",
        Some(Side::B) => ", after the change",
        None => "",
    };
    format!("{}, {which_game}{side}", counted(game.seats() as u64, "player"))
}

/// Seconds that the values of a game take by default, at most and about.
const SECONDS: f64 = 10.0;

pub(super) fn watch(games: &Games, args: &WatchArgs) -> Result<(), CliError> {
    let ReplayPlan { table, split, warning, .. } = ReplayPlan::check(games, &args.replay, None, &[], None)?;
    let numbers: Vec<u64> = [&[args.replay.index][..], &args.also].concat();
    let replays: Vec<ReplayArgs> =
        numbers.iter().map(|&index| ReplayArgs { index, ..args.replay.clone() }).collect();
    for replay in &replays[1..] {
        ReplayPlan::check(games, replay, None, &[], None)?;
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
        return Err(InputError::not_allowed(
            "--out",
            path.display(),
            "a file that is not there yet (or allow it to be replaced with --force)",
        )
        .into());
    }
    writable(&path).map_err(|source| InputError::output(&source, "-o"))?;
    let others = Others { policy: &args.policy, asked: &[], sandbox: args.replay.sandbox };
    let reviewer = Reviewer::new(
        (&table, split),
        others,
        which(seat.map(Seat::new)),
        threads(args.threads)?,
        Stop::listen()?,
    )?;
    if !args.replay.quiet {
        warn(&table.warnings());
        warn(&reviewer.warnings());
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
            progress.end();
            Some(reviewed)
        };
        let cut = Cut {
            title: table.entry.title().to_owned(),
            about: about(game, seat, (table.seed, replay.index), replay.side),
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
