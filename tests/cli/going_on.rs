//! Runs that are stopped on their way, for the tests of going on.

use std::fs;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// Returns the program, begun in this folder.
pub(crate) fn started(folder: &Path, arguments: &[String]) -> Child {
    begun(folder, arguments, Stdio::null())
}

fn begun(folder: &Path, arguments: &[String], errors: Stdio) -> Child {
    Command::new(assert_cmd::cargo::cargo_bin!("ludometer"))
        .env(crate::WIDE.0, crate::WIDE.1)
        .current_dir(folder)
        .args(arguments)
        .stdout(Stdio::null())
        .stderr(errors)
        .spawn()
        .unwrap()
}

/// Waits until the checkpoint is no longer this one, or the run is over.
pub(crate) fn goes_on(child: &mut Child, checkpoint: &Path, before: &[u8]) {
    let patience = Instant::now();
    while child.try_wait().unwrap().is_none() {
        if fs::read(checkpoint).is_ok_and(|now| now != before) {
            return;
        }
        assert!(patience.elapsed() < Duration::from_secs(60), "there is no checkpoint");
        sleep(Duration::from_millis(2));
    }
}

/// Kills a run as soon as its checkpoint (a path in the folder) is there.
pub(crate) fn kill_on_the_way(folder: &Path, arguments: &[String], checkpoint: &str) {
    let mut child = started(folder, arguments);
    goes_on(&mut child, &folder.join(checkpoint), b"");
    child.kill().unwrap();
    assert!(!child.wait().unwrap().success(), "it was over before it could be killed");
}

/// Begins a run that goes on from a checkpoint and kills it: this long after it has written the next
/// one or, unless it `waits` for that, after its start.
pub(crate) fn kill_again(
    folder: &Path,
    arguments: &[String],
    checkpoint: &str,
    waits: bool,
    after: Duration,
) {
    let checkpoint = folder.join(checkpoint);
    let before = fs::read(&checkpoint).unwrap_or_default();
    let mut child = started(folder, arguments);
    if waits {
        goes_on(&mut child, &checkpoint, &before);
    }
    sleep(after);
    assert!(child.try_wait().unwrap().is_none(), "it was over before it could be killed");
    child.kill().unwrap();
    child.wait().unwrap();
}

/// Interrupts a run, as Ctrl-C does, when its checkpoint is there: gives the command by which to go on.
pub(crate) fn interrupt(folder: &Path, arguments: &[String], checkpoint: &str) -> String {
    let mut child = begun(folder, arguments, Stdio::piped());
    goes_on(&mut child, &folder.join(checkpoint), b"");
    Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    let output = child.wait_with_output().unwrap();
    let text = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(130), "{text}");
    let command = text.trim_end().split_once("go on with: ludometer ").map(|(_, command)| command.to_owned());
    command.unwrap_or_else(|| panic!("no command in {text}"))
}

/// Does in a shell what [`interrupt`] gave.
pub(crate) fn type_in(folder: &Path, command: &str) {
    type_in_to(folder, command, 0);
}

/// Does it to an end with this exit status; gives what was printed.
pub(crate) fn type_in_to(folder: &Path, command: &str, status: i32) -> String {
    let program = assert_cmd::cargo::cargo_bin!("ludometer").display().to_string();
    let mut shell = assert_cmd::Command::new("sh");
    shell.env(crate::WIDE.0, crate::WIDE.1);
    shell.current_dir(folder).args(["-c", &format!("{program} {command}")]);
    let output = shell.assert().code(status).get_output().clone();
    String::from_utf8(output.stdout).unwrap() + &String::from_utf8(output.stderr).unwrap()
}

/// Returns the games that a checkpoint keeps.
pub(crate) fn kept(checkpoint: &Path) -> u64 {
    let bytes = fs::read(checkpoint).unwrap_or_default();
    let Some(line) = bytes.iter().position(|&b| b == b'\n') else { return 0 };
    let rest = &bytes[line + 1..];
    let length = u64::from_le_bytes(rest[..8].try_into().unwrap()) as usize;
    crate::json(std::str::from_utf8(&rest[8..8 + length]).unwrap())["done"].as_u64().unwrap()
}
