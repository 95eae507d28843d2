//! `study`: a designer's questions about a game design, answered in one command.

mod learned;
mod tables;
pub(super) mod text;

use std::io;
use std::time::Instant;

use self::learned::{learned_bot, usual_learned};
use self::tables::{answer_rows, duels_table, examples_table, levels_table, rules_table, sizes_table};
use super::args::StudyArgs;
use super::command_line::{CommandLine, changes};
use super::error::CliError;
use super::experiment::{folder_of, shown};
use super::input::InputError;
use super::job::{Contents, End, Ended, Job, JobPlan, Means, Played, Session, perform};
use super::plan::{TablePlan, check_pace, load_with, read_bot};
use crate::registry::Games;
use ludometer_bots::BotSpec;
use ludometer_experiment::study::{
    Answer, Budget, Example, Facts, LEARNED, LEVELS, LOWER_LEVELS, Sizes, Step, Study, Subject, answers,
};
use ludometer_model::{Origin, Value};
use ludometer_report::{
    CardHoldingByPlayersRow, CardValueByPlayersRow, Identity, STUDY_FILES, StudyRecord, names_table,
    run_tables,
};
use ludometer_run::{AnyGame, Entry, Hooks, Start, Work};
use ludometer_spec::{Minutes, RuleSpec, Spec as _, StudySpec, TableSpec};
use ludometer_stats::{Table, TurnTime};

/// Games of a table of searches, at least, where nobody names a number.
const SEARCHES: u64 = 32;

/// Minutes of a study for which neither a time nor a number of games is named.
const MINUTES: &str = "2";

/// A study, checked.
pub(super) struct StudyPlan {
    table: TablePlan,
    /// The bot that learned these rules at this table, as it was named; none where the program has none, or it would warn.
    learned: Option<String>,
    /// The other numbers of players.
    others: Vec<usize>,
    is_changed: bool,
    budget: Budget,
    minutes: Option<Minutes>,
    pace: Option<TurnTime>,
    threads: usize,
}

/// The results of a study.
pub(in crate::cli) struct Done {
    study: Study,
    facts: Facts,
    answers: Vec<Answer>,
    /// Games that show the answers, with the commands to watch them.
    examples: Table,
}

impl StudyPlan {
    /// Loads the game with the rules of the study for another number of players; none where the rules don't allow it.
    fn at(&self, seats: usize) -> Option<Box<dyn AnyGame>> {
        let mut rules = self.table.game.rules().clone();
        if let Some(key) = self.table.entry.schema().seats_key.as_deref() {
            let origin = Origin::Option("study".to_owned());
            rules.set(key, &Value::Int(seats as i64), origin).ok()?;
        }
        self.table.entry.load(seats, rules).ok()
    }

    /// Returns the bot that learned these rules at this table.
    fn learned(&self) -> Option<BotSpec> {
        read_bot(&*self.table.game, "--learned ", self.learned.as_ref()?).ok()
    }

    /// Returns it as `--learned` has it, where it is not the program's own.
    fn named_learned(&self) -> Option<&String> {
        self.learned.as_ref().filter(|name| *name != LEARNED)
    }

    /// Returns the same at its lower levels; none if it has no levels.
    fn lower(&self) -> Vec<BotSpec> {
        let Some(best) = self.learned() else { return Vec::new() };
        let separator = if best.name.contains(':') { ',' } else { ':' };
        let at = |level| {
            let text = format!("{}{separator}level={level}", best.to_arg());
            read_bot(&*self.table.game, "--learned ", &text).ok()
        };
        LOWER_LEVELS.map_while(at).collect()
    }

    /// Returns the levels that such a study plays by their names, weakest first as far as that is known before.
    fn levels(&self, sizes: Sizes) -> Vec<String> {
        let levels = if sizes.search > 0 { &LEVELS[..] } else { &LEVELS[..LEVELS.len() - 1] };
        let bots = self.lower().into_iter().chain(self.learned()).map(|bot| bot.name);
        levels.iter().map(|&level| level.to_owned()).chain(bots).collect()
    }

