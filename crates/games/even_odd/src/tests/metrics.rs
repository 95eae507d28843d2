//! The game's own metrics, against plays counted by hand, figures over several plays, and what single events
//! count as for all games' figures.

use std::collections::{BTreeMap, BTreeSet};

use super::random_play::TOGGLED;
use super::{random_play, *};
use crate::event;
use ludometer_model::{CardMove, Interaction};
use ludometer_stats::{Cell, GameEnd, Merge, Observer, Report, Statistic, TallyLayout};

/// The figures of plays at tables like this one, once they are over. All players begin with the same money.
pub(super) struct Counter {
    stats: Stats,
    counted: TallyLayout,
}

impl Counter {
    fn new(t: &Table) -> Self {
        let seats = t.game.seats();
        let cards = t.game.cards().into_iter().map(|c| (c.name, c.copies)).collect();
        let counted = TallyLayout { cards, ..TallyLayout::of_seats(seats) };
        let mut counter = Self { stats: Stats::new(&counted), counted };
        counter.begin(t);
        counter
    }

    /// The next play begins at this table.
    fn begin(&mut self, t: &Table) {
        let (stats, seats) = (&mut self.stats, t.game.seats());
        let begin = &t.state.table;
        stats.start();
        stats.event(&Event::Setup {
            first: begin.active,
            seats: seats as u8,
            money: t.money()[0],
            vault: t.vault(),
            shoes: begin.shoes[begin.active],
            vault_shoes: begin.vault_shoes,
        });
        for seat in Seat::all(seats) {
            for card in t.state.hands[seat].kinds.iter() {
                for _ in 0..t.state.hands[seat].counts[card.index()] {
                    stats.event(&Event::Deal { seat, card });
                }
            }
        }
        stats.event(&Event::Turn { turn: begin.turn, seat: begin.active });
    }

    /// The play at this table is over.
    fn finish(&mut self, t: &Table) {
        for event in &t.log {
            self.stats.event(event);
        }
        let outcome = t.game.outcome(&t.state);
        let bots = BySeat::all(0);
        self.stats.finish(&GameEnd {
            outcome: &outcome,
            first: Seat::new(0),
            bots: &bots,
            decisions: 0,
            forced: 0,
        });
    }

    fn report(mut self, t: &Table) -> Figures {
        self.finish(t);
        let mut report = Report::default();
        self.stats.report(&self.counted, &mut report);
        Figures::new(&report)
    }
}

/// The figures by name.
pub(super) struct Figures {
    metrics: BTreeMap<String, Option<f64>>,
    tables: BTreeMap<String, Vec<BTreeMap<&'static str, Cell>>>,
}

impl Figures {
    fn new(report: &Report) -> Self {
        let metrics = report.metrics.iter().map(|m| (m.name(), m.estimate.value)).collect();
        let mut tables = BTreeMap::new();
        for table in &report.tables {
            let row = |row: &Vec<Cell>| table.columns.iter().copied().zip(row.iter().cloned()).collect();
            tables.insert(table.name.to_owned(), table.rows.iter().map(row).collect());
        }
        Self { metrics, tables }
    }

    /// Asserts metrics, named without `eo_`.
    fn are(&self, expected: &[(&str, f64)]) {
        for &(name, value) in expected {
            let found = self.metrics[&format!("eo_{name}")].unwrap_or_else(|| panic!("no {name}"));
            assert!((found - value).abs() < 1e-9, "{name} is {found}, not {value}");
        }
    }

    fn none(&self, name: &str) {
        assert_eq!(self.metrics[&format!("eo_{name}")], None, "{name}");
    }

    /// Returns a cell of the table `eo_kinds`.
    fn kind(&self, card: &str, column: &str) -> f64 {
        let rows = &self.tables["eo_kinds"];
        let row = rows.iter().find(|row| row["card"] == Cell::Text(card.to_owned())).unwrap();
        number(&row[column])
    }

    /// Returns a cell of another table.
    fn cell(&self, table: &str, row: usize, column: &str) -> f64 {
        number(&self.tables[table][row][column])
    }
}

fn number(cell: &Cell) -> f64 {
    match cell {
        Cell::Count(n) => *n as f64,
        Cell::Real(x) => *x,
        Cell::Text(_) | Cell::Empty => f64::NAN,
    }
}

