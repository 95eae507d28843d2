//! Turns: draws from the two piles and the reshuffle, Bankrupts and relief, cards that may be banked and
//! discarded, Steals (PP-3 to PP-9, PP-14 to PP-44, PP-47, PP-51 to PP-55).

use std::collections::BTreeMap;

use serde_json::json;

use super::{Scene, card, scene};
use crate::action::Action;
use crate::event::{Cause, Ending, PlayEvent};
use ludometer_model::{Game, Rng, Seat};
use ludometer_playable::Playable;

#[test]
fn pp_16_pp_51_e6_draws_come_from_both_piles_one_by_one() {
    let mut s = scene(4, &[]).hand(0, "2 2 6").discard("7 BL 3 8").start();
    assert_eq!(s.legal(), ["draw stock", "draw discard"]);
    s.act("draw discard").act("draw discard");
    assert_eq!(s.hand_of(0), "2 2 3 6 8");
    assert_eq!(s.legal(), ["draw stock"]);
    s.draw("5");
    assert_eq!((s.hand_of(0).as_str(), s.pile().as_str()), ("2 2 3 5 6 8", "7 BL"));
    assert!(s.legal().iter().all(|a| !a.starts_with("draw")));
}

#[test]
fn pp_17_only_the_top_of_the_pile_is_ever_drawn_up_to_six_cards() {
    let mut s = scene(3, &[]).hand(0, "1 2 3 4").discard("9 8 7").start();
    s.act("draw discard");
    assert_eq!((s.hand_of(0).as_str(), s.pile().as_str()), ("1 2 3 4 7", "9 8"));
    s.act("draw discard");
    assert_eq!((s.hand_of(0).as_str(), s.pile().as_str()), ("1 2 3 4 7 8", "9"));
    assert!(s.legal().contains(&"discard 8".to_owned()));
}

#[test]
fn pp_17_pp_19_a_hand_is_filled_to_the_limit_that_is_set() {
    for (limit, draws) in [(2, 0), (3, 0), (4, 1), (8, 5)] {
        let mut s = scene(2, &[&format!("hand.limit={limit}")]).hand(0, "2 3 4").discard("9").start();
        let mut drawn = 0;
        while s.legal().contains(&"draw stock".to_owned()) {
            s.draw("5");
            drawn += 1;
        }
        assert_eq!(drawn, draws, "up to {limit}");
    }
}

#[test]
fn pp_34_pp_44_a_draw_tells_whether_the_pile_was_open_before() {
    let cases = [
        ("8 BL", "draw stock", false),
        ("8 S1", "draw stock", false),
        ("BL 8", "draw stock", true),
        ("BL 8", "draw discard", true),
    ];
    for (pile, action, open) in cases {
        let mut s = scene(2, &[]).hand(0, "2 3").discard(pile).start();
        s.act(action);
        let reported = s.events.iter().find_map(|e| match *e {
            PlayEvent::Draw { pile_open, .. } => Some(pile_open),
            _ => None,
        });
        assert_eq!(reported, Some(open), "{action} with the pile {pile}");
    }
}

#[test]
fn pp_17_e9_with_nothing_to_draw_a_seat_goes_on_with_what_it_has() {
    let s =
        scene(2, &[]).hand(0, "2 5 9").hand(1, "3 3 3 3 3").bank(0, "1").discard("BL").start_with_stock("");
    assert_eq!(s.legal(), ["bank 2", "discard 2", "discard 5", "discard 9"]);
    let mut s =
        scene(2, &[]).hand(0, "2 5 9").hand(1, "3 3 3 3 3").bank(0, "1").discard("8").start_with_stock("");
    assert_eq!(s.legal(), ["draw discard"]);
    s.act("draw discard");
    assert_eq!(s.legal(), ["bank 2", "discard 2", "discard 5", "discard 8", "discard 9"]);
}

#[test]
fn an_empty_hand_and_no_cards_to_draw_leave_only_a_pass() {
    let mut s = scene(2, &[]).hand(0, "").hand(1, "3 3").discard("BL").start_with_stock("");
    assert_eq!(s.legal(), ["pass"]);
    s.act("pass");
    assert_eq!(s.to_move(), Some(1));
}

