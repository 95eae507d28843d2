//! The calls to the system that a bot may make, held by seccomp.
//!
//! Two filters. The first knows [`ALLOWED`] and [`REFUSED`]; whatever stands in neither is reported to
//! be missing (`ENOSYS`), so that programs go back to older calls: what is younger than this
//! program, the calls by the numbers that x86-64 has for 32-bit pointers, and some whose arguments a
//! filter can't see (`clone3`, `openat2`). The second answers that it isn't permitted (`EPERM`).

use std::collections::BTreeMap;

use nix::libc::{self as c, c_long};
use seccompiler::SeccompCmpArgLen::{Dword, Qword};
use seccompiler::SeccompCmpOp::{self, Eq, Lt, MaskedEq, Ne};
use seccompiler::{
    BpfProgram, SeccompAction, SeccompCmpArgLen, SeccompCondition, SeccompFilter, SeccompRule, apply_filter,
};

use super::allowed::{ALLOWED, ALLOWED_HERE, FCNTL, IOCTL, PRCTL};
use super::refused::{REFUSED, REFUSED_HERE};

type Failure = Box<dyn std::error::Error + Send + Sync>;

/// The rules of a filter: a call matches if one of its rules does, or if it has none.
type Rules = BTreeMap<c_long, Vec<SeccompRule>>;

/// The conditions of one rule, all of which must hold: argument, its width, comparison, value.
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

/// Holds where this argument is none of these.
fn none_of(argument: u8, values: &[u64]) -> Vec<(u8, SeccompCmpArgLen, SeccompCmpOp, u64)> {
    values.iter().map(|value| (argument, Dword, Ne, *value)).collect()
}

/// Returns the rules for these calls, whatever they are given.
fn whatever<'a>(calls: impl IntoIterator<Item = &'a c_long>) -> Rules {
    calls.into_iter().map(|call| (*call, Vec::new())).collect()
}

