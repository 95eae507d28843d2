//! The list of games. A new game adds its crate in `crates/games/`, and its line here.

pub use ludometer_run::Entry;

/// All games, in the order of the listings.
pub static GAMES: &[&Entry] = &[
    &ludometer_pure_profit::ENTRY,
    &ludometer_even_odd::ENTRY,
    &ludometer_greed_street::ENTRY,
    &ludometer_film_rummy::ENTRY,
    &ludometer_im_the_boss::ENTRY,
];
