//! The engine: what an action does, and the loop that goes on to the next decision.

use super::EvenOdd;
use super::action::Action;
use super::event::Event;
use super::layers::{Auction, Payment, Question, Service, Stage};
use super::reason::{Cause, Win};
use super::state::{Ending, NOBODY, Phase, State};
use ludometer_model::{EventSink, Rng, Seat};

impl EvenOdd {
    /// Returns jewels in dollars.
    #[inline(always)]
    pub(super) const fn dollars(&self, jewels: u16) -> u32 {
        jewels as u32 * self.params.jewel_value
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
}

/// The rules at work on one state.
pub(super) struct Engine<'a, L> {
    pub(super) game: &'a EvenOdd,
    pub(super) state: &'a mut State,
    pub(super) rng: &'a mut Rng,
    pub(super) log: &'a mut L,
}

impl<L: EventSink<Event>> Engine<'_, L> {
    /// Goes on until somebody has to decide or the play is over: the topmost open layer says what
    /// is next.
    ///
    /// The steps are calls: inlined, all that any of them reads of the rules is read ahead of the loop,
    /// 60 to 80 instructions at every decision for the few that one step needs.
    #[inline(always)]
    pub(super) fn run(&mut self) {
        loop {
            let t = &mut self.state.table;
            if t.phase == Phase::Over {
                t.mover = NOBODY;
                t.question = Question::Nothing;
                return;
            }
            let asked = if t.auction.seller != NOBODY {
                self.auction_step()
            } else if t.payment.debtor != NOBODY {
                self.payment_step()
            } else if t.pld != NOBODY {
                Some((t.pld_by, Question::Target))
            } else if t.service.stage != Stage::None {
                self.service_step()
            } else if t.phase == Phase::Main {
                Some((t.active, Question::Main))
            } else {
                self.turn_step()
            };
            if let Some(asked) = asked {
                self.state.table.ask(asked);
                return;
            }
        }
    }

    /// Ends the play: whatever is pending is dropped.
    pub(super) fn finish(&mut self, ending: Ending) {
        let t = &mut self.state.table;
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
            Ending::Shoes(seat) => self.log.emit(Event::Won { seat, how: Win::Shoes }),
            Ending::Last(seat) => self.log.emit(Event::Won { seat, how: Win::LastStanding }),
            Ending::None | Ending::Limit => {}
        }
        if self.game.params.stake > 0 {
            for seat in Seat::all(self.game.params.seats) {
                self.log.emit(Event::Payoff { seat, amount: self.game.payoff(ending, seat) });
            }
        }
    }

    pub(super) fn carry_out(&mut self, action: Action) {
        let Some(mover) = self.state.table.mover() else { return };
        match action {
            // Half of all actions roll or end the turn: who is asked next is mostly clear then.
            Action::Roll => {
                if let Some(asked) = self.roll() {
                    self.state.table.ask(asked);
                    return;
                }
            }
            Action::EndTurn => {
                if let Some(asked) = self.leave_turn() {
                    self.state.table.ask(asked);
                    return;
                }
            }
            Action::Pass => self.pass(mover),
            Action::PlayGetPaid(card) => self.get_paid(mover, card),
            Action::PlayQuickie(card) => {
                self.discard(mover, card, Cause::Played);
                self.state.table.quickies += 1;
                self.start_service(card, self.game.params.amount(card));
            }
            Action::PlayPld(card) => {
                self.discard(mover, card, Cause::Played);
                self.state.table.pld = card.index() as u8;
                self.state.table.pld_by = mover;
            }
            Action::Target(target) => self.hit(target),
            Action::Client(client) => self.choose_client(client),
            Action::PlaySpecial(card) => self.special(mover, card),
            Action::PlayDeclined => self.declined(mover),
            Action::PlayDiscount(card) => self.discount(mover, card),
            Action::PlayBonus(card) => self.bonus(mover, card),
            Action::PlaySecond(card) => self.second(mover, card),
            Action::SellShoe if self.state.table.question == Question::Bid => {
                self.sell_shoe_for_bid(mover);
            }
            Action::SellShoe => self.sell_shoe(mover),
            Action::SellClothing => self.sell_clothing(mover, self.game.params.clothing_price),
            Action::SellClothingCard => {
                self.state.table.payment.clothing_card = false;
                self.sell_clothing(mover, self.game.params.clothing_card_price);
            }
            Action::Pay => self.settle(),
            Action::Bid(steps) => self.bid(mover, steps),
            Action::Discard(card) => self.discard(mover, card, Cause::OverLimit),
        }
        self.run();
    }

    fn pass(&mut self, mover: Seat) {
        let t = &mut self.state.table;
        match t.question {
            Question::Bid => t.auction.bidders.remove(mover),
            Question::Window | Question::Sales => t.cursor += 1,
            _ => self.pass_in_service(),
        }
    }
}
