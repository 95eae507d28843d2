//! All that can go wrong, with its exit status and one paragraph about it.

use std::io;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use thiserror::Error;

use super::input::InputError;
use super::output::{OutputError, Stdout};
use crate::registry::Games;
use ludometer_bots::ConfineError;
use ludometer_model::{Program, did_you_mean, is_hidden, nearest};
use ludometer_narration::TemplateError;
use ludometer_report::FileError;
use ludometer_run::{AuditError, RunError, TraceError};

/// Why a command did not end well.
#[derive(Debug, Error)]
pub enum CliError {
    /// The command line makes no sense.
    #[error("{0}")]
    Usage(String),
    /// The request can't be carried out. Nothing was played, nothing written.
    #[error(transparent)]
    Input(#[from] InputError),
    /// A bot failed, and the work was to stop then.
    #[error("{0}")]
    BotFailed(String),
    /// Playing failed.
    #[error(transparent)]
    Run(#[from] RunError),
    /// A bot peeked, or can't be audited.
    #[error(transparent)]
    Audit(AuditError),
    /// A game script has mistakes.
    #[error("{0}")]
    Invalid(String),
    /// Replaying a play failed.
    #[error(transparent)]
    Trace(TraceError),
    /// A game design has a sentence that can't be read.
    #[error(transparent)]
    Sentence(#[from] TemplateError),
    /// A file could not be written.
    #[error(transparent)]
    File(#[from] FileError),
    /// Standard output could not be written.
    #[error("writing to standard output failed: {0}")]
    Output(io::Error),
    /// The reader of standard output reads no more.
    #[error("standard output was closed")]
    ClosedPipe,
    /// Help or version was asked for and is printed: nothing is left to do.
    #[error("help or version was printed")]
    Printed,
    /// The user stopped the work.
    #[error("{0}")]
    Interrupted(String),
    /// The time was up before anything was done.
    #[error("nothing was finished within --minutes {minutes}: allow more, or take quicker bots")]
    OutOfTime {
        /// The time.
        minutes: String,
    },
    /// A gate was failed.
    #[error("{0}")]
    GatesFailed(String),
    /// A gate could not be decided, and none was failed.
    #[error("{0}")]
    GatesUndecided(String),
    /// The work failed, but can be gone on with.
    #[error("{source}; the first {kept} are kept; go on with: {command}")]
    Resumable {
        /// Why it failed.
        source: Box<CliError>,
        /// The work that is kept, such as `1,000 plays`.
        kept: String,
        /// The command that goes on with them.
        command: String,
    },
    /// Nothing of the work could be kept.
    #[error("{source}; none of the {what} done could be kept")]
    Lost {
        /// Why it failed.
        source: Box<CliError>,
        /// The work that is lost, such as `plays`.
        what: String,
    },
    /// This process was to become a confined bot and can't.
    #[error(transparent)]
    Confined(ConfineError),
    /// Signals can't be listened to.
    #[error("listening for interruptions failed: {0}")]
    Signals(io::Error),
    /// A defect in this program.
    #[error(
        "this is a bug in {}: {what}; please report it with this text and the command line",
        Program::current()
    )]
    Bug {
        /// The program's description of it.
        what: String,
    },
}

impl From<OutputError> for CliError {
    fn from(OutputError(error): OutputError) -> Self {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Self::ClosedPipe,
            _ => Self::Output(error),
        }
    }
}

impl From<TraceError> for CliError {
    fn from(error: TraceError) -> Self {
        match error {
            // Traces are written to standard output.
            TraceError::Write(error) => OutputError(error).into(),
            error @ TraceError::Play(_) => Self::Trace(error),
            TraceError::NoSuchTurn { from, .. } => {
                InputError::new(format!("`--from {from}`: {error}")).into()
            }
        }
    }
}

/// Returns a text without the numbers that the operating system gives its errors: `(os error 2)`.
fn without_numbers_of_system(mut text: String) -> String {
    const NUMBER: &str = " (os error ";
    while let Some(begin) = text.find(NUMBER) {
        let Some(length) = text[begin..].find(')') else { break };
        text.replace_range(begin..=begin + length, "");
    }
    text
}

/// Lists the exit statuses with what they mean.
pub const EXIT_STATUSES: [(u8, &str); 6] = [
    (0, "done"),
    (1, "a failure while working; what was played is kept"),
    (2, "bad usage or bad input; nothing was played or written"),
    (3, "`check`: a gate failed"),
    (4, "`check`: a gate is undecided"),
    (130, "interrupted; what was played is kept"),
];

impl CliError {
    /// Returns the exit status, one of [`EXIT_STATUSES`].
    pub const fn status(&self) -> u8 {
        match self {
            Self::ClosedPipe | Self::Printed => 0,
            Self::Usage(_) | Self::Input(_) => 2,
            Self::BotFailed(_)
            | Self::Run(_)
            | Self::Audit(_)
            | Self::Invalid(_)
            | Self::Trace(_)
            | Self::Sentence(_)
            | Self::File(_)
            | Self::Output(_)
            | Self::Signals(_)
            | Self::Confined(_)
            | Self::OutOfTime { .. }
            | Self::Bug { .. } => 1,
            Self::GatesFailed(_) => 3,
            Self::GatesUndecided(_) => 4,
            Self::Resumable { source, .. } | Self::Lost { source, .. } => source.status(),
            Self::Interrupted(_) => 130,
        }
    }

    /// Returns what to tell the user, in one line without control characters, or nothing.
    pub fn paragraph(&self) -> Option<String> {
        if matches!(self, Self::ClosedPipe | Self::Printed) {
            return None;
        }
        let text = without_numbers_of_system(self.to_string());
        Some(text.split(is_hidden).filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" "))
    }
}

