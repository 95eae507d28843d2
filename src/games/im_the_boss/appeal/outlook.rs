//! What a deal is expected to bring each seat, and how that changes with a card or a promise.
//!
//! The model behind all of `appeal`, in dollars. The sum of the centre is expected to be pushed up
//! by seats that would gain from it and down by the others, as far as they may hold cards for it
//! and have not passed out; the sum's spread is three points. Each seat's pay follows, cut at its
//! money; unprotected seats run the risk that somebody who may hold a Reverse turns it round.

use super::super::ImTheBoss;
use super::super::action::{Class, Kind};
use super::super::cards::{Card, Cards, Colour, face};
use super::super::state::{Public, View};
use super::Weights;
use crate::model::{BySeat, MAX_SEATS, Seat};

/// How much of the cards that could move the sum is expected to be played.
const PUSH: f64 = 0.45;

/// What is expected of one seat.
#[allow(clippy::struct_excessive_bools, reason = "independent facts of the table")]
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Party {
    pub(super) shares: f64,
    pub(super) turned: bool,
    pub(super) money: f64,
    /// It may still act.
    pub(super) active: bool,
    /// Nothing before it can change.
    pub(super) safe: bool,
    /// Points it may add to the sum, or take off.
    pub(super) up: f64,
    pub(super) down: f64,
    /// Probability that it holds a Reverse of the colour.
    pub(super) reverse: f64,
    /// It will not turn the Boss's sign.
    pub(super) spares_boss: bool,
    /// How much others mind its gains.
    pub(super) weight: f64,
}

/// A deal as it stands, with what is expected to come.
#[derive(Clone, Copy, Debug)]
pub(super) struct Outlook {
    pub(super) seats: usize,
    pub(super) boss: usize,
    pub(super) sum: f64,
    /// Dollars a point.
    pub(super) rate: f64,
    pub(super) limit: f64,
    pub(super) party: [Party; MAX_SEATS],
}

/// Cards whose place a viewer doesn't know, as far as they matter.
pub(super) struct Unseen {
    total: f64,
    plus: f64,
    minus: f64,
    reverse: f64,
    /// By type of the colour, wild cards last.
    counts: [u8; super::super::cards::FACES + 1],
}

impl Unseen {
    /// What the viewer hasn't seen of this colour.
    pub(super) fn of(game: &ImTheBoss, view: &View, colour: Colour) -> Self {
        let public = &view.public;
        let params = &game.params;
        let mut counts = [0_u8; super::super::cards::FACES + 1];
        let same = public.colour == Some(colour);
        for (f, count) in counts.iter_mut().enumerate().take(super::super::cards::FACES) {
            let card = Card::new(f, colour);
            let known = |cards: &Cards| cards.count(card);
            *count = params.deck.count(card)
                - known(&view.hand)
                - known(&view.dropped)
                - known(&public.face_up)
                - if same && f < face::POTA { public.centre[f] } else { 0 };
        }
        let wild = Card::WILD;
        counts[super::super::cards::FACES] = params.deck.count(wild)
            - view.hand.count(wild)
            - view.dropped.count(wild)
            - public.face_up.count(wild);
        if same {
            for front in public.front.first(params.seats) {
                counts[face::POTA] -= front.pota;
                counts[face::REVERSE] -= front.reverse;
                counts[super::super::cards::FACES] -= front.pota_wild;
            }
        }
        let others: u16 = public.hands.first(params.seats).iter().sum::<u16>()
            + public.stock
            + public.face_down.first(params.seats).iter().sum::<u16>();
        let total = f64::from(others.saturating_sub(view.hand.len() as u16).max(1));
        let weigh = |range: std::ops::Range<usize>| {
            range.map(|f| f64::from(counts[f]) * f64::from(Card::new(f, colour).value())).sum::<f64>()
        };
        Self {
            total,
            plus: weigh(face::PLUS..face::MINUS),
            minus: -weigh(face::MINUS..face::POTA),
            reverse: f64::from(counts[face::REVERSE]),
            counts,
        }
    }

    /// Probability that a hand of `size` unknown cards holds one of `fitting` cards.
    pub(super) fn holds(&self, size: f64, fitting: f64) -> f64 {
        1.0 - (1.0 - (fitting / self.total).min(1.0)).powf(size)
    }

