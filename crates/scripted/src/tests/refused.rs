//! Slips in rules that were played as if they were meant: each is named with its line.

use super::validate::validated;

/// A script with these lines behind its first four.
fn script(lines: &str) -> String {
    format!(
        "game.title, game.seats = 'Slip', {{ 2, 2 }}
local A, B, X = card('a', 6), card('b', 6), card('x', 4, {{ deck = 'other' }})
local deck, hand, heap, box, cup = stock(), hands(), tableaus(), tableau('other'), cups(20)
number('n', 0)
{lines}"
    )
}

/// A script whose act `a` is this, in line 8, and which is in order otherwise.
fn act(body: &str) -> String {
    script(&format!(
        "function game.setup() fill(deck); for s = 1, 2 do for _ = 1, 3 do draw(deck, hand[s]) end end start(1) end
function game.turn(me) v.n += 1; if v.n > 6 then return game_over() end; go.play(me) end
function step.play(me) may.a() end
function act.a(me) {body} end
function step.extra(me) may.b() end
function act.b(me) end_turn() end
function step.all(me) may.c() end
function act.c(me) end
function after.all() end_turn() end
function game.score(seat) return seat end"
    ))
}

/// Declarations that stand at the top of a script and were taken for something else.
#[test]
fn declarations_say_what_they_can_not_take() {
    let refused = |lines: &str| {
        let text = format!("game.title, game.seats = 'Slip', {{ 2, 2 }}\ncard('a', 6)\n{lines}");
        crate::ScriptFile::from_text("slip.luau", &text).unwrap_err().to_string()
    };
    for (lines, words) in [
        ("local T = param('pay.table', { 1, nil, 3 }, 0, 9, '')", "there is nothing in place 2 of the list"),
        ("local T = param('pay.table', { 1, x = 3 }, 0, 9, '')", "the list has something under x"),
        ("local hand = hands()\nlocal deck = stock { from = hand }", "from is a hand, and that is no supply"),
        (
            "local hand = hands()\nlocal deck = stock { from = hand[1] }",
            "from is a hand, and that is no supply",
        ),
        (
            "local hand = hands()\nlocal deck = stocks { from = hand }",
            "from is a hand, and that is no supply",
        ),
        (
            "local heap = piles()\nlocal deck = stock { from = heap }",
            "these are one for each seat: name one of them",
        ),
    ] {
        let error = refused(lines);
        assert!(error.starts_with("slip.luau:") && error.contains(words), "{lines}: {error}");
    }
    let seats = |seats: &str| {
        let text = act("end_turn()").replacen("{ 2, 2 }", seats, 1);
        crate::ScriptFile::from_text("slip.luau", &text).unwrap_err().to_string()
    };
    for (given, words) in [
        ("2", "fewest and most: write { 2, 2 }"),
        ("'two'", "fewest and most: write { 2, 4 }"),
        ("{ 3, 2 }", "the fewest come first"),
    ] {
        assert!(seats(given).contains(words), "{given}: {}", seats(given));
    }
    let outlook =
        "function game.outlook(me) return { mine = hand[me] } end\nfunction appeal.a() return 1 end";
    let found = validated("zone-in-outlook", &format!("{}\n{outlook}", act("end_turn()")));
    let first = &found.mistakes[0].what;
    assert!(first.contains("mine of game.outlook is a zone"), "{first}");
    let found = validated("number-nothing", &act("v.n = nil; end_turn()"));
    let first = &found.mistakes[0].what;
    assert!(first.contains("v.n is nothing: numbers of the game are whole numbers"), "{first}");
}

