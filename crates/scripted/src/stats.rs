//! Counts of a script for its designer: how often each note is made in a game, and the sums of its metrics.

use serde::{Deserialize, Serialize};

use ludometer_stats::{
    EstimateKind, Figure, GameEnd, Mean, Member, Merge, Metric, Observer, Report, Statistic, TallyLayout,
};

use crate::event::{ScriptEvent, What};
use crate::{ScriptGame, playable};

/// How often a note is made.
const NOTE: Figure =
    Figure::new("note_*", "per game", EstimateKind::Mean, "How often the script makes this note.");

/// The sum of a metric of the script.
const OWN: Figure =
    Figure::new("own_*", "per game", EstimateKind::Mean, "What the script adds to this metric.");

/// Means over games, of notes and metrics in the order of the script.
#[derive(Clone, Debug, PartialEq, Eq, Merge, Serialize, Deserialize)]
pub struct ScriptStats {
    notes: Vec<Mean>,
    metrics: Vec<Mean>,
    /// Those of the game that is played.
    #[merge(skip)]
    #[serde(skip)]
    now: (Vec<i64>, Vec<i64>),
}

impl Observer<ScriptGame> for ScriptStats {
    fn start(&mut self) {
        let (notes, metrics) = &mut self.now;
        notes.clear();
        notes.resize(self.notes.len(), 0);
        metrics.clear();
        metrics.resize(self.metrics.len(), 0);
    }

    fn event(&mut self, event: &ScriptEvent) {
        let place = usize::try_from(event.numbers[0] - 1).unwrap_or(usize::MAX);
        match event.what {
            What::Note => self.now.0.get_mut(place).into_iter().for_each(|count| *count += 1),
            What::Metric => {
                let value = i64::from(event.numbers[1]);
                self.now.1.get_mut(place).into_iter().for_each(|sum| *sum += value);
            }
            _ => {}
        }
    }

    fn finish(&mut self, _: &GameEnd<'_>) {
        self.notes.iter_mut().zip(&self.now.0).for_each(|(mean, &count)| mean.add(count));
        self.metrics.iter_mut().zip(&self.now.1).for_each(|(mean, &sum)| mean.add(sum));
    }
}

/// Returns the words behind this first one in the names of kinds of events.
fn words<'a>(counted: &'a TallyLayout, first: &str) -> impl Iterator<Item = &'a str> {
    counted.event_kinds.iter().filter_map(move |kind| kind.name.strip_prefix(first))
}

impl Statistic<ScriptGame> for ScriptStats {
    fn new(counted: &TallyLayout) -> Self {
        let means = |first| words(counted, first).map(|_| Mean::default()).collect();
        Self { notes: means(playable::NOTE), metrics: means(playable::METRIC), now: Default::default() }
    }

    fn report(&self, counted: &TallyLayout, out: &mut Report) {
        for (first, figure, means) in
            [(playable::NOTE, &NOTE, &self.notes), (playable::METRIC, &OWN, &self.metrics)]
        {
            let rows = words(counted, first).zip(means);
            let row = |(word, mean): (&str, &Mean)| {
                Metric::of(figure, Member::Named(word.to_owned()), mean.estimate())
            };
            out.metrics.extend(rows.map(row));
        }
    }
}
