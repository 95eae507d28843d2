//! The work that an analysis is busy with, for who waits for it.

use std::sync::atomic::Ordering;

use super::super::batch::Hooks;

/// A part of the work of an analysis: a batch, or plays of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stage<'a> {
    /// Its name.
    pub name: &'a str,
    /// True for the batch that was asked for, which may begin where an earlier run stopped.
    pub is_batch: bool,
    /// How many pieces it has.
    pub pieces: u64,
    /// The unit of a piece.
    pub unit: &'static str,
}

/// The hooks of an analysis: what its caller listens to and may do.
#[derive(Clone, Copy)]
pub struct Work<'a> {
    /// Asked to stop, and informed of progress in the pieces of the stage at hand.
    pub hooks: Hooks<'a>,
    /// Called as a stage begins.
    pub stage: &'a dyn Fn(&Stage<'_>),
}

impl<'a> Work<'a> {
    /// Returns hooks by which nobody stops it and nobody is informed of its progress.
    pub const fn unwatched() -> Work<'static> {
        Work { hooks: Hooks::none(), stage: &|_| {} }
    }

    /// Returns true when the work is to stop.
    pub fn stopped(&self) -> bool {
        self.hooks.stop.load(Ordering::Relaxed)
    }

    /// Returns the batch that was asked for begins: the hooks for it.
    pub(super) fn begin_batch(&self, plays: u64) -> Hooks<'a> {
        (self.stage)(&Stage { name: "batch", is_batch: true, pieces: plays, unit: "games" });
        self.hooks
    }

    /// Begins a stage beside the batch and returns the hooks for it.
    pub fn begin(&self, name: &str, pieces: u64, unit: &'static str) -> Hooks<'a> {
        (self.stage)(&Stage { name, is_batch: false, pieces, unit });
        self.hooks
    }
}
