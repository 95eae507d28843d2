//! From arguments as typed to plans in which everything is checked.

use std::path::Path;
use std::sync::OnceLock;
use std::sync::atomic::AtomicBool;
use std::thread::available_parallelism;

use super::command_line::settings;
use super::error::CliError;
use super::input::{InputError, MAX_THREADS, find_game};
use super::job::Means;
use crate::registry::{Entry, GAMES, Games};
use ludometer_bots::{BotKind, BotSpec, OnBotError, confine_check};
use ludometer_experiment::study::Measured;
use ludometer_model::{
    MAX_SEATS, MAX_WRITTEN, Origin, Program, RuleError, RuleSet, Value, counted, did_you_mean, nearest,
    read_text, side_name,
};
use ludometer_report::{HAS_PARQUET, PARQUET_PLAYS, RecordTable, Shards};
use ludometer_run::{AnyGame, Batch, Depth, Hooks, Plan, Seating};
use ludometer_spec::{Minutes, PlaysFormat, RuleSpec, RunSpec, TableSpec};
use ludometer_stats::{Figure, MatchupRow, TurnTime, catalogue, decided, rows_of, score_quantiles, widening};

/// Plays of a run where nothing is said, and the most where only the time is limited.
const RUN_GAMES: u64 = 100_000;
const RUN_GAMES_IN_TIME: u64 = 1_000_000_000_000;

/// A table, checked: who plays what.
pub(super) struct TablePlan {
    pub(super) entry: Entry,
    pub(super) game: Box<dyn AnyGame>,
    /// One a seat.
    pub(super) bots: Vec<BotSpec>,
    pub(super) seats: Seating,
    pub(super) seed: u64,
}

/// A run, checked.
pub(super) struct RunPlan {
    pub(super) table: TablePlan,
    /// What is asked for, all shards together.
    pub(super) spec: RunSpec,
    pub(super) plan: Plan,
    /// The time for it, and whether nothing but that limits it.
    pub(super) minutes: Option<Minutes>,
    pub(super) in_time: bool,
    /// The part of it to play.
    pub(super) shards: Option<Shards>,
}

/// Returns the rule set that a file and single settings make of the defaults.
pub(super) fn rule_set(entry: &Entry, args: &RuleSpec) -> Result<RuleSet, InputError> {
    rule_set_with(entry, args, "--set", &[])
}

/// Returns a rule set as [`rule_set`] does, with more settings by another option.
pub(super) fn rule_set_with(
    entry: &Entry,
    args: &RuleSpec,
    option: &str,
    more: &[String],
) -> Result<RuleSet, InputError> {
    let mut rules = RuleSet::defaults(entry.schema());
    if let Some(path) = &args.rule_file {
        let failed =
            |source| InputError::new(format!("reading the rule file {} failed: {source}", path.display()));
        let text = read_text(path, MAX_WRITTEN).map_err(failed)?;
        rules.read_toml(&text, &path.display().to_string())?;
    }
    let settings = args.settings.iter().map(|setting| ("--set", setting));
    let settings = settings.chain(more.iter().map(|setting| (option, setting)));
    let faults: Vec<_> =
        settings.filter_map(|(option, setting)| rules.set_by(option, setting).err()).collect();
    if faults.is_empty() { Ok(rules) } else { Err(RuleError { faults }.into()) }
}

/// A number of seats that an option asks for.
pub(super) struct SeatsOption {
    seats: u64,
    /// The option as messages show it.
    shown: String,
}

impl SeatsOption {
    fn players(seats: u64) -> Self {
        Self { seats, shown: format!("--players {seats}") }
    }

    pub(super) fn vary(seats: u64) -> Self {
        Self { seats, shown: format!("--vary players={seats}") }
    }

    fn bots(seats: usize) -> Self {
        Self { seats: seats as u64, shown: format!("--bots with {seats} bots") }
    }
}

