//! The hot loop allocates nothing: no decision of a play with all statistics, and no choice of a
//! search bot with its hundreds of iterations, once the buffers are warm.
//!
//! A counting allocator stands in for the usual one in this program, so it is a test of its own.

#![expect(clippy::unwrap_used, reason = "a failed step fails its test")]

use std::sync::atomic::AtomicBool;

use allocation_counter::measure;
use ludometer::bots::{BotSpec, KINDS, Strategy, build, kind_settings};
use ludometer::games::even_odd::EvenOdd;
use ludometer::games::film_rummy::FilmRummy;
use ludometer::games::greed_street::GreedStreet;
use ludometer::games::im_the_boss::ImTheBoss;
use ludometer::games::pure_profit::PureProfit;
use ludometer::games::{Choices, Compiled, Design};
use ludometer::model::{Decision, Game, Rng, RuleSet, Seat, Silent};
use ludometer::registry::{Entry, GAMES};
use ludometer::run::{Seating, Table};
use ludometer::stats::{Standard, Statistic, TallyLayout};

/// Plays of the batches.
const PLAYS: u64 = 40;

/// Decisions that each search bot is asked for.
const DECISIONS: usize = 6;

#[test]
fn pure_profit() {
    nothing_is_allocated::<PureProfit>();
}

#[test]
fn even_odd() {
    nothing_is_allocated::<EvenOdd>();
}

#[test]
fn greed_street() {
    nothing_is_allocated::<GreedStreet>();
}

#[test]
fn film_rummy() {
    nothing_is_allocated::<FilmRummy>();
}

#[test]
fn im_the_boss() {
    nothing_is_allocated::<ImTheBoss>();
}

#[test]
fn no_game_is_forgotten() {
    let ids = [
        &*PureProfit::definition().id,
        &*EvenOdd::definition().id,
        &*GreedStreet::definition().id,
        &*FilmRummy::definition().id,
        &*ImTheBoss::definition().id,
    ];
    assert!(GAMES.iter().map(Entry::id).eq(ids), "a new game needs its test here");
}

/// What is counted here is counted at all.
#[test]
fn the_allocator_counts() {
    let found = measure(|| drop(std::hint::black_box(Vec::<u8>::with_capacity(100))));
    assert_eq!(found.count_total, 1);
    let mut list: Vec<u64> = Vec::with_capacity(1);
    let grown = measure(|| list.extend(std::hint::black_box([1, 2, 3])));
    assert_eq!(grown.count_total, 1);
}

fn nothing_is_allocated<G: Compiled>() {
    let game = G::new(G::schema().usual_seats, &RuleSet::defaults(G::schema())).unwrap();
    for name in ["random", "greedy"] {
        plays(&game, name);
    }
    let positions = positions(&game);
    // With the network that comes along: searches can play by it.
    let file = format!("strategies/learned_{}.toml", G::definition().id.replace('-', "_"));
    let network = std::fs::read_to_string(file).unwrap();
    let design = Design { network: Some(network.into()), ..G::definition().clone() };
    for spec in &*BotSpec::for_rules(&specs(&design), &RuleSet::defaults(G::schema())) {
        choices(&game, spec, &positions);
    }
}

/// A batch of plays with all statistics, played twice: the second time everything has its size.
fn plays<G: Compiled>(game: &G, name: &str) {
    let bots = vec![BotSpec::parse(name, G::definition()).unwrap(); game.seats()];
    let counted = TallyLayout {
        words: G::definition().action_kinds.clone(),
        cards: game.cards().into_iter().map(|card| (card.name, card.copies)).collect(),
        bots: vec![name.to_owned()],
        ..TallyLayout::of_seats(game.seats())
    };
    let mut tally = <Standard<G::Stats> as Statistic<G>>::new(&counted);
    let mut table = Table::new(game, &bots, Seating::Rotate, 1);
    let stop = AtomicBool::new(false);
    let mut decisions = 0;
    let mut batch = || {
        for play in 0..PLAYS {
            decisions += u64::from(table.play(play, &mut tally, &stop, None).unwrap().decisions);
        }
    };
    batch();
    let found = measure(&mut batch);
    assert_eq!(found.count_total, 0, "{}: {name}, {decisions} decisions", G::definition().id);
    assert!(decisions > PLAYS);
}

struct Position<G: Game> {
    state: G::State,
    seat: Seat,
    legal: Vec<G::Action>,
}

/// Decisions with a choice, from random plays, few from each.
fn positions<G: Compiled>(game: &G) -> Vec<Position<G>> {
    let mut found = Vec::new();
    let mut rng = Rng::from_words([1, 2, 3]);
    let mut state = game.new_state();
    while found.len() < DECISIONS {
        game.deal(&mut state, &mut rng, &mut Silent);
        while let Some(seat) = game.to_move(&state) {
            let mut legal = Vec::new();
            game.legal(&state, &mut legal);
            let action = legal[rng.index(legal.len())];
            if legal.len() > 1 && found.len() < DECISIONS && rng.chance(0.05) {
                found.push(Position { state: state.clone(), seat, legal });
            }
            game.apply(&mut state, action, &mut rng, &mut Silent);
        }
    }
    found
}

/// Returns every bot of the game with its defaults, and with each setting that changes what it does: every
/// word, and numbers where the default is to do without. Budgets are cut: one iteration is like
/// another.
fn specs(design: &Design) -> Vec<BotSpec> {
    let mut specs = Vec::new();
    for &(kind, name, _) in KINDS {
        let settings = kind_settings(kind, design);
        let budget = match settings.first() {
            Some(setting) if setting.name == "iterations" => "iterations=200",
            _ => "",
        };
        let mut variants = vec![String::new()];
        for setting in &settings {
            match setting.choices {
                Choices::Words(words) => {
                    variants.extend(words.iter().map(|word| format!("{}={word}", setting.name)));
                }
                Choices::Whole(..) | Choices::Real(..) if setting.default == 0.0 && name != "greedy" => {
                    variants.push(format!("{}=1", setting.name));
                }
                Choices::Whole(..) | Choices::Real(..) => {}
            }
        }
        let texts = variants.iter().map(|variant| format!("{name}:{budget},{variant}"));
        specs.extend(texts.map(|text| BotSpec::parse(&text, design).unwrap()));
    }
    specs
}

/// The same choices twice, with the same random numbers: the second time all buffers are warm.
fn choices<G: Compiled>(game: &G, spec: &BotSpec, positions: &[Position<G>]) {
    let mut bot = build(spec, game);
    let mut ask = || {
        for (i, position) in positions.iter().enumerate() {
            let decision = Decision::new(game, &position.state, position.seat, &position.legal);
            bot.begin();
            bot.decide(&decision, &mut Rng::from_words([i as u64, 4, 5])).unwrap();
        }
    };
    ask();
    let found = measure(&mut ask);
    assert_eq!(found.count_total, 0, "{}: {}, {} choices", &*G::definition().id, spec.name, positions.len());
}
