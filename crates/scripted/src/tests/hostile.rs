//! Scripts that try to see, keep or do what they must not: each is refused, with the line where it is known.

use std::sync::Arc;

use ludometer_model::{Game, Rng, Silent, Streams};

use crate::{ScriptError, ScriptFile, ScriptGame};

/// A game for two in which each seat plays one card. `HERE` marks where tests add something.
pub(super) const GAME: &str = "game.title, game.seats = 'Duel', { 2, 2 }
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

/// Loads the game with this code in place of a mark, and plays it.
fn played_with(mark: &str, code: &str) -> Result<(), ScriptError> {
    assert!(GAME.contains(mark));
    played(&GAME.replace(mark, code))
}

/// Plays some games of a script with steps and appeals held against what seats see.
pub(super) fn played(text: &str) -> Result<(), ScriptError> {
    let file = Arc::new(ScriptFile::from_text("duel.luau", text)?);
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
    let error = played_with(mark, code).expect_err(code);
    let line = 1 + GAME[..GAME.find(mark).unwrap()].matches('\n').count();
    assert_eq!((error.line, error.message.contains(words)), (Some(line), true), "{code}: {error}");
}

#[test]
fn the_game_itself_is_sound() {
    played_with("--STEP", "").unwrap();
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
    played_with("--STEP", "assert(heap[me]:at(99) == 0 and heap[me]:at(-3) == 0)").unwrap();
}

#[test]
fn nothing_outlives_a_decision_but_zones_and_numbers() {
    let refused_anywhere = |code: &str, words: &str| {
        let error = played_with("--ACT", code).expect_err(code);
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
    let error = played_with(
        "--TOP",
        "local memory = {} local function keep(x) memory[1] = x end local act_play = keep",
    );
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
    let error = played_with("--STEP", "v.round += 1").unwrap_err();
    assert!(error.message.contains("changes v.round"), "{error}");
    let error = played_with("--STEP", "points[me] = 3").unwrap_err();
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
        let error = played_with("--ACT", code).expect_err(code);
        assert!(error.message.contains("steps") || error.message.contains("overflow"), "{code}: {error}");
    }
    // What ends is stopped before, if passes and calls count.
    for code in [
        "for i = 1, 3e6 do end",
        "local i = 0 while i < 3e6 do i += 1 end",
        "local i = 0 repeat i += 1 until i > 3e6",
        "local function f() end for i = 1, 1.5e6 do f() end",
    ] {
        let error = played_with("--ACT", code).expect_err(code);
        assert!(error.message.contains("more than 2000000 steps"), "{code}: {error}");
    }
    let error = played_with("--ACT", "local t = {} for i = 1, 1e9 do t[i] = { i, i, i, i, i, i, i, i } end")
        .unwrap_err();
    assert!(error.message.contains("memory") || error.message.contains("steps"), "{error}");
    played_with("--ACT", "local t = table.create(1e9)").unwrap_err();
}

/// Comparing texts of megabytes takes no steps.
#[test]
#[ignore = "long: cargo xtask nightly long-tests"]
fn work_that_takes_no_steps_ends_by_its_time() {
    let compare = "local a = 'x' for i = 1, 22 do a = a .. a end local b = a .. 'y' a = a .. 'x' \
                   for i = 1, 1e6 do if a < b then a = a end end";
    for mark in ["--TOP", "--STEP", "--ACT", "--APPEAL"] {
        let text = GAME.replace(mark, compare);
        let error = match ScriptFile::from_text("duel.luau", &text) {
            Ok(_) => super::validate::validated("late.luau", &text).mistakes[0].what.clone(),
            Err(error) => error.to_string(),
        };
        assert!(error.contains("s of processor time"), "{mark}: {error}");
    }
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
        "local m = math local x = m.exp(1)",
    ] {
        assert!(played_with("--ACT", code).is_err(), "{code}");
    }
}

