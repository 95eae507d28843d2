//! Tests of the module above.

use super::*;
use ludometer_spec::RunSpec;

fn check(list: &[(u64, u64)], of: u64, partial: bool) -> Result<Option<Shards>, MergeError> {
    let paths: Vec<PathBuf> = list.iter().map(|(first, last)| format!("{first}-{last}").into()).collect();
    let shards = list.iter().map(|&(first, last)| Shards { first, last, of });
    let parts: Vec<_> = paths.iter().map(PathBuf::as_path).zip(shards).collect();
    complete(&parts, partial)
}

fn missing(list: &[(u64, u64)], of: u64, partial: bool) -> String {
    check(list, of, partial).unwrap_err().to_string()
}

/// A folder that may not be entered would do as well, but not for a user who may do everything.
#[cfg(unix)]
#[test]
fn a_shard_that_cannot_be_read_is_not_missing() {
    let root = tempfile::tempdir().unwrap();
    let folder = root.path().join("loop");
    std::os::unix::fs::symlink("loop", &folder).unwrap();
    let error = read_shard::<RunSpec>(&folder).unwrap_err();
    assert!(matches!(error, MergeError::Read { .. }), "{error}");
    let error = read_shard::<RunSpec>(&root.path().join("nowhere")).unwrap_err();
    assert!(matches!(error, MergeError::NoShard { .. }), "{error}");
}

#[test]
fn shards_that_are_all_there() {
    assert_eq!(check(&[(1, 1), (2, 2), (3, 3)], 3, false).unwrap(), None);
    assert_eq!(check(&[(1, 2), (3, 3)], 3, false).unwrap(), None);
    assert_eq!(check(&[(1, 3)], 3, true).unwrap(), None);
    let some = Shards { first: 2, last: 4, of: 9 };
    assert_eq!(check(&[(2, 3), (4, 4)], 9, true).unwrap(), Some(some));
}

#[test]
fn shards_that_are_missing_or_doubled_are_named() {
    assert!(missing(&[(1, 1), (3, 3)], 3, false).starts_with("of 3 shards 2 is missing"));
    let several = missing(&[(3, 3), (5, 6)], 9, false);
    assert!(several.starts_with("of 9 shards 1 to 2, 4, 7 to 9 are missing"), "{several}");
    assert_eq!(missing(&[(3, 3), (5, 6)], 9, true), "of 9 shards 4 is missing");
    assert!(missing(&[(1, 1), (1, 1)], 2, false).starts_with("1-1 and 1-1 hold the same games"));
    assert!(missing(&[(1, 2), (2, 3)], 3, true).contains("(shards 1-2/3 and 2-3/3)"));
}
