//! The arguments of commands for game scripts.

use std::path::PathBuf;

use clap::builder::PossibleValuesParser;

use ludometer_scripted::TEMPLATES;

#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  ludometer new mygame.luau
  ludometer new mygame.luau --template draft && ludometer validate mygame.luau")]
pub(in crate::cli) struct NewArgs {
    /// The script to write, with the ending .luau; one that exists stays
    pub(in crate::cli) file: PathBuf,

    /// What kind of game it is to begin with
    #[arg(long, default_value = "cards", value_parser = PossibleValuesParser::new(TEMPLATES.iter().map(|t| t.name)))]
    pub(in crate::cli) template: String,
}

#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  ludometer validate mygame.luau
  ludometer validate mygame.luau --games 1000 --seed 7")]
pub(in crate::cli) struct ValidateArgs {
    /// The script
    pub(in crate::cli) file: PathBuf,

    /// Random games at each table size
    #[arg(long, default_value = "100", value_parser = super::whole)]
    pub(in crate::cli) games: u64,

    /// The seed of the games
    #[arg(long, default_value_t = 0)]
    pub(in crate::cli) seed: u64,
}
