//! Scripts that try to see, keep or do what they must not: each is refused, with the line where it is known.

use std::sync::Arc;

use ludometer_model::{Game, Rng, Silent, Streams};

use crate::{ScriptError, ScriptFile, ScriptGame};

/// A game for two in which each seat plays one card. `HERE` marks where tests add something.
const GAME: &str = "game.title, game.seats = 'Duel', { 2, 2 }
for n = 1, 5 do card(`value_{n}`, 3) end
local deck, hand, heap = stock(), hands(), piles()
local secret = secret_numbers(0, 9)
local cup, top = cups(6), stack()
local points = numbers(0)
number('round', 0)
--TOP
function game.setup() fill(deck); for s = 1, 2 do draw(deck, hand[s]); draw(deck, hand[s]); draw(deck, top); shake(cup[s], 2); secret:set(s, below(10)) end start(1) end
function game.turn(me) go.play(me) end
function step.play(me) for _, c in hand[me]:kinds() do may.play(c) end --STEP
end
function act.play(me, c: card) move(c, hand[me], heap[me]) --ACT
if hand[2]:size() == 1 then game_over() else end_turn() end end
function appeal.play(me, c) --APPEAL
return c end
function game.score(seat) return heap[seat]:top() end
";

/// Loads the game with this code in place of a mark, and plays some games with steps and appeals held against what
/// seats see.
fn played(mark: &str, code: &str) -> Result<(), ScriptError> {
    assert!(GAME.contains(mark));
    let file = Arc::new(ScriptFile::from_text("duel.luau", &GAME.replace(mark, code))?);
    let game = ScriptGame::load(&file, 2, &[])?.checked()?;
    for play in 0..40 {
        let (mut chance, mut choices) = (Streams::new(1, play).chance(), Rng::from_words([1, play, 3]));
        let (mut state, mut legal) = (game.new_state(), Vec::new());
        game.deal(&mut state, &mut chance, &mut Silent);
        while let Some(mover) = game.to_move(&state) {
            legal.clear();
            game.legal(&state, &mut legal);
            let view = game.view(&state, mover);
            ludometer_playable::Playable::score_actions(
                &game,
                &view,
                &legal,
                &ludometer_playable::Playable::default_weights(&game),
                &mut ludometer_playable::Scores::of_all(),
            );
            game.apply(&mut state, legal[choices.index(legal.len())], &mut chance, &mut Silent);
        }
        if let Some(fault) = game.fault_of(&state) {
            return Err(fault);
        }
    }
    Ok(())
}

/// Holds that the code is refused in words that contain these, in the line of the mark if `located`.
fn refused(mark: &str, code: &str, words: &str) {
    let error = played(mark, code).expect_err(code);
    let line = 1 + GAME[..GAME.find(mark).unwrap()].matches('\n').count();
    assert_eq!((error.line, error.message.contains(words)), (Some(line), true), "{code}: {error}");
}

#[test]
fn the_game_itself_is_sound() {
    played("--STEP", "").unwrap();
}

#[test]
fn a_step_or_appeal_that_reads_what_its_seat_cannot_see_is_refused_with_its_line() {
    for mark in ["--STEP", "--APPEAL"] {
        for code in [
            "if hand[3 - me]:has(1) then end",
            "local n = hand[3 - me]:count(2)",
            "for _, c in hand[3 - me]:kinds() do end",
            "local c = hand[3 - me]:any()",
            "local n = deck:count(1)",
            "local c = deck:any()",
            "local c = top:top()",
            "local c = top:at(1)",
            "local c = top:find(3)",
            "local n = secret:get(3 - me)",
            "local n = cup[3 - me]:count(6)",
            "local other = hand[next_seat(me)] local has = other.has local x = has(other, 1)",
        ] {
            refused(mark, code, "can't see");
        }
    }
}

#[test]
fn a_count_beyond_a_zone_shows_no_other_zone() {
    for code in
        ["local n = hand[me]:count(300)", "local n = hand[me]:has(-1)", "local n = hand[me]:count(0/0)"]
    {
        refused("--STEP", code, "is no kind");
    }
    played("--STEP", "assert(heap[me]:at(99) == 0 and heap[me]:at(-3) == 0)").unwrap();
}

