//! A panic becomes an error with one paragraph: no backtrace, no panic message.

use std::any::Any;
use std::panic::{self, AssertUnwindSafe, Location};
use std::sync::{Arc, Mutex, PoisonError};

use super::error::CliError;
use ludometer_model::Program;
use ludometer_run::{PlayId, UnderWay};

/// Runs `work`; a panic in it, on any thread, becomes [`CliError::Bug`].
pub(super) fn catch(work: impl FnOnce() -> Result<(), CliError>) -> Result<(), CliError> {
    let first: Arc<Mutex<Option<String>>> = Arc::default();
    let noted = Arc::clone(&first);
    panic::set_hook(Box::new(move |info| {
        let what = panic_message(message(info.payload()), info.location(), UnderWay::here());
        // One panic may cause others: the first one counts.
        noted.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(what);
    }));
    let result = panic::catch_unwind(AssertUnwindSafe(work));
    let _ = panic::take_hook();
    result.unwrap_or_else(|_| {
        let what = first.lock().unwrap_or_else(PoisonError::into_inner).take();
        Err(CliError::Bug { what: what.unwrap_or_else(|| "no message".to_owned()) })
    })
}

/// Describes a panic: what it says, where in the code, and in which play.
fn panic_message(said: &str, place: Option<&Location<'_>>, play: Option<PlayId>) -> String {
    let place = place.map_or_else(String::new, |at| format!(" ({}:{})", at.file(), at.line()));
    let program = Program::current().name;
    let play = play.map_or_else(String::new, |PlayId { seed, play }| {
        format!(
            " in game {play} of seed {seed} (if it is one of a run, `{program} trace --seed {seed} --game {play}` \
             with its rules and bots shows it up to there)"
        )
    });
    format!("{said}{place}{play}")
}

/// Returns what a panic says.
fn message(payload: &dyn Any) -> &str {
    match payload.downcast_ref::<String>() {
        Some(text) => text,
        None => payload.downcast_ref::<&str>().copied().unwrap_or("no message"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    // The hook is the whole process's: one test sets it, and asks nothing that a panic of another could change.
    #[test]
    fn a_panic_becomes_one_paragraph() {
        let error = catch(|| panic!("two\nlines")).unwrap_err();
        assert_eq!(error.status(), 1);
        let text = error.paragraph().unwrap();
        assert!(text.contains("this is a bug in ludometer") && !text.contains('\n'), "{text}");
    }

    #[test]
    fn a_panic_is_reported_with_its_place_and_its_play() {
        let here = Location::caller();
        let text = panic_message("no such card", Some(here), None);
        assert_eq!(text, format!("no such card (src/cli/guard.rs:{})", here.line()));
        let text = panic_message("no such card", None, Some(PlayId { seed: 7, play: 5 }));
        assert!(text.starts_with("no such card in game 5 of seed 7"), "{text}");
        assert!(text.contains("`ludometer trace --seed 7 --game 5`"), "{text}");
    }
}
