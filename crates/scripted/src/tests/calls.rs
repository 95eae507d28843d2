//! Questions within questions: `call`, `later`, `back`, rounds of questions, and what an act knows of its question.

use std::sync::Arc;

use ludometer_model::{Game as _, Rng, Seat, Silent, Streams};
use ludometer_run::check_playable;

use crate::{ScriptFile, ScriptGame, ScriptState};

/// A game of debts and auctions: a shoe is sold in a payment within a service, or in the turn, and afterwards what was
/// interrupted goes on.
pub(super) const SHOES: &str = r#"
game.title, game.seats = "Shoes", { 2, 5, usual = 4 }
local money, shoes = numbers(3), numbers(2)
number("turn", 0)
number("owed", 0)
number("creditor", 0)
number("high", 0)
number("price", 0)
function game.setup() start(1) end
function game.turn(me)
	v.turn += 1
	if v.turn > 12 then return game_over() end
	go.main(me)
end
function step.main(me)
	may.rest()
	for s = 1, seats do if s ~= me then may.charge(s) end end
	if shoes[me] > 0 then may.sell() end
end
function act.rest(me) end_turn() end
function step.payment(me) may.give_up() may.sell() end
function step.bid(me)
	may.pass()
	if money[me] > v.price then may.bid() end
end
function game.score(s) return money[s] + 3 * shoes[s] end
"#;

/// The rest with calls.
pub(super) const CALLS: &str = r"
local function pay_off(d)
	local n = math.min(money[d], v.owed)
	money[d] -= n
	money[v.creditor] += n
	back()
end
local function settle(d)
	if money[d] < v.owed and shoes[d] > 0 then go.payment(d) else pay_off(d) end
end
function act.charge(me, s: seat)
	v.owed, v.creditor = 1 + below(6), me
	later.served(me)
	settle(s)
end
function resume.served(me) end_turn() end
resume.payment = settle
function act.give_up(me) pay_off(me) end
function act.sell(me)
	shoes[me] -= 1
	money[me] += 2
	v.high, v.price = 0, 0
	local others = {}
	for i = 1, seats - 1 do table.insert(others, (me + i - 1) % seats + 1) end
	interrupt()
	around.bid(others)
end
function act.pass(me) ask_next() end
function act.bid(me)
	v.price, v.high = v.price + 1, me
	ask_next(true)
end
function after.bid()
	if v.high > 0 then
		money[v.high] -= v.price
		shoes[v.high] += 1
	end
	back()
end
";

/// The rest as it was written by hand before: who has passed, who was asked, and what goes on afterwards, in numbers.
const BY_HAND: &str = r#"
local passed = numbers(0)
number("active", 0)
number("debtor", 0)
number("bidder", 0)
local function pay_off(d)
	local n = math.min(money[d], v.owed)
	money[d] -= n
	money[v.creditor] += n
	v.debtor = 0
	end_turn()
end
local function settle()
	local d = v.debtor
	if money[d] < v.owed and shoes[d] > 0 then go.payment(d) else pay_off(d) end
end
function act.charge(me, s: seat)
	v.owed, v.creditor = 1 + below(6), me
	v.debtor = s
	settle()
end
function act.give_up(me) pay_off(me) end
local function bidding()
	for i = 1, seats do
		local s = (v.bidder + i - 1) % seats + 1
		if passed[s] == 0 and s ~= v.high then
			v.bidder = s
			return go.bid(s)
		end
	end
	if v.high > 0 then
		money[v.high] -= v.price
		shoes[v.high] += 1
	end
	if v.debtor > 0 then settle() else go.main(v.active) end
end
function act.sell(me)
	shoes[me] -= 1
	money[me] += 2
	v.high, v.price, v.bidder = 0, 0, me
	if v.debtor == 0 then v.active = me end
	for s = 1, seats do passed[s] = if s == me then 1 else 0 end
	bidding()
end
function act.pass(me) passed[me] = 1 bidding() end
function act.bid(me)
	v.price, v.high = v.price + 1, me
	bidding()
end
"#;

fn load(text: &str, seats: usize) -> ScriptGame {
    let file = Arc::new(ScriptFile::from_text("calls.luau", text).unwrap_or_else(|error| panic!("{error}")));
    ScriptGame::load(&file, seats, &[]).unwrap()
}

