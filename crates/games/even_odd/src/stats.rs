//! Figures that a designer asks of this game (section 14 of the spec), counted from its events. Money is in
//! dollars.

use serde::{Deserialize, Serialize};

use super::EvenOdd;
use super::cards::{Card, KINDS, Kinds};
use super::event::{Account, Cause, Close, Event, From, Why, Win};
use ludometer_model::small_table::{BySeat, MAX_SEATS};
use ludometer_model::{SHARE_UNITS, Seat, SeatSet};
use ludometer_stats::{
    Bounded, Figures, GameEnd, Mean, Member, Merge, Observer, Ratio, Report, Row, Share, Statistic, Table,
    TallyLayout,
};

/// Turns between two looks into the Vault.
const STRIDE: u32 = 10;

/// Looks into the Vault that are kept apart; later ones are not counted.
const LOOKS: usize = 100;

/// Prices of shoes are counted apart up to this many hundred dollars.
const PRICES: usize = 200;

/// The win rate that a ratio of units stands for.
const UNIT: f64 = 1.0 / SHARE_UNITS as f64;

/// One kind of card over all plays.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Merge, Serialize, Deserialize)]
struct Kind {
    /// Units won by seats that were dealt the kind, of such seats.
    dealt: Ratio,
    /// Times played; for Corner and Burns, times drawn.
    used: u64,
    /// Dollars that it moved then.
    moved: u64,
    /// Times discarded over the limit.
    over_limit: u64,
}

/// One place, either at the table or in the order from the first player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Merge, Serialize, Deserialize)]
struct Place {
    /// Units won, of plays.
    wins: Ratio,
    out: Share,
    out_turn: Mean,
    payoff: Mean,
}

/// The ways in which services end, as their figures are named.
const SERVICE_ENDS: [&str; ENDS] = ["served", "no_client", "enforced", "voided", "provider_out", "cut_short"];

