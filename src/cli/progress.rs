//! The progress bar, where a person looks at standard error.

use std::fmt::Write;
use std::io::{self, IsTerminal as _};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use indicatif::{HumanDuration, ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};

use ludometer_report::thousands;

/// A progress bar, or none.
pub(super) struct Progress {
    bar: Option<ProgressBar>,
    /// When the work began and when its time is up, where only that limits it.
    in_time: Option<(Instant, Instant)>,
    /// True if something else is done by now, which has a number of its own.
    in_stage: AtomicBool,
}

impl Progress {
    /// Returns a bar for this many plays, unless it isn't wanted or nobody looks.
    pub(super) fn new(plays: u64, quiet: bool) -> Self {
        Self::counting(plays, "games", quiet)
    }

    /// Returns a bar for plays until an answer is known or the time is up: the first look comes after this many, and then
    /// [`Progress::expect`] tells how many it will probably take.
    pub(super) fn toward_answer(first: u64, deadline: Option<Instant>, quiet: bool) -> Self {
        Self::until(first, "games", deadline, quiet)
    }

    /// Returns a bar for this many of something.
    pub(super) fn counting(plays: u64, unit: &str, quiet: bool) -> Self {
        Self::until(plays, unit, None, quiet)
    }

    /// Returns a bar for as many plays as can be done until then.
    pub(super) fn in_time(deadline: Instant, quiet: bool) -> Self {
        let in_time = Some((Instant::now(), deadline));
        Self { in_time, ..Self::until(0, "games", Some(deadline), quiet) }
    }

    /// Returns a bar for this many of something, or as many as can be done until then.
    pub(super) fn until(plays: u64, unit: &str, deadline: Option<Instant>, quiet: bool) -> Self {
        if quiet || !io::stderr().is_terminal() {
            return Self { bar: None, in_time: None, in_stage: AtomicBool::new(false) };
        }
        let bar = ProgressBar::with_draw_target(Some(plays), ProgressDrawTarget::stderr());
        // Narrower than any terminal: a line that wraps can't be taken off the screen.
        let layout =
            format!("{{bar:30}} {{human_pos}} of {{human_len}} {unit}, {{speed}} {unit}/s, {{left}} left");
        if let Ok(style) = ProgressStyle::with_template(&layout) {
            // A bar that can't be drawn stops nothing.
            let speed = |state: &ProgressState, out: &mut dyn Write| {
                let _ = write!(out, "{}", speed(state.per_sec()));
            };
            let left = move |state: &ProgressState, out: &mut dyn Write| {
                let until = deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()));
                let _ = write!(out, "{}", left((state.pos() > 0).then(|| state.eta()), until));
            };
            bar.set_style(style.with_key("speed", speed).with_key("left", left));
        }
        // At once: the first plays of a bot that thinks take their time.
        bar.tick();
        Self { bar: Some(bar), in_time: None, in_stage: AtomicBool::new(false) }
    }

    /// Begins anew with this many of something else, which has this name.
    pub(super) fn stage(&self, name: &str, pieces: u64, unit: &str) {
        let Some(bar) = &self.bar else { return };
        // As narrow as the other layout, with the name in the place of the speed.
        let layout = format!("{{bar:20}} {{human_pos}} of {{human_len}} {unit} ({{msg}}), {{eta}} left");
        if let Ok(style) = ProgressStyle::with_template(&layout) {
            bar.set_style(style);
        }
        self.in_stage.store(true, Ordering::Relaxed);
        bar.set_message(name.to_owned());
        bar.set_length(pieces);
        bar.reset();
    }

    /// Expects that so many will do, those done included.
    pub(super) fn expect(&self, plays: u64) {
        if let Some(bar) = &self.bar {
            bar.set_length(plays.max(bar.position()));
        }
    }

    /// Counts so many as done before, in no time that counts.
    pub(super) fn begin_at(&self, plays: u64) {
        if let Some(bar) = &self.bar {
            bar.set_position(plays);
            bar.reset_eta();
        }
    }

    /// Counts so many more as done.
    pub(super) fn add(&self, plays: u64) {
        if let Some(bar) = &self.bar {
            bar.inc(plays);
            if let Some((begun, deadline)) = self.in_time
                && !self.in_stage.load(Ordering::Relaxed)
            {
                bar.set_length(by_the_end(bar.position(), begun.elapsed(), deadline - begun));
            }
        }
    }

    /// Prints a line above the bar, where somebody looks at it.
    pub(super) fn println(&self, line: &str) {
        if let Some(bar) = &self.bar {
            bar.println(line);
        }
    }

    /// Takes the bar off the screen.
    pub(super) fn clear(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

/// Returns the plays that will be done in the whole time if they go on as before.
fn by_the_end(plays: u64, elapsed: Duration, whole: Duration) -> u64 {
    let share = elapsed.as_secs_f64() / whole.as_secs_f64().max(f64::MIN_POSITIVE);
    (plays as f64 / share.clamp(1e-9, 1.0)) as u64
}

/// Returns a speed: of a slow bot, not as 0.
fn speed(per_second: f64) -> String {
    if per_second < 10.0 { format!("{per_second:.1}") } else { thousands(per_second.round() as u64) }
}

/// Returns the time that is left: until all is done, if that is known yet, or until the time is up.
fn left(eta: Option<Duration>, until: Option<Duration>) -> String {
    match eta.into_iter().chain(until).min() {
        Some(left) => format!("{:#}", HumanDuration(left)),
        None => "?".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_left_is_reported_as_far_as_it_is_known() {
        let minutes = |n: u64| Some(Duration::from_secs(60 * n));
        assert_eq!(left(None, None), "?", "before the first game");
        assert_eq!(left(None, minutes(2)), "2m");
        assert_eq!(left(minutes(9), minutes(2)), "2m");
        assert_eq!(left(minutes(1), minutes(2)), "60s");
        let seconds = Duration::from_secs;
        assert_eq!(by_the_end(10, seconds(5), seconds(20)), 40);
        assert_eq!(by_the_end(10, seconds(25), seconds(20)), 10, "the last game took long");
        assert_eq!([0.25, 9.96, 1234.4].map(speed), ["0.2", "10.0", "1,234"]);
    }
}
