//! Tally layout: the shape that the tallies of a batch have.

use ludometer_model::{Contest, EventKind, Kind};

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
    /// Who wins against whom.
    pub contest: Contest,
    /// The turns at which a game is broken off as unfinished, if there is a limit.
    pub most_turns: Option<u64>,
}

impl TallyLayout {
    /// Returns the layout of games in which each of so many seats plays for itself, without anything else to count.
    pub fn of_seats(seats: usize) -> Self {
        Self { seats, contest: Contest::new(Kind::Competitive, seats), ..Self::default() }
    }

    /// Returns whether parties compete, so that a fair share of the wins means something.
    pub const fn is_contest(&self) -> bool {
        self.contest.is_contest()
    }
}
