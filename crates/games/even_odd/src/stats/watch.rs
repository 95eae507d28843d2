//! Counts of events as they happen.

use super::super::EvenOdd;
use super::super::cards::{Card, Kinds};
use super::super::event::Event;
use super::super::reason::{Account, Cause, Close, From, Why, Win};
use super::now::{BONUSES, ENDS, FIRST_BONUS, Now, ROLES, Role};
use super::{PRICES, STRIDE, Stats};
use ludometer_model::Seat;
use ludometer_stats::{GameEnd, Observer};

impl Stats {
    fn paid(&mut self, from: Account, to: Account, amount: u32, why: Why) {
        let now = &mut self.now;
        match from {
            Account::Vault => {
                now.vault -= amount;
                now.from_vault += u64::from(amount);
                now.lowest = now.lowest.min(now.vault);
            }
            Account::Player(seat) => {
                now.money[seat] -= amount;
                now.see(seat);
            }
        }
        match to {
            Account::Vault => {
                now.vault += amount;
                now.into_vault += u64::from(amount);
            }
            Account::Player(seat) => {
                now.money[seat] += amount;
                now.see(seat);
            }
        }
        let amount = u64::from(amount);
        match why {
            Why::GetPaid => {
                now.get_paid += amount;
                self.kinds[now.last[Role::GetPaid as usize]].moved += amount;
            }
            Why::Burn => self.kinds[now.last[Role::Burn as usize]].moved += amount,
            Why::PoorLifeDecision => self.kinds[now.pld_card].moved += amount,
            // A reversed price is what its Discount moved.
            Why::Service if now.leg_price > 0 => {
                let kind = if now.leg > 1 { now.last[Role::Second as usize] } else { now.starter };
                self.kinds[kind].moved += amount;
                if now.enforced {
                    self.kinds[Card::ENFORCE.index()].moved += amount;
                }
            }
            Why::Service | Why::Shoe | Why::Clothing | Why::Auction => {}
        }
    }

    fn moved(&mut self, kind: usize, from: From, cause: Cause) {
        let now = &mut self.now;
        if from == From::Hand {
            now.held -= 1;
            now.held_nothing -= u64::from(kind == Card::NOTHING.index());
        }
        match cause {
            Cause::Played | Cause::Shown => {
                self.kinds[kind].used += 1;
                // Which role it is is for chance to say: a table, no branches.
                let role = ROLES[kind] as usize;
                now.used[role] += 1;
                now.last[role] = kind;
            }
            Cause::OverLimit => {
                self.kinds[kind].over_limit += 1;
                now.over_limit += 1;
                now.over_limit_idle += u64::from(Kinds::BONUS.or(Kinds::SECOND).contains(Card::new(kind)));
            }
            Cause::Out => {}
        }
    }

    #[inline(always)]
    fn turn_ended(&mut self) {
        let now = &mut self.now;
        now.slots += now.held;
        now.nothing += now.held_nothing;
        now.low |= now.below;
        if now.turn.is_multiple_of(STRIDE)
            && let Some(look) = self.vault.get_mut((now.turn / STRIDE) as usize - 1)
        {
            look.add(i64::from(now.vault));
        }
    }
}

