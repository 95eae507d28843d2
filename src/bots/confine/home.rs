//! The home folder of the user, which no confined bot may read.

use std::env;
use std::path::PathBuf;

/// Where it is: as HOME says, or else, where that is not set or leads nowhere, as the system knows it.
pub(super) fn home() -> Option<PathBuf> {
    let said = env::var_os("HOME").map(PathBuf::from).filter(|home| home.is_dir());
    said.or_else(of_system)
}

#[cfg(unix)]
fn of_system() -> Option<PathBuf> {
    use nix::unistd::{Uid, User};
    User::from_uid(Uid::current()).ok().flatten().map(|user| user.dir)
}

#[cfg(not(unix))]
const fn of_system() -> Option<PathBuf> {
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(unix)]
    #[test]
    fn the_system_knows_the_home_folder_without_an_environment() {
        // A user that the system doesn't know has none.
        assert!(of_system().is_none_or(|home| home.is_absolute()));
    }
}
