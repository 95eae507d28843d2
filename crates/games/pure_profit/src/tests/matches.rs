//! Matches: the pack, the deal, the finishing move, ends and places (PP-1, PP-2, PP-6, PP-9 to PP-15, PP-24,
//! PP-45 to PP-50, PP-56, PP-57).

use std::collections::BTreeSet;

use serde_json::json;

use super::{rules_with, scene};
use crate::card::Card;
use crate::event::{Ending, PlayEvent};
use crate::state::Phase;
use crate::{PureProfit, State};
use ludometer_model::small_table::BySeat;
use ludometer_model::{Game, Outcome, SHARE_UNITS, Seat, Silent, Streams};
use ludometer_playable::Playable;

fn dealt(game: &PureProfit, play: u64) -> (State, Vec<PlayEvent>) {
    let mut state = game.new_state();
    let mut events = Vec::new();
    game.deal(&mut state, &mut Streams::new(3, play).chance(), &mut events);
    (state, events)
}

#[test]
fn pp_1_pp_2_the_pack_has_108_cards_of_ten_values_two_bankrupts_three_steals() {
    let cards = rules_with(4, &[]).cards();
    assert_eq!(cards.iter().map(|c| c.copies).sum::<u64>(), 108);
    let names: Vec<&str> = cards.iter().map(|c| c.name.as_str()).collect();
    let values = ["value_1", "value_2", "value_3", "value_4", "value_5"];
    assert_eq!(names[..5], values);
    assert_eq!(
        names[9..],
        ["value_10", "bankrupt_lowest", "bankrupt_highest", "steal_one", "steal_two", "steal_three"]
    );
    let copies: Vec<u64> = cards.iter().map(|c| c.copies).collect();
    assert_eq!(copies, [8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 4, 4, 4]);
}

#[test]
fn pp_11_pp_12_five_cards_each_or_as_many_as_set_and_one_turned_up() {
    let default = (2..=6).map(|seats| (seats, 5, None));
    for (seats, cards, set) in default.chain([(4, 3, Some("hand.deal=3")), (2, 8, Some("hand.deal=8"))]) {
        let game = rules_with(seats, set.as_slice());
        let (state, events) = dealt(&game, 0);
        for seat in Seat::all(seats) {
            assert_eq!(usize::from(state.hands[seat].size), cards);
        }
        assert_eq!(state.discard.len(), 1);
        assert_eq!(state.stock.len(), 108 - cards * seats - 1);
        let deals: Vec<Seat> = events
            .iter()
            .filter_map(|e| if let PlayEvent::Deal { seat, .. } = e { Some(*seat) } else { None })
            .collect();
        // One at a time, from the first seat on.
        let expected: Vec<Seat> = (0..cards * seats).map(|i| Seat::new(i % seats)).collect();
        assert_eq!(deals, expected);
    }
}

#[test]
fn pp_13_a_special_card_turned_up_first_is_ignored() {
    let game = rules_with(4, &[]);
    let specials = (0..300).filter(|&play| {
        let (state, _) = dealt(&game, play);
        let special = !state.top().unwrap().is_value();
        if special {
            assert_eq!(state.discard.len(), 1);
            assert_eq!(game.to_move(&state), Some(Seat::new(0)));
            let mut legal = Vec::new();
            game.legal(&state, &mut legal);
            assert_eq!(legal.iter().map(ToString::to_string).collect::<Vec<_>>(), ["draw stock"]);
        }
        special
    });
    // 28 of 108 cards are special: 78 of 300 expected, standard deviation 7.6.
    assert!((40..116).contains(&specials.count()));
}

#[test]
fn pp_13_with_replace_cards_are_turned_up_until_a_value_shows() {
    let game = rules_with(4, &["setup.first_special=replace"]);
    let mut covered = 0;
    for play in 0..300 {
        let (state, _) = dealt(&game, play);
        assert!(state.top().unwrap().is_value());
        let below = &state.discard[..state.discard.len() - 1];
        assert!(below.iter().all(|&kind| !Card::of_kind(kind).is_value()));
        covered += below.len();
        assert_eq!(state.stock.len() + state.discard.len(), 88);
    }
    assert!(covered > 40, "{covered}");
}

#[test]
fn pp_10_pp_15_the_first_seat_acts_first_and_play_goes_around() {
    for first in 0..3 {
        let game = rules_with(3, &[&format!("setup.first_seat={first}")]);
        let (mut state, _) = dealt(&game, 1);
        let mut movers = vec![game.to_move(&state).unwrap()];
        let mut rng = Streams::new(3, 1).side_stream(0);
        while movers.len() < 7 {
            let mut legal = Vec::new();
            game.legal(&state, &mut legal);
            game.apply(&mut state, legal[0], &mut rng, &mut Silent);
            let mover = game.to_move(&state).unwrap();
            if mover != *movers.last().unwrap() {
                movers.push(mover);
            }
        }
        let expected: Vec<Seat> = (0..7).map(|i| Seat::new((first + i) % 3)).collect();
        assert_eq!(movers, expected);
    }
}

