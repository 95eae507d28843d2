//! Games with their types erased, for commands: one `dyn` call is a whole batch, or one decision.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use super::analysis::{AnalysisPlan, Work};
use super::batch::{Batch, Hooks, Plan, RowSink, RunError};
use super::bench::{BenchRow, Part, SplitRow};
use super::check::ContractViolation;
use super::environment::Environments;
use super::game_tree::{KnownSet, WholeError};
use super::lessons::LessonPlan;
use super::meter::{Meter, MeterPlan};
use super::position::Position;
use super::recorder::{Recorder, RowsOnly, Start, TallyError};
use super::tournament::{DealResults, Deals};
use ludometer_bots::{BotError, BotSpec};
use ludometer_learn::{GameTree, Network, Policy, Samples};
use ludometer_model::{Contest, Names, RuleSet};
use ludometer_playable::{CardKind, Design};
use ludometer_stats::{Report, Table};
use rayon::ThreadPool;

/// The facts known of a game before it is played: a game design with one rule set at one table size.
#[derive(Clone, Debug)]
pub struct GameInfo {
    /// Names and lists of the game design.
    pub design: Arc<Design>,
    /// Who wins against whom.
    pub contest: Contest,
    /// The rule set.
    pub rules: RuleSet,
    /// The number of seats.
    pub seats: usize,
    /// The kinds of cards.
    pub cards: Vec<CardKind>,
    /// The names that people use for cards, actions, phases and clauses.
    pub names: Names,
    /// The oddities in the rule set.
    pub warnings: Vec<String>,
    /// Those of the warnings that tell of trouble in play (see [`Playable::hazards`](ludometer_playable::Playable::hazards)).
    pub hazards: Vec<String>,
}

/// A game with its types erased. Implemented once, by [`Loaded`](crate::Loaded); what follows from the required methods is provided.
pub trait AnyGame: Send + Sync {
    /// Returns the facts about the game that are known before it is played.
    fn info(&self) -> &GameInfo;

    /// Returns the mistakes of the rules that were found since the game was loaded, each with how often: where games ended
    /// well, bots have imagined the positions in which they were found.
    fn faults(&self) -> Vec<(String, u64)>;

    /// Returns the columns that the table of games has for the numbers of the game's own statistics.
    fn columns(&self) -> Vec<String>;

    /// Returns a position to deal a game in, for what goes decision by decision.
    fn position(&self) -> Box<dyn Position>;

    /// Plays a batch with one bot in each seat, or the rest of it after `start`. `recorder` gets each game in order.
    /// An analysis comes with the number of games of the whole run, of which the batch may be a part.
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

