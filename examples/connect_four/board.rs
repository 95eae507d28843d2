//! The board as two sets of squares.

use serde::Serialize;

/// Columns of the board.
pub(crate) const COLUMNS: usize = 7;
/// Rows of the board.
pub(crate) const ROWS: usize = 6;

/// Bits for each column. Bit 7 c + r is the square in column c, row r from the bottom. Row 6 stays
/// empty: it keeps the columns apart, so that one shift moves all stones by a step in any direction and
/// none wraps.
const STRIDE: usize = ROWS + 1;
/// A step up, to the right, and along both diagonals.
const STEPS: [usize; 4] = [1, STRIDE, STRIDE - 1, STRIDE + 1];

/// Names a choice: a stone is dropped into this column, counted from 0.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Drop(pub(crate) u8);

/// Holds all there is to know of a play.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub(crate) struct Board {
    /// The squares of each seat's stones.
    pub(crate) stones: [u64; 2],
    /// Stones on the board.
    pub(crate) played: u8,
}

impl Board {
    pub(crate) const EMPTY: Self = Self { stones: [0; 2], played: 0 };

    /// Returns the seat whose stone comes next.
    pub(crate) fn mover(&self) -> usize {
        usize::from(self.played % 2)
    }

    /// Returns the seat that has a line: only the one that dropped the last stone can have made it.
    pub(crate) fn winner(&self) -> Option<usize> {
        let last = 1 - self.mover();
        has_line(self.stones[last]).then_some(last)
    }

    pub(crate) fn is_full(&self) -> bool {
        usize::from(self.played) == COLUMNS * ROWS
    }

    /// Returns true if the column has room for another stone.
    pub(crate) fn has_room(&self, Drop(column): Drop) -> bool {
        let top = 1 << (STRIDE * usize::from(column) + ROWS - 1);
        (self.stones[0] | self.stones[1]) & top == 0
    }

    /// Returns the square where a stone comes to lie in a column with room.
    pub(crate) fn square(&self, Drop(column): Drop) -> u64 {
        let bottom = 1 << (STRIDE * usize::from(column));
        let whole_column = bottom * ((1 << ROWS) - 1);
        // The sum carries through the stones that lie there already, to the first free square.
        ((self.stones[0] | self.stones[1]) + bottom) & whole_column
    }

    /// Drops the mover's stone; returns its square.
    pub(crate) fn play(&mut self, drop: Drop) -> u64 {
        let square = self.square(drop);
        self.stones[self.mover()] |= square;
        self.played += 1;
        square
    }

    /// Returns the row of a square, from 0.
    pub(crate) fn row(square: u64) -> u8 {
        (square.trailing_zeros() as usize % STRIDE) as u8
    }
}

/// Returns true if four of these stones stand in a row: two shifts find pairs, then pairs of pairs.
pub(crate) fn has_line(stones: u64) -> bool {
    STEPS.iter().any(|step| {
        let pairs = stones & (stones >> step);
        pairs & (pairs >> (2 * step)) != 0
    })
}
