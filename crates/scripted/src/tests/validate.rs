//! Findings of `validate`, in the templates and in scripts with a mistake each.

use std::path::PathBuf;

use crate::{TEMPLATES, Validation, validate};

/// Writes a script to a file of its own and validates it.
pub(super) fn validated(name: &str, text: &str) -> Validation {
    let path: PathBuf = std::env::temp_dir().join(format!("ludometer-{}-{name}.luau", std::process::id()));
    std::fs::write(&path, text).unwrap();
    let found = validate(&path.to_string_lossy(), None, 20, 1, &mut |_, _| {});
    std::fs::remove_file(&path).unwrap();
    found.unwrap_or_else(|error| panic!("{error}"))
}

fn template(name: &str) -> String {
    TEMPLATES.iter().find(|template| template.name == name).unwrap().script("My \"first\" game")
}

#[test]
fn templates_are_in_order() {
    for template in TEMPLATES {
        let found = validated(template.name, &template.script("My \"first\" game"));
        assert_eq!(found.mistakes, [], "{}", template.name);
        assert_eq!(found.unused, [""; 0], "{}", template.name);
        assert_eq!(found.warnings, [""; 0], "{}", template.name);
        for table in &found.tables {
            assert_eq!((table.games, table.unfinished), (20, 0), "{}, {} seats", template.name, table.seats);
        }
    }
}

#[test]
fn the_summary_says_who_sees_what() {
    let found = validated("summary", &template("draft"));
    let has = |line: &str| assert!(found.summary.iter().any(|other| other == line), "{:#?}", found.summary);
    has("A game for 2 to 5 players, usually 4.");
    has("45 cards of 4 kinds.");
    has("`deck`: cards in no order, face down: nobody sees what is in it.");
    has("`hand`: each player has cards in no order, and sees only their own.");
    has("`table_of`: each player has cards in no order, seen by everybody.");
    has("In `pick` all who are asked choose at once, without seeing the others' choices: pick.");
}

#[test]
fn what_is_never_used_is_named() {
    let text =
        template("dice").replace("v.turn_points > 0 then may.bank()", "v.turn_points > 1000 then may.bank()");
    let text = text.replace("return end_turn()", "return game_over()");
    let found = validated("unused", &text);
    assert_eq!(found.unused.len(), 1);
    assert!(found.unused[0].starts_with("act.bank (line "), "{:?}", found.unused);
    assert!(found.unused[0].ends_with("): never allowed"), "{:?}", found.unused);
}

#[test]
fn a_dead_end_is_found_with_its_game() {
    let text = template("cards").replace("\t\tmay.play(c)\n", "");
    let found = validated("dead-end", &text);
    let first = &found.mistakes[0];
    assert!(first.what.contains("step.play leaves Player ") && first.seed == 1, "{first:?}");
}

#[test]
fn a_step_that_looks_into_another_hand_is_found_with_its_line() {
    let text =
        template("cards").replace("if s ~= me and points[s] > 0 then", "if hand[me % seats + 1]:has(1) then");
    let line = text.lines().position(|line| line.contains("hand[me % seats + 1]:has(1)")).unwrap() + 1;
    let found = validated("peek", &text);
    let first = &found.mistakes[0].what;
    assert!(first.contains(&format!(":{line}: ")) && first.contains("can't see hand"), "{first}");
}

/// Cards shown to a role's holder stay with the true one in imagined worlds, so another holder's step reads what it can't see.
#[test]
fn a_mistake_in_an_imagined_position_is_named_with_its_line() {
    let text = "game.title, game.seats = 'Hunt', { 3, 3 }
local WOLF, SHEEP = card('wolf', 1), card('sheep', 2)
local deck, role = stock(), hands()
number('n', 0)
function game.setup()
	fill(deck)
	for s = 1, 3 do draw(deck, role[s]) end
	for s = 1, 3 do if role[s]:has(WOLF) then for o = 1, 3 do if o ~= s then show(role[o], s) end end end end
	start(1)
end
function game.turn()
	v.n += 1
	if v.n > 4 then return game_over() end
	for s = 1, 3 do if role[s]:has(WOLF) then go.hunt(s) end end
end
function step.hunt(me)
	for s = 1, 3 do if s ~= me and role[s]:has(SHEEP) then may.eat(s) end end
end
function act.eat(me, s: seat) end_turn() end
function game.score(s) return role[s]:count(WOLF) end
";
    let found = validated("hunt", text);
    let first = &found.mistakes[0].what;
    assert!(first.contains("in a state imagined from seat"), "{first}");
    assert!(first.contains(":17: ") && first.contains("can't see role"), "{first}");
    assert!(!first.contains("is counted as"), "{first}");
}

