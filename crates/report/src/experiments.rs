//! Rows of what comparisons, gates and studies leave.

use ludometer_run::{CardHoldingRow, CardValueRow};
use ludometer_stats::{Bounded, Row};

/// A figure on both sides of a comparison.
#[derive(Clone, Debug, Row)]
#[row(table = "compare")]
pub struct CompareRow {
    /// The figure.
    pub metric: String,
    /// On side A.
    pub a: Option<f64>,
    /// On side B.
    pub b: Option<f64>,
    /// B less A.
    pub difference: Option<f64>,
    /// Its interval, valid at every look.
    #[row("ci_low", "ci_high")]
    pub interval: Option<(f64, f64)>,
    /// The difference that matters.
    pub precision: Option<f64>,
    /// `larger`, `smaller`, `no difference` or `too few games`; of what was the same in all games of a side `the same in all
    /// games`, `larger in all games` or `smaller in all games`.
    pub verdict: String,
    /// Games a side.
    pub games: Option<u64>,
    /// Games a side after which the verdict was said, and ever since.
    pub settled_at: Option<u64>,
    /// The correlation of both sides' games.
    pub correlation: Option<f64>,
    /// Games a side that a plan without pairs needs to see a difference as large as the precision.
    pub fixed_games: Option<u64>,
    /// The same for a difference as large as the one that was found.
    pub fixed_games_for_found: Option<u64>,
    /// The difference, corrected for the early stop, where the games ended for it.
    #[row(optional)]
    pub corrected: Option<f64>,
}

/// A gate with its figure.
#[derive(Clone, Debug, Row)]
#[row(table = "check")]
pub struct CheckRow {
    /// The figure.
    pub metric: String,
    /// Its value.
    pub value: Option<f64>,
    /// Its interval, valid at every look.
    #[row("ci_low", "ci_high")]
    pub interval: Option<(f64, f64)>,
    /// The least that is allowed.
    pub min: Option<f64>,
    /// The most that is allowed.
    pub max: Option<f64>,
    /// `passed`, `failed` or `undecided`.
    pub result: String,
    /// Games.
    pub games: Option<u64>,
    /// The figure, corrected for the early stop, where the games ended for it.
    #[row(optional)]
    pub corrected: Option<f64>,
}

/// A card's worth with a number of players.
#[derive(Clone, Debug, Row)]
#[row(table = "card_holding_by_players")]
pub struct CardHoldingByPlayersRow {
    /// The number of players.
    pub players: u64,
    /// The card's worth.
    #[row(flatten)]
    pub worth: CardHoldingRow,
}

/// A rule set that a search tried; before it stand the keys that may move, behind it the targets' figures.
#[derive(Clone, Debug, Row)]
#[row(table = "tune")]
pub struct TriedRow {
    /// Steps by which counts are moved.
    pub edit: u64,
    /// By how much all targets together are missed.
    pub miss: Option<f64>,
    /// `yes` if no other is better in every respect.
    pub pareto: String,
    /// `confirmed`, `nearest` or empty.
    pub result: String,
    /// The reason why it was passed over although it looks as good.
    #[row(optional)]
    pub passed_over: String,
    /// The game's warnings of these rules.
    #[row(optional)]
    pub warnings: String,
    /// Games of the search.
    pub games: u64,
}

/// The effects of changed decks with a number of players.
#[derive(Clone, Debug, Row)]
#[row(table = "card_values_by_players")]
pub struct CardValueByPlayersRow {
    /// The number of players.
    pub players: u64,
    /// The effect.
    #[row(flatten)]
    pub effect: CardValueRow,
}

/// A rule set of a sweep; before it stand its number and the values of what was varied, behind it the figures.
#[derive(Clone, Debug, Row)]
#[row(table = "sweep")]
pub struct SweptRow {
    /// `played`, `imprecise`, `not played` or `invalid`.
    pub status: String,
    /// The reason why it was not played.
    pub reason: String,
    /// The game's warnings of these rules.
    #[row(optional)]
    pub warnings: String,
    /// The hash of the rule set.
    #[row(optional)]
    pub rules_hash: Option<String>,
    /// Games.
    #[row(optional)]
    pub games: Option<u64>,
}

/// The slope of a figure over a setting, as the page reads it.
#[derive(Clone, Debug, Row)]
#[row(table = "elasticities")]
pub struct SlopeRow {
    /// The setting's key.
    pub parameter: String,
    /// The figure.
    pub metric: String,
    /// What one more of it adds.
    #[row("slope", "ci_low", "ci_high")]
    pub slope: Bounded,
    /// By how many per cent the figure changes for one per cent more of it.
    #[row("elasticity", "elasticity_low", "elasticity_high")]
    pub elasticity: Bounded,
}

