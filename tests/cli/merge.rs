//! Shards and their merge.

use std::fs;
use std::path::Path;

use ludometer::registry::GAMES;

use crate::bad_input::paragraph;
use crate::{csv_files, files, json, ludometer, prints, temporary_folder};

/// Two kinds of bots, rows of plays, and a number of plays that no number of parts divides evenly.
const RUN: [&str; 10] =
    ["run", "pure-profit", "--players", "3", "--bots", "greedy", "random", "greedy", "--games", "2003"];

fn run(folder: &Path, more: &[&str]) {
    ludometer(folder, &RUN).args(more).assert().success();
}

fn shards(folder: &Path, of: usize, more: &[&str]) -> Vec<String> {
    let play = |i: usize| {
        let out = format!("s{i}");
        let shard = format!("{i}/{of}");
        run(folder, &[&["--shard", &shard, "--out", &out], more].concat());
        out
    };
    (1..=of).map(play).collect()
}

#[test]
fn a_shard_is_what_the_script_for_ray_checks() {
    let folder = temporary_folder();
    let path = folder.path();
    let run =
        ["run", "pure-profit", "--games", "40", "--shard", "2/2", "--per-game", "--quiet", "--out", "s2"];
    prints(path, &run);
    let check = "import sys, pathlib\n\
        sys.path.insert(0, sys.argv[1])\n\
        import ray_run\n\
        files = {file.name: file.read_bytes() for file in pathlib.Path('s2').iterdir()}\n\
        print(ray_run.check_shard(files, 2, 2)[0], ray_run.check_shard(files, 1, 2)[0])\n\
        files['games.csv'] += b'x'\n\
        print(ray_run.check_shard(files, 2, 2)[0])";
    let scripts = concat!(env!("CARGO_MANIFEST_DIR"), "/scripts");
    let mut python = std::process::Command::new("python3");
    let out = python.args(["-c", check, scripts]).current_dir(path).output().unwrap();
    let text = String::from_utf8(out.stdout).unwrap();
    let errors = String::from_utf8_lossy(&out.stderr).into_owned();
    let mut lines = text.lines();
    assert!(lines.next().is_some_and(|line| line.starts_with("None it is another shard")), "{text}{errors}");
    assert_eq!(lines.next(), Some("games.csv is missing or damaged"), "{errors}");
}

#[test]
fn merged_shards_make_the_bytes_of_one_run() {
    for of in [1, 2, 7] {
        let folder = temporary_folder();
        let path = folder.path();
        let mut outs = shards(path, of, &["--per-game"]);
        run(path, &["--per-game", "--out", "whole"]);
        // In any order.
        outs.reverse();
        let text = prints(path, &[&["merge", "--out", "merged"], &*refs(&outs)].concat());
        assert!(text.contains("2,003 games"), "{text}");
        assert!(csv_files(&path.join("merged")) == csv_files(&path.join("whole")), "{of} shards");
        let record = |name: &str| json(&fs::read_to_string(path.join(name).join("run.json")).unwrap());
        let (merged, whole) = (record("merged"), record("whole"));
        for key in
            ["version", "command", "rules", "rules_hash", "bots", "seed", "games", "options_hash", "shard"]
        {
            assert_eq!(merged[key], whole[key], "{key}");
        }
        assert_eq!(files(&path.join("merged")).len(), files(&path.join("whole")).len());
        assert_eq!(record("s1")["shard"], format!("1/{of}"));
    }
}

#[test]
fn the_plays_of_a_shard_can_be_traced_from_its_folder() {
    let folder = temporary_folder();
    let path = folder.path();
    let run = ["run", "pure-profit", "--bots", "random", "--games", "10", "--quiet", "--out"];
    for shard in ["1/3", "2/3", "3/3"] {
        ludometer(path, &[&run[..], &[&shard[..1], "--shard", shard]].concat()).assert().success();
    }
    prints(path, &["merge", "2", "3", "--partial", "--out", "23", "--quiet"]);
    for (out, plays) in [("1", 0..3), ("2", 3..6), ("3", 6..10), ("23", 3..10)] {
        for play in [0, 2, 3, 5, 6, 9, 10] {
            let play_text = play.to_string();
            let trace = ["trace", "--run", out, "--game", &play_text];
            if plays.contains(&play) {
                let reported = ["trace", "pure-profit", "--bots", "random", "--game", &play_text];
                assert_eq!(prints(path, &trace), prints(path, &reported), "play {play} of {out}");
            } else {
                let said = paragraph(path, &trace, 2);
                assert!(
                    said.contains(&format!("of the run has the games {} to {}", plays.start, plays.end - 1)),
                    "{said}"
                );
            }
        }
    }
}

