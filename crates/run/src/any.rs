//! Games with their types erased, for the command line: one `dyn` call is a whole run.

use std::borrow::Cow;
use std::io::Write;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use super::analysis::{AnalysisPlan, Depth, Work, add_findings, analyse, analyse_on};
use super::audit::{Audit, AuditError, audit_with};
use super::batch::{Batch, Hooks, Plan, RowSink, RunError, counted, counted_of, simulate, simulate_on};
use super::bench::{BenchRow, SplitRow, split, throughput};
use super::check::{ContractViolation, check};
use super::keep::{Recorder, Start, TallyError, join, shape};
use super::meter::{GameMeter, Meter, MeterPlan};
use super::parts::{Part, parts};
use super::person::{InteractiveGame, InteractiveOptions, Person, play_interactive};
use super::tournament::{DealResults, Deals, deals};
use super::trace::{Branch, TraceError, TraceOptions, trace};
use ludometer_bots::{BotError, BotSpec};
use ludometer_model::RuleSet;
use ludometer_playable::{CardKind, Compiled, Playable};
use ludometer_stats::{Analysed, Standard, Statistic};

/// A game with one rule set at one table size, its type erased.
pub trait AnyGame: Send + Sync {
    /// The number of seats.
    fn seats(&self) -> usize;

    /// What is odd about the rule set.
    fn warnings(&self) -> Vec<String>;

    /// Those of its warnings that tell of trouble in play (see [`Playable::hazards`]).
    fn hazards(&self) -> Vec<String>;

    /// The kinds of cards.
    fn cards(&self) -> Vec<CardKind>;

    /// The rule set.
    fn rules(&self) -> &RuleSet;

    /// Reads a bot for this game.
    ///
    /// # Errors
    /// As [`BotSpec::parse`].
    fn bot(&self, text: &str) -> Result<BotSpec, BotError>;

    /// Plays a batch with one bot a seat. `rows` receives every play in order.
    ///
    /// # Errors
    /// [`RunError`].
    fn simulate(
        &self,
        bots: &[BotSpec],
        plan: &Plan,
        hooks: Hooks<'_>,
        rows: Option<RowSink<'_>>,
    ) -> Result<Batch, RunError>;

    /// Plays a batch as [`AnyGame::simulate`] does and analyses it: the report has more tables.
    ///
    /// # Errors
    /// [`RunError`].
    fn analyse(
        &self,
        bots: &[BotSpec],
        plan: &Plan,
        work: Work<'_>,
        rows: Option<RowSink<'_>>,
        analysis: AnalysisPlan,
    ) -> Result<Batch, RunError>;

