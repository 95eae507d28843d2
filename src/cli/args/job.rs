//! What all long work asks for: where its results go, how it goes on, how it is done.

use std::path::PathBuf;

use ludometer_spec::{OUTPUT, whole};

#[derive(Debug, clap::Args)]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag of the command line")]
pub(in crate::cli) struct JobArgs {
    /// Where the files go (default: reports/<game>-<seed> for `run`, reports/<game>-<command>-<seed> for others;
    /// with a number behind it where that is taken; `check` writes files only with this)
    #[arg(short, long, alias = OUTPUT, value_name = "DIR")]
    pub(in crate::cli) out: Option<PathBuf>,

    /// Replace the results that stand in the folder, whichever command they are of; without --out the last ones
    #[arg(long)]
    pub(in crate::cli) force: bool,

    /// Go on where the same command with the same options was interrupted or killed; without --out in its last folder
    #[arg(long, conflicts_with = "force")]
    pub(in crate::cli) resume: bool,

    /// Seconds between checkpoints, 0 for one after every few games
    #[arg(long, value_name = "SECONDS", value_parser = whole, allow_negative_numbers = true, default_value = "5")]
    pub(in crate::cli) checkpoint: u64,

    /// Threads (default: all cores)
    #[arg(long, value_name = "T", value_parser = whole, allow_negative_numbers = true)]
    pub(in crate::cli) threads: Option<u64>,

    /// List the files that were written
    #[arg(long)]
    pub(in crate::cli) verbose: bool,

    /// No progress bar and no warnings
    #[arg(long)]
    pub(in crate::cli) quiet: bool,

    /// Print the result as JSON
    #[arg(long)]
    pub(in crate::cli) json: bool,
}
