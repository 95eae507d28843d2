//! The rules, and how they are carried out.
//!
//! # The rules in short
//! - LL-1 The deck holds 5 Guards (1), 2 Priests (2), 2 Barons (3), 2 Handmaids (4), 2 Princes (5), the King (6),
//!   the Countess (7) and the Princess (8).
//! - LL-2 A round: one card is laid aside unseen, each seat gets one. Seat 0 begins the first round.
//! - LL-3 Two seats turn three cards up at the beginning of each round, which nobody gets.
//! - LL-4 A turn: draw a card, play one of the two open in front of you and do what it says.
//! - LL-5 Who is out lays the card in hand open and takes no more turns in the round.
//! - LL-6 A card that needs another seat has no effect where all others are out or protected.
//! - LL-7 Guard: name a card other than Guard; the chosen seat is out if it holds that.
//! - LL-8 Priest: look at the chosen seat's card.
//! - LL-9 Baron: compare cards in secret; who has the lower one is out, equal ones do nothing.
//! - LL-10 Handmaid: nobody can choose you until your next turn.
//! - LL-11 Prince: the chosen seat, which may be your own, discards its card without effect and draws one; with an
//!   empty stock it gets the card laid aside. Where all others are out or protected it must be your own.
//! - LL-12 King: trade cards with the chosen seat.
//! - LL-13 Countess: no effect, but you must play her if you also hold the King or a Prince.
//! - LL-14 Princess: you are out if you play or discard her.
//! - LL-15 The round ends when a single seat is left, which wins it,
//! - LL-16 or after the turn in which the stock ran out: the highest card wins, of equal ones the higher sum of the
//!   values in front of the seat.
//! - LL-17 The winner gets a token and begins the next round.
//! - LL-18 7, 5 or 4 tokens win with two, three or four seats.
//!
//! # Readings where the rulebook is silent
//! - If the sums are equal too, each of these seats gets a token; of them the first one from the last mover on
//!   begins. So several seats can win.
//! - A view forgets what is too rare to keep: that the cards of two other seats are equal after a Baron, and where a
//!   card known to a third seat went when two others traded.

use ludometer::prelude::*;

use crate::game::LoveLetter;
use crate::table::{Action, Card, PlayEvent, SEATS, State};

/// A state to change, with all that changing it takes.
pub(crate) struct Turn<'a, L> {
    pub game: &'a LoveLetter,
    pub state: &'a mut State,
    pub rng: &'a mut Rng,
    pub log: &'a mut L,
}

