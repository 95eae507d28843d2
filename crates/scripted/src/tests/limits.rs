//! Games of many kinds of cards, many copies and large states.

use std::sync::Arc;

use ludometer_model::{Game as _, Rng, Seat, Silent, Streams};

use super::contract::holds;
use crate::{ScriptEvent, ScriptFile, ScriptGame};

/// Returns the game of a script at this table.
fn load(text: &str, seats: usize) -> ScriptGame {
    let file = ScriptFile::from_text("many.luau", text).unwrap_or_else(|error| panic!("{error}"));
    ScriptGame::load(&Arc::new(file), seats, &[]).unwrap_or_else(|error| panic!("{error}"))
}

/// Returns what is announced in some random games.
fn events(game: &ScriptGame) -> Vec<ScriptEvent> {
    let mut log = Vec::new();
    for play in 0..10 {
        let (mut chance, mut choices) = (Streams::new(1, play).chance(), Rng::from_words([1, play, 5]));
        let (mut state, mut legal) = (game.new_state(), Vec::new());
        game.deal(&mut state, &mut chance, &mut log);
        while game.to_move(&state).is_some() {
            legal.clear();
            game.legal(&state, &mut legal);
            game.apply(&mut state, legal[choices.index(legal.len())], &mut chance, &mut log);
        }
        assert_eq!(game.fault_of(&state), None);
    }
    log
}

/// Every move, with kinds behind the others of which there are no copies, so that cards take two bytes.
fn every_move_of(kinds: usize) -> ScriptGame {
    let text = include_str!("every_move.luau");
    let more = format!(
        "for n = 1, {} do card(`none_{{n}}`, 0, {{ deck = \"none\" }}) end\nlocal red, blue  =",
        kinds - 7
    );
    load(&text.replace("local red, blue  =", &more), 3)
}

#[test]
fn a_large_game_is_the_same_game() {
    let (small, large) = (every_move_of(255), every_move_of(256));
    assert_eq!((small.layout().size_of_card, large.layout().size_of_card), (1, 2));
    let (small, large) = (events(&small), events(&large));
    assert!(small.len() > 1000 && small == large);
}

#[test]
fn large_games_keep_the_contract() {
    let (worlds, different) = holds(&every_move_of(1000), 6);
    assert!(worlds > 300 && different * 10 > worlds * 9, "{different} of {worlds}");
}

#[test]
fn a_cube_of_540_different_cards_is_drafted() {
    let game = load(
        "game.title, game.seats = 'Cube', { 2, 8 }
        for n = 1, 540 do card(`card_{n}`, 1) end
        local cube, pack, pool = stock(), hands(), hands()
        number('packs', 0)
        local function open()
            v.packs += 1
            if v.packs > 3 then return game_over() end
            for s = 1, seats do for _ = 1, 15 do draw(cube, pack[s]) end end
            together.pick()
        end
        function game.setup() fill(cube); start(1) end
        function game.turn() open() end
        function step.pick(me) for _, c in pack[me]:kinds() do may.pick(c) end end
        function act.pick(me, c: card) move(c, pack[me], pool[me]) end
        function after.pick()
            rotate(pack, if v.packs == 2 then -1 else 1)
            if pack[1]:size() == 0 then open() else together.pick() end
        end
        function game.score(seat) local sum = 0; for _, c in pool[seat]:kinds() do sum += c end return sum end",
        8,
    );
    let (worlds, different) = holds(&game, 1);
    assert!(worlds > 500 && different * 10 > worlds * 9, "{different} of {worlds}");
    let mut state = game.new_state();
    game.deal(&mut state, &mut Streams::new(1, 1).chance(), &mut Silent);
    let view = game.view_json(&game.view(&state, Seat::new(0)));
    let pack = view["pack"][0].as_object().unwrap();
    assert_eq!((pack.len(), &view["pack"][1]["size"]), (15, &15.into()));
}

