//! Tasks of the project that are programs: pages of the manual, and the checks that take too long for each change.

mod man;
mod nightly;

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// Tasks of the project that are programs.
#[derive(Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask")]
struct Args {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand)]
enum Task {
    /// Write the pages of the manual, one for the program and one for each command
    Man {
        /// The folder to write to
        folder: PathBuf,
    },
    /// Run the checks that take too long for each change, one after the other
    Nightly {
        /// Run these alone (default: all)
        checks: Vec<String>,
        /// List the checks with what they hold and about how long they take
        #[arg(long)]
        list: bool,
    },
}

fn main() -> ExitCode {
    match Args::parse().task {
        Task::Man { folder } => match man::write(&folder) {
            Ok(count) => {
                println!("{count} pages in {}", folder.display());
                ExitCode::SUCCESS
            }
            Err(error) => {
                eprintln!("{} can't be written: {error}", folder.display());
                ExitCode::FAILURE
            }
        },
        Task::Nightly { list: true, .. } => {
            print!("{}", nightly::listed());
            ExitCode::SUCCESS
        }
        Task::Nightly { checks, list: false } => match nightly::run(&checks) {
            Ok(true) => ExitCode::SUCCESS,
            Ok(false) => ExitCode::FAILURE,
            Err(error) => {
                eprintln!("{error}");
                ExitCode::from(2)
            }
        },
    }
}
