//! Settings that strategy files declare.

use super::parse_error::ParseError;
use ludometer_playable::{Choices, Setting};

/// A setting as a strategy file declares it.
#[derive(Clone, Debug, Default)]
pub(super) struct Declared {
    pub(super) name: String,
    pub(super) about: Option<String>,
    pub(super) default: Option<f64>,
    pub(super) min: Option<f64>,
    pub(super) max: Option<f64>,
    pub(super) whole: bool,
    /// The line of the declaration, where it is known.
    pub(super) line: Option<usize>,
}

impl Declared {
    /// Returns the setting, or what is wrong with its declaration.
    pub(super) fn check(self) -> Result<Setting, ParseError> {
        let name = self.name;
        let fault = |what: &str| ParseError::new(self.line, format!("the setting `{name}` {what}"));
        let plain = |c: char| c.is_ascii_alphanumeric() || c == '_';
        if name.is_empty() || !name.chars().all(plain) {
            return Err(fault("must be named by letters, digits and underscores"));
        }
        let Some(default) = self.default else { return Err(fault("needs a default")) };
        let (min, max) = (self.min.unwrap_or(0.0), self.max.unwrap_or(1e9));
        if !(min.is_finite() && max.is_finite() && min <= default && default <= max) {
            return Err(fault("needs min <= default <= max (min is 0 and max 1e9 unless they are given)"));
        }
        let choices = if self.whole {
            let range = 0.0..=f64::from(u32::MAX);
            if [min, max, default].iter().any(|x| x.fract() != 0.0 || !range.contains(x)) {
                return Err(fault("is a whole number: min, max and default must be such, from 0"));
            }
            Choices::Whole(min as u32, max as u32)
        } else {
            Choices::Real(min, max)
        };
        Ok(Setting { name: name.into(), about: self.about.unwrap_or_default().into(), choices, default })
    }
}
