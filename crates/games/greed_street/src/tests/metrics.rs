//! Each figure against plays worked out by hand, and which clause each event is counted for.

use std::collections::BTreeSet;

use super::random_play::ALL;
use super::{Scene, game, scene};
use crate::event::{
    CardFor, DrawFor, EVENT_KINDS, Event, Holder, Loot, OfferKind, Part, Party, PayFor, RollFor, Spot,
    WorkerFor,
};
use crate::{Action, GreedStreet, Kind, Tally};
use ludometer_model::{BySeat, Event as GameEvent, Game, Outcome, Seat, Streams};
use ludometer_playable::{Compiled, Playable};
use ludometer_stats::{Cell, GameEnd, Merge, Observer, Report, Statistic, Step, TallyLayout};

fn counted(seats: usize) -> TallyLayout {
    let cards = game(seats, &[]).cards();
    TallyLayout {
        words: GreedStreet::definition().action_kinds.clone(),
        cards: cards.into_iter().map(|c| (c.name, c.copies)).collect(),
        bots: vec!["random".to_owned()],
        ..TallyLayout::of_seats(seats)
    }
}

fn outcome(scores: [i64; 2], turns: u32) -> Outcome {
    let scores = BySeat::from_fn(|seat| scores.get(seat.index()).copied().unwrap_or(0));
    Outcome::ranked(2, scores, turns, Outcome::rounds_of_turns(turns, 2), false, |a, b| a > b)
}

/// One play of two seats, reported by its events.
fn tell(tally: &mut Tally, steps: &[Action], events: &[Event], outcome: &Outcome) {
    Observer::<GreedStreet>::start(tally);
    for &action in steps {
        let word = action.kind_index();
        tally.step(&Step { seat: Seat::new(0), action, word, choices: 2 });
    }
    for event in events {
        tally.event(event);
    }
    let bots = BySeat::all(0);
    Observer::<GreedStreet>::finish(
        tally,
        &GameEnd { outcome, first: Seat::new(0), bots: &bots, decisions: 9, forced: 1 },
    );
}

fn report(tally: &Tally) -> Report {
    let mut report = Report::default();
    tally.report(&counted(2), &mut report);
    report
}

fn value(report: &Report, name: &str) -> Option<f64> {
    let metric = report.metrics.iter().find(|m| m.name() == format!("gs_{name}"));
    metric.unwrap_or_else(|| panic!("no metric {name}")).estimate.value
}

