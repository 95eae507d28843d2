//! The program as its users see it: files, exit status, errors.

#![expect(clippy::unwrap_used, reason = "a failed step fails its test")]

mod again;
mod analysis;
mod at_once;
mod bad_input;
mod check;
mod commands;
mod compare;
mod endings;
mod experiments_resume;
mod exploit;
mod files;
mod foreign;
mod game_scripts;
mod going_on;
mod interruption;
mod kinds;
mod learned;
mod limits;
mod merge;
mod output;
mod own_game;
mod parameters;
mod process_bots;
mod records;
mod report;
mod resume;
mod roles;
mod sandbox;
mod sandbox_probes;
mod sandbox_runtimes;
mod solved;
mod strategy_files;
mod strategy_scripts;
mod sheets;
mod situations;
mod snapshots;
mod study;
mod sweep;
mod sweep_shards;
mod known_answers;
mod planted;
mod play;
mod tournament;
mod tournament_resume;
mod review;
mod watch;
mod watched;
mod workbench;
mod search_wins;
mod script_traces;
mod trace;
mod train;
mod train_network;
mod tune;
mod tune_resume;
mod version;

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use assert_cmd::Command;
use tempfile::TempDir;

/// The width of lines in which no sentence is broken: the snapshots show how they are.
const WIDE: (&str, &str) = ("COLUMNS", "9999");

/// Returns the program, to be run in `folder`.
fn ludometer(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = assert_cmd::cargo::cargo_bin_cmd!("ludometer");
    command.current_dir(folder).args(arguments).env(WIDE.0, WIDE.1);
    command
}

/// Runs it to a good end and gives back what it printed.
fn prints(folder: &Path, arguments: &[&str]) -> String {
    let output = ludometer(folder, arguments).assert().success().get_output().clone();
    String::from_utf8(output.stdout).expect("UTF-8")
}

fn json(text: &str) -> serde_json::Value {
    serde_json::from_str(text).unwrap_or_else(|e| panic!("{e} in {text}"))
}

/// Returns the files in a folder by name, hidden ones too.
fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let entries = fs::read_dir(folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display()));
    let file = |entry: fs::DirEntry| {
        let name = entry.file_name().into_string().unwrap();
        (name, fs::read(entry.path()).unwrap())
    };
    entries.map(|entry| file(entry.unwrap())).collect()
}

/// Returns the CSV files in a folder by name.
fn csv_files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    files(folder)
        .into_iter()
        .filter(|(name, _)| Path::new(name).extension().is_some_and(|e| e == "csv"))
        .collect()
}

/// Returns a CSV file's rows by column.
fn rows(path: &Path) -> Vec<BTreeMap<String, String>> {
    let mut reader = csv::Reader::from_path(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    reader.deserialize().map(Result::unwrap).collect()
}

fn header(path: &Path) -> String {
    fs::read_to_string(path).unwrap().split("\r\n").next().unwrap().to_owned()
}

fn temporary_folder() -> TempDir {
    tempfile::tempdir().unwrap()
}
