//! `bench`: what playouts and search iterations of an example's game cost, for comparisons with
//! other engines (`scripts/peers/`).

use std::error::Error;
use std::hint::black_box;
use std::time::Instant;

use ludometer::bots::{BotSpec, Mcts, Playout, Rollout};
use ludometer::games::Playable;
use ludometer::model::{Rng, whole_number};

/// Iterations of one search. The tree is thrown away after it, as between two decisions.
const SEARCH: u64 = 10_000;

const USAGE: &str = "usage: bench playouts|search COUNT [ITERATIONS A SEARCH (10_000)]";

/// Does what the command line asks for, if it begins with `bench`.
///
/// - `bench playouts N`: N times a copy of the state `from`, uniformly random choices to the end of
///   the play, and the rewards of both seats.
/// - `bench search N`: N iterations of `mcts` with such playouts, in searches of 10,000 from the
///   view of the seat to move in `from`.
///
/// # Errors
/// Another command line.
pub fn asked<G: Playable>(game: &G, from: &G::State) -> Result<bool, Box<dyn Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let (what, count, each) = match words[..] {
        [] => return Ok(false),
        ["bench", what, count] => (what, whole_number(count).ok_or(USAGE)?, SEARCH),
        // What follows says which game it is, where an example has several.
        ["bench", what, count, each, ..] => {
            (what, whole_number(count).ok_or(USAGE)?, whole_number(each).ok_or(USAGE)?)
        }
        _ => return Err(USAGE.into()),
    };
    let begun = Instant::now();
    let (done, mean) = match what {
        "playouts" => playouts(game, from, count),
        "search" => search(game, from, count, each)?,
        _ => return Err(USAGE.into()),
    };
    let seconds = begun.elapsed().as_secs_f64();
    println!("{{\"what\":\"{what}\",\"count\":{done},\"seconds\":{seconds},\"mean_reward\":{mean}}}");
    Ok(true)
}

/// Returns the number of playouts, and the mean reward of seat 0.
fn playouts<G: Playable>(game: &G, from: &G::State, count: u64) -> (u64, f64) {
    let mut playout = Playout::new(game, Rollout::Random);
    let mut rng = Rng::from_words([1, 2, 3]);
    let mut state = game.new_state();
    let mut sums = [0.0; 2];
    for _ in 0..count {
        state.clone_from(black_box(from));
        let rewards = playout.run(game, &mut state, u32::MAX, &mut rng);
        for (sum, reward) in sums.iter_mut().zip(rewards.first(2)) {
            *sum += reward;
        }
    }
    black_box(sums);
    (count, sums[0] / count as f64)
}

/// Returns the number of iterations, and the mean reward of the action visited most.
fn search<G: Playable>(
    game: &G,
    from: &G::State,
    count: u64,
    each: u64,
) -> Result<(u64, f64), Box<dyn Error>> {
    let spec =
        BotSpec::parse(&format!("mcts:iterations={each},exploration=0.7,rollout=random"), game.design())?;
    let mut bot = Mcts::new(game, &spec.values);
    let mut rng = Rng::from_words([1, 2, 3]);
    let seat = game.to_move(from).ok_or("the play is over")?;
    let view = game.view(from, seat);
    let mut legal = Vec::new();
    game.legal(from, &mut legal);
    let searches = count.div_ceil(each);
    for _ in 0..searches {
        bot.search(game, black_box(&view), &legal, &mut rng);
    }
    let best = bot.root().max_by_key(|(_, visits, _)| *visits);
    Ok((searches * each, best.map_or(0.0, |(_, _, mean)| mean)))
}
