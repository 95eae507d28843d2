//! `merge`, of the shards of a sweep.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Duration;

use super::cells::{add, damaged};
use super::{Done, SweepPlan};
use crate::cli::args::MergeArgs;
use crate::cli::error::CliError;
use crate::cli::input::InputError;
use crate::cli::job::{Ended, Job as _, JobPlan, Means, write_results};
use crate::cli::merge::refuse_into;
use crate::cli::output::print_result;
use crate::cli::plan::threads;
use crate::cli::stop::Stop;
use crate::registry::Games;
use ludometer_report::{CheckpointHeader, Folder, SWEEP_FILES, belongs, complete, part_of, read_shard};
use ludometer_spec::SweepSpec;

pub(in crate::cli) fn merge_sweeps(games: &Games, args: &MergeArgs) -> Result<(), CliError> {
    let (kept, order) = headers(&args.folders)?;
    let places: Vec<_> = order.iter().map(|(folder, kept)| (*folder, part_of(kept))).collect();
    let places: Vec<_> = places.into_iter().filter_map(|(folder, part)| Some((folder, part.ok()?))).collect();
    let shards = complete(&places, args.partial).map_err(InputError::from)?;
    refuse_into(&args.folders, &args.out)?;
    let mut plan = plan_of(games, &kept, order[0].0)?;
    plan.shards = shards;
    let mut done: Done = BTreeMap::new();
    let mut milliseconds: u64 = 0;
    for (folder, _) in &order {
        // Read once more, so that all shards together needn't fit into memory but for their figures.
        let (kept, body) = read_shard::<SweepSpec>(folder).map_err(InputError::from)?;
        milliseconds = milliseconds.saturating_add(kept.milliseconds);
        add(&plan, &kept, &body, &mut done).map_err(|reason| damaged(folder, reason))?;
    }
    let stop = Stop::listen()?;
    let folder = Folder::prepare_anew(&args.out, args.force).map_err(InputError::from)?;
    stop.remove_on_abort(folder.leftovers());
    let kept = CheckpointHeader { shards, done: done.len() as u64, milliseconds, ..kept };
    let (command, hash, seconds) = (&kept.command[..], &kept.hash[..], milliseconds as f64 / 1000.0);
    let (complete, time_is_up) = (true, false);
    let ended = Ended { command, hash, seconds, complete, time_is_up, go_on: "" };
    let record = plan.record(&done, &ended);
    let files = write_results(games, folder, plan.contents(&mut done), &kept, &record, SWEEP_FILES)?;
    let MergeArgs { out: path, force, quiet, verbose, json, .. } = args;
    let shown = JobPlan {
        path: path.clone(),
        writes: true,
        force: *force,
        resume: false,
        quiet: *quiet,
        verbose: *verbose,
        json: *json,
    };
    Ok(print_result(&plan.shown(&done, &record, &ended, &shown, &files), *json)?)
}

/// The first header, and all of them with their folders in the order of their parts; they belong together.
type Headers<'a> = (CheckpointHeader<SweepSpec>, Vec<(&'a Path, CheckpointHeader<SweepSpec>)>);

fn headers(folders: &[PathBuf]) -> Result<Headers<'_>, InputError> {
    let mut all: Vec<(&Path, CheckpointHeader<SweepSpec>)> = Vec::new();
    for folder in folders {
        let (kept, _) = read_shard::<SweepSpec>(folder)?;
        part_of(&kept).map_err(|reason| damaged(folder, reason))?;
        if let Some((first, of_first)) = all.first() {
            belongs((first, of_first), (folder, &kept))?;
        }
        all.push((folder, kept));
    }
    let first = all[0].1.clone();
    all.sort_by_key(|(_, kept)| kept.shards.map(|shards| (shards.first, shards.last)));
    Ok((first, all))
}

/// Returns the sweep that the shards are of.
fn plan_of(games: &Games, kept: &CheckpointHeader<SweepSpec>, folder: &Path) -> Result<SweepPlan, CliError> {
    let means = Means {
        games: games.clone(),
        threads: threads(None)?,
        minutes: None,
        shard: None,
        checkpoint: Duration::ZERO,
    };
    let plan = SweepPlan::check(&kept.identity.spec, &means)?;
    if let Some(difference) = plan.identity.difference(&kept.identity) {
        return Err(InputError::new(format!(
            "{}: the sweep that it is a shard of would be another one here: {difference}; merge it where its files and \
             version are the same",
            folder.display(),
        )).into());
    }
    Ok(plan)
}
