//! Windows, offers, asks and promises (section 6).

use super::{Scene, scene};
use crate::action::Kind;
use crate::state::Promise;
use crate::{Event, Status};
use ludometer_model::Seat;

/// After the lead of `plus_2` by seat 0.
fn window(settings: &[&str], text: &str) -> Scene {
    let mut s = scene(4, settings, &format!("colour: green; hand 0: plus_2; {text}"));
    s.act("lead:plus_2");
    s
}

#[test]
fn ib_62_ib_55_the_boss_closes_holds_or_ends() {
    let mut s = window(&[], "hand 1: pota");
    s.play("1 offer:plain; 2 offer:none; 3 offer:none");
    assert_eq!(
        s.legal(),
        ["boss:accept:1", "boss:ask:1", "boss:ask:2", "boss:ask:3", "boss:close", "boss:hold", "boss:end"]
    );
    s.act("boss:end");
    s.play("1 pass; 2 pass; 3 pass; 0 pass; 1 pass; 2 pass; 3 pass; 0 pass");
    assert_eq!(s.phase(), "DROP", "no window was held any more");
    // Without an offer nothing can be held over.
    let mut s = window(&[], "");
    s.play("1 offer:none; 2 offer:none; 3 offer:none");
    assert!(!s.is_legal("boss:hold"));
    // A closed window: the offer lapses, the next lap has a window again.
    let mut s = window(&[], "hand 1: pota");
    s.play("1 offer:plain; 2 offer:none; 3 offer:none; 0 boss:close; 1 pass; 2 pass; 3 pass; 0 pass");
    assert_eq!(s.phase(), "TALK_OFFER");
    assert!(s.is_legal("offer:plain") && !s.is_legal("offer:keep"));
}

#[test]
fn ib_55_an_offer_that_is_not_kept_lapses() {
    let mut s = window(&[], "");
    s.play("1 offer:pass_out; 2 offer:none; 3 offer:none; 0 boss:hold; 1 pass; 2 pass; 3 pass; 0 pass");
    let legal = s.legal();
    assert!(legal.contains(&"offer:keep".to_owned()) && !legal.contains(&"offer:pass_out".to_owned()));
    s.play("1 offer:none; 2 offer:none; 3 offer:none");
    assert!(!s.is_legal("boss:accept:1"));
    s.play("0 boss:close; 1 pass");
    assert!(s.state.public.held[Seat::new(1)].is_none());
}

#[test]
fn ib_56_only_the_boss_and_one_other_deal() {
    let mut s = window(&[], "hand 1: plus_4; hand 2: reverse");
    let order: Vec<Option<usize>> = (0..4)
        .map(|_| {
            let to_move = s.to_move();
            let silent = if s.is_legal("offer:none") { "offer:none" } else { "boss:close" };
            s.act(silent);
            to_move
        })
        .collect();
    assert_eq!(order, [Some(1), Some(2), Some(3), Some(0)], "clockwise, then the Boss");
}

#[test]
fn ib_57_asks_and_replies() {
    let mut s = window(&[], "hand 1: plus_4; hand 2: plus_1");
    s.play("1 offer:none; 2 offer:none; 3 offer:none; 0 boss:ask:2");
    assert_eq!(
        s.legal(),
        [
            "ask:plain",
            "ask:raise:1",
            "ask:raise:2",
            "ask:raise:3",
            "ask:raise:4",
            "ask:lower",
            "ask:pota_boss",
            "ask:reverse_on:0",
            "ask:reverse_on:1",
            "ask:reverse_on:3",
            "ask:discard:reverse",
            "ask:discard:minus",
            "ask:discard:move",
            "ask:pass_out",
            "ask:no_reverse",
            "ask:no_negative",
            "ask:no_move",
        ],
        "anything that the table allows"
    );
    s.act("ask:raise:2");
    assert_eq!((s.phase(), s.to_move(), s.legal()), ("TALK_REPLY", Some(2), vec!["reply:no".to_owned()]));
    s.act("reply:no");
    // One ask a window.
    assert_eq!(s.legal(), ["boss:close", "boss:end"]);
    let mut s = window(&["negotiation.asks_per_window=2"], "hand 1: plus_4; hand 2: plus_1");
    s.play("1 offer:none; 2 offer:none; 3 offer:none; 0 boss:ask:2; 0 ask:raise:1; 2 reply:yes");
    assert_eq!((s.phase(), s.state.public.tokens_left), ("TALK_BOSS", 1));
    s.play("0 boss:ask:1; 0 ask:raise:1; 1 reply:yes");
    assert_eq!((s.phase(), s.to_move(), s.legal()), ("TURN", Some(1), vec!["play:plus_4".to_owned()]));
}

