//! Tallies as bytes, so that a batch can go on later or be joined with others, and what a batch
//! tells on its way to whoever writes things down.

use std::sync::atomic::AtomicBool;

use serde::Serialize;
use serde::de::DeserializeOwned;
use sha2::{Digest, Sha256};
use thiserror::Error;

use super::batch::{Batch, Plan, RowSink, RunError, add_forfeits};
use super::play::{PlayError, Played};
use super::repeats::rest_on_copies;
use ludometer_bots::BotSpec;
use ludometer_model::hex;
use ludometer_playable::Playable;
use ludometer_stats::{Report, Tally, TallyLayout};

/// Plays that were counted before, for a batch to go on from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Start {
    /// How many: those with the first numbers of the plan.
    pub plays: u64,
    /// Their tallies, as [`Recorder::counted`] got them.
    pub tallies: Vec<u8>,
}

/// Tallies that can't be stored, read back or joined.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum TallyError {
    /// They can't be turned into bytes.
    #[error("the tallies can't be stored: {0}")]
    Store(String),
    /// The bytes are no tallies of such a batch.
    #[error("the stored tallies can't be read: {0}")]
    Read(String),
    /// The tallies are those of another number of plays than they should be.
    #[error("the stored tallies count {found} games instead of {expected}")]
    Plays {
        /// Counted in them.
        found: u64,
        /// Should be counted in them.
        expected: u64,
    },
}

/// Gives the tallies of all plays counted so far as bytes. Costs a little: ask when they are needed.
pub type Tallies<'a> = &'a dyn Fn() -> Result<Vec<u8>, RunError>;

/// Follows a batch, strictly in order of play.
pub trait Recorder: Send {
    /// Returns true if [`Recorder::row`] wants to be informed of every play.
    fn wants_rows(&self) -> bool {
        false
    }

    /// Takes the row of play number `play`, which is done, with the numbers that the statistics have of it.
    ///
    /// # Errors
    /// The failure; it ends the batch.
    fn row(&mut self, _play: u64, _played: &Played, _own: &[i64]) -> Result<(), RunError> {
        Ok(())
    }

    /// Learns that so many plays, the first of the plan, are counted, and rows of no others were handed out.
    ///
    /// # Errors
    /// The failure; it ends the batch.
    fn counted(&mut self, _plays: u64, _tallies: Tallies<'_>) -> Result<(), RunError> {
        Ok(())
    }

    /// Learns that the batch ends before its last play, stopped by the user or by the failure of a bot; so many
    /// plays are counted.
    ///
    /// # Errors
    /// The failure.
    fn stopped(&mut self, _plays: u64, _tallies: Tallies<'_>) -> Result<(), RunError> {
        Ok(())
    }

    /// Learns that all plays of the batch are counted.
    ///
    /// # Errors
    /// The failure.
    fn finished(&mut self, _plays: u64, _tallies: Tallies<'_>) -> Result<(), RunError> {
        Ok(())
    }
}

/// Keeps nothing.
impl Recorder for () {}

/// Hands on the rows and keeps nothing.
pub(super) struct RowsOnly<'a>(pub(super) Option<RowSink<'a>>);

impl Recorder for RowsOnly<'_> {
    fn wants_rows(&self) -> bool {
        self.0.is_some()
    }

    fn row(&mut self, play: u64, played: &Played, _own: &[i64]) -> Result<(), RunError> {
        match &mut self.0 {
            Some(sink) => sink(play, played).map_err(RunError::Rows),
            None => Ok(()),
        }
    }
}

/// All that is counted of some plays.
pub(super) struct Counts<T> {
    /// Their tallies.
    pub(super) total: T,
    /// The first failures of bots that forfeited.
    pub(super) forfeits: Vec<PlayError>,
}

/// Returns the tallies as bytes.
pub(super) fn encode<S: Serialize>(total: &S, forfeits: &[PlayError]) -> Result<Vec<u8>, TallyError> {
    postcard::to_allocvec(&(total, forfeits)).map_err(|e| TallyError::Store(e.to_string()))
}

/// Returns the tallies that these bytes are, and nothing after them.
pub(super) fn decode<S: DeserializeOwned>(bytes: &[u8]) -> Result<S, TallyError> {
    match postcard::take_from_bytes(bytes) {
        Ok((tallies, [])) => Ok(tallies),
        Ok((_, rest)) => Err(TallyError::Read(format!("{} bytes are too many", rest.len()))),
        Err(error) => Err(TallyError::Read(error.to_string())),
    }
}

/// Reads what was counted of this many plays.
pub(super) fn read<G: Playable, T: Tally<G>>(bytes: &[u8], plays: u64) -> Result<Counts<T>, TallyError> {
    let (total, forfeits): (T, Vec<PlayError>) = decode(bytes)?;
    let found = total.lengths().plays();
    if found == plays {
        Ok(Counts { total, forfeits })
    } else {
        Err(TallyError::Plays { found, expected: plays })
    }
}

/// Returns a hash of what is counted in such a batch: the names and numbers of all tallies. Builds of the
/// program that count something else have another one.
pub(super) fn shape<G: Playable, T: Tally<G>>(counted: &TallyLayout) -> String {
    // Where a tally has no JSON the names of bots, cards and words are still distinguished.
    let text = serde_json::to_string(&T::new(counted)).unwrap_or_default() + &format!("{counted:?}");
    hex(&Sha256::digest(text.as_bytes())[..8])
}

/// Joins the tallies of parts of a batch, each with the number of its plays, into a whole.
///
/// # Errors
/// [`TallyError`] of the first part that is none, with its position.
pub(super) fn join<G: Playable, T: Tally<G>>(
    game: &G,
    counted: TallyLayout,
    whole: Option<(&[BotSpec], &Plan)>,
    parts: &mut dyn Iterator<Item = Start>,
) -> Result<(Batch, Vec<u8>), (usize, TallyError)> {
    let mut total = T::new(&counted);
    let mut forfeits = Vec::new();
    for (i, part) in parts.enumerate() {
        let counts = read::<G, T>(&part.tallies, part.plays).map_err(|e| (i, e))?;
        total.merge(counts.total);
        add_forfeits(&mut forfeits, counts.forfeits);
    }
    let bytes = encode(&total, &forfeits).map_err(|e| (0, e))?;
    let mut batch = figures::<G, T>(&total, forfeits, counted, false);
    if let Some((bots, plan)) = whole {
        rest_on_copies(game, bots, plan, &total, &AtomicBool::new(false), &mut batch);
    }
    Ok((batch, bytes))
}

/// Returns the figures of these tallies.
pub(super) fn figures<G: Playable, T: Tally<G>>(
    total: &T,
    first_forfeits: Vec<PlayError>,
    counted: TallyLayout,
    interrupted: bool,
) -> Batch {
    let mut report = Report::default();
    total.report(&counted, &mut report);
    let lengths = total.lengths();
    let quantile = |q| lengths.quantile(q);
    Batch {
        report,
        plays: lengths.plays(),
        decisions: u64::try_from(lengths.decisions()).unwrap_or(u64::MAX),
        turns: (|| Some([quantile(0.05)?, quantile(0.5)?, quantile(0.95)?]))(),
        interrupted,
        forfeits: total.forfeits().to_vec(),
        first_forfeits,
        distinct: None,
        counted,
    }
}
