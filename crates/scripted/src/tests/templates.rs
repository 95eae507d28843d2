//! The scripts to begin with.

use crate::{TEMPLATES, validate};

#[test]
fn every_template_can_be_played_and_uses_all_that_it_has() {
    let folder = std::env::temp_dir().join(format!("ludometer-templates-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    for template in TEMPLATES {
        let path = folder.join(format!("{}.luau", template.name));
        std::fs::write(&path, template.script("My \"first\" game")).unwrap();
        let said = validate(&path.to_string_lossy(), 60, 1).unwrap_or_else(|error| panic!("{error}"));
        assert!(said.starts_with("My first game: ") && !said.contains("never"), "{}: {said}", template.name);
    }
    std::fs::remove_dir_all(&folder).unwrap();
}
