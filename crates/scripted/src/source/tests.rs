use super::{Argument, Meaning, Scan, scan};
use crate::sandbox::CLOCK_STEPS;

fn scanned(text: &str) -> Scan {
    scan("x.luau", text, false).unwrap_or_else(|error| panic!("{error}"))
}

fn refused(text: &str) -> String {
    scan("x.luau", text, false).expect_err(text).to_string()
}

#[test]
fn names_and_arguments_are_read() {
    let scan = scanned(
        "local hand = hands()\nfunction step.play(me) may.bid(1, 2) end\n\
         function act.bid(me: seat, c: card, to: seat?, n: number): number go.play(me) note(\"bid\", c) end",
    );
    assert_eq!(scan.steps[0].name, "play");
    let argument = |name: &str, meaning, may_lack| Argument { name: name.to_owned(), meaning, may_lack };
    let expected = [
        argument("c", Meaning::Card, false),
        argument("to", Meaning::Seat, true),
        argument("n", Meaning::Number, false),
    ];
    assert_eq!(scan.acts[0].arguments, expected);
    assert_eq!(
        (scan.acts[0].line, scan.notes, scan.zones.get(&1).cloned()),
        (3, vec!["bid".to_owned()], Some(vec!["hand".to_owned()]))
    );
}

#[test]
fn steps_are_counted_and_lines_stay() {
    let text = "local function f(a: number): (number) -> number\n  while a do a = a end\n  repeat a = 1 until a\nend";
    let code = scanned(text).code;
    assert_eq!(code.lines().count(), text.lines().count());
    let look = format!("__n > {CLOCK_STEPS} then");
    assert_eq!(code.matches(&look).count(), 3);
    assert!(code.contains("__keep(f, \"f\")"));
}

/// Luau takes a type that it doesn't know for a userdata, and runs such a function interpreted.
#[test]
fn types_that_luau_does_not_know_are_left_out() {
    let code = scanned("function act.x(me, c: card, z: Zone, s: seat?)\n local t: List = c end").code;
    assert!(code.contains("function act.x(me, c: card, z, s)"), "{code}");
    assert!(code.contains("local t = c"), "{code}");
    assert!(
        code.starts_with("type card = number type seat = number type slot = number type amount = number"),
        "{code}"
    );
}

#[test]
fn what_would_outlive_a_decision_is_refused() {
    assert!(
        refused("local n = 0\nfunction act.x(me)\n n += 1 end")
            .starts_with("x.luau:3: `n` is a variable outside")
    );
    assert!(refused("local n, m\nfunction act.x(me) m, n = 1, 2 end").contains("`n` is a variable outside"));
    assert!(refused("function act.x(me) n = 1 end").contains("`n` is no variable here"));
    // Such a function can't be called until the script is loaded, and ends with its decision.
    scanned("local function f() local n = 0; return function() n += 1 end end");
    assert!(
        refused("local a = 1\nfunction act.x(me) function a() end end").contains("`a` is a variable outside")
    );
    scanned(
        "local n = 0 n += 1 for i = 1, 3 do n = i end function act.x(me) local m = n m += 1 local t = {n = 1} t.n = 2 t[1] = 2 end",
    );
}

#[test]
fn unknown_names_have_a_near_miss() {
    let text = "local hand = hands()\nfunction act.x(me)\nlocal n = hnad[me]:size() end";
    assert_eq!(refused(text), "x.luau:3: `hnad` is no name here (did you mean `hand`?)");
    let text = "function step.a(me) may.drw() end function act.draw(me) end";
    assert_eq!(refused(text), "x.luau:1: `may.drw`: there is no `act.drw` (did you mean `draw`?)");
    assert!(
        refused("function act.x(me) go.b(me) end function step.a(me) end").contains("there is no `step.b`")
    );
    assert!(refused("function act.x(me) local c = coroutine.create end").contains("can't be used in a game"));
}

#[test]
fn expressions_with_if_are_no_blocks() {
    scanned(
        "local x = if true then 1 elseif false then 2 else if nil then 3 else 4\nlocal y = 2\n\
         local function f(a, b) return if a then b else {if b then 1 else 2, a} end\n\
         for i = 1, if y then 1 else 2 do if i then x = f(i, y) else y = 1 end end\n\
         local t = { a = if y then function(z) return z end else nil, b = y }\n\
         function act.x(me) if f(if me then 1 else 2) then local q = me q = 1 elseif t then f(t) end end",
    );
}

#[test]
fn loops_have_their_variables() {
    scanned(
        "for k, z in { 1, 2 } do local q = k + z end for i: number = 1, 2 do local r = i end\n\
         while (function() return false end)() do end\ntype a = { [number]: string } | (a: number) -> ()\nlocal b: a = nil",
    );
    assert!(refused("for k in { 1 } do end local z = k").contains("`k` is no name here"));
}

