//! The settings of the search, with what each of them does.

use crate::estimator::{BY_NETWORK, LEAF};
use crate::playout::{Rollout, Turns};
use ludometer_playable::{Choices, FromValue, Setting, settings};

/// How actions are selected in the tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Selection {
    /// UCB1.
    Uct,
    /// By rank of heuristic score.
    Puct,
}

/// How a new leaf of the tree is valued.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Leaf {
    /// By playing on.
    Playout,
    /// By the game's own estimate of the position, at once.
    Estimate,
    /// By a network, at once.
    Learned,
}

impl FromValue for Selection {
    fn from_value(value: f64) -> Self {
        if value == 0.0 { Self::Uct } else { Self::Puct }
    }
}

impl FromValue for Leaf {
    fn from_value(value: f64) -> Self {
        match value as u32 {
            0 => Self::Playout,
            1 => Self::Estimate,
            _ => Self::Learned,
        }
    }
}

settings! {
    /// Settings of the search.
    pub struct SearchSettings {
        /// Iterations a decision: the budget, repeatable unlike a time.
        pub iterations: u32 =
            Setting::new("iterations", "iterations a decision", Choices::Whole(1, 100_000_000), 1000.0);
        /// The weight of the exploration term; rewards lie between 0 and 1.
        pub exploration: f64 = Setting::new(
            "exploration",
            "weight of exploration (rewards lie between 0 and 1)",
            Choices::Real(0.0, 100.0),
            0.7,
        );
        /// True if playouts are greedy.
        pub greedy: bool = Rollout::ROLLOUT;
        /// Turns after the one in progress at whose end playouts are cut off and estimated.
        pub length: Turns = Rollout::LENGTH;
        /// The share of random choices in greedy playouts.
        pub noise: f64 = Rollout::NOISE;
        /// How actions are selected in the tree.
        pub selection: Selection = Setting::new(
            "select",
            "how the tree is searched: UCB1, or with heuristic scores of actions as a prior",
            Choices::Words(&["uct", "puct"]),
            0.0,
        );
        /// How a new leaf is valued.
        pub leaf: Leaf = Setting::new(
            LEAF,
            "how a new leaf is valued: by a playout, the game design's own estimate, or the network",
            Choices::Words(&["playout", "estimate", BY_NETWORK]),
            0.0,
        );
        /// Determinized states a decision, taken in turn; 0: a fresh one for every iteration.
        pub determinizations: u32 = Setting::new(
            "determinizations",
            "imagined states a decision, taken in turn (0: a fresh one for every iteration)",
            Choices::Whole(0, 10_000),
            0.0,
        );
        /// True if the tree holds the searcher's own decisions alone and playouts decide for the others.
        pub own_tree: bool = Setting::new(
            "tree",
            "whose decisions the tree holds: all seats', or only one's own (playouts decide for others)",
            Choices::Words(&["all", "self"]),
            0.0,
        );
        /// Weight of the progressive bias in `uct`: the heuristic's part in the bound.
        pub bias: f64 = Setting::new(
            "bias",
            "weight of the actions' appeal in uct (progressive bias)",
            Choices::Real(0.0, 100.0),
            0.0,
        );
        /// True if the part of the tree below the choice is kept for the seat's next decision.
        pub reuse: bool = Setting::new(
            "reuse",
            "whether the tree below the choice is kept where the same seat decides next",
            Choices::Words(&["no", "yes"]),
            0.0,
        );
    }
}

impl SearchSettings {
    /// Returns how playouts choose.
    pub const fn rollout(&self) -> Rollout {
        Rollout::of(self.greedy, self.noise)
    }
}
