//! Presets: a strategy file in TOML that names a built-in bot and its settings, for all games or
//! game by game.

use toml_edit::{Document, Item, TableLike};

use super::parse_error::ParseError;
use ludometer_model::{did_you_mean, game_name, is_hidden, line_of, nearest, toml_fault};

/// The keys that a preset has outside the tables of games.
pub(super) const KEYS: &[&str] = &["about", "game", "games", "bot", "settings"];

/// A setting as it stands in the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    pub(super) key: String,
    pub(super) value: String,
    pub(super) line: usize,
}

/// The entries for one game, or for all.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Part {
    /// The built-in bot and the line that names it.
    pub(super) bot: Option<(String, usize)>,
    pub(super) settings: Vec<Entry>,
}

/// A preset as it stands in its file. Which settings there are depends on the game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Preset {
    pub(super) about: String,
    pub(super) games: Vec<String>,
    common: Part,
    by_game: Vec<(String, Part)>,
}

impl Preset {
    /// Reads a preset's text.
    pub(super) fn read(text: &str) -> Result<Self, ParseError> {
        let doc = parse(text)?;
        let reader = Reader { text };
        let mut preset = Self::default();
        let mut games = None;
        for (key, item) in doc.iter() {
            let line = reader.line(doc.as_table(), key, item);
            match key {
                "about" => preset.about = text_of(item, key, line)?,
                "game" => games = Some(vec![text_of(item, key, line)?]),
                "games" => games = Some(texts_of(item, key, line)?),
                "bot" => preset.common.bot = Some((text_of(item, key, line)?, line)),
                "settings" => match item.as_table_like() {
                    Some(table) => preset.common.settings = reader.entries(table)?,
                    None => return Err(ParseError::new(line, "`settings` must be a table: [settings]")),
                },
                game => match item.as_table_like() {
                    Some(table) => {
                        let part = reader.part(table)?;
                        preset.by_game.push((game.to_owned(), part));
                    }
                    None => return Err(unknown(key, line)),
                },
            }
        }
        if preset.common.bot.is_none() && preset.by_game.iter().all(|(_, part)| part.bot.is_none()) {
            return Err(ParseError::new(
                None,
                "it names no bot: a preset needs a line such as bot = \"greedy\"",
            ));
        }
        preset.games = games.unwrap_or_else(|| {
            // Where games have tables and nothing is said for all, the others have nothing.
            let named = preset.by_game.iter().map(|(game, _)| game.clone());
            if preset.common.settings.is_empty() { named.collect() } else { Vec::new() }
        });
        Ok(preset)
    }

    /// Returns the bot and the settings for a game: those for all games first.
    pub(super) fn resolve(&self, game: &str) -> Result<(&str, usize, Vec<&Entry>), ParseError> {
        let own = self.by_game.iter().find(|(id, _)| game_name(id) == game_name(game)).map(|(_, part)| part);
        let bot = own.and_then(|part| part.bot.as_ref()).or(self.common.bot.as_ref());
        let Some((bot, line)) = bot else {
            return Err(ParseError::new(None, format!("it names no bot for {game}")));
        };
        let settings = self.common.settings.iter().chain(own.into_iter().flat_map(|part| &part.settings));
        Ok((bot, *line, settings.collect()))
    }
}

/// Returns the text as TOML.
pub(super) fn parse(text: &str) -> Result<Document<String>, ParseError> {
    Document::parse(text.to_owned()).map_err(|error| {
        let (line, message) = toml_fault(text, &error);
        ParseError::new(line, message)
    })
}

fn unknown(key: &str, line: usize) -> ParseError {
    let hint = did_you_mean(nearest(key, KEYS.iter().copied()));
    let known = KEYS.join(", ");
    ParseError::new(
        line,
        format!("unknown key `{key}`{hint}; a preset has {known}, and a table for each game design"),
    )
}

/// Returns a text in quotes, as one line.
pub(super) fn text_of(item: &Item, key: &str, line: usize) -> Result<String, ParseError> {
    let text =
        item.as_str().ok_or_else(|| ParseError::new(line, format!("`{key}` must be a text in quotes")))?;
    Ok(text.split(is_hidden).collect::<Vec<_>>().join(" "))
}

