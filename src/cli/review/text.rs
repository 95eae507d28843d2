//! A review in words.

use serde_json::{Map, Value as Json, json};

use super::ReviewArgs;
use crate::cli::args::Side;
use crate::cli::error::CliError;
use crate::cli::plan::TablePlan;
use crate::cli::repeat::CommandLine;
use ludometer_model::player;
use ludometer_narration::{Choices, letter};
use ludometer_run::{Habit, Mark, ReviewedDecision, ReviewedGame, Reviews};
use ludometer_stats::{Cell, Table};

/// Choices that are told of a single review, the costliest first.
const TOLD: usize = 12;
/// Habits that are told of many games.
const HABITS: usize = 15;

/// What the words need to know of the review.
pub(super) struct About<'a> {
    pub(super) args: &'a ReviewArgs,
    pub(super) table: &'a TablePlan,
    pub(super) worlds: u32,
}

impl About<'_> {
    /// A single game: each player's marks, then the costliest choices.
    pub(super) fn of_one(&self, reviewed: &ReviewedGame) -> Result<String, CliError> {
        let index = self.args.replay.index;
        let mut text = format!(
            "{}, {} players, game {index} of seed {}\n{}\n\n",
            self.table.entry.title(),
            self.table.game.seats(),
            self.table.seed,
            self.method()
        );
        text += &marks_by_player(reviewed);
        let choices = Choices::new(self.table.game.names())?;
        let mut costly: Vec<&ReviewedDecision> = reviewed.decisions.iter().collect();
        let loss = |decision: &ReviewedDecision| decision.valued.loss().map_or(0.0, |loss| loss.mean);
        costly.retain(|decision| Mark::of(decision.valued.loss()) >= Mark::Mistake);
        costly.sort_by(|a, b| loss(b).total_cmp(&loss(a)).then(a.number.cmp(&b.number)));
        if costly.is_empty() {
            text += &format!("\nNo mistake was found. {}\n", resolution(reviewed));
            return Ok(text);
        }
        text += &format!("\nThe costliest choices ({})\n", resolution(reviewed));
        for decision in costly.iter().take(TOLD) {
            text += &told(decision, &choices);
        }
        if costly.len() > TOLD {
            text += &format!("  {} more mistakes: --out writes them all.\n", costly.len() - TOLD);
        }
        if let Some(worst) = costly.first() {
            text += &format!("\nPlay on from there with other bots: {}\n", self.branch(worst.turn));
        }
        Ok(text)
    }

    /// Many games: bots, then their costliest habits.
    pub(super) fn of_many(&self, reviews: &Reviews) -> String {
        let first = self.args.replay.index;
        let last = first.saturating_add(self.args.games - 1);
        let mut text = format!(
            "{}, {} players, games {first} to {last} of seed {}\n{}\n\n",
            self.table.entry.title(),
            self.table.game.seats(),
            self.table.seed,
            self.method()
        );
        let mut bots = Table::new("bots", &["bot", "choices", "mistakes", "blunders", "mean loss"]);
        for (bot, habit) in &reviews.bots {
            let counts = [habit.choices(), habit.marks[3], habit.marks[4]].map(Cell::Count);
            bots.row([vec![Cell::Text(bot.clone())], counts.to_vec(), vec![mean_loss(habit)]].concat());
        }
        text += &format!("{bots}\nWhere they lose most (all games together, in points of win chance)\n\n");
        let columns = ["bot", "decides", "by", "choices", "mistakes", "blunders", "lost", "mean loss"];
        let mut table = Table::new("habits", &columns);
        let mut habits: Vec<_> = reviews.habits.iter().collect();
        habits.sort_by(|a, b| b.1.total().total_cmp(&a.1.total()).then(a.0.cmp(b.0)));
        let names = self.table.game.names();
        for ((bot, phase, kind), habit) in habits.into_iter().take(HABITS) {
            let words =
                [bot.clone(), names.phase(phase), format!("to {}", names.action(kind))].map(Cell::Text);
            let counts = [habit.choices(), habit.marks[3], habit.marks[4]].map(Cell::Count);
            let lost = vec![Cell::Text(format!("{:.1}", habit.total())), mean_loss(habit)];
            table.row([words.to_vec(), counts.to_vec(), lost].concat());
        }
        text + &table.to_string()
    }

    fn method(&self) -> String {
        format!(
            "Win chances if all play on as {}, in up to {} imagined worlds a choice (--worlds {})",
            self.args.policy.name(),
            self.worlds,
            self.worlds
        )
    }

    /// The command that goes on from this turn with other bots.
    fn branch(&self, turn: u32) -> String {
        let TablePlan { entry, game, bots, seed, seats } = self.table;
        let replay = &self.args.replay;
        let line = CommandLine::new("trace", entry.id());
        let line = match &replay.run {
            Some(folder) => {
                line.option("--run", folder.display()).each("--side", replay.side.map(Side::name))
            }
            None => line
                .option("--players", game.seats())
                .line_up("--run-bots", bots)
                .option("--seed", seed)
                .seats(*seats)
                .sandbox(bots)
                .rules("--set", game.rules()),
        };
        line.option("--game", replay.index).option("--from", turn).option("--bots", "mcts").finish()
    }
}

