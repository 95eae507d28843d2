//! Analyses of batches: the observers of `stats`, and what takes plays of its own.
//!
//! | file | table |
//! |---|---|
//! | `checks.rs`, `findings.rs` | `findings`: what stands out, in words, with a familywise error rate |
//! | `skill.rs` | `skill`: each bot level against the next weaker one; rows of `metrics`: how much choices matter, by playouts (`Depth::Deep`) |
//! | `variance.rs` | `variance`: how much of the outcome is bot, seat, deal, draws, and what is left |
//! | `card_values.rs` | `card_values`: what one copy more or less does |
//! | `holding.rs` | `card_holding`: what a card is worth to who draws it |
//! | `restricted.rs` | `restricted_play`: what a player loses who never, or always, chooses an action or a card |

mod card_values;
mod checks;
mod findings;
mod holding;
mod restricted;
mod skill;
mod variance;

use std::sync::atomic::Ordering;

pub(super) use self::card_values::card_values;
use self::card_values::games_a_deck;
pub use self::card_values::{CardChange, CardEffect, CardPrecision, CardValueRow};
use self::checks::About;
pub use self::checks::Severity;
pub use self::findings::FindingRow;
use self::findings::{Level, Subject as Played, findings};
pub use self::holding::CardHoldingRow;
pub(super) use self::holding::holding;
use self::holding::pairs_at_most;
pub(super) use self::restricted::restricted;
pub use self::restricted::{RestrictedKind, RestrictedRow};
pub use self::skill::SkillRow;
use self::skill::{choices, ladder, meeting};
pub use self::variance::VarianceRow;
pub(super) use self::variance::variance;
use crate::any::GameInfo;
use crate::batch::{Batch, Hooks, Plan, RunError, counted, simulate_on};
use crate::play::{PlayError, checked};
use crate::recorder::{Recorder, RowsOnly, Start};
use ludometer_bots::{Bot, BotSpec, OnBotError, Random, Strategy, build};
use ludometer_model::{Decision, Rng, SeatSet};
use ludometer_playable::Playable;
use ludometer_stats::{Analysed, Analysis, Curve, Standard, Statistic, Subject, TargetLength};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The seed of the pilot batch that the curve of the chances is fitted on; [`Playable::pilot_games`] is its size, or that of
/// the batch where this is smaller: what is measured must not cost many times the batch.
///
/// The curve is a part of what is measured. So it is the same for batches of any seed and, from the size of the pilot on,
/// of any size: a metric that rested on a curve of the batch's own would have no long-run value that the
/// intervals of small batches could hold.
const PILOT_SEED: u64 = 0x70_69_6c_6f_74;

/// Plays of the pilot of the batches with other bots beside a batch, which have a thousand plays at most.
const PILOT_BESIDE: u64 = 1000;

/// A game that takes so many decisions stalls. It ends the batches beside the main one: they would cost far more than that.
const STALL: u32 = 20_000;

/// How deep an analysis goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Depth {
    /// The figures of the plays themselves, with no play beside them: estimated chances are not mended.
    Short,
    /// The figures of the plays themselves.
    Basic,
    /// Also what takes a search.
    Deep,
}

/// The plan of an analysis.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AnalysisPlan {
    /// How deep.
    pub depth: Depth,
    /// Also the ladder of skill and where the variance of outcomes comes from.
    pub skill: bool,
    /// Also what each card does, by plays with one copy more and one less, as exactly as this, and what it is worth
    /// to who draws it.
    pub card_values: Option<CardPrecision>,
    /// The length that plays should have, if one is wanted.
    pub target: Option<TargetLength>,
}

/// The yardsticks for the course of plays.
#[derive(Clone, Default)]
struct Yardsticks {
    curve: Option<Curve>,
    target: Option<TargetLength>,
    /// There are none yet: the plays are to make the curve.
    pilot: bool,
}

