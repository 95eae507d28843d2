//! The spec's invariants (section 11).

use super::card::{Card, VALUES};
use super::legal::refill;
use super::params::Params;
use super::state::{Hand, Phase, State, count};
use ludometer_model::Seat;

/// Checks the spec's invariants (section 11) that a single state can show.
pub(super) fn audit(params: &Params, state: &State) -> Result<(), String> {
    state.audit(params)
}

impl State {
    fn audit(&self, params: &Params) -> Result<(), String> {
        let seats = self.seats;
        let mut all = count(&self.stock);
        let discarded = count(&self.discard);
        let mut open = [0_u16; 16];
        for seat in Seat::all(seats) {
            for (value, &copies) in self.banks[seat].counts.iter().enumerate() {
                open[value] += u16::from(copies);
            }
            for (kind, &copies) in self.hands[seat].counts.iter().enumerate() {
                all[kind] += u16::from(copies);
            }
            let size: u16 = self.hands[seat].counts.iter().map(|&n| u16::from(n)).sum();
            if size != self.hands[seat].size {
                return Err(format!(
                    "seat {seat}: {size} cards in hand, counted as {}",
                    self.hands[seat].size
                ));
            }
            if self.hands[seat] != Hand::of(self.hands[seat].counts, size) {
                return Err(format!("seat {seat}: the kinds in hand are out of date"));
            }
            self.audit_bank(params, seat)?;
            self.audit_knowledge(seat)?;
        }
        for (i, &removed) in self.removed.iter().enumerate() {
            open[12 + i] += u16::from(removed);
        }
        for (kind, &copies) in discarded.iter().enumerate() {
            open[kind] += copies;
        }
        for (kind, &copies) in params.deck.iter().enumerate() {
            let card = Card::new(kind);
            if all[kind] + open[kind] != u16::from(copies) {
                return Err(format!(
                    "I1: {} of {copies} copies of {card} are in the game",
                    all[kind] + open[kind]
                ));
            }
            if u16::from(self.open[kind]) != open[kind] {
                return Err(format!("{} open copies of {card}, counted as {}", open[kind], self.open[kind]));
            }
        }
        if self.turn >= params.max_turns && self.phase != Phase::Over {
            return Err(format!("I10: turn {} of at most {}", self.turn, params.max_turns));
        }
        if matches!(self.phase, Phase::Play) {
            if self.hand().bankrupts() > 0 {
                return Err("I7: a Bankrupt in hand while playing a card".to_owned());
            }
            let refill = refill(params, self);
            let more = !self.stock.is_empty() || refill || self.top().is_some_and(Card::is_value);
            if self.hand().size < params.limit && more && !params.may_stop {
                return Err(format!("I7: playing with {} cards in hand and more to draw", self.hand().size));
            }
        }
        self.audit_end(params)
    }

    fn audit_bank(&self, params: &Params, seat: Seat) -> Result<(), String> {
        let bank = &self.banks[seat];
        let sound = (1..=VALUES as u8).all(|v| (bank.counts[usize::from(v) - 1] > 0) == (v <= bank.top));
        if !sound || bank.top > params.goal {
            return Err(format!("I3: the bank of seat {seat} is {:?} with top {}", bank.counts, bank.top));
        }
        Ok(())
    }

    /// Checks the certainties: every one must be true (I12).
    fn audit_knowledge(&self, seat: Seat) -> Result<(), String> {
        let hand = &self.hands[seat];
        let known = &self.known[seat];
        for observer in Seat::all(self.seats) {
            let facts = known.facts(observer);
            let too_many = facts.known.iter().zip(&hand.counts).any(|(k, h)| k > h);
            let known_values: u16 = facts.known[..VALUES].iter().map(|&n| u16::from(n)).sum();
            let bankrupts = hand.bankrupts() as i32 - i32::from(facts.known[10] + facts.known[11]);
            let values = i32::from(hand.values()) - i32::from(known_values);
            let bounded = |bound: u8, n: i32| bound == u8::MAX || n <= i32::from(bound);
            if too_many
                || bankrupts < i32::from(facts.min_bankrupts)
                || !bounded(facts.max_bankrupts, bankrupts)
                || !bounded(facts.max_values, values)
                || !bounded(facts.max_non_steals, bankrupts + values)
            {
                return Err(format!(
                    "I12: {observer:?} believes {facts:?} of seat {seat}, which holds {hand:?}"
                ));
            }
        }
        for card in hand.kinds() {
            if let Some(value) = card.as_value()
                && !(known.floor..=known.ceiling).contains(&value)
            {
                let (floor, ceiling) = (known.floor, known.ceiling);
                return Err(format!(
                    "I12: seat {seat} holds a {value}, believed to be within {floor}..{ceiling}"
                ));
            }
        }
        Ok(())
    }

    fn audit_end(&self, params: &Params) -> Result<(), String> {
        let full = Seat::all(self.seats).filter(|&seat| self.banks[seat].top == params.goal).count();
        // Between the games of a match the banks are cleared at once.
        if full > 1 || (full == 1 && self.phase != Phase::Over) {
            return Err(format!("I11: {full} banks have reached the goal"));
        }
        Ok(())
    }
}
