//! On tiny games, by all their histories: how likely each state is that a seat can't tell from the true one, and how often
//! its view is determinized to it.

use std::collections::HashMap;
use std::sync::Arc;

use ludometer_model::{Game, Rng, Seat, Silent, each_chance};

use ludometer_playable::{Playable as _, Scores};

use super::validate::validated;
use crate::{ScriptFile, ScriptGame, ScriptState, ScriptView};

/// Worlds that are imagined in each tiny game.
const WORLDS: usize = 60_000;

/// The chances of the states, without what seats know of them, that go with each view.
type Posterior = HashMap<(Seat, Vec<u8>), HashMap<Vec<u8>, f64>>;

/// Returns the bytes of a state without what seats know, but for the cards of stacks that all can tell a seat to know.
fn plain(game: &ScriptGame, state: &ScriptState) -> Vec<u8> {
    let mut bytes = state.bytes[..game.layout().plain].to_vec();
    for zone in game.layout().zones.iter().filter(|zone| zone.open > 0) {
        for place in 0..zone.cap {
            let told = zone.openly_knowing(&bytes, place);
            zone.set_knowing(&mut bytes, place, told, false);
        }
    }
    for zone in game.layout().zones.iter().filter(|zone| zone.apart > 0) {
        zone.list_apart(&mut bytes, 0, []);
    }
    bytes
}

/// Notes a state with its chance, and follows all that can come of it.
fn follow(game: &ScriptGame, state: &ScriptState, chance: f64, found: &mut Posterior) {
    assert_eq!(game.fault_of(state), None);
    if game.to_move(state).is_none() {
        return;
    }
    for seat in Seat::all(game.seats()) {
        let states = found.entry((seat, game.view(state, seat).bytes)).or_default();
        *states.entry(plain(game, state)).or_default() += chance;
    }
    let mut legal = Vec::new();
    game.legal(state, &mut legal);
    for &action in &legal {
        let each = each_chance(10_000, |rng| {
            let mut next = state.clone();
            game.apply(&mut next, action, rng, &mut Silent);
            next
        });
        for (share, next) in each.unwrap() {
            follow(game, &next, chance * share / legal.len() as f64, found);
        }
    }
}

/// The states that a seat can't tell from the true one, by their chances, and how often each was imagined.
type Imagined = (HashMap<Vec<u8>, f64>, HashMap<Vec<u8>, f64>);

/// Imagines worlds in views of all histories of a game, evenly spread.
fn imagined(name: &str, text: &str) -> Vec<Imagined> {
    let file = ScriptFile::from_text("tiny.luau", text).unwrap_or_else(|error| panic!("{name}: {error}"));
    let seats = file.facts.seats.0;
    let file = Arc::new(file);
    super::same_bytes::assert_plays_as_in_luau(&file);
    let game = ScriptGame::load(&file, seats, &[]).unwrap().checked().unwrap();
    let mut found = Posterior::new();
    let deals = each_chance(100_000, |rng| {
        let mut state = game.new_state();
        game.deal(&mut state, rng, &mut Silent);
        state
    });
    for (chance, state) in deals.unwrap() {
        follow(&game, &state, chance, &mut found);
    }
    // Views that leave something open, in an order of their own.
    let mut views: Vec<_> = found.into_iter().filter(|(_, states)| states.len() > 1).collect();
    assert!(!views.is_empty(), "{name}: no view leaves anything open");
    views.sort_by(|one, other| (one.0.0.index(), &one.0.1).cmp(&(other.0.0.index(), &other.0.1)));
    let step = views.len().div_ceil(60);
    let views: Vec<_> = views.into_iter().step_by(step).collect();
    let mut rng = Rng::from_words([7, 7, 7]);
    let mut world = game.new_state();
    let draws = WORLDS / views.len();
    let mut all = Vec::new();
    for ((seat, bytes), states) in views {
        let view = ScriptView { seat, bytes };
        let mut drawn: HashMap<Vec<u8>, f64> = HashMap::new();
        for _ in 0..draws {
            game.determinize(&view, &mut rng, &mut world);
            assert_eq!(game.fault_of(&world), None);
            *drawn.entry(plain(&game, &world)).or_default() += 1.0;
        }
        all.push((states, drawn));
    }
    all
}

/// Holds that all views of a game are determinized to each state as often as it is likely, within the noise of the draws.
fn weigh(name: &str, text: &str) {
    let (mut distance, mut freedom) = (0.0, 0.0);
    for (states, drawn) in imagined(name, text) {
        assert!(drawn.keys().all(|state| states.contains_key(state)), "{name}: a state that can't be");
        let (all, draws): (f64, f64) = (states.values().sum(), drawn.values().sum());
        for (state, chance) in &states {
            let expected = draws * chance / all;
            distance += (drawn.get(state).copied().unwrap_or(0.0) - expected).powi(2) / expected;
        }
        freedom += states.len() as f64 - 1.0;
    }
    // The sum of squares has this mean and this variance.
    let z = (distance - freedom) / (2.0 * freedom).sqrt();
    assert!(z.abs() < 5.0, "{name}: {distance:.1} where {freedom} is due ({z:.1} standard deviations)");
}

/// Holds that all views of a game are determinized to each state that can be: nobody knows what nothing showed it.
fn is_open(name: &str, text: &str) {
    for (states, drawn) in imagined(name, text) {
        let draws: f64 = drawn.values().sum();
        assert!(draws > 40.0 * states.len() as f64, "{name}: too few draws of {} states", states.len());
        let missed = states.keys().filter(|state| !drawn.contains_key(*state)).count();
        assert_eq!(missed, 0, "{name}: of {} states", states.len());
    }
}

/// Holds that all views of a game are determinized to each state that can be, and to no other.
fn is_exact(name: &str, text: &str) {
    is_open(name, text);
    for (states, drawn) in imagined(name, text) {
        let more = drawn.keys().filter(|state| !states.contains_key(*state)).count();
        assert_eq!(more, 0, "{name}: states that can't be, beside {}", states.len());
    }
}

