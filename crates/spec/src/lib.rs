//! Specifications of commands: all that decides what the files of a run, a comparison, a study and so on hold.
//!
//! A specification is one struct a command. Its fields are read from arguments and from JSON alike, and are said nowhere
//! else: a field's doc comment is its help and its description in the JSON Schema, its name is its key in files, and
//! [`Spec::command`] writes the command line that asks for it again. A program asks for some things only (`players` may be
//! missing); one that was checked is complete, and it is what records and checkpoints hold.
//!
//! What decides only how the work is done (threads, folder, shard) is no part of it.

mod commands;
mod table;
mod values;

use std::fmt::Write as _;

use clap::{Arg, ArgAction};
use schemars::JsonSchema;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value as Json};
use thiserror::Error;

pub use commands::{
    CheckSpec, CompareSpec, ExploitSpec, Method, RunSpec, StudySpec, SweepSpec, TournamentSpec, TrainSpec,
    TuneSpec,
};
pub use table::{RuleSpec, TableSpec};
pub use values::{BUDGET, Minutes, OUTPUT, PlaysFormat, Side, on_bot_error, seat, seats, whole, words};

use ludometer_model::{Program, did_you_mean, nearest, shell_word};

/// The specification of a command.
pub trait Spec:
    clap::Args + Serialize + DeserializeOwned + JsonSchema + Clone + PartialEq + Send + 'static
{
    /// The command's name.
    const COMMAND: &'static str;
    /// The file that tells of the work when it has ended; empty where a command leaves no record.
    const RECORD: &'static str = "";
    /// The kind of file that a shard of its work leaves.
    const SHARD: &'static str = "shard";

    /// Returns the table, where there is one for all games.
    fn table(&mut self) -> Option<&mut TableSpec> {
        None
    }

    /// Returns the command line that asks for this. What has its default and is one of a few words is left out.
    fn command(&self) -> String {
        let mut spec = self.clone();
        if let Some(table) = spec.table() {
            table.say_bots_once();
        }
        command_line(Self::COMMAND, &spec)
    }

    /// Reads a specification from JSON.
    ///
    /// # Errors
    /// [`SpecError`]: the key that is missing or has a wrong value, or one that is none of this command's.
    fn read(json: Json) -> Result<Self, SpecError> {
        let fault = |what: String| SpecError { command: Self::COMMAND, what };
        let known = arguments::<Self>();
        let keys = json.as_object().into_iter().flat_map(Map::keys);
        let unknown = |key: &&String| known.iter().all(|arg| arg.get_id() != key.as_str());
        if let Some(key) = keys.into_iter().find(unknown) {
            let near = nearest(key, known.iter().map(|arg| arg.get_id().as_str()));
            return Err(fault(format!("there is no key `{key}`{}", did_you_mean(near))));
        }
        serde_path_to_error::deserialize(json).map_err(|error| match error.path().to_string().as_str() {
            "." => fault(error.inner().to_string()),
            key => fault(format!("`{key}`: {}", error.inner())),
        })
    }

    /// Returns its JSON Schema.
    fn schema() -> Json {
        schemars::schema_for!(Self).to_value()
    }
}

/// A text in JSON that is no specification of the command.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("this is no specification for `{command}`: {what}")]
pub struct SpecError {
    command: &'static str,
    what: String,
}

fn arguments<S: clap::Args>() -> Vec<Arg> {
    S::augment_args(clap::Command::new("")).get_arguments().cloned().collect()
}

/// Returns the command line of a specification, in the order in which its help lists the options.
fn command_line<S: Spec>(command: &str, spec: &S) -> String {
    let Ok(Json::Object(fields)) = serde_json::to_value(spec) else { return String::new() };
    let mut line = format!("{} {command}", Program::current().name);
    for arg in arguments::<S>() {
        if let Some(value) = fields.get(arg.get_id().as_str()) {
            write_argument(&mut line, &arg, value);
        }
    }
    line
}

/// Adds an argument with this value, or nothing where the value is that of an argument that is not given.
fn write_argument(line: &mut String, arg: &Arg, value: &Json) {
    let values: Vec<String> = match value {
        Json::Array(list) => list.iter().map(text).collect(),
        Json::Null | Json::Bool(false) | Json::Object(_) => return,
        one => vec![text(one)],
    };
    let defaults: Vec<_> = arg.get_default_values().iter().map(|value| value.to_string_lossy()).collect();
    let is_word = !arg.get_possible_values().is_empty() && *value != Json::Bool(true);
    if values.is_empty() || is_word && values == defaults {
        return;
    }
    let Some(name) = arg.get_long() else {
        let _ = write!(line, " {}", shell_word(&values[0]));
        return;
    };
    let takes_several = arg.get_num_args().is_some_and(|number| number.max_values() > 1);
    match (arg.get_action(), arg.get_value_delimiter()) {
        (ArgAction::SetTrue, _) => {
            let _ = write!(line, " --{name}");
        }
        (_, Some(delimiter)) => {
            let _ = write!(line, " --{name} {}", shell_word(&values.join(&delimiter.to_string())));
        }
        _ if takes_several => {
            let _ = write!(line, " --{name}");
            for value in &values {
                let _ = write!(line, " {}", shell_word(value));
            }
        }
        _ if arg.is_require_equals_set() => {
            // The value that stands for the option alone.
            let alone = values[0] == "basic";
            let _ = if alone { write!(line, " --{name}") } else { write!(line, " --{name}={}", values[0]) };
        }
        _ => {
            for value in &values {
                let _ = write!(line, " --{name} {}", shell_word(value));
            }
        }
    }
}

/// Returns a value as it is typed.
fn text(value: &Json) -> String {
    match value {
        Json::String(text) => text.clone(),
        // Without the `.0` of JSON.
        Json::Number(number) if number.is_f64() => number.as_f64().unwrap_or(0.0).to_string(),
        other => other.to_string(),
    }
}
