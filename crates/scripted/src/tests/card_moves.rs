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
