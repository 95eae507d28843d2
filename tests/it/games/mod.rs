//! Every registered game keeps the contract, at every table size it allows: a new game is tested
//! before its author writes a test.

#![expect(clippy::unwrap_used, reason = "a failed step fails its test")]

mod names;
mod playthroughs;

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicBool, Ordering};

use ludometer::bots::BotSpec;
use ludometer::games::{Choices, Setting};
use ludometer::model::{MAX_SEATS, RuleSet};
use ludometer::registry::{Entry, GAMES};
use ludometer::run::{
    AnalysisPlan, AnyGame, Batch, BotInfo, CardPrecision, Depth, Hooks, MeterPlan, Plan, Played, Seating,
    Stage, TraceOptions, Work, audit, pool, trace,
};
use ludometer::stats::{Report, Sample, StrategyRow, catalogue};
use ludometer_report::RUN_FILES;
use serde_json::Value as Json;

fn rules(entry: &Entry) -> RuleSet {
    RuleSet::defaults(entry.schema())
}

/// Returns the game with its default rules at each table size from 1 to the most that can be.
fn tables(entry: &Entry) -> Vec<Box<dyn AnyGame>> {
    let mut tables = Vec::new();
    for seats in 1..=MAX_SEATS {
        let mut rules = rules(entry);
        if let Some(key) = &entry.schema().seats_key
            && rules.set_text(&format!("{key}={seats}")).is_err()
        {
            continue;
        }
        tables.extend(entry.load(seats, rules).ok());
    }
    tables
}

fn usual(entry: &Entry) -> Box<dyn AnyGame> {
    entry.load(entry.schema().usual_seats, rules(entry)).unwrap()
}

/// Returns a batch and its plays, in the order in which they were handed out.
fn simulate(
    game: &dyn AnyGame,
    bots: &[&str],
    plays: u64,
    threads: usize,
    seed: u64,
) -> (Batch, Vec<(u64, Played)>) {
    let bots: Vec<_> = (0..game.seats()).map(|i| game.bot(bots[i % bots.len()]).unwrap()).collect();
    let plan = Plan { seed, plays: 0..plays, seating: Seating::Rotate, threads, timing: false, stall: None };
    let mut rows = Vec::new();
    let mut sink = |play: u64, played: &Played| {
        rows.push((play, *played));
        Ok(())
    };
    let stop = AtomicBool::new(false);
    let hooks = Hooks { stop: &stop, progress: &|_| {} };
    let batch = game.simulate(&bots, &plan, hooks, Some(&mut sink)).unwrap();
    (batch, rows)
}

#[test]
fn ids_are_unique_and_every_game_has_a_table() {
    let ids: BTreeSet<&str> = GAMES.iter().map(Entry::id).collect();
    assert_eq!(ids.len(), GAMES.len());
    for entry in GAMES.iter() {
        assert_eq!(entry.schema().game, entry.id());
        assert!(
            tables(entry).iter().any(|game| game.seats() == entry.schema().usual_seats),
            "{}",
            entry.id()
        );
    }
}

#[test]
fn equal_bots_win_equally_often_whoever_sits_before_them() {
    let entry = GAMES.iter().find(|entry| entry.id() == "pure-profit").unwrap();
    let game = entry.load(4, rules(entry)).unwrap();
    let equal = ["greedy:deny=1.0001", "greedy:deny=1.0002", "greedy:deny=1.0003"];
    let (batch, plays) = simulate(&*game, &["random", equal[0], equal[1], equal[2]], 6000, 2, 1);
    let rates = batch.report.rows().into_iter().skip(1).map(|row: StrategyRow| row.win_rate.value.unwrap());
    // Always in one circular order they win 38, 32 and 30 %. The standard error of a difference is 0.01.
    let (low, high) = (rates.clone().fold(1.0, f64::min), rates.fold(0.0, f64::max));
    assert!(high - low < 0.045, "{low} to {high}");
    let mut behind = [[0; 4]; 4];
    for (_, played) in &plays {
        let bots = played.bots.first(4);
        for seat in 0..4 {
            behind[usize::from(bots[seat])][usize::from(bots[(seat + 1) % 4])] += 1;
        }
    }
    for (bot, counts) in behind.iter().enumerate() {
        let even = |&(other, &count): &(usize, &i32)| count == if other == bot { 0 } else { 2000 };
        assert!(counts.iter().enumerate().all(|pair| even(&pair)), "{behind:?}");
    }
}

