//! The plays of a tournament while it goes on: all are needed at the end, so they are kept in a draft
//! that grows with the deals.

use std::io::{self, BufRead as _, BufReader, BufWriter, Read as _, Write as _};
use std::path::PathBuf;

use super::draft::{AtomicFile, FileError};
use super::folder::Folder;
use super::summed::{Sum, Summed, sum_of};
use ludometer_model::{BySeat, Seat, SeatSet, open_file};
use ludometer_run::{Form, PlayedDeals, TablePlay};

/// The deals of a tournament on their way into a draft.
pub struct DealsDraft {
    path: PathBuf,
    out: BufWriter<Summed<AtomicFile>>,
    deals: usize,
}

/// The deals at each number of players.
type Played = [(usize, PlayedDeals)];

impl DealsDraft {
    /// The draft's name in its folder.
    pub const NAME: &str = "deals";

    /// Returns a new draft in this folder.
    ///
    /// # Errors
    /// [`FileError`].
    pub fn begin(folder: &Folder) -> Result<Self, FileError> {
        let draft = folder.begin_part(Self::NAME, None)?;
        Ok(Self::after(folder, draft, Sum::default(), 0))
    }

    fn after(folder: &Folder, draft: AtomicFile, sum: Sum, deals: usize) -> Self {
        let out = BufWriter::with_capacity(1 << 16, Summed::after(draft, sum));
        Self { path: folder.path().join(Self::NAME), out, deals }
    }

    /// Goes on with the draft that an earlier tournament of so many bots left in this folder: so many
    /// deals, of so many plays at each number of players, in the bytes with this sum. They are added
    /// to `played`; `None` if they are no longer there or no longer the same.
    ///
    /// # Errors
    /// [`FileError`].
    pub fn go_on(
        folder: &Folder,
        (deals, bots): (u64, usize),
        plays: &[u64],
        sum: Sum,
        played: &mut Played,
    ) -> Result<Option<Self>, FileError> {
        let part = folder.part(Self::NAME);
        if !sum_of(&part, sum.bytes).is_ok_and(|found| found == sum) {
            return Ok(None);
        }
        let mut read = || {
            let mut from = BufReader::with_capacity(1 << 16, open_file(&part)?.take(sum.bytes));
            for _ in 0..deals {
                for ((seats, all), &plays) in played.iter_mut().zip(plays) {
                    let deal = (0..plays).map(|_| read_play(&mut from, *seats, bots));
                    all.push(deal.collect::<io::Result<_>>()?);
                }
            }
            // Nothing may be left over, be it in the reader's own buffer.
            Ok::<_, io::Error>(from.fill_buf()?.is_empty())
        };
        if !read().unwrap_or(false) {
            return Ok(None);
        }
        let draft = folder.begin_part(Self::NAME, Some(sum.bytes))?;
        Ok(Some(Self::after(folder, draft, sum, deals as usize)))
    }

    /// Adds the deals that are not in it yet.
    ///
    /// # Errors
    /// [`FileError`].
    pub fn add(&mut self, played: &Played) -> Result<(), FileError> {
        let whole = played.iter().map(|(_, deals)| deals.len()).min().unwrap_or(0);
        for deal in self.deals..whole {
            for (seats, deals) in played {
                for play in &deals[deal] {
                    let written = self.out.write_all(&bytes_of(play, *seats));
                    written.map_err(|source| FileError { path: self.path.clone(), source })?;
                }
            }
        }
        self.deals = self.deals.max(whole);
        Ok(())
    }

    /// Stores all deals safely and tells their number and sum.
    ///
    /// # Errors
    /// [`FileError`].
    pub fn safe(&mut self) -> Result<(u64, Sum), FileError> {
        let stored = self.out.flush().and_then(|()| {
            let summed = self.out.get_ref();
            summed.get_ref().sync()?;
            Ok(summed.sum())
        });
        match stored {
            Ok(sum) => Ok((self.deals as u64, sum)),
            Err(source) => Err(FileError { path: self.path.clone(), source }),
        }
    }
}

/// The bytes in front of the seats.
const HEAD: usize = 12;