/// Prints help and version; a usage error becomes one paragraph.
#[expect(clippy::needless_pass_by_value, reason = "it takes what `or_else` hands on")]
pub(super) fn from_clap<T>(games: &Games, error: clap::Error) -> Result<T, CliError> {
    if matches!(error.kind(), ErrorKind::DisplayHelp | ErrorKind::DisplayVersion) {
        let mut out = Stdout::new();
        out.write_styled(&error.render())?;
        out.finish()?;
        return Err(CliError::Printed);
    }
    Err(CliError::Usage(usage_paragraph(games, &error)))
}

/// Returns clap's message and tips, without its layout.
fn usage_paragraph(games: &Games, error: &clap::Error) -> String {
    let text = error.render().to_string();
    let mut usage = None;
    let mut parts: Vec<String> = Vec::new();
    for line in text.lines().map(str::trim).filter(|line| !line.is_empty()) {
        if let Some(line) = line.strip_prefix("Usage:") {
            usage = Some(line.trim().to_owned());
        } else if !line.starts_with("For more information") && !line.contains("as a value, use '-- -") {
            let line = line.strip_prefix("error:").or_else(|| line.strip_prefix("tip:")).unwrap_or(line);
            parts.push(line.trim().to_owned());
        }
    }
    // Of two options one is needed; clap names the first alone.
    let mut text = parts.join("; ").replace(":;", ":").replace(GATES, ANY_GATES);
    match error.kind() {
        // `--set a=1 b=2`: the second setting stands alone.
        ErrorKind::UnknownArgument if text.contains('=') && !text.contains("'-") => {
            text += "; write --set before each setting";
        }
        // `--bots greedy pure-profit`: the game was taken for a bot.
        ErrorKind::MissingRequiredArgument if text.contains("<GAME>") => {
            text += "; name the game before options that take several values, such as --bots";
        }
        ErrorKind::UnknownArgument => {
            if let Some(commands) = commands_with(games, error) {
                text += &format!("; it is an option of {commands}");
            }
        }
        ErrorKind::MissingSubcommand => {
            return format!("name a command; `{} --help` lists all", Program::current().name);
        }
        ErrorKind::InvalidSubcommand => return unknown_command(games, error),
        _ => {}
    }
    match usage {
        Some(usage) => format!("{text} (usage: {usage}; more with --help)"),
        None => format!("{text} (more with --help)"),
    }
}

/// The option that `check` needs, as clap names it, and all ways to say it.
const GATES: &str = "--gates <FILE>";
const ANY_GATES: &str = "--gates <FILE> or --gate <METRIC=MIN..MAX>";

/// The words that people look for as a command, and what does it.
const MEANT: &[(&str, &str)] = &[
    ("analyze", "run GAME --analyze"),
    ("analyse", "run GAME --analyze"),
    ("simulate", "run GAME"),
    ("resume", "run GAME --resume"),
    ("benchmark", "bench"),
];

/// Returns true if one word was typed for the other.
fn is_near(typed: &str, word: &str) -> bool {
    strsim::osa_distance(typed, word) <= word.len() / 3
}

/// Returns the commands that have the option which this one hasn't, as typed.
fn commands_with(games: &Games, error: &clap::Error) -> Option<String> {
    let Some(ContextValue::String(typed)) = error.get(ContextKind::InvalidArg) else { return None };
    let option = typed.strip_prefix("--")?;
    let command = super::args::command(games);
    let has = |command: &&clap::Command| {
        command.get_arguments().any(|arg| arg.get_long() == Some(option) && !arg.is_hide_set())
    };
    let names: Vec<String> =
        command.get_subcommands().filter(has).map(|command| format!("`{}`", command.get_name())).collect();
    let (last, before) = names.split_last()?;
    Some(if before.is_empty() { last.clone() } else { format!("{} and {last}", before.join(", ")) })
}

/// Returns what is said about an unknown command: what was meant, perhaps, or where all stand.
fn unknown_command(games: &Games, error: &clap::Error) -> String {
    let command = super::args::command(games);
    let known: Vec<&str> = command.get_subcommands().map(clap::Command::get_name).collect();
    let typed = match error.get(ContextKind::InvalidSubcommand) {
        Some(ContextValue::String(typed)) => typed.as_str(),
        _ => "",
    };
    let program = Program::current().name;
    if let Some((_, does)) = MEANT.iter().find(|(word, _)| is_near(typed, word)) {
        return format!("there is no command `{typed}`: write `{program} {does}`");
    }
    let distance = |name: &&&str| strsim::osa_distance(typed, name);
    let near = known.iter().filter(|name| is_near(typed, name)).min_by_key(distance).copied();
    let near = did_you_mean(near.or_else(|| nearest(typed, known)));
    format!("there is no command `{typed}`{near}; `{program} --help` lists all")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_paragraph_has_no_control_characters() {
        let error = CliError::Usage("a\x1b[31m\nb".to_owned());
        assert_eq!(error.paragraph().unwrap(), "a [31m b");
        assert_eq!(error.status(), 2);
    }

    #[test]
    fn a_closed_pipe_and_printed_help_are_silent() {
        let closed = CliError::from(OutputError(io::ErrorKind::BrokenPipe.into()));
        assert!(matches!(closed, CliError::ClosedPipe), "{closed:?}");
        for error in [closed, CliError::Printed] {
            assert_eq!((error.status(), error.paragraph()), (0, None), "{error:?}");
        }
        let full = CliError::from(OutputError(io::ErrorKind::StorageFull.into()));
        assert_eq!(full.status(), 1);
        assert!(full.paragraph().unwrap().starts_with("writing to standard output failed"));
    }
}
