//! What can be wrong with what was asked for.

mod continued;
mod replayed;

use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

pub(super) use self::continued::ContinuedError;
pub(super) use self::replayed::ReplayedError;
use crate::registry::{Entry, games};
use ludometer_bots::{BotError, ConfineError, CustomBotError, NameError};
use ludometer_experiment::{BoundError, DesignError, MetricError};
use ludometer_model::{RuleError, did_you_mean, nearest};
use ludometer_narration::letter;

use ludometer_report::{FileError, FolderError, MergeError, ResultsError, ResumeError, ShardsError};
use ludometer_run::WholeError;

/// The most threads that can be asked for.
pub(super) const MAX_THREADS: u64 = 1024;

/// Bad input: nothing was played and nothing written.
#[derive(Debug, Error)]
pub enum InputError {
    /// No such game.
    #[error("there is no game design `{name}`{hint}; there are: {known}")]
    UnknownGame {
        /// As it was typed.
        name: String,
        /// ` (did you mean ...?)` or nothing.
        hint: String,
        /// All games.
        known: String,
    },
    /// A word that nothing is called.
    #[error(
        "nothing is called `{asked}`{hint}; a figure (`turns`), a file (`cards.csv`) or its column, a clause (`PP-17`), a card, an action, a key of the rules (`deck.steal_one`), a bot, or a word of the glossary can be explained; those of a game script with --of FILE"
    )]
    Unexplained {
        /// As it was typed.
        asked: String,
        /// ` (did you mean ...?)` or nothing.
        hint: String,
    },
    /// A bot of the program's own can't be used: for its author to mend.
    #[error("this program can't be used: {0}")]
    Program(#[from] CustomBotError),
    /// Programs can't be confined here.
    #[error("--sandbox: {0}; without --sandbox they run with your rights")]
    Sandbox(ConfineError),
    /// A rule file that can't be read.
    #[error("reading the rule file {} failed: {source}", path.display())]
    RuleFile {
        /// The file.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// Rules that can't be played.
    #[error(transparent)]
    Rules(#[from] RuleError),
    /// A bot that can't be built.
    #[error("{source} ({option}{text}{hint})")]
    Bot {
        /// The option that names it, up to its value.
        option: &'static str,
        /// As it was typed.
        text: String,
        /// `: ...` or nothing.
        hint: &'static str,
        /// What is wrong.
        source: Box<BotError>,
    },
    /// More or fewer bots than seats.
    #[error("{bots} bots are named for {seats} seats: name one bot for all seats, or one per seat")]
    BotCount {
        /// Bots named.
        bots: usize,
        /// Seats.
        seats: usize,
    },
    /// More seats than any table has, or none.
    #[error("{seats} {}: allowed are {low}..{high} ({option})", if *seats == 1 { "seat" } else { "seats" })]
    Seats {
        /// The number.
        seats: u64,
        /// The fewest seats of the game.
        low: usize,
        /// The most.
        high: usize,
        /// The option that asks for them.
        option: String,
    },
    /// Two options name different numbers of seats.
    #[error("`{option}`, but `{key}` is {set} ({origin}): drop one of them")]
    SeatsTwice {
        /// The option.
        option: String,
        /// The key of the rules.
        key: String,
        /// The key's number.
        set: i64,
        /// Where it was set.
        origin: String,
    },
    /// A seat that the table hasn't got.
    #[error(
        "`--seat {seat}`{}: must be a seat of the table, from 0 to {}, or a player, from A to {}",
        usize::try_from(*seat).ok().filter(|&seat| seat < 26).map(|seat| format!(" ({})", letter(seat))).unwrap_or_default(),
        seats.saturating_sub(1),
        letter(seats.saturating_sub(1))
    )]
    NoSuchSeat {
        /// The seat.
        seat: u64,
        /// The number of seats.
        seats: usize,
    },
    /// A value that an option can't have: a number outside its range, a file that is there already, another bot.
    #[error("`{option} {value}`: must be {allowed}")]
    NotAllowed {
        /// The option.
        option: &'static str,
        /// Its value.
        value: String,
        /// What is allowed.
        allowed: &'static str,
    },
    /// More threads than can be asked for, or none.
    #[error("`--threads {threads}`: must be a whole number from 1 to {}", MAX_THREADS)]
    Threads {
        /// The number.
        threads: u64,
    },
    /// A strategy file to write under a name that no bot can have.
    #[error("`--out {}`: {source}", path.display())]
    BotName {
        /// The file.
        path: PathBuf,
        /// Why no bot can be called so.
        source: NameError,
    },
    /// A game that tells no features.
    #[error(
        "{game} tells no features that a network could read (`observe` in its Rust code): only --method weights can \
         learn it"
    )]
    NoFeatures {
        /// The game's id.
        game: String,
    },
    /// A game that is too large to be looked at as a whole.
    #[error(
        "{game}: {source}; `train --method value` and `exploit` without --exact are for games of any size"
    )]
    NotWhole {
        /// The game's id.
        game: String,
        /// Why.
        source: WholeError,
    },
    /// A game whose `greedy` has no settings.
    #[error(
        "{game}: `greedy` has no settings here that could be learned; a game script declares them with \
         weight(\"name\", default, low, high), and its appeals read them as w.name"
    )]
    NothingToLearn {
        /// The game's id.
        game: String,
    },
    /// A bot on one side of a comparison only.
    #[error(
        "`{bot}` is a bot, but the other side names none: give --a and --b a bot each, or a rule file each"
    )]
    OneBot {
        /// The bot.
        bot: String,
    },
    /// Two sides that are one.
    #[error("both sides are the same: {hint}")]
    SameSides {
        /// How to change one of them.
        hint: String,
    },
    /// Less than there is any sense in.
    #[error("`{option} {value}`: {what} at least {least} {unit}")]
    TooLittle {
        /// The option.
        option: &'static str,
        /// Its value.
        value: u64,
        /// What needs more.
        what: &'static str,
        /// The least.
        least: u64,
        /// What is counted.
        unit: &'static str,
    },
    /// Fewer plays than a sequential interval needs.
    #[error("`{option} {plays}`: intervals that hold at every look need at least {least} games here")]
    TooFewPlays {
        /// The option.
        option: &'static str,
        /// Its value.
        plays: u64,
        /// The fewest.
        least: u64,
    },
    /// Games that are all copies of a few.
    #[error(
        "{on_side}all games would be copies of {distinct}: neither the rules nor these bots leave anything to chance, so that no \
         number of games tells more; `run` shows them, and with a bot that plays by chance too, such as random or mcts, they differ"
    )]
    Copies {
        /// `on side B, ` or nothing.
        on_side: String,
        /// The games that differ.
        distinct: u64,
    },
    /// A design that makes no sense.
    #[error(transparent)]
    Design(#[from] DesignError),
    /// No rule set of a sweep can be played.
    #[error("none of the rule sets can be played; the first one: {why}")]
    NoValidPoint {
        /// Why the first one can't.
        why: String,
    },
    /// A file of gates or targets that can't be read.
    #[error("reading {} failed: {source}", path.display())]
    ExperimentFile {
        /// The file.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// Gates or targets that make no sense.
    #[error(transparent)]
    Bound(#[from] BoundError),
    /// Targets that nothing that may move can meet.
    #[error("{name}: {why}")]
    Unreachable {
        /// The targets file, or the options.
        name: String,
        /// Why.
        why: String,
    },
    /// A figure that the game hasn't got.
    #[error(transparent)]
    Metric(#[from] MetricError),
    /// An output file that can't be made.
    #[error("{source}; choose another one with -o")]
    Output {
        /// What is wrong with it.
        source: FileError,
    },
    /// A trace file that can't be made.
    #[error("{source}; choose another one with --trace")]
    TraceFile {
        /// What is wrong with it.
        source: FileError,
    },
    /// An output file in a folder that isn't there.
    #[error("{} can't be written: there is no folder {}; choose another file with -o", path.display(), folder.display())]
    NoFolderFor {
        /// The file.
        path: PathBuf,
        /// Its folder.
        folder: PathBuf,
    },
    /// A page of somebody else's where the index would go.
    #[error("{} is not an index of this program's, so it stays; choose another file with -o", path.display())]
    NotOurs {
        /// The file.
        path: PathBuf,
    },
    /// A folder that no page can be made of.
    #[error(transparent)]
    Results(#[from] ResultsError),
    /// A folder in which the run can't go on.
    #[error(transparent)]
    Resume(#[from] ResumeError),
    /// A part that the run hasn't got.
    #[error(transparent)]
    Shard(#[from] ShardsError),
    /// Shards that can't be merged.
    #[error(transparent)]
    Merge(#[from] MergeError),
    /// Shards that another version played.
    #[error("the shards were played by version {theirs}, this is {here}: merge them with that version")]
    OtherVersion {
        /// This version.
        here: &'static str,
        /// The other.
        theirs: String,
    },
    /// Shards of a sweep that can't be described again here.
    #[error(
        "{}: the sweep that it is a shard of would be another one here: {difference}; merge it where its files \
         and version are the same", path.display()
    )]
    OtherSweep {
        /// The folder.
        path: PathBuf,
        /// In what it would differ.
        difference: String,
    },
    /// A merge into one of the shards.
    #[error("`--out {}` is one of the shards: choose another folder", folder.display())]
    MergeInto {
        /// The folder.
        folder: PathBuf,
    },
    /// An option that needs a feature which the program was built without.
    #[error("`{option}`: this program was built without {feature}; build it with --features {feature}")]
    WithoutFeature {
        /// The option.
        option: &'static str,
        /// The feature.
        feature: &'static str,
    },
    /// More plays than a Parquet file holds.
    #[error("`--format parquet` with --games {games}: such a file holds at most {most} games; use csv")]
    TooLargeForParquet {
        /// The number of plays.
        games: u64,
        /// The most.
        most: u64,
    },
    /// A budget in time for what has to know its number of plays.
    #[error(
        "`--minutes {minutes}` with `{option}`: that has to know how many games there are: give --games instead"
    )]
    MinutesBeside {
        /// The time.
        minutes: String,
        /// The option.
        option: &'static str,
    },
    /// An analysis of the whole run with a part of it.
    #[error(
        "`--shard` with `{option}`: what that plays beside the run belongs to the whole run, not to a part of it; \
         leave it out (`--analyze` can be sharded), or leave out `--shard`"
    )]
    BesideShards {
        /// The option.
        option: &'static str,
    },
    /// More parts than there is to share out.
    #[error("`--shard {shard}`: {count} {what} can be split in at most {count} parts")]
    TooManyShards {
        /// The part.
        shard: String,
        /// How many there are.
        count: u64,
        /// What: plays or rule sets.
        what: &'static str,
    },
    /// A folder that can't take the results.
    #[error(transparent)]
    Folder(#[from] FolderError),
    /// A new game that can't be written.
    #[error("`new {}`: {why}", path.display())]
    New {
        /// The file.
        path: PathBuf,
        /// Why not.
        why: String,
    },
    /// A game script where a bot or a rule file stands, with its option.
    #[error(
        "`{0}` is a game: compare plays one game with two rule sets or bots. Keep both versions in one script with a parameter, \
         `choice(\"rule.name\", \"old\", {{ \"old\", \"new\" }}, \"assumed: which rule holds\")`, and write --set-b rule.name=new"
    )]
    GameForSide(String),
    /// A game script that can't be played.
    #[cfg(feature = "luau")]
    #[error(transparent)]
    Script(#[from] ludometer_scripted::ScriptError),
    /// What can't be gone on with.
    #[error(transparent)]
    Continued(#[from] ContinuedError),
    /// What can't be played again.
    #[error(transparent)]
    Replayed(#[from] ReplayedError),
}

impl InputError {
    /// Returns the error as it is where this bot of a table was named by another option than --bots.
    pub(super) fn of_bot(self, named: &'static str, bot: &str) -> Self {
        match self {
            Self::Bot { text, hint, source, .. } if text == bot => {
                Self::Bot { option: named, text, hint, source }
            }
            other => other,
        }
    }
}

/// Returns the game with this id, or the script with this path.
pub(super) fn find_game(name: &str) -> Result<Entry, InputError> {
    if Path::new(name).extension().is_some_and(|ending| ending == "luau") {
        #[cfg(feature = "luau")]
        return Ok(crate::registry::script(name)?);
        #[cfg(not(feature = "luau"))]
        return Err(InputError::WithoutFeature { option: ".luau", feature: "luau" });
    }
    games().iter().find(|entry| entry.id() == name).cloned().ok_or_else(|| {
        let near = nearest(&name.to_lowercase(), games().iter().map(Entry::id));
        let known: Vec<&str> = games().iter().map(Entry::id).collect();
        InputError::UnknownGame { name: name.to_owned(), hint: did_you_mean(near), known: known.join(", ") }
    })
}
