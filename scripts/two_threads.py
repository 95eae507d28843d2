#!/usr/bin/env python3
"""What a second thread brings: whole runs and their files, with one thread and with two, by turns.

    scripts/two_threads.py [--rounds N] [--seconds S] [--bots BOT ...] [--binary PATH] [GAME ...]

Beside them stands what the machine itself gives: two programs of one thread each with half of the plays, started
together, which share nothing but processors, caches and memory. A second thread can't bring more than that except by luck.
"""

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent.parent
PILOT = 20_000


def together(binary, words, runs, folder):
    """Wall time and processor time, in seconds, of `runs`, pairs of plays and threads, started at once."""
    begin = time.perf_counter()
    children = []
    for i, (plays, threads) in enumerate(runs):
        more = ["--games", str(plays), "--threads", str(threads), "--out", str(Path(folder, str(i)))]
        children.append(subprocess.Popen([str(binary), "run", *words, *more, "--quiet", "--force"], stdout=subprocess.DEVNULL))
    used = 0.0
    for child in children:
        _, status, resources = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
        if child.returncode != 0:
            sys.exit(f"the run ended with status {child.returncode}")
        used += resources.ru_utime + resources.ru_stime
    return time.perf_counter() - begin, used


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", metavar="GAME", help="all if none is named")
    parser.add_argument("--bots", nargs="+", default=["random", "greedy"])
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--seconds", type=float, default=4.0, help="about how long a run of one thread is to take")
    parser.add_argument("--binary", default=HERE / "target/release/ludometer")
    options = parser.parse_args()
    listed = subprocess.run([str(options.binary), "games", "--json"], check=True, capture_output=True).stdout
    games = options.games or [game["id"] for game in json.loads(listed)]
    print(f"{options.rounds} rounds, runs of about {options.seconds:g} s with one thread; medians (least to most).\n")
    print("| game | bot | plays | one thread, s | two threads | two programs | processors busy |")
    print("|---|---|---:|---:|---:|---:|---:|")
    with tempfile.TemporaryDirectory() as folder:
        for game in games:
            for bot in options.bots:
                words = [game, "--bots", bot]
                pilot, _ = together(options.binary, words, [(PILOT, 1)], folder)
                half = max(1, round(PILOT * options.seconds / pilot / 2))
                kinds = [[(2 * half, 1)], [(2 * half, 2)], [(half, 1), (half, 1)]]
                rows = []
                for i in range(options.rounds):
                    # Which one is first changes: a machine that grows slower favours none.
                    order = [(i + k) % 3 for k in range(3)]
                    times = {kind: together(options.binary, words, kinds[kind], folder) for kind in order}
                    one, two, apart = (times[kind][0] for kind in range(3))
                    rows.append((one, one / two, one / apart, times[1][1] / two / 2))
                one, two, apart, busy = zip(*rows)
                spread = [f"{statistics.median(side):.2f} ({min(side):.2f} to {max(side):.2f})" for side in (two, apart)]
                print(
                    f"| {game} | {bot} | {2 * half:,} | {statistics.median(one):.2f} | {spread[0]} | {spread[1]} "
                    f"| {statistics.median(busy):.1%} |",
                    flush=True,
                )


if __name__ == "__main__":
    main()