/// Returns what is wrong with a script, or with its first games.
fn mistake(text: &str) -> String {
    let file = match ScriptFile::from_text("calls.luau", text) {
        Ok(file) => Arc::new(file),
        Err(error) => return error.to_string(),
    };
    let seats = file.facts.seats.2;
    match ScriptGame::load(&file, seats, &[]) {
        Ok(game) => first_fault(&game),
        Err(error) => error.to_string(),
    }
}

/// Returns what is wrong with the first game.
fn first_fault(game: &ScriptGame) -> String {
    let mut table = Table::new(game, 1);
    let mut rng = Streams::new(3, 1).chance();
    for _ in 0..200 {
        if let Some(error) = game.fault_of(&table.state) {
            return error.to_string();
        }
        let legal = table.legal(game);
        if legal.is_empty() {
            break;
        }
        table.choose(game, rng.index(legal.len()));
    }
    game.fault_of(&table.state).map_or_else(|| "nothing".to_owned(), |error| error.to_string())
}

/// A game that is played.
struct Table {
    state: ScriptState,
    chance: Rng,
}

impl Table {
    fn new(game: &ScriptGame, seed: u64) -> Self {
        let mut chance = Streams::new(seed, 0).chance();
        let mut state = game.new_state();
        game.deal(&mut state, &mut chance, &mut Silent);
        Self { state, chance }
    }

    /// Returns who may do what.
    fn legal(&self, game: &ScriptGame) -> Vec<String> {
        let Some(seat) = game.to_move(&self.state) else { return Vec::new() };
        let mut legal = Vec::new();
        game.legal(&self.state, &mut legal);
        legal.iter().map(|&action| format!("{} {}", seat.index(), game.action_text(action))).collect()
    }

    fn choose(&mut self, game: &ScriptGame, choice: usize) {
        let mut legal = Vec::new();
        game.legal(&self.state, &mut legal);
        game.apply(&mut self.state, legal[choice], &mut self.chance, &mut Silent);
    }

    /// Chooses the action with these words.
    fn say(&mut self, game: &ScriptGame, words: &str) {
        let legal = self.legal(game);
        let place = legal.iter().position(|action| action == words);
        self.choose(game, place.unwrap_or_else(|| panic!("{words} of {legal:?}")));
        assert_eq!(game.fault_of(&self.state).map(|error| error.to_string()), None);
    }
}

#[test]
fn an_auction_in_a_payment_in_a_service_plays_as_with_a_stack_by_hand() {
    for seats in 2..=5 {
        let [calls, by_hand] = [CALLS, BY_HAND].map(|rest| load(&format!("{SHOES}{rest}"), seats));
        let mut sold_in_payments = 0;
        for seed in 0..60 {
            let mut rng = Streams::new(seed, 1).chance();
            let (mut one, mut other) = (Table::new(&calls, seed), Table::new(&by_hand, seed));
            loop {
                let legal = one.legal(&calls);
                assert_eq!(legal, other.legal(&by_hand), "{seats} seats, seed {seed}");
                if legal.is_empty() {
                    break;
                }
                let choice = rng.index(legal.len());
                let is_payment = legal.iter().any(|action| action.ends_with("give_up"));
                sold_in_payments += u32::from(is_payment && legal[choice].ends_with("sell"));
                one.choose(&calls, choice);
                other.choose(&by_hand, choice);
            }
            assert_eq!(calls.fault_of(&one.state), None);
            assert_eq!(
                calls.outcome(&one.state),
                by_hand.outcome(&other.state),
                "{seats} seats, seed {seed}"
            );
        }
        assert!(sold_in_payments > 20, "{sold_in_payments}");
    }
}

#[test]
fn what_waits_stands_in_the_state_and_the_contract_holds() {
    let game = load(&format!("{SHOES}{CALLS}"), 3);
    check_playable(&game.checked().unwrap(), 40, 1).unwrap_or_else(|violation| panic!("{violation}"));
    let mut table = Table::new(&game, 1);
    assert!(game.state_json(&table.state).get("later").is_none());
    table.say(&game, "0 sell");
    table.say(&game, "1 bid");
    let waiting =
        serde_json::json!([{ "step": "main", "seat": 0 }, { "around": "bid", "seat": 2, "seats": [1, 2] }]);
    assert_eq!(game.state_json(&table.state)["later"], waiting);
    table.say(&game, "2 pass");
    // B is left alone and buys; A's question comes again.
    assert_eq!(table.legal(&game)[0], "0 rest");
    assert!(game.state_json(&table.state).get("later").is_none());
}

