//! `tournament`: every bot meets every other.

use std::fmt::Write as _;
use std::io::Write as _;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use super::args::TournamentArgs;
use super::error::CliError;
use super::input::{InputError, find_game};
use super::output::{print, print_json, warn};
use super::plan::{load_with, read_bot, threads};
use super::progress::Progress;
use super::repeat::rule_options;
use super::stop::Stop;
use crate::bots::BotSpec;
use crate::rating::Order;
use crate::registry::Entry;
use crate::report::{
    FileError, Folder, TOURNAMENT_FILES, TournamentRecord, Until, shell_word as quoted, thousands,
    tournament_json, tournament_tables, tournament_text, write_table,
};
use crate::run::{AnyGame, Deals, Design, Hooks, PlayedDeals, Standings, meetings};
use crate::stats::Table;

/// The most bots.
const MAX_BOTS: usize = 64;

/// The most plays: all are kept until the end.
const MAX_PLAYS: u64 = 20_000_000;

/// Deals, unless others are asked for.
const DEALS: u64 = 1000;

/// The most deals of a tournament that goes on until its order is settled.
const MOST_DEALS: u64 = 100_000;

/// The error probability of the verdicts of a tournament that has none of its own.
const ALPHA: f64 = 0.05;

/// A tournament, checked.
struct Plan {
    entry: &'static Entry,
    /// One for each number of players.
    games: Vec<Box<dyn AnyGame>>,
    bots: Vec<BotSpec>,
    /// As they are named on the command line.
    typed: Vec<String>,
    anchor: Option<usize>,
    until: Option<Until>,
    deals: u64,
    threads: usize,
    seed: u64,
    out: PathBuf,
}

impl Plan {
    fn check(args: &TournamentArgs) -> Result<Self, InputError> {
        let threads = threads(args.threads)?;
        let until = args.until.as_deref().map(until).transpose()?;
        let entry = find_game(&args.game)?;
        let mut players: Vec<Option<u64>> = args.players.iter().copied().map(Some).collect();
        players.sort_unstable();
        players.dedup();
        if players.is_empty() {
            players.push(None);
        }
        let games = players.iter().map(|&players| load_with(entry, &args.rules, players));
        let games = games.collect::<Result<Vec<_>, _>>()?;
        let named = args.bots.iter().map(|text| read_bot(&*games[0], text));
        let mut bots = named.collect::<Result<Vec<_>, _>>()?;
        args.on_bot_error.tell(&mut bots);
        if !(2..=MAX_BOTS).contains(&bots.len()) {
            let allowed = "two bots at least, and 64 at most";
            return Err(InputError::OutOfRange { option: "--bots", value: args.bots.join(" "), allowed });
        }
        let typed: Vec<String> = bots.iter().map(BotSpec::typed).collect();
        tell_apart(&mut bots);
        let anchor = args.anchor.as_ref().map(|anchor| {
            let same = |bot: &BotSpec| bot.name == *anchor;
            let place = bots.iter().position(same).or_else(|| args.bots.iter().position(|bot| bot == anchor));
            let allowed = "one of the bots of --bots";
            place.ok_or_else(|| InputError::OutOfRange { option: "--anchor", value: anchor.clone(), allowed })
        });
        let per_deal: u64 = games.iter().map(|game| Design::new(bots.len(), game.seats()).plays()).sum();
        let most = MAX_PLAYS / per_deal;
        let deals = match (args.deals, args.games) {
            (Some(deals), _) => deals,
            (None, Some(plays)) => plays / per_deal,
            (None, None) => if until.is_some() { MOST_DEALS } else { DEALS }.min(most),
        };
        if !(1..=most).contains(&deals) {
            let (option, asked) = match args.games {
                Some(plays) => ("--games", plays),
                None => ("--deals", deals),
            };
            let value = format!("{asked} (each deal has {per_deal} plays)");
            let allowed = "at least one deal, and 20 million plays in all at most";
            return Err(InputError::OutOfRange { option, value, allowed });
        }
        let default = || PathBuf::from("reports").join(format!("{}-tournament-{}", entry.id, args.seed));
        let out = args.out.clone().unwrap_or_else(default);
        let (anchor, seed) = (anchor.transpose()?, args.seed);
        Ok(Self { entry, games, bots, typed, anchor, until, deals, threads, seed, out })
    }

