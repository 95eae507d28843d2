//! Figures of whole batches: lengths that the spec states, and what the bots make of the talks.

use std::sync::atomic::AtomicBool;

use super::super::ImTheBoss;
use super::{ALL_TOGGLES, rules};
use crate::games::Playable;
use crate::model::{Game, Rng, Silent};
use crate::run::{AnyGame, Batch, Hooks, Loaded, Plan, Seating};
use crate::stats::Cell;

pub(super) fn batch(seats: usize, settings: &[&str], bots: &[&str], plays: u64) -> Batch {
    let game: Loaded<ImTheBoss> = Loaded::new(seats, rules(settings)).unwrap();
    let bots: Vec<_> = (0..seats).map(|i| game.bot(bots[i.min(bots.len() - 1)]).unwrap()).collect();
    let plan = Plan { seed: 17, plays: 0..plays, seating: Seating::Rotate, threads: 2, timing: false };
    let hooks = Hooks { stop: &AtomicBool::new(false), progress: &|_| {} };
    game.simulate(&bots, &plan, hooks, None).unwrap()
}

pub(super) fn metric(batch: &Batch, name: &str) -> f64 {
    let metric = batch.report.metrics.iter().find(|m| m.name == name);
    metric.unwrap_or_else(|| panic!("no metric {name}")).estimate.value.unwrap()
}

fn win_rate(batch: &Batch, bot: &str) -> f64 {
    let table = batch.report.tables.iter().find(|t| t.name == "strategies").unwrap();
    let row = table.rows.iter().find(|row| row[0] == Cell::Text(bot.to_owned())).unwrap();
    let column = table.columns.iter().position(|c| *c == "win_rate").unwrap();
    if let Cell::Real(rate) = row[column] { rate } else { panic!("{bot} has no win rate") }
}

#[test]
fn random_play_is_as_long_as_the_spec_says() {
    for seats in 3..=6 {
        let batch = batch(seats, &[], &["random"], 1500);
        let laps = metric(&batch, "ib_laps_per_round");
        assert!((4.0..5.5).contains(&laps), "{seats} seats: {laps} laps a round");
        let decisions = metric(&batch, "decisions");
        assert!(decisions < 500.0, "{seats} seats: {decisions} decisions");
        assert_eq!(metric(&batch, "unfinished"), 0.0);
    }
}

#[test]
fn greedy_play_beats_random_play() {
    for seats in [3, 6] {
        let batch = batch(seats, &[], &["greedy", "random"], 400);
        let rate = win_rate(&batch, "greedy");
        assert!(rate > 0.6, "{seats} seats: greedy wins {rate}");
    }
}

#[test]
fn binding_self_play_trades() {
    let batch = batch(4, &[], &["greedy"], 400);
    assert!(metric(&batch, "ib_tokens_per_round") > 1.2);
    assert!(metric(&batch, "ib_promises_made") > 8.0);
    assert_eq!(metric(&batch, "ib_promises_broken"), 0.0);
}

#[test]
fn a_liar_gains_where_promises_are_free_and_loses_where_they_are_remembered() {
    let liar = "greedy:honesty=0";
    let rate = |mode: &str| {
        let batch = batch(4, &[&format!("negotiation.mode={mode}")], &[liar, "greedy"], 4000);
        assert!(metric(&batch, "ib_promises_broken") > 0.0);
        win_rate(&batch, liar)
    };
    let (free, reputation) = (rate("free"), rate("reputation"));
    // Standard deviation 0.7 points.
    assert!(free > 0.265, "in free mode a liar among honest seats wins {free}");
    assert!(reputation < free - 0.03, "with reputation {reputation}, free {free}");
}

#[test]
fn all_toggles_at_once_keep_the_invariants() {
    // The contract test looks closely at few plays; these are many, with the invariants alone.
    for seats in 3..=6 {
        let game = ImTheBoss::new(seats, &rules(ALL_TOGGLES)).unwrap();
        let mut state = game.blank();
        let mut legal = Vec::new();
        for play in 0..400 {
            let mut rng = Rng::from_words([77, seats as u64, play]);
            game.deal(&mut state, &mut rng, &mut Silent);
            while game.to_move(&state).is_some() {
                legal.clear();
                game.legal(&state, &mut legal);
                let action = legal[rng.index(legal.len())];
                game.apply(&mut state, action, &mut rng, &mut Silent);
                game.audit(&state).unwrap();
            }
        }
    }
}
