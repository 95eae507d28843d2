//! Throughput beside the floor of the machine, measured in the same process, where the time of a search goes, and
//! the pieces of work that games are made of.

use std::hint::black_box;
use std::rc::Rc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use crate::batch::{Hooks, Plan, RunError, simulate};
use crate::play::Seating;
use crate::threads::pool;
use ludometer_bots::{BotKind, BotSpec, Mcts, Phase, PhaseTimes, Strategy, build};
use ludometer_model::{Decision, Game, Rng, Seat, Silent, Streams};
use ludometer_playable::Playable;

/// The times that this machine needs for the simplest things, in nanoseconds: medians over several runs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Floor {
    /// One bounded random number of the generator that all plays use.
    pub bounded_ns: f64,
    /// Shuffling a deck of `deck` cards.
    pub shuffle_ns: f64,
    /// The number of cards shuffled.
    pub deck: usize,
}

/// The throughput of one game with one bot in all seats.
#[derive(Clone, Debug, PartialEq)]
pub struct BenchRow {
    /// The bot.
    pub bot: String,
    /// The number of seats.
    pub seats: usize,
    /// Threads at work.
    pub threads: usize,
    /// Plays done.
    pub plays: u64,
    /// Decisions taken in them.
    pub decisions: u64,
    /// Time it took.
    pub time: Duration,
    /// The floor of one bounded random number, in nanoseconds, measured between the slices; the median.
    pub floor_ns: f64,
    /// Nanoseconds a decision in multiples of the floor measured beside them: the median of the slices.
    pub floors: f64,
    /// How many times faster than one thread in the slice of the same turn: the median of the turns.
    /// None for one thread, and where one thread was not measured.
    pub speed_up: Option<f64>,
    /// How many times faster the machine does mere arithmetic on so many threads than on one, measured between
    /// the slices: what can be expected of a speed-up where others use the processors too. None as above.
    pub machine: Option<f64>,
}

impl BenchRow {
    /// Plays a second.
    pub fn plays_per_second(&self) -> f64 {
        self.plays as f64 / self.time.as_secs_f64()
    }

    /// Decisions a second.
    pub fn decisions_per_second(&self) -> f64 {
        self.decisions as f64 / self.time.as_secs_f64()
    }

    /// Returns wall nanoseconds a decision, per thread.
    pub fn ns_per_decision(&self) -> f64 {
        self.time.as_nanos() as f64 * self.threads as f64 / self.decisions.max(1) as f64
    }
}

/// How often the floor is measured for one median.
const ROUNDS: usize = 9;

/// Measures the floor: a dependent chain of bounded random numbers, and shuffles of `deck` cards.
pub fn floor(deck: usize) -> Floor {
    let mut rng = Rng::from_words([0, 0, 0]);
    let mut cards: Vec<u8> = (0..deck).map(|i| i as u8).collect();
    let mut bounded = Vec::new();
    let mut shuffles = Vec::new();
    for _ in 0..ROUNDS {
        bounded.push(bounded_number(&mut rng, 400_000));
        let rounds = 40_000 / deck.max(1) + 1;
        let begun = Instant::now();
        for _ in 0..rounds {
            rng.shuffle(black_box(&mut cards));
        }
        shuffles.push(begun.elapsed().as_nanos() as f64 / rounds as f64);
    }
    Floor { bounded_ns: median(&mut bounded), shuffle_ns: median(&mut shuffles), deck }
}

/// Nanoseconds a bounded random number, over so many of them in a chain.
fn bounded_number(rng: &mut Rng, numbers: u32) -> f64 {
    let begun = Instant::now();
    // The bound hangs on the last number, as a game's next choice hangs on the last one.
    let mut n = 0;
    for _ in 0..numbers {
        n = rng.below(black_box(7) + (n & 1));
    }
    black_box(n);
    begun.elapsed().as_nanos() as f64 / f64::from(numbers)
}

/// Returns the floor of one bounded random number alone, in two or three milliseconds.
fn floor_beside() -> f64 {
    let mut rng = Rng::from_words([0, 0, 0]);
    median(&mut [(); ROUNDS].map(|()| bounded_number(&mut rng, 100_000)))
}

/// Steps of [`arithmetic`]: ten milliseconds or so, long beside the waking of a thread.
const STEPS: u64 = 4_000_000;

