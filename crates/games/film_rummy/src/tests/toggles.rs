//! Each toggle of section 8, both ways.

use super::{rules_with, scene};
use ludometer_playable::Playable;

#[test]
fn rd_2_going_out_without_a_discard() {
    let hit = |settings: &[&str]| scene(3, settings).meld(0, "F 1 2 3 4 5 6;").hand(0, "F.x3").start();
    assert_eq!(hit(&[]).legal(), ["discard(F.x3)"]);
    let mut s = hit(&["rules.go_out_needs_discard=false"]);
    assert_eq!(s.legal(), ["hit(F.x3)", "discard(F.x3)"]);
    s.act("hit(F.x3)").act("target(0)");
    assert_eq!((s.mover(), s.outcome().ranks.first(3)[0]), (None, 1));
    let film = |settings: &[&str]| scene(3, settings).hand(0, "F.b1 F.b2 F.b3 F.b4 F.b5 F.b6").start();
    assert!(!film(&[]).may("meld(feminist)"));
    let mut s = film(&["rules.go_out_needs_discard=false"]);
    s.act("meld(feminist)");
    assert_eq!(s.mover(), None);
}

#[test]
fn rd_4_interaction_timing() {
    let start = |settings: &[&str]| {
        scene(3, settings)
            .hand(0, "spy thief technical_defect C.b1")
            .hand(1, "F.b1 J")
            .hand(2, "P.b1")
            .start()
    };
    let mut s = start(&[]);
    s.act("play_interaction(spy)").act("target(1)");
    assert_eq!(s.mover(), Some(1));
    let mut s = start(&["rules.interaction_timing=free"]);
    s.act("play_interaction(spy)").act("target(1)");
    assert_eq!((s.mover(), s.state.board.phase.name()), (Some(0), "act"));
    s.act("play_interaction(thief)").act("target(1)");
    assert_eq!((s.state.board.phase.name(), s.state.hands[0].size()), ("act", 3));
    s.act("play_interaction(technical_defect)").act("target(2)");
    assert_eq!((s.state.board.phase.name(), s.mover()), ("act", Some(0)));
    assert_eq!(s.state.hands[0].size(), 2);
}

#[test]
fn fr_77_fr_59_interaction_cards_before_the_turns_of_others() {
    let start = |settings: &[&str]| {
        let hands = ["C.b1 C.b2", "spy C.b3 F.b1", "thief technical_defect P.b1 J"];
        let scene = scene(3, settings);
        let mut s = hands.iter().enumerate().fold(scene, |s, (seat, cards)| s.hand(seat, cards)).start();
        s.act("discard(C.b1)");
        s
    };
    assert_eq!((start(&[]).mover(), start(&[]).state.board.phase.name()), (Some(1), "draw"));
    // Before the turn of seat 1 the others are asked, clockwise, what they hold or not.
    let on = &["rules.interaction_timing=any_turn"];
    let mut s = start(on);
    assert_eq!((s.mover(), s.state.board.phase.name()), (Some(2), "interrupt"));
    assert_eq!(s.legal(), ["pass", "play_interaction(thief)", "play_interaction(technical_defect)"]);
    s.act("play_interaction(thief)");
    assert_eq!(s.legal(), ["target(0)", "target(1)"]);
    s.act_until("target(1)", |next| next.cards(2).contains("spy"));
    // The Thief's own discard is a plain one, and one card a seat is all.
    assert_eq!((s.mover(), s.state.board.phase.name()), (Some(2), "thief_discard"));
    s.act("discard(P.b1)");
    assert_eq!((s.cards(2).as_str(), s.state.hands[1].size()), ("J spy technical_defect", 3));
    assert_eq!(s.known(1, 2), "spy");
    assert_eq!(
        (s.mover(), s.legal().join(" ")),
        (Some(0), "pass".to_owned()),
        "with one card none is played"
    );
    s.act("pass");
    assert_eq!((s.mover(), s.legal().join(" ")), (Some(1), "draw_stock draw_pile".to_owned()));
    // A card played is the top of the pile, and can't be drawn.
    let mut s = start(on);
    s.act("play_interaction(technical_defect)").act("target(1)");
    assert_eq!((s.mover(), s.state.board.phase.name()), (Some(1), "defect_select"));
    s.act("give(F.b1)").act("pass");
    assert_eq!((s.mover(), s.legal().join(" ")), (Some(1), "draw_stock".to_owned()));
    // On one's own turn it ends the turn, as by default.
    s.act("draw_stock").act("play_interaction(spy)").act("target(0)");
    assert_eq!((s.mover(), s.state.board.phase.name()), (Some(0), "interrupt"), "before the turn of seat 2");
}

