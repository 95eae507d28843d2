//! How figures answer to settings: main effects, slopes and elasticities over the rule sets of a
//! sweep.

use ludometer_stats::{Bounded, Row, Table, student_point};

/// A sweep's results as numbers: what was set, and what came of it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Responses {
    /// The names of the parameters.
    pub parameters: Vec<String>,
    /// For each parameter its values, as they are written.
    pub values: Vec<Vec<String>>,
    /// The names of the figures.
    pub metrics: Vec<String>,
    /// For each rule set that was played the number of each parameter's value, and each figure.
    pub rows: Vec<(Vec<usize>, Vec<Option<f64>>)>,
    /// For each of them each figure in equal parts of the games, and the games of a part.
    pub parts: Vec<(u64, Vec<Vec<Option<f64>>>)>,
}

/// A row of `effects.csv`: a value of a parameter, and a figure.
#[derive(Clone, Debug, PartialEq, Row)]
#[row(table = "effects")]
pub struct EffectRow {
    /// Key of the parameter.
    pub parameter: String,
    /// Value of the parameter.
    pub value: String,
    /// Id of the figure.
    pub metric: String,
    /// Rule sets with this value.
    pub rule_sets: u64,
    /// Mean of the figure over these rule sets.
    pub mean: f64,
    /// `mean` less the mean over all rule sets.
    pub effect: f64,
}

/// A row of `elasticities.csv`: a parameter and a figure.
#[derive(Clone, Debug, PartialEq, Row)]
#[row(table = "elasticities")]
pub struct ElasticityRow {
    /// Key of the parameter.
    pub parameter: String,
    /// Id of the figure.
    pub metric: String,
    /// Rule sets.
    pub rule_sets: u64,
    /// Change of the figure for one step of the parameter.
    #[row("slope", "ci_low", "ci_high")]
    pub slope: Bounded,
    /// Change of the figure in per cent for one per cent of the parameter.
    #[row("elasticity", "elasticity_low", "elasticity_high")]
    pub elasticity: Bounded,
}

/// Joins the parts of a figure to parts of so many games: a multiple of what they have.
fn joined((games, parts): (u64, &[Option<f64>]), wanted: u64) -> Vec<Option<f64>> {
    let many = (wanted / games.max(1)).max(1) as usize;
    let mean = |some: &[Option<f64>]| Some(some.iter().copied().sum::<Option<f64>>()? / many as f64);
    parts.chunks_exact(many).map(mean).collect()
}

impl Responses {
    /// Returns a figure of every rule set that has it, part by part: the same part of all of them in a row. Parts that some
    /// rule set lacks are left out.
    fn in_parts(&self, metric: usize) -> Vec<Vec<f64>> {
        let known =
            || self.rows.iter().zip(&self.parts).filter(|((_, figures), _)| figures[metric].is_some());
        let wanted = known().map(|(_, (games, _))| *games).max().unwrap_or(1);
        let parts: Vec<Vec<Option<f64>>> =
            known().map(|(_, (games, parts))| joined((*games, &parts[metric]), wanted)).collect();
        let count = parts.iter().map(Vec::len).min().unwrap_or(0);
        (0..count).filter_map(|part| parts.iter().map(|of| of[part]).collect()).collect()
    }
}

/// Returns half the 95 % interval of a mean of parts that each give one of these. Where all of them are the same, nothing is
/// known of how they spread; where most are 0, what is counted is too rare for the few others to say.
fn half_width(parts: &[f64]) -> Option<f64> {
    let (n, middle) = (parts.len(), mean(parts).filter(|_| parts.len() > 1)?);
    let squares: f64 = parts.iter().map(|x| (x - middle).powi(2)).sum();
    let is_rare = 2 * parts.iter().filter(|x| x.abs() < 1e-12).count() > n;
    let is_constant = squares <= 1e-20 * n as f64 * middle.abs().max(1e-3).powi(2);
    (!is_rare && !is_constant).then(|| student_point(n) * (squares / (n - 1) as f64 / n as f64).sqrt())
}

