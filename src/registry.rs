//! The list of games. A new game adds its crate in `crates/games/`, and its line here.

use std::sync::OnceLock;

pub use ludometer_run::Entry;

/// All games of Ludometer's own program, in the order of the listings.
pub static GAMES: &[&Entry] = &[
    &ludometer_pure_profit::ENTRY,
    &ludometer_even_odd::ENTRY,
    &ludometer_greed_street::ENTRY,
    &ludometer_film_rummy::ENTRY,
    &ludometer_im_the_boss::ENTRY,
];

static OF_PROGRAM: OnceLock<&'static [&'static Entry]> = OnceLock::new();

/// Makes these the games of the program that runs. Of several calls the first one counts.
pub(crate) fn set(games: &'static [&'static Entry]) {
    OF_PROGRAM.get_or_init(|| games);
}

/// Returns the games of the program that runs, in the order of the listings: [`GAMES`], where no others were set.
pub fn games() -> &'static [&'static Entry] {
    OF_PROGRAM.get().copied().unwrap_or(GAMES)
}