#[test]
fn the_tables_of_a_run_are_those_that_the_game_names() {
    for entry in GAMES.iter() {
        let (batch, _) = simulate(&*usual(entry), &["greedy", "random"], 100, 1, 3);
        let of_all = |name: &str| RUN_FILES.contains(&format!("{name}.csv").as_str());
        let names = batch.report.tables.iter().map(|table| table.name);
        let own: BTreeSet<&str> = names.filter(|name| !of_all(name)).collect();
        // Those of all games come first to their names, also where only an analysis has them.
        let named: BTreeSet<&str> =
            entry.design().tables.iter().map(String::as_str).filter(|name| !of_all(name)).collect();
        assert_eq!(named.len(), entry.design().tables.len(), "{} names a table of all games", entry.id());
        assert_eq!(own, named, "{}", entry.id());
    }
}

#[test]
fn the_contract_holds_at_every_table_size() {
    for entry in GAMES.iter() {
        for game in tables(entry) {
            game.check(6, 1)
                .unwrap_or_else(|flaw| panic!("{} at {} seats: {flaw}", entry.id(), game.seats()));
        }
    }
}

#[test]
fn every_rule_set_is_written_out_and_read_back() {
    for entry in GAMES.iter() {
        let rules = rules(entry);
        let mut again = rules.clone();
        again.read_toml(&rules.to_toml(), "rules.toml").unwrap_or_else(|e| panic!("{}: {e}", entry.id()));
        assert_eq!(again.hash(), rules.hash(), "{}", entry.id());
        for param in &entry.schema().params {
            assert!(
                !param.about.is_empty() && !param.range_text().is_empty(),
                "{}: {}",
                entry.id(),
                param.key
            );
        }
    }
}

#[test]
fn any_number_of_threads_counts_the_same() {
    for entry in GAMES.iter() {
        let game = usual(entry);
        let (one, rows) = simulate(&*game, &["greedy", "random"], 700, 1, 9);
        for threads in [2, 7] {
            let (other, other_rows) = simulate(&*game, &["greedy", "random"], 700, threads, 9);
            assert!(one.report == other.report, "{} with {threads} threads", entry.id());
            assert!(rows == other_rows, "{}: plays with {threads} threads", entry.id());
        }
        assert!(rows.iter().map(|row| row.0).eq(0..700));
        let (other, _) = simulate(&*game, &["greedy", "random"], 700, 2, 10);
        assert!(one.report != other.report, "{} does not depend on the seed", entry.id());
    }
}

#[test]
fn a_trace_tells_the_very_play_of_a_comparison() {
    for entry in GAMES.iter() {
        let game = usual(entry);
        let names = ["greedy", "random"];
        let bots: Vec<_> = (0..game.seats()).map(|i| game.bot(names[i % 2]).unwrap()).collect();
        for split in [true, false] {
            let (seed, seating) = (5, Seating::Rotate);
            let plan = MeterPlan { seed, seating, unit: 1, split, pool: pool(2).unwrap().into() };
            let turns = |report: &Report| vec![report.metric(&catalogue::TURNS).unwrap().value];
            let measured = game.meter(&bots, plan).extend(6, Hooks::none(), &turns).unwrap();
            for (play, figures) in measured.units.iter().enumerate() {
                let play = play as u64;
                let options =
                    TraceOptions { seed, play, seating, split, labels: false, views: false, branch: None };
                let lines = traced(&*game, &bots, options);
                let end = lines.last().unwrap();
                assert_eq!(end["turns"].as_f64(), figures[0], "{}, play {play}", entry.id());
            }
        }
    }
}