#[test]
fn pp_14_pp_34_e8_a_reshuffle_takes_all_but_the_top() {
    let piles =
        || scene(2, &[]).hand(0, "2 3 3 7").hand(1, "9 9 9 9 9").discard("4 BH 6 S1 10").start_with_stock("");
    let mut s = piles();
    assert_eq!(s.legal(), ["draw stock", "draw discard"]);
    s.act("draw stock");
    assert!(s.said(&PlayEvent::Shuffle { cards: 4, removed: 0 }));
    assert_eq!((s.state.stock.len(), s.pile().as_str()), (3, "10"));
    assert_eq!(s.legal(), ["draw stock", "draw discard"]);
    // A card from below the Bankrupt can come up again by reshuffling only.
    piles().draw("4");
    // Had it taken the 10 first, the Steal would stay as the whole pile.
    let mut s = piles();
    s.act("draw discard").draw("BH");
    assert_eq!((s.state.stock.len(), s.pile().as_str()), (2, "S1"));
}

#[test]
fn pp_14_the_stock_is_refilled_only_when_a_card_is_needed() {
    let mut s = scene(2, &[]).hand(0, "2 3 4 5 6").hand(1, "9 9").discard("8 7").start_with_stock("1");
    s.act("draw stock");
    assert_eq!((s.state.stock.len(), s.pile().as_str()), (0, "8 7"));
    s.act("discard 6");
    assert_eq!(s.state.stock.len(), 0);
    assert_eq!(s.legal(), ["draw stock", "draw discard"]);
}

#[test]
fn pp_14_a_lone_top_card_is_never_shuffled() {
    let s = scene(2, &[]).hand(0, "2 3").hand(1, "9 9").discard("8").start_with_stock("");
    assert_eq!(s.legal(), ["draw discard"]);
}

#[test]
fn pp_44_steals_removed_at_a_reshuffle_leave_the_game() {
    let settings = ["steal.reshuffle=removed"];
    let mut s =
        scene(2, &settings).hand(0, "2 3 3 7 8").hand(1, "9 9").discard("4 S1 S3 10").start_with_stock("");
    s.act("draw stock");
    assert!(s.said(&PlayEvent::Shuffle { cards: 1, removed: 2 }));
    assert_eq!((s.hand_of(0).as_str(), s.pile().as_str()), ("2 3 3 4 7 8", "10"));
    assert_eq!(s.state.removed, [1, 0, 1]);
    // Steals alone would not refill the stock.
    let s = scene(2, &settings).hand(0, "2 3 3 7 8").hand(1, "9 9").discard("S1 S3 BL").start_with_stock("");
    assert_eq!(s.legal(), ["discard 2", "discard 3", "discard 7", "discard 8"]);
}

#[test]
fn pp_19_pp_43_e14_above_six_cards_there_is_no_draw() {
    let mut s = scene(2, &[]).hand(0, "2 3 8 8 S3").hand(1, "4 5 6 7 9").discard("1").start();
    s.draw("9").act("discard steal_three");
    for take in ["4", "5", "6"] {
        s.act("steal from 1").act(&format!("take {take}"));
    }
    let mut sizes = vec![s.state.hands.first(1)[0].size];
    while sizes.len() < 5 {
        // Seat 1 keeps its hands off: it draws and discards.
        while s.to_move() == Some(1) {
            let legal = s.legal();
            let quiet = legal.iter().find(|a| a.starts_with("discard") && !a.contains("steal"));
            let act = quiet.or(legal.iter().find(|a| *a == "draw discard")).unwrap_or(&legal[0]).clone();
            s.act(&act);
        }
        let drew = s.legal().contains(&"draw stock".to_owned());
        if drew {
            break;
        }
        let act = s.legal().into_iter().find(|a| a.starts_with("discard")).unwrap();
        s.act(&act);
        sizes.push(s.state.hands.first(1)[0].size);
    }
    // 8, then 7, 6, 5 without a draw; then one draw is due.
    assert_eq!(sizes, [8, 7, 6, 5]);
    assert!(s.legal().contains(&"draw stock".to_owned()));
}

