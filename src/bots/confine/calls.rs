//! The calls to the system that a bot doesn't need, refused by seccomp.
//!
//! A list of what is refused, not of what is allowed: what an interpreter calls differs from system
//! to system, and files are Landlock's. Here stand the ways to the network, to other processes, to
//! memory that the limits don't count, to what files are apart from their contents, and to the
//! rights of root, where a bot is played as root.

use std::collections::BTreeMap;

use nix::libc::{self as c, c_long};
use seccompiler::SeccompCmpArgLen::{Dword, Qword};
use seccompiler::SeccompCmpOp::{self, Eq, MaskedEq, Ne};
use seccompiler::{
    BpfProgram, SeccompAction, SeccompCmpArgLen, SeccompCondition, SeccompFilter, SeccompRule, apply_filter,
};

type Failure = Box<dyn std::error::Error + Send + Sync>;

/// The calls that are refused whatever they are given.
const REFUSED: &[c_long] = &[
    // The network, and the sockets of services on this machine.
    c::SYS_socket,
    c::SYS_connect,
    c::SYS_bind,
    c::SYS_listen,
    c::SYS_io_uring_setup,
    c::SYS_io_uring_enter,
    c::SYS_io_uring_register,
    // Other processes.
    c::SYS_ptrace,
    c::SYS_process_vm_readv,
    c::SYS_process_vm_writev,
    c::SYS_process_madvise,
    c::SYS_process_mrelease,
    c::SYS_kcmp,
    c::SYS_pidfd_open,
    c::SYS_pidfd_getfd,
    c::SYS_pidfd_send_signal,
    c::SYS_tkill,
    c::SYS_setpgid,
    c::SYS_setsid,
    c::SYS_setpriority,
    c::SYS_ioprio_set,
    c::SYS_setrlimit,
    c::SYS_move_pages,
    c::SYS_migrate_pages,
    c::SYS_perf_event_open,
    // Memory that belongs to no process.
    c::SYS_memfd_create,
    c::SYS_memfd_secret,
    c::SYS_shmget,
    c::SYS_shmat,
    c::SYS_semget,
    c::SYS_msgget,
    c::SYS_mq_open,
    c::SYS_add_key,
    c::SYS_request_key,
    c::SYS_keyctl,
    c::SYS_userfaultfd,
    // What Landlock doesn't watch: owners, modes, times and attributes of files.
    c::SYS_fchmod,
    c::SYS_fchmodat,
    FCHMODAT2,
    c::SYS_fchown,
    c::SYS_fchownat,
    c::SYS_utimensat,
    c::SYS_setxattr,
    c::SYS_lsetxattr,
    c::SYS_fsetxattr,
    c::SYS_removexattr,
    c::SYS_lremovexattr,
    c::SYS_fremovexattr,
    SETXATTRAT,
    REMOVEXATTRAT,
    FILE_SETATTR,
    c::SYS_open_by_handle_at,
    c::SYS_fanotify_init,
    c::SYS_quotactl,
    c::SYS_quotactl_fd,
    // Mounts and namespaces.
    c::SYS_mount,
    c::SYS_umount2,
    c::SYS_pivot_root,
    c::SYS_chroot,
    c::SYS_mount_setattr,
    c::SYS_move_mount,
    c::SYS_open_tree,
    c::SYS_fsopen,
    c::SYS_fsconfig,
    c::SYS_fsmount,
    c::SYS_fspick,
    c::SYS_unshare,
    c::SYS_setns,
    // What only root may do.
    c::SYS_acct,
    c::SYS_bpf,
    c::SYS_init_module,
    c::SYS_finit_module,
    c::SYS_delete_module,
    c::SYS_kexec_load,
    c::SYS_reboot,
    c::SYS_swapon,
    c::SYS_swapoff,
    c::SYS_settimeofday,
    c::SYS_clock_settime,
    c::SYS_clock_adjtime,
    c::SYS_adjtimex,
    c::SYS_sethostname,
    c::SYS_setdomainname,
    c::SYS_syslog,
    c::SYS_vhangup,
    c::SYS_setuid,
    c::SYS_setgid,
    c::SYS_setreuid,
    c::SYS_setregid,
    c::SYS_setresuid,
    c::SYS_setresgid,
    c::SYS_setgroups,
    c::SYS_setfsuid,
    c::SYS_setfsgid,
    c::SYS_capset,
];

/// Calls that are younger than their names here, by the number that they have everywhere.
const FCHMODAT2: c_long = 452;
const SETXATTRAT: c_long = 463;
const REMOVEXATTRAT: c_long = 466;
const FILE_SETATTR: c_long = 469;

/// The older calls that only this kind of machine has.
#[cfg(target_arch = "x86_64")]
const OLDER: &[c_long] = &[
    c::SYS_fork,
    c::SYS_vfork,
    c::SYS_chmod,
    c::SYS_chown,
    c::SYS_lchown,
    c::SYS_utime,
    c::SYS_utimes,
    c::SYS_futimesat,
    c::SYS_kexec_file_load,
    c::SYS_iopl,
    c::SYS_ioperm,
];
#[cfg(not(target_arch = "x86_64"))]
const OLDER: &[c_long] = &[];