/// Only who holds a card of the suit is asked: B and D here, and D no more once B has played and its card is gone.
pub(super) const HOLDERS: &str = r#"
game.title, game.seats = "Holders", { 4, 4 }
local left = numbers(0)
function game.setup()
	left[2], left[4] = 1, 1
	start(1)
end
function game.turn(me) around.answer(me) end
function step.answer(me)
	if left[me] == 0 then return end
	may.pass()
	may.play()
	may.raid()
end
function act.pass(me) ask_next() end
function act.play(me)
	left[me] = 0
	ask_next(true)
end
function act.raid(me)
	for s = 1, seats do left[s] = 0 end
	ask_next(true)
end
function after.answer() game_over() end
function game.score(s) return left[s] end
"#;

#[test]
fn who_could_do_nothing_is_not_asked_in_a_round_of_questions() {
    let game = load(HOLDERS, 4);
    for (words, end) in [
        (&["1 play", "3 pass"][..], [0, 0, 0, 1]),
        (&["1 pass", "3 play"][..], [0, 1, 0, 0]),
        (&["1 raid"][..], [0, 0, 0, 0]),
    ] {
        let mut table = Table::new(&game, 1);
        for words in words {
            table.say(&game, words);
        }
        let outcome = game.outcome(&table.state);
        let scores: Vec<i64> = (0..4).map(|seat| outcome.scores[Seat::new(seat)]).collect();
        assert_eq!((game.to_move(&table.state), &scores[..]), (None, &end[..]), "{words:?}");
    }
    check_playable(&game.checked().unwrap(), 20, 1).unwrap_or_else(|violation| panic!("{violation}"));
}

/// Each reaction can be reacted to: who reacts asks all others, and the last one that stands counts.
pub(super) const REACTIONS: &str = r#"
game.title, game.seats = "No", { 3, 3 }
number("stands", 0)
number("depth", 0)
number("rounds_done", 0)
function game.setup() start(1) end
function game.turn(me)
	round()
	go.play(me)
end
function step.play(me) may.strike() end
local function others(me)
	local list = {}
	for i = 1, seats - 1 do table.insert(list, (me + i - 1) % seats + 1) end
	return list
end
function act.strike(me)
	v.stands = 1
	later.struck(me)
	around.react(others(me))
end
function step.react(me) may.let() may.no() end
function act.let(me) ask_next() end
function act.no(me)
	v.stands = 1 - v.stands
	interrupt()
	around.react(others(me))
end
function resume.react(me) ask_next() end
function after.react() back() end
function resume.struck(me)
	note("struck", v.stands)
	if v.stands == 1 then win(me) else end_turn() end
end
"#;

#[test]
fn a_reaction_can_be_reacted_to() {
    let game = load(REACTIONS, 3);
    let mut table = Table::new(&game, 1);
    for words in ["0 strike", "1 no", "2 no", "0 let", "1 let", "0 let", "2 let"] {
        table.say(&game, words);
    }
    let outcome = game.outcome(&table.state);
    assert_eq!((outcome.ranks.first(3), outcome.turns), (&[1, 2, 2][..], 1));
    // Rounds are those that the script counts.
    assert_eq!(outcome.round_units, ludometer_model::SHARE_UNITS);
    let mut table = Table::new(&game, 1);
    for words in ["0 strike", "1 let", "2 no", "0 let", "1 let"] {
        table.say(&game, words);
    }
    assert_eq!(table.legal(&game), ["1 strike"]);
}

/// The head of scripts with a mistake in `act.a`.
fn with_act(act: &str) -> String {
    format!(
        "game.title, game.seats = 'M', {{ 2, 2 }}\nfunction game.setup() start(1) end\n\
         function game.turn(me) go.a(me) end\nfunction step.a(me) may.a() end\nfunction step.b(me) may.a() end\n\
         function act.a(me) {act} end\nfunction after.b() back() end\nfunction resume.c(me) go.a(me) end\n"
    )
}