#[test]
fn plays_of_a_comparison_go_as_those_of_a_run_on_average() {
    for entry in GAMES.iter() {
        let game = usual(entry);
        let bots = vec![game.bot("greedy").unwrap(); game.seats()];
        let [coupled, plain] = [true, false].map(|split| {
            let plan = MeterPlan {
                seed: 6,
                seating: Seating::Rotate,
                unit: 20,
                split,
                pool: pool(2).unwrap().into(),
            };
            let read = |report: &Report| {
                vec![
                    report.metric(&catalogue::TURNS).unwrap().value,
                    report.metric(&catalogue::LEADER_GAP).unwrap().value,
                ]
            };
            game.meter(&bots, plan).extend(80, Hooks::none(), &read).unwrap().units
        });
        for figure in 0..2 {
            let [a, b] = [&coupled, &plain].map(|units| {
                let mut sample = Sample::default();
                for unit in units {
                    sample.add(unit[figure].unwrap());
                }
                sample
            });
            let error = ((a.variance().unwrap() + b.variance().unwrap()) / 80.0).sqrt();
            let [a, b] = [a, b].map(|sample| sample.mean().unwrap());
            assert!((a - b).abs() <= 5.0 * error, "{}: {a} and {b}", entry.id());
        }
    }
}

/// Returns the lines of a trace.
fn traced(game: &dyn AnyGame, bots: &[BotSpec], options: TraceOptions<'_>) -> Vec<Json> {
    let mut lines = Vec::new();
    let mut sink = |line: &Json| {
        lines.push(line.clone());
        Ok(())
    };
    trace(game, bots, options, &mut sink).unwrap();
    lines
}

#[test]
fn a_trace_tells_the_very_play_of_the_batch() {
    for entry in GAMES.iter() {
        let game = usual(entry);
        let names = ["greedy", "random"];
        let (_, rows) = simulate(&*game, &names, 40, 2, 3);
        let bots: Vec<_> = (0..game.seats()).map(|i| game.bot(names[i % 2]).unwrap()).collect();
        for (play, played) in rows.iter().skip(3).step_by(12) {
            let options = TraceOptions {
                seed: 3,
                play: *play,
                seating: Seating::Rotate,
                split: false,
                labels: false,
                views: true,
                branch: None,
            };
            let lines = traced(&*game, &bots, options);
            let decisions: Vec<&Json> = lines.iter().filter(|line| line["event"] == "decision").collect();
            assert_eq!(decisions.len() as u32, played.decisions, "{}", entry.id());
            for decision in decisions {
                let legal = decision["legal"].as_array().unwrap();
                assert!(legal.contains(&decision["chosen"]) && decision["view"].is_object(), "{decision}");
            }
            let (first, last) = (&lines[0], lines.last().unwrap());
            assert_eq!((&first["event"], &last["event"]), (&"start".into(), &"end".into()));
            assert_eq!(first["index"], *play);
            assert_eq!(last["turns"], played.outcome.turns);
            assert_eq!(last["ranks"], Json::from(played.outcome.ranks.first(game.seats()).to_vec()));
            assert_eq!(last["scores"], Json::from(played.outcome.scores.first(game.seats()).to_vec()));
            assert_eq!(last["unfinished"], played.outcome.unfinished);
        }
    }
}

#[test]
fn no_bot_peeks_in_any_game() {
    for entry in GAMES.iter() {
        let game = usual(entry);
        let many = [("random", 1500), ("greedy", 1500), ("mcts:iterations=20,length=2", 300)];
        let many = many.map(|(bot, positions)| (bot.to_owned(), positions));
        let each = every_bot(entry).into_iter().map(|bot| (bot, 60));
        for (bot, positions) in many.into_iter().chain(each) {
            let bots = vec![game.bot(&bot).unwrap(); game.seats()];
            let audit = audit(&*game, &bots, positions, 4, Hooks::none())
                .unwrap_or_else(|e| panic!("{}: {e}", entry.id()));
            assert_eq!(audit.positions, positions);
            // The re-dealt states must be other ones, or nothing was tested.
            assert!(audit.different * 2 > positions, "{}, {bot}: {audit:?}", entry.id());
        }
    }
}

