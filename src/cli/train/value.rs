//! `train --method value`: a network that values positions, learned by self-play.

use std::fmt::Write as _;
use std::ops::Range;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

use serde_json::{Value as Json, json};

use super::super::args::{Minutes, TrainArgs};
use super::super::error::CliError;
use super::super::input::{InputError, find_game};
use super::super::output::{print, print_json, warn};
use super::super::plan::{load_with, read_bot, threads};
use super::super::progress::Progress;
use super::super::repeat::CommandLine;
use super::super::stop::Stop;
use super::check_file;
use crate::registry::Entry;
use ludometer_bots::{BotSpec, StrategyFile, game_name, layout_hash};
use ludometer_experiment::{CurvePoint, LearnedNetwork, Lesson, School, learn_values};
use ludometer_learn::{Network, Samples};
use ludometer_model::Program;
use ludometer_report::{TextTable, thousands, write_file};
use ludometer_run::{AnyGame, Hooks, LessonPlan, Plan, Seating};
use ludometer_stats::{Cell, Estimate, wilson};

/// Games of lessons, unless another budget is asked for.
const GAMES: u64 = 60_000;

/// Imagined states and actions tried in a decision: of lessons, and of the bot that comes of them.
const LEARNING: [f64; 2] = [6.0, 12.0];
const PLAYING: [f64; 2] = [16.0, 16.0];

/// Exams and proofs have deals of their own.
const EXAM_SEED: u64 = 0x6578_616D;

/// How long it is learned.
#[derive(Clone, Copy)]
enum Budget {
    Games(u64),
    Minutes(Minutes),
}

/// Learning, checked.
struct ValuePlan {
    entry: Entry,
    game: Box<dyn AnyGame>,
    greedy: BotSpec,
    features: Vec<String>,
    budget: Budget,
    seed: u64,
    threads: usize,
    path: PathBuf,
    quiet: bool,
    json: bool,
}

impl ValuePlan {
    fn check(args: &TrainArgs) -> Result<Self, CliError> {
        let entry = find_game(&args.game)?;
        let game = load_with(&entry, &args.rules, args.players)?;
        let greedy = read_bot(&*game, "--from ", &args.from)?;
        if args.from != "greedy" {
            return Err(InputError::NotAllowed {
                option: "--from",
                value: args.from.clone(),
                allowed: "left out with --method value, which begins with games of plain greedy",
            }
            .into());
        }
        let features = game.learning().features();
        if features.is_empty() {
            return Err(InputError::NoFeatures { game: args.game.clone() }.into());
        }
        check_file(&args.out, args.force)?;
        let games = args.games.unwrap_or(GAMES);
        if games == 0 {
            return Err(InputError::TooFewPlays { option: "--games", plays: 0, least: 1 }.into());
        }
        Ok(Self {
            entry,
            game,
            greedy,
            features,
            budget: args.minutes.map_or(Budget::Games(games), Budget::Minutes),
            seed: args.seed,
            threads: threads(args.threads)?,
            path: args.out.clone(),
            quiet: args.quiet,
            json: args.json,
        })
    }

    fn seats(&self) -> u64 {
        self.game.seats() as u64
    }

    /// A command that does the same.
    fn command(&self) -> String {
        let line = CommandLine::new("train", self.entry.id())
            .option("--method", "value")
            .option("--players", self.game.seats())
            .rules("--set", self.game.rules());
        match self.budget {
            Budget::Games(games) => line.option("--games", games),
            Budget::Minutes(minutes) => line.option("--minutes", minutes.number()),
        }
        .option("--seed", self.seed)
        .option("-o", self.path.display())
        .finish()
    }

    /// The strategy file of a network, with these lines of comment and this line about it.
    fn file(&self, network: &Network, margin: f64, comment: &str, about: &str) -> String {
        let id = toml_edit::Value::from(game_name(self.entry.id()));
        let about = toml_edit::Value::from(about);
        let [worlds, candidates] = PLAYING;
        let mut text = format!(
            "{comment}about = {about}\ngames = [{id}]\n\n[settings]\nworlds = {worlds}\ncandidates = {candidates}\n\
             margin = {margin}\n\n[network]\ninputs = {}\nlayout = \"{}\"\nrule_set = \"{}\"\nplayers = [{}]\nweights = \"\"\"\n",
            network.inputs(),
            layout_hash(&self.features),
            self.game.rules().hash(),
            self.game.seats(),
        );
        let digits = network.to_text();
        for line in digits.as_bytes().chunks(128) {
            let _ = writeln!(text, "{}", String::from_utf8_lossy(line));
        }
        text.push_str("\"\"\"\n");
        text
    }

