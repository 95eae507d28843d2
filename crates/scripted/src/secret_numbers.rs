//! Secret numbers: what a seat can tell of those of others, and numbers drawn that agree with it.
//!
//! The script's part (`secret_numbers.luau`) keeps it: for each seat, and for an onlooker, the least and the most that each number
//! can be, and groups of seats of which only the sum is known. Drawn are all numbers within these bounds, each set of them
//! as likely as any other.

use ludometer_model::{Contradiction, Rng, Seat, player};

use crate::layout::{Layout, Secret, i32_at};

/// The bytes of what is known of a number.
const SIZE: usize = 16;

/// The largest sum, above the least that it can be, up to which sets of numbers are counted. Above it numbers are exchanged at
/// random ([`EXCHANGES`] times for each).
const MOST_COUNTED: i64 = 4096;
const EXCHANGES: usize = 40;

/// The bounds of a number.
#[derive(Clone, Copy, Debug)]
struct Bounds {
    low: i64,
    high: i64,
}

/// The room that a draw of secret numbers takes.
#[derive(Debug, Default)]
pub(crate) struct Draw {
    /// The seats of a group, their bounds, and what was drawn.
    seats: Vec<usize>,
    bounds: Vec<Bounds>,
    drawn: Vec<i64>,
    /// The ways in which the numbers from each seat on can have each sum above the least.
    ways: Vec<f64>,
}

impl Layout {
    /// Returns where it stands what a viewer, or an onlooker for none, can tell of a seat's number.
    fn secret_at(&self, secret: &Secret, viewer: Option<Seat>, seat: usize) -> usize {
        let row = viewer.map_or(0, |viewer| viewer.index() + 1);
        secret.know + SIZE * (row * self.seats + seat)
    }

    /// Returns the seats of a group, by its number from 1, in a row, and their sum.
    fn group(
        &self,
        bytes: &[u8],
        secret: &Secret,
        viewer: Option<Seat>,
        group: u8,
    ) -> (impl Iterator<Item = usize> + use<'_>, i64) {
        let first = self.secret_at(secret, viewer, usize::from(group) - 1);
        let base = self.secret_at(secret, viewer, 0);
        let of: Vec<bool> = (0..self.seats).map(|seat| bytes[base + SIZE * seat + 12] == group).collect();
        ((0..self.seats).filter(move |&seat| of[seat]), i64::from(i32_at(bytes, first + 8)))
    }

    fn bounds_of(&self, bytes: &[u8], secret: &Secret, viewer: Option<Seat>, seat: usize) -> Bounds {
        let at = self.secret_at(secret, viewer, seat);
        let (low, high) = (i64::from(i32_at(bytes, at)), i64::from(i32_at(bytes, at + 4)));
        let group = bytes[at + 12];
        if group == 0 {
            return Bounds { low, high };
        }
        let (seats, sum) = self.group(bytes, secret, viewer, group);
        let (mut lows, mut highs) = (0, 0);
        for other in seats.filter(|&other| other != seat) {
            let at = self.secret_at(secret, viewer, other);
            lows += i64::from(i32_at(bytes, at));
            highs += i64::from(i32_at(bytes, at + 4));
        }
        Bounds { low: low.max(sum - highs), high: high.min(sum - lows) }
    }

    /// Returns the number of a seat, where a viewer can tell it.
    pub(crate) fn known_secret(
        &self,
        bytes: &[u8],
        secret: &Secret,
        viewer: Seat,
        seat: Seat,
    ) -> Option<i32> {
        if viewer == seat {
            return Some(i32_at(bytes, secret.off + 4 * seat.index()));
        }
        let Bounds { low, high } = self.bounds_of(bytes, secret, Some(viewer), seat.index());
        i32::try_from(low).ok().filter(|_| low == high)
    }

