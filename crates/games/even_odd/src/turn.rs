//! The steps of a turn. Sections 5 (P1 to P7, P10, P11) of the spec.

use super::EvenOdd;
use super::cards::{Card, Deck, Kinds};
use super::decks::pick;
use super::event::Event;
use super::holders::Group;
use super::layers::{Asked, Creditor, Question};
use super::reason::{Cause, From, Why};
use super::rules::Engine;
use super::state::{Ending, NOBODY, Phase, Public, State};
use ludometer_model::small_table::MAX_SEATS;
use ludometer_model::{EventSink, Seat, SeatSet};

impl EvenOdd {
    /// Returns the next of the other players, clockwise from the active one's left, who has something to sell.
    fn sales_window(&self, state: &mut State) -> Option<Seat> {
        let t = &mut state.table;
        let mut sellers = SeatSet::EMPTY;
        for seat in t.alive.iter() {
            if self.can_sell_shoe(t, seat) || self.can_sell_clothing(t, seat) {
                sellers.insert(seat);
            }
        }
        self.next_asked(t, sellers)
    }

    /// Returns the next of these players who is not active, clockwise from the active one's left.
    #[inline(never)]
    fn next_asked(&self, table: &mut Public, askable: SeatSet) -> Option<Seat> {
        let next = askable.next(table.active, table.cursor.max(1), self.params.seats);
        table.cursor = next.unwrap_or(0);
        next.map(|offset| self.offset(table.active, offset))
    }

    /// Returns the seat so many places to the left.
    #[inline(always)]
    pub(super) const fn offset(&self, seat: Seat, offset: u8) -> Seat {
        let i = seat.index() + offset as usize;
        Seat::new(if i >= self.params.seats { i - self.params.seats } else { i })
    }

    /// Asks the next of the other players who may play a `PoorLifeDecision`, if this window is open; else
    /// the next phase begins.
    #[inline]
    fn window(&self, state: &mut State, open: bool, next: Phase) -> Option<Seat> {
        // Mostly nobody else holds one.
        let others = state.table.alive.without(SeatSet::one(state.table.active));
        let holders = state.holders.of(Group::Pld) & others;
        if open && !holders.is_empty() {
            let askable = state.aimers();
            if let Some(seat) = self.next_asked(&mut state.table, askable) {
                return Some(seat);
            }
        }
        state.table.cursor = 0;
        state.table.phase = next;
        None
    }

    /// Returns the next alive player clockwise.
    pub(super) fn next_alive(table: &Public, seat: Seat) -> Seat {
        table.alive.without(SeatSet::one(seat)).first_from(seat).unwrap_or(seat)
    }
}