/// The game's own statistics.
#[derive(Clone, Debug, Default, Figures, Merge, Serialize, Deserialize)]
pub struct Stats {
    // How games end.
    /// Games won by shoes / games.
    #[figure("eo_win_shoes", "share of games")]
    win_shoes: Share,
    /// Games won by the last seat standing / games.
    #[figure("eo_win_last", "share of games")]
    win_last: Share,
    /// Of the wins by shoes, those without any elimination.
    #[figure("eo_shoe_wins_without_out", "share of wins by shoes", share)]
    shoe_wins_without_out: Ratio,
    /// Eliminations.
    #[figure("eo_outs", "per game")]
    outs: Mean,
    /// Turn of the first elimination.
    #[figure("eo_first_out_turn", "turn")]
    first_out: Mean,
    /// Turns that seats spent out of the game.
    #[figure("eo_turns_out", "per game")]
    turns_out: Mean,
    /// Of the players that were below $300 at the end of a turn, those that won.
    #[figure("eo_comebacks", "share of players", share)]
    comebacks: Ratio,
    /// Win rate of the first player.
    #[figure("eo_first_wins", "share of games", share, by = |wins| wins.estimate_in(UNIT).of_share())]
    first_wins: Ratio,
    // Services.
    /// Corners drawn.
    #[figure("eo_corners_per_turn", "per turn")]
    corners_per_turn: Ratio,
    /// Quickies played.
    #[figure("eo_quickies_per_turn", "per turn")]
    quickies_per_turn: Ratio,
    /// Services.
    #[figure("eo_services", "per game")]
    services: Mean,
    /// Services.
    #[figure("eo_services_per_turn", "per turn")]
    services_per_turn: Ratio,
    /// Services by how they ended: served, without a Client, enforced, voided, the Provider went out, the game ended.
    #[figure("eo_services_*", "share of services", share, each = SERVICE_ENDS)]
    ends: Vec<Ratio>,
    /// Choices of a Client that were answered with Declined / choices.
    #[figure("eo_choices_declined", "share of choices", share)]
    declines: Ratio,
    /// Payments of services.
    #[figure("eo_legs", "per game")]
    legs: Mean,
    /// Of the payments, those of second services.
    #[figure("eo_legs_second", "share of payments", share)]
    second_legs: Ratio,
    /// Of the payments, discounted ones.
    #[figure("eo_legs_discounted", "share of payments", share)]
    discounted: Ratio,
    /// Of the payments, reversed ones.
    #[figure("eo_legs_reversed", "share of payments", share)]
    reversed: Ratio,
    /// Price of a payment.
    #[figure("eo_leg_price", "dollars")]
    leg_price: Ratio,
    // The Vault.
    /// Money into the Vault.
    #[figure("eo_vault_in_per_turn", "dollars per turn")]
    into_vault: Ratio,
    /// Money out of the Vault.
    #[figure("eo_vault_out_per_turn", "dollars per turn")]
    from_vault: Ratio,
    /// Money out of the Vault by `GetPaid`.
    #[figure("eo_get_paid_per_turn", "dollars per turn")]
    get_paid: Ratio,
    /// Lowest level of the Vault in a game.
    #[figure("eo_vault_lowest", "dollars")]
    lowest: Mean,
    /// Turns in which the Vault could not pay all / turns.
    #[figure("eo_shortage_turns", "share of turns", share)]
    short_turns: Ratio,
    // Shoes.
    /// Shoes sold to stay in the game.
    #[figure("eo_sales_forced", "per game")]
    forced: Mean,
    /// Shoes sold by choice.
    #[figure("eo_sales_free", "per game")]
    free: Mean,
    /// Auctions.
    #[figure("eo_auctions", "per game")]
    auctions: Mean,
    /// Auctions that were held again.
    #[figure("eo_auctions_again", "per game")]
    again: Mean,
    /// Price of a sold shoe.
    #[figure("eo_auction_price", "dollars")]
    price: Ratio,
    /// Auctions without a buyer / auctions.
    #[figure("eo_auctions_unsold", "share of auctions", share)]
    unsold: Ratio,
    // Dead cards.
    /// Hand cards that are Nothing / hand cards.
    #[figure("eo_nothing_in_hand", "share of cards", share)]
    nothing: Ratio,
    /// Cards discarded over the hand limit.
    #[figure("eo_over_limit", "per game")]
    over_limit: Mean,
    /// Of the cards discarded over the hand limit, Bonus and `SecondService`.
    #[figure("eo_over_limit_bonus_second", "share of cards", share)]
    over_limit_idle: Ratio,
    plays: u64,
    kinds: Vec<Kind>,
    by_seat: Vec<Place>,
    by_order: Vec<Place>,
    vault: Vec<Mean>,
    prices: Vec<u64>,
    #[serde(skip)]
    #[merge(skip)]
    now: Now,
}

impl Statistic<EvenOdd> for Stats {
    fn new(counted: &TallyLayout) -> Self {
        debug_assert!(counted.seats <= MAX_SEATS, "seats are few");
        Self {
            ends: vec![Ratio::default(); ENDS],
            kinds: vec![Kind::default(); KINDS],
            by_seat: vec![Place::default(); counted.seats],
            by_order: vec![Place::default(); counted.seats],
            vault: vec![Mean::default(); LOOKS],
            prices: vec![0; PRICES],
            ..Self::default()
        }
    }

    fn report(&self, counted: &TallyLayout, out: &mut Report) {
        self.write_figures(&Member::Whole, counted, &mut out.metrics);
        self.write_tables(counted, out);
    }
}

/// How services end, in the order of the report: as [`Close`], then cut short by the end of the
/// play.
const ENDS: usize = 6;

/// The kinds of `ServiceBonus`: the first of them, and how many.
const FIRST_BONUS: usize = Kinds::BONUS.bits().trailing_zeros() as usize;

const BONUSES: usize = Kinds::BONUS.len() as usize;

/// A player with less money than this at the end of a turn is nearly out.
const LOW: u32 = 300;

/// The role in which a kind of card is counted where it is played or shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
enum Role {
    GetPaid,
    Burn,
    Second,
    Quickie,
    Corner,
    Other,
}

impl Role {
    /// How many there are.
    const COUNT: usize = Self::Other as usize + 1;

