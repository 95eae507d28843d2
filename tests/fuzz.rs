//! The targets of `fuzz/`, on the stable compiler: every seed of theirs, and mutations of each.

#![expect(clippy::unwrap_used, reason = "a failed step fails its test")]

// The fuzzer's package uses them from outside.
#[allow(unreachable_pub)]
#[path = "../fuzz/targets.rs"]
mod targets;

use std::fs;
use std::path::Path;

use ludometer::model::Rng;

/// Mutations of each seed. `cargo fuzz` makes more, and knows which lead on.
const MUTATIONS: u64 = 60;

fn mutated(seed: &[u8], rng: &mut Rng) -> Vec<u8> {
    let mut data = seed.to_vec();
    for _ in 0..=rng.index(4) {
        let at = rng.index(data.len() + 1);
        match rng.index(5) {
            0 if at < data.len() => data[at] ^= 1 << rng.index(8),
            1 if at < data.len() => data[at] = rng.index(256) as u8,
            2 => data.truncate(at),
            3 => data.insert(at, rng.index(256) as u8),
            _ => {
                let end = at + rng.index(data.len() - at + 1).min(40);
                let piece = data[at..end].to_vec();
                let to = rng.index(data.len() + 1);
                data.splice(to..to, piece);
            }
        }
    }
    data
}

fn holds(name: &str, target: fn(&[u8])) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz/seeds").join(name);
    let mut seeds = 0;
    for entry in fs::read_dir(&folder).unwrap() {
        let seed = fs::read(entry.unwrap().path()).unwrap();
        target(&seed);
        for number in 0..MUTATIONS {
            let mut rng = Rng::from_words([seeds, number, 0]);
            target(&mutated(&seed, &mut rng));
        }
        seeds += 1;
    }
    assert!(seeds > 0, "{name} has no seeds");
    target(&[]);
}

#[test]
fn rule_files() {
    holds("rule_file", targets::rule_file);
}

#[test]
fn bots_as_they_are_typed() {
    holds("bot_spec", targets::bot_spec);
}

#[test]
fn answers_of_programs() {
    holds("bot_answer", targets::bot_answer);
}

#[test]
fn strategy_files() {
    holds("strategy_file", targets::strategy_file);
}

#[test]
fn checkpoints_and_shards() {
    holds("shard", targets::shard);
}

#[test]
fn traces() {
    holds("trace", targets::trace);
}
