#!/usr/bin/env python3
"""Do 95 % intervals hold the long-run value 95 % of the time?

Plays one long batch of each game and 300 short ones with other seeds, and counts how often the short
batches' intervals hold the long one's value. A row per figure (all seats or cards of it together), for every
figure of a run with an interval: `summary.csv`, `metrics.csv`, `seats.csv`, `card_use.csv`, the differences
of cards; and one per kind: shares, means, ratios of sums, slopes, differences between cards.

What holds outside of 93 to 97 % has a note. `chances`: the figure rests on estimated chances to win, which a batch learns from a pilot of no
more games than it has itself: 200 games learn another curve than the long batch does. `chance`: so far off are figures that hold 95 % as well, in so few batches (three standard errors,
with the batches as trials). `few values`: at least one batch in twenty has the very value that is the most frequent, since what is counted
is rare, or never varies. `wide`: more than 97 % for another reason, such as an interval that allows for a choice among seats. `narrow`: less
than 93 %. `sum`: the row adds up figures (`all`), at least one of which has a note of its own.

With --sweep KEY=A,B,C (one for each game) the slopes of sweeps over these values instead, with --ratings the ratings of a tournament
between `random` and `greedy` at two players, whose open ends count as infinite, and with --gate METRIC=RANGE (one for each game) the figures of
a check, whose intervals hold at every look and allow for games too rare to be seen: choose a range that can't be decided, so that all games are played.

    scripts/interval_coverage.py target/release/ludometer > reports/interval-coverage.csv
    scripts/interval_coverage.py target/release/ludometer --repeats 2000 even-odd
    scripts/interval_coverage.py target/release/ludometer --short 500 --sweep deck.steal_two=3,4,5 pure-profit
    scripts/interval_coverage.py target/release/ludometer --short 2000 --gate turns=..6.0588 tests/planted/rare_loop.luau
"""
import csv, math, subprocess, sys, tempfile
from argparse import ArgumentParser
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

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
arguments.add_argument("--repeats", type=int, default=300)
arguments.add_argument("--short", type=int, default=200, help="games of a short batch")
arguments.add_argument("--long", type=int, default=100_000, help="games of the long one")
arguments.add_argument("--sweep", action="append", default=[], metavar="KEY=A,B,C")
arguments.add_argument("--ratings", action="store_true")
arguments.add_argument("--gate", action="append", default=[], metavar="METRIC=RANGE")
arguments.add_argument("--batches-at-once", type=int, default=2)
arguments = arguments.parse_intermixed_args()


def rows(path):
    if path.exists():
        with open(path, newline="") as file:
            yield from csv.DictReader(file)


def number(text, empty):
    return float(text) if text else empty


def figures_of_run(folder):
    """Each figure with its interval: (kind, metric, group) -> (value, low, high)."""
    found = {}
    def add(kind, metric, group, row, value="value", low="ci_low", high="ci_high"):
        if row[value] and row[low] and row[high]:
            found[kind, metric, group] = tuple(float(row[column]) for column in (value, low, high))
    for row in rows(folder / "metrics.csv"):
        add(KIND_OF.get(row["metric"], "other"), row["metric"], row["group"], row)
    for row in rows(folder / "summary.csv"):
        add("summary", row["metric"], "", row)
    for row in rows(folder / "seats.csv"):
        add("share", "seat_win_rate", row["seat"], row, "win_rate")
    for row in rows(folder / "card_use.csv"):
        for figure in ["drawn", "played", "used", "held", "dead", "dead_share"]:
            add("card use", figure, row["card"], row, figure, figure + "_low", figure + "_high")
    for row in rows(folder / "cards.csv"):
        add("card difference", "drawn", row["card"], row, "delta")
    for row in rows(folder / "card_deals.csv"):
        add("card difference", "dealt", row["card"], row, "delta")
    return found


