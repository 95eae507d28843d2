//! The interaction of seats: who does what to whom.

use crate::html::figure::{Figure, Section};
use crate::html::plot::{Heat, HeatCell};
use crate::html::results::{Results, ResultsError};
use crate::html::sheet::CsvTable;
use crate::html::words::{Unit, figure, sentence};
use ludometer_model::player;

pub(super) fn draw(results: &Results) -> Result<Option<Section>, ResultsError> {
    let Some(sheet) = results.sheet("interaction") else { return Ok(None) };
    let names = sheet.texts("kind")?;
    let mut kinds: Vec<&str> = Vec::new();
    for name in &names {
        if !kinds.contains(name) {
            kinds.push(name);
        }
    }
    let mut section = Section::new("Who does what to whom?", Vec::new());
    for kind in kinds {
        section.figures.push(map(&sheet.filtered(|row| names[row] == kind), kind)?);
    }
    Ok(section.if_any())
}

/// Returns the player in the seat of this number, anything else as it is.
fn seat(name: &str) -> String {
    name.parse().map_or_else(|_| name.to_owned(), player)
}

fn map(sheet: &CsvTable, kind: &str) -> Result<Figure, ResultsError> {
    let actors: Vec<String> = sheet.texts("actor")?.into_iter().map(seat).collect();
    let targets: Vec<String> = sheet.texts("target")?.into_iter().map(seat).collect();
    let (values, intervals) = (sheet.numbers("per_game")?, sheet.intervals("ci_low", "ci_high")?);
    let mut names: Vec<String> = actors.iter().chain(&targets).cloned().collect();
    names.sort();
    names.dedup();
    let most = values.iter().flatten().copied().fold(0.0, f64::max);
    let total: f64 = values.iter().flatten().sum();
    let number = |name: &String| names.iter().position(|known| known == name).unwrap_or(0);
    let mut cells: Vec<Vec<Option<HeatCell>>> =
        names.iter().map(|_| names.iter().map(|_| None).collect()).collect();
    let mut strongest = None;
    for (row, value) in values.iter().enumerate() {
        let Some(value) = *value else { continue };
        let interval =
            intervals[row].map_or_else(String::new, |i| format!(" (95 %: {})", Unit::Plain.range(i)));
        let note = format!("{} to {}: {} a game{interval}", actors[row], targets[row], figure(value));
        let weight = if most > 0.0 { value / most } else { 0.0 };
        cells[number(&actors[row])][number(&targets[row])] =
            Some(HeatCell { text: figure(value), below: None, note, weight, is_marked: false });
        if value == most && strongest.is_none() {
            strongest = Some(row);
        }
    }
    let words = kind.replace('_', " ");
    let reading = match strongest {
        Some(row) if most > 0.0 => format!(
            "{} happens {} times a game between two players, most from {} to {}: {}.",
            sentence(kind),
            figure(total),
            actors[row],
            targets[row],
            figure(most)
        ),
        _ => format!("{} never happens between two players.", sentence(kind)),
    };
    let heat =
        Heat { rows: names.clone(), columns: names, cells, axes: ("from".to_owned(), "to".to_owned()) };
    let definition = format!(
        "How often \u{201c}{words}\u{201d} goes from the player of the row to the player of the column, a game. The more, the deeper the colour."
    );
    Ok(Figure::new(&format!("Between players: {words}"), reading, &definition, heat.draw()).with_table(sheet))
}
