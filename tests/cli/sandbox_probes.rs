//! What programs with `--sandbox` may ask of the system, tried call by call: as whoever runs the tests, and as an
//! ordinary user as well where that is root.

#![cfg(target_os = "linux")]

use std::fs;
use std::os::unix::fs::chown;
use std::os::unix::process::CommandExt as _;
use std::path::Path;
use std::process::Command;

use nix::libc::{self as c, c_long};
use nix::unistd::geteuid;

use crate::temporary_folder;

/// The user without rights that every system has.
const NOBODY: u32 = 65534;

/// Returns who plays: whoever runs the tests, and an ordinary user if that is root.
pub(crate) fn users() -> Vec<Option<u32>> {
    if geteuid().is_root() {
        return vec![None, Some(NOBODY)];
    }
    eprintln!("not tested as root: these tests are run by an ordinary user");
    vec![None]
}

/// False, and said so, where this program isn't installed.
pub(crate) fn is_there(program: &str) -> bool {
    let there = Path::new(program).is_file();
    if !there {
        eprintln!("not tested: there is no {program}");
    }
    there
}

/// Returns a program in Perl, which has all calls to the system at hand: it does `before` at its first choice.
fn perl(before: &str) -> String {
    format!(
        "$| = 1;\nmy $begun = 0;\nwhile (my $line = <STDIN>) {{\n  if ($line =~ /\"type\":\"hello\"/) {{ \
         print \"{{\\\"ready\\\": true}}\\n\" }}\n  elsif ($line =~ /\"type\":\"decide\"/) {{\n    \
         unless ($begun++) {{\n{before}\n    }}\n    print \"{{\\\"choose\\\": 0}}\\n\";\n  }}\n}}\n"
    )
}

/// Four plays with this bot as this user: the status, what is said of a failure, and the scratch folders that are left.
pub(crate) fn plays(
    command: &str,
    bot: &str,
    user: Option<u32>,
    options: &[&str],
) -> (Option<i32>, String, Vec<std::ffi::OsString>) {
    let folder = temporary_folder();
    let path = folder.path();
    for name in ["s", "tmp"] {
        fs::create_dir(path.join(name)).unwrap();
    }
    fs::write(path.join("s/bot"), bot).unwrap();
    // Slow machines have their time: nothing here is about being late.
    let file = format!("command = [\"{command}\", \"bot\"]\nseconds = 300\nstart_seconds = 300\n");
    fs::write(path.join("s/p.toml"), file).unwrap();
    let built = assert_cmd::cargo::cargo_bin!("ludometer");
    let mut ludometer = Command::new(built);
    if let Some(user) = user {
        // The ordinary user may not reach the folder that the program was built in. Copied by another process: a
        // file that one thread has open for writing can't be started by any other.
        let own = path.join("ludometer");
        assert!(Command::new("cp").args([built, &own]).status().unwrap().success());
        ludometer = Command::new(own);
        for name in ["", "s", "tmp"] {
            chown(path.join(name), Some(user), Some(user)).unwrap();
        }
        ludometer.uid(user).gid(user);
    }
    let words = ["run", "pure-profit", "--players", "2", "--bots", "s/p.toml", "random", "--quiet"];
    ludometer.args(words).args(["--games", "4", "--threads", "1", "--out", "out"]).args(options);
    ludometer.env("LC_ALL", "C").env("TMPDIR", path.join("tmp")).env("HOME", path.join("none"));
    let output = ludometer.current_dir(path).output().unwrap();
    let names = fs::read_dir(path.join("tmp")).unwrap().map(|entry| entry.unwrap().file_name());
    let left = names.filter(|name| name.to_string_lossy().starts_with("ludometer-bot-")).collect();
    (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned(), left)
}

/// False, and said so, on a system that can't confine programs.
pub(crate) fn can_confine() -> bool {
    let (status, said, _) = plays("/usr/bin/perl", &perl(""), None, &["--sandbox"]);
    if status == Some(2) && said.contains("this system can't confine a bot (") {
        eprintln!("not tested: {said}");
        return false;
    }
    assert_eq!(status, Some(0), "{said}");
    true
}

