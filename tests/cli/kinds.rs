//! Kinds of games: no command says anything that is wrong of how a game is won.

use std::fs;
use std::path::Path;

use crate::{prints, temporary_folder};

/// A game of twelve choices between one point and a throw for up to four, which greedy players throw.
fn twelve(seats: &str, declared: &str, done: &str, rest: &str) -> String {
    format!(
        "game.title, game.seats = \"Twelve\", {{ {seats} }}
{declared}
local points = numbers(0)
number(\"n\", 0)
function game.setup() start(1) end
function game.turn(me) go.act(me) end
function step.act(me) may.safe() may.risk() end
local function all() local sum = 0 for s = 1, seats do sum += points[s] end return sum end
local function side(s) return points[s] + points[(s + 1) % seats + 1] end
local function best() local b = 1 for s = 2, seats do if points[s] > points[b] then b = s end end return b end
local function worst() local b = 1 for s = 2, seats do if points[s] < points[b] then b = s end end return b end
local function done(me) v.n += 1 if v.n < 12 then return end_turn() end {done} end
function act.safe(me) points[me] += 1 done(me) end
function act.risk(me) points[me] += below(5) done(me) end
function appeal.risk(me) return 1 end
{rest}
"
    )
}

/// A kind of game: its script, and parts of sentences that are wrong of it.
struct Case {
    name: &'static str,
    script: String,
    wrong: &'static [&'static str],
    right: &'static [&'static str],
}

const TABLE_SCORE: &str = "function game.score(seat) return all() end";

