//! Reviews: what each choice of a game was worth, and what a better one would have been.

mod tables;
mod values;

use std::io;
use std::sync::atomic::AtomicBool;

pub use self::tables::{
    ActionRow, Asked, AskedRow, ChanceRow, DecisionRow, Difference, DifferenceRow, Habit, HabitOf, HabitRow,
    Instead, Opening, OpeningRow, Reviews, Situation, StakeRow,
};
pub use self::values::{ActionValue, Loss, Valuation, Valued};
use self::values::{NEGLIGIBLE, chance_by_bot, value_by_bot};
pub(crate) use self::values::{Table, chance_of, choice_of, value_actions, whole};
use crate::advice::{Consequence, consequences};
use crate::any::AnyGame;
use crate::batch::Hooks;
use crate::play::PlayError;
use crate::position::Position;
use crate::trace::{Follower, TraceError, TraceOptions, trace};
use ludometer_bots::{BotSpec, Rollout};
use ludometer_model::{Contest, Rng, Seat};
use ludometer_stats::{holm, row_words};
use rayon::ThreadPool;
use rayon::iter::{IntoParallelIterator as _, ParallelIterator as _};
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;

/// Worlds of a win chance at the beginning of a turn, at most.
const CHANCE_WORLDS: u32 = 100;

/// The bot that is asked what it would choose instead of a mistake: the best one that every game design has.
const SEARCH: &str = "mcts";

/// Which decisions of a game are valued.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Which {
    /// All of them.
    All,
    /// Those of a seat.
    Of(Seat),
    /// The first choice of each seat in each phase.
    First,
    /// The one with this number, from 0.
    One(u32),
}

/// How a game is reviewed.
#[derive(Clone, Copy, Debug)]
pub struct ReviewPlan<'a> {
    /// Imagined worlds a decision at most.
    pub worlds: u32,
    /// The bot that plays on after an action, in all seats.
    pub policy: &'a BotSpec,
    /// Which decisions are valued.
    pub which: Which,
    /// Bots that are asked what they would choose instead.
    pub asked: &'a [BotSpec],
}

impl ReviewPlan<'_> {
    /// Returns the policy as one of playouts, which are many times as fast as bots; `None` for other bots.
    pub fn rollout(&self) -> Option<Rollout> {
        // No strategy file or other bot may have these names.
        match self.policy.name.as_str() {
            "greedy" => Some(Rollout::Greedy { noise: 0.0 }),
            "random" => Some(Rollout::Random),
            _ => None,
        }
    }

    /// Values the legal actions of a position beside the chosen one, or only the action `against`.
    pub fn value(
        self,
        at: &dyn Position,
        chosen: usize,
        against: Option<usize>,
        rng: &mut Rng,
        stop: &AtomicBool,
    ) -> Valued {
        match self.rollout() {
            Some(policy) => at.valued(chosen, Valuation { worlds: self.worlds, policy, against }, rng, stop),
            None => value_by_bot(at, chosen, (self.policy, self.worlds, against), rng, stop),
        }
    }
}

/// A decision, and what its actions were worth to the mover.
#[derive(Clone, Debug)]
pub struct ReviewedDecision {
    /// Its number in the game, from 0.
    pub number: u32,
    /// The turn.
    pub turn: u32,
    /// The id of the phase.
    pub phase: String,
    /// The seat that chose.
    pub seat: Seat,
    /// The legal actions as people are shown them.
    pub labels: Vec<String>,
    /// The ids of their kinds.
    pub kinds: Vec<String>,
    /// True if it is its seat's first choice among several actions in this phase.
    pub is_first: bool,
    /// The values.
    pub valued: Valued,
    /// The result of a second look, where the choice looked like a mistake.
    pub second: Option<SecondLook>,
    /// How good the choice was, allowing for all choices of the game; `None` if it was not reviewed.
    pub mark: Option<Mark>,
    /// The choices of the asked bots instead, in their order; `None` where one failed, and where nothing was valued.
    pub instead: Vec<Option<usize>>,
    /// For a mistake or blunder, what a search of 1,000 iterations would choose.
    pub searched: Option<usize>,
    /// For a mistake or blunder, what follows the better action and not the chosen one.
    pub consequences: Vec<Consequence>,
    /// At the first decision of a turn, each seat's win chance as that seat can know it, 0 to 1; elsewhere empty.
    pub chances: Vec<f64>,
}