#[test]
fn a_play_won_by_shoes() {
    let mut t = table(
        "A 1000 1 service_bonus_200 get_paid_300 nothing; B 1000 1 service_declined quickie_200; \
         C 1000 1 pld_vault_200 nothing nothing",
        &["win.shoes=2"],
    );
    let counter = Counter::new(&t);
    t.play("A", "PlayGetPaid(get_paid_300)");
    t.draw("corner");
    t.play("A", "Client(1)");
    t.play("B", "PlayDeclined");
    t.plays("A", "Client(2) PlayBonus(service_bonus_200) EndTurn");
    // 2,000, 1,000, 300; the Vault holds 13,700.
    t.plays("C", "PlayPld(pld_vault_200) Target(0)");
    t.draw("burn_500");
    t.plays("B", "PlayQuickie(quickie_200) Client(2) EndTurn");
    // 1,800, 700, 100; the Vault holds 14,400.
    t.draw("burn_200");
    t.play("C", "SellShoe");
    t.play("A", "Bid(1)");
    t.play("B", "Bid(1)");
    t.play("A", "Bid(1)");
    assert_eq!((t.winner(), t.money(), t.vault()), (Some("A"), vec![1100, 700, 600], 14_600));
    let f = counter.report(&t);
    f.are(&[
        ("win_shoes", 1.0),
        ("win_last", 0.0),
        ("shoe_wins_without_out", 1.0),
        ("outs", 0.0),
        ("turns_out", 0.0),
        // C fell below 300 and did not win.
        ("comebacks", 0.0),
        ("first_wins", 1.0),
        ("corners_per_turn", 1.0 / 3.0),
        ("quickies_per_turn", 1.0 / 3.0),
        ("services", 2.0),
        ("services_per_turn", 2.0 / 3.0),
        ("services_served", 1.0),
        ("services_no_client", 0.0),
        ("services_cut_short", 0.0),
        ("choices_declined", 1.0 / 3.0),
        ("legs", 2.0),
        ("legs_second", 0.0),
        ("legs_discounted", 0.0),
        ("leg_price", 450.0),
        ("vault_in_per_turn", 1400.0 / 3.0),
        ("vault_out_per_turn", 800.0 / 3.0),
        ("get_paid_per_turn", 100.0),
        ("vault_lowest", 13_700.0),
        ("shortage_turns", 0.0),
        ("sales_forced", 1.0),
        ("sales_free", 0.0),
        ("auctions", 1.0),
        ("auctions_again", 0.0),
        ("auction_price", 700.0),
        ("auctions_unsold", 0.0),
        // As turn 1 ended 3 of 5 cards were Nothing, as turn 2 ended 3 of 3.
        ("nothing_in_hand", 6.0 / 8.0),
        ("over_limit", 0.0),
    ]);
    f.none("first_out_turn");
    for (card, moved) in [
        ("get_paid_300", 300.0),
        ("corner", 700.0),
        ("service_declined", 500.0),
        ("service_bonus_200", 200.0),
        ("pld_vault_200", 200.0),
        ("burn_500", 500.0),
        ("quickie_200", 200.0),
        // The win came before it was paid.
        ("burn_200", 0.0),
    ] {
        assert_eq!(f.kind(card, "dollars_moved_per_use"), moved, "{card}");
        assert_eq!(f.kind(card, "used_per_game"), 1.0, "{card}");
    }
    // Nothing was dealt to A, who won, and to C; B was dealt none.
    assert_eq!(f.kind("nothing", "dealt_seats"), 2.0);
    assert_eq!(f.kind("nothing", "win_rate_dealt"), 0.5);
    assert_eq!(f.kind("nothing", "win_rate_not_dealt"), 0.0);
    assert_eq!((f.cell("eo_order", 0, "win_rate"), f.cell("eo_seats", 2, "win_rate")), (1.0, 0.0));
    assert_eq!((f.cell("eo_prices", 0, "price"), f.cell("eo_prices", 0, "auctions")), (700.0, 1.0));
}