/// Returns the game at the table that was asked for.
fn load(
    entry: &Entry,
    mut rules: RuleSet,
    asked: Option<SeatsOption>,
) -> Result<Box<dyn AnyGame>, InputError> {
    let schema = entry.schema();
    let key = schema.seats_key.as_deref();
    let (low, high) = entry.seats_allowed(&rules);
    let seats = match (asked, key) {
        (None, Some(key)) => rules.count(key),
        (None, None) => schema.usual_seats,
        (Some(SeatsOption { seats, shown }), key) => {
            // A game with a key for it words the error.
            if let Some(key) = key {
                check_key(&rules, key, &shown, seats)?;
                let origin = Origin::Option(shown.clone());
                let value = Value::Int(i64::try_from(seats).unwrap_or(i64::MAX));
                rules.set(key, &value, origin).map_err(RuleError::from)?;
            }
            let is_allowed = (low as u64..=high as u64).contains(&seats);
            if seats == 0 || seats > MAX_SEATS as u64 || key.is_none() && !is_allowed {
                let allowed = match (low, high) {
                    (low, high) if low == high => counted(low as u64, "player"),
                    (low, high) => format!("{low} to {high} players"),
                };
                return Err(InputError::new(format!(
                    "{} is for {allowed}, not {seats} ({shown})",
                    entry.title()
                )));
            }
            seats as usize
        }
    };
    Ok(entry.load(seats, rules)?)
}

/// Checks a key: an option goes before a rule file, but two options must not contradict each other.
fn check_key(rules: &RuleSet, key: &str, option: &str, seats: u64) -> Result<(), InputError> {
    match rules.fault(key, "").origin {
        Some(Origin::Option(origin)) if rules.int(key) != seats as i64 => Err(InputError::new(format!(
            "`{option}`, but `{key}` is {set} ({origin}): drop one of them",
            set = rules.int(key)
        ))),
        _ => Ok(()),
    }
}

/// Returns the game at its usual table, or at the nearest one that the rules allow.
pub(super) fn load_usual(entry: &Entry, rules: RuleSet) -> Result<Box<dyn AnyGame>, InputError> {
    if entry.schema().seats_key.is_some() {
        return load(entry, rules, None);
    }
    let (low, high) = entry.seats_allowed(&rules);
    // `max` before `min`: the rules may be wrong, and then the game says so.
    let seats = entry.schema().usual_seats.max(low).min(high).clamp(1, MAX_SEATS);
    Ok(entry.load(seats, rules)?)
}

/// Returns the game with these rules, for so many players or the usual number.
pub(super) fn load_with(
    entry: &Entry,
    rules: &RuleSpec,
    players: Option<u64>,
) -> Result<Box<dyn AnyGame>, InputError> {
    load(entry, rule_set(entry, rules)?, players.map(SeatsOption::players))
}

/// Returns the game with this rule set, for so many players.
pub(super) fn load_for(
    entry: &Entry,
    rules: RuleSet,
    players: usize,
) -> Result<Box<dyn AnyGame>, InputError> {
    load(entry, rules, Some(SeatsOption::players(players as u64)))
}

/// Returns the game for a measurement with the default rules.
pub(super) fn load_for_bench(entry: &Entry, players: Option<u64>) -> Result<Box<dyn AnyGame>, InputError> {
    let asked = players.map(SeatsOption::players);
    load(entry, RuleSet::defaults(entry.schema()), asked)
}

/// The option that names the bots of a table, up to its value.
pub(super) const BOTS: &str = "--bots ";

/// Reads a bot's name and settings, for this option (`--from `, say).
pub(super) fn read_bot(game: &dyn AnyGame, option: &'static str, text: &str) -> Result<BotSpec, InputError> {
    game.bot(text).map_err(|source| {
        let is_game = GAMES.iter().any(|entry| entry.id() == text);
        let hint = match text.split(':').next() {
            _ if is_game => ": name the game before --bots",
            Some(name) if name.contains(',') => ": leave spaces between bots",
            _ => "",
        };
        InputError::Bot { option, text: text.to_owned(), hint, source: Box::new(source) }
    })
}

/// Confines the programs among these bots, if they are to be; not before it is known that this
/// system can.
pub(super) fn confine(bots: &mut [BotSpec], sandbox: bool) -> Result<(), InputError> {
    static TRIED: OnceLock<()> = OnceLock::new();
    let programs = || bots.iter().any(|bot| bot.kind == BotKind::Process);
    if !sandbox || !programs() {
        return Ok(());
    }
    if TRIED.get().is_none() {
        confine_check().map_err(InputError::Sandbox)?;
        let _ = TRIED.set(());
    }
    for bot in bots {
        bot.confined = bot.kind == BotKind::Process;
    }
    Ok(())
}

