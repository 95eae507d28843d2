//! The progress bar, where a person looks at standard error.

use std::fmt::Write;
use std::io::{self, IsTerminal as _};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{PoisonError, RwLock};
use std::time::{Duration, Instant};

use indicatif::{HumanDuration, ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};

use super::events::{Event, Events};
use ludometer_report::thousands;

/// Progress bar, or none.
pub(super) struct Progress {
    is_wanted: bool,
    drawn: RwLock<Option<Bar>>,
}

struct Bar {
    shown: ProgressBar,
    /// When the work began and how long it may take, where only that limits it.
    in_time: Option<(Instant, Duration)>,
    /// When the work began and how long all of it may take, if that is known.
    whole: Option<(Instant, Duration)>,
    /// True if something else is done by now, which has a number of its own.
    in_stage: AtomicBool,
}

impl Bar {
    fn new(
        plays: u64,
        unit: &str,
        time: Option<Duration>,
        in_time: bool,
        target: ProgressDrawTarget,
    ) -> Self {
        let begun = Instant::now();
        let bar = ProgressBar::with_draw_target(Some(plays), target);
        // Narrower than any terminal: a line that wraps can't be taken off the screen.
        let layout =
            format!("{{bar:30}} {{human_pos}} of {{human_len}} {unit}, {{speed}} {unit}/s, {{left}} left");
        if let Ok(style) = ProgressStyle::with_template(&layout) {
            // A bar that can't be drawn stops nothing.
            let speed = |state: &ProgressState, out: &mut dyn Write| {
                let _ = write!(out, "{}", speed(state.per_sec()));
            };
            let left = move |state: &ProgressState, out: &mut dyn Write| {
                let until = time.map(|time| time.saturating_sub(begun.elapsed()));
                let _ = write!(out, "{}", left((state.pos() > 0).then(|| state.eta()), until));
            };
            bar.set_style(style.with_key("speed", speed).with_key("left", left));
        }
        // At once: the first plays of a bot that thinks take their time.
        bar.tick();
        let whole = time.map(|time| (begun, time));
        Self { shown: bar, in_time: whole.filter(|_| in_time), whole, in_stage: AtomicBool::new(false) }
    }
}

impl Progress {
    /// Returns a bar that shows itself whenever work begins, unless it isn't wanted or nobody looks.
    pub(super) fn new(quiet: bool) -> Self {
        Self { is_wanted: !quiet && io::stderr().is_terminal(), drawn: RwLock::default() }
    }

    /// Returns a bar for this many of something.
    pub(super) fn counting(expected: u64, unit: &str, quiet: bool) -> Self {
        let progress = Self::new(quiet);
        progress.begin(expected, unit, None);
        progress
    }
}

