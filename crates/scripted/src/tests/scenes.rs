//! Scenes: positions of scripts held against their rules.

use std::path::Path;
use std::sync::Arc;

use ludometer_model::{Game as _, Silent, Streams};

use super::gallery_path;
use crate::scenes::Scenes;
use crate::{SceneFound, ScriptError, ScriptFile, ScriptGame, TEMPLATES};

/// Plays the scenes of a script and of a file beside it.
fn play(text: &str, beside: Option<&str>) -> Result<Vec<SceneFound>, ScriptError> {
    let file = Arc::new(ScriptFile::from_text("x.luau", text)?);
    Scenes::new(&file, Path::new("x.luau"), text, beside.map(|scenes| ("x.scenes.luau".to_owned(), scenes)))?
        .play()
}

/// Returns what the only scene of these says that fails.
fn failure(text: &str, beside: &str) -> ScriptError {
    let found = play(text, Some(beside)).unwrap_or_else(|error| panic!("{error}"));
    let mut failed: Vec<_> = found.into_iter().filter_map(|scene| scene.failure).collect();
    assert_eq!(failed.len(), 1, "{failed:?}");
    failed.remove(0)
}

/// Holds that all of these scenes are as their rules say, and that there are so many.
fn hold(found: &[SceneFound], scenes: usize) {
    let failed: Vec<_> = found.iter().filter(|scene| scene.failure.is_some()).collect();
    assert!(failed.is_empty(), "{failed:#?}");
    assert_eq!(found.len(), scenes);
}

/// A game in which a seat takes a card or rolls a die.
const SMALL: &str = "game.title, game.seats = 'Small', { 2, 3, usual = 2 }
local ROUNDS = param('game.rounds', 2, 1, 9, 'assumed: rounds')
for n = 1, 4 do card(`card_{n}`, 2) end
local deck, hand, heap = stock(), hands(), pile()
local points = numbers(0)
function game.setup() fill(deck); for s = 1, seats do draw(deck, hand[s]) end start(1) end
function game.turn(me) go.act(me) end
function step.act(me) may.roll(); for s = 1, seats do if s ~= me then may.take(s) end end end
function act.roll(me) local n = roll(6); points[me] += n; note('rolled', n); if points[me] > 9 then win(me) else end_turn() end end
function act.take(me, s: seat) move(random_card(hand[s]), hand[s], hand[me]); end_turn() end
function game.score(s) return points[s] end
";

#[test]
fn every_template_comes_with_three_scenes_that_hold() {
    for template in TEMPLATES {
        let text = template.script("Mine");
        hold(&play(&text, None).unwrap_or_else(|error| panic!("{}: {error}", template.name)), 3);
    }
}

#[test]
fn the_worked_examples_of_pure_profit_hold() {
    let found = crate::test(&gallery_path("pure_profit.luau")).unwrap();
    hold(&found, 37);
    for example in 1..=21 {
        let clause = format!("E{example} ");
        assert!(found.iter().any(|scene| scene.clause.starts_with(&clause)), "no scene for {clause}");
    }
}

#[test]
fn a_rule_that_is_read_wrongly_fails_in_the_scene_of_its_clause() {
    let text = std::fs::read_to_string(gallery_path("pure_profit.luau")).unwrap();
    let scenes = std::fs::read_to_string(gallery_path("pure_profit.scenes.luau")).unwrap();
    // What stands in the script, what is read in its place, and the examples that say otherwise.
    for (rule, misread, clauses) in [
        ("(n == t + 1 or n == t)", "n == t + 1", &["E5 "][..]),
        ("hand[s]:size() > SAFE", "hand[s]:size() > 0", &["E13 "]),
        ("for n = 10, 1, -1 do if hand", "for n = 1, 10 do if hand", &["E1 ", "E10 ", "E11 "]),
        ("show(hand[victim], me)", "v.victim = victim", &["E11 ", "E13 ", "E14 "]),
    ] {
        assert!(text.contains(rule), "{rule}");
        let found = play(&text.replacen(rule, misread, 1), Some(&scenes));
        let found = found.unwrap_or_else(|error| panic!("{error}"));
        let failed: Vec<_> = found.iter().filter(|scene| scene.failure.is_some()).collect();
        assert!(!failed.is_empty(), "nothing says that `{misread}` is wrong");
        for scene in failed {
            assert!(clauses.iter().any(|clause| scene.clause.starts_with(clause)), "{misread}: {scene:?}");
        }
    }
}

