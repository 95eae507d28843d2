//! Counts at the end of a play: how each seat fared, and with which cards.

use super::super::cards::{KINDS, Kinds};
use super::Stats;
use ludometer_model::{BySeat, Seat};
use ludometer_stats::GameEnd;

impl Stats {
    pub(super) fn finish_seats(&mut self, finish: &GameEnd<'_>, units: &BySeat<u64>) {
        let now = &self.now;
        let (mut turns_out, mut fallen, mut back) = (0, 0, 0);
        for (order, seat) in now.first.around(now.seats).enumerate() {
            let out = now.out_turn[seat];
            for place in [&mut self.by_seat[seat.index()], &mut self.by_order[order]] {
                place.wins.add(units[seat], 1);
                place.out.add(out > 0);
                if out > 0 {
                    place.out_turn.add(i64::from(out));
                }
                place.payoff.add(now.payoffs[seat]);
            }
            if out > 0 {
                turns_out += i64::from(finish.outcome.turns - out);
            }
            if now.low.contains(seat) || out > 0 {
                fallen += 1;
                back += u64::from(units[seat] > 0);
            }
        }
        self.turns_out.add(turns_out);
        self.comebacks.add(back, fallen);
    }

    /// Counts the wins of those who were dealt a kind.
    pub(super) fn finish_deal(&mut self, units: &BySeat<u64>) {
        let now = &self.now;
        let (mut holders, mut won) = ([0_u64; KINDS], [0_u64; KINDS]);
        let mut any = Kinds::EMPTY;
        for seat in Seat::all(now.seats) {
            let dealt = now.dealt[seat];
            any |= dealt;
            for card in dealt {
                holders[card.index()] += 1;
                won[card.index()] += units[seat];
            }
        }
        for card in any {
            self.kinds[card.index()].dealt.add(won[card.index()], holders[card.index()]);
        }
    }
}
