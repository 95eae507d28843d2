//! Tells a game in sentences, from the lines of its trace and the sentence templates that its design has as data.
//!
//! It knows no game: what a line says is in the line, how people say it is in [`Names`](ludometer_model::Names).

mod choice;
mod sentence;
mod step;
mod template;
mod words;

pub use choice::Choices;
pub use sentence::{Narrator, Sentence};
pub use step::{Choice, Step, StepKind, Steps};
pub use template::TemplateError;
pub use words::letter;