fn add(rules: &mut Rules, conditional: &[(c_long, When<'_>)]) -> Result<(), Failure> {
    for (call, when) in conditional {
        rules.entry(*call).or_default().push(rule(when)?);
    }
    Ok(())
}

/// Holds this process and what it becomes to the calls that a bot may make.
pub(super) fn hold() -> Result<(), Failure> {
    let refused = refused()?;
    let known = known(&refused)?;
    apply(known, SeccompAction::Errno(c::ENOSYS as u32), SeccompAction::Allow)?;
    apply(refused, SeccompAction::Allow, SeccompAction::Errno(c::EPERM as u32))
}

/// Returns the calls that are refused: all of [`REFUSED`], and others with certain arguments.
fn refused() -> Result<Rules, Failure> {
    // The bot will have this number: it takes the place of this process and can have no child.
    let this = u64::from(std::process::id());
    let others: When<'_> = &[(0, Dword, Ne, this)];
    let strangers: When<'_> = &[(0, Dword, Ne, 0), (0, Dword, Ne, this)];
    let shared_nowhere = (c::MAP_SHARED | c::MAP_ANONYMOUS) as u64;
    let grows = c::MAP_GROWSDOWN as u64;
    let apart = c::CLOSE_RANGE_UNSHARE as u64;
    let huge = c::MAP_HUGETLB as u64;
    let kinds = [c::SOCK_DGRAM, c::SOCK_RAW, c::SOCK_SEQPACKET].map(|kind| kind as u64);
    let mut rules = whatever(REFUSED.iter().chain(REFUSED_HERE));
    add(
        &mut rules,
        &[
            // Threads, yes; processes, no: then the limits of the one hold for all. Nor threads with file
            // handles of their own, each of which would have its own limit.
            (c::SYS_clone, &[(0, Dword, MaskedEq(c::CLONE_THREAD as u64), 0)]),
            (c::SYS_clone, &[(0, Dword, MaskedEq(c::CLONE_FILES as u64), 0)]),
            (c::SYS_close_range, &[(2, Dword, MaskedEq(apart), apart)]),
            (c::SYS_kill, others),
            (c::SYS_tgkill, others),
            (c::SYS_rt_sigqueueinfo, others),
            (c::SYS_rt_tgsigqueueinfo, others),
            (c::SYS_sched_setaffinity, strangers),
            // Limits may be read. Root could raise its own.
            (c::SYS_prlimit64, strangers),
            (c::SYS_prlimit64, &[(2, Qword, Ne, 0)]),
            // Memory that the limit of data doesn't count.
            (c::SYS_mmap, &[(3, Dword, MaskedEq(shared_nowhere), shared_nowhere)]),
            (c::SYS_mmap, &[(3, Dword, MaskedEq(grows), grows)]),
            (c::SYS_mmap, &[(3, Dword, MaskedEq(huge), huge)]),
            // Pairs of streams are pipes; datagrams could be sent to any socket of this machine.
            (c::SYS_socketpair, &[(0, Dword, Ne, c::AF_UNIX as u64)]),
            (c::SYS_socketpair, &[(1, Dword, MaskedEq(0xf), kinds[0])]),
            (c::SYS_socketpair, &[(1, Dword, MaskedEq(0xf), kinds[1])]),
            (c::SYS_socketpair, &[(1, Dword, MaskedEq(0xf), kinds[2])]),
            // Wide calls, of which a bot needs little.
            (c::SYS_ioctl, &none_of(1, IOCTL)),
            (c::SYS_fcntl, &none_of(1, FCNTL)),
            (c::SYS_prctl, &none_of(0, PRCTL)),
        ],
    )?;
    Ok(rules)
}

/// Returns what isn't missing: what is allowed, what is refused, and some for the bot itself alone. Of those
/// the answer of others would be a sign that one process could give to another: its processors, its
/// priority, its time, whether it lives.
fn known(refused: &Rules) -> Result<Rules, Failure> {
    // Those that are refused under conditions are among the keys.
    let mut rules = whatever(ALLOWED.iter().chain(ALLOWED_HERE).chain(refused.keys()));
    let this = u64::from(std::process::id());
    for call in [
        c::SYS_getpgid,
        c::SYS_getsid,
        c::SYS_sched_getaffinity,
        c::SYS_sched_getattr,
        c::SYS_sched_getparam,
        c::SYS_sched_getscheduler,
        c::SYS_sched_rr_get_interval,
    ] {
        add(&mut rules, &[(call, &[(0, Dword, Eq, 0)]), (call, &[(0, Dword, Eq, this)])])?;
    }
    let own = |value| [(0, Dword, Eq, c::PRIO_PROCESS as u64), (1, Dword, Eq, value)];
    add(&mut rules, &[(c::SYS_getpriority, &own(0)), (c::SYS_getpriority, &own(this))])?;
    for call in [c::SYS_clock_gettime, c::SYS_clock_getres, c::SYS_clock_nanosleep, c::SYS_timer_create] {
        add(
            &mut rules,
            &[
                // The clocks of the system, those of the bot, and those of its threads; the rest are the
                // processor times of other processes.
                (call, &[(0, Dword, Lt, SYSTEM_CLOCKS)]),
                (call, &[(0, Dword, MaskedEq(THREAD_CLOCK), THREAD_CLOCK)]),
            ],
        )?;
    }
    // With flags they tell which parts of a file somebody has read lately.
    for call in [c::SYS_preadv2, c::SYS_pwritev2] {
        add(&mut rules, &[(call, &[(5, Dword, Eq, 0)])])?;
    }
    Ok(rules)
}

/// The clocks that have a number of their own are below this.
const SYSTEM_CLOCKS: u64 = 32;

/// The bit of a clock's number that says that it is a thread's.
const THREAD_CLOCK: u64 = 4;

/// Answers so where no rule matches, and so where one does.
fn apply(rules: Rules, otherwise: SeccompAction, matched: SeccompAction) -> Result<(), Failure> {
    let filter = SeccompFilter::new(rules, otherwise, matched, std::env::consts::ARCH.try_into()?)?;
    let program: BpfProgram = filter.try_into()?;
    Ok(apply_filter(&program)?)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn a_call_stands_in_one_list() {
        let allowed: BTreeSet<_> = ALLOWED.iter().chain(ALLOWED_HERE).collect();
        let refused: BTreeSet<_> = REFUSED.iter().chain(REFUSED_HERE).collect();
        assert_eq!(allowed.len(), ALLOWED.len() + ALLOWED_HERE.len());
        assert_eq!(refused.len(), REFUSED.len() + REFUSED_HERE.len());
        assert_eq!(allowed.intersection(&refused).collect::<Vec<_>>(), Vec::<&&c_long>::new());
        // What is allowed under conditions has them in one place.
        for call in
            super::refused().unwrap().iter().filter(|(_, rules)| !rules.is_empty()).map(|(call, _)| call)
        {
            assert!(!allowed.contains(call), "{call}");
        }
    }
}