    /// The verdicts, before the first deal.
    fn order(&self) -> Order {
        let (alpha, margin) = self.until.map_or((ALPHA, 0.0), |until| (until.alpha, until.margin));
        Order::new(self.bots.len(), alpha, margin)
    }

    fn per_deal(&self) -> Vec<u64> {
        self.games.iter().map(|game| Design::new(self.bots.len(), game.seats()).plays()).collect()
    }
}

/// Reads `settled` or `settled:alpha=0.05,margin=0.02`.
fn until(text: &str) -> Result<Until, InputError> {
    let wrong = || InputError::OutOfRange {
        option: "--until",
        value: text.to_owned(),
        allowed: "settled, or settled:alpha=0.05,margin=0.02 (alpha above 0 and below 1, margin from 0 to 1)",
    };
    let (word, rest) = text.split_once(':').unwrap_or((text, ""));
    let mut until = Until { alpha: ALPHA, margin: 0.0 };
    for setting in rest.split(',').filter(|setting| !setting.trim().is_empty()) {
        let (key, value) = setting.split_once('=').ok_or_else(wrong)?;
        let value: f64 = value.trim().parse().map_err(|_| wrong())?;
        match key.trim() {
            "alpha" if value > 0.0 && value < 1.0 => until.alpha = value,
            "margin" if (0.0..=1.0).contains(&value) => until.margin = value,
            _ => return Err(wrong()),
        }
    }
    if word == "settled" { Ok(until) } else { Err(wrong()) }
}

/// Gives bots that are named twice names of their own: `greedy`, `greedy#2`.
fn tell_apart(bots: &mut [BotSpec]) {
    let names: Vec<String> = bots.iter().map(|bot| bot.name.clone()).collect();
    for (i, bot) in bots.iter_mut().enumerate() {
        let before = names[..i].iter().filter(|name| **name == bot.name).count();
        if before > 0 {
            let _ = write!(bot.name, "#{}", before + 1);
        }
    }
}

pub(super) fn tournament(args: &TournamentArgs) -> Result<(), CliError> {
    let plan = Plan::check(args)?;
    let stop = Stop::listen()?;
    let folder = Folder::prepare(&plan.out, args.force).map_err(InputError::from)?;
    stop.leave_nothing_of(folder.leftovers());
    if !args.quiet {
        for game in &plan.games {
            warn(&game.warnings());
        }
    }
    let begun = Instant::now();
    let (played, order) = play(&plan, &stop, args.quiet)?;
    let done = played.first().map_or(0, |(_, deals)| deals.len());
    if done == 0 {
        return Err(CliError::Interrupted("interrupted before any deal was done".to_owned()));
    }
    let standings = Standings::new(plan.bots.len(), &played, plan.anchor);
    let names: Vec<String> = plan.bots.iter().map(|bot| bot.name.clone()).collect();
    let interrupted = stop.asked();
    let record = record(&plan, &standings, &names, &order, done as u64, !interrupted, begun.elapsed());
    let tables = tournament_tables(&standings, &names, &order);
    publish(folder, &record, &tables)?;
    let shown = plan.out.display().to_string();
    if args.json {
        print_json(&tournament_json(&record, &tables, &shown))?;
    } else {
        print(&tournament_text(&record, plan.entry.title, &standings, &names, &order, &shown))?;
    }
    if interrupted {
        return Err(CliError::Interrupted(format!(
            "interrupted after {} of {} deals; the files in {shown} are those of the deals done",
            thousands(record.deals_done),
            thousands(record.deals)
        )));
    }
    Ok(())
}

