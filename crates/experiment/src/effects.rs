//! How figures answer to settings: main effects, slopes and elasticities over the rule sets of a
//! sweep.

use ludometer_stats::{Cell, Table, normal_quantile};

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
}

fn mean(numbers: &[f64]) -> Option<f64> {
    (!numbers.is_empty()).then(|| numbers.iter().sum::<f64>() / numbers.len() as f64)
}

/// Returns the table `effects.csv`: for each parameter and value the mean of each figure over all rule sets with this
/// value, and how far that is from the mean over all.
pub fn effects(responses: &Responses) -> Table {
    let mut table = Table::new("effects", &["parameter", "value", "metric", "rule_sets", "mean", "effect"]);
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
                table.row(vec![
                    name.as_str().into(),
                    value.as_str().into(),
                    metric.as_str().into(),
                    (here.len() as u64).into(),
                    Some(mean).into(),
                    Some(mean - all).into(),
                ]);
            }
        }
    }
    table
}

/// Returns the table `elasticities.csv`: for each numeric parameter and figure the slope of a plane fitted by least
/// squares over all rule sets, with its 95 % interval from what the plane leaves over, and the
/// elasticity at the means: by how many per cent the figure grows where the parameter grows by one.
///
/// Parameters that are words enter the plane as one step for each value, so that what they do is
/// not taken for the numbers' doing.
pub fn elasticities(responses: &Responses) -> Table {
    let columns = [
        "parameter",
        "metric",
        "rule_sets",
        "slope",
        "ci_low",
        "ci_high",
        "elasticity",
        "elasticity_low",
        "elasticity_high",
    ];
    let mut table = Table::new("elasticities", &columns);
    let numbers: Vec<Option<Vec<f64>>> =
        responses.values.iter().map(|values| values.iter().map(|v| v.parse().ok()).collect()).collect();
    for (m, metric) in responses.metrics.iter().enumerate() {
        let rows: Vec<(&[usize], f64)> = responses
            .rows
            .iter()
            .filter_map(|(point, figures)| Some((point.as_slice(), figures[m]?)))
            .collect();
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
            let Some((slope, error)) = slope(&design, &figures) else { continue };
            let half = error.map(|error| error * normal_quantile(0.975));
            let centre = mean(&design.iter().map(|x| x[1]).collect::<Vec<_>>()).zip(mean(&figures));
            let factor = centre.filter(|(_, y)| *y != 0.0).map(|(x, y)| x / y);
            let scaled = |slope: Option<f64>| slope.zip(factor).map(|(slope, factor)| slope * factor);
            let bounds = [half.map(|h| slope - h), half.map(|h| slope + h)];
            let mut elastic = bounds.map(scaled);
            if factor.is_some_and(|factor| factor < 0.0) {
                elastic.reverse();
            }
            table.row(vec![
                name.as_str().into(),
                metric.as_str().into(),
                (rows.len() as u64).into(),
                Some(slope).into(),
                bounds[0].into(),
                bounds[1].into(),
                Cell::from(scaled(Some(slope))),
                elastic[0].into(),
                elastic[1].into(),
            ]);
        }
    }
    table
}

/// Returns the second coefficient of the least-squares fit and its standard error; `None` where the inputs
/// don't determine it. Without spare observations it has no error.
fn slope(inputs: &[Vec<f64>], outputs: &[f64]) -> Option<(f64, Option<f64>)> {
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
    let middle = outputs.iter().sum::<f64>() / n as f64;
    let k = used.len();
    let product = |a: usize, b: usize| scaled.iter().map(|x| x[a] * x[b]).sum::<f64>();
    // [X'X | X'y | e0]: solved for the coefficients and the first column of the inverse at once.
    let mut matrix: Vec<Vec<f64>> = (0..k)
        .map(|a| {
            let mut row: Vec<f64> = (0..k).map(|b| product(a, b)).collect();
            row.push(scaled.iter().zip(outputs).map(|(x, y)| x[a] * (y - middle)).sum());
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
    let solved = |at: usize, row: usize| matrix[row][at] / matrix[row][row];
    let residual: f64 = scaled
        .iter()
        .zip(outputs)
        .map(|(x, y)| (y - middle - (0..k).map(|j| solved(k, j) * x[j]).sum::<f64>()).powi(2))
        .sum();
    let spare = n.checked_sub(k + 1).filter(|&spare| spare > 0);
    let error = spare.map(|spare| (residual / spare as f64 * solved(k + 1, 0).max(0.0)).sqrt() / spread[0]);
    Some((solved(k, 0) / spread[0], error))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn responses(figure: impl Fn(usize, usize) -> f64) -> Responses {
        let texts = |values: &[&str]| values.iter().map(|v| (*v).to_owned()).collect::<Vec<_>>();
        let rows = (0..3).flat_map(|a| (0..2).map(move |b| (a, b)));
        Responses {
            parameters: texts(&["deck.a", "mode"]),
            values: vec![texts(&["2", "4", "6"]), texts(&["x", "y"])],
            metrics: texts(&["turns"]),
            rows: rows.map(|(a, b)| (vec![a, b], vec![Some(figure(a, b))])).collect(),
        }
    }

    #[test]
    fn main_effects_by_hand() {
        // 10, 20, 30 for the numbers, 6 more for y: overall 23.
        let table = effects(&responses(|a, b| 10.0 * (a + 1) as f64 + 6.0 * b as f64));
        let effect = |row: usize| table.cell(row, "effect").unwrap().number().unwrap();
        assert_eq!((effect(0), effect(1), effect(2)), (-10.0, 0.0, 10.0));
        assert_eq!((effect(3), effect(4)), (-3.0, 3.0));
    }

    #[test]
    fn slopes_and_elasticities_by_hand() {
        // 5 more a unit of the parameter; at its mean 4 the figure's mean is 23: 5 * 4 / 23.
        let table = elasticities(&responses(|a, b| 10.0 * (a + 1) as f64 + 6.0 * b as f64));
        assert_eq!(table.rows.len(), 1, "words have no slope");
        let number = |column: &str| table.cell(0, column).unwrap().number().unwrap();
        assert!((number("slope") - 5.0).abs() < 1e-9 && (number("elasticity") - 20.0 / 23.0).abs() < 1e-9);
        assert!((number("ci_high") - number("ci_low")).abs() < 1e-6, "a plane leaves nothing over");
    }

    #[test]
    fn the_error_of_a_slope_by_hand() {
        // y = 1, 3, 2 at x = 0, 1, 2: slope 0.5, residuals -0.5, 1, -0.5, variance 1.5 / 1 over 2.
        let inputs: Vec<Vec<f64>> = (0..3).map(|x| vec![1.0, f64::from(x)]).collect();
        let (slope, error) = slope(&inputs, &[1.0, 3.0, 2.0]).unwrap();
        assert!((slope - 0.5).abs() < 1e-12 && (error.unwrap() - (1.5_f64 / 2.0).sqrt()).abs() < 1e-12);
    }

    #[test]
    fn what_is_not_varied_has_no_slope() {
        assert_eq!(slope(&[vec![1.0, 3.0], vec![1.0, 3.0]], &[1.0, 2.0]), None);
        assert_eq!(slope(&[], &[]), None);
    }
}
