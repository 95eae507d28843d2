//! The worked examples of section 12.

use super::{Scene, scene};
use crate::{Event, Status};
use ludometer_model::{Game, SHARE_UNITS, Seat};
use ludometer_playable::Playable;

/// Settles a deal as it stands: the Boss, the last one in, turns his last disk.
fn settled(seats: usize, settings: &[&str], text: &str) -> Scene {
    let passes: Vec<String> = (0..seats).map(|i| if i == 0 { "1" } else { "2" }.to_owned()).collect();
    let text = format!("colour: green; {text}; passes: {}; phase: turn 0", passes.join(" "));
    let mut s = scene(seats, settings, &text);
    s.act("pass");
    s
}

#[test]
fn e1_ib_26_ib_44_ib_47_example_a() {
    let s = settled(4, &[], "x_shown: 2; centre: plus_3 plus_4 plus_4 minus_2");
    assert_eq!(s.deal_value(), 180);
    assert_eq!(s.money(), [230, 50, 50, 50]);
}

#[test]
fn e2_ib_2_ib_28_ib_48_example_b() {
    let s = settled(4, &[], "x_shown: 1; centre: plus_2 minus_4 minus_5; cousin: 1; money: 50 200 50 50");
    assert_eq!(s.deal_value(), -105);
    assert_eq!(s.money(), [0, 95, 50, 50]);
}

#[test]
fn e3_ib_27_ib_52_ib_65_ib_67_ib_77_ib_78_shares_add() {
    let s = settled(4, &[], "centre: plus_4; front 0: pota; front 2: pota pota; cousin: 2");
    assert_eq!(s.deal_value(), 40);
    assert_eq!(s.money(), [130, 50, 170, 50]);
}

#[test]
fn e4_ib_66_two_pieces_of_the_action() {
    let s = settled(4, &[], "centre: plus_4 plus_3 plus_3; front 3: pota pota_wild");
    assert_eq!(s.deal_value(), 100);
    assert_eq!(s.money(), [150, 50, 50, 250]);
}

#[test]
fn e5_ib_68_ib_71_a_reverse_turns_one_players_sign() {
    let s =
        settled(5, &[], "x_shown: 1; centre: minus_5; cousin: 1; front 1: reverse; money: 80 50 50 50 50");
    assert_eq!(s.deal_value(), -75);
    assert_eq!(s.money(), [5, 125, 50, 50, 50]);
}

#[test]
fn e6_ib_69_ib_70_parity_of_reverses() {
    let two = settled(5, &[], "x_shown: 1; centre: minus_5; cousin: 1; front 1: reverse reverse");
    assert_eq!(two.money(), [0, 0, 50, 50, 50]);
    let three = settled(5, &[], "x_shown: 1; centre: minus_5; cousin: 1; front 1: reverse reverse reverse");
    assert_eq!(three.money(), [0, 125, 50, 50, 50]);
}

const EIGHT: &str = "hand 0: plus_2 plus_3:red plus_3:red plus_3:red plus_4:red plus_4:red pota:red pota:red;

    hand 1: pota pota:red pota:red pota:blue pota:blue pota:blue pota:blue pota:blue;
    hand 2: plus_1 move_1:red move_1:red move_1:red move_2:red move_2:red move_3:red move_3:red;
    hand 3: plus_1:blue plus_1:blue plus_2:blue plus_2:blue plus_2:blue plus_3:blue plus_3:blue plus_3:blue";

#[test]
fn e7_ib_38_ib_39_passes_and_the_bonus() {
    let mut s = scene(4, &[], &format!("colour: green; {EIGHT}"));
    s.play("0 lead:plus_2; 1 pass; 2 play:plus_1; 3 double_pass; 0 pass; 1 play:pota; 1 target:1; 2 pass");
    assert_eq!(s.drawn().iter().map(|d| d.0).collect::<Vec<_>>(), [2]);
    s.play("0 pass; 1 pass; 2 pass");
    assert_eq!(s.deal_value(), 30);
    assert_eq!(s.money(), [80, 80, 50, 50]);
    // Before anything is put away.
    assert_eq!((s.phase(), s.hand_sizes()), ("DROP", vec![7, 7, 8, 8]));
}

