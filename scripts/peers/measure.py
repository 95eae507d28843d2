"""Random playouts and search iterations a second, ours and OpenSpiel's, one after the other.

One figure is (work done) / (processor time of the process that did it), for one thread. In every
round each of the two does its share right before or after the other, and the order changes from
round to round, so that a machine that slows down slows both; the ratio is taken in each round.

Playouts: from the first decision (cards dealt, board empty): copy the state, choose uniformly at
random among the legal actions to the end, add up the returns of both players.
  theirs  `RandomRolloutEvaluator`, C++. The Python package doesn't export its `evaluate`, but
          `MCTSBot.mcts_search` with one simulation does nothing else: it evaluates the root with as
          many rollouts as the evaluator was made for. One call is one measurement.
  ours    `bots::Playout` on the public interface, as in every search: `bench playouts N`.
The card that Leduc poker turns up is drawn in the playout by both.

Search: iterations of UCT with one such playout from each new leaf, in searches of 10,000 from the
same decision; the tree is thrown away in between. Exploration is 0.7 of the range of the returns.
  theirs  Perfect information: `MCTSBot` (no solver). Hidden cards: `ISMCTSBot`, which resamples the
          hidden cards in every simulation without limit and looks its nodes up by information state.
  ours    `mcts` with its default tree: imagines the hidden cards in every iteration:
          `bench search N`. It is the same bot for games with and without hidden cards.

Both stand as they are published: OpenSpiel in the wheel of the Python package index (built for any
x86-64), ours as `cargo build --release` makes it (the same).
"""

import argparse
import json
import os
import platform
import resource
import statistics
import subprocess
import time

import pyspiel

GAMES = ["tic_tac_toe", "connect_four", "kuhn_poker", "leduc_poker"]
WORK = ["playouts", "search"]
EXPLORATION = 0.7
SEARCH = 10_000


def first_decision(game):
    """The first decision, with the lowest cards dealt. Which ones makes no difference to the work."""
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    return state


def their_bot(game, work, count):
    exploration = EXPLORATION * (game.max_utility() - game.min_utility())
    if work == "playouts":
        evaluator = pyspiel.RandomRolloutEvaluator(count, 1)
        return pyspiel.MCTSBot(game, evaluator, exploration, 1, 1000, False, 1, False)
    evaluator = pyspiel.RandomRolloutEvaluator(1, 1)
    if game.get_type().information == pyspiel.GameType.Information.PERFECT_INFORMATION:
        return pyspiel.MCTSBot(game, evaluator, exploration, SEARCH, 1000, False, 1, False)
    return pyspiel.ISMCTSBot(1, evaluator, exploration, SEARCH)


def theirs(name, work, count):
    """Processor seconds for this many pieces, and how many there were."""
    game = pyspiel.load_game(name)
    state = first_decision(game)
    bot = their_bot(game, work, count)
    if work == "playouts":
        begun = time.process_time()
        bot.mcts_search(state)
        return time.process_time() - begun, count
    searches = -(-count // SEARCH)
    begun = time.process_time()
    for _ in range(searches):
        bot.step(state)
    return time.process_time() - begun, searches * SEARCH


def ours(folder, name, work, count):
    """The same; the time of the whole process, its start (a millisecond) included."""
    command = [os.path.join(folder, name), "bench", work, str(count), str(SEARCH)]
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    out = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    spent = after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime
    return spent, json.loads(out)["count"]


def enough(measure, seconds):
    """How many pieces take about this long."""
    count = SEARCH
    while True:
        spent, done = measure(count)
        if spent > seconds / 8:
            return max(SEARCH, int(done * seconds / spent))
        count *= 4


def compare(folder, name, work, rounds, seconds):
    sides = {
        "ours": lambda count: ours(folder, name, work, count),
        "theirs": lambda count: theirs(name, work, count),
    }
    counts = {side: enough(measure, seconds) for side, measure in sides.items()}
    rates = {side: [] for side in sides}
    for number in range(rounds):
        order = list(sides) if number % 2 == 0 else list(reversed(sides))
        for side in order:
            spent, done = sides[side](counts[side])
            rates[side].append(done / spent)
    ratios = [a / b for a, b in zip(rates["ours"], rates["theirs"])]
    return {"game": name, "work": work, **rates, "ratios": ratios}


def show(number):
    return f"{number:,.0f}"


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--ours", required=True, help="folder with the built examples")
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--seconds", type=float, default=0.5, help="of each measurement")
    parser.add_argument("--games", default=",".join(GAMES))
    parser.add_argument("--json", help="file for all single figures")
    args = parser.parse_args()
    found = []
    load = os.getloadavg()[0]
    print(f"{platform.machine()}, {os.cpu_count()} cores, load {load:.1f}; OpenSpiel beside Ludometer,")
    print(f"one thread, {args.rounds} rounds of {args.seconds} s in turn; medians a second\n")
    print("| game | work | OpenSpiel | Ludometer | ratio: min | median | max |")
    print("|---|---|---:|---:|---:|---:|---:|")
    for name in args.games.split(","):
        for work in WORK:
            row = compare(args.ours, name, work, args.rounds, args.seconds)
            found.append(row)
            middle = [show(statistics.median(row[side])) for side in ("theirs", "ours")]
            ratios = row["ratios"]
            spread = [min(ratios), statistics.median(ratios), max(ratios)]
            cells = [name, work, *middle, *(f"{ratio:.1f}" for ratio in spread)]
            print("| " + " | ".join(cells) + " |", flush=True)
    if args.json:
        with open(args.json, "w", encoding="utf-8") as file:
            json.dump(found, file, indent=1)


if __name__ == "__main__":
    main()
