//! Levels of strength: a learned strategy that errs the more the lower its level.
//!
//! A level draws its action with a chance that falls with what it is worth less than the best (a softmax with a temperature),
//! so it errs where the differences are small. The temperatures are such that the levels are evenly spaced from random
//! choices to the best, in the log odds of winning against `greedy`.

use ludometer_bots::LEVELS;
use ludometer_stats::Estimate;

/// A level.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Level {
    /// The temperature, in shares of the win: infinite for random choices, 0 for the best.
    pub temperature: f64,
    /// Its share of wins in one seat, with `greedy` in all others.
    pub win_rate: Estimate,
}

/// The temperatures that are tried, the first one where hardly any difference counts, each half the one before.
const HIGHEST: f64 = 0.8;
const TRIED: i32 = 12;

/// How many temperatures are measured: also the infinite one and 0.
pub(super) const MEASURED: u64 = TRIED as u64 + 2;

/// Returns the temperatures of the levels, from infinite to 0. `measure` tells how many games of how many a temperature
/// wins; `None` if it was interrupted.
///
/// # Errors
/// The error of `measure`.
pub(super) fn temperatures<E>(
    mut measure: impl FnMut(f64) -> Result<Option<(f64, u64)>, E>,
) -> Result<Option<[f64; LEVELS]>, E> {
    // Half a game more of each kind, so that the odds of no wins at all are finite.
    let log_odds = |(won, games): (f64, u64)| ((won + 0.5) / (games as f64 - won + 0.5)).ln();
    let mut tried = Vec::new();
    let middle = (0..TRIED).map(|halved| HIGHEST * 0.5_f64.powi(halved));
    for temperature in std::iter::once(f64::INFINITY).chain(middle).chain([0.0]) {
        let Some(found) = measure(temperature)? else { return Ok(None) };
        tried.push((temperature, log_odds(found)));
    }
    // Colder is stronger; where a measurement says otherwise it is noise.
    let mut best = f64::NEG_INFINITY;
    for (_, strength) in &mut tried {
        best = best.max(*strength);
        *strength = best;
    }
    let (weakest, strongest) = (tried[0].1, best);
    let mut found = [f64::INFINITY; LEVELS];
    for (level, found) in found.iter_mut().enumerate().skip(1) {
        let wanted = weakest + (strongest - weakest) * level as f64 / (LEVELS - 1) as f64;
        *found = between(&tried, wanted);
    }
    found[LEVELS - 1] = 0.0;
    Ok(Some(found))
}

/// Returns the temperature of this strength, on a straight line between two that were tried, by their logarithms.
fn between(tried: &[(f64, f64)], wanted: f64) -> f64 {
    let Some(at) = tried.iter().position(|&(_, strength)| strength >= wanted) else { return 0.0 };
    let (colder, above) = tried[at];
    let Some(&(warmer, below)) = at.checked_sub(1).and_then(|before| tried.get(before)) else {
        return colder;
    };
    let share = if above > below { (wanted - below) / (above - below) } else { 1.0 };
    // Beyond both ends of what was tried a halving is as far as the next.
    let (warmer, colder) = match (warmer.is_finite(), colder > 0.0) {
        (true, true) => (warmer, colder),
        (false, _) => (2.0 * colder, colder),
        (true, false) => (warmer, warmer / 2.0),
    };
    // A few digits say it: it was measured no closer.
    let exact = warmer * (colder / warmer).powf(share);
    format!("{exact:.2e}").parse().unwrap_or(exact)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_are_evenly_spaced_in_log_odds() {
        // Log odds of -4 at random, rising to 1 with each halving of the temperature.
        let strength = |temperature: f64| {
            let halved = (HIGHEST / temperature).log2();
            (-4.0 + 5.0 * (halved + 1.0) / f64::from(TRIED + 1)).clamp(-4.0, 1.0)
        };
        let games = 1_000_000_u64;
        let share = |temperature: f64| 1.0 / (1.0 + (-strength(temperature)).exp());
        let found = temperatures(|temperature| Ok::<_, ()>(Some((share(temperature) * games as f64, games))));
        let found = found.unwrap().unwrap();
        assert_eq!((found[0], found[4]), (f64::INFINITY, 0.0));
        for (level, temperature) in found.iter().enumerate().take(4).skip(1) {
            let wanted = -4.0 + 5.0 * level as f64 / 4.0;
            assert!((strength(*temperature) - wanted).abs() < 0.05, "level {level}: {temperature}");
        }
        assert!(found.windows(2).all(|pair| pair[0] > pair[1]), "{found:?}");
    }

    #[test]
    fn where_nothing_differs_all_levels_are_alike() {
        let found = temperatures(|_| Ok::<_, ()>(Some((25.0, 100)))).unwrap().unwrap();
        assert_eq!((found[0], found[4]), (f64::INFINITY, 0.0));
        assert_eq!(temperatures(|_| Ok::<_, ()>(None)), Ok(None));
    }
}
