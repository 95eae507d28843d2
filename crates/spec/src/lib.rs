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

use clap::{Arg, ArgAction};
use schemars::JsonSchema;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value as Json};
use thiserror::Error;

pub use commands::{
    CheckSpec, CompareSpec, ExploitSpec, Method, ReviewSpec, ReviewedSpec, RunSpec, StudySpec, SweepSpec,
    TournamentSpec, TrainSpec, TuneSpec,
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
    /// The kind of file that is kept while its work goes on.
    const CHECKPOINT: &'static str = Self::COMMAND;
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
        line_of(Self::COMMAND, &spec)
    }

    /// Reads a specification from JSON. It is held to the ranges of the options, and to which of them go together.
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
        let spec = serde_json::from_value::<Self>(json.clone()).map_err(|error| {
            let error = error.to_string();
            // A table within the specification hides the key: it is the one without which this is no fault.
            let is_cause = |key: &&String| {
                let mut without = json.clone();
                without.as_object_mut().map(|fields| fields.remove(*key));
                let other = serde_json::from_value::<Self>(without).err().map(|error| error.to_string());
                other.is_none_or(|other| other != error && !other.starts_with("missing field"))
            };
            let key = json.as_object().into_iter().flat_map(Map::keys).find(is_cause);
            fault(key.map_or_else(String::new, |key| format!("`{key}`: ")) + &error)
        })?;
        let command = Self::augment_args(clap::Command::new(Self::COMMAND)).no_binary_name(true);
        command.try_get_matches_from(words_of(&spec)).map_err(|error| {
            let text = error.render().to_string();
            let lines = text.lines().map(str::trim).take_while(|line| !line.starts_with("Usage"));
            let lines: Vec<&str> = lines.filter(|line| !line.is_empty()).collect();
            fault(lines.join("; ").replacen("error: ", "", 1))
        })?;
        Ok(spec)
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

/// Returns the line that asks this command for what a specification says.
fn line_of<S: clap::Args + Serialize>(command: &str, spec: &S) -> String {
    let words = words_of(spec).into_iter().map(|word| format!(" {}", shell_word(&word)));
    format!("{} {command}{}", Program::current().name, words.collect::<String>())
}

/// Returns the words that ask for a specification behind its command, in the order in which the help lists the options.
fn words_of<S: clap::Args + Serialize>(spec: &S) -> Vec<String> {
    let Ok(Json::Object(fields)) = serde_json::to_value(spec) else { return Vec::new() };
    let words = |arg: &Arg| argument(arg, fields.get(arg.get_id().as_str())?);
    arguments::<S>().iter().filter_map(words).flatten().collect()
}

/// Returns the words of an argument with this value; none where the value is that of an argument that is not given.
fn argument(arg: &Arg, value: &Json) -> Option<Vec<String>> {
    let values: Vec<String> = match value {
        Json::Array(list) => list.iter().map(text).collect(),
        Json::Null | Json::Bool(false) | Json::Object(_) => return None,
        one => vec![text(one)],
    };
    let defaults: Vec<_> = arg.get_default_values().iter().map(|value| value.to_string_lossy()).collect();
    let is_word = !arg.get_possible_values().is_empty() && *value != Json::Bool(true);
    if values.is_empty() || is_word && values == defaults {
        return None;
    }
    let Some(name) = arg.get_long().map(|name| format!("--{name}")) else { return Some(values) };
    let takes_several = arg.get_num_args().is_some_and(|number| number.max_values() > 1);
    Some(match (arg.get_action(), arg.get_value_delimiter()) {
        (ArgAction::SetTrue, _) => vec![name],
        (_, Some(delimiter)) => vec![name, values.join(&delimiter.to_string())],
        _ if takes_several => std::iter::once(name).chain(values).collect(),
        _ if arg.is_require_equals_set() => vec![format!("{name}={}", values[0])],
        _ => values.into_iter().flat_map(|value| [name.clone(), value]).collect(),
    })
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