/// Returns a play with one of everything. Seat 1 moves first and arrives first.
fn everything() -> (Vec<Event>, Outcome) {
    let (zero, one) = (Seat::new(0), Seat::new(1));
    let (p0, p1) = (Party::Seat(zero), Party::Seat(one));
    let roster = game(2, &[]).params().roster;
    let worker = |name: &str| roster.worker(roster.names().iter().position(|n| n == name).unwrap());
    let kind = |name: &str| Kind::named(name).unwrap();
    let (tina, abby) = (worker("tina"), worker("abby"));
    let card_values = game(2, &[]).params().values.map(|v| v as i16);
    let pay = |from, to, amount, reason| Event::Pay { from, to, amount, reason };
    let draw = |seat, card: &str, reason| Event::Draw { seat, card: kind(card), from: Part::Deck, reason };
    let mut events = vec![
        Event::Setup { workers: roster, card_values, money: 1000, seats: 2 },
        draw(zero, "weapon_1", DrawFor::Doubles),
        Event::FirstPlayer { seat: one },
        Event::Turn { turn: 1, seat: one },
        Event::Roll { seat: one, dice: [2, 4], purpose: RollFor::Move },
        Event::Recruit { seat: one, worker: tina, total: 8, won: true },
        Event::MoveWorker {
            worker: tina,
            from: Holder::Open,
            to: Holder::Seat(one),
            price: 50,
            reason: WorkerFor::Recruit,
        },
        pay(Party::Bank, p1, 50, PayFor::Recruit),
        Event::Turn { turn: 2, seat: zero },
        Event::Offer {
            kind: OfferKind::Buy,
            proposer: zero,
            partner: one,
            give: None,
            get: Some(kind("donuts")),
            cash: 50,
        },
        Event::Counter { partner: one, cash: 20 },
        Event::Trade { proposer: zero, partner: one, agreed: false },
        Event::Claim { owner: one, payer: zero, worker: tina, late: false },
        pay(p0, p1, 50, PayFor::Price),
        Event::FightStart { instigator: zero, defender: one, worker: Some(tina) },
        Event::Place { seat: zero, card: kind("weapon_1") },
        Event::Compare { round: 1, instigator: 7, defender: 7 },
        Event::Compare { round: 2, instigator: 9, defender: 7 },
        Event::FightEnd { winner: Some(zero), instigator: zero, worker: Some(tina) },
        Event::MoveWorker {
            worker: tina,
            from: Holder::Seat(one),
            to: Holder::Seat(zero),
            price: 50,
            reason: WorkerFor::Fight,
        },
        Event::MoveCard {
            card: kind("weapon_1"),
            from: Spot::Table(zero),
            to: Spot::DeckBottom,
            reason: CardFor::Used,
        },
    ];
    events.extend([
        Event::Turn { turn: 3, seat: one },
        Event::Retire { seat: one, arrival: 1 },
        Event::Turn { turn: 4, seat: zero },
        Event::Recruit { seat: zero, worker: abby, total: 3, won: false },
        Event::Turn { turn: 5, seat: one },
        draw(one, "donuts", DrawFor::RetiredDoubles),
        Event::Turn { turn: 6, seat: zero },
        draw(zero, "free_pass", DrawFor::Square),
        Event::NoCard { seat: zero, reason: DrawFor::Square },
        Event::Theft { thief: zero, victim: one, what: Loot::Cash, noticed: false },
        pay(p1, p0, 100, PayFor::Theft),
        Event::Theft { thief: zero, victim: one, what: Loot::Cash, noticed: true },
        Event::Unnoticed { owner: one, lander: zero, worker: abby },
        Event::Bribe { from: zero, to: one, accepted: true },
        pay(p0, p1, 20, PayFor::Bribe),
        Event::Missed { owner: one, lander: zero, worker: abby, price: 60 },
        Event::Turn { turn: 7, seat: one },
        Event::Skip { seat: one },
        Event::Turn { turn: 8, seat: zero },
        Event::MoveWorker {
            worker: abby,
            from: Holder::Open,
            to: Holder::Seat(one),
            price: 60,
            reason: WorkerFor::Recruit,
        },
        Event::Claim { owner: one, payer: zero, worker: abby, late: true },
        Event::Haggled { payer: zero, owner: one, worker: abby, price: 60, amount: 30, agreed: true },
        pay(p0, p1, 30, PayFor::Haggled),
        pay(p0, Party::Bank, 1000, PayFor::Square),
        Event::Forgiven { from: zero, to: Party::Bank, amount: 200, reason: PayFor::Square },
        Event::Turn { turn: 9, seat: one },
        Event::Turn { turn: 10, seat: zero },
        Event::Claim { owner: one, payer: zero, worker: abby, late: false },
        Event::Forgiven { from: zero, to: p1, amount: 60, reason: PayFor::Short },
        Event::MoveCard {
            card: kind("free_pass"),
            from: Spot::Hand(zero),
            to: Spot::DeckBottom,
            reason: CardFor::Wild,
        },
        Event::Retire { seat: zero, arrival: 2 },
        Event::Total { seat: zero, money: 0, cards: 0, workers: 50 },
        Event::Total { seat: one, money: 1050, cards: 50, workers: 60 },
    ]);
    (events, outcome([50, 1160], 10))
}

#[test]
fn every_count_of_a_play_worked_out_by_hand() {
    let (events, outcome) = everything();
    let mut tally = Tally::new(&counted(2));
    tell(&mut tally, &[Action::Fight, Action::EndTurn, Action::Roll], &events, &outcome);
    let report = report(&tally);
    for (name, expected) in [
        ("payments", 2.0),
        ("payments_full", 1.0),
        ("payments_unasked", 0.0),
        ("payments_short", 0.0),
        ("payments_haggled", 1.0),
        ("rent_dollars", 80.0),
        ("rent_retired_dollars", 30.0),
        ("free_passes", 1.0),
        ("donuts", 0.0),
        ("fights", 1.0),
        ("proximity_fights", 0.0),
        ("stiffs", 1.0),
        ("stiffed_dollars", 60.0),
        ("forgiven_dollars", 200.0),
        ("broke_turns", 1.0),
        ("skipped_turns", 1.0),
        ("missed_claims", 1.0),
        ("missed_dollars", 60.0),
        ("late_claims", 1.0),
        ("bribes_offered", 1.0),
        ("bribes_taken", 1.0),
        ("recruit_rolls", 2.0),
        ("recruits", 2.0),
        ("open_workers", 26.0),
        ("fight_workers", 1.0),
        ("square_workers", 0.0),
        ("worker_changes", 1.0),
        ("draws_doubles", 1.0),
        ("draws_retired", 1.0),
        ("draws_squares", 1.0),
        ("draws_empty", 1.0),
        ("offers", 1.0),
        ("counters", 1.0),
        ("trades", 0.0),
        ("trade_dollars", 0.0),
        ("haggles", 1.0),
        ("haggles_agreed", 1.0),
        ("haggled_off_dollars", 30.0),
        ("thefts", 2.0),
        ("thefts_noticed", 1.0),
        ("theft_workers", 0.0),
        ("theft_cards", 0.0),
        ("theft_dollars", 100.0),
        ("square_gain_dollars", 0.0),
        ("square_loss_dollars", 1000.0),
        ("score_money", 525.0),
        ("score_cards", 25.0),
        ("score_workers", 55.0),
        ("fight_rate", 0.5),
        ("instigator_win_rate", 1.0),
        ("fight_rounds", 2.0),
        // A Worker of 50 for a Weapon of 30; the defender loses 50.
        ("instigator_gain", 20.0),
        ("instigator_loss", 0.0),
        ("defender_gain", 0.0),
        ("defender_loss", 50.0),
        ("recruit_rate", 1.0),
        ("trade_rate", 0.0),
        ("broke_rate", 0.1),
        // Seat 1 moved first, arrived first and won; seat 1 had 1050 + 0, seat 0 950 + 50 when it
        // arrived: it led.
        ("order_1_win_rate", 1.0),
        ("order_2_win_rate", 0.0),
        ("arrival_1_win_rate", 1.0),
        ("arrival_2_win_rate", 0.0),
        ("upset_rate", 0.0),
        // Seat 0 led by its card, then seat 1 by Tina, seat 0 after the theft, seat 1 at the end.
        ("leader_changes", 3.0),
    ] {
        assert_eq!(value(&report, name), Some(expected), "gs_{name}");
    }
    assert_eq!(value(&report, "proximity_win_rate"), None, "no such fight");
}

