//! Secret numbers: added to openly, paid between two seats, shown; and what appeals, views and events tell of them.

use std::sync::Arc;

use ludometer_model::{Game as _, Rng, Seat};

use super::validate::validated;
use crate::{ScriptFile, ScriptGame};

/// Gold that is earned openly, found, paid in secret and shown.
pub(super) const GOLD: &str = r#"game.title, game.seats = "Gold", { 3, 5 }
local gold = secret_numbers(0, 60, 5)
number("n", 0)
function game.setup() start(1) end
function game.turn(me) v.n += 1 if v.n > 20 then return game_over() end go.act(me) end
function step.act(me)
	may.earn()
	for s = 1, seats do if s ~= me then for n = 1, math.min(3, gold:get(me)) do may.pay(s, n) end may.ask(s) end end
	if gold:get(me) >= 2 then may.spend() end
	may.find()
	may.flash()
end
function act.earn(me) gold:add(me, 2) end_turn() end
function act.spend(me) gold:add(me, -2) end_turn() end
function act.find(me) gold:add(me, below(4), 0, 3) end_turn() end
function act.pay(me, s: seat, n: amount) gold:pay(me, s, n) end_turn() end
function act.ask(me, s: seat) gold:show(s, me) end_turn() end
function act.flash(me) gold:show(me) end_turn() end
function game.score(s) return gold:get(s) end
function appeal.pay(me, s, n) return if gold:least(s) > gold:most(me) then -n else n end
"#;

#[test]
fn seats_know_of_gold_what_is_certain_and_no_more() {
    assert_eq!(validated("gold", GOLD).mistakes, []);
}

/// Plays these actions of the first seat that is asked, and returns what each seat sees of the gold, and the last event.
fn seen(turns: &[&str]) -> (Vec<String>, String) {
    let file = Arc::new(ScriptFile::from_text("gold.luau", GOLD).unwrap_or_else(|error| panic!("{error}")));
    let game = ScriptGame::load(&file, 3, &[]).unwrap().checked().unwrap();
    let (mut state, mut rng, mut legal) = (game.new_state(), Rng::from_words([1, 2, 3]), Vec::new());
    let mut told = String::new();
    game.deal(&mut state, &mut rng, &mut Vec::new());
    for turn in turns {
        legal.clear();
        game.legal(&state, &mut legal);
        let action = legal.iter().find(|&&action| game.action_text(action) == *turn);
        let action = *action.unwrap_or_else(|| panic!("{turn} is not legal"));
        let mut events = Vec::new();
        game.apply(&mut state, action, &mut rng, &mut events);
        let of_gold =
            events.iter().map(|event| game.event_json(event)).find(|event| event["number"] == "gold");
        told = of_gold.map_or(String::new(), |event| event.to_string());
    }
    let views = Seat::all(3).map(|seat| game.view_json(&game.view(&state, seat))["gold"].to_string());
    (views.collect(), told)
}

#[test]
fn views_and_events_tell_what_each_seat_can() {
    let all = |text: &str| vec![text.to_owned(); 3];
    assert_eq!(seen(&[]).0, all("[5,5,5]"));
    let (views, told) = seen(&["earn"]);
    assert_eq!((views, told.as_str()), (all("[7,5,5]"), r#"{"event":"add","number":"gold","of":0,"by":2}"#));
    // The third seat doesn't know how much went over, but both numbers once it sees one of them.
    let paid = &["pay 1 3", "earn", "ask 0"];
    let (views, told) = seen(&paid[..1]);
    assert_eq!(views, ["[2,8,5]", "[2,8,5]", "[null,null,5]"]);
    assert_eq!(told, r#"{"event":"pay","number":"gold","from":0,"to":1,"amount":3}"#);
    let (views, told) = seen(paid);
    assert_eq!(views, all("[2,10,5]"));
    assert_eq!(told, r#"{"event":"show_number","number":"gold","of":0,"to":2,"value":2}"#);
    // What is found is known to lie between two bounds.
    assert_eq!(seen(&["find"]).0[1], "[null,5,5]");
}

#[test]
fn slips_with_secret_numbers_are_named() {
    for (change, message) in [
        (
            "gold:add(me, 5, 0, 3)",
            "gold:add(seat, n, least, most): all can tell that it lies from 0 to 3, but it is 5",
        ),
        (
            "gold:set(me, 7, 0, 3)",
            "gold:set(seat, n, least, most): all can tell that it lies from 0 to 3, but it is 7",
        ),
        ("gold:pay(me, me, 1)", "gold:pay(from, to, n): two seats"),
        ("gold:pay(me, next_seat(me), -1)", "a whole number from 0 on, not -1"),
        ("gold:add(me, -99)", "gold must be a whole number from 0 to 60"),
        ("v.n = gold:least(me)", "gold:least and :most are for appeals"),
    ] {
        let text = GOLD.replace("gold:add(me, 2) end_turn()", &format!("{change} end_turn()"));
        let found = validated("slip", &text);
        assert!(found.mistakes[0].what.contains(message), "{change}: {:?}", found.mistakes[0]);
    }
}
