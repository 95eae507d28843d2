//! Stocks and stacks: cards laid at a secret depth, seats that look into them together, and what comes back to them.

use std::sync::Arc;

use ludometer_model::{Game as _, Rng, Seat, Silent, Streams};
use ludometer_playable::{Playable as _, Scores};

use super::contract::holds;
use super::validate::validated;
use crate::{ScriptEvent, ScriptFile, ScriptGame, ScriptState};

fn load(text: &str, seats: usize) -> ScriptGame {
    let file = ScriptFile::from_text("supplies.luau", text).unwrap_or_else(|error| panic!("{error}"));
    ScriptGame::load(&Arc::new(file), seats, &[]).unwrap_or_else(|error| panic!("{error}"))
}

fn refused(text: &str) -> String {
    ScriptFile::from_text("supplies.luau", text).unwrap_err().to_string()
}

/// A bomb that lies open goes back into the deck as deep as its seat likes, as do cards of its hand; then all draw.
pub(super) const BOMB: &str = "game.title, game.seats = 'Bomb', { 3, 3 }
local BOMB = card('bomb', 1)
for n = 1, 7 do card(`calm_{n}`, 1) end
local box, deck, hand, out = stock(), stack(), hands(), pile()
number('turns', 0)
function game.setup()
	fill(box)
	move(BOMB, box, out)
	for s = 1, 3 do draw(box, hand[s]) end
	while box:size() > 0 do draw(box, deck) end
	peek(deck, { 1, 2 })
	start(1)
end
function game.turn(me) v.turns += 1; if v.turns == 6 or deck:size() == 0 then game_over() else go.act(me) end end
function step.act(me)
	if out:size() > 0 then for depth = 0, deck:size() do may.hide(depth) end return end
	may.draw(); may.look(); may.mix()
	local c = hand[me]:any()
	if c > 0 then for depth = 0, deck:size() do may.lay(c, depth) end end
end
function act.hide(me, depth) insert(BOMB, out, deck, depth); end_turn() end
function act.lay(me, c: card, depth) insert(c, hand[me], deck, depth); end_turn() end
function act.draw(me) draw(deck, hand[me]); end_turn() end
function act.look(me) peek(deck, me, 2); end_turn() end
function act.mix() shuffle(deck); end_turn() end
function game.score(s) return hand[s]:size() end
";

/// Returns what follows each action of a state.
fn following(game: &ScriptGame, state: &ScriptState) -> Vec<(String, ScriptState, Vec<ScriptEvent>)> {
    let mut legal = Vec::new();
    game.legal(state, &mut legal);
    let each = legal.into_iter().map(|action| {
        let (mut next, mut events) = (state.clone(), Vec::new());
        game.apply(&mut next, action, &mut Rng::from_words([4, 5, 6]), &mut events);
        assert_eq!(game.fault_of(&next), None);
        (game.action_text(action), next, events)
    });
    each.collect()
}

#[test]
fn nobody_else_can_tell_how_deep_a_card_was_laid() {
    let large = BOMB.replace("local box", "for n = 1, 300 do card(`none_{n}`, 0) end\nlocal box");
    for text in [BOMB, &large] {
        let game = load(text, 3);
        let mut state = game.new_state();
        game.deal(&mut state, &mut Streams::new(1, 1).chance(), &mut Silent);
        let hidden = following(&game, &state);
        assert_eq!(hidden.len(), 5);
        let of = |state: &ScriptState, seat| game.view(state, Seat::new(seat));
        let shown = |state: &ScriptState, seat| game.view_json(&of(state, seat))["deck"].clone();
        for (depth, (_, after, events)) in hidden.iter().enumerate() {
            for seat in [1, 2] {
                assert_eq!(of(after, seat), of(&hidden[0].1, seat), "depth {depth}");
            }
            assert_eq!(events, &hidden[0].2);
            let own = shown(after, 0);
            assert_eq!(own[4 - depth], "bomb", "{own}");
            assert_eq!(shown(after, 1), serde_json::json!([null, null, null, null, null]));
        }
        // The first seat still knows the card that it saw on top, whatever it laid on it.
        let (top, below) = (shown(&hidden[4].1, 0)[4].clone(), shown(&hidden[0].1, 0)[3].clone());
        assert!(top.is_string() && top == below);
        // Nor does it follow from what others do then.
        for (bomb_on_top, bomb_below) in
            following(&game, &hidden[0].1).iter().zip(&following(&game, &hidden[3].1))
        {
            assert_eq!(bomb_on_top.0, bomb_below.0);
            let drawn = bomb_on_top.0 == "draw" || bomb_on_top.0 == "look";
            for seat in if drawn { 2..3 } else { 1..3 } {
                assert_eq!(of(&bomb_on_top.1, seat), of(&bomb_below.1, seat), "{}", bomb_on_top.0);
            }
        }
    }
}