    const fn of(card: Card) -> Self {
        if card.is(Kinds::GET_PAID) {
            Self::GetPaid
        } else if card.is(Kinds::BURN) {
            Self::Burn
        } else if card.is(Kinds::SECOND) {
            Self::Second
        } else if card.is(Kinds::QUICKIE) {
            Self::Quickie
        } else if card.index() == Card::CORNER.index() {
            Self::Corner
        } else {
            Self::Other
        }
    }
}

/// The role of each kind.
static ROLES: [Role; KINDS] = {
    let mut roles = [Role::Other; KINDS];
    let mut kind = 0;
    while kind < KINDS {
        roles[kind] = Role::of(Card::new(kind));
        kind += 1;
    }
    roles
};

/// One play's counts.
#[derive(Clone, Copy, Debug, Default)]
struct Now {
    seats: usize,
    first: Seat,
    turn: u32,
    /// Turns that began.
    turns: u64,
    money: BySeat<u32>,
    vault: u32,
    lowest: u32,
    into_vault: u64,
    from_vault: u64,
    get_paid: u64,
    short_turns: u64,
    short_seen: bool,
    /// Cards played or shown, and the last of them, by [`Role`].
    used: [u64; Role::COUNT],
    last: [usize; Role::COUNT],
    services: u64,
    ends: [u64; ENDS],
    open: bool,
    choices: u64,
    declines: u64,
    legs: u64,
    second_legs: u64,
    discounted: u64,
    reversed: u64,
    leg_price: i64,
    leg_money: u64,
    /// Dollars that each kind of `ServiceBonus` added to the price for the Client chosen last.
    bonuses: [u64; BONUSES],
    /// The price in progress was enforced.
    enforced: bool,
    auctions: u64,
    again: u64,
    sold: u64,
    sold_for: u64,
    forced: u64,
    free: u64,
    outs: u64,
    out_turn: BySeat<u32>,
    /// Players with less than [`LOW`] now, and at the end of any turn so far.
    below: SeatSet,
    low: SeatSet,
    slots: u64,
    nothing: u64,
    /// Cards in all hands, and those of them that are Nothing.
    held: u64,
    held_nothing: u64,
    over_limit: u64,
    over_limit_idle: u64,
    dealt: BySeat<Kinds>,
    /// The ordinary `PoorLifeDecision` played last.
    pld_card: usize,
    leg: u8,
    starter: usize,
    win: Option<Win>,
    payoffs: BySeat<i64>,
}

