//! The names by which files know games.

/// The ending of the names of scripts, of games and of bots.
pub const SCRIPT_ENDING: &str = ".luau";

/// Returns the name by which files know a game: its id; of a game script the name of its file without the folder, so that
/// both can move.
pub fn game_name(id: &str) -> &str {
    if id.ends_with(SCRIPT_ENDING) { id.rsplit(['/', '\\']).next().unwrap_or(id) } else { id }
}

#[cfg(test)]
mod tests {
    use super::game_name;

    #[test]
    fn a_game_script_is_known_by_its_files_name() {
        assert_eq!(game_name("games/one/tea.luau"), "tea.luau");
        assert_eq!(game_name("C:\\games\\tea.luau"), "tea.luau");
        assert_eq!(game_name("tea.luau"), "tea.luau");
        assert_eq!(game_name("pure-profit"), "pure-profit");
    }
}