fn mean(numbers: &[f64]) -> Option<f64> {
    (!numbers.is_empty()).then(|| numbers.iter().sum::<f64>() / numbers.len() as f64)
}

/// Returns the table `effects.csv`: for each parameter and value the mean of each figure over all rule sets with this
/// value, and how far that is from the mean over all.
pub fn effects(responses: &Responses) -> Table {
    let mut rows = Vec::new();
    for (p, name) in responses.parameters.iter().enumerate() {
        for (m, metric) in responses.metrics.iter().enumerate() {
            let figures = |at: Option<usize>| -> Vec<f64> {
                let here = responses.rows.iter().filter(|(point, _)| at.is_none_or(|at| point[p] == at));
                here.filter_map(|(_, figures)| figures[m]).collect()
            };
            let Some(all) = mean(&figures(None)) else { continue };
            for (at, value) in responses.values[p].iter().enumerate() {
                let here = figures(Some(at));
                let Some(mean) = mean(&here) else { continue };
                rows.push(EffectRow {
                    parameter: name.clone(),
                    value: value.clone(),
                    metric: metric.clone(),
                    rule_sets: here.len() as u64,
                    mean,
                    effect: mean - all,
                });
            }
        }
    }
    Table::of(rows)
}

/// Returns the table `elasticities.csv`: for each numeric parameter and figure the slope of a plane fitted by least
/// squares over all rule sets, with its 95 % interval, and the
/// elasticity at the means: by how many per cent the figure grows where the parameter grows by one.
///
/// Parameters that are words enter the plane as one step for each value, so that what they do is
/// not taken for the numbers' doing.
///
/// Rule sets are played with the same random numbers, so what a plane leaves over says little of a slope's error. Every
/// equal part of the games gives a slope of its own, and these are independent: the interval is Student's of their mean. It
/// is of the slope that all games would have on these rule sets, whether the figure follows a plane or not.
pub fn elasticities(responses: &Responses) -> Table {
    let mut table = Vec::new();
    let numbers: Vec<Option<Vec<f64>>> =
        responses.values.iter().map(|values| values.iter().map(|v| v.parse().ok()).collect()).collect();
    for (m, metric) in responses.metrics.iter().enumerate() {
        let rows: Vec<(&[usize], f64)> = responses
            .rows
            .iter()
            .filter_map(|(point, figures)| Some((point.as_slice(), figures[m]?)))
            .collect();
        let parts = responses.in_parts(m);
        for (p, name) in responses.parameters.iter().enumerate() {
            let Some(values) = &numbers[p] else { continue };
            // The parameter itself first after the constant, then all others.
            let inputs = |point: &[usize]| {
                let mut x = vec![1.0, values[point[p]]];
                for (q, others) in numbers.iter().enumerate().filter(|(q, _)| *q != p) {
                    if let Some(numbers) = others {
                        x.push(numbers[point[q]]);
                    } else {
                        let steps = responses.values[q].len();
                        x.extend((1..steps).map(|step| f64::from(u8::from(point[q] == step))));
                    }
                }
                x
            };
            let design: Vec<Vec<f64>> = rows.iter().map(|(point, _)| inputs(point)).collect();
            let figures: Vec<f64> = rows.iter().map(|row| row.1).collect();
            let Some(weights) = weights(&design) else { continue };
            let of = |figures: &[f64]| weights.iter().zip(figures).map(|(w, y)| w * y).sum::<f64>();
            let slope = of(&figures);
            let slopes: Vec<f64> = parts.iter().map(|part| of(part)).collect();
            let half = half_width(&slopes);
            let centre = mean(&design.iter().map(|x| x[1]).collect::<Vec<_>>()).zip(mean(&figures));
            let factor = centre.filter(|(_, y)| *y != 0.0).map(|(x, y)| x / y);
            let elastic = factor.map(|factor| {
                // The mean of the figure has an error as well, and a part in which it is large has it for both (the delta
                // method).
                let middle = mean(&figures).unwrap_or(1.0);
                let of_mean = |part: &[f64]| mean(part).unwrap_or(middle) / middle;
                let off: Vec<f64> = slopes
                    .iter()
                    .zip(&parts)
                    .map(|(one, part)| factor * (one - slope * of_mean(part)))
                    .collect();
                (factor * slope, half_width(&off))
            });
            let around = |value: f64, half: Option<f64>| Bounded {
                value: Some(value),
                interval: half.map(|half| (value - half, value + half)),
            };
            table.push(ElasticityRow {
                parameter: name.clone(),
                metric: metric.clone(),
                rule_sets: rows.len() as u64,
                slope: around(slope, half),
                elasticity: elastic.map(|(value, half)| around(value, half)).unwrap_or_default(),
            });
        }
    }
    Table::of(table)
}