impl Events for Progress {
    fn take(&self, event: Event<'_>) {
        if let Event::Started { expected, unit, time, in_time } = event {
            if self.is_wanted {
                let bar = Bar::new(expected, unit, time, in_time, ProgressDrawTarget::stderr());
                *self.drawn.write().unwrap_or_else(PoisonError::into_inner) = Some(bar);
            }
            return;
        }
        let drawn = self.drawn.read().unwrap_or_else(PoisonError::into_inner);
        let Some(Bar { shown: bar, in_time, whole, in_stage }) = &*drawn else { return };
        match event {
            Event::Started { .. } => {}
            Event::Resumed { done } => {
                bar.set_position(done);
                bar.reset_eta();
            }
            Event::Advanced { by } => {
                bar.inc(by);
                if let Some((begun, time)) = in_time.filter(|_| !in_stage.load(Ordering::Relaxed)) {
                    bar.set_length(by_the_end(bar.position(), begun.elapsed(), time));
                }
            }
            Event::Snapshot { expected } => bar.set_length(expected.max(bar.position())),
            Event::Stage { name, pieces, unit } => {
                // As narrow as the other layout, with the name in the place of the speed.
                let layout = format!("{{bar:20}} {{human_pos}} of {{human_len}} {unit} ({{name}}){{left}}");
                if let Ok(style) = ProgressStyle::with_template(&layout) {
                    let (whole, name) = (*whole, name.to_owned());
                    let left = move |state: &ProgressState, out: &mut dyn Write| {
                        let until = whole.map(|(begun, time)| time.saturating_sub(begun.elapsed()));
                        let _ = write!(out, "{}", left_in_stage(state.eta(), until));
                    };
                    let named = move |_: &ProgressState, out: &mut dyn Write| {
                        let _ = write!(out, "{name}");
                    };
                    bar.set_style(style.with_key("left", left).with_key("name", named));
                }
                in_stage.store(true, Ordering::Relaxed);
                // Each change is drawn: name, length and position change as one.
                bar.update(|state| {
                    state.set_len(pieces);
                    state.set_pos(0);
                });
                bar.reset();
            }
            Event::Note { text } => bar.println(text),
            Event::Done => bar.finish_and_clear(),
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

/// Returns the time that is left where the work has stages, behind a comma: of all of it, if that is known, else of the stage,
/// where that is a second or more.
fn left_in_stage(eta: Duration, until: Option<Duration>) -> String {
    match until {
        Some(until) if until.as_secs() == 0 => ", nearly done".to_owned(),
        Some(until) => format!(", {:#} left in all", HumanDuration(until)),
        None if eta.as_secs() == 0 => String::new(),
        None => format!(", {:#} left of this part", HumanDuration(eta)),
    }
}

#[cfg(test)]
mod tests {
    use std::sync::{Arc, Mutex};

    use indicatif::TermLike;

    use super::*;

    /// A terminal that keeps what is written.
    #[derive(Debug, Default, Clone)]
    struct Lines(Arc<Mutex<Vec<String>>>);

    impl TermLike for Lines {
        fn width(&self) -> u16 {
            120
        }
        fn move_cursor_up(&self, _: usize) -> io::Result<()> {
            Ok(())
        }
        fn move_cursor_down(&self, _: usize) -> io::Result<()> {
            Ok(())
        }
        fn move_cursor_right(&self, _: usize) -> io::Result<()> {
            Ok(())
        }
        fn move_cursor_left(&self, _: usize) -> io::Result<()> {
            Ok(())
        }
        fn write_line(&self, text: &str) -> io::Result<()> {
            self.write_str(text)
        }
        fn write_str(&self, text: &str) -> io::Result<()> {
            self.0.lock().unwrap().push(text.to_owned());
            Ok(())
        }
        fn clear_line(&self) -> io::Result<()> {
            Ok(())
        }
        fn flush(&self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn a_stage_never_counts_past_its_end() {
        let lines = Lines::default();
        let target = ProgressDrawTarget::term_like(Box::new(lines.clone()));
        let bar = Bar::new(64, "games", None, false, target);
        let progress = Progress { is_wanted: true, drawn: RwLock::new(Some(bar)) };
        progress.add(64);
        progress.take(Event::Stage { name: "greedy among random", pieces: 16, unit: "games" });
        progress.add(16);
        let lines = lines.0.lock().unwrap();
        let drawn: Vec<&str> =
            lines.iter().filter_map(|line| line.split_once("games")?.0.rsplit(['█', '░']).next()).collect();
        assert!(drawn.len() > 2, "{lines:?}");
        for counts in drawn {
            let (done, all) = counts.trim().split_once(" of ").unwrap();
            let [done, all] = [done, all].map(|count| count.trim().parse::<u64>().unwrap());
            assert!(done <= all, "{counts}");
        }
        assert!(lines.iter().any(|line| line.contains("of 16 games (greedy among random)")), "{lines:?}");
    }

    #[test]
    fn what_is_left_is_reported_as_far_as_it_is_known() {
        let minutes = |n: u64| Some(Duration::from_secs(60 * n));
        assert_eq!(left(None, None), "?", "before the first game");
        assert_eq!(left(None, minutes(2)), "2m");
        assert_eq!(left(minutes(9), minutes(2)), "2m");
        assert_eq!(left(minutes(1), minutes(2)), "60s");
        let seconds = Duration::from_secs;
        assert_eq!(left_in_stage(seconds(1), Some(seconds(50))), ", 50s left in all");
        assert_eq!(left_in_stage(seconds(1), Some(seconds(0))), ", nearly done");
        assert_eq!(left_in_stage(seconds(1), None), ", 1s left of this part");
        assert_eq!(left_in_stage(Duration::from_millis(900), None), "", "not known yet, or over in a moment");
        assert_eq!(by_the_end(10, seconds(5), seconds(20)), 40);
        assert_eq!(by_the_end(10, seconds(25), seconds(20)), 10, "the last game took long");
        assert_eq!([0.25, 9.96, 1234.4].map(speed), ["0.2", "10.0", "1,234"]);
    }
}
