//! The kinds of bots and their names.

/// The kinds of bots.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BotKind {
    /// Uniform over the legal actions.
    Random,
    /// The action that looks best.
    Greedy,
    /// One step of expectation over the game's own estimate.
    Lookahead,
    /// Playouts after every action, without a tree.
    FlatMc,
    /// Information-set Monte Carlo tree search.
    Mcts,
    /// The action that a network from a strategy file values most.
    Learned,
    /// A table of choices from a strategy file.
    Tabular,
    /// A script from a strategy file.
    Script,
    /// A program of its own, started as a strategy file tells.
    Process,
    /// A bot that the program adds ([`CustomBot`](ludometer_playable::CustomBot)), which has a name of its own.
    Custom,
}

impl BotKind {
    /// Returns the name of a built-in bot; of all others, the word for their kind.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Random => "random",
            Self::Greedy => "greedy",
            Self::Lookahead => "lookahead",
            Self::FlatMc => "flat-mc",
            Self::Mcts => "mcts",
            Self::Learned => "learned",
            Self::Tabular => "tabular",
            Self::Script => "script",
            Self::Process => "process",
            Self::Custom => "custom",
        }
    }
}

const fn built_in(kind: BotKind, about: &'static str) -> (BotKind, &'static str, &'static str) {
    (kind, kind.name(), about)
}

/// The bot that plays by the network of a game, where the program has one, with one line about it.
pub const LEARNED: (&str, &str) =
    (BotKind::Learned.name(), "what a network that learned by self-play values most, in imagined states");

/// The built-in bots with their names and one line about each.
pub const KINDS: &[(BotKind, &str, &str)] = &[
    built_in(BotKind::Random, "uniform over the legal actions"),
    built_in(BotKind::Greedy, "the action that looks best by the game design's own estimate"),
    built_in(BotKind::Lookahead, "the best position after one step, by the game design's own estimate"),
    built_in(BotKind::FlatMc, "the best mean of playouts after one step"),
    built_in(BotKind::Mcts, "information-set Monte Carlo tree search"),
];
