//! Strategy files that are scripts.

use std::fs;
use std::path::Path;

use super::strategy_files::{folder_with, refused};
use crate::bad_input::paragraph;
use crate::{csv_files, json, ludometer};

pub(super) const FIRST: &str = "function choose(view, legal, info)\n\treturn 1\nend\n";

/// Returns a run of a script in seat 0 against `random`, and what it says.
fn run_script(text: &str, options: &[&str], status: i32) -> (tempfile::TempDir, String) {
    let folder = folder_with(&[("s/x.luau", text)]);
    let said = run_file(folder.path(), "s/x.luau", options, status);
    (folder, said)
}

/// Returns a run of this bot against `random`, and what it writes to standard error.
fn run_file(folder: &Path, bot: &str, options: &[&str], status: i32) -> String {
    let mut arguments =
        vec!["run", "pure-profit", "--games", "6", "--out", "out", "--bots", bot, "random", "--players", "2"];
    arguments.extend(options);
    let output = ludometer(folder, &arguments).output().unwrap();
    let text = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(status), "{text}");
    assert!(!text.contains("panicked"), "{text}");
    text
}

#[test]
fn a_script_plays_and_can_be_repeated() {
    let text = "about = 'the first or by lot'\nsettings = { luck = { default = 0.5, min = 0, max = 1 } }\n\
                count = 0\nfunction begin(info)\n\tassert(count == 0 and info.seat >= 0 and info.rules['bank.goal'] == 10)\nend\n\
                function choose(view, legal, info)\n\tcount += 1\n\tassert(count == info.decision + 1)\n\
                \tif math.random() < settings.luck then return math.random(#legal) end\n\treturn legal[1]\nend\n";
    let folder = folder_with(&[("s/x.luau", text)]);
    let run = |threads: &str, out: &str, bot: &str| {
        let options =
            ["run", "pure-profit", "--games", "8", "--per-game", "--threads", threads, "--out", out];
        ludometer(folder.path(), &[&options[..], &["--bots", bot]].concat()).assert().success();
        csv_files(&folder.path().join(out))
    };
    let one = run("1", "a", "s/x.luau");
    assert!(one == run("3", "b", "s/x.luau"));
    assert!(one["lengths.csv"] != run("1", "c", "s/x.luau:luck=1")["lengths.csv"]);
    refused(folder.path(), "s/x.luau:luck=2", &["`luck` of `x` is 2", "from 0 to 1"]);
    refused(folder.path(), "s/x.luau:lukc=1", &["did you mean `luck`?"]);
}

#[test]
fn scripts_that_are_wrong_are_named_with_the_line() {
    let cases = [
        ("function choose(\n", &["s/x.luau, line"][..]),
        ("x = 1\n", &["no function `choose(view, legal, info)`"]),
        ("local x = nil\nlocal y = x.a\n", &["s/x.luau, line 2", "attempt to index nil"]),
        ("while true do end\n", &["more than 5000000 steps"]),
        ("settings = { a = 1 }\nfunction choose() end\n", &["`settings` must have a table for each setting"]),
        ("settings = { a = { default = 3, max = 2 } }\nfunction choose() end\n", &["min <= default <= max"]),
        ("games = { 'even-odd' }\nfunction choose() end\n", &["it is for even-odd, not for pure-profit"]),
        ("io.open('x')\n", &["line 1", "attempt to index nil"]),
        ("os.execute('touch s/y')\n", &["line 1", "attempt to index nil"]),
        ("require('x')\n", &["line 1", "attempt to call a nil value"]),
        ("loadstring('x = 1')()\n", &["line 1", "attempt to call a nil value"]),
        ("getfenv(0).x = 1\n", &["line 1", "attempt to call a nil value"]),
        ("debug.info(1, 'l')\n", &["line 1", "attempt to index nil"]),
        ("math.randomseed(1)\n", &["line 1", "attempt to call a nil value"]),
        ("math.random = 1\n", &["line 1", "readonly"]),
        ("string.x = 1\n", &["line 1", "readonly"]),
        ("getmetatable('').__index = 1\n", &["line 1"]),
    ];
    for (text, words) in cases {
        let folder = folder_with(&[("s/x.luau", text)]);
        refused(folder.path(), "s/x.luau", words);
    }
}

