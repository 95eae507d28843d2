//! A review in words.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use serde_json::{Map, Value as Json, json};

use super::ReviewArgs;
use super::asked::choosers;
use crate::cli::command_line::replayed;
use crate::cli::error::CliError;
use crate::cli::plan::TablePlan;
use ludometer_model::{capital, counted, player};
use ludometer_narration::{Choices, letter};
use ludometer_report::TextTable;
use ludometer_run::{AnyGame, Consequence, Habit, Mark, Opening, ReviewedDecision, ReviewedGame, Reviews};
use ludometer_stats::{Cell, Table};

/// The most choices shown of a single review, the costliest first.
const SHOWN: usize = 12;
/// The most habits shown of many games.
const HABITS: usize = 15;
/// How a mean loss is read.
const BELOW_ZERO: &str =
    "Below 0: what looked better in one half of the worlds was worse in the other, so the choices were good.";
/// The number of first choices that are shown from each end of a phase's list.
const OPENINGS: usize = 8;
/// A first choice that was offered less often is not reported: the mean of so few is the wildest.
const RARE: u64 = 5;

/// A choice in fewer of the imagined games than this share is as good as never made.
const SELDOM: f64 = 0.1;

/// The facts about the review that the words need.
pub(super) struct About<'a> {
    pub(super) args: &'a ReviewArgs,
    pub(super) table: &'a TablePlan,
    /// How the games were valued, in words.
    pub(super) method: String,
}

