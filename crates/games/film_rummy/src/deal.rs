//! How a deal goes on: it is dealt, cards are drawn, turns follow each other, it ends (spec, section 5).

use super::aimed::Aimed;
use super::board::{MAX_PLAYERS, NEVER, Phase};
use super::card::NO_CARD;
use super::event::{FilmEvent, Spot, TurnKind};
use super::finish;
use super::hand::Hand;
use super::held::Held;
use super::knowledge::Knowledge;
use super::meld::Meld;
use super::params::{FirstDealer, MatchMode};
use super::rules::Engine;
use super::state::State;
use ludometer_model::{EventSink, Seat};

impl<L: EventSink<FilmEvent>> Engine<'_, L> {
    /// Starts a play.
    pub(super) fn start(&mut self) {
        let dealer = match self.params.first_dealer {
            FirstDealer::Random => Seat::new(self.rng.index(self.params.seats)),
            FirstDealer::Seat(seat) => Seat::new(usize::from(seat)),
        };
        let board = &mut self.state.board;
        board.deal = 0;
        board.earlier_turns = 0;
        board.earlier_slots = 0;
        board.points = [0; MAX_PLAYERS];
        board.totals = [0; MAX_PLAYERS];
        self.begin_deal(dealer);
    }

    /// Deals (`DEAL`).
    fn begin_deal(&mut self, dealer: Seat) {
        let params = self.params;
        let n = params.seats;
        let State { board, hands, held, given, stock, knowledge, names: _ } = &mut *self.state;
        *hands = [Hand::NONE; MAX_PLAYERS];
        *held = [Held::default(); MAX_PLAYERS];
        *given = 0;
        if L::TRACK_KNOWLEDGE {
            *knowledge = Knowledge::NONE;
        }
        stock.clear();
        for (kind, &copies) in params.copies.iter().enumerate().take(params.kinds()) {
            for _ in 0..copies {
                stock.push(kind as u8);
            }
        }
        board.deal += 1;
        board.winner = None;
        board.dealer = dealer;
        board.active = dealer.next(n);
        board.turn = 0;
        board.slot = 0;
        board.sizes = [0; MAX_PLAYERS];
        board.laid = [0; MAX_PLAYERS];
        board.melds = [Meld::NONE; MAX_PLAYERS];
        board.melds_changed(params);
        board.pending = [NO_CARD; MAX_PLAYERS];
        board.last_negative = [NEVER; MAX_PLAYERS];
        board.aimed = [Aimed::NONE; MAX_PLAYERS];
        board.pile.clear();
        self.log.emit(FilmEvent::Deal { deal: board.deal, dealer });
        self.log.emit(FilmEvent::ShuffleDeck { cards: stock.len() as u16 });
        let first = board.active;
        for _ in 0..params.hand_size {
            for seat in first.around(n) {
                let kind = self.draw_unknown();
                self.state.receive(self.params, seat, kind);
                let card = params.naming.card(kind);
                self.log.emit(FilmEvent::Draw { seat, card, from: Spot::Stock, dealt: true });
            }
        }
        let kind = self.draw_unknown();
        self.lay_on_pile(kind);
        self.note_move(kind, Spot::Stock, Spot::Pile);
        self.state.board.stock = self.state.stock.len() as u16;
        self.begin_turn(TurnKind::Normal);
    }

    /// Draws the top of the stock, whose order nobody knows.
    #[inline]
    fn draw_unknown(&mut self) -> u8 {
        self.state.stock.draw(self.rng).expect("valid rules leave a card to draw (spec, section 11)")
    }

    #[inline]
    pub(super) fn lay_on_pile(&mut self, kind: u8) {
        self.state.board.pile.push(kind);
    }

    pub(super) fn note_move(&mut self, kind: u8, from: Spot, to: Spot) {
        self.log.emit(FilmEvent::MoveCard { card: self.params.naming.card(kind), from, to });
    }

    /// Draws from the stock (`draw_stock(seat)`).
    pub(super) fn draw_stock(&mut self, seat: Seat) {
        if self.state.stock.is_empty() {
            self.refill();
        }
        let kind = self.draw_unknown();
        self.state.receive(self.params, seat, kind);
        if L::TRACK_KNOWLEDGE {
            self.state.knowledge.drew(self.params.seats, seat, kind);
        }
        let card = self.params.naming.card(kind);
        self.log.emit(FilmEvent::Draw { seat, card, from: Spot::Stock, dealt: false });
        if self.state.stock.is_empty() {
            self.refill();
        }
        self.state.board.stock = self.state.stock.len() as u16;
    }

    /// Makes the pile the new stock (FR-68).
    fn refill(&mut self) {
        let State { board, stock, knowledge, hands, .. } = &mut *self.state;
        let top = if self.params.toggles.refill_keep_top { board.pile.pop() } else { None };
        if !board.pile.is_empty() {
            stock.clone_from(&board.pile);
            board.pile.clear();
            if L::TRACK_KNOWLEDGE {
                knowledge.refilled(self.params, stock, hands);
            }
            self.log.emit(FilmEvent::Shuffle { cards: stock.len() as u16 });
        }
        if let Some(top) = top {
            board.pile.push(top);
        }
    }

    /// Begins a turn (`TURN_START`).
    pub(super) fn begin_turn(&mut self, kind: TurnKind) {
        let board = &mut self.state.board;
        board.turn += 1;
        board.actor = board.active;
        board.taken = NO_CARD;
        board.jokers_taken = 0;
        board.jokers_placed = 0;
        board.extra_turn = kind == TurnKind::Extra;
        let missed = board.pending[board.active.index()] != NO_CARD;
        board.phase = if missed { Phase::Missed } else { Phase::Draw };
        let extra = kind == TurnKind::Extra;
        let kind = if missed { TurnKind::Missed } else { kind };
        let event = FilmEvent::Turn { seat: board.active, turn: board.turn, slot: board.slot, kind };
        self.log.emit(event);
        if self.params.toggles.any_turn_interaction && !extra {
            self.ask_after(self.state.board.active);
        }
    }

    /// Goes on with `INTERRUPT`: the next seat is asked, or all have been and the turn begins. Whatever they hold, all are
    /// asked: not to be would tell that no interaction card is there.
    #[cold]
    pub(super) fn ask_after(&mut self, seat: Seat) {
        let board = &mut self.state.board;
        board.actor = seat.next(self.params.seats);
        board.phase = if board.is_interrupted() {
            Phase::Interrupt
        } else if board.pending[board.active.index()] != NO_CARD {
            Phase::Missed
        } else {
            Phase::Draw
        };
    }

    /// Ends what a seat did that ends a turn: the turn if it is its own.
    pub(super) fn end_act(&mut self) {
        let board = &self.state.board;
        if board.is_interrupted() {
            self.ask_after(board.actor);
        } else {
            self.end_turn();
        }
    }

    /// Ends a turn (`TURN_END`).
    pub(super) fn end_turn(&mut self) {
        let board = &mut self.state.board;
        if board.turn >= self.params.max_turns {
            self.end_deal(None);
        } else {
            board.slot += 1;
            board.active = board.active.next(self.params.seats);
            self.begin_turn(TurnKind::Normal);
        }
    }

    /// Ends a deal (`DEAL_END`), and begins the next deal or the end of the match (FR-69 to FR-76).
    pub(super) fn end_deal(&mut self, winner: Option<Seat>) {
        let params = self.params;
        let dead = winner.is_none() && finish::is_dead(params, self.state);
        self.log.emit(FilmEvent::DealEnd { winner, dead });
        let State { board, hands, .. } = &mut *self.state;
        board.winner = winner;
        for seat in Seat::all(params.seats) {
            let i = seat.index();
            let points = hands[i].iter().map(|&kind| params.value(kind)).sum();
            board.points[i] = points;
            board.totals[i] += points;
            let (total, cards) = (board.totals[i], board.sizes[i]);
            self.log.emit(FilmEvent::Score { seat, points, total, cards });
        }
        board.earlier_turns += board.turn;
        board.earlier_slots += board.slot + 1;
        let over = match params.mode {
            MatchMode::Single => true,
            MatchMode::Points(limit) => board.totals.iter().any(|&t| t >= limit),
            MatchMode::Deals(deals) => board.deal >= deals,
        };
        if over {
            board.phase = Phase::Over;
        } else {
            let dealer = board.dealer.next(params.seats);
            self.begin_deal(dealer);
        }
    }
}
