//! From results to who is better: pairs of players, ratings, shares in the long run, circles.
//!
//! Knows numbers of players and what they won, and nothing of games and bots.

#![allow(clippy::needless_range_loop, reason = "rows and columns of a matrix are named by the same numbers")]

mod versus;
mod plackett_luce;
mod dominance;
mod order;

pub use dominance::{alpha_rank, cycles};
pub use order::{Order, Verdict};
pub use plackett_luce::{Place, Rankings, Strengths};
pub use versus::{Meeting, Versus};
