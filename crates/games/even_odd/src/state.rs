//! The state of a play: what all can see, and the hidden cards; its invariants (the spec's section 11).
//!
//! Activities in progress form a stack of at most four layers. From the bottom: the step of the turn, a
//! service, a payment, an auction; beside them a played `PoorLifeDecision` that waits for its target.
//! The topmost layer that is open says who decides what. All layers are public.

use super::EvenOdd;
use super::action::Action;
use super::cards::{Card, Counts, Deck, Hand, KINDS, Kinds, total};
use super::event::Why;
use super::view::Earlier;
use ludometer_model::small_table::BySeat;
use ludometer_model::{Game, Seat, SeatSet};

/// The step of the turn, the lowest layer.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Phase {
    /// The other players may sell (`sales.window = "every_turn"`).
    Sales,
    /// The others' window as the turn starts.
    StartWindow,
    /// The active player's menu before the roll.
    PreRoll,
    /// The others' window after the draw.
    DrawWindow,
    /// A drawn Burn takes effect.
    Burn,
    /// The active player's menu after the draw.
    Main,
    /// The others' window as the turn ends.
    EndWindow,
    /// The hand is cut to the limit.
    Discard,
    /// The turn is over.
    TurnEnd,
    /// The play is over.
    #[default]
    Over,
}

/// No seat, no card.
pub const NOBODY: u8 = u8::MAX;

/// How a play ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Ending {
    /// Not yet.
    #[default]
    None,
    /// This player owns the shoes that win.
    Shoes(Seat),
    /// This player is the last one standing.
    Last(Seat),
    /// The limit of turns.
    Limit,
}

/// All that everybody can see.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Public {
    /// The seat that decides, or [`NOBODY`] when the play is over.
    pub mover: u8,
    /// The question to that player. Kept, since menus have to know it at every decision: it was looked up in
    /// one layer after the other.
    pub question: Question,
    /// The step of the turn.
    pub phase: Phase,
    /// Seats that a window has gone by, counted from the active player; 0 outside windows.
    pub cursor: u8,
    /// Whose turn it is.
    pub active: Seat,
    /// The seat that began.
    pub first: Seat,
    /// The seats that are not out.
    pub alive: SeatSet,
    /// Players out so far.
    pub outs: u8,
    /// When each went out: 1 for the first, 0 for those still in.
    pub out_order: BySeat<u8>,
    /// The turn, from 1.
    pub turn: u32,
    /// The face rolled this turn, 0 before the roll.
    pub die: i64,
    /// Jewels of each.
    pub jewels: BySeat<u16>,
    /// Shoes of each.
    pub shoes: BySeat<u8>,
    /// Items of clothing of each that may still be sold.
    pub clothing: BySeat<u8>,
    /// Jewels in the Vault.
    pub vault: u16,
    /// Shoes in the Vault.
    pub vault_shoes: u8,
    /// Shoes that are not in play.
    pub box_shoes: u8,
    /// Ends of turns that each player's shield still lasts for, 0 without one.
    pub shields: BySeat<u8>,
    /// The seats with a shield: kept, since every menu of a turn asks.
    pub shielded: SeatSet,
    /// Players who bought a shoe this turn in an auction after an own sale.
    pub bought_back: SeatSet,
    /// The seats that sold a shoe for a bid this turn.
    pub sold_for_bid: SeatSet,
    /// `GetPaid` cards played this turn.
    pub get_paid: u8,
    /// Quickies played this turn.
    pub quickies: u8,
    /// A card was drawn this turn.
    pub drawn: bool,
    /// It was a Corner.
    pub corner: bool,
    /// The Burn that waits for its effect, or [`NOBODY`].
    pub burn: u8,
    /// The `PoorLifeDecision` that waits for its target, or [`NOBODY`].
    pub pld: u8,
    /// The seat that plays that one.
    pub pld_by: Seat,
    /// The service, if there is one.
    pub service: Service,
    /// The payment, if there is one.
    pub payment: Payment,
    /// The auction, if there is one.
    pub auction: Auction,
    /// How the play ended.
    pub ending: Ending,
    /// Cards in each hand by their backs: Even, Odd.
    pub backs: [BySeat<u8>; 2],
    /// Cards in the stocks: Even, Odd.
    pub stock: [u16; 2],
    /// The cards in the discard piles, by kind.
    pub discard: Counts,
    /// The cards in the stocks when they were last rebuilt (first of all: the whole decks).
    pub rebuilt: Counts,
    /// True once a stock was rebuilt.
    pub reshuffled: [bool; 2],
    /// Cards that each player drew from the stock since then, up to 255: Even, Odd.
    pub draws: [BySeat<u8>; 2],
    /// Cards seen to leave a hand since then that certainly were in it before.
    pub old_gone: Counts,
    /// The rebuilds before the last one: Even, Odd.
    pub earlier: [Earlier; 2],
}

