//! The settings of the search, with what each of them does.

use crate::playout::Rollout;
use ludometer_playable::{Choices, Setting};

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
    /// By the mean of both.
    Both,
}

/// Settings of the search, in the order of [`SearchSettings::LIST`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SearchSettings {
    /// Iterations a decision: the budget, repeatable unlike a time.
    pub iterations: u32,
    /// The weight of the exploration term; rewards lie between 0 and 1.
    pub exploration: f64,
    /// How playouts choose.
    pub rollout: Rollout,
    /// Turns after the one in progress at whose end playouts are cut off and estimated.
    pub length: u32,
    /// How actions are selected in the tree.
    pub selection: Selection,
    /// How a new leaf is valued.
    pub leaf: Leaf,
    /// Determinized states a decision, taken in turn; 0: a fresh one for every iteration.
    pub determinizations: u32,
    /// True if the tree holds the searcher's own decisions alone and playouts decide for the others.
    pub own_tree: bool,
    /// Weight of the progressive bias in `uct`: the heuristic's part in the bound.
    pub bias: f64,
    /// True if the part of the tree below the choice is kept for the seat's next decision.
    pub reuse: bool,
    /// True if the n-th visit of each of the root's actions has the same determinized state and the same luck.
    pub same_luck: bool,
}

impl SearchSettings {
    /// The settings as the command line has them.
    pub const LIST: &'static [Setting] = &[
        Setting::new("iterations", "iterations a decision", Choices::Whole(1, 100_000_000), 1000.0),
        Setting::new(
            "exploration",
            "weight of exploration (rewards lie between 0 and 1)",
            Choices::Real(0.0, 100.0),
            0.7,
        ),
        Rollout::ROLLOUT,
        Rollout::LENGTH,
        Rollout::NOISE,
        Setting::new(
            "select",
            "how the tree is searched: UCB1, or with heuristic scores of actions as a prior",
            Choices::Words(&["uct", "puct"]),
            0.0,
        ),
        Setting::new(
            "leaf",
            "how a new leaf is valued: by a playout, the game design's own estimate, or the mean of both",
            Choices::Words(&["playout", "estimate", "both"]),
            0.0,
        ),
        Setting::new(
            "determinizations",
            "imagined states a decision, taken in turn (0: a fresh one for every iteration)",
            Choices::Whole(0, 10_000),
            0.0,
        ),
        Setting::new(
            "tree",
            "whose decisions the tree holds: all seats', or only one's own (playouts decide for others)",
            Choices::Words(&["all", "self"]),
            0.0,
        ),
        Setting::new(
            "bias",
            "weight of the actions' appeal in uct (progressive bias)",
            Choices::Real(0.0, 100.0),
            0.0,
        ),
        Setting::new(
            "reuse",
            "whether the tree below the choice is kept where the same seat decides next",
            Choices::Words(&["no", "yes"]),
            0.0,
        ),
        Setting::new(
            "luck",
            "the actions at hand are tried each with its own imagined states and luck, or all with the same",
            Choices::Words(&["own", "same"]),
            0.0,
        ),
    ];

    /// From the values of [`SearchSettings::LIST`], in order; missing ones are the general defaults.
    pub fn from_values(values: &[f64]) -> Self {
        let value = |i: usize| values.get(i).copied().unwrap_or(Self::LIST[i].default);
        Self {
            iterations: value(0) as u32,
            exploration: value(1),
            rollout: Rollout::from_values(value(2), value(4)),
            length: Rollout::length(value(3)),
            selection: if value(5) == 0.0 { Selection::Uct } else { Selection::Puct },
            leaf: match value(6) as u32 {
                0 => Leaf::Playout,
                1 => Leaf::Estimate,
                _ => Leaf::Both,
            },
            determinizations: value(7) as u32,
            own_tree: value(8) != 0.0,
            bias: value(9),
            reuse: value(10) != 0.0,
            same_luck: value(11) != 0.0,
        }
    }
}

impl Default for SearchSettings {
    fn default() -> Self {
        Self::from_values(&[])
    }
}