#[test]
fn an_unfinished_play_with_a_reversed_price_and_an_unsold_shoe() {
    let mut t = table(
        "A 1000 1 second_service_less_200 quickie_300; B 1000 1 discount_reverse; C 1000 1 pld_special_enforce",
        &["limits.max_turns=2", "hand.limit=0"],
    );
    let counter = Counter::new(&t);
    t.draw("corner");
    t.play("A", "Client(1)");
    t.play("C", "Pass");
    t.play("B", "PlayDiscount(discount_reverse)");
    t.plays("A", "PlaySecond(second_service_less_200) Client(2) SellShoe");
    t.play("B", "Pass");
    t.play("C", "Pass");
    t.plays("A", "EndTurn Discard(quickie_300)");
    t.draw("service_bonus_100");
    t.plays("B", "EndTurn Discard(service_bonus_100)");
    assert_eq!((t.winner(), t.money()), (None, vec![1600, 1200, 700]));
    let f = counter.report(&t);
    f.are(&[
        ("win_shoes", 0.0),
        ("win_last", 0.0),
        ("services", 1.0),
        ("services_served", 1.0),
        ("legs", 2.0),
        ("legs_second", 0.5),
        ("legs_discounted", 0.5),
        ("legs_reversed", 0.5),
        ("leg_price", 150.0),
        ("sales_free", 1.0),
        ("auctions_unsold", 1.0),
        ("over_limit", 2.0),
        ("over_limit_bonus_second", 0.5),
        ("nothing_in_hand", 0.0),
    ]);
    f.none("auction_price");
    f.none("shoe_wins_without_out");
    assert_eq!(f.kind("discount_reverse", "dollars_moved_per_use"), 700.0);
    assert_eq!(f.kind("second_service_less_200", "dollars_moved_per_use"), 300.0);
    assert_eq!(f.kind("corner", "dollars_moved_per_use"), 0.0);
    assert_eq!(f.kind("quickie_300", "over_limit_per_game"), 1.0);
    assert_eq!(f.kind("service_bonus_100", "over_limit_per_game"), 1.0);
}

#[test]
fn a_play_won_by_the_last_one_standing() {
    let mut t = table("A 300 0 quickie_400 pld_special_void; B 300 0; C 300 0", &["stake.amount=5"]);
    let counter = Counter::new(&t);
    t.draw("corner");
    t.plays("A", "Client(1) EndTurn");
    t.draw("corner");
    t.play("C", "Client(0)");
    t.play("A", "PlaySpecial(pld_special_void)");
    t.play("C", "EndTurn");
    t.draw("nothing");
    t.plays("A", "PlayQuickie(quickie_400) Client(2)");
    assert_eq!((t.winner(), t.money()), (Some("A"), vec![900, 0, 0]));
    let f = counter.report(&t);
    f.are(&[
        ("win_last", 1.0),
        ("outs", 2.0),
        ("first_out_turn", 1.0),
        // B watched turns 2 and 3.
        ("turns_out", 2.0),
        ("comebacks", 0.0),
        ("services", 3.0),
        ("services_served", 1.0 / 3.0),
        ("services_voided", 1.0 / 3.0),
        ("services_cut_short", 1.0 / 3.0),
        ("services_enforced", 0.0),
    ]);
    assert_eq!(f.kind("pld_special_void", "dollars_moved_per_use"), 500.0);
    assert_eq!(f.kind("corner", "dollars_moved_per_use"), 150.0);
    assert_eq!(f.kind("quickie_400", "dollars_moved_per_use"), 300.0);
    let column = |column| [0, 1, 2].map(|seat| f.cell("eo_seats", seat, column));
    assert_eq!(column("payoff"), [10.0, -5.0, -5.0]);
    assert_eq!(column("out_rate"), [0.0, 1.0, 1.0]);
    assert_eq!(column("out_turn")[1..], [1.0, 3.0]);
}

#[test]
fn eo_12_a_sale_with_a_get_paid_at_hand_is_not_forced() {
    for (cards, forced) in [("", true), ("get_paid_300", false)] {
        let mut t = table(&format!("A 100 1 {cards}; B 1000 1"), &[]);
        t.draw("burn_200");
        t.play("A", "SellShoe");
        assert!(t.log.contains(&Event::SellShoe { seat: seat("A"), forced }), "{cards}");
    }
    // Clothing is another way too.
    let mut t = table("A 100 1; B 1000 1", &["clothing.enabled=true"]);
    t.draw("burn_200");
    t.play("A", "SellShoe");
    assert!(t.log.contains(&Event::SellShoe { seat: seat("A"), forced: false }));
}

