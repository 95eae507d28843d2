//! The worked examples of section 12 about talks.

use super::super::Status;
use super::scene::scene;
use ludometer_model::Seat;

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
