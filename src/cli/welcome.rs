//! The text of a bare `ludometer`: what the program is for, and what to type next.

use super::args::of_program;
use crate::registry::{Entry, Games};

/// Returns the text, with the games that there are.
pub(super) fn text(games: &Games) -> String {
    let ids: Vec<&str> = games.all().iter().map(Entry::id).collect();
    let text = format!(
        "Ludometer plays a tabletop game many times between bots and says what the game
is like.

Ask
  ludometer study pure-profit
      Is it fair, how long does it take, is it luck or skill?
  ludometer compare pure-profit --set-b deck.steal_one=6
      What does a change of the rules do?
  ludometer tune pure-profit --target turns=60..70 --move deck.steal_one=2..8
      Which counts give the game that you want?
Look
  ludometer watch pure-profit --game 0 -o game.html
      Watch a game step by step in the browser.
  ludometer play pure-profit
      Sit down at the table yourself.
Make
  ludometer new my_game.luau
      Begin a game of your own, as a script.
  ludometer validate my_game.luau
      Is the script sound? See what it says, in sentences.

Games: {}
What a word means: ludometer explain WORD
All commands: ludometer --help
Examples of one: ludometer study --help
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
        assert!(lines.lines().all(|line| line.starts_with("Games: ") || line.len() <= 80), "{lines}");
        let shown = lines.lines().filter(|line| line.starts_with("  ludometer"));
        let mut commands = 0;
        for command in shown {
            // The remark stands behind two spaces.
            let command = command.trim().split("  ").next().unwrap_or_default();
            Args::try_parse_from(command.split_whitespace()).unwrap_or_else(|e| panic!("{command}: {e}"));
            commands += 1;
        }
        assert_eq!(commands, 7);
    }
}
