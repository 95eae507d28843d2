//! Results of seats, of bots, and of pairs of bots.

use crate::observer::{GameEnd, Observer, Statistic, Step};
use ludometer_figures::{
    Bounded, Estimate, Mean, Merge, Metric, Ratio, Report, Row, Table, TallyLayout, catalogue, of_extremes,
    wilson, wilson_of,
};
use ludometer_model::{BySeat, Contest, Game, MAX_SEATS, Outcome, SHARE_UNITS, Seat, SeatSet};
use serde::{Deserialize, Serialize};

/// A row of `seats.csv`: a seat.
#[derive(Clone, Debug, PartialEq, Row)]
#[row(table = "seats")]
pub struct SeatRow {
    /// Seat, from 0.
    pub seat: u64,
    /// Games with places.
    pub games: u64,
    /// Wins; a shared win counts 1/k, and whole where who loses is all that counts.
    pub wins: f64,
    /// Wins / games.
    #[row("win_rate", "ci_low", "ci_high")]
    pub win_rate: Bounded,
    /// Mean place at the end; 1 is first.
    pub mean_rank: Option<f64>,
    /// Mean score at the end, in the unit of the game design.
    pub mean_score: Option<f64>,
}

/// Wins, ranks and scores of one seat or bot.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Merge, Serialize, Deserialize)]
pub(super) struct Results {
    /// Plays with places: of those win rates are.
    pub(super) games: u64,
    /// In units of 1/[`SHARE_UNITS`].
    win_units: u64,
    /// Their squares, a play the unit.
    win_squares: u128,
    /// Seats with places: a bot may hold several in one play.
    seats: u64,
    ranks: u64,
    /// Seats that were played to the end.
    scored: u64,
    scores: i64,
}

impl Results {
    /// Plays won, a shared one counting its part.
    pub(super) fn wins(&self) -> f64 {
        self.win_units as f64 / SHARE_UNITS as f64
    }

    /// Returns the share of the plays that was won, with Wilson's interval; shared wins vary less.
    pub(super) fn win_rate(&self) -> Estimate {
        if self.games == 0 {
            return Estimate::default();
        }
        let p = self.wins() / self.games as f64;
        let unit = SHARE_UNITS as f64;
        let variance = self.win_squares as f64 / self.games as f64 / (unit * unit) - p * p;
        Estimate { value: Some(p), interval: wilson_of(p, self.games, variance), games: self.games }
    }

    /// Returns the share of the plays that was won, where games are won at all and no score alone counts.
    fn win_rate_in(&self, contest: &Contest) -> Estimate {
        if contest.ends.are_won {
            self.win_rate()
        } else {
            Estimate { games: self.games, ..Estimate::default() }
        }
    }

    pub(super) fn mean_rank(&self) -> Option<f64> {
        (self.seats > 0).then(|| self.ranks as f64 / self.seats as f64)
    }

    /// Returns the mean score, where the rules count one.
    fn mean_score_in(&self, contest: &Contest) -> Option<f64> {
        let is_scored = contest.ends.have_scores && self.scored > 0;
        is_scored.then(|| self.scores as f64 / self.scored as f64)
    }

    /// Counts what was won in a play with places, in all seats together.
    #[inline]
    pub(super) fn add_play(&mut self, units: u64) {
        self.games += 1;
        self.win_units += units;
        self.win_squares += u128::from(units) * u128::from(units);
    }

    /// Counts the place of a seat, and its score if it is what was played for: the play itself is the caller's to count.
    #[inline]
    fn add_seat(&mut self, outcome: &Outcome, seat: Seat, is_own: bool) {
        self.scored += u64::from(is_own);
        self.scores += if is_own { outcome.scores[seat] } else { 0 };
        self.seats += u64::from(outcome.has_places());
        self.ranks += u64::from(outcome.ranks[seat]);
    }
}

