//! `games`: the list of games.

use serde_json::{Value as Json, json};

use super::args::GamesArgs;
use super::error::CliError;
use super::input::scripts_nearby;
use super::output::{print, print_json};
use super::plan::load_usual;
use crate::registry::Games;
use ludometer_model::RuleSet;
use ludometer_report::TextTable;

pub(super) fn games(games: &Games, args: &GamesArgs) -> Result<(), CliError> {
    let mut text = TextTable::new(2, &["game", "title", "players", "usual", "cards", "kinds"]);
    let mut list = Vec::new();
    for entry in games.all() {
        let rules = RuleSet::defaults(entry.schema());
        let (low, high) = entry.seats_allowed(&rules);
        let usual = entry.schema().usual_seats;
        let game = load_usual(entry, rules)?;
        let kinds = game.cards();
        let cards: u64 = kinds.iter().map(|kind| kind.copies).sum();
        text.row(vec![
            entry.id().to_owned(),
            entry.title().to_owned(),
            format!("{low} to {high}"),
            usual.to_string(),
            cards.to_string(),
            kinds.len().to_string(),
        ]);
        list.push(json!({
            "id": entry.id(),
            "title": entry.title(),
            "players": { "min": low, "max": high, "usual": usual },
            "cards": cards,
            "card_kinds": kinds.len(),
        }));
    }
    if args.json {
        print_json(&Json::Array(list))?;
    } else {
        let scripts = scripts_nearby();
        let mut text = text.to_string();
        if !scripts.is_empty() {
            text += &format!("\nscripts  {}\n", scripts.join(", "));
        }
        print(&text)?;
    }
    Ok(())
}
