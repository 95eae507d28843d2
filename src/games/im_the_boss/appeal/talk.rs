//! What tokens and promises are worth to those who give and take them.

use super::super::action::{Action, Class, Kind};
use super::super::cards::{Card, FACE_TABLE, face};
use super::super::params::Mode;
use super::Judge;
use super::outlook::{Change, Lanes, Outlook};
use super::unseen::Unseen;
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

/// The deal with a token for a seat, and what everybody gets in it: with nothing promised, and
/// with promises that change no pay.
struct Given {
    seat: usize,
    token: Outlook,
    pays: Lanes,
}

impl Given {
    fn of(outlook: &Outlook, seat: Seat) -> Self {
        let token = outlook.with_shares(seat.index(), 1.0);
        Self { seat: seat.index(), token, pays: token.pays() }
    }
}

/// True if the outlook is the same with the promise as without.
const fn changes_nothing(kind: Kind) -> bool {
    matches!(kind, Kind::Plain | Kind::NoMove | Kind::Discard(Class::Move))
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

    /// What everybody gets with a token given for this promise, if it is kept.
    fn kept(&self, given: &Given, kind: Kind) -> Lanes {
        if changes_nothing(kind) {
            return given.pays;
        }
        let mut kept = given.token;
        kept.keep(&self.view.public, given.seat, kind, self.nasty());
        kept.pays()
    }

    /// What a token for this promise is worth to the Boss.
    fn worth_to_boss(&self, given: &Given, kept: &Lanes, now: f64, kind: Kind) -> f64 {
        let (outlook, boss) = (&given.token, given.token.boss);
        let trust = if kind == Kind::Plain { 1.0 } else { self.trust() };
        let mut worth = outlook.aim_of(kept, boss) - now;
        if trust < 1.0 {
            worth = trust * worth + (1.0 - trust) * (outlook.aim_of(&given.pays, boss) - now);
        }
        // Move cards are not in the outlook; that one stays unplayed is worth a little.
        match kind {
            Kind::NoMove | Kind::Discard(Class::Move) => worth + trust,
            _ => worth,
        }
    }

    fn stakes(&self, unseen: &Unseen) -> Stakes {
        let mut outlook = self.outlook(unseen, self.me);
        let me = self.me.index();
        let worth = |outlook: &mut Outlook| {
            let aim = outlook.aim(me);
            aim + self.options(outlook, aim, None)
        };
        let without = worth(&mut outlook);
        let mut token = outlook.with_shares(me, 1.0);
        let freely = worth(&mut token);
        Stakes { without, token, freely }
    }

    /// What this seat's cards can still add in the deal, one card given away left out.
    fn options(&self, outlook: &mut Outlook, now: f64, promised: Option<Kind>) -> f64 {
        let me = self.me.index();
        let public = &self.view.public;
        if !outlook.is_active(me) {
            return 0.0;
        }
        let own = self.view.hand.of_colour(public.round_colour());
        let spent = |kinds: &[usize]| kinds.iter().any(|&k| promised.is_some_and(|p| p.group() == k));
        let points = |f: usize| Change::Points(f64::from(FACE_TABLE[f].1));
        let mut sum = 0.0;
        let mut add = |gain: f64, card: Card| sum += (gain - now - self.cost(card)).max(0.0);
        if let Some(f) = (face::PLUS..face::MINUS).rev().find(|&f| own[f] > 0)
            && !(spent(&[1]) && own[..face::MINUS].iter().sum::<u8>() < 2)
        {
            add(outlook.aim_after([points(f)], me), public.card(f));
        }
        if let Some(f) = (face::MINUS..face::POTA).rev().find(|&f| own[f] > 0)
            && promised != Some(Kind::NoNegative)
            && !matches!(promised, Some(Kind::Lower | Kind::Discard(Class::Minus)))
        {
            add(outlook.aim_after([points(f)], me), public.card(f));
        }
        let potas = own[face::POTA] + self.view.hand.count(Card::WILD);
        if potas > u8::from(spent(&[3])) && !outlook.is_safe(me) {
            let card = if own[face::POTA] > 0 { public.card(face::POTA) } else { Card::WILD };
            add(outlook.aim_after([Change::Shares(me, 1.0)], me), card);
        }
        let given = matches!(promised, Some(Kind::ReverseOn(_) | Kind::Discard(Class::Reverse)));
        if own[face::REVERSE] > u8::from(given) {
            let spared = promised == Some(Kind::NoReverse);
            let mut best = f64::NEG_INFINITY;
            for i in 0..outlook.seats {
                let closed = outlook.is_safe(i) || (spared && i == outlook.boss);
                if !closed {
                    best = best.max(outlook.aim_after([Change::Turned(i)], me));
                }
            }
            add(best, public.card(face::REVERSE));
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
        let price = self.card_for(kind).map_or(0.0, |card| self.cost(card).max(0.0));
        let worth = if changes_nothing(kind) {
            stakes.freely
        } else {
            let mut kept = stakes.token;
            kept.keep(public, me, kind, self.nasty());
            let aim = kept.aim(me);
            aim + self.options(&mut kept, aim, Some(kind))
        };
        let kept = worth - price - stakes.without;
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
        let unseen = self.unseen();
        let stakes = self.stakes(&unseen);
        // The Boss's side is looked at only for offers that are worth making.
        let mut boss: Option<(f64, Given)> = None;
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
                let (now, given) = boss.get_or_insert_with(|| {
                    let outlook = self.outlook(&unseen, public.boss);
                    (outlook.aim(outlook.boss), Given::of(&outlook, self.me))
                });
                let kept = self.kept(given, kind);
                gain * likely(self.worth_to_boss(given, &kept, *now, kind) - self.weights.price)
            }));
        }
    }

    pub(super) fn replies(&self, kind: Kind, legal: &[Action], scores: &mut Vec<f64>) {
        let gain = if legal.len() > 1 { self.worth_to_me(&self.stakes(&self.unseen()), kind) } else { 0.0 };
        for action in legal {
            scores.push(if *action == Action::Reply(true) { gain.clamp(-CERTAIN, CERTAIN) } else { 0.0 });
        }
    }

    /// The Boss's answers: accept what is worth more than its price, ask where more is likely.
    pub(super) fn answers(&self, legal: &[Action], scores: &mut Vec<f64>) {
        let public = &self.view.public;
        let unseen = self.unseen();
        let outlook = self.outlook(&unseen, self.me);
        let pays = outlook.pays();
        let now = outlook.aim_of(&pays, outlook.boss);
        let accept = |seat: Seat| {
            let kind = public.offers[seat].unwrap_or(Kind::Plain);
            let given = Given::of(&outlook, seat);
            self.worth_to_boss(&given, &self.kept(&given, kind), now, kind) - self.weights.price
        };
        let first = scores.len();
        let mut best = 0.0_f64;
        for action in legal {
            scores.push(match *action {
                Action::Accept(seat) => {
                    let worth = accept(seat);
                    best = best.max(worth);
                    worth
                }
                // Better offers may come while there are laps to come.
                Action::Hold => 0.02,
                Action::End => -0.02,
                _ => 0.0,
            });
        }
        for (action, score) in legal.iter().zip(&mut scores[first..]) {
            let Action::AskSeat(seat) = *action else { continue };
            let given = Given::of(&outlook, seat);
            let theirs = outlook.aim_of(&pays, seat.index());
            let mut top = 0.0_f64;
            self.game.each_kind(public, seat, |kind| {
                let kept = self.kept(&given, kind);
                let gain = self.worth_to_boss(&given, &kept, now, kind) - self.weights.price;
                // Their consent is asked for only where it could make this the best.
                if gain - best > top {
                    let chance = self.consent(&given, &kept, &unseen, theirs, kind, gain);
                    top = top.max(chance * (gain - best));
                }
            });
            *score = best + top - 0.5;
        }
    }

    pub(super) fn asks(&self, seat: Seat, legal: &[Action], scores: &mut Vec<f64>) {
        let unseen = self.unseen();
        let outlook = self.outlook(&unseen, self.me);
        let pays = outlook.pays();
        let now = outlook.aim_of(&pays, outlook.boss);
        let theirs = outlook.aim_of(&pays, seat.index());
        let given = Given::of(&outlook, seat);
        for action in legal {
            scores.push(match *action {
                Action::Ask(kind) => {
                    let kept = self.kept(&given, kind);
                    let gain = self.worth_to_boss(&given, &kept, now, kind) - self.weights.price;
                    self.consent(&given, &kept, &unseen, theirs, kind, gain) * gain
                }
                _ => 0.0,
            });
        }
    }

    /// How likely a seat is to agree to a promise that is worth `gain` to the Boss. Its aim is
    /// `theirs` without.
    fn consent(
        &self,
        given: &Given,
        kept: &Lanes,
        unseen: &Unseen,
        theirs: f64,
        kind: Kind,
        gain: f64,
    ) -> f64 {
        if gain <= 0.0 || (kind == Kind::Plain && self.game.params.talks.forced_gift) {
            return 1.0;
        }
        let theirs = given.token.aim_of(kept, given.seat) - theirs;
        let hand = self.view.public.hands[Seat::new(given.seat)];
        unseen.holds_for(f64::from(hand), kind) * likely(theirs)
    }
}

/// Beyond the gain of any deal.
const CERTAIN: f64 = 1e4;
