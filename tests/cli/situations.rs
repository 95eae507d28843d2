//! Eighteen situations that people report of games they design, each by its smallest input: the right answer or a clear refusal.

use std::fs;
use std::path::Path;

use crate::endings::{endings, findings, one_turn, run};
use crate::going_on::kill_on_the_way;
use crate::{csv_files, json, ludometer, prints, rows, temporary_folder};

/// Writes `game.luau` into a folder.
pub(crate) fn write(folder: &Path, script: &str) {
    fs::write(folder.join("game.luau"), script).unwrap();
}

/// Returns a number of a row.
fn number(row: &std::collections::BTreeMap<String, String>, column: &str) -> f64 {
    row[column].parse().unwrap_or_else(|e| panic!("{column}: {e} in {row:?}"))
}

// 1. A card list from a spreadsheet. Whole files of ten tools: `sheets.rs`.

#[test]
fn situation_01_a_card_list_from_a_spreadsheet() {
    let folder = temporary_folder();
    // A list, and what it makes of the first card: its id, its copies, a check.
    let lists = [
        ("name,copies,cost\n\"Beatrix, Queen of Ash\",6,2", "Beatrix_Queen_of_Ash = 6", "t.cost[1] == 2"),
        ("name,copies,text\nFox,6,\"Draw a card, then discard one.\"", "Fox = 6", "#t.text[1] == 30"),
        ("name\tcopies\ttext\nFox\t6\tDraw a card, then discard one.", "Fox = 6", "#t.text[1] == 30"),
        ("Name;Qty;Cost\nFox;6;0,5", "Fox = 6", "t.cost[1] == 0.5"),
        ("Name,Qty,Cost\nFox,6,1", "Fox = 6", "t.cost[1] == 1"),
        ("name,Copies\nFox,3x", "Fox = 3", "true"),
        ("name,quantity,text\nFox,6,\"Draw.\nDiscard.\"", "Fox = 6", "t.text[1] == 'Draw.\\nDiscard.'"),
        ("\u{feff}name,copies\nFox,6", "Fox = 6", "true"),
        ("name,copies,cost\nFox,6,1\n,,", "Fox = 6", "t.cost[1] == 1 and t.cost[2] == nil"),
        ("name,copies\nFire Bolt,6", "Fire_Bolt = 6", "true"),
        ("name,copies\nOwl-Bear,6", "Owl_Bear = 6", "true"),
        ("name,copies\nThief's Gambit!,6", "Thiefs_Gambit = 6", "true"),
        ("name,copies\nF\u{fc}chsin,6", "Fuchsin = 6", "true"),
        (
            "name,copies\n\u{68ee}\u{306e}\u{8ce2}\u{8005},6",
            "# copies of \u{68ee}\u{306e}\u{8ce2}\u{8005}",
            "true",
        ),
    ];
    for (list, line, check) in lists {
        let script = format!(
            "game.title, game.seats = \"CSV\", {{ 2, 4 }}\nlocal t = cards([[\n{list}\n]])\nassert({check})
function game.setup() start(1) end
function game.turn(me) go.act(me) end
function step.act(me) may.stop() end
function act.stop(me) win(me) end
"
        );
        write(folder.path(), &script);
        let rules = prints(folder.path(), &["rules", "game.luau"]);
        assert!(rules.contains(line), "{list}: {rules}");
    }
}

// 2. A common loss, and an automa that wins.

#[test]
fn situation_02_games_that_nobody_wins_are_fair() {
    let folder = temporary_folder();
    let lot = "if below(2) == 0 then return everyone_loses() end win(below(seats) + 1)";
    let text = run(folder.path(), &one_turn("4, 4", lot), &["--games", "2000", "--analyze"]);
    let unfair: Vec<String> =
        findings(folder.path()).into_iter().filter(|text| text.contains("fair is")).collect();
    assert!(unfair.is_empty(), "{unfair:?}");
    assert!(!text.contains("25.00 %"), "{text}");
    let endings = endings(folder.path());
    let [one, several, none] = &endings[..] else { panic!("{endings:?}") };
    assert_eq!((several.1.as_str(), none.0.as_str()), ("0", "no winner"));
    assert_eq!(one.1.parse::<u32>().unwrap() + none.1.parse::<u32>().unwrap(), 2000);
    let row = &rows(&folder.path().join("out/strategies.csv"))[0];
    assert_eq!(row["win_rate"], row["expected_rate"], "the only bot wins what is won");
    let gate = ["check", "game.luau", "--gate", "seat_bias[*]=-0.05..0.05", "--quiet"];
    prints(folder.path(), &gate);
    // One seat against the rules: a loss is no win.
    run(folder.path(), &one_turn("1, 1", "lose(1)"), &["--games", "50", "--analyze"]);
    assert_eq!(rows(&folder.path().join("out/seats.csv"))[0]["win_rate"], "0");
    // One player alone is ahead of nobody.
    let curves = fs::read_to_string(folder.path().join("out/curves.csv")).unwrap();
    assert!(!curves.contains("92233720368547"), "{curves}");
}