impl Public {
    /// Nothing on the table yet.
    pub(super) const BLANK: Self = Self {
        mover: NOBODY,
        question: Question::Nothing,
        phase: Phase::Over,
        cursor: 0,
        active: Seat::new(0),
        first: Seat::new(0),
        alive: SeatSet::EMPTY,
        outs: 0,
        out_order: BySeat::all(0),
        turn: 0,
        die: 0,
        jewels: BySeat::all(0),
        shoes: BySeat::all(0),
        clothing: BySeat::all(0),
        vault: 0,
        vault_shoes: 0,
        box_shoes: 0,
        shields: BySeat::all(0),
        shielded: SeatSet::EMPTY,
        bought_back: SeatSet::EMPTY,
        sold_for_bid: SeatSet::EMPTY,
        get_paid: 0,
        quickies: 0,
        drawn: false,
        corner: false,
        burn: NOBODY,
        pld: NOBODY,
        pld_by: Seat::new(0),
        service: Service::NONE,
        payment: Payment::NONE,
        auction: Auction::NONE,
        ending: Ending::None,
        backs: [BySeat::all(0); 2],
        stock: [0; 2],
        discard: [0; KINDS],
        rebuilt: [0; KINDS],
        reshuffled: [false; 2],
        draws: [BySeat::all(0); 2],
        old_gone: [0; KINDS],
        earlier: [Earlier::NONE; 2],
    };

    /// Returns who decides.
    #[inline(always)]
    pub const fn mover(&self) -> Option<Seat> {
        if self.mover == NOBODY { None } else { Some(Seat::new(self.mover as usize)) }
    }

    /// Asks this player.
    #[inline(always)]
    pub(super) const fn ask(&mut self, (seat, question): (Seat, Question)) {
        self.mover = seat.index() as u8;
        self.question = question;
    }

    /// Returns the Client of the service in progress.
    #[inline(always)]
    pub const fn client(&self) -> Seat {
        Seat::new(self.service.client as usize)
    }

    /// Returns who owes in the payment in progress.
    #[inline(always)]
    pub const fn debtor(&self) -> Seat {
        Seat::new(self.payment.debtor as usize)
    }

    /// Sets a shield that lasts for so many ends of turns.
    #[inline]
    pub(super) fn set_shield(&mut self, seat: Seat, ends: u8) {
        self.shields[seat] = ends;
        self.shielded.insert(seat);
    }

    /// Ends a turn: shields wear off. Returns those who lose theirs.
    #[inline]
    pub(super) const fn wear_shields(&mut self) -> SeatSet {
        if self.shielded.is_empty() {
            return self.shielded;
        }
        let lapsed = self.shields.count_down();
        self.shielded = self.shielded.without(lapsed);
        lapsed
    }

    /// Returns whom a player may aim at: those alive who carry no shield, but for itself.
    #[inline]
    pub fn targets(&self, by: Seat) -> SeatSet {
        self.alive.without(self.shielded).without(SeatSet::one(by))
    }

    /// Returns the whole debt of the payment in progress.
    #[inline]
    pub fn owed(&self) -> u16 {
        match self.payment.to {
            Creditor::Vault | Creditor::Player(_) => self.payment.amount,
            Creditor::Each => self.payment.amount * (self.alive.len() as u16 - 1),
        }
    }

    /// Returns the players whom the Provider may choose.
    #[inline]
    pub const fn clients(&self) -> SeatSet {
        let service = &self.service;
        self.alive.without(SeatSet::one(self.active)).without(service.declined).without(service.served)
    }