/// A binding of an engine's name would be asked in its place: by `__keep` all that is frozen when the script is loaded.
#[test]
fn the_names_of_the_engine_can_be_bound_in_no_way() {
    for name in ["__keep", "__key", "__steps", "__get", "__x"] {
        for code in [
            "local NAME = 1",
            "local a, NAME = 1, 2",
            "local function NAME() end",
            "function NAME() end",
            "for NAME = 1, 2 do end",
            "for _, NAME in { 1 } do end",
            "local function f(NAME) end",
            "local f = function(a, NAME: number) end",
            "NAME = 1",
            "NAME += 1",
            "local t = { NAME = 1 }",
            "type NAME = number",
            "do local NAME = 1 end",
        ] {
            let code = code.replace("NAME", name);
            let error = played_with("--TOP", &code).expect_err(&code);
            assert_eq!(
                (error.line, error.message.contains("the engine's")),
                (Some(8), true),
                "{code}: {error}"
            );
        }
    }
}

#[test]
fn names_are_of_a_length_that_can_be_read() {
    let (long, longer) = ("n".repeat(200), "n".repeat(201));
    played_with("--TOP", &format!("local {long} = 1")).unwrap();
    let error = played_with("--TOP", &format!("local {longer} = 1")).unwrap_err();
    assert_eq!(
        (error.line, error.message.as_str()),
        (Some(8), "a name of 201 bytes: names have at most 200")
    );
}

#[test]
fn no_script_sets_a_weight() {
    for (mark, code) in [
        ("--ACT", "w.greed = 2"),
        ("--ACT", "local x = w x.greed += 1"),
        ("--APPEAL", "w.greed = c"),
        ("--STEP", "w['greed'] = 3"),
    ] {
        let text = GAME.replace("--TOP", "weight('greed', 1, 0, 9)").replace(mark, code);
        let error = played(&text).expect_err(code);
        assert!(error.message.contains("readonly"), "{code}: {error}");
    }
}

/// When Luau collects garbage depends on the time: no game may end by it.
#[test]
fn garbage_of_earlier_decisions_uses_up_no_memory() {
    played_with("--ACT", "local t = table.create(5e6, c) assert(t[5e6] == c)").unwrap();
}

/// A name is not known in its own values, nor a loop's variables in front of its `do`: what is assigned there is another.
#[test]
fn a_variable_outside_is_not_hidden_before_the_new_one_begins() {
    for code in [
        "local memory = (function() memory = c return 1 end)()",
        "local a, memory = 1, (function() memory = c return 1 end)()",
        "for memory = 1, (function() do memory = c end return 1 end)() do end",
        "for memory = 1, (function() for i = 1, 1 do memory = c end return 1 end)() do end",
        "for memory in (function() while true do memory = c break end return next end)(), {} do end",
        "local function f(memory) end memory = c",
        "do local memory = 1 end memory = c",
        "repeat local memory = true until memory memory = c",
    ] {
        let text = GAME.replace("--TOP", "local memory = 0").replace("--ACT", code);
        let error = played(&text).expect_err(code);
        assert_eq!(
            (error.line, error.message.contains("`memory` is a variable outside")),
            (Some(13), true),
            "{code}: {error}"
        );
    }
    played_with(
        "--ACT",
        "local c = c + 1 local n = 1 local n = n + c for n = n, n do local m = n end assert(n == c + 1)",
    )
    .unwrap();
}

/// A table that passed for a zone could be laid over all others.
#[test]
fn no_zone_is_made_by_the_script() {
    for (code, words) in [
        ("local z = table.clone(heap[me]) force(c, heap[me], z)", "can't be copied"),
        ("local z = {} for k, x in heap[me] do z[k] = x end", "are the engine's"),
        ("local z = { _off = 9 }", "are the engine's"),
        ("local z = { ['_off'] = 9 }", "are the engine's"),
        ("local z = {} z._off = 9", "are the engine's"),
        ("local z, k = {}, '_off' z[k] = 9", "are the engine's"),
        ("local z, k = {}, '_off' z[k], k = 9, 1", "are the engine's"),
        ("move(c, hand[me], { kind = 1, width = 9, cap = 9, vis = 0 })", ""),
        ("local z = { kind = 1 } z.size = hand[me].size show(z, me)", ""),
        ("shuffle({ kind = top.kind })", ""),
        ("swap({}, {})", ""),
        ("rotate({ {}, {} })", ""),
    ] {
        let error = played_with("--ACT", code).expect_err(code);
        assert_eq!((error.line, error.message.contains(words)), (Some(13), true), "{code}: {error}");
    }
    played_with("--ACT", "local t = table.clone({ 1, 2, _ = 3 }) t.x, t['y'] = 1, 2 assert(t[2] == 2)")
        .unwrap();
}

