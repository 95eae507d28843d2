//! Knowledge of a seat although nothing has shown it: planted in scripts and in the engine, and found.

use std::sync::Arc;

use ludometer_model::{Game as _, Rng};

use super::validate::validated;
use crate::prelude::PLANTED;
use crate::{ScriptFile, ScriptGame};

/// Cards are drawn, given away, passed on, shown and put onto a stack that is mixed again and again.
const BUSY: &str = "game.title, game.seats = 'Busy', { 3, 3 }
for n = 1, 12 do card(`c{n}`, 1) end
local deck, hand, tower, heap = stock(), hands(), stack(), pile()
number('left', 30)
function game.setup() fill(deck); for s = 1, 3 do for _ = 1, 3 do draw(deck, hand[s]) end end start(1) end
function game.turn(me) v.left -= 1; if v.left == 0 or hand[me]:size() == 0 then game_over() else go.act(me) end end
function step.act(me)
    for _, c in hand[me]:kinds() do may.give(c); may.hide(c) end
    may.tell(); may.lack(); may.pass_on(); may.mix()
end
function act.give(me, c: card) move(c, hand[me], hand[next_seat(me)]); end_turn() end
function act.hide(me, c: card) move(c, hand[me], tower); end_turn() end
function act.tell(me) reveal(hand[me]:any(), hand[me], next_seat(me)); end_turn() end
function act.lack(me) for c = 1, 12 do if not hand[me]:has(c) then lacks(hand[me], c); break end end end_turn() end
function act.pass_on() rotate(hand); end_turn() end
function act.mix() shuffle(tower); end_turn() end
function game.score(s) return hand[s]:size() end
";

/// Numbers that a setup and the first turn change are events: else they would look as if nothing had ever changed them.
#[test]
fn what_a_setup_changes_is_reported_from_its_start() {
    let text = "game.title, game.seats = 'Dud', { 2, 2 }
number('dud', 1)
number('die', 0)
local row = cells(3)
function game.setup() v.dud = 5; row:set(2, 7); start(1) end
function game.turn(me) v.die = 4; go.act(me) end
function step.act(me) may.stay() end
function act.stay(me) win(me) end
";
    let game = ScriptGame::load(&Arc::new(ScriptFile::from_text("dud.luau", text).unwrap()), 2, &[]).unwrap();
    let (mut state, mut events) = (game.new_state(), Vec::new());
    game.deal(&mut state, &mut Rng::from_words([1, 2, 3]), &mut events);
    let said: Vec<String> = events.iter().map(|event| game.event_json(event).to_string()).collect();
    assert_eq!(
        said,
        [
            r#"{"event":"number","number":"dud","before":1,"after":5}"#,
            r#"{"event":"cell","cells":"row","cell":2,"before":0,"after":7}"#,
            r#"{"event":"turn_begins","turn":0,"seat":0}"#,
            r#"{"event":"number","number":"die","before":0,"after":4}"#,
        ]
    );
}

/// Holds that a script has no fault, and that this is found in it once its text is changed so.
fn found(name: &str, sound: &str, change: (&str, &str), words: &[&str]) {
    let clean = validated(name, sound);
    assert_eq!(clean.mistakes, [], "{name}");
    assert_eq!(sound.matches(change.0).count(), 1, "{name}");
    let wrong = validated(name, &sound.replace(change.0, change.1));
    let first = &wrong.mistakes.first().unwrap_or_else(|| panic!("{name}: nothing was found")).what;
    for word in words {
        assert!(first.contains(word), "{name}: {first}");
    }
}

#[test]
fn scripts_that_pass_hands_through_other_seats_are_found() {
    let up = "for s = 3, 2, -1 do swap(hand[s], hand[s - 1]) end";
    let down = "for s = 1, 2 do swap(hand[s], hand[s + 1]) end";
    let words = ["knows that hand[", "which nothing has shown it", "`rotate` passes them on at once"];
    found("up", BUSY, ("rotate(hand)", up), &[&words[..], &[":15: "]].concat());
    found("down", BUSY, ("rotate(hand)", down), &words);
    let at_once = BUSY.replace("start(1) end", "rotate(hand); start(1) end");
    found(
        "set-up",
        &at_once,
        ("rotate(hand); start(1)", &format!("{up} start(1)")),
        &[&words[..], &[":5: "]].concat(),
    );
    // Who means it says so.
    let shown = "swap(hand[3], hand[2]); show(hand[2], 2); swap(hand[2], hand[1])";
    assert_eq!(validated("shown", &BUSY.replace("rotate(hand)", shown)).mistakes, []);
}

#[test]
fn faults_of_the_engine_are_found() {
    assert_eq!(validated("busy", BUSY).mistakes, []);
    let unshown = "which nothing has shown it";
    for (name, piece, fault, found_as) in [
        ("all see all moves", "local known = btest(knowing, bit)", "local known = true", unshown),
        (
            "what is known stays",
            "if n > 0 then\n\t\t\twrite_n(S, row + 3 + c, n - 1)",
            "if false then\n\t\t\twrite_n(S, row + 3 + c, n - 1)",
            // It isn't even true.
            "what Player A knows of hand is not true",
        ),
        ("mixing hides nothing", "buffer.fill(S, z._off + z.cap + 2, 0, 2 * z.cap)", "", unshown),
        (
            "all are told",
            "if (not seat or o == seat) and not sees(z, o) then",
            "if not sees(z, o) then",
            "fit no deal that the view allows",
        ),
        (
            "one kind more is lacked",
            "local function set_lacked(row: number, c: number, yes: boolean)",
            "local function set_lacked(row: number, c: number, yes: boolean) c += if yes then 1 else 0",
            unshown,
        ),
        ("hands stay known", "buffer.copy(S, to._know, ROWS, (i - 1) * rows, rows)", "", unshown),
    ] {
        PLANTED.set(Some((piece, fault)));
        let found = validated("busy", BUSY);
        PLANTED.set(None);
        let first = &found.mistakes.first().unwrap_or_else(|| panic!("{name}: nothing was found")).what;
        assert!(first.contains(found_as), "{name}: {first}");
    }
}
