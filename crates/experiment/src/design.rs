//! Which rule sets a sweep plays: a grid of settings, or a sample of it that covers it evenly.

use std::collections::BTreeSet;

use thiserror::Error;

use ludometer_model::range_ends;

/// The most points of a design.
const MOST: u64 = 1_000_000;

/// A `--vary` that means nothing, or a design that is too large.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum DesignError {
    /// No list of values.
    #[error(
        "`--vary {text}`: {reason}; write key=2..8, key=2..8:2, key=0.1..0.5:0.1, key=a,b,c, players=2,4 or \
         bots=random,greedy"
    )]
    Axis {
        /// As it was typed.
        text: String,
        /// The fault.
        reason: String,
    },
    /// Two axes of one name.
    #[error("`{name}` is varied twice: write all its values in one --vary")]
    Twice {
        /// The name.
        name: String,
    },
    /// Too many points.
    #[error("the grid has {points} rule sets, more than {MOST}: sample it with --samples")]
    TooLarge {
        /// How many.
        points: u64,
    },
}

/// An axis: what is varied, and the values it takes.
#[derive(Clone, Debug, PartialEq)]
pub struct Axis {
    /// A key of the rules, `players` or `bots`.
    pub name: String,
    /// The values, as they are written.
    pub values: Vec<String>,
}

impl Axis {
    /// Reads `key=2..8` (also written `2-8`), `key=2..8:2` or `key=a,b,c`.
    ///
    /// # Errors
    /// [`DesignError::Axis`].
    pub fn parse(text: &str) -> Result<Self, DesignError> {
        let fail = |reason: &str| DesignError::Axis { text: text.to_owned(), reason: reason.to_owned() };
        let (name, values) = text.split_once('=').ok_or_else(|| fail("there is no `=`"))?;
        let (name, values) = (name.trim(), values.trim());
        if name.is_empty() || values.is_empty() {
            return Err(fail("a name and values are needed"));
        }
        let (span, step) = values.split_once(':').map_or((values, None), |(span, step)| (span, Some(step)));
        let values = match range_ends(span) {
            // The path of a bot's file may have dots and hyphens.
            Some((from, to)) if !values.contains(',') && name != "bots" => {
                range(from, to, step.map(str::trim)).ok_or_else(|| {
                    fail("a range goes from a number up to a larger one, by a step above 0, in at most 10000 steps")
                })?
            }
            _ => split(values),
        };
        let mut seen = BTreeSet::new();
        if let Some(twice) = values.iter().find(|value| !seen.insert(value.as_str())) {
            return Err(fail(&format!("`{twice}` stands there twice")));
        }
        Ok(Self { name: name.to_owned(), values })
    }

    /// Returns the values as numbers, if all are.
    pub fn numbers(&self) -> Option<Vec<f64>> {
        self.values.iter().map(|value| value.parse().ok()).collect()
    }
}

/// Returns the numbers of a range, as texts. Whole numbers stay whole.
fn range(from: &str, to: &str, step: Option<&str>) -> Option<Vec<String>> {
    const STEPS: usize = 10_000;
    if let (Ok(from), Ok(to), Ok(step)) =
        (from.parse::<i64>(), to.parse::<i64>(), step.unwrap_or("1").parse::<i64>())
    {
        let step = usize::try_from(step).ok().filter(|&step| step > 0 && from <= to)?;
        let values: Vec<String> = (from..=to).step_by(step).take(STEPS + 1).map(|x| x.to_string()).collect();
        return (values.len() <= STEPS).then_some(values);
    }
    let (from, to, step) = (from.parse::<f64>().ok()?, to.parse::<f64>().ok()?, step?.parse::<f64>().ok()?);
    if !(from.is_finite() && to.is_finite() && step > 0.0 && from <= to) {
        return None;
    }
    // Rounded, so that 0.1 + 2 * 0.1 is written 0.3.
    let count = ((to - from) / step + 1e-9).floor() as usize + 1;
    let value = |i: usize| format!("{}", ((from + i as f64 * step) * 1e9).round() / 1e9);
    (count <= STEPS).then(|| (0..count).map(value).collect())
}

/// Splits at commas, but not within brackets, nor before the further settings of a bot
/// (`mcts:iterations=5,exploration=1`).
fn split(text: &str) -> Vec<String> {
    let mut values: Vec<String> = Vec::new();
    let mut depth = 0_i32;
    for part in text.split(',') {
        let setting = part.contains('=') && !part.contains(':');
        match values.last_mut() {
            Some(last) if depth > 0 || (setting && last.contains(':')) => {
                last.push(',');
                last.push_str(part);
            }
            _ => values.push(part.trim().to_owned()),
        }
        depth += part.matches('[').count() as i32 - part.matches(']').count() as i32;
    }
    values
}

/// The points of a design: for each the number of each axis' value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Design {
    /// One a rule set, in the order of the grid: the last axis runs fastest.
    pub points: Vec<Vec<usize>>,
}

