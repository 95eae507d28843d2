//! The worked examples of section 12.

use super::{dealt, rules_with, scene};
use crate::{Face, FilmEvent, Phase};
use ludometer_model::{Game, Seat};
use ludometer_playable::Playable;

#[test]
fn we_1_fr_3_fr_4_fr_5_fr_8_fr_32_fr_33_the_box() {
    let game = rules_with(3, &[]);
    let p = game.params();
    let count = |want: fn(Face) -> bool| -> u32 {
        (0..p.kinds() as u8).filter(|k| want(p.face(*k))).map(|k| u32::from(p.copies[usize::from(k)])).sum()
    };
    let sets = count(|f| matches!(f, Face::Basic { .. } | Face::Extra { .. }));
    assert_eq!((sets, count(Face::is_action), count(|f| f == Face::Joker), p.blanks), (95, 20, 10, 1));
    assert_eq!(p.cards, 125);
    assert_eq!((p.genres, p.categories, p.extras), (5, 6, 7));
    for genre in 0..5_u8 {
        let basics: u32 = (0..6).map(|c| u32::from(p.copies[usize::from(p.basic(genre, c))])).sum();
        let extras: u32 = (0..7).map(|x| u32::from(p.copies[usize::from(p.extra(genre, x))])).sum();
        assert_eq!((basics, extras), (12, 7));
        let mut fits = (0, 0);
        for kind in 0..p.kinds() as u8 {
            match p.face(kind) {
                Face::Positive(g) if g >> genre & 1 == 1 => fits.0 += p.copies[usize::from(kind)],
                Face::Negative(g) if g >> genre & 1 == 1 => fits.1 += p.copies[usize::from(kind)],
                _ => {}
            }
        }
        assert_eq!(fits, (4, 4));
    }
    assert_eq!(game.cards().iter().map(|c| c.copies).sum::<u64>(), 125);
}

#[test]
fn we_2_fr_20_fr_30_fr_31_fr_35_fr_38_the_valid_set() {
    let mut full = scene(3, &[]).hand(0, "F.b1 F.b2 F.b3 F.b4 F.b5 F.b6 C.b1 C.b2 P.x1 I.x2 R.b6").start();
    assert!(full.may("meld(feminist)"));
    full.act("meld(feminist)");
    assert_eq!(full.film(0), "F{b: 1 2 3 4 5 6; x:}");
    assert_eq!(full.cards(0), "C.b1 C.b2 P.x1 R.b6 I.x2");
    let other = scene(3, &[]).hand(0, "F.b1 F.b2 F.b3 F.b4 F.b5 C.b6 C.b1 C.b2 P.x1 I.x2 R.b6").start();
    assert!(!other.may("meld(feminist)"));
    let twice = scene(3, &[]).hand(0, "F.b1 F.b2 F.b3 F.b4 F.b5 F.b1 C.b1 C.b2 P.x1 I.x2 R.b6").start();
    assert!(!twice.may("meld(feminist)"));
    let mut joker = scene(3, &[]).hand(0, "F.b1 F.b2 F.b3 F.b4 F.b5 J C.b1 C.b2 P.x1 I.x2 R.b6").start();
    joker.act("meld(feminist)");
    assert_eq!(joker.film(0), "F{b: 1 2 3 4 5 J; x:}");
    assert_eq!((joker.mover(), joker.cards(0).len()), (Some(0), "C.b1 C.b2 P.x1 R.b6 I.x2".len()));
}