#[test]
fn scripts_that_fail_in_mid_play_are_named_with_the_decision() {
    let cases = [
        ("\twhile true do end", "took more than 5000000 steps"),
        ("\twhile true do pcall(function() while true do end end) end", "took more than 5000000 steps"),
        ("\tlocal function f() return pcall(f) and f() end\n\twhile true do f() end", "steps"),
        (
            "\tlocal t = {}\n\twhile true do t[#t + 1] = string.rep('x', 100000 + #t) end",
            "more than 64 MiB of memory",
        ),
        ("\treturn string.rep('x', 1e9)", "more than 64 MiB of memory"),
        ("\treturn string.find(string.rep('a', 40), string.rep('a-', 20) .. 'b')", "more than"),
        ("\treturn 'bank 99'", "chose `bank 99`, which is not legal"),
        ("\treturn 0", "chose action 0 of"),
        ("\treturn 1.5", "chose action 1.5 of"),
        ("\treturn nil", "returned nothing instead of"),
        ("\treturn {}", "returned table instead of"),
        ("\treturn view.nothing.at_all", "x.luau:2: attempt to index nil"),
        ("\terror({})", "`x`"),
    ];
    for (body, words) in cases {
        let (folder, said) =
            run_script(&format!("function choose(view, legal, info)\n{body}\nend\n"), &[], 1);
        assert!(said.contains(words) && said.contains("bot `x` in seat 0, decision "), "{body}: {said}");
        assert!(said.contains(" of game 0: ") && said.contains("no game was done before it"), "{said}");
        assert!(!folder.path().join("out").exists());
    }
}

#[test]
fn what_was_played_before_a_failure_is_kept() {
    // Fails in the first play in which the bot is in seat 1: that is play 1.
    let text = "function choose(view, legal, info)\n\tif info.seat == 1 then error('not here') end\n\treturn 1\nend\n";
    for threads in ["1", "3"] {
        let (folder, said) = run_script(text, &["--threads", threads, "--per-game"], 1);
        assert!(
            said.contains("of game 1: x.luau:2: not here") && said.contains("the game before it"),
            "{said}"
        );
        let out = folder.path().join("out");
        assert_eq!(crate::rows(&out.join("games.csv")).len(), 1);
        let record = json(&fs::read_to_string(out.join("run.json")).unwrap());
        assert_eq!((&record["games_done"], &record["complete"]), (&1.into(), &false.into()));
    }
}

#[test]
fn a_bot_that_forfeits_is_last_and_the_batch_goes_on() {
    let text = "function choose(view, legal, info)\n\tif info.seat == 1 then error('not here') end\n\treturn 1\nend\n";
    let mut seen = Vec::new();
    for threads in ["1", "3"] {
        let options = ["--threads", threads, "--per-game", "--on-bot-error", "forfeit"];
        let (folder, said) = run_script(text, &options, 0);
        assert_eq!(said.matches("warning: bot `x` in seat 1, decision ").count(), 3, "{said}");
        let out = folder.path().join("out");
        for (play, row) in crate::rows(&out.join("games.csv")).iter().enumerate() {
            if play % 2 == 1 {
                assert_eq!((row["rank_1"].as_str(), row["winner_seats"].as_str()), ("2", "0"), "{row:?}");
            }
        }
        let record = json(&fs::read_to_string(out.join("run.json")).unwrap());
        assert_eq!(record["forfeits"]["x"], 3);
        assert_eq!(record["first_failures"].as_array().unwrap().len(), 3);
        assert!(record["command"].as_str().unwrap().contains("--on-bot-error forfeit"));
        seen.push(csv_files(&out));
    }
    assert!(seen[0] == seen[1]);
    // A trace tells it too.
    let folder = folder_with(&[("s/x.luau", text)]);
    let options = ["trace", "pure-profit", "--game", "1", "--jsonl", "--bots", "s/x.luau", "random"];
    let said = paragraph(folder.path(), &options, 1);
    assert!(said.contains("seat 1, decision"), "{said}");
    let lines = crate::prints(folder.path(), &[&options[..], &["--on-bot-error", "forfeit"]].concat());
    assert_eq!(lines.matches("\"event\":\"forfeit\"").count(), 1);
    assert_eq!(json(lines.lines().last().unwrap())["ranks"], json("[1, 2]"));
}

