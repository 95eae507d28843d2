//! `train --method regret`: a small game solved as a whole.

use std::collections::{HashMap, HashSet};
use std::fmt::Write as _;
use std::path::PathBuf;
use std::time::Instant;

use serde_json::{Value as Json, json};

use super::super::command_line::settings;
use super::super::error::CliError;
use super::super::events::Events;
use super::super::game_tree::{amount, unit, whole_error};
use super::super::input::{InputError, find_game};
use super::super::plan::load_with;
use super::super::stop::Stop;
use super::{Learned, Lessons, Place, check_file, written};
use crate::registry::{Entry, Games};
use ludometer_bots::{PolicyTable, Scope};
use ludometer_experiment::{Solved, solve};
use ludometer_model::{Program, game_name, player, shell_word};
use ludometer_report::{Learning, LearningPoint, Strength, TextTable, thousands, write_records};
use ludometer_run::{AnyGame, WholeGame};
use ludometer_spec::{Method, Minutes, RuleSpec, TrainSpec};
use ludometer_stats::Cell;

/// Rounds, unless another number is asked for.
const ROUNDS: u32 = 1000;

/// Solving, checked.
pub(super) struct RegretPlan {
    entry: Entry,
    game: Box<dyn AnyGame>,
    rounds: u32,
    minutes: Option<Minutes>,
    path: PathBuf,
}

impl RegretPlan {
    pub(super) fn check(games: &Games, spec: &TrainSpec, place: Place<'_>) -> Result<Self, CliError> {
        let entry = find_game(games, &spec.game)?;
        let game = load_with(&entry, &spec.rules, spec.players)?;
        let rounds = match spec.rounds {
            None if spec.minutes.is_some() => u32::MAX,
            None => ROUNDS,
            Some(rounds) => match u32::try_from(rounds) {
                Ok(rounds) if rounds > 0 => rounds,
                _ => {
                    let (option, value, allowed) = ("--rounds", rounds.to_string(), "from 1 to 4294967295");
                    return Err(InputError::not_allowed(option, value, allowed).into());
                }
            },
        };
        check_file(place)?;
        Ok(Self { entry, game, rounds, minutes: spec.minutes, path: place.out.to_owned() })
    }

    /// Returns a command that does the same.
    fn command(&self, rounds: u32) -> String {
        let spec = TrainSpec {
            method: Method::Regret,
            players: Some(self.game.seats() as u64),
            rounds: Some(u64::from(rounds)),
            rules: RuleSpec { rule_file: None, settings: settings(self.game.rules()) },
            ..TrainSpec::of(self.entry.id())
        };
        written(&spec, &self.path)
    }
}

impl Lessons for RegretPlan {
    fn game(&self) -> &dyn AnyGame {
        &*self.game
    }

    fn learn(&self, events: &dyn Events, stop: &Stop) -> Result<Learned, CliError> {
        let begun = Instant::now();
        let whole =
            self.game.learning().whole(stop.flag()).map_err(|error| whole_error(&self.entry, &error))?;
        let deadline = self.minutes.map(|minutes| begun + minutes.duration());
        match deadline {
            None => events.begin(u64::from(self.rounds), "rounds", None),
            Some(deadline) => events.begin_in_time("rounds", deadline),
        }
        let solved = solve(whole.tree(), self.rounds, &mut |_| {
            events.add(1);
            !stop.asked() && deadline.is_none_or(|deadline| Instant::now() < deadline)
        });
        events.end();
        let (interrupted, seconds) = (stop.asked(), begun.elapsed().as_secs_f64());
        let results = Results { plan: self, whole: &*whole, solved, interrupted, seconds };
        Ok(Learned {
            files: vec![
                (self.path.clone(), results.file().into_bytes()),
                (results.beside("curve.csv"), results.curve()?),
                (results.beside("curve.html"), results.page().into_bytes()),
                (results.beside("policy.csv"), results.policy()?),
            ],
            verdict: results.verdict(),
            text: results.text(),
            json: results.json(),
            interrupted: results.interrupted(),
            checkpoint: None,
        })
    }
}