/// Tells these bots what becomes of a game in which one of them fails.
pub(super) fn set_on_bot_error(bots: &mut [BotSpec], on_error: OnBotError) {
    for bot in bots {
        bot.on_error = on_error;
    }
}

/// Reads one bot for all seats, or one per seat.
pub(crate) fn line_up(game: &dyn AnyGame, named: &[String]) -> Result<Vec<BotSpec>, InputError> {
    let seats = game.seats();
    let mut bots = named.iter().map(|text| read_bot(game, BOTS, text)).collect::<Result<Vec<_>, _>>()?;
    if let [bot] = &bots[..] {
        bots = vec![bot.clone(); seats];
    }
    if bots.len() != seats {
        return Err(InputError::new(format!(
            "{bots} bots are named for {seats} seats: name one bot for all seats, or one per seat",
            bots = bots.len()
        )));
    }
    Ok(bots)
}

/// The fact to know before any figure of `greedy`.
const GREEDY_IS_RANDOM: &str = "`greedy` is a random player here: the script has no appeals, so it chooses at random among what is legal";

/// Returns the warnings about a rule set and about bots under it: those that learned under another one, say.
pub(super) fn warnings(game: &dyn AnyGame, bots: &[BotSpec]) -> Vec<String> {
    let mut of_bots: Vec<String> =
        bots.iter().filter_map(|bot| bot.warning(game.rules(), game.seats())).collect();
    of_bots.dedup();
    let is_greedy = bots.iter().any(|bot| bot.kind == BotKind::Greedy);
    let random = (is_greedy && game.design().greedy_is_random).then(|| GREEDY_IS_RANDOM.to_owned());
    random.into_iter().chain(game.warnings().iter().cloned()).chain(of_bots).collect()
}

/// Games in which one greedy player among random ones shows whether it chooses better: the first look, and the last one.
const LOOKS: (u64, u64) = (64, 4096);

/// Of those in which they are not level it must be ahead in so many to choose better than at random.
const BETTER: f64 = 0.55;

/// Players who win together must win this much more of the games than random ones, or score so much more of what lies between most
/// scores of these.
const MORE: f64 = 0.05;

/// Returns that the appeals of a script don't make `greedy` choose better than at random, where it surely isn't ahead of
/// `random` in more than [`BETTER`] of the games, or with it all who win together don't do better by [`MORE`]. Each look has four
/// times the games of the one before, until one side is sure: most appeals show in the first.
pub(super) fn weak_appeals(table: &TablePlan) -> Option<String> {
    let game = &*table.game;
    let is_script = Path::new(table.entry.id()).extension().is_some_and(|ending| ending == "luau");
    // One player decides little of what a side wins that is drawn.
    if !is_script || !game.contest().drawn.is_empty() || game.design().greedy_is_random {
        return None;
    }
    let [random, greedy] = ["random", "greedy"].map(|bot| read_bot(game, BOTS, bot).ok());
    let (random, greedy) = (random?, greedy?);
    if !game.contest().is_contest() {
        return weak_together(table, &[greedy, random]);
    }
    let bots = game.contest().one_among(greedy, &random, game.seats());
    let stop = AtomicBool::new(false);
    let mut games = LOOKS.0;
    loop {
        let plan = look(table, games);
        let batch = game.simulate(&bots, &plan, Hooks { stop: &stop, progress: &|_| {} }, None).ok()?;
        let pairs: Vec<MatchupRow> = rows_of(&batch.report.tables);
        let pair = pairs.first()?;
        let (rate, (low, high)) = pair.rate.value.zip(pair.rate.interval)?;
        // As one of the looks.
        let wide = widening(8);
        let [rate, low, high] = [rate, rate + (low - rate) * wide, rate + (high - rate) * wide]
            .map(|rate| decided(rate, pair.level()));
        if high < BETTER {
            return Some(format!(
                "`greedy` chooses no better than at random here: one among `random` finishes ahead of it in {:.0} of 100 games \
                 in which they are not level ({:.0} to {:.0}), so its appeals don't say what wins",
                rate * 100.0,
                low * 100.0,
                high * 100.0
            ));
        }
        if low > 0.5 || games >= LOOKS.1 || batch.distinct.is_some() {
            return None;
        }
        games *= 4;
    }
}

