//! Runs that go on: after Ctrl-C, after being killed, after a failure; and what is refused.

use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use crate::bad_input::paragraph;
use crate::going_on::{goes_on, interrupt, kill_again, kill_on_the_way, started, type_in};
use crate::{csv_files, files, json, ludometer, prints, temporary_folder};

const RUN: [&str; 8] =
    ["run", "pure-profit", "--bots", "greedy", "random", "--per-game", "--checkpoint", "0"];

fn run(out: &str, more: &[&str]) -> Vec<String> {
    [&RUN[..], more, &["--out", out]].concat().into_iter().map(str::to_owned).collect()
}

/// A run that was killed in the midst of its plays.
fn killed(folder: &Path, out: &str, games: &str) {
    kill_on_the_way(folder, &run(out, &["--games", games]), &format!("{out}/checkpoint.bin"));
}

fn whole(folder: &Path, games: &str) -> std::collections::BTreeMap<String, Vec<u8>> {
    ludometer(folder, &["run"]).args(&run("whole", &["--games", games])[1..]).assert().success();
    csv_files(&folder.join("whole"))
}

#[test]
fn twenty_kills_lose_and_double_nothing() {
    let folder = temporary_folder();
    let path = folder.path();
    let resume = |threads: &str| run("out", &["--games", "60_000", "--resume", "--threads", threads]);
    let mut random = 0x2545_f491_4f6c_dd1d_u64;
    for kill in 0..20 {
        random ^= random << 13;
        random ^= random >> 7;
        random ^= random << 17;
        // Most kills hit a run that plays, some one that may have only begun to read.
        let again = resume(["1", "2", "3"][kill % 3]);
        kill_again(path, &again, "out/checkpoint.bin", kill % 4 != 3, Duration::from_millis(random % 30));
    }
    ludometer(path, &["run"]).args(&resume("2")[1..]).assert().success();
    let out = path.join("out");
    assert!(csv_files(&out) == whole(path, "60_000"), "other files after 20 kills");
    let names: Vec<String> = files(&out).into_keys().collect();
    assert!(names.iter().all(|name| !name.starts_with('.') && name != "checkpoint.bin"), "{names:?}");
    let record = json(&fs::read_to_string(out.join("run.json")).unwrap());
    assert_eq!((&record["complete"], &record["games_done"]), (&true.into(), &60_000.into()));
}

#[test]
fn an_interrupted_run_goes_on_by_the_command_that_it_prints() {
    let folder = temporary_folder();
    let path = folder.path();
    let words = run("o ut", &["--games", "60_000", "--seats", "fixed", "--analyze"]);
    let command = interrupt(path, &words, "o ut/checkpoint.bin");
    let record = json(&fs::read_to_string(path.join("o ut/run.json")).unwrap());
    assert_eq!(record["complete"], false);
    type_in(path, &command);
    let arguments = run("straight", &["--games", "60_000", "--seats", "fixed", "--analyze"]);
    ludometer(path, &["run"]).args(&arguments[1..]).assert().success();
    assert!(csv_files(&path.join("o ut")) == csv_files(&path.join("straight")));
    // Once more: all is done.
    let before = files(&path.join("o ut"));
    type_in(path, &command);
    assert!(files(&path.join("o ut")) == before);
}

#[test]
fn a_killed_run_with_a_parquet_table_goes_on() {
    let folder = temporary_folder();
    let path = folder.path();
    let more = ["--games", "20_000", "--format", "parquet"];
    kill_on_the_way(path, &run("out", &more), "out/checkpoint.bin");
    ludometer(path, &["run"]).args(&run("out", &[&more[..], &["--resume"]].concat())[1..]).assert().success();
    ludometer(path, &["run"]).args(&run("straight", &more)[1..]).assert().success();
    let (mut out, mut straight) = (files(&path.join("out")), files(&path.join("straight")));
    for files in [&mut out, &mut straight] {
        files.remove("run.json");
    }
    assert!(out.contains_key("games.parquet") && out == straight);
}

