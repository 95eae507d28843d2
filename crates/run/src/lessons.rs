//! Games from which a network learns: who sits there, and what each position turned out to be worth.

use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use rayon::prelude::*;

use super::play::PlayError;
use ludometer_bots::{Greedy, Learned, Strategy, encode};
use ludometer_learn::{Network, Samples};
use ludometer_model::{Decision, Rng, Silent, Streams};
use ludometer_playable::Playable;

/// Who sits at the tables of lessons.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Company {
    /// `greedy` in all seats, who chooses at random now and then: for the first lessons.
    Greedy,
    /// Learners with others: in each seat the learner, its past self or `greedy`, at least one learner.
    Mixed,
}

/// What is played in lessons.
#[derive(Clone, Debug)]
pub struct LessonPlan {
    /// The seed of all games.
    pub seed: u64,
    /// The numbers of the games.
    pub games: Range<u64>,
    /// Who sits there.
    pub company: Company,
    /// The share of choices that are made at random, to see what comes of them.
    pub exploration: f64,
    /// How far a position's worth is that of the end: 1; at 0 it is what the learner thought at its next choice
    /// (lambda of TD(lambda): Sutton, 1988).
    pub lambda: f32,
    /// Settings of the learner, as `learned` has them.
    pub settings: Vec<f64>,
}

/// The side stream of lessons: who sits where, and what is tried at random.
const COMPANY: u64 = 0x6C65_7373;

/// Plays games and returns the positions behind each choice, with what they turned out to be worth, in the order of the
/// games, for any number of threads; `past` are former states of the network. Stopped, it returns nothing.
///
/// # Errors
/// [`PlayError::Rules`] in the first game in which the rules fail, which are a script's.
pub fn lessons<G: Playable>(
    game: &G,
    network: &Arc<Network>,
    past: &[Arc<Network>],
    plan: &LessonPlan,
    stop: &AtomicBool,
) -> Result<Option<Samples>, PlayError> {
    let table = || LessonTable::new(game, network, plan);
    let games = plan.games.clone().into_par_iter().map_init(table, |table, number| {
        if stop.load(Ordering::Relaxed) { Ok(Samples::default()) } else { table.play(number, past) }
    });
    let games: Vec<Result<Samples, PlayError>> = games.collect();
    if stop.load(Ordering::Relaxed) {
        return Ok(None);
    }
    let mut samples = Samples::default();
    for game in games {
        samples.append(game?);
    }
    Ok(Some(samples))
}

/// Who chooses for a seat.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Sitting {
    Learner,
    Past,
    Greedy,
}

/// A position behind a choice of one seat.
struct Note {
    /// The number of its row among the samples.
    row: usize,
    /// What the learner expected when it chose.
    expected: f32,
    /// Whether the choice was made at random.
    explored: bool,
}

struct LessonTable<'a, G: Playable> {
    game: &'a G,
    plan: &'a LessonPlan,
    state: G::State,
    imagined: G::State,
    legal: Vec<G::Action>,
    learner: Learned<G>,
    past: Learned<G>,
    greedy: Vec<Greedy<G>>,
    notes: Vec<Vec<Note>>,
    inputs: usize,
}

impl<'a, G: Playable> LessonTable<'a, G> {
    fn new(game: &'a G, network: &Arc<Network>, plan: &'a LessonPlan) -> Self {
        let seats = game.seats();
        let learner = || Learned::new(game, Arc::clone(network), &plan.settings);
        Self {
            game,
            plan,
            state: game.new_state(),
            imagined: game.new_state(),
            legal: Vec::with_capacity(64),
            learner: learner(),
            past: learner(),
            greedy: (0..seats).map(|_| Greedy::usual(game)).collect(),
            notes: (0..seats).map(|_| Vec::new()).collect(),
            inputs: network.inputs(),
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
        let mut samples = Samples::default();
        self.notes.iter_mut().for_each(Vec::clear);
        self.greedy.iter_mut().for_each(Strategy::begin);
        game.deal(&mut self.state, &mut chance, &mut Silent);
        while let Some(seat) = game.to_move(&self.state) {
            let at = seat.index();
            self.legal.clear();
            game.legal(&self.state, &mut self.legal);
            self.check_rules(number)?;
            let explored = self.legal.len() > 1 && lots.chance(plan.exploration);
            let mut expected = 0.0;
            let rng = &mut rngs[at];
            let place = if self.legal.len() == 1 {
                0
            } else if sitting[at] == Sitting::Greedy {
                let decision = Decision::new(game, &self.state, seat, &self.legal);
                let chosen = self.greedy[at].decide(&decision, rng).unwrap_or(0);
                if explored && plan.company == Company::Greedy {
                    lots.index(self.legal.len())
                } else {
                    chosen
                }
            } else {
                let bot = if sitting[at] == Sitting::Learner { &mut self.learner } else { &mut self.past };
                let view = game.view(&self.state, seat);
                let choice = bot.choose(game, &view, &self.legal, seat, rng);
                expected = choice.value;
                if explored { lots.index(self.legal.len()) } else { choice.place }
            };
            let forced = self.legal.len() == 1;
            game.apply(&mut self.state, self.legal[place], &mut chance, &mut Silent);
            let learns = sitting[at] == Sitting::Learner || plan.company == Company::Greedy;
            if learns && !forced && game.to_move(&self.state).is_some() {
                let row = samples.rows.len();
                // As the mover imagines it: the network must not learn from cards that it won't see.
                let view = game.view(&self.state, seat);
                game.determinize(&view, &mut lots, &mut self.imagined);
                encode(game, &self.imagined, seat, &mut samples.rows);
                debug_assert_eq!(samples.rows.len() - row, self.inputs, "as many features of every view");
                self.notes[at].push(Note { row: row / self.inputs, expected, explored });
            }
        }
        self.legal.clear();
        self.check_rules(number)?;
        let reward = game.reward(&self.state);
        samples.targets.resize(samples.rows.len() / self.inputs, 0.0);
        for (seat, notes) in ludometer_model::Seat::all(game.seats()).zip(&self.notes) {
            let mut target = reward[seat] as f32;
            // At the first lessons nobody expects anything: only the end tells.
            let lambda = if plan.company == Company::Greedy { 1.0 } else { plan.lambda };
            for note in notes.iter().rev() {
                samples.targets[note.row] = target;
                // Behind a choice at random the game says little of what was expected before it.
                let kept = if note.explored && plan.company == Company::Mixed { 0.0 } else { lambda };
                target = kept * target + (1.0 - kept) * note.expected;
            }
        }
        Ok(samples)
    }

    /// Refuses a game in which the rules failed.
    fn check_rules(&self, play: u64) -> Result<(), PlayError> {
        let fault = self.game.fault(&self.state, &self.legal);
        fault.map_or(Ok(()), |reason| Err(PlayError::Rules { play, reason }))
    }

    /// Draws who sits in each seat.
    fn company(&mut self, past: &[Arc<Network>], lots: &mut Rng) -> Vec<Sitting> {
        let seats = self.game.seats();
        if self.plan.company == Company::Greedy {
            return vec![Sitting::Greedy; seats];
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
            false => Sitting::Greedy,
        };
        (0..seats).map(|seat| if seat == learner { Sitting::Learner } else { others(lots) }).collect()
    }
}
