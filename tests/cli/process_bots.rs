//! Programs that play, good and bad ones: each ends as promised, and nothing of it is left.

#![cfg(unix)]

use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use crate::{csv_files, json, ludometer, temporary_folder};

/// Returns a shell program that greets, and then answers every question by these lines. `$line` is what it
/// read.
fn program(answer: &str) -> String {
    format!(
        "#!/bin/sh\nwhile read -r line; do\n  case \"$line\" in\n  *'\"type\":\"hello\"'*) echo '{{\"ready\": true}}' ;;\n  \
         *'\"type\":\"decide\"'*)\n{answer}\n    ;;\n  esac\ndone\n"
    )
}

/// Returns a folder with a program `bot.sh` and its strategy file.
fn folder_with(program: &str, more: &str) -> tempfile::TempDir {
    let folder = temporary_folder();
    fs::create_dir(folder.path().join("s")).unwrap();
    fs::write(folder.path().join("s/bot.sh"), program).unwrap();
    fs::write(folder.path().join("s/p.toml"), format!("command = [\"sh\", \"bot.sh\"]\n{more}")).unwrap();
    folder
}

/// Returns a run of the bot against `random`, and what it writes to standard error.
fn run(folder: &Path, options: &[&str], status: i32) -> String {
    let mut arguments = vec![
        "run",
        "pure-profit",
        "--games",
        "4",
        "--players",
        "2",
        // Short games.
        "--set",
        "bank.goal=2",
        "--out",
        "out",
        "--bots",
        "s/p.toml",
        "random",
    ];
    arguments.extend(options);
    let output = ludometer(folder, &arguments).output().unwrap();
    let text = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(status), "{text}");
    text
}

/// Processes that run in this folder or below.
fn processes_in(folder: &Path) -> Vec<String> {
    let folder = fs::canonicalize(folder).unwrap();
    let entries = fs::read_dir("/proc").unwrap().flatten();
    let pids = entries.filter_map(|e| e.file_name().to_str()?.parse::<u32>().ok());
    pids.filter(|pid| fs::read_link(format!("/proc/{pid}/cwd")).is_ok_and(|cwd| cwd.starts_with(&folder)))
        .map(|pid| fs::read_to_string(format!("/proc/{pid}/cmdline")).unwrap_or_default())
        .collect()
}

fn nothing_is_left(folder: &Path) {
    if cfg!(target_os = "linux") {
        assert_eq!(processes_in(folder), [""; 0]);
    }
}

#[test]
fn an_answer_of_all_the_bytes_that_it_may_have_is_taken() {
    let folder = folder_with(&program("    printf '{\"choose\": 0}%65523s\\n'"), "");
    run(folder.path(), &[], 0);
}

#[test]
fn a_line_too_many_is_reported_alike_each_time() {
    // No faster and no slower than the next question: before it was mended, one of several runs took it for an answer.
    let folder =
        folder_with(&program("    echo '{\"choose\": 0}'; : a; : b; : c; echo '{\"choose\": 0}'"), "");
    let first = run(folder.path(), &[], 1);
    assert!(first.contains(" of game 0: wrote a line that it was not asked for"), "{first}");
    for _ in 0..20 {
        assert_eq!(run(folder.path(), &[], 1), first);
    }
}

#[test]
fn a_program_plays_and_can_be_repeated() {
    // The first of all legal actions, by index; the last one is not asked for, as there is no `end` answer.
    let folder = folder_with(&program("    echo '{\"choose\": 0}'"), "");
    let mut seen = Vec::new();
    for (threads, out) in [("1", "a"), ("2", "b")] {
        let options =
            ["run", "pure-profit", "--games", "4", "--threads", threads, "--out", out, "--per-game"];
        ludometer(folder.path(), &[&options[..], &["--bots", "s/p.toml"]].concat()).assert().success();
        seen.push(csv_files(&folder.path().join(out)));
    }
    assert!(seen[0] == seen[1]);
    let record = json(&fs::read_to_string(folder.path().join("a/run.json")).unwrap());
    let hash = record["strategy_files"][0]["hash"].clone();
    nothing_is_left(folder.path());
    // The program is a part of the bot: its hash changes with it.
    fs::write(folder.path().join("s/bot.sh"), program("    echo '{\"choose\": 0}' # again")).unwrap();
    ludometer(folder.path(), &["run", "pure-profit", "--games", "1", "--out", "c", "--bots", "s/p.toml"])
        .assert()
        .success();
    let record = json(&fs::read_to_string(folder.path().join("c/run.json")).unwrap());
    assert_ne!(record["strategy_files"][0]["hash"], hash);
}

