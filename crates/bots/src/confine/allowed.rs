//! The calls to the system that a bot may make, as data, and what it may ask by the wide ones.

use nix::libc::{self as c, c_long};

/// The calls that a bot may make, whatever it gives them. Files are Landlock's, memory and sizes
/// are the limits'.
pub(super) const ALLOWED: &[c_long] = &[
    // Files: contents and names.
    c::SYS_openat,
    c::SYS_close,
    c::SYS_read,
    c::SYS_write,
    c::SYS_readv,
    c::SYS_writev,
    c::SYS_pread64,
    c::SYS_pwrite64,
    c::SYS_preadv,
    c::SYS_pwritev,
    c::SYS_lseek,
    c::SYS_fstat,
    c::SYS_newfstatat,
    c::SYS_statx,
    c::SYS_statfs,
    c::SYS_fstatfs,
    c::SYS_faccessat,
    c::SYS_faccessat2,
    c::SYS_readlinkat,
    c::SYS_getdents64,
    c::SYS_getcwd,
    c::SYS_chdir,
    c::SYS_fchdir,
    c::SYS_mkdirat,
    c::SYS_unlinkat,
    c::SYS_renameat2,
    c::SYS_linkat,
    c::SYS_symlinkat,
    c::SYS_truncate,
    c::SYS_ftruncate,
    c::SYS_fallocate,
    c::SYS_umask,
    c::SYS_fsync,
    c::SYS_fdatasync,
    c::SYS_sync_file_range,
    c::SYS_fadvise64,
    c::SYS_readahead,
    c::SYS_sendfile,
    c::SYS_splice,
    c::SYS_copy_file_range,
    // Handles, and pairs of pipes, which lead nowhere else.
    c::SYS_dup,
    c::SYS_dup3,
    c::SYS_pipe2,
    c::SYS_pselect6,
    c::SYS_ppoll,
    c::SYS_epoll_create1,
    c::SYS_epoll_ctl,
    c::SYS_epoll_pwait,
    c::SYS_epoll_pwait2,
    c::SYS_eventfd2,
    c::SYS_signalfd4,
    c::SYS_timerfd_create,
    c::SYS_timerfd_settime,
    c::SYS_timerfd_gettime,
    c::SYS_sendto,
    c::SYS_recvfrom,
    c::SYS_recvmsg,
    c::SYS_recvmmsg,
    c::SYS_shutdown,
    c::SYS_getsockopt,
    c::SYS_getsockname,
    c::SYS_getpeername,
    // Its own memory.
    c::SYS_brk,
    c::SYS_munmap,
    c::SYS_mremap,
    c::SYS_mprotect,
    c::SYS_msync,
    c::SYS_madvise,
    c::SYS_mlock,
    c::SYS_mlock2,
    c::SYS_munlock,
    c::SYS_mlockall,
    c::SYS_munlockall,
    c::SYS_mbind,
    c::SYS_get_mempolicy,
    c::SYS_set_mempolicy,
    c::SYS_pkey_alloc,
    c::SYS_pkey_free,
    c::SYS_pkey_mprotect,
    MSEAL,
    // Its own threads and signals, and becoming another program.
    c::SYS_execve,
    c::SYS_execveat,
    c::SYS_exit,
    c::SYS_exit_group,
    c::SYS_wait4,
    c::SYS_waitid,
    c::SYS_futex,
    c::SYS_futex_waitv,
    c::SYS_set_robust_list,
    c::SYS_set_tid_address,
    c::SYS_rseq,
    c::SYS_membarrier,
    c::SYS_restart_syscall,
    c::SYS_sched_yield,
    c::SYS_rt_sigaction,
    c::SYS_rt_sigprocmask,
    c::SYS_rt_sigreturn,
    c::SYS_rt_sigpending,
    c::SYS_rt_sigsuspend,
    c::SYS_rt_sigtimedwait,
    c::SYS_sigaltstack,
    // Time.
    c::SYS_nanosleep,
    c::SYS_gettimeofday,
    c::SYS_times,
    c::SYS_getitimer,
    c::SYS_setitimer,
    c::SYS_timer_settime,
    c::SYS_timer_gettime,
    c::SYS_timer_getoverrun,
    c::SYS_timer_delete,
    // Who and where it is.
    c::SYS_getpid,
    c::SYS_getppid,
    c::SYS_gettid,
    c::SYS_getuid,
    c::SYS_geteuid,
    c::SYS_getgid,
    c::SYS_getegid,
    c::SYS_getresuid,
    c::SYS_getresgid,
    c::SYS_getgroups,
    c::SYS_getrusage,
    c::SYS_getcpu,
    c::SYS_getrandom,
    c::SYS_uname,
    c::SYS_sysinfo,
    c::SYS_personality,
    c::SYS_sched_get_priority_max,
    c::SYS_sched_get_priority_min,
];