#[test]
fn every_seed_deals_another_play_and_the_same_seed_the_same() {
    let game = rules_with(4, &[]);
    let hands: BTreeSet<String> = (0..50).map(|play| format!("{:?}", dealt(&game, play).0.hands)).collect();
    assert_eq!(hands.len(), 50);
    assert_eq!(dealt(&game, 9).0, dealt(&game, 9).0);
}

/// Returns the outcome of a match with these bank tops, game by game.
fn outcome(settings: &[&str], tops: &[[u32; 3]]) -> Outcome {
    let game = rules_with(3, settings);
    let mut state: State = game.new_state();
    state.phase = Phase::Over;
    state.game = tops.len() as u32;
    for game in tops {
        for seat in Seat::all(3) {
            state.totals[seat] += game[seat.index()];
            state.games_won[seat] += u32::from(game[seat.index()] == 10);
        }
        state.unfinished += u32::from(!game.contains(&10));
    }
    game.outcome(&state)
}

#[test]
fn pp_49_pp_50_e18_tops_are_added_and_equal_totals_share() {
    let tops = [[10, 5, 0], [3, 10, 4], [4, 2, 10]];
    for tiebreak in ["match.tiebreak=shared", "match.tiebreak=games_won"] {
        let o = outcome(&["match.games=3", tiebreak], &tops);
        assert_eq!(o.scores.first(3), [17, 17, 14]);
        assert_eq!(o.ranks.first(3), [1, 1, 3]);
        assert_eq!(o.win_units().first(3), [SHARE_UNITS / 2, SHARE_UNITS / 2, 0]);
        assert!(!o.unfinished);
    }
}

#[test]
fn pp_50_more_games_won_go_first_with_the_toggle() {
    let tops = [[10, 9, 0], [0, 10, 4], [10, 1, 3]];
    let o = outcome(&["match.games=3", "match.tiebreak=games_won"], &tops);
    assert_eq!((o.scores.first(3), o.ranks.first(3)), (&[20, 20, 7][..], &[1, 2, 3][..]));
    let o = outcome(&["match.games=3"], &tops);
    assert_eq!(o.ranks.first(3), [1, 1, 3]);
}

#[test]
fn pp_49_every_seat_is_shown_the_totals_and_the_games_won() {
    let mut s = scene(2, &["match.games=2"]).hand(0, "10 9 9 9 9 9").bank(0, "1 2 3 4 5 6 7 8 9");
    s = s.bank(1, "1 2 3").start();
    assert_eq!(s.game.progress(&s.state).first(2), [9, 3]);
    s.act("bank 10");
    // Both begin another bank.
    assert_eq!(s.game.progress(&s.state).first(2), [10, 3]);
    for seat in [0, 1] {
        let shown = serde_json::to_value(s.view(seat)).unwrap();
        assert_eq!((&shown["game"], &shown["totals"]), (&json!(1), &json!([10, 3])));
        assert_eq!(shown["games_won"], json!([1, 0]));
    }
}

#[test]
fn pp_10_pp_15_e18_the_first_seat_moves_on_game_by_game() {
    assert_eq!(first_seats(&["match.games=3"]), [0, 1, 2]);
    assert_eq!(first_seats(&["match.games=3", "setup.first_seat=1"]), [1, 2, 0]);
}

/// Returns who began each game of a match at random, its totals and turns being those of its games.
fn first_seats(settings: &[&str]) -> Vec<usize> {
    let game: PureProfit = rules_with(3, settings);
    let mut state = game.new_state();
    let streams = Streams::new(11, 0);
    let mut chance = streams.chance();
    let mut rng = streams.seat(Seat::new(0));
    let mut events = Vec::new();
    game.deal(&mut state, &mut chance, &mut events);
    let mut tops = BySeat::all(0_i64);
    let mut firsts = Vec::new();
    let mut turns = 0;
    let mut legal = Vec::new();
    loop {
        let mut new_game = false;
        for event in events.drain(..) {
            match event {
                PlayEvent::Game { .. } => new_game = true,
                PlayEvent::Turn { seat, turn } if new_game => {
                    assert_eq!(turn, 0);
                    firsts.push(seat.index());
                    new_game = false;
                }
                PlayEvent::GameEnd { turns: n, .. } => turns += n,
                _ => {}
            }
        }
        if game.to_move(&state).is_none() {
            break;
        }
        legal.clear();
        game.legal(&state, &mut legal);
        let before: Vec<u8> = state.banks.first(3).iter().map(|b| b.top).collect();
        let games = state.game;
        let mover = state.active;
        let action = legal[rng.index(legal.len())];
        game.apply(&mut state, action, &mut chance, &mut events);
        if state.game > games {
            // The winner reaches the goal; the others keep the tops they had.
            for seat in Seat::all(3) {
                tops[seat] += if seat == mover { 10 } else { i64::from(before[seat.index()]) };
            }
        }
    }
    let outcome = game.outcome(&state);
    assert_eq!(outcome.scores.first(3), tops.first(3));
    assert_eq!(outcome.turns, turns);
    firsts
}

