#!/usr/bin/env python3
"""Do 95 % intervals hold the long-run value 95 % of the time?

Plays one long batch of each game and 400 short ones with other seeds, and counts how often the short
batches' intervals hold the long one's value. A row per metric (all seats or cards of it together), and
one per kind of figure: shares, means, ratios of sums, slopes, differences between cards.

    scripts/interval_coverage.py target/debug/ludometer > reports/interval-coverage.csv
    scripts/interval_coverage.py target/debug/ludometer --repeats 2000 even-odd
"""
import csv, subprocess, sys, tempfile
from argparse import ArgumentParser
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

SHORT, LONG = 200, 100_000
KINDS = {
    "share": ["win_share", "comeback_share", "half_time_leader_wins"],
    "mean": ["turns", "rounds", "decisions", "final_gap", "lead_changes", "drama", "drama_peak",
             "winner_lowest_chance", "decided_at", "tension"],
    "ratio": ["behind_share", "branching_mean", "forced_share", "waiting", "hopeless"],
    "slope": ["runaway_slope"],
}
KIND_OF = {metric: kind for kind, metrics in KINDS.items() for metric in metrics}

arguments = ArgumentParser()
arguments.add_argument("program", nargs="?", default="target/release/ludometer")
arguments.add_argument("games", nargs="*", default=["pure-profit", "even-odd"])
arguments.add_argument("--repeats", type=int, default=400)
arguments = arguments.parse_args()


def figures(folder):
    """Each figure with its interval: (kind, metric, group) -> (value, low, high)."""
    found = {}
    def add(kind, metric, group, row, value):
        if row["ci_low"] and row["ci_high"]:
            found[kind, metric, group] = tuple(float(row[column]) for column in (value, "ci_low", "ci_high"))
    def rows(name):
        with open(folder / f"{name}.csv", newline="") as file:
            yield from csv.DictReader(file)
    for row in rows("metrics"):
        if row["metric"] in KIND_OF and (not row["group"] or row["group"].startswith("seat")):
            add(KIND_OF[row["metric"]], row["metric"], row["group"], row, "value")
    for row in rows("cards"):
        add("card difference", "drawn", row["card"], row, "delta")
    for row in rows("card_deals"):
        add("card difference", "dealt", row["card"], row, "delta")
    return found


def batch(game, plays, seed):
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "run"
        command = [arguments.program, "run", game, "--analyze", "--games", str(plays), "--seed", str(seed),
                   "--threads", "1", "--quiet", "--out", str(out)]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        return figures(out)


table = csv.writer(sys.stdout, lineterminator="\n")
table.writerow(["game", "kind", "metric", "figures", "intervals", "held", "share"])
for game in arguments.games:
    truth = batch(game, LONG, 1_000_000)
    with ThreadPoolExecutor(2) as pool:
        short = list(pool.map(lambda seed: batch(game, SHORT, seed), range(arguments.repeats)))
    counts = {}
    for found in short:
        for (kind, metric, group), (_, low, high) in found.items():
            # An interval of no width is that of a figure that never varies.
            if (kind, metric, group) in truth and high > low:
                held = low <= truth[kind, metric, group][0] <= high
                for label in [(kind, metric), (kind, "all")]:
                    groups, results = counts.setdefault(label, (set(), []))
                    groups.add((metric, group))
                    results.append(held)
    for (kind, metric), (groups, held) in sorted(counts.items()):
        table.writerow([game, kind, metric, len(groups), len(held), sum(held), f"{sum(held) / len(held):.4f}"])
    sys.stdout.flush()
