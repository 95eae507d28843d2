//! Confinement on Linux: limits of resources, Landlock for files, no capabilities, seccomp for calls
//! to the system.
//!
//! None of it needs rights of its own, and all of it stays through `exec` and can't be taken back.

mod allowed;
mod calls;
mod refused;

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
use nix::sys::resource::{Resource, getrlimit, setrlimit};
use rustix::io::Errno;
use rustix::thread::{
    CapabilitySet, CapabilitySets, capabilities, clear_ambient_capability_set,
    remove_capability_from_bounding_set, set_capabilities, set_no_new_privs,
};

use super::{ADDRESSES, ConfineError, FILE, MEMORY, OPEN_FILES, STACK};

/// Where programs and their libraries stand.
const PROGRAMS: &[&str] =
    &["/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/opt", "/nix/store", "/gnu/store"];

/// Paths of the system that programs read when they start.
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
    drop_capabilities().map_err(unavailable("capabilities"))?;
    calls::hold().map_err(unavailable("seccomp"))
}

fn limit() -> Result<(), ConfineError> {
    let limits = [
        (Resource::RLIMIT_DATA, MEMORY),
        (Resource::RLIMIT_AS, ADDRESSES),
        (Resource::RLIMIT_STACK, STACK),
        (Resource::RLIMIT_FSIZE, FILE),
        (Resource::RLIMIT_NOFILE, OPEN_FILES),
        (Resource::RLIMIT_CORE, 0),
        // Timers and signals that wait count for the user, not for the process: what one bot takes, all others lack.
        (Resource::RLIMIT_SIGPENDING, 0),
    ];
    for (resource, most) in limits {
        // Someone may have set a lower one.
        let (soft, hard) = getrlimit(resource).map_err(unavailable("limits"))?;
        setrlimit(resource, soft.min(most), hard.min(most)).map_err(unavailable("limits"))?;
    }
    Ok(())
}

/// Gives up what makes root more than others, in all sets from which a program could have it back.
fn drop_capabilities() -> Result<(), Errno> {
    set_no_new_privs(true)?;
    clear_ambient_capability_set()?;
    for bit in 0..u64::BITS {
        match remove_capability_from_bounding_set(CapabilitySet::from_bits_retain(1 << bit)) {
            // One that this kernel doesn't know; and who may not lower the bound has nothing to gain from it,
            // as programs give no new rights from here on.
            Ok(()) | Err(Errno::INVAL | Errno::PERM) => {}
            Err(error) => return Err(error),
        }
    }
    let none = CapabilitySet::empty();
    let sets = CapabilitySets { effective: none, permitted: none, inheritable: none };
    set_capabilities(None, sets)?;
    if capabilities(None)? == sets { Ok(()) } else { Err(Errno::PERM) }
}

/// Returns the files that a bot may use, and how.
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
    // Files that are doors to devices, programs or bots are none of its own.
    let doors = make_bitflags!(AccessFs::{MakeChar | MakeBlock | MakeSock | MakeFifo});
    rules
        .add_rules(path_beneath_rules(PROGRAMS, run))?
        .add_rules(path_beneath_rules([folder], run))?
        .add_rules(path_beneath_rules(SYSTEM, read))?
        .add_rules(path_beneath_rules(settings(), read))?
        .add_rules(path_beneath_rules(["/dev/null"], write))?
        .add_rules(path_beneath_rules([scratch], all & !(doors | AccessFs::Execute)))
}

/// Returns the settings of the system that programs need to start.
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
