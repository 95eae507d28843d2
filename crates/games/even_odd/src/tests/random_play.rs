//! Random plays of random rule sets: the core's contract, the no-peek audit, figures that the spec gives for
//! random play; the invariants (section 11) that no single state tells, followed by what is announced, as
//! somebody with the rulebook could; the curve that an analysis reads the estimates through.

use std::sync::atomic::AtomicBool;

use proptest::prelude::*;
use proptest::test_runner::TestRunner;

use super::*;
use crate::{EvenOdd, cards};
use ludometer_bots::BotSpec;
use ludometer_model::{RuleSet, SeatSet};
use ludometer_playable::Compiled;
use ludometer_run::{Hooks, Loaded, Plan, Seating, Work, audit, check, pilot};

/// All toggles away from their defaults.
pub(super) const TOGGLED: &[&str] = &[
    "service.counters=ranked",
    "service.declined_by=anyone",
    "pld.shield=current_turn",
    "pld.windows=[\"turn_start\", \"after_draw\", \"turn_end\"]",
    "elimination.rule=insolvent",
    "auction.unsold=reoffer",
    "auction.funding=sales",
    "burn.timing=at_once",
    "auction.seller_may_bid=true",
    "auction.raise_steps=[1, 2, 5]",
    "shoes.unpicked=vault",
    "sales.window=every_turn",
    "second_service.allow_bonus=true",
    "second_service.max=3",
    "service.max_bonus=3",
    "quickie.max_per_turn=5",
    "get_paid.max_per_turn=3",
    "clothing.enabled=true",
    "stake.amount=5",
];

/// Holds the contract in so many plays with the printed rules, with all toggles at once and with each alone.
fn the_contract_holds(plays: u64, with_all: u64, alone: u64) {
    for seats in 2..=8 {
        check(&game(seats, &[]), plays, 7).unwrap();
        check(&game(seats, TOGGLED), with_all, 7).unwrap();
        check(&game(seats, &["elimination.rule=jewels"]), alone, 3).unwrap();
    }
    for (i, toggle) in TOGGLED.iter().enumerate() {
        check(&game(2 + i % 7, &[toggle]), alone, 3).unwrap();
    }
}

#[test]
fn the_contract_holds_at_every_table_and_with_each_toggle() {
    the_contract_holds(12, 8, 3);
}

#[test]
#[ignore = "long: cargo xtask nightly long-tests"]
fn the_contract_holds_in_many_plays() {
    the_contract_holds(300, 200, 60);
}

#[test]
fn the_invariants_hold_in_thousands_of_plays() {
    for number in 0..1400 {
        let seats = 2 + number as usize % 7;
        play(&game(seats, if number % 2 == 0 { &[] } else { TOGGLED }), number, &mut |_| ());
        if number % 5 == 0 {
            // The third value of a toggle that has three, with the others as they are or at once.
            let toggles = if number % 2 == 0 { &[] } else { TOGGLED };
            let settings: Vec<&str> = toggles.iter().copied().chain(["elimination.rule=jewels"]).collect();
            play(&game(seats, &settings), number, &mut |_| ());
        }
    }
}