#[test]
fn slips_in_acts_are_named_with_their_lines() {
    assert_eq!(validated("slip", &act("end_turn()")).mistakes, []);
    for (body, words) in [
        (
            "go.extra(me); end_turn()",
            "end_turn follows go.extra in the same act, which leads on once: is a `return` missing?",
        ),
        ("end_turn(); go.extra(me)", "go.extra follows go.play in the same act"),
        ("go.extra(me); go.extra(me)", "go.extra follows go.extra in the same act"),
        ("together.all(); end_turn()", "end_turn follows together.all in the same act"),
        ("go.extra(me); together.all()", "together.all follows go.extra in the same act"),
        ("game_over(); end_turn()", "end_turn follows the end of the game in the same act"),
        ("win(me); game_over()", "game_over follows the end of the game in the same act"),
        ("end_turn(); win(me)", "win follows go.play in the same act"),
        ("go.extra(me); everyone_loses()", "everyone_loses follows go.extra in the same act"),
        ("everyone_wins(); start(me)", "start follows the end of the game in the same act"),
        (
            "move(hand[me]:any(), hand[me], box); end_turn()",
            "belongs to no deck and can't lie in box, which holds the deck \"other\"",
        ),
        ("move(hand[me]:any(), hand[me], cup[me]); end_turn()", "can't lie in cup[1], which holds dice"),
        (
            "shake(cup[me], 1); move(cup[me]:any(), cup[me], hand[me]); end_turn()",
            "dice of cup[1] can't be moved: they are shaken anew",
        ),
        ("fill(box, ''); end_turn()", "fill puts other cards into box, which holds the deck \"other\""),
        ("fill(cup[me]); end_turn()", "fill puts cards into cup[1], which holds dice"),
        (
            "swap(hand[me], heap[me]); end_turn()",
            "swap changes hands: all see heap[1], and not hand[1]; move the cards one by one",
        ),
        (
            "swap(hand[me], cup[me]); end_turn()",
            "swap changes hands: hand[1] and cup[1] don't hold the same kinds of cards",
        ),
        (
            "rotate({ hand[1], heap[2] }); end_turn()",
            "rotate changes hands: all see heap[2], and not hand[1]",
        ),
        ("rotate({ hand[1], hand[1] }); end_turn()", "rotate is given hand[1] twice"),
        ("rotate(hand, 0.5); end_turn()", "rotate passes hands on by a whole number of places, not by 0.5"),
        ("rotate(deck); end_turn()", "rotate takes a list of hands"),
        ("win()", "win() names no seat: a game that nobody wins ends with everyone_loses()"),
        ("lose()", "lose() names no seat"),
        ("win(me, nil)", "nil is no seat"),
        ("note('n', 1, 2, 3, 4); end_turn()", "note(\"n\") takes up to three numbers, not 4"),
        ("together.all({})", "together.all: nobody is there to choose"),
        ("secretly.all({})", "secretly.all: nobody is there to choose"),
    ] {
        let found = validated("slip", &act(body));
        let first = &found.mistakes.first().unwrap_or_else(|| panic!("{body}: nothing was found")).what;
        assert!(
            first.contains(&format!(".luau:8: {words}"))
                || first.contains(".luau:8: ") && first.contains(words),
            "{body}: {first}"
        );
    }
}

#[test]
fn a_game_without_a_decision_or_a_score_is_refused() {
    let no_acts = script("function game.setup() game_over() end\nfunction game.score(s) return s end");
    let error = crate::ScriptFile::from_text("slip.luau", &no_acts).unwrap_err().to_string();
    assert_eq!(error, "slip.luau:5: nobody decides anything in this game: there is no step.NAME");
    let idle = script(
        "function game.setup() start(1) end
function game.turn(me) v.n += 1; if v.n > 5 then return game_over() end; end_turn() end
function step.a(me) may.a() end
function act.a(me) end_turn() end
function game.score(s) return s end",
    );
    let found = validated("slip", &idle);
    let first = &found.mistakes[0].what;
    assert!(
        first.contains(".luau:5: nobody decides anything: 20 of 20 games ended before the first decision"),
        "{first}"
    );
    let unscored = act("end_turn()").replace("function game.score(seat) return seat end", "");
    let first = &validated("slip", &unscored).mistakes[0].what;
    assert!(first.contains(".luau:6: game_over gives places by game.score, which is missing"), "{first}");
    // Where others win by name, a game that is merely over is a draw.
    assert_eq!(
        validated("slip", &unscored.replace("act.b(me) end_turn()", "act.b(me) win(me)")).mistakes,
        []
    );
}

