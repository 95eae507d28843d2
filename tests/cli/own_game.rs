//! `new` and `validate`: a game of one's own to begin with.

use std::fs;

use tempfile::TempDir;

use super::{json, ludometer, prints};

/// Returns the message with which the program refuses these arguments.
fn refused(folder: &TempDir, arguments: &[&str]) -> String {
    let output = ludometer(folder.path(), arguments).assert().code(2).get_output().clone();
    String::from_utf8(output.stderr).expect("UTF-8")
}

#[test]
fn a_new_script_is_valid_and_is_not_replaced() {
    let folder = TempDir::new().unwrap();
    for template in ["cards", "tricks", "draft", "dice", "board"] {
        let name = format!("{template}.luau");
        let new = ["new", &name, "--template", template];
        let text = prints(folder.path(), &new);
        assert!(text.contains(&format!("validate {name}")), "{text}");
        let reported = refused(&folder, &new);
        assert!(reported.contains("there is a file of this name already"), "{reported}");
        let found = prints(folder.path(), &["validate", &name, "--games", "5"]);
        assert!(found.contains("Played at random:") && !found.contains("Mistakes:"), "{found}");
    }
}

#[test]
fn a_new_script_has_the_names_for_editors_beside_it() {
    let folder = TempDir::new().unwrap();
    let types = folder.path().join("ludometer.d.luau");
    assert!(prints(folder.path(), &["new", "one.luau"]).contains("complete its names by ludometer.d.luau"));
    let text = fs::read_to_string(&types).unwrap();
    assert!(text.contains("declare function draw("), "{text}");
    // One of an older version is replaced, a file of somebody else isn't.
    fs::write(&types, format!("{}\nold", text.lines().next().unwrap())).unwrap();
    prints(folder.path(), &["new", "two.luau"]);
    assert_eq!(fs::read_to_string(&types).unwrap(), text);
    fs::write(&types, "mine").unwrap();
    assert!(!prints(folder.path(), &["new", "three.luau"]).contains("ludometer.d.luau"));
    assert_eq!(fs::read_to_string(&types).unwrap(), "mine");
}

#[test]
fn a_title_comes_from_the_name() {
    let folder = TempDir::new().unwrap();
    prints(folder.path(), &["new", "river_race.luau", "--template", "dice"]);
    let text = fs::read_to_string(folder.path().join("river_race.luau")).unwrap();
    assert!(text.contains("game.title, game.seats = \"River Race\""), "{text}");
}

#[test]
fn a_mistake_is_reported_with_its_line_and_fails() {
    let folder = TempDir::new().unwrap();
    prints(folder.path(), &["new", "mine.luau"]);
    let path = folder.path().join("mine.luau");
    let text = fs::read_to_string(&path).unwrap().replace("points[s] > 0 then", "hand[s]:has(1) then");
    fs::write(&path, &text).unwrap();
    let line = text.lines().position(|line| line.contains("hand[s]:has(1)")).unwrap() + 1;
    let arguments = ["validate", "mine.luau", "--json"];
    let output = ludometer(folder.path(), &arguments).assert().code(1).get_output().clone();
    let found = json(&String::from_utf8(output.stdout).unwrap());
    let what = found["mistakes"][0]["what"].as_str().unwrap();
    assert!(what.contains(&format!("mine.luau:{line}: ")), "{what}");
    assert_eq!(found["valid"], false);
}

#[test]
fn names_that_make_no_game_are_refused() {
    let folder = TempDir::new().unwrap();
    assert!(refused(&folder, &["new", "mine"]).contains("ends in .luau"));
    assert!(refused(&folder, &["new", "mine.luau", "--template", "dic"]).contains("dice"));
    assert!(refused(&folder, &["new", "Mine", "--rust"]).contains("lower-case letters"));
    let reported = refused(&folder, &["new", "mine", "--rust", "--source", "nowhere"]);
    assert!(reported.contains("name its folder with --source"), "{reported}");
}

#[test]
fn a_new_crate_has_all_its_files() {
    let folder = TempDir::new().unwrap();
    let source = env!("CARGO_MANIFEST_DIR");
    prints(folder.path(), &["new", "my-game", "--rust", "--source", source]);
    for file in ["Cargo.toml", "rules.toml", "src/main.rs", "src/game.rs", "src/bot.rs", "src/metric.rs"] {
        let text = fs::read_to_string(folder.path().join("my-game").join(file)).unwrap();
        assert!(!text.contains("{{"), "{file}: {text}");
    }
}

#[test]
fn a_scene_that_fails_is_named_with_its_clause_and_fails_the_commands() {
    let folder = TempDir::new().unwrap();
    prints(folder.path(), &["new", "mine.luau", "--template", "dice"]);
    let path = folder.path().join("mine.luau");
    assert!(prints(folder.path(), &["test", "mine.luau"]).contains("3 scenes: the rules are as they say."));
    assert!(prints(folder.path(), &["validate", "mine.luau", "--games", "5"]).contains("3 scenes"));
    // The rule that a one loses the points is forgotten.
    let text = fs::read_to_string(&path).unwrap();
    let line = text.lines().position(|line| line.contains("scene(\"A one loses")).unwrap() + 1;
    fs::write(&path, text.replace("v.last == 1 then", "v.last == 0 then")).unwrap();
    for command in [&["test", "mine.luau"][..], &["validate", "mine.luau", "--games", "5"]] {
        let output = ludometer(folder.path(), command).assert().code(1).get_output().clone();
        let text = String::from_utf8(output.stdout).unwrap();
        let clause = format!("A one loses the points of the turn (mine.luau:{line})\n");
        assert!(text.contains(&clause), "{text}");
        let what = "expected as a note of the last choice: bust 1 5; found: nothing";
        assert!(text.contains(&format!("mine.luau:{}: {what}", line + 6)), "{text}");
    }
    // Beside the script, and by that file's name.
    fs::write(&path, text).unwrap();
    fs::write(
        folder.path().join("mine.scenes.luau"),
        "scene(\"R9\", function()\n\tstart(1)\n\tlegal()\nend)",
    )
    .unwrap();
    for name in ["mine.luau", "mine.scenes.luau"] {
        let output =
            ludometer(folder.path(), &["test", name, "--only", "R9"]).assert().code(1).get_output().clone();
        let text = String::from_utf8(output.stdout).unwrap();
        assert!(text.contains("mine.scenes.luau:3: expected as legal: nothing; found: roll"), "{text}");
    }
}
