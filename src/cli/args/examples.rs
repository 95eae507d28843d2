//! Help for another program than Ludometer's own: its name, and examples of its own games.

use crate::registry::{Entry, GAMES, Games};
use ludometer_model::Program;

/// What an example has that fits only the game it was written for: its keys, files and seats.
const OF_ONE_GAME: &[&str] = &[
    "--set",
    "--vary",
    "--move",
    "--gate",
    "--target ",
    "--target=",
    ".toml",
    ".luau",
    "--players",
    "--seat ",
    "random random",
    "2,4",
];

/// Returns the text as the program that runs shows it: its name stands for Ludometer's, its first game for those
/// that it hasn't got, and examples that only fit these are left out.
pub(in super::super) fn of_program(games: &Games, text: &str) -> String {
    let program = Program::current();
    if program == Program::LUDOMETER {
        text.to_owned()
    } else {
        adapted(text, program.name, &ids(games.all()))
    }
}

fn ids(games: &[Entry]) -> Vec<&str> {
    games.iter().map(Entry::id).collect()
}

fn adapted(text: &str, name: &str, known: &[&str]) -> String {
    let line = |line: &str| {
        let foreign = ids(&GAMES).into_iter().find(|id| line.contains(id) && !known.contains(id));
        let line = match (foreign, known.first()) {
            (None, _) => line.to_owned(),
            (Some(_), _) if OF_ONE_GAME.iter().any(|part| line.contains(part)) => return None,
            (Some(id), Some(own)) => line.replace(id, own),
            (Some(_), None) => return None,
        };
        Some(line.replace("ludometer", name))
    };
    let text = text.lines().filter_map(line).collect::<Vec<_>>().join("\n");
    // Without an example left, their heading goes too.
    if text.contains(&format!("\n  {name} ")) {
        text
    } else {
        text.replacen("Examples:", "", 1).trim().to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::adapted;

    #[test]
    fn examples_name_the_program_and_its_game() {
        let text = "Examples:\n  ludometer run pure-profit\n  ludometer run even-odd --set win.shoes=4\n  \
                    ludometer games\nludometer trace shows a play.";
        assert_eq!(
            adapted(text, "mine", &["go"]),
            "Examples:\n  mine run go\n  mine games\nmine trace shows a play."
        );
        assert_eq!(adapted("Examples:\n  ludometer run even-odd --set win.shoes=4", "mine", &["go"]), "");
        let built_in = adapted(text, "mine", &["go", "even-odd"]);
        assert!(built_in.contains("  mine run even-odd --set win.shoes=4\n"), "{built_in}");
    }
}