    /// Returns what does a study of this size.
    fn sized(&self, sizes: Sizes) -> StudySpec {
        let TableSpec { game, players, seed, rules, .. } = self.table.spec();
        StudySpec {
            game,
            players,
            rules,
            learned: self.named_learned().cloned(),
            seed,
            minutes: None,
            seconds_a_turn: self.pace.clone(),
            games: Some(sizes.games),
            search_games: Some(sizes.search),
            again: (sizes.again > 1).then_some(sizes.again),
        }
    }

    fn printed(&self) -> Option<Box<dyn AnyGame>> {
        load_with(&self.table.entry, &RuleSpec::default(), Some(self.table.game.seats() as u64)).ok()
    }
}

/// Loads a game with a number of its rules changed, such as the copies of a card, at the same table.
fn with_changed(entry: &Entry, game: &dyn AnyGame, key: &str, by: i64) -> Option<Box<dyn AnyGame>> {
    if entry.schema().seats_key.as_deref() == Some(key) {
        return None;
    }
    // The key of a card may be unset, where it stands over another one.
    let mut cards = game.cards().iter();
    let card = cards.find(|card| game.probes().copies_key(&card.name).as_deref() == Some(key));
    let count = match (card, game.rules().get(key)) {
        (Some(card), _) => i64::try_from(card.copies).ok()?,
        (None, Some(Value::Int(count))) => *count,
        (None, _) => return None,
    };
    let count = count.checked_add(by)?;
    let mut rules = game.rules().clone();
    rules.set(key, &Value::Int(count), Origin::Option("study".to_owned())).ok()?;
    entry.load(game.seats(), rules).ok()
}