    /// Probability that a hand of `size` unknown cards holds what the kind needs.
    pub(super) fn holds_for(&self, size: f64, kind: Kind) -> f64 {
        let some = |range: std::ops::Range<usize>| -> f64 { range.map(|f| f64::from(self.counts[f])).sum() };
        let fitting = match kind {
            Kind::Raise(value) => some(face::PLUS + usize::from(value) - 1..face::MINUS),
            Kind::Lower | Kind::Discard(Class::Minus) => some(face::MINUS..face::POTA),
            Kind::PotaBoss => some(face::POTA..face::REVERSE) + f64::from(self.counts[13]),
            Kind::ReverseOn(_) | Kind::Discard(Class::Reverse) => self.reverse,
            Kind::ClearNegative | Kind::ClearReverse | Kind::Discard(Class::Move) => {
                some(face::MOVE..face::MOVE + 3)
            }
            Kind::Plain | Kind::PassOut | Kind::NoReverse | Kind::NoNegative | Kind::NoMove => return 1.0,
        };
        self.holds(size, fitting)
    }
}

impl Outlook {
    /// The deal as `view` shows it. What the seat `planner` may do is left out: it is what the
    /// planner is deciding about.
    pub(super) fn of(
        game: &ImTheBoss,
        view: &View,
        unseen: &Unseen,
        planner: Seat,
        weights: &Weights,
    ) -> Self {
        let public = &view.public;
        let mut outlook = Self::table(game, public);
        for seat in Seat::all(outlook.seats) {
            if seat == planner {
                continue;
            }
            let size = f64::from(public.hands[seat]);
            let party = &mut outlook.party[seat.index()];
            if public.no_valued[seat] {
                (party.up, party.down) = (0.0, 0.0);
            } else {
                party.up = size * unseen.plus / unseen.total;
                party.down = size * unseen.minus / unseen.total;
            }
            party.reverse = unseen.holds(size, unseen.reverse);
        }
        outlook.weigh(weights.focus);
        outlook
    }

    /// The deal with hands that are known: an imagined state.
    pub(super) fn with_hands(game: &ImTheBoss, public: &Public, hands: &BySeat<Cards>) -> Self {
        let mut outlook = Self::table(game, public);
        let colour = public.round_colour();
        for seat in Seat::all(outlook.seats) {
            let own = hands[seat].of_colour(colour);
            let party = &mut outlook.party[seat.index()];
            let points = |range: std::ops::Range<usize>| {
                range.map(|f| f64::from(own[f]) * f64::from(Card::new(f, colour).value())).sum::<f64>()
            };
            party.up = points(face::PLUS..face::MINUS);
            party.down = -points(face::MINUS..face::POTA);
            party.reverse = f64::from(own[face::REVERSE].min(1));
        }
        outlook.weigh(0.0);
        outlook
    }

    fn table(game: &ImTheBoss, public: &Public) -> Self {
        let params = &game.params;
        let mut party = [Party::default(); MAX_SEATS];
        for seat in Seat::all(params.seats) {
            party[seat.index()] = Party {
                shares: f64::from(public.shares(seat)),
                turned: public.front[seat].reverse % 2 == 1,
                money: f64::from(public.money[seat]),
                active: !game.is_out(public, seat),
                safe: game.is_protected(public, seat),
                ..Party::default()
            };
        }
        Self {
            seats: params.seats,
            boss: public.boss.index(),
            sum: f64::from(public.sum()),
            rate: params.factor as f64 * f64::from(game.multiplier(public)),
            limit: params.limit.map_or(f64::INFINITY, |limit| limit as f64),
            party,
        }
    }

    fn weigh(&mut self, focus: f64) {
        let mean = self.party[..self.seats].iter().map(|p| p.money).sum::<f64>() / self.seats as f64;
        for party in &mut self.party[..self.seats] {
            party.weight = 1.0 + focus * ((party.money - mean) / (mean + 50.0)).max(0.0);
        }
    }

