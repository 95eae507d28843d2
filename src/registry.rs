//! The list of games. A new game adds its crate in `crates/games/`, and its line here.

use std::sync::{Arc, LazyLock};

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

/// Games that commands know, and the bots that play all of them, those of scripts too.
#[derive(Clone)]
pub struct Games(Arc<Known>);

struct Known {
    games: Vec<Entry>,
    #[cfg_attr(not(feature = "luau"), expect(dead_code, reason = "games from elsewhere are scripts"))]
    bots: Vec<CustomBot>,
}

/// [`GAMES`].
impl Default for Games {
    fn default() -> Self {
        Self(Arc::new(Known { games: GAMES.clone(), bots: Vec::new() }))
    }
}

impl Games {
    /// Returns these games, played by these bots as well.
    pub fn new(games: Vec<Entry>, bots: Vec<CustomBot>) -> Self {
        let with_bots = |game: Entry| bots.iter().cloned().fold(game, Entry::with_bot);
        Self(Arc::new(Known { games: games.into_iter().map(with_bots).collect(), bots }))
    }

    /// Returns all of them, in the order of the listings.
    pub fn all(&self) -> &[Entry] {
        &self.0.games
    }

    /// Returns the game of the script with this path.
    ///
    /// # Errors
    /// The mistake in the script, with its line.
    #[cfg(feature = "luau")]
    pub(crate) fn script(&self, path: &str) -> Result<Entry, ludometer_scripted::ScriptError> {
        Ok(self.0.bots.iter().cloned().fold(ludometer_scripted::entry(path)?, Entry::with_bot))
    }
}