/// Settings of some keys, each within its range.
fn settings() -> impl Strategy<Value = Vec<String>> {
    let one = prop_oneof![
        (0..9).prop_map(|n| format!("setup.hand_size={n}")),
        (1..25).prop_map(|n| format!("setup.jewels={n}")),
        (0..3).prop_map(|n| format!("setup.shoes={n}")),
        (20..400).prop_map(|n| format!("vault.jewels_total={n}")),
        (0..17).prop_map(|n| format!("shoes.total={n}")),
        prop::sample::subsequence(vec!["turn_start", "after_draw", "turn_end"], 0..=3)
            .prop_map(|windows| format!("pld.windows={windows:?}")),
        (1..21).prop_map(|n| format!("shoe.price={}", n * 100)),
        prop::collection::vec(1..8, 1..4).prop_map(|faces| format!("die.faces={faces:?}")),
        (0..21).prop_map(|n| format!("hand.limit={n}")),
        (0..6).prop_map(|n| format!("get_paid.max_per_turn={n}")),
        (0..6).prop_map(|n| format!("quickie.max_per_turn={n}")),
        (1..21).prop_map(|n| format!("corner.price={}", n * 100)),
        (1..4).prop_map(|n| format!("service.max_bonus={n}")),
        (0..4).prop_map(|n| format!("second_service.max={n}")),
        (0..6).prop_map(|n| format!("second_service.min_price={}", n * 100)),
        (1..51).prop_map(|n| format!("auction.opening={}", n * 100)),
        (1..11).prop_map(|n| format!("auction.increment={}", n * 100)),
        prop::collection::btree_set(1..11, 1..4)
            .prop_map(|s| format!("auction.raise_steps={:?}", s.into_iter().collect::<Vec<_>>())),
        (0..9).prop_map(|n| format!("win.shoes={n}")),
        Just("elimination.rule=jewels".to_owned()),
        (0..13).prop_map(|n| format!("clothing.items={n}")),
        (1..21).prop_map(|n| format!("clothing.price={}", n * 100)),
        (0..21).prop_map(|n| format!("card.burn_300_clothing.clothing={}", n * 100)),
        (0..KINDS, 0..61).prop_map(|(kind, n)| {
            let deck = if kind < cards::EVEN_KINDS { "even" } else { "odd" };
            format!("deck.{deck}.{}={n}", NAMES[kind])
        }),
        (0..KINDS, 0..21).prop_map(|(kind, n)| format!("card.{}.amount={}", NAMES[kind], n * 100)),
    ];
    let toggles = prop::sample::subsequence(TOGGLED.to_vec(), 0..=5);
    (toggles, prop::collection::vec(one, 0..14))
        .prop_map(|(toggles, more)| toggles.into_iter().map(str::to_owned).chain(more).collect())
}

/// Returns the game with those of the settings that go together with the ones before them.
fn playable(seats: usize, settings: &[String]) -> EvenOdd {
    let mut rules = RuleSet::defaults(SCHEMA.get());
    rules.set_text("limits.max_turns=150").unwrap();
    let mut game = EvenOdd::new(seats, &rules).unwrap();
    for setting in settings {
        let mut changed = rules.clone();
        if changed.set_text(setting).is_err() {
            // Amounts of kinds without a printed one are no keys.
            assert!(setting.starts_with("card."), "{setting}");
        } else if let Ok(other) = EvenOdd::new(seats, &changed) {
            (game, rules) = (other, changed);
        }
    }
    game
}

/// Plays of so many random rule sets.
fn rule_sets_are_sound(cases: u32) {
    let tables = (2_usize..9, settings(), any::<u64>());
    let mut runner =
        TestRunner::new(ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() });
    let sound = runner.run(&tables, |(seats, settings, seed)| {
        let game = playable(seats, &settings);
        check(&game, 1, seed).map_err(|flaw| TestCaseError::fail(flaw.to_string()))?;
        for number in 0..6 {
            play(&game, seed.wrapping_add(number), &mut |_| ());
        }
        Ok(())
    });
    sound.unwrap_or_else(|error| panic!("{error}"));
}

/// A toggle is on in one of eight rule sets, a key set in a quarter of them.
#[test]
fn random_rule_sets_play() {
    rule_sets_are_sound(100);
}

#[test]
#[ignore = "long: cargo xtask nightly long-tests"]
fn thousands_of_random_rule_sets_play() {
    rule_sets_are_sound(5000);
}

/// The no-peek audit of one bot at this table.
fn audited(game: &EvenOdd, bot: &str, positions: u64) {
    let spec = BotSpec::parse(bot, EvenOdd::definition()).unwrap();
    let bots = vec![spec; game.seats()];
    let game = Loaded::with(game.clone(), RuleSet::defaults(EvenOdd::schema()));
    let found = audit(&game, &bots, positions, 5, Hooks::none()).unwrap();
    assert_eq!(found.positions, positions);
    assert!(found.different > positions / 2, "{found:?}");
}

#[test]
fn no_bot_peeks() {
    for (seats, settings) in [(2, &[][..]), (4, &[]), (5, TOGGLED)] {
        let game = game(seats, settings);
        audited(&game, "random", 1000);
        audited(&game, "greedy", 1000);
        audited(&game, "mcts:iterations=20", 100);
    }
}

