//! `compare`: two rule sets or bots, paired plays, stopped as soon as the answer is known.

mod about;
mod tables;

use std::io;

use self::tables::{record, row, table, text};
use super::args::CompareArgs;
use super::retrain::offer;
use super::{
    Wanted, answers, bound_options, catalog, folder_of, in_units, meter_plan, metric_with_number, most_plays,
    open_share, shown,
};
use crate::cli::command_line::{changes, settings};
use crate::cli::error::CliError;
use crate::cli::events::Look;
use crate::cli::input::InputError;
use crate::cli::job::{Contents, End, Ended, Job, JobPlan, Means, Played, Session, perform};
use crate::cli::plan::{TablePlan, rule_set_with};
use crate::registry::Games;
use ludometer_bots::BotSpec;
use ludometer_experiment::study::Measured;
use ludometer_experiment::{
    Bound, CompareLimits, Compared, Comparison, Control, Metric, Statement, Targets, statements,
};
use ludometer_model::{SCRIPT_ENDING, shell_word};
use ludometer_report::{COMPARE_FILES, CompareRecord, Identity, names_table, number, thousands};
use ludometer_run::{AnyGame, Hooks, MeterPlan, Start};
use ludometer_spec::{CompareSpec, Minutes, Side, Spec as _};
use ludometer_stats::MIN_UNITS;

/// The figures that are compared where nothing else is asked for.
const OF_RULES: &[&str] = &[
    "turns",
    "leader_gap",
    "seat_spread",
    "first_mover_advantage",
    "shared_wins",
    "joint_wins",
    "unfinished",
];
const OF_BOTS: &[&str] = &["strategy_win_rate[subject]", "table_score", "turns"];

/// The name of a compared bot: the same on both sides, and never that of another seat's bot.
const SUBJECT: &str = "subject";

/// A comparison, checked.
pub(in crate::cli) struct ComparePlan {
    sides: [TablePlan; 2],
    /// The script of side B, if it is another version of the game.
    new_game: Option<String>,
    /// The bots that are compared, as they are named, if bots are.
    bots: Option<[String; 2]>,
    metrics: Vec<Metric>,
    /// The metrics that are looked at beside them, for the verdict in words.
    beside: Vec<Metric>,
    /// The targets of the designer.
    targets: Vec<Bound>,
    limits: CompareLimits,
    confidence: f64,
    unpaired: bool,
    minutes: Option<Minutes>,
    meter: MeterPlan,
}

/// The results of a comparison.
pub(in crate::cli) struct Done {
    found: Comparison,
    /// How often a bot and a weaker one finish ahead on either side, if that was played.
    strength: Option<([String; 2], [Measured; 2])>,
    statements: Vec<Statement>,
}

/// Returns true where the text names a rule file rather than a bot. Strategy files are TOML as well, but
/// no game has rules of the names that stand in them.
fn is_rule_file(text: &str) -> bool {
    if !std::path::Path::new(text).extension().is_some_and(|e| e.eq_ignore_ascii_case("toml")) {
        return false;
    }
    let Ok(Ok(doc)) = ludometer_model::read_text(std::path::Path::new(text), ludometer_model::MAX_WRITTEN)
        .map(|text| text.parse::<toml_edit::DocumentMut>())
    else {
        // What can't be read is refused as a rule file, with its line.
        return true;
    };
    !doc.iter().any(|(key, _)| ["bot", "settings", "command"].contains(&key))
}

/// Returns true where the text names a game script. Bots can be scripts as well, but declare no seats.
fn is_game_script(text: &str) -> bool {
    let path = std::path::Path::new(text);
    path.extension().is_some_and(|ending| ending == "luau")
        && ludometer_model::read_text(path, ludometer_model::MAX_WRITTEN)
            .is_ok_and(|text| text.contains("game.seats"))
}

