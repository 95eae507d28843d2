//! The items of the coverage, and where each sort of them begins.

use serde::{Deserialize, Serialize};

use super::coverage::CoverageKind;
use ludometer_figures::TallyLayout;
use ludometer_model::EventClass;

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
    /// By number of winners: none, one, several.
    pub endings: [usize; 3],
    pub guards: usize,
    /// Actions that go round and round when a game is broken off within a turn.
    pub loops: usize,
    /// By happening: it is a shuffle.
    pub shuffles: Vec<bool>,
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
        layout.shuffles.push(listed.name.split(' ').next() == Some("shuffle"));
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
    let [one, several] = [names.len(), names.len() + usize::from(counted.seats > 1)];
    layout.endings = [several + 1, one, several];
    // A game for one can't have several.
    let endings = ["one winner", "several winners", "no winner"];
    let possible = endings.into_iter().filter(|ending| counted.seats > 1 || *ending != "several winners");
    names.extend(possible.map(|ending| (CoverageKind::Ending, ending.to_owned())));
    layout.guards = names.len();
    names.extend(GUARDS.map(|guard| (CoverageKind::Guard, guard.to_owned())));
    names.extend(is_limited.then(|| (CoverageKind::Guard, DECISION_LIMIT.to_owned())));
    layout.loops = names.len();
    if is_limited {
        names.extend(counted.words.iter().map(|word| (CoverageKind::Loop, word.clone())));
    }
    (names, layout)
}