#[test]
fn the_tables_of_workers_and_players() {
    let (events, outcome) = everything();
    let mut tally = Tally::new(&counted(2));
    tell(&mut tally, &[], &events, &outcome);
    let report = report(&tally);
    let workers = report.tables.iter().find(|t| t.name == "workers").unwrap();
    assert_eq!(workers.rows.len(), 28);
    let row = |name: &str| workers.rows.iter().find(|r| r[0] == Cell::Text(name.to_owned())).unwrap();
    let column = |name: &str| workers.columns.iter().position(|c| *c == name).unwrap();
    assert_eq!(row("tina")[column("rent_per_game")], Cell::Real(50.0));
    assert_eq!(row("tina")[column("changes_per_game")], Cell::Real(1.0));
    assert_eq!(row("tina")[column("owner_win_rate")], Cell::Real(0.0));
    assert_eq!(row("abby")[column("rent_per_game")], Cell::Real(30.0));
    assert_eq!(row("abby")[column("owner_win_rate")], Cell::Real(1.0));
    assert_eq!(row("delia")[column("open_rate")], Cell::Real(1.0));
    assert_eq!(row("delia")[column("owner_win_rate")], Cell::Empty);
    let players = report.tables.iter().find(|t| t.name == "players").unwrap();
    let column = |name: &str| players.columns.iter().position(|c| *c == name).unwrap();
    let both = |name: &str| [players.rows[0][column(name)].clone(), players.rows[1][column(name)].clone()];
    for (name, zero, one) in [
        ("arrival_turn", 10.0, 3.0),
        ("recruited", 0.0, 2.0),
        ("workers_won", 1.0, 0.0),
        ("workers_lost", 0.0, 1.0),
        ("paid_dollars", 80.0, 0.0),
        ("received_dollars", 0.0, 80.0),
        ("missed_dollars", 0.0, 60.0),
        ("stiffed_dollars", 60.0, 0.0),
        ("fights_started", 1.0, 0.0),
        ("fights_won", 1.0, 0.0),
        ("drawn_doubles", 1.0, 1.0),
        ("drawn_squares", 1.0, 0.0),
        ("score_money", 0.0, 1050.0),
    ] {
        assert_eq!(both(name), [Cell::Real(zero), Cell::Real(one)], "{name}");
    }
}

