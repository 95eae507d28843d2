//! The coverage of what happened at all: actions, cards, phases, events, endings, clauses, guards.

use ludometer_figures::{Merge, Row, Table, TallyLayout, row_words};
use ludometer_model::{Contest, EventClass, Kind, Outcome};
use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
struct Item {
    plays: u64,
    count: u64,
    first: Option<u64>,
    /// (turns, play) of the shortest play in which it happened.
    shortest: Option<(u32, u64)>,
    #[serde(skip)]
    now: u32,
}

impl Merge for Item {
    fn merge(&mut self, other: Self) {
        let Self { plays, count, first, shortest, now: _ } = other;
        self.plays += plays;
        self.count += count;
        self.first = least(self.first, first);
        self.shortest = least(self.shortest, shortest);
    }
}

fn least<T: Ord>(a: Option<T>, b: Option<T>) -> Option<T> {
    match (a, b) {
        (Some(a), Some(b)) => Some(a.min(b)),
        (a, b) => a.or(b),
    }
}

/// A kind of items in `coverage.csv`, in its order.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CoverageKind {
    /// Kind of action.
    Action,
    /// Card that is drawn or played.
    Card,
    /// Phase of decisions.
    Phase,
    /// Kind of event.
    Event,
    /// Way in which a game ends.
    Ending,
    /// Clause of the rules.
    Clause,
    /// Limit that broke a game off, or a sign of a loop.
    Guard,
    /// Kind of action that went round and round.
    Loop,
}

row_words!(CoverageKind {
    Action => "action", Card => "card", Phase => "phase", Event => "event",
    Ending => "ending", Clause => "clause", Guard => "guard", Loop => "loop",
});

/// A row of `coverage.csv`: an item.
#[derive(Clone, Debug, PartialEq, Row)]
#[row(table = "coverage")]
pub struct CoverageRow {
    /// Kind of the item.
    pub kind: CoverageKind,
    /// Id of the item.
    pub item: String,
    /// Games in which it occurred.
    pub games: u64,
    /// Occurrences in all games.
    pub count: u64,
    /// First game in which it occurred.
    pub first_game: Option<u64>,
    /// Shortest game in which it occurred.
    #[row(optional)]
    pub shortest_game: Option<u64>,
    /// Turns of that game.
    #[row(optional)]
    pub shortest_turns: Option<u64>,
}

/// Counts of a list of items that the caller names and numbers.
#[derive(Clone, Debug, PartialEq, Eq, Merge, Serialize, Deserialize)]
pub(super) struct Coverage {
    #[merge(skip)]
    names: Vec<(CoverageKind, String)>,
    items: Vec<Item>,
}

impl Coverage {
    pub(super) fn new(names: Vec<(CoverageKind, String)>) -> Self {
        let items = vec![Item::default(); names.len()];
        Self { names, items }
    }

    #[inline]
    pub(super) fn add(&mut self, item: usize) {
        if let Some(item) = self.items.get_mut(item) {
            item.now += 1;
        }
    }

    pub(super) fn add_many(&mut self, item: usize, count: u64) {
        if let Some(item) = self.items.get_mut(item) {
            item.now += count as u32;
        }
    }

    pub(super) fn finish(&mut self, play: u64, turns: u32) {
        for item in &mut self.items {
            if item.now > 0 {
                item.plays += 1;
                item.count += u64::from(std::mem::take(&mut item.now));
                item.first = least(item.first, Some(play));
                item.shortest = least(item.shortest, Some((turns, play)));
            }
        }
    }

    pub(super) fn report(&self) -> Table {
        // That an action never went round and round is no news.
        let is_told = |((kind, _), item): &(&(CoverageKind, String), &Item)| {
            *kind != CoverageKind::Loop || item.plays > 0
        };
        let row = |((kind, name), item): (&(CoverageKind, String), &Item)| CoverageRow {
            kind: *kind,
            item: name.clone(),
            games: item.plays,
            count: item.count,
            first_game: item.first,
            shortest_game: item.shortest.map(|(_, play)| play),
            shortest_turns: item.shortest.map(|(turns, _)| u64::from(turns)),
        };
        Table::of(self.names.iter().zip(&self.items).filter(is_told).map(row))
    }
}

