#!/usr/bin/env python3
"""Do 95 % intervals hold the long-run value 95 % of the time?

Plays one long batch of each game and 400 short ones with other seeds, and counts how often the short
batches' intervals hold the long one's value: for shares, means, ratios and differences between cards.

    scripts/interval_coverage.py target/debug/ludometer > reports/interval-coverage.csv
"""
import csv, subprocess, sys, tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

PROGRAM = sys.argv[1] if len(sys.argv) > 1 else "target/release/ludometer"
REPEATS, SHORT, LONG = 400, 200, 100_000
GAMES = ["pure-profit", "even-odd"]
METRICS = ["win_share", "turns", "rounds", "lead_changes", "behind_share", "drama", "comeback_share",
           "tension", "branching_mean", "forced_share", "waiting", "runaway_slope"]


def figures(folder):
    """Each figure with its interval: (kind, name) -> (value, low, high)."""
    found = {}
    def add(kind, name, row, value):
        if row["ci_low"] and row["ci_high"]:
            found[kind, name] = tuple(float(row[c]) for c in (value, "ci_low", "ci_high"))
    def rows(name):
        with open(folder / f"{name}.csv", newline="") as file:
            yield from csv.DictReader(file)
    for row in rows("metrics"):
        if row["metric"] in METRICS and (not row["group"] or row["group"].startswith("seat")):
            add("metric", f"{row['metric']} {row['group']}".strip(), row, "value")
    for row in rows("cards"):
        add("card difference", row["card"], row, "delta")
    for row in rows("card_deals"):
        add("card dealt", row["card"], row, "delta")
    return found


def batch(game, plays, seed):
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "run"
        command = [PROGRAM, "run", game, "--analyze", "--games", str(plays), "--seed", str(seed),
                   "--threads", "1", "--quiet", "--out", str(out)]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        return figures(out)


print("game,kind,figures,intervals,held,share")
for game in GAMES:
    truth = batch(game, LONG, 1_000_000)
    with ThreadPoolExecutor(2) as pool:
        short = list(pool.map(lambda seed: batch(game, SHORT, seed), range(REPEATS)))
    counts = {}
    for found in short:
        for (kind, name), (_, low, high) in found.items():
            if (kind, name) in truth and high > low:
                label = kind if kind != "metric" else name.split(" ")[0]
                names, held = counts.setdefault(label, (set(), []))
                names.add(name)
                held.append(low <= truth[kind, name][0] <= high)
    for label, (names, held) in counts.items():
        print(f"{game},{label},{len(names)},{len(held)},{sum(held)},{sum(held) / len(held):.4f}", flush=True)
