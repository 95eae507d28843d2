//! Every metric against plays written by hand.

#![expect(clippy::manual_midpoint, reason = "means are written as they are counted by hand")]

use super::{Scene, scene};
use crate::stats::Stats;
use crate::{Event, ImTheBoss, Reason};
use ludometer_model::{BySeat, Game, Seat};
use ludometer_playable::Compiled;
use ludometer_stats::{Cell, GameEnd, Merge, Observer, Report, Statistic, TallyLayout};

fn counted(seats: usize) -> TallyLayout {
    let bots = vec!["even".to_owned(), "odd".to_owned()];
    TallyLayout { bots, ..TallyLayout::of_seats(seats) }
}

/// Returns the statistics of plays, each given by its events. Bots alternate from seat to seat.
fn watch(plays: &[&Scene]) -> Stats {
    let seats = plays[0].game.seats();
    let mut stats = <Stats as Statistic<ImTheBoss>>::new(&counted(seats));
    for play in plays {
        Observer::<ImTheBoss>::start(&mut stats);
        play.events.iter().for_each(|event| Observer::<ImTheBoss>::event(&mut stats, event));
        let outcome = play.game.outcome(&play.state);
        let bots = BySeat::from_fn(|seat| (seat.index() % 2) as u8);
        let finish = GameEnd { outcome: &outcome, first: Seat::new(0), bots: &bots, decisions: 9, forced: 0 };
        Observer::<ImTheBoss>::finish(&mut stats, &finish);
    }
    stats
}

fn report(stats: &Stats, seats: usize) -> Report {
    let mut report = Report::default();
    Statistic::<ImTheBoss>::report(stats, &counted(seats), &mut report);
    report
}

fn metric(report: &Report, name: &str) -> Option<f64> {
    let row = report.metrics.iter().find(|m| m.name() == format!("ib_{name}"));
    row.unwrap_or_else(|| panic!("no metric ib_{name}")).estimate.value
}

