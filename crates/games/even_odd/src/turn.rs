//! The course of a play: the steps of a turn, and the loop that goes on to the next
//! decision. Sections 5 (P1 to P7, P10, P11) of the spec.

use super::EvenOdd;
use super::action::Action;
use super::cards::{Card, Deck, Kinds};
use super::decks::pick;
use super::event::Event;
use super::holders::Group;
use super::layers::{Asked, Auction, Creditor, Payment, Question, Service, Stage};
use super::reason::{Cause, From, Why, Win};
use super::state::{Ending, NOBODY, Phase, Public, State};
use ludometer_model::SeatSet;
use ludometer_model::small_table::MAX_SEATS;
use ludometer_model::{EventSink, Rng, Seat};

impl EvenOdd {
    /// Jewels in dollars.
    #[inline(always)]
    pub(super) const fn dollars(&self, jewels: u16) -> u32 {
        jewels as u32 * self.params.jewel_value
    }

    #[inline(always)]
    pub(super) fn start_turn<L: EventSink<Event>>(&self, state: &mut State, seat: Seat, log: &mut L) {
        let t = &mut state.table;
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
        t.phase = if self.params.sales_every_turn { Phase::Sales } else { Phase::StartWindow };
        log.emit(Event::Turn { turn: t.turn, seat });
    }

    /// Goes on until somebody has to decide or the play is over: the topmost open layer says what
    /// is next.
    ///
    /// The steps are calls: inlined, all that any of them reads of the rules is read ahead of the loop,
    /// 60 to 80 instructions at every decision for the few that one step needs.
    #[inline(always)]
    pub(super) fn run<L: EventSink<Event>>(&self, state: &mut State, log: &mut L) {
        loop {
            let t = &mut state.table;
            if t.phase == Phase::Over {
                t.mover = NOBODY;
                t.question = Question::Nothing;
                return;
            }
            let asked = if t.auction.seller != NOBODY {
                self.auction_step(state, log)
            } else if t.payment.debtor != NOBODY {
                self.payment_step(state, log)
            } else if t.pld != NOBODY {
                Some((t.pld_by, Question::Target))
            } else if t.service.stage != Stage::None {
                self.service_step(state, log)
            } else if t.phase == Phase::Main {
                Some((t.active, Question::Main))
            } else {
                self.turn_step(state, log)
            };
            if let Some(asked) = asked {
                state.table.ask(asked);
                return;
            }
        }
    }

    /// Goes on with the turn from the phase it is in, which is not the main one.
    #[inline(never)]
    fn turn_step<L: EventSink<Event>>(&self, state: &mut State, log: &mut L) -> Asked {
        self.turn_steps(state, log)
    }

    /// Ends the turn, up to the next question: steps of its own, which nothing has to be looked up for.
    #[inline(never)]
    fn leave_turn<L: EventSink<Event>>(&self, state: &mut State, log: &mut L) -> Asked {
        state.table.phase = Phase::EndWindow;
        self.turn_steps(state, log)
    }

    /// Returns the next steps of the turn, in their order, up to who is asked or to one that opens a layer above.
    #[inline(always)]
    fn turn_steps<L: EventSink<Event>>(&self, state: &mut State, log: &mut L) -> Asked {
        let windows = self.params.windows;
        if state.table.phase == Phase::PreRoll {
            return Some((state.table.active, Question::PreRoll));
        }
        if state.table.phase == Phase::DrawWindow {
            let next = if state.table.burn == NOBODY { Phase::Main } else { Phase::Burn };
            if let Some(seat) = self.window(state, windows.after_draw, next) {
                return Some((seat, Question::Window));
            }
            if next == Phase::Main {
                return Some((state.table.active, Question::Main));
            }
        }
        if state.table.phase == Phase::Burn {
            self.burn(state, log);
            return None;
        }
        if state.table.phase == Phase::EndWindow
            && let Some(seat) = self.window(state, windows.turn_end, Phase::Discard)
        {
            return Some((seat, Question::Window));
        }
        if state.table.phase == Phase::Discard {
            let active = state.table.active;
            if state.table.backs[0][active] + state.table.backs[1][active] > self.params.hand_limit {
                return Some((active, Question::Discard));
            }
            state.table.phase = Phase::TurnEnd;
        }
        if state.table.phase == Phase::TurnEnd {
            self.end_turn(state, log);
        }
        if state.table.phase == Phase::Sales {
            if let Some(seat) = self.sales_window(state) {
                return Some((seat, Question::Sales));
            }
            state.table.phase = Phase::StartWindow;
        }
        if state.table.phase == Phase::StartWindow
            && let Some(seat) = self.window(state, windows.turn_start, Phase::PreRoll)
        {
            return Some((seat, Question::Window));
        }
        if state.table.phase == Phase::Over { None } else { Some((state.table.active, Question::PreRoll)) }
    }

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

