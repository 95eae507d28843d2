//! Settings that strategy files declare.

use serde::Deserialize;

use super::parse_error::ParseError;
use super::toml_file::one_line;
use ludometer_playable::{Choices, Setting};

/// A setting as a strategy file declares it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Declared {
    #[serde(default, deserialize_with = "one_line")]
    pub(super) about: String,
    pub(super) default: Option<f64>,
    pub(super) min: Option<f64>,
    pub(super) max: Option<f64>,
    #[serde(default)]
    pub(super) whole: bool,
}

impl Declared {
    /// Returns the setting of this name, or what is wrong with its declaration; `line` is its line, where it is known.
    pub(super) fn check(self, name: String, line: Option<usize>) -> Result<Setting, ParseError> {
        let fault = |what: &str| ParseError::new(line, format!("the setting `{name}` {what}"));
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
        Ok(Setting { name: name.into(), about: self.about.into(), choices, default })
    }
}
