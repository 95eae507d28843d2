//! Names that a script gives: for people, and each one line of characters that can be seen; every rule file is valid TOML.

use std::sync::Arc;

use ludometer_model::{Game as _, RuleSet, Seat, Silent, Streams, is_hidden};
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
fn zones_and_numbers_have_the_names_of_their_keys_and_those_for_people() {
    let text = "game.title, game.seats = 'Keys', { 2, 2 }
game.names = { zones = { own = 'draw pile', bin = 'discard pile' }, numbers = { vp = 'victory points' } }
card('ace', 8)
local at = { own = stocks(), bin = stacks(), seen = { market = row(2), pile() } }
local tower = numbers(0)
number('vp', 0)
function game.setup() fill(at.own[1]); for _ = 1, 3 do draw(at.own[1], at.own[2]); draw(at.own[1], at.bin[2]) end start(1) end
function game.turn(me) go.turn(me) end
function step.turn(me) may.turn() end
function act.turn(me) draw(at.own[me], at.seen.market); v.vp += 1; if v.vp == 2 then game_over() else end_turn() end end
function game.score(seat) return at.own[seat]:size() end
";
    let game =
        ScriptGame::load(&Arc::new(ScriptFile::from_text("keys.luau", text).unwrap()), 2, &[]).unwrap();
    ludometer_run::check_playable(&game.checked().unwrap(), 5, 1)
        .unwrap_or_else(|violation| panic!("{violation}"));
    let zones: Vec<&str> = game.layout().zones.iter().map(|zone| zone.name.as_str()).collect();
    assert_eq!(zones, ["own", "own", "bin", "bin", "market", "at_1"]);
    let labels: Vec<String> = game.names().areas.into_iter().map(|area| area.label).collect();
    assert_eq!(labels, ["Victory points", "Tower", "Draw pile", "Discard pile", "Market", "At 1"]);
    let mut state = game.new_state();
    game.deal(&mut state, &mut Streams::new(1, 1).chance(), &mut Silent);
    let seen = game.view_json(&game.view(&state, Seat::new(1)));
    assert_eq!(seen["own"][1]["size"], 3);
    assert_eq!(seen["bin"][1], serde_json::json!([null, null, null]));
}

#[test]
fn names_stay_with_their_values_beside_tables_of_zones() {
    let text = "game.title, game.seats = 'Beside', { 2, 2 }
card('ace', 8)
local deck, cols, bin = stock(), { pile(), pile() }, pile()
local marks, at, rest = numbers(0), { red = numbers(0) }, numbers(0)
function game.setup() fill(deck); start(1) end
function game.turn(me) go.turn(me) end
function step.turn(me) may.turn() end
function act.turn(me) draw(deck, cols[1]); marks[me] += 1; at.red[me] += 1; rest[me] += 1; game_over() end
function game.score(seat) return marks[seat] end
";
    let game =
        ScriptGame::load(&Arc::new(ScriptFile::from_text("beside.luau", text).unwrap()), 2, &[]).unwrap();
    let zones: Vec<&str> = game.layout().zones.iter().map(|zone| zone.name.as_str()).collect();
    assert_eq!(zones, ["deck", "cols_1", "cols_2", "bin"]);
    let labels: Vec<String> = game.names().areas.into_iter().map(|area| area.label).collect();
    assert_eq!(labels, ["Marks", "Red", "Rest", "Deck", "Cols 1", "Cols 2", "Bin"]);
}

#[test]
fn a_name_for_nothing_is_refused_with_what_is_nearest() {
    let refused = |names| load(names).unwrap_err().to_string();
    let text = refused("{ cards = { green_tee = 'Green Tea' } }");
    assert!(text.contains("`green_tee`") && text.contains("did you mean `green_tea`?"), "{text}");
    let text = refused("{ card = { green_tea = 'Green Tea' } }");
    assert!(text.contains("`game.names.card`") && text.contains("did you mean `cards`?"), "{text}");
}

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

#[test]
fn sentences_of_actions_and_notes_name_what_there_is() {
    let told = |names: &str| load(names).map(|game| game.names().choices["serve"].clone());
    assert_eq!(told("{ actions = { serve = 'serve {c} to all' } }").unwrap(), "serve {1} to all");
    assert_eq!(told("{ actions = { serve = 'serve [hot]' } }").unwrap(), "serve (hot) {1}");
    let refused = |names| load(names).unwrap_err().to_string();
    let text = refused("{ actions = { serve = 'serve {cc}' } }");
    assert!(text.contains("there is no `{cc}` (did you mean `c`?); there are: {c}"), "{text}");
    let text = refused("{ actions = { serve = 'serve {c' } }");
    assert!(text.contains("`game.names.actions.serve`: a brace is not closed"), "{text}");
    let text = refused("{ notes = { served = 'x' } }");
    assert!(text.contains("`served`, which the script has no note for"), "{text}");
}

#[test]
fn lists_of_words_are_one_word_each() {
    let refused = |words: &str| {
        let text = format!(
            "game.title, game.seats = 'W', {{ 2, 2 }}\nlocal w1 = words({words})\n\
             function game.setup() start(1) end\nfunction game.turn(me) go.act(me) end\n\
             function step.act(me) may.act() end\nfunction act.act(me) win(me) end"
        );
        ScriptFile::from_text("words.luau", &text).map(|_| ()).unwrap_err().to_string()
    };
    assert!(refused("'role', { 'a b', 'a_b' }").contains("\"a b\" and \"a_b\" can't be told apart"));
    assert!(refused("'seat', { 'a' }").contains("words(name, list): a name in small letters"));
    assert!(refused("'role', { 'a', 'a' }").contains("a stands there twice"));
}

#[test]
fn a_word_that_is_a_number_is_set_without_quotes() {
    let text = script(3, "0");
    let file = Arc::new(ScriptFile::from_text("names.luau", &text).unwrap());
    let mut rules = RuleSet::defaults(Arc::new(crate::entry::schema(&file, "names.luau").unwrap()));
    rules.set_text("rule.b=0").unwrap();
    assert_eq!(rules.get("rule.b"), Some(&ludometer_model::Value::Text("0".to_owned())));
    assert!(rules.set_text("rule.b=1").is_err());
}
