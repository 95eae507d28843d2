//! The course of a match: set-up, turns and their decisions, the ends of games (spec, sections 5 and 10).

use super::action::{Action, Source, refill};
use super::card::Card;
use super::event::{Cause, Ending, Place, PlayEvent};
use super::knowledge::{Known, stolen};
use super::params::{Leftover, Params};
use super::state::{Bank, Hand, Phase, State, Table};
use ludometer_model::small_table::BySeat;
use ludometer_model::{EventSink, Outcome, Rng, Seat};

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
    fn note(&mut self, seat: Seat, learn: impl FnOnce(&mut Known)) {
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
    fn put_down(&mut self, card: Card) {
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
    fn see_each_other(&mut self) {
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
    fn bank(&mut self, value: u8, cause: Cause) {
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

    /// Begins a match.
    pub(super) fn begin(&mut self) {
        self.state.seats = self.params.seats;
        self.state.table = Table::default();
        self.begin_game();
    }

    /// Shuffles, deals and turns up the first card of a game of the match.
    fn begin_game(&mut self) {
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

    /// Carries out the finishing move of the active seat.
    fn finish(&mut self) {
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
    fn end_game(&mut self, ending: Ending, missing: u8) {
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
