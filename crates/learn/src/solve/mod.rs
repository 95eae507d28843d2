//! Solves small games: the whole tree, strategies by regret, and the best answer to a strategy.

mod answer;
mod regret;
#[cfg(test)]
mod tests;
mod tree;

pub use answer::{Answer, exploitability};
pub use regret::Regrets;
pub use tree::{GameTree, Node, Policy, SetInfo};