impl<L: EventSink<Event>> Engine<'_, L> {
    #[inline(always)]
    pub(super) fn start_turn(&mut self, seat: Seat) {
        let t = &mut self.state.table;
        t.turn += 1;
        t.active = seat;
        t.die = 0;
        t.get_paid = 0;
        t.quickies = 0;
        t.drawn = false;
        t.corner = false;
        t.cursor = 0;
        t.bought_back = SeatSet::EMPTY;
        t.sold_for_bid = SeatSet::EMPTY;
        t.phase = if self.game.params.sales_every_turn { Phase::Sales } else { Phase::StartWindow };
        self.log.emit(Event::Turn { turn: t.turn, seat });
    }

    /// Goes on with the turn from the phase it is in, which is not the main one.
    #[inline(never)]
    pub(super) fn turn_step(&mut self) -> Asked {
        self.turn_steps()
    }

    /// Ends the turn, up to the next question: steps of its own, which nothing has to be looked up for.
    #[inline(never)]
    pub(super) fn leave_turn(&mut self) -> Asked {
        self.state.table.phase = Phase::EndWindow;
        self.turn_steps()
    }

    /// Returns the next steps of the turn, in their order, up to who is asked or to one that opens a layer above.
    #[inline(always)]
    fn turn_steps(&mut self) -> Asked {
        let windows = self.game.params.windows;
        if self.state.table.phase == Phase::PreRoll {
            return Some((self.state.table.active, Question::PreRoll));
        }
        if self.state.table.phase == Phase::DrawWindow {
            let next = if self.state.table.burn == NOBODY { Phase::Main } else { Phase::Burn };
            if let Some(seat) = self.game.window(self.state, windows.after_draw, next) {
                return Some((seat, Question::Window));
            }
            if next == Phase::Main {
                return Some((self.state.table.active, Question::Main));
            }
        }
        if self.state.table.phase == Phase::Burn {
            self.burn();
            return None;
        }
        if self.state.table.phase == Phase::EndWindow
            && let Some(seat) = self.game.window(self.state, windows.turn_end, Phase::Discard)
        {
            return Some((seat, Question::Window));
        }
        if self.state.table.phase == Phase::Discard {
            let active = self.state.table.active;
            if self.state.table.backs[0][active] + self.state.table.backs[1][active]
                > self.game.params.hand_limit
            {
                return Some((active, Question::Discard));
            }
            self.state.table.phase = Phase::TurnEnd;
        }
        if self.state.table.phase == Phase::TurnEnd {
            self.end_turn();
        }
        if self.state.table.phase == Phase::Sales {
            if let Some(seat) = self.game.sales_window(self.state) {
                return Some((seat, Question::Sales));
            }
            self.state.table.phase = Phase::StartWindow;
        }
        if self.state.table.phase == Phase::StartWindow
            && let Some(seat) = self.game.window(self.state, windows.turn_start, Phase::PreRoll)
        {
            return Some((seat, Question::Window));
        }
        if self.state.table.phase == Phase::Over {
            None
        } else {
            Some((self.state.table.active, Question::PreRoll))
        }
    }

    /// Rolls the die and draws from the deck of its parity. Gives who is asked next, if that is clear.
    pub(super) fn roll(&mut self) -> Asked {
        let faces = &self.game.params.faces;
        let seat = self.state.table.active;
        let dice = faces[if faces.len() == 1 { 0 } else { self.rng.index(faces.len()) }];
        self.state.table.die = dice;
        self.log.emit(Event::Roll { seat, dice });
        let deck = if dice % 2 == 0 { Deck::Even } else { Deck::Odd };
        self.state.table.phase = Phase::Main;
        if self.state.table.stock[deck.index()] == 0 {
            self.rebuild(deck);
        }
        let t = &mut self.state.table;
        let size = t.stock[deck.index()];
        if size == 0 {
            self.log.emit(Event::NoCard { seat, from: deck });
            return Some((seat, Question::Main));
        }
        let card = pick(&mut self.state.stock, deck, size, self.rng);
        t.stock[deck.index()] -= 1;
        t.drawn = true;
        self.log.emit(Event::Draw { seat, card, from: deck });
        if card.is(Kinds::HAND) {
            t.backs[deck.index()][seat] += 1;
            if L::TRACK_KNOWLEDGE {
                let draws = &mut t.draws[deck.index()][seat];
                *draws = draws.saturating_add(1);
                t.earlier[deck.index()].drew(seat);
                self.state.hands[seat].drew(card);
            }
            t.phase = Phase::DrawWindow;
            self.state.give(seat, card);
            // Straight on: no other layer can be open.
            return match self.game.window(self.state, self.game.params.windows.after_draw, Phase::Main) {
                Some(other) => Some((other, Question::Window)),
                None => Some((seat, Question::Main)),
            };
        }
        t.discard[card.index()] += 1;
        self.log.emit(Event::MoveCard { seat, card, from: From::Stock, to: deck, cause: Cause::Shown });
        if card == Card::CORNER {
            t.corner = true;
            let price = self.game.params.amount(card);
            self.start_service(card, price);
        } else {
            t.burn = card.index() as u8;
            t.phase = if self.game.params.burn_at_once { Phase::Burn } else { Phase::DrawWindow };
        }
        None
    }

    fn burn(&mut self) {
        let t = &mut self.state.table;
        let seat = t.active;
        // The window of the draw is over, or comes now.
        t.phase = if self.game.params.burn_at_once { Phase::DrawWindow } else { Phase::Main };
        let Some(card) = t.burn() else { return };
        t.burn = NOBODY;
        let to = match card {
            Card::BURN_LEFT => Creditor::Player(EvenOdd::next_alive(t, seat)),
            Card::BURN_EACH => Creditor::Each,
            _ => Creditor::Vault,
        };
        self.owe(seat, to, self.game.params.amount(card), Why::Burn);
        self.state.table.payment.clothing_card = card == Card::BURN_CLOTHING;
    }

    /// Sets a shield on a player that a `PoorLifeDecision` is played on.
    pub(super) fn shield(&mut self, seat: Seat) {
        let table = &mut self.state.table;
        table.set_shield(seat, self.game.params.shield_turns);
        let until = table.turn + u32::from(self.game.params.shield_turns) - 1;
        self.log.emit(Event::Shield { seat, until });
    }

    #[inline(always)]
    fn end_turn(&mut self) {
        let t = &mut self.state.table;
        let lapsed = t.wear_shields();
        // Over all seats, so that nothing is left of it where nobody listens.
        for seat in Seat::all(MAX_SEATS) {
            if lapsed.contains(seat) {
                self.log.emit(Event::ShieldLapse { seat });
            }
        }
        self.log.emit(Event::TurnEnd { turn: t.turn, seat: t.active });
        if t.turn == self.game.params.max_turns {
            let turn = t.turn;
            self.finish(Ending::Limit);
            self.log.emit(Event::Unfinished { turn });
            return;
        }
        let next = EvenOdd::next_alive(t, t.active);
        self.start_turn(next);
    }

    /// Lets a `PoorLifeDecision` hit its target.
    pub(super) fn hit(&mut self, target: Seat) {
        let t = &mut self.state.table;
        let Some(card) = t.pld() else { return };
        let by = t.pld_by;
        t.pld = NOBODY;
        self.log.emit(Event::Hit { by, card, target });
        self.shield(target);
        let to = if card.is(Kinds::PLD_TO_PLAYER) { Creditor::Player(by) } else { Creditor::Vault };
        self.owe(target, to, self.game.params.amount(card), Why::PoorLifeDecision);
    }
}
