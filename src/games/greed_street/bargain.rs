//! Judging trades: what a card is worth to whom, and which offers are likely to be taken.

use std::ops::Index;

use wide::f64x4;

use crate::model::Seat;

use super::action::Action;
use super::appeal::{Judge, USE};
use super::cards::{KINDS, Kind, Kinds};
use super::event::OfferKind;
use super::phase::{Phase, Window};
use super::trade;

/// How much a refused offer weighs against none: it costs nothing but talk.
const HOPELESS: f64 = -1.0;

/// A number for each kind, four of them side by side.
#[derive(Clone, Copy)]
struct Row([f64x4; KINDS / 4]);

impl Row {
    fn new(of: impl Fn(usize) -> f64) -> Self {
        Self(std::array::from_fn(|i| f64x4::from(std::array::from_fn::<f64, 4, _>(|k| of(4 * i + k)))))
    }

    #[inline]
    fn map(&self, to: impl Fn(f64x4) -> f64x4) -> Self {
        Self(self.0.map(to))
    }

    /// The kinds whose number here is not below the one there. All are compared at once: by which of them a
    /// seat gains is for chance to say, and a loop over them would be a branch for each.
    #[inline]
    fn no_less(&self, than: &Self) -> Kinds {
        let four = |i: usize| (self.0[i].simd_ge(than.0[i]).to_bitmask() as u16) << (4 * i);
        Kinds(four(0) | four(1) | four(2))
    }
}

impl Index<Kind> for Row {
    type Output = f64;
    #[inline]
    fn index(&self, kind: Kind) -> &f64 {
        &self.0[kind.index() / 4].as_array()[kind.index() % 4]
    }
}

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

    /// What each kind of card is worth to this seat, as [`Judge::card`] has it.
    #[inline]
    fn cards(&self, seat: Seat) -> Row {
        let (ahead, armed) = (self.ahead(seat), self.armed(seat));
        Row::new(|i| {
            let ahead = if Kinds::WEAPONS.contains(Kind::new(i)) { armed } else { ahead };
            self.rules.dollars[i] + self.weights.usage * USE[i] * ahead
        })
    }

    /// What cards of these kinds are worth to the viewer at once, in the window that is open; `kept` is what
    /// they are worth to it later.
    fn wanted_now(&self, kinds: Kinds, kept: &Row) -> Row {
        let public = &self.view.public;
        let money = public.money[self.view.viewer] as f64;
        let all = |now: f64| kept.map(|kept| f64x4::splat(now).fast_max(kept));
        let each = |now: &dyn Fn(Kind) -> f64| {
            let mut row = [0.0; KINDS];
            kinds.for_each(|kind| row[kind.index()] = now(kind).max(kept[kind]));
            Row::new(|i| row[i])
        };
        match public.window {
            Window::TurnStart => *kept,
            Window::BeforeCop => all(-self.square_value()),
            Window::BeforePay => all((self.rules.prices[usize::from(public.worker)] as f64).min(money)),
            Window::BeforeRecruit => {
                let held = self.view.hand.kinds().and(Kinds::RECRUIT);
                let bonus: i64 =
                    held.map(|k| i64::from(self.view.hand[k]) * self.rules.points[k.index()]).sum();
                let gain = self.recruit_gain(bonus);
                each(&|kind| gain(kind) + if kind.is_bling() { kept[kind] } else { 0.0 })
            }
            Window::BeforeFight => {
                let (even, stake) = (self.rules.odds.lead(0), self.stake());
                each(&|kind| (self.rules.odds.lead(self.rules.points[kind.index()]) - even) * stake)
            }
        }
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
}

impl<'a> Market<'a> {
    fn new(judge: &'a Judge<'a>) -> Self {
        let (gives, gets) = (judge.view.hand.kinds(), trade::wanted(judge.rules, &judge.view.public));
        let kept = judge.cards(judge.view.viewer);
        Self { judge, kept, now: judge.wanted_now(gets, &kept), gives, gets }
    }

    fn partner(&self, seat: Seat) -> Partner<'_> {
        Partner { market: self, seat, worth: self.judge.cards(seat) }
    }
}

/// One to trade with.
struct Partner<'a> {
    market: &'a Market<'a>,
    seat: Seat,
    /// What cards are worth to it.
    worth: Row,
}

