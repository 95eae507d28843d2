//! The reader of Luau texts held against Luau itself: what a text means does not change when it is written anew from its
//! tokens, and each string is one string to Luau, too.

use std::collections::HashSet;

use mlua::Lua;
use mlua::chunk::Compiler;

use ludometer_model::Rng;
use ludometer_program::lexer::{Kind, plain, tokens};

/// Statements that use every kind of token, and such that are near to one another.
const STATEMENTS: &[&str] = &[
    "local a, b = 1, 2.5e-3",
    "local c = 0x1F + 0b101 + 1_000 + .5 + 3.",
    "a += 1 b -= 2 a *= 3 b /= 4 a //= 2 b %= 5 a ^= 2",
    "local s = 'x' .. \"y\" .. [[z]] .. [==[ ]] ]==]",
    "s ..= '\\'\\\"\\\\\\n\\t\\065\\x41\\u{e9}\\z\n  end'",
    "local t = `a{a}b{`c{b}d`}e\\`\\{\\u{41}`",
    "local u = { a, [b] = c, d = { 1, 2; 3 }, [ [[k]] ] = `{a}` }",
    "-- a comment",
    "--[[ a long\n comment ]] local e = 1",
    "--[==[ ]] ]==] local f = 2",
    "local function g(x: number, ...: string): (number, string?) return x, ... end",
    "for i = 1, 3 do a = i end",
    "for k, v in { 1, 2 } do b = v end",
    "while a ~= b and not (a == b) or a <= 2 do break end",
    "repeat local x = a > b until x or a >= b",
    "if a < b then a = 1 elseif a then b = 2 else a = 3 end",
    "local h = if a then b else c",
    "local i = (a :: number) + (b :: any)",
    "type T = { [string]: number } | (number) -> string?",
    "local j: T? = nil",
    "@native local function k() return 1 end",
    "g(#s, -a, a - -b, a..b, ...)",
    "u.d[1], u['d'][2] = a, b",
    "print'x' print\"y\" print[[z]] print{ a }",
    "s:rep(2):upper()",
    "local l = 'line\\\nnext'",
    "do local m = function() end m() end",
    "return a, b",
];

/// Pieces that are put into texts.
const PIECES: &[&str] = &[
    "--",
    "--[[",
    "--[=[",
    "]]",
    "]=]",
    "[[",
    "[=[",
    "[",
    "]",
    "\r",
    "\r\n",
    "\n",
    "\t",
    "\u{b}",
    "\u{c}",
    "\0",
    "'",
    "\"",
    "`",
    "{",
    "}",
    "{{",
    "\\",
    "\\z",
    "\\z ",
    "\\\n",
    "\\\r\n",
    "\\`",
    "\\{",
    "\\u{",
    "\\u{41}",
    "\\x4",
    "\\6",
    "1",
    "0x",
    "e",
    "e+",
    ".",
    "..",
    "...",
    "_",
    "@",
    "@native ",
    "@[",
    "-",
    "=",
    "==",
    "~",
    "<",
    ">",
    ">=",
    ":",
    "::",
    "->",
    "//",
    "/",
    "?",
    "|",
    "&",
    ";",
    ",",
    "(",
    ")",
    " end ",
    " do ",
    " in ",
    " function ",
    " local ",
    " type ",
    " type function f() end ",
    " if ",
    " then ",
    " é",
    "\u{feff}",
    " ",
];

/// Returns some of the statements, with a few changes in them.
fn mutated(rng: &mut Rng) -> String {
    let parts = ["\n", " ", ";"];
    let mut text = String::new();
    for _ in 0..=rng.index(4) {
        text += STATEMENTS[rng.index(STATEMENTS.len())];
        text += parts[rng.index(parts.len())];
    }
    for _ in 0..rng.index(4) {
        let places: Vec<usize> = text.char_indices().map(|(at, _)| at).collect();
        let Some(&at) = places.get(rng.index(places.len().max(1))) else { break };
        let end = places.iter().copied().find(|place| *place > at).unwrap_or(text.len());
        match rng.index(4) {
            0 => text.replace_range(at..end, ""),
            1 => text.replace_range(at..end, PIECES[rng.index(PIECES.len())]),
            _ => text.insert_str(at, PIECES[rng.index(PIECES.len())]),
        }
    }
    text
}

