//! Tells observers of the course of plays about the state: figures, never the state itself.

use ludometer_model::{BySeat, Seat};
use ludometer_playable::Playable;
use ludometer_stats::{HANDS_EVERY, MILLION, Observer, TurnSnapshot};

/// Follows one play.
#[derive(Default)]
pub(super) struct Timeline {
    /// The turn of the last scene.
    turn: Option<u32>,
    scenes: usize,
}

impl Timeline {
    /// Notes that the seat is about to decide.
    #[inline]
    pub(super) fn ask<G: Playable, O: Observer<G>>(
        &mut self,
        game: &G,
        state: &G::State,
        seat: Seat,
        observer: &mut O,
    ) {
        let turn = game.turn(state);
        if self.turn != Some(turn) {
            self.turn = Some(turn);
            let shares = game.evaluate(state);
            let mut chances = BySeat::all(0);
            for seat in Seat::all(game.seats()) {
                chances[seat] = millionths(shares[seat]);
            }
            self.tell(game, state, Some(seat), chances, observer);
        }
        if !game.phases().is_empty() {
            observer.phase(game.phase(state));
        }
    }

    /// Ends the play.
    pub(super) fn end<G: Playable, O: Observer<G>>(&mut self, game: &G, state: &G::State, observer: &mut O) {
        self.scenes = 0;
        self.tell(game, state, None, BySeat::all(0), observer);
    }

    fn tell<G: Playable, O: Observer<G>>(
        &mut self,
        game: &G,
        state: &G::State,
        mover: Option<Seat>,
        chances: BySeat<u32>,
        observer: &mut O,
    ) {
        let seats = game.seats();
        let out = Seat::all(seats).filter(|&seat| game.is_eliminated(state, seat)).collect();
        observer.scene(&TurnSnapshot { mover, chances, standing: game.progress(state), out });
        if self.scenes.is_multiple_of(HANDS_EVERY) {
            for seat in Seat::all(seats) {
                game.hand_contents(state, seat, &mut |kind, copies| observer.held(seat, kind, copies));
            }
        }
        self.scenes += 1;
    }
}

/// Returns a share as whole millionths: tallies hold whole numbers only.
fn millionths(share: f64) -> u32 {
    // A game's estimate that is no number counts as no chance.
    // Half a unit and a cast: `round` is a call.
    (share.clamp(0.0, 1.0) * f64::from(MILLION) + 0.5) as u32
}
