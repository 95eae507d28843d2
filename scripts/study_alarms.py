#!/usr/bin/env python3
"""How often do the sentences of short studies contradict what all of them together say?

Each game design is studied with many seeds, half a minute each. The figure of a sentence is held against the mean of the
same figure in the studies of all other seeds: of the card, action, seat or bot that the sentence names, whatever those
studies named themselves. A sentence contradicts them if that mean lies outside its interval by more than the mean's own
error, or if it calls a problem what most others call fine, or fine what most others call a problem. Its interval says
95 %: one of 20 may. Exit status 1 if so many do that chance brings it once in a thousand times or less.

    scripts/study_alarms.py target/release/ludometer --out studies > reports/study-alarms.csv

Studies that stand in the folder of --out are not played again.
"""
import argparse, collections, csv, re, statistics, subprocess, sys
from math import exp, lgamma, log, sqrt
from pathlib import Path

GAMES = ["pure-profit", "even-odd", "greed-street", "film-rummy", "im-the-boss"]
Z = 1.96

arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
arguments.add_argument("program")
arguments.add_argument("--games", nargs="+", default=GAMES)
arguments.add_argument("--seeds", type=int, default=40)
arguments.add_argument("--minutes", type=float, default=0.5)
arguments.add_argument("--out", type=Path, required=True)
options = arguments.parse_args()


def rows(path):
    if not path.exists():
        return []
    with open(path, newline="") as file:
        return list(csv.DictReader(file))


def study(game, seed):
    folder = options.out / f"{Path(game).stem}-{seed}"
    if not (folder / "answers.csv").exists():
        command = [options.program, "study", game, "--minutes", str(options.minutes), "--seed", str(seed),
                   "--threads", "1", "--quiet", "--force", "--out", str(folder)]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    return folder


def estimate(value, low, high):
    return float(value), float(low), float(high)


def named_figures(folder):
    """Figures of tables by what they are about: (question, name) -> (value, low, high)."""
    found = {}
    for row in rows(folder / "seats.csv"):
        fair = 1 / len(rows(folder / "seats.csv"))
        found["seats", row["seat"]] = tuple(x - fair for x in estimate(row["win_rate"], row["ci_low"], row["ci_high"]))
    for row in rows(folder / "card_holding.csv"):
        if row["value"]:
            found["strongest_card", row["card"]] = estimate(row["value"], row["ci_low"], row["ci_high"])
    for row in rows(folder / "restricted_play.csv"):
        if row["loss"]:
            name = f"{row['rule']} {row['id']}" if "rule" in row else row["action"]
            found["actions", name] = estimate(row["loss"], row["adjusted_low"], row["adjusted_high"])
    for row in rows(folder / "card_use.csv"):
        if row["dead_share"]:
            found["dead_card", row["card"]] = estimate(row["dead_share"], row["dead_share_low"], row["dead_share_high"])
    for row in rows(folder / "card_values.csv"):
        if row["on"] == "turns" and row["effect"]:
            name = f"{row['card']} {row['change']}"
            found["what_to_try", name] = estimate(row["effect"], row["ci_low"], row["ci_high"])
    return found


def claims(folder):
    """What the sentences say: (question, name, state, value, low, high)."""
    figures = named_figures(folder)
    for row in rows(folder / "answers.csv"):
        if not row["value"]:
            continue
        value, low, high = estimate(row["value"], row["ci_low"], row["ci_high"])
        same = [name for (question, name), found in figures.items()
                if question == row["question"] and abs(found[0] - value) < 1e-9]
        # Figures that stand in no table are named by the words before their first number.
        name = same[0] if same else re.split(r"[\d+−-]", row["text"])[0].strip()
        if not same:
            figures[row["question"], name] = value, low, high
        yield (row["question"], name, row["state"], value, low, high), figures


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
    for question, all_said in said.items():
        states = collections.Counter(claim[2] for _, claim in all_said)
        compared, wrong = 0, []
        for seed, (_, name, state, value, low, high) in all_said:
            if state == "open":
                continue
            others = [found[question, name] for other, found in figures.items()
                      if other != seed and (question, name) in found]
            if len(others) < options.seeds / 4:
                continue
            compared += 1
            truth = statistics.fmean(value for value, _, _ in others)
            error = statistics.stdev(value for value, _, _ in others) / sqrt(len(others))
            room = value - low if truth < value else high - value
            verdicts = {"problem": states["problem"], "fine": states["fine"]}
            is_odd = state in verdicts and verdicts[state] < max(verdicts.values())
            if abs(value - truth) > sqrt(room ** 2 + (Z * error) ** 2) or is_odd:
                wrong.append(f"{name}: {value:.4g} ({low:.4g} to {high:.4g}), {state}; others {truth:.4g}")
        table.writerow([game, question, len(all_said), states["open"], compared, len(wrong), " / ".join(wrong[:3])])
        all_compared, all_wrong = all_compared + compared, all_wrong + len(wrong)
table.writerow(["all", "", "", "", all_compared, all_wrong, ""])


def probability(k, n, p):
    """How likely exactly k of n are, each by p."""
    return exp(lgamma(n + 1) - lgamma(k + 1) - lgamma(n - k + 1) + k * log(p) + (n - k) * log(1 - p))


tail = sum(probability(k, all_compared, 0.05) for k in range(all_wrong, all_compared + 1))
sys.exit(tail < 0.001)