#[test]
fn shortages_enforced_and_failed_services() {
    let mut t = table(
        "A 8400 0 get_paid_500 pld_special_enforce; B 8400 0 service_declined",
        &["limits.max_turns=2"],
    );
    let counter = Counter::new(&t);
    t.play("A", "PlayGetPaid(get_paid_500)");
    t.draw("corner");
    t.plays("A", "Client(1) PlaySpecial(pld_special_enforce) EndTurn");
    t.draw("corner");
    t.play("B", "Client(0)");
    t.play("B", "EndTurn");
    let f = counter.report(&t);
    f.are(&[
        ("shortage_turns", 0.5),
        ("vault_lowest", 0.0),
        ("services_enforced", 0.5),
        ("services_served", 0.5),
        ("get_paid_per_turn", 100.0),
    ]);
    assert_eq!(f.kind("pld_special_enforce", "dollars_moved_per_use"), 500.0);
    assert_eq!(f.kind("get_paid_500", "dollars_moved_per_use"), 200.0);
    // Two players: a decline leaves nobody to choose. A Provider may go out.
    let mut t = table("A 200 0; B 200 0 service_declined", &["limits.max_turns=1"]);
    let counter = Counter::new(&t);
    t.draw("corner");
    t.play("A", "Client(1)");
    t.play("B", "PlayDeclined");
    t.play("A", "EndTurn");
    counter.report(&t).are(&[("services_no_client", 1.0), ("choices_declined", 1.0)]);
    let mut t = table("A 200 0; B 200 0 discount_reverse; C 200 0", &["limits.max_turns=1"]);
    let counter = Counter::new(&t);
    t.draw("corner");
    t.play("A", "Client(1)");
    t.play("B", "PlayDiscount(discount_reverse)");
    counter.report(&t).are(&[("services_provider_out", 1.0), ("outs", 1.0)]);
}

#[test]
fn a_comeback_from_below_300() {
    let mut t = table("A 200 0; B 200 0", &[]);
    let counter = Counter::new(&t);
    t.draw("nothing");
    t.play("A", "EndTurn");
    t.draw("burn_500");
    assert_eq!(t.winner(), Some("A"));
    // Both were below 300 as turn 1 ended; one of them won.
    counter.report(&t).are(&[("comebacks", 0.5)]);
}

#[test]
fn the_vault_is_looked_into_every_tenth_turn() {
    let mut t = table("A 1000 1; B 1000 1", &["limits.max_turns=10"]);
    let counter = Counter::new(&t);
    t.state.table.turn = 10;
    t.draw("burn_300");
    t.play("A", "EndTurn");
    let mut log = vec![Event::Turn { turn: 10, seat: seat("A") }];
    log.append(&mut t.log);
    t.log = log;
    let f = counter.report(&t);
    assert_eq!((f.cell("eo_vault", 0, "turn"), f.cell("eo_vault", 0, "vault")), (10.0, 15_300.0));
}

#[test]
fn shoes_offered_again_are_counted() {
    let settings = ["shoes.unpicked=vault", "auction.unsold=reoffer", "limits.max_turns=1"];
    let mut t = table("A 400 1; B 400 1", &settings);
    let counter = Counter::new(&t);
    t.draw("nothing");
    t.plays("A", "SellShoe EndTurn");
    counter.report(&t).are(&[("auctions", 7.0), ("auctions_again", 6.0), ("auctions_unsold", 1.0)]);
}

