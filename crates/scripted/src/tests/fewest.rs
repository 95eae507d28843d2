//! Games that the fewest points win.

use std::sync::Arc;

use ludometer_model::{Game as _, Seat, Silent, Streams};
use ludometer_playable::Playable as _;

use crate::{ScriptFile, ScriptGame};

/// Each seat takes as many strokes as its number, and half as many again in the middle of the game.
fn golf(seats: usize, more: &str) -> ScriptGame {
    let text = format!(
        "game.title, game.seats = 'Golf', {{ 1, 3 }}
         game.fewest = true
         card('ball', 1)
         local bag, strokes = stock(), numbers(0)
         number('holes', 0)
         function game.setup() fill(bag); start(1) end
         function game.turn(me) if v.holes == 2 * seats then game_over() else go.play(me) end end
         function step.play(me) may.putt() end
         function act.putt(me) strokes[me] += 3 * me; v.holes += 1; end_turn() end
         function game.score(seat) return strokes[seat] end
         {more}"
    );
    let file = ScriptFile::from_text("golf.luau", &text).unwrap_or_else(|error| panic!("{error}"));
    ScriptGame::load(&Arc::new(file), seats, &[]).unwrap_or_else(|error| panic!("{error}"))
}

#[test]
fn the_fewest_strokes_win_and_stay_as_they_are_counted() {
    let game = golf(3, "");
    let (mut state, mut legal) = (game.new_state(), Vec::new());
    let mut chance = Streams::new(1, 0).chance();
    game.deal(&mut state, &mut chance, &mut Silent);
    while game.to_move(&state).is_some() {
        legal.clear();
        game.legal(&state, &mut legal);
        game.apply(&mut state, legal[0], &mut chance, &mut Silent);
        if game.turn(&state) == 3 {
            // Whoever has the fewest stands best, for searches, and nobody's strokes are turned round.
            let chances = game.evaluate(&state);
            assert!(chances[Seat::new(0)] > chances[Seat::new(1)], "{chances:?}");
            assert!(chances[Seat::new(1)] > chances[Seat::new(2)], "{chances:?}");
            assert_eq!(game.progress(&state).first(3), [3, 6, 9]);
        }
    }
    let outcome = game.outcome(&state);
    assert_eq!(game.fault_of(&state), None);
    assert_eq!((outcome.scores.first(3), outcome.ranks.first(3)), (&[6, 12, 18][..], &[1, 2, 3][..]));
    assert_eq!(outcome.leader_gap(), Some(6));
    assert!(game.contest().ends.fewest_win);
}

/// Plays a game of one and returns whether it is won.
fn is_won_alone(game: &ScriptGame) -> bool {
    let (mut state, mut legal) = (game.new_state(), Vec::new());
    let mut chance = Streams::new(1, 0).chance();
    game.deal(&mut state, &mut chance, &mut Silent);
    while game.to_move(&state).is_some() {
        legal.clear();
        game.legal(&state, &mut legal);
        game.apply(&mut state, legal[0], &mut chance, &mut Silent);
    }
    game.outcome(&state).is_won()
}

#[test]
fn a_score_without_a_target_is_won_unless_the_rules_name_wins() {
    let rules = "if seats == 1 then game.kind = 'cooperative' end ";
    assert!(is_won_alone(&golf(1, rules)));
    let names_wins = format!("{rules} function act.never(me) everyone_wins() end");
    assert!(!is_won_alone(&golf(1, &names_wins)));
    let names_losses = format!("{rules} function act.never(me) everyone_loses() end");
    assert!(is_won_alone(&golf(1, &names_losses)));
}

#[test]
fn a_target_of_strokes_is_reached_from_above() {
    for (target, won) in [(5, false), (6, true), (7, true)] {
        let rules = format!("if seats == 1 then game.target = {target} end game.kind = 'cooperative'");
        assert_eq!(is_won_alone(&golf(1, &rules)), won, "{target}");
    }
}
