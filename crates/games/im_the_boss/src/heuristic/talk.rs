//! The worth of tokens and promises to those who give and take them.

use std::hint::select_unpredictable;
use std::ops::Range;

use super::outlook::{Leader, Outlook, Put, Row, Sides, Table, Trial, aim_of, larger, settled};
use super::{Judge, MARGIN, ROUNDING};
use crate::action::{Action, Class, KINDS, Kind, Places, kinds};
use crate::card::{Card, FACE_TABLE, FACES, Face, face};
use crate::params::Mode;
use crate::state::Public;
use crate::talk::faces;
use ludometer_model::Seat;
use ludometer_playable::Scores;

/// Dollars over which the other side's consent goes from doubtful to likely.
const CONSENT: f32 = 6.0;

/// Returns how likely consent is that brings so many dollars: a half for nothing, and more the more it is. As steep as
/// the logistic function, of a root in place of an exponential, which is a call and has other last bits elsewhere.
fn likely(gain: f32) -> f32 {
    let x = gain * (0.5 / CONSENT);
    0.5 + 0.5 * x / (1.0 + x * x).sqrt()
}

/// Promises that keep a Move card from being played.
const UNPLAYED: u32 = kinds::DISCARD_MOVE | 1 << kinds::NO_MOVE_AT;

/// A chance that a seat holds what a promise needs, too small to ask for it.
const REMOTE: f32 = 0.4;

/// The worth of a token to the maker of an offer, by the place of what it promises for it: all kinds at once,
/// because which of them can be promised is for chance to say.
struct Stakes([f32; KINDS.len()]);

/// The part that counts of what a seat's cards can still add to its aim: what a promise takes away of that is its
/// price.
///
/// Cards are valued once, where the seat has the token. Without it, and with a promise kept that changes the
/// sum or a sign, they would add something else; but greedy plays no better for working that out
/// (100,000 plays each at three, four and six seats, both rules at one table: +0.1, -0.1 and +0.1 +- 0.3 percent
/// points of wins for the promises, -1.6, -0.7 and +0.5 +- 0.3 for the deal without the token), and takes a tenth
/// longer.
const OPTION: f32 = 0.6;

