#!/usr/bin/env python3
"""Plays a run on Ray: on this machine, on a cluster or in a cloud, with the bytes of a run on one machine.

    pip install -r scripts/requirements.txt
    scripts/ray_run.py pure-profit --games 1e8 --bots greedy --out big             # all cores of this machine
    scripts/ray_run.py pure-profit --games 1e9 --out big --address auto            # the cluster it runs on
    scripts/ray_run.py pure-profit --games 1e9 --out big --address auto --resume   # after it was stopped

It takes the arguments of `ludometer run`. The run is split into shards of some seconds; each is a task of
Ray, which may run anywhere and, should its machine vanish, runs again elsewhere. Every shard is checked when
it arrives, consecutive ones are joined as they come, and the last step is `ludometer merge`.
"""

import argparse
import hashlib
import json
import math
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import zlib
from pathlib import Path

# So many consecutive shards are joined into one as soon as all of them are there.
GROUP = 64
# How long the speed is measured before the run is split, in seconds.
PROBE = 3.0


class Bad(Exception):
    """What was asked for can't be done; the exit status tells how far it came."""

    def __init__(self, text, status=2):
        super().__init__(text)
        self.status = status


def arguments(argv):
    """Our own options, and those that are `ludometer run`'s."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter, allow_abbrev=False
    )
    parser.add_argument("game", help="the game's id; all further options are those of `ludometer run`")
    parser.add_argument("--games", default="100_000", help="games, such as 1_000_000 or 1e6")
    parser.add_argument("--out", help="where the files go (default: reports/<game>-<seed>)")
    parser.add_argument("--seed", default="0")
    parser.add_argument("--rules", help="a rule file; it is sent along")
    parser.add_argument("--threads", type=int, default=1, help="threads (and CPUs of Ray) a task")
    parser.add_argument("--force", action="store_true", help="replace the results in the folder")
    parser.add_argument("--resume", action="store_true", help="go on with the shards that are there")
    parser.add_argument("--per-game", action="store_true")
    parser.add_argument("--quiet", action="store_true", help="no progress on standard error")
    parser.add_argument("--address", help="the cluster: `auto`, or host:port (default: this machine alone)")
    parser.add_argument("--binary", help="the program to send along (default: the one built here, or on the path)")
    parser.add_argument("--ship", nargs="+", default=[], help="further files that rules or bots need")
    parser.add_argument("--task-seconds", type=float, default=10.0, help="how long a shard should take (10)")
    parser.add_argument("--shards", type=int, help="the number of shards (default: by the speed that is measured)")
    parser.add_argument("--retries", type=int, default=5, help="how often a shard may fail (5)")
    ours, theirs = parser.parse_known_args(argv)
    if "--shard" in theirs:
        raise Bad("--shard: the run is split here; leave it out")
    ours.games = whole(ours.games)
    if ours.games < 1:
        raise Bad("--games 0: must be a whole number from 1")
    if ours.task_seconds <= 0 or ours.threads < 1 or ours.retries < 0:
        raise Bad("--task-seconds, --threads and --retries must be positive")
    if ours.shards is not None and not 1 <= ours.shards <= ours.games:
        raise Bad(f"--shards {ours.shards}: must be from 1 to the number of plays")
    ours.out = Path(ours.out or f"reports/{Path(ours.game).stem}-{ours.seed}")
    ours.run = [ours.game, *theirs, "--games", str(ours.games), "--seed", ours.seed]
    ours.run += ["--rules", ours.rules] if ours.rules else []
    ours.run += ["--per-game"] if ours.per_game else []
    return ours


def whole(text):
    try:
        number = int(text.replace("_", "")) if "e" not in text.lower() else int(float(text))
    except ValueError:
        raise Bad(f"--games {text}: a whole number is needed, such as 1000, 1_000_000 or 1e6") from None
    return number


def find_binary(asked):
    here = Path(__file__).resolve().parent.parent
    found = asked or shutil.which(str(here / "target/release/ludometer")) or shutil.which("ludometer")
    if not found or not Path(found).is_file():
        raise Bad("there is no program to send along: build it (cargo build --release) or name it with --binary")
    return Path(found)


def shipped(options):
    """The files that the run needs: name as it is typed -> contents."""
    names = set(options.ship) | ({options.rules} if options.rules else set())
    # A bot may be a file.
    names |= {word for word in options.run if word.endswith((".toml", ".luau", ".json")) and Path(word).is_file()}
    files = {}
    for name in sorted(names):
        path = Path(name)
        if path.is_absolute() or ".." in path.parts:
            raise Bad(f"{name}: files are sent along by name, so it must be below the current folder")
        for file in sorted(path.rglob("*")) if path.is_dir() else [path]:
            if file.is_file():
                files[str(file)] = (file.read_bytes(), file.stat().st_mode & 0o777)
    return files


def ludometer(binary, words, **more):
    return subprocess.run([str(binary), *words], capture_output=True, **more)


def said(output):
    """What the program says of its failure, without its name in front."""
    text = output.stderr.decode(errors="replace").strip() or f"exit status {output.returncode}"
    return text.removeprefix("ludometer: ")


def speed(binary, options):
    """Plays a second of one task, measured; wrong arguments are reported here, before anything is sent."""
    with tempfile.TemporaryDirectory() as folder:
        words = ["run", *options.run, "--shard", "1/1", "--threads", str(options.threads)]
        words += ["--out", f"{folder}/probe", "--quiet", "--json"]
        begun = time.monotonic()
        child = subprocess.Popen([str(binary), *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        try:
            out, err = child.communicate(timeout=PROBE)
        except subprocess.TimeoutExpired:
            child.send_signal(signal.SIGINT)
            out, err = child.communicate()
        if child.returncode not in (0, 130):
            text = err.decode(errors="replace").strip().removeprefix("ludometer: ")
            raise Bad(text, child.returncode)
        done = json.loads(out)["games_done"] if out else 0
        return max(done, 0.1) / max(time.monotonic() - begun, 1e-3)


def check_shard(files, i, n):
    """What is wrong with the files of shard i/n, or nothing. Returns the hash of its run as well."""
    data = files.get("shard.bin", b"")
    if len(data) < 64 or hashlib.sha256(data[:-32]).digest() != data[-32:]:
        return "shard.bin is missing or damaged", None
    line, _, rest = data.partition(b"\n")
    if line != b"ludometer shard 3":
        return "shard.bin is of another version", None
    try:
        header = json.loads(rest[8 : 8 + int.from_bytes(rest[:8], "little")])
        shards, rows, run = header["shards"], header["rows"], header["hash"]
        table_format = header["identity"]["spec"]["format"]
    except (ValueError, KeyError, TypeError):
        return "shard.bin can't be read", None
    if shards != {"first": i, "last": i, "of": n}:
        return f"it is another shard: {shards}", None
    if rows is not None:
        table = files.get(f"games.{table_format}", b"")
        if len(table) != rows["bytes"] or zlib.crc32(table) != rows["crc32"]:
            return f"games.{table_format} is missing or damaged", None
    return None, run


def play_shard(binary, digest, files, words, i, n, threads):
    """A task: plays shard i/n in a folder of its own and returns its files, or why it could not."""
    cache = Path(tempfile.gettempdir()) / f"ludometer-{os.getuid()}-{digest[:16]}"
    program = cache / "ludometer"
    if not program.exists() or hashlib.sha256(program.read_bytes()).hexdigest() != digest:
        cache.mkdir(mode=0o700, exist_ok=True)
        fresh = cache / f"new-{os.getpid()}"
        fresh.write_bytes(binary)
        fresh.chmod(0o700)
        fresh.rename(program)
    with tempfile.TemporaryDirectory(prefix="ludometer-shard-") as folder:
        for name, (content, mode) in files.items():
            path = Path(folder, name)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
            path.chmod(mode)
        words = ["run", *words, "--shard", f"{i}/{n}", "--threads", str(threads), "--out", "shard", "--quiet"]
        output = ludometer(program, words, cwd=folder)
        if output.returncode != 0:
            return {"failed": said(output), "status": output.returncode}
        wanted = ("shard.bin", "run.json", "games.csv", "games.parquet")
        paths = [Path(folder, "shard", name) for name in wanted]
        return {path.name: path.read_bytes() for path in paths if path.exists()}


class Store:
    """The shards that have arrived, in a folder beside the results."""

    def __init__(self, binary, path, n):
        self.binary, self.path, self.n = binary, path, n
        self.run = None

    def shard(self, i):
        return self.path / f"shard-{i}"

    def group(self, i):
        """The folder of the group of shard i, and its first and last shard."""
        first = (i - 1) // GROUP * GROUP + 1
        last = min(first + GROUP - 1, self.n)
        return self.path / f"group-{first}-{last}", first, last

    def there(self):
        """The shards that an earlier call left and that are whole."""
        found = set()
        for i in range(1, self.n + 1):
            folder, first, last = self.group(i)
            if (folder / "run.json").exists():
                found.add(i)
            elif self.shard(i).is_dir():
                files = {path.name: path.read_bytes() for path in self.shard(i).iterdir()}
                wrong, run = check_shard(files, i, self.n)
                if wrong is None and self.run in (None, run):
                    self.run = run
                    found.add(i)
                else:
                    shutil.rmtree(self.shard(i))
        return found

    def put(self, i, files):
        """Takes in shard i, or tells what is wrong with it. One that is there already changes nothing."""
        if self.shard(i).is_dir() or (self.group(i)[0] / "run.json").exists():
            return None
        wrong, run = check_shard(files, i, self.n)
        if wrong is None and self.run not in (None, run):
            wrong = "it is of another run"
        if wrong is not None:
            return wrong
        self.run = run
        fresh = self.path / f"new-{i}"
        shutil.rmtree(fresh, ignore_errors=True)
        fresh.mkdir()
        for name, content in files.items():
            (fresh / name).write_bytes(content)
        fresh.rename(self.shard(i))
        return None

    def join(self, i, done):
        """Joins the group of shard i if all of it is there and it isn't all there is."""
        folder, first, last = self.group(i)
        if self.n <= GROUP or not all(k in done for k in range(first, last + 1)):
            return
        shards = [self.shard(k) for k in range(first, last + 1)]
        if not (folder / "run.json").exists():
            words = ["merge", *map(str, shards), "--out", str(folder), "--partial", "--force", "--quiet"]
            output = ludometer(self.binary, words)
            if output.returncode != 0:
                raise Bad(said(output), 1)
        for shard in shards:
            shutil.rmtree(shard, ignore_errors=True)

    def merge(self, out, force):
        """The files of the whole run."""
        if self.n <= GROUP:
            parts = [self.shard(i) for i in range(1, self.n + 1)]
        else:
            parts = [self.group(i)[0] for i in range(1, self.n + 1, GROUP)]
        words = ["merge", *map(str, parts), "--out", str(out), *(["--force"] if force else [])]
        output = ludometer(self.binary, words)
        if output.returncode != 0:
            raise Bad(said(output), 1)
        return output.stdout.decode()


