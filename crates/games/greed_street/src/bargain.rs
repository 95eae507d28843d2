//! Judging trades: what a card is worth to whom, and which offers are likely to be taken.
//!
//! A dollar that another gains weighs against one's own ([`Judge::rivalry`]): with worths `s` to the seller and
//! `b` to the buyer and that weight `r`, the seller gains by prices above `(s + r b) / (1 + r)` and the buyer by
//! those below `(b + r s) / (1 + r)`. A proposer offers the price of the grid that is best for it and still
//! leaves its partner the margin; a partner names other cash by the same reckoning, or accepts. At two seats
//! there is nothing that both gain by, so nothing is traded.

use super::action::Action;
use super::cards::{KINDS, Kind, Kinds, Row};
use super::event::OfferKind;
use super::heuristic::Judge;
use super::state::{Offer, Phase, Window};
use super::trade;
use ludometer_model::Seat;
use ludometer_playable::Scores;
use wide::f64x4;

/// How much a refused offer weighs against none: it costs nothing but talk.
const HOPELESS: f64 = -1.0;

/// Dollars by which a first look may err: what it lets through is held against the margin exactly.
const ROUNDING: f64 = 1e-6;

impl Judge<'_> {
    /// Returns the chance that this seat holds a card of this kind.
    fn holds(&self, seat: Seat, kind: Kind) -> f64 {
        let public = &self.view.public;
        if public.known[seat].has(kind) {
            return 1.0;
        }
        let own = self.view.hand[kind] + self.view.placed[kind];
        let left = f64::from(self.params.deck[kind].saturating_sub(own));
        let hidden = (self.params.deck.total() - self.view.hand.total()).max(1) as f64;
        1.0 - (1.0 - (left / hidden).min(1.0)).powi(i32::from(public.hand[seat]))
    }

    /// Returns what cards of these kinds are worth to the seat at once, in the window that is open; `kept` is what
    /// they are worth to it later.
    fn wanted_now(&self, seat: Seat, kinds: Kinds, kept: &Row) -> Row {
        let public = &self.view.public;
        let money = public.money[seat] as f64;
        let each = |now: &dyn Fn(Kind) -> f64| {
            let mut row = [0.0; KINDS];
            kinds.iter().for_each(|kind| row[kind.index()] = now(kind).max(kept[kind]));
            Row::new(|i| row[i])
        };
        match public.window {
            Window::TurnStart => *kept,
            Window::BeforeCop => each(&|_| -self.square_value(seat)),
            Window::BeforePay => {
                each(&|_| (self.params.prices[usize::from(public.worker)] as f64).min(money))
            }
            Window::BeforeRecruit => {
                let cards = if seat == self.view.viewer { &self.view.hand } else { &public.known[seat] };
                let held = cards.kinds().and(Kinds::RECRUIT);
                let bonus: i64 =
                    held.iter().map(|k| i64::from(cards[k]) * self.params.points[k.index()]).sum();
                let gain = self.recruit_gain(bonus);
                each(&|kind| gain(kind) + if kind.is_bling() { kept[kind] } else { 0.0 })
            }
            Window::BeforeFight => {
                let armed = self.armed();
                each(&|kind| armed[kind])
            }
        }
    }

    /// Returns what a dollar that one opponent gains weighs against one's own. By default the others' gain counts
    /// once, shared out among them: who trades gains on those who don't.
    #[inline]
    fn rivalry(&self) -> f64 {
        self.weights.rivals / (self.params.seats - 1) as f64
    }

    /// Returns what each kind of card costs this seat if it gives one to the proposer: what the card is worth to it,
    /// and what the proposer does with the card to this seat. `held`: [`Judge::held`].
    #[inline(always)]
    fn given(&self, seat: Seat, held: Row) -> Row {
        let public = &self.view.public;
        match public.window {
            Window::BeforePay if public.owner(usize::from(public.worker)) == Some(seat) => {
                let rent = self.params.prices[usize::from(public.worker)].min(public.money[public.active]);
                held.map(|held| held + f64x4::splat(rent as f64))
            }
            Window::BeforeFight if seat == public.side(1 - public.acting()) => {
                held.with(&self.armed(), |held, armed| held + armed)
            }
            _ => held,
        }
    }

    /// Returns what a card of each kind adds to the prospects of a fight that is even without it.
    fn armed(&self) -> Row {
        let (even, stake) = (self.params.odds.lead(0), self.stake());
        Row::new(|kind| (self.params.odds.lead(self.params.points[kind]) - even) * stake)
    }
}

