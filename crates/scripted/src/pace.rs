//! The pace of a script's games: how far searches look ahead in them, and what scores are worth where no game is won.

use std::sync::Arc;

use ludometer_bots::{Playout, Rollout};
use ludometer_model::{BySeat, Game, Seat, Silent, Streams};
use ludometer_playable::Playable;

use crate::ScriptGame;
use crate::file::ScriptFile;
use crate::playable::design_with;

/// Turns that a search looks ahead, at least, and the most.
const LOOK_AHEAD: [u32; 2] = [12, 60];

/// Games that are played to see when points come, and the most decisions in all of them.
const MEASURED: u64 = 8;
const MOST_DECISIONS: u32 = 2000;

/// A quarter of the points should be there after a quarter of the game; where it takes longer than this, they come late.
const LATE: f64 = 1.0 / 3.0;

/// A few greedy games at the usual table by the usual rules: when points come, and how many.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Pace {
    /// How many turns searches look ahead: the least, or half of a game where points come late. Who looks less far doesn't see
    /// there what an investment brings: at Dominion with money alone, of about 50 turns, 12 turns won none of 20 games, and 26
    /// nine of 20; at Oh Hell 12 turns 19 % of 120, and 60 turns 37 %.
    pub(crate) look_ahead: u32,
    /// The middle of the scores, and half the distance between the least and the most.
    scores: (f64, f64),
}

impl Pace {
    const UNKNOWN: Self = Self { look_ahead: LOOK_AHEAD[0], scores: (0.0, 1.0) };

    /// Returns how much a score is worth, from 0 to 1: more is always worth more, and usual ones differ most.
    pub(crate) fn worth(&self, score: f64) -> f64 {
        let (middle, half) = self.scores;
        let off = (score - middle) / half;
        0.5 + 0.5 * off / (1.0 + off.abs())
    }

    /// Plays these games.
    pub(crate) fn measure(file: &Arc<ScriptFile>) -> Self {
        let [least, most] = LOOK_AHEAD;
        let design = Arc::new(design_with(file, &file.id, Vec::new()));
        let Ok(game) = ScriptGame::with_design(file, &design, file.facts.seats.2, &[]) else {
            return Self::UNKNOWN;
        };
        if !game.has_progress() {
            return Self::UNKNOWN;
        }
        let rollout = if file.facts.has_appeals { Rollout::Greedy { noise: 0.0 } } else { Rollout::Random };
        let mut playout = Playout::new(&game, rollout);
        let (mut state, mut legal) = (game.new_state(), Vec::new());
        let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
        let (mut games, mut all_turns, mut to_quarter, mut decisions) = (0, 0, 0, 0);
        'games: while games < MEASURED {
            let streams = Streams::new(0, games);
            let (mut chance, mut choices) = (streams.chance(), streams.side_stream(MEASURED));
            game.deal(&mut state, &mut chance, &mut Silent);
            // The scores at the beginning of each turn.
            let mut scores = vec![game.progress(&state)];
            while let Some(seat) = game.to_move(&state) {
                if scores.len() <= game.turn(&state) as usize {
                    scores.resize(game.turn(&state) as usize + 1, game.progress(&state));
                }
                legal.clear();
                game.legal(&state, &mut legal);
                // A game without an end in sight says nothing.
                if legal.is_empty() || decisions == MOST_DECISIONS {
                    break 'games;
                }
                let chosen = playout.choose(&game, &state, seat, &legal, &mut choices);
                game.apply(&mut state, legal[chosen], &mut chance, &mut Silent);
                decisions += 1;
            }
            // A mistake may take all the time that a decision has, in each game again.
            if game.fault_of(&state).is_some() {
                break;
            }
            let ends = if game.contest().ends.are_scored {
                vec![game.outcome(&state).scores]
            } else {
                scores.clone()
            };
            let upwards = |score: i64| game.contest().upwards(score);
            for score in ends.iter().flat_map(|scores| scores.first(game.seats())) {
                let score = upwards(*score) as f64;
                (low, high) = (low.min(score), high.max(score));
            }
            // What the end alone brings says nothing of when points come.
            let last = *scores.last().unwrap_or(&BySeat::all(0));
            let best = Seat::all(game.seats()).max_by_key(|&seat| upwards(last[seat]));
            let quarter = best.map_or(0, |best| {
                let gained =
                    |at: i64| 4 * upwards(at - scores[0][best]) >= upwards(last[best] - scores[0][best]);
                scores.iter().position(|at| gained(at[best])).unwrap_or(scores.len())
            });
            (games, all_turns, to_quarter) = (games + 1, all_turns + scores.len(), to_quarter + quarter);
        }
        let late = to_quarter as f64 > LATE * all_turns as f64;
        let half = if late && games > 0 { all_turns.div_ceil(2 * games as usize) } else { 0 };
        let look_ahead = u32::try_from(half).unwrap_or(most).clamp(least, most);
        let scores =
            if low <= high { (f64::midpoint(low, high), ((high - low) / 2.0).max(1.0)) } else { (0.0, 1.0) };
        Self { look_ahead, scores }
    }
}