#[test]
fn mistakes_with_calls_are_named() {
    for (act, expected) in [
        (
            "back()",
            "calls.luau:6: back() returns to nothing: neither call.NAME nor later.NAME came before it",
        ),
        ("ask_next()", "calls.luau:6: ask_next is for the questions of around.NAME, and none are under way"),
        ("call.b(me)", "calls.luau:6: more than 16 calls wait for back()"),
        (
            "if asked.a() then around.b(me) else back() end",
            "calls.luau:6: back() in the questions of around.b",
        ),
        ("go.a(me) call.b(me)", "calls.luau:6: call.b follows go.a"),
        ("later.d(me)", "calls.luau:6: `later.d`: there is no `resume.d`"),
        ("call.bb(me)", "calls.luau:6: `call.bb`: there is no `step.bb` (did you mean `b`?)"),
        ("interrupt() go.b(me) back()", "calls.luau:6: back follows go.b"),
    ] {
        let text = with_act(&format!("{act} do local _ = later.c end"));
        let said = mistake(&text);
        assert!(said.starts_with(expected), "{act}: {said}");
    }
    let said = mistake(&with_act("around.a(me)"));
    assert!(said.contains("step.a is asked in around, but there is no after.a"), "{said}");
    let said = mistake(&(with_act("win(me)") + "local x = 'd'\nresume[x] = function(me) end"));
    assert!(said.contains("resume.d: names of functions stand in the text"), "{said}");
    let said = mistake(&(with_act("win(me)") + "local x = 'd'\nact[x] = function(me) end"));
    assert!(said.contains("act.d: names of functions stand in the text"), "{said}");
}

/// A script that never asks in between keeps no questions at all.
#[test]
fn questions_that_were_never_asked_are_mistakes() {
    for (act, expected) in [
        (
            "back()",
            "calls.luau:5: back() returns to nothing: neither call.NAME nor later.NAME came before it",
        ),
        ("ask_next()", "calls.luau:5: ask_next is for the questions of around.NAME, and none are under way"),
        (
            "stop_asking()",
            "calls.luau:5: stop_asking is for the questions of around.NAME, and none are under way",
        ),
    ] {
        let text = format!(
            "game.title, game.seats = 'Plain', {{ 2, 2 }}
function game.setup() start(1) end
function game.turn(me) go.e(me) end
function step.e(me) may.e() end
function act.e(me) {act} end
function game.score(s) return 0 end
"
        );
        let said = mistake(&text);
        assert!(said.starts_with(expected), "{act}: {said}");
        let said = first_fault(&load(&text, 2).in_luau().unwrap());
        assert!(said.starts_with(expected), "{act} in Luau: {said}");
    }
}

#[test]
fn one_function_serves_several_steps_and_acts() {
    let text = r#"
game.title, game.seats = "Alias", { 2, 2 }
local coin = card("coin", 3)
local bag, mine, box = stock(), piles(), pile()
number("first", 0)
function game.setup() fill(bag) start(1) end
function game.turn(me) go.bid(me) end
function step.bid(me) may.take(coin) may.leave(coin) end
step.again = step.bid
act.take = function(me, c: card)
	draw(bag, mine[me])
	if asked.bid() then v.first += 1 return go.again(me) end
	move_all(mine[me], box)
	win(me)
end
act.leave = act.take
function appeal.take(me) return if asked.again() then 2 else 1 end
appeal.leave = appeal.take
function game.score(s) return box:size() end
"#;
    let game = load(text, 2);
    let mut table = Table::new(&game, 1);
    table.say(&game, "0 take coin");
    assert_eq!(table.legal(&game), ["0 take coin", "0 leave coin"]);
    table.say(&game, "0 leave coin");
    let outcome = game.outcome(&table.state);
    assert_eq!((outcome.ranks.first(2), outcome.scores.first(2)), (&[1, 2][..], &[2, 2][..]));
    check_playable(&game.checked().unwrap(), 20, 1).unwrap_or_else(|violation| panic!("{violation}"));
}

#[test]
fn a_game_that_a_limit_stops_has_no_places() {
    let text = "game.title, game.seats = 'Long', { 2, 2 }\nturn_limit(5)\nlocal points = numbers(0)\n\
                function game.setup() start(1) end\nfunction game.turn(me) go.a(me) end\n\
                function step.a(me) may.a() end\nfunction act.a(me) points[1] += 1 if points[1] > 90 then game_over() else end_turn() end end\n\
                function game.score(s) return points[s] end";
    let game = load(text, 2);
    let mut table = Table::new(&game, 1);
    while !table.legal(&game).is_empty() {
        table.choose(&game, 0);
    }
    let outcome = game.outcome(&table.state);
    assert!(outcome.unfinished && !outcome.has_places(), "{outcome:?}");
    assert_eq!(outcome.scores.first(2), [5, 0]);
}
