#!/usr/bin/env python3
"""Do the findings of short batches hold in the long run?

For each game with its default rules: the findings of 20 short batches with different seeds, held
against those of a batch 20 times as long. A finding is false if the long batch doesn't have it: its
figure lies within the tolerance there, on the other side, or so close to the tolerance that even so
many plays don't tell. Stated: at most 5 % of batches have any false finding. Exit status 1 if more
than 10 of 100 do: at 5 % that happens once in 87 times.

    scripts/finding_alarms.py target/release/ludometer > reports/finding-alarms.csv
"""
import csv, re, subprocess, sys, tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

PROGRAM = sys.argv[1] if len(sys.argv) > 1 else "target/release/ludometer"
GAMES = {"pure-profit": 2000, "even-odd": 2000, "greed-street": 2000, "film-rummy": 2000, "im-the-boss": 500}
SEEDS, LONGER = 20, 20
FIGURE = re.compile(r"\d+\.\d+|(?<=drawn )\d+(?= times)")


def about(row):
    """What a finding is about: its words without figures, and on which side of what is fair it lies."""
    text = FIGURE.sub("", row["text"].split("; holds for")[0])
    return row["topic"], text, float(row["value"]) > float(row["fair"])


def findings(game, plays, seed, threads=1):
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "run"
        command = [PROGRAM, "run", game, "--analyze", "--games", str(plays), "--seed", str(seed),
                   "--threads", str(threads), "--quiet", "--out", str(out)]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        with open(out / "findings.csv", newline="") as file:
            rows = [row for row in csv.DictReader(file) if row["severity"] in ("serious", "moderate", "slight")]
        return {about(row): row["text"] for row in rows}


table = csv.writer(sys.stdout, lineterminator="\n")
table.writerow(["game", "plays", "batches", "findings", "true_ones", "false_findings", "batches_with_false", "examples"])
all_batches = all_bad = 0
for game, plays in GAMES.items():
    truth = findings(game, plays * LONGER, 1_000_000, threads=2)
    with ThreadPoolExecutor(2) as pool:
        batches = list(pool.map(lambda seed: findings(game, plays, seed), range(SEEDS)))
    wrong = [[text for key, text in found.items() if key not in truth] for found in batches]
    bad = sum(bool(one) for one in wrong)
    examples = sorted({text.split("; holds for")[0] for one in wrong for text in one})
    table.writerow([game, plays, SEEDS, sum(map(len, batches)), len(truth), sum(map(len, wrong)), bad, " / ".join(examples)])
    sys.stdout.flush()
    all_batches, all_bad = all_batches + SEEDS, all_bad + bad
table.writerow(["all", "", all_batches, "", "", "", all_bad, ""])
sys.exit(all_bad > all_batches / 10)
