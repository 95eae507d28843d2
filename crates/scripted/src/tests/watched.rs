//! Knowledge of a seat although nothing has shown it: planted in scripts and in the engine, and found; and none in the games of
//! the gallery.

use std::sync::Arc;

use ludometer_model::{Game as _, Rng, Seat};
use rayon::iter::{IntoParallelIterator as _, ParallelIterator as _};

use super::validate::validated;
use crate::prelude::PLANTED;
use crate::{ScriptFile, ScriptGame, TEMPLATES};

/// Cards are drawn, given away, passed on, shown and put onto a stack that is mixed again and again.
pub(super) const BUSY: &str = "game.title, game.seats = 'Busy', { 3, 3 }
for n = 1, 12 do card(`c{n}`, 1) end
local deck, hand, tower, heap = stock(), hands(), stack(), pile()
number('left', 30)
function game.setup() fill(deck); for s = 1, 3 do for _ = 1, 3 do draw(deck, hand[s]) end end start(1) end
function game.turn(me) v.left -= 1; if v.left == 0 or hand[me]:size() == 0 then game_over() else go.act(me) end end
function step.act(me)
    for _, c in hand[me]:kinds() do may.give(c); may.hide(c) end
    may.tell(); may.lack(); may.pass_on(); may.mix()
end
function act.give(me, c: card) move(c, hand[me], hand[next_seat(me)]); end_turn() end
function act.hide(me, c: card) move(c, hand[me], tower); end_turn() end
function act.tell(me) reveal(hand[me]:any(), hand[me], next_seat(me)); end_turn() end
function act.lack(me) for c = 1, 12 do if not hand[me]:has(c) then lacks(hand[me], c); break end end end_turn() end
function act.pass_on() rotate(hand); end_turn() end
function act.mix() shuffle(tower); end_turn() end
function game.score(s) return hand[s]:size() end
";

/// Numbers that a setup and the first turn change are events: else they would look as if nothing had ever changed them.
#[test]
fn what_a_setup_changes_is_reported_from_its_start() {
    let text = "game.title, game.seats = 'Dud', { 2, 2 }
number('dud', 1)
number('die', 0)
local row = cells(3)
function game.setup() v.dud = 5; row:set(2, 7); start(1) end
function game.turn(me) v.die = 4; go.act(me) end
function step.act(me) may.stay() end
function act.stay(me) win(me) end
";
    let game = ScriptGame::load(&Arc::new(ScriptFile::from_text("dud.luau", text).unwrap()), 2, &[]).unwrap();
    let (mut state, mut events) = (game.new_state(), Vec::new());
    game.deal(&mut state, &mut Rng::from_words([1, 2, 3]), &mut events);
    let said: Vec<String> = events.iter().map(|event| game.event_json(event).to_string()).collect();
    assert_eq!(
        said,
        [
            r#"{"event":"number","number":"dud","before":1,"after":5}"#,
            r#"{"event":"cell","cells":"row","cell":2,"before":0,"after":7}"#,
            r#"{"event":"turn_begins","turn":0,"seat":0}"#,
            r#"{"event":"number","number":"die","before":0,"after":4}"#,
        ]
    );
}

/// Bookkeeping that people are not shown is in no event and no view, but in the state and in what bots know.
#[test]
fn bookkeeping_is_not_told() {
    let text = |options: &str| {
        format!(
            "game.title, game.seats = 'Asked', {{ 2, 2 }}
number('asked', 0{options})
local met, mark = numbers(0{options}), cells(2, 0{options})
function game.setup() start(1) end
function game.turn(me) go.act(me) end
function step.act(me) may.stay() end
function act.stay(me) v.asked += 1; met[me] += 1; mark:set(1, 7); if v.asked > 3 then win(me) else end_turn() end end
"
        )
    };
    let told = |options: &str| {
        let file = ScriptFile::from_text("asked.luau", &text(options)).unwrap();
        let game = ScriptGame::load(&Arc::new(file), 2, &[]).unwrap().checked().unwrap();
        let (mut state, mut events, mut legal) = (game.new_state(), Vec::new(), Vec::new());
        let mut rng = Rng::from_words([1, 2, 3]);
        game.deal(&mut state, &mut rng, &mut events);
        game.legal(&state, &mut legal);
        game.apply(&mut state, legal[0], &mut rng, &mut events);
        let numbers = events.iter().map(|event| game.event_json(event)["event"].clone());
        let numbers = numbers.filter(|event| event == "number" || event == "cell").count();
        let view = game.view_json(&game.view(&state, Seat::new(1)));
        let shown = ["asked", "met", "mark"].map(|name| view.get(name).is_some());
        assert_eq!(game.state_json(&state)["asked"], 1);
        (numbers, shown)
    };
    assert_eq!(told(""), (3, [true; 3]));
    assert_eq!(told(", { shown = false }"), (0, [false; 3]));
    let wrong = ScriptFile::from_text("asked.luau", &text(", { seen = 'nobody' }")).unwrap_err().to_string();
    assert!(
        wrong.contains("asked.luau:2: number: what stands behind the start is { shown = false }"),
        "{wrong}"
    );
}

