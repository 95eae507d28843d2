//! Display names that a script gives.

use std::sync::Arc;

use ludometer_playable::Playable;

use crate::{ScriptError, ScriptFile, ScriptGame};

fn load(names: &str) -> Result<ScriptGame, ScriptError> {
    let text = format!(
        "game.title, game.seats = 'Teas', {{ 2, 2 }}
game.names = {names}
card('green_tea', 4)
card('kettle', 4)
local deck, hand, heap = stock(), hands(), piles()
function game.setup() fill(deck); for s = 1, 2 do draw(deck, hand[s]) end start(1) end
function game.turn(me) go.serve(me) end
function step.serve(me) for _, c in hand[me]:kinds() do may.serve(c) end end
function act.serve(me, c: card) move(c, hand[me], heap[me]); if hand[2]:size() == 0 then game_over() else end_turn() end end
function game.score(seat) return heap[seat]:top() end
"
    );
    ScriptGame::load(&Arc::new(ScriptFile::from_text("teas.luau", &text)?), 2, &[])
}

#[test]
fn a_script_names_its_things_for_people() {
    let names = "{ cards = { green_tea = 'Green Tea' }, actions = { serve = 'serve a cup' } }";
    let game = load(names).unwrap();
    let titles: Vec<String> = game.cards().into_iter().map(|card| card.title).collect();
    assert_eq!(titles, ["Green Tea", "Kettle"]);
    let names = game.names();
    assert_eq!([names.action("serve"), names.phase("serve")], ["serve a cup", "serve"]);
}

#[test]
fn a_name_for_nothing_is_refused_with_what_is_nearest() {
    let refused = |names| load(names).unwrap_err().to_string();
    let text = refused("{ cards = { green_tee = 'Green Tea' } }");
    assert!(text.contains("`green_tee`") && text.contains("did you mean `green_tea`?"), "{text}");
    let text = refused("{ card = { green_tea = 'Green Tea' } }");
    assert!(text.contains("`game.names.card`") && text.contains("did you mean `cards`?"), "{text}");
}
