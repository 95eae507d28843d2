//! The reference of scripts says what is there, and its examples run.

use std::sync::Arc;

use crate::source::{KNOWN, OF_SCENES};
use crate::{EDITOR_TYPES, ScriptFile, ScriptGame};

fn reference() -> String {
    std::fs::read_to_string(format!("{}/../../docs/reference/scripts.md", env!("CARGO_MANIFEST_DIR")))
        .unwrap()
}

#[test]
fn every_name_of_a_script_is_in_the_reference() {
    let text = reference();
    // Words in code: `draw(from, to)` has `draw`.
    let code: Vec<&str> = text.split('`').skip(1).step_by(2).collect();
    for name in KNOWN.iter().chain(OF_SCENES) {
        let named = code.iter().any(|code| {
            code.split(|c: char| !(c.is_ascii_alphanumeric() || c == '_')).any(|word| word == *name)
        });
        assert!(named, "`{name}` is not in docs/reference/scripts.md");
    }
}

/// Names that editors know from Luau itself.
const LUAU: [&str; 11] =
    ["assert", "bit32", "error", "ipairs", "math", "next", "pairs", "select", "table", "tonumber", "type"];

#[test]
fn editors_are_given_every_name() {
    for name in KNOWN.iter().chain(OF_SCENES).filter(|name| !LUAU.contains(name) && **name != "unpack") {
        let function = format!("declare function {name}(");
        let declared = [function, format!("declare {name}: ")];
        assert!(
            declared.iter().any(|text| EDITOR_TYPES.contains(text)),
            "`{name}` is not in ludometer.d.luau"
        );
    }
    // Methods, such as `z:size()`.
    let text = reference();
    let calls = text.split('`').skip(1).step_by(2).filter_map(|code| code.split_once(':'));
    let methods: Vec<&str> = calls
        .filter(|(object, _)| object.len() == 1)
        .filter_map(|(_, call)| call.split_once('(').map(|(name, _)| name))
        .collect();
    assert!(methods.len() > 12, "{methods:?}");
    for method in methods {
        assert!(
            EDITOR_TYPES.contains(&format!("\t{method}: (self: ")),
            "`:{method}` is not in ludometer.d.luau"
        );
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
        ludometer_run::check_playable(&game, 20, 1).unwrap_or_else(|violation| panic!("{violation}"));
    }
}