#[test]
fn a_seat_may_stop_drawing_only_with_the_toggle() {
    let mut s = scene(2, &["draw.may_stop=true"]).hand(0, "2 3").hand(1, "9 9").discard("8").start();
    assert_eq!(s.legal(), ["draw stock", "draw discard", "draw stop"]);
    s.act("draw stop");
    assert_eq!(s.legal(), ["discard 2", "discard 3"]);
    assert!(s.said(&PlayEvent::Stop { seat: Seat::new(0), pile_open: true }));
    let mut s = scene(2, &["draw.may_stop=true"]).hand(0, "2 3").hand(1, "9 9").discard("8 BL").start();
    s.act("draw stop");
    assert!(s.said(&PlayEvent::Stop { seat: Seat::new(0), pile_open: false }));
    let s = scene(2, &[]).hand(0, "2 3").hand(1, "9 9").discard("8").start();
    assert_eq!(s.legal(), ["draw stock", "draw discard"]);
}

#[test]
fn pp_59_pp_19_with_the_toggle_a_full_hand_may_draw_one_card_or_none() {
    let full = |settings: &[&str]| scene(2, settings).hand(0, "2 3 3 7 8 9").discard("BL 1").start();
    assert_eq!(full(&[]).legal(), ["discard 2", "discard 3", "discard 7", "discard 8", "discard 9"]);
    let offered = ["draw stock", "draw discard", "draw stop"];
    let mut s = full(&["draw.at_limit=true"]);
    assert_eq!(s.legal(), offered);
    // One card at most, though the hand may hold any number.
    s.act("draw discard");
    assert_eq!(s.hand_of(0), "1 2 3 3 7 8 9");
    assert_eq!(s.legal()[..2], ["bank 1", "discard 1"]);
    let mut s = full(&["draw.at_limit=true"]);
    s.act("draw stop");
    assert!(s.said(&PlayEvent::Stop { seat: Seat::new(0), pile_open: true }));
    assert_eq!(s.legal(), full(&[]).legal());
    // A Bankrupt that is drawn strikes, as ever.
    let mut s = full(&["draw.at_limit=true"]);
    s.draw("BH");
    assert_eq!(s.legal(), ["resolve highest"]);
    // Below the limit all draws are due, and a hand that they fill is offered no further one.
    let mut s = scene(2, &["draw.at_limit=true"]).hand(0, "2 3 3 7 8").discard("9").start();
    assert_eq!(s.legal(), offered[..2]);
    s.act("draw discard");
    assert!(s.legal().iter().all(|action| action.starts_with("discard")));
}

#[test]
fn pp_44_pp_34_e7_a_special_card_closes_the_pile() {
    let mut s = scene(2, &[]).hand(0, "3 5 5 8 9").hand(1, "2 2 2 6 7").discard("S2").start();
    assert_eq!(s.legal(), ["draw stock"]);
    s.draw("4").act("discard 9");
    assert_eq!((s.pile().as_str(), s.to_move()), ("S2 9", Some(1)));
    assert_eq!(s.legal(), ["draw stock", "draw discard"]);
    s.act("draw discard");
    assert_eq!(s.pile(), "S2");
    assert_eq!(card("S2"), s.state.top().unwrap());
}

#[test]
fn pp_28_pp_30_pp_33_pp_35_pp_51_e1_bankrupt_highest() {
    let mut s = scene(2, &[]).hand(0, "3 4 5 9 BH").discard("7").start();
    s.draw("2");
    assert_eq!(s.legal(), ["resolve highest"]);
    s.act("resolve highest");
    assert_eq!(s.pile(), "7 BH 9");
    assert_eq!((s.hand_of(0).as_str(), s.bank_of(0).as_str(), s.to_move()), ("2 3 4 5", "", Some(1)));
    // The 9 may be drawn; below it the Bankrupt closes the pile.
    let mut s = scene(2, &[]).hand(0, "3 4 5 9 BH").hand(1, "6 6 6 6").discard("7").start();
    s.draw("2").act("resolve highest").act("draw discard");
    assert_eq!(s.legal(), ["draw stock"]);
    s.draw("8").act("discard 8");
    // Seat 0 has four cards: two draws are due.
    s.draw("1");
    assert!(s.legal().iter().any(|a| a.starts_with("draw")));
    s.draw("1");
    assert!(s.legal().iter().all(|a| !a.starts_with("draw")));
}

