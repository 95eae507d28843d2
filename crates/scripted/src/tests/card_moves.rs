//! Moves of cards in the card statistics.

use std::sync::Arc;

use ludometer_model::{CardMove, Event as _, Game, Seat, Streams};
use ludometer_playable::Playable as _;

use crate::{ScriptFile, ScriptGame};

const MARKET: &str = "game.title, game.seats = 'Market', { 2, 2 }
for n = 1, 3 do card(`good_{n}`, 2, { deck = 'goods' }) end
for n = 1, 2 do card(`goal_{n}`, 1, { deck = 'goals' }) end
card('coin', 4, { deck = 'coins' })
local ship, market, goods = stock('goods'), row(2, 'goods'), tableaus('goods')
local goals, goal = stock('goals'), hands { deck = 'goals' }
local bank, purse, heap = stock('coins'), hands { deck = 'coins' }, pile('coins')
function game.setup()
    fill(ship, 'goods') fill(goals, 'goals') fill(bank, 'coins')
    for s = 1, 2 do draw(goals, goal[s]) draw(bank, purse[s]) end
    for _ = 1, 2 do draw(ship, market) end
    start(1)
end
function game.turn(me) go.buy(me) end
function step.buy(me) may.buy(if market:at(1) > 0 then 1 else 2) end
function act.buy(me, i)
    move(purse[me]:any(), purse[me], heap)
    move(market:at(i), market, goods[me], i)
    if me == 1 then draw(ship, goods[me]) force(goods[me]:any(), goods[me], ship) end_turn() else game_over() end
end
function game.score(s) return goods[s]:size() end
";

#[test]
fn a_card_from_a_market_or_stock_is_drawn_and_only_what_leaves_hands_can_be_dead() {
    let file = Arc::new(ScriptFile::from_text("market.luau", MARKET).unwrap());
    let game = ScriptGame::load(&file, 2, &[]).unwrap();
    let played: Vec<bool> = game.cards().iter().map(|card| card.is_played).collect();
    assert_eq!(played, [false, false, false, false, false, true]);
    let mut chance = Streams::new(1, 0).chance();
    let (mut state, mut events, mut legal) = (game.new_state(), Vec::new(), Vec::new());
    game.deal(&mut state, &mut chance, &mut events);
    let moves = |events: &mut Vec<crate::ScriptEvent>| -> Vec<(bool, usize)> {
        let cards = events.drain(..).filter_map(|event| event.card());
        cards
            .map(|card| match card {
                CardMove::Drawn { seat, .. } => (true, seat.index()),
                CardMove::Played { seat, .. } => (false, seat.index()),
            })
            .collect()
    };
    // Goals and coins are dealt; the market is nobody's.
    assert_eq!(moves(&mut events), [(true, 0), (true, 0), (true, 1), (true, 1)]);
    for expected in [&[(false, 0), (true, 0), (true, 0)][..], &[(false, 1), (true, 1)]] {
        legal.clear();
        game.legal(&state, &mut legal);
        game.apply(&mut state, legal[0], &mut chance, &mut events);
        assert_eq!(moves(&mut events), expected);
    }
    assert_eq!((game.fault_of(&state), game.to_move(&state)), (None, None::<Seat>));
}

/// Seats with kinds of cards; seats with others and kinds of acts.
type Counted = (Vec<(usize, usize)>, Vec<(usize, usize, usize)>);

/// Returns the cards drawn (seat and kind) and the acts against seats (actor, target, kind) of the first act of a game.
fn first_act(act: &str) -> Counted {
    let text = format!(
        "game.title, game.seats = 'Thief', {{ 2, 2 }}
        for n = 1, 3 do card(`card_{{n}}`, 1) end
        local deck, hand, front, across = stock(), hands(), piles(), tableau()
        function game.setup()
            fill(deck); move(1, deck, hand[1]); move(2, deck, hand[2]); move(3, deck, front[1]); start(1)
        end
        function game.turn(me) go.act(me) end
        function step.act() may.act() end
        function act.act(me) {act} game_over() end
        function game.score() return 0 end"
    );
    let file = ScriptFile::from_text("thief.luau", &text).unwrap_or_else(|error| panic!("{error}"));
    let game = ScriptGame::load(&Arc::new(file), 2, &[]).unwrap();
    let mut chance = Streams::new(1, 0).chance();
    let (mut state, mut events, mut legal) = (game.new_state(), Vec::new(), Vec::new());
    game.deal(&mut state, &mut chance, &mut events);
    events.clear();
    game.legal(&state, &mut legal);
    game.apply(&mut state, legal[0], &mut chance, &mut events);
    assert_eq!(game.fault_of(&state), None);
    let drawn = events.iter().filter_map(|event| match event.card()? {
        CardMove::Drawn { seat, kind } => Some((seat.index(), kind)),
        CardMove::Played { .. } => None,
    });
    let against = events.iter().filter_map(ludometer_model::Event::interaction);
    let against = against.map(|act| (act.actor.map_or(9, Seat::index), act.target.index(), act.kind));
    (drawn.collect(), against.collect())
}