#[test]
fn a_failure_names_its_clause_file_and_line_with_what_was_expected_and_found() {
    let scenes = "scene('R3 a roll scores', function()\n\tstart(1)\n\tnext_roll(4)\n\tchoose('roll')\n\tequals(points[1], 5, 'points')\nend)";
    let found = play(SMALL, Some(scenes)).unwrap();
    assert_eq!((found[0].clause.as_str(), found[0].line), ("R3 a roll scores", 1));
    let failure = found[0].failure.clone().unwrap();
    assert_eq!(failure.to_string(), "x.scenes.luau:5: expected as points: 5; found: 4");
    // In the script itself as well.
    let found = play(&format!("{SMALL}{scenes}"), None).unwrap();
    let lines = SMALL.matches('\n').count();
    assert_eq!(found[0].line, lines + 1);
    assert_eq!(found[0].failure.clone().unwrap().line, Some(lines + 5));
}

#[test]
fn scenes_tell_winners_by_the_kind_of_game() {
    let scored = "game.title, game.seats, game.kind = 'Lamps', { 2, 2 }, 'cooperative'
local points = number('points')
function game.setup() start(1) end
function game.turn(me) go.act(me) end
function step.act(me) may.light() end
function act.light(me) v.points += 1 game_over() end
function game.score(seat) return v.points end";
    let drawn =
        "game.title, game.seats, game.kind, game.sides = 'Den', { 3, 3 }, 'teams', { 'wolves', 'village' }
local ROLE = { card('wolf', 1), card('villager', 2) }
local deck, role = stock(), hands()
function game.setup() fill(deck) for s = 1, 3 do draw(deck, role[s]) end start(1) end
function game.turn(me) go.act(me) end
function step.act(me) may.hunt() end
function act.hunt(me) win(if role[me]:has(ROLE[1]) then 'wolves' else 'village') end
function game.side(seat) return if role[seat]:has(ROLE[1]) then 'wolves' else 'village' end";
    let dealt = "put(role[1], 'villager') put(role[2], 'wolf') put(role[3], 'villager') start(1) choose()";
    for (script, scene, message) in [
        (scored, "start(1) choose() wins() scores(1, 1)".to_owned(), None),
        (scored, "start(1) choose() wins(1, 2)".to_owned(), Some("a score at its end, and no winners")),
        (scored, "start(1) choose() wins('all')".to_owned(), Some("a score at its end, and no winners")),
        (drawn, format!("{dealt} wins('village')"), None),
        (drawn, format!("{dealt} wins(1, 3)"), None),
        (drawn, format!("{dealt} wins('wolves')"), Some("expected as winners: 2; found: 1, 3")),
        (
            drawn,
            format!("{dealt} wins('wolf')"),
            Some("there is no side \"wolf\": game.sides names wolves, village"),
        ),
        (
            SMALL,
            "start(1) points[1] = 9 choose('roll') wins('wolves')".to_owned(),
            Some("the game draws no sides"),
        ),
    ] {
        let found = play(script, Some(&format!("scene('R1', {{ seats = nil }}, function() {scene} end)")));
        let failure = found.unwrap_or_else(|error| panic!("{scene}: {error}"))[0].failure.clone();
        match (message, failure) {
            (None, None) => {}
            (Some(message), Some(error)) => assert!(error.message.contains(message), "{scene}: {error}"),
            (_, failure) => panic!("{scene}: {failure:?}"),
        }
    }
}