    /// Checks that what seats, and an onlooker, can tell of secret numbers is true of them.
    pub(crate) fn check_secrets(&self, bytes: &[u8]) -> Result<(), String> {
        for secret in &self.secrets {
            let number = |seat: usize| i64::from(i32_at(bytes, secret.off + 4 * seat));
            for viewer in Seat::all(self.seats).map(Some).chain([None]) {
                for seat in 0..self.seats {
                    let Bounds { low, high } = self.bounds_of(bytes, secret, viewer, seat);
                    let group = bytes[self.secret_at(secret, viewer, seat) + 12];
                    let is_sum = group == 0 || {
                        let (seats, sum) = self.group(bytes, secret, viewer, group);
                        seats.map(number).sum::<i64>() == sum
                    };
                    if !(low..=high).contains(&number(seat)) || !is_sum {
                        let who =
                            viewer.map_or_else(|| "an onlooker".to_owned(), |seat| player(seat.index()));
                        let name = &secret.name;
                        return Err(format!("what {who} knows of {name}[{}] is not true", seat + 1));
                    }
                }
            }
        }
        Ok(())
    }

    /// Leaves of secret numbers what the seat can tell, and of what others can tell what all can.
    pub(crate) fn blot_secrets(&self, bytes: &mut [u8], seat: Seat) {
        for secret in &self.secrets {
            for other in Seat::all(self.seats).filter(|&other| other != seat) {
                let number = self.known_secret(bytes, secret, seat, other).unwrap_or(secret.low);
                let at = secret.off + 4 * other.index();
                bytes[at..at + 4].copy_from_slice(&number.to_le_bytes());
                let (onlooker, row) =
                    (self.secret_at(secret, None, 0), self.secret_at(secret, Some(other), 0));
                bytes.copy_within(onlooker..onlooker + SIZE * self.seats, row);
            }
        }
    }

    /// Draws the secret numbers of other seats as one of them imagines them.
    ///
    /// # Errors
    /// [`Contradiction`] if no numbers agree with what is certain.
    pub(crate) fn draw_secrets(
        &self,
        bytes: &mut [u8],
        seat: Seat,
        draw: &mut Draw,
        rng: &mut Rng,
    ) -> Result<(), Contradiction> {
        for secret in &self.secrets {
            for first in (0..self.seats).filter(|&first| first != seat.index()) {
                let group = bytes[self.secret_at(secret, Some(seat), first) + 12];
                draw.seats.clear();
                let mut sum = None;
                if group == 0 {
                    draw.seats.push(first);
                } else {
                    let (seats, all) = self.group(bytes, secret, Some(seat), group);
                    draw.seats.extend(seats);
                    sum = Some(all);
                }
                // A group is drawn once.
                if draw.seats.first() != Some(&first) {
                    continue;
                }
                draw.bounds.clear();
                let bounds =
                    draw.seats.iter().map(|&seat_of| self.bounds_of(bytes, secret, Some(seat), seat_of));
                draw.bounds.extend(bounds);
                draw.numbers(sum, rng)?;
                for (&of, &number) in draw.seats.iter().zip(&draw.drawn) {
                    let at = secret.off + 4 * of;
                    bytes[at..at + 4].copy_from_slice(&(number as i32).to_le_bytes());
                }
            }
            // Each sees its own.
            for other in Seat::all(self.seats).filter(|&other| other != seat) {
                self.see_own(bytes, secret, other);
            }
        }
        Ok(())
    }