/// A game of three seats, in which what is certain is told in the set-up, of deals that agree with it, and then one waits.
fn told(cards: &str, zones: &str, deal: &str, agrees: &str, tell: &str) -> String {
    format!(
        "game.title, game.seats = 'Told', {{ 3, 3 }}
{cards}
{zones}
number('deals', 0)
function game.setup()
	fill(deck)
	{deal}
	v.deals = if {agrees} then 1 else 0
	if v.deals == 0 then return start(1) end
	{tell}
	start(2)
end
function game.turn(me) if v.deals == 0 then game_over() else go.wait(me) end end
function step.wait() may.wait() end
function act.wait() game_over() end
function game.score() return 0 end
"
    )
}

const SIX: &str = "for n = 1, 6 do card(`c{n}`, 1) end";
const HANDS: &str = "local deck, hand = stock(), hands()";
const ONE_EACH: &str = "for s = 1, 3 do draw(deck, hand[s]) end";
const TWO_EACH: &str = "for _ = 1, 2 do for s = 1, 3 do draw(deck, hand[s]) end end";

#[test]
fn a_kind_lacks_in_one_hand() {
    weigh("one", &told(SIX, HANDS, ONE_EACH, "not hand[1]:has(1)", "lacks(hand[1], 1)"));
}

#[test]
fn kinds_lack_in_two_hands() {
    let agrees = "not (hand[1]:has(1) or hand[1]:has(2) or hand[2]:has(2) or hand[2]:has(3))";
    weigh("two", &told(SIX, HANDS, ONE_EACH, agrees, "lacks(hand[1], 1, 2) lacks(hand[2], 2, 3)"));
    weigh("two of two", &told(SIX, HANDS, TWO_EACH, agrees, "lacks(hand[1], 1, 2) lacks(hand[2], 2, 3)"));
}

#[test]
fn kinds_of_several_copies_lack_in_all_hands() {
    let cards = "card('a', 3) card('b', 2) card('c', 2) card('d', 1)";
    let agrees = "not (hand[1]:has(1) or hand[2]:has(2) or hand[3]:has(3))";
    let tell = "lacks(hand[1], 1) lacks(hand[2], 2) lacks(hand[3], 3)";
    weigh("all", &told(cards, HANDS, ONE_EACH, agrees, tell));
}

#[test]
fn a_card_is_known_and_kinds_lack() {
    let agrees = "hand[1]:has(1) and not (hand[1]:has(2) or hand[2]:has(2) or hand[2]:has(3))";
    let tell = "reveal(1, hand[1]) lacks(hand[1], 2) lacks(hand[2], 2, 3)";
    weigh("known", &told(SIX, HANDS, TWO_EACH, agrees, tell));
}

#[test]
fn places_of_one_card_with_crossing_hints() {
    let zones = "local deck, first, second = stock(), hands { seen = 'others' }, hands { seen = 'others' }";
    let deal = "draw(deck, first[1]) draw(deck, second[1]) draw(deck, first[2])";
    let agrees =
        "first[1]:any() <= 2 and (second[1]:any() == 1 or second[1]:any() == 3) and first[2]:any() ~= 4";
    let tell = "lacks(first[1], 3, 4, 5, 6) lacks(second[1], 2, 4, 5, 6) lacks(first[2], 4)";
    weigh("crossing", &told(SIX, zones, deal, agrees, tell));
}

#[test]
fn a_stack_beside_hands_that_lack() {
    let zones = "local deck, tower, hand = stock(), stack(), hands()";
    let deal = "for _ = 1, 2 do draw(deck, tower) end for s = 1, 3 do draw(deck, hand[s]) end";
    let agrees = "not (hand[1]:has(1) or hand[1]:has(2) or hand[2]:has(2) or hand[2]:has(3))";
    weigh(
        "stack",
        &told(
            "for n = 1, 5 do card(`c{n}`, 1) end",
            zones,
            deal,
            agrees,
            "lacks(hand[1], 1, 2) lacks(hand[2], 2, 3)",
        ),
    );
}

#[test]
fn a_hint_by_count() {
    let agrees = "(if hand[1]:has(1) then 1 else 0) + (if hand[1]:has(2) then 1 else 0) + (if hand[1]:has(3) then 1 else 0) == 1";
    weigh("count", &told(SIX, HANDS, TWO_EACH, agrees, "holds(hand[1], { 1, 2, 3 }, 1, 1)"));
}

#[test]
fn at_least_one_of_two_sets_that_cross() {
    let agrees =
        "(hand[1]:has(1) or hand[1]:has(2)) and (hand[1]:has(2) or hand[1]:has(3)) and not hand[2]:has(2)";
    let tell = "holds(hand[1], { 1, 2 }) holds(hand[1], { 2, 3 }) lacks(hand[2], 2)";
    weigh("two sets", &told(SIX, HANDS, TWO_EACH, agrees, tell));
}

#[test]
fn only_kinds_of_a_set() {
    let agrees =
        "hand[1]:has(1) and (hand[1]:has(2) or hand[1]:has(3)) and not (hand[2]:has(1) or hand[2]:has(4))";
    weigh(
        "only",
        &told(
            SIX,
            HANDS,
            TWO_EACH,
            agrees,
            "only(hand[1], { 1, 2, 3 }) reveal(1, hand[1]) lacks(hand[2], 1, 4)",
        ),
    );
}

/// All cards of a hand are of some kinds, in each of the words that can say so; then one leaves it unseen.
#[test]
fn a_count_of_all_cards_of_a_hand() {
    let cards = "local RED, BLACK = card('red', 4), card('black', 4)";
    let rules = "function step.act(me) may.give() end
        function act.give(me) local c = random_card(hand[2]) move(c, hand[2], hand[3]) end_turn() end";
    for tell in [
        "only(hand[2], { RED })",
        "lacks(hand[2], BLACK)",
        "holds(hand[2], RED, 2, 2)",
        "holds(hand[2], RED, 2)",
        "holds(hand[2], BLACK, 0, 0)",
    ] {
        let setup =
            format!("fill(deck) draw(deck, hand[1]) for _ = 1, 2 do force(RED, deck, hand[2]) end {tell}");
        is_exact(tell, &played(3, 1, cards, HANDS, &setup, rules));
    }
}

