//! Each name that a script gives is one line of characters that can be seen, and every rule file is valid TOML.

use std::sync::Arc;

use ludometer_model::{RuleSet, is_hidden};

use crate::ScriptFile;

/// A script with this text in all places where something is named: title, key, origin, word, number, weight, decks, display
/// name.
const PLACES: usize = 9;
fn script(place: usize, text: &str) -> String {
    let at = |number: usize, usual: &str| if number == place { text.to_owned() } else { usual.to_owned() };
    format!(
        "game.title, game.seats = \"{}\", {{ 2, 2 }}
local A = param(\"{}\", 1, 0, 2, \"{}\")
local B = choice('rule.b', 'one', {{ 'one', \"{}\" }}, 'assumed: b')
number(\"{}\", 0)
weight(\"{}\", 1, 0, 2)
card('ace', 2, {{ deck = \"{}\" }})
local deck = stock(\"{}\")
game.names = {{ cards = {{ ace = \"{}\" }} }}
function game.setup() start(1) end
function game.turn(me) go.act(me) end
function step.act(me) may.act() end
function act.act(me) win(me) end",
        at(0, "Names"),
        at(1, "rule.a"),
        at(2, "assumed: a"),
        at(3, "two"),
        at(4, "n"),
        at(5, "w"),
        at(6, "d"),
        at(7, "d"),
        at(8, "Ace"),
    )
}

/// Texts as they stand in a script: control characters, line ends, marks of TOML, marks of direction.
const NASTY: [&str; 22] = [
    "\\27[8m",
    "\\27]0;x\\7",
    "a\\nb = 1",
    "a\\r\\n[x]\\nb = 1 # ",
    "a\\u{2028}b = 1",
    "\\u{202e}txt",
    "\\u{200b}",
    "\\0",
    "\\127",
    "\\u{85}b = 1",
    "\\xff\\xfe",
    "a b=c",
    "a..b",
    ".a",
    "a.",
    "[a]",
    r#"a\"b"#,
    "a#b",
    "a'b",
    "\\\\",
    "\\u{e9}t\\u{e9}",
    "a-b.c_d",
];

#[test]
fn names_are_seen_and_rule_files_are_valid() {
    let mut loaded = 0;
    for (place, text) in (0..PLACES).flat_map(|place| NASTY.map(|text| (place, text))) {
        let name = format!("{place} {text}");
        let file = match ScriptFile::from_text("names.luau", &script(place, text)) {
            Ok(file) => Arc::new(file),
            Err(error) => {
                assert!(error.line.is_some() && !error.to_string().contains(is_hidden), "{name}: {error}");
                continue;
            }
        };
        loaded += 1;
        let schema = Arc::new(
            crate::entry::schema(&file, "names.luau").unwrap_or_else(|error| panic!("{name}: {error}")),
        );
        let rules = RuleSet::defaults(Arc::clone(&schema));
        let written = rules.to_toml();
        let mut read = RuleSet::defaults(schema);
        read.read_toml(&written, "names.toml").unwrap_or_else(|error| panic!("{name}: {error} in {written}"));
        assert_eq!(read.hash(), rules.hash(), "{name}: {written}");
        let design = crate::playable::design(&file, "names.luau");
        let said =
            format!("{} {:?} {:?}", design.title, file.facts.names.card("ace"), design.heuristic_weights);
        let shown = written.replace('\n', " ") + &said;
        assert!(!shown.contains(is_hidden), "{name}: {shown:?}");
    }
    assert!(loaded > 60, "{loaded}");
}

#[test]
fn a_key_that_has_a_value_has_no_keys_below_it() {
    let text = script(1, "rule.b.c");
    let error = ScriptFile::from_text("names.luau", &text).unwrap_err().to_string();
    assert_eq!(
        error,
        "names.luau:3: the parameter rule.b: rule.b has a value, so that rule.b.c can't stand below it"
    );
}
