//! What was played, and can't be played again.

use std::io;
use std::ops::Range;
use std::path::PathBuf;

use ludometer_run::TraceError;
use thiserror::Error;

/// A game of a run, or a run, can't be played again: nothing was written.
#[derive(Debug, Error)]
pub enum ReplayedError {
    /// A choice that the game doesn't have.
    #[error(
        "game {play} has {decisions} choices, from 0: there is no choice {number} (`review` without --decision lists mistakes)"
    )]
    NoSuchDecision {
        /// As it was typed.
        number: u32,
        /// The game.
        play: u64,
        /// The number of its choices.
        decisions: usize,
    },
    /// A play that the run hasn't got.
    #[error("`--game {index}`: {of} has the games {} to {}", plays.start, plays.end.saturating_sub(1))]
    NoSuchPlay {
        /// The play.
        index: u64,
        /// What was played, in words.
        of: String,
        /// The plays that it has.
        plays: Range<u64>,
    },
    /// A turn that the play hasn't got.
    #[error("`--from {from}`: {source}")]
    NoSuchTurn {
        /// The turn.
        from: u32,
        /// Where the play ends.
        source: Box<TraceError>,
    },
    /// Bots for a run whose record names its bots.
    #[error(
        "`--bots {bots}` beside `--run`: the run's folder names its bots; to let others play on from turn T, \
         add --from T"
    )]
    BotsOfRun {
        /// As they were typed.
        bots: String,
    },
    /// The record of a run that can't be read.
    #[error("reading the record of the run {} failed: {source}; --run takes the folder that `run` wrote", path.display())]
    NoRecord {
        /// The file.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// A file that is no record of a run.
    #[error("{} is no record of a run: {what}", path.display())]
    BadRecord {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        what: String,
    },
    /// A record that would start a program.
    #[error(
        "{} says that `{file}` played, which starts a program with your rights: add --trust if you know that file \
         and the program, or --sandbox to play it confined", path.display()
    )]
    Untrusted {
        /// The record.
        path: PathBuf,
        /// The strategy file.
        file: String,
    },
    /// A side of what has none.
    #[error("--side is for the folder of a comparison, but {} is the record of a run", path.display())]
    NoSides {
        /// The record.
        path: PathBuf,
    },
    /// The run is one of another game.
    #[error("`{game}`, but {} is the record of a run of `{of_run}`: drop one of them", path.display())]
    OtherGame {
        /// The game that was asked for.
        game: String,
        /// The game of the run.
        of_run: String,
        /// The record.
        path: PathBuf,
    },
}
