//! Scripts as typed programs: what their texts show, and that all of the gallery can be taken whole.

use std::path::Path;

use ludometer_model::Rng;
use ludometer_program::lexer::tokens;
use ludometer_program::parse::parse;

use super::validate::validated;
use crate::entry::TEMPLATES;
use crate::file::ScriptFile;
use crate::typed::{shown, typed};

/// A small game without mistakes, in which lines are replaced.
const GAME: &str = r#"game.title, game.seats = "Planted", { 2, 4 }
local STYLE = choice("play.style", "open", { "open", "blind" }, "assumed: how cards are played")
local GREEN, RED = card("green", 8), card("red", 8)
local color = { [GREEN] = "green", [RED] = "red" }
local deck, heap, hand, points = stock(), pile(), hands(), numbers(0)
number("turns", 0)
local function worth(seat, c) if color[c] == "red" then return 2 * hand[seat]:count(c) end return 1 end
local function offer(me, zone, allow) for _, c in zone:kinds() do allow(c) end end
function game.setup()
	fill(deck)
	for s = 1, seats do for _ = 1, 3 do draw(deck, hand[s]) end end
	start(1)
end
function game.turn(me)
	v.turns += 1
	if v.turns > 20 then return game_over() end
	go.play(me)
end
function step.play(me)
	offer(me, hand[me], may.play)
	for s = 1, seats do if s ~= me then may.give(s) end end
	may.pass()
end
function act.play(me, c: card)
	move(c, hand[me], heap)
	points[me] += worth(me, c)
	if STYLE == "open" then show(hand[me]) end
	end_turn()
end
function act.give(me, to: seat)
	points[to] += 1
	end_turn()
end
function act.pass(me) end_turn() end
function game.score(seat) return points[seat] end
function appeal.play(me, c) return worth(me, c) end
"#;

/// Returns the mistakes and slips of the small game with one line replaced.
fn with(line: &str, by: &str) -> (Vec<String>, Vec<String>) {
    assert_eq!(GAME.matches(line).count(), 1, "{line}");
    let file = ScriptFile::from_text("planted.luau", &GAME.replace(line, by));
    let file = file.unwrap_or_else(|error| panic!("{by}: {error}"));
    let shown = shown(&file, &[2, 3, 4]);
    let texts = |list: &[crate::ScriptError]| list.iter().map(ToString::to_string).collect();
    (texts(&shown.mistakes), texts(&shown.slips))
}

/// Holds that each of these replacements is blamed for this first.
fn assert_found(planted: &[(&str, &str, &str)], list: impl Fn(&(Vec<String>, Vec<String>)) -> &Vec<String>) {
    let mut missed = Vec::new();
    for (line, by, wanted) in planted {
        let found = with(line, by);
        let is_first =
            list(&found).first().is_some_and(|what| what.starts_with(&format!("planted.luau:{wanted}")));
        if !is_first {
            missed.push(format!("{by}\n  wanted: {wanted}\n  found: {found:#?}"));
        }
    }
    assert!(missed.is_empty(), "{}", missed.join("\n"));
}

#[test]
fn a_game_without_mistakes_shows_none() {
    let none = (Vec::new(), Vec::new());
    assert_eq!(with("start(1)", "start(1)"), none);
    // A way on that only some choices have: what leads on twice then is no mistake of each.
    let pass = "function act.pass(me) end_turn() end";
    assert_eq!(with(pass, "function act.pass(me) if me == 1 then end_turn() end end_turn() end"), none);
}

