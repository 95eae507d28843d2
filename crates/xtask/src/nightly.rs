//! Checks that take too long for each change: what they are, and a run of them.

use std::fmt::Write as _;
use std::fs::{self, File};
use std::path::Path;
use std::process::Command;
use std::time::Instant;

/// A check: a command of the shell in the root of the repository.
struct Check {
    name: &'static str,
    holds: &'static str,
    command: &'static str,
    /// How long it takes on two cores, about, in minutes.
    minutes: u32,
}

const fn check(name: &'static str, minutes: u32, holds: &'static str, command: &'static str) -> Check {
    Check { name, holds, command, minutes }
}

const CHECKS: &[Check] = &[
    check(
        "card-worth",
        15,
        "what cards are worth, against a simulation of its own",
        "cargo test --release --workspace --test it card_worth -- --ignored --nocapture",
    ),
    check(
        "long-tests",
        60,
        "tests that are too long for each change, or the long forms of those that run then",
        "cargo test --release --workspace --tests -- --ignored --skip signs_agree --nocapture",
    ),
    check(
        "soak",
        30,
        "random rule sets of all games, whole and as shards, with all checks on",
        "scripts/soak.sh 1800 $RANDOM",
    ),
    check(
        "kill-resume",
        5,
        "20 kills and resumes leave the bytes of a run left alone",
        "cargo build --release --quiet && python3 scripts/kill_resume.py",
    ),
    check(
        "every-command",
        10,
        "every command works on game scripts, as a user types it",
        "cargo build --release --quiet && scripts/every_command.sh",
    ),
    check(
        "intervals",
        20,
        "95 % intervals hold the true value in 95 of 100 batches",
        "python3 scripts/interval_coverage.py",
    ),
    check(
        "alarms",
        30,
        "findings and tournaments raise no more false alarms than they say",
        "python3 scripts/finding_alarms.py && python3 scripts/false_alarms.py",
    ),
    check(
        "planted",
        10,
        "sentences of studies and experiments are true of games whose answers are known by construction, ten seeds each",
        "cargo test --release --workspace --test cli known_answers -- --ignored --nocapture",
    ),
    check(
        "verdicts",
        60,
        "short studies say nothing that a long one contradicts, 40 seeds each",
        "cargo build --release --quiet && scripts/false_verdicts.py target/release/ludometer --games 1024 pure-profit even-odd \
         greed-street film-rummy im-the-boss games/love_letter.luau games/kuhn_poker.luau games/oh_hell.luau \
         games/gin_rummy.luau games/caravan.luau games/crazy_eights.luau",
    ),
    check(
        "experiments",
        30,
        "false alarms, a planted change, savings, a killed sweep, counts that meet targets",
        "scripts/experiments.sh",
    ),
    check(
        "tokens",
        10,
        "scripts mean the same to Luau when they are written anew from the tokens that are read here, for a million mutations",
        "cargo test --release --workspace --lib a_million_texts -- --ignored --nocapture",
    ),
    check(
        "fuzz",
        10,
        "no input of any reader ends in a panic",
        "cd fuzz && cargo +nightly fuzz list | xargs -I{} cargo +nightly fuzz run {} -- -max_total_time=60",
    ),
    check(
        "guard",
        10,
        "the hot loops of a release take no more instructions",
        "cargo build --release --locked --quiet && LUDOMETER=target/release/ludometer scripts/guard.sh --release",
    ),
    check(
        "wheel",
        12,
        "the wheel of a release does what the package of the work tree does",
        "rm -rf target/wheels && scripts/wheels.sh && scripts/python.sh target/wheels/*.whl",
    ),
    check(
        "features",
        5,
        "the program compiles without game scripts, and with Parquet",
        "cargo clippy --locked -p ludometer --no-default-features -- -D warnings && cargo clippy --locked -p ludometer --features parquet -- -D warnings",
    ),
    check(
        "coverage",
        120,
        "how much of the code the tests run; the figure is the last line of its log",
        "cargo llvm-cov --version >/dev/null 2>&1 || cargo install --locked cargo-llvm-cov && cargo llvm-cov --ignore-run-fail --summary-only",
    ),
];

/// Lists the checks.
pub(super) fn listed() -> String {
    CHECKS.iter().fold(String::new(), |mut text, check| {
        let _ = writeln!(text, "{:<14} {:>3} min  {}", check.name, check.minutes, check.holds);
        text
    })
}

/// Runs these checks, or all, and returns whether all passed. What they print is in `target/nightly`.
pub(super) fn run(wanted: &[String]) -> Result<bool, String> {
    if let Some(unknown) = wanted.iter().find(|name| !CHECKS.iter().any(|check| check.name == *name)) {
        let names: Vec<&str> = CHECKS.iter().map(|check| check.name).collect();
        return Err(format!("there is no check `{unknown}`; there are: {}", names.join(", ")));
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let folder = root.join("target/nightly");
    let failed = |error| format!("{} can't be written: {error}", folder.display());
    fs::create_dir_all(&folder).map_err(failed)?;
    let mut all = true;
    for check in
        CHECKS.iter().filter(|check| wanted.is_empty() || wanted.iter().any(|name| name == check.name))
    {
        let log = folder.join(format!("{}.log", check.name));
        let out = File::create(&log).map_err(failed)?;
        let err = out.try_clone().map_err(failed)?;
        let begun = Instant::now();
        let status = Command::new("bash")
            .args(["-euo", "pipefail", "-c", check.command])
            .current_dir(&root)
            .stdout(out)
            .stderr(err)
            .status();
        let passed = status.is_ok_and(|status| status.success());
        all &= passed;
        let verdict = if passed { "passed" } else { "FAILED" };
        println!("{:<14} {verdict} in {:.0} s: {}", check.name, begun.elapsed().as_secs_f64(), log.display());
    }
    Ok(all)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn checks_have_names_of_their_own_and_unknown_ones_are_refused() {
        for (i, check) in CHECKS.iter().enumerate() {
            assert!(CHECKS[..i].iter().all(|other| other.name != check.name));
            assert!(listed().contains(check.holds));
        }
        assert!(run(&["soap".to_owned()]).unwrap_err().contains("there is no check `soap`"));
    }
}