#[test]
fn a_play_beside_the_run_takes_a_failure_as_the_run_does() {
    let fails_after = |turn: u32| {
        format!(
            "function choose(view, legal, info)\n\tif info.turn > {turn} then error('too long') end\n\treturn 1\nend\n"
        )
    };
    let folder = folder_with(&[("s/x.luau", fails_after(5).as_str()), ("s/y.luau", FIRST)]);
    // Short games: beside them play searches.
    let run =
        ["run", "pure-profit", "--set", "bank.goal=2", "--games", "2", "--quiet", "--per-game", "--out"];
    let deep = ["--analyze=deep", "--skill", "--bots", "s/x.luau", "random"];
    let forfeit = [&run[..], &["a", "--on-bot-error", "forfeit"], &deep].concat();
    ludometer(folder.path(), &forfeit).assert().success();
    let tables = csv_files(&folder.path().join("a"));
    assert!(tables.contains_key("variance.csv") && tables.contains_key("findings.csv"));
    let record = |out: &str| json(&fs::read_to_string(folder.path().join(out).join("run.json")).unwrap());
    assert_eq!((&record("a")["complete"], &record("a")["forfeits"]["x"]), (&true.into(), &2.into()));
    // Fails where a play is longer than those of the run: in no play of the run, but in some beside it.
    crate::prints(folder.path(), &[&run[..], &["b", "--bots", "s/y.luau", "random"]].concat());
    let turns = |row: &std::collections::BTreeMap<String, String>| row["turns"].parse::<u32>().unwrap();
    let longest = crate::rows(&folder.path().join("b/games.csv")).iter().map(turns).max().unwrap();
    fs::write(folder.path().join("s/x.luau"), fails_after(longest)).unwrap();
    let stop = [&run[..], &["c", "--skill", "--bots", "s/x.luau", "random"]].concat();
    for options in [&stop[..], &[&stop[..], &["--resume"]].concat()] {
        let said = paragraph(folder.path(), options, 1);
        assert!(
            said.contains(
                "too long (in a game beside the run, for the analysis; the 2 games of the run are kept"
            ),
            "{said}"
        );
        assert_eq!((&record("c")["complete"], &record("c")["games_done"]), (&false.into(), &2.into()));
    }
}

#[test]
fn the_folder_of_a_run_tells_that_bots_forfeit() {
    let text = "function choose(view, legal, info)\n\tif info.seat == 1 then error('not here') end\n\treturn 1\nend\n";
    let folder = folder_with(&[("s/x.luau", text)]);
    let run =
        ["run", "pure-profit", "--games", "2", "--bots", "s/x.luau", "random", "--out", "out", "--quiet"];
    ludometer(folder.path(), &[&run[..], &["--on-bot-error", "forfeit"]].concat()).assert().success();
    let record = json(&fs::read_to_string(folder.path().join("out/run.json")).unwrap());
    assert_eq!(record["on_bot_error"], "forfeit");
    let trace = ["trace", "--run", "out", "--game", "1", "--jsonl"];
    assert!(crate::prints(folder.path(), &trace).contains("\"event\":\"forfeit\""));
    paragraph(folder.path(), &[&trace[..], &["--on-bot-error", "stop"]].concat(), 1);
}

#[test]
fn an_audit_allows_what_a_script_keeps_within_a_play() {
    // What it counts follows from the decisions that it saw. The next play has new globals: it can't keep more.
    let counts = "function choose(view, legal)\n\tn = (n or 0) + 1\n\treturn n % #legal + 1\nend\n";
    let folder = folder_with(&[("s/fair.luau", FIRST), ("s/counts.luau", counts)]);
    let audit = ["audit", "pure-profit", "--positions", "200", "--bots"];
    let said = crate::prints(folder.path(), &[&audit[..], &["s/fair.luau"]].concat());
    assert!(said.contains("fair chose in 200 positions") && said.contains("chose the same"), "{said}");
    let audit_counts = ["audit", "pure-profit", "--positions", "1500", "--json", "--bots"];
    let said = crate::prints(folder.path(), &[&audit_counts[..], &["s/counts.luau", "random"]].concat());
    assert!(json(&said)["clean"] == true && json(&said)["games"].as_u64().unwrap() > 1, "{said}");
    let said = crate::prints(folder.path(), &[&audit[..], &["greedy", "--json"]].concat());
    assert_eq!((&json(&said)["clean"], &json(&said)["positions"]), (&true.into(), &200.into()));
}

#[test]
fn an_audit_finds_what_depends_on_memory() {
    // What can't be refused: entries that are given up when memory is.
    let weak = "local meta = {}\nfunction choose(view, legal)\n\tlocal held, n = setmetatable({}, meta), 0\n\
                \tmeta.__mode, meta = 'v', {}\n\tfor i = 1, 2000 do held[i] = { i } end\n\
                \tfor _ in held do n += 1 end\n\treturn n % #legal + 1\nend\n";
    let folder = folder_with(&[("s/weak.luau", weak)]);
    let audit = ["audit", "pure-profit", "--positions", "200", "--bots", "s/weak.luau"];
    let said = paragraph(folder.path(), &audit, 1);
    assert!(said.contains("is not repeatable"), "{said}");
}

#[test]
fn a_loop_over_keys_without_an_order_is_refused() {
    let keyed = "local t = {}\nfor i = 1, 20 do t[{}] = i end\nfunction choose(view, legal)\n\tlocal sum = 0\n\
                 \tfor _, v in t do sum = (2 * sum + v) % 997 end\n\treturn sum % #legal + 1\nend\n";
    let folder = folder_with(&[("s/keyed.luau", keyed)]);
    let run = ["run", "pure-profit", "--games", "2", "--bots", "s/keyed.luau", "--quiet", "--out", "out"];
    let said = paragraph(folder.path(), &run, 1);
    assert!(said.contains("keyed.luau:5") && said.contains("no order that can be repeated"), "{said}");
}