// 3. Bots in a cooperative game.

#[test]
fn situation_03_bots_of_a_cooperative_game_are_ranked_by_their_tables() {
    let folder = temporary_folder();
    // They win if all choose the second way.
    let script = "game.title, game.seats, game.kind = \"Together\", { 2, 2 }, \"cooperative\"
number(\"good\", 0)
function game.setup() start(1) end
function game.turn(me) go.act(me) end
function step.act(me) may.one() may.two() end
local function done(me)
	if me < seats then return end_turn() end
	if v.good == seats then everyone_wins() else everyone_loses() end
end
function act.one(me) done(me) end
function act.two(me) v.good += 1 done(me) end
function appeal.two(me) return 1 end
";
    let text = run(folder.path(), script, &["--games", "400", "--analyze"]);
    assert!(text.contains("won         "), "{text}");
    assert!(rows(&folder.path().join("out/strategies.csv"))[0]["expected_rate"].is_empty());
    assert!(!findings(folder.path()).iter().any(|text| text.contains("fair is")));
    let arguments = ["tournament", "game.luau", "--bots", "random", "greedy", "--games", "400", "--quiet"];
    let text = prints(folder.path(), &arguments);
    assert!(text.contains("greedy is the best bot: it wins 100.0 % of the games"), "{text}");
}

// 4. Partners.

/// Tricks of one suit: the higher card takes, and partners sit across. The last trick is worth two, so that sides never tie.
const PAIRS: &str = "game.title, game.seats = \"Pairs\", { 4, 4 }
game.kind, game.sides = \"teams\", { { 1, 3 }, { 2, 4 } }
local deck, hand, table = stock(), hands(), tableau()
for n = 1, 16 do card(`c{n}`, 1) end
number(\"best\", 0)
number(\"by\", 0)
number(\"n\", 0)
local taken = numbers(0)
function game.setup() fill(deck) for s = 1, 4 do for _ = 1, 4 do draw(deck, hand[s]) end end start(1) end
function game.turn(me) go.play(me) end
function step.play(me) for _, c in hand[me]:kinds() do may.play(c) end end
function act.play(me, c: card)
	move(c, hand[me], table)
	if c > v.best then v.best, v.by = c, me end
	v.n += 1
	if v.n % 4 > 0 then return end_turn() end
	taken[v.by] += if v.n == 16 then 2 else 1
	v.best = 0
	if v.n < 16 then return end_turn(v.by) end
	if taken[1] + taken[3] > taken[2] + taken[4] then win(1, 3) else win(2, 4) end
end
-- The lowest that takes the trick, else the lowest; a partner's trick is left to the partner.
function appeal.play(me, c)
	local partner = (me + 1) % 4 + 1
	return if c > v.best and not (v.n % 4 > 0 and v.by == partner) then 20 - c else -c
end
";

#[test]
fn situation_04_partners_are_a_side_in_every_command() {
    let folder = temporary_folder();
    write(folder.path(), PAIRS);
    // Two bots each hold both seats of a side, whichever way the seats are dealt.
    let bots = ["--bots", "greedy", "random", "greedy", "random"];
    let run = ["run", "game.luau", "--games", "1000", "--analyze", "--quiet", "--out", "out"];
    prints(folder.path(), &[&run[..], &bots].concat());
    let side = |bot: &str| {
        let rows = rows(&folder.path().join("out/strategies.csv"));
        let row = rows.into_iter().find(|row| row["strategy"] == bot).unwrap();
        (number(&row, "ci_low"), number(&row, "ci_high"))
    };
    let (greedy, random) = (side("greedy"), side("random"));
    assert!(greedy.0 > 0.5 && random.1 < 0.5, "{greedy:?} {random:?}");
    assert!(!findings(folder.path()).iter().any(|text| text.contains("tiebreak")));
    // A tournament seats them so by itself, and a line-up that mixes partners is told of.
    let met = prints(
        folder.path(),
        &["tournament", "game.luau", "--bots", "greedy", "random", "--games", "400", "--quiet"],
    );
    assert!(met.contains("wins a side (95 %)"), "{met}");
    let mixed = ["run", "game.luau", "--games", "40", "--out", "mixed"];
    let bots = ["--bots", "greedy", "greedy", "random", "random"];
    let output = ludometer(folder.path(), &[&mixed[..], &bots].concat()).assert().success();
    let all = [output.get_output().stdout.clone(), output.get_output().stderr.clone()].concat();
    let all = String::from_utf8(all).unwrap();
    assert!(all.contains("the side of A and C is played by greedy and random"), "{all}");
}

// 6. Without end, and very long: `limits.rs`.

// 7. Who loses.

/// Old maid with three pairs: whoever keeps the odd card loses. Pairs leave the hands by the rules, not by a choice.
const MAID: &str = "game.title, game.seats = \"Maid\", { 3, 3 }
local pair, odd = {}, card(\"odd\", 1)
for n = 1, 4 do pair[n] = card(`pair_{n}`, 2) end
local deck, hand, out = stock(), hands(), pile()
local function put_away(s)
	for _, c in pair do
		if hand[s]:count(c) == 2 then force(c, hand[s], out) force(c, hand[s], out) end
	end
end
local function go_on(s)
	for _ = 1, seats do
		s = next_seat(s)
		if hand[s]:size() > 0 then return end_turn(s) end
	end
end
function game.setup()
	fill(deck)
	for n = 1, 9 do draw(deck, hand[n % 3 + 1]) end
	for s = 1, seats do put_away(s) end
	start(1)
end
local function others(me)
	local n = 0
	for s = 1, seats do if s ~= me and hand[s]:size() > 0 then n += 1 end end
	return n
end
function game.turn(me)
	if hand[me]:size() == 0 then return go_on(me) end
	if others(me) == 0 then return lose(me) end
	go.take(me)
end
function step.take(me) for s = 1, seats do if s ~= me and hand[s]:size() > 0 then may.take(s) end end end
function act.take(me, s: seat)
	draw(hand[s], hand[me])
	put_away(me)
	go_on(me)
end
turn_limit(2000)
";

#[test]
fn situation_07_who_loses_is_counted_as_a_loss() {
    let folder = temporary_folder();
    write(folder.path(), MAID);
    let arguments =
        ["run", "game.luau", "--bots", "random", "--games", "1500", "--analyze", "--quiet", "--out", "out"];
    let text = prints(folder.path(), &arguments);
    assert!(text.contains("loss rate"), "{text}");
    let findings = findings(folder.path());
    for wrong in ["tiebreak", "never put to use", "Never used", "fair is 50"] {
        assert!(!findings.iter().any(|text| text.contains(wrong)), "{wrong}: {findings:?}");
    }
}

// 8. Own figures as distributions, by winner, in gates.

#[test]
fn situation_08_own_figures_are_distributions_that_gates_know() {
    let folder = temporary_folder();
    // Each turn ends the game with one chance in six; one game in four is won by lot, the others by points.
    write(
        folder.path(),
        "game.title, game.seats = 'Reasons', { 2, 2 }
number('turn', 0)
local points = numbers(0)
function game.setup() start(1) end
function game.turn(me) v.turn += 1 go.act(me) end
function step.act(me) may.go_on() end
function act.go_on(me)
    points[me] += below(10)
    if below(6) > 0 then return end_turn() end
    metric('length', v.turn)
    for s = 1, 2 do metric('points', points[s], s) end
    if below(4) == 0 then metric('by_lot', 1) return win(1 + below(2)) end
    metric('by_points', points[1] + points[2])
    if points[1] == points[2] then win(1, 2) else win(if points[1] > points[2] then 1 else 2) end
end
",
    );
    let run = ["run", "game.luau", "--bots", "random", "--games", "8000", "--out", "r"];
    prints(folder.path(), &run);
    let summary = rows(&folder.path().join("r/summary.csv"));
    let figure = |metric: &str| {
        number(
            summary.iter().find(|row| row["metric"] == metric).unwrap_or_else(|| panic!("{metric}")),
            "value",
        )
    };
    // A geometric length: mean 6, median 4, nine in ten end by turn 13, one in ten at once.
    assert!((figure("own_length") - 6.0).abs() < 0.2, "{}", figure("own_length"));
    assert_eq!(["own_length_p10", "own_length_p50", "own_length_p90"].map(figure), [1.0, 4.0, 13.0]);
    assert!((figure("own_by_lot_games") - 0.25).abs() < 0.02);
    assert!((figure("own_by_points_games") + figure("own_by_lot_games") - 1.0).abs() < 1e-9);
    // Among the games in which it happened the mean is that of 6 turns of 4.5 points.
    assert!((figure("own_by_points_when") - 27.0).abs() < 1.5, "{}", figure("own_by_points_when"));
    assert!(figure("own_points_winners") > figure("own_points_others") + 1.0);
    let values = rows(&folder.path().join("r/own_values.csv"));
    let of_length = values.iter().filter(|row| row["metric"] == "length");
    assert_eq!(of_length.map(|row| number(row, "count")).sum::<f64>(), 8000.0);
    let check = |gate: &str, code| {
        ludometer(folder.path(), &["check", "game.luau", "--bots", "random", "--gate", gate, "--quiet"])
            .assert()
            .code(code);
    };
    check("own_length=5..7", 0);
    check("own_by_lot_games=0.4..0.6", 3);
}

// 9. Reading a game, what was chosen and at whom: `script_traces.rs`.

// 10. A card anywhere into the deck, in secret.

const BOMB: &str = "game.title, game.seats = 'Bomb', { 3, 3 }
local BOMB = card('bomb', 1)
for n = 1, 9 do card(`calm_{n}`, 1) end
local box, deck, hand, out = stock(), stack(), hands(), pile()
function game.setup()
	fill(box)
	move(BOMB, box, out)
	for s = 1, 3 do draw(box, hand[s]) end
	while box:size() > 0 do draw(box, deck) end
	start(1)
end
function game.turn(me) if out:size() > 0 then go.hide(me) else go.draw(me) end end
function step.hide() for depth = 0, deck:size() do may.hide(depth) end end
function act.hide(me, depth: amount) insert(BOMB, out, deck, depth); end_turn() end
function step.draw() may.draw() end
function act.draw(me) if draw(deck, hand[me]) == BOMB then lose(me) else end_turn() end end
";

#[test]
fn situation_10_a_card_goes_into_the_deck_where_its_seat_alone_knows() {
    let folder = temporary_folder();
    write(folder.path(), BOMB);
    let found = prints(folder.path(), &["validate", "game.luau", "--games", "30"]);
    assert!(!found.contains("mistake"), "{found}");
    let mut depths = std::collections::BTreeSet::new();
    for game in ["0", "1", "2", "3"] {
        let trace = ["trace", "game.luau", "--bots", "random", "--game", game];
        let of = |more: &[&str]| prints(folder.path(), &[&trace[..], more].concat());
        let hidden =
            |told: &str| told.lines().find(|line| line.contains("A chooses to hide")).unwrap().to_owned();
        let own = hidden(&of(&["--seat", "A"]));
        depths.insert(own.split_whitespace().nth(4).unwrap().to_owned());
        for seat in ["B", "C"] {
            let told = of(&["--seat", seat]);
            assert_eq!(hidden(&told).trim(), "A chooses to hide ...");
            assert!(told.contains("From the out to the deck: Bomb."), "{told}");
        }
    }
    assert!(depths.len() > 1, "{depths:?}");
    // The views of others in the whole trace have no place for it, until it is drawn.
    let lines = prints(
        folder.path(),
        &["trace", "game.luau", "--bots", "random", "--game", "0", "--jsonl", "--check-view"],
    );
    let views: Vec<_> = lines.lines().map(json).filter(|line| line["event"] == "decision").collect();
    assert!(views.len() > 2);
    for view in &views[1..3] {
        let deck = view["view"]["deck"].as_array().unwrap();
        assert!(deck.len() > 4 && deck.iter().all(serde_json::Value::is_null), "{view}");
    }
}

// 11. Drafts: pick rates and those who took a card; a cube of 540 cards.

#[test]
fn situation_11_pick_rates_and_who_took_a_card() {
    let folder = temporary_folder();
    // Of two of three cards the higher one has to be taken, and the highest wins.
    write(
        folder.path(),
        "game.title, game.seats = 'Picks', { 2, 2 }
for n = 1, 3 do card(`pick_{n}`, 1) end
local deck, hand, mine = stock(), hands(), tableaus()
function game.setup() fill(deck) for _ = 1, 2 do draw(deck, hand[1]) end start(1) end
function game.turn(me) go.pick(me) end
local function highest(me) local c = 0 for _, x in hand[me]:kinds() do c = math.max(c, x) end return c end
function step.pick(me) may.pick(highest(me)) end
function act.pick(me, c: card)
    for _, x in hand[me]:kinds() do ratio_by('picked', x, if x == c then 1 else 0, 1) end
    force(c, hand[me], mine[me])
    took(c, me)
    win(if c == 3 then 1 else 2)
end
",
    );
    prints(
        folder.path(),
        &["run", "game.luau", "--bots", "random", "--games", "3000", "--analyze", "--out", "r"],
    );
    let picked = rows(&folder.path().join("r/own_cards.csv"));
    let rates: Vec<f64> = picked.iter().map(|row| number(row, "value")).collect();
    assert_eq!((rates[0], rates[2]), (0.0, 1.0));
    assert!((rates[1] - 0.5).abs() < 0.04, "{rates:?}");
    // Who took the third card always won, who took the second never; a card that was dealt and passed on is not drawn.
    let cards = rows(&folder.path().join("r/cards.csv"));
    let won: Vec<&str> = cards.iter().map(|row| row["win_rate_drawn"].as_str()).collect();
    assert_eq!(
        (won[0], number(&cards[1], "win_rate_drawn"), number(&cards[2], "win_rate_drawn")),
        ("", 0.0, 1.0)
    );
    assert!((number(&cards[1], "drawn_per_game") - 1.0 / 3.0).abs() < 0.04);
    prints(folder.path(), &["report", "r"]);
    let page = fs::read_to_string(folder.path().join("r/report.html")).unwrap();
    assert!(page.contains("Picked by card"), "pick rates are drawn");
}

#[test]
fn situation_11_a_cube_of_540_cards() {
    let folder = temporary_folder();
    let list: Vec<String> = (1..=540).map(|n| format!("Card {n},1,{}", n % 7)).collect();
    fs::write(folder.path().join("cube.csv"), format!("Name,Copies,Worth\n{}\n", list.join("\n"))).unwrap();
    write(
        folder.path(),
        "game.title, game.seats = 'Cube', { 2, 4, usual = 2 }
local t = cards(file 'cube.csv')
local deck, hand, mine = stock(), hands(), tableaus()
function game.setup()
    fill(deck)
    for s = 1, seats do for _ = 1, 9 do draw(deck, hand[s]) end end
    start(1)
end
function game.turn(me) together.pick() end
function step.pick(me) for _, c in hand[me]:kinds() do may.pick(c) end end
function act.pick(me, c: card)
    for _, x in hand[me]:kinds() do ratio_by('picked', x, if x == c then 1 else 0, 1) end
    move(c, hand[me], mine[me])
    took(c, me)
end
function after.pick()
    if hand[1]:size() == 0 then return game_over() end
    rotate(hand)
    end_turn()
end
function appeal.pick(me, c) return t.worth[c] end
function game.score(s) local sum = 0 for _, c in mine[s]:kinds() do sum += t.worth[c] end return sum end
",
    );
    prints(folder.path(), &["run", "game.luau", "--bots", "greedy", "random", "--games", "60", "--out", "r"]);
    let cards = rows(&folder.path().join("r/cards.csv"));
    assert_eq!((cards.len(), cards[539]["card"].as_str()), (540, "Card_540"));
    let taken: f64 = cards.iter().map(|row| number(row, "drawn_per_game")).sum();
    assert_eq!(taken.round(), 18.0);
    let won: Vec<f64> =
        rows(&folder.path().join("r/strategies.csv")).iter().map(|row| number(row, "win_rate")).collect();
    assert!(won[0] > 0.9, "{won:?}");
}

// 12. Half points and large numbers: a clear refusal.

#[test]
fn situation_12_numbers_that_there_are_not_are_refused() {
    let folder = temporary_folder();
    let script = |param: &str, action: &str, act: &str, score: &str| {
        format!(
            "game.title, game.seats = 'Numbers', {{ 2, 2 }}
local P = param('some.number', {param}, 0, 10, 'assumed: n')
local money = numbers(0)
function game.setup() start(1) end
function game.turn(me) go.bid(me) end
function step.bid(me) may.bid({action}) end
function act.bid(me, n: amount) {act} game_over() end
function game.score(s) return {score} end
"
        )
    };
    for (text, said) in [
        (
            script("0.5", "1", "", "0"),
            "game.luau:2: param(some.number, default, low, high): whole numbers, the default between low and high",
        ),
        (
            script("1", "1", "money[me] += 0.5", "0"),
            "game.luau:7: money[1] is 0.5: numbers of the game are whole numbers below 2^31",
        ),
        (
            script("1", "100000", "", "0"),
            "game.luau:6: 100000 can't be part of an action: whole numbers from 0 to 65535",
        ),
        (
            script("1", "1", "", "6000000000"),
            "game.score gives 6000000000: scores are whole numbers from -2147483648 to 2147483647",
        ),
        (
            script("1", "1", "", "0.5"),
            "game.score gives 0.5: scores are whole numbers from -2147483648 to 2147483647",
        ),
    ] {
        write(folder.path(), &text);
        let run = ["run", "game.luau", "--bots", "random", "--games", "10"];
        let output = ludometer(folder.path(), &run).assert().code(2).get_output().clone();
        let found = String::from_utf8(output.stderr).unwrap();
        assert!(found.contains(said), "{found}");
    }
    // Negative numbers and large ones within the range are numbers.
    write(folder.path(), &script("1", "65535", "money[me] -= 2000000000 + n", "money[s]"));
    prints(folder.path(), &["run", "game.luau", "--bots", "random", "--games", "10", "--out", "r"]);
    let seats = rows(&folder.path().join("r/seats.csv"));
    assert_eq!(number(&seats[0], "mean_score"), -2_000_065_535.0);
}

// 13. From a given position.

const FIXED: &str = "game.title, game.seats = 'Fixed', { 2, 2 }
local FIXED = choice('deal.fixed', false, { false, true }, 'assumed: the position to look at')
for n = 1, 8 do card(`c{n}`, 1) end
local deck, hand, heap = stock(), hands(), piles()
function game.setup()
	fill(deck)
	below(1)
	if FIXED then for n = 6, 8 do move(n, deck, hand[1]) end end
	for s = 1, 2 do while hand[s]:size() < 3 do draw(deck, hand[s]) end end
	start(1)
end
function game.turn(me) go.play(me) end
function step.play(me) for _, c in hand[me]:kinds() do may.play(c) end end
function act.play(me, c: card)
	move(c, hand[me], heap[me])
	if hand[2]:size() == 0 then game_over() else end_turn() end
end
function game.score(s)
	local sum = 0
	for i = 1, heap[s]:size() do sum += heap[s]:at(i) end
	return sum
end
";

#[test]
fn situation_13_a_given_position_is_dealt_and_stays_hidden_from_others() {
    let folder = temporary_folder();
    write(folder.path(), FIXED);
    let trace = ["trace", "game.luau", "--bots", "random", "--set", "deal.fixed=true", "--seat"];
    let of = |seat: &str| prints(folder.path(), &[&trace[..], &[seat]].concat());
    assert!(of("A").contains("From the deck to A's hand: C6, C7 and C8."), "{}", of("A"));
    assert!(of("B").contains("From the deck to A's hand: a card (3 times)."), "{}", of("B"));
    prints(folder.path(), &["audit", "game.luau", "--bots", "random", "--set", "deal.fixed=true"]);
    // The first player holds the three best cards, and in the other version any.
    let run =
        ["run", "game.luau", "--bots", "random", "--seats", "fixed", "--games", "1000", "--quiet", "--out"];
    let wins = |more: &[&str], out: &str| {
        prints(folder.path(), &[&run[..], &[out], more].concat());
        number(&rows(&folder.path().join(out).join("seats.csv"))[0], "win_rate")
    };
    assert!((wins(&["--set", "deal.fixed=true"], "fixed") - 1.0).abs() < 1e-9);
    assert!((wins(&[], "free") - 0.5).abs() < 0.06);
}

// 14. A deck builder with money only, beside a simulation of its own.

/// Each player buys the dearest of three coins and one card of points; the game ends when no more points are for sale.
const MONEY: &str = "game.title, game.seats = \"Money\", { 2, 2 }
local COPPER, SILVER, GOLD = card(\"copper\", 14), card(\"silver\", 40), card(\"gold\", 30)
local ESTATE, PROVINCE = card(\"estate\", 6), card(\"province\", 8)
local supply, deck, spent, hand = tableau(), stocks(), piles(), hands()
local turns = numbers(0)
number(\"coins\", 0)
local function draw_five(s)
	for _ = 1, 5 do
		if deck[s]:size() == 0 then reshuffle(spent[s], deck[s], 0) end
		draw(deck[s], hand[s])
	end
end
function game.setup()
	fill(supply)
	for s = 1, seats do
		for _ = 1, 7 do force(COPPER, supply, deck[s]) end
		for _ = 1, 3 do force(ESTATE, supply, deck[s]) end
		draw_five(s)
	end
	start(1)
end
function game.turn(me)
	turns[me] += 1
	v.coins = hand[me]:count(COPPER) + 2 * hand[me]:count(SILVER) + 3 * hand[me]:count(GOLD)
	for _, c in hand[me]:kinds() do while hand[me]:has(c) do force(c, hand[me], spent[me]) end end
	draw_five(me)
	go.buy(me)
end
function step.buy(me)
	if v.coins >= 8 then may.buy(PROVINCE)
	elseif v.coins >= 6 and supply:has(GOLD) then may.buy(GOLD)
	elseif v.coins >= 3 and supply:has(SILVER) then may.buy(SILVER)
	else may.nothing() end
end
local function done(me) if supply:has(PROVINCE) then end_turn() else game_over() end end
function act.buy(me, c: card) move(c, supply, spent[me]) done(me) end
function act.nothing(me) done(me) end
function game.score(s) return deck[s]:count(PROVINCE) + hand[s]:count(PROVINCE) + spent[s]:count(PROVINCE) end
";

/// A simulation of the same rules that shares nothing with the engine: shares of first and second player, of ties, and turns.
fn money_alone(games: u32) -> [f64; 4] {
    // A generator good enough for shuffles (xorshift64*).
    let mut word = 0x9e37_79b9_7f4a_7c15_u64;
    let mut below = move |n: usize| {
        word ^= word >> 12;
        word ^= word << 25;
        word ^= word >> 27;
        (word.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 33) as usize % n
    };
    let mut sums = [0.0; 4];
    for _ in 0..games {
        // Cards by what they bring: 0 estate, 1 to 3 coins, 9 a province.
        let mut decks = [vec![0, 0, 0, 1, 1, 1, 1, 1, 1, 1], vec![0, 0, 0, 1, 1, 1, 1, 1, 1, 1]];
        let (mut hands, mut spent): ([Vec<u32>; 2], [Vec<u32>; 2]) = Default::default();
        let (mut points, mut supply, mut turn) = ([0, 0], [0, 0, 40, 30, 8], 0);
        for seat in 0..2 {
            for _ in 0..5 {
                let at = below(decks[seat].len());
                hands[seat].push(decks[seat].swap_remove(at));
            }
        }
        while supply[4] > 0 {
            let seat = turn % 2;
            turn += 1;
            let coins: u32 = hands[seat].iter().filter(|card| **card < 9).sum();
            let hand = std::mem::take(&mut hands[seat]);
            spent[seat].extend(hand);
            for _ in 0..5 {
                if decks[seat].is_empty() {
                    decks[seat] = std::mem::take(&mut spent[seat]);
                }
                let at = below(decks[seat].len());
                let card = decks[seat].swap_remove(at);
                hands[seat].push(card);
            }
            let bought = match coins {
                8.. => 4,
                6.. if supply[3] > 0 => 3,
                3.. if supply[2] > 0 => 2,
                _ => continue,
            };
            supply[bought] -= 1;
            spent[seat].push(if bought == 4 { 9 } else { bought as u32 });
            points[seat] += u32::from(bought == 4);
        }
        let shares = match points[0].cmp(&points[1]) {
            std::cmp::Ordering::Greater => [1.0, 0.0, 0.0],
            std::cmp::Ordering::Less => [0.0, 1.0, 0.0],
            std::cmp::Ordering::Equal => [0.5, 0.5, 1.0],
        };
        for (sum, value) in sums.iter_mut().zip(shares.into_iter().chain([turn as f64])) {
            *sum += value / f64::from(games);
        }
    }
    sums
}

#[test]
fn situation_14_money_only_agrees_with_a_simulation_of_its_own() {
    let folder = temporary_folder();
    write(folder.path(), MONEY);
    let run = ["run", "game.luau", "--bots", "random", "--games", "4000", "--quiet", "--out", "out"];
    prints(folder.path(), &run);
    let seats = rows(&folder.path().join("out/seats.csv"));
    let summary = rows(&folder.path().join("out/summary.csv"));
    let mean = |name: &str| number(summary.iter().find(|row| row["metric"] == name).unwrap(), "value");
    let alone = money_alone(40_000);
    let pairs = [
        ("first", number(&seats[0], "win_rate"), 0.03),
        ("second", number(&seats[1], "win_rate"), 0.03),
        ("shared", mean("shared_wins"), 0.03),
        ("turns", mean("turns"), 0.3),
    ];
    for ((name, here, most), there) in pairs.into_iter().zip(alone) {
        assert!((here - there).abs() < most, "{name}: {here} beside {there}");
    }
    assert!(pairs[0].1 > pairs[1].1 + 0.05, "the first player is ahead: {pairs:?}");
}

/// A race to 12 of two decks, each of a faction, in which the second player may begin with some points.
const RACE: &str = "game.title, game.seats = 'Race', { 2, 2 }
local FACTIONS = { 'aggro', 'control', 'combo' }
local DECK = { choice('faction.first', 'aggro', FACTIONS, 'assumed: deck'), choice('faction.second', 'aggro', FACTIONS, 'assumed: deck') }
local BONUS = param('second.points', 0, 0, 6, 'assumed: what the second player begins with')
local points = numbers(0)
function game.setup() points[2] = BONUS start(1) end
function game.turn(me) go.play(me) end
function step.play(me) may.play() may.wait() end
local function run(me)
    points[me] += if DECK[me] == 'aggro' then 2 + below(3) elseif DECK[me] == 'control' then 1 + below(3) else 6 * below(2)
    if points[me] >= 12 then win(me) else end_turn() end
end
function act.play(me) run(me) end
function act.wait(me) run(me) end
";

// 15. Compensation for who comes second.

#[test]
fn situation_15_the_second_player_is_compensated() {
    let folder = temporary_folder();
    write(folder.path(), RACE);
    let said = prints(
        folder.path(),
        &[
            "tune",
            "game.luau",
            "--bots",
            "random",
            "--games",
            "40000",
            "--move",
            "second.points=0..6",
            "--target",
            "seat_bias[*]=-0.1..0.1",
            "--out",
            "t",
        ],
    );
    assert!(said.contains("Use 2 instead of 0 for second.points: all targets are met"), "{said}");
}

// 16. Deck against deck, first or second.

#[test]
fn situation_16_deck_against_deck_is_a_grid() {
    let folder = temporary_folder();
    write(folder.path(), RACE);
    prints(
        folder.path(),
        &[
            "sweep",
            "game.luau",
            "--bots",
            "random",
            "--games",
            "600",
            "--vary",
            "faction.first=aggro,control,combo",
            "--vary",
            "faction.second=aggro,control,combo",
            "--metrics",
            "seat_win_rate[0]",
            "--out",
            "s",
        ],
    );
    let cells = rows(&folder.path().join("s/sweep.csv"));
    assert_eq!(cells.len(), 9);
    let first = |one: &str, other: &str| {
        let cell = cells.iter().find(|row| row["faction.first"] == one && row["faction.second"] == other);
        number(cell.unwrap(), "seat_win_rate[0]")
    };
    // Who is first wins more of equal decks, and the faster deck wins first and second.
    assert!(["aggro", "control", "combo"].iter().all(|deck| first(deck, deck) > 0.5), "{cells:?}");
    assert!(first("aggro", "control") > 0.9 && first("control", "aggro") < 0.5, "{cells:?}");
    prints(folder.path(), &["report", "s"]);
    let page = fs::read_to_string(folder.path().join("s/report.html")).unwrap();
    for deck in ["aggro", "control", "combo"] {
        assert!(page.contains(deck), "{deck} is a row of the grid");
    }
}

// 17. At once, without a leak, and bidding again: `at_once.rs`.

// 18. Seeds, threads, resume, overwriting.

#[test]
fn situation_18_seeds_threads_resume_and_folders_in_use() {
    let folder = temporary_folder();
    // A name that other systems would read as a path, and folders with all that names may have.
    let name = "C:\\Users\\x\\ga me [1] \u{2013} \u{e4}.luau";
    fs::write(folder.path().join(name), MONEY).unwrap();
    let run = |out: &str, more: &[&str]| {
        let words = ["run", name, "--bots", "random", "--games", "3000", "--seed", "18446744073709551615"];
        let words =
            [&words[..], &["--per-game", "--checkpoint", "0", "--quiet", "--out", out], more].concat();
        words.into_iter().map(str::to_owned).collect::<Vec<String>>()
    };
    let all = |out: &str| csv_files(&folder.path().join(out));
    let done = |words: Vec<String>| ludometer(folder.path(), &[]).args(words).assert().success();
    done(run("o n e", &["--threads", "1"]));
    let one = all("o n e");
    assert!(one.contains_key("games.csv"));
    done(run("two [\u{e4}]", &["--threads", "2"]));
    assert!(all("two [\u{e4}]") == one, "other files on two threads");
    // Killed on the way, and gone on with on other threads.
    kill_on_the_way(folder.path(), &run("killed", &["--threads", "1"]), "killed/checkpoint.bin");
    done(run("killed", &["--threads", "2", "--resume"]));
    assert!(all("killed") == one, "other files after a kill");
    // A folder that has files is not written to.
    let refused = ludometer(folder.path(), &[]).args(run("o n e", &[])).assert().code(2);
    let said = String::from_utf8(refused.get_output().stderr.clone()).unwrap();
    assert!(said.contains("--force") && said.contains("--resume"), "{said}");
    assert!(all("o n e") == one);
    let record = json(&fs::read_to_string(folder.path().join("o n e/run.json")).unwrap());
    assert_eq!(record["seed"].to_string(), "18446744073709551615");
}
