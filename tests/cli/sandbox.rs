//! Programs with `--sandbox`: what they may not do is refused and named, and good ones play as without it.

#![cfg(target_os = "linux")]

use std::fs;
use std::net::TcpListener;
use std::path::Path;

use crate::{csv_files, json, ludometer, temporary_folder};

/// Returns a folder with a program in Bash, which does `before` at its first choice and then takes the first legal
/// action; beside it a folder `away` with a file, and one for temporary files.
fn folder_with(before: &str) -> tempfile::TempDir {
    let folder = temporary_folder();
    for name in ["s", "away", "tmp"] {
        fs::create_dir(folder.path().join(name)).unwrap();
    }
    fs::write(folder.path().join("away/secret"), "reported\n").unwrap();
    let program = format!(
        "#!/usr/bin/env bash\nwhile read -r line; do\n  case \"$line\" in\n  \
         *'\"type\":\"hello\"'*) echo '{{\"ready\": true}}' ;;\n  \
         *'\"type\":\"decide\"'*)\n    if [ -z \"$done\" ]; then done=1\n{before}\n    fi\n    \
         echo '{{\"choose\": 0}}' ;;\n  esac\ndone\n"
    );
    fs::write(folder.path().join("s/bot.sh"), program).unwrap();
    // Slow machines have their time: nothing here is about being late.
    let file = "command = [\"bash\", \"bot.sh\"]\nseconds = 300\nstart_seconds = 300\n";
    fs::write(folder.path().join("s/p.toml"), file).unwrap();
    folder
}

/// Short games.
const TABLE: [&str; 9] =
    ["pure-profit", "--set", "bank.goal=2", "--players", "2", "--bots", "s/p.toml", "random", "--quiet"];

fn command(folder: &Path, words: &[&str]) -> assert_cmd::Command {
    let mut command = ludometer(folder, words);
    command.env("LC_ALL", "C").env("TMPDIR", folder.join("tmp")).env("KEY_OF_MINE", "reported");
    command
}

/// Returns a run of 4 plays with these options: its status, and what it says of its failure.
fn run(folder: &Path, options: &[&str]) -> (Option<i32>, String) {
    let words = [&["run"], &TABLE[..], &["--games", "4", "--threads", "1"], options].concat();
    let output = command(folder, &words).output().unwrap();
    (output.status.code(), String::from_utf8(output.stderr).unwrap())
}

/// False, and said so, on a system that can't confine programs: there it must be refused.
fn can_confine() -> bool {
    let folder = folder_with("");
    let (status, said) = run(folder.path(), &["--sandbox", "--out", "out"]);
    if status == Some(0) {
        return true;
    }
    assert_eq!(status, Some(2), "{said}");
    assert!(said.contains("--sandbox: this system can't confine a bot ("), "{said}");
    assert!(!folder.path().join("out").exists());
    eprintln!("not tested: {said}");
    false
}

/// What is left of programs: nothing.
fn nothing_is_left(folder: &Path) {
    let names = fs::read_dir(folder.join("tmp")).unwrap().map(|entry| entry.unwrap().file_name());
    assert_eq!(names.filter(|name| name.to_string_lossy().starts_with("ludometer-bot-")).count(), 0);
}

#[test]
fn what_a_confined_program_may_not_do_is_refused_and_named() {
    if !can_confine() {
        return;
    }
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let connect = format!(
        "true 3<>/dev/tcp/{} || exit 7",
        listener.local_addr().unwrap().to_string().replace(':', "/")
    );
    let denied = "Permission denied";
    let not_permitted = "Operation not permitted";
    let cases = [
        ("echo x > ../away/new || exit 7", denied),
        ("echo x >> ../away/secret || exit 7", denied),
        ("echo x > new || exit 7", denied),
        ("read -r secret < ../away/secret || exit 7", denied),
        ("read -r secret < /proc/$PPID/status || exit 7", denied),
        (&connect, not_permitted),
        ("true 3<>/dev/udp/127.0.0.1/9 || exit 7", not_permitted),
        ("( : ) || exit 7", not_permitted),
        ("kill -0 $PPID || exit 7", not_permitted),
        ("exec chmod 777 ../away/secret", not_permitted),
        ("exec touch -d 1999-01-01 ../away", not_permitted),
        ("exec setsid true", not_permitted),
        ("ulimit -d unlimited || exit 7", not_permitted),
        ("[ -z \"$KEY_OF_MINE\" ] || exit 7; echo 'no key' >&2; exit 7", "no key"),
    ];
    for (before, words) in cases {
        let folder = folder_with(before);
        let (status, said) = run(folder.path(), &["--sandbox", "--out", "out"]);
        assert_eq!(status, Some(1), "{before}: {said}");
        assert!(said.contains("bot `p` in seat 0, decision ") && said.contains(words), "{before}: {said}");
        assert!(said.contains("(it was confined by --sandbox)"), "{before}: {said}");
        let names: Vec<_> = fs::read_dir(folder.path().join("away")).unwrap().collect();
        assert_eq!(
            (names.len(), fs::read_to_string(folder.path().join("away/secret")).unwrap().as_str()),
            (1, "reported\n")
        );
        nothing_is_left(folder.path());
        // The same program is free to do so without.
        if before.ends_with("|| exit 7") {
            let (status, said) = run(folder.path(), &["--out", "free"]);
            assert_eq!(status, Some(0), "{before}: {said}");
        }
    }
}

