//! Comparisons and checks that go on: after being killed, after Ctrl-C; and what is refused.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::time::Duration;

use crate::bad_input::paragraph;
use crate::going_on::{interrupt, kill_again, kill_on_the_way, type_in_to};
use crate::{files, json, ludometer, temporary_folder};

/// An experiment of short games that plays to its limit, its record and its exit status.
struct Experiment {
    words: &'static [&'static str],
    record: &'static str,
    status: i32,
}

const EXPERIMENTS: [Experiment; 3] = [
    Experiment {
        words: &[
            "compare",
            "pure-profit",
            "--bots",
            "greedy",
            "--players",
            "2",
            "--set",
            "bank.goal=2",
            "--set-b",
            "deck.steal_one=5",
            "--metrics",
            "turns",
            "seat_spread",
            "--precision",
            "0.001",
        ],
        record: "compare.json",
        status: 0,
    },
    Experiment {
        words: &[
            "compare",
            "pure-profit",
            "--players",
            "2",
            "--set",
            "bank.goal=2",
            "--bots",
            "greedy",
            "--a",
            "greedy",
            "--b",
            "greedy",
            "--unpaired",
            "--seats",
            "fixed",
            "--precision",
            "0.001",
        ],
        record: "compare.json",
        status: 0,
    },
    Experiment {
        words: &[
            "check",
            "pure-profit",
            "--bots",
            "greedy",
            "--players",
            "2",
            "--set",
            "bank.goal=2",
            "--gate",
            "turns=5..",
            "--gate",
            "turns=..9.75",
        ],
        record: "check.json",
        status: 4,
    },
];

impl Experiment {
    fn words(&self, out: &str, more: &[&str]) -> Vec<String> {
        let often = ["--quiet", "--checkpoint", "0", "--out", out];
        [self.words, &often, more].concat().into_iter().map(str::to_owned).collect()
    }

    fn ends(&self, folder: &Path, out: &str, more: &[&str]) {
        ludometer(folder, &[]).args(self.words(out, more)).assert().code(self.status);
    }

    /// Returns the files in a folder; of the record, what doesn't tell the time.
    fn results(&self, folder: &Path) -> BTreeMap<String, String> {
        let files = files(folder).into_iter();
        let mut files: BTreeMap<_, _> =
            files.map(|(name, bytes)| (name, String::from_utf8(bytes).unwrap())).collect();
        let mut record = json(&files[self.record]);
        record["wall_seconds"] = 0.into();
        record["finished"] = 0.into();
        files.insert(self.record.to_owned(), record.to_string());
        files
    }
}

#[test]
fn killed_again_and_again_they_end_as_if_nothing_had_happened() {
    for experiment in &EXPERIMENTS {
        let folder = temporary_folder();
        let path = folder.path();
        for kill in 0..3_u64 {
            let threads = ["1", "2", "3"][kill as usize % 3];
            let again = experiment.words("out", &["--games", "30_000", "--resume", "--threads", threads]);
            let after = Duration::from_millis(kill * 7 % 20);
            kill_again(path, &again, "out/checkpoint.bin", kill % 3 != 2, after);
        }
        experiment.ends(path, "out", &["--games", "30_000", "--resume"]);
        experiment.ends(path, "whole", &["--games", "30_000", "--threads", "1"]);
        let whole = experiment.results(&path.join("whole"));
        assert_eq!(experiment.results(&path.join("out")), whole);
        assert_eq!(whole.len(), 5, "{:?}", whole.keys());
    }
}

#[test]
fn interrupted_they_go_on_by_the_command_that_they_print() {
    let [compare, _, check] = &EXPERIMENTS;
    for experiment in [compare, check] {
        let folder = temporary_folder();
        let path = folder.path();
        let words = experiment.words("o ut", &["--games", "40_000"]);
        let command = interrupt(path, &words, "o ut/checkpoint.bin");
        let record = json(&fs::read_to_string(path.join("o ut").join(experiment.record)).unwrap());
        assert_eq!(record["complete"], false);
        assert!(record["games"].as_u64().unwrap() < 40_000, "{record}");
        type_in_to(path, &command, experiment.status);
        experiment.ends(path, "straight", &["--games", "40_000"]);
        let straight = experiment.results(&path.join("straight"));
        assert_eq!(experiment.results(&path.join("o ut")), straight);
        // Once more: all is done, and the verdict is what it was.
        let before = files(&path.join("o ut"));
        let said = type_in_to(path, &command, experiment.status);
        assert!(said.contains("in o ut is finished: there is nothing to go on with"), "{said}");
        assert!(files(&path.join("o ut")) == before, "a finished experiment was changed");
    }
}

