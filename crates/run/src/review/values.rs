//! Values of the actions of a decision, how they are found, and what a choice lost.

use std::sync::atomic::{AtomicBool, Ordering};

use super::stream;
use crate::position::{Position, SeatedBot};
use ludometer_bots::{BotSpec, Playout, Rollout};
use ludometer_model::{Rng, Seat, Silent};
use ludometer_playable::Playable;
use ludometer_stats::{Mean, Merge as _, normal_below, normal_quantile};

/// Rewards are counted in millionths of a win.
const UNITS: f64 = 1e6;

/// A loss below this share of a win is none that matters: an action that gains less is tried no further.
pub(super) const NEGLIGIBLE: f64 = 0.002;

/// The value of a legal action of a decision to the mover.
#[derive(Clone, Debug, PartialEq)]
pub struct ActionValue {
    /// The share of the win, 0 to 1, in the worlds in which it was tried.
    value: Mean,
    /// The gain over the chosen action, in the same worlds: of every other world, twice.
    gains: [Mean; 2],
}

impl ActionValue {
    pub(super) fn new() -> Self {
        Self { value: Mean::default(), gains: [Mean::default(); 2] }
    }

    /// Counts the reward in a world, in millionths of a win.
    pub(super) fn add(&mut self, reward: i64) {
        self.value.add(reward);
    }

    /// Counts the reward in the world with this number, and what it is more than that of the chosen action there.
    fn add_beside(&mut self, number: u32, reward: i64, of_chosen: i64) {
        self.add(reward);
        self.gains[number as usize % 2].add(reward - of_chosen);
    }

    /// Returns the mean share of the win, 0 to 1, if it was tried at all.
    pub fn value(&self) -> Option<f64> {
        self.value.estimate_in(1.0 / UNITS).value
    }

    /// Returns the number of worlds in which the action was tried.
    pub const fn worlds(&self) -> u64 {
        self.value.plays()
    }

    /// Returns what the action brings more than the chosen one, with the half-width that holds for `comparisons`
    /// comparisons at once with 95 % (Bonferroni).
    pub fn gain(&self, comparisons: usize) -> Option<(f64, f64)> {
        let all = self.gains_of_all();
        let estimate = all.estimate_in(1.0 / UNITS);
        let (low, high) = estimate.interval?;
        let error = 0.025 / comparisons.max(1) as f64;
        let half = if all.has_varied() {
            (high - low) / 2.0 * normal_quantile(1.0 - error) / normal_quantile(0.975)
        } else {
            // Nothing has varied: worlds in which it does may be as common as this and not have come up.
            (1.0 / error).ln() / all.plays() as f64
        };
        Some((estimate.value?, half))
    }

    /// Returns the gain with its interval for so many comparisons at once; nobody gains or loses more than a whole win.
    pub fn gain_within(&self, comparisons: usize) -> Option<(f64, (f64, f64))> {
        let (gain, half) = self.gain(comparisons)?;
        Some((gain, ((gain - half).max(-1.0), (gain + half).min(1.0))))
    }

    /// Returns the probability with which chance alone would let it bring so much more than the chosen action.
    pub(super) fn by_chance(&self) -> Option<f64> {
        let (gain, half) = self.gain(1)?;
        let all = self.gains_of_all();
        Some(if all.has_varied() {
            normal_below(-gain * normal_quantile(0.975) / half)
        } else {
            (-gain.max(0.0) * all.plays() as f64).exp()
        })
    }

    /// Returns its gain in one half of the worlds.
    fn gain_in(&self, half: usize) -> Option<f64> {
        self.gains[half].estimate_in(1.0 / UNITS).value
    }

    fn gains_of_all(&self) -> Mean {
        let [mut all, other] = self.gains;
        all.merge(other);
        all
    }
}

/// The loss by a choice.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Loss {
    /// The best of the other actions.
    pub better: usize,
    /// The share of the win that the chosen action is worse than the best, 0 or more. The best action is found in one
    /// half of the worlds and compared in the other, so that the greatest of many chance differences is not taken for a
    /// loss.
    pub mean: f64,
    /// The same without the limit at 0: below 0 where chance made the chosen action look the best. Sums and means of
    /// many choices take this one, for limits at 0 would add up noise to a loss. It is never too great on average.
    pub unlimited: f64,
    /// The least that it lost for certain (95 %, all other actions compared at once); 0 if nothing is certain.
    pub low: f64,
    /// The most that it may have lost.
    pub high: f64,
}