#[test]
fn a_confined_program_comes_to_the_end_of_its_memory_and_files() {
    if !can_confine() {
        return;
    }
    let folder = folder_with("x=12345678; while :; do x=$x$x; done");
    let (status, said) = run(folder.path(), &["--sandbox", "--out", "out"]);
    assert!(status == Some(1) && said.contains("cannot allocate"), "{said}");
    nothing_is_left(folder.path());
    let folder = folder_with("printf -v x '%1048576s'; while :; do echo \"$x\"; done > \"$TMPDIR/x\"");
    let (status, said) = run(folder.path(), &["--sandbox", "--out", "out"]);
    assert!(status == Some(1) && (said.contains("signal: 25") || said.contains("File too large")), "{said}");
    nothing_is_left(folder.path());
}

#[test]
fn a_good_program_plays_the_same_and_it_is_recorded() {
    if !can_confine() {
        return;
    }
    let own = "echo x > \"$TMPDIR/x\" && read -r x < \"$TMPDIR/x\" && [ \"$HOME\" = \"$TMPDIR\" ] || exit 7\n\
               read -r line2 < bot.sh && read -r x < /usr/bin/env || true; echo x > /dev/null || exit 7";
    let folder = folder_with(own);
    let path = folder.path();
    let (status, said) = run(path, &["--sandbox", "--per-game", "--out", "a"]);
    assert_eq!(status, Some(0), "{said}");
    // Its own folder is fixed here, as its temporary one is not that of a confined program.
    fs::write(
        path.join("s/bot.sh"),
        fs::read_to_string(path.join("s/bot.sh")).unwrap().replace("|| exit 7", "|| :"),
    )
    .unwrap();
    let (status, said) = run(path, &["--per-game", "--out", "b"]);
    assert_eq!(status, Some(0), "{said}");
    assert!(csv_files(&path.join("a")) == csv_files(&path.join("b")));
    let record = |out: &str| json(&fs::read_to_string(path.join(out)).unwrap());
    let (with, without) = (record("a/run.json"), record("b/run.json"));
    assert_eq!(with["strategy_files"][0]["sandbox"], true);
    assert_eq!(without["strategy_files"][0].get("sandbox"), None);
    assert!(with["command"].as_str().unwrap().contains(" --sandbox"));
    assert!(!without["command"].as_str().unwrap().contains("sandbox"));
    nothing_is_left(path);

    let words =
        ["tournament", "pure-profit", "--bots", "s/p.toml", "random", "--players", "2", "--deals", "2"];
    let short = ["--set", "bank.goal=2", "--sandbox", "--out"];
    command(path, &[&words[..], &short, &["t"]].concat()).assert().success();
    let words = [
        "compare",
        "pure-profit",
        "--players",
        "2",
        "--a",
        "s/p.toml",
        "--b",
        "random",
        "--max-games",
        "256",
    ];
    command(path, &[&words[..], &short, &["c"]].concat()).assert().success();
    let words = ["sweep", "pure-profit", "--players", "2", "--vary", "bots=s/p.toml,random", "--games", "32"];
    command(path, &[&words[..], &short, &["s1"]].concat()).assert().success();
    for (out, side) in
        [("t/tournament.json", None), ("c/compare.json", Some("a")), ("s1/sweep.json", Some(""))]
    {
        let record = record(out);
        assert_eq!(record["command"].as_str().unwrap().matches(" --sandbox").count(), 1, "{record}");
        // A tournament's record tells of no files.
        let Some(side) = side else { continue };
        let of = if side.is_empty() { &record } else { &record[side] };
        assert_eq!(of["strategy_files"][0]["sandbox"], true, "{record}");
    }
    nothing_is_left(path);
}

#[test]
fn without_means_to_confine_nothing_is_played() {
    let folder = folder_with("");
    let path = folder.path();
    // A program in the home folder, or in a folder above.
    for home in [path.join("s"), path.join("s/home")] {
        fs::create_dir_all(&home).unwrap();
        let words = [&["run"], &TABLE[..], &["--games", "1", "--sandbox", "--out", "out"]].concat();
        let output = command(path, &words).env("HOME", &home).output().unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        if can_confine() {
            assert_eq!(output.status.code(), Some(1), "{said}");
            assert!(said.contains("put the strategy file into a folder of its own"), "{said}");
        }
        assert!(!path.join("out/run.json").exists() || !said.is_empty());
    }
    // Where no process can be started, as inside of a sandbox, the trial fails: so nothing begins.
    if can_confine() {
        let program = assert_cmd::cargo::cargo_bin!("ludometer");
        let own = fs::canonicalize(path.join("tmp")).unwrap();
        let here = fs::canonicalize(program.parent().unwrap()).unwrap();
        let mut command = command(path, &["confined-bot"]);
        command.arg(own).arg(here).arg(fs::canonicalize(program).unwrap()).args(["run", "pure-profit"]);
        fs::write(path.join("tmp/p.toml"), "command = [\"true\"]\n").unwrap();
        let output =
            command.args(["--bots", "tmp/p.toml", "--sandbox", "--out", "tmp/out"]).output().unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        assert_ne!(output.status.code(), Some(0), "{said}");
        assert!(!path.join("tmp/out").exists());
    }
    // The hidden word alone does nothing.
    let output = command(path, &["confined-bot"]).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
}
