//! What is fuzzed: each function takes any bytes and must neither panic nor hang, and what it accepts
//! must be sound. cargo-fuzz runs them with coverage, `tests/fuzz.rs` with seeds and mutations on the
//! stable compiler.

#![allow(
    dead_code,
    clippy::unwrap_used,
    reason = "each target is used by another program; a failure is a finding"
)]

use std::fs;
use std::path::Path;

use ludometer::model::{RuleSet, whole_number};
use ludometer::registry::{Entry, GAMES};
use ludometer::run::{AnyGame, Hooks, Plan, Seating, Start, TraceOptions};
use ludometer_bots::place;
use ludometer_report::{CheckpointHeader, Shards, unseal};
use sha2::{Digest, Sha256};

/// The game that the first byte names, and the rest.
fn game_and_rest(data: &[u8]) -> Option<(&'static Entry, &[u8])> {
    let (&first, rest) = data.split_first()?;
    Some((&GAMES[usize::from(first) % GAMES.len()], rest))
}

fn usual(entry: &Entry) -> Box<dyn AnyGame> {
    let rules = RuleSet::defaults(entry.schema());
    let (low, high) = entry.seats_allowed(&rules);
    entry.load(entry.schema().usual_seats.max(low).min(high), rules).unwrap()
}

/// Checks rule files: what is read is written and read back the same; what can be loaded is played.
pub fn rule_file(data: &[u8]) {
    let Some((entry, rest)) = game_and_rest(data) else { return };
    let Ok(text) = std::str::from_utf8(rest) else { return };
    let mut rules = RuleSet::defaults(entry.schema());
    for line in text.lines().take(8) {
        // Any line might have been typed after `--set` as well.
        let _ = RuleSet::defaults(entry.schema()).set_text(line);
    }
    if rules.read_toml(text, "fuzz.toml").is_err() {
        return;
    }
    let mut again = RuleSet::defaults(entry.schema());
    again.read_toml(&rules.to_toml(), "again.toml").unwrap();
    assert_eq!(rules.hash(), again.hash(), "a rule set is read back otherwise");
    let (low, high) = entry.seats_allowed(&rules);
    let seats = entry.schema().usual_seats.max(low).min(high).clamp(1, 8);
    let Ok(game) = entry.load(seats, rules) else { return };
    let bots = vec![game.bot("random").unwrap(); game.seats()];
    let plan = Plan { seed: 1, plays: 0..1, seating: Seating::Fixed, threads: 1, timing: false, stall: None };
    let batch = game.simulate(&bots, &plan, Hooks::none(), None).unwrap();
    assert_eq!(batch.plays, 1);
}

/// Checks bots as they are typed, and numbers and shards.
pub fn bot_spec(data: &[u8]) {
    let Some((entry, rest)) = game_and_rest(data) else { return };
    let Ok(text) = std::str::from_utf8(rest) else { return };
    let _ = whole_number(text);
    if let Ok(shards) = Shards::parse(text) {
        let plays = shards.plays(u64::MAX);
        assert!(plays.start <= plays.end && shards.first <= shards.of);
    }
    // Paths would lead to files of this machine.
    if text.contains(['/', '\\', '.']) {
        return;
    }
    let game = usual(entry);
    if let Ok(bot) = game.bot(text) {
        let again = game.bot(&bot.name).unwrap();
        assert_eq!((again.kind, again.values), (bot.kind, bot.values), "a bot's name means another bot");
    }
}

/// Checks strategy files: descriptions and, where the first byte is odd in its fourth bit, scripts.
pub fn strategy_file(data: &[u8]) {
    let Some((entry, rest)) = game_and_rest(data) else { return };
    let folder = tempfile::tempdir().unwrap();
    let script = data[0] & 8 != 0;
    let path = folder.path().join(if script { "fuzz.luau" } else { "fuzz.toml" });
    fs::write(&path, rest).unwrap();
    let game = usual(entry);
    if let Ok(bot) = game.bot(&path.display().to_string()) {
        assert_eq!(bot.name.split(':').next(), Some("fuzz"));
    }
}

/// Answers of programs: whatever a line says, it names a legal action or is refused in a short text.
pub fn bot_answer(data: &[u8]) {
    let Some((&count, rest)) = data.split_first() else { return };
    // Legal actions as games write them, the last ones taken from the data itself.
    let mut legal: Vec<String> = (0..count % 8).map(|i| format!("play value_{i}")).collect();
    let answer = String::from_utf8_lossy(rest);
    legal.extend(answer.split('"').nth(3).map(str::to_owned).filter(|_| count & 8 != 0));
    match place(&answer, &legal) {
        Ok(index) => assert!(index < legal.len()),
        Err(reason) => assert!(!reason.is_empty() && reason.len() < 20_000),
    }
}

/// Checkpoints and shards: as they are, and with their seal made right, so that what lies behind it is
/// reached as well.
pub fn shard(data: &[u8]) {
    let path = Path::new("fuzz.bin");
    let _ = unseal::<CheckpointHeader>(path, "shard", data);
    let mut sealed = b"ludometer shard 3\n".to_vec();
    sealed.extend(data);
    sealed.extend(Sha256::digest(&sealed));
    if let Ok((kept, tallies)) = unseal::<CheckpointHeader>(path, "shard", &sealed) {
        let _ = (kept.identity.hash(), kept.identity.difference(&kept.identity), kept.resume(path));
        if let Some(shards) = kept.shards.filter(|s| s.first > 0 && s.first <= s.last && s.last <= s.of) {
            let _ = shards.plays(kept.identity.spec.games.unwrap_or(0));
        }
        tallies_of(&GAMES[0], &tallies);
    }
    if let Some((entry, rest)) = game_and_rest(data) {
        tallies_of(entry, rest);
    }
}

fn tallies_of(entry: &Entry, tallies: &[u8]) {
    let game = usual(entry);
    // No number of plays fits to bytes by chance: it must be an error, and nothing worse.
    let start = Start { plays: u64::MAX, tallies: tallies.to_vec() };
    for analysed in [false, true] {
        let joined =
            game.stored().join(&["greedy".to_owned()], analysed, None, &mut std::iter::once(start.clone()));
        assert!(joined.is_err(), "garbage was taken for tallies");
    }
}

/// Traces with any seed, play and seating.
pub fn trace(data: &[u8]) {
    let Some((entry, rest)) = game_and_rest(data) else { return };
    let Some((numbers, rest)) = rest.split_first_chunk::<17>() else { return };
    let number = |at: usize| u64::from_le_bytes(numbers[at..at + 8].try_into().unwrap());
    let flags = numbers[16];
    let game = usual(entry);
    let names = ["random", "greedy"];
    let bot = |seat: usize| names[usize::from(rest.get(seat).copied().unwrap_or(0)) % 2];
    let bots: Vec<_> = (0..game.seats()).map(|seat| game.bot(bot(seat)).unwrap()).collect();
    let options = TraceOptions {
        seed: number(0),
        play: number(8),
        seating: if flags & 1 == 0 { Seating::Rotate } else { Seating::Fixed },
        split: flags & 8 != 0,
        labels: flags & 2 == 0,
        views: flags & 4 == 0,
        branch: None,
    };
    let mut lines = 0;
    let mut sink = |line: &serde_json::Value| {
        lines += 1;
        assert!(line["event"].is_string());
        Ok(())
    };
    ludometer::run::trace(&*game, &bots, options, &mut sink).unwrap();
    assert!(lines > 2);
}
