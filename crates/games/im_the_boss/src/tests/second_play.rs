//! Metrics against a second play written by hand, of what the first one lacks.
#![expect(clippy::manual_midpoint, reason = "means are written as they are counted by hand")]

use super::metrics::{announce, expect, metric, report, row, watch};
use super::scene::{Scene, scene};

/// A deck of 16 cards of one colour, all of them in the hands, and a bank of $950.
const SETTINGS: &str = "deck.colors=1 deck.wild_pota=0 deck.per_color.plus_1=1 deck.per_color.plus_2=2
    deck.per_color.plus_3=2 deck.per_color.plus_4=1 deck.per_color.minus_2=0 deck.per_color.minus_3=0
    deck.per_color.pota=4 deck.per_color.reverse=1 deck.per_color.move_1=1 deck.per_color.move_2=1
    deck.per_color.move_3=1 chart.p4.hand=1 pass.bonus_on_double=false bank.limit=cards money.cards.d5=0
    money.cards.d10=0 money.cards.d20=0 money.cards.d50=1 money.cards.d100=9 money.cards.d500=0";

/// Returns the last two rounds of four seats, seat 2 the first Boss of all. Two X cards are shown, the third
/// one lies under the disk.
pub(super) fn two_rounds() -> Scene {
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
pub(super) fn nothing_but_a_reverse() -> Scene {
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
        // -225 comes to the limit of 200.
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