/// Returns every bot of the game with its defaults, and with each setting that changes what it does: every word, and
/// numbers where the default is to do without. Budgets are cut: one iteration is like another.
fn every_bot(entry: &Entry) -> Vec<String> {
    let mut bots = Vec::new();
    for BotInfo { name, settings, .. } in entry.bots() {
        let budget = match settings.first().map_or("", |setting| &*setting.name) {
            "iterations" => "iterations=16,length=2,",
            "samples" => "samples=3,length=2,",
            _ => "",
        };
        let mut variants = vec![String::new()];
        for Setting { name: key, choices, default, .. } in settings {
            match choices {
                Choices::Words(words) => variants.extend(words.iter().map(|word| format!("{key}={word}"))),
                Choices::Whole(..) | Choices::Real(..) if default == 0.0 => variants.push(format!("{key}=1")),
                Choices::Whole(..) | Choices::Real(..) => {}
            }
        }
        bots.extend(variants.iter().map(|variant| format!("{name}:{budget}{variant}")));
    }
    bots
}

#[test]
fn the_pieces_for_the_benches_can_be_run() {
    for entry in GAMES.iter() {
        for mut part in usual(entry).timed().parts() {
            assert!(part.pieces > 0, "{}: {}", entry.id(), part.name);
            (part.run)();
        }
    }
}

#[test]
fn a_stop_beside_the_batch_keeps_all_of_the_batch() {
    // As small a game as there is: it is analysed once for each stage.
    let entry = ludometer_scripted::entry(concat!(env!("CARGO_MANIFEST_DIR"), "/games/kuhn_poker.luau"));
    let game = usual(&entry.unwrap());
    let bots = vec![game.bot("greedy").unwrap(); game.seats()];
    let plan =
        Plan { seed: 3, plays: 0..60, seating: Seating::Rotate, threads: 2, timing: false, stall: None };
    let analysis = AnalysisPlan {
        depth: Depth::Deep,
        skill: true,
        card_values: Some(CardPrecision::DEFAULT),
        target: None,
    };
    // Stopped as the stage of this number begins; what the stages were called.
    let analyse = |stop_at: usize| {
        let stop = AtomicBool::new(false);
        let seen = std::cell::RefCell::new(Vec::new());
        let stage = |stage: &Stage<'_>| {
            seen.borrow_mut().push(stage.name.to_owned());
            stop.fetch_or(seen.borrow().len() > stop_at, Ordering::Relaxed);
        };
        let work = Work { hooks: Hooks { stop: &stop, progress: &|_| {} }, stage: &stage };
        let batch = game.analyse(&bots, &plan, work, None, analysis).unwrap();
        (batch, seen.into_inner())
    };
    let (whole, stages) = analyse(usize::MAX);
    let batch = stages.iter().position(|name| name == "batch").unwrap();
    assert!(!whole.interrupted && stages.len() > batch + 5, "{stages:?}");
    for (stop_at, stage) in stages.iter().enumerate().skip(batch + 1) {
        let (kept, _) = analyse(stop_at);
        assert!(kept.interrupted && kept.plays == 60, "{}", stage);
        // The tables of the batch itself are there as they were, and none of the others.
        assert!(kept.report.table("findings").is_none() && kept.report.tables.len() >= 8);
        for table in &kept.report.tables {
            // A search adds two rows to the metrics.
            let same = whole.report.table(table.name) == Some(table);
            assert!(same || table.name == "metrics", "{}: {}", stage, table.name);
        }
    }
}