#[test]
fn t1_ib_20_ib_49_ib_79_ib_81_ib_82_limit_reverse_and_cap() {
    let mut s = settled(
        3,
        &[],
        "x_shown: 2; centre: plus_3 plus_4 plus_4 minus_2; cousin: 1; front 1: pota; front 0: reverse;
         money: 90 50 50",
    );
    assert_eq!(s.deal_value(), 150);
    assert_eq!(s.money(), [0, 350, 50]);
    // Nothing is owed later: a next deal of value 0 takes nothing off the Boss who could not pay.
    while s.phase() == "DROP" {
        s.act("drop:stop");
    }
    assert_eq!((s.phase(), s.money()), ("LEAD", vec![0, 350, 50]));
    let mut s = settled(3, &[], "centre: plus_2 minus_2; money: 0 350 50");
    assert_eq!((s.deal_value(), s.money()), (0, vec![0, 350, 50]));
    s.act("drop:stop");
}

#[test]
fn t2_ib_23_ib_36_ib_40_ib_41_double_pass_and_protection() {
    let mut s = scene(3, &[], "colour: blue; hand 0: plus_3; hand 1: plus_2 reverse pota; hand 2: plus_1");
    s.play("0 lead:plus_3; 1 pass; 2 double_pass; 0 double_pass");
    // The Boss turned his first disk last: he draws and is out.
    assert_eq!(s.drawn().iter().map(|d| d.0).collect::<Vec<_>>(), [0]);
    s.play("1 play:plus_2; 1 play:reverse");
    assert_eq!(s.legal(), ["target:1"]);
    let mut s = scene(3, &[], "colour: blue; hand 0: plus_3; hand 1: plus_2 reverse pota; hand 2: plus_1");
    s.play(
        "0 lead:plus_3; 1 pass; 2 double_pass; 0 double_pass; 1 play:plus_2; 1 play:pota; 1 target:1; 1 pass",
    );
    assert_eq!(s.deal_value(), 50);
    assert_eq!(s.money(), [100, 100, 50]);
    assert_eq!(s.drawn().len(), 1, "no bonus for seat 1");
}

#[test]
fn t3_ib_25_ib_42_ib_64_the_sole_player_plays_on() {
    // The stock's one card is the one that is drawn.
    let mut s =
        scene(4, &[], "colour: red; hand 0: minus_2 pota; stock: plus_4; x_shown: 0; halves: 1+0 0+2");
    s.play("0 lead:minus_2; 1 double_pass; 2 double_pass; 3 double_pass; 0 pass");
    assert_eq!(s.drawn().len(), 1);
    s.play("0 play:plus_4; 0 play:pota; 0 target:0; 0 pass");
    assert_eq!(s.deal_value(), 20);
    assert_eq!(s.money(), [90, 50, 50, 50]);
}

const T4: &str = "boss: 0; front 1: pota; front 2: reverse; passes: 0 0 2 0; hand 3: move_3";

#[test]
fn t4_ib_72_ib_73_ib_74_ib_75_move_3_takes_all_three() {
    let mut s = scene(4, &[], &format!("colour: green; centre: plus_2 minus_3; {T4}; phase: turn 3"));
    s.act("play:move_3");
    assert_eq!(s.legal(), ["move_from:centre:plus_2", "move_from:centre:minus_3", "move_from:front:1:pota"]);
    s.act("move_from:front:1:pota");
    assert_eq!(s.legal(), ["move_to:discard", "move_to:3", "move_to:0"], "not to seat 2, who is out");
    s.act("move_to:0").act("move_from:centre:minus_3");
    assert_eq!(s.legal(), ["move_to:discard"]);
    s.act("move_to:discard");
    assert_eq!(s.legal(), ["move_from:centre:plus_2"], "the pota was moved already");
    s.act("move_from:centre:plus_2").act("move_to:discard");
    assert_eq!((s.centre(), s.front(0), s.front(1)), ([0; 8], (1, 0), (0, 0)));
    assert_eq!(s.state.public.face_up.len(), 3, "two centre cards and the Move card");

    let text = format!("colour: green; centre: minus_3; {T4}; phase: turn 3");
    assert!(!scene(4, &[], &text).is_legal("play:move_3"));
    let mut s = scene(4, &["move.shortfall=as_many"], &text);
    assert!(s.is_legal("play:move_3"));
    s.act("play:move_3").act("move_from:centre:minus_3").act("move_to:discard");
    s.act("move_from:front:1:pota").act("move_to:discard");
    assert_eq!(s.state.public.playing, None, "two cards were all there was to move");
}

