//! The no-peek audit: hidden cards determinized, the bot's randomness kept, its choice must stay.
//!
//! Then each bot from a file is asked for its seat alone, so that seats can't tell each other.

use std::sync::atomic::{AtomicBool, Ordering};

use crate::any::AnyGame;
use crate::batch::Hooks;
use crate::play::PlayError;
use crate::position::{Position, SeatedBot};
use ludometer_bots::BotSpec;
use ludometer_model::{Rng, Seat, Streams};
use thiserror::Error;

/// The coverage of an audit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Audit {
    /// Positions with more than one legal action in which hidden cards were determinized.
    pub positions: u64,
    /// Positions in which the determinized state really differed from the true one.
    pub different: u64,
    /// Plays they come from.
    pub plays: u64,
    /// Choices of bots from files that were the same when each seat was asked alone.
    pub alone: u64,
}

/// A choice that depended on what the bot can't see.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(
    "bot `{bot}` chose `{first}` and, with the hidden cards re-dealt, `{second}` (game {play}, decision {decision}, seat {seat})"
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

/// After a changed choice, so many more positions are looked at for a bot that isn't repeatable.
const REPEATS: u64 = 60;

/// A bot that chooses otherwise when it is asked the same again.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(
    "bot `{bot}` is not repeatable: asked twice with the same view and the same random numbers, it chose \
     `{first}` and `{second}` (game {play}, decision {decision}, seat {seat}); a bot must draw all chance from \
     the numbers it is given, and keep nothing from game to game"
)]
pub struct Unstable {
    /// The bot.
    pub bot: String,
    /// Its first choice.
    pub first: String,
    /// Its choice when it was asked again.
    pub second: String,
    /// The play's number.
    pub play: u64,
    /// The decision's number in it.
    pub decision: u32,
    /// The bot's seat.
    pub seat: Seat,
}

/// Why an audit ended before its last position, or is worth nothing.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum AuditError {
    /// A bot peeked.
    #[error(transparent)]
    Peek(#[from] Peek),
    /// A bot can't be audited.
    #[error(transparent)]
    Unstable(#[from] Unstable),
    /// A bot's choice follows from more than its view.
    #[error(transparent)]
    Influenced(#[from] Influenced),
    /// The game tells by the legal actions what their chooser can't see, so that no bot can be audited in it.
    #[error(
        "the legal actions change when the hidden cards are re-dealt (game {play}, decision {decision}, seat \
         {seat}): they show what the seat can't see"
    )]
    Legal {
        /// The play's number.
        play: u64,
        /// The decision's number in it.
        decision: u32,
        /// The seat to move.
        seat: Seat,
    },
    /// Something is hidden in the game, but nothing was ever determinized.
    #[error(
        "nothing was audited: in none of {positions} positions did anything come out differently when the hidden \
         cards were re-dealt; in so few positions all may be known (ask for more), or the game shows each seat \
         all there is"
    )]
    NothingHidden {
        /// Positions looked at.
        positions: u64,
    },
    /// A bot failed.
    #[error(transparent)]
    Play(#[from] PlayError),
}

/// Audits the bots of a line-up (one a seat) in `positions` positions of games among themselves, telling how many more
/// positions are done.
///
/// # Errors
/// The first choice that changed, a bot's failure, or that there was nothing to see in any position.
pub fn audit(
    game: &dyn AnyGame,
    bots: &[BotSpec],
    positions: u64,
    seed: u64,
    hooks: Hooks<'_>,
) -> Result<Audit, AuditError> {
    let bots = &*BotSpec::for_rules(bots, game.rules());
    let mut choices = Vec::new();
    // The bots, and the processes of those that are programs, are gone when this comes back.
    let mut found = audit_together(game, bots, positions, seed, hooks, &mut choices)?;
    found.alone = ask_alone(game, bots, seed, hooks, &choices)?;
    Ok(found)
}