fn side(games: &Games, args: &CompareSpec, side: Side) -> Result<(TablePlan, Option<String>), InputError> {
    let (x, sets, by, set_by) = match side {
        Side::A => (args.a.as_deref(), &args.set_a, "--a ", "--set-a"),
        Side::B => (args.b.as_deref(), &args.set_b, "--b ", "--set-b"),
    };
    if let Some(script) = x.filter(|x| is_game_script(x)) {
        return Err(InputError::new(format!(
            "`{by}{script}` is a game: name both versions first, as in `compare old.luau new.luau`. Or keep them in one \
             script with a parameter, `choice(\"rule.name\", \"old\", {{ \"old\", \"new\" }}, \"assumed: which rule \
             holds\")`, and write --set-b rule.name=new",
        )));
    }
    let mut table = args.table.clone();
    if let (Side::B, Some(new)) = (side, &args.new_game) {
        if !new.ends_with(SCRIPT_ENDING) {
            return Err(InputError::new(format!(
                "`{new}` is no game script: compare plays two versions of one game, and a new version is a script (NAME.luau), \
                 or settings with --set-b"
            )));
        }
        table.game.clone_from(new);
    }
    if let Some(file) = x.filter(|x| is_rule_file(x)) {
        table.rules.rule_file = Some(file.into());
    }
    let entry = crate::cli::input::find_game(games, &table.game)?;
    let rules = rule_set_with(&entry, &table.rules, set_by, sets)?;
    let Some(bot) = x.filter(|x| !is_rule_file(x)) else {
        return Ok((TablePlan::with_rules(games, &table, rules)?, None));
    };
    // The others' bots take the places after the first.
    if table.bots.len() > 1 {
        table.bots.insert(0, bot.to_owned());
        let mut plan = TablePlan::with_rules(games, &table, rules).map_err(|error| error.of_bot(by, bot))?;
        let name = plan.bots[0].to_arg();
        SUBJECT.clone_into(&mut plan.bots[0].name);
        return Ok((plan, Some(name)));
    }
    let mut plan = TablePlan::with_rules(games, &table, rules)?;
    let mut spec = crate::cli::plan::read_bot(&*plan.game, by, bot)?;
    let name = spec.to_arg();
    SUBJECT.clone_into(&mut spec.name);
    // One bot plays a whole side: its partner's doing is its own.
    let line_up = plan.game.contest().one_among(true, &false, plan.bots.len());
    for (seat, _) in plan.bots.iter_mut().zip(line_up).filter(|(_, is_own)| *is_own) {
        *seat = spec.clone();
    }
    crate::cli::plan::confine(&mut plan.bots, args.table.sandbox)?;
    Ok((plan, Some(name)))
}

impl ComparePlan {
    /// Returns the seed of either side.
    fn seeds(&self) -> [u64; 2] {
        let seed = self.sides[0].seed;
        // Any other seed has numbers of its own; this one is never asked for by accident.
        [seed, if self.unpaired { !seed } else { seed }]
    }

    /// Returns what is found so far, in words and figures.
    fn look(&self, found: &Comparison) -> Look {
        let rows = |all: &[Compared]| all.iter().map(|one| row(one, found)).collect();
        let answers = answers(&statements(found, &self.about(None)));
        Look { games: found.plays, answers, metrics: rows(&found.metrics), beside: rows(&found.beside) }
    }

    /// Returns the sides in words: in what each differs from the other.
    fn sides_text(&self) -> [String; 2] {
        if let Some(bots) = &self.bots {
            return bots.clone();
        }
        let [a, b] = [0, 1].map(|i| self.sides[i].game.rules());
        if self.new_game.is_some() {
            return self.sides.each_ref().map(|side| {
                let changed = settings(side.game.rules());
                [vec![side.entry.id().to_owned()], changed].concat().join(", ")
            });
        }
        [(a, b), (b, a)].map(|(mine, theirs)| {
            let words: Vec<String> = changes(mine, theirs).iter().map(|(k, v)| format!("{k}={v}")).collect();
            if words.is_empty() { "the same rules".to_owned() } else { words.join(", ") }
        })
    }
}