impl Observer<EvenOdd> for Stats {
    // Inlined where an event is announced, its variant is known and the other arms fall away.
    #[inline(always)]
    fn event(&mut self, event: &Event) {
        let now = &mut self.now;
        match *event {
            Event::Setup { first, seats, money, vault, shoes: _, vault_shoes: _ } => {
                *now = Now { first, seats: usize::from(seats), vault, lowest: vault, ..Now::default() };
                for seat in Seat::all(now.seats) {
                    now.money[seat] = money;
                    now.see(seat);
                }
            }
            Event::Deal { seat, card } => {
                now.dealt[seat].insert(card);
                now.held += 1;
                now.held_nothing += u64::from(card == Card::NOTHING);
            }
            Event::Turn { turn, seat: _ } => {
                now.turn = turn;
                now.turns += 1;
                now.short_seen = false;
            }
            Event::Draw { seat: _, card, from: _ } if card.is(Kinds::HAND) => {
                now.held += 1;
                now.held_nothing += u64::from(card == Card::NOTHING);
            }
            Event::MoveCard { seat: _, card, from, to: _, cause } => self.moved(card.index(), from, cause),
            Event::Hit { by: _, card, target: _ } => {
                now.enforced = card == Card::ENFORCE;
                if card.is(Kinds::PLD) {
                    now.pld_card = card.index();
                }
            }
            Event::Pay { from, to, amount, why } => self.paid(from, to, amount, why),
            Event::Shortage { .. } => {
                now.short_turns += u64::from(!now.short_seen);
                now.short_seen = true;
            }
            Event::Service { provider: _, card, base: _ } => {
                now.services += 1;
                now.open = true;
                now.starter = card.index();
            }
            Event::Choose { provider: _, client: _, leg, price: _ } => {
                now.choices += 1;
                now.leg = leg;
                now.enforced = false;
                now.bonuses = [0; BONUSES];
            }
            Event::Decline { client: _, price } => {
                now.declines += 1;
                self.kinds[Card::DECLINED.index()].moved += u64::from(price);
            }
            Event::Price { card, before, after } => {
                let amount = u64::from(before.abs_diff(after));
                self.kinds[card.index()].moved += amount;
                now.discounted += u64::from(after < before);
                if card.is(Kinds::BONUS) {
                    now.bonuses[card.index() - FIRST_BONUS] += amount;
                }
            }
            Event::Cancel { amount: _ } => {
                for (card, amount) in Kinds::BONUS.iter().zip(std::mem::take(&mut now.bonuses)) {
                    self.kinds[card.index()].moved -= amount;
                }
            }
            Event::Settle { leg, client: _, price } => {
                now.legs += 1;
                now.second_legs += u64::from(leg > 1);
                now.reversed += u64::from(price < 0);
                now.leg_price = i64::from(price);
                now.leg_money += u64::from(price.max(0).unsigned_abs());
            }
            Event::ServiceEnd { how, served: _, price } => {
                now.open = false;
                now.ends[close_index(how)] += 1;
                if how == Close::Voided {
                    self.kinds[Card::VOID.index()].moved += u64::from(price);
                }
            }
            Event::SellShoe { seat: _, forced } => {
                now.forced += u64::from(forced);
                now.free += u64::from(!forced);
            }
            Event::Auction { seller: _, again } => {
                now.auctions += 1;
                now.again += u64::from(again);
            }
            Event::Sold { seat: _, amount } => {
                now.sold += 1;
                now.sold_for += u64::from(amount);
                let price = (amount as usize / 100).min(PRICES - 1);
                self.prices[price] += 1;
            }
            Event::Out { seat, turn, shoes: _ } => {
                now.outs += 1;
                now.out_turn[seat] = turn;
                if now.outs == 1 {
                    self.first_out.add(i64::from(turn));
                }
            }
            Event::TurnEnd { turn: _, seat: _ } => self.turn_ended(),
            Event::Won { seat: _, how } => now.win = Some(how),
            Event::Payoff { seat, amount } => now.payoffs[seat] = amount,
            _ => {}
        }
    }

    fn finish(&mut self, finish: &GameEnd<'_>) {
        let now = self.now;
        let units = finish.outcome.win_units();
        self.plays += 1;
        let by_shoes = now.win == Some(Win::Shoes);
        self.win_shoes.add(by_shoes);
        self.win_last.add(now.win == Some(Win::LastStanding));
        self.outs.add(now.outs as i64);
        self.shoe_wins_without_out.add(u64::from(by_shoes && now.outs == 0), u64::from(by_shoes));
        self.services.add(now.services as i64);
        self.services_per_turn.add(now.services, now.turns);
        self.corners_per_turn.add(now.used[Role::Corner as usize], now.turns);
        self.quickies_per_turn.add(now.used[Role::Quickie as usize], now.turns);
        let mut ends = now.ends;
        ends[ENDS - 1] = u64::from(now.open);
        for (tally, n) in self.ends.iter_mut().zip(ends) {
            tally.add(n, now.services);
        }
        self.declines.add(now.declines, now.choices);
        self.second_legs.add(now.second_legs, now.legs);
        self.discounted.add(now.discounted, now.legs);
        self.reversed.add(now.reversed, now.legs);
        self.leg_price.add(now.leg_money, now.legs);
        self.legs.add(now.legs as i64);
        self.into_vault.add(now.into_vault, now.turns);
        self.from_vault.add(now.from_vault, now.turns);
        self.get_paid.add(now.get_paid, now.turns);
        self.lowest.add(i64::from(now.lowest));
        self.short_turns.add(now.short_turns, now.turns);
        self.first_wins.add(units[now.first], 1);
        self.auctions.add(now.auctions as i64);
        self.again.add(now.again as i64);
        self.price.add(now.sold_for, now.sold);
        // An auction that the end of the play cut short cannot be: the win by shoes closes it.
        self.unsold.add(now.auctions - now.sold, now.auctions);
        self.forced.add(now.forced as i64);
        self.free.add(now.free as i64);
        self.nothing.add(now.nothing, now.slots);
        self.over_limit.add(now.over_limit as i64);
        self.over_limit_idle.add(now.over_limit_idle, now.over_limit);
        self.finish_seats(finish, &units);
        self.finish_deal(&units);
    }
}

/// Returns the place of an end in the report.
const fn close_index(how: Close) -> usize {
    match how {
        Close::Served => 0,
        Close::NoClient => 1,
        Close::Enforced => 2,
        Close::Voided => 3,
        Close::ProviderOut => 4,
    }
}