#[test]
fn pp_30_bankrupt_lowest_takes_the_lowest() {
    let mut s = scene(2, &[]).hand(0, "3 4 5 9 9 BL").discard("7").start();
    s.act("resolve lowest");
    assert_eq!((s.pile().as_str(), s.hand_of(0).as_str()), ("7 BL 3", "4 5 9 9"));
}

#[test]
fn a_lost_card_is_needed_if_the_bank_lacks_it_and_the_hand_has_no_second() {
    let cases = [
        (10, "4 5 9 9 9 BL", "resolve lowest", &[true][..]),
        // A second copy stays; then that one goes as well.
        (10, "4 4 5 9 9 BL", "resolve lowest", &[false]),
        (10, "4 4 5 9 BL BL", "resolve lowest", &[false, true]),
        // The bank's top and what is below.
        (10, "3 5 9 9 9 BL", "resolve lowest", &[false]),
        (10, "2 5 9 9 9 BL", "resolve lowest", &[false]),
        // The goal and what is above.
        (9, "4 5 6 7 9 BH", "resolve highest", &[true]),
        (8, "4 5 6 7 9 BH", "resolve highest", &[false]),
    ];
    for (goal, hand, resolve, expected) in cases {
        let mut s = scene(2, &[&format!("bank.goal={goal}")]).hand(0, hand).bank(0, "1 2 3").start();
        while s.to_move() == Some(0) {
            s.act(resolve);
        }
        let needed = s.events.iter().filter_map(|e| match *e {
            PlayEvent::MoveCard { cause: Cause::Lost, needed, .. } => Some(needed),
            _ => None,
        });
        assert_eq!(needed.collect::<Vec<_>>(), expected, "{hand} with a goal of {goal}");
    }
}

#[test]
fn pp_31_pp_33_several_bankrupts_all_go_in_any_order() {
    let hand = || scene(2, &[]).hand(0, "3 4 9 BL BH S1").discard("7").start();
    let mut s = hand();
    assert_eq!(s.legal(), ["resolve lowest", "resolve highest"]);
    s.act("resolve lowest").act("resolve highest");
    assert_eq!((s.pile().as_str(), s.hand_of(0).as_str(), s.to_move()), ("7 BL 3 BH 9", "4 S1", Some(1)));
    let mut s = hand();
    s.act("resolve highest").act("resolve lowest");
    assert_eq!((s.pile().as_str(), s.hand_of(0).as_str()), ("7 BH 9 BL 3", "4 S1"));
}

#[test]
fn pp_29_pp_31_pp_32_pp_54_pp_55_e10_shortage() {
    let hand = || scene(2, &[]).hand(0, "BL BH 4 S1 S1").hand(1, "2 2 2 2 2 2").discard("3").start();
    let mut s = hand();
    s.draw("S2");
    assert_eq!(s.legal(), ["resolve lowest", "resolve highest"]);
    s.act("resolve lowest");
    assert_eq!((s.pile().as_str(), s.hand_of(0).as_str()), ("3 BL 4", "BH S1 S1 S2"));
    assert!(s.said(&PlayEvent::Hold { seat: Seat::new(0), bankrupts: 1 }));
    assert_eq!(s.to_move(), Some(1));
    s.act("discard 2").draw("6").draw("9");
    assert_eq!(s.legal(), ["resolve highest"]);
    s.act("resolve highest");
    assert_eq!((s.hand_of(0).as_str(), s.pile().as_str()), ("6 S1 S1 S2", "3 BL 4 2 BH 9"));
    let mut s = hand();
    s.draw("S2").act("resolve highest");
    assert_eq!((s.pile().as_str(), s.hand_of(0).as_str()), ("3 BH 4", "BL S1 S1 S2"));
}