/// What a script counts itself is kept with the games: their table, the means, and how often each value occurred.
#[test]
fn a_killed_run_with_figures_of_its_own_goes_on() {
    let folder = temporary_folder();
    let path = folder.path();
    fs::write(path.join("own.luau"), crate::merge::OWN).unwrap();
    let run = |out: &str, more: &[&str]| -> Vec<String> {
        let run = ["run", "own.luau", "--games", "20_000", "--per-game", "--checkpoint", "0", "--out", out];
        [&run[..], more].concat().into_iter().map(str::to_owned).collect()
    };
    kill_on_the_way(path, &run("out", &[]), "out/checkpoint.bin");
    for words in [run("out", &["--resume"]), run("straight", &[])] {
        ludometer(path, &["run"]).args(&words[1..]).assert().success();
    }
    let [out, straight] = ["out", "straight"].map(|out| csv_files(&path.join(out)));
    for name in ["games.csv", "own_cards.csv", "own_values.csv", "summary.csv"] {
        assert!(out.contains_key(name), "{name}");
    }
    assert!(out == straight);
}

#[test]
fn a_finished_run_says_so() {
    let folder = temporary_folder();
    let run = ["run", "pure-profit", "--games", "300", "--out", "out"];
    prints(folder.path(), &run);
    let resume = [&run[..], &["--resume"]].concat();
    let before = files(&folder.path().join("out"));
    assert_eq!(
        prints(folder.path(), &resume),
        "the run in out is finished: there is nothing to go on with\n"
    );
    let reported = json(&prints(folder.path(), &[&resume[..], &["--json"]].concat()));
    assert_eq!((&reported["complete"], &reported["games_done"]), (&true.into(), &300.into()));
    assert!(files(&folder.path().join("out")) == before);
}

#[test]
fn a_run_that_has_not_begun_begins() {
    let folder = temporary_folder();
    let run = ["run", "pure-profit", "--games", "300", "--resume", "--out"];
    let begun =
        ludometer(folder.path(), &[&run[..], &["new"]].concat()).assert().success().get_output().clone();
    let reported = String::from_utf8(begun.stderr).unwrap();
    assert!(reported.contains("there is no run to go on with in new: it begins"), "{reported}");
    // What a run leaves that was killed before its first checkpoint.
    let killed = folder.path().join("killed");
    fs::create_dir(&killed).unwrap();
    for name in [".ludometer-lock", ".ludometer-x1.tmp", ".ludometer-games.csv.part"] {
        fs::write(killed.join(name), "x").unwrap();
    }
    prints(folder.path(), &[&run[..], &["killed"]].concat());
    assert!(csv_files(&killed) == csv_files(&folder.path().join("new")));
    assert_eq!(files(&killed).len(), 8);
}

/// Returns the files in a folder that are more than the lock or the half written file of a killed process.
fn lasting(folder: &Path) -> std::collections::BTreeMap<String, Vec<u8>> {
    let mut files = files(folder);
    files.retain(|name, _| name != ".ludometer-lock" && name.strip_suffix(".tmp").is_none());
    files
}

#[test]
fn another_run_does_not_go_on_here() {
    let folder = temporary_folder();
    let path = folder.path();
    killed(path, "out", "1e9");
    let out = path.join("out");
    let before = lasting(&out);
    let base =
        ["run", "pure-profit", "--bots", "greedy", "random", "--games", "1e9", "--resume", "--out", "out"];
    let per_game = [&base[..], &["--per-game"]].concat();
    let cases: [(Vec<&str>, &[&str]); 6] = [
        (base.to_vec(), &["`per_game` is true instead of false", "go on with it by the command"]),
        ([&per_game[..], &["--seed", "8"]].concat(), &["`seed` is 0 instead of 8", "--out out --resume"]),
        ([&per_game[..], &["--set", "bank.goal=8"]].concat(), &["`bank.goal` is"]),
        ([&per_game[..], &["--seats", "fixed"]].concat(), &["`seating` is \"rotate\" instead of \"fixed\""]),
        ([&per_game[..], &["--shard", "1/2"]].concat(), &["shard is the whole run instead of 1/2"]),
        ([&per_game[..], &["--force"]].concat(), &["--resume", "--force", "cannot be used"]),
    ];
    for (arguments, words) in cases {
        let text = paragraph(path, &arguments, 2);
        for word in words {
            assert!(text.contains(word), "{text}");
        }
        assert!(lasting(&out) == before, "{arguments:?} changed something");
    }
    // Without --resume it is refused, and says so.
    let text = paragraph(path, &["run", "pure-profit", "--out", "out"], 2);
    assert!(text.contains("--resume") && text.contains("--force"), "{text}");
    // A folder with something else in it.
    fs::create_dir(path.join("other")).unwrap();
    fs::write(path.join("other/notes.txt"), "mine").unwrap();
    let text = paragraph(path, &["run", "pure-profit", "--out", "other", "--resume"], 2);
    assert!(text.contains("no run to go on with") && text.contains("notes.txt"), "{text}");
    prints(path, &["run", "pure-profit", "--games", "10", "--out", "done"]);
    let text = paragraph(path, &["run", "pure-profit", "--games", "20", "--out", "done", "--resume"], 2);
    assert!(text.contains("finished run in done is another one: `games` is 10 instead of 20"), "{text}");
}