/// An answer of a study.
#[derive(Clone, Debug, Row)]
#[row(table = "answers")]
pub struct AnswerRow {
    /// The question's id.
    pub question: String,
    /// `problem`, `fact`, `fine` or `open`.
    pub state: String,
    /// The question.
    pub asked: String,
    /// The answer in a few words; empty in folders of earlier versions.
    pub short: Option<String>,
    /// The answer.
    pub text: String,
    /// Its main figure.
    pub value: Option<f64>,
    /// The figure's 95 % interval.
    #[row("ci_low", "ci_high")]
    pub interval: Option<(f64, f64)>,
    /// Games that the figure rests on.
    pub games: Option<u64>,
    /// The number of players.
    pub players: u64,
    /// What the answer holds for.
    pub holds_for: String,
    /// How many times as many games would probably tell, where it is open.
    pub times: Option<f64>,
}

/// A game that shows an answer.
#[derive(Clone, Debug, Row)]
#[row(table = "answer_games")]
pub struct AnswerGameRow {
    /// The row of the answer, from 0.
    pub answer: u64,
    /// The question's id.
    pub question: String,
    /// What the game shows.
    pub what: String,
    /// The game's number.
    pub game: u64,
    /// The command that shows it.
    pub command: String,
}

/// One bot among others.
#[derive(Clone, Debug, Row)]
#[row(table = "duels")]
pub struct DuelRow {
    /// The bot.
    pub bot: String,
    /// The others.
    pub among: String,
    /// The number of players.
    pub players: u64,
    /// Games.
    pub games: u64,
    /// The share of the games that the one wins.
    pub win_share: Option<f64>,
    /// Its 95 % interval.
    #[row("ci_low", "ci_high")]
    pub interval: Option<(f64, f64)>,
    /// What would be even.
    pub fair: Option<f64>,
    /// Of its pairs with the others, the share in which it ends ahead.
    pub ahead: Option<f64>,
    /// Its 95 % interval.
    #[row("ahead_low", "ahead_high")]
    pub ahead_interval: Option<(f64, f64)>,
    /// The share in which both end level.
    pub equal: Option<f64>,
    /// The share in which it ends behind.
    pub behind: Option<f64>,
    /// `ahead` and half of `equal`.
    pub rate: Option<f64>,
    /// Its 95 % interval.
    #[row("rate_low", "rate_high")]
    pub rate_interval: Option<(f64, f64)>,
}

/// A table's length, and the seat farthest from its fair share.
#[derive(Clone, Debug, Row)]
#[row(table = "table_sizes")]
pub struct SizeRow {
    /// The number of players.
    pub players: u64,
    /// Games.
    pub games: Option<u64>,
    /// Turns below which 5 % of the games stay.
    pub turns_low: u64,
    /// The median of turns.
    pub turns_half: u64,
    /// Turns above which 5 % of the games go.
    pub turns_high: u64,
    /// The mean of turns.
    pub turns: Option<f64>,
    /// Its 95 % interval.
    #[row("ci_low", "ci_high")]
    pub interval: Option<(f64, f64)>,
    /// The seat's share of the win less the fair one.
    pub seat_bias: Option<f64>,
    /// Its 95 % interval, which allows for the choice among the seats.
    #[row("seat_bias_low", "seat_bias_high")]
    pub bias_interval: Option<(f64, f64)>,
    /// The seat, from 0.
    pub seat: Option<u64>,
    /// Mean minutes, by the seconds of `--seconds-a-turn`.
    #[row(optional)]
    pub minutes: Option<f64>,
    /// Win share of whoever moves first, less the fair one.
    #[row(optional)]
    pub first_mover: Option<f64>,
    /// Its 95 % interval.
    #[row("first_mover_low", "first_mover_high", optional)]
    pub first_mover_interval: Option<(f64, f64)>,
    /// Share of the games that are won, where all win or lose together.
    #[row(optional)]
    pub won: Option<f64>,
    /// Share of the turns in which a player has nothing to decide, mean of all players.
    #[row(optional)]
    pub waiting: Option<f64>,
    /// Tension, 0 to 1.
    #[row(optional)]
    pub tension: Option<f64>,
    /// Share of the games that several win.
    #[row(optional)]
    pub shared_wins: Option<f64>,
    /// Share of who wins that the deal, draws and dice explain among equal players.
    #[row(optional)]
    pub luck: Option<f64>,
    /// Its interval, 95 % or a little more.
    #[row("luck_low", "luck_high", optional)]
    pub luck_interval: Option<(f64, f64)>,
}

/// The usual table with other rules.
#[derive(Clone, Debug, Row)]
#[row(table = "rule_sets")]
pub struct RulesRow {
    /// The rules, in words.
    pub rules: String,
    /// The table.
    #[row(flatten)]
    pub size: SizeRow,
}

/// The usual table with learned bots of one level.
#[derive(Clone, Debug, Row)]
#[row(table = "levels")]
pub struct LevelRow {
    /// The level, 1 to 5.
    pub level: u64,
    /// The table.
    #[row(flatten)]
    pub size: SizeRow,
}
