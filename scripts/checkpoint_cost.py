#!/usr/bin/env python3
"""What checkpoints cost: processor time of a run with them and without, by turns.

    scripts/checkpoint_cost.py [--games N] [--pairs N] [--binary PATH] > reports/checkpoint-cost.md

A run writes a checkpoint every five seconds; with a pause longer than the run it writes none. Processor
time is that of the program and the system on its behalf, so that other work on the machine disturbs little.
"""

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent.parent
NEVER = "1_000_000_000"
KINDS = [
    ("counts alone", ["pure-profit", "--bots", "greedy"]),
    ("a row for each play as well", ["pure-profit", "--bots", "greedy", "--per-game"]),
]


def processor_seconds(binary, words, folder):
    out = Path(folder, "out")
    child = subprocess.Popen(
        [str(binary), "run", *words, "--threads", "1", "--quiet", "--force", "--out", str(out)],
        stdout=subprocess.DEVNULL,
    )
    _, status, used = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode != 0:
        sys.exit(f"the run ended with status {child.returncode}")
    return used.ru_utime + used.ru_stime


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", default="1_000_000")
    parser.add_argument("--pairs", type=int, default=7)
    parser.add_argument("--binary", default=HERE / "target/release/ludometer")
    options = parser.parse_args()
    print("# What checkpoints cost\n")
    print(f"Written by `scripts/checkpoint_cost.py`: {options.games} plays, {options.pairs} pairs of runs by turns, one")
    print("thread, the usual pause of 5 s between checkpoints; processor time.\n")
    print("| a run of | without, s | with, s | cost (median of pairs) | of the pairs |")
    print("|---|---|---|---|---|")
    with tempfile.TemporaryDirectory() as folder:
        for name, words in KINDS:
            words = [*words, "--games", options.games]
            pairs = []
            for i in range(options.pairs):
                order = [("without", ["--checkpoint", NEVER]), ("with", [])]
                times = {}
                # Which one is first changes: caches and clock rates favour neither.
                for side, more in order if i % 2 == 0 else reversed(order):
                    times[side] = processor_seconds(options.binary, [*words, *more], folder)
                pairs.append((times["without"], times["with"]))
            costs = [b / a - 1 for a, b in pairs]
            medians = [statistics.median(side) for side in zip(*pairs)]
            spread = f"{min(costs):+.1%} to {max(costs):+.1%}"
            print(f"| {name} | {medians[0]:.2f} | {medians[1]:.2f} | {statistics.median(costs):+.2%} | {spread} |", flush=True)


if __name__ == "__main__":
    main()
