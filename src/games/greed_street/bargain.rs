//! Judging trades: what a card is worth to whom, and which offers are likely to be taken.

use crate::model::Seat;

use super::action::Action;
use super::appeal::Judge;
use super::cards::{KINDS, Kind, Kinds};
use super::event::OfferKind;
use super::phase::{Phase, Window};
use super::trade;

/// How much a refused offer weighs against none: it costs nothing but talk.
const HOPELESS: f64 = -1.0;

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

    /// What a card is worth to the viewer at once, in the window that is open.
    fn wanted_now(&self, kind: Kind) -> f64 {
        let public = &self.view.public;
        let me = self.view.viewer;
        let money = public.money[me] as f64;
        let kept = self.card(me, kind);
        let now = match public.window {
            Window::TurnStart => kept,
            Window::BeforeCop => -self.square_value(),
            Window::BeforePay => (self.rules.prices[usize::from(public.worker)] as f64).min(money),
            Window::BeforeRecruit => {
                let held = self.view.hand.kinds().and(Kinds::RECRUIT);
                let bonus: i64 =
                    held.map(|k| i64::from(self.view.hand[k]) * self.rules.points[k.index()]).sum();
                self.recruit_gain(bonus, kind) + if kind.is_bling() { kept } else { 0.0 }
            }
            Window::BeforeFight => {
                let points = self.rules.points[kind.index()];
                (self.rules.odds.lead(points) - self.rules.odds.lead(0)) * self.stake()
            }
        };
        now.max(kept)
    }

    /// What an offer brings the viewer, its proposer, times the chance that it is taken.
    fn plan(&self, kind: OfferKind, partner: Seat, give: Kind, get: Kind, cash: f64) -> f64 {
        let me = self.view.viewer;
        let margin = self.weights.margin;
        let (mine, theirs, chance) = match kind {
            OfferKind::Sell => (cash - self.card(me, give), self.card(partner, give) - cash, 1.0),
            OfferKind::Buy => {
                (self.wanted_now(get) - cash, cash - self.card(partner, get), self.holds(partner, get))
            }
            OfferKind::Swap => (
                self.wanted_now(get) - self.card(me, give) - cash,
                self.card(partner, give) - self.card(partner, get) + cash,
                self.holds(partner, get),
            ),
        };
        if theirs < margin || mine < margin { HOPELESS } else { mine * chance }
    }

    /// The best that an offer with these parts fixed can bring.
    fn best(&self, kind: OfferKind, partner: Option<Seat>, give: Option<Kind>, get: Option<Kind>) -> f64 {
        let me = self.view.viewer;
        let gives = give.map_or_else(|| self.view.hand.kinds(), Kinds::only);
        let gets = get.map_or_else(|| trade::wanted(self.rules, &self.view.public), Kinds::only);
        let mut partners = me.others(self.rules.seats).filter(|&other| partner.is_none_or(|p| p == other));
        match kind {
            OfferKind::Sell => self.best_sale(&mut partners, gives),
            OfferKind::Buy => self.best_purchase(&mut partners, gets),
            OfferKind::Swap => self.best_swap(&mut partners, gives, gets),
        }
    }

    /// Sell at the highest price that the partner gains by.
    fn best_sale(&self, partners: &mut dyn Iterator<Item = Seat>, gives: Kinds) -> f64 {
        let public = &self.view.public;
        let margin = self.weights.margin;
        let kept = self.each(gives, |kind| self.card(self.view.viewer, kind));
        let mut best = HOPELESS;
        for other in partners {
            let money = public.money[other] as f64;
            for give in gives {
                let limit = (self.card(other, give) - margin).min(money);
                let prices = self.rules.trade.prices.iter().map(|&price| price as f64);
                if let Some(price) = prices.take_while(|&price| price <= limit).last()
                    && price - kept[give.index()] >= margin
                {
                    best = best.max(price - kept[give.index()]);
                }
            }
        }
        best
    }

    /// Buy at the lowest price that the partner gains by.
    fn best_purchase(&self, partners: &mut dyn Iterator<Item = Seat>, gets: Kinds) -> f64 {
        let public = &self.view.public;
        let margin = self.weights.margin;
        let money = public.money[self.view.viewer] as f64;
        let now = self.each(gets, |kind| self.wanted_now(kind));
        let mut best = HOPELESS;
        for other in partners.filter(|&other| public.hand[other] > 0) {
            for get in gets {
                let least = self.card(other, get) + margin;
                let limit = (now[get.index()] - margin).min(money);
                if least > limit {
                    continue;
                }
                let mut prices = self.rules.trade.prices.iter().map(|&price| price as f64);
                if let Some(price) = prices.find(|&price| price >= least && price <= limit) {
                    best = best.max((now[get.index()] - price) * self.holds(other, get));
                }
            }
        }
        best
    }

    /// Swap without cash: the amount is chosen last.
    fn best_swap(&self, partners: &mut dyn Iterator<Item = Seat>, gives: Kinds, gets: Kinds) -> f64 {
        let public = &self.view.public;
        let margin = self.weights.margin;
        let kept = self.each(gives, |kind| self.card(self.view.viewer, kind));
        let now = self.each(gets, |kind| self.wanted_now(kind));
        let mut best = HOPELESS;
        for other in partners.filter(|&other| public.hand[other] > 0) {
            let theirs = self.each(Kinds(gives.0 | gets.0), |kind| self.card(other, kind));
            for give in gives {
                for get in gets.without(give) {
                    let mine = now[get.index()] - kept[give.index()];
                    if mine >= margin && theirs[give.index()] - theirs[get.index()] >= margin {
                        best = best.max(mine * self.holds(other, get));
                    }
                }
            }
        }
        best
    }

    /// A number for each kind of the set.
    #[expect(clippy::unused_self, reason = "reads like the judgements it is used with")]
    fn each(&self, kinds: Kinds, worth: impl Fn(Kind) -> f64) -> [f64; KINDS] {
        let mut all = [0.0; KINDS];
        for kind in kinds {
            all[kind.index()] = worth(kind);
        }
        all
    }
}

