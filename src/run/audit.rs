//! The no-peek audit: hidden cards re-dealt, the bot's randomness kept, its choice must stay.

use std::sync::atomic::AtomicBool;

use thiserror::Error;

use super::play::PlayError;
use crate::bots::{BotSpec, Strategy, build};
use crate::games::Playable;
use crate::model::{Decision, Seat, Silent, Streams};

/// What an audit looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Audit {
    /// Positions with more than one legal action in which hidden cards were re-dealt.
    pub positions: u64,
    /// Positions in which the re-dealt state really differed from the true one.
    pub different: u64,
    /// Plays they come from.
    pub plays: u64,
}

/// A choice that depended on what the bot can't see.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(
    "bot `{bot}` chose `{first}` and, with the hidden cards re-dealt, `{second}` (play {play}, decision {decision}, seat {seat})"
)]
pub struct Peek {
    /// The bot.
    pub bot: String,
    /// Its choice in the true state.
    pub first: String,
    /// Its choice in a state that it can't tell from it.
    pub second: String,
    /// The play's number.
    pub play: u64,
    /// The decision's number in it.
    pub decision: u32,
    /// The bot's seat.
    pub seat: Seat,
}

/// Why an audit ended before its last position.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum AuditError {
    /// A bot peeked.
    #[error(transparent)]
    Peek(#[from] Peek),
    /// A bot failed.
    #[error(transparent)]
    Play(#[from] PlayError),
}

/// Audits the bots of a line-up (one a seat) in `positions` positions of plays among themselves.
///
/// # Errors
/// The first choice that changed, or a bot's failure.
pub fn audit<G: Playable>(
    game: &G,
    bots: &[BotSpec],
    positions: u64,
    seed: u64,
    stop: &AtomicBool,
) -> Result<Audit, AuditError> {
    let mut found = Audit::default();
    let mut state = game.blank();
    let mut world = game.blank();
    let mut legal = Vec::new();
    // Two values of each bot: the second sees the re-dealt decisions only.
    let mut firsts: Vec<_> = bots.iter().map(|spec| build(spec, game)).collect();
    let mut seconds: Vec<_> = bots.iter().map(|spec| build(spec, game)).collect();
    for play in 0.. {
        let streams = Streams::new(seed, play);
        let mut chance = streams.chance();
        let mut aside = streams.aside(1);
        let mut rngs: Vec<_> = Seat::all(game.seats()).map(|seat| streams.seat(seat)).collect();
        firsts.iter_mut().chain(&mut seconds).for_each(Strategy::begin);
        found.plays += 1;
        game.deal(&mut state, &mut chance, &mut Silent);
        let mut decision = 0;
        while let Some(seat) = game.to_move(&state) {
            if stop.load(std::sync::atomic::Ordering::Relaxed) {
                return Err(PlayError::Stopped.into());
            }
            legal.clear();
            game.legal(&state, &mut legal);
            let place = seat.index();
            let forfeit =
                |reason| PlayError::Forfeit { bot: bots[place].name.clone(), seat, decision, play, reason };
            let mut rng_again = rngs[place].clone();
            let shown = Decision::new(game, &state, seat, &legal);
            let first = firsts[place].decide(&shown, &mut rngs[place]).map_err(|f| forfeit(f.reason))?;
            game.redeal(&shown.view(), &mut aside, &mut world);
            let redealt = Decision::new(game, &world, seat, &legal);
            let second = seconds[place].decide(&redealt, &mut rng_again).map_err(|f| forfeit(f.reason))?;
            if legal.len() > 1 {
                found.positions += 1;
                found.different += u64::from(world != state);
                if first != second {
                    let word = |i: usize| legal.get(i).map_or_else(|| format!("#{i}"), ToString::to_string);
                    let (first, second) = (word(first), word(second));
                    let bot = bots[place].name.clone();
                    return Err(Peek { bot, first, second, play, decision, seat }.into());
                }
                if found.positions == positions {
                    return Ok(found);
                }
            }
            let Some(&action) = legal.get(first) else {
                return Err(forfeit(format!("chose action {first} of {}", legal.len())).into());
            };
            game.apply(&mut state, action, &mut chance, &mut Silent);
            decision += 1;
        }
        // A game without real decisions would go on for ever.
        if play > positions.saturating_add(1000) && found.positions == 0 {
            return Ok(found);
        }
    }
    Ok(found)
}