impl ReviewedDecision {
    /// Returns the id of the kind of the chosen action.
    pub fn kind(&self) -> &str {
        self.kinds.get(self.valued.chosen).map_or("", String::as_str)
    }

    /// Returns the second look at a mistake or blunder; `None` for any other choice.
    pub fn mistake(&self) -> Option<SecondLook> {
        self.second.filter(|_| self.mark >= Some(Mark::Mistake))
    }
}

/// A game with every decision valued.
#[derive(Clone, Debug)]
pub struct ReviewedGame {
    /// The lines of its trace, with actions as people are shown them.
    pub lines: Vec<Json>,
    /// The decisions in order.
    pub decisions: Vec<ReviewedDecision>,
    /// Who wins against whom.
    pub contest: Contest,
    /// The names of the bots that were asked.
    pub asked: Vec<String>,
}

/// A decision as it was found.
struct Found {
    at: Box<dyn Position>,
    chosen: usize,
    number: u32,
    begins_turn: bool,
    is_first: bool,
}

/// Notes the lines and the positions of a game that somebody else follows, too.
struct Notes<'a> {
    lines: Vec<Json>,
    found: Vec<Found>,
    also: &'a mut dyn Follower,
}

impl Follower for Notes<'_> {
    fn line(&mut self, line: &Json) -> io::Result<()> {
        self.lines.push(line.clone());
        self.also.line(line)
    }

    fn viewer(&self) -> Option<Seat> {
        self.also.viewer()
    }

    fn ended(&mut self, at: &dyn Position) {
        self.also.ended(at);
    }

    fn decided(&mut self, at: &dyn Position, chosen: usize) {
        self.also.decided(at, chosen);
        let number = u32::try_from(self.found.len()).unwrap_or(u32::MAX);
        let begins_turn = self.found.last().is_none_or(|before| before.at.turn() != at.turn());
        let chose = |found: &Found| {
            found.is_first && found.at.to_move() == at.to_move() && found.at.phase() == at.phase()
        };
        let is_first = at.choices() > 1 && !self.found.iter().any(chose);
        self.found.push(Found { at: at.copy(), chosen, number, begins_turn, is_first });
    }
}

/// Replays a game of a batch, followed by `also`, and values the wanted ones of its decisions. The same game
/// and plan give the same values on any number of threads. A value depends on nothing but the mover's view: whoever
/// reads it learns no more than the mover knew.
///
/// # Errors
/// As [`trace`]; [`PlayError::Stopped`] if it was stopped.
pub fn review(
    game: &dyn AnyGame,
    bots: &[BotSpec],
    options: TraceOptions<'_>,
    plan: ReviewPlan<'_>,
    pool: &ThreadPool,
    hooks: Hooks<'_>,
    also: &mut dyn Follower,
) -> Result<ReviewedGame, TraceError> {
    let mut notes = Notes { lines: Vec::new(), found: Vec::new(), also };
    trace(game, bots, TraceOptions { labels: true, ..options }, &mut notes)?;
    let Notes { lines, found, .. } = notes;
    let reported = BotSpec::for_rules(std::slice::from_ref(plan.policy), game.rules());
    let asked = BotSpec::for_rules(plan.asked, game.rules());
    let plan = ReviewPlan { policy: reported.first().unwrap_or(plan.policy), asked: &asked, ..plan };
    let search = game.bot(SEARCH).ok();
    let value = |found: Found| {
        let looked = reviewed(found, plan, hooks);
        (hooks.progress)(1);
        looked
    };
    let decisions = pool.install(|| {
        let mut all: Vec<Looked> = found.into_par_iter().map(value).collect();
        let looks: Vec<_> =
            all.iter().map(|Looked { decision, .. }| (decision.valued.loss(), decision.second)).collect();
        for (looked, mark) in all.iter_mut().zip(marks(&looks)) {
            looked.decision.mark = looked.is_wanted.then_some(mark);
        }
        all.into_par_iter().map(|looked| looked.explained(plan, search.as_ref(), hooks.stop)).collect()
    });
    if hooks.stop.load(std::sync::atomic::Ordering::Relaxed) {
        return Err(PlayError::Stopped.into());
    }
    let asked = asked.iter().map(|bot| bot.name.clone()).collect();
    Ok(ReviewedGame { lines, decisions, asked, contest: game.contest().clone() })
}

