//! The same play without views.

use ludometer_model::{Game, Rng, Silent, Streams, WithoutKnowledge};

/// The same play, of which nobody wants views.
pub(super) struct Blind<G: Game> {
    pub(super) state: G::State,
    pub(super) chance: Rng,
    list: Vec<G::Action>,
}

impl<G: Game> Blind<G> {
    pub(super) fn deal(game: &G, streams: &Streams) -> Self {
        let (mut state, mut chance) = (game.new_state(), streams.chance());
        game.deal(&mut state, &mut chance, &mut WithoutKnowledge(Silent));
        Self { state, chance, list: Vec::new() }
    }

    pub(super) fn apply(&mut self, game: &G, action: G::Action) {
        game.apply(&mut self.state, action, &mut self.chance, &mut WithoutKnowledge(Silent));
    }

    /// Checks that the same actions are legal, and that each can be picked by its place.
    pub(super) fn check(&mut self, game: &G, state: &G::State, legal: &[G::Action]) -> Result<(), String> {
        let Self { state: blind, list, .. } = self;
        if game.to_move(blind) != game.to_move(state) || game.turn(blind) != game.turn(state) {
            return Err("mover or turn differ when nobody looks at views".to_owned());
        }
        for (place, action) in legal.iter().enumerate() {
            let mut reported = 0;
            let picked = game.pick(blind, list, |choices| {
                reported = choices;
                place
            });
            if picked != (*action, legal.len()) || reported != legal.len() {
                return Err(format!(
                    "`{}` of {} is picked in place {place}, where `{}` of {} is legal",
                    game.action_text(picked.0),
                    picked.1,
                    game.action_text(*action),
                    legal.len()
                ));
            }
        }
        Ok(())
    }
}