#[test]
fn we_3_fr_42_fr_43_fr_45_example_one() {
    let mut s = scene(3, &[])
        .meld(1, "F 1 J J 4 5 6;")
        .hand(0, "F.b3 C.b1 C.b2 C.b3 C.b4 C.b5 P.b1 R.b2 R.b3 I.b1 I.b2")
        .start();
    assert!(s.may("exchange(F.b3)") && !s.may("exchange(C.b2)") && !s.may("meld(classic)"));
    s.act("exchange(F.b3)");
    assert_eq!(s.legal(), ["target(1)"]);
    s.act("target(1)");
    assert_eq!(s.film(1), "F{b: 1 J 3 4 5 6; x:}");
    assert_eq!(s.state.hands[0].size(), 11);
    assert_eq!((s.known(1, 0), s.known(2, 0)), ("J".to_owned(), "J".to_owned()));
    // The joker may be kept, melded or discarded.
    let (mut kept, mut melded) = (s.clone(), s.clone());
    kept.act("discard(I.b2)");
    assert_eq!(kept.cards(0), "C.b1 C.b2 C.b3 C.b4 C.b5 P.b1 R.b2 R.b3 I.b1 J");
    melded.act("meld(classic)");
    assert_eq!(melded.film(0), "C{b: 1 2 3 4 5 J; x:}");
    s.act("discard(J)");
    assert_eq!((s.top().as_str(), s.mover()), ("J", Some(1)));
    // A second real card doesn't fetch the joker of another place.
    let other = scene(3, &[]).meld(1, "F 1 J 3 4 5 6;").hand(0, "F.b3 C.b1").start();
    assert!(!other.may("exchange(F.b3)"));
}

#[test]
fn we_4_fr_25_fr_28_fr_36_fr_44_fr_46_example_two() {
    let bare = || scene(3, &[]).meld(1, "F 1 2 3 4 5 6; 1 2 J").hand(0, "F.x5 C.b1 P.b1");
    let mut s = bare().meld(0, "C 1 2 3 4 5 6;").start();
    assert!(s.may("hit(F.x5)") && !s.may("exchange(F.x5)"));
    s.act("hit(F.x5)").act("target(1)");
    assert_eq!(s.film(1), "F{b: 1 2 3 4 5 6; x: 1 2 5 J}");
    let without = bare().start();
    assert!(!without.may("hit(F.x5)") && !without.may("exchange(F.x5)"));
}

#[test]
fn we_5_fr_26_fr_47_example_three() {
    let mut s = scene(3, &["deck.extra_copies=2"])
        .meld(1, "F 1 2 3 4 5 6; 1 2 3 4 5 J J")
        .meld(0, "F 1 2 3 4 5 6; 1 2 3 4 5 6 7")
        .hand(0, "F.x6 J C.b1")
        .start();
    assert!(!s.may("hit(F.x6)") && !s.may("hit(J)") && s.may("exchange(F.x6)"));
    s.act("exchange(F.x6)");
    assert_eq!(s.legal(), ["target(1)"]);
    s.act("target(1)");
    assert_eq!(s.film(1), "F{b: 1 2 3 4 5 6; x: 1 2 3 4 5 6 J}");
    assert_eq!(s.cards(0), "C.b1 J J");
    let second = scene(3, &["deck.extra_copies=2"])
        .meld(1, "F 1 2 3 4 5 6; 1 2 3 4 5 J J")
        .meld(0, "C 1 2 3 4 5 6;")
        .hand(0, "F.x3 C.b1")
        .start();
    assert!(!second.may("hit(F.x3)") && !second.may("exchange(F.x3)"));
}

#[test]
fn we_6_fr_18_fr_19_fr_41_drawing() {
    let joker = scene(3, &[]).pile("J").start().before_draw();
    assert_eq!(joker.legal(), ["draw_stock", "draw_pile"]);
    let spy = scene(3, &[]).pile("spy").start().before_draw();
    assert_eq!(spy.legal(), ["draw_stock"]);
    // Whatever action card the pile starts with, it has no effect.
    let game = rules_with(3, &[]);
    let mut tops = std::collections::BTreeSet::new();
    for seed in 0..300 {
        let (state, events) = dealt(3, &[], seed);
        let top = state.board.pile[0];
        if !game.params().face(top).is_action() {
            continue;
        }
        tops.insert(game.params().naming.name(top));
        let first = state.board.dealer.next(3);
        assert_eq!(
            (game.to_move(&state), state.board.phase, state.board.turn),
            (Some(first), Phase::Draw, 1)
        );
        assert!(state.hands[..3].iter().all(|hand| hand.size() == 10));
        assert!(Seat::all(3).all(|seat| game.view(&state, seat).known.iter().all(|hand| hand.is_empty())));
        assert!(matches!(events.last(), Some(FilmEvent::Turn { slot: 0, .. })));
    }
    assert!(["spy", "thief", "technical_defect", "pos_any", "neg_any"].iter().all(|id| tops.contains(id)));
}

