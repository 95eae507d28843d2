//! Drawing, the two piles and the reshuffle (PP-14, PP-16, PP-17, PP-19, PP-34, PP-43, PP-51).

use super::scene::{card, scene};
use crate::event::PlayEvent;
use ludometer_model::Seat;

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