    /// Returns a meter that plays unit after unit with one bot a seat.
    fn meter<'a>(&'a self, bots: &[BotSpec], plan: MeterPlan) -> Box<dyn Meter + 'a>;

    /// Plays deals of a tournament: the bots, which differ in name, meet in all seats.
    ///
    /// # Errors
    /// [`RunError`].
    fn play_deals(&self, bots: &[BotSpec], plan: &Deals, hooks: Hooks<'_>) -> Result<DealResults, RunError>;

    /// Checks the contract of the game in random games.
    ///
    /// # Errors
    /// The first [`ContractViolation`].
    fn check(&self, plays: u64, seed: u64) -> Result<(), ContractViolation>;

    /// Returns the rarer kinds of work on this game.
    fn tools(&self) -> &dyn Tools;

    /// Returns the reader of stored tallies of this game.
    fn stored(&self) -> &dyn StoredTallies {
        self.tools()
    }

    /// Returns what can be timed in this game.
    fn timed(&self) -> &dyn Timed {
        self.tools()
    }

    /// Returns what networks learn this game from.
    fn learning(&self) -> &dyn Learning {
        self.tools()
    }

    /// Returns the analyses that can be made of this game one by one.
    fn probes(&self) -> &dyn Probes {
        self.tools()
    }

    /// Returns the number of seats.
    fn seats(&self) -> usize {
        self.info().seats
    }

    /// Returns the names and lists of the game design.
    fn design(&self) -> &Design {
        &self.info().design
    }

    /// Returns who wins against whom.
    fn contest(&self) -> &Contest {
        &self.info().contest
    }

    /// Returns the rule set.
    fn rules(&self) -> &RuleSet {
        &self.info().rules
    }

    /// Returns the kinds of cards.
    fn cards(&self) -> &[CardKind] {
        &self.info().cards
    }

    /// Returns what people call cards, actions, phases and clauses.
    fn names(&self) -> &Names {
        &self.info().names
    }

    /// Returns the warnings about the rule set.
    fn warnings(&self) -> &[String] {
        &self.info().warnings
    }

    /// Reads a bot for this game.
    ///
    /// # Errors
    /// As [`BotSpec::parse`].
    fn bot(&self, text: &str) -> Result<BotSpec, BotError> {
        BotSpec::parse_with(text, self.design(), &|| self.names().cards.keys().cloned().collect())
    }

    /// Plays a batch with one bot a seat. `rows` receives every game in order.
    ///
    /// # Errors
    /// [`RunError`].
    fn simulate(
        &self,
        bots: &[BotSpec],
        plan: &Plan,
        hooks: Hooks<'_>,
        rows: Option<RowSink<'_>>,
    ) -> Result<Batch, RunError> {
        let work = Work { hooks, stage: &|_| {} };
        self.simulate_from(bots, plan, work, None, None, &mut RowsOnly(rows))
    }

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
    ) -> Result<Batch, RunError> {
        let whole = (analysis, plan.plays.end);
        self.simulate_from(bots, plan, work, Some(whole), None, &mut RowsOnly(rows))
    }
}

/// Tasks that a game is asked for more rarely than to be played.
pub trait Tools: StoredTallies + Timed + Probes + Learning {}

/// Games from which a network learns.
pub trait Learning {
    /// Returns the names of the numbers that a network reads of this game, in order: the same for all rule sets and
    /// sizes of table. None if the game tells no features.
    fn features(&self) -> Vec<String>;

    /// Plays games and returns the positions behind each choice with what they turned out to be worth, as
    /// [`lessons`](fn@crate::lessons) does; nothing if it was stopped.
    ///
    /// # Errors
    /// [`RunError::Threads`]; [`RunError::Play`] if the rules fail, which are a script's.
    fn lessons(
        &self,
        network: &Arc<Network>,
        past: &[Arc<Network>],
        plan: &LessonPlan,
        threads: usize,
        stop: &AtomicBool,
    ) -> Result<Option<Samples>, RunError>;

    /// Returns so many games of it side by side, none of them dealt.
    fn environments(&self, games: usize) -> Box<dyn Environments>;

    /// Returns true if the score counts in this game and not the win.
    fn counts_scores(&self) -> bool;

    /// Returns the game as a whole, if it is small enough.
    ///
    /// # Errors
    /// [`WholeError`].
    fn whole<'a>(&'a self, stop: &'a AtomicBool) -> Result<Box<dyn WholeGame + 'a>, WholeError>;
}

/// A game as a tree of all that can happen.
pub trait WholeGame: Sync {
    /// Returns the tree. Rewards are shares of the win, or scores where those count ([`Playable::payoff`](ludometer_playable::Playable::payoff)).
    fn tree(&self) -> &GameTree;

    /// Returns what the information sets of the tree are, in its order.
    fn known(&self) -> &[KnownSet];

    /// Returns how a bot plays in each information set. A bot whose probabilities are not known is asked `times` times in each.
    /// `asked` receives 1 for each set that is done.
    ///
    /// # Errors
    /// [`WholeError::Bot`], [`WholeError::Stopped`].
    fn policy_of(
        &self,
        bot: &BotSpec,
        times: u64,
        seed: u64,
        pool: &ThreadPool,
        stop: &AtomicBool,
        asked: &(dyn Fn(u64) + Sync),
    ) -> Result<Policy, WholeError>;
}