impl<const N: usize> Judge<'_, N> {
    /// Returns how far a promise is believed.
    fn trust(&self) -> f32 {
        match self.game.params.talks.mode {
            Mode::Binding => 1.0,
            Mode::Reputation => self.weights.trust.sqrt(),
            Mode::Free => self.weights.trust,
        }
    }

    /// Returns what everybody gets with a token given for this promise, if it is kept.
    fn kept(&self, deal: &Outlook<N>, given: &Given<N>, points: &Points, place: usize) -> Row<N> {
        given.kept(deal, points, place, self.nasty())
    }

    /// Returns what a token for this promise is worth to the Boss, the planner of the deal, whose aim is `now`
    /// without.
    fn worth_to_boss(
        &self,
        deal: &Outlook<N>,
        given: &Given<N>,
        kept: &Row<N>,
        now: f32,
        place: usize,
    ) -> f32 {
        let trust = if place == Kind::Plain.place() { 1.0 } else { self.trust() };
        let mut worth = deal.aim_of(kept) - now;
        if trust < 1.0 {
            worth = trust * worth + (1.0 - trust) * (deal.aim_of(&given.pays) - now);
        }
        // Move cards are not in the outlook; that one stays unplayed is worth a little.
        let unplayed = UNPLAYED >> (place % KINDS.len()) & 1 != 0;
        worth + select_unpredictable(unplayed, trust, 0.0) - self.weights.price
    }

    /// Returns what a token is worth to this seat at the price of each promise: the aim with the promise kept, less
    /// what cards can't add any more because of it, and the card that it costs.
    fn stakes(&self, table: &Table<'_, N>) -> Stakes {
        let public = &self.view.public;
        let outlook = table.outlook(self.me);
        let (me, boss) = (self.me.index(), outlook.boss);
        let token = outlook.after(outlook.trial(), me, Put::Shares(1.0));
        let (now, without) = (outlook.aim_in(&token), outlook.aim_in(&outlook.trial()));
        let hand = &self.view.hand;
        let own = hand.of_colour(public.round_colour());
        let held = hand.faces(public.round_colour());
        let active = outlook.is_active(me);
        // What a card adds to the aim, and what it is worth in the hand.
        let gain = |aim: f32, card: Card| {
            if active { (aim - now - self.cost(card)).max(0.0) } else { 0.0 }
        };
        let price = |card: Card| self.cost(card).max(0.0);
        // The type of these that is worth the most points either way, and the fewest.
        let farthest = |range: Range<usize>| (held & faces(range)).checked_ilog2().map(|f| f as usize);
        let nearest = |range: Range<usize>| face_at(held & faces(range));
        let last = |cards: u8, option: f32| if cards < 2 { OPTION * option } else { 0.0 };

        let free = now - without;
        let mut worth = [free; KINDS.len()];
        // What cards of each kind can add.
        let (mut plus, mut minus, mut pota, mut reverse, mut spared) = (0.0, 0.0, 0.0, 0.0, 0.0);
        let pluses = face::PLUS..face::MINUS;
        if let Some(most) = farthest(pluses.clone()) {
            plus = gain(outlook.aim_in(&token.raised(points_of(most))), public.card(most));
            let forgone = last(own[pluses.clone()].iter().sum(), plus);
            for k in 0..4 {
                let aim = outlook.aim_in(&token.raised(raised(k as u8 + 1)));
                let card = nearest(face::PLUS + k..face::MINUS).map_or(0.0, |f| price(public.card(f)));
                worth[kinds::RAISE_AT + k] = aim - forgone - card - without;
            }
        }
        let minuses = face::MINUS..face::POTA;
        let moves = face::MOVE..FACES;
        if held & (faces(minuses.clone()) | faces(moves.clone())) != 0 {
            let most = farthest(minuses.clone());
            let aim = |points| outlook.aim_in(&token.raised(points));
            if let (Some(most), Some(least)) = (most, nearest(minuses)) {
                minus = gain(aim(points_of(most)), public.card(most));
                let lost = OPTION * minus;
                let card = price(public.card(least));
                worth[kinds::LOWER_AT] = aim(LOWERED) - lost - card - without;
                worth[kinds::DISCARD_MINUS_AT] = free - lost - card;
                worth[kinds::NO_NEGATIVE_AT] = free - lost;
            }
            let card = nearest(moves).map_or(0.0, |f| price(public.card(f)));
            worth[kinds::CLEAR_AT] = aim(cleared(public)) - card - without;
            worth[kinds::DISCARD_MOVE_AT] = free - card;
        }
        let potas = own[face::POTA] + hand.count(Card::WILD);
        if potas > 0 {
            let card = if own[face::POTA] > 0 { public.card(face::POTA) } else { Card::WILD };
            let aims = outlook.aims_put(&token, Put::Shares(1.0), outlook.open());
            pota = if outlook.is_safe(me) { 0.0 } else { gain(aims[me], card) };
            worth[kinds::POTA_BOSS_AT] = aims[boss] - last(potas, pota) - price(card) - without;
        }
        if held & (faces(face::REVERSE..FACES)) != 0 {
            let aims = outlook.aims_put(&token, Put::Turned, outlook.open());
            let move_card = nearest(face::MOVE..FACES).map_or(0.0, |f| price(public.card(f)));
            worth[kinds::CLEAR_REVERSE_AT] = aims[boss] - move_card - without;
            if own[face::REVERSE] > 0 {
                let card = public.card(face::REVERSE);
                let (mut best, mut elsewhere) = (f32::NEG_INFINITY, f32::NEG_INFINITY);
                for (i, aim) in aims.into_iter().enumerate() {
                    let aim = if outlook.is_safe(i) { f32::NEG_INFINITY } else { aim };
                    best = larger(best, aim);
                    elsewhere = larger(elsewhere, if i == boss { f32::NEG_INFINITY } else { aim });
                }
                reverse = gain(best, card);
                spared = OPTION * (reverse - gain(elsewhere, card));
                let (forgone, card) = (last(own[face::REVERSE], reverse), price(card));
                for (i, aim) in aims.into_iter().enumerate() {
                    worth[kinds::REVERSE_AT + i] = aim - forgone - card - without;
                }
                worth[kinds::DISCARD_AT] = free - forgone - card;
            }
        }
        worth[kinds::PASS_OUT_AT] = outlook.aim_without(&token, me, self.nasty())
            - OPTION * (plus + minus + pota + reverse)
            - without;
        worth[kinds::NO_REVERSE_AT] = free - spared;
        Stakes(worth)
    }

    /// Returns what a token is worth to this seat at the price of the promise in this place.
    fn worth_to_me(&self, stakes: &Stakes, place: usize) -> f32 {
        let place = place % KINDS.len();
        let worth = stakes.0[place];
        // Where promises bind, what can't be promised isn't legal.
        if self.game.params.talks.mode == Mode::Binding || KINDS[place] == Kind::Plain {
            return worth;
        }
        let broken = stakes.0[Kind::Plain.place()] - self.breach();
        let holds = self.game.can_promise(&self.view.public, &self.view.hand, KINDS[place]);
        if holds { worth.max(broken) } else { broken }
    }

    pub(super) fn offers(&self, legal: &[Action], scores: &mut Vec<f64>) {
        let public = &self.view.public;
        let unseen = self.unseen();
        let table = self.table(&unseen);
        let stakes = self.stakes(&table);
        let menu = self.game.kinds_offered(public, &self.view.hand, self.me);
        let mut worths = [0.0; KINDS.len()];
        let mut worth_making = 0_u32;
        for place in Places(menu) {
            let gain = self.worth_to_me(&stakes, place);
            worths[place] = gain.max(-CERTAIN) - 0.1;
            worth_making |= u32::from(gain > ROUNDING) << place;
        }
        // The Boss's side is looked at only for offers that are worth making.
        if worth_making != 0 {
            let deal = table.outlook(public.boss);
            let now = deal.aim_in(&deal.trial());
            let given = Given::of(&deal, self.me);
            let points = given.points(public);
            let mut best = 0.0;
            // The promise to play no Move card costs nothing, and where promises bind it is worth more to the
            // Boss than all that change no pay.
            let unbeaten =
                self.best_only && self.trust() >= 1.0 && worth_making >> kinds::NO_MOVE_AT & 1 != 0;
            let beaten = if unbeaten { given.idle() } else { 0 };
            for place in Places(worth_making & beaten) {
                worths[place] = -CERTAIN;
            }
            for place in Places(worth_making & !beaten) {
                let gain = self.worth_to_me(&stakes, place);
                worths[place] = gain;
                // Nor if they could not be the best even if the Boss was sure to take them.
                if self.is_hopeless(gain, best) {
                    continue;
                }
                let kept = self.kept(&deal, &given, &points, place);
                let score = gain * likely(self.worth_to_boss(&deal, &given, &kept, now, place));
                best = score.max(best);
                worths[place] = score;
            }
        }
        // The kinds are offered in the order of their places.
        let mut places = Places(menu);
        scores.extend(legal.iter().map(|action| {
            if matches!(action, Action::OfferNone) {
                return 0.0;
            }
            let place = places.next().unwrap_or(0);
            debug_assert!(matches!(*action, Action::OfferKeep) || *action == Action::Offer(KINDS[place]));
            f64::from(worths[place])
        }));
    }

    pub(super) fn replies(&self, kind: Kind, legal: &[Action], scores: &mut Vec<f64>) {
        let stakes = || self.stakes(&self.table(&self.unseen()));
        let gain = if legal.len() > 1 { self.worth_to_me(&stakes(), kind.place()) } else { 0.0 };
        for action in legal {
            scores.push(f64::from(if *action == Action::Reply(true) {
                gain.clamp(-CERTAIN, CERTAIN)
            } else {
                0.0
            }));
        }
    }

    /// Scores the Boss's answers: accept what is worth more than its price, ask where more is likely.
    pub(super) fn answers(&self, legal: &[Action], scores: &mut Scores<Action>) {
        let public = &self.view.public;
        let unseen = self.unseen();
        let outlook = self.table(&unseen).outlook(self.me);
        let pays = outlook.pays();
        let now = outlook.aim_of(&pays);
        let accept = |seat: Seat| {
            let place = public.offers[seat].unwrap_or(Kind::Plain).place();
            let given = Given::of(&outlook, seat);
            let kept = self.kept(&outlook, &given, &given.points(public), place);
            self.worth_to_boss(&outlook, &given, &kept, now, place)
        };
        let Scores { values, plans, .. } = scores;
        let first = values.len();
        let mut best = 0.0_f32;
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
            values.push(f64::from(score));
        }
        let Some(asked) = self.whom_to_ask(&outlook, legal) else { return };
        if self.best_only {
            plans.resize(legal.len(), None);
        }
        for (i, (action, score)) in legal.iter().zip(&mut values[first..]).enumerate() {
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
            let points = given.points(public);
            // What they can't have is not worth a look. Whoever is out has nothing to promise.
            let mut left = self.game.kinds_allowed(public, seat) & chances.likely(REMOTE);
            left &= !given.repeated(left);
            if !self.game.is_eliminated(public, seat) && !self.game.params.talks.forced_gift {
                left &= !given.idle();
            }
            let mut worths = [f32::NEG_INFINITY; KINDS.len()];
            for place in Places(left) {
                let kept = self.kept(&outlook, &given, &points, place);
                let gain = self.worth_to_boss(&outlook, &given, &kept, now, place) - best;
                // Whether it can still be the best is for chance to say: no branch.
                worths[place] = self.consent(chances.of(place), aim_of(&eye, &kept) - theirs, place) * gain;
            }
            let top = Leader::of(&worths);
            *score = f64::from(best + top.aim.max(0.0) - 0.5);
            // Without an offer to fall back on, what the promise is asked for by is what a second look finds.
            if let Some(plan) = plans.get_mut(i)
                && best == 0.0
                && top.aim > 0.0
            {
                *plan = top.alone().map(|place| Action::Ask(KINDS[place % KINDS.len()]));
            }
        }
    }

    /// Returns, of the seats that may be asked, the one that a token may be given at the least cost.
    ///
    /// Greedy that weighs what each of them could promise wins no more at three and four seats and 0.4 +- 0.3
    /// percent points more at six (100,000 plays each, both rules at one table), for a tenth more time.
    fn whom_to_ask(&self, outlook: &Outlook<N>, legal: &[Action]) -> Option<Seat> {
        let mut seats = 0_u8;
        for action in legal {
            seats |= if let Action::AskSeat(seat) = *action { 1 << seat.index() } else { 0 };
        }
        let aims = outlook.aims_put(&outlook.trial(), Put::Shares(1.0), seats);
        let best = Leader::among(&aims, seats);
        // Among equals the first from the Boss's left on.
        let left = self.me.next(N);
        let steps = self.game.turned(best.equals as u8, left).trailing_zeros();
        (seats != 0).then(|| self.game.seat_at(left, steps as usize))
    }

    pub(super) fn asks(&self, seat: Seat, legal: &[Action], scores: &mut Vec<f64>) {
        let unseen = self.unseen();
        let outlook = self.table(&unseen).outlook(self.me);
        let pays = outlook.pays();
        let now = outlook.aim_of(&pays);
        let eye = outlook.eye_of(seat.index());
        let theirs = aim_of(&eye, &pays);
        let given = Given::of(&outlook, seat);
        let points = given.points(&self.view.public);
        let chances = unseen.chances(self.view.public.hands[seat]);
        let mut best = f32::NEG_INFINITY;
        // The kinds are on the menu in the order of their places.
        let mut places = Places(self.game.kinds_allowed(&self.view.public, seat));
        for action in legal {
            let place = places.next().unwrap_or(0);
            debug_assert_eq!(*action, Action::Ask(KINDS[place]));
            if self.best_only && chances.of(place) < REMOTE {
                scores.push(f64::from(-CERTAIN));
                continue;
            }
            let kept = self.kept(&outlook, &given, &points, place);
            let gain = self.worth_to_boss(&outlook, &given, &kept, now, place);
            let mut score = gain;
            if gain > 0.0 && !self.is_hopeless(gain, best) {
                score = self.consent(chances.of(place), aim_of(&eye, &kept) - theirs, place) * gain;
            }
            best = best.max(score);
            scores.push(f64::from(score));
        }
    }

    /// Returns true if only the best is asked for and this can't be it, though it may come to `most`.
    fn is_hopeless(&self, most: f32, best: f32) -> bool {
        self.best_only && most < best - MARGIN
    }

    /// Returns how likely a seat is to agree to a promise that the Boss gains from: by the chance that it holds what
    /// is needed, and by its own gain.
    fn consent(&self, holds: f32, gain: f32, place: usize) -> f32 {
        if place == Kind::Plain.place() && self.game.params.talks.forced_gift {
            return 1.0;
        }
        holds * likely(gain)
    }
}