/// Seconds of arithmetic in registers alone: chains enough to keep all of a core busy, as plays do. One chain
/// would leave half of it to a neighbour who shares the core.
fn arithmetic() -> f64 {
    let begun = Instant::now();
    let mut chains: [u64; 8] = std::array::from_fn(|i| i as u64 + 1);
    for step in 0..black_box(STEPS) {
        for chain in &mut chains {
            *chain = (*chain ^ (*chain >> 29)).wrapping_mul(0x9E37_79B9_7F4A_7C15).wrapping_add(step);
        }
    }
    black_box(chains);
    begun.elapsed().as_secs_f64()
}

/// The same work on one thread alone, and shared by so many threads: seconds of each.
#[derive(Clone, Copy)]
struct Machine {
    one: f64,
    shared: f64,
}

impl Machine {
    fn measure(threads: usize) -> Result<Self, RunError> {
        let one = arithmetic();
        let rates: f64 = pool(threads)?.broadcast(|_| 1.0 / arithmetic()).iter().sum();
        Ok(Self { one, shared: 1.0 / rates })
    }

    /// Returns the speed-up of all measurements together: a median would leave out what others' work takes now and then.
    fn speed_up(all: impl Iterator<Item = Self>) -> f64 {
        let (one, shared) = all.fold((0.0, 0.0), |(one, shared), m| (one + m.one, shared + m.shared));
        one / shared
    }
}

fn median(numbers: &mut [f64]) -> f64 {
    numbers.sort_by(f64::total_cmp);
    f64::midpoint(numbers[(numbers.len() - 1) / 2], numbers[numbers.len() / 2])
}

/// About how long one slice of a measurement takes.
///
/// Long beside the floor's measurement and the end of a batch, where threads wait for each other; short
/// beside the moods of a machine that others use.
const SLICE: Duration = Duration::from_millis(200);

/// Some plays on some threads, and the floor around them.
#[derive(Clone, Copy)]
struct Slice {
    plays: u64,
    decisions: u64,
    time: Duration,
    floor_ns: f64,
    /// None on one thread.
    machine: Option<Machine>,
}

impl Slice {
    /// Returns wall nanoseconds a decision.
    fn wall_ns(&self) -> f64 {
        self.time.as_nanos() as f64 / self.decisions.max(1) as f64
    }
}

/// Plays with these bots, one a seat, for about this long on each of these numbers of threads.
///
/// All numbers of threads take turns, a slice each, and the floor is measured between the slices: what
/// is compared is close together in time.
///
/// # Errors
/// As [`simulate`].
pub(super) fn throughput<G: Playable>(
    game: &G,
    bots: &[BotSpec],
    threads: &[usize],
    time: Duration,
    stop: &AtomicBool,
) -> Result<Vec<BenchRow>, RunError> {
    let hooks = Hooks { stop, progress: &|_| {} };
    let mut before = floor_beside();
    let mut measure = |threads: usize, plays: u64| {
        let plan =
            Plan { seed: 0, plays: 0..plays, seating: Seating::Fixed, threads, timing: false, stall: None };
        let begun = Instant::now();
        let batch = simulate(game, bots, &plan, hooks, None)?;
        let time = begun.elapsed();
        let after = floor_beside();
        let floor_ns = f64::midpoint(before, after);
        before = after;
        let machine = if threads > 1 { Some(Machine::measure(threads)?) } else { None };
        Ok::<_, RunError>(Slice { plays: batch.plays, decisions: batch.decisions, time, floor_ns, machine })
    };
    let slice = time.min(SLICE);
    let stopped = || stop.load(Ordering::Relaxed);
    let mut rows = Vec::new();
    for &threads in threads {
        // Warm up and find out how many plays fill a slice; the last of these batches counts.
        let mut plays = threads as u64;
        let first = loop {
            let first = measure(threads, plays)?;
            if first.time * 2 >= slice || stopped() {
                break first;
            }
            let factor = (slice.as_secs_f64() / first.time.as_secs_f64().max(1e-6)).clamp(2.0, 64.0);
            plays = (plays as f64 * factor).ceil() as u64;
        };
        rows.push((threads, plays, vec![first]));
    }
    let turns = (time.as_secs_f64() / slice.as_secs_f64()) as usize;
    for turn in 1..turns {
        // Which one is first changes: a machine that grows slower favours none.
        let first = turn % rows.len();
        for i in 0..rows.len() {
            let row = (first + i) % rows.len();
            let (threads, plays, slices) = &mut rows[row];
            // Where one play is longer than a slice, it takes the time of several.
            if slices.iter().map(|slice| slice.time).sum::<Duration>() < time && !stopped() {
                slices.push(measure(*threads, *plays)?);
            }
        }
    }
    let rows: Vec<(usize, Vec<Slice>)> =
        rows.into_iter().map(|(threads, _, slices)| (threads, slices)).collect();
    Ok(summed_up(&bots[0].name, game.seats(), &rows))
}