/// Returns the mean of the turns of random plays, and the longest.
fn lengths(seats: usize, plays: u64) -> (f64, u32) {
    let game = game(seats, &[]);
    let turns: Vec<u32> = (0..plays).map(|i| play(&game, i, &mut |_| ()).table.turn).collect();
    let sum: u32 = turns.iter().sum();
    (f64::from(sum) / plays as f64, turns.into_iter().max().unwrap_or(0))
}

#[test]
fn random_plays_end_far_from_the_limit() {
    // The longest of 80,000 trial plays took 432 turns.
    for (seats, low, high) in [(2, 35.0, 55.0), (4, 60.0, 85.0), (8, 20.0, 40.0)] {
        let (mean, longest) = lengths(seats, 400);
        assert!((low..high).contains(&mean), "{seats} players: {mean} turns");
        assert!(longest < 600, "{seats} players: {longest} turns");
    }
}

#[test]
fn corners_come_every_sixth_turn_and_greedy_beats_random() {
    let game = game(4, &[]);
    let bot = |text: &str| BotSpec::parse(text, EvenOdd::definition()).unwrap();
    let bots = [bot("greedy"), bot("random"), bot("random"), bot("random")];
    let mut wins = 0;
    let seating = ludometer_run::Seating::Rotate;
    let mut table = ludometer_run::Table::new(&game, &bots, seating, 3);
    for number in 0..400 {
        let played = table.play(number, &mut (), &AtomicBool::new(false), None).unwrap();
        let winner = played.outcome.winners().next().unwrap();
        wins += u32::from(played.bots[winner] == 0);
    }
    // It won 3052 of 4000 plays of another seed; 265 of 400 are four standard errors
    // less, and a fair share is 100.
    assert!(wins > 265, "greedy won {wins} of 400 against three random players");
    let (mut turns, mut corners) = (0, 0);
    for number in 0..200 {
        let mut hear = |e: &Event| corners += u32::from(matches!(e, Event::Draw { card: Card::CORNER, .. }));
        turns += play(&game, number, &mut hear).table.turn;
    }
    let share = f64::from(corners) / f64::from(turns);
    assert!((0.155..0.178).contains(&share), "{share} Corners a turn");
}

/// Returns a play at random with the invariants checked after each action; whoever wants hears its events.
pub(super) fn play(game: &EvenOdd, number: u64, hear: &mut impl FnMut(&Event)) -> State {
    let mut rng = Streams::new(11, number).chance();
    let mut state = game.new_state();
    let mut log: Vec<Event> = Vec::new();
    game.deal(&mut state, &mut rng, &mut log);
    let mut follower = Follower::new(&game.params);
    let mut legal = Vec::new();
    loop {
        game.audit(&state).unwrap();
        for event in log.drain(..) {
            follower.follow(&event);
            hear(&event);
        }
        follower.agrees(&state);
        if game.to_move(&state).is_none() {
            return state;
        }
        legal.clear();
        game.legal(&state, &mut legal);
        let action = legal[rng.index(legal.len())];
        follower.choices = legal.len();
        game.apply(&mut state, action, &mut rng, &mut log);
    }
}

/// The table as the events tell it. What falls below 0 stops the test.
struct Follower<'a> {
    rules: &'a Params,
    /// How many actions were legal.
    choices: usize,
    turn: u32,
    active: Seat,
    alive: SeatSet,
    money: BySeat<u32>,
    vault: u32,
    shoes: BySeat<u8>,
    vault_shoes: u8,
    clothing: BySeat<u8>,
    hands: BySeat<cards::Counts>,
    discard: cards::Counts,
    stock: [u16; 2],
    die: i64,
    drew: Option<Card>,
    get_paid: u8,
    quickies: u8,
    /// The turn at whose end each shield lapses, 0 without one.
    shields: BySeat<u32>,
    debtor: Seat,
    owed: u32,
    /// A service is open.
    serving: bool,
    leg: u8,
    served: SeatSet,
    declined: SeatSet,
    discounted: bool,
    /// Whose sale the open auction follows.
    seller: Option<Seat>,
    bid: Option<(Seat, u32)>,
    /// The bid was paid.
    paid: bool,
}