    /// Returns the special `PoorLifeDecisions` that this player may play now, given the kinds held.
    #[inline]
    pub fn specials(&self, seat: Seat, held: Kinds) -> Kinds {
        let mut kinds = held.and(Kinds::SPECIAL);
        if kinds.is_empty() {
            return kinds;
        }
        let client = self.client();
        let bonus_laid = self.service.asking == Asking::AnswerBonus;
        if seat == client || self.shielded.contains(client) || bonus_laid {
            kinds.remove(Card::ENFORCE);
        }
        if seat == self.active || self.shielded.contains(self.active) {
            kinds.remove(Card::VOID);
        }
        kinds
    }

    /// Returns the Burn that waits for its effect.
    pub const fn burn(&self) -> Option<Card> {
        if self.burn == NOBODY { None } else { Some(Card::new(self.burn as usize)) }
    }

    /// Returns the `PoorLifeDecision` that waits for its target.
    pub const fn pld(&self) -> Option<Card> {
        if self.pld == NOBODY { None } else { Some(Card::new(self.pld as usize)) }
    }

    /// Returns true if no layer is open above the step of the turn.
    pub const fn is_flat(&self) -> bool {
        matches!(self.service.stage, Stage::None)
            && self.payment.debtor == NOBODY
            && self.auction.seller == NOBODY
            && self.pld == NOBODY
    }
}

/// The complete state.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct State {
    /// The table that all can see.
    pub table: Public,
    /// The hands.
    pub hands: BySeat<Hand>,
    /// The holders of cards that are asked for.
    pub holders: Holders,
    /// The cards left in the stocks, by kind. Their order is drawn as it is needed.
    pub stock: Counts,
}

impl State {
    /// Returns an empty table.
    pub(super) const fn new() -> Self {
        Self {
            table: Public::BLANK,
            hands: BySeat::all(Hand::EMPTY),
            holders: Holders::NONE,
            stock: [0; KINDS],
        }
    }

    /// Puts a card into a hand.
    #[inline(always)]
    pub(super) fn give(&mut self, seat: Seat, card: Card) {
        let hand = &mut self.hands[seat];
        hand.add(card);
        self.holders.see(seat, card, hand.kinds);
    }

    /// Takes a card out of a hand that holds it.
    #[inline(always)]
    pub(super) fn take(&mut self, seat: Seat, card: Card) {
        let hand = &mut self.hands[seat];
        hand.take(card);
        self.holders.see(seat, card, hand.kinds);
    }

    /// Returns the players who hold an ordinary `PoorLifeDecision` and have somebody to play it on.
    #[inline]
    pub(super) fn aimers(&self) -> SeatSet {
        let table = &self.table;
        let aimers = self.holders.of(Group::Pld) & table.alive;
        let targets = table.alive.without(table.shielded);
        // Nobody aims at itself.
        match (targets.has_several(), targets.is_empty()) {
            (true, _) => aimers,
            (false, false) => aimers.without(targets),
            (false, true) => SeatSet::EMPTY,
        }
    }
}

/// The stage of a service.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Stage {
    /// There is no service.
    #[default]
    None,
    /// The Provider chooses a Client.
    Client,
    /// Rank 1.
    Special,
    /// Rank 2.
    Declined,
    /// Rank 3.
    Discount,
    /// Rank 4.
    Bonus,
    /// The price is paid.
    Settle,
    /// Rank 5.
    Second,
    /// An enforced price is paid, then the service ends.
    Enforced,
}

/// The question to the player who decides: it follows from the topmost layer that is open.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Question {
    /// Nothing: the play is over.
    #[default]
    Nothing,
    /// Something to sell, as a turn starts?
    Sales,
    /// A `PoorLifeDecision`, in another's turn?
    Window,
    /// The choice before the roll.
    PreRoll,
    /// The choice after the draw.
    Main,
    /// Which card to discard.
    Discard,
    /// A bid?
    Bid,
    /// How to raise the money.
    Payment,
    /// Whom the `PoorLifeDecision` hits.
    Target,
    /// Whom the service is for.
    Client,
    /// Rank 1 of a service.
    Special,
    /// Rank 2.
    Declined,
    /// Rank 3.
    Discount,
    /// Rank 4.
    Bonus,
    /// Rank 5.
    Second,
}

