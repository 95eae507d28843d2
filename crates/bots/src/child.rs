//! A bot's process: started in a group of its own, spoken to line by line within a time, and gone
//! with all its children when it is dropped.

use std::collections::BTreeMap;
use std::fs;
use std::io::{self, Read, Write};
use std::os::fd::{AsFd, BorrowedFd};
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::{Child as Process, ChildStderr, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread::{sleep, yield_now};
use std::time::{Duration, Instant};

use nix::fcntl::{FcntlArg, OFlag, fcntl};
use nix::poll::{PollFd, PollFlags, PollTimeout, poll};
use nix::sys::signal::{Signal, kill, killpg};
use nix::unistd::Pid;

use super::confine::{self, MARK, Scratch};
use ludometer_model::is_hidden;

/// The most bytes of one answer, without the end of its line.
pub(super) const MAX_LINE: usize = 1 << 16;

/// The most bytes of standard error that are kept: the last ones.
const MAX_WORDS: usize = 2000;

/// How long a process may take to end when nothing more is asked of it.
const GRACE: Duration = Duration::from_millis(200);

/// How long a process is watched at most until it waits for a question. One that works on for longer does so all the
/// time, and is not watched again.
const REST: Duration = Duration::from_millis(200);

/// How long it may take to notice that nobody waits for an answer any more.
const SLICE: Duration = Duration::from_millis(50);

/// The resources that must go when a bot's process goes.
struct Alive {
    mark: String,
    /// The folder that a confined one may write to.
    scratch: Option<PathBuf>,
}

/// The groups that are alive.
static ALIVE: Mutex<BTreeMap<i32, Alive>> = Mutex::new(BTreeMap::new());

fn alive() -> MutexGuard<'static, BTreeMap<i32, Alive>> {
    ALIVE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Kills all processes of all bots at once: for an end without clean-up.
pub(super) fn kill_all() {
    for (&group, Alive { mark, scratch }) in &*alive() {
        kill_group(group, mark);
        if let Some(scratch) = scratch {
            let _ = confine::remove(scratch);
        }
    }
}

/// How often children that left their group are looked for at most, two milliseconds apart.
const LOOKS: u32 = 250;

fn kill_group(group: i32, mark: &str) {
    // It fails where nobody is left, which is what is wanted.
    let _ = killpg(Pid::from_raw(group), Signal::SIGKILL);
    // A child that left the group is still known by its environment (on Linux).
    let entry = format!("{MARK}={mark}");
    let mut found_none = false;
    for _ in 0..LOOKS {
        let marked = processes_with(entry.as_bytes());
        // Looked for twice: one that is just becoming another program has no environment for a moment. What is
        // killed is there until a busy machine comes to it.
        if marked.is_empty() && found_none {
            return;
        }
        found_none = marked.is_empty();
        for pid in marked {
            let _ = kill(Pid::from_raw(pid), Signal::SIGKILL);
        }
        sleep(Duration::from_millis(2));
    }
}

/// Returns the processes whose environment has this entry. Dead ones have none.
fn processes_with(entry: &[u8]) -> Vec<i32> {
    let Ok(entries) = fs::read_dir("/proc") else { return Vec::new() };
    let pids = entries.flatten().filter_map(|e| e.file_name().to_str()?.parse::<i32>().ok());
    pids.filter(|pid| {
        fs::read(format!("/proc/{pid}/environ"))
            .is_ok_and(|environment| environment.split(|&b| b == 0).any(|e| e == entry))
    })
    .collect()
}

/// Returns true if a thread of this process is running or about to (on Linux).
fn is_working(process: u32) -> bool {
    let works = |stat: PathBuf| {
        // The state stands behind the name, which may hold anything.
        let stat = fs::read_to_string(stat).unwrap_or_default();
        let state = stat.rsplit_once(')').and_then(|(_, rest)| rest.trim_start().chars().next());
        matches!(state, Some('R' | 'D'))
    };
    // Its first thread is that of most.
    works(format!("/proc/{process}/stat").into())
        || fs::read_dir(format!("/proc/{process}/task"))
            .is_ok_and(|threads| threads.flatten().any(|thread| works(thread.path().join("stat"))))
}

/// A process that is running, or was.
pub(super) struct Child {
    process: Process,
    input: Option<ChildStdin>,
    output: ChildStdout,
    complaints: Option<ChildStderr>,
    mark: String,
    /// True once it was asked something: what it wrote before that is its answer to the first question.
    asked: bool,
    /// True if it goes on working between questions.
    restless: bool,
    /// Its output that nobody has read.
    unread: Vec<u8>,
    /// The last of what it wrote to standard error.
    words: Vec<u8>,
    /// The folder that a confined process may write to.
    scratch: Option<Scratch>,
}

/// Makes a file handle one that never waits.
fn at_once(handle: impl AsFd) -> io::Result<()> {
    let flags = OFlag::from_bits_truncate(fcntl(handle.as_fd(), FcntlArg::F_GETFL)?);
    fcntl(handle.as_fd(), FcntlArg::F_SETFL(flags | OFlag::O_NONBLOCK))?;
    Ok(())
}

impl Child {
    /// Starts a command in this folder, with next to no rights if it is to be confined.
    pub(super) fn start(command: &[String], folder: &Path, confined: bool) -> Result<Self, String> {
        static NUMBER: AtomicU64 = AtomicU64::new(0);
        let Some((program, arguments)) = command.split_first() else { return Err("no command".to_owned()) };
        let mark = format!("{}-{}", std::process::id(), NUMBER.fetch_add(1, Ordering::Relaxed));
        // A path belongs to the strategy file's folder, a plain name to the usual places.
        // In full, as the process starts in that folder.
        let path = if program.contains('/') { folder.join(program) } else { program.into() };
        let path = if program.contains('/') { std::path::absolute(&path).unwrap_or(path) } else { path };
        let (mut starting, scratch) = if confined {
            let confined = confine::command(program, arguments, folder);
            let (starting, scratch) = confined.map_err(|error| error.to_string())?;
            (starting, Some(scratch))
        } else {
            let mut starting = Command::new(path);
            starting.args(arguments);
            (starting, None)
        };
        let spawned = starting
            .current_dir(folder)
            .env(MARK, &mark)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .process_group(0)
            .spawn();
        let mut process = spawned.map_err(|error| format!("`{program}` can't be started: {error}"))?;
        let own = scratch.as_ref().map(|scratch| scratch.path().to_owned());
        alive().insert(process.id() as i32, Alive { mark: mark.clone(), scratch: own });
        let handles = (process.stdin.take(), process.stdout.take(), process.stderr.take());
        let (Some(input), Some(output), Some(complaints)) = handles else {
            return Err("it has no pipes".to_owned());
        };
        let child = Self {
            process,
            input: Some(input),
            output,
            complaints: Some(complaints),
            mark,
            asked: false,
            restless: false,
            unread: Vec::new(),
            words: Vec::new(),
            scratch,
        };
        let set = || -> io::Result<()> {
            at_once(&child.output)?;
            child.complaints.as_ref().map_or(Ok(()), at_once)?;
            child.input.as_ref().map_or(Ok(()), at_once)
        };
        set().map_err(|error| format!("its pipes can't be used: {error}"))?;
        Ok(child)
    }

    /// Returns false if the process has ended.
    pub(super) fn is_running(&mut self) -> bool {
        matches!(self.process.try_wait(), Ok(None))
    }

    /// Sends these lines and, with `answer`, waits for one line in return, unless `called_off`.
    pub(super) fn exchange(
        &mut self,
        lines: &[u8],
        answer: bool,
        limit: Duration,
        called_off: impl Fn() -> bool,
    ) -> Result<String, String> {
        let deadline = Instant::now() + limit;
        // Before the first question it may or may not have got as far as writing: reported alike.
        if answer && std::mem::replace(&mut self.asked, true) {
            // Whoever is faster must not decide whether a line too many is found now or taken for the next answer.
            self.let_rest(&called_off);
            self.read_output()?;
            if !self.unread.is_empty() {
                return Err("wrote a line that it was not asked for".to_owned());
            }
        }
        let mut unsent = self.write_some(lines)?;
        let mut ended = false;
        loop {
            if unsent.is_empty() && !answer {
                return Ok(String::new());
            }
            let end = self.unread.iter().position(|&b| b == b'\n');
            if end.unwrap_or(self.unread.len()) > MAX_LINE {
                return Err(format!("answered with more than {MAX_LINE} bytes"));
            }
            if let Some(at) = end {
                let line: Vec<u8> = self.unread.drain(..=at).collect();
                return String::from_utf8(line).map_err(|_| "answered with what is no UTF-8".to_owned());
            }
            if ended {
                return Err(self.how_it_ended());
            }
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Err(format!("did not answer within {} s", limit.as_secs_f64()));
            }
            if called_off() {
                return Err("called off".to_owned());
            }
            self.wait(!unsent.is_empty(), left.min(SLICE))?;
            if !unsent.is_empty() {
                unsent = self.write_some(unsent)?;
            }
            ended = self.read_output()?;
            self.read_complaints();
        }
    }

    /// Lets it do what it still does after an answer, until it waits for the next question.
    fn let_rest(&mut self, called_off: impl Fn() -> bool) {
        let begun = Instant::now();
        while !self.restless && !called_off() && is_working(self.process.id()) {
            let passed = begun.elapsed();
            self.restless = passed > REST;
            // It mostly takes some microseconds, which a sleep would make many.
            if passed < Duration::from_millis(1) { yield_now() } else { sleep(Duration::from_micros(200)) }
        }
    }

    /// Waits until something can be read, or written where there is something to write.
    fn wait(&self, writing: bool, left: Duration) -> Result<(), String> {
        // Rounded up: a last wait of less than a millisecond must not become a busy loop.
        let milliseconds = u16::try_from(left.as_millis() + 1).unwrap_or(u16::MAX);
        let mut handles = vec![PollFd::new(self.output.as_fd(), PollFlags::POLLIN)];
        if let Some(complaints) = &self.complaints {
            handles.push(PollFd::new(complaints.as_fd(), PollFlags::POLLIN));
        }
        if let Some(input) = self.input.as_ref().filter(|_| writing) {
            let input: BorrowedFd<'_> = input.as_fd();
            handles.push(PollFd::new(input, PollFlags::POLLOUT));
        }
        match poll(&mut handles, PollTimeout::from(milliseconds)) {
            Ok(_) | Err(nix::errno::Errno::EINTR) => Ok(()),
            Err(error) => Err(format!("can't be waited for: {error}")),
        }
    }

    /// Writes what the pipe takes; gives back the rest.
    fn write_some<'a>(&mut self, bytes: &'a [u8]) -> Result<&'a [u8], String> {
        let Some(input) = &mut self.input else { return Ok(&[]) };
        match input.write(bytes) {
            Ok(written) => Ok(&bytes[written..]),
            Err(error) if is_passing(&error) => Ok(bytes),
            // It reads no more; what it still wrote, and that it ended, is found by reading.
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => {
                self.input = None;
                Ok(&[])
            }
            Err(error) => Err(format!("can't be written to: {error}")),
        }
    }

    /// Reads what is there, up to a little more than one answer; true at the end of the output.
    fn read_output(&mut self) -> Result<bool, String> {
        let mut buffer = [0; 4096];
        while self.unread.len() <= MAX_LINE {
            match self.output.read(&mut buffer) {
                Ok(0) => return Ok(true),
                Ok(read) => self.unread.extend_from_slice(&buffer[..read]),
                Err(error) if is_passing(&error) => return Ok(false),
                Err(error) => return Err(format!("can't be read from: {error}")),
            }
        }
        Ok(false)
    }

    /// Keeps the last of what it wrote to standard error.
    fn read_complaints(&mut self) {
        let Some(complaints) = &mut self.complaints else { return };
        let mut buffer = [0; 4096];
        // A flood is read piece by piece, between other things.
        for _ in 0..16 {
            match complaints.read(&mut buffer) {
                Ok(0) => {
                    self.complaints = None;
                    break;
                }
                Ok(read) => self.words.extend_from_slice(&buffer[..read]),
                Err(_) => break,
            }
            let surplus = self.words.len().saturating_sub(MAX_WORDS);
            self.words.drain(..surplus);
        }
    }

    /// Forgets what it has written to standard error until now: it belongs to plays that are over.
    pub(super) fn forget_words(&mut self) {
        self.read_complaints();
        self.words.clear();
    }

    /// Returns how a process whose output has ended came to its end.
    fn how_it_ended(&mut self) -> String {
        let begun = Instant::now();
        loop {
            match self.process.try_wait() {
                Ok(Some(status)) => return format!("ended in the middle of a game ({status})"),
                Ok(None) if begun.elapsed() < GRACE => sleep(Duration::from_millis(2)),
                _ => return "closed its standard output in the middle of a game".to_owned(),
            }
        }
    }

    /// Returns the last line that it wrote to standard error, in words to add to a message, and whether it
    /// had its rights taken away, which may be why it failed.
    pub(super) fn last_words(&mut self) -> String {
        self.read_complaints();
        let confined = if self.scratch.is_some() { " (it was confined by --sandbox)" } else { "" };
        let text = String::from_utf8_lossy(&self.words);
        let Some(line) = text.lines().rev().find(|line| !line.trim().is_empty()) else {
            return confined.to_owned();
        };
        let line: String = line.chars().filter(|c| !is_hidden(*c)).take(200).collect();
        format!("; the last line it wrote to standard error: {line}{confined}")
    }

    /// Lets it end by itself for a moment.
    pub(super) fn close(&mut self) {
        self.input = None;
        let begun = Instant::now();
        while begun.elapsed() < GRACE && self.is_running() {
            sleep(Duration::from_millis(1));
        }
    }
}

/// Returns true if trying again later may work.
fn is_passing(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::WouldBlock | io::ErrorKind::Interrupted)
}

impl Drop for Child {
    fn drop(&mut self) {
        let group = self.process.id() as i32;
        // Before it is waited for: until then nobody else can have its number.
        kill_group(group, &self.mark);
        // The process itself, should it have left its group.
        let _ = self.process.kill();
        let _ = self.process.wait();
        alive().remove(&group);
    }
}
