//! Tally layout: the shape that the tallies of a batch have.

use ludometer_model::EventKind;

/// Tally layout: what is counted in a batch, and so the shape of its tallies.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TallyLayout {
    /// The number of seats.
    pub seats: usize,
    /// First words of actions.
    pub words: Vec<String>,
    /// Card kinds with their numbers of copies.
    pub cards: Vec<(String, u64)>,
    /// The bots of the batch, as they are named.
    pub bots: Vec<String>,
    /// All that the rules can announce.
    pub event_kinds: Vec<EventKind>,
    /// The ways in which one seat can act against another.
    pub interactions: Vec<String>,
    /// True if all seats win or lose together, so that no share of the wins is a fair one.
    pub cooperative: bool,
    /// The turns at which a game is broken off as unfinished, if there is a limit.
    pub most_turns: Option<u64>,
}

impl TallyLayout {
    /// Returns whether seats compete, so that a fair share of the wins means something.
    pub const fn is_contest(&self) -> bool {
        self.seats > 1 && !self.cooperative
    }
}