/// Holds that a confined bot comes to a good end with this, as every user, and that nothing of it is left.
fn is_as_expected(before: &str) {
    for user in users() {
        let (status, said, left) = plays("/usr/bin/perl", &perl(before), user, &["--sandbox"]);
        assert_eq!(status, Some(0), "{user:?}: {said}");
        assert!(left.is_empty(), "{user:?}: {left:?}");
    }
}

/// What a probe finds at hand: names, room, a pipe, a file of its own, another process.
const AT_HAND: &str = r#"
my ($new, $name, $root, $room) = ("$ENV{TMPDIR}/new", "user.x\0", "/\0", "\0" x 4096);
my $lock = pack("s s x4 q q i x4", 0, 0, 0, 0, 0);
my $flags = pack("Q", 0);
open(my $file, "+>", "$ENV{TMPDIR}/file") or die "no file";
open(my $own, "<", "bot") or die "no bot";
pipe(my $out, my $in) or die "no pipe";
my ($f, $o, $p, $other) = (fileno($file), fileno($own), fileno($out), getppid());
my @wrong;
sub probe { my ($what, $expected, $call) = @_; $! = 0; my $got = $call->(); my $error = $got == -1 ? $! + 0 : 0;
  push @wrong, "$what: $error" if $error != $expected; }
"#;

/// Ends the bot with what wasn't as expected, and the number of the error that there was instead.
const END: &str = "if (@wrong) { print STDERR join(', ', @wrong), \"\\n\"; exit 7 }";

/// Returns the probe of a call: its number, what it is given, and the error that it must end with.
fn probe(name: &str, call: c_long, given: &str, error: i32) -> String {
    format!("probe('{name}', {error}, sub {{ syscall({call}, {given}) }});\n")
}

