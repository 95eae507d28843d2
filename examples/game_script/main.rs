//! A game script played from Rust: opened, given other settings, and played at random.
//!
//! ```text
//! cargo run --release --example game_script -- games/liars_dice.luau 2 dice.each=1
//! ```
//!
//! With `bench playouts N EACH` or `bench search N EACH` in front it measures instead, with `beside ROUNDS` it measures the
//! script of Pure Profit beside the compiled game (`scripts/peers/`).

mod beside;

use std::error::Error;
use std::path::Path;
use std::sync::Arc;

use ludometer::model::{Game, Silent, Streams, Value};
use ludometer_scripted::{ScriptFile, ScriptGame};

/// Games played at random.
const PLAYS: u64 = 1000;

/// The seed of the state that is measured.
const SEED: u64 = 1;

const USAGE: &str =
    "usage: game_script beside ROUNDS | [bench playouts|search N EACH] SCRIPT SEATS [KEY=VALUE...]";

/// Loads the game that the words name: a path, a number of seats, settings.
fn game(words: &[String]) -> Result<ScriptGame, Box<dyn Error>> {
    let [path, seats, settings @ ..] = words else { return Err(USAGE.into()) };
    let file = Arc::new(ScriptFile::open(Path::new(path))?);
    let mut values = Vec::new();
    for setting in settings {
        let (key, text) = setting.split_once('=').ok_or(USAGE)?;
        values.push((key.to_owned(), Value::from_text(text).unwrap_or_else(|| Value::Text(text.to_owned()))));
    }
    Ok(ScriptGame::load(&file, seats.parse()?, &values)?)
}

fn main() -> Result<(), Box<dyn Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    if let [word, rounds] = &words[..]
        && word == "beside"
    {
        return beside::measure(rounds.parse().map_err(|_| USAGE)?);
    }
    let measured = words.first().is_some_and(|word| word == "bench");
    let game = game(words.get(if measured { 4 } else { 0 }..).unwrap_or_default())?;
    let (mut state, mut legal) = (game.new_state(), Vec::new());
    game.deal(&mut state, &mut Streams::new(SEED, 0).chance(), &mut Silent);
    if measured && speed::asked(&game, &state)? {
        return Ok(());
    }
    let mut decisions = 0_u64;
    for play in 0..PLAYS {
        let streams = Streams::new(SEED, play);
        let (mut chance, mut choices) = (streams.chance(), streams.side_stream(0));
        game.deal(&mut state, &mut chance, &mut Silent);
        while game.to_move(&state).is_some() {
            legal.clear();
            game.legal(&state, &mut legal);
            game.apply(&mut state, legal[choices.index(legal.len())], &mut chance, &mut Silent);
            decisions += 1;
        }
        if let Some(mistake) = game.fault_of(&state) {
            return Err(mistake.into());
        }
    }
    println!("{PLAYS} random games, {:.1} decisions each", decisions as f64 / PLAYS as f64);
    println!("the last one: {:?}", game.outcome(&state).scores.first(game.seats()));
    Ok(())
}