/// The seat that is asked next and its question, if anybody is asked.
pub(super) type Asked = Option<(Seat, Question)>;

/// Which of the questions of a choice of Client this is (`ranked` asks some a second time).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Asking {
    /// The first time.
    #[default]
    First,
    /// Rank 1 may answer a `ServiceDeclined`.
    AnswerDeclined,
    /// Ranks 1 to 3 may answer a `ServiceBonus`.
    AnswerBonus,
}

/// A service. The Provider is always the active player.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Service {
    /// Its stage.
    pub stage: Stage,
    /// Which time the question is asked.
    pub asking: Asking,
    /// Seats that the question has gone by, counted from the Client.
    pub cursor: u8,
    /// The Client, once chosen, in this leg.
    pub client: u8,
    /// 1 for the first Client, then one more for each `SecondService`.
    pub leg: u8,
    /// `ServiceBonus` cards laid for this choice of Client.
    pub bonuses: u8,
    /// A Discount was played for this choice of Client.
    pub discounted: bool,
    /// The Clients served so far.
    pub served: SeatSet,
    /// The Client of the choice that was just declined, if any.
    pub declined: SeatSet,
    /// The price of this leg before cards, in jewels.
    pub base: u16,
    /// The sum that bonuses added, in jewels.
    pub carried: u16,
    /// The sum that the bonuses for this choice of Client added.
    pub bonus_sum: u16,
    /// The price to settle, once it is fixed; negative if the Provider pays.
    pub price: i16,
}

/// Whom a debt is owed to.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Creditor {
    /// The Vault.
    #[default]
    Vault,
    /// One player.
    Player(Seat),
    /// Every other alive player, clockwise from the debtor's left, this much each.
    Each,
}

/// A debt that is being settled.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Payment {
    /// The seat that owes, or [`NOBODY`].
    pub debtor: u8,
    /// To whom.
    pub to: Creditor,
    /// How much to each creditor, in jewels.
    pub amount: u16,
    /// For what.
    pub why: Why,
    /// The debt comes from `burn_300_clothing` and no item was sold at its price yet.
    pub clothing_card: bool,
}

/// A shoe on offer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Auction {
    /// The seat that sold the shoe, or [`NOBODY`]: there is no auction.
    pub seller: u8,
    /// The next seat that may bid.
    pub cursor: u8,
    /// The seats that may still bid.
    pub bidders: SeatSet,
    /// The highest bidder, or [`NOBODY`].
    pub leader: u8,
    /// The highest bid, in jewels.
    pub bid: u16,
    /// Unsold shoes of the Vault that are offered after this one.
    pub reoffers: u8,
    /// This shoe is one of those.
    pub again: bool,
    /// The seats that sold a shoe for a bid: these are offered after all that.
    pub queue: SeatSet,
}

impl Service {
    /// No service.
    pub(super) const NONE: Self = Self {
        stage: Stage::None,
        asking: Asking::First,
        cursor: 0,
        client: NOBODY,
        leg: 0,
        bonuses: 0,
        discounted: false,
        served: SeatSet::EMPTY,
        declined: SeatSet::EMPTY,
        base: 0,
        carried: 0,
        bonus_sum: 0,
        price: 0,
    };

    /// Returns true once the price of this choice of Client is fixed.
    pub(super) const fn is_priced(&self) -> bool {
        matches!(self.stage, Stage::Settle | Stage::Second | Stage::Enforced)
    }
}

impl Payment {
    /// No payment.
    pub(super) const NONE: Self =
        Self { debtor: NOBODY, to: Creditor::Vault, amount: 0, why: Why::Burn, clothing_card: false };
}

impl Auction {
    /// No auction.
    pub(super) const NONE: Self = Self {
        seller: NOBODY,
        cursor: 0,
        bidders: SeatSet::EMPTY,
        leader: NOBODY,
        bid: 0,
        reoffers: 0,
        again: false,
        queue: SeatSet::EMPTY,
    };
}

/// Kinds that are asked for around the table, in groups.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Group {
    /// An ordinary `PoorLifeDecision`.
    Pld,
    /// A special `PoorLifeDecision`.
    Special,
    /// A `ServiceDeclined`.
    Declined,
    /// Any other card.
    Other,
}

