//! Set-up of a match and of its games (spec, section 5).

use super::card::Card;
use super::event::PlayEvent;
use super::knowledge::Known;
use super::rules::Engine;
use super::state::{Bank, Hand, Table};
use ludometer_model::small_table::BySeat;
use ludometer_model::{EventSink, Seat};

impl<L: EventSink<PlayEvent>> Engine<'_, L> {
    /// Begins a match.
    pub(super) fn begin(&mut self) {
        self.state.seats = self.params.seats;
        self.state.table = Table::blank();
        self.begin_game();
    }

    /// Shuffles, deals and turns up the first card of a game of the match.
    pub(super) fn begin_game(&mut self) {
        let seats = self.params.seats;
        self.state.stock.clear();
        self.state.discard.clear();
        for (kind, &copies) in self.params.deck.iter().enumerate() {
            for _ in 0..copies {
                self.state.stock.push(kind as u8);
            }
        }
        self.state.hands = BySeat::all(Hand::default());
        if L::TRACK_KNOWLEDGE {
            self.state.known = BySeat::all(Known::NOTHING);
        }
        self.state.banks = BySeat::all(Bank::default());
        self.state.open = [0; 16];
        self.state.removed = [0; 3];
        self.state.turn = 0;
        self.log.emit(PlayEvent::Game { game: self.state.game, goal: self.params.goal });
        let first = Seat::new((self.params.first_seat + self.state.game as usize) % seats);
        for _ in 0..self.params.deal {
            for seat in first.around(seats) {
                if let Some(card) = self.state.stock.draw(self.rng).map(Card::of_kind) {
                    self.state.hands[seat].add(card);
                    self.log.emit(PlayEvent::Deal { seat, card });
                }
            }
        }
        while let Some(card) = self.state.stock.draw(self.rng).map(Card::of_kind) {
            self.put_down(card);
            self.log.emit(PlayEvent::TurnUp { card });
            if card.is_value() || !self.params.replace_first {
                break;
            }
        }
        if L::TRACK_KNOWLEDGE && seats == 2 && self.state.stock.is_empty() {
            self.see_each_other();
        }
        self.begin_turn(first);
    }
}
