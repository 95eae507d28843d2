//! Reviews: what each choice of a game was worth, and what a better one would have been.

mod asked;
mod by_bot;
mod consequences;
mod game;
mod habits;
mod marks;
mod tables;
mod values;
mod worlds;

pub use asked::{Asked, AskedRow, Difference, DifferenceRow, Instead};
pub(crate) use by_bot::choice_of;
pub use consequences::Consequence;
pub(crate) use consequences::consequences;
pub(crate) use game::stream;
pub use game::{ReviewPlan, ReviewedDecision, ReviewedGame, Which, review};
pub use habits::{Habit, HabitOf, Situation};
pub use marks::{Mark, SecondLook, marks, second_look};
pub use tables::{ActionRow, ChanceRow, DecisionRow, HabitRow, Opening, OpeningRow, Reviews, StakeRow};
pub use values::{ActionValue, Loss, Valued};
pub use worlds::Valuation;
pub(crate) use worlds::{chance_of, value_actions};
