//! Choices in secret: one after another, which nobody else sees before all have finished.

use std::sync::Arc;

use ludometer_model::{Game as _, Rng, Seat, Silent, Streams};
use ludometer_run::check_playable;

use crate::layout::head;
use crate::{ScriptFile, ScriptGame, ScriptState};

/// Each seat lays two or three of its cards in an order of its own, all at once; who has laid a pair of the same suit scores.
/// A row that was begun is finished, so that a hand imagined in its middle could have no way on.
pub(super) const ROWS: &str = r#"
game.title, game.seats = "Rows", { 2, 4, usual = 3 }
for n = 1, 12 do card(`card_{n}`, 1) end
local deck, hand, rows = stock(), hands(), piles()
local points, laid, suit = numbers(0), numbers(0), numbers(0)
function game.setup()
	fill(deck)
	for s = 1, seats do for _ = 1, 3 do draw(deck, hand[s]) end end
	start(1)
end
function game.turn(me) secretly.plan() end
local function of_suit(c) return c % 3 + 1 end
function step.plan(me)
	for _, c in hand[me]:kinds() do may.lay(c) end
	may.rest()
end
-- Only its suit goes on, or nothing does where it is missing.
function step.more(me)
	local any = false
	for _, c in hand[me]:kinds() do
		if of_suit(c) == suit[me] then
			may.lay(c)
			any = true
		end
	end
	if not any then may.rest() end
end
function act.rest(me) end
function act.lay(me, c: card)
	if asked.plan() then suit[me] = of_suit(c) end
	move(c, hand[me], rows[me])
	laid[me] += 1
	if laid[me] < 3 then go.more(me) end
end
function after.plan()
	for s = 1, seats do
		if rows[s]:size() > 1 then points[s] += rows[s]:size() end
		laid[s], suit[s] = 0, 0
	end
	game_over()
end
function game.score(s) return points[s] end
function appeal.lay(me, c) return laid[me] + 1 end
"#;

fn load(text: &str, seats: usize) -> ScriptGame {
    let file = ScriptFile::from_text("rows.luau", text).unwrap_or_else(|error| panic!("{error}"));
    ScriptGame::load(&Arc::new(file), seats, &[]).unwrap().checked().unwrap()
}

fn dealt(game: &ScriptGame, deal: u64) -> (ScriptState, Rng) {
    let (mut state, mut chance) = (game.new_state(), Streams::new(3, deal).chance());
    game.deal(&mut state, &mut chance, &mut Silent);
    (state, chance)
}

#[test]
fn others_see_and_imagine_what_was_before() {
    let game = load(ROWS, 3);
    let (mut longest, mut rng) = (0, Rng::from_words([1, 2, 3]));
    for deal in 0..200 {
        let (mut state, mut chance) = dealt(&game, deal);
        let mut choices = Rng::from_words([deal, 7, 0]);
        let mut in_a_row = 0;
        while let Some(mover) = game.to_move(&state) {
            let before: Vec<_> = Seat::all(3).map(|seat| game.view(&state, seat)).collect();
            let mut legal = Vec::new();
            game.legal(&state, &mut legal);
            let chosen = legal[choices.index(legal.len())];
            game.apply(&mut state, chosen, &mut chance, &mut Silent);
            assert_eq!(game.fault_of(&state), None);
            if game.to_move(&state) != Some(mover) {
                in_a_row = 0;
                continue;
            }
            in_a_row += 1;
            longest = longest.max(in_a_row);
            for seat in Seat::all(3) {
                let now = game.view(&state, seat);
                assert_eq!(now == before[seat.index()], seat != mover, "{seat} sees that {mover} chose");
                let mut world = game.new_state();
                game.determinize(&now, &mut rng, &mut world);
                assert_eq!(game.view(&world, seat), now);
                // Whatever hand is imagined, it is asked from the beginning.
                let step = if seat == mover { "more" } else { "plan" };
                let asked = usize::from(world.bytes[head::STEP]) - 1;
                assert_eq!(game.shared.file.scan.steps[asked].name, step);
                legal.clear();
                game.legal(&world, &mut legal);
                assert!(!legal.is_empty() && game.fault_of(&world).is_none());
            }
        }
        assert_eq!(game.to_move(&state), None);
    }
    assert_eq!(longest, 2, "nobody chose three times in a row");
}

#[test]
fn all_choices_are_carried_out_when_the_last_has_finished() {
    let game = load(ROWS, 2);
    for deal in 0..50 {
        let (mut state, mut chance) = dealt(&game, deal);
        let (mut told, mut seats) = (Vec::new(), Vec::new());
        while let Some(mover) = game.to_move(&state) {
            let mut legal = Vec::new();
            game.legal(&state, &mut legal);
            let chosen = legal[Rng::from_words([deal, seats.len() as u64, 0]).index(legal.len())];
            assert!(chosen.is_sealed());
            assert!(told.is_empty(), "{told:?}");
            seats.push((mover, game.action_text(chosen)));
            game.apply(&mut state, chosen, &mut chance, &mut told);
        }
        let said: Vec<(Seat, String)> = told
            .iter()
            .map(|event| game.event_json(event))
            .filter(|event| event["event"] == "choose")
            .map(|event| {
                let seat = Seat::new(event["seat"].as_u64().unwrap() as usize);
                (seat, event["chosen"].as_str().unwrap().to_owned())
            })
            .collect();
        assert_eq!(said, seats);
    }
}

