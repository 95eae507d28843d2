//! The interaction of seats: who does what to whom.

use std::path::Path;

use crate::html::figure::{Figure, Section};
use crate::html::plot::{Heat, HeatCell};
use crate::html::results::{Results, ResultsError};
use crate::html::words::{Unit, figure, sentence};
use ludometer_model::player;
use ludometer_stats::{Estimate, InteractionRow, Row};

pub(super) fn draw(results: &Results) -> Result<Option<Section>, ResultsError> {
    let Some(sheet) = results.sheet(InteractionRow::TABLE) else { return Ok(None) };
    let rows: Vec<InteractionRow> = sheet.typed()?;
    let mut kinds: Vec<&str> = Vec::new();
    for row in &rows {
        if !kinds.contains(&row.kind.as_str()) {
            kinds.push(&row.kind);
        }
    }
    let is_script = Path::new(results.game()).extension().is_some_and(|ending| ending == "luau");
    let mut section = Section::new("Who does what to whom?", Vec::new());
    for kind in kinds {
        let own: Vec<&InteractionRow> = rows.iter().filter(|row| row.kind == kind).collect();
        // What scripts do to each other is guessed from how cards move, so that an empty map tells nothing there.
        let is_empty = own.iter().all(|row| row.per_game.value.is_none_or(|value| value == 0.0));
        if is_empty && is_script {
            continue;
        }
        let table = sheet.filtered(|row| rows[row].kind == kind);
        section.figures.push(map(&own, kind).with_table(&table));
    }
    Ok(section.if_any())
}

fn map(rows: &[&InteractionRow], kind: &str) -> Figure {
    let actors: Vec<String> = rows.iter().map(|row| player(row.actor as usize)).collect();
    let targets: Vec<String> = rows.iter().map(|row| player(row.target as usize)).collect();
    let values = || rows.iter().filter_map(|row| row.per_game.value);
    let mut names: Vec<String> = actors.iter().chain(&targets).cloned().collect();
    names.sort();
    names.dedup();
    let most = values().fold(0.0, f64::max);
    let total: f64 = values().sum();
    let number = |name: &String| names.iter().position(|known| known == name).unwrap_or(0);
    let mut cells: Vec<Vec<Option<HeatCell>>> =
        names.iter().map(|_| names.iter().map(|_| None).collect()).collect();
    let mut strongest = None;
    for (row, Estimate { value, interval, .. }) in rows.iter().map(|row| row.per_game).enumerate() {
        let Some(value) = value else { continue };
        let interval = interval.map_or_else(String::new, |i| format!(" (95 %: {})", Unit::Plain.range(i)));
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
    Figure::new(&format!("Between players: {words}"), reading, &definition, heat.draw())
}
