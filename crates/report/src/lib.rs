//! From figures to files and text: CSV, JSON and the tables of the terminal.
//!
//! Knows tables, batches and where files go; knows no game. It calls nothing of the command line, but its
//! messages and pages name the program's commands and options: they tell what to type next.

mod csv;
mod plays;
pub mod lock;
mod draft;
mod folder;
mod glossary;
mod sealed;
mod summed;
mod checkpoint_header;
mod records;
#[cfg(feature = "parquet")]
mod parquet;
#[cfg(not(feature = "parquet"))]
#[path = "without_parquet.rs"]
mod parquet;
mod rows;
mod checkpoint;
mod clock;
mod experiments;
mod files;
mod manifest;
mod resume;
mod shards;
mod summary;
mod deals;
mod tournament;
mod text;
mod policy;
mod html;
mod viewer;

pub use self::csv::{NameRow, names_table, number, run_tables, write_records, write_table};
pub use checkpoint::{CheckpointWriter, Pace, RunRecorder};
pub use checkpoint_header::{CHECKPOINT, CheckpointHeader, Identity, SHARD, Shards, ShardsError};
pub use clock::universal;
pub use deals::DealsDraft;
pub use draft::{AtomicFile, FileError, is_link, no_link, writable, write_file};
pub use experiments::{
    AnswerGameRow, AnswerRow, CardHoldingByPlayersRow, CardValueByPlayersRow, CheckRow, CompareRow, DuelRow,
    LevelRow, RulesRow, SizeRow, SlopeRow, SweptRow, TriedRow,
};
pub use files::{
    CHECK_FILES, COMMAND_FILES, COMPARE_FILES, RUN_FILES, STUDY_FILES, SWEEP_FILES, TOURNAMENT_FILES,
    TUNE_FILES,
};
pub use folder::{Folder, FolderError};
pub use glossary::{Word, glossary, without_markdown};
pub use html::{
    Films, INDEX, Indexed, KnownDesign, Learning, LearningPoint, PAGE, PLOTS, Page, Results, ResultsError,
    Slope, Strength, Swept, before_value, change_plot, fairer_reading, folders_of_results, index, is_ours,
    page, plots_folder, plots_of, style, swept_reading,
};
pub use manifest::{
    AnswerRecord, AxisRecord, CheckRecord, CompareRecord, ConfirmedRecord, MoveRecord, ProvenRow, RateRecord,
    RecordHead, RecordTable, RunRecord, SideRecord, StrategyFileRecord, StrengthRecord, StudyRecord,
    SweepRecord, TargetRecord, TriedRecord, TuneRecord, strategy_files,
};
/// True if tables of games can be written and read as Parquet.
pub const HAS_PARQUET: bool = cfg!(feature = "parquet");

pub use ludometer_model::thousands;
pub use parquet::{PARQUET_PLAYS, ParquetWriter, read_parquet};
pub use plays::PlaysWriter;
pub use resume::{Resume, ResumeError, look};
pub use rows::{Rows, RowsOf};
pub use sealed::{SealError, read_sealed, seal, sealed_kind, unseal, write_sealed};
pub use shards::{
    JoinError, MergeError, Part, Parts, belongs, complete, join_csv, join_parquet, part_of, read_shard,
};
pub use summary::{summary_json, summary_text};
pub use summed::{Sum, Summed, sum_of};
pub use text::{Corrected, TextTable, early_stop, minutes_of, percent};
pub use tournament::{
    PairRow, PayoffRow, RatingRow, TournamentRecord, Until, tournament_cycles, tournament_json,
    tournament_tables, tournament_text,
};
pub use viewer::{Film, FilmChoice, FilmContents, FilmPlace, FilmPlayer, Frame, TurnChances, viewer};
