//! A game with its types, which [`AnyGame`] erases.

use std::borrow::Cow;
use std::marker::PhantomData;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use super::analysis::{
    AnalysisPlan, CardPrecision, Depth, Work, add_findings, analyse_on, card_values, holding, restricted,
    variance,
};
use super::any::{AnyGame, GameInfo, Learning, Probes, StoredTallies, Timed, Tools, WholeGame};
use super::batch::{Batch, Hooks, Plan, RunError, counted, counted_of, simulate_on};
use super::bench::{BenchRow, Part, SplitRow, parts, split, throughput};
use super::check::{ContractViolation, check_loaded};
use super::environment::{Environments, SideBySide};
use super::game_tree::{WholeError, whole};
use super::lessons::{LessonPlan, lessons};
use super::meter::{GameMeter, Meter, MeterPlan};
use super::position::{At, Position};
use super::recorder::{Recorder, Start, TallyError, join, shape};
use super::repeats::will_be_copies;
use super::threads::pool;
use super::tournament::{DealResults, Deals, deals};
use ludometer_bots::{BotSpec, encoded_names};
use ludometer_learn::{Network, Samples};
use ludometer_model::{RuleError, RuleSet};
use ludometer_playable::{Compiled, Design, Playable};
use ludometer_stats::{Analysed, Report, Standard, Statistic, Table};

/// A game, and what is known of it. In its batches it counts `S`: its own statistic, or more.
pub struct Loaded<G: Playable, S = <G as Playable>::Stats> {
    game: Arc<G>,
    info: GameInfo,
    counts: PhantomData<fn() -> S>,
}

impl<G: Compiled> Loaded<G> {
    /// Returns the game with this rule set.
    ///
    /// # Errors
    /// As [`Compiled::new`].
    pub fn new(seats: usize, rules: RuleSet) -> Result<Self, RuleError> {
        Ok(Self::with(G::new(seats, &rules)?, rules))
    }
}

impl<G: Playable> Loaded<G> {
    /// Returns this game, which was made from this rule set.
    pub fn with(game: G, rules: RuleSet) -> Self {
        let design = Arc::new(game.design().clone());
        Self::of(game, rules, design)
    }
}

impl<G: Playable, S> Loaded<G, S> {
    /// Returns this game, which was made from this rule set; the design may have more than the game's own.
    pub fn of(game: G, rules: RuleSet, design: Arc<Design>) -> Self {
        let (seats, cards) = (game.seats(), game.cards());
        let (warnings, hazards, names) = (game.warnings(), game.hazards(), game.names());
        let (contest, rules) = (game.contest(), game.settled(rules));
        let info = GameInfo { design, contest, rules, seats, cards, names, warnings, hazards };
        Self { game: Arc::new(game), info, counts: PhantomData }
    }

    /// Returns the game itself.
    pub fn game(&self) -> &G {
        &self.game
    }

    /// Returns the bots with the rule set that they play under.
    fn for_rules<'a>(&self, bots: &'a [BotSpec]) -> Cow<'a, [BotSpec]> {
        BotSpec::for_rules(bots, &self.info.rules)
    }
}

impl<G: Playable, S: Statistic<G> + Sync + 'static> AnyGame for Loaded<G, S> {
    fn info(&self) -> &GameInfo {
        &self.info
    }

    fn faults(&self) -> Vec<(String, u64)> {
        self.game.faults()
    }

    fn columns(&self) -> Vec<String> {
        S::columns(&counted_of(&*self.game, Vec::new()))
    }

    fn position(&self) -> Box<dyn Position> {
        Box::new(At::new(Arc::clone(&self.game)))
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
        let (game, bots) = (&*self.game, &*self.for_rules(bots));
        if let Some(analysis) = analysis {
            return analyse_on::<G, S>(game, &self.info, bots, plan, work, analysis, (start, recorder));
        }
        let empty = <Standard<S> as Statistic<G>>::new(&counted(game, bots));
        let (batch, _) = simulate_on(game, bots, plan, work.hooks, start, recorder, &empty)?;
        Ok(batch)
    }

    fn meter<'a>(&'a self, bots: &[BotSpec], plan: MeterPlan) -> Box<dyn Meter + 'a> {
        Box::new(GameMeter::<G, S>::new(&*self.game, &self.for_rules(bots), plan))
    }

    fn play_deals(&self, bots: &[BotSpec], plan: &Deals, hooks: Hooks<'_>) -> Result<DealResults, RunError> {
        deals(&*self.game, &self.for_rules(bots), plan, hooks)
    }

    fn check(&self, plays: u64, seed: u64) -> Result<(), ContractViolation> {
        check_loaded::<G, S>(&self.game, &self.info, plays, seed)
    }

    fn tools(&self) -> &dyn Tools {
        self
    }
}

