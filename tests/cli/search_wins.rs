//! Searches at their default settings against strategies of fifteen lines, in a game of bids and discs laid face down and in a
//! deck builder.

use std::fs;

use crate::{prints, rows, temporary_folder};

/// Lays what it likes, and bids two more than it laid itself where no moth of its own lies.
const BIDDER: &str = r#"about = "bids two more than it laid itself, where no moth of its own lies"

function choose(view, legal, info)
	local me = info.seat + 1
	local mat, best, most = view.mat[me], 1, -1
	local has_moth = table.find(mat, `moth_{me}`) ~= nil
	for i, action in legal do
		local word, what = string.match(action, "^(%S+) ?(%S*)$")
		local n, worth = tonumber(what) or 0, math.random()
		if word == "bid" then worth += if has_moth then -1 elseif n <= #mat + 2 then 1 + n / 10 else -0.5
		elseif word == "pass" then worth = 0.5
		elseif word == "lay" then worth += if string.find(what, "moth") then -0.3 else 0 end
		if worth > most then best, most = i, worth end
	end
	return best
end
"#;

/// The plain money strategy.
const MONEY: &str = r#"about = "buys money, and points: no cards that do anything"

local PLAN = { palace = 9, ducat = 6, florin = 3 }

function choose(view, legal, info)
	local left = view.supply.palace or 0
	local best, most = 1, -1
	for i, action in legal do
		local word, card = string.match(action, "^(%S+) ?(%S*)$")
		local worth = if word == "pay" then 1 else PLAN[card] or 0
		if card == "house" and left <= 4 then worth = 7 end
		if card == "tent" and left <= 2 then worth = 4 end
		if worth > most then best, most = i, worth end
	end
	return best
end
"#;

/// Returns the share that the search wins against these bots in so many games, with its interval.
fn share(game: &str, strategy: &str, others: &[&str], games: &str) -> [f64; 3] {
    let folder = temporary_folder();
    fs::write(folder.path().join("plain.luau"), strategy).unwrap();
    let script = format!("{}/games/{game}.luau", env!("CARGO_MANIFEST_DIR"));
    let run = ["run", &script, "--games", games, "--quiet", "--out", "out", "--bots", "mcts"];
    prints(folder.path(), &[&run[..], others].concat());
    let all = rows(&folder.path().join("out/strategies.csv"));
    let search = all.iter().find(|row| row["strategy"] == "mcts").unwrap();
    ["win_rate", "ci_low", "ci_high"].map(|column| search[column].parse().unwrap())
}

#[test]
fn a_search_beats_a_plain_strategy_where_discs_are_laid_face_down() {
    let found = share("moths", BIDDER, &["plain.luau"; 3], "24");
    assert!(found[1] > 0.25, "{found:?} of one seat in four");
}

#[test]
#[ignore = "long: cargo xtask nightly long-tests"]
fn a_search_beats_plain_and_random_bidders_in_many_games() {
    for others in [["plain.luau"; 3], ["random"; 3]] {
        let found = share("moths", BIDDER, &others, "400");
        assert!(found[1] > 0.25, "{found:?} of one seat in four, against {others:?}");
    }
}

#[test]
#[ignore = "long: cargo xtask nightly long-tests"]
fn a_search_beats_plain_money_in_many_games() {
    let found = share("caravan", MONEY, &["plain.luau"], "400");
    assert!(found[1] > 0.5, "{found:?} of one seat in two");
}
