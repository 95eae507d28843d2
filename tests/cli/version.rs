//! The commit that `--version` names: `build.rs` on its own, as cargo runs it.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use crate::temporary_folder;

const HASH: &str = "0123456789abcdef0123456789abcdef01234567";

/// Compiles the build script.
fn build_script(folder: &Path) -> PathBuf {
    let (source, program) =
        (Path::new(env!("CARGO_MANIFEST_DIR")).join("build.rs"), folder.join("build-script"));
    let compiler = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let mut command = Command::new(compiler);
    let command = command.args(["--edition", "2024", "-o"]).arg(&program).arg(source);
    assert!(command.status().unwrap().success());
    program
}

/// Runs it for a package in this folder.
fn run(script: &Path, package: &Path, profile: &str, commit: Option<&str>) -> Output {
    let mut command = Command::new(script);
    command
        .env("CARGO_MANIFEST_DIR", package)
        .env("PROFILE", profile)
        .env("RUSTC", "rustc")
        .env("TARGET", "here");
    match commit {
        Some(commit) => command.env("LUDOMETER_COMMIT", commit),
        None => command.env_remove("LUDOMETER_COMMIT"),
    };
    command.output().unwrap()
}

/// Returns what the program is told that it was built from.
fn built_from(script: &Path, package: &Path, profile: &str, commit: Option<&str>) -> String {
    let output = run(script, package, profile, commit);
    assert!(output.status.success());
    let text = String::from_utf8(output.stdout).unwrap();
    let line = text.lines().find_map(|line| line.strip_prefix("cargo:rustc-env=LUDOMETER_BUILT_FROM="));
    // A path that is not there would build the package each time.
    for path in text.lines().filter_map(|line| line.strip_prefix("cargo:rerun-if-changed=")) {
        assert!(Path::new(path).exists(), "{path}");
    }
    line.unwrap().to_owned()
}

fn git(folder: &Path, words: &[&str]) -> String {
    let mut command = Command::new("git");
    command.current_dir(folder).args([
        "-c",
        "user.name=x",
        "-c",
        "user.email=x@x.x",
        "-c",
        "commit.gpgsign=false",
    ]);
    let output = command.args(words).output().unwrap();
    assert!(output.status.success(), "{words:?}");
    String::from_utf8(output.stdout).unwrap().trim_end().to_owned()
}

#[test]
fn the_commit_is_named_where_it_is_known_to_be_the_program_s_own() {
    let folder = temporary_folder();
    let script = build_script(folder.path());
    let package = folder.path().join("package");
    fs::create_dir_all(package.join("src")).unwrap();
    fs::write(package.join("src/lib.rs"), "").unwrap();
    let now = |profile: &str| built_from(&script, &package, profile, None);
    // No repository, as in the archive of a release, which may name its commit; or somebody else's.
    assert_eq!(now("release"), "");
    git(folder.path(), &["init", "-q"]);
    assert_eq!(now("release"), "");
    let noted = format!("{{\n  \"git\": {{\n    \"sha1\": \"{HASH}\"\n  }},\n  \"path_in_vcs\": \"\"\n}}");
    fs::write(package.join(".cargo_vcs_info.json"), noted).unwrap();
    assert_eq!(now("release"), HASH);
    fs::remove_file(package.join(".cargo_vcs_info.json")).unwrap();
    // Its own: with what was changed since.
    git(&package, &["init", "-q"]);
    git(&package, &["add", "."]);
    git(&package, &["commit", "-q", "-m", "one"]);
    let commit = git(&package, &["rev-parse", "HEAD"]);
    assert_eq!(now("release"), commit);
    fs::write(package.join("notes.md"), "no part of the program").unwrap();
    assert_eq!(now("release"), commit);
    fs::write(package.join("src/new.rs"), "").unwrap();
    assert_eq!(now("release"), format!("{commit} changed"));
    // Tests are not built again for each commit.
    assert_eq!(now("debug"), "");
    assert_eq!(built_from(&script, &package, "debug", Some(HASH)), HASH);
    let refused = run(&script, &package, "release", Some("main"));
    assert!(!refused.status.success());
    assert!(String::from_utf8(refused.stderr).unwrap().contains("LUDOMETER_COMMIT is `main`"));
}
