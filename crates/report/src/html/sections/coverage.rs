//! The coverage: what happened, and what never did.

use maud::html;

use super::show::listed;
use crate::html::figure::{Section, command, table};
use crate::html::results::{Results, ResultsError};
use crate::html::words::sentence;

pub(super) fn draw(results: &Results) -> Result<Option<Section>, ResultsError> {
    let Some(sheet) = results.sheet("coverage") else { return Ok(None) };
    let (kinds, items) = (sheet.texts("kind")?, sheet.texts("item")?);
    // Version 0.1 called the column `plays`.
    let plays = sheet.numbers(if sheet.find("games").is_some() { "games" } else { "plays" })?;
    let first = sheet.numbers_if_any("shortest_game")?;
    // Endings and guards have no display names: their ids are words.
    let name = |row: usize| results.names.of(kinds[row], items[row]).replace('_', " ");
    let mut never: Vec<(&str, Vec<String>)> = Vec::new();
    for (row, kind) in kinds.iter().enumerate() {
        if plays[row] == Some(0.0) {
            match never.iter_mut().find(|(known, _)| known == kind) {
                Some((_, list)) => list.push(name(row)),
                None => never.push((kind, vec![name(row)])),
            }
        }
    }
    // What happened in fewest plays is hardest to find by hand.
    let seen = (0..kinds.len()).filter(|&row| plays[row].is_some_and(|n| n > 0.0) && first[row].is_some());
    let rarest = seen.min_by(|&a, &b| plays[a].unwrap_or(0.0).total_cmp(&plays[b].unwrap_or(0.0)));
    let mut section = Section::new("What happens, and what never does?", Vec::new());
    section.lead = html! {
        @if never.is_empty() {
            p class="lead" { "Everything that is looked for happened in at least one game." }
        } @else {
            p class="lead" { "Never happened in this run:" }
            ul { @for (kind, list) in &never { li {
                strong { (sentence(kind)) } ": " (listed(list))
                @if *kind == "guard" { " (as it should be: these only stop games that would not end)" }
            } } }
        }
        @if let Some((row, trace)) = rarest.and_then(|row| Some((row, results.trace(first[row]? as u64)?))) {
            p { "The rarest thing that did happen: " (kinds[row].replace('_', " ")) " " strong { (name(row)) } ". The shortest game \
                 with it: " (command(&trace)) }
        }
    };
    section.rest = html! {
        details { summary { "Everything, with the number of games and the shortest of them" } (table(sheet)) }
    };
    Ok(Some(section))
}
