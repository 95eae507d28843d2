//! What tokens and promises are worth to those who give and take them.

use super::super::action::{Action, Class, Kind};
use super::super::cards::{Card, Cards, Colour, FACE_TABLE, face};
use super::super::params::Mode;
use super::super::promise::faces;
use super::kept::Given;
use super::outlook::{Outlook, Put};
use super::pays::{Leader, Row, Worked, aim_of};
use super::unseen::Unseen;
use super::{Judge, MARGIN, ROUNDING};
use crate::model::Seat;

/// Dollars over which the other side's consent goes from doubtful to likely.
const CONSENT: f32 = 6.0;

/// How likely consent is that brings so many dollars: a half for nothing, and more the more it is. As steep as the
/// logistic function, of a root in place of an exponential, which is a call and has other last bits elsewhere.
fn likely(gain: f32) -> f32 {
    let x = gain * (0.5 / CONSENT);
    0.5 + 0.5 * x / (1.0 + x * x).sqrt()
}

/// A chance that a seat holds what a promise needs, too small to ask for it.
const REMOTE: f32 = 0.4;

/// What the maker of an offer has to compare: the deal without it, and the deal with a token for nothing.
struct Stakes<const N: usize> {
    token: Outlook<N>,
    /// The aim without the token and with it.
    without: f32,
    aim: f32,
    options: Options,
}

/// What a seat's cards can still add to its aim, by what they are: what a promise takes away of that is its
/// price.
///
/// They are valued once, where the seat has the token. Without it, and with a promise kept that changes the
/// sum or a sign, they would add something else; but greedy plays no better for working that out
/// (100,000 plays each at three, four and six seats, both rules at one table: +0.1, -0.1 and +0.1 +- 0.3 percent
/// points of wins for the promises, -1.6, -0.7 and +0.5 +- 0.3 for the deal without the token), and takes a tenth
/// longer.
#[derive(Clone, Copy, Default)]
struct Options {
    plus: f32,
    minus: f32,
    pota: f32,
    reverse: f32,
    /// A Reverse that is not for the Boss.
    reverse_elsewhere: f32,
}

impl Options {
    fn worth(self) -> f32 {
        0.6 * (self.plus + self.minus + self.pota + self.reverse)
    }

    /// Without the card that keeps a promise, where it is the last of its kind in the hand, and without what the
    /// promise forbids.
    fn after(mut self, kind: Kind, hand: &Cards, colour: Colour) -> Self {
        let own = hand.of_colour(colour);
        match kind {
            Kind::Raise(_) if own[..face::MINUS].iter().sum::<u8>() < 2 => self.plus = 0.0,
            Kind::PotaBoss if own[face::POTA] + hand.count(Card::WILD) < 2 => self.pota = 0.0,
            Kind::ReverseOn(_) | Kind::Discard(Class::Reverse) if own[face::REVERSE] < 2 => {
                self.reverse = 0.0;
            }
            Kind::NoReverse => self.reverse = self.reverse_elsewhere,
            Kind::Lower | Kind::NoNegative | Kind::Discard(Class::Minus) => self.minus = 0.0,
            _ => {}
        }
        self
    }
}

