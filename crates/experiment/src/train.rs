//! Learning a strategy by self-play: settings of a bot that win more against the ones before.
//!
//! A champion holds all seats but one; challengers, each of which differs from it in one setting, take the last
//! one. Eight of them at a time race each other in the same plays (successive halving: Karnin, Koren and Somekh,
//! "Almost optimal exploration in multi-armed bandits", ICML 2013), and the one that is left takes the champion's
//! place if it wins clearly more than its share of fresh plays; the same change is then tried once more. All
//! settings have their turn, up and down, before one has another. At the end the champion meets the settings that
//! it began with in held-out plays: what is learned is reported with the interval of these.
//!
//! One setting at a time, and few generations of many plays, because what there is to learn is often small: a
//! change worth 1.4 points at four seats is drowned where others change beside it, and is not clear in 1,600
//! fresh plays (standard error 1.1 points). With challengers of up to three changes in 25 smaller generations
//! such a change was found by 10 of 20 seeds in 200,000 plays (`what_helps_little_is_found`).
//!
//! Plays are numbered from 0 on and none is used for two purposes, so that the same seed learns the same.

mod regret;
mod value;
mod variation;

pub use self::value::Level;
pub use regret::{SolvePoint, Solved, solve};
pub use value::{Course, CurvePoint, LearnedNetwork, Lesson, Player, School, learn_values};
pub use variation::{Variation, VaryError};

use ludometer_model::Rng;
use ludometer_playable::{Choices, Setting};
use ludometer_stats::{Estimate, wilson};

/// Challengers of a generation: a power of two.
const FIELD: usize = 8;

/// Plays of a generation, in units of one challenger's first-round plays: 8*1 + 4*2 + 2*4 for the race, and 8
/// fresh ones for its winner.
const GENERATION: u64 = 32;

/// Generations that the plays are laid out for.
const GENERATIONS: u64 = 12;

/// One play in so many is held out for the proof at the end.
const HELD_OUT: u64 = 5;

/// How far a challenger goes from the champion, in the size of the setting.
const STEPS: [f64; 2] = [0.5, 1.0];

/// How sure it must be that a challenger wins more than its share: one-sided 95 %.
const CLEAR: f64 = 1.644_853_626_951_472_7;

/// Settings from which to learn, and for how long.
#[derive(Clone, Debug)]
pub struct Training<'a> {
    /// The settings of the bot.
    pub settings: &'a [Setting],
    /// Their values at the beginning.
    pub start: &'a [f64],
    /// Seats at the table.
    pub seats: u64,
    /// Plays in all, at most; at least [`Training::LEAST`] for each seat.
    pub plays: u64,
    /// The seed of all choices.
    pub seed: u64,
}

/// Where challengers play.
pub trait Arena {
    /// The errors that may occur.
    type Error;

    /// Returns the wins of a challenger in one seat, with the champion in all others, in so many plays from this
    /// number on, in which it sits in each seat equally often; a win shared by k seats is 1/k. `None` if it was
    /// interrupted.
    ///
    /// # Errors
    /// The error of the arena.
    fn wins(
        &mut self,
        challenger: &[f64],
        champion: &[f64],
        plays: std::ops::Range<u64>,
    ) -> Result<Option<f64>, Self::Error>;
}

/// The results of learning.
#[derive(Clone, Debug, PartialEq)]
pub struct Learned {
    /// The values of the settings.
    pub values: Vec<f64>,
    /// Generations of challengers.
    pub generations: u64,
    /// Champions that were replaced.
    pub replaced: u64,
    /// Plays in all.
    pub plays: u64,
    /// The win rate against the settings of the beginning in all other seats, in fresh plays, with its 95 %
    /// interval; none where nothing was learned, or the proof was interrupted.
    pub proof: Option<Estimate>,
    /// True if it was stopped before its end.
    pub interrupted: bool,
}

