//! How games end and who wins them: fair shares, ties, sides, games that nobody wins, bots that fail, games without chance.

use std::fs;
use std::path::Path;

use crate::{json, ludometer, prints, rows, temporary_folder};

/// A game of one turn in which this happens, whatever is chosen.
pub(crate) fn one_turn(seats: &str, end: &str) -> String {
    format!(
        "game.title, game.seats = \"End\", {{ {seats} }}
function game.setup() start(1) end
function game.turn(me) go.act(me) end
function step.act(me) may.one() may.two() end
local function finish(me) {end} end
function act.one(me) finish(me) end
function act.two(me) finish(me) end
function game.score(s) return 0 end
"
    )
}

/// Runs a script with these options, and returns what was printed.
pub(crate) fn run(folder: &Path, script: &str, options: &[&str]) -> String {
    fs::write(folder.join("game.luau"), script).unwrap();
    let arguments =
        [&["run", "game.luau", "--quiet", "--force", "--out", "out", "--bots", "random"], options];
    prints(folder, &arguments.concat())
}

pub(crate) fn findings(folder: &Path) -> Vec<String> {
    rows(&folder.join("out/findings.csv")).into_iter().map(|row| row["text"].clone()).collect()
}

pub(crate) fn endings(folder: &Path) -> Vec<(String, String)> {
    let all = rows(&folder.join("out/coverage.csv"));
    let endings = all.into_iter().filter(|row| row["kind"] == "ending");
    endings.map(|row| (row["item"].clone(), row["games"].clone())).collect()
}

#[test]
fn only_ties_lack_a_tiebreak() {
    let folder = temporary_folder();
    // Who doesn't lose stands by score.
    for (end, ties) in [("win(1, 3)", "0"), ("lose(2)", "1"), ("game_over()", "1")] {
        run(
            folder.path(),
            &one_turn("4, 4", &format!("if below(2) == 0 then {end} else {end} end")),
            &["--games", "200", "--analyze"],
        );
        let summary = rows(&folder.path().join("out/summary.csv"));
        let shared = summary.iter().find(|row| row["metric"] == "shared_wins").unwrap();
        assert_eq!(shared["value"], ties, "{end}");
        let missing = findings(folder.path()).iter().any(|text| text.contains("no tiebreak parts them"));
        assert_eq!(missing, ties == "1", "{end}");
    }
}

