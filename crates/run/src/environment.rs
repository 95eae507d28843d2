//! Games side by side as environments: what agents elsewhere learn from, in numbers.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use crate::threads::on_own_pool;
use ludometer_bots::encoded_rules;
use ludometer_model::{Json, Rng, RuleSet, Seat, Silent, Streams};
use ludometer_playable::Playable;
use rayon::prelude::*;
use thiserror::Error;

/// Errors of a step.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum EnvironmentError {
    /// No legal action has this number.
    #[error("action {action} is not legal in game {game}; legal are {legal:?}")]
    Illegal {
        /// The game's place.
        game: usize,
        /// As it was given.
        action: i64,
        /// The numbers of the legal ones.
        legal: Vec<usize>,
    },
    /// The game is over.
    #[error("game {game} is over: deal it anew")]
    Over {
        /// The game's place.
        game: usize,
    },
    /// The rules failed, which are a script's.
    #[error("game {game}: {reason}")]
    Rules {
        /// The game's place.
        game: usize,
        /// The mistake in the rules.
        reason: String,
    },
}

/// Where a step of all games writes what came of it: a row for each game, one behind the other.
#[derive(Debug)]
pub struct StepRows<'a> {
    /// The observation of the seat to move, in the game that goes on or, where one ended, in the next one.
    pub observations: &'a mut [f32],
    /// 1 for each legal action of the seat to move.
    pub masks: &'a mut [i8],
    /// The seat to move.
    pub movers: &'a mut [i8],
    /// The reward of each seat in the game that just ended; 0 where none did.
    pub rewards: &'a mut [f32],
    /// 1 where a game ended and the next one was dealt.
    pub ended: &'a mut [i8],
}

/// Games of one game design with its types erased. A game is named by its place, an action by its number.
pub trait Environments: Send {
    /// Returns the number of games.
    fn games(&self) -> usize;

    /// Returns the number of seats.
    fn seats(&self) -> usize;

    /// Returns the names of the numbers of an observation, in order; none if the game tells no features.
    fn features(&self) -> &[String];

    /// Returns the texts of the actions that have numbers of their own, in order.
    fn action_names(&self) -> &[String];

    /// Returns the number of actions: those with names, and the room behind them.
    fn actions(&self) -> usize;

    /// Sets up the game with this number of a batch with this seed: the same as in a run.
    ///
    /// # Errors
    /// [`EnvironmentError::Rules`].
    fn deal(&mut self, game: usize, seed: u64, number: u64) -> Result<(), EnvironmentError>;

    /// Returns the seat to move, or nothing when the game is over.
    fn to_move(&self, game: usize) -> Option<Seat>;

    /// Returns the numbers of the legal actions, in the game's order.
    fn legal(&self, game: usize) -> Vec<usize>;

    /// Returns a legal action in words; nothing for another one.
    fn action_text(&self, game: usize, action: usize) -> Option<String>;

    /// Returns what the seat knows, as JSON.
    fn view(&self, game: usize, seat: Seat) -> Json;

    /// Returns the seed and number with which a game was dealt, and the places of what was chosen in it among the legal
    /// actions: what [`retrace`](crate::retrace) takes.
    fn course(&self, game: usize) -> (u64, u64, &[usize]);

    /// Appends what the seat knows, as numbers.
    fn observe(&self, game: usize, seat: Seat, row: &mut Vec<f32>);

    /// Returns what the seat gets, once the game is over: its share of the win, or its score where that counts.
    fn reward(&self, game: usize, seat: Seat) -> f64;

    /// Carries out a legal action.
    ///
    /// # Errors
    /// [`EnvironmentError`].
    fn step(&mut self, game: usize, action: usize) -> Result<(), EnvironmentError>;

