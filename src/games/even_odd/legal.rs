//! The legal actions: they follow from what all can see and the mover's own hand.

use super::EvenOdd;
use super::action::Action;
use super::cards::{Card, Hand, Kinds};
use super::layers::Stage;
use super::state::{NOBODY, Phase, Public};
use crate::model::Seat;

/// Appends an action for each of these kinds.
#[inline(always)]
fn push(into: &mut Vec<Action>, kinds: Kinds, action: impl Fn(Card) -> Action) {
    for card in kinds.iter() {
        into.push(action(card));
    }
}

impl EvenOdd {
    /// Appends the legal actions of the player who is to decide.
    pub(super) fn legal_for(&self, table: &Public, hand: &Hand, seat: Seat, into: &mut Vec<Action>) {
        let held = hand.kinds;
        if table.auction.seller != NOBODY {
            self.legal_in_auction(table, held, seat, into);
        } else if table.payment.debtor != NOBODY {
            self.legal_in_payment(table, held, seat, into);
        } else if table.pld != NOBODY {
            into.extend(table.targets(seat).iter().map(Action::Target));
        } else if table.service.stage != Stage::None {
            Self::legal_in_service(table, held, seat, into);
        } else {
            self.legal_in_turn(table, hand, seat, into);
        }
    }

    fn legal_in_turn(&self, table: &Public, hand: &Hand, seat: Seat, into: &mut Vec<Action>) {
        let held = hand.kinds;
        match table.phase {
            Phase::Sales => {
                into.push(Action::Pass);
                self.sales(table, seat, into);
            }
            Phase::StartWindow | Phase::DrawWindow | Phase::EndWindow => {
                into.push(Action::Pass);
                push(into, held.and(Kinds::PLD), Action::PlayPld);
            }
            Phase::PreRoll | Phase::Main => {
                let paid = self.get_paid_kinds(table, seat, held);
                push(into, paid, Action::PlayGetPaid);
                if table.phase == Phase::Main
                    && table.drawn
                    && !table.corner
                    && table.quickies < self.params.max_quickie
                {
                    push(into, held.and(Kinds::QUICKIE), Action::PlayQuickie);
                }
                if table.can_play_pld(hand, seat) {
                    push(into, held.and(Kinds::PLD), Action::PlayPld);
                }
                self.sales(table, seat, into);
                into.push(if table.phase == Phase::PreRoll { Action::Roll } else { Action::EndTurn });
            }
            Phase::Discard => push(into, held, Action::Discard),
            // Nobody decides in these.
            Phase::Burn | Phase::TurnEnd | Phase::Over => {}
        }
    }

    fn sales(&self, table: &Public, seat: Seat, into: &mut Vec<Action>) {
        if self.can_sell_shoe(table, seat) {
            into.push(Action::SellShoe);
        }
        if self.can_sell_clothing(table, seat) {
            into.push(Action::SellClothing);
        }
    }

    fn legal_in_payment(&self, table: &Public, held: Kinds, seat: Seat, into: &mut Vec<Action>) {
        let (money, owed) = (table.jewels[seat], table.owed());
        if money <= owed {
            push(into, self.get_paid_kinds(table, seat, held), Action::PlayGetPaid);
            self.sales(table, seat, into);
        }
        if self.can_sell_clothing_card(table) {
            into.push(Action::SellClothingCard);
        }
        if money >= owed || !self.can_sell_shoe(table, seat) {
            into.push(Action::Pay);
        }
    }

    fn legal_in_auction(&self, table: &Public, held: Kinds, seat: Seat, into: &mut Vec<Action>) {
        into.push(Action::Pass);
        for &steps in &self.params.raise_steps {
            if self.bid_price(table, steps) <= table.jewels[seat] {
                into.push(Action::Bid(steps));
            }
        }
        push(into, self.get_paid_kinds(table, seat, held), Action::PlayGetPaid);
    }

    fn legal_in_service(table: &Public, held: Kinds, seat: Seat, into: &mut Vec<Action>) {
        match table.service.stage {
            Stage::Client => into.extend(table.clients().iter().map(Action::Client)),
            Stage::Special => {
                into.push(Action::Pass);
                push(into, table.specials(seat, held), Action::PlaySpecial);
            }
            Stage::Declined => into.extend([Action::Pass, Action::PlayDeclined]),
            Stage::Discount => {
                into.push(Action::Pass);
                push(into, held.and(Kinds::DISCOUNT), Action::PlayDiscount);
            }
            Stage::Bonus => {
                into.push(Action::Pass);
                push(into, held.and(Kinds::BONUS), Action::PlayBonus);
            }
            Stage::Second => {
                into.push(Action::Pass);
                push(into, held.and(Kinds::SECOND), Action::PlaySecond);
            }
            // Nobody decides in these.
            Stage::None | Stage::Settle | Stage::Enforced => {}
        }
    }
}