#[test]
fn the_order_of_play_is_judged_only_where_the_deal_does_not_decide_it() {
    let folder = temporary_folder();
    // The low card leads, and who held it does not win; leading changes nothing.
    let script = |first: &str| {
        format!(
            "game.title, game.seats = \"Lead\", {{ 4, 4 }}
local LOW, HIGH = card(\"low\", 1), card(\"high\", 3)
local deck, hand, heap = stock(), hands(), piles()
function game.setup()
	fill(deck)
	for s = 1, seats do draw(deck, hand[s]) end
	local low = 1
	for s = 1, seats do if hand[s]:has(LOW) then low = s end end
	start({first})
end
function game.turn(me) go.play(me) end
function step.play(me) for _, c in hand[me]:kinds() do may.play(c) end end
function act.play(me, c: card)
	move(c, hand[me], heap[me])
	for s = 1, seats do if hand[s]:size() > 0 then return end_turn() end end
	local list = {{}}
	for s = 1, seats do if heap[s]:find(LOW) == 0 then table.insert(list, s) end end
	win(list[below(#list) + 1])
end
function game.score(s) return 0 end
"
        )
    };
    let by_order = || {
        let metrics = rows(&folder.path().join("out/metrics.csv"));
        metrics.iter().filter(|row| row["metric"] == "win_share_by_order").count()
    };
    run(folder.path(), &script("low"), &["--games", "600", "--analyze"]);
    assert_eq!(by_order(), 0);
    assert!(!findings(folder.path()).iter().any(|text| text.contains("whoever moves")));
    run(folder.path(), &script("below(seats) + 1"), &["--games", "600", "--analyze"]);
    assert_eq!(by_order(), 4);
}

#[test]
fn a_bot_that_fails_is_named_and_nothing_is_said_of_who_is_better() {
    let folder = temporary_folder();
    fs::write(folder.path().join("mute.luau"), "function choose(view, legal, info) return 'nothing' end\n")
        .unwrap();
    let bots = ["--bots", "mute.luau", "random", "--on-bot-error", "forfeit", "--players", "2", "--quiet"];
    let options = ["--games", "40", "--analyze", "--out", "run"];
    let text = prints(folder.path(), &[&["run", "pure-profit"], &bots[..], &options].concat());
    assert!(text.contains("forfeits") && text.contains("40 by mute"), "{text}");
    let row = &rows(&folder.path().join("run/strategies.csv"))[0];
    assert_eq!((row["strategy"].as_str(), row["mean_score"].as_str()), ("mute", ""));
    // Its own are those that leave no choice, before the first that does: others have a hundred times as many.
    assert!(row["decisions"].parse::<u32>().unwrap() < 40, "{row:?}");
    let found = rows(&folder.path().join("run/findings.csv"));
    assert_eq!(found.len(), 1);
    assert!(found[0]["text"].starts_with("mute failed 40 times in 40 games"), "{found:?}");
    prints(folder.path(), &["report", "run"]);
    let page = fs::read_to_string(folder.path().join("run/report.html")).unwrap();
    // What words mean has examples.
    let page = page.split("<section id=\"words\">").next().unwrap();
    assert!(
        page.contains("mute failed 40 times and lost these games") && !page.contains("clearly more than"),
        "{page}"
    );

    let options = ["--games", "40", "--out", "tournament"];
    let text = prints(folder.path(), &[&["tournament", "pure-profit"], &bots[..], &options].concat());
    assert!(text.contains("forfeits: 40 by mute") && !text.contains("is the best bot"), "{text}");
    assert!(
        text.contains("mute failed 40 times and lost these games, so it is not compared with the others"),
        "{text}"
    );
    let record = json(&fs::read_to_string(folder.path().join("tournament/tournament.json")).unwrap());
    assert_eq!(record["forfeits"]["mute"], 40);
    let ratings = rows(&folder.path().join("tournament/ratings.csv"));
    assert!(ratings.iter().any(|row| row["strategy"] == "mute" && row["forfeits"] == "40"));
}

/// A ladder of nine levels, of which the higher one wins: neither the game nor these bots leave anything to chance.
const LADDER: &str = "game.title, game.seats = \"Ladder\", { 2, 2 }
local n = numbers(0)
function game.setup() start(1) end
function game.turn(me) go.pick(me) end
function step.pick(me) for i = 1, 9 do may.level(i) end end
function act.level(me, k: number) n[me] = k; if me == 2 then game_over() else end_turn() end end
function game.score(seat) return n[seat] end
";

#[test]
fn copies_of_a_game_are_no_evidence() {
    let folder = temporary_folder();
    fs::write(folder.path().join("ladder.luau"), LADDER).unwrap();
    for level in [2, 5] {
        let bot = format!("function choose(view, legal, info) return {level} end\n");
        fs::write(folder.path().join(format!("l{level}.luau")), bot).unwrap();
    }
    let both = ["--bots", "l2.luau", "l5.luau", "--quiet"];
    let text = prints(
        folder.path(),
        &[&["run", "ladder.luau", "--games", "500", "--out", "run"], &both[..]].concat(),
    );
    assert!(text.contains("distinct games  2 of 500"), "{text}");
    assert!(text.contains("the others are copies and no evidence"), "{text}");
    // One seating: one game.
    let fixed = ["--games", "500", "--seats", "fixed", "--out", "fixed"];
    let text = prints(folder.path(), &[&["run", "ladder.luau"], &both[..], &fixed].concat());
    assert!(text.contains("distinct games  1 of 500"), "{text}");
    // Where chance has a part, games that look alike are evidence all the same.
    let random =
        ["run", "ladder.luau", "--bots", "random", "l5.luau", "--games", "500", "--out", "random", "--quiet"];
    assert!(!prints(folder.path(), &random).contains("distinct games"));
    let tournament = [&["tournament", "ladder.luau", "--games", "400", "--out", "t"], &both[..]].concat();
    let text = prints(folder.path(), &tournament);
    assert!(text.contains("distinct games: 2 of 400"), "{text}");
    let record = json(&fs::read_to_string(folder.path().join("t/tournament.json")).unwrap());
    assert_eq!(record["distinct_games"], 2);
    assert_eq!(record["settled"], false);
    assert!(text.contains("all games are copies of 2, and more of them tell no more"), "{text}");
}

/// Figures of copies stand without intervals, and nothing is found in them, asked of more of them, or refused for too few.
#[test]
fn copies_of_a_game_give_no_interval_and_no_sentence() {
    let folder = temporary_folder();
    // The first player takes the lowest level, the second the highest.
    let appeals = "function appeal.level(me, k: number) return if me == 1 then -k else k end\n";
    fs::write(folder.path().join("game.luau"), format!("{LADDER}{appeals}")).unwrap();
    let game = ["game.luau", "--bots", "greedy", "--quiet", "--out"];
    let text = prints(folder.path(), &[&["run"], &game[..], &["r", "--games", "2000", "--analyze"]].concat());
    assert!(text.contains("distinct games  1 of 2,000"), "{text}");
    assert!(!text.contains("100.00 % to") && !text.contains("99.8"), "{text}");
    for file in ["strategies.csv", "seats.csv", "summary.csv", "metrics.csv"] {
        for row in rows(&folder.path().join("r").join(file)) {
            let mut bounds = row.iter().filter(|(name, _)| name.ends_with("_low") || name.ends_with("_high"));
            assert!(bounds.all(|(_, bound)| bound.is_empty()), "{file}: {row:?}");
        }
    }
    let found: Vec<String> =
        rows(&folder.path().join("r/findings.csv")).iter().map(|row| row["text"].clone()).collect();
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(found[0].starts_with("all 2,000 games are copies of 1: "), "{found:?}");
    // The page says it first, and can be made of figures without intervals.
    prints(folder.path(), &["report", "r"]);
    let page = fs::read_to_string(folder.path().join("r/report.html")).unwrap();
    assert!(page.contains("Distinct games: 1 of 2,000"));
    assert!(!page.contains("clearly more than its fair share"));

    let study = ["study", "game.luau", "--games", "512", "--search-games", "8", "--quiet", "--out", "s"];
    let text = prints(folder.path(), &study);
    assert!(text.contains("All 512 games of greedy players are copies of one game"), "{text}");
    let record = json(&fs::read_to_string(folder.path().join("s/study.json")).unwrap());
    for answer in record["answers"].as_array().unwrap() {
        let question = answer["question"].as_str().unwrap();
        assert!(["who_plays", "skill", "best_bot"].contains(&question), "{answer}");
    }

    // No experiment can rest on them.
    for words in [
        &["compare", "game.luau", "--unpaired"][..],
        &["check", "game.luau", "--gate", "turns=1..3"],
        &["review", "game.luau", "--games", "5"],
    ] {
        let refused = ludometer(folder.path(), words).assert().code(2).get_output().clone();
        let text = String::from_utf8(refused.stderr).unwrap();
        assert!(text.contains("all games would be copies of 1: neither the rules nor these bots"), "{text}");
    }
}

/// Each rule set of a sweep is looked at, not the first alone.
#[test]
fn a_rule_set_whose_games_are_copies_is_left_out_of_a_sweep() {
    let folder = temporary_folder();
    let die = "local DIE = param(\"rule.die\", 0, 0, 1)\n";
    let setup = "function game.setup() start(if DIE == 1 then 1 + below(2) else 1) end\n";
    let appeals = "function appeal.level(me, k: number) return k end\n";
    let script = LADDER.replace("function game.setup() start(1) end\n", &format!("{die}{setup}"));
    assert!(script.contains("DIE == 1"));
    fs::write(folder.path().join("game.luau"), format!("{script}{appeals}")).unwrap();
    let sweep =
        ["sweep", "game.luau", "--bots", "greedy", "--games", "512", "--quiet", "--out", "s", "--vary"];
    let text = prints(folder.path(), &[&sweep[..], &["rule.die=1,0"]].concat());
    assert!(text.contains("2 rule sets, 1 played, 1 invalid"), "{text}");
    let table = fs::read_to_string(folder.path().join("s/sweep.csv")).unwrap();
    assert!(table.contains("all games would be copies of 1"), "{table}");
    let refused = ludometer(folder.path(), &[&sweep[..], &["rule.die=0"]].concat()).assert().code(2);
    let text = String::from_utf8(refused.get_output().stderr.clone()).unwrap();
    assert!(
        text.contains("none of the rule sets can be played; the first one: all games would be"),
        "{text}"
    );
}

#[test]
fn one_share_has_one_interval() {
    let folder = temporary_folder();
    let script = format!("{}/games/tic_tac_toe.luau", env!("CARGO_MANIFEST_DIR"));
    let arguments =
        ["run", &script, "--bots", "greedy", "random", "--games", "200", "--out", "run", "--quiet"];
    prints(folder.path(), &arguments);
    let [bots, pairs] =
        ["strategies", "matchups"].map(|name| rows(&folder.path().join(format!("run/{name}.csv"))));
    for column in ["ci_low", "ci_high"] {
        let [a, b] = [&bots[0], &pairs[0]].map(|row| row[column].parse::<f64>().unwrap());
        assert!((a - b).abs() < 1e-9, "{column}: {a} and {b}");
    }
}

/// Alone at a table bots never meet: each has every deal to itself, and with the same luck they are level.
#[test]
fn bots_alone_at_a_table_are_ranked_by_what_they_win() {
    let folder = temporary_folder();
    let end = "if below(2) == 0 then win(1) else lose(1) end";
    fs::write(folder.path().join("game.luau"), one_turn("1, 1", end)).unwrap();
    let arguments = ["tournament", "game.luau", "--bots", "random", "greedy", "--games", "200", "--quiet"];
    let text = prints(folder.path(), &arguments);
    assert!(text.contains("End, 1 player, ") && text.contains("games won (95 %)"), "{text}");
    assert!(!text.contains("is the best bot") && !text.contains("would be even"), "{text}");
}

/// Half of the games nobody wins: an even share is half as large wherever one is named, and the games without a winner are
/// reported.
#[test]
fn an_even_share_is_of_the_games_that_somebody_wins() {
    let folder = temporary_folder();
    let half = "if below(2) == 0 then everyone_loses() else win(below(seats) + 1) end";
    let text = run(folder.path(), &one_turn("2, 2", half), &["--games", "2000", "--analyze"]);
    assert!(text.contains("nobody wins "), "{text}");
    let found = findings(folder.path());
    assert!(found.iter().any(|text| text.starts_with("nobody wins ")), "{found:?}");
    let said = |arguments: &[&str]| prints(folder.path(), &[arguments, &["--quiet"]].concat());
    let percent = |text: &str, before: &str| -> f64 {
        let start = text.find(before).unwrap_or_else(|| panic!("{before}: {text}")) + before.len();
        text[start..].split_whitespace().next().unwrap().parse().unwrap()
    };
    let exploit = said(&["exploit", "game.luau", "--games", "2000"]);
    assert!((percent(&exploit, "where ") - 25.0).abs() < 4.0, "{exploit}");
    let study = said(&["study", "game.luau", "--games", "1000", "--search-games", "64", "--out", "s"]);
    assert!(study.contains(" Nobody wins "), "{study}");
    assert!(!study.contains("plays best:") || study.contains("Not known yet"), "{study}");
    assert!((percent(&study, ") where ") - 25.0).abs() < 8.0, "{study}");
    let setting = ["--set-b", "p.more=1", "--metrics", "won", "--out", "c"];
    let script = one_turn("2, 2", half).replace(
        "function game.setup()",
        "param(\"p.more\", 0, 0, 1, \"test: nothing\")\nfunction game.setup()",
    );
    fs::write(folder.path().join("game.luau"), script).unwrap();
    let compare = said(&[&["compare", "game.luau", "--games", "2000"], &setting[..]].concat());
    let fair =
        compare.lines().find(|line| line.contains("would be fair")).unwrap_or_else(|| panic!("{compare}"));
    let fair = percent(&fair[fair.rfind("; ").unwrap()..], "; ");
    assert!((fair - 25.0).abs() < 4.0, "{compare}");
}

/// To a search a game that a limit stops is worth what it looks like; who solves the game counts it as won by nobody.
#[test]
fn a_game_without_an_end_is_no_part_of_a_win() {
    let folder = temporary_folder();
    let script = one_turn("2, 2", "end_turn()") + "turn_limit(2)\n";
    fs::write(folder.path().join("game.luau"), script).unwrap();
    let text = prints(folder.path(), &["exploit", "game.luau", "--exact", "--quiet"]);
    assert!(text.contains("0.00 %") && !text.contains("50.00 %"), "{text}");
}

/// Ten turns of six players, of whom all but one win by a fair lot, or one.
fn lot(winners: &str) -> String {
    format!(
        "game.title, game.seats = \"Lot\", {{ 6, 6 }}
local MANY = param(\"rule.many\", 1, 0, 1, \"assumed: whether all but one win, or one\")
number(\"t\", 0)
local money = numbers(0)
function game.setup() start(1) end
function game.turn(me) go.dig(me) end
function step.dig(me) may.dig() may.rest() end
function act.dig(me)
	money[me] += roll(6)
	v.t += 1
	if v.t < 18 then return end_turn() end
	local one, list = roll(6), {{}}
	for s = 1, 6 do if (s == one) == (MANY == 0) then table.insert(list, s) end end
	{winners}
end
act.rest = act.dig
function game.standing(s) return money[s] end
"
    )
}

#[test]
fn a_part_of_joint_wins_is_no_share_of_games() {
    let folder = temporary_folder();
    let text = run(folder.path(), &lot("win(table.unpack(list))"), &["--games", "400", "--analyze"]);
    assert!(text.contains("joint wins   100.00 %"), "{text}");
    let said = findings(folder.path());
    assert!(
        !said.iter().any(|text| text.contains("leads at half time") || text.contains("of the games with")),
        "{said:?}"
    );
    let study = ["study", "game.luau", "--games", "400", "--search-games", "0", "--quiet", "--out", "study"];
    let text = prints(folder.path(), &study);
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(text.contains("Several may win at once, so a lead tells little"), "{text}");
    assert!(!text.contains("runs away") && !text.contains("wins about 16.7 %"), "{text}");
    let compare =
        ["compare", "game.luau", "--set-b", "rule.many=0", "--games", "2000", "--quiet", "--out", "compare"];
    let text = prints(folder.path(), &compare);
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(
        text.contains("% of the wins instead of") && text.contains("several win jointly falls"),
        "{text}"
    );
    // One winner that is named is no joint one.
    run(folder.path(), &lot("win(list[1])"), &["--games", "100"]);
    let summary = rows(&folder.path().join("out/summary.csv"));
    assert!(summary.iter().all(|row| row["metric"] != "joint_wins"));
}

/// Most games are won by nobody: there two bots are level, which says nothing of who chooses better.
#[test]
fn games_that_nobody_wins_hide_no_skill() {
    let folder = temporary_folder();
    let script = "game.title, game.seats = \"Mostly lost\", { 3, 3 }
number(\"t\", 0)
function game.setup() start(1) end
function game.turn(me) go.dig(me) end
function step.dig(me) may.wise() may.daft() end
local function on(me, n)
	v.t += 1
	if below(1000) < n then return win(me) end
	if v.t < 3 then return end_turn() end
	everyone_loses()
end
function act.wise(me) on(me, 60) end
function act.daft(me) on(me, 1) end
function appeal.wise(me) return 1 end
";
    std::fs::write(folder.path().join("game.luau"), script).unwrap();
    let said = prints(folder.path(), &["validate", "game.luau"]);
    assert!(!said.contains("no better than at random"), "{said}");
    let study = ["study", "game.luau", "--games", "2048", "--search-games", "0", "--quiet", "--out", "study"];
    let said = prints(folder.path(), &study);
    assert!(!said.contains("no better than"), "{said}");
    let daft = script.replace("on(me, 60)", "on(me, 1)");
    std::fs::write(folder.path().join("game.luau"), daft.replace("below(1000) < n", "below(10) < n"))
        .unwrap();
    let said = prints(folder.path(), &["validate", "game.luau"]);
    assert!(said.contains("no better than at random"), "{said}");
}

#[test]
fn sides_that_are_drawn_and_tie_are_said_to_tie() {
    let folder = temporary_folder();
    let script = "game.title, game.seats = \"Tied\", { 4, 4 }
game.kind, game.sides = \"teams\", { \"red\", \"blue\" }
card(\"r\", 2) card(\"b\", 2)
local box, role = stock(), hands()
number(\"t\", 0)
function game.side(s) return if role[s]:has(1) then \"red\" else \"blue\" end
function game.setup() fill(box) for s = 1, 4 do draw(box, role[s]) end start(1) end
function game.turn(me) go.x(me) end
function step.x(me) may.a() may.b() end
function act.a(me) v.t += 1 if v.t == 4 then return game_over() end end_turn() end
act.b = act.a
function game.score(s) return 7 end
";
    std::fs::write(folder.path().join("game.luau"), script).unwrap();
    let study = ["study", "game.luau", "--games", "256", "--search-games", "0", "--quiet", "--out", "study"];
    let said = prints(folder.path(), &study);
    let said = said.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(
        said.contains("100 of 100 games are tied") && said.contains("Tied in 100 of 100 games"),
        "{said}"
    );
}