/// Holds that a script has no fault, and that this is found in it once its text is changed so.
fn found(name: &str, sound: &str, change: (&str, &str), words: &[&str]) {
    let clean = validated(name, sound);
    assert_eq!(clean.mistakes, [], "{name}");
    assert_eq!(sound.matches(change.0).count(), 1, "{name}");
    let wrong = validated(name, &sound.replace(change.0, change.1));
    let first = &wrong.mistakes.first().unwrap_or_else(|| panic!("{name}: nothing was found")).what;
    for word in words {
        assert!(first.contains(word), "{name}: {first}");
    }
}

#[test]
fn scripts_that_pass_hands_through_other_seats_are_found() {
    let up = "for s = 3, 2, -1 do swap(hand[s], hand[s - 1]) end";
    let down = "for s = 1, 2 do swap(hand[s], hand[s + 1]) end";
    let words = ["knows that hand[", "which nothing has shown it", "`rotate` passes them on at once"];
    found("up", BUSY, ("rotate(hand)", up), &[&words[..], &[":15: "]].concat());
    found("down", BUSY, ("rotate(hand)", down), &words);
    let at_once = BUSY.replace("start(1) end", "rotate(hand); start(1) end");
    found(
        "set-up",
        &at_once,
        ("rotate(hand); start(1)", &format!("{up} start(1)")),
        &[&words[..], &[":5: "]].concat(),
    );
    // Who means it says so.
    let shown = "swap(hand[3], hand[2]); show(hand[2], 2); swap(hand[2], hand[1])";
    assert_eq!(validated("shown", &BUSY.replace("rotate(hand)", shown)).mistakes, []);
}

/// Plants a fault in the engine, and returns the first mistake that is found in a script.
fn planted(name: &str, text: &str, (piece, fault): (&'static str, &'static str)) -> String {
    PLANTED.set(Some((piece, fault)));
    let found = validated(name, text);
    PLANTED.set(None);
    found.mistakes.first().unwrap_or_else(|| panic!("{name}: nothing was found")).what.clone()
}

const UNSHOWN: &str = "which nothing has shown it";

/// Hands are shown and swapped, bounds are said of them, and seats choose in secret.
pub(super) const TOLD: &str = "game.title, game.seats = 'Told', { 3, 3 }
for n = 1, 12 do card(`c{n}`, 1) end
local LOW = { 1, 2, 3, 4, 5, 6 }
local deck, hand, tower = stock(), hands(), stack()
number('left', 30)
numbers(0)
function game.setup()
    fill(deck)
    for s = 1, 3 do for _ = 1, 3 do draw(deck, hand[s]) end end
    draw(deck, tower)
    start(1)
end
function game.turn(me) v.left -= 1; if v.left == 0 or hand[me]:size() == 0 then game_over() else go.act(me) end end
function step.act(me)
    for _, c in hand[me]:kinds() do may.give(c); may.hide(c) end
    may.show(); may.swap(); may.bound(); may.all(); may.mix()
end
function act.give(me, c: card) move(c, hand[me], hand[next_seat(me)]); end_turn() end
function act.hide(me, c: card) move(c, hand[me], tower); end_turn() end
function act.show(me) show(hand[me], next_seat(me)); end_turn() end
function act.swap(me) swap(hand[me], hand[next_seat(me)]); end_turn() end
function act.bound(me)
    local n = 0
    for _, c in LOW do n += hand[me]:count(c) end
    holds(hand[me], LOW, n, n)
    end_turn()