#[test]
fn a_card_that_can_not_have_moved_stays_known() {
    // Of two hands one card is known to all or to one other seat; then a card of some kinds is laid down in secret, one of any.
    let cards =
        "local GIFTS = { card('bow', 1), card('card', 2) } local ARMS = { card('axe', 1), card('club', 1) }";
    let zones = "local deck, hand, mat = stock(), hands(), stocks()";
    let rules = "function step.act(me)
            if v.asked == 1 then for _, c in GIFTS do if hand[me]:has(c) then may.give(c) end end may.wait() return end
            may.draw()
        end
        function act.give(me, c: card) move_as(GIFTS, c, hand[me], mat[me]); end_turn() end
        function act.draw(me) draw(hand[1], mat[2]); end_turn() end";
    for shown in ["", ", 2"] {
        let setup = format!(
            "fill(deck) for _ = 1, 2 do draw(deck, hand[1]) end for s = 2, 3 do draw(deck, hand[s]) end
             reveal(random_card(hand[1]), hand[1]{shown})"
        );
        let text = played(3, 2, cards, zones, &setup, rules);
        is_exact("gift", &text);
        // What is on the mat is one of a set, too, if that is said of the mat.
        let said = text.replace(
            "move_as(GIFTS, c, hand[me], mat[me])",
            "move(c, hand[me], mat[me]) only(mat[me], GIFTS)",
        );
        is_exact("gift on a mat", &said);
        // Where the card that all know stays, it is still known there; of what one seat alone knew, only the move itself can tell.
        let setup = format!(
            "fill(deck) for _ = 1, 2 do draw(deck, hand[1]) end for s = 2, 3 do draw(deck, hand[s]) end
             if hand[1]:has(ARMS[1]) then reveal(ARMS[1], hand[1]{shown}) end"
        );
        let (text, after) = (played(3, 2, cards, zones, &setup, rules), known_of_a_hand);
        assert_eq!(after(&text), (1, 1), "{shown}");
        let said = text.replace(
            "move_as(GIFTS, c, hand[me], mat[me])",
            "move(c, hand[me], mat[me]) only(mat[me], GIFTS)",
        );
        assert_eq!(after(&said), (1, usize::from(shown.is_empty())), "{shown}");
        let plain = said.replace("only(mat[me], GIFTS)", "");
        assert_eq!(after(&plain), (1, 0), "{shown}");
    }
}

/// Returns how many axes the second seat knows in the first hand before and after a gift leaves it.
fn known_of_a_hand(text: &str) -> (usize, usize) {
    let file = Arc::new(ScriptFile::from_text("known.luau", text).unwrap_or_else(|error| panic!("{error}")));
    let game = ScriptGame::load(&file, 3, &[]).unwrap();
    let known = |state: &ScriptState| {
        let view = game.view_json(&game.view(state, Seat::new(1)));
        view["hand"][0]["known"]["axe"].as_u64().unwrap_or(0) as usize
    };
    for seed in 0.. {
        let (mut state, mut legal) = (game.new_state(), Vec::new());
        game.deal(&mut state, &mut Rng::from_words([seed, 2, 3]), &mut Silent);
        assert_eq!(game.fault_of(&state), None);
        game.legal(&state, &mut legal);
        let before = known(&state);
        if legal.len() < 2 || before == 0 {
            continue;
        }
        game.apply(&mut state, legal[0], &mut Rng::from_words([seed, 2, 3]), &mut Silent);
        return (before, known(&state));
    }
    (0, 0)
}

/// A game of turns, in which each seat does what it may, for so many turns.
fn played(seats: usize, turns: usize, cards: &str, zones: &str, setup: &str, rules: &str) -> String {
    format!(
        "game.title, game.seats = 'Played', {{ {seats}, {seats} }}
{cards}
{zones}
number('asked', 0)
function game.setup() {setup} start(1) end
function game.turn(me) v.asked += 1; if v.asked > {turns} then game_over() else go.act(me) end end
{rules}
function step.wait() may.wait() end
function act.wait() end_turn() end
function game.score() return 0 end
"
    )
}

#[test]
fn a_card_that_is_hidden_for_one_known_card() {
    // Five equal cards and one other are seen to go to the stock; then one is drawn unseen.
    weigh(
        "known stock",
        &played(
            3,
            3,
            "card('a', 4) card('b', 1)",
            "local box, deck, hand = tableau(), stock(), hands()",
            "fill(box) for _ = 1, 4 do force(1, box, deck) end force(2, box, deck)",
            "function step.act(me) may.draw() end function act.draw(me) draw(deck, hand[me]); end_turn() end",
        ),
    );
}

#[test]
fn no_more_of_a_rebuilt_stock_than_was_drawn() {
    weigh(
        "rebuilt",
        &played(
            3,
            3,
            "for n = 1, 5 do card(`c{n}`, 1) end",
            "local deck, hand, heap = stock(), hands(), pile()",
            "fill(deck) for s = 1, 2 do draw(deck, hand[s]) end while deck:size() > 0 do draw(deck, heap) end reshuffle(heap, deck, 0)",
            "function step.act(me) may.draw() end function act.draw(me) draw(deck, hand[me]); end_turn() end",
        ),
    );
}

#[test]
fn cards_of_a_rebuilt_stock_of_several_copies() {
    weigh(
        "rebuilt copies",
        &played(
            3,
            3,
            "card('a', 3) card('b', 2) card('c', 1)",
            "local deck, hand, heap = stock(), hands(), pile()",
            "fill(deck) for s = 1, 2 do draw(deck, hand[s]) end while deck:size() > 0 do draw(deck, heap) end reshuffle(heap, deck, 0)",
            "function step.act(me) may.draw() end function act.draw(me) draw(deck, hand[me]); end_turn() end",
        ),
    );
}

#[test]
fn a_rebuilt_stack() {
    weigh(
        "rebuilt stack",
        &played(
            2,
            2,
            "for n = 1, 5 do card(`c{n}`, 1) end",
            "local deck, hand, heap = stack(), hands(), pile()",
            "fill(deck) for s = 1, 2 do draw(deck, hand[s]) end while deck:size() > 0 do draw(deck, heap) end reshuffle(heap, deck, 0)",
            "function step.act(me) may.draw() end function act.draw(me) draw(deck, hand[me]); end_turn() end",
        ),
    );
}

