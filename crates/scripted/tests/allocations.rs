//! Random play of a script allocates nothing in Rust per decision, and Luau no more than what the script's own tables take.
//!
//! A counting allocator stands in for the usual one in this program, so it is a test of its own. Luau takes its memory from
//! the same allocator, in pages of many small things: a script that makes no tables takes none.

#![expect(clippy::unwrap_used, reason = "a failed step fails its test")]

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use allocation_counter::measure;
use ludometer_bots::BotSpec;
use ludometer_playable::Playable as _;
use ludometer_run::{Seating, Table};
use ludometer_scripted::{ScriptFile, ScriptGame, ScriptStats};
use ludometer_stats::{Standard, Statistic, TallyLayout};

/// Plays of a batch.
const PLAYS: u64 = 40;

/// Draws, discards and hands on cards, and keeps numbers, without a table of its own.
const WITHOUT_TABLES: &str = r#"
game.title, game.seats = "Pass and draw", { 2, 4, usual = 3 }
for n = 1, 6 do card(`card_{n}`, 6) end
local stock, discard, hand, drawn = stock(), pile(), hands(), numbers(0)
number("rounds", 0)
function game.setup()
	fill(stock)
	for s = 1, seats do for _ = 1, 4 do draw(stock, hand[s]) end end
	start(1)
end
function game.turn(me) go.play(me) end
function step.play(me)
	if stock:size() > 0 then may.draw() end
	for c = 1, 6 do if hand[me]:has(c) then may.discard(c) may.pass(c) end end
	if hand[me]:size() == 0 and stock:size() == 0 then may.stop() end
end
function act.draw(me) draw(stock, hand[me]) drawn[me] += 1 end_turn() end
function act.discard(me, c: card) move(c, hand[me], discard) v.rounds += 1 end_turn() end
function act.pass(me, c: card) move(c, hand[me], hand[me % seats + 1]) end_turn() end
function act.stop(me) game_over() end
function game.score(me) return drawn[me] end
"#;

/// Plays a batch again and again, and returns the allocations and decisions of the last time, when everything has its size:
/// a second machine, which one of some thousand answers is asked of too, is there from the first such answer on.
fn allocations(file: ScriptFile) -> (u64, u64) {
    let game = ScriptGame::load(&Arc::new(file), 3, &[]).unwrap();
    let bots = vec![BotSpec::parse("random", game.design()).unwrap(); 3];
    let layout = TallyLayout {
        words: game.design().action_kinds.clone(),
        cards: game.cards().into_iter().map(|card| (card.name, card.copies)).collect(),
        bots: vec!["random".to_owned()],
        ..TallyLayout::of_seats(3)
    };
    let mut tally = <Standard<ScriptStats> as Statistic<ScriptGame>>::new(&layout);
    let mut table = Table::new(&game, &bots, Seating::Rotate, 1);
    let stop = AtomicBool::new(false);
    let mut decisions = 0;
    let mut batch = || {
        decisions = 0;
        for play in 0..PLAYS {
            decisions += u64::from(table.play(play, &mut tally, &stop, None).unwrap().decisions);
        }
    };
    batch();
    batch();
    let found = measure(&mut batch);
    (found.count_total, decisions)
}

#[test]
fn a_script_without_tables_allocates_nothing() {
    let (count, decisions) = allocations(ScriptFile::from_text("pass.luau", WITHOUT_TABLES).unwrap());
    assert!(decisions > 20 * PLAYS);
    assert_eq!(count, 0, "{decisions} decisions");
}

#[test]
fn what_a_script_lists_takes_pages_of_luau_alone() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../games/pure_profit.luau");
    let (count, decisions) = allocations(ScriptFile::open(Path::new(path)).unwrap());
    assert!(decisions > 20 * PLAYS);
    // One allocation for each decision would be a hundred times as many.
    assert!(count < decisions / 100, "{count} allocations in {decisions} decisions");
}