#[test]
fn what_comes_back_to_a_hand_is_not_drawn() {
    assert_eq!(first_act("force(3, front[1], hand[1])"), (vec![], vec![]));
    assert_eq!(first_act("move(3, front[1], hand[1])").0, [(0, 2)]);
    // Traded over an open zone of nobody, and dealt from a stock.
    let trade = "force(1, hand[1], across) force(2, hand[2], across) force(1, across, hand[2]) force(2, across, hand[1])";
    assert_eq!(first_act(trade).0, []);
    assert_eq!(first_act("force(1, hand[1], deck) force(1, deck, hand[1])").0, [(0, 0)]);
}

#[test]
fn what_a_seat_takes_from_an_open_zone_of_nobody_is_drawn() {
    let taken = "force(3, front[1], across) move(3, across, front[1])";
    assert_eq!(first_act(taken).0, [(0, 2)]);
    assert_eq!(first_act("force(3, front[1], across) force(3, across, front[1])").0, []);
    assert_eq!(first_act("force(3, front[1], across) force(3, across, front[1]) took(3, 2)").0, [(1, 2)]);
}

#[test]
fn a_script_says_who_took_cards_and_who_acts_against_whom() {
    // Guessed from the move: seat 0 takes a card of seat 1.
    assert_eq!(first_act("move(2, hand[2], hand[1])"), (vec![], vec![(0, 1, 0)]));
    // Said: nothing is guessed any more.
    let said = "move(2, hand[2], hand[1]) interaction('mocks', 2, 1) interaction('robs', me, 2)";
    assert_eq!(first_act(said).1, [(1, 0, 0), (0, 1, 1)]);
    assert_eq!(first_act("move(3, front[1], hand[1]) took(2, 1)").0, [(0, 1)]);
}

const BUILDER: &str = "game.title, game.seats = 'Builder', { 2, 2 }
card('coin', 4)
local used = piles()
local own = stacks { from = used }
local common, gone = stack(), pile()
number('step', 0)
function game.setup() fill(common); for s = 1, 2 do move_all(common, used[s]) end start(1) end
function game.turn(me) go.act(me) end
function step.act(me) may.draw() may.rest() end
function act.draw(me)
    v.step += 1
    if v.step == 1 then draw(own[me], gone); shuffle(own[me]) else shuffle(common) end
    if v.step == 2 then game_over() else end_turn() end
end
act.rest = act.draw
function game.score(s) return s end
";

#[test]
fn a_shuffle_is_announced_once_and_only_a_common_stock_goes_round() {
    let file = Arc::new(ScriptFile::from_text("builder.luau", BUILDER).unwrap());
    let game = ScriptGame::load(&file, 2, &[]).unwrap();
    let mut chance = Streams::new(1, 0).chance();
    let (mut state, mut events, mut legal) = (game.new_state(), Vec::new(), Vec::new());
    // Zones that were mixed, and whether that makes a stock of all anew.
    let mixed = |events: &mut Vec<crate::ScriptEvent>| -> Vec<(String, bool)> {
        let mixed = events.drain(..).filter(|event| event.what == crate::event::What::Shuffle);
        mixed
            .map(|event| (game.event_json(&event)["zone"].as_str().unwrap().to_owned(), event.is_reshuffle()))
            .collect()
    };
    let of = |zone: &str, anew: bool| (zone.to_owned(), anew);
    game.deal(&mut state, &mut chance, &mut events);
    assert_eq!(mixed(&mut events), [of("common", false)]);
    // The first draw mixes what comes back, and the rule once more; then the stock of all.
    for expected in [vec![of("own of 0", false), of("own of 0", false)], vec![of("common", true)]] {
        legal.clear();
        game.legal(&state, &mut legal);
        game.apply(&mut state, legal[0], &mut chance, &mut events);
        assert_eq!(mixed(&mut events), expected);
    }
    assert_eq!(game.fault_of(&state), None);
}
