//! Bots, as a game design lists them: those that a program adds, and settings as structs, each field beside its name, its
//! values and its default.

use std::any::Any;
use std::fmt;
use std::sync::Arc;

use super::Setting;

/// A bot of a program's own, as a [`Design`](super::Design) lists it. `ludometer_bots` makes it, and makes of it what
/// plays.
#[derive(Clone)]
pub struct CustomBot {
    name: String,
    about: String,
    settings: Vec<Setting>,
    maker: Arc<dyn Any + Send + Sync>,
}

impl CustomBot {
    /// Returns a bot with this name, one line about it and its settings. `maker` is what makes it at a table: only the
    /// crate of the bots knows its type, as this one knows no bot.
    pub fn new(name: &str, about: &str, settings: Vec<Setting>, maker: Arc<dyn Any + Send + Sync>) -> Self {
        Self { name: name.to_owned(), about: about.to_owned(), settings, maker }
    }

    /// Returns its name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the line about it.
    pub fn about(&self) -> &str {
        &self.about
    }

    /// Returns its settings.
    pub fn settings(&self) -> &[Setting] {
        &self.settings
    }

    /// Returns what makes it, if that is of this type.
    pub fn maker<T: 'static>(&self) -> Option<&T> {
        self.maker.downcast_ref()
    }
}

impl fmt::Debug for CustomBot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("CustomBot")
            .field("name", &self.name)
            .field("settings", &self.settings)
            .finish_non_exhaustive()
    }
}

/// Two bots are equal if they come from the same place in the program.
impl PartialEq for CustomBot {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name && self.settings == other.settings && Arc::ptr_eq(&self.maker, &other.maker)
    }
}

/// A type that a setting's value stands for.
pub trait FromValue {
    /// Reads a value that the setting allows.
    fn from_value(value: f64) -> Self;
}

impl FromValue for u32 {
    fn from_value(value: f64) -> Self {
        value as Self
    }
}

impl FromValue for f32 {
    fn from_value(value: f64) -> Self {
        value as Self
    }
}

impl FromValue for f64 {
    fn from_value(value: f64) -> Self {
        value
    }
}

/// The second of two words.
impl FromValue for bool {
    fn from_value(value: f64) -> Self {
        value != 0.0
    }
}

/// The values of a list of settings, read once ([`settings!`](crate::settings!) declares them as a struct).
pub trait Settings: Clone + Send + Sync {
    /// Reads the values in the order of the list.
    fn from_values(values: &[f64]) -> Self;
}

/// No settings.
impl Settings for () {
    fn from_values(_: &[f64]) -> Self {}
}

/// Settings that the program does not know: those of a game from a file.
impl Settings for Vec<f64> {
    fn from_values(values: &[f64]) -> Self {
        values.to_vec()
    }
}

/// Declares the settings of a bot, or the weights of a game's heuristic: a struct, the list that the command line reads
/// (`LIST`), and the way from its values to the struct. A field without a value has the general default.
///
/// ```
/// use ludometer_playable::{Choices, Setting, Settings, settings};
///
/// settings! {
///     /// What `greedy` weighs.
///     pub struct Weights {
///         daring: f64 = Setting::new("daring", "how gladly it takes a risk", Choices::Real(0.0, 10.0), 1.0);
///         haste: u32 = Setting::new("haste", "turns that it looks ahead", Choices::Whole(0, 9), 2.0);
///     }
/// }
///
/// assert_eq!(Weights::LIST[1].name, "haste");
/// assert_eq!(Weights::from_values(&[3.5]), Weights { daring: 3.5, haste: 2 });
/// ```
#[macro_export]
macro_rules! settings {
    ($(#[$meta:meta])* $vis:vis struct $Name:ident {
        $($(#[$of_field:meta])* $seen:vis $field:ident: $Type:ty = $setting:expr;)*
    }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq)]
        $vis struct $Name { $($(#[$of_field])* $seen $field: $Type,)* }

        impl $Name {
            /// The settings as the command line has them.
            $vis const LIST: &'static [$crate::Setting] = &[$($setting),*];
        }

        impl $crate::Settings for $Name {
            fn from_values(values: &[f64]) -> Self {
                let given = values.iter().copied().map(Some).chain(::std::iter::repeat(None));
                let mut values = Self::LIST.iter().zip(given).map(|(s, given)| given.unwrap_or(s.default));
                $(let $field = $crate::FromValue::from_value(values.next().unwrap_or_default());)*
                Self { $($field),* }
            }
        }

        impl Default for $Name {
            fn default() -> Self {
                $crate::Settings::from_values(&[])
            }
        }
    };
}
