//! `workbench`: one game in the browser, on this machine: its parameters as a table, and what a change does while you look.
//!
//! One process holds one state (`bench.rs`): the opened game, the version in hand, and at most one work that goes on. The
//! server (`server.rs`) has a handful of routes that read or change it, and one stream of events, each of which says all that
//! is known: a browser that comes late, or again, has missed nothing. What is played is what `compare` and `study` play: the
//! words of their command are read as their specification, and the same executor leaves the same files.

mod bench;
mod grid;
mod page;
mod parameters;
mod play;
mod seat;
mod server;
mod start;
mod targets;
mod versions;
mod work;

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use crate::cli::{CliError, InputError, Stop, mistakes, print, threads};
use crate::registry::Games;
use bench::{Bench, Stamps};

/// Arguments of `workbench`.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  ludometer workbench pure-profit --open
  ludometer workbench mygame.luau --port 8080
  ludometer workbench prototypes
  ludometer workbench

The address that it prints is for this machine and for you alone: the word in it is new each time. A change of a number \
starts the comparison of the changed rules with the printed ones, which stops when the answer is known. Ctrl-C ends it.")]
pub(crate) struct WorkbenchArgs {
    /// The game's id, the path of a game script, or a folder with scripts to choose from (default: the page lists the games)
    #[arg(value_name = "GAME")]
    game: Option<String>,

    /// The port of this machine that the page is served at (default: any free one)
    #[arg(long, value_name = "N", default_value = "0", hide_default_value = true)]
    port: u16,

    /// Show the page in the browser
    #[arg(long)]
    open: bool,

    /// Where the files go (default: reports/<game>-workbench)
    #[arg(short, long, alias = ludometer_spec::OUTPUT, value_name = "DIR")]
    out: Option<PathBuf>,

    /// Stop each comparison after this many games on each side at the latest
    #[arg(long, value_name = "N", value_parser = ludometer_spec::whole, allow_negative_numbers = true)]
    games: Option<u64>,

    /// Threads (default: all cores)
    #[arg(long, value_name = "T", value_parser = ludometer_spec::whole, allow_negative_numbers = true)]
    threads: Option<u64>,
}

/// The time between two looks at whether the user ends it, and at the files of the script.
const LOOK: Duration = Duration::from_millis(100);

/// Reads the opened script anew if its files are not those that were read, and has it validated beside all else.
fn read_again(bench: &Arc<Bench>, now: Stamps) {
    let Some((script, read)) = bench.read_again(now) else { return };
    let bench = Arc::clone(bench);
    thread::spawn(move || bench.validated(read, &mistakes(&script)));
}

/// Serves the workbench until the user ends it.
pub(crate) fn workbench(games: &Games, args: &WorkbenchArgs) -> Result<(), CliError> {
    let is_id = |name: &&String| games.all().iter().any(|entry| entry.id() == *name);
    let folder = args.game.as_ref().filter(|name| !is_id(name) && Path::new(name).is_dir());
    let scripts = folder.map(PathBuf::from);
    let bench = Bench::new(games.clone(), threads(args.threads)?, args.games, args.out.clone(), scripts);
    if let Some(game) = args.game.as_ref().filter(|_| folder.is_none()) {
        bench.open(game)?;
    }
    let failed = |error| InputError::new(format!("`--port {}`: {error}; choose another one", args.port));
    let door = server::Door::open(args.port).map_err(failed)?;
    let address = door.address();
    let stop = Stop::listen()?;
    let bench = Arc::new(bench);
    let worker = {
        let bench = Arc::clone(&bench);
        thread::spawn(move || work::work_on(&bench))
    };
    {
        let bench = Arc::clone(&bench);
        // It ends with the process.
        thread::spawn(move || door.serve(bench));
    }
    print(&format!("{address}\nCtrl-C ends it.\n"))?;
    if args.open {
        open::that(&address).map_err(|error| {
            CliError::Usage(format!("no browser could be started: {error}; open {address} yourself"))
        })?;
    }
    let mut before = bench.stamps();
    while !stop.asked() {
        thread::sleep(LOOK);
        let now = bench.stamps();
        // A file that stands still: editors write in pieces.
        if now == before {
            read_again(&bench, now);
        } else {
            before = now;
        }
    }
    bench.end();
    // Whatever it wrote is whole, and what it had begun to write is gone.
    let _ = worker.join();
    Ok(())
}
