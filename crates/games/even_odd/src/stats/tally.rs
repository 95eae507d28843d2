//! Empty tallies, and how two are joined.

use super::now::{ENDS, Now};
use super::{Kind, LOOKS, PRICES, Place, Stats};
use crate::EvenOdd;
use crate::cards::KINDS;
use ludometer_model::MAX_SEATS;
use ludometer_stats::{Mean, Merge, Ratio, Report, Share, Statistic, TallyLayout};

impl Merge for Stats {
    fn merge(&mut self, other: Self) {
        let Self {
            win_shoes,
            win_last,
            outs,
            shoe_wins_without_out,
            services,
            services_per_turn,
            corners_per_turn,
            quickies_per_turn,
            ends,
            declines,
            second_legs,
            discounted,
            reversed,
            leg_price,
            legs,
            into_vault,
            from_vault,
            get_paid,
            lowest,
            short_turns,
            first_wins,
            first_out,
            turns_out,
            comebacks,
            auctions,
            again,
            price,
            unsold,
            forced,
            free,
            nothing,
            over_limit,
            over_limit_idle,
            plays,
            kinds,
            by_seat,
            by_order,
            vault,
            prices,
            now: _,
        } = other;
        self.win_shoes.merge(win_shoes);
        self.win_last.merge(win_last);
        self.outs.merge(outs);
        self.shoe_wins_without_out.merge(shoe_wins_without_out);
        self.services.merge(services);
        self.services_per_turn.merge(services_per_turn);
        self.corners_per_turn.merge(corners_per_turn);
        self.quickies_per_turn.merge(quickies_per_turn);
        self.ends.merge(ends);
        self.declines.merge(declines);
        self.second_legs.merge(second_legs);
        self.discounted.merge(discounted);
        self.reversed.merge(reversed);
        self.leg_price.merge(leg_price);
        self.legs.merge(legs);
        self.into_vault.merge(into_vault);
        self.from_vault.merge(from_vault);
        self.get_paid.merge(get_paid);
        self.lowest.merge(lowest);
        self.short_turns.merge(short_turns);
        self.first_wins.merge(first_wins);
        self.first_out.merge(first_out);
        self.turns_out.merge(turns_out);
        self.comebacks.merge(comebacks);
        self.auctions.merge(auctions);
        self.again.merge(again);
        self.price.merge(price);
        self.unsold.merge(unsold);
        self.forced.merge(forced);
        self.free.merge(free);
        self.nothing.merge(nothing);
        self.over_limit.merge(over_limit);
        self.over_limit_idle.merge(over_limit_idle);
        self.plays += plays;
        self.kinds.merge(kinds);
        self.by_seat.merge(by_seat);
        self.by_order.merge(by_order);
        self.vault.merge(vault);
        self.prices.merge(prices);
    }
}

impl Statistic<EvenOdd> for Stats {
    fn new(counted: &TallyLayout) -> Self {
        debug_assert!(counted.seats <= MAX_SEATS, "seats are few");
        Self {
            win_shoes: Share::default(),
            win_last: Share::default(),
            outs: Mean::default(),
            shoe_wins_without_out: Ratio::default(),
            services: Mean::default(),
            services_per_turn: Ratio::default(),
            corners_per_turn: Ratio::default(),
            quickies_per_turn: Ratio::default(),
            ends: vec![Ratio::default(); ENDS],
            declines: Ratio::default(),
            second_legs: Ratio::default(),
            discounted: Ratio::default(),
            reversed: Ratio::default(),
            leg_price: Ratio::default(),
            legs: Mean::default(),
            into_vault: Ratio::default(),
            from_vault: Ratio::default(),
            get_paid: Ratio::default(),
            lowest: Mean::default(),
            short_turns: Ratio::default(),
            first_wins: Ratio::default(),
            first_out: Mean::default(),
            turns_out: Mean::default(),
            comebacks: Ratio::default(),
            auctions: Mean::default(),
            again: Mean::default(),
            price: Ratio::default(),
            unsold: Ratio::default(),
            forced: Mean::default(),
            free: Mean::default(),
            nothing: Ratio::default(),
            over_limit: Mean::default(),
            over_limit_idle: Ratio::default(),
            plays: 0,
            kinds: vec![Kind::default(); KINDS],
            by_seat: vec![Place::default(); counted.seats],
            by_order: vec![Place::default(); counted.seats],
            vault: vec![Mean::default(); LOOKS],
            prices: vec![0; PRICES],
            now: Now::default(),
        }
    }

    fn report(&self, counted: &TallyLayout, out: &mut Report) {
        self.write(counted, out);
    }
}
