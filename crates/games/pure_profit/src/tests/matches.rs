//! Matches, ends and places (PP-9, PP-10, PP-49, PP-50).

use serde_json::json;

use super::scene::{rules_with, scene};
use crate::event::PlayEvent;
use crate::state::Phase;
use crate::{PureProfit, State};
use ludometer_model::small_table::BySeat;
use ludometer_model::{Game, Outcome, SHARE_UNITS, Seat, Silent, Streams};
use ludometer_playable::Playable;

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