#[test]
fn merged_counts_equal_one_observer() {
    let game = game(4, &["stake.amount=3"]);
    let cards = game.cards().into_iter().map(|c| (c.name, c.copies)).collect();
    let counted = TallyLayout { cards, ..TallyLayout::of_seats(4) };
    let play = |stats: &mut Stats, number: u64| {
        let state = random_play::play(&game, number, &mut |event| stats.event(event));
        let outcome = game.outcome(&state);
        stats.finish(&GameEnd {
            outcome: &outcome,
            first: Seat::new(0),
            bots: &BySeat::all(0),
            decisions: 0,
            forced: 0,
        });
    };
    let report = |stats: &Stats| {
        let mut report = Report::default();
        stats.report(&counted, &mut report);
        report
    };
    let mut whole = Stats::new(&counted);
    (0..40).for_each(|i| play(&mut whole, i));
    let (mut a, mut b) = (Stats::new(&counted), Stats::new(&counted));
    (25..40).for_each(|i| play(&mut a, i));
    (0..25).for_each(|i| play(&mut b, i));
    // Stored and read again on the way, as shards are.
    let stored = serde_json::to_string(&b).unwrap();
    a.merge(serde_json::from_str(&stored).unwrap());
    assert_eq!(report(&a), report(&whole));
}

#[test]
fn figures_are_those_of_all_plays_together() {
    let settings = ["win.shoes=2", "stake.amount=5"];
    // C goes first in both. A goes out in turn 2, C wins in turn 3.
    let mut one = table("A 900 0 quickie_300; B 900 1; C 900 1 quickie_300", &settings).begun_by("C");
    let mut counter = Counter::new(&one);
    one.draw("corner");
    one.plays("C", "Client(0) EndTurn");
    one.draw("burn_500");
    one.play("B", "SellShoe");
    one.play("C", "Bid(1)");
    assert_eq!((one.winner(), one.money(), one.vault()), (Some("C"), vec![0, 1400, 900], 14_700));
    counter.finish(&one);
    // Nobody goes out, one shoe stays unsold, A wins in turn 4.
    let players = "A 900 1; B 900 1 quickie_300 discount_200; C 900 1 quickie_300";
    let mut two = table(players, &settings).begun_by("C");
    counter.begin(&two);
    two.draw("corner");
    two.play("C", "Client(1)");
    two.play("B", "PlayDiscount(discount_200)");
    two.play("C", "EndTurn");
    two.end_of("A", "B");
    two.draw("nothing");
    two.plays("B", "PlayQuickie(quickie_300) Client(2) SellShoe");
    two.play("C", "Pass");
    two.play("A", "Pass");
    two.play("B", "EndTurn");
    two.draw("burn_500");
    two.play("C", "SellShoe");
    two.play("A", "Bid(1)");
    two.play("B", "Bid(1)");
    two.play("A", "Bid(1)");
    two.play("B", "Pass");
    assert_eq!((two.winner(), two.money(), two.vault()), (Some("A"), vec![200, 1400, 900], 14_500));
    let f = counter.report(&two);
    f.are(&[
        ("win_shoes", 1.0),
        ("shoe_wins_without_out", 0.5),
        ("outs", 0.5),
        // Of the play where somebody went out.
        ("first_out_turn", 2.0),
        ("turns_out", 0.5),
        ("first_wins", 0.5),
        // 3 and 4 turns.
        ("corners_per_turn", 2.0 / 7.0),
        ("quickies_per_turn", 1.0 / 7.0),
        ("services", 1.5),
        ("services_per_turn", 3.0 / 7.0),
        ("legs", 1.5),
        ("legs_discounted", 1.0 / 3.0),
        // 500; 300, 300.
        ("leg_price", 1100.0 / 3.0),
        // 400 and 500; 500 and 700.
        ("vault_in_per_turn", 2100.0 / 7.0),
        ("vault_out_per_turn", 1500.0 / 7.0),
        // 14,200 and 13,800, when a shoe had been sold.
        ("vault_lowest", 14_000.0),
        ("sales_free", 1.5),
        ("auctions", 1.5),
        ("auction_price", 600.0),
        ("auctions_unsold", 1.0 / 3.0),
        // As turns end: none of 2 and 1; 0 of 2, 1 of 3, 2 of 3.
        ("nothing_in_hand", 3.0 / 11.0),
    ]);
    // Of four seats with a Quickie C won once; of the two others A once.
    let dealt = |name| ["dealt_seats", "win_rate_dealt", "win_rate_not_dealt"].map(|c| f.kind(name, c));
    assert_eq!(dealt("quickie_300"), [4.0, 0.25, 0.5]);
    assert_eq!(dealt("discount_200"), [1.0, 0.0, 0.4]);
    let moved = |name| ["used_per_game", "dollars_moved_per_use"].map(|c| f.kind(name, c));
    assert_eq!((moved("quickie_300"), moved("burn_500")), ([0.5, 300.0], [1.0, 450.0]));
    // By seat A, B, C; in the order of play C, A, B.
    let column = |table, column| [0, 1, 2].map(|row| f.cell(table, row, column));
    for (name, by_seat) in
        [("win_rate", [0.5, 0.0, 0.5]), ("out_rate", [0.5, 0.0, 0.0]), ("payoff", [2.5, -5.0, 2.5])]
    {
        assert_eq!(column("eo_seats", name), by_seat, "{name}");
        let [a, b, c] = by_seat;
        assert_eq!(column("eo_order", name), [c, a, b], "{name}");
    }
    assert_eq!((f.cell("eo_seats", 0, "out_turn"), f.cell("eo_order", 1, "out_turn")), (2.0, 2.0));
    let prices = ["price", "auctions", "per_game"];
    assert_eq!(prices.map(|c| f.cell("eo_prices", 0, c)), [500.0, 1.0, 0.5]);
    assert_eq!(prices.map(|c| f.cell("eo_prices", 1, c)), [700.0, 1.0, 0.5]);
}

