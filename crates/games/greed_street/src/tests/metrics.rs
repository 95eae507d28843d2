//! Each figure against plays worked out by hand.

use ludometer_model::BySeat;
use ludometer_model::{Game, Outcome, Seat};
use ludometer_playable::{Compiled, Playable};
use ludometer_stats::{Cell, GameEnd, Merge, Observer, Report, Statistic, Step, TallyLayout};

use super::super::event::{
    CardFor, DrawFor, Event, Holder, Loot, OfferKind, Part, Party, PayFor, RollFor, Spot, WorkerFor,
};
use super::super::{Action, GreedStreet, Kind, Tally};
use super::scene::game;

pub(super) fn counted(seats: usize) -> TallyLayout {
    let cards = game(seats, &[]).cards();
    TallyLayout {
        seats,
        words: GreedStreet::definition().action_kinds.clone(),
        cards: cards.into_iter().map(|c| (c.name, c.copies)).collect(),
        bots: vec!["random".to_owned()],
        ..TallyLayout::default()
    }
}

fn outcome(scores: [i64; 2], turns: u32) -> Outcome {
    let scores = BySeat::from_fn(|seat| scores.get(seat.index()).copied().unwrap_or(0));
    Outcome::ranked(2, scores, turns, Outcome::rounds_of_turns(turns, 2), false, |a, b| a > b)
}

/// One play of two seats, reported by its events.
pub(super) fn tell(tally: &mut Tally, steps: &[Action], events: &[Event], outcome: &Outcome) {
    Observer::<GreedStreet>::start(tally);
    for &action in steps {
        let word = action.kind_index();
        tally.step(&Step { seat: Seat::new(0), action, word, choices: 2 });
    }
    for event in events {
        tally.event(event);
    }
    let bots = BySeat::all(0);
    Observer::<GreedStreet>::finish(tally, &GameEnd { outcome, bots: &bots, decisions: 9, forced: 1 });
}

pub(super) fn report(tally: &Tally) -> Report {
    let mut report = Report::default();
    tally.report(&counted(2), &mut report);
    report
}

pub(super) fn value(report: &Report, name: &str) -> Option<f64> {
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
            &GameEnd { outcome: &outcome, bots: &bots, decisions: 1, forced: 0 },
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
