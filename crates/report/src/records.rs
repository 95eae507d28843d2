//! Rows of plays with a fixed width: the draft of a table whose own format can't be gone on with.

use std::io::{self, BufWriter, Read, Write};

use ludometer_model::{BySeat, Outcome, Seat, SeatSet};
use ludometer_run::Played;

/// Bytes before those of the seats: turns, rounds, decisions, forced ones, whether it was cut off, who
/// gave up.
const HEAD: usize = 4 + 8 + 4 + 4 + 1 + 2;

/// Bytes a seat: bot, rank, score.
const SEAT: usize = 1 + 1 + 8;

/// Bytes a play at a table with so many seats, and with so many numbers of the game's own statistics.
pub(super) const fn width(seats: usize, own: usize) -> usize {
    HEAD + SEAT * seats + 8 * own
}

/// Writes plays.
pub(super) struct RecordsWriter<W: Write> {
    out: BufWriter<W>,
    bytes: Vec<u8>,
}

impl<W: Write> RecordsWriter<W> {
    pub(super) fn new(out: W) -> Self {
        Self { out: BufWriter::with_capacity(1 << 16, out), bytes: Vec::new() }
    }

    pub(super) fn row(&mut self, played: &Played, own: &[i64]) -> io::Result<()> {
        let Played { outcome, bots, decisions, forced } = played;
        let bytes = &mut self.bytes;
        bytes.clear();
        bytes.extend(outcome.turns.to_le_bytes());
        bytes.extend(outcome.round_units.to_le_bytes());
        bytes.extend(decisions.to_le_bytes());
        bytes.extend(forced.to_le_bytes());
        bytes.push(
            [outcome.unfinished, outcome.nobody_wins, outcome.is_joint_win]
                .iter()
                .rev()
                .fold(0, |flags, &flag| flags << 1 | u8::from(flag)),
        );
        bytes.extend(outcome.forfeited.bits().to_le_bytes());
        for seat in Seat::all(outcome.seats) {
            bytes.extend([bots[seat], outcome.ranks[seat]]);
            bytes.extend(outcome.scores[seat].to_le_bytes());
        }
        for number in own {
            bytes.extend(number.to_le_bytes());
        }
        self.out.write_all(bytes)
    }

    /// Returns the output.
    pub(super) fn output(&self) -> &W {
        self.out.get_ref()
    }

    /// Hands all rows to the output and lets it be looked at.
    pub(super) fn flushed(&mut self) -> io::Result<&W> {
        self.out.flush()?;
        Ok(self.out.get_ref())
    }
}

/// Reads the next play at a table with so many seats, with as many numbers of the game's own statistics as `own` has room
/// for, or `None` at the end. Half a play at the end is an error.
pub(super) fn read_record(from: &mut impl Read, seats: usize, own: &mut [i64]) -> io::Result<Option<Played>> {
    let bytes = &mut vec![0; width(seats, own.len())][..];
    let mut got = 0;
    while got < bytes.len() {
        match from.read(&mut bytes[got..]) {
            Ok(0) if got == 0 => return Ok(None),
            Ok(0) => return Err(io::ErrorKind::UnexpectedEof.into()),
            Ok(n) => got += n,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    let mut at = 0;
    let mut take = |n: usize| {
        at += n;
        &bytes[at - n..at]
    };
    let number = |bytes: &[u8]| bytes.iter().rev().fold(0_u64, |n, &byte| n << 8 | u64::from(byte));
    let turns = number(take(4)) as u32;
    let round_units = number(take(8));
    let (decisions, forced) = (number(take(4)) as u32, number(take(4)) as u32);
    let (flags, forfeited) = (take(1)[0], SeatSet::from_bits(number(take(2)) as u16));
    let [unfinished, nobody_wins, is_joint_win] = [1, 2, 4].map(|flag| flags & flag != 0);
    let mut bots = BySeat::all(0);
    let mut ranks = BySeat::all(0);
    let mut scores = BySeat::all(0);
    for seat in Seat::all(seats) {
        bots[seat] = take(1)[0];
        ranks[seat] = take(1)[0];
        scores[seat] = number(take(8)) as i64;
    }
    for own in own {
        *own = number(take(8)) as i64;
    }
    let outcome = Outcome {
        seats,
        ranks,
        scores,
        turns,
        round_units,
        unfinished,
        nobody_wins,
        is_joint_win,
        forfeited,
        // Not kept: rows of games don't have them.
        losers: SeatSet::EMPTY,
        sides: BySeat::all(0),
    };
    Ok(Some(Played { outcome, bots, decisions, forced }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use ludometer_model::{MAX_SEATS, SHARE_UNITS};

    #[test]
    fn plays_are_read_back() {
        let scores = BySeat::from_fn(|seat| [i64::MIN, -1, i64::MAX][seat.index().min(2)]);
        let outcome = Outcome::ranked(3, scores, u32::MAX, u64::MAX, true, |a, b| a > b)
            .with_forfeits(SeatSet::from_bits(0b101));
        let bots = BySeat::from_fn(|seat| [2, 0, 1].get(seat.index()).copied().unwrap_or(0));
        // Beyond the table's seats nothing is stored.
        let mut extreme = Played { outcome, bots, decisions: u32::MAX, forced: 7 };
        for seat in Seat::all(MAX_SEATS).skip(3) {
            extreme.outcome.scores[seat] = 0;
        }
        let plain = Played {
            outcome: Outcome::ranked(3, BySeat::all(0), 1, SHARE_UNITS / 3, false, |a, b| a > b),
            bots: BySeat::all(0),
            decisions: 1,
            forced: 0,
        };
        let mut writer = RecordsWriter::new(Vec::new());
        for played in [&extreme, &plain] {
            writer.row(played, &[i64::MIN, 7]).unwrap();
        }
        let bytes = writer.flushed().unwrap().clone();
        assert_eq!(bytes.len(), 2 * width(3, 2));
        let (mut from, mut own) = (&bytes[..], [0; 2]);
        assert_eq!(read_record(&mut from, 3, &mut own).unwrap(), Some(extreme));
        assert_eq!(own, [i64::MIN, 7]);
        assert_eq!(read_record(&mut from, 3, &mut own).unwrap(), Some(plain));
        assert_eq!(read_record(&mut from, 3, &mut own).unwrap(), None);
        assert!(read_record(&mut &bytes[..width(3, 2) - 1], 3, &mut own).is_err());
    }
}