/// Returns the games of a look at a table.
fn look(table: &TablePlan, games: u64) -> Plan {
    let threads = available_parallelism().map_or(1, usize::from);
    let seed = table.seed;
    Plan { seed, plays: 0..games, seating: Seating::Rotate, threads, timing: false, stall: None }
}

/// Returns that with `greedy` all who win or lose together, or one who plays alone, surely don't win more of the games than with
/// `random` by [`MORE`]; where hardly any are won, or hardly any lost, or none is either, that they don't score more.
fn weak_together(table: &TablePlan, bots: &[BotSpec; 2]) -> Option<String> {
    let game = &*table.game;
    let who = if game.seats() == 1 { ["it", ""] } else { ["a table of it", "one of "] };
    let stop = AtomicBool::new(false);
    let mut games = LOOKS.0;
    loop {
        let plan = look(table, games);
        let batch = |bot: &BotSpec| {
            let bots = vec![bot.clone(); game.seats()];
            game.simulate(&bots, &plan, Hooks { stop: &stop, progress: &|_| {} }, None).ok()
        };
        let [greedy, random] = [batch(&bots[0])?, batch(&bots[1])?];
        let measured = |batch: &Batch, figure: &Figure| {
            let estimate = batch.report.metric(figure)?;
            // Copies of one game are certain.
            if batch.distinct == Some(1) {
                let value = estimate.value?;
                return Some(Measured { value, low: value, high: value, games: estimate.games });
            }
            Measured::of(estimate)
        };
        let of = |figure: &Figure| {
            let [greedy, random] = [&greedy, &random].map(|batch| measured(batch, figure));
            // As one of the looks.
            greedy.zip(random).map(|(greedy, random)| (greedy, random, greedy.minus(random).among(8)))
        };
        let won = of(&catalogue::WON).filter(|(greedy, random, _)| {
            let tells = |share: f64| (MORE..=1.0 - MORE).contains(&share);
            tells(greedy.value) || tells(random.value)
        });
        let scored = of(&catalogue::TABLE_SCORE).filter(|_| won.is_none()).map(|(greedy, random, more)| {
            let more = if game.contest().ends.fewest_win { more.negative() } else { more };
            (greedy, random, more)
        });
        let spread = score_quantiles(&random.report.rows()).map_or(0.0, |[low, _, high]| high - low);
        let is_won = won.is_some();
        let (greedy, random, more) = won.or(scored)?;
        let least = if is_won { MORE } else { MORE * spread };
        if more.high < least {
            let says = |it: Measured| {
                if is_won {
                    format!("wins {:.1} % of the games", it.value * 100.0)
                } else {
                    format!("scores {:.1}", it.value)
                }
            };
            return Some(format!(
                "`greedy` chooses no better than at random here: {} {}, {}`random` {}, so its appeals don't say what wins",
                who[0],
                says(greedy),
                who[1],
                says(random)
            ));
        }
        if more.low > 0.0 || games >= LOOKS.1 {
            return None;
        }
        games *= 4;
    }
}

/// Returns the mistakes of the rules that bots met in positions that they imagined, as an error: what these bots chose may
/// rest on them. `ended` is what the games ended by: that mistake was no imagined one.
pub(super) fn imagined_faults(game: &dyn AnyGame, ended: Option<&CliError>) -> Option<CliError> {
    let ended = ended.map(ToString::to_string).unwrap_or_default();
    let faults: Vec<_> = game.faults().into_iter().filter(|(fault, _)| !ended.contains(fault)).collect();
    let (first, _) = faults.first()?;
    let times: u64 = faults.iter().map(|(_, times)| times).sum();
    let more = match faults.len() - 1 {
        0 => String::new(),
        more => format!(", and {}", counted(more as u64, "other mistake")),
    };
    Some(CliError::Invalid(format!(
        "in positions that bots imagined the rules failed {}: {first}{more}; what these bots chose may rest on that. \
         `{} validate` looks for the position",
        counted(times, "time"),
        Program::current().name
    )))
}

