//! The tables of figures that a design counts itself.

use ludometer_figures::Row;

/// A row of `own_values.csv`: how often a metric of the script had a value.
#[derive(Clone, Debug, PartialEq, Row)]
#[row(table = "own_values")]
pub struct OwnValueRow {
    /// The metric's word.
    pub metric: String,
    /// What is counted: `games`, `seats` of games, or seats that win (`winners`).
    pub of: String,
    /// The value. From 2,048 on only its eleven highest binary digits are kept.
    pub value: f64,
    /// How many had it.
    pub count: u64,
}

/// A row of `own_cards.csv`: a metric of the script by kinds of cards.
#[derive(Clone, Debug, PartialEq, Row)]
#[row(table = "own_cards")]
pub struct OwnCardRow {
    /// The metric's word.
    pub metric: String,
    /// The card's id.
    pub card: String,
    /// Games that were counted.
    pub games: u64,
    /// The mean over games of what the script adds to this metric of this card; of a ratio, the one sum over the other.
    pub value: Option<f64>,
    /// Its 95 % interval.
    #[row("ci_low", "ci_high")]
    pub interval: Option<(f64, f64)>,
}