impl<const N: usize> Judge<'_, N> {
    /// How far a promise is believed.
    fn trust(&self) -> f32 {
        match self.game.params.talks.mode {
            Mode::Binding => 1.0,
            Mode::Reputation => self.weights.trust.sqrt(),
            Mode::Free => self.weights.trust,
        }
    }

    /// What everybody gets with a token given for this promise, if it is kept.
    fn kept(&self, deal: &Outlook<N>, given: &Given<N>, kind: Kind) -> Row<N> {
        given.kept(deal, &self.view.public, kind, self.nasty())
    }

    /// What a token for this promise is worth to the Boss, the planner of the deal, whose aim is `now` without.
    fn worth_to_boss(&self, deal: &Outlook<N>, given: &Given<N>, kept: &Row<N>, now: f32, kind: Kind) -> f32 {
        let trust = if kind == Kind::Plain { 1.0 } else { self.trust() };
        let mut worth = deal.aim_of(kept) - now;
        if trust < 1.0 {
            worth = trust * worth + (1.0 - trust) * (deal.aim_of(&given.pays) - now);
        }
        // Move cards are not in the outlook; that one stays unplayed is worth a little.
        match kind {
            Kind::NoMove | Kind::Discard(Class::Move) => worth + trust - self.weights.price,
            _ => worth - self.weights.price,
        }
    }

    fn stakes(&self, unseen: &Unseen) -> Stakes<N> {
        let mut token = self.outlook(unseen, self.me);
        let without = token.aim_in(&token.trial());
        token.put(self.me.index(), Put::Shares(1.0));
        let with = token.worked(token.trial());
        let options = self.options(&token, &with);
        Stakes { token, without, aim: with.aim, options }
    }

    /// What this seat's cards can still add in a trial.
    fn options(&self, outlook: &Outlook<N>, now: &Worked<N>) -> Options {
        let me = self.me.index();
        let public = &self.view.public;
        let mut options = Options::default();
        if !outlook.is_active(me) {
            return options;
        }
        let own = self.view.hand.of_colour(public.round_colour());
        let held = self.view.hand.faces(public.round_colour());
        let gain = |aim: f32, card: Card| (aim - now.aim - self.cost(card)).max(0.0);
        // The card of these types that is worth the most points either way.
        let farthest =
            |range: std::ops::Range<usize>| (held & faces(range)).checked_ilog2().map(|f| f as usize);
        let with = |f: usize| outlook.aim_in(&now.trial.raised(FACE_TABLE[f].1 as f32));
        if let Some(f) = farthest(face::PLUS..face::MINUS) {
            options.plus = gain(with(f), public.card(f));
        }
        if let Some(f) = farthest(face::MINUS..face::POTA) {
            options.minus = gain(with(f), public.card(f));
        }
        let potas = own[face::POTA] + self.view.hand.count(Card::WILD);
        if potas > 0 && !outlook.is_safe(me) {
            let card = if own[face::POTA] > 0 { public.card(face::POTA) } else { Card::WILD };
            options.pota = gain(outlook.aim_after(now, me, Put::Shares(1.0)), card);
        }
        if own[face::REVERSE] > 0 {
            let (mut boss, mut elsewhere) = (f32::NEG_INFINITY, f32::NEG_INFINITY);
            for i in 0..N {
                if outlook.is_safe(i) {
                    continue;
                }
                let aim = outlook.aim_after(now, i, Put::Turned);
                let best = if i == outlook.boss { &mut boss } else { &mut elsewhere };
                *best = best.max(aim);
            }
            let card = public.card(face::REVERSE);
            options.reverse = gain(boss.max(elsewhere), card);
            options.reverse_elsewhere = gain(elsewhere, card);
        }
        options
    }

    /// What a token is worth to this seat at the price of this promise.
    fn worth_to_me(&self, stakes: &Stakes<N>, kind: Kind) -> f32 {
        let public = &self.view.public;
        let freely = stakes.aim - stakes.without;
        if kind == Kind::Plain {
            return freely;
        }
        // Where promises bind, what can't be promised isn't legal.
        let binding = self.game.params.talks.mode == Mode::Binding;
        let holds = binding || self.game.can_promise(public, &self.view.hand, kind);
        let broken = if binding { f32::NEG_INFINITY } else { freely - self.breach() };
        if !holds {
            return broken;
        }
        let price = self.card_for(kind).map_or(0.0, |card| self.cost(card).max(0.0));
        (self.aim_kept(stakes, kind) - self.forgone(stakes, kind) - price - stakes.without).max(broken)
    }

    /// The aim with a token, and this promise kept.
    fn aim_kept(&self, stakes: &Stakes<N>, kind: Kind) -> f32 {
        let token = &stakes.token;
        match kind {
            // What this seat may do is not in its outlook: promises not to do something leave that as it is.
            Kind::Plain | Kind::NoMove | Kind::NoReverse | Kind::NoNegative | Kind::Discard(_) => stakes.aim,
            Kind::PassOut => token.aim_without(&token.trial(), self.me.index(), self.nasty()),
            Kind::Raise(_)
            | Kind::Lower
            | Kind::PotaBoss
            | Kind::ReverseOn(_)
            | Kind::ClearNegative
            | Kind::ClearReverse => token.aim_in(&token.trial_with(&self.view.public, kind)),
        }
    }

    /// What cards could have added to the aim but for this promise: whoever passes out plays none any more.
    fn forgone(&self, stakes: &Stakes<N>, kind: Kind) -> f32 {
        let options = stakes.options;
        if kind == Kind::PassOut {
            return options.worth();
        }
        options.worth() - options.after(kind, &self.view.hand, self.view.public.round_colour()).worth()
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
        let mut boss: Option<(Outlook<N>, f32, Given<N>)> = None;
        let mut best = 0.0;
        for action in legal {
            let kind = match *action {
                Action::Offer(kind) => Some(kind),
                Action::OfferKeep => public.held[self.me],
                _ => None,
            };
            scores.push(f64::from(kind.map_or(0.0, |kind| {
                let gain = self.worth_to_me(&stakes, kind);
                if gain <= ROUNDING {
                    return gain.max(-CERTAIN) - 0.1;
                }
                // Nor if they could not be the best even if the Boss was sure to take them.
                if self.is_hopeless(gain, best) {
                    return gain;
                }
                let (deal, now, given) = boss.get_or_insert_with(|| {
                    let deal = self.outlook(&unseen, public.boss);
                    (deal, deal.aim_in(&deal.trial()), Given::of(&deal, self.me))
                });
                let kept = self.kept(deal, given, kind);
                let score = gain * likely(self.worth_to_boss(deal, given, &kept, *now, kind));
                best = score.max(best);
                score
            })));
        }
    }

    pub(super) fn replies(&self, kind: Kind, legal: &[Action], scores: &mut Vec<f64>) {
        let gain = if legal.len() > 1 { self.worth_to_me(&self.stakes(&self.unseen()), kind) } else { 0.0 };
        for action in legal {
            scores.push(f64::from(if *action == Action::Reply(true) {
                gain.clamp(-CERTAIN, CERTAIN)
            } else {
                0.0
            }));
        }
    }

    /// The Boss's answers: accept what is worth more than its price, ask where more is likely.
    pub(super) fn answers(&self, legal: &[Action], scores: &mut Vec<f64>) {
        let public = &self.view.public;
        let unseen = self.unseen();
        let outlook = self.outlook(&unseen, self.me);
        let pays = outlook.pays();
        let now = outlook.aim_of(&pays);
        let accept = |seat: Seat| {
            let kind = public.offers[seat].unwrap_or(Kind::Plain);
            let given = Given::of(&outlook, seat);
            let kept = self.kept(&outlook, &given, kind);
            self.worth_to_boss(&outlook, &given, &kept, now, kind)
        };
        let first = scores.len();
        let mut best = 0.0_f32;
        let mut highest = 0.0_f32;
        for action in legal {
            let score = match *action {
                Action::Accept(seat) => {
                    let worth = accept(seat);
                    best = best.max(worth);
                    worth
                }
                // Better offers may come while there are laps to come.
                Action::Hold => 0.02,
                Action::End => -0.02,
                _ => 0.0,
            };
            highest = highest.max(score);
            scores.push(f64::from(score));
        }
        let Some(asked) = Self::whom_to_ask(&outlook, legal) else { return };
        for (action, score) in legal.iter().zip(&mut scores[first..]) {
            let Action::AskSeat(seat) = *action else { continue };
            // What the others could promise is not worth a look.
            if self.best_only && seat != asked {
                *score = f64::from(-CERTAIN);
                continue;
            }
            let given = Given::of(&outlook, seat);
            let eye = outlook.eye_of(seat.index());
            let theirs = aim_of(&eye, &pays);
            let chances = unseen.chances(public.hands[seat]);
            let mut top = 0.0_f32;
            // Of promises that change no pay, the one to play no Move card can always be kept and is worth
            // the most. Whoever is out has nothing to promise.
            let idle = !self.game.is_out(public, seat) && !self.game.params.talks.forced_gift;
            let mut empty = false;
            self.game.each_kind(public, seat, |kind| {
                // What they can't have is not worth a look; nor is consent where it could not make this
                // the best.
                let holds = chances.of(kind);
                if holds < REMOTE || idle && kind != Kind::NoMove && given.changes_nothing(public, kind) {
                    return;
                }
                // Where there is nothing to turn, one seat is as good as another.
                if let Kind::ReverseOn(target) = kind
                    && given.is_empty(target)
                    && std::mem::replace(&mut empty, true)
                {
                    return;
                }
                let kept = self.kept(&outlook, &given, kind);
                let gain = self.worth_to_boss(&outlook, &given, &kept, now, kind);
                let more = (gain - best) * holds;
                if more > top && !self.is_hopeless(best + more - 0.5, highest) {
                    let chance = self.consent(holds, aim_of(&eye, &kept) - theirs, kind);
                    top = top.max(chance * (gain - best));
                }
            });
            let worth = best + top - 0.5;
            *score = f64::from(worth);
            highest = highest.max(worth);
        }
    }

    /// Of the seats that may be asked, the one that a token may be given at the least cost.
    ///
    /// Greedy that weighs what each of them could promise wins no more at three and four seats and 0.4 +- 0.3
    /// percent points more at six (100,000 plays each, both rules at one table), for a tenth more time.
    fn whom_to_ask(outlook: &Outlook<N>, legal: &[Action]) -> Option<Seat> {
        let mut best = Leader::none(None);
        for action in legal {
            if let Action::AskSeat(seat) = *action {
                best.consider(outlook.aim_of(&Given::of(outlook, seat).pays), Some(seat));
            }
        }
        best.by
    }

    pub(super) fn asks(&self, seat: Seat, legal: &[Action], scores: &mut Vec<f64>) {
        let unseen = self.unseen();
        let outlook = self.outlook(&unseen, self.me);
        let pays = outlook.pays();
        let now = outlook.aim_of(&pays);
        let eye = outlook.eye_of(seat.index());
        let theirs = aim_of(&eye, &pays);
        let given = Given::of(&outlook, seat);
        let chances = unseen.chances(self.view.public.hands[seat]);
        let mut best = f32::NEG_INFINITY;
        for action in legal {
            let Action::Ask(kind) = *action else {
                scores.push(0.0);
                continue;
            };
            if self.best_only && chances.of(kind) < REMOTE {
                scores.push(f64::from(-CERTAIN));
                continue;
            }
            let kept = self.kept(&outlook, &given, kind);
            let gain = self.worth_to_boss(&outlook, &given, &kept, now, kind);
            let mut score = gain;
            if gain > 0.0 && !self.is_hopeless(gain, best) {
                score = self.consent(chances.of(kind), aim_of(&eye, &kept) - theirs, kind) * gain;
            }
            best = best.max(score);
            scores.push(f64::from(score));
        }
    }

    /// True if only the best is asked for and this can't be it, though it may come to `most`.
    fn is_hopeless(&self, most: f32, best: f32) -> bool {
        self.best_only && most < best - MARGIN
    }

    /// How likely a seat is to agree to a promise that the Boss gains from: by the chance that it holds what
    /// is needed, and by its own gain.
    fn consent(&self, holds: f32, gain: f32, kind: Kind) -> f32 {
        if kind == Kind::Plain && self.game.params.talks.forced_gift {
            return 1.0;
        }
        holds * likely(gain)
    }
}

/// Beyond the gain of any deal.
const CERTAIN: f32 = 1e4;
