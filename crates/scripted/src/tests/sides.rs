//! Sides that win and lose together, as a program and in Luau.

use std::sync::Arc;

use ludometer_model::{Game, Seat, Streams};

use crate::{ScriptFile, ScriptGame, ScriptState};

/// Returns the state behind the first action of a game.
fn after_one_act(game: &ScriptGame) -> ScriptState {
    let (mut chance, mut state, mut legal) = (Streams::new(1, 0).chance(), game.new_state(), Vec::new());
    game.deal(&mut state, &mut chance, &mut Vec::new());
    game.legal(&state, &mut legal);
    game.apply(&mut state, legal[0], &mut chance, &mut Vec::new());
    state
}

/// Plays a game whose one act is this, and returns how it ends: places by seat and whether nobody wins, or the mistake.
fn end_of(declarations: &str, act: &str) -> Result<(Vec<u8>, bool), String> {
    let text = format!(
        "game.title, game.seats, game.kind = 'Sides', {{ 4, 4 }}, 'teams'
local p = numbers(0)
{declarations}
function game.setup() start(1) end
function game.turn(me) go.end_it(me) end
function step.end_it(me) may.end_it() end
function act.end_it(me) {act} end"
    );
    let file = Arc::new(ScriptFile::from_text("sides.luau", &text).unwrap());
    let program = ScriptGame::load(&file, 4, &[]).unwrap();
    assert!(program.shared.compiled.is_ok(), "{act}");
    let end = |game: &ScriptGame| {
        let state = after_one_act(game);
        let outcome = game.outcome(&state);
        match game.fault_of(&state) {
            Some(fault) => Err(fault.to_string()),
            None => Ok((Seat::all(4).map(|seat| outcome.ranks[seat]).collect(), outcome.nobody_wins)),
        }
    };
    let (one, other) = (end(&program), end(&program.in_luau().unwrap()));
    assert_eq!(one, other, "{act}");
    one
}

#[test]
fn a_side_that_no_seat_is_of_wins_for_nobody() {
    let drawn = "game.sides = { 'wolves', 'village', 'tanner' }
function game.side(s) return if s == 1 then 'wolves' else 'village' end";
    let (_, nobody_wins) = end_of(drawn, "win('tanner')").unwrap();
    assert!(nobody_wins);
    let (ranks, nobody_wins) = end_of(drawn, "win('wolves')").unwrap();
    assert_eq!((ranks[0], nobody_wins), (1, false));
    assert!(ranks[1..].iter().all(|&rank| rank > 1), "{ranks:?}");
}

#[test]
fn partners_have_one_score_and_one_tiebreak() {
    let fixed = "game.sides = { { 1, 3 }, { 2, 4 } }
function game.score(s) return p[s] // 10 end
function game.tiebreak(s) return p[s] % 10 end";
    let (ranks, _) = end_of(fixed, "p[1] = 71 p[3] = 71 p[2] = 72 p[4] = 72 game_over()").unwrap();
    assert_eq!((ranks[1], ranks[3]), (1, 1));
    assert!(ranks[0] > 1 && ranks[2] > 1, "{ranks:?}");
    let error = end_of(fixed, "p[1] = 71 p[3] = 73 game_over()").unwrap_err();
    assert!(error.contains("game.tiebreak gives 1 for seat 1 and 3 for seat 3"), "{error}");
    let error = end_of(fixed, "p[1] = 71 p[3] = 81 game_over()").unwrap_err();
    assert!(error.contains("game.score gives 7 for seat 1 and 8 for seat 3"), "{error}");
}

#[test]
fn a_side_that_is_not_there_is_named() {
    let drawn = "game.title, game.seats, game.kind = 'Sides', { 2, 2 }, 'teams'
game.sides = { 'wolves', 'village' }
function game.side(s) return if s == 1 then 'wolves' else 'village' end";
    let competitive = "game.title, game.seats = 'Sides', { 2, 2 }";
    for (head, act, says) in [
        (drawn, "win('wolfs')", "there is no side \"wolfs\": game.sides names wolves, village"),
        (competitive, "win('red')", "red is no seat"),
        (competitive, "lose('red')", "red is no seat"),
    ] {
        let text = format!(
            "{head}
function game.setup() start(1) end
function game.turn(me) go.finish(me) end
function step.finish(me) may.finish() end
function act.finish(me) {act} end"
        );
        let file = Arc::new(ScriptFile::from_text("sides.luau", &text).unwrap());
        let game = ScriptGame::load(&file, 2, &[]).unwrap();
        let state = after_one_act(&game);
        let fault = game.fault_of(&state).unwrap_or_else(|| panic!("{act} ends the game")).to_string();
        assert!(fault.contains(says), "{act}: {fault}");
    }
}

#[test]
fn who_is_spared_and_level_by_score_ties() {
    // Seat 1 loses; with a score the others stand by it, and without one they win together.
    for (score, ties) in [("function game.score(s) return p[s] end", true), ("", false)] {
        let text = format!(
            "game.title, game.seats = 'Spared', {{ 3, 3 }}
local p = numbers(0)
{score}
function game.setup() start(1) end
function game.turn(me) go.finish(me) end
function step.finish(me) may.finish() end
function act.finish(me) p[2] = 1 p[3] = 1 lose(1) end"
        );
        let file = Arc::new(ScriptFile::from_text("spared.luau", &text).unwrap());
        super::same_bytes::assert_plays_as_in_luau(&file);
        let game = ScriptGame::load(&file, 3, &[]).unwrap();
        let state = after_one_act(&game);
        assert_eq!(game.outcome(&state).is_tie(), ties, "{score}");
    }
}