#[test]
fn calls_by_which_a_bot_could_leave_or_talk_are_refused() {
    if !is_there("/usr/bin/perl") || !can_confine() {
        return;
    }
    let refused = [
        ("mknod of a device", c::SYS_mknodat, "-100, $new, 0020666, 0x103"),
        ("mknod of a pipe", c::SYS_mknodat, "-100, $new, 0010666, 0"),
        // A harmless question to a pipe: all but a few are refused.
        ("ioctl FIGETBSZ", c::SYS_ioctl, "$p, 2, $room"),
        ("ioctl FS_IOC_GETFLAGS", c::SYS_ioctl, "$f, 0x80086601, $room"),
        ("ioctl FS_IOC_SETFLAGS", c::SYS_ioctl, "$f, 0x40086602, $flags"),
        ("ioctl FIOSETOWN", c::SYS_ioctl, "$p, 0x8901, $room"),
        ("ioctl TIOCSTI", c::SYS_ioctl, "$p, 0x5412, $room"),
        ("flock", c::SYS_flock, "$o, 1"),
        ("F_GETLK", c::SYS_fcntl, "$o, 5, $lock"),
        ("F_SETLK", c::SYS_fcntl, "$o, 6, $lock"),
        ("F_SETLKW", c::SYS_fcntl, "$o, 7, $lock"),
        ("F_SETOWN", c::SYS_fcntl, "$p, 8, $other"),
        ("F_SETSIG", c::SYS_fcntl, "$p, 10, 1"),
        ("F_OFD_GETLK", c::SYS_fcntl, "$o, 36, $lock"),
        ("F_OFD_SETLK", c::SYS_fcntl, "$o, 37, $lock"),
        ("F_SETLEASE", c::SYS_fcntl, "$o, 1024, 0"),
        ("F_GETLEASE", c::SYS_fcntl, "$o, 1025"),
        ("F_NOTIFY", c::SYS_fcntl, "$o, 1026, 1"),
        ("F_SETPIPE_SZ", c::SYS_fcntl, "$p, 1031, 1048576"),
        ("F_GET_RW_HINT", c::SYS_fcntl, "$o, 1035, $flags"),
        ("F_SET_RW_HINT", c::SYS_fcntl, "$o, 1036, $flags"),
        ("shmget", c::SYS_shmget, "0, 4096, 0600"),
        ("shmat", c::SYS_shmat, "-1, 0, 0"),
        ("shmctl", c::SYS_shmctl, "-1, 2, $room"),
        ("shmdt", c::SYS_shmdt, "0"),
        ("semget", c::SYS_semget, "0, 1, 0600"),
        ("semop", c::SYS_semop, "-1, $room, 1"),
        ("semtimedop", c::SYS_semtimedop, "-1, $room, 1, $room"),
        ("semctl", c::SYS_semctl, "-1, 0, 2, $room"),
        ("msgget", c::SYS_msgget, "0, 0600"),
        ("msgsnd", c::SYS_msgsnd, "-1, $room, 1, 0"),
        ("msgrcv", c::SYS_msgrcv, "-1, $room, 1, 0, 0"),
        ("msgctl", c::SYS_msgctl, "-1, 2, $room"),
        ("mq_open", c::SYS_mq_open, "$name, 0, 0, 0"),
        ("mq_unlink", c::SYS_mq_unlink, "$name"),
        ("mq_timedsend", c::SYS_mq_timedsend, "-1, $room, 1, 0, 0"),
        ("mq_timedreceive", c::SYS_mq_timedreceive, "-1, $room, 1, 0, 0"),
        ("mq_notify", c::SYS_mq_notify, "-1, 0"),
        ("mq_getsetattr", c::SYS_mq_getsetattr, "-1, 0, $room"),
        ("inotify_init1", c::SYS_inotify_init1, "0"),
        ("inotify_add_watch", c::SYS_inotify_add_watch, "$p, $root, 1"),
        ("fanotify_init", c::SYS_fanotify_init, "0, 0"),
        ("fanotify_mark", c::SYS_fanotify_mark, "$p, 1, 1, -100, $root"),
        ("getxattr", c::SYS_getxattr, "$root, $name, $room, 10"),
        ("lgetxattr", c::SYS_lgetxattr, "$root, $name, $room, 10"),
        ("fgetxattr", c::SYS_fgetxattr, "$o, $name, $room, 10"),
        ("listxattr", c::SYS_listxattr, "$root, $room, 10"),
        ("fsetxattr", c::SYS_fsetxattr, "$f, $name, $room, 1, 0"),
        ("getxattrat", 464, "-100, $root, 0, $name, $room, 16"),
        ("sched_setscheduler", c::SYS_sched_setscheduler, "0, 1, $room"),
        ("sched_setparam", c::SYS_sched_setparam, "0, $room"),
        ("sched_setattr", c::SYS_sched_setattr, "0, $room, 0"),
        ("setpriority", c::SYS_setpriority, "0, 0, 1"),
        ("ioprio_get", c::SYS_ioprio_get, "1, 0"),
        ("capget", c::SYS_capget, "$room, $room"),
        ("PR_CAP_AMBIENT", c::SYS_prctl, "47, 4, 0, 0, 0"),
        ("PR_SET_MM", c::SYS_prctl, "35, 1, 0, 0, 0"),
        ("PR_SET_SECCOMP", c::SYS_prctl, "22, 9, 0, 0, 0"),
        ("seccomp", c::SYS_seccomp, "2, 0, $room"),
        ("kill", c::SYS_kill, "$other, 0"),
        ("clone of a process", c::SYS_clone, "0, 0, 0, 0, 0"),
        ("clone with files of its own", c::SYS_clone, "0x10900, 0, 0, 0, 0"),
        ("close_range, apart", c::SYS_close_range, "1000, 1001, 2"),
        ("mmap, shared with nobody", c::SYS_mmap, "0, 4096, 1, 0x21, -1, 0"),
        ("mmap, growing", c::SYS_mmap, "0, 4096, 1, 0x122, -1, 0"),
        ("mmap, huge pages", c::SYS_mmap, "0, 2097152, 1, 0x40022, -1, 0"),
        ("memfd_create", c::SYS_memfd_create, "$name, 0"),
        ("vmsplice", c::SYS_vmsplice, "$p, $room, 0, 0"),
        ("io_setup", c::SYS_io_setup, "1, $room"),
        ("io_uring_setup", c::SYS_io_uring_setup, "1, $room"),
        ("socket", c::SYS_socket, "1, 1, 0"),
        ("socketpair of datagrams", c::SYS_socketpair, "1, 2, 0, $room"),
        ("sendmsg, which can carry handles", c::SYS_sendmsg, "$p, $room, 0"),
        ("sendmmsg, which can carry handles", c::SYS_sendmmsg, "$p, $room, 1, 0"),
        ("name_to_handle_at", c::SYS_name_to_handle_at, "-100, $root, $room, $room, 0"),
        ("fchmodat", c::SYS_fchmodat, "-100, $new, 0777"),
        ("syncfs", c::SYS_syncfs, "$f"),
        ("mount", c::SYS_mount, "0, 0, 0, 0, 0"),
        ("unshare", c::SYS_unshare, "0x10000000"),
        ("chroot", c::SYS_chroot, "$root"),
        ("setuid", c::SYS_setuid, "0"),
    ];
    let probes: String =
        refused.iter().map(|(name, call, given)| probe(name, *call, given, c::EPERM)).collect();
    // A file system is never frozen here: it is asked of a pipe, and that only where `ioctl` refuses what isn't
    // on its list.
    let freeze = probe("ioctl FIFREEZE", c::SYS_ioctl, "$p, 0xc0045877, 0", c::EPERM);
    is_as_expected(&format!("{AT_HAND}{probes}unless (@wrong) {{ {freeze} }}\n{END}"));
}