#[test]
fn ib_57_no_asks_where_none_are_allowed() {
    let mut s = window(&["negotiation.asks_per_window=0"], "");
    s.play("1 offer:none; 2 offer:none; 3 offer:none");
    assert_eq!(s.legal(), ["boss:close", "boss:end"]);
}

#[test]
fn ib_57_a_refused_ask_leaves_the_offer() {
    let mut s = window(&[], "hand 1: plus_4");
    s.play("1 offer:raise:1; 2 offer:none; 3 offer:none; 0 boss:ask:1; 0 ask:raise:4; 1 reply:no");
    assert!(s.is_legal("boss:accept:1"));
}

#[test]
fn ib_55_windows_are_limited_and_can_be_switched_off() {
    let laps = |settings: &[&str]| {
        let mut s = window(settings, "hand 1: plus_1 plus_1 plus_2 plus_2; hand 2: pota");
        s.all_out();
        s.events.iter().filter(|e| matches!(e, Event::Window { .. })).count()
    };
    assert_eq!(laps(&["negotiation.enabled=false"]), 0);
    assert_eq!(laps(&[]), 1);
    let mut s = window(&["negotiation.windows_per_round=2"], "hand 1: pota; hand 2: pota");
    for _ in 0..2 {
        s.play("1 offer:none; 2 offer:none; 3 offer:none; 0 boss:close");
        s.act(if s.is_legal("play:pota") { "play:pota" } else { "pass" });
        if s.phase() == "TARGET" {
            s.act("target:1");
        }
        s.play("2 pass; 3 pass; 0 pass");
    }
    assert_eq!((s.phase(), s.state.public.windows), ("TURN", 2), "the third lap has no window");
}

#[test]
fn ib_14_with_three_players_one_token_ends_the_talks() {
    let mut s = scene(3, &[], "colour: green; hand 0: plus_2; hand 1: pota; hand 2: pota");
    s.play("0 lead:plus_2; 1 offer:plain; 2 offer:plain; 0 boss:accept:2; 1 pass; 2 pass; 0 pass; 1 pass");
    assert_eq!(s.phase(), "TURN", "window 2 never opens");
}

#[test]
fn ib_59_a_reverse_may_be_discarded_for_a_token() {
    let mut s = window(&[], "hand 1: reverse reverse plus_1; hand 2: plus_1");
    assert!(s.is_legal("offer:discard:reverse"));
    s.act("offer:discard:reverse");
    assert!(!s.is_legal("offer:discard:reverse"), "seat 2 holds none");
    s.play("2 offer:none; 3 offer:none; 0 boss:accept:1; 0 boss:close");
    assert_eq!(s.legal(), ["discard:reverse"]);
    s.act("discard:reverse").quiet();
    assert_eq!(s.judged(), [(1, "discard:reverse".to_owned(), Status::Kept)]);
    assert_eq!((s.to_move(), s.state.public.face_up.len()), (Some(2), 1), "it was the turn's action");
    s.play("2 pass; 3 pass; 0 pass; 1 pass");
    // In free mode it is one action more, and only at the turn where it is due.
    let mut s = window(&["negotiation.mode=free"], "hand 1: reverse plus_1");
    s.play("1 offer:discard:reverse; 2 offer:none; 3 offer:none; 0 boss:accept:1; 0 boss:end");
    assert_eq!(s.legal(), ["play:plus_1", "play:reverse", "pass", "double_pass", "discard:reverse"]);
    s.play("1 pass; 2 pass; 3 pass; 0 pass");
    assert_eq!(s.judged(), [(1, "discard:reverse".to_owned(), Status::Broken)]);
    assert!(!s.is_legal("discard:reverse"));
}

