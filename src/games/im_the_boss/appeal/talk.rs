//! What tokens and promises are worth to those who give and take them.

use super::super::action::{Action, Class, Kind};
use super::super::cards::{Card, face};
use super::super::params::Mode;
use super::Judge;
use super::outlook::{Outlook, Unseen};
use crate::model::Seat;

/// Dollars over which the other side's consent goes from doubtful to likely.
const CONSENT: f64 = 6.0;

fn likely(gain: f64) -> f64 {
    1.0 / (1.0 + (-gain / CONSENT).exp())
}

/// What the maker of an offer has to compare: the deal without it, the deal with a token for
/// nothing, and what its cards could do in either.
struct Stakes {
    without: f64,
    token: Outlook,
    freely: f64,
}

impl Judge<'_> {
    /// How far a promise is believed.
    fn trust(&self) -> f64 {
        match self.game.params.talks.mode {
            Mode::Binding => 1.0,
            Mode::Reputation => self.weights.trust.sqrt(),
            Mode::Free => self.weights.trust,
        }
    }

    /// What a token for this promise is worth to the Boss.
    fn worth_to_boss(&self, outlook: &Outlook, now: f64, seat: Seat, kind: Kind) -> f64 {
        let (boss, i) = (outlook.boss, seat.index());
        let token = outlook.with_token(i);
        let kept = token.with_promise(&self.view.public, i, kind, self.nasty());
        let trust = if kind == Kind::Plain { 1.0 } else { self.trust() };
        let mut worth = kept.aim(boss) - now;
        if trust < 1.0 {
            worth = trust * worth + (1.0 - trust) * (token.aim(boss) - now);
        }
        // Move cards are not in the outlook; that one stays unplayed is worth a little.
        match kind {
            Kind::NoMove | Kind::Discard(Class::Move) => worth + trust,
            _ => worth,
        }
    }

    fn stakes(&self) -> Stakes {
        let outlook = self.own_outlook();
        let me = self.me.index();
        let token = outlook.with_token(me);
        let without = outlook.aim(me) + self.options(&outlook, None);
        let freely = token.aim(me) + self.options(&token, None);
        Stakes { without, token, freely }
    }

    /// What this seat's cards can still add in the deal, one card given away left out.
    fn options(&self, outlook: &Outlook, promised: Option<Kind>) -> f64 {
        let me = self.me.index();
        let public = &self.view.public;
        if !outlook.party[me].active {
            return 0.0;
        }
        let now = outlook.aim(me);
        let own = self.view.hand.of_colour(public.round_colour());
        let spent = |kinds: &[usize]| kinds.iter().any(|&k| promised.is_some_and(|p| p.group() == k));
        let mut sum = 0.0;
        let mut add = |gain: f64, card: Card| sum += (gain - now - self.cost(card)).max(0.0);
        if let Some(f) = (face::PLUS..face::MINUS).rev().find(|&f| own[f] > 0)
            && !(spent(&[1]) && own[..face::MINUS].iter().sum::<u8>() < 2)
        {
            add(outlook.plus(f64::from(public.card(f).value())).aim(me), public.card(f));
        }
        if let Some(f) = (face::MINUS..face::POTA).rev().find(|&f| own[f] > 0)
            && promised != Some(Kind::NoNegative)
            && !matches!(promised, Some(Kind::Lower | Kind::Discard(Class::Minus)))
        {
            add(outlook.plus(f64::from(public.card(f).value())).aim(me), public.card(f));
        }
        let potas = own[face::POTA] + self.view.hand.count(Card::WILD);
        if potas > u8::from(spent(&[3])) && !outlook.party[me].safe {
            let card = if own[face::POTA] > 0 { public.card(face::POTA) } else { Card::WILD };
            add(outlook.with_shares(me, 1.0).aim(me), card);
        }
        let given = matches!(promised, Some(Kind::ReverseOn(_) | Kind::Discard(Class::Reverse)));
        if own[face::REVERSE] > u8::from(given) {
            let spared = promised == Some(Kind::NoReverse);
            let closed = |i: usize| outlook.party[i].safe || (spared && i == outlook.boss);
            let best = (0..outlook.seats).filter(|&i| !closed(i)).map(|i| outlook.turned(i).aim(me));
            add(best.fold(f64::NEG_INFINITY, f64::max), public.card(face::REVERSE));
        }
        0.6 * sum
    }

    /// What a token is worth to this seat at the price of this promise.
    fn worth_to_me(&self, stakes: &Stakes, kind: Kind) -> f64 {
        let public = &self.view.public;
        let me = self.me.index();
        let holds = self.game.can_promise(public, &self.view.hand, kind);
        let binding = self.game.params.talks.mode == Mode::Binding;
        if kind == Kind::Plain {
            return stakes.freely - stakes.without;
        }
        let broken = stakes.freely - self.breach() - stakes.without;
        if !holds {
            return if binding { f64::NEG_INFINITY } else { broken };
        }
        let kept = stakes.token.with_promise(public, me, kind, self.nasty());
        let price = self.card_for(kind).map_or(0.0, |card| self.cost(card).max(0.0));
        let kept = kept.aim(me) + self.options(&kept, Some(kind)) - price - stakes.without;
        if binding { kept } else { kept.max(broken) }
    }

    /// The card that this seat would use to keep the promise: the least worth of those that fit.
    fn card_for(&self, kind: Kind) -> Option<Card> {
        let public = &self.view.public;
        let own = self.view.hand.of_colour(public.round_colour());
        let first = |mut range: std::ops::Range<usize>| range.find(|&f| own[f] > 0).map(|f| public.card(f));
        match kind {
            Kind::Raise(value) => first(face::PLUS + usize::from(value) - 1..face::MINUS),
            Kind::Lower | Kind::Discard(Class::Minus) => first(face::MINUS..face::POTA),
            Kind::PotaBoss => first(face::POTA..face::REVERSE).or(Some(Card::WILD)),
            Kind::ReverseOn(_) | Kind::Discard(Class::Reverse) => first(face::REVERSE..face::MOVE),
            Kind::ClearNegative | Kind::ClearReverse | Kind::Discard(Class::Move) => {
                first(face::MOVE..face::MOVE + 3)
            }
            Kind::Plain | Kind::PassOut | Kind::NoReverse | Kind::NoNegative | Kind::NoMove => None,
        }
    }

    pub(super) fn offers(&self, legal: &[Action], scores: &mut Vec<f64>) {
        let public = &self.view.public;
        let stakes = self.stakes();
        let unseen = self.unseen();
        let boss = self.outlook(&unseen, public.boss);
        let now = boss.aim(boss.boss);
        for action in legal {
            let kind = match *action {
                Action::Offer(kind) => Some(kind),
                Action::OfferKeep => public.held[self.me],
                _ => None,
            };
            scores.push(kind.map_or(0.0, |kind| {
                let gain = self.worth_to_me(&stakes, kind);
                if gain <= 0.0 {
                    return gain.max(-CERTAIN) - 0.1;
                }
                gain * likely(self.worth_to_boss(&boss, now, self.me, kind) - self.weights.price)
            }));
        }
    }

    pub(super) fn replies(&self, kind: Kind, legal: &[Action], scores: &mut Vec<f64>) {
        let gain = if legal.len() > 1 { self.worth_to_me(&self.stakes(), kind) } else { 0.0 };
        for action in legal {
            scores.push(if *action == Action::Reply(true) { gain.clamp(-CERTAIN, CERTAIN) } else { 0.0 });
        }
    }

    /// The Boss's answers: accept what is worth more than its price, ask where more is likely.
    pub(super) fn answers(&self, legal: &[Action], scores: &mut Vec<f64>) {
        let public = &self.view.public;
        let unseen = self.unseen();
        let outlook = self.outlook(&unseen, self.me);
        let now = outlook.aim(outlook.boss);
        let accept = |seat: Seat| {
            let kind = public.offers[seat].unwrap_or(Kind::Plain);
            self.worth_to_boss(&outlook, now, seat, kind) - self.weights.price
        };
        let offered = legal.iter().filter_map(|action| match *action {
            Action::Accept(seat) => Some(accept(seat)),
            _ => None,
        });
        let best = offered.fold(0.0, f64::max);
        for action in legal {
            scores.push(match *action {
                Action::Accept(seat) => accept(seat),
                Action::AskSeat(seat) => {
                    let mut top = 0.0_f64;
                    self.game.each_kind(public, seat, |kind| {
                        let (chance, gain) = self.asked(&outlook, &unseen, now, seat, kind);
                        top = top.max(chance * (gain - best));
                    });
                    best + top - 0.5
                }
                // Better offers may come while there are laps to come.
                Action::Hold => 0.02,
                Action::End => -0.02,
                _ => 0.0,
            });
        }
    }

    pub(super) fn asks(&self, seat: Seat, legal: &[Action], scores: &mut Vec<f64>) {
        let unseen = self.unseen();
        let outlook = self.outlook(&unseen, self.me);
        let now = outlook.aim(outlook.boss);
        for action in legal {
            scores.push(match *action {
                Action::Ask(kind) => {
                    let (chance, gain) = self.asked(&outlook, &unseen, now, seat, kind);
                    chance * gain
                }
                _ => 0.0,
            });
        }
    }

    /// How likely a seat is to agree to a promise, and what that is worth to the Boss.
    fn asked(&self, outlook: &Outlook, unseen: &Unseen, now: f64, seat: Seat, kind: Kind) -> (f64, f64) {
        let public = &self.view.public;
        let gain = self.worth_to_boss(outlook, now, seat, kind) - self.weights.price;
        if gain <= 0.0 {
            return (1.0, gain);
        }
        if kind == Kind::Plain && self.game.params.talks.forced_gift {
            return (1.0, gain);
        }
        let i = seat.index();
        let kept = outlook.with_token(i).with_promise(public, i, kind, self.nasty());
        let theirs = kept.aim(i) - outlook.aim(i);
        let holds = unseen.holds_for(f64::from(public.hands[seat]), kind);
        (holds * likely(theirs), gain)
    }
}

/// Beyond the gain of any deal.
const CERTAIN: f64 = 1e4;
