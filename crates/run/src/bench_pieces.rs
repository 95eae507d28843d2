//! The pieces that plays are made of, one by one, for the benches.

use std::hint::black_box;

use ludometer_bots::{BotSpec, Mcts, Strategy, build};
use ludometer_model::{Decision, Game, Rng, Seat, Silent, Streams};
use ludometer_playable::Playable;

/// Positions that each piece is run on.
const POSITIONS: usize = 256;

/// One piece of work of a game.
pub struct Part<'a> {
    /// Its name.
    pub name: &'static str,
    /// How many pieces one call does.
    pub pieces: u64,
    /// Does them.
    pub run: Box<dyn FnMut() + 'a>,
}

pub(super) struct Position<G: Game> {
    state: G::State,
    seat: Seat,
    pub(super) legal: Vec<G::Action>,
    pub(super) view: G::View,
}

/// Positions from random plays, each with more than one legal action where the game has such.
pub(super) fn positions<G: Playable>(game: &G) -> Vec<Position<G>> {
    let mut found = Vec::new();
    let mut state = game.new_state();
    for play in 0..20_000 {
        let streams = Streams::new(1, play);
        let mut chance = streams.chance();
        let mut rng = streams.seat(Seat::new(0));
        game.deal(&mut state, &mut chance, &mut Silent);
        while let Some(seat) = game.to_move(&state) {
            let mut legal = Vec::new();
            game.legal(&state, &mut legal);
            let action = legal[rng.index(legal.len())];
            if legal.len() > 1 && rng.chance(0.05) {
                let view = game.view(&state, seat);
                found.push(Position { state: state.clone(), seat, legal, view });
                if found.len() == POSITIONS {
                    return found;
                }
            }
            game.apply(&mut state, action, &mut chance, &mut Silent);
        }
    }
    found
}

/// Returns the pieces of work of this game.
pub(super) fn parts<'a, G: Playable>(game: &'a G) -> Vec<Part<'a>> {
    let mut parts = Vec::new();
    let positions = std::rc::Rc::new(positions(game));
    let pieces = positions.len() as u64;
    let mut add = |name, pieces, run: Box<dyn FnMut() + 'a>| parts.push(Part { name, pieces, run });
    add("random playout", 1, playout(game));
    let here = positions.clone();
    let mut legal = Vec::with_capacity(64);
    add(
        "legal actions",
        pieces,
        Box::new(move || {
            for position in here.iter() {
                legal.clear();
                game.legal(&position.state, &mut legal);
                black_box(&legal);
            }
        }),
    );
    let here = positions.clone();
    let mut state = game.new_state();
    add(
        "copy of a state",
        pieces,
        Box::new(move || {
            for position in here.iter() {
                state.clone_from(&position.state);
                black_box(&state);
            }
        }),
    );
    let here = positions.clone();
    let mut state = game.new_state();
    let mut rng = Rng::from_words([1, 1, 1]);
    add(
        "copy and apply",
        pieces,
        Box::new(move || {
            for position in here.iter() {
                state.clone_from(&position.state);
                let action = position.legal[rng.index(position.legal.len())];
                game.apply(&mut state, action, &mut rng, &mut Silent);
                black_box(&state);
            }
        }),
    );
    let here = positions.clone();
    add(
        "view",
        pieces,
        Box::new(move || {
            for position in here.iter() {
                black_box(game.view(&position.state, position.seat));
            }
        }),
    );
    let here = positions.clone();
    let mut state = game.new_state();
    let mut rng = Rng::from_words([2, 2, 2]);
    add(
        "imagined state",
        pieces,
        Box::new(move || {
            for position in here.iter() {
                game.determinize(&position.view, &mut rng, &mut state);
                black_box(&state);
            }
        }),
    );
    let here = positions.clone();
    add("greedy decision", pieces, greedy(game, here));
    add("mcts iteration", pieces * 16, search(game, positions));
    parts
}

fn playout<'a, G: Playable>(game: &'a G) -> Box<dyn FnMut() + 'a> {
    let mut state = game.new_state();
    let mut legal = Vec::with_capacity(64);
    let mut play = 0;
    Box::new(move || {
        let streams = Streams::new(2, play);
        let mut chance = streams.chance();
        let mut rng = streams.seat(Seat::new(0));
        play += 1;
        game.deal(&mut state, &mut chance, &mut Silent);
        while game.to_move(&state).is_some() {
            legal.clear();
            game.legal(&state, &mut legal);
            let action = legal[rng.index(legal.len())];
            game.apply(&mut state, action, &mut chance, &mut Silent);
        }
        black_box(game.outcome(&state));
    })
}

fn greedy<'a, G: Playable>(game: &'a G, positions: std::rc::Rc<Vec<Position<G>>>) -> Box<dyn FnMut() + 'a> {
    let spec = BotSpec::parse("greedy", game.design()).expect("`greedy` is a bot of every game");
    let mut bot = build(&spec, game);
    let mut rng = Rng::from_words([3, 3, 3]);
    Box::new(move || {
        for position in positions.iter() {
            let decision = Decision::new(game, &position.state, position.seat, &position.legal);
            let _ = black_box(bot.decide(&decision, &mut rng));
        }
    })
}

/// Searches sixteen iterations from each position: the tree is young, determinizing and playing out dominate.
fn search<'a, G: Playable>(game: &'a G, positions: std::rc::Rc<Vec<Position<G>>>) -> Box<dyn FnMut() + 'a> {
    let spec = BotSpec::parse("mcts:iterations=16", game.design()).expect("`mcts` is a bot of every game");
    let mut bot = Mcts::new(game, &spec.values);
    let mut rng = Rng::from_words([4, 4, 4]);
    Box::new(move || {
        for position in positions.iter() {
            bot.search(game, &position.view, &position.legal, &mut rng);
        }
    })
}