#[test]
fn ib_61_free_mode_allows_bluffs() {
    let mut s = window(&["negotiation.mode=free"], "");
    assert!(
        s.is_legal("offer:raise:4") && s.is_legal("offer:discard:minus") && s.is_legal("offer:reverse_on:0")
    );
    assert!(!s.is_legal("offer:clear_negative"), "the table's conditions hold in every mode");
    s.play("1 offer:raise:4; 2 offer:none; 3 offer:none; 0 boss:accept:1; 0 boss:end; 1 pass");
    assert_eq!(s.judged(), [(1, "raise:4".to_owned(), Status::Broken)], "a bluff counts as broken");
}

/// Seat 1 promises this and is due at once; seat 0 is the Boss.
fn promised(settings: &[&str], text: &str, kind: &str) -> Scene {
    let mut s = scene(4, settings, &format!("colour: green; {text}; hand 0: plus_2 plus_1"));
    s.play(&format!(
        "0 lead:plus_2; 1 offer:{kind}; 2 offer:none; 3 offer:none; 0 boss:accept:1; 0 boss:end"
    ));
    s
}

#[test]
fn promises_of_the_next_turn_leave_what_fulfils_them() {
    let hand = "hand 1: plus_1 plus_3 minus_2 minus_4 pota pota_wild reverse move_1 move_2";
    let cases: [(&str, &str, &[&str]); 7] = [
        ("", "raise:2", &["play:plus_3"]),
        ("", "lower", &["play:minus_2", "play:minus_4"]),
        ("", "pota_boss", &["play:pota", "play:pota_wild"]),
        ("", "reverse_on:3", &["play:reverse"]),
        ("centre: minus_3;", "clear_negative", &["play:move_1", "play:move_2"]),
        ("", "discard:minus", &["discard:minus_2", "discard:minus_4"]),
        ("", "pass_out", &["double_pass"]),
    ];
    for (table, kind, legal) in cases {
        let s = promised(&[], &format!("{table} {hand}"), kind);
        assert_eq!(s.legal(), legal, "{kind}");
        let free = promised(&["negotiation.mode=free"], &format!("{table} {hand}"), kind);
        assert!(free.legal().len() >= 9 && free.is_legal("pass"), "{kind} restricts nothing in free mode");
    }
}

#[test]
fn promises_reach_down_to_target_and_first_move() {
    let mut s = promised(&[], "hand 1: pota", "pota_boss");
    s.act("play:pota");
    assert_eq!(s.legal(), ["target:0"]);
    s.act("target:0");
    assert_eq!(s.judged()[0].2, Status::Kept);

    let text = "centre: minus_3; front 0: reverse; front 2: pota; hand 1: move_2";
    let mut s = promised(&[], text, "clear_negative");
    s.act("play:move_2");
    assert_eq!(s.legal(), ["move_from:centre:minus_3"]);
    s.act("move_from:centre:minus_3").act("move_to:discard");
    assert_eq!(s.legal().len(), 3, "the second move is free");
    s.act("move_from:front:2:pota").act("move_to:discard");
    assert_eq!(s.judged()[0].2, Status::Kept);

    let mut s = promised(&[], text, "clear_reverse");
    s.act("play:move_2");
    assert_eq!(s.legal(), ["move_from:front:0:reverse"]);
    s.act("move_from:front:0:reverse");
    assert!(s.is_legal("move_to:3") && s.is_legal("move_to:discard"));
}

