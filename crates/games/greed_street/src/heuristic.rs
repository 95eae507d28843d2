//! How good each choice looks, by the spec's section 13: dollars that it is expected to bring. Chances of
//! winning, for leaves of a search.

use super::action::Action;
use super::bargain;
use super::board::{Act, Square};
use super::cards::{Counts, Kind, Kinds, Row};
use super::params::Params;
use super::prospects::RENT;
use super::rules::total_parts;
use super::state::{Phase, State};
use super::view::View;
use ludometer_model::{BySeat, Seat};
use ludometer_playable::{Scores, Setting, settings};

settings! {
    /// The weights of `greedy` in this game.
    pub struct Weights {
        pub(super) rent: f64 =
            Setting::real("rent", "future rent of a Worker, as a part of her price", 0.0, 5.0, RENT);
        pub(super) guard: f64 = Setting::real(
            "guard",
            "points that a defender with unknown cards is expected to add in a fight",
            0.0, 10.0, 1.0,
        );
        pub(super) daring: f64 = Setting::real(
            "daring",
            "dollars added to what a fight is expected to bring (negative: fights less)",
            -1000.0, 1000.0, 0.0,
        );
        pub(super) usage: f64 = Setting::real(
            "use",
            "what the use of a card adds to its end value, in multiples of the usual",
            0.0, 5.0, 1.0,
        );
        pub(super) margin: f64 =
            Setting::real("margin", "dollars that a trade must bring more than it costs", 0.0, 1000.0, 10.0);
        pub(super) rivals: f64 = Setting::real(
            "rivals",
            "what the others' gain by a trade, shared out among them, weighs against one's own",
            0.0, 5.0, 1.0,
        );
    }
}

/// The defaults of the bots that suit this game, each measured.
pub(super) const BOT_DEFAULTS: &[(&str, &str, f64)] = &[
    // One searching seat against three greedy ones at equal time a decision
    // (`reports/search-settings.csv`): nothing comes out above the fair share, long playouts and
    // plain `uct` below it.
    ("mcts", "select", 1.0),
    ("mcts", "rollout", 1.0),
    ("mcts", "length", 4.0),
    ("mcts", "exploration", 0.3),
    ("flat-mc", "rollout", 1.0),
    ("flat-mc", "noise", 0.0),
    ("flat-mc", "length", 4.0),
    ("lookahead", "length", 1.0),
];

/// One seat's judgement of one position.
pub(super) struct Judge<'a> {
    pub(super) params: &'a Params,
    pub(super) view: &'a View,
    pub(super) weights: &'a Weights,
}

/// Appends a number for each legal action; the greatest is the choice.
pub(super) fn score_actions(
    params: &Params,
    view: &View,
    legal: &[Action],
    weights: &Weights,
    scores: &mut Scores<Action>,
) {
    let judge = Judge { params, view, weights };
    match view.public.phase {
        Phase::TradeKind | Phase::TradePartner | Phase::TradeGive | Phase::TradeGet | Phase::TradeCash => {
            bargain::propose(&judge, legal, scores);
        }
        Phase::TradeAnswer | Phase::TradeReply => bargain::respond(&judge, legal, &mut scores.values),
        _ => scores.extend(legal.iter().map(|&action| judge.score(action))),
    }
}

