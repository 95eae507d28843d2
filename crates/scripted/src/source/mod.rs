//! Analysis of a script before it runs: its names, and whether it keeps to what scripts may do.
//!
//! The text is read once. [`Scan`] lists what it declares; [`Scan::code`] is the same text with two things added,
//! on lines that stay where they are: a count of the steps taken at each beginning of a function or a pass of a loop,
//! and calls that hand the tables of the outermost level to the engine, which freezes them.

mod blocks;
mod declarations;
mod names;
mod routines;
mod scan;
mod table;
#[cfg(test)]
mod tests;
mod uses;

#[cfg(test)]
pub(crate) use names::KNOWN;
pub(crate) use names::MATH;
pub(crate) use routines::{Argument, Routine, Scan};
pub(crate) use scan::scan;
pub(crate) use uses::in_table;
