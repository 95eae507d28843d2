//! Actions, and which of them are legal: that follows from what all can see and the mover's own hand.

use std::fmt;

use super::EvenOdd;
use super::cards::{Card, Hand, KINDS, Kinds};
use super::state::{Public, Question, State};
use ludometer_model::small_table::MAX_SEATS;
use ludometer_model::{MenuReader, Seat};

/// One choice.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Action {
    /// Roll the die and draw.
    Roll,
    /// Play nothing more this turn.
    EndTurn,
    /// Leave it at that: no card, no sale, no bid.
    Pass,
    /// Take money from the Vault.
    PlayGetPaid(Card),
    /// Start a service at the printed price.
    PlayQuickie(Card),
    /// Play an ordinary `PoorLifeDecision`; its target is chosen next.
    PlayPld(Card),
    /// The target of the `PoorLifeDecision`.
    Target(Seat),
    /// The Client of the service.
    Client(Seat),
    /// Play a special `PoorLifeDecision`.
    PlaySpecial(Card),
    /// Play a `ServiceDeclined`.
    PlayDeclined,
    /// Play a Discount.
    PlayDiscount(Card),
    /// Play a `ServiceBonus`.
    PlayBonus(Card),
    /// Play a `SecondService`.
    PlaySecond(Card),
    /// Sell a shoe to the Vault.
    SellShoe,
    /// Sell an item of clothing to the Vault.
    SellClothing,
    /// Sell an item of clothing at the price of the card that is being settled.
    SellClothingCard,
    /// Pay what is there, up to the debt.
    Pay,
    /// Bid the minimum, or so many increments from it less one.
    Bid(u8),
    /// Discard a card over the limit.
    Discard(Card),
}

ludometer_model::action_kinds! {
    Action;
    "Roll" => Self::Roll,
    "EndTurn" => Self::EndTurn,
    "Pass" => Self::Pass,
    "PlayGetPaid" => Self::PlayGetPaid(_),
    "PlayQuickie" => Self::PlayQuickie(_),
    "PlayPld" => Self::PlayPld(_),
    "Target" => Self::Target(_),
    "Client" => Self::Client(_),
    "PlaySpecial" => Self::PlaySpecial(_),
    "PlayDeclined" => Self::PlayDeclined,
    "PlayDiscount" => Self::PlayDiscount(_),
    "PlayBonus" => Self::PlayBonus(_),
    "PlaySecond" => Self::PlaySecond(_),
    "SellShoe" => Self::SellShoe,
    "SellClothing" => Self::SellClothing,
    "SellClothingCard" => Self::SellClothingCard,
    "Pay" => Self::Pay,
    "Bid" => Self::Bid(_),
    "Discard" => Self::Discard(_),
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let word = self.kind_name();
        match self {
            Self::PlayGetPaid(card)
            | Self::PlayQuickie(card)
            | Self::PlayPld(card)
            | Self::PlaySpecial(card)
            | Self::PlayDiscount(card)
            | Self::PlayBonus(card)
            | Self::PlaySecond(card)
            | Self::Discard(card) => write!(f, "{word}({card})"),
            Self::Target(seat) | Self::Client(seat) => write!(f, "{word}({seat})"),
            Self::Bid(steps) => write!(f, "{word}({steps})"),
            Self::Roll
            | Self::EndTurn
            | Self::Pass
            | Self::PlayDeclined
            | Self::SellShoe
            | Self::SellClothing
            | Self::SellClothingCard
            | Self::Pay => f.write_str(word),
        }
    }
}

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

/// Places that a word has.
const PLACES: usize = 64;

/// The action in each place of a menu: first where cards are played, then where they are thrown away. A
/// table, since which place it is is for chance to say.
pub(super) type Actions = [[Action; PLACES]; 2];