/// Beyond the gain of any deal.
const CERTAIN: f32 = 1e4;

/// Points of a plus or minus card of this type.
fn points_of(face: Face) -> f32 {
    FACE_TABLE[face].1 as f32
}

/// Returns the first of some types.
fn face_at(faces: u16) -> Option<Face> {
    (faces != 0).then(|| faces.trailing_zeros() as usize)
}

/// A token for a seat in a deal, and what everybody gets with it: with nothing promised, and with
/// promises that change no pay.
struct Given<const N: usize> {
    seat: usize,
    token: Trial<N>,
    /// Points that the seat is expected to play then.
    plus: f32,
    minus: f32,
    sides: Sides<N>,
    pays: Row<N>,
}

/// Points that the sum is higher with each promise kept, by its place. Those that change more than the sum have none.
struct Points([f32; KINDS.len()]);

/// Promises that change more than the sum.
const BY_CARDS: u32 = kinds::POTA_BOSS
    | kinds::REVERSES
    | kinds::CLEAR_REVERSE
    | kinds::DISCARD_REVERSE
    | 1 << kinds::PASS_OUT_AT
    | 1 << kinds::NO_REVERSE_AT;

/// Promises that never change a pay, but for the one to play no Move card, which can always be kept and is worth
/// the most of them.
const IDLE: u32 = kinds::PLAIN | kinds::DISCARD_MOVE;

