//! Strategy files in TOML: a preset, a network, a table of choices, or the command of a program. The structs that serde reads
//! are all there is to say which keys a file has.

use std::marker::PhantomData;
use std::sync::Arc;
use std::{fmt, iter};

use serde::de::{DeserializeOwned, Error as _, MapAccess, Visitor};
use serde::{Deserialize, Deserializer};
use serde_spanned::Spanned;
use toml_edit::{Document, DocumentMut, Table, de};

use super::error::ParseError;
use super::file::Content;
use super::learned::LEVELS;
use super::network::Scope;
use super::process::ProcessFile;
use super::tabular::PolicyTable;
use ludometer_learn::Network;
use ludometer_model::{did_you_mean, game_name, is_hidden, key_in_line, line_of, nearest, toml_fault};
use ludometer_playable::{Choices, Setting};

/// The key of a preset's bot.
const BOT: &str = "bot";

/// The most inputs of a network.
const MAX_INPUTS: usize = 20_000;

/// The longest time that a file can give a program, in seconds.
const MAX_SECONDS: f64 = 3600.0;

/// A setting as it stands in the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    pub(super) key: String,
    pub(super) value: String,
    pub(super) line: usize,
}

/// A built-in bot and its settings, for all games or game by game: `bot` stands among the settings. Which there are depends
/// on the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Preset {
    common: Vec<Entry>,
    by_game: Vec<(String, Vec<Entry>)>,
}

impl Preset {
    /// Returns the bot and the settings for a game: those for all games first.
    pub(super) fn resolve(&self, game: &str) -> Result<(&Entry, Vec<&Entry>), ParseError> {
        let own = self.by_game.iter().find(|(id, _)| game_name(id) == game_name(game));
        let all = self.common.iter().chain(own.into_iter().flat_map(|(_, entries)| entries));
        let (bots, settings): (Vec<_>, Vec<_>) = all.partition(|entry| entry.key == BOT);
        let bot = bots.last().ok_or_else(|| ParseError::new(None, format!("it names no bot for {game}")))?;
        Ok((bot, settings))
    }
}

/// A network, and what it was trained on: what `train --method value` wrote.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct NetworkFile {
    /// The settings of `learned` that it plays best with.
    pub(super) settings: Vec<Entry>,
    pub(super) network: Arc<Network>,
    /// The hash of the names of the features that it reads.
    pub(super) layout: String,
    /// The rule sets and sizes of table that it learned.
    pub(super) scope: Scope,
    /// The temperatures of its levels, if they are known.
    pub(super) levels: Option<[f64; LEVELS]>,
}

/// A table of choices, and the rules that it is for: what `train --method regret` wrote.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct PolicyFile {
    pub(super) table: Arc<PolicyTable>,
    pub(super) scope: Scope,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PresetKeys {
    #[serde(default, deserialize_with = "one_line")]
    about: String,
    #[serde(alias = "game")]
    games: Option<Games>,
    bot: Option<Spanned<String>>,
    #[serde(default)]
    settings: Settings,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct NetworkKeys {
    #[serde(default, deserialize_with = "one_line")]
    about: String,
    #[serde(alias = "game")]
    games: Option<Games>,
    #[serde(default)]
    settings: Settings,
    network: NetworkTable,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, expecting = "a table, as `ludometer train` writes it")]
struct NetworkTable {
    #[serde(deserialize_with = "inputs")]
    inputs: usize,
    #[serde(default)]
    layout: String,
    #[serde(default)]
    base: String,
    #[serde(default)]
    players: Vec<u64>,
    #[serde(default, deserialize_with = "pairs")]
    varied: Vec<(String, String)>,
    #[serde(default, deserialize_with = "temperatures")]
    levels: Option<[f64; LEVELS]>,
    weights: Spanned<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PolicyKeys {
    #[serde(default, deserialize_with = "one_line")]
    about: String,
    #[serde(alias = "game")]
    games: Option<Games>,
    policy: PolicyKeysTable,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, expecting = "a table, as `ludometer train --method regret` writes it")]
