//! Confinement on Linux: limits of resources, Landlock for files, seccomp for calls to the system.
//!
//! None of it needs rights of its own, and all of it stays through `exec` and can't be taken back.

use std::ffi::{OsStr, OsString};
use std::fmt::Display;
use std::fs;
use std::io;
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::Command;

use landlock::{
    ABI, Access as _, AccessFs, AccessNet, BitFlags, CompatLevel, Compatible as _, Ruleset, RulesetAttr as _,
    RulesetCreated, RulesetCreatedAttr as _, Scope, make_bitflags, path_beneath_rules,
};
use nix::sys::resource::{Resource, setrlimit};

use super::calls::{forbid, pretend_missing};
use super::{ConfineError, FILE, MEMORY, OPEN_FILES};

/// Where programs and their libraries stand.
const PROGRAMS: &[&str] =
    &["/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/opt", "/nix/store", "/gnu/store"];

/// What programs read of the system when they start.
const SYSTEM: &[&str] = &[
    "/proc/cpuinfo",
    "/proc/filesystems",
    "/proc/meminfo",
    "/proc/stat",
    "/proc/version",
    "/proc/sys/kernel",
    "/proc/sys/vm",
    "/sys/devices/system/cpu",
    "/sys/devices/system/node",
    "/sys/fs/cgroup",
    "/sys/kernel/mm/transparent_hugepage",
    "/etc/ssl/openssl.cnf",
    "/dev/full",
    "/dev/random",
    "/dev/urandom",
    "/dev/zero",
];

/// How the settings in `/etc` begin that programs need to start. The others may be secrets, which
/// matters where bots are played as root.
const SETTINGS: &[&str] = &[
    "alternatives",
    "java",
    "ld.so",
    "ld-musl",
    "locale",
    "localtime",
    "lua",
    "node",
    "perl",
    "python",
    "timezone",
];

fn unavailable<E: Display>(part: &'static str) -> impl Fn(E) -> ConfineError {
    move |error| ConfineError::Unavailable { what: format!("{part}: {error}") }
}

/// Gives up the rights that a bot doesn't need: `scratch` is where it may write, `folder` what it
/// may read beside the system's programs.
pub(super) fn confine(scratch: &Path, folder: &Path) -> Result<(), ConfineError> {
    limit()?;
    let rules = files(scratch, folder).map_err(unavailable("Landlock"))?;
    rules.restrict_self().map_err(unavailable("Landlock"))?;
    pretend_missing().map_err(unavailable("seccomp"))?;
    forbid().map_err(unavailable("seccomp"))
}

fn limit() -> Result<(), ConfineError> {
    let limits = [
        (Resource::RLIMIT_DATA, MEMORY),
        (Resource::RLIMIT_FSIZE, FILE),
        (Resource::RLIMIT_NOFILE, OPEN_FILES),
        (Resource::RLIMIT_CORE, 0),
    ];
    for (resource, most) in limits {
        setrlimit(resource, most, most).map_err(unavailable("limits"))?;
    }
    Ok(())
}

/// The files that a bot may use, and how.
fn files(scratch: &Path, folder: &Path) -> Result<RulesetCreated, landlock::RulesetError> {
    // Without the third version files could be cut off anywhere: so much is demanded.
    let all = AccessFs::from_all(ABI::V3);
    let rules = Ruleset::default()
        .set_compatibility(CompatLevel::HardRequirement)
        .handle_access(all)?
        // What newer kernels hold as well. Without them seccomp does, as far as it is about bots.
        .set_compatibility(CompatLevel::BestEffort)
        .handle_access(AccessFs::IoctlDev)?
        .handle_access(AccessNet::from_all(ABI::V4))?
        .scope(Scope::from_all(ABI::V6))?
        .create()?;
    let run = make_bitflags!(AccessFs::{Execute | ReadFile | ReadDir});
    let read = make_bitflags!(AccessFs::{ReadFile | ReadDir});
    let write: BitFlags<AccessFs> = read | AccessFs::WriteFile;
    rules
        .add_rules(path_beneath_rules(PROGRAMS, run))?
        .add_rules(path_beneath_rules([folder], run))?
        .add_rules(path_beneath_rules(SYSTEM, read))?
        .add_rules(path_beneath_rules(settings(), read))?
        .add_rules(path_beneath_rules(["/dev/null"], write))?
        .add_rules(path_beneath_rules([scratch], all & !BitFlags::from(AccessFs::Execute)))
}

/// The settings of the system that programs need to start.
fn settings() -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir("/etc") else { return Vec::new() };
    let names = entries.flatten().map(|entry| entry.file_name());
    let needed = names.filter(|name| SETTINGS.iter().any(|start| name.to_string_lossy().starts_with(start)));
    needed.map(|name| Path::new("/etc").join(name)).collect()
}

/// Becomes this program; comes back only with the reason why it can't.
pub(super) fn become_program(program: &OsStr, arguments: impl Iterator<Item = OsString>) -> io::Error {
    Command::new(program).args(arguments).exec()
}
