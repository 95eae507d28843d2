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
        "somebody wins",
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
                "win rate", "win 100.0 % of the games", "wins 100.0 % of the games", "is it won", "won   ", "No kind of action", "If a player never does it",
            ],
            &["What is scored together? ", "Greedy players together score 2", "scores more in", "score       ", "What does the table score?", "Half of the games end with at most "],
        ),
        case(
            "cooperative with a target",
            twelve("3, 3", "game.kind, game.target = \"cooperative\", 20", "game_over()", TABLE_SCORE),
            alone,
            &["the table wins 3", "How often is it won? ", "What is scored together? ", "games won (95 %)", "won         ", "The table wins ", "Score of the table"],
        ),
        case(
            "solo",
            twelve("1, 1", "game.kind = \"solo\"", "game_over()", TABLE_SCORE),
            &[
                "later winner", "estimated chances", "Player A wins", "fair is", "tiebreak", "Are the seats fair", "leads at half time", "would be even",
                "win rate", "is it won", "won   ", "one winner", "together score", "sit in this order", "scored together", "among greedy", "1 seats",
                "most lead changes", "acts against", "the table scores", "What does the table", "Being dealt", "Leader gap", "Seat spread",
            ],
            &["What is scored?", "A greedy player alone scores 2", "scores more in", "1 player,", "Score of the player", "The player is ", "Score over time"],
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
            &["A greedy player alone wins ", "games won (95 %)", "The player wins ", "How often the player wins"],
        ),
        case(
            "teams",
            twelve(
                "4, 4",
                "game.kind, game.sides = \"teams\", { { 1, 3 }, { 2, 4 } }",
                "game_over()",
                "function game.score(seat) return side(seat) end\nfunction game.tiebreak(seat) return seat % 2 end",
            ),
            &["Player A wins", "Player A (", "tiebreak", "25.0 % would be", "a seat of it", "wins a seat", "in one seat", "Are the seats fair", "greedy random random", "Wins by seat", "seat 0 wins", "One greedy among", "changes its seat"],
            &["Are the sides fair?", "greedy random greedy random", "A and C  ", "wins a side (95 %)", "sides are fair", "A greedy side finishes ahead", "Wins by side"],
        ),
        case(
            "one against two",
            twelve(
                "3, 3",
                "game.kind, game.sides = \"teams\", { { 1 }, { 2, 3 } }",
                "win(1 + below(2))",
                "",
            )
            .replace("may.risk()", "if me > 1 then may.risk() end"),
            &["Player A wins"],
            &["Player A has ", " of the wins, which it shares with its side", "side of B and C"],
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
            &["tiebreak", "ending,several winners", "Player A wins", "Player B wins", "Player C wins", "Player D wins", "moves first wins"],
            &["Player A has ", " of the wins, which it shares with its side", "wolves  ", "village ", "Which side wins?", " wins most, ", "he side \u{201c}wolves\u{201d} wins "],
        ),
        case(
            "a loser",
            twelve("3, 3", "", "lose(worst())", ""),
            &[
                "somebody wins", "several tie", "shared wins", "moves first wins", "share of the wins", "Player A wins", "tiebreak", "fair is 50.0 %", "ending,several winners", "wins +",
                "mean score", "Scores", "Score", "score", "leads", "lead changes", "Nobody leads", "stimated chance", "tension",
            ],
            &[
                "loss rate", "Player A loses", "Who loses?", "Losses by seat", " 66.67 %", "loses more", "Player A does not lose in ",
                "whoever moves first loses ",
            ],
        ),
        case(
            "a loser of two to four",
            twelve("2, 4", "", "lose(worst())", ""),
            &["points of the games beside", "loses +", "loses \u{2212}"],
            &["points fewer of the games than is fair"],
        ),
        case(
            "a loser, and points",
            twelve("3, 3", "", "lose(worst())", "function game.score(seat) return points[seat] end"),
            &["fair is 50.0 %"],
            &["loss rate", "player    win rate", "Who loses?", "Losses by seat", "Wins by seat", "mean score", "Scores over time"],
        ),
        case(
            "the first to a goal",
            twelve("3, 3", "", "win(best())", ""),
            &["mean score", "Scores", "Score", "score", "leads", "lead changes", "Nobody leads", "stimated chance", "tension", "runaway"],
            &["player    win rate", "Wins by seat", "Player A wins "],
        ),
        case(
            "a standing that is no score",
            twelve("3, 3", "", "win(best())", "function game.standing(seat) return points[seat] end"),
            &["mean score", "Scores", "score"],
            &["Standings over time", "The later winner's standing ", "leads at half time"],
        ),
        case(
            "won or lost together",
            twelve("3, 3", "game.kind = \"cooperative\"", "if all() > 22 then return everyone_wins() end everyone_loses()", ""),
            &["with several bots", "fair and usual", "Fair ", "fair share", "Score", "score", "players who always choose", "Player A wins", "leads", "ranks ahead"],
            &["How often is it won? ", "games won (95 %)", "Where one player never chooses", "the table wins "],
        ),
        case(
            "the fewest points",
            twelve("3, 3", "game.fewest = true", "game_over()", "function game.score(seat) return points[seat] end"),
            &["win or lose together", "-1", "most points", "above the worst", "highest score"],
            &["Are the seats fair", "below the worst"],
        ),
        case(
            "cooperative with the fewest points",
            twelve("3, 3", "game.kind, game.fewest = \"cooperative\", true", "game_over()", TABLE_SCORE),
            &["scores more in", "greedy scores less", "greedy is the best bot", "win rate", "Skill: greedy players score more"],
            &[
                "scores less in", "random scores less than greedy", "row scored less", "random is the best bot",
                "The bots choose worse than weaker ones: greedy players score 2",
            ],
        ),
        case(
            "won together with few points",
            twelve(
                "3, 3",
                "game.kind, game.fewest, game.target = \"cooperative\", true, 20",
                "game_over()",
                TABLE_SCORE,
            ),
            &["Not known yet how much skill matters"],
            &["The bots choose worse than weaker ones: greedy players win 2"],
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
    // A word that is explained is a button within its sentence.
    let parts = page.split("<button type=\"button\" class=\"term\"").enumerate();
    let inline = |(number, part): (usize, &str)| match part.split_once('>') {
        Some((_, text)) if number > 0 => text.replacen("</button>", "", 1),
        _ => part.to_owned(),
    };
    let page: String = parts.map(inline).collect();
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
    for table in ["run/findings.csv", "run/coverage.csv", "run/metrics.csv", "study/answers.csv"] {
        all += &fs::read_to_string(folder.join(table)).unwrap();
    }
    for part in ["run", "study", "met"] {
        prints(folder, &["report", part]);
        let page = fs::read_to_string(folder.join(part).join("report.html")).unwrap();
        // What a page says: its text without scripts, drawings and tables, which keep ids, and without the meanings of words, whose
        // examples are of other games.
        all += &text_of(page.split("<section id=\"words\">").next().unwrap());
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

/// Payoffs need not add up to a constant, so a seat's part of what can be paid is not its chance to come first: that follows from
/// scores as in other games.
#[test]
fn chances_to_win_are_the_same_where_points_are_paid() {
    let folder = temporary_folder();
    let told = ["", "game.payoff = { -12, 40 }"].map(|declared| {
        let score = "function game.score(seat) return points[seat] * 2 - 12 end";
        fs::write(folder.path().join("game.luau"), twelve("3, 3", declared, "game_over()", score)).unwrap();
        let run = ["run", "game.luau", "--bots", "random", "--games", "200", "--analyze", "--force"];
        prints(folder.path(), &[&run[..], &["--out", "run"]].concat());
        ["calibration.csv", "curves.csv"]
            .map(|table| fs::read(folder.path().join("run").join(table)).unwrap())
    });
    assert!(told[0] == told[1]);
}

#[test]
fn what_a_restriction_costs_is_said_of_the_table_or_side() {
    let kinds = [
        ("3, 3", "game.kind, game.target = \"cooperative\", 22", TABLE_SCORE),
        (
            "4, 4",
            "game.kind, game.sides = \"teams\", { { 1, 3 }, { 2, 4 } }",
            "function game.score(seat) return side(seat) end",
        ),
    ];
    for (seats, kind, score) in kinds {
        let folder = temporary_folder();
        fs::write(folder.path().join("game.luau"), twelve(seats, kind, "game_over()", score)).unwrap();
        let study =
            ["study", "game.luau", "--games", "1000", "--search-games", "0", "--out", "study", "--quiet"];
        prints(folder.path(), &study);
        let answers = crate::rows(&folder.path().join("study/answers.csv"));
        let answer = answers.iter().find(|row| row["question"] == "actions").unwrap();
        let rows = crate::rows(&folder.path().join("study/restricted_play.csv"));
        let row = rows.iter().find(|row| row["id"] == "risk" && row["rule"] == "without").unwrap();
        assert_eq!(answer["value"], row["loss"], "{kind}: {}", answer["text"]);
    }
}

/// Of one against two the seats stay, and what only the two can do is restricted all the same.
#[test]
fn each_role_of_sides_of_unequal_size_is_restricted() {
    let folder = temporary_folder();
    let sides = "game.kind, game.sides = \"teams\", { { 1 }, { 2, 3 } }";
    let wins = "win(if points[1] > points[2] + points[3] - 14 then 1 else 2)";
    let script = twelve("3, 3", sides, wins, "").replace("may.risk()", "if me > 1 then may.risk() end");
    fs::write(folder.path().join("game.luau"), script).unwrap();
    let study = ["study", "game.luau", "--games", "1000", "--search-games", "0", "--out", "study", "--quiet"];
    prints(folder.path(), &study);
    let rows = crate::rows(&folder.path().join("study/restricted_play.csv"));
    let risk = rows.iter().find(|row| row["id"] == "risk" && row["rule"] == "without").unwrap();
    // Two of three seats throw wherever they can, and are restricted in two games of three.
    let changed: f64 = risk["changed"].parse().unwrap();
    assert!((changed - 2.0 / 3.0).abs() < 0.05, "{risk:?}");
}

/// Whether appeals say what wins is known of each kind of game in which one bot alone shows it.
#[test]
fn appeals_that_are_worse_than_chance_are_warned_of() {
    let won = "if all() > 20 then return everyone_wins() end everyone_loses()";
    let alone = "if all() > 20 then win(1) else lose(1) end";
    let kinds = [
        ("3, 3", "game.kind = \"cooperative\"", won, ""),
        ("3, 3", "game.kind = \"cooperative\"", "game_over()", TABLE_SCORE),
        ("1, 1", "game.kind = \"solo\"", alone, ""),
        ("1, 1", "game.kind = \"solo\"", "game_over()", TABLE_SCORE),
        ("3, 3", "", "game_over()", "function game.score(seat) return points[seat] end"),
    ];
    for (seats, kind, done, score) in kinds {
        let folder = temporary_folder();
        let good = twelve(seats, kind, done, score);
        let bad = good.replace("appeal.risk(me) return 1", "appeal.safe(me) return 1");
        for (script, is_weak) in [(good, false), (bad, true)] {
            fs::write(folder.path().join("game.luau"), script).unwrap();
            let found = prints(folder.path(), &["validate", "game.luau", "--games", "50"]);
            assert_eq!(found.contains("chooses no better than at random"), is_weak, "{kind} {done}: {found}");
        }
    }
}

#[test]
fn ends_are_told_by_the_kind_of_game() {
    let mut mistakes = Vec::new();
    for Case { name, script, .. } in cases() {
        let folder = temporary_folder();
        fs::write(folder.path().join("game.luau"), script).unwrap();
        let told = prints(folder.path(), &["trace", "game.luau", "--bots", "greedy"]);
        let (fitting, wrong): (&[&str], &[&str]) = match name {
            "cooperative with a score" | "cooperative with the fewest points" => {
                (&["the table scores "], &["win", "Scores:"])
            }
            "cooperative with a target" => (&["the table wins.", "\nScore: "], &["share the win", "Scores:"]),
            "solo" => (&["A scores "], &["win", "Scores:"]),
            "solo against an automa" => (&["A wins."], &["the table"]),
            "teams" => (&["the side of "], &["share the win"]),
            "sides that are drawn" => (&["the side \u{201c}"], &["share the win"]),
            "won together with few points" => (&["the table ", "\nScore: "], &["share the win", "Scores:"]),
            "a loser" | "a loser of two to four" => (&[" loses."], &["win"]),
            _ => (&[], &["share the win", "lose"]),
        };
        let end = told.rfind("The game is over").map_or("", |at| &told[at..]);
        let is_told = (fitting.is_empty() || fitting.iter().all(|words| end.contains(words)))
            && !wrong.iter().any(|words| end.contains(words));
        if !is_told || end.is_empty() {
            mistakes.push(format!("{name}: {end}"));
        }
    }
    assert!(mistakes.is_empty(), "{mistakes:#?}");
}

#[test]
fn choices_are_weighed_by_what_a_seat_plays_for() {
    let folder = temporary_folder();
    let review = |script: String| {
        fs::write(folder.path().join("game.luau"), script).unwrap();
        let review = ["review", "game.luau", "--bots", "greedy", "--worlds", "40", "--games", "4", "--force"];
        let said = prints(folder.path(), &[&review[..], &["--out", "weighed"]].concat());
        let decisions = crate::rows(&folder.path().join("weighed/decisions.csv"));
        let chances = decisions.iter().filter_map(|row| row["win_chance"].parse::<f64>().ok());
        (said, chances.fold(0.0, f64::max))
    };
    let together = "game.kind = \"cooperative\"";
    let (said, _) = review(twelve("3, 3", together, "game_over()", TABLE_SCORE));
    assert!(
        said.contains("Worth of the score if all") && said.contains("in points of worth of the score"),
        "{said}"
    );
    assert!(!said.to_lowercase().contains("win chance"), "{said}");
    // What is surely won is won whole by each of those who win it together.
    let won = "if all() > 0 then everyone_wins() else everyone_loses() end";
    let (said, greatest) = review(twelve("3, 3", together, won, ""));
    assert!(said.contains("Win chances if all") && (greatest - 100.0).abs() < 0.1, "{greatest}: {said}");
    let sides = "game.kind, game.sides = \"teams\", { { 1, 3 }, { 2, 4 } }";
    let ahead = "win(if side(1) > side(2) then 1 else 2)";
    let (said, greatest) = review(twelve("4, 4", sides, ahead, ""));
    assert!(said.contains("Win chances if all") && greatest > 60.0, "{greatest}: {said}");
}

#[test]
fn who_exploits_a_game_of_teams_plays_a_side() {
    let folder = temporary_folder();
    let sides = "game.kind, game.sides = \"teams\", { { 1, 3 }, { 2, 4 } }";
    let score =
        "function game.score(seat) return side(seat) end\nfunction game.tiebreak(seat) return seat % 2 end";
    fs::write(folder.path().join("game.luau"), twelve("4, 4", sides, "game_over()", score)).unwrap();
    let exploit = ["exploit", "game.luau", "--against", "random", "--games", "1200"];
    let said = prints(folder.path(), &exploit);
    // Who throws wins by far: a side of greedy players, and not one among three random ones, whose partner holds it down.
    assert!(said.contains("where 50.0 % is fair"), "{said}");
    assert!(said.contains("Twelve, 4 players"), "{said}");
    let json = crate::json(&prints(folder.path(), &[&exploit[..], &["--json"]].concat()));
    assert_eq!(json["players"], 4);
    let together = twelve("3, 3", "game.kind = \"cooperative\"", "game_over()", TABLE_SCORE);
    fs::write(folder.path().join("game.luau"), together).unwrap();
    let refused = crate::ludometer(folder.path(), &exploit).assert().code(2).get_output().clone();
    let refused = String::from_utf8(refused.stderr).unwrap();
    assert!(refused.contains("here all win or lose together"), "{refused}");
}

/// Says what a comparison and a sweep of a setting that doubles throws find, and which bot of two is better.
fn compared(folder: &Path, script: &str) -> String {
    let setting = "local UP = param(\"up\", 0, 0, 4, \"assumed: more for a throw\")\nlocal points";
    let script = script.replacen("local points", setting, 1).replace("below(5)", "below(5) + UP * (me % 2)");
    fs::write(folder.join("game.luau"), script).unwrap();
    let commands: &[&[&str]] = &[
        &["compare", "game.luau", "--bots", "greedy", "--set-b", "up=4", "--games", "400"],
        &["sweep", "game.luau", "--vary", "up=0,4", "--games", "200"],
        &["compare", "game.luau", "--a", "greedy", "--b", "random", "--games", "400"],
    ];
    commands.iter().map(|command| prints(folder, &[command, &["--force"][..]].concat())).collect()
}

#[test]
fn comparisons_and_sweeps_tell_what_counts_in_a_kind_of_game() {
    let rivals =
        ["leader_gap", "seat_spread", "shared_wins", "best seat", "Player A wins", "lead of the first"];
    let scored = twelve("3, 3", "game.kind = \"cooperative\"", "game_over()", TABLE_SCORE);
    let targeted = twelve("3, 3", "game.kind, game.target = \"cooperative\", 40", "game_over()", TABLE_SCORE);
    let alone = twelve("1, 1", "game.kind = \"solo\"", "game_over()", TABLE_SCORE);
    let sides = twelve(
        "4, 4",
        "game.kind, game.sides = \"teams\", { { 1, 3 }, { 2, 4 } }",
        "game_over()",
        "function game.score(seat) return side(seat) end",
    );
    let loser = twelve("3, 3", "", "lose(worst())", "");
    let won = "if all() + below(20) > 30 then return everyone_wins() end everyone_loses()";
    let won = twelve("3, 3", "game.kind = \"cooperative\"", won, "");
    let cases: &[(&str, String, &[&str], &[&str])] = &[
        ("a score", scored, &rivals, &["; the table scores ", "table_score"]),
        (
            "a target",
            targeted,
            &rivals,
            &["the players win ", "; the table scores ", "its table wins ", "won "],
        ),
        ("alone", alone, &[&rivals[..], &["the table"]].concat(), &["; the player scores ", "table_score"]),
        (
            "sides",
            sides,
            &["Player A wins", "25.0 % would be fair", "best seat", "is played by", "instead of 10"],
            &[
                "side B and D wins ",
                "the best side wins",
                "50.0 % would be fair",
                "side_win_rate[B and D]",
                "its side wins ",
            ],
        ),
        (
            "a loser",
            loser,
            &["Player A wins", "leader_gap", "lead of the first"],
            &["Player B loses ", "seat_loss_rate[1]"],
        ),
        (
            "won together",
            won,
            &[&rivals[..], &["finishes ahead"]].concat(),
            &["the players win ", "its table wins "],
        ),
    ];
    let mut mistakes = Vec::new();
    for (name, script, wrong, right) in cases {
        let folder = temporary_folder();
        let all = compared(folder.path(), script);
        let found = wrong.iter().filter(|words| all.contains(**words));
        mistakes.extend(found.map(|words| format!("{name}: {words}: {all}")));
        let missing = right.iter().filter(|words| !all.contains(**words));
        mistakes.extend(missing.map(|words| format!("{name}: {words} is missing: {all}")));
    }
    for mistake in &mistakes {
        println!("{mistake}");
    }
    assert!(mistakes.is_empty());
}

#[test]
fn a_gate_that_no_number_of_games_decides_is_refused() {
    let folder = temporary_folder();
    let script = twelve("3, 3", "game.kind = \"cooperative\"", "game_over()", TABLE_SCORE);
    fs::write(folder.path().join("game.luau"), script).unwrap();
    for gate in ["won=0..1", "seat_spread=..0.1", "seat_win_rate[2]=0.2..0.5", "seat_bias[0]=-0.1..0.1"] {
        let refused = crate::ludometer(folder.path(), &["check", "game.luau", "--gate", gate])
            .assert()
            .code(2)
            .get_output()
            .clone();
        let refused = String::from_utf8(refused.stderr).unwrap();
        assert!(refused.contains("it has `table_score`, `turns`"), "{refused}");
        assert!(!refused.contains("did you mean"), "{refused}");
    }
}

#[test]
fn pages_draw_what_the_design_itself_counts() {
    let folder = temporary_folder();
    let counted = "function game.score(seat) return points[seat] end
local card_kind = card(\"die\", 1)";
    let script = twelve("3, 3", "", "game_over()", counted).replace(
        "points[me] += below(5)",
        "local n = below(5) metric(\"thrown\", n, me) metric(\"throws\", 1) metric_by(\"pips\", 1, n) ratio(\"big_throws\", if n > 3 then 1 else 0, 1) points[me] += n",
    );
    fs::write(folder.path().join("game.luau"), script).unwrap();
    prints(folder.path(), &["run", "game.luau", "--bots", "random", "--games", "400", "--out", "run"]);
    prints(folder.path(), &["report", "run"]);
    let page = fs::read_to_string(folder.path().join("run/report.html")).unwrap();
    let text = text_of(&page);
    for words in [
        "What does the design itself count?",
        "Thrown of a seat",
        "Winners have ",
        "Throws in a game",
        "6.0",
        "Pips by card",
        "Big throws is 0.",
        "share of seats",
    ] {
        assert!(text.contains(words) || page.contains(words), "{words}: {text}");
    }
    // Nobody takes, sees or changes cards here, so that no map would have anything in it.
    assert!(!text.contains("Who does what to whom?") && !page.contains("changes hands with"), "{text}");
    // Winners have thrown more.
    let summary = crate::rows(&folder.path().join("run/summary.csv"));
    let value = |metric: &str| -> f64 {
        summary.iter().find(|row| row["metric"] == metric).unwrap()["value"].parse().unwrap()
    };
    assert!(value("own_thrown_winners") > value("own_thrown_others"));
    for plot in ["thrown_of_a_seat", "throws_in_a_game", "pips_by_card", "ratios"] {
        let plot = plot.replace('_', "-");
        assert!(page.contains(&format!("id=\"{plot}\"")), "{plot}");
    }
}
