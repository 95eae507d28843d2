//! The coverage: what happened, and what never did.

use maud::html;

use super::show::listed;
use crate::html::figure::{Section, table};
use crate::html::results::{Results, ResultsError};
use crate::html::words::sentence;
use ludometer_stats::{CoverageKind, CoverageRow, Row};

pub(super) fn draw(results: &Results) -> Result<Option<Section>, ResultsError> {
    let Some(sheet) = results.sheet(CoverageRow::TABLE) else { return Ok(None) };
    let rows: Vec<CoverageRow> = sheet.typed()?;
    // Endings and guards have no display names: their ids are words.
    let name = |row: &CoverageRow| results.names.of(row.kind.word(), &row.item).replace('_', " ");
    let mut never: Vec<(CoverageKind, Vec<String>)> = Vec::new();
    // That somebody wins every game is as it should be.
    let is_missing = |row: &&CoverageRow| row.games == 0 && row.item != "no winner";
    for row in rows.iter().filter(is_missing) {
        match never.iter_mut().find(|(known, _)| *known == row.kind) {
            Some((_, list)) => list.push(name(row)),
            None => never.push((row.kind, vec![name(row)])),
        }
    }
    // What happened in fewest plays is hardest to find by hand.
    let seen = rows.iter().filter(|row| row.games > 0);
    let rarest = seen.filter_map(|row| Some((row, row.shortest_game?))).min_by_key(|(row, _)| row.games);
    let mut section = Section::new("What happens, and what never does?", Vec::new());
    section.lead = html! {
        @if never.is_empty() {
            p class="lead" { "Everything that is looked for happened in at least one game." }
        } @else {
            p class="lead" { "Never happened in this run:" }
            ul { @for (kind, list) in &never { li {
                strong { (sentence(kind.word())) } ": " (listed(list))
                @if *kind == CoverageKind::Guard { " (as it should be: these only stop games that would not end)" }
            } } }
        }
        @if let Some((row, trace)) = rarest.and_then(|(row, game)| Some((row, results.trace(game)?))) {
            p { "The rarest thing that did happen: " (row.kind.word()) " " strong { (name(row)) } ". The shortest game \
                 with it: " (results.game_of(&trace)) }
        }
    };
    section.rest = html! {
        details { summary { "Everything, with the number of games and the shortest of them" } (table(sheet)) }
    };
    Ok(Some(section))
}
