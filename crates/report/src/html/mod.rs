//! One page that stands alone: findings, plots with a sentence about each, tables, and the commands
//! that replay the plays behind them.
//!
//! Reads the files of a folder and knows no game: a table that no section knows is shown as it is.
//! A new section is a file in `sections/` and its line in [`sections::SECTIONS`].

mod chance;
mod extremes;
mod slopes;
mod figure;
mod index;
mod learning;
mod page;
mod plays;
mod plot;
mod printed;
mod record;
mod results;
mod rules;
mod sections;
mod sheet;
mod terms;
#[cfg(test)]
mod tests;
mod verdicts;
mod words;

pub use extremes::{Swept, fairer_reading, swept_reading};
pub use index::{INDEX, Indexed, KnownDesign, folders_of_results, index};
pub use learning::{Learning, LearningPoint, Strength};
pub use page::{PAGE, PLOTS, Page, is_ours, page, plots_folder, plots_of, style};
pub use results::{Films, Results, ResultsError};
pub use rules::before_value;
pub use sections::compare::change_plot;
pub use slopes::Slope;
pub(super) use verdicts::{
    AtSize, Known as KnownTournament, Pair, Ranked, Results as TournamentResults, pairs_reading, verdict_word,
};
