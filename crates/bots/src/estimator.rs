//! The value of a position to each seat: by the game's own estimate, or by a network.

use std::sync::Arc;

use sha2::{Digest, Sha256};

use super::kind::BotKind;
use ludometer_learn::{Network, Workspace};
use ludometer_model::{BySeat, OBSERVED_SEATS, Rng, RuleSet, Seat, Silent, hex, observe_rules};
use ludometer_playable::Playable;

/// The word for the network of the game in the settings of a search.
pub(super) const BY_NETWORK: &str = BotKind::Learned.name();

/// The setting of a search that says who values leaves.
pub(super) const LEAF: &str = "leaf";

/// A network with what it needs to value the positions of a game.
#[derive(Clone, Debug)]
pub struct NetworkValue {
    network: Arc<Network>,
    /// The features of the rule set and the size of the table.
    rules: Vec<f32>,
    row: Vec<f32>,
    work: Workspace,
}

impl NetworkValue {
    /// Returns the network for a game of this rule set.
    pub fn new<G: Playable>(game: &G, rules: &RuleSet, network: Arc<Network>) -> Self {
        let row = Vec::with_capacity(network.inputs());
        Self { rules: encoded_rules(game, rules), row, network, work: Workspace::default() }
    }

    /// Takes another network of as many inputs.
    pub fn replace_network(&mut self, network: Arc<Network>) {
        self.network = network;
    }

    /// Returns the share of the win that the network expects for a seat in a determinized state that is not over.
    pub fn value<G: Playable>(&mut self, game: &G, state: &G::State, seat: Seat) -> f32 {
        self.row.clear();
        encode(game, state, seat, &self.rules, &mut self.row);
        self.network.value(&self.row, &mut self.work)
    }
}

/// Estimates what each seat will get in a position that is not over.
#[derive(Clone, Debug, Default)]
pub(super) enum Estimator {
    /// By the game's own estimate.
    #[default]
    Own,
    /// By a network.
    Network(Box<NetworkValue>),
}

impl Estimator {
    pub(super) fn of(network: Option<NetworkValue>) -> Self {
        network.map_or(Self::Own, |network| Self::Network(Box::new(network)))
    }

    /// Returns the shares of the win: by a network those of the seats that are wanted alone, 0 for others.
    #[inline]
    pub(super) fn estimate<G: Playable>(
        &mut self,
        game: &G,
        state: &G::State,
        wanted: impl Fn(Seat) -> bool,
    ) -> BySeat<f64> {
        match self {
            Self::Own => game.evaluate(state),
            Self::Network(network) => by_network(network, game, state, wanted),
        }
    }
}

/// Estimates by the network: not part of the loops of playouts, most of which have no network.
#[inline(never)]
fn by_network<G: Playable>(
    network: &mut NetworkValue,
    game: &G,
    state: &G::State,
    wanted: impl Fn(Seat) -> bool,
) -> BySeat<f64> {
    let seats = game.seats();
    BySeat::from_fn(|seat| {
        if seat.index() < seats && wanted(seat) { f64::from(network.value(game, state, seat)) } else { 0.0 }
    })
}

/// Appends what a network reads of an imagined state: the features of the seat's view, and the game's own estimate of each
/// seat's share of the win, that of the viewer first, and `rules` ([`encoded_rules`]).
///
/// The state must be one that was determinized from the seat's view, or follows from such a one: the estimate reads hidden
/// cards.
pub fn encode<G: Playable>(game: &G, state: &G::State, seat: Seat, rules: &[f32], row: &mut Vec<f32>) {
    game.observe(&game.view(state, seat), row);
    let shares = game.evaluate(state);
    let mut around = seat.around(game.seats());
    for _ in 0..OBSERVED_SEATS {
        let share = around.next().map_or(0.0, |seat| shares[seat].clamp(0.0, 1.0) as f32);
        // From -1 for no chance to 1 for a certain win, steep at both ends, as a logit is.
        row.push(share);
        row.push(if share > 0.0 { share.sqrt() - (1.0 - share).sqrt() } else { -1.0 });
    }
    row.extend_from_slice(rules);
}

/// Returns what a network reads of the rule set and the size of the table.
pub fn encoded_rules<G: Playable>(game: &G, rules: &RuleSet) -> Vec<f32> {
    let mut row = Vec::new();
    observe_rules(rules, game.seats(), &mut row);
    row
}

/// Returns the names of the numbers that [`encode`] appends for this game, in order: the same for all its rule sets and
/// sizes of table; none for a game that tells no features.
pub fn encoded_names<G: Playable>(game: &G, rules: &RuleSet) -> Vec<String> {
    let mut state = game.new_state();
    game.deal(&mut state, &mut Rng::from_words([0; 3]), &mut Silent);
    let mut names: Vec<String> = Vec::new();
    game.observe(&game.view(&state, Seat::new(0)), &mut names);
    if !names.is_empty() {
        names.extend(
            (0..OBSERVED_SEATS)
                .flat_map(|seat| [format!("estimate.{seat}"), format!("estimate.{seat}.steep")]),
        );
        observe_rules(rules, game.seats(), &mut names);
    }
    names
}

/// Returns a short hash of the names of what a network reads.
pub fn layout_hash(names: &[String]) -> String {
    let mut digest = Sha256::new();
    for name in names {
        digest.update(name.as_bytes());
        digest.update([0]);
    }
    hex(&digest.finalize()[..8])
}