/// Plays a batch that is analysed by these yardsticks.
fn watched<G: Playable, S: Statistic<G> + Sync>(
    game: &G,
    bots: &[BotSpec],
    plan: &Plan,
    hooks: Hooks<'_>,
    (start, recorder): (Option<&Start>, &mut dyn Recorder),
    Yardsticks { curve, target, pilot }: Yardsticks,
) -> Result<(Batch, Analysed<S>), RunError> {
    let counted = counted(game, bots);
    let (phases, standing) = (game.phases().to_vec(), game.design().progress_unit.clone());
    let decision_limit = game.decision_limit();
    let subject = Subject { phases, standing, curve, target, decision_limit, pilot };
    let analysis = Analysis::new(&counted, &subject);
    let standard = <Standard<S> as Statistic<G>>::new(&counted);
    simulate_on(game, bots, plan, hooks, start, recorder, &(standard, Some(analysis)))
}

/// Returns the curve for the chances in a batch of these bots, of which the plan may be a part: the whole has so many plays.
///
/// # Errors
/// A game or bot that failed.
pub fn pilot<G: Playable>(
    game: &G,
    bots: &[BotSpec],
    plan: &Plan,
    work: Work<'_>,
    whole: u64,
) -> Result<Option<Curve>, RunError> {
    curve(game, bots, plan, work, game.pilot_games().min(whole.saturating_mul(game.pilot_share())))
}

/// Returns the curve for the chances in plays of these bots, from so many of them at most: of greedy ones in the place of
/// those that think. There is none where a game stalls.
fn curve<G: Playable>(
    game: &G,
    bots: &[BotSpec],
    plan: &Plan,
    work: Work<'_>,
    plays: u64,
) -> Result<Option<Curve>, RunError> {
    let quick = |bot: &BotSpec| {
        if bot.is_search() { BotSpec::parse("greedy", game.design()).ok() } else { Some(bot.clone()) }
    };
    let Some(bots) = bots.iter().map(quick).collect::<Option<Vec<_>>>() else { return Ok(None) };
    let plan = Plan { seed: PILOT_SEED, plays: 0..plays, timing: false, stall: Some(STALL), ..plan.clone() };
    let yardsticks = Yardsticks { pilot: true, ..Yardsticks::default() };
    let hooks = work.begin("pilot", plays, "games");
    let pilot = (None, &mut RowsOnly(None) as &mut dyn Recorder);
    match watched::<G, G::Stats>(game, &bots, &plan, hooks, pilot, yardsticks) {
        Err(RunError::Stalled) => Ok(None),
        tally => Ok(tally?.1.1.as_ref().and_then(Analysis::fit)),
    }
}

/// Plays a batch, or what is left of it after a start, followed by a recorder, and analyses it. It is
/// a part of a run of so many plays: what belongs to the whole run comes when it is the whole.
///
/// # Errors
/// As a batch without an analysis.
pub(super) fn analyse_on<G: Playable, S: Statistic<G> + Sync>(
    game: &G,
    info: &GameInfo,
    bots: &[BotSpec],
    plan: &Plan,
    work: Work<'_>,
    (analysis, plays): (AnalysisPlan, u64),
    batch: (Option<&Start>, &mut dyn Recorder),
) -> Result<Batch, RunError> {
    let target = analysis.target;
    let curve = if analysis.depth > Depth::Short { pilot(game, bots, plan, work, plays)? } else { None };
    let yardsticks = Yardsticks { curve, target, pilot: false };
    let hooks = work.begin_batch(plan.plays.end - plan.plays.start);
    let (mut batch, _) = watched::<G, S>(game, bots, plan, hooks, batch, yardsticks)?;
    if batch.interrupted || plan.plays != (0..plays) {
        return Ok(batch);
    }
    let before = batch.report.clone();
    let further = further(game, info, bots, plan, work, analysis, &mut batch);
    match further {
        // Half of what belongs to the whole run would tell something wrong.
        _ if work.stopped() => {
            batch.report = before;
            batch.interrupted = true;
        }
        Ok(()) => {}
        // It was a play beside the batch that failed: the batch itself is whole, and so is each table that was
        // added before; the run is not.
        Err(RunError::Bot { failure, .. } | RunError::Play(failure)) => {
            batch.interrupted = true;
            return Err(RunError::Bot { failure, batch: Box::new(batch) });
        }
        Err(error) => return Err(error),
    }
    Ok(batch)
}

