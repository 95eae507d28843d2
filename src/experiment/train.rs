//! Learning a strategy by self-play: settings of a bot that win more against the ones before.
//!
//! A champion holds all seats but one; challengers, which differ from it in a few settings, take the last one.
//! Eight of them at a time race each other in the same plays (successive halving: Karnin, Koren and Somekh,
//! "Almost optimal exploration in multi-armed bandits", ICML 2013), and the one that is left takes the champion's
//! place if it wins clearly more than its share of fresh plays. Steps grow with success and shrink without
//! (Rechenberg's rule). At the end the champion meets the settings that it began with in held-out plays: what is
//! learned is told with the interval of these.
//!
//! Plays are numbered from 0 on and none is used for two purposes, so that the same seed learns the same.

use crate::games::{Choices, Setting};
use crate::model::Rng;
use crate::stats::{Estimate, wilson};

/// Challengers of a generation: a power of two.
const FIELD: usize = 8;

/// Plays of a generation, in units of one challenger's first-round plays: 8*1 + 4*2 + 2*4 for the race, and 8
/// fresh ones for its winner.
const GENERATION: u64 = 32;

/// Generations that the plays are laid out for.
const GENERATIONS: u64 = 25;

/// One play in so many is held out for the proof at the end.
const HELD_OUT: u64 = 5;

/// The first step, in the size of a setting, and the least and the most.
const STEP: f64 = 0.5;
const STEPS: [f64; 2] = [0.05, 2.0];

/// What a step is multiplied by after a generation with a new champion, and after one without.
const GROWTH: [f64; 2] = [1.3, 0.88];

/// Settings that a challenger changes at most.
const CHANGES: usize = 3;

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
    /// What may go wrong.
    type Error;

    /// The wins of a challenger in one seat, with the champion in all others, in so many plays from this number
    /// on, in which it sits in each seat equally often; a win shared by k seats is 1/k. `None` if it was
    /// interrupted.
    ///
    /// # Errors
    /// What went wrong.
    fn wins(
        &mut self,
        challenger: &[f64],
        champion: &[f64],
        plays: std::ops::Range<u64>,
    ) -> Result<Option<f64>, Self::Error>;
}

/// What was learned.
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
    /// True if it wins more than its share against what it began with, by the interval of the proof.
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
    /// What the arena says.
    pub fn learn<A: Arena>(&self, arena: &mut A) -> Result<Learned, A::Error> {
        let mut school = School {
            training: self,
            rng: Rng::from_words([self.seed, 0x7EAC_4E12, 1]),
            step: STEP,
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

    /// So many plays, in which everybody sits in each seat equally often.
    const fn whole(&self, plays: u64) -> u64 {
        plays / self.seats * self.seats
    }
}

/// Learning at work.
struct School<'a> {
    training: &'a Training<'a>,
    rng: Rng,
    step: f64,
    /// The change that brought the last new champion.
    way: Option<Vec<f64>>,
    learned: Learned,
}

impl School<'_> {
    /// Generation after generation, then the proof. `None` if it was interrupted.
    fn run<A: Arena>(&mut self, arena: &mut A) -> Result<Option<()>, A::Error> {
        let Training { plays, seats, start, .. } = *self.training;
        let race = plays - plays / HELD_OUT;
        let first = self.training.whole(race / (GENERATION * GENERATIONS)).max(seats);
        while self.learned.plays + GENERATION * first <= race && self.step >= STEPS[0] {
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
            self.step = (self.step * GROWTH[usize::from(!better)]).min(STEPS[1]);
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

    /// The one that is left when the worse half has gone, again and again.
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

    /// The wins in plays that were used for nothing yet.
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

    /// The challengers of a generation, all different; fewer, or none, where settings have few values.
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

    /// The champion with some settings changed.
    fn challenger(&mut self) -> Vec<f64> {
        let settings = self.training.settings;
        let mut values = self.learned.values.clone();
        for _ in 0..=self.rng.index(CHANGES) {
            let i = self.rng.index(settings.len());
            let by = self.step * size(&settings[i]) * normal(&mut self.rng);
            values[i] = match settings[i].choices {
                Choices::Words(words) => self.rng.index(words.len()) as f64,
                Choices::Whole(..) | Choices::Real(..) => fitting(&settings[i], values[i] + by),
            };
        }
        values
    }
}

/// The lower bound of a share, one-sided (Wilson's).
fn low_bound(won: f64, plays: u64) -> f64 {
    let (n, z) = (plays as f64, CLEAR);
    let p = won / n;
    let middle = p + z * z / (2.0 * n);
    let half = z * (p * (1.0 - p) / n + z * z / (4.0 * n * n)).sqrt();
    (middle - half) / (1.0 + z * z / n)
}

/// What is a large change of a setting.
fn size(setting: &Setting) -> f64 {
    match setting.choices {
        Choices::Whole(low, high) => setting.default.max(f64::from(high - low) / 20.0).max(1.0),
        Choices::Real(low, high) => setting.default.abs().max((high - low) / 20.0),
        Choices::Words(_) => 1.0,
    }
}

/// The nearest value that the setting may have, with three digits, so that a file says all of it.
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

/// A number of the standard normal distribution (Box and Muller, 1958).
fn normal(rng: &mut Rng) -> f64 {
    let (radius, angle) = (1.0 - rng.unit(), rng.unit());
    (-2.0 * radius.ln()).sqrt() * (std::f64::consts::TAU * angle).cos()
}

#[cfg(test)]
mod tests;