#[test]
fn merged_parts_equal_one_observer() {
    let game = game(3, super::random_play::ALL);
    let play = |tally: &mut Tally, seed: u64| {
        let streams = ludometer_model::Streams::new(seed, 1);
        let (mut chance, mut rng) = (streams.chance(), streams.seat(Seat::new(0)));
        let (mut state, mut legal, mut events) = (game.new_state(), Vec::new(), Vec::new());
        Observer::<GreedStreet>::start(tally);
        game.deal(&mut state, &mut chance, &mut events);
        loop {
            events.drain(..).for_each(|event| tally.event(&event));
            let Some(seat) = game.to_move(&state) else { break };
            legal.clear();
            game.legal(&state, &mut legal);
            let action = legal[rng.index(legal.len())];
            tally.step(&Step { seat, action, word: action.kind_index(), choices: legal.len() });
            game.apply(&mut state, action, &mut chance, &mut events);
        }
        let outcome = game.outcome(&state);
        let bots = BySeat::all(0);
        Observer::<GreedStreet>::finish(
            tally,
            &GameEnd { outcome: &outcome, first: Seat::new(0), bots: &bots, decisions: 1, forced: 0 },
        );
    };
    let fresh = || Tally::new(&counted(3));
    let (mut whole, mut left, mut right) = (fresh(), fresh(), fresh());
    for seed in 0..6 {
        play(&mut whole, seed);
        play(if seed < 2 { &mut left } else { &mut right }, seed);
    }
    let stored = serde_json::to_string(&right).unwrap();
    let right: Tally = serde_json::from_str(&stored).unwrap();
    left.merge(right);
    let json = |tally: &Tally| serde_json::to_string(tally).unwrap();
    assert_eq!(json(&left), json(&whole));
}

const ZERO: Seat = Seat::new(0);

const ONE: Seat = Seat::new(1);

fn kind(name: &str) -> Kind {
    Kind::named(name).unwrap()
}

fn pay(from: Seat, to: Seat, amount: i64, reason: PayFor) -> Event {
    Event::Pay { from: Party::Seat(from), to: Party::Seat(to), amount, reason }
}

fn gain(seat: Seat, amount: i64, reason: PayFor) -> Event {
    Event::Pay { from: Party::Bank, to: Party::Seat(seat), amount, reason }
}

fn draw(seat: Seat, card: &str, reason: DrawFor) -> Event {
    Event::Draw { seat, card: kind(card), from: Part::Deck, reason }
}

fn card(name: &str, from: Spot, to: Spot, reason: CardFor) -> Event {
    Event::MoveCard { card: kind(name), from, to, reason }
}

/// After each turn: what both seats have in all, seat 0 first.
fn upset_events() -> Vec<Event> {
    let rules = game(2, &[]).params().clone();
    let [gina, abby] = ["gina", "abby"]
        .map(|id| rules.worker(rules.roster.names().iter().position(|name| name == id).unwrap()));
    let take = |worker, from, to, price, reason| Event::MoveWorker { worker, from, to, price, reason };
    let turn = |turn, seat| Event::Turn { turn, seat };
    let card_values = rules.values.map(|v| v as i16);
    let fight = |instigator, defender, worker| Event::FightStart { instigator, defender, worker };
    let end = |winner, worker| Event::FightEnd { winner: Some(winner), instigator: ONE, worker };
    let mut events = vec![
        Event::Setup { workers: rules.roster, card_values, money: 1000, seats: 2 },
        Event::FirstPlayer { seat: ZERO },
        turn(1, ZERO),
        take(gina, Holder::Open, Holder::Seat(ZERO), 120, WorkerFor::Recruit),
        gain(ZERO, 120, PayFor::Recruit), // 1240, 1000
        turn(2, ONE),
        take(abby, Holder::Open, Holder::Seat(ONE), 60, WorkerFor::Recruit),
        gain(ONE, 60, PayFor::Recruit), // 1240, 1120
        turn(3, ZERO),
        draw(ZERO, "weapon_1", DrawFor::Square), // 1270, 1120
        // Paid unasked; then the instigator loses Abby, the defender spends a Weapon of 30.
        turn(4, ONE),
        Event::Unnoticed { owner: ZERO, lander: ONE, worker: gina },
        pay(ONE, ZERO, 120, PayFor::Unasked),
        fight(ONE, ZERO, Some(gina)),
        Event::Place { seat: ZERO, card: kind("weapon_1") },
        Event::Compare { round: 1, instigator: 6, defender: 9 },
        end(ZERO, Some(gina)),
        take(abby, Holder::Seat(ONE), Holder::Seat(ZERO), 60, WorkerFor::Fight),
        card("weapon_1", Spot::Table(ZERO), Spot::DeckBottom, CardFor::Used), // 1420, 940
        turn(5, ZERO),
        gain(ZERO, 100, PayFor::Square), // 1520, 940
        // Without a Worker to lose the instigator pays 60 once more.
        turn(6, ONE),
        Event::Claim { owner: ZERO, payer: ONE, worker: abby, late: false },
        pay(ONE, ZERO, 60, PayFor::Price),
        fight(ONE, ZERO, Some(abby)),
        Event::Compare { round: 1, instigator: 6, defender: 9 },
        end(ZERO, Some(abby)),
        pay(ONE, ZERO, 60, PayFor::Penalty), // 1640, 820
        turn(7, ZERO),
        draw(ZERO, "weapon_3", DrawFor::Doubles),
        draw(ZERO, "donuts", DrawFor::Square),
        Event::Pay { from: Party::Seat(ZERO), to: Party::Bank, amount: 1400, reason: PayFor::Square }, // 380, 820
    ];
    events.extend([
        // A stolen Weapon of 90 wins Gina, 120, in a fight over the square.
        turn(8, ONE),
        Event::Theft { thief: ONE, victim: ZERO, what: Loot::ScoreCard, noticed: false },
        card("weapon_3", Spot::Hand(ZERO), Spot::Hand(ONE), CardFor::Theft),
        fight(ONE, ZERO, None),
        Event::Place { seat: ONE, card: kind("weapon_3") },
        Event::Compare { round: 1, instigator: 9, defender: 6 },
        end(ONE, None),
        take(gina, Holder::Seat(ZERO), Holder::Seat(ONE), 120, WorkerFor::Fight),
        card("weapon_3", Spot::Table(ONE), Spot::DeckBottom, CardFor::Used), // 170, 940
        turn(9, ZERO),
        Event::Offer {
            kind: OfferKind::Sell,
            proposer: ZERO,
            partner: ONE,
            give: Some(kind("donuts")),
            get: None,
            cash: 50,
        },
        Event::Trade { proposer: ZERO, partner: ONE, agreed: true },
        card("donuts", Spot::Hand(ZERO), Spot::Hand(ONE), CardFor::Trade),
        pay(ONE, ZERO, 50, PayFor::Trade), // 170, 940
        Event::Claim { owner: ONE, payer: ZERO, worker: gina, late: false },
        Event::Offer {
            kind: OfferKind::Buy,
            proposer: ZERO,
            partner: ONE,
            give: None,
            get: Some(kind("free_pass")),
            cash: 20,
        },
        Event::Trade { proposer: ZERO, partner: ONE, agreed: false },
        pay(ZERO, ONE, 110, PayFor::Short),
        Event::Forgiven { from: ZERO, to: Party::Seat(ONE), amount: 10, reason: PayFor::Short }, // 60, 1050
        turn(10, ONE),
        card("donuts", Spot::Hand(ONE), Spot::DeckBottom, CardFor::Wild), // 60, 1000
        turn(11, ZERO),
        turn(12, ONE),
        Event::Retire { seat: ONE, arrival: 1 },
        turn(13, ZERO),
        gain(ZERO, 1000, PayFor::Square), // 1060, 1000
        turn(14, ONE),
        draw(ONE, "bling_1", DrawFor::RetiredDoubles), // 1060, 1050
        turn(15, ZERO),
        Event::Retire { seat: ZERO, arrival: 2 },
        Event::Total { seat: ZERO, money: 1000, cards: 0, workers: 60 },
        Event::Total { seat: ONE, money: 880, cards: 50, workers: 120 },
    ]);
    events
}