#[test]
fn a_loop_without_an_end_is_found() {
    let text = template("dice")
        .replace("\tv.turn_points = 0\n", "\twhile v.turn_points >= 0 do v.turn_points = 0 end\n");
    let found = validated("endless", &text);
    assert!(found.mistakes[0].what.contains("never end"), "{:?}", found.mistakes);
}

#[test]
fn a_fill_with_a_deck_of_no_cards_is_a_mistake_unless_others_name_it() {
    let text = |deck: &str, more: &str| {
        format!(
            "game.title, game.seats = 'Decks', {{ 2, 2 }}
local EXTRA = choice('rule.extra', false, {{ false, true }}, 'assumed: more cards')
card('plain', 3, {{ deck = 'goods' }})
local deck = stock('goods') {more}
function game.setup()
\tfill(deck, '{deck}')
\tstart(1)
end
function game.turn(me) go.stop(me) end
function step.stop(me) may.stop() end
function act.stop(me) win(me) end
"
        )
    };
    let load = |text: &str| crate::ScriptFile::from_text("decks.luau", text);
    let error = load(&text("godos", "")).unwrap_err().to_string();
    let words =
        "decks.luau:6: fill takes the deck \"godos\", of which there are no cards (did you mean `goods`?)";
    assert_eq!(error, words);
    load(&text("goods", "")).unwrap();
    // The cards of an expansion are there under other settings.
    load(&text("more", "if EXTRA then card('rare', 1, { deck = 'more' }) end")).unwrap();
}

#[test]
fn impossible_seats_are_refused() {
    let path = std::env::temp_dir().join(format!("ludometer-{}-seats.luau", std::process::id()));
    std::fs::write(&path, template("tricks")).unwrap();
    let error = validate(&path.to_string_lossy(), Some(2), 1, 1, &mut |_, _| {}).unwrap_err().to_string();
    std::fs::remove_file(&path).unwrap();
    assert!(error.contains("2 seats: allowed are 3 to 5"), "{error}");
}

/// A bag of one's own is a stock for its chance: that all know what lies there is no mistake. In a hand it is one.
#[test]
fn a_bag_whose_contents_all_know_is_no_mistake() {
    let text = "game.title, game.seats = 'Bags', { 3, 3 }
local RED, BLUE = card('red', 6), card('blue', 9)
local box, bag, out = tableau(), stocks(), tableaus()
function game.setup()
	fill(box)
	for s = 1, seats do for c, n in { 2, 3 } do for _ = 1, n do force(c, box, bag[s]) end end end
	start(1)
end
function game.turn(me) go.pull(me) end
function step.pull(me) may.pull() end
function act.pull(me)
	draw(bag[me], out[me])
	if out[2]:size() == 4 then game_over() else end_turn() end
end
function game.score(s) return out[s]:count(RED) end
";
    assert_eq!(validated("bags", text).mistakes, []);
    let hands = text
        .replace("stocks(), tableaus()", "hands(), tableaus()")
        .replace("draw(bag[me], out[me])", "move(bag[me]:any(), bag[me], out[me])");
    let found = validated("hands", &hands).mistakes;
    assert!(found.iter().any(|mistake| mistake.what.contains("can be told at any time")), "{found:?}");
}

#[test]
fn what_is_hardly_meant_is_asked_about() {
    let text = "game.title, game.seats = 'Asked', { 2, 4 }
for n = 1, 3 do card(`card_{n}`, 1, { deck = 'goods' }) end
local deck, hand, court = stock('goods'), hands(), stock('cuort')
function game.setup() fill(deck, 'goods') for s = 1, seats do draw(deck, hand[s]) end start(1) end
function game.turn(me) go.stop(me) end
function step.stop(me) may.stop() end
function act.stop(me) win(me) end
function after.stop() end
";
    let found = validated("asked", text);
    assert_eq!(found.mistakes, []);
    let expected = [
        "there are no appeals: `greedy` chooses at random, as `random` does",
        "after.stop (line 8) is never called: there is no together.stop, secretly.stop or around.stop",
        "`court` belongs to the deck \"cuort\", of which there are no cards",
        "with 4 players `hand[4]` is empty after game.setup, while other seats have cards there: was the stock empty?",
    ];
    assert_eq!(found.warnings, expected);
}