/// A gain, the greatest so far, and by what alone it comes: by nothing if by several alike.
#[derive(Clone, Copy)]
struct Best<T> {
    gain: f64,
    alone: Option<T>,
}

impl<T> Best<T> {
    const NONE: Self = Self { gain: HOPELESS, alone: None };

    #[inline]
    fn emit(&mut self, gain: f64, by: T) {
        if gain > self.gain {
            *self = Self { gain, alone: Some(by) };
        } else if gain == self.gain {
            self.alone = None;
        }
    }
}

/// The figures that a proposer reckons with: what cards are worth to it.
struct Market<'a> {
    judge: &'a Judge<'a>,
    /// If it keeps them.
    kept: Row,
    /// At once, those that it may ask for.
    now: Row,
    /// The kinds that it could give.
    gives: Kinds,
    /// The kinds that it may ask for.
    gets: Kinds,
    /// As [`Judge::rivalry`] has it.
    rivalry: f64,
}

impl<'a> Market<'a> {
    fn new(judge: &'a Judge<'a>) -> Self {
        let (gives, gets) = (judge.view.hand.kinds(), trade::wanted(judge.params, &judge.view.public));
        let me = judge.view.viewer;
        let (got, kept) = judge.got_and_held(me);
        Self { judge, kept, now: judge.wanted_now(me, gets, &got), gives, gets, rivalry: judge.rivalry() }
    }

    #[inline]
    fn partner(&self, seat: Seat) -> Partner<'_> {
        let Self { judge, kept, now, rivalry, .. } = self;
        let (got, held) = judge.got_and_held(seat);
        let given = judge.given(seat, held);
        let shared = f64x4::splat(1.0 - rivalry);
        let surplus = |to: f64x4, from: f64x4| (to - from) * shared;
        let (sale, purchase) = (got.with(kept, surplus), now.with(&given, surplus));
        let purchases = purchase.at_least(2.0 * judge.weights.margin - ROUNDING);
        Partner { market: self, seat, got, given, sale, purchase, purchases }
    }
}

/// One to trade with. What a card must bring who gives it, and may cost who gets it, holds the other's gain
/// against one's own, by a dollar as well as by a card ([`Partner::weigh`]).
struct Partner<'a> {
    market: &'a Market<'a>,
    seat: Seat,
    /// The worth to it of a card of each kind.
    got: Row,
    /// The cost to the partner of giving one.
    given: Row,
    /// The gain of both together if it gets a card of the viewer's, whatever is paid.
    sale: Row,
    /// Their gain if the viewer gets one.
    purchase: Row,
    /// The kinds of which both can gain enough by that.
    purchases: Kinds,
}