/// Returns what came of the slices of each number of threads, in the order of the turns.
fn summed_up(bot: &str, seats: usize, rows: &[(usize, Vec<Slice>)]) -> Vec<BenchRow> {
    let alone = rows.iter().find(|(threads, _)| *threads == 1);
    let row = |(threads, slices): &(usize, Vec<Slice>)| {
        let medians =
            |number: &dyn Fn(&Slice) -> f64| median(&mut slices.iter().map(number).collect::<Vec<_>>());
        let faster = |(_, alone): &(usize, Vec<Slice>)| {
            median(&mut alone.iter().zip(slices).map(|(a, s)| a.wall_ns() / s.wall_ns()).collect::<Vec<_>>())
        };
        let others = alone.filter(|_| *threads != 1);
        BenchRow {
            bot: bot.to_owned(),
            seats,
            threads: *threads,
            plays: slices.iter().map(|slice| slice.plays).sum(),
            decisions: slices.iter().map(|slice| slice.decisions).sum(),
            time: slices.iter().map(|slice| slice.time).sum(),
            floor_ns: medians(&|slice| slice.floor_ns),
            floors: medians(&|slice| slice.wall_ns() * *threads as f64 / slice.floor_ns),
            speed_up: others.map(faster),
            machine: others.map(|_| Machine::speed_up(slices.iter().filter_map(|slice| slice.machine))),
        }
    };
    rows.iter().map(row).collect()
}

/// Where the time of a search's iterations goes.
#[derive(Clone, Debug, PartialEq)]
pub struct SplitRow {
    /// The bot.
    pub bot: String,
    /// Iterations measured part by part; as many were measured as a whole.
    pub iterations: u64,
    /// Nanoseconds an iteration, measured as a whole, without a look at the clock in between.
    pub whole: f64,
    /// Nanoseconds an iteration that each part takes, without those of the clock.
    pub parts: Vec<(Phase, f64)>,
}

/// Searches positions of random plays for about this long: each once with the time of its parts
/// taken, and once as a whole. `None` for a bot that doesn't search a tree.
pub(super) fn split<G: Playable>(
    game: &G,
    bot: &BotSpec,
    time: Duration,
    stop: &AtomicBool,
) -> Option<SplitRow> {
    if bot.kind != BotKind::Mcts {
        return None;
    }
    let mut search = Mcts::new(game, &bot.values);
    let mut split = PhaseTimes::new();
    let mut whole = Duration::ZERO;
    let begun = Instant::now();
    for (i, position) in positions(game).iter().cycle().enumerate() {
        let rng = Rng::from_words([i as u64, 0, 0]);
        search.search_split(game, &position.view, &position.legal, &mut rng.clone(), &mut split);
        let from = Instant::now();
        search.search(game, &position.view, &position.legal, &mut rng.clone());
        whole += from.elapsed();
        if begun.elapsed() >= time || stop.load(Ordering::Relaxed) {
            break;
        }
    }
    let iterations = split.iterations();
    let parts = Phase::ALL.map(|phase| (phase, split.nanoseconds(phase))).to_vec();
    let whole = whole.as_nanos() as f64 / iterations.max(1) as f64;
    Some(SplitRow { bot: bot.name.clone(), iterations, whole, parts })
}

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

/// Returns work that is done on each of these positions.
fn on_each<'a, G: Playable + 'a>(
    positions: &Rc<Vec<Position<G>>>,
    mut work: impl FnMut(&Position<G>) + 'a,
) -> Box<dyn FnMut() + 'a> {
    let positions = Rc::clone(positions);
    Box::new(move || positions.iter().for_each(&mut work))
}