#[test]
fn a_script_that_no_program_holds_is_named_with_its_line() {
    let sorted = "function game.setup()
	local list = { 1, 2 }
	table.sort(list, function(a, b) return a > b end)
	start(list[2])
end";
    let text = template("dice").replace("function game.setup() start(1) end", sorted);
    let line = 1 + text.lines().position(|line| line.contains("table.sort")).expect("it is there");
    let found = validated("sorted", &text);
    assert_eq!(found.mistakes, []);
    let [warning] = &found.warnings[..] else { panic!("{:?}", found.warnings) };
    assert!(warning.starts_with("it runs in Luau, several times slower than as a program"), "{warning}");
    assert!(warning.contains(&format!("sorted.luau:{line}: ")), "{warning}");
}

#[test]
fn a_mistake_of_the_true_state_is_named_as_one_and_hides_what_was_not_used() {
    let found = validated("true", &template("dice").replace("return end_turn()", "return"));
    assert!(!found.mistakes.is_empty() && found.unused.is_empty(), "{found:?}");
    assert!(!found.mistakes[0].what.contains("can't tell"), "{:?}", found.mistakes);
}

#[test]
fn zones_in_messages_have_no_address() {
    let text = template("cards")
        .replace("force(c, hand[me]", "force(hand[me], c")
        .replace("move(c, hand[me]", "move(hand[me], c");
    let found = validated("address", &text);
    let first = &found.mistakes[0].what;
    assert!(!first.contains("0x"), "{first}");
}

#[test]
fn a_card_that_is_one_of_some_kinds_is_none_of_others_beside_known_cards() {
    let text = "game.title, game.seats = 'Claims', { 2, 2 }
for n = 1, 6 do card(`v_{n}`, 2) end
local box, hand, bag = stock(), hands(), stock()
number('laid', 0)
function game.setup()
	fill(box)
	for s = 1, 2 do for _ = 1, 3 do draw(box, hand[s]) end end
	start(1)
end
function game.turn(me) go.lay(me) end
function step.lay(me) for _, c in hand[me]:kinds() do may.lay(c) end end
function act.lay(me, c: card)
	move_as({ c, c % 6 + 1 }, c, hand[me], bag)
	v.laid += 1
	if v.laid == 4 then game_over() else end_turn() end
end
function game.score(s) return s end
";
    assert_eq!(validated("claims", text).mistakes, []);
}

#[test]
fn a_step_that_is_asked_in_around_may_change_nothing() {
    let text = "game.title, game.seats = 'Round', { 3, 3 }
local cost = numbers(0)
function game.setup() start(1) end
function game.turn(me) go.sell(me) end
function step.sell(me) may.sell() end
function act.sell(me) around.bid(me) end
function step.bid(me)
	if me == 2 then cost[me] += 1 return end
	may.bid()
end
function act.bid(me) ask_next() end
function after.bid() game_over() end
function game.score(s) return cost[s] end
";
    let found = validated("changing", text);
    assert!(
        found.mistakes[0].what.contains("step.bid changes cost: a step may change nothing"),
        "{:?}",
        found.mistakes
    );
}

/// Where the text shows what broke a game off, that is said: what Luau says of it helps nobody.
#[test]
fn a_mistake_that_the_text_shows_is_said_in_its_words() {
    let text = "game.title, game.seats = 'Loop', { 2, 2 }
card('a', 6)
local deck, hand, heap = stock(), hands(), pile()
function game.setup() fill(deck) for s = 1, 2 do draw(deck, hand[s]) end start(1) end
function game.turn(me) go.play(me) end
function step.play(me)
	for _, c in hand[me] do may.play(c) end
	may.stop()
end
function act.play(me, c: card) move(c, hand[me], heap) end_turn() end
function act.stop() game_over() end
function game.score(s) return 0 end";
    let found = validated("loop", text);
    let whats: Vec<&str> = found.mistakes.iter().map(|mistake| mistake.what.as_str()).collect();
    assert!(whats.iter().any(|what| what.contains("write `hand[me]:kinds()`")), "{whats:?}");
}