/// Returns these rows as CSV.
fn records(header: &[&str], rows: &[Vec<Cell>]) -> Result<Vec<u8>, CliError> {
    let header: Vec<String> = header.iter().map(|&name| name.to_owned()).collect();
    let mut bytes = Vec::new();
    write_records(&header, rows, &mut bytes).map_err(CliError::Output)?;
    Ok(bytes)
}

/// Results, and how they are told.
struct Results<'a> {
    plan: &'a RegretPlan,
    whole: &'a dyn WholeGame,
    solved: Solved,
    interrupted: bool,
    seconds: f64,
}

impl Results<'_> {
    fn rounds(&self) -> u32 {
        self.solved.curve.last().map_or(0, |point| point.rounds)
    }

    fn exploitability(&self) -> f64 {
        self.solved.curve.last().map_or(0.0, |point| point.exploitability)
    }

    fn beside(&self, ending: &str) -> PathBuf {
        self.plan.path.with_extension(ending)
    }

    /// Returns what the seats get, and how far from an equilibrium it is, in sentences.
    fn verdict(&self) -> String {
        let game = &*self.plan.game;
        let values = self.solved.value.iter().enumerate();
        let values: Vec<String> =
            values.map(|(seat, value)| format!("{} {}", player(seat), amount(game, *value))).collect();
        let (unit, values, exploitability) =
            (unit(game), values.join(", "), amount(game, self.exploitability()));
        let is_constant = self.whole.tree().is_constant_sum();
        let most = if self.plan.game.seats() == 2 && is_constant {
            format!("an opponent who knows it wins at most {exploitability} more (its exploitability)")
        } else {
            format!(
                "a player who leaves it alone gains {exploitability} at most, on average (NashConv by the seats)"
            )
        };
        let caution = if is_constant {
            ""
        } else {
            ". What the players get does not add up to the same in each game, so nothing promises that more rounds come nearer \
             to an equilibrium"
        };
        format!("Mean {unit} where all play by it: {values}; {most}{caution}")
    }

    /// Returns the choices: for what a player remembers, and on average for what it is shown.
    fn table(&self) -> PolicyTable {
        let mut table = PolicyTable::default();
        let mut views: HashMap<u64, Vec<f64>> = HashMap::new();
        let met = self.whole.tree().met(&self.solved.policy);
        for ((known, probabilities), met) in self.whole.known().iter().zip(&self.solved.policy).zip(met) {
            // One action needs no strategy.
            if probabilities.len() < 2 {
                continue;
            }
            table.insert(known.key, probabilities);
            let sums = views.entry(known.view_key).or_insert_with(|| vec![0.0; probabilities.len()]);
            // What is never met counts where nothing else does.
            sums.iter_mut()
                .zip(probabilities)
                .for_each(|(sum, probability)| *sum += met.max(1e-12) * probability);
        }
        let keys: HashSet<u64> = self.whole.known().iter().map(|known| known.key).collect();
        for (view, sums) in views.iter().filter(|(view, _)| !keys.contains(view)) {
            let sum: f64 = sums.iter().sum();
            let shares: Vec<f64> = sums.iter().map(|part| part / sum).collect();
            table.insert(*view, &shares);
        }
        table
    }

    /// Returns the strategy file.
    fn file(&self) -> String {
        let plan = self.plan;
        let table = self.table();
        let rounds = self.rounds();
        let scope = Scope::new(plan.game.rules(), vec![plan.game.seats() as u64], Vec::new());
        let about = toml_edit::Value::from(format!(
            "the game solved by regret, {} players, exploitability {}",
            plan.game.seats(),
            amount(&*plan.game, self.exploitability())
        ));
        let id = toml_edit::Value::from(game_name(plan.entry.id()));
        format!(
            "# By {}: {}\n# {}.\nabout = {about}\ngames = [{id}]\n\n[policy]\nbase = \"{}\"\nplayers = [{}]\n\
             choices = \"\"\"\n{}\"\"\"\n",
            Program::current(),
            plan.command(rounds),
            self.verdict(),
            scope.base,
            plan.game.seats(),
            table.to_text(),
        )
    }

    /// Returns its exploitability in the course of the rounds.
    fn curve(&self) -> Result<Vec<u8>, CliError> {
        let rows = self.solved.curve.iter();
        let rows = rows.map(|point| vec![u64::from(point.rounds).into(), Cell::Real(point.exploitability)]);
        records(&["rounds", "exploitability"], &rows.collect::<Vec<_>>())
    }

    /// Returns the same as a page.
    fn page(&self) -> String {
        let plan = self.plan;
        let players = plan.game.seats();
        let points = self.solved.curve.iter().map(|point| LearningPoint {
            at: u64::from(point.rounds),
            value: point.exploitability,
            interval: None,
        });
        let file = shell_word(&plan.path.display().to_string());
        Learning {
            title: plan.entry.title(),
            facts: vec![
                ("Method", "regret".to_owned()),
                ("Seats", players.to_string()),
                ("Positions", thousands(self.whole.tree().nodes.len() as u64)),
                ("Information sets", thousands(self.whole.known().len() as u64)),
                ("Rounds", thousands(u64::from(self.rounds()))),
                ("Seconds", format!("{:.1}", self.seconds)),
            ],
            verdict: self.verdict(),
            more: Vec::new(),
            counted: "rounds",
            strength: Strength::Exploitability(unit(&*plan.game)),
            points: points.collect(),
            command: plan.command(self.rounds()),
            run: format!("{} --players {players} --bots {file}", shell_word(plan.entry.id())),
        }
        .page()
    }

    /// Returns how likely each action is, in each information set.
    fn policy(&self) -> Result<Vec<u8>, CliError> {
        let known = self.whole.known();
        let name = |set: usize| Cell::Text(format!("{:016x}", known[set].key));
        let mut rows = Vec::new();
        for (set, info) in self.whole.tree().sets.iter().enumerate() {
            let (after_set, after_action) = match known[set].after {
                Some((before, place)) => (name(before), known[before].actions[place].as_str().into()),
                None => (Cell::Empty, Cell::Empty),
            };
            for (action, probability) in known[set].actions.iter().zip(&self.solved.policy[set]) {
                rows.push(vec![
                    name(set),
                    Cell::Count(info.seat as u64),
                    after_set.clone(),
                    after_action.clone(),
                    known[set].view.to_string().as_str().into(),
                    action.as_str().into(),
                    Cell::Real(*probability),
                ]);
            }
        }
        records(&["set", "seat", "after_set", "after_action", "view", "action", "probability"], &rows)
    }

    fn interrupted(&self) -> Option<String> {
        self.interrupted.then(|| {
            format!(
                "interrupted after {} rounds: the strategy until then is in {}",
                thousands(u64::from(self.rounds())),
                self.plan.path.display()
            )
        })
    }

    fn json(&self) -> Json {
        let plan = self.plan;
        json!({
            "game": plan.entry.id(),
            "method": "regret",
            "players": plan.game.seats(),
            "rule_set": plan.game.rules().hash(),
            "positions": self.whole.tree().nodes.len(),
            "information_sets": self.whole.known().len(),
            "rounds": self.rounds(),
            "unit": unit(&*plan.game),
            "values": self.solved.value,
            "exploitability": self.exploitability(),
            "command": plan.command(self.rounds()),
            "file": plan.path.display().to_string(),
            "curve": self.beside("curve.csv").display().to_string(),
            "page": self.beside("curve.html").display().to_string(),
            "policy": self.beside("policy.csv").display().to_string(),
        })
    }

    fn text(&self) -> String {
        let plan = self.plan;
        let mut out = format!(
            "{}, {} players: {} positions, {} information sets, {:.1} s\n\n",
            plan.entry.title(),
            plan.game.seats(),
            thousands(self.whole.tree().nodes.len() as u64),
            thousands(self.whole.known().len() as u64),
            self.seconds,
        );
        let mut table = TextTable::new(0, &["rounds", "exploitability"]);
        for point in &self.solved.curve {
            table.row(vec![thousands(u64::from(point.rounds)), amount(&*plan.game, point.exploitability)]);
        }
        let path = plan.path.display();
        let _ = write!(
            out,
            "{table}\n{}.\nfile   {path} (use it with --bots {path})\ncurve  {}\npage   {}\npolicy {}\n",
            self.verdict(),
            self.beside("curve.csv").display(),
            self.beside("curve.html").display(),
            self.beside("policy.csv").display()
        );
        out
    }
}