    /// Rolls the die and draws from the deck of its parity. Gives who is asked next, if that is clear.
    fn roll<L: EventSink<Event>>(&self, state: &mut State, rng: &mut Rng, log: &mut L) -> Asked {
        let faces = &self.params.faces;
        let seat = state.table.active;
        let dice = faces[if faces.len() == 1 { 0 } else { rng.index(faces.len()) }];
        state.table.die = dice;
        log.emit(Event::Roll { seat, dice });
        let deck = if dice % 2 == 0 { Deck::Even } else { Deck::Odd };
        state.table.phase = Phase::Main;
        if state.table.stock[deck.index()] == 0 {
            self.rebuild(state, deck, log);
        }
        let t = &mut state.table;
        let size = t.stock[deck.index()];
        if size == 0 {
            log.emit(Event::NoCard { seat, from: deck });
            return Some((seat, Question::Main));
        }
        let card = pick(&mut state.stock, deck, size, rng);
        t.stock[deck.index()] -= 1;
        t.drawn = true;
        log.emit(Event::Draw { seat, card, from: deck });
        if card.is(Kinds::HAND) {
            t.backs[deck.index()][seat] += 1;
            if L::TRACK_KNOWLEDGE {
                let draws = &mut t.draws[deck.index()][seat];
                *draws = draws.saturating_add(1);
                t.earlier[deck.index()].drew(seat);
                state.hands[seat].drew(card);
            }
            t.phase = Phase::DrawWindow;
            state.give(seat, card);
            // Straight on: no other layer can be open.
            return match self.window(state, self.params.windows.after_draw, Phase::Main) {
                Some(other) => Some((other, Question::Window)),
                None => Some((seat, Question::Main)),
            };
        }
        t.discard[card.index()] += 1;
        log.emit(Event::MoveCard { seat, card, from: From::Stock, to: deck, cause: Cause::Shown });
        if card == Card::CORNER {
            t.corner = true;
            let price = self.params.amount(card);
            self.start_service(state, card, price, log);
        } else {
            t.burn = card.index() as u8;
            t.phase = if self.params.burn_at_once { Phase::Burn } else { Phase::DrawWindow };
        }
        None
    }

    fn burn<L: EventSink<Event>>(&self, state: &mut State, log: &mut L) {
        let t = &mut state.table;
        let seat = t.active;
        // The window of the draw is over, or comes now.
        t.phase = if self.params.burn_at_once { Phase::DrawWindow } else { Phase::Main };
        let Some(card) = t.burn() else { return };
        t.burn = NOBODY;
        let to = match card {
            Card::BURN_LEFT => Creditor::Player(Self::next_alive(t, seat)),
            Card::BURN_EACH => Creditor::Each,
            _ => Creditor::Vault,
        };
        self.owe(state, seat, to, self.params.amount(card), Why::Burn, log);
        state.table.payment.clothing_card = card == Card::BURN_CLOTHING;
    }

    /// Returns the next alive player clockwise.
    pub(super) fn next_alive(table: &Public, seat: Seat) -> Seat {
        table.alive.without(SeatSet::one(seat)).first_from(seat).unwrap_or(seat)
    }

    /// Sets a shield on a player that a `PoorLifeDecision` is played on.
    pub(super) fn shield<L: EventSink<Event>>(&self, table: &mut Public, seat: Seat, log: &mut L) {
        table.set_shield(seat, self.params.shield_turns);
        let until = table.turn + u32::from(self.params.shield_turns) - 1;
        log.emit(Event::Shield { seat, until });
    }

    #[inline(always)]
    fn end_turn<L: EventSink<Event>>(&self, state: &mut State, log: &mut L) {
        let t = &mut state.table;
        let lapsed = t.wear_shields();
        // Over all seats, so that nothing is left of it where nobody listens.
        for seat in Seat::all(MAX_SEATS) {
            if lapsed.contains(seat) {
                log.emit(Event::ShieldLapse { seat });
            }
        }
        log.emit(Event::TurnEnd { turn: t.turn, seat: t.active });
        if t.turn == self.params.max_turns {
            let turn = t.turn;
            self.finish(state, Ending::Limit, log);
            log.emit(Event::Unfinished { turn });
            return;
        }
        let next = Self::next_alive(t, t.active);
        self.start_turn(state, next, log);
    }