/// Wins of whoever moves first.
#[derive(Clone, Debug, Default, PartialEq, Eq, Merge, Serialize, Deserialize)]
pub(super) struct FirstMovers {
    /// In units of 1/[`SHARE_UNITS`], as is what would be fair.
    wins: Mean,
    fair: Mean,
}

impl FirstMovers {
    /// Counts a play with places: each seat's part of its win, in units of 1/[`SHARE_UNITS`].
    pub(super) fn add(&mut self, contest: &Contest, units: &BySeat<u64>, finish: &GameEnd<'_>) {
        // All that was won, of which a side's seats have equal parts.
        let won: u64 = units.first(finish.outcome.seats).iter().sum();
        self.wins.add(units[finish.first] as i64);
        self.fair.add(contest.parts(finish.first).map_or(0, |parts| won / parts as u64) as i64);
    }

    /// Returns by how much their share of the wins is above what is fair; empty where nobody competes.
    pub(super) fn advantage(&self, contest: &Contest) -> Metric {
        let unit = 1.0 / SHARE_UNITS as f64;
        let (share, fair) = (self.wins.estimate_in(unit).of_share(), self.fair.estimate_in(unit).value);
        let estimate = match fair.filter(|_| contest.is_contest()) {
            Some(fair) => share.less(fair),
            None => Estimate { games: share.games, ..Estimate::default() },
        };
        Metric::new(&catalogue::FIRST_MOVER_ADVANTAGE, estimate)
    }
}

/// Wins, ranks and scores by seat.
#[derive(Clone, Debug, PartialEq, Eq, Merge, Serialize, Deserialize)]
pub(super) struct Seats {
    results: Vec<Results>,
    first: FirstMovers,
    #[merge(skip)]
    contest: Contest,
}

impl Seats {
    /// Returns by how much whoever moves first wins more than is fair.
    pub(super) fn first_mover_advantage(&self, contest: &Contest) -> Metric {
        self.first.advantage(contest)
    }

    /// Returns the largest minus the smallest win rate of a seat, or of a side where sides play. With equal ones that is
    /// above 0 by chance; the interval allows for the picking. Where one has won all plays or nobody any, it goes from end
    /// to end of both shares' own intervals. Empty where nobody competes.
    pub(super) fn spread(&self, contest: &Contest) -> Metric {
        let rate = |seat: Seat| self.results.get(seat.index())?.win_rate().value;
        let of_party = |party: &SeatSet| party.iter().map(rate).sum::<Option<f64>>();
        let rates = || contest.parties.iter().filter_map(of_party);
        let high = rates().fold(f64::NEG_INFINITY, f64::max);
        let low = rates().fold(f64::INFINITY, f64::min);
        let games = self.results.first().map_or(0, |s| s.games);
        let mut estimate = Estimate { games, ..Estimate::default() };
        if high.is_finite() && contest.is_contest() {
            let spread = high - low;
            // Of two seats one alone wins, or one alone loses.
            let one = if contest.ends.are_lost_alone { 2.0 - high - low } else { high + low };
            let variance = (one - spread * spread) / games as f64;
            let (from, to) = match (wilson(high, games), wilson(low, games)) {
                (Some(of_high), Some(of_low)) if variance <= 0.0 => {
                    (of_high.0 - of_low.1, of_high.1 - of_low.0)
                }
                _ => of_extremes(spread, variance, contest.parties.len()),
            };
            estimate.value = Some(spread);
            estimate.interval = Some((from.max(0.0), to.min(1.0)));
        }
        Metric::new(&catalogue::SEAT_SPREAD, estimate)
    }
}

impl<G: Game> Observer<G> for Seats {
    fn finish(&mut self, finish: &GameEnd<'_>) {
        let outcome = finish.outcome;
        let units = self.contest.seat_units(outcome);
        if outcome.has_places() {
            self.first.add(&self.contest, &units, finish);
        }
        for (seat, results) in Seat::all(outcome.seats).zip(&mut self.results) {
            if outcome.has_places() {
                results.add_play(units[seat]);
            }
            results.add_seat(outcome, seat, true);
        }
    }
}