#[test]
fn the_contract_of_games_holds() {
    for seats in 2..=4 {
        let game = load(ROWS, seats);
        check_playable(&game, 40, 5).unwrap_or_else(|error| panic!("{seats} seats: {error}"));
    }
}

/// Returns the mistake that the rules, changed in one place, lead to.
fn mistake(from: &str, to: &str) -> String {
    assert_eq!(ROWS.matches(from).count(), 1, "{from}");
    let game = load(&ROWS.replace(from, to), 2);
    for deal in 0..20 {
        let (mut state, mut chance) = dealt(&game, deal);
        let mut choices = Rng::from_words([deal, 8, 0]);
        while game.to_move(&state).is_some() {
            let mut legal = Vec::new();
            game.legal(&state, &mut legal);
            game.apply(&mut state, legal[choices.index(legal.len())], &mut chance, &mut Silent);
        }
        if let Some(error) = game.fault_of(&state) {
            return error.to_string();
        }
    }
    String::new()
}

#[test]
fn what_can_not_be_secret_is_a_mistake_with_its_line() {
    let luck = mistake("laid[me] += 1\n", "laid[me] += 1\n\troll(6)\n");
    assert!(luck.contains("nothing is left to chance while seat"), "{luck}");
    let other = mistake("go.more(me)", "go.more(me % seats + 1)");
    assert!(other.contains("act.lay is chosen in secret: it goes on with go.NAME("), "{other}");
    let over = mistake("function act.rest(me) end", "function act.rest(me) end_turn() end");
    assert!(over.contains("act.rest is chosen in secret"), "{over}");
    let seen = mistake(
        "laid[me] += 1\n",
        "if hand[me % seats + 1]:has(1) then laid[me] += 1 end\n\tlaid[me] += 1\n",
    );
    assert!(seen.contains("can't see hand["), "{seen}");
    let endless = mistake("if laid[me] < 3 then go.more(me) end", "if laid[me] < 0 then go.more(me) end")
        + &mistake("function act.rest(me) end", "function act.rest(me) go.more(me) end");
    assert!(endless.contains("more than 16 choices in secret"), "{endless}");
}

#[test]
fn what_follows_must_be_there() {
    let text = ROWS.replace("function after.plan()", "local function after_plan()");
    let error = ScriptFile::from_text("rows.luau", &text).map(|_| ()).unwrap_err().to_string();
    assert!(error.contains("step.plan is chosen in secretly, but there is no after.plan"), "{error}");
}

/// Seat 2 looks in secret at the top of a stack, or does not, and seat 1 draws that card.
pub(super) const LOOK: &str = r#"
game.title, game.seats = "Look", { 2, 2 }
for n = 1, 5 do card(`card_{n}`, 1) end
local deck, tower, hand = stock(), stack(), hands()
number("asked", 0)
function game.setup()
	fill(deck)
	draw(deck, tower)
	for s = 1, 2 do draw(deck, hand[s]) end
	start(1)
end
function game.turn(me) v.asked += 1; if v.asked == 1 then together.look({ 1, 2 }) else game_over() end end
function step.look(me) if me == 2 then may.look() end may.rest() end
function act.look(me) peek(tower, me, 1, "secret") end
function act.rest(me) end
function after.look() go.act(1) end
function step.act(me) may.draw() end
function act.draw(me) draw(tower, hand[me]); go.last(me) end
function step.last(me) may.rest() end
function game.score() return 0 end
"#;

#[test]
fn who_draws_a_card_does_not_see_that_another_looked_at_it_in_secret() {
    let game = load(LOOK, 2);
    for deal in 0..20 {
        let views: Vec<_> = ["look", "rest"]
            .map(|chosen| {
                let (mut state, mut chance) = dealt(&game, deal);
                for act in ["rest", chosen, "draw"] {
                    let mut legal = Vec::new();
                    assert_eq!(game.fault_of(&state), None);
                    game.legal(&state, &mut legal);
                    let is_meant = |&&action: &&_| game.action_text(action).starts_with(act);
                    let action = *legal.iter().find(is_meant).unwrap_or_else(|| {
                        let all: Vec<_> = legal.iter().map(|&action| game.action_text(action)).collect();
                        panic!("no {act} among {all:?}")
                    });
                    game.apply(&mut state, action, &mut chance, &mut Silent);
                }
                assert_eq!(game.fault_of(&state), None);
                Seat::all(2).map(|seat| game.view(&state, seat)).collect::<Vec<_>>()
            })
            .into();
        assert!(views[0][0] == views[1][0], "deal {deal}: the owner sees that the other one looked");
        assert!(views[0][1] != views[1][1], "deal {deal}: who looks sees nothing");
    }
}
