//! The ladder of skill: how much stronger each level of bot is than the next weaker one.
//!
//! One bot of the stronger kind sits among bots of the weaker kind, in each seat equally often. Its
//! rate against the fair share 1/n becomes a distance of ratings: 400 times the logarithm to base 10
//! of the ratio of the odds (A. E. Elo, *The Rating of Chessplayers, Past and Present*, 1978), so that 0 is
//! equal strength and 400 ten times the odds. A game in which the ladder is short leaves little to
//! skill.

use super::super::batch::{Plan, RunError, simulate};
use super::super::play::Seating;
use super::Work;
use ludometer_bots::BotSpec;
use ludometer_playable::Playable;
use ludometer_stats::{Cell, Table};

/// The levels, weakest first, with the most plays of a step onto each.
pub(super) const LEVELS: [(&str, u64); 3] = [("random", 0), ("greedy", 4000), ("mcts:iterations=100", 300)];

/// The distance of ratings of a bot that wins this share where `fair` is the share of an equal one.
fn gap(rate: f64, fair: f64) -> f64 {
    400.0 * ((rate / (1.0 - rate)) / (fair / (1.0 - fair))).log10()
}

/// The table `skill`.
///
/// # Errors
/// As for a batch.
pub(super) fn ladder<G: Playable>(game: &G, plan: &Plan, work: Work<'_>) -> Result<Table, RunError> {
    let columns = [
        "step",
        "strategy",
        "opponent",
        "players",
        "games",
        "rate",
        "fair",
        "ci_low",
        "ci_high",
        "rating_gap",
    ];
    let mut table = Table::new("skill", &columns);
    let seats = game.seats();
    let fair = 1.0 / seats as f64;
    for (step, pair) in LEVELS.windows(2).enumerate() {
        let [(weak, _), (strong, most)] = [pair[0], pair[1]];
        let (Ok(weak), Ok(strong)) =
            (BotSpec::parse(weak, game.design()), BotSpec::parse(strong, game.design()))
        else {
            continue;
        };
        let mut line_up = vec![weak.clone(); seats];
        line_up[0] = strong.clone();
        let plays = plan.plays.end.min(most);
        let side = Plan { plays: 0..plays, seating: Seating::Rotate, timing: false, ..plan.clone() };
        let hooks = work.begin(&format!("{} in one seat", strong.name), plays, "games");
        let batch = simulate(game, &line_up, &side, hooks, None)?;
        let strategies = batch.report.table("strategies");
        let number = |column| strategies.and_then(|t| t.cell(0, column)).and_then(Cell::number);
        let (rate, low, high) = (number("win_rate"), number("ci_low"), number("ci_high"));
        // At 0 and 1 the odds have no end: half a play more on either side.
        let n = batch.plays as f64;
        let tamed = rate.map(|rate| (rate * n + 0.5) / (n + 1.0));
        table.row(vec![
            (step as u64 + 1).into(),
            Cell::Text(strong.name),
            Cell::Text(weak.name),
            (seats as u64).into(),
            batch.plays.into(),
            rate.into(),
            Some(fair).into(),
            low.into(),
            high.into(),
            tamed.map(|rate| gap(rate, fair)).into(),
        ]);
    }
    Ok(table)
}

#[cfg(test)]
mod tests {
    use super::gap;

    #[test]
    fn gaps_by_hand() {
        assert_eq!(gap(0.25, 0.25), 0.0);
        // Odds of 1 to 1 against odds of 1 to 9; ten times the odds are 400.
        assert!((gap(10.0 / 11.0, 0.5) - 400.0).abs() < 1e-9);
        assert!((gap(0.5, 0.1) - 400.0 * 9.0_f64.log10()).abs() < 1e-9);
    }
}
