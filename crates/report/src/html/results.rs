//! A folder of results: what was played, and its tables.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use maud::{Markup, html};
use serde_json::Value as Json;
use thiserror::Error;

use super::figure::command;
use super::plays::{Replay, notable_plays, plays_of_games, plays_of_parquet};
use super::record::Record;
use super::sheet::CsvTable;
use crate::csv::{NameRow, write_table};
use crate::experiments::AnswerGameRow;
use crate::viewer::Film;
use ludometer_bots::OnBotError;
use ludometer_model::{MAX_RECORD, Names, Program, Sharing, read_text, shell_word};
use ludometer_run::{FindingRow, Seating};
use ludometer_stats::{
    LossRow, NotableRow, Row, SeatRow, SideRow, StrategyRow, SummaryRow, Table, catalogue,
};

/// The records that mark a folder of results, and what wrote them.
const RECORDS: &[(&str, &str)] = &[
    ("run.json", "run"),
    ("tournament.json", "tournament"),
    ("sweep.json", "sweep"),
    ("compare.json", "comparison"),
    ("check.json", "check"),
    ("tune.json", "tune"),
    ("study.json", "study"),
];

/// A row per play: too long to show, but the plays worth watching are found in it.
const PLAYS_CSV: &str = "games.csv";

/// The same in its other format.
const PLAYS_PARQUET: &str = "games.parquet";

/// Returns the command that shows the game that this one replays.
fn watch(command: &str) -> String {
    command.replacen(" trace ", " watch ", 1)
}

/// A folder that no page can be made of.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ResultsError {
    /// It can't be read.
    #[error("reading {} failed: {source}", path.display())]
    Unreadable {
        /// The folder or file.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// It holds no results.
    #[error(
        "{} holds no results of a run: there is no {known} in it; name a folder that `{} run` or another command wrote, or one with folders of results in it",
        path.display(), Program::current().name
    )]
    NoResults {
        /// The folder.
        path: PathBuf,
        /// The records that it could hold.
        known: String,
    },
    /// A file in it is not as it was written.
    #[error("{}, line {line}: {what}; the file is damaged or was changed by hand", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: u64,
        /// The fault.
        what: String,
    },
}

/// The results read from a folder.
#[derive(Debug)]
pub struct Results {
    /// The command that wrote it: `run`, `tournament`, ...
    pub(super) kind: &'static str,
    /// The record of what was played.
    pub(super) record: Record,
    /// The other tables by name.
    pub(super) sheets: BTreeMap<String, CsvTable>,
    /// The names that people use for cards, actions, phases and clauses.
    pub(super) names: Names,
    /// Plays worth watching.
    pub(super) plays: Vec<Replay>,
    /// Games that the page shows itself.
    pub(super) films: Films,
}

/// Games that a page shows itself, and which of them each command shows.
#[derive(Clone, Debug, Default)]
pub struct Films {
    /// The games.
    pub films: Vec<Film>,
    /// The place of the game that a `watch` command shows.
    pub of: BTreeMap<String, usize>,
}

impl Results {
    /// Returns true if all players win or lose together, or one plays alone: no bot has a fair share.
    pub(super) fn is_together(&self) -> Result<bool, ResultsError> {
        let bots = self.rows::<StrategyRow>()?;
        let has_played = bots.iter().any(|bot| bot.games > 0);
        Ok(self.record.is_solo() || has_played && bots.iter().all(|bot| bot.expected_rate.is_none()))
    }

    /// Returns the number of sides that are fixed; 0 where each plays for itself, or sides are drawn.
    pub(super) fn fixed_sides(&self) -> Result<usize, ResultsError> {
        let sides = self.rows::<SideRow>()?;
        Ok(sides.iter().filter(|side| side.expected_rate.is_some()).count())
    }

    /// Returns whose wins the share of a seat is a part of.
    pub(super) fn sharing(&self) -> Result<Sharing, ResultsError> {
        let sides = self.rows::<SideRow>()?;
        let is_joint = |row: &SummaryRow| {
            row.metric == catalogue::JOINT_WINS.id && row.value.value.is_some_and(|joint| joint > 0.0)
        };
        Ok(match () {
            () if !sides.is_empty() && self.fixed_sides()? == 0 => Sharing::Side,
            () if self.rows::<SummaryRow>()?.iter().any(is_joint) => Sharing::Joint,
            () => Sharing::Own,
        })
    }

    /// Returns true if who loses is all that counts: each player wins all games that it does not lose.
    pub(super) fn is_lost_alone(&self) -> Result<bool, ResultsError> {
        let (losses, seats) = (self.rows::<LossRow>()?, self.rows::<SeatRow>()?);
        let adds_up = |(loss, seat): (&LossRow, &SeatRow)| {
            let rates = loss.loss_rate.value.zip(seat.win_rate.value);
            rates.is_some_and(|(lost, won)| (lost + won - 1.0).abs() < 1e-6)
        };
        Ok(!losses.is_empty() && losses.iter().zip(&seats).all(adds_up))
    }

