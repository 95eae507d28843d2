//! The figures of seats and winners, by a play that may have none.

use ludometer_model::BySeat;
use ludometer_model::{Outcome, Seat};
use ludometer_stats::{Cell, Report, Statistic};

use super::super::Tally;
use super::super::event::{Event, Holder, Loot, Party, PayFor, WorkerFor};
use super::metrics::{counted, report, tell, value};
use super::scene::game;

/// Returns a play of three seats, of which seat 1 alone arrives.
fn events() -> Vec<Event> {
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
fn outcome(unfinished: bool) -> Outcome {
    let scores = BySeat::from_fn(|seat| [40, 100, 150].get(seat.index()).copied().unwrap_or(0));
    Outcome::ranked(3, scores, 4, Outcome::rounds_of_turns(4, 3), unfinished, |a, b| a > b)
}

/// Returns the report on that play alone.
fn reported() -> Report {
    let mut tally = Tally::new(&counted(3));
    tell(&mut tally, &[], &events(), &outcome(true));
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
    tell(&mut tally, &[], &events(), &outcome(true));
    let reported = report(&tally);
    for name in ["order_1_win_rate", "order_2_win_rate", "arrival_1_win_rate", "upset_rate"] {
        assert_eq!(value(&reported, name), None, "{name}");
    }
    let workers = reported.tables.iter().find(|t| t.name == "workers").unwrap();
    let column = workers.columns.iter().position(|c| *c == "owner_win_rate").unwrap();
    assert!(workers.rows.iter().all(|row| row[column] == Cell::Empty), "Tina's owner could not win");
    // The same play, finished: seat 2, which moved second and owns Tina, wins.
    tell(&mut tally, &[], &events(), &outcome(false));
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
    let mut events = events();
    tell(&mut tally, &[], &events, &outcome(true));
    assert_eq!(players(&report(&tally), "arrival_turn"), [Cell::Empty, Cell::Real(4.0), Cell::Empty]);
    // A second play in which seat 1 doesn't arrive, and seat 0 does in turn 4.
    let arrival = events.iter_mut().find(|event| matches!(event, Event::Retire { .. })).unwrap();
    *arrival = Event::Retire { seat: Seat::new(0), arrival: 1 };
    tell(&mut tally, &[], &events, &outcome(true));
    assert_eq!(
        players(&report(&tally), "arrival_turn"),
        [Cell::Real(4.0), Cell::Real(4.0), Cell::Empty],
        "not half of it"
    );
}

#[test]
fn workers_recruited_and_won_less_those_lost_are_those_owned() {
    let reported = reported();
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
    let reported = reported();
    assert_eq!(value(&reported, "missed_dollars"), Some(40.0));
    assert_eq!(players(&reported, "missed_dollars"), [0.0, 40.0, 0.0].map(Cell::Real));
}