#[test]
fn each_word_of_scenes_fails_where_the_rules_are_other() {
    let begin = "put(hand[1], 'card_1', 2); put(hand[2], '2 card_3'); start(1);";
    for (words, message) in [
        ("legal('roll')", "(too many: take 2)"),
        ("legal('roll', 'take 2', 'take 3')", "(missing: take 3)"),
        ("offers('take 1')", "expected among the legal actions: take 1; found: roll, take 2"),
        ("refuses('take')", "expected: take is not legal"),
        ("choose('take 1')", "expected as legal: take 1; found: roll, take 2"),
        ("choose('rol 2')", "there is no act `rol` (did you mean `roll`?)"),
        ("offers('rol')", "there is no act `rol` (did you mean `roll`?)"),
        ("refuses('rol')", "there is no act `rol` (did you mean `roll`?)"),
        ("choose()", "expected: there is one action alone; found: roll, take 2"),
        ("asks('act', 2)", "expected: seat 2 is asked in step.act; found: seat 1 is asked in step.act"),
        ("asks('atc')", "there is no step.atc"),
        ("contains(hand[1], 1)", "expected in hand[1]: card_1; found: card_1, card_2"),
        ("contains(hand[1], 'card_9')", "there is no card \"card_9\""),
        ("expect(points[1] == 1, 'a point')", "expected: a point; found: it is not so"),
        (
            "choose('take 2'); noted('rolled')",
            "expected as a note of the last choice: rolled; found: nothing",
        ),
        ("next_roll(3); choose('roll'); noted('rolled', 4)", "rolled 4; found: rolled 3"),
        ("knows(1, hand[2], 3)", "seat 1 knows of card_3 in hand[2]; found: it knows of no cards"),
        ("rules_out(1, hand[2], 4)", "knows that no other card_4 lies in hand[2]; found: it can't tell"),
        ("wins(1)", "the winners are 1; found: the game goes on, seat 1 is asked in step.act"),
        ("points[1] = 9; choose('roll'); wins(2)", "expected as winners: 2; found: 1"),
        (
            "points[1] = 8; next_roll(2); choose('roll'); scores(9, 0)",
            "scores of the seats: 9, 0; found: 10, 0",
        ),
        (
            "points[1] = 8; next_roll(2); choose('roll'); places(1, 1)",
            "places of the seats: 1, 1; found: 1, 2",
        ),
        ("next_roll(7); choose('roll')", "next_roll says 7, but this number is one from 1 to 6"),
        ("next_draw(1); choose('take 2')", "next_draw says card_1, of which there is none in hand[2]"),
        ("next_draw(3)", "expected: card_3 is drawn, as next_draw says; found: the scene ended without"),
        ("put(heap, 3)", "there are 2 of card_3 in the game, and all of them lie somewhere already"),
        ("put(hand, 3)", "`hand` is one zone for each seat"),
    ] {
        let scene = format!("scene('R1', function() {begin} {words} end)");
        let error = match play(SMALL, Some(&scene)) {
            Ok(found) => found[0].failure.clone().unwrap_or_else(|| panic!("{words}: nothing fails")),
            Err(error) => error,
        };
        assert!(error.message.contains(message), "{words}: {error}");
        assert_eq!((error.file.as_str(), error.line), ("x.scenes.luau", Some(1)), "{words}: {error}");
    }
}

#[test]
fn what_a_scene_leaves_to_chance_must_hold_whatever_comes() {
    let scene = |says: &str| {
        format!("scene('R1', function() start(1); choose('roll'); expect({says}, 'it is so') end)")
    };
    hold(&play(SMALL, Some(&scene("points[1] >= 1 and points[1] <= 6"))).unwrap(), 1);
    assert!(failure(SMALL, &scene("points[1] ~= 3")).message.contains("it is so"));
}

#[test]
fn scenes_have_tables_and_settings_of_their_own() {
    let scenes =
        "scene('R1', { seats = 3, set = { ['game.rounds'] = 7 } }, function() equals(ROUNDS + seats, 10) end)
        scene('R2', function() equals(ROUNDS + seats, 4) end)";
    hold(&play(SMALL, Some(scenes)).unwrap(), 2);
    let fails = |options: &str| failure(SMALL, &format!("\nscene('R1', {options}, function() end)"));
    for (options, message) in [
        ("{ seats = 4 }", "a scene with 4 seats: the game has 2 to 3"),
        ("{ set = { ['game.rounds'] = 10 } }", "game.rounds"),
        ("{ set = { ['game.round'] = 1 } }", "did you mean `game.rounds`?"),
    ] {
        let error = fails(options);
        assert!(error.message.contains(message), "{error}");
        assert_eq!((error.file.as_str(), error.line), ("x.scenes.luau", Some(2)), "{error}");
    }
    let error = play(SMALL, Some("number('more', 0) scene('R1', function() end)")).unwrap_err();
    assert!(error.message.contains("scenes declare no cards, zones or numbers"), "{error}");
}

