//! Carrying out actions, and how a deal goes on: it is dealt, cards are drawn, turns follow each other, it
//! ends (spec, sections 5 and 10).

use super::action::{Action, held_basics};
use super::card::{Face, NO_CARD};
use super::event::{FilmEvent, Spot, TurnKind, Use};
use super::hand::{Hand, Held};
use super::knowledge::Knowledge;
use super::params::{FirstDealer, MatchMode, Params};
use super::state::{Aimed, MAX_PLAYERS, Meld, NEVER, Phase, State};
use ludometer_model::{BySeat, EventSink, Outcome, Rng, Seat};

/// Carries out the rules on one state.
pub(super) struct Engine<'a, L> {
    pub(super) params: &'a Params,
    pub(super) state: &'a mut State,
    pub(super) rng: &'a mut Rng,
    pub(super) log: &'a mut L,
}

impl<L: EventSink<FilmEvent>> Engine<'_, L> {
    /// Carries out a legal action.
    #[inline]
    pub(super) fn apply(&mut self, action: Action) {
        let active = self.state.board.actor;
        match (action, self.state.board.phase) {
            (Action::Pass, _) => self.ask_after(active),
            (Action::DrawStock, _) => {
                self.draw_stock(active);
                self.state.board.phase = Phase::Act;
            }
            (Action::DrawPile, _) => self.draw_pile(active),
            (Action::Discard(card), _) => {
                self.throw(active, card.kind, Use::Discard);
                if self.state.hands[active.index()].is_empty() {
                    self.end_deal(Some(active));
                } else {
                    self.end_act();
                }
            }
            (Action::DiscardPending, _) => {
                let pending = &mut self.state.board.pending[active.index()];
                let kind = std::mem::replace(pending, NO_CARD);
                self.lay_on_pile(kind);
                self.note_move(kind, Spot::Front(active), Spot::Pile);
                self.end_turn();
            }
            (Action::Meld(genre), _) => {
                let kinds = self.state.held[active.index()].kinds;
                let naturals = held_basics(self.params, kinds, usize::from(genre.genre));
                self.fill(genre.genre, naturals, 0);
            }
            (Action::Natural, Phase::MeldFill { genre, naturals, at }) => self.fill(genre, naturals, at + 1),
            (Action::Joker, Phase::MeldFill { genre, naturals, at }) => {
                self.fill(genre, naturals & !(1 << at), at + 1);
            }
            (Action::Hit(card), _) => self.state.board.phase = Phase::HitTarget(card.kind),
            (Action::Exchange(card), _) => self.state.board.phase = Phase::ExchangeTarget(card.kind),
            (Action::PlayNegative(card), _) => self.state.board.phase = Phase::NegativeTarget(card.kind),
            (Action::PlayInteraction(card), _) => {
                self.state.board.phase = Phase::InteractionTarget(card.kind);
            }
            (Action::PlayPositive(card), _) => {
                self.throw(active, card.kind, Use::Play);
                if self.state.board.turn >= self.params.max_turns {
                    self.end_deal(None);
                } else {
                    self.begin_turn(TurnKind::Extra);
                }
            }
            (Action::Target(owner), Phase::HitTarget(kind)) => self.hit(active, kind, owner),
            (Action::Target(owner), Phase::ExchangeTarget(kind)) => self.exchange(active, kind, owner),
            (Action::Target(target), Phase::NegativeTarget(kind)) => self.lay_negative(active, kind, target),
            (Action::Target(target), Phase::InteractionTarget(kind)) => self.interact(active, kind, target),
            (Action::Steal(card), Phase::Theft(target)) => self.steal(active, target, card.kind, true),
            (Action::Give(card), Phase::DefectSelect { target, due, done }) => {
                self.select(target, card.kind, due, done + 1);
            }
            (
                Action::Natural | Action::Joker | Action::Target(_) | Action::Steal(_) | Action::Give(_),
                phase,
            ) => {
                debug_assert!(false, "`{action}` is not legal in {}", phase.name());
            }
        }
    }

    fn draw_pile(&mut self, seat: Seat) {
        let kind = self.state.board.pile.pop().expect("drawing from the pile is legal only with a top");
        self.state.receive(self.params, seat, kind);
        if L::TRACK_KNOWLEDGE {
            self.state.knowledge.gained(seat, kind);
        }
        self.state.board.taken = kind;
        self.state.board.phase = Phase::Act;
        let card = self.params.naming.card(kind);
        self.log.emit(FilmEvent::Draw { seat, card, from: Spot::Pile, dealt: false });
    }

    /// Takes a card out of a hand for all to see.
    #[inline]
    fn show(&mut self, seat: Seat, kind: u8) {
        self.state.part_with(self.params, seat, kind);
        if L::TRACK_KNOWLEDGE {
            self.state.knowledge.left(self.params.seats, seat, kind);
        }
    }

    /// Moves a card from a hand onto the pile.
    #[inline]
    fn throw(&mut self, seat: Seat, kind: u8, usage: Use) {
        self.show(seat, kind);
        self.lay_on_pile(kind);
        let card = self.params.naming.card(kind);
        let action = self.params.face(kind).is_action();
        self.log.emit(FilmEvent::Discard { seat, card, usage, action });
    }

    /// Goes on with `MELD_FILL`: asks for the next place where a joker may stand for a card that is held, or lays
    /// the film down.
    fn fill(&mut self, genre: u8, naturals: u16, from: u8) {
        let params = self.params;
        let board = &mut self.state.board;
        let active = board.active;
        let jokers = self.state.hands[active.index()].copies(params.joker());
        let missing = params.categories - naturals.count_ones() as usize;
        let open = params.toggles.meld_joker_choice
            && jokers > missing
            && naturals.count_ones() > params.min_natural;
        let rest = naturals >> from;
        if open && rest != 0 {
            let at = from + rest.trailing_zeros() as u8;
            board.phase = Phase::MeldFill { genre, naturals, at };
            return;
        }
        for category in 0..params.categories as u32 {
            let natural = naturals >> category & 1 == 1;
            let kind = if natural { params.basic(genre, category) } else { params.joker() };
            self.show(active, kind);
            let card = params.naming.card(kind);
            self.log.emit(FilmEvent::LayDown { seat: active, card, category: category as u8 + 1 });
        }
        let board = &mut self.state.board;
        let i = active.index();
        board.melds[i] = Meld::new(genre, params.all_categories() & !naturals);
        board.melds_changed(params);
        board.laid[i] += params.categories as u8;
        board.jokers_placed += missing as u8;
        let left = board.sizes[i];
        let genre = params.naming.genre(genre);
        self.log.emit(FilmEvent::Publish { seat: active, genre, jokers: missing as u8, left });
        self.go_on(active);
    }

    /// Goes back to ACT, unless the hand is empty (possible without `go_out_needs_discard`).
    fn go_on(&mut self, seat: Seat) {
        if self.state.hands[seat.index()].is_empty() {
            self.end_deal(Some(seat));
        } else {
            self.state.board.phase = Phase::Act;
        }
    }

    fn hit(&mut self, seat: Seat, kind: u8, owner: Seat) {
        self.show(seat, kind);
        let board = &mut self.state.board;
        let meld = &mut board.melds[owner.index()];
        if let Face::Extra { extra, .. } = self.params.face(kind) {
            meld.extras |= 1 << extra;
        } else {
            meld.jokers += 1;
            board.jokers_placed += 1;
        }
        board.melds_changed(self.params);
        board.laid[seat.index()] += 1;
        self.log.emit(FilmEvent::Hit { seat, card: self.params.naming.card(kind), owner });
        self.go_on(seat);
    }

    fn exchange(&mut self, seat: Seat, kind: u8, owner: Seat) {
        self.show(seat, kind);
        let joker = self.params.joker();
        let board = &mut self.state.board;
        let meld = &mut board.melds[owner.index()];
        let basic = match self.params.face(kind) {
            Face::Basic { category, .. } => {
                meld.basics &= !(1 << category);
                true
            }
            Face::Extra { extra, .. } => {
                meld.extras |= 1 << extra;
                meld.jokers -= 1;
                false
            }
            _ => false,
        };
        board.melds_changed(self.params);
        board.jokers_taken += 1;
        board.phase = Phase::Act;
        self.log.emit(FilmEvent::Exchange { seat, card: self.params.naming.card(kind), owner, basic });
        self.state.receive(self.params, seat, joker);
        if L::TRACK_KNOWLEDGE {
            self.state.knowledge.gained(seat, joker);
        }
        self.note_move(joker, Spot::Meld(owner), Spot::Hand(seat));
    }

    fn lay_negative(&mut self, seat: Seat, kind: u8, target: Seat) {
        self.show(seat, kind);
        let board = &mut self.state.board;
        board.pending[target.index()] = kind;
        board.last_negative[target.index()] = board.slot;
        self.log.emit(FilmEvent::Lay { seat, card: self.params.naming.card(kind), target });
        self.end_turn();
    }

    fn interact(&mut self, seat: Seat, kind: u8, target: Seat) {
        self.throw(seat, kind, Use::Play);
        let card = self.params.naming.card(kind);
        self.log.emit(FilmEvent::Interact { seat, card, target });
        let face = self.params.face(kind);
        if L::TRACK_KNOWLEDGE {
            let board = &mut self.state.board;
            board.aimed[seat.index()].add(board.slot, face, target);
        }
        match face {
            Face::Thief => {
                if self.params.toggles.thief_sees_hand {
                    self.look(seat, target);
                    self.state.board.phase = Phase::Theft(target);
                } else {
                    let hand = &self.state.hands[target.index()];
                    let stolen = hand[self.rng.index(hand.len())];
                    self.steal(seat, target, stolen, false);
                }
            }
            Face::Defect => {
                let due = self.state.board.sizes[target.index()] / 2;
                if due == 0 {
                    self.log.emit(FilmEvent::Fizzle { seat, card });
                    self.after_interaction();
                } else {
                    self.state.given = 0;
                    self.state.board.phase = Phase::DefectSelect { target, due, done: 0 };
                }
            }
            _ => {
                self.look(seat, target);
                self.after_interaction();
            }
        }
    }

    fn look(&mut self, seat: Seat, target: Seat) {
        if L::TRACK_KNOWLEDGE {
            let hand = self.state.hands[target.index()];
            self.state.knowledge.looked(seat, target, &hand);
        }
        self.log.emit(FilmEvent::Look { seat, target });
    }

    /// Goes on with the turn or ends it, as `interaction_timing` says.
    fn after_interaction(&mut self) {
        if self.params.toggles.free_interaction {
            self.state.board.phase = Phase::Act;
        } else {
            self.end_act();
        }
    }

    fn steal(&mut self, thief: Seat, target: Seat, kind: u8, chosen: bool) {
        self.state.part_with(self.params, target, kind);
        self.state.receive(self.params, thief, kind);
        if L::TRACK_KNOWLEDGE {
            self.state.knowledge.stolen(thief, target, kind);
        }
        let card = self.params.naming.card(kind);
        self.log.emit(FilmEvent::Steal { seat: thief, target, card, chosen });
        self.draw_stock(target);
        let free = self.params.toggles.free_interaction;
        self.state.board.phase = if free { Phase::Act } else { Phase::ThiefDiscard };
    }

    /// Selects one more card (`DEFECT_SELECT`); with the last one they all go.
    fn select(&mut self, target: Seat, kind: u8, due: u8, done: u8) {
        let from = 32 - self.state.given.leading_zeros();
        let hand = &self.state.hands[target.index()];
        let place = hand.iter().enumerate().skip(from as usize).find(|(_, k)| **k == kind);
        let (place, _) = place.expect("legal picks are in the hand");
        self.state.given |= 1 << place;
        if done < due {
            self.state.board.phase = Phase::DefectSelect { target, due, done };
            return;
        }
        let given = std::mem::take(&mut self.state.given);
        let cards: Hand = (0..hand.len()).filter(|i| given >> i & 1 == 1).map(|i| hand[i]).collect();
        for &kind in cards.iter() {
            self.state.part_with(self.params, target, kind);
            self.state.stock.push(kind);
            let card = self.params.naming.card(kind);
            self.log.emit(FilmEvent::Give { seat: target, card });
        }
        if L::TRACK_KNOWLEDGE {
            self.state.knowledge.gave(self.params.seats, target, &cards);
        }
        let stock = self.state.stock.len() as u16;
        self.log.emit(FilmEvent::ShuffleStock { cards: stock });
        for _ in 0..due {
            self.draw_stock(target);
        }
        self.after_interaction();
    }

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
    fn lay_on_pile(&mut self, kind: u8) {
        self.state.board.pile.push(kind);
    }

    fn note_move(&mut self, kind: u8, from: Spot, to: Spot) {
        self.log.emit(FilmEvent::MoveCard { card: self.params.naming.card(kind), from, to });
    }

    /// Draws from the stock (`draw_stock(seat)`).
    fn draw_stock(&mut self, seat: Seat) {
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
    fn begin_turn(&mut self, kind: TurnKind) {
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
    fn ask_after(&mut self, seat: Seat) {
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
    fn end_act(&mut self) {
        let board = &self.state.board;
        if board.is_interrupted() {
            self.ask_after(board.actor);
        } else {
            self.end_turn();
        }
    }

    /// Ends a turn (`TURN_END`).
    fn end_turn(&mut self) {
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
    fn end_deal(&mut self, winner: Option<Seat>) {
        let params = self.params;
        let dead = winner.is_none() && is_dead(params, self.state);
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

/// Returns places, scores and length.
pub(super) fn outcome(params: &Params, state: &State) -> Outcome {
    let n = params.seats;
    let board = &state.board;
    let single = params.mode == MatchMode::Single;
    let unfinished = single && board.winner.is_none();
    let scores = BySeat::from_fn(|seat| board.totals.get(seat.index()).map_or(0, |&t| i64::from(t)));
    let (turns, slots) = (board.earlier_turns, board.earlier_slots);
    let rounds = Outcome::rounds_of_turns(slots, n);
    let mut outcome = Outcome::ranked(n, scores, turns, rounds, unfinished, |a, b| a < b);
    if unfinished {
        outcome = outcome.without_places();
    } else if single && let Some(winner) = board.winner {
        // The winner is first even where cards are worth nothing.
        for seat in Seat::all(n).filter(|s| *s != winner) {
            let better = Seat::all(n).filter(|s| *s != winner && scores[*s] < scores[seat]).count() as u8;
            outcome.ranks[seat] = 2 + better;
        }
        outcome.ranks[winner] = 1;
    }
    outcome
}

/// Returns true if no hand can shrink any more: all have published, and no open extra place has a card left
/// for it (section 10).
fn is_dead(params: &Params, state: &State) -> bool {
    let board = &state.board;
    let melds = &board.melds[..params.seats];
    if params.toggles.interactions_shrink() || melds.iter().any(|m| !m.exists()) {
        return false;
    }
    let room: Vec<Meld> = melds.iter().copied().filter(|m| m.size() < params.extras).collect();
    if room.is_empty() {
        return true;
    }
    let left = |kind: u8| {
        let hands = state.hands[..params.seats].iter().map(|h| h.copies(kind)).sum::<usize>();
        let lying = state.stock.iter().chain(board.pile.iter()).filter(|k| **k == kind).count();
        hands + lying > 0
    };
    // A joker in a meld comes free where the real card can still turn up.
    let frees = |meld: Meld| {
        let genre = meld.genre().unwrap_or_default();
        let basics =
            (0..params.categories as u32).any(|c| meld.basics >> c & 1 == 1 && left(params.basic(genre, c)));
        let missing = params.all_extras() & !meld.extras;
        let full = meld.size() == params.extras && meld.jokers > 0;
        basics
            || (full
                && (0..params.extras as u32).any(|x| missing >> x & 1 == 1 && left(params.extra(genre, x))))
    };
    if left(params.joker()) || melds.iter().copied().any(frees) {
        return false;
    }
    !room.iter().any(|meld| {
        let genre = meld.genre().unwrap_or_default();
        (0..params.extras as u32).any(|x| meld.extras >> x & 1 == 0 && left(params.extra(genre, x)))
    })
}
