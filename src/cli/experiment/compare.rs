//! `compare`: two rule sets or bots, paired plays, stopped as soon as the answer is known.

mod tables;

use std::fmt::Write as _;
use std::time::Instant;

use self::tables::{record, table, text};
use super::args::CompareArgs;
use super::{OutPlan, catalog, changes, metric_with_number, most_plays, open_share, publish, settings};
use crate::cli::args::{Minutes, Side};
use crate::cli::error::CliError;
use crate::cli::input::InputError;
use crate::cli::output::{print, print_json, warn};
use crate::cli::plan::{TablePlan, rule_set_with};
use crate::cli::progress::Progress;
use crate::cli::repeat::sandbox_option;
use crate::cli::stop::Stop;
use ludometer_experiment::{CompareLimits, Comparison, Metric};
use ludometer_model::Program;
use ludometer_report::{COMPARE_FILES, Folder, number, shell_word as quoted, thousands};
use ludometer_run::{Hooks, MeterPlan};
use ludometer_stats::MIN_UNITS;

/// What is compared where nothing else is asked for.
const OF_RULES: &[&str] = &["turns", "leader_gap", "seat_spread", "shared_wins", "unfinished"];
const OF_BOTS: &[&str] = &["strategy_win_rate[subject]", "turns"];

/// The name of a compared bot: the same on both sides, and never that of another seat's bot.
const SUBJECT: &str = "subject";

/// A comparison, checked.
struct ComparePlan {
    sides: [TablePlan; 2],
    /// The bots that are compared, as they are named, if bots are.
    bots: Option<[String; 2]>,
    metrics: Vec<Metric>,
    limits: CompareLimits,
    unpaired: bool,
    minutes: Option<Minutes>,
    out: OutPlan,
}

/// True where the text names a rule file rather than a bot. Strategy files are TOML as well, but
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

fn side(args: &CompareArgs, side: Side) -> Result<(TablePlan, Option<String>), InputError> {
    let (x, sets, by, set_by) = match side {
        Side::A => (args.a.as_deref(), &args.set_a, "--a ", "--set-a"),
        Side::B => (args.b.as_deref(), &args.set_b, "--b ", "--set-b"),
    };
    let mut table = args.table.clone();
    if let Some(file) = x.filter(|x| is_rule_file(x)) {
        table.rules.rules = Some(file.into());
    }
    let entry = crate::cli::input::find_game(&table.game)?;
    let rules = rule_set_with(&entry, &table.rules, set_by, sets)?;
    let Some(bot) = x.filter(|x| !is_rule_file(x)) else {
        return Ok((TablePlan::with_rules(&table, rules)?, None));
    };
    // The others' bots take the places after the first.
    if table.bots.len() > 1 {
        table.bots.insert(0, bot.to_owned());
        let mut plan = TablePlan::with_rules(&table, rules).map_err(|error| error.of_bot(by, bot))?;
        let name = plan.bots[0].to_arg();
        SUBJECT.clone_into(&mut plan.bots[0].name);
        return Ok((plan, Some(name)));
    }
    let mut plan = TablePlan::with_rules(&table, rules)?;
    let mut spec = crate::cli::plan::read_bot(&*plan.game, by, bot)?;
    let name = spec.to_arg();
    SUBJECT.clone_into(&mut spec.name);
    plan.bots[0] = spec;
    crate::cli::plan::confine(&mut plan.bots, args.table.sandbox)?;
    Ok((plan, Some(name)))
}

impl ComparePlan {
    fn check(args: &CompareArgs) -> Result<(Self, MeterPlan), CliError> {
        let precision = |value: f64| InputError::NotAllowed {
            option: "--precision",
            value: value.to_string(),
            allowed: "a number above 0",
        };
        if !(args.precision > 0.0 && args.precision.is_finite()) {
            return Err(precision(args.precision).into());
        }
        let confidence = open_share("--confidence", args.confidence)?;
        let (a, bot_a) = side(args, Side::A)?;
        let (b, bot_b) = side(args, Side::B)?;
        let bots = match (bot_a, bot_b) {
            (None, None) => None,
            (Some(a), Some(b)) => Some([a, b]),
            (Some(bot), None) | (None, Some(bot)) => {
                return Err(InputError::OneBot { bot }.into());
            }
        };
        let same_bots = bots.as_ref().is_none_or(|[a, b]| a == b);
        if same_bots
            && a.game.rules().hash() == b.game.rules().hash()
            && a.game.seats() == b.game.seats()
            && !args.unpaired
        {
            let hint = match &args.table.rules.set[..] {
                [] => "change one with --set-a, --set-b, --a or --b".to_owned(),
                [setting, ..] => {
                    format!("--set is for both of them; for side B alone write --set-b {}", quoted(setting))
                }
            };
            return Err(InputError::SameSides { hint }.into());
        }
        let out = OutPlan::check(&args.out, "compare", &a)?;
        let meter = out.meter(&[&a, &b], !args.unpaired)?;
        let least = MIN_UNITS * meter.unit;
        let max_plays = most_plays(args.games, args.minutes);
        if max_plays < least {
            return Err(InputError::TooFewPlays { option: "--games", plays: max_plays, least }.into());
        }
        let (of_a, of_b) = (catalog(&a, &meter), catalog(&b, &meter));
        let default = if bots.is_some() { OF_BOTS } else { OF_RULES };
        let asked: Vec<&str> = match &args.metrics[..] {
            [] => default.to_vec(),
            asked => asked.iter().map(String::as_str).collect(),
        };
        let (mut metrics, mut own) = (Vec::new(), Vec::new());
        for text in asked {
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
            precision: args.precision,
            own,
            alpha: 1.0 - confidence,
            max_plays,
            // A budget beyond the end of all clocks is none.
            deadline: args.minutes.and_then(|minutes| Instant::now().checked_add(minutes.duration())),
            stride: if args.minutes.is_some() { out.threads as u64 } else { u64::MAX },
        };
        let (unpaired, minutes) = (args.unpaired, args.minutes);
        Ok((Self { sides: [a, b], bots, metrics, limits, unpaired, minutes, out }, meter))
    }

