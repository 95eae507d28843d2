//! The program that runs: the name that messages and repeat commands call it by, and its version.

use std::fmt;
use std::sync::OnceLock;

/// The version of this library, which all its crates share.
const ENGINE: Program = Program { name: "ludometer", version: env!("CARGO_PKG_VERSION") };

static RUNNING: OnceLock<(Program, String)> = OnceLock::new();

/// A program made with this library: Ludometer's own, or one with other games.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Program {
    /// The name that its users type.
    pub name: &'static str,
    /// Its version.
    pub version: &'static str,
}

impl Program {
    /// Ludometer's own program.
    pub const LUDOMETER: Self = ENGINE;

    /// Makes this the program that runs. Of several calls the first one counts.
    pub fn set(self) {
        RUNNING.get_or_init(|| (self, self.release_of()));
    }

    /// Returns the program that runs: Ludometer's own, where none was set.
    pub fn current() -> Self {
        RUNNING.get().map_or(ENGINE, |(program, _)| *program)
    }

    /// Returns the version that records and checkpoints of the program that runs hold: equal ones play alike.
    /// So for another program than Ludometer's it names both, as `love-letter 0.1.0 (ludometer 0.2.0)`.
    pub fn release() -> &'static str {
        RUNNING.get().map_or(ENGINE.version, |(_, release)| release)
    }

    /// Returns the version, for another program than Ludometer's with that of the library: `0.1.0 (ludometer 0.2.0)`.
    pub fn versions(self) -> String {
        let Self { version, .. } = self;
        if self == ENGINE {
            version.to_owned()
        } else {
            format!("{version} ({} {})", ENGINE.name, ENGINE.version)
        }
    }

    fn release_of(self) -> String {
        if self == ENGINE { self.versions() } else { self.to_string() }
    }
}

/// The name and the version.
impl fmt::Display for Program {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.name, self.versions())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn another_program_names_its_version_and_the_library_s() {
        let engine = ENGINE.version;
        assert_eq!(ENGINE.to_string(), format!("ludometer {engine}"));
        assert_eq!(ENGINE.release_of(), engine);
        let own = Program { name: "mine", version: "3.1.4" };
        assert_eq!(own.to_string(), format!("mine 3.1.4 (ludometer {engine})"));
        assert_eq!(own.release_of(), own.to_string());
        assert_eq!((Program::current(), Program::release()), (ENGINE, engine), "none was set");
    }
}
