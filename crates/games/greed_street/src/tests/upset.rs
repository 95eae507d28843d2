//! A play with all that the one in `metrics` lacks, whose winner trailed when the first piece arrived.

use ludometer_model::BySeat;
use ludometer_model::{Outcome, Seat};
use ludometer_stats::{Cell, Report, Statistic};

use super::super::event::{
    CardFor, DrawFor, Event, Holder, Loot, OfferKind, Part, Party, PayFor, Spot, WorkerFor,
};
use super::super::{Action, Kind, Tally};
use super::metrics::{counted, report, tell, value};
use super::scene::game;

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
fn events() -> Vec<Event> {
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
fn reported() -> Report {
    let scores = BySeat::from_fn(|seat| [1060, 1050].get(seat.index()).copied().unwrap_or(0));
    let rounds = Outcome::rounds_of_turns(15, 2);
    let outcome = Outcome::ranked(2, scores, 15, rounds, false, |a, b| a > b);
    let mut tally = Tally::new(&counted(2));
    for _ in 0..2 {
        // Challenges over a square are no choice after a payment.
        let steps = [Action::Fight, Action::Fight, Action::EndTurn, Action::EndTurn, Action::Challenge(ZERO)];
        tell(&mut tally, &steps, &events(), &outcome);
    }
    report(&tally)
}

#[test]
fn counts_that_other_plays_have_none_of() {
    let reported = reported();
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
        &reported(),
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
    let reported = reported();
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
