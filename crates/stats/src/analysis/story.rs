//! One play as it was reported scene by scene, and who led when.

use crate::observer::{MILLION, TurnSnapshot};
use ludometer_model::{BySeat, Outcome, Seat, SeatSet};

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
}

impl Story<'_> {
    /// Returns the number of turns reported: the rows before the end.
    pub(super) const fn turns(&self) -> usize {
        self.rows.len() - 1
    }

    /// Returns the row at `tenth` tenths of the play.
    pub(super) const fn at_tenth(&self, tenth: usize) -> usize {
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

/// Returns the best and the second best chance, in millionths.
pub(super) fn top_two(row: &Row, seats: usize) -> (u32, u32) {
    let (mut first, mut second) = (0, 0);
    for &chance in row.chances.first(seats) {
        if chance > first {
            (first, second) = (chance, first);
        } else if chance > second {
            second = chance;
        }
    }
    (first, second)
}

/// Returns how open the play is: 1 less the distance of the two best chances, in millionths.
pub(super) fn tension(row: &Row, seats: usize) -> u32 {
    let (first, second) = top_two(row, seats);
    MILLION - (first - second)
}