/// A decision that was valued, before it is marked.
struct Looked {
    at: Box<dyn Position>,
    rng: Rng,
    is_wanted: bool,
    decision: ReviewedDecision,
}

impl Looked {
    /// Finds out what a better choice leads to, and what this search would choose.
    fn explained(
        mut self,
        plan: ReviewPlan<'_>,
        search: Option<&BotSpec>,
        stop: &AtomicBool,
    ) -> ReviewedDecision {
        if let Some(second) = self.decision.mistake() {
            let both = [second.better, self.decision.valued.chosen];
            self.decision.searched = search.and_then(|search| choice_of(&*self.at, search, stop));
            self.decision.consequences = consequences(&*self.at, both, plan.policy, &mut self.rng, stop);
        }
        self.decision
    }
}

fn reviewed(
    Found { at, chosen, number, begins_turn, is_first }: Found,
    plan: ReviewPlan<'_>,
    hooks: Hooks<'_>,
) -> Looked {
    let seat = at.to_move().unwrap_or_default();
    let mut rng = stream(&*at, seat);
    let is_wanted = match plan.which {
        Which::All => true,
        Which::Of(only) => only == seat,
        Which::First => is_first,
        Which::One(only) => only == number,
    };
    let worlds = if is_wanted { plan.worlds } else { 0 };
    let valued = ReviewPlan { worlds, ..plan }.value(&*at, chosen, None, &mut rng, hooks.stop);
    let second = second_look(&*at, &valued, plan, &mut rng, hooks.stop);
    let is_asked = is_wanted && valued.actions.len() > 1;
    let ask = |bot: &BotSpec| if is_asked { choice_of(&*at, bot, hooks.stop) } else { None };
    let instead = plan.asked.iter().map(ask).collect();
    let worlds = plan.worlds.min(CHANCE_WORLDS);
    let chance = |seat: Seat| match (plan.which, plan.rollout()) {
        (Which::Of(only), _) if only != seat => f64::NAN,
        (_, Some(policy)) => {
            let plan = Valuation { worlds, policy, against: None };
            at.chance(seat, plan, &mut stream(&*at, seat))
        }
        (_, None) => chance_by_bot(&*at, seat, (plan.policy, worlds), &mut stream(&*at, seat), hooks.stop),
    };
    let chances = if begins_turn && !matches!(plan.which, Which::One(_) | Which::First) {
        Seat::all(at.seats()).map(chance).collect()
    } else {
        Vec::new()
    };
    let decision = ReviewedDecision {
        number,
        turn: at.turn(),
        phase: at.phase().to_owned(),
        seat,
        labels: (0..at.choices()).map(|choice| at.action_label(choice)).collect(),
        kinds: (0..at.choices()).map(|choice| at.action_kind(choice).to_owned()).collect(),
        is_first,
        valued,
        second,
        mark: None,
        instead,
        searched: None,
        consequences: Vec::new(),
        chances,
    };
    Looked { at, rng, is_wanted, decision }
}

/// Returns random numbers that follow from what a seat knows: a seed of the game would tell more.
pub(crate) fn stream(at: &dyn Position, seat: Seat) -> Rng {
    // FNV-1a, 64 bits.
    let known = at.view(seat).to_string();
    let hash = known.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    });
    Rng::from_words([hash, 0, 0x0072_6576_6965_7700])
}

/// The worlds of a second look, in multiples of those of the first.
const AGAIN: u32 = 4;

/// Chance alone marks any choice of a game at all in at most so many games.
const LEVEL: f64 = 0.05;

/// How good a choice was.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Mark {
    /// There was one action.
    Forced,
    /// No other action was found to be better.
    Best,
    /// It may have lost something, but not for certain, or less than a mistake.
    Fine,
    /// It lost something for certain, about 2 points of win chance or more.
    Mistake,
    /// It lost something for certain, about 10 points or more.
    Blunder,
}

impl Mark {
    /// All marks, the best first.
    pub const ALL: [Self; 5] = [Self::Forced, Self::Best, Self::Fine, Self::Mistake, Self::Blunder];
    /// The least loss of a mistake, as a share of the win.
    pub const MISTAKE: f64 = 0.02;
    /// The least loss of a blunder.
    pub const BLUNDER: f64 = 0.10;
}

row_words!(Mark {
    Forced => "forced", Best => "best", Fine => "fine", Mistake => "mistake", Blunder => "blunder",
});