#[test]
fn what_is_declared_is_not_written() {
    let written = |line: &str| {
        let text = act("end_turn()").replace("number('n', 0)\n", &format!("number('n', 0) {line}\n"));
        crate::ScriptFile::from_text("slip.luau", &text).err().map(|error| error.to_string())
    };
    assert_eq!(written(""), None);
    for (line, field) in [
        ("deck.owner = 99", "the zone deck: the field `owner`"),
        ("deck.name = 'x'", "the zone deck: the field `name`"),
        ("hand[1].vis = 0", "the zone hand: the field `vis`"),
        ("hand[2] = hand[1]", "hand: the field `2`"),
        ("deck.more = 1", "the zone deck: the field `more`"),
        ("cup[1].fresh = false", "the zone cup: the field `fresh`"),
        ("local s = secret_numbers(0, 3) s.get = function() return 0 end", "s: the field `get`"),
        ("local b = board(2, 2) b.at = function() return 0 end", "b: the field `at`"),
    ] {
        assert_eq!(written(line), Some(format!("slip.luau: {field} can't be written")), "{line}");
    }
}

#[test]
fn the_mole_is_one_of_six_in_every_world() {
    use ludometer_model::{Game as _, Seat, Silent, Streams};

    let game = super::game("the_mole.luau", 6, &[]);
    let mole = game.shared.declared.cards.iter().position(|card| card.name == "mole").unwrap();
    let (mut state, mut world) = (game.new_state(), game.new_state());
    for play in 0..40 {
        let streams = Streams::new(3, play);
        let (mut chance, mut side) = (streams.chance(), streams.side_stream(0));
        game.deal(&mut state, &mut chance, &mut Silent);
        for seat in Seat::all(6) {
            game.determinize(&game.view(&state, seat), &mut side, &mut world);
            let hands = game.layout().zones.iter().filter(|zone| zone.is_hand());
            let moles: u8 = hands.map(|zone| world.bytes[zone.counts() + mole]).sum();
            assert_eq!(moles, 1, "game {play}, seat {seat}");
        }
    }
}

#[test]
fn secret_numbers_are_known_until_one_is_changed() {
    use std::collections::BTreeSet;

    use ludometer_model::{Game as _, Seat, Silent, Streams};

    use crate::layout::i32_at;

    let text = "game.title, game.seats = 'Chips', { 3, 3 }
local chips, stones = secret_numbers(0, 20, 5), secret_numbers(0, 3)
function game.setup() stones:set(2, 1); start(1) end
function game.turn(me) go.act(me) end
function step.act(me) may.wait_for(); may.pay() end
function act.wait_for() end_turn() end
function act.pay(me) chips:set(me, 4); end_turn() end
function game.score() return 0 end";
    let file = crate::ScriptFile::from_text("chips.luau", text).unwrap_or_else(|error| panic!("{error}"));
    let game = crate::ScriptGame::load(&std::sync::Arc::new(file), 3, &[]).unwrap().checked().unwrap();
    let (mut state, mut world) = (game.new_state(), game.new_state());
    let streams = Streams::new(3, 0);
    let (mut chance, mut side) = (streams.chance(), streams.side_stream(0));
    game.deal(&mut state, &mut chance, &mut Silent);
    let secrets = &game.layout().secrets;
    // What seat A imagines of the numbers of B, before anybody pays and after B has paid.
    let mut imagined = |state: &crate::ScriptState, secret: usize| {
        let worlds = (0..400).map(|_| {
            game.determinize(&game.view(state, Seat::new(0)), &mut side, &mut world);
            i32_at(&world.bytes, secrets[secret].off + 4)
        });
        worlds.collect::<BTreeSet<i32>>()
    };
    assert_eq!(imagined(&state, 0), BTreeSet::from([5]));
    // What is set up before any chance is common knowledge, too.
    assert_eq!(imagined(&state, 1), BTreeSet::from([1]));
    for action in [0, 1] {
        let mut legal = Vec::new();
        game.legal(&state, &mut legal);
        assert_eq!(imagined(&state, 0), BTreeSet::from([5]));
        game.apply(&mut state, legal[action], &mut chance, &mut Silent);
    }
    assert_eq!(imagined(&state, 0), (0..=20).collect());
    assert_eq!(imagined(&state, 1), BTreeSet::from([1]));
}
