//! Which play a trace shows: from the options of its run, or from the folder that the run wrote.

use std::ops::Range;
use std::path::{Path, PathBuf};

use serde::Deserialize;
use serde_json::{Map, Value as Json};

use super::args::ReplayArgs;
use super::input::{InputError, find_game};
use super::plan::{TablePlan, confine, line_up, set_on_bot_error};
use crate::registry::{Entry, Games};
use ludometer_bots::{BotKind, BotSpec, OnBotError};
use ludometer_model::{MAX_RECORD, Origin, Program, RuleError, RuleSet, Value, read_text};
use ludometer_report::{StrategyFileRecord, strategy_files};
use ludometer_spec::{Side, TableSpec};

/// A play to replay, checked.
pub(super) struct ReplayPlan {
    /// The table and its players.
    pub(super) table: TablePlan,
    /// True for a play of a paired comparison.
    pub(super) split: bool,
    /// The turn from which others play on, and these bots.
    pub(super) branch: Option<(u32, Vec<BotSpec>)>,
    /// The warning about it for the user.
    pub(super) warning: Option<String>,
}

/// The part of `run.json`, or of `compare.json` and one of its sides, that a trace needs beside the table.
#[derive(Deserialize)]
struct Record {
    version: String,
    rules: Map<String, Json>,
    #[serde(default)]
    rules_hash: String,
    #[serde(default)]
    strategy_files: Vec<StrategyFileRecord>,
    #[serde(default)]
    on_bot_error: OnBotError,
    #[serde(default)]
    shard: Option<String>,
    // Records of 0.1 say `plays`.
    #[serde(default, alias = "first_play")]
    first_game: u64,
    #[serde(alias = "plays")]
    games: u64,
    #[serde(default)]
    paired: bool,
}

impl ReplayPlan {
    /// Checks what is to be replayed, of the `games` games from the named one on. With a branch the bots that are named
    /// play on from that turn; those before it are `run_bots`.
    pub(super) fn check(
        known: &Games,
        args: &ReplayArgs,
        branch: Option<u32>,
        run_bots: &[String],
        games: Option<u64>,
    ) -> Result<Self, InputError> {
        let (mut table, split, warning) = match &args.run {
            Some(folder) => of_folder(known, folder, args, branch.is_some())?,
            None => (of_options(known, args, branch.is_some(), run_bots, games)?, false, None),
        };
        if let Some(on_error) = args.on_bot_error {
            set_on_bot_error(&mut table.bots, on_error);
        }
        let branch = match branch {
            Some(turn) => {
                let mut bots = line_up(&*table.game, &args.bots)?;
                confine(&mut bots, args.sandbox)?;
                for (bot, of_run) in bots.iter_mut().zip(&table.bots) {
                    bot.on_error = of_run.on_error;
                }
                Some((turn, bots))
            }
            None => None,
        };
        Ok(Self { table, split, branch, warning })
    }
}

/// A game that `of` hasn't got, which has these.
fn no_such_game(index: u64, of: &str, games: &Range<u64>) -> InputError {
    let Some(last) = games.end.checked_sub(1).filter(|last| *last >= games.start) else {
        return InputError::new(format!("`--game {index}`: {of} has no game"));
    };
    InputError::new(format!("`--game {index}`: {of} has the games {} to {last}", games.start))
}

/// Returns the table of a run with these options; `games` is the number of its games, if that was named.
fn of_options(
    known: &Games,
    args: &ReplayArgs,
    branches: bool,
    run_bots: &[String],
    games: Option<u64>,
) -> Result<TablePlan, InputError> {
    if let Some(games) = games.filter(|&games| args.index >= games) {
        let of = format!("a run with --games {games}");
        return Err(no_such_game(args.index, &of, &(0..games)));
    }
    let named = if branches { run_bots } else { &args.bots };
    // Without the folder of a run the command line demands a game.
    let mut spec = TableSpec {
        players: args.players,
        seed: args.seed.unwrap_or(0),
        seating: args.seats.unwrap_or_default(),
        sandbox: args.sandbox,
        rules: args.rules.clone(),
        ..TableSpec::of(args.game.as_deref().unwrap_or_default())
    };
    if !named.is_empty() {
        spec.bots = named.to_vec();
    }
    let table = TablePlan::check(known, &spec);
    table.map_err(|error| run_bots.iter().fold(error, |error, bot| error.of_bot("--run-bots ", bot)))
}