/// The values of all legal actions of a decision, in order, and which was chosen.
#[derive(Clone, Debug, PartialEq)]
pub struct Valued {
    /// The actions.
    pub actions: Vec<ActionValue>,
    /// The chosen one.
    pub chosen: usize,
}

impl Valued {
    /// Returns the chosen action's share of the win, 0 to 1.
    pub fn chance(&self) -> Option<f64> {
        self.actions.get(self.chosen).and_then(ActionValue::value)
    }

    /// Returns the smallest loss that could have been found with the worlds of this decision: the least half-width of
    /// a comparison that was carried to the end.
    pub fn resolution(&self) -> Option<f64> {
        let others = self.others().filter_map(|(_, action)| action.gain(self.comparisons()));
        others.map(|(_, half)| half).reduce(f64::max)
    }

    /// Returns what the chosen action lost; `None` where it was the only one or nothing was tried.
    pub fn loss(&self) -> Option<Loss> {
        let n = self.comparisons();
        let bounds = |action: &ActionValue| action.gain(n).map(|(gain, half)| (gain - half, gain + half));
        let all: Vec<(f64, f64)> = self.others().filter_map(|(_, action)| bounds(action)).collect();
        let [low, high] = [
            all.iter().map(|bounds| bounds.0).reduce(f64::max)?,
            all.iter().map(|bounds| bounds.1).reduce(f64::max)?,
        ];
        let best_in = |half: usize| {
            let found = self.others().filter_map(|(i, action)| Some((i, action.gain_in(half)?)));
            found.max_by(|a, b| a.1.total_cmp(&b.1)).filter(|(_, gain)| *gain > 0.0).map(|(i, _)| i)
        };
        // Where a half finds nothing better than the chosen action, its part of the loss is 0.
        let part = |half: usize| match best_in(half) {
            Some(better) => self.actions[better].gain_in(1 - half).unwrap_or(0.0),
            None => 0.0,
        };
        let unlimited = f64::midpoint(part(0), part(1));
        let value = |i: usize| self.actions[i].gain(n).map_or(f64::NEG_INFINITY, |(gain, _)| gain);
        let better = self.others().map(|(i, _)| i).max_by(|&a, &b| value(a).total_cmp(&value(b)))?;
        let low = low.max(0.0);
        Some(Loss { better, mean: unlimited.max(low), unlimited, low, high: high.max(0.0) })
    }

    /// Returns what this action brings more than the chosen one, as a share of the win; `None` where it was not tried.
    pub fn gain_of(&self, action: usize) -> Option<f64> {
        if action == self.chosen {
            return self.chance().map(|_| 0.0);
        }
        self.actions.get(action)?.gains_of_all().estimate_in(1.0 / UNITS).value
    }

    /// Returns the stake: how much more the best action brings than the mean of all legal ones, as a share of
    /// the win. The best is found in one half of the worlds and measured in the other, so chance may make it negative.
    pub fn stake(&self) -> Option<f64> {
        let halves = [0, 1].map(|half: usize| self.gains(|action| action.gain_in(half)));
        let [Some(first), Some(second)] = &halves else { return None };
        let halves = [first, second];
        let part = |half: usize| {
            let (found, other) = (halves[half], halves[1 - half]);
            let best = (0..found.len()).max_by(|&a, &b| found[a].total_cmp(&found[b]))?;
            Some(other[best] - other.iter().sum::<f64>() / other.len() as f64)
        };
        Some(f64::midpoint(part(0)?, part(1)?))
    }

    /// Returns how much more each action brings than the mean of all legal ones, as a share of the win; `None` where
    /// one was not tried or there is but one.
    pub fn advantages(&self) -> Option<Vec<f64>> {
        let gains = self.gains(|action| action.gains_of_all().estimate_in(1.0 / UNITS).value)?;
        let mean = gains.iter().sum::<f64>() / gains.len() as f64;
        Some(gains.iter().map(|gain| gain - mean).collect())
    }

    /// Returns what each action brings more than the chosen one; `None` where one was not tried or there is but one.
    fn gains(&self, of: impl Fn(&ActionValue) -> Option<f64>) -> Option<Vec<f64>> {
        let gain = |(i, action)| if i == self.chosen { Some(0.0) } else { of(action) };
        let gains: Option<Vec<f64>> = self.actions.iter().enumerate().map(gain).collect();
        gains.filter(|gains| gains.len() > 1)
    }

