//! The line-up of a step, and the rules by which it plays.

use ludometer_bots::BotSpec;
use ludometer_model::RuleSet;
use ludometer_run::{AnyGame, CardChange, CardEffect, CardValueRow};

use super::sizes::{Ladder, Sizes};
use super::{LOWER_LEVELS, Step, Study, Subject};

impl Subject<'_> {
    pub(super) fn all(&self, level: usize) -> Vec<BotSpec> {
        vec![self.levels[level].clone(); self.game.seats()]
    }

    /// Returns one bot among others of a level.
    pub(super) fn one_among(&self, one: BotSpec, level: usize) -> Vec<BotSpec> {
        let mut bots = self.all(level);
        bots[0] = one;
        bots
    }

    /// Returns true if there is a learned bot with levels.
    pub(super) fn has_levels(&self) -> bool {
        self.learned.is_some() && self.lower.len() == LOWER_LEVELS.count()
    }

    /// Returns the bots that tell luck from skill, weakest first.
    pub(super) fn ladder(&self, sizes: Sizes) -> Vec<BotSpec> {
        let [random, greedy, search] = self.levels.clone();
        match (sizes.ladder(self.has_levels()), &self.learned) {
            (Ladder::Learned, Some(best)) => {
                vec![random, self.lower[self.lower.len() / 2].clone(), best.clone()]
            }
            (Ladder::Quick, _) => vec![random, greedy],
            _ => vec![random, greedy, search],
        }
    }

    /// Returns the bots of a step that plays whole games, one a seat; none for the other steps.
    pub(super) fn bots(&self, step: &Step) -> Option<Vec<BotSpec>> {
        let greedy = |game: &dyn AnyGame| vec![self.levels[1].clone(); game.seats()];
        Some(match step {
            Step::Main | Step::Printed | Step::Change(_) => greedy(self.game),
            Step::Size(at) => greedy(&**self.sizes.get(*at)?),
            Step::Duel => self.one_among(self.levels[1].clone(), 0),
            Step::SearchDuel => self.one_among(self.levels[2].clone(), 1),
            Step::SearchTable => self.all(2),
            Step::LearnedDuel => self.one_among(self.learned.clone()?, 1),
            Step::LearnedTable => vec![self.learned.clone()?; self.game.seats()],
            Step::LevelTable(at) => vec![self.lower.get(*at)?.clone(); self.game.seats()],
            Step::Holding
            | Step::HoldingAt(_)
            | Step::Restricted
            | Step::Deck
            | Step::DeckAt(_)
            | Step::Variance => {
                return None;
            }
        })
    }

    /// Returns the rules and the bots, one a seat, of a step that plays whole games; none for the other steps.
    pub fn table_of(&self, step: &Step, study: &Study) -> Option<(RuleSet, Vec<BotSpec>)> {
        let rules = match step {
            Step::Printed => self.printed.as_ref()?.rules().clone(),
            Step::Size(at) => self.sizes.get(*at)?.rules().clone(),
            Step::Change(longer) => {
                let (key, by) = self.change(study, *longer)?;
                (self.changed)(&key, by)?.rules().clone()
            }
            _ => self.game.rules().clone(),
        };
        Some((rules, self.bots(step)?))
    }

    /// Returns the key of the rules and the change that certainly makes games shorter or longer, most of all.
    pub(super) fn change(&self, study: &Study, longer: bool) -> Option<(String, i64)> {
        let (card, more) = Self::changed_card(study, longer)?;
        Some((self.game.probes().copies_key(&card)?, if more { 1 } else { -1 }))
    }

    /// Returns the card, and whether it is one copy more.
    pub(super) fn changed_card(study: &Study, longer: bool) -> Option<(String, bool)> {
        let rows: Vec<CardValueRow> = study.get(&Step::Deck)?.rows();
        let sign = if longer { 1.0 } else { -1.0 };
        let sure = |row: &CardValueRow| {
            row.on == CardEffect::Turns
                && matches!(row.change, CardChange::OneMore | CardChange::OneLess)
                && row.adjusted.is_some_and(|(low, high)| if longer { low > 0.0 } else { high < 0.0 })
        };
        let size = |row: &CardValueRow| sign * row.effect.value.unwrap_or(0.0);
        let row = rows.into_iter().filter(sure).max_by(|a, b| size(a).total_cmp(&size(b)))?;
        Some((row.card, row.change == CardChange::OneMore))
    }
}
