//! `tournament`: every bot meets every other.

mod plan;
mod rounds;

use std::io;

pub(super) use self::plan::Plan;
use self::rounds::rounds;
use super::args::TournamentArgs;
use super::error::CliError;
use super::input::InputError;
use super::job::{Contents, End, Ended, Job, JobPlan, Means, Played, Session, perform};
use super::plan::warnings;
use crate::registry::Games;
use ludometer_model::Program;
use ludometer_rating::Order;
use ludometer_report::{
    CheckpointHeader, DealsDraft, Folder, Identity, ResumeError, TOURNAMENT_FILES, TournamentRecord,
    thousands, tournament_cycles, tournament_json, tournament_tables, tournament_text,
};
use ludometer_run::{AnyGame, Hooks, PlayedDeals, Scope, Standings, Start};
use ludometer_spec::{Minutes, TournamentSpec};
use ludometer_stats::Table;

/// The deals played, by the number of players.
type Deals = Vec<(usize, PlayedDeals)>;

pub(super) fn tournament(games: &Games, args: &TournamentArgs) -> Result<(), CliError> {
    perform::<Plan>(games, &args.spec, args.minutes, None, &args.job).map(drop)
}

/// The results of a tournament.
pub(in crate::cli) struct Done {
    deals: u64,
    order: Order,
    standings: Standings,
    tables: Vec<Table>,
}

impl Plan {
    fn names(&self) -> Vec<String> {
        self.bots.iter().map(|bot| bot.name.clone()).collect()
    }

    /// Begins the draft of all deals, or goes on with it and reads those that are in it.
    fn draft(
        &self,
        folder: &Folder,
        header: &CheckpointHeader<TournamentSpec>,
        played: &mut Deals,
    ) -> Result<DealsDraft, CliError> {
        let Some(sum) = header.rows else { return Ok(DealsDraft::begin(folder)?) };
        let size = (header.done, self.bots.len());
        let draft = DealsDraft::go_on(folder, size, &self.per_deal(), sum, played)?;
        let lost = || InputError::from(ResumeError::Rows { path: folder.path().to_owned() });
        Ok(draft.ok_or_else(lost)?)
    }
}