/// Guards that every game has, after those of its own.
const GUARDS: [&str; 3] = ["turn limit", "standstill", "many shuffles"];

/// The guard of games that are broken off after so many decisions, after those.
const DECISION_LIMIT: &str = "decision limit";

/// Where the items of the coverage begin.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Layout {
    pub cards: usize,
    pub phases: usize,
    pub event_kinds: usize,
    /// By happening: its clause's item.
    pub clauses: Vec<Option<usize>>,
    /// The first of the endings.
    pub endings: usize,
    pub guards: usize,
    /// Actions that go round and round when a game is broken off within a turn.
    pub loops: usize,
}

/// Returns the ways in which a game can end: won, level where it can be, and lost.
fn endings(contest: &Contest) -> &'static [&'static str] {
    match contest.kind {
        Kind::Competitive if contest.ends.are_lost_alone => &["a loser", "no winner"],
        Kind::Competitive => &["one winner", "several winners", "no winner"],
        Kind::Teams => &["one side wins", "several sides tie", "no side wins"],
        Kind::Cooperative | Kind::Solo if contest.ends.are_won => &["all win", "all lose"],
        Kind::Cooperative | Kind::Solo => &["a score"],
    }
}

/// Returns which of its [`endings`] a game came to.
pub(super) fn ending(contest: &Contest, outcome: &Outcome) -> usize {
    let is_level = match contest.kind {
        Kind::Competitive => !contest.ends.are_lost_alone && outcome.winners().nth(1).is_some(),
        Kind::Teams => outcome.is_tie(),
        Kind::Cooperative | Kind::Solo => false,
    };
    match (outcome.is_won(), is_level) {
        (true, false) => 0,
        (true, true) => 1,
        (false, _) => endings(contest).len() - 1,
    }
}

/// Returns the items of the coverage and where each sort of them begins.
/// `is_limited` says that games are broken off after so many decisions.
pub(super) fn items(
    counted: &TallyLayout,
    phases: &[String],
    is_limited: bool,
) -> (Vec<(CoverageKind, String)>, Layout) {
    let mut names: Vec<(CoverageKind, String)> =
        counted.words.iter().map(|word| (CoverageKind::Action, word.clone())).collect();
    let mut layout = Layout { cards: names.len(), ..Layout::default() };
    for (card, _) in &counted.cards {
        names.extend(["drawn", "played"].map(|how| (CoverageKind::Card, format!("{card} {how}"))));
    }
    layout.phases = names.len();
    names.extend(phases.iter().map(|phase| (CoverageKind::Phase, phase.clone())));
    layout.event_kinds = names.len();
    for listed in &counted.event_kinds {
        let kind = match listed.kind {
            EventClass::Event => CoverageKind::Event,
            EventClass::Ending => CoverageKind::Ending,
            EventClass::Guard => CoverageKind::Guard,
        };
        names.push((kind, listed.name.to_string()));
    }
    for listed in &counted.event_kinds {
        let clause = (CoverageKind::Clause, listed.clause.to_string());
        let known = names.iter().position(|name| *name == clause);
        layout.clauses.push((!listed.clause.is_empty()).then(|| {
            known.unwrap_or_else(|| {
                names.push(clause);
                names.len() - 1
            })
        }));
    }
    layout.endings = names.len();
    names.extend(endings(&counted.contest).iter().map(|ending| (CoverageKind::Ending, (*ending).to_owned())));
    layout.guards = names.len();
    names.extend(GUARDS.map(|guard| (CoverageKind::Guard, guard.to_owned())));
    names.extend(is_limited.then(|| (CoverageKind::Guard, DECISION_LIMIT.to_owned())));
    layout.loops = names.len();
    if is_limited {
        names.extend(counted.words.iter().map(|word| (CoverageKind::Loop, word.clone())));
    }
    (names, layout)
}