/// Returns the report of that play, reported twice: all means are those of one.
fn upset_report() -> Report {
    let scores = BySeat::from_fn(|seat| [1060, 1050].get(seat.index()).copied().unwrap_or(0));
    let rounds = Outcome::rounds_of_turns(15, 2);
    let outcome = Outcome::ranked(2, scores, 15, rounds, false, |a, b| a > b);
    let mut tally = Tally::new(&counted(2));
    for _ in 0..2 {
        // Challenges over a square are no choice after a payment.
        let steps = [Action::Fight, Action::Fight, Action::EndTurn, Action::EndTurn, Action::Challenge(ZERO)];
        tell(&mut tally, &steps, &upset_events(), &outcome);
    }
    report(&tally)
}

#[test]
fn counts_that_other_plays_have_none_of() {
    let reported = upset_report();
    for (name, expected) in [
        ("payments", 3.0),
        ("payments_full", 1.0),
        ("payments_unasked", 1.0),
        ("payments_short", 1.0),
        ("payments_haggled", 0.0),
        // 120 + 60 + 110.
        ("rent_dollars", 290.0),
        ("rent_retired_dollars", 0.0),
        ("donuts", 1.0),
        ("free_passes", 0.0),
        ("fights", 2.0),
        ("proximity_fights", 1.0),
        ("stiffs", 1.0),
        ("stiffed_dollars", 10.0),
        ("forgiven_dollars", 0.0),
        ("broke_turns", 2.0),
        ("fight_workers", 2.0),
        ("worker_changes", 2.0),
        ("offers", 2.0),
        ("trades", 1.0),
        ("trade_dollars", 50.0),
        ("trade_rate", 0.5),
        ("thefts", 1.0),
        ("theft_cards", 1.0),
        ("theft_workers", 0.0),
        ("theft_dollars", 0.0),
        ("square_gain_dollars", 1100.0),
        ("square_loss_dollars", 1400.0),
        ("fight_rate", 0.5),
        ("fight_rounds", 1.0),
        ("instigator_win_rate", 0.0),
        ("proximity_win_rate", 1.0),
        // Each over three fights: 120 - 90; 60 + 60; 60 - 30 and 60; 120.
        ("instigator_gain", 10.0),
        ("instigator_loss", 40.0),
        ("defender_gain", 30.0),
        ("defender_loss", 40.0),
        // Seat 0 leads from turn 2, seat 1 from turn 8, seat 0 again from turn 14.
        ("leader_changes", 2.0),
        ("upset_rate", 1.0),
        ("order_1_win_rate", 1.0),
        ("arrival_1_win_rate", 0.0),
        ("arrival_2_win_rate", 1.0),
        ("score_money", 940.0),
        ("score_cards", 25.0),
        ("score_workers", 90.0),
    ] {
        assert_eq!(value(&reported, name), Some(expected), "gs_{name}");
    }
}

