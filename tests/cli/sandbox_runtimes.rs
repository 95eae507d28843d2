//! Interpreters with `--sandbox`: what bots are written in runs, with its threads.

#![cfg(target_os = "linux")]

use crate::sandbox_probes::{can_confine, is_there, plays, users};

/// Holds that this bot comes to a good end as every user, and that nothing of it is left.
fn plays_well(interpreter: &str, bot: &str) {
    if !is_there(interpreter) || !can_confine() {
        return;
    }
    for user in users() {
        let (status, said, left) = plays(interpreter, bot, user, &["--sandbox"]);
        assert_eq!(status, Some(0), "{user:?}: {said}");
        assert!(left.is_empty(), "{user:?}: {left:?}");
    }
}

#[test]
fn python_and_its_threads_run() {
    const BOT: &str = r#"
import asyncio, concurrent.futures, ctypes, decimal, hashlib, json, mmap, os, queue, random, select, signal
import sqlite3, sys, tempfile, threading, time

def threads():
    found = queue.Queue()
    workers = [threading.Thread(target=lambda n=n: found.put(sum(range(n)))) for n in range(8)]
    [w.start() for w in workers]
    [w.join() for w in workers]
    with concurrent.futures.ThreadPoolExecutor(4) as pool:
        return found.qsize() + len(list(pool.map(abs, range(8))))

async def later():
    loop = asyncio.get_running_loop()
    await asyncio.gather(*(asyncio.sleep(0.001) for _ in range(4)))
    return await loop.run_in_executor(None, threads)

def work():
    assert asyncio.run(later()) == 16
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "x")
        with open(path, "w+b") as file:
            file.write(b"x" * 8192)
            file.flush()
            os.fsync(file.fileno())
            with mmap.mmap(file.fileno(), 0) as mapped:
                assert mapped[0] == 120
        os.rename(path, path + "y")
        assert os.listdir(folder) == ["xy"] and os.stat(path + "y").st_size == 8192
    assert len(os.sched_getaffinity(0)) >= 1 and os.cpu_count() >= 1
    sqlite3.connect(":memory:").execute("create table t (x)")
    assert time.process_time() >= 0 and time.thread_time() >= 0 and time.monotonic() > 0
    assert signal.getitimer(signal.ITIMER_REAL) == (0.0, 0.0)
    random.SystemRandom().random(), sys.stdin.isatty(), os.getpgid(0), hashlib.sha256(b"x")

begun = False
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        print('{"ready": true}', flush=True)
    elif message["type"] == "decide":
        if not begun:
            begun = True
            work()
        print('{"choose": 0}', flush=True)
"#;
    plays_well("/usr/bin/python3", BOT);
}

#[test]
fn node_and_its_workers_run() {
    const BOT: &str = r#"
const { Worker } = require("worker_threads");
const fs = require("fs"), os = require("os"), path = require("path"), crypto = require("crypto");
async function work() {
  const worker = new Worker("require('worker_threads').parentPort.postMessage(6 * 7)", { eval: true });
  const answer = await new Promise((yes, no) => { worker.on("message", yes); worker.on("error", no); });
  const file = path.join(os.tmpdir(), "x");
  await fs.promises.writeFile(file, "x".repeat(1000));
  const read = await fs.promises.readFile(file, "utf8");
  await new Promise((yes) => setTimeout(yes, 2));
  await new Promise((yes) => crypto.pbkdf2("a", "b", 10, 16, "sha256", yes));
  if (answer !== 42 || read.length !== 1000 || os.cpus().length < 1) throw new Error("no");
}
let begun = false;
require("readline").createInterface({ input: process.stdin }).on("line", async (line) => {
  const message = JSON.parse(line);
  if (message.type === "hello") console.log('{"ready": true}');
  if (message.type !== "decide") return;
  if (!begun) { begun = true; await work(); }
  console.log('{"choose": 0}');
});
"#;
    plays_well("/usr/bin/node", BOT);
}