fn cases() -> Vec<Case> {
    let alone = &[
        "Player A wins",
        "fair is",
        "tiebreak",
        "Are the seats fair",
        "leads at half time",
        "would be even",
    ];
    let case = |name, script, wrong, right| Case { name, script, wrong, right };
    vec![
        case(
            "cooperative with a score",
            twelve("3, 3", "game.kind = \"cooperative\"", "game_over()", TABLE_SCORE),
            &[
                "later winner", "estimated chances", "Player A wins", "fair is", "tiebreak", "Are the seats fair", "leads at half time", "would be even",
                "win rate", "100.0 % of the games", "is it won", "won   ",
            ],
            &["What is scored together? ", "Greedy players together score 2", "scores more in", "score       "],
        ),
        case(
            "cooperative with a target",
            twelve("3, 3", "game.kind, game.target = \"cooperative\", 20", "game_over()", TABLE_SCORE),
            alone,
            &["How often is it won? ", "What is scored together? ", "games won (95 %)", "won         "],
        ),
        case(
            "solo",
            twelve("1, 1", "game.kind = \"solo\"", "game_over()", TABLE_SCORE),
            &[
                "later winner", "estimated chances", "Player A wins", "fair is", "tiebreak", "Are the seats fair", "leads at half time", "would be even",
                "win rate", "is it won", "won   ", "together score",
            ],
            &["A greedy player alone scores 2", "scores more in", "1 player,"],
        ),
        case(
            "solo against an automa",
            twelve(
                "1, 1",
                "game.kind = \"solo\"",
                "if all() + below(3) >= 24 then win(1) else lose(1) end",
                "",
            ),
            alone,
            &["A greedy player alone wins ", "games won (95 %)"],
        ),
        case(
            "teams",
            twelve(
                "4, 4",
                "game.kind, game.sides = \"teams\", { { 1, 3 }, { 2, 4 } }",
                "game_over()",
                "function game.score(seat) return side(seat) end\nfunction game.tiebreak(seat) return seat % 2 end",
            ),
            &["Player A wins", "Player A (", "tiebreak", "25.0 % would be", "a seat of it", "wins a seat", "in one seat"],
            &["A and C  ", "wins a side (95 %)", "sides are fair", "a greedy side finishes ahead"],
        ),
        case(
            "sides that are drawn",
            twelve(
                "4, 4",
                "game.kind, game.sides = \"teams\", { \"wolves\", \"village\" }
numbers_drawn = nil
local ROLE = { card(\"wolf\", 1), card(\"villager\", 3) }
local deck, role = stock(), hands()",
                "win(if points[1] > 6 then \"wolves\" else \"village\")",
                "function game.side(seat) return if role[seat]:has(ROLE[1]) then \"wolves\" else \"village\" end",
            )
            .replace("numbers_drawn = nil\n", "")
            .replace(
                "function game.setup() start(1) end",
                "function game.setup() fill(deck) for s = 1, 4 do draw(deck, role[s]) end start(1) end",
            ),
            &["tiebreak", "ending,several winners"],
            &["wolves  ", "village "],
        ),
        case(
            "a loser",
            twelve("3, 3", "", "lose(worst())", ""),
            &["Player A wins", "tiebreak", "fair is 50.0 %", "ending,several winners"],
            &["loss rate", "Player A loses"],
        ),
        case(
            "the fewest points",
            twelve("3, 3", "game.fewest = true", "game_over()", "function game.score(seat) return points[seat] end"),
            &["win or lose together", "-1", "most points"],
            &["Are the seats fair"],
        ),
        case(
            "cooperative with the fewest points",
            twelve("3, 3", "game.kind, game.fewest = \"cooperative\", true", "game_over()", TABLE_SCORE),
            &["scores more in", "greedy scores less", "greedy is the best bot", "win rate", "Skill: greedy players score more"],
            &["scores less in", "random scores less than greedy", "row scored less", "random is the best bot"],
        ),
        case(
            "games that nobody wins",
            twelve("3, 3", "", "if below(2) == 0 then everyone_loses() else win(1 + below(3)) end", ""),
            &["fair is 33", "win or lose together", "33.3 % is fair", "33.3 % would be fair"],
            &["nobody wins "],
        ),
    ]
}

/// Returns the text of a page without scripts, drawings and tables.
fn text_of(page: &str) -> String {
    let mut page = page.to_owned();
    for tag in ["script", "style", "svg", "table"] {
        let end = format!("</{tag}>");
        let begin = format!("<{tag}");
        let parts = page.split(&begin).enumerate();
        let kept =
            parts.map(
                |(number, part)| {
                    if number == 0 { part } else { part.split_once(&end).map_or("", |(_, after)| after) }
                },
            );
        page = kept.collect();
    }
    let texts = page.split('<').map(|part| part.split_once('>').map_or(part, |(_, text)| text));
    texts.collect::<Vec<_>>().join(" ")
}

/// Returns all that commands say of a game.
fn said(folder: &Path, script: &str) -> String {
    fs::write(folder.join("game.luau"), script).unwrap();
    let commands: &[&[&str]] = &[
        &["run", "game.luau", "--bots", "random", "--games", "400", "--analyze", "--out", "run"],
        &["study", "game.luau", "--games", "400", "--search-games", "4", "--out", "study"],
        &["tournament", "game.luau", "--bots", "random", "greedy", "--games", "240", "--out", "met"],
    ];
    let mut all = String::new();
    for command in commands {
        all += &prints(folder, &[command, &["--force", "--quiet"][..]].concat());
    }
    for table in ["run/findings.csv", "run/coverage.csv", "study/answers.csv"] {
        all += &fs::read_to_string(folder.join(table)).unwrap();
    }
    for part in ["run", "study", "met"] {
        prints(folder, &["report", part]);
        let page = fs::read_to_string(folder.join(part).join("report.html")).unwrap();
        // What a page says: its text without scripts, drawings and tables, which keep ids.
        all += &text_of(&page);
    }
    all
}

#[test]
fn no_sentence_is_wrong_by_the_kind_of_game() {
    let mut mistakes = Vec::new();
    for Case { name, script, wrong, right } in cases() {
        let folder = temporary_folder();
        let all = said(folder.path(), &script);
        for words in wrong {
            if let Some(at) = all.find(words) {
                let around: String = all[..at].chars().rev().take(60).collect();
                let around: String = around.chars().rev().chain(all[at..].chars().take(80)).collect();
                mistakes.push(format!("{name}: {around}"));
            }
        }
        let missing = right.iter().filter(|words| !all.contains(**words));
        mistakes.extend(missing.map(|words| format!("{name}: \u{201c}{words}\u{201d} is missing")));
    }
    assert!(mistakes.is_empty(), "{mistakes:#?}");
}