struct PolicyKeysTable {
    #[serde(default)]
    base: String,
    #[serde(default)]
    players: Vec<u64>,
    #[serde(deserialize_with = "choices")]
    choices: PolicyTable,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ProcessKeys {
    #[serde(default, deserialize_with = "one_line")]
    about: String,
    #[serde(alias = "game")]
    games: Option<Games>,
    command: Spanned<Vec<String>>,
    /// Seconds for a choice.
    #[serde(default = "five", deserialize_with = "seconds")]
    seconds: f64,
    /// Seconds to get ready.
    #[serde(default = "ten", deserialize_with = "seconds")]
    start_seconds: f64,
    #[serde(default, deserialize_with = "pairs")]
    settings: Vec<(Spanned<String>, Declared)>,
}

#[derive(Deserialize)]
#[serde(untagged, expecting = "must be a list of texts: games = [\"...\"]")]
enum Games {
    One(String),
    List(Vec<String>),
}

/// The settings in a table, in its order.
#[derive(Default, Deserialize)]
struct Settings(#[serde(deserialize_with = "pairs")] Vec<(Spanned<String>, Word)>);

#[derive(Deserialize)]
#[serde(untagged, expecting = "must be a number or a word in quotes")]
enum Word {
    Whole(i64),
    Real(f64),
    Text(String),
}

const fn five() -> f64 {
    5.0
}

const fn ten() -> f64 {
    10.0
}

/// Returns the keys of strategy files in TOML by the kind of file, those of its own table included.
pub fn file_keys() -> [(&'static str, Vec<String>); 4] {
    [
        ("Preset", known_keys::<PresetKeys>()),
        ("Network", [known_keys::<NetworkKeys>(), known_keys::<NetworkTable>()].concat()),
        ("Table of choices", [known_keys::<PolicyKeys>(), known_keys::<PolicyKeysTable>()].concat()),
        ("Program", known_keys::<ProcessKeys>()),
    ]
}

/// Reads a text: what it says about itself, the games that it is for, and what the key that is there makes of it.
pub(super) fn read(text: &str) -> Result<(String, Vec<String>, Content), ParseError> {
    let doc = Document::parse(text).map_err(|error| {
        let (line, message) = toml_fault(text, &error);
        ParseError::new(line, message)
    })?;
    let table = doc.as_table().clone();
    let (about, games, content) = if table.contains_key("command") {
        let ProcessKeys { about, games, command, seconds, start_seconds, settings } =
            keys(table, text, "a file with a command")?;
        let line = line_of(text, Some(command.span()));
        let command = command.into_inner();
        if command.first().is_none_or(String::is_empty) {
            let right = "command = [\"python3\", \"my_bot.py\"]";
            return Err(ParseError::new(line, format!("`command` must name a program: {right}")));
        }
        let check = |(name, declared): (Spanned<String>, Declared)| {
            let line = line_of(text, Some(name.span()));
            declared.check(name.into_inner(), Some(line))
        };
        let settings = settings.into_iter().map(check).collect::<Result<_, _>>()?;
        let file = ProcessFile { command, line, seconds, start_seconds, settings };
        (about, games, Content::Process(file))
    } else if table.contains_key("network") {
        let NetworkKeys { about, games, settings, network } = keys(table, text, "a network")?;
        let NetworkTable { inputs, layout, base, players, varied, levels, weights } = network;
        let network = Network::from_text(inputs, weights.get_ref())
            .map_err(|error| ParseError::new(line_of(text, Some(weights.span())), error.to_string()))?;
        let scope = Scope { players, varied, base };
        let settings = settings.entries(text);
        let file = NetworkFile { settings, network: Arc::new(network), layout, scope, levels };
        (about, games, Content::Network(Arc::new(file)))
    } else if table.contains_key("policy") {
        let PolicyKeys { about, games, policy } = keys(table, text, "a policy")?;
        let scope = Scope { players: policy.players, varied: Vec::new(), base: policy.base };
        (about, games, Content::Policy(PolicyFile { table: Arc::new(policy.choices), scope }))
    } else {
        return preset(table, text);
    };
    Ok((about, games.map_or_else(Vec::new, Games::list), content))
}

/// Reads a preset, in which each table with another name is that of a game.
fn preset(mut table: Table, text: &str) -> Result<(String, Vec<String>, Content), ParseError> {
    let known = known_keys::<PresetKeys>();
    let is_game = |(key, item): &(&str, &toml_edit::Item)| {
        item.is_table_like() && !known.iter().any(|known| known == key)
    };
    let ids: Vec<String> = table.iter().filter(is_game).map(|(key, _)| key.to_owned()).collect();
    let mut by_game = Vec::new();
    for id in ids {
        let own = table.remove(&id).and_then(|item| item.into_table().ok()).unwrap_or_default();
        by_game.push((id, keys::<Settings>(own, text, "a preset")?.entries(text)));
    }
    let PresetKeys { about, games, bot, settings } = keys(table, text, "a preset").map_err(|mut fault| {
        if fault.message.starts_with(UNKNOWN) {
            fault.message += ", and a table for each game design";
        }
        fault
    })?;
    let mut common = settings.entries(text);
    let is_for_all = !common.is_empty();
    if let Some(entry) = common.iter().find(|entry| entry.key == BOT) {
        return Err(ParseError::new(entry.line, "`bot` stands above [settings]"));
    }
    common.extend(bot.map(|bot| Entry {
        key: BOT.to_owned(),
        line: line_of(text, Some(bot.span())),
        value: bot.into_inner(),
    }));
    if common.iter().chain(by_game.iter().flat_map(|(_, own)| own)).all(|entry| entry.key != BOT) {
        return Err(ParseError::new(None, "it names no bot: a preset needs a line such as bot = \"greedy\""));
    }
    let games = match games {
        Some(games) => games.list(),
        // Where games have tables and nothing is said for all, the others have nothing.
        None if !is_for_all => by_game.iter().map(|(game, _)| game.clone()).collect(),
        None => Vec::new(),
    };
    Ok((about, games, Content::Preset(Preset { common, by_game })))
}

impl Games {
    fn list(self) -> Vec<String> {
        match self {
            Self::One(game) => vec![game],
            Self::List(games) => games,
        }
    }
}

impl Settings {
    fn entries(self, text: &str) -> Vec<Entry> {
        let entry = |(key, value): (Spanned<String>, Word)| {
            let line = line_of(text, Some(key.span()));
            let value = match value {
                Word::Whole(number) => number.to_string(),
                Word::Real(number) => number.to_string(),
                Word::Text(word) => word,
            };
            Entry { key: key.into_inner(), value, line }
        };
        self.0.into_iter().map(entry).collect()
    }
}

/// The beginning of the message about a key that is unknown.
const UNKNOWN: &str = "unknown key";

/// What the reader expects, and the words for it.
const EXPECTED: [(&str, &str); 6] = [
    ("expected a string", "expected a text in quotes"),
    ("expected a sequence", "expected a list in brackets, [...]"),
    ("expected a boolean", "expected true or false"),
    ("expected f64", "expected a number"),
    ("expected u64", "expected a whole number from 0"),
    (
        "expected struct Declared",
        "expected name = { default = 1, min = 0, max = 2, about = \"...\", whole = true }",
    ),
];

/// What each key must be, where it holds something of another type.
const RIGHT: [(&str, &str); 10] = [
    ("about", "a text in quotes"),
    ("bot", "a text in quotes"),
    ("settings", "a table"),
    ("command", "a list of texts: command = [\"...\"]"),
    ("network", "a table, as `ludometer train` writes it"),
    ("network.players", "a list of numbers: players = [4]"),
    ("network.varied", "a table of texts: varied = { \"deck.x\" = \"2..6\" }"),
    ("network.weights", "a text in quotes"),
    ("policy", "a table, as `ludometer train --method regret` writes it"),
    ("policy.players", "a list of numbers: players = [4]"),
];

/// Returns the table whose header stands in this line, without its brackets.
fn header_in_line(text: &str, line: usize) -> Option<&str> {
    let header = text.lines().nth(line.checked_sub(1)?)?.trim().strip_prefix('[')?;
    Some(header.split(']').next()?.trim_start_matches('[').trim())
}

/// Reads the keys of a table that stands in this text, of this kind of file.
fn keys<T: DeserializeOwned>(table: Table, text: &str, kind: &str) -> Result<T, ParseError> {
    de::from_document(DocumentMut::from(table)).map_err(|error| {
        let line = line_of(text, error.span());
        let mut message = error.message().trim_end().replace('\n', ", ");
        if let Some((unknown, known)) = unknown_key(&message) {
            let hint = did_you_mean(nearest(unknown, known.iter().copied()));
            return ParseError::new(
                line,
                format!("{UNKNOWN} `{unknown}`{hint}; {kind} has {}", known.join(", ")),
            );
        }
        // TOML itself has each key once.
        if message.starts_with("duplicate field") {
            return ParseError::new(None, "it has both `game` and `games`");
        }
        for (of_code, meant) in EXPECTED {
            message = message.replace(of_code, meant);
        }
        let header = header_in_line(text, line);
        if let Some(key) = message.strip_prefix("missing field ") {
            message = format!(
                "{} has no {key}",
                header.map_or_else(|| kind.to_owned(), |table| format!("`{table}`"))
            );
        } else if let Some(key) = key_in_line(text, line).or_else(|| header.map(str::to_owned)) {
            let right = RIGHT.iter().find(|(known, _)| *known == key && message.starts_with("invalid "));
            message = match right {
                Some((_, right)) => format!("`{key}` must be {right}"),
                None if message.starts_with("must be ") => format!("`{key}` {message}"),
                None => format!("`{key}`: {message}"),
            };
        }
        ParseError::new(line, message)
    })
}

/// Returns the key that this message of serde calls unknown, and those that there are.
fn unknown_key(message: &str) -> Option<(&str, Vec<&str>)> {
    let (unknown, known) = message.strip_prefix("unknown field `")?.rsplit_once("`, expected ")?;
    Some((unknown, known.split('`').skip(1).step_by(2).collect()))
}

/// Returns the keys that this struct has in a file.
fn known_keys<T: DeserializeOwned>() -> Vec<String> {
    let refused = de::from_str::<T>("\"\" = 0").err().expect("no struct has a key without a name");
    let (_, known) = unknown_key(refused.message()).expect("structs of files refuse unknown keys");
    known.into_iter().map(str::to_owned).collect()
}

/// Reads a text in quotes as one line.
pub(super) fn one_line<'de, D: Deserializer<'de>>(value: D) -> Result<String, D::Error> {
    Ok(String::deserialize(value)?.split(is_hidden).collect::<Vec<_>>().join(" "))
}

/// Reads a table with any keys, in its order.
fn pairs<'de, D, K, V>(table: D) -> Result<Vec<(K, V)>, D::Error>
where
    D: Deserializer<'de>,
    K: Deserialize<'de>,
    V: Deserialize<'de>,
{
    struct Pairs<K, V>(PhantomData<(K, V)>);
    impl<'de, K: Deserialize<'de>, V: Deserialize<'de>> Visitor<'de> for Pairs<K, V> {
        type Value = Vec<(K, V)>;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("a table")
        }

        fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
            iter::from_fn(|| map.next_entry().transpose()).collect()
        }
    }
    table.deserialize_map(Pairs(PhantomData))
}

fn inputs<'de, D: Deserializer<'de>>(value: D) -> Result<usize, D::Error> {
    let right = || D::Error::custom(format!("must be a whole number from 1 to {MAX_INPUTS}"));
    usize::deserialize(value).ok().filter(|n| (1..=MAX_INPUTS).contains(n)).ok_or_else(right)
}

fn seconds<'de, D: Deserializer<'de>>(value: D) -> Result<f64, D::Error> {
    let right =
        || D::Error::custom(format!("must be a number of seconds, more than 0 and at most {MAX_SECONDS}"));
    f64::deserialize(value).ok().filter(|s| *s > 0.0 && *s <= MAX_SECONDS).ok_or_else(right)
}

/// Reads the temperatures of the levels.
fn temperatures<'de, D: Deserializer<'de>>(value: D) -> Result<Option<[f64; LEVELS]>, D::Error> {
    let right =
        || D::Error::custom(format!("must be a list of {LEVELS} numbers from 0.0, such as inf and 0.02"));
    let list =
        Vec::<f64>::deserialize(value).ok().filter(|list| list.iter().all(|temperature| *temperature >= 0.0));
    list.and_then(|list| list.try_into().ok()).map(Some).ok_or_else(right)
}

fn choices<'de, D: Deserializer<'de>>(value: D) -> Result<PolicyTable, D::Error> {
    PolicyTable::from_text(&String::deserialize(value)?).map_err(D::Error::custom)
}

/// A setting as a strategy file declares it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Declared {
    #[serde(default, deserialize_with = "one_line")]
    pub(super) about: String,
    pub(super) default: Option<f64>,
    pub(super) min: Option<f64>,
    pub(super) max: Option<f64>,
    #[serde(default)]
    pub(super) whole: bool,
}