/// Returns whether nobody won it, whether it is fixed and its form, the parties whose bots failed, the number of parties, the
/// score, then bot and place of each party, with room for as many as there are seats.
fn bytes_of(play: &TablePlay, seats: usize) -> Vec<u8> {
    let seated = Seat::all(seats).flat_map(|seat| [play.bots[seat], play.ranks[seat]]);
    let [low, high] = play.forfeited.bits().to_le_bytes();
    let form = Form::ALL.iter().position(|form| *form == play.form).unwrap_or_default() as u8;
    let flags = u8::from(play.is_lost) | u8::from(play.is_fixed) << 1 | form << 2;
    let head = [flags, low, high, play.parties];
    head.into_iter().chain(play.score.to_le_bytes()).chain(seated).collect()
}

fn read_play(from: &mut impl io::Read, seats: usize, bots: usize) -> io::Result<TablePlay> {
    let mut all = [0; HEAD + 2 * ludometer_model::MAX_SEATS];
    let bytes = &mut all[..HEAD + 2 * seats];
    from.read_exact(bytes)?;
    let forfeited = SeatSet::from_bits(u16::from_le_bytes([bytes[1], bytes[2]]));
    let [is_lost, is_fixed] = [1, 2].map(|flag| bytes[0] & flag != 0);
    let form = Form::ALL.get(usize::from(bytes[0] >> 2)).copied().ok_or(io::ErrorKind::InvalidData)?;
    let score = bytes[4..HEAD].iter().rev().fold(0_u64, |score, &byte| score << 8 | u64::from(byte)) as i64;
    let (bots_at, ranks) = (BySeat::all(0), BySeat::all(0));
    let mut play =
        TablePlay { form, parties: bytes[3], score, bots: bots_at, ranks, is_lost, forfeited, is_fixed };
    if usize::from(play.parties) > seats {
        return Err(io::ErrorKind::InvalidData.into());
    }
    for (seat, pair) in Seat::all(seats).zip(bytes[HEAD..].chunks_exact(2)) {
        if usize::from(pair[0]) >= bots || usize::from(pair[1]) > seats {
            return Err(io::ErrorKind::InvalidData.into());
        }
        (play.bots[seat], play.ranks[seat]) = (pair[0], pair[1]);
    }
    Ok(play)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn deals_are_read_back_as_far_as_they_were_stored() {
        let root = tempfile::tempdir().unwrap();
        let folder = Folder::reopen(root.path()).unwrap();
        let play = |seats: usize, n: usize| TablePlay {
            form: Form::ALL[n % Form::ALL.len()],
            parties: seats as u8,
            score: -(n as i64),
            bots: BySeat::from_fn(|seat| u8::from(seat.index() < seats && (seat.index() + n) % 2 == 1)),
            ranks: BySeat::from_fn(|seat| {
                if seat.index() < seats { 1 + ((seat.index() + n) % seats) as u8 } else { 0 }
            }),
            is_lost: n.is_multiple_of(3),
            forfeited: SeatSet::of_table(n % 2),
            is_fixed: n % 5 == 1,
        };
        let deals = |seats: usize, plays: usize, count: usize| {
            let deal = |d: usize| (0..plays).map(|p| play(seats, d * plays + p)).collect();
            (seats, (0..count).map(deal).collect::<PlayedDeals>())
        };
        let mut draft = DealsDraft::begin(&folder).unwrap();
        draft.add(&[deals(2, 2, 3), deals(3, 6, 4)]).unwrap();
        draft.add(&[deals(2, 2, 5), deals(3, 6, 5)]).unwrap();
        let (count, sum) = draft.safe().unwrap();
        assert_eq!((count, sum.bytes), (5, 5 * (2 * 16 + 6 * 18)));
        // A later deal that no checkpoint knows of.
        draft.add(&[deals(2, 2, 6), deals(3, 6, 6)]).unwrap();
        draft.safe().unwrap();
        drop(draft);
        let go_on = |deals, bots, sum| {
            let mut played = [(2, Vec::new()), (3, Vec::new())];
            let draft = DealsDraft::go_on(&folder, (deals, bots), &[2, 6], sum, &mut played).unwrap();
            draft.map(|mut draft| (draft.safe().unwrap(), played))
        };
        for (deals, bots, sum) in [(4, 2, sum), (6, 2, sum), (5, 1, sum), (5, 2, Sum { crc32: 1, ..sum })] {
            assert!(go_on(deals, bots, sum).is_none(), "{deals} deals, {bots} bots");
        }
        let again = go_on(5, 2, sum).unwrap();
        assert_eq!(again, ((5, sum), [deals(2, 2, 5), deals(3, 6, 5)]));
    }
}
