//! Small playable scripts to begin with.

/// A script to begin with: its name and its text, in which `TITLE` stands for the title.
#[derive(Clone, Copy, Debug)]
pub struct Template {
    /// Its name on the command line.
    pub name: &'static str,
    text: &'static str,
}

/// All templates.
pub const TEMPLATES: &[Template] = &[
    Template { name: "cards", text: include_str!("templates/cards.luau") },
    Template { name: "tricks", text: include_str!("templates/tricks.luau") },
    Template { name: "draft", text: include_str!("templates/draft.luau") },
    Template { name: "dice", text: include_str!("templates/dice.luau") },
    Template { name: "board", text: include_str!("templates/board.luau") },
];

/// The file name of [`EDITOR_TYPES`].
pub const EDITOR_TYPES_FILE: &str = "ludometer.d.luau";

/// The names of scripts with their types, for editors that complete them.
pub const EDITOR_TYPES: &str = include_str!("templates/ludometer.d.luau");

impl Template {
    /// Returns the script of a game with this title.
    pub fn script(&self, title: &str) -> String {
        // A title stands in a comment and in a text in quotes.
        let plain: String = title.chars().filter(|c| !matches!(c, '"' | '\\') && !c.is_control()).collect();
        self.text.replace("TITLE", &plain)
    }
}