#[test]
fn bad_programs_are_named_with_the_decision_and_leave_nothing() {
    let cases = [
        ("    echo 'bank 1'", "answered `bank 1` instead of"),
        ("    echo '{\"choose\": 99}'", "chose action 99 of"),
        ("    echo '{\"choose\": \"fly\"}'", "chose `fly`, which is not legal"),
        (
            "    echo 'it hurts' >&2; exit 3",
            "ended in the middle of a game (exit status: 3); the last line it wrote to standard error: it hurts",
        ),
        ("    kill -9 $$", "ended in the middle of a game (signal: 9"),
        ("    exec 1>&-; sleep 60", "closed its standard output in the middle of a game"),
        ("    head -c 10000000 /dev/zero | tr '\\0' x", "answered with more than 65536 bytes"),
        ("    head -c 10000000 /dev/zero | tr '\\0' x >&2; echo", "answered `` instead of"),
        ("    echo '{\"choose\": 0}'; echo '{\"choose\": 0}'; sleep 0.1", "a line that it was not asked for"),
        ("    printf '{\"choose\": 0}%65524s\\n'", "answered with more than 65536 bytes"),
        ("    sleep 60", "did not answer within 0.5 s"),
        ("    sleep 60 & setsid sleep 60 & (setsid sleep 60 &) ; echo no", "answered `no` instead of"),
    ];
    for (answer, words) in cases {
        let folder = folder_with(&program(answer), "seconds = 0.5\n");
        let begun = Instant::now();
        let said = run(folder.path(), &[], 1);
        assert!(said.contains(words) && said.contains("bot `p` in seat 0, decision "), "{answer}: {said}");
        // A generous bound: the bots sleep for a minute.
        assert!(begun.elapsed() < Duration::from_secs(30), "{answer}");
        nothing_is_left(folder.path());
    }
}

#[test]
fn a_program_that_cannot_get_ready() {
    // Before it reads the greeting, or a while after it was sent.
    for program in ["#!/bin/sh\necho no\n", "#!/bin/sh\nread -r line; sleep 0.1; echo no\n"] {
        let folder = folder_with(program, "");
        let said = run(folder.path(), &[], 1);
        assert!(said.contains("answered `no` to the greeting, instead of {\"ready\": true}"), "{said}");
    }
    let folder = folder_with("#!/bin/sh\nsleep 60\n", "start_seconds = 0.3\n");
    assert!(run(folder.path(), &[], 1).contains("did not answer within 0.3 s (at its start)"));
    nothing_is_left(folder.path());
    // What could never be started is bad input.
    for (program, why) in
        [("./none", "there is no such file"), ("no-such-program", "no such program on PATH")]
    {
        let folder = folder_with("", "");
        fs::write(folder.path().join("s/p.toml"), format!("command = [\"{program}\"]\n")).unwrap();
        let said = run(folder.path(), &[], 2);
        assert!(said.contains(&format!("s/p.toml, line 1: `{program}` can't be started: ")), "{said}");
        assert!(said.contains(why) && !folder.path().join("out").exists(), "{said}");
    }
}

