//! The finishing move, the ends of games and matches, and the outcome (spec, sections 5 and 10).

use super::card::Card;
use super::event::{Cause, Ending, Place, PlayEvent};
use super::params::{Leftover, Params};
use super::rules::Engine;
use super::state::{Hand, Phase, State};
use ludometer_model::small_table::BySeat;
use ludometer_model::{EventSink, Outcome, Seat};

impl<L: EventSink<PlayEvent>> Engine<'_, L> {
    /// Carries out the finishing move of the active seat.
    pub(super) fn finish(&mut self) {
        let seat = self.state.active;
        let top = self.state.banks[seat].top;
        let missing = self.params.goal - top;
        let values = placeable(self.params, top);
        let placed: u16 = values.clone().map(|v| u16::from(self.state.hand().count(Card::value(v)))).sum();
        // With `exactly_one` and nothing else to leave over, the bank spares its lowest double.
        let spared = (self.params.leftover == Leftover::ExactlyOne && placed == self.state.hand().size)
            .then(|| {
                values.clone().find(|&v| {
                    let copies = self.state.hand().count(Card::value(v));
                    copies > 1 || (v == top && copies > 0)
                })
            })
            .flatten();
        for value in values {
            let keep = u8::from(spared == Some(value));
            for _ in keep..self.state.hand().count(Card::value(value)) {
                self.bank(value, Cause::Finish);
            }
        }
        let left = self.state.hand();
        let leftover = left.lowest().or_else(|| left.kinds().find(|card| card.steal_amount().is_some()));
        if let Some(card) = leftover {
            self.state.hands[seat].remove(card);
            self.note(seat, |known| known.leaves(self.params.seats, card));
            self.put_down(card);
            let cause = Cause::Leftover;
            self.log.emit(PlayEvent::MoveCard { seat, card, to: Place::Discard, cause, needed: false });
        }
        self.end_game(Ending::Finish, missing);
    }

    /// Ends a game of the match, and begins the next one or ends the play.
    #[cold]
    #[inline(never)]
    pub(super) fn end_game(&mut self, ending: Ending, missing: u8) {
        let winner = (ending != Ending::Unfinished).then_some(self.state.active);
        // A winning turn is a turn begun; at the limit the number has been raised already.
        let turns = self.state.turn + u32::from(winner.is_some());
        self.log.emit(PlayEvent::GameEnd { game: self.state.game, ending, winner, missing, turns });
        for seat in Seat::all(self.params.seats) {
            let top = u32::from(self.state.banks[seat].top);
            self.state.totals[seat] += top;
        }
        match winner {
            Some(seat) => self.state.games_won[seat] += 1,
            None => self.state.unfinished += 1,
        }
        self.state.turns_before += turns;
        self.state.game += 1;
        if self.state.game < self.params.games {
            self.begin_game();
        } else {
            self.state.phase = Phase::Over;
        }
    }
}

/// Returns true if the hand holds every value from `top` + 1 to the goal, and the leftover rule is met.
#[inline]
pub(super) fn may_finish(params: &Params, hand: &Hand, top: u8) -> bool {
    let missing = (1 << params.goal) - (1_u16 << top);
    // What hardly ever holds is asked first.
    if hand.present.bits() & missing != missing || !params.finish || top + 2 > params.goal {
        return false;
    }
    if params.leftover == Leftover::Any {
        return true;
    }
    let placeable: u16 = placeable(params, top).map(|v| u16::from(hand.count(Card::value(v)))).sum();
    let unplaceable = hand.size - placeable;
    match params.leftover {
        Leftover::Any => true,
        Leftover::AtMostOne => unplaceable <= 1,
        Leftover::ExactlyOne => unplaceable <= 1 && hand.size > u16::from(params.goal - top),
    }
}

/// Returns the values that may be placed on a bank with this top in the finishing move.
#[inline]
fn placeable(params: &Params, top: u8) -> std::ops::RangeInclusive<u8> {
    top.max(1)..=params.goal
}

/// Places by bank tops, or by match totals; see section 10 of the spec.
pub(super) fn outcome(params: &Params, state: &State) -> Outcome {
    // With one game the winner's top is the only one that reaches the goal.
    let scores = BySeat::from_fn(|seat| i64::from(state.totals[seat]));
    let turns = state.turns_before;
    let rounds = Outcome::rounds_of_turns(turns, params.seats);
    let unfinished = params.games == 1 && state.unfinished > 0;
    if !params.games_won_first {
        return Outcome::ranked(params.seats, scores.into(), turns, rounds, unfinished, |a, b| a > b);
    }
    // Totals first, then games won: both in one number (a match has at most 99 games).
    let keys = BySeat::from_fn(|seat| scores[seat] * 100 + i64::from(state.games_won[seat]));
    let ranked = Outcome::ranked(params.seats, keys.into(), turns, rounds, unfinished, |a, b| a > b);
    Outcome { scores: scores.into(), ..ranked }
}

/// Values that the bank lacks and the hand does not hold, as bits (bit v for value v).
#[inline]
pub(super) const fn lacking(params: &Params, hand: &Hand, top: u8) -> u16 {
    let missing = (2_u16 << params.goal) - (2 << top);
    missing & !(hand.present.bits() << 1)
}
