//! Set-up of a match and of its games (spec, section 5).

use super::card::Card;
use super::event::PlayEvent;
use super::knowledge::Known;
use super::params::Params;
use super::rules::{begin_turn, put_down, see_each_other};
use super::state::{Bank, Hand, State, Table};
use ludometer_model::small_table::BySeat;
use ludometer_model::{EventSink, Rng, Seat};

/// Begins a match.
pub(super) fn begin<L: EventSink<PlayEvent>>(params: &Params, state: &mut State, rng: &mut Rng, log: &mut L) {
    state.seats = params.seats;
    state.table = Table::blank();
    begin_game(params, state, rng, log);
}

/// Shuffles, deals and turns up the first card of a game of the match.
pub(super) fn begin_game<L: EventSink<PlayEvent>>(
    params: &Params,
    state: &mut State,
    rng: &mut Rng,
    log: &mut L,
) {
    let seats = params.seats;
    state.stock.clear();
    state.discard.clear();
    for (kind, &copies) in params.deck.iter().enumerate() {
        for _ in 0..copies {
            state.stock.push(kind as u8);
        }
    }
    state.hands = BySeat::all(Hand::default());
    if L::TRACK_KNOWLEDGE {
        state.known = BySeat::all(Known::NOTHING);
    }
    state.banks = BySeat::all(Bank::default());
    state.open = [0; 16];
    state.removed = [0; 3];
    state.turn = 0;
    log.emit(PlayEvent::Game { game: state.game, goal: params.goal });
    let first = Seat::new((params.first_seat + state.game as usize) % seats);
    for _ in 0..params.deal {
        for seat in first.around(seats) {
            if let Some(card) = state.stock.draw(rng).map(Card::of_kind) {
                state.hands[seat].add(card);
                log.emit(PlayEvent::Deal { seat, card });
            }
        }
    }
    while let Some(card) = state.stock.draw(rng).map(Card::of_kind) {
        put_down(state, card);
        log.emit(PlayEvent::TurnUp { card });
        if card.is_value() || !params.replace_first {
            break;
        }
    }
    if L::TRACK_KNOWLEDGE && seats == 2 && state.stock.is_empty() {
        see_each_other(state);
    }
    begin_turn(params, state, first, log);
}