impl Partner<'_> {
    /// Returns what a price counts for: who pays loses it, and sees the other gain it.
    #[inline]
    fn weigh(&self, price: f64) -> f64 {
        price * (1.0 + self.market.rivalry)
    }

    /// Returns what the viewer must get for a card of its own.
    #[inline]
    fn asked(&self, give: Kind) -> f64 {
        self.market.kept[give] + self.got[give] * self.market.rivalry
    }

    /// Returns what the partner may pay for it.
    #[inline]
    fn paid(&self, give: Kind) -> f64 {
        self.got[give] + self.market.kept[give] * self.market.rivalry
    }

    /// Returns what the partner must get for a card of its own.
    #[inline]
    fn demanded(&self, get: Kind) -> f64 {
        self.given[get] + self.market.now[get] * self.market.rivalry
    }

    /// Returns what the viewer may pay for it.
    #[inline]
    fn offered(&self, get: Kind) -> f64 {
        self.market.now[get] + self.given[get] * self.market.rivalry
    }

    /// Returns what an offer brings the viewer, its proposer, times the chance that it is taken.
    fn plan(&self, kind: OfferKind, give: Kind, get: Kind, cash: f64) -> f64 {
        let judge = self.market.judge;
        let margin = judge.weights.margin;
        let cash = self.weigh(cash);
        let (mine, theirs) = match kind {
            OfferKind::Sell => (cash - self.asked(give), self.paid(give) - cash),
            OfferKind::Buy => (self.offered(get) - cash, cash - self.demanded(get)),
            OfferKind::Swap => {
                (self.offered(get) - self.asked(give) - cash, self.paid(give) - self.demanded(get) + cash)
            }
        };
        if theirs < margin || mine < margin {
            return HOPELESS;
        }
        if kind == OfferKind::Sell { mine } else { mine * judge.holds(self.seat, get) }
    }

    /// Returns the cash that an offer is best made with, if that brings anything.
    fn cash(&self, offer: Offer) -> Option<Action> {
        let judge = self.market.judge;
        let mut best = Best::NONE;
        for cash in trade::cash_values(judge.params, &judge.view.public, offer) {
            best.emit(self.plan(offer.kind, offer.give, offer.get, f64::from(cash)), cash);
        }
        best.alone.map(Action::TradeCash)
    }

    /// Returns the best that an offer of one of the first kinds for one of the others can bring.
    #[inline]
    fn best(&self, kind: OfferKind, gives: Kinds, gets: Kinds) -> f64 {
        match kind {
            OfferKind::Sell => self.best_sale(gives),
            _ if self.market.judge.view.public.hand[self.seat] == 0 => HOPELESS,
            OfferKind::Buy => self.best_purchase(gets),
            OfferKind::Swap => self.best_swap(gives, gets),
        }
    }

    /// Returns the best of selling at the highest price that the partner gains by.
    fn best_sale(&self, gives: Kinds) -> f64 {
        let judge = self.market.judge;
        let margin = judge.weights.margin;
        let money = self.weigh(judge.view.public.money[self.seat] as f64);
        let mut best = HOPELESS;
        for give in gives.and(self.sale.at_least(2.0 * margin - ROUNDING)) {
            let prices = judge.params.trade.prices.iter().map(|&price| self.weigh(price as f64));
            let most = (self.paid(give) - margin).min(money);
            let price = prices.take_while(|&price| price <= most).last();
            let gain = price.map_or(HOPELESS, |price| price - self.asked(give));
            best = if gain < margin { best } else { best.max(gain) };
        }
        best
    }

    /// Returns the best of buying at the lowest price that the partner gains by.
    fn best_purchase(&self, gets: Kinds) -> f64 {
        let judge = self.market.judge;
        let margin = judge.weights.margin;
        let money = self.weigh(judge.view.public.money[judge.view.viewer] as f64);
        let mut best = HOPELESS;
        for get in gets.and(self.purchases) {
            let (demanded, offered) = (self.demanded(get) + margin, self.offered(get));
            let mut prices = judge.params.trade.prices.iter().map(|&price| self.weigh(price as f64));
            let price = prices.find(|&price| price >= demanded);
            if let Some(price) = price
                && price <= money
                && price <= offered - margin
            {
                best = best.max((offered - price) * judge.holds(self.seat, get));
            }
        }
        best
    }

    /// Returns the best of swapping without cash: the amount is chosen last.
    fn best_swap(&self, gives: Kinds, gets: Kinds) -> f64 {
        let judge = self.market.judge;
        let margin = judge.weights.margin;
        let both = 2.0 * margin - ROUNDING;
        let mut best = HOPELESS;
        for give in gives.and(self.sale.at_least(both - self.purchase.greatest())) {
            let (asked, paid) = (self.asked(give), self.paid(give));
            for get in gets.without(Kinds::one(give)).and(self.purchase.at_least(both - self.sale[give])) {
                let offered = self.offered(get);
                if offered >= asked + margin && self.demanded(get) <= paid - margin {
                    best = best.max((offered - asked) * judge.holds(self.seat, get));
                }
            }
        }
        best
    }
}

/// Returns the place of an offer's kind among the three.
const fn place(action: Action) -> Option<usize> {
    match action {
        Action::Sell => Some(0),
        Action::Buy => Some(1),
        Action::Swap => Some(2),
        _ => None,
    }
}

/// Returns what the best offer of each kind brings, and to whom it goes: one look at each seat for all kinds.
fn offers(market: &Market<'_>, sells: bool) -> [Best<Seat>; 3] {
    let Market { judge, gives, gets, .. } = *market;
    let mut best = [Best::NONE; 3];
    for other in judge.view.viewer.others(judge.params.seats) {
        let has_card = judge.view.public.hand[other] > 0;
        if !sells && !has_card {
            continue;
        }
        let partner = market.partner(other);
        if sells {
            best[0].emit(partner.best_sale(gives), other);
        }
        if has_card {
            best[1].emit(partner.best_purchase(gets), other);
            best[2].emit(partner.best_swap(gives, gets), other);
        }
    }
    best
}