#[test]
fn pp_32_e11_relief_with_a_steal() {
    let mut s = scene(2, &[]).hand(0, "BL BL BH S1 S2").hand(1, "1 5 7 7 10").discard("3").start();
    s.draw("S1");
    assert!(s.said(&PlayEvent::Relief { seat: Seat::new(0), bankrupts: 3 }));
    assert_eq!(s.legal(), ["discard steal_one", "discard steal_two"]);
    s.act("discard steal_two").act("steal from 1").act("take 10").act("steal from 1").act("take 7");
    assert_eq!((s.hand_of(0).as_str(), s.to_move()), ("7 10 BL BL BH S1 S1", Some(1)));
    // Seat 1 has three cards left and fills up.
    s.draw("2").draw("2").draw("2").act("discard 2");
    assert_eq!(s.to_move(), Some(0));
    assert_eq!(s.legal(), ["resolve lowest", "resolve highest"]);
    s.act("resolve lowest");
    assert_eq!(s.legal(), ["resolve lowest", "resolve highest"]);
    s.act("resolve highest");
    assert!(s.said(&PlayEvent::Hold { seat: Seat::new(0), bankrupts: 1 }));
    assert_eq!(s.hand_of(0), "BL S1 S1");
}

#[test]
fn pp_32_e12_relief_without_a_steal() {
    let mut s = scene(2, &[]).hand(0, "BL BL BL BH BH BH").hand(1, "2 2 2 2 2 2").discard("3").start();
    assert!(s.said(&PlayEvent::Relief { seat: Seat::new(0), bankrupts: 6 }));
    assert_eq!(s.legal(), ["dump bankrupt_lowest", "dump bankrupt_highest"]);
    s.act("dump bankrupt_lowest");
    assert_eq!((s.hand_of(0).as_str(), s.pile().as_str()), ("BL BL BH BH BH", "3 BL"));
    s.act("discard 2").draw("9");
    assert_eq!(s.legal(), ["resolve lowest", "resolve highest"]);
    s.act("resolve highest");
    assert!(s.said(&PlayEvent::Hold { seat: Seat::new(0), bankrupts: 4 }));
}

#[test]
fn pp_32_with_wait_a_seat_without_values_only_holds() {
    let settings = ["bankrupt.no_values=wait"];
    let mut s = scene(2, &settings).hand(0, "BL BL BH S1 S2 S2").discard("3").start();
    assert_eq!(s.legal(), ["hold"]);
    s.act("hold");
    assert!(s.said(&PlayEvent::Hold { seat: Seat::new(0), bankrupts: 3 }));
    assert!(!s.events.iter().any(|e| matches!(e, PlayEvent::Relief { .. })));
    assert_eq!((s.hand_of(0).as_str(), s.to_move()), ("BL BL BH S1 S2 S2", Some(1)));
}

#[test]
fn pp_28_pp_29_e21_at_once_a_bankrupt_ends_the_drawing() {
    let settings = ["bankrupt.timing=at_once"];
    let mut s = scene(2, &settings).hand(0, "BL 3 6 8 9").discard("2").start();
    assert_eq!(s.legal(), ["resolve lowest"]);
    s.act("resolve lowest");
    assert_eq!(s.hand_of(0), "6 8 9");
    // One value card is no match for two Bankrupts: the drawing goes on.
    let mut s = scene(2, &settings).hand(0, "BL BH 3 S1").discard("2").start();
    assert_eq!(s.legal(), ["draw stock", "draw discard"]);
    // With a second one it ends, though only five cards are in hand.
    s.draw("5");
    assert_eq!(s.legal(), ["resolve lowest", "resolve highest"]);
    // With the default a card is drawn first, and a drawn 1 is lost in place of the 3.
    let mut s = scene(2, &[]).hand(0, "BL 3 6 8 9").discard("2").start();
    assert_eq!(s.legal(), ["draw stock", "draw discard"]);
    s.draw("1").act("resolve lowest");
    assert_eq!(s.hand_of(0), "3 6 8 9");
}

