//! The seating of bots in the plays of a batch.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use ludometer_model::{BySeat, Contest, MAX_SEATS, Seat, SeatSet};

/// Returns the step from one pair of circular orders to the next. It has no factor in common with the number of pairs,
/// so that all have their turn. Up to 8 seats it is the one below 7!/2 that keeps the neighbours of the first hundreds
/// of plays most even; above, about 0.618 of all pairs, since small steps would leave the first bots beside each other
/// for thousands of games.
const fn stride(seats: usize) -> u64 {
    match seats {
        ..=8 => 2117,
        9 => 12_461,
        10 => 112_139,
        11 => 1_121_363,
        _ => 12_334_969,
    }
}

/// The seating of bots in the plays of a batch.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Seating {
    /// Bots change seats from play to play, so that each sits in every seat and behind every other bot
    /// equally often. With n seats, a round of n plays seats them in one circular order, moved on by
    /// a seat each time; the rounds take all (n - 1)! circular orders in turn, each followed by its
    /// mirror image.
    #[default]
    Rotate,
    /// Bot k sits in seat k.
    Fixed,
}

impl Seating {
    /// Tells which bot of the line-up sits in each seat of a table with this contest in play number `play`, as
    /// [`places`](Self::places) does; fixed sides stay together.
    pub fn seated(self, play: u64, seats: usize, contest: &Contest) -> BySeat<u8> {
        if self == Self::Rotate && contest.has_sides() {
            sides(&contest.parties, play, seats)
        } else {
            self.places(play, seats)
        }
    }

    /// Tells which bot of the line-up sits in each seat in play number `play`: a number below `seats`, and 0
    /// beyond the last seat.
    pub fn places(self, play: u64, seats: usize) -> BySeat<u8> {
        let (circle, turned) = match self {
            Self::Rotate => {
                let n = seats.max(1) as u64;
                (circle(in_turn(play / n, seats), seats), (play % n) as usize)
            }
            Self::Fixed => (circle(0, seats), 0),
        };
        BySeat::from_fn(|seat| {
            if seat.index() >= seats {
                return 0;
            }
            let at = seat.index() + turned;
            circle[if at < seats { at } else { at - seats }]
        })
    }
}

/// Returns the bots of sides that change places as wholes, so that partners stay partners: each side sits everywhere equally
/// often, and its bots in each of its seats. Sides of different sizes keep their places.
fn sides(sides: &[SeatSet], play: u64, seats: usize) -> BySeat<u8> {
    let size = sides.first().map_or(1, |side| side.len() as usize);
    if sides.iter().any(|side| side.len() as usize != size) {
        return Seating::Fixed.places(play, seats);
    }
    let of_sides = Seating::Rotate.places(play, sides.len());
    let turned = (play / sides.len() as u64 % size as u64) as usize;
    let mut bots = BySeat::all(0);
    for (number, side) in sides.iter().enumerate() {
        let other = sides[usize::from(of_sides[Seat::new(number)])];
        for (seat, bot) in side.iter().zip(other.iter().cycle().skip(turned)) {
            bots[seat] = bot.index() as u8;
        }
    }
    bots
}

/// Returns the circular orders of so many bots.
const fn circles(seats: usize) -> u64 {
    let mut count = 1;
    let mut bot = 2;
    while bot < seats as u64 {
        count *= bot;
        bot += 1;
    }
    count
}

/// Returns the number of the circular order that this round has.
const fn in_turn(round: u64, seats: usize) -> u64 {
    let all = circles(seats);
    if all < 2 {
        return 0;
    }
    let round = round % all;
    let first = (round / 2 * stride(seats)) % (all / 2);
    if round.is_multiple_of(2) { first } else { all - 1 - first }
}

