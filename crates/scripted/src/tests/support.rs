//! On tiny games: the states that a view can be determinized to are those that some course of the game leads to in
//! which the seat sees the same.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use ludometer_model::{Game, Rng, Seat, Streams};

use crate::{ScriptFile, ScriptGame, ScriptState};

/// The text in front of each tiny game: four different cards, a hand for each of three seats and a stock.
const HEAD: &str = "game.title, game.seats = 'Tiny', { 3, 3 }
for n = 1, 5 do card(`card_{n}`, 1) end
local deck, hand, heap = stock(), hands(), pile()
function game.setup() fill(deck); for s = 1, 3 do draw(deck, hand[s]) end start(1) end
number('asked', 0)
function game.turn(me) v.asked += 1; if v.asked > 3 then game_over() else go.act(me) end end
function step.look(me) may.wait() end
function act.wait() game_over() end
function game.score() return 0 end
";

/// For one view: the states that games reach with it, and those that it is determinized to.
type Support = (BTreeSet<Vec<u8>>, BTreeSet<Vec<u8>>);

/// Returns all states that random games reach, by seat and what it knows, and what the same views are determinized to.
fn supports(rules: &str) -> Vec<Support> {
    let file = ScriptFile::from_text("tiny.luau", &format!("{HEAD}{rules}"))
        .unwrap_or_else(|error| panic!("{error}"));
    let file = Arc::new(file);
    super::same_bytes::assert_plays_as_in_luau(&file);
    let game = ScriptGame::load(&file, 3, &[]).unwrap().checked().unwrap();
    let plain = game.layout().plain;
    let mut reached: HashMap<(Seat, Vec<u8>), BTreeSet<Vec<u8>>> = HashMap::new();
    let mut note = |state: &ScriptState| {
        for seat in Seat::all(3) {
            // Of who is choosing in secret the others imagine that it has not begun.
            let has_begun =
                |other: Seat| game.layout().secret_of(&state.bytes, other).map(|at| state.bytes[at]);
            if game
                .to_move(state)
                .filter(|&mover| mover != seat)
                .and_then(has_begun)
                .is_some_and(|count| count > 0)
            {
                continue;
            }
            let view = game.view(state, seat);
            reached.entry((seat, view.bytes)).or_default().insert(state.bytes[..plain].to_vec());
        }
    };
    for play in 0..20_000 {
        let (mut chance, mut choices) = (Streams::new(9, play).chance(), Rng::from_words([9, play, 2]));
        let (mut state, mut log, mut legal) = (game.new_state(), Vec::new(), Vec::new());
        game.deal(&mut state, &mut chance, &mut log);
        while game.to_move(&state).is_some() {
            note(&state);
            legal.clear();
            game.legal(&state, &mut legal);
            game.apply(&mut state, legal[choices.index(legal.len())], &mut chance, &mut log);
        }
        assert_eq!(game.fault_of(&state), None);
    }
    let mut rng = Rng::from_words([1, 2, 3]);
    let mut world = game.new_state();
    let mut all = Vec::new();
    for ((seat, bytes), states) in reached {
        let view = crate::ScriptView { seat, bytes };
        let mut imagined = BTreeSet::new();
        for _ in 0..40 * states.len() + 40 {
            game.determinize(&view, &mut rng, &mut world);
            imagined.insert(world.bytes[..plain].to_vec());
        }
        all.push((states, imagined));
    }
    all
}

/// Holds that both are the same for every view.
fn exact(rules: &str) {
    let all = supports(rules);
    let views = all.len();
    assert!(views > 20, "{views} views");
    let missing: usize = all.iter().map(|(reached, imagined)| reached.difference(imagined).count()).sum();
    let impossible: usize = all.iter().map(|(reached, imagined)| imagined.difference(reached).count()).sum();
    assert_eq!(
        (missing, impossible),
        (0, 0),
        "of {views} views: possible states never imagined, impossible ones imagined"
    );
}

#[test]
fn passing_a_card() {
    exact(
        "function step.act(me) for _, c in hand[me]:kinds() do may.pass(c) end may.skip() end
         function act.pass(me, c: card) move(c, hand[me], hand[next_seat(me)]); end_turn() end
         function act.skip() end_turn() end",
    );
}