#[test]
fn fr_77_who_misses_a_turn_is_missed_after_the_others_were_asked() {
    let on = &["rules.interaction_timing=any_turn"];
    let mut s = scene(2, on).meld(1, "C 1 2 3 4 5 6;").pending(1, "neg_any").hand(0, "C.b1 C.b2").start();
    s.act("discard(C.b1)");
    assert_eq!((s.mover(), s.legal().join(" ")), (Some(0), "pass".to_owned()));
    s.act("pass");
    assert_eq!((s.mover(), s.legal().join(" ")), (Some(1), "discard_pending".to_owned()));
}

#[test]
fn fr_77_words_and_phases_are_listed_only_where_they_can_be_met() {
    let all = |settings: &[&str]| {
        let game = rules_with(3, settings);
        (game.action_kinds().contains(&"pass".to_owned()), game.phases().contains(&"interrupt".to_owned()))
    };
    assert_eq!(all(&[]), (false, false));
    assert_eq!(all(&["rules.interaction_timing=any_turn"]), (true, true));
}

#[test]
fn rd_6_thief_sees_hand() {
    let mut s = scene(3, &["rules.thief_sees_hand=true"]).hand(0, "thief C.b1").hand(1, "F.b1 J J").start();
    s.act("play_interaction(thief)").act("target(1)");
    assert_eq!(s.legal(), ["steal(F.b1)", "steal(J)"]);
    assert_eq!((s.known(0, 1).as_str(), s.known(2, 1).as_str()), ("F.b1 J J", ""));
    s.act("steal(J)");
    assert_eq!((s.known(0, 1).as_str(), s.known(1, 0).as_str()), ("F.b1 J", "J"));
    assert_eq!(s.state.board.phase.name(), "thief_discard");
}

#[test]
fn rd_11_exchange_needs_own_meld() {
    let start = |settings: &[&str]| scene(3, settings).meld(1, "F 1 J 3 4 5 6;").hand(0, "F.b2 C.b1");
    assert!(start(&[]).start().may("exchange(F.b2)"));
    let needs = &["rules.exchange_needs_own_meld=true"];
    assert!(!start(needs).start().may("exchange(F.b2)"));
    assert!(start(needs).meld(0, "C 1 2 3 4 5 6;").start().may("exchange(F.b2)"));
}

#[test]
fn rd_12_exchanged_joker_must_be_placed() {
    let on = &["rules.exchanged_joker_must_be_placed=true"];
    // Nowhere to put it before a film: not offered.
    let bare = |settings: &[&str]| scene(3, settings).meld(1, "F 1 J 3 4 5 6;").hand(0, "F.b2 C.b1").start();
    assert!(bare(&[]).may("exchange(F.b2)") && !bare(on).may("exchange(F.b2)"));
    let mut s = scene(3, on).meld(0, "C 1 2 3 4 5 6;").meld(1, "F 1 J 3 4 5 6;").hand(0, "F.b2 C.b1").start();
    s.act("exchange(F.b2)").act("target(1)");
    assert_eq!(s.legal(), ["hit(J)"]);
    s.act("hit(J)").act("target(0)");
    assert_eq!(s.legal(), ["discard(C.b1)"]);
    // It may also go into a film.
    let mut film =
        scene(3, on).meld(1, "F 1 J 3 4 5 6;").hand(0, "F.b2 C.b1 C.b2 C.b3 C.b4 C.b5 P.b1").start();
    film.act("exchange(F.b2)").act("target(1)");
    assert_eq!(film.legal(), ["meld(classic)"]);
    film.act("meld(classic)");
    assert_eq!(film.legal(), ["discard(P.b1)"]);
    // A full row of real cards takes a joker only by choice.
    let full = |more: &[&str]| {
        let settings: Vec<&str> = on.iter().chain(more).copied().collect();
        scene(3, &settings).meld(1, "F 1 J 3 4 5 6;").hand(0, "F.b2 C.b1 C.b2 C.b3 C.b4 C.b5 C.b6").start()
    };
    assert!(full(&[]).may("exchange(F.b2)"));
    assert!(!full(&["rules.meld_joker_choice=false"]).may("exchange(F.b2)"));
}

#[test]
fn rd_13_extra_exchange_compulsory() {
    let start = |settings: &[&str]| {
        scene(3, settings).meld(0, "F 1 2 3 4 5 6; 1 2 3 4 5 J J").hand(0, "F.x6 spy C.b1").start()
    };
    assert!(start(&[]).may("discard(C.b1)"));
    let mut s = start(&["rules.extra_exchange_compulsory=true"]);
    assert_eq!(s.legal(), ["exchange(F.x6)"]);
    s.act("exchange(F.x6)").act("target(0)");
    assert!(s.may("discard(J)"));
    // Free interaction cards don't end the turn.
    let free = start(&["rules.extra_exchange_compulsory=true", "rules.interaction_timing=free"]);
    assert_eq!(free.legal(), ["exchange(F.x6)", "play_interaction(spy)"]);
}