/// Returns the rows of a table by these columns.
fn columns(report: &Report, table: &str, names: &[&str]) -> Vec<Vec<Cell>> {
    let table = report.tables.iter().find(|t| t.name == table).unwrap();
    let places: Vec<usize> =
        names.iter().map(|name| table.columns.iter().position(|c| c == name).unwrap()).collect();
    table.rows.iter().map(|row| places.iter().map(|&place| row[place].clone()).collect()).collect()
}

#[test]
fn workers_by_recruits_payments_rents_and_changes() {
    let rows = columns(
        &upset_report(),
        "workers",
        &[
            "worker",
            "recruits_per_game",
            "payments_per_game",
            "rent_per_game",
            "changes_per_game",
            "open_rate",
            "owner_win_rate",
        ],
    );
    let nobody = Cell::Empty;
    for (name, numbers, won) in [
        // Gina: 120 unasked and the 110 that seat 0 had; hers is the loser, Abby's the winner.
        ("gina", [1.0, 2.0, 230.0, 1.0, 0.0], Cell::Real(0.0)),
        ("abby", [1.0, 1.0, 60.0, 1.0, 0.0], Cell::Real(1.0)),
        ("tina", [0.0, 0.0, 0.0, 0.0, 1.0], nobody),
    ] {
        let row = rows.iter().find(|row| row[0] == Cell::Text(name.to_owned())).unwrap();
        assert_eq!(row[1..6], numbers.map(Cell::Real), "{name}");
        assert_eq!(row[6], won, "{name}");
    }
}

#[test]
fn players_by_what_they_did_and_ended_with() {
    let reported = upset_report();
    for (name, both) in [
        ("arrival_turn", [15.0, 12.0]),
        ("recruited", [1.0, 1.0]),
        ("workers_won", [1.0, 1.0]),
        ("workers_lost", [1.0, 1.0]),
        ("paid_dollars", [110.0, 180.0]),
        ("received_dollars", [180.0, 110.0]),
        ("missed_dollars", [0.0, 0.0]),
        ("stiffed_dollars", [10.0, 0.0]),
        ("fights_started", [0.0, 3.0]),
        ("fights_won", [2.0, 1.0]),
        ("drawn_doubles", [1.0, 1.0]),
        ("drawn_squares", [2.0, 0.0]),
        ("score_money", [1000.0, 880.0]),
        ("score_cards", [0.0, 50.0]),
        ("score_workers", [60.0, 120.0]),
    ] {
        assert_eq!(columns(&reported, "players", &[name]), both.map(|sum| vec![Cell::Real(sum)]), "{name}");
    }
    assert_eq!(columns(&reported, "players", &["games"]), [vec![2_u64.into()], vec![2_u64.into()]]);
}

/// Returns a play of three seats, of which seat 1 alone arrives.
fn seat_events() -> Vec<Event> {
    let [zero, one, two] = [0, 1, 2].map(Seat::new);
    let rules = game(3, &[]).params().clone();
    let [tina, abby] = ["tina", "abby"]
        .map(|id| rules.worker(rules.roster.names().iter().position(|name| name == id).unwrap()));
    let take = |worker, from, to, price, reason| Event::MoveWorker { worker, from, to, price, reason };
    vec![
        Event::Setup {
            workers: rules.roster,
            card_values: rules.values.map(|v| v as i16),
            money: 100,
            seats: 3,
        },
        Event::FirstPlayer { seat: one },
        Event::Turn { turn: 1, seat: one },
        take(tina, Holder::Open, Holder::Seat(one), 50, WorkerFor::Recruit),
        take(abby, Holder::Open, Holder::Seat(one), 60, WorkerFor::Recruit),
        Event::Turn { turn: 2, seat: two },
        Event::Theft { thief: two, victim: one, what: Loot::Worker, noticed: false },
        take(tina, Holder::Seat(one), Holder::Seat(two), 50, WorkerFor::Theft),
        Event::Turn { turn: 3, seat: zero },
        // Of 100 dollars 40 are left for a price of 60.
        Event::Pay { from: Party::Seat(zero), to: Party::Bank, amount: 60, reason: PayFor::Square },
        Event::Missed { owner: one, lander: zero, worker: abby, price: 60 },
        Event::Turn { turn: 4, seat: one },
        take(abby, Holder::Seat(one), Holder::Open, 60, WorkerFor::Square),
        Event::Retire { seat: one, arrival: 1 },
        Event::Unfinished { turns: 4 },
    ]
}

