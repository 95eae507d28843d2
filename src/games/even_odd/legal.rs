//! The legal actions: they follow from what all can see and the mover's own hand.

use super::EvenOdd;
use super::action::Action;
use super::cards::{Card, Hand, KINDS, Kinds};
use super::layers::Stage;
use super::state::{NOBODY, Phase, Public};
use crate::model::{MAX_SEATS, Seat, pick_few};

/// The places of a menu, in the order of the actions: a pass, up to three bids, each kind of card, the
/// sales, what ends the question, and seats.
const PASS: u64 = 1;
const BID_AT: usize = 1;
const CARD_AT: usize = 4;
const SELL_SHOE_AT: usize = CARD_AT + KINDS;
const SELL_SHOE: u64 = 1 << SELL_SHOE_AT;
const SELL_CLOTHING: u64 = SELL_SHOE << 1;
const SELL_CLOTHING_CARD: u64 = SELL_SHOE << 2;
const PAY: u64 = SELL_SHOE << 3;
const ROLL: u64 = SELL_SHOE << 4;
const END_TURN: u64 = SELL_SHOE << 5;
const TARGET_AT: usize = SELL_SHOE_AT + 6;
const CLIENT_AT: usize = TARGET_AT + MAX_SEATS;

/// The action in each place of a menu; a pass where no table can say, or nothing stands.
static ACTIONS: [Action; 64] = {
    let mut actions = [Action::Pass; 64];
    let mut kind = 0;
    while kind < KINDS {
        let card = Card::new(kind);
        actions[CARD_AT + kind] = if card.is(Kinds::GET_PAID) {
            Action::PlayGetPaid(card)
        } else if card.is(Kinds::QUICKIE) {
            Action::PlayQuickie(card)
        } else if card.is(Kinds::DECLINED) {
            Action::PlayDeclined
        } else if card.is(Kinds::DISCOUNT) {
            Action::PlayDiscount(card)
        } else if card.is(Kinds::BONUS) {
            Action::PlayBonus(card)
        } else if card.is(Kinds::SECOND) {
            Action::PlaySecond(card)
        } else if card.is(Kinds::PLD) {
            Action::PlayPld(card)
        } else if card.is(Kinds::SPECIAL) {
            Action::PlaySpecial(card)
        } else {
            // Corners, Burns and Nothing can't be played.
            Action::Pass
        };
        kind += 1;
    }
    actions[SELL_SHOE_AT] = Action::SellShoe;
    actions[SELL_SHOE_AT + 1] = Action::SellClothing;
    actions[SELL_SHOE_AT + 2] = Action::SellClothingCard;
    actions[SELL_SHOE_AT + 3] = Action::Pay;
    actions[SELL_SHOE_AT + 4] = Action::Roll;
    actions[SELL_SHOE_AT + 5] = Action::EndTurn;
    let mut seat = 0;
    while seat < MAX_SEATS {
        actions[TARGET_AT + seat] = Action::Target(Seat::new(seat));
        actions[CLIENT_AT + seat] = Action::Client(Seat::new(seat));
        seat += 1;
    }
    actions
};

/// Cards in their places.
#[inline(always)]
const fn cards(kinds: Kinds) -> u64 {
    kinds.0 << CARD_AT
}

/// These bits if it is so, and else none: without a branch.
#[inline(always)]
const fn when(so: bool, bits: u64) -> u64 {
    bits & (so as u64).wrapping_neg()
}

/// What may be chosen: a bit for each place. In every question the actions stand in the order of the
/// places, so that the list of them and the one in a place of it are both read off the same word.
#[derive(Clone, Copy)]
struct Menu {
    places: u64,
    /// Cards are thrown away, not played.
    discards: bool,
}

impl EvenOdd {
    /// Appends the legal actions of the player who is to decide.
    pub(super) fn legal_for(&self, table: &Public, hand: &Hand, seat: Seat, into: &mut Vec<Action>) {
        let menu = self.menu(table, hand, seat);
        let mut left = menu.places;
        while left != 0 {
            into.push(self.action(menu, left.trailing_zeros() as usize));
            left &= left - 1;
        }
    }

    /// The legal action in the place that `place` chooses when it is told their number.
    #[inline]
    pub(super) fn pick_for(
        &self,
        table: &Public,
        hand: &Hand,
        seat: Seat,
        place: impl FnOnce(usize) -> usize,
    ) -> (Action, usize) {
        let menu = self.menu(table, hand, seat);
        let (place, choices) = pick_few(menu.places, place);
        (self.action(menu, place), choices)
    }