#[test]
fn rd_9_negative_limit() {
    let start = |settings: &[&str], last: u32, slot: u32| {
        let mut s = scene(3, settings).meld(1, "C 1 2 3 4 5 6;").hand(0, "neg_any C.b1").start();
        s.state.board.last_negative[1] = last;
        s.state.board.slot = slot;
        s
    };
    let fixed = &["rules.negative_limit=fixed_round"];
    // Slots 2 and 3: next to each other, but in two fixed rounds.
    assert!(!start(&[], 2, 3).may("play_negative(neg_any)"));
    assert!(start(fixed, 2, 3).may("play_negative(neg_any)"));
    assert!(!start(fixed, 3, 5).may("play_negative(neg_any)"));
    let pending = scene(3, fixed).meld(1, "C 1 2 3 4 5 6;").pending(1, "neg_any").hand(0, "neg_any C.b1");
    let mut pending = pending.start();
    pending.state.board.slot = 3;
    assert!(!pending.may("play_negative(neg_any)"));
}

#[test]
fn rd_19_defect_self_target() {
    let start = |settings: &[&str]| {
        let mut s = scene(3, settings).hand(0, "technical_defect C.b1 C.b2 C.b3").start();
        s.act("play_interaction(technical_defect)");
        s
    };
    assert_eq!(start(&[]).legal(), ["target(1)", "target(2)"]);
    let mut s = start(&["rules.defect_self_target=true"]);
    assert_eq!(s.legal(), ["target(0)", "target(1)", "target(2)"]);
    s.act("target(0)");
    // Half of the three cards left.
    assert_eq!(s.legal(), ["give(C.b1)", "give(C.b2)", "give(C.b3)"]);
    s.act("give(C.b2)");
    assert_eq!((s.state.hands[0].size(), s.mover()), (3, Some(1)));
}

#[test]
fn rd_21_refill_keep_top() {
    for (keep, pile, stock) in [(false, 0, 3), (true, 1, 2)] {
        let setting = format!("rules.refill_keep_top={keep}");
        let mut s = scene(2, &[&setting]).pile("C.b1 C.b2 P.x1").start();
        // One card in the stock, three in the pile, the others in hands.
        let rest: Vec<u8> = s.state.stock[1..].to_vec();
        s.state.stock.truncate(1);
        s.game.params.copies = [0; crate::MAX_KINDS];
        let board = &s.state.board;
        let all =
            s.state.hands.iter().flat_map(|h| h.iter()).chain(board.pile.iter()).chain(s.state.stock.iter());
        for &kind in all {
            s.game.params.copies[usize::from(kind)] += 1;
        }
        assert!(!rest.is_empty());
        s.state.board.stock = 1;
        let mut s = s.before_draw();
        s.act("draw_stock");
        assert_eq!((s.state.board.pile.len(), s.state.stock.len()), (pile, stock));
        assert_eq!(s.top(), if keep { "P.x1" } else { "none" });
    }
}

#[test]
fn rd_24_may_rediscard_taken_card() {
    let start = |settings: &[&str], hand: &str| {
        let mut s = scene(3, settings).pile("C.b1").hand(0, hand).start().before_draw();
        s.act("draw_pile");
        s
    };
    let off = &["rules.may_rediscard_taken_card=false"];
    assert!(start(&[], "P.b1").may("discard(C.b1)"));
    assert_eq!(start(off, "P.b1").legal(), ["discard(P.b1)"]);
    assert!(start(off, "P.b1 C.b1").may("discard(C.b1)"));
    // Nothing else left: allowed.
    assert_eq!(start(off, "").legal(), ["discard(C.b1)"]);
    // The thief's discard is barred too.
    let mut thief = start(off, "thief P.b1");
    thief.act("play_interaction(thief)").act("target(1)");
    assert!(!thief.may("discard(C.b1)") && thief.may("discard(P.b1)"));
}

#[test]
fn rd_23_meld_joker_choice() {
    let mut s =
        scene(3, &["rules.meld_joker_choice=false"]).hand(0, "F.b1 F.b2 F.b3 F.b4 F.b5 J J C.b1").start();
    s.act("meld(feminist)");
    assert_eq!((s.film(0).as_str(), s.cards(0).as_str()), ("F{b: 1 2 3 4 5 J; x:}", "C.b1 J"));
}

#[test]
fn match_modes() {
    let ends = |settings: &[&str], totals: &[u32]| {
        let mut s = scene(3, settings).meld(0, "F 1 2 3 4 5 6;").hand(0, "C.b1").hand(1, "J").hand(2, "J");
        s = s.totals(totals).start();
        s.act("discard(C.b1)");
        s.mover().is_none()
    };
    assert!(ends(&[], &[0, 0, 0]));
    assert!(!ends(&["match.mode=points"], &[0, 79, 0]) && ends(&["match.mode=points"], &[0, 80, 0]));
    assert!(ends(&["match.mode=points", "match.points_limit=20"], &[0, 0, 0]));
    assert!(ends(&["match.mode=deals", "match.deals=1"], &[0, 0, 0]));
    assert!(!ends(&["match.mode=deals"], &[0, 0, 0]));
}
