//! Settlement, hand-over, putting cards away and refilling.

use super::super::{Event, Purse};
use super::scene::{Scene, scene};
use ludometer_model::{Game, Notice, SHARE_UNITS, Seat};

fn last_pass(settings: &[&str], text: &str) -> Scene {
    let mut s = scene(4, settings, &format!("colour: green; {text}; passes: 1 2 2 2; phase: turn 0"));
    s.act("pass");
    s
}

#[test]
fn ib_46_the_multiplier_goes_from_2_to_5() {
    for (shown, value) in [(0, 20), (1, 30), (2, 40), (3, 50)] {
        let s = last_pass(&[], &format!("x_shown: {shown}; centre: plus_2"));
        assert_eq!(s.deal_value(), value);
    }
    let s = last_pass(&["multiplier.base=4", "deal.factor=7"], "x_shown: 1; centre: plus_1");
    assert_eq!(s.deal_value(), 35);
}

#[test]
fn ib_49_limits_both_ways_and_none() {
    let up = "x_shown: 3; centre: plus_4 plus_4 plus_3";
    let down = "x_shown: 3; centre: minus_5 minus_4";
    assert_eq!(last_pass(&[], up).deal_value(), 200);
    assert_eq!(last_pass(&[], down).deal_value(), -200);
    assert_eq!(last_pass(&["chart.p4.limit=0"], up).deal_value(), 275);
    assert_eq!(last_pass(&["chart.p4.limit=90"], down).deal_value(), -90);
}

#[test]
fn ib_63_tokens_that_stay_with_the_boss_bring_nothing() {
    let s = last_pass(&[], "centre: plus_2");
    assert_eq!(s.money(), [70, 50, 50, 50]);
}

#[test]
fn ib_10_the_bank_pays_without_limit_or_what_it_has() {
    let worth = &[
        "bank.limit=cards",
        "money.cards.d5=0",
        "money.cards.d10=0",
        "money.cards.d20=0",
        "money.cards.d50=5",
        "money.cards.d100=0",
        "money.cards.d500=0",
    ];
    let text = "centre: plus_3; cousin: 2; front 3: pota";
    assert_eq!(last_pass(&[], text).money(), [80, 50, 80, 80]);
    // $250 of money cards less $200 paid out: the Boss is paid first, then clockwise.
    let s = last_pass(worth, text);
    assert_eq!(s.money(), [80, 50, 70, 50]);
    // What is paid in goes first: seat 1 pays 30, so that 80 can be paid.
    let s = last_pass(worth, "centre: plus_3; cousin: 2; front 3: pota; front 1: pota reverse");
    assert_eq!(s.money(), [80, 20, 80, 70]);
    let rules = super::rules(&[]);
    let kinds = [5, 10, 20, 50, 100, 500];
    let cards: i64 = kinds.iter().map(|d| rules.int(&format!("money.cards.d{d}"))).sum();
    assert_eq!(cards, 90);
    assert_eq!(super::game(4, &["bank.limit=cards"]).params.bank, Some(10_275));
}

#[test]
fn ib_28_ib_82_payments_are_announced() {
    let s = last_pass(&[], "centre: minus_4; cousin: 1; money: 10 50 50 50");
    let pays: Vec<_> = s
        .events
        .iter()
        .filter_map(
            |e| if let Event::Pay { from, to, amount } = e { Some((*from, *to, *amount)) } else { None },
        )
        .collect();
    let (zero, one) = (Purse::Seat(Seat::new(0)), Purse::Seat(Seat::new(1)));
    assert_eq!(pays, [(zero, Purse::Bank, 10), (one, Purse::Bank, 40)]);
}

#[test]
fn ib_83_ib_84_ib_89_hand_over() {
    let s = last_pass(
        &[],
        "boss: 0; centre: plus_2 minus_3; front 1: pota pota_wild; front 2: reverse; cousin: 1",
    );
    let public = &s.state.public;
    assert_eq!(public.face_up.len(), 5);
    assert_eq!((public.boss, public.tokens_left), (Seat::new(1), 2));
    assert!(public.cousin.first(4).iter().all(|c| !c));
    assert_eq!(public.passes.first(4), [0; 4]);
    assert_eq!((s.phase(), s.to_move()), ("DROP", Some(1)));
}

const HANDS: &str = "hand 0: plus_1:blue plus_1:red pota:red; hand 1: plus_1:green pota:blue pota:blue;
    hand 2: pota:green; phase: drop 0";

