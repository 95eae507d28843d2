//! All bots in one type, and the one that a specification describes.

use std::sync::Arc;

use super::custom::make;
use super::estimator::{NetworkValue, encoded_names, layout_hash};
use super::flat::Flat;
use super::greedy::Greedy;
use super::kind::BotKind;
use super::learned::Learned;
use super::mcts::Mcts;
use super::process::Process;
use super::restricted::Restricted;
#[cfg(feature = "luau")]
use super::script::Script;
use super::spec::BotSpec;
use super::strategy::Random;
use super::strategy::{Forfeit, Strategy};
use super::tabular::Tabular;
use super::toml_file::NetworkFile;
use ludometer_model::{Decision, Outcome, Rng};
use ludometer_playable::{Playable, Settings};

/// A bot at a table. An enum and not a `dyn`: choosing the bot costs a well predicted branch a
/// decision instead of an indirect call that hides its body from the optimiser.
pub enum Bot<G: Playable> {
    /// Uniform over the legal actions.
    Random(Random),
    /// The action that looks best.
    Greedy(Greedy<G>),
    /// Search without a tree: `flat-mc` and `lookahead`.
    Flat(Box<Flat<G>>),
    /// Information-set Monte Carlo tree search.
    Mcts(Box<Mcts<G>>),
    /// The action that a network values most.
    Learned(Box<Learned<G>>),
    /// A table of choices.
    Tabular(Box<Tabular>),
    /// A script.
    #[cfg(feature = "luau")]
    Script(Box<Script>),
    /// A program of its own.
    Process(Box<Process>),
    /// One of these that never chooses some kind of action, or always does.
    Restricted(Box<Restricted<Self, G::Action>>),
    /// A bot of the program's own.
    Custom(Box<dyn Strategy<G>>),
    /// A bot whose network is for another game: it can't play.
    Unfit,
}

/// A network reads other features than the game tells.
#[derive(Clone, Copy, Debug)]
struct Unfit;

/// Returns the network of a bot, if it has one.
///
/// # Errors
/// [`Unfit`] for a network that reads other features than this game tells.
fn network_of<G: Playable>(spec: &BotSpec, game: &G) -> Result<Option<NetworkValue>, Unfit> {
    let Some(file) = &spec.network else { return Ok(None) };
    let NetworkFile { network, layout, .. } = &**file;
    // Bots with networks get the rules.
    let rules = spec.rules.as_ref().ok_or(Unfit)?;
    let names = encoded_names(game, rules);
    let fits = network.inputs() == names.len() && *layout == layout_hash(&names);
    if fits { Ok(Some(NetworkValue::new(game, rules, Arc::clone(network)))) } else { Err(Unfit) }
}

/// Returns the bot that a specification describes.
pub fn build<G: Playable>(spec: &BotSpec, game: &G) -> Bot<G> {
    let Ok(network) = network_of(spec, game) else { return Bot::Unfit };
    let bot = match spec.kind {
        BotKind::Random => Bot::Random(Random),
        BotKind::Greedy => Bot::Greedy(Greedy::new(Settings::from_values(&spec.values))),
        BotKind::Lookahead => Bot::Flat(Box::new(Flat::lookahead(game, &spec.values, network))),
        BotKind::FlatMc => Bot::Flat(Box::new(Flat::monte_carlo(game, &spec.values, network))),
        BotKind::Mcts => Bot::Mcts(Box::new(Mcts::new(game, &spec.values).with_network(network))),
        BotKind::Learned => match network {
            Some(network) => {
                Bot::Learned(Box::new(Learned::new(game, network, &spec.values).with_levels(&spec.levels())))
            }
            None => Bot::Unfit,
        },
        BotKind::Tabular => match spec.policy() {
            Some(table) => Bot::Tabular(Box::new(Tabular::new(Arc::clone(table)))),
            None => Bot::Unfit,
        },
        #[cfg(feature = "luau")]
        BotKind::Script => Bot::Script(Box::new(Script::new(spec))),
        #[cfg(not(feature = "luau"))]
        BotKind::Script => Bot::Unfit,
        BotKind::Process => Bot::Process(Box::new(Process::new(spec))),
        BotKind::Custom => Bot::Custom(make(spec, game)),
    };
    if spec.restrictions.is_empty() {
        return bot;
    }
    Bot::Restricted(Box::new(Restricted::new(bot, spec.restrictions.clone())))
}

