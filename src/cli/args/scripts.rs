//! The arguments of commands for games of one's own.

use std::path::PathBuf;

#[cfg(feature = "luau")]
use clap::builder::PossibleValuesParser;

#[cfg(feature = "luau")]
use ludometer_scripted::TEMPLATES;
#[cfg(feature = "luau")]
use ludometer_spec::whole;
use ludometer_spec::{OUTPUT, RuleSpec};

#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  ludometer new mygame.luau
  ludometer new mygame.luau --template draft && ludometer validate mygame.luau
  ludometer new mygame.luau --sheet cards.csv
  ludometer new my-game --rust && cd my-game && cargo test")]
pub(in crate::cli) struct NewArgs {
    /// The script to write, with the ending .luau; with --rust the folder of the crate. What is there stays
    pub(in crate::cli) file: PathBuf,

    /// What kind of game it is to begin with
    #[cfg(feature = "luau")]
    #[arg(
        long,
        default_value = "cards",
        conflicts_with = "rust",
        value_parser = PossibleValuesParser::new(TEMPLATES.iter().map(|t| t.name))
    )]
    pub(in crate::cli) template: String,

    /// Begin with the cards of this sheet, which lies beside the script: .csv, .tsv, .xlsx, .ods, or a save of Tabletop Simulator
    #[cfg(feature = "luau")]
    #[arg(long, value_name = "FILE", conflicts_with_all = ["rust", "template"])]
    pub(in crate::cli) sheet: Option<PathBuf>,

    /// Write a crate in Rust: a small game, a program with all commands, tests
    #[arg(long)]
    pub(in crate::cli) rust: bool,

    /// Where Ludometer's source is, for the crate to depend on (default: where this program was built)
    #[arg(long, value_name = "FOLDER", requires = "rust")]
    pub(in crate::cli) source: Option<PathBuf>,
}

#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  ludometer import game.xlsx --sheet 'Deck A' -o cards.csv
  ludometer import save.json > cards.csv

A game script reads such files itself: cards(file \"game.xlsx\"). The save of Tabletop Simulator is the file that `Save & Load` \
    writes (Documents/My Games/Tabletop Simulator/Saves). Cards are counted by their names; a deck can be named by --sheet.")]
pub(in crate::cli) struct ImportArgs {
    /// The file: .csv, .tsv, .xlsx, .ods, or a save of Tabletop Simulator (.json)
    pub(in crate::cli) file: PathBuf,

    /// The sheet of a workbook, or the deck of a save (default: the first sheet, all decks)
    #[arg(long, value_name = "NAME")]
    pub(in crate::cli) sheet: Option<String>,

    /// Write to this file, .csv, .tsv or .xlsx, instead of standard output
    #[arg(short, long, alias = OUTPUT, value_name = "FILE")]
    pub(in crate::cli) out: Option<PathBuf>,
}

#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  ludometer export mygame.luau --save save.json --set deck.fox=3 -o new.json

The save must hold a deck with at least one copy of each card, which has its image. Cards are found by their names.")]
pub(in crate::cli) struct ExportArgs {
    /// The game's id
    pub(in crate::cli) game: String,

    #[command(flatten)]
    pub(in crate::cli) rules: RuleSpec,

    /// The save of Tabletop Simulator that holds the cards
    #[arg(long, value_name = "FILE")]
    pub(in crate::cli) save: PathBuf,

    /// Write the save with other counts to this file
    #[arg(short, long, alias = OUTPUT, value_name = "FILE")]
    pub(in crate::cli) out: PathBuf,
}

#[cfg(feature = "luau")]
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  ludometer validate mygame.luau
  ludometer validate mygame.luau --players 4 --games 1000 --seed 7
  ludometer validate mygame.luau --json

Plays the script at random at every number of players. In every fifth position the hidden cards are dealt anew for \
    each seat: what the seat knows, and what it may do, must stay the same. The text is read as well, with each word that \
    a parameter can have: what fails in a line to which no game came is a mistake, too. Exit status 0: no mistake was found; 1: \
    there are mistakes, each shown with its line and game; 2: the script can't be played at all.")]
pub(in crate::cli) struct ValidateArgs {
    /// The script
    pub(in crate::cli) file: PathBuf,

    /// Only this number of players
    #[arg(long, value_name = "N", value_parser = whole, allow_negative_numbers = true)]
    pub(in crate::cli) players: Option<u64>,

    /// Random games at each number of players
    #[arg(long, value_name = "N", value_parser = whole, allow_negative_numbers = true, default_value = "100")]
    pub(in crate::cli) games: u64,

    /// An unsigned 64-bit number; the same seed gives the same games
    #[arg(long, value_name = "S", value_parser = whole, allow_negative_numbers = true, default_value = "0")]
    pub(in crate::cli) seed: u64,

    /// Do it again whenever the script, a sheet that it reads or another file of the command changes; Ctrl-C ends it
    #[arg(long)]
    pub(in crate::cli) watch: bool,

    /// Print the result as JSON
    #[arg(long)]
    pub(in crate::cli) json: bool,
}

#[cfg(feature = "luau")]
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  ludometer test mygame.luau
  ludometer test mygame.luau --only E8
  ludometer test mygame.luau --json

Plays the scenes that stand in the script, or in mygame.scenes.luau beside it: positions, what may be done there, what \
    follows, each with the clause of the rulebook that it stands for. Exit status 0: all is as they say; 1: a scene \
    fails, and is named with what was expected and what was found; 2: the script or its scenes can't be read, or there \
    are none.")]
pub(in crate::cli) struct TestArgs {
    /// The script
    pub(in crate::cli) file: PathBuf,

    /// Only the scenes whose first words have this in them
    #[arg(long, value_name = "WORDS")]
    pub(in crate::cli) only: Option<String>,

    /// Print the result as JSON
    #[arg(long)]
    pub(in crate::cli) json: bool,
}
