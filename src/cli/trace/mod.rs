//! `trace`: one game of a run, narrated in sentences or line by line; from a turn on by other bots, if wanted.

mod full;
mod sentences;

use std::io::Write as _;

use serde_json::Value as Json;

use super::args::TraceArgs;
use super::error::CliError;
use super::input::InputError;
use super::output::{Lines, Stdout, warn};
use super::replay::ReplayPlan;
use crate::registry::Games;
use ludometer_narration::{Narrator, Steps};
use ludometer_run::{Branch, Follower, TraceOptions, trace as trace_game};
use sentences::{Part, Telling};

/// Returns the seat of a table of so many.
pub(super) fn seat_at(seat: u64, seats: usize) -> Result<usize, InputError> {
    let index = usize::try_from(seat).ok().filter(|&index| index < seats);
    index.ok_or(InputError::no_such_seat(seat, seats))
}

pub(super) fn trace(games: &Games, args: &TraceArgs) -> Result<(), CliError> {
    let ReplayPlan { table, split, branch, warning } =
        ReplayPlan::check(games, &args.replay, args.branch(), &args.run_bots, args.games)?;
    let game = &*table.game;
    let viewer = args.seat.map(|seat| seat_at(seat, game.seats())).transpose()?;
    let part = Part { from: args.first_turn(), to: args.to.unwrap_or(u32::MAX), viewer };
    let steps = Steps::new(Narrator::new(game.names(), viewer)?);
    if !args.replay.quiet {
        warn(&table.warnings());
        warn(warning.as_slice());
    }
    let options = TraceOptions {
        seed: table.seed,
        play: args.replay.index,
        seating: table.seats,
        split,
        labels: !args.jsonl,
        views: args.check_view,
        branch: branch.as_ref().map(|(from, bots)| Branch { from: game.names().turn_called(*from), bots }),
    };
    let mut out = Stdout::new();
    let play = |follower: &mut dyn Follower| trace_game(game, &table.bots, options, follower);
    // A failure leaves on the screen what was played up to there.
    let traced = if args.jsonl {
        play(&mut |line: &Json| writeln!(out, "{line}"))
    } else if args.full || args.check_view {
        let mut lines = Lines::new(&mut out);
        play(&mut |line: &Json| full::line(&mut lines, line, game.names()))
    } else {
        let mut lines = Lines::new(&mut out);
        let mut telling = Telling::new(&mut lines, (table.entry.title(), game.contest()), steps, part);
        play(&mut telling)
    };
    out.flush().map_err(super::output::OutputError)?;
    Ok(traced?)
}
