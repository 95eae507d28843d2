//! Every script in `games/`, so that none is forgotten.

use std::fs;

#[test]
fn every_script_is_valid_at_every_table() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../games");
    let files = fs::read_dir(folder).unwrap().map(|file| file.unwrap().path());
    let scripts: Vec<_> =
        files.filter(|path| path.extension().is_some_and(|ending| ending == "luau")).collect();
    assert!(scripts.len() > 15);
    for path in scripts {
        let path = path.to_string_lossy();
        let found = ludometer_scripted::validate(&path, None, 1, 1).unwrap_or_else(|error| panic!("{error}"));
        assert!(found.mistakes.is_empty(), "{path}: {:?}", found.mistakes);
        assert!(found.tables.iter().all(|table| table.decisions > 0));
    }
}