impl<G: Game> Statistic<G> for Seats {
    fn new(counted: &TallyLayout) -> Self {
        Self {
            results: vec![Results::default(); counted.seats],
            first: FirstMovers::default(),
            contest: counted.contest.clone(),
        }
    }

    fn report(&self, counted: &TallyLayout, out: &mut Report) {
        let row = |(seat, results): (usize, &Results)| SeatRow {
            seat: seat as u64,
            games: results.games,
            wins: results.wins(),
            win_rate: results.win_rate_in(&counted.contest).into(),
            mean_rank: results.mean_rank(),
            mean_score: results.mean_score_in(&counted.contest),
        };
        out.tables.push(Table::of(self.results.iter().enumerate().map(row)));
    }
}

/// A row of `strategies.csv`: a bot.
#[derive(Clone, Debug, PartialEq, Row)]
#[row(table = "strategies")]
pub struct StrategyRow {
    /// Name of the bot, with settings.
    pub strategy: String,
    /// Games with places.
    pub games: u64,
    /// Wins of all seats of the bot; a shared win counts 1/k. Where all win together, or all who don't lose, a win counts whole:
    /// then the mean of its seats.
    pub wins: f64,
    /// Wins / games.
    #[row("win_rate", "ci_low", "ci_high")]
    pub win_rate: Bounded,
    /// Fair part of the games that somebody wins: all parties win equally often; none where nobody competes.
    pub expected_rate: Option<f64>,
    /// Mean place at the end; 1 is first.
    pub mean_rank: Option<f64>,
    /// Mean score at the end, in the unit of the game design.
    pub mean_score: Option<f64>,
    /// Decisions in all games.
    pub decisions: u64,
    /// Mean time of a decision in microseconds; none without `--timing`.
    pub mean_decision_us: Option<f64>,
}

/// Wins, ranks, scores and decisions by bot. A bot may hold several seats of one play: plays are
/// the unit, its wins are those of all its seats. What someone else does for a bot that failed is not the bot's: neither its
/// decisions nor the score.
#[derive(Clone, Debug, PartialEq, Eq, Merge, Serialize, Deserialize)]
pub(super) struct Strategies {
    bots: Vec<Results>,
    #[merge(skip)]
    contest: Contest,
    /// Each seat's fair part of a play that somebody wins.
    #[merge(skip)]
    fair: Vec<u64>,
    /// The fair share of the plays that somebody won, in units of 1/[`SHARE_UNITS`].
    expected: Vec<u64>,
    decisions: Vec<u64>,
    /// Wall time of the decisions, where it was measured.
    nanoseconds: Vec<u64>,
    /// Plays in which the bot failed in one of its seats, seat by seat.
    forfeits: Vec<u64>,
    /// This play's decisions by seat.
    #[serde(skip)]
    #[merge(skip)]
    now: BySeat<u32>,
    /// The seats whose bots failed in this play: their decisions are as many as they were then.
    #[serde(skip)]
    #[merge(skip)]
    failed: (SeatSet, BySeat<u32>),
}

impl Strategies {
    /// Adds the time that a bot's decisions took. It goes into the report only where it was
    /// asked for.
    pub(super) fn add_time(&mut self, bot: usize, nanoseconds: u64) {
        self.nanoseconds[bot] += nanoseconds;
    }

    /// Returns how often each bot failed, one for each of its seats in each play.
    pub(super) fn forfeits(&self) -> &[u64] {
        &self.forfeits
    }