    /// A meter that plays unit after unit with one bot a seat.
    fn meter<'a>(&'a self, bots: &[BotSpec], plan: MeterPlan) -> Box<dyn Meter + 'a>;

    /// Plays a batch, or what is left of it after `start`. `recorder` follows it in order of play. An
    /// analysis comes with the number of plays of the whole run, of which the batch may be a part.
    ///
    /// # Errors
    /// [`RunError`].
    fn simulate_from(
        &self,
        bots: &[BotSpec],
        plan: &Plan,
        work: Work<'_>,
        analysis: Option<(AnalysisPlan, u64)>,
        start: Option<&Start>,
        recorder: &mut dyn Recorder,
    ) -> Result<Batch, RunError>;

    /// Adds the findings to a whole batch that was joined from analysed parts.
    ///
    /// # Errors
    /// [`RunError`].
    fn find(&self, plan: &Plan, work: Work<'_>, batch: &mut Batch) -> Result<(), RunError>;

    /// Joins the tallies of parts of a batch, whose different bots have these names, and gives the
    /// tallies of the whole as well. `analysed` tells that they were analysed.
    ///
    /// # Errors
    /// The position of the first part that can't be read, and why.
    fn join(
        &self,
        bots: &[String],
        analysed: bool,
        parts: &mut dyn Iterator<Item = Start>,
    ) -> Result<(Batch, Vec<u8>), (usize, TallyError)>;

    /// A hash of what is counted in a batch whose different bots have these names: stored tallies
    /// of another shape can't be read.
    fn shape(&self, bots: &[String]) -> String;

    /// Replays one play, event by event. The bots, also those of a branch, are one a seat.
    ///
    /// # Errors
    /// [`TraceError`].
    fn trace(
        &self,
        bots: &[BotSpec],
        options: TraceOptions<'_>,
        out: &mut dyn Write,
    ) -> Result<(), TraceError>;

    /// Plays deals of a tournament: the bots, which differ in name, meet in all seats.
    ///
    /// # Errors
    /// [`RunError`].
    fn play_deals(&self, bots: &[BotSpec], plan: &Deals, hooks: Hooks<'_>) -> Result<DealResults, RunError>;

    /// Plays with a person in one seat; `bots` has one bot a seat, of which the person's is not used.
    fn play_interactive(
        &self,
        bots: &[BotSpec],
        sitting: InteractiveOptions<'_>,
        person: &mut dyn Person,
    ) -> InteractiveGame;

    /// Checks the contract of the game in random plays.
    ///
    /// # Errors
    /// The first [`ContractViolation`].
    fn check(&self, plays: u64, seed: u64) -> Result<(), ContractViolation>;

    /// The no-peek audit of bots, one a seat. The progress told is in positions.
    ///
    /// # Errors
    /// The first choice that changed, or a bot's failure.
    fn audit(
        &self,
        bots: &[BotSpec],
        positions: u64,
        seed: u64,
        hooks: Hooks<'_>,
    ) -> Result<Audit, AuditError>;

    /// The pieces of work that plays are made of, for the benches.
    fn parts(&self) -> Vec<Part<'_>>;

    /// Measures the throughput with this bot in all seats for about this long on each of these numbers
    /// of threads.
    ///
    /// # Errors
    /// [`RunError`].
    fn bench(
        &self,
        bot: &BotSpec,
        threads: &[usize],
        time: Duration,
        stop: &AtomicBool,
    ) -> Result<Vec<BenchRow>, RunError>;

    /// Where the time of this bot's iterations goes, measured for about this long; `None` for a bot
    /// that has no such.
    fn split(&self, bot: &BotSpec, time: Duration, stop: &AtomicBool) -> Option<SplitRow>;
}

/// A game beside the rule set it was made from.
pub struct Loaded<G> {
    game: G,
    rules: RuleSet,
}

impl<G: Compiled> Loaded<G> {
    /// The game with this rule set.
    ///
    /// # Errors
    /// As [`Compiled::new`].
    pub fn new(seats: usize, rules: RuleSet) -> Result<Self, ludometer_model::RuleError> {
        Ok(Self::with(G::new(seats, &rules)?, rules))
    }
}

impl<G: Playable> Loaded<G> {
    /// This game, which was made from this rule set.
    pub const fn with(game: G, rules: RuleSet) -> Self {
        Self { game, rules }
    }

    /// The game itself.
    pub const fn game(&self) -> &G {
        &self.game
    }

    /// The bots, told of the rule set.
    fn told<'a>(&self, bots: &'a [BotSpec]) -> Cow<'a, [BotSpec]> {
        BotSpec::told(bots, &self.rules)
    }
}

impl<G: Playable> AnyGame for Loaded<G> {
    fn seats(&self) -> usize {
        self.game.seats()
    }

    fn warnings(&self) -> Vec<String> {
        self.game.warnings()
    }

    fn hazards(&self) -> Vec<String> {
        self.game.hazards()
    }

    fn cards(&self) -> Vec<CardKind> {
        self.game.cards()
    }

    fn rules(&self) -> &RuleSet {
        &self.rules
    }

    fn bot(&self, text: &str) -> Result<BotSpec, BotError> {
        BotSpec::parse(text, self.game.design())
    }

    fn simulate(
        &self,
        bots: &[BotSpec],
        plan: &Plan,
        hooks: Hooks<'_>,
        rows: Option<RowSink<'_>>,
    ) -> Result<Batch, RunError> {
        simulate(&self.game, &self.told(bots), plan, hooks, rows)
    }

