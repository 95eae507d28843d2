//! Small games as a whole: the tree of all that can happen in them, and how a bot plays in all of it.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::atomic::{AtomicBool, Ordering};

use rayon::ThreadPool;
use thiserror::Error;

use super::any::WholeGame;
use super::threads::in_order;
use ludometer_bots::{BotSpec, Recall, Strategy, build, known_policy, view_key};
use ludometer_learn::{GameTree, Node, Policy, SetInfo};
use ludometer_model::{
    BySeat, ChanceError, Decision, Json, MAX_SEATS, Rng, RuleSet, Seat, Silent, each_chance,
};
use ludometer_playable::Playable;

/// The most positions of a tree, and the most decisions in a row.
const MAX_NODES: usize = 3_000_000;
const MAX_DEPTH: usize = 500;

/// The most ways that chance can go at once.
const MAX_WAYS: u32 = 10_000;

/// A game of which no tree can be made.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum WholeError {
    /// More positions than fit.
    #[error(
        "the game is too large to be looked at as a whole: it has more than {MAX_NODES} positions, counted by how they come about"
    )]
    TooLarge,
    /// A game takes too long.
    #[error("the game is too long to be looked at as a whole: it can take more than {MAX_DEPTH} decisions")]
    TooLong,
    /// Chance can't be gone through.
    #[error("the game is too large to be looked at as a whole: {0}, for example in the deal")]
    Chance(#[from] ChanceError),
    /// The rules failed, which are a script's.
    #[error("{0}")]
    Rules(String),
    /// A bot could not choose.
    #[error("bot `{bot}` in seat {seat}: {reason}")]
    Bot {
        /// The bot's name.
        bot: String,
        /// Its seat.
        seat: Seat,
        /// Its message.
        reason: String,
    },
    /// The user stopped the work.
    #[error("interrupted")]
    Stopped,
}

/// The description of an information set of a [`GameTree`] for people and bots.
#[derive(Clone, Debug, PartialEq)]
pub struct KnownSet {
    /// The number by which a table of choices knows it: what the seat was shown and chose at its decisions until now.
    pub key: u64,
    /// The number by which a table knows what the seat is shown, if nothing else is known.
    pub view_key: u64,
    /// The seat's decision before: its set and the place of what it chose.
    pub after: Option<(usize, usize)>,
    /// The view of the seat.
    pub view: Json,
    /// The legal actions as text.
    pub actions: Vec<String>,
    /// Their kinds, by their index in the design's list.
    pub kinds: Vec<usize>,
}

/// A game as a tree, and a state in which each of its information sets is met.
struct Whole<'a, G: Playable> {
    game: &'a G,
    rules: &'a RuleSet,
    tree: GameTree,
    known: Vec<KnownSet>,
    states: Vec<G::State>,
}

/// Makes the tree of a game.
pub(super) fn whole<'a, G: Playable>(
    game: &'a G,
    rules: &'a RuleSet,
    stop: &'a AtomicBool,
) -> Result<Box<dyn WholeGame + 'a>, WholeError> {
    let mut growth = Growth {
        stop,
        whole: Whole {
            game,
            rules,
            tree: GameTree { seats: game.seats(), ..GameTree::default() },
            known: Vec::new(),
            states: Vec::new(),
        },
        sets: HashMap::new(),
        memories: HashMap::new(),
    };
    let dealt = each_chance(MAX_WAYS, |rng| {
        let mut state = game.new_state();
        game.deal(&mut state, rng, &mut Silent);
        state
    })?;
    growth.grow_chance(dealt, &Memory::default(), 0)?;
    Ok(Box::new(growth.whole))
}

/// The memory of each seat, what it was shown and did until now: all of it, and at its own decisions.
#[derive(Clone, Copy, Default)]
struct Memory {
    all: [u64; MAX_SEATS],
    last: [u64; MAX_SEATS],
    decisions: [Recall; MAX_SEATS],
    /// The set and the choice of the last of these.
    last_choice: [Option<(usize, usize)>; MAX_SEATS],
}