/// Returns the record in the folder of a run or of a comparison.
fn record_in(folder: &Path) -> PathBuf {
    let [run, compare] = ["run.json", "compare.json"].map(|name| folder.join(name));
    if !run.exists() && compare.exists() { compare } else { run }
}

/// Reads a record; of a comparison, what one side has of its own stands over what both have.
fn read_record(path: &Path, side: Option<Side>) -> Result<(TableSpec, Record), InputError> {
    let text = read_text(path, MAX_RECORD).map_err(|source| {
        InputError::new(format!(
            "reading the record of the run {} failed: {source}; --run takes the folder that `run` wrote",
            path.display()
        ))
    })?;
    let bad = |what: String| InputError::new(format!("{} is no record of a run: {what}", path.display()));
    let mut json: Json = serde_json::from_str(&text).map_err(|e| bad(e.to_string()))?;
    match (json["experiment"] == "compare", side) {
        (false, None) => {}
        (false, Some(_)) => {
            return Err(InputError::new(format!(
                "--side is for the folder of a comparison, but {} is the record of a run",
                path.display()
            )));
        }
        (true, None) => {
            return Err(bad("it is that of a comparison: add --side a or --side b".to_owned()));
        }
        (true, Some(side)) => {
            let own = json[side.name()].take();
            if let (Some(all), Json::Object(own)) = (json.as_object_mut(), own) {
                all.extend(own);
            }
        }
    }
    let wrong = |e: serde_path_to_error::Error<serde_json::Error>| match e.path().to_string().as_str() {
        "." => bad(e.inner().to_string()),
        key => bad(format!("`{key}`: {}", e.inner())),
    };
    for key in ["players", "bots", "seating", "seed"] {
        if json.get(key).is_none_or(Json::is_null) {
            return Err(bad(format!("missing field `{key}`")));
        }
    }
    // The rules and the files of bots tell it; records of 0.1 have none of these.
    if let Some(fields) = json.as_object_mut() {
        fields.retain(|key, _| !["settings", "rule_file", "sandbox"].contains(&key.as_str()));
    }
    // Apart, so that what is wrong is told with its key.
    let table = serde_path_to_error::deserialize(&json).map_err(wrong)?;
    Ok((table, serde_path_to_error::deserialize(json).map_err(wrong)?))
}

