//! How each seat spends its time: deciding, waiting, without hope, out of the play.

use serde::{Deserialize, Serialize};

use super::drama::hopeless_below;
use super::sheet::FigureTable;
use super::story::Story;
use ludometer_figures::{Mean, Member, Merge, Ratio, catalogue};
use ludometer_model::{Seat, SeatSet};

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Merge, Serialize, Deserialize)]
struct Time {
    idle: Ratio,
    longest: Mean,
    hopeless: Ratio,
    out: Ratio,
}

/// By seat.
#[derive(Clone, Debug, PartialEq, Eq, Merge, Serialize, Deserialize)]
pub(super) struct Waiting(Vec<Time>);

impl Waiting {
    pub(super) fn new(seats: usize) -> Self {
        Self(vec![Time::default(); seats])
    }

    pub(super) fn add(&mut self, story: &Story<'_>) {
        let turns = story.turns();
        let reported = &story.rows[..turns];
        let bound = hopeless_below(story.seats);
        for (time, seat) in self.0.iter_mut().zip(Seat::all(story.seats)) {
            let has = |seats: SeatSet| seats.contains(seat);
            let (mut idle, mut run, mut longest, mut hopeless, mut out) = (0, 0, 0, 0, 0);
            for row in reported {
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
            let rows = [
                (&catalogue::WAITING, time.idle.share()),
                (&catalogue::LONGEST_WAIT, time.longest.estimate()),
                (&catalogue::HOPELESS, time.hopeless.share()),
                (&catalogue::ELIMINATED, time.out.share()),
            ];
            for (figure, estimate) in rows {
                sheet.add_of(figure, Member::Seat(seat), estimate);
            }
        }
    }
}