#[test]
fn who_acts_against_whom() {
    let mut t = table("A 1000 1; B 1000 0 pld_player_200 discount_reverse; C 1000 1", &[]);
    t.draw("burn_left");
    t.plays("B", "PlayPld(pld_player_200) Target(0)");
    t.play("A", "EndTurn");
    t.draw("corner");
    t.plays("B", "Client(2) EndTurn");
    t.draw("corner");
    t.play("C", "Client(1)");
    t.play("B", "PlayDiscount(discount_reverse)");
    // What the Vault pays and gets harms nobody.
    t.play("C", "SellShoe");
    t.play("A", "Pass");
    t.play("B", "Bid(1)");
    let harm = |Interaction { actor, target, kind }| (actor.unwrap(), target, event::INTERACTIONS[kind]);
    let harms: Vec<_> = t.log.iter().filter_map(|e| e.interaction().map(harm)).collect();
    let expected = [
        ("B", "A", "poor life decision"),
        ("B", "A", "made to pay"),
        // The Burn.
        ("B", "A", "made to pay"),
        ("B", "C", "chosen as client"),
        ("B", "C", "made to pay"),
        ("C", "B", "chosen as client"),
        // The reversed price.
        ("B", "C", "made to pay"),
    ];
    assert_eq!(harms, expected.map(|(by, target, how)| (seat(by), seat(target), how)));
}

#[test]
fn cards_that_are_drawn_played_and_used() {
    let mut t = table("A 1000 1; B 300 0 quickie_200; C 1000 1 get_paid_100", &["hand.limit=0"]);
    t.draw("corner");
    t.plays("A", "Client(1) EndTurn");
    t.draw("nothing");
    t.plays("C", "PlayGetPaid(get_paid_100) EndTurn Discard(nothing)");
    let [corner, nothing, paid] = ["corner", "nothing", "get_paid_100"].map(|name| card(name).index());
    let (a, c) = (seat("A"), seat("C"));
    // The Quickie of B, who goes out, counts as neither.
    assert_eq!(
        t.log.iter().filter_map(ludometer_model::Event::card).collect::<Vec<_>>(),
        [
            CardMove::Drawn { seat: a, kind: corner },
            CardMove::Drawn { seat: c, kind: nothing },
            CardMove::Played { seat: c, kind: paid },
            CardMove::Played { seat: c, kind: nothing },
        ]
    );
    assert_eq!(t.log.iter().filter_map(ludometer_model::Event::used).collect::<Vec<_>>(), [corner, paid]);
}

