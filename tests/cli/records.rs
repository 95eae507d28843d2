//! Records of commands: each file that is written is what its type, and so its JSON Schema, says.

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value as Json;

use ludometer_report::{
    CheckRecord, CompareRecord, RunRecord, StudyRecord, SweepRecord, TournamentRecord, TuneRecord,
};

use crate::{json, ludometer, temporary_folder};

/// Returns a record without what no type knows: when it was finished.
fn written(mut record: Json) -> Json {
    let Json::Object(fields) = &mut record else { panic!("it is no object") };
    assert!(fields.remove("finished").is_some());
    record
}

fn comes_back<R: Serialize + DeserializeOwned>(record: Json) {
    let record = written(record);
    let read: R = serde_json::from_value(record.clone()).unwrap();
    assert_eq!(serde_json::to_value(read).unwrap(), record);
}

#[test]
fn every_record_is_what_its_type_says() {
    let folder = temporary_folder();
    let of = |name: &str, words: &[&str]| {
        let all = [words, &["--quiet", "--out", name]].concat();
        let status = ludometer(folder.path(), &all).output().unwrap().status.code();
        assert!([Some(0), Some(3), Some(4)].contains(&status), "{words:?}: {status:?}");
        let path = folder.path().join(name).join(format!("{}.json", words[0]));
        json(&std::fs::read_to_string(path).unwrap())
    };
    let game = "pure-profit";
    comes_back::<RunRecord>(of(
        "run",
        &["run", game, "--games", "100", "--analyze", "--target-length", "20..40"],
    ));
    comes_back::<RunRecord>(of(
        "shard",
        &["run", game, "--games", "100", "--shard", "2/3", "--set", "bank.goal=8"],
    ));
    comes_back::<CompareRecord>(of(
        "rules",
        &["compare", game, "--set-b", "bank.goal=9", "--games", "2048", "--target", "turns=20..30"],
    ));
    comes_back::<CompareRecord>(of(
        "bots",
        &["compare", game, "--a", "greedy", "--b", "random", "--games", "512", "--players", "2"],
    ));
    comes_back::<CheckRecord>(of("check", &["check", game, "--gate", "turns=20..60", "--games", "512"]));
    comes_back::<SweepRecord>(of("sweep", &["sweep", game, "--vary", "bank.goal=8..9", "--games", "64"]));
    comes_back::<SweepRecord>(of(
        "sweep2",
        &["sweep", game, "--vary", "bots=greedy,random", "--games", "64"],
    ));
    let tune = ["tune", game, "--target", "turns=30..60", "--move", "bank.goal=8..10", "--games", "10240"];
    comes_back::<TuneRecord>(of("tune", &tune));
    comes_back::<TournamentRecord>(of(
        "tournament",
        &["tournament", game, "--bots", "greedy", "random", "--games", "200", "--until", "settled"],
    ));
    comes_back::<StudyRecord>(of("study", &["study", game, "--games", "512", "--search-games", "32"]));
}