    /// Lets a seat that could tell what all can see its own number: the sum of others in its group follows.
    fn see_own(&self, bytes: &mut [u8], secret: &Secret, seat: Seat) {
        let at = self.secret_at(secret, Some(seat), seat.index());
        let number = i32_at(bytes, secret.off + 4 * seat.index());
        let group = bytes[at + 12];
        if group != 0 {
            let (seats, sum) = self.group(bytes, secret, Some(seat), group);
            let others: Vec<usize> = seats.filter(|&other| other != seat.index()).collect();
            let sum = sum as i32 - number;
            let first = self.secret_at(secret, Some(seat), usize::from(group) - 1);
            bytes[first + 8..first + 12].fill(0);
            for &other in &others {
                let at = self.secret_at(secret, Some(seat), other);
                bytes[at + 12] = if others.len() > 1 { others[0] as u8 + 1 } else { 0 };
                if others.len() == 1 {
                    bytes[at..at + 4].copy_from_slice(&sum.to_le_bytes());
                    bytes[at + 4..at + 8].copy_from_slice(&sum.to_le_bytes());
                }
            }
            if let [first, _, ..] = others[..] {
                let at = self.secret_at(secret, Some(seat), first);
                bytes[at + 8..at + 12].copy_from_slice(&sum.to_le_bytes());
            }
        }
        bytes[at + 12] = 0;
        bytes[at..at + 4].copy_from_slice(&number.to_le_bytes());
        bytes[at + 4..at + 8].copy_from_slice(&number.to_le_bytes());
    }
}

impl Draw {
    /// Draws numbers within their bounds, with this sum if there is one.
    fn numbers(&mut self, sum: Option<i64>, rng: &mut Rng) -> Result<(), Contradiction> {
        let Self { bounds, drawn, ways, .. } = self;
        drawn.clear();
        if bounds.iter().any(|bounds| bounds.low > bounds.high) {
            return Err(Contradiction);
        }
        let mut any = |low: i64, high: i64| low + i64::from(rng.below((high - low + 1) as u32));
        let Some(sum) = sum else {
            drawn.extend(bounds.iter().map(|bounds| any(bounds.low, bounds.high)));
            return Ok(());
        };
        let rest = sum - bounds.iter().map(|bounds| bounds.low).sum::<i64>();
        let room: i64 = bounds.iter().map(|bounds| bounds.high - bounds.low).sum();
        if rest < 0 || rest > room {
            return Err(Contradiction);
        }
        if rest > MOST_COUNTED {
            let mut left = rest;
            for bounds in bounds.iter() {
                let more = left.min(bounds.high - bounds.low);
                drawn.push(bounds.low + more);
                left -= more;
            }
            for _ in 0..EXCHANGES * drawn.len() {
                let one = any(0, drawn.len() as i64 - 1) as usize;
                let other = (one + any(1, drawn.len() as i64 - 1) as usize) % drawn.len();
                let both = drawn[one] + drawn[other];
                let low = bounds[one].low.max(both - bounds[other].high);
                drawn[one] = any(low, bounds[one].high.min(both - bounds[other].low));
                drawn[other] = both - drawn[one];
            }
            return Ok(());
        }
        // By the number of ways that the numbers behind each leave open.
        let width = rest as usize + 1;
        ways.clear();
        ways.resize(width * (bounds.len() + 1), 0.0);
        ways[width * bounds.len()] = 1.0;
        for (place, bounds) in bounds.iter().enumerate().rev() {
            let most = (bounds.high - bounds.low) as usize;
            let mut window = 0.0;
            for above in 0..width {
                window += ways[width * (place + 1) + above];
                if above > most {
                    window -= ways[width * (place + 1) + above - most - 1];
                }
                ways[width * place + above] = window;
            }
        }
        let mut left = rest as usize;
        for (place, bounds) in bounds.iter().enumerate() {
            let mut point = rng.unit() * ways[width * place + left];
            let most = left.min((bounds.high - bounds.low) as usize);
            let share = |above: usize| ways[width * (place + 1) + left - above];
            let mut chosen = (0..=most).rev().find(|&above| share(above) > 0.0).ok_or(Contradiction)?;
            for above in 0..=most {
                if point < share(above) {
                    chosen = above;
                    break;
                }
                point -= share(above);
            }
            drawn.push(bounds.low + chosen as i64);
            left -= chosen;
        }
        Ok(())
    }
}
