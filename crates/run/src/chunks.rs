//! How the plays of a batch are divided among threads.

use std::ops::Range;

/// Plays a chunk where bots answer at once; with bots that think a chunk is a single play.
const CHUNK: u64 = 256;

/// Plays a chunk near the end of the batch, where a thread that is done would wait for another's long
/// chunk. (Small ones all along would cost a tally and its merging more often.)
const LAST_CHUNK: u64 = 32;

/// How the plays of a batch are divided. What comes of them doesn't hang on it.
#[derive(Clone, Copy)]
pub(super) struct Chunks {
    plays: u64,
    /// Bots think: each play is a chunk.
    single: bool,
    /// Chunks of full size, ahead of the shorter ones.
    full: u64,
}

impl Chunks {
    pub(super) fn new(plays: u64, threads: usize, single: bool) -> Self {
        let full = plays.saturating_sub(CHUNK * threads as u64) / CHUNK;
        Self { plays, single, full: if single { 0 } else { full } }
    }

    /// Returns the plays of a chunk, counted from the first one of the batch; none behind the last chunk.
    pub(super) fn get(&self, number: u64) -> Option<Range<u64>> {
        let (begin, size) = if self.single {
            (number, 1)
        } else if number < self.full {
            (number * CHUNK, CHUNK)
        } else {
            ((self.full * CHUNK).saturating_add((number - self.full).saturating_mul(LAST_CHUNK)), LAST_CHUNK)
        };
        (begin < self.plays).then(|| begin..self.plays.min(begin.saturating_add(size)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chunks_cover_the_plays_in_order() {
        for (plays, threads, single) in
            [(0, 1, false), (1, 2, false), (700, 2, false), (5000, 2, false), (4096, 64, false), (9, 2, true)]
        {
            let chunks = Chunks::new(plays, threads, single);
            let all: Vec<Range<u64>> = (0..).map_while(|number| chunks.get(number)).collect();
            let next = all
                .iter()
                .try_fold(0, |next, chunk| (chunk.start == next && chunk.end > next).then_some(chunk.end));
            assert_eq!(next, Some(plays), "{plays} plays, {threads} threads: {all:?}");
            let last = all.last().map_or(0, |chunk| chunk.end - chunk.start);
            assert!(last <= if single { 1 } else { LAST_CHUNK }, "{all:?}");
        }
        assert_eq!(Chunks::new(u64::MAX, 1, false).get(u64::MAX), None);
    }
}