#[test]
fn pp_28_pp_55_e20_a_bankrupt_comes_before_the_finish() {
    let hand = || scene(2, &[]).hand(0, "6 7 8 9 10").bank(0, "1 2 3 4 5").discard("2").start();
    let mut s = hand();
    assert_eq!(s.legal(), ["draw stock", "draw discard"]);
    s.act("draw discard").act("finish");
    assert!(s.over());
    assert_eq!(s.pile(), "2");
    let mut s = hand();
    s.draw("BL");
    assert_eq!(s.legal(), ["resolve lowest"]);
    s.act("resolve lowest");
    assert_eq!((s.hand_of(0).as_str(), s.pile().as_str(), s.to_move()), ("7 8 9 10", "2 BL 6", Some(1)));
}

#[test]
fn pp_4_pp_5_pp_18_pp_20_pp_22_pp_23_pp_25_pp_26_e5_what_may_be_banked() {
    // Six cards in hand: no draw is due.
    let s = scene(2, &[]).hand(0, "1 2 3 4 5 10").bank(0, "1 2 2 3").start();
    let discards = ["discard 1", "discard 2", "discard 3", "discard 4", "discard 5", "discard 10"];
    assert_eq!(s.legal(), [&["bank 3", "bank 4"][..], &discards].concat());
    // An empty bank begins with a 1 and nothing else; and nothing must be banked.
    let s = scene(2, &[]).hand(0, "1 2 3 4 5 10").start();
    assert_eq!(s.legal(), [&["bank 1"][..], &discards].concat());
}

#[test]
fn pp_21_pp_23_the_same_value_may_be_banked_again_without_limit() {
    let mut s = scene(2, &[]).hand(0, "3 3 3 5 6 7").hand(1, "9 9 9 9 9 9").bank(0, "1 2 3 3 3").start();
    s.act("bank 3").act("discard 9");
    assert_eq!(s.bank_of(0), "1 2 3 3 3 3");
    s.draw("1");
    assert!(s.legal().contains(&"bank 3".to_owned()));
}

#[test]
fn pp_7_pp_22_a_card_below_the_top_is_never_banked() {
    let s = scene(2, &[]).hand(0, "1 2 3 4 5 6").bank(0, "1 2 3 4 5 6 7").start();
    assert!(s.legal().iter().all(|a| !a.starts_with("bank")));
    assert_eq!(s.legal().len(), 6);
}

#[test]
fn pp_6_pp_25_no_value_may_be_skipped() {
    for top in 0..8_u8 {
        let bank: Vec<String> = (1..=top).map(|v| v.to_string()).collect();
        let skip = top + 2;
        let hand = format!("{skip} {skip} {skip} {skip} {skip} {skip}");
        let s = scene(2, &[]).hand(0, &hand).bank(0, &bank.join(" ")).start();
        assert_eq!(s.legal(), [format!("discard {skip}")], "bank up to {top}");
    }
}

#[test]
fn pp_18_pp_24_pp_52_one_card_a_turn_and_only_on_the_own_turn() {
    let mut s = scene(3, &[]).hand(0, "1 2 3 4 5 6").start();
    s.act("bank 1");
    assert_eq!((s.bank_of(0).as_str(), s.to_move()), ("1", Some(1)));
    let mut s = scene(3, &[]).hand(0, "1 2 3 4 5 6").start();
    s.act("discard 6");
    assert_eq!((s.bank_of(0).as_str(), s.to_move()), ("", Some(1)));
}