/// Holds that each of these strings is one constant to Luau, and no code.
fn are_strings(lua: &Lua, text: &str, known: &mut HashSet<String>) {
    let compile = |code: &str| Compiler::new().set_optimization_level(0).set_debug_level(0).compile(code);
    let mut is_rest = false;
    for token in tokens(text) {
        // What follows an expression in a string is the rest of that.
        let begins = if is_rest { "`" } else { "" };
        is_rest = token.text == ")" && text[..token.end].ends_with('}');
        if token.kind != Kind::Text {
            continue;
        }
        let mut alone = format!("{begins}{}", token.text);
        if let Some(part) = alone.strip_prefix('`') {
            let backslashes = part.bytes().rev().skip(1).take_while(|byte| *byte == b'\\').count();
            if !part.ends_with('`') || backslashes % 2 == 1 {
                alone.push('`');
            }
        }
        if !known.insert(alone.clone()) {
            continue;
        }
        let code = format!("return {alone}");
        let value: mlua::LuaString =
            lua.load(&code).eval().unwrap_or_else(|error| panic!("{alone:?} in {text:?}: {error}"));
        let bytes = value.as_bytes().iter().fold(String::new(), |all, byte| all + &format!("\\{byte:03}"));
        let constant = format!("return \"{bytes}\"");
        assert_eq!(compile(&code).unwrap(), compile(&constant).unwrap(), "{alone:?} in {text:?}");
    }
}

/// Compares so many texts, and returns how many Luau accepts and how many of these are refused for control characters.
fn compared(count: u64) -> (u64, u64) {
    let lua = Lua::new();
    let compile = |text: &str| Compiler::new().set_debug_level(1).compile(text);
    let mut rng = Rng::from_words([7, 7, 7]);
    let (mut accepted, mut refused, mut known) = (0, 0, HashSet::new());
    for _ in 0..count {
        let text = mutated(&mut rng);
        let Ok(code) = compile(&text) else { continue };
        accepted += 1;
        let Ok(plain) = plain(&text) else {
            refused += 1;
            continue;
        };
        let again = compile(&plain).unwrap_or_else(|error| panic!("{text:?}\n{plain:?}: {error}"));
        assert_eq!(code, again, "{text:?}\n{plain:?}");
        assert_eq!(plain, ludometer_program::lexer::plain(&plain).unwrap(), "{text:?}");
        are_strings(&lua, &plain, &mut known);
    }
    (accepted, refused)
}

#[test]
fn texts_mean_the_same_written_anew() {
    let (accepted, refused) = compared(10_000);
    assert!(accepted > 2000 && refused > 20, "{accepted} accepted, {refused} of them refused");
}

/// One of the checks of `cargo xtask nightly`.
#[test]
#[ignore = "takes minutes"]
fn a_million_texts_mean_the_same_written_anew() {
    let (accepted, refused) = compared(1_000_000);
    println!(
        "of 1,000,000 mutations Luau accepts {accepted}; {refused} of these are refused for control characters"
    );
    assert!(accepted > 200_000, "{accepted}");
}

#[test]
fn scripts_of_the_gallery_mean_the_same_written_anew() {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
    let mut count = 0;
    for folder in ["games", "strategies"] {
        for entry in std::fs::read_dir(format!("{root}/{folder}")).unwrap() {
            let path = entry.unwrap().path();
            if path.extension().is_some_and(|ending| ending == "luau") {
                let text = std::fs::read_to_string(&path).unwrap();
                let compile = |text: &str| Compiler::new().set_debug_level(1).compile(text).unwrap();
                assert_eq!(compile(&text), compile(&plain(&text).unwrap()), "{}", path.display());
                count += 1;
            }
        }
    }
    assert!(count > 15, "{count}");
}