impl Declared {
    /// Returns the setting of this name, or what is wrong with its declaration; `line` is its line, where it is known.
    pub(super) fn check(self, name: String, line: Option<usize>) -> Result<Setting, ParseError> {
        let fault = |what: &str| ParseError::new(line, format!("the setting `{name}` {what}"));
        let plain = |c: char| c.is_ascii_alphanumeric() || c == '_';
        if name.is_empty() || !name.chars().all(plain) {
            return Err(fault("must be named by letters, digits and underscores"));
        }
        let Some(default) = self.default else { return Err(fault("needs a default")) };
        let (min, max) = (self.min.unwrap_or(0.0), self.max.unwrap_or(1e9));
        if !(min.is_finite() && max.is_finite() && min <= default && default <= max) {
            return Err(fault("needs min <= default <= max (min is 0 and max 1e9 unless they are given)"));
        }
        let choices = if self.whole {
            let range = 0.0..=f64::from(u32::MAX);
            if [min, max, default].iter().any(|x| x.fract() != 0.0 || !range.contains(x)) {
                return Err(fault("is a whole number: min, max and default must be such, from 0"));
            }
            Choices::Whole(min as u32, max as u32)
        } else {
            Choices::Real(min, max)
        };
        Ok(Setting { name: name.into(), about: self.about.into(), choices, default })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ludometer_playable::Choices;

    fn content(text: &str) -> Content {
        read(text).unwrap().2
    }

    fn preset_in(text: &str) -> Preset {
        let Content::Preset(preset) = content(text) else { panic!("{text} is no preset") };
        preset
    }

    /// Holds that this text is refused in this line, with these words.
    fn is_refused(text: &str, line: impl Into<Option<usize>>, words: &str) {
        let fault = read(text).expect_err(text);
        assert!(fault.message.contains(words), "{text}: {}", fault.message);
        assert_eq!(fault.line, line.into(), "{text}: {}", fault.message);
    }

    #[test]
    fn a_game_s_table_goes_before_what_is_said_for_all() {
        let text =
            "about = \"x\"\nbot = \"greedy\"\n[settings]\na = 1\n[one]\nbot = \"mcts\"\na = 2.5\nb = \"w\"\n";
        let (about, games, _) = read(text).unwrap();
        assert_eq!((about.as_str(), games.len()), ("x", 0));
        let preset = preset_in(text);
        let (bot, settings) = preset.resolve("one").unwrap();
        let settings: Vec<_> = settings.iter().map(|e| (e.key.as_str(), e.value.as_str(), e.line)).collect();
        assert_eq!((bot.value.as_str(), bot.line), ("mcts", 6));
        assert_eq!(settings, [("a", "1", 4), ("a", "2.5", 7), ("b", "w", 8)]);
        assert_eq!(preset.resolve("other").unwrap().0.value, "greedy");
        let dotted = preset_in("one = { bot = \"mcts\", z = 1, a = 2 }\ntwo.bot = \"greedy\"\n");
        let keys: Vec<&str> =
            dotted.resolve("one").unwrap().1.iter().map(|entry| entry.key.as_str()).collect();
        assert_eq!((keys, dotted.resolve("two").unwrap().0.line), (vec!["z", "a"], 2));
    }

    #[test]
    fn tables_alone_tell_which_games_it_is_for() {
        let games = |text| read(text).unwrap().1;
        assert_eq!(games("bot = \"greedy\"\n[one]\na = 1\n[two]\n"), ["one", "two"]);
        assert_eq!(games("bot = \"greedy\"\n"), [""; 0]);
        assert_eq!(games("bot = \"greedy\"\ngames = [\"three\"]\n"), ["three"]);
        assert_eq!(games("bot = \"greedy\"\ngame = \"four\"\n"), ["four"]);
    }

    #[test]
    fn what_is_wrong_in_a_preset_is_named_with_its_line() {
        is_refused("bot = \"greedy\"\nsettings = 3\n", 2, "`settings` must be a table");
        is_refused(
            "bot = \"greedy\"\nbott = 3\n",
            2,
            "unknown key `bott` (did you mean `bot`?); a preset has about, game, games, bot, settings, and a table for",
        );
        is_refused("about = 1\nbot = \"greedy\"\n", 1, "`about` must be a text in quotes");
        is_refused("games = 1\n", 1, "`games` must be a list of texts");
        is_refused("game = \"a\"\ngames = [\"b\"]\n", None, "it has both `game` and `games`");
        is_refused("[settings]\nbot = \"greedy\"\n", 2, "`bot` stands above [settings]");
        is_refused("bot.x = 1\n", 1, "`bot.x`: ");
        is_refused("[bot]\n", 1, "`bot` must be a text in quotes");
        is_refused(
            "bot = \"greedy\"\n[settings.pile]\nx = 1\n",
            2,
            "`settings.pile` must be a number or a word",
        );
        is_refused("about = \"x\"\n", None, "names no bot");
        is_refused("bot = \n", 1, "no valid TOML");
        is_refused("bot = \"greedy\"\n[one]\na = [1]\n", 3, "`one.a` must be a number or a word in quotes");
    }

    fn network() -> String {
        let weights = Network::new(2, 1).to_text();
        format!(
            "about = \"x\"\ngames = [\"g\"]\n[settings]\nworlds = 3\n[network]\ninputs = 2\nlayout = \"ab\"\n\
             base = \"cd\"\nplayers = [3, 4]\nvaried = {{ \"a.b\" = \"2..6\" }}\n\
             levels = [inf, 0.1, 0.05, 0.02, 0.0]\nweights = \"\"\"\n{weights}\n\"\"\"\n"
        )
    }

    #[test]
    fn a_network_with_all_there_is() {
        assert_eq!(read(&network()).unwrap().1, ["g"]);
        let Content::Network(file) = content(&network()) else { panic!("no network") };
        assert_eq!((file.network.inputs(), file.layout.as_str(), file.scope.base.as_str()), (2, "ab", "cd"));
        let varied = vec![("a.b".to_owned(), "2..6".to_owned())];
        assert_eq!((&file.scope.players, &file.scope.varied), (&vec![3, 4], &varied));
        let entry = Entry { key: "worlds".to_owned(), value: "3".to_owned(), line: 4 };
        assert_eq!(file.settings, [entry]);
        assert_eq!(file.levels, Some([f64::INFINITY, 0.1, 0.05, 0.02, 0.0]));
    }

    #[test]
    fn what_is_wrong_in_a_network_is_named_with_its_line() {
        let is_refused =
            |from: &str, to: &str, line, words| is_refused(&network().replace(from, to), line, words);
        is_refused("inputs = 2", "inputs = 0", 6, "`network.inputs` must be a whole number from 1");
        is_refused("inputs = 2", "inputs = 3", 12, "with 3 inputs");
        is_refused("inputs = 2\n", "", 5, "has no `inputs`");
        is_refused("layout", "layouts", 7, "did you mean `layout`?");
        is_refused("about", "abouts", 1, "did you mean `about`?");
        is_refused("[3, 4]", "4", 9, "`network.players` must be a list of numbers");
        is_refused("\"2..6\"", "2", 10, "`network.varied` must be a table of texts");
        is_refused("inputs = 2", "inputs = -1", 6, "must be a whole number from 1 to 20000");
        is_refused("0.1, ", "\"x\", ", 11, "a list of 5 numbers");
        is_refused("0.1, ", "", 11, "a list of 5 numbers");
        is_refused("0.1", "-0.1", 11, "a list of 5 numbers");
    }

    const POLICY: &str = "about = \"x\"\ngames = [\"g\"]\n[policy]\nbase = \"cd\"\nplayers = [2]\nchoices = \"\"\"\n\
                          000000000000000a 2500 7500\n000000000000000b 10000\n\"\"\"\n";

    #[test]
    fn a_table_of_choices_with_all_there_is() {
        let (about, games, content) = read(POLICY).unwrap();
        let Content::Policy(file) = content else { panic!("no table of choices") };
        assert_eq!(file.table.known(10, 2), Some(&[2500, 7500][..]));
        assert_eq!(file.table.len(), 2);
        assert_eq!((file.scope.players, file.scope.base.as_str()), (vec![2], "cd"));
        assert_eq!((about.as_str(), games), ("x", vec!["g".to_owned()]));
    }

    #[test]
    fn what_is_wrong_in_a_table_of_choices_is_named_with_its_line() {
        let wrong = |from: &str, to: &str, line, words| is_refused(&POLICY.replace(from, to), line, words);
        wrong("choices", "choice", 6, "did you mean `choices`?");
        wrong("about", "abouts", 1, "did you mean `about`?");
        wrong("[2]", "2", 5, "must be a list of numbers: players = [4]");
        wrong("7500", "7501", 6, "");
        is_refused("policy = 1\n", 1, "must be a table, as `ludometer train --method regret` writes it");
        is_refused("[policy]\n", 1, "has no `choices`");
    }

    #[test]
    fn a_command_with_all_there_is() {
        let text = "about = \"x\"\ncommand = [\"./a\", \"b\"]\nseconds = 2\ngame = \"g\"\n\
                    [settings]\nn = { default = 3, min = 1, max = 9, whole = true }\na = { default = 1 }\n";
        let Content::Process(file) = content(text) else { panic!("no command") };
        assert_eq!((file.command.len(), file.line, file.seconds, file.start_seconds), (2, 2, 2.0, 10.0));
        assert_eq!((file.settings[0].choices, &*file.settings[1].name), (Choices::Whole(1, 9), "a"));
    }

    #[test]
    fn what_is_wrong_with_a_command_is_named_with_its_line() {
        is_refused("command = []\n", 1, "must name a program");
        is_refused("command = \"x\"\n", 1, "`command` must be a list of texts");
        for wrong in ["0", "\"5\"", "3601"] {
            let text = format!("command = [\"x\"]\nseconds = {wrong}\n");
            is_refused(&text, 2, "`seconds` must be a number of seconds, more than 0 and at most 3600");
        }
        is_refused("command = [\"x\"]\nsecond = 1\n", 2, "did you mean `seconds`?");
        let setting = |fields: &str, words| {
            is_refused(&format!("command = [\"x\"]\n[settings]\na = {fields}\n"), 3, words);
        };
        setting("{ default = 3, max = 2 }", "min <= default");
        setting("{ defaults = 3 }", "did you mean `default`?");
        setting("{ default = \"3\" }", "`settings.a`: invalid type: string \"3\", expected a number");
        setting("3", "expected name = { default = 1, min = 0");
        for part in ["default = 1.5, min = 0", "default = 1, min = 0.5", "default = 1, max = 2.5"] {
            setting(&format!("{{ {part}, whole = true }}"), "is a whole number");
        }
    }

    #[test]
    fn the_reader_itself_lists_the_keys() {
        let keys = file_keys();
        assert_eq!(keys[0].1, ["about", "game", "games", "bot", "settings"]);
        assert_eq!(keys[2].1, ["about", "game", "games", "policy", "base", "players", "choices"]);
    }
}
