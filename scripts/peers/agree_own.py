"""Random games of the gallery's own games, held against the simulations of own_games.py.

In both every decision is taken at random, each legal action equally likely. Of each figure there stand the mean in a
game, the difference and its size in standard errors. About one in twenty is above 1.96 by chance; the exit status is 1
if the largest is more than so many figures bring about by chance (Bonferroni, 1 %). Needs Python alone.

usage: agree_own.py --program target/release/ludometer [--games moths,masks] [--played 4000]
"""

import argparse
import csv
import math
import os
import random
import statistics
import subprocess
import sys
import tempfile

from own_games import OWN


def figures(turns, decisions, scores, winners, actions):
    row = {"turns": turns, "decisions": decisions}
    row |= {f"points of seat {seat + 1}": score for seat, score in enumerate(scores)}
    row |= {f"seat {seat + 1} wins": (seat in winners) / max(len(winners), 1) for seat in range(len(scores))}
    return row | {f"`{word}`": count for word, count in actions.items()}


def mean_and_error(values):
    return statistics.fmean(values), statistics.pvariance(values) / len(values)


def theirs(play, seats, games, seed):
    rng = random.Random(seed)
    rows = [figures(**play(rng, seats)) for _ in range(games)]
    names = dict.fromkeys(name for row in rows for name in row)
    return {name: mean_and_error([row.get(name, 0) for row in rows]) for name in names}


def ours(program, script, seats, games, seed):
    with tempfile.TemporaryDirectory() as folder:
        command = [program, "run", os.path.join("games", f"{script}.luau"), "--bots", "random", "--seats", "fixed",
                   "--per-game", "--analyze", "--quiet", "--players", str(seats), "--games", str(games),
                   "--seed", str(seed), "--out", folder, "--force"]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        with open(os.path.join(folder, "games.csv"), newline="", encoding="utf-8") as file:
            rows = []
            for line in csv.DictReader(file):
                winners = {int(seat) for seat in line["winner_seats"].replace("+", " ").replace(";", " ").split()}
                scores = [float(line[f"score_{seat}"]) for seat in range(seats)]
                rows.append(figures(float(line["turns"]), float(line["decisions"]), scores, winners, {}))
        with open(os.path.join(folder, "coverage.csv"), newline="", encoding="utf-8") as file:
            counted = {f"`{line['item']}`": int(line["count"]) for line in csv.DictReader(file)
                       if line["kind"] == "action"}
    return ({name: mean_and_error([row[name] for row in rows]) for name in rows[0]},
            {name: count / games for name, count in counted.items()})


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n", maxsplit=1)[0])
    parser.add_argument("--program", required=True, help="the built ludometer")
    parser.add_argument("--games", help="names of scripts, by commas (all)")
    parser.add_argument("--played", type=int, default=4000, help="games of each")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    sizes = []
    print("| game | figure, mean in a game | Python | Ludometer | standard errors |\n|---|---|---:|---:|---:|")
    for script in args.games.split(",") if args.games else OWN:
        play, tables = OWN[script]
        for seats in tables:
            known = theirs(play, seats, args.played, args.seed)
            found, actions = ours(args.program, script, seats, args.played, args.seed)
            for name, (mean, error) in known.items():
                # How much a count of actions varies from game to game is known of theirs alone.
                our_mean, our_error = found.get(name, (actions.get(name, 0.0), error))
                both = math.sqrt(error + our_error)
                size = abs(our_mean - mean) / both if both > 0 else 0.0 if our_mean == mean else math.inf
                sizes.append(size)
                mark = " *" if size > 1.96 else ""
                print(f"| {script}, {seats} seats | {name} | {mean:.4g} | {our_mean:.4g} | {size:.2f}{mark} |", flush=True)
            unknown = set(actions) - set(known)
            assert all(actions[name] == 0 for name in unknown), f"{script} has other actions: {unknown}"
    allowed = statistics.NormalDist().inv_cdf(1 - 0.01 / 2 / len(sizes))
    print(f"\n{sum(size > 1.96 for size in sizes)} of {len(sizes)} figures are more than 1.96 standard errors apart (*); "
          f"by chance {0.05 * len(sizes):.1f} are. The largest is {max(sizes):.2f}; {allowed:.2f} are allowed.")
    return int(max(sizes) > allowed)


if __name__ == "__main__":
    sys.exit(main())
