//! Notes what the program is built from, for `--version`: commit, compiler, target.
//!
//! A commit is named in optimized builds only. It is an input of this package, so each commit builds the package again: two
//! seconds for a program, a minute and more for tests, which learn nothing from it.

use std::env;
use std::path::Path;
use std::process::{Command, ExitCode};

/// The sources of the program. If any of them differs from the commit, the version says so.
const SOURCES: [&str; 9] = [
    "Cargo.toml",
    "Cargo.lock",
    "build.rs",
    "src",
    "crates",
    "strategies",
    "docs/glossary.md",
    "docs/reference",
    "docs/rules",
];

/// Names the commit where there is no repository, as in a container.
const GIVEN: &str = "LUDOMETER_COMMIT";

fn variable(name: &str) -> String {
    env::var(name).unwrap_or_default()
}

/// Returns what the command prints, if it succeeds.
fn printed(program: &str, arguments: &[&str]) -> Option<String> {
    let output =
        Command::new(program).args(arguments).output().ok().filter(|output| output.status.success())?;
    String::from_utf8(output.stdout).ok().map(|text| text.trim_end().to_owned())
}

fn is_commit(text: &str) -> bool {
    (7..=64).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_hexdigit())
}

/// Returns the commit of the repository in this folder, with ` changed` behind it if the sources are not those of the commit.
/// A repository further up is another project's.
fn of_repository(folder: &Path) -> Option<String> {
    let git = |arguments: &[&str]| {
        let folder = folder.to_str()?;
        printed("git", &[&["-C", folder], arguments].concat())
    };
    let top = git(&["rev-parse", "--show-toplevel"])?;
    if Path::new(&top).canonicalize().ok()? != folder.canonicalize().ok()? {
        return None;
    }
    // What moves with a commit. A path that is not there would have this run each time.
    let branch = git(&["symbolic-ref", "--quiet", "HEAD"]);
    for name in ["HEAD", "logs/HEAD", "packed-refs"].into_iter().chain(branch.as_deref()) {
        let path = git(&["rev-parse", "--git-path", name]).map(|path| folder.join(path));
        if let Some(path) = path.filter(|path| path.exists()) {
            println!("cargo:rerun-if-changed={}", path.display());
        }
    }
    for path in SOURCES.iter().map(|path| folder.join(path)).filter(|path| path.exists()) {
        println!("cargo:rerun-if-changed={}", path.display());
    }
    let commit = git(&["rev-parse", "HEAD"])?;
    let changed = git(&[&["status", "--porcelain", "--"][..], &SOURCES].concat())?;
    Some(if changed.is_empty() { commit } else { format!("{commit} changed") })
}

/// Returns the commit that `cargo package` notes in the archive of a release.
fn of_package(folder: &Path) -> Option<String> {
    let text = std::fs::read_to_string(folder.join(".cargo_vcs_info.json")).ok()?;
    let (_, rest) = text.split_once("\"sha1\"")?;
    rest.split('"').find(|part| is_commit(part)).map(str::to_owned)
}

fn main() -> ExitCode {
    println!("cargo:rerun-if-env-changed={GIVEN}");
    let given = variable(GIVEN);
    let folder = variable("CARGO_MANIFEST_DIR");
    let commit = if is_commit(&given) {
        Some(given)
    } else if !given.is_empty() {
        eprintln!("{GIVEN} is `{given}`, but must be the hash of a commit");
        return ExitCode::FAILURE;
    } else if variable("PROFILE") == "debug" {
        None
    } else {
        of_repository(Path::new(&folder)).or_else(|| of_package(Path::new(&folder)))
    };
    let compiler = printed(&variable("RUSTC"), &["--version"]).unwrap_or_default();
    println!("cargo:rustc-env=LUDOMETER_BUILT_FROM={}", commit.unwrap_or_default());
    println!("cargo:rustc-env=LUDOMETER_COMPILER={compiler}");
    println!("cargo:rustc-env=LUDOMETER_TARGET={}", variable("TARGET"));
    ExitCode::SUCCESS
}