impl About<'_> {
    /// Returns a single game: each player's marks, then the costliest choices.
    pub(super) fn of_one(&self, reviewed: &ReviewedGame) -> Result<String, CliError> {
        let index = self.args.replay.index;
        let mut text = format!(
            "{}, {}, game {index} of seed {}\n{}\n\n",
            self.table.entry.title(),
            counted(self.table.game.seats() as u64, "player"),
            self.table.seed,
            self.method
        );
        text += &marks_by_player(reviewed, self.args.reviewed.seat);
        let choices = Choices::new(self.table.game.names())?;
        let mut costly: Vec<&ReviewedDecision> = reviewed.decisions.iter().collect();
        costly.retain(|decision| decision.mistake().is_some());
        costly.sort_by(|a, b| lost(b).total_cmp(&lost(a)).then(a.number.cmp(&b.number)));
        if costly.is_empty() {
            text += &format!("\nNo mistake was found.{}\n", resolution(reviewed));
            return Ok(text);
        }
        text += &format!("\nThe costliest choices.{}\n", resolution(reviewed));
        for decision in costly.iter().take(SHOWN) {
            text += &reported(reviewed, decision, &choices, &*self.table.game);
        }
        if costly.len() > SHOWN {
            text += &format!("  {} more mistakes: --out writes them all.\n", costly.len() - SHOWN);
        }
        if let Some(worst) = costly.first() {
            text += &format!(
                "\nPlay on from there with other bots: {}\n",
                self.branch(self.table.game.names().turn(worst.turn))
            );
        }
        Ok(text)
    }

    /// Returns a single choice: all that could be chosen, with what each is worth.
    pub(super) fn of_decision(&self, reviewed: &ReviewedGame, number: u32) -> Result<String, CliError> {
        let decision = reviewed.decisions.iter().find(|decision| decision.number == number);
        let Some(decision) = decision else { return Ok(String::new()) };
        let (choices, names) = (Choices::new(self.table.game.names())?, self.table.game.names());
        let who = player(decision.seat.index());
        let mut text = format!(
            "{}, game {} of seed {}, choice {number}: turn {}, {who}, {}\n{}\n\n",
            self.table.entry.title(),
            self.args.replay.index,
            self.table.seed,
            names.turn(decision.turn),
            names.phase(&decision.phase),
            self.method
        );
        if decision.labels.len() < 2 {
            return Ok(text + &format!("{who} had no choice.\n"));
        }
        let [aim, _] = self.table.game.contest().aim();
        let columns = ["could", aim, "against the chosen", "worlds"];
        let mut table = Table::new("actions", &columns);
        for (i, action) in decision.valued.actions.iter().enumerate() {
            let label = decision.labels.get(i).map(|label| choices.tell(label)).unwrap_or_default();
            let chosen = (i == decision.valued.chosen).then_some("chosen");
            let by: Vec<&str> = chosen.into_iter().chain(choosers(reviewed, decision, i)).collect();
            let chosen = if by.is_empty() { String::new() } else { format!(" ({})", by.join(", ")) };
            let [value, gain] = valued(decision, i).unwrap_or_default();
            let cells = [format!("{label}{chosen}"), value, gain].map(Cell::Text);
            table.row([cells.to_vec(), vec![Cell::Count(action.worlds())]].concat());
        }
        text += &TextTable::from(&table).to_string();
        if let Some(verdict) = verdict(decision, &choices, aim) {
            text += &format!("\n{verdict}\n");
        }
        Ok(text)
    }

    /// Describes many games: bots, then their costliest habits.
    pub(super) fn of_many(&self, reviews: &Reviews) -> String {
        let first = self.args.replay.index;
        let last = first.saturating_add(self.args.reviewed.games.unwrap_or(1) - 1);
        let mut text = format!(
            "{}, {}, games {first} to {last} of seed {}\n{}\n\n",
            self.table.entry.title(),
            counted(self.table.game.seats() as u64, "player"),
            self.table.seed,
            self.method
        );
        let mut bots = Table::new("bots", &["bot", "choices", "mistakes", "blunders", "mean loss"]);
        for (bot, habit) in &reviews.bots {
            let counts = [habit.choices(), habit.marks[3], habit.marks[4]].map(Cell::Count);
            bots.row([vec![Cell::Text(bot.clone())], counts.to_vec(), vec![mean_loss(habit)]].concat());
        }
        let [aim, _] = self.table.game.contest().aim();
        text += &format!(
            "{}\n{BELOW_ZERO}\n\nWhere they lose most (all games together, in points of {aim})\n\n",
            TextTable::from(&bots)
        );
        let mut columns =
            vec!["bot", "when", "decides", "by", "choices", "mistakes", "blunders", "lost", "mean loss"];
        // Players together are neither ahead nor behind.
        let is_contest = self.table.game.contest().is_contest();
        columns.retain(|column| is_contest || *column != "when");
        let mut table = Table::new("habits", &columns);
        let mut habits: Vec<_> = reviews.habits.iter().collect();
        habits.sort_by(|a, b| b.1.total().total_cmp(&a.1.total()).then(a.0.cmp(b.0)));
        let names = self.table.game.names();
        for (of, habit) in habits.into_iter().take(HABITS) {
            let mut words = vec![of.strategy.clone(), names.phase(&of.phase)];
            words.push(format!("to {}", names.action(&of.kind)));
            if is_contest {
                words.insert(1, of.situation.word().to_owned());
            }
            let words: Vec<Cell> = words.into_iter().map(Cell::Text).collect();
            let counts = [habit.choices(), habit.marks[3], habit.marks[4]].map(Cell::Count);
            let lost = vec![Cell::Text(format!("{:.1}", habit.total())), mean_loss(habit)];
            table.row([words, counts.to_vec(), lost].concat());
        }
        text += &format!(
            "{}\nWhere games are decided (the best action against the mean of all, in points)\n\n",
            TextTable::from(&table)
        );
        let mut table = Table::new("stakes", &["decides", "choices", "at stake", "part of all"]);
        for stake in reviews.stakes() {
            table.row(vec![
                Cell::Text(names.phase(&stake.phase)),
                Cell::Count(stake.choices),
                mean_in(stake.stake.value, stake.stake.interval),
                Cell::Text(percent(stake.part)),
            ]);
        }
        text + &TextTable::from(&table).to_string()
    }

    /// Describes first choices by phase, the best first.
    pub(super) fn of_openings(&self, reviews: &Reviews) -> Result<String, CliError> {
        let (first, games) = (self.args.replay.index, self.args.reviewed.games.unwrap_or(1));
        let mut text = format!(
            "{}, {}, first choices in games {first} to {} of seed {}\n{}\n\n",
            self.table.entry.title(),
            counted(self.table.game.seats() as u64, "player"),
            first.saturating_add(games - 1),
            self.table.seed,
            self.method
        );
        let (choices, names) = (Choices::new(self.table.game.names())?, self.table.game.names());
        let [aim, _] = self.table.game.contest().aim();
        text += &format!(
            "What each brings more than the mean of all that could be chosen, in points of {aim}.\n"
        );
        let mut phases: BTreeMap<&str, Vec<(&str, &Opening)>> = BTreeMap::new();
        for ((phase, action), opening) in &reviews.openings {
            phases.entry(phase).or_default().push((action, opening));
        }
        let mut phases: Vec<_> = phases.into_iter().collect();
        // What is decided most often stands first.
        let decided = |openings: &[(&str, &Opening)]| openings.iter().map(|one| one.1.chosen).sum::<u64>();
        phases.sort_by_key(|(_, openings)| Reverse(decided(openings)));
        let mut is_empty = true;
        for (phase, mut openings) in phases {
            let all = openings.len();
            openings.retain(|(_, opening)| opening.offered() >= RARE);
            let (reported, rare) = (openings.len(), all - openings.len());
            if reported < 2 {
                continue;
            }
            is_empty = false;
            let value = |opening: &Opening| opening.advantage().0.unwrap_or(0.0);
            openings.sort_by(|a, b| value(b.1).total_cmp(&value(a.1)).then(a.0.cmp(b.0)));
            let columns = ["first choice", "against the mean", "offered", "chosen"];
            let mut table = Table::new("openings", &columns);
            for (i, (action, opening)) in openings.into_iter().enumerate() {
                if reported > 2 * OPENINGS && (OPENINGS..reported - OPENINGS).contains(&i) {
                    continue;
                }
                let (mean, interval) = opening.advantage();
                let counts = [opening.offered(), opening.chosen].map(Cell::Count);
                let words = vec![Cell::Text(choices.tell(action)), mean_in(mean, interval)];
                table.row([words, counts.to_vec()].concat());
            }
            text += &format!("\n{}\n\n{}", capital(&names.phase(phase)), TextTable::from(&table));
            if reported > 2 * OPENINGS {
                text += &format!("The {OPENINGS} best and the {OPENINGS} worst of {reported} are shown.\n");
            }
            if rare > 0 {
                text += &format!("Offered less than {RARE} times and not shown: {rare}.\n");
            }
        }
        if is_empty {
            text +=
                &format!("\nNo choice was offered {RARE} times in so few games: --games 50 ranks more.\n");
        }
        Ok(text)
    }

    /// Returns the command that goes on from this turn with other bots.
    fn branch(&self, turn: u32) -> String {
        replayed("trace", "--run-bots", self.table, &self.args.replay)
            .option("--from", turn)
            .option("--bots", "mcts")
            .finish()
    }
}

