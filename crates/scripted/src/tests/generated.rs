//! Two hundred and more scripts that try to keep, to hide, to draw by addresses or never to end, made from few parts:
//! each is refused or fails, and does not hang.
//!
//! They vary shapes: where the attempt stands, how it is written, what it is after. `hostile.rs` has one of each kind
//! with its message.

use std::time::{Duration, Instant};

use super::hostile::{GAME, played};

/// Places in the script, by the marks of [`GAME`].
const PLACES: [&str; 3] = ["--STEP", "--ACT", "--APPEAL"];

/// Holds that none of these scripts is played, and returns how many there are.
fn all_refused(scripts: impl IntoIterator<Item = (String, String)>) -> usize {
    let mut count = 0;
    for (what, text) in scripts {
        let begun = Instant::now();
        assert!(played(&text).is_err(), "{what} is played");
        assert!(begun.elapsed() < Duration::from_secs(60), "{what} takes {:?}", begun.elapsed());
        count += 1;
    }
    count
}

fn script(mark: &str, code: &str) -> String {
    assert!(GAME.contains(mark));
    GAME.replace(mark, code)
}

/// Data kept in a function that another one made: how it is made, and how `keep(c)` writes to it.
#[test]
fn nothing_is_kept_in_functions() {
    let makers = [
        "local function make() local kept = { 0 } return function(c) kept[1] = c return kept[1] end end local keep = make()",
        "local keep = (function() local kept = { 0 } return function(c) kept[1] = c return kept[1] end end)()",
        "local keep = (function(kept) return function(c) kept[1] = c return kept[1] end end)({ 0 })",
        "local function pass(kept) local function inner(c) kept.c = c return kept.c end return inner end local keep = pass({})",
        "local all = {} for i = 1, 2 do local kept = { 0 } all[i] = function(c) kept[1] = c return kept[1] end end local keep = all[1]",
        "local all = {} for i = 1, 2 do local kept = { 0 } all[i] = function(c) kept[1] = c return kept[1] end break end local keep = all[1]",
        "local all = {} do local kept = { 0 } all.f = function(c) kept[1] = c return kept[1] end end local keep = all.f",
        "local all = {} while true do local kept = { { 0 } } if #all == 0 then all[1] = function(c) kept[1][1] = c return 1 end break end end local keep = all[1]",
        "local all = {} repeat local kept = { 0 } all[1] = function(c) kept[1] = c return 1 end until all[1] local keep = all[1]",
        "local kept = { { {} } } local function keep(c) kept[1][1].x = c return 1 end",
        "local n = 0 local function keep(c) n = c return n end",
        "local n, t = 0, {} local function keep(c) local t = {} n, t[1] = c, 1 return n end",
        "local n = 0 local function keep(c) local t = {} t.x, n = 1, c return n end",
        "local n = 0 local function keep(c) local t = { {} } n, t[1].x = c, 1 return n end",
        "local n = 0 local function keep(c) n += c return n end",
        "local function keep(c) kept = c return kept end",
        "local function keep(c) game.kept = c return 1 end",
        "local function keep(c) hand.kept = c return 1 end",
        "local function keep(c) hand[1].kept = c return 1 end",
        "local function keep(c) act.kept = c return 1 end",
        "local function keep(c) w.kept = c return 1 end",
        "local function keep(c) function act.play() end return 1 end",
        "local function keep(c) points[me or 3] = c return 1 end",
    ];
    let scripts = makers.iter().flat_map(|maker| {
        PLACES.map(|place| {
            let text = script("--TOP", maker).replace(place, "keep(1)");
            (format!("{maker} in {place}"), text)
        })
    });
    assert_eq!(all_refused(scripts), 69);
}

