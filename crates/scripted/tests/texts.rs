//! Four printed rulebooks as texts, each held to the worked examples of its spec by scenes.

/// Holds that all scenes of a text are as its rules say, and that there is one for each of these worked examples.
fn hold(text: &str, scenes: usize, examples: &[String]) {
    let path = format!("{}/tests/texts/{text}.luau", env!("CARGO_MANIFEST_DIR"));
    let found = ludometer_scripted::test(&path).unwrap_or_else(|error| panic!("{error}"));
    let failed: Vec<_> = found.iter().filter(|scene| scene.failure.is_some()).collect();
    assert!(failed.is_empty(), "{failed:#?}");
    assert_eq!(found.len(), scenes);
    for example in examples {
        let is_named = |clause: &str| clause.split([' ', ':']).next() == Some(example.as_str());
        assert!(found.iter().any(|scene| is_named(&scene.clause)), "no scene for {example}");
    }
}

/// Returns the numbers of examples: this prefix and the numbers of the range.
fn numbered(prefix: &str, numbers: impl IntoIterator<Item = u32>) -> Vec<String> {
    numbers.into_iter().map(|number| format!("{prefix}{number}")).collect()
}

#[test]
fn even_odd() {
    let examples = numbered("X", 1..=16);
    hold("even_odd", 24, &examples);
}

#[test]
fn im_the_boss() {
    let examples = [numbered("E", 1..=7), numbered("T", 1..=12)].concat();
    hold("im_the_boss", 28, &examples);
}

// Missed claims, theft and proximity (E4, E14, E15) are variants that the text leaves out.
#[test]
fn greed_street() {
    let examples = numbered("E", [1, 2, 3, 5, 6, 7, 8, 9, 10, 11, 12, 13]);
    hold("greed_street", 17, &examples);
}

// Matches (WE-14) are one that the text leaves out.
#[test]
fn film_rummy() {
    let examples = numbered("WE-", (1..=16).filter(|&number| number != 14));
    hold("film_rummy", 23, &examples);
}
