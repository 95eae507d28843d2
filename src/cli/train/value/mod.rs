//! `train --method value`: a network that values positions, learned by self-play.

mod checkpoint;
mod tables;
mod results;

use std::fmt::Write as _;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use super::super::command_line::settings;
use super::super::error::CliError;
use super::super::events::Events;
use super::super::input::{InputError, find_game};
use super::super::plan::{load_with, read_bot};
use super::super::stop::Stop;
use super::{Learned, Lessons, Place, check_file, greedy_from, written};
use crate::registry::{Entry, Games};
use checkpoint::{Checkpoint, path_of};
use ludometer_bots::{BotKind, BotSpec, LEVELS, Scope, StrategyFile, layout_hash};
use ludometer_experiment::{Course, Player, Variation, learn_values};
use ludometer_model::{Program, game_name};
use ludometer_playable::Setting;
use ludometer_report::thousands;
use ludometer_run::AnyGame;
use ludometer_spec::{Method, Minutes, RuleSpec, TrainSpec};
use results::Results;
use tables::{Tables, variation};

/// Games of lessons, unless another budget is asked for.
const GAMES: u64 = 60_000;

/// Imagined states in a decision of the bot that comes of it, unless others are asked for, and the most that may be.
const WORLDS: u64 = 16;
const MOST_WORLDS: u64 = 10_000;

/// Actions that it tries in a decision.
const CANDIDATES: u64 = 16;

/// The longest time that lessons have taken, of a checkpoint that says something else.
const MOST_SECONDS: f64 = 1e9;

/// How long it is learned.
#[derive(Clone, Copy)]
enum Budget {
    Games(u64),
    Minutes(Minutes),
}

/// Learning, checked.
pub(super) struct ValuePlan {
    entry: Entry,
    /// The game at the first table: at the number of players that was asked for, or the usual one.
    game: Box<dyn AnyGame>,
    tables: Variation,
    /// The numbers of players and what is varied, as they were asked for.
    players: Option<u64>,
    vary: Vec<String>,
    /// The greedy bot that orders the actions that the learner tries, and whose choice it takes where none is better.
    from: BotSpec,
    /// The bot in the other seats, which is to be beaten.
    other: BotSpec,
    /// The other bots that sit there in lessons.
    more: Vec<BotSpec>,
    teacher: Option<BotSpec>,
    features: Vec<String>,
    worlds: u64,
    budget: Budget,
    seed: u64,
    threads: usize,
    path: PathBuf,
    /// False where files are returned and none is written, not even a checkpoint.
    writes: bool,
    resume: bool,
}

impl ValuePlan {
    pub(super) fn check(
        games: &Games,
        asked: &TrainSpec,
        threads: usize,
        place: Place<'_>,
    ) -> Result<Self, CliError> {
        let entry = find_game(games, &asked.game)?;
        let game = load_with(&entry, &asked.rules, asked.players)?;
        let against = |text: &str| read_bot(&*game, "--against ", text);
        let other = against(asked.against.first().map_or("greedy", String::as_str))?;
        let more = asked.against.iter().skip(1).map(|text| against(text)).collect::<Result<_, _>>()?;
        let from = greedy_from(&*game, &asked.from)?;
        let teacher = asked.teacher.as_deref().map(|text| teacher(&*game, text)).transpose()?;
        let features = game.learning().features();
        if features.is_empty() {
            return Err(InputError::new(format!(
                "{game} tells no features that a network could read (`observe` in its Rust code): only --method weights \
                 can learn it",
                game = asked.game,
            )).into());
        }
        check_file(place)?;
        let games = asked.games.unwrap_or(GAMES);
        if games == 0 {
            let what = "lessons need";
            return Err(InputError::too_little("--games", 0, (what, 1, "game")).into());
        }
        let worlds = asked.worlds.unwrap_or(WORLDS);
        if !(1..=MOST_WORLDS).contains(&worlds) {
            let (option, allowed) = ("--worlds", "from 1 to 10,000");
            return Err(InputError::not_allowed(option, worlds, allowed).into());
        }
        Ok(Self {
            tables: variation(&entry, &*game, asked)?,
            players: asked.players,
            vary: asked.vary.clone(),
            entry,
            game,
            from,
            other,
            more,
            teacher,
            features,
            worlds,
            budget: asked.minutes.map_or(Budget::Games(games), Budget::Minutes),
            seed: asked.seed,
            threads,
            path: place.out.to_owned(),
            writes: place.writes,
            resume: place.resume,
        })
    }

    /// Returns the lessons that it begins or goes on with.
    fn begin(&self) -> Result<Checkpoint, CliError> {
        if self.resume {
            return Checkpoint::read(&path_of(&self.path), &self.options(), self.features.len());
        }
        Ok(Checkpoint { course: Course::new(self.features.len(), self.seed), seconds: 0.0 })
    }

    /// Returns the options of the lessons as checkpoints know them: by this version, with strategy files as they are.
    fn options(&self) -> String {
        let mut options = format!("{} {}", Program::current(), self.command());
        for file in [&self.from, &self.other]
            .into_iter()
            .chain(&self.more)
            .chain(&self.teacher)
            .filter_map(|bot| bot.file.as_ref())
        {
            let _ = write!(options, " ({} {})", file.path, file.hash);
        }
        options
    }

