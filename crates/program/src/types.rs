//! Types of values: which kinds of values an expression can have.

use std::collections::BTreeSet;

use crate::syntax::{ExprId, FunctionId};

/// So many different words are told apart; more are any word.
const MOST_WORDS: usize = 64;

/// The meaning of a number.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) enum Role {
    /// An amount, a place, anything.
    Plain,
    /// A kind of card.
    Card,
    /// A seat.
    Seat,
}

/// A number.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct Number {
    /// True if it is whole.
    pub(crate) is_whole: bool,
    /// Its meaning.
    pub(crate) role: Role,
    /// The bits of its value, where there is one alone.
    value: Option<u64>,
}

impl Number {
    /// Returns the type of a number with this meaning.
    pub(crate) fn any(is_whole: bool, role: Role) -> Self {
        Self { is_whole, role, value: None }
    }

    /// Returns its value, where there is one alone.
    pub(crate) fn value(self) -> Option<f64> {
        self.value.map(f64::from_bits)
    }

    /// Returns the type of both. 0 is none of anything, so it takes the other's meaning.
    fn or(self, other: Self) -> Self {
        let is_none = |number: Self| number.value() == Some(0.0);
        let role = match (self.role, other.role) {
            (a, b) if a == b => a,
            (a, Role::Plain) if is_none(other) => a,
            (Role::Plain, b) if is_none(self) => b,
            _ => Role::Plain,
        };
        let value = self.value.filter(|value| Some(*value) == other.value);
        Self { is_whole: self.is_whole && other.is_whole, role, value }
    }
}

/// Words.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) enum Words {
    /// One of these.
    These(BTreeSet<String>),
    /// Any.
    Any,
}

/// A value that is not copied.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) enum Thing {
    /// An object of the top level.
    Object(usize),
    /// A table that this expression makes, or a list that the engine gives there.
    Made(ExprId),
    /// A function of the text.
    Function(FunctionId),
    /// A function or table of the engine or of Luau, by its path.
    Given(String),
}

/// The kinds of values that an expression can have. Without any it has no value: what it stands in is not reached.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub(crate) struct Type {
    /// True if it can be nil.
    pub(crate) nil: bool,
    /// True if it can be true, and false.
    pub(crate) truth: (bool, bool),
    /// The numbers.
    pub(crate) number: Option<Number>,
    /// The words.
    pub(crate) words: Option<Words>,
    /// The tables, zones and functions.
    pub(crate) things: BTreeSet<Thing>,
    /// True if it can be anything else, of which nothing is known.
    pub(crate) unknown: bool,
}

impl Type {
    pub(crate) fn nil() -> Self {
        Self { nil: true, ..Self::default() }
    }

    pub(crate) fn unknown() -> Self {
        Self { unknown: true, ..Self::default() }
    }

    pub(crate) fn truth(yes: bool, no: bool) -> Self {
        Self { truth: (yes, no), ..Self::default() }
    }

    pub(crate) fn number(is_whole: bool, role: Role) -> Self {
        Self { number: Some(Number::any(is_whole, role)), ..Self::default() }
    }

    pub(crate) fn value(n: f64, role: Role) -> Self {
        let number = Number { is_whole: n.fract() == 0.0, role, value: Some(n.to_bits()) };
        Self { number: Some(number), ..Self::default() }
    }

    pub(crate) fn word(word: &str) -> Self {
        Self { words: Some(Words::These(BTreeSet::from([word.to_owned()]))), ..Self::default() }
    }

    pub(crate) fn any_word() -> Self {
        Self { words: Some(Words::Any), ..Self::default() }
    }

    pub(crate) fn thing(thing: Thing) -> Self {
        Self { things: BTreeSet::from([thing]), ..Self::default() }
    }

    /// Returns true if there is no value.
    pub(crate) fn is_never(&self) -> bool {
        *self == Self::default()
    }

    /// Returns the type of values of both.
    pub(crate) fn or(mut self, other: &Self) -> Self {
        self.add(other);
        self
    }

    /// Adds the values of another type; returns true if some were new.
    pub(crate) fn add(&mut self, other: &Self) -> bool {
        let before = self.clone();
        self.nil |= other.nil;
        self.unknown |= other.unknown;
        self.truth = (self.truth.0 || other.truth.0, self.truth.1 || other.truth.1);
        self.number = match (self.number, other.number) {
            (Some(a), Some(b)) => Some(a.or(b)),
            (a, b) => a.or(b),
        };
        self.words = match (self.words.take(), &other.words) {
            (Some(Words::These(mut a)), Some(Words::These(b))) => {
                a.extend(b.iter().cloned());
                Some(if a.len() > MOST_WORDS { Words::Any } else { Words::These(a) })
            }
            (Some(_), Some(_)) => Some(Words::Any),
            (a, b) => a.or_else(|| b.clone()),
        };
        self.things.extend(other.things.iter().cloned());
        *self != before
    }

    /// Returns true if it can count as true, and as false.
    pub(crate) fn outcomes(&self) -> (bool, bool) {
        let other = self.number.is_some() || self.words.is_some() || !self.things.is_empty();
        (self.truth.0 || other || self.unknown, self.truth.1 || self.nil || self.unknown)
    }

    /// Returns the values of this type that count as true, or as false.
    pub(crate) fn that_are(&self, yes: bool) -> Self {
        if yes {
            Self { nil: false, truth: (self.truth.0, false), ..self.clone() }
        } else {
            Self { nil: self.nil, truth: (false, self.truth.1), unknown: self.unknown, ..Self::default() }
        }
    }

    /// Returns the type without a number's value: what differs by it alone is computed by one function.
    pub(crate) fn without_values(&self) -> Self {
        let number = self.number.map(|number| Number { value: None, ..number });
        Self { number, ..self.clone() }
    }

    /// Returns its number's value, where it is one number alone.
    pub(crate) fn constant(&self) -> Option<f64> {
        let alone = Self { number: self.number, ..Self::default() };
        self.number.filter(|_| *self == alone)?.value()
    }

    /// Returns its word, where it is one word alone.
    pub(crate) fn one_word(&self) -> Option<&str> {
        match &self.words {
            Some(Words::These(words)) if words.len() == 1 && self.is_words() => {
                words.first().map(String::as_str)
            }
            _ => None,
        }
    }

    /// Returns true if it can be words alone.
    pub(crate) fn is_words(&self) -> bool {
        self.words.is_some() && *self == Self { words: self.words.clone(), ..Self::default() }
    }

    /// Returns true if it can be a number, as far as is known.
    pub(crate) fn may_be_number(&self) -> bool {
        self.number.is_some() || self.unknown
    }

    /// Returns how many kinds of values it can have beside nil: a typed program takes one.
    pub(crate) fn kinds(&self) -> usize {
        usize::from(self.truth.0 || self.truth.1)
            + usize::from(self.number.is_some())
            + usize::from(self.words.is_some())
            + usize::from(!self.things.is_empty())
            + 2 * usize::from(self.unknown)
    }
}
