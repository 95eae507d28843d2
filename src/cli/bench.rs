//! `bench`: throughput per game and bot beside the floor of this machine.

use std::time::Duration;

use serde_json::{Value as Json, json};

use super::args::BenchArgs;
use super::error::CliError;
use super::input::{InputError, find_game};
use super::output::{print, print_json};
use super::plan::{BOTS, confine, load_for_bench, read_bot, threads};
#[cfg(feature = "luau")]
use super::profile;
use super::stop::Stop;
use crate::registry::{Entry, Games};
use ludometer_bots::BotSpec;
use ludometer_model::Program;
use ludometer_report::{TextTable, thousands};
use ludometer_run::{AnyGame, BenchRow, Floor, SplitRow, floor};

/// The longest measurement, in seconds.
const MAX_TIME: f64 = 3600.0;

struct Bench {
    games: Vec<(Entry, Box<dyn AnyGame>, Vec<BotSpec>)>,
    threads: Vec<usize>,
    time: Duration,
}

/// The results of one game.
struct Measured {
    entry: Entry,
    seats: usize,
    floor: Floor,
    /// By bot, one row for each number of threads.
    rows: Vec<Vec<BenchRow>>,
    /// Of a script, where its time goes.
    profile: Option<Json>,
}

impl Bench {
    fn check(known: &Games, args: &BenchArgs) -> Result<Self, InputError> {
        if !(args.time > 0.0 && args.time <= MAX_TIME) {
            return Err(InputError::not_allowed("--time", args.time, "more than 0 and at most 3600 seconds"));
        }
        let mut counts = vec![1, threads(None)?];
        if !args.threads.is_empty() {
            counts = args.threads.iter().map(|&t| threads(Some(t))).collect::<Result<_, _>>()?;
        }
        counts.dedup();
        let entries = if args.games.is_empty() {
            known.all().to_vec()
        } else {
            args.games.iter().map(|name| find_game(known, name)).collect::<Result<Vec<_>, _>>()?
        };
        let mut games = Vec::new();
        for entry in entries {
            let game = load_for_bench(&entry, args.players)?;
            let named = args.bots.iter().map(|text| read_bot(&*game, BOTS, text));
            let mut bots = named.collect::<Result<Vec<_>, _>>()?;
            confine(&mut bots, args.sandbox)?;
            games.push((entry, game, bots));
        }
        Ok(Self { games, threads: counts, time: Duration::from_secs_f64(args.time) })
    }
}

pub(super) fn bench(games: &Games, args: &BenchArgs) -> Result<(), CliError> {
    if args.program {
        #[cfg(feature = "luau")]
        return profile::print_programs(args);
        #[cfg(not(feature = "luau"))]
        return Err(InputError::without_feature("--program", "luau").into());
    }
    let bench = Bench::check(games, args)?;
    let stop = Stop::listen()?;
    if args.split {
        return split(&bench, args, &stop);
    }
    let mut games = Vec::new();
    for (entry, game, bots) in &bench.games {
        #[cfg_attr(not(feature = "luau"), expect(unused_mut, reason = "scripts add to it"))]
        let mut measured = measure(&bench, entry.clone(), &**game, bots, &stop)?;
        if !args.json {
            // Game by game: all of them take a while.
            print(&text(&measured, games.is_empty()))?;
        }
        #[cfg(feature = "luau")]
        if let Some(script) = args.games.get(games.len()).filter(|name| profile::is_script(name)) {
            let (text, json) = profile::of_script(script, game.seats(), bench.time, stop.flag())?;
            if !args.json {
                print(&text)?;
            }
            measured.profile = Some(json);
        }
        games.push(measured);
    }
    if args.json {
        print_json(&json!({
            "version": Program::release(),
            "games": games.iter().map(json).collect::<Json>(),
        }))?;
    }
    Ok(())
}

fn measure(
    bench: &Bench,
    entry: Entry,
    game: &dyn AnyGame,
    bots: &[BotSpec],
    stop: &Stop,
) -> Result<Measured, CliError> {
    let deck = game.cards().iter().map(|card| card.copies as usize).sum();
    let floor = floor(deck);
    let mut rows = Vec::new();
    for bot in bots {
        let by_threads = game.timed().bench(bot, &bench.threads, bench.time, stop.flag())?;
        if stop.asked() {
            return Err(CliError::Interrupted("interrupted: the measurement is not complete".to_owned()));
        }
        rows.push(by_threads);
    }
    Ok(Measured { entry, seats: game.seats(), floor, rows, profile: None })
}

