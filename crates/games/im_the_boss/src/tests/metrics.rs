//! Every metric against plays written by hand.

use super::super::stats::Stats;
use super::super::{Event, ImTheBoss, Reason};
use super::scene::{Scene, scene};
use ludometer_model::BySeat;
use ludometer_model::{Game, Seat};
use ludometer_playable::Compiled;
use ludometer_stats::{Cell, GameEnd, Merge, Observer, Report, Statistic, TallyLayout};

fn counted(seats: usize) -> TallyLayout {
    let bots = vec!["even".to_owned(), "odd".to_owned()];
    TallyLayout { seats, words: Vec::new(), cards: Vec::new(), bots, ..TallyLayout::default() }
}

/// Returns the statistics of plays, each given by its events. Bots alternate from seat to seat.
pub(super) fn watch(plays: &[&Scene]) -> Stats {
    let seats = plays[0].game.seats();
    let mut stats = <Stats as Statistic<ImTheBoss>>::new(&counted(seats));
    for play in plays {
        Observer::<ImTheBoss>::start(&mut stats);
        play.events.iter().for_each(|event| Observer::<ImTheBoss>::event(&mut stats, event));
        let outcome = play.game.outcome(&play.state);
        let bots = BySeat::from_fn(|seat| (seat.index() % 2) as u8);
        let finish = GameEnd { outcome: &outcome, bots: &bots, decisions: 9, forced: 0 };
        Observer::<ImTheBoss>::finish(&mut stats, &finish);
    }
    stats
}

pub(super) fn report(stats: &Stats, seats: usize) -> Report {
    let mut report = Report::default();
    Statistic::<ImTheBoss>::report(stats, &counted(seats), &mut report);
    report
}

pub(super) fn metric(report: &Report, name: &str) -> Option<f64> {
    let row = report.metrics.iter().find(|m| m.name() == format!("ib_{name}"));
    row.unwrap_or_else(|| panic!("no metric ib_{name}")).estimate.value
}

pub(super) fn row(report: &Report, table: &str, key: &[&str]) -> Vec<String> {
    let show = |cell: &Cell| match cell {
        Cell::Text(text) => text.clone(),
        Cell::Count(count) => count.to_string(),
        Cell::Real(x) => format!("{}", (x * 1000.0).round() / 1000.0),
        Cell::Empty => String::new(),
    };
    let table = report.tables.iter().find(|t| t.name == table).unwrap();
    let rows = table.rows.iter().map(|row| row.iter().map(show).collect::<Vec<_>>());
    let mut found = rows.filter(|row| row.iter().zip(key).all(|(cell, key)| cell == key));
    found.next().unwrap_or_else(|| panic!("no row {key:?} in {}", table.name))
}

/// Adds what the deal and the round's begin would have announced, all seats with the same money.
pub(super) fn announce(s: &mut Scene, first_boss: usize) {
    let (public, params) = (&s.state.public, &s.game.params);
    let money = i64::from(public.money[public.boss]);
    s.events = vec![Event::FirstBoss { seat: Seat::new(first_boss), seats: params.seats, money }];
    for seat in Seat::all(params.seats) {
        let draw = |card| Event::Draw { seat, card, from: "stock", reason: Reason::Deal };
        s.events.extend(s.state.hands[seat].iter().map(draw));
    }
    let (round, boss, multiplier) = (public.round_no, public.boss, public.round_multiplier);
    let (factor, limit) = (params.factor, params.limit);
    s.events.push(Event::Round { round, boss, multiplier, factor, limit });
}

/// Each of these metrics has this value.
pub(super) fn expect(report: &Report, expected: &[(&str, f64)]) {
    for (name, value) in expected {
        let found = metric(report, name).unwrap_or_else(|| panic!("{name} is empty"));
        assert!((found - value).abs() < 1e-9, "{name} is {found}, not {value}");
    }
}

/// Returns one round of three seats, written by hand, with the play ended behind it. Seat 0 is the Boss.
///
/// The lead is `plus_2`, the multiplier 2. Seat 1 promises raise:3 and gets the token, seat 2 offers
/// in vain. Seat 1 plays `plus_3` (kept): a share is worth 50. Seat 2 plays a Reverse on the Boss.
/// The Boss passes, and so on; seat 2 moves nothing and goes out last, alone, after playing a
/// piece of the action on itself.
fn reported() -> Scene {
    let mut s = scene(
        3,
        &[],
        "round: 9; colour: green; hand 0: plus_2; hand 1: plus_3 move_3; hand 2: reverse pota move_1;
         money: 30 30 30; stock: plus_1:red; halves: 1+0 0+2",
    );
    announce(&mut s, 0);
    s.play("0 lead:plus_2; 1 offer:raise:3; 2 offer:no_reverse; 0 boss:accept:1");
    s.play("1 play:plus_3; 2 play:reverse; 2 target:0; 0 double_pass; 1 double_pass");
    s.play("2 play:pota; 2 target:2; 2 pass; 2 pass");
    assert_eq!(s.phase(), "END");
    assert_eq!(s.money(), [0, 80, 80]);
    s
}