/// A finished run says in what it is another one, also where an older build made it.
#[test]
fn a_finished_run_of_an_older_build_is_refused_with_the_reason() {
    let folder = temporary_folder();
    let path = folder.path();
    let words = |out, more: &[&'static str]| {
        let run = ["run", "pure-profit", "--games", "10", "--quiet", "--out", out];
        [&run[..], more].concat()
    };
    prints(path, &words("done", &[]));
    prints(path, &words("part", &["--shard", "1/2"]));
    let is_finished = prints(path, &words("part", &["--shard", "1/2", "--resume"]));
    assert!(is_finished.contains("is finished"), "{is_finished}");
    let refused = |out, more: &[&'static str], reason: &str| {
        let text = paragraph(path, &words(out, &[more, &["--resume"]].concat()), 2);
        assert!(text.contains(&format!("finished run in {out} is another one: {reason};")), "{text}");
    };
    refused("done", &["--seed", "8"], "`seed` is 0 instead of 8");
    refused("done", &["--set", "bank.goal=8"], "`bank.goal` is 10 instead of 8");
    refused("done", &["--shard", "1/2"], "its shard is the whole run instead of 1/2");
    refused("part", &["--shard", "1/2", "--seed", "8"], "`seed` is 0 instead of 8");
    let record = path.join("done/run.json");
    let text = fs::read_to_string(&record).unwrap();
    let now = env!("CARGO_PKG_VERSION");
    for (version, reason) in [
        ("0.1.0", format!("version 0.1.0 made it, this is version {now}")),
        (
            now,
            format!("another build of version {now} made it, or the files of its game or bots were others"),
        ),
    ] {
        let mut older: serde_json::Value = serde_json::from_str(&text).unwrap();
        // The version is a part of what is hashed.
        (older["version"], older["options_hash"]) = (version.into(), "0".into());
        fs::write(&record, older.to_string()).unwrap();
        refused("done", &[], &reason);
    }
}

#[test]
fn a_damaged_checkpoint_is_refused_by_name() {
    let folder = temporary_folder();
    let path = folder.path();
    killed(path, "out", "1e9");
    let checkpoint = path.join("out/checkpoint.bin");
    let bytes = fs::read(&checkpoint).unwrap();
    let resume = run("out", &["--games", "1e9", "--resume"]);
    let resume: Vec<&str> = resume.iter().map(String::as_str).collect();
    let refused = |what: &str| {
        let text = paragraph(path, &resume, 2);
        assert!(text.contains("out/checkpoint.bin") && text.contains("--force"), "{what}: {text}");
    };
    let length = bytes.len();
    for at in [0, 12, 25, 40, 200, length / 2, length - 40, length - 1] {
        let mut damaged = bytes.clone();
        damaged[at] ^= 0x10;
        fs::write(&checkpoint, damaged).unwrap();
        refused(&format!("byte {at}"));
    }
    for cut in [0, 10, 100, length - 1] {
        fs::write(&checkpoint, &bytes[..cut]).unwrap();
        refused(&format!("cut at {cut}"));
    }
    fs::write(&checkpoint, "something else").unwrap();
    refused("another file");
    // The table of plays is looked at as well.
    fs::write(&checkpoint, &bytes).unwrap();
    let rows = path.join("out/.ludometer-games.csv.part");
    let table = fs::read(&rows).unwrap();
    let mut damaged = table.clone();
    damaged[100] ^= 1;
    for wrong in [&damaged[..], &table[..150]] {
        fs::write(&rows, wrong).unwrap();
        let text = paragraph(path, &resume, 2);
        assert!(text.contains("table of games in out is missing or damaged"), "{text}");
    }
    assert_eq!(fs::read(&checkpoint).unwrap(), bytes, "a refusal changed the checkpoint");
    // Anew, on demand.
    let force = run("out", &["--games", "500", "--force"]);
    ludometer(path, &["run"]).args(&force[1..]).assert().success();
    assert!(!checkpoint.exists() && !rows.exists());
}