#[test]
fn what_is_another_experiment_or_damaged_is_refused() {
    let [compare, _, check] = &EXPERIMENTS;
    for (experiment, cases) in [
        (
            compare,
            [
                (&["--seed", "3"][..], "`seed` is 0 instead of 3"),
                (&["--set-b", "deck.steal_one=6"], "`deck.steal_one` is 5 instead of 6"),
                (&["--unpaired"], "is another one: `"),
                (&["--precision", "0.002"], "`precision` is 0.001 instead of 0.002"),
            ],
        ),
        (
            check,
            [
                (&["--seed", "3"][..], "`seed` is 0 instead of 3"),
                (&["--set", "deck.steal_one=6"], "`deck.steal_one` is 4 instead of 6"),
                (&["--gate", "unfinished=..0.5"], "`gate` is "),
                (&["--confidence", "0.9"], "`confidence` is 0.95 instead of 0.9"),
            ],
        ),
    ] {
        let folder = temporary_folder();
        let path = folder.path();
        let refused = |more: &[&str], wanted: &str| {
            let words = experiment.words("out", more);
            let words: Vec<&str> = words.iter().map(String::as_str).collect();
            let text = paragraph(path, &words, 2);
            assert!(text.contains(wanted), "{text}");
        };
        let games = ["--games", "100_000_000"];
        kill_on_the_way(path, &experiment.words("out", &games), "out/checkpoint.bin");
        let checkpoint = path.join("out/checkpoint.bin");
        let bytes = fs::read(&checkpoint).unwrap();
        for (more, wanted) in cases {
            // Options that may be given once stand in the words already.
            let mut words = experiment.words("out", &[&games[..], &["--resume"]].concat());
            for pair in more.chunks(2) {
                match words.iter().position(|word| word == pair[0] && pair[0] == "--precision") {
                    Some(at) => pair[1].clone_into(&mut words[at + 1]),
                    None => words.extend(pair.iter().map(|&word| word.to_owned())),
                }
            }
            let words: Vec<&str> = words.iter().map(String::as_str).collect();
            let text = paragraph(path, &words, 2);
            assert!(text.contains(wanted) && text.contains("--out out --resume"), "{text}");
        }
        refused(&["--games", "4096", "--resume"], "`games` is 100000000 instead of 4096");
        refused(&["--games", "4096"], "or go on with an unfinished run in it with --resume");
        refused(&["--games", "4096", "--resume", "--force"], "cannot be used");
        assert!(fs::read(&checkpoint).unwrap() == bytes, "a refusal changed the checkpoint");
        for at in [0, 40, bytes.len() / 2, bytes.len() - 1] {
            let mut damaged = bytes.clone();
            damaged[at] ^= 4;
            fs::write(&checkpoint, damaged).unwrap();
            refused(&["--games", "100_000_000", "--resume"], "out/checkpoint.bin");
        }
        experiment.ends(path, "out", &["--games", "4096", "--force"]);
        assert!(!checkpoint.exists());
        refused(&["--games", "8192", "--resume"], "the finished run in out is another one");
    }
    let folder = temporary_folder();
    let text = paragraph(folder.path(), &[check.words, &["--resume"]].concat(), 2);
    assert!(text.contains("`--resume` without --out"), "{text}");
}

#[test]
fn what_has_not_begun_begins() {
    for experiment in &EXPERIMENTS {
        let folder = temporary_folder();
        let words = experiment.words("new", &["--games", "4096", "--resume"]);
        let words: Vec<String> = words.into_iter().filter(|word| word != "--quiet").collect();
        let output = ludometer(folder.path(), &[]).args(words).assert().code(experiment.status);
        let said = String::from_utf8(output.get_output().stderr.clone()).unwrap();
        assert!(said.contains("to go on with in new: it begins"), "{said}");
    }
}
