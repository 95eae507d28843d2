//! Where the time of a script goes: by step, act and appeal, and by line.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use ludometer_model::{Game, Rng, Streams};
use ludometer_playable::{Playable, Scores};

use crate::error::ScriptError;
use crate::file::ScriptFile;
use crate::{ScriptEvent, ScriptGame};

/// Where the time of random games went.
#[derive(Clone, Debug)]
pub struct Profile {
    /// The games that were played to their end.
    pub games: u64,
    /// Their decisions.
    pub decisions: u64,
    /// The functions that the engine calls, those that took longest first.
    pub routines: Vec<RoutineTime>,
    /// The lines, those of most instructions first.
    pub lines: Vec<LineCount>,
    /// The reason why Luau runs the script, where no program says it. Nothing is measured then.
    pub in_luau: Option<ScriptError>,
}

/// The time of a function that the engine calls.
#[derive(Clone, Debug)]
pub struct RoutineTime {
    /// Its name, such as `step.play`.
    pub name: String,
    /// How often it was called.
    pub calls: u64,
    /// Its time, with all that it calls, in nanoseconds.
    pub ns: u64,
}

/// The instructions of a line.
#[derive(Clone, Debug)]
pub struct LineCount {
    /// The line, from 1.
    pub line: usize,
    /// Its text.
    pub text: String,
    /// How many of its instructions were carried out.
    pub instructions: u64,
}

/// The program of a script, in words.
///
/// # Errors
/// A mistake in the script, or what no program says.
pub fn listing(path: &str, seats: Option<usize>) -> Result<String, ScriptError> {
    let file = Arc::new(ScriptFile::open(Path::new(path))?);
    let game = ScriptGame::load(&file, seats.unwrap_or(file.facts.seats.2), &[])?;
    game.shared.compiled.as_ref().map(|compiled| compiled.listing()).map_err(Clone::clone)
}

/// Plays games of random choices for a while, in which the appeals of all choices are asked for as well.
///
/// # Errors
/// A mistake in the script.
pub fn profile(
    path: &str,
    seats: Option<usize>,
    time: Duration,
    stop: &AtomicBool,
) -> Result<Profile, ScriptError> {
    let file = Arc::new(ScriptFile::open(Path::new(path))?);
    let game = ScriptGame::load(&file, seats.unwrap_or(file.facts.seats.2), &[])?;
    let mut profile = Profile {
        games: 0,
        decisions: 0,
        routines: Vec::new(),
        lines: Vec::new(),
        in_luau: game.shared.compiled.as_ref().err().cloned(),
    };
    if profile.in_luau.is_some() {
        return Ok(profile);
    }
    game.with_machine(|machine| {
        machine.runner.iter_mut().for_each(crate::compiled::Runner::begin_counting);
        Ok(())
    })?;
    let begun = Instant::now();
    while begun.elapsed() < time && !stop.load(Ordering::Relaxed) {
        profile.decisions += play(&game, profile.games)?;
        profile.games += 1;
    }
    game.with_machine(|machine| {
        if let Some(runner) = &machine.runner {
            // As it was written, with its comments.
            let text = std::fs::read_to_string(path).unwrap_or_else(|_| file.text.clone());
            (profile.routines, profile.lines) = runner.counted(&text);
        }
        Ok(())
    })?;
    Ok(profile)
}

/// Plays a game, and returns its decisions.
fn play(game: &ScriptGame, number: u64) -> Result<u64, ScriptError> {
    let weights: Vec<f64> = game.shared.file.facts.weights.iter().map(|weight| weight.default).collect();
    let (mut chance, mut choices) = (Streams::new(1, number).chance(), Rng::from_words([1, number, 2]));
    let (mut state, mut legal, mut scores) = (game.new_state(), Vec::new(), Scores::of_all());
    // Knowledge and events are kept as where figures are counted.
    let mut events: Vec<ScriptEvent> = Vec::new();
    let mut decisions = 0;
    game.deal(&mut state, &mut chance, &mut events);
    while let Some(seat) = game.to_move(&state) {
        legal.clear();
        game.legal(&state, &mut legal);
        if game.shared.file.facts.has_appeals {
            game.score_actions(&game.view(&state, seat), &legal, &weights, &mut scores);
        }
        let action = legal[choices.index(legal.len())];
        events.clear();
        game.apply(&mut state, action, &mut chance, &mut events);
        decisions += 1;
    }
    game.fault_of(&state).map_or(Ok(decisions), Err)
}