#[test]
fn we_7_fr_49_fr_50_fr_56_fr_57_extra_turns() {
    let mut s = scene(3, &[])
        .meld(0, "F 1 2 3 4 5 6;")
        .hand(0, "pos_indie_feminist pos_any pos_classic_parody C.b1")
        .start();
    assert!(!s.may("play_positive(pos_classic_parody)") && s.may("discard(pos_classic_parody)"));
    let turn = s.state.board.turn;
    s.act("play_positive(pos_indie_feminist)");
    assert_eq!((s.legal(), s.top()), (vec!["draw_stock".to_owned()], "pos_indie_feminist".to_owned()));
    s.act_drawing("draw_stock", "R.b3").act("play_positive(pos_any)").act_drawing("draw_stock", "R.b4");
    assert_eq!(s.state.board.slot, 0);
    s.act("discard(pos_classic_parody)");
    assert_eq!(s.cards(0), "C.b1 R.b3 R.b4");
    // Two extra turns, and seat 1's has begun.
    assert_eq!((s.state.board.turn - turn, s.state.board.slot, s.mover()), (3, 1, Some(1)));
    let before = scene(3, &[]).hand(0, "pos_any C.b1").start();
    assert!(!before.may("play_positive(pos_any)"));
}

#[test]
fn we_8_fr_51_fr_52_fr_53_fr_54_fr_55_missed_turn() {
    let mut s = scene(3, &[])
        .meld(0, "F 1 2 3 4 5 6;")
        .meld(1, "C 1 2 3 4 5 6;")
        .meld(2, "P 1 2 3 4 5 6;")
        .hand(0, "neg_feminist_classic neg_any C.b1 R.b2")
        .hand(2, "neg_any C.b2 R.b3")
        .start();
    s.act("play_negative(neg_feminist_classic)");
    assert_eq!(s.legal(), ["target(1)"]);
    s.act("target(1)");
    assert_eq!((s.top().as_str(), s.mover(), s.state.board.slot), ("R.b1", Some(1), 1));
    assert_eq!(s.legal(), ["discard_pending"]);
    s.act("discard_pending");
    assert_eq!((s.top().as_str(), s.mover()), ("neg_feminist_classic", Some(2)));
    assert_eq!(s.legal(), ["draw_stock"]);
    s.act_drawing("draw_stock", "I.b6").act("play_negative(neg_any)");
    assert_eq!(s.legal(), ["target(0)"]);
    // Instead seat 2 just discards; in slot 3 seat 1 may be met again.
    let mut other = scene(3, &[]).meld(1, "C 1 2 3 4 5 6;").hand(0, "neg_any C.b1").start();
    other.state.board.last_negative[1] = 0;
    other.state.board.slot = 2;
    assert!(!other.may("play_negative(neg_any)"));
    other.state.board.slot = 3;
    assert!(other.may("play_negative(neg_any)"));
}

#[test]
fn we_9_fr_58_fr_61_fr_62_fr_63_thief() {
    let mut s = scene(3, &[]).hand(0, "thief C.b1 C.b2").hand(1, "F.b1 J").start();
    s.act("play_interaction(thief)");
    assert_eq!(s.legal(), ["target(1)", "target(2)"]);
    s.act_until("target(1)", |n| n.cards(1) == "F.b1 R.b5" && n.cards(0) == "C.b1 C.b2 J");
    assert_eq!(s.legal(), ["discard(C.b1)", "discard(C.b2)", "discard(J)"]);
    assert_eq!((s.known(1, 0), s.known(2, 0), s.known(0, 1)), ("J".to_owned(), String::new(), String::new()));
    s.act("discard(C.b1)");
    assert_eq!(s.names(&s.state.board.pile), "R.b1 thief C.b1");
    assert_eq!(s.cards(0), "C.b2 J");
    assert_eq!((s.mover(), s.legal()), (Some(1), vec!["draw_stock".to_owned(), "draw_pile".to_owned()]));
}