fn refs(texts: &[String]) -> Vec<&str> {
    texts.iter().map(String::as_str).collect()
}

#[test]
fn shards_of_every_game_merge() {
    for entry in GAMES.iter() {
        let game = entry.id();
        let folder = temporary_folder();
        let options = ["run", game, "--bots", "random", "--games", "301", "--out"];
        for i in ["1", "2", "3"] {
            let shard = format!("{i}/3");
            prints(folder.path(), &[&options[..], &[i, "--shard", &shard]].concat());
        }
        prints(folder.path(), &[&options[..], &["whole"]].concat());
        prints(folder.path(), &["merge", "1", "2", "3", "--out", "merged"]);
        assert!(
            csv_files(&folder.path().join("merged")) == csv_files(&folder.path().join("whole")),
            "{game}"
        );
    }
}

#[test]
fn analyses_merge() {
    let folder = temporary_folder();
    let path = folder.path();
    shards(path, 3, &["--analyze"]);
    run(path, &["--analyze", "--out", "whole"]);
    prints(path, &["merge", "s1", "s2", "s3", "--out", "merged"]);
    for name in ["metrics.csv", "findings.csv"] {
        assert!(files(&path.join("whole")).contains_key(name));
    }
    // Findings are those of the whole.
    assert!(!files(&path.join("s1")).contains_key("findings.csv"));
    assert!(csv_files(&path.join("merged")) == csv_files(&path.join("whole")));
}

/// What makes the bytes of Parquet files is tested with their reader; here, that they are the same.
#[test]
fn parquet_tables_merge_and_go_on() {
    let folder = temporary_folder();
    let path = folder.path();
    let parquet = ["--format", "parquet"];
    shards(path, 3, &parquet);
    run(path, &["--out", "whole", "--format", "parquet"]);
    run(path, &["--out", "one", "--format", "parquet", "--threads", "1", "--checkpoint", "0"]);
    prints(path, &["merge", "s1", "s2", "s3", "--out", "merged"]);
    let table = |name: &str| fs::read(path.join(name).join("games.parquet")).unwrap();
    let whole = table("whole");
    assert!(whole.starts_with(b"PAR1") && whole.ends_with(b"PAR1"));
    assert!(whole == table("merged") && whole == table("one"));
    assert!(!path.join("whole/games.csv").exists());
    assert_eq!(files(&path.join("one")).len(), 9, "{:?}", files(&path.join("one")).keys());
    // A damaged table of a shard is named.
    let name = path.join("s2/games.parquet");
    let mut bytes = fs::read(&name).unwrap();
    bytes[1000] ^= 1;
    fs::write(&name, bytes).unwrap();
    let text = paragraph(path, &["merge", "s1", "s2", "s3", "--out", "no"], 2);
    assert!(text.contains("s2/games.parquet is missing or damaged"), "{text}");
}