impl TablePlan {
    /// Returns the specification of the table, complete.
    pub(super) fn spec(&self) -> TableSpec {
        table_spec(&self.entry, &*self.game, &self.bots, self.seats, self.seed)
    }

    /// Returns the facts about the table that records have.
    pub(super) fn record(&self) -> RecordTable {
        RecordTable::of(&*self.game, &self.bots, settings(self.game.rules()), self.seed)
    }

    /// Returns the warnings about the rule set and the bots, and about partners that are different bots.
    pub(super) fn warnings(&self) -> Vec<String> {
        let mut all = warnings(&*self.game, &self.bots);
        let contest = self.game.contest();
        let line_up: Vec<String> = self.bots.iter().map(BotSpec::to_arg).collect();
        if let Some(side) = contest.mixed(&line_up) {
            let seats = contest.parties[side];
            let bots: Vec<&str> = seats.iter().map(|seat| line_up[seat.index()].as_str()).collect();
            all.push(format!(
                "the side of {} is played by {}: what a bot wins is also its partner's doing. One bot for each side tells \
                 which plays better",
                side_name(seats),
                bots.join(" and ")
            ));
        }
        all
    }

    /// Refuses a table whose games, so many, are all copies of a few: an interval would rest on nothing.
    pub(super) fn without_copies(&self, games: u64, on_side: &str) -> Result<(), InputError> {
        static NEVER: AtomicBool = AtomicBool::new(false);
        let seating = self.seats;
        let plan = Plan { seed: self.seed, plays: 0..games, seating, threads: 1, timing: false, stall: None };
        let on_side = on_side.to_owned();
        match self.game.probes().copies(&self.bots, &plan, &NEVER) {
            Some(distinct) => Err(InputError::new(format!(
                "{on_side}all games would be copies of {distinct}: neither the rules nor these bots leave anything to \
                 chance, so that no number of games tells more; `run` shows them, and with a bot that plays by chance \
                 too, such as random or mcts, they differ",
            ))),
            None => Ok(()),
        }
    }

    /// Checks who plays what.
    pub(super) fn check(games: &Games, args: &TableSpec) -> Result<Self, InputError> {
        let entry = find_game(games, &args.game)?;
        Self::with_rules(games, args, rule_set(&entry, &args.rules)?)
    }

    /// Checks who plays what with this rule set.
    pub(super) fn with_rules(games: &Games, args: &TableSpec, rules: RuleSet) -> Result<Self, InputError> {
        Self::with_seats(games, args, rules, None)
    }

    /// Returns a plan as [`TablePlan::with_rules`] does, with a number of seats that goes before that of the arguments.
    pub(super) fn with_seats(
        games: &Games,
        args: &TableSpec,
        rules: RuleSet,
        seats: Option<SeatsOption>,
    ) -> Result<Self, InputError> {
        let entry = find_game(games, &args.game)?;
        let named = args.bots.len();
        let asked = seats.or_else(|| match args.players {
            Some(seats) => Some(SeatsOption::players(seats)),
            None if named > 1 => Some(SeatsOption::bots(named)),
            None => None,
        });
        let game = load(&entry, rules, asked)?;
        let mut bots = line_up(&*game, &args.bots)?;
        confine(&mut bots, args.sandbox)?;
        Ok(Self { entry, game, bots, seats: args.seating, seed: args.seed })
    }
}

/// Returns the specification of a table, complete.
pub(super) fn table_spec(
    entry: &Entry,
    game: &dyn AnyGame,
    bots: &[BotSpec],
    seating: Seating,
    seed: u64,
) -> TableSpec {
    TableSpec {
        game: entry.id().to_owned(),
        players: Some(bots.len() as u64),
        bots: bots.iter().map(BotSpec::to_arg).collect(),
        seed,
        seating,
        sandbox: bots.iter().any(|bot| bot.confined),
        rules: RuleSpec { rule_file: None, settings: settings(game.rules()) },
    }
}

/// Checks a number of threads; all cores by default.
pub(crate) fn threads(asked: Option<u64>) -> Result<usize, InputError> {
    match asked {
        None => Ok(available_parallelism().map_or(1, usize::from)),
        Some(threads @ 1..=MAX_THREADS) => Ok(threads as usize),
        Some(threads) => Err(InputError::new(format!(
            "`--threads {threads}`: must be a whole number from 1 to {MAX_THREADS}"
        ))),
    }
}