impl Group {
    /// How many there are.
    const COUNT: usize = Self::Other as usize + 1;

    /// The kinds of each.
    const KINDS: [Kinds; Self::COUNT] = {
        let asked = Kinds::PLD.or(Kinds::SPECIAL).or(Kinds::DECLINED);
        [Kinds::PLD, Kinds::SPECIAL, Kinds::DECLINED, Kinds::HAND.without(asked)]
    };
}

/// The group of each kind.
static GROUPS: [u8; KINDS] = {
    let mut groups = [Group::Other as u8; KINDS];
    let mut kind = 0;
    while kind < KINDS {
        let mut group = 0;
        while group < Group::COUNT {
            if Card::new(kind).is(Group::KINDS[group]) {
                groups[kind] = group as u8;
            }
            group += 1;
        }
        kind += 1;
    }
    groups
};

/// The holders of a card of each group: kept as cards come and go, since a look into all hands at every question
/// was a sixth of the steps of a turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Holders([SeatSet; Group::COUNT]);

impl Holders {
    /// Nobody holds anything.
    pub(super) const NONE: Self = Self([SeatSet::EMPTY; Group::COUNT]);

    /// Returns the players who hold a card of this group.
    #[inline(always)]
    pub const fn of(&self, group: Group) -> SeatSet {
        self.0[group as usize]
    }

    /// Looks at what this player holds after it changed by this card.
    #[inline(always)]
    const fn see(&mut self, seat: Seat, card: Card, held: Kinds) {
        let group = GROUPS[card.index()] as usize % Group::COUNT;
        self.0[group].set(seat, !held.and(Group::KINDS[group]).is_empty());
    }

    /// Looks at a whole hand.
    pub(super) fn see_all(&mut self, seat: Seat, held: Kinds) {
        for (holders, kinds) in self.0.iter_mut().zip(Group::KINDS) {
            holders.set(seat, !held.and(kinds).is_empty());
        }
    }
}

/// Fails with a text unless the condition holds.
macro_rules! hold {
    ($condition:expr, $($text:tt)+) => {
        if !$condition {
            return Err(format!($($text)+));
        }
    };
}

/// Checks the invariants that a single state can show.
pub(super) fn audit(game: &EvenOdd, state: &State) -> Result<(), String> {
    game.check_money(state)?;
    game.check_cards(state)?;
    game.check_course(state)?;
    game.check_service(state)?;
    game.check_question(state)
}

impl EvenOdd {
    /// Invariants 1 and 2, and what an out player has.
    fn check_money(&self, state: &State) -> Result<(), String> {
        let (t, p) = (&state.table, &self.params);
        let seats = p.seats;
        let jewels: u32 = t.jewels.first(seats).iter().map(|&j| u32::from(j)).sum();
        hold!(
            jewels + u32::from(t.vault) == u32::from(p.jewels_total),
            "{jewels} jewels with players, {} in the Vault",
            t.vault
        );
        let shoes: u8 = t.shoes.first(seats).iter().sum();
        hold!(shoes + t.vault_shoes + t.box_shoes == p.shoes_total, "{shoes} shoes with players");
        hold!(!p.unpicked_in_vault || t.box_shoes == 0, "shoes in the box");
        for seat in Seat::all(seats) {
            let winner = t.ending == Ending::Shoes(seat);
            let many = p.win_shoes > 0 && t.shoes[seat] >= p.win_shoes;
            hold!(many == winner, "{seat:?} has {} shoes", t.shoes[seat]);
            hold!(t.clothing[seat] <= p.clothing, "{seat:?} has {} items", t.clothing[seat]);
            if !t.alive.contains(seat) {
                let backs = t.backs[0][seat] + t.backs[1][seat];
                let nothing = backs == 0 && t.jewels[seat] == 0 && t.shoes[seat] == 0;
                hold!(nothing, "{seat:?} is out with {} jewels and {backs} cards", t.jewels[seat]);
            } else if !p.insolvent && t.phase != Phase::Over {
                hold!(t.jewels[seat] > 0 || t.shoes[seat] > 0, "{seat:?} has nothing and is in");
            }
        }
        Ok(())
    }