#[test]
fn a_mistake_of_the_rules_is_named_with_its_own_line() {
    let text = SMALL.replace("points[me] += n;", "points[me] += nil;");
    let failure = failure(&text, "scene('R1', function() start(1); choose('roll') end)");
    assert_eq!((failure.file.as_str(), failure.line), ("x.scenes.luau", Some(1)));
    assert!(failure.message.contains("`roll`: x.luau:9: "), "{failure}");
}

#[test]
fn games_are_played_without_scenes() {
    let scenes = "scene('R1', function()\n\tput(heap, 1)\n\tv.none = 3\nend)\n";
    let texts =
        [SMALL.to_owned(), format!("{SMALL}{scenes}"), SMALL.replace("for n", &format!("{scenes}for n"))];
    let ends = texts.map(|text| {
        let file = Arc::new(ScriptFile::from_text("x.luau", &text).unwrap());
        let game = ScriptGame::load(&file, 2, &[]).unwrap();
        let (mut state, mut legal) = (game.new_state(), Vec::new());
        let mut chance = Streams::new(3, 1).chance();
        game.deal(&mut state, &mut chance, &mut Silent);
        while game.to_move(&state).is_some() {
            legal.clear();
            game.legal(&state, &mut legal);
            game.apply(&mut state, legal[0], &mut chance, &mut Silent);
        }
        state
    });
    assert_eq!(ends[0], ends[1]);
    assert_eq!(ends[0], ends[2]);
    // Their words belong to them alone.
    let error = ScriptFile::from_text("x.luau", &SMALL.replace("fill(deck)", "rest(deck)")).unwrap_err();
    assert!(error.message.contains("it is for scenes"), "{error}");
    let error = ScriptFile::from_text("x.luau", &SMALL.replace("fill(deck)", "scene('R1', f)")).unwrap_err();
    assert!(error.message.contains("stands at the top of a script"), "{error}");
}

#[test]
fn cards_are_named_as_people_name_them() {
    let text = "game.title, game.seats = 'Names', { 1, 2 }
local t = cards([[
Name,Copies
Fire Bolt,3
]])
local deck, hand = stock(), hands()
function game.setup() fill(deck) start(1) end
function game.turn(me) go.x(me) end
function step.x() may.x() end
function act.x(me) if draw(deck, hand[me]) == 0 then return game_over() end end_turn() end
function game.score(s) return hand[s]:size() end
";
    let scene =
        "scene('R1', function() put(hand[1], 'Fire Bolt') put(hand[2], '2 Fire Bolt', 'Fire_Bolt') end)";
    let over = play(text, Some(scene)).unwrap()[0].failure.clone().map(|error| error.message);
    assert_eq!(
        over.as_deref(),
        Some("there are 3 of Fire_Bolt in the game, and all of them lie somewhere already")
    );
    hold(&play(text, Some(&scene.replace(", 'Fire_Bolt'", ""))).unwrap(), 1);
}

#[test]
fn a_seat_knows_its_own_card_in_a_stack_that_is_mixed() {
    let text = |lay: &str, wanted: &str| {
        format!(
            "game.title, game.seats = 'Mixed', {{ 2, 2 }}
card('a', 1) card('b', 2) card('c', 1)
local deck, hand, st = stock(), hands(), stack()
function game.setup() fill(deck) below(1) start(1) end
function game.turn(me) go.put(me) end
function step.put(me) may.put() end
function act.put(me) {lay} go.wait(me) end
function step.wait(me) may.wait() end
function act.wait(me) win(me) end
scene('mixed', function()
    put(hand[1], 'a') put(st, 'b') put(hand[2], 'c') rest(deck)
    start(1)
    choose('put')
    knows(1, st, {wanted})
    knows(2, st)
end)
"
        )
    };
    for lay in ["move(1, hand[me], st) shuffle(st)", "insert(1, hand[me], st, below(2), 0)"] {
        hold(&play(&text(lay, "'a'"), None).unwrap(), 1);
        let found = play(&text(lay, "'b'"), None).unwrap();
        let failure = found[0].failure.as_ref().map(ToString::to_string).unwrap_or_default();
        assert!(failure.contains("seat 1 knows of b in st; found: it knows of a"), "{failure}");
    }
}