#[test]
fn a_card_at_a_secret_depth() {
    // The first seat hides the bomb in the deck, or with luck lays a card of its own there; then the others draw.
    for cards in ["for n = 1, 4 do card(`c{n}`, 1) end", "card('calm', 3) card('spark', 1)"] {
        weigh(
            "depth",
            &played(
                3,
                3,
                &format!("local BOMB = card('bomb', 1) {cards}"),
                "local box, deck, hand, out = stock(), stack(), hands(), pile()",
                "fill(box) move(BOMB, box, out) draw(box, hand[1]) while box:size() > 0 do draw(box, deck) end",
                "function step.act(me) if v.asked > 1 then may.draw() return end
                 for depth = 0, deck:size() do may.hide(depth) end may.lay()
                 end
                 function act.hide(me, depth) insert(BOMB, out, deck, depth); end_turn() end
                 function act.lay(me) insert(hand[me]:any(), hand[me], deck, below(4)); insert(BOMB, out, deck, below(deck:size() + 1), 0); end_turn() end
                 function act.draw(me) draw(deck, hand[me]); end_turn() end",
            ),
        );
    }
}

/// A game of two seats, of two `a` and two `b` or `c`, in which this is done in the first of two turns.
fn stacked(cards: &str, setup: &str, act: &str) -> String {
    played(
        2,
        2,
        cards,
        "local deck, hand, st, heap = stock(), hands(), stack(), pile()",
        &format!("fill(deck) below(1) {setup}"),
        &format!(
            "function step.act(me) may.do_it() end
             function act.do_it(me) if v.asked == 1 then {act} end end_turn() end"
        ),
    )
}

const PAIRS: &str = "card('a', 2) card('b', 2)";

#[test]
fn a_card_among_equal_ones_at_a_depth_that_one_knows() {
    // An open `a` goes into a stack of one hidden card, on top or below it; the seat that knows the depth, or the other one.
    let setup = "move(1, deck, heap) draw(deck, hand[2]) draw(deck, st)";
    for who in ["me", "2"] {
        let act = format!("insert(1, heap, st, below(2), {who})");
        weigh("open card at a depth", &stacked(PAIRS, setup, &act));
    }
    // And then one of the own hand.
    let setup = "move(1, deck, heap) draw(deck, hand[1]) draw(deck, hand[2]) draw(deck, st)";
    let act = "insert(1, heap, st, below(2), 1) insert(hand[1]:any(), hand[1], st, below(3), 1)";
    weigh("an open card and an own one", &stacked("card('a', 2) card('b', 2) card('c', 1)", setup, act));
    // Two open cards, one after the other.
    let setup = "move(1, deck, heap) move(1, deck, heap) draw(deck, hand[2]) draw(deck, st)";
    let act = "insert(1, heap, st, below(2), 1) insert(1, heap, st, below(3), 1)";
    weigh("two open cards", &stacked("card('a', 3) card('b', 2)", setup, act));
}

#[test]
fn an_own_card_in_a_stack_that_is_mixed() {
    // The last one laid into an empty stack, or among others.
    for setup in ["", "draw(deck, st)", "draw(deck, st) draw(deck, st)"] {
        let setup = format!("draw(deck, hand[1]) draw(deck, hand[2]) {setup}");
        for act in [
            "move(hand[1]:any(), hand[1], st) shuffle(st)",
            "insert(hand[1]:any(), hand[1], st, below(st:size() + 1), 0)",
            "insert(hand[1]:any(), hand[1], st, below(st:size() + 1), 2)",
            "move(hand[1]:any(), hand[1], st) move(hand[2]:any(), hand[2], st) shuffle(st) shuffle(st)",
        ] {
            weigh(act, &stacked("card('a', 1) card('b', 3) card('c', 1)", &setup, act));
        }
    }
    let setup = "draw(deck, hand[1]) draw(deck, hand[2]) draw(deck, st) draw(deck, st)";
    let on_top = "move(hand[2]:any(), hand[2], st)";
    let below = "under(hand[2]:any(), hand[2], st)";
    let all = "while st:size() > 1 do draw(st, hand[1]) end";
    for leave in ["draw(st, heap)", all, "peek(st, 1)", on_top, below] {
        let act = format!("move(hand[1]:any(), hand[1], st) shuffle(st) {leave}");
        weigh(leave, &stacked("for n = 1, 5 do card(`c{n}`, 1) end", setup, &act));
        // Which of two equal cards it was, nobody can tell.
        is_exact(leave, &stacked(PAIRS, &setup.replacen(" draw(deck, st)", "", 1), &act));
    }
    // Who can't see which card leaves forgets it, but takes for certain nothing that is not.
    let act = "move(hand[1]:any(), hand[1], st) shuffle(st) draw(st, hand[2])";
    is_open("drawn unseen", &stacked(PAIRS, "draw(deck, hand[1]) draw(deck, st) draw(deck, st)", act));
}

#[test]
fn cards_that_all_saw_in_a_stack_that_is_mixed() {
    let setup = "draw(deck, hand[1]) draw(deck, hand[2]) draw(deck, st)";
    for act in [
        "move(hand[1]:any(), hand[1], st) show(st) shuffle(st)",
        "show(st) move(hand[1]:any(), hand[1], st) shuffle(st)",
        "show(st) insert(hand[1]:any(), hand[1], st, below(2), 0)",
    ] {
        weigh(act, &stacked("card('a', 2) card('b', 2) card('c', 1)", setup, act));
    }
}

#[test]
fn appeals_know_of_what_was_mixed() {
    // What lies in the stack and the deck, by what `known`, `possible` and `unseen` say of an `a`.
    let text = |act: &str| {
        format!(
            "game.title, game.seats = 'Mixed', {{ 2, 2 }}
card('a', 1) card('b', 3)
local deck, hand, st = stock(), hands(), stack()
function game.setup() fill(deck) below(1) move(1, deck, hand[1]) draw(deck, st) start(1) end
function game.turn(me) go.put(me) end
function step.put(me) may.put() end
function act.put(me) {act} go.say(me) end
function step.say(me) may.say() end
function act.say(me) win(me) end
function appeal.say(me)
    return 1000 * known(st, 1) + 100 * unseen(1) + (if possible(st, 1) then 10 else 0) + (if possible(deck, 1) then 1 else 0)
end
"
        )
    };
    for act in [
        "move(1, hand[me], st) show(st) shuffle(st)",
        "move(1, hand[me], st) shuffle(st)",
        "insert(1, hand[me], st, below(2), 0)",
        "draw(st, deck) insert(1, hand[me], st, 0, 2)",
    ] {
        let file = ScriptFile::from_text("mixed.luau", &text(act)).unwrap_or_else(|error| panic!("{error}"));
        let file = Arc::new(file);
        super::same_bytes::assert_plays_as_in_luau(&file);
        let game = ScriptGame::load(&file, 2, &[]).unwrap();
        let (mut state, mut legal, mut rng) = (game.new_state(), Vec::new(), Rng::from_words([1, 2, 3]));
        game.deal(&mut state, &mut rng, &mut Silent);
        game.legal(&state, &mut legal);
        game.apply(&mut state, legal[0], &mut rng, &mut Silent);
        let (view, mut scores) = (game.view(&state, Seat::new(0)), Scores::of_all());
        legal.clear();
        game.legal(&state, &mut legal);
        game.score_actions(&view, &legal, &Vec::new(), &mut scores);
        assert_eq!(scores.values, [1010.0], "{act}");
    }
}