#[test]
fn a_program_that_crashes_is_started_again_for_the_next_play() {
    // Fails in seat 1, that is in plays 1 and 3.
    let answer = "    case \"$line\" in *'\"seat\":1,\"turn\"'*) exit 1 ;; esac\n    echo '{\"choose\": 0}'";
    let folder = folder_with(&program(answer), "");
    let said = run(folder.path(), &["--on-bot-error", "forfeit", "--threads", "1"], 0);
    assert_eq!(said.matches("warning: bot `p` in seat 1").count(), 2, "{said}");
    let record = json(&fs::read_to_string(folder.path().join("out/run.json")).unwrap());
    assert_eq!((&record["forfeits"]["p"], &record["games_done"]), (&2.into(), &4.into()));
    nothing_is_left(folder.path());
}

#[test]
fn an_interruption_leaves_no_program_behind() {
    use std::process::{Command, Stdio};
    let folder = folder_with(&program("    sleep 60"), "seconds = 60\n");
    let mut child = Command::new(assert_cmd::cargo::cargo_bin!("ludometer"))
        .env(crate::WIDE.0, crate::WIDE.1)
        .current_dir(folder.path())
        .args(["run", "pure-profit", "--out", "out", "--bots", "s/p.toml"])
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let patience = Instant::now();
    // Itself, the program, and its `sleep`.
    while processes_in(folder.path()).len() < 3 {
        assert!(patience.elapsed() < Duration::from_secs(60), "it does not begin");
        std::thread::sleep(Duration::from_millis(20));
    }
    // The second one ends it at once, in the middle of a question.
    for _ in 0..2 {
        assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
        std::thread::sleep(Duration::from_millis(300));
    }
    assert_eq!(child.wait().unwrap().code(), Some(130));
    nothing_is_left(folder.path());
}

#[test]
fn an_audit_tells_what_cannot_be_repeated() {
    // The first action or the second, as the clock has it. With a digit ahead of them nanoseconds never begin with
    // a zero, which would make them an octal number.
    let answer = "    n=1$(date +%N); echo \"{\\\"choose\\\": $(( n / 1000 % 2 ))}\"";
    let folder = folder_with(&program(answer), "");
    let options = ["audit", "pure-profit", "--players", "2", "--bots", "s/p.toml", "--positions", "200"];
    let output = ludometer(folder.path(), &options).output().unwrap();
    let text = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1), "{text}");
    assert!(text.contains("bot `p` is not repeatable: asked twice with the same view"), "{text}");
    nothing_is_left(folder.path());
}

#[test]
fn an_audit_finds_seats_that_tell_each_other() {
    // Seat 0 writes down how much it sees, and seat 1 chooses by that: the same as often as hidden cards are re-dealt,
    // of which neither knows anything.
    let answer = "    case \"$line\" in *'\"seat\":0,\"turn\"'*) echo ${#line} > reported; n=0 ;; *) read -r n < reported ;; esac\n    \
                  echo \"{\\\"choose\\\": $(( n % 2 ))}\"";
    let folder = folder_with(&program(answer), "");
    fs::write(folder.path().join("s/reported"), "0\n").unwrap();
    let options = ["audit", "pure-profit", "--players", "2", "--bots", "s/p.toml", "--positions", "200"];
    let output = ludometer(folder.path(), &options).output().unwrap();
    let text = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1), "{text}");
    assert!(text.contains("asked for its seat alone with the last game first"), "{text}");
    assert!(text.contains("seat 1): something else than its view, such as another seat"), "{text}");
    nothing_is_left(folder.path());
    // A seat that keeps to its view passes, and is informed how often it was asked.
    let folder = folder_with(&program("    n=${#line}; echo \"{\\\"choose\\\": $(( n % 2 ))}\""), "");
    let output = ludometer(folder.path(), &options).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(
        text.contains("; asked alone, the last game first, bots from files made the same 200 choices"),
        "{text}"
    );
    nothing_is_left(folder.path());
}

