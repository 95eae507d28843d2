//! The game that `ludometer new --rust` writes, as it stands in the program: its own tests, and the contract of all games.

#[path = "../src/cli/new/crate/src/game.rs"]
mod game;

use ludometer::registry::Entry;
use ludometer::run::{Hooks, Loaded, audit};

use game::MyGame;
use ludometer::games::Compiled as _;
use ludometer::model::RuleSet;
use ludometer::run::AnyGame as _;

#[test]
fn no_bot_peeks_in_it() {
    let game = Loaded::<MyGame>::new(3, RuleSet::defaults(MyGame::schema())).unwrap();
    for bot in ["greedy", "mcts:iterations=20"] {
        let found = audit(&game, &vec![game.bot(bot).unwrap(); 3], 60, 1, Hooks::none()).unwrap();
        assert!(found.different > 30, "{found:?}");
    }
}

#[test]
fn it_is_named_once() {
    let entry = Entry::of::<MyGame>();
    assert_eq!(entry.id(), entry.schema().game);
}