#[test]
fn a_card_at_a_secret_depth_keeps_the_contract_and_is_sound() {
    let (worlds, different) = holds(&load(BOMB, 3), 40);
    assert!(worlds > 40 && different > 20, "{different} of {worlds}");
    assert_eq!(validated("bomb", BOMB).mistakes, []);
}

#[test]
fn a_seat_is_not_told_of_another_whether_it_knew_the_card_that_it_drew() {
    let game = load(BOMB, 3);
    let mut state = game.new_state();
    game.deal(&mut state, &mut Streams::new(1, 1).chance(), &mut Silent);
    // The first seat lays the bomb, and the second a card of its own; the third draws one of these from the top, or another.
    let hidden = following(&game, &state).remove(4).1;
    let laid: Vec<_> =
        following(&game, &hidden).into_iter().filter(|(what, ..)| what.starts_with("lay")).collect();
    assert!(laid.len() > 4);
    let drawn = |state: &ScriptState| {
        let drawn = following(&game, state).into_iter().find(|(what, ..)| what == "draw").unwrap();
        (drawn.1.clone(), game.view_json(&game.view(&drawn.1, Seat::new(2)))["hand"][2].clone())
    };
    let (own, below) = (drawn(&laid[0].1), drawn(&laid[1].1));
    assert_ne!(own.1, below.1);
    // What it can tell of the second seat's knowledge of its hand is the same, and less than that seat knows.
    let zone = game.layout().zones.iter().rfind(|zone| zone.name == "hand").unwrap();
    let row = game.layout().row_of(zone, Some(Seat::new(1)));
    let row_of = |bytes: &[u8]| bytes[row..row + game.layout().row].to_vec();
    let told = [&own, &below].map(|(state, _)| row_of(&game.view(state, Seat::new(2)).bytes));
    assert_eq!(told[0], told[1]);
    assert_ne!(row_of(&own.0.bytes), row_of(&below.0.bytes));
}

#[test]
fn a_place_that_is_not_there_and_a_zone_without_places_are_mistakes() {
    let fault = |act: &str| {
        let game = load(&BOMB.replace("insert(BOMB, out, deck, depth)", act), 3);
        let mut state = game.new_state();
        game.deal(&mut state, &mut Streams::new(1, 1).chance(), &mut Silent);
        let mut legal = Vec::new();
        game.legal(&state, &mut legal);
        game.apply(&mut state, legal[0], &mut Rng::from_words([1, 2, 3]), &mut Silent);
        game.fault_of(&state).unwrap().to_string()
    };
    assert_eq!(
        fault("insert(BOMB, out, deck, 5)"),
        "supplies.luau:21: insert: deck has 4 cards, so a card lies 0 to 4 deep, not 5"
    );
    assert_eq!(
        fault("insert(BOMB, out, hand[1], 0)"),
        "supplies.luau:21: insert lays a card into a stack; hand[1] is none"
    );
    assert_eq!(fault("peek(deck, { 1, 4 })"), "supplies.luau:21: 4 is no seat: seats are 1 to 3");
}