#[test]
fn five_thousand_cards_are_dealt_out() {
    let game = load(
        "game.title, game.seats = 'Flood', { 2, 4 }
        card('rain', 300)
        card('flood', 5000 - 300 - 998)
        for n = 1, 998 do card(`drop_{n}`, 1) end
        local deck, tower, hand, heap = stock(), stack(), hands(), pile()
        function game.setup()
            fill(deck)
            for _ = 1, 200 do draw(deck, tower) end
            for s = 1, seats do for _ = 1, 800 do draw(deck, hand[s]) end end
            start(1)
        end
        function game.turn(me) go.play(me) end
        function step.play(me) may.lowest(); may.lift() end
        function act.lowest(me)
            local c = hand[me]:any()
            while hand[me]:has(c) do move(c, hand[me], heap) end
            if hand[me]:size() < 700 then game_over() else end_turn() end
        end
        function act.lift(me) draw(tower, hand[me]); reshuffle(heap, deck, 0); end_turn() end
        function game.score(seat) return hand[seat]:size() end",
        4,
    );
    let (worlds, different) = holds(&game, 1);
    assert!(worlds > 6 && different == worlds, "{different} of {worlds}");
    let mut state = game.new_state();
    game.deal(&mut state, &mut Streams::new(1, 1).chance(), &mut Silent);
    let sizes: usize = game.layout().zones.iter().map(|zone| zone.size(&state.bytes)).sum();
    assert_eq!(sizes, 5000);
}

#[test]
fn what_is_too_much_is_said() {
    let script = |cards: &str| {
        let text = format!(
            "game.title, game.seats = 'Much', {{ 2, 2 }}\n{cards}
            local deck = stock()
            function game.setup() fill(deck); start(1) end
            function game.turn(me) go.act(me) end
            function step.act() may.act() end
            function act.act() game_over() end
            function game.score() return 0 end"
        );
        ScriptFile::from_text("much.luau", &text).map(|_| ()).map_err(|error| error.to_string())
    };
    assert_eq!(script("for n = 1, 2047 do card(`c_{n}`, 9) end"), Ok(()));
    let refused = |cards: &str| script(cards).unwrap_err();
    assert_eq!(
        refused("for n = 1, 2048 do card(`c_{n}`, 1) end"),
        "much.luau:2: more than 2047 kinds of cards"
    );
    assert_eq!(refused("card('rain', 5001)"), "much.luau:2: card(rain, copies): 0 to 5000 copies");
    assert!(refused("for n = 1, 5 do card(`c_{n}`, 5000) end").contains("25000 cards, more than 20000"));
}

#[test]
fn a_card_goes_under_a_stack_and_who_laid_it_there_knows_it() {
    for more in [0, 300] {
        let text = format!(
            "game.title, game.seats = 'Under', {{ 2, 2 }}
            for n = 1, 6 do card(`card_{{n}}`, 1) end
            for n = 1, {more} do card(`none_{{n}}`, 0) end
            local deck, tower, hand = stock(), stack(), hands()
            function game.setup() fill(deck); for _ = 1, 3 do draw(deck, tower) end for s = 1, 2 do draw(deck, hand[s]) end start(1) end
            function game.turn(me) go.act(me) end
            function step.act(me) for _, c in hand[me]:kinds() do may.under(c) end may.draw() end
            function act.under(me, c: card) under(c, hand[me], tower); if hand[2]:size() == 0 then game_over() else end_turn() end end
            function act.draw(me) draw(tower, hand[me]); if tower:size() < 2 then game_over() else end_turn() end end
            function game.score(s) return hand[s]:size() end"
        );
        let game = load(&text, 2);
        let (worlds, different) = holds(&game, 20);
        assert!(worlds > 20 && different > 0, "{different} of {worlds}");
        let (mut state, mut legal) = (game.new_state(), Vec::new());
        let mut chance = Streams::new(1, 1).chance();
        game.deal(&mut state, &mut chance, &mut Vec::new());
        game.legal(&state, &mut legal);
        let laid = game.action_text(legal[0]).replace("under ", "");
        game.apply(&mut state, legal[0], &mut chance, &mut Vec::new());
        let seen = [0, 1].map(|seat| game.view_json(&game.view(&state, Seat::new(seat)))["tower"].clone());
        assert_eq!(seen[0], serde_json::json!([laid, null, null, null]));
        assert_eq!(seen[1], serde_json::json!([null, null, null, null]));
    }
}