    /// Ends the play: whatever is pending is dropped.
    pub(super) fn finish<L: EventSink<Event>>(&self, state: &mut State, ending: Ending, log: &mut L) {
        let t = &mut state.table;
        t.phase = Phase::Over;
        t.mover = NOBODY;
        t.question = Question::Nothing;
        t.ending = ending;
        t.cursor = 0;
        t.pld = NOBODY;
        t.burn = NOBODY;
        t.service = Service::NONE;
        t.payment = Payment::NONE;
        t.auction = Auction::NONE;
        match ending {
            Ending::Shoes(seat) => log.emit(Event::Won { seat, how: Win::Shoes }),
            Ending::Last(seat) => log.emit(Event::Won { seat, how: Win::LastStanding }),
            Ending::None | Ending::Limit => {}
        }
        if self.params.stake > 0 {
            for seat in Seat::all(self.params.seats) {
                log.emit(Event::Payoff { seat, amount: self.payoff(ending, seat) });
            }
        }
    }

    /// Returns what the pot gives or takes, in real money.
    pub fn payoff(&self, ending: Ending, seat: Seat) -> i64 {
        match ending {
            Ending::Shoes(winner) | Ending::Last(winner) if winner == seat => {
                self.params.stake * (self.params.seats as i64 - 1)
            }
            Ending::Shoes(_) | Ending::Last(_) => -self.params.stake,
            Ending::None | Ending::Limit => 0,
        }
    }

    pub(super) fn carry_out<L: EventSink<Event>>(
        &self,
        state: &mut State,
        action: Action,
        rng: &mut Rng,
        log: &mut L,
    ) {
        let Some(mover) = state.table.mover() else { return };
        match action {
            // Half of all actions roll or end the turn: who is asked next is mostly clear then.
            Action::Roll => {
                if let Some(asked) = self.roll(state, rng, log) {
                    state.table.ask(asked);
                    return;
                }
            }
            Action::EndTurn => {
                if let Some(asked) = self.leave_turn(state, log) {
                    state.table.ask(asked);
                    return;
                }
            }
            Action::Pass => self.pass(state, mover, log),
            Action::PlayGetPaid(card) => self.get_paid(state, mover, card, log),
            Action::PlayQuickie(card) => {
                state.discard(mover, card, Cause::Played, log);
                state.table.quickies += 1;
                self.start_service(state, card, self.params.amount(card), log);
            }
            Action::PlayPld(card) => {
                state.discard(mover, card, Cause::Played, log);
                state.table.pld = card.index() as u8;
                state.table.pld_by = mover;
            }
            Action::Target(target) => self.hit(state, target, log),
            Action::Client(client) => self.choose_client(state, client, log),
            Action::PlaySpecial(card) => self.special(state, mover, card, log),
            Action::PlayDeclined => self.declined(state, mover, log),
            Action::PlayDiscount(card) => self.discount(state, mover, card, log),
            Action::PlayBonus(card) => self.bonus(state, mover, card, log),
            Action::PlaySecond(card) => self.second(state, mover, card, log),
            Action::SellShoe if state.table.question == Question::Bid => {
                self.sell_shoe_for_bid(&mut state.table, mover, log);
            }
            Action::SellShoe => self.sell_shoe(state, mover, log),
            Action::SellClothing => self.sell_clothing(state, mover, self.params.clothing_price, log),
            Action::SellClothingCard => {
                state.table.payment.clothing_card = false;
                self.sell_clothing(state, mover, self.params.clothing_card_price, log);
            }
            Action::Pay => self.settle(state, log),
            Action::Bid(steps) => self.bid(state, mover, steps, log),
            Action::Discard(card) => state.discard(mover, card, Cause::OverLimit, log),
        }
        self.run(state, log);
    }

    fn pass<L: EventSink<Event>>(&self, state: &mut State, mover: Seat, log: &mut L) {
        let t = &mut state.table;
        match t.question {
            Question::Bid => t.auction.bidders.remove(mover),
            Question::Window | Question::Sales => t.cursor += 1,
            _ => self.pass_in_service(state, log),
        }
    }

    /// A `PoorLifeDecision` hits its target.
    fn hit<L: EventSink<Event>>(&self, state: &mut State, target: Seat, log: &mut L) {
        let t = &mut state.table;
        let Some(card) = t.pld() else { return };
        let by = t.pld_by;
        t.pld = NOBODY;
        log.emit(Event::Hit { by, card, target });
        self.shield(t, target, log);
        let to = if card.is(Kinds::PLD_TO_PLAYER) { Creditor::Player(by) } else { Creditor::Vault };
        self.owe(state, target, to, self.params.amount(card), Why::PoorLifeDecision, log);
    }
}