    /// The bot with a network that stands in no file yet.
    fn bot(&self, network: &Network, margin: f64) -> Result<BotSpec, CliError> {
        let text = self.file(network, margin, "", "learning");
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

/// Lessons and exams at the tables of a game.
struct Tables<'a> {
    plan: &'a ValuePlan,
    stop: &'a Stop,
    begun: Instant,
    progress: &'a Progress,
}

impl School for Tables<'_> {
    type Error = CliError;

    fn used(&self, games: u64) -> f64 {
        let used = match self.plan.budget {
            Budget::Games(budget) => games as f64 / budget as f64,
            Budget::Minutes(minutes) => self.begun.elapsed().as_secs_f64() / (60.0 * minutes.number()),
        };
        used.min(1.0)
    }

    fn exam_games(&self) -> u64 {
        // All exams together are 18 times as long as one.
        match self.plan.budget {
            Budget::Games(games) => (games / 30).clamp(50, 1000),
            Budget::Minutes(minutes) => (100.0 * minutes.number()).clamp(50.0, 1000.0) as u64,
        }
    }

    fn lessons(
        &mut self,
        network: &Arc<Network>,
        past: &[Arc<Network>],
        lesson: &Lesson,
    ) -> Result<Option<Samples>, CliError> {
        let [worlds, candidates] = LEARNING;
        let plan = LessonPlan {
            seed: self.plan.seed,
            games: lesson.games.clone(),
            company: lesson.company,
            exploration: lesson.exploration,
            lambda: LAMBDA,
            settings: vec![worlds, candidates, lesson.margin],
        };
        let learning = self.plan.game.learning();
        let samples = learning.lessons(network, past, &plan, self.plan.threads, self.stop.flag())?;
        self.progress.add(lesson.games.end - lesson.games.start);
        Ok(samples)
    }

    fn exam(
        &mut self,
        network: &Network,
        margin: f64,
        games: Range<u64>,
    ) -> Result<Option<Estimate>, CliError> {
        let mut bots = vec![self.plan.greedy.clone(); self.plan.game.seats()];
        bots[0] = self.plan.bot(network, margin)?;
        let expected = games.end - games.start;
        let (seed, threads) = (self.plan.seed ^ EXAM_SEED, self.plan.threads);
        let plan = Plan { seed, plays: games, seating: Seating::Rotate, threads, timing: false };
        let hooks = Hooks { stop: self.stop.flag(), progress: &|_| {} };
        let batch = self.plan.game.simulate(&bots, &plan, hooks, None)?;
        if batch.plays < expected {
            return Ok(None);
        }
        let table = batch.report.table("strategies").expect("every run counts its bots");
        let wins =
            table.cell(0, "wins").and_then(Cell::number).expect("the first bot has a row with its wins");
        let share = wins / expected as f64;
        Ok(Some(Estimate { value: Some(share), interval: wilson(share, expected), games: expected }))
    }

    fn examined(&mut self, point: &CurvePoint) {
        if self.plan.quiet {
            return;
        }
        let (value, (low, high)) = figures(&point.win_rate);
        self.progress.println(&format!(
            "after {} games: wins {value:.1} % ({low:.1} to {high:.1}) against greedy, fair {:.1}",
            thousands(point.games),
            100.0 / self.plan.seats() as f64,
        ));
    }
}

/// How far a position's worth is that of the end of its game: see `docs/explain/learning.md`.
const LAMBDA: f32 = 0.7;

/// The estimate of a share and its interval, in per cent.
fn figures(share: &Estimate) -> (f64, (f64, f64)) {
    let (low, high) = share.interval.unwrap_or_default();
    (100.0 * share.value.unwrap_or_default(), (100.0 * low, 100.0 * high))
}

pub(super) fn train(args: &TrainArgs) -> Result<(), CliError> {
    let plan = ValuePlan::check(args)?;
    let stop = Stop::listen()?;
    if !plan.quiet {
        warn(plan.game.warnings());
    }
    let begun = Instant::now();
    let progress = match plan.budget {
        Budget::Games(games) => Progress::new(games, plan.quiet),
        Budget::Minutes(minutes) => Progress::in_time(begun + minutes.duration(), plan.quiet),
    };
    let mut tables = Tables { plan: &plan, stop: &stop, begun, progress: &progress };
    let learned = learn_values(&mut tables, plan.features.len(), plan.seed);
    progress.clear();
    let learned = learned?;
    if learned.interrupted && learned.curve.is_empty() {
        return Err(CliError::Interrupted(
            "interrupted before the first exam: nothing was written".to_owned(),
        ));
    }
    let told = Told { plan: &plan, learned, seconds: begun.elapsed().as_secs_f64() };
    write_file(&plan.path, told.file().as_bytes())?;
    write_file(&told.curve_path(), told.curve().as_bytes())?;
    let shown = if plan.json { print_json(&told.json()) } else { print(&told.text()) };
    if told.learned.interrupted {
        return Err(CliError::Interrupted(format!(
            "interrupted after {} games: the network until then is in {}, its strength not proven",
            thousands(told.learned.games),
            plan.path.display()
        )));
    }
    Ok(shown?)
}

