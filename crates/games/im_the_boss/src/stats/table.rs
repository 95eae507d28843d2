//! The table as the events tell it: what a deal would bring if it were settled now.

use std::hint::select_unpredictable;

use super::super::card::{Card, face};
use super::super::event::{Event, Place};
use super::super::params::PLAYERS;
use ludometer_model::Seat;
use ludometer_model::small_table::BySeat;

/// The contents of the table, followed event by event.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Table {
    pub(super) seats: usize,
    pub(super) round: u16,
    pub(super) multiplier: i64,
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