    /// Checks invariant 3, and what is publicly kept about cards.
    fn check_cards(&self, state: &State) -> Result<(), String> {
        let (t, p) = (&state.table, &self.params);
        for kind in 0..KINDS {
            let card = Card::new(kind);
            let held: u32 = Seat::all(p.seats).map(|s| u32::from(state.hands[s].counts[kind])).sum();
            let all = u32::from(state.stock[kind]) + u32::from(t.discard[kind]) + held;
            hold!(all == u32::from(p.copies[kind]), "{all} copies of {card}");
            hold!(held == 0 || card.is(Kinds::HAND), "{card} is in a hand");
            hold!(state.stock[kind] <= t.rebuilt[kind], "more {card} in the stock than it held");
            let before = u32::from(p.copies[kind]) - u32::from(t.rebuilt[kind]);
            hold!(u32::from(t.old_gone[kind]) <= before, "{card}: {} gone of {before}", t.old_gone[kind]);
        }
        self.check_earlier(state)?;
        for deck in [Deck::Even, Deck::Odd] {
            let size = t.stock[deck.index()];
            hold!(total(&state.stock, deck) == size, "the {deck:?} stock has not {size} cards");
            for seat in Seat::all(p.seats) {
                let hand = &state.hands[seat];
                let backs = t.backs[deck.index()][seat];
                hold!(
                    total(&hand.counts, deck) == u16::from(backs),
                    "{seat:?} has not {backs} {deck:?} cards"
                );
                let after: u32 = deck.kinds().map(|k| u32::from(hand.got[k])).sum();
                let drew = t.draws[deck.index()][seat];
                hold!(drew == 255 || after <= u32::from(drew), "{seat:?} drew {drew}, not {after}");
            }
        }
        let mut holders = Holders::NONE;
        for seat in Seat::all(p.seats) {
            let hand = &state.hands[seat];
            holders.see_all(seat, hand.kinds);
            for kind in 0..KINDS {
                let there = hand.kinds.contains(Card::new(kind));
                hold!(there == (hand.counts[kind] > 0), "{seat:?}: {} in the wrong set", Card::new(kind));
            }
        }
        hold!(holders == state.holders, "{:?}, where {holders:?} hold the cards", state.holders);
        Ok(())
    }

    /// Checks that what a seat remembers of earlier rebuilds allows what the others hold.
    fn check_earlier(&self, state: &State) -> Result<(), String> {
        let t = &state.table;
        for deck in [Deck::Even, Deck::Odd] {
            for (entry, draws) in t.earlier[deck.index()].draws().iter().enumerate() {
                for viewer in Seat::all(self.params.seats) {
                    let most = &state.hands[viewer].others[entry];
                    for seat in viewer.others(self.params.seats) {
                        let held = &state.hands[seat].counts;
                        let can: u16 = deck.kinds().map(|k| u16::from(most[k].min(held[k]))).sum();
                        let must = t.held_since(deck, seat, *draws);
                        hold!(
                            can >= must,
                            "{viewer:?}: {seat:?} can hold {can} of {must} {deck:?} cards since"
                        );
                    }
                }
            }
        }
        Ok(())
    }

    /// Invariants 4, 5, 6 and 8, as far as one state tells.
    fn check_course(&self, state: &State) -> Result<(), String> {
        let (t, p) = (&state.table, &self.params);
        hold!(t.get_paid <= p.max_get_paid, "{} GetPaid cards played", t.get_paid);
        hold!(t.quickies <= p.max_quickie, "{} Quickies played", t.quickies);
        hold!(t.quickies == 0 || (t.drawn && !t.corner), "a Quickie before the draw or after a Corner");
        hold!(t.alive.len() as usize + usize::from(t.outs) == p.seats, "seats got lost");
        hold!(t.turn >= 1 && t.turn <= p.max_turns, "turn {}", t.turn);
        hold!((t.phase == Phase::Over) == (t.ending != Ending::None), "over without an ending");
        hold!((t.mover == NOBODY) == (t.phase == Phase::Over), "nobody decides");
        hold!(t.question == open_question(t), "{:?}, where it is {:?}", t.question, open_question(t));
        for seat in Seat::all(p.seats) {
            hold!(t.shields[seat] <= p.shield_turns, "{seat:?} has a shield for {} turns", t.shields[seat]);
            hold!(t.shielded.contains(seat) == (t.shields[seat] > 0), "{seat:?} has a shield, or none");
        }
        if t.phase == Phase::Over {
            hold!(t.is_flat(), "over with an open layer");
            return Ok(());
        }
        hold!(t.alive.contains(t.active), "the active player is out");
        hold!(t.mover().is_some_and(|m| t.alive.contains(m)), "the deciding player is out");
        let a = &t.auction;
        if a.seller != NOBODY && a.leader != NOBODY {
            hold!(a.bid >= p.opening, "a bid of {}", a.bid);
            let leader = Seat::new(usize::from(a.leader));
            hold!(a.bid <= t.jewels[leader], "{leader:?} bids {} of {}", a.bid, t.jewels[leader]);
        }
        Ok(())
    }