    fn analyse(
        &self,
        bots: &[BotSpec],
        plan: &Plan,
        work: Work<'_>,
        rows: Option<RowSink<'_>>,
        analysis: AnalysisPlan,
    ) -> Result<Batch, RunError> {
        analyse(&self.game, &self.rules, &self.told(bots), plan, work, rows, analysis)
    }

    fn meter<'a>(&'a self, bots: &[BotSpec], plan: MeterPlan) -> Box<dyn Meter + 'a> {
        Box::new(GameMeter::new(&self.game, &self.told(bots), plan))
    }

    fn simulate_from(
        &self,
        bots: &[BotSpec],
        plan: &Plan,
        work: Work<'_>,
        analysis: Option<(AnalysisPlan, u64)>,
        start: Option<&Start>,
        recorder: &mut dyn Recorder,
    ) -> Result<Batch, RunError> {
        let bots = &*self.told(bots);
        if let Some(analysis) = analysis {
            let (game, record) = (&self.game, (start, recorder));
            return analyse_on(game, &self.rules, bots, plan, work, analysis, record);
        }
        let empty = <Standard<G::Stats> as Statistic<G>>::new(&counted(&self.game, bots));
        let (batch, _) = simulate_on(&self.game, bots, plan, work.hooks, start, recorder, &empty)?;
        Ok(batch)
    }

    fn find(&self, plan: &Plan, work: Work<'_>, batch: &mut Batch) -> Result<(), RunError> {
        let analysis = AnalysisPlan { depth: Depth::Basic, skill: false, card_values: None, target: None };
        add_findings(&self.game, plan, work, analysis, batch)
    }

    fn join(
        &self,
        bots: &[String],
        analysed: bool,
        parts: &mut dyn Iterator<Item = Start>,
    ) -> Result<(Batch, Vec<u8>), (usize, TallyError)> {
        let counted = counted_of(&self.game, bots.to_vec());
        if analysed {
            join::<G, Analysed<G::Stats>>(counted, parts)
        } else {
            join::<G, Standard<G::Stats>>(counted, parts)
        }
    }

    fn shape(&self, bots: &[String]) -> String {
        shape::<G, Standard<G::Stats>>(&counted_of(&self.game, bots.to_vec()))
    }

    fn trace(
        &self,
        bots: &[BotSpec],
        options: TraceOptions<'_>,
        out: &mut dyn Write,
    ) -> Result<(), TraceError> {
        let others = options.branch.map(|branch| self.told(branch.bots));
        let branch = options.branch.zip(others.as_deref()).map(|(branch, bots)| Branch { bots, ..branch });
        trace(&self.game, &self.rules, &self.told(bots), TraceOptions { branch, ..options }, out)
    }

    fn play_deals(&self, bots: &[BotSpec], plan: &Deals, hooks: Hooks<'_>) -> Result<DealResults, RunError> {
        deals(&self.game, &self.told(bots), plan, hooks)
    }

    fn play_interactive(
        &self,
        bots: &[BotSpec],
        sitting: InteractiveOptions<'_>,
        person: &mut dyn Person,
    ) -> InteractiveGame {
        play_interactive(&self.game, &self.rules, &self.told(bots), sitting, person)
    }

    fn check(&self, plays: u64, seed: u64) -> Result<(), ContractViolation> {
        check(&self.game, plays, seed)
    }

    fn audit(
        &self,
        bots: &[BotSpec],
        positions: u64,
        seed: u64,
        hooks: Hooks<'_>,
    ) -> Result<Audit, AuditError> {
        audit_with(&self.game, &self.told(bots), positions, seed, hooks)
    }

    fn parts(&self) -> Vec<Part<'_>> {
        parts(&self.game)
    }

    fn bench(
        &self,
        bot: &BotSpec,
        threads: &[usize],
        time: Duration,
        stop: &AtomicBool,
    ) -> Result<Vec<BenchRow>, RunError> {
        let bots = vec![bot.clone(); self.game.seats()];
        throughput(&self.game, &self.told(&bots), threads, time, stop)
    }

    fn split(&self, bot: &BotSpec, time: Duration, stop: &AtomicBool) -> Option<SplitRow> {
        split(&self.game, bot, time, stop)
    }
}
