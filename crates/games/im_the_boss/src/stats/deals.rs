//! The worth of deals, and to whom: by round, multiplier, role and place in the order of Bosses; what a deal
//! would bring if it were settled now.

use std::hint::select_unpredictable;

use serde::{Deserialize, Serialize};

use super::{Average, Growing};
use crate::card::{Card, face};
use crate::event::{Event, Place};
use crate::params::PLAYERS;
use ludometer_model::small_table::{BySeat, MAX_SEATS};
use ludometer_model::{SHARE_UNITS, Seat};
use ludometer_stats::{Bounded, Figures, GameEnd, Mean, Merge, Report, Row, Share, Table as CsvTable};

/// Dollars of one step of the histogram.
const STEP: i64 = 25;

/// Steps either way; the outermost ones take all beyond.
const STEPS: i64 = 41;

/// The roles of a seat in a round.
const ROLES: [&str; 4] = ["boss", "cousin", "pota_only", "no_share"];

/// A row of `ib_rounds.csv`: a round.
#[derive(Clone, Debug, PartialEq, Row)]
#[row(table = "ib_rounds")]
pub struct RoundRow {
    /// Round, from 1.
    pub round: u64,
    /// Games with a deal in this round.
    pub games: u64,
    /// Mean value of the deal in dollars.
    #[row("deal_value", "ci_low", "ci_high")]
    pub deal_value: Bounded,
    /// Mean multiplier.
    pub multiplier: Option<f64>,
    /// Share of deals below zero.
    pub negative: Option<f64>,
    /// Share of deals at zero.
    pub zero: Option<f64>,
    /// Share of deals whose payment is limited.
    pub limited: Option<f64>,
    /// Mean number of tokens.
    pub tokens: Option<f64>,
}

/// A row of `ib_deal_values.csv`: a multiplier and a range of deal values.
#[derive(Clone, Debug, PartialEq, Row)]
#[row(table = "ib_deal_values")]
pub struct DealValueRow {
    /// Multiplier.
    pub multiplier: u64,
    /// Least value in dollars; none of the lowest range.
    pub from: Option<f64>,
    /// Largest value in dollars; none of the highest range.
    pub to: Option<f64>,
    /// Deals.
    pub deals: u64,
    /// Share of all deals.
    pub share: f64,
}

/// A row of `ib_boss_order.csv`: a place in the order as Boss.
#[derive(Clone, Debug, PartialEq, Row)]
#[row(table = "ib_boss_order")]
pub struct BossOrderRow {
    /// Place, from 0.
    pub boss_order: u64,
    /// Games.
    pub games: u64,
    /// Win rate.
    #[row("win_rate", "ci_low", "ci_high")]
    pub win_rate: Bounded,
    /// Mean dollars at the end.
    pub mean_money: Option<f64>,
}

#[derive(Clone, Debug, Default, PartialEq, Merge, Serialize, Deserialize)]
struct Round {
    value: Mean,
    multiplier: Mean,
    negative: Share,
    zero: Share,
    limited: Share,
    tokens: Mean,
}

#[derive(Clone, Debug, Default, PartialEq, Figures, Merge, Serialize, Deserialize)]
pub(super) struct Deals {
    /// Value of a deal.
    #[figure("ib_deal_value", "dollars")]
    value: Average,
    /// Value of a deal without its sign.
    #[figure("ib_deal_size", "dollars")]
    size: Average,
    /// Deals below zero / deals.
    #[figure("ib_negative_deals", "share of deals", share)]
    negative: Average,
    /// Deals at zero / deals.
    #[figure("ib_zero_deals", "share of deals", share)]
    zero: Average,
    /// Deals at the limit / deals.
    #[figure("ib_limited_deals", "share of deals", share)]
    limited: Average,
    rounds: Growing<Round>,
    /// Deals by multiplier and step of value.
    histogram: Growing<Growing<u64>>,
    /// What a share brought, as the Boss's, a Cousin's, a card's.
    #[figure("ib_share_*", "dollars", each = ["boss", "cousin", "pota"])]
    shares: [Average; 3],
    /// What a seat got in a round, by what it had.
    #[figure("ib_pay_*", "dollars", each = ROLES)]
    pays: [Average; 4],
    /// X cards shown.
    #[figure("ib_x_shown", "per game")]
    x_shown: Mean,
    /// Games in which all X cards were shown / games.
    #[figure("ib_all_x_shown", "share of games")]
    all_x: Share,
    /// Shuffles.
    #[figure("ib_reshuffles", "per game")]
    reshuffles: Mean,
    /// Draws from an empty stock.
    #[figure("ib_lost_draws", "per game")]
    lost_draws: Mean,
    /// By place in the order of Bosses: win share, money.
    order_wins: Vec<Mean>,
    order_money: Vec<Mean>,
    #[serde(skip)]
    #[merge(skip)]
    now: Now,
}

