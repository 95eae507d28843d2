//! What becomes of cards: drawn, held, played, dead in a hand at the end.

use ludometer_figures::{Cell, Mean, Merge, Ratio, Table, TallyLayout};
use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Merge, Serialize, Deserialize)]
struct Use {
    drawn: Mean,
    played: Mean,
    /// Put to use, not merely thrown away.
    used: Mean,
    /// Copies in hands a sampled turn.
    held: Ratio,
    dead: Mean,
    /// Of the copies drawn, those in a hand at the end.
    dead_share: Ratio,
    /// This play: drawn, played, held over the sampled turns, held at the end, used.
    #[serde(skip)]
    #[merge(skip)]
    now: [u32; 5],
}

/// By card kind.
#[derive(Clone, Debug, PartialEq, Eq, Merge, Serialize, Deserialize)]
pub(super) struct Hands {
    uses: Vec<Use>,
    /// Turns of this play at which hands were reported.
    #[serde(skip)]
    #[merge(skip)]
    samples: u32,
    #[serde(skip)]
    #[merge(skip)]
    over: bool,
}

impl Hands {
    pub(super) fn new(cards: usize) -> Self {
        Self { uses: vec![Use::default(); cards], samples: 0, over: false }
    }

    pub(super) const fn scene(&mut self, sampled: bool, over: bool) {
        self.samples += (sampled && !over) as u32;
        self.over = over;
    }

    #[inline]
    pub(super) fn drawn(&mut self, kind: usize) {
        self.uses[kind].now[0] += 1;
    }

    #[inline]
    pub(super) fn played(&mut self, kind: usize) {
        self.uses[kind].now[1] += 1;
    }

    #[inline]
    pub(super) fn used(&mut self, kind: usize) {
        self.uses[kind].now[4] += 1;
    }

    #[inline]
    pub(super) fn held(&mut self, kind: usize, copies: u32) {
        if let Some(kind) = self.uses.get_mut(kind) {
            kind.now[if self.over { 3 } else { 2 }] += copies;
        }
    }

    pub(super) fn finish(&mut self) {
        for kind in &mut self.uses {
            let [drawn, played, held, dead, used] = std::mem::take(&mut kind.now).map(u64::from);
            kind.drawn.add(drawn as i64);
            kind.played.add(played as i64);
            kind.used.add(used as i64);
            kind.held.add(held, u64::from(self.samples));
            kind.dead.add(dead as i64);
            kind.dead_share.add(dead, drawn);
        }
        self.samples = 0;
        self.over = false;
    }

    pub(super) fn report(&self, counted: &TallyLayout) -> Table {
        let columns = [
            "card",
            "games",
            "drawn",
            "drawn_low",
            "drawn_high",
            "played",
            "played_low",
            "played_high",
            "used",
            "used_low",
            "used_high",
            "held",
            "held_low",
            "held_high",
            "dead",
            "dead_low",
            "dead_high",
            "dead_share",
            "dead_share_low",
            "dead_share_high",
        ];
        let mut table = Table::new("card_use", &columns);
        for ((name, _), kind) in counted.cards.iter().zip(&self.uses) {
            let mut row = vec![Cell::Text(name.clone()), kind.drawn.plays().into()];
            let figures = [
                kind.drawn.estimate(),
                kind.played.estimate(),
                kind.used.estimate(),
                kind.held.estimate(),
                kind.dead.estimate(),
                kind.dead_share.share(),
            ];
            for figure in figures {
                let [low, high] = figure.bounds();
                row.extend([figure.value.into(), low, high]);
            }
            table.row(row);
        }
        table
    }
}