/// Returns a choice that lost something: what was done, what it cost, what was better.
fn reported(
    reviewed: &ReviewedGame,
    decision: &ReviewedDecision,
    choices: &Choices,
    game: &dyn AnyGame,
) -> String {
    let [aim, _] = game.contest().aim();
    let Some(verdict) = verdict(decision, choices, aim) else { return String::new() };
    let chosen = chosen_words(decision, choices);
    let (turn, who) = (game.names().turn(decision.turn), letter(decision.seat.index()));
    // What *it* is was chosen before.
    let chosen = match before(reviewed, decision).filter(|_| chosen.split(' ').any(|word| word == "it")) {
        Some(before) => format!("{}, then to {chosen}", chosen_words(before, choices)),
        None => chosen,
    };
    let better = decision.second.map(|second| second.better);
    let others: Vec<&str> = better.into_iter().flat_map(|i| choosers(reviewed, decision, i)).collect();
    let others = if others.is_empty() {
        String::new()
    } else {
        format!(" This is what {} would choose.", others.join(", "))
    };
    format!("  Turn {turn}, {who} chose to {chosen}. {verdict}{others}\n")
}

/// Returns what was chosen, in words.
fn chosen_words(decision: &ReviewedDecision, choices: &Choices) -> String {
    decision.labels.get(decision.valued.chosen).map(|label| choices.tell(label)).unwrap_or_default()
}

