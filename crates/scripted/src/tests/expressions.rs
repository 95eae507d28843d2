//! What Luau does with expressions, statements and lists, a program does as well, or leaves to Luau.

use std::fmt::Write as _;
use std::sync::Arc;

use ludometer_model::Rng;

use super::same_bytes::Differ;
use crate::ScriptFile;

/// Returns a game of two seats that choose a number three times; each choice carries out `body` with the seat `me` and the
/// number `k`.
fn game_of(top: &str, body: &str) -> String {
    format!(
        "game.title, game.seats = 'Sums', {{ 2, 2 }}
number('n', 0)
number('big', 0)
local p = numbers(0)
for n = 1, 5 do card(`card_{{n}}`, 3) end
local deck, hand, heap, order = stock(), hands(), pile(), stack()
{top}
function game.setup() fill(deck) for s = 1, seats do for _ = 1, 3 do draw(deck, hand[s]) end end start(1) end
function game.turn(me) go.choose(me) end
function step.choose(me) for k = 1, 3 do may.choose(k) end end
function act.choose(me, k: amount)
    v.n += 1
    {body}
    if v.n >= 3 then return game_over() end
    end_turn()
end
function game.score(s) return p[s] end
function appeal.choose(me, k) return k / 3 end
"
    )
}

/// Says how a script plays as a program and in Luau: none where Luau runs it.
fn compare(text: &str, games: u64) -> Option<Result<(), String>> {
    let file =
        Arc::new(ScriptFile::from_text("sums.luau", text).unwrap_or_else(|error| panic!("{error}\n{text}")));
    let differ = Differ::new(&file, 2).ok()?;
    Some((0..games).try_for_each(|game| differ.play(game).map(drop)))
}

const FUNCTIONS: &str = "local function two(x) return x, x + 10 end
local function other(x) return x + 100, x + 110 end
local function one(x) return x end
local function none_above_2(x) if x > 2 then return nil end return x end
local function nothing() end
local each_way = { two, other }
local function way(k) return each_way[k % 2 + 1] end
local function sum(...) local all = 0 for _, x in { ... } do all += x end return all end
local function count(...) local all = { ... } return #all end
local function best() return 1, 2 end";

/// Where a program went another way than Luau once; each for itself, as one that Luau runs hides others.
const BODIES: &[&str] = &[
    // Several results.
    "local a, b = each_way[k % 2 + 1](k) note('r', a, b)",
    "local a, b = way(k)(k) note('r', a, b)",
    "local a, b = (if k > 1 then two else other)(k) note('r', a, b)",
    "local a, b = (if k > 1 then two else one)(k) note('r', a, b or 5)",
    "local a = 7 local b, c = way(k)(a) note('r', a, b, c)",
    "p[me], v.big = way(k)(k) note('r', v.big)",
    "note('r', two(k))",
    "note('r', math.max(two(k)), math.min(two(k)))",
    "note('r', bit32.band(two(k)))",
    "local t = { two(k) } note('r', #t)",
    "local t = { two(k), two(k) } note('r', #t)",
    "local t = { (two(k)) } note('r', #t)",
    "note('r', sum(1, 2, k))",
    "note('r', count(two(k)), sum(two(k)), sum(way(k)(k)))",
    "if v.n == 3 then return win(best()) end",
    "if v.n == 3 then return lose(best()) end",
    // Lists.
    "local t = { 1, 2, 3 } t[#t] = nil note('r', #t) table.insert(t, 9) note('s', #t, t[3])",
    "local t = {} table.insert(t, none_above_2(k)) table.insert(t, 2) note('r', #t)",
    "local t = { none_above_2(2), none_above_2(k) } note('r', #t)",
    "local t = { 3, 1, 2 } t[2] = nil note('r', table.find(t, 2) or 9)",
    "local t = { 3, 1, 2 } local last = table.remove(t) note('r', last, #t)",
    "local i, t = 1, { 1, 2 } i, t[i] = 2, 9 note('r', t[1], t[2])",
    "local i, j, t = 1, 2, { 5, 6 } t[i], t[j] = t[j], t[i] note('r', t[1], t[2])",
    "local t = { 5, 6, 7 } v.n, t[v.n] = v.n + 0, 9 note('r', t[1], t[2], t[3])",
    "local t = { 4, 5 } note('r', t[k / 2] or 9)",
    // Numbers.
    "local c = 0 for i = 5, k / 2, -1 do c += i end note('r', c)",
    "local c = 0 for i = 1, k / 2 do c += i end note('r', c)",
    "note('r', bit32.lshift(4, -1), bit32.rshift(4, -1), bit32.lshift(k, 33))",
    "note('r', bit32.extract(12, k))",
    "local x = 0.3 * k local y = x ^ 3 note('r', if y == x * x * x then 1 else 2)",
    "local x = 0.3 * k note('r', if x ^ 2 == x * x then 1 else 2, if x ^ 0.5 == math.sqrt(x) then 1 else 2)",
    "note('r', if math.max(math.abs(1.5) % 3, 10) >= k / 2 then 1 else 2)",
    "local x = if k > 2 then -0.0 else nil note('r', if x == 0 then 1 else 2)",
    "local x = if k > 2 then k / 2 else nil note('r', if x == 1.5 then 1 else 2)",
    "note('r', -7 // 2, -7 % 3, 7 % -3)",
    "note('r', if 'b' < 'a' then 1 else 2)",
    "local x = k > 2 and one(k) or 7 note('r', x)",
];

