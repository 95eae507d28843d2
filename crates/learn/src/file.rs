//! Networks as text, for strategy files.

use std::fmt::Write as _;

use thiserror::Error;

use crate::network::{Network, weights_of};

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