end
function act.mix() shuffle(tower); end_turn() end
function act.all() together.bid() end
function step.bid() for n = 1, 4 do may.bid(n) end end
function act.bid(me, n: amount) if n == 4 then draw(deck, hand[me]) end end
function after.bid() end_turn() end
function game.score(s) return hand[s]:size() end
";

#[test]
fn a_hand_that_is_shown_without_an_event_is_found() {
    assert_eq!(validated("told", TOLD).mistakes, []);
    let found = planted(
        "told-0",
        TOLD,
        ("if LISTEN then event(3, if secret then 1 else 0, z._id, seat or 0, 0) end", ""),
    );
    assert!(found.contains("knows that hand[") && found.contains(UNSHOWN), "{found}");
}

#[test]
fn an_order_that_is_known_after_a_shuffle_is_found() {
    let found = planted("told-1", TOLD, ("buffer.fill(S, z._off + z.cap + 2, 0, 2 * z.cap)", ""));
    assert!(found.contains("knows that tower holds") && found.contains(UNSHOWN), "{found}");
}

#[test]
fn knowledge_that_a_swap_carries_along_wrongly_is_found() {
    // What is known stays at its place, or goes to the seat beside.
    for fault in ["", "buffer.copy(S, MOVED[i]._know, ROWS, (i - 1) * rows, rows)"] {
        let found = planted("told-2", TOLD, ("buffer.copy(S, to._know, ROWS, (i - 1) * rows, rows)", fault));
        assert!(found.contains("hand["), "{found}");
    }
}

#[test]
fn a_bound_that_nothing_justifies_is_found() {
    let said = "which nothing has shown them";
    for (piece, fault) in [
        ("writeu16(S, at, math.max(0, least - 1))", ""),
        ("writeu16(S, at + 4, since + 1)", ""),
        ("writeu16(S, at + 4, since + 1)", "writeu16(S, at, least + 1)"),
    ] {
        let found = planted("told-3", TOLD, (piece, fault));
        assert!(found.contains("all know that hand[") && found.contains(said), "{piece}: {found}");
    }
    let piece = "local function set_lacked(row: number, c: number, yes: boolean)";
    let found = planted(
        "bound",
        BUSY,
        (piece, "local function set_lacked(row: number, c: number, yes: boolean) c += if yes then 1 else 0"),
    );
    // At first it is not even true.
    assert!(found.contains("what Player C knows of hand is not true"), "{found}");
}

#[test]
fn a_sealed_choice_that_others_see_is_found() {
    let (piece, leak) = (
        "writeu32(S, SEALS + 8 * me - 4, high)",
        "writeu32(S, SEALS + 8 * me - 4, high) writeu16(S, 22, high)",
    );
    let found = planted("sealed", TOLD, (piece, leak));
    assert!(found.contains("can tell `bid ") && found.contains("before all have chosen"), "{found}");
}

/// Hands that all know at first are hidden card by card, turned over and taken back.
pub(super) const DISCS: &str = "game.title, game.seats = 'Discs', { 3, 3 }
card('rose', 9) card('skull', 3)
local box, hand, mat, away, out = tableau(), hands(), stocks(), stock(), tableau()
number('left', 20)
function game.setup()
    fill(box)
    for s = 1, 3 do for _ = 1, 3 do force(1, box, hand[s]) end force(2, box, hand[s]) end
    start(1)
end
function game.turn(me) v.left -= 1; if v.left == 0 then game_over() else go.act(me) end end
function step.act(me)
    for _, c in hand[me]:kinds() do may.hide(c); may.lose(c) end
    may.flip(); may.back()
end
function act.hide(me, c: card) move(c, hand[me], mat[me]); end_turn() end
function act.lose(me, c: card) move(c, hand[me], away); end_turn() end
function act.flip(me) draw(mat[me], out); end_turn() end
function act.back(me) draw(mat[me], hand[me]); end_turn() end
function game.score(s) return hand[s]:size() end
";