#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Now {
    first_boss: usize,
    x_shown: i64,
    all_x: bool,
    reshuffles: i64,
    lost_draws: i64,
    tokens: i64,
    value: i64,
}

impl Deals {
    pub(super) fn new(seats: usize) -> Self {
        Self {
            order_wins: vec![Mean::default(); seats],
            order_money: vec![Mean::default(); seats],
            ..Self::default()
        }
    }

    #[inline(always)]
    pub(super) fn event(&mut self, event: &Event) {
        match *event {
            Event::FirstBoss { seat, .. } => self.now = Now { first_boss: seat.index(), ..Now::default() },
            Event::Round { .. } => self.now.tokens = 0,
            Event::ShowX { x_shown, last, .. } => {
                self.now.x_shown = i64::from(x_shown);
                self.now.all_x |= last;
            }
            Event::Shuffle { .. } => self.now.reshuffles += 1,
            Event::DrawLost { .. } => self.now.lost_draws += 1,
            Event::Token { .. } => self.now.tokens += 1,
            Event::Settle { round, multiplier, value, limited, .. } => {
                self.settle(usize::from(round), multiplier, value, limited);
            }
            Event::Due { boss, cousin, pota, reverses, paid, .. } => {
                let value = select_unpredictable(reverses % 2 == 1, -self.now.value, self.now.value);
                let held = [i64::from(boss), i64::from(cousin), i64::from(pota)];
                for (average, held) in self.shares.iter_mut().zip(held) {
                    average.add_many(held * value, held as u64);
                }
                let role = select_unpredictable(pota > 0, 2, 3);
                let role = select_unpredictable(cousin, 1, role);
                let role = select_unpredictable(boss, 0, role);
                self.pays[role].add(paid);
            }
            _ => {}
        }
    }

    fn settle(&mut self, round: usize, multiplier: u8, value: i64, limited: bool) {
        self.now.value = value;
        self.value.add(value);
        self.size.add(value.abs());
        self.negative.add(i64::from(value < 0));
        self.zero.add(i64::from(value == 0));
        self.limited.add(i64::from(limited));
        if let Some(before) = round.checked_sub(1) {
            let tally = self.rounds.at(before);
            tally.value.add(value);
            tally.multiplier.add(i64::from(multiplier));
            tally.negative.add(value < 0);
            tally.zero.add(value == 0);
            tally.limited.add(limited);
            tally.tokens.add(self.now.tokens);
        }
        let step = value.div_euclid(STEP).clamp(-STEPS, STEPS);
        *self.histogram.at(usize::from(multiplier)).at((step + STEPS) as usize) += 1;
    }

    pub(super) fn finish(&mut self, finish: &GameEnd<'_>) {
        let Self {
            value,
            size,
            negative,
            zero,
            limited,
            rounds: _,
            histogram: _,
            shares,
            pays,
            x_shown,
            all_x,
            reshuffles,
            lost_draws,
            order_wins,
            order_money,
            now,
        } = self;
        [value, size, negative, zero, limited].into_iter().for_each(Average::close);
        shares.iter_mut().chain(pays).for_each(Average::close);
        x_shown.add(now.x_shown);
        all_x.add(now.all_x);
        reshuffles.add(now.reshuffles);
        lost_draws.add(now.lost_draws);
        let units = finish.outcome.win_units();
        let seats = order_wins.len().min(MAX_SEATS);
        for place in 0..seats {
            let seat = Seat::new((now.first_boss + place) % seats);
            order_wins[place].add(units[seat] as i64);
            order_money[place].add(finish.outcome.scores[seat]);
        }
    }

    pub(super) fn write_tables(&self, out: &mut Report) {
        out.tables.push(self.rounds_table());
        out.tables.push(self.values_table());
        out.tables.push(self.order_table());
    }

    fn rounds_table(&self) -> CsvTable {
        let row = |(number, round): (u64, &Round)| {
            let value = round.value.estimate();
            RoundRow {
                round: number,
                games: value.games,
                deal_value: value.into(),
                multiplier: round.multiplier.estimate().value,
                negative: round.negative.estimate().value,
                zero: round.zero.estimate().value,
                limited: round.limited.estimate().value,
                tokens: round.tokens.estimate().value,
            }
        };
        CsvTable::of((1..).zip(self.rounds.iter()).map(row))
    }

