//! The ladder of skill: how much stronger each level of bot is than the next weaker one.
//!
//! Where the program has a network for a game that knows its rules, the levels are those of `learned`, from random choices to the
//! best; elsewhere `random`, `greedy` and a search. One bot of the stronger kind sits among bots of the weaker kind, in each seat
//! equally often. Its rate against the fair share, 1/n of the games that somebody wins, becomes a distance of ratings: 400 times the logarithm to base 10
//! of the ratio of the odds (A. E. Elo, *The Rating of Chessplayers, Past and Present*, 1978), so that 0 is
//! equal strength and 400 ten times the odds. A game in which the ladder is short leaves little to
//! skill.

use crate::analysis::{Players, Work};
use crate::any::GameInfo;
use crate::batch::{Hooks, Plan, RunError, simulate};
use crate::play::{PlayError, Seating};
use crate::threads::{in_order, pool};
use ludometer_bots::{BotSpec, LEVELS};
use ludometer_model::{Decision, Rng, Seat, Silent, Streams};
use ludometer_playable::Playable;
use ludometer_stats::{Bounded, Mean, Metric, Row, Share, StrategyRow, Table, catalogue};

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
        let line_up = game.contest().one_among(strong.clone(), weak, seats);
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

/// Plays that decisions are sampled from.
const PLAYS: u64 = 60;

/// Decisions sampled a play.
const SAMPLES: usize = 4;

/// Determinized states a decision.
const WORLDS: usize = 40;

/// A spread of action values, in shares of the win, that makes a decision matter.
const MEANINGFUL: f64 = 0.02;

/// Returns the spread of the values behind noisy samples: `samples[action][block]`.
fn spread(samples: &[Vec<f64>]) -> f64 {
    let (actions, blocks) = (samples.len() as f64, samples.first().map_or(0, Vec::len) as f64);
    if actions < 2.0 || blocks < 2.0 {
        return 0.0;
    }
    let mean = |values: &mut dyn Iterator<Item = f64>, n: f64| values.sum::<f64>() / n;
    let of_action: Vec<f64> = samples.iter().map(|row| mean(&mut row.iter().copied(), blocks)).collect();
    let of_block: Vec<f64> =
        (0..blocks as usize).map(|b| mean(&mut samples.iter().map(|row| row[b]), actions)).collect();
    let grand = mean(&mut of_action.iter().copied(), actions);
    let between = of_action.iter().map(|m| (m - grand).powi(2)).sum::<f64>() * blocks / (actions - 1.0);
    let rest: f64 = samples
        .iter()
        .zip(&of_action)
        .flat_map(|(row, action)| {
            row.iter().zip(&of_block).map(move |(x, block)| (x - action - block + grand).powi(2))
        })
        .sum();
    let noise = rest / ((actions - 1.0) * (blocks - 1.0));
    ((between - noise) / blocks).max(0.0).sqrt()
}

/// Returns the spread of action values and the share of decisions that matter, by trying the actions at decisions
/// sampled from the batch's first plays.
///
/// At decisions taken from the plays of a batch, each legal action is tried in the same determinized
/// states, which the mover can't tell from the true one, and played on at random to the end. The
/// spread is the standard deviation of the actions' true values: the variance of their means less
/// the part that the random playouts explain (a one-way analysis of variance with the determinized
/// states as blocks). A decision counts as meaningful if its best action is worth at least
/// [`MEANINGFUL`] of the win more than an average one, by that measure.
///
/// # Errors
/// A bot's failure, an interruption, or threads that can't be started.
pub(super) fn choices<G: Playable>(
    game: &G,
    bots: &[BotSpec],
    plan: &Plan,
    work: Work<'_>,
) -> Result<[Metric; 2], RunError> {
    let plays = plan.plays.end.min(PLAYS);
    let hooks = work.begin("values of actions", plays, "games");
    let pool = pool(plan.threads)?;
    let one = |(): &mut (), play| {
        let spreads = sample(game, bots, plan, play, hooks);
        (hooks.progress)(1);
        spreads
    };
    let found = in_order(&pool, 0..plays, || (), one)?;
    let (mut mean, mut share) = (Mean::default(), Share::default());
    for spreads in found {
        // Plays are the unit: the decisions of one play are alike.
        if !spreads.is_empty() {
            let average = spreads.iter().sum::<f64>() / spreads.len() as f64;
            mean.add((average * 1e6).round() as i64);
        }
        for spread in spreads {
            share.add(spread >= MEANINGFUL);
        }
    }
    Ok([
        Metric::new(&catalogue::DECISION_SPREAD, mean.estimate_in(1e-6)),
        Metric::new(&catalogue::MEANINGFUL_DECISIONS, share.estimate()),
    ])
}