#[test]
fn own_discs_stay_with_their_seat() {
    // Each seat hides one of its three discs, by lot; then one hidden disc is turned over.
    weigh(
        "discs",
        &played(
            3,
            4,
            "card('rose', 6) card('skull', 3)",
            "local box, hand, mat, out = tableau(), hands(), stocks(), tableau()",
            "fill(box) for s = 1, 3 do for _ = 1, 2 do force(1, box, hand[s]) end force(2, box, hand[s]) end",
            "function step.act(me) if v.asked <= 3 then may.hide() else may.flip() end end
             function act.hide(me) draw(hand[me], mat[me]); end_turn() end
             function act.flip(me) draw(mat[3], out); end_turn() end",
        ),
    );
}

#[test]
fn decks_of_ones_own_do_not_mix() {
    // Everybody draws one of three cards of a deck of its own and plays it; the decks are not alike.
    weigh(
        "decks",
        &played(
            3,
            6,
            "card('coin', 4) card('estate', 3) card('silver', 2)",
            "local box, deck, hand, used = tableau(), stocks(), hands(), piles()",
            "fill(box) for s = 1, 3 do force(1, box, deck[s]) force(2, box, deck[s]) force(if s == 1 then 1 else 3, box, deck[s]) end",
            "function step.act(me) if v.asked <= 3 then may.draw() else may.play() end end
             function act.draw(me) draw(deck[me], hand[me]); end_turn() end
             function act.play(me) draw(hand[me], used[me]); end_turn() end",
        ),
    );
}

const ROLES: &str = "local deck, role = stock(), hands()";
const DEAL_ROLES: &str = "fill(deck) for s = 1, 4 do draw(deck, role[s]) end";

/// A night in which all are asked and one looks at a hand in secret: nobody can tell who did, nor at whose.
const NIGHT: &str = "
function step.act(me) may.wait() may.night() end
function act.night() together.dream() end
function step.dream(me)
	if role[me]:has(2) then for s = 1, 4 do if s ~= me then may.look(s) end end else may.sleep() end
end
function act.look(me, s: seat) show(role[s], me, 'secret') end
function act.sleep() end
function after.dream() end_turn() end
";

#[test]
fn who_knows_whom_by_their_cards() {
    weigh(
        "wolves",
        &played(
            4,
            3,
            "card('wolf', 2) card('seer', 1) card('villager', 2)",
            &format!("{ROLES} sees(role, 1, 1)"),
            DEAL_ROLES,
            NIGHT,
        ),
    );
}

#[test]
fn a_stack_that_one_looks_into_in_secret() {
    // By a die that nobody sees one of three seats looks at the uppermost card, or at a hand; then cards are drawn.
    weigh(
        "secret peek",
        &played(
            3,
            4,
            "for n = 1, 4 do card(`c{n}`, 1) end",
            "local deck, tower, hand = stock(), stack(), hands()",
            "fill(deck) for _ = 1, 3 do draw(deck, tower) end draw(deck, hand[1])
             local s = 1 + below(3) peek(tower, s, 1, 'secret') show(hand[1], 1 + below(3), 'secret')",
            "function step.act(me) may.wait() may.draw() end
             function act.draw(me) draw(tower, hand[next_seat(me)]) end_turn() end",
        ),
    );
}

#[test]
fn a_set_of_kinds_that_one_card_tells_and_a_card_that_does_not_tell_back() {
    // The first sees the evil ones and not which is which; they see each other's side, and the third the leader's.
    let tells = "sees(role, 1, { 3, 4 }) sees(role, { 3, 4 }, { 3, 4 }) sees(role, 3, 4)";
    let cards = "card('merlin', 1) card('seer', 1) card('assassin', 1) card('leader', 1) card('servant', 2)";
    weigh("set", &played(4, 2, cards, &format!("{ROLES} {tells}"), DEAL_ROLES, NIGHT));
}

#[test]
fn what_a_card_tells_follows_it_and_is_kept() {
    // Who takes a wolf's card knows the others from then on.
    weigh(
        "cards that move",
        &played(
            3,
            2,
            "card('wolf', 2) card('villager', 2)",
            &format!("{ROLES} sees(role, 1, 1)"),
            "fill(deck) for s = 1, 3 do draw(deck, role[s]) end",
            "function step.act(me) may.change() may.wait() end
             function act.change(me) swap(role[me], role[next_seat(me)]) end_turn() end",
        ),
    );
}

/// Holds that a seat's step may ask what its card tells it, and that all others are refused.
#[test]
fn a_step_may_read_what_a_card_tells() {
    let text = |tells: &str| {
        played(
            3,
            3,
            "card('wolf', 2) card('villager', 2)",
            &format!("{ROLES} {tells}"),
            "fill(deck) for s = 1, 3 do draw(deck, role[s]) end",
            "function step.act(me)
                 may.wait()
                 if role[me]:has(1) then for s = 1, 3 do if s ~= me and not role[s]:has(1) then may.bite(s) end end end
             end
             function act.bite(me, s: seat) end_turn() end",
        )
    };
    assert_eq!(validated("told", &text("sees(role, 1, 1)")).mistakes, []);
    let found = validated("not told", &text(""));
    assert!(found.mistakes[0].what.contains("can't see role["), "{:?}", found.mistakes);
}

