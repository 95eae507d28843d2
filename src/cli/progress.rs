//! The progress bar, where a person looks at standard error.

use std::fmt::Write;
use std::io::{self, IsTerminal as _};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};

use crate::report::thousands;

/// A progress bar, or none.
pub(super) struct Progress(Option<ProgressBar>);

impl Progress {
    /// A bar for this many plays, unless it isn't wanted or nobody looks.
    pub(super) fn new(plays: u64, quiet: bool) -> Self {
        Self::counting(plays, "plays", quiet)
    }

    /// A bar for this many of something.
    pub(super) fn counting(plays: u64, unit: &str, quiet: bool) -> Self {
        if quiet || !io::stderr().is_terminal() {
            return Self(None);
        }
        let bar = ProgressBar::with_draw_target(Some(plays), ProgressDrawTarget::stderr());
        // Narrower than any terminal: a line that wraps can't be taken off the screen.
        let layout =
            format!("{{bar:30}} {{human_pos}} of {{human_len}} {unit}, {{speed}} {unit}/s, {{eta}} left");
        if let Ok(style) = ProgressStyle::with_template(&layout) {
            bar.set_style(style.with_key("speed", |state: &ProgressState, out: &mut dyn Write| {
                // A bar that can't be drawn stops nothing.
                let _ = write!(out, "{}", thousands(state.per_sec().round() as u64));
            }));
        }
        Self(Some(bar))
    }

    /// Begins anew with this many of something else, which has this name.
    pub(super) fn stage(&self, name: &str, pieces: u64, unit: &str) {
        let Some(bar) = &self.0 else { return };
        // As narrow as the other layout, with the name in the place of the speed.
        let layout = format!("{{bar:20}} {{human_pos}} of {{human_len}} {unit} ({{msg}}), {{eta}} left");
        if let Ok(style) = ProgressStyle::with_template(&layout) {
            bar.set_style(style);
        }
        bar.set_message(name.to_owned());
        bar.set_length(pieces);
        bar.reset();
    }

    /// So many were done before, in no time that counts.
    pub(super) fn begin_at(&self, plays: u64) {
        if let Some(bar) = &self.0 {
            bar.set_position(plays);
            bar.reset_eta();
        }
    }

    /// So many more are done.
    pub(super) fn add(&self, plays: u64) {
        if let Some(bar) = &self.0 {
            bar.inc(plays);
        }
    }

    /// Takes the bar off the screen.
    pub(super) fn clear(&self) {
        if let Some(bar) = &self.0 {
            bar.finish_and_clear();
        }
    }
}