/// Returns the actions of a rule set with these steps of a bid; a pass where nothing ever stands.
pub(super) fn actions(raise_steps: &[u8]) -> Actions {
    let mut play = [Action::Pass; PLACES];
    let mut throw = play;
    for (place, &steps) in play[BID_AT..CARD_AT].iter_mut().zip(raise_steps) {
        *place = Action::Bid(steps);
    }
    for card in (0..KINDS).map(Card::new) {
        throw[CARD_AT + card.index()] = Action::Discard(card);
        play[CARD_AT + card.index()] = played(card);
    }
    play[SELL_SHOE_AT] = Action::SellShoe;
    play[SELL_SHOE_AT + 1] = Action::SellClothing;
    play[SELL_SHOE_AT + 2] = Action::SellClothingCard;
    play[SELL_SHOE_AT + 3] = Action::Pay;
    play[SELL_SHOE_AT + 4] = Action::Roll;
    play[SELL_SHOE_AT + 5] = Action::EndTurn;
    for seat in Seat::all(MAX_SEATS) {
        play[TARGET_AT + seat.index()] = Action::Target(seat);
        play[CLIENT_AT + seat.index()] = Action::Client(seat);
    }
    [play, throw]
}

/// Returns what playing a card is called.
const fn played(card: Card) -> Action {
    if card.is(Kinds::GET_PAID) {
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
    }
}

/// Returns cards in their places.
#[inline(always)]
const fn cards(kinds: Kinds) -> u64 {
    kinds.bits() << CARD_AT
}

/// Returns these bits if it is so, and else none: without a branch.
#[inline(always)]
const fn when(so: bool, bits: u64) -> u64 {
    bits & (so as u64).wrapping_neg()
}

/// Describes the legal actions of the player who is to decide: in every question they stand in the order of the places.
#[inline(always)]
pub(super) fn menu<R: MenuReader<Action>>(game: &EvenOdd, state: &State, reader: R) -> R::Out {
    let table = &state.table;
    // Without a mover the question is none.
    let mover = table.mover().unwrap_or(table.active);
    let actions = &game.params.actions[usize::from(table.question == Question::Discard)];
    reader.slots(game.places(table, &state.hands[mover], mover), |place| actions[place % PLACES])
}

impl EvenOdd {
    /// Returns what may be chosen: a bit for each place.
    #[inline(always)]
    fn places(&self, table: &Public, hand: &Hand, seat: Seat) -> u64 {
        let held = hand.kinds;
        let answer = |kinds: Kinds| PASS | cards(held.and(kinds));
        match table.question {
            Question::Sales => PASS | self.sales(table, seat),
            Question::Window => answer(Kinds::PLD),
            Question::PreRoll => ROLL | self.menu_in_turn(table, held, seat, Kinds::EMPTY),
            Question::Main => {
                let quick = table.drawn & !table.corner & (table.quickies < self.params.max_quickie);
                END_TURN
                    | self.menu_in_turn(
                        table,
                        held,
                        seat,
                        Kinds::from_bits(when(quick, Kinds::QUICKIE.bits())),
                    )
            }
            Question::Discard => cards(held),
            Question::Bid => self.menu_in_auction(table, held, seat),
            Question::Payment => self.menu_in_payment(table, held, seat),
            Question::Target => u64::from(table.targets(seat).bits()) << TARGET_AT,
            Question::Client => u64::from(table.clients().bits()) << CLIENT_AT,
            Question::Special => PASS | cards(table.specials(seat, held)),
            // Whoever is asked holds one.
            Question::Declined => PASS | cards(Kinds::DECLINED),
            Question::Discount => answer(Kinds::DISCOUNT),
            Question::Bonus => answer(Kinds::BONUS),
            Question::Second => answer(Kinds::SECOND),
            Question::Nothing => 0,
        }
    }

    /// Returns what the active player may do before the roll or after the draw: further kinds to play go with it.
    #[inline(always)]
    fn menu_in_turn(&self, table: &Public, held: Kinds, seat: Seat, more: Kinds) -> u64 {
        let paid = table.get_paid < self.params.max_get_paid;
        let kinds =
            when(paid, Kinds::GET_PAID.bits()) | when(!table.targets(seat).is_empty(), Kinds::PLD.bits());
        cards(held.and(Kinds::from_bits(kinds).or(more))) | self.sales(table, seat)
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
        if self.params.sales_for_bids && table.jewels[seat] < self.lowest_bid(table) {
            menu |= when(self.can_sell_shoe_for_bid(table, seat), SELL_SHOE)
                | when(self.can_sell_clothing(table, seat), SELL_CLOTHING);
        }
        menu
    }
}