#[test]
fn secret_numbers_keep_what_is_certain() {
    let gold = "local gold = secret_numbers(0, 6, 2)";
    let rules = |acts: &str| {
        format!("function step.act(me) may.wait() may.act() end\nfunction act.act(me) {acts} end_turn() end")
    };
    // All can tell that chance gave 0 to 2, and see what is added.
    let setup = "for s = 1, 3 do gold:set(s, below(3), 0, 2) end";
    weigh("added", &played(3, 3, "", gold, setup, &rules("gold:add(me, 2)")));
    // A gain of which all can tell the bounds; then the number is shown to the next seat, or to all.
    let gain = "if v.asked == 1 then gold:add(me, below(3), 0, 2) elseif v.asked == 2 then gold:show(1, 3) else gold:show(1) end";
    weigh("gained and shown", &played(3, 4, "", gold, "", &rules(gain)));
    // What one gives to another in secret leaves their sum.
    let pay = "if v.asked == 1 then gold:pay(me, 2, below(3)) elseif v.asked == 2 then gold:add(2, -1) end";
    let pay = pay.replace("gold:add(2, -1)", "gold:add(2, 1)");
    weigh("paid", &played(4, 3, "", gold, "", &rules(&pay)));
    // Hidden numbers of which the sum of three is known.
    let chain = "if v.asked < 3 then gold:pay(me, me + 1, below(1 + gold:get(me))) else gold:show(2) end";
    is_exact("paid on", &played(4, 4, "", "local gold = secret_numbers(0, 9, 2)", "", &rules(chain)));
    // What nobody saw being changed may be anything.
    weigh("anything", &played(2, 2, "", gold, "", &rules("gold:set(me, below(7))")));
}

/// What an appeal is told by several facts together: two hints that leave one card, and a place that follows by counting.
#[test]
fn known_and_possible_go_by_all_that_is_certain() {
    let text = "game.title, game.seats = 'Known', { 2, 2 }
local R1, R2, B1, B2 = card('red_1', 1), card('red_2', 1), card('blue_1', 1), card('blue_2', 1)
local deck, first, second, open = stock(), hands { seen = 'others' }, hands { seen = 'others' }, pile()
function game.setup()
    fill(deck)
    for _ = 1, 3 do shuffle(deck) end
    v.luck = below(2)
    move(R1, deck, first[1])
    move(B2, deck, second[1])
    lacks(first[1], B1, B2)
    lacks(first[1], R2, B2)
    lacks(second[1], R1, R2)
    move(B1, deck, open)
    start(1)
end
number('luck')
function game.turn(me) go.guess(me) end
function step.guess(me) may.guess() end
function act.guess(me) game_over() end
function game.score() return 0 end
function appeal.guess()
    local digits = { known(first[1], R1), known(second[1], B2), unseen(R1), unseen(R2), unseen(B1), unseen(B2) }
    local sum = 0
    for _, digit in digits do sum = 10 * sum + digit end
    for _, c in { R1, R2, B1, B2 } do sum = 10 * sum + (if possible(second[1], c) then 1 else 0) end
    return sum
end
";
    let file = Arc::new(ScriptFile::from_text("known.luau", text).unwrap_or_else(|error| panic!("{error}")));
    let game = ScriptGame::load(&file, 2, &[]).unwrap();
    let mut state = game.new_state();
    game.deal(&mut state, &mut Rng::from_words([1, 2, 3]), &mut Vec::new());
    let (view, mut legal, mut scores) = (game.view(&state, Seat::new(0)), Vec::new(), Scores::of_all());
    game.legal(&state, &mut legal);
    game.score_actions(&view, &legal, &Vec::new(), &mut scores);
    assert_eq!(scores.values, [1_100_000_001.0]);
}

/// `holds` is held against the cards, and follows those that come and go.
#[test]
fn what_holds_says_is_true() {
    let text = told(SIX, HANDS, TWO_EACH, "true", "holds(hand[1], { 1, 2, 3, 4, 5 }, 2)");
    let file = Arc::new(ScriptFile::from_text("holds.luau", &text).unwrap_or_else(|error| panic!("{error}")));
    let game = ScriptGame::load(&file, 3, &[]).unwrap();
    let faults = (0..100).filter_map(|seed| {
        let mut state = game.new_state();
        game.deal(&mut state, &mut Rng::from_words([seed, 2, 3]), &mut Silent);
        game.fault_of(&state)
    });
    let faults: Vec<String> = faults.map(|fault| fault.to_string()).collect();
    assert!(!faults.is_empty() && faults.len() < 100, "{}", faults.len());
    let words = "holds.luau:10: holds says that hand[1] holds 2 or more cards of these kinds, but it holds 1";
    assert!(faults.iter().all(|fault| fault == words), "{faults:?}");
    weigh(
        "moved",
        &played(
            3,
            1,
            "for n = 1, 5 do card(`c{n}`, 1) end",
            "local deck, hand, heap = stock(), hands(), pile()",
            "fill(deck) for s = 1, 2 do for _ = 1, 2 do draw(deck, hand[s]) end end
             local n = 0 for c = 1, 3 do n += hand[1]:count(c) end
             if n == 0 then return game_over() end
             holds(hand[1], { 1, 2, 3 })",
            "function step.act(me) may.take() end
             function act.take() draw(deck, hand[1]) draw(hand[1], heap) end_turn() end",
        ),
    );
}

/// All cards are known, though some of them were scattered: nothing is left to deal.
#[test]
fn a_deal_of_no_cards_is_one() {
    let puzzle = crate::worlds::Puzzle::default();
    let dealt = crate::worlds::Dealer::default().deal(&puzzle, &mut Rng::from_words([1, 2, 3]), |_, _| ());
    assert_eq!(dealt, Ok(()));
}

/// All know what comes into the stock, nobody sees who draws which of it, and some of it comes back. What is dropped tells of
/// a hand, so that states are not as likely as deals.
#[test]
fn a_stock_that_is_rebuilt_from_an_open_pile_again_and_again() {
    // What a thief can tell of a hand that it knows a card of is not kept, so that it imagines more than can be.
    for (name, theft) in [("rebuilt", ""), ("rebuilt, with thefts", "may.steal()")] {
        let text = format!(
            "game.title, game.seats = 'Rebuilt', {{ 3, 3 }}
card('a', 2) card('b', 2) card('c', 1)
local deck, hand, bin = stock(), hands(), pile()
number('turns', 0)
function game.setup()
	fill(deck)
	for s = 1, 3 do draw(deck, hand[s]) end
	start(1)
end
function game.turn(me)
	if v.turns == 5 then return game_over() end
	v.turns += 1
	if deck:size() == 0 then reshuffle(bin, deck, 0) end
	draw(deck, hand[me])
	go.drop(me)
end
function step.drop(me)
	for _, c in hand[me]:kinds() do may.drop(c) end
	{theft}
end
function act.drop(me, c: card) move(c, hand[me], bin) end_turn() end
function act.steal(me)
	force(random_card(hand[next_seat(me)]), hand[next_seat(me)], hand[me])
	go.give(me)
end
function step.give(me) for _, c in hand[me]:kinds() do may.give(c) end end
function act.give(me, c: card) move(c, hand[me], hand[next_seat(me)]) go.last(me) end
function step.last(me) for _, c in hand[me]:kinds() do may.last(c) end end
function act.last(me, c: card) move(c, hand[me], bin) end_turn() end
function game.score() return 0 end
"
        );
        is_open(name, &text);
    }
}