/// What a step of an offer brings.
pub(super) fn score(judge: &Judge<'_>, action: Action) -> f64 {
    let offer = judge.view.public.offer;
    let (kind, partner) = (offer.kind, Some(offer.partner));
    let given = (kind != OfferKind::Buy).then_some(offer.give);
    match action {
        Action::Sell => judge.best(OfferKind::Sell, None, None, None),
        Action::Buy => judge.best(OfferKind::Buy, None, None, None),
        Action::Swap => judge.best(OfferKind::Swap, None, None, None),
        Action::TradePartner(seat) => judge.best(kind, Some(seat), None, None),
        Action::TradeGive(card) => judge.best(kind, partner, Some(card), None),
        Action::TradeGet(card) => judge.best(kind, partner, given, Some(card)),
        Action::TradeCash(cash) => judge.plan(kind, offer.partner, offer.give, offer.get, f64::from(cash)),
        Action::CounterCash(cash) => {
            // The proposer thinks of its own gain, and may have more at stake than can be seen.
            let gain = gain(judge, f64::from(cash));
            if gain < judge.weights.margin { HOPELESS } else { 0.3 * gain }
        }
        _ => 0.0,
    }
}

/// What the offer brings the viewer with this cash.
fn gain(judge: &Judge<'_>, cash: f64) -> f64 {
    let offer = judge.view.public.offer;
    let me = judge.view.viewer;
    if me == offer.proposer {
        return match offer.kind {
            OfferKind::Sell => cash - judge.card(me, offer.give),
            OfferKind::Buy => judge.wanted_now(offer.get) - cash,
            OfferKind::Swap => judge.wanted_now(offer.get) - judge.card(me, offer.give) - cash,
        };
    }
    match offer.kind {
        OfferKind::Sell => judge.card(me, offer.give) - cash,
        OfferKind::Buy => cash - judge.card(me, offer.get),
        OfferKind::Swap => judge.card(me, offer.give) - judge.card(me, offer.get) + cash,
    }
}

/// What accepting or refusing the offer, or the counter-offer, brings.
pub(super) fn answer(judge: &Judge<'_>, yes: bool) -> f64 {
    debug_assert!(matches!(judge.view.public.phase, Phase::TradeAnswer | Phase::TradeReply));
    if yes { gain(judge, f64::from(judge.view.public.offer.cash)) - judge.weights.margin * 0.5 } else { 0.0 }
}