impl<'a> Follower<'a> {
    const fn new(rules: &'a Params) -> Self {
        let nobody = Seat::new(0);
        Self {
            choices: 0,
            rules,
            turn: 0,
            active: nobody,
            alive: SeatSet::of_table(rules.seats),
            money: BySeat::all(0),
            vault: 0,
            shoes: BySeat::all(0),
            vault_shoes: 0,
            clothing: BySeat::all(rules.clothing),
            hands: BySeat::all([0; KINDS]),
            discard: [0; KINDS],
            stock: [0; 2],
            die: 0,
            drew: None,
            get_paid: 0,
            quickies: 0,
            shields: BySeat::all(0),
            debtor: nobody,
            owed: 0,
            serving: false,
            leg: 0,
            served: SeatSet::EMPTY,
            declined: SeatSet::EMPTY,
            discounted: false,
            seller: None,
            bid: None,
            paid: false,
        }
    }

    fn follow(&mut self, event: &Event) {
        self.course(event);
        self.cards(event);
        self.money(event);
        self.service(event);
        self.auction(event);
    }

    /// Jewels in dollars.
    fn dollars(&self, jewels: u16) -> u32 {
        u32::from(jewels) * self.rules.jewel_value
    }

    /// Turns, shields and the end.
    fn course(&mut self, event: &Event) {
        let seats = self.rules.seats;
        match *event {
            Event::Setup { first, money, vault, shoes, vault_shoes, .. } => {
                self.money.first_mut(seats).fill(money);
                self.shoes.first_mut(seats).fill(shoes);
                (self.active, self.vault, self.vault_shoes) = (first, vault, vault_shoes);
            }
            Event::Turn { turn, seat } => {
                let next = self.active.others(seats).find(|&other| self.alive.contains(other));
                assert_eq!(Some(seat), if turn == 1 { Some(self.active) } else { next });
                assert_eq!(turn, self.turn + 1);
                (self.turn, self.active, self.drew) = (turn, seat, None);
                (self.get_paid, self.quickies) = (0, 0);
            }
            Event::Hit { by, card, target } => {
                assert!(card.is(Kinds::PLD.or(Kinds::SPECIAL)), "{card} hits");
                assert!(by != target && self.alive.contains(target), "{card} on {target:?} by {by:?}");
                assert_eq!(self.shields[target], 0, "{card} on a shield");
            }
            Event::Shield { seat, until } => self.shields[seat] = until,
            Event::ShieldLapse { seat } => {
                assert_eq!(self.shields[seat], self.turn);
                self.shields[seat] = 0;
            }
            Event::TurnEnd { turn, seat } => {
                assert_eq!((turn, seat), (self.turn, self.active));
                let hand = &self.hands[seat];
                let held = cards::total(hand, Deck::Even) + cards::total(hand, Deck::Odd);
                assert!(held <= u16::from(self.rules.hand_limit), "{held} cards after the turn");
                assert!(!self.serving && self.seller.is_none() && self.owed == 0, "open as the turn ends");
                let over = |&until: &u32| until == 0 || until > turn;
                assert!(self.shields.first(seats).iter().all(over), "a shield is worn too long");
            }
            Event::Out { seat, turn, shoes } => {
                assert_eq!((turn, self.money[seat], self.shoes[seat]), (self.turn, 0, shoes));
                assert!(shoes == 0 || self.rules.jewels_only, "{seat:?} is out with a shoe");
                self.shoes[seat] = 0;
                self.vault_shoes += shoes;
                self.alive.remove(seat);
            }
            Event::Won { seat, how: Win::Shoes } => assert!(self.shoes[seat] >= self.rules.win_shoes),
            Event::Won { seat, how: Win::LastStanding } => {
                assert!(self.alive.contains(seat), "{seat:?} wins and is out");
                for other in seat.others(seats) {
                    assert_eq!((self.money[other], self.shoes[other]), (0, 0), "{other:?} stands too");
                }
            }
            Event::Unfinished { turn } => assert_eq!(turn, self.rules.max_turns),
            _ => {}
        }
    }