#[test]
fn one_of_a_hand_goes_to_a_bag_that_held_others() {
    // A hand of one hidden card takes an open card, and chance picks one of the two for a bag of three cards: in half of the games the
    // hand keeps the open card.
    weigh(
        "bin",
        &played(
            2,
            2,
            "for n = 1, 5 do card(`c{n}`, 1) end local H = card('h', 1)",
            "local deck, hand, bin, open = stock(), hands(), stock(), pile()",
            "fill(deck) move(H, deck, open) for _ = 1, 3 do draw(deck, bin) end draw(deck, hand[2])",
            "function step.act(me) may.take() end
             function act.take(me) if open:has(H) then move(H, open, hand[2]); force(random_card(hand[2]), hand[2], bin) end end_turn() end",
        ),
    );
}

#[test]
fn who_gave_the_only_card_of_a_hand_knows_where_it_went() {
    let text = "game.title, game.seats = 'Passed on', { 3, 3 }
for n = 1, 4 do card(`c{n}`, 1) end
local deck, hand, bin = stock(), hands(), stock()
function game.setup() fill(deck) draw(deck, hand[1]) start(1) end
function game.turn(me) go.give(1) end
function step.give(me) may.give(hand[me]:any()) end
function act.give(me, c: card) move(c, hand[1], hand[3]) force(hand[3]:any(), hand[3], bin) go.say(1) end
function step.say(me) for c = 1, 4 do may.say(c) end end
function act.say(me, c: card) if bin:has(c) then win(1) else win(2) end end
function appeal.say(me, c) return known(bin, c) end
";
    let file = Arc::new(ScriptFile::from_text("passed.luau", text).unwrap_or_else(|error| panic!("{error}")));
    super::same_bytes::assert_plays_as_in_luau(&file);
    let game = ScriptGame::load(&file, 3, &[]).unwrap().checked().unwrap();
    for seed in 0..20 {
        let mut rng = Rng::from_words([seed, 1, 2]);
        let (mut state, mut legal) = (game.new_state(), Vec::new());
        game.deal(&mut state, &mut rng, &mut Silent);
        game.legal(&state, &mut legal);
        game.apply(&mut state, legal[0], &mut rng, &mut Silent);
        for seat in Seat::all(3) {
            let view = game.view(&state, seat);
            let mut world = game.new_state();
            let mut others = 0;
            for _ in 0..60 {
                game.determinize(&view, &mut rng, &mut world);
                others += usize::from(plain(&game, &world) != plain(&game, &state));
            }
            assert_eq!(others == 0, seat.index() != 1, "seat {} in {others} of 60 worlds", seat.index());
        }
    }
}

#[test]
fn cards_that_came_after_what_was_said() {
    // What a hand lacks, or holds, is said of two cards; then it draws a third, of which nobody knows anything.
    for (name, otherwise, said) in [
        ("lacked before a draw", "hand[2]:has(3)", "lacks(hand[2], 3)"),
        ("held before a draw", "not hand[2]:has(1)", "holds(hand[2], { 1 }, 1)"),
        ("at most so many before a draw", "hand[2]:count(1) == 2", "holds(hand[2], { 1 }, 0, 1)"),
    ] {
        weigh(
            name,
            &played(
                2,
                2,
                "card('a', 2) card('b', 2) card('c', 2)",
                "local deck, hand = stock(), hands()",
                "fill(deck) draw(deck, hand[2]) draw(deck, hand[2])",
                &format!(
                    "function step.act(me) may.ask() end
                     function act.ask(me) if v.asked == 1 then if {otherwise} then return game_over() end {said} draw(deck, hand[2]) end end_turn() end"
                ),
            ),
        );
    }
}

#[test]
fn known_cards_of_a_stock_go_from_there_by_chance() {
    let act = "function step.act(me) may.take() end
         function act.take(me) if v.asked == 1 then TAKE end end_turn() end";
    let cards = "for n = 1, 6 do card(`c{n}`, 1) end";
    // A shown card goes back among the others, and one of them is drawn.
    let take = "move(deck:any(), deck, open) move(open:top(), open, deck) draw(deck, hand[2])";
    let zones = "local deck, hand, open, bin = stock(), hands(), pile(), stock()";
    weigh("back in the stock", &played(2, 2, cards, zones, "fill(deck)", &act.replace("TAKE", take)));
    // The same of several that are mixed with the rest.
    let take = "draw(deck, open) draw(deck, open) reshuffle(open, deck, 0) draw(deck, hand[2])";
    weigh("mixed again", &played(2, 2, cards, zones, "fill(deck)", &act.replace("TAKE", take)));
    // A hand that took one of them loses a card: any.
    let take = "draw(deck, open) draw(deck, open) reshuffle(open, other, 0) draw(other, hand[2]) \
         force(random_card(hand[2]), hand[2], bin)";
    let zones = "local deck, other, hand, open, bin = stock(), stock(), hands(), pile(), stock()";
    let setup = "fill(deck) draw(deck, hand[2]) draw(deck, hand[2])";
    weigh("a hand that lost one", &played(2, 2, cards, zones, setup, &act.replace("TAKE", take)));
}

