//! JSON Schemas of specifications and records, held to the types.

use serde_json::Value as Json;

use super::root;
use ludometer::spec::{
    CheckSpec, CompareSpec, ExploitSpec, ReviewSpec, RunSpec, Spec, StudySpec, SweepSpec, TournamentSpec,
    TrainSpec, TuneSpec,
};
use ludometer_report::{
    CheckRecord, CompareRecord, RunRecord, StudyRecord, SweepRecord, TournamentRecord, TuneRecord,
};

/// Returns the schemas by the names of their files.
fn schemas() -> Vec<(String, Json)> {
    fn spec<S: Spec>() -> (String, Json) {
        (format!("{}.spec.json", S::COMMAND), S::schema())
    }
    macro_rules! record {
        ($($name:literal: $record:ty),+) => {
            [$((format!("{}.record.json", $name), schemars::schema_for!($record).to_value())),+]
        };
    }
    let specs = [
        spec::<RunSpec>(),
        spec::<StudySpec>(),
        spec::<CompareSpec>(),
        spec::<CheckSpec>(),
        spec::<SweepSpec>(),
        spec::<TuneSpec>(),
        spec::<TournamentSpec>(),
        spec::<TrainSpec>(),
        spec::<ExploitSpec>(),
        spec::<ReviewSpec>(),
    ];
    let records = record!(
        "run": RunRecord, "study": StudyRecord, "compare": CompareRecord, "check": CheckRecord, "sweep": SweepRecord,
        "tune": TuneRecord, "tournament": TournamentRecord
    );
    specs.into_iter().chain(records).collect()
}

#[test]
fn the_schemas_are_those_of_the_types() {
    let folder = root().join("docs/reference/schemas");
    for (name, schema) in schemas() {
        let (path, text) = (folder.join(&name), format!("{schema:#}\n"));
        if std::env::var_os("UPDATE").is_some() {
            std::fs::create_dir_all(&folder).expect("a folder");
            std::fs::write(&path, &text).expect("a file that can be written");
        }
        let stored = std::fs::read_to_string(&path).unwrap_or_default();
        assert!(stored == text, "{name} is not that of its type (UPDATE=1 cargo test --test it book)");
    }
    let files = std::fs::read_dir(&folder).expect("the folder is there").count();
    assert_eq!(files, schemas().len(), "schemas that no type has");
}

#[test]
fn a_specification_tells_its_command_line_and_is_read_back() {
    let mut run = RunSpec::of(ludometer::spec::TableSpec::of("pure-profit"));
    run.table.players = Some(3);
    run.table.bots = vec!["greedy".to_owned(); 3];
    run.table.rules.settings = vec!["deck.steal_one=6".to_owned(), "bank.goal=9".to_owned()];
    (run.games, run.per_game, run.skill) = (Some(1000), true, true);
    let run = run.with_implied();
    assert_eq!(
        run.command(),
        "ludometer run pure-profit --players 3 --bots greedy --seed 0 --set deck.steal_one=6 --set bank.goal=9 \
         --games 1000 --per-game --analyze=basic --skill"
    );
    let study = |keys: Json| StudySpec::read(keys).expect_err("it is wrong").to_string();
    let game = "pure-profit";
    let out_of_range = study(serde_json::json!({ "game": game, "games": 1000, "again": 1000 }));
    assert!(out_of_range.contains("1000 is not in 1..=256"), "{out_of_range}");
    let both = study(serde_json::json!({ "game": game, "games": 1000, "minutes": 2 }));
    assert!(both.contains("cannot be used with"), "{both}");
    let json = serde_json::to_value(&run).expect("it has JSON");
    assert_eq!(RunSpec::read(json.clone()), Ok(run));
    for (key, value, word) in [
        ("gamse", 3.into(), "there is no key `gamse` (did you mean `games`?)"),
        ("games", "many".into(), "`games`"),
        ("seating", "around".into(), "`seating`"),
    ] {
        let mut wrong = json.clone();
        wrong[key] = value;
        let error = RunSpec::read(wrong).expect_err("it is wrong").to_string();
        assert!(error.contains(word), "{error}");
    }
}
