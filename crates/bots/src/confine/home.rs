//! The home folder of the user, which no confined bot may read.

use std::env;
use std::path::PathBuf;

/// Returns where the home folder is: as HOME says, or else, where that is not set or leads nowhere, as the system knows it.
pub(super) fn home() -> Option<PathBuf> {
    said_or_known(env::var_os("HOME").map(PathBuf::from), of_system)
}

fn said_or_known(said: Option<PathBuf>, known: impl FnOnce() -> Option<PathBuf>) -> Option<PathBuf> {
    said.filter(|home| home.is_dir()).or_else(known)
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

    #[test]
    fn a_home_that_is_not_set_or_leads_nowhere_is_that_of_the_system() {
        let folder = tempfile::tempdir().unwrap();
        let own = folder.path().to_owned();
        let system = PathBuf::from("/of/the/system");
        for said in [None, Some(PathBuf::new()), Some(own.join("none"))] {
            assert_eq!(
                said_or_known(said.clone(), || Some(system.clone())).as_ref(),
                Some(&system),
                "{said:?}"
            );
            assert_eq!(said_or_known(said, || None), None);
        }
        assert_eq!(said_or_known(Some(own.clone()), || Some(system)), Some(own));
    }

    #[cfg(unix)]
    #[test]
    fn the_system_knows_the_home_folder_without_an_environment() {
        // A user that the system doesn't know has none.
        assert!(of_system().is_none_or(|home| home.is_absolute()));
    }
}
