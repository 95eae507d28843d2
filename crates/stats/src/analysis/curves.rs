//! Standings, gaps, tension and chances over the tenths of a play.

use serde::{Deserialize, Serialize};

use super::sheet::FigureTable;
use super::story::{Story, ahead, tension};
use crate::observer::MILLION;
use ludometer_figures::{Mean, Merge, Share};
use ludometer_model::Seat;

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
        let mut order = [Seat::new(0); ludometer_model::MAX_SEATS];
        for (place, seat) in order.iter_mut().zip(Seat::all(seats)) {
            *place = seat;
        }
        let order = &mut order[..seats];
        order.sort_by_key(|&seat| story.outcome.ranks[seat]);
        for tenth in 0..POINTS {
            let at = story.at_tenth(tenth);
            let row = &story.rows[at];
            if has_standing {
                // Where nobody wins, nobody ends first.
                if story.outcome.is_won() {
                    for (curve, &seat) in self.by_rank.iter_mut().zip(&*order) {
                        curve[tenth].add(row.standing[seat]);
                    }
                }
                let (mut first, mut second) = (i64::MIN, i64::MIN);
                for &standing in row.standing.first(seats) {
                    if standing > first {
                        (first, second) = (standing, first);
                    } else if standing > second {
                        second = standing;
                    }
                }
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

    pub(super) fn report(&self, has_standing: bool, sheet: &mut FigureTable) {
        let millionth = 1.0 / f64::from(MILLION);
        if has_standing {
            for (rank, curve) in self.by_rank.iter().enumerate() {
                for (x, mean) in curve.iter().enumerate() {
                    sheet.point("score_by_rank", &(rank + 1).to_string(), x, mean.estimate());
                }
            }
            for (x, mean) in self.gap.iter().enumerate() {
                sheet.point("leader_gap", "", x, mean.estimate());
            }
        }
        for (x, mean) in self.tension.iter().enumerate() {
            sheet.point("tension", "", x, mean.estimate_in(millionth));
        }
        for (x, mean) in self.winner.iter().enumerate() {
            sheet.point("win_estimate", "winner", x, mean.estimate_in(millionth));
        }
        for (seat, curve) in self.by_seat.iter().enumerate() {
            for (x, mean) in curve.iter().enumerate() {
                sheet.point("win_estimate", &format!("seat {seat}"), x, mean.estimate_in(millionth));
            }
        }
        for (x, share) in self.leader_wins.iter().enumerate() {
            sheet.point("leader_wins", "", x, share.estimate());
        }
    }
}