#[test]
fn what_is_sound_luau_is_taken() {
    for code in [
        "local n = 0 repeat local done = n > 3 n += 1 until done and n > 0 or (n > 99) local done = 2",
        "local n = 0 repeat local done = n > 3 n += 1 until if done then true else not not done n = 2",
        "local n = 0 local function add() n += 1 end add() add() assert(n == 2)",
        "local best = 0 for _, x in { 1, 5, 2 } do local function see() if x > best then best = x end end see() end assert(best == 5)",
    ] {
        played_with("--ACT", code).unwrap_or_else(|error| panic!("{code}: {error}"));
    }
    // Behind the condition the block's names are gone.
    let error = played_with("--ACT", "repeat local done = true until done local x = done").unwrap_err();
    assert!(error.message.contains("`done` is no name here"), "{error}");
}

#[test]
fn what_is_said_of_hidden_cards_must_be_true() {
    let error = played_with("--ACT", "lacks(hand[3 - me], 1, 2, 3, 4, 5)").unwrap_err();
    assert!(error.message.contains("but it does"), "{error}");
    let error = played_with("--ACT", "for n = 1, 5 do reveal(n, hand[me]) end").unwrap_err();
    assert!(error.message.contains("reveal"), "{error}");
}

#[test]
fn what_a_made_function_keeps_is_refused_where_it_is_made() {
    let error = played_with(
        "--TOP",
        "local function memory() local seen = { 0 } return function(c) seen[1] = c return c end end\nlocal keep = memory()",
    )
    .unwrap_err();
    assert_eq!(error.line, Some(8), "{error}");
    assert!(error.message.contains("can't be called while the script is loaded"), "{error}");
    // One that is made in a decision ends with it.
    played_with("--ACT", "local best = 0 local list = { 3, 1 } table.sort(list, function(a, b) return a > b end) best = list[1]")
        .unwrap();
}

#[test]
fn a_variable_among_several_that_are_assigned_is_seen() {
    for code in
        ["n, t[1] = c, 0", "n, t.x = c, 0", "t.x, n = 0, c", "t[1], n, t[2] = 0, c, 0", "n, t[1].x[2] = c, 0"]
    {
        let text = GAME
            .replace("--TOP", "local n = 0")
            .replace("--ACT", &format!("local t = {{ {{ x = {{}} }} }} {code}"));
        let error = played(&text).expect_err(code);
        assert!(error.message.contains("`n` is a variable outside"), "{code}: {error}");
    }
    played_with(
        "--ACT",
        "local n, t = 0, { {} } n, t[2], t[1].x = 1, {}, 2; (t :: any).y = 3 local a, b b = 1",
    )
    .unwrap();
}

#[test]
fn an_appeal_or_a_score_that_changes_a_number_is_refused() {
    let error = played_with("--APPEAL", "v.round += 1").unwrap_err();
    assert!(error.message.contains("an appeal changes v.round"), "{error}");
    let error = played_with("--APPEAL", "points[me] += 1").unwrap_err();
    assert!(error.message.contains("an appeal changes points"), "{error}");
}

/// A step that changes a number only after many decisions, which the games that are held against views do not reach.
#[test]
fn a_step_changes_nothing_in_any_game() {
    let text =
        GAME.replace("--STEP", "if v.round > 1 then points[me] += 1 end").replace("--ACT", "v.round += 2");
    let file = Arc::new(ScriptFile::from_text("duel.luau", &text).unwrap());
    let game = ScriptGame::load(&file, 2, &[]).unwrap();
    let (mut state, mut legal) = (game.new_state(), Vec::new());
    let mut chance = Streams::new(1, 1).chance();
    game.deal(&mut state, &mut chance, &mut Silent);
    while game.to_move(&state).is_some() {
        legal.clear();
        game.legal(&state, &mut legal);
        game.apply(&mut state, legal[0], &mut chance, &mut Silent);
    }
    let fault = game.fault_of(&state).map(|fault| fault.to_string()).unwrap_or_default();
    assert!(fault.contains("step.play changes points"), "{fault}");
}