    /// Reads a folder.
    ///
    /// # Errors
    /// A folder without results, a file that can't be read or is damaged.
    pub fn read(folder: &Path) -> Result<Self, ResultsError> {
        let mut results = Self::read_tables(folder)?;
        let file = |name: &str| Some(folder.join(name)).filter(|path| path.exists());
        results.plays = match (results.sheets.get(NotableRow::TABLE), file(PLAYS_CSV), file(PLAYS_PARQUET)) {
            (Some(sheet), ..) => notable_plays(sheet.typed()?),
            (None, Some(path), _) => plays_of_games(&path)?,
            (None, None, Some(path)) => {
                plays_of_parquet(&path, results.record.bots.clone(), results.record.first_game)?
            }
            (None, None, None) => Vec::new(),
        };
        Ok(results)
    }

    /// Reads all but the table of games, which may be long.
    pub(super) fn read_tables(folder: &Path) -> Result<Self, ResultsError> {
        let unreadable = |path: &Path, source| ResultsError::Unreadable { path: path.to_owned(), source };
        let entries = fs::read_dir(folder).map_err(|e| unreadable(folder, e))?;
        let mut names = Vec::new();
        for entry in entries {
            names.push(entry.map_err(|e| unreadable(folder, e))?.file_name().to_string_lossy().into_owned());
        }
        // The order of a folder's entries is the file system's.
        names.sort();
        let known = RECORDS.iter().find(|(file, _)| names.iter().any(|name| name == file));
        let Some(&(file, kind)) = known else {
            let known: Vec<&str> = RECORDS.iter().map(|(file, _)| *file).collect();
            return Err(ResultsError::NoResults { path: folder.to_owned(), known: known.join(" or ") });
        };
        let path = folder.join(file);
        let text = read_text(&path, MAX_RECORD).map_err(|e| unreadable(&path, e))?;
        let record = Record::parse(&text);
        let mut sheets = BTreeMap::new();
        for file in names.iter().filter(|file| *file != PLAYS_CSV) {
            if let Some(name) = file.strip_suffix(".csv") {
                sheets.insert(name.to_owned(), CsvTable::read(&folder.join(file), name)?);
            }
        }
        Self::assemble((&path, kind), record, sheets)
    }

    /// Returns results that were never in a folder: the record that would have this name, the tables, and other files of
    /// which those in CSV are tables, too.
    ///
    /// # Errors
    /// A record without a game, a table without a header.
    pub fn of(
        record_name: &str,
        record: Json,
        tables: &[Table],
        files: &[(String, Vec<u8>)],
    ) -> Result<Self, ResultsError> {
        let path = PathBuf::from(record_name);
        let kind = RECORDS.iter().find(|(file, _)| *file == record_name).map_or("run", |(_, kind)| kind);
        let mut sheets = BTreeMap::new();
        for table in tables {
            let file = PathBuf::from(format!("{}.csv", table.name));
            let mut bytes = Vec::new();
            write_table(table, &mut bytes)
                .map_err(|source| ResultsError::Unreadable { path: file.clone(), source })?;
            sheets.insert(table.name.to_owned(), CsvTable::parse(&bytes, &file, table.name)?);
        }
        for (file, bytes) in files {
            if let Some(name) = file.strip_suffix(".csv") {
                sheets.insert(name.to_owned(), CsvTable::parse(bytes, Path::new(file), name)?);
            }
        }
        let mut results = Self::assemble((&path, kind), Record::read(record), sheets)?;
        if let Some(sheet) = results.sheets.get(NotableRow::TABLE) {
            results.plays = notable_plays(sheet.typed()?);
        }
        Ok(results)
    }

