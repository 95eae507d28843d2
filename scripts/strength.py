#!/usr/bin/env python3
"""How strong are the bots? One seat of each against others, in every game at every table size.

usage: scripts/strength.py [--plays N] [--seats 2,4] [--bots WORDS] [-o reports/strength] [GAME ...]

Writes FILE.csv, a row a pairing, and FILE.md, the same as a table to read. Rows that stand in FILE.csv
already are kept and not played again, so that it can be stopped and started. Needs Python 3.9 and a release
build (`cargo build --release`). `fair` is what a bot as strong as the others would win; a bot is called
stronger or weaker if the 95 % interval of its win rate leaves it out.
"""

import argparse
import csv
import json
import pathlib
import subprocess
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
FIELDS = ["game", "seats", "bot", "against", "plays", "win_rate", "ci_low", "ci_high", "fair", "ms_per_decision"]

# Bot, the others, and its share of the plays asked for: the slow ones play fewer.
PAIRINGS = [
    ("greedy", "random", 10),
    ("random", "greedy", 10),
    ("lookahead", "greedy", 1),
    ("flat-mc", "greedy", 1),
    ("mcts:iterations=100", "greedy", 1),
    ("mcts:iterations=1000", "greedy", 1),
    ("mcts:iterations=4000", "greedy", 0.5),
    ("mcts:iterations=400", "mcts:iterations=100", 1),
    ("mcts:iterations=4000", "mcts:iterations=1000", 0.5),
]


def rows(path):
    with open(path, newline="") as file:
        return list(csv.DictReader(file))


def measure(program, game, seats, bot, against, plays):
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(
            [program, "run", game, "--bots", bot, *[against] * (seats - 1), "--games", str(plays), "--timing",
             "--out", folder, "--force", "--quiet"],
            check=True, stdout=subprocess.DEVNULL)
        row = rows(f"{folder}/strategies.csv")[0]
    return {
        "game": game, "seats": seats, "bot": bot, "against": against, "plays": plays,
        "win_rate": f"{float(row['win_rate']):.4f}", "ci_low": f"{float(row['ci_low']):.4f}",
        "ci_high": f"{float(row['ci_high']):.4f}", "fair": f"{1 / seats:.4f}",
        "ms_per_decision": f"{float(row['mean_decision_us']) / 1000:.4f}",
    }


def verdict(row):
    if float(row["ci_low"]) > float(row["fair"]):
        return "stronger"
    return "weaker" if float(row["ci_high"]) < float(row["fair"]) else "level"


def markdown(table):
    lines = ["| game | seats | bot | against | plays | win rate | 95 % interval | fair | verdict | ms a decision |",
             "|---|---|---|---|---|---|---|---|---|---|"]
    for row in table:
        rate, low, high, fair = (100 * float(row[k]) for k in ("win_rate", "ci_low", "ci_high", "fair"))
        lines.append(f"| {row['game']} | {row['seats']} | {row['bot']} | {row['against']} | {row['plays']} | {rate:.1f} % "
                     f"| {low:.1f} to {high:.1f} % | {fair:.1f} % | {verdict(row)} | {float(row['ms_per_decision']):.3f} |")
    return "\n".join(lines) + "\n"


def write(output, table):
    path = pathlib.Path(output + ".csv")
    path.parent.mkdir(exist_ok=True)
    with open(path, "w", newline="") as file:
        writer = csv.DictWriter(file, FIELDS, lineterminator="\n")
        writer.writeheader()
        writer.writerows(table)
    pathlib.Path(output + ".md").write_text(markdown(table))


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("games", nargs="*", metavar="GAME")
    arguments.add_argument("-o", "--output", default=str(ROOT / "reports/strength"))
    arguments.add_argument("--plays", type=int, default=400)
    arguments.add_argument("--seats", help="table sizes, separated by commas (default: all of the game's)")
    arguments.add_argument("--bots", help="only pairings whose bot or others contain one of these, separated by |")
    arguments.add_argument("--time-again", type=int, metavar="N",
                           help="measure the time of decisions anew in N plays of every row there is; nothing else")
    arguments.add_argument("--program", default=str(ROOT / "target/release/ludometer"))
    args = arguments.parse_args()
    listed = json.loads(
        subprocess.run([args.program, "games", "--json"], check=True, capture_output=True, text=True).stdout)
    path = pathlib.Path(args.output + ".csv")
    table = rows(path) if path.exists() else []
    key = lambda row: (row["game"], str(row["seats"]), row["bot"], row["against"])
    done = {key(row) for row in table}
    order = [game["id"] for game in listed]
    wanted = [
        (game["id"], seats, *pairing)
        for pairing in PAIRINGS for game in listed
        for seats in range(game["players"]["min"], game["players"]["max"] + 1)
        if not args.games or game["id"] in args.games
        if not args.seats or str(seats) in args.seats.split(",")
        if not args.bots or any(word in f"{pairing[0]} {pairing[1]}" for word in args.bots.split("|"))
    ]
    if args.time_again:
        for row in table:
            if not args.games or row["game"] in args.games:
                again = measure(args.program, row["game"], int(row["seats"]), row["bot"], row["against"], args.time_again)
                row["ms_per_decision"] = again["ms_per_decision"]
        write(args.output, table)
        return
    for game, seats, bot, against, share in wanted:
        if (game, str(seats), bot, against) in done:
            continue
        table.append(measure(args.program, game, seats, bot, against, int(args.plays * share)))
        place = {pairing[:2]: i for i, pairing in enumerate(PAIRINGS)}
        table.sort(key=lambda r: (order.index(r["game"]), int(r["seats"]), place.get((r["bot"], r["against"]), 99)))
        write(args.output, table)
        newest = [row for row in table if key(row) == (game, str(seats), bot, against)]
        print(markdown(newest).splitlines()[-1], flush=True)


if __name__ == "__main__":
    main()