impl Job for Plan {
    type Spec = TournamentSpec;
    type Done = Done;
    type Record = TournamentRecord;
    const WORK: &'static str = "tournament";
    const UNIT: &'static str = "deals";
    const FILES: &'static [&'static str] = TOURNAMENT_FILES;

    fn check(spec: &TournamentSpec, means: &Means) -> Result<Self, CliError> {
        Self::new(spec, means)
    }

    fn folder(&self) -> String {
        format!("{}-tournament-{}", self.entry.file_name(), self.seed)
    }

    fn spec(&self) -> TournamentSpec {
        self.complete_spec()
    }

    fn identity(&self) -> Identity<TournamentSpec> {
        let games: Vec<&dyn AnyGame> = self.games.iter().map(|game| &**game).collect();
        Identity::new(self.spec(), &games, &self.bots)
    }

    fn games(&self) -> Vec<&dyn AnyGame> {
        self.games.iter().map(|game| &**game).collect()
    }

    fn warnings(&self) -> Vec<String> {
        self.games.iter().flat_map(|game| warnings(&**game, &self.bots)).collect()
    }

    fn parts(&self) -> Vec<&'static str> {
        vec![DealsDraft::NAME]
    }

    fn play(
        &self,
        session: &mut Session<'_, TournamentSpec>,
        _: Option<&Start>,
    ) -> Result<Played<Done>, CliError> {
        let mut played: Deals = self.games.iter().map(|game| (game.seats(), Vec::new())).collect();
        let header = session.writer.header();
        let mut draft = session.folder.map(|folder| self.draft(folder, header, &mut played)).transpose()?;
        let (stop, progress) = (session.stop, session.events);
        let per_deal = self.per_deal().iter().sum::<u64>();
        match stop.deadline() {
            Some(deadline) => progress.begin_in_time("games", deadline),
            None => progress.begin(per_deal * self.deals, "games", None),
        }
        progress.begin_at(per_deal * header.done);
        let some_done = |plays| {
            progress.add(plays);
            stop.look_at_clock();
        };
        let hooks = Hooks { stop: stop.flag(), progress: &some_done };
        let ended = rounds(self, session, hooks, draft.as_mut(), &mut played);
        progress.end();
        let (order, failure) = ended?;
        let deals = played.first().map_or(0, |(_, deals)| deals.len() as u64);
        let end = match failure {
            Some(failure) => End::BotFailed(failure),
            None => End::of(!self.is_over(&order, deals), stop),
        };
        let standings = Standings::new(self.bots.len(), &played, self.anchor);
        let tables = tournament_tables(&standings, &self.names(), &order, self.until);
        Ok(Played { count: deals, end, done: Done { deals, order, standings, tables } })
    }

    fn limit(&mut self, _: &Done, deals: u64) {
        self.deals = deals;
    }

    fn record(&self, done: &Done, ended: &Ended<'_>) -> TournamentRecord {
        record(self, done, ended)
    }

    fn contents(&self, done: &mut Done) -> io::Result<Contents> {
        Ok(Contents { tables: done.tables.clone(), ..Contents::default() })
    }

    fn shown(
        &self,
        done: &Done,
        record: &TournamentRecord,
        _: &Ended<'_>,
        plan: &JobPlan,
        files: &[String],
    ) -> String {
        let folder = plan.path.display().to_string();
        if plan.json {
            return format!("{:#}\n", tournament_json(record, &done.tables, &folder));
        }
        let Done { standings, order, .. } = done;
        tournament_text(record, self.entry.title(), standings, &self.names(), order, &plan.files(files))
    }

    fn nothing(&self) -> String {
        "any deal was done".to_owned()
    }

    fn progress(&self, done: &Done, _: &Ended<'_>) -> String {
        format!("{} of {} deals", thousands(done.deals), thousands(self.deals))
    }

    fn part_done(&self) -> &'static str {
        "the deals done"
    }
}

/// Returns all that is known of the tournament.
fn record(plan: &Plan, done: &Done, ended: &Ended<'_>) -> TournamentRecord {
    let names = plan.names();
    let per_deal = plan.per_deal();
    let games_done = per_deal.iter().sum::<u64>() * done.deals;
    let forfeits = |scope: &Scope| {
        let bots = names.iter().cloned().zip(scope.bots.iter().map(|bot| bot.forfeits));
        bots.filter(|(_, times)| *times > 0).collect()
    };
    TournamentRecord {
        version: Program::release().to_owned(),
        command: ended.command.to_owned(),
        game: plan.entry.id().to_owned(),
        players: plan.games.iter().map(|game| game.seats()).collect(),
        rules_hash: plan.games.iter().map(|game| game.rules().hash()).collect(),
        rules: plan.games[0].rules().to_json(),
        settings: plan.spec().rules.settings,
        spec: plan.spec(),
        bots: names.clone(),
        anchor: plan.anchor.map(|anchor| names[anchor].clone()),
        seed: plan.seed,
        options_hash: ended.hash.to_owned(),
        form: done.standings.scopes.first().map(|scope| scope.form).unwrap_or_default(),
        deals: plan.deals,
        minutes: plan.minutes.map(Minutes::number),
        deals_done: done.deals,
        games_per_deal: per_deal,
        games_done,
        until: plan.until,
        settled: done.order.settled(),
        cycles: tournament_cycles(&done.standings, &names, &done.order, plan.until),
        forfeits: done.standings.scopes.first().map(forfeits).unwrap_or_default(),
        distinct_games: done.standings.distinct,
        complete: ended.complete,
        wall_seconds: ended.seconds,
        games_per_second: if ended.seconds > 0.0 { games_done as f64 / ended.seconds } else { 0.0 },
        finished: None,
    }
}
