//! Draws of cards under coupled random numbers.

use std::collections::HashSet;

use ludometer_model::{CardMove, Event, Rng, Silent};
use ludometer_playable::Playable;

/// With fewer draws than this, two ways to draw may agree by chance.
const FEW_DRAWS: u32 = 30;

/// Finds out whether cards are drawn by [`Rng::race`](ludometer_model::Rng::race) where that is asked for. What a copy
/// more or less does to a game is measured beside the same game with the deck as it is: with draws that aren't
/// coupled all cards after the first would differ, and hide it.
#[derive(Default)]
pub(super) struct Coupling {
    /// True once coupled numbers drew another card than plain ones.
    found: bool,
    draws: u32,
    kinds: HashSet<usize>,
}

impl Coupling {
    /// Takes note of a deal.
    pub(super) fn deal<G: Playable>(
        &mut self,
        game: &G,
        rng: Rng,
        after: (&G::State, &[G::Event]),
        world: &mut G::State,
    ) {
        if !self.found {
            game.deal(world, &mut rng.coupled(), &mut Silent);
            self.note::<G>(after, world);
        }
    }

    /// Takes note of an action that used random numbers.
    pub(super) fn apply<G: Playable>(
        &mut self,
        game: &G,
        (before, action, rng): (&G::State, G::Action, Rng),
        after: (&G::State, &[G::Event]),
        world: &mut G::State,
    ) {
        if !self.found {
            world.clone_from(before);
            game.apply(world, action, &mut rng.coupled(), &mut Silent);
            self.note::<G>(after, world);
        }
    }

    fn note<G: Playable>(&mut self, (state, events): (&G::State, &[G::Event]), world: &G::State) {
        self.found = state != world;
        for event in events {
            if let Some(CardMove::Drawn { kind, .. }) = event.card() {
                self.draws += 1;
                self.kinds.insert(kind);
            }
        }
    }

    /// Returns the fault that was found in all games: none where no number of copies can be changed.
    pub(super) fn fault<G: Playable>(&self, game: &G) -> Option<String> {
        let can_change = || game.cards().iter().any(|card| game.copies_key(&card.name).is_some());
        let drawn = self.draws >= FEW_DRAWS && self.kinds.len() > 1;
        (!self.found && drawn && can_change()).then(|| {
            format!(
                "{} draws are the same with coupled random numbers as without: draw cards with `Stock::draw`, \
                 `Pile::draw` or `Rng::race`, so that one copy more of a card changes few other draws",
                self.draws
            )
        })
    }
}
