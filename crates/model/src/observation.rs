//! Observations: what a seat knows as a row of numbers, for networks and for learning in other languages.

use std::fmt::{Arguments, Display};

use super::rules::RuleSet;
use super::schema::Value;
use super::seat::Seat;

/// The seats that an observation has room for, beginning with the viewer's and going clockwise: at a larger table, those
/// beyond are left out, so that networks for smaller ones need not carry their numbers.
pub const OBSERVED_SEATS: usize = 8;

/// Takes the features of an observation, in the order in which a game tells them.
///
/// A game tells the same features, under the same names, of every view at every size of table, so a feature's place in the
/// row says what it is. Values are scaled to about -1 to 1, and most of them should be 0: a network passes over zeros.
pub trait FeatureSink {
    /// Takes one number.
    fn feature(&mut self, name: Arguments<'_>, value: f32);

    /// Takes a yes or no.
    #[inline]
    fn flag(&mut self, name: impl Display, yes: bool) {
        self.feature(format_args!("{name}"), f32::from(u8::from(yes)));
    }

    /// Takes a number in units of `scale`, a usual large value.
    #[inline]
    fn amount(&mut self, name: impl Display, number: impl Into<f64>, scale: f64) {
        self.feature(format_args!("{name}"), (number.into() / scale) as f32);
    }

    /// Takes a number of things: as an amount, and whether there are any, and more than one.
    #[inline]
    fn count(&mut self, name: impl Display, number: impl Into<f64>, scale: f64) {
        let number = number.into();
        self.feature(format_args!("{name}"), (number / scale) as f32);
        self.feature(format_args!("{name}.any"), f32::from(u8::from(number > 0.0)));
        self.feature(format_args!("{name}.several"), f32::from(u8::from(number > 1.0)));
    }

    /// Takes which of so many things it is: one number each, at most one of them 1.
    #[inline]
    fn one_of(&mut self, name: impl Display, which: Option<usize>, count: usize) {
        for i in 0..count {
            self.feature(format_args!("{name}.{i}"), f32::from(u8::from(which == Some(i))));
        }
    }

    /// Takes a seat as the viewer has it: 0 is the viewer, 1 the next clockwise, up to `most` seats.
    #[inline]
    fn seat(&mut self, name: impl Display, seat: Option<Seat>, viewer: Seat, seats: usize, most: usize) {
        let ahead = seat.map(|seat| (seat.index() + seats - viewer.index()) % seats.max(1));
        self.one_of(name, ahead, most);
    }
}

/// Tells a rule set and a size of table as features: of all rule sets of a game the same ones.
///
/// A value that is the default is 0, a number its relative difference from the default, from -2 to 2. Lists and
/// keys that are unset by default are left out.
pub fn observe_rules(rules: &RuleSet, seats: usize, sink: &mut impl FeatureSink) {
    sink.one_of("players", seats.checked_sub(1), OBSERVED_SEATS);
    let schema = rules.schema();
    for param in schema.params.iter().filter(|param| Some(&param.key) != schema.seats_key.as_ref()) {
        let (Some(default), None, Some(value)) = (param.default(), param.len, rules.get(&param.key)) else {
            continue;
        };
        let key = &param.key;
        let usual = match default {
            Value::Int(number) => *number as f64,
            Value::Real(number) => *number,
            Value::Bool(_) | Value::Text(_) | Value::List(_) => 0.0,
        };
        let number = match value {
            Value::Int(number) => *number as f64,
            Value::Real(number) => *number,
            Value::Bool(_) | Value::Text(_) | Value::List(_) => usual,
        };
        if param.range.is_some() || param.reals.is_some() {
            let change = (number - usual) / usual.abs().max(1.0);
            sink.feature(format_args!("rule.{key}"), change.clamp(-2.0, 2.0) as f32);
        }
        if param.flag {
            sink.flag(format_args!("rule.{key}.changed"), value != default);
        }
        for word in &param.words {
            let word = Value::Text(word.clone());
            sink.flag(format_args!("rule.{key}.{word}"), value != default && *value == word);
        }
    }
}

/// The values alone: what a network reads.
impl FeatureSink for Vec<f32> {
    #[inline(always)]
    fn feature(&mut self, _: Arguments<'_>, value: f32) {
        self.push(value);
    }
}

/// The names alone: the layout.
impl FeatureSink for Vec<String> {
    fn feature(&mut self, name: Arguments<'_>, _: f32) {
        self.push(name.to_string());
    }
}
