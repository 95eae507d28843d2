#!/usr/bin/env python3
"""Compares settings of the search bots at equal time a decision.

usage: scripts/search_settings.py [-o FILE.csv] [--ms MS] [--plays N] [--seats N] [GAME ...]

For each game one bot sits with greedy ones. Its budget (iterations, or samples) is set so that a
decision takes about MS milliseconds of processor time on this machine: a short run with a small budget
measures what an iteration costs. Then N plays are played with the same seed for all settings, so that
they meet the same deals. Needs Python 3.9 and a release build (`cargo build --release`).

A row a setting: game, seats, bot with its budget, microseconds a decision, plays, win rate with its 95 %
interval, and the share of pairs of seats in which it was ranked ahead of a greedy one.
"""

import argparse
import csv
import json
import pathlib
import resource
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent

# Each is a change of the game's default search.
MCTS = [
    "",
    "exploration=0.1", "exploration=0.2", "exploration=0.3", "exploration=0.5", "exploration=1",
    "length=1", "length=2", "length=3", "length=4", "length=6", "length=8", "length=12", "length=16",
    "length=24", "length=1000000",
    "noise=0", "noise=0.3", "rollout=random",
    "leaf=estimate",
    "select=uct,exploration=0.3", "select=uct,exploration=0.7", "select=uct,exploration=0.3,bias=1",
    "determinizations=1", "determinizations=10", "determinizations=100",
    "tree=self", "reuse=yes", "tree=self,reuse=yes",
]
FLAT = [f"{who},length={n}" for who in ("rollout=greedy,noise=0", "rollout=random") for n in (1, 2, 4, 8, 16, 1000000)]
LOOKAHEAD = [f"length={n}" for n in (0, 1, 2, 4, 8)]
CANDIDATES = [("mcts", s) for s in MCTS] + [("flat-mc", s) for s in FLAT] + [("lookahead", s) for s in LOOKAHEAD]
BUDGET = {"mcts": "iterations", "flat-mc": "iterations", "lookahead": "samples"}


def rows(path):
    with open(path, newline="") as file:
        return list(csv.DictReader(file))


def spec(bot, settings, budget):
    return ",".join(filter(None, [f"{bot}:{BUDGET[bot]}={budget}", settings]))


def play(program, game, bot, seats, plays, seed):
    """Plays; gives the folder's rows and the processor time taken."""
    with tempfile.TemporaryDirectory() as folder:
        bots = [bot] + ["greedy"] * (seats - 1)
        before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
        subprocess.run(
            [program, "run", game, "--bots", *bots, "--games", str(plays), "--seed", str(seed), "--out", folder,
             "--force", "--quiet", "--threads", "1"],
            check=True, stdout=subprocess.DEVNULL)
        took = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before
        ours = rows(f"{folder}/strategies.csv")[0]
        pairs = [r for r in rows(f"{folder}/matchups.csv") if r["strategy"] == ours["strategy"]]
        return ours, pairs[0] if pairs else None, took


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("games", nargs="*", metavar="GAME")
    arguments.add_argument("-o", "--output", default="-")
    arguments.add_argument("--ms", type=float, default=1.0)
    arguments.add_argument("--plays", type=int, default=200)
    arguments.add_argument("--seats", type=int, default=4)
    arguments.add_argument("--seed", type=int, default=77)
    arguments.add_argument("--program", default=str(ROOT / "target/release/ludometer"))
    arguments.add_argument("--try", dest="tried", help="these bots instead, as bot:settings, separated by |")
    arguments.add_argument("--only", help="settings of which these words are a part, separated by |")
    args = arguments.parse_args()
    candidates = CANDIDATES
    if args.tried is not None:
        candidates = [tuple((each + ":").split(":")[:2]) for each in args.tried.split("|")]
    listed = subprocess.run([args.program, "games", "--json"], check=True, capture_output=True, text=True)
    games = args.games or [game["id"] for game in json.loads(listed.stdout)]
    out = sys.stdout if args.output == "-" else open(args.output, "w", newline="")
    table = csv.writer(out, lineterminator="\n")
    table.writerow("game,seats,bot,settings,budget,us_per_decision,plays,seed,win_rate,ci_low,ci_high,ahead".split(","))
    for game in games:
        for bot, settings in candidates:
            if args.only and not any(word in f"{bot}:{settings}" for word in args.only.split("|")):
                continue
            small = 100 if bot != "lookahead" else 20
            ours, _, took = play(args.program, game, spec(bot, settings, small), args.seats, 4, 1)
            cost = max(1e6 * took / max(1, int(ours["decisions"])) / small, 1e-3)
            budget = max(1, round(1000 * args.ms / cost))
            ours, pair, took = play(args.program, game, spec(bot, settings, budget), args.seats, args.plays, args.seed)
            table.writerow([
                game, args.seats, bot, settings, budget, round(1e6 * took / int(ours["decisions"])), args.plays, args.seed,
                ours["win_rate"], ours["ci_low"], ours["ci_high"], pair["ahead"] if pair else ""])
            out.flush()


if __name__ == "__main__":
    main()