impl Now {
    /// Looks at a player's money after it changed.
    #[inline]
    fn see(&mut self, seat: Seat) {
        self.below.set(seat, self.money[seat] < LOW);
    }
}

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

    fn finish_seats(&mut self, finish: &GameEnd<'_>, units: &ludometer_model::BySeat<u64>) {
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
    fn finish_deal(&mut self, units: &ludometer_model::BySeat<u64>) {
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

    fn write_tables(&self, counted: &TallyLayout, out: &mut Report) {
        out.tables.push(self.kinds(counted));
        out.tables.push(self.places(&self.by_seat));
        let mut order = self.places(&self.by_order);
        (order.name, order.columns[0]) = ("eo_order", "order");
        out.tables.push(order);
        out.tables.push(self.vault());
        out.tables.push(self.prices());
    }

    fn kinds(&self, counted: &TallyLayout) -> Table {
        let plays = self.plays as f64;
        let seats = self.plays * counted.seats as u64;
        let won: i128 = self.by_seat.iter().map(|place| place.wins.part()).sum();
        let over = |part: f64, whole: f64| (whole > 0.0).then(|| part / whole);
        let row = |((name, _), kind): (&(String, u64), &Kind)| {
            let others = (seats - kind.dealt.whole()) as f64;
            let others_won = (won - kind.dealt.part()) as f64 * UNIT;
            KindRow {
                card: name.clone(),
                dealt_seats: kind.dealt.whole(),
                win_rate_dealt: kind.dealt.estimate_in(UNIT).of_share().into(),
                win_rate_not_dealt: over(others_won, others),
                used_per_game: over(kind.used as f64, plays),
                dollars_moved_per_use: over(kind.moved as f64, kind.used as f64),
                over_limit_per_game: over(kind.over_limit as f64, plays),
            }
        };
        Table::of(counted.cards.iter().zip(&self.kinds).map(row))
    }

    /// Places at the table or in the order of play: wins, going out, the pot.
    fn places(&self, places: &[Place]) -> Table {
        let row = |(seat, place): (u64, &Place)| PlaceRow {
            seat,
            games: self.plays,
            win_rate: place.wins.estimate_in(UNIT).of_share().into(),
            out_rate: place.out.estimate().into(),
            out_turn: place.out_turn.estimate().into(),
            payoff: place.payoff.estimate().value,
        };
        Table::of((0..).zip(places).map(row))
    }

    fn vault(&self) -> Table {
        let row = |(tenth, look): (u64, &Mean)| VaultRow {
            turn: tenth * u64::from(STRIDE),
            games: look.plays(),
            vault: look.estimate().into(),
        };
        Table::of((1..).zip(&self.vault).filter(|(_, look)| look.plays() > 0).map(row))
    }

    /// Returns what shoes were sold for.
    fn prices(&self) -> Table {
        let plays = self.plays as f64;
        let row = |(hundreds, &auctions): (u64, &u64)| PriceRow {
            price: hundreds * 100,
            auctions,
            per_game: (plays > 0.0).then(|| auctions as f64 / plays),
        };
        Table::of((0..).zip(&self.prices).filter(|(_, auctions)| **auctions > 0).map(row))
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

/// A row of `eo_kinds.csv`: a kind of card.
#[derive(Clone, Debug, PartialEq, Row)]
#[row(table = "eo_kinds")]
pub struct KindRow {
    /// Id of the card.
    pub card: String,
    /// Seats that are dealt the card, in all games.
    pub dealt_seats: u64,
    /// Win rate of these seats.
    #[row("win_rate_dealt", "ci_low", "ci_high")]
    pub win_rate_dealt: Bounded,
    /// Win rate of all other seats.
    pub win_rate_not_dealt: Option<f64>,
    /// Uses, mean per game; draws of Corner and Burns.
    pub used_per_game: Option<f64>,
    /// Dollars moved by a use, mean.
    pub dollars_moved_per_use: Option<f64>,
    /// Copies discarded over the hand limit, mean per game.
    pub over_limit_per_game: Option<f64>,
}

/// A row of `eo_seats.csv`: a seat. `eo_order.csv` has the same for the places in the order of play.
#[derive(Clone, Debug, PartialEq, Row)]
#[row(table = "eo_seats")]
pub struct PlaceRow {
    /// Seat, from 0.
    pub seat: u64,
    /// Games.
    pub games: u64,
    /// Win rate.
    #[row("win_rate", "ci_low", "ci_high")]
    pub win_rate: Bounded,
    /// Share of the games in which the seat is eliminated.
    #[row("out_rate", "out_ci_low", "out_ci_high")]
    pub out_rate: Bounded,
    /// Mean turn of the elimination.
    #[row("out_turn", "out_turn_ci_low", "out_turn_ci_high")]
    pub out_turn: Bounded,
    /// Mean payoff.
    pub payoff: Option<f64>,
}

/// A row of `eo_vault.csv`: a turn, each tenth.
#[derive(Clone, Debug, PartialEq, Row)]
#[row(table = "eo_vault")]
pub struct VaultRow {
    /// Turn.
    pub turn: u64,
    /// Games that last so long.
    pub games: u64,
    /// Dollars in the Vault at the end of the turn, mean of these games.
    #[row("vault", "ci_low", "ci_high")]
    pub vault: Bounded,
}

/// A row of `eo_prices.csv`: a price of an auction.
#[derive(Clone, Debug, PartialEq, Row)]
#[row(table = "eo_prices")]
pub struct PriceRow {
    /// Price in dollars.
    pub price: u64,
    /// Auctions with this price.
    pub auctions: u64,
    /// These auctions, mean per game.
    pub per_game: Option<f64>,
}
