//! One position, looked at closely: what its seats may know, and what they are offered.

use ludometer_model::{Game as _, Rng, Seat, Silent, player};
use ludometer_playable::Playable as _;

use crate::error::ScriptError;
use crate::{ScriptAction, ScriptGame, ScriptState};

/// A position that is looked at closely.
pub(super) struct Look<'a> {
    pub(super) state: &'a ScriptState,
    pub(super) mover: Seat,
    pub(super) legal: &'a [ScriptAction],
}

impl Look<'_> {
    /// Deals the hidden cards anew for each seat: it must not notice, nor be offered anything else.
    pub(super) fn holds(
        &self,
        game: &ScriptGame,
        world: &mut ScriptState,
        side: &mut Rng,
        determinized: &mut u64,
    ) -> Result<(), String> {
        game.audit(self.state)?;
        let step = game.phase_name(game.phase(self.state)).to_owned();
        for seat in Seat::all(game.seats()) {
            let view = game.view(self.state, seat);
            game.determinize(&view, side, world);
            if let Some(error) = game.fault_of(world) {
                return Err(format!(
                    "hidden cards dealt anew for {} in step.{step}: {error}",
                    player(seat.index())
                ));
            }
            if game.view(world, seat) != view {
                return Err(format!(
                    "{} can tell a state dealt anew in step.{step} from the true one",
                    player(seat.index())
                ));
            }
            game.audit(world)?;
            *determinized += 1;
            let mut imagined = Vec::new();
            game.legal(world, &mut imagined);
            if seat == self.mover && imagined != self.legal {
                return Err(format!(
                    "step.{step} offers what follows from cards that {} can't see",
                    player(seat.index())
                ));
            }
            let mut chance = side.clone();
            game.apply(world, imagined[0], side, &mut Silent);
            if let Some(error) = game.fault_of(world) {
                return Err(self.mistake(game, imagined[0], seat, &error, &mut chance));
            }
        }
        Ok(())
    }

    /// Names the mistake of an action in a state dealt anew for a seat: as one of the true state, if that has it as well
    /// with the same random numbers.
    fn mistake(
        &self,
        game: &ScriptGame,
        action: ScriptAction,
        seat: Seat,
        error: &ScriptError,
        chance: &mut Rng,
    ) -> String {
        let tried = if self.legal.contains(&action) { action } else { self.legal[0] };
        let mut state = self.state.clone();
        game.apply(&mut state, tried, chance, &mut Silent);
        match game.fault_of(&state) {
            Some(own) if own.line == error.line => format!("`{}`: {own}", game.action_text(tried)),
            _ => {
                let action = game.action_text(action);
                let who = player(seat.index());
                format!("`{action}` in a state that {who} can't tell from the true one: {error}")
            }
        }
    }
}