    /// Returns what each seat adds to the wins of its bot, and to its fair part of them. Where several seats may win whole, a
    /// bot has won as much as its seats on average; what is fair is then the same for all seats, so one of them adds it.
    fn parts(&self, finish: &GameEnd<'_>) -> (BySeat<u64>, BySeat<u64>) {
        let outcome = finish.outcome;
        let mut units = self.contest.seat_units(outcome);
        let mut fair = BySeat::of_table(outcome.seats, |seat| self.fair[seat.index()]);
        if self.contest.ends.are_lost_alone || !self.contest.is_contest() {
            units = outcome.own_units();
            let winners = outcome.winners().count() as u64;
            for seat in Seat::all(outcome.seats) {
                let own = |other: &Seat| finish.bots[*other] == finish.bots[seat];
                let held = Seat::all(outcome.seats).filter(own).count() as u64;
                units[seat] /= held;
                let is_first = Seat::all(outcome.seats).find(own) == Some(seat);
                fair[seat] *= if is_first { winners } else { 0 };
            }
        }
        (units, fair)
    }
}

impl<G: Game> Observer<G> for Strategies {
    #[inline(always)]
    fn step(&mut self, step: &Step<G>) {
        self.now[step.seat] += 1;
    }

    fn forfeit(&mut self, seat: Seat) {
        self.failed.0.insert(seat);
        self.failed.1[seat] = self.now[seat];
    }

    fn finish(&mut self, finish: &GameEnd<'_>) {
        let outcome = finish.outcome;
        let (units, fair) = self.parts(finish);
        let mut won = [None; MAX_SEATS];
        let (failed, before) = std::mem::take(&mut self.failed);
        for seat in Seat::all(outcome.seats) {
            let bot = usize::from(finish.bots[seat]);
            *won[bot].get_or_insert(0) += units[seat];
            self.bots[bot].add_seat(outcome, seat, !outcome.forfeited.contains(seat));
            if failed.contains(seat) {
                self.now[seat] = before[seat];
            }
            self.expected[bot] += u64::from(outcome.is_won()) * fair[seat];
            self.decisions[bot] += u64::from(self.now[seat]);
            self.forfeits[bot] += u64::from(outcome.forfeited.contains(seat));
        }
        for (results, won) in self.bots.iter_mut().zip(won).filter(|_| outcome.has_places()) {
            if let Some(units) = won {
                results.add_play(units);
            }
        }
        self.now = BySeat::all(0);
    }
}

impl<G: Game> Statistic<G> for Strategies {
    fn new(counted: &TallyLayout) -> Self {
        let bots = counted.bots.len();
        Self {
            bots: vec![Results::default(); bots],
            contest: counted.contest.clone(),
            fair: counted.contest.fair_units().first(counted.seats).to_vec(),
            expected: vec![0; bots],
            decisions: vec![0; bots],
            nanoseconds: vec![0; bots],
            forfeits: vec![0; bots],
            now: BySeat::all(0),
            failed: Default::default(),
        }
    }

    fn report(&self, counted: &TallyLayout, out: &mut Report) {
        let row = |(i, (name, results)): (usize, (&String, &Results))| StrategyRow {
            strategy: name.clone(),
            games: results.games,
            wins: results.wins(),
            win_rate: results.win_rate_in(&counted.contest).into(),
            expected_rate: (results.games > 0 && counted.is_contest())
                .then(|| self.expected[i] as f64 / SHARE_UNITS as f64 / results.games as f64),
            mean_rank: results.mean_rank(),
            mean_score: results.mean_score_in(&counted.contest),
            decisions: self.decisions[i],
            mean_decision_us: match (self.nanoseconds[i], self.decisions[i]) {
                (0, _) | (_, 0) => None,
                (time, decisions) => Some(time as f64 / decisions as f64 / 1000.0),
            },
        };
        out.tables.push(Table::of(counted.bots.iter().zip(&self.bots).enumerate().map(row)));
    }
}

/// A row of `matchups.csv`: an ordered pair of bots.
#[derive(Clone, Debug, PartialEq, Row)]
#[row(table = "matchups")]
pub struct MatchupRow {
    /// Name of the bot, with settings.
    pub strategy: String,
    /// Name of the other bot.
    pub opponent: String,
    /// Pairs of seats in which both met.
    pub games: u64,
    /// Pairs in which the bot ranks ahead.
    pub better: u64,
    /// Pairs with equal places.
    pub equal: u64,
    /// Pairs in which the bot ranks behind.
    pub worse: u64,
    /// Share of the pairs ahead, equal places counted as half.
    #[row("rate", "ci_low", "ci_high")]
    pub rate: Bounded,
    /// Share of the pairs ahead.
    #[row("ahead", "ahead_low", "ahead_high")]
    #[row(optional)]
    pub ahead: Bounded,
}