/// A choice and the action that looked better, tried once more in other worlds. As neither was picked by what happens
/// in these, the difference is not too great on average.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SecondLook {
    /// The action that looked better.
    pub better: usize,
    /// The mover's share of the win after that action and after the chosen one, 0 to 1.
    pub values: [f64; 2],
    /// The gain, as a share of the win.
    pub gain: f64,
    /// The 95 % interval of the gain.
    pub interval: (f64, f64),
    /// The number of worlds.
    pub worlds: u64,
    /// The probability of such a gain by chance alone.
    p: f64,
}

/// Tries a choice again that looks like a mistake, beside the action that looks better; `None` if it doesn't.
pub fn second_look(
    at: &dyn Position,
    first: &Valued,
    plan: ReviewPlan<'_>,
    rng: &mut Rng,
    stop: &AtomicBool,
) -> Option<SecondLook> {
    let better = first.loss().filter(|loss| loss.mean >= Mark::MISTAKE)?.better;
    let plan = ReviewPlan { worlds: plan.worlds.saturating_mul(AGAIN), ..plan };
    let again = plan.value(at, first.chosen, Some(better), rng, stop);
    let action = again.actions.get(better)?;
    let (gain, interval) = action.gain_within(1)?;
    Some(SecondLook {
        better,
        values: [action.value()?, again.actions.get(first.chosen).and_then(ActionValue::value)?],
        gain,
        interval,
        worlds: action.worlds(),
        p: action.by_chance()?,
    })
}

/// Marks all choices of a game at once: each with what it lost at first sight and what a second look says.
///
/// Marks choices. Chance among many choices looks like a mistake somewhere, so whatever looks like one is tried again
/// in worlds of its own, and only what holds there, allowing for all choices of the game at once, is marked.
pub fn marks(choices: &[(Option<Loss>, Option<SecondLook>)]) -> Vec<Mark> {
    let p: Vec<f64> = choices.iter().filter_map(|(_, second)| second.map(|second| second.p)).collect();
    let mut adjusted = holm(&p).into_iter();
    let mark = |(loss, second): &(Option<Loss>, Option<SecondLook>)| {
        let is_sure = second.and_then(|_| adjusted.next()).is_some_and(|p| p <= LEVEL);
        match (loss, second) {
            (None, _) => Mark::Forced,
            (_, Some(second)) if is_sure && second.gain >= Mark::BLUNDER => Mark::Blunder,
            (_, Some(second)) if is_sure && second.gain >= Mark::MISTAKE => Mark::Mistake,
            (Some(loss), _) if loss.mean <= NEGLIGIBLE => Mark::Best,
            _ => Mark::Fine,
        }
    };
    choices.iter().map(mark).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns a choice that lost so much at first sight, with the gain and the probability of a second look.
    fn choice(mean: f64, second: Option<(f64, f64)>) -> (Option<Loss>, Option<SecondLook>) {
        let look = |(gain, p): (f64, f64)| {
            let (values, interval) = ([0.5, 0.5 - gain], (gain - 0.01, gain + 0.01));
            SecondLook { better: 1, values, gain, interval, worlds: 100, p }
        };
        (Some(Loss { better: 1, mean, unlimited: mean, low: 0.0, high: 1.0 }), second.map(look))
    }

    #[test]
    fn what_holds_at_second_sight_is_marked() {
        let choices = [
            (None, None),
            choice(0.001, None),
            choice(0.01, None),
            choice(0.3, Some((0.2, 1e-6))),
            choice(0.3, Some((0.05, 1e-6))),
            choice(0.3, Some((0.01, 1e-6))),
            choice(0.3, Some((0.2, 0.2))),
        ];
        let by_hand =
            [Mark::Forced, Mark::Best, Mark::Fine, Mark::Blunder, Mark::Mistake, Mark::Fine, Mark::Fine];
        assert_eq!(marks(&choices), by_hand);
    }

    #[test]
    fn one_of_many_must_be_surer_than_one_alone() {
        assert_eq!(marks(&[choice(0.1, Some((0.1, 0.01)))]), [Mark::Blunder]);
        let mut many = vec![choice(0.1, Some((0.1, 0.3))); 9];
        many.push(choice(0.1, Some((0.1, 0.01))));
        assert_eq!(marks(&many), [Mark::Fine; 10], "0.01 times 10 is more than 0.05");
    }
}
