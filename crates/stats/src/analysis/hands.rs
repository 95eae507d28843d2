//! The fate of cards: drawn, held, played, dead in a hand at the end.

use ludometer_figures::{Bounded, Mean, Merge, Ratio, Row, Table, TallyLayout};
use serde::{Deserialize, Serialize};

/// A row of `card_use.csv`: a kind of card. All but the last are numbers of copies, means per game.
#[derive(Clone, Debug, PartialEq, Row)]
#[row(table = "card_use")]
pub struct CardUseRow {
    /// Id of the card.
    pub card: String,
    /// Games.
    pub games: u64,
    /// Copies drawn.
    #[row("drawn", "drawn_low", "drawn_high")]
    pub drawn: Bounded,
    /// Copies that their holder chose to let go.
    #[row("played", "played_low", "played_high")]
    pub played: Bounded,
    /// Copies put to use, not merely thrown away.
    #[row("used", "used_low", "used_high")]
    pub used: Bounded,
    /// Copies in hands, mean over sampled turns.
    #[row("held", "held_low", "held_high")]
    pub held: Bounded,
    /// Copies in hands at the end.
    #[row("dead", "dead_low", "dead_high")]
    pub dead: Bounded,
    /// `dead` / `drawn`.
    #[row("dead_share", "dead_share_low", "dead_share_high")]
    pub dead_share: Bounded,
}

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
        let row = |((name, _), kind): (&(String, u64), &Use)| CardUseRow {
            card: name.clone(),
            games: kind.drawn.plays(),
            drawn: kind.drawn.estimate().into(),
            played: kind.played.estimate().into(),
            used: kind.used.estimate().into(),
            held: kind.held.estimate().into(),
            dead: kind.dead.estimate().into(),
            dead_share: kind.dead_share.share().into(),
        };
        Table::of(counted.cards.iter().zip(&self.uses).map(row))
    }
}