    /// The action in this place.
    #[inline(always)]
    fn action(&self, menu: Menu, place: usize) -> Action {
        match place {
            BID_AT..CARD_AT => Action::Bid(self.params.raise_steps[place - BID_AT]),
            CARD_AT..SELL_SHOE_AT if menu.discards => Action::Discard(Card::new(place - CARD_AT)),
            _ => ACTIONS[place & 63],
        }
    }

    #[inline]
    fn menu(&self, table: &Public, hand: &Hand, seat: Seat) -> Menu {
        let held = hand.kinds;
        let places = if table.auction.seller != NOBODY {
            self.menu_in_auction(table, held, seat)
        } else if table.payment.debtor != NOBODY {
            self.menu_in_payment(table, held, seat)
        } else if table.pld != NOBODY {
            u64::from(table.targets(seat).0) << TARGET_AT
        } else if table.service.stage != Stage::None {
            Self::menu_in_service(table, held, seat)
        } else {
            self.menu_in_turn(table, held, seat)
        };
        Menu { places, discards: table.phase == Phase::Discard }
    }

    #[inline]
    fn menu_in_turn(&self, table: &Public, held: Kinds, seat: Seat) -> u64 {
        match table.phase {
            Phase::Sales => PASS | self.sales(table, seat),
            Phase::StartWindow | Phase::DrawWindow | Phase::EndWindow => PASS | cards(held.and(Kinds::PLD)),
            Phase::PreRoll | Phase::Main => {
                let main = table.phase == Phase::Main;
                let more = table.get_paid < self.params.max_get_paid;
                let quick = main & table.drawn & !table.corner & (table.quickies < self.params.max_quickie);
                let kinds = when(seat == table.active && more, Kinds::GET_PAID.0)
                    | when(quick, Kinds::QUICKIE.0)
                    | when(!table.targets(seat).is_empty(), Kinds::PLD.0);
                cards(held.and(Kinds(kinds)))
                    | self.sales(table, seat)
                    | when(!main, ROLL)
                    | when(main, END_TURN)
            }
            Phase::Discard => cards(held),
            // Nobody decides in these.
            Phase::Burn | Phase::TurnEnd | Phase::Over => 0,
        }
    }

    #[inline]
    fn sales(&self, table: &Public, seat: Seat) -> u64 {
        when(self.can_sell_shoe(table, seat), SELL_SHOE)
            | when(self.can_sell_clothing(table, seat), SELL_CLOTHING)
    }

    #[inline]
    fn menu_in_payment(&self, table: &Public, held: Kinds, seat: Seat) -> u64 {
        let (money, owed) = (table.jewels[seat], table.owed());
        let mut menu = 0;
        if money <= owed {
            menu |= cards(self.get_paid_kinds(table, seat, held)) | self.sales(table, seat);
        }
        if self.can_sell_clothing_card(table) {
            menu |= SELL_CLOTHING_CARD;
        }
        if money >= owed || !self.can_sell_shoe(table, seat) {
            menu |= PAY;
        }
        menu
    }

    #[inline]
    fn menu_in_auction(&self, table: &Public, held: Kinds, seat: Seat) -> u64 {
        let mut menu = PASS | cards(self.get_paid_kinds(table, seat, held));
        for (i, &steps) in self.params.raise_steps.iter().enumerate() {
            menu |= u64::from(self.bid_price(table, steps) <= table.jewels[seat]) << (BID_AT + i);
        }
        menu
    }

    #[inline]
    fn menu_in_service(table: &Public, held: Kinds, seat: Seat) -> u64 {
        let answers = match table.service.stage {
            Stage::Client => return u64::from(table.clients().0) << CLIENT_AT,
            Stage::Special => table.specials(seat, held),
            // Whoever is asked holds one.
            Stage::Declined => Kinds::DECLINED,
            Stage::Discount => held.and(Kinds::DISCOUNT),
            Stage::Bonus => held.and(Kinds::BONUS),
            Stage::Second => held.and(Kinds::SECOND),
            // Nobody decides in these.
            Stage::None | Stage::Settle | Stage::Enforced => return 0,
        };
        PASS | cards(answers)
    }
}
