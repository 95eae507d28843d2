//! Command lines that are no specification's: commands on one game, and the settings of rules as they are typed.

use std::fmt::Write as _;

use super::args::ReplayArgs;
use super::plan::TablePlan;
use ludometer_bots::{BotSpec, OnBotError};
use ludometer_model::{Program, RuleSet, Value, shell_word};
use ludometer_run::Seating;
use ludometer_spec::Side;

/// A command line that grows word by word. What the options are derived from is checked already, so it does the same
/// from anywhere, whatever became of rule files.
pub(super) struct CommandLine(String);

impl CommandLine {
    /// Begins with the program, a command and a game.
    pub(super) fn new(command: &str, game: &str) -> Self {
        Self(format!("{} {command} {}", Program::current().name, shell_word(game)))
    }

    /// Begins with all that decides what is played at a table.
    pub(super) fn of_table(command: &str, table: &TablePlan) -> Self {
        Self(table.spec().command(command))
    }

    /// Adds an option with its value.
    #[expect(clippy::needless_pass_by_value, reason = "most values are numbers, or texts made for it")]
    pub(super) fn option(mut self, name: &str, value: impl ToString) -> Self {
        let _ = write!(self.0, " {name} {}", shell_word(&value.to_string()));
        self
    }

    /// Adds an option for each value.
    pub(super) fn each<T: ToString>(self, name: &str, values: impl IntoIterator<Item = T>) -> Self {
        values.into_iter().fold(self, |line, value| line.option(name, value))
    }

    /// Adds an option with several values, if there are any.
    pub(super) fn list<T: ToString>(mut self, name: &str, values: impl IntoIterator<Item = T>) -> Self {
        for (i, value) in values.into_iter().enumerate() {
            let name = if i == 0 { format!(" {name}") } else { String::new() };
            let _ = write!(self.0, "{name} {}", shell_word(&value.to_string()));
        }
        self
    }

    /// Adds an option without a value, if it is given.
    pub(super) fn flag(mut self, name: &str, is_given: bool) -> Self {
        if is_given {
            let _ = write!(self.0, " {name}");
        }
        self
    }

    /// Adds the bots: one for all seats if they are alike.
    pub(super) fn bots(self, bots: &[BotSpec]) -> Self {
        self.line_up("--bots", bots)
    }

    /// Adds an option that names bots: one for all seats if they are alike.
    pub(super) fn line_up(self, name: &str, bots: &[BotSpec]) -> Self {
        let all_alike = bots.iter().all(|bot| bot.is_same(&bots[0]));
        let different = if all_alike { &bots[..bots.len().min(1)] } else { bots };
        self.list(name, different.iter().map(BotSpec::to_arg))
    }

    /// Adds who sits where, if it is not the usual way.
    pub(super) fn seats(self, seats: Seating) -> Self {
        self.flag("--seats fixed", seats == Seating::Fixed)
    }

    /// Adds the option that confines the programs among these bots, if they are.
    pub(super) fn sandbox(self, bots: &[BotSpec]) -> Self {
        self.flag("--sandbox", bots.iter().any(|bot| bot.confined))
    }

    /// Adds the options of this name that make these rules of the defaults; the number of seats is none of them.
    pub(super) fn rules(self, name: &str, rules: &RuleSet) -> Self {
        self.each(name, settings(rules))
    }

    /// Returns the whole line.
    pub(super) fn finish(self) -> String {
        self.0
    }
}

/// Returns the command that shows a game of a table.
pub(super) fn trace(table: &TablePlan, game: u64) -> String {
    CommandLine::of_table("trace", table).option("--game", game).finish()
}

/// Begins a command on a game of a run: with the options of the run, its bots as the option of this name, or with the
/// run's folder where that was named.
pub(super) fn replayed(command: &str, bots: &str, table: &TablePlan, replay: &ReplayArgs) -> CommandLine {
    let line = CommandLine::new(command, table.entry.id());
    let line = match &replay.run {
        Some(folder) => line.option("--run", folder.display()).each("--side", replay.side.map(Side::name)),
        None => line
            .option("--players", table.game.seats())
            .line_up(bots, &table.bots)
            .option("--seed", table.seed)
            .seats(table.seats)
            .sandbox(&table.bots)
            .rules("--set", table.game.rules()),
    };
    line.option("--game", replay.index)
}

/// Returns what makes these rules of the defaults, as `key=value`; the number of seats is none of it.
pub(crate) fn settings(rules: &RuleSet) -> Vec<String> {
    let schema = rules.schema();
    let entries = rules.entries().into_iter().filter(|(key, value)| rules.default_of(key) != Some(value));
    let changes = entries.filter(|(key, _)| schema.seats_key.as_deref() != Some(*key));
    changes.map(|(key, value)| format!("{key}={value}")).collect()
}

/// Returns the keys in which a rule set differs from another, with its values.
pub(super) fn changes(rules: &RuleSet, from: &RuleSet) -> Vec<(String, Value)> {
    let changed = rules.entries().into_iter().filter(|(key, value)| from.get(key) != Some(value));
    changed.map(|(key, value)| (key.to_owned(), value.clone())).collect()
}

/// Returns what becomes of a play in which one of these bots fails.
pub(super) fn on_bot_error(bots: &[BotSpec]) -> OnBotError {
    let forfeits = bots.iter().any(|bot| bot.on_error == OnBotError::Forfeit);
    if forfeits { OnBotError::Forfeit } else { OnBotError::Stop }
}