#[test]
fn what_luau_does_with_expressions_programs_do_as_well() {
    let mut wrong = String::new();
    let mut programs = 0;
    for body in BODIES {
        match compare(&game_of(FUNCTIONS, body), 4) {
            Some(Err(why)) => writeln!(wrong, "{body}\n    {why}").unwrap(),
            Some(Ok(())) => programs += 1,
            None => {}
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
    // Most of it is for programs to do.
    assert!(2 * programs > BODIES.len(), "{programs} of {} are programs", BODIES.len());
}

/// Writes random scripts of whole numbers, reals, lists, conditions, loops and calls.
struct Grammar {
    rng: Rng,
    /// Names of whole numbers that are known, of which those that begin with `x` may be written.
    whole: Vec<String>,
    reals: Vec<String>,
    lists: Vec<String>,
    maybe: Vec<String>,
    /// Functions of one or two whole numbers.
    functions: Vec<usize>,
    names: usize,
}

impl Grammar {
    fn new(seed: u64) -> Self {
        Self {
            rng: Rng::from_words([seed, 3, 7]),
            whole: ["k", "me", "v.big", "p[me]", "2", "7", "-3"].map(str::to_owned).to_vec(),
            reals: ["w", "1.5"].map(str::to_owned).to_vec(),
            lists: Vec::new(),
            maybe: Vec::new(),
            functions: Vec::new(),
            names: 0,
        }
    }

    fn below(&mut self, n: usize) -> usize {
        self.rng.index(n)
    }

    fn of<'a>(&mut self, list: &[&'a str]) -> &'a str {
        list[self.rng.index(list.len())]
    }

    fn any(&mut self, of: impl Fn(&Self) -> &Vec<String>) -> String {
        let place = self.rng.index(of(self).len());
        of(self)[place].clone()
    }

    fn name(&mut self) -> String {
        self.names += 1;
        format!("x{}", self.names)
    }

    fn variable(&mut self) -> Option<String> {
        let written: Vec<String> = self.whole.iter().filter(|name| name.starts_with('x')).cloned().collect();
        (!written.is_empty()).then(|| written[self.rng.index(written.len())].clone())
    }

    /// Returns a whole number.
    fn whole(&mut self, depth: usize) -> String {
        let deeper = depth + 1;
        if depth > 3 {
            return self.any(|g| &g.whole);
        }
        match self.below(19) {
            0..=3 => self.any(|g| &g.whole),
            16 => format!("hand[2]:count({})", 1 + self.below(5)),
            17 => self.of(&["deck:size()", "heap:size()", "order:size()", "hand[1]:size()"]).to_owned(),
            18 => {
                let card = self.whole(deeper);
                format!("hand[1]:count(1 + math.abs({card}) % 5)")
            }
            4..=6 => {
                let (a, sign, b) = (self.whole(deeper), self.of(&["+", "-", "*"]), self.whole(deeper));
                format!("({a} {sign} {b}) % 1009")
            }
            7 => format!("{} // {}", self.whole(deeper), self.of(&["2", "3", "-2", "7"])),
            8 => {
                let (name, a, b) = (self.of(&["min", "max"]), self.whole(deeper), self.whole(deeper));
                format!("math.{name}({a}, {b})")
            }
            9 => {
                let (name, a, b) =
                    (self.of(&["band", "bor", "bxor"]), self.whole(deeper), self.whole(deeper));
                format!("bit32.{name}({a}, {b}) % 1000")
            }
            10 => {
                let (condition, a, b) = (self.truth(deeper), self.whole(deeper), self.whole(deeper));
                format!("(if {condition} then {a} else {b})")
            }
            11 => format!("math.{}({})", self.of(&["floor", "ceil", "round"]), self.real(deeper)),
            12 if !self.lists.is_empty() => format!("#{}", self.any(|g| &g.lists)),
            13 if !self.lists.is_empty() => {
                let (list, place, other) = (self.any(|g| &g.lists), self.whole(deeper), self.whole(deeper));
                format!("({list}[math.abs({place}) % 5] or {other})")
            }
            14 if !self.functions.is_empty() => {
                let which = self.below(self.functions.len());
                let given: Vec<String> = (0..self.functions[which]).map(|_| self.whole(deeper)).collect();
                format!("f{which}({})", given.join(", "))
            }
            15 if !self.maybe.is_empty() => format!("({} or {})", self.any(|g| &g.maybe), self.whole(deeper)),
            _ => self.any(|g| &g.whole),
        }
    }

    fn real(&mut self, depth: usize) -> String {
        let deeper = depth + 1;
        if depth > 3 {
            return self.any(|g| &g.reals);
        }
        match self.below(9) {
            0..=2 => self.any(|g| &g.reals),
            3 | 4 => {
                let (a, sign, b) = (self.real(deeper), self.of(&["+", "-", "*"]), self.whole(deeper));
                format!("({a} {sign} {b})")
            }
            5 => format!("({} / {})", self.whole(deeper), self.of(&["2", "3", "7"])),
            6 => {
                let (name, a, b) = (self.of(&["min", "max"]), self.real(deeper), self.whole(deeper));
                format!("math.{name}({a}, {b})")
            }
            7 => {
                let (condition, a, b) = (self.truth(deeper), self.real(deeper), self.whole(deeper));
                format!("(if {condition} then {a} else {b})")
            }
            _ => format!("math.abs({}) % 3", self.real(deeper)),
        }
    }

    fn truth(&mut self, depth: usize) -> String {
        let deeper = depth + 1;
        if depth > 3 {
            return format!("{} > 1", self.any(|g| &g.whole));
        }
        let sign = self.of(&["<", "<=", ">", ">=", "==", "~="]);
        match self.below(8) {
            0..=2 => format!("{} {sign} {}", self.whole(deeper), self.whole(deeper)),
            3 => format!("{} {sign} {}", self.real(deeper), self.whole(deeper)),
            4 => format!("not ({})", self.truth(deeper)),
            5 => {
                let (a, word, b) = (self.truth(deeper), self.of(&["and", "or"]), self.truth(deeper));
                format!("({a} {word} {b})")
            }
            6 if !self.maybe.is_empty() => format!("{} == {}", self.any(|g| &g.maybe), self.whole(deeper)),
            7 if !self.lists.is_empty() => {
                format!("table.find({}, {}) ~= nil", self.any(|g| &g.lists), self.whole(deeper))
            }
            _ => format!("{} > 1", self.any(|g| &g.whole)),
        }
    }

    /// Returns statements, whose variables nothing behind them knows.
    fn block(&mut self, depth: usize, statements: usize, in_loop: bool) -> String {
        let known = (self.whole.len(), self.reals.len(), self.lists.len(), self.maybe.len());
        let mut text = String::new();
        for _ in 0..statements {
            let statement = self.statement(depth, in_loop);
            writeln!(text, "{statement}").unwrap();
        }
        self.whole.truncate(known.0);
        self.reals.truncate(known.1);
        self.lists.truncate(known.2);
        self.maybe.truncate(known.3);
        text
    }

    fn statement(&mut self, depth: usize, in_loop: bool) -> String {
        match self.below(24) {
            20 => {
                let (from, to) =
                    (self.of(&["deck", "hand[me]", "heap", "order"]), self.of(&["hand[1]", "order"]));
                if from == to {
                    String::new()
                } else {
                    format!("if {from} ~= {to} then draw({from}, {to}) end")
                }
            }
            21 => {
                let (to, condition) = (self.of(&["heap", "deck", "order"]), self.truth(1));
                format!(
                    "for _, c in hand[me]:kinds() do if {condition} then move(c, hand[me], {to}) break end end"
                )
            }
            22 => {
                let (card, to) = (1 + self.below(5), self.of(&["heap", "order", "hand[next_seat(me)]"]));
                format!("if hand[me]:has({card}) then force({card}, hand[me], {to}) end")
            }
            23 => self
                .of(&[
                    "reshuffle(heap, deck, 0)",
                    "shuffle(order)",
                    "move_all(order, deck)",
                    "lacks(hand[me], {})",
                ])
                .to_owned(),
            0..=2 => {
                let (value, name) = (self.whole(0), self.name());
                self.whole.push(name.clone());
                format!("local {name} = {value}")
            }
            3 => {
                let (value, name) = (self.real(0), self.name());
                self.reals.push(name.clone());
                format!("local {name} = {value}")
            }
            4 => {
                let entries: Vec<String> = (0..=self.below(4)).map(|_| self.whole(1)).collect();
                let name = self.name();
                self.lists.push(name.clone());
                format!("local {name} = {{ {} }}", entries.join(", "))
            }
            5 => {
                let (value, condition, name) = (self.whole(1), self.truth(1), self.name());
                self.maybe.push(name.clone());
                format!("local {name} = if {condition} then {value} else nil")
            }
            6 | 7 => match self.variable() {
                Some(name) => format!("{name} {} ({}) % 997", self.of(&["=", "+=", "-="]), self.whole(0)),
                None => String::new(),
            },
            8 => match (self.variable(), self.variable()) {
                (Some(a), Some(b)) if a != b => format!("{a}, {b} = {}, {}", self.whole(1), self.whole(1)),
                _ => String::new(),
            },
            9 => format!("v.big {} ({}) % 50", self.of(&["=", "+="]), self.whole(0)),
            10 => format!(
                "p[{}] {} ({}) % 50",
                self.of(&["me", "next_seat(me)"]),
                self.of(&["=", "+=", "-="]),
                self.whole(0)
            ),
            11 if !self.lists.is_empty() => {
                let list = self.any(|g| &g.lists);
                match self.below(4) {
                    0 | 1 => format!("table.insert({list}, ({}) % 97)", self.whole(1)),
                    2 => format!("table.remove({list})"),
                    _ => format!("if #{list} > 0 then {list}[1] += ({}) % 31 end", self.whole(1)),
                }
            }
            12 | 13 if depth < 3 => {
                let (condition, few, more) = (self.truth(0), 1 + self.below(3), 1 + self.below(2));
                let (yes, no) = (self.block(depth + 1, few, in_loop), self.block(depth + 1, more, in_loop));
                format!("if {condition} then\n{yes}else\n{no}end")
            }
            14 if depth < 2 => {
                let head = self.of(&["1, 4", "3, k", "k, 1, -1", "1, k, 2", "k, w, -1", "1, w"]);
                let (name, few) = (self.name(), 1 + self.below(3));
                self.whole.push(name.replace('x', "i"));
                let block = self.block(depth + 1, few, true);
                self.whole.pop();
                format!("for {} = {head} do\n{block}end", name.replace('x', "i"))
            }
            15 if depth < 2 && !self.lists.is_empty() => {
                let (list, name) = (self.any(|g| &g.lists), self.name().replace('x', "e"));
                self.whole.push(name.clone());
                let few = 1 + self.below(2);
                let block = self.block(depth + 1, few, true);
                self.whole.pop();
                format!("for i_{name}, {name} in {list} do if i_{name} > 6 then break end\n{block}end")
            }
            16 if in_loop => format!("if {} then {} end", self.truth(1), self.of(&["break", "continue"])),
            _ => format!("note('r', ({}) % 100000, ({}) % 100000)", self.whole(0), self.whole(0)),
        }
    }

    /// Returns a script.
    fn script(mut self) -> String {
        let (whole, reals) = (self.whole.clone(), std::mem::replace(&mut self.reals, vec!["1.5".to_owned()]));
        let mut top = String::new();
        for place in 0..3 {
            let takes = 1 + self.below(2);
            let arguments = &["a", "b"][..takes];
            self.whole = arguments
                .iter()
                .map(|&name| name.to_owned())
                .chain(["2".to_owned(), "5".to_owned()])
                .collect();
            let (first, rest, last) = (self.whole(2), self.whole(2), self.whole(1));
            writeln!(
                top,
                "local function f{place}({})\n    local sum = {first}\n    for q = 1, 3 do sum += ({rest}) % 5 end\n    return \
                 (sum + {last}) % 1009\nend",
                arguments.join(", ")
            )
            .unwrap();
            self.functions.push(takes);
        }
        (self.whole, self.reals) = (whole, reals);
        let body = self.block(0, 14, false);
        game_of(&top, &format!("local w = k / 3\n{body}"))
    }
}

/// Holds that random scripts play as programs as in Luau, and that most of them are programs.
fn random_scripts(seeds: std::ops::Range<u64>) {
    let (mut programs, all) = (0, seeds.end - seeds.start);
    for seed in seeds {
        let text = Grammar::new(seed).script();
        match compare(&text, 2) {
            Some(Err(why)) => panic!("script {seed}: {why}\n{text}"),
            Some(Ok(())) => programs += 1,
            None => {}
        }
    }
    assert!(10 * programs > 9 * all, "{programs} of {all} are programs");
}

#[test]
fn random_scripts_play_as_luau_does() {
    random_scripts(0..60);
}

#[test]
#[ignore = "takes hours: for nightly work"]
fn many_random_scripts_play_as_luau_does() {
    random_scripts(1_000..1_001_000);
}