/// A choice that lost something: what was done, what it cost, what was better.
fn told(decision: &ReviewedDecision, choices: &Choices) -> String {
    let valued = &decision.valued;
    let Some(loss) = valued.loss() else { return String::new() };
    let action = |i: usize| decision.labels.get(i).map_or_else(String::new, |label| choices.tell(label));
    let percent = |i: usize| {
        let value = valued.actions.get(i).and_then(ludometer_run::ActionValue::value);
        value.map_or_else(|| "?".to_owned(), |value| format!("{:.0} %", value * 100.0))
    };
    format!(
        "  Turn {}, {} chose to {}: {}, {:.1} points lost ({:.1} to {:.1}). Better: {} ({} instead of {}).\n",
        decision.turn,
        letter(decision.seat.index()),
        action(valued.chosen),
        Mark::of(Some(loss)).name(),
        loss.mean * 100.0,
        loss.low * 100.0,
        loss.high * 100.0,
        action(loss.better),
        percent(loss.better),
        percent(valued.chosen),
    )
}

/// The marks of each player as a table.
fn marks_by_player(reviewed: &ReviewedGame) -> String {
    let columns = ["player", "bot", "forced", "best", "fine", "mistakes", "blunders", "lost"];
    let mut table = Table::new("players", &columns);
    let bots =
        reviewed.lines.first().and_then(|line| line["strategies"].as_array().cloned()).unwrap_or_default();
    for (seat, bot) in bots.iter().enumerate() {
        let mut marks = [0_u64; 5];
        let mut lost = 0.0;
        for decision in reviewed.decisions.iter().filter(|decision| decision.seat.index() == seat) {
            let loss = decision.valued.loss();
            let mark = Mark::of(loss);
            marks[Mark::ALL.iter().position(|one| *one == mark).unwrap_or(0)] += 1;
            lost += loss.map_or(0.0, |loss| loss.mean * 100.0);
        }
        let words = [player(seat), bot.as_str().unwrap_or_default().to_owned()].map(Cell::Text);
        let lost = Cell::Text(format!("{lost:.1} points"));
        table.row([words.to_vec(), marks.map(Cell::Count).to_vec(), vec![lost]].concat());
    }
    table.to_string()
}

/// The smallest loss that could have been found: in half of the choices, and in nine of ten.
fn resolution(reviewed: &ReviewedGame) -> String {
    let mut all: Vec<f64> = reviewed.decisions.iter().filter_map(|one| one.valued.resolution()).collect();
    all.sort_by(f64::total_cmp);
    let at = |share: usize| all.get(all.len() * share / 10).or(all.last()).copied().unwrap_or(0.0) * 100.0;
    format!(
        "losses from {:.1} points on show in half of the choices, from {:.1} in nine of ten",
        at(5),
        at(9)
    )
}

fn mean_loss(habit: &Habit) -> Cell {
    match habit.mean_loss() {
        (Some(mean), Some((low, high))) => Cell::Text(format!("{mean:.2} ({low:.2} to {high:.2})")),
        (Some(mean), None) => Cell::Text(format!("{mean:.2}")),
        (None, _) => Cell::Empty,
    }
}

/// What the bots lost, as JSON.
pub(super) fn bots_json(reviews: &Reviews) -> Json {
    let of = |(bot, habit): (&String, &Habit)| {
        let (mean, interval) = habit.mean_loss();
        json!({
            "bot": bot, "choices": habit.choices(), "mistakes": habit.marks[3], "blunders": habit.marks[4],
            "mean_loss": mean, "interval": interval.map(|(low, high)| [low, high]),
        })
    };
    reviews.bots.iter().map(of).collect()
}

/// A table as a list of objects.
pub(super) fn table_json(table: &Table) -> Json {
    let cell = |cell: &Cell| match cell {
        Cell::Text(text) => json!(text),
        Cell::Count(count) => json!(count),
        Cell::Real(number) => json!(number),
        Cell::Empty => Json::Null,
    };
    let row = |row: &Vec<Cell>| -> Json {
        let fields = table.columns.iter().zip(row).map(|(name, field)| ((*name).to_owned(), cell(field)));
        Json::Object(fields.collect::<Map<_, _>>())
    };
    table.rows.iter().map(row).collect()
}