    fn cards(&mut self, event: &Event) {
        match *event {
            Event::Shuffle { deck, cards } => {
                if self.turn > 0 {
                    let left = (self.stock[deck.index()], cards::total(&self.discard, deck));
                    assert_eq!(left, (0, cards));
                }
                self.stock[deck.index()] = cards;
                self.discard[deck.kinds()].fill(0);
            }
            Event::Deal { seat, card } => {
                self.stock[card.deck().index()] -= 1;
                self.hands[seat][card.index()] += 1;
            }
            Event::Roll { seat, dice } => {
                assert!(seat == self.active && self.rules.faces.contains(&dice), "{dice} by {seat:?}");
                self.die = dice;
            }
            Event::Draw { seat, card, from } => {
                assert_eq!((seat, from == Deck::Even), (self.active, self.die % 2 == 0));
                assert_eq!(card.deck(), from);
                self.stock[from.index()] -= 1;
                self.drew = Some(card);
                self.hands[seat][card.index()] += u8::from(card.is(Kinds::HAND));
            }
            Event::NoCard { from, .. } => {
                assert_eq!((self.stock[from.index()], cards::total(&self.discard, from)), (0, 0));
            }
            Event::MoveCard { seat, card, from, to, cause } => {
                assert_eq!(card.deck(), to);
                self.discard[card.index()] += 1;
                match from {
                    super::From::Hand => self.hands[seat][card.index()] -= 1,
                    super::From::Stock => assert_eq!(self.drew, Some(card)),
                }
                if cause == Cause::Played {
                    self.played(seat, card);
                }
            }
            _ => {}
        }
    }

    /// Checks that the turn allows a card that is played in it.
    fn played(&mut self, seat: Seat, card: Card) {
        if card.is(Kinds::GET_PAID) {
            self.get_paid += 1;
            assert!(seat == self.active && self.get_paid <= self.rules.max_get_paid, "{card} by {seat:?}");
        }
        if card.is(Kinds::QUICKIE) {
            self.quickies += 1;
            assert!(seat == self.active && self.quickies <= self.rules.max_quickie, "{card} by {seat:?}");
            assert!(self.drew.is_some_and(|drew| drew != Card::CORNER), "{card} after {:?}", self.drew);
        }
    }

    fn money(&mut self, event: &Event) {
        match *event {
            Event::Pay { from, to, amount, why } => {
                match from {
                    Account::Vault => self.vault -= amount,
                    Account::Player(seat) => self.money[seat] -= amount,
                }
                match to {
                    Account::Vault => self.vault += amount,
                    Account::Player(seat) => self.money[seat] += amount,
                }
                match why {
                    Why::GetPaid => assert_eq!((from, to), (Account::Vault, Account::Player(self.active))),
                    Why::Shoe => assert_eq!(amount, self.dollars(self.rules.shoe_price)),
                    Why::Clothing => assert_eq!(from, Account::Vault),
                    Why::Auction => {
                        let (bidder, bid) = self.bid.unwrap();
                        assert_eq!((from, to, amount), (Account::Player(bidder), Account::Vault, bid));
                        self.paid = true;
                    }
                    Why::Burn | Why::PoorLifeDecision | Why::Service => {
                        assert_eq!(from, Account::Player(self.debtor));
                        self.owed -= amount;
                    }
                }
            }
            Event::Debt { seat, amount, .. } => {
                assert_eq!(self.owed, 0, "two debts at once");
                (self.debtor, self.owed) = (seat, amount);
            }
            Event::Lapse { seat, amount } => {
                assert_eq!((seat, amount, self.money[seat]), (self.debtor, self.owed, 0));
                self.owed = 0;
            }
            Event::SellShoe { seat, forced } => {
                let for_bid = self.seller.is_some();
                assert!(!for_bid || self.rules.sales_for_bids, "{seat:?} sells in an auction");
                let own = self.owed == 0 || seat == self.debtor;
                assert!(for_bid || own, "{seat:?} sells in another's debt");
                assert_eq!(forced, self.choices == 1);
                assert!(!forced || !for_bid && self.owed > self.money[seat]);
                self.shoes[seat] -= 1;
                self.vault_shoes += 1;
            }
            Event::SellClothing { seat } => self.clothing[seat] -= 1,
            _ => {}
        }
    }

