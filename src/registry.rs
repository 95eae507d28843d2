//! The list of games. A new game adds its crate in `crates/games/`, and its line here.

use std::sync::{LazyLock, OnceLock};

pub use ludometer_run::Entry;

/// All games of Ludometer's own program, in the order of the listings.
pub static GAMES: LazyLock<Vec<Entry>> = LazyLock::new(|| {
    vec![
        ludometer_pure_profit::entry(),
        ludometer_even_odd::entry(),
        ludometer_greed_street::entry(),
        ludometer_film_rummy::entry(),
        ludometer_im_the_boss::entry(),
    ]
});

static OF_PROGRAM: OnceLock<Vec<Entry>> = OnceLock::new();

/// Makes these the games of the program that runs. Of several calls the first one counts.
pub(crate) fn set(games: Vec<Entry>) {
    OF_PROGRAM.get_or_init(|| games);
}

/// Returns the games of the program that runs, in the order of the listings: [`GAMES`], where no others were set.
pub fn games() -> &'static [Entry] {
    OF_PROGRAM.get().unwrap_or(&GAMES)
}