/// Seats 1 and 2 look into the second seat's hand and a stack together, in one call or one after the other.
#[test]
fn seats_that_look_together_know_as_much_as_one_after_the_other() {
    let text = |look: &str| {
        format!(
            "game.title, game.seats = 'Look', {{ 3, 3 }}
for n = 1, 9 do card(`c{{n}}`, 1) end
local deck, tower, hand = stock(), stack(), hands()
function game.setup()
	fill(deck)
	for _ = 1, 2 do for s = 1, 3 do draw(deck, hand[s]) end draw(deck, tower) end
	{look}
	start(1)
end
function game.turn(me) go.act(me) end
function step.act() may.wait() end
function act.wait() game_over() end
function game.score() return 0 end"
        )
    };
    let bytes = |look: &str| {
        let game = load(&text(look), 3);
        let (mut state, mut events) = (game.new_state(), Vec::new());
        game.deal(&mut state, &mut Streams::new(1, 1).chance(), &mut events);
        assert_eq!(game.fault_of(&state), None);
        let view = game.view_json(&game.view(&state, Seat::new(0)));
        (state.bytes, events, view)
    };
    let whole = "show(hand[3], { 1, 2, 1 }) show(tower, { 2, 1 }) reveal(hand[2]:any(), hand[2], { 1, 3 })";
    let single = "show(hand[3], 1) show(hand[3], 2) show(tower, 1) show(tower, 2)
        reveal(hand[2]:any(), hand[2], 1) reveal(hand[2]:any(), hand[2], 3)";
    let (state, events, view) = bytes(whole);
    let apart = bytes(single);
    assert_eq!((&state, &events), (&apart.0, &apart.1));
    assert!(view["tower"].as_array().unwrap().iter().all(serde_json::Value::is_string), "{view}");
    assert_eq!(view["hand"][2]["known"].as_object().unwrap().len(), 2);
    // All seats of the table are everybody.
    let (all, each) =
        (bytes("show(hand[3]) show(tower)"), bytes("show(hand[3], { 3, 1, 2 }) show(tower, { 1, 2, 3 })"));
    assert_eq!((all.0, all.1), (each.0, each.1));
    let uppermost = bytes("peek(tower, { 1, 3 })").2["tower"].clone();
    assert!(uppermost[0].is_null() && uppermost[1].is_string(), "{uppermost}");
    assert_eq!(validated("look", &text(whole)).mistakes, []);
}

/// A game in which a supply of this kind is drawn from again and again, and what is drawn goes to the heap.
fn refilled(zones: &str) -> String {
    format!(
        "game.title, game.seats = 'Refilled', {{ 2, 2 }}
for n = 1, 5 do card(`c{{n}}`, 2) end
{zones}
number('drawn', 0)
function game.setup() fill(deck); start(1) end
function game.turn(me) go.act(me) end
function step.act() may.draw() end
function act.draw(me)
	v.drawn += 1
	local c = draw(deck, hand[me])
	assert(c > 0, 'nothing came back')
	if hand[me]:size() > 2 then move(hand[me]:any(), hand[me], heap) end
	if v.drawn == 40 then game_over() else end_turn() end
end
function game.score(s) return hand[s]:size() end"
    )
}

#[test]
fn an_empty_supply_is_rebuilt_from_where_its_cards_went() {
    for zones in [
        "local heap, hand = pile(), hands() local deck = stock { from = heap }",
        "local heap, hand = pile(), hands() local deck = stack { from = heap, keep = 1 }",
        "local heap, hand = tableau(), hands() local deck = stock { deck = '', from = heap }",
    ] {
        let text = refilled(zones);
        let game = load(&text, 2);
        let (worlds, different) = holds(&game, 10);
        assert!(worlds > 20 && different > 0, "{zones}: {different} of {worlds}");
        assert_eq!(validated("refilled", &text).mistakes, [], "{zones}");
        // As if the script said so itself.
        let by_hand = text
            .replace(
                "local c = draw",
                "if deck:size() == 0 then reshuffle(heap, deck, KEEP) end local c = draw",
            )
            .replace("KEEP", if zones.contains("keep") { "1" } else { "0" });
        let by_hand = by_hand.replace(" { from = heap }", "()").replace(" { from = heap, keep = 1 }", "()");
        let by_hand = load(&by_hand.replace(" { deck = '', from = heap }", "()"), 2);
        for play in 0..20 {
            let end = |game: &ScriptGame| {
                let (mut state, mut events) = (game.new_state(), Vec::new());
                let mut chance = Streams::new(3, play).chance();
                game.deal(&mut state, &mut chance, &mut events);
                let mut legal = Vec::new();
                while game.to_move(&state).is_some() {
                    legal.clear();
                    game.legal(&state, &mut legal);
                    game.apply(&mut state, legal[0], &mut chance, &mut events);
                }
                (state.bytes, events)
            };
            assert_eq!(end(&game), end(&by_hand), "{zones}");
        }
    }
}

