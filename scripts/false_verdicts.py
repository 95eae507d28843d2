#!/usr/bin/env python3
"""Count the verdicts of short studies that a long study of the same game contradicts.

    scripts/false_verdicts.py PROGRAM [--games N] [--search N] [--long N] [--seeds N] GAME...

A verdict is false where both studies are sure and say different things, and an accusation ("problem") where the long study does
not share it. What a short study leaves open is never false. Figures of the long study settle who is off a fair share.
"""

import argparse
import csv
import json
import pathlib
import subprocess
import sys
import tempfile


def study(program, game, games, search, seed, folder):
    command = [program, "study", game, "--games", str(games), "--search-games", str(search), "--seed", str(seed)]
    subprocess.run([*command, "--quiet", "--out", folder], check=True, stdout=subprocess.DEVNULL)
    record = json.loads((folder / "study.json").read_text())
    return {answer["question"]: answer for answer in reversed(record["answers"])}


PLACES = "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth".split()


def shares(folder):
    """Returns by how much each seat and each place in the order of play is off its fair share."""
    rows = csv.DictReader((folder / "metrics.csv").open())
    found = {}
    for row in rows:
        kind, _, number = row["group"].partition(" ")
        if row["metric"] == "win_share":
            found[f"Player {chr(ord('A') + int(number))} "] = float(row["value"])
        elif row["metric"] == "win_share_by_order":
            found[f"whoever moves {PLACES[int(number) - 1]} "] = float(row["value"])
    seats = sum(name.startswith("Player") for name in found)
    if any(name.startswith("whoever") for name in found):
        found["whoever moves last "] = found.pop(f"whoever moves {PLACES[seats - 1]} ", 0.0)
    return {name: share - 1 / max(seats, 1) for name, share in found.items()}


def verdict(answer):
    """Returns what an answer says beside its figures, or nothing of one that is open."""
    short = answer["short"]
    if answer["state"] == "open":
        return None
    if answer["question"] in ("skill", "best_bot", "levels"):
        return short.split(":")[0].split(",")[0]
    return answer["state"]


def named(answer):
    """Returns the cards that may be the strongest: `Ace: whoever draws it wins 2.0 points more often; or Two or Three`."""
    first, _, rest = answer["short"].partition(":")
    others = rest.partition("; or ")[2].replace(" or ", ", ")
    return {first, *others.split(", ")} - {""}


def is_false(short, long, off):
    """Returns true if a long study contradicts a short one, and true if it doesn't share an accusation."""
    if verdict(short) is None:
        return False, False
    accuses = short["state"] == "problem"
    if accuses and short["question"] == "seats":
        names = [bias for name, bias in off.items() if name in short["short"] + " "]
        sign = 1 if short["value"] > 0 else -1
        return (wrong := not any(sign * bias > 0.01 for bias in names)), wrong
    if accuses and long["state"] != "problem":
        return True, True
    if short["question"] == "strongest_card" and "fact" == short["state"] == long["state"]:
        return not named(short) & named(long), False
    return verdict(long) is not None and verdict(short) != verdict(long), False


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("design", nargs="+")
    parser.add_argument("--games", type=int, default=1024)
    parser.add_argument("--search", type=int, default=8)
    parser.add_argument("--long", type=int, default=64)
    parser.add_argument("--seeds", type=int, default=40)
    arguments = parser.parse_args()
    total = [0, 0, 0, 0]
    print(f"{'game':<16} {'answers':>8} {'open':>6} {'false':>6} {'accused falsely':>16}")
    for design in arguments.design:
        counts = [0, 0, 0, 0]
        with tempfile.TemporaryDirectory() as place:
            place = pathlib.Path(place)
            by = arguments.long
            long = study(arguments.program, design, by * arguments.games, by * arguments.search, 10**6, place / "long")
            off = shares(place / "long")
            for seed in range(1, arguments.seeds + 1):
                folder = place / str(seed)
                for question, short in study(
                    arguments.program, design, arguments.games, arguments.search, seed, folder
                ).items():
                    if question not in long:
                        continue
                    wrong, accused = is_false(short, long[question], off)
                    counts = [a + b for a, b in zip(counts, [1, short["state"] == "open", wrong, accused])]
                    if wrong:
                        print(f"  seed {seed}, {question}: {short['short']} | {long[question]['short']}", file=sys.stderr)
        name = pathlib.Path(design).stem
        print(f"{name:<16} {counts[0]:>8} {counts[1]:>6} {counts[2]:>6} {counts[3]:>16}", flush=True)
        total = [a + b for a, b in zip(total, counts)]
    print(f"{'all':<16} {total[0]:>8} {total[1]:>6} {total[2]:>6} {total[3]:>16}")


if __name__ == "__main__":
    main()