/// What came of it, and how it is told.
struct Told<'a> {
    plan: &'a ValuePlan,
    learned: LearnedNetwork,
    seconds: f64,
}

impl Told<'_> {
    /// The verdict, in a sentence without its full stop.
    fn verdict(&self) -> String {
        let Some(proof) = &self.learned.proof else {
            return "interrupted before the proof against greedy".to_owned();
        };
        let (value, (low, high)) = figures(proof);
        let won = format!(
            "wins {value:.2} % [{low:.2}, {high:.2}] of {} fresh games with greedy in the other seats, where {:.2} % is fair",
            thousands(proof.games),
            100.0 / self.plan.seats() as f64
        );
        if self.learned.is_better(self.plan.seats()) {
            won
        } else {
            format!("not clearly better than greedy: {won}")
        }
    }

    /// The strategy file.
    fn file(&self) -> String {
        let Self { plan, learned, .. } = self;
        let comment = format!(
            "# By {}: {}\n# {} players, rule set {}; learned from {} positions of {} games: {}.\n",
            Program::current(),
            plan.command(),
            plan.game.seats(),
            plan.game.rules().hash(),
            thousands(learned.positions),
            thousands(learned.games),
            self.verdict(),
        );
        let proven = match (learned.is_better(plan.seats()), learned.interrupted) {
            (true, _) => "",
            (false, true) => ", not proven to be better than greedy",
            (false, false) => ", not clearly better than greedy",
        };
        let about = format!("a network learned by self-play, {} players{proven}", plan.game.seats());
        plan.file(&learned.network, learned.margin, &comment, &about)
    }

    fn curve_path(&self) -> PathBuf {
        self.plan.path.with_extension("curve.csv")
    }

    /// Its strength in the course of the lessons.
    fn curve(&self) -> String {
        let mut text = "games,positions,loss,win_rate,ci_low,ci_high,exam_games\n".to_owned();
        for CurvePoint { games, positions, loss, win_rate } in &self.learned.curve {
            let (low, high) = win_rate.interval.unwrap_or_default();
            let value = win_rate.value.unwrap_or_default();
            let exam = win_rate.games;
            let _ = writeln!(text, "{games},{positions},{loss:.6},{value:.6},{low:.6},{high:.6},{exam}");
        }
        text
    }

    fn json(&self) -> Json {
        let Self { plan, learned, .. } = self;
        let proof = learned.proof.unwrap_or_default();
        json!({
            "game": plan.entry.id(),
            "method": "value",
            "players": plan.game.seats(),
            "rule_set": plan.game.rules().hash(),
            "seed": plan.seed,
            "games": learned.games,
            "positions": learned.positions,
            "inputs": learned.network.inputs(),
            "margin": learned.margin,
            "better": learned.is_better(plan.seats()),
            "win_rate": proof.value,
            "ci_low": proof.interval.map(|i| i.0),
            "ci_high": proof.interval.map(|i| i.1),
            "fair": 1.0 / plan.seats() as f64,
            "fresh_games": proof.games,
            "complete": !learned.interrupted,
            "command": plan.command(),
            "file": plan.path.display().to_string(),
            "curve": self.curve_path().display().to_string(),
        })
    }

    fn text(&self) -> String {
        let Self { plan, learned, seconds } = self;
        let mut out = format!(
            "{}, {} players, seed {}: {} positions of {} games in {seconds:.0} s\n\n",
            plan.entry.title(),
            plan.game.seats(),
            plan.seed,
            thousands(learned.positions),
            thousands(learned.games),
        );
        let mut table = TextTable::new(0, &["games", "wins against greedy", "95 % interval"]);
        for point in &learned.curve {
            let (value, (low, high)) = figures(&point.win_rate);
            let interval = format!("{low:.1} to {high:.1} %");
            table.row(vec![thousands(point.games), format!("{value:.1} %"), interval]);
        }
        let (path, curve) = (plan.path.display(), self.curve_path());
        let _ = write!(
            out,
            "{table}\n{}\nfile   {path} (use it with --bots {path})\ncurve  {}\n",
            self.verdict(),
            curve.display()
        );
        out
    }
}
