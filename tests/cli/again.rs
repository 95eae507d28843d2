//! `--watch`: a command that is done again whenever a file that it reads changes.

use std::fs::{self, File};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use crate::{json, temporary_folder};

const SHEET: &str = "Name,Qty,Cost\nFox,6,1\nOwl,4,2\n";

const SCRIPT: &str = "game.title, game.seats = \"Forest\", { 2, 2 }
local t = cards(file \"cards.csv\")
local deck, hand = stock(), hands()
function game.setup() fill(deck) draw(deck, hand[1]) draw(deck, hand[2]) start(1) end
function game.turn(me) go.play(me) end
function step.play(me) for _, c in hand[me]:kinds() do may.play(c) end end
function act.play(me, c: card) move(c, hand[me], deck) if t.cost[c] > 1 then win(me) else win(3 - me) end end
";

/// A command that is done again and again, and is ended with the test.
struct Watched {
    child: Child,
    errors: std::path::PathBuf,
}

impl Watched {
    fn begin(folder: &Path, arguments: &[&str]) -> Self {
        let errors = folder.join("errors.txt");
        let child = Command::new(assert_cmd::cargo::cargo_bin!("ludometer"))
            .current_dir(folder)
            .args(arguments)
            .arg("--watch")
            .stdout(Stdio::null())
            .stderr(File::create(&errors).unwrap())
            .spawn()
            .unwrap();
        Self { child, errors }
    }

    /// Waits until it waits for the `nth` time, and returns what it told.
    fn waits(&self, nth: usize) -> String {
        let begun = Instant::now();
        loop {
            let told = fs::read_to_string(&self.errors).unwrap();
            if told.matches("waiting for a change of").count() >= nth {
                return told;
            }
            assert!(begun.elapsed() < Duration::from_secs(100), "{told}");
            sleep(Duration::from_millis(20));
        }
    }

    /// Interrupts it as Ctrl-C does, and returns its exit status.
    fn interrupt(mut self) -> Option<i32> {
        Command::new("kill").args(["-INT", &self.child.id().to_string()]).status().unwrap();
        let begun = Instant::now();
        loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                return status.code();
            }
            // Tests in the background of a script are started so that an interrupt is ignored.
            assert!(begun.elapsed() < Duration::from_secs(60), "it does not end when it is interrupted");
            sleep(Duration::from_millis(20));
        }
    }
}

impl Drop for Watched {
    fn drop(&mut self) {
        // It is over, or the test has failed.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn a_run_is_done_again_when_its_sheet_changes() {
    let folder = temporary_folder();
    let path = |name: &str| folder.path().join(name);
    fs::write(path("cards.csv"), SHEET).unwrap();
    fs::write(path("game.luau"), SCRIPT).unwrap();
    let run = ["run", "game.luau", "--bots", "random", "--games", "40", "--quiet", "--out", "out"];
    let copies = || {
        let record = json(&fs::read_to_string(path("out/run.json")).unwrap());
        record["rules"].to_string()
    };
    let watched = Watched::begin(folder.path(), &run);
    let told = watched.waits(1);
    assert!(told.contains("cards.csv, game.luau; Ctrl-C ends it"), "{told}");
    let first = copies();
    fs::write(path("cards.csv"), SHEET.replace("Fox,6", "Fox,16")).unwrap();
    let told = watched.waits(2);
    assert!(told.contains(": cards.csv changed \u{2500}"), "{told}");
    let second = copies();
    assert_ne!(first, second);
    // A mistake is told, and mended.
    fs::write(path("game.luau"), SCRIPT.replace("win(me)", "win(me")).unwrap();
    let told = watched.waits(3);
    assert!(told.contains("ludometer: game.luau:"), "{told}");
    fs::write(path("game.luau"), SCRIPT).unwrap();
    watched.waits(4);
    fs::write(path("cards.csv"), SHEET).unwrap();
    watched.waits(5);
    assert_eq!(copies(), first);
    assert_eq!(watched.interrupt(), Some(0));
    // What stood in the folder before is not its own.
    let watched = Watched::begin(folder.path(), &run);
    let told = watched.waits(1);
    assert!(told.contains("--force"), "{told}");
    fs::write(path("cards.csv"), SHEET.replace("Fox,6", "Fox,26")).unwrap();
    watched.waits(2);
    assert_eq!(copies(), first);
    assert_eq!(watched.interrupt(), Some(0));
}

#[test]
fn a_script_is_validated_again_when_it_changes() {
    let folder = temporary_folder();
    let path = |name: &str| folder.path().join(name);
    fs::write(path("cards.csv"), SHEET).unwrap();
    fs::write(path("game.luau"), SCRIPT).unwrap();
    let watched = Watched::begin(folder.path(), &["validate", "game.luau", "--games", "2"]);
    watched.waits(1);
    fs::write(path("game.luau"), SCRIPT.replace("win(me)", "mine(me)")).unwrap();
    let told = watched.waits(2);
    assert!(told.contains(": game.luau changed \u{2500}") && told.contains("mine"), "{told}");
    assert_eq!(watched.interrupt(), Some(0));
}