    /// Writes what the seats to move are shown, as a step does; no game has ended.
    fn look_all(&self, rows: &mut StepRows<'_>);

    /// Carries out an action in every game, or in none if one is not legal; those that end are dealt anew. Of `n` games that at the place `i` is number `i`
    /// of the batch first, then number `i + n`, and so on.
    ///
    /// # Errors
    /// The first [`EnvironmentError`].
    fn step_all(&mut self, actions: &[i64], rows: &mut StepRows<'_>) -> Result<(), EnvironmentError>;
}

/// Games, and at most so many decisions, in which actions are met.
const MET_GAMES: u64 = 300;
const MET_DECISIONS: u32 = 40_000;

/// The seed of those games.
const MET_SEED: u64 = 0x0061_6374_696F_6E73;

/// The least room for actions that were not met.
const LEAST_ROOM: usize = 16;

/// Games that one thread steps at once.
const CHUNK: usize = 64;

/// The actions of a game with their numbers.
///
/// An action has one number in all positions. The numbers are found by playing at random, so that no game need list its
/// actions; behind them is room for rare ones that were not met.
struct ActionSpace<G: Playable> {
    numbers: HashMap<G::Action, usize>,
    names: Vec<String>,
    room: usize,
}

impl<G: Playable> ActionSpace<G> {
    /// Plays at random and numbers the actions that are met, in the order of their kinds and texts.
    fn met(game: &G) -> Self {
        // In the order in which they were met, so that two of the same text have the same order in every process.
        let (mut known, mut met) = (HashSet::new(), Vec::new());
        let (mut state, mut legal, mut decisions, mut most) = (game.new_state(), Vec::new(), 0, 0);
        for number in 0..MET_GAMES {
            let streams = Streams::new(MET_SEED, number);
            let (mut chance, mut choice) = (streams.chance(), streams.side_stream(1));
            game.deal(&mut state, &mut chance, &mut Silent);
            while game.to_move(&state).is_some() && decisions < MET_DECISIONS {
                legal.clear();
                game.legal(&state, &mut legal);
                if legal.is_empty() || game.fault(&state, &legal).is_some() {
                    break;
                }
                most = most.max(legal.len());
                for action in legal.iter().copied().filter(|action| known.insert(*action)) {
                    met.push((action, (game.action_kind(action), game.action_text(action))));
                }
                game.apply(&mut state, legal[choice.index(legal.len())], &mut chance, &mut Silent);
                decisions += 1;
            }
        }
        met.sort_by(|(_, a), (_, b)| a.cmp(b));
        let names = met.iter().map(|(_, (_, text))| text.clone()).collect();
        let numbers = met.into_iter().enumerate().map(|(number, (action, _))| (action, number)).collect();
        Self { numbers, names, room: most.max(LEAST_ROOM) }
    }

    fn len(&self) -> usize {
        self.names.len() + self.room
    }

    /// Numbers the legal actions of a decision: those that were not met by the room in their order. More than there is room
    /// for get the free numbers from the first one on.
    fn number(&self, legal: &[G::Action], into: &mut Vec<usize>) {
        into.clear();
        let mut room = self.names.len()..self.len();
        let mut crowded = false;
        for action in legal {
            let number = self.numbers.get(action).copied().or_else(|| room.next());
            crowded |= number.is_none();
            into.push(number.unwrap_or(usize::MAX));
        }
        if crowded {
            let mut free =
                (0..self.len()).filter(|number| !into.contains(number)).collect::<Vec<_>>().into_iter();
            for number in into.iter_mut().filter(|number| **number == usize::MAX) {
                // As many as are legal at most: without a number an action can't be chosen.
                *number = free.next().unwrap_or(usize::MAX);
            }
        }
    }
}

/// One game.
struct One<G: Playable> {
    state: G::State,
    legal: Vec<G::Action>,
    numbers: Vec<usize>,
    chance: Rng,
    seed: u64,
    number: u64,
    /// The places of what was chosen so far.
    chosen: Vec<usize>,
}

pub(crate) struct SideBySide<G: Playable> {
    game: Arc<G>,
    space: ActionSpace<G>,
    features: Vec<String>,
    /// The features of the rule set and the size of the table.
    rules: Vec<f32>,
    games: Vec<One<G>>,
}

impl<G: Playable> One<G> {
    fn deal(&mut self, of: &Shared<'_, G>, seed: u64, number: u64) -> Result<(), EnvironmentError> {
        (self.seed, self.number) = (seed, number);
        self.chosen.clear();
        self.chance = Streams::new(seed, number).chance();
        of.game.deal(&mut self.state, &mut self.chance, &mut Silent);
        self.list(of)
    }

    fn list(&mut self, of: &Shared<'_, G>) -> Result<(), EnvironmentError> {
        self.legal.clear();
        if of.game.to_move(&self.state).is_some() {
            of.game.legal(&self.state, &mut self.legal);
        }
        of.space.number(&self.legal, &mut self.numbers);
        match of.game.fault(&self.state, &self.legal) {
            Some(reason) => Err(EnvironmentError::Rules { game: of.place, reason }),
            None => Ok(()),
        }
    }

    /// Returns the place of an action among the legal ones, by its number.
    fn place(&self, game: usize, action: i64) -> Result<usize, EnvironmentError> {
        if self.legal.is_empty() {
            return Err(EnvironmentError::Over { game });
        }
        let wanted = usize::try_from(action).ok();
        let place = self.numbers.iter().position(|number| Some(*number) == wanted);
        place.ok_or_else(|| EnvironmentError::Illegal { game, action, legal: self.numbers.clone() })
    }

    fn step(&mut self, of: &Shared<'_, G>, action: i64) -> Result<(), EnvironmentError> {
        let place = self.place(of.place, action)?;
        self.chosen.push(place);
        of.game.apply(&mut self.state, self.legal[place], &mut self.chance, &mut Silent);
        self.list(of)
    }

    fn reward(&self, game: &G, seat: Seat) -> f64 {
        let (low, high) = game.payoff().unwrap_or((0.0, 1.0));
        low + game.reward(&self.state)[seat] * (high - low)
    }
}

/// The common data of all games, for the one at this place.
struct Shared<'a, G: Playable> {
    game: &'a G,
    space: &'a ActionSpace<G>,
    rules: &'a [f32],
    place: usize,
}

impl<G: Playable> Shared<'_, G> {
    fn observe(&self, one: &One<G>, seat: Seat, row: &mut Vec<f32>) {
        self.game.observe(&self.game.view(&one.state, seat), row);
        row.extend_from_slice(self.rules);
    }