    fn comparisons(&self) -> usize {
        self.actions.len().saturating_sub(1)
    }

    fn others(&self) -> impl Iterator<Item = (usize, &ActionValue)> {
        self.actions.iter().enumerate().filter(|(i, _)| *i != self.chosen)
    }
}

/// Worlds between two looks at which actions are still open. Even, so that both halves of the sample stay alike.
const ROUND: u32 = 20;

/// How decisions are valued.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Valuation {
    /// Imagined worlds a decision at most.
    pub worlds: u32,
    /// The bot that plays on.
    pub policy: Rollout,
    /// The only action that is held against the chosen one; all of them if it is `None`.
    pub against: Option<usize>,
}

/// Imagined worlds, one after the other, in which the actions of a decision are tried.
trait Worlds {
    /// Imagines the next world, with the luck that follows in it.
    fn imagine(&mut self);

    /// Returns the mover's share of the win, 0 to 1, if this legal action is chosen in the world.
    fn reward(&mut self, choice: usize) -> f64;
}

/// Tries so many legal actions in worlds, `most` at the most, and holds them against the chosen one; or only the action
/// `against`.
///
/// A world is a determinization of the mover's view, so no value knows more than the mover. From it every action is
/// played on to the end by one policy in all seats, with the same random numbers, so that the luck of deal and draws
/// cancels in the comparison (common random numbers, as in `flat-mc`). An action that is surely no better than the
/// chosen one is tried no further: so the time goes where a mistake is possible.
fn value_in(
    worlds: &mut impl Worlds,
    (legal, chosen): (usize, usize),
    (most, against): (u32, Option<usize>),
    stop: &AtomicBool,
) -> Valued {
    let mut actions = vec![ActionValue::new(); legal];
    if legal > 1 && chosen < legal {
        let mut open: Vec<bool> =
            (0..legal).map(|i| i == chosen || against.is_none_or(|only| only == i)).collect();
        let comparisons = open.iter().filter(|open| **open).count() - 1;
        let mut done = 0;
        while done < most && open.iter().filter(|open| **open).count() > 1 {
            if stop.load(Ordering::Relaxed) {
                break;
            }
            for number in 0..ROUND.min(most - done) {
                worlds.imagine();
                let mut reward = |choice| (worlds.reward(choice) * UNITS).round() as i64;
                let base = reward(chosen);
                actions[chosen].add(base);
                for i in (0..legal).filter(|i| *i != chosen && open[*i]) {
                    actions[i].add_beside(number, reward(i), base);
                }
            }
            done += ROUND;
            for (i, action) in actions.iter().enumerate().filter(|(i, _)| *i != chosen) {
                let surely_no_better =
                    action.gain(comparisons).is_some_and(|(gain, half)| gain + half < NEGLIGIBLE);
                // A few worlds that happen to agree say little.
                open[i] = open[i] && !(surely_no_better && done >= 2 * ROUND);
            }
        }
    }
    Valued { actions, chosen }
}

/// Returns by how much a seat's reward is less than its side's, whose seats win as one; 1 where scores are paid out.
pub(crate) fn whole<G: Playable>(game: &G, seat: Seat) -> f64 {
    if game.payoff().is_some() { 1.0 } else { game.contest().whole_share(seat, 1.0) }
}

/// Worlds that a view leaves open, in which all play on by a policy.
struct OfView<'a, G: Playable> {
    game: &'a G,
    view: &'a G::View,
    seat: Seat,
    legal: &'a [G::Action],
    rng: &'a mut Rng,
    luck: Rng,
    world: G::State,
    state: G::State,
    playout: Playout<G>,
    /// A reward times this is that of the seat's whole side.
    whole: f64,
}

impl<G: Playable> Worlds for OfView<'_, G> {
    fn imagine(&mut self) {
        self.game.determinize(self.view, self.rng, &mut self.world);
        self.luck = self.rng.fork();
    }

    fn reward(&mut self, choice: usize) -> f64 {
        let mut luck = self.luck.clone();
        self.state.clone_from(&self.world);
        self.game.apply(&mut self.state, self.legal[choice], &mut luck, &mut Silent);
        self.playout.run(self.game, &mut self.state, u32::MAX, &mut luck)[self.seat] * self.whole
    }
}