#[test]
fn batches_that_are_known_to_lie_where_they_need_not_are_found() {
    assert_eq!(validated("discs", DISCS).mistakes, []);
    for (name, piece, fault) in [
        ("nothing goes along", "for _, b in of do add_room(b, to, 1) end", ""),
        ("two places are one", "if places > 1 or (z and", "if places > 2 or (z and"),
    ] {
        let found = planted(name, DISCS, (piece, fault));
        assert!(found.contains(UNSHOWN) || found.contains("and it does not"), "{name}: {found}");
    }
}

/// Plays so many games of each script of the gallery, of the templates and of the printed rulebooks, shared out among its numbers
/// of seats, with the watcher looking on.
fn nobody_is_blamed(games: u64) {
    let of_folder = |folder: &str| {
        let folder = format!("{}/{folder}", env!("CARGO_MANIFEST_DIR"));
        let mut paths: Vec<_> =
            std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
        paths.sort();
        paths.retain(|path| {
            let name = path.to_string_lossy();
            name.ends_with(".luau") && !name.ends_with(".scenes.luau")
        });
        paths.into_iter().map(|path| ScriptFile::open(&path))
    };
    let templates = TEMPLATES.iter().map(|template| {
        ScriptFile::from_text(&format!("{}.luau", template.name), &template.script("A template"))
    });
    let scripts = of_folder("../../games").chain(templates).chain(of_folder("tests/texts"));
    let tables: Vec<_> = scripts
        .flat_map(|file| {
            let file = Arc::new(file.unwrap_or_else(|error| panic!("{error}")));
            let (least, most, _) = file.facts.seats;
            (least..=most)
                .map(move |seats| (Arc::clone(&file), seats, games.div_ceil((most - least + 1) as u64)))
        })
        .collect();
    assert!(tables.len() > 100, "{}", tables.len());
    tables.into_par_iter().for_each(|(file, seats, games)| {
        let game = ScriptGame::load(&file, seats, &[]).unwrap();
        assert_eq!(crate::validate::watch(&game, games, 1), None, "{} with {seats} seats", file.name);
    });
}

#[test]
fn the_watcher_blames_nobody() {
    nobody_is_blamed(6);
}

/// Cards come back to a stock from which some were drawn unseen, so that one that is found may be of several batches.
#[test]
fn a_card_that_may_be_of_several_batches_blames_nobody() {
    let game = crate::tests::game("pure_profit.luau", 6, &[]);
    assert_eq!(crate::validate::watch(&game, 9, 1), None);
}

/// A stock is built anew from what was discarded, hands are said to hold some kinds only, and a seat can tell by what is left over
/// which cards lie where.
const LEFT_OVER: &str = "game.title, game.seats = 'Left over', { 4, 4 }
for n = 1, 6 do card(`v_{n}`, 2) end
local heap = pile()
local bag, hand = stock { from = heap }, hands()
number('acts', 0)
function game.setup()
    fill(bag)
    for s = 1, seats do for _ = 1, 2 do draw(bag, hand[s]) end end
    start(1)
end
function game.turn(me) go.act(me) end
function step.act() may.act() end
function act.act(me)
    local mine, what = hand[me], below(3)
    local c = if mine:size() > 0 then random_card(mine) else 0
    if what == 0 then draw(bag, mine)
    elseif what == 1 then if c > 0 then move(c, mine, heap) end
    else only(mine, mine:kinds()) end
    v.acts += 1
    if v.acts == 30 then game_over() else end_turn() end
end
function game.score() return 0 end
";

#[test]
fn what_follows_from_what_is_left_over_blames_nobody() {
    let game =
        ScriptGame::load(&Arc::new(ScriptFile::from_text("left.luau", LEFT_OVER).unwrap()), 4, &[]).unwrap();
    // The games in which a look at one zone alone took it for a leak.
    assert_eq!(crate::validate::watch(&game, 600, 0), None);
    // One of the cards is told beside the kinds.
    let piece = "\t\t\trule_out(z, others)\n\t\t\tif BOUND.size > 0";
    let told = "if read_n(S, know(z, o) + 3 + BYTES * list[1]) == 0 then row_gains(know(z, o), list[1]) end";
    let fault = piece.replace(
        '\n',
        &format!("\nif list[1] then for o = 0, N do if not sees(z, o) then {told} end end end\n"),
    );
    let fault = (piece, &*fault.leak());
    let found = planted("left", LEFT_OVER, fault);
    assert!(found.contains("and it does not") || found.contains(UNSHOWN), "{found}");
}

