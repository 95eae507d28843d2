//! Tells a game in sentences, from the lines of its trace and the sentence templates that its design has as data.
//!
//! It knows no game: what a line says is in the line, how people say it is in [`Names`](ludometer_model::Names). What
//! lies on the table is read off views the same way ([`Layout`]).

mod ending;
mod sentence;
mod step;
mod table;
mod template;
mod words;

pub use ending::Ending;
pub use sentence::{Choices, Narrator, Sentence, players_and_bots};
pub use step::{Choice, Step, StepKind, Steps, chooses};
pub use table::{Contents, Layout, Place};
pub use template::TemplateError;
pub use words::letter;
