//! Parts of a script that were used in games.

use std::collections::{BTreeMap, BTreeSet};

use ludometer_model::{CardMove, Event as _};

use crate::ScriptGame;
use crate::event::What;

/// Parts that were used in games.
#[derive(Default)]
pub(super) struct Used {
    /// By step, the actions that were offered.
    pub(super) offered: BTreeMap<String, BTreeSet<usize>>,
    pub(super) chosen: BTreeSet<usize>,
    pub(super) drawn: BTreeSet<usize>,
    pub(super) played: BTreeSet<usize>,
    pub(super) notes: BTreeSet<usize>,
}

impl Used {
    /// Counts what was announced.
    pub(super) fn events(&mut self, game: &ScriptGame, events: &mut Vec<crate::ScriptEvent>) {
        for event in events.drain(..) {
            match event.card() {
                Some(CardMove::Drawn { kind, .. }) => self.drawn.insert(kind),
                Some(CardMove::Played { kind, .. }) => self.played.insert(kind),
                None => false,
            };
            if event.what == What::Note {
                self.notes
                    .extend(event.event_kind().and_then(|kind| kind.checked_sub(game.shared.kinds.len())));
            }
        }
    }
}