/// Values the legal actions of a decision by this view.
pub(crate) fn value_actions<G: Playable>(
    game: &G,
    view: &G::View,
    seat: Seat,
    (legal, chosen): (&[G::Action], usize),
    plan: Valuation,
    rng: &mut Rng,
    stop: &AtomicBool,
) -> Valued {
    let playout = Playout::new(game, plan.policy);
    let (world, state, luck) = (game.new_state(), game.new_state(), rng.clone());
    let mut worlds =
        OfView { game, view, seat, legal, rng, luck, world, state, playout, whole: whole(game, seat) };
    value_in(&mut worlds, (legal.len(), chosen), (plan.worlds, plan.against), stop)
}

/// Returns this seat's share of the win, 0 to 1, as it can know it: the mean over so many imagined worlds.
pub(crate) fn chance_of<G: Playable>(
    game: &G,
    view: &G::View,
    seat: Seat,
    plan: Valuation,
    rng: &mut Rng,
) -> f64 {
    let mut playout = Playout::new(game, plan.policy);
    let mut state = game.new_state();
    let mut sum = 0.0;
    for _ in 0..plan.worlds {
        game.determinize(view, rng, &mut state);
        sum += playout.run(game, &mut state, u32::MAX, rng)[seat];
    }
    sum * whole(game, seat) / f64::from(plan.worlds.max(1))
}

/// A bot in each seat, for games that are played on from imagined worlds.
pub(crate) struct Table<'a> {
    seats: Vec<Box<dyn SeatedBot>>,
    stop: &'a AtomicBool,
}

impl<'a> Table<'a> {
    pub(crate) fn new(at: &dyn Position, bot: &BotSpec, stop: &'a AtomicBool) -> Self {
        Self { seats: (0..at.seats()).map(|_| at.seat_bot(bot, false)).collect(), stop }
    }

    /// Begins a new game.
    pub(crate) fn begin(&mut self) {
        for bot in &mut self.seats {
            bot.begin();
        }
    }

    /// Returns what the seat to move chooses. A bot that fails chooses at random.
    pub(crate) fn choose(&mut self, at: &dyn Position, mover: Seat, luck: &mut Rng) -> usize {
        let chosen = self.seats[mover.index()].decide(at, luck, self.stop);
        chosen.unwrap_or_else(|_| luck.index(at.choices()))
    }

    /// Plays on to the end.
    fn play_on(&mut self, at: &mut dyn Position, luck: &mut Rng) {
        self.begin();
        while let Some(mover) = at.to_move() {
            let chosen = self.choose(at, mover, luck);
            at.apply_silently(chosen, luck);
        }
        let outcome = at.outcome();
        for bot in &mut self.seats {
            bot.end(&outcome);
        }
    }
}

/// Worlds that the mover can't tell from a position.
struct OfPosition<'a> {
    at: &'a dyn Position,
    seat: Seat,
    rng: &'a mut Rng,
    luck: Rng,
    world: Box<dyn Position>,
    table: Table<'a>,
}

impl Worlds for OfPosition<'_> {
    fn imagine(&mut self) {
        self.world = self.at.determinized(self.seat, self.rng);
        self.luck = self.rng.fork();
    }

    fn reward(&mut self, choice: usize) -> f64 {
        let mut luck = self.luck.clone();
        let mut next = self.world.copy();
        next.apply_silently(choice, &mut luck);
        self.table.play_on(&mut *next, &mut luck);
        next.reward(self.seat)
    }
}

/// Values the legal actions of a decision by what the seat to move knows, if all play on as this bot.
pub(super) fn value_by_bot(
    at: &dyn Position,
    chosen: usize,
    (bot, worlds, against): (&BotSpec, u32, Option<usize>),
    rng: &mut Rng,
    stop: &AtomicBool,
) -> Valued {
    let seat = at.to_move().unwrap_or_default();
    let (world, luck, table) = (at.copy(), rng.clone(), Table::new(at, bot, stop));
    let mut of_position = OfPosition { at, seat, rng, luck, world, table };
    value_in(&mut of_position, (at.choices(), chosen), (worlds, against), stop)
}

/// Returns what this bot would choose in the place of the seat to move; `None` if it fails. Its random numbers follow
/// from what the seat knows.
pub(crate) fn choice_of(at: &dyn Position, bot: &BotSpec, stop: &AtomicBool) -> Option<usize> {
    let mut luck = stream(at, at.to_move()?);
    let mut bot = at.seat_bot(bot, false);
    bot.begin();
    bot.decide(at, &mut luck, stop).ok()
}

