//! Judging trades: what a card is worth to whom, and which offers are likely to be taken.
//!
//! A dollar that another gains weighs against one's own ([`Judge::rivalry`]): with worths `s` to the seller and
//! `b` to the buyer and that weight `r`, the seller gains by prices above `(s + r b) / (1 + r)` and the buyer by
//! those below `(b + r s) / (1 + r)`. A proposer offers the price of the grid that is best for it and still
//! leaves its partner the margin; a partner names other cash by the same reckoning, or accepts. At two seats
//! there is nothing that both gain by, so nothing is traded.

use wide::f64x4;

use ludometer_model::Seat;

use super::action::Action;
use super::appeal::Judge;
use super::cards::{KINDS, Kind, Kinds};
use super::event::OfferKind;
use super::phase::{Phase, Window};
use super::row::Row;
use super::trade;

/// How much a refused offer weighs against none: it costs nothing but talk.
pub(super) const HOPELESS: f64 = -1.0;

impl Judge<'_> {
    /// The chance that this seat holds a card of this kind.
    fn holds(&self, seat: Seat, kind: Kind) -> f64 {
        let public = &self.view.public;
        if public.known[seat].has(kind) {
            return 1.0;
        }
        let own = self.view.hand[kind] + self.view.placed[kind];
        let left = f64::from(self.rules.deck[kind].saturating_sub(own));
        let hidden = (self.rules.deck.total() - self.view.hand.total()).max(1) as f64;
        1.0 - (1.0 - (left / hidden).min(1.0)).powi(i32::from(public.hand[seat]))
    }

    /// What cards of these kinds are worth to the seat at once, in the window that is open; `kept` is what
    /// they are worth to it later.
    pub(super) fn wanted_now(&self, seat: Seat, kinds: Kinds, kept: &Row) -> Row {
        let public = &self.view.public;
        let money = public.money[seat] as f64;
        let all = |now: f64| kept.map(|kept| f64x4::splat(now).fast_max(kept));
        let each = |now: &dyn Fn(Kind) -> f64| {
            let mut row = [0.0; KINDS];
            kinds.for_each(|kind| row[kind.index()] = now(kind).max(kept[kind]));
            Row::new(|i| row[i])
        };
        match public.window {
            Window::TurnStart => *kept,
            Window::BeforeCop => all(-self.square_value(seat)),
            Window::BeforePay => all((self.rules.prices[usize::from(public.worker)] as f64).min(money)),
            Window::BeforeRecruit => {
                let cards = if seat == self.view.viewer { &self.view.hand } else { &public.known[seat] };
                let held = cards.kinds().and(Kinds::RECRUIT);
                let bonus: i64 = held.map(|k| i64::from(cards[k]) * self.rules.points[k.index()]).sum();
                let gain = self.recruit_gain(bonus);
                each(&|kind| gain(kind) + if kind.is_bling() { kept[kind] } else { 0.0 })
            }
            Window::BeforeFight => kept.with(&self.armed(), f64x4::fast_max),
        }
    }

    /// What a dollar that one opponent gains weighs against one's own. By default the others' gain counts once,
    /// shared out among them: who trades gains on those who don't.
    #[inline]
    pub(super) fn rivalry(&self) -> f64 {
        self.weights.rivals / (self.rules.seats - 1) as f64
    }

    /// What each kind of card costs this seat if it gives one to the proposer: what the card is worth to it,
    /// and what the proposer does with the card to this seat.
    pub(super) fn given(&self, seat: Seat) -> Row {
        let public = &self.view.public;
        let held = self.held(seat);
        match public.window {
            Window::BeforePay if public.owner(usize::from(public.worker)) == Some(seat) => {
                let rent = self.rules.prices[usize::from(public.worker)].min(public.money[public.active]);
                held.map(|held| held + f64x4::splat(rent as f64))
            }
            Window::BeforeFight if seat == public.side(1 - public.acting()) => {
                held.with(&self.armed(), |held, armed| held + armed)
            }
            _ => held,
        }
    }

    /// What a card of each kind adds to the prospects of a fight that is even without it.
    fn armed(&self) -> Row {
        let (even, stake) = (self.rules.odds.lead(0), self.stake());
        Row::new(|kind| (self.rules.odds.lead(self.rules.points[kind]) - even) * stake)
    }
}

/// What a proposer reckons with: what cards are worth to it.
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
        let (gives, gets) = (judge.view.hand.kinds(), trade::wanted(judge.rules, &judge.view.public));
        let me = judge.view.viewer;
        let now = judge.wanted_now(me, gets, &judge.got(me));
        Self { judge, kept: judge.held(me), now, gives, gets, rivalry: judge.rivalry() }
    }

    #[inline]
    fn partner(&self, seat: Seat) -> Partner<'_> {
        let Self { judge, kept, now, rivalry, .. } = self;
        let against = |mine: f64x4, theirs: f64x4| mine + theirs * f64x4::splat(*rivalry);
        let (got, held) = (judge.got(seat), judge.given(seat));
        Partner {
            market: self,
            seat,
            asked: kept.with(&got, against),
            paid: got.with(kept, against),
            demanded: held.with(now, against),
            offered: now.with(&held, against),
        }
    }
}

/// One to trade with, and what each kind of card must bring who gives it, and may cost who gets it: in both the
/// other's gain is held against one's own, by a dollar as well as by a card ([`Partner::weigh`]).
struct Partner<'a> {
    market: &'a Market<'a>,
    seat: Seat,
    /// What the viewer must get for a card of its own.
    asked: Row,
    /// What the partner may pay for it.
    paid: Row,
    /// What the partner must get for a card of its own.
    demanded: Row,
    /// What the viewer may pay for it.
    offered: Row,
}