#[test]
fn conditions_of_the_table() {
    // A Boss who is out is protected: no piece of the action, no Reverse for him.
    let text = "colour: green; passes: 1 0 0 0; hand 0: plus_2; hand 1: pota reverse move_1; phase: turn 0";
    let mut s = scene(4, &[], text);
    s.act("pass");
    assert_eq!(s.to_move(), Some(1));
    assert!(!s.is_legal("offer:pota_boss") && !s.is_legal("offer:reverse_on:0"));
    assert!(s.is_legal("offer:reverse_on:2") && !s.is_legal("offer:clear_negative"));
    let mut s = scene(4, &["variant.nasty=true"], text);
    s.act("pass");
    assert!(s.is_legal("offer:pota_boss") && s.is_legal("offer:reverse_on:0"));
    // Move cards count only if they can be played now.
    let s = window(&[], "hand 1: move_3; centre: minus_2");
    assert!(!s.is_legal("offer:clear_negative") && s.is_legal("offer:discard:move"));
    let s = window(&[], "hand 1: move_2; centre: minus_2; front 0: reverse");
    assert!(s.is_legal("offer:clear_negative") && s.is_legal("offer:clear_reverse"));
}

#[test]
fn no_reverse_spares_the_boss() {
    let text = "front 2: reverse; hand 1: reverse move_1";
    let mut s = promised(&[], text, "no_reverse");
    s.act("play:reverse");
    assert_eq!(s.legal(), ["target:1", "target:2", "target:3"]);
    let mut s = promised(&[], text, "no_reverse");
    s.act("play:move_1").act("move_from:front:2:reverse");
    assert_eq!(s.legal(), ["move_to:discard", "move_to:1", "move_to:3"]);
    let mut s = promised(&["negotiation.mode=free"], text, "no_reverse");
    s.act("play:move_1").act("move_from:front:2:reverse").act("move_to:0");
    assert_eq!(s.judged(), [(1, "no_reverse".to_owned(), Status::Broken)]);
    s.all_out();
    assert_eq!(s.judged().len(), 1, "broken is broken, not kept as well");
}

#[test]
fn no_negative_spares_the_sum() {
    let text = "front 2: reverse; hand 1: minus_2 move_1 move_2 move_3";
    let s = promised(&[], text, "no_negative");
    // One card is on the table beside the plus card: Move 2 and 3 have too few.
    assert_eq!(s.legal(), ["play:move_1", "pass", "double_pass"]);
    let mut s = promised(&[], &format!("centre: minus_3; {text}"), "no_negative");
    assert_eq!(s.legal(), ["play:move_1", "play:move_2", "pass", "double_pass"]);
    s.act("play:move_2");
    assert_eq!(s.legal(), ["move_from:centre:minus_3", "move_from:front:2:reverse"]);
    let mut s = promised(&["negotiation.mode=reputation"], text, "no_negative");
    s.act("play:move_1").act("move_from:centre:plus_2").act("move_to:discard");
    assert_eq!(s.judged(), [(1, "no_negative".to_owned(), Status::Broken)]);
    assert_eq!(s.state.public.strikes[Seat::new(1)], 1);
    let mut s = promised(&["negotiation.mode=free"], text, "no_negative");
    s.act("play:minus_2");
    assert_eq!(s.judged()[0].2, Status::Broken);
}

#[test]
fn no_move_and_rest_of_round_promises_kept_at_the_settlement() {
    let text = "front 2: reverse; hand 1: plus_1 move_1";
    let mut s = promised(&[], text, "no_move");
    assert_eq!(s.legal(), ["play:plus_1", "pass", "double_pass"]);
    assert!(s.judged().is_empty());
    s.all_out();
    assert_eq!(s.judged(), [(1, "no_move".to_owned(), Status::Kept)]);
    let mut s = promised(&["negotiation.mode=free"], text, "no_move");
    s.act("play:move_1");
    assert_eq!(s.judged()[0].2, Status::Broken);
}

#[test]
fn ib_54_plain_tokens_are_no_promise() {
    let mut s = promised(&[], "hand 1: plus_1", "plain");
    s.all_out();
    assert!(s.judged().is_empty() && s.money()[1] > 50);
}

