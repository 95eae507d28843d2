//! Tables that no section knows: the games' own, and those of other commands.

use maud::html;

use super::SECTIONS;
use crate::html::figure::{Section, table};
use crate::html::results::Results;
use crate::html::words::sentence;

/// Shows them as they are.
pub(in crate::html) fn rest(results: &Results) -> Option<Section> {
    let known = |name: &str| name == "findings" || SECTIONS.iter().any(|part| part.tables.contains(&name));
    let sheets: Vec<_> =
        results.sheets.values().filter(|sheet| !known(&sheet.name) && !sheet.rows.is_empty()).collect();
    let mut section = Section::new("More tables", Vec::new());
    section.lead = html! {
        @for sheet in &sheets {
            details { summary { (sentence(&sheet.name)) ", " code { (sheet.name) ".csv" } } (table(sheet)) }
        }
    };
    if sheets.is_empty() { None } else { section.if_any() }
}
