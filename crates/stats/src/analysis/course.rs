//! The course of a play: the leader, how far the later winner was behind, when the play was decided, and figures over
//! its tenths.
//!
//! All of it rests on the estimated chances of the seats as each turn begins. What asks for the
//! winner counts plays with exactly one. Source: C. Browne, *Automatic Generation and Evaluation of
//! Recombination Games*, thesis, Queensland University of Technology, 2008, where drama, lead change
//! and decisiveness are defined on a search's evaluation of the moves of a two-player game; here the
//! evaluation is the calibrated chance to win, at tables of any size.

use super::figure_table::{FigureTable, Histogram};
use crate::observer::{MILLION, TurnSnapshot};
use ludometer_figures::{Estimate, Mean, Merge, Ratio, Share, catalogue};
use ludometer_model::{BySeat, Contest, MAX_SEATS, Outcome, Seat, SeatSet, Standing, side_name};
use serde::{Deserialize, Serialize};

/// A seat whose chance is below this part of the fair share counts as hopeless: 5 % of four.
pub(super) const HOPELESS: u32 = 5;

/// Returns the bound below which a seat is hopeless at a table of `seats`, in millionths.
pub(super) const fn hopeless_below(seats: usize) -> u32 {
    MILLION / (HOPELESS * seats as u32)
}

/// Thousandths, the unit of drama and of places in a play.
const THOUSAND: f64 = 1e-3;

#[derive(Clone, Debug, Default, PartialEq, Eq, Merge, Serialize, Deserialize)]
pub(super) struct Drama {
    lead_changes: Mean,
    standing_changes: Mean,
    behind: Ratio,
    depth: Mean,
    peak: Mean,
    lowest: Mean,
    comebacks: Share,
    decided: Mean,
    half_level: Share,
    half_leader: Share,
    tension: Mean,
    runaway: Ratio,
    kingmade: Share,
    changes: Histogram,
    decided_tenths: Histogram,
}

/// The figures that one play showed, for the index of plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Shown {
    pub changes: u32,
    /// Mean tension, in millionths.
    pub tension: u32,
    /// The winner's lowest chance, in millionths, and drama in thousandths, of plays with one winner.
    pub winner: Option<(u32, u32)>,
    /// Where the winner's lead became final, in thousandths of the play.
    pub decided: Option<u32>,
}

impl Drama {
    pub(super) fn add(&mut self, story: &Story<'_>, has_standing: bool) -> Shown {
        let (seats, turns) = (story.seats, story.turns());
        let reported = &story.rows[..turns];
        let changes_now = changes(story.leaders.iter().copied());
        self.lead_changes.add(i64::from(changes_now));
        self.changes.add(changes_now);
        if has_standing {
            let mut before = None;
            let leaders = story.rows.iter().map(|row| {
                before = leader(&story.upwards(&row.standing), seats, before);
                before
            });
            self.standing_changes.add(i64::from(changes(leaders)));
            if let Some((xy, xx)) = momentum(story) {
                self.runaway.add_signed(xy, xx);
            }
        }
        let tension_sum: u64 = reported.iter().map(|row| u64::from(tension(row, seats))).sum();
        let mean_tension = (tension_sum / turns.max(1) as u64) as u32;
        if seats > 1 {
            self.tension.add(i64::from(mean_tension));
        }
        if seats > 1 {
            let half_leader = ahead(&story.rows[story.at_tenth(5)], seats);
            self.half_level.add(half_leader.is_none());
            // Where nobody leads there is no lead to keep or to lose.
            if let Some(leader) = half_leader {
                self.half_leader.add(story.outcome.winners().any(|winner| winner == leader));
            }
        }
        let mut shown = Shown { changes: changes_now, tension: mean_tension, winner: None, decided: None };
        // One alone leads nobody.
        let (Some(winner), Some(decided)) = (story.winner.filter(|_| seats > 1), story.decided()) else {
            return shown;
        };
        let mut behind = 0_u64;
        let (mut sum, mut peak) = (0.0_f64, 0.0_f64);
        let mut lowest = MILLION;
        for row in reported {
            let own = row.chances[winner];
            let best = row.chances.first(seats).iter().max().copied().unwrap_or(own);
            lowest = lowest.min(own);
            if best > own {
                behind += 1;
                let depth = (f64::from(best - own) / f64::from(MILLION)).sqrt();
                sum += depth;
                peak = peak.max(depth);
            }
        }
        let thousandths = |x: f64| (x * 1000.0).round() as i64;
        let drama = if behind == 0 { 0 } else { thousandths(sum / behind as f64) };
        self.behind.add(behind, turns as u64);
        self.depth.add(drama);
        self.peak.add(thousandths(peak));
        self.lowest.add(i64::from(lowest));
        self.comebacks.add(lowest < MILLION / (2 * seats as u32));
        let place = decided * 1000 / turns.max(1);
        self.decided.add(place as i64);
        self.decided_tenths.add(place.div_ceil(100) as u32);
        self.kingmade.add(kingmade(story, winner, decided));
        shown.winner = Some((lowest, drama as u32));
        shown.decided = Some(place as u32);
        shown
    }