/// The conditions of one rule: argument, its width, comparison, value.
type When<'a> = &'a [(u8, SeccompCmpArgLen, SeccompCmpOp, u64)];

fn rule(when: When<'_>) -> Result<SeccompRule, Failure> {
    let conditions = when
        .iter()
        .map(|(argument, width, comparison, value)| {
            SeccompCondition::new(*argument, width.clone(), comparison.clone(), *value)
        })
        .collect::<Result<_, _>>()?;
    Ok(SeccompRule::new(conditions)?)
}

/// Refuses all that stands here; the bot is told that it isn't permitted.
pub(super) fn forbid() -> Result<(), Failure> {
    let mut rules: BTreeMap<i64, Vec<SeccompRule>> = BTreeMap::new();
    for &call in REFUSED.iter().chain(OLDER) {
        rules.insert(call, Vec::new());
    }
    // The bot will have this number: it takes the place of this process and can have no child.
    let this = u64::from(std::process::id());
    let others: When<'_> = &[(0, Dword, Ne, this)];
    let strangers: When<'_> = &[(0, Dword, Ne, 0), (0, Dword, Ne, this)];
    let shared_nowhere = (c::MAP_SHARED | c::MAP_ANONYMOUS) as u64;
    let grows = c::MAP_GROWSDOWN as u64;
    let kinds = [c::SOCK_DGRAM, c::SOCK_RAW, c::SOCK_SEQPACKET].map(|kind| kind as u64);
    let conditional: &[(c_long, When<'_>)] = &[
        // Threads, yes; processes, no: then the limits of the one hold for all.
        (c::SYS_clone, &[(0, Dword, MaskedEq(c::CLONE_THREAD as u64), 0)]),
        (c::SYS_kill, others),
        (c::SYS_tgkill, others),
        (c::SYS_rt_sigqueueinfo, others),
        (c::SYS_rt_tgsigqueueinfo, others),
        (c::SYS_sched_setparam, strangers),
        (c::SYS_sched_setscheduler, strangers),
        (c::SYS_sched_setattr, strangers),
        (c::SYS_sched_setaffinity, strangers),
        // Limits may be read. Root could raise its own.
        (c::SYS_prlimit64, strangers),
        (c::SYS_prlimit64, &[(2, Qword, Ne, 0)]),
        // Memory that the limit of data doesn't count.
        (c::SYS_mmap, &[(3, Dword, MaskedEq(shared_nowhere), shared_nowhere)]),
        (c::SYS_mmap, &[(3, Dword, MaskedEq(grows), grows)]),
        // Pairs of streams are pipes; datagrams could be sent to any socket of this machine.
        (c::SYS_socketpair, &[(0, Dword, Ne, c::AF_UNIX as u64)]),
        (c::SYS_socketpair, &[(1, Dword, MaskedEq(0xf), kinds[0])]),
        (c::SYS_socketpair, &[(1, Dword, MaskedEq(0xf), kinds[1])]),
        (c::SYS_socketpair, &[(1, Dword, MaskedEq(0xf), kinds[2])]),
        // Signals by way of a file's owner.
        (c::SYS_fcntl, &[(1, Dword, Eq, c::F_SETOWN as u64)]),
        (c::SYS_fcntl, &[(1, Dword, Eq, F_SETOWN_EX)]),
        (c::SYS_ioctl, &[(1, Dword, Eq, FIOSETOWN)]),
        (c::SYS_ioctl, &[(1, Dword, Eq, SIOCSPGRP)]),
    ];
    for (call, when) in conditional {
        rules.entry(*call).or_default().push(rule(when)?);
    }
    apply(with_x32(rules), c::EPERM)
}

const F_SETOWN_EX: u64 = 15;
const FIOSETOWN: u64 = 0x8901;
const SIOCSPGRP: u64 = 0x8902;

/// `clone3` has its flags where a filter can't look. It is told to be missing, so that threads are
/// made by `clone`.
pub(super) fn pretend_missing() -> Result<(), Failure> {
    apply(with_x32(BTreeMap::from([(c::SYS_clone3, Vec::new())])), c::ENOSYS)
}

/// The same calls by the numbers that x86-64 has for 32-bit pointers.
#[cfg(target_arch = "x86_64")]
fn with_x32(mut rules: BTreeMap<i64, Vec<SeccompRule>>) -> BTreeMap<i64, Vec<SeccompRule>> {
    const X32: i64 = 0x4000_0000;
    let again: Vec<_> = rules.iter().map(|(call, rules)| (call | X32, rules.clone())).collect();
    rules.extend(again);
    // Those that have numbers of their own there.
    rules.extend((512..=547).map(|call| (call | X32, Vec::new())));
    rules
}

#[cfg(not(target_arch = "x86_64"))]
fn with_x32(rules: BTreeMap<i64, Vec<SeccompRule>>) -> BTreeMap<i64, Vec<SeccompRule>> {
    rules
}

fn apply(rules: BTreeMap<i64, Vec<SeccompRule>>, answer: i32) -> Result<(), Failure> {
    let refuse = SeccompAction::Errno(answer as u32);
    let filter = SeccompFilter::new(rules, SeccompAction::Allow, refuse, std::env::consts::ARCH.try_into()?)?;
    let program: BpfProgram = filter.try_into()?;
    Ok(apply_filter(&program)?)
}
