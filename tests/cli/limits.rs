//! Limits of games and mistakes of rules: what ends a game is named as itself, and what helps is said.

use std::fs;
use std::path::Path;

use crate::{ludometer, prints, rows, temporary_folder};

/// Offers and refusals without end: a player may offer as often as it likes, the other refuses.
const OFFERS: &str = "game.title, game.seats = \"Offers\", { 2, 2 }
decision_limit(3000)
number(\"asked\", 0)
function game.setup() start(1) end
function game.turn(me) go.act(me) end
function step.act(me) may.offer(3 - me) may.done() end
function act.offer(me, s: seat) v.asked = me roll(6) go.answer(s) end
function step.answer(me) may.refuse() may.take() end
function act.refuse(me) go.act(v.asked) end
function act.take(me) game_over() end
function act.done(me) game_over() end
function game.score(s) return s end
function appeal.offer(me, s) return 2 end
function appeal.refuse(me) return 1 end
";

fn write(folder: &Path, script: &str) {
    fs::write(folder.join("game.luau"), script).unwrap();
}

/// Returns what a command that fails says.
fn says(folder: &Path, arguments: &[&str]) -> String {
    let output = ludometer(folder, arguments).assert().failure().get_output().clone();
    String::from_utf8(output.stderr).unwrap()
}

#[test]
fn offers_that_go_round_within_a_turn_are_named() {
    let folder = temporary_folder();
    write(folder.path(), OFFERS);
    let run =
        ["run", "game.luau", "--bots", "greedy", "--games", "120", "--analyze", "--out", "out", "--quiet"];
    prints(folder.path(), &run);
    let coverage = rows(&folder.path().join("out/coverage.csv"));
    let games = |kind: &str, item: &str| {
        coverage.iter().find(|row| row["kind"] == kind && row["item"] == item).map(|row| row["games"].clone())
    };
    assert_eq!(games("guard", "decision limit").as_deref(), Some("120"));
    assert_eq!(games("guard", "turn limit").as_deref(), Some("0"));
    assert_eq!((games("loop", "offer").as_deref(), games("loop", "done")), (Some("120"), None));
    let findings = rows(&folder.path().join("out/findings.csv"));
    let said = findings.iter().find(|row| row["topic"] == "loops").unwrap();
    let text = "\u{201c}offer\u{201d} (1,500 times a game) and \u{201c}refuse\u{201d} (1,500 times a game) go round and round in one turn";
    assert!(said["text"].contains(text), "{said:?}");
    let study = ["study", "game.luau", "--games", "300", "--search-games", "0", "--quiet", "--out", "study"];
    let text = prints(folder.path(), &study);
    assert!(text.contains("decision limit") && !text.contains("turn limit"), "{text}");
    assert!(text.contains("go round and round without end"), "{text}");
    assert!(!text.contains("win or lose together"), "{text}");
}

#[test]
fn an_analysis_costs_in_proportion_and_ends_where_a_game_stalls() {
    let folder = temporary_folder();
    write(folder.path(), &OFFERS.replace("decision_limit(3000)\n", ""));
    let time = |analyze: &[&str]| {
        let run =
            ["run", "game.luau", "--bots", "greedy", "--games", "2", "--quiet", "--force", "--out", "out"];
        let begun = std::time::Instant::now();
        prints(folder.path(), &[&run[..], analyze].concat());
        begun.elapsed()
    };
    // Nothing is timed exactly here: it took a thousand times as long.
    let (plain, analysed) = (time(&[]), time(&["--analyze"]));
    assert!(analysed < plain * 60 + std::time::Duration::from_secs(20), "{plain:?}, {analysed:?}");
}

#[test]
fn a_mistake_of_the_rules_gets_advice_that_helps() {
    let folder = temporary_folder();
    let script = "game.title, game.seats = \"Rare\", { 2, 2 }
local tokens = numbers(0)
function game.setup() start(1) end
function game.turn(me) go.act(me) end
function step.act(me) may.copy() may.pass() end
function act.copy(me)
	if below(30000) == 7 then local nothing = nil; tokens[me] += nothing.value end
	tokens[me] += 1
	if tokens[me] > 5 then win(me) else end_turn() end
end
function act.pass(me) end_turn() end
function game.score(s) return tokens[s] end
";
    write(folder.path(), script);
    let run = ["run", "game.luau", "--bots", "random", "--games", "40000", "--quiet", "--out", "out"];
    let check =
        ["check", "game.luau", "--bots", "random", "--games", "4000", "--quiet", "--gate", "turns=..99"];
    // In one game of many; in the first games, of which nothing is kept; where no run is kept at all.
    for (often, words) in [("30000", &run[..]), ("400", &[&run[..], &["--force"]].concat()), ("400", &check)]
    {
        write(folder.path(), &script.replace("30000", often));
        let error = says(folder.path(), words);
        assert!(error.contains("game.luau:7: attempt to index nil with 'value'"), "{error}");
        assert!(!error.contains("on-bot-error") && !error.contains("--resume"), "{error}");
        let (_, advice) = error.split_once("see it with: ludometer ").unwrap();
        let words: Vec<&str> = advice.trim().trim_end_matches(')').split(' ').collect();
        let shown = says(folder.path(), &words);
        assert!(shown.contains("game.luau:7:"), "{words:?}: {shown}");
    }
    write(folder.path(), &script.replace("return tokens[s]", "return 6000000000"));
    let error = says(folder.path(), &["run", "game.luau", "--games", "3", "--force", "--out", "out"]);
    assert!(error.contains("scores are whole numbers from -2147483648 to 2147483647"), "{error}");
}

#[test]
fn a_payoff_is_each_seats_own_and_tells_a_search_what_counts() {
    let folder = temporary_folder();
    let script = |seats: &str, payoff: &str| {
        format!(
            "game.title, game.seats = \"Dig\", {{ {seats} }}
{payoff}
number(\"depth\", 0)
function game.setup() start(1) end
function game.turn(me) v.depth += 1; go.choose(me) end
function step.choose(me) may.stop(); may.more() end
function act.more(me) if v.depth > 9 then return game_over() end; end_turn() end
function act.stop(me) game_over() end
function game.score(seat) return v.depth end
"
        )
    };
    // Whoever digs on scores more: a search finds it with a payoff and without, alone and together.
    let depth = |folder: &Path, bot: &str| {
        let options = ["run", "game.luau", "--games", "20", "--force", "--quiet", "--out", "out", "--bots"];
        prints(folder, &[&options[..], &[bot]].concat());
        let bots = rows(&folder.join("out/strategies.csv"));
        bots[0]["mean_score"].parse::<f64>().unwrap()
    };
    let alone = ("1, 1", "game.kind = \"solo\"");
    let together = ("2, 3", "game.kind = \"cooperative\"");
    for (seats, declared) in [alone, together, ("1, 1", "game.payoff = { 0, 10 }")] {
        write(folder.path(), &script(seats, declared));
        prints(folder.path(), &["validate", "game.luau", "--games", "5"]);
        let [search, random] = ["mcts:iterations=30", "random"].map(|bot| depth(folder.path(), bot));
        assert!(search > 8.0 && random < 5.0, "{seats} {declared}: {search} {random}");
    }
}

#[test]
fn mistakes_in_imagined_positions_are_counted_and_reported() {
    let folder = temporary_folder();
    // Who holds the ace never shows it in the true game; a bot that imagines other cards meets the mistake. What stands behind
    // the first chance of a set-up is no common knowledge.
    let script = "game.title, game.seats = \"Imagined\", { 2, 2 }
local ACE, TWO = card(\"ace\", 2), card(\"two\", 4)
local deck, hand, heap = stock(), hands(), pile()
number(\"n\", 0)
function game.setup()
	fill(deck)
	roll(6)
	move(ACE, deck, hand[1]); move(TWO, deck, hand[1])
	move(TWO, deck, hand[2]); move(TWO, deck, hand[2])
	start(1)
end
function game.turn(me) v.n += 1; if v.n > 4 then return game_over() end; go.play(me) end
function step.play(me) may.show(); may.wait() end
function act.show(me)
	if me == 2 and hand[2]:has(ACE) then local nothing = nil; v.n += nothing.value end
	end_turn()
end
function act.wait(me) end_turn() end
function game.score(s) return s end
";
    write(folder.path(), script);
    let run = ["run", "game.luau", "--bots", "mcts:iterations=60", "--games", "6", "--quiet", "--out", "out"];
    let error = says(folder.path(), &run);
    assert!(
        error.contains("in positions that bots imagined the rules failed") && error.contains("game.luau:15:"),
        "{error}"
    );
    assert!(folder.path().join("out/summary.csv").exists());
    // So does each command that lets bots imagine positions.
    let search = "mcts:iterations=30";
    for words in [
        &["audit", "game.luau", "--bots", search, "--positions", "20"][..],
        &["study", "game.luau", "--games", "64", "--search-games", "4", "--out", "study"],
        &["tournament", "game.luau", "--bots", search, "random", "--games", "8", "--out", "tournament"],
        &["check", "game.luau", "--bots", search, "--games", "128", "--gate", "turns=..60"],
        &["sweep", "game.luau", "--bots", search, "--games", "64", "--vary", "players=2", "--out", "sweep"],
        &["review", "game.luau", "--bots", search, "--worlds", "20"],
    ] {
        let error = says(folder.path(), &[words, &["--quiet"]].concat());
        assert!(error.contains("in positions that bots imagined the rules failed"), "{words:?}: {error}");
    }
}

#[test]
fn questions_without_an_answer_in_imagined_positions_are_counted_and_named() {
    let folder = temporary_folder();
    let script = |else_: &str| {
        format!(
            "game.title, game.seats = \"Ask\", {{ 2, 2 }}
local SHIELD = card(\"shield\", 2)
card(\"other\", 6)
local deck, hand, heap = stock(), hands(), pile()
number(\"n\", 0)
function game.setup() fill(deck); for s = 1, 2 do for _ = 1, 3 do draw(deck, hand[s]) end end start(1) end
function game.turn(me) v.n += 1; if v.n > 6 then return game_over() end; go.attack(me) end
function step.attack(me) may.hit(); may.rest() end
function act.hit(me) if hand[3 - me]:has(SHIELD) then go.react(3 - me) else end_turn() end end
function act.rest(me) end_turn() end
function step.react(me)
	if hand[me]:has(SHIELD) then may.block() end
	{else_}
end
function act.block(me) move(SHIELD, hand[me], heap); end_turn() end
function act.suffer(me) end_turn() end
function game.score(s) return hand[s]:size() end
"
        )
    };
    write(folder.path(), &script(""));
    let said = prints(folder.path(), &["validate", "game.luau", "--games", "20"]);
    let flat = said.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(flat.contains("step.react (game.luau:11) left a seat nothing to do"), "{said}");
    write(folder.path(), &script("may.suffer()"));
    let said = prints(folder.path(), &["validate", "game.luau", "--games", "20"]);
    assert!(!said.contains("nothing to do"), "{said}");
    // Who hits always leads to the question: then bots imagine hands that can't answer it, which is a mistake of the rules.
    let asks = script("")
        .replace("if hand[3 - me]:has(SHIELD) then go.react(3 - me) else end_turn() end", "go.react(3 - me)");
    let promise = "for s = 1, 2 do for _ = 1, 3 do draw(deck, hand[s]) end move(SHIELD, deck, hand[s]) end";
    let asks = asks.replace("for s = 1, 2 do for _ = 1, 3 do draw(deck, hand[s]) end end", promise);
    write(
        folder.path(),
        &asks
            .replace("card(\"shield\", 2)", "card(\"shield\", 8)")
            .replace("move(SHIELD, hand[me], heap); ", ""),
    );
    let run = ["run", "game.luau", "--bots", "mcts:iterations=40", "--games", "4", "--quiet", "--out", "out"];
    let error = says(folder.path(), &run);
    let flat = error.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(flat.contains("in positions that bots imagined the rules failed"), "{error}");
    assert!(flat.contains("game.luau:11: step.react leaves"), "{error}");
}

#[test]
fn being_asked_is_a_leak_that_validate_finds() {
    let folder = temporary_folder();
    let script = |asks: &str, offers: &str| {
        format!(
            "game.title, game.seats = \"Ask\", {{ 2, 2 }}
local SHIELD, OTHER = card(\"shield\", 2), card(\"other\", 6)
local deck, hand = stock(), hands()
number(\"n\", 0)
local pts = numbers(0)
function game.setup()
	fill(deck)
	for s = 1, 2 do for _ = 1, 3 do draw(deck, hand[s]) end end
	start(1)
end
function game.turn(me) v.n += 1; if v.n > 6 then return game_over() end; go.attack(me) end
function step.attack(me) may.hit(); may.rest() end
function act.hit(me)
	local o = 3 - me
	{asks}
	pts[me] += 1
	end_turn()
end
function act.rest(me) end_turn() end
function step.react(me) {offers} may.suffer(); may.curse() end
function act.block(me) end_turn() end
function act.suffer(me) pts[3 - me] += 1; end_turn() end
function act.curse(me) pts[3 - me] += 1; end_turn() end
function game.score(seat) return pts[seat] end
"
        )
    };
    let leak = "step.react (line 20): that a seat is asked tells all others that it holds Shield";
    write(folder.path(), &script("if hand[o]:has(SHIELD) then return go.react(o) end", "may.block();"));
    let text = prints(folder.path(), &["validate", "game.luau", "--games", "60"]);
    assert!(text.contains(leak), "{text}");
    // What nearly every hand of two holds, who is asked holds for no other reason than all.
    let small = script("if hand[o]:has(SHIELD) then return go.react(o) end", "may.block();");
    write(folder.path(), &small.replace("for _ = 1, 3 do", "for _ = 1, 2 do"));
    let text = prints(folder.path(), &["validate", "game.luau", "--games", "60"]);
    assert!(text.contains(leak) && !text.contains("holds Other"), "{text}");
    write(
        folder.path(),
        &script("if true then return go.react(o) end", "if hand[me]:has(SHIELD) then may.block() end;"),
    );
    let text = prints(folder.path(), &["validate", "game.luau", "--games", "60"]);
    assert!(!text.contains("tells all others"), "{text}");
}

#[test]
fn a_trace_names_what_was_chosen_and_puts_turns_where_they_belong() {
    let folder = temporary_folder();
    let script = "game.title, game.seats = \"Rolls\", { 2, 2 }
local pts = numbers(0)
local told = cells(3, 0)
number(\"die\", 0)
function game.setup() start(1) end
function game.turn(me) v.die = roll(6); note(\"rolled\", me, v.die); go.choose(me) end
function step.choose(me) for s = 1, seats do may.give(s, v.die) end; may.keep() end
function act.give(me, to: seat, n: number)
	pts[to] += n; told:set(to, n)
	if pts[to] >= 15 then return game_over() end
	end_turn()
end
function act.keep(me) end_turn() end
function game.score(seat) return pts[seat] end
game.names = { actions = { give = \"give points to\", keep = \"keep still\" } }
";
    write(folder.path(), script);
    let text = prints(folder.path(), &["trace", "game.luau", "--bots", "random", "--game", "1"]);
    let first: Vec<&str> = text.lines().skip_while(|line| *line != "Turn 1").skip(1).take(4).collect();
    assert!(!text.contains("Set-up"), "{text}");
    assert!(first[0].starts_with("  A die shows "), "{text}");
    assert!(first[1].starts_with("  Rolled: 1 and "), "{text}");
    assert!(
        text.contains(" chooses to give points to A ") || text.contains(" chooses to give points to B "),
        "{text}"
    );
    let told = ["  Place 1 of the told: 0, now ", "  Place 2 of the told: 0, now "];
    assert!(told.iter().any(|told| text.contains(told)), "{text}");
    let turns = text.lines().filter(|line| line.starts_with("Turn ")).count();
    let chosen = text.lines().filter(|line| line.contains(" chooses to ")).count();
    assert_eq!(turns, chosen, "{text}");
}
