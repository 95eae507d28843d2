//! The reference of scripts says what is there, and its examples run.

use std::sync::Arc;

use crate::source::KNOWN;
use crate::{ScriptFile, ScriptGame};

fn reference() -> String {
    std::fs::read_to_string(format!("{}/../../docs/reference/scripts.md", env!("CARGO_MANIFEST_DIR")))
        .unwrap()
}

#[test]
fn every_name_of_a_script_is_in_the_reference() {
    let text = reference();
    // Words in code: `draw(from, to)` has `draw`.
    let code: Vec<&str> = text.split('`').skip(1).step_by(2).collect();
    for name in KNOWN {
        let named = code.iter().any(|code| {
            code.split(|c: char| !(c.is_ascii_alphanumeric() || c == '_')).any(|word| word == *name)
        });
        assert!(named, "`{name}` is not in docs/reference/scripts.md");
    }
}

#[test]
fn every_example_of_the_reference_keeps_the_contract() {
    let text = reference();
    let examples: Vec<&str> =
        text.split("```luau\n").skip(1).filter_map(|rest| rest.split("```").next()).collect();
    assert!(!examples.is_empty());
    for example in examples {
        let file = Arc::new(
            ScriptFile::from_text("example.luau", example).unwrap_or_else(|error| panic!("{error}")),
        );
        let game = ScriptGame::load(&file, file.facts.seats.2, &[]).unwrap().checked().unwrap();
        ludometer_run::check(&game, 20, 1).unwrap_or_else(|violation| panic!("{violation}"));
    }
}
