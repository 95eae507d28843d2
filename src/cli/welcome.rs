//! The text of a bare `ludometer` on a terminal: what the program is for, and what to type next.

use super::args::of_program;
use crate::registry::{Entry, Games};

/// Returns the text, with the games that there are.
pub(super) fn text(games: &Games) -> String {
    let ids: Vec<&str> = games.all().iter().map(Entry::id).collect();
    let text = format!(
        "Ludometer plays a tabletop game many times between bots and tells what the game is like.

Try one of these:
  ludometer run pure-profit                                a batch: who wins, how long it takes
  ludometer compare pure-profit --set-b deck.steal_one=6   what does a change of the rules do?
  ludometer run pure-profit --analyze --games 20_000 --out first && ludometer report first
                                                           a page with findings and plots
  ludometer play pure-profit                               sit down at the table yourself

Games: {}
All commands: ludometer --help; one of them with examples: ludometer run --help
",
        ids.join(", ")
    );
    of_program(games, &text)
}

#[cfg(test)]
mod tests {
    use clap::Parser as _;

    use super::super::args::Args;
    use super::text;
    use crate::registry::Games;

    #[test]
    fn each_command_that_is_shown_can_be_typed() {
        let lines = text(&Games::default());
        let shown = lines.lines().filter(|line| line.starts_with("  ludometer"));
        let mut commands = 0;
        for command in shown.flat_map(|line| line.split("&&")) {
            // The remark stands behind two spaces.
            let command = command.trim().split("  ").next().unwrap_or_default();
            Args::try_parse_from(command.split_whitespace()).unwrap_or_else(|e| panic!("{command}: {e}"));
            commands += 1;
        }
        assert_eq!(commands, 5);
    }
}