#[test]
fn what_is_about_other_processes_or_unknown_is_missing() {
    if !is_there("/usr/bin/perl") || !can_confine() {
        return;
    }
    let missing = [
        ("a call from the future", 1000, "0"),
        ("clone3", c::SYS_clone3, "$room, 88"),
        ("openat2", c::SYS_openat2, "-100, $root, $room, 24"),
        ("mincore", c::SYS_mincore, "0, 4096, $room"),
        ("cachestat", 451, "$o, $room, $room, 0"),
        ("preadv2 of what is at hand", c::SYS_preadv2, "$o, $room, 1, 0, 0, 8"),
        ("getpgid of another", c::SYS_getpgid, "$other"),
        ("getsid of another", c::SYS_getsid, "$other"),
        ("getpriority of another", c::SYS_getpriority, "0, $other"),
        ("sched_getaffinity of another", c::SYS_sched_getaffinity, "$other, 128, $room"),
        ("sched_getscheduler of another", c::SYS_sched_getscheduler, "$other"),
        ("sched_getattr of another", c::SYS_sched_getattr, "$other, $room, 56, 0"),
        ("timer on the time of another", c::SYS_timer_create, "((~$other << 3) | 2) & 0xffffffff, 0, $room"),
        ("time of another", c::SYS_clock_gettime, "((~$other << 3) | 2) & 0xffffffff, $room"),
    ];
    let own = [
        ("getpgid", c::SYS_getpgid, "0"),
        ("getpgid by number", c::SYS_getpgid, "$$ + 0"),
        ("getpriority", c::SYS_getpriority, "0, 0"),
        ("sched_getaffinity", c::SYS_sched_getaffinity, "0, 128, $room"),
        ("sched_setaffinity", c::SYS_sched_setaffinity, "0, 128, $room"),
        ("time", c::SYS_clock_gettime, "1, $room"),
        ("time of a thread", c::SYS_clock_gettime, "0xfffffffe, $room"),
        ("preadv2", c::SYS_preadv2, "$o, $room, 0, 0, 0, 0"),
        ("FIONREAD", c::SYS_ioctl, "$p, 0x541b, $room"),
        ("F_GETFL", c::SYS_fcntl, "$o, 3, 0"),
        ("PR_SET_NAME", c::SYS_prctl, "15, $name, 0, 0, 0"),
        ("64 KiB of memory", c::SYS_mmap, "0, 65536, 3, 0x22, -1, 0"),
    ];
    let missing = missing.iter().map(|(name, call, given)| probe(name, *call, given, c::ENOSYS));
    let own = own.iter().map(|(name, call, given)| probe(name, *call, given, 0));
    // Of timers the user has so many, and the bot none.
    let timer = probe("timer", c::SYS_timer_create, "1, 0, $room", c::EAGAIN);
    let mut probes: String = missing.chain(own).chain([timer]).collect();
    if cfg!(target_arch = "x86_64") {
        probes += &probe("getpid by another number", c::SYS_getpid | 0x4000_0000, "0", c::ENOSYS);
    }
    is_as_expected(&format!("{AT_HAND}{probes}{END}"));
}

