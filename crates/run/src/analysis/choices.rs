//! How much choices matter: the spread of the values of actions at sampled decisions.
//!
//! At decisions taken from the plays of a batch, each legal action is tried in the same determinized
//! states, which the mover can't tell from the true one, and played on at random to the end. The
//! spread is the standard deviation of the actions' true values: the variance of their means less
//! the part that the random playouts explain (a one-way analysis of variance with the determinized
//! states as blocks). A decision counts as meaningful if its best action is worth at least
//! [`MEANINGFUL`] of the win more than an average one, by that measure.

use super::super::batch::{Hooks, Plan, RunError};
use super::super::play::PlayError;
use super::super::threads::{in_order, pool};
use super::Work;
use super::players::Players;
use ludometer_bots::BotSpec;
use ludometer_model::{Decision, Rng, Seat, Silent, Streams};
use ludometer_playable::Playable;
use ludometer_stats::{Mean, Metric, Share, catalogue};

/// Plays that decisions are sampled from.
const PLAYS: u64 = 60;

/// Decisions sampled a play.
const SAMPLES: usize = 4;

/// Determinized states a decision.
const WORLDS: usize = 40;

/// A spread of action values, in shares of the win, that makes a decision matter.
const MEANINGFUL: f64 = 0.02;

/// Returns the spread of the values behind noisy samples: `samples[action][block]`.
fn spread(samples: &[Vec<f64>]) -> f64 {
    let (actions, blocks) = (samples.len() as f64, samples.first().map_or(0, Vec::len) as f64);
    if actions < 2.0 || blocks < 2.0 {
        return 0.0;
    }
    let mean = |values: &mut dyn Iterator<Item = f64>, n: f64| values.sum::<f64>() / n;
    let of_action: Vec<f64> = samples.iter().map(|row| mean(&mut row.iter().copied(), blocks)).collect();
    let of_block: Vec<f64> =
        (0..blocks as usize).map(|b| mean(&mut samples.iter().map(|row| row[b]), actions)).collect();
    let grand = mean(&mut of_action.iter().copied(), actions);
    let between = of_action.iter().map(|m| (m - grand).powi(2)).sum::<f64>() * blocks / (actions - 1.0);
    let rest: f64 = samples
        .iter()
        .zip(&of_action)
        .flat_map(|(row, action)| {
            row.iter().zip(&of_block).map(move |(x, block)| (x - action - block + grand).powi(2))
        })
        .sum();
    let noise = rest / ((actions - 1.0) * (blocks - 1.0));
    ((between - noise) / blocks).max(0.0).sqrt()
}

/// Returns the spread of action values and the share of decisions that matter, by trying the actions at decisions
/// sampled from the batch's first plays.
///
/// # Errors
/// A bot's failure, an interruption, or threads that can't be started.
pub(super) fn choices<G: Playable>(
    game: &G,
    bots: &[BotSpec],
    plan: &Plan,
    work: Work<'_>,
) -> Result<[Metric; 2], RunError> {
    let plays = plan.plays.end.min(PLAYS);
    let hooks = work.begin("values of actions", plays, "games");
    let pool = pool(plan.threads)?;
    let one = |(): &mut (), play| {
        let spreads = sample(game, bots, plan, play, hooks);
        (hooks.progress)(1);
        spreads
    };
    let found = in_order(&pool, 0..plays, || (), one)?;
    let (mut mean, mut share) = (Mean::default(), Share::default());
    for spreads in found {
        // Plays are the unit: the decisions of one play are alike.
        if !spreads.is_empty() {
            let average = spreads.iter().sum::<f64>() / spreads.len() as f64;
            mean.add((average * 1e6).round() as i64);
        }
        for spread in spreads {
            share.add(spread >= MEANINGFUL);
        }
    }
    Ok([
        Metric::new(&catalogue::DECISION_SPREAD, mean.estimate_in(1e-6)),
        Metric::new(&catalogue::MEANINGFUL_DECISIONS, share.estimate()),
    ])
}

/// Returns the spreads at some decisions of one play, drawn with equal chances from all of those with a choice.
fn sample<G: Playable>(
    game: &G,
    bots: &[BotSpec],
    plan: &Plan,
    play: u64,
    hooks: Hooks<'_>,
) -> Result<Vec<f64>, PlayError> {
    let seats = game.seats();
    let places = plan.seating.places(play, seats);
    let streams = Streams::new(plan.seed, play);
    let mut side_stream = streams.side_stream(3);
    let mut chance = streams.chance();
    let mut rngs: Vec<Rng> = Seat::all(seats).map(|seat| streams.seat(seat)).collect();
    let mut players = Players::new(game, bots);
    players.begin(play);
    let mut state = game.new_state();
    let mut legal = Vec::new();
    // A reservoir of views with their mover and actions.
    let mut kept: Vec<(G::View, Seat, Vec<G::Action>)> = Vec::new();
    let mut seen = 0;
    game.deal(&mut state, &mut chance, &mut Silent);
    while let Some(seat) = game.to_move(&state) {
        if hooks.stop.load(std::sync::atomic::Ordering::Relaxed) {
            return Err(PlayError::Stopped);
        }
        legal.clear();
        game.legal(&state, &mut legal);
        if legal.len() > 1 {
            seen += 1;
            let place = if kept.len() < SAMPLES { kept.len() } else { side_stream.index(seen) };
            if place < SAMPLES {
                let entry = (game.view(&state, seat), seat, legal.clone());
                if place == kept.len() { kept.push(entry) } else { kept[place] = entry }
            }
        }
        let bot = usize::from(places[seat]);
        let shown = Decision::new(game, &state, seat, &legal);
        let action = players.choose(bot, &shown, &mut rngs[seat.index()])?;
        game.apply(&mut state, action, &mut chance, &mut Silent);
    }
    let mut world = game.new_state();
    let mut spreads = Vec::with_capacity(kept.len());
    for (view, seat, actions) in kept {
        let mut samples = vec![Vec::with_capacity(WORLDS); actions.len()];
        for _ in 0..WORLDS {
            game.determinize(&view, &mut side_stream, &mut world);
            for (action, values) in actions.iter().zip(&mut samples) {
                state.clone_from(&world);
                game.apply(&mut state, *action, &mut side_stream, &mut Silent);
                while game.to_move(&state).is_some() {
                    if hooks.stop.load(std::sync::atomic::Ordering::Relaxed) {
                        return Err(PlayError::Stopped);
                    }
                    legal.clear();
                    game.legal(&state, &mut legal);
                    let action = legal[side_stream.index(legal.len())];
                    game.apply(&mut state, action, &mut side_stream, &mut Silent);
                }
                values.push(game.reward(&state)[seat]);
            }
        }
        spreads.push(spread(&samples));
    }
    Ok(spreads)
}

#[cfg(test)]
mod tests {
    use super::spread;

    #[test]
    fn spreads_by_hand() {
        // Blocks shift both actions alike: nothing but the actions differs, by 1.
        assert!((spread(&[vec![0.0, 5.0], vec![1.0, 6.0]]) - 0.5_f64.sqrt()).abs() < 1e-12);
        // Means equal, all noise.
        assert_eq!(spread(&[vec![0.0, 1.0], vec![1.0, 0.0]]), 0.0);
        assert_eq!(spread(&[vec![1.0, 0.0]]), 0.0);
    }
}