    /// Returns the histogram of deal values by multiplier.
    fn values_table(&self) -> CsvTable {
        let all: u64 = self.histogram.iter().flat_map(|steps| steps.iter()).sum();
        let mut rows = Vec::new();
        for (multiplier, steps) in (0..).zip(self.histogram.iter()) {
            for (step, &deals) in (-STEPS..).zip(steps.iter()).filter(|(_, deals)| **deals > 0) {
                // The outermost steps have no end.
                rows.push(DealValueRow {
                    multiplier,
                    from: (step > -STEPS).then_some((step * STEP) as f64),
                    to: (step < STEPS).then_some((step * STEP + STEP - 1) as f64),
                    deals,
                    share: deals as f64 / all as f64,
                });
            }
        }
        CsvTable::of(rows)
    }

    fn order_table(&self) -> CsvTable {
        let row = |(boss_order, (wins, money)): (u64, (&Mean, &Mean))| {
            let rate = wins.estimate_in(1.0 / SHARE_UNITS as f64).of_share();
            let (games, win_rate, mean_money) = (rate.games, rate.into(), money.estimate().value);
            BossOrderRow { boss_order, games, win_rate, mean_money }
        };
        CsvTable::of((0..).zip(self.order_wins.iter().zip(&self.order_money)).map(row))
    }
}

/// The contents of the table, followed event by event.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Table {
    seats: usize,
    round: u16,
    multiplier: i64,
    pub(super) boss: usize,
    /// The most that each seat can pay, below 0.
    least: BySeat<i64>,
    /// The shares of each seat, below 0 if it has an odd number of Reverse cards.
    shares: BySeat<i64>,
    /// True for those that do.
    turned: BySeat<bool>,
    factor: i64,
    limit: Option<i64>,
    sum: i64,
    /// The sum that all seats together would get, if it is known of the table as it is.
    all: Option<i64>,
}

impl Table {
    /// Takes note of what happened.
    #[inline(always)]
    pub(super) fn event(&mut self, event: &Event) {
        match *event {
            Event::FirstBoss { seats, money, .. } => {
                *self = Self { seats, ..Self::default() };
                Seat::all(seats).for_each(|seat| self.least[seat] = -money);
            }
            Event::Round { round, boss, multiplier, factor, limit } => {
                self.all = None;
                self.round = round;
                self.boss = boss.index();
                self.multiplier = i64::from(multiplier);
                self.factor = factor;
                self.limit = limit;
                self.sum = 0;
                self.shares = BySeat::default();
                self.turned = BySeat::default();
                self.shares[boss] = 1;
            }
            Event::ShowX { multiplier, .. } => {
                self.all = None;
                self.multiplier = i64::from(multiplier);
            }
            Event::MoveCard { card, from, to } => {
                self.all = None;
                self.place(card, from, -1);
                self.place(card, to, 1);
            }
            Event::Token { to, .. } => {
                self.all = None;
                self.share(to, 1);
            }
            Event::Due { seat, money, .. } => {
                self.all = None;
                self.least[seat] = -money;
            }
            _ => {}
        }
    }

    #[inline(always)]
    fn place(&mut self, card: Card, place: Place, change: i64) {
        match place {
            Place::Centre => self.sum += change * i64::from(card.value()),
            Place::Front(seat) => {
                // Which card it is is for chance to say: no branch.
                let reverse = card.face() == Some(face::REVERSE);
                let shares = self.shares[seat];
                let other = shares + select_unpredictable(self.turned[seat], -change, change);
                self.shares[seat] = select_unpredictable(reverse, -shares, other);
                self.turned[seat] ^= reverse;
            }
            Place::Hand(_) | Place::Playing | Place::Discard => {}
        }
    }

    #[inline(always)]
    fn share(&mut self, seat: Seat, change: i64) {
        self.shares[seat] += if self.turned[seat] { -change } else { change };
    }

    /// Returns the value of a share if the deal were settled now.
    #[inline]
    pub(super) fn value(&self) -> i64 {
        let value = self.sum * self.factor * self.multiplier;
        self.limit.map_or(value, |limit| value.clamp(-limit, limit))
    }

    /// Returns what a seat would get more than the others on average, if the deal were settled now, in
    /// units of a dollar through one less than the number of seats.
    #[inline(always)]
    pub(super) fn aim(&mut self, seat: Seat) -> i64 {
        let value = self.value();
        let pay = |table: &Self, other: Seat| (table.shares[other] * value).max(table.least[other]);
        let all = self.all.unwrap_or_else(|| {
            // Seats that nobody has get and pay nothing: a fixed number of them needs no loop.
            Seat::all(PLAYERS.1).map(|other| pay(self, other)).sum()
        });
        self.all = Some(all);
        pay(self, seat) * self.seats as i64 - all
    }
}