/// Code in places where the reader of the text and Luau could see different things.
#[test]
fn no_spelling_hides_code() {
    let wanted = [
        "buffer.create(4)",
        "setmetatable({}, {})",
        "rawset({}, 1, 2)",
        "string.rep('x', 9)",
        "math.exp(1)",
        "tostring(hand)",
    ];
    let mut scripts = Vec::new();
    for code in wanted {
        for (how, hidden) in [
            ("a comment that a carriage return ends", format!("-- x\rlocal x = {code}")),
            ("a vertical tab behind \\z", format!("local s = '\\z\u{b}\n' local x = {code} --'")),
            ("a form feed behind \\z", format!("local s = '\\z\u{c}\n' local x = {code} --'")),
            ("a carriage return that is escaped", format!("local s = '\\\r\n' local x = {code} --'")),
            ("a function of types", format!("type function f() end\nlocal x = {code} local y = 1")),
            ("a zero", format!("local x = {code} \0")),
            ("a cast to nil", format!("local y = 1 :: nil < {code} > 2")),
            (
                "a local name",
                format!("local lib = {} local x = lib", code.split('(').next().unwrap_or_default()),
            ),
        ] {
            scripts.push((format!("{code} by {how}"), script("--ACT", &hidden)));
        }
    }
    assert_eq!(all_refused(scripts), 48);
}

/// Builtins that Luau would carry out by itself although the script has no such function.
#[test]
fn no_name_brings_back_what_is_missing() {
    let lua = mlua::Lua::new();
    let names: mlua::Table = lua.globals().get("math").unwrap();
    let names = names.pairs::<String, mlua::Value>().map(|pair| pair.unwrap().0);
    let missing = names.filter(|name| !crate::source::MATH.contains(&name.as_str()));
    let scripts = missing.map(|name| {
        let code = format!("local m = math local x = m.{name}(1, 1, 1)");
        (code.clone(), script("--ACT", &code))
    });
    assert!(all_refused(scripts) > 15);
}

/// Texts, keys and orders that would show an address.
#[test]
fn no_address_decides() {
    let values = ["{}", "game.turn", "hand", "hand[1]", "function() end"];
    let mut scripts = Vec::new();
    for value in values {
        for code in [
            format!("local t = {{}} t[{value}] = 1"),
            format!("local t = {{ [{value}] = 1 }}"),
            format!("local t, k = {{}}, {value} t[k], k = 1, 2"),
            format!("local t, k = {{}}, {value} k, t[k] = 2, 1"),
            format!("local t = {{ {{}} }} t[1][{value}] = 1"),
            format!("local t = {{}} t[{value}] = nil t.a = 1 for k in t do end"),
            format!("local t = {{ [{value}] = 0 }} t[{value}] += 1"),
            format!("local x = {value} < {value}"),
        ] {
            scripts.push((code.clone(), script("--ACT", &code)));
        }
    }
    assert_eq!(all_refused(scripts), 40);
}

/// Loops that do not end.
const LOOPS: [(&str, &str); 5] = [
    ("while true do", "end"),
    ("repeat", "until false"),
    ("for _ = 1, 1e9 do", "end"),
    ("while if true then true else false do", "end"),
    ("local function f() ", " f() f() end f()"),
];

/// Work that costs much a call.
const WORKS: [&str; 11] = [
    "table.sort(t, math.max)",
    "table.find(t, 2, 2)",
    "local x = `{t}{t}`",
    "table.sort(t)",
    "table.find(t, 2)",
    "table.insert(t, 1, 2) table.remove(t, 1)",
    "table.concat(t)",
    "table.clone(t)",
    "table.move(t, 1, #t, 2)",
    "table.create(100000, 1)",
    "table.pack(unpack(t, 1, 4000))",
];

/// Asserts that the engine ends each piece of work in each loop; returns how many scripts it refused.
fn ended<'a>(pairs: impl Iterator<Item = (&'a str, (&'a str, &'a str))>) -> usize {
    all_refused(pairs.map(|(work, (begin, end))| {
        let code = format!("local t = table.create(100000, 1) {begin} {work} {end}");
        (code.clone(), script("--ACT", &code))
    }))
}

#[test]
fn work_has_an_end() {
    assert_eq!(ended(WORKS.into_iter().zip(LOOPS).take(3)), 3);
}

#[test]
#[ignore = "long: cargo xtask nightly long-tests"]
fn all_work_has_an_end() {
    assert_eq!(ended(WORKS.into_iter().flat_map(|work| LOOPS.map(|pass| (work, pass)))), 55);
}
