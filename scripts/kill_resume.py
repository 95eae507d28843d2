#!/usr/bin/env python3
"""Kills a run of a game script again and again, lets it go on, and holds its files to those of a run left alone.

    scripts/kill_resume.py [--game games/gin_rummy.luau] [--kills 20] [--games 40_000] [--binary PATH]

Each kill is SIGKILL, at a random moment (by a fixed seed) soon enough that all of them find it at work, on 1, 2 or 7
threads in turn. Then the shards of the same run are merged, and the run is repeated on 7 threads. All CSV files must
have the same bytes. Prints a line for each; the exit status is 1 if one differs.
"""

import argparse
import random
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

THREADS = ["1", "2", "7"]
SHARDS = 4


def files(folder):
    return {path.name: path.read_bytes() for path in Path(folder).iterdir() if path.suffix == ".csv"}


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n", maxsplit=1)[0])
    parser.add_argument("--game", default="games/gin_rummy.luau")
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--games", default="40_000")
    parser.add_argument("--binary", default="target/release/ludometer")
    args = parser.parse_args()
    chance = random.Random(1)
    with tempfile.TemporaryDirectory() as folder:

        def command(out, *more):
            words = [args.binary, "run", args.game, "--bots", "random", "--games", args.games, "--per-game"]
            return [*words, "--checkpoint", "0", "--quiet", "--out", f"{folder}/{out}", *more]

        def run(out, *more):
            subprocess.run(command(out, *more), check=True, stdout=subprocess.DEVNULL)
            return files(f"{folder}/{out}")

        begun = time.monotonic()
        whole = run("whole", "--threads", "2")
        taken = time.monotonic() - begun
        print(f"left alone: {len(whole)} CSV files in {taken:.1f} s")
        kills = early = 0
        while kills < args.kills:
            child = subprocess.Popen(command("out", "--resume", "--threads", THREADS[kills % 3]), stdout=subprocess.DEVNULL)
            time.sleep(chance.uniform(0, 0.8 * taken / args.kills))
            if child.poll() is not None:
                early += 1
                break
            child.send_signal(signal.SIGKILL)
            child.wait()
            kills += 1
        found = {f"{kills} kills{', then it was over' if early else ''}": run("out", "--resume")}
        for i in range(1, SHARDS + 1):
            run(f"shard{i}", "--shard", f"{i}/{SHARDS}", "--threads", THREADS[i % 3])
        parts = [f"{folder}/shard{i}" for i in range(SHARDS, 0, -1)]
        merged = f"{folder}/merged"
        subprocess.run([args.binary, "merge", *parts, "--out", merged, "--quiet"], check=True, stdout=subprocess.DEVNULL)
        found[f"{SHARDS} shards"] = files(merged)
        found["1 thread"] = run("one", "--threads", "1")
        found["7 threads"] = run("seven", "--threads", "7")
        for what, table in found.items():
            print(f"{what}: {'the same bytes' if table == whole else 'OTHER BYTES'}")
        return int(any(table != whole for table in found.values()) or kills < args.kills)


if __name__ == "__main__":
    sys.exit(main())
