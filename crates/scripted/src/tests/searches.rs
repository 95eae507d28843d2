//! How searches play a script by default.

use std::sync::Arc;

use ludometer_playable::Playable as _;

use crate::{ScriptFile, ScriptGame};

/// A game of so many turns, each of which scores from this one on.
fn counting(from: u32, turns: u32) -> ScriptGame {
    let text = format!(
        "game.title, game.seats = 'Counting', {{ 2, 2 }}\nlocal counted = numbers(0)\nnumber('n', 0)\nturn_limit(1000000)\n\
         function game.setup() start(1) end\nfunction game.turn(me) go.count(me) end\n\
         function step.count(me) may.one() may.two() end\n\
         local function count(me, by)\n\
         v.n += 1 if v.n > {from} then counted[me] += by end\n\
         if v.n >= {turns} then game_over() else end_turn() end end\n\
         function act.one(me) count(me, 1) end\nfunction act.two(me) count(me, 2) end\n\
         function appeal.two() return 1 end\nfunction game.score(s) return counted[s] end\n"
    );
    let file = ScriptFile::from_text("counting.luau", &text).unwrap_or_else(|error| panic!("{error}"));
    ScriptGame::load(&Arc::new(file), 2, &[]).unwrap()
}

#[test]
fn searches_look_ahead_half_of_a_game_in_which_points_come_late() {
    // 12 where points come all along, where the game is short, and where no end is in sight; at most 60.
    let cases = [
        (0, 100, 12.0),
        (30, 100, 50.0),
        (90, 100, 50.0),
        (20, 24, 12.0),
        (100, 200, 60.0),
        (20, 5000, 12.0),
    ];
    for (from, turns, length) in cases {
        let game = counting(from, turns);
        let defaults = &game.design().bot_defaults;
        let of = |bot: &str| {
            let mut mine = defaults.iter().filter(|one| one.bot == bot && one.setting == "length");
            mine.next().map(|one| one.value)
        };
        assert_eq!([of("mcts"), of("flat-mc")], [Some(length); 2], "from {from} of {turns} turns");
    }
}