impl Memory {
    /// Adds what a seat is shown, if it is anything new.
    fn see(&mut self, seat: Seat, view: u64) {
        let seat = seat.index();
        if self.last[seat] != view {
            self.last[seat] = view;
            self.add(seat, view);
        }
    }

    /// Adds what a seat chooses.
    fn chose(&mut self, seat: Seat, set: usize, place: usize) {
        self.last_choice[seat.index()] = Some((set, place));
        self.decisions[seat.index()].chose(place);
        self.add(seat.index(), place as u64);
    }

    fn add(&mut self, seat: usize, what: u64) {
        // The same numbers in every run, since it has no key of its own.
        let mut hasher = DefaultHasher::new();
        (self.all[seat], what).hash(&mut hasher);
        self.all[seat] = hasher.finish();
    }
}

struct Growth<'a, G: Playable> {
    stop: &'a AtomicBool,
    whole: Whole<'a, G>,
    sets: HashMap<u64, usize>,
    memories: HashMap<(Seat, u64), usize>,
}

impl<G: Playable> Growth<'_, G> {
    /// Appends a node whose edges still lead nowhere, and returns its place and that of its first edge.
    fn reserve(&mut self, edges: usize) -> (usize, usize) {
        let tree = &mut self.whole.tree;
        let (at, first) = (tree.nodes.len(), tree.next.len());
        tree.nodes.push(Node::Chance { edges: first..first + edges });
        tree.next.resize(first + edges, 0);
        tree.chances.resize(first + edges, 1.0);
        (at, first)
    }

    fn grow_chance(
        &mut self,
        outcomes: Vec<(f64, G::State)>,
        memory: &Memory,
        depth: usize,
    ) -> Result<usize, WholeError> {
        let mut distinct: Vec<(f64, G::State)> = Vec::with_capacity(outcomes.len());
        for (chance, state) in outcomes {
            match distinct.iter_mut().find(|(_, other)| *other == state) {
                Some((sum, _)) => *sum += chance,
                None => distinct.push((chance, state)),
            }
        }
        if let [(_, state)] = &distinct[..] {
            return self.grow(state, memory, depth);
        }
        let (at, first) = self.reserve(distinct.len());
        for (i, (chance, state)) in distinct.iter().enumerate() {
            self.whole.tree.chances[first + i] = *chance;
            self.whole.tree.next[first + i] = self.grow(state, memory, depth)?;
        }
        Ok(at)
    }

    fn grow(&mut self, state: &G::State, memory: &Memory, depth: usize) -> Result<usize, WholeError> {
        let game = self.whole.game;
        if self.stop.load(Ordering::Relaxed) {
            return Err(WholeError::Stopped);
        }
        if self.whole.tree.nodes.len() >= MAX_NODES {
            return Err(WholeError::TooLarge);
        }
        let mut legal = Vec::new();
        let mover = game.to_move(state);
        if mover.is_some() {
            game.legal(state, &mut legal);
        }
        if let Some(reason) = game.fault(state, &legal) {
            return Err(WholeError::Rules(reason));
        }
        let Some(seat) = mover else { return Ok(self.end(state)) };
        if depth >= MAX_DEPTH {
            return Err(WholeError::TooLong);
        }
        let mut memory = *memory;
        for other in Seat::all(game.seats()) {
            memory.see(other, view_key(game, &game.view(state, other), other));
        }
        let view_key = memory.last[seat.index()];
        let key = memory.decisions[seat.index()].at(view_key);
        let set = self.set(state, seat, &legal, &memory, (key, view_key));
        let memories = self.memories.len();
        let remembered = *self.memories.entry((seat, memory.all[seat.index()])).or_insert(memories);
        self.whole.tree.memories = self.memories.len();
        let (at, first) = self.reserve(legal.len());
        self.whole.tree.nodes[at] =
            Node::Choice { set, memory: remembered, edges: first..first + legal.len() };
        for (place, &action) in legal.iter().enumerate() {
            let after = each_chance(MAX_WAYS, |rng| {
                let mut after = state.clone();
                game.apply(&mut after, action, rng, &mut Silent);
                after
            })?;
            let mut memory = memory;
            memory.chose(seat, set, place);
            self.whole.tree.next[first + place] = self.grow_chance(after, &memory, depth + 1)?;
        }
        Ok(at)
    }

    fn end(&mut self, state: &G::State) -> usize {
        let (game, tree) = (self.whole.game, &mut self.whole.tree);
        // A game without an end is an estimate to a search, and no part of a win here.
        let is_lost = game.payoff().is_none() && game.outcome(state).unfinished;
        let reward = if is_lost { BySeat::all(0.0) } else { game.reward(state) };
        let rewards = tree.rewards.len();
        let (low, high) = game.payoff().unwrap_or((0.0, 1.0));
        tree.rewards.extend(Seat::all(game.seats()).map(|seat| low + reward[seat] * (high - low)));
        tree.nodes.push(Node::End { rewards });
        tree.nodes.len() - 1
    }

    /// Returns the place of the information set.
    fn set(
        &mut self,
        state: &G::State,
        seat: Seat,
        legal: &[G::Action],
        memory: &Memory,
        (key, view_key): (u64, u64),
    ) -> usize {
        let game = self.whole.game;
        *self.sets.entry(key).or_insert_with(|| {
            let whole = &mut self.whole;
            whole.tree.sets.push(SetInfo { seat: seat.index(), actions: legal.len() });
            whole.states.push(state.clone());
            whole.known.push(KnownSet {
                key,
                view_key,
                after: memory.last_choice[seat.index()],
                view: game.view_json(&game.view(state, seat)),
                actions: legal.iter().map(|&action| game.action_text(action)).collect(),
                kinds: legal.iter().map(|&action| game.action_kind(action)).collect(),
            });
            whole.known.len() - 1
        })
    }
}