/// Measures what takes plays beside those of the batch. Stopped, it leaves out what is not complete.
fn further<G: Playable>(
    game: &G,
    info: &GameInfo,
    bots: &[BotSpec],
    plan: &Plan,
    work: Work<'_>,
    analysis: AnalysisPlan,
    batch: &mut Batch,
) -> Result<(), RunError> {
    if analysis.depth == Depth::Deep {
        batch.report.analysis.extend(choices(game, bots, plan, work)?);
    }
    add_findings(game, plan, work, analysis, batch)?;
    if work.stopped() {
        return Ok(());
    }
    if analysis.skill {
        let skill = ladder(game, info, plan, work)?;
        if work.stopped() {
            return Ok(());
        }
        batch.report.tables.push(skill);
        batch.report.tables.push(variance(game, bots, &meeting(info), plan, work)?);
    }
    if let Some(precision) = analysis.card_values {
        let games = games_a_deck(bots, plan);
        let values = card_values(game, &info.rules, bots, plan, work, (precision, &batch.report, games))?;
        if work.stopped() {
            return Ok(());
        }
        batch.report.tables.push(values);
        let held = holding(game, bots, plan, work, pairs_at_most(game, bots))?;
        if work.stopped() {
            return Ok(());
        }
        batch.report.tables.extend(held);
    }
    Ok(())
}

/// Adds the findings of a whole batch, for which plays with other bots are played beside it; not if
/// it is stopped meanwhile.
///
/// # Errors
/// [`RunError`].
pub(super) fn add_findings<G: Playable>(
    game: &G,
    plan: &Plan,
    work: Work<'_>,
    analysis: AnalysisPlan,
    batch: &mut Batch,
) -> Result<(), RunError> {
    let names = &batch.counted.bots;
    let levels = levels(game, plan, work, analysis, names)?;
    if work.stopped() {
        return Ok(());
    }
    let cards = game.cards();
    let idle: Vec<&str> =
        cards.iter().filter(|card| card.is_blank || !card.is_played).map(|card| card.name.as_str()).collect();
    let about = About {
        seats: game.seats(),
        contest: &batch.counted.contest,
        has_ties: game.payoff().is_none(),
        idle: &idle,
        names: &game.names(),
    };
    let failed = names.iter().map(String::as_str).zip(batch.forfeits.iter().copied());
    let failed: Vec<(&str, u64)> = failed.filter(|(_, times)| *times > 0).collect();
    let played =
        Played { bots: &names.join(" "), failed: &failed, distinct: batch.distinct, games: batch.plays };
    let table = findings(&batch.report, played, &levels, about);
    batch.report.tables.push(table);
    Ok(())
}

/// Bots for which the findings are looked at besides those of the batch, with the least and most
/// plays: one in two hundred of the batch between them. Random plays can be ten times as long as others.
const LEVELS: [(&str, Depth, u64, u64); 3] = [
    ("random", Depth::Basic, 400, 1000),
    ("greedy", Depth::Basic, 400, 1000),
    ("mcts:iterations=50", Depth::Deep, 100, 400),
];

/// Plays batches with bots of other strengths.
fn levels<G: Playable>(
    game: &G,
    plan: &Plan,
    work: Work<'_>,
    analysis: AnalysisPlan,
    known: &[String],
) -> Result<Vec<Level>, RunError> {
    let mut levels = Vec::new();
    for (text, least_depth, least, most) in LEVELS {
        // A bot that all games have can be read; a batch of that bot alone needs no second one.
        let Ok(bot) = BotSpec::parse(text, game.design()) else { continue };
        if analysis.depth < least_depth || *known == [bot.name.clone()] {
            continue;
        }
        let plays = (plan.plays.end / 200).clamp(least, most).min(plan.plays.end);
        let side = Plan { plays: 0..plays, timing: false, stall: Some(STALL), ..plan.clone() };
        let line_up = vec![bot.clone(); game.seats()];
        let target = analysis.target;
        let curve = curve(game, &line_up, &side, work, PILOT_BESIDE.min(side.plays.end))?;
        let yardsticks = Yardsticks { curve, target, pilot: false };
        let hooks = work.begin(&format!("with {text}"), side.plays.end - side.plays.start, "games");
        let rows = (None, &mut RowsOnly(None) as &mut dyn Recorder);
        let (batch, _) = match watched::<G, G::Stats>(game, &line_up, &side, hooks, rows, yardsticks) {
            Err(RunError::Stalled) => continue,
            played => played?,
        };
        levels.push(Level { name: bot.name, plays: batch.plays, report: batch.report });
    }
    Ok(levels)
}

