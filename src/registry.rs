//! The list of games. A new game adds its crate in `crates/games/`, and its line here.

use std::sync::{LazyLock, OnceLock};

use ludometer_playable::CustomBot;
pub use ludometer_run::Entry;

/// All games of Ludometer's own program, in the order of the listings.
pub static GAMES: LazyLock<Vec<Entry>> = LazyLock::new(|| {
    vec![
        ludometer_pure_profit::entry().with_network(include_str!("../strategies/learned_pure_profit.toml")),
        ludometer_even_odd::entry().with_network(include_str!("../strategies/learned_even_odd.toml")),
        ludometer_greed_street::entry().with_network(include_str!("../strategies/learned_greed_street.toml")),
        ludometer_film_rummy::entry().with_network(include_str!("../strategies/learned_film_rummy.toml")),
        ludometer_im_the_boss::entry().with_network(include_str!("../strategies/learned_im_the_boss.toml")),
    ]
});

/// The games and bots that a program adds to the commands.
struct Added {
    games: Vec<Entry>,
    /// Its own bots that play all games.
    #[cfg_attr(not(feature = "luau"), expect(dead_code, reason = "games from elsewhere are scripts"))]
    bots: Vec<CustomBot>,
}

static OF_PROGRAM: OnceLock<Added> = OnceLock::new();

/// Makes these the games of the program that runs, and these its own bots for all games. Of several calls the first one
/// counts.
pub(crate) fn set(games: Vec<Entry>, bots: Vec<CustomBot>) {
    OF_PROGRAM.get_or_init(|| {
        let with_bots = |game: Entry| bots.iter().cloned().fold(game, Entry::with_bot);
        Added { games: games.into_iter().map(with_bots).collect(), bots }
    });
}

/// Returns the games of the program that runs, in the order of the listings: [`GAMES`], where no others were set.
pub fn games() -> &'static [Entry] {
    OF_PROGRAM.get().map_or(&GAMES, |added| &added.games)
}

/// Returns the game of the script with this path, with the program's own bots that play all games.
///
/// # Errors
/// The mistake in the script, with its line.
#[cfg(feature = "luau")]
pub(crate) fn script(path: &str) -> Result<Entry, ludometer_scripted::ScriptError> {
    let bots = OF_PROGRAM.get().map_or(&[][..], |added| &added.bots);
    Ok(bots.iter().cloned().fold(ludometer_scripted::entry(path)?, Entry::with_bot))
}