/// Plays all deals, or until the order is settled. Every number of players has the same deals.
///
/// They are played in rounds that grow, whatever the number of threads; the order is looked at after
/// each deal, and deals of the round that come after the settled one are dropped.
fn play(plan: &Plan, stop: &Stop, quiet: bool) -> Result<(Vec<(usize, PlayedDeals)>, Order), CliError> {
    let total: u64 = plan.per_deal().iter().sum::<u64>() * plan.deals;
    let progress = Progress::new(total, quiet);
    let hooks = Hooks { stop: stop.flag(), progress: &|plays| progress.add(plays) };
    let slow = plan.bots.iter().any(BotSpec::is_slow);
    let mut order = plan.order();
    let mut played: Vec<(usize, PlayedDeals)> =
        plan.games.iter().map(|game| (game.seats(), Vec::new())).collect();
    let mut done = 0;
    while done < plan.deals && !stop.asked() {
        let next = (done + (done / 2).max(if slow { 4 } else { 64 })).min(plan.deals);
        for (game, (_, all)) in plan.games.iter().zip(&mut played) {
            let deals = Deals { seed: plan.seed, numbers: done..next, threads: plan.threads };
            let round = game.meet(&plan.bots, &deals, hooks);
            all.extend(round.inspect_err(|_| progress.clear())?);
        }
        let whole = played.iter().map(|(_, deals)| deals.len()).min().unwrap_or(0);
        let mut last = whole;
        for deal in done as usize..whole {
            let parts = played.iter().map(|(seats, deals)| (*seats, &deals[deal][..]));
            let met = meetings(plan.bots.len(), parts);
            order.add(|i, j| met[i][j]);
            if plan.until.is_some() && order.settled() {
                last = deal + 1;
                break;
            }
        }
        for (_, deals) in &mut played {
            deals.truncate(last);
        }
        if plan.until.is_some() && order.settled() {
            break;
        }
        done = next;
    }
    progress.clear();
    Ok((played, order))
}

fn publish(folder: Folder, record: &TournamentRecord, tables: &[Table]) -> Result<(), FileError> {
    let mut drafts = Vec::new();
    for table in tables {
        let mut draft = folder.begin(&format!("{}.csv", table.name))?;
        write_table(table, &mut draft).map_err(|e| draft.failed(e))?;
        draft.flush().map_err(|e| draft.failed(e))?;
        drafts.push(draft);
    }
    let json = serde_json::to_string_pretty(record).expect("a record of numbers and texts has JSON");
    drafts.push(folder.draft("tournament.json", (json + "\n").as_bytes())?);
    folder.publish(drafts, TOURNAMENT_FILES)
}

fn record(
    plan: &Plan,
    standings: &Standings,
    names: &[String],
    order: &Order,
    done: u64,
    complete: bool,
    took: Duration,
) -> TournamentRecord {
    let per_deal = plan.per_deal();
    let plays_done = per_deal.iter().sum::<u64>() * done;
    let seconds = took.as_secs_f64();
    let cycles = standings.scopes.first().map_or(&[][..], |scope| &scope.cycles);
    TournamentRecord {
        version: env!("CARGO_PKG_VERSION"),
        command: command(plan),
        game: plan.entry.id,
        players: plan.games.iter().map(|game| game.seats()).collect(),
        rules_hash: plan.games.iter().map(|game| game.rules().hash()).collect(),
        rules: plan.games[0].rules().to_json(),
        bots: names.to_vec(),
        anchor: plan.anchor.map(|anchor| names[anchor].clone()),
        seed: plan.seed,
        deals: plan.deals,
        deals_done: done,
        plays_per_deal: per_deal,
        plays_done,
        until: plan.until,
        settled: order.settled(),
        cycles: cycles.iter().map(|cycle| cycle.iter().map(|&bot| names[bot].clone()).collect()).collect(),
        complete,
        wall_seconds: seconds,
        plays_per_second: if seconds > 0.0 { plays_done as f64 / seconds } else { 0.0 },
    }
}

/// A command that repeats the tournament, whatever became of its rule file.
fn command(plan: &Plan) -> String {
    let mut text = format!("ludometer tournament {} --bots", plan.entry.id);
    for bot in &plan.typed {
        let _ = write!(text, " {}", quoted(bot));
    }
    let players: Vec<String> = plan.games.iter().map(|game| game.seats().to_string()).collect();
    let _ = write!(text, " --players {} --deals {} --seed {}", players.join(","), plan.deals, plan.seed);
    if let Some(anchor) = plan.anchor {
        let _ = write!(text, " --anchor {}", quoted(&plan.bots[anchor].name));
    }
    if let Some(Until { alpha, margin }) = plan.until {
        let _ = write!(text, " --until settled:alpha={alpha},margin={margin}");
    }
    text + &rule_options(plan.games[0].rules())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn until_is_read_and_refused() {
        assert_eq!(until("settled").unwrap(), Until { alpha: 0.05, margin: 0.0 });
        let given = until("settled:margin=0.02, alpha=0.01").unwrap();
        assert_eq!(given, Until { alpha: 0.01, margin: 0.02 });
        for text in [
            "",
            "done",
            "settled:alpha",
            "settled:alpha=0",
            "settled:alpha=1",
            "settled:margin=2",
            "settled:x=1",
        ] {
            assert!(until(text).is_err(), "{text}");
        }
    }
}