/// A game that counts figures of its own.
pub(crate) const OWN: &str = "game.title, game.seats = \"Own\", { 3, 3 }
card(\"die\", 1)
number(\"turns\", 0)
local points = numbers(0)
function game.setup() start(1) end
function game.turn(me) go.throw(me) end
function step.throw() may.throw() end
function act.throw(me)
	local n = below(5)
	metric(\"thrown\", n - 1, me)
	if n == 4 then metric(\"fours\", 1) end
	metric_by(\"pips\", 1, n)
	ratio(\"big\", n, 4)
	points[me] += n
	v.turns += 1
	if v.turns == 6 then game_over() else end_turn() end
end
function game.score(seat) return points[seat] end
";

/// What a script counts itself stands in the tables of games: numbers of the game, of each seat, and both sums of ratios.
#[test]
fn own_figures_are_in_tables_of_games() {
    let folder = temporary_folder();
    let path = folder.path();
    fs::write(path.join("own.luau"), OWN).unwrap();
    let play = |more: &[&str]| {
        let run = ["run", "own.luau", "--bots", "random", "greedy", "random", "--games", "301", "--quiet"];
        prints(path, &[&run[..], more].concat());
    };
    play(&["--per-game", "--out", "whole"]);
    let own =
        "own_thrown_seat_0,own_thrown_seat_1,own_thrown_seat_2,own_fours,own_pips,own_big_part,own_big_whole";
    let header = crate::header(&path.join("whole/games.csv"));
    assert!(header.ends_with(&format!("strategy_2,score_2,rank_2,{own}")), "{header}");
    let (games, summary) =
        (crate::rows(&path.join("whole/games.csv")), crate::rows(&path.join("whole/summary.csv")));
    let number = |row: &std::collections::BTreeMap<String, String>, column: &str| -> i64 {
        row[column].parse().unwrap_or_else(|_| panic!("{column}: {row:?}"))
    };
    for row in &games {
        let score = |seat: usize| number(row, &format!("score_{seat}"));
        for seat in 0..3 {
            assert_eq!(number(row, &format!("own_thrown_seat_{seat}")), score(seat) - 2, "{row:?}");
        }
        assert_eq!(number(row, "own_pips"), score(0) + score(1) + score(2), "{row:?}");
        assert_eq!(
            (number(row, "own_big_part"), number(row, "own_big_whole")),
            (number(row, "own_pips"), 24)
        );
    }
    // The summary is the mean of the table.
    let sum: i64 = games.iter().map(|row| number(row, "own_fours")).sum();
    let mean = &summary.iter().find(|row| row["metric"] == "own_fours").unwrap()["value"];
    assert!((mean.parse::<f64>().unwrap() - sum as f64 / 301.0).abs() < 1e-9, "{mean}");
    // In parts, with several threads, and analysed, the tables are the same.
    for (format, file) in [("csv", "games.csv"), ("parquet", "games.parquet")] {
        let table = |out: &str| fs::read(path.join(out).join(file)).unwrap();
        let of = |name: &str| format!("{format}-{name}");
        play(&["--format", format, "--per-game", "--threads", "1", "--checkpoint", "0", "--out", &of("one")]);
        for shard in ["1", "2"] {
            let out = of(shard);
            play(&["--format", format, "--per-game", "--shard", &format!("{shard}/2"), "--out", &out]);
        }
        prints(path, &["merge", &of("1"), &of("2"), "--out", &of("merged")]);
        play(&["--format", format, "--per-game", "--analyze", "--out", &of("analysed")]);
        assert!(table(&of("one")) == table(&of("merged")), "{format}");
        assert!(table(&of("one")) == table(&of("analysed")), "{format}");
        prints(path, &["report", &of("merged")]);
    }
    assert!(
        fs::read(path.join("csv-one/games.csv")).unwrap() == fs::read(path.join("whole/games.csv")).unwrap()
    );
}

#[test]
fn consecutive_shards_join_into_one_that_merges() {
    let folder = temporary_folder();
    let path = folder.path();
    shards(path, 5, &["--per-game"]);
    run(path, &["--per-game", "--out", "whole"]);
    prints(path, &["merge", "s3", "s2", "--partial", "--out", "middle"]);
    assert_eq!(
        json(&fs::read_to_string(path.join("middle/run.json")).unwrap())["shard"],
        serde_json::json!("2-3/5")
    );
    prints(path, &["merge", "s5", "middle", "s1", "s4", "--out", "merged"]);
    assert!(csv_files(&path.join("merged")) == csv_files(&path.join("whole")));
    let text = paragraph(path, &["merge", "s1", "s2", "middle", "s4", "s5", "--out", "no"], 2);
    assert!(text.contains("s2 and middle hold the same games (shards 2/5 and 2-3/5)"), "{text}");
    let text = paragraph(path, &["merge", "s1", "s3", "--partial", "--out", "no"], 2);
    assert!(text.contains("of 5 shards 2 is missing"), "{text}");
}

#[test]
fn shards_that_do_not_belong_together_are_named() {
    let folder = temporary_folder();
    let path = folder.path();
    shards(path, 3, &["--per-game"]);
    run(path, &["--shard", "3/3", "--out", "norows"]);
    run(path, &["--shard", "3/3", "--out", "seed", "--per-game", "--seed", "9"]);
    run(path, &["--shard", "3/3", "--out", "rules", "--per-game", "--set", "bank.goal=8"]);
    run(path, &["--shard", "4/4", "--out", "four", "--per-game"]);
    run(path, &["--out", "whole"]);
    fs::create_dir(path.join("empty")).unwrap();
    fs::create_dir(path.join("unfinished")).unwrap();
    fs::write(path.join("unfinished/checkpoint.bin"), "x").unwrap();
    let cases: [(&[&str], &[&str]); 11] = [
        (&["s1", "s2"], &["of 3 shards 3 is missing"]),
        (&["s2"], &["of 3 shards 1, 3 are missing"]),
        (&["s1", "s2", "s3", "s2"], &["s2 and s2 hold the same games"]),
        (&["s1", "s2", "norows"], &["s1 and norows", "`per_game` is false instead of true"]),
        (&["s1", "s2", "seed"], &["s1 and seed", "`seed` is 9 instead of 0"]),
        (&["s1", "s2", "rules"], &["s1 and rules", "`bank.goal` is 8 instead of"]),
        (&["s1", "s2", "four"], &["s1 and four", "3 shards, the other in 4"]),
        (&["s1", "s2", "whole"], &["whole holds no finished shard", "--shard i/n"]),
        (&["s1", "s2", "empty"], &["empty holds no finished shard"]),
        (&["s1", "s2", "unfinished"], &["unfinished holds no finished shard", "--resume"]),
        (&["s1", "s2", "nowhere"], &["nowhere holds no finished shard", "no such folder"]),
    ];
    for (folders, words) in cases {
        let text = paragraph(path, &[&["merge", "--out", "no"], folders].concat(), 2);
        for word in words {
            assert!(text.contains(word), "{folders:?}: {text}");
        }
        assert!(!path.join("no").exists(), "{folders:?} wrote something");
    }
    let text = paragraph(path, &["merge", "s1", "s2", "s3", "--out", "s2", "--force"], 2);
    assert!(text.contains("`--out s2` is one of the shards"), "{text}");
    let text = paragraph(path, &["merge", "s1", "s2", "s3", "--out", "whole"], 2);
    assert!(text.contains("whole is not empty") && !text.contains("--resume"), "{text}");
    paragraph(path, &["merge", "--out", "no"], 2);
    prints(path, &["merge", "s1", "s2", "s3", "--out", "whole", "--force"]);
}

/// What a broken worker or disk may hand in instead of a shard.
#[test]
fn garbage_and_damage_are_named() {
    let folder = temporary_folder();
    let path = folder.path();
    shards(path, 2, &["--per-game"]);
    let merge = ["merge", "s1", "s2", "--out", "no"];
    let refused = |file: &str, what: &str| {
        let text = paragraph(path, &merge, 2);
        assert!(text.contains(file) && text.contains("play this shard again"), "{what}: {text}");
        assert!(!path.join("no").exists());
    };
    for file in ["s2/shard.bin", "s2/games.csv"] {
        let name = path.join(file);
        let bytes = fs::read(&name).unwrap();
        let length = bytes.len();
        for at in [0, 30, length / 3, length / 2, length - 2] {
            let mut damaged = bytes.clone();
            damaged[at] ^= 4;
            fs::write(&name, damaged).unwrap();
            refused(file, &format!("byte {at}"));
        }
        for garbage in
            [&b""[..], b"garbage", &[0xff; 5000], &bytes[..length - 1], &[&bytes[..], b"\n"].concat()]
        {
            fs::write(&name, garbage).unwrap();
            refused(file, &format!("{} bytes of garbage", garbage.len()));
        }
        fs::write(&name, bytes).unwrap();
    }
    fs::rename(path.join("s2/games.csv"), path.join("kept.csv")).unwrap();
    refused("s2/games.csv", "no table");
    fs::rename(path.join("kept.csv"), path.join("s2/games.csv")).unwrap();
    // The same shard handed in twice under another name.
    fs::create_dir(path.join("copy")).unwrap();
    for (name, bytes) in files(&path.join("s2")) {
        fs::write(path.join("copy").join(name), bytes).unwrap();
    }
    let text = paragraph(path, &["merge", "s1", "s2", "copy", "--out", "no"], 2);
    assert!(text.contains("s2 and copy hold the same games"), "{text}");
    prints(path, &["merge", "s1", "copy", "--out", "fine"]);
}

#[test]
fn parts_that_a_run_has_not() {
    let folder = temporary_folder();
    for shard in ["0/2", "3/2", "1", "a/b", "1/0"] {
        let text = paragraph(folder.path(), &["run", "pure-profit", "--shard", shard], 2);
        assert!(text.contains("--shard") && text.contains("i/n"), "{text}");
    }
    for option in ["--skill", "--card-values", "--analyze=deep"] {
        let text = paragraph(folder.path(), &["run", "pure-profit", "--shard", "1/2", option], 2);
        assert!(text.contains(option) && text.contains("belongs to the whole run"), "{text}");
    }
    let text = paragraph(folder.path(), &["run", "pure-profit", "--games", "3", "--shard", "1/4"], 2);
    assert!(text.contains("3 games can be split in at most 3 parts"), "{text}");
    assert!(files(folder.path()).is_empty());
}
