//! Games from which a network learns: who sits there, and what each position turned out to be worth.

use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use rayon::ThreadPool;

use super::play::PlayError;
use super::threads::in_order;
use ludometer_bots::{
    Bot, BotSpec, Choice, Forfeit, Learned, Mcts, NetworkValue, Strategy, build, encode, encoded_rules,
    search_of,
};
use ludometer_learn::{Network, Samples};
use ludometer_model::{Decision, Rng, RuleSet, Seat, Silent, Streams};
use ludometer_playable::Playable;

/// The company at the tables of lessons.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Company {
    /// The other bot in all seats, which chooses at random now and then: for the first lessons.
    Watched,
    /// Learners with others: in each seat the learner, its past self or the other bot, at least one learner.
    Mixed,
}

/// The plan of the games in lessons.
#[derive(Clone, Debug)]
pub struct LessonPlan {
    /// The seed of all games.
    pub seed: u64,
    /// The numbers of the games.
    pub games: Range<u64>,
    /// The company at the tables.
    pub company: Company,
    /// The share of choices that are made at random, to see what comes of them.
    pub exploration: f64,
    /// How far a position's worth is that of the end: 1; at 0 it is what the learner thought at its next choice
    /// (lambda of TD(lambda): Sutton, 1988).
    pub lambda: f32,
    /// Settings of the learner, as `learned` has them.
    pub settings: Vec<f64>,
    /// The other bots, at least one: the first is watched, and in each game with learners one of them is drawn.
    pub others: Vec<BotSpec>,
    /// A search (`mcts`) that chooses in the place of learners and their former states in a part of the games, and says what
    /// it expects.
    pub teacher: Option<BotSpec>,
}

/// The share of the games of learners in which the teacher chooses, if there is one.
const TAUGHT: f64 = 0.5;

/// The side stream of lessons: who sits where, and what is tried at random.
const COMPANY: u64 = 0x6C65_7373;

/// Plays games and returns the positions behind each choice, with what they turned out to be worth, in the order of the games,
/// for any number of threads; `past` are former states of the network.
/// Stopped, it returns nothing.
///
/// # Errors
/// [`PlayError::Rules`] in the first game in which the rules fail, which are a script's.
pub fn lessons<G: Playable>(
    game: &G,
    rules: &RuleSet,
    network: &Arc<Network>,
    past: &[Arc<Network>],
    plan: &LessonPlan,
    pool: &ThreadPool,
    stop: &AtomicBool,
) -> Result<Option<Samples>, PlayError> {
    let table = || LessonTable::new(game, rules, network, plan);
    let games = in_order(pool, plan.games.clone(), table, |table, number| {
        if stop.load(Ordering::Relaxed) { Ok(Samples::default()) } else { table.play(number, past) }
    });
    if stop.load(Ordering::Relaxed) {
        return Ok(None);
    }
    let mut samples = Samples::default();
    for game in games? {
        samples.append(game);
    }
    Ok(Some(samples))
}

/// The bot that chooses for a seat.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Sitting {
    Learner,
    Past,
    Other,
}

/// A position behind a choice, as one seat sees it.
struct Note {
    /// The number of its row among the samples.
    row: usize,
    /// The seat's expectation when it chose, and whether the choice was then made at random; nothing behind another seat's
    /// choice.
    chosen: Option<(f32, bool)>,
}

/// The share of the choices behind which another seat's view is learned from too: a search asks for those.
const ONLOOKERS: f64 = 0.5;

struct LessonTable<'a, G: Playable> {
    game: &'a G,
    plan: &'a LessonPlan,
    state: G::State,
    imagined: G::State,
    legal: Vec<G::Action>,
    learner: Learned<G>,
    past: Learned<G>,
    /// The other bots, each with one for every seat.
    others: Vec<Vec<Bot<G>>>,
    teacher: Option<Mcts<G>>,
    notes: Vec<Vec<Note>>,
    inputs: usize,
    /// The features of the rule set and the size of the table.
    rules: Vec<f32>,
}

impl<'a, G: Playable> LessonTable<'a, G> {
    fn new(game: &'a G, rules: &RuleSet, network: &Arc<Network>, plan: &'a LessonPlan) -> Self {
        let seats = game.seats();
        let reported = |bot: &BotSpec| BotSpec::for_rules(std::slice::from_ref(bot), rules)[0].clone();
        let seated = |bot: &BotSpec| {
            let bot = reported(bot);
            (0..seats).map(|_| build(&bot, game)).collect()
        };
        let teacher = plan.teacher.as_ref().map(reported);
        let learner =
            || Learned::new(game, NetworkValue::new(game, rules, Arc::clone(network)), &plan.settings);
        Self {
            game,
            plan,
            state: game.new_state(),
            imagined: game.new_state(),
            legal: Vec::with_capacity(64),
            learner: learner(),
            past: learner(),
            others: plan.others.iter().map(seated).collect(),
            teacher: teacher.and_then(|teacher| search_of(&teacher, game)),
            notes: (0..seats).map(|_| Vec::new()).collect(),
            inputs: network.inputs(),
            rules: encoded_rules(game, rules),
        }
    }