/// Returns the outcome: seat 2 has most.
fn seat_outcome(unfinished: bool) -> Outcome {
    let scores = BySeat::from_fn(|seat| [40, 100, 150].get(seat.index()).copied().unwrap_or(0));
    Outcome::ranked(3, scores, 4, Outcome::rounds_of_turns(4, 3), unfinished, |a, b| a > b)
}

/// Returns the report on that play alone.
fn seat_report() -> Report {
    let mut tally = Tally::new(&counted(3));
    tell(&mut tally, &[], &seat_events(), &seat_outcome(true));
    report(&tally)
}

/// Returns the column of the table `players`.
fn players(report: &Report, name: &str) -> Vec<Cell> {
    let table = report.tables.iter().find(|t| t.name == "players").unwrap();
    let column = table.columns.iter().position(|c| *c == name).unwrap();
    table.rows.iter().map(|row| row[column].clone()).collect()
}

#[test]
fn unfinished_plays_have_no_winner_and_are_counted_apart() {
    let mut tally = Tally::new(&counted(3));
    tell(&mut tally, &[], &seat_events(), &seat_outcome(true));
    let reported = report(&tally);
    for name in ["order_1_win_rate", "order_2_win_rate", "arrival_1_win_rate", "upset_rate"] {
        assert_eq!(value(&reported, name), None, "{name}");
    }
    let workers = reported.tables.iter().find(|t| t.name == "workers").unwrap();
    let column = workers.columns.iter().position(|c| *c == "owner_win_rate").unwrap();
    assert!(workers.rows.iter().all(|row| row[column] == Cell::Empty), "Tina's owner could not win");
    // The same play, finished: seat 2, which moved second and owns Tina, wins.
    tell(&mut tally, &[], &seat_events(), &seat_outcome(false));
    let reported = report(&tally);
    for (name, rate) in [("order_1_win_rate", 0.0), ("order_2_win_rate", 1.0), ("arrival_1_win_rate", 0.0)] {
        assert_eq!(value(&reported, name), Some(rate), "{name}");
    }
    let tina = reported.tables.iter().find(|t| t.name == "workers").unwrap();
    let tina = tina.rows.iter().find(|row| row[0] == Cell::Text("tina".to_owned())).unwrap();
    assert_eq!(tina[column], Cell::Real(1.0));
}

#[test]
fn arrivals_are_averaged_over_the_plays_in_which_a_seat_arrives() {
    let mut tally = Tally::new(&counted(3));
    let mut events = seat_events();
    tell(&mut tally, &[], &events, &seat_outcome(true));
    assert_eq!(players(&report(&tally), "arrival_turn"), [Cell::Empty, Cell::Real(4.0), Cell::Empty]);
    // A second play in which seat 1 doesn't arrive, and seat 0 does in turn 4.
    let arrival = events.iter_mut().find(|event| matches!(event, Event::Retire { .. })).unwrap();
    *arrival = Event::Retire { seat: Seat::new(0), arrival: 1 };
    tell(&mut tally, &[], &events, &seat_outcome(true));
    assert_eq!(
        players(&report(&tally), "arrival_turn"),
        [Cell::Real(4.0), Cell::Real(4.0), Cell::Empty],
        "not half of it"
    );
}

#[test]
fn workers_recruited_and_won_less_those_lost_are_those_owned() {
    let reported = seat_report();
    // Seat 1 recruits two, one is stolen by seat 2, a square takes the other.
    for (name, each) in
        [("recruited", [0.0, 2.0, 0.0]), ("workers_won", [0.0, 0.0, 1.0]), ("workers_lost", [0.0, 2.0, 0.0])]
    {
        assert_eq!(players(&reported, name), each.map(Cell::Real), "{name}");
    }
    for (name, count) in
        [("recruits", 2.0), ("fight_workers", 0.0), ("theft_workers", 1.0), ("square_workers", 1.0)]
    {
        assert_eq!(value(&reported, name), Some(count), "{name}");
    }
}