#[test]
fn pp_3_pp_8_pp_9_e15_a_single_card_wins_at_once() {
    let mut s = scene(3, &[])
        .hand(0, "2 2 3 10 S1 S2")
        .bank(0, "1 2 3 4 5 6 7 8 9")
        .bank(1, "1 2 3 4")
        .bank(2, "1 2 3 4 4")
        .discard("7")
        .start();
    assert!(!s.legal().contains(&"finish".to_owned()));
    s.act("bank 10");
    assert!(s.over());
    assert_eq!((s.hand_of(0).as_str(), s.pile().as_str()), ("2 2 3 S1 S2", "7"));
    let outcome = s.outcome();
    assert_eq!(outcome.ranks.first(3), [1, 2, 2]);
    assert_eq!(outcome.scores.first(3), [10, 4, 4]);
    assert_eq!(s.game.progress(&s.state).first(3), [10, 4, 4]);
    assert_eq!(outcome.winners().collect::<Vec<_>>(), [Seat::new(0)]);
    let end = PlayEvent::GameEnd {
        game: 0,
        ending: Ending::Single,
        winner: Some(Seat::new(0)),
        missing: 1,
        turns: 1,
    };
    assert!(s.said(&end));
}

#[test]
fn pp_3_a_lower_goal_ends_the_game_sooner() {
    let mut s = scene(2, &["bank.goal=4"]).hand(0, "4 5 5 6 6 7").bank(0, "1 2 3").start();
    assert_eq!(s.legal(), ["bank 4", "discard 4", "discard 5", "discard 6", "discard 7"]);
    s.act("bank 4");
    assert!(s.over());
}

#[test]
fn pp_27_banked_cards_are_out_of_reach_of_steals_and_bankrupts() {
    let mut s = scene(2, &[]).hand(0, "3 4 5 6 7 S3").hand(1, "8 9 9").bank(1, "1 2 3").discard("1").start();
    s.act("discard steal_three").act("steal from 1");
    assert_eq!(s.legal(), ["take 8", "take 9"]);
    let mut s = scene(2, &[]).hand(0, "3 4 5 6 BL BH").bank(0, "1 2").start();
    s.act("resolve lowest").act("resolve highest");
    assert_eq!((s.bank_of(0).as_str(), s.hand_of(0).as_str()), ("1 2", "4 5"));
}

#[test]
fn pp_36_pp_37_steal_one_takes_one_card_and_ends_the_turn() {
    let mut s = scene(3, &[]).hand(0, "2 3 4 5 6 S1").hand(1, "9 10").hand(2, "8 8").discard("7").start();
    s.act("discard steal_one");
    assert_eq!(s.pile(), "7 S1");
    assert_eq!(s.legal(), ["steal from 1", "steal from 2", "steal stop"]);
    s.act("steal from 1");
    assert_eq!(s.legal(), ["take 9", "take 10"]);
    s.act("take 10");
    assert_eq!((s.hand_of(0).as_str(), s.to_move()), ("2 3 4 5 6 10", Some(1)));
}

#[test]
fn pp_38_steal_two_takes_from_one_or_two_seats() {
    let table = || scene(3, &[]).hand(0, "2 3 4 5 6 S2").hand(1, "9 9 10").hand(2, "8 8").start();
    let mut s = table();
    s.act("discard steal_two").act("steal from 1").act("take 9").act("steal from 1").act("take 9");
    assert_eq!((s.hand_of(0).as_str(), s.hand_of(1).as_str()), ("2 3 4 5 6 9 9", "10"));
    let mut s = table();
    s.act("discard steal_two").act("steal from 1").act("take 9").act("steal from 2").act("take 8");
    assert_eq!((s.hand_of(0).as_str(), s.to_move()), ("2 3 4 5 6 8 9", Some(1)));
}

#[test]
fn pp_39_pp_40_pp_42_e13_last_cards_are_safe() {
    let mut s = scene(3, &[]).hand(0, "1 1 1 1 1 S3").hand(1, "6 9").hand(2, "8").start();
    s.act("discard steal_three");
    assert_eq!(s.legal(), ["steal from 1", "steal stop"]);
    s.act("steal from 1").act("take 9");
    assert_eq!(s.legal(), ["steal stop"]);
    s.act("steal stop");
    assert_eq!((s.hand_of(0).as_str(), s.to_move()), ("1 1 1 1 1 9", Some(1)));
}