def tell(options, text, end="\n"):
    if not options.quiet:
        print(text, end=end, file=sys.stderr, flush=True)


def plan(binary, options, folder):
    """The number of shards: that of an earlier call, or by the speed of this machine."""
    reported = folder / "plan.json"
    digest = hashlib.sha256(binary.read_bytes()).hexdigest()
    files = {name: hashlib.sha256(content).hexdigest() for name, (content, _) in shipped(options).items()}
    wanted = {"run": options.run, "program": digest, "files": files}
    if reported.exists():
        earlier = json.loads(reported.read_text())
        if not options.resume:
            raise Bad(f"{folder} holds shards of an earlier call: add --resume, or remove it")
        if any(earlier[key] != value for key, value in wanted.items()):
            raise Bad(f"{folder} holds shards of another run, or of another build of the program: remove it")
        return earlier["shards"], digest
    n = options.shards
    if n is None:
        n = math.ceil(options.games / (speed(binary, options) * options.task_seconds))
        n = max(1, min(n, options.games))
    folder.mkdir(parents=True, exist_ok=True)
    fresh = folder / "plan.json.new"
    fresh.write_text(json.dumps({**wanted, "shards": n}))
    fresh.rename(reported)
    return n, digest


def main(argv, watch=lambda done, n: None):
    """Does it. `watch` is informed of every shard that is done."""
    options = arguments(argv)
    binary = find_binary(options.binary)
    files = shipped(options)
    out = options.out
    if out.is_dir() and any(out.iterdir()) and not options.force:
        if options.resume and (out / "run.json").exists():
            print(f"the run in {out} is finished: there is nothing to go on with")
            return
        raise Bad(f"the folder {out} is not empty: choose another one with --out, or replace the results with --force")
    folder = out.with_name(out.name + ".shards")
    n, digest = plan(binary, options, folder)
    store = Store(binary, folder, n)
    done = store.there()
    for i in range(1, n + 1, GROUP):
        store.join(i, done)

    import ray

    more = {"address": options.address} if options.address else {"include_dashboard": False}
    if not ray.is_initialized():
        ray.init(log_to_driver=False, logging_level="ERROR", configure_logging=True, **more)
    task = ray.remote(play_shard).options(num_cpus=options.threads, max_retries=options.retries)
    program, shipped_files = ray.put(binary.read_bytes()), ray.put(files)
    words = options.run
    waiting = [i for i in range(n, 0, -1) if i not in done]
    running, failed = {}, {}
    begun, before = time.monotonic(), len(done)

    def failure(i, reason):
        failed[i] = failed.get(i, 0) + 1
        if failed[i] > options.retries:
            raise Bad(f"shard {i}/{n} failed {failed[i]} times: {reason}; the others are kept, go on with --resume", 1)
        tell(options, f"\nshard {i}/{n}: {reason}; it is played again")
        waiting.append(i)

    while waiting or running:
        # The cluster may grow and shrink meanwhile.
        room = 2 * max(1, int(ray.cluster_resources().get("CPU", 1) // options.threads)) - len(running)
        for _ in range(min(room, len(waiting))):
            i = waiting.pop()
            running[task.remote(program, digest, shipped_files, words, i, n, options.threads)] = i
        ready, _ = ray.wait(list(running), timeout=1.0, fetch_local=False)
        for reference in ready:
            i = running.pop(reference)
            try:
                result = ray.get(reference)
            except Exception as error:  # Whatever went wrong there, the shard is played again.
                failure(i, str(getattr(error, "cause", None) or error).strip().splitlines()[-1])
                continue
            del reference
            if result.get("status") == 2:
                # Bad input stays bad, wherever it is played.
                raise Bad(result["failed"])
            wrong = result.get("failed") or store.put(i, result)
            if wrong is not None:
                failure(i, wrong)
                continue
            done.add(i)
            store.join(i, done)
            watch(len(done), n)
        took = time.monotonic() - begun
        rate = (len(done) - before) / took
        left = f"{(n - len(done)) / rate:.0f} s left" if rate > 0 else "..."
        tell(options, f"\r{len(done)} of {n} shards, {rate * options.games / n:,.0f} plays/s, {left}   ", end="")
    tell(options, "")
    print(store.merge(out, options.force), end="")
    shutil.rmtree(folder)


if __name__ == "__main__":
    try:
        main(sys.argv[1:])
    except Bad as error:
        print(f"ray_run: {error}", file=sys.stderr)
        sys.exit(error.status)
    except KeyboardInterrupt:
        print("\nray_run: interrupted; the shards that are done are kept: go on with --resume", file=sys.stderr)
        sys.exit(130)