impl Job for StudyPlan {
    type Spec = StudySpec;
    type Done = Done;
    type Record = StudyRecord;
    const WORK: &'static str = "study";
    const UNIT: &'static str = "steps";
    const FILES: &'static [&'static str] = STUDY_FILES;

    fn check(asked: &StudySpec, means: &Means) -> Result<Self, CliError> {
        let table = TablePlan::check(
            &means.games,
            &TableSpec {
                players: asked.players,
                bots: vec![LEVELS[1].to_owned()],
                seed: asked.seed,
                rules: asked.rules.clone(),
                ..TableSpec::of(&asked.game)
            },
        )?;
        let fits = |option, value: u64, (least, _): (u64, u64)| match value {
            value if value < least => Err(InputError::too_few_games(option, value, least)),
            value => Ok(value),
        };
        let (budget, minutes) = match asked.games {
            None => {
                let minutes = asked.minutes.map_or_else(|| MINUTES.parse(), Ok).map_err(InputError::new)?;
                (Budget::Time(minutes.duration()), Some(minutes))
            }
            Some(games) => {
                let games = fits("--games", games, Sizes::GAMES)?;
                let search = asked.search_games.unwrap_or((games / 256).max(SEARCHES));
                // 0: without a search.
                let search = if search == 0 { 0 } else { fits("--search-games", search, Sizes::SEARCH)? };
                (Budget::Games(Sizes { games, search, again: asked.again.unwrap_or(1) }), None)
            }
        };
        let rules = table.game.rules();
        let (low, high) = table.entry.seats_allowed(rules);
        let others = (low..=high).filter(|&seats| seats != table.game.seats()).collect();
        let is_changed = changes(rules, &ludometer_model::RuleSet::defaults(table.entry.schema()))
            .iter()
            .any(|(key, _)| table.entry.schema().seats_key.as_deref() != Some(key.as_str()));
        let learned = match &asked.learned {
            Some(text) => Some(learned_bot(&*table.game, text)?.to_arg()),
            None => usual_learned(&*table.game),
        };
        let pace = asked.seconds_a_turn.clone();
        check_pace(&table, pace.as_ref())?;
        Ok(Self { table, learned, others, is_changed, budget, minutes, pace, threads: means.threads })
    }

    fn folder(&self) -> String {
        folder_of(Self::Spec::COMMAND, &self.table)
    }

    fn spec(&self) -> StudySpec {
        match self.budget {
            Budget::Games(sizes) => self.sized(sizes),
            Budget::Time(_) => StudySpec {
                minutes: self.minutes,
                games: None,
                search_games: None,
                again: None,
                ..self.sized(Sizes { games: 0, search: 0, again: 1 })
            },
        }
    }

    fn identity(&self) -> Identity<StudySpec> {
        // What the program has itself is a part of its version.
        let learned = self.learned().filter(|_| self.named_learned().is_some());
        let bots: Vec<BotSpec> = self.table.bots.iter().cloned().chain(learned).collect();
        Identity::new(self.spec(), &[&*self.table.game], &bots)
    }

    fn games(&self) -> Vec<&dyn AnyGame> {
        vec![&*self.table.game]
    }

    fn warnings(&self) -> Vec<String> {
        self.table.warnings()
    }

    fn play(
        &self,
        session: &mut Session<'_, StudySpec>,
        start: Option<&Start>,
    ) -> Result<Played<Done>, CliError> {
        let progress = session.events;
        let deadline = match self.budget {
            Budget::Time(time) => Instant::now().checked_add(time),
            Budget::Games(_) => None,
        };
        progress.begin(1, "games", deadline);
        let stop = session.stop;
        let some_done = |games| progress.add(games);
        let stage = |stage: &ludometer_run::Stage<'_>| progress.stage(stage);
        let work = Work { hooks: Hooks { stop: stop.flag(), progress: &some_done }, stage: &stage };
        let game = &*self.table.game;
        let [random, greedy, search] = LEVELS.map(|level| read_bot(game, "--bots ", level));
        let subject = Subject {
            game,
            sizes: self.others.iter().filter_map(|&seats| self.at(seats)).collect(),
            printed: if self.is_changed { self.printed() } else { None },
            changed: &|key, by| with_changed(&self.table.entry, game, key, by),
            levels: [random?, greedy?, search?],
            learned: self.learned(),
            lower: self.lower(),
            tables: run_tables,
            pace: self.pace.clone().unwrap_or_default(),
            seed: self.table.seed,
            threads: self.threads,
        };
        let state = start.map(|start| &start.tallies[..]);
        let study = subject.study(self.budget, state, work, &mut session.writer);
        progress.end();
        let study = study?;
        let facts = Facts::of(&subject, &study);
        let answers = answers(&facts);
        let end = match (End::of(study.interrupted, stop), self.budget) {
            // The numbers of games were chosen for the time.
            (End::Complete, Budget::Time(_)) => End::TimeIsUp,
            (end, _) => end,
        };
        let count = study.done.len() as u64;
        let watch = |example: &Example| {
            let (rules, bots) = subject.table_of(&example.step, &study)?;
            let line = CommandLine::new("watch", self.table.entry.id()).option("--players", bots.len());
            let line =
                line.bots(&bots).option("--seed", subject.seed_of(&example.step)).rules("--set", &rules);
            Some(line.option("--game", example.game).finish())
        };
        let examples = examples_table(&answers, watch);
        Ok(Played { done: Done { study, facts, answers, examples }, count, end })
    }

    fn limit(&mut self, done: &Done, _: u64) {
        self.budget = Budget::Games(done.study.sizes);
    }

    fn record(&self, done: &Done, ended: &Ended<'_>) -> StudyRecord {
        record(self, done, ended)
    }

    fn contents(&self, done: &mut Done) -> io::Result<Contents> {
        let seats = self.table.game.seats();
        let mut tables = vec![
            Table::of(answer_rows(&done.answers, seats)),
            done.examples.clone(),
            sizes_table(&done.facts),
            duels_table(&done.facts, seats),
            rules_table(&done.facts),
            levels_table(&done.facts),
        ];
        tables.push(names_table(self.table.game.names()));
        let (mut held, mut decks) = (Vec::new(), Vec::new());
        // Numbers of players that the rules don't allow are in neither list.
        let others: Vec<usize> = done.facts.sizes.iter().map(|size| size.seats).collect();
        for (step, of_step) in &done.study.done {
            match step {
                Step::Main => {
                    tables.extend(of_step.tables.iter().filter(|table| table.name != "findings").cloned());
                }
                Step::Holding | Step::Restricted | Step::Deck | Step::Variance => {
                    tables.extend(of_step.tables.iter().cloned());
                }
                _ => {}
            }
            let players = match step {
                Step::HoldingAt(at) | Step::DeckAt(at) => others.get(*at).copied().unwrap_or(seats),
                _ => seats,
            };
            let players = players as u64;
            let worth = of_step.rows().into_iter().map(|worth| CardHoldingByPlayersRow { players, worth });
            held.extend(worth);
            let effects = of_step.rows().into_iter().map(|effect| CardValueByPlayersRow { players, effect });
            decks.extend(effects);
        }
        held.sort_by_key(|row| row.players);
        decks.sort_by_key(|row| row.players);
        tables.extend((!held.is_empty()).then(|| Table::of(held)));
        tables.extend((!decks.is_empty()).then(|| Table::of(decks)));
        let rules = self.table.game.rules().to_toml().into_bytes();
        Ok(Contents { tables, files: vec![("rules.toml", rules)], ..Contents::default() })
    }

    fn shown(
        &self,
        done: &Done,
        record: &StudyRecord,
        ended: &Ended<'_>,
        plan: &JobPlan,
        files: &[String],
    ) -> String {
        shown(record, plan, files, |files| text::text(self, done, ended, files, plan))
    }

    fn nothing(&self) -> String {
        "any step was done".to_owned()
    }

    fn progress(&self, done: &Done, _: &Ended<'_>) -> String {
        format!("{} steps", done.study.done.len())
    }

    fn part_done(&self) -> &'static str {
        "the steps done"
    }
}