#[test]
fn work_of_the_library_counts_as_steps() {
    for code in [
        "table.sort(t)",
        "table.find(t, 2)",
        "table.insert(t, 1, 2) table.remove(t, 1)",
        "unpack(t, 1, 7000)",
        "table.create(20000, 1)",
        "table.concat(t)",
        "table.move(t, 1, 200000, 1)",
    ] {
        // The loop is finite: if its work takes no steps, the script ends without an error and the test fails.
        let code = format!("local t = table.create(200000, 1) for _ = 1, 6000 do {code} end");
        let error = played_with("--ACT", &code).expect_err(&code);
        // Not by the clock: the end is the same on every machine.
        assert!(error.message.contains("more than 2000000 steps"), "{code}: {error}");
    }
}

#[test]
fn texts_and_keys_show_no_addresses() {
    let code = "assert(`{hand}` == 'table' and `{game.turn} {1} {'x'}` == 'function 1 x')";
    played_with("--ACT", code).unwrap();
    for code in
        ["local t = {} t[hand] = 1", "local t = { [game.turn] = 1 }", "local t, x = {} t[{}], x = 1, 2"]
    {
        let error = played_with("--ACT", code).expect_err(code);
        assert_eq!(
            (error.line, error.message.contains("can't be keys")),
            (Some(13), true),
            "{code}: {error}"
        );
    }
    played_with("--ACT", "local t, k = {}, 'a' t[k], t[1] = 1, 2 t[k] += 1 for k, x in t do t[k] = x end")
        .unwrap();
}

#[test]
fn a_table_of_cards_is_read_in_one_pass() {
    let row = format!("ace,4,a{}b", " ".repeat(200_000));
    let begun = std::time::Instant::now();
    played_with("--TOP", &format!("local t = cards('name,copies,x\\n{row}\\n  pad , 1 ,  x y  \\n') assert(t.x[7] == 'x y' and t.name.pad == 7)"))
        .unwrap();
    assert!(begun.elapsed().as_secs() < 30, "{:?}", begun.elapsed());
}

#[test]
fn control_characters_are_refused_with_their_line() {
    for (character, code) in [('\r', "U+000D"), ('\u{b}', "U+000B"), ('\0', "U+0000"), ('\u{1b}', "U+001B")] {
        let error = played_with("--TOP", &format!("\n-- x{character}local y = 1\n")).unwrap_err();
        assert_eq!((error.line, error.message.contains(code)), (Some(9), true), "{error}");
    }
    played(&GAME.replace('\n', "\r\n")).unwrap();
    played_with(
        "--TOP",
        "local a, b = `\\u{e9}{1}\\`{2}\\{`, 'x\\z\n  y\\\nz' assert(a == 'é1`2{' and b == 'xy\\nz')",
    )
    .unwrap();
}

/// Where a name gets past the reading of the text, there is nothing behind it.
#[test]
fn names_that_reading_refuses_are_missing_in_the_globals_too() {
    let (_machine, host) = ScriptFile::from_text("duel.luau", GAME).unwrap().load(2, None, false).unwrap();
    let globals: mlua::Table = host.get::<mlua::Function>("globals").unwrap().call(()).unwrap();
    let is_missing = |name: &str| globals.get::<mlua::Value>(name).unwrap().is_nil();
    for name in [
        "_G",
        "collectgarbage",
        "coroutine",
        "debug",
        "gcinfo",
        "getfenv",
        "getmetatable",
        "loadstring",
        "newproxy",
        "os",
        "pcall",
        "print",
        "rawequal",
        "rawget",
        "rawlen",
        "rawset",
        "require",
        "setfenv",
        "setmetatable",
        "tostring",
        "typeof",
        "xpcall",
    ] {
        assert!(is_missing(name), "{name}");
    }
    assert!(!is_missing("ipairs"));
}