#[test]
fn slips_with_zones_are_named() {
    let head = "local deck, hand, heap = stock(), hands(), pile()\nfunction act.x(me)\n";
    for (code, words) in [
        ("local n = #heap", "`#heap` counts no cards: write `heap:size()`"),
        ("local n = #hand[me]", "`#hand` counts no cards: write `hand[me]:size()`"),
        ("if heap.size > 0 then end", "`heap.size` is not called: write `heap:size()`"),
        ("local n = hand[me].count(1)", "`hand.count` is not called: write `hand[me]:count()`"),
        ("local n = hand:size()", "`hand` is one zone for each seat: write `hand[me]:size`"),
        ("draw(deck, hand)", "`hand` is one zone for each seat: write `hand[me]`"),
    ] {
        let said = refused(&format!("{head}{code} end"));
        assert!(said.starts_with(&format!("x.luau:3: {words}")), "{said}");
    }
    scanned(&format!(
        "{head}local n = #hand[me]:kinds() local function f(heap) return #heap, heap.size end f(hand) draw(deck, hand[me]) end"
    ));
}

#[test]
fn zones_have_the_name_that_they_are_assigned_to() {
    let scan = scanned(
        "local deck, piles = {}, { pile(), pile() }\nfor s = 1, seats do deck[s], piles[s + 2] = stock(), pile() end\n\
         local late\nlate = stack()\nlocal both = tableau()",
    );
    let of = |map: &std::collections::BTreeMap<usize, Vec<String>>, line| map.get(&line).cloned();
    let names = |list: &[&str]| Some(list.iter().map(|&name| name.to_owned()).collect::<Vec<_>>());
    assert_eq!(of(&scan.tables_of_zones, 1), names(&["piles", "piles"]));
    assert_eq!(of(&scan.tables_of_zones, 2), names(&["deck", "piles"]));
    assert_eq!((of(&scan.zones, 4), of(&scan.zones, 5)), (names(&["late"]), names(&["both"])));
    assert_eq!(scan.tables_of_zones.len(), 2, "{scan:?}");
    assert_eq!((of(&scan.zones, 1), of(&scan.zones, 2)), (names(&["", ""]), names(&["", ""])));
    let scan = scanned("local at = { deck = stock(), pile(), left = { top = row(3) } }");
    assert_eq!(of(&scan.keys_of_zones, 1), names(&["deck", "", "top"]));
    let scan = scanned("local deck, cols, x, bin = stock(), { pile() }, ({ pile() })[1], pile()");
    assert_eq!(of(&scan.zones, 1), names(&["deck", "", "", "bin"]));
}

#[test]
fn fields_of_the_game_and_what_follows_have_a_near_miss() {
    assert!(refused("function game.scor(s) end").contains("there is no `game.scor` (did you mean `score`?)"));
    assert!(refused("game.tie_break = nil").contains("(did you mean `tiebreak`?)"));
    let steps = "function step.auction(me) end function act.auction(me) end ";
    let said = refused(&format!("{steps}function after.aution() end"));
    assert!(said.contains("`after.aution`: there is no `step.aution` (did you mean `auction`?)"), "{said}");
    let said = refused(&format!("{steps}function appeal.auctoin(me) end"));
    assert!(said.contains("`appeal.auctoin`: there is no `act.auctoin` (did you mean `auction`?)"), "{said}");
}

#[test]
fn what_is_played_and_filled_is_read() {
    let scan = scanned(
        "local deck, hand, mat = stock('a'), hands(), tableaus()\nfunction act.x(me, c)\n\
         fill(deck, 'b') move(c, hand[me], mat[me]) force(c, mat[me], deck) draw(deck, hand[me]) end",
    );
    assert_eq!(scan.played.into_iter().collect::<Vec<_>>(), ["deck", "hand"]);
    assert_eq!(scan.fills, [("b".to_owned(), 3)]);
    // Zones in a table of the script's own, and what can be any.
    let text = "local own, hand = {}, hands()\nfor s = 1, 2 do own[s] = stock() end\nfunction act.x(me) draw(own[me], hand[me]) ";
    let played = |rest: &str| scanned(&format!("{text}{rest} end")).played.into_iter().collect::<Vec<_>>();
    assert_eq!(played(""), ["own[]"]);
    assert_eq!(played("local z = hand[me] move(1, z, own[me])"), ["", "own[]"]);
    // A card drawn from another's hand was not chosen.
    let taken = scanned("local hand = hands() function act.x(me, s) draw(hand[s], hand[me]) end");
    assert!(taken.played.is_empty(), "{:?}", taken.played);
    let by_key = scanned("local at = { mat = pile() } function act.x(me, c) move(c, at.mat, at.mat) end");
    assert_eq!(by_key.played.into_iter().collect::<Vec<_>>(), ["mat"]);
}

#[test]
fn a_figure_that_is_refused_is_shown_with_all_its_arguments() {
    for (call, example) in [
        ("ratio(\"big sets\", 1, 2)", "ratio(\"rounds_won\", won, rounds)"),
        ("ratio_by(\"big sets\", c, 1, 2)", "ratio_by(\"picked\", c, 1, 1)"),
        ("metric_by(\"big sets\", c)", "metric_by(\"played\", c)"),
        ("interaction(\"big sets\", me, s)", "interaction(\"robs\", me, s)"),
        ("metric(\"big sets\", 1)", "metric(\"round\", 1)"),
    ] {
        let said = refused(&format!("function act.go(me) {call} end"));
        assert!(said.ends_with(example), "{said}");
    }
}
