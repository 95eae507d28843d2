//! What appeals share in a decision, and what estimates are told.

use std::sync::Arc;

use ludometer_model::{Game as _, Silent, Streams};
use ludometer_playable::{Playable as _, Scores};

use crate::{ScriptFile, ScriptGame};

/// A game of taking coins: one, or all that an act allows.
const HEAD: &str = "game.title, game.seats = 'Coins', { 2, 2 }
card('coin', 9)
local box, mine = stock(), piles()
number('left', 9)
function game.setup() fill(box); start(1) end
function game.turn(me) if v.left == 0 then game_over() else go.take(me) end end
function step.take(me) may.take(1); may.take(2); may.pass() end
function step.other(me) may.pass() end
function act.take(me, n: amount) v.left = math.max(v.left - n, 0); end_turn() end
function act.pass(me) v.left -= 1; end_turn() end
function game.score(seat) return mine[seat]:size() end
";

fn game(rules: &str) -> Result<ScriptGame, String> {
    let file = ScriptFile::from_text("coins.luau", &format!("{HEAD}{rules}")).map_err(|e| e.to_string())?;
    ScriptGame::load(&Arc::new(file), 2, &[]).map_err(|e| e.to_string())
}

/// Returns the appeals of the first decision, or the mistake in them.
fn appeals(rules: &str) -> Result<Vec<f64>, String> {
    let game = game(rules)?;
    let (mut state, mut legal) = (game.new_state(), Vec::new());
    game.deal(&mut state, &mut Streams::new(1, 0).chance(), &mut Silent);
    game.legal(&state, &mut legal);
    let seat = game.to_move(&state).unwrap();
    let mut scores = Scores::of_all();
    game.score_actions(&game.view(&state, seat), &legal, &Vec::new(), &mut scores);
    match game
        .fault_of(&state)
        .map(|fault| fault.to_string())
        .or_else(|| game.faults().first().map(|f| f.0.clone()))
    {
        Some(fault) => Err(fault),
        None => Ok(scores.values),
    }
}

#[test]
fn appeals_are_given_the_outlook_behind_their_own_arguments() {
    let values = appeals(
        "function game.outlook(me) return { left = v.left, wish = { 3, 7 }, rich = true } end
         function appeal.take(me, n, look) return look.wish[n] + (if look.rich then 100 else 0) end
         function appeal.pass(me, look) return look.left end",
    );
    let mut values = values.unwrap();
    values.sort_by(f64::total_cmp);
    assert_eq!(values, [9.0, 103.0, 107.0]);
}

#[test]
fn an_outlook_holds_what_a_typed_program_could() {
    for (rules, said) in [
        ("function game.outlook() return 5 end", "game.outlook gives 5: it gives a table"),
        ("function game.outlook() return { 5 } end", "game.outlook gives something under 1"),
        ("function game.outlook() return { f = 'x' } end", "f of game.outlook is x"),
        ("function game.outlook() return { f = { 'x' } } end", "f of game.outlook holds x"),
        ("function game.outlook() v.left = 3; return {} end", "an appeal changes v.left"),
    ] {
        let rules = format!("{rules}\nfunction appeal.pass(me, look) return 1 end");
        let found = appeals(&rules).expect_err(&rules);
        assert!(found.contains(said), "{found}");
    }
    let written = "function game.outlook() return { a = 1 } end
        function appeal.pass(me, look) look.a = 2; return 1 end";
    let found = appeals(written).expect_err("what appeals share is not theirs to write");
    assert!(found.contains("readonly"), "{found}");
}

#[test]
fn an_estimate_is_told_who_chooses_in_which_step() {
    let rules = "function game.estimate(seat, mover)
            if asked.other() then return 1 end
            return if asked.take() and seat == mover then 3 else 1
        end";
    let game = game(rules).unwrap();
    let mut state = game.new_state();
    let mut chance = Streams::new(1, 0).chance();
    game.deal(&mut state, &mut chance, &mut Silent);
    assert_eq!(game.evaluate(&state).first(2), [0.75, 0.25]);
    let mut legal = Vec::new();
    game.legal(&state, &mut legal);
    game.apply(&mut state, legal[0], &mut chance, &mut Silent);
    assert_eq!(game.evaluate(&state).first(2), [0.25, 0.75]);
}