#[test]
fn pp_9_an_unfinished_game_has_places_by_top_and_no_winner() {
    let game = rules_with(2, &["limits.max_turns=10"]);
    let mut state = game.new_state();
    let streams = Streams::new(5, 0);
    game.deal(&mut state, &mut streams.chance(), &mut Silent);
    let mut rng = streams.seat(Seat::new(0));
    let mut legal = Vec::new();
    while game.to_move(&state).is_some() {
        legal.clear();
        game.legal(&state, &mut legal);
        let action = legal[rng.index(legal.len())];
        game.apply(&mut state, action, &mut streams.side_stream(0), &mut Silent);
    }
    let o = game.outcome(&state);
    assert!(o.unfinished);
    assert_eq!((o.turns, o.winners().count()), (10, 0));
    let tops: Vec<i64> = state.banks.first(2).iter().map(|b| i64::from(b.top)).collect();
    assert_eq!(o.scores.first(2), tops);
    assert_eq!(o.round_units, 5 * ludometer_model::SHARE_UNITS);
}

#[test]
fn pp_8_a_win_in_the_last_turn_allowed_counts() {
    let mut s =
        scene(2, &["limits.max_turns=10"]).hand(0, "10 9 9 9 9 9").bank(0, "1 2 3 4 5 6 7 8 9").start();
    s.state.turn = 9;
    s.act("bank 10");
    assert_eq!((s.outcome().turns, s.outcome().unfinished), (10, false));
    let mut s =
        scene(2, &["limits.max_turns=10"]).hand(0, "10 9 9 9 9 9").bank(0, "1 2 3 4 5 6 7 8 9").start();
    s.state.turn = 9;
    s.act("discard 10");
    assert_eq!((s.outcome().turns, s.outcome().unfinished), (10, true));
}

fn ended_by_finish(missing: u8) -> PlayEvent {
    PlayEvent::GameEnd { game: 0, ending: Ending::Finish, winner: Some(Seat::new(0)), missing, turns: 1 }
}

#[test]
fn pp_3_pp_24_pp_45_pp_46_pp_47_pp_48_e2_finishing_move() {
    let mut s = scene(2, &[]).hand(0, "4 7 7 8 9").bank(0, "1 2 3 4 5 6").discard("3").start();
    s.draw("10").act("finish");
    assert_eq!(s.bank_of(0), "1 2 3 4 5 6 7 7 8 9 10");
    assert_eq!((s.pile().as_str(), s.hand_of(0).as_str()), ("3 4", ""));
    assert!(s.over() && s.said(&ended_by_finish(4)));
}

#[test]
fn pp_57_e3_finishing_move() {
    let mut s = scene(2, &[]).hand(0, "5 8 8 9 9").bank(0, "1 2 3 4 5 6 7").discard("2").start();
    s.draw("10");
    assert!(s.legal().contains(&"finish".to_owned()));
    s.act("finish");
    assert_eq!(s.bank_of(0), "1 2 3 4 5 6 7 8 8 9 9 10");
    assert_eq!(s.pile(), "2 5");
    assert!(s.said(&ended_by_finish(3)));
    // Before the 10 came it was not legal.
    let s = scene(2, &[]).hand(0, "5 8 8 9 9 9").bank(0, "1 2 3 4 5 6 7").start();
    assert!(!s.legal().contains(&"finish".to_owned()));
}

#[test]
fn pp_6_pp_56_e4_no_card_below_the_top() {
    let mut s = scene(2, &[]).hand(0, "5 6 7 8 9 10").bank(0, "1 2 3 4 5 6").discard("3").start();
    s.act("finish");
    assert_eq!((s.bank_of(0).as_str(), s.pile().as_str()), ("1 2 3 4 5 6 6 7 8 9 10", "3 5"));
    for missing in ["6 7 8 9", "7 8 9 10", "6 8 9 10", "6 7 9 10"] {
        let s = scene(2, &[]).hand(0, &format!("1 1 {missing}")).bank(0, "1 2 3 4 5").start();
        assert!(!s.legal().contains(&"finish".to_owned()), "{missing} do not finish from 5");
    }
}

