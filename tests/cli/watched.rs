//! The games in `examples/watched`: they are what the commands make of them.

use std::fs;
use std::path::Path;

use crate::{prints, temporary_folder};

/// Of each game design a short game: its id, players, the game's number.
const WATCHED: [[&str; 3]; 5] = [
    ["pure-profit", "2", "26"],
    ["even-odd", "3", "19"],
    ["greed-street", "2", "20"],
    ["film-rummy", "3", "51"],
    ["im-the-boss", "3", "8"],
];

/// The game whose values take twenty times as long as those of all others.
const LONG: &str = "im-the-boss";

#[test]
fn the_games_in_the_examples_are_as_the_commands_tell_them() {
    are_as_told(|game, file| game != LONG || file.ends_with("-narrated.txt"));
}

#[test]
#[ignore = "long: cargo xtask nightly long-tests"]
fn the_long_game_in_the_examples_is_as_the_commands_tell_it() {
    are_as_told(|game, _| game == LONG);
}

/// Holds these files of the examples against what the commands tell. With `UPDATE=1` they are written anew.
fn are_as_told(wanted: impl Fn(&str, &str) -> bool) {
    let folder = temporary_folder();
    let examples = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/watched");
    let update = std::env::var_os("UPDATE").is_some();
    for [game, players, number] in WATCHED {
        let of = [game, "--players", players, "--game", number];
        let worlds = ["--worlds", "100", "--quiet"];
        for ending in [".html", "-narrated.txt", "-review.txt"] {
            let name = format!("{game}{ending}");
            if !wanted(game, &name) {
                continue;
            }
            let text = match ending {
                ".html" => {
                    prints(folder.path(), &[&["watch"], &of[..], &worlds, &["--out", &name]].concat());
                    fs::read_to_string(folder.path().join(&name)).unwrap()
                }
                "-review.txt" => prints(folder.path(), &[&["review"], &of[..], &worlds].concat()),
                _ => prints(folder.path(), &[&["trace"], &of[..]].concat()),
            };
            let path = examples.join(&name);
            if update {
                fs::write(&path, &text).unwrap();
            }
            let kept = fs::read_to_string(&path).unwrap_or_default();
            assert!(
                kept == text,
                "{name} is another one now: UPDATE=1 writes it anew (that of {LONG} with --ignored)"
            );
        }
    }
}
