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

/// With `UPDATE=1` the examples are written anew.
#[test]
fn the_games_in_the_examples_are_as_the_commands_tell_them() {
    let folder = temporary_folder();
    let examples = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/watched");
    let update = std::env::var_os("UPDATE").is_some();
    for [game, players, number] in WATCHED {
        let of = [game, "--players", players, "--game", number];
        let page = format!("{game}.html");
        let worlds = ["--worlds", "100", "--quiet"];
        prints(folder.path(), &[&["watch"], &of[..], &worlds, &["--out", &page]].concat());
        let made = [
            (page.clone(), fs::read_to_string(folder.path().join(&page)).unwrap()),
            (format!("{game}-narrated.txt"), prints(folder.path(), &[&["trace"], &of[..]].concat())),
            (format!("{game}-review.txt"), prints(folder.path(), &[&["review"], &of[..], &worlds].concat())),
        ];
        for (name, text) in made {
            let path = examples.join(&name);
            if update {
                fs::write(&path, &text).unwrap();
            }
            let kept = fs::read_to_string(&path).unwrap_or_default();
            assert!(kept == text, "{name} is another one now: UPDATE=1 writes it anew");
        }
    }
}