def figures_of_check(folder):
    return {("gate", row["metric"], ""): tuple(float(row[x]) for x in ("value", "ci_low", "ci_high"))
            for row in rows(folder / "check.csv")}


def figures_of_sweep(folder, values):
    found = {}
    for row in rows(folder / "elasticities.csv"):
        for kind, value, low, high in [(f"slope of a sweep of {values} values", "slope", "ci_low", "ci_high"),
                                       (f"elasticity of {values} values", "elasticity", "elasticity_low", "elasticity_high")]:
            if row[value] and row[low] and row[high]:
                found[kind, row["metric"], row["parameter"]] = tuple(float(row[x]) for x in (value, low, high))
    return found


def figures_of_tournament(folder):
    return {("rating", "rating", row["strategy"]):
            (float(row["rating"]), number(row["rating_low"], -math.inf), number(row["rating_high"], math.inf))
            for row in rows(folder / "ratings.csv")}


def batch(command, plays, seed, figures):
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "out"
        # A check that could not be decided is no failure here.
        full = [arguments.program, *command, "--games", str(plays), "--seed", str(seed), "--threads", "1", "--quiet",
                "--out", str(out)]
        ended = subprocess.run(full, capture_output=True, text=True)
        if ended.returncode not in ([0, 4] if command[0] == "check" else [0]):
            sys.exit(f"{' '.join(full)}: status {ended.returncode}\n{ended.stderr}")
        return figures(out)


table = csv.writer(sys.stdout, lineterminator="\n")
table.writerow(["game", "kind", "metric", "figures", "intervals", "held", "share", "note"])


# What rests on estimated chances to win.
CHANCES = ["comeback_share", "decided_at", "drama", "drama_peak", "hopeless", "kingmaking", "tension", "winner_lowest_chance"]


def note(metric, held, values, batches):
    """Why an interval holds more or less often than it should."""
    share = sum(held) / len(held)
    if 0.93 <= share <= 0.97:
        return ""
    if metric == "all":
        return "sum"
    is_chance = abs(share - 0.95) <= 3 * math.sqrt(0.95 * 0.05 / batches)
    if metric in CHANCES and not is_chance:
        return "chances"
    same = [Counter(of_figure).most_common(1)[0][1] / len(of_figure) for of_figure in values.values()]
    if sum(same) / len(same) >= 0.05:
        return "few values"
    if is_chance:
        return "chance"
    return "wide" if share > 0.97 else "narrow"


def measure(name, command, figures):
    truth = batch(command, arguments.long, 1_000_000, figures)
    with ThreadPoolExecutor(arguments.batches_at_once) as pool:
        short = list(pool.map(lambda seed: batch(command, arguments.short, seed, figures), range(arguments.repeats)))
    counts = {}
    for found in short:
        for (kind, metric, group), (value, low, high) in found.items():
            if (kind, metric, group) in truth:
                held = low <= truth[kind, metric, group][0] <= high
                for label in [(kind, metric), (kind, "all")]:
                    values, results = counts.setdefault(label, ({}, []))
                    values.setdefault((metric, group), []).append(value)
                    results.append(held)
    for (kind, metric), (values, held) in sorted(counts.items()):
        why = note(metric, held, values, len(short))
        table.writerow([Path(name).name, kind, metric, len(values), len(held), sum(held), f"{sum(held) / len(held):.4f}", why])
    sys.stdout.flush()


for i, game in enumerate(arguments.games):
    if arguments.sweep:
        values = arguments.sweep[i].count(",") + 1
        measure(game, ["sweep", game, "--vary", arguments.sweep[i]], lambda folder: figures_of_sweep(folder, values))
    elif arguments.gate:
        measure(game, ["check", game, "--gate", arguments.gate[i]], figures_of_check)
    elif arguments.ratings:
        measure(game, ["tournament", game, "--players", "2", "--bots", "random", "greedy"], figures_of_tournament)
    else:
        measure(game, ["run", game, "--analyze"], figures_of_run)
