//! Shards of sweeps and their merge.

use std::fs;
use std::path::Path;

use crate::bad_input::paragraph;
use crate::{csv_files, files, json, prints, temporary_folder};

/// Seven rule sets, of which one can't be played, in part shared out unevenly.
const SWEEP: [&str; 14] = [
    "sweep",
    "pure-profit",
    "--bots",
    "random",
    "--players",
    "2",
    "--games",
    "160",
    "--vary",
    "bank.goal=4,5,6,99,7,8,9",
    "--metrics",
    "turns",
    "--quiet",
    "--out",
];

fn sweep(path: &Path, out: &str, more: &[&str]) -> String {
    prints(path, &[&SWEEP[..], &[out], more].concat())
}

fn shards(path: &Path, of: usize) -> Vec<String> {
    let play = |i: usize| {
        let (out, shard) = (format!("s{i}"), format!("{i}/{of}"));
        sweep(path, &out, &["--shard", &shard]);
        out
    };
    (1..=of).map(play).collect()
}

#[test]
fn merged_shards_make_the_bytes_of_one_sweep() {
    for of in [1, 2, 7] {
        let folder = temporary_folder();
        let path = folder.path();
        let mut outs = shards(path, of);
        sweep(path, "whole", &[]);
        outs.reverse();
        let refs: Vec<&str> = outs.iter().map(String::as_str).collect();
        let text = prints(path, &[&["merge", "--quiet", "--out", "merged"], &refs[..]].concat());
        assert!(text.contains("7 rule sets, 6 played, 1 invalid"), "{text}");
        assert!(csv_files(&path.join("merged")) == csv_files(&path.join("whole")), "{of} shards");
        let record = |name: &str| {
            let mut record = json(&fs::read_to_string(path.join(name).join("sweep.json")).unwrap());
            record["wall_seconds"] = 0.into();
            record["finished"] = 0.into();
            record
        };
        assert_eq!(record("merged"), record("whole"));
        assert_eq!(files(&path.join("merged")).len(), files(&path.join("whole")).len());
        // A shard is gone on with as any other sweep.
        let text = sweep(path, "s1", &["--shard", &format!("1/{of}"), "--resume"]);
        assert!(text.contains("is finished"), "{text}");
    }
}

#[test]
fn consecutive_shards_of_a_sweep_join_into_one() {
    let folder = temporary_folder();
    let path = folder.path();
    shards(path, 4);
    sweep(path, "whole", &[]);
    prints(path, &["merge", "s3", "s2", "--partial", "--quiet", "--out", "middle"]);
    prints(path, &["merge", "s4", "middle", "s1", "--quiet", "--out", "merged"]);
    assert!(csv_files(&path.join("merged")) == csv_files(&path.join("whole")));
    let text = paragraph(path, &["merge", "s1", "s2", "middle", "s4", "--out", "no"], 2);
    assert!(text.contains("s2 and middle hold the same games (shards 2/4 and 2-3/4)"), "{text}");
}

#[test]
fn shards_of_sweeps_that_do_not_belong_together_are_named() {
    let folder = temporary_folder();
    let path = folder.path();
    shards(path, 2);
    sweep(path, "seed", &["--shard", "2/2", "--seed", "9"]);
    sweep(path, "third", &["--shard", "3/3"]);
    prints(path, &["run", "pure-profit", "--games", "10", "--shard", "2/2", "--out", "run"]);
    let cases: [(&[&str], &[&str]); 6] = [
        (&["s1"], &["of 2 shards 2 is missing"]),
        (&["s1", "s2", "s1"], &["s1 and s1 hold the same games"]),
        (&["s1", "seed"], &["s1 and seed", "`seed` is 9 instead of 0"]),
        (&["s1", "third"], &["s1 and third", "2 shards, the other in 3"]),
        (&["s1", "run"], &["run/shard.bin is no sweep-shard"]),
        (&["s1", "nowhere"], &["nowhere holds no finished shard"]),
    ];
    for (folders, wanted) in cases {
        let text = paragraph(path, &[&["merge", "--out", "no"], folders].concat(), 2);
        for word in wanted {
            assert!(text.contains(word), "{folders:?}: {text}");
        }
        assert!(!path.join("no").exists(), "{folders:?} wrote something");
    }
    let name = path.join("s2/shard.bin");
    let bytes = fs::read(&name).unwrap();
    for at in [3, bytes.len() / 3, bytes.len() / 2, bytes.len() - 5] {
        let mut damaged = bytes.clone();
        damaged[at] ^= 8;
        fs::write(&name, damaged).unwrap();
        let text = paragraph(path, &["merge", "s1", "s2", "--out", "no"], 2);
        assert!(text.contains("s2/shard.bin"), "{text}");
    }
    fs::write(&name, bytes).unwrap();
    let text = paragraph(path, &["merge", "s1", "s2", "--out", "s2", "--force"], 2);
    assert!(text.contains("`--out s2` is one of the shards"), "{text}");
    let text = paragraph(path, &[&SWEEP[..], &["no", "--shard", "1/8"]].concat(), 2);
    assert!(text.contains("7 rule sets can be split in at most 7 parts"), "{text}");
}