#[test]
fn forced_gifts_need_no_consent() {
    let ask = |settings: &[&str]| {
        let mut s = window(settings, "hand 1: pota");
        s.play("1 offer:none; 2 offer:none; 3 offer:none; 0 boss:ask:1; 0 ask:plain");
        s
    };
    assert_eq!(ask(&[]).phase(), "TALK_REPLY");
    let s = ask(&["negotiation.forced_gift=true"]);
    assert!(s.state.public.cousin[Seat::new(1)] && s.phase() == "TALK_BOSS");
    let mut s = window(&["negotiation.forced_gift=true"], "hand 1: pota");
    s.play("1 offer:none; 2 offer:none; 3 offer:none; 0 boss:ask:1; 0 ask:pass_out");
    assert_eq!(s.phase(), "TALK_REPLY", "gifts have no strings");
}

#[test]
fn strikes_bar_a_seat() {
    let lie = |strikes: u8| {
        let strikes = format!("negotiation.reputation_strikes={strikes}");
        let mut s = promised(&["negotiation.mode=reputation", &strikes], "hand 1: plus_1", "raise:4");
        s.all_out();
        while s.phase() == "DROP" {
            s.act("drop:stop");
        }
        let lead = s.legal()[0].clone();
        s.act(&lead);
        // Seat 1 is the Boss now; were it seat 2, could seat 1 get a token?
        let mut public = s.state.public;
        public.boss = Seat::new(2);
        s.game.eligible(&public) >> 1 & 1 == 1
    };
    assert!(!lie(1) && lie(2));
}

#[test]
fn ib_7_all_tokens_gone_ends_the_window() {
    let mut s = window(&[], "hand 1: plus_1; hand 2: plus_1");
    s.play("1 offer:plain; 2 offer:plain; 3 offer:plain; 0 boss:accept:3; 0 boss:accept:2");
    assert_eq!((s.phase(), s.to_move(), s.state.public.tokens_left), ("TURN", Some(1), 0));
    assert_eq!(s.state.public.offers.first(4), [None; 4], "open offers lapse");
}

#[test]
fn ib_57_a_promise_is_judged_by_what_the_turn_began_with() {
    // Seat 1 is the last to turn a first disk and draws a Move 1, the only card in the stock.
    let judged = |settings: &[&str], text: &str| {
        let text = format!(
            "colour: green; cousin: 1; passes: 1 0 1; hand 0: plus_1; hand 2: plus_1; stock: move_1:green; {text}"
        );
        let mut s = scene(3, settings, &text);
        let seat = Seat::new(1);
        s.state.public.promises[seat] = Some(Promise { kind: Kind::ClearNegative, status: Status::Open });
        s.begin_turn(seat);
        s.act("pass");
        assert_eq!(s.drawn().len(), 1);
        s.judged()
    };
    let is = |status| vec![(1, "clear_negative".to_owned(), status)];
    // One card lies on the table: a Move 2 can't be played, the Move 1 comes too late.
    assert_eq!(judged(&[], "centre: minus_2; hand 1: move_2"), is(Status::Void));
    // It held no Move card; that the table has nothing to clear is no excuse.
    let free = ["negotiation.mode=free"];
    assert_eq!(judged(&free, "centre: plus_2; hand 1: plus_3"), is(Status::Broken));
    assert_eq!(judged(&free, "centre: plus_2; hand 1: move_2 plus_3"), is(Status::Void));
}

#[test]
fn who_is_asked_is_public() {
    let mut s = window(&[], "hand 1: pota; hand 3: reverse");
    s.play("1 offer:none; 2 offer:none; 3 offer:none; 0 boss:ask:3");
    let shown = |s: &Scene| serde_json::to_value(s.view(2)).unwrap();
    assert_eq!((shown(&s)["asked"].as_u64(), &shown(&s)["asked_for"]), (Some(3), &serde_json::Value::Null));
    s.play("0 ask:discard:reverse");
    assert_eq!(
        (shown(&s)["asked"].as_u64(), shown(&s)["asked_for"].as_str()),
        (Some(3), Some("discard:reverse"))
    );
    s.play("3 reply:no");
    assert_eq!(shown(&s)["asked"], serde_json::Value::Null);
}