/// The further calls of each kind of machine: the older forms of the same, mostly.
#[cfg(target_arch = "x86_64")]
pub(super) const ALLOWED_HERE: &[c_long] = &[
    c::SYS_open,
    c::SYS_creat,
    c::SYS_stat,
    c::SYS_lstat,
    c::SYS_access,
    c::SYS_readlink,
    c::SYS_getdents,
    c::SYS_mkdir,
    c::SYS_rmdir,
    c::SYS_unlink,
    c::SYS_rename,
    c::SYS_renameat,
    c::SYS_link,
    c::SYS_symlink,
    c::SYS_dup2,
    c::SYS_pipe,
    c::SYS_select,
    c::SYS_poll,
    c::SYS_epoll_create,
    c::SYS_epoll_wait,
    c::SYS_eventfd,
    c::SYS_signalfd,
    c::SYS_pause,
    c::SYS_alarm,
    c::SYS_time,
    c::SYS_getrlimit,
    c::SYS_getpgrp,
    c::SYS_arch_prctl,
    MAP_SHADOW_STACK,
];
#[cfg(target_arch = "aarch64")]
pub(super) const ALLOWED_HERE: &[c_long] = &[c::SYS_renameat, c::SYS_getrlimit, MAP_SHADOW_STACK];
#[cfg(target_arch = "riscv64")]
pub(super) const ALLOWED_HERE: &[c_long] = &[c::SYS_getrlimit, RISCV_HWPROBE, RISCV_FLUSH_ICACHE];

/// Calls that are younger than their names in the library, by the number that they have everywhere.
#[cfg(not(target_arch = "riscv64"))]
const MAP_SHADOW_STACK: c_long = 453;
const MSEAL: c_long = 462;

/// Calls that ask what processors of this kind can do, and that make code run that was just written.
#[cfg(target_arch = "riscv64")]
const RISCV_HWPROBE: c_long = 258;
#[cfg(target_arch = "riscv64")]
const RISCV_FLUSH_ICACHE: c_long = 259;

/// Requests that a bot may make of a file handle by `ioctl`: whether it is a terminal and how large, how much
/// there is to read, and the flags that `fcntl` sets as well.
///
/// By number, as the library has them as whole numbers of one width here and of another there.
pub(super) const IOCTL: &[u64] =
    &[TCGETS, TCGETS2, TIOCGPGRP, TIOCGWINSZ, FIONREAD, FIONBIO, FIONCLEX, FIOCLEX];
const TCGETS: u64 = 0x5401;
const TCGETS2: u64 = 0x802c_542a;
const TIOCGPGRP: u64 = 0x540f;
const TIOCGWINSZ: u64 = 0x5413;
const FIONREAD: u64 = 0x541b;
const FIONBIO: u64 = 0x5421;
const FIONCLEX: u64 = 0x5450;
const FIOCLEX: u64 = 0x5451;

/// Commands that it may give a file handle by `fcntl`: double it and its flags. Not: locks, leases,
/// watched folders, hints and owners, which others would notice.
pub(super) const FCNTL: &[u64] = &[
    c::F_DUPFD as u64,
    c::F_DUPFD_CLOEXEC as u64,
    c::F_GETFD as u64,
    c::F_SETFD as u64,
    c::F_GETFL as u64,
    c::F_SETFL as u64,
    c::F_GETPIPE_SZ as u64,
];

/// Requests that it may make of `prctl`: about itself alone, and nothing that loosens what holds it.
pub(super) const PRCTL: &[u64] = &[
    c::PR_SET_PDEATHSIG as u64,
    c::PR_GET_PDEATHSIG as u64,
    c::PR_GET_DUMPABLE as u64,
    c::PR_SET_DUMPABLE as u64,
    c::PR_SET_NAME as u64,
    c::PR_GET_NAME as u64,
    c::PR_GET_SECCOMP as u64,
    c::PR_CAPBSET_READ as u64,
    c::PR_SET_TIMERSLACK as u64,
    c::PR_GET_TIMERSLACK as u64,
    c::PR_SET_NO_NEW_PRIVS as u64,
    c::PR_GET_NO_NEW_PRIVS as u64,
    c::PR_SET_THP_DISABLE as u64,
    c::PR_GET_THP_DISABLE as u64,
    c::PR_SET_VMA as u64,
    // Of processors: vectors, pointers with signatures, tagged addresses, speculation.
    PR_SVE_SET_VL,
    PR_SVE_GET_VL,
    PR_GET_SPECULATION_CTRL,
    PR_PAC_RESET_KEYS,
    PR_SET_TAGGED_ADDR_CTRL,
    PR_GET_TAGGED_ADDR_CTRL,
    PR_RISCV_V_SET_CONTROL,
    PR_RISCV_V_GET_CONTROL,
    PR_RISCV_SET_ICACHE_FLUSH_CTX,
];
const PR_SVE_SET_VL: u64 = 50;
const PR_SVE_GET_VL: u64 = 51;
const PR_GET_SPECULATION_CTRL: u64 = 52;
const PR_PAC_RESET_KEYS: u64 = 54;
const PR_SET_TAGGED_ADDR_CTRL: u64 = 55;
const PR_GET_TAGGED_ADDR_CTRL: u64 = 56;
const PR_RISCV_V_SET_CONTROL: u64 = 69;
const PR_RISCV_V_GET_CONTROL: u64 = 70;
const PR_RISCV_SET_ICACHE_FLUSH_CTX: u64 = 71;