#[test]
fn the_metrics_of_a_play_by_hand() {
    let s = reported();
    let report = report(&watch(&[&s]), 3);
    let expected = [
        ("deal_value", 50.0),
        ("deal_size", 50.0),
        ("negative_deals", 0.0),
        ("zero_deals", 0.0),
        ("limited_deals", 0.0),
        // The Boss's share is turned; the Cousin's and the card's are not.
        ("share_boss", -50.0),
        ("share_cousin", 50.0),
        ("share_pota", 50.0),
        // The Boss had 30 to pay.
        ("pay_boss", -30.0),
        ("pay_cousin", 50.0),
        ("pay_pota_only", 50.0),
        ("x_shown", 0.0),
        ("all_x_shown", 0.0),
        ("reshuffles", 0.0),
        ("lost_draws", 0.0),
        ("windows_per_round", 1.0),
        ("tokens_per_round", 1.0),
        ("token_worth", 50.0),
        ("token_holder_pay", 50.0),
        ("offers", 2.0),
        ("offers_accepted", 1.0),
        ("asks", 0.0),
        ("asks_accepted", 0.0),
        ("promises_made", 1.0),
        ("promises_kept", 1.0),
        ("promises_broken", 0.0),
        ("promises_void", 0.0),
        ("plain_tokens", 0.0),
        ("strikes", 0.0),
        // The lead, plus_3, the Reverse, two double passes, the piece, two passes.
        ("turns_per_round", 8.0),
        // The Boss's seat was left after the lead, after his double pass, and when the turn
        // passed over him twice.
        ("laps_per_round", 4.0),
        // Of six cards and the bonus four were played.
        ("played_of_hand", 4.0 / 7.0),
        // Of four decisions to turn disks.
        ("double_pass_share", 0.5),
        // The piece of four cards played.
        ("plays_alone", 0.25),
        ("swing_after_first_out", 0.0),
        // Seat 2 turned its first disk last.
        ("pay_bonus_seat", 50.0),
        ("flips_per_round", 1.0),
        // 50 lost for 50 won.
        ("flip_swing", 100.0),
        // Seats 1 and 2 win together.
        ("reverses_drawn_winners", 0.5),
        ("reverses_drawn_others", 0.0),
        ("move_1_played", 0.0),
        ("move_2_played", 0.0),
        ("move_3_played", 0.0),
        // Held at seat 2's four turns, always playable.
        ("move_1_unplayable", 0.0),
        // Held at seat 1's two turns: one card lay on the table, then two, for the Reverse before
        // the Boss, who is out, cannot be moved.
        ("move_3_unplayable", 1.0),
        ("cards_moved", 0.0),
        ("winner_money", 80.0),
        ("mean_money", 160.0 / 3.0),
        ("broke", 1.0 / 3.0),
        ("unpaid_per_round", 20.0),
        ("bank_short_per_round", 0.0),
        ("win_rate_after_broke", 0.0),
        ("comeback_wins", 0.0),
    ];
    expect(&report, &expected);
    assert_eq!(metric(&report, "pay_no_share"), None);
    assert_eq!(metric(&report, "move_2_unplayable"), None);
    // Nothing is counted beside what was checked.
    assert_eq!(report.metrics.len(), expected.len() + 2);
}

#[test]
fn the_tables_of_a_play_by_hand() {
    let s = reported();
    let report = report(&watch(&[&s]), 3);
    let row = |table, key: &[&str]| row(&report, table, key);
    assert_eq!(row("ib_rounds", &["9"]), ["9", "1", "50", "", "", "2", "0", "0", "0", "1"]);
    assert_eq!(row("ib_deal_values", &["2"]), ["2", "50", "74", "1", "1"]);
    assert_eq!(row("ib_boss_order", &["1"])[..3], ["1", "1", "0.5"]);
    assert_eq!(row("ib_boss_order", &["0"])[..3], ["0", "1", "0"]);
    // Seat 1, of the bot `odd`, made and kept its promise; seat 2, `even`, offered in vain.
    assert_eq!(
        row("ib_promises", &["odd", "raise"]),
        ["odd", "raise", "1", "1", "0", "0", "1", "1", "0", "0", "1", "50"]
    );
    assert_eq!(
        row("ib_promises", &["even", "no_reverse"]),
        ["even", "no_reverse", "1", "0", "0", "0", "0", "0", "0", "0", "0", ""]
    );
    assert_eq!(
        row("ib_seat_promises", &["1", "raise"]),
        ["1", "raise", "1", "1", "0", "0", "1", "1", "0", "0", "1", "50"]
    );
    assert_eq!(row("ib_seat_promises", &["2", "no_reverse"])[2..4], ["1", "0"]);
    assert_eq!(row("ib_seat_promises", &["0", "raise"])[2..8], ["0"; 6]);
    // Out in the order 0, 1, 2.
    assert_eq!(row("ib_out_order", &["1"])[..3], ["1", "1", "-30"]);
    assert_eq!(row("ib_out_order", &["3"])[..3], ["3", "1", "50"]);
    // plus_2 by the Boss: his 20 against nothing. plus_3 by the Cousin: 20 each for two, then 50
    // each, so the Cousin's lead on the mean goes from 10 to 25. The Reverse by seat 2: from 50
    // and 50 to -50 (30 are there) and 50, so its aim goes from -50 to -10. The piece: 50 more.
    assert_eq!(row("ib_plays", &["plus_2"])[1..3], ["1", "20"]);
    assert_eq!(row("ib_plays", &["plus_3"])[1..3], ["1", "15"]);
    assert_eq!(row("ib_plays", &["reverse"])[1..3], ["1", "40"]);
    assert_eq!(row("ib_plays", &["pota"])[1..3], ["1", "50"]);
}