#[test]
fn swapping_hands() {
    exact(
        "function step.act(me) for s = 1, 3 do if s ~= me then may.swap(s) end end may.skip() end
         function act.swap(me, s: seat) swap(hand[me], hand[s]); end_turn() end
         function act.skip() end_turn() end",
    );
}

#[test]
fn passing_all_hands_on() {
    exact(
        "function step.act(me) for _, c in hand[me]:kinds() do may.give(c) end may.left(); may.right() end
         function act.give(me, c: card) move(c, hand[me], hand[next_seat(me)]); end_turn() end
         function act.left() rotate(hand); end_turn() end
         function act.right() rotate(hand, -1); end_turn() end",
    );
}

#[test]
fn two_of_three_hands_change_by_rotating() {
    exact(
        "function step.act(me) may.change(); may.skip() end
         function act.change(me) rotate({ hand[me], hand[next_seat(me)] }); end_turn() end
         function act.skip() end_turn() end",
    );
}

#[test]
fn what_is_set_up_before_any_chance_is_known_to_all() {
    // The fifth card is put away in every game, and the fourth lies on the heap's stack.
    exact(
        "local away, tower = stock(), stack()
         local setup = game.setup
         function game.setup()
             fill(deck)
             move(5, deck, away)
             force(4, deck, tower)
             for s = 1, 3 do draw(deck, hand[s]) end
             start(1)
         end
         function step.act(me) may.top(); may.skip() end
         function act.top(me) if draw(tower, away) == 0 then draw(hand[me], away) end end_turn() end
         function act.skip() end_turn() end",
    );
}

#[test]
fn peeking_at_a_hand() {
    exact(
        "function step.act(me) for s = 1, 3 do if s ~= me then may.look(s) end end may.draw() end
         function act.look(me, s: seat) show(hand[s], me); end_turn() end
         function act.draw(me) draw(deck, hand[me]); end_turn() end",
    );
}

#[test]
fn searching_the_deck() {
    exact(
        "function step.act(me) may.search(); may.skip() end
         function act.search(me) show(deck, me); go.take(me) end
         function step.take(me) for _, c in deck:kinds() do may.take(c) end if deck:size() == 0 then may.skip() end end
         function act.take(me, c: card) move(c, deck, hand[me]); end_turn() end
         function act.skip() end_turn() end",
    );
}

#[test]
fn a_void_suit() {
    // Cards 1 and 2 are of one suit; who plays another one while holding no such card shows it.
    exact(
        "function step.act(me) local low = hand[me]:has(1) or hand[me]:has(2)
         for _, c in hand[me]:kinds() do if not low or c <= 2 then may.play(c) end end if hand[me]:size() == 0 then may.skip() end end
         function act.play(me, c: card) move(c, hand[me], heap); if c > 2 then lacks(hand[me], 1, 2) end; draw(deck, hand[me]); end_turn() end
         function act.skip() end_turn() end",
    );
}

#[test]
fn a_sealed_bid() {
    exact(
        "function step.act(me) may.open() end
         function act.open(me) together.bid() end
         function step.bid(me) for _, c in hand[me]:kinds() do may.bid(c) end may.fold() end
         function act.bid(me, c: card) move(c, hand[me], heap) end
         function act.fold(me) end
         function after.bid() if heap:size() == 3 then game_over() else go.look(1) end end",
    );
}

#[test]
fn a_row_of_sealed_cards() {
    exact(
        "local rows = piles()
         function game.setup() fill(deck); for s = 1, 2 do draw(deck, hand[s]) draw(deck, hand[s]) end start(1) end
         function step.act(me) may.open() end
         function act.open(me) secretly.lay({ 1, 2 }) end
         function step.lay(me) for _, c in hand[me]:kinds() do may.lay(c) end may.rest() end
         function act.lay(me, c: card) move(c, hand[me], rows[me]); if hand[me]:size() > 0 then go.lay(me) end end
         function act.rest(me) end
         function after.lay() go.look(3) end",
    );
}