#[test]
fn t4_ib_94_nasty_play_reaches_those_who_are_out() {
    let nasty = &["variant.nasty=true"];
    let mut s = scene(4, nasty, &format!("colour: green; centre: plus_2 minus_3; {T4}; phase: turn 3"));
    s.act("play:move_3");
    assert_eq!(s.legal().len(), 4);
    assert!(s.is_legal("move_from:front:2:reverse"));
    s.act("move_from:front:1:pota");
    assert!(s.is_legal("move_to:2"));
    s.act("move_to:2").act("move_from:front:2:reverse").act("move_to:discard");
    s.act("move_from:centre:plus_2").act("move_to:discard");
    assert_eq!((s.centre(), s.front(2)), ([0, 0, 0, 0, 0, 1, 0, 0], (1, 0)));
    // Seat 2 still cannot act.
    s.quiet();
    assert_eq!(s.to_move(), Some(0));
}

#[test]
fn t5_no_card_is_moved_twice() {
    let mut s = scene(4, &[], "colour: green; centre: plus_2; front 1: pota; hand 2: move_2; phase: turn 2");
    s.act("play:move_2").act("move_from:front:1:pota").act("move_to:3");
    assert_eq!(s.legal(), ["move_from:centre:plus_2"]);
    s.act("move_from:centre:plus_2").act("move_to:discard");
    assert_eq!((s.front(3), s.centre()), ((1, 0), [0; 8]));
}

fn t6(settings: &[&str]) -> Scene {
    let mut s = scene(
        5,
        settings,
        "colour: blue; centre: plus_3 plus_3; passes: 2 2 2 2 0; hand 4: pota:red;
         stock: plus_1:red plus_2:red; halves: 0+1 2+1; phase: turn 4",
    );
    s.act("double_pass");
    s
}

#[test]
fn t6_ib_45_ib_87_ib_88_an_x_card_as_the_bonus() {
    let s = t6(&[]);
    assert_eq!((s.state.public.x_shown, s.hand_sizes()[4], s.drawn().len()), (1, 2, 1));
    assert_eq!(s.deal_value(), 90);
    let mut s = t6(&["x.midround=next"]);
    assert_eq!(s.deal_value(), 60);
    while s.phase() == "DROP" {
        s.act("drop:stop");
    }
    // By the next LEAD it counts, with the others that the refill has turned up.
    let public = &s.state.public;
    assert!(public.round_multiplier >= 3 && public.round_multiplier == 2 + public.x_shown);
}

/// T7: 33 cards in hands or set aside, 2 in the stock, the rest discarded; one X under the disk.
fn t7(luck: u64) -> Scene {
    let mut s = scene(
        4,
        &[],
        "boss: 2; round: 5; x_shown: 2;
         hand 2: plus_1:blue plus_1:blue plus_2:blue plus_2:blue plus_2:blue;
         hand 3: pota:blue pota:blue pota:blue pota:blue pota:blue pota:blue pota:blue plus_3:blue plus_3:blue;
         hand 0: pota:red pota:red pota:red pota:red pota:red pota:red;
         hand 1: pota:green pota:green pota:green pota:green pota:green pota:green pota:green plus_1:green;
         stock: plus_4:red plus_4:green; halves: 2+0 0+0; phase: drop 2",
    );
    s.state.public.reshuffled = false;
    assert_eq!(s.state.public.discard_size(4), 72);
    s.rng_of(luck);
    for _ in 0..4 {
        s.act("drop:stop");
    }
    s
}

