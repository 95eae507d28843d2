//! Secret numbers: each seat sees its own, and others know of it what follows from what was said.
//!
//! What can be told of them is kept for an onlooker (0) and for each seat: of each number the least and the most that it can be
//! (4 bytes each), and the seats of which only the sum is known. Such have the same seat as their group (1 byte), in whose place
//! the sum stands (4 bytes); group 0 is none.

use crate::bytes::{i32_at, set_i32};
use crate::layout::SecretNumbers;
use crate::moves::tag;
use crate::table::{Fault, Outcome, Table};

/// The bytes of what a seat can tell of a number.
const SIZE: usize = 16;

/// How a number changed, in events.
const SET: u8 = 0;
const ADDED: u8 = 1;
const PAID: u8 = 2;
const SHOWN: u8 = 3;

impl Table<'_> {
    fn secret_at(&self, of: &SecretNumbers, who: usize, seat: usize) -> usize {
        of.know + SIZE * (who * self.layout.seats + seat - 1)
    }

    fn secret_sum_at(&self, of: &SecretNumbers, who: usize, group: usize) -> usize {
        self.secret_at(of, who, group) + 8
    }

    fn long_at(&self, at: usize) -> i64 {
        i64::from(i32_at(self.bytes, at))
    }

    fn set_long(&mut self, at: usize, x: i64) {
        set_i32(self.bytes, at, x as i32);
    }

    fn least_at(&self, at: usize) -> i64 {
        self.long_at(at)
    }

    fn most_at(&self, at: usize) -> i64 {
        self.long_at(at + 4)
    }

    fn set_limits(&mut self, at: usize, least: i64, most: i64) {
        self.set_long(at, least);
        self.set_long(at + 4, most);
    }

    fn group_at(&self, at: usize) -> usize {
        usize::from(self.bytes[at + 12])
    }

    fn set_group(&mut self, at: usize, group: usize) {
        self.bytes[at + 12] = group as u8;
    }

    /// Lets the limits of the numbers of a group follow from their sum.
    fn tighten(&mut self, of: &SecretNumbers, who: usize, group: usize) {
        let seats = self.layout.seats;
        let sum = self.long_at(self.secret_sum_at(of, who, group));
        let (mut lows, mut highs) = (0, 0);
        for seat in 1..=seats {
            let at = self.secret_at(of, who, seat);
            if self.group_at(at) == group {
                lows += self.least_at(at);
                highs += self.most_at(at);
            }
        }
        for seat in 1..=seats {
            let at = self.secret_at(of, who, seat);
            if self.group_at(at) == group {
                let (low, high) = (self.least_at(at), self.most_at(at));
                self.set_limits(at, low.max(sum - (highs - high)), high.min(sum - (lows - low)));
            }
        }
    }

    /// A number leaves its group; the others keep their sum where that is known without it.
    fn leave_group(&mut self, of: &SecretNumbers, who: usize, seat: usize, known: Option<i64>) {
        let own = self.secret_at(of, who, seat);
        let group = self.group_at(own);
        if group == 0 {
            return;
        }
        self.tighten(of, who, group);
        let sum = self.long_at(self.secret_sum_at(of, who, group)) - known.unwrap_or(0);
        let (mut first, mut others) = (0, 0);
        self.set_group(own, 0);
        for other in 1..=self.layout.seats {
            let at = self.secret_at(of, who, other);
            if self.group_at(at) == group {
                others += 1;
                if first == 0 {
                    first = other;
                }
                self.set_group(at, if known.is_some() { first } else { 0 });
            }
        }
        self.set_long(self.secret_sum_at(of, who, group), 0);
        if known.is_none() || first == 0 {
            return;
        }
        if others > 1 {
            self.set_long(self.secret_sum_at(of, who, first), sum);
            self.tighten(of, who, first);
        } else {
            let at = self.secret_at(of, who, first);
            self.set_limits(at, sum, sum);
            self.set_group(at, 0);
        }
    }

    fn learn_secret(&mut self, of: &SecretNumbers, who: usize, seat: usize, x: i64) {
        self.leave_group(of, who, seat, Some(x));
        self.set_limits(self.secret_at(of, who, seat), x, x);
    }

    /// A number changes by this much, as it is known.
    fn shift_secret(&mut self, of: &SecretNumbers, who: usize, seat: usize, by: i64) {
        let at = self.secret_at(of, who, seat);
        let group = self.group_at(at);
        if group > 0 {
            self.tighten(of, who, group);
            let sum = self.secret_sum_at(of, who, group);
            self.set_long(sum, self.long_at(sum) + by);
        }
        let (low, high) = (self.least_at(at) + by, self.most_at(at) + by);
        self.set_limits(at, low.max(of.low), high.min(of.high));
    }

    /// Something went from one seat to another, and this one doesn't know how much.
    fn pay_unseen(&mut self, of: &SecretNumbers, who: usize, from: usize, to: usize) {
        let both = [self.secret_at(of, who, from), self.secret_at(of, who, to)];
        for at in both {
            if self.group_at(at) > 0 {
                self.tighten(of, who, self.group_at(at));
            }
        }
        let [i, j] = both;
        let groups = both.map(|at| self.group_at(at));
        let same = groups[0] > 0 && groups[0] == groups[1];
        let is_sure =
            |table: &Self, at: usize| table.group_at(at) > 0 || table.least_at(at) == table.most_at(at);
        if is_sure(self, i) && is_sure(self, j) && !same {
            let sums = both.map(|at| match self.group_at(at) {
                0 => self.least_at(at),
                group => self.long_at(self.secret_sum_at(of, who, group)),
            });
            let mut first = 0;
            for seat in 1..=self.layout.seats {
                let at = self.secret_at(of, who, seat);
                let group = self.group_at(at);
                if both.contains(&at) || (group > 0 && groups.contains(&group)) {
                    if first == 0 {
                        first = seat;
                    }
                    self.set_long(at + 8, 0);
                    self.set_group(at, first);
                }
            }
            self.set_long(self.secret_sum_at(of, who, first), sums[0] + sums[1]);
        } else if !same {
            self.leave_group(of, who, from, None);
            self.leave_group(of, who, to, None);
        }
        let most = of.high.min(self.most_at(j) + self.most_at(i) - of.low);
        self.set_limits(i, of.low, self.most_at(i));
        self.set_limits(j, self.least_at(j), most);
    }

    fn secret_value(&self, of: &SecretNumbers, seat: usize) -> i64 {
        self.long_at(of.off + 4 * (seat - 1))
    }

    fn put_secret(&mut self, of: &SecretNumbers, seat: usize, x: i64) -> Outcome<()> {
        if x < of.low || x > of.high {
            return Err(Fault::new(format!(
                "{} must be a whole number from {} to {}, not {x}",
                of.name, of.low, of.high
            )));
        }
        self.set_long(of.off + 4 * (seat - 1), x);
        Ok(())
    }

    fn check_limits(of: &SecretNumbers, call: &str, x: i64, least: i64, most: i64) -> Outcome<()> {
        if (-2_000_000..=2_000_000).contains(&least)
            && (least..=2_000_000).contains(&most)
            && (least..=most).contains(&x)
        {
            return Ok(());
        }
        Err(Fault::new(format!(
            "{}:{call}(seat, n, least, most): all can tell that it lies from {least} to {most}, but it is {x}",
            of.name
        )))
    }

    fn tell_secret(&mut self, secret: usize, how: u8, seat: usize, to: usize, x: i64) -> Outcome<()> {
        if self.run.listens {
            self.announce(tag::SECRET, how, [secret + 1, seat, to])?;
            self.announce(0, 0, [0; 3])?;
            let last = self.run.events.len() - 1;
            set_i32(&mut self.run.events[last], 0, x as i32);
        }
        Ok(())
    }

    /// Returns a secret number, by its own number from 0, of a seat.
    pub fn secret(&self, secret: usize, seat: i64) -> Outcome<i64> {
        let (of, seat) = (&self.layout.secrets[secret], self.seat(seat)?);
        let guard = self.run.guard;
        if guard != 0 && guard != seat {
            return Err(Fault::new(format!("seat {guard} can't see {} of seat {seat}", of.name)));
        }
        Ok(self.secret_value(of, seat))
    }

    /// Sets a secret number: the others know that it lies between these limits, where such are said.
    pub fn set_secret(
        &mut self,
        secret: usize,
        seat: i64,
        x: i64,
        (least, most): (Option<i64>, Option<i64>),
    ) -> Outcome<()> {
        self.may_change()?;
        let (layout, seat) = (self.layout, self.seat(seat)?);
        let of = &layout.secrets[secret];
        let (least, most) = (least.unwrap_or(of.low), most.unwrap_or(of.high));
        self.put_secret(of, seat, x)?;
        Self::check_limits(of, "set", x, least, most)?;
        if self.run.tracks {
            for who in 0..=layout.seats {
                if self.run.chance.is_fixed() || who == seat {
                    self.learn_secret(of, who, seat, x);
                } else {
                    self.leave_group(of, who, seat, None);
                    let at = self.secret_at(of, who, seat);
                    self.set_limits(at, least.max(of.low), most.min(of.high));
                }
            }
        }
        self.tell_secret(secret, SET, seat, 0, x)
    }

    /// Adds to a secret number: all see how much, or that it lies between these limits.
    pub fn add_secret(
        &mut self,
        secret: usize,
        seat: i64,
        x: i64,
        (least, most): (Option<i64>, Option<i64>),
    ) -> Outcome<()> {
        self.may_change()?;
        let (layout, seat) = (self.layout, self.seat(seat)?);
        let of = &layout.secrets[secret];
        let sum = self.secret_value(of, seat) + x;
        self.put_secret(of, seat, sum)?;
        let open = least.is_none() || self.run.chance.is_fixed();
        let said = least.map(|least| (least, most.unwrap_or(least)));
        if let Some((least, most)) = said {
            Self::check_limits(of, "add", x, least, most)?;
        }
        let (least, most) = said.unwrap_or((x, x));
        if self.run.tracks {
            for who in 0..=layout.seats {
                if open || who == seat {
                    self.shift_secret(of, who, seat, x);
                } else {
                    self.leave_group(of, who, seat, None);
                    let at = self.secret_at(of, who, seat);
                    let (low, high) = (self.least_at(at) + least, self.most_at(at) + most);
                    self.set_limits(at, low.max(of.low), high.min(of.high));
                }
            }
        }
        let (how, told) = if open { (ADDED, x) } else { (SET, sum) };
        self.tell_secret(secret, how, seat, 0, told)
    }

    /// One seat gives to another: only these two see how much, and the sum of both stays, as everybody knows.
    pub fn pay_secret(&mut self, secret: usize, from: i64, to: i64, x: i64) -> Outcome<()> {
        self.may_change()?;
        let (layout, from, to) = (self.layout, self.seat(from)?, self.seat(to)?);
        let of = &layout.secrets[secret];
        if from == to || !(0..=2_000_000).contains(&x) {
            return Err(Fault::new(format!(
                "{}:pay(from, to, n): two seats, and a whole number from 0 on, not {x}",
                of.name
            )));
        }
        self.put_secret(of, from, self.secret_value(of, from) - x)?;
        self.put_secret(of, to, self.secret_value(of, to) + x)?;
        if self.run.tracks {
            for who in 0..=layout.seats {
                if self.run.chance.is_fixed() || who == from || who == to {
                    self.shift_secret(of, who, from, -x);
                    self.shift_secret(of, who, to, x);
                } else {
                    self.pay_unseen(of, who, from, to);
                }
            }
        }
        self.tell_secret(secret, PAID, from, to, x)
    }

    /// A seat, or all, see a secret number.
    pub fn show_secret(&mut self, secret: usize, seat: i64, to: Option<i64>) -> Outcome<()> {
        self.may_change()?;
        let (layout, seat) = (self.layout, self.seat(seat)?);
        let to = to.map(|to| self.seat(to)).transpose()?;
        let of = &layout.secrets[secret];
        let x = self.secret_value(of, seat);
        if self.run.tracks {
            for who in (0..=layout.seats).filter(|&who| to.is_none_or(|to| to == who)) {
                self.learn_secret(of, who, seat, x);
            }
        }
        self.tell_secret(secret, SHOWN, seat, to.unwrap_or(0), x)
    }

    /// Returns the least, or the most, that the seat which an appeal speaks for can tell of a secret number.
    pub fn secret_limit(&self, secret: usize, seat: i64, most: bool) -> Outcome<i64> {
        let of = &self.layout.secrets[secret];
        if !self.is_appeal() {
            let text = format!("{}:least and :most are for appeals: rules follow from what happens", of.name);
            return Err(Fault::new(text));
        }
        let at = self.secret_at(of, self.run.guard, self.seat(seat)?);
        Ok(if most { self.most_at(at) } else { self.least_at(at) })
    }
}