/// Returns what each output counts in the second coefficient of the least-squares fit; `None` where the inputs don't
/// determine it.
fn weights(inputs: &[Vec<f64>]) -> Option<Vec<f64>> {
    let k = inputs.first()?.len();
    let n = inputs.len();
    if n < k {
        return None;
    }
    // Centred and scaled, so that the normal equations keep their digits.
    let centre: Vec<f64> = (1..k).map(|j| inputs.iter().map(|x| x[j]).sum::<f64>() / n as f64).collect();
    let spread: Vec<f64> =
        (1..k).map(|j| inputs.iter().map(|x| (x[j] - centre[j - 1]).powi(2)).sum::<f64>().sqrt()).collect();
    let used: Vec<usize> = (0..k - 1).filter(|&j| spread[j] > 0.0).collect();
    if used.first() != Some(&0) {
        return None;
    }
    let scaled: Vec<Vec<f64>> =
        inputs.iter().map(|x| used.iter().map(|&j| (x[j + 1] - centre[j]) / spread[j]).collect()).collect();
    let k = used.len();
    let product = |a: usize, b: usize| scaled.iter().map(|x| x[a] * x[b]).sum::<f64>();
    // [X'X | e0]: solved for the first column of the inverse.
    let mut matrix: Vec<Vec<f64>> = (0..k)
        .map(|a| {
            let mut row: Vec<f64> = (0..k).map(|b| product(a, b)).collect();
            row.push(f64::from(u8::from(a == 0)));
            row
        })
        .collect();
    for column in 0..k {
        let pivot =
            (column..k).max_by(|&a, &b| matrix[a][column].abs().total_cmp(&matrix[b][column].abs()))?;
        if matrix[pivot][column].abs() < 1e-9 {
            return None;
        }
        matrix.swap(column, pivot);
        let chosen = matrix[column].clone();
        for (_, row) in matrix.iter_mut().enumerate().filter(|(at, _)| *at != column) {
            let factor = row[column] / chosen[column];
            for (x, pivot) in row.iter_mut().zip(&chosen) {
                *x -= factor * pivot;
            }
        }
    }
    let column: Vec<f64> = (0..k).map(|row| matrix[row][k] / matrix[row][row]).collect();
    let weight = |x: &Vec<f64>| x.iter().zip(&column).map(|(x, c)| x * c).sum::<f64>() / spread[0];
    Some(scaled.iter().map(weight).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn responses(figure: impl Fn(usize, usize) -> f64) -> Responses {
        let texts = |values: &[&str]| values.iter().map(|v| (*v).to_owned()).collect::<Vec<_>>();
        let rows: Vec<(usize, usize)> = (0..3).flat_map(|a| (0..2).map(move |b| (a, b))).collect();
        Responses {
            parameters: texts(&["deck.a", "mode"]),
            values: vec![texts(&["2", "4", "6"]), texts(&["x", "y"])],
            metrics: texts(&["turns"]),
            rows: rows.iter().map(|&(a, b)| (vec![a, b], vec![Some(figure(a, b))])).collect(),
            parts: rows.iter().map(|&(a, b)| (32, vec![vec![Some(figure(a, b)); 4]])).collect(),
        }
    }

    #[test]
    fn main_effects_by_hand() {
        // 10, 20, 30 for the numbers, 6 more for y: overall 23.
        let table = effects(&responses(|a, b| 10.0 * (a + 1) as f64 + 6.0 * b as f64));
        let effects: Vec<f64> = table.rows().unwrap().iter().map(|row: &EffectRow| row.effect).collect();
        assert_eq!(effects, [-10.0, 0.0, 10.0, -3.0, 3.0]);
    }

    #[test]
    fn slopes_and_elasticities_by_hand() {
        // 5 more a unit of the parameter; at its mean 4 the figure's mean is 23: 5 * 4 / 23.
        let table = elasticities(&responses(|a, b| 10.0 * (a + 1) as f64 + 6.0 * b as f64));
        let [ElasticityRow { slope, elasticity, .. }] = &table.rows().unwrap()[..] else {
            panic!("words have no slope")
        };
        let near = |figure: &Bounded, x: f64| (figure.value.unwrap() - x).abs() < 1e-9;
        assert!(near(slope, 5.0) && near(elasticity, 20.0 / 23.0));
        assert_eq!(slope.interval, None, "no part differs from another");
    }

    #[test]
    fn the_error_of_a_slope_is_that_between_parts_of_the_games() {
        // Three values, 16 parts: what all values have in common is no error of the slope, what each has alone is.
        let mut rng = ludometer_model::Rng::from_words([66, 4, 0]);
        let mut noise = || (0..12).map(|_| rng.unit()).sum::<f64>() - 6.0;
        let held = (0..1000).filter(|_| {
            let (mut parts, mut of_all) = (vec![Vec::new(); 3], 5.0 * noise());
            for _ in 0..16 {
                of_all += 5.0 * noise();
                for (at, part) in parts.iter_mut().enumerate() {
                    part.push(Some(0.1 * at as f64 + of_all + noise()));
                }
            }
            let mean_of = |parts: &[Option<f64>]| parts.iter().flatten().sum::<f64>() / 16.0;
            let texts = |values: &[&str]| values.iter().map(|v| (*v).to_owned()).collect::<Vec<_>>();
            let responses = Responses {
                parameters: texts(&["deck.a"]),
                values: vec![texts(&["1", "2", "3"])],
                metrics: texts(&["turns"]),
                rows: parts
                    .iter()
                    .enumerate()
                    .map(|(at, part)| (vec![at], vec![Some(mean_of(part))]))
                    .collect(),
                parts: parts.into_iter().map(|part| (32, vec![part])).collect(),
            };
            let slope = elasticities(&responses).rows::<ElasticityRow>().unwrap()[0].slope;
            let (low, high) = slope.interval.unwrap();
            assert!((slope.value.unwrap() - f64::midpoint(low, high)).abs() < 1e-9);
            low <= 0.1 && 0.1 <= high
        });
        let held = held.count();
        assert!((925..=975).contains(&held), "{held} of 1000");
    }

    #[test]
    fn parts_of_more_and_fewer_games_are_joined_to_equal_ones() {
        let parts = |numbers: &[f64]| numbers.iter().copied().map(Some).collect::<Vec<_>>();
        assert_eq!(joined((32, &parts(&[1.0, 3.0, 5.0, 7.0, 9.0])), 64), parts(&[2.0, 6.0]));
        assert_eq!(joined((32, &[Some(1.0), None, Some(5.0), Some(7.0)]), 64), [None, Some(6.0)]);
        assert_eq!(joined((64, &parts(&[1.0, 3.0])), 64), parts(&[1.0, 3.0]));
    }

    #[test]
    fn what_is_not_varied_has_no_slope() {
        assert_eq!(weights(&[vec![1.0, 3.0], vec![1.0, 3.0]]), None);
        assert_eq!(weights(&[]), None);
        // y = 1, 3, 2 at x = 0, 1, 2: slope 0.5.
        let weights = weights(&[vec![1.0, 0.0], vec![1.0, 1.0], vec![1.0, 2.0]]).unwrap();
        assert!((weights.iter().zip([1.0, 3.0, 2.0]).map(|(w, y)| w * y).sum::<f64>() - 0.5).abs() < 1e-12);
    }
}