#[test]
fn each_seat_has_its_own_supply_that_its_own_cards_come_back_to() {
    let text = "game.title, game.seats = 'Own', { 2, 2 }
card('coin', 6) card('estate', 4)
local box, hand, used = tableau(), hands(), piles()
local deck = stacks { from = used }
number('drawn', 0)
function game.setup()
	fill(box)
	for s = 1, 2 do for _ = 1, 3 do force(1, box, used[s]) end for _ = 1, 2 do force(2, box, used[s]) end end
	start(1)
end
function game.turn(me) go.act(me) end
function step.act() may.draw() end
function act.draw(me)
	v.drawn += 1
	for _ = 1, 2 do draw(deck[me], hand[me]) end
	move_all(hand[me], used[me])
	if v.drawn == 30 then game_over() else end_turn() end
end
function game.score(s) return deck[s]:size() + used[s]:size() end";
    let game = load(text, 2);
    holds(&game, 5);
    assert_eq!(validated("own", text).mistakes, []);
    let (mut state, mut legal, mut chance) = (game.new_state(), Vec::new(), Streams::new(1, 1).chance());
    game.deal(&mut state, &mut chance, &mut Silent);
    while game.to_move(&state).is_some() {
        legal.clear();
        game.legal(&state, &mut legal);
        game.apply(&mut state, legal[0], &mut chance, &mut Silent);
    }
    assert_eq!(game.outcome(&state).scores[Seat::new(0)], 5);
}

#[test]
fn what_a_supply_is_refilled_from_is_checked() {
    let with = |options: &str| {
        refused(&refilled(&format!(
            "local heap, hand, set_aside = pile(), hands(), stock() local deck = stock {options}"
        )))
    };
    assert_eq!(
        with("{ form = heap }"),
        "supplies.luau:3: stock: there is no option `form` (did you mean `from`?); there are deck, from and keep"
    );
    assert_eq!(
        with("{ from = set_aside, keep = 1 }"),
        "supplies.luau:3: stock: keep is for a pile, which has uppermost cards; set_aside is none"
    );
    assert_eq!(
        with("{ from = hand }"),
        "supplies.luau:3: stock: from is a hand, and that is no supply, as its cards are a player's: `move` or `draw` them in the act where the rules say so"
    );
    assert_eq!(
        with("{ from = heap, keep = -1 }"),
        "supplies.luau:3: stock: keep is a number of cards, not -1"
    );
}

/// All cards are dealt to two seats, so that each knows the other's hand, though nothing was said of it.
#[test]
fn what_lies_in_the_only_hidden_place_is_known() {
    let text = "game.title, game.seats = 'Two hands', { 2, 2 }
card('a', 3) card('b', 2) card('c', 2)
local deck, hand = stock(), hands()
function game.setup() fill(deck) while deck:size() > 0 do draw(deck, hand[1]) draw(deck, hand[2]) end start(1) end
function game.turn(me) go.say(me) end
function step.say(me) for n = 0, 3 do may.say(n) end end
function appeal.say(me, n) return if known(hand[2], 1) == n then 1 else 0 end
function act.say(me, n) game_over() end
function game.score(s) return 0 end";
    let file = Arc::new(ScriptFile::from_text("two_hands.luau", text).unwrap());
    super::same_bytes::assert_plays_as_in_luau(&file);
    let game = ScriptGame::load(&file, 2, &[]).unwrap();
    for play in 0..20 {
        let (mut state, mut legal) = (game.new_state(), Vec::new());
        game.deal(&mut state, &mut Streams::new(3, play).chance(), &mut Vec::new());
        game.legal(&state, &mut legal);
        let mut scores = Scores::of_all();
        game.score_actions(&game.view(&state, Seat::new(0)), &legal, &Vec::new(), &mut scores);
        let held = game.layout().zones.iter().rfind(|zone| zone.is_hand()).unwrap().copies(&state.bytes, 0);
        let wanted: Vec<f64> = (0..4).map(|n| f64::from(u8::from(n == held))).collect();
        assert_eq!(scores.values, wanted, "game {play}");
    }
}