impl Judge<'_> {
    fn me(&self) -> Seat {
        self.view.viewer
    }

    fn money(&self, seat: Seat) -> f64 {
        self.view.public.money[seat] as f64
    }

    /// Returns what a Worker is worth to her owner.
    fn worker(&self, number: usize) -> f64 {
        self.params.prices[number] as f64 * (1.0 + self.weights.rent)
    }

    fn dearest(&self, seat: Seat) -> f64 {
        self.view.public.owned[seat].iter().map(|n| self.worker(n)).fold(0.0, f64::max)
    }

    fn cheapest(&self, seat: Seat) -> f64 {
        let prices = self.view.public.owned[seat].iter().map(|n| self.worker(n));
        prices.reduce(f64::min).unwrap_or(0.0)
    }

    /// Returns the price of the Worker landed on.
    fn price(&self) -> f64 {
        self.params.prices[usize::from(self.view.public.worker)] as f64
    }

    /// Returns what each kind of card is worth to this seat, which has it: the end value, and what its use may still
    /// bring.
    #[inline]
    pub(super) fn held(&self, seat: Seat) -> Row {
        let position = self.view.public.position[seat];
        self.params.prospects.held(position, self.bling(seat), self.weights.usage)
    }

    /// Returns what each kind of card is worth to this seat, which gets it.
    #[inline]
    pub(super) fn got(&self, seat: Seat) -> Row {
        let position = self.view.public.position[seat];
        self.params.prospects.got(position, self.bling(seat), self.weights.usage)
    }

    /// Returns [`Judge::got`] and [`Judge::held`].
    #[inline(always)]
    pub(super) fn got_and_held(&self, seat: Seat) -> (Row, Row) {
        let position = self.view.public.position[seat];
        self.params.prospects.got_and_held(position, self.bling(seat), self.weights.usage)
    }

    /// Returns the bonus that the Bling which this seat is known to have gives each of its recruit rolls.
    #[inline]
    fn bling(&self, seat: Seat) -> i64 {
        let bonus = |cards: &Counts| self.params.prospects.bonus(cards);
        let View { viewer, hand, placed, public } = self.view;
        if seat == *viewer { bonus(hand) + bonus(placed) } else { bonus(&public.known[seat]) }
    }

    /// Returns what the viewer's least valuable card is worth.
    fn least_card(&self) -> f64 {
        let held = self.held(self.me());
        self.view.hand.kinds().iter().map(|kind| held[kind]).reduce(f64::min).unwrap_or(0.0)
    }

    fn score(&self, action: Action) -> f64 {
        let public = &self.view.public;
        let me = self.me();
        match action {
            Action::Roll => 1.0,
            Action::Pass
            | Action::NoTheft
            | Action::NoBribe
            | Action::NoTrade
            | Action::Done
            | Action::EndTurn
            | Action::Sell
            | Action::Buy
            | Action::Swap
            | Action::TradePartner(_)
            | Action::TradeGive(_)
            | Action::TradeGet(_)
            | Action::TradeCash(_)
            | Action::CounterCash(_) => 0.0,
            Action::Target(seat) => {
                let cash = self.money(seat).min(self.params.theft_cash as f64);
                let card = if public.hand[seat] > 0 { self.mean_card() } else { 0.0 };
                (1.0 - self.params.theft_notice[seat]) * self.dearest(seat).max(cash).max(card) + 0.01
            }
            Action::StealWorker => self.dearest(public.victim),
            Action::StealCard => self.mean_card(),
            Action::StealCash => self.money(public.victim).min(self.params.theft_cash as f64),
            Action::TheftWorker(worker) | Action::Loot(worker) => self.worker(worker.number()),
            Action::Comply | Action::Ignore => self.square_value(me),
            Action::PlayDonuts => -self.held(me)[Kind::DONUTS],
            Action::LoseWorker(worker) => -self.worker(worker.number()),
            Action::LoseScore(kind) => -self.held(me)[kind],
            Action::Place(kind) if public.phase == Phase::WeaponCards => self.weapon(kind),
            Action::Place(kind) => self.recruit_card(kind),
            Action::StaySilent => -public.late * self.price(),
            Action::Bribe => {
                public.late * (1.0 - self.params.late_factor) * self.price() - self.params.bribe as f64
            }
            Action::PayFull | Action::Volunteer => self.fight_value().max(0.0) - self.price(),
            Action::PayAll => -self.money(me),
            Action::PlayFreePass => -self.held(me)[Kind::FREE_PASS].max(100.0),
            // Trying costs nothing: a refusal leads back to the payment.
            Action::Haggle => -0.75 * self.price().min(self.money(me)),
            Action::HaggleOffer(part) => -(part.value() - 0.5).abs(),
            Action::Fight => self.fight_value(),
            Action::Challenge(seat) => self.challenge_value(seat),
            Action::CounterFraction(part) => 0.8 * self.price() * part.value(),
            Action::Accept | Action::Refuse => self.answer(action == Action::Accept),
        }
    }

    fn answer(&self, yes: bool) -> f64 {
        let public = &self.view.public;
        let payer = public.active;
        match public.phase {
            Phase::BribeAnswer => f64::from(u8::from(yes)),
            Phase::HaggleAnswer => {
                if yes {
                    return self.haggled();
                }
                // A payer who could pay may still have a wild card, or fight.
                let full = self.money(payer) >= self.price();
                if full { 0.9 * self.price() } else { self.money(payer) }
            }
            _ if yes => -self.haggled(),
            _ => -self.price().min(self.money(payer)),
        }
    }

    fn haggled(&self) -> f64 {
        let public = &self.view.public;
        self.params.fractions[usize::from(public.fraction)].1[usize::from(public.worker)] as f64
    }

    fn mean_card(&self) -> f64 {
        let size = self.params.deck.total().max(1);
        self.params.deck.weigh(&self.params.values) as f64 / size as f64
    }

    /// Returns what placing this card adds to a recruit roll's prospects.
    fn recruit_card(&self, kind: Kind) -> f64 {
        let free = self.params.bling_reusable;
        let mut bonus = self.view.placed.weigh(&self.params.points);
        if kind.is_bling() && free {
            // All of it, in kind order.
            return 0.5 - 0.01 * kind.index() as f64;
        }
        if free {
            let bling = self.view.hand.kinds().iter().filter(|k| k.is_bling());
            let points = bling.map(|k| i64::from(self.view.hand[k]) * self.params.points[k.index()]);
            bonus += points.sum::<i64>();
        }
        self.recruit_gain(bonus)(kind) - self.held(self.me())[kind]
    }

    /// Returns what a card's points add to the prospects of a recruit roll with this bonus, by its kind.
    pub(super) fn recruit_gain(&self, bonus: i64) -> impl Fn(Kind) -> f64 {
        let price = self.price();
        let stake = self.worker(usize::from(self.view.public.worker))
            + if self.params.cash_bonus { price } else { 0.0 };
        let chance = |bonus: i64| self.params.odds.at_least(self.params.recruit_min - bonus);
        let without = chance(bonus);
        move |kind| (chance(bonus + self.params.points[kind.index()]) - without) * stake
    }

    fn up(&self, side: usize) -> i64 {
        self.view.public.fight.up[side].iter().map(|kind| self.params.points[kind.index()]).sum()
    }

    /// Points that this seat is expected to add in a fight.
    fn expected(&self, seat: Seat) -> i64 {
        let public = &self.view.public;
        let known = public.known[seat].kinds().and(Kinds::WEAPONS);
        let best = known.iter().map(|kind| self.params.points[kind.index()]).max().unwrap_or(0);
        let unknown = if public.hand[seat] > 0 { self.weights.guard.round() as i64 } else { 0 };
        best.max(unknown)
    }

    /// Returns what a card placed now adds to a fight's prospects, less its price.
    fn weapon(&self, kind: Kind) -> f64 {
        let public = &self.view.public;
        let stake = self.stake();
        let side = public.acting();
        let mine = self.up(side) + self.view.placed.weigh(&self.params.points);
        let points = self.params.points[kind.index()];
        let chance = |mine: i64| {
            if side == 0 {
                return self.params.odds.lead(mine - self.up(1) - self.expected(public.fight.defender));
            }
            // The instigator has rolled; of Weapons still face down each counts two points.
            let total = i64::from(public.fight.dice[0]) + self.up(0) + 2 * i64::from(public.down[0]);
            let (win, tie) = (total + 1 - mine, total - mine);
            let above = self.params.odds.at_least(win);
            above + 0.5 * (self.params.odds.at_least(tie) - above)
        };
        (chance(mine + points) - chance(mine)) * stake - self.held(self.me())[kind]
    }

    /// Returns the stake of the fight, won and lost together.
    pub(super) fn stake(&self) -> f64 {
        let public = &self.view.public;
        let (attacker, attacked) = (public.active, public.fight.defender);
        let prize = if public.fight.proximity {
            self.dearest(attacked)
        } else {
            self.worker(usize::from(public.worker))
        };
        prize + self.dearest(attacker)
    }

    /// Points that the viewer would add to a fight of its own.
    fn own_points(&self) -> i64 {
        let held = self.view.hand.kinds().and(Kinds::WEAPONS);
        held.iter().map(|kind| self.params.points[kind.index()]).max().unwrap_or(0)
    }

    /// Returns what a fight for the Worker landed on is expected to bring.
    fn fight_value(&self) -> f64 {
        let public = &self.view.public;
        let me = self.me();
        let Some(owner) = public.owner(usize::from(public.worker)) else { return 0.0 };
        if self.params.own_worker && public.owned[me].is_empty() {
            return 0.0;
        }
        let chance = self.params.odds.lead(self.own_points() - self.expected(owner));
        let risk = if !public.owned[me].is_empty() {
            self.dearest(me)
        } else if self.params.pay_again {
            self.price().min(self.money(me))
        } else {
            0.0
        };
        chance * self.worker(usize::from(public.worker)) - (1.0 - chance) * risk + self.weights.daring
    }

    fn challenge_value(&self, seat: Seat) -> f64 {
        let chance = self.params.odds.lead(self.own_points() - self.expected(seat));
        chance * self.dearest(seat) - (1.0 - chance) * self.dearest(self.me()) + self.weights.daring
    }

    /// Returns what obeying the square that this seat stands on is expected to bring it.
    pub(super) fn square_value(&self, me: Seat) -> f64 {
        let public = &self.view.public;
        let money = self.money(me);
        let position = usize::from(public.position[me]);
        let Some(square) = position.checked_sub(1).and_then(|i| self.params.squares.get(i)) else {
            return 0.0;
        };
        let workers = f64::from(public.owned[me].len());
        match *square {
            Square::Score => self.mean_card(),
            Square::Worker(worker) => match public.owner(usize::from(worker)) {
                None => {
                    let chance = self.params.odds.at_least(self.params.recruit_min);
                    chance * 2.0 * self.worker(usize::from(worker))
                }
                Some(owner) if owner == me => 0.0,
                Some(_) => -(self.params.prices[usize::from(worker)] as f64).min(money),
            },
            Square::Action { act, .. } => match act {
                Act::Pay(amount) => -(amount as f64).min(money),
                Act::Gain(amount) => amount as f64,
                // More squares are met; most of them are welcome.
                Act::Back => 20.0,
                Act::LoseWorker => -self.cheapest(me),
                Act::LoseScore if me == self.me() => -self.least_card(),
                Act::LoseScore => -self.mean_card(),
                Act::Forward | Act::SkipTurn => -10.0,
                Act::CollectEach(amount) => (amount * (self.params.seats as i64 - 1)) as f64,
                Act::PayEach(amount) => -((amount * (self.params.seats as i64 - 1)) as f64).min(money),
                Act::GainPerWorker(amount) => amount as f64 * workers,
                Act::PayPerWorker(amount) => -(amount as f64 * workers).min(money),
                Act::TakeScore(cards) => f64::from(cards) * self.mean_card(),
                Act::Blank => 0.0,
            },
        }
    }
}