/// Returns this seat's share of the win, 0 to 1, by what it knows, if all play on as this bot.
pub(super) fn chance_by_bot(
    at: &dyn Position,
    seat: Seat,
    (bot, worlds): (&BotSpec, u32),
    rng: &mut Rng,
    stop: &AtomicBool,
) -> f64 {
    let mut table = Table::new(at, bot, stop);
    let mut sum = 0.0;
    for _ in 0..worlds {
        let mut world = at.determinized(seat, rng);
        table.play_on(&mut *world, rng);
        sum += world.reward(seat);
    }
    sum / f64::from(worlds.max(1))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns an action of these gains over the chosen one, in points.
    fn action(gains: &[i64]) -> ActionValue {
        let mut action = ActionValue::new();
        for (i, gain) in gains.iter().enumerate() {
            action.value.add(500_000 + gain * 10_000);
            action.gains[i % 2].add(gain * 10_000);
        }
        action
    }

    fn valued(others: &[&[i64]]) -> Valued {
        let mut actions = vec![action(&[0; 8])];
        actions.extend(others.iter().map(|gains| action(gains)));
        Valued { actions, chosen: 0 }
    }

    #[test]
    fn a_loss_is_that_of_the_best_action() {
        let sure = valued(&[&[5, 6, 5, 6, 5, 6, 5, 6], &[-5, -6, -5, -6, -5, -6, -5, -6]]);
        let loss = sure.loss().unwrap();
        assert_eq!(loss.better, 1);
        assert!((loss.mean - 0.055).abs() < 1e-9 && loss.low > 0.04 && loss.high < 0.07, "{loss:?}");
        assert!(sure.actions[1].by_chance().is_some_and(|p| p < 1e-9), "{sure:?}");
    }

    #[test]
    fn what_is_not_certain_has_a_limit_of_0() {
        let doubtful = valued(&[&[40, -30, 35, -38, 45, -30, 20, -25]]);
        assert_eq!(doubtful.loss().unwrap().low, 0.0);
        assert!(doubtful.actions[1].by_chance().is_some_and(|p| p > 0.3), "{doubtful:?}");
        let worse = valued(&[&[-5, -6, -5, -6, -5, -6, -5, -6]]);
        assert_eq!(worse.loss().unwrap().mean, 0.0);
        let same = valued(&[&[1; 8]]);
        // exp(-0.01 * 8): it brings as much in each of 8 worlds, which says little of the others.
        assert!((same.actions[1].by_chance().unwrap() - 0.923_116).abs() < 1e-6, "{same:?}");
    }

    /// Of many actions that are alike, the luckiest in one half is no better in the other.
    #[test]
    fn the_luckiest_of_many_is_no_loss() {
        let lucky = valued(&[&[90, 0, 90, 0, 90, 0, 90, 0], &[0, 90, 0, 90, 0, 90, 0, 90]]);
        assert!((lucky.loss().unwrap().mean).abs() < 1e-9, "{:?}", lucky.loss());
    }

    /// Two actions of chance alone: the means of many choices must not show a loss.
    #[test]
    fn noise_adds_up_to_no_loss() {
        let noisy = |first: i64| valued(&[&[first, -first, first, -first, first, -first, first, -first]]);
        let losses = [noisy(30), noisy(-30)].map(|one| one.loss().unwrap());
        assert!(losses.iter().all(|loss| loss.unlimited < 0.0 && loss.mean.abs() < 1e-9), "{losses:?}");
    }

    #[test]
    fn the_stake_is_the_best_against_the_mean_of_all() {
        let clear = valued(&[&[6, 6, 6, 6, 6, 6, 6, 6], &[-3, -3, -3, -3, -3, -3, -3, -3]]);
        assert!((clear.stake().unwrap() - 0.05).abs() < 1e-9, "6 against the mean of 0, 6 and -3");
        let advantages = clear.advantages().unwrap();
        let by_hand = [-0.01, 0.05, -0.04];
        assert!(advantages.iter().zip(by_hand).all(|(a, b)| (a - b).abs() < 1e-9), "{advantages:?}");
    }

    #[test]
    fn the_only_action_is_forced() {
        let only = Valued { actions: vec![ActionValue::new()], chosen: 0 };
        assert_eq!(only.loss(), None);
        assert_eq!((only.stake(), only.advantages()), (None, None));
    }
}
