//! `train --method weights`: settings of `greedy` learned by self-play.

use std::fmt::Write as _;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::time::Instant;

use serde_json::{Map, Value as Json, json};
use toml_edit::Key;

use super::super::command_line::settings;
use super::super::error::CliError;
use super::super::events::Events;
use super::super::input::{InputError, find_game};
use super::super::plan::load_with;
use super::super::stop::Stop;
use super::{Learned as Trained, Lessons, Place, check_file, greedy_from, written};
use crate::registry::{Entry, Games};
use ludometer_bots::{BotKind, BotSpec};
use ludometer_experiment::{Arena, Learned, Training};
use ludometer_model::{Program, counted, game_name};
use ludometer_playable::{Choices, Setting};
use ludometer_report::{TextTable, thousands};
use ludometer_run::{AnyGame, Challenge, Hooks, RunError};
use ludometer_spec::{RuleSpec, TrainSpec};

/// The bot whose settings are learned.
const LEARNER: &str = BotKind::Greedy.name();

/// Games, unless another number is asked for.
const GAMES: u64 = 200_000;

/// Learning, checked.
pub(super) struct WeightsPlan {
    entry: Entry,
    game: Box<dyn AnyGame>,
    settings: Vec<Setting>,
    /// The bot to begin with.
    from: BotSpec,
    plays: u64,
    seed: u64,
    threads: usize,
    path: PathBuf,
}

impl WeightsPlan {
    pub(super) fn check(
        games: &Games,
        spec: &TrainSpec,
        threads: usize,
        place: Place<'_>,
    ) -> Result<Self, CliError> {
        let entry = find_game(games, &spec.game)?;
        let game = load_with(&entry, &spec.rules, spec.players)?;
        let from = greedy_from(&*game, &spec.from)?;
        let settings = entry.bots().into_iter().find(|bot| bot.name == LEARNER);
        let settings = settings.map_or_else(Vec::new, |bot| bot.settings);
        if settings.is_empty() {
            return Err(InputError::new(format!(
                "{game}: `greedy` has no settings here that could be learned; a game script declares them with \
                 weight(\"name\", default, low, high), and its appeals read them as w.name",
                game = spec.game,
            )).into());
        }
        let (plays, least) = (spec.games.unwrap_or(GAMES), Training::LEAST * game.seats() as u64);
        if plays < least {
            let what = "generations of challengers need";
            return Err(InputError::too_little("--games", plays, (what, least, "games")).into());
        }
        if from.file.as_ref().is_some_and(|file| is_same_file(Path::new(&file.path), place.out)) {
            // The command that the file tells could not be repeated.
            return Err(InputError::not_allowed(
                "--out",
                place.out.display(),
                "another file than that of --from",
            )
            .into());
        }
        check_file(place)?;
        Ok(Self { entry, game, settings, from, plays, seed: spec.seed, threads, path: place.out.to_owned() })
    }

    /// Returns the bot with these values of its settings.
    fn bot(&self, values: &[f64]) -> BotSpec {
        let mut bot = self.from.clone();
        (bot.values, bot.name, bot.file) = (values.to_vec(), self.to_arg(values), None);
        bot
    }

    /// Returns the bot as it is typed: all settings, since files may outlive their defaults.
    fn to_arg(&self, values: &[f64]) -> String {
        let settings = self.settings.iter().zip(values);
        let settings: Vec<String> =
            settings.map(|(s, &value)| format!("{}={}", s.name, s.choices.show(value))).collect();
        format!("{LEARNER}:{}", settings.join(","))
    }

    /// Returns a command that repeats it.
    fn command(&self) -> String {
        let spec = TrainSpec {
            players: Some(self.game.seats() as u64),
            from: self.from.to_arg(),
            games: Some(self.plays),
            seed: self.seed,
            rules: RuleSpec { rule_file: None, settings: settings(self.game.rules()) },
            ..TrainSpec::of(self.entry.id())
        };
        written(&spec, &self.path)
    }
}

/// Returns true if both paths lead to one file that is there.
fn is_same_file(one: &Path, other: &Path) -> bool {
    matches!((one.canonicalize(), other.canonicalize()), (Ok(one), Ok(other)) if one == other)
}

/// Self-play at one table.
struct Tables<'a> {
    plan: &'a WeightsPlan,
    hooks: Hooks<'a>,
}

impl Arena for Tables<'_> {
    type Error = RunError;

    fn wins(
        &mut self,
        challenger: &[f64],
        champion: &[f64],
        plays: Range<u64>,
    ) -> Result<Option<f64>, RunError> {
        let (challenger, others) = (&self.plan.bot(challenger), &self.plan.bot(champion));
        let (seed, threads) = (self.plan.seed, self.plan.threads);
        Challenge { challenger, others, seed, threads }.wins(&*self.plan.game, plays, self.hooks)
    }
}

impl Lessons for WeightsPlan {
    fn game(&self) -> &dyn AnyGame {
        &*self.game
    }

    fn learn(&self, events: &dyn Events, stop: &Stop) -> Result<Trained, CliError> {
        let begun = Instant::now();
        events.begin(self.plays, "games", None);
        let hooks = Hooks { stop: stop.flag(), progress: &|plays| events.add(plays) };
        let training = Training {
            settings: &self.settings,
            start: &self.from.values,
            seats: self.game.seats() as u64,
            plays: self.plays,
            seed: self.seed,
        };
        let learned = training.learn(&mut Tables { plan: self, hooks });
        events.end();
        let learned = learned?;
        if learned.interrupted && learned.replaced == 0 {
            return Err(CliError::Interrupted(
                "interrupted before anything was learned: nothing was written".to_owned(),
            ));
        }
        let results = Results::of(self, learned, begun.elapsed().as_secs_f64());
        Ok(Trained {
            files: vec![(self.path.clone(), results.file().into_bytes())],
            verdict: results.verdict(),
            text: results.text(),
            json: results.json(),
            interrupted: results.interrupted(),
            checkpoint: None,
        })
    }
}