#[test]
fn we_10_fr_64_fr_65_fr_66_defect() {
    let mut s =
        scene(3, &[]).hand(0, "technical_defect C.b1").hand(2, "F.b1 C.b2 P.b3 I.x1 J").stock(20).start();
    s.act("play_interaction(technical_defect)").act("target(2)");
    assert_eq!(s.mover(), Some(2));
    assert_eq!(s.legal(), ["give(F.b1)", "give(C.b2)", "give(P.b3)", "give(I.x1)"]);
    s.act("give(F.b1)");
    assert_eq!(s.legal(), ["give(C.b2)", "give(P.b3)", "give(I.x1)", "give(J)"]);
    let mut back = s.clone();
    s.act("give(C.b2)");
    assert_eq!((s.state.hands[2].size(), s.state.stock.len(), s.mover()), (5, 20, Some(1)));
    // The same cards may come back.
    back.act_until("give(C.b2)", |n| n.cards(2) == "F.b1 C.b2 P.b3 I.x1 J");
}

#[test]
fn we_11_fr_59_fr_60_spy() {
    let mut s = scene(3, &[]).hand(0, "spy C.b1").hand(1, "F.b1 F.b2 C.x1").start();
    let before = s.view(2).known;
    s.act("play_interaction(spy)").act("target(1)");
    assert_eq!(s.known(0, 1), "F.b1 F.b2 C.x1");
    assert_eq!(s.view(2).known, before);
    s.act("draw_stock");
    assert_eq!(s.known(0, 1), "F.b1 F.b2 C.x1");
    s.act("discard(F.b2)");
    assert_eq!((s.known(0, 1).as_str(), s.state.board.sizes[1]), ("F.b1 C.x1", 3));
    assert_eq!(s.view(2).known, before);
}

#[test]
fn we_12_fr_7_fr_69_fr_70_going_out() {
    let start = || {
        scene(3, &[])
            .meld(0, "F 1 2 3 4 5 6; 1 2")
            .hand(0, "F.x3 J")
            .hand(1, "C.b1 C.b2 C.b3 C.b4 C.b5 C.b6 P.b1")
            .start()
    };
    let mut s = start();
    assert!(s.may("hit(F.x3)") && s.may("hit(J)"));
    s.act("hit(F.x3)").act("target(0)");
    assert_eq!(s.legal(), ["discard(J)"]);
    s.act("discard(J)");
    assert_eq!(s.mover(), None);
    assert_eq!(s.outcome().ranks.first(3)[0], 1);
    let mut other = start();
    other.act("hit(J)").act("target(0)");
    assert_eq!(other.legal(), ["discard(F.x3)"]);
}

#[test]
fn we_13_fr_68_stock_runs_out() {
    let start = || {
        let mut s = scene(3, &[])
            .hand(0, "C.b1 C.b2 C.b3 C.b4 C.b5 P.b1 P.b2 P.b3 P.b4 I.b1")
            .hand(1, "F.b1 F.b2 F.b3 F.b4 F.b5 R.b3 R.b4 R.b5 I.b2 I.b3")
            .hand(2, "F.b1 F.b2 F.b3 F.b4 F.b5 R.b3 R.b4 R.b5 I.b2 I.b3")
            .pile("P.x1")
            .start();
        // All but one R.b2 goes under the pile.
        let top = s.state.board.pile.pop().unwrap();
        let last = s.kind("R.b2");
        let mut rest = s.state.stock.to_vec();
        rest.remove(rest.iter().position(|k| *k == last).unwrap());
        s.state.stock.clear();
        s.state.stock.push(last);
        s.state.board.pile.extend_from_slice(&rest);
        s.state.board.pile.push(top);
        s.state.board.stock = 1;
        s.check();
        s.before_draw()
    };
    let mut s = start();
    assert_eq!(s.state.board.pile.len(), 94);
    s.act_drawing("draw_stock", "R.b2");
    assert_eq!((s.state.stock.len(), s.state.board.pile.len()), (94, 0));
    s.act("discard(I.b1)");
    assert_eq!((s.state.board.pile.len(), s.mover()), (1, Some(1)));
    assert_eq!(s.legal(), ["draw_stock", "draw_pile"]);
    let mut other = start();
    other.act("draw_pile");
    assert_eq!((other.names(&other.state.stock), other.cards(0).contains("P.x1")), ("R.b2".to_owned(), true));
}