#[test]
fn what_fails_wherever_a_game_comes_there_is_a_mistake() {
    let planted = [
        // A number, a method, an argument and a function that are not there.
        ("v.turns += 1", "v.turn += 1", "15: there is no number `turn` (did you mean `turns`?)"),
        ("points[to] += 1", "points[to] += w.help", "31: there is no weight `help`"),
        (
            "local function offer(me, zone, allow) for _, c in zone:kinds()",
            "local function offer(me, zone, allow) for _, c in zone:kind()",
            "8: `zone` is a zone, which has no `kind` (did you mean `kinds`?)",
        ),
        (
            "points[me] += worth(me, c)",
            "points[me] += worth.of(me, c)",
            "26: `worth` is a function, which has no entries",
        ),
        (
            "offer(me, hand[me], may.play)",
            "offer(me, hand[me])",
            "8: `allow` is nothing, and can't be called",
        ),
        // Nothing, a word or a zone where a number must be.
        (
            "points[me] += worth(me, c)",
            "local n points[me] += 2 * n",
            "26: `*` takes two numbers, and `n` is nothing",
        ),
        (
            "points[me] += worth(me, c)",
            "points[me] += worth(me, c) + color[c]",
            "26: `+` takes two numbers, and `color[c]` is a word or nothing",
        ),
        (
            "if v.turns > 20 then",
            "if v.turns > \"20\" then",
            "16: `>` compares two numbers, and `v.turns` is a number, `\"20\"` the word \"20\"",
        ),
        (
            "points[to] += 1",
            "points[to] = true",
            "31: `points[to]` is a whole number of the game, and gets true",
        ),
        (
            "points[to] += 1",
            "points[to] = 0.5",
            "31: `points[to]` is a whole number of the game, and gets the number 0.5",
        ),
        (
            "local function worth(seat, c) if",
            "local function worth(seat, c) do return end if",
            "26: `+` takes two numbers, and `worth(me, c)` is nothing",
        ),
        // Zones.
        (
            "in zone:kinds() do allow(c) end",
            "in zone do allow(c) end",
            "8: `for` goes through a list, and `zone` is a zone: write `zone:kinds()`",
        ),
        (
            "move(c, hand[me], heap)",
            "move(hand[me], c, heap)",
            "25: `move` takes a card as `c`, and `hand[me]` is a zone",
        ),
        (
            "move(c, hand[me], heap)",
            "move(c, hand[me], points)",
            "25: `move` takes a zone as `to`, and `points` is a list of numbers by seat",
        ),
        (
            "move(c, hand[me], heap)",
            "move(c, hand[me])",
            "25: `move` takes a zone as `to`, and it is missing",
        ),
        (
            "points[to] += 1",
            "points[\"to\"] += 1",
            "31: `points` has an entry for each seat, and `\"to\"` is the word \"to\"",
        ),
        (
            "points[to] += 1",
            "local mine = pile()",
            "31: `pile` declares something: it stands at the top of a script",
        ),
        // What may not change, and ways on.
        (
            "points[to] += 1",
            "color[to] = \"blue\"",
            "31: `color` is a table of the top of the script, which nothing can write to while a game is played",
        ),
        (
            "	may.pass()",
            "	may.pass() v.turns = 0",
            "22: `step.play` may only read, but it changes the game here: `v.turns`",
        ),
        (
            "	may.pass()",
            "	may.pass() if deck:size() == 0 then shuffle(deck) end",
            "22: `step.play` may only read, but it changes the game here: `shuffle`",
        ),
        (
            "function act.pass(me) end_turn() end",
            "function act.pass(me) points[me] -= 1 end",
            "34: `act.pass` has no way on",
        ),
        (
            "function act.pass(me) end_turn() end",
            "function act.pass(me) go.play(me) end_turn() end",
            "34: `end_turn` comes when the act has led on already",
        ),
        (
            "	offer(me, hand[me], may.play)\n	for s = 1, seats do if s ~= me then may.give(s) end end\n	may.pass()",
            "	local n = hand[me]:size()",
            "19: `step.play` allows nothing",
        ),
        (
            "function game.score(seat) return points[seat] end",
            "function game.score(seat) local n = points[seat] end",
            "35: `game.score` gives a number, and here it is nothing",
        ),
        (
            "function appeal.play(me, c) return worth(me, c) end",
            "function appeal.play(me, c) return color[c] end",
            "36: `appeal.play` gives a number, and here it is a word",
        ),
        // Only with another setting than the default.
        (
            "then show(hand[me]) end",
            "then show(hand[me]) else show(hand[me], heap) end",
            "27: `show` takes a seat or a list as `seat`, and `heap` is a zone (with play.style=\"blind\")",
        ),
    ];
    assert_found(&planted, |(mistakes, _)| mistakes);
}

#[test]
fn what_can_be_carried_out_and_seems_wrong_is_a_slip() {
    let planted = [
        (
            "points[me] += worth(me, c)",
            "points[c] += worth(me, c)",
            "26: `points` has an entry for each seat, and `c` is a card",
        ),
        (
            "points[me] += worth(me, c)",
            "points[me] += hand[c]:size()",
            "26: `hand` has an entry for each seat, and `c` is a card",
        ),
        (
            "points[me] += worth(me, c)",
            "points[me] += hand[me]:count(me)",
            "26: `count` takes a card, and `me` is a seat",
        ),
        (
            "move(c, hand[me], heap)",
            "move(me, hand[me], heap)",
            "25: `move` takes a card, and `me` is a seat",
        ),
        (
            "	if STYLE == \"open\" then show(hand[me]) end\n	end_turn()",
            "	end_turn(c)",
            "27: `end_turn` takes a seat, and `c` is a card",
        ),
        (
            "may.give(s) end end",
            "may.give(hand[me]:any()) end end",
            "21: `to` of `act.give` is a seat, and `hand[me]:any()` is a card",
        ),
        (
            "	may.pass()",
            "	may.pass(hand[me]:size())",
            "22: `may.pass` gives `hand[me]:size()`, and `act.pass` takes nothing behind the seat",
        ),
        (
            "if STYLE == \"open\"",
            "if STYLE == \"opened\"",
            "27: `STYLE` is never \"opened\" (did you mean `open`?); it is one of: open, blind",
        ),
        (
            "if color[c] == \"red\"",
            "if color[c] == \"rad\"",
            "7: `color[c]` is never \"rad\" (did you mean `red`?); it is one of: green, red",
        ),
        (
            "if color[c] == \"red\"",
            "if c == \"red\"",
            "7: `c` is a card, and `\"red\"` is the word \"red\": they are never the same",
        ),
        (
            "local function worth(seat, c) if color[c] == \"red\"",
            "local bonus = { first = 2, last = 1 } local function worth(seat, c) if bonus.frist == 2",
            "7: `bonus` has no `frist` (did you mean `first`?)",
        ),
        (
            "if s ~= me then may.give(s) end end",
            "if s ~= hand[me] then may.give(s) end end",
            "21: `s` is a number, and `hand[me]` is a zone: they are never the same",
        ),
    ];
    assert_found(&planted, |(_, slips)| slips);
}

