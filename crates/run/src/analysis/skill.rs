//! The ladder of skill: how much stronger each level of bot is than the next weaker one.
//!
//! Where the program has a network for a game that knows its rules, the levels are those of `learned`, from random choices to the
//! best; elsewhere `random`, `greedy` and a search. One bot of the stronger kind sits among bots of the weaker kind, in each seat
//! equally often. Its rate against the fair share, 1/n of the games that somebody wins, becomes a distance of ratings: 400 times the logarithm to base 10
//! of the ratio of the odds (A. E. Elo, *The Rating of Chessplayers, Past and Present*, 1978), so that 0 is
//! equal strength and 400 ten times the odds. A game in which the ladder is short leaves little to
//! skill.

use super::super::any::GameInfo;
use super::super::batch::{Plan, RunError, simulate};
use super::super::play::Seating;
use super::Work;
use ludometer_bots::{BotSpec, LEVELS};
use ludometer_playable::Playable;
use ludometer_stats::{Bounded, Row, StrategyRow, Table};

/// The levels of a game without a network, weakest first, with the most plays of a step onto each.
const USUAL: [(&str, u64); 3] = [("random", 0), ("greedy", 4000), ("mcts:iterations=100", 300)];

/// The most plays of a step onto a level of `learned`.
const LEARNED: u64 = 400;

/// The levels of `learned` that tell luck from skill.
const MEETING: [usize; 3] = [1, 3, 5];

/// A row of `skill.csv`: a step of the ladder.
#[derive(Clone, Debug, PartialEq, Row)]
#[row(table = "skill")]
pub struct SkillRow {
    /// Step, from 1.
    pub step: u64,
    /// Name of the stronger bot, in one seat.
    pub strategy: String,
    /// Name of the weaker bot, in all other seats.
    pub opponent: String,
    /// Number of players.
    pub players: u64,
    /// Games.
    pub games: u64,
    /// Share of the win of the stronger bot.
    pub rate: Option<f64>,
    /// Share of an equal one.
    pub fair: Option<f64>,
    /// Interval of `rate`.
    #[row("ci_low", "ci_high")]
    pub interval: Option<(f64, f64)>,
    /// Distance of both on the scale of Elo.
    pub rating_gap: Option<f64>,
}

/// A level of the ladder.
struct Rung {
    bot: BotSpec,
    /// The most plays of the step onto it.
    most: u64,
    /// True if it is one of those that tell luck from skill: each two of them meet.
    meets: bool,
}

/// Returns the levels of the ladder, weakest first.
fn rungs(info: &GameInfo) -> Vec<Rung> {
    let rules = &info.rules;
    let read = |text: &str, most, meets| {
        let bot = BotSpec::parse(text, &info.design).ok()?;
        Some(Rung { bot: BotSpec::for_rules(&[bot], rules)[0].clone(), most, meets })
    };
    let learned = |level| {
        let rung = read(&format!("learned:level={level}"), LEARNED, MEETING.contains(&level))?;
        rung.bot.warning(rules, info.seats).is_none().then_some(rung)
    };
    let learned: Option<Vec<Rung>> = (1..=LEVELS).map(learned).collect();
    learned.unwrap_or_else(|| USUAL.iter().filter_map(|&(text, most)| read(text, most, true)).collect())
}

/// Returns the bots that tell luck from skill, weakest first.
pub(super) fn meeting(info: &GameInfo) -> Vec<BotSpec> {
    rungs(info).into_iter().filter_map(|rung| rung.meets.then_some(rung.bot)).collect()
}

/// Returns the distance of ratings of a bot that wins this share where `fair` is the share of an equal one.
fn gap(rate: f64, fair: f64) -> f64 {
    400.0 * ((rate / (1.0 - rate)) / (fair / (1.0 - fair))).log10()
}

/// Returns the table `skill`.
///
/// # Errors
/// As for a batch.
pub(super) fn ladder<G: Playable>(
    game: &G,
    info: &GameInfo,
    plan: &Plan,
    work: Work<'_>,
) -> Result<Table, RunError> {
    let mut rows = Vec::new();
    let seats = game.seats();
    for (step, pair) in rungs(info).windows(2).enumerate() {
        let [Rung { bot: weak, .. }, Rung { bot: strong, most, .. }] = pair else { continue };
        let mut line_up = vec![weak.clone(); seats];
        line_up[0] = strong.clone();
        let plays = plan.plays.end.min(*most);
        let side = Plan { plays: 0..plays, seating: Seating::Rotate, timing: false, ..plan.clone() };
        let hooks = work.begin(&format!("{} in one seat", strong.name), plays, "games");
        let batch = simulate(game, &line_up, &side, hooks, None)?;
        let first = batch.report.rows::<StrategyRow>().into_iter().next();
        let Bounded { value: rate, interval } = first.as_ref().map(|row| row.win_rate).unwrap_or_default();
        let fair = first.and_then(|row| row.expected_rate).filter(|&fair| fair > 0.0);
        // At 0 and 1 the odds have no end: half a play more on either side.
        let n = batch.plays as f64;
        let tamed = rate.map(|rate| (rate * n + 0.5) / (n + 1.0));
        rows.push(SkillRow {
            step: step as u64 + 1,
            strategy: strong.name.clone(),
            opponent: weak.name.clone(),
            players: seats as u64,
            games: batch.plays,
            rate,
            fair,
            interval,
            rating_gap: tamed.zip(fair).map(|(rate, fair)| gap(rate, fair)),
        });
    }
    Ok(Table::of(rows))
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
