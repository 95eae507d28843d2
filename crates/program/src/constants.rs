//! The values that the top level of a script leaves when it has run: all that its functions find beside what they are given.

use std::collections::HashMap;

/// A value.
#[derive(Clone, PartialEq, Debug)]
pub enum Constant {
    /// Nothing.
    Nil,
    /// True or false.
    Truth(bool),
    /// A number.
    Number(f64),
    /// A string.
    Word(String),
    /// One of [`Constants::objects`].
    Object(usize),
}

/// A value that is not copied.
#[derive(Clone, PartialEq, Debug)]
pub enum Object {
    /// A table. `by_seat` says that the engine made it with one entry for each seat.
    Table {
        /// Keys and values.
        entries: Vec<(Constant, Constant)>,
        /// True if it has one zone for each seat.
        by_seat: bool,
    },
    /// A function of the script, by the line of its keyword and the name that Luau gives it.
    Function {
        /// The line.
        line: usize,
        /// The name, without tables in front.
        name: String,
    },
    /// A function or table of the engine or of Luau, by its path.
    Given(String),
    /// A zone.
    Zone {
        /// True for piles, stacks and rows.
        is_ordered: bool,
    },
    /// A number for each seat.
    Numbers,
    /// A secret number for each seat.
    Secrets,
    /// A row of numbers, or a grid.
    Cells {
        /// True for a grid.
        is_board: bool,
    },
}

/// All that a script has declared and computed at its top.
#[derive(Clone, Debug, Default)]
pub struct Constants {
    /// The number of seats.
    pub seats: usize,
    /// Tables, functions and zones.
    pub objects: Vec<Object>,
    /// The last value of each local variable of the top level, by its name.
    pub locals: HashMap<String, Constant>,
    /// Global variables that the script has set.
    pub globals: HashMap<String, Constant>,
    /// The functions of `game`, `act`, `step` and so on, by path (`act.play`).
    pub routines: Vec<(String, Constant)>,
    /// The names behind `v`.
    pub numbers: Vec<String>,
    /// The names behind `w`.
    pub weights: Vec<String>,
    /// The names of acts.
    pub acts: Vec<String>,
    /// The names of steps.
    pub steps: Vec<String>,
    /// Those that several seats choose in at once.
    pub together: Vec<String>,
}