impl<G: Playable> WholeGame for Whole<'_, G> {
    fn tree(&self) -> &GameTree {
        &self.tree
    }

    fn known(&self) -> &[KnownSet] {
        &self.known
    }

    fn policy_of(
        &self,
        bot: &BotSpec,
        times: u64,
        seed: u64,
        pool: &ThreadPool,
        stop: &AtomicBool,
        asked: &(dyn Fn(u64) + Sync),
    ) -> Result<Policy, WholeError> {
        let bot = &BotSpec::for_rules(std::slice::from_ref(bot), self.rules)[0];
        let ask = |built: &mut Option<_>, set: u64| {
            let set = set as usize;
            let (game, info) = (self.game, self.tree.sets[set]);
            let (state, seat) = (&self.states[set], Seat::new(info.seat));
            asked(1);
            if info.actions == 1 {
                return Ok(vec![1.0]);
            }
            let KnownSet { key, view_key, .. } = self.known[set];
            if let Some(known) = known_policy(bot, key, view_key, info.actions) {
                return Ok(known);
            }
            let mut legal = Vec::new();
            game.legal(state, &mut legal);
            let decision = Decision::new(game, state, seat, &legal).with_stop(stop);
            let asked = built.get_or_insert_with(|| build(bot, game));
            let mut chosen = vec![0_u64; info.actions];
            for time in 0..times {
                if stop.load(Ordering::Relaxed) {
                    return Err(WholeError::Stopped);
                }
                let mut rng = Rng::from_words([seed, view_key, time]);
                asked.begin();
                let place = asked.decide(&decision, &mut rng).map_err(|forfeit| WholeError::Bot {
                    bot: bot.name.clone(),
                    seat,
                    reason: forfeit.reason,
                })?;
                if let Some(count) = chosen.get_mut(place) {
                    *count += 1;
                }
            }
            Ok(chosen.into_iter().map(|count| count as f64 / times.max(1) as f64).collect())
        };
        in_order(pool, 0..self.known.len() as u64, || None, ask)
    }
}