#[test]
fn nothing_outlives_a_decision_but_zones_and_numbers() {
    let refused_anywhere = |code: &str, words: &str| {
        let error = played("--ACT", code).expect_err(code);
        assert!(error.line.is_some() && error.message.contains(words), "{code}: {error}");
    };
    refused_anywhere("points = 3", "outside of this function");
    refused_anywhere("mine = 3", "is no variable here");
    refused_anywhere("hand[3] = 1", "readonly");
    refused_anywhere("heap[1].note = 1", "readonly");
    refused_anywhere("game.x = 1", "there is no `game.x`");
    refused_anywhere("act.play = nil", "readonly");
    refused_anywhere("points[3] = 1", "there is no seat");
    refused_anywhere("v.other = 1", "there is no number `other`");
    refused_anywhere("v.round = 1.5", "whole numbers");
    refused_anywhere("v.round = 'x'", "whole numbers");
    refused_anywhere("points[me] = nil", "there is no seat");
    refused_anywhere("v.round = 2^40", "whole numbers");
    refused_anywhere("math.floor = nil", "readonly");
    refused_anywhere("table.insert(hand, 1)", "readonly");
    refused_anywhere("local f = stock()", "top of a script");
    let error =
        played("--TOP", "local memory = {} local function keep(x) memory[1] = x end local act_play = keep");
    error.unwrap();
    let hidden = GAME.replace("--TOP", "local memory = {}").replace("--ACT", "memory[1] = c");
    let file = Arc::new(ScriptFile::from_text("duel.luau", &hidden).unwrap());
    let game = ScriptGame::load(&file, 2, &[]).unwrap();
    let mut state = game.new_state();
    let mut chance = Streams::new(1, 1).chance();
    game.deal(&mut state, &mut chance, &mut Silent);
    let mut legal = Vec::new();
    game.legal(&state, &mut legal);
    game.apply(&mut state, legal[0], &mut chance, &mut Silent);
    let fault = game.fault_of(&state).unwrap().to_string();
    assert!(fault.contains("readonly"), "{fault}");
}

#[test]
fn a_step_changes_nothing() {
    for (code, words) in [
        ("move(hand[me]:any(), hand[me], heap[me])", "may change nothing"),
        ("draw(deck, hand[me])", "may change nothing"),
        ("local x = below(3)", "may change nothing"),
        ("end_turn()", "may change nothing"),
        ("go.play(me)", "may change nothing"),
        ("win(me)", "may change nothing"),
        ("show(hand[3 - me], me)", "may change nothing"),
    ] {
        refused("--STEP", code, words);
    }
    let error = played("--STEP", "v.round += 1").unwrap_err();
    assert!(error.message.contains("changes v.round"), "{error}");
    let error = played("--STEP", "points[me] = 3").unwrap_err();
    assert!(error.message.contains("changes points"), "{error}");
}

#[test]
fn what_never_ends_ends() {
    for code in [
        "while true do end",
        "repeat until false",
        "for i = 1, 1e15 do end",
        "local function f() return f() end f()",
        "local function f(n) if n > 0 then f(n - 1) f(n - 1) end end f(60)",
        "for i = 1, 1e9 do local t = { i } end",
    ] {
        let error = played("--ACT", code).expect_err(code);
        assert!(error.message.contains("steps") || error.message.contains("overflow"), "{code}: {error}");
    }
    let error =
        played("--ACT", "local t = {} for i = 1, 1e9 do t[i] = { i, i, i, i, i, i, i, i } end").unwrap_err();
    assert!(error.message.contains("memory") || error.message.contains("steps"), "{error}");
    played("--ACT", "local t = table.create(1e9)").unwrap_err();
}

#[test]
fn there_is_no_way_out() {
    for code in [
        "local x = os.time()",
        "local x = io",
        "local x = require('a')",
        "local x = getfenv()",
        "local x = _G",
        "local x = loadstring('return 1')",
        "local x = debug.info(1, 'l')",
        "local x = coroutine.create(game.turn)",
        "local x = buffer.create(4)",
        "local x = setmetatable({}, {})",
        "local x = pcall(game.turn, 1)",
        "local x = math.random()",
        "local x = __engine",
        "local x = hand[1]._off",
        "local x = tostring(hand)",
        "local x = ('a'):rep(10)",
        "local x = math.exp(1)",
    ] {
        assert!(played("--ACT", code).is_err(), "{code}");
    }
}

#[test]
fn what_is_said_of_hidden_cards_must_be_true() {
    let error = played("--ACT", "lacks(hand[3 - me], 1, 2, 3, 4, 5)").unwrap_err();
    assert!(error.message.contains("but it does"), "{error}");
    let error = played("--ACT", "for n = 1, 5 do reveal(n, hand[me]) end").unwrap_err();
    assert!(error.message.contains("reveal"), "{error}");
}
