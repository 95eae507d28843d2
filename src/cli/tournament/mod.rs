//! `tournament`: every bot meets every other.

mod plan;
mod rounds;

use std::io::Write as _;
use std::time::{Duration, Instant};

use self::plan::{Plan, command};
use self::rounds::{Ended, play};
use super::args::{Minutes, TournamentArgs};
use super::error::CliError;
use super::finished::finished;
use super::input::InputError;
use super::output::{print, print_json, warn, warn_of_beginning};
use super::replaced::replaced;
use super::run::{enough_time, with_resume_hint};
use super::stop::Stop;
use ludometer_model::Program;
use ludometer_rating::Order;
use ludometer_report::{
    CHECKPOINT, CheckpointHeader, DealsDraft, FileError, Folder, Options as _, Resume, ResumeError,
    TOURNAMENT_FILES, TournamentOptions, TournamentRecord, look, thousands, tournament_json,
    tournament_tables, tournament_text, write_table,
};
use ludometer_run::{PlayedDeals, Standings};
use ludometer_stats::Table;

/// The deals played, by the number of players.
type Played = Vec<(usize, PlayedDeals)>;

pub(super) fn tournament(args: &TournamentArgs) -> Result<(), CliError> {
    let mut plan = Plan::check(args)?;
    let stop = Stop::listen()?.within(plan.minutes.map(Minutes::duration));
    let folder = if args.resume { Folder::reopen(&plan.out) } else { Folder::prepare(&plan.out, args.force) };
    let folder = folder.map_err(InputError::from)?;
    stop.remove_on_abort(folder.leftovers());
    let Some((kept, played, draft)) = begin(&plan, &folder, args)? else {
        // There may be a checkpoint from just before its end.
        folder.remove(CHECKPOINT)?;
        folder.remove_parts();
        return finished("tournament", &plan.out, TournamentOptions::RECORD, args.json);
    };
    if !args.quiet {
        for game in &plan.games {
            warn(game.warnings());
        }
    }
    let before = Duration::from_millis(kept.milliseconds);
    let begun = Instant::now();
    let keep = (kept, draft);
    let Ended { played, order, failure, mut kept, stored } =
        play(&plan, &folder, &stop, keep, played, args.quiet)?;
    let done = played.first().map_or(0, |(_, deals)| deals.len());
    if let Some(failure) = failure.as_ref().filter(|_| done == 0) {
        return Err(CliError::BotFailed(format!("{failure} (no deal was done before it)")));
    }
    let time_is_up = stop.time_is_up() && failure.is_none();
    if time_is_up {
        // What there was time for is a whole tournament of fewer deals, whose command repeats it.
        enough_time(done as u64, plan.minutes)?;
        plan.deals = done as u64;
        kept.options = plan.options();
        (kept.hash, kept.command) = (kept.options.hash(), command(&plan));
    }
    if done == 0 {
        return Err(CliError::Interrupted("interrupted before any deal was done".to_owned()));
    }
    let standings = Standings::new(plan.bots.len(), &played, plan.anchor);
    let names: Vec<String> = plan.bots.iter().map(|bot| bot.name.clone()).collect();
    let interrupted = stop.asked() && !time_is_up;
    let complete = !interrupted && failure.is_none();
    let resume = kept.resume(&plan.out);
    let mut record = record(&plan, &standings, &names, &order, &kept);
    let took = (before + begun.elapsed()).as_secs_f64();
    record.complete = complete;
    record.wall_seconds = took;
    record.plays_per_second = if took > 0.0 { record.plays_done as f64 / took } else { 0.0 };
    let tables = tournament_tables(&standings, &names, &order);
    publish(folder, &record, &tables).map_err(|e| with_resume_hint(e, (stored, "deals"), &resume))?;
    let shown = plan.out.display().to_string();
    let printed = if args.json {
        print_json(&tournament_json(&record, &tables, &shown))
    } else {
        print(&tournament_text(&record, plan.entry.title(), &standings, &names, &order, &shown))
    };
    if let Some(failure) = failure {
        let done = thousands(record.deals_done);
        return Err(CliError::BotFailed(format!(
            "{failure} (the {done} deals before it are kept in {shown}; with --on-bot-error forfeit a \
             tournament goes on; this one tries the same deal again with: {resume})"
        )));
    }
    if interrupted {
        return Err(CliError::Interrupted(format!(
            "interrupted after {} of {} deals; the files in {shown} are those of the deals done; go on with: \
             {resume}",
            thousands(record.deals_done),
            thousands(record.deals)
        )));
    }
    Ok(printed?)
}