#[test]
fn each_event_counts_as_the_happening_of_its_name() {
    let mut seen = BTreeSet::new();
    let mut hear = |event: &Event| {
        let place = event.event_kind().unwrap();
        let json = serde_json::to_value(event).unwrap();
        let words: Vec<&str> = json.as_object().unwrap().values().filter_map(|v| v.as_str()).collect();
        let name = &*event::EVENT_KINDS[place].name;
        assert!(name.split(' ').all(|word| words.contains(&word)), "{json} as {name}");
        seen.insert(name);
    };
    // An almost empty Vault, bonuses to cancel, dear reversed prices and no shoe to sell for them: all but
    // an empty deck happens.
    let rare = [
        "vault.jewels_total=90",
        "deck.even.service_bonus_100=20",
        "deck.even.discount_reverse=20",
        "card.discount_reverse.amount=1000",
        "setup.shoes=0",
    ];
    let toggled = [TOGGLED, &rare].concat();
    for number in 0..40 {
        let seats = 2 + number as usize % 7;
        let settings = if number % 2 == 0 { &["limits.max_turns=60"][..] } else { &toggled };
        random_play::play(&game(seats, settings), number, &mut hear);
    }
    let never = event::EVENT_KINDS.iter().map(|h| &*h.name).filter(|name| !seen.contains(name));
    assert_eq!(never.collect::<Vec<_>>(), ["no_card"]);
}

#[test]
fn money_is_counted_apart_by_the_card_that_moves_it() {
    // A Burn waits for a PLD in the window; a GetPaid is played in its debt.
    let mut t = table("A 500 0 get_paid_300; B 500 0 pld_vault_200; C 500 0", &["limits.max_turns=1"]);
    let counter = Counter::new(&t);
    t.draw("burn_500");
    t.plays("B", "PlayPld(pld_vault_200) Target(0)");
    t.plays("A", "PlayGetPaid(get_paid_300) EndTurn");
    assert_eq!(t.money(), [100, 500, 500]);
    let f = counter.report(&t);
    for (card, moved) in [("get_paid_300", 300.0), ("burn_500", 500.0), ("pld_vault_200", 200.0)] {
        assert_eq!(f.kind(card, "dollars_moved_per_use"), moved, "{card}");
    }
}

#[test]
fn a_cancelled_bonus_has_moved_nothing() {
    let settings = ["service.counters=ranked", "service.max_bonus=2", "limits.max_turns=1"];
    let mut t = table(
        "A 1000 1 service_bonus_100 service_bonus_200; B 1000 1 discount_200; C 1000 1 service_declined",
        &settings,
    );
    let counter = Counter::new(&t);
    t.draw("corner");
    t.play("A", "Client(1)");
    t.play("C", "Pass");
    t.play("B", "Pass");
    t.plays("A", "PlayBonus(service_bonus_100) PlayBonus(service_bonus_200)");
    // Both leave the price of 800 again, which falls from 500 to 300.
    t.play("C", "Pass");
    t.play("B", "PlayDiscount(discount_200)");
    t.play("A", "EndTurn");
    assert_eq!(t.money(), [1300, 700, 1000]);
    let f = counter.report(&t);
    for (card, moved) in
        [("service_bonus_100", 0.0), ("service_bonus_200", 0.0), ("discount_200", 200.0), ("corner", 300.0)]
    {
        assert_eq!(f.kind(card, "dollars_moved_per_use"), moved, "{card}");
        assert_eq!(f.kind(card, "used_per_game"), 1.0, "{card}");
    }
}

#[test]
fn a_bonus_for_the_next_client_is_not_cancelled() {
    let mut t = table(
        "A 1000 1 service_bonus_100 service_bonus_100; B 1000 1; C 1000 1 service_declined",
        &["service.counters=ranked", "limits.max_turns=1"],
    );
    let counter = Counter::new(&t);
    t.draw("corner");
    t.play("A", "Client(1)");
    t.play("C", "Pass");
    t.play("A", "PlayBonus(service_bonus_100)");
    t.play("C", "PlayDeclined");
    t.plays("A", "Client(2) PlayBonus(service_bonus_100) EndTurn");
    assert_eq!(t.money(), [1600, 1000, 400]);
    let f = counter.report(&t);
    // Of two that were played one moved its 100.
    assert_eq!(f.kind("service_bonus_100", "used_per_game"), 2.0);
    assert_eq!(f.kind("service_bonus_100", "dollars_moved_per_use"), 50.0);
    assert_eq!(f.kind("service_declined", "dollars_moved_per_use"), 500.0);
}
