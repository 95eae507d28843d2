//! Settings of bots as structs: each field beside its name, its values and its default.

/// A type that a setting's value stands for.
pub(super) trait FromValue {
    /// Reads a value that the setting allows.
    fn from_value(value: f64) -> Self;
}

impl FromValue for u32 {
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

/// Declares the settings of a bot: a struct, the list that the command line reads, and the way from its values to the
/// struct. A field without a value has the general default.
macro_rules! settings {
    ($(#[$meta:meta])* pub struct $Name:ident {
        $($(#[doc = $doc:literal])+ $field:ident: $Type:ty = $setting:expr;)*
    }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq)]
        pub struct $Name { $($(#[doc = $doc])+ pub $field: $Type,)* }

        impl $Name {
            /// The settings as the command line has them.
            pub const LIST: &'static [Setting] = &[$($setting),*];

            /// Reads the values of [`Self::LIST`], in order; missing ones are the general defaults.
            pub fn from_values(values: &[f64]) -> Self {
                let given = values.iter().copied().map(Some).chain(std::iter::repeat(None));
                let mut values = Self::LIST.iter().zip(given).map(|(s, given)| given.unwrap_or(s.default));
                $(let $field = $crate::settings::FromValue::from_value(values.next().unwrap_or_default());)*
                Self { $($field),* }
            }
        }

        impl Default for $Name {
            fn default() -> Self {
                Self::from_values(&[])
            }
        }
    };
}

pub(super) use settings;