    fn look(&self, one: &One<G>, row: &mut Row<'_>, buffer: &mut Vec<f32>) {
        row.mask.fill(0);
        for &number in &one.numbers {
            if let Some(legal) = row.mask.get_mut(number) {
                *legal = 1;
            }
        }
        let Some(seat) = self.game.to_move(&one.state) else { return };
        *row.mover = seat.index() as i8;
        buffer.clear();
        self.observe(one, seat, buffer);
        // A game without features has rows of one zero.
        row.observation[..buffer.len()].copy_from_slice(buffer);
    }
}

/// Where one game writes.
struct Row<'a> {
    observation: &'a mut [f32],
    mask: &'a mut [i8],
    mover: &'a mut i8,
}

impl<G: Playable> SideBySide<G> {
    pub(crate) fn new(game: Arc<G>, rules: &RuleSet, games: usize) -> Self {
        let mut names: Vec<String> = Vec::new();
        let mut state = game.new_state();
        game.deal(&mut state, &mut Rng::from_words([0; 3]), &mut Silent);
        game.observe(&game.view(&state, Seat::new(0)), &mut names);
        let rules = if names.is_empty() {
            Vec::new()
        } else {
            ludometer_model::observe_rules(rules, game.seats(), &mut names);
            encoded_rules(&*game, rules)
        };
        let one = || One {
            state: game.new_state(),
            legal: Vec::new(),
            numbers: Vec::new(),
            chance: Rng::from_words([0; 3]),
            seed: 0,
            number: 0,
            chosen: Vec::new(),
        };
        let games = (0..games).map(|_| one()).collect();
        Self { space: ActionSpace::met(&*game), features: names, rules, games, game }
    }

    fn shared(&self, place: usize) -> Shared<'_, G> {
        Shared { game: &self.game, space: &self.space, rules: self.rules.as_slice(), place }
    }

    /// Does the same for each game with its part of the rows, many at a time.
    fn each(
        &mut self,
        rows: &mut StepRows<'_>,
        work: impl Fn(
            &Shared<'_, G>,
            &mut One<G>,
            Row<'_>,
            (&mut [f32], &mut i8),
            &mut Vec<f32>,
        ) -> Result<(), EnvironmentError>
        + Sync,
    ) -> Result<(), EnvironmentError> {
        let (features, actions, seats) = (self.features.len().max(1), self.space.len(), self.game.seats());
        let (game, space, rules) = (&*self.game, &self.space, &self.rules[..]);
        let count = self.games.len();
        let chunks = self.games.par_chunks_mut(CHUNK).zip(rows.observations.par_chunks_mut(CHUNK * features));
        let chunks = chunks.zip(rows.masks.par_chunks_mut(CHUNK * actions));
        let chunks =
            chunks.zip(rows.movers.par_chunks_mut(CHUNK)).zip(rows.rewards.par_chunks_mut(CHUNK * seats));
        let chunks = chunks.zip(rows.ended.par_chunks_mut(CHUNK)).enumerate();
        let all = || {
            chunks.try_for_each(|(chunk, (((((games, observations), masks), movers), rewards), ended))| {
                let mut buffer = Vec::with_capacity(features);
                let each =
                    games.iter_mut().zip(observations.chunks_mut(features)).zip(masks.chunks_mut(actions));
                let each = each.zip(movers).zip(rewards.chunks_mut(seats)).zip(ended).enumerate();
                for (i, (((((one, observation), mask), mover), rewards), ended)) in each {
                    let shared = Shared { game, space, rules, place: chunk * CHUNK + i };
                    work(&shared, one, Row { observation, mask, mover }, (rewards, ended), &mut buffer)?;
                }
                Ok(())
            })
        };
        // A single chunk is done on this thread.
        if count <= CHUNK { all() } else { on_own_pool(all) }
    }
}

