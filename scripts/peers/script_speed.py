"""Random decisions and search iterations of the gallery's scripts beside OpenSpiel's compiled games, in turn.

As measure.py, whose head says what is done and how: one thread, processor time, both in every round, the ratio taken in
each round. What is different here:

- Ours are scripts in `games/`, played by the example `game_script`, with the settings of shared_games.py.
- Playouts are reported as nanoseconds a decision: of a whole game at random from the first decision, copying the state
  included, divided by the mean number of decisions of such games.
- The time in which our process starts and reads the script is measured alone and taken off.
- Both begin with cards dealt at random, by one seed each.
- Search is `ISMCTSBot` where OpenSpiel can deal hidden cards anew. Where it can't it is `MCTSBot` on the true state,
  which deals nothing and sees all: less work than ours does.
"""

import argparse
import os
import random
import resource
import statistics
import subprocess
import time

import pyspiel

from agree import their_game
from measure import EXPLORATION
from shared_games import SHARED

LEAST = 20


def dealt(game):
    rng, state = random.Random(1), game.new_initial_state()
    while state.is_chance_node():
        outcomes, odds = zip(*state.chance_outcomes())
        state.apply_action(rng.choices(outcomes, odds)[0])
    return state


def their_search(game, entry, each):
    """A bot, and what it is."""
    exploration = EXPLORATION * (game.max_utility() - game.min_utility())
    evaluator = pyspiel.RandomRolloutEvaluator(1, 1)
    hidden = game.get_type().information != pyspiel.GameType.Information.PERFECT_INFORMATION
    if hidden and entry.resamples:
        policy = pyspiel.ISMCTSFinalPolicyType.NORMALIZED_VISIT_COUNT
        return pyspiel.ISMCTSBot(1, evaluator, exploration, each, -1, policy, entry.observation, False), "ISMCTS"
    bot = pyspiel.MCTSBot(game, evaluator, exploration, each, 1000, False, 1, False)
    return bot, "MCTS, true state" if hidden else "MCTS"


def theirs(entry, work, count):
    """Processor seconds, and how many pieces."""
    game = pyspiel.load_game(entry.theirs)
    state = dealt(game)
    if work == "playouts":
        evaluator = pyspiel.RandomRolloutEvaluator(count, 1)
        bot = pyspiel.MCTSBot(game, evaluator, 1.0, 1, 1000, False, 1, False)
        begun = time.process_time()
        bot.mcts_search(state)
        return time.process_time() - begun, count
    bot, _ = their_search(game, entry, entry.searched)
    searches = -(-count // entry.searched)
    begun = time.process_time()
    for _ in range(searches):
        bot.step(state)
    return time.process_time() - begun, searches * entry.searched


def spent_by(program, entry, work, count):
    script = os.path.join("games", f"{entry.script}.luau")
    command = [program, "bench", work, str(count), str(entry.searched), script, str(entry.seats), *entry.settings]
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime


def ours(program, entry, work, count, start):
    spent = spent_by(program, entry, work, count) - start
    return max(spent, 1e-6), -(-count // entry.searched) * entry.searched if work == "search" else count


def enough(measure, least, seconds):
    count = least
    while True:
        spent, done = measure(count)
        if spent > seconds / 8:
            return max(least, int(done * seconds / spent))
        count *= 4


def rounds_of(program, entry, work, rounds, seconds):
    start = statistics.median(spent_by(program, entry, "playouts", 1) for _ in range(5))
    sides = {
        "theirs": lambda count: theirs(entry, work, count),
        "ours": lambda count: ours(program, entry, work, count, start),
    }
    least = entry.searched if work == "search" else LEAST
    counts = {side: enough(measure, least, seconds) for side, measure in sides.items()}
    rates = {side: [] for side in sides}
    for number in range(rounds):
        for side in list(sides) if number % 2 == 0 else reversed(list(sides)):
            spent, done = sides[side](counts[side])
            rates[side].append(done / spent)
    return rates


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n", maxsplit=1)[0])
    parser.add_argument("--program", required=True, help="the built example game_script")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=0.5, help="of each measurement")
    parser.add_argument("--games", help="names of scripts, by commas (all)")
    args = parser.parse_args()
    wanted = args.games.split(",") if args.games else [entry.script for entry in SHARED]
    print(f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}; one thread, {args.rounds} rounds of {args.seconds} s in turn\n")
    print("| game | work | OpenSpiel | Ludometer | times as fast: min | median | max |\n|---|---|---:|---:|---:|---:|---:|")
    for entry in (entry for entry in SHARED if entry.script in wanted):
        game, rng = pyspiel.load_game(entry.theirs), random.Random(1)
        decisions = statistics.fmean(their_game(game, entry, rng).kinds.total() for _ in range(300))
        for work in ("playouts", "search"):
            rates = rounds_of(args.program, entry, work, args.rounds, args.seconds)
            ratios = [a / b for a, b in zip(rates["ours"], rates["theirs"])]
            middle = [statistics.median(rates[side]) for side in ("theirs", "ours")]
            if work == "playouts":
                what, cells = "random play, ns a decision", [f"{1e9 / rate / decisions:,.0f}" for rate in middle]
            else:
                what = f"iterations a second ({their_search(game, entry, 1)[1]})"
                cells = [f"{rate:,.0f}" for rate in middle]
            spread = [f"{ratio:.2f}" for ratio in (min(ratios), statistics.median(ratios), max(ratios))]
            print("| " + " | ".join([f"{entry.script}, {entry.seats} seats", what, *cells, *spread]) + " |", flush=True)


if __name__ == "__main__":
    main()
