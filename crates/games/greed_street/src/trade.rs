//! Trading Score cards (spec 6.1, GS-28).

use super::cards::{Kind, Kinds};
use super::event::{CardFor, Event, OfferKind, Party, PayFor};
use super::params::Params;
use super::rules::Engine;
use super::state::{Offer, Phase, Public, Window};
use ludometer_model::{EventSink, Seat};

/// Returns the kinds that the window lets a proposer ask for.
#[inline]
pub(super) fn wanted(params: &Params, public: &Public) -> Kinds {
    params.trade.wanted[public.window.index()]
}

/// Returns true if a seat other than this one has this much money.
#[inline]
fn other_pays(public: &Public, seat: Seat, amount: i64) -> bool {
    seat.others(public.seats()).any(|other| public.money[other] >= amount)
}

/// Returns true if a seat other than this one has a Score card.
#[inline]
fn other_has_card(public: &Public, seat: Seat) -> bool {
    seat.others(public.seats()).any(|other| public.hand[other] > 0)
}

/// Returns which offers (Sell, Buy, Swap) the proposer can complete. `hand`: the kinds it holds.
pub(super) fn possible(params: &Params, public: &Public, hand: Kinds) -> [bool; 3] {
    let me = public.offer.proposer;
    let lowest = params.trade.prices.first().copied().unwrap_or(i64::MAX);
    let wanted = wanted(params, public);
    let sell = public.window == Window::TurnStart && !hand.is_empty() && other_pays(public, me, lowest);
    if wanted.is_empty() || !other_has_card(public, me) {
        return [sell, false, false];
    }
    // A swap needs two kinds that differ.
    let swap = !hand.is_empty() && (hand.has_several() || wanted != hand);
    [sell, public.money[me] >= lowest, swap]
}

/// Returns the cash values of step 4 that are legal for this offer, in the order of the rule set.
pub(super) fn cash_values<'a>(
    params: &'a Params,
    public: &'a Public,
    offer: Offer,
) -> impl Iterator<Item = i32> + 'a {
    let (mine, theirs) = (public.money[offer.proposer], public.money[offer.partner]);
    let grid = if offer.kind == OfferKind::Swap { &params.trade.swaps } else { &params.trade.prices };
    let fits = move |&cash: &i64| match offer.kind {
        OfferKind::Sell => cash <= theirs,
        OfferKind::Buy => cash <= mine,
        OfferKind::Swap => cash <= mine && -cash <= theirs,
    };
    grid.iter().copied().filter(fits).map(|cash| cash as i32)
}

impl<L: EventSink<Event>> Engine<'_, L> {
    /// Opens a window if there is an offer to make, and goes on behind it if there is none.
    pub(super) fn open(&mut self, window: Window) {
        let public = self.public();
        public.window = window;
        public.offers = 0;
        let fighter = window == Window::BeforeFight && public.fight.defending;
        public.offer.proposer = if fighter { public.fight.defender } else { public.active };
        if self.params.trade.windows[window.index()] {
            self.next_offer();
        } else {
            self.after_window();
        }
    }

    /// Closes the window: the proposer has no more to offer.
    pub(super) fn close_window(&mut self) {
        self.public().offers = self.params.trade.offers;
        self.next_offer();
    }

    /// Asks the next proposer who can make an offer.
    fn next_offer(&mut self) {
        let params = self.params;
        loop {
            let public = &mut self.state.public;
            let proposer = public.offer.proposer;
            if public.offers < params.trade.offers {
                let hand = self.state.hands[proposer].kinds();
                if possible(params, public, hand).contains(&true) {
                    return self.ask(proposer, Phase::TradeKind);
                }
            }
            let next = proposer.next(params.seats);
            if !params.trade.all || public.window != Window::TurnStart || next == public.active {
                return self.after_window();
            }
            public.offer.proposer = next;
            public.offers = 0;
        }
    }

    fn after_window(&mut self) {
        let public = &self.state.public;
        match public.window {
            Window::TurnStart if public.is_retired(public.active) => self.ask_active(Phase::RetireRoll),
            Window::TurnStart => self.ask_active(Phase::MoveRoll),
            Window::BeforeCop => self.ask_active(Phase::CopChoice),
            Window::BeforeRecruit => self.ask_active(Phase::RecruitCards),
            Window::BeforePay => self.ask_active(Phase::PayChoice),
            Window::BeforeFight => self.ask(public.side(public.acting()), Phase::WeaponCards),
        }
    }

    pub(super) fn offer_kind(&mut self, kind: OfferKind) {
        let public = self.public();
        public.offer.kind = kind;
        public.offers += 1;
        public.phase = Phase::TradePartner;
    }

    pub(super) fn trade_partner(&mut self, partner: Seat) {
        let public = self.public();
        public.offer.partner = partner;
        public.phase = if public.offer.kind == OfferKind::Buy { Phase::TradeGet } else { Phase::TradeGive };
    }

    /// Lets the proposer name the card it gives: everybody knows that it has one.
    pub(super) fn trade_give(&mut self, card: Kind) {
        let public = self.public();
        public.offer.give = card;
        public.phase = if public.offer.kind == OfferKind::Swap { Phase::TradeGet } else { Phase::TradeCash };
        let known = &mut public.known[public.offer.proposer][card];
        *known = (*known).max(1);
    }

    /// Completes the offer.
    pub(super) fn trade_cash(&mut self, cash: i32) {
        let public = self.public();
        public.offer.cash = cash;
        let Offer { kind, proposer, partner, give, get, cash } = public.offer;
        let give = (kind != OfferKind::Buy).then_some(give);
        let get = (kind != OfferKind::Sell).then_some(get);
        self.log.emit(Event::Offer { kind, proposer, partner, give, get, cash });
        self.ask(partner, Phase::TradeAnswer);
    }

    /// Lets the partner name other cash, which tells that it has the card asked for.
    pub(super) fn trade_counter(&mut self, cash: i32) {
        let public = self.public();
        public.offer.cash = cash;
        let Offer { kind, proposer, partner, get, .. } = public.offer;
        if kind != OfferKind::Sell {
            let known = &mut public.known[partner][get];
            *known = (*known).max(1);
        }
        self.log.emit(Event::Counter { partner, cash });
        self.ask(proposer, Phase::TradeReply);
    }

    /// Carries out the last word on the offer.
    pub(super) fn trade_end(&mut self, agreed: bool) {
        let Offer { kind, proposer, partner, give, get, cash } = self.state.public.offer;
        self.log.emit(Event::Trade { proposer, partner, agreed });
        if agreed {
            if kind != OfferKind::Buy {
                self.hand_over(proposer, partner, give, CardFor::Trade);
            }
            if kind != OfferKind::Sell {
                self.hand_over(partner, proposer, get, CardFor::Trade);
            }
            let (mine, theirs) = (Party::Seat(proposer), Party::Seat(partner));
            let amount = i64::from(cash.abs());
            if (kind == OfferKind::Sell) || cash < 0 {
                self.pay(theirs, mine, amount, PayFor::Trade);
            } else {
                self.pay(mine, theirs, amount, PayFor::Trade);
            }
        }
        self.next_offer();
    }
}