/// Returns the audit with all bots at one table; leaves their choices, play by play.
fn audit_together(
    game: &dyn AnyGame,
    bots: &[BotSpec],
    positions: u64,
    seed: u64,
    hooks: Hooks<'_>,
    choices: &mut Vec<Vec<u32>>,
) -> Result<Audit, AuditError> {
    let mut found = Audit::default();
    let mut at = game.position();
    // Two values of each bot: the second sees the determinized decisions only.
    let mut firsts: Vec<_> = bots.iter().map(|spec| at.seat_bot(spec, false)).collect();
    let mut seconds: Vec<_> = bots.iter().map(|spec| at.seat_bot(spec, false)).collect();
    // What comes from a strategy file may be moved by anything: a third value is asked the same as the
    // first, and what it makes lies elsewhere in memory.
    let third = |spec: &BotSpec| spec.file.as_ref().map(|_| at.seat_bot(spec, true));
    let mut thirds: Vec<_> = bots.iter().map(third).collect();
    let mut peek: Option<(Peek, u64)> = None;
    for play in 0.. {
        let streams = Streams::new(seed, play);
        let mut chance = streams.chance();
        let mut side_stream = streams.side_stream(1);
        let mut rngs: Vec<_> = Seat::all(game.seats()).map(|seat| streams.seat(seat)).collect();
        firsts.iter_mut().chain(&mut seconds).chain(thirds.iter_mut().flatten()).for_each(|bot| bot.begin());
        found.plays += 1;
        choices.push(Vec::new());
        at.deal(&mut chance);
        let mut decision = 0;
        while let Some(seat) = at.to_move() {
            if hooks.stop.load(Ordering::Relaxed) {
                return Err(PlayError::Stopped.into());
            }
            let place = seat.index();
            let asked = Asked { spec: &bots[place], play, decision, seat, stop: hooks.stop };
            let mut rng_again = rngs[place].clone();
            let mut rng_third = rngs[place].clone();
            let first = asked.choose(&mut *firsts[place], &*at, &mut rngs[place])?;
            if let Some(bot) = &mut thirds[place] {
                let again = asked.choose(&mut **bot, &*at, &mut rng_third)?;
                if again != first {
                    let (first, second) = (at.action_text(first), at.action_text(again));
                    let bot = bots[place].name.clone();
                    return Err(Unstable { bot, first, second, play, decision, seat }.into());
                }
            }
            // Its actions are listed as in a play: whatever a game leaves behind is then of the determinized state too.
            let world = at.determinized(seat, &mut side_stream);
            if !world.offers_the_same(&*at) {
                return Err(AuditError::Legal { play, decision, seat });
            }
            choices.last_mut().into_iter().for_each(|play| play.push(first as u32));
            let second = asked.choose(&mut *seconds[place], &*world, &mut rng_again)?;
            if at.choices() > 1 {
                found.positions += 1;
                (hooks.progress)(u64::from(found.positions <= positions));
                found.different += u64::from(!world.is_same(&*at));
                if first != second && peek.is_none() {
                    let (first, second) = (at.action_text(first), at.action_text(second));
                    let bot = bots[place].name.clone();
                    // A bot that isn't repeatable at all should hear that instead.
                    let more = if thirds[place].is_some() { REPEATS } else { 0 };
                    let found_it = Peek { bot, first, second, play, decision, seat };
                    peek = Some((found_it, found.positions + more));
                }
                match peek.take() {
                    Some((peek, until)) if found.positions >= until => return Err(peek.into()),
                    None if found.positions >= positions => {
                        let worth = !at.has_hidden_information() || found.different > 0;
                        return if worth { Ok(found) } else { Err(AuditError::NothingHidden { positions }) };
                    }
                    other => peek = other,
                }
            }
            at.apply_silently(first, &mut chance);
            decision += 1;
        }
        if let Some(reason) = at.fault() {
            return Err(PlayError::Rules { play, reason }.into());
        }
        // A game without real decisions would go on for ever.
        if play > positions.saturating_add(1000) && found.positions == 0 {
            return Ok(found);
        }
    }
    Ok(found)
}

/// A bot that chooses otherwise when the other seats and the earlier plays are out of its reach.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(
    "bot `{bot}` chose `{first}` and, asked for its seat alone with the last game first, `{second}` (game {play}, \
     decision {decision}, seat {seat}): something else than its view, such as another seat or an earlier game, \
     tells it what to choose"
)]
pub struct Influenced {
    /// The bot.
    pub bot: String,
    /// Its choice among the others.
    pub first: String,
    /// Its choice when it was asked alone.
    pub second: String,
    /// The play's number.
    pub play: u64,
    /// The decision's number in it.
    pub decision: u32,
    /// The bot's seat.
    pub seat: Seat,
}