#[test]
fn pp_42_the_number_of_protected_cards_can_be_set() {
    for (protected, victims) in [(0, 2), (1, 1), (2, 0)] {
        let setting = format!("steal.protected_cards={protected}");
        let mut s = scene(3, &[&setting]).hand(0, "1 1 1 1 1 S3").hand(1, "6 9").hand(2, "8").start();
        s.act("discard steal_three");
        assert_eq!(s.legal().len(), victims + 1, "{protected} protected");
    }
}

#[test]
fn pp_40_fewer_cards_may_be_taken_even_none() {
    let mut s = scene(3, &[]).hand(0, "1 1 1 1 1 S3").start();
    s.act("discard steal_three").act("steal stop");
    assert_eq!((s.hand_of(0).as_str(), s.to_move()), ("1 1 1 1 1", Some(1)));
}

#[test]
fn pp_38_everybody_is_shown_the_victim_and_what_may_still_be_taken() {
    let shown = |s: &Scene| serde_json::to_value(s.view(2)).unwrap();
    let mut s = scene(3, &[]).hand(0, "1 1 1 1 1 S2").hand(1, "4 5 6").start();
    s.act("discard steal_two");
    assert_eq!((&shown(&s)["phase"], &shown(&s)["takes_left"]), (&json!("steal"), &json!(2)));
    assert_eq!(shown(&s).get("victim"), None);
    s.act("steal from 1");
    assert_eq!((&shown(&s)["phase"], &shown(&s)["takes_left"]), (&json!("steal"), &json!(2)));
    assert_eq!(shown(&s)["victim"], json!(1));
    assert_eq!(serde_json::to_value(&s.state).unwrap()["phase"], json!("steal"));
    s.act("take 4");
    assert_eq!((shown(&s).get("victim"), &shown(&s)["takes_left"]), (None, &json!(1)));
    // Nothing may be taken once the thief has stopped.
    s.act("steal stop");
    assert_eq!((&shown(&s)["phase"], &shown(&s)["takes_left"]), (&json!("draw"), &json!(0)));
}

#[test]
fn pp_41_the_thief_chooses_among_all_kinds_of_cards() {
    let mut s = scene(2, &[]).hand(0, "1 1 1 1 1 S1").hand(1, "4 4 BL S2").start();
    s.act("discard steal_one").act("steal from 1");
    assert_eq!(s.legal(), ["take 4", "take bankrupt_lowest", "take steal_two"]);
    s.act("take bankrupt_lowest");
    assert_eq!(s.hand_of(0), "1 1 1 1 1 BL");
    // The thief must resolve it on its next own turn.
    s.draw("2").draw("2").draw("2").act("discard 2");
    assert_eq!(s.legal(), ["resolve lowest"]);
}

#[test]
fn pp_41_e19_blind_theft_takes_each_copy_with_equal_probability() {
    let settings = ["steal.cards=blind"];
    let mut s = scene(2, &settings).hand(0, "1 1 1 1 1 S1").hand(1, "5 5 5 9").start();
    s.act("discard steal_one");
    let mut taken = BTreeMap::new();
    for luck in 0..20_000 {
        let mut state = s.state.clone();
        let mut events = Vec::new();
        let mut rng = Rng::from_words([4, 4, luck]);
        s.game.apply(&mut state, Action::StealFrom(Seat::new(1)), &mut rng, &mut events);
        let Some(PlayEvent::Steal { card, .. }) = events.first() else { panic!("no card was taken") };
        *taken.entry(card.to_string()).or_insert(0_u32) += 1;
        // No `take` is asked: the turn is over.
        assert_eq!(s.game.to_move(&state), Some(Seat::new(1)));
    }
    // Standard deviation 61.
    assert!(taken["5"].abs_diff(15_000) < 400, "{taken:?}");
    assert_eq!(taken.len(), 2);
}

#[test]
fn pp_44_a_discarded_steal_is_of_no_use_to_others() {
    let mut s = scene(2, &[]).hand(0, "1 1 1 1 1 S1").hand(1, "4 4 4 4").start();
    s.act("discard steal_one").act("steal stop");
    assert_eq!(s.legal(), ["draw stock"]);
}