impl<const N: usize> Given<N> {
    /// Returns a token for `seat`.
    fn of(outlook: &Outlook<N>, seat: Seat) -> Self {
        let seat = seat.index();
        let token = outlook.after(outlook.trial(), seat, Put::Shares(1.0));
        let sides = outlook.sides_in(&token);
        let push = outlook.push_in(&token, seat);
        // Who gains from a high sum is expected to play plus cards, who doesn't minus cards.
        let (plus, minus) = if token.gains(seat) { (push, 0.0) } else { (0.0, push) };
        Self { seat, token, plus, minus, sides, pays: outlook.pays_of(&sides) }
    }

    /// Returns what everybody gets in the deal if the promise is kept.
    ///
    /// A Boss who may ask weighs up to 17 of them for each seat. Those about plus and minus cards change
    /// nothing but the sum, and of the others each only a part of what pays follow from.
    #[inline]
    fn kept(&self, deal: &Outlook<N>, points: &Points, place: usize, nasty: bool) -> Row<N> {
        let place = place % KINDS.len();
        if BY_CARDS >> place & 1 != 0 {
            return self.kept_by_cards(deal, KINDS[place], nasty);
        }
        deal.pays_in(&self.token.raised(points.0[place]))
    }

    /// Returns what promises change by the sum alone.
    #[inline(always)]
    fn points(&self, public: &Public) -> Points {
        let mut points = [0.0; KINDS.len()];
        for (k, points) in points[kinds::RAISE_AT..kinds::LOWER_AT].iter_mut().enumerate() {
            *points = raised(k as u8 + 1) - 0.5 * self.plus;
        }
        points[kinds::LOWER_AT] = LOWERED - 0.7 * self.minus;
        points[kinds::CLEAR_AT] = cleared(public);
        points[kinds::DISCARD_MINUS_AT] = -0.8 * self.minus;
        points[kinds::NO_NEGATIVE_AT] = -self.minus;
        Points(points)
    }