impl Learned {
    /// Returns true if it wins more than its share against what it began with, by the interval of the proof.
    pub fn is_better(&self, seats: u64) -> bool {
        self.proof.and_then(|proof| proof.interval).is_some_and(|(low, _)| low > 1.0 / seats as f64)
    }
}

impl Training<'_> {
    /// The fewest plays for each seat.
    pub const LEAST: u64 = 2 * GENERATION * GENERATIONS;

    /// Learns by self-play.
    ///
    /// # Errors
    /// The error of the arena.
    pub fn learn<A: Arena>(&self, arena: &mut A) -> Result<Learned, A::Error> {
        let mut school = Race {
            training: self,
            rng: Rng::from_words([self.seed, 0x7EAC_4E12, 1]),
            turns: Vec::new(),
            way: None,
            learned: Learned {
                values: self.start.to_vec(),
                generations: 0,
                replaced: 0,
                plays: 0,
                proof: None,
                interrupted: false,
            },
        };
        let stopped = school.run(arena)?.is_none();
        Ok(Learned { interrupted: stopped, ..school.learned })
    }

    /// Returns so many plays, in which everybody sits in each seat equally often.
    const fn whole(&self, plays: u64) -> u64 {
        plays / self.seats * self.seats
    }
}

/// Learning at work.
struct Race<'a> {
    training: &'a Training<'a>,
    rng: Rng,
    /// Settings that have not been tried since all were, and the way: up (1) or down (-1).
    turns: Vec<(usize, f64)>,
    /// The change that brought the last new champion.
    way: Option<Vec<f64>>,
    learned: Learned,
}