/// Returns which part is asked for of so many plays or rule sets.
pub(super) fn shards(
    asked: Option<&str>,
    count: u64,
    what: &'static str,
) -> Result<Option<Shards>, InputError> {
    let Some(text) = asked else { return Ok(None) };
    let shards = Shards::parse(text)?;
    if shards.of > count {
        return Err(InputError::new(format!(
            "`--shard {text}`: {count} {what} can be split in at most {count} parts"
        )));
    }
    Ok(Some(shards))
}

/// Returns what tells a part's folder from those of the others.
pub(super) fn suffix(shards: Option<Shards>) -> String {
    shards.map_or_else(String::new, |s| format!("-{}of{}", s.first, s.of))
}

/// Refuses a pace of actions that the game of this table doesn't have.
pub(super) fn check_pace(table: &TablePlan, pace: Option<&TurnTime>) -> Result<(), InputError> {
    let known = &table.game.design().action_kinds;
    let unknown =
        pace.into_iter().flat_map(TurnTime::actions).find(|action| !known.iter().any(|kind| kind == action));
    unknown.map_or(Ok(()), |unknown| {
        let near = did_you_mean(nearest(unknown, known.iter().map(String::as_str)));
        Err(InputError::new(format!(
            "`--seconds-a-turn`: {} has no action `{unknown}`{near}",
            table.entry.title()
        )))
    })
}

impl RunPlan {
    /// Checks all of a run.
    pub(super) fn new(typed: &RunSpec, means: &Means) -> Result<Self, InputError> {
        let asked = typed.clone().with_implied();
        let format = asked.format;
        let games = asked.games.unwrap_or(match (means.minutes, format) {
            (None, _) => RUN_GAMES,
            (Some(_), PlaysFormat::Csv) => RUN_GAMES_IN_TIME,
            (Some(_), PlaysFormat::Parquet) => PARQUET_PLAYS,
        });
        if format == PlaysFormat::Parquet && !HAS_PARQUET {
            return Err(InputError::without_feature("--format parquet", "parquet"));
        }
        if format == PlaysFormat::Parquet && games > PARQUET_PLAYS {
            return Err(InputError::new(format!(
                "`--format parquet` with --games {games}: such a file holds at most {PARQUET_PLAYS} games; use csv"
            )));
        }
        if games == 0 {
            return Err(InputError::not_allowed("--games", "0", "a whole number from 1"));
        }
        if let (Some(minutes), true) = (means.minutes, means.shard.is_some() || asked.analyze.is_some()) {
            let option = if asked.analyze.is_some() { "--analyze" } else { "--shard" };
            return Err(InputError::new(format!(
                "`--minutes {minutes}` with `{option}`: that has to know how many games there are: give --games instead",
            )));
        }
        let shards = shards(means.shard.as_deref(), games, "games")?;
        let beside = [
            (asked.analyze == Some(Depth::Deep), "--analyze=deep"),
            (asked.skill, "--skill"),
            (typed.card_values, "--card-values"),
            (typed.card_precision.is_some(), "--card-precision"),
        ];
        if let (Some(_), Some((_, option))) = (shards, beside.into_iter().find(|(given, _)| *given)) {
            return Err(InputError::new(format!(
                "`--shard` with `{option}`: what that plays beside the run belongs to the whole run, not to a part of it; \
                 leave it out (`--analyze` can be sharded), or leave out `--shard`"
            )));
        }
        let mut table = TablePlan::check(&means.games, &asked.table)?;
        check_pace(&table, asked.seconds_a_turn.as_ref())?;
        set_on_bot_error(&mut table.bots, asked.on_bot_error);
        let plan = Plan {
            seed: table.seed,
            plays: shards.map_or(0..games, |shards| shards.plays(games)),
            seating: table.seats,
            threads: means.threads,
            timing: asked.timing,
            stall: None,
        };
        let in_time = asked.games.is_none() && means.minutes.is_some();
        let spec = RunSpec { table: table.spec(), games: Some(games), ..asked };
        Ok(Self { table, spec, plan, minutes: means.minutes, in_time, shards })
    }
}
