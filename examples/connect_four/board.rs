//! The board as two sets of squares.

use serde::Serialize;

/// Columns of the board.
pub(crate) const COLUMNS: usize = 7;
/// Rows of the board.
pub(crate) const ROWS: usize = 6;

/// Bit 7 c + r is the square in column c, row r from the bottom. Row 6 stays empty: it keeps the
/// columns apart, so that one shift moves all stones by a step in any direction and none wraps.
const STRIDE: usize = ROWS + 1;
/// The squares of the top row.
const TOP: u64 = {
    let mut top = 0;
    let mut column = 0;
    while column < COLUMNS {
        top |= 1 << (STRIDE * column + ROWS - 1);
        column += 1;
    }
    top
};
/// A step up, to the right, and along both diagonals.
const STEPS: [u32; 4] = [1, STRIDE as u32, STRIDE as u32 - 1, STRIDE as u32 + 1];

/// A choice: drop a stone into this column, counted from 0.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Drop(pub(crate) u8);

/// For each set of open columns (bit c is column c) the list of them, and its length.
///
/// A list that is copied whole, eight bytes at once, and cut to its length: no branch hangs on the
/// board, and in random play no branch that does can be foreseen.
pub(crate) const OPEN: [([Drop; 8], u8); 1 << COLUMNS] = {
    let mut lists = [([Drop(0); 8], 0); 1 << COLUMNS];
    let mut set = 0;
    while set < lists.len() {
        let mut column = 0;
        while column < COLUMNS {
            if set >> column & 1 != 0 {
                lists[set].0[lists[set].1 as usize] = Drop(column as u8);
                lists[set].1 += 1;
            }
            column += 1;
        }
        set += 1;
    }
    lists
};

/// All there is to know of a play. What rules and bots ask again and again (is there a line, which
/// columns are open) is kept up to date by [`Board::play`] rather than found out each time.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub(crate) struct Board {
    /// The squares of each seat's stones.
    pub(crate) stones: [u64; 2],
    /// The columns with room.
    pub(crate) open: u8,
    /// Stones on the board.
    pub(crate) played: u8,
    /// True if the last stone made a line of four.
    pub(crate) line: bool,
}

impl Board {
    pub(crate) const EMPTY: Self = Self { stones: [0; 2], open: (1 << COLUMNS) - 1, played: 0, line: false };

    /// The seat whose stone comes next.
    #[inline]
    pub(crate) const fn mover(&self) -> usize {
        self.played as usize & 1
    }

    #[inline]
    pub(crate) const fn is_over(&self) -> bool {
        self.line || self.open == 0
    }

    /// The square where a stone falls to in a column with room.
    #[inline]
    pub(crate) const fn square(&self, Drop(column): Drop) -> u64 {
        let bottom = 1 << (STRIDE * column as usize);
        // The sum carries through the stones that lie there already.
        ((self.stones[0] | self.stones[1]) + bottom) & (bottom * ((1 << ROWS) - 1))
    }

    /// Drops the mover's stone; gives its square.
    #[inline]
    pub(crate) const fn play(&mut self, drop: Drop) -> u64 {
        let mover = self.mover();
        let square = self.square(drop);
        self.stones[mover] |= square;
        self.open &= !(((square & TOP != 0) as u8) << drop.0);
        self.played += 1;
        self.line = has_line(self.stones[mover]);
        square
    }

    /// The row of a square, from 0.
    pub(crate) const fn row(square: u64) -> usize {
        square.trailing_zeros() as usize % STRIDE
    }
}

/// True if four of these stones stand in a row.
///
/// Two shifts a direction find pairs, then pairs of pairs; no branch between the directions, since
/// a branch that is seldom taken costs more than the shifts it saves.
#[inline]
pub(crate) const fn has_line(stones: u64) -> bool {
    let mut found = 0;
    let mut direction = 0;
    while direction < STEPS.len() {
        let step = STEPS[direction];
        let pairs = stones & (stones >> step);
        found |= pairs & (pairs >> (2 * step));
        direction += 1;
    }
    found != 0
}