pub(super) fn study(games: &Games, args: &StudyArgs) -> Result<(), CliError> {
    let folder = perform::<StudyPlan>(games, &args.spec, None, None, &args.job)?;
    super::report::write(games, &folder, args.open)
}

fn games_played(done: &Done) -> u64 {
    done.study.done.iter().map(|(_, done)| done.games).sum()
}

fn record(plan: &StudyPlan, done: &Done, ended: &Ended<'_>) -> StudyRecord {
    let Sizes { games, search, again } = done.study.sizes;
    StudyRecord {
        head: ended.head(plan.sized(done.study.sizes), plan.minutes),
        table: plan.table.record(),
        other_players: plan.others.clone(),
        levels: plan.levels(done.study.sizes),
        games,
        search_games: search,
        again,
        plays_done: games_played(done),
        steps: done.study.done.len(),
        answers: answer_rows(&done.answers, plan.table.game.seats()).collect(),
    }
}

#[cfg(test)]
mod tests {
    use ludometer_model::RuleSet;

    use super::*;
    use crate::registry::GAMES;

    #[test]
    fn the_copies_of_each_card_can_be_changed_in_all_games() {
        for entry in GAMES.iter() {
            let rules = RuleSet::defaults(entry.schema());
            let game = entry.load(entry.schema().usual_seats, rules).unwrap();
            for card in game.cards() {
                let Some(key) = game.probes().copies_key(&card.name) else { continue };
                let changed = with_changed(entry, &*game, &key, 1).unwrap();
                let copies = changed.cards().iter().find(|other| other.name == card.name).unwrap().copies;
                assert_eq!(copies, card.copies + 1, "{}: {}", entry.id(), card.name);
            }
        }
    }
}