/// Analyses that play games of their own, one by one; the seed, the seating and the threads are those of the plan.
pub trait Probes {
    /// Returns how many games of a batch will differ, if neither the game nor the bots leave anything to chance and all
    /// others will be copies of these.
    fn copies(&self, bots: &[BotSpec], plan: &Plan, stop: &AtomicBool) -> Option<u64>;

    /// Returns the key of the rules that holds the number of copies of a card, if there is one.
    fn copies_key(&self, card: &str) -> Option<String>;

    /// Tells how much of the outcome is bot, seat, deal, draws and what is left, as the table `variance`; the plan's
    /// number of games says how many deals are played (a tenth, 30 to 300). Each two bots of the ladder meet, which are given
    /// weakest first, and `bots` play among themselves.
    ///
    /// # Errors
    /// [`RunError`].
    fn variance(
        &self,
        bots: &[BotSpec],
        ladder: &[BotSpec],
        plan: &Plan,
        work: Work<'_>,
    ) -> Result<Table, RunError>;

    /// Tells what each card is worth to who draws it, from this many pairs of games at most, as the table
    /// `card_holding`; none where no action draws cards.
    ///
    /// # Errors
    /// [`RunError`].
    fn card_holding(
        &self,
        bots: &[BotSpec],
        plan: &Plan,
        work: Work<'_>,
        pairs: u64,
    ) -> Result<Option<Table>, RunError>;

    /// Tells what the first bot loses that never chooses a kind of action or a card, or always does where it can, from at
    /// most this many games of all restrictions together, as the table `restricted_play`.
    ///
    /// # Errors
    /// [`RunError`].
    fn restricted_play(
        &self,
        bots: &[BotSpec],
        plan: &Plan,
        work: Work<'_>,
        games: u64,
    ) -> Result<Table, RunError>;

    /// Tells what one copy more or less of each card does, from this many games on average a changed deck, as the table
    /// `card_values`. `report` is that of an analysed batch of the same bots.
    ///
    /// # Errors
    /// [`RunError`].
    fn card_values(
        &self,
        bots: &[BotSpec],
        plan: &Plan,
        work: Work<'_>,
        games: u64,
        report: &Report,
    ) -> Result<Table, RunError>;
}

/// Stored tallies, and what becomes of them.
pub trait StoredTallies {
    /// Joins the tallies of parts of a batch, whose different bots have these names, and gives the
    /// tallies of the whole as well. `analysed` tells that they were analysed; `whole` are the bots and the plan of a batch
    /// of which no part is missing, where they are known.
    ///
    /// # Errors
    /// The position of the first part that can't be read, and why.
    fn join(
        &self,
        bots: &[String],
        analysed: bool,
        whole: Option<(&[BotSpec], &Plan)>,
        parts: &mut dyn Iterator<Item = Start>,
    ) -> Result<(Batch, Vec<u8>), (usize, TallyError)>;

    /// Returns a hash of what is counted in a batch whose different bots have these names: stored tallies
    /// of another shape can't be read.
    fn shape(&self, bots: &[String]) -> String;

    /// Adds the findings to a whole batch that was joined from analysed parts.
    ///
    /// # Errors
    /// [`RunError`].
    fn find(&self, plan: &Plan, work: Work<'_>, batch: &mut Batch) -> Result<(), RunError>;
}

/// Games that benches measure.
pub trait Timed {
    /// Returns the pieces of work that games are made of.
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

    /// Measures for about this long where the time of this bot's iterations goes; `None` for a bot
    /// that has no such.
    fn split(&self, bot: &BotSpec, time: Duration, stop: &AtomicBool) -> Option<SplitRow>;
}
