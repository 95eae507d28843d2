//! The leader, how far the later winner was behind, and when the play was decided.
//!
//! All of it rests on the estimated chances of the seats as each turn begins. What asks for the
//! winner counts plays with exactly one. Source: C. Browne, *Automatic Generation and Evaluation of
//! Recombination Games*, thesis, Queensland University of Technology, 2008, where drama, lead change
//! and decisiveness are defined on a search's evaluation of the moves of a two-player game; here the
//! evaluation is the calibrated chance to win, at tables of any size.

use serde::{Deserialize, Serialize};

use super::histogram::Histogram;
use super::sheet::FigureTable;
use super::story::{Story, ahead, changes, leader, tension};
use crate::observer::MILLION;
use ludometer_figures::{Mean, Merge, Ratio, Share, catalogue};
use ludometer_model::{MAX_SEATS, Seat};

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
                before = leader(&row.standing, seats, before);
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

/// Returns the lead that decided the play was handed over in the turn of another seat that could choose and
/// had no hope itself.
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