    /// What each seat is expected to get.
    pub(super) fn pays(&self) -> [f64; MAX_SEATS] {
        let parties = &self.party[..self.seats];
        let mut mean = self.sum;
        let mut active = 0.0;
        for party in parties.iter().filter(|party| party.active) {
            let gains = party.shares > 0.0 && !party.turned;
            mean += PUSH * if gains { party.up } else { -party.down };
            active += 1.0;
        }
        let spread = 1.0 + 0.5 * active;
        let value = |sum: f64| (sum * self.rate).clamp(-self.limit, self.limit);
        let values = [value(mean - spread), value(mean), value(mean + spread)];
        let expected = |shares: f64, money: f64| {
            let pay = |value: f64| (shares * value).max(-money);
            0.25 * (pay(values[0]) + pay(values[2])) + 0.5 * pay(values[1])
        };
        let mut straight = [0.0; MAX_SEATS];
        let mut flipped = [0.0; MAX_SEATS];
        let mut winnings = 1.0;
        for (i, party) in parties.iter().enumerate() {
            let shares = if party.turned { -party.shares } else { party.shares };
            straight[i] = expected(shares, party.money);
            flipped[i] = expected(-shares, party.money);
            winnings += (straight[i] - flipped[i]).max(0.0);
        }
        let mut pays = [0.0; MAX_SEATS];
        for (i, party) in parties.iter().enumerate() {
            // Reverses come where they hurt most, or where they help their owner.
            let hurt = (straight[i] - flipped[i]).max(0.0) / winnings;
            let mut risk = 0.0;
            if !party.safe {
                for (k, other) in parties.iter().enumerate() {
                    let spares = other.spares_boss && i == self.boss;
                    if k != i && other.active && !spares {
                        risk += 0.5 * other.reverse * hurt;
                    }
                }
                if party.active && straight[i] < flipped[i] {
                    risk += 0.6 * party.reverse;
                }
            }
            let risk = risk.min(0.6);
            pays[i] = straight[i] + risk * (flipped[i] - straight[i]);
        }
        pays
    }

    /// What seat `i` is after: its own pay less the mean of the others'.
    pub(super) fn aim(&self, i: usize) -> f64 {
        let pays = self.pays();
        let (mut sum, mut weight) = (0.0, 0.0);
        for (k, party) in self.party[..self.seats].iter().enumerate() {
            if k != i {
                sum += party.weight * pays[k];
                weight += party.weight;
            }
        }
        pays[i] - sum / weight
    }

    /// With a token for this seat.
    pub(super) fn with_token(mut self, seat: usize) -> Self {
        self.party[seat].shares += 1.0;
        self
    }

    /// With the sum changed by so many points.
    pub(super) fn plus(mut self, points: f64) -> Self {
        self.sum += points;
        self
    }

    /// With pieces of the action added or taken away.
    pub(super) fn with_shares(mut self, seat: usize, shares: f64) -> Self {
        self.party[seat].shares += shares;
        self
    }

    /// With a Reverse more or less before a seat.
    pub(super) fn turned(mut self, seat: usize) -> Self {
        self.party[seat].turned ^= true;
        self
    }

    /// With a seat out.
    pub(super) fn without(mut self, seat: usize, nasty: bool) -> Self {
        self.party[seat].active = false;
        self.party[seat].safe = !nasty;
        self
    }

    /// With this promise kept by `seat`.
    pub(super) fn with_promise(mut self, public: &Public, seat: usize, kind: Kind, nasty: bool) -> Self {
        let boss = self.boss;
        match kind {
            Kind::Plain | Kind::NoMove | Kind::Discard(Class::Move) => {}
            Kind::Raise(value) => {
                self.sum += f64::from(value) + 0.2;
                self.party[seat].up *= 0.5;
            }
            Kind::Lower => {
                self.sum -= 3.0;
                self.party[seat].down *= 0.3;
            }
            Kind::PotaBoss => self.party[boss].shares += 1.0,
            Kind::ReverseOn(target) => {
                self.party[target.index()].turned ^= true;
                self.party[seat].reverse *= 0.3;
            }
            Kind::ClearNegative => {
                let worst = (face::MINUS..face::POTA).rev().find(|&f| public.centre[f] > 0);
                self.sum -= worst.map_or(0.0, |f| f64::from(public.card(f).value()));
            }
            Kind::ClearReverse => self.party[boss].turned ^= true,
            Kind::Discard(Class::Reverse) => self.party[seat].reverse *= 0.2,
            Kind::Discard(Class::Minus) => self.party[seat].down *= 0.2,
            Kind::PassOut => return self.without(seat, nasty),
            Kind::NoReverse => self.party[seat].spares_boss = true,
            Kind::NoNegative => self.party[seat].down = 0.0,
        }
        self
    }
}
