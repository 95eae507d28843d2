//! Learns what positions are worth: a small neural network, and the optimizer that fits it. Small games it solves as a whole
//! tree.
//!
//! Written here and not taken from a framework (`burn`, `candle`), since it is two layers over a row of numbers that is mostly
//! zero: a few loops, whose sums have one order on every processor, so that the bytes of a run agree everywhere. A framework
//! would bring some hundred crates to build for that, and sums in an order of its own.

mod network;
mod solve;
mod trainer;

pub use network::{Network, NetworkError, Workspace};
pub use solve::{Answer, GameTree, Node, Policy, Regrets, SetInfo, exploitability};
pub use trainer::{Samples, Trainer};
