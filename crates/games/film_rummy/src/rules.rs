//! Carrying out actions (spec, sections 5 and 10).

use super::action::Action;
use super::board::Phase;
use super::card::{Face, NO_CARD};
use super::event::{FilmEvent, Spot, TurnKind, Use};
use super::hand::Hand;
use super::legal::held_basics;
use super::meld::Meld;
use super::params::Params;
use super::state::State;
use ludometer_model::{EventSink, Rng, Seat};

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
}
