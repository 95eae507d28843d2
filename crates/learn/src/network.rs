//! A network of two hidden layers that values a row of numbers, and its text in strategy files.

use std::fmt::Write as _;

use ludometer_model::Rng;
use serde::{Deserialize, Serialize};
use thiserror::Error;

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
    fn with_weights(inputs: usize, weights: Vec<f32>) -> Option<Self> {
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

/// Why a text is no network.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum NetworkError {
    /// Another number of digits than the weights of so many inputs have.
    #[error(
        "its weights have {digits} hexadecimal digits, not the {expected} of a network with {inputs} inputs"
    )]
    Length {
        /// The inputs that the file tells of.
        inputs: usize,
        /// The digits that are there.
        digits: usize,
        /// The digits that it takes.
        expected: usize,
    },
    /// A character that is no hexadecimal digit, or digits that are no finite number.
    #[error("weight {0} is no finite number in hexadecimal digits")]
    Weight(usize),
}

/// Digits of a weight.
const DIGITS: usize = 4;

impl Network {
    /// Returns the network as it comes back from its text: each weight with 8 binary digits.
    #[must_use]
    pub fn rounded(&self) -> Self {
        let weights = self.weights.iter().map(|&weight| f32::from_bits(u32::from(short(weight)) << 16));
        Self { weights: weights.collect(), ..self.clone() }
    }

    /// Returns the weights as text: four hexadecimal digits each, the upper half of the bits of a `f32`.
    pub fn to_text(&self) -> String {
        let mut text = String::with_capacity(self.weights.len() * DIGITS);
        for &weight in &self.weights {
            let _ = write!(text, "{:04x}", short(weight));
        }
        text
    }

    /// Reads the text that [`Network::to_text`] wrote of a network with so many inputs; spaces and ends of lines don't count.
    ///
    /// # Errors
    /// [`NetworkError`].
    pub fn from_text(inputs: usize, text: &str) -> Result<Self, NetworkError> {
        let digits: Vec<u8> = text.bytes().filter(|byte| !byte.is_ascii_whitespace()).collect();
        let expected = weights_of(inputs) * DIGITS;
        let length = NetworkError::Length { inputs, digits: digits.len(), expected };
        if digits.len() != expected {
            return Err(length);
        }
        let read = |(at, digits): (usize, &[u8])| {
            let text = std::str::from_utf8(digits).ok().filter(|text| !text.starts_with('+'));
            let bits = text.and_then(|text| u16::from_str_radix(text, 16).ok());
            let weight = bits.map(|bits| f32::from_bits(u32::from(bits) << 16));
            weight.filter(|weight| weight.is_finite()).ok_or(NetworkError::Weight(at))
        };
        let weights = digits.chunks_exact(DIGITS).enumerate().map(read).collect::<Result<_, _>>()?;
        Self::with_weights(inputs, weights).ok_or(length)
    }
}

/// Returns the upper half of a weight's bits, to the nearest.
const fn short(weight: f32) -> u16 {
    (weight.to_bits().wrapping_add(0x8000) >> 16) as u16
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_network_comes_back_from_its_text() {
        let network = Network::new(5, 3);
        let text = network.to_text();
        assert_eq!(Network::from_text(5, &text), Ok(network.rounded()));
        let close = |a: f32, b: f32| (a - b).abs() <= a.abs() / 256.0;
        assert!(network.weights.iter().zip(&network.rounded().weights).all(|(&a, &b)| close(a, b)));
        assert_eq!(network.rounded().to_text(), text);
    }

    #[test]
    fn what_is_wrong_with_a_text_is_reported() {
        let text = Network::new(2, 3).to_text();
        let expected = text.len();
        let fault = |text: &str| Network::from_text(2, text).unwrap_err();
        assert_eq!(fault(&text[1..]), NetworkError::Length { inputs: 2, digits: expected - 1, expected });
        assert_eq!(fault(&format!("{}7f80", &text[4..])), NetworkError::Weight(expected / 4 - 1));
        assert_eq!(fault(&format!("{}+123", &text[4..])), NetworkError::Weight(expected / 4 - 1));
        assert_eq!(fault(&format!("é1{}", &text[3..])), NetworkError::Weight(0));
    }
}