impl Partner<'_> {
    /// What a price counts for against the rows: who pays loses it, and sees the other gain it.
    #[inline]
    fn weigh(&self, price: f64) -> f64 {
        price * (1.0 + self.market.rivalry)
    }

    /// What an offer brings the viewer, its proposer, times the chance that it is taken.
    fn plan(&self, kind: OfferKind, give: Kind, get: Kind, cash: f64) -> f64 {
        let judge = self.market.judge;
        let margin = judge.weights.margin;
        let cash = self.weigh(cash);
        let (mine, theirs) = match kind {
            OfferKind::Sell => (cash - self.asked[give], self.paid[give] - cash),
            OfferKind::Buy => (self.offered[get] - cash, cash - self.demanded[get]),
            OfferKind::Swap => {
                (self.offered[get] - self.asked[give] - cash, self.paid[give] - self.demanded[get] + cash)
            }
        };
        if theirs < margin || mine < margin {
            return HOPELESS;
        }
        if kind == OfferKind::Sell { mine } else { mine * judge.holds(self.seat, get) }
    }

    /// The best that an offer of one of the first kinds for one of the others can bring.
    #[inline]
    fn best(&self, kind: OfferKind, gives: Kinds, gets: Kinds) -> f64 {
        match kind {
            OfferKind::Sell => self.best_sale(gives),
            _ if self.market.judge.view.public.hand[self.seat] == 0 => HOPELESS,
            OfferKind::Buy => self.best_purchase(gets),
            OfferKind::Swap => self.best_swap(gives, gets),
        }
    }

    /// Sell at the highest price that the partner gains by.
    fn best_sale(&self, gives: Kinds) -> f64 {
        let judge = self.market.judge;
        let margin = judge.weights.margin;
        let money = self.weigh(judge.view.public.money[self.seat] as f64);
        let both = self.paid.with(&self.asked, |paid, asked| paid - asked).at_least(2.0 * margin);
        let mut best = HOPELESS;
        for give in gives.and(both) {
            let prices = judge.rules.trade.prices.iter().map(|&price| self.weigh(price as f64));
            let most = (self.paid[give] - margin).min(money);
            let price = prices.take_while(|&price| price <= most).last();
            let gain = price.map_or(HOPELESS, |price| price - self.asked[give]);
            best = if gain < margin { best } else { best.max(gain) };
        }
        best
    }

    /// Buy at the lowest price that the partner gains by.
    fn best_purchase(&self, gets: Kinds) -> f64 {
        let judge = self.market.judge;
        let margin = judge.weights.margin;
        let money = self.weigh(judge.view.public.money[judge.view.viewer] as f64);
        let both = self.offered.with(&self.demanded, |most, least| most - least).at_least(2.0 * margin);
        let mut best = HOPELESS;
        for get in gets.and(both) {
            let mut prices = judge.rules.trade.prices.iter().map(|&price| self.weigh(price as f64));
            let price = prices.find(|&price| price >= self.demanded[get] + margin);
            if let Some(price) = price
                && price <= money
                && price <= self.offered[get] - margin
            {
                best = best.max((self.offered[get] - price) * judge.holds(self.seat, get));
            }
        }
        best
    }

    /// Swap without cash: the amount is chosen last.
    fn best_swap(&self, gives: Kinds, gets: Kinds) -> f64 {
        let judge = self.market.judge;
        let margin = judge.weights.margin;
        let mut best = HOPELESS;
        for give in gives {
            let mine = self.offered.at_least(self.asked[give] + margin);
            let theirs = self.demanded.at_most(self.paid[give] - margin);
            for get in gets.without(give).and(mine).and(theirs) {
                best = best.max((self.offered[get] - self.asked[give]) * judge.holds(self.seat, get));
            }
        }
        best
    }
}

/// What each of a proposer's choices brings.
pub(super) fn propose(judge: &Judge<'_>, legal: &[Action], scores: &mut Vec<f64>) {
    let view = judge.view;
    let offer = view.public.offer;
    let market = &Market::new(judge);
    if view.public.phase == Phase::TradeKind {
        // One look at each seat for all kinds of offers.
        let [mut sell, mut buy, mut swap] = [HOPELESS; 3];
        let sells = legal.contains(&Action::Sell);
        for other in view.viewer.others(judge.rules.seats) {
            let partner = market.partner(other);
            let best = |kind| partner.best(kind, market.gives, market.gets);
            if sells {
                sell = sell.max(best(OfferKind::Sell));
            }
            buy = buy.max(best(OfferKind::Buy));
            swap = swap.max(best(OfferKind::Swap));
        }
        scores.extend(legal.iter().map(|&action| match action {
            Action::Sell => sell,
            Action::Buy => buy,
            Action::Swap => swap,
            _ => 0.0,
        }));
        return;
    }
    let known = market.partner(offer.partner);
    let given = if offer.kind == OfferKind::Buy { market.gives } else { Kinds::only(offer.give) };
    scores.extend(legal.iter().map(|&action| match action {
        Action::TradePartner(seat) => market.partner(seat).best(offer.kind, market.gives, market.gets),
        Action::TradeGive(card) => known.best(offer.kind, Kinds::only(card), market.gets),
        Action::TradeGet(card) => known.best(offer.kind, given, Kinds::only(card)),
        Action::TradeCash(cash) => known.plan(offer.kind, offer.give, offer.get, f64::from(cash)),
        _ => 0.0,
    }));
}
