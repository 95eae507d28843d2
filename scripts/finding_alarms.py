#!/usr/bin/env python3
"""Do the findings of short batches hold in the long run?

For each game with its default rules: findings of 20 short batches with different seeds, each held
against a long batch. A finding is false if the long batch's figure lies within the tolerance or on
the other side. Stated: at most 5 % of the batches have any false finding.

    scripts/finding_alarms.py target/debug/ludometer > reports/finding-alarms.csv
"""
import csv, subprocess, sys, tempfile
from pathlib import Path

PROGRAM = sys.argv[1] if len(sys.argv) > 1 else "target/release/ludometer"
GAMES = {"pure-profit": 2000, "even-odd": 2000, "greed-street": 2000, "film-rummy": 2000, "im-the-boss": 400}
SEEDS, LONGER = 20, 20


def findings(game, plays, seed):
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "run"
        command = [PROGRAM, "run", game, "--analyze", "--games", str(plays), "--seed", str(seed),
                   "--quiet", "--out", str(out)]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        with open(out / "findings.csv", newline="") as file:
            rows = [r for r in csv.DictReader(file) if r["severity"] in ("serious", "moderate", "slight")]
        # What a finding is about: its words without figures.
        def about(row):
            text = row["text"].split(";")[0]
            return row["topic"], "".join(c for c in text if not (c.isdigit() or c in ".±")) + (
                text.split(" ")[1] if text.startswith("seat") else
                text.split("number ")[1][0] if "number " in text else "")
        return {about(row): row["text"] for row in rows}


print("game,plays,batches,findings,false_findings,batches_with_false,examples")
for game, plays in GAMES.items():
    truth = findings(game, plays * LONGER, 1_000_000)
    total, false, bad, examples = 0, 0, 0, set()
    for seed in range(SEEDS):
        found = findings(game, plays, seed)
        wrong = [text for key, text in found.items() if key not in truth]
        total, false, bad = total + len(found), false + len(wrong), bad + bool(wrong)
        examples.update(wrong)
    shown = " / ".join(sorted(examples))[:300].replace('"', "'")
    print(f'{game},{plays},{SEEDS},{total},{false},{bad},"{shown}"', flush=True)