#[test]
fn t7_ib_30_ib_86_ib_90_ib_91_refill_over_the_end_of_the_stock() {
    let (mut with_x, mut without) = (0, 0);
    for luck in 0..60 {
        let s = t7(luck);
        let shuffles: Vec<_> = s
            .events
            .iter()
            .filter_map(|e| match e {
                Event::Shuffle { cards, x_cards } => Some((*cards, *x_cards)),
                _ => None,
            })
            .collect();
        assert_eq!(shuffles, [(73, 1)]);
        assert_eq!(s.hand_sizes(), [8, 8, 8, 9], "seat 3 keeps its nine");
        let order: Vec<usize> = s.drawn().iter().map(|d| d.0).collect();
        assert_eq!(order, [2, 2, 2, 0, 0], "the new Boss first, then clockwise");
        let public = &s.state.public;
        if public.x_shown == 3 {
            assert_eq!(public.stock, 69);
            with_x += 1;
        } else {
            assert_eq!(public.stock, 70);
            without += 1;
        }
    }
    // The X is met in 3 or 4 of 73 cards.
    assert!(with_x > 0 && without > with_x, "{with_x} of 60 plays show the X");
}

#[test]
fn t7_ib_90_a_second_exhaustion_adds_no_x_card() {
    let mut s = scene(
        3,
        &[],
        "colour: red; x_shown: 3; passes: 2 2 0; hand 2: pota:blue; stock: plus_1:blue; halves: 1+0 0+0;
         phase: turn 2",
    );
    s.state.public.reshuffled = true;
    let thrown = s.state.public.face_up.len();
    // The bonus takes the last card; the refill shuffles.
    s.act("double_pass");
    assert_eq!(s.state.public.stock, 0, "shuffled only when a card is needed");
    for _ in 0..3 {
        s.act("drop:stop");
    }
    let shuffled = s.events.iter().find_map(|e| match e {
        Event::Shuffle { cards, x_cards } => Some((usize::from(*cards), *x_cards)),
        _ => None,
    });
    assert_eq!(shuffled, Some((thrown, 0)));
    assert_eq!(s.state.public.x_shown, 3);
}

#[test]
fn t8_ib_33_ib_34_a_boss_without_a_valued_card_names_a_colour() {
    let mut s = scene(
        4,
        &[],
        "boss: 1; hand 1: pota:red reverse:blue move_1:green move_1:red; hand 2: move_1:red move_2:red pota:blue",
    );
    assert_eq!(s.legal(), ["name:blue", "name:green", "name:red"]);
    s.act("name:red").quiet();
    assert_eq!(s.to_move(), Some(2), "the left neighbour plays first");
    assert_eq!(s.legal(), ["pass", "double_pass"], "nothing to move, nothing else in red");
    s.play("2 double_pass; 3 double_pass; 0 double_pass; 1 double_pass");
    assert_eq!(s.drawn().iter().map(|d| d.0).collect::<Vec<_>>(), [1]);
    assert_eq!((s.deal_value(), s.money()), (0, vec![50; 4]));
}

#[test]
fn t12_ib_92_equal_sums_share_the_win() {
    let mut s = scene(3, &[], "money: 120 80 120");
    s.state.public.finished = true;
    let outcome = s.game.outcome(&s.state);
    assert_eq!(outcome.ranks.first(3), [1, 3, 1]);
    assert_eq!(outcome.win_units().first(3), [SHARE_UNITS / 2, 0, SHARE_UNITS / 2]);
    s.state.public.finished = false;
    let broken_off = s.game.outcome(&s.state);
    assert!(broken_off.unfinished && s.game.reward(&s.state)[Seat::new(0)] < 0.5);
}

const T9: &str = "colour: green; hand 0: plus_2; hand 1: plus_4 reverse; hand 2: move_1;

    hand 3: plus_1:red";