impl Partner<'_> {
    /// What an offer brings the viewer, its proposer, times the chance that it is taken.
    fn plan(&self, kind: OfferKind, give: Kind, get: Kind, cash: f64) -> f64 {
        let Market { judge, kept, now, .. } = self.market;
        let margin = judge.weights.margin;
        let (mine, theirs, chance) = match kind {
            OfferKind::Sell => (cash - kept[give], self.worth[give] - cash, 1.0),
            OfferKind::Buy => (now[get] - cash, cash - self.worth[get], judge.holds(self.seat, get)),
            OfferKind::Swap => (
                now[get] - kept[give] - cash,
                self.worth[give] - self.worth[get] + cash,
                judge.holds(self.seat, get),
            ),
        };
        if theirs < margin || mine < margin { HOPELESS } else { mine * chance }
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
        let Market { judge, kept, .. } = self.market;
        let margin = judge.weights.margin;
        let money = f64x4::splat(judge.view.public.money[self.seat] as f64);
        let limits = self.worth.map(|worth| (worth - margin).fast_min(money));
        let gains = Row(std::array::from_fn(|i| limits.0[i] - kept.0[i]));
        let mut best = HOPELESS;
        for give in gives.and(gains.no_less(&Row::new(|_| margin))) {
            let prices = judge.rules.trade.prices.iter().map(|&price| price as f64);
            if let Some(price) = prices.take_while(|&price| price <= limits[give]).last()
                && price - kept[give] >= margin
            {
                best = best.max(price - kept[give]);
            }
        }
        best
    }

    /// Buy at the lowest price that the partner gains by.
    fn best_purchase(&self, gets: Kinds) -> f64 {
        let Market { judge, now, .. } = self.market;
        let margin = judge.weights.margin;
        let money = f64x4::splat(judge.view.public.money[judge.view.viewer] as f64);
        let least = self.worth.map(|worth| worth + margin);
        let limits = now.map(|now| (now - margin).fast_min(money));
        let mut best = HOPELESS;
        for get in gets.and(limits.no_less(&least)) {
            let mut prices = judge.rules.trade.prices.iter().map(|&price| price as f64);
            if let Some(price) = prices.find(|&price| price >= least[get])
                && price <= limits[get]
            {
                best = best.max((now[get] - price) * judge.holds(self.seat, get));
            }
        }
        best
    }

    /// Swap without cash: the amount is chosen last.
    fn best_swap(&self, gives: Kinds, gets: Kinds) -> f64 {
        let Market { judge, kept, now, .. } = self.market;
        let margin = Row::new(|_| judge.weights.margin);
        let mut best = HOPELESS;
        for give in gives {
            let mine = now.map(|now| now - kept[give]);
            let theirs = self.worth.map(|worth| self.worth[give] - worth);
            let both = mine.no_less(&margin).and(theirs.no_less(&margin));
            for get in gets.without(give).and(both) {
                best = best.max(mine[get] * judge.holds(self.seat, get));
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

/// What another price than the one offered brings its partner.
pub(super) fn counter(judge: &Judge<'_>, cash: i32) -> f64 {
    // The proposer thinks of its own gain, and may have more at stake than can be seen.
    let gain = gain(judge, f64::from(cash));
    if gain < judge.weights.margin { HOPELESS } else { 0.3 * gain }
}

/// What the offer brings the viewer with this cash.
fn gain(judge: &Judge<'_>, cash: f64) -> f64 {
    let offer = judge.view.public.offer;
    let me = judge.view.viewer;
    if me == offer.proposer {
        let now = || judge.wanted_now(Kinds::only(offer.get), &judge.cards(me))[offer.get];
        return match offer.kind {
            OfferKind::Sell => cash - judge.card(me, offer.give),
            OfferKind::Buy => now() - cash,
            OfferKind::Swap => now() - judge.card(me, offer.give) - cash,
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

#[cfg(test)]
mod tests {
    use super::super::GreedStreet;
    use super::super::appeal::{WEIGHTS, Weights};
    use super::*;
    use crate::games::Playable;
    use crate::model::{Game, Rng, RuleSet, Silent};

    #[test]
    fn rows_are_compared_kind_by_kind() {
        let mut rng = Rng::from_words([7, 7, 1]);
        for _ in 0..500 {
            let [a, b] = [(); 2].map(|()| {
                let numbers = [(); KINDS].map(|()| f64::from(rng.below(5)));
                (numbers, Row::new(|i| numbers[i]))
            });
            let no_less = a.1.no_less(&b.1);
            for kind in Kinds::ALL {
                assert_eq!(a.1[kind].to_bits(), a.0[kind.index()].to_bits());
                assert_eq!(no_less.contains(kind), a.0[kind.index()] >= b.0[kind.index()], "{kind}");
            }
        }
    }

    #[test]
    fn a_row_of_cards_is_what_each_card_is_worth() {
        let game = GreedStreet::new(4, &RuleSet::defaults(GreedStreet::schema())).unwrap();
        let mut rng = Rng::from_words([7, 7, 2]);
        let mut state = game.blank();
        let mut weapons = 0;
        for _ in 0..20 {
            game.deal(&mut state, &mut rng, &mut Silent);
            while let Some(seat) = game.to_move(&state) {
                let view = game.view(&state, seat);
                let weights = Weights::new(&WEIGHTS.iter().map(|w| w.default).collect::<Vec<_>>());
                let judge = Judge { rules: game.rules(), view: &view, weights };
                for seat in Seat::all(4) {
                    let row = judge.cards(seat);
                    for kind in Kinds::ALL {
                        assert_eq!(row[kind].to_bits(), judge.card(seat, kind).to_bits(), "{kind} to {seat}");
                    }
                    weapons += u32::from(judge.ahead(seat) < judge.armed(seat));
                }
                let mut legal = Vec::new();
                game.legal(&state, &mut legal);
                let action = legal[rng.index(legal.len())];
                game.apply(&mut state, action, &mut rng, &mut Silent);
            }
        }
        assert!(weapons > 100, "Weapons near Finish were seen {weapons} times");
    }
}