/// Results, and how they are told.
struct Results<'a> {
    plan: &'a WeightsPlan,
    learned: Learned,
    /// The values in the file: the learned ones, or those that it began with where these are not proven to be better.
    kept: Vec<f64>,
    seconds: f64,
}

impl<'a> Results<'a> {
    fn of(plan: &'a WeightsPlan, learned: Learned, seconds: f64) -> Self {
        let keep = learned.interrupted || learned.is_better(plan.game.seats() as u64);
        let kept = if keep { learned.values.clone() } else { plan.from.values.clone() };
        Self { plan, learned, kept, seconds }
    }

    /// Returns the verdict, in a sentence without its full stop.
    fn verdict(&self) -> String {
        let Learned { proof, .. } = &self.learned;
        let seats = self.plan.game.seats() as u64;
        let from = self.plan.from.to_arg();
        let Some((value, (low, high), games)) =
            proof.and_then(|proof| Some((proof.value?, proof.interval?, proof.games)))
        else {
            return if self.learned.interrupted {
                format!("interrupted before the proof against {from}")
            } else {
                format!("nothing better than {from} was found")
            };
        };
        let per_cent = |x: f64| format!("{:.2}", 100.0 * x);
        let won = format!(
            "wins {} % [{}, {}] of {} fresh games with {from} in the other seats, where {} % is fair",
            per_cent(value),
            per_cent(low),
            per_cent(high),
            thousands(games),
            per_cent(1.0 / seats as f64)
        );
        if self.learned.is_better(seats) {
            won
        } else {
            format!("nothing clearly better was found: what was, {won}")
        }
    }

    /// Returns the strategy file.
    fn file(&self) -> String {
        let Self { plan, kept, .. } = self;
        let id = game_name(plan.entry.id());
        let table = Key::new(id).to_string();
        let better = self.learned.is_better(plan.game.seats() as u64);
        let about = match (better, self.learned.interrupted) {
            (true, _) => "greedy with settings learned by self-play",
            (false, true) => "greedy with settings learned by self-play, not proven to be better",
            (false, false) => "greedy with settings that self-play found nothing clearly better than",
        };
        let games = toml_edit::Value::from(id);
        let mut text = format!(
            "# By {}: {}\n# {} players, rule set {}: {}.\n\
             about = \"{about}, {} players\"\ngames = [{games}]\nbot = \"{LEARNER}\"\n\n[{table}]\n",
            Program::current(),
            plan.command(),
            plan.game.seats(),
            plan.game.rules().hash(),
            self.verdict(),
            plan.game.seats(),
        );
        for (setting, &value) in plan.settings.iter().zip(kept) {
            let _ = writeln!(text, "{} = {}", setting.name, setting.choices.to_toml(value));
        }
        text
    }

    fn interrupted(&self) -> Option<String> {
        self.learned.interrupted.then(|| {
            format!(
                "interrupted after {} games: what was learned until then is in {}, but not proven to be better; \
                 go on from it with --from",
                thousands(self.learned.plays),
                self.plan.path.display()
            )
        })
    }

    fn json(&self) -> Json {
        let Self { plan, learned, kept, .. } = self;
        let proof = learned.proof.unwrap_or_default();
        let seats = plan.game.seats();
        let named = |values: &[f64]| -> Map<String, Json> {
            let settings = plan.settings.iter().zip(values);
            settings
                .map(|(setting, &value)| {
                    let words = matches!(setting.choices, Choices::Words(_));
                    let shown = if words { json!(setting.choices.show(value)) } else { json!(value) };
                    (setting.name.to_string(), shown)
                })
                .collect()
        };
        json!({
            "game": plan.entry.id(),
            "players": seats,
            "rule_set": plan.game.rules().hash(),
            "seed": plan.seed,
            "games": learned.plays,
            "generations": learned.generations,
            "replaced": learned.replaced,
            "from": plan.from.to_arg(),
            "settings": named(kept),
            "better": learned.is_better(seats as u64),
            "win_rate": proof.value,
            "ci_low": proof.interval.map(|i| i.0),
            "ci_high": proof.interval.map(|i| i.1),
            "fair": 1.0 / seats as f64,
            "fresh_games": proof.games,
            "complete": !learned.interrupted,
            "command": plan.command(),
            "file": plan.path.display().to_string(),
        })
    }

    fn text(&self) -> String {
        let Self { plan, learned, kept, seconds } = self;
        let mut out = format!(
            "{}, {}, seed {}: {}, {} of them with a better bot, {} games in {seconds:.2} s\n\n",
            plan.entry.title(),
            counted(plan.game.seats() as u64, "player"),
            plan.seed,
            counted(learned.generations, "generation"),
            learned.replaced,
            thousands(learned.plays),
        );
        let mut table = TextTable::new(1, &["setting", "before", "learned", "meaning"]);
        for ((setting, &before), &after) in plan.settings.iter().zip(&plan.from.values).zip(kept) {
            let show = |value| setting.choices.show(value);
            let after = if before == after { "-".to_owned() } else { show(after) };
            table.row(vec![setting.name.to_string(), show(before), after, setting.about.to_string()]);
        }
        let path = plan.path.display();
        let _ = write!(out, "{table}\n{}\nfile   {path} (use it with --bots {path})\n", self.verdict());
        out
    }
}