#[test]
fn a_checkpoint_that_cannot_be_read_is_not_to_be_replaced() {
    let folder = temporary_folder();
    fs::create_dir_all(folder.path().join("out/checkpoint.bin")).unwrap();
    let text = paragraph(folder.path(), &["run", "pure-profit", "--out", "out", "--resume"], 2);
    assert!(text.contains("reading out/checkpoint.bin failed: ") && !text.contains("--force"), "{text}");
}

#[test]
fn two_runs_do_not_share_a_folder() {
    let folder = temporary_folder();
    let path = folder.path();
    let mut child = started(path, &run("out", &["--games", "1e9"]));
    goes_on(&mut child, &path.join("out/checkpoint.bin"), b"");
    for option in ["--resume", "--force"] {
        let second = run("out", &["--games", "1e9", option]);
        let second: Vec<&str> = second.iter().map(String::as_str).collect();
        let text = paragraph(path, &second, 2);
        assert!(text.contains("another run is writing its results to the folder out"), "{text}");
    }
    assert!(child.try_wait().unwrap().is_none(), "the first run was disturbed");
    // The lock of a killed process hinders nobody.
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(path.join("out/.ludometer-lock").exists());
    let again = run("out", &["--games", "500", "--force"]);
    ludometer(path, &["run"]).args(&again[1..]).assert().success();
}

#[cfg(unix)]
#[test]
fn a_full_disk_is_named_and_the_run_goes_on_when_there_is_room() {
    let folder = temporary_folder();
    let path = folder.path();
    let program = assert_cmd::cargo::cargo_bin!("ludometer");
    let arguments = run("out", &["--games", "30_000"]).join(" ");
    // No file may have more than 512 kB, and the signal that would end the process is ignored: then
    // writing fails as on a full disk.
    let line = format!("trap '' XFSZ; ulimit -f 1024; exec {} {arguments}", program.display());
    let output = Command::new("sh")
        .env(crate::WIDE.0, crate::WIDE.1)
        .current_dir(path)
        .args(["-c", &line])
        .output()
        .unwrap();
    let text = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1), "{text}");
    assert!(text.starts_with("ludometer: writing out/games.csv failed: "), "{text}");
    assert!(text.contains("games are kept; go on with: ludometer run "), "{text}");
    assert!(csv_files(&path.join("out")).is_empty());
    let resume = run("out", &["--games", "30_000", "--resume"]);
    ludometer(path, &["run"]).args(&resume[1..]).assert().success();
    assert!(csv_files(&path.join("out")) == whole(path, "30_000"));
}

#[cfg(target_os = "linux")]
#[test]
fn a_read_only_folder_is_refused_and_nothing_is_changed() {
    use std::os::unix::fs::PermissionsExt as _;
    let folder = temporary_folder();
    let path = folder.path();
    killed(path, "out", "1e9");
    let out = path.join("out");
    let before = lasting(&out);
    let mode = |mode| fs::set_permissions(&out, fs::Permissions::from_mode(mode)).unwrap();
    fs::set_permissions(path, fs::Permissions::from_mode(0o755)).unwrap();
    mode(0o555);
    // The administrator may write anywhere: as nobody then.
    let id = Command::new("id").arg("-u").output().unwrap().stdout;
    let program = assert_cmd::cargo::cargo_bin!("ludometer").display().to_string();
    let copy = path.join("program");
    fs::copy(&program, &copy).unwrap();
    let mut command = if id == b"0\n" {
        let mut command = Command::new("setpriv");
        command.args(["--reuid=65534", "--regid=65534", "--clear-groups"]).arg(&copy);
        command
    } else {
        Command::new(&copy)
    };
    let output = command.current_dir(path).args(run("out", &["--games", "1e9", "--resume"])).output();
    mode(0o755);
    let output = output.unwrap();
    let text = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{text}");
    assert!(text.contains("can't be written to the folder out") && text.contains("--out"), "{text}");
    assert!(lasting(&out) == before);
}