impl Design {
    /// Returns the whole grid, or `samples` points of it.
    ///
    /// The sample follows Sobol's sequence with Owen's scrambling (Burley, "Practical hash-based Owen
    /// scrambling", 2020), each point moved to the values of its place; a value of an axis comes
    /// nearly as often as any other. A sample as large as the grid is the grid.
    ///
    /// # Errors
    /// Axes of one name; a grid too large to be played.
    pub fn new(axes: &[Axis], samples: Option<u64>, seed: u64) -> Result<Self, DesignError> {
        for (i, axis) in axes.iter().enumerate() {
            if axes[..i].iter().any(|other| other.name == axis.name) {
                return Err(DesignError::Twice { name: axis.name.clone() });
            }
        }
        let grid = axes.iter().map(|axis| axis.values.len() as u64).fold(1, u64::saturating_mul);
        let wanted = samples.unwrap_or(grid).min(grid);
        if wanted > MOST {
            return Err(DesignError::TooLarge { points: wanted });
        }
        if wanted == grid {
            let points = (0..grid).map(|i| place(axes, i)).collect();
            return Ok(Self { points });
        }
        // Different points may move to the same values: go on until enough are found, or it is plain
        // that a sequence this long finds no more.
        let mut points = BTreeSet::new();
        for i in 0..u32::try_from(wanted.saturating_mul(64)).unwrap_or(u32::MAX) {
            if points.len() as u64 == wanted {
                break;
            }
            let at = |(d, axis): (usize, &Axis)| {
                let u = sobol_burley::sample(i % (1 << 16), d as u32, seed as u32 ^ (i >> 16));
                ((f64::from(u) * axis.values.len() as f64) as usize).min(axis.values.len() - 1)
            };
            points.insert(axes.iter().enumerate().map(at).collect::<Vec<_>>());
        }
        Ok(Self { points: points.into_iter().collect() })
    }
}

/// Returns the values of point number `i` of the grid.
fn place(axes: &[Axis], mut i: u64) -> Vec<usize> {
    let mut point: Vec<usize> = axes
        .iter()
        .rev()
        .map(|axis| {
            let n = axis.values.len() as u64;
            let at = i % n;
            i /= n;
            at as usize
        })
        .collect();
    point.reverse();
    point
}

#[cfg(test)]
mod tests {
    use super::*;

    fn values(text: &str) -> Vec<String> {
        Axis::parse(text).unwrap().values
    }

    #[test]
    fn axes_are_read() {
        assert_eq!(values("a=2..5"), ["2", "3", "4", "5"]);
        assert_eq!(values("a=2..9:3"), ["2", "5", "8"]);
        assert_eq!(values("a=-1..1"), ["-1", "0", "1"]);
        assert_eq!(values("a=0.1..0.4:0.1"), ["0.1", "0.2", "0.3", "0.4"]);
        assert_eq!(values("a= x, y"), ["x", "y"]);
        assert_eq!(values("a=[1, 2],[3]"), ["[1, 2]", "[3]"]);
        assert_eq!(
            values("bots=mcts:iterations=5,exploration=1,greedy"),
            ["mcts:iterations=5,exploration=1", "greedy"]
        );
        assert_eq!(Axis::parse("a=1,2").unwrap().numbers(), Some(vec![1.0, 2.0]));
        assert_eq!(Axis::parse("a=1,x").unwrap().numbers(), None);
        for bad in ["a", "a=", "=1", "a=5..2", "a=1..2:0", "a=1..9:-1", "a=0.1..0.5", "a=1,1", "a=0..1000000"]
        {
            assert!(Axis::parse(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn the_grid_runs_through_all_values() {
        let axes = [Axis::parse("a=1..2").unwrap(), Axis::parse("b=x,y,z").unwrap()];
        let grid = Design::new(&axes, None, 0).unwrap().points;
        assert_eq!(grid, [[0, 0], [0, 1], [0, 2], [1, 0], [1, 1], [1, 2]]);
        assert_eq!(Design::new(&axes, Some(99), 0).unwrap().points, grid);
        let twice = [axes[0].clone(), axes[0].clone()];
        assert_eq!(Design::new(&twice, None, 0), Err(DesignError::Twice { name: "a".to_owned() }));
        let huge = vec!["a", "b", "c"].into_iter().map(|n| Axis::parse(&format!("{n}=1..1000")).unwrap());
        let huge: Vec<Axis> = huge.collect();
        assert!(matches!(Design::new(&huge, None, 0), Err(DesignError::TooLarge { .. })));
        assert_eq!(Design::new(&huge, Some(50), 0).unwrap().points.len(), 50);
    }

    #[test]
    fn a_sample_covers_each_axis_evenly() {
        let axes: Vec<Axis> = (0..6).map(|d| Axis::parse(&format!("k{d}=0..7")).unwrap()).collect();
        let design = Design::new(&axes, Some(256), 3).unwrap();
        assert_eq!(design.points.len(), 256);
        for d in 0..6 {
            for value in 0..8 {
                let n = design.points.iter().filter(|p| p[d] == value).count();
                // 32 each, but for points that fell together.
                assert!((28..=36).contains(&n), "axis {d}, value {value}: {n}");
            }
        }
        assert_eq!(design, Design::new(&axes, Some(256), 3).unwrap());
    }
}
