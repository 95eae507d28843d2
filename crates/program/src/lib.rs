//! Game scripts as typed programs.
//!
//! A script's text is read as [`syntax`]. Its top level has run once, in Luau; what that left are [`constants`]. From both
//! follow the [`types`](infer) of all that the functions compute which a game can reach: in them mistakes show that no game
//! must be played for, and what is left of Luau that a typed program can't say.

pub mod constants;
pub mod declared;
pub mod infer;
pub mod interpreter;
pub mod lexer;
pub mod lower;
pub mod parse;
pub mod program;
pub mod syntax;
mod types;