impl Race<'_> {
    /// Runs generation after generation, then the proof. `None` if it was interrupted.
    fn run<A: Arena>(&mut self, arena: &mut A) -> Result<Option<()>, A::Error> {
        let Training { plays, seats, start, .. } = *self.training;
        let race = plays - plays / HELD_OUT;
        let first = self.training.whole(race / (GENERATION * GENERATIONS)).max(seats);
        while self.learned.plays + GENERATION * first <= race {
            let field = self.field();
            if field.is_empty() {
                break;
            }
            let Some(best) = self.race(arena, field, first)? else { return Ok(None) };
            let fresh = FIELD as u64 * first;
            let Some(won) = self.fresh(arena, &best, &self.learned.values.clone(), fresh)? else {
                return Ok(None);
            };
            self.learned.generations += 1;
            let better = low_bound(won, fresh) > 1.0 / seats as f64;
            if better {
                let way = best.iter().zip(&self.learned.values).map(|(new, old)| new - old);
                self.way = Some(way.collect());
                self.learned.values = best;
                self.learned.replaced += 1;
            } else {
                self.way = None;
            }
        }
        if self.learned.values == start {
            return Ok(Some(()));
        }
        let plays = self.training.whole(plays / HELD_OUT).max(seats);
        let Some(won) = self.fresh(arena, &self.learned.values.clone(), start, plays)? else {
            return Ok(None);
        };
        let share = won / plays as f64;
        self.learned.proof =
            Some(Estimate { value: Some(share), interval: wilson(share, plays), games: plays });
        Ok(Some(()))
    }

    /// Returns the one that is left when the worse half has gone, again and again.
    fn race<A: Arena>(
        &mut self,
        arena: &mut A,
        mut field: Vec<Vec<f64>>,
        first: u64,
    ) -> Result<Option<Vec<f64>>, A::Error> {
        let mut wins = vec![0.0; field.len()];
        let mut plays = first;
        while field.len() > 1 {
            // The same plays for all: what they differ in is the challenger alone.
            let numbers = self.learned.plays..self.learned.plays + plays;
            for (challenger, wins) in field.iter().zip(&mut wins) {
                let Some(won) = arena.wins(challenger, &self.learned.values, numbers.clone())? else {
                    return Ok(None);
                };
                *wins += won;
            }
            self.learned.plays += plays * field.len() as u64;
            let mut order: Vec<usize> = (0..field.len()).collect();
            order.sort_by(|&a, &b| wins[b].total_cmp(&wins[a]));
            order.truncate(field.len() / 2);
            (field, wins) = order.into_iter().map(|i| (std::mem::take(&mut field[i]), wins[i])).unzip();
            plays *= 2;
        }
        Ok(field.pop())
    }

    /// Returns the wins in plays that were used for nothing yet.
    fn fresh<A: Arena>(
        &mut self,
        arena: &mut A,
        challenger: &[f64],
        champion: &[f64],
        plays: u64,
    ) -> Result<Option<f64>, A::Error> {
        let numbers = self.learned.plays..self.learned.plays + plays;
        self.learned.plays += plays;
        arena.wins(challenger, champion, numbers)
    }

    /// Returns the challengers of a generation, all different; fewer, or none, where settings have few values.
    fn field(&mut self) -> Vec<Vec<f64>> {
        let mut field: Vec<Vec<f64>> = Vec::new();
        // What has just helped may help once more.
        let again = self.way.take().map(|way| {
            let moved = self.learned.values.iter().zip(way).map(|(value, way)| value + way);
            self.training.settings.iter().zip(moved).map(|(setting, x)| fitting(setting, x)).collect()
        });
        field.extend(again.filter(|again| *again != self.learned.values));
        // Tries that come to nothing new are few where there is room for a field at all.
        for _ in 0..50 * FIELD {
            if field.len() == FIELD {
                break;
            }
            let new = self.challenger();
            if new != self.learned.values && !field.contains(&new) {
                field.push(new);
            }
        }
        let whole = if field.is_empty() { 0 } else { 1 << field.len().ilog2() };
        field.truncate(whole);
        field
    }

    /// Returns the champion with the setting changed whose turn it is.
    fn challenger(&mut self) -> Vec<f64> {
        let settings = self.training.settings;
        if self.turns.is_empty() {
            self.turns = (0..settings.len()).flat_map(|i| [(i, 1.0), (i, -1.0)]).collect();
            self.rng.shuffle(&mut self.turns);
        }
        let mut values = self.learned.values.clone();
        let Some((i, way)) = self.turns.pop() else { return values };
        let by = way * STEPS[self.rng.index(STEPS.len())] * size(&settings[i]);
        values[i] = match settings[i].choices {
            Choices::Words(words) => self.rng.index(words.len()) as f64,
            Choices::Whole(..) | Choices::Real(..) => fitting(&settings[i], values[i] + by),
        };
        values
    }
}

/// Returns the lower bound of a share, one-sided (Wilson's).
fn low_bound(won: f64, plays: u64) -> f64 {
    let (n, z) = (plays as f64, CLEAR);
    let p = won / n;
    let middle = p + z * z / (2.0 * n);
    let half = z * (p * (1.0 - p) / n + z * z / (4.0 * n * n)).sqrt();
    (middle - half) / (1.0 + z * z / n)
}

/// Returns the size of a large change of a setting.
fn size(setting: &Setting) -> f64 {
    match setting.choices {
        Choices::Whole(low, high) => setting.default.max(f64::from(high - low) / 20.0).max(1.0),
        Choices::Real(low, high) => setting.default.abs().max((high - low) / 20.0),
        Choices::Words(_) => 1.0,
    }
}

/// Returns the nearest value that the setting may have, with three digits, so that a file says all of it.
fn fitting(setting: &Setting, x: f64) -> f64 {
    match setting.choices {
        Choices::Whole(low, high) => x.round().clamp(f64::from(low), f64::from(high)),
        Choices::Real(low, high) => {
            let x = x.clamp(low, high);
            format!("{x:.2e}").parse().unwrap_or(x).clamp(low, high)
        }
        Choices::Words(words) => x.clamp(0.0, words.len() as f64 - 1.0).round(),
    }
}

#[cfg(test)]
mod tests;