    pub(super) fn report(&self, has_standing: bool, sheet: &mut FigureTable) {
        let millionth = 1.0 / f64::from(MILLION);
        sheet.add(&catalogue::LEAD_CHANGES, self.lead_changes.estimate());
        if has_standing {
            sheet.add(&catalogue::STANDING_LEAD_CHANGES, self.standing_changes.estimate());
        }
        sheet.add(&catalogue::BEHIND_SHARE, self.behind.share());
        sheet.add(&catalogue::DRAMA, self.depth.estimate_in(THOUSAND));
        sheet.add(&catalogue::DRAMA_PEAK, self.peak.estimate_in(THOUSAND));
        sheet.add(&catalogue::WINNER_LOWEST_CHANCE, self.lowest.estimate_in(millionth));
        sheet.add(&catalogue::COMEBACK_SHARE, self.comebacks.estimate());
        sheet.add(&catalogue::DECIDED_AT, self.decided.estimate_in(THOUSAND));
        sheet.add(&catalogue::HALF_TIME_LEVEL, self.half_level.estimate());
        sheet.add(&catalogue::HALF_TIME_LEADER_WINS, self.half_leader.estimate());
        sheet.add(&catalogue::TENSION, self.tension.estimate_in(millionth));
        if has_standing {
            sheet.add(&catalogue::RUNAWAY_SLOPE, self.runaway.slope());
        }
        sheet.add(&catalogue::KINGMAKING, self.kingmade.estimate());
        sheet.histogram("lead_changes", &self.changes);
        sheet.histogram("decided_at_tenth", &self.decided_tenths);
    }
}

/// Returns true if the winner took the lead for good in the turn of another seat that could choose and had no hope
/// itself.
fn kingmade(story: &Story<'_>, winner: Seat, decided: usize) -> bool {
    let Some(row) = decided.checked_sub(1).map(|turn| &story.rows[turn]) else { return false };
    row.mover.is_some_and(|mover| {
        let chance = row.chances[mover];
        mover != winner && row.free.contains(mover) && chance < hopeless_below(story.seats)
    })
}

/// Sums of x y and x² over seats and tenths of the play: x is a seat's standing above the mean of
/// all, y what it gains on the mean in the next tenth. Standings are scaled to the play's largest
/// distance from the mean (1000), so that plays weigh alike whatever the game's unit.
fn momentum(story: &Story<'_>) -> Option<(i64, u64)> {
    let seats = story.seats;
    let mut above = [[0_i64; MAX_SEATS]; 11];
    for (tenth, above) in above.iter_mut().enumerate() {
        let standing = story.rows[story.at_tenth(tenth)].standing.first(seats);
        let sum: i64 = standing.iter().sum();
        for (above, standing) in above.iter_mut().zip(standing) {
            *above = standing.saturating_mul(seats as i64).saturating_sub(sum);
        }
    }
    let largest = above.iter().flatten().map(|x| x.saturating_abs()).max().filter(|&x| x > 0)?;
    for x in above.iter_mut().flatten() {
        // Standings that are too large for the quick way are rare.
        *x = match x.checked_mul(1000) {
            Some(product) => product / largest,
            None => (i128::from(*x) * 1000 / i128::from(largest)) as i64,
        };
    }
    let mut sums = (0, 0_u64);
    for pair in above.windows(2) {
        for (x, next) in pair[0].iter().zip(&pair[1]) {
            sums.0 += x * (next - x);
            sums.1 += (x * x) as u64;
        }
    }
    Some(sums)
}

