//! The figures that the spec measured with another implementation (section 3).

use std::sync::atomic::AtomicBool;

use crate::PureProfit;
use ludometer_model::RuleSet;
use ludometer_playable::Compiled;
use ludometer_run::{AnyGame, Batch, Hooks, Loaded, Plan, Seating, check};

pub(super) fn game(seats: usize, settings: &[&str]) -> Loaded<PureProfit> {
    let mut rules = RuleSet::defaults(PureProfit::schema());
    for setting in settings {
        rules.set_text(setting).unwrap();
    }
    Loaded::new(seats, rules).unwrap()
}

pub(super) fn batch(seats: usize, settings: &[&str], bots: &[&str], plays: u64) -> Batch {
    let game = game(seats, settings);
    let bots: Vec<_> = (0..seats).map(|i| game.bot(bots[i % bots.len()]).unwrap()).collect();
    let plan =
        Plan { seed: 7, plays: 0..plays, seating: Seating::Rotate, threads: 2, timing: false, stall: None };
    let hooks = Hooks { stop: &AtomicBool::new(false), progress: &|_| {} };
    game.simulate(&bots, &plan, hooks, None).unwrap()
}

pub(super) fn metric(batch: &Batch, name: &str) -> f64 {
    let metric = batch.report.metrics.iter().find(|m| m.name() == name);
    metric.unwrap_or_else(|| panic!("no metric {name}")).estimate.value.unwrap()
}

#[test]
fn the_contract_holds_at_every_table() {
    for seats in 2..=6 {
        check(game(seats, &[]).game(), 8, 1).unwrap();
    }
}

#[test]
#[ignore = "long: cargo xtask nightly long-tests"]
fn the_contract_holds_in_many_plays() {
    for seats in 2..=6 {
        check(game(seats, &[]).game(), 300, 2).unwrap();
    }
}

#[test]
fn random_play_is_as_long_as_the_spec_measured() {
    for (seats, turns) in [(2, 275.0), (3, 354.0), (4, 433.0), (5, 517.0), (6, 610.0)] {
        let batch = batch(seats, &[], &["random"], 20_000);
        let mean = metric(&batch, "turns");
        assert!((mean / turns - 1.0).abs() < 0.02, "{seats} seats: {mean} turns, not {turns}");
        assert_eq!(metric(&batch, "unfinished"), 0.0);
    }
}

#[test]
fn greedy_play_is_as_long_as_the_spec_measured() {
    for (seats, turns) in [(2, 38.7), (3, 44.9), (4, 52.9), (5, 62.1), (6, 71.0)] {
        let batch = batch(seats, &[], &["greedy"], 2000);
        let mean = metric(&batch, "turns");
        eprintln!("{seats} seats: {mean} turns, the spec has {turns}");
        assert!((0.75..1.25).contains(&(mean / turns)), "{seats} seats: {mean} turns, not about {turns}");
    }
}
