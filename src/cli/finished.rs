//! Going on with work of which nothing is left to do.

use std::path::Path;

use serde_json::{Map, Value as Json};

use super::error::CliError;
use super::output::{print, print_json};
use ludometer_model::{MAX_RECORD, read_text};

/// Says that such work (a `run`, say) in this folder is finished; as JSON with all that its record tells. Returns what
/// it tells.
pub(super) fn finished(work: &str, folder: &Path, record: &str, as_json: bool) -> Result<Json, CliError> {
    let shown = folder.display().to_string();
    // That it is finished was read in its record.
    let text = read_text(&folder.join(record), MAX_RECORD).unwrap_or_default();
    let mut reported: Map<String, Json> = serde_json::from_str(&text).unwrap_or_default();
    if !as_json {
        print(&format!("the {work} in {shown} is finished: there is nothing to go on with\n"))?;
        return Ok(reported.into());
    }
    reported.insert("complete".to_owned(), true.into());
    reported.insert("resumed".to_owned(), false.into());
    reported.insert("folder".to_owned(), shown.into());
    let reported = reported.into();
    print_json(&reported)?;
    Ok(reported)
}