    /// Promises that change no pay, but for the one to play no Move card.
    #[inline(always)]
    fn idle(&self) -> u32 {
        let of_minus = kinds::DISCARD_MINUS | 1 << kinds::NO_NEGATIVE_AT;
        IDLE | of_minus & u32::from(self.minus == 0.0).wrapping_neg()
    }

    /// Returns those of these kinds that turn the sign of nothing, but the first: all such seats may be turned alike.
    #[inline(always)]
    fn repeated(&self, of: u32) -> u32 {
        let empty = (0..N).fold(0_u32, |seats, i| seats | u32::from(self.token.shares[i] == 0.0) << i);
        let empty = empty << kinds::REVERSE_AT & of;
        empty & empty.wrapping_sub(1)
    }

    /// Returns true if the sign of this seat is that of nothing.
    #[inline]
    fn is_empty(&self, target: Seat) -> bool {
        self.token.shares[target.index()] == 0.0
    }

    #[inline(never)]
    fn kept_by_cards(&self, deal: &Outlook<N>, kind: Kind, nasty: bool) -> Row<N> {
        let Self { seat, token, sides, pays, .. } = self;
        let turned = |target: usize| deal.after(*token, target, Put::Turned);
        match kind {
            Kind::PotaBoss => deal.pays_in(&deal.after(*token, deal.boss, Put::Shares(1.0))),
            Kind::ClearReverse => deal.pays_in(&turned(deal.boss)),
            Kind::ReverseOn(target) if self.is_empty(target) => settled(sides, &deal.disarmed(*seat, 0.3)),
            Kind::ReverseOn(target) => deal.pays_under(&turned(target.index()), &deal.disarmed(*seat, 0.3)),
            Kind::PassOut => deal.pays_without(token, *seat, nasty),
            // Who may turn whose sign, but not what that would bring.
            Kind::Discard(Class::Reverse) => settled(sides, &deal.disarmed(*seat, 0.2)),
            Kind::NoReverse => settled(sides, &deal.sparing_boss(*seat)),
            _ => *pays,
        }
    }
}

/// Points that a plus card of this value or more is expected to add.
fn raised(value: u8) -> f32 {
    f32::from(value) + 0.2
}

/// Points that a minus card is expected to add.
const LOWERED: f32 = -3.0;

/// Points that the sum rises by when the worst minus card is taken off.
fn cleared(public: &Public) -> f32 {
    let worst = (face::MINUS..face::POTA).rev().find(|&f| public.centre[f] > 0);
    worst.map_or(0.0, |f| -FACE_TABLE[f].1 as f32)
}