fn row(report: &Report, table: &str, key: &[&str]) -> Vec<String> {
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
fn announce(s: &mut Scene, first_boss: usize) {
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
fn expect(report: &Report, expected: &[(&str, f64)]) {
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
    let finish = GameEnd { outcome: &outcome, first: Seat::new(0), bots: &bots, decisions: 9, forced: 0 };
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
    for scenes in [three, vec![two_rounds(), nothing_but_a_reverse()]] {
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

/// A deck of 16 cards of one colour, all of them in the hands, and a bank of $950.
const SETTINGS: &str = "deck.colors=1 deck.wild_pota=0 deck.per_color.plus_1=1 deck.per_color.plus_2=2
    deck.per_color.plus_3=2 deck.per_color.plus_4=1 deck.per_color.minus_2=0 deck.per_color.minus_3=0
    deck.per_color.pota=4 deck.per_color.reverse=1 deck.per_color.move_1=1 deck.per_color.move_2=1
    deck.per_color.move_3=1 chart.p4.hand=1 pass.bonus_on_double=false bank.limit=cards money.cards.d5=0
    money.cards.d10=0 money.cards.d20=0 money.cards.d50=1 money.cards.d100=9 money.cards.d500=0";

/// Returns the last two rounds of four seats, seat 2 the first Boss of all. Two X cards are shown, the third
/// one lies under the disk.
fn two_rounds() -> Scene {
    let settings: Vec<&str> = SETTINGS.split_whitespace().collect();
    let mut s = scene(
        4,
        &settings,
        "round: 7; x_shown: 2; colour: blue; stock: ; hand 0: minus_5 minus_4 pota pota move_1;
         hand 1: plus_2 plus_2 plus_4; hand 2: plus_3 plus_3 move_2 pota; hand 3: plus_1 pota reverse move_3",
    );
    announce(&mut s, 2);
    // Seat 2 gets a token for nothing, seat 3 promises what seat 1 makes void by going out at -5 * 5 * 4.
    s.play(
        "0 lead:minus_5; 1 offer:none; 2 offer:plain; 3 offer:reverse_on:1; 0 boss:accept:2; 0 boss:accept:3",
    );
    s.play("1 double_pass; 2 pass; 3 play:reverse; 3 target:3");
    s.play("0 play:minus_4; 2 pass; 3 double_pass");
    // The bonus: nothing but the last X card becomes the stock, and the draw is lost.
    s.play("0 pass; 0 pass");
    assert_eq!((s.deal_value(), s.money()), (-200, vec![0, 50, 0, 250]));
    s.play("1 drop:stop; 2 drop:stop; 3 drop:plus_1:blue; 3 drop:stop; 0 drop:stop");
    s.play("1 lead:plus_2:blue; 2 play:plus_3; 3 play:pota; 3 target:3; 0 pass; 1 pass");
    s.play("2 offer:none; 3 offer:none; 0 offer:none; 1 boss:ask:2; 1 ask:no_move; 2 reply:no; 1 boss:end");
    s.play("2 pass; 3 play:move_3; 3 move_from:centre:plus_2; 3 move_to:discard");
    s.play("3 move_from:centre:plus_3; 3 move_to:discard; 3 move_from:front:3:pota; 3 move_to:discard");
    s.play("0 play:pota; 0 target:0; 1 play:plus_2; 2 play:move_2; 2 move_from:centre:plus_2");
    s.play("2 move_to:discard; 2 move_from:front:0:pota; 2 move_to:2");
    // The last to turn a first disk turns both: no bonus. The centre is empty.
    s.play("3 double_pass; 0 play:pota; 0 target:0; 1 play:plus_4; 2 play:pota; 2 target:2; 0 pass; 1 pass");
    s.play("2 play:plus_3; 2 pass");
    assert_eq!((s.phase(), s.deal_value()), ("END", 7 * 5 * 5));
    // Seats 1 and 2 are paid in full, for one and two shares; $50 of seat 0's share is not there.
    assert_eq!(s.money(), [125, 225, 350, 250]);
    s
}

/// Returns a last round that goes to the Boss's loss.
fn nothing_but_a_reverse() -> Scene {
    let text = "round: 8; colour: red; centre: plus_1; front 0: reverse; passes: 1 2 2 2; phase: turn 0";
    let mut s = scene(4, &[], text);
    announce(&mut s, 1);
    s.act("pass");
    s
}

#[test]
fn the_metrics_of_two_rounds_by_hand() {
    let report = report(&watch(&[&two_rounds()]), 4);
    let expected = [
        ("deal_value", (-200.0 + 175.0) / 2.0),
        ("deal_size", (200.0 + 175.0) / 2.0),
        ("negative_deals", 0.5),
        ("zero_deals", 0.0),
        // -225 is beyond the limit of 200, which counts.
        ("limited_deals", 0.5),
        ("share_boss", (-200.0 + 175.0) / 2.0),
        // The plain token's, and that behind the Reverse.
        ("share_cousin", (-200.0 + 200.0) / 2.0),
        ("share_pota", 175.0),
        ("pay_boss", (-50.0 + 175.0) / 2.0),
        ("pay_cousin", (-50.0 + 200.0) / 2.0),
        ("pay_pota_only", (350.0 + 125.0) / 2.0),
        ("pay_no_share", 0.0),
        ("x_shown", 3.0),
        ("all_x_shown", 1.0),
        ("reshuffles", 1.0),
        ("lost_draws", 1.0),
        // One while there were tokens, then two before the talks ended.
        ("windows_per_round", 1.5),
        ("tokens_per_round", 1.0),
        ("token_worth", 0.0),
        ("token_holder_pay", (-50.0 + 200.0) / 2.0),
        ("offers", 2.0),
        ("offers_accepted", 2.0),
        ("asks", 1.0),
        ("asks_accepted", 0.0),
        ("promises_made", 1.0),
        ("promises_kept", 0.0),
        ("promises_void", 1.0),
        ("plain_tokens", 1.0),
        ("turns_per_round", (9.0 + 18.0) / 2.0),
        ("laps_per_round", (3.0 + 6.0) / 2.0),
        // Of 16 cards 3, of the 12 that were neither played nor put away 11.
        ("played_of_hand", (3.0 + 11.0) / (16.0 + 12.0)),
        ("double_pass_share", (2.0 + 1.0) / (6.0 + 7.0)),
        // The last plus_3.
        ("plays_alone", 1.0 / 14.0),
        // From -100 to -200, and from 0 to 175.
        ("swing_after_first_out", (100.0 + 175.0) / 2.0),
        ("pay_bonus_seat", -50.0),
        ("flips_per_round", 0.5),
        ("flip_swing", 400.0),
        // The one Reverse was seat 3's, and seat 2 wins.
        ("reverses_drawn_winners", 0.0),
        ("reverses_drawn_others", 1.0 / 3.0),
        ("move_1_played", 0.0),
        ("move_2_played", 1.0),
        ("move_3_played", 1.0),
        // Held at 3 and 4 turns, once behind the Move 3, which left no card.
        ("move_1_unplayable", 1.0 / 7.0),
        // Held at 2 and 3 turns, stuck at the first of each round, with one card on the table.
        ("move_2_unplayable", 2.0 / 5.0),
        // Held at 2 turns of each round, stuck at the first ones, with one card and with two.
        ("move_3_unplayable", 2.0 / 4.0),
        ("cards_moved", 5.0),
        ("winner_money", 350.0),
        ("mean_money", 950.0 / 4.0),
        // Seats 0 and 2 after the first of two rounds.
        ("broke", 2.0 / 8.0),
        ("unpaid_per_round", (150.0 + 150.0) / 2.0),
        ("bank_short_per_round", 50.0 / 2.0),
        ("win_rate_after_broke", 0.5),
        ("comeback_wins", 1.0),
    ];
    expect(&report, &expected);
    assert_eq!(metric(&report, "promises_broken"), Some(0.0));
}

#[test]
fn the_tables_of_two_rounds_by_hand() {
    let report = report(&watch(&[&two_rounds()]), 4);
    let row = |table, key: &[&str]| row(&report, table, key);
    assert_eq!(row("ib_rounds", &["7"]), ["7", "1", "-200", "", "", "5", "1", "0", "1", "2"]);
    assert_eq!(row("ib_rounds", &["8"]), ["8", "1", "175", "", "", "5", "0", "0", "0", "0"]);
    assert_eq!(row("ib_deal_values", &["5", "-200"]), ["5", "-200", "-176", "1", "0.5"]);
    assert_eq!(row("ib_deal_values", &["5", "175"]), ["5", "175", "199", "1", "0.5"]);
    // Seat 2 was the first Boss, and seat 0 comes two places behind it.
    for (place, wins, money) in [("0", "1", "350"), ("1", "0", "250"), ("2", "0", "125"), ("3", "0", "225")] {
        let row = row("ib_boss_order", &[place]);
        assert_eq!((&row[2][..], &row[5][..]), (wins, money), "place {place}");
    }
    let promises = [
        ("even", "2", "plain", ["1", "1", "0", "0", "0", "0", "0", "0", "1", "-200"]),
        ("odd", "3", "reverse_on", ["1", "1", "0", "0", "1", "0", "0", "1", "1", "200"]),
        ("even", "2", "no_move", ["0", "0", "1", "0", "0", "0", "0", "0", "0", ""]),
    ];
    for (bot, seat, kind, counts) in promises {
        assert_eq!(row("ib_promises", &[bot, kind])[2..], counts, "{bot}");
        assert_eq!(row("ib_seat_promises", &[seat, kind])[2..], counts, "seat {seat}");
    }
    // Out in the orders 1, 2, 3, 0 and 3, 0, 1, 2.
    for (order, pay) in [("1", "0"), ("2", "37.5"), ("3", "187.5"), ("4", "150")] {
        assert_eq!(row("ib_out_order", &[order])[..3], [order, "2", pay]);
    }
    // Pay less the mean of the others' three, of what the seats have.
    let plays = [
        // The Boss loses his 50; then seat 3, at 100 by its Reverse, gets 80 more.
        ("minus_5", "1", "-50"),
        ("minus_4", "1", "-26.667"),
        // From -50 to 100 against -100: by 150.
        ("reverse", "1", "150"),
        // 50 to the Boss alone; 50, and as much to seat 0.
        ("plus_2", "2", "41.667"),
        // 75 more to the Boss, -25; at the end 75 more to each of two, 150 to oneself.
        ("plus_3", "2", "37.5"),
        // 100 to the Boss and to two others.
        ("plus_4", "1", "33.333"),
        // 125 more, twice nothing as there is no value, 100 more.
        ("pota", "4", "56.25"),
        // 50 each to the Boss and seat 0 are no more.
        ("move_2", "1", "33.333"),
        // 125 for the Boss and oneself are no more.
        ("move_3", "1", "-83.333"),
    ];
    for (card, count, change) in plays {
        assert_eq!(row("ib_plays", &[card])[1..3], [count, change], "{card}");
    }
    assert_eq!(row("ib_plays", &["move_1"])[1..3], ["0", ""]);
}