/// Where the tournament begins or goes on: what is known of it, its deals so far and their draft. `None`
/// if all of it is done.
fn begin(
    plan: &Plan,
    folder: &Folder,
    args: &TournamentArgs,
) -> Result<Option<(CheckpointHeader<TournamentOptions>, Played, DealsDraft)>, CliError> {
    let options = plan.options();
    let mut played: Played = plan.games.iter().map(|game| (game.seats(), Vec::new())).collect();
    let found = if args.resume {
        look(folder.path(), &options, None).map_err(InputError::from)?
    } else {
        Resume::Nothing
    };
    match found {
        Resume::Finished => Ok(None),
        Resume::Part(kept, _) => {
            folder.keep();
            let lost = || InputError::from(ResumeError::Rows { path: plan.out.clone() });
            let sum = kept.rows.ok_or_else(lost)?;
            let size = (kept.done, plan.bots.len());
            let draft = DealsDraft::go_on(folder, size, &plan.per_deal(), sum, &mut played)?;
            Ok(Some((*kept, played, draft.ok_or_else(lost)?)))
        }
        Resume::Nothing => {
            if args.resume && !args.quiet {
                warn_of_beginning("tournament", &plan.out);
            }
            // What a former tournament left to go on with is replaced with it.
            folder.remove(CHECKPOINT)?;
            folder.remove_parts();
            let (hash, command) = (options.hash(), command(plan));
            let kept = CheckpointHeader {
                hash,
                options,
                command,
                shards: None,
                done: 0,
                milliseconds: 0,
                rows: None,
            };
            Ok(Some((kept, played, DealsDraft::begin(folder)?)))
        }
    }
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
    let kept = [folder.path().join(CHECKPOINT), DealsDraft::part(&folder)];
    let replaced = replaced(folder.path(), TOURNAMENT_FILES);
    folder.publish_instead(drafts, &replaced, if record.complete { &kept } else { &[] })
}

/// All that is known of the tournament but how it ended and how long it took.
fn record(
    plan: &Plan,
    standings: &Standings,
    names: &[String],
    order: &Order,
    kept: &CheckpointHeader<TournamentOptions>,
) -> TournamentRecord {
    let per_deal = plan.per_deal();
    let plays_done = per_deal.iter().sum::<u64>() * kept.done;
    let cycles = standings.scopes.first().map_or(&[][..], |scope| &scope.cycles);
    TournamentRecord {
        version: Program::release(),
        command: kept.command.clone(),
        game: plan.entry.id().to_owned(),
        players: plan.games.iter().map(|game| game.seats()).collect(),
        rules_hash: plan.games.iter().map(|game| game.rules().hash()).collect(),
        rules: plan.games[0].rules().to_json(),
        bots: names.to_vec(),
        anchor: plan.anchor.map(|anchor| names[anchor].clone()),
        seed: plan.seed,
        options_hash: kept.hash.clone(),
        deals: plan.deals,
        minutes: plan.minutes.map(Minutes::number),
        deals_done: kept.done,
        plays_per_deal: per_deal,
        plays_done,
        until: plan.until,
        settled: order.settled(),
        cycles: cycles.iter().map(|cycle| cycle.iter().map(|&bot| names[bot].clone()).collect()).collect(),
        complete: false,
        wall_seconds: 0.0,
        plays_per_second: 0.0,
    }
}
