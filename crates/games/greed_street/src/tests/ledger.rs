//! The possessions of every seat, booked from the events of a play alone (spec 11).

use ludometer_model::small_table::BySeat;
use ludometer_model::{Game, Seat};

use super::super::board::{Act, Square};
use super::super::cards::{Counts, Kind};
use super::super::event::{CardFor, Event, Holder, Party, RollFor, Spot};
use super::super::names::MAX_WORKERS;
use super::super::phase::Phase;
use super::super::{Action, GreedStreet, State};

/// The books.
pub(super) struct Ledger<'a> {
    game: &'a GreedStreet,
    bank: i64,
    money: BySeat<i64>,
    hands: BySeat<Counts>,
    /// Cards before each seat, face down or up.
    table: BySeat<Counts>,
    owners: [Holder; MAX_WORKERS],
    positions: BySeat<u8>,
    /// Cards that doubles and squares give each seat, less those drawn.
    due: BySeat<i64>,
    turn: u32,
    active: Seat,
}

impl<'a> Ledger<'a> {
    /// Returns the books of a play that was just dealt.
    pub(super) fn new(game: &'a GreedStreet, events: &[Event], state: &State) -> Self {
        let mut ledger = Self {
            game,
            bank: 0,
            money: BySeat::all(game.params().start),
            hands: BySeat::all(Counts::NONE),
            table: BySeat::all(Counts::NONE),
            owners: [Holder::Open; MAX_WORKERS],
            positions: BySeat::all(0),
            due: BySeat::all(0),
            turn: 0,
            active: Seat::new(0),
        };
        for event in events {
            ledger.book(event);
        }
        ledger.compare(state);
        ledger
    }

    /// Books what an action brought about; it must lead to this state.
    pub(super) fn act(&mut self, action: Action, events: &[Event], state: &State) {
        let lander = self.active;
        for event in events {
            self.book(event);
        }
        let landed = events.iter().any(|event| matches!(event, Event::Land { .. }));
        let entered = landed && state.public.phase != Phase::ProximityChoice || action == Action::Ignore;
        self.due[lander] += self.cards_of_square(lander, entered, action == Action::Comply);
        self.compare(state);
    }

    /// Returns the cards of the square under a piece that obeys it now: as it enters it, or as it complies.
    fn cards_of_square(&self, seat: Seat, entered: bool, complied: bool) -> i64 {
        let square = usize::from(self.positions[seat]).checked_sub(1);
        let obeys = |cop: bool| if cop { complied } else { entered };
        match square.and_then(|square| self.game.params().squares.get(square)) {
            Some(Square::Score) if entered => 1,
            Some(Square::Action { cop, act: Act::TakeScore(cards) }) if obeys(*cop) => i64::from(*cards),
            _ => 0,
        }
    }

    fn book(&mut self, event: &Event) {
        let rules = self.game.params();
        match *event {
            Event::FirstPlayer { seat } => self.active = seat,
            Event::Turn { turn, seat } => {
                let next = if turn == 1 { self.active } else { self.active.next(rules.seats) };
                assert_eq!((turn, seat), (self.turn + 1, next), "clockwise, each turn counted");
                (self.turn, self.active) = (turn, seat);
            }
            Event::Roll { seat, dice: [one, other], purpose } => {
                let gives = rules.doubles && (purpose != RollFor::First || rules.doubles_first);
                self.due[seat] += i64::from(one == other && gives);
            }
            Event::NoCard { seat, .. } => self.due[seat] -= 1,
            Event::Draw { seat, card, .. } => {
                self.due[seat] -= 1;
                self.hands[seat].add(card);
            }
            Event::Place { seat, card } => {
                self.hands[seat].take(card);
                self.table[seat].add(card);
            }
            Event::MoveCard { card, from, to, reason } => self.move_card(card, from, to, reason),
            Event::Pay { from, to, amount, .. } => {
                assert!(amount > 0 && from != to, "{event:?}");
                *self.purse(from) -= amount;
                *self.purse(to) += amount;
            }
            Event::MoveWorker { worker, from, to, price, .. } => {
                assert_eq!(price, rules.prices[worker.number()]);
                assert_eq!(std::mem::replace(&mut self.owners[worker.number()], to), from);
            }
            Event::MovePiece { seat, from, to } => {
                assert!(from < rules.finish(), "invariant 4: a retired piece never moves");
                assert_eq!(std::mem::replace(&mut self.positions[seat], to), from);
            }
            Event::Total { seat, money, cards, workers } => {
                let mut held = self.hands[seat];
                held.add_all(&self.table[seat]);
                let owned = self.owners.iter().zip(rules.prices).filter(|(o, _)| **o == Holder::Seat(seat));
                let parts =
                    [self.money[seat], held.weigh(&rules.values), owned.map(|(_, price)| price).sum()];
                assert_eq!([money, cards, workers], parts, "section 10: the total of {seat}");
            }
            _ => {}
        }
    }

    fn purse(&mut self, party: Party) -> &mut i64 {
        match party {
            Party::Bank => &mut self.bank,
            Party::Seat(seat) => &mut self.money[seat],
        }
    }

    fn move_card(&mut self, card: Kind, from: Spot, to: Spot, reason: CardFor) {
        match from {
            Spot::Hand(seat) => self.hands[seat].take(card),
            Spot::Table(seat) => self.table[seat].take(card),
            Spot::DeckBottom => panic!("cards leave the deck by draws alone"),
        }
        if let Spot::Hand(seat) = to {
            let back = card.is_bling() && self.game.params().bling_reusable && from == Spot::Table(seat);
            let passed = matches!(reason, CardFor::Trade | CardFor::Theft);
            assert!(passed || back, "invariant 6: {card} is played and back in the hand of {seat}");
            self.hands[seat].add(card);
        } else {
            assert_eq!(to, Spot::DeckBottom);
        }
    }

    /// Invariants 5, 6 and 8: each seat has what the events gave it, and every card was due.
    fn compare(&self, state: &State) {
        let (public, seats) = (&state.public, self.game.seats());
        assert_eq!((self.money.first(seats), self.bank), (public.money.first(seats), public.bank));
        assert_eq!(self.hands.first(seats), state.hands.first(seats));
        assert_eq!(self.positions.first(seats), public.position.first(seats));
        assert_eq!((self.turn, self.active), (public.turn, public.active));
        assert_eq!(self.due.first(seats), &[0; 8][..seats], "invariant 8: cards due and not drawn");
        for (worker, owner) in self.owners[..self.game.params().workers].iter().enumerate() {
            assert_eq!(*owner, public.owner(worker).map_or(Holder::Open, Holder::Seat));
        }
        let mut laid = BySeat::all(Counts::NONE);
        for side in 0..2 {
            let seat = public.side(side);
            public.fight.up[side].iter().for_each(|&card| laid[seat].add(card));
            laid[seat].add_all(&state.down[side]);
        }
        assert_eq!(self.table, laid);
    }
}
