//! From results to who is better: pairs of players, ratings, shares in the long run, circles.
//!
//! Knows numbers of players and what they won, and nothing of games and bots.

#![allow(clippy::needless_range_loop, reason = "rows and columns of a matrix are named by the same numbers")]

mod matrix;
mod versus;
mod plackett_luce;
mod alpha_rank;
mod cycles;
mod order;

pub use alpha_rank::alpha_rank;
pub use cycles::cycles;
pub use order::{Order, Verdict};
pub use plackett_luce::{Place, Rankings, Strengths};
pub use versus::{Meeting, Versus};