/// Returns the pieces of work of this game.
pub(super) fn parts<G: Playable>(game: &G) -> Vec<Part<'_>> {
    let positions = Rc::new(positions(game));
    let each = positions.len() as u64;
    let bot = |text: &str| BotSpec::parse(text, game.design()).expect("it is a bot of every game");
    let part = |name, pieces, run| Part { name, pieces, run };
    let mut list = Vec::with_capacity(64);
    let legal = on_each(&positions, move |position| {
        list.clear();
        game.legal(&position.state, &mut list);
        black_box(&list);
    });
    let mut state = game.new_state();
    let copy = on_each(&positions, move |position| {
        state.clone_from(&position.state);
        black_box(&state);
    });
    let (mut state, mut rng) = (game.new_state(), Rng::from_words([1, 1, 1]));
    let apply = on_each(&positions, move |position| {
        state.clone_from(&position.state);
        let action = position.legal[rng.index(position.legal.len())];
        game.apply(&mut state, action, &mut rng, &mut Silent);
        black_box(&state);
    });
    let view = on_each(&positions, move |position| {
        black_box(game.view(&position.state, position.seat));
    });
    let (mut state, mut rng) = (game.new_state(), Rng::from_words([2, 2, 2]));
    let determinize = on_each(&positions, move |position| {
        game.determinize(&position.view, &mut rng, &mut state);
        black_box(&state);
    });
    let (mut greedy, mut rng) = (build(&bot("greedy"), game), Rng::from_words([3, 3, 3]));
    let greedy = on_each(&positions, move |position| {
        let decision = Decision::new(game, &position.state, position.seat, &position.legal);
        let _ = black_box(greedy.decide(&decision, &mut rng));
    });
    // Sixteen iterations from each position: the tree is young, determinizing and playing out dominate.
    let mut search = Mcts::new(game, &bot("mcts:iterations=16").values);
    let mut rng = Rng::from_words([4, 4, 4]);
    let search = on_each(&positions, move |position| {
        search.search(game, &position.view, &position.legal, &mut rng);
    });
    vec![
        part("random playout", 1, playout(game)),
        part("legal actions", each, legal),
        part("copy of a state", each, copy),
        part("copy and apply", each, apply),
        part("view", each, view),
        part("imagined state", each, determinize),
        part("greedy decision", each, greedy),
        part("mcts iteration", each * 16, search),
    ]
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn floors_and_speed_up_are_medians_of_slices_beside_each_other() {
        // Decisions, microseconds, floor: 50, 40 and 30 ns a decision are 25, 10 and 10 floors ...
        let slice = |decisions, micros, floor_ns| {
            let time = Duration::from_micros(micros);
            Slice { plays: 10, decisions, time, floor_ns, machine: None }
        };
        let one = vec![slice(1000, 50, 2.0), slice(1000, 40, 4.0), slice(2000, 60, 3.0)];
        // ... and on two threads 25, 25 and 10 ns: 2, 1.6 and 3 times as fast.
        let mut two = vec![slice(2000, 50, 2.0), slice(2000, 50, 2.0), slice(1000, 10, 1.0)];
        // The machine is twice as fast with two threads, twice, and then as fast as with one: 12 s by 8 s.
        for (slice, (one, shared)) in two.iter_mut().zip([(4.0, 2.0), (4.0, 2.0), (4.0, 4.0)]) {
            slice.machine = Some(Machine { one, shared });
        }
        let rows = summed_up("bot", 4, &[(1, one.clone()), (2, two.clone())]);
        assert_eq!((rows[0].plays, rows[0].decisions, rows[0].time.as_micros()), (30, 4000, 150));
        assert!((rows[0].ns_per_decision() - 37.5).abs() < 1e-9);
        assert!((rows[0].floors - 10.0).abs() < 1e-9 && (rows[0].floor_ns - 3.0).abs() < 1e-9);
        assert_eq!((rows[0].speed_up, rows[0].machine), (None, None));
        assert!((rows[1].machine.unwrap() - 1.5).abs() < 1e-9);
        assert!((rows[1].floors - 25.0).abs() < 1e-9 && (rows[1].speed_up.unwrap() - 2.0).abs() < 1e-9);
        assert_eq!(summed_up("bot", 4, &[(2, two)])[0].speed_up, None, "one thread was not measured");
        // Of an even number the middle between the two in the middle: 25 and 10.
        let even = summed_up("bot", 4, &[(1, one[..2].to_vec())]);
        assert!((even[0].floors - 17.5).abs() < 1e-9);
    }
}