/// Returns a list of texts.
pub(super) fn texts_of(item: &Item, key: &str, line: usize) -> Result<Vec<String>, ParseError> {
    let texts = item.as_array().and_then(|list| list.iter().map(|v| Some(v.as_str()?.to_owned())).collect());
    texts.ok_or_else(|| ParseError::new(line, format!("`{key}` must be a list of texts: {key} = [\"...\"]")))
}

/// Finds the lines of what stands in a file.
pub(super) struct Reader<'a> {
    pub(super) text: &'a str,
}

impl Reader<'_> {
    /// Returns the line of a key.
    pub(super) fn line(&self, table: &dyn TableLike, key: &str, item: &Item) -> usize {
        let span = table.key(key).and_then(toml_edit::Key::span).or_else(|| item.span());
        line_of(self.text, span)
    }

    pub(super) fn entries(&self, table: &dyn TableLike) -> Result<Vec<Entry>, ParseError> {
        let mut entries = Vec::new();
        for (key, item) in table.iter() {
            let line = self.line(table, key, item);
            let value = match item.as_value() {
                Some(toml_edit::Value::Integer(i)) => i.value().to_string(),
                Some(toml_edit::Value::Float(x)) => x.value().to_string(),
                Some(toml_edit::Value::String(word)) => word.value().clone(),
                _ => {
                    let message = format!("the setting `{key}` must be a number or a word in quotes");
                    return Err(ParseError::new(line, message));
                }
            };
            entries.push(Entry { key: key.to_owned(), value, line });
        }
        Ok(entries)
    }

    /// Returns a game's table: `bot`, and settings beside it.
    fn part(&self, table: &dyn TableLike) -> Result<Part, ParseError> {
        let mut part = Part { bot: None, settings: self.entries(table)? };
        if let Some(at) = part.settings.iter().position(|entry| entry.key == "bot") {
            let Entry { value, line, .. } = part.settings.remove(at);
            part.bot = Some((value, line));
        }
        Ok(part)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_s_table_goes_before_what_is_said_for_all() {
        let text =
            "about = \"x\"\nbot = \"greedy\"\n[settings]\na = 1\n[one]\nbot = \"mcts\"\na = 2.5\nb = \"w\"\n";
        let preset = Preset::read(text).unwrap();
        assert_eq!((preset.about.as_str(), preset.games.len()), ("x", 0));
        let (bot, line, settings) = preset.resolve("one").unwrap();
        let settings: Vec<_> = settings.iter().map(|e| (e.key.as_str(), e.value.as_str(), e.line)).collect();
        assert_eq!((bot, line), ("mcts", 6));
        assert_eq!(settings, [("a", "1", 4), ("a", "2.5", 7), ("b", "w", 8)]);
        assert_eq!(preset.resolve("other").unwrap().0, "greedy");
    }

    #[test]
    fn tables_alone_tell_which_games_it_is_for() {
        let games = |text| Preset::read(text).unwrap().games;
        assert_eq!(games("bot = \"greedy\"\n[one]\na = 1\n[two]\n"), ["one", "two"]);
        assert_eq!(games("bot = \"greedy\"\n"), [""; 0]);
        assert_eq!(games("bot = \"greedy\"\ngames = [\"three\"]\n"), ["three"]);
        assert_eq!(games("bot = \"greedy\"\ngame = \"four\"\n"), ["four"]);
    }

    #[test]
    fn what_is_wrong_is_named_with_its_line() {
        let fault = |text| Preset::read(text).unwrap_err();
        assert_eq!(fault("bot = \"greedy\"\nsettings = 3\n").line, Some(2));
        assert!(fault("bot = \"greedy\"\nbott = 3\n").message.contains("did you mean `bot`?"));
        assert!(fault("about = \"x\"\n").message.contains("names no bot"));
        assert!(fault("bot = \n").message.contains("no valid TOML"));
        assert_eq!(fault("bot = \"greedy\"\n[one]\na = [1]\n").line, Some(3));
    }
}