/// Returns the choice just before this one, if the same player made it in the same turn.
fn before<'a>(reviewed: &'a ReviewedGame, decision: &ReviewedDecision) -> Option<&'a ReviewedDecision> {
    let place = reviewed.decisions.iter().position(|one| one.number == decision.number)?;
    let before = reviewed.decisions.get(place.checked_sub(1)?)?;
    (before.seat == decision.seat && before.turn == decision.turn).then_some(before)
}

/// Returns what a mistake cost in points of the aim, and what was better; none for a choice that was none.
pub(in crate::cli) fn verdict(decision: &ReviewedDecision, choices: &Choices, aim: &str) -> Option<String> {
    let (second, mark) = decision.mistake().zip(decision.mark)?;
    let [better, chosen] = second.values.map(percent);
    Some(format!(
        "{}: {:.1} points of {aim} lost ({} to {:.1}). Better: {} ({better} instead of {chosen}).{}",
        capital(mark.word()),
        second.gain * 100.0,
        format!("{:.1}", second.interval.0 * 100.0).replace('-', "\u{2212}"),
        second.interval.1 * 100.0,
        choices.tell(decision.labels.get(second.better)?),
        following(&decision.consequences, choices) + &searched(decision, choices),
    ))
}

/// Returns what a search would choose instead of a mistake, as a sentence of its own.
fn searched(decision: &ReviewedDecision, choices: &Choices) -> String {
    let better = decision.second.map(|second| second.better);
    match decision.searched {
        None => String::new(),
        Some(choice) if Some(choice) == better => {
            " A search (mcts) would choose the better one, too.".to_owned()
        }
        Some(choice) if choice == decision.valued.chosen => {
            format!(" A search (mcts) would choose as {} did.", letter(decision.seat.index()))
        }
        Some(choice) => {
            let words = decision.labels.get(choice).map(|label| choices.tell(label)).unwrap_or_default();
            format!(" A search (mcts) would {words}.")
        }
    }
}

/// Returns what follows the better action and not the chosen one, as a sentence of its own.
pub(in crate::cli) fn following(consequences: &[Consequence], choices: &Choices) -> String {
    let mut reported = String::new();
    for one in consequences {
        let would = if one.after_better > one.after_chosen {
            "would then"
        } else if one.after_better < SELDOM {
            "would no longer"
        } else {
            "would less often"
        };
        let (who, what) = (letter(one.seat.index()), choices.tell(&one.label));
        let (better, chosen) = (percent(one.after_better), percent(one.after_chosen));
        let before = if reported.is_empty() { " " } else { "; " };
        reported += &format!("{before}{who} {would} {what} ({better} instead of {chosen})");
    }
    if reported.is_empty() { reported } else { reported + "." }
}