/// Returns the circular order with this number, place by place from bot 0 on. In lexicographic order of the places of
/// bots 1, 2 and so on: number 0 is 0, 1, 2 ..., and the number counted from the other end is the mirror image,
/// since it takes every free place from the other side.
fn circle(mut number: u64, seats: usize) -> [u8; MAX_SEATS] {
    let mut circle = [0; MAX_SEATS];
    let mut free: [u8; MAX_SEATS] = std::array::from_fn(|i| i as u8 + 1);
    let mut ways = circles(seats);
    for bot in 1..seats {
        let left = seats - bot;
        ways /= left as u64;
        let at = (number / ways) as usize;
        number %= ways;
        circle[usize::from(free[at])] = bot as u8;
        free.copy_within(at + 1..left, at);
    }
    circle
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    fn seated(play: u64, seats: usize) -> Vec<u8> {
        Seating::Rotate.places(play, seats).first(seats).to_vec()
    }

    /// Returns the bots from bot 0 on, as they sit behind each other.
    fn round_from_0(mut seated: Vec<u8>) -> Vec<u8> {
        let at = seated.iter().position(|&bot| bot == 0).unwrap();
        seated.rotate_left(at);
        seated
    }

    #[test]
    fn seatings_by_hand() {
        assert_eq!((0..3).map(|play| seated(play, 2)).collect::<Vec<_>>(), [[0, 1], [1, 0], [0, 1]]);
        let three = [[0, 1, 2], [1, 2, 0], [2, 0, 1], [0, 2, 1], [2, 1, 0], [1, 0, 2], [0, 1, 2]];
        assert_eq!((0..7).map(|play| seated(play, 3)).collect::<Vec<_>>(), three);
        let four = [[0, 1, 2, 3], [0, 3, 2, 1], [0, 2, 1, 3], [0, 3, 1, 2], [0, 1, 3, 2], [0, 2, 3, 1]];
        assert_eq!((0..6).map(|round| seated(4 * round, 4)).collect::<Vec<_>>(), four);
        assert_eq!(Seating::Fixed.places(5, 3).first(4), [0, 1, 2, 0]);
    }

    #[test]
    fn sides_change_places_as_wholes() {
        let side = |seats: [usize; 2]| seats.into_iter().map(Seat::new).collect();
        let contest = Contest::of_sides(vec![side([0, 2]), side([1, 3])]);
        let seated = |play| Seating::Rotate.seated(play, 4, &contest).first(4).to_vec();
        let rounds = [[0, 1, 2, 3], [1, 0, 3, 2], [2, 3, 0, 1], [3, 2, 1, 0]];
        assert_eq!((0..4).map(seated).collect::<Vec<_>>(), rounds);
        let one: SeatSet = [Seat::new(0)].into_iter().collect();
        let uneven = Contest::of_sides(vec![one, side([1, 2])]);
        assert_eq!(Seating::Rotate.seated(1, 3, &uneven).first(3), [0, 1, 2]);
    }

    #[test]
    fn all_orders_have_their_turn_each_with_all_its_rotations() {
        for seats in 1..=8 {
            let cycle = seats as u64 * circles(seats);
            let all: BTreeSet<Vec<u8>> = (0..cycle).map(|play| seated(play, seats)).collect();
            assert_eq!(all.len() as u64, cycle, "{seats} seats: {cycle} plays, all seated in different ways");
            for play in (0..cycle).step_by(seats) {
                let round = round_from_0(seated(play, seats));
                for turn in 0..seats as u64 {
                    let seated = seated(play + turn, seats);
                    assert_eq!(round_from_0(seated.clone()), round);
                    // Bot 0 goes round as if there was one order.
                    assert_eq!(seated[(seats - turn as usize) % seats], 0);
                }
            }
            assert_eq!(seated(0, seats), seated(cycle, seats));
        }
    }

    #[test]
    fn no_order_of_a_large_table_comes_twice_before_all_had_their_turn() {
        for seats in 9..=MAX_SEATS {
            let (mut rest, mut step) = (circles(seats) / 2, stride(seats));
            while step != 0 {
                (rest, step) = (step, rest % step);
            }
            assert_eq!(rest, 1, "{seats} seats: the step and the number of pairs have a factor in common");
        }
    }

    #[test]
    fn every_order_is_followed_by_its_mirror_image() {
        for seats in 3..=MAX_SEATS {
            for pair in 0..(circles(seats) / 2).min(5000) {
                let round = |round: u64| round_from_0(seated(round * seats as u64, seats));
                let mut mirrored = round(2 * pair + 1);
                mirrored[1..].reverse();
                assert_eq!(round(2 * pair), mirrored);
            }
        }
    }

    #[test]
    fn neighbours_are_even_long_before_all_orders_had_their_turn() {
        // Rounds that a bot may have been behind another more or less often than an equal share of them. At the largest
        // tables all orders take too long to see: orders by chance would be off by 60 to 80 in 5,040 rounds.
        let small = [(3, 0.51), (4, 1.01), (5, 1.26), (6, 6.01), (7, 7.51), (8, 13.3)];
        let large = (9..=MAX_SEATS).map(|seats| (seats, 65.0));
        for (seats, most) in small.into_iter().chain(large) {
            let mut behind = [[0_u32; MAX_SEATS]; MAX_SEATS];
            for round in 0..circles(seats).min(5040) {
                let order = seated(round * seats as u64, seats);
                for (place, &bot) in order.iter().enumerate() {
                    behind[usize::from(bot)][usize::from(order[(place + 1) % seats])] += 1;
                }
                let fair = (round + 1) as f64 / (seats - 1) as f64;
                for (bot, counts) in behind.iter().enumerate().take(seats) {
                    for (other, &count) in counts.iter().enumerate().take(seats) {
                        let off = (f64::from(count) - fair).abs();
                        assert!(bot == other || off <= most, "{seats} seats, round {round}: {off}");
                    }
                }
            }
        }
    }

    #[test]
    fn every_play_has_a_seating() {
        for seats in 0..=MAX_SEATS {
            for play in [u64::MAX, u64::MAX - 1, u64::MAX / 2] {
                let mut bots = Seating::Rotate.places(play, seats).first(seats).to_vec();
                bots.sort_unstable();
                assert_eq!(bots, (0..seats as u8).collect::<Vec<_>>());
            }
        }
    }
}