impl<L: EventSink<PlayEvent>> Turn<'_, L> {
    /// Begins a round (LL-2, LL-3).
    pub(crate) fn begin_round(&mut self) {
        let State { round, turn, mover, tokens, .. } = *self.state;
        let (round, out) = (round + 1, std::array::from_fn(|seat| seat >= self.game.seats));
        *self.state = State { round, turn, tokens, out, ..State::default() };
        self.log.emit(PlayEvent::Round { round, starter: mover });
        self.state.stock = Stock::new(self.game.deck);
        for card in
            (0..self.game.open).map_while(|_| self.state.stock.draw(self.rng)).map(|kind| Card::ALL[kind])
        {
            self.state.open.push(card);
            self.log.emit(PlayEvent::TurnUp { card });
        }
        for seat in mover.around(self.game.seats) {
            self.state.hands[seat.index()] = self.draw(seat);
        }
        self.begin_turn(mover);
    }

    fn begin_turn(&mut self, seat: Seat) {
        self.state.turn += 1;
        self.state.mover = seat;
        self.state.protected[seat.index()] = false;
        self.state.drawn = self.draw(seat);
    }

    fn draw(&mut self, seat: Seat) -> Option<Card> {
        let card = Card::ALL[self.state.stock.draw(self.rng)?];
        self.log.emit(PlayEvent::Draw { seat, card });
        Some(card)
    }

    /// Carries out a legal action.
    pub(crate) fn play(&mut self, Action { card, target, guess }: Action) {
        let (mover, drawn) = (self.state.mover, self.state.drawn.take());
        if self.state.hands[mover.index()] == Some(card) {
            // Also if both are alike: then nobody can tell which one was kept.
            self.state.forget(mover.index());
            self.state.hands[mover.index()] = drawn;
        } else if !self.state.excluded[mover.index()].contains(&card) {
            // To those who don't know the kept card, this may have been it.
            self.state.excluded[mover.index()].clear();
        }
        if matches!(card, Card::Prince | Card::King) {
            self.state.exclude(mover.index(), Some(Card::Countess));
        }
        self.state.discards[mover.index()].push(card);
        self.log.emit(PlayEvent::Play { seat: mover, card, target });
        let held = target.and_then(|target| self.state.hands[target.index()]);
        match (card, target) {
            (Card::Guard, Some(target)) if held == guess => self.discard(target, true),
            (Card::Guard, Some(target)) => self.state.exclude(target.index(), guess),
            (Card::Priest, Some(target)) => self.look(mover, target),
            (Card::Baron, Some(target)) => self.compare(mover, target),
            (Card::Handmaid, _) => self.state.protected[mover.index()] = true,
            (Card::Prince, Some(target)) if held == Some(Card::Princess) => self.discard(target, true),
            (Card::Prince, Some(target)) => {
                self.discard(target, false);
                self.state.hands[target.index()] = self.draw(target);
            }
            (Card::King, Some(target)) => self.trade(mover, target),
            (Card::Princess, _) => self.discard(mover, true),
            (Card::Guard | Card::Priest | Card::Baron | Card::Prince | Card::King | Card::Countess, _) => {}
        }
        let out = self.state.out;
        let next = mover.others(self.game.seats).find(|seat| !out[seat.index()]);
        let left = out.iter().filter(|&&out| !out).count();
        match next {
            // The last card of the stock is the one laid aside.
            Some(next) if left > 1 && self.state.stock.len() > 1 => self.begin_turn(next),
            _ => self.end_round(),
        }
    }

    /// Lets a seat know another one's card, and that one notice it.
    fn look(&mut self, seat: Seat, target: Seat) {
        let Some(card) = self.state.hands[target.index()] else { return };
        self.state.known[target.index()][seat.index()] = true;
        self.log.emit(PlayEvent::Look { seat, target, card });
    }

    fn compare(&mut self, a: Seat, b: Seat) {
        self.look(a, b);
        self.look(b, a);
        let [own, other] = [a, b].map(|seat| self.state.hands[seat.index()]);
        let (lower, higher) = if own < other { (a, b) } else { (b, a) };
        if own != other {
            let beaten = Card::ALL.into_iter().map(Some).filter(|&card| card <= own.min(other));
            beaten.for_each(|card| self.state.exclude(higher.index(), card));
            self.discard(lower, true);
        }
    }

    /// Trades the cards of two seats.
    fn trade(&mut self, seat: Seat, target: Seat) {
        self.state.hands.swap(seat.index(), target.index());
        self.state.excluded.swap(seat.index(), target.index());
        self.state.known[seat.index()] = [false; SEATS];
        self.state.known[target.index()] = [false; SEATS];
        self.look(seat, target);
        self.look(target, seat);
    }

    /// Lays a seat's card open; it is out or not.
    fn discard(&mut self, seat: Seat, out: bool) {
        let Some(card) = self.state.hands[seat.index()].take() else { return };
        self.state.discards[seat.index()].push(card);
        self.state.forget(seat.index());
        self.state.out[seat.index()] = out;
        self.log.emit(PlayEvent::Discard { seat, card, out });
    }

    /// Gives tokens (LL-15 to LL-18) and begins the next round, if nobody has won.
    fn end_round(&mut self) {
        let state = &mut *self.state;
        let strengths: [_; SEATS] = std::array::from_fn(|seat| {
            let front: usize = state.discards[seat].iter().map(|&card| card as usize + 1).sum();
            state.hands[seat].map(|card| (card, front))
        });
        let wins = |seat: &Seat| strengths.iter().max() == strengths.get(seat.index());
        let mut winners = state.mover.around(self.game.seats).filter(wins);
        for seat in winners.clone() {
            state.tokens[seat.index()] += 1;
            state.over |= state.tokens[seat.index()] >= self.game.goal;
            self.log.emit(PlayEvent::Token { seat, tokens: state.tokens[seat.index()] });
        }
        if !state.over {
            state.mover = winners.next().unwrap_or(state.mover);
            self.begin_round();
        }
    }
}
