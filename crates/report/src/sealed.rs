//! Files that must not be trusted half written or damaged: a line that tells what they are, a
//! header in JSON, a body of bytes, and a SHA-256 over all of it.
//!
//! ```text
//! ludometer checkpoint 3\n | length of the header, 8 bytes | header | body | SHA-256, 32 bytes
//! ```

use std::io::{self, BufRead as _, BufReader, Read as _};
use std::path::{Path, PathBuf};

use serde::Serialize;
use serde::de::DeserializeOwned;
use sha2::{Digest, Sha256};
use thiserror::Error;

use super::draft::{FileError, write_file};
use ludometer_model::{MAX_RESULTS, open_file, read_file};

/// The version of the layout above and of the headers.
const FORMAT: u32 = 3;

/// Bytes of the hash at the end.
const HASH: usize = 32;

/// Why a sealed file can't be used.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum SealError {
    /// It can't be read.
    #[error("reading {} failed: {source}", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// It is something else.
    #[error("{} is no {kind} of ludometer", path.display())]
    Foreign {
        /// The file.
        path: PathBuf,
        /// The kind of file that it should be.
        kind: &'static str,
    },
    /// Another version wrote it.
    #[error("{} was written in format {found}, this version ({}) reads format {FORMAT}", path.display(), env!("CARGO_PKG_VERSION"))]
    Format {
        /// The file.
        path: PathBuf,
        /// Its format.
        found: String,
    },
    /// It isn't what was written.
    #[error("{} is damaged: {reason}", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// How that is known.
        reason: String,
    },
}

/// Returns the bytes of a sealed file.
///
/// # Errors
/// A header that can't be written as JSON.
pub fn seal<H: Serialize>(kind: &str, header: &H, body: &[u8]) -> io::Result<Vec<u8>> {
    let header = serde_json::to_vec(header)?;
    let mut bytes = format!("ludometer {kind} {FORMAT}\n").into_bytes();
    bytes.extend((header.len() as u64).to_le_bytes());
    bytes.extend(header);
    bytes.extend(body);
    let hash = Sha256::digest(&bytes);
    bytes.extend(hash);
    Ok(bytes)
}

/// Writes a sealed file, complete or not at all.
///
/// # Errors
/// [`FileError`].
pub fn write_sealed<H: Serialize>(path: &Path, kind: &str, header: &H, body: &[u8]) -> Result<(), FileError> {
    let bytes = seal(kind, header, body).map_err(|source| FileError { path: path.to_owned(), source })?;
    write_file(path, &bytes)
}

/// Returns the header and body in the bytes of a sealed file of this kind. `path` is for messages.
///
/// # Errors
/// [`SealError`], whatever the bytes are.
pub fn unseal<H: DeserializeOwned>(
    path: &Path,
    kind: &'static str,
    bytes: &[u8],
) -> Result<(H, Vec<u8>), SealError> {
    let path = || path.to_owned();
    let damaged = |reason: &str| SealError::Damaged { path: path(), reason: reason.to_owned() };
    let foreign = || SealError::Foreign { path: path(), kind };
    let line = bytes.iter().take(64).position(|&b| b == b'\n').ok_or_else(foreign)?;
    let text = std::str::from_utf8(&bytes[..line]).map_err(|_| foreign())?;
    let format = text.strip_prefix("ludometer ").and_then(|t| t.strip_prefix(kind)).ok_or_else(foreign)?;
    let format = format.strip_prefix(' ').ok_or_else(foreign)?;
    // A digit that was flipped is damage, not another version: the hash decides first.
    let sealed = bytes.len().checked_sub(HASH).filter(|&end| end > line + 8);
    let Some(end) = sealed else { return Err(damaged("it is cut off")) };
    let (content, hash) = bytes.split_at(end);
    if Sha256::digest(content)[..] != *hash {
        return Err(damaged("its checksum is wrong"));
    }
    if format != FORMAT.to_string() {
        return Err(SealError::Format { path: path(), found: format.to_owned() });
    }
    let rest = &content[line + 1..];
    let (length, rest) = rest.split_first_chunk::<8>().ok_or_else(|| damaged("it is cut off"))?;
    let length = usize::try_from(u64::from_le_bytes(*length)).unwrap_or(usize::MAX);
    let header = rest.get(..length).ok_or_else(|| damaged("its header is cut off"))?;
    let header = serde_json::from_slice(header).map_err(|e| damaged(&format!("its header: {e}")))?;
    Ok((header, rest[length..].to_vec()))
}

/// Returns what a file says that it is, if it says so in the way of sealed files.
pub fn sealed_kind(path: &Path) -> Option<String> {
    let mut line = String::new();
    BufReader::new(open_file(path).ok()?.take(64)).read_line(&mut line).ok()?;
    let kind = line.strip_prefix("ludometer ")?.split(' ').next()?;
    Some(kind.to_owned())
}

/// Reads a sealed file of this kind.
///
/// # Errors
/// [`SealError`].
pub fn read_sealed<H: DeserializeOwned>(path: &Path, kind: &'static str) -> Result<(H, Vec<u8>), SealError> {
    let bytes =
        read_file(path, MAX_RESULTS).map_err(|source| SealError::Read { path: path.to_owned(), source })?;
    unseal(path, kind, &bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(bytes: &[u8]) -> Result<(Vec<u64>, Vec<u8>), SealError> {
        unseal(Path::new("x"), "checkpoint", bytes)
    }

    #[test]
    fn what_was_sealed_is_read_back() {
        let bytes = seal("checkpoint", &vec![1_u64, u64::MAX], b"body").unwrap();
        assert_eq!(read(&bytes).unwrap(), (vec![1, u64::MAX], b"body".to_vec()));
        let empty = seal("checkpoint", &Vec::<u64>::new(), b"").unwrap();
        assert_eq!(read(&empty).unwrap(), (vec![], vec![]));
    }

    #[test]
    fn every_flipped_bit_and_every_cut_is_noticed() {
        let bytes = seal("checkpoint", &vec![7_u64], b"the body").unwrap();
        for at in 0..bytes.len() {
            for bit in 0..8 {
                let mut bytes = bytes.clone();
                bytes[at] ^= 1 << bit;
                assert!(read(&bytes).is_err(), "bit {bit} of byte {at}");
            }
            assert!(read(&bytes[..at]).is_err(), "cut at {at}");
        }
        let mut longer = bytes;
        longer.push(0);
        assert!(matches!(read(&longer), Err(SealError::Damaged { .. })));
    }

    #[test]
    fn other_files_are_distinguished() {
        let other = seal("shard", &vec![7_u64], b"").unwrap();
        assert!(matches!(read(&other), Err(SealError::Foreign { .. })));
        assert!(matches!(read(b"game,seed\r\n0,1\r\n"), Err(SealError::Foreign { .. })));
        let next = FORMAT + 1;
        let mut later = format!("ludometer checkpoint {next}\nwhatever there is in it").into_bytes();
        let hash = Sha256::digest(&later);
        later.extend(hash);
        assert_eq!(
            read(&later).unwrap_err().to_string().split(',').next(),
            Some(format!("x was written in format {next}").as_str())
        );
    }
}
