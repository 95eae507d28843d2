//! A network of two hidden layers that values a row of numbers.

use serde::{Deserialize, Serialize};

use ludometer_model::Rng;

/// Numbers in the first hidden layer.
pub(crate) const FIRST: usize = 64;

/// Numbers in the second hidden layer.
pub(crate) const SECOND: usize = 32;

/// Values positions: a row of numbers in, an expected share of the win out.
///
/// Two hidden layers of 64 and 32 rectified units and one logistic output. Sums are made in one order and without fused
/// operations, so a network values a row alike on every processor.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Network {
    /// All weights, layer by layer, each with its biases behind it: see [`Parts`].
    pub(crate) weights: Vec<f32>,
    pub(crate) inputs: usize,
}

/// Where the layers stand among the weights.
pub(crate) struct Parts<'a> {
    /// One row of [`FIRST`] weights an input.
    pub(crate) first: &'a [f32],
    pub(crate) first_bias: &'a [f32],
    /// One row of [`SECOND`] weights a unit of the first layer.
    pub(crate) second: &'a [f32],
    pub(crate) second_bias: &'a [f32],
    pub(crate) output: &'a [f32],
    pub(crate) output_bias: f32,
}

/// Holds the hidden layers of one evaluation, so that none allocates.
#[derive(Clone, Debug)]
pub struct Workspace {
    pub(crate) first: [f32; FIRST],
    pub(crate) second: [f32; SECOND],
}

impl Default for Workspace {
    fn default() -> Self {
        Self { first: [0.0; FIRST], second: [0.0; SECOND] }
    }
}

/// Returns the number of weights of a network with so many inputs.
pub(crate) const fn weights_of(inputs: usize) -> usize {
    inputs * FIRST + FIRST + FIRST * SECOND + SECOND + SECOND + 1
}

impl Network {
    /// Returns true if it has the weights of a network with so many inputs: what was read from a file may not.
    pub fn is_of(&self, inputs: usize) -> bool {
        self.inputs == inputs && self.weights.len() == weights_of(inputs)
    }

    /// Returns a network for rows of so many numbers, with small random weights (He et al., "Delving deep into
    /// rectifiers", 2015) that follow from the seed.
    pub fn new(inputs: usize, seed: u64) -> Self {
        let mut rng = Rng::from_words([seed, inputs as u64, 0x6E65_7477]);
        let mut weights = Vec::with_capacity(weights_of(inputs));
        // A row is mostly zero: some 48 numbers of it count.
        for (rows, width, fan) in [(inputs, FIRST, 48), (FIRST, SECOND, FIRST), (SECOND, 1, SECOND)] {
            let bound = libm::sqrtf(6.0 / fan as f32);
            weights.extend((0..rows * width).map(|_| bound * (2.0 * rng.unit() - 1.0) as f32));
            weights.extend(std::iter::repeat_n(0.0, width));
        }
        // Begins by valuing all positions about alike.
        let output = weights.len() - SECOND - 1;
        weights[output..].iter_mut().for_each(|weight| *weight *= 0.1);
        Self { weights, inputs }
    }

    /// Returns the network with these weights, or nothing if their number does not fit the inputs.
    pub(crate) fn with_weights(inputs: usize, weights: Vec<f32>) -> Option<Self> {
        (weights.len() == weights_of(inputs)).then_some(Self { weights, inputs })
    }

    /// Returns the length of the rows that it values.
    pub const fn inputs(&self) -> usize {
        self.inputs
    }

    pub(crate) fn parts(&self) -> Parts<'_> {
        let (first, rest) = self.weights.split_at(self.inputs * FIRST);
        let (first_bias, rest) = rest.split_at(FIRST);
        let (second, rest) = rest.split_at(FIRST * SECOND);
        let (second_bias, rest) = rest.split_at(SECOND);
        let (output, bias) = rest.split_at(SECOND);
        Parts { first, first_bias, second, second_bias, output, output_bias: bias[0] }
    }

    /// Returns the logit of the value of a row, which must have [`Network::inputs`] numbers; more or fewer count as zeros.
    pub fn logit(&self, row: &[f32], work: &mut Workspace) -> f32 {
        let parts = self.parts();
        let first: &mut [f32; FIRST] = &mut work.first;
        first.copy_from_slice(parts.first_bias);
        for (&x, weights) in row.iter().zip(parts.first.chunks_exact(FIRST)) {
            if x != 0.0 {
                add_scaled(first, weights, x);
            }
        }
        rectify(first);
        let second: &mut [f32; SECOND] = &mut work.second;
        second.copy_from_slice(parts.second_bias);
        for (&x, weights) in first.iter().zip(parts.second.chunks_exact(SECOND)) {
            if x != 0.0 {
                add_scaled(second, weights, x);
            }
        }
        rectify(second);
        second.iter().zip(parts.output).fold(parts.output_bias, |sum, (x, weight)| sum + x * weight)
    }

    /// Returns the value of a row, from 0 to 1.
    pub fn value(&self, row: &[f32], work: &mut Workspace) -> f32 {
        logistic(self.logit(row, work))
    }
}

/// Adds `x` times the other row to this one.
#[inline(always)]
pub(crate) fn add_scaled<const N: usize>(into: &mut [f32; N], row: &[f32], x: f32) {
    for (sum, weight) in into.iter_mut().zip(row) {
        *sum += x * weight;
    }
}

fn rectify(units: &mut [f32]) {
    for unit in units {
        *unit = if *unit > 0.0 { *unit } else { 0.0 };
    }
}

/// Returns the logistic function of a logit; the exponential function is the same on every processor.
pub(crate) fn logistic(logit: f32) -> f32 {
    1.0 / (1.0 + libm::expf(-logit))
}
