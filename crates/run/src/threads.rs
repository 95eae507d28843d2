//! Threads to play on.

use rayon::{ThreadPool, ThreadPoolBuilder};

use super::batch::RunError;

/// So many threads.
///
/// # Errors
/// [`RunError::Threads`] if the system gives no more.
pub fn pool(threads: usize) -> Result<ThreadPool, RunError> {
    let pool = ThreadPoolBuilder::new().num_threads(threads).thread_name(|i| format!("play-{i}")).build();
    pool.map_err(|error| RunError::Threads { threads, reason: error.to_string() })
}
