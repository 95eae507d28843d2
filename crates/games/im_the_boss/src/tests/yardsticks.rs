//! Figures of whole batches: lengths that the spec states, and what the bots make of the talks.

use std::sync::atomic::AtomicBool;

use super::super::heuristic::Weights;
use super::super::{Action, ImTheBoss, State};
use super::{ALL_TOGGLES, game, rules};
use ludometer_model::{Game, Rng, Silent};
use ludometer_playable::{Playable, Scores};
use ludometer_run::{AnyGame, Batch, Hooks, Loaded, Plan, Seating};
use ludometer_stats::StrategyRow;

pub(super) fn batch(seats: usize, settings: &[&str], bots: &[&str], plays: u64) -> Batch {
    let game: Loaded<ImTheBoss> = Loaded::new(seats, rules(settings)).unwrap();
    let bots: Vec<_> = (0..seats).map(|i| game.bot(bots[i.min(bots.len() - 1)]).unwrap()).collect();
    let plan =
        Plan { seed: 17, plays: 0..plays, seating: Seating::Rotate, threads: 2, timing: false, stall: None };
    let hooks = Hooks { stop: &AtomicBool::new(false), progress: &|_| {} };
    game.simulate(&bots, &plan, hooks, None).unwrap()
}

pub(super) fn metric(batch: &Batch, name: &str) -> f64 {
    let metric = batch.report.metrics.iter().find(|m| m.name() == name);
    metric.unwrap_or_else(|| panic!("no metric {name}")).estimate.value.unwrap()
}

fn win_rate(batch: &Batch, bot: &str) -> f64 {
    let row = batch.report.rows().into_iter().find(|row: &StrategyRow| row.strategy == bot).unwrap();
    row.win_rate.value.unwrap()
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
fn what_greedy_plans_is_what_a_second_look_finds() {
    let weights = Weights::default();
    let mut found = [0; 3];
    let tables: [(usize, &[&str]); 4] =
        [(3, &[]), (4, &["negotiation.mode=free"]), (5, ALL_TOGGLES), (6, &["variant.nasty=true"])];
    for (seats, settings) in tables {
        let game = game(seats, settings);
        let look = |state: &State, seat, legal: &[Action]| {
            let mut scores = Scores::of_best();
            game.score_actions(&game.view(state, seat), legal, &weights, &mut scores);
            scores
        };
        let mut rng = Rng::from_words([5, 5, seats as u64]);
        let (mut state, mut legal) = (game.new_state(), Vec::new());
        for _ in 0..15 {
            game.deal(&mut state, &mut rng, &mut Silent);
            while let Some(seat) = game.to_move(&state) {
                legal.clear();
                game.legal(&state, &mut legal);
                let Scores { plans, .. } = look(&state, seat, &legal);
                for (&action, plan) in legal.iter().zip(plans) {
                    let Some(plan) = plan else { continue };
                    let (mut next, mut answers) = (state.clone(), Vec::new());
                    game.apply(&mut next, action, &mut rng.clone(), &mut Silent);
                    assert_eq!(game.to_move(&next), Some(seat), "{action}, then {plan}");
                    game.legal(&next, &mut answers);
                    // What a promise forbids can't be followed.
                    let Some(place) = answers.iter().position(|&answer| answer == plan) else { continue };
                    let Scores { values: scores, tolerance, .. } = look(&next, seat, &answers);
                    let best = scores.iter().copied().fold(f64::NEG_INFINITY, f64::max);
                    assert!(scores[place] >= best - tolerance, "{action}, then {plan}: {scores:?}");
                    found[match plan {
                        Action::Target(_) => 0,
                        Action::MoveTo(_) => 1,
                        _ => 2,
                    }] += 1;
                }
                // Any action will do to come to positions of all kinds.
                let action = legal[rng.index(legal.len())];
                game.apply(&mut state, action, &mut rng, &mut Silent);
            }
        }
    }
    assert!(found[0] > 500 && found[1] > 500 && found[2] > 50, "{found:?}");
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
