//! How each seat spends its time: deciding, waiting, without hope, out of the play.

use serde::{Deserialize, Serialize};

use super::drama::hopeless_below;
use super::sheet::{FigureTable, per_cent};
use super::story::Story;
use crate::estimate::{Mean, Ratio};
use crate::observer::Merge;
use ludometer_model::Seat;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Merge, Serialize, Deserialize)]
struct Time {
    idle: Ratio,
    longest: Mean,
    hopeless: Ratio,
    out: Ratio,
}

/// By seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Waiting(Vec<Time>);

impl Waiting {
    pub(super) fn new(seats: usize) -> Self {
        Self(vec![Time::default(); seats])
    }

    pub(super) fn add(&mut self, story: &Story<'_>) {
        let turns = story.turns();
        let told = &story.rows[..turns];
        let bound = hopeless_below(story.seats);
        for (time, seat) in self.0.iter_mut().zip(Seat::all(story.seats)) {
            let has = |bits: u8| bits >> seat.index() & 1 == 1;
            let (mut idle, mut run, mut longest, mut hopeless, mut out) = (0, 0, 0, 0, 0);
            for row in told {
                run = if has(row.acted) { 0 } else { run + 1 };
                idle += u64::from(run > 0);
                longest = longest.max(run);
                out += u64::from(has(row.out));
                hopeless += u64::from(!has(row.out) && row.chances[seat] < bound);
            }
            let turns = turns as u64;
            time.idle.add(idle, turns);
            time.longest.add(longest);
            time.hopeless.add(hopeless, turns);
            time.out.add(out, turns);
        }
    }

    pub(super) fn report(&self, sheet: &mut FigureTable) {
        for (seat, time) in self.0.iter().enumerate() {
            let group = format!("seat {seat}");
            sheet.metric("waiting", &group, time.idle.share(), "share of turns", |v| {
                format!("seat {seat} has nothing to decide in {} of the turns", per_cent(v))
            });
            sheet.metric("longest_wait", &group, time.longest.estimate(), "turns", |v| {
                format!("the longest stretch in which seat {seat} decides nothing lasts {v:.1} turns")
            });
            sheet.metric("hopeless", &group, time.hopeless.share(), "share of turns", |v| {
                let share = per_cent(v);
                format!(
                    "seat {seat} plays on with less than a fifth of its fair chance in {share} of the turns"
                )
            });
            sheet.metric("eliminated", &group, time.out.share(), "share of turns", |v| {
                format!("seat {seat} is out of the play in {} of the turns", per_cent(v))
            });
        }
    }
}

impl Merge for Waiting {
    fn merge(&mut self, other: Self) {
        let Self(times) = other;
        self.0.merge(times);
    }
}
