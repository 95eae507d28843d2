//! Turns and their decisions (spec, section 5).

use super::card::{Action, Card, Source};
use super::event::{Cause, Ending, Place, PlayEvent};
use super::knowledge::{Known, stolen};
use super::legal::refill;
use super::params::Params;
use super::state::{Hand, Phase, State};
use ludometer_model::{EventSink, Rng, Seat};

/// The rules at work on one state.
pub(super) struct Engine<'a, L> {
    pub(super) params: &'a Params,
    pub(super) state: &'a mut State,
    pub(super) rng: &'a mut Rng,
    pub(super) log: &'a mut L,
}

impl<L: EventSink<PlayEvent>> Engine<'_, L> {
    /// Notes what observers learn of a seat's hand, unless nobody asks.
    #[inline(always)]
    pub(super) fn note(&mut self, seat: Seat, learn: impl FnOnce(&mut Known)) {
        if L::TRACK_KNOWLEDGE {
            learn(&mut self.state.known[seat]);
        }
    }

    #[inline(always)]
    pub(super) fn begin_turn(&mut self, seat: Seat) {
        self.state.active = seat;
        self.log.emit(PlayEvent::Turn { turn: self.state.turn, seat });
        self.go_on_drawing(self.params.at_limit);
    }

    /// Ends the turn (P5).
    #[inline(always)]
    fn end_turn(&mut self) {
        self.state.turn += 1;
        if self.state.turn >= self.params.max_turns {
            self.end_game(Ending::Unfinished, 0);
        } else {
            let next = self.state.active.next(self.params.seats);
            self.begin_turn(next);
        }
    }

    /// Puts a card that left a hand or the stock on the discard pile.
    #[inline(always)]
    pub(super) fn put_down(&mut self, card: Card) {
        self.state.discard.push(card.kind());
        self.state.open[card.index()] += 1;
    }

    /// Takes a card out of the active hand, face up.
    #[inline(always)]
    fn leave(&mut self, card: Card) {
        let seat = self.state.active;
        self.state.hands[seat].remove(card);
        self.note(seat, |known| known.leaves(self.params.seats, card));
    }

    /// Moves a card from the active hand onto the discard pile.
    #[inline(always)]
    fn discard(&mut self, card: Card, cause: Cause) {
        self.leave(card);
        self.put_down(card);
        let seat = self.state.active;
        self.log.emit(PlayEvent::MoveCard { seat, card, to: Place::Discard, cause, needed: false });
    }

    /// Goes on with a draw (P1), or the next phase begins. With `beyond` a full hand may draw as well.
    #[inline(always)]
    fn go_on_drawing(&mut self, beyond: bool) {
        let hand = self.state.hand();
        let full = hand.size >= self.params.limit && !beyond;
        let struck = self.params.at_once && hand.has_bankrupts() && hand.values() >= hand.bankrupts();
        if !full && !struck {
            // The stock first, which hardly ever is empty: what the pile shows is for chance to say.
            if !self.state.stock.is_empty()
                || self.state.top().is_some_and(Card::is_value)
                || refill(self.params, self.state)
            {
                self.state.phase = Phase::Draw;
                return;
            }
        }
        self.after_drawing();
    }

    #[inline(always)]
    fn after_drawing(&mut self) {
        let seat = self.state.active;
        let hand = self.state.hand();
        self.state.phase = if !hand.has_bankrupts() {
            // Whoever plays a card holds no Bankrupt (K5).
            self.note(seat, Known::no_bankrupts);
            Phase::Play
        } else if hand.has_values() {
            Phase::Bankrupt
        } else {
            let bankrupts = hand.bankrupts();
            if !self.params.wait {
                self.log.emit(PlayEvent::Relief { seat, bankrupts });
            }
            self.note(seat, |known| known.only_bankrupts(self.params.seats, bankrupts));
            Phase::Relief
        };
    }

    /// Notes that with two seats and no stock every card that a seat can't see is in the other hand (K8).
    #[cold]
    pub(super) fn see_each_other(&mut self) {
        for seat in Seat::all(2) {
            let hand = self.state.hands[seat];
            self.state.known[seat].seen_by(seat.next(2), &hand);
        }
    }

    /// Carries out one action.
    #[inline]
    pub(super) fn apply(&mut self, action: Action) {
        if self.carry_out(action) {
            self.end_turn();
        }
    }

    /// Carries out one action; returns true if the turn is over.
    #[inline(always)]
    fn carry_out(&mut self, action: Action) -> bool {
        let seat = self.state.active;
        match action {
            Action::Draw(from) => {
                self.draw(from);
                false
            }
            Action::Stop => {
                let pile_open = self.state.top().is_some_and(Card::is_value);
                self.log.emit(PlayEvent::Stop { seat, pile_open });
                self.after_drawing();
                false
            }
            Action::ResolveLowest => self.resolve(Card::BANKRUPT_LOWEST),
            Action::ResolveHighest => self.resolve(Card::BANKRUPT_HIGHEST),
            Action::Discard(card) => {
                self.discard(card, Cause::Discard);
                match card.steal_amount() {
                    Some(amount) => {
                        self.state.phase = Phase::Steal;
                        self.state.takes_left = amount;
                        false
                    }
                    None => true,
                }
            }
            Action::Dump(card) => {
                self.discard(card, Cause::Dump);
                true
            }
            Action::Hold => {
                let bankrupts = self.state.hand().bankrupts();
                self.log.emit(PlayEvent::Hold { seat, bankrupts });
                true
            }
            Action::Bank(value) => {
                let top = self.state.banks[seat].top;
                self.bank(value, Cause::Bank);
                if value == self.params.goal {
                    let missing = self.params.goal - top;
                    self.end_game(Ending::Single, missing);
                }
                value != self.params.goal
            }
            Action::Finish => {
                self.finish();
                false
            }
            Action::StealFrom(victim) => {
                if self.params.blind {
                    let card = random_card(&self.state.hands[victim], self.rng);
                    self.take(victim, card)
                } else {
                    // The thief sees the hand before it chooses (K3).
                    if L::TRACK_KNOWLEDGE {
                        let hand = self.state.hands[victim];
                        self.state.known[victim].seen_by(seat, &hand);
                    }
                    self.state.victim = victim;
                    self.state.phase = Phase::Take;
                    false
                }
            }
            Action::StealStop => {
                self.state.takes_left = 0;
                true
            }
            Action::Pass => true,
            Action::Take(card) => self.take(self.state.victim, card),
        }
    }

    #[inline(always)]
    fn draw(&mut self, from: Source) {
        let seat = self.state.active;
        self.note(seat, Known::draws);
        let (card, pile_open) = match from {
            Source::Stock => {
                let pile_open = self.state.top().is_some_and(Card::is_value);
                if self.state.stock.is_empty() {
                    self.reshuffle();
                }
                let kind = self
                    .state
                    .stock
                    .draw(self.rng)
                    .expect("legal only while a reshuffle would refill the stock");
                (Card::of_kind(kind), pile_open)
            }
            Source::Discard => {
                let kind = self.state.discard.pop().expect("legal only while the pile shows a value card");
                let card = Card::of_kind(kind);
                self.state.open[usize::from(kind & 15)] -= 1;
                self.note(seat, |known| known.gains(self.params.seats, card));
                (card, true)
            }
        };
        self.state.hands[seat].add(card);
        self.log.emit(PlayEvent::Draw { seat, from, card, pile_open });
        if L::TRACK_KNOWLEDGE
            && from == Source::Stock
            && self.params.seats == 2
            && self.state.stock.is_empty()
        {
            self.see_each_other();
        }
        self.go_on_drawing(false);
    }

    /// Makes all cards of the discard pile but its top the stock. The order is drawn card by card
    /// later, which is a shuffle all the same.
    #[cold]
    fn reshuffle(&mut self) {
        let Some(top) = self.state.discard.pop() else { return };
        let mut removed = 0;
        for i in 0..self.state.discard.len() {
            let kind = self.state.discard[i];
            let card = Card::of_kind(kind);
            match card.steal_amount() {
                Some(amount) if self.params.remove_steals => {
                    self.state.removed[usize::from(amount) - 1] += 1;
                    removed += 1;
                }
                _ => {
                    self.state.open[usize::from(kind & 15)] -= 1;
                    self.state.stock.push(kind);
                }
            }
        }
        self.state.discard.clear();
        self.state.discard.push(top);
        self.log.emit(PlayEvent::Shuffle { cards: self.state.stock.len() as u16, removed });
    }

    /// Lets a Bankrupt take a value card; returns true if the turn is over.
    #[inline(always)]
    fn resolve(&mut self, bankrupt: Card) -> bool {
        let seat = self.state.active;
        self.discard(bankrupt, Cause::Resolve);
        let lowest = bankrupt == Card::BANKRUPT_LOWEST;
        let hand = self.state.hand();
        let lost = if lowest { hand.lowest() } else { hand.highest() };
        let card = lost.expect("legal only while the hand holds a value card");
        let value = card.as_value().unwrap_or(0);
        let needed = value > self.state.banks[seat].top
            && value <= self.params.goal
            && self.state.hand().count(card) == 1;
        self.leave(card);
        self.put_down(card);
        self.log.emit(PlayEvent::MoveCard { seat, card, to: Place::Discard, cause: Cause::Lost, needed });
        self.note(seat, |known| if lowest { known.lost_lowest(value) } else { known.lost_highest(value) });
        let hand = self.state.hand();
        if !hand.has_bankrupts() {
            self.note(seat, Known::no_bankrupts);
            return true;
        }
        let short = !hand.has_values();
        if short {
            self.hold();
        }
        short
    }

    /// Bankrupts are kept for lack of value cards; their number is announced.
    #[inline(always)]
    fn hold(&mut self) {
        let seat = self.state.active;
        let bankrupts = self.state.hand().bankrupts();
        self.note(seat, |known| known.only_bankrupts(self.params.seats, bankrupts));
        self.log.emit(PlayEvent::Hold { seat, bankrupts });
    }

    /// Moves a value card from the active hand onto its bank.
    #[inline(always)]
    pub(super) fn bank(&mut self, value: u8, cause: Cause) {
        let (seat, card) = (self.state.active, Card::value(value));
        self.leave(card);
        self.state.banks[seat].lay(value);
        self.state.open[card.index()] += 1;
        self.log.emit(PlayEvent::MoveCard { seat, card, to: Place::Bank, cause, needed: false });
    }

    /// Moves a card from the victim's hand to the thief's; returns true if the turn is over.
    #[inline(always)]
    fn take(&mut self, victim: Seat, card: Card) -> bool {
        let thief = self.state.active;
        if L::TRACK_KNOWLEDGE {
            stolen(&mut self.state.known, self.params.seats, thief, victim, card);
        }
        self.state.hands[victim].remove(card);
        self.state.hands[thief].add(card);
        self.log.emit(PlayEvent::Steal { thief, victim, card });
        self.state.takes_left -= 1;
        self.state.phase = Phase::Steal;
        self.state.takes_left == 0
    }
}

/// Returns one of the hand's cards, each copy equally likely.
fn random_card(hand: &Hand, rng: &mut Rng) -> Card {
    let mut nth = rng.below(u32::from(hand.size));
    for card in hand.kinds() {
        let copies = u32::from(hand.count(card));
        if nth < copies {
            return card;
        }
        nth -= copies;
    }
    unreachable!("the copies add up to the size of the hand")
}