    /// Checks invariant 7.
    fn check_service(&self, state: &State) -> Result<(), String> {
        let t = &state.table;
        let s = &t.service;
        if s.stage == Stage::None {
            return Ok(());
        }
        hold!(t.phase == Phase::Main, "a service in {:?}", t.phase);
        hold!(!s.served.contains(t.active), "the Provider was served");
        hold!(s.leg >= 1 && s.leg <= self.params.max_second + 1, "leg {}", s.leg);
        hold!(s.bonuses <= self.params.max_bonus, "{} bonuses", s.bonuses);
        hold!(s.bonus_sum <= s.carried, "bonuses of {} in {}", s.bonus_sum, s.carried);
        if matches!(s.stage, Stage::Special | Stage::Declined | Stage::Discount | Stage::Bonus) {
            let client = SeatSet::one(t.client());
            hold!(!client.contains(t.active), "the Provider is the Client");
            hold!(client.without(s.served) == client, "{:?} was served already", t.client());
            hold!(s.declined != client, "{:?} was just declined", t.client());
            hold!(t.alive.contains(t.client()), "the Client is out");
            hold!(!s.discounted, "a question after a Discount");
        }
        let answers = matches!(s.stage, Stage::Special | Stage::Declined | Stage::Discount);
        hold!(s.asking == Asking::First || answers, "{:?} asked again", s.stage);
        Ok(())
    }

    /// Checks that everybody who is asked to pass can do something else, and nothing is legal that the
    /// glossary rules out.
    fn check_question(&self, state: &State) -> Result<(), String> {
        let t = &state.table;
        let Some(mover) = t.mover() else { return Ok(()) };
        let mut legal = Vec::new();
        self.legal(state, &mut legal);
        hold!(!legal.is_empty(), "{mover:?} has no legal action");
        hold!(legal.len() <= 25, "{} legal actions", legal.len());
        hold!(legal != [Action::Pass], "{mover:?} can only pass");
        for &action in &legal {
            match action {
                Action::Target(seat) => hold!(seat != mover && t.shields[seat] == 0, "{action} is legal"),
                Action::Client(seat) => {
                    hold!(seat != t.active && t.alive.contains(seat), "{action} is legal");
                }
                _ => {}
            }
        }
        Ok(())
    }
}

/// Returns the question that is asked now, by the topmost layer that is open.
const fn open_question(table: &Public) -> Question {
    if table.auction.seller != NOBODY {
        return Question::Bid;
    }
    if table.payment.debtor != NOBODY {
        return Question::Payment;
    }
    if table.pld != NOBODY {
        return Question::Target;
    }
    match table.service.stage {
        Stage::Client => Question::Client,
        Stage::Special => Question::Special,
        Stage::Declined => Question::Declined,
        Stage::Discount => Question::Discount,
        Stage::Bonus => Question::Bonus,
        Stage::Second => Question::Second,
        // Nobody decides in these.
        Stage::Settle | Stage::Enforced => Question::Nothing,
        Stage::None => match table.phase {
            Phase::Sales => Question::Sales,
            Phase::StartWindow | Phase::DrawWindow | Phase::EndWindow => Question::Window,
            Phase::PreRoll => Question::PreRoll,
            Phase::Main => Question::Main,
            Phase::Discard => Question::Discard,
            // Nobody decides in these.
            Phase::Burn | Phase::TurnEnd | Phase::Over => Question::Nothing,
        },
    }
}
