"""Random games of every game that OpenSpiel and the gallery share: length, actions and results side by side.

In both programs every decision is taken at random, each legal action equally likely. Of each figure there stand the
mean in a game, the difference, and its 95 % interval. About one in twenty lies outside of its interval by chance; the
last line says how many do, and whether the largest difference is more than that many figures bring about by chance
(Bonferroni, 1 %): then the exit status is 1.
"""

import argparse
import collections
import csv
import dataclasses
import math
import os
import random
import statistics
import subprocess
import sys
import tempfile

import pyspiel

from shared_games import SHARED


@dataclasses.dataclass
class Record:
    """A finished game of OpenSpiel."""

    state: object
    kinds: collections.Counter


def their_game(game, entry, rng):
    state = game.new_initial_state()
    kinds = collections.Counter()
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, odds = zip(*state.chance_outcomes())
            state.apply_action(rng.choices(outcomes, odds)[0])
        else:
            action = rng.choice(state.legal_actions())
            kinds[entry.kind(state, action)] += 1
            state.apply_action(action)
    return Record(state, kinds)


def mean_and_error(values):
    return statistics.fmean(values), statistics.pvariance(values) / len(values)


def their_figures(entry, games, seed):
    """Mean and squared standard error of each figure; and the variance of each kind of action in a game."""
    game, rng = pyspiel.load_game(entry.theirs), random.Random(seed)
    rows = []
    for _ in range(games):
        record = their_game(game, entry, rng)
        actions = {f"`{kind}`": count for kind, count in record.kinds.items()}
        rows.append({"decisions": record.kinds.total(), **entry.their_figures(record), **actions})
    names = sorted(dict.fromkeys(name for row in rows for name in row), key=lambda name: name.startswith("`"))
    return {name: mean_and_error([row.get(name, 0) for row in rows]) for name in names}


def our_figures(program, entry, games, seed):
    script = os.path.join("games", f"{entry.script}.luau")
    with tempfile.TemporaryDirectory() as folder:
        command = [program, "run", script, "--bots", "random", "--seats", "fixed", "--per-game", "--analyze", "--quiet"]
        command += ["--players", str(entry.seats), "--games", str(games), "--seed", str(seed)]
        command += [word for setting in entry.settings for word in ("--set", setting)]
        subprocess.run([*command, "--out", folder, "--force"], check=True, stdout=subprocess.DEVNULL)
        with open(os.path.join(folder, "games.csv"), newline="", encoding="utf-8") as file:
            rows = [{"decisions": float(line["decisions"]), **entry.our_figures(line)} for line in csv.DictReader(file)]
        with open(os.path.join(folder, "coverage.csv"), newline="", encoding="utf-8") as file:
            counts = {f"`{line['item']}`": int(line["count"]) for line in csv.DictReader(file) if line["kind"] == "action"}
    figures = {name: mean_and_error([row[name] for row in rows]) for name in rows[0]}
    return figures, {name: count / games for name, count in counts.items()}


def compare(program, entry, theirs_played, ours_played, seed):
    theirs = their_figures(entry, theirs_played, seed)
    ours, actions = our_figures(program, entry, ours_played, seed)
    for name in sorted(set(theirs) | set(ours) | set(actions), key=[*theirs, *ours, *actions].index):
        mean, error = theirs.get(name, (0.0, 0.0))
        # How much a count of actions varies from game to game is known of theirs alone.
        our_mean, our_error = ours.get(name, (actions.get(name, 0.0), error * theirs_played / ours_played))
        yield name, mean, our_mean, math.sqrt(error + our_error)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n", maxsplit=1)[0])
    parser.add_argument("--program", required=True, help="the built ludometer")
    parser.add_argument("--games", help="names of scripts, by commas (all)")
    parser.add_argument("--played", type=int, default=4000, help="games of each in OpenSpiel; ours are five times as many")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    wanted = args.games.split(",") if args.games else [entry.script for entry in SHARED]
    print(f"Random play: {args.played:,} games of each in OpenSpiel, {5 * args.played:,} in Ludometer\n")
    print("| game | figure, mean in a game | OpenSpiel | Ludometer | difference | 95 % interval |\n|---|---|---:|---:|---:|---:|")
    sizes, notes = [], []
    for entry in (entry for entry in SHARED if entry.script in wanted):
        title = f"{entry.script}, {entry.seats} seats"
        if entry.differs:
            notes.append(f"- {title}: {entry.differs}")
        for name, mean, our_mean, error in compare(args.program, entry, args.played, 5 * args.played, args.seed):
            difference, half = our_mean - mean, 1.96 * error
            size = abs(difference) / error if error > 0 else 0.0 if abs(difference) < 1e-9 else math.inf
            sizes.append(size)
            mark = "" if size <= 1.96 else " *"
            print(f"| {title} | {name} | {mean:.4g} | {our_mean:.4g} | {difference:+.4f}{mark} | ±{half:.4f} |", flush=True)
    allowed = statistics.NormalDist().inv_cdf(1 - 0.01 / 2 / len(sizes))
    outside = sum(size > 1.96 for size in sizes)
    print(f"\n{outside} of {len(sizes)} figures lie outside of their interval (*); by chance {0.05 * len(sizes):.1f} do. "
          f"The largest difference is {max(sizes):.2f} standard errors; {allowed:.2f} are allowed.")
    print("\nWhat differs all the same:\n" + "\n".join(notes) if notes else "")
    return int(max(sizes) > allowed)


if __name__ == "__main__":
    sys.exit(main())