    /// Returns what does the same.
    fn spec(&self) -> TrainSpec {
        let against = std::iter::once(&self.other).chain(&self.more).map(BotSpec::to_arg);
        // Greedy alone is the usual.
        let against = against.filter(|other| !self.more.is_empty() || other != "greedy").collect();
        let (games, minutes) = match self.budget {
            Budget::Games(games) => (Some(games), None),
            Budget::Minutes(minutes) => (None, Some(minutes)),
        };
        TrainSpec {
            method: Method::Value,
            players: self.players,
            from: self.from.to_arg(),
            against,
            teacher: self.teacher.as_ref().map(BotSpec::to_arg),
            worlds: Some(self.worlds).filter(|&worlds| worlds != WORLDS),
            games,
            minutes,
            vary: self.vary.clone(),
            seed: self.seed,
            rules: RuleSpec { rule_file: None, settings: settings(self.tables.base()) },
            ..TrainSpec::of(self.entry.id())
        }
    }

    /// Returns a command that does the same.
    fn command(&self) -> String {
        written(&self.spec(), &self.path)
    }

    /// Says how an interrupted one goes on.
    fn go_on(&self) -> String {
        format!("go on with `{} --resume`", self.command())
    }

    /// Returns the strategy file of a player that learned this, with the temperatures of its levels if they are known,
    /// these lines of comment and this line about it.
    fn file(
        &self,
        Player { network, margin, .. }: &Player<'_>,
        scope: &Scope,
        levels: &[f64],
        comment: &str,
        about: &str,
    ) -> String {
        let id = toml_edit::Value::from(game_name(self.entry.id()));
        let about = toml_edit::Value::from(about);
        let players: Vec<String> = scope.players.iter().map(u64::to_string).collect();
        let mut varied = toml_edit::InlineTable::new();
        for (key, values) in &scope.varied {
            varied.insert(key, values.as_str().into());
        }
        let mut text = format!(
            "{comment}about = {about}\ngames = [{id}]\n\n[settings]\nworlds = {}\ncandidates = {CANDIDATES}\n\
             margin = {margin}\n{}\n[network]\ninputs = {}\nlayout = \"{}\"\nbase = \"{}\"\nplayers = [{}]\nvaried = {varied}\n",
            self.worlds,
            self.weights_text(),
            network.inputs(),
            layout_hash(&self.features),
            scope.base,
            players.join(", "),
        );
        if !levels.is_empty() {
            let levels: Vec<String> = levels.iter().map(|level| format!("{level:?}")).collect();
            let _ = writeln!(text, "levels = [{}]", levels.join(", "));
        }
        text.push_str("weights = \"\"\"\n");
        let digits = network.to_text();
        for line in digits.as_bytes().chunks(128) {
            let _ = writeln!(text, "{}", String::from_utf8_lossy(line));
        }
        text.push_str("\"\"\"\n");
        text
    }

    /// Returns the weights of greedy that differ from the game's own, as settings of the strategy file.
    fn weights_text(&self) -> String {
        let weights = &self.game.design().heuristic_weights;
        let changed =
            weights.iter().zip(&self.from.values).filter(|(weight, value)| weight.default != **value);
        let line = |(weight, value): (&Setting, &f64)| {
            format!("\"greedy.{}\" = {}\n", weight.name, weight.choices.to_toml(*value))
        };
        changed.map(line).collect()
    }

    /// Returns the bot with a network that stands in no file yet.
    fn bot(&self, player: &Player<'_>) -> Result<BotSpec, CliError> {
        let text = self.file(player, &self.tables.scope(), &[player.temperature; LEVELS], "", "learning");
        let fault = |source| InputError::Bot {
            option: "--out ",
            text: self.path.display().to_string(),
            hint: "",
            source: Box::new(source),
        };
        let file = StrategyFile::imagined(&self.path.to_string_lossy(), &text);
        let spec = file
            .map_err(Into::into)
            .and_then(|file| BotSpec::of_file(&Arc::new(file), "", "", self.game.design()));
        Ok(spec.map_err(fault)?)
    }
}

/// Reads the bot of `--teacher`: a search that says what it expects.
fn teacher(game: &dyn AnyGame, text: &str) -> Result<BotSpec, InputError> {
    let spec = read_bot(game, "--teacher ", text)?;
    if spec.kind != BotKind::Mcts || !spec.restrictions.is_empty() {
        let allowed = "a search: mcts, mcts:iterations=50, or FILE.toml:bot=mcts";
        return Err(InputError::not_allowed("--teacher", text, allowed));
    }
    Ok(spec)
}

impl Lessons for ValuePlan {
    fn game(&self) -> &dyn AnyGame {
        &*self.game
    }

    fn learn(&self, events: &dyn Events, stop: &Stop) -> Result<Learned, CliError> {
        let Checkpoint { course, seconds } = self.begin()?;
        let begun = Instant::now();
        let before = Duration::from_secs_f64(seconds.clamp(0.0, MOST_SECONDS));
        match self.budget {
            Budget::Games(games) => events.begin(games, "games", None),
            Budget::Minutes(minutes) => {
                events.begin_in_time("games", begun + minutes.duration().saturating_sub(before));
            }
        }
        events.begin_at(course.games());
        let mut tables = Tables::new(self, stop, events, before)?;
        let learned = learn_values(&mut tables, course);
        events.end();
        let learned = learned?;
        if learned.interrupted && learned.curve.is_empty() {
            let kept = if self.writes {
                let path = path_of(&self.path);
                let games = thousands(learned.games);
                format!(", but {} has the {games} games of lessons: {}", path.display(), self.go_on())
            } else {
                String::new()
            };
            return Err(CliError::Interrupted(format!(
                "interrupted before the first exam: there is no network yet{kept}"
            )));
        }
        let results = Results { plan: self, learned, seconds: (before + begun.elapsed()).as_secs_f64() };
        Ok(Learned {
            files: results.files(),
            verdict: results.verdict(),
            text: results.text(),
            json: results.json(),
            interrupted: results.interrupted(),
            checkpoint: Some(path_of(&self.path)),
        })
    }
}
