//! Bots that a program adds to the built-in ones.

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