    fn assemble(
        (path, kind): (&Path, &'static str),
        record: Result<Record, (u64, String)>,
        sheets: BTreeMap<String, CsvTable>,
    ) -> Result<Self, ResultsError> {
        let record =
            record.map_err(|(line, what)| ResultsError::Damaged { path: path.to_owned(), line, what })?;
        let mut results = Self {
            kind,
            record,
            sheets,
            names: Names::default(),
            plays: Vec::new(),
            films: Films::default(),
        };
        for NameRow { kind, id, name } in results.rows()? {
            results.names.insert(&kind, &id, &name);
        }
        // They are in all other tables, and no table of their own on a page.
        results.sheets.remove(NameRow::TABLE);
        let names = Arc::new(results.names.clone());
        results.sheets.values_mut().for_each(|sheet| sheet.names = Some(Arc::clone(&names)));
        Ok(results)
    }

    /// Returns how often this bot failed and lost by it.
    pub(super) fn forfeits(&self, bot: &str) -> u64 {
        self.record.forfeits.get(bot).copied().unwrap_or(0)
    }

    /// Returns true for a folder that holds results: the record of a command.
    pub fn are_in(folder: &Path) -> bool {
        RECORDS.iter().any(|(file, _)| folder.join(file).is_file())
    }

    /// Returns the id of the game, as the record has it.
    pub fn game(&self) -> &str {
        &self.record.game
    }

    /// Returns the table with this name, if the folder has it and it has rows.
    pub(super) fn sheet(&self, name: &str) -> Option<&CsvTable> {
        self.sheets.get(name).filter(|sheet| !sheet.rows.is_empty())
    }

    /// Returns the rows of a table; none if the folder doesn't have it.
    ///
    /// # Errors
    /// As [`CsvTable::typed`].
    pub(super) fn rows<R: Row>(&self) -> Result<Vec<R>, ResultsError> {
        self.sheets.get(R::TABLE).map_or_else(|| Ok(Vec::new()), CsvTable::typed)
    }

    /// Returns the commands that show the games which the page names: the first one of each answer, the second ones and so on,
    /// then those of findings, and the others.
    ///
    /// # Errors
    /// A table that lacks a column.
    pub fn watched(&self) -> Result<Vec<String>, ResultsError> {
        let mut of_answers: Vec<(usize, String)> = Vec::new();
        let (mut answer, mut place) = (None, 0);
        for row in self.rows::<AnswerGameRow>()? {
            place = if answer == Some(row.answer) { place + 1 } else { 0 };
            answer = Some(row.answer);
            of_answers.push((place, row.command));
        }
        of_answers.sort_by_key(|(place, _)| *place);
        let findings = self.rows::<FindingRow>()?.into_iter().filter_map(|row| row.trace_game);
        let plays = findings.chain(self.plays.iter().map(|play| play.play));
        let plays = plays.filter_map(|play| Some(watch(&self.trace(play)?)));
        let mut seen = BTreeSet::new();
        let all = of_answers.into_iter().map(|(_, command)| command).chain(plays);
        Ok(all.filter(|command| seen.insert(command.clone())).collect())
    }

    /// Returns the results with games that their page shows itself.
    #[must_use]
    pub fn with_films(mut self, films: Films) -> Self {
        self.films = films;
        self
    }

    /// Returns those of these games, with their commands, that the page shows itself; all if it shows none of them.
    pub(super) fn shown<T>(&self, mut games: Vec<T>, command: impl Fn(&T) -> &str) -> Vec<T> {
        let is_shown = |game: &T| self.films.of.contains_key(&watch(command(game)));
        if games.iter().any(is_shown) {
            games.retain(is_shown);
        }
        games
    }

    /// Returns what leads to the game that this command shows: a link if the page has it, or the command.
    pub(super) fn game_of(&self, text: &str) -> Markup {
        match self.films.of.get(&watch(text)) {
            Some(film) => html! { a class="watch" href="#games" data-film=(film) { "Watch" } },
            None => command(text),
        }
    }

    /// Returns true if this version of the program made the results, of this rule set.
    pub fn is_of(&self, rules_hash: &str) -> bool {
        let record = &self.record;
        record.version.as_deref() == Some(Program::release()) && record.rule_set() == Some(rules_hash)
    }

    /// Returns true if these are the results of a study.
    pub(super) fn is_study(&self) -> bool {
        self.kind == "study"
    }

    /// Returns the command that replays a play of the run; none for what is no run.
    pub(super) fn trace(&self, play: u64) -> Option<String> {
        let Record { bots, settings: Some(settings), .. } = &self.record else { return None };
        // The tables of a study are those of its main batch. What an earlier version wrote doesn't tell its settings.
        let first = bots.first().filter(|_| ["run", "study"].contains(&self.kind))?;
        let mut command =
            format!("{} trace {} --game {play}", Program::current().name, shell_word(self.game()));
        let _ = write!(command, " --players {} --bots", bots.len());
        let alike = bots.iter().all(|bot| bot == first);
        for bot in &bots[..if alike { 1 } else { bots.len() }] {
            let _ = write!(command, " {}", shell_word(bot));
        }
        let _ = write!(command, " --seed {}", self.record.seed.unwrap_or(0));
        if self.record.seating == Seating::Fixed {
            command += " --seats fixed";
        }
        if self.record.on_bot_error == OnBotError::Forfeit {
            command += " --on-bot-error forfeit";
        }
        if self.record.strategy_files.iter().any(|file| file.sandbox) {
            command += " --sandbox";
        }
        for setting in settings {
            let _ = write!(command, " --set {}", shell_word(setting));
        }
        Some(command)
    }
}