#[test]
fn pp_46_e16_leftovers() {
    let table = |leftover: &str| {
        let setting = format!("finish.leftover={leftover}");
        scene(2, &[&setting]).hand(0, "2 3 5 9 10 S1").bank(0, "1 2 3 4 5 6 7 8").discard("4").start()
    };
    let mut s = table("any");
    s.act("finish");
    assert_eq!((s.pile().as_str(), s.hand_of(0).as_str()), ("4 2", "3 5 S1"));
    for leftover in ["at_most_one", "exactly_one"] {
        let s = table(leftover);
        assert!(!s.legal().contains(&"finish".to_owned()));
        assert!(s.legal().contains(&"bank 9".to_owned()));
    }
}

#[test]
fn pp_46_e17_nothing_left_to_discard() {
    let table = |leftover: &str| {
        let setting = format!("finish.leftover={leftover}");
        scene(2, &[&setting]).hand(0, "5 6 7 8 9 10").bank(0, "1 2 3 4").discard("2").start()
    };
    for leftover in ["any", "at_most_one"] {
        let mut s = table(leftover);
        s.act("finish");
        assert_eq!((s.pile().as_str(), s.bank_of(0).as_str()), ("2", "1 2 3 4 5 6 7 8 9 10"));
    }
    assert!(!table("exactly_one").legal().contains(&"finish".to_owned()));
}

#[test]
fn pp_46_exactly_one_spares_the_lowest_double_when_all_could_be_placed() {
    let settings = ["finish.leftover=exactly_one"];
    // A copy of the top is spared first.
    let mut s = scene(2, &settings).hand(0, "6 7 7 8 9 10").bank(0, "1 2 3 4 5 6").discard("2").start();
    s.act("finish");
    assert_eq!((s.bank_of(0).as_str(), s.pile().as_str()), ("1 2 3 4 5 6 7 7 8 9 10", "2 6"));
    // Else a second copy of a missing value.
    let mut s = scene(2, &settings).hand(0, "7 8 8 9 9 10").bank(0, "1 2 3 4 5 6").discard("2").start();
    s.act("finish");
    assert_eq!((s.bank_of(0).as_str(), s.pile().as_str()), ("1 2 3 4 5 6 7 8 9 9 10", "2 8"));
    // One card that can't be placed is the one left over.
    let mut s = scene(2, &settings).hand(0, "7 8 8 9 10 S2").bank(0, "1 2 3 4 5 6").discard("2").start();
    s.act("finish");
    assert_eq!((s.bank_of(0).as_str(), s.pile().as_str()), ("1 2 3 4 5 6 7 8 8 9 10", "2 S2"));
}

#[test]
fn pp_46_a_leftover_steal_is_the_smallest_and_takes_nothing() {
    let mut s = scene(2, &[]).hand(0, "8 9 10 S3 S1 S1").bank(0, "1 2 3 4 5 6 7").discard("2").start();
    s.act("finish");
    assert_eq!((s.pile().as_str(), s.hand_of(0).as_str()), ("2 S1", "S1 S3"));
    assert!(s.over());
}

#[test]
fn pp_45_one_missing_value_is_banked_and_finishing_can_be_switched_off() {
    let s = scene(2, &[]).hand(0, "1 1 1 1 1 10").bank(0, "1 2 3 4 5 6 7 8 9").start();
    assert_eq!(s.legal(), ["bank 10", "discard 1", "discard 10"]);
    let s = scene(2, &["finish.allowed=false"]).hand(0, "5 6 7 8 9 10").bank(0, "1 2 3 4").start();
    assert!(!s.legal().contains(&"finish".to_owned()));
}

#[test]
fn pp_45_an_empty_bank_can_be_finished_too() {
    let mut s = scene(2, &[]).hand(0, "1 2 3 4 5 6 7 8 9 10 10").discard("2").start();
    s.act("finish");
    assert_eq!(s.bank_of(0), "1 2 3 4 5 6 7 8 9 10 10");
    assert!(s.said(&ended_by_finish(10)));
}

#[test]
fn pp_45_with_a_lower_goal_higher_cards_are_left_over() {
    let mut s = scene(2, &["bank.goal=5"]).hand(0, "3 4 5 7 9 9").bank(0, "1 2").discard("2").start();
    s.act("finish");
    assert_eq!(
        (s.bank_of(0).as_str(), s.pile().as_str(), s.hand_of(0).as_str()),
        ("1 2 3 4 5", "2 7", "9 9")
    );
}
