#!/usr/bin/env python3
"""Shows that a run on Ray has the bytes of a run on one machine, whatever fails meanwhile.

A local cluster of two nodes plays a run with `ray_run.py`; half-way one node is killed. Then the same run is
played by `ludometer run --threads 2`, and all CSV files are compared. A second run is handed garbage and
doubled results. Last, the time through Ray is measured against that of the program alone. Prints tables in Markdown.

    pip install -r scripts/requirements.txt
    scripts/ray_check.py [--games N] [--repeats N] [--binary PATH] > reports/ray.md
"""

import argparse
import contextlib
import filecmp
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

# A node's helper processes take long to start where a machine has other work, and its raylet ends itself
# when they are late. What Ray waits for is read from the environment when it is imported.
PATIENCE = 600.0
os.environ.setdefault("RAY_agent_register_timeout_ms", str(round(PATIENCE * 1000)))
os.environ.setdefault("RAY_worker_register_timeout_seconds", str(round(PATIENCE)))
# Ray gives its workers less of a busy machine than other programs get: with that, the comparison of speeds
# would be one of priorities.
os.environ.setdefault("RAY_worker_niceness", "0")

import ray  # noqa: E402
from ray._private import services  # noqa: E402
from ray.cluster_utils import Cluster  # noqa: E402

import ray_run  # noqa: E402


def patiently(get_node):
    """The same, waiting longer: half a minute for a node to be there is fixed in Ray's source."""

    def wait(*words):
        begun = time.monotonic()
        while True:
            try:
                return get_node(*words)
            except RuntimeError:
                if time.monotonic() - begun > PATIENCE:
                    raise
                time.sleep(0.2)

    return wait


services.get_node = patiently(services.get_node)


def files(folder):
    return sorted(path.name for path in Path(folder).iterdir() if path.suffix == ".csv")


def same(one, other):
    names = files(one)
    assert names == files(other) and len(names) >= 6, (names, files(other))
    return all(filecmp.cmp(Path(one, name), Path(other, name), shallow=False) for name in names)


def on_ray(words, watch=lambda done, n: None):
    # What it prints is no part of the tables.
    with contextlib.redirect_stdout(sys.stderr):
        ray_run.main(words, watch)


def seconds(work):
    begun = time.monotonic()
    work()
    return time.monotonic() - begun


def pause():
    time.sleep(0.1)


def machine():
    """What a reader must know of the place where it was measured."""
    python = ".".join(map(str, sys.version_info[:3]))
    busy = f"{os.getloadavg()[2]:.1f} processes wanted to run in the quarter of an hour before"
    return f"Ray {ray.__version__}, Python {python}, {os.cpu_count()} cores; {busy}."


def throughput(binary, games, repeats, folder):
    """Rows of a table: plays a second alone and through Ray, by turns, at one worker and at two."""
    rows = []
    for workers in (1, 2):
        ray.init(num_cpus=workers, include_dashboard=False, log_to_driver=False, logging_level="ERROR")
        words = ["pure-profit", "--bots", "greedy", "--games", games]
        # Workers start with the first tasks.
        ray.get([ray.remote(pause).remote() for _ in range(workers)])
        alone, through = [], []
        for _ in range(repeats):
            plain = [binary, "run", *words, "--threads", str(workers), "--out", folder / "plain", "--quiet"]
            alone.append(seconds(lambda: subprocess.run(plain, check=True, capture_output=True)))
            ours = [*words, "--binary", str(binary), "--quiet", "--shards", str(4 * workers)]
            through.append(seconds(lambda: on_ray([*ours, "--out", str(folder / "ray")])))
            assert same(folder / "plain", folder / "ray")
            shutil.rmtree(folder / "plain")
            shutil.rmtree(folder / "ray")
        ray.shutdown()
        plays = ray_run.whole(games)
        share = statistics.median(a / t for a, t in zip(alone, through))
        speeds = [plays / statistics.median(times) for times in (alone, through)]
        rows.append(f"| {workers} | {speeds[0]:,.0f} | {speeds[1]:,.0f} | {share:.1%} |")
    return rows


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", default="1_000_000")
    parser.add_argument("--repeats", type=int, default=5, help="pairs of runs that are timed (5)")
    parser.add_argument("--binary")
    options = parser.parse_args()
    binary = ray_run.find_binary(options.binary)
    words = ["pure-profit", "--bots", "greedy", "random", "--games", options.games, "--per-game"]
    with tempfile.TemporaryDirectory() as folder:
        whole = Path(folder, "whole")
        begun = time.monotonic()
        subprocess.run(
            [binary, "run", *words, "--threads", "2", "--out", whole, "--quiet"], check=True, capture_output=True
        )
        alone = time.monotonic() - begun

        cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 1, "include_dashboard": False})
        second = cluster.add_node(num_cpus=1)
        ray.init(address=cluster.address, log_to_driver=False, logging_level="ERROR")
        ours = [*words, "--binary", str(binary), "--quiet", "--shards", "40"]

        killed = []

        def kill(done, n):
            if done * 2 >= n and not killed:
                cluster.remove_node(second, allow_graceful=False)
                killed.append(done)

        begun = time.monotonic()
        on_ray([*ours, "--out", f"{folder}/killed"], kill)
        took = time.monotonic() - begun
        ok = same(whole, f"{folder}/killed")

        # Every third shard comes back as garbage the first time, every fifth is handed in twice.
        honest, seen, refused = ray_run.Store.put, {}, []

        def put(store, i, result):
            seen[i] = seen.get(i, 0) + 1
            if seen[i] == 1 and i % 3 == 0:
                wrong = {
                    0: {},
                    1: {**result, "shard.bin": b"garbage"},
                    2: {**result, "games.csv": result["games.csv"][:-7] + b"0"},
                    3: {**result, "shard.bin": result["shard.bin"][:-1] + b"x"},
                }[i % 4]
                refused.append(honest(store, i, wrong))
                return refused[-1]
            if i % 5 == 0:
                honest(store, i, result)
            return honest(store, i, result)

        ray_run.Store.put = put
        on_ray([*ours, "--out", f"{folder}/garbage", "--retries", "9"])
        ray_run.Store.put = honest
        garbage = same(whole, f"{folder}/garbage")

        print("# Runs on Ray\n\nWritten by `scripts/ray_check.py`. " + machine() + "\n")
        print("| what | result |\n|---|---|")
        print(f"| `ludometer run --threads 2`, {options.games} plays of Pure Profit with rows | {alone:.1f} s |")
        print(f"| two nodes of one CPU, 40 shards; a node killed after {killed[0]} of them | {took:.1f} s |")
        print(f"| its CSV files ({len(files(whole))}) are byte-identical | {'yes' if ok else 'NO'} |")
        print(f"| {len(refused)} shards came back as garbage and were refused | {'yes' if all(refused) else 'NO'} |")
        print(f"| the CSV files after that are byte-identical | {'yes' if garbage else 'NO'} |")
        ray.shutdown()
        cluster.shutdown()
        print(f"\n{options.games} plays of Pure Profit, by turns alone and through Ray, {options.repeats} times each:\n")
        print("| workers | plays a second, `ludometer run` | through Ray (medians) | share (median of pairs) |")
        print("|---|---|---|---|")
        print("\n".join(throughput(binary, options.games, options.repeats, Path(folder))), flush=True)
        return 0 if ok and garbage and all(refused) else 1


if __name__ == "__main__":
    sys.exit(main())