#[test]
fn a_missed_claim_costs_no_more_than_the_lander_has() {
    let reported = seat_report();
    assert_eq!(value(&reported, "missed_dollars"), Some(40.0));
    assert_eq!(players(&reported, "missed_dollars"), [0.0, 40.0, 0.0].map(Cell::Real));
}

/// Returns the clauses of the last action's events that begin with this word, in order.
fn clauses(s: &Scene, word: &str) -> Vec<&'static str> {
    let reported = s.events.iter().filter_map(GameEvent::event_kind).map(|place| &EVENT_KINDS[place]);
    reported
        .filter(|reported| reported.name.split(' ').next() == Some(word))
        .map(|reported| &*reported.clause)
        .collect()
}

#[test]
fn gs_20_gs_23_each_wild_card_has_a_clause() {
    let mut s = scene(&[], &["@7 donuts", ""]);
    s.roll(2, 4).act("PlayDonuts");
    assert_eq!(clauses(&s, "move_card"), ["GS-20"]);
    let mut s = scene(&[], &["free_pass", "+tina"]);
    s.roll(2, 4).act("PlayFreePass");
    assert_eq!(clauses(&s, "move_card"), ["GS-23"]);
}

#[test]
fn gs_33_a_square_is_not_obeyed_after_a_direction_roll() {
    let mut s = scene(&["land.after_direction=false"], &["@3", ""]);
    s.roll(3, 4).roll(1, 2);
    assert_eq!((s.at(0), clauses(&s, "not_obeyed")), (13, vec!["GS-33"]));
}

#[test]
fn gs_52_gs_53_whoever_wins_a_fight_has_a_clause() {
    for (defends, clause) in [([1, 3], "GS-52"), ([5, 6], "GS-53")] {
        let mut s = scene(&["trade.enabled=false"], &["+donna", "+tina"]);
        s.roll(2, 4).acts(&["PayFull", "Fight"]);
        assert_eq!(clauses(&s, "fight_start"), ["GS-48"]);
        s.act("Done").roll(2, 4).act("Done").roll(defends[0], defends[1]);
        assert_eq!(clauses(&s, "fight_end"), [clause]);
    }
}

#[test]
fn gs_82_gs_84_fights_over_a_square_have_their_own() {
    for defends in [[1, 3], [5, 6]] {
        let mut s = scene(&["variant.proximity_fighting=true"], &["@11 +donna", "@18 +tina"]);
        s.roll(3, 4).act("Challenge(1)");
        assert_eq!(clauses(&s, "fight_start"), ["GS-82"]);
        s.act("Done").roll(2, 4).act("Done").roll(defends[0], defends[1]);
        assert_eq!(clauses(&s, "fight_end"), ["GS-84"]);
    }
}

#[test]
fn every_event_is_counted_under_its_own_name_and_all_names_occur() {
    let short = ["land.after_direction=false", "fight.max_rounds=1", "fight.requires_own_worker=false"];
    let deck = crate::cards::NAMES[1..].iter().map(|name| format!("deck.{name}=0"));
    let few: Vec<String> =
        deck.chain(["deck.gift_1=1".to_owned(), "limits.max_turns=30".to_owned()]).collect();
    let few: Vec<&str> = few.iter().map(String::as_str).collect();
    let mut missing: BTreeSet<&str> = EVENT_KINDS.iter().map(|reported| &*reported.name).collect();
    for (sets, plays) in [([ALL, &short].concat(), 30), (few, 1)] {
        let game = game(3, &sets);
        for play in 0..plays {
            let (mut chance, mut rng) = (Streams::new(3, play).chance(), Streams::new(4, play).chance());
            let (mut state, mut events, mut legal) = (game.new_state(), Vec::new(), Vec::new());
            game.deal(&mut state, &mut chance, &mut events);
            while game.to_move(&state).is_some() {
                legal.clear();
                game.legal(&state, &mut legal);
                game.apply(&mut state, legal[rng.index(legal.len())], &mut chance, &mut events);
            }
            for event in &events {
                let reported = &*EVENT_KINDS[event.event_kind().unwrap()].name;
                if missing.remove(reported) {
                    let json = serde_json::to_value(event).unwrap();
                    let (word, detail) = reported.split_once(' ').unwrap_or((reported, ""));
                    assert_eq!(json["event"], word);
                    let of =
                        ["purpose", "reason"].map(|key| &json[key]).into_iter().find(|of| of.is_string());
                    let of = of.map(|of| if of == "wild" { &json["card"] } else { of });
                    assert!(of.is_none_or(|of| detail.is_empty() || of == detail), "{reported}: {json}");
                }
            }
        }
    }
    assert_eq!(missing, BTreeSet::new());
}