/// Returns the spreads at some decisions of one play, drawn with equal chances from all of those with a choice.
fn sample<G: Playable>(
    game: &G,
    bots: &[BotSpec],
    plan: &Plan,
    play: u64,
    hooks: Hooks<'_>,
) -> Result<Vec<f64>, PlayError> {
    let seats = game.seats();
    let places = plan.seating.seated(play, seats, &game.contest());
    let streams = Streams::new(plan.seed, play);
    let mut side_stream = streams.side_stream(3);
    let mut chance = streams.chance();
    let mut rngs: Vec<Rng> = Seat::all(seats).map(|seat| streams.seat(seat)).collect();
    let mut players = Players::new(game, bots);
    players.begin(play);
    let mut state = game.new_state();
    let mut legal = Vec::new();
    // A reservoir of views with their mover and actions.
    let mut kept: Vec<(G::View, Seat, Vec<G::Action>)> = Vec::new();
    let mut seen = 0;
    game.deal(&mut state, &mut chance, &mut Silent);
    while let Some(seat) = game.to_move(&state) {
        if hooks.stop.load(std::sync::atomic::Ordering::Relaxed) {
            return Err(PlayError::Stopped);
        }
        legal.clear();
        game.legal(&state, &mut legal);
        if legal.len() > 1 {
            seen += 1;
            let place = if kept.len() < SAMPLES { kept.len() } else { side_stream.index(seen) };
            if place < SAMPLES {
                let entry = (game.view(&state, seat), seat, legal.clone());
                if place == kept.len() { kept.push(entry) } else { kept[place] = entry }
            }
        }
        let bot = usize::from(places[seat]);
        let shown = Decision::new(game, &state, seat, &legal);
        let action = players.choose(bot, &shown, &mut rngs[seat.index()])?;
        game.apply(&mut state, action, &mut chance, &mut Silent);
    }
    let mut world = game.new_state();
    let mut spreads = Vec::with_capacity(kept.len());
    for (view, seat, actions) in kept {
        let mut samples = vec![Vec::with_capacity(WORLDS); actions.len()];
        for _ in 0..WORLDS {
            game.determinize(&view, &mut side_stream, &mut world);
            for (action, values) in actions.iter().zip(&mut samples) {
                state.clone_from(&world);
                game.apply(&mut state, *action, &mut side_stream, &mut Silent);
                while game.to_move(&state).is_some() {
                    if hooks.stop.load(std::sync::atomic::Ordering::Relaxed) {
                        return Err(PlayError::Stopped);
                    }
                    legal.clear();
                    game.legal(&state, &mut legal);
                    let action = legal[side_stream.index(legal.len())];
                    game.apply(&mut state, action, &mut side_stream, &mut Silent);
                }
                values.push(game.reward(&state)[seat]);
            }
        }
        spreads.push(spread(&samples));
    }
    Ok(spreads)
}

#[cfg(test)]
mod tests {
    use super::{gap, spread};

    #[test]
    fn gaps_by_hand() {
        assert_eq!(gap(0.25, 0.25), 0.0);
        // Odds of 1 to 1 against odds of 1 to 9; ten times the odds are 400.
        assert!((gap(10.0 / 11.0, 0.5) - 400.0).abs() < 1e-9);
        assert!((gap(0.5, 0.1) - 400.0 * 9.0_f64.log10()).abs() < 1e-9);
    }

    #[test]
    fn spreads_by_hand() {
        // Blocks shift both actions alike: nothing but the actions differs, by 1.
        assert!((spread(&[vec![0.0, 5.0], vec![1.0, 6.0]]) - 0.5_f64.sqrt()).abs() < 1e-12);
        // Means equal, all noise.
        assert_eq!(spread(&[vec![0.0, 1.0], vec![1.0, 0.0]]), 0.0);
        assert_eq!(spread(&[vec![1.0, 0.0]]), 0.0);
    }
}