/// A turn: the table as it began, and who decided in it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Row {
    /// The seat that decided first; `None` in the row that stands for the end.
    pub mover: Option<Seat>,
    /// Each seat's chance to win, in millionths; at the end, its share of the win.
    pub chances: BySeat<u32>,
    /// Each seat's standing.
    pub standing: BySeat<i64>,
    /// Seats that are out, as bits.
    pub out: SeatSet,
    /// Seats that decided in the turn, as bits.
    pub acted: SeatSet,
    /// Those of them that had a choice.
    pub free: SeatSet,
}

impl Row {
    pub(super) const fn of(scene: &TurnSnapshot) -> Self {
        let TurnSnapshot { mover, chances, standing, out } = *scene;
        Self { mover, chances, standing, out, acted: SeatSet::EMPTY, free: SeatSet::EMPTY }
    }
}

/// A play that is over.
///
/// The last row is the end; `leaders` has one entry a row.
pub(crate) struct Story<'a> {
    pub play: u64,
    pub rows: &'a [Row],
    pub leaders: &'a [Option<Seat>],
    pub seats: usize,
    pub outcome: &'a Outcome,
    /// The winner, if there is exactly one.
    pub winner: Option<Seat>,
    /// True if a lower standing is a better one.
    pub fewest_win: bool,
}

impl Story<'_> {
    /// Returns standings so that more is better.
    fn upwards(&self, standing: &BySeat<i64>) -> BySeat<i64> {
        if !self.fewest_win {
            return *standing;
        }
        BySeat::from_fn(|seat| standing[seat].saturating_neg())
    }

    /// Returns the number of turns reported: the rows before the end.
    pub(super) const fn turns(&self) -> usize {
        self.rows.len() - 1
    }

    /// Returns the row at `tenth` tenths of the play.
    const fn at_tenth(&self, tenth: usize) -> usize {
        tenth * self.turns() / 10
    }

    /// Returns the first row from which on the winner led to the end, if there is one winner.
    pub(super) fn decided(&self) -> Option<usize> {
        let winner = self.winner?;
        let after = self.leaders.iter().rposition(|&leader| leader != Some(winner));
        Some(after.map_or(0, |row| row + 1).min(self.turns()))
    }
}

/// Returns the seat whose chance is strictly above all others in this row; none where several are level, and where one
/// is alone.
pub(super) fn ahead(row: &Row, seats: usize) -> Option<Seat> {
    if seats < 2 { None } else { leader(&row.chances, seats, None) }
}

/// Returns the seat that is strictly ahead of all others by `figure`. Where the best are level, the one of
/// them that led before still does, so that the lead does not change; at the beginning nobody does.
pub(super) fn leader<T: Copy + Ord>(figure: &BySeat<T>, seats: usize, before: Option<Seat>) -> Option<Seat> {
    let best = figure.first(seats).iter().max().copied()?;
    let mut first = None;
    let mut several = false;
    for seat in Seat::all(seats).filter(|&seat| figure[seat] == best) {
        if before == Some(seat) {
            return before;
        }
        several |= first.is_some();
        first = first.or(Some(seat));
    }
    if several { None } else { first }
}

/// Returns how often the lead passed from one seat to another.
pub(super) fn changes(leaders: impl Iterator<Item = Option<Seat>>) -> u32 {
    let mut last = None;
    let mut count = 0;
    for leader in leaders.flatten() {
        count += u32::from(last.is_some_and(|last| last != leader));
        last = Some(leader);
    }
    count
}

/// Returns the largest and the second largest of these; `least` where there are none.
fn top_two<T: Copy + Ord>(figures: &[T], least: T) -> (T, T) {
    let (mut first, mut second) = (least, least);
    for &figure in figures {
        if figure > first {
            (first, second) = (figure, first);
        } else if figure > second {
            second = figure;
        }
    }
    (first, second)
}

/// Returns how open the play is: 1 less the distance of the two best chances, in millionths.
pub(super) fn tension(row: &Row, seats: usize) -> u32 {
    let (first, second) = top_two(row.chances.first(seats), 0);
    MILLION - (first - second)
}