fn of_folder(
    known: &Games,
    folder: &Path,
    args: &ReplayArgs,
    branches: bool,
) -> Result<(TablePlan, bool, Option<String>), InputError> {
    if !branches && !args.bots.is_empty() {
        return Err(InputError::new(format!(
            "`--bots {bots}` beside `--run`: the run's folder names its bots; to let others play on from turn T, \
             add --from T",
            bots = args.bots.join(" ")
        )));
    }
    let path = if folder.is_dir() { record_in(folder) } else { folder.to_owned() };
    let (table, record) = read_record(&path, args.side)?;
    let entry = find_game(known, &table.game)?;
    if let Some(game) = args.game.as_ref().filter(|game| **game != table.game) {
        return Err(InputError::new(format!(
            "`{game}`, but {} is the record of a run of `{of_run}`: drop one of them",
            path.display(),
            of_run = table.game
        )));
    }
    let plays = record.first_game..record.first_game.saturating_add(record.games);
    if !plays.contains(&args.index) {
        let of = match &record.shard {
            Some(shard) => format!("shard {shard} of the run"),
            None => format!("a run with --games {}", record.games),
        };
        return Err(no_such_game(args.index, &of, &plays));
    }
    let files = &entry.design().files;
    let rules = rule_set(RuleSet::defaults(entry.schema()), &record.rules, &path).map_err(|error| {
        // A card that the sheet had then is no parameter now.
        if files.is_empty() { error } else { InputError::new(format!("{error}; {}", sheets_changed(files))) }
    })?;
    let seats =
        table.players.map_or(table.bots.len(), |players| usize::try_from(players).unwrap_or(usize::MAX));
    let game = entry.load(seats, rules)?;
    let mut bots = line_up(&*game, &table.bots)?;
    // As they were played.
    confine(&mut bots, args.sandbox || record.strategy_files.iter().any(|file| file.sandbox))?;
    set_on_bot_error(&mut bots, record.on_bot_error);
    let own_rights = |bot: &&BotSpec| bot.kind == BotKind::Process && !bot.confined;
    if let Some(bot) = bots.iter().find(own_rights).filter(|_| !args.trust) {
        let file = bot.file.as_ref().map(|file| file.path.clone()).unwrap_or_default();
        return Err(InputError::new(format!(
            "{} says that `{file}` played, which starts a program with your rights: add --trust if you know that file \
             and the program, or --sandbox to play it confined",
            path.display()
        )));
    }
    let here = Program::release();
    let now = strategy_files(&bots);
    let is_as_it_was =
        |then: &&StrategyFileRecord| now.iter().all(|now| now.path != then.path || now == *then);
    let changed = record.strategy_files.iter().find(|then| !is_as_it_was(then));
    let warning = script_warning(&record, &entry, game.rules()).or(changed
        .map(|file| format!("{} has changed since the run: the game may differ from the run's", file.path)));
    let older = (record.version != here).then(|| {
        let theirs = &record.version;
        format!("the run was played by version {theirs}, this is {here}: the game may differ from the run's")
    });
    let table = TablePlan { entry, game, bots, seats: table.seating, seed: table.seed };
    Ok((table, record.paired, warning.or(older)))
}

/// Returns what to say where the run's game is a script whose text, or a table of cards that it reads, is another one now. With
/// the same values, only that can change the hash of the rules.
fn script_warning(record: &Record, entry: &Entry, now: &RuleSet) -> Option<String> {
    let (then, now) = (&record.rules_hash, now.hash());
    let (game, files) = (entry.id(), &entry.design().files);
    let what = if files.is_empty() {
        format!("the script {game}")
    } else {
        format!("the script {game}, or the table of cards that it reads ({}),", files.join(", "))
    };
    (!entry.schema().version.is_empty() && !then.is_empty() && *then != now).then(|| {
        format!("{what} has changed since this run (hash {then} then, {now} now): the game may differ from the run's")
    })
}

/// Says that a table of cards may be another one than in the run.
fn sheets_changed(files: &[String]) -> String {
    format!("the game reads {}, which may have changed since the run", files.join(", "))
}

/// Returns the rule set that a record tells.
pub(crate) fn rule_set(
    mut rules: RuleSet,
    reported: &Map<String, Json>,
    path: &Path,
) -> Result<RuleSet, InputError> {
    let mut faults = Vec::new();
    for (key, json) in reported {
        let origin = Origin::Option(format!("`rules` of {}", path.display()));
        match value(json) {
            Some(value) => faults.extend(rules.set(key, &value, origin).err()),
            None => faults.push(rules.fault(key, format!("`{key}` is {json} in {}", path.display()))),
        }
    }
    if faults.is_empty() { Ok(rules) } else { Err(RuleError { faults }.into()) }
}

/// Returns the value that JSON tells; none if no parameter has such values.
fn value(json: &Json) -> Option<Value> {
    Some(match json {
        Json::Bool(flag) => Value::Bool(*flag),
        Json::Number(number) => match number.as_i64() {
            Some(whole) => Value::Int(whole),
            None => Value::Real(number.as_f64()?),
        },
        Json::String(text) => Value::Text(text.clone()),
        Json::Array(list) => Value::List(list.iter().map(value).collect::<Option<_>>()?),
        Json::Null | Json::Object(_) => return None,
    })
}