impl MatchupRow {
    /// Returns the share of the pairs that are level.
    pub fn level(&self) -> f64 {
        if self.games == 0 { 0.0 } else { self.equal as f64 / self.games as f64 }
    }
}

/// Returns which share of the pairs that are not level a bot ranks ahead in, of its `rate`, which counts level ones as half:
/// where nobody wins, say, all are level and tell nothing of who plays better.
pub fn decided(rate: f64, level: f64) -> f64 {
    if level >= 1.0 { rate } else { (0.5 + (rate - 0.5) / (1.0 - level)).clamp(0.0, 1.0) }
}

/// One ordered pair of bots.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Merge, Serialize, Deserialize)]
struct Matchup {
    pairs: u64,
    better: u64,
    equal: u64,
    /// Pairs in which the row's bot ranked ahead out of pairs, a play the unit.
    ahead: Ratio,
    /// Twice the points (2 for ranked ahead, 1 for equal) out of pairs, a play the unit.
    points: Ratio,
}

/// The pairs of bots: who ranks ahead of whom. `ahead` is the share of the pairs that ranked ahead, `rate` counts equal places
/// as half: at 1/2 both bots are as strong. Pairs of one play are not independent, so the intervals take plays as the unit.
#[derive(Clone, Debug, PartialEq, Eq, Merge, Serialize, Deserialize)]
pub(super) struct Matchups {
    #[merge(skip)]
    bots: usize,
    /// Row by row: bot against opponent.
    pairs: Vec<Matchup>,
}

impl<G: Game> Observer<G> for Matchups {
    fn finish(&mut self, finish: &GameEnd<'_>) {
        let outcome = finish.outcome;
        if self.bots < 2 || !outcome.has_places() {
            return;
        }
        for bot in 0..self.bots {
            for opponent in (0..self.bots).filter(|&o| o != bot) {
                let (mut met, mut better, mut equal) = (0, 0, 0);
                for a in Seat::all(outcome.seats).filter(|&a| usize::from(finish.bots[a]) == bot) {
                    for b in Seat::all(outcome.seats).filter(|&b| usize::from(finish.bots[b]) == opponent) {
                        met += 1;
                        better += u64::from(outcome.ranks[a] < outcome.ranks[b]);
                        equal += u64::from(outcome.ranks[a] == outcome.ranks[b]);
                    }
                }
                let matchup = &mut self.pairs[bot * self.bots + opponent];
                matchup.pairs += met;
                matchup.better += better;
                matchup.equal += equal;
                matchup.ahead.add(better, met);
                matchup.points.add(2 * better + equal, met);
            }
        }
    }
}

impl<G: Game> Statistic<G> for Matchups {
    fn new(counted: &TallyLayout) -> Self {
        let bots = counted.bots.len();
        Self { bots, pairs: vec![Matchup::default(); bots * bots] }
    }

    fn report(&self, counted: &TallyLayout, out: &mut Report) {
        let mut rows = Vec::new();
        for (bot, name) in counted.bots.iter().enumerate() {
            for (opponent, other) in counted.bots.iter().enumerate().filter(|&(o, _)| o != bot) {
                let matchup = &self.pairs[bot * self.bots + opponent];
                rows.push(MatchupRow {
                    strategy: name.clone(),
                    opponent: other.clone(),
                    games: matchup.pairs,
                    better: matchup.better,
                    equal: matchup.equal,
                    worse: matchup.pairs - matchup.better - matchup.equal,
                    rate: matchup.points.share_in(0.5).into(),
                    ahead: matchup.ahead.share().into(),
                });
            }
        }
        out.tables.push(Table::of(rows));
    }
}