#[test]
fn t9_ib_50_ib_54_ib_55_ib_57_ib_58_talks_that_bind() {
    let mut s = scene(4, &[], T9);
    s.act("lead:plus_2");
    assert_eq!(
        s.legal(),
        [
            "offer:none",
            "offer:plain",
            "offer:raise:1",
            "offer:raise:2",
            "offer:raise:3",
            "offer:raise:4",
            "offer:reverse_on:0",
            "offer:reverse_on:2",
            "offer:reverse_on:3",
            "offer:discard:reverse",
            "offer:pass_out",
            "offer:no_reverse",
            "offer:no_negative",
            "offer:no_move",
        ]
    );
    s.act("offer:raise:4");
    assert!(!s.is_legal("offer:clear_negative"), "there is no minus card");
    s.act("offer:no_move").act("offer:plain").act("boss:accept:1");
    assert_eq!(s.state.public.tokens_left, 1);
    assert!(!s.is_legal("boss:ask:1"), "a Cousin gets no second token");
    s.act("boss:hold");
    assert_eq!((s.to_move(), s.legal()), (Some(1), vec!["play:plus_4".to_owned()]));
    s.act("play:plus_4");
    assert_eq!(s.judged(), [(1, "raise:4".to_owned(), Status::Kept)]);
    s.play("2 pass; 3 double_pass; 0 pass");
    // Window 2: seat 2 keeps its offer; seat 3 is out and has nothing to promise.
    assert_eq!(s.to_move(), Some(2));
    assert!(s.is_legal("offer:keep") && !s.is_legal("offer:no_move"));
    s.act("offer:keep");
    assert_eq!((s.to_move(), s.legal()), (Some(3), vec!["offer:none".to_owned(), "offer:keep".to_owned()]));
    s.act("offer:none").act("boss:accept:2");
    assert_eq!((s.phase(), s.to_move()), ("TURN", Some(1)), "no token, no window");
    s.play("1 pass");
    assert_eq!(s.to_move(), Some(2));
    assert!(!s.is_legal("play:move_1"));
    assert_eq!(s.drawn().iter().map(|d| d.0).collect::<Vec<_>>(), [1]);
    s.all_out();
    assert_eq!((s.deal_value(), s.money()), (60, vec![110, 110, 110, 50]));
    let kept = s.judged().iter().filter(|j| j.2 == Status::Kept).count();
    assert_eq!((s.judged().len(), kept), (2, 2));
}

#[test]
fn t10_a_promise_that_cannot_be_kept_is_void() {
    let start = |settings: &[&str]| {
        let mut s = scene(
            4,
            settings,
            "colour: green; hand 0: plus_2; hand 1: plus_1; hand 2: plus_1; hand 3: reverse plus_4",
        );
        s.play(
            "0 lead:plus_2; 1 offer:none; 2 offer:none; 3 offer:reverse_on:1; 0 boss:accept:3; 0 boss:close",
        );
        s.play("1 double_pass; 2 pass");
        s
    };
    let mut s = start(&[]);
    assert_eq!(s.legal(), ["play:plus_4", "play:reverse", "pass", "double_pass"]);
    s.act("pass");
    assert_eq!(s.judged(), [(3, "reverse_on:1".to_owned(), Status::Void)]);
    assert!(s.state.public.cousin[Seat::new(3)], "a token is never taken back");
    // In the nasty variant seat 1 can be reached, so the promise must be kept.
    let mut s = start(&["variant.nasty=true"]);
    assert_eq!(s.legal(), ["play:reverse"]);
    s.act("play:reverse");
    assert_eq!(s.legal(), ["target:1"]);
    s.act("target:1");
    assert_eq!(s.judged(), [(3, "reverse_on:1".to_owned(), Status::Kept)]);
}

#[test]
fn t11_ib_3_ib_53_a_promise_is_broken() {
    for (mode, strikes) in [("free", 0), ("reputation", 1)] {
        let mut s = scene(4, &[&format!("negotiation.mode={mode}")], T9);
        s.play("0 lead:plus_2; 1 offer:raise:4; 2 offer:none; 3 offer:none; 0 boss:accept:1; 0 boss:end");
        s.play("1 play:reverse; 1 target:0");
        assert_eq!(s.judged(), [(1, "raise:4".to_owned(), Status::Broken)]);
        s.all_out();
        assert_eq!((s.deal_value(), s.money()), (20, vec![30, 70, 50, 50]));
        assert_eq!(s.state.public.strikes[Seat::new(1)], strikes, "{mode}");
        // Barred from tokens for the rest of the play, by reputation only.
        let eligible = s.game.eligible(&s.state.public) >> 3 & 1 == 1;
        let barred = {
            let mut public = s.state.public;
            public.boss = Seat::new(3);
            s.game.eligible(&public) >> 1 & 1 == 0
        };
        assert!(eligible && barred == (mode == "reputation"), "{mode}");
    }
}