impl<G: Playable, S: Statistic<G> + Sync + 'static> Tools for Loaded<G, S> {}

impl<G: Playable, S: Statistic<G> + Sync + 'static> Learning for Loaded<G, S> {
    fn features(&self) -> Vec<String> {
        encoded_names(&*self.game, &self.info.rules)
    }

    fn lessons(
        &self,
        network: &Arc<Network>,
        past: &[Arc<Network>],
        plan: &LessonPlan,
        threads: usize,
        stop: &AtomicBool,
    ) -> Result<Option<Samples>, RunError> {
        Ok(lessons(&*self.game, &self.info.rules, network, past, plan, &pool(threads)?, stop)?)
    }

    fn environments(&self, games: usize) -> Box<dyn Environments> {
        Box::new(SideBySide::new(Arc::clone(&self.game), &self.info.rules, games))
    }

    fn counts_scores(&self) -> bool {
        self.game.payoff().is_some()
    }

    fn whole<'a>(&'a self, stop: &'a AtomicBool) -> Result<Box<dyn WholeGame + 'a>, WholeError> {
        whole(&*self.game, &self.info.rules, stop)
    }
}

impl<G: Playable, S: Statistic<G> + Sync + 'static> Probes for Loaded<G, S> {
    fn copies(&self, bots: &[BotSpec], plan: &Plan, stop: &AtomicBool) -> Option<u64> {
        will_be_copies(&*self.game, &self.for_rules(bots), plan, stop)
    }

    fn copies_key(&self, card: &str) -> Option<String> {
        self.game.copies_key(card)
    }

    fn variance(
        &self,
        bots: &[BotSpec],
        ladder: &[BotSpec],
        plan: &Plan,
        work: Work<'_>,
    ) -> Result<Table, RunError> {
        variance(&*self.game, &self.for_rules(bots), &self.for_rules(ladder), plan, work)
    }

    fn card_holding(
        &self,
        bots: &[BotSpec],
        plan: &Plan,
        work: Work<'_>,
        pairs: u64,
    ) -> Result<Option<Table>, RunError> {
        holding(&*self.game, &self.for_rules(bots), plan, work, pairs)
    }

    fn restricted_play(
        &self,
        bots: &[BotSpec],
        plan: &Plan,
        work: Work<'_>,
        games: u64,
    ) -> Result<Table, RunError> {
        restricted(&*self.game, &self.for_rules(bots), plan, work, games)
    }

    fn card_values(
        &self,
        bots: &[BotSpec],
        plan: &Plan,
        work: Work<'_>,
        games: u64,
        report: &Report,
    ) -> Result<Table, RunError> {
        let what = (CardPrecision::DEFAULT, report, games);
        card_values(&*self.game, &self.info.rules, &self.for_rules(bots), plan, work, what)
    }
}

impl<G: Playable, S: Statistic<G> + Sync + 'static> StoredTallies for Loaded<G, S> {
    fn join(
        &self,
        bots: &[String],
        analysed: bool,
        whole: Option<(&[BotSpec], &Plan)>,
        parts: &mut dyn Iterator<Item = Start>,
    ) -> Result<(Batch, Vec<u8>), (usize, TallyError)> {
        let counted = counted_of(&*self.game, bots.to_vec());
        let line_up = whole.map(|(bots, plan)| (self.for_rules(bots), plan));
        let whole = line_up.as_ref().map(|(bots, plan)| (&bots[..], *plan));
        if analysed {
            join::<G, Analysed<S>>(&*self.game, counted, whole, parts)
        } else {
            join::<G, Standard<S>>(&*self.game, counted, whole, parts)
        }
    }

    fn shape(&self, bots: &[String]) -> String {
        shape::<G, Standard<S>>(&counted_of(&*self.game, bots.to_vec()))
    }

    fn find(&self, plan: &Plan, work: Work<'_>, batch: &mut Batch) -> Result<(), RunError> {
        let analysis = AnalysisPlan { depth: Depth::Basic, skill: false, card_values: None, target: None };
        add_findings(&*self.game, plan, work, analysis, batch)
    }
}

impl<G: Playable, S: Statistic<G> + Sync + 'static> Timed for Loaded<G, S> {
    fn parts(&self) -> Vec<Part<'_>> {
        parts(&*self.game)
    }

    fn bench(
        &self,
        bot: &BotSpec,
        threads: &[usize],
        time: Duration,
        stop: &AtomicBool,
    ) -> Result<Vec<BenchRow>, RunError> {
        let bots = vec![bot.clone(); self.info.seats];
        throughput(&*self.game, &self.for_rules(&bots), threads, time, stop)
    }

    fn split(&self, bot: &BotSpec, time: Duration, stop: &AtomicBool) -> Option<SplitRow> {
        split(&*self.game, bot, time, stop)
    }
}
