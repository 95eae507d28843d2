//! How bots fare against each other, by pairs of seats that met in a play.

use serde::{Deserialize, Serialize};

use super::observer::{GameEnd, Observer, Statistic};
use ludometer_figures::{Bounded, Merge, Ratio, Report, Row, Table, TallyLayout};
use ludometer_model::{Game, Seat};

/// A row of `matchups.csv`: an ordered pair of bots.
#[derive(Clone, Debug, PartialEq, Row)]
#[row(table = "matchups")]
pub struct MatchupRow {
    /// Name of the bot, with settings.
    pub strategy: String,
    /// Name of the other bot.
    pub opponent: String,
    /// Pairs of seats in which both met.
    pub games: u64,
    /// Pairs in which the bot ranks ahead.
    pub better: u64,
    /// Pairs with equal places.
    pub equal: u64,
    /// Pairs in which the bot ranks behind.
    pub worse: u64,
    /// Share of the pairs ahead, equal places counted as half.
    #[row("rate", "ci_low", "ci_high")]
    pub rate: Bounded,
    /// Share of the pairs ahead.
    #[row("ahead", "ahead_low", "ahead_high")]
    #[row(optional)]
    pub ahead: Bounded,
}

/// One ordered pair of bots.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Merge, Serialize, Deserialize)]
struct Matchup {
    pairs: u64,
    better: u64,
    equal: u64,
    /// Pairs in which the row's bot ranked ahead out of pairs, a play the unit.
    ahead: Ratio,
    /// Twice the points (2 for ranked ahead, 1 for equal) out of pairs, a play the unit.
    points: Ratio,
}

/// The pairs of bots: who ranks ahead of whom. `ahead` is the share of the pairs that ranked ahead, `rate` counts equal places
/// as half: at 1/2 both bots are as strong. Pairs of one play are not independent, so the intervals take plays as the unit.
#[derive(Clone, Debug, PartialEq, Eq, Merge, Serialize, Deserialize)]
pub(super) struct Matchups {
    #[merge(skip)]
    bots: usize,
    /// Row by row: bot against opponent.
    pairs: Vec<Matchup>,
}

impl<G: Game> Observer<G> for Matchups {
    fn finish(&mut self, finish: &GameEnd<'_>) {
        let outcome = finish.outcome;
        if self.bots < 2 || !outcome.has_places() {
            return;
        }
        for bot in 0..self.bots {
            for opponent in (0..self.bots).filter(|&o| o != bot) {
                let (mut met, mut better, mut equal) = (0, 0, 0);
                for a in Seat::all(outcome.seats).filter(|&a| usize::from(finish.bots[a]) == bot) {
                    for b in Seat::all(outcome.seats).filter(|&b| usize::from(finish.bots[b]) == opponent) {
                        met += 1;
                        better += u64::from(outcome.ranks[a] < outcome.ranks[b]);
                        equal += u64::from(outcome.ranks[a] == outcome.ranks[b]);
                    }
                }
                let matchup = &mut self.pairs[bot * self.bots + opponent];
                matchup.pairs += met;
                matchup.better += better;
                matchup.equal += equal;
                matchup.ahead.add(better, met);
                matchup.points.add(2 * better + equal, met);
            }
        }
    }
}

impl<G: Game> Statistic<G> for Matchups {
    fn new(counted: &TallyLayout) -> Self {
        let bots = counted.bots.len();
        Self { bots, pairs: vec![Matchup::default(); bots * bots] }
    }

    fn report(&self, counted: &TallyLayout, out: &mut Report) {
        let mut rows = Vec::new();
        for (bot, name) in counted.bots.iter().enumerate() {
            for (opponent, other) in counted.bots.iter().enumerate().filter(|&(o, _)| o != bot) {
                let matchup = &self.pairs[bot * self.bots + opponent];
                rows.push(MatchupRow {
                    strategy: name.clone(),
                    opponent: other.clone(),
                    games: matchup.pairs,
                    better: matchup.better,
                    equal: matchup.equal,
                    worse: matchup.pairs - matchup.better - matchup.equal,
                    rate: matchup.points.share_in(0.5).into(),
                    ahead: matchup.ahead.share().into(),
                });
            }
        }
        out.tables.push(Table::of(rows));
    }
}
