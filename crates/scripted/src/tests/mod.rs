//! Scripts as games.

mod appeals;
mod best_choices;
mod calls;
mod card_moves;
mod contract;
mod environments;
mod expressions;
mod fewest;
mod generated;
mod hostile;
mod known_games;
mod limits;
mod names;
mod poker_values;
mod pure_profit;
mod reference;
mod refused;
mod scenes;
mod same_bytes;
mod searches;
mod secret;
mod secret_numbers;
mod sheets;
mod sides;
mod solved;
mod support;
mod supplies;
mod validate;
mod typed;
mod watched;
mod weights;

use std::path::Path;
use std::sync::Arc;

use ludometer_model::Value;

use crate::{ScriptFile, ScriptGame};

/// Returns the path of a script of the gallery.
pub(super) fn gallery_path(name: &str) -> String {
    format!("{}/../../games/{name}", env!("CARGO_MANIFEST_DIR"))
}

/// Returns the script of the gallery with this name.
pub(super) fn gallery(name: &str) -> Arc<ScriptFile> {
    Arc::new(ScriptFile::open(Path::new(&gallery_path(name))).unwrap_or_else(|error| panic!("{error}")))
}

/// Returns a game of the gallery with these settings, such as `hand.deal=3`.
pub(super) fn game(name: &str, seats: usize, settings: &[&str]) -> ScriptGame {
    let values = settings.iter().map(|setting| {
        let (key, text) = setting.split_once('=').unwrap();
        (key.to_owned(), Value::from_text(text).unwrap_or_else(|| Value::Text(text.to_owned())))
    });
    let values: Vec<_> = values.collect();
    ScriptGame::load(&gallery(name), seats, &values).unwrap_or_else(|error| panic!("{error}"))
}
