//! `rules`: a whole rule set as TOML, or the sheet of its cards.

use std::io::ErrorKind;
use std::path::Path;

use super::args::RulesArgs;
use super::error::CliError;
use super::input::{InputError, find_game};
use super::output::{print_as_it_is, warn};
use super::plan::{load_usual, rule_set};
use super::sheet;
use crate::registry::{Entry, Games};
use ludometer_model::{Program, shell_word};
use ludometer_report::write_file;
use ludometer_run::AnyGame;

pub(super) fn rules(games: &Games, args: &RulesArgs) -> Result<(), CliError> {
    let entry = find_game(games, &args.game)?;
    // Loaded to refuse what can't be played, and to warn of what is odd.
    let game = load_usual(&entry, rule_set(&entry, &args.rules)?)?;
    warn(game.warnings());
    if let Some(path) = &args.sheet {
        return sheet::write_copies(&entry, &*game, path);
    }
    let text = rules_text(&entry, &*game);
    match &args.out {
        Some(path) => write_output(path, text.as_bytes(), "-o"),
        None => Ok(print_as_it_is(&text)?),
    }
}

/// Returns the whole rule set of a game as a file.
pub(crate) fn rules_text(entry: &Entry, game: &dyn AnyGame) -> String {
    let rules = game.rules();
    format!(
        "# {title}: rule set {hash}\n\
         # Change what you like and play by it: {program} run {id} --rules <this file>\n\
         # Keys that are left out keep their defaults.\n\n{rules}",
        title = entry.title(),
        hash = rules.hash(),
        program = Program::current().name,
        id = shell_word(entry.id()),
        rules = rules.to_toml(),
    )
}

/// Writes a file that this option names.
pub(super) fn write_output(path: &Path, bytes: &[u8], option: &str) -> Result<(), CliError> {
    write_file(path, bytes).map_err(|source| {
        // A path that can't be is bad input, a full disk is not.
        match source.source.kind() {
            ErrorKind::NotFound
            | ErrorKind::PermissionDenied
            | ErrorKind::NotADirectory
            | ErrorKind::IsADirectory => CliError::Input(InputError::output(&source, option)),
            _ => CliError::File(source),
        }
    })
}