impl Job for ComparePlan {
    type Spec = CompareSpec;
    type Done = Done;
    type Record = CompareRecord;
    const WORK: &'static str = "comparison";
    const UNIT: &'static str = "games";
    const FILES: &'static [&'static str] = COMPARE_FILES;

    fn check(asked: &CompareSpec, means: &Means) -> Result<Self, CliError> {
        let precision = |value: f64| InputError::not_allowed("--precision", value, "a number above 0");
        if !(asked.precision > 0.0 && asked.precision.is_finite()) {
            return Err(precision(asked.precision).into());
        }
        let confidence = open_share("--confidence", asked.confidence)?;
        let (a, bot_a) = side(&means.games, asked, Side::A)?;
        let (b, bot_b) = side(&means.games, asked, Side::B)?;
        let bots = match (bot_a, bot_b) {
            (None, None) => None,
            (Some(a), Some(b)) => Some([a, b]),
            (Some(bot), None) | (None, Some(bot)) => {
                return Err(InputError::new(format!(
                    "`{bot}` is a bot, but the other side names none: give --a and --b a bot each, or a rule file each",
                )).into());
            }
        };
        if let Some(new) = asked.new_game.as_ref().filter(|_| a.game.seats() != b.game.seats()) {
            return Err(InputError::new(format!(
                "`{}` is played by {} players and `{new}` by {}: name a number for both with --players",
                asked.table.game,
                a.game.seats(),
                b.game.seats()
            ))
            .into());
        }
        let same_bots = bots.as_ref().is_none_or(|[a, b]| a == b);
        if same_bots
            && a.game.rules().hash() == b.game.rules().hash()
            && a.game.seats() == b.game.seats()
            && !asked.unpaired
        {
            let hint = match &asked.table.rules.settings[..] {
                [] => "change one with --set-a, --set-b, --a or --b".to_owned(),
                [setting, ..] => {
                    format!(
                        "--set is for both of them; for side B alone write --set-b {}",
                        shell_word(setting)
                    )
                }
            };
            return Err(InputError::new(format!("both sides are the same: {hint}")).into());
        }
        let meter = meter_plan(means.threads, &[&a, &b], !asked.unpaired)?;
        let max_plays = most_plays(asked.games, means.minutes);
        let meter = in_units(meter, a.bots.len(), max_plays, 1)?;
        a.without_copies(max_plays, "on side A ")?;
        b.without_copies(max_plays, "on side B ")?;
        let (of_a, of_b) = (catalog(&a, &meter), catalog(&b, &meter));
        let sides = [a, b];
        let named: Vec<&str> = match &asked.metrics[..] {
            [] => {
                let of_winners: &[&str] = if bots.is_some() { &[] } else { about::OF_WINNERS };
                let of_winners =
                    of_winners.iter().filter(|name| **name != "won" || about::is_together(&sides));
                let all = if bots.is_some() { OF_BOTS } else { OF_RULES };
                // What means nothing in this kind of game is left out.
                let all = all[..1].iter().chain(of_winners).chain(&all[1..]).copied();
                all.filter(|name| of_a.find(name).is_ok() && of_b.find(name).is_ok()).collect()
            }
            named => named.iter().map(String::as_str).collect(),
        };
        let (mut metrics, mut own) = (Vec::new(), Vec::new());
        for text in named {
            let (found, precision) = metric_with_number(&of_a, text)?;
            for metric in found {
                of_b.find(metric.name()).map_err(InputError::from)?;
                if !metrics.contains(&metric) {
                    metrics.push(metric);
                    own.push(precision);
                }
            }
        }
        let limits = CompareLimits {
            precision: asked.precision,
            own,
            alpha: 1.0 - confidence,
            max_plays,
            deadline: None,
            stride: if means.minutes.is_some() { means.threads as u64 } else { u64::MAX },
        };
        let targets = match &asked.target[..] {
            [] => Vec::new(),
            named => {
                let wanted = Wanted::targets(named, &[], None)?;
                Targets::read_bounds(&wanted.text, &wanted.name, &of_a).map_err(InputError::from)?
            }
        };
        let mut beside = about::beside(&sides, &of_a);
        beside.extend(targets.iter().map(|target| target.metric.clone()));
        let mut seen = Vec::new();
        beside.retain(|metric| {
            let is_new = !metrics.contains(metric) && !seen.contains(metric);
            seen.push(metric.clone());
            is_new && of_b.find(metric.name()).is_ok()
        });
        let (unpaired, minutes) = (asked.unpaired, means.minutes);
        let new_game = asked.new_game.clone();
        Ok(Self {
            sides,
            new_game,
            bots,
            metrics,
            beside,
            targets,
            limits,
            confidence,
            unpaired,
            minutes,
            meter,
        })
    }

    fn folder(&self) -> String {
        folder_of(Self::Spec::COMMAND, &self.sides[0])
    }

    fn spec(&self) -> CompareSpec {
        let [a, b] = &self.sides;
        let metric = |(metric, own): (&Metric, &Option<f64>)| {
            own.map_or_else(|| metric.name().to_owned(), |own| format!("{}={}", metric.name(), number(own)))
        };
        let mut table = a.spec();
        if self.bots.is_some() {
            let is_subject = |seat: usize| a.bots[seat].name == SUBJECT;
            let own = (0..a.bots.len()).filter(|&seat| is_subject(seat)).count();
            let mut seat = 0..;
            table.bots.retain(|_| seat.next().is_none_or(|seat| !is_subject(seat)));
            // As it was asked for: one bot for all seats beside those of the side.
            table.bots.truncate(if own > 1 { 1 } else { usize::MAX });
        }
        table.sandbox |= b.bots.iter().any(|bot| bot.confined);
        let set_a = std::mem::take(&mut table.rules.settings);
        let [bot_a, bot_b] = [0, 1].map(|i| self.bots.as_ref().map(|bots| bots[i].clone()));
        CompareSpec {
            table,
            new_game: self.new_game.clone(),
            a: bot_a,
            b: bot_b,
            set_a,
            set_b: settings(b.game.rules()),
            metrics: self.metrics.iter().zip(&self.limits.own).map(metric).collect(),
            precision: self.limits.precision,
            confidence: self.confidence,
            games: Some(self.limits.max_plays),
            target: bound_options(&self.targets),
            unpaired: self.unpaired,
        }
    }

    fn identity(&self) -> Identity<CompareSpec> {
        let [a, b] = &self.sides;
        Identity::new(self.spec(), &[&*a.game, &*b.game], &[&a.bots[..], &b.bots].concat())
    }

    fn games(&self) -> Vec<&dyn AnyGame> {
        self.sides.iter().map(|side| &*side.game).collect()
    }

    fn warnings(&self) -> Vec<String> {
        let [a, b] = &self.sides;
        let bots: Vec<BotSpec> = a.bots.iter().chain(&b.bots).cloned().collect();
        let sets = [a.game.rules(), b.game.rules()];
        let [mut warnings, of_b] = self.sides.each_ref().map(TablePlan::warnings);
        // What both rule sets are warned of is said once.
        warnings.extend(of_b.into_iter().filter(|warning| !a.warnings().contains(warning)));
        warnings.extend(offer(a, &bots, &sets));
        warnings
    }

    fn play(
        &self,
        session: &mut Session<'_, CompareSpec>,
        start: Option<&Start>,
    ) -> Result<Played<Done>, CliError> {
        let limits = CompareLimits { deadline: session.stop.deadline(), ..self.limits.clone() };
        let least = 2 * MIN_UNITS * self.meter.unit;
        let progress = session.events;
        progress.begin(least, "games", limits.deadline);
        let looks = progress.looks();
        let look = |found: &Comparison| {
            if let Some(looks) = looks {
                looks.look(self.look(found));
            }
        };
        let hooks = Hooks { stop: session.stop.flag(), progress: &|plays| progress.add(plays) };
        let control = Control {
            expect: &|plays| progress.expect(2 * plays),
            start: start.map(|start| &start.tallies[..]),
            look: looks.map(|_| &look as &dyn Fn(&Comparison)),
            ..Control::new(hooks, &mut session.writer)
        };
        let [a, b] = &self.sides;
        let [of_a, of_b] = self.seeds().map(|seed| MeterPlan { seed, ..self.meter.clone() });
        let sides = [a.game.meter(&a.bots, of_a), b.game.meter(&b.bots, of_b)];
        let result = ludometer_experiment::compare(sides, &self.metrics, &self.beside, &limits, control);
        let stop = session.stop;
        let strength = match &result {
            Ok(found) if !found.interrupted => {
                self.strength(found.plays, stop, session.means.threads, progress)
            }
            _ => None,
        };
        progress.end();
        let found = result?;
        let is_cut = stop.asked() && strength.is_none() && self.games_of_strength(found.plays).is_some();
        // Both sides stop at the same plays when the time is up, so the clock is looked at between them.
        let end = match (found.interrupted || is_cut, found.time_is_up) {
            (true, _) => End::Interrupted,
            (_, true) => End::TimeIsUp,
            _ => End::Complete,
        };
        let statements = statements(&found, &self.about(strength.clone()));
        Ok(Played { count: found.plays, done: Done { found, strength, statements }, end })
    }

    fn limit(&mut self, _: &Done, plays: u64) {
        self.limits.max_plays = plays;
    }

    fn record(&self, done: &Done, ended: &Ended<'_>) -> CompareRecord {
        record(self, done, ended)
    }

    fn contents(&self, done: &mut Done) -> io::Result<Contents> {
        let [rules_a, rules_b] = [0, 1].map(|i| self.sides[i].game.rules().to_toml().into_bytes());
        let files = vec![("a.toml", rules_a), ("b.toml", rules_b)];
        let tables = vec![table(&done.found), names_table(&self.names())];
        Ok(Contents { tables, files, ..Contents::default() })
    }

    fn shown(
        &self,
        done: &Done,
        record: &CompareRecord,
        ended: &Ended<'_>,
        plan: &JobPlan,
        files: &[String],
    ) -> String {
        shown(record, plan, files, |files| text(self, done, ended.seconds, files))
    }

    fn nothing(&self) -> String {
        "any unit of games was done".to_owned()
    }

    fn progress(&self, done: &Done, _: &Ended<'_>) -> String {
        format!("{} games on each side", thousands(done.found.plays))
    }
}

pub(in crate::cli) fn compare(games: &Games, args: &CompareArgs) -> Result<(), CliError> {
    perform::<ComparePlan>(games, &args.spec, args.minutes, None, &args.job).map(drop)
}

/// Returns a confidence in per cent, without the noise of subtraction.
fn confidence(alpha: f64) -> f64 {
    ((1.0 - alpha) * 1e8).round() / 1e6
}
