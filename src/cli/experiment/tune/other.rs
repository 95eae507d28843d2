//! The test whether what a search found holds for other players, and all results in words.

use super::TunePlan;
use crate::cli::plan::read_bot;
use ludometer_experiment::study::LEVELS;
use ludometer_experiment::{
    Control, Measurement, Metric, Statement, TuneAbout, Tuned, measure, tune_statements,
};
use ludometer_report::number;
use ludometer_run::{Hooks, MeterPlan};

/// The part of the budget that is played among other bots beyond it, and the most games.
const PART: u64 = 20;
const MOST: u64 = 1 << 14;

impl TunePlan {
    /// Plays the settings that were confirmed among bots of another level: it costs a small part of the search, and
    /// whatever goes wrong leaves the sentence out.
    fn other(&self, tuned: &Tuned, hooks: Hooks<'_>) -> Option<(String, Vec<Measurement>)> {
        let (place, _) = tuned.confirmed.as_ref()?;
        let found = &tuned.tried.get(*place)?.point;
        let table = &self.table;
        let name = LEVELS[usize::from(table.bots.iter().all(|bot| bot.to_arg() == LEVELS[0]))];
        let game = table.entry.load(table.bots.len(), self.rules(found).ok()?).ok()?;
        let bots = vec![read_bot(&*game, "--bots ", name).ok()?; table.bots.len()];
        let metrics: Vec<Metric> = self.targets.targets.iter().map(|t| t.metric.clone()).collect();
        let unit = ludometer_run::unit_of(&bots, &[bots.len()]);
        let meter = game.meter(&bots, MeterPlan { unit, ..self.meter.clone() });
        let games = (self.budget / PART).min(MOST);
        let mut nobody = ();
        let figures = measure(meter, &metrics, games, true, Control::new(hooks, &mut nobody)).ok()??;
        Some((name.to_owned(), figures))
    }

    /// Says what a search found.
    pub(super) fn statements(&self, tuned: &Tuned, hooks: Hooks<'_>) -> Vec<Statement> {
        let game = &self.table.game;
        let card_of = |key: &str| {
            let mut cards = game.cards().iter();
            cards.find(|card| game.probes().copies_key(&card.name).as_deref() == Some(key))
        };
        let key = |key: &str| card_of(key).map_or_else(|| key.to_owned(), |card| card.title.clone());
        let about = TuneAbout {
            names: game.names().clone(),
            are_rivals: game.contest().is_contest(),
            targets: &self.targets.targets,
            moves: &self.targets.moves,
            key: &key,
            warnings: &|point| self.warnings(point),
            confidence: number((self.confidence * 1e8).round() / 1e6),
            other: self.other(tuned, hooks),
        };
        tune_statements(tuned, &about)
    }
}
