//! All that can come of a step that the rules leave to chance.

use thiserror::Error;

use super::Rng;

/// Chance that can't be gone through way by way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ChanceError {
    /// More ways than are to be gone through.
    #[error("chance can go more than {0} ways there")]
    TooMany(u32),
    /// More draws were made than can be counted, or a real number was drawn.
    #[error("chance can go more ways there than can be counted")]
    Uncountable,
}

/// Carries out a step once for each way that its draws can go, and returns what came of it each time with its probability:
/// at most `most` ways.
///
/// # Errors
/// [`ChanceError`].
pub fn each_chance<T>(most: u32, mut step: impl FnMut(&mut Rng) -> T) -> Result<Vec<(f64, T)>, ChanceError> {
    let mut found = Vec::new();
    // The ways that draws go need not be equally likely: what is drawn can decide what is drawn next.
    let mut known = 0.0;
    for way in 0..most {
        let mut rng = Rng::counted(way);
        let came = step(&mut rng);
        let ways = rng.ways().ok_or(ChanceError::Uncountable)?;
        if way >= ways {
            continue;
        }
        let probability = 1.0 / f64::from(ways);
        found.push((probability, came));
        known += probability;
        if known > 1.0 - 1e-9 {
            return Ok(found);
        }
    }
    Err(ChanceError::TooMany(most))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shuffle_has_every_order_once() {
        let shuffled = |rng: &mut Rng| {
            let mut list = [0, 1, 2, 3];
            rng.shuffle(&mut list);
            list
        };
        let found = each_chance(1000, shuffled).unwrap();
        let orders: std::collections::BTreeSet<_> = found.iter().map(|(_, list)| *list).collect();
        assert_eq!((found.len(), orders.len()), (24, 24));
        assert!(found.iter().all(|(probability, _)| (probability - 1.0 / 24.0).abs() < 1e-12));
        assert_eq!(each_chance(23, shuffled), Err(ChanceError::TooMany(23)));
    }

    #[test]
    fn draws_that_depend_on_draws_have_their_own_probabilities() {
        // Red with a half, and else one of three.
        let step = |rng: &mut Rng| if rng.below(2) == 0 { 0 } else { 1 + rng.below(3) };
        let found = each_chance(100, step).unwrap();
        assert_eq!(found, [(0.5, 0), (1.0 / 6.0, 1), (1.0 / 6.0, 2), (1.0 / 6.0, 3)]);
        assert_eq!(each_chance(100, Rng::unit), Err(ChanceError::Uncountable));
        assert_eq!(each_chance(100, |_| 7), Ok(vec![(1.0, 7)]));
    }
}