/// Returns the search that a specification describes, if it is one without restrictions.
pub fn search_of<G: Playable>(spec: &BotSpec, game: &G) -> Option<Mcts<G>> {
    match build(spec, game) {
        Bot::Mcts(search) => Some(*search),
        _ => None,
    }
}

/// Returns how likely this bot chooses each of so many legal actions, by the numbers of what it remembers and of its view
/// ([`PolicyTable`](super::PolicyTable)), where that need not be found out by asking.
pub fn known_policy(spec: &BotSpec, remembered: u64, view: u64, actions: usize) -> Option<Vec<f64>> {
    if !spec.restrictions.is_empty() {
        return None;
    }
    match spec.kind {
        BotKind::Random => Some(vec![1.0 / actions as f64; actions]),
        _ => Some(spec.policy()?.probabilities(remembered, view, actions)),
    }
}

impl<G: Playable> Bot<G> {
    /// Lets what a script makes lie elsewhere in memory, which must change no choice.
    #[must_use]
    pub fn shifted(self) -> Self {
        match self {
            Self::Restricted(bot) => Self::Restricted(Box::new(bot.map(Self::shifted))),
            #[cfg(feature = "luau")]
            Self::Script(mut script) => {
                script.shifted = true;
                Self::Script(script)
            }
            other => other,
        }
    }
}

impl<G: Playable> Strategy<G> for Bot<G> {
    // Into the loop of a play: `random` is too short for a call.
    #[inline(always)]
    fn decide(&mut self, decision: &Decision<'_, G>, rng: &mut Rng) -> Result<usize, Forfeit> {
        match self {
            Self::Random(bot) => bot.decide(decision, rng),
            Self::Greedy(bot) => bot.decide(decision, rng),
            Self::Flat(bot) => bot.decide(decision, rng),
            Self::Mcts(bot) => bot.decide(decision, rng),
            Self::Learned(bot) => bot.decide(decision, rng),
            Self::Tabular(bot) => bot.decide(decision, rng),
            #[cfg(feature = "luau")]
            Self::Script(bot) => bot.decide(decision, rng),
            Self::Process(bot) => bot.decide(decision, rng),
            Self::Restricted(bot) => bot.decide(decision, rng),
            Self::Custom(bot) => bot.decide(decision, rng),
            Self::Unfit => Err(Forfeit::new(
                "its network reads other features than this game tells: it is for another game or version",
            )),
        }
    }

    #[inline]
    fn begin(&mut self) {
        match self {
            Self::Random(bot) => Strategy::<G>::begin(bot),
            Self::Greedy(bot) => bot.begin(),
            Self::Flat(bot) => bot.begin(),
            Self::Mcts(bot) => bot.begin(),
            Self::Learned(bot) => bot.begin(),
            Self::Tabular(bot) => Strategy::<G>::begin(&mut **bot),
            #[cfg(feature = "luau")]
            Self::Script(bot) => Strategy::<G>::begin(&mut **bot),
            Self::Process(bot) => Strategy::<G>::begin(&mut **bot),
            Self::Restricted(bot) => Strategy::<G>::begin(&mut **bot),
            Self::Custom(bot) => bot.begin(),
            Self::Unfit => {}
        }
    }

    #[inline]
    fn end(&mut self, outcome: &Outcome) {
        match self {
            Self::Random(bot) => Strategy::<G>::end(bot, outcome),
            Self::Greedy(bot) => bot.end(outcome),
            Self::Flat(bot) => bot.end(outcome),
            Self::Mcts(bot) => bot.end(outcome),
            Self::Learned(bot) => bot.end(outcome),
            Self::Tabular(bot) => Strategy::<G>::end(&mut **bot, outcome),
            #[cfg(feature = "luau")]
            Self::Script(bot) => Strategy::<G>::end(&mut **bot, outcome),
            Self::Process(bot) => Strategy::<G>::end(&mut **bot, outcome),
            Self::Restricted(bot) => Strategy::<G>::end(&mut **bot, outcome),
            Self::Custom(bot) => bot.end(outcome),
            Self::Unfit => {}
        }
    }
}
