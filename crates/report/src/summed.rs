//! Output that knows how long it is and what its checksum is.

use std::io::{self, BufReader, Read, Write};
use std::path::Path;

use crc32fast::Hasher;
use serde::{Deserialize, Serialize};

use ludometer_model::open_file;

/// Length and CRC-32 of a file, or of its first bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sum {
    /// Bytes.
    pub bytes: u64,
    /// The checksum of these bytes (CRC-32 as in ISO 3309).
    pub crc32: u32,
}

/// Output whose bytes are counted and summed up on their way.
#[derive(Debug)]
pub struct Summed<W> {
    out: W,
    bytes: u64,
    crc: Hasher,
}

impl<W: Write> Summed<W> {
    /// Returns an output that goes on after bytes with this sum.
    pub fn after(out: W, sum: Sum) -> Self {
        Self { out, bytes: sum.bytes, crc: Hasher::new_with_initial_len(sum.crc32, sum.bytes) }
    }

    /// Returns the sum of all bytes so far.
    pub fn sum(&self) -> Sum {
        Sum { bytes: self.bytes, crc32: self.crc.clone().finalize() }
    }

    /// Returns the output itself.
    pub const fn get_ref(&self) -> &W {
        &self.out
    }

    /// Gives the output back.
    pub fn into_inner(self) -> W {
        self.out
    }
}

impl<W: Write> Write for Summed<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.out.write(bytes)?;
        self.crc.update(&bytes[..written]);
        self.bytes += written as u64;
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// Returns the sum of the first `limit` bytes of a file, or of all there are if there are fewer.
///
/// # Errors
/// Those of reading it.
pub fn sum_of(path: &Path, limit: u64) -> io::Result<Sum> {
    let mut file = BufReader::with_capacity(1 << 16, open_file(path)?.take(limit));
    let mut summed = Summed::after(io::sink(), Sum::default());
    io::copy(&mut file, &mut summed)?;
    Ok(summed.sum())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sum_goes_on_where_it_was_left() {
        // The check value of CRC-32: that of the digits 1 to 9.
        let whole = Sum { bytes: 9, crc32: 0xcbf4_3926 };
        for cut in 0..=9 {
            let (first, second) = b"123456789".split_at(cut);
            let mut begun = Summed::after(Vec::new(), Sum::default());
            begun.write_all(first).unwrap();
            let mut went_on = Summed::after(begun.get_ref().clone(), begun.sum());
            went_on.write_all(second).unwrap();
            assert_eq!(went_on.sum(), whole);
            assert_eq!(went_on.into_inner(), b"123456789");
        }
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("digits");
        std::fs::write(&path, "123456789 and more").unwrap();
        assert_eq!(sum_of(&path, 9).unwrap(), whole);
        assert_eq!(sum_of(&path, 100).unwrap().bytes, 18);
    }
}