#[test]
fn validate_says_what_no_game_came_to() {
    // With 20 random games nobody has 500 points; the last line fails in each game.
    let rare = "	if points[me] > 500 then points[me] += hand[c]:size() points[me] += w.help end\n	end_turn()\nend\nfunction act.give";
    let text = GAME.replace("	end_turn()\nend\nfunction act.give", rare);
    let found = validated("typed", &text);
    assert_eq!(found.mistakes, []);
    assert!(found.in_text[0].ends_with(".luau:28: there is no weight `help`"), "{:?}", found.in_text);
    assert!(found.warnings.iter().any(|what| what.contains(".luau:28: `hand` has an entry for each seat")));
    assert_eq!((found.in_text.len(), found.mistakes()), (1, 1));
    // What broke a game off is named once.
    let found = validated("typed", &GAME.replace("points[to] += 1", "points[to] += w.help"));
    assert_eq!((found.mistakes.len(), found.in_text.len()), (1, 0), "{:?}", found.mistakes);
}

/// All games of the gallery, the long texts and the templates, at each number of seats: nothing is blamed, and a typed program
/// takes all that a game can reach.
#[test]
fn the_gallery_is_taken_whole_and_blamed_for_nothing() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut files = Vec::new();
    for folder in [folder.join("../../games"), folder.join("tests/texts")] {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let is_script = path.extension().is_some_and(|ending| ending == "luau");
            if is_script && !path.with_extension("").to_string_lossy().ends_with(".scenes") {
                files.push(ScriptFile::open(&path).unwrap());
            }
        }
    }
    assert!(files.len() > 20, "{}", files.len());
    // That for a table of cards has a blank that `new` fills.
    for template in TEMPLATES {
        files.push(ScriptFile::from_text(template.name, &template.script("Mine")).unwrap());
    }
    for file in files {
        let (low, high, _) = file.facts.seats;
        for seats in low..=high {
            let report = typed(&file, seats, None).unwrap();
            assert_eq!(report.mistakes, [], "{} at {seats}", file.name);
            assert_eq!(report.slips, [], "{} at {seats}", file.name);
            assert_eq!(report.untaken, [], "{} at {seats}", file.name);
            assert_eq!((report.taken, report.functions > 3), (report.functions, true), "{}", file.name);
        }
    }
}

/// Texts in which tokens are missing, doubled or in another place, as no compiler would give them.
#[test]
fn damaged_texts_are_read_without_a_panic() {
    let mut rng = Rng::from_words([1, 2, 3]);
    let whole: Vec<&str> = tokens(GAME).iter().map(|token| token.text).collect();
    let mut refused = 0;
    for _ in 0..3000 {
        let mut damaged = whole.clone();
        for _ in 0..=rng.index(3) {
            let (from, to) = (rng.index(damaged.len()), rng.index(damaged.len()));
            match rng.index(3) {
                0 => drop(damaged.remove(from)),
                1 => damaged.swap(from, to),
                _ => damaged.insert(to, damaged[from]),
            }
        }
        refused += usize::from(parse(&damaged.join(" ")).is_err());
    }
    assert!(refused > 1000, "{refused}");
}

/// What is nested too deeply is not read, and what takes too much work is given up; neither ends the process.
#[test]
fn deep_and_large_scripts_are_given_up() {
    let nested = |part: &str, end: &str| format!("local x = {}1{}", part.repeat(160), end.repeat(160));
    // Each function calls the one before it twice, with arguments of its own.
    let call =
        |n: usize| format!("local function f{}(x, y) return f{n}(y, {{ x }}) + f{n}(x, {n}) end ", n + 1);
    let calls: String = (0..150).map(call).collect();
    let typed_with = |text: &str| {
        let file = ScriptFile::from_text("deep.luau", &GAME.replace("points[me] += worth(me, c)", text));
        typed(&file.unwrap_or_else(|error| panic!("{error}")), 2, None)
    };
    for (part, end) in [("(", ")"), ("{", "}"), ("not ", ""), ("1 + ", ""), ("if true then 1 else ", "")] {
        let deep = typed_with(&nested(part, end)).unwrap_err();
        assert_eq!(
            (deep.line, deep.message.contains("nested too deeply")),
            (Some(26), true),
            "{part}: {deep}"
        );
    }
    let loops = "for a = 1, 2 do ".repeat(40) + "points[me] += 1 " + &"end ".repeat(40);
    assert_eq!(typed_with(&loops).unwrap().untaken, []);
    let large = format!("local function f0(x, y) return 1 end {calls} points[me] += f150(1, 2)");
    assert_eq!(typed_with(&large).unwrap().untaken[0].what, "the script is too large to be typed");
}