/// Scores what each of a proposer's choices brings; and what it chooses next, if that is clear.
pub(super) fn propose(judge: &Judge<'_>, legal: &[Action], scores: &mut Scores<Action>) {
    let market = &Market::new(judge);
    let offer = judge.view.public.offer;
    if judge.view.public.phase == Phase::TradeKind {
        let best = offers(market, legal.contains(&Action::Sell));
        scores.extend(legal.iter().map(|&action| place(action).map_or(0.0, |kind| best[kind].gain)));
        if scores.is_of_best() {
            let partner = |&action: &Action| best[place(action)?].alone.map(Action::TradePartner);
            scores.plans.extend(legal.iter().map(partner));
        }
        return;
    }
    let known = market.partner(offer.partner);
    let given = if offer.kind == OfferKind::Buy { market.gives } else { Kinds::one(offer.give) };
    let bring = |&action: &Action| match action {
        Action::TradePartner(seat) => market.partner(seat).best(offer.kind, market.gives, market.gets),
        Action::TradeGive(card) => known.best(offer.kind, Kinds::one(card), market.gets),
        Action::TradeGet(card) => known.best(offer.kind, given, Kinds::one(card)),
        Action::TradeCash(cash) => known.plan(offer.kind, offer.give, offer.get, f64::from(cash)),
        _ => 0.0,
    };
    let mut best = Best::NONE;
    for (i, action) in legal.iter().enumerate() {
        let gain = bring(action);
        scores.push(gain);
        best.emit(gain, i);
    }
    if scores.is_of_best()
        && let Some(i) = best.alone
    {
        scores.plans.resize(legal.len(), None);
        // The cash is named after the last card.
        scores.plans[i] = match legal[i] {
            Action::TradeGive(give) if offer.kind == OfferKind::Sell => known.cash(Offer { give, ..offer }),
            Action::TradeGet(get) => known.cash(Offer { get, ..offer }),
            _ => None,
        };
    }
}

/// The weight of a better price that the proposer is expected to accept against the one that is on the table.
const CREDIT: f64 = 0.8;

/// The gain of both sides by an offer before its cash is paid.
struct Deal {
    proposer: f64,
    partner: f64,
    /// 1 where the proposer pays the cash, -1 where the partner does.
    sign: f64,
    rivalry: f64,
}

impl Deal {
    fn of(judge: &Judge<'_>) -> Self {
        let Offer { kind, proposer, partner, give, get, .. } = judge.view.public.offer;
        let (mut one, mut other) = (0.0, 0.0);
        if kind != OfferKind::Buy {
            one -= judge.held(proposer)[give];
            other += judge.got(partner)[give];
        }
        if kind != OfferKind::Sell {
            one += judge.wanted_now(proposer, Kinds::one(get), &judge.got(proposer))[get];
            other -= judge.given(partner, judge.held(partner))[get];
        }
        let sign = if kind == OfferKind::Sell { -1.0 } else { 1.0 };
        Self { proposer: one, partner: other, sign, rivalry: judge.rivalry() }
    }

    /// Returns what proposer and partner get with this cash, each one's gain held against the other.
    fn at(&self, cash: i32) -> (f64, f64) {
        let paid = self.sign * f64::from(cash);
        let (one, other) = (self.proposer - paid, self.partner + paid);
        (one - self.rivalry * other, other - self.rivalry * one)
    }
}

/// Scores what each answer brings. Other cash is named only where the proposer gains by it as well: a counter-offer that
/// is refused ends the talk.
pub(super) fn respond(judge: &Judge<'_>, legal: &[Action], scores: &mut Vec<f64>) {
    let offer = judge.view.public.offer;
    let proposes = judge.view.viewer == offer.proposer;
    let margin = judge.weights.margin;
    let deal = Deal::of(judge);
    scores.extend(legal.iter().map(|&action| match action {
        Action::Accept => {
            let (proposer, partner) = deal.at(offer.cash);
            if proposes { proposer - 0.5 * margin } else { partner - 0.5 * margin }
        }
        Action::CounterCash(cash) => match deal.at(cash) {
            (proposer, partner) if proposer >= margin => CREDIT * partner,
            _ => HOPELESS,
        },
        _ => 0.0,
    }));
}