    /// Plays one game and tells what its positions were worth.
    fn play(&mut self, number: u64, past: &[Arc<Network>]) -> Result<Samples, PlayError> {
        let (game, plan) = (self.game, self.plan);
        let streams = Streams::new(plan.seed, number);
        let mut chance = streams.chance();
        let mut lots = streams.side_stream(COMPANY);
        let mut rngs: Vec<Rng> = (0..game.seats()).map(|bot| streams.bot(bot)).collect();
        let sitting = self.company(past, &mut lots);
        let taught = self.teacher.is_some() && lots.chance(TAUGHT);
        let mut samples = Samples::default();
        self.notes.iter_mut().for_each(Vec::clear);
        let other = match plan.others.len() {
            many if many > 1 && plan.company == Company::Mixed => lots.index(many),
            _ => 0,
        };
        self.others[other].iter_mut().for_each(Strategy::begin);
        game.deal(&mut self.state, &mut chance, &mut Silent);
        let mut decisions = 0;
        while let Some(seat) = game.to_move(&self.state) {
            let at = seat.index();
            self.legal.clear();
            game.legal(&self.state, &mut self.legal);
            self.check_rules(number)?;
            let forced = self.legal.len() == 1;
            let learns = sitting[at] == Sitting::Learner || plan.company == Company::Watched;
            let explored = learns && !forced && lots.chance(plan.exploration);
            let rng = &mut rngs[at];
            let (chosen, expected) = if sitting[at] == Sitting::Other {
                // Also where there is no choice: it may have planned one before.
                let decision = Decision::new(game, &self.state, seat, &self.legal);
                let chosen = self.others[other][at].decide(&decision, rng);
                let failed = |forfeit: Forfeit| PlayError::Forfeit {
                    bot: plan.others[other].name.clone(),
                    seat,
                    decision: decisions,
                    play: number,
                    reason: forfeit.reason,
                };
                (chosen.map_err(failed)?, 0.0)
            } else if forced {
                (0, 0.0)
            } else {
                let learns = sitting[at] == Sitting::Learner;
                let choice = self.choose(seat, learns, taught, rng);
                (choice.place, choice.value)
            };
            let place = if explored { lots.index(self.legal.len()) } else { chosen };
            game.apply(&mut self.state, self.legal[place], &mut chance, &mut Silent);
            decisions += 1;
            if forced || game.to_move(&self.state).is_none() {
                continue;
            }
            if learns {
                self.note(seat, Some((expected, explored)), &mut lots, &mut samples);
            }
            if lots.chance(ONLOOKERS) {
                let onlooker = Seat::new((at + 1 + lots.index(game.seats().max(2) - 1)) % game.seats());
                let learns =
                    sitting[onlooker.index()] == Sitting::Learner || plan.company == Company::Watched;
                if learns && onlooker != seat {
                    self.note(onlooker, None, &mut lots, &mut samples);
                }
            }
        }
        self.legal.clear();
        self.check_rules(number)?;
        let outcome = game.outcome(&self.state);
        self.others[other].iter_mut().for_each(|bot| bot.end(&outcome));
        let reward = game.reward(&self.state);
        samples.targets.resize(samples.rows.len() / self.inputs, 0.0);
        for (seat, notes) in Seat::all(game.seats()).zip(&self.notes) {
            let mut target = reward[seat] as f32;
            // In the first lessons nobody expects anything: only the end tells.
            let lambda = if plan.company == Company::Watched { 1.0 } else { plan.lambda };
            for note in notes.iter().rev() {
                samples.targets[note.row] = target;
                let Some((expected, explored)) = note.chosen else { continue };
                // Behind a choice at random the game says little of what was expected before it.
                let kept = if explored && plan.company == Company::Mixed { 0.0 } else { lambda };
                target = kept * target + (1.0 - kept) * expected;
            }
        }
        Ok(samples)
    }

    /// Returns the choice of a learner or of a former state of it, or in the games that are `taught` the teacher's.
    fn choose(&mut self, seat: Seat, learns: bool, taught: bool, rng: &mut Rng) -> Choice {
        let (game, legal) = (self.game, &self.legal);
        let view = game.view(&self.state, seat);
        if let Some(teacher) = self.teacher.as_mut().filter(|_| taught) {
            return teacher.choose(game, &view, legal, rng);
        }
        let bot = if learns { &mut self.learner } else { &mut self.past };
        bot.choose(game, &view, legal, seat, rng)
    }

    /// Takes the position down as a sample, as this seat imagines it: the network must not learn from cards that it won't
    /// see.
    fn note(&mut self, seat: Seat, chosen: Option<(f32, bool)>, lots: &mut Rng, samples: &mut Samples) {
        let game = self.game;
        let from = samples.rows.len();
        let view = game.view(&self.state, seat);
        game.determinize(&view, lots, &mut self.imagined);
        encode(game, &self.imagined, seat, &self.rules, &mut samples.rows);
        debug_assert_eq!(samples.rows.len() - from, self.inputs, "as many features of every view");
        self.notes[seat.index()].push(Note { row: from / self.inputs, chosen });
    }

    /// Refuses a game in which the rules failed.
    fn check_rules(&self, play: u64) -> Result<(), PlayError> {
        let fault = self.game.fault(&self.state, &self.legal);
        fault.map_or(Ok(()), |reason| Err(PlayError::Rules { play, reason }))
    }

    /// Draws who sits in each seat.
    fn company(&mut self, past: &[Arc<Network>], lots: &mut Rng) -> Vec<Sitting> {
        let seats = self.game.seats();
        if self.plan.company == Company::Watched {
            return vec![Sitting::Other; seats];
        }
        let learner = lots.index(seats);
        // In some games all are learners, in some one alone; in the rest it is drawn seat by seat.
        let share = [0.0, 0.34, 1.0][lots.index(3)];
        let old = !past.is_empty() && lots.index(3) == 0;
        if old {
            self.past.replace_network(Arc::clone(&past[lots.index(past.len())]));
        }
        let others = |lots: &mut Rng| match lots.chance(share) {
            true if old => Sitting::Past,
            true => Sitting::Learner,
            false => Sitting::Other,
        };
        (0..seats).map(|seat| if seat == learner { Sitting::Learner } else { others(lots) }).collect()
    }
}