    fn service(&mut self, event: &Event) {
        match *event {
            Event::Service { provider, .. } => {
                assert_eq!((provider, self.serving), (self.active, false));
                (self.serving, self.served, self.declined) = (true, SeatSet::EMPTY, SeatSet::EMPTY);
            }
            Event::Choose { provider, client, leg, .. } => {
                let open = self.alive.without(self.served).without(self.declined);
                assert!(provider == self.active && client != provider, "{client:?} of {provider:?}");
                assert!(open.contains(client), "{client:?} is barred");
                (self.leg, self.discounted) = (leg, false);
            }
            Event::Decline { client, .. } => self.declined = SeatSet::one(client),
            Event::Settle { client, .. } => {
                self.served.insert(client);
                self.declined = SeatSet::EMPTY;
            }
            Event::Price { card, .. } => {
                assert!(!self.discounted, "{card} after a Discount");
                self.discounted = !card.is(Kinds::BONUS);
                assert!(self.discounted || self.leg == 1 || self.rules.bonus_in_second, "{card}");
            }
            Event::ServiceEnd { served, .. } => {
                assert_eq!((self.serving, u32::from(served)), (true, self.served.len()));
                self.serving = false;
            }
            _ => {}
        }
    }

    fn auction(&mut self, event: &Event) {
        match *event {
            Event::Auction { seller, .. } => {
                assert!(self.seller.is_none() && self.vault_shoes > 0, "no shoe to offer");
                (self.seller, self.bid) = (Some(seller), None);
            }
            Event::Bid { seat, amount } => {
                let (opening, rise) = (self.dollars(self.rules.opening), self.dollars(self.rules.increment));
                let least = self.bid.map_or(opening, |(_, bid)| bid + rise);
                let own = self.seller.unwrap() == seat && !self.rules.seller_bids;
                assert!(!own && self.bid.is_none_or(|(last, _)| last != seat), "{seat:?} bids");
                assert!((least..=self.money[seat]).contains(&amount), "{amount}, not from {least} on");
                self.bid = Some((seat, amount));
            }
            Event::Sold { seat, amount } => {
                assert_eq!((self.bid, self.paid), (Some((seat, amount)), true));
                (self.seller, self.paid) = (None, false);
                self.vault_shoes -= 1;
                self.shoes[seat] += 1;
            }
            Event::Unsold => {
                assert_eq!(self.bid, None);
                self.seller = None;
            }
            _ => {}
        }
    }

    /// Nothing changed but what was announced.
    fn agrees(&self, state: &State) {
        let t = &state.table;
        assert_eq!((self.turn, self.active, self.alive), (t.turn, t.active, t.alive));
        assert_eq!((self.vault, self.vault_shoes), (self.dollars(t.vault), t.vault_shoes));
        assert_eq!((self.stock, self.discard), (t.stock, t.discard));
        for seat in Seat::all(self.rules.seats) {
            assert_eq!(self.money[seat], self.dollars(t.jewels[seat]));
            assert_eq!((self.shoes[seat], self.clothing[seat]), (t.shoes[seat], t.clothing[seat]));
            assert_eq!(self.shields[seat] > 0, t.shielded.contains(seat));
            assert_eq!(self.hands[seat], state.hands[seat].counts);
        }
        if t.phase != Phase::Over {
            assert!(t.alive.len() > 1, "the play goes on with one player");
            let layers = (self.serving, self.owed > 0, self.seller.is_some());
            let open = (t.service.stage != Stage::None, t.payment.debtor != NOBODY);
            assert_eq!(layers, (open.0, open.1, t.auction.seller != NOBODY));
        }
    }
}

#[test]
fn the_curve_is_the_same_for_all_parts_of_a_batch_and_any_seed() {
    let mut rules = RuleSet::defaults(EvenOdd::schema());
    rules.set_text("players.count=2").unwrap();
    let game = EvenOdd::new(2, &rules).unwrap();
    let curve = |bots: &[&str], seed, plays| {
        let bots: Vec<_> =
            bots.iter().map(|bot| BotSpec::parse(bot, EvenOdd::definition()).unwrap()).collect();
        let plan =
            Plan { seed, plays: 0..plays, seating: Seating::Rotate, threads: 1, timing: false, stall: None };
        pilot(&game, &bots, &plan, Work::unwatched(), u64::MAX).unwrap()
    };
    let greedy = curve(&["greedy"; 2], 1, 20);
    assert!(greedy.is_some(), "a table without a curve would tell nothing");
    assert_eq!(greedy, curve(&["greedy"; 2], 2, 5000));
    assert_ne!(greedy, curve(&["random"; 2], 1, 20), "it is that of the bots");
    assert_eq!(greedy, curve(&["greedy", "mcts:iterations=1000"], 1, 20), "no thinking for a curve");
}