    /// The seed of either side.
    fn seeds(&self) -> [u64; 2] {
        let seed = self.sides[0].seed;
        // Any other seed has numbers of its own; this one is never asked for by accident.
        [seed, if self.unpaired { !seed } else { seed }]
    }

    /// A command that repeats it, whatever became of its rule files. If the time was up, the plays that were done
    /// then are its limit.
    fn command(&self, result: &Comparison) -> String {
        let [a, b] = &self.sides;
        let mut text =
            format!("{} compare {} --players {}", Program::current().name, a.entry.id(), a.bots.len());
        let others = &a.bots[usize::from(self.bots.is_some())..];
        text += " --bots";
        let all_alike = others.iter().all(|bot| bot.is_same(&others[0]));
        for bot in &others[..if all_alike { 1 } else { others.len() }] {
            let _ = write!(text, " {}", quoted(&bot.to_arg()));
        }
        if let Some([a, b]) = &self.bots {
            let _ = write!(text, " --a {} --b {}", quoted(a), quoted(b));
        }
        text += &settings(&*a.game, "--set-a");
        text += &settings(&*b.game, "--set-b");
        text += " --metrics";
        for (metric, own) in self.metrics.iter().zip(&self.limits.own) {
            let precision = own.map_or_else(String::new, |p| format!("={}", number(p)));
            let _ = write!(text, " {}", quoted(&format!("{}{precision}", metric.name())));
        }
        let _ = write!(
            text,
            " --precision {} --confidence {} --games {} --seed {}",
            number(self.limits.precision),
            number(confidence(self.limits.alpha) / 100.0),
            if result.time_is_up { result.plays } else { self.limits.max_plays },
            a.seed
        );
        if a.seats == crate::cli::args::Seats::Fixed {
            text += " --seats fixed";
        }
        if self.unpaired {
            text += " --unpaired";
        }
        text += sandbox_option(&[&a.bots[..], &b.bots].concat());
        text
    }

    /// The sides in words: in what each differs from the other.
    fn sides_text(&self) -> [String; 2] {
        if let Some(bots) = &self.bots {
            return bots.clone();
        }
        let [a, b] = [0, 1].map(|i| self.sides[i].game.rules());
        [(a, b), (b, a)].map(|(mine, theirs)| {
            let words: Vec<String> = changes(mine, theirs).iter().map(|(k, v)| format!("{k}={v}")).collect();
            if words.is_empty() { "the same rules".to_owned() } else { words.join(", ") }
        })
    }
}

pub(in crate::cli) fn compare(args: &CompareArgs) -> Result<(), CliError> {
    let (plan, meter) = ComparePlan::check(args)?;
    let stop = Stop::listen()?;
    let folder = Folder::prepare_anew(&plan.out.path, plan.out.force).map_err(InputError::from)?;
    stop.remove_on_abort(folder.leftovers());
    let [a, b] = &plan.sides;
    if !plan.out.quiet {
        warn(a.game.warnings());
        warn(b.game.warnings());
    }
    let begun = Instant::now();
    let progress = Progress::toward_answer(2 * MIN_UNITS * meter.unit, plan.limits.deadline, plan.out.quiet);
    let hooks = Hooks { stop: stop.flag(), progress: &|plays| progress.add(plays) };
    let [of_a, of_b] = plan.seeds().map(|seed| MeterPlan { seed, ..meter.clone() });
    let sides = [a.game.meter(&a.bots, of_a), b.game.meter(&b.bots, of_b)];
    let result = ludometer_experiment::compare(sides, &plan.metrics, &plan.limits, hooks, &|plays| {
        progress.expect(2 * plays);
    });
    progress.clear();
    let result = result?;
    if result.interrupted && result.plays == 0 {
        return Err(CliError::Interrupted("interrupted before any unit of games was done".to_owned()));
    }
    let record = record(&plan, &result, begun.elapsed().as_secs_f64());
    let json = serde_json::to_string_pretty(&record).expect("numbers and texts have JSON") + "\n";
    let rules = [a, b].map(|side| side.game.rules().to_toml());
    let [rules_a, rules_b] = rules;
    let files = [("a.toml", rules_a), ("b.toml", rules_b), ("compare.json", json)];
    let names = publish(folder, &[table(&result)], &files, COMPARE_FILES)?;
    let shown = plan.out.path.display().to_string();
    let printed = if plan.out.json {
        let mut record = record;
        record["folder"] = shown.clone().into();
        record["files"] = names.into();
        print_json(&record)
    } else {
        print(&text(&plan, &result, begun.elapsed().as_secs_f64(), &format!("{shown}: {}", names.join(", "))))
    };
    if result.interrupted {
        let plays = thousands(result.plays);
        return Err(CliError::Interrupted(format!(
            "interrupted after {plays} games on each side; the files in {shown} are those of the games done"
        )));
    }
    Ok(printed?)
}

/// A confidence in per cent, without the noise of subtraction.
fn confidence(alpha: f64) -> f64 {
    ((1.0 - alpha) * 1e8).round() / 1e6
}
