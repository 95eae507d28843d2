//! What was begun, and can't be gone on with.

use std::path::PathBuf;

use thiserror::Error;

/// What was begun can't be gone on with: nothing was played and nothing written.
#[derive(Debug, Error)]
pub enum ContinuedError {
    /// No lessons to go on with.
    #[error("there are no lessons to go on with: {} is not there (begin without --resume)", path.display())]
    NoLessons {
        /// The file.
        path: PathBuf,
    },
    /// Lessons that were asked for otherwise.
    #[error("the lessons in {} were begun by `{asked}`: go on with the same options, or begin anew with --force", path.display())]
    OtherLessons {
        /// The file.
        path: PathBuf,
        /// The command that began them.
        asked: String,
    },
    /// A checkpoint of lessons that can't be read.
    #[error("these lessons can't be gone on with: {what} (begin anew with --force)")]
    DamagedLessons {
        /// What is wrong with the file.
        what: String,
    },
    /// A review that was asked for otherwise.
    #[error("the review in {} was begun by `{asked}`: go on with the same options, or begin anew with --force", path.display())]
    OtherReview {
        /// The file.
        path: PathBuf,
        /// The command that began it.
        asked: String,
    },
    /// A checkpoint of a review that can't be read.
    #[error("this review can't be gone on with: {what} (begin anew with --force)")]
    DamagedReview {
        /// What is wrong with the file.
        what: String,
    },
    /// A trace that can't be gone on with.
    #[error("{} can't be gone on with: {what}", path.display())]
    NoSavedGame {
        /// The file.
        path: PathBuf,
        /// Why.
        what: String,
    },
}
