//! The files that are written when the work is over.

use std::io;
use std::path::PathBuf;
use std::time::SystemTime;

use serde::Serialize;

use crate::cli::overwrite::replaced;
use crate::registry::Games;
use ludometer_report::{
    AtomicFile, CheckpointHeader, FileError, Folder, SHARD, seal, universal, write_table,
};
use ludometer_spec::Spec;
use ludometer_stats::Table;

/// The contents of the files beside the record, in the order in which they are written.
#[derive(Default)]
pub(in crate::cli) struct Contents {
    pub(in crate::cli) tables: Vec<Table>,
    /// The table of games, which is written already.
    pub(in crate::cli) rows: Option<AtomicFile>,
    pub(in crate::cli) files: Vec<(&'static str, Vec<u8>)>,
    /// The body of the shard's file, if it is a shard and all of it is done.
    pub(in crate::cli) shard: Option<Vec<u8>>,
}

/// Writes all files under temporary names, the record last: it tells when that was.
pub(super) fn drafts<S: Spec>(
    folder: &Folder,
    contents: io::Result<Contents>,
    header: &CheckpointHeader<S>,
    record: &impl Serialize,
) -> Result<Vec<AtomicFile>, FileError> {
    let failed = |source| FileError { path: folder.path().join(S::RECORD), source };
    let Contents { tables, rows, mut files, shard } = contents.map_err(failed)?;
    let mut drafts = Vec::new();
    for table in &tables {
        let mut draft = folder.begin(&format!("{}.csv", table.name))?;
        write_table(table, &mut draft).map_err(|e| draft.failed(e))?;
        drafts.push(draft);
    }
    drafts.extend(rows);
    if let (Some(body), Some(_)) = (shard, header.shards) {
        files.push((SHARD, seal(S::SHARD, header, &body).map_err(failed)?));
    }
    let mut record = serde_json::to_value(record).map_err(|error| failed(error.into()))?;
    record["finished"] = universal(SystemTime::now()).into();
    files.push((S::RECORD, format!("{record:#}\n").into_bytes()));
    for (name, bytes) in files {
        drafts.push(folder.draft(name, &bytes)?);
    }
    Ok(drafts)
}

/// Gives all drafts their names, in place of results that stood in the folder and of what was `kept` to go on with.
pub(super) fn publish(
    games: &Games,
    folder: Folder,
    drafts: Vec<AtomicFile>,
    known: &[&str],
    kept: &[PathBuf],
) -> Result<Vec<String>, FileError> {
    let names = drafts.iter().map(AtomicFile::name).collect();
    let replaced = replaced(games, folder.path(), known);
    folder.publish(drafts, &replaced, kept)?;
    Ok(names)
}

/// Writes results that were never on their way, such as those that are joined from parts; returns the files' names.
pub(in crate::cli) fn write_results<S: Spec>(
    games: &Games,
    folder: Folder,
    contents: io::Result<Contents>,
    header: &CheckpointHeader<S>,
    record: &impl Serialize,
    known: &[&str],
) -> Result<Vec<String>, FileError> {
    let drafts = drafts(&folder, contents, header, record)?;
    publish(games, folder, drafts, known, &[])
}
