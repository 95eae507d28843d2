#!/usr/bin/env python3
"""How often do the sentences of short studies contradict a long one, or what all of them together say?

Each game design is studied with many seeds, half a minute each. The figure of a sentence is held against the same figure of
a long study (--against), or where there is none against its mean in the studies of all other seeds: of the card, action,
seat or bot that the sentence names, whatever those studies named themselves. A sentence contradicts it if it lies outside
its interval by more than its own error, or if it calls a problem what the long study (most others) calls fine, or the other
way round. Its interval says 95 %: one of 20 may. Exit status 1 if so many do that chance brings it once in a thousand times
or less.

    scripts/study_alarms.py target/release/ludometer --out studies --against long > reports/study-alarms.csv

Studies that stand in the folder of --out are not played again.
"""
import argparse, collections, csv, statistics, subprocess, sys
from math import exp, lgamma, log, sqrt
from pathlib import Path

from study_claims import Z, claims, contradicts

GAMES = ["pure-profit", "even-odd", "greed-street", "film-rummy", "im-the-boss"]

arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
arguments.add_argument("program")
arguments.add_argument("--games", nargs="+", default=GAMES)
arguments.add_argument("--seeds", type=int, default=40)
arguments.add_argument("--minutes", type=float, default=0.5)
arguments.add_argument("--out", type=Path, required=True)
arguments.add_argument("--against", type=Path, help="folder with a folder of a long study for each game")
options = arguments.parse_args()


def study(game, seed):
    folder = options.out / f"{Path(game).stem}-{seed}"
    if not (folder / "answers.csv").exists():
        command = [options.program, "study", game, "--minutes", str(options.minutes), "--seed", str(seed),
                   "--threads", "1", "--quiet", "--force", "--out", str(folder)]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    return folder


studies = {game: {} for game in options.games}
for seed in range(options.seeds):
    for game in options.games:
        studies[game][seed] = study(game, seed)
        print(f"{game}, seed {seed}", file=sys.stderr, flush=True)

table = csv.writer(sys.stdout, lineterminator="\n")
table.writerow(["game", "question", "studies", "open", "compared", "contradict", "examples"])
all_compared = all_wrong = 0
for game, by_seed in studies.items():
    said, figures = collections.defaultdict(list), {}
    for seed, folder in by_seed.items():
        figures[seed] = {}
        for claim, found in claims(folder):
            figures[seed].update(found)
            said[claim[0]].append((seed, claim))
    long_figures, long_states = {}, {}
    if options.against:
        for claim, found in claims(options.against / Path(game).stem):
            long_figures.update(found)
            long_states[claim[0]] = claim[2]
    for question, all_said in said.items():
        states = collections.Counter(claim[2] for _, claim in all_said)
        usual = max(("problem", "fine"), key=lambda state: states[state])
        compared, wrong = 0, []
        for seed, claim in all_said:
            _, name, state, value, low, high = claim
            if state == "open":
                continue
            if (question, name) in long_figures:
                truth, long_low, long_high = long_figures[question, name]
                error, verdict = (long_high - long_low) / 2 / Z, long_states.get(question)
            else:
                others = [found[question, name] for other, found in figures.items()
                          if other != seed and (question, name) in found]
                if len(others) < options.seeds / 4:
                    continue
                truth, verdict = statistics.fmean(value for value, _, _ in others), usual
                error = statistics.stdev(value for value, _, _ in others) / sqrt(len(others))
            compared += 1
            if contradicts(claim, truth, error, verdict):
                wrong.append(f"{name}: {value:.4g} ({low:.4g} to {high:.4g}), {state}; long {truth:.4g}, {verdict}")
        table.writerow([game, question, len(all_said), states["open"], compared, len(wrong), " / ".join(wrong[:3])])
        all_compared, all_wrong = all_compared + compared, all_wrong + len(wrong)
table.writerow(["all", "", "", "", all_compared, all_wrong, ""])


def probability(k, n, p):
    """How likely exactly k of n are, each by p."""
    return exp(lgamma(n + 1) - lgamma(k + 1) - lgamma(n - k + 1) + k * log(p) + (n - k) * log(1 - p))


tail = sum(probability(k, all_compared, 0.05) for k in range(all_wrong, all_compared + 1))
sys.exit(tail < 0.001)
