#!/usr/bin/env python3
"""Writes the answers of studies to a designer's eleven questions, each checked against a long study of the same game.

A folder below STUDIES is a study as a designer makes it (`study GAME --minutes 2`), the folder of the same name below LONG
one with other seeds and many more games. The figure of each sentence is held against the same figure of the long study: it
agrees if that lies in its interval, widened by its own error, and if neither calls a problem what the other calls fine.

    scripts/study_answers.py STUDIES LONG > reports/answers.md

Exit status 1 if more sentences differ than chance brings once in a hundred times, 5 % each.
"""
import json, sys
from math import comb
from pathlib import Path

from study_claims import Z, claims, contradicts, rows

studies, long = Path(sys.argv[1]), Path(sys.argv[2])


def answers(folder):
    """The answers by question, each with its sentences, and the games of the whole study."""
    record = json.loads((folder / "study.json").read_text())
    by_question = {}
    for row in rows(folder / "answers.csv"):
        by_question.setdefault(row["question"], {"asked": row["asked"], "said": []})["said"].append(row)
    return record, by_question


def figures(folder):
    found, states = {}, {}
    for claim, known in claims(folder):
        found.update(known)
        states[claim[0]] = claim[2]
    return found, states


def verdict(claim, known, states):
    question, name, state, value, low, high = claim
    if state == "open":
        return "open"
    if (question, name) not in known:
        return "not compared"
    truth, long_low, long_high = known[question, name]
    said = f"{truth:.4g} ({long_low:.4g} to {long_high:.4g})"
    differs = contradicts(claim, truth, (long_high - long_low) / 2 / Z, states.get(question))
    return f"{'differs' if differs else 'agrees'}: long {said}, here {value:.4g} ({low:.4g} to {high:.4g})"


compared = differing = 0
parts = []
for folder in sorted(long.iterdir()):
    if not (folder / "study.json").exists() or not (studies / folder.name / "study.json").exists():
        continue
    record, said = answers(studies / folder.name)
    long_record, _ = answers(folder)
    known, states = figures(folder)
    checks = {(claim[0], claim[3]): verdict(claim, known, states) for claim, _ in claims(studies / folder.name)}
    out = [f"## {folder.name}", ""]
    # A script may have been named by another path.
    long_command = long_record["command"].replace(long_record["game"], record["game"])
    out.append(f"`{record['command']}`: {record['plays_done']:,} games. Long: `{long_command}`: "
               f"{long_record['plays_done']:,} games, {long_record['search_games']:,} of them with a search at all seats.")
    out.append("")
    for question, part in said.items():
        out += [f"### {part['asked']}", ""]
        for row in part["said"]:
            check = checks.get((question, float(row["value"])), "") if row["value"] else ""
            compared += check.startswith(("agrees", "differs"))
            differing += check.startswith("differs")
            out.append(f"- {row['text']}" + (f" *{check}.*" if check else ""))
        out.append("")
    parts.append("\n".join(out))

print("# Eleven questions, answered and checked\n")
print("Made by `scripts/study_answers.py`. Each sentence is that of a study of two minutes; behind it stands whether its figure\n"
      "agrees with that of a long study with another seed. Shares are parts of 1.\n")
print(f"Of {compared} figures {differing} differ; with intervals of 95 % one of 20 may.\n")
print("\n".join(parts), end="")
tail = sum(comb(compared, k) * 0.05**k * 0.95 ** (compared - k) for k in range(differing, compared + 1))
sys.exit(compared > 0 and tail < 0.01)
