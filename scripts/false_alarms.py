#!/usr/bin/env python3
"""How often a tournament of equal bots calls one of them better.

Plays tournaments of three equal bots with `--until settled` over many seeds and counts those that end
with any verdict. Verdicts are looked at after every deal and never taken back, so this is the share
of tournaments with a false alarm at any time; it must not be above alpha.

    scripts/false_alarms.py target/release/ludometer 200
"""

import json
import subprocess
import sys
import tempfile

ALPHA = 0.1
DEALS = 300


def alarms(program: str, game: str, bot: str, runs: int) -> int:
    found = 0
    with tempfile.TemporaryDirectory() as folder:
        for seed in range(runs):
            command = [program, "tournament", game, "--players", "2", "--bots", bot, bot, bot]
            command += ["--deals", str(DEALS), "--until", f"settled:alpha={ALPHA}", "--seed", str(seed)]
            command += ["--out", folder, "--force", "--quiet", "--json"]
            text = subprocess.run(command, check=True, capture_output=True, text=True).stdout
            found += any(pair["verdict"] != "open" for pair in json.loads(text)["pairs"])
    return found


def main() -> None:
    program, runs = sys.argv[1], int(sys.argv[2])
    print("game,bot,alpha,deals,tournaments,false_alarms")
    for game, bot in [("pure-profit", "random"), ("even-odd", "random"), ("pure-profit", "greedy")]:
        print(f"{game},{bot},{ALPHA},{DEALS},{runs},{alarms(program, game, bot, runs)}", flush=True)


if __name__ == "__main__":
    main()
