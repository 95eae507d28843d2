//! Who led, how far the later winner was behind, and when the play was decided.
//!
//! All of it rests on the estimated chances of the seats as each turn begins. What asks for the
//! winner counts plays with exactly one. Source: C. Browne, *Automatic Generation and Evaluation of
//! Recombination Games*, thesis, Queensland University of Technology, 2008, where drama, lead change
//! and decisiveness are defined on a search's evaluation of the moves of a two-player game; here the
//! evaluation is the calibrated chance to win, at tables of any size.

use serde::{Deserialize, Serialize};

use super::histogram::Histogram;
use super::sheet::{FigureTable, per_cent};
use super::slope::Slope;
use super::story::{Story, changes, leader, tension};
use crate::estimate::{Mean, Ratio, Share};
use crate::observer::{MILLION, Merge};
use ludometer_model::{MAX_SEATS, Seat};

/// A seat whose chance is below this part of the fair share counts as hopeless: 5 % of four.
pub(super) const HOPELESS: u32 = 5;

/// The bound below which a seat is hopeless at a table of `seats`, in millionths.
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
    half_leader: Share,
    tension: Mean,
    runaway: Slope,
    kingmade: Share,
    changes: Histogram,
    decided_tenths: Histogram,
}

/// What one play showed, for the index of plays.
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
        let told = &story.rows[..turns];
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
                self.runaway.add(xy, xx);
            }
        }
        let tension_sum: u64 = told.iter().map(|row| u64::from(tension(row, seats))).sum();
        let mean_tension = (tension_sum / turns.max(1) as u64) as u32;
        self.tension.add(i64::from(mean_tension));
        let mut shown = Shown { changes: changes_now, tension: mean_tension, winner: None, decided: None };
        let (Some(winner), Some(decided)) = (story.winner, story.decided()) else { return shown };
        let mut behind = 0_u64;
        let (mut sum, mut peak) = (0.0_f64, 0.0_f64);
        let mut lowest = MILLION;
        for row in told {
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
        self.half_leader.add(story.leaders[story.at_tenth(5)] == Some(winner));
        self.kingmade.add(kingmade(story, winner, decided));
        shown.winner = Some((lowest, drama as u32));
        shown.decided = Some(place as u32);
        shown
    }

    pub(super) fn report(&self, has_standing: bool, sheet: &mut FigureTable) {
        sheet.metric("lead_changes", "", self.lead_changes.estimate(), "per play", |v| {
            format!("the seat with the best chance to win changes {v:.1} times a play")
        });
        if has_standing {
            let changes = self.standing_changes.estimate();
            sheet.metric("standing_lead_changes", "", changes, "per play", |v| {
                format!("the seat that is visibly ahead changes {v:.1} times a play")
            });
        }
        sheet.metric("behind_share", "", self.behind.share(), "share of turns", |v| {
            format!("the later winner is behind another seat in {} of the turns", per_cent(v))
        });
        sheet.metric("drama", "", self.depth.estimate_in(THOUSAND), "0 to 1", |v| {
            let depth = per_cent(v * v);
            format!("when the later winner is behind, it lacks some {depth} of the win to the leader")
        });
        sheet.metric("drama_peak", "", self.peak.estimate_in(THOUSAND), "0 to 1", |v| {
            format!(
                "at its worst moment the later winner lacks some {} of the win to the leader",
                per_cent(v * v)
            )
        });
        let lowest = self.lowest.estimate_in(1.0 / f64::from(MILLION));
        sheet.metric("winner_lowest_chance", "", lowest, "share of the win", |v| {
            format!("the later winner's chance falls to {} at its lowest, on average", per_cent(v))
        });
        sheet.metric("comeback_share", "", self.comebacks.estimate(), "share of plays", |v| {
            format!("in {} of the plays the winner once had less than half its fair chance", per_cent(v))
        });
        sheet.metric("decided_at", "", self.decided.estimate_in(THOUSAND), "share of the play", |v| {
            format!("the winner takes the lead for good after {} of the play, on average", per_cent(v))
        });
        sheet.metric("half_time_leader_wins", "", self.half_leader.estimate(), "share of plays", |v| {
            format!("who has the best chance at half time wins {} of the plays", per_cent(v))
        });
        let tension = self.tension.estimate_in(1.0 / f64::from(MILLION));
        sheet.metric("tension", "", tension, "0 to 1", |v| {
            format!("the two best chances lie {} apart on average (1 is level, 0 decided)", per_cent(1.0 - v))
        });
        if has_standing {
            sheet.metric("runaway_slope", "", self.runaway.estimate(), "per tenth of the play", |v| {
                let way = if v < 0.0 { "loses" } else { "gains" };
                format!("a lead {way} {} of its size in each tenth of the play", per_cent(v.abs()))
            });
        }
        sheet.metric("kingmaking", "", self.kingmade.estimate(), "share of plays", |v| {
            let share = per_cent(v);
            format!("in {share} of the plays the final lead changed hands in the turn of a seat without hope")
        });
        sheet.histogram("lead_changes", &self.changes);
        sheet.histogram("decided_at_tenth", &self.decided_tenths);
    }
}

/// The lead that decided the play was handed over in the turn of another seat that could choose and
/// had no hope itself.
fn kingmade(story: &Story<'_>, winner: Seat, decided: usize) -> bool {
    let Some(row) = decided.checked_sub(1).map(|turn| &story.rows[turn]) else { return false };
    row.mover.is_some_and(|mover| {
        let chance = row.chances[mover];
        mover != winner && row.free >> mover.index() & 1 == 1 && chance < hopeless_below(story.seats)
    })
}

/// Sums of x y and x² over seats and tenths of the play: x is a seat's standing above the mean of
/// all, y what it gains on the mean in the next tenth. Standings are scaled to the play's largest
/// distance from the mean (1000), so that plays weigh alike whatever the game's unit.
fn momentum(story: &Story<'_>) -> Option<(i64, i64)> {
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
    let mut sums = (0, 0);
    for pair in above.windows(2) {
        for (x, next) in pair[0].iter().zip(&pair[1]) {
            sums.0 += x * (next - x);
            sums.1 += x * x;
        }
    }
    Some(sums)
}