#[test]
fn broken_promises_strikes_and_moves_are_counted() {
    let mut s = scene(
        3,
        &["negotiation.mode=reputation"],
        "round: 9; colour: red; hand 0: minus_2; hand 1: move_1 plus_1; hand 2: plus_1",
    );
    announce(&mut s, 0);
    s.play("0 lead:minus_2; 1 offer:none; 2 offer:none; 0 boss:ask:1; 0 ask:no_move; 1 reply:yes");
    s.play("1 play:move_1; 1 move_from:centre:minus_2; 1 move_to:discard");
    s.all_out();
    let report = report(&watch(&[&s]), 3);
    expect(
        &report,
        &[
            ("strikes", 1.0),
            ("promises_broken", 1.0),
            ("promises_made", 1.0),
            ("asks", 1.0),
            ("asks_accepted", 1.0),
            ("move_1_played", 1.0),
            ("cards_moved", 1.0),
            ("zero_deals", 1.0),
            ("broke", 0.0),
        ],
    );
    assert_eq!(row(&report, "ib_promises", &["odd", "no_move"])[4..10], ["1", "1", "1", "0", "1", "0"]);
    // From -20 and 50 (the rest) to nothing: the Cousin would have paid 20 as the Boss would.
    assert_eq!(row(&report, "ib_plays", &["move_1"])[1..3], ["1", "10"]);
}

#[test]
fn the_money_of_the_winner_is_that_of_who_wins() {
    let s = reported();
    // The seats that won together gave up: seat 0 wins with what it has, and less than they.
    let outcome = s.game.outcome(&s.state).with_forfeits(ludometer_model::SeatSet::from_bits(0b110));
    let mut stats = <Stats as Statistic<ImTheBoss>>::new(&counted(3));
    Observer::<ImTheBoss>::start(&mut stats);
    s.events.iter().for_each(|event| Observer::<ImTheBoss>::event(&mut stats, event));
    let bots = BySeat::all(0);
    let finish = GameEnd { outcome: &outcome, bots: &bots, decisions: 9, forced: 0 };
    Observer::<ImTheBoss>::finish(&mut stats, &finish);
    let money = outcome.scores.first(3);
    assert!(money[0] < money[1]);
    assert_eq!(metric(&report(&stats, 3), "winner_money"), Some(money[0] as f64));
}

#[test]
fn what_lies_beyond_the_steps_of_deal_values_has_no_bound() {
    let mut s = reported();
    let settle = |value| Event::Settle { round: 9, sum: 0, multiplier: 3, value, limited: false };
    s.events.extend([5000, 1025, 1024, -1000, -1001, -5000].map(settle));
    let report = report(&watch(&[&s]), 3);
    for (from, to, deals) in
        [("", "-1001", "2"), ("-1000", "-976", "1"), ("1000", "1024", "1"), ("1025", "", "2")]
    {
        assert_eq!(row(&report, "ib_deal_values", &["3", from])[1..4], [from, to, deals]);
    }
}

#[test]
fn parts_that_are_merged_equal_one_observer() {
    let three = vec![reported(), reported(), {
        let mut s = scene(3, &[], "round: 9; passes: 1 2 2; colour: red; centre: minus_5; phase: turn 0");
        announce(&mut s, 0);
        s.act("pass");
        s
    }];
    for scenes in [three, vec![super::second_play::two_rounds(), super::second_play::nothing_but_a_reverse()]]
    {
        let all: Vec<&Scene> = scenes.iter().collect();
        let whole = serde_json::to_value(watch(&all)).unwrap();
        for cut in 1..all.len() {
            let mut parts = watch(&all[cut..]);
            // As it comes back from a stored shard.
            let stored = serde_json::to_string(&watch(&all[..cut])).unwrap();
            parts.merge(serde_json::from_str(&stored).unwrap());
            assert_eq!(serde_json::to_value(parts).unwrap(), whole);
        }
    }
    assert_eq!(ImTheBoss::definition().id, "im-the-boss");
}