#[test]
fn we_14_fr_71_fr_72_fr_73_fr_75_fr_76_match() {
    let start = |totals: &[u32]| {
        scene(3, &["match.mode=points"]).meld(0, "C 1 2 3 4 5 6;").hand(0, "R.b2").totals(totals)
    };
    let mut s = start(&[70, 75, 95]).hand(1, "F.b1 F.x2 spy J").hand(2, "P.b1").pending(2, "neg_any").start();
    s.act("discard(R.b2)");
    assert_eq!(s.mover(), None);
    assert_eq!(s.outcome().scores.first(3), [70, 115, 100]);
    assert_eq!(s.outcome().ranks.first(3), [1, 3, 2]);
    let mut shared = start(&[75, 70, 95]).hand(1, "F.b1").hand(2, "P.b1").start();
    shared.act("discard(R.b2)");
    assert_eq!(shared.outcome().scores.first(3), [75, 75, 100]);
    assert_eq!(shared.outcome().ranks.first(3), [1, 1, 3]);
    let winners: Vec<usize> = shared.outcome().winners().map(Seat::index).collect();
    assert_eq!(winners, [0, 1]);
    // Below the limit another deal begins, dealt by the next seat.
    let mut on = start(&[0, 0, 0]).hand(1, "F.b1").hand(2, "P.b1").start();
    on.act("discard(R.b2)");
    assert_eq!((on.state.board.deal, on.state.board.dealer.index(), on.mover()), (2, 0, Some(1)));
    assert_eq!(on.state.board.winner, None, "nobody has won this deal");
    assert!(on.state.board.sizes[..3].iter().all(|s| *s == 10));
}

#[test]
fn we_15_own_joker_moved() {
    let mut s = scene(3, &[]).meld(0, "F 1 J 3 4 5 6;").hand(0, "C.b1").start().before_draw();
    s.act_drawing("draw_stock", "F.b2").act("exchange(F.b2)").act("target(0)");
    assert_eq!(s.cards(0), "C.b1 J");
    s.act("hit(J)").act("target(0)");
    assert_eq!(s.film(0), "F{b: 1 2 3 4 5 6; x: J}");
    s.act("discard(C.b1)");
    assert_eq!((s.mover(), s.state.board.winner.map(Seat::index)), (None, Some(0)));
}

#[test]
fn we_16_melding_choice() {
    let mut s = scene(3, &[]).hand(0, "F.b1 F.b2 F.b3 F.b4 F.b5 J J C.b1 C.b2 C.b3 C.b4").start();
    s.act("meld(feminist)");
    assert_eq!(s.legal(), ["natural", "joker"]);
    let mut all = s.clone();
    s.act("joker");
    assert_eq!(s.film(0), "F{b: J 2 3 4 5 J; x:}");
    assert_eq!(s.cards(0), "F.b1 C.b1 C.b2 C.b3 C.b4");
    // By naturals, b1 to b5 are asked in turn.
    for _ in 0..5 {
        assert_eq!(
            (all.state.board.sizes[0], all.legal()),
            (11, vec!["natural".to_owned(), "joker".to_owned()])
        );
        all.act("natural");
    }
    assert_eq!(
        (all.film(0).as_str(), all.cards(0).as_str()),
        ("F{b: 1 2 3 4 5 J; x:}", "C.b1 C.b2 C.b3 C.b4 J")
    );
}
