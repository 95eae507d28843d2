//! The invariants of the spec's section 11.

use super::ImTheBoss;
use super::card::{Card, TYPES, face};
use super::cards::Cards;
use super::event::Status;
use super::params::Mode;
use super::state::{Phase, State};
use ludometer_model::Seat;

/// Checks V1 to V6 and V8, which hold in any one state; V7 and V9 are matters of a whole round and of the events.
pub(super) fn audit(game: &ImTheBoss, state: &State) -> Result<(), String> {
    game.check_cards(state)?;
    game.check_money(state)?;
    game.check_table(state)?;
    game.check_sizes(state)
}

impl ImTheBoss {
    /// Checks V1: every card is somewhere, once.
    fn check_cards(&self, state: &State) -> Result<(), String> {
        let public = &state.public;
        let mut all = Cards::default();
        let seats = || Seat::all(self.params.seats);
        for seat in seats() {
            state.hands[seat].iter().for_each(|card| all.add(card));
            state.dropped[seat].iter().for_each(|card| all.add(card));
            state.aside[seat].iter().for_each(|&card| all.add(card));
            all.add_many(public.card(face::POTA), public.front[seat].pota);
            all.add_many(Card::WILD, public.front[seat].pota_wild);
            all.add_many(public.card(face::REVERSE), public.front[seat].reverse);
            if !state.hands[seat].is_sound() || !state.dropped[seat].is_sound() {
                return Err(format!("V1: cards of seat {seat} are counted wrongly"));
            }
        }
        if !public.face_up.is_sound() {
            return Err("V1: discarded cards are counted wrongly".to_owned());
        }
        for (face, &n) in public.centre.iter().enumerate() {
            all.add_many(public.card(face), n);
        }
        state.stock.iter().for_each(|&card| all.add(card));
        public.face_up.iter().for_each(|card| all.add(card));
        if let Some(card) = public.playing {
            all.add(card);
        }
        if all != self.params.deck {
            let wrong =
                (0..TYPES).map(Card::from_number).find(|&c| all.count(c) != self.params.deck.count(c));
            return Err(format!("V1: the deck's cards are not all there: {wrong:?}"));
        }
        let in_stock: u8 = state.halves.iter().map(|half| half.x_cards).sum();
        if in_stock + public.x_shown + public.x_under != self.params.x_cards() {
            return Err("V1: an X card is missing".to_owned());
        }
        Ok(())
    }

    /// Checks V2: money comes from the bank and goes there.
    fn check_money(&self, state: &State) -> Result<(), String> {
        let money = state.public.money.first(self.params.seats);
        let sum: i64 = money.iter().map(|&m| i64::from(m)).sum();
        let start = self.params.seats as i64 * i64::from(self.params.start_money);
        if money.iter().any(|&m| m < 0) || sum != start + state.bank_paid {
            return Err(format!("V2: money is {money:?} after {} paid by the bank", state.bank_paid));
        }
        Ok(())
    }

    /// Checks V3 to V6 and V8.
    fn check_table(&self, state: &State) -> Result<(), String> {
        let public = &state.public;
        let params = &self.params;
        let most = params.base + params.x_cards();
        let multiplier = self.multiplier(public);
        if !(params.base..=most).contains(&multiplier) {
            return Err(format!("V3: the multiplier is {multiplier}"));
        }
        if Seat::all(params.seats).any(|seat| state.hands[seat].has(Card::X)) {
            return Err("V3: an X card in a hand".to_owned());
        }
        let cousins = public.cousin.first(params.seats).iter().filter(|&&c| c).count();
        if cousins + usize::from(public.tokens_left) != usize::from(params.cousins)
            || public.cousin[public.boss]
        {
            return Err(format!("V4: {cousins} Cousins, {} tokens left", public.tokens_left));
        }
        let table = public.centre.iter().any(|&n| n > 0)
            || public.front.first(params.seats).iter().any(|front| front.cards() > 0);
        if table && public.colour.is_none() {
            return Err("V5: cards on the table of no colour".to_owned());
        }
        let open = Seat::all(params.seats).filter(|&seat| !self.is_protected(public, seat));
        let laid = open.map(|seat| public.front[seat].cards()).chain(public.centre).sum::<u8>();
        if laid != public.movable {
            return Err(format!("V5: {laid} cards can be moved, {} are counted", public.movable));
        }
        let live = Seat::all(params.seats).filter(|&seat| !self.is_eliminated(public, seat));
        if live.fold(0, |live, seat| live | 1 << seat.index()) != public.live {
            return Err(format!("V6: the seats that are in are counted as {:b}", public.live));
        }
        for seat in Seat::all(params.seats) {
            if public.passes[seat] > params.disks {
                return Err(format!("V6: {seat} turned {} disks", public.passes[seat]));
            }
            if let Some(promise) = public.promises[seat] {
                if promise.status == Status::Broken && params.talks.mode == Mode::Binding {
                    return Err(format!("V8: {seat} broke {} though it binds", promise.kind));
                }
                if !public.cousin[seat] {
                    return Err(format!("V4: {seat} promised without a token"));
                }
            }
        }
        let acts = matches!(
            public.phase,
            Phase::Turn(_) | Phase::Target(_) | Phase::MoveFrom(_) | Phase::MoveTo(..)
        );
        if acts && public.to_move().is_some_and(|seat| self.is_eliminated(public, seat)) {
            return Err("V6: a seat that is out has a turn".to_owned());
        }
        Ok(())
    }

    /// Checks that what lies open agrees with what is hidden.
    fn check_sizes(&self, state: &State) -> Result<(), String> {
        let public = &state.public;
        for seat in Seat::all(self.params.seats) {
            let held = state.hands[seat].len() + state.aside[seat].len();
            if held != usize::from(public.hands[seat]) {
                return Err(format!("{seat} holds {held} cards, not {}", public.hands[seat]));
            }
            if state.dropped[seat].len() != usize::from(public.face_down[seat]) {
                return Err(format!("{seat} has other cards face down than was seen"));
            }
        }
        let [upper, lower] = state.halves;
        if usize::from(upper.cards + lower.cards) != state.stock.len()
            || upper.size() + lower.size() != public.stock
        {
            return Err("the halves don't count the stock".to_owned());
        }
        Ok(())
    }
}