#[test]
fn ib_85_up_to_two_cards_in_canonical_order() {
    let mut s = scene(3, &[], HANDS);
    assert_eq!(s.legal(), ["drop:plus_1:blue", "drop:plus_1:red", "drop:pota:red", "drop:stop"]);
    s.act("drop:plus_1:red");
    assert_eq!(s.legal(), ["drop:pota:red", "drop:stop"], "none that comes before");
    s.act("drop:pota:red");
    assert_eq!(s.to_move(), Some(1), "after two nothing is asked");
    s.act("drop:pota:blue");
    assert_eq!(s.legal(), ["drop:pota:blue", "drop:stop"], "another copy");
    s.act("drop:stop").act("drop:pota:green");
    assert_eq!(s.legal(), ["drop:stop"], "nothing left");
    s.act("drop:stop");
    let public = &s.state.public;
    assert_eq!((s.phase(), public.last_drops.first(3)), ("LEAD", &[2, 1, 1][..]));
    assert_eq!(public.face_down.first(3), [2, 1, 1]);
    assert_eq!(public.hands.first(3), [10; 3]);
    assert_eq!(public.round_no, 2);
}

#[test]
fn ib_85_how_many_may_go_is_a_setting() {
    let mut s = scene(3, &["refill.drop_max=1"], HANDS);
    s.act("drop:plus_1:blue");
    assert_eq!(s.to_move(), Some(1));
    let mut s =
        scene(3, &["refill.drop_max=0"], "colour: red; hand 0: pota:blue; passes: 1 2 2; phase: turn 0");
    s.act("pass");
    assert_eq!((s.phase(), s.hand_sizes()), ("LEAD", vec![10; 3]));
}

#[test]
fn ib_85_ib_80_answers_are_hidden_until_all_have_answered() {
    let drops = |first: &str, then: &str| {
        let mut s = scene(3, &[], HANDS);
        s.act(first).act(then);
        s
    };
    // Seat 1 is to move; what seat 0 put away, and how many cards, seats 1 and 2 can't tell.
    let two = drops("drop:plus_1:red", "drop:pota:red");
    let other = drops("drop:plus_1:blue", "drop:plus_1:red");
    let one = drops("drop:plus_1:blue", "drop:stop");
    let mut none = scene(3, &[], HANDS);
    none.act("drop:stop");
    for s in [&other, &one, &none] {
        for seat in [1, 2] {
            assert_eq!(s.view(seat), two.view(seat));
        }
        assert_ne!(s.view(0), two.view(0), "its own answer a seat knows");
        assert_eq!(s.to_move(), two.to_move());
    }
    assert_eq!(two.view(1).public.hands.first(3), [3, 3, 1], "no smaller hand is shown");
    let stop = super::super::Action::DropStop;
    assert_eq!(two.game.notice(&two.state, stop, Seat::new(1)), Notice::Choice);
    assert_eq!(two.game.notice(&two.state, super::super::Action::Pass, Seat::new(1)), Notice::Action);
    // Once all have answered the numbers are public, the cards are not.
    let finish = |mut s: Scene| {
        s.act("drop:stop").act("drop:stop");
        s
    };
    let (two, other, one) = (finish(two), finish(other), finish(one));
    assert_eq!(two.view(1).public.last_drops.first(3), [2, 0, 0]);
    assert_eq!(two.view(1).public.face_up, other.view(1).public.face_up);
    assert_ne!(two.view(1).public.last_drops, one.view(1).public.last_drops);
}

#[test]
fn ib_85_the_guard_on_decisions_does_not_tell_how_many_cards_were_put_away() {
    // At the limit but for one decision: where the play ends says nothing of the answers.
    for answers in [["drop:plus_1:red", "drop:pota:red"], ["drop:plus_1:red", "drop:stop"]] {
        let mut s = scene(3, &["limits.decisions=1000"], HANDS);
        s.state.public.decisions = 999;
        for answer in answers {
            s.act(answer);
        }
        assert_eq!((s.phase(), s.to_move()), ("DROP", Some(1)));
        s.act("drop:stop").act("drop:stop");
        assert_eq!((s.phase(), s.to_move(), s.state.public.decisions), ("END", None, 1003));
    }
}

#[test]
fn ib_85_imagined_answers_are_of_every_number() {
    let mut s = scene(3, &[], HANDS);
    s.act("drop:stop");
    let mut seen = std::collections::BTreeSet::new();
    for luck in 0..100 {
        let world = s.determinize(1, luck);
        seen.insert(world.aside[Seat::new(0)].len());
        assert_eq!(world.aside[Seat::new(2)].len(), 0, "seat 2 has not been asked");
    }
    assert_eq!(seen.into_iter().collect::<Vec<_>>(), [0, 1, 2]);
}

#[test]
fn ib_83_the_last_round_ends_the_play() {
    let s = last_pass(&[], "round: 8; centre: plus_1; money: 50 90 50 50");
    assert_eq!((s.phase(), s.to_move()), ("END", None));
    let outcome = s.game.outcome(&s.state);
    assert_eq!(outcome.ranks.first(4), [2, 1, 3, 3]);
    assert_eq!(outcome.round_units, 8 * SHARE_UNITS);
}