/// Points of a curve: the beginning, nine tenths, the end.
const POINTS: usize = 11;

#[derive(Clone, Debug, PartialEq, Eq, Merge, Serialize, Deserialize)]
pub(super) struct Curves {
    /// By final place, then by tenth.
    by_rank: Vec<Vec<Mean>>,
    by_seat: Vec<Vec<Mean>>,
    gap: Vec<Mean>,
    tension: Vec<Mean>,
    winner: Vec<Mean>,
    leader_wins: Vec<Share>,
}

impl Curves {
    pub(super) fn new(seats: usize) -> Self {
        Self {
            by_rank: vec![vec![Mean::default(); POINTS]; seats],
            by_seat: vec![vec![Mean::default(); POINTS]; seats],
            gap: vec![Mean::default(); POINTS],
            tension: vec![Mean::default(); POINTS],
            winner: vec![Mean::default(); POINTS],
            leader_wins: vec![Share::default(); POINTS],
        }
    }

    pub(super) fn add(&mut self, story: &Story<'_>, has_standing: bool) {
        let seats = story.seats;
        let mut order = [Seat::new(0); MAX_SEATS];
        for (place, seat) in order.iter_mut().zip(Seat::all(seats)) {
            *place = seat;
        }
        let order = &mut order[..seats];
        order.sort_by_key(|&seat| story.outcome.ranks[seat]);
        for tenth in 0..POINTS {
            let at = story.at_tenth(tenth);
            let row = &story.rows[at];
            if has_standing {
                // Where nobody wins, nobody ends first; players together have one standing.
                if story.outcome.is_won() || seats == 1 {
                    for (curve, &seat) in self.by_rank.iter_mut().zip(&*order) {
                        curve[tenth].add(row.standing[seat]);
                    }
                }
                let (first, second) = top_two(story.upwards(&row.standing).first(seats), i64::MIN);
                // One seat alone leads nobody.
                if second > i64::MIN {
                    self.gap[tenth].add(first.saturating_sub(second));
                }
            }
            // An unfinished play has no chances at its end.
            if tenth + 1 == POINTS && story.outcome.unfinished {
                continue;
            }
            for (curve, seat) in self.by_seat.iter_mut().zip(Seat::all(seats)) {
                curve[tenth].add(i64::from(row.chances[seat]));
            }
            if seats > 1 {
                self.tension[tenth].add(i64::from(tension(row, seats)));
            }
            if let Some(winner) = story.winner {
                self.winner[tenth].add(i64::from(row.chances[winner]));
            }
            if let Some(leader) = ahead(row, seats) {
                self.leader_wins[tenth].add(story.outcome.winners().any(|winner| winner == leader));
            }
        }
    }

    pub(super) fn report(&self, contest: &Contest, has_standing: bool, sheet: &mut FigureTable) {
        let chances = |means: &[Mean]| -> Vec<Estimate> {
            means.iter().map(|mean| mean.estimate_in(1.0 / f64::from(MILLION))).collect()
        };
        let is_score = contest.standing == Standing::Score;
        if has_standing && !contest.is_contest() {
            let together = self.by_rank.first().into_iter().flatten();
            let name = if is_score { "table_score" } else { "table_standing" };
            sheet.curve(name, "", together.map(Mean::estimate));
        } else if has_standing {
            let (places, gap) =
                if is_score { ("score_by_rank", "leader_gap") } else { ("standing_by_rank", "standing_gap") };
            for (rank, curve) in self.by_rank.iter().enumerate() {
                sheet.curve(places, &(rank + 1).to_string(), curve.iter().map(Mean::estimate));
            }
            sheet.curve(gap, "", self.gap.iter().map(Mean::estimate));
        }
        // Chances add up to the whole win, so that players together would always have it.
        if !contest.is_contest() || contest.standing == Standing::Nothing {
            return;
        }
        sheet.curve("tension", "", chances(&self.tension));
        sheet.curve("win_estimate", "winner", chances(&self.winner));
        for (party, curve) in self.by_seat.iter().enumerate() {
            let who =
                if contest.has_sides() { side_name(contest.parties[party]) } else { format!("seat {party}") };
            sheet.curve("win_estimate", &who, chances(curve));
        }
        sheet.curve("leader_wins", "", self.leader_wins.iter().map(Share::estimate));
    }
}