/// Chance that a piece lands on a given square ahead of it: two dice move seven squares on average.
const HIT: f64 = 1.0 / 7.0;

/// The earnings of a piece per square that is still before it, in dollars. Rough: with the default board
/// simple play earns some $1,000 on sixty squares.
const PER_SQUARE: f64 = 15.0;

/// How far off an estimate of the final totals is, in dollars: at the end, and with the whole track
/// ahead. By the mean log loss of the estimates at the beginning of turns in 4,000 greedy plays: 0.519 at
/// two seats and 0.967 at four; with half the doubt it was 0.582 and 1.058.
const DOUBT: [f64; 2] = [50.0, 1000.0];

/// Returns each seat's estimated share of the win.
pub(super) fn evaluate(params: &Params, state: &State) -> BySeat<f64> {
    let public = &state.public;
    let finish = f64::from(params.finish());
    let ahead = |seat: Seat| finish - f64::from(public.position[seat]);
    let mut furthest = 0.0_f64;
    let mut totals = [0.0; ludometer_model::MAX_SEATS];
    let mut best = f64::NEG_INFINITY;
    for seat in Seat::all(params.seats) {
        furthest = furthest.max(ahead(seat));
        let now: i64 = total_parts(params, state, seat).iter().sum();
        let rents = public.owned[seat].iter().map(|worker| {
            let home = params.homes[worker];
            let coming = seat.others(params.seats).filter(|&other| public.position[other] < home).count();
            params.prices[worker] as f64 * HIT * coming as f64
        });
        // What cards in hand may still be used for, by the same judgement as greedy play: without it
        // a search sells Bling for its end value.
        let mut cards = state.hands[seat];
        if let Some(placed) = placed_by(state, seat) {
            cards.add_all(placed);
        }
        let used = params.prospects.use_of(&cards, public.position[seat]);
        let total = now as f64 + rents.sum::<f64>() + used + PER_SQUARE * ahead(seat);
        totals[seat.index()] = total;
        best = best.max(total);
    }
    let doubt = DOUBT[0] + (DOUBT[1] - DOUBT[0]) * furthest / finish;
    let mut shares = BySeat::all(0.0);
    let mut sum = 0.0;
    for seat in Seat::all(params.seats) {
        shares[seat] = ((totals[seat.index()] - best) / doubt).exp();
        sum += shares[seat];
    }
    for share in shares.first_mut(params.seats) {
        *share /= sum;
    }
    shares
}

/// Returns the cards that this seat has face down: placing one must not look like losing it.
fn placed_by(state: &State, seat: Seat) -> Option<&Counts> {
    let public = &state.public;
    (0..2).find(|&side| public.down[side] > 0 && public.side(side) == seat).map(|side| &state.down[side])
}