#[test]
fn no_capabilities_and_no_memory_beyond_the_limits() {
    if !is_there("/usr/bin/perl") || !can_confine() {
        return;
    }
    // 32 GiB of addresses may be reserved, 65 may not, and no more than 64 in sum.
    let memory = [
        ("32 GiB", "0, 32 << 30, 1, 0x4022, -1, 0", 0),
        ("65 GiB", "0, 65 << 30, 1, 0x4022, -1, 0", c::ENOMEM),
        ("32 GiB again", "0, 32 << 30, 1, 0x4022, -1, 0", c::ENOMEM),
        ("2 GiB of data", "0, 2 << 30, 3, 0x4022, -1, 0", c::ENOMEM),
    ];
    let memory: String =
        memory.iter().map(|(name, given, error)| probe(name, c::SYS_mmap, given, *error)).collect();
    let prctl = c::SYS_prctl;
    let rights = format!(
        r#"
push @wrong, "programs can give new rights" unless syscall({prctl}, 39, 0, 0, 0, 0) == 1;
for my $right (0 .. 63) {{
  push @wrong, "bound $right" if $> == 0 && syscall({prctl}, 23, $right, 0, 0, 0) == 1;
}}
syscall({openat}, -100, $new, 0101, 0) >= 0 or push @wrong, "can't make a file";
probe('file without rights', 13, sub {{ syscall({openat}, -100, $new, 0) }});
my $zero = "/dev/zero\0";
probe('shared memory by way of /dev/zero', 13, sub {{ syscall({openat}, -100, $zero, 0) }});
"#,
        openat = c::SYS_openat,
    );
    is_as_expected(&format!("{AT_HAND}{memory}{rights}{END}"));
}

#[test]
fn locks_on_a_strategy_file_are_a_way_to_talk_that_is_closed() {
    if !is_there("/usr/bin/perl") || !can_confine() {
        return;
    }
    let locks = [("F_SETLK", c::SYS_fcntl, "$o, 6, $lock"), ("flock", c::SYS_flock, "$o, 1")];
    for user in users() {
        for (error, options) in [(c::EPERM, &["--sandbox"][..]), (0, &[])] {
            let probes: String =
                locks.iter().map(|(name, call, given)| probe(name, *call, given, error)).collect();
            let bot = perl(&format!("{AT_HAND}{probes}{END}"));
            let (status, said, _) = plays("/usr/bin/perl", &bot, user, options);
            assert_eq!(status, Some(0), "{user:?} {options:?}: {said}");
        }
    }
}

#[test]
fn deep_and_closed_folders_of_a_bot_go_with_it() {
    if !is_there("/usr/bin/perl") || !can_confine() {
        return;
    }
    is_as_expected(
        "chdir $ENV{TMPDIR}; mkdir 'closed'; open(F, '>', 'closed/x'); close F; mkdir 'closed/in', 0300; \
         mkdir 'closed/in/in', 0; mkdir 'open', 0300; mkdir '1', 0100; \
         for (1 .. 2000) { mkdir 'd' or exit 7; chdir 'd' or exit 7 }",
    );
}

#[test]
fn a_bot_is_not_confined_where_no_home_folder_is_known() {
    if !geteuid().is_root() || !is_there("/usr/bin/perl") || !can_confine() {
        eprintln!("not tested: only root can play as another user, and only where bots can be confined");
        return;
    }
    // A user that the system doesn't know; `plays` lets HOME lead nowhere.
    let (status, said, left) = plays("/usr/bin/perl", &perl(""), Some(2_000_000_011), &["--sandbox"]);
    assert_eq!(status, Some(1), "{said}");
    let words: Vec<&str> = said.split_whitespace().collect();
    assert!(words.join(" ").contains("HOME leads to no folder, and the system knows of none"), "{said}");
    assert!(left.is_empty(), "{left:?}");
}