/// Returns the win chance after an action, and what it brings more than the chosen one with its interval (95 %, all
/// actions at once); none where it was not tried. Where a choice is called a mistake, the second look counts, which the
/// verdict tells of, and actions that were looked at once are not held against it.
pub(in crate::cli) fn valued(decision: &ReviewedDecision, i: usize) -> Option<[String; 2]> {
    let all = &decision.valued;
    let action = all.actions.get(i)?;
    let gained = |gain: f64, (low, high): (f64, f64)| {
        let [gain, low, high] = [gain, low, high].map(|share| 100.0 * share);
        format!("{gain:+.1} points ({low:.1} to {high:.1})").replace('-', "\u{2212}")
    };
    if let Some(second) = decision.mistake() {
        let [better, chosen] = second.values.map(percent);
        return match i {
            _ if i == second.better => Some([better, gained(second.gain, second.interval)]),
            _ if i == all.chosen => Some([chosen, String::new()]),
            _ => None,
        };
    }
    let gain = match action.gain_within(all.actions.len().saturating_sub(1)) {
        Some((gain, interval)) if i != all.chosen => gained(gain, interval),
        _ => String::new(),
    };
    Some([percent(action.value()?), gain])
}

fn percent(share: f64) -> String {
    format!("{:.0} %", share * 100.0)
}

/// Returns what a mistake lost, in points, as it is listed; 0 for a choice that was none.
fn lost(decision: &ReviewedDecision) -> f64 {
    decision.mistake().map_or(0.0, |second| second.gain * 100.0)
}

/// Returns the marks of each player as a table, or of the only seat that was reviewed.
fn marks_by_player(reviewed: &ReviewedGame, only: Option<u64>) -> String {
    let columns = ["player", "bot", "forced", "best", "fine", "mistakes", "blunders", "lost by both"];
    let mut table = Table::new("players", &columns);
    let bots =
        reviewed.lines.first().and_then(|line| line["strategies"].as_array().cloned()).unwrap_or_default();
    let is_reviewed = |seat: usize| only.is_none_or(|only| only == seat as u64);
    for (seat, bot) in bots.iter().enumerate().filter(|(seat, _)| is_reviewed(*seat)) {
        let own = reviewed.decisions.iter().filter(|decision| decision.seat.index() == seat);
        let count = |mark: Mark| own.clone().filter(|decision| decision.mark == Some(mark)).count() as u64;
        let words = [player(seat), bot.as_str().unwrap_or_default().to_owned()].map(Cell::Text);
        let marks = Mark::ALL.map(|mark| Cell::Count(count(mark)));
        // What the list says, added up: no player without a mistake has lost anything that is known.
        let lost = Cell::Text(format!("{:.1} points", own.clone().map(lost).sum::<f64>()));
        table.row([words.to_vec(), marks.to_vec(), vec![lost]].concat());
    }
    TextTable::from(&table).to_string()
}

/// Returns the smallest loss that could have been found, as a sentence: in half of the choices, and in nine of ten. Nothing
/// where there was no choice.
fn resolution(reviewed: &ReviewedGame) -> String {
    let mut all: Vec<f64> = reviewed.decisions.iter().filter_map(|one| one.valued.resolution()).collect();
    all.sort_by(f64::total_cmp);
    let at = |share: usize| all.get(all.len() * share / 10).or(all.last()).map(|loss| loss * 100.0);
    let Some((half, most)) = at(5).zip(at(9)) else { return String::new() };
    format!(
        " In half of the choices a loss of {half:.1} points or more would be found, in nine of ten one of {most:.1}; more \
         worlds find smaller ones."
    )
}

fn mean_loss(habit: &Habit) -> Cell {
    let (mean, interval) = habit.mean_loss();
    mean_in(mean, interval)
}

/// Returns a mean with its interval.
pub(super) fn mean_in(mean: Option<f64>, interval: Option<(f64, f64)>) -> Cell {
    match (mean, interval) {
        (Some(mean), Some((low, high))) => Cell::Text(format!("{mean:.2} ({low:.2} to {high:.2})")),
        (Some(mean), None) => Cell::Text(format!("{mean:.2}")),
        (None, _) => Cell::Empty,
    }
}

/// Returns what the bots lost, as JSON.
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

/// Returns the table of this name as a list of objects.
pub(super) fn table_json(tables: &[Table], name: &str) -> Json {
    tables.iter().find(|table| table.name == name).map_or(Json::Null, objects)
}

fn objects(table: &Table) -> Json {
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
