//! Files that others may have written: read up to a stated size, and only where they are files.
//!
//! A device has no end, and a pipe without a writer never begins; many files are read more than once, which a pipe can't
//! be. So all that isn't a regular file is refused before it is opened.

use std::fs::{File, metadata};
use std::io::{self, Read as _};
use std::path::Path;

/// The most bytes of what people write: rules, gates, targets, strategies.
pub const MAX_WRITTEN: u64 = 1 << 20;

/// The most bytes of the record of a run, or of a page of results.
pub const MAX_RECORD: u64 = 64 << 20;

/// The most bytes of a table that is read as a whole, of a checkpoint, of a shard, and of a part of a bot.
pub const MAX_RESULTS: u64 = 1 << 30;

/// Opens a regular file to read.
///
/// # Errors
/// Those of the file system, and what it is instead of a file.
pub fn open_file(path: &Path) -> io::Result<File> {
    // Before it is opened: to open a pipe waits for its other end.
    regular(&metadata(path)?)?;
    let file = File::open(path)?;
    regular(&file.metadata()?)?;
    Ok(file)
}

fn regular(there: &std::fs::Metadata) -> io::Result<()> {
    if there.is_file() {
        return Ok(());
    }
    let what = if there.is_dir() {
        "it is a folder, not a file"
    } else {
        "it is a pipe or a device, not a file: write what it gives into a file first"
    };
    Err(io::Error::new(io::ErrorKind::InvalidInput, what))
}

/// Reads a regular file of at most so many bytes.
///
/// # Errors
/// As [`open_file`], and that it is longer.
pub fn read_file(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    // One more than allowed tells that there is more: its length may change meanwhile.
    open_file(path)?.take(most + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > most {
        let text = format!("it is longer than {most} bytes ({} MiB)", most >> 20);
        return Err(io::Error::new(io::ErrorKind::FileTooLarge, text));
    }
    Ok(bytes)
}

/// Reads a regular file of at most so many bytes of text.
///
/// # Errors
/// As [`read_file`], and that it is no text.
pub fn read_text(path: &Path, most: u64) -> io::Result<String> {
    let text = String::from_utf8(read_file(path, most)?)
        .map_err(|_| io::Error::new(io::ErrorKind::InvalidData, "it is no text in UTF-8"))?;
    // Editors put a byte order mark in front.
    Ok(text.strip_prefix('\u{feff}').map_or_else(|| text.clone(), str::to_owned))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_read_up_to_its_limit_and_nothing_else_is() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("x");
        std::fs::write(&path, "abcd").unwrap();
        assert_eq!(read_text(&path, 4).unwrap(), "abcd");
        let said = read_text(&path, 3).unwrap_err().to_string();
        assert!(said.contains("longer than 3 bytes"), "{said}");
        std::fs::write(&path, "\u{feff}a\u{feff}").unwrap();
        assert_eq!(read_text(&path, 9).unwrap(), "a\u{feff}");
        std::fs::write(&path, [0xff]).unwrap();
        assert!(read_text(&path, 4).unwrap_err().to_string().contains("UTF-8"));
        assert!(read_file(folder.path(), 4).unwrap_err().to_string().contains("a folder"));
        assert_eq!(open_file(&folder.path().join("y")).unwrap_err().kind(), io::ErrorKind::NotFound);
    }

    #[cfg(unix)]
    #[test]
    fn neither_devices_nor_pipes_are_opened() {
        let folder = tempfile::tempdir().unwrap();
        let pipe = folder.path().join("pipe");
        assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
        for path in [Path::new("/dev/zero"), Path::new("/dev/full"), Path::new("/dev/null"), &pipe] {
            let said = read_file(path, 4).unwrap_err().to_string();
            assert!(said.contains("a pipe or a device"), "{}: {said}", path.display());
        }
    }
}