/// A bag of few cards, of which a seat says how many it has of some kinds: what else is seen often leaves open one place only.
const COUNTED: &str = "game.title, game.seats = 'Counted', { 4, 4 }
card('c1', 2) card('c2', 1) card('c3', 1)
local heap = pile()
local bag, hand = stock { from = heap }, hands()
number('acts', 0)
local function done() v.acts += 1 if v.acts == 40 then game_over() else end_turn() end end
function game.setup() fill(bag) for s = 1, 3 do draw(bag, hand[s]) end start(1) end
function game.turn(me) go.act(me) end
function step.act(me)
    may.take() may.mix() may.tell()
    for _, c in hand[me]:kinds() do may.put(c) may.drop(c) end
end
function act.take(me) draw(bag, hand[me]) done() end
function act.mix() reshuffle(heap, bag, 0) done() end
function act.tell(me)
    local n = hand[me]:count(1) + hand[me]:count(2)
    holds(hand[me], { 1, 2 }, n, n)
    done()
end
function act.put(me, c: card) move(c, hand[me], bag) done() end
function act.drop(me, c: card) move(c, hand[me], heap) done() end
function game.score(s) return hand[s]:size() end
";

fn counted(put: &str) -> ScriptGame {
    let text = COUNTED.replace("move(c, hand[me], bag)", put);
    ScriptGame::load(&Arc::new(ScriptFile::from_text("counted.luau", &text).unwrap()), 4, &[]).unwrap()
}

/// A card that moves hidden is known by what all else leaves open, and counts for what was said.
#[test]
fn bounds_that_follow_from_what_is_left_over_blame_nobody() {
    assert_eq!(crate::validate::watch(&counted("move(c, hand[me], bag)"), 400, 0), None);
}

/// All can tell of a card what it may be, and one seat which it is: that one knows no less when the card may have gone, so that
/// the worlds it imagines agree with what all know.
#[test]
fn who_knows_a_card_knows_all_that_is_told_of_it() {
    let game = counted("move_as({ c, c % 3 + 1 }, c, hand[me], bag)");
    super::contract::holds(&game, 400);
}

#[test]
#[ignore = "takes long: for nightly work"]
fn the_watcher_blames_nobody_in_many_games() {
    nobody_is_blamed(1_000);
}

#[test]
fn faults_of_the_engine_are_found() {
    assert_eq!(validated("busy", BUSY).mistakes, []);
    let unshown = "which nothing has shown it";
    for (name, piece, fault, found_as) in [
        ("all see all moves", "local known = btest(knowing, bit)", "local known = true", unshown),
        (
            "what is known stays",
            "if n > 0 then\n\t\t\twrite_n(S, row + 3 + c, n - 1)",
            "if false then\n\t\t\twrite_n(S, row + 3 + c, n - 1)",
            // It isn't even true.
            "and it does not",
        ),
        ("mixing hides nothing", "buffer.fill(S, z._off + z.cap + 2, 0, 2 * z.cap)", "", unshown),
        (
            "all are told",
            "if (not seat or o == seat) and not sees(z, o) then",
            "if not sees(z, o) then",
            unshown,
        ),
        (
            "one kind more is lacked",
            "local function set_lacked(row: number, c: number, yes: boolean)",
            "local function set_lacked(row: number, c: number, yes: boolean) c += if yes then 1 else 0",
            "is not true",
        ),
        (
            "hands stay known",
            "buffer.copy(S, to._know, ROWS, (i - 1) * rows, rows)",
            "",
            "which nothing has shown them",
        ),
    ] {
        PLANTED.set(Some((piece, fault)));
        let found = validated("busy", BUSY);
        PLANTED.set(None);
        let first = &found.mistakes.first().unwrap_or_else(|| panic!("{name}: nothing was found")).what;
        assert!(first.contains(found_as), "{name}: {first}");
    }
}
