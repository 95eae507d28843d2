//! Game designs written as one Luau script.
//!
//! A script declares zones and numbers, and says who sees what is in them; the engine owns their contents as one row of
//! bytes. What a seat knows, states dealt anew from it, events and card statistics follow from the declarations and from
//! the moves that the script makes.

// The derived rows of tables name it so.
extern crate ludometer_stats as ludometer_figures;

mod error;
mod source;
mod prelude;
mod layout;
mod state;
mod event;
mod observe;
mod sandbox;
mod sheets;
mod machine;
mod file;
mod view;
mod worlds;
mod batches;
mod secret_numbers;
mod shared;
mod game;
mod text;
mod json;
mod pace;
mod playable;
mod profile;
mod stats;
mod entry;
mod scenes;
mod compiled;
mod typed;
mod validate;
#[cfg(test)]
mod tests;

pub use entry::{EDITOR_TYPES, EDITOR_TYPES_FILE, TEMPLATES, Template, entry, sheet_script};
pub use error::ScriptError;
pub use event::ScriptEvent;
pub use file::ScriptFile;
pub use profile::{LineCount, Profile, RoutineTime, listing, profile};
pub use scenes::{SceneFound, test};
pub use shared::ScriptGame;
pub use sheets::{files, sheets};
pub use state::{ScriptAction, ScriptState, ScriptView};
pub use stats::ScriptStats;
pub use validate::{Mistake, TableFound, Validation, validate};
