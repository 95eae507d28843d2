//! From figures to files and text: CSV, JSON and the tables of the terminal.
//!
//! Knows tables, batches and where files go; knows no game and nothing of the command line.

mod csv;
mod plays;
mod folder;
mod html;
mod manifest;
mod summary;
mod tournament;
mod text;

pub use self::csv::{number, run_tables, write_records, write_table};
pub use folder::{Draft, FileError, Folder, FolderError, write_file};
pub use html::{Page, Results, ResultsError, page};
pub use manifest::{RUN_FILES, RunRecord, StrategyFileRecord, strategy_files};
pub use plays::PlaysWriter;
pub use summary::{summary_json, summary_text};
pub use text::{TextTable, percent, shell_word, thousands};
pub use tournament::{
    TOURNAMENT_FILES, TournamentRecord, Until, tournament_json, tournament_tables, tournament_text,
};
