//! What happened at all: actions, cards, phases, events, endings, clauses, guards.

use ludometer_figures::{Cell, Merge, Table};
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

/// The kinds of items, in the order of the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Kind {
    Action,
    Card,
    Phase,
    Event,
    Ending,
    Clause,
    Guard,
    Loop,
}

impl Kind {
    const fn word(self) -> &'static str {
        match self {
            Self::Action => "action",
            Self::Card => "card",
            Self::Phase => "phase",
            Self::Event => "event",
            Self::Ending => "ending",
            Self::Clause => "clause",
            Self::Guard => "guard",
            Self::Loop => "loop",
        }
    }
}

/// Counts of a list of items that the caller names and numbers.
#[derive(Clone, Debug, PartialEq, Eq, Merge, Serialize, Deserialize)]
pub(super) struct Coverage {
    #[merge(skip)]
    names: Vec<(Kind, String)>,
    items: Vec<Item>,
}

impl Coverage {
    pub(super) fn new(names: Vec<(Kind, String)>) -> Self {
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
        let columns = ["kind", "item", "games", "count", "first_game", "shortest_game", "shortest_turns"];
        let mut table = Table::new("coverage", &columns);
        // That an action never went round and round is no news.
        let is_told = |((kind, _), item): &(&(Kind, String), &Item)| *kind != Kind::Loop || item.plays > 0;
        for ((kind, name), item) in self.names.iter().zip(&self.items).filter(is_told) {
            let number = |n: Option<u64>| n.map_or(Cell::Empty, Cell::Count);
            table.row(vec![
                kind.word().into(),
                Cell::Text(name.clone()),
                item.plays.into(),
                item.count.into(),
                number(item.first),
                number(item.shortest.map(|(_, play)| play)),
                number(item.shortest.map(|(turns, _)| u64::from(turns))),
            ]);
        }
        table
    }
}