/// Asks each bot that comes from a file, one seat after the other, for the choices that it made in
/// these plays (the first play's first). Gives the number of choices that were the same.
///
/// Hidden cards determinized don't show that two seats tell each other what they hold: what a seat sees
/// stays, and so does what it tells. Asked before the others, by a value (and a process) that is new,
/// it has heard nothing; the last seat and the last play come first, so what was said before isn't
/// said before now.
fn ask_alone(
    game: &dyn AnyGame,
    bots: &[BotSpec],
    seed: u64,
    hooks: Hooks<'_>,
    plays: &[Vec<u32>],
) -> Result<u64, AuditError> {
    let mut same = 0;
    let mut at = game.position();
    for (place, spec) in bots.iter().enumerate().rev().filter(|(_, spec)| spec.file.is_some()) {
        // Dropped, and its process ended, before the next seat is asked.
        let mut bot = at.seat_bot(spec, false);
        for (play, choices) in plays.iter().enumerate().rev() {
            let play = play as u64;
            let streams = Streams::new(seed, play);
            let mut chance = streams.chance();
            let mut own = None;
            bot.begin();
            at.deal(&mut chance);
            for (decision, &chosen) in choices.iter().enumerate() {
                let chosen = chosen as usize;
                let Some(seat) = at.to_move() else { break };
                if seat.index() == place {
                    let decision = decision as u32;
                    let rng = own.get_or_insert_with(|| streams.seat(seat));
                    let asked = Asked { spec, play, decision, seat, stop: hooks.stop };
                    let again = asked.choose(&mut *bot, &*at, rng)?;
                    if again != chosen {
                        let (first, second) = (at.action_text(chosen), at.action_text(again));
                        let bot = spec.name.clone();
                        return Err(Influenced { bot, first, second, play, decision, seat }.into());
                    }
                    same += u64::from(at.choices() > 1);
                }
                if hooks.stop.load(Ordering::Relaxed) {
                    return Err(PlayError::Stopped.into());
                }
                at.apply_silently(chosen, &mut chance);
            }
        }
    }
    Ok(same)
}

/// Names a decision of an audit, and the bot that is asked.
#[derive(Clone, Copy)]
pub(super) struct Asked<'a> {
    pub(super) spec: &'a BotSpec,
    pub(super) play: u64,
    /// The decision's number in the play.
    pub(super) decision: u32,
    pub(super) seat: Seat,
    pub(super) stop: &'a AtomicBool,
}

impl Asked<'_> {
    /// Returns the bot's choice in this position. A bot that is called off fails too: then the audit was stopped.
    pub(super) fn choose(
        &self,
        bot: &mut dyn SeatedBot,
        at: &dyn Position,
        rng: &mut Rng,
    ) -> Result<usize, PlayError> {
        bot.decide(at, rng, self.stop).map_err(|reason| {
            if self.stop.load(Ordering::Relaxed) {
                return PlayError::Stopped;
            }
            let Self { spec, play, decision, seat, .. } = *self;
            PlayError::Forfeit { bot: spec.name.clone(), seat, decision, play, reason }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::loaded::Loaded;
    use crate::test_game::{Mistake, Toy};
    use ludometer_model::RuleSet;
    use ludometer_playable::Compiled as _;

    fn audited(mistake: Mistake, bot: &str, positions: u64) -> Result<Audit, AuditError> {
        let bots = vec![BotSpec::parse(bot, Toy::definition()).unwrap(); 2];
        let game = Loaded::with(Toy(mistake), RuleSet::defaults(Toy::schema()));
        audit(&game, &bots, positions, 1, Hooks::none())
    }

    #[test]
    fn a_sound_game_is_audited() {
        for bot in ["random", "greedy", "mcts:iterations=20"] {
            let found = audited(Mistake::None, bot, 60).unwrap();
            assert_eq!(found.positions, 60);
            assert!(found.different > 30, "{found:?}");
        }
    }

    #[test]
    fn a_choice_by_a_card_that_the_view_leaks_is_found() {
        for mistake in [Mistake::Shows, Mistake::Remembers] {
            let error = audited(mistake, "greedy", 200).unwrap_err();
            let AuditError::Peek(peek) = error else { panic!("{mistake:?}: {error}") };
            assert_eq!((peek.bot.as_str(), peek.play), ("greedy", 0));
            assert_eq!(peek.seat.index(), peek.decision as usize % 2, "the seats take turns");
            assert_ne!(peek.first, peek.second);
        }
    }

    #[test]
    fn an_audit_in_which_nothing_was_hidden_is_worth_nothing() {
        let error = audited(Mistake::HoldsAll, "greedy", 60).unwrap_err();
        assert_eq!(error, AuditError::NothingHidden { positions: 60 });
    }

    #[test]
    fn legal_actions_that_tell_hidden_cards_are_found() {
        let error = audited(Mistake::Hints, "random", 60).unwrap_err();
        assert!(matches!(error, AuditError::Legal { play: 0, .. }), "{error}");
    }
}