#[test]
fn what_was_said_at_several_times_is_of_the_cards_of_those_times() {
    let cards = "card('a', 2) card('b', 2) card('c', 2)";
    let zones = "local deck, hand = stock(), hands()";
    let turn = |act: &str| {
        format!(
            "function step.act(me) may.ask() end function act.ask(me) if v.asked == 1 then {act} end end_turn() end"
        )
    };
    // One card is no a; a second comes, and neither is b; a third comes.
    let act = "if hand[2]:has(1) then return game_over() end lacks(hand[2], 1) draw(deck, hand[2]) \
         if hand[2]:has(2) then return game_over() end lacks(hand[2], 2) draw(deck, hand[2])";
    weigh("two hints", &played(2, 2, cards, zones, "fill(deck) draw(deck, hand[2])", &turn(act)));
    // Two cards are no a, a third comes, and an a is shown: it came last.
    let act = "if hand[2]:has(1) then return game_over() end lacks(hand[2], 1) draw(deck, hand[2]) \
         if not hand[2]:has(1) then return game_over() end reveal(1, hand[2])";
    let setup = "fill(deck) draw(deck, hand[2]) draw(deck, hand[2])";
    weigh("shown since", &played(2, 2, cards, zones, setup, &turn(act)));
}

#[test]
fn a_hand_takes_along_what_its_cards_are_not() {
    let rules = "function step.act(me) may.ask() end
         function act.ask(me)
             if v.asked == 1 then
                 if hand[2]:has(1) then return game_over() end
                 lacks(hand[2], 1)
                 force_all(hand[2], hand[3])
                 GAIN
             end
             end_turn()
         end";
    let setup = "fill(deck) draw(deck, hand[2]) draw(deck, hand[2])";
    for (name, gain) in
        [("the whole hand", ""), ("and a card of which nobody knows anything", "draw(deck, hand[3])")]
    {
        let rules = rules.replace("GAIN", gain);
        let text = played(
            3,
            2,
            "card('a', 2) card('b', 2) card('c', 2)",
            "local deck, hand = stock(), hands()",
            setup,
            &rules,
        );
        if gain.is_empty() { weigh(name, &text) } else { is_open(name, &text) }
    }
}

/// A game of two seats in which this is done in the first of two turns.
fn once(cards: &str, zones: &str, setup: &str, act: &str) -> String {
    let rules = format!(
        "function step.act(me) may.act() end
         function act.act(me) if v.asked == 1 then {act} end end_turn() end"
    );
    played(2, 2, cards, zones, setup, &rules)
}

/// The zones and the set-up of a hand of some cards, beside a pile that is mixed to an empty supply when it is drawn from.
const SUPPLY: &str = "local deck, hand, heap = stock(), hands(), pile() local supply = stock { from = heap }";

#[test]
fn what_was_said_of_a_hand_is_kept_once_it_draws_from_a_rebuilt_supply() {
    for (name, cards, otherwise, said) in [
        ("lacks, of none in the supply", SIX, "hand[2]:has(1)", "lacks(hand[2], 1)"),
        (
            "lacks, of some in the supply",
            "card('a', 2) card('b', 3) card('c', 1)",
            "hand[2]:has(1)",
            "lacks(hand[2], 1)",
        ),
        ("only", "card('a', 2) card('b', 3) card('c', 1)", "hand[2]:has(1)", "only(hand[2], { 2, 3 })"),
        (
            "holds",
            "card('a', 2) card('b', 3) card('c', 1)",
            "hand[2]:count(2) ~= 1",
            "holds(hand[2], { 2 }, 1, 1)",
        ),
    ] {
        let setup = "fill(deck) draw(deck, heap) draw(deck, heap) draw(deck, hand[2]) draw(deck, hand[2])";
        for more in ["", "draw(supply, hand[2])"] {
            let act =
                format!("if {otherwise} then return game_over() end {said} draw(supply, hand[2]) {more}");
            weigh(name, &once(cards, SUPPLY, setup, &act));
            // It had drawn from there before: which of its cards that was said of is not kept.
            let act = format!(
                "draw(supply, hand[2]) if {otherwise} then return game_over() end {said} draw(supply, hand[2])"
            );
            is_open(name, &once(cards, SUPPLY, setup, &act));
        }
    }
}

#[test]
fn a_card_that_may_be_of_a_rebuilt_supply_leaves_an_equal_one_behind_there() {
    let setup = "fill(deck) draw(deck, heap) draw(deck, heap) draw(deck, hand[2])";
    for cards in ["card('a', 2) card('b', 2) card('c', 1) card('d', 1)", "card('a', 3) card('b', 2)"] {
        let act = "draw(supply, hand[2]) move(random_card(hand[2]), hand[2], heap)";
        is_exact("laid down", &once(cards, SUPPLY, setup, act));
        let act = "draw(supply, hand[2]) reveal(random_card(hand[2]), hand[2])";
        is_exact("revealed", &once(cards, SUPPLY, setup, act));
        let act = "draw(supply, hand[2]) show(hand[2])";
        is_exact("all shown", &once(cards, SUPPLY, setup, act));
    }
}

#[test]
fn what_one_seat_saw_is_none_of_the_cards_that_came_since() {
    let cards = "card('a', 2) card('b', 2) card('c', 1)";
    let setup = "fill(deck) draw(deck, heap) draw(deck, heap) draw(deck, hand[2])";
    for more in ["", "draw(supply, hand[2])"] {
        let act = format!("show(hand[2], 1) draw(supply, hand[2]) {more}");
        weigh("shown", &once(cards, SUPPLY, setup, &act));
        let act = format!("reveal(hand[2]:any(), hand[2], 1) draw(supply, hand[2]) {more}");
        weigh("revealed", &once(cards, SUPPLY, setup, &act));
    }
}

#[test]
fn who_saw_a_hand_knows_where_its_cards_go() {
    let cards = "card('a', 2) card('b', 2) card('c', 2)";
    let zones = "local deck, hand = stock(), hands()";
    for (name, deal, act) in [
        ("the only card", "draw(deck, hand[2])", "force(hand[2]:any(), hand[2], hand[3])"),
        ("all", "draw(deck, hand[2]) draw(deck, hand[2])", "move_all(hand[2], hand[3])"),
        ("all, by force", "draw(deck, hand[2]) draw(deck, hand[2])", "force_all(hand[2], hand[3])"),
    ] {
        for secretly in ["", "if v.asked > 9 then show(hand[2], 1, 'secret') end"] {
            let rules = format!(
                "function step.act(me) may.act() end
                 function act.act(me) if v.asked == 1 then show(hand[2], 1) {act} end {secretly} end_turn() end"
            );
            weigh(name, &played(4, 2, cards, zones, &format!("fill(deck) {deal}"), &rules));
        }
    }
}
