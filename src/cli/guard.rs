//! A panic becomes an error with one paragraph: no backtrace, no panic message.

use std::any::Any;
use std::panic::{self, AssertUnwindSafe};
use std::sync::{Arc, Mutex, PoisonError};

use super::error::CliError;
use crate::run::{PlayId, UnderWay};

/// Runs `work`; a panic in it, on any thread, becomes [`CliError::Bug`].
pub(super) fn catch(work: impl FnOnce() -> Result<(), CliError>) -> Result<(), CliError> {
    let first: Arc<Mutex<Option<String>>> = Arc::default();
    let noted = Arc::clone(&first);
    panic::set_hook(Box::new(move |info| {
        let said = message(info.payload());
        let place = info.location().map_or_else(String::new, |at| format!(" ({}:{})", at.file(), at.line()));
        let play = UnderWay::here().map_or_else(String::new, |PlayId { seed, play }| {
            format!(" in a play that `ludometer trace --seed {seed} --game {play}` shows with the same rules and bots")
        });
        // One panic may cause others: the first one counts.
        noted.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(format!("{said}{place}{play}"));
    }));
    let result = panic::catch_unwind(AssertUnwindSafe(work));
    let _ = panic::take_hook();
    result.unwrap_or_else(|_| {
        let what = first.lock().unwrap_or_else(PoisonError::into_inner).take();
        Err(CliError::Bug { what: what.unwrap_or_else(|| "no message".to_owned()) })
    })
}

/// What a panic says.
fn message(payload: &dyn Any) -> &str {
    match payload.downcast_ref::<String>() {
        Some(text) => text,
        None => payload.downcast_ref::<&str>().copied().unwrap_or("no message"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_becomes_one_paragraph() {
        let error = catch(|| panic!("two\nlines")).unwrap_err();
        assert_eq!(error.status(), 1);
        let text = error.paragraph().unwrap();
        assert!(text.contains("this is a bug in ludometer"), "{text}");
        assert!(text.contains("two lines (src/cli/guard.rs:"), "{text}");
    }

    #[test]
    fn a_panic_within_a_play_names_it() {
        let error = catch(|| {
            let _under_way = UnderWay::begin(7, 5);
            panic!("no such card")
        });
        let text = error.unwrap_err().paragraph().unwrap();
        assert!(text.contains("`ludometer trace --seed 7 --game 5`"), "{text}");
        let text = catch(|| panic!("elsewhere")).unwrap_err().paragraph().unwrap();
        assert!(!text.contains("in a play"), "{text}");
    }
}
