//! `beside`: the script of Pure Profit and the compiled game in turn: random play with and without knowledge, states
//! copied, views, determinizations.

use std::error::Error;
use std::hint::black_box;
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use ludometer::games::Compiled;
use ludometer::games::pure_profit::PureProfit;
use ludometer::model::{EventSink, Game, RuleSet, Silent, Streams, WithoutKnowledge};
use ludometer::registry::GAMES;
use ludometer_scripted::{ScriptFile, ScriptGame};

const SCRIPT: &str = "games/pure_profit.luau";
const SEATS: usize = 4;

/// Work that is measured: its name, and how many pieces of each side take about as long.
const WORK: [(&str, u64, u64); 5] = [
    ("random decisions without knowledge", 2_000, 40),
    ("random decisions with knowledge", 2_000, 40),
    ("state copies", 2_000_000, 2_000_000),
    ("views", 500_000, 500_000),
    ("determinizations", 200_000, 50_000),
];

/// Measures both in turn and prints a table of medians and of the median of their ratios.
///
/// # Errors
/// A script that can't be opened.
pub(crate) fn measure(rounds: usize) -> Result<(), Box<dyn Error>> {
    let rounds = rounds.max(1);
    let script = ScriptGame::load(&Arc::new(ScriptFile::open(Path::new(SCRIPT))?), SEATS, &[])?;
    let entry = GAMES.iter().find(|entry| entry.id() == "pure-profit").ok_or("no Pure Profit")?;
    let compiled = PureProfit::new(SEATS, &RuleSet::defaults(entry.schema()))?;
    println!(
        "| work | compiled, ns | script, ns | times: min | median | max |\n|---|---:|---:|---:|---:|---:|"
    );
    for (work, (name, many, few)) in WORK.into_iter().enumerate() {
        let (mut ours, mut theirs, mut ratios) = (Vec::new(), Vec::new(), Vec::new());
        for _ in 0..rounds {
            let (a, b) = (nanoseconds(&compiled, work, many), nanoseconds(&script, work, few));
            ours.push(a);
            theirs.push(b);
            ratios.push(b / a);
        }
        let [a, b, ratio] = [&mut ours, &mut theirs, &mut ratios].map(|list| {
            list.sort_by(f64::total_cmp);
            list[list.len() / 2]
        });
        println!("| {name} | {a:.1} | {b:.1} | {:.1} | {ratio:.1} | {:.1} |", ratios[0], ratios[rounds - 1]);
    }
    Ok(())
}

/// Nanoseconds a piece of some work.
fn nanoseconds<G: Game>(game: &G, work: usize, count: u64) -> f64 {
    match work {
        0 => random(game, count, &mut WithoutKnowledge(Silent)),
        1 => random(game, count, &mut Silent),
        _ => pieces(game, work, count),
    }
}

/// Plays so many games at random.
fn random<G: Game, L: EventSink<G::Event>>(game: &G, games: u64, log: &mut L) -> f64 {
    let (mut state, mut list, mut decisions) = (game.new_state(), Vec::new(), 0_u64);
    let begun = Instant::now();
    for play in 0..games {
        let streams = Streams::new(1, play);
        let (mut chance, mut choices) = (streams.chance(), streams.side_stream(0));
        game.deal(&mut state, &mut chance, log);
        while game.to_move(&state).is_some() {
            let (action, _) = game.pick(&state, &mut list, |count| choices.index(count));
            game.apply(&mut state, action, &mut chance, log);
            decisions += 1;
        }
    }
    begun.elapsed().as_nanos() as f64 / decisions as f64
}

/// Copies, looks at or deals anew a state in the middle of a game.
fn pieces<G: Game>(game: &G, work: usize, count: u64) -> f64 {
    let streams = Streams::new(1, 0);
    let (mut chance, mut choices) = (streams.chance(), streams.side_stream(0));
    let (mut state, mut list) = (game.new_state(), Vec::new());
    game.deal(&mut state, &mut chance, &mut Silent);
    for _ in 0..40 {
        let (action, _) = game.pick(&state, &mut list, |count| choices.index(count));
        game.apply(&mut state, action, &mut chance, &mut Silent);
    }
    let mut other = state.clone();
    let Some(seat) = game.to_move(&state) else { return f64::NAN };
    let view = game.view(&state, seat);
    let begun = Instant::now();
    for _ in 0..count {
        match work {
            2 => other.clone_from(black_box(&state)),
            3 => drop(black_box(game.view(black_box(&state), seat))),
            _ => game.determinize(black_box(&view), &mut chance, &mut other),
        }
    }
    black_box(&other);
    begun.elapsed().as_nanos() as f64 / count as f64
}