/// Measures where the time of the search bots' iterations goes.
fn split(bench: &Bench, args: &BenchArgs, stop: &Stop) -> Result<(), CliError> {
    let mut games = Vec::new();
    for (entry, game, bots) in &bench.games {
        let rows: Vec<_> =
            bots.iter().filter_map(|bot| game.timed().split(bot, bench.time, stop.flag())).collect();
        if stop.asked() {
            return Err(CliError::Interrupted("interrupted: the measurement is not complete".to_owned()));
        }
        if rows.is_empty() {
            return Err(InputError::not_allowed(
                "--bots",
                args.bots.join(" "),
                "at least one `mcts` with --split",
            )
            .into());
        }
        if !args.json {
            print(&split_text(entry, game.seats(), &rows, games.is_empty()))?;
        }
        let rows: Json = rows.iter().map(split_json).collect();
        games.push(json!({ "game": entry.id(), "players": game.seats(), "split": rows }));
    }
    if args.json {
        print_json(&json!({ "version": Program::release(), "games": games }))?;
    }
    Ok(())
}

fn split_text(entry: &Entry, seats: usize, rows: &[SplitRow], first: bool) -> String {
    let mut columns = vec!["bot", "iterations", "ns/iteration"];
    columns.extend(rows.iter().take(1).flat_map(|row| row.parts.iter().map(|(phase, _)| phase.name())));
    let mut table = TextTable::new(1, &columns);
    for row in rows {
        let mut cells = vec![row.bot.clone(), thousands(row.iterations), short(row.whole)];
        cells.extend(row.parts.iter().map(|(_, ns)| short(*ns)));
        table.row(cells);
    }
    let note = "ns/iteration: as a whole; then its parts, each without the time of looking at the clock\n\n";
    let title = entry.title();
    format!("{}{title} ({}), {seats} players\n{table}\n", if first { note } else { "" }, entry.id())
}

fn split_json(row: &SplitRow) -> Json {
    let parts: serde_json::Map<_, _> =
        row.parts.iter().map(|(phase, ns)| (phase.name().replace(' ', "_"), json!(ns))).collect();
    json!({
        "bot": row.bot,
        "iterations": row.iterations,
        "ns_per_iteration": row.whole,
        "parts_ns": parts,
    })
}

/// Returns a digit after the point where it says something.
fn short(x: f64) -> String {
    if x < 1000.0 { format!("{x:.1}") } else { thousands(x as u64) }
}

fn text(measured: &Measured, first: bool) -> String {
    let Measured { entry, seats, floor, rows, .. } = measured;
    let mut table = TextTable::new(
        1,
        &["bot", "threads", "games/s", "decisions/s", "ns/decision", "x floor", "speed-up", "machine"],
    );
    let times = |times: Option<f64>| times.map_or_else(String::new, |times| format!("{times:.2}"));
    for by_threads in rows {
        for row in by_threads {
            table.row(vec![
                row.bot.clone(),
                row.threads.to_string(),
                if row.plays_per_second() < 100.0 {
                    format!("{:.2}", row.plays_per_second())
                } else {
                    thousands(row.plays_per_second() as u64)
                },
                thousands(row.decisions_per_second() as u64),
                short(row.ns_per_decision()),
                short(row.floors),
                times(row.speed_up),
                times(row.machine),
            ]);
        }
    }
    let note = "ns/decision: of one thread's time; x floor: in bounded random numbers; x floor and speed-up: \
                medians of slices measured in turn; machine: what so many threads bring to arithmetic alone, measured \
                between the slices\n\n";
    format!(
        "{}{} ({}), {seats} players. Floor: {:.2} ns a bounded random number, {:.0} ns shuffling {} cards\n{table}\n",
        if first { note } else { "" },
        entry.title(),
        entry.id(),
        floor.bounded_ns,
        floor.shuffle_ns,
        floor.deck,
    )
}

fn json(measured: &Measured) -> Json {
    let Measured { entry, seats, floor, rows, profile } = measured;
    let row = |row: &BenchRow| {
        json!({
            "bot": row.bot,
            "threads": row.threads,
            "games": row.plays,
            "decisions": row.decisions,
            "seconds": row.time.as_secs_f64(),
            "games_per_second": row.plays_per_second(),
            "decisions_per_second": row.decisions_per_second(),
            "ns_per_decision": row.ns_per_decision(),
            "floor_ns": row.floor_ns,
            "times_floor": row.floors,
            "speed_up": row.speed_up,
            "machine_speed_up": row.machine,
        })
    };
    let mut all = json!({
        "game": entry.id(),
        "players": seats,
        "floor": {
            "bounded_random_number_ns": floor.bounded_ns,
            "shuffle_ns": floor.shuffle_ns,
            "deck": floor.deck,
        },
        "rows": rows.iter().flatten().map(row).collect::<Json>(),
    });
    if let Some(profile) = profile {
        all["profile"] = profile.clone();
    }
    all
}