/// A run in which a bot fails in every other play, as files and as `run.json` tells of the failures.
#[test]
fn failures_are_reported_alike_when_a_run_goes_on_or_is_merged() {
    let answer = "    case \"$line\" in *'\"seat\":1,\"turn\"'*) exit 1 ;; esac\n    echo '{\"choose\": 0}'";
    let folder = folder_with(&program(answer), "");
    let path = folder.path();
    let options = ["run", "pure-profit", "--games", "13", "--players", "2", "--bots", "s/p.toml", "random"];
    let more = ["--on-bot-error", "forfeit", "--per-game", "--checkpoint", "0", "--out"];
    let options = [&options[..], &more].concat();
    let play = |words: &[&str]| {
        let output = ludometer(path, &[&options[..], words].concat()).output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    };
    let reported = |out: &str| {
        let record = json(&fs::read_to_string(path.join(out).join("run.json")).unwrap());
        (record["forfeits"].clone(), record["first_failures"].clone(), csv_files(&path.join(out)))
    };
    play(&["whole", "--threads", "1"]);
    let whole = reported("whole");
    assert_eq!((&whole.0["p"], whole.1.as_array().unwrap().len()), (&6.into(), 5));

    // Killed after its first failures.
    let mut child = std::process::Command::new(assert_cmd::cargo::cargo_bin!("ludometer"))
        .env(crate::WIDE.0, crate::WIDE.1)
        .current_dir(path)
        .args([&options[..], &["out", "--threads", "1", "--quiet"]].concat())
        .stdout(std::process::Stdio::null())
        .stderr(std::process::Stdio::null())
        .spawn()
        .unwrap();
    let rows = || fs::read_to_string(path.join("out/.ludometer-games.csv.part")).unwrap_or_default();
    let patience = Instant::now();
    while rows().lines().count() < 4 {
        assert!(patience.elapsed() < Duration::from_secs(60), "it does not begin");
        std::thread::sleep(Duration::from_millis(1));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    play(&["out", "--threads", "2", "--resume"]);
    assert!(reported("out") == whole, "{:?}", reported("out"));

    // Another policy is another run.
    let output =
        ludometer(path, &["run", "pure-profit", "--games", "13", "--players", "2", "--out", "whole"])
            .args(["--bots", "s/p.toml", "random", "--per-game", "--resume"])
            .output()
            .unwrap();
    assert_eq!(output.status.code(), Some(2));

    for i in ["1", "2", "3"] {
        play(&[i, "--shard", &format!("{i}/3")]);
    }
    ludometer(path, &["merge", "3", "1", "2", "--out", "merged"]).assert().success();
    assert!(reported("merged") == whole, "{:?}", reported("merged"));
}

#[test]
fn plays_beside_the_batch_that_fail_leave_the_batch_whole() {
    // Ready for the printed deck only; the values of cards are found by plays with other decks, and their
    // bots are informed.
    let program = "#!/bin/sh\nwhile read -r line; do\n  case \"$line\" in\n  *'\"type\":\"hello\"'*'\"deck.steal_one\":4,'*) \
                   echo '{\"ready\": true}' ;;\n  *'\"type\":\"hello\"'*) exit 3 ;;\n  *'\"type\":\"decide\"'*) \
                   echo '{\"choose\": 0}' ;;\n  esac\ndone\n";
    let folder = folder_with(program, "");
    let said = run(folder.path(), &["--analyze", "--card-values", "--threads", "1"], 1);
    assert!(
        said.contains("bot `p` in seat") && said.contains("ended in the middle of a game (exit status: 3)"),
        "{said}"
    );
    let record = json(&fs::read_to_string(folder.path().join("out/run.json")).unwrap());
    assert_eq!((&record["games"], &record["games_done"]), (&4.into(), &4.into()));
    // All that was counted before the failure is what the same run counts without these plays.
    let kept = csv_files(&folder.path().join("out"));
    let _ = run(folder.path(), &["--analyze", "--force"], 0);
    let whole = csv_files(&folder.path().join("out"));
    assert!(whole.len() > 10 && !kept.contains_key("card_values.csv"));
    for (name, bytes) in &whole {
        assert!(kept.get(name) == Some(bytes), "{name}");
    }
}