/// A line-up. What becomes of a bot that fails is the same as in the batch.
struct Players<'a, G: Playable> {
    bots: &'a [BotSpec],
    line_up: Vec<Bot<G>>,
    /// Bots that failed in the play at hand, by place; the next play has them back.
    failed_bots: Vec<(usize, Bot<G>)>,
    /// The seats whose bots failed in it.
    pub forfeited: SeatSet,
    play: u64,
    decision: u32,
}

impl<'a, G: Playable> Players<'a, G> {
    fn new(game: &G, bots: &'a [BotSpec]) -> Self {
        let line_up = bots.iter().map(|bot| build(bot, game)).collect();
        Self { bots, line_up, failed_bots: Vec::new(), forfeited: SeatSet::EMPTY, play: 0, decision: 0 }
    }

    /// Begins the play of this number.
    fn begin(&mut self, play: u64) {
        for (place, bot) in self.failed_bots.drain(..) {
            self.line_up[place] = bot;
        }
        self.line_up.iter_mut().for_each(Strategy::begin);
        (self.play, self.decision, self.forfeited) = (play, 0, SeatSet::EMPTY);
    }

    /// Returns what the bot of this place in the line-up chooses.
    ///
    /// # Errors
    /// Its failure, if it is not to forfeit then.
    fn choose(
        &mut self,
        place: usize,
        shown: &Decision<'_, G>,
        rng: &mut Rng,
    ) -> Result<G::Action, PlayError> {
        let (legal, decision) = (shown.legal(), self.decision);
        self.decision += 1;
        let chosen = self.line_up[place].decide(shown, rng).map_err(|forfeit| forfeit.reason);
        match chosen.and_then(|i| checked(i, legal)) {
            Ok(action) => Ok(action),
            Err(reason) if self.bots[place].on_error == OnBotError::Stop => {
                let (bot, seat) = (self.bots[place].name.clone(), shown.seat());
                Err(PlayError::Forfeit { bot, seat, decision, play: self.play, reason })
            }
            Err(_) => {
                // Someone who chooses at random takes its place.
                let failed = std::mem::replace(&mut self.line_up[place], Bot::Random(Random));
                self.failed_bots.push((place, failed));
                self.forfeited.insert(shown.seat());
                Ok(legal[rng.index(legal.len())])
            }
        }
    }
}

/// A part of the work of an analysis: a batch, or plays of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stage<'a> {
    /// Its name.
    pub name: &'a str,
    /// True for the batch that was asked for, which may begin where an earlier run stopped.
    pub is_batch: bool,
    /// How many pieces it has.
    pub pieces: u64,
    /// The unit of a piece.
    pub unit: &'static str,
}

/// The hooks of an analysis: what its caller listens to and may do.
#[derive(Clone, Copy)]
pub struct Work<'a> {
    /// Asked to stop, and informed of progress in the pieces of the stage at hand.
    pub hooks: Hooks<'a>,
    /// Called as a stage begins.
    pub stage: &'a dyn Fn(&Stage<'_>),
}

impl<'a> Work<'a> {
    /// Returns hooks by which nobody stops it and nobody is informed of its progress.
    pub const fn unwatched() -> Work<'static> {
        Work { hooks: Hooks::none(), stage: &|_| {} }
    }

    /// Returns true when the work is to stop.
    pub fn stopped(&self) -> bool {
        self.hooks.stop.load(Ordering::Relaxed)
    }

    /// Returns the batch that was asked for begins: the hooks for it.
    fn begin_batch(&self, plays: u64) -> Hooks<'a> {
        (self.stage)(&Stage { name: "batch", is_batch: true, pieces: plays, unit: "games" });
        self.hooks
    }

    /// Begins a stage beside the batch and returns the hooks for it.
    pub fn begin(&self, name: &str, pieces: u64, unit: &'static str) -> Hooks<'a> {
        (self.stage)(&Stage { name, is_batch: false, pieces, unit });
        self.hooks
    }
}