impl<G: Playable> Environments for SideBySide<G> {
    fn games(&self) -> usize {
        self.games.len()
    }

    fn seats(&self) -> usize {
        self.game.seats()
    }

    fn features(&self) -> &[String] {
        &self.features
    }

    fn action_names(&self) -> &[String] {
        &self.space.names
    }

    fn actions(&self) -> usize {
        self.space.len()
    }

    fn deal(&mut self, game: usize, seed: u64, number: u64) -> Result<(), EnvironmentError> {
        let shared = Shared { game: &*self.game, space: &self.space, rules: &self.rules, place: game };
        self.games[game].deal(&shared, seed, number)
    }

    fn to_move(&self, game: usize) -> Option<Seat> {
        self.game.to_move(&self.games[game].state)
    }

    fn legal(&self, game: usize) -> Vec<usize> {
        self.games[game].numbers.clone()
    }

    fn action_text(&self, game: usize, action: usize) -> Option<String> {
        let one = &self.games[game];
        let place = one.numbers.iter().position(|number| *number == action)?;
        Some(self.game.action_text(one.legal[place]))
    }

    fn view(&self, game: usize, seat: Seat) -> Json {
        self.game.view_json(&self.game.view(&self.games[game].state, seat))
    }

    fn course(&self, game: usize) -> (u64, u64, &[usize]) {
        let one = &self.games[game];
        (one.seed, one.number, &one.chosen)
    }

    fn observe(&self, game: usize, seat: Seat, row: &mut Vec<f32>) {
        self.shared(game).observe(&self.games[game], seat, row);
    }

    fn reward(&self, game: usize, seat: Seat) -> f64 {
        self.games[game].reward(&self.game, seat)
    }

    fn step(&mut self, game: usize, action: usize) -> Result<(), EnvironmentError> {
        let shared = Shared { game: &*self.game, space: &self.space, rules: &self.rules, place: game };
        self.games[game].step(&shared, action as i64)
    }

    fn look_all(&self, rows: &mut StepRows<'_>) {
        let (features, actions) = (self.features.len().max(1), self.space.len());
        rows.rewards.fill(0.0);
        rows.ended.fill(0);
        let mut buffer = Vec::with_capacity(features);
        let each = self.games.iter().zip(rows.observations.chunks_mut(features));
        let each = each.zip(rows.masks.chunks_mut(actions)).zip(rows.movers.iter_mut()).enumerate();
        for (place, (((one, observation), mask), mover)) in each {
            self.shared(place).look(one, &mut Row { observation, mask, mover }, &mut buffer);
        }
    }

    fn step_all(&mut self, actions: &[i64], rows: &mut StepRows<'_>) -> Result<(), EnvironmentError> {
        let games = self.games.len() as u64;
        // All are looked at before any goes on.
        let asked = self.games.iter().zip(actions).enumerate();
        asked.into_iter().try_for_each(|(place, (one, &action))| one.place(place, action).map(drop))?;
        self.each(rows, |shared, one, mut row, (rewards, ended), buffer| {
            one.step(shared, actions[shared.place])?;
            let is_over = one.legal.is_empty();
            *ended = i8::from(is_over);
            for (seat, reward) in rewards.iter_mut().enumerate() {
                *reward = if is_over { one.reward(shared.game, Seat::new(seat)) as f32 } else { 0.0 };
            }
            if is_over {
                one.deal(shared, one.seed, one.number + games)?;
            }
            shared.look(one, &mut row, buffer);
            Ok(())
        })
    }
}
